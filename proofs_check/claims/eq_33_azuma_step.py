"""Eq. (33), proof of Lemma 11: the Azuma step for one layer; exact tails on a tiny instance."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, ln, sqrt
from proofs_check.claims.app_b_2_pigeonhole import inverse_root
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Evidence, claim, planted
from proofs_check.sampled_runs.run import SampledRun
from proofs_check.sampled_runs.suite import Suite

Outcome = tuple[Enclosure, Q]  # a value of sum_t Y_t, and its probability
LEFT = (Q(1, 2), Q(1, 4), Q(1, 16))  # P(u|x_0) of the tiny instance
DELTAS = (Q(1, 100), Q(1, 10), Q(1, 2), Q(9, 10))


@claim(
    "eq:33",
    number="(33)",
    section="App. B",
    kind="probabilistic",
    title="Azuma step of a layer",
    uses=("lem:azuma-hoeffding", "lem:bias-term-1:martingale"),
    tex=r"\sum_tY_t\leq\sqrt{2T\ln(L/\delta)}\text{ w.p. }\geq1-\delta/L",
    part_of="lem:bias-term-1",
)
def eq_33(suite: Suite) -> Iterator[Evidence]:
    """For a layer h, with probability at least 1 - delta/L, sum_t sum over (x_h,a_h) of (q_{i(t)} -
    I^{(t)}) / sqrt(max{1, N_{i(t)}}) <= sqrt(2 T ln(L/delta)): Lemma 10 with c_t = 1.

    Y_t lies in an interval of length 1 known before episode t, so half of the right side,
    sqrt(T ln(L/delta)/2), already holds; what is printed fails with probability (delta/L)^4 at
    most."""
    yield _proof()
    horizons = (1, 2, 4, 8, 14) + ((20,) if suite.full else ())
    yield exact_tails(ONE, horizons, "P{sum Y_t > right side} against delta/L")
    yield _smallest_scale(horizons[-1])
    seen = Tally("exact on runs", "the sum against the right side, lucky runs (ratio)", step=True)
    for run in suite.runs:
        if "unlucky" not in run.tags:
            for h in range(run.L):
                right = sqrt(ln(run.L / run.delta) * (2 * run.T))
                seen.leq(drift(run, h), right.enclose(96), run=run.name, h=h)
    yield seen.evidence()


@planted("eq:33", change="sqrt(2T ln(L/delta)) divided by 12")
def eq_33_twelfth(suite: Suite) -> Iterator[Evidence]:
    yield exact_tails(Q(1, 12), (4, 8, 14), "a twelfth of the right side")


@planted("eq:33", change="delta/L replaced by (delta/L)^5 for the same right side")
def eq_33_fifth_power(suite: Suite) -> Iterator[Evidence]:
    import sympy

    delta, T, L = sympy.symbols("delta T L", positive=True)
    proof = Tally("proved", "the interval form gives exponent 4, not 5")
    square = 2 * T * sympy.log(L / delta)
    power = sympy.simplify((2 * square / T) / sympy.log(L / delta))
    proof.leq(5, int(power), exponent="of delta/L")
    yield proof.evidence()


def _proof() -> Evidence:
    import sympy

    delta, T, L = sympy.symbols("delta T L", positive=True)
    proof = Tally("proved", "Lemma 10 at eps = sqrt(2T ln(L/delta)), c_t = 1, all T, L, delta")
    square = 2 * T * sympy.log(L / delta)
    tail = sympy.exp(-square / (2 * T))
    proof.holds(sympy.simplify(tail - delta / L) == 0, step="exp(-eps^2/(2T)) = delta/L")
    interval = sympy.exp(-2 * (square / 4) / T)
    proof.holds(sympy.simplify(interval - delta / L) == 0, step="interval form: half is enough")
    four = sympy.expand_log(sympy.log(sympy.exp(-2 * square / T)), force=True)
    rest = sympy.expand(four + 4 * sympy.log(L) - 4 * sympy.log(delta))
    rest = sympy.simplify(sympy.expand_log(rest, force=True))
    proof.holds(rest == 0, step="interval form at the printed right side: (delta/L)^4")
    return proof.evidence()


def exact_tails(scale: Q, horizons: tuple[int, ...], note: str) -> Evidence:
    """P{sum_t Y_t > scale sqrt(2T ln(L/delta))} <= delta/L in layer 1 of the tiny instance."""
    tally = Tally("exact probability", f"layers (1,2,1), A=1, every history: {note}")
    L = 2
    for T in horizons:
        for p in LEFT:
            found = outcomes(T, p)
            for delta in DELTAS:
                right = scale * sqrt(ln(L / delta) * (2 * T))
                where = {"T": T, "P(u|x_0)": p, "delta": delta}
                tally.leq(tail(found, right.enclose(96)), delta / L, **where)
    return tally.evidence()


def _smallest_scale(T: int) -> Evidence:
    """The least multiple of the right side that still fails with probability <= delta/L."""
    L, largest, at = 2, ZERO, {}
    for p in LEFT:
        found = sorted(outcomes(T, p), key=lambda o: o[0].lo)
        for delta in DELTAS:
            mass, quantile = ZERO, found[-1][0]
            for value, weight in reversed(found):
                quantile = value
                mass += weight
                if mass > delta / L:  # just below this value the tail is too heavy
                    break
            right = sqrt(ln(L / delta) * (2 * T)).enclose(96)
            if quantile.hi / right.lo > largest:
                largest, at = quantile.hi / right.lo, {"T": T, "P(u|x_0)": p, "delta": delta}
    tally = Tally("exact probability", "least scale of the right side (ratio)", step=True)
    tally.leq(largest, ONE, **at)
    return tally.evidence()


def drift(run: SampledRun, h: int) -> Enclosure:
    """sum_t Y_t of layer h on a run: sum over epochs of (episodes q_i - n_i) w(N_i)."""
    lo = hi = ZERO
    for e in run.epochs:
        for N_x, n_x, q_x in zip(e.N[h], e.n[h], e.q_xa[h], strict=True):
            for N, n, q in zip(N_x, n_x, q_x, strict=True):
                extra = e.length * q - n if q else ZERO - n
                if extra:
                    w = inverse_root(N)
                    lo += extra * (w.lo if extra > 0 else w.hi)
                    hi += extra * (w.hi if extra > 0 else w.lo)
    return Enclosure(lo, hi)


# --------------------------------------------------------------------- the tiny instance


def tail(found: list[Outcome], right: Enclosure) -> Q:
    """P{sum_t Y_t > right}; a value whose enclosure meets `right` counts as larger."""
    return sum((weight for value, weight in found if value.hi > right.lo), ZERO)


@cache
def outcomes(T: int, p: Q) -> list[Outcome]:
    """The exact law of sum_t Y_t in layer 1 of layers (1,2,1), A = 1, P(u|x_0) = p, P(v|x_0) = 1-p.

    Algorithm 1 (R-1) has no choice there: the counts decide the epochs. Y_t of an epoch with
    counts N_u, N_v is p w_u + (1-p) w_v - w_(visited), w = 1/sqrt(max{1, N})."""
    found: list[Outcome] = []
    stack = [(0, 0, ONE, ZERO, ZERO)]  # N_u, N_v, probability, sum of the Y_t so far (ends)
    while stack:
        N_u, N_v, weight, lo, hi = stack.pop()
        if N_u + N_v == T:
            found.append((Enclosure(lo, hi), weight))
            continue
        w_u, w_v = inverse_root(N_u), inverse_root(N_v)
        for (n_u, n_v), orders in epochs(N_u, N_v, T).items():
            extra = p * (n_u + n_v) - n_u  # sum Y_t = extra (w_u - w_v)
            low, high = w_u.lo - w_v.hi, w_u.hi - w_v.lo
            ends = sorted((extra * low, extra * high))
            new = weight * orders * p**n_u * (1 - p) ** n_v
            stack.append((N_u + n_u, N_v + n_v, new, lo + ends[0], hi + ends[1]))
    return found


@cache
def epochs(N_u: int, N_v: int, T: int) -> dict[tuple[int, int], int]:
    """(n_u, n_v) at the end of an epoch that starts with N_u, N_v -> number of orders."""
    open_: dict[tuple[int, int], int] = {(0, 0): 1}
    ended: dict[tuple[int, int], int] = {}
    for n in range(1, T - N_u - N_v + 1):
        after: dict[tuple[int, int], int] = {}
        for (n_u, n_v), orders in open_.items():
            for key in ((n_u + 1, n_v), (n_u, n_v + 1)):
                after[key] = after.get(key, 0) + orders
        open_ = {}
        for (n_u, n_v), orders in after.items():
            trigger = n_u >= max(1, N_u) or n_v >= max(1, N_v) or n >= max(1, N_u + N_v)
            where = ended if trigger or N_u + N_v + n == T else open_
            where[n_u, n_v] = where.get((n_u, n_v), 0) + orders
    return ended
