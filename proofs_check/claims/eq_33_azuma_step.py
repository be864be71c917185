"""Eq. (33), proof of Lemma 11: the Azuma step for one layer; exact tails on a tiny instance."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import ONE, ZERO, Q, ln, sqrt
from proofs_check.claims.common.azuma import LEFT, TAIL_DELTAS, drift, outcomes, tail
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Evidence, claim, planted
from proofs_check.sampled_runs.suite import Suite


@claim(
    "eq:33",
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
            for delta in TAIL_DELTAS:
                right = scale * sqrt(ln(L / delta) * (2 * T))
                where = {"T": T, "P(u|x_0)": p, "delta": delta}
                tally.leq(tail(found, right.enclose(96)), delta / L, **where)
    return tally.evidence()


def _smallest_scale(T: int) -> Evidence:
    """The least multiple of the right side that still fails with probability <= delta/L."""
    L, largest, at = 2, ZERO, {}
    for p in LEFT:
        found = sorted(outcomes(T, p), key=lambda o: o[0].lo)
        for delta in TAIL_DELTAS:
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


# --------------------------------------------------------------------- the tiny instance
