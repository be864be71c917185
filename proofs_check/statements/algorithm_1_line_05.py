r"""The counters, the occupancy measure and the estimators start, for all $(x,a,x')$, with
$N_1=n_1=0$, $\hat q_1(x,a,x')=\frac{1}{X_hAX_{h+1}}$, $\bar r_1=0$ and $\hat r_1=1$, where
$h=h(x)$.

The formula for $\hat q_1$ has no meaning at $x_L$, because there is no $X_{L+1}$; eq. (11) and
(12) have the same gap. Taken for all $x'\in\mathcal X$ it puts mass on $x'\notin\mathcal
X_{h+1}$, so $\hat q_1\notin Q$ (eq. (4)). Taken for consecutive layers it is an occupancy
measure."""

from proofs_check.letters.occupancy import inner as exact_inner
from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.shapes import printed_violation, shapes, uniform_measure

ALL = "for all $(x,a,x')$, as printed, with $X_{L+1}=1$"
CONSECUTIVE = r"for $x\in\mathcal X_h$, $x'\in\mathcal X_{h+1}$, $h<L$"

statement = Statement(
    "alg:main/5",
    __doc__,
    kind="definition",
    covers=("disp:IV.2",),
    readings=("R-17",),
)


def flow_of_q_1(e: Letters) -> Any:
    """Return |inflow - outflow| of the printed q_hat_1 at each state of layers 1..L-1."""
    return abs(e.inflow(e.q_1)[:, : sum(e.size.layers[1:-1])] - e.outflow(e.by_pair(e.q_1))[:, 1:])


FLOW = Table("flow of q_1", r"|\text{inflow}-\text{outflow}|(x)", flow_of_q_1, "state", False)
OF_PAIRS = sum_over_next(q_1)
OFF_13 = sum_over_next(abs(q_1 - P_bar * at_triples(OF_PAIRS)))  # the least of (13)
IN_Q = (
    (sum_over_pairs(OF_PAIRS) == 1).named("layers"),
    (FLOW == 0).named("flow").where(TWO_STEPS),
)

printed = statement.printed(
    r"$\hat q_1$, for all $(x,a,x')$",
    *IN_Q,
    choices=(OpenChoice(CONSECUTIVE), OpenChoice(ALL, no_letter="no run has the other entries")),
    typed="a measure; the comparisons are that it is in Q",
    wording=ButForWording(12),
    tex=r"\hat q_1(x,a,x')=\frac{1}{X_hAX_{h+1}}",
    repair=(
        r"for $x\in\mathcal X_h$, $x'\in\mathcal X_{h+1}$ and $h<L$ only; $\hat q_1=0$ elsewhere"
    ),
    coq=(
        Coq("line_5_printed_false", "paper/PrintedPolytope.v", refutes=True, assumed=ALL),
        Coq("line_5", "paper/LinearProgram.v", assumed=CONSECUTIVE),
    ),
)


repaired = statement.repaired(
    r"$\hat q_1$ in $Q$, a solution of LP1",
    *IN_Q,
    (N == 0).named("N_1").in_epochs_with(FIRST_EPOCH),
    (r_bar == 0).named("r_bar_1").in_epochs_with(FIRST_EPOCH),
    (r_hat == 1).named("r_hat_1").in_epochs_with(FIRST_EPOCH),
    (OFF_13 <= eps * OF_PAIRS).named("rows of (13)").in_epochs_with(FIRST_EPOCH),
    (inner(OF_PAIRS, r_hat) == L).named("value").in_epochs_with(FIRST_EPOCH),
    (inner(q_hat, r_hat) == L).named("value of any solution").in_epochs_with(FIRST_EPOCH),
    changes=(
        swap(q_1, A * q_1, "without $A$", left=True, of="layers"),
        swap(number(1), Q(1, 2), r"$\hat r_1=\frac12$", of="r_hat_1"),
        swap(L, L - 1, "$L-1$ for the value", of="value of any solution"),
    ),
    typed="a measure; the comparisons are that it is in Q and solves LP1",
    tex=(
        r"\hat q_1(x,a,x')=\frac{1}{X_hAX_{h+1}},\quad "
        r"x\in\mathcal X_h,\ x'\in\mathcal X_{h+1},\ h<L"
    ),
    says=r"""The algorithm starts with $N_1=n_1=0$, $\bar r_1=0$, $\hat r_1=1$, and with the
printed $\hat q_1(x,a,x')$ for $x\in\mathcal X_h$, $x'\in\mathcal X_{h+1}$ and $h<L$. Then
$\hat q_1\in Q$, and $\hat r_1$ is eq. (16) at $N_1=0$. $\hat q_1$ solves LP1 for epoch 1, because
$\langle q,\hat r_1\rangle=L$ for every $q\in Q$; so epoch 1 adds 0 to Diff.

$\hat r_1=1$ agrees with eq. (16), because $b_1=\sqrt{2\Lambda}>1$. With $\log_{10}$ this needs
$TXA/\delta\geq\sqrt{10}$.""",
    readings=("R-17", "R-10"),
    steps=(cited(r"$Q$, $\hat r_1$ and LP1", "prop_1", "eq_16"),),
    coq=(
        Coq("line_5", "paper/LinearProgram.v"),
        Coq("line_5_all", "paper/RepairedForms.v"),
    ),
)


statement.on_runs(readings=ANY_LOG)


@printed.check(
    {"on consecutive layers only, and without $A$": {"choices": (CONSECUTIVE,), "with_A": False}}
)
def line_5(
    suite: Suite, choices: tuple[str, ...] = (ALL, CONSECUTIVE), with_A: bool = True
) -> Iterator[Found]:
    for under in choices:
        note = r"is $\hat q_1\in Q$, eq. (4)? all shapes with $X\leq4$, $A\leq2$, smallest first"
        tally = Tally("enumerated", note, under=under)
        for layers, A in shapes(most_states=4, most_actions=2):
            h_of = [h for h, X_h in enumerate(layers) for _ in range(X_h)]
            q = {
                (x, a, y): Q(1, layers[h] * (A if with_A else 1) * layers[h + 1])
                for x, h in enumerate(h_of[:-1])
                for a in range(A)
                for y, h1 in enumerate(h_of)
                if under == ALL or h1 == h + 1
            }
            violated = printed_violation(q, layers, A)
            tally.holds(violated is None, layers=list(layers), A=A, violated=violated)
        yield tally


@repaired.check({"$1/(X_hX_{h+1})$, without $A$": {"with_A": False}})
def line_5_repaired(suite: Suite, with_A: bool = True) -> Shown:
    tally = Tally(
        "enumerated",
        r"$\hat q_1\in Q$ and $\langle\hat q_1,1\rangle=L$, shapes of the suite's runs",
    )
    for run in suite.all:
        q = uniform_measure(run.layers, run.A if with_A else 1)
        q = [[[row[0]] * run.A for row in rows] for rows in q]
        tally.holds(violation_of_Q(q) is None, run=run.name)
        ones = [[[ONE] * run.A for _ in range(X_h)] for X_h in run.layers[:-1]]
        tally.equal(exact_inner(pair_mass(q), ones), run.L, run=run.name)
    return tally
