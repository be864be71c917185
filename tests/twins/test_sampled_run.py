"""The twin of the letters on runs that fit on a page, and what it refuses."""

from __future__ import annotations

import json

import pytest

from proofs_check.arithmetic import ONE, ZERO, Q, to_q
from proofs_check.letters.occupancy import (
    inner,
    occupancy_measure,
    pair_mass,
    uniform,
    value,
    violation_of_Q,
)
from proofs_check.sampled_runs.specs import Spec
from proofs_check.sampled_runs.suite import make_trace
from reference.support.errors import MalformedInput, PreconditionError
from reference.trace.records import EpochRecord
from tests.twins.exact_rows import GRID, exact_distribution
from tests.twins.sampled_epoch import SampledEpoch
from tests.twins.sampled_run import SampledRun

SMALL = Spec("small", (1, 2, 2, 1), 2, 40)


@pytest.fixture(scope="module")
def small() -> bytes:
    return make_trace(SMALL)


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
    run = SampledRun("hand", "".join(json.dumps(line) + "\n" for line in lines).encode())
    first, second = run.epochs
    assert run.best.value == Q(2, 3) and run.regret == 0
    assert first.q_hat == [[[[Q(1, 2), Q(1, 2)]]], [[[Q(1, 2)]], [[Q(1, 2)]]]]
    assert first.l1 == 2 * Q(1, 6) + 2 * Q(1, 6)
    assert second.N == [[[1]], [[0], [1]]] and run.N_end == [[[2]], [[1], [1]]]
    assert second.P_bar == [[[[ZERO, ONE]]], [[[ZERO]], [[ONE]]]]
    assert second.P_distance == [[[Q(2, 3)]], [[ONE], [ZERO]]], "1 where nothing was seen"
    assert second.r_bar == [[[ZERO]], [[ZERO], [ONE]]]
    assert second.xi == [[[Q(2, 3)]], [[ZERO], [ZERO]]]
    assert second.layer_l1 == [ZERO, Q(2, 3)] and second.layer_q_xi == [Q(2, 3), ZERO]
    assert second.P_i[1][0][0] == [ONE], "R-4: uniform where unvisited"
    assert run.episodes[1].r == (ZERO, Q(1, 3)) and run.episodes[1].x == (0, 0, 0)


def test_a_row_outside_the_ball_is_pulled_in() -> None:
    made = make_trace(Spec("far", (1, 2, 1), 1, 3000, "9/10", seed=2))
    run = SampledRun("far", made)
    last = run.epochs[-1]
    centre = last.P_bar[0][0][0]
    record = {"i": last.i, "t": last.t, "line": 1, "value": None}
    far = [[[[1.0, 0.0]]], [[[1.0]], [[0.0]]]]
    e = SampledEpoch(run, EpochRecord(tables={"q_hat": far}, **record), last.N3, last.r_sum)  # type: ignore[arg-type]  # the record's plain fields
    off = sum((abs(p - c) for p, c in zip(e.P_i[0][0][0], centre, strict=True)), ZERO)
    eps = e.eps[0][0][0]
    assert eps.lo - Q(1, 2**40) < off <= eps.lo < 2 * (1 - centre[0])


def test_policies_are_rounded_as_documented() -> None:
    assert exact_distribution([1 / 3, 1 / 3, 1 / 3]) == [Q(1, 3)] * 3
    assert exact_distribution([0.5, 0.0, 0.5]) == [Q(1, 2), ZERO, Q(1, 2)]
    row = exact_distribution([0.1, 0.2, 0.7])
    assert sum(row) == 1 and all((GRID * p).denominator == 1 for p in row)
    assert max(abs(p - to_q(v)) for p, v in zip(row, (0.1, 0.2, 0.7), strict=True)) < Q(1, 2**46)
    assert exact_distribution(["1/7", "2/7"]) == [Q(1, 3), Q(2, 3)], "rationals are only normalised"
    with pytest.raises(PreconditionError):
        exact_distribution([0.0, 0.0])


def test_shrunk_radii_are_scale_times_the_printed_ones(small: bytes) -> None:
    printed, shrunk = SampledRun("p", small), SampledRun("s", small, Q(1, 3))
    for e, s in zip(printed.epochs[1:], shrunk.epochs[1:], strict=True):
        for radius, less in ((e.eps, s.eps), (e.b, s.b)):
            assert abs(less[0][0][0].lo * 3 - radius[0][0][0].lo) < Q(1, 2**60)


def test_runs_without_mdp_or_cut_short_are_refused(small: bytes) -> None:
    header, *rest = small.splitlines(keepends=True)
    fields = {k: v for k, v in json.loads(header).items() if k != "mdp"}
    with pytest.raises(PreconditionError, match="with an MDP"):
        SampledRun("bare", b"".join([json.dumps(fields).encode() + b"\n", *rest]))
    with pytest.raises(MalformedInput):
        SampledRun("cut", b"".join([header, *rest[:-3]]))
    short = [line for line in rest if b'"t":40' not in line or b'"episode"' not in line]
    with pytest.raises(PreconditionError, match="T = 40 episodes"):
        SampledRun("short", b"".join([header, *short]))


def test_measures_agree_with_their_definitions(small: bytes) -> None:
    run = SampledRun("small", small)
    pi = uniform(run.layers, run.A)
    q = occupancy_measure(run.P, pi)
    assert inner(pair_mass(q), run.r) == value(run.P, run.r, pi)
    q[1][0][0][0] += Q(1, 10**30)
    violation = violation_of_Q(q)
    assert violation is not None and violation[0] == "normalisation"
