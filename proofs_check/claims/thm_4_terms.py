"""Proof of Theorem 4: Bias-I <= 0, Diff <= 0, and the probabilities, 1 - 5 delta."""

from __future__ import annotations

from proofs_check.arithmetic import ZERO, Decision, Enclosure, Q, each, lam, zipped
from proofs_check.claims.common.bounds import SIZES, TENTH
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim
from proofs_check.sampled_runs.occupancy import difference, inner, inner_enclosed
from proofs_check.sampled_runs.suite import Suite

EVENTS = {
    "P in P_i (Lemma 2)": 4,
    "r <= r_hat_i, radius b_i (Lemma 3)": 4,
    "r_bar_i - r <= b_i/2 (Lemma 6)": 1,
    "Azuma in Lemma 9": 0,
    "Azuma in Lemma 6": 0,
}  # event -> power of exp(-Lam) = delta/(TXA) it fails with per count and pair, at most; 0: delta


@claim(
    "thm:main:bias-1",
    number="(19), Bias-I",
    kind="on an event",
    title="Bias-I <= 0",
    tex=r"\text{Bias-I}=\sum_t\langle q^*,r-\hat r_{i(t)}\rangle\leq0",
    argues=("q* >= 0 and r <= r_hat_i at every pair", "lem:conf-set-rew, def:1"),
    planted={
        "off the event of Lemma 3": {"on_event": False},
        "r_bar_i in place of r_hat_i": {"bound": "r_bar"},
    },
)
def bias_1_is_negative(suite: Suite, on_event: bool = True, bound: str = "r_hat") -> Shown:
    """On the event of Lemma 3, so with probability at least 1 - 2 delta: Bias-I = sum_t
    <q*, r - r_hat_{i(t)}> <= 0.

    Only r <= r_hat_i is needed, half of that event and at the pairs of q* only: probability
    1 - delta by the same lemma's two halves."""
    tally = Tally("exact on runs", "every epoch with r <= r_hat_i at q*'s pairs")
    for run, e in suite.all.epochs():
        seen = zipped(run.best.q_xa, run.r, e.r_hat)
        if not on_event or all(r <= r_hat.lo for mass, r, r_hat in seen if mass):
            r_hat = each(Enclosure.of, getattr(e, bound))
            bias_1 = inner(run.best.q_xa, run.r) - inner_enclosed(run.best.q_xa, r_hat)
            tally.leq(bias_1, ZERO, run=run.name, i=e.i)
    return tally


@claim(
    "thm:main:diff",
    number="(19), Diff",
    kind="on an event",
    title="Diff <= 0",
    tex=r"\text{Diff}=\sum_t\langle q^*-\hat q_{i(t)},\hat r_{i(t)}\rangle\leq0",
    argues=(
        "q* is in Q^{P_i} when P is in P_i, and q_hat_i maximises over it; q_hat_1 is an optimum",
        "lem:conf-set-P-high-prob, lem:conf-set-polytope, prop:3, eq:lp-occ-update, alg:main/5",
    ),
    planted={
        "off the event of Lemma 2": {"on_event": False},
        "q_i in place of q_hat_i": {"measure": "q_xa"},
    },
)
def diff_is_negative(suite: Suite, on_event: bool = True, measure: str = "q_hat_xa") -> Shown:
    """On the event of Lemma 2, so with probability at least 1 - delta: q* is in Q^P, a subset of
    Q^{P_i}, so <q*, r_hat_i> <= <q_hat_i, r_hat_i> for all i, and Diff = sum_t
    <q* - q_hat_{i(t)}, r_hat_{i(t)}> <= 0.

    q_hat_1 is set, not solved for; r_hat_1 = 1 makes every q in Q optimal, so epoch 1 adds 0. On
    the runs q_hat_i is optimal up to the solver's rounding: <q*, r_hat_i> <= LP1's exact optimum,
    and Diff <= `gap`, the exact distance of q_hat_i from it."""
    optimum = Tally("exact on runs", "<q*, r_hat_i> <= LP1's optimum, epochs with P in P_i")
    gap = Tally("exact on runs", "<q* - q_hat_i, r_hat_i> <= gap_i, epochs with P in P_i")
    for run, e in suite.all.epochs():
        if e.event_P is Decision.TRUE or not on_event:
            # The upper ends: LP1 solved with eps_i and r_hat_i rounded up, q* valued likewise.
            best = inner_enclosed(run.best.q_xa, e.r_hat)
            optimum.leq(best.hi, e.optimum_hi, run=run.name, i=e.i)
            diff = inner_enclosed(difference(run.best.q_xa, getattr(e, measure)), e.r_hat)
            gap.leq(diff.hi, e.gap, run=run.name, i=e.i)
            if e.i == 1:
                gap.equal(diff, 0, run=run.name, i=1)
    return optimum, gap


@claim(
    "thm:main:delta",
    number="(18), 1 - 5 delta",
    kind="probabilistic",
    title="1 - 5 delta in all",
    tex=r"\Pr\{\text{Bias-I}\leq0,\ \text{Diff}\leq0,\ (21),\ (22)\}\geq1-5\delta",
    argues=(
        "union bound over the events that the four terms share",
        "lem:conf-set-P-high-prob, lem:conf-set-rew, lem:azuma-hoeffding, lem:bias",
    ),
    planted={"the five events within 3 delta": {"units": 3, "powers": (1, 1, 1, 0, 0)}},
)
def delta_in_all(
    suite: Suite, units: int = 5, powers: tuple[int, ...] = tuple(EVENTS.values())
) -> Shown:
    """Bias-I <= 0, Diff <= 0, Lemma 5 and Lemma 6 hold together with probability at least
    1 - 5 delta.

    The probabilities stated for the four add up to 7 delta. But they share events, delta each: P in
    P_i; r <= r_hat_i with radius b_i; r_bar_i - r <= b_i/2, which Lemma 6, repaired, needs; and one
    use of Azuma's inequality each in Lemmas 9 and 6. The first two really fail with far less, so 3
    delta and a little are enough; Theorem 4, repaired, needs one use of Azuma's: 2 delta."""
    # TXA exp(-p Lam) = delta (delta/(TXA))^(p-1), p >= 1, in units of delta; for p = 4 over sets,
    # X_{h+1} >= 2, at most (X-3)A T (2z)^2 <= 4 delta^2/(TXA), z = exp(-Lam).
    tally = Tally("enumerated", "the events' probabilities, in units of delta, at T = 1")
    for size in SIZES:
        z = TENTH / (size.X * size.A)
        used = sum((Q(1) if p < 2 else 4 * z for p in powers), Q(0))
        tally.leq(used, units, size=str(size), Lam=lam(1, size.X, size.A, TENTH))
    return tally
