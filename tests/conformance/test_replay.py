"""Conformance: counters, tolerances, divergences, policies, the command."""

from __future__ import annotations

import copy
import gzip
import json
import math
import os
import random
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import proofs_check.conformance.tolerances as tolerances
from proofs_check.__main__ import main
from proofs_check.arithmetic import GRID, Decision, Enclosure, Q, rounded, to_q
from proofs_check.commands.trace import tolerance
from proofs_check.conformance.counters import Counters
from proofs_check.conformance.divergence import brief, entries, judged, rows, show_row, text
from proofs_check.conformance.rules import RULES
from proofs_check.conformance.tolerances import doubles_in, running_mean_error, within
from reference.support.errors import FALSE, MALFORMED, OK, UNDECIDED, USAGE, PreconditionError
from tests.exact_lp1.lp1_cases import plant
from tests.planted.faulty_producer import Record, Setting, produce
from tests.planted.planted_fields import changed, of_kind, put
from tests.planted.planted_runs import (
    ALL,
    BOTH,
    CONFORMS,
    LONG,
    SHORT,
    keep,
    outcome_of,
    run,
    verdict,
)

# ----------------------------------------------------------------- counters


@pytest.mark.parametrize("trigger", ["max1", "printed", "printed-without-x_L"])
@pytest.mark.parametrize("seed", range(4))
def test_counters_are_those_of_a_recount(trigger: str, seed: int) -> None:
    rng = random.Random(seed)
    layers, A = (1, 2, 3, 1), 2
    counters = Counters(layers, A, trigger)
    seen: list[tuple[list[int], list[int], list[Q]]] = []
    start = 0
    for _ in range(150):
        x = [rng.randrange(n) for n in layers[:-1]]
        a = [rng.randrange(A) for _ in x]
        r = [Q(rng.randint(0, 7), 7) for _ in x]
        seen.append((x, a, r))
        counters.see(x, a, r)
        pairs = [(h, y, b) for h, n in enumerate(layers[:-1]) for y in range(n) for b in range(A)]
        for h, y, b in pairs:
            at = [e for e in seen if (e[0][h], e[1][h]) == (y, b)]
            assert counters.all_N[h][y][b] == len(at)
            assert counters.S[h][y][b] == sum((e[2][h] for e in at), Q(0))
            before = [e for e in seen[:start] if (e[0][h], e[1][h]) == (y, b)]
            assert counters.N[h][y][b] == len(before)
        inside = {p: counters.all_N[p[0]][p[1]][p[2]] - counters.N[p[0]][p[1]][p[2]] for p in pairs}
        least = 1 if trigger == "max1" else 0
        found = any(inside[p] >= max(least, counters.N[p[0]][p[1]][p[2]]) for p in pairs)
        assert counters.triggered() == (found or trigger == "printed")
        if counters.triggered() and rng.random() < 0.8:
            counters.start_epoch()
            start = len(seen)
    triples = [
        sum(e[0][h] == y and e[1][h] == b and (*e[0], 0)[h + 1] == y1 for e in seen)
        for h, (n, n1) in enumerate(pairwise(layers))
        for y in range(n)
        for b in range(A)
        for y1 in range(n1)
    ]
    assert triples == [v for _, v in entries(counters.all_N3)]


@pytest.mark.parametrize(
    ("old", "new"),
    [("max(1, before)", "before"), ("self.doubled += 1", "pass"), ("+= r[h]", "= r[h]")],
)
def test_a_fault_in_the_counters_is_noticed(
    old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, Counters, "see", old, new)
    assert verdict(run(LONG)) != CONFORMS


# ----------------------------------------------------------------- tolerances


def running_mean(rewards: list[float]) -> float:
    mean = 0.0
    for n, r in enumerate(rewards, 1):
        mean += (r - mean) / n
    return mean


def error(found: float, rewards: list[float]) -> Q:
    exact = sum((to_q(r) for r in rewards), Q(0)) / len(rewards)
    return abs(to_q(found) - exact)


@settings(max_examples=60)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=60))
def test_the_bound_on_a_running_mean_holds(rewards: list[float]) -> None:
    bound = running_mean_error(len(rewards))
    assert error(running_mean(rewards), rewards) <= bound
    assert error(sum(rewards) / len(rewards), rewards) <= bound


def test_the_bound_on_a_running_mean_is_met_by_long_and_bad_sequences() -> None:
    """Sequences chosen step by step to make the error large reach some part of the bound."""
    rng = random.Random(5)
    largest = Q(0)
    for _ in range(8):
        rewards: list[float] = []
        mean, exact = 0.0, Q(0)
        for n in range(1, 400):
            tried = []
            for _ in range(4):
                r = rng.random()
                after = mean + (r - mean) / n
                tried.append((abs(to_q(after) - (exact + to_q(r)) / n), r, after))
            _, r, mean = max(tried)
            exact += to_q(r)
            rewards.append(r)
        found = error(mean, rewards)
        assert found <= running_mean_error(len(rewards))
        largest = max(largest, found / running_mean_error(len(rewards)))
    assert largest > Q(1, 1000)


@settings(max_examples=60)
@given(st.fractions(-3, 3), st.fractions(0, 1))
def test_doubles_in_are_inside_and_next_to_the_ends(least: Fraction, width: Fraction) -> None:
    ends = to_q(least), to_q(least + width)
    low, high = doubles_in(*ends)
    if low <= high:
        assert ends[0] <= to_q(low) and to_q(high) <= ends[1]
    assert to_q(math.nextafter(low, -math.inf)) < ends[0]
    assert to_q(math.nextafter(high, math.inf)) > ends[1]


@settings(max_examples=60)
@given(st.fractions(-1, 1), st.fractions(0, 1), st.fractions(0, 1), st.fractions(-3, 3))
def test_within_is_decided_for_the_whole_enclosure(
    lo: Fraction, width: Fraction, slack: Fraction, found: Fraction
) -> None:
    ends = [lo, lo + width]
    decision = within(to_q(found), Enclosure(*map(to_q, ends)), to_q(slack))
    near = [abs(found - e) <= slack for e in (*ends, min(max(found, ends[0]), ends[1]))]
    assert decision is Decision.of(all(near), not any(near))


def test_numbers_are_rounded_outward_to_the_grid() -> None:
    for v in (Q(1, 3), Q(-1, 3)):
        assert rounded(v, -1) < v < rounded(v, 1) == rounded(v, -1) + Q(1, GRID)
    assert rounded(Q(1, 2), -1) == rounded(Q(1, 2), 1) == Q(1, 2)


@pytest.mark.parametrize(
    ("function", "old", "new", "fault"),
    [
        ("running_mean_error", "2 * (N + 8)", "1", "a rounded mean is refused"),
        ("running_mean_error", "1 << 53", "1 << 30", "a mean that is 1e-12 off is accepted"),
        ("doubles_in", "while to_q(low) < least", "while False", "a radius below its interval"),
        ("within", "expected.lo + slack:", "expected.hi + slack:", "the wider side"),
    ],
)
def test_a_fault_in_a_tolerance_is_noticed(
    function: str, old: str, new: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sound() -> bool:
        rewards = [random.Random(n).random() for n in range(200)]
        exact = sum((to_q(r) for r in rewards), Q(0)) / 200
        bound = tolerances.running_mean_error(200)
        low, _ = tolerances.doubles_in(Q(1, 3), Q(1))
        wide = Enclosure(Q(0), Q(1))
        return (
            error(running_mean(rewards), rewards) <= bound
            and abs(exact + Q(1, 10**12) - exact) > bound
            and to_q(low) >= Q(1, 3)
            and tolerances.within(Q(1), wide, Q(1, 2)) is not Decision.TRUE
        )

    assert sound(), fault
    plant(monkeypatch, tolerances, function, old, new)
    assert not sound()


# ----------------------------------------------------------------- findings


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Q(1, 2), "1/2"), (Q(-3), "-3"), (to_q(0.1), "0.1"), (to_q(1e-7), "1e-07"),
        (Q(1, 3**30), "1/205891132094649"), (Q(10) ** 400 / 3, "3.3333333333333333e+399..."),
        (Q(1, 10**400), "1.0e-400..."), (Q(2) ** 900, repr(2.0**900)),
        (Q(10**9000, 7), "1.4285714285714286e+8999..."),
    ],
)  # fmt: skip
def test_numbers_are_shown_shortly(value: Q, shown: str) -> None:
    assert brief(value) == text(value) == shown


def test_enclosures_rows_and_anything_else_are_shown() -> None:
    assert text(Enclosure(Q(1, 3), Q(1, 3))) == "1/3"
    assert text(Enclosure(Q(1, 3), Q(1, 2))) == "[0.33333333333333333, 0.5]"
    assert text(Enclosure(Q(1, 3), Q(1, 3) + Q(1, 10**30))) == "0.33333333333333333..."
    assert text("x") == "x"
    assert show_row([Q(1, 2)] * 9).endswith(", 1/2, ...]")
    assert list(judged("eps", (), Decision.TRUE, 1, 2)) == []
    assert [f.undecided for f in judged("eps", (0,), Decision.UNDECIDED, 1, 2)] == [True]


def test_entries_have_their_indices() -> None:
    table = [[[1, 2]], [[3], [4]]]
    assert list(rows(table)) == [((0, 0), [1, 2]), ((1, 0), [3]), ((1, 1), [4])]
    assert [v for _, v in entries(table)] == [1, 2, 3, 4]
    assert dict(entries(table))[1, 1, 0] == 4


# ----------------------------------------------------------------- what is known of the policy


def play_other(records: list[Record]) -> str | None:
    """In the last epoch, at a state without mass, an action is played that pi gives nothing: the
    verdict with q_hat alone recorded. None if no such state is visited."""
    last = of_kind(records, "epoch", -1)
    for record in records[records.index(last) + 1 : -1]:
        for h, (x, a) in enumerate(zip(record["x"], record["a"], strict=True)):
            row = last["pi"][h][x]
            if not any(map(any, last["q_hat"][h][x])) and min(row) == 0:
                record["a"][h] = row.index(0)
                assert row[a] > 0
                return verdict(keep(records, ("q_hat",)))
    return None


@pytest.mark.parametrize("completion", ["first", "previous"])
def test_with_q_hat_alone_the_completion_that_was_played_is_checked(completion: str) -> None:
    found = set()
    for seed in range(12):
        setting = Setting(layers=(1, 3, 3, 1), T=60, seed=seed, completion=completion)
        found.add(play_other(copy.deepcopy(run(setting))))
    assert found - {None} == {"played"}


def test_with_q_hat_alone_a_greedy_completion_plays_a_best_action() -> None:
    """Any of the best ones: early on all are."""
    found = set()
    for T in (60, 400):
        for seed in range(4):
            setting = Setting(layers=(1, 2, 2, 1), T=T, seed=seed, completion="greedy")
            found.add(play_other(copy.deepcopy(run(setting))))
    assert "played" in found and found - {None, "played"}


def test_with_q_hat_alone_and_any_completion_nothing_is_played_wrongly() -> None:
    for seed in range(4):
        setting = Setting(layers=(1, 3, 3, 1), T=60, seed=seed, completion="any")
        assert play_other(copy.deepcopy(run(setting))) != "played"


def test_previous_goes_back_through_epochs_in_which_a_state_was_empty() -> None:
    """Until a state gets mass its previous policy is pi_1; with q_hat and pi alone in turns."""
    setting = Setting(layers=(1, 3, 3, 1), T=60, seed=1, completion="previous")
    records = copy.deepcopy(run(setting))
    for k, record in enumerate(r for r in records if r["record"] == "epoch"):
        record.pop("pi" if k % 2 else "value")
    assert verdict(records) == CONFORMS
    uniform = [
        (k, h, x)
        for k, record in enumerate(r for r in records if r["record"] == "epoch")
        if k and "pi" in record
        for h, of_h in enumerate(record["pi"])
        for x, row in enumerate(of_h)
        if row == [0.5, 0.5]
    ]
    k, h, x = uniform[-1]
    wrong = changed_copy(records, put("epoch", k, ("pi", h, x), [1, 0]))
    assert verdict(wrong) == "completion"


def changed_copy(records: list[Record], change: Any) -> list[Record]:
    records = copy.deepcopy(records)
    change(records)
    return records


def test_noise_of_a_solver_in_pi_is_no_fault() -> None:
    """With pi alone: rows off by less than the tolerance, entries a little below 0."""

    def noisy(records: list[Record]) -> None:
        rng = random.Random(0)
        for record in records:
            if record["record"] == "epoch" and record["i"] > 1:
                record["pi"] = [
                    [[p + rng.uniform(-2e-8, 2e-8) for p in row] for row in of_h]
                    for of_h in record["pi"]
                ]

    for tables in (("pi",), BOTH):
        assert verdict(changed(LONG, noisy, tables)) == CONFORMS


def test_raw_and_cleaned_solutions_are_both_accepted() -> None:
    """q_hat recorded as the solver gave it, pi from the cleaned one (R-6), and the other way: at a
    state of mass 1.5e-7 noise of 9e-10 makes a difference of 6e-3 in pi."""
    records = copy.deepcopy(run(LONG))
    last = of_kind(records, "epoch", -1)
    q = last["q_hat"]
    q[0][0][1][0], q[0][0][1][1] = 1.5e-7 + 9e-10, q[0][0][1][1] - 1.5e-7 - 9e-10
    q[1][0][0][0], q[1][0][1][0] = 1.5e-7, 9e-10
    q[1][1][0][0] -= 1.5e-7 + 9e-10
    for row in ([1.0, 0.0], [1.5e-7 / (1.5e-7 + 9e-10), 9e-10 / (1.5e-7 + 9e-10)]):
        last["pi"][1][0] = row
        assert verdict(keep(records, BOTH)) == CONFORMS
    last["pi"][1][0] = [0.99, 0.01]
    assert verdict(keep(records, BOTH)) == "pi-induced"


# ----------------------------------------------------------------- verdicts


def test_a_run_without_episodes_is_vacuous() -> None:
    records = [*run(SHORT)[:2], {"record": "end", "episodes": 0, "epochs": 1}]
    outcome = outcome_of(records)
    assert (outcome.verdict, outcome.exit_status) == ("vacuous", UNDECIDED)


def test_without_everything_the_check_stops_at_the_first_divergence() -> None:
    records = changed(SHORT, put("episode", 3, ("r", 0), 2), ALL)
    put("episode", 5, ("r", 0), 2)(records)
    assert outcome_of(records).total == 1
    assert outcome_of(records, everything=True).total > 1


def test_the_rest_of_a_diverging_trace_must_be_well_formed() -> None:
    records = changed(SHORT, put("episode", 3, ("r", 0), 2), ALL)
    records[-2]["x"] = "x"
    assert verdict(records) == "malformed: x"


@pytest.mark.parametrize("setting", [SHORT, replace(SHORT, mdp=True, rationals=True)])
def test_instances_are_counted(setting: Setting) -> None:
    found = outcome_of(run(setting)).instances
    assert found["reward"] == 3 * setting.T and found["N"] == found["epoch-number"]
    assert found["possible"] == 3 * setting.T * setting.mdp
    assert set(found) <= {rule.id for rule in RULES}


# ----------------------------------------------------------------- the command


def write(path: Path, records: list[Record]) -> Path:
    data = b"".join(json.dumps(record).encode() + b"\n" for record in records)
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def proofs_check(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        status = main(["trace", *arguments])
    except SystemExit as e:
        status = int(e.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize("name", ["run.jsonl", "run.jsonl.gz", "run"])
def test_a_conforming_trace(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / name, run(SHORT))
    status, out, err = proofs_check(capsys, str(path))
    assert (status, err) == (OK, "")
    assert out.startswith("verdict    conforms\nepisodes   40 of T = 40, ")
    assert "divergence" not in out and max(map(len, out.splitlines())) <= 80


def test_a_diverging_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = changed(SHORT, put("epoch", 3, ("eps", 0, 0, 1), 1.25), ALL)
    put("end", 0, ("episodes",), 39)(records)
    path = str(write(tmp_path / "run.jsonl", records))
    line = 1 + records.index(of_kind(records, "epoch", 3))
    status, out, err = proofs_check(capsys, path)
    assert (status, err) == (FALSE, "")
    unwrapped = " ".join(out.split())
    assert f"divergence line {line}, episode " in unwrapped
    assert "epoch 4, layer 0, state 0, action 1: rule eps [eq. (11)]: expected " in unwrapped
    assert "found 5/4 and 1 more; --all lists them look at Alg. 1 l. 16 " in unwrapped
    status, out, _ = proofs_check(capsys, path, "--all")
    assert status == FALSE and out.count("divergence ") == 2 and "more" not in out
    assert max(map(len, out.splitlines())) <= 80


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = changed(SHORT, put("epoch", 3, ("N3", 1, 1, 0, 1), 99), ALL)
    status, out, _ = proofs_check(capsys, str(write(tmp_path / "run", records)), "--json")
    found = json.loads(out)
    assert status == FALSE and out.count("\n") == 1
    assert (found["verdict"], found["total"]) == ("does not conform", 1)
    assert found["first"] == found["divergences"][0]
    assert (found["first"]["rule"], found["first"]["found"]) == ("N3", "99")
    where = [found["first"][k] for k in ("epoch", "layer", "state", "action", "next_state")]
    assert where == [4, 1, 1, 0, 1]
    assert set(found["rules"]) == {rule.id for rule in RULES}
    status, out, _ = proofs_check(capsys, str(write(tmp_path / "ok", run(SHORT))), "--json")
    found = json.loads(out)
    assert (status, found["verdict"], found["first"]) == (OK, "conforms", None)
    assert (found["episodes"], found["T"]) == (40, 40)


def test_exit_statuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    vacuous = [*run(SHORT)[:2], {"record": "end", "episodes": 0, "epochs": 1}]
    assert proofs_check(capsys, str(write(tmp_path / "a", vacuous)))[0] == UNDECIDED
    assert proofs_check(capsys, str(write(tmp_path / "b", run(SHORT)[:-1])))[0] == MALFORMED
    for wrong in ([], ["--explain", "x"], [str(tmp_path / "none")], ["--nothing"]):
        status, out, err = proofs_check(capsys, *wrong)
        assert (status, out) == (USAGE, "") and err.startswith("proofs-check")


@pytest.mark.parametrize("rule", [rule.id for rule in RULES])
def test_every_rule_is_explained(rule: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = proofs_check(capsys, "--explain", rule)
    assert status == OK and out.startswith(rule) and "[" in out
    assert max(map(len, out.splitlines())) <= 80


def test_all_rules_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = proofs_check(capsys, "--explain", "all")
    assert status == OK
    assert [line.split()[0] for line in out.splitlines() if line[0] != " "] == [
        rule.id for rule in RULES
    ]


def test_a_larger_tolerance_must_be_allowed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    loose = replace(SHORT, tolerance=1e-3)
    path = str(write(tmp_path / "run", produce(loose)))
    assert proofs_check(capsys, path)[0] == FALSE
    for allowed in ("1e-3", "1/100", "0.5"):
        assert proofs_check(capsys, path, "--max-tolerance", allowed)[0] == OK
    assert proofs_check(capsys, path, "--max-tolerance", "1/1000000")[0] == FALSE


@pytest.mark.parametrize("wrong", ["nan", "inf", "-1", "1", "1/0", "x", "", "1e999", "/", "1/-2"])
def test_a_tolerance_must_be_a_small_number(wrong: str) -> None:
    with pytest.raises(PreconditionError) as found:
        tolerance(wrong)
    assert found.value.exit_status == USAGE


def test_both_rational_types_print_the_same_bytes(tmp_path: Path) -> None:
    """A conforming trace and one that diverges, checked with mpq and with Fraction."""
    good = write(tmp_path / "good", run(SHORT))
    bad = write(tmp_path / "bad", changed(SHORT, put("epoch", 3, ("value",), 1.7), ALL))
    printed = []
    for rational in ("gmpy2", "fractions"):
        environment = {**os.environ, "PROOFS_CHECK_RATIONAL": rational}
        for path in (good, bad):
            for form in ((), ("--json",)):
                command = [sys.executable, "-m", "proofs_check", "trace", str(path), *form]
                done = subprocess.run(command, capture_output=True, env=environment, check=False)
                assert done.stderr == b"" and done.returncode == (path == bad)
                printed.append(done.stdout)
    assert printed[:4] == printed[4:]
