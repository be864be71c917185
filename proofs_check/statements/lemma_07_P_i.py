r"""In every epoch $i$, $P_i=P^{\hat q_i}$ of (5) is a transition function of the confidence set, so
that $\xi_i(x,a)=\lVert P_i(\cdot|x,a)-P(\cdot|x,a)\rVert_1$ is defined wherever $q_i(x,a)>0$.

Eq. (5) says nothing where $\hat q_i(x,a)=0<q_i(x,a)$. There are such pairs: under $P$, the policy
that is played reaches pairs that $\hat q_i$ never visits. Read literally, the row is $0/0$, and
$P_i$ is no transition function. With the row of $\bar P_i$ (R-4), $P_i$ is in the confidence set.
With the row of $P$, $P_i$ is there on the event of Lemma 2. With the uniform row, $P_i$ can be
outside. In layer $L-1$ every row has one successor, so nothing is open there."""

from proofs_check.statements import eq_26
from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.shapes import shapes, uniform_transition
from proofs_check.statements.common.transitions import P_ITSELF, VISITED
from proofs_check.statements.common.transitions import UNIFORM as UNIFORM_ROW

statement = Statement(
    "lem:occ-1-norm:P_i",
    __doc__,
    kind="definition",
    number=r"$P_i$, $\xi_i$",
    section="App. I",
    readings=("R-4",),
    part_of="lemma_04",
)

OPEN = no_mass == 1  # (5) is 0/0

printed = statement.printed(
    r"$P_i=P^{\hat q_i}$ as a transition function",
    (P_i_error(UNIFORM) <= eps)
    .named("every pair that (5) leaves open, epochs with P in P_i")
    .given(OPEN.in_epochs_with(P_error <= eps)),
    choices=(
        OpenChoice(UNIFORM_ROW),
        OpenChoice(
            P_ITSELF, ((P_i_error(PLAYED) <= eps).given(OPEN.in_epochs_with(P_error <= eps)),)
        ),
        OpenChoice(
            VISITED, ((P_i_error(ESTIMATED) <= eps).given(OPEN.in_epochs_with(P_error <= eps)),)
        ),
    ),
    not_printed="the paper defines it, without an argument",
    changes=(
        Change(
            r"$\hat q_i(x,a)>0$ at every pair, so that (5) is always defined",
            lambda _: no_mass <= 0,
            anywhere=True,
        ),
    ),
    typed="definitions; the comparison is that P_i is in the confidence set",
    tex=r"P_i=P^{\hat q_i},\quad\xi_i(x,a)=\lVert P_i(\cdot|x,a)-P(\cdot|x,a)\rVert_1",
    repair=(
        r"complete $P_i$ where $\hat q_i(x,a)=0$, either by $P$ itself (then $\xi_i=0$ there, and "
        "the learner needs no $P_i$) or by any row of the confidence set"
    ),
    steps=(
        argued(
            r"$\hat q_i$ satisfies the rows of LP1, so $P^{\hat q_i}$ is within $\epsilon_i$ of "
            r"$\bar P_i$ where it is defined",
            "prop_2",
            "lp1",
        ),
    ),
    coq=(
        Coq("eq_26_false_uniform", "paper/CompletionPaths.v", refutes=True, assumed=UNIFORM_ROW),
        Coq("P_i_completed", "paper/AppendixA.v", assumed=P_ITSELF),
        Coq("P_i_by_estimates", "paper/RepairedForms.v", assumed=VISITED),
    ),
)

repaired = statement.repaired(
    "$P_i$ completed",
    (P_i_error(PLAYED) <= eps)
    .named("P's row, every epoch with P in P_i")
    .in_epochs_with(P_error <= eps),
    (P_i_error(ESTIMATED) <= eps).named("P_bar_i's row"),
    changes=(
        swap(
            P_i_error(ESTIMATED),
            P_i_error(UNIFORM),
            "uniform rows also where pairs were visited",
            of="P_bar_i's row",
            left=True,
        ),
    ),
    typed="a definition; the comparisons are that P_i is in the confidence set",
    tex=(
        r"P_i(\cdot|x,a)=P^{\hat q_i}(\cdot|x,a)\text{ if }\hat q_i(x,a)>0,\quad"
        r"\bar P_i(\cdot|x,a)\text{ if }\hat q_i(x,a)=0<N_i(x,a),\quad\text{else uniform}"
    ),
    says=r"""Where $\hat q_i(x,a)=0$, let $P_i(\cdot|x,a)=\bar P_i(\cdot|x,a)$ if $(x,a)$ was
visited, and let the row be uniform if it was not (R-4). Then $P_i$ is a transition function and
lies in the confidence set.

Completion by $P$ itself also serves the analysis and needs less. It makes $\xi_i=0$ at these pairs,
and no completion gives smaller sums of $q_i\xi_i$.""",
    steps=(
        argued(
            r"the rows of LP1 where $\hat q_i>0$; else the row of $\bar P_i$, or the uniform row "
            r"where $N_i=0$: there $\bar P_i=0$ and $\epsilon_i>1$",
            "prop_2",
            "lp1",
        ),
    ),
    coq=(
        Coq("P_i_completed", "paper/AppendixA.v"),
        Coq("P_i_by_estimates", "paper/RepairedForms.v"),
    ),
)

statement.counterexample(
    by_hand=(
        r"$\delta=1/10$ and $\Lambda=\log120=4.787$. After one episode "
        r"$\epsilon_2=\sqrt{4\cdot4.787}=4.376>2$ where a row has two entries, "
        r"and $\hat r_2=1$. So every $q\in Q$ solves LP1, also the path through "
        "the first state of each layer. Then the second state of layer 1 has "
        "no mass, and (5) is $0/0$ there."
    ),
)


statement.on_runs(
    no_more_than=2,  # the largest distance of two distributions
)


@statement.numbers(8)
def likely() -> Mapping[str, Any]:
    (_, T, p), delta = eq_26.LIKELY[0], eq_26.DELTA
    fewest, most, probability = eq_26.on_event(T, p, xi=2)
    Lam, half = lam(T, 6, 1, delta), T // 2
    return {
        "T": T,
        "delta": delta,
        "p": p,
        "in_log": T * 6 / delta,
        "Lam": Lam,
        "half": half,
        "end": T - 1,
        "probability": Q(int(probability * 1000), 1000),
        "fewest": fewest,
        "most": most,
        "root": sqrt(half * Lam),
        "two_eps": 2 * eps_radius(2, Lam, fewest),
    }


@printed.check()
def transition_P_i(suite: Suite) -> Shown:
    return smallest_case()


def smallest_case() -> Tally:
    """Look for an open pair in epoch 2, after one episode: delta = 1/10, T = 2, all shapes by X,
    then A, then L.

    Lam >= ln 40 > 2: eps_2 >= 2 where X_{h+1} > 1, and r_hat_2 = 1, so every q in Q solves LP1. All
    vertices of Q are tried: each is one path, with pi_2 uniform off the path. P is uniform."""
    note = r"$T=2$, epoch 2, every vertex of the solutions of LP1, $X\leq6$, $A\leq2$"
    tally = Tally("enumerated", note, under="literally, 0/0")
    for layers, A in shapes(6, 2):
        P, L = uniform_transition(layers, A), len(layers) - 1
        example = None
        for xs in product(*map(range, layers)):
            pi = [
                [one_hot(0, A) if x == xs[h] else [Q(1, A)] * A for x in range(layers[h])]
                for h in range(L)
            ]
            q = pair_mass(occupancy_measure(P, pi))
            open_pairs = [
                (h, x, a) for h, x, a in pairs(q) if q[h][x][a] and x != xs[h] and layers[h + 1] > 1
            ]
            if open_pairs:
                example = {"path of q_hat_2": list(xs), "pairs (h,x,a)": open_pairs}
                break
        tally.holds(example is None, layers=list(layers), A=A, T=2, epoch=2, open=example)
        if example:
            break
    return tally


@repaired.check()
def transition_P_i_repaired(suite: Suite) -> Shown:
    note = "the rows of $P_i$ are distributions, about 15 epochs of every run"
    rows = Tally("exact on runs", note)
    for run in suite.all:
        for e in run.epochs[:: max(1, len(run.epochs) // 15)]:
            P_i = e.P_i(ESTIMATED)
            for h, x, a in pairs(e.pi):
                row = P_i[h][x][a]
                is_distribution = sum(row, ZERO) == ONE and min(row) >= 0
                rows.holds(is_distribution, run=run.name, i=e.i, h=h, x=x, a=a)
    return rows
