"""The sampled runs: what the suite contains, and that the exact view of a run is right."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from proofs_check.arithmetic import ONE, ZERO, Decision, Q, to_q
from proofs_check.sampled_runs.epoch import SampledEpoch
from proofs_check.sampled_runs.exact_rows import GRID, exact_distribution
from proofs_check.sampled_runs.occupancy import (
    inner,
    occupancy_measure,
    pair_mass,
    pairs,
    uniform,
    value,
    violation_of_Q,
)
from proofs_check.sampled_runs.run import SampledRun
from proofs_check.sampled_runs.specs import PAPER_LAYERS, Spec, specs
from proofs_check.sampled_runs.suite import FOREIGN, Suite, foreign, make_trace, suite
from reference.occupancy import optimal_policy
from reference.occupancy import value as float_value
from reference.support.errors import MalformedInput, PreconditionError
from reference.trace.reader import read
from reference.trace.records import EpochRecord
from tests.ledger import foreign_producer
from tests.paths import ROOT

SMALL = Spec("small", (1, 2, 2, 1), 2, 40)


@pytest.fixture(scope="module")
def default() -> Suite:
    return suite()


# ------------------------------------------------------------------------ what the suite contains


def test_suite_is_as_rich_as_documented(default: Suite) -> None:
    everything = default.all
    assert {run.L for run in everything} == {1, 2, 3, 4, 5, 6}
    assert any(1 in run.layers[1:-1] for run in everything)
    assert any(run.A == 1 and run.L > 1 for run in everything)
    assert min(run.delta for run in everything) == Q(1, 10**6)
    assert max(run.delta for run in everything) == Q(9, 10)
    assert {1, 2, 4} <= {run.T for run in everything}
    assert max(run.T for run in everything) >= 5000
    assert {run.choices["completion"] for run in everything} >= {
        "uniform", "first", "previous", "greedy", "any",
    }  # fmt: skip
    assert {run.choices["reward-law"] for run in everything} == {
        "bernoulli", "uniform", "deterministic", "three-point",
    }  # fmt: skip
    assert {run.choices["log"] for run in everything} == {"ln", "log2"}
    assert {spec.solver for spec in specs()} == {"glop", "first", "last", "random"} and foreign()
    assert any(run.layers == PAPER_LAYERS and run.T >= 1000 for run in default.runs)
    assert len({run.name for run in everything}) == len(everything.entries)


def test_suite_has_zero_probabilities_unreachable_states_and_certain_transitions(
    default: Suite,
) -> None:
    rows = [row for run in default.runs for P_h in run.P for rows in P_h for row in rows]
    assert any(p == 0 for row in rows for p in row)
    assert any(1 in row and len(row) > 1 for row in rows)
    assert any(
        not any(row[x1] for rows in P_h for row in rows)
        for run in default.runs
        for P_h in run.P
        for x1 in range(len(P_h[0][0]))
    )
    assert any(v != 0 and v != 1 and 2 * v != 1 for run in default.runs for v in rewards(run))


def rewards(run: SampledRun) -> set[Q]:
    return {r for episode in run.episodes[:50] for r in episode.r}


def test_events_fail_where_they_are_meant_to(default: Suite) -> None:
    unlucky = [run for run in default.all if "unlucky" in run.tags]
    assert {run.scale for run in unlucky} == {ONE}
    assert any(
        run.event_P is Decision.FALSE and run.event_r is Decision.TRUE for run in default.all
    )
    assert any(run.event_P is Decision.TRUE and run.event_r is Decision.FALSE for run in unlucky)
    assert any(run.event_P is Decision.FALSE for run in unlucky)
    shrunk = [run for run in default.all if run.scale != 1]
    for event in ("event_P", "event_r"):
        assert any(getattr(run, event) is Decision.FALSE for run in shrunk)
    usual = [run for run in default.runs if "unlucky" not in run.tags]
    assert all(run.event_P is run.event_r is Decision.TRUE for run in usual)


# ------------------------------------------------------------------------ the exact view


def test_counts_are_those_of_the_episodes(default: Suite) -> None:
    for run in islice(default.all, 20):
        for e in (run.epochs[0], run.epochs[-1]):
            before = run.episodes[: e.t - 1]
            for h, x, a in pairs(e.N):
                seen = [ep for ep in before if ep.x[h] == x and ep.a[h] == a]
                assert e.N[h][x][a] == len(seen) == sum(e.N3[h][x][a])
                assert e.r_sum[h][x][a] == sum((ep.r[h] for ep in seen), ZERO)
        assert sum(e.length for e in run.epochs) == run.T
        assert all(ep.i == e.i for e in run.epochs for ep in e.episodes)
        total = [[[0] * run.A for _ in N_h] for N_h in run.N_end]
        for e in run.epochs:
            for h, x, a in pairs(e.n):
                total[h][x][a] += e.n[h][x][a]
        assert total == run.N_end


def test_q_hat_is_exactly_feasible_and_nearly_optimal(default: Suite) -> None:
    for run in default.all:
        for e in run.epochs[:: max(1, len(run.epochs) // 5)]:
            assert violation_of_Q(e.q_hat) is None
            for h, x, a in pairs(e.pi):
                assert sum(e.pi[h][x], ZERO) == 1 and min(e.pi[h][x]) >= 0
                row = e.P_i[h][x][a]
                assert sum(row, ZERO) == 1 and min(row) >= 0
                if e.N[h][x][a]:
                    off = sum(
                        (abs(p - p1) for p, p1 in zip(row, e.P_bar[h][x][a], strict=True)), ZERO
                    )
                    assert off <= e.eps[h][x][a].lo
            assert 0 <= e.gap < Q(1, 10**9)
            assert e.optimistic.lo <= e.optimum.hi


def test_exact_regret_agrees_with_the_floating_one(tmp_path: Path) -> None:
    made = make_trace(SMALL)
    run = SampledRun("small", made)
    path = tmp_path / "small.jsonl"
    path.write_bytes(made)
    records = list(read(path))
    mdp = records[0].mdp  # type: ignore[union-attr]  # the first record is the header
    assert mdp is not None
    played = [r for r in records if isinstance(r, EpochRecord)]
    policies = [tuple(np.array(pi_h) for pi_h in record.tables["pi"]) for record in played]
    floating = mdp.to_float()
    best = optimal_policy(floating).value
    lost = [float(best - float_value(floating, pi)) for pi in policies]
    lengths = [e.length for e in run.epochs]
    total = sum(v * n for v, n in zip(lost, lengths, strict=True))
    assert abs(float(run.regret) - total) < 1e-9
    assert run.best.value == to_q(optimal_policy(mdp).value)


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


# ------------------------------------------------------------------------ making runs


def test_same_bytes_under_another_hash_seed() -> None:
    here = hashlib.sha256(make_trace(SMALL)).hexdigest()
    code = "import hashlib; from tests.ledger.test_runs import SMALL, make_trace; "
    code += "print(hashlib.sha256(make_trace(SMALL)).hexdigest())"
    there = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT,
        env={"PYTHONHASHSEED": "7", "PATH": ""},
    )  # fmt: skip
    assert there.stdout.strip() == here


def test_full_suite_adds_shapes_families_and_the_papers_size() -> None:
    small, large = specs(), specs(full=True)
    assert large[: len(small)] == small
    assert len(large) >= 2 * len(small) - 5
    assert len({spec.name for spec in large}) == len(large)
    assert any(spec.layers == PAPER_LAYERS and spec.T >= 3000 for spec in large)


def test_unlucky_law_keeps_the_support() -> None:
    spec = next(s for s in specs() if s.unlucky and s.layers == (1, 3, 3, 1))
    run = SampledRun("u", make_trace(spec))
    assert run.event_P is Decision.FALSE
    lucky = SampledRun("l", make_trace(Spec(spec.name, spec.layers, spec.A, spec.T, spec.delta,
                                      spec.transitions, choices=spec.choices)))  # fmt: skip
    assert lucky.P == run.P and lucky.event_P is Decision.TRUE


def test_shrunk_radii_are_scale_times_the_printed_ones() -> None:
    made = make_trace(SMALL)
    printed = SampledRun("p", made)
    shrunk = SampledRun("s", made, Q(1, 3))
    for e, s in zip(printed.epochs[1:], shrunk.epochs[1:], strict=True):
        assert abs(s.eps[0][0][0].lo * 3 - e.eps[0][0][0].lo) < Q(1, 2**60)
        assert abs(s.b[0][0][0].lo * 3 - e.b[0][0][0].lo) < Q(1, 2**60)


def test_foreign_traces_are_what_their_producer_writes() -> None:
    for name in foreign_producer.MDPS:
        committed = FOREIGN / f"foreign-{name}.jsonl"
        assert committed.read_bytes() == foreign_producer.trace(name)
    source = Path(foreign_producer.__file__).read_text(encoding="utf-8")
    assert "import reference" not in source and "from reference" not in source
    assert len(foreign()) == len(foreign_producer.MDPS)


def test_policy_only_trace_gets_the_optimistic_transitions(default: Suite) -> None:
    (run,) = [run for run in default.all if run.name == "foreign-pi-only"]
    for e in run.epochs[1:]:
        assert e.gap < Q(1, 10**9), "the policy with its best transitions is LP1's optimum"


# ------------------------------------------------------------------------ refusals


def lines_of(trace: bytes) -> list[bytes]:
    return trace.splitlines(keepends=True)


def test_runs_without_mdp_or_cut_short_are_refused() -> None:
    made = make_trace(SMALL)
    lines = lines_of(made)
    header = json.loads(lines[0])
    del header["mdp"]
    bare = json.dumps(header).encode() + b"\n" + b"".join(lines[1:])
    with pytest.raises(PreconditionError, match="with an MDP"):
        SampledRun("bare", bare)
    with pytest.raises(MalformedInput):
        SampledRun("cut", b"".join(lines[:-3]))
    short = [line for line in lines[:-1] if b'"t":40' not in line or b'"episode"' not in line]
    with pytest.raises(PreconditionError, match="T = 40 episodes"):
        SampledRun("short", b"".join(short) + lines[-1])


def test_measures_agree_with_their_definitions() -> None:
    run = SampledRun("small", make_trace(SMALL))
    pi = uniform(run.layers, run.A)
    q = occupancy_measure(run.P, pi)
    assert inner(pair_mass(q), run.r) == value(run.P, run.r, pi)
    q[1][0][0][0] += Q(1, 10**30)
    found = violation_of_Q(q)
    assert found is not None and found[0] == "normalisation"
