"""Lemma 1, eq. (13): Q^{P_i} as a polytope."""

from __future__ import annotations

from dataclasses import replace

from proofs_check.arithmetic import ONE, Q, each
from proofs_check.claims.common.shapes import refused_at_x_L
from proofs_check.claims.common.transitions import broken_row, chosen
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim, planted
from proofs_check.lp1.printed_rows import PrintedLP1
from proofs_check.sampled_runs.occupancy import distance
from proofs_check.sampled_runs.suite import Suite

CONSTRAINTS = (
    r"|q(x,a,x')-\bar P_i(x'|x,a)q(x,a)|\leq\epsilon(x,a,x'),"
    r"\ \sum_{x'}\epsilon(x,a,x')\leq\epsilon_i(x,a)q(x,a)\}"
)


@claim(
    "lem:conf-set-polytope",
    kind="definition",
    title="Q^{P_i} is the polytope (13)",
    covers=("eq:13",),
    expected="FAILS",
    readings=("R-2", "R-20"),
    repair="q(x_L,.,.) = 0, deviation variables on consecutive layers, projected onto q",
    tex=r"Q^{\mathcal P_i}=Q\cap\{" + CONSTRAINTS,
)
def lemma_1(suite: Suite) -> Shown:
    """Q^{P_i}, the union of Q^P over P in P_i, is a non-empty polytope: the set of the q in Q for
    which there are eps(x,a,x') >= 0 with |q(x,a,x') - P_bar_i(x'|x,a) sum_y q(x,a,y)| <=
    eps(x,a,x') and sum_x' eps(x,a,x') <= eps_i(x,a) sum_x' q(x,a,x') for x in X_h, x' in X_{h+1},
    h < L.

    As printed q(x_L,.,.) is free, so the set is unbounded and holds points that are no occupancy
    measures; eps(x,a,x') off the layers is free as well; and Q, a set of q's, is intersected with
    a set of pairs (q, eps)."""
    # (13) has no row for x_L: (4) decides.
    return refused_at_x_L("N = 0, smallest shapes first: is all of (4), (13) in [0,1]?")


@planted(lemma_1, "(false already: x_L-fix made, no radius row)")
def lemma_1_no_radius(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "every q_i is in Q: is P in every P_i?")
    for run, e in suite.all.epochs():
        tally.holds(e.event_P, run=run.name, i=e.i)
    return tally


@claim(
    "lem:conf-set-polytope",
    form="repaired",
    title="Q^{P_i} is (13), x_L-fix, in q",
    readings=("R-2", "R-10", "R-20"),
    tex=r"Q^{\mathcal P_i}=\{q\in Q:\ q(x_L,\cdot,\cdot)=0,\ \exists\epsilon\geq0:\ " + CONSTRAINTS,
    cites=("Q, P^q and the ball", "prop:1, prop:2, eq:conf-set-P"),
    planted={"(13) with eps_i / 2": {"scale": Q(1, 2)}},
)
def lemma_1_repaired(suite: Suite, scale: Q = ONE) -> Shown:
    """Q^{P_i}, the union of Q^P over P in P_i, is the non-empty polytope of all q in Q (x_L-fix)
    for which some eps(x,a,x') >= 0, x' in X_{h+1}, satisfy |q(x,a,x') - P_bar_i(x'|x,a) q(x,a)| <=
    eps(x,a,x') and sum_x' eps(x,a,x') <= eps_i(x,a) q(x,a), where q(x,a) = sum_y q(x,a,y).

    The least choice is eps = |q - P_bar_i q(x,a)|. If q(x,a) > 0 the constraints say that P^q is
    in the ball; if q(x,a) = 0 they say nothing, and P^q is completed inside the ball: by P_bar_i
    if (x,a) was visited, by any distribution if not, as then eps_i > 1 = ||p - 0||_1. (For a
    radius below 1 there, as log10 allows for TXA <= 3, P_i would be empty and (13) would not.)"""
    tally = Tally("exact on runs", "q_hat_i, and q_i iff P^{q_i} is in the ball, against (13)")
    for run in suite.all:
        for e in chosen(run):
            eps = e.data_lo.eps
            rows = PrintedLP1(replace(e.data_lo, eps=each(lambda v: v * scale, eps)))
            for name, q, P in (("q_hat_i", e.q_hat, e.P_i), ("q_i", e.q, run.P)):
                in_ball = all(
                    distance(P[h][x][a], e.P_bar[h][x][a]) <= eps[h][x][a]
                    for h, x, a in rows.pairs()
                    if e.N[h][x][a] and any(q[h][x][a])
                )
                fits = broken_row(rows, q) is None
                tally.holds(fits == in_ball, run=run.name, i=e.i, q=name, fits=fits)
    return tally
