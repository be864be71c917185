"""proofs_check.lp1.certify: exact residuals, repair and verdicts for a q_hat or pi."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from proofs_check.arithmetic import ONE, ZERO, Decision, Enclosure, Q, Radii, lam, to_q
from proofs_check.lp1 import candidate as table
from proofs_check.lp1 import certify as feasible
from proofs_check.lp1.candidate import Candidate, objective_of, residuals
from proofs_check.lp1.certify import NO_MASS, certify_policy, certify_q, repair
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.enclosure import enclosing_data
from proofs_check.lp1.optimum import policy_value, primal, solve
from reference.support.errors import PreconditionError
from tests.exact_lp1.lp1_cases import (
    PrintedRows,
    fill,
    plant,
    random_data,
    random_distribution,
    sparse,
)
from tests.exact_lp1.test_enclosure import dead_at_lo

TOLERANCE = to_q(1e-7)
T, F, U = Decision.TRUE, Decision.FALSE, Decision.UNDECIDED


def floats(q: Any) -> Any:
    """Every entry of the nested list rounded to the nearest double."""
    return [floats(v) for v in q] if isinstance(q, list) else float(q)


def rationals(q: Candidate) -> Any:
    """q as nested lists of rationals."""
    each = zip(q.numerators, q.D, strict=True)
    return [[[[Q(v, D) for v in row] for row in rows] for rows in layer] for layer, D in each]


def noisy(data: LP1Data, seed: int, size: float = 0.3) -> Any:
    """An arbitrary table: an optimal point where there is one, plus noise, some of it negative."""
    rng = random.Random(seed)
    q = fill(data.layers, data.A, lambda h, x, a: [0.0] * data.layers[h + 1])
    best = solve(data)
    if best.value is not None:
        q = floats(primal(data, best))
    return [
        [[[v + rng.choice((0, rng.gauss(0, size))) for v in row] for row in rows] for rows in layer]
        for layer in q
    ]


# ----------------------------------------------------------------------------- residuals


def wrong_residual(data: LP1Data, q: Any) -> str:
    """The first family whose residual is not that of the printed rows, or ""."""
    lp = PrintedRows(data)
    exact = rationals(Candidate.of(data, q))
    z = lp.point(exact)
    worst = dict.fromkeys(("nonnegative", "normalisation", "flow", "upper", "lower"), ZERO)
    worst |= {"radius": ZERO, "nonnegative": max(ZERO, -min(z))}
    for label, (row, sense, rhs) in zip(lp.labels, lp.rows, strict=True):
        off = sum((c * z[j] for j, c in row.items()), -rhs)
        worst[label[0]] = max(worst[label[0]], abs(off) if sense == "=" else off)
    for found in residuals(data, data, Candidate.of(data, q)):
        at = found.where
        if found.violation != Enclosure(worst[found.family], worst[found.family]):
            return f"{found.family}: {found.violation}, printed rows {worst[found.family]}"
        if bool(at) != (worst[found.family] > 0):
            return f"{found.family}: at {at}"
    reached = objective_of(data, data, Candidate.of(data, q))
    return "" if reached == Enclosure(lp.value(z), lp.value(z)) else "objective"


def test_residuals_are_those_of_the_printed_rows() -> None:
    for seed in range(60):
        data = random_data(seed)
        assert wrong_residual(data, noisy(data, seed)) == "", seed
        assert wrong_residual(data, noisy(data, seed, 1e-17)) == "", seed


@pytest.mark.parametrize(
    "old, new",
    [
        ("Q(off, N * D[h])", "Q(off, D[h])"),
        ("max(1, lo.N[h][x][a])", "lo.N[h][x][a] + 1"),
        ("into[h][x] * D[h]", "into[h][x] * D[h - 1]"),
        ("abs(sum(out[h]) - D[h])", "max(0, sum(out[h]) - D[h])"),
        ("Q(-least, D[h])", "Q(-least, 2 * D[h])"),
        ("deviation - lo.eps[h][x][a] * mass", "deviation - 2 * lo.eps[h][x][a] * mass"),
    ],
)
def test_planted_faults_in_the_residuals(
    monkeypatch: pytest.MonkeyPatch, old: str, new: str
) -> None:
    plant(monkeypatch, table, "residuals", old, new)
    monkeypatch.setitem(globals(), "residuals", table.residuals)
    assert any(wrong_residual(d, noisy(d, s)) for s, d in enumerate(map(random_data, range(30))))


def test_irrational_radii_give_an_enclosed_residual() -> None:
    lo = LP1Data([1, 2, 1], 1, [[[2]], [[1], [1]]], [[[[1, 1]]], [[[1]], [[1]]]],
                 [[[Q(1, 5)]], [[ONE], [ONE]]], [[[ZERO]], [[ZERO], [ONE]]])  # fmt: skip
    hi = LP1Data(lo.layers, 1, lo.N, lo.N3, [[[Q(2, 5)]], [[ONE], [ONE]]], lo.r_hat)
    q = [[[["1/4", "3/4"]]], [[["1/4"]], [["3/4"]]]]  # ||p - P_bar||_1 = 1/2
    found = residuals(lo, hi, Candidate.of(lo, q))[-1]
    assert (found.family, found.violation, found.where) == (
        "radius", Enclosure(Q(1, 10), Q(3, 10)), (0, 0, 0)
    )  # fmt: skip
    assert certify_q(lo, hi, q, Q(1, 5)).feasible == U
    assert certify_q(lo, hi, q, Q(1, 20)).feasible == F
    assert certify_q(lo, hi, q, Q(3, 10)).feasible == T  # on the boundary


def test_tables_are_lossless_and_shapes_are_checked() -> None:
    data = LP1Data([1, 2, 1], 1, [[[2]], [[1], [1]]], [[[[1, 1]]], [[[1]], [[1]]]],
                   [[[ONE]], [[ONE], [ONE]]], [[[ZERO]], [[ZERO], [ONE]]])  # fmt: skip
    q: Any = [[[[0.1, "1/3"]]], [[[5e-324]], [[-1]]]]
    assert rationals(Candidate.of(data, q)) == [
        [[[to_q(0.1), Q(1, 3)]]], [[[to_q(5e-324)]], [[Q(-1)]]]
    ]  # fmt: skip
    for wrong, field in (
        ([[[[1]]], [[[1]], [[1]]]], "q_hat[0][0][0]"),
        ([[[[1, 1]]]], "q_hat"),
        ([[[[1, 1]]], [[[1]]]], "q_hat[1]"),
        ([[[[1, float("nan")]]], [[[1]], [[1]]]], "number"),
    ):
        with pytest.raises(PreconditionError) as caught:
            Candidate.of(data, wrong)  # type: ignore[arg-type]  # deliberately wrong
        assert caught.value.field == field


# ----------------------------------------------------------------------------- repair


def unrepaired(data: LP1Data, q: Any, most: float) -> str:
    """Why the repaired point is not feasible, not optimal within `most`, or ""."""
    best = solve(data)
    found = repair(data, Candidate.of(data, q), best)
    if found is None or best.value is None:
        return "" if found is None and best.value is None else "repair despite no feasible point"
    lp = PrintedRows(data)
    z = lp.point(rationals(found))
    if lp.violation(z) != 0:
        return f"infeasible by {float(lp.violation(z))}"
    gap = best.value - lp.value(z)
    return "" if 0 <= gap <= most else f"gap {float(gap)}"


def test_repaired_points_satisfy_every_printed_row_exactly() -> None:
    for seed in range(80):
        data = random_data(seed)
        assert unrepaired(data, noisy(data, seed), data.L) == "", seed
        assert unrepaired(data, noisy(data, seed, 1e-17), 1e-12) == "", seed
        assert unrepaired(data, noisy(data, seed, 0), 1e-14) == "", seed


def test_what_highs_finds_is_repaired_to_the_optimum() -> None:
    for seed in range(3):
        data = random_data(seed, [1, 5, 4, 6, 1], 3, 200, eps_steps=range(1, 9), unvisited=0.1)
        assert unrepaired(data, by_highs(data), 1e-6) == ""


def by_highs(data: LP1Data, rough: float = 0.0) -> Any:
    lp = PrintedRows(data)
    A_eq, b_eq = sparse(lp, "=")
    A_ub, b_ub = sparse(lp, "<=")
    cost = np.array([float(c) for c in lp.cost])
    z = linprog(-cost, A_ub=A_ub, b_ub=b_ub + rough, A_eq=A_eq, b_eq=b_eq, method="highs").x
    return fill(
        data.layers,
        data.A,
        lambda h, x, a: [float(z[lp.q[h, x, a, y]]) for y in range(data.layers[h + 1])],
    )


def test_ghost_masses_do_not_reach_the_policy() -> None:
    """A state with mass 1e-17 has a row far outside its ball, and a policy nobody chose."""
    data = random_data(1, [1, 2, 2, 1], 2, 50, eps_steps=(1, 2), unvisited=0)
    q = floats(primal(data, solve(data)))
    for h, x in ((1, 0), (1, 1), (2, 0), (2, 1)):
        for a in range(2):
            if sum(map(sum, q[h][x])) == 0:
                q[h][x][a][0] = 1e-17
    assert unrepaired(data, q, 1e-15) == ""
    q[1][0][0][1] = 1e-300  # a common denominator of 1000 bits
    assert unrepaired(data, q, 1e-15) == ""


def test_an_exactly_feasible_q_hat_is_its_own_repair() -> None:
    data = random_data(5, [1, 3, 3, 1], 2, unvisited=0)
    q = primal(data, solve(data))
    found = certify_q(data, data, q, ZERO)
    assert found.feasible == found.optimal == T
    assert found.gap == found.shortfall == Enclosure(ZERO, ZERO)
    assert found.repaired is not None and rationals(found.repaired) == q


@pytest.mark.parametrize(
    "name, old, new",
    [
        ("_row", "(eps.denominator * distance)\n", "(eps.denominator * distance) + 1\n"),
        ("_row", "distance * eps.denominator <= ", "distance * eps.denominator >= "),
        ("_on_grid", "rounded[max(", "rounded[min("),
        ("_on_grid", "+= ROW_GRID - sum(rounded)", "+= 0"),
        ("_play", "0 if k is None else", ""),
        ("_play", "< NO_MASS", "< 0 * NO_MASS"),
        ("_play", "if some_dead", "if False"),
    ],
)
def test_planted_faults_in_the_repair(
    monkeypatch: pytest.MonkeyPatch, name: str, old: str, new: str
) -> None:
    plant(monkeypatch, feasible, name, old, new)
    try:
        seen = any(
            unrepaired(random_data(s), noisy(random_data(s), s, size), most)
            for s in range(80)
            for size, most in ((0.3, 9), (1e-17, 1e-12))
        )
    except (ArithmeticError, IndexError, PreconditionError):
        seen = True
    assert seen


def test_a_faulty_repair_is_never_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    data = random_data(2, [1, 4, 4, 1], 2, 50, eps_steps=(2, 3), unvisited=0)
    q = floats(primal(data, solve(data)))
    assert certify_q(data, data, q, TOLERANCE).repaired is not None
    plant(monkeypatch, feasible, "_row", "(eps.denominator * distance)\n", "eps.denominator\n")
    assert certify_q(data, data, q, TOLERANCE).repaired is None


# ----------------------------------------------------------------------------- verdicts


def counted(seed: int, most: int = 300) -> tuple[LP1Data, LP1Data]:
    """An LP1 with the radii of eq. (11) and (15), rounded down and up."""
    layers, A, rng = [1, 4, 5, 1], 3, random.Random(seed)
    N3 = fill(layers, A, lambda h, x, a: [rng.randint(0, most) for _ in range(layers[h + 1])])
    N: Any = [[[sum(row) for row in rows] for rows in layer] for layer in N3]
    r_sum = [[[Q(rng.randint(0, n), 4) for n in row] for row in layer] for layer in N]
    return enclosing_data(layers, A, N, N3, r_sum, Radii(lam(10, 11, A, Q(1, 2))))


@pytest.mark.parametrize("seed", range(3))
def test_a_solvers_answer_conforms_and_wrong_answers_do_not(seed: int) -> None:
    lo, hi = counted(seed)
    q_hat = by_highs(lo)
    right = certify_q(lo, hi, q_hat, TOLERANCE)
    assert (right.feasible, right.optimal) == (T, T)
    assert right.gap is not None and 0 <= right.gap.lo <= right.gap.hi < Q(1, 10**9)
    assert right.shortfall is not None and abs(right.shortfall.hi) < Q(1, 10**9)

    stale = certify_q(*counted(seed + 10), q_hat, TOLERANCE)
    assert stale.feasible == F
    uniform = fill(lo.layers, lo.A, lambda h, x, a: row_of(lo, h, x, a))
    plain = certify_q(lo, hi, uniform, TOLERANCE)
    assert plain.residuals[0].violation.hi == 0
    no_bonus = LP1Data(
        lo.layers,
        lo.A,
        lo.N,
        lo.N3,
        lo.eps,
        [[[v / 2 for v in row] for row in layer] for layer in reversed_(lo)],
    )
    assert certify_q(lo, hi, by_highs(no_bonus), TOLERANCE).optimal == F


def reversed_(data: LP1Data) -> Any:
    return [[list(reversed(row)) for row in layer] for layer in data.r_hat]


def row_of(data: LP1Data, h: int, x: int, a: int) -> list[float]:
    n = data.layers[h + 1]
    return [1 / (data.layers[h] * data.A * n)] * n


def test_an_lp_solved_roughly_is_refused_by_the_family_it_breaks() -> None:
    lo, hi = counted(1)
    found = certify_q(lo, hi, by_highs(lo, rough=1e-3), TOLERANCE)
    broken = {r.family for r in found.residuals if r.violation.leq(TOLERANCE) != T}
    assert broken == {"radius"} and found.feasible == F
    assert found.gap is not None and found.gap.lo >= 0  # the repaired point is still feasible


def test_infeasible_and_possibly_infeasible_lps() -> None:
    def at(eps: Q) -> LP1Data:
        return LP1Data([1, 1], 1, [[[0]]], [[[[0]]]], [[[eps]]], [[[ONE]]])

    q = [[[[1.0]]]]
    below, above = at(Q(99, 100)), at(Q(101, 100))
    found = certify_q(below, above, q, TOLERANCE)
    assert (found.feasible, found.optimal, found.shortfall, found.gap) == (U, U, None, None)
    assert certify_q(below, below, q, TOLERANCE).feasible == F
    assert certify_q(above, above, q, TOLERANCE).optimal == T
    assert certify_policy(below, above, [[[1]]], TOLERANCE).optimal == U
    assert certify_policy(below, below, [[[1]]], TOLERANCE).optimal == F


def test_policies() -> None:
    for seed in range(3):
        lo, hi = counted(seed)
        best = solve(lo)
        greedy = fill(lo.layers, lo.A, lambda h, x, a, b=best: float(b.argmax[h][x][0] == a))  # type: ignore[misc]
        found = certify_policy(lo, hi, greedy, TOLERANCE)
        assert found.optimal == T and found.row_error == 0 and found.shortfall is not None
        assert 0 <= found.shortfall.lo <= found.shortfall.hi < Q(1, 10**20)
        uniform = fill(lo.layers, lo.A, lambda *_: 1 / 3)
        found = certify_policy(lo, hi, uniform, TOLERANCE)
        assert found.optimal == F and 0 < found.row_error < Q(1, 10**15)
        exact = policy_value(lo, [[[Q(1, 3)] * 3] * n for n in lo.layers[:-1]]).value
        assert found.value is not None and exact is not None and found.value.lo <= exact
        assert found.value.hi - exact < Q(1, 10**20)
        same = certify_policy(lo, lo, uniform, TOLERANCE)
        assert same.value == Enclosure(exact, exact)


# ----------------------------------------------------------------------------- policies


def test_a_policy_whose_feasibility_is_not_certain() -> None:
    never, certain = dead_at_lo(Q(9, 10)), dead_at_lo(ONE)
    unsure = certify_policy(never, certain, [[[0, 1]]], ZERO)
    assert (unsure.value, unsure.shortfall, unsure.optimal) == (None, None, U)
    dead = certify_policy(never, never, [[[0, "3/2"]]], ZERO)
    assert (dead.value, dead.optimal, dead.row_error) == (None, F, Q(1, 2))
    sure = certify_policy(certain, certain, [[["1/2", "1/4"]]], ZERO)
    assert sure.value == Enclosure(Q(5, 12), Q(5, 12)) and sure.row_error == Q(1, 4)
    assert sure.shortfall == Enclosure(Q(1, 3), Q(1, 3)) and sure.optimal is F
    unsure = certify_policy(never, certain, [[[0, "5/4"]]], ZERO)
    assert unsure.row_error == Q(1, 4)


def test_between_irrational_radii_a_policys_value_stays_short() -> None:
    L = 30
    layers = (1, *[2] * (L - 1), 1)
    N3 = [
        [[[1000 + 7 * h + 5 * x + y for y in range(layers[h + 1])]] for x in range(layers[h])]
        for h in range(L)
    ]
    N = [[[sum(row) for row in rows] for rows in layer] for layer in N3]
    r_sum = [[[Q(n, 3 + x) for n in row] for x, row in enumerate(of_h)] for of_h in N]
    lo, hi = enclosing_data(layers, 1, N, N3, r_sum, Radii(lam(10**4, sum(layers), 1, Q(1, 10))))
    found = certify_policy(lo, hi, [[[1]] * n for n in layers[:-1]], Q(1, 10**9))
    assert found.value is not None and 0 < found.value.width < Q(1, 2**80)
    exact = policy_value(lo, [[[ONE]] * n for n in layers[:-1]]).value
    assert exact is not None and exact.denominator.bit_length() > 1000
    assert found.value.lo <= exact <= found.value.hi
    assert found.value.lo.denominator.bit_length() <= 161 >= found.value.hi.denominator.bit_length()


@pytest.mark.parametrize(
    "row", [[ONE], [Q(-1, 2), Q(3, 2)], [Q(3, 2), Q(-1, 2)], [ZERO, ZERO], [Q(1, 2), Q(1, 3)]]
)
def test_errors_of_a_policy_name_the_field_and_the_value(row: list[Q]) -> None:
    """An exact policy must sum to 1; a given one is divided by its sum, if that is positive."""
    data = dead_at_lo(ONE)
    judges: list[Callable[[], object]] = [
        lambda: policy_value(data, [[row]]),
        lambda: certify_policy(data, data, [[row]], ZERO),
    ]
    for judge in judges if sum(row) in (0, 1) else judges[:1]:
        with pytest.raises(PreconditionError) as caught:
            judge()
        assert caught.value.field == "pi[0][0]"
        assert len(row) == 1 or caught.value.value == row


def test_the_report_of_a_q_hat_holds_what_was_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    data = dead_at_lo(ONE)
    q = Candidate.of(data, [[[["1/2"], ["1/2"]]]])
    found = certify_q(data, data, q, ZERO)
    assert found.q is q and found.repaired is q
    assert found.objective == Enclosure(Q(1, 2), Q(1, 2))
    assert found.gap == found.shortfall == Enclosure(Q(1, 4), Q(1, 4))
    # A repair that is not feasible must not be used, by however little it is wrong.
    off = Candidate.of(data, [[[["1/2"], ["1/3"]]]])
    assert certify_q(data, data, off, ZERO).repaired is not None
    monkeypatch.setattr(feasible, "repair", lambda *_: off)
    found = certify_q(data, data, off, ZERO)
    assert found.repaired is None and found.gap is None


def on_P_bar(data: LP1Data, seed: int) -> list[list[list[list[Q]]]]:
    """The occupancy measure of a random policy and P_bar: feasible, and seldom optimal."""
    rng = random.Random(seed)
    mass, q = [ONE], []
    for h in range(data.L):
        pi = [random_distribution(rng, data.A) for _ in mass]
        layer = [
            [[m * p * Q(n, data.N[h][x][a]) for n in data.N3[h][x][a]] for a, p in enumerate(pi[x])]
            for x, m in enumerate(mass)
        ]
        q.append(layer)
        mass = [sum((row[y] for rows in layer for row in rows), ZERO)
                for y in range(data.layers[h + 1])]  # fmt: skip
    return q


def test_what_is_repaired_plays_as_before() -> None:
    far = 0
    for seed in range(20):
        data = random_data(seed, [1, 3, 2, 1], 2, unvisited=0)
        best, q = solve(data), on_P_bar(data, seed)
        floats = [[[[float(v) for v in row] for row in rows] for rows in of_h] for of_h in q]
        repaired = repair(data, Candidate.of(data, floats), best)
        assert repaired is not None and best.value is not None
        for of_h, true_h in zip(rationals(repaired), q, strict=True):
            for rows, true_rows in zip(of_h, true_h, strict=True):
                for row, true in zip(rows, true_rows, strict=True):
                    assert all(abs(u - v) < Q(1, 10**12) for u, v in zip(row, true, strict=True))
        far += best.value - certify_q(data, data, floats, ZERO).objective.hi > Q(1, 10)
    assert far > 10


def test_a_q_hat_of_zeros_and_ones_is_its_own_repair() -> None:
    data = LP1Data((1, 1), 2, [[[1, 1]]], [[[[1], [1]]]], [[[ONE, ONE]]], [[[ONE, ZERO]]])
    worse: Any = [[[[0], [1]]]]
    found = repair(data, Candidate.of(data, worse), solve(data))
    assert found is not None and rationals(found) == worse


@pytest.mark.parametrize("mass, plays", [(NO_MASS, 1), (NO_MASS / 2, 0), (2 * NO_MASS, 1)])
def test_below_no_mass_the_optimum_decides(mass: Q, plays: int) -> None:
    data = LP1Data((1, 2, 1), 2, [[[2, 2]], [[1, 1]] * 2],
                   [[[[1, 1], [1, 1]]], [[[1], [1]]] * 2],
                   [[[Q(2)] * 2], [[Q(2)] * 2] * 2], [[[ZERO] * 2], [[ONE, ZERO]] * 2])  # fmt: skip
    q = [[[[1 - mass, mass], [ZERO, ZERO]]], [[[ZERO], [1 - mass]], [[ZERO], [mass]]]]
    found = repair(data, Candidate.of(data, q), solve(data))
    assert found is not None
    at_1 = rationals(found)[1][1]
    assert at_1[plays][0] > 0 and at_1[1 - plays][0] == 0
