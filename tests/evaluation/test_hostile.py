"""Traces and numbers made to break the evaluation: nothing may hold or fail that does not."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from proofs_check.arithmetic import Decision, Q, certainly_leq, lam, sqrt
from proofs_check.evaluation.evaluate import Evaluation
from proofs_check.evaluation.statements import statements
from proofs_check.letters.balls import Balls
from proofs_check.letters.compare import Comparing, Line, decided
from proofs_check.letters.run import Run, Total
from proofs_check.sampled_runs.chosen import Chosen, _bandits, _lock
from proofs_check.sampled_runs.suite import make_trace
from proofs_check.statements.common.forks import in_turn_l1
from proofs_check.vocabulary import FAILS, NOT_CLAIMED
from reference.support.errors import MalformedInput
from tests.evaluation.runs import changed, entry, evaluate_bytes, evaluated

SMALLEST = 5e-324


def inside(ball: Balls, true: Fraction) -> bool:
    return abs(Fraction(float(ball.mid)) - true) <= Fraction(float(np.max(ball.rad)))


def epochs_changed(trace: bytes, change: Callable[[dict[str, Any]], None]) -> bytes:
    """The trace with every epoch record changed."""
    lines = []
    for line in trace.splitlines():
        value = json.loads(line)
        if value["record"] == "epoch":
            change(value)
        lines.append(json.dumps(value, separators=(",", ":")).encode() + b"\n")
    return b"".join(lines)


# ----------------------------------------------------------------------------- enclosures


def test_whole_numbers_that_doubles_do_not_hold_are_enclosed() -> None:
    big = 2**53 + 1
    assert inside(Balls.of(np.array([big]))[0], Fraction(big))
    assert inside((Balls.of(np.array([3.0])) * 3002399751580331)[0], Fraction(big))
    assert inside(Balls.of(np.array([2.0**53, 1.0])).sum(), Fraction(big))
    assert inside(Balls.of(np.array([big])).shifted(-30)[0], Fraction(big, 2**30))


def test_what_underflows_is_enclosed() -> None:
    x, half = Balls.of(np.array([SMALLEST])), Fraction(SMALLEST) / 2
    assert inside((x / np.array([2]))[0], half)
    assert inside((x * 0.5)[0], half)
    assert inside((x * Q(1, 2))[0], half)


def test_a_real_with_cancellation_is_enclosed() -> None:
    """Its enclosure is wider than a double's last bit."""
    near = Q(14142135623730950488016887242, 10**28)
    apart = sqrt(2) - near
    ends = Balls.of(apart).ends
    assert certainly_leq(ends.lo, apart) is certainly_leq(apart, ends.hi) is Decision.TRUE


def test_an_overflow_decides_nothing() -> None:
    huge, unit = Balls(np.array([np.inf, np.nan]), np.inf), Balls(np.array([1.0, 1.0]), 0.5)
    for left, right in ((unit, huge), (huge, unit)):
        holds, fails = decided(left, right, False)
        assert not np.any(holds) and not np.any(fails)


def test_a_right_side_that_may_be_what_no_run_exceeds_says_nothing() -> None:
    run = entry("L3-A2")
    known = evaluated("L3-A2").run
    assert isinstance(known, Run) and run.name == "L3-A2"
    right = Total(lambda exact: Balls(np.array(1.0), np.array(1e-9)))
    comparison = Comparing(known, Line(Total(lambda exact: Balls.of(0)), right), most=1).result()
    assert (comparison.decision, comparison.comparisons, comparison.informative) == (
        Decision.TRUE,
        1,
        0,
    )


# ----------------------------------------------------------------------------- statements


def test_the_martingale_of_lemma_5_leaves_out_layers_of_one_state() -> None:
    """Its bound by layers has only the s with X_{s+1} >= 2: so must the event. Here s = 1, which
    leads to one state, would count."""
    half, sure = ((("1/2", "1/2"),),), ((("1",),),)
    P = (half, (*sure, *sure), sure)
    r = ((("0",),), (("0",), ("1",)), (("0",),))
    made = make_trace(Chosen("narrow", "drawn", (1, 2, 1, 1), 1, 400, "1/10", P, r, ("law", 0)))
    evaluation = evaluate_bytes(made)
    (line,) = evaluation.found["lemma_05", "event", ""]
    assert max(abs(line.left.lo), abs(line.left.hi)) < Q(1, 10**9)  # q_i(x_0,a) = 1 always


def test_what_fails_is_not_hidden_by_what_a_later_epoch_lacks() -> None:
    def change(epoch: dict[str, Any]) -> None:
        if epoch["i"] <= 2:
            epoch["q_hat"][0][0][0][0] += 0.25
        else:
            del epoch["q_hat"]

    evaluation = evaluate_bytes(epochs_changed(entry("L3-A2").trace, change))
    result = evaluation.result("prop_1", "repaired")
    assert result.verdict == FAILS and result.failing


@pytest.mark.parametrize("choice", ["union", "union-half"])
def test_what_needs_the_optimum_is_not_claimed_under_other_radii(choice: str) -> None:
    evaluation = evaluate_bytes(changed(entry("L3-A2").trace, "header", readings={"R-37": choice}))
    for name in ("theorem_4_diff", "theorem_4"):
        form = statements()[name].forms[-1]
        result = evaluation.result(name, form)
        assert (result.verdict, result.reason) == (NOT_CLAIMED, f"radii={choice}")


@pytest.mark.parametrize(("table", "entries"), [("q_hat", 3), ("pi", 2)])
def test_masses_that_no_table_holds_are_refused(table: str, entries: int) -> None:
    def change(epoch: dict[str, Any]) -> None:
        row = epoch[table][0][0]
        while isinstance(row[0], list):
            row = row[0]
        row[:] = [1e308] * entries

    with pytest.raises(MalformedInput, match=f"{table}: must be below"):
        evaluate_bytes(epochs_changed(entry("L3-A2").trace, change))


def verdicts(evaluation: Evaluation) -> dict[tuple[str, str], str]:
    return {(r.statement.name, r.form): r.verdict for r in evaluation.results()}


@pytest.mark.parametrize("tiny", [-1e-320, 1e-320, SMALLEST, 1e-12])
def test_masses_near_0_change_no_verdict(tiny: float) -> None:
    def change(epoch: dict[str, Any]) -> None:
        for of_h in epoch["q_hat"]:
            for row in (row for of_x in of_h for row in of_x):
                row[:] = [q or abs(tiny) for q in row]
        for row in (row for of_h in epoch.get("pi", ()) for row in of_h):
            row[:] = [p or tiny for p in row]

    trace = entry("L3-A2").trace
    assert verdicts(evaluate_bytes(epochs_changed(trace, change))) == verdicts(evaluated("L3-A2"))


def test_equalities_of_a_run_of_medium_length_are_decided_exactly() -> None:
    evaluation = evaluated("paper")
    for name in ("eq_08", "eq_09", "lemma_08", "display_b2"):
        form = statements()[name].forms[-1]
        assert evaluation.result(name, form).verdict == "HOLDS", name


def test_pairs_by_triples_says_something_beyond_what_error_can_reach() -> None:
    """The distance over pairs may be twice the largest Error."""
    run = evaluated("L3-A2").run
    lines = {line.where: line for line in statements()["eq_28"].sides(run)}
    assert lines["pairs by triples"].most == 2 * (run.L - 1) * run.T


# ----------------------------------------------------------------------------- not played


def in_turn(A: int, k: int, Lam: float) -> float:
    """The distances of Lemma 4, by visits: of the actions with the fewest, the first is taken until
    its visits have doubled."""
    N, t, total = [0] * A, 0, 0.0
    while t < A << k:
        a = min(range(A), key=lambda j: N[j])
        n = max(1, N[a])
        total += n * (4 * min(1, (Lam / max(1, N[a])) ** 0.5) if t else 2)
        N[a], t = N[a] + n, t + n
    return total


def test_lemmas_4_and_9_without_A_are_false_on_a_fork_with_128_actions() -> None:
    A, k = 128, 9
    Lam = lam(A << k, 4, A, Q(1, 10))
    left, right = in_turn_l1(A, k, Lam), (sqrt(Lam * (A << k)) * (12 * 2 * 4)).enclose(96)
    assert left.lo > right.hi
    assert (int(left.lo * 10), int(right.lo * 10)) == (1093248, 1088893)
    for name in ("lemma_04", "lemma_09"):
        says = statements()[name].unrefuted["without $A$"]
        assert "109324.8" in says and "108889.3" in says
    for actions, power in ((3, 4), (5, 6), (A, k)):
        Lam = lam(actions << power, 4, actions, Q(1, 10))
        plain = in_turn(actions, power, float(Lam.enclose(64).lo))
        assert float(in_turn_l1(actions, power, Lam).lo) == pytest.approx(plain, rel=1e-12)


def test_theorem_4_without_X_is_false_on_64_bandits() -> None:
    made = make_trace(_bandits("contexts-64", 64, 4, 8192, "9/10"))
    evaluation = evaluate_bytes(made, only=["theorem_4"])
    assert evaluation.event("theorem_4") is Decision.TRUE
    lines = {c.line.where: c for c in evaluation.result("theorem_4", "repaired").lines}
    regret, bound = (getattr(lines["3 LX sqrt(TA Lam)"], side) for side in ("left", "right"))
    assert regret.lo > bound.hi / 66 and regret.hi < bound.lo
    assert (int(regret.lo * 10), int(bound.lo / 66 * 10)) == (62290, 41631)
    says = statements()["theorem_4"].unrefuted["without $X$"]
    assert "6229.0" in says and "4163.1" in says


def lock_regret(L: int, A: int, n: int) -> int:
    """A lower bound of the regret of n (A - 1) L episodes on a lock. Until action a of layer s has
    been played n times, LP1 ties it with the best one, and ties go to the first: the A - 1 wrong
    actions of layer 0 come before those of layer 1, and so on, and one of layer s loses L - s. More
    plays of an earlier layer only lose more. Epoch 1 may have played each pair of a layer once."""
    return (n * (A - 1) - 1) * L * (L + 1) // 2


@pytest.mark.parametrize(("L", "A"), [(2, 3), (3, 3), (4, 2), (5, 2)])
def test_a_lock_is_explored_layer_by_layer(L: int, A: int) -> None:
    n, lock = 8, _lock(L, A, 8 * (A - 1) * L, "9/10")
    Lam = lam(lock.T, sum(lock.layers), A, Q(9, 10)).enclose(64)
    assert n // 2 < Lam.lo and Lam.hi < n
    for seed in range(1, 5):
        played = evaluate_bytes(make_trace(replace(lock, seed=seed)), only=["theorem_4"])
        lines = {c.line.where: c for c in played.result("theorem_4", "repaired").lines}
        assert lines["3 LX sqrt(TA Lam)"].left.lo > lock_regret(L, A, n)


def test_theorem_4_without_L_is_false_on_a_lock() -> None:
    L, A, n = 99, 16, 64
    T, X = n * (A - 1) * L, 2 * L
    Lam = lam(T, X, A, Q(38, 10**7))
    assert n // 2 < Lam.enclose(64).lo and Lam.enclose(64).hi < n
    bound = (3 * X * sqrt(Lam * (T * A))).enclose(96)
    assert lock_regret(L, A, n) > bound.hi
    says = statements()["theorem_4"].unrefuted["without $L$"]
    assert str(lock_regret(L, A, n)) in says and f"{float(bound.hi):.1f}"[:-2] in says
