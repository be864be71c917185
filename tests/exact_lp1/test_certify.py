"""Candidates, certified: exact residuals, repair and verdicts for a q_hat or pi."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from proofs_check.arithmetic import ONE, ZERO, Decision, Enclosure, Q, each, to_q
from proofs_check.lp1 import candidate, certify
from proofs_check.lp1.candidate import Candidate, objective_of
from proofs_check.lp1.certify import (
    NO_MASS,
    PolicyReport,
    QReport,
    certify_policy,
    certify_q,
    repair,
)
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.optimum import occupancy, policy_value, primal, solve
from proofs_check.lp1.printed_rows import PrintedLP1
from reference.support.errors import PreconditionError
from tests.exact_lp1.lp1_cases import (
    counted,
    dead_at_lo,
    fill,
    glop,
    plant,
    random_data,
    random_distribution,
    value_at,
    violations,
)

TOLERANCE = to_q(1e-7)
T, F, U = Decision.TRUE, Decision.FALSE, Decision.UNDECIDED
FORK = LP1Data([1, 2, 1], 1, [[[2]], [[1], [1]]], [[[[1, 1]]], [[[1]], [[1]]]],
               [[[Q(1, 5)]], [[ONE], [ONE]]], [[[ZERO]], [[ZERO], [ONE]]])  # fmt: skip


def on_q(lo: LP1Data, hi: LP1Data, q_hat: Any, tolerance: Q) -> QReport:
    return certify_q(lo, hi, q_hat, tolerance, (solve(lo), solve(hi)))


def on_pi(lo: LP1Data, hi: LP1Data, pi: Any, tolerance: Q) -> PolicyReport:
    return certify_policy(lo, hi, pi, tolerance, (solve(lo), solve(hi)))


def rationals(q: Candidate) -> Any:
    """q as nested lists of rationals."""
    return [each(Q(1, D).__mul__, of_h) for of_h, D in zip(q.numerators, q.D, strict=True)]


def noisy(data: LP1Data, seed: int, size: float = 0.3) -> Any:
    """An arbitrary table: an optimal point where there is one, plus noise, some of it negative."""
    rng, best = random.Random(seed), solve(data)
    q: Any = fill(data.layers, data.A, lambda h, x, a: [0.0] * data.layers[h + 1])
    if best.value is not None:
        q = primal(data, best)
    return each(lambda v: float(v) + rng.choice((0, rng.gauss(0, size))), q)


# ----------------------------------------------------------------------------- residuals


def wrong_residual(data: LP1Data, q: Any) -> str:
    """The first family whose residual is not that of the printed rows, or ""."""
    exact, lp = Candidate.of(data, q), PrintedLP1(data)
    z = lp.point(rationals(exact))
    printed = violations(lp, z)
    for residual in candidate.residuals(data, data, exact):
        v = printed[residual.family]
        if residual.violation != Enclosure(v, v) or bool(residual.where) != (v > 0):
            return f"{residual.family}: {residual.violation} at {residual.where}, printed rows {v}"
    value = value_at(lp, z)
    return "" if objective_of(data, data, exact) == Enclosure(value, value) else "objective"


def test_residuals_are_those_of_the_printed_rows() -> None:
    for seed in range(60):
        data = random_data(seed)
        assert wrong_residual(data, noisy(data, seed)) == "", seed
        assert wrong_residual(data, noisy(data, seed, 1e-17)) == "", seed


def test_irrational_radii_give_an_enclosed_residual() -> None:
    hi = replace(FORK, eps=[[[Q(2, 5)]], [[ONE], [ONE]]])
    q = [[[["1/4", "3/4"]]], [[["1/4"]], [["3/4"]]]]  # ||p - P_bar||_1 = 1/2
    residual = candidate.residuals(FORK, hi, Candidate.of(FORK, q))[-1]
    expected = "radius", Enclosure(Q(1, 10), Q(3, 10)), (0, 0, 0)
    assert (residual.family, residual.violation, residual.where) == expected
    for tolerance, feasible in ((Q(1, 5), U), (Q(1, 20), F), (Q(3, 10), T)):
        assert on_q(FORK, hi, q, tolerance).feasible == feasible


def test_tables_are_lossless_and_shapes_are_checked() -> None:
    q: Any = [[[[0.1, "1/3"]]], [[[5e-324]], [[-1]]]]
    assert rationals(Candidate.of(FORK, q)) == each(to_q, q)
    for wrong, field in (
        ([[[[1]]], [[[1]], [[1]]]], "q_hat[0][0][0]"),
        ([[[[1, 1]]]], "q_hat"),
        ([[[[1, 1]]], [[[1]]]], "q_hat[1]"),
        ([[[[1, float("nan")]]], [[[1]], [[1]]]], "number"),
    ):
        with pytest.raises(PreconditionError) as caught:
            Candidate.of(FORK, wrong)  # type: ignore[arg-type]  # deliberately wrong
        assert caught.value.field == field


# ----------------------------------------------------------------------------- repair


def unrepaired(data: LP1Data, q: Any, most: float) -> str:
    """Why the repaired point is not feasible, not optimal within `most`, or ""."""
    best = solve(data)
    if best.value is None:
        return ""
    lp = PrintedLP1(data)
    z = lp.point(rationals(certify.repair(data, Candidate.of(data, q), best)))
    if any(violations(lp, z).values()):
        return f"infeasible: {violations(lp, z)}"
    gap = best.value - value_at(lp, z)
    return "" if 0 <= gap <= most else f"gap {float(gap)}"


def test_repaired_points_satisfy_every_printed_row_exactly() -> None:
    for seed in range(80):
        data = random_data(seed)
        for size, most in ((0.3, data.L), (1e-17, 1e-12), (0, 1e-14)):
            assert unrepaired(data, noisy(data, seed, size), most) == "", seed


def test_ghost_masses_do_not_reach_the_policy() -> None:
    """A state with mass 1e-17 has a row far outside its ball, and a policy nobody chose."""
    data = random_data(1, [1, 2, 2, 1], 2, 50, eps_steps=(1, 2), unvisited=0)
    q = noisy(data, 1, 0)
    for h, x in ((1, 0), (1, 1), (2, 0), (2, 1)):
        for a in range(2):
            if sum(map(sum, q[h][x])) == 0:
                q[h][x][a][0] = 1e-17
    assert unrepaired(data, q, 1e-15) == ""
    q[1][0][0][1] = 1e-300  # a common denominator of 1000 bits
    assert unrepaired(data, q, 1e-15) == ""


@pytest.mark.parametrize(
    "owner, name, old, new",
    [
        (candidate, "residuals", "Q(off, N * D[h])", "Q(off, D[h])"),
        (candidate, "residuals", "max(1, lo.N[h][x][a])", "lo.N[h][x][a] + 1"),
        (candidate, "residuals", "into[h][x] * D[h]", "into[h][x] * D[h - 1]"),
        (candidate, "residuals", "abs(sum(out[h]) - D[h])", "max(0, sum(out[h]) - D[h])"),
        (candidate, "residuals", "Q(-least, D[h])", "Q(-least, 2 * D[h])"),
        (candidate, "residuals", "n - lo.eps[h][x][a] * mass", "n - 2 * lo.eps[h][x][a] * mass"),
        (certify, "_row", "GRID // distance", "GRID // distance + 1"),
        (certify, "_row", "distance <= eps", "distance >= eps"),
        (certify, "_on_grid", "rounded[max(", "rounded[min("),
        (certify, "_on_grid", "+= GRID - sum(rounded)", "+= 0"),
        (certify, "repair", "0 if k is None else", ""),
        (certify, "repair", ">= NO_MASS", ">= 0 * NO_MASS"),
        (certify, "repair", " and not some_dead", ""),
    ],
)
def test_planted_faults_are_seen(
    monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, old: str, new: str
) -> None:
    plant(monkeypatch, owner, name, old, new)
    with suppress(ArithmeticError, IndexError, PreconditionError):
        assert any(
            wrong_residual(random_data(s), noisy(random_data(s), s))
            or unrepaired(random_data(s), noisy(random_data(s), s, size), most)
            for s in range(80)
            for size, most in ((0.3, 9), (1e-17, 1e-12))
        )


def test_what_is_repaired_plays_as_before() -> None:
    """A random policy under P_bar is feasible, and seldom optimal; doubles are a little off."""
    far = 0
    for seed in range(20):
        data, rng = random_data(seed, [1, 3, 2, 1], 2, unvisited=0), random.Random(seed)
        q = occupancy(
            data,
            lambda h, x, d=data, r=rng: [  # type: ignore[misc]
                (a, p, [Q(n, d.N[h][x][a]) for n in d.N3[h][x][a]])
                for a, p in enumerate(random_distribution(r, d.A))
            ],
        )
        given, best = each(float, q), solve(data)
        repaired = rationals(repair(data, Candidate.of(data, given), best))
        lp = PrintedLP1(data)
        played = zip(lp.point(repaired), lp.point(q), strict=True)
        assert all(abs(u - v) < Q(1, 10**12) for u, v in played)
        assert best.value is not None
        far += best.value - on_q(data, data, given, ZERO).objective.hi > Q(1, 10)
    assert far > 10


@pytest.mark.parametrize("mass, plays", [(NO_MASS, 1), (NO_MASS / 2, 0), (2 * NO_MASS, 1)])
def test_below_no_mass_the_optimum_decides(mass: Q, plays: int) -> None:
    data = LP1Data((1, 2, 1), 2, [[[2, 2]], [[1, 1]] * 2],
                   [[[[1, 1], [1, 1]]], [[[1], [1]]] * 2],
                   [[[Q(2)] * 2], [[Q(2)] * 2] * 2], [[[ZERO] * 2], [[ONE, ZERO]] * 2])  # fmt: skip
    q = [[[[1 - mass, mass], [ZERO, ZERO]]], [[[ZERO], [1 - mass]], [[ZERO], [mass]]]]
    at_1 = rationals(repair(data, Candidate.of(data, q), solve(data)))[1][1]
    assert at_1[plays][0] > 0 and at_1[1 - plays][0] == 0


# ----------------------------------------------------------------------------- verdicts on q_hat


def test_an_exactly_feasible_q_hat_is_its_own_repair() -> None:
    data = random_data(5, [1, 3, 3, 1], 2, unvisited=0)
    verdict = on_q(data, data, primal(data, solve(data)), ZERO)
    assert verdict.feasible == verdict.optimal == T
    assert verdict.gap == verdict.shortfall == Enclosure(ZERO, ZERO)


@pytest.mark.parametrize("seed", range(3))
def test_a_solvers_answer_conforms_and_wrong_answers_do_not(seed: int) -> None:
    lo, hi = counted(seed)
    q_hat = glop(lo)
    right = on_q(lo, hi, q_hat, TOLERANCE)
    assert (right.feasible, right.optimal) == (T, T)
    assert right.gap is not None and 0 <= right.gap.lo <= right.gap.hi < Q(1, 10**9)
    assert right.shortfall is not None and abs(right.shortfall.hi) < Q(1, 10**9)
    low, high = solve(lo).value, solve(hi).value
    assert low is not None and high is not None
    assert right.shortfall.width == high - low + right.objective.width
    assert on_q(*counted(seed + 10), q_hat, TOLERANCE).feasible == F  # of other counts
    other = [[[v / 2 for v in reversed(row)] for row in layer] for layer in lo.r_hat]
    assert on_q(lo, hi, glop(replace(lo, r_hat=other)), TOLERANCE).optimal == F
    wider = replace(lo, eps=each(lambda v: v + Q(1, 1000), lo.eps))
    rough = on_q(lo, hi, glop(wider), TOLERANCE)
    broken = {r.family for r in rough.residuals if r.violation.leq(TOLERANCE) != T}
    assert broken == {"radius"} and rough.feasible == F
    assert rough.gap is not None and rough.gap.lo >= 0  # the repaired point is still feasible


def test_infeasible_and_possibly_infeasible_lps() -> None:
    def at(eps: Q) -> LP1Data:
        return LP1Data([1, 1], 1, [[[0]]], [[[[0]]]], [[[eps]]], [[[ONE]]])

    q = [[[[1.0]]]]
    below, above = at(Q(99, 100)), at(Q(101, 100))
    verdict = on_q(below, above, q, TOLERANCE)
    assert (verdict.feasible, verdict.optimal, verdict.shortfall, verdict.gap) == (U, U, None, None)
    assert on_q(below, below, q, TOLERANCE).feasible == F
    assert on_q(above, above, q, TOLERANCE).optimal == T
    assert on_pi(below, above, [[[1]]], TOLERANCE).optimal == U
    assert on_pi(below, below, [[[1]]], TOLERANCE).optimal == F


def test_a_repair_that_is_not_feasible_is_never_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    data = dead_at_lo(ONE)
    verdict = on_q(data, data, [[[["1/2"], ["1/2"]]]], ZERO)
    assert verdict.objective == Enclosure(Q(1, 2), Q(1, 2))
    assert verdict.gap == verdict.shortfall == Enclosure(Q(1, 4), Q(1, 4))
    off = [[[["1/2"], ["1/3"]]]]
    assert on_q(data, data, off, ZERO).gap is not None
    monkeypatch.setattr(certify, "repair", lambda *_: Candidate.of(data, off))
    assert on_q(data, data, off, ZERO).gap is None


# ----------------------------------------------------------------------------- verdicts on pi


@pytest.mark.parametrize("seed", range(3))
def test_policies(seed: int) -> None:
    lo, hi = counted(seed)
    best = solve(lo)
    greedy = fill(lo.layers, lo.A, lambda h, x, a: float(best.argmax[h][x][0] == a))
    verdict = on_pi(lo, hi, greedy, TOLERANCE)
    assert verdict.optimal == T and verdict.row_error == 0 and verdict.shortfall is not None
    assert 0 <= verdict.shortfall.lo <= verdict.shortfall.hi < Q(1, 10**20)
    uniform = fill(lo.layers, lo.A, lambda *_: 1 / 3)
    verdict = on_pi(lo, hi, uniform, TOLERANCE)
    assert verdict.optimal == F and 0 < verdict.row_error < Q(1, 10**15)
    exact = policy_value(lo, [[[Q(1, 3)] * 3] * n for n in lo.layers[:-1]]).value
    assert verdict.value is not None and exact is not None and verdict.value.lo <= exact
    assert verdict.value.hi - exact < Q(1, 10**20)
    assert on_pi(lo, lo, uniform, TOLERANCE).value == Enclosure(exact, exact)


def test_a_policy_whose_feasibility_is_not_certain() -> None:
    never, certain = dead_at_lo(Q(9, 10)), dead_at_lo(ONE)
    unsure = on_pi(never, certain, [[[0, "5/4"]]], ZERO)
    assert (unsure.value, unsure.shortfall, unsure.optimal) == (None, None, U)
    assert unsure.row_error == Q(1, 4)
    dead = on_pi(never, never, [[[0, "3/2"]]], ZERO)
    assert (dead.value, dead.optimal, dead.row_error) == (None, F, Q(1, 2))
    sure = on_pi(certain, certain, [[["1/2", "1/4"]]], ZERO)
    assert sure.value == Enclosure(Q(5, 12), Q(5, 12)) and sure.row_error == Q(1, 4)
    assert sure.shortfall == Enclosure(Q(1, 3), Q(1, 3)) and sure.optimal is F


def test_between_irrational_radii_a_policys_value_stays_short() -> None:
    layers = (1, *[2] * 29, 1)
    lo, hi = counted(1, layers, 1, most=1000)
    verdict = on_pi(lo, hi, [[[1]] * n for n in layers[:-1]], Q(1, 10**9))
    assert verdict.value is not None and 0 < verdict.value.width < Q(1, 2**80)
    exact = policy_value(lo, [[[ONE]] * n for n in layers[:-1]]).value
    assert exact is not None and exact.denominator.bit_length() > 1000
    assert verdict.value.lo <= exact <= verdict.value.hi
    assert (
        verdict.value.lo.denominator.bit_length()
        <= 161
        >= verdict.value.hi.denominator.bit_length()
    )


@pytest.mark.parametrize(
    "row", [[ONE], [Q(-1, 2), Q(3, 2)], [Q(3, 2), Q(-1, 2)], [ZERO, ZERO], [Q(1, 2), Q(1, 3)]]
)
def test_errors_of_a_policy_name_the_field_and_the_value(row: list[Q]) -> None:
    """An exact policy must sum to 1; a given one is divided by its sum, if that is positive."""
    data = dead_at_lo(ONE)
    with pytest.raises(PreconditionError) as exact:
        policy_value(data, [[row]])
    errors = [exact.value]
    if sum(row) in (0, 1):
        with pytest.raises(PreconditionError) as given:
            on_pi(data, data, [[row]], ZERO)
        errors.append(given.value)
    for error in errors:
        assert (error.field, error.value) == ("pi[0][0]", 1 if len(row) == 1 else row)
