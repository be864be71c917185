"""proofs_check.lp1.optimum and .dual: LP1's exact optimum equals the printed LP's (Lemma 1)."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from proofs_check.arithmetic import ONE, ZERO, Q, to_q
from proofs_check.lp1 import dual as dual_module
from proofs_check.lp1 import optimum
from proofs_check.lp1.data import LP1Data, all_pairs
from proofs_check.lp1.optimum import best_transition, policy_value, primal, solve
from proofs_check.lp1.printed_rows import PrintedLP1
from reference.support.errors import PreconditionError
from tests.exact_lp1.lp1_cases import (
    dual_bound,
    plant,
    random_data,
    random_distribution,
    totals,
    value_at,
    violations,
)

HALF, FOURTH = Q(1, 2), Q(1, 4)


def one_pair(N3: list[int], eps: str | Q, V: list[str]) -> LP1Data:
    """x_0 with one action over states of value V (their only pair has eps = 0)."""
    N, all_N3 = [[[sum(N3)]], [[1] for _ in V]], [[[N3]], [[[1]] for _ in V]]
    all_eps, r_hat = [[[to_q(eps)]], [[ZERO] for _ in V]], [[[ZERO]], [[to_q(v)] for v in V]]
    return LP1Data([1, len(V), 1], 1, N, all_N3, all_eps, r_hat)


def disagreement(data: LP1Data) -> str:
    """Why the exact optimum is not the printed LP's, or "". Both directions of Lemma 1:

    an optimal point, feasible for every printed row, attains the value (<=), and multipliers of
    the printed rows prove that nothing exceeds it (>=).
    """
    lp, best = PrintedLP1(data), solve(data)
    bound, violation = dual_bound(data, dual_module.dual(data, best))
    if violation != 0:
        return f"dual infeasible by {violation}"
    if best.value is None:
        refuted = bound < data.L * min([ZERO, *lp.objective().values()])
        return "" if refuted else "the bound does not refute feasibility"
    if bound != best.value:
        return "strong duality fails"
    z = lp.point(primal(data, best))
    if any(violations(lp, z).values()):
        return "primal infeasible"
    return "" if value_at(lp, z) == best.value else "primal does not attain the value"


# ----------------------------------------------------------------------------- Lemma 1, exactly


@pytest.mark.parametrize("block", range(5))
def test_the_optimum_is_the_printed_lps_on_small_instances(block: int) -> None:
    infeasible = 0
    for seed in range(40 * block, 40 * block + 40):
        data = random_data(seed)
        assert disagreement(data) == "", seed
        infeasible += solve(data).value is None
    assert 0 < infeasible < 20


@pytest.mark.parametrize("seed", range(6))
def test_strong_duality_on_larger_instances(seed: int) -> None:
    layers = [1, 4, 6, 5, 3, 1]
    for eps_steps, unvisited in ((range(25), 0.1), (range(1, 8), 0.0), (range(3, 12), 0.6)):
        data = random_data(seed, layers, 3, most=50, eps_steps=eps_steps, unvisited=unvisited)
        assert disagreement(data) == ""


def test_argmax_sets_hold_every_pair_of_the_largest_value_and_no_other() -> None:
    tied = unusable = 0
    for seed in range(60):
        data = random_data(seed, unvisited=0.2, eps_steps=(0, 5, 10, 20), r_steps=(0, 5, 10))
        best = solve(data)
        for h, x, a in all_pairs(data.layers, data.A):
            V, value = best.V[h][x], best.pairs[h][x][a]
            tied += len(best.argmax[h][x]) > 1
            unusable += value is None
            assert (value == V is not None) == (a in best.argmax[h][x])
    assert tied > 100 and unusable > 10


# ----------------------------------------------------------------------------- by hand


@pytest.mark.parametrize(
    ("N3", "eps", "V", "value", "p"),
    [
        # P_bar = (1/2, 1/4, 1/4): move 1/10, from the worst only
        ([2, 1, 1], "1/5", ["1", "0", "1/2"], "29/40", ["3/5", "3/20", "1/4"]),
        # move 1/4: exactly empties the worst
        ([2, 1, 1], "1/2", ["1", "0", "1/2"], "7/8", ["3/4", "0", "1/4"]),
        # move 3/10: the worst and part of the next
        ([2, 1, 1], "3/5", ["1", "0", "1/2"], "9/10", ["4/5", "0", "1/5"]),
        # move 1/2: everything, exactly; and more than everything
        ([2, 1, 1], "1", ["1", "0", "1/2"], "1", ["1", "0", "0"]),
        ([2, 1, 1], "2", ["1", "0", "1/2"], "1", ["1", "0", "0"]),
        ([2, 1, 1], "99999", ["1", "0", "1/2"], "1", ["1", "0", "0"]),
        # eps = 0 is P_bar itself
        ([2, 1, 1], "0", ["1", "0", "1/2"], "5/8", ["1/2", "1/4", "1/4"]),
        # unvisited: free if eps >= 1, else P_bar = 0 (eq. (10)) and sum |q| <= eps q force q = 0
        ([0, 0, 0], "1", ["1/3", "0", "1/2"], "1/2", ["0", "0", "1"]),
        ([0, 0], "99/100", ["1", "1/2"], None, None),
        # one successor
        ([5], "1/7", ["3/4"], "3/4", ["1"]),
    ],
)
def test_inner_maximum_by_hand(
    N3: list[int], eps: str, V: list[str], value: str | None, p: list[str] | None
) -> None:
    data = one_pair(N3, eps, V)
    best = solve(data)
    assert disagreement(data) == ""
    if value is None or p is None:
        assert best.value is None and best.argmax[0][0] == () and best.k[0][0][0] is None
    else:
        assert best.value == to_q(value)
        assert best_transition(data, best, 0, 0, 0) == [to_q(v) for v in p]


@pytest.mark.parametrize("eps", ["1/2", "1", "2"])
def test_a_pair_is_unusable_whatever_its_radius_where_all_after_it_are_dead(eps: str) -> None:
    """Nothing is usable in layer 1; before it N = 0, with a radius below, at and above 1."""
    data = LP1Data(
        [1, 1, 1], 1, [[[0]], [[0]]], [[[[0]]], [[[0]]]], [[[to_q(eps)]], [[Q(1, 2)]]],
        [[[ONE]], [[ONE]]],
    )  # fmt: skip
    assert solve(data).value is None and solve(data).k[0][0][0] is None
    assert disagreement(data) == ""


@pytest.mark.parametrize(("eps", "value"), [("1", "1/2"), ("11/10", "11/20"), ("9/10", None)])
def test_dead_states_must_be_emptied_by_the_radius(eps: str, value: str | None) -> None:
    """P_bar = (1/2, 1/2), the second state is dead: feasible iff eps/2 >= 1/2."""
    data = LP1Data(
        [1, 3, 1], 1, [[[4]], [[1], [0], [1]]], [[[[1, 2, 1]]], [[[1]], [[0]], [[1]]]],
        [[[to_q(eps)]], [[ZERO], [Q(1, 2)], [ZERO]]], [[[ZERO]], [[ZERO], [ONE], [ONE]]],
    )  # fmt: skip
    # all of the dead mass 1/2 goes to the best state, more empties the worst one
    best = solve(data)
    assert list(best.V[1]) == [0, None, 1] and best.order[1] == (0, 2)
    assert best.value == (None if value is None else to_q(value) + Q(1, 4))
    assert disagreement(data) == ""


@pytest.mark.parametrize("r_hat", [Q(-5), ZERO, HALF, ONE])
@pytest.mark.parametrize("eps", [ZERO, HALF, Q(99, 100)])
def test_dead_states_prove_that_lp1_is_infeasible(eps: Q, r_hat: Q) -> None:
    """Four successors, seen equally often; the last two have no usable action, and the radius
    empties less: V(x_0) lies below every reward."""
    N3 = [[[[2, 2, 2, 2]]], [[[4]], [[4]], [[0]], [[0]]]]
    all_eps, rewards = [[[eps]], [[ZERO], [ZERO], [HALF], [HALF]]], [[ONE], [HALF], [ONE], [ONE]]
    data = LP1Data([1, 4, 1], 1, totals(N3), N3, all_eps, [[[r_hat]], rewards])
    best = solve(data)
    assert best.value is None and disagreement(data) == ""
    assert dual_module.dual(data, best).bound == -1 + 2 * min(r_hat, ZERO)
    with pytest.raises(PreconditionError) as refused:
        primal(data, best)
    assert (refused.value.field, refused.value.value) == ("LP1", "infeasible")
    with pytest.raises(PreconditionError) as refused:
        best_transition(data, best, 1, 2, 0)
    assert (refused.value.field, refused.value.value) == ("pair (1, 2, 0)", "unusable")


def test_the_optimal_dual_of_a_fork() -> None:
    """V = (1, 1/2) in the middle; 1/4 of the mass moves to the better state."""
    fork = LP1Data(
        [1, 2, 1], 1, [[[8]], [[4], [4]]], [[[[4, 4]]], [[[4]], [[4]]]],
        [[[HALF]], [[FOURTH], [FOURTH]]], [[[FOURTH]], [[ONE], [HALF]]],
    )  # fmt: skip
    dual = dual_module.dual(fork, solve(fork))
    assert (dual.bound, dual.normalisation) == (Q(9, 8), [Q(9, 8), ZERO])
    assert dual.flow == [[], [-ONE, -HALF]]
    assert dual.d[0][0][0] == [FOURTH, -FOURTH] and dual.gamma[0][0][0] == FOURTH
    assert disagreement(fork) == ""


# ----------------------------------------------------------------------------- a given policy


def test_the_optimistic_value_of_a_policy_is_its_best_over_the_confidence_set() -> None:
    """As LP1 with one action: r_hat, P_bar and eps of a deterministic policy's pairs."""
    for seed in range(60):
        data, rng = random_data(seed, unvisited=0.1), random.Random(seed)
        chosen = [[rng.randrange(data.A) for _ in layer] for layer in data.N]
        pi = [[[Q(int(a == c)) for a in range(data.A)] for c in layer] for layer in chosen]
        only: list[Any] = [
            [
                [[row[c]] for row, c in zip(layer, of_layer, strict=True)]
                for layer, of_layer in zip(table, chosen, strict=True)
            ]
            for table in (data.N, data.N3, data.eps, data.r_hat)
        ]
        restricted = LP1Data(data.layers, 1, *only)
        best = policy_value(data, pi)
        assert best.V == solve(restricted).V
        assert best.argmax == tuple(tuple((c,) for c in layer) for layer in chosen)


def test_a_mixed_policy_lies_below_the_optimum_and_its_optimum_attains_it() -> None:
    for seed in range(60):
        data, rng = random_data(seed, unvisited=0), random.Random(seed)
        best = solve(data)
        mixed = [[random_distribution(rng, data.A) for _ in layer] for layer in data.N]
        value = policy_value(data, mixed).value
        assert value is not None and best.value is not None and value <= best.value
        on_argmax = [
            [[Q(int(a in best_x), len(best_x)) for a in range(data.A)] for best_x in layer]
            for layer in best.argmax
        ]
        assert policy_value(data, on_argmax).value == best.value


def test_data_that_are_not_counts_are_refused() -> None:
    def data(**wrong: Any) -> LP1Data:
        tables: dict[str, Any] = {
            "layers": [1, 2, 1], "A": 1, "N": [[[2]], [[0], [1]]],
            "N3": [[[[1, 1]]], [[[0]], [[1]]]],
            "eps": [[[ONE]], [[ONE], [ONE]]], "r_hat": [[[ZERO]], [[ZERO], [ZERO]]],
        }  # fmt: skip
        return LP1Data(**(tables | wrong))

    assert solve(data()).value == 0
    for field, wrong in (
        ("layers[0]", {"layers": [2, 2, 1]}),
        ("N", {"N": [[[2]]]}),
        ("N3[0][0][0]", {"N": [[[3]], [[0], [1]]]}),
        ("N3[0][0][0]", {"N3": [[[[1.0, 1]]], [[[0]], [[1]]]]}),
        ("N3[0][0][0]", {"N3": [[[np.array([1, 1])]], [[[0]], [[1]]]]}),
        ("N3[1][0][0]", {"N3": [[[[1, 1]]], [[[0, 0]], [[1]]]]}),
        ("N3[0][0][0]", {"N3": [[[[3, -1]]], [[[0]], [[1]]]]}),
        ("eps[0][0]", {"eps": [[[-ONE]], [[ONE], [ONE]]]}),
        ("r_hat[1]", {"r_hat": [[[ZERO]], [[ZERO]]]}),
    ):
        with pytest.raises(PreconditionError) as caught:
            data(**wrong)
        assert caught.value.field == field


# ----------------------------------------------------------------------------- planted faults


def half_dead(seed: int) -> LP1Data:
    """Instances with many dead states beside live ones."""
    return random_data(seed, [1, 3, 3, 1], 2, most=3, eps_steps=range(15), unvisited=0.5)


def test_dead_states_beside_live_ones() -> None:
    dead = 0
    for seed in range(60):
        data = half_dead(seed)
        assert disagreement(data) == "", seed
        best = solve(data)
        dead += best.value is not None and any(None in V_h for V_h in best.V)
    assert dead > 20


FAULTS = [
    (optimum._Layer, "pair_value", "(2 * e_den)", "e_den"),  # mass eps instead of eps/2
    (optimum._Layer, "pair_value", "eps >= 1", "eps > 1"),
    (optimum._Layer, "pair_value", "eps >= 1", "True"),  # N = 0 always free
    (optimum._Layer, "pair_value", "initial=dead", "initial=0"),
    (optimum._Layer, "pair_value", "dead > budget", "False"),
    (optimum._Layer, "pair_value", "emptied[k + 1] * W[k]", "emptied[k] * W[k]"),
    (optimum._Layer, "pair_value", "(W[top] - W[k])", "W[top]"),
    (optimum._Layer, "pair_value", "N * self.D), k", "max(N, 2) * self.D), k"),
    (optimum._Layer, "__init__", "sorted((", "sorted((-"),  # the worst successor first
    (optimum, "_best", "max(", "min("),
    (dual_module, "_prices", "(top - V_k) / 2", "top - V_k"),
    (dual_module, "_prices", "max(v, V_k) - M", "v - M"),
    (dual_module, "_prices", "M = (top + V_k) / 2", "M = V_k"),
    (dual_module, "_prices", "dead[0] if dead else ZERO", "top"),
    (dual_module, "_prices", "/ (1 - eps))", "/ 2)"),
    (dual_module, "_dead_value", "- eps / 2)", ")"),
]


@pytest.mark.parametrize("owner, name, old, new", FAULTS)
def test_planted_faults_are_seen(
    monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, old: str, new: str
) -> None:
    plant(monkeypatch, owner, name, old, new)
    with suppress(ArithmeticError, IndexError, TypeError, PreconditionError):
        assert any(disagreement(random_data(k)) or disagreement(half_dead(k)) for k in range(40))


def test_a_budget_is_counted_exactly() -> None:
    """The radius empties the worse state to the last of 2^69 + 1 visits: no double tells."""
    n = (1 << 69) + 1
    data = one_pair([n, n], "1", ["0", "1"])
    best = solve(data)
    assert best.value == 1 and best.k[0][0][0] == 1
    less = one_pair([n + 1, n], Q(2 * n, 2 * n + 1), ["0", "1"])
    assert solve(less).k[0][0][0] == 0
    assert disagreement(data) == disagreement(less) == ""
    assert len(best.order) == len(best.V) == data.L + 1
