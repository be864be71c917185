"""Assumption 1 (Sec. II): what a layered episodic MDP is, and what is not said about rewards."""

from __future__ import annotations

from proofs_check.arithmetic import Decision, Q, certainly_leq, lam
from proofs_check.claims.common.coins import ever_fails
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim
from proofs_check.sampled_runs.suite import Suite


@claim(
    "as:layered-mdp",
    kind="given",
    title="layered MDP",
    readings=("R-2", "R-18", "R-19"),
    tex=r"P(x'|x,a)>0 \text{ only if } x\in X_h,\ x'\in X_{h+1}",
)
def assumption_1(suite: Suite) -> None:
    """The states fall into layers X_0, ..., X_L; X_0 = {x_0} and X_L = {x_L};
    P(x'|x,a) > 0 only if x is in X_h and x' in X_{h+1} for some h < L; P and r do not change.

    The layers are an input (R-18). At x_L no transition exists: P(.|x_L,a) = 0 (R-19)."""


FRESH = "drawn anew at each visit, given the past"
ONCE = "drawn once per pair and kept"


@claim(
    "as:layered-mdp:independence",
    number="Sec. II, independence",
    kind="probabilistic",
    part_of="",
    title="rewards with mean r(x,a)",
    expected="UNDERSPECIFIED",
    readings=("R-13",),
    repair="say: drawn independently of the past, given (x_h,a_h); it may depend on x_{h+1}",
    tex=r"r_h\sim\text{some distribution on }[0,1]\text{ with mean }r(x_h,a_h)",
    cites=("Lemma 3", "lem:conf-set-rew"),
    planted={"(underspecified: kept rewards, T = 256)": {"T": 256}},
)
def independence(suite: Suite, T: int = 128) -> Shown:
    """The realised reward is drawn from some distribution on [0,1] with mean r(x,a): that is all
    that Lemma 3 needs of it (Sec. II).

    Not stated: that rewards are independent of the past, and whether they are of the transition. If
    each is drawn anew at each visit, given the past, Lemma 3 is true (it is machine-checked so, and
    there the reward may depend on x_{h+1}; one instance here). If a reward of mean 1/2, 0 or 1, is
    drawn once and kept, r_bar_i stays 0 or 1, and r is outside its bounds once N_i > 8 Lam."""
    # Layers 1-1, A = 1, r = 1/2: epochs start with N = 1, 2, 4, ...; kept, |r_bar - r| = 1/2
    delta, N = Q(1, 10), T // 2
    note = "layers 1-1, A = 1: Pr{r outside its bounds} <= 2 delta?"
    kept = Tally("exact probability", note, under=ONCE)
    outside = certainly_leq(lam(T, 2, 1, delta) * 8, N)  # b_i = sqrt(2 Lam / N) <= 1/2
    failure = Q(outside is Decision.TRUE)
    kept.leq(failure, 2 * delta, T=T, delta=delta, N=N, r=Q(1, 2), r_bar="0 or 1 for ever")
    fresh = Tally("exact probability", "the same instance, fresh draws", under=FRESH)
    starts = frozenset(1 << k for k in range(T.bit_length()))
    fails = ever_fails(Q(1, 2), T - 1, lam(T, 2, 1, delta) * 2, starts)
    fresh.leq(fails, 2 * delta, T=T, delta=delta, r=Q(1, 2))
    return kept, fresh
