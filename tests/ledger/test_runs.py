"""The sampled runs: what the suite contains, and that the exact view of a run is right."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from proofs_check.arithmetic import ONE, ZERO, Decision, Q, to_q
from proofs_check.letters.letters import ESTIMATED
from proofs_check.letters.nested import NestedRun
from proofs_check.letters.occupancy import (
    inner,
    occupancy_measure,
    pair_mass,
    uniform,
    value,
    violation_of_Q,
)
from proofs_check.letters.recorder import Recorded
from proofs_check.sampled_runs.specs import PAPER_LAYERS, Spec, specs
from proofs_check.sampled_runs.suite import FOREIGN, Suite, foreign, make_trace, suite
from reference.occupancy import optimal_policy
from reference.regret import total_regret
from reference.support.errors import MalformedInput, PreconditionError
from reference.trace.reader import read_stream
from reference.trace.records import EpochRecord, Header
from tests.implementations import foreign_producer
from tests.ledger.test_definitions import sharply
from tests.robustness.subprocesses import program

SMALL = Spec("small", (1, 2, 2, 1), 2, 40)


@pytest.fixture(scope="module")
def default() -> Suite:
    return suite()


@pytest.fixture(scope="module")
def small() -> bytes:
    return make_trace(SMALL)


# ------------------------------------------------------------------------ what the suite contains


def test_suite_is_as_rich_as_documented(default: Suite) -> None:
    everything = default.all
    assert {run.L for run in everything} == {1, 2, 3, 4, 5, 6}
    assert any(1 in run.layers[1:-1] for run in everything)
    assert any(run.A == 1 and run.L > 1 for run in everything)
    assert {Q(1, 10**6), Q(9, 10)} <= {run.delta for run in everything}
    assert {1, 2, 4} <= {run.T for run in everything}
    assert max(run.T for run in everything) >= 5000
    chosen = {
        name: {run.choices[name] for run in everything} for name in next(iter(everything)).choices
    }
    assert chosen["completion"] >= {"uniform", "first", "previous", "greedy", "any"}
    assert chosen["reward-law"] == {"bernoulli", "uniform", "deterministic", "three-point"}
    assert chosen["log"] == {"ln", "log2"}
    assert {spec.solver for spec in specs()} == {"glop", "first", "last", "random"} and foreign()
    assert any(run.layers == PAPER_LAYERS and run.T >= 1000 for run in default.runs)
    assert len({run.name for run in everything}) == len(everything.entries)


def test_suite_has_zero_probabilities_unreachable_states_and_certain_transitions(
    default: Suite,
) -> None:
    layers = [P_h for run in default.runs for P_h in run.P]
    rows = [row for P_h in layers for of_x in P_h for row in of_x]
    assert any(0 in row for row in rows)
    assert any(1 in row and len(row) > 1 for row in rows)
    into = (zip(*(row for of_x in P_h for row in of_x), strict=True) for P_h in layers)
    assert any(not any(column) for columns in into for column in columns)
    rewards = {r for run in default.runs for episode in run.episodes[:50] for r in episode.r}
    assert rewards - {0, Q(1, 2), 1}


def test_events_fail_where_they_are_meant_to(default: Suite) -> None:
    unlucky = [run for run in default.all if "unlucky" in run.tags]
    assert {run.scale for run in unlucky} == {ONE}
    assert any(
        run.in_confidence_sets is Decision.FALSE and run.rewards_inside is Decision.TRUE
        for run in default.all
    )
    assert any(
        run.in_confidence_sets is Decision.TRUE and run.rewards_inside is Decision.FALSE
        for run in unlucky
    )
    assert any(run.in_confidence_sets is Decision.FALSE for run in unlucky)
    shrunk = [run for run in default.all if run.scale != 1]
    for event in ("in_confidence_sets", "rewards_inside"):
        assert any(getattr(run, event) is Decision.FALSE for run in shrunk)
    usual = [run for run in default.runs if "unlucky" not in run.tags]
    assert all(run.in_confidence_sets is run.rewards_inside is Decision.TRUE for run in usual)


# ------------------------------------------------------------------------ the exact view


def test_q_hat_is_exactly_feasible_and_nearly_optimal(default: Suite) -> None:
    for _, e in default.all.epochs(about=5):
        assert violation_of_Q(e.q_hat3) is None
        assert all(sum(row, ZERO) == 1 and min(row) >= 0 for of_h in e.pi for row in of_h)
        assert 0 <= e.gap < Q(1, 10**9)
        assert e.optimistic.lo <= e.optimum_hi


def test_exact_regret_agrees_with_the_floating_one(small: bytes) -> None:
    run = NestedRun(Recorded("small", small))
    header, *records = read_stream(io.BytesIO(small), "small")
    assert isinstance(header, Header) and header.mdp is not None
    tables = (record.tables["pi"] for record in records if isinstance(record, EpochRecord))
    policies = (tuple(map(np.array, pi)) for pi in tables)
    played = zip(policies, (e.length for e in run.epochs), strict=True)
    total = total_regret(header.mdp.to_float(), played)
    assert float(run.regret) == pytest.approx(total, abs=1e-9)
    assert run.best.value == to_q(optimal_policy(header.mdp).value)


def test_values_of_a_hand_made_run() -> None:
    """x_0 -> {u, v}, one action: counts, means and measures that fit on a page."""
    P = [[[["1/3", "2/3"]]], [[["1"]], [["1"]]]]
    header = {"record": "header", "format": "ucrl-lp-trace", "version": 1, "algorithm": "UCRL-LP",
              "layers": [1, 2, 1], "A": 1, "T": 2, "delta": "1/2",
              "mdp": {"P": P, "r": [[["0"]], [["1"], ["1/2"]]]}}  # fmt: skip
    q_hat = [[[[0, 1.0]]], [[[0]], [[1.0]]]]
    pi = [[[1]], [[1], [1]]]
    lines = [
        header,
        {"record": "epoch", "i": 1, "t": 1, "q_hat": [[[[0.5, 0.5]]], [[[0.5]], [[0.5]]]]},
        {"record": "episode", "t": 1, "x": [0, 1], "a": [0, 0], "r": [0, 1]},
        {"record": "epoch", "i": 2, "t": 2, "q_hat": q_hat, "pi": pi},
        {"record": "episode", "t": 2, "x": [0, 0], "a": [0, 0], "r": [0, "1/3"]},
        {"record": "end", "episodes": 2, "epochs": 2},
    ]
    run = NestedRun(Recorded("hand", "".join(json.dumps(line) + "\n" for line in lines).encode()))
    first, second = run.epochs
    assert run.best.value == Q(2, 3) and run.regret == 0
    assert first.q_hat3 == [[[[Q(1, 2), Q(1, 2)]]], [[[Q(1, 2)]], [[Q(1, 2)]]]]
    assert first.l1 == 2 * Q(1, 6) + 2 * Q(1, 6)
    assert second.N == [[[1]], [[0], [1]]] and run.N_end == [[[2]], [[1], [1]]]
    assert second.P_bar == [[[[ZERO, ONE]]], [[[ZERO]], [[ONE]]]]
    assert second.P_error == [[[Q(2, 3)]], [[ONE], [ZERO]]], "1 where nothing was seen"
    assert second.r_bar == [[[ZERO]], [[ZERO], [ONE]]]
    assert second.xi(ESTIMATED) == [[[Q(2, 3)]], [[ZERO], [ZERO]]]
    assert second.l1_by_layer == [ZERO, Q(2, 3)] and second.q_xi_by_layer(ESTIMATED) == [
        Q(2, 3),
        ZERO,
    ]
    assert second.P_i(ESTIMATED)[1][0][0] == [ONE], "R-4: uniform where unvisited"
    assert run.episodes[1].r == (ZERO, Q(1, 3)) and run.episodes[1].x == (0, 0, 0)


# ------------------------------------------------------------------------ making runs


def test_same_bytes_under_another_hash_seed(small: bytes) -> None:
    code = "import sys; from tests.ledger.test_runs import SMALL, make_trace; "
    code += "sys.stdout.buffer.write(make_trace(SMALL))"
    there = program("-c", code, env={"PYTHONHASHSEED": "7", "PATH": ""})
    assert there.stdout.encode() == small


def test_full_suite_adds_shapes_families_and_the_papers_size() -> None:
    few, many = specs(), specs(full=True)
    assert many[: len(few)] == few and len(many) >= 2 * len(few) - 5
    assert len({spec.name for spec in many}) == len(many)
    assert any(spec.layers == PAPER_LAYERS and spec.T >= 3000 for spec in many)


def test_unlucky_law_keeps_the_support() -> None:
    spec = next(s for s in specs() if s.unlucky and s.layers == (1, 3, 3, 1))
    run, lucky = (
        NestedRun(Recorded("u", make_trace(s))) for s in (spec, replace(spec, unlucky=False))
    )
    assert run.in_confidence_sets is Decision.FALSE
    assert lucky.P == run.P and lucky.in_confidence_sets is Decision.TRUE


def test_shrunk_radii_are_scale_times_the_printed_ones(small: bytes) -> None:
    printed, shrunk = NestedRun(Recorded("p", small)), NestedRun(Recorded("s", small), Q(1, 3))
    for e, s in zip(printed.epochs[1:], shrunk.epochs[1:], strict=True):
        for name, (of, bits) in product(("eps", "b"), ((sharply, 60), (getattr, 45))):
            radius, less = of(e, name)[0][0][0], of(s, name)[0][0][0]
            assert abs(less.lo * 3 - radius.lo) < Q(1, 2**bits)


def test_foreign_traces_are_what_their_producer_writes() -> None:
    for name in foreign_producer.MDPS:
        committed = FOREIGN / f"foreign-{name}.jsonl"
        assert committed.read_bytes() == foreign_producer.trace(name)
    source = Path(foreign_producer.__file__).read_text(encoding="utf-8")
    assert "import reference" not in source and "from reference" not in source
    assert len(foreign()) == len(foreign_producer.MDPS)


# ------------------------------------------------------------------------ refusals


def test_runs_without_mdp_or_cut_short_are_refused(small: bytes) -> None:
    header, *rest = small.splitlines(keepends=True)
    fields = {k: v for k, v in json.loads(header).items() if k != "mdp"}
    with pytest.raises(PreconditionError, match="with an MDP"):
        NestedRun(Recorded("bare", b"".join([json.dumps(fields).encode() + b"\n", *rest])))
    with pytest.raises(MalformedInput):
        NestedRun(Recorded("cut", b"".join([header, *rest[:-3]])))
    short = [line for line in rest if b'"t":40' not in line or b'"episode"' not in line]
    with pytest.raises(PreconditionError, match="T = 40 episodes"):
        NestedRun(Recorded("short", b"".join([header, *short])))


def test_measures_agree_with_their_definitions(small: bytes) -> None:
    run = NestedRun(Recorded("small", small))
    pi = uniform(run.layers, run.A)
    q = occupancy_measure(run.P, pi)
    assert inner(pair_mass(q), run.r) == value(run.P, run.r, pi)
    q[1][0][0][0] += Q(1, 10**30)
    violation = violation_of_Q(q)
    assert violation is not None and violation[0] == "normalisation"
