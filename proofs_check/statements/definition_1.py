r"""The occupancy measure that $P$ and $\pi$ induce is
$q^{P,\pi}(x,a,x')=\Pr\{x_{h(x)}=x,a_{h(x)}=a,x_{h(x)+1}=x'\mid P,\pi\}$, where $h(x)$ is the index
of the layer of $x$ (Definition 1, eq. (3)).

Here $x$ is outside $\mathcal X_L$ (R-2)."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "def:1",
    __doc__,
    kind="given",
    covers=("eq:def-occ-mea",),
    readings=("R-2",),
)

printed = statement.printed(
    "occupancy measure",
    tex=r"q^{P,\pi}(x,a,x')=\Pr\{x_{h(x)}=x,a_{h(x)}=a,x_{h(x)+1}=x'\mid P,\pi\}",
    steps=(cited("layers and paths", "assumption_1"),),
    no_claim="model",
    coq=(Coq("definition_1", "paper/Propositions.v"),),
)
