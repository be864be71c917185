r"""On the event of Lemma 2, so with probability at least $1-\delta$,
$\xi_i(x,a)\leq\lVert P_i(\cdot|x,a)-\bar P_i(\cdot|x,a)\rVert_1
+\lVert P(\cdot|x,a)-\bar P_i(\cdot|x,a)\rVert_1\leq2\epsilon_i(x,a)$ at every $(x,a)$. The paper
bounds the first distance by $\epsilon_i$ because $P_i$ is in the confidence set $\mathcal P_i$.

Eq. (5) is $0/0$ where $\hat q_i(x,a)=0$, and the choice of that row decides whether
$P_i\in\mathcal P_i$. The inequality is true with the row of $P$ or of $\bar P_i$. With the row that
leads to the other successor it is false with probability at least 0.999, on layers $1,2,2,1$ with
$A=1$ and $T=8192$; with the uniform row for $T=2^{16}$. So it is false on the event, too, whose
complement has probability at most $\delta=1/10$. (Single paths of the event on which it is false,
of tiny probability, are shorter: $T=152$ and $T=5554$.)"""

from proofs_check.statements.common.binomial import binomial_at_least, binomial_at_most
from proofs_check.statements.common.drawn import FORK_TO_Z
from proofs_check.statements.common.paths import epochs_along
from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.transitions import OTHER, P_ITSELF, VISITED
from proofs_check.statements.common.transitions import UNIFORM as UNIFORM_ROW

statement = Statement(
    "eq:26",
    __doc__,
    kind="on an event",
    readings=("R-4",),
    part_of="lemma_04",
)

BOTH_ERRORS = P_i_error(UNIFORM) + P_error

printed = statement.printed(
    r"$\xi_i\leq2\epsilon_i$",
    (xi(UNIFORM) <= 2 * eps).with_probability(1 - delta),  # which the text does not exclude
    choices=(
        OpenChoice(UNIFORM_ROW),
        OpenChoice(P_ITSELF, ((xi(PLAYED) <= 2 * eps).with_probability(1 - delta),)),
        OpenChoice(VISITED, ((xi(ESTIMATED) <= 2 * eps).with_probability(1 - delta),)),
        OpenChoice(OTHER, no_letter="a row of one instance, where it is refuted"),
    ),
    tex=chain((xi(UNIFORM) <= BOTH_ERRORS, BOTH_ERRORS <= 2 * eps)),
    typed="compared at the ends of the chain",
    repair=r"complete $P_i$ inside the confidence set, or by $P$, where $\hat q_i(x,a)=0$",
    steps=(
        argued(
            r"the triangle inequality; on the event $P\in\mathcal P_i$; where (5) does not decide, "
            r"$P_i\in\mathcal P_i$ by choice of the row",
            "lemma_02",
            "lemma_07_P_i",
            "eq_12",
        ),
    ),
    coq=(
        Coq("eq_26_false_uniform", "paper/CompletionPaths.v", refutes=True, assumed=UNIFORM_ROW),
        Coq("eq_26_false_152", "paper/CompletionPaths.v", refutes=True, assumed=OTHER),
        Coq("eq_26", "paper/AppendixA.v", assumed=P_ITSELF),
        Coq("eq_26_by_estimates", "paper/ByEstimates.v", assumed=VISITED),
    ),
)

repaired = statement.repaired(
    r"$\xi_i\leq2\epsilon_i$, $P_i$ completed",
    (xi(PLAYED) <= 2 * eps).with_probability(1 - delta),
    (xi(PLAYED) <= 2 * eps).named("every epoch with P in P_i").in_epochs_with(P_error <= eps),
    (xi(ESTIMATED) <= 2 * eps)
    .named("every epoch with P in P_i, P_bar_i's row")
    .in_epochs_with(P_error <= eps),
    changes=(
        swap(2 * eps, Q(1, 2) * eps, r"$\frac12\epsilon_i$", of=""),
        swap(
            2 * eps,
            eps,
            r"$\epsilon_i$ in place of $2\epsilon_i$, $P_i$ inside the confidence set",
            of="every epoch with P in P_i, P_bar_i's row",
        ),
        swap(2 * eps, Q(9, 5) * eps, r"$\tfrac95\epsilon_i$ in place of $2\epsilon_i$"),
        unconditional("every epoch, also off the event of Lemma 2"),
    ),
    typed="the condition is the event; no run exceeds the 2",
    tex=r"P,P_i\in\mathcal P_i:\quad" + (xi(PLAYED) <= at_most(2, 2 * eps)).tex,
    says=r"""Let $P_i$ be completed inside the confidence set. On the event of Lemma 2,
$\xi_i(x,a)\leq\min\{2,2\epsilon_i(x,a)\}$ at every $(x,a)$, since $\xi_i\leq2$ always.""",
    steps=(
        argued(
            r"the triangle inequality: both $P$ and $P_i$ are within $\epsilon_i$ of $\bar P_i$",
            "lemma_02",
            "lemma_07_P_i",
            "eq_12",
        ),
    ),
    coq=(
        Coq("eq_26", "paper/AppendixA.v"),
        Coq("eq_26_min", "paper/RepairedForms.v"),
    ),
)

statement.counterexample(
    by_hand=(
        r"As for $P_i$ (E-8), with $T=8192$, $P(v|x_0)=1/50$ and the row of $v$ to $z$: with "
        r"probability at least $0.999761$, which is above $\delta=1/10$, an epoch has "
        r"$\hat q_i(v)=0$ in every solution of LP1 and $\xi_i(v)=2>2\epsilon_i(v)$."
    ),
    mdp=FORK_TO_Z,
)


statement.on_runs(
    no_more_than=2,  # the largest distance of two distributions
    events=("lemma_02",),
)


DELTA = Q(1, 10)
AT_U, AT_V = "u", "v"


@printed.check(
    {
        r"$T=166$, a path off the event: the first 37 episodes visit $v$": lambda _: _on_path(
            Q(37, 165), AT_V * 37 + AT_U * 128, OTHER
        ),
    }
)
def eq_26(suite: Suite) -> Iterator[Found]:
    for completion, T, p in LIKELY:
        yield _likely(T, p, completion)
    yield from _on_path(Q(1, 100), AT_U * 28 + AT_V * 3 + AT_U * 29 + AT_V * 34 + AT_U * 57, OTHER)
    yield from _on_path(
        Q(1, 21), (AT_U + AT_V + AT_U * 19) * 264 + AT_U + AT_V + AT_U * 7, UNIFORM_ROW
    )


LIKELY = ((OTHER, 1 << 13, Q(1, 50)), (UNIFORM_ROW, 1 << 16, Q(19, 2000)))
"""Completion, T and P(v|x_0) with which (26) fails with probability near 1."""


def on_event(T: int, p: Q, xi: int) -> tuple[int, int, Q]:
    """Return the fewest and the most visits of v of the event of `_likely`, and a lower bound of
    its probability."""
    Lam = lam(T, 6, 1, DELTA)
    fewest = int((Lam * Q(16, xi * xi)).enclose(64).hi) + 1  # 2 sqrt(4 Lam/N) < xi
    most = int(sqrt(Lam * (T // 2)).enclose(64).lo)
    few, many = binomial_at_most(T // 2, p, fewest - 1), binomial_at_least(T - 1, p, most + 1)
    return fewest, most, ONE - few - many


def _likely(T: int, p: Q, completion: str) -> Tally:
    """Compare the probability that (26) fails with delta, on the layers of `_on_path`; reward 0 at
    v, 1 elsewhere. T = 2**k.

    An epoch starts after N episodes with T/2 <= N < T, because t(i) - 1 at most doubles. Let v be
    visited at least `fewest` times in T/2 episodes, so that 2 eps_i(v) < xi_i(v), and at most
    sqrt(Lam T/2) times in T. Then N(v)/N <= sqrt(Lam/N) = eps_i(x_0)/2 and r_hat_i(v) < 1 =
    r_hat_i(u): every solution of LP1 has q_hat_i(v) = 0, and the row of v is `completion`."""
    xi = 2 if completion == OTHER else 1
    fewest, most, probability = on_event(T, p, xi)
    note = (
        rf"$T={T}$, row of $v$: {completion}: the probability that (26) fails is at most $\delta$"
    )
    tally = Tally("exact probability", note, under=completion)
    where = {"layers": [1, 2, 2, 1], "A": 1, "T": T, "P(v|x_0)": p, "N(v)": [fewest, most]}
    tally.likely(probability, DELTA, xi=xi, **where)
    return tally


def _on_path(p: Q, through: str, completion: str) -> Iterator[Tally]:
    """Compare xi_i(v) with 2 eps_i(v) at the start of the epoch at T, where q_hat_i(v) = 0 is
    optimal: P_bar_i(v|x_0) <= eps_i(x_0)/2, and r_hat_i = 1 along x_0, u, w.

    Layers x_0; u, v; w, z; x_L with A = 1, P(v|x_0) = p, u and v surely to w; r(u) = 1, r(v) = 0.
    `through`: the u and v visited, in turn, in the T - 1 episodes before. The rows of u and v have
    one successor that was ever seen, so that of x_0 decides whether P is in P_i."""
    T = len(through) + 1
    Lam = lam(T, 6, 1, DELTA)
    event = Tally(
        "enumerated",
        rf"$P\in\mathcal P_i$ at the start of every epoch up to $T={T}$",
        under=completion,
        step=True,
    )
    for visited in epochs_along(through):
        N_u, N_v, N = visited[AT_U], visited[AT_V], visited.total()
        where = {"T": T, "N(u)": N_u, "N(v)": N_v, "P(v|x_0)": p}
        off = 2 * abs(p - Q(N_v, N)) if N else ONE
        event.leq(off, eps_radius(2, Lam, N), **where)
    event.equal(N, T - 1, step="the last episode starts an epoch")
    event.leq(2 * Q(N_v, N), eps_radius(2, Lam, N), step="q_hat_i(v) = 0", **where)
    yield event
    row = [ZERO, ONE] if completion == OTHER else [Q(1, 2), Q(1, 2)]
    note = f"one path of the event, $T={T}$, row of $v$: {completion}"
    tally = Tally("enumerated", note, under=completion, step=True)
    where |= {"layers": [1, 2, 2, 1], "A": 1, "delta": DELTA, "P_i(.|v)": row}
    tally.leq(distance([ONE, ZERO], row), eps_radius(2, Lam, N_v) * 2, **where)
    yield tally
