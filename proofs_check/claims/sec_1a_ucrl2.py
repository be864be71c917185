"""Sec. I-A: UCRL2's bound, and the diameter it depends on."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import ONE, ZERO, Q
from proofs_check.claims.common.orders import OLD, UCRL2, order, same_order
from proofs_check.claims.common.shapes import uniform_transition
from proofs_check.claims.common.transitions import State, diameter, hitting_times, states
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Evidence, Verdict, claim, planted
from proofs_check.sampled_runs.occupancy import Rows
from proofs_check.sampled_runs.suite import Suite


@claim(
    "inline:I-A.1",
    number="Sec. I-A, UCRL2",
    section="Sec. I-A",
    kind="prose",
    title="UCRL2: L^(3/2) X sqrt(TA)",
    covers=("inline:I-B.3",),
    expected="GAP",
    repair="O~(D X sqrt(LTA)), D the diameter of the MDP that restarts: D >= L if a layer has two "
    "states, infinite if some state cannot be reached, L/p if only with probability p",
    tex=r"\tilde O(L^{3/2}X\sqrt{TA})",
)
def ucrl2(suite: Suite) -> Iterator[Evidence]:
    """UCRL2 has regret O~(L^(3/2) X sqrt(TA)) on layered episodic MDPs.

    Its bound D S sqrt(An) gives that with n = LT, S = X and D = L. But the diameter D of the chain
    that restarts is not O(L): it is infinite where a state cannot be reached, and L/p where one can
    be reached with probability at most p per episode. Random MDPs as in Sec. VI have D > L."""
    leading = Tally("proved", "D = L: the printed bound", step=True)
    same_order(leading, order(UCRL2), OLD)
    yield leading.evidence()
    gap = Tally("proved", "is D <= K L? layers (1,2,1), A = 1, P = (p, 1 - p)",
                failing=Verdict.GAP)  # fmt: skip
    for K in (1, 10, 1000):
        for k in range(1, 12):
            p = Q(1, 1 << k)
            D = diameter([[[[p, 1 - p]]], [[[ONE]], [[ONE]]]])
            gap.leq(D if D is not None else ZERO, 2 * K, K=K, p=p)
    yield gap.evidence()
    seen = Tally("exact on runs", "is D <= L? every MDP of the suite", failing=Verdict.GAP)
    for run in suite.runs:
        found = diameter(run.P)
        if found is None:
            seen.holds(False, run=run.name, D="infinite", L=run.L)
        else:
            seen.leq(found, run.L, run=run.name, layers=list(run.layers))
    yield seen.evidence()


@planted("inline:I-A.1", change="(the printed form has a gap: here D = 1)")
def ucrl2_D_1(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("proved", "diameter 1")
    same_order(tally, order(UCRL2, D="1"), OLD)
    yield tally.evidence()


@claim(
    "inline:I-A.1",
    form="repaired",
    number="Sec. I-A, UCRL2",
    section="Sec. I-A",
    kind="prose",
    title="UCRL2: D X sqrt(LTA)",
    covers=("inline:I-B.3",),
    tex=r"\tilde O(DX\sqrt{LTA}),\quad D\geq L\text{ if some }X_h\geq2",
)
def ucrl2_repaired(suite: Suite) -> Iterator[Evidence]:
    """UCRL2's bound is O~(D X sqrt(LTA)) here, D = max over s, s' of the least expected time from s
    to s' in the MDP that restarts at x_0. D >= L as soon as a layer has two states, with equality
    iff every state can be reached surely; so the printed bound is the least it can be.

    The time is least under the policy that reaches s' = (k,y) most likely, with probability rho, in
    each episode: k + L (1 - rho)/rho from x_0, since a failure costs L steps whatever is played.
    (UCRL2 for finite horizon, which knows the restarts, has span at most L in place of D.)"""
    leading = Tally("proved", "S = X, n = LT, any D")
    same_order(leading, order(UCRL2, D="D"), "D*X*sqrt(L*T*A)")
    yield leading.evidence()
    least = Tally("exact on runs", "D >= L, every MDP with two states in a layer")
    bellman = Tally("exact on runs", "times satisfy h(s) = 1 + min_a sum P h, MDPs with X <= 9")
    infinite = 0
    for run in suite.runs:
        D = diameter(run.P)
        infinite += D is None
        if max(run.layers) >= 2 and D is not None:
            least.leq(run.L, D, run=run.name)
        if run.X <= 9:
            for target in states(run.P):
                if (times := hitting_times(run.P, target)) is not None:
                    bellman.holds(first_passage(run.P, target, times), run=run.name, to=str(target))
    least.note += f"; {infinite} MDPs with D infinite"
    yield least.evidence()
    yield bellman.evidence()


@planted("inline:I-A.1", form="repaired", change="D >= L + 1")
def ucrl2_L_plus_1(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("proved", "layers (1,2,1), A = 2, every state surely reached")
    D = diameter([[[[ONE, ZERO], [ZERO, ONE]]], [[[ONE], [ONE]], [[ONE], [ONE]]]])
    tally.leq(2 + 1, D if D is not None else ZERO, L=2, A=2)
    yield tally.evidence()


@planted("inline:I-A.1", form="repaired", change="times one step too short")
def ucrl2_short(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("proved", "first-passage equation on uniform MDPs")
    P = uniform_transition((1, 2, 1), 1)
    times = hitting_times(P, (1, 0)) or {}
    shorter = {s: t - 1 if s != (1, 0) else t for s, t in times.items()}
    tally.holds(first_passage(P, (1, 0), shorter), layers=[1, 2, 1], to="(1, 0)")
    yield tally.evidence()


# -------------------------------------------------------------------------------- diameter


def first_passage(P: Rows, target: State, times: dict[State, Q]) -> bool:
    """h(s) = 1 + min_a sum P(s'|s,a) h(s') for s other than the target, h = 0 at it."""
    L = len(P)
    for h, x in states(P):
        after = [times[h + 1, x1] if h + 1 < L else times[0, 0] for x1 in range(len(P[h][x][0]))]
        least = min(sum((p * t for p, t in zip(row, after, strict=True)), ZERO) for row in P[h][x])
        if (h, x) != target and times[h, x] != 1 + least:
            return False
    return times[target] == 0
