r"""In epoch $i$ the algorithm solves LP1: $\hat q_i\in\operatorname{arg\,max}_{q\in Q^{\mathcal
P_i}}\langle q,\hat r_i\rangle$, with $Q^{\mathcal P_i}$ as eq. (4) and (13) give it.

As printed LP1 is unbounded on every instance and in every epoch. $q(x_L,a,x')$ occurs in no
constraint, and its coefficient is $\hat r_i(x_L,a)=1$, because $N_i(x_L,a)=0$."""

from proofs_check.letters.occupancy import inner as exact_inner
from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.shapes import (
    Flat,
    flat,
    printed_violation,
    shapes,
    uniform_measure,
)
from proofs_check.statements.common.transitions import broken_row, chosen

statement = Statement(
    "eq:lp-occ-update",
    __doc__,
    kind="definition",
    readings=("R-2",),
)

printed = statement.printed(
    "LP1",
    wording=ButForWording(3),
    tex=r"\hat q_i\in\operatorname{arg\,max}_{q\in Q^{\mathcal P_i}}\langle q,\hat r_i\rangle",
    repair=r"$q(x_L,\cdot,\cdot)=0$, called the $x_L$-fix",
    no_claim="set",
    coq=(Coq("LP1_printed_unbounded", "paper/PrintedPolytope.v", refutes=True),),
)

OPTIMUM = inner(q_hat, r_hat)

repaired = statement.repaired(
    "LP1 with the $x_L$-fix",
    (OPTIMUM <= L).named("at most L"),
    (inner(q, r_hat) <= OPTIMUM + solver_gap)
    .named("the policy that is played, with P in P_i")
    .in_epochs_with(P_error <= eps),
    (inner(q_star, r_hat) <= OPTIMUM + solver_gap)
    .named("the best policy, with P in P_i")
    .in_epochs_with(P_error <= eps),
    changes=(
        swap(
            q,
            2 * q,
            "$2q_i$ in place of $q_i$",
            of="the policy that is played, with P in P_i",
            left=True,
        ),
        swap(q_hat, q, r"$q_i$ in place of $\hat q_i$", of="the best policy, with P in P_i"),
    ),
    typed="an optimum over a set; the comparisons are with members of it",
    tex=(
        r"\hat q_i\in\operatorname{arg\,max}\{\langle q,\hat r_i\rangle:"
        r"q\in Q^{\mathcal P_i},\ q(x_L,\cdot,\cdot)=0\}"
    ),
    says=r"""With $q(x_L,\cdot,\cdot)=0$, LP1 has a solution in every epoch. Its optimum is the
optimistic value $V(x_0)\leq L$ of the backward induction $V(x)=\max_a\bigl(\hat
r_i(x,a)+\max\{\langle p,V\rangle:\lVert p-\bar
P_i(\cdot|x,a)\rVert_1\leq\epsilon_i(x,a)\}\bigr)$, $V(x_L)=0$. This is the largest $\langle
q^{P,\pi},\hat r_i\rangle$ over all policies $\pi$ and all $P\in\mathcal P_i$. The solution need
not be unique.

Certificates show it on the runs: a point satisfies every printed row, and multipliers of the
printed rows prove that its objective is optimal. $\epsilon_i$ and $\hat r_i$ are taken at rational
ends of their enclosures.""",
    readings=("R-2", "R-8"),
    steps=(cited("the polytope and the rewards", "lemma_01", "eq_16"),),
    coq=(
        Coq("evi_opt", "model/BackwardInduction.v"),
        Coq("LP1_value", "model/BackwardInduction.v"),
        Coq("LP1_rowsE", "paper/LinearProgram.v"),
        Coq("LP1_attained", "paper/LinearProgram.v"),
        Coq("LP1_backward", "paper/LinearProgram.v"),
        Coq("W_step", "paper/LinearProgram.v"),
        Coq("LP1_optimistic", "paper/LinearProgram.v"),
        Coq("LP1_history", "paper/LinearProgram.v"),
    ),
)


statement.on_runs(readings=PRINTED_RADII)  # q_hat_i is optimal for other sets and bounds


# Of the multipliers of a maximisation; those of equations are free.
SIGN = {"E": 0, "L": 1, "G": -1}


@printed.check(
    {"(false already: with the $x_L$-fix, but without the normalisation)": {"fixed": True}}
)
def lp1_printed(suite: Suite, fixed: bool = False) -> Shown:
    tally = Tally(
        "enumerated",
        r"is $\langle q,\hat r_i\rangle\leq L$ on the printed set? $N_i=0$, smallest shapes first",
    )
    for layers, A in shapes(most_states=4, most_actions=2):
        q = flat(uniform_measure(layers, A), layers)
        x_L = sum(layers) - 1
        for a, c in product(range(A), (1, 10**6)):
            if fixed:  # c q satisfies flow, zeros and (13) for every c
                moved = {key: (c + 1) * v for key, v in q.items()}
            else:
                moved = q | {(x_L, a, 0): Q(c)}
            violated = printed_violation(moved, layers, A) or ""
            inside = not violated or (fixed and violated.startswith("sum of layer"))
            inside &= _deviations_fit(moved, layers)
            objective = sum(moved.values(), ZERO)  # r_hat = 1 everywhere
            bounded = not inside or objective <= len(layers) - 1
            where = {"layers": list(layers), "A": A, "entry": ["x_L", a, 0], "value": c}
            tally.holds(bounded, **where, objective=objective)
    return tally


def _deviations_fit(q: Flat, layers: tuple[int, ...]) -> bool:
    """Return whether q satisfies eq. (13) as printed (h < L only) at N_i = 0.

    P_bar = 0, so dev(x,a,x') = q(x,a,x') is the least choice, and sum dev <= eps_i q(x,a) holds
    because eps_i > 1. None of the families of (13) contains x_L."""
    x_L = sum(layers) - 1
    return all(v >= 0 for (x, _, _), v in q.items() if x != x_L)


@repaired.check(
    {r"the inner maximum moves a mass of $\epsilon_i$ in place of $\epsilon_i/2$": {"widen": 2}}
)
def lp1_repaired(suite: Suite, widen: int = 1) -> Shown:
    note = (
        "a point satisfies every printed row, and multipliers prove that no other point is better"
    )
    tally = Tally("exact on runs", note)
    for run in suite.all:
        for e in chosen(run):
            data, where = e.lp1_lo, {"run": run.name, "i": e.i}
            rows = PrintedLP1(data)
            widened = replace(data, eps=each(lambda v: v * widen, data.eps))
            optimum = solve(widened)
            if optimum.value is None:
                tally.holds(False, LP1="infeasible", **where)
                continue
            q = primal(widened, optimum)
            broken = broken_row(rows, q)
            tally.holds(broken is None, row=broken, **where)
            tally.equal(exact_inner(pair_mass(q), data.r_hat), optimum.value, **where)
            tally.holds(0 <= optimum.value <= run.L, optimum=optimum.value, **where)
            proof = dual(data, solve(data))
            signs = zip(proof.multipliers(rows), rows.constraints(), strict=True)
            tally.holds(all(SIGN[row.sense] * y >= 0 for y, row in signs), **where)
            tally.equal(proof.bound, optimum.value, **where)
    return tally
