r"""Every $q\in Q$ induces the transition function $P^q(x'|x,a)=q(x,a,x')/\sum_yq(x,a,y)$ and the
policy $\pi^q(a|x)=q(x,a)/\sum_bq(x,b)$, where $q(x,a)=\sum_yq(x,a,y)$; they are unique where the
denominators are not 0 (Proposition 2, eq. (5) and (6)).

Where a denominator is 0, the text says only that uniqueness fails. If $0/0$ is read as 0, a row of
$\pi^q$ adds up to 0 and $\pi^q$ is no policy. With any distribution as this row, $P^q$ and $\pi^q$
are as claimed. Line 19 of Algorithm 1 has the same $0/0$."""

from proofs_check.statements.common.drawn import fork
from proofs_check.statements.common.prelude import *

NOTHING, ANY = "$0/0=0$", "$0/0$ is any distribution"

statement = Statement(
    "prop:2",
    __doc__,
    kind="definition",
    covers=("eq:5", "eq:6"),
    readings=("R-3", "R-4"),
)


def of_state(e: Letters) -> Any:
    """Return q_hat_i(x) as recorded, at every pair."""
    return e.outflow(e.by_pair(e.q_hat_recorded))[:, e.size.state_of]


OF_STATE = Table("q_hat_i(x)", r"\hat q#i(x)", of_state)
INDUCED = Table("q^{P_i,pi_i}", r"q^{P#i,\pi#i}#x", lambda e: e.q_hat3, "triple")
SLACK = with_slack(number(0), 2 * tolerance)
POLICY = (abs(pi * OF_STATE - sum_over_next(q_hat_recorded)) <= SLACK).named("pi^q")
AGAIN = (abs(INDUCED - q_hat_recorded) <= with_slack(number(0), 4 * X * tolerance)).named("q again")


def row_of_nothing(e: Letters) -> Any:
    """Return what the row of pi^q adds up to if 0/0 is 0, at each state of layers 1..L-1: 1, or 0
    where q_hat_i has no mass."""
    empty = e.no_mass.mid if isinstance(e.no_mass, Balls) else e.no_mass
    return e.counts((e.outflow(empty) < e.run.A).astype(int)[:, 1:])


ROW = Table(
    "row of pi^q, 0/0 = 0",
    r"\pi^{\hat q#i}(\mathcal A|x)",
    row_of_nothing,
    "state",
)

printed = statement.printed(
    r"$P^q$ and $\pi^q$, $0/0$ undefined",
    (ROW == 1).named("the row of pi^q").where(TWO_STEPS),
    choices=(OpenChoice(NOTHING), OpenChoice(ANY, (POLICY, AGAIN))),
    typed="quotients; the comparison is of what a row adds up to, and of q again",
    tex=r"P^q(x'|x,a)=q(x,a,x')/q(x,a),\quad \pi^q(a|x)=q(x,a)/q(x)",
    repair="where the denominator is 0, the row is any distribution (R-3, R-4)",
    coq=(
        Coq("prop_2_nothing", "paper/Readings.v", refutes=True, assumed=NOTHING),
        Coq("prop_2", "paper/Propositions.v", assumed=ANY),
    ),
)

repaired = statement.repaired(
    r"$P^q$ and $\pi^q$, completed",
    POLICY,
    AGAIN,
    changes=(swap(OF_STATE, 1, r"$\pi^q$ normalised over the layer", left=True),),
    typed="for every q; the comparisons are of what was recorded, within the tolerance",
    tex=r"q^{P^q,\pi^q}=q,\quad\text{any distributions in }P^q,\pi^q\text{ where }0/0",
    says=r"""For $q\in Q$ let $P^q$ and $\pi^q$ be the printed quotients, with any distribution as a
row whose denominator is 0. Then $P^q$ is a transition function, $\pi^q$ is a policy, and together
they induce $q$ again. Where the denominators are not 0, no other rows do so.""",
    steps=(cited("occupancy measures and $Q$", "definition_1", "prop_1"),),
    coq=(
        Coq("prop_2", "paper/Propositions.v"),
        Coq("prop_2_unique", "paper/Propositions.v"),
    ),
)

statement.counterexample(
    by_hand=(
        r"$q$ has no mass at $u$: $\pi^q(a|u)=q(u,a)/\sum_bq(u,b)=0/0$. Read as "
        r"0, the row of $\pi^q$ at $u$ adds up to 0, not to 1."
    ),
    mdp=fork(r"Layers 1, 2, 1; $q$ puts its whole mass on the path through $v$.", "q: 0", "q: 1"),
)


statement.on_runs()


@printed.check({"(underspecified already: here $0/0=0$)": {"readings": (NOTHING,)}})
def prop_2(suite: Suite, readings: tuple[str, ...] = (NOTHING, ANY)) -> Iterator[Found]:
    for under in readings:
        tally = Tally(
            "enumerated",
            r"do the rows of $\pi^q$ add up to 1? layers 1-2-1, $A=1$, $q(u)=1-p$, $p=1/2$ and 1",
            under=under,
        )
        for p in (Q(1, 2), ONE):  # the mass of v; u has none if p = 1
            for state, mass in (("u", 1 - p), ("v", p)):
                row = mass / mass if mass else Q(under == ANY)
                tally.equal(row, ONE, layers=[1, 2, 1], A=1, state=state, q_x=mass)
        yield tally


@repaired.check({r"$\pi^q$ normalised over the layer, not over the actions": {"by_layer": True}})
def prop_2_repaired(suite: Suite, by_layer: bool = False) -> Shown:
    induce = Tally(
        "exact on runs",
        r"$q^{P^q,\pi^q}=q$ for $q=q_i$ and $\hat q_i$, two completions, 5 epochs or more of a run",
    )
    for run in suite.all:
        first, last = ([[one_hot(a, run.A)] * n for n in run.layers[:-1]] for a in (0, run.A - 1))
        to_first = [[[one_hot(0, len(row)) for row in rows] for rows in P_h] for P_h in run.P]
        for e in run.epochs[:: max(1, len(run.epochs) // 5)]:
            for name, q in (("q_i", e.q3), ("q_hat_i", e.q_hat3)):
                for name_0, pi_0, P_0 in (
                    ("first", first, to_first),
                    ("last", last, e.P_i(ESTIMATED)),
                ):
                    again = occupancy_measure(induced_transition(q, P_0), induced_policy(q, pi_0))
                    induce.holds(again == q, run=run.name, i=e.i, q=name, completion=name_0)
    unique = Tally(
        "exact on runs", r"$\pi^q$ is the policy played wherever $q=q^{P,\pi_i}$ has mass"
    )
    for run, e in suite.runs.epochs():
        masses: PairValues = e.q
        for h, x, a in pairs(e.pi):
            if any(masses[h][x]):
                total = sum(map(sum, masses[h]), ZERO) if by_layer else sum(masses[h][x], ZERO)
                share = Q(masses[h][x][a]) / total
                unique.equal(share, e.pi[h][x][a], run=run.name, i=e.i, h=h, x=x, a=a)
    return induce, unique
