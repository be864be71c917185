"""Lemma 7, eq. (23), from distances of triples to distances of pairs; before it, App. A's P_i :=
P^{q_hat_i} and xi_i, and what is left of eq. (5) where q_hat_i(x,a) = 0."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from proofs_check.arithmetic import ONE, ZERO, Q
from proofs_check.arithmetic import Decision as D
from proofs_check.claims.common.shapes import shapes, uniform_transition
from proofs_check.claims.common.transitions import P_ITSELF, UNIFORM, VISITED, least_q_xi
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, claim, planted
from proofs_check.sampled_runs.epoch import SampledEpoch
from proofs_check.sampled_runs.occupancy import (
    distance,
    occupancy_measure,
    one_hot,
    pair_mass,
    pairs,
)
from proofs_check.sampled_runs.suite import Suite


def undetermined(e: SampledEpoch) -> Iterator[tuple[int, int, int]]:
    """Pairs with q_hat_i(x,a) = 0 < q_i(x,a) and more than one state in the next layer: eq. (5) is
    0/0 there, and xi_i(x,a) counts."""
    for h, x, a in pairs(e.q_xa):
        if e.q_xa[h][x][a] and not e.q_hat_xa[h][x][a] and e.run.layers[h + 1] > 1:
            yield h, x, a


@claim(
    "lem:occ-1-norm:P_i",
    number="P_i, xi_i",
    section="App. A",
    kind="definition",
    title="P_i = P^{q_hat_i} as transition",
    expected="UNDERSPECIFIED",
    readings=("R-4",),
    repair="complete P_i where q_hat_i(x,a) = 0: by P itself (xi_i = 0 there; the learner needs no"
    " P_i), or by any row of the confidence set",
    part_of="lem:key-lem",
    tex=r"P_i=P^{\hat q_i},\quad \xi_i(x,a)=\|P_i(\cdot|x,a)-P(\cdot|x,a)\|_1",
    argues=(
        "q_hat_i satisfies the rows of LP1, so P^{q_hat_i} is within eps_i where it is defined",
        "prop:2, eq:lp-occ-update",
    ),
)
def transition_P_i(suite: Suite) -> Iterator[Found]:
    """P_i = P^{q_hat_i} of eq. (5) is a transition function of the confidence set in every epoch i,
    so that xi_i(x,a) = ||P_i(.|x,a) - P(.|x,a)||_1 is defined wherever q_i(x,a) > 0.

    Eq. (5) says nothing where q_hat_i(x,a) = 0 < q_i(x,a), and there are such pairs: the policy
    played reaches, under P, what q_hat_i never visits. Literally, 0/0, it is no transition
    function; with P_bar_i's row (R-4) it is in the confidence set, with P's own row it is on the
    event of Lemma 2, with the uniform row it is not. (In layer L-1 there is one successor, so
    nothing is open.)"""
    yield smallest_case()
    for completion in (VISITED, P_ITSELF, UNIFORM):
        yield _completed(suite, completion)


@planted(transition_P_i, "undefined on no run whatever: q_hat_i > 0")
def transition_P_i_everywhere(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "is q_hat_i(x,a) > 0 at every pair?")
    for run, e in suite.runs.epochs():
        for h, x, a in pairs(e.q_hat_xa):
            tally.holds(e.q_hat_xa[h][x][a] > 0, run=run.name, i=e.i, h=h, x=x, a=a)
    return tally


def _completed(suite: Suite, completion: str) -> Tally:
    """Whether the row is within eps_i of P_bar_i at every pair left open, on the event of Lemma
    2."""
    tally = Tally("exact on runs", "open pairs, epochs with P in P_i", under=completion)
    for run, e in suite.all.epochs():
        for h, x, a in undetermined(e) if e.event_P is D.TRUE else ():
            P_bar, n = e.P_bar[h][x][a], run.layers[h + 1]
            uniform = [Q(1, n)] * n
            seen = P_bar if e.N[h][x][a] else uniform
            row = {VISITED: seen, P_ITSELF: run.P[h][x][a], UNIFORM: uniform}[completion]
            where = {"run": run.name, "i": e.i, "h": h, "x": x, "a": a, "row": row}
            tally.leq(distance(row, P_bar), e.eps[h][x][a], P_bar_i=P_bar, **where)
    return tally


def smallest_case() -> Tally:
    """Epoch 2 after one episode, delta = 1/10, T = 2, all shapes by X, then A, then L.

    Lam >= ln 40 > 2: eps_2 >= 2 where X_{h+1} > 1, and r_hat_2 = 1, so every q in Q solves LP1. All
    its vertices are tried: one path each, pi_2 uniform off the path. P is uniform."""
    note = "T = 2, epoch 2, every vertex of LP1's solutions, X <= 6, A <= 2"
    tally = Tally("enumerated", note, under="literally, 0/0")
    for layers, A in shapes(6, 2):
        P, L = uniform_transition(layers, A), len(layers) - 1
        found = None
        for xs in product(*map(range, layers)):
            pi = [
                [one_hot(0, A) if x == xs[h] else [Q(1, A)] * A for x in range(layers[h])]
                for h in range(L)
            ]
            q = pair_mass(occupancy_measure(P, pi))
            open_pairs = [
                (h, x, a) for h, x, a in pairs(q) if q[h][x][a] and x != xs[h] and layers[h + 1] > 1
            ]
            if open_pairs:
                found = {"path of q_hat_2": list(xs), "pairs (h,x,a)": open_pairs}
                break
        tally.holds(found is None, layers=list(layers), A=A, T=2, epoch=2, open=found)
        if found:
            break
    return tally


@claim(
    "lem:occ-1-norm:P_i",
    form="repaired",
    title="P_i completed",
    tex=r"P_i(\cdot|x,a)=P^{\hat q_i}(\cdot|x,a)\text{ if }\hat q_i(x,a)>0,\quad="
    r"\bar P_i(\cdot|x,a)\text{ else if }N_i(x,a)>0,\quad\text{else uniform}",
    argues=(
        "by LP1's rows where q_hat_i > 0; else P_bar_i's row, or uniform with eps_i > 1 (N_i = 0)",
        "prop:2, eq:lp-occ-update",
    ),
    planted={
        "uniform rows also where pairs were visited": lambda suite: _completed(suite, UNIFORM),
    },
)
def transition_P_i_repaired(suite: Suite) -> Shown:
    """With P_i(.|x,a) = P_bar_i(.|x,a) where q_hat_i(x,a) = 0 and (x,a) was visited, and uniform
    where it was not (R-4), P_i is a transition function and lies in the confidence set.

    Completing by P itself serves the analysis as well, with less: xi_i = 0 at these pairs, and the
    sums of q_i xi_i are the least that any completion gives."""
    rows = Tally("exact on runs", "rows of P_i are distributions within eps_i of P_bar_i")
    for run in suite.all:
        for e in run.epochs[:: max(1, len(run.epochs) // 15)]:
            for h, x, a in pairs(e.pi):
                row, P_bar = e.P_i[h][x][a], e.P_bar[h][x][a]
                where = {"run": run.name, "i": e.i, "h": h, "x": x, "a": a}
                rows.holds(sum(row, ZERO) == ONE and min(row) >= 0, **where)
                if row is not P_bar:
                    rows.leq(distance(row, P_bar), e.eps[h][x][a].lo, **where)
    return rows


# ---------------------------------------------------------------------------- the lemma


@claim(
    "lem:occ-1-norm",
    kind="pathwise",
    title="l1 over triples by pairs and xi",
    covers=("eq:23",),
    readings=("R-4",),
    part_of="lem:key-lem",
    tex=r"\sum_t\|\hat q_i-q_i\|_1\leq\sum_t\sum_{h<L}\sum_{x_h,a_h}"
    r"|\hat q_i(x_h,a_h)-q_i(x_h,a_h)|+q_i(x_h,a_h)\xi_i(x_h,a_h)",
    argues=(
        "q_hat(x,a,x') - q(x,a,x') = (q_hat - q)(x,a) P_i + q(x,a) (P_i - P), rows of sum 1",
        "def:1, lem:occ-1-norm:P_i",
    ),
    planted={
        "the term with xi_i left out": {"share": ZERO},
        "xi_i taken as a total variation distance (half)": {"share": Q(1, 2)},
    },
)
def lemma_7(suite: Suite, share: Q = ONE) -> Shown:
    """sum_t ||q_hat_{i(t)} - q_{i(t)}||_1 is at most the sum over t, h < L and (x_h,a_h) of
    |q_hat_i(x_h,a_h) - q_i(x_h,a_h)| + q_i(x_h,a_h) xi_i(x_h,a_h), i = i(t).

    True pair by pair and for every completion of P_i: on the runs the right side is taken with
    xi_i = 0 where q_hat_i(x,a) = 0, the least that a completion gives (by P itself)."""
    tally = Tally("exact on runs", "every epoch, the completion with the least right side")
    for run, e in suite.all.epochs():
        right = sum(e.layer_l1, ZERO) + share * sum(least_q_xi(e), ZERO)
        tally.leq(e.l1, right, run=run.name, i=e.i)
    return tally
