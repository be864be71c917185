"""Sec. I-A, Sec. I-B, Sec. IV-B, Sec. VII: what the paper says about O-REPS, UC-O-REPS and
UOB-REPS, in sentences that its source has as comments too (lines 101, 103, 114, 353 and 435).

The algorithms are run (`sampled_runs/family_runs.py`): their traces, each step certified.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from proofs_check.arithmetic import ONE, Q, Real
from proofs_check.claims.common.orders import (
    SAME_METHOD,
    UCRL_LP,
    order,
    parse,
    same_orders,
)
from proofs_check.claims.common.paths import epochs_at_most, log2, updates_below_T
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, Vacuity, claim
from proofs_check.sampled_runs.family_runs import FamilyRun, family_runs, mirror_descent_runs
from proofs_check.sampled_runs.occupancy import pairs
from proofs_check.sampled_runs.specs import PAPER_A, PAPER_LAYERS
from proofs_check.sampled_runs.suite import Suite

FULL, BANDIT = (
    "O-REPS, full information (Zimin and Neu 2013)",
    "O-REPS, bandit (Zimin and Neu 2013)",
)
NEAR = Q(1, 10**9)
Runs = Callable[[], tuple[FamilyRun, ...]]


@claim(
    "sec:I:o-reps",
    number="Sec. I-A, l. 101",
    section="Sec. I-A",
    title="O-REPS: L sqrt T and sqrt(TLXA)",
    readings=("R-27",),
    tex=r"\tilde O(L\sqrt T),\quad\tilde O(\sqrt{TLXA})",
    argues=(
        "the inequality of mirror descent at these D and sums of squares",
        "sec:I:mirror-descent",
    ),
    proves=("the orders of its abstract; both terms at the eta of R-27",),
    planted={"the second term twice as large: 2 L sqrt(T ln) fails": {"factor": 2}},
)
def o_reps(suite: Suite, factor: int = 1) -> Shown:
    """O-REPS, with P known, has regret O~(L sqrt T) with full information and O~(sqrt(TLXA)) with
    bandit feedback. (Commented out in the source.)

    These are the orders of its abstract. They follow from the inequality of mirror descent:
    D(q || q_1) <= sum_h ln(X_h A) <= L ln(XA/L), and sum_t <q_t, l_hat_t^2> is at most LT with full
    information, XAT in expectation with bandit feedback; eta = sqrt(ln(XA/L)/T), or
    sqrt(L ln(XA/L)/(TXA)), makes both terms equal."""
    # D/eta + eta S for D = L ln(XA/L) and S = LT, XAT: the published 2 sqrt(D S)
    import sympy

    L, X, A, T = map(parse, ("L", "X", "A", "T"))
    k = sympy.Symbol("ln(XA/L)", positive=True)
    tally = Tally("proved", "D/eta + eta S is the published bound")
    for S, eta, bound in (
        (L * T, sympy.sqrt(k / T), 2 * L * sympy.sqrt(T * k)),
        (X * A * T, sympy.sqrt(L * k / (T * X * A)), 2 * sympy.sqrt(L * X * A * T * k)),
    ):
        rest = sympy.simplify(L * k / eta + factor * eta * S - bound)
        tally.holds(bool(rest == 0), bound=str(bound), rest=str(rest))
    orders = ((order(FULL), "L*sqrt(T)"), (order(BANDIT), "sqrt(T*L*X*A)"))
    return same_orders("the orders of its abstract", *orders), tally


@claim(
    "sec:I:uob-reps",
    number="Sec. I-A, l. 101",
    section="Sec. I-A",
    title="UC-O-REPS, UOB-REPS: same bound",
    tex=r"\tilde O(LX\sqrt{TA})",
    cites=("UCRL-LP's bound", "thm:main"),
    proves=("the published bounds in the paper's letters",),
    planted={"UOB-REPS has UCBVI's order": {"of_uob_reps": "L*sqrt(T*X*A)"}},
)
def uob_reps(suite: Suite, of_uob_reps: str = UCRL_LP) -> Shown:
    """UC-O-REPS (full information) and UOB-REPS (bandit feedback), with P unknown, have regret
    O~(LX sqrt(TA)). (Commented out in the source.)

    This is UCRL-LP's own order: the bounds are the same, and theirs are for rewards that an
    adversary chooses. UOB-REPS needs no more feedback than UCRL-LP."""
    note = "orders without logarithms, from the published bounds"
    _, uc_o_reps, uob_reps = map(order, SAME_METHOD)
    return same_orders(note, (uc_o_reps, UCRL_LP), (uob_reps, of_uob_reps))


@claim(
    "sec:I:mirror-descent",
    number="Sec. I-A, OMD",
    section="Sec. I-A",
    kind="pathwise",
    title="regret of online mirror descent",
    readings=("R-27", "R-28", "R-30"),
    tex=r"\sum_t\langle q_t-q,\hat l_t\rangle\leq\frac1\eta D(q\|q_1)"
    r"+\eta\sum_t\langle q_t,\hat l_t^2\rangle",
    planted={"a quarter of the last sum": {"share": Q(1, 4)}},
)
def mirror_descent(suite: Suite, share: Q = ONE) -> Shown:
    """O-REPS, UC-O-REPS and UOB-REPS apply online mirror descent on the space of occupancy
    measures: on every run in which P lies in all confidence sets, for every q of Delta(P),
    sum_t <q_t - q, l_hat_t> <= D(q || q_1)/eta + eta sum_t <q_t, l_hat_t^2>.

    All q at once: the least <q, sum_t l_hat_t> + D(q || q_1)/eta is itself a KL step from q_1, and
    any multipliers bound it from below. (Without 1/2 in front of the last sum, which KL allows.)"""
    every = Tally("exact on runs", "every q of Delta(P) at once, runs with P in all sets")
    full = Tally("exact on runs", "full information: sum_t <q_t, l_t^2> <= L (T - 1)", step=True)
    for run in mirror_descent_runs():
        first, squares, least = run.mirror_descent
        if run.head.full_information:
            full.leq(squares, Q(run.L * (run.T - 1)), run=run.name)
        if every.holds(run.event_P, run=run.name, event="P in P_i for all i"):
            every.leq(first - least, squares * (share * run.eta), run=run.name)
    return every, full


@claim(
    "sec:I:updates",
    number="Sec. I-B, l. 114",
    section="Sec. I-B",
    kind="pathwise",
    title="T updates to XA log2 T",
    readings=("R-1", "R-16"),
    tex=r"T-1\to XA\log_2T",
    cites=("UCRL-LP's updates", "inline:IV-A.1"),
    planted={"UOB-REPS makes one update less": {"less": 1}},
)
def updates(suite: Suite, less: int = 0) -> Iterator[Found]:
    """UOB-REPS updates its policy after every episode, T - 1 times in T; UCRL-LP at most XA log2 T
    times. (Commented out in the source, with log for log2 and T for T - 1.)

    So for O-REPS, UC-O-REPS and FPOP. The gain begins where XA log2 T < T, at the paper's size at
    T = 3004."""
    yield _one_step_per_episode(less)
    note = "UCRL-LP: updates <= XA log2 T, runs with T >= 2; trivial where that is T or more"
    yield epochs_at_most(note, suite.runs)
    yield Vacuity("X=52, A=5: XA log2 T", "T", updates_below_T(52 * 5))


def _one_step_per_episode(less: int = 0) -> Tally:
    tally = Tally("exact on runs", "programs solved after the first policy: T - 1")
    for run in family_runs():
        tally.equal(len(run.steps) - 1, run.T - 1 - less, run=run.name)
    return tally


@claim(
    "inline:IV-A.1:adversarial",
    number="Sec. IV-B, l. 353",
    section="Sec. IV-B",
    kind="pathwise",
    title="T steps, XA log2 T sets",
    readings=("R-1",),
    tex=r"T\text{ steps},\ XA\log_2T\text{ sets}",
    planted={"an eighth as many sets": {"share": lambda T: log2(T) / 8}},
)
def steps_and_sets(suite: Suite, share: Callable[[int], Real] = log2) -> Shown:
    """In the adversarial setting the occupancy measure is updated in each round, although the
    confidence set changes at most XA log2 T times. (Commented out in the source, with log.)"""
    note = "changes of the set <= XA log2 T; trivial where that is T or more"
    return _one_step_per_episode(), epochs_at_most(note, family_runs(), share)


@claim(
    "inline:VII.4:oracles",
    number="Sec. VII, l. 435",
    section="Sec. VII",
    kind="asymptotic",
    title="optimisation oracles: T to log T",
    readings=("R-1",),
    tex=r"O(T)\to O(\log T)",
    proves=("XA log2 T / T tends to 0, and XA log2 T / ln T is constant", "sec:I:updates"),
    planted={"XA (log2 T)^2 programs": {"power": 2}},
)
def oracles(suite: Suite, power: int = 1) -> Shown:
    """The number of optimisation problems solved falls from O(T) to O(log T), for fixed X and A,
    and each of them is a linear program. (Commented out in the source.)

    Unlike the sentence on computational complexity beside it, which holds for updates only, this
    one counts what it says."""
    import sympy

    T, XA = sympy.symbols("T XA", positive=True)
    growth = Tally("proved", "limits for all X and A")
    bound = XA * (sympy.log(T) / sympy.log(2)) ** power
    growth.holds(bool(sympy.limit(bound / T, T, sympy.oo) == 0), over="T")
    growth.holds(not sympy.simplify(bound / sympy.log(T)).has(T), over="ln T")
    return growth


@claim(
    "sec:I:convex-program",
    number="Sec. I-B, l. 114",
    section="Sec. I-B",
    title="convex program: X - 2 multipliers",
    tex=r"\min_{q\in\Delta(P_i)}\eta\langle q,\hat l\rangle+D(q\|q_t)",
    planted={"no multipliers at all": {"inner": False}},
)
def convex_program(suite: Suite, inner: bool = True) -> Shown:
    """UOB-REPS has to solve a convex program at each update, where UCRL-LP solves a linear program.
    (Commented out in the source, which calls the first involved and the second simpler.)

    A convex program it is. Involved it is not: its multipliers of the confidence set separate by
    pair, and X - 2 of them are left, one per inner state: 50 at the paper's size, where LP1 has
    4200 variables. On the runs these X - 2 numbers prove every step to within 1e-9 of its
    optimum."""
    note = "X - 2 < 2 sum_h X_h A X_{h+1}, LP1's variables; the paper's size"
    sizes = Tally("enumerated", note)
    for layers, A in (((1, 1), 1), ((1, 2, 2, 1), 2), (PAPER_LAYERS, PAPER_A)):
        variables = 2 * sum(X_h * A * X_next for X_h, X_next in pairwise(layers))
        sizes.leq(sum(layers) - 1, variables, layers=list(layers), A=A)
    sizes.equal(sum(PAPER_LAYERS) - 2, 50)
    sizes.equal(variables, 4200)
    steps = Tally("exact on runs", "gap of every KL step <= 1e-9, by X - 2 multipliers")
    for run in mirror_descent_runs():
        for kl_step, problem in run.kl_steps():
            beta = [[v * inner for v in of_h] for of_h in kl_step.tables["beta"]]
            near = run.gap(kl_step, problem, beta) <= NEAR
            steps.holds(near, run=run.name, t=kl_step.t)
    return sizes, steps


@claim(
    "sec:I:greedy",
    number="Sec. I-A, l. 103",
    section="Sec. I-A",
    title="greedily, without regularisation",
    tex=r"\arg\max_{q\in Q^{P_i}}\langle q,\hat r_i\rangle",
    planted={"FPOP, which is greedy, plays every action too": {"runs": family_runs}},
)
def greedy_without_regularisation(suite: Suite, runs: Runs = mirror_descent_runs) -> Shown:
    """UCRL-LP optimises greedily, without regularisation, by a linear program, where O-REPS,
    UC-O-REPS and UOB-REPS apply online mirror descent. (Commented out in the source.)

    It shows in what is played: a KL step leaves every pair that P allows some mass, so pi_t plays
    every action; a solution of LP1 can leave pairs, and whole states, without any (R-3)."""
    every = Tally("exact on runs", "pi_t(a|x) > 0 for every x and a")
    for family_run in runs():
        for one in family_run.steps:
            least = min(p for of_h in one.tables["pi"] for row in of_h for p in row)
            every.holds(least > 0, run=family_run.name, t=one.t)
    empties = Tally("exact on runs", "runs of Algorithm 1 with A >= 2 where q_hat_i empties a pair")
    for run in suite.runs:
        if run.A >= 2 and len(run.epochs) > 1:
            later = (e.q_hat_xa[h][x][a] for e in run.epochs[1:] for h, x, a in pairs(e.N))
            empties.holds(not all(later), run=run.name)
    return every, empties
