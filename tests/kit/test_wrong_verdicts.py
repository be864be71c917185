"""Verdicts that were wrong once: each with the trace that showed it."""

from __future__ import annotations

import io
import json
import random
import re
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofs_check.conformance.replay import check
from proofs_check.kit import verdict as kit
from proofs_check.kit.cases import Case, numbered_case, special_cases
from proofs_check.kit.shrink import _mdps_with_plain_numbers, _smaller_mdps
from reference.mdp import LayeredMDP
from reference.support.errors import FALSE, OK, UNDECIDED, USAGE, PreconditionError
from reference.trace.reader import read_stream
from tests.called import Command
from tests.mutation.apply_faults import numpy_implementation
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
    records = keep(produce(Setting(layers=(1, 1), A=1, T=1, delta=0.99, log="log10")), ALL)
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


def lines_of(right: kit.Implementation, case: Case) -> list[Record]:
    """The trace of the NumPy twin as records."""
    text = Path(str(right(case))).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_every_smaller_mdp_is_an_mdp() -> None:
    """Its rows sum to 1 exactly, in whatever order a table lies in memory."""
    tried = 0
    for k in range(1, 101, 6):
        mdp = numbered_case(k).mdp
        for smaller in (*_smaller_mdps(mdp), *islice(_mdps_with_plain_numbers(mdp), 6)):
            tried += 1
            assert all((table.sum(axis=-1) == 1).all() for table in smaller.to_exact().P)
    assert tried > 100


def test_a_failure_late_in_the_kit_is_reported_with_its_own_rule(tmp_path: Path) -> None:
    """A correct implementation declares a tolerance of 1e-3 from the third case on."""
    right, seen = numpy_implementation(tmp_path), []

    def play(case: Case) -> list[Record]:
        seen.append(case)
        head, *rest = lines_of(right, case)
        return [head | {"tolerance": 1e-3} if len(seen) > 2 else head, *rest]

    outcome = kit.run_cases(play, runs=4)
    assert outcome.first_failure == 3 and outcome.failure is not None
    assert outcome.failure.rule == "tolerance"


def test_a_smaller_case_counts_only_if_the_same_rule_breaks(tmp_path: Path) -> None:
    """Below 40 episodes this one breaks another rule: the smallest case has more."""
    right = numpy_implementation(tmp_path)

    def play(case: Case) -> list[Record]:
        head, *rest, end = lines_of(right, case)
        if case.episodes < 40:
            return [head, *rest, end | {"episodes": 0}]
        return [head | {"tolerance": 1e-3}, *rest, end]

    case = next(c for c in map(numbered_case, range(2, 99)) if c.episodes == c.T > 60)
    failure, _ = kit.judge(play, case)
    assert failure is not None and failure.rule == "tolerance"
    assert 40 <= kit._smallest(play, case, "tolerance", True).episodes <= case.episodes


def test_the_kept_trace_breaks_the_rule_by_itself(tmp_path: Path) -> None:
    """A transition that the case's MDP forbids: the trace gets that MDP."""
    forbidden = LayeredMDP((1, 2, 1), 1, ([[[1, 0]]], [[[1]], [[1]]]), ([[0]], [[0], [0]]))  # type: ignore[arg-type]  # lists become arrays
    case, right = Case(forbidden, 5, 0.1, 0, 5), numpy_implementation(tmp_path)

    def play(case: Case) -> list[Record]:
        head, *rest = lines_of(right, case)
        next(r for r in rest if r["record"] == "episode")["x"][1] = 1
        return [head | {"mdp": None}, *rest]

    failure, _ = kit.judge(play, case)
    assert failure is not None and failure.rule == "possible"
    shown = kit.kept(failure, case)
    first = check(read_stream(io.BytesIO(shown.trace), "kept"), file="kept").first
    assert first is not None and first.rule == "possible"
    with pytest.raises(kit.KitError, match="does not break rule eps"):
        kit.kept(replace(failure, rule="eps"), case)


def test_an_error_of_the_kit_is_not_the_implementation_s() -> None:
    class Broken:
        def __getattr__(self, name: str) -> Any:
            raise PreconditionError("P", 0, "must sum to 1 exactly")

    case = replace(numbered_case(1), mdp=Broken())  # type: ignore[arg-type]  # on purpose
    with pytest.raises(PreconditionError):
        kit.judge(lambda case: [], case)


def test_the_kept_trace_of_improbable_play_is_improbable(
    tmp_path: Path, proofs_check: Command
) -> None:
    """It is played on another MDP, of rewards 1, and names none; --keep adds the case's. An honest
    one passes."""
    case, right = special_cases()[3], numpy_implementation(tmp_path)
    case = replace(case, T=100, episodes=100)
    assert kit.judge(right, case)[0] is None
    assert proofs_check("trace", right(case)).status == UNDECIDED  # A = 1
    with pytest.raises(kit.KitError):
        kit.kept(kit.CaseFailure("improbable", "", Path(str(right(case))).read_bytes()), case)
    other = replace(case.mdp, r=(case.mdp.r[0] * 0 + 1,))

    def play(case: Case) -> list[Record]:
        head, *rest = lines_of(right, replace(case, mdp=other))
        return [head | {"mdp": None}, *rest]

    failure, _ = kit.judge(play, case)
    assert failure is not None and failure.rule == "improbable"
    report = kit.KitResult(case=case, failure=failure).report()
    assert "repeat: proofs-check trace RUN, with RUN of --keep RUN;" in report
    assert "with --no-play RUN conforms: no rule is broken" in report
    path = tmp_path / "kept.jsonl"
    path.write_bytes(kit.kept(failure, case).trace)
    assert proofs_check("trace", path, "--no-play").status == UNDECIDED
    assert proofs_check("trace", path).status == FALSE
    reply = proofs_check("trace", path, "--statistics")
    assert reply.status == FALSE and "--statistics is the default" in reply.err


def biased(case: Case) -> list[Record]:
    """Rewards of mean 0.65, where 1/2 is right, on one step."""
    rng, setting = random.Random(case.seed), Setting(layers=(1, 1), A=1, T=case.T)
    records = keep(produce(setting), PI)
    for record in records:
        if record["record"] == "episode":
            record["r"] = [int(rng.random() < 0.65)]
    return [records[0] | {"delta": case.delta}, *records[1:]]


def test_improbable_only_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proofs_check: Command
) -> None:
    """No case is improbable alone: the report, and the command, do not say that its trace is."""
    mdp = LayeredMDP((1, 1), 1, (np.ones((1, 1, 1)),), (np.full((1, 1), 0.5),))
    monkeypatch.setattr(kit, "numbered_case", lambda k, *_, **__: Case(mdp, 60, 0.1, k, 60))
    outcome = kit.run_cases(biased, runs=40)
    assert outcome.failure is not None and outcome.failure.rule == "improbable"
    assert outcome.failure.accumulated and outcome.cases > 5
    report = outcome.report()
    assert f"in {outcome.cases} runs together" in " ".join(report.split())
    assert "repeat: only this command does; no case is improbable alone" in report
    assert "last case: T = 60" in report and "smallest" not in report
    monkeypatch.setattr(kit, "command", lambda template, *_, **__: biased)
    words, kept = ("--runs", 40, "--keep", tmp_path / "kept.jsonl"), tmp_path / "kept.jsonl"
    status, out, _ = proofs_check("kit", "--against", "mine {mdp} {T} {seed}", *words)
    assert status == FALSE and "--statistics" not in out
    assert proofs_check("trace", kept, "--statistics").status == UNDECIDED  # A = 1
    kept.unlink()
    status, out, _ = proofs_check("kit", "--against", "mine {mdp} {T}", *words)
    assert status == UNDECIDED and not kept.exists(), "the noise of its cases may be the same"
    assert "chance: tested in each case alone; with {seed} evidence multiplies" in out


# ----------------------------------------------------------------------------- the command line


def test_a_misspelt_placeholder_and_a_file_that_is_there(
    tmp_path: Path, proofs_check: Command
) -> None:
    status, _, err = proofs_check("kit", "--against", "mine {mdp} {T} {dleta}")
    assert status == USAGE and "{dleta}" in err
    there = tmp_path / "kept.jsonl"
    there.write_text("mine")
    status, _, err = proofs_check("kit", "--against", "mine {mdp} {T}", "--keep", there)
    assert status == USAGE and "exists" in err and there.read_text() == "mine"


@pytest.mark.parametrize("reason", kit.OTHER)
def test_reasons_are_explained(reason: str, proofs_check: Command) -> None:
    status, out, _ = proofs_check("explain", reason)
    assert status == OK and out.startswith(reason)


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
    assert [c.mdp.X for c in cases if c.mdp.X >= 50] == [50, 200]
