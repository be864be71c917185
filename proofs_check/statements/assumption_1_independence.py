r"""The realised reward is drawn from some distribution on [0,1] with mean $r(x,a)$: that is all
that Lemma 3 needs of it (Sec. II).

Not stated: that rewards are independent of the past, and whether they are of the transition. If
each is drawn anew at each visit, given the past, Lemma 3 is true (it is machine-checked so, and
there the reward may depend on $x_{h+1}$; one instance here). If a reward of mean 1/2, 0 or 1, is
drawn once and kept, $\bar r_i$ stays 0 or 1, and $r$ is outside its bounds once $N_i>8\Lambda$."""

from __future__ import annotations

from proofs_check.arithmetic import Decision, Q, certainly_leq, lam
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Correction, Finding, Statement, cited
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.coins import ever_fails

statement = Statement(
    "as:layered-mdp:independence",
    __doc__,
    kind="probabilistic",
    number="Sec. II, independence",
    section="Sec. II",
    readings=("R-13",),
    sentences=("ee84eb3686fc",),
    findings=(
        Finding(
            14,
            "underspecified",
            title="how rewards are drawn is not stated",
            cause=(
                "A reward has mean $r(x,a)$; that it is drawn anew, independently of the past, is "
                "not said, nor whether it may depend on the next state."
            ),
            witness={
                "layers": "1, 1",
                "L": "1",
                "X": "2",
                "A": "1",
                "T": "128",
                "delta": "1/10",
                "reward": "0 or 1, drawn once and kept",
                "r": "1/2",
                "N_i": "64",
            },
            by_hand=(
                r"$\Lambda=\log2560=7.848$; $|\bar "
                r"r_i-r|=0.5>b_i=\sqrt{2\cdot7.848/64}=0.4952$ with "
                r"probability 1, not at most $2\delta=1/5$."
            ),
            then="With fresh draws Lemma 3 holds, also if the reward depends on the next state.",
        ),
    ),
    corrections={
        14: Correction(
            "randomly drawn from some distribution on $[0,1]$ with mean $r(x,a)$",
            (
                r"drawn, independently of the past given $(x,a)$, from some distribution on "
                r"$[0,1]$ with mean $r(x,a)$"
            ),
        )
    },
)

printed = statement.printed(
    "rewards with mean $r(x,a)$",
    tex=r"r_h\sim\text{some distribution on }[0,1]\text{ with mean }r(x_h,a_h)",
    repair=("say: drawn independently of the past, given $(x_h,a_h)$; it may depend on $x_{h+1}$"),
    steps=(cited("Lemma 3", "lemma_03"),),
)


FRESH = "drawn anew at each visit, given the past"


ONCE = "drawn once per pair and kept"


@printed.check({"(underspecified: kept rewards, $T=256$)": {"T": 256}})
def independence(suite: Suite, T: int = 128) -> Shown:
    # Layers 1-1, A = 1, r = 1/2: epochs start with N = 1, 2, 4, ...; kept, |r_bar - r| = 1/2
    delta, N = Q(1, 10), T // 2
    note = r"layers 1-1, $A=1$: $\Pr\{r\text{ outside}\text{ its}\text{ bounds}\}\leq2\delta$?"
    kept = Tally("exact probability", note, under=ONCE)
    outside = certainly_leq(lam(T, 2, 1, delta) * 8, N)  # b_i = sqrt(2 Lam / N) <= 1/2
    failure = Q(outside is Decision.TRUE)
    kept.leq(failure, 2 * delta, T=T, delta=delta, N=N, r=Q(1, 2), r_bar="0 or 1 for ever")
    fresh = Tally("exact probability", "the same instance, fresh draws", under=FRESH)
    starts = frozenset(1 << k for k in range(T.bit_length()))
    fails = ever_fails(Q(1, 2), T - 1, lam(T, 2, 1, delta) * 2, starts)
    fresh.leq(fails, 2 * delta, T=T, delta=delta, r=Q(1, 2))
    return kept, fresh
