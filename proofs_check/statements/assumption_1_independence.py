r"""In each step the learner receives a realised reward that is drawn from some distribution on
$[0,1]$ with mean $r(x_h,a_h)$ (Sec. II). Lemma 3 rests on this alone.

It is meant, and not said, that the rewards are independent of the past, given $(x_h,a_h)$; whether
they may depend on the next state is not said either. If each reward is drawn independently of the
past, given $(x_h,a_h)$, Lemma 3 is true: it is proved in this form, where the reward may
depend on $x_{h+1}$, and one instance is computed here. Why it has to be said: let every reward of a
pair be 0 or 1 with mean $1/2$, but each equal to the last one with probability $999/1000$. Then the
first 64 are all equal with probability $0.9389$, and $r$ is outside its bounds once
$N_i>8\Lambda$."""

from __future__ import annotations

from proofs_check.arithmetic import Decision, Q, certainly_leq, lam
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import ButForWording, Coq, Finding, Statement, cited
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.coins import ever_fails

statement = Statement(
    "as:layered-mdp:independence",
    __doc__,
    part_of="",
    kind="probabilistic",
    number="Sec. II, independence",
    section="Sec. II",
    readings=("R-13",),
    findings=(
        Finding(
            11,
            "wording",
            "none",
            title="independence of the rewards is meant, but not said",
            cause=(
                "“randomly drawn from some distribution on $[0,1]$ with mean $r(x,a)$” and the "
                "abstract's “fixed but unknown distribution” mean draws that are independent of "
                "the past, given $(x_h,a_h)$. With this meaning, which is taken here, Lemma 3 and "
                "every result that uses it hold. That a reward may depend on the next state is "
                "allowed. The witness says only why it has to be said: all its rewards have one "
                "distribution, with mean 1/2, and are not independent."
            ),
            witness={
                "layers": "1, 1",
                "L": "1",
                "X": "2",
                "A": "1",
                "T": "128",
                "delta": "1/10",
                "r": "1/2",
                "N_i": "64",
                "rewards": ("0 or 1, each equal to the last one with probability 999/1000"),
                "probability": "$(999/1000)^{63}=0.9389$",
            },
            by_hand=(
                "Each reward is 0 or 1 with probability $1/2$. With probability "
                "$(999/1000)^{63}=0.9389$ the first 64 are equal. Then "
                r"$\Lambda=\log2560=7.848$ and $|\bar "
                r"r_i-r|=0.5>b_i=\sqrt{2\cdot7.848/64}=0.4952$, which Lemma 3 allows "
                r"with probability $2\delta=1/5$ only."
            ),
            consequence=(
                "If rewards are independent of the past, Lemma 3 and Theorem 4 hold, "
                "also if rewards depend on the next state."
            ),
            refuted_words=(r"\$r_h\$ which is randomly drawn",),
            former_number=14,
        ),
    ),
)

INDEPENDENT = "each reward is independent of the past"

printed = statement.printed(
    "rewards with mean $r(x,a)$",
    wording=ButForWording(11, choice="each reward is independent of the past"),
    tex=r"r_h\sim\text{some distribution on }[0,1]\text{ with mean }r(x_h,a_h)",
    repair=(
        "say that each reward is drawn independently of the past, given $(x_h,a_h)$; it may depend "
        "on $x_{h+1}$"
    ),
    steps=(cited("Lemma 3", "lemma_03"),),
    coq=(Coq("lemma_3", "paper/GoodEvents.v", assumed=INDEPENDENT),),
)


STICKY = "each reward equals the last one with probability 999/1000"
STICKS = Q(999, 1000)


@printed.check({"(underspecified already: sticky rewards, here $T=256$)": {"T": 256}})
def independence(suite: Suite, T: int = 128) -> Shown:
    # Layers 1-1, A = 1, r = 1/2: epochs start with N = 1, 2, 4, ...; if equal, |r_bar - r| = 1/2.
    # Sticky rewards: 0 or 1 with probability 1/2; each later one is the last one, or else fresh.
    delta, N = Q(1, 10), T // 2
    note = (
        r"layers 1-1, $A=1$: is $\Pr\{r\notin[\check r_i,\hat r_i]\text{ for some }i\}\leq2\delta$?"
    )
    sticky = Tally("exact probability", note, under=STICKY)
    outside = certainly_leq(lam(T, 2, 1, delta) * 8, N)  # b_i = sqrt(2 Lam / N) <= 1/2
    failure = Q(outside is Decision.TRUE) * STICKS ** (N - 1)  # the first N rewards are equal
    where = {"T": T, "delta": delta, "N": N, "r": Q(1, 2)}
    sticky.likely(failure, 2 * delta, **where, r_bar="0 or 1")
    fresh = Tally("exact probability", "the same instance", under=INDEPENDENT)
    starts = frozenset(1 << k for k in range(T.bit_length()))
    fails = ever_fails(Q(1, 2), T - 1, lam(T, 2, 1, delta) * 2, starts)
    fresh.likely(fails, 2 * delta, T=T, delta=delta, r=Q(1, 2))
    return sticky, fresh
