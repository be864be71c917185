"""The replay of a trace: order, verdicts, counts of applications, limits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from proofs_check.conformance import replay
from proofs_check.conformance.divergence import Divergence
from proofs_check.conformance.replay import check
from proofs_check.conformance.rules import RULES
from reference.support.errors import UNDECIDED, MalformedInput
from tests.planted.faulty_producer import INTERMEDIATES
from tests.planted.planted_fields import changed, put
from tests.planted.planted_runs import (
    ALL,
    BOTH,
    PI,
    SHORT,
    outcome_of,
    read_back,
    records,
    run,
)

L, A = len(SHORT.layers) - 1, SHORT.A


@pytest.mark.parametrize("tables", [ALL, BOTH, PI])
def test_every_application_of_a_rule_is_counted(tables: tuple[str, ...]) -> None:
    trace = records(tables, mdp=True)
    outcome = outcome_of(trace)
    n = sum(record["record"] == "episode" for record in trace)
    epochs = sum(record["record"] == "epoch" for record in trace)
    assert (outcome.verdict, outcome.exit_status) == ("conforms", 0)
    assert (outcome.episodes, outcome.epochs, outcome.total) == (n, epochs, 0) != (0, 0, 0)
    once = {"tolerance": 1, "x_L": 1, "end": 1}
    per_episode = {"episode-number": n, "epoch-missing": n, "order": n + 2}
    per_epoch = {"epoch-number": epochs, "epoch-early": epochs - 1}
    per_step = dict.fromkeys(("state", "action", "reward", "possible"), n * L)
    expected = {**once, **per_episode, **per_epoch, **per_step}
    assert {rule: outcome.instances[rule] for rule in expected} == expected
    assert set(outcome.instances) <= {rule.id for rule in RULES}
    assert outcome.instances["played"] == n * L or tables == PI
    for name in INTERMEDIATES:
        # the counters as whole tables, other quantities entry by entry
        written = [e[name] for e in trace if name in e]
        if name not in ("N", "N3", "value"):
            written = [v for table in written for layer in table for v in np.ravel(layer)]
        assert outcome.instances[name] == len(written), name
        assert written or tables != ALL


@pytest.mark.parametrize("reading", ["skip", "solve"])
@pytest.mark.parametrize("T", [40, 39])
def test_the_epoch_after_the_last_episode(reading: str, T: int) -> None:
    """R-16: under `solve` it must be there after episode T, and only there."""
    trace = records(BOTH, T=T, trigger="printed", last_trigger="solve")
    assert trace[-2]["record"] == "epoch" and trace[-2]["t"] == T + 1
    assert outcome_of(trace).holds
    trace[0]["readings"]["R-16"] = reading

    def without(kind: str) -> Divergence | None:
        del trace[-2]
        trace[-1][kind] -= 1
        return outcome_of(trace).first

    first = without("epochs")
    assert (first is None) == (reading == "skip")
    if first is not None:
        assert (first.rule, first.line) == ("last-trigger", len(trace))
        assert (first.expected, first.found) == ("an epoch after episode T", "none")
    # stopped before T, the run owes nothing, not even the epoch that would be next
    assert without("episodes") is None
    assert without("epochs") is None


def test_a_run_without_episodes_is_vacuous() -> None:
    records = [*run(SHORT)[:2], {"record": "end", "episodes": 0, "epochs": 1}]
    outcome = outcome_of(records)
    assert (outcome.verdict, outcome.exit_status) == ("vacuous", UNDECIDED)
    assert outcome.first is None and outcome.largest_gap == 0


def test_without_everything_the_check_stops_at_the_first_divergence() -> None:
    records = changed(SHORT, put("episode", 3, ("r", 0), 2), ALL)
    put("episode", 5, ("r", 0), 2)(records)
    assert outcome_of(records).total == 1
    assert outcome_of(records, everything=True).total > 1
    records[-2]["x"] = "x"  # the rest must be well-formed
    outcome = outcome_of(records)
    assert (outcome.total, outcome.verdict) == (1, "malformed")
    assert outcome.malformed is not None and outcome.malformed.field == "x"


def test_progress_is_told_with_the_outcome() -> None:
    trace, told = records(PI), []
    outcome = check(read_back(trace), on_progress=lambda c: told.append((c, c.episodes, c.epochs)))
    assert len(told) == len(trace) and all(c is outcome for c, _, _ in told)
    assert told[0][1:] == (0, 0) and told[-1][1:] == (outcome.episodes, outcome.epochs)


@pytest.mark.parametrize(("kind", "most"), [("episode", 3), ("epoch", 4)])
def test_a_trace_does_not_go_on_for_ever(kind: str, most: int) -> None:
    """No more episodes than T and no more epochs than T + 1, whatever else is wrong."""
    head, *rest = records(PI, T=3)
    record = next(r for r in rest if r["record"] == kind)
    trace = [head, *[record] * (most + 1), rest[-1]]
    error = check(read_back(trace), file="mine").malformed
    assert error is not None
    assert (error.file, error.line, error.field) == ("mine", most + 2, kind)
    assert error.value == f"{kind} {most + 1}"


def test_denominators_of_rewards_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MAX_SUM_BITS", 6)
    trace = records(PI)
    line, episode = next((k, e) for k, e in enumerate(trace, 1) if e["record"] == "episode")
    episode["r"][0] = "1/64"
    with pytest.raises(MalformedInput) as refused:
        outcome_of(trace)
    value: Any = refused.value.value
    assert (refused.value.line, refused.value.field, value[0]) == (line, "r", "1/64")
