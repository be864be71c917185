"""Eq. (33), proof of Lemma 11: the Azuma step for one layer; exact tails on a tiny instance."""

from __future__ import annotations

from proofs_check.arithmetic import ONE, Q, ln, sqrt
from proofs_check.claims.common.azuma import exact_tails
from proofs_check.ledger.registry import Shown, claim
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
    planted={"sqrt(2T ln(L/delta)) divided by 12": {"scale": Q(1, 12)}},
)
def eq_33(suite: Suite, scale: Q = ONE) -> Shown:
    """For a layer h, with probability at least 1 - delta/L, sum_t sum over (x_h,a_h) of (q_{i(t)} -
    I^{(t)}) / sqrt(max{1, N_{i(t)}}) <= sqrt(2 T ln(L/delta)): Lemma 10 with c_t = 1.

    Y_t lies in an interval of length 1 known before episode t, so half of the right side,
    sqrt(T ln(L/delta)/2), already holds; what is printed fails with probability (delta/L)^4 at
    most."""
    horizons = (1, 2, 4, 8, 14) + ((20,) if suite.full else ())
    note = f"P{{sum Y_t > {scale} sqrt(2T ln(L/delta))}} against delta/L"
    return exact_tails(note, horizons, 2, lambda T, delta: scale * sqrt(ln(2 / delta) * (2 * T)))
