"""Algorithm 1, lines 2 to 6: what holds before the first episode."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import ONE, LogBase, Q
from proofs_check.claims.common.algebra import same
from proofs_check.claims.common.radii import above_1
from proofs_check.claims.common.shapes import printed_violation, shapes, uniform_measure
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, claim
from proofs_check.sampled_runs.occupancy import inner, pair_mass, violation_of_Q
from proofs_check.sampled_runs.suite import Suite


@claim(
    "alg:main/3",
    number="Alg. 1 l. 2-3",
    kind="given",
    title="epoch index",
    covers=("alg:main/2",),
    tex=r"i=1",
)
def line_3(suite: Suite) -> None:
    """Before episode 1: the epoch index is i = 1. Epochs are numbered 1, 2, ... in order, epoch 1
    starts at t = 1. (Algorithm 1 sets no t(1); Sec. IV-A says that the first epoch starts at 1.)"""


@claim(
    "alg:main/4",
    kind="identity",
    title="P_1 and Q^{P_1}",
    covers=("disp:IV.1",),
    readings=("R-2", "R-10"),
    tex=r"\mathcal P_1=\text{all transition functions},\ Q^{\mathcal P_1}=Q",
    argues=(
        "eq. (12) at N = 0 is no restriction; Q is the union of the Q^{P^q}",
        "eq:conf-set-P, prop:2",
    ),
    planted={"log10 in eq. (11)": {"log": "log10"}},
)
def line_4(suite: Suite, log: LogBase = "ln") -> Shown:
    """P_1 is the set of all transition functions and Q^{P_1} = Q. This is what eq. (12) gives for
    N_1 = 0, where every distribution is at distance 1 < eps_1 from the row of zeros; and every q in
    Q is in Q^{P^q} (Prop. 2).

    It agrees with eq. (12) for every base of the logarithm up to 4, as 2 log_b 2 >= 1; with log10
    eq. (12) would give the empty set if TXA/delta < sqrt(10)."""
    return above_1(horizons=range(1, 11), log=log)


ALL = "for all (x,a,x'), as printed, X_{L+1} = 1"
CONSECUTIVE = "for x in X_h, x' in X_{h+1}, h < L"


@claim(
    "alg:main/5",
    kind="definition",
    title="q_hat_1, for all (x,a,x')",
    covers=("disp:IV.2",),
    expected="UNDERSPECIFIED",
    readings=("R-17",),
    repair="for all x in X_h, x' in X_{h+1}, h < L; q_hat_1 = 0 elsewhere",
    tex=r"\hat q_1(x,a,x')=1/(X_hAX_{h+1})",
    planted={
        "on consecutive layers only, and without A": {"choices": (CONSECUTIVE,), "with_A": False}
    },
)
def line_5(
    suite: Suite, choices: tuple[str, ...] = (ALL, CONSECUTIVE), with_A: bool = True
) -> Iterator[Found]:
    """For all (x,a,x'): N_1 = n_1 = 0, r_bar_1 = 0, r_hat_1 = 1, and q_hat_1(x,a,x') =
    1/(X_h A X_{h+1}) with h = h(x); q_hat_1 is an occupancy measure.

    At x_L it is not defined, there is no X_{L+1}, as in eq. (11) and (12). Taken for all x' in X it
    puts mass on x' outside X_{h+1}, so it is not in Q (eq. (4)); taken for consecutive layers it
    is."""
    for under in choices:
        note = "is q_hat_1 in Q, eq. (4)? smallest shapes first"
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


@claim(
    "alg:main/5",
    form="repaired",
    title="q_hat_1 in Q, an LP1 solution",
    readings=("R-17", "R-10"),
    tex=r"\hat q_1(x,a,x')=1/(X_hAX_{h+1}),\ x\in\mathcal X_h,x'\in\mathcal X_{h+1},h<L",
    cites=("Q, r_hat_1, LP1", "prop:1, eq:rew-ucb"),
    planted={"1/(X_h X_{h+1}), without A": {"with_A": False}},
)
def line_5_repaired(suite: Suite, with_A: bool = True) -> Shown:
    """N_1 = n_1 = 0, r_bar_1 = 0, r_hat_1 = 1, and q_hat_1(x,a,x') = 1/(X_h A X_{h+1}) for x in
    X_h, x' in X_{h+1}, h < L. Then q_hat_1 is in Q, r_hat_1 is eq. (16) at N_1 = 0, and q_hat_1
    solves LP1 for epoch 1: <q, r_hat_1> = L for every q in Q, so Diff = 0 there.

    r_hat_1 = 1 agrees with eq. (16) as b_1 = sqrt(2 Lam) > 1; with log10 only if TXA/delta >=
    sqrt(10)."""
    tally = Tally("exact on runs", "q_hat_1 in Q and <q_hat_1, 1> = L")
    for run in suite.all:
        q = uniform_measure(run.layers, run.A if with_A else 1)
        q = [[[row[0]] * run.A for row in rows] for rows in q]
        tally.holds(violation_of_Q(q) is None, run=run.name)
        ones = [[[ONE] * run.A for _ in range(X_h)] for X_h in run.layers[:-1]]
        tally.equal(inner(pair_mass(q), ones), run.L, run=run.name)
    return tally


@claim(
    "alg:main/6",
    kind="identity",
    title="pi_1 is uniform",
    tex=r"\pi_1=\pi^{\hat q_1}",
    proves=("eq. (6) at equal entries is 1/A for all layer sizes", "alg:main/5, prop:2"),
    planted={"pi_1(a|x) = q_hat_1(x,a), not divided by q_hat_1(x)": {"divided": 0}},
)
def line_6(suite: Suite, divided: int = 1) -> Shown:
    """pi_1 = pi^{q_hat_1}: the uniform policy, pi_1(a|x) = 1/A. No state has q_hat_1(x) = 0."""
    import sympy

    proof = Tally("proved", "pi^{q_hat_1}(a|x) = X_{h+1} q / (A X_{h+1} q), for all sizes")
    X_next, A, q = sympy.symbols("X_next A q", positive=True)
    same(proof, X_next * q / (A * X_next * q) ** divided, 1 / A, "= 1/A")
    return proof
