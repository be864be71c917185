"""Algorithm 1, lines 7 to 9: T episodes, the policy executed, the trajectory obtained."""

from __future__ import annotations

from proofs_check.ledger.registry import claim
from proofs_check.sampled_runs.suite import Suite


@claim("alg:main/7", kind="given", title="episodes 1, ..., T", tex=r"t=1,\dots,T")
def line_7(suite: Suite) -> None:
    """The loop runs over the episodes t = 1, ..., T, each played within one epoch i(t)."""


@claim(
    "alg:main/8",
    kind="given",
    title="execute pi_i",
    readings=("R-3",),
    tex=r"a_h\sim\pi_i(\cdot|x_h)",
    cites=("the episodes and epochs", "alg:main/7"),
)
def line_8(suite: Suite) -> None:
    """In every step h of an episode of epoch i the action is drawn from pi_i(.|x_h), freshly and
    independently of everything before; pi_i stays the same within the epoch."""


@claim(
    "alg:main/9",
    kind="given",
    title="trajectory of an episode",
    readings=("R-2", "R-13"),
    tex=r"\{x_h,a_h,r^{(t)}_h\}_{h=0}^{L-1}",
    cites=("the MDP and the actions", "as:layered-mdp, alg:main/8"),
)
def line_9(suite: Suite) -> None:
    """An episode gives x_h, a_h and r_h^{(t)} for h = 0, ..., L-1: x_0 first, x_{h+1} drawn from
    P(.|x_h,a_h), r_h in [0, 1] from the reward distribution of (x_h,a_h), which may depend on
    x_{h+1} (`as:layered-mdp:independence`).

    Line 10 also counts x_{h+1} for h = L - 1, which is not in the trajectory as printed: it is
    always x_L, as X_L is a singleton."""
