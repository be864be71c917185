"""Eq. (33), proof of Lemma 11: the Azuma step for one layer; exact tails on a tiny instance."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import ONE, ZERO, Q, ln, sqrt
from proofs_check.claims.common.azuma import LEFT, TAIL_DELTAS, compare_tail, drift, outcomes, tail
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, claim, planted
from proofs_check.sampled_runs.suite import Suite


@claim(
    "eq:33",
    kind="probabilistic",
    title="Azuma step of a layer",
    tex=r"\sum_tY_t\leq\sqrt{2T\ln(L/\delta)}\text{ w.p. }\geq1-\delta/L",
    part_of="lem:bias-term-1",
    argues=(
        "Lemma 10 with c_t = 1 and tail delta/L",
        "lem:azuma-hoeffding, lem:bias-term-1:martingale",
    ),
)
def eq_33(suite: Suite) -> Iterator[Found]:
    """For a layer h, with probability at least 1 - delta/L, sum_t sum over (x_h,a_h) of (q_{i(t)} -
    I^{(t)}) / sqrt(max{1, N_{i(t)}}) <= sqrt(2 T ln(L/delta)): Lemma 10 with c_t = 1.

    Y_t lies in an interval of length 1 known before episode t, so half of the right side,
    sqrt(T ln(L/delta)/2), already holds; what is printed fails with probability (delta/L)^4 at
    most."""
    horizons = (1, 2, 4, 8, 14) + ((20,) if suite.full else ())
    yield exact_tails(ONE, horizons, "P{sum Y_t > right side} against delta/L")
    yield _smallest_scale(horizons[-1])
    seen = Tally("exact on runs", "the sum against the right side, lucky runs (ratio)", step=True)
    for run in suite.runs:
        if "unlucky" not in run.tags:
            for h in range(run.L):
                right = sqrt(ln(run.L / run.delta) * (2 * run.T))
                where = {"run": run.name, "h": h}
                seen.bounded(drift(run, h), right.enclose(96), run.T, **where)
    yield seen


planted(
    eq_33,
    "sqrt(2T ln(L/delta)) divided by 12",
    lambda _: exact_tails(Q(1, 12), (4, 8, 14), "a twelfth of the right side"),
)


def exact_tails(scale: Q, horizons: tuple[int, ...], note: str) -> Tally:
    """P{sum_t Y_t > scale sqrt(2T ln(L/delta))} <= delta/L in layer 1 of the tiny instance."""
    tally = Tally("exact probability", f"layers (1,2,1), A=1, every history: {note}")
    L = 2
    for T in horizons:
        for p in LEFT:
            found = outcomes(T, p)
            for delta in TAIL_DELTAS:
                right = (scale * sqrt(ln(L / delta) * (2 * T))).enclose(96)
                where = {"T": T, "P(u|x_0)": p, "delta": delta}
                compare_tail(tally, tail(found, right), delta / L, right, T, **where)
    return tally


def _smallest_scale(T: int) -> Tally:
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
    return tally


# --------------------------------------------------------------------- the tiny instance
