r"""In each step the learner receives a realised reward that is drawn from some distribution on
$[0,1]$ with mean $r(x_h,a_h)$ (Sec. II). Lemma 3 rests on this alone.

It is meant, and not said, that the rewards are independent of the past, given $(x_h,a_h)$; whether
they may depend on the next state is not said either. If each reward is drawn independently of the
past, given $(x_h,a_h)$, Lemma 3 is true: it is proved in this form, where the reward may
depend on $x_{h+1}$, and one instance is computed here. Why it has to be said: let every reward of a
pair be 0 or 1 with mean $1/2$, but each equal to the last one with probability $999/1000$. Then the
first 64 are all equal with probability $0.9389$, and $r$ is outside its bounds once
$N_i>8\Lambda$."""

from proofs_check.statements.common.coins import ever_fails
from proofs_check.statements.common.prelude import *

statement = Statement(
    "as:layered-mdp:independence",
    __doc__,
    part_of="",
    kind="probabilistic",
    number="Sec. II, independence",
    section="Sec. II",
    readings=("R-13",),
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
    no_claim="model",
    coq=(Coq("lemma_3", "paper/GoodEvents.v", assumed=INDEPENDENT),),
)


STICKY = "each reward equals the last one with probability 999/1000"
STICKS, DELTA, EPISODES = Q(999, 1000), Q(1, 10), 128


def all_equal(N: int) -> Q:
    """Return the probability that the first N rewards are equal."""
    return STICKS ** (N - 1)


@statement.numbers(11)
def sticky() -> Mapping[str, Any]:
    N, Lam = EPISODES // 2, lam(EPISODES, 2, 1, DELTA)
    rewards = {"sticks": STICKS, "N": N, "later": N - 1, "probability": all_equal(N)}
    radius = {"in_log": EPISODES * 2 / DELTA, "Lam": Lam, "b": b_radius(Lam, N)}
    return {"T": EPISODES, "delta": DELTA, **rewards, **radius, "allowed": 2 * DELTA}


@printed.check({"(underspecified already: sticky rewards, here $T=256$)": {"T": 256}})
def independence(suite: Suite, T: int = EPISODES) -> Shown:
    # Layers 1-1, A = 1, r = 1/2: epochs start with N = 1, 2, 4, ...; if equal, |r_bar - r| = 1/2.
    # Sticky rewards: 0 or 1 with probability 1/2; each later one is the last one, or else fresh.
    N = T // 2
    note = (
        r"layers 1-1, $A=1$: is $\Pr\{r\notin[\check r_i,\hat r_i]\text{ for some }i\}\leq2\delta$?"
    )
    sticky = Tally("exact probability", note, under=STICKY)
    outside = certainly_leq(lam(T, 2, 1, DELTA) * 8, N)  # b_i = sqrt(2 Lam / N) <= 1/2
    failure = Q(outside is Decision.TRUE) * all_equal(N)
    where = {"T": T, "delta": DELTA, "N": N, "r": Q(1, 2)}
    sticky.likely(failure, 2 * DELTA, **where, r_bar="0 or 1")
    fresh = Tally("exact probability", "the same instance", under=INDEPENDENT)
    starts = frozenset(1 << k for k in range(T.bit_length()))
    fails = ever_fails(Q(1, 2), T - 1, lam(T, 2, 1, DELTA) * 2, starts)
    fresh.likely(fails, 2 * DELTA, T=T, delta=DELTA, r=Q(1, 2))
    return sticky, fresh
