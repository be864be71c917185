r"""For all $(x,a,x')$: $N_1=n_1=0$, $\bar r_1=0$, $\hat r_1=1$, and $\hat
q_1(x,a,x')=1/(X_hAX_{h+1})$ with $h=h(x)$; $\hat q_1$ is an occupancy measure.

At $x_L$ it is not defined, there is no $X_{L+1}$, as in eq. (11) and (12). Taken for all $x'$ in
$X$ it puts mass on $x'$ outside $X_{h+1}$, so it is not in $Q$ (eq. (4)); taken for consecutive
layers it is."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import ONE, Q
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown
from proofs_check.ledger.statement import Coq, Correction, Statement, cited
from proofs_check.sampled_runs.occupancy import inner, pair_mass, violation_of_Q
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.shapes import printed_violation, shapes, uniform_measure

statement = Statement(
    "alg:main/5",
    __doc__,
    box="lp1",
    kind="definition",
    covers=("disp:IV.2",),
    readings=("R-17",),
    sentences=("8cde6bd03edd",),
    corrections={
        9: Correction(
            "& \\hat{q}_1(x,a,x') = \\frac{1}{X_h A X_{h+1}}, \\\\",
            (
                r"& \hat{q}_1(x,a,x') = \frac{\mbi\{x \in \mcx_h, x' \in \mcx_{h+1}, h < L"
                r"\}}{X_h A X_{h+1}}, \\"
            ),
        )
    },
)

printed = statement.printed(
    r"$\hat q_1$, for all $(x,a,x')$",
    tex=r"\hat q_1(x,a,x')=1/(X_hAX_{h+1})",
    repair=r"for all $x$ in $X_h$, $x'$ in $X_{h+1}$, $h<L$; $\hat q_1=0$ elsewhere",
    coq=(
        Coq(
            "line_5_printed_false",
            "PrintedPolytope.v",
            refutes=True,
            under="for all $(x,a,x')$, as printed, $X_{L+1}=1$",
        ),
    ),
)

repaired = statement.repaired(
    r"$\hat q_1$ in $Q$, an LP1 solution",
    tex=r"\hat q_1(x,a,x')=1/(X_hAX_{h+1}),\ x\in\mathcal X_h,x'\in\mathcal X_{h+1},h<L",
    says=r"""$N_1=n_1=0$, $\bar r_1=0$, $\hat r_1=1$, and $\hat q_1(x,a,x')=1/(X_hAX_{h+1})$ for
$x$ in $X_h$, $x'$ in $X_{h+1}$, $h<L$. Then $\hat q_1$ is in $Q$, $\hat r_1$ is eq. (16) at
$N_1=0$, and $\hat q_1$ solves LP1 for epoch 1: $\langle q,\hat r_1\rangle=L$ for every $q$ in
$Q$, so Diff $=0$ there.

$\hat r_1=1$ agrees with eq. (16) as $b_1=\sqrt{2\Lambda}>1$; with $\log_{10}$ only if
$TXA/\delta\geq\sqrt{10}$.""",
    readings=("R-17", "R-10"),
    steps=(cited(r"$Q$, $\hat r_1$, LP1", "prop_1", "eq_16"),),
    coq=(
        Coq("line_5", "LinearProgram.v"),
        Coq("line_5_all", "RepairedForms.v"),
    ),
)


ALL = "for all (x,a,x'), as printed, X_{L+1} = 1"


CONSECUTIVE = "for x in X_h, x' in X_{h+1}, h < L"


@printed.check(
    {"on consecutive layers only, and without $A$": {"choices": (CONSECUTIVE,), "with_A": False}}
)
def line_5(
    suite: Suite, choices: tuple[str, ...] = (ALL, CONSECUTIVE), with_A: bool = True
) -> Iterator[Found]:
    for under in choices:
        note = r"is $\hat q_1$ in $Q$, eq. (4)? smallest shapes first"
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
            found = printed_violation(q, layers, A)
            tally.holds(found is None, layers=list(layers), A=A, violated=found)
        yield tally


@repaired.check({"$1/(X_hX_{h+1})$, without $A$": {"with_A": False}})
def line_5_repaired(suite: Suite, with_A: bool = True) -> Shown:
    tally = Tally("exact on runs", r"$\hat q_1$ in $Q$ and $\langle\hat q_1,1\rangle=L$")
    for run in suite.all:
        q = uniform_measure(run.layers, run.A if with_A else 1)
        q = [[[row[0]] * run.A for row in rows] for rows in q]
        tally.holds(violation_of_Q(q) is None, run=run.name)
        ones = [[[ONE] * run.A for _ in range(X_h)] for X_h in run.layers[:-1]]
        tally.equal(inner(pair_mass(q), ones), run.L, run=run.name)
    return tally
