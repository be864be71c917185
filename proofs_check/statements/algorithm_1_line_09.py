r"""An episode gives the trajectory $\{x_h,a_h,r^{(t)}_h\}_{h=0}^{L-1}$.

The episode starts in $x_0$. $x_{h+1}$ is drawn from $P(\cdot|x_h,a_h)$, and $r^{(t)}_h\in[0,1]$
from the reward distribution of $(x_h,a_h)$; the reward may depend on $x_{h+1}$
(Sec. II, independence).

Line 10 also counts $x_{h+1}$ for $h=L-1$, which is not in the printed trajectory. It is always
$x_L$, because $\mathcal X_L$ is a singleton."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "alg:main/9",
    __doc__,
    kind="given",
    readings=("R-2", "R-13"),
)

printed = statement.printed(
    "trajectory of an episode",
    tex=r"\{x_h,a_h,r^{(t)}_h\}_{h=0}^{L-1}",
    steps=(cited("the MDP and the actions", "assumption_1", "algorithm_1_line_08"),),
    defined=(
        Defined("traj", "model/Episodes.v"),
        Defined("traj", "challenge/Challenge.v"),
    ),
)
