r"""The state space is partitioned into layers $\mathcal X_0,\dots,\mathcal X_L$ with
$\mathcal X_0=\{x_0\}$ and $\mathcal X_L=\{x_L\}$; $P(x'|x,a)>0$ only if $x\in\mathcal X_h$ and
$x'\in\mathcal X_{h+1}$ for some $0\leq h<L$; $P$ and $r$ do not change with time (Assumption 1).

The layers are part of the input (R-18). No transition leaves $x_L$: $P(\cdot|x_L,a)=0$ (R-19)."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "as:layered-mdp",
    __doc__,
    kind="given",
    readings=("R-2", "R-18", "R-19"),
)

printed = statement.printed(
    "layered MDP",
    tex=r"P(x'|x,a)>0\text{ only if }x\in\mathcal X_h,\ x'\in\mathcal X_{h+1}",
    defined=(
        Defined("trans", "model/Model.v"),
        Defined("is_trans", "model/Model.v"),
        Defined("setting", "challenge/Challenge.v"),
    ),
)
