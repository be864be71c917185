"""Definition 1, eq. (3): the occupancy measure induced by P and pi, and its value at x_L."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from proofs_check.arithmetic import Q
from proofs_check.claims.common.shapes import shapes, uniform_measure
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, claim
from proofs_check.sampled_runs.suite import Suite


@claim(
    "def:1",
    kind="given",
    title="occupancy measure",
    covers=("eq:def-occ-mea",),
    readings=("R-2",),
    tex=r"q^{P,\pi}(x,a,x')=\Pr\{x_{h(x)}=x,a_{h(x)}=a,x_{h(x)+1}=x'\mid P,\pi\}",
    cites=("layers and paths", "as:layered-mdp"),
)
def definition_1(suite: Suite) -> None:
    """q^{P,pi}(x,a,x') = Pr{x_h = x, a_h = a, x_{h+1} = x' | P, pi} with h = h(x), for x outside
    X_L."""


RESTARTS = "x_{L+1} = x_0, the next episode: q(x_L,a,x_0) = pi(a|x_L)"
CHOICES = {"the episode ends at x_L: q(x_L,.,.) = 0 (R-2)": 0, RESTARTS: 1}  # -> q(x_L)


@claim(
    "def:1:x_L",
    kind="identity",
    part_of="",
    title="q at x_L",
    expected="UNDERSPECIFIED",
    readings=("R-2", "R-19"),
    repair="define q for x outside X_L only, or say q(x_L,.,.) = 0",
    tex=r"q^{P,\pi}(x_L,a,x')=\Pr\{x_L,a_L,x_{L+1}\mid P,\pi\}",
    planted={
        "(underspecified: here the mass 1 at x_L for every shape)": {"choices": {RESTARTS: 1}},
    },
)
def at_x_L(suite: Suite, choices: Mapping[str, int] = CHOICES) -> Iterator[Found]:
    """q^{P,pi} is defined on all of X x A x X, x_L included, and <q^{P,pi}, r> is the expected
    reward of an episode, eq. (8).

    At x_L it needs x_{L+1}, which an episode does not have. If the episode ends there, q is 0 and
    (8) is true; if the restart is taken for a transition, <q, 1> = L + 1 for the reward 1."""
    for under, of_x_L in choices.items():
        tally = Tally("enumerated", "<q, 1> = L for the rewards 1; X <= 4, A <= 2", under=under)
        for layers, A in shapes(most_states=4, most_actions=2):
            q = uniform_measure(layers, A)
            total = sum((sum(row, Q(0)) for q_h in q for rows in q_h for row in rows), Q(of_x_L))
            tally.equal(total, len(layers) - 1, layers=list(layers), A=A)
        yield tally
