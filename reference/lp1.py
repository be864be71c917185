"""Sec. IV-B: LP1 as printed, in OR-Tools' modelling language.

The deviations eps(x,a,x') of Lemma 1 are called `dev` here; the paper gives them the letter of the
radius eps_i (R-20). Variables, in this order: q(x,a,x') for h, x, a, x', then `dev` likewise; rows
as printed, with 0 on the right side: OR-Tools decides differently from version to version which
side moves. Both orders are part of the reading R-7: another order, or sign, gives another optimal
vertex.

A run builds the same rows faster (`lp1_sparse_rows`), with the same vertex to the last bit.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from ortools.linear_solver.python import model_builder

from reference.glop import INF, Layers, maximise, tables
from reference.mdp import Tables

total = model_builder.LinearExpr.sum


def printed_lp1(
    layers: Layers, A: int, P_bar_i: Tables, eps_i: Tables, r_hat_i: Tables
) -> model_builder.Model:
    """LP1: max <q, r_hat_i> over q >= 0 with eq. (4) and, with some dev >= 0, eq. (13)."""
    m, L, X = model_builder.Model(), len(layers) - 1, [range(X_h) for X_h in layers]
    pairs = [(h, x, a) for h in range(L) for x, a in product(X[h], range(A))]
    triples = [(h, x, a, x1) for h, x, a in pairs for x1 in X[h + 1]]
    q = {triple: m.new_num_var(0, INF, None) for triple in triples}
    dev = {triple: m.new_num_var(0, INF, None) for triple in triples}
    q_xa = {(h, x, a): total([q[h, x, a, x1] for x1 in X[h + 1]]) for h, x, a in pairs}

    for h in range(L):  # (4): sum_x sum_a sum_x' q(x,a,x') = 1
        m.add(total([q_xa[h, x, a] for x, a in product(X[h], range(A))]) == 1)
    for h in range(1, L):  # (4): sum_x' sum_a q(x',a,x) = sum_a sum_x' q(x,a,x')
        for x in X[h]:
            enters = total([q[h - 1, x0, a, x] for x0, a in product(X[h - 1], range(A))])
            m.add(enters - total([q_xa[h, x, a] for a in range(A)]) == 0)
    for h, x, a, x1 in triples:  # (13): q(x,a,x') - P_bar_i(x'|x,a) sum_y q(x,a,y) <= dev(x,a,x')
        m.add(q[h, x, a, x1] - P_bar_i[h][x, a, x1] * q_xa[h, x, a] - dev[h, x, a, x1] <= 0)
    for h, x, a, x1 in triples:  # (13): P_bar_i(x'|x,a) sum_y q(x,a,y) - q(x,a,x') <= dev(x,a,x')
        m.add(P_bar_i[h][x, a, x1] * q_xa[h, x, a] - q[h, x, a, x1] - dev[h, x, a, x1] <= 0)
    for h, x, a in pairs:  # (13): sum_x' dev(x,a,x') <= eps_i(x,a) sum_x' q(x,a,x')
        m.add(total([dev[h, x, a, x1] for x1 in X[h + 1]]) - eps_i[h][x, a] * q_xa[h, x, a] <= 0)

    m.maximize(total([r_hat_i[h][x, a] * q_xa[h, x, a] for h, x, a in pairs]))
    return m


def solve_lp1(
    layers: Layers, A: int, P_bar_i: Tables, eps_i: Tables, r_hat_i: Tables
) -> tuple[Tables, float]:
    """LP1: q_hat_i in argmax_{q in Q^{P_i}} <q, r_hat_i>, and its value, by GLOP (R-5).

    q[h] is (X_h, A, X_{h+1}). Raises SolverError on any status but OPTIMAL, Interrupted on Ctrl-C.
    What surrounds a solution in a run (other forms, checks, times) is in
    `reference.running.solver`."""
    model: Any = printed_lp1(layers, A, P_bar_i, eps_i, r_hat_i)
    q, value = maximise(model.helper)
    return tables(layers, A, q), value
