"""Both judges on the same traces: vectors, runs, planted faults, changed ones; and wrong hints."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs_check.conformance.divergence import Divergence
from proofs_check.conformance.rules import BY_ID
from proofs_check.sampled_runs.suite import FOREIGN
from reference import make, run
from reference.support.errors import FALSE, OK
from tests.fuzz import agreement
from tests.fuzz.agreement import (
    LESS,
    MORE,
    TRACES,
    attack,
    attack_hints,
    built,
    disagreement,
    left_out,
    of_judge,
    of_other_readings,
    of_python,
    pi_alone,
    records,
    right_traces,
)
from tests.jsonl import jsonl
from tests.planted.faulty_producer import Setting
from tests.planted.planted_fields import EVERY_EPISODE, MDP, PARTIAL
from tests.planted.planted_runs import ALL, BOTH, LONG, PI, SHORT, Planted, keep
from tests.planted.planted_runs import run as produced
from tests.planted.test_planted import PLANTED

pytestmark = built


@pytest.mark.parametrize("name", TRACES)
def test_vectors(name: str) -> None:
    assert disagreement(TRACES[name], of_judge(TRACES[name])) is None


@pytest.mark.parametrize("planted", PLANTED, ids=str)
def test_planted_faults(planted: Planted) -> None:
    data = jsonl(planted.records())
    assert disagreement(data, of_judge(data)) is None


@pytest.mark.parametrize("tables", [ALL, BOTH, ("q_hat",), PI], ids=" ".join)
@pytest.mark.parametrize("setting", [LONG, SHORT, MDP, EVERY_EPISODE, PARTIAL])
def test_right_runs(setting: Setting, tables: tuple[str, ...]) -> None:
    data = jsonl(keep(produced(setting), tables))
    judged = of_judge(data)
    assert judged[0] == OK
    assert disagreement(data, judged) is None


@pytest.mark.parametrize("name", ["tiny", "riverswim", "foreign-rational"])
def test_runs_of_the_reference_and_of_a_stranger(name: str, tmp_path: Path) -> None:
    file = FOREIGN / f"{name}.jsonl"
    if not file.exists():
        file = tmp_path / "run.jsonl"
        run(make(name).mdp, T=200, seed=1, out=file)
    data = file.read_bytes()
    judged = of_judge(data)
    assert judged[0] == OK
    assert disagreement(data, judged) is None


def test_changed_traces() -> None:
    seen, wrong = attack(300, seed=1)
    assert wrong == []
    assert min(seen["accepted"], seen["refused"], seen["malformed"], seen["compared"]) > 10


def test_a_long_run_goes_on_where_its_journal_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agreement, "BLOCK", 40)
    journal = tmp_path / "journal"
    first, _ = agreement.blocks(80, 1, 1, journal)
    kept = journal.read_text("utf-8").splitlines()
    seen, wrong = agreement.blocks(200, 1, 2, journal)
    lines = journal.read_text("utf-8").splitlines()
    assert lines[:2] == kept and len(lines) == 5
    assert (first["changed"], seen["changed"], wrong) == (80, 200, [])
    assert all(seen[f"changed: {kind}"] for kind in (*agreement.CHANGES, "value"))


def test_wrong_hints_never_make_the_gap_smaller() -> None:
    seen = attack_hints(3000, 1)
    assert seen["smaller"] == 0
    assert min(seen["none"], seen["larger"], seen["same"]) > 100
    assert seen["roots"] == len(list(right_traces())), "wrong roots change nothing"
    assert attack_hints(3000, 1, "radius")["smaller"] > 10, "what is no hint makes it smaller"


def test_a_disagreement_is_noticed() -> None:
    right = pi_alone("right-short-pi")
    data = jsonl(right)
    told = {"verdict": "refused", "rule": "state"}
    assert disagreement(data, (FALSE, told)) is not None
    right[2]["r"][0] = 2
    assert disagreement(jsonl(right), (OK, {"verdict": "accepted"})) is not None
    for rule, line, noticed in (("reward", 3, False), ("reward", 4, True), ("action", 3, True)):
        other = {"verdict": "refused", "rule": rule, "line": line}
        assert (disagreement(jsonl(right), (FALSE, other)) is not None) == noticed


def test_what_it_leaves_out_are_rules() -> None:
    assert {*LESS, *MORE} <= BY_ID.keys()
    assert left_out(Divergence("played", (), "an action with pi > 1e-7", "1e-08"))
    assert not left_out(Divergence("played", (), "an action with pi > 1e-7", "0"))


def test_an_action_of_small_probability_may_be_played() -> None:
    """`proofs-check trace` asks for more than the tolerance, the judge for more than 0."""
    trace = pi_alone("right-short-pi")
    for r in trace:
        if r["record"] == "epoch":
            row = r["pi"][0][0]
    other = row.index(0)
    trace[-2]["a"][0] = other
    assert of_judge(jsonl(trace))[1]["rule"] == "played"
    row[other] = "1/1000000000"
    judged, (_, outcome) = of_judge(jsonl(trace)), of_python(jsonl(trace))
    assert (judged[0], outcome and outcome.first and outcome.first.rule) == (OK, "played")
    assert disagreement(jsonl(trace), judged) is None


def test_a_negative_entry_alone_leaves_the_policy_open() -> None:
    """The judge takes it as 0 (R-6), the other sums the row first; it has refused it before."""
    trace = [
        {k: v for k, v in record.items() if k != "pi"} for record in records(of_other_readings()[3])
    ]
    epoch = next(r for r in trace if r["record"] == "epoch" and r["i"] == 7)
    for first, rule in ((-0.5, "q_hat-nonnegative"), (-1e-9, "q_hat-normalisation")):
        epoch["q_hat"][0][0] = [[first, 0.5], [0.0, 0.0]]
        judged, (_, outcome) = of_judge(jsonl(trace)), of_python(jsonl(trace))
        assert judged[0] == OK and outcome and outcome.first and outcome.first.rule == rule
        played = [d for d in outcome.divergences if d.rule == "played"]
        assert bool(played) == (first == -0.5)
        assert disagreement(jsonl(trace), judged) is None
    epoch["q_hat"][0][0] = [[0.0, 0.0], [1.0, 0.0]]  # no mass where it plays
    assert of_judge(jsonl(trace))[1]["rule"] == "played"
    assert disagreement(jsonl(trace), judged) is not None, "if it accepted that"
