"""Verdicts that were wrong once: each with the trace that showed it."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from proofs_check.__main__ import main
from proofs_check.conformance.replay import check
from proofs_check.conformance.statistics import Statistics
from proofs_check.kit import verdict as kit
from proofs_check.kit.cases import Case, numbered_case, special_cases
from proofs_check.kit.shrink import _plainer_mdps, _smaller_mdps
from reference.environments import random_layered
from reference.mdp import LayeredMDP
from reference.support.errors import FALSE, OK, USAGE, PreconditionError
from reference.trace.reader import read_stream
from tests.kit.apply_faults import numpy_implementation
from tests.planted.faulty_producer import Record, Setting, produce
from tests.planted.planted_runs import ALL, BOTH, CONFORMS, LONG, PI, SHORT, keep, verdict

GHOST = 5e-8  # below the default tolerance, 1e-7


def epochs(records: list[Record]) -> list[Record]:
    return [r for r in records if r["record"] == "epoch"]


def test_an_action_of_probability_below_the_tolerance_is_not_played() -> None:
    """pi gives every action something, so that nothing that is played could be wrong."""
    records = keep(produce(LONG), PI)
    changed = 0
    pi: Any = None
    for record in records:
        if record["record"] == "epoch" and record["i"] > 1:
            pi = record["pi"] = [
                [[p if p else 4e-8 for p in row] for row in of_h] for of_h in record["pi"]
            ]
        elif record["record"] == "episode" and pi is not None and 4e-8 in pi[0][0]:
            changed += 1
            last = record
    assert changed and verdict(records) == CONFORMS
    last["a"][0] = pi[0][0].index(4e-8)
    assert verdict(records) == "played"


@pytest.mark.parametrize("declared", ["uniform", "greedy", "previous"])
@pytest.mark.parametrize("rational", [False, True])
def test_ghost_mass_excuses_no_other_completion(declared: str, rational: bool) -> None:
    """A mass of 5e-8 where there is none makes a state occupied, and eq. (6) then says `first`."""
    records = keep(produce(replace(LONG, completion=declared, T=150, seed=1)), BOTH)
    assert verdict(records) == CONFORMS
    planted = 0
    for record in epochs(records)[1:]:
        for q_h, pi_h in zip(record["q_hat"], record["pi"], strict=True):
            for rows, pi_x in zip(q_h, pi_h, strict=True):
                if not any(map(any, rows)) and pi_x[0] != 1:
                    rows[0][0] = "1/20000000" if rational else GHOST
                    pi_x[:] = [1.0] + [0.0] * (len(pi_x) - 1)
                    planted += 1
    assert planted
    assert verdict(records) == "completion"


@pytest.mark.parametrize(("r_hat", "expected"), [(1.0, CONFORMS), (0.7815, "r_hat")])
def test_r_hat_1_is_1(r_hat: float, expected: str) -> None:
    """Alg. 1 l. 5, where eq. (16) would give min{1, 0 + b} = 0.7815: log10(2/0.99) is small."""
    setting = Setting(layers=(1, 1), A=1, T=1, delta=0.99, log="log10")
    records = keep(produce(setting), ALL)
    records[1].update(r_hat=[[[r_hat]]], value=1)
    assert verdict(records) == expected


def stopped(part: list[Record]) -> list[Record]:
    played = sum(r["record"] == "episode" for r in part)
    return [*part, {"record": "end", "episodes": played, "epochs": len(epochs(part))}]


def test_a_run_may_stop_before_or_after_an_epoch_that_is_owed() -> None:
    """Before T, both are beginnings of the same run: the epoch belongs to the next episode."""
    records = keep(produce(SHORT), PI)
    k = next(k for k, r in enumerate(records) if r.get("i") == 3)
    assert verdict(stopped(records[:k])) == verdict(stopped(records[: k + 1])) == CONFORMS


def test_an_epoch_that_is_not_owed_is_early_at_the_end_too() -> None:
    records = keep(produce(SHORT), PI)
    kinds = [r["record"] for r in records]
    k = next(k for k in range(len(kinds)) if kinds[k : k + 2] == ["episode", "episode"])
    last = epochs(records[: k + 1])[-1]
    early = {**last, "i": last["i"] + 1, "t": records[k]["t"] + 1}
    assert verdict(stopped([*records[: k + 1], early])) == "epoch-early"


# ----------------------------------------------------------------------------- the kit's own


def faulty_from(case_seen: list[int], first: int, tmp_path: Path) -> kit.Implementation:
    """A correct implementation that declares a tolerance of 1e-3 from the `first`-th case on."""
    right = numpy_implementation(tmp_path)

    def play(case: Case) -> list[str]:
        case_seen.append(1)
        lines = Path(str(right(case))).read_text(encoding="utf-8").splitlines()
        if len(case_seen) >= first:
            lines[0] = json.dumps({**json.loads(lines[0]), "tolerance": 1e-3})
        return lines

    return play


def test_every_smaller_mdp_is_an_mdp() -> None:
    """Its rows sum to 1 exactly, in whatever order a table lies in memory."""
    tried = 0
    for k in range(1, 101, 6):
        mdp = numbered_case(k).mdp
        for smaller in (*_smaller_mdps(mdp), *islice(_plainer_mdps(mdp), 6)):
            exact = smaller.to_exact()
            tried += 1
            assert all((table.sum(axis=-1) == 1).all() for table in exact.P)
    assert tried > 100


def test_a_failure_late_in_the_kit_is_reported_with_its_own_rule(tmp_path: Path) -> None:
    outcome = kit.run_cases(faulty_from([], 3, tmp_path), runs=4)
    assert outcome.first_failure == 3 and outcome.failure is not None
    assert outcome.failure.rule == "tolerance"


def test_a_smaller_case_counts_only_if_the_same_rule_breaks(tmp_path: Path) -> None:
    """Below 40 episodes this one breaks another rule: the smallest case has more."""
    right = numpy_implementation(tmp_path)

    def play(case: Case) -> list[str]:
        lines = Path(str(right(case))).read_text(encoding="utf-8").splitlines()
        if case.episodes < 40:
            lines[-1] = json.dumps({"record": "end", "episodes": 0, "epochs": 1})
        else:
            lines[0] = json.dumps({**json.loads(lines[0]), "tolerance": 1e-3})
        return lines

    case = next(c for c in map(numbered_case, range(2, 99)) if c.episodes == c.T > 60)
    failure, _ = kit.judge(play, case)
    assert failure is not None and failure.rule == "tolerance"
    smaller = kit._smallest(play, case, "tolerance", True)
    assert 40 <= smaller.episodes <= case.episodes


def test_the_kept_trace_breaks_the_rule_by_itself(tmp_path: Path) -> None:
    """A transition that the case's MDP forbids: the trace gets that MDP."""
    forbidden = LayeredMDP((1, 2, 1), 1, ([[[1, 0]]], [[[1]], [[1]]]), ([[0]], [[0], [0]]))  # type: ignore[arg-type]  # lists become arrays
    case = Case(forbidden, 5, 0.1, 0, 5)
    right = numpy_implementation(tmp_path)

    def play(case: Case) -> list[str]:
        lines = Path(str(right(case))).read_text(encoding="utf-8").splitlines()
        header = json.loads(lines[0])
        header.pop("mdp", None)
        k = next(k for k, line in enumerate(lines) if '"episode"' in line)
        episode = json.loads(lines[k])
        episode["x"][1] = 1
        return [json.dumps(header), *lines[1:k], json.dumps(episode), *lines[k + 1 :]]

    failure, _ = kit.judge(play, case)
    assert failure is not None and failure.rule == "possible"
    shown = kit.kept(failure, case)
    first = check(read_stream(io.BytesIO(shown.trace), "kept"), file="kept").first
    assert first is not None and first.rule == "possible"
    other = replace(failure, rule="eps")
    with pytest.raises(kit.KitError, match="does not break rule eps"):
        kit.kept(other, case)


def test_an_error_of_the_kit_is_not_the_implementation_s(tmp_path: Path) -> None:
    class Broken:
        def __getattr__(self, name: str) -> Any:
            raise PreconditionError("P", 0, "must sum to 1 exactly")

    case = replace(numbered_case(1), mdp=Broken())  # type: ignore[arg-type]  # on purpose
    with pytest.raises(kit.KitError):
        kit.judge(lambda case: [], case)


# ----------------------------------------------------------------------------- play against chance


def test_rewards_that_chance_does_not_draw(tmp_path: Path) -> None:
    """All its rewards are 1; an honest one passes, in the kit and with --statistics."""
    right = numpy_implementation(tmp_path)
    honest, _ = kit.judge(right, case_with_choice())
    assert honest is None
    path = Path(str(right(case_with_choice())))
    assert main(["trace", str(path), "--statistics", "--quiet"]) == OK
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    outcome = Statistics(case_with_choice().mdp)
    for _ in outcome.seen(read_stream(io.BytesIO(one_noise(lines)), "trace")):
        pass
    improbable = outcome.found()
    assert improbable is not None and improbable.family == "rewards"


def test_the_kept_trace_of_improbable_play_is_improbable(
    tmp_path: Path,
) -> None:
    """It is played on another MDP, of rewards 1, and names none; --keep adds the case's."""
    case, right = special_cases()[3], numpy_implementation(tmp_path)
    case = replace(case, T=100, episodes=100)
    other = replace(case.mdp, r=(case.mdp.r[0] * 0 + 1,))

    def play(case: Case) -> bytes:
        trace = Path(str(right(replace(case, mdp=other)))).read_bytes()
        header, _, rest = trace.partition(b"\n")
        return json.dumps({**json.loads(header), "mdp": None}).encode() + b"\n" + rest

    failure, _ = kit.judge(play, case)
    assert failure is not None and failure.rule == "improbable"
    path = tmp_path / "kept.jsonl"
    path.write_bytes(kit.kept(failure, case).trace)
    assert main(["trace", str(path), "--quiet"]) == OK
    assert main(["trace", str(path), "--statistics", "--quiet"]) == FALSE
    with pytest.raises(kit.KitError):
        kit.kept(replace(failure, trace=Path(str(right(case))).read_bytes()), case)


def case_with_choice() -> Case:
    return Case(random_layered((1, 2, 1), 2, seed=1), 300, 0.1, 5, 300)


def one_noise(records: list[Record]) -> bytes:
    """All rewards 1."""
    for record in records:
        if record["record"] == "episode":
            record["r"] = [1] * len(record["r"])
    return b"".join(json.dumps(r).encode() + b"\n" for r in records)


# ----------------------------------------------------------------------------- the command line


def test_a_misspelt_placeholder_and_a_file_that_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["kit", "--against", "mine {mdp} {T} {dleta}"]) == USAGE
    assert "{dleta}" in capsys.readouterr().err
    there = tmp_path / "kept.jsonl"
    there.write_text("mine")
    assert main(["kit", "--against", "mine {mdp} {T}", "--keep", str(there)]) == USAGE
    assert "exists" in capsys.readouterr().err and there.read_text() == "mine"


@pytest.mark.parametrize("reason", kit.OTHER)
def test_reasons_are_explained(reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "--explain", reason]) == OK
    assert capsys.readouterr().out.startswith(reason)
    assert main(["trace", "--explain", "game"]) == OK
    assert capsys.readouterr().out.startswith("case")


def test_special_cases() -> None:
    """What each is for, read off the case."""
    cases = special_cases()
    assert any(c.episodes > 1 << 16 and c.mdp.L == 1 for c in cases)
    assert any(c.T > 1 << 32 and c.episodes > 1000 for c in cases)
    assert {c.form for c in cases} == {"P", "transitions"}
    assert '"transitions"' in next(c for c in cases if c.form != "P").mdp_file()
    assert any(c.mdp.exact and re.search(r'"\d+/', c.mdp_file()) for c in cases)
    powers = [c for c in cases if c.mdp.A == 1 and c.episodes & (c.episodes - 1) == 0]
    assert {c.episodes == c.T for c in powers} == {True, False}  # at T, and stopped before
    assert all(c.T == c.episodes for c in special_cases(horizon=False))
