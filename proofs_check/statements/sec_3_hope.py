r"""As learning proceeds, the hope is that the size of $\mathcal P$ and of $Q^{\mathcal P}$ shrinks
and that $Q^{\mathcal P}$ gets close to $Q^P$ (Sec. III).

A hope claims nothing. On every path it is false: the radius of a pair shrinks as its visits grow,
but the set of rows within it may grow. If there are two successors and $\bar P_i$ is a vertex, half
of the ball is outside the simplex: after 64 visits, all to $u$, $P(u)$ ranges over an interval of
length $\epsilon_i/2$. After 64 more visits, all to $v$, it ranges over an interval of length
$\epsilon_{i+1}$, which is larger by the factor $\sqrt2$. But such paths are rare: for
$P(u|x_0)=1/2$ the interval ever grows with probability 0.0018. For $\Lambda\geq70$, whatever $T$
and the numbers of visits, a theorem has 0.01. Pairs that are never visited are never
restricted."""

from proofs_check.statements.common.drawn import fork
from proofs_check.statements.common.prelude import *

EVERY, MOST = "on every path", "with probability at least 0.99"

statement = Statement(
    "eq:conf-set-P:hope",
    __doc__,
    part_of="",
    kind="pathwise",
    number="Sec. III, hope",
    section="Sec. III",
)

printed = statement.printed(
    "the sets shrink (a hope)",
    tex=r"\mathcal P_{i+1}\subseteq\mathcal P_i",
    repair="the radii of visited pairs shrink; the sets need not shrink and are not nested",
    no_claim="epochs",
    coq=(
        Coq("hope_false", "paper/MovingSets.v", refutes=True, assumed=EVERY),
        Coq("hope_mostly", "paper/MovingSets.v", assumed=MOST),
    ),
)

statement.counterexample(
    by_hand=(
        r"$\Lambda=\log40000=10.597$. At $N=64$, $P(u)$ ranges over "
        r"$[1-\epsilon_i/2,1]$, of length $\sqrt{4\cdot10.597/64}/2=0.407$. At "
        r"$N=128$ it is within $\epsilon_{i+1}/2$ of $1/2$, an interval of "
        r"length $\sqrt{4\cdot10.597/128}=0.575$. The path has probability "
        "$2^{-128}$."
    ),
    mdp=fork(
        r"Layers 1, 2, 1, $A=1$; $P(u|x_0)=1/2$, $T=1000$, $\delta=1/10$.",
        "1/2",
        "1/2",
        "visits 1 to 64",
        "visits 65 to 128",
    ),
)

EPISODES, DELTA, EPOCHS = 1000, Q(1, 10), 7


@printed.check({"(depends already: the same after 128 visits)": {"N": 128}})
def hope(suite: Suite, N: int = 64) -> Shown:
    Lam = lam(EPISODES, 4, 1, DELTA)
    # P(u) in [1 - eps/2, 1] after N visits to u; in [(1 - eps')/2, (1 + eps')/2] after N to v
    note = "layers 1-2-1, $A=1$: is the interval of $P(u|x_0)$ at $2N$ no longer than at $N$?"
    path = Tally("proved", note, under=EVERY)
    before, after = eps_radius(2, Lam, N) / 2, eps_radius(2, Lam, 2 * N)
    where = {"T": EPISODES, "delta": DELTA, "P_bar": ["1, 0", "1/2, 1/2"], "N": [N, 2 * N]}
    path.leq(after, before, probability=f"2^-{2 * N}", **where)
    note = r"$P(u|x_0)=1/2$, $N_i=1,2,\dots,128$: the probability that the interval ever grows"
    rare = Tally("exact probability", note, under=MOST)
    rare.leq(interval_grows(Lam), Q(1, 100), T=EPISODES, delta=DELTA)
    return path, rare


def interval_grows(Lam: Real) -> Q:
    """Return the probability that the interval of P(u|x_0) = 1/2 in the confidence set grows from
    one of N = 1, 2, 4, ..., 2**EPOCHS to the next."""
    never, N = {0: Q(1, 2), 1: Q(1, 2)}, 1  # visits to u -> probability that it never grew
    for _ in range(EPOCHS):
        before, now = ([length(Lam, k, m) for k in range(m + 1)] for m in (N, 2 * N))
        after: dict[int, Q] = {}
        for k, p in never.items():
            for more in range(N + 1):
                if now[k + more].hi <= before[k].lo:
                    share = p * Q(comb(N, more), 1 << N)
                    after[k + more] = after.get(k + more, ZERO) + share
        never, N = after, 2 * N
    return ONE - sum(never.values(), ZERO)


def length(Lam: Real, k: int, N: int) -> Enclosure:
    """Return the length of the interval of P(u) within eps/2 of k/N, in [0,1]."""
    half, P_bar = eps_radius(2, Lam, N) / 2, Q(k, N)
    low, high = P_bar - half, P_bar + half
    if certainly_leq(low, 0) is Decision.TRUE:
        low = Real.of(0)
    if certainly_leq(1, high) is Decision.TRUE:
        high = Real.of(1)
    return (high - low).enclose(96)
