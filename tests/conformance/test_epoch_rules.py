"""The rules of an epoch record: quantities, LP1, q_hat."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from proofs_check.arithmetic import GRID, Q
from proofs_check.conformance import epoch_rules
from proofs_check.conformance.replay import check
from proofs_check.lp1.optimum import solve
from reference.support.errors import MalformedInput
from tests.planted.planted_runs import ALL, BOTH, SHORT, outcome_of, read_back, records

L, A = len(SHORT.layers) - 1, SHORT.A


def test_every_certificate_is_counted() -> None:
    """From epoch 2 on: one LP1, one objective, every family of eq. (4) and (13)."""
    trace = records(BOTH)
    later = sum(e["record"] == "epoch" for e in trace) - 1
    counted = outcome_of(trace).instances
    for rule in ("lp1-infeasible", "q_hat-optimal", *epoch_rules.FAMILY.values()):
        families = list(epoch_rules.FAMILY.values()).count(rule) or 1  # radius: upper and lower too
        assert counted[rule] == families * later > 0, rule


@pytest.mark.parametrize(
    ("known", "undecided", "shown"),
    [(0, False, "every action of x_0 unusable"), (1, True, "not decided")],
)
def test_an_lp1_without_an_optimum(
    known: int, undecided: bool, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No run leads there: the optimum with radii rounded up exists, or none does."""

    def without(data: Any, rounding: int) -> Any:
        best = solve(data, rounding)
        return best if rounding == known else replace(best, value=None)

    monkeypatch.setattr(epoch_rules, "solve", without)
    first = outcome_of(records(BOTH)).first
    assert first is not None and (first.rule, first.undecided) == ("lp1-infeasible", undecided)
    assert (first.expected, first.found) == ("a feasible LP1", shown)


def test_long_rewards_are_rounded_outward(monkeypatch: pytest.MonkeyPatch) -> None:
    """r_hat_i, down and up to multiples of 1/GRID: the LP between is the one with r_hat_i."""
    trace = records(ALL, law="thirds", T=400)
    seen: dict[str, list[Any]] = {"exact": [], "rounded": []}
    for name, bits in (("exact", 10**9), ("rounded", 0)):
        monkeypatch.setattr(epoch_rules, "LONG_BITS", bits)

        def noted(data: Any, rounding: int, into: Any = seen[name]) -> Any:
            into.append((data, rounding))
            return solve(data, rounding)

        monkeypatch.setattr(epoch_rules, "solve", noted)
        assert outcome_of(trace).holds
    moved = 0
    for (exact, side), (rounded, other) in zip(*seen.values(), strict=True):
        assert side == other and (exact.eps, exact.N) == (rounded.eps, rounded.N)
        for table, on_grid in zip(exact.r_hat, rounded.r_hat, strict=True):
            for v, w in zip(np.ravel(table), np.ravel(on_grid), strict=True):
                assert 0 <= side * (w - v) < Q(1, GRID) and (w * GRID).denominator == 1
                moved += w != v
    assert moved > 0


@pytest.mark.parametrize(("most", "fits"), [(13, True), (12, False)])
@pytest.mark.parametrize("limit", ["bits", "work"])
def test_denominators_of_a_table_are_limited_together(
    limit: str, most: int, fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """lcm(4, 6, 35, 11) = 4620 has 13 bits, though none of them has more than 6."""
    size = A * sum(X_h * Y for X_h, Y in zip(SHORT.layers[:-1], SHORT.layers[1:], strict=True))
    bits = (most, 10**9) if limit == "bits" else (10**9, most * size)
    monkeypatch.setattr(epoch_rules, "MAX_DENOMINATOR_BITS", bits[0])
    monkeypatch.setattr(epoch_rules, "MAX_WORK", bits[1])
    trace = records(BOTH)
    line, epoch = next((k, e) for k, e in enumerate(trace, 1) if e.get("i") == 3 and "q_hat" in e)
    q = epoch["q_hat"]
    q[0][0][0] = ["1/4", "1/6"]
    q[1][0][0] = [0.5, "1/35"]
    q[1][0][1] = ["3", "1/11"]
    if fits:
        outcome = check(read_back(trace), file="mine")
        assert outcome.first is not None and outcome.first.rule.startswith("q_hat")
    else:
        with pytest.raises(MalformedInput) as refused:
            check(read_back(trace), file="mine")
        error = refused.value
        assert (error.file, error.line, error.field) == ("mine", line, "q_hat")
        assert error.value == "1/11" and "must not have 13 bits" in error.rule
