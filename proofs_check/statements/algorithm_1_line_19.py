r"""The policy executed in epoch $i$ is $\pi_i=\pi^{\hat q_i}$, given by eq. (6). To be executed,
it has to be defined at every state that an episode can reach.

Eq. (6) is $0/0$ where $\hat q_i(x)=0$. Solutions of LP1 often have no mass at states that $P$
reaches: optimism moves a mass of up to $\epsilon_i/2$ from one successor to another. On layers
1, 2, 1 with $A=1$ and $\delta=9/10$ the smallest $T$ at which this happens to every solution of
LP1 is $T=20$. On the runs it happens in more than half of the epochs. With $0/0=0$ nothing can
be played at such a state; with any distribution chosen at $t(i)$ all is well."""

from proofs_check.statements.common.coins import epoch_starts
from proofs_check.statements.common.drawn import fork
from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.transitions import states
from proofs_check.statements.prop_2 import INDUCED, OF_STATE

NOTHING = "$0/0=0$"  # the row of pi_i is 0 there: no action
CHOSEN = "a distribution chosen at $t(i)$"

statement = Statement(
    "alg:main/19",
    __doc__,
    kind="definition",
    readings=("R-3",),
)

SHARES = abs(pi * OF_STATE - sum_over_next(q_hat_recorded))
AGAIN = abs(INDUCED - q_hat_recorded)
EVERY_Q = "of what was recorded: pi_i q_hat_i(x) is q_hat_i(x,a), and q_hat_i is q^{P_i,pi_i}"
CLAIMS = (
    (SHARES <= with_slack(number(0), 2 * tolerance)).named("pi_i"),
    (AGAIN <= with_slack(number(0), 4 * X * tolerance)).named("q_hat_i"),
)

printed = statement.printed(
    r"$\pi_i=\pi^{\hat q_i}$",
    *CLAIMS,
    choices=(OpenChoice(CHOSEN), OpenChoice(NOTHING, no_letter="a row of zeros: no run has one")),
    typed=EVERY_Q,
    tex=r"\pi_i=\pi^{\hat q_i}",
    repair=r"any distribution chosen at $t(i)$ where $\hat q_i(x)=0$",
    steps=(cited(r"$\hat q_i$ and $\pi^q$", "algorithm_1_line_18", "prop_2"),),
    coq=(
        Coq("line_19_nothing", "paper/Readings.v", refutes=True, assumed=NOTHING),
        Coq("polytope_occ", "model/ConfidenceSets.v", assumed=CHOSEN),
    ),
)

repaired = statement.repaired(
    r"$\pi^{\hat q_i}$, completed",
    *CLAIMS,
    changes=(
        swap(OF_STATE, 1, r"$\pi_i(a|x)=\hat q_i(x,a)$, not divided by $\hat q_i(x)$", left=True),
        swap(pi, number(1) / A, "the uniform policy in every epoch", of="pi_i", left=True),
    ),
    typed=EVERY_Q,
    tex=(
        r"\pi_i(a|x)=\frac{\hat q_i(x,a)}{\hat q_i(x)}\text{ if }\hat q_i(x)>0,\quad "
        r"\pi_i(\cdot|x)\in\Delta(\mathcal A)\text{ if }\hat q_i(x)=0"
    ),
    says=r"""$\pi_i(a|x)=\frac{\hat q_i(x,a)}{\hat q_i(x)}$ where $\hat q_i(x)>0$, and
$\pi_i(\cdot|x)$ is any distribution chosen at $t(i)$ elsewhere. For every choice $\hat
q_i=q^{P_i,\pi_i}$, so LP1, Bias-I and Diff do not depend on it. $q_i=q^{P,\pi_i}$ and the regret
do. The proof of Theorem 4 works for every choice.""",
    steps=(
        cited(r"$\hat q_i$ and $\pi^q$", "algorithm_1_line_18", "prop_2"),
        argued(
            r"by induction over the layers, no factor $\pi_i(\cdot|x)$ with $\hat q_i(x)=0$ enters "
            r"$q^{P_i,\pi_i}$; Theorem 4 in Coq is about every policy that agrees with $\hat q_i$ "
            "on its mass",
            "theorem_4_diff",
        ),
    ),
    coq=(Coq("polytope_occ", "model/ConfidenceSets.v"),),
)

statement.counterexample(
    by_hand=(
        r"Take layers 1, 2, 1, $A=1$, $\delta=9/10$, and rewards 0 at $u$ and 1 at $v$. Then "
        r"$\Lambda=\log(80/0.9)=4.487$, "
        r"$\bar P_i(u|x_0)=9/19=0.4737\leq\epsilon_i(x_0)/2=\sqrt{4\cdot4.487/19}/2=0.4860$ and "
        r"$\hat r_i(u)=\sqrt{2\cdot4.487/9}=0.9986<\hat r_i(v)=1$. So every solution of LP1 "
        r"has $\hat q_i(u)=0$, and $\pi_i(\cdot|u)$ is $0/0$."
    ),
    mdp=fork(
        r"Layers 1, 2, 1, $A=1$; after 19 episodes, 9 of them through $u$.",
        "9 of 19",
        "10 of 19",
        "reward 0",
        "reward 1",
    ),
)


statement.on_runs()


@printed.check(
    {
        "(the printed form is false already: at the states that $q^*$ visits)": lambda suite: (
            _emptied(suite, lambda run, e: pair_mass(run.best.q))
        )
    }
)
def line_19(suite: Suite) -> Iterator[Found]:
    yield _first_forced()
    yield _completions(suite, everywhere=False, under=CHOSEN)
    yield _emptied(suite, lambda run, e: e.q, NOTHING)


@repaired.check({r"another action also where $\hat q_i(x)>0$": {"everywhere": True}})
def line_19_repaired(suite: Suite, everywhere: bool = False) -> Shown:
    return _completions(suite, everywhere)


def _emptied(
    suite: Suite, mass: Callable[[NestedRun, NestedEpoch], PairValues], under: str = ""
) -> Tally:
    """Check whether q_hat_i(x) > 0 wherever x has mass."""
    reached = Tally("exact on runs", "", under=under)
    epochs = 0
    for run, e in suite.runs.epochs():
        q_hat, q = e.q_hat, mass(run, e)
        lost = [(h, x) for h, x in states(run.P) if any(q[h][x]) and not any(q_hat[h][x])]
        epochs += bool(lost)
        reached.holds(not lost, run=run.name, i=e.i, states=lost)
    reached.note = rf"$\hat q_i(x)=0<q_i(x)$ for some $x$ in {epochs} of {reached.instances} epochs"
    return reached


def _completions(suite: Suite, everywhere: bool, under: str = "") -> Tally:
    """Check that q_hat_i = q^{P_i,pi_i} when the first or the last action completes pi_i."""
    tally = Tally("exact on runs", "", under=under)
    moved = tried = 0
    for run, e in suite.all.epochs(about=6):
        for a in sorted({0, run.A - 1}):
            other = [
                [
                    one_hot(a, run.A) if everywhere or not any(e.q_hat[h][x]) else row
                    for x, row in enumerate(pi_h)
                ]
                for h, pi_h in enumerate(e.pi)
            ]
            same = occupancy_measure(e.P_i(PLAYED), other) == e.q_hat3
            tally.holds(same, run=run.name, i=e.i, completion=a)
            tried += 1
            moved += occupancy_measure(run.P, other) != e.q3
    tally.note = (
        rf"$\hat q_i=q^{{P_i,\pi_i}}$ for two completions of $\pi_i$, at about six $t(i)$ of every "
        rf"run; $q_i$ changes in {moved} of {tried} cases"
    )
    return tally


def _first_forced() -> Tally:
    """Find the first T at which LP1 must empty u; layers 1-2-1, A = 1, rewards 0 at u and 1 at v.

    r_hat(u) < 1 = r_hat(v) iff N_u > 2 Lam. Then LP1's solution is unique, and it empties u iff
    P_bar(u) <= eps/2, that is N_u^2 <= Lam N_0."""
    delta = Q(9, 10)
    note = rf"layers 1, 2, 1, $A=1$, $\delta={delta}$: every $T$ in turn, all $(N_u,N_v)$ at $t(i)$"
    tally = Tally("proved", note, under=NOTHING)
    for T in range(1, 30):
        Lam = lam(T, 4, 1, delta)
        for N_u, N_v in sorted(epoch_starts(T), key=lambda pair: (sum(pair), pair)):
            if not N_u:
                continue
            low = certainly_less(Lam * 2, N_u) is Decision.TRUE
            emptied = low and certainly_leq(N_u * N_u, Lam * (N_u + N_v)) is Decision.TRUE
            counts = {"T": T, "t(i)": N_u + N_v + 1, "N_u": N_u, "N_v": N_v}
            where = {**counts, "rewards": "0 at u, 1 at v"}
            tally.holds(not emptied, **where)
            if emptied:
                N, N3 = [[[N_u + N_v]], [[N_u], [N_v]]], [[[[N_u, N_v]]], [[[N_u]], [[N_v]]]]
                r_sum = [[[ZERO]], [[ZERO], [Q(N_v)]]]
                for data in enclosing_data((1, 2, 1), 1, N, N3, r_sum, Radii(Lam)):
                    mass = primal(data, solve(data))[0][0][0][0]
                    tally.holds(mass != 0, q_hat_u=mass, **where)
                return tally
    return tally
