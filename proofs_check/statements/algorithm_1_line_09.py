r"""An episode gives $x_h$, $a_h$ and $r_h^{(t)}$ for $h=0$, ..., $L-1$: $x_0$ first, $x_{h+1}$
drawn from $P(\cdot|x_h,a_h)$, $r_h$ in [0, 1] from the reward distribution of $(x_h,a_h)$, which
may depend on $x_{h+1}$ (`as:layered-mdp:independence`).

Line 10 also counts $x_{h+1}$ for $h=L-1$, which is not in the trajectory as printed: it is
always $x_L$, as $X_L$ is a singleton."""

from __future__ import annotations

from proofs_check.ledger.statement import Statement, cited

statement = Statement(
    "alg:main/9",
    __doc__,
    box="algorithm_1_line_12",
    kind="given",
    readings=("R-2", "R-13"),
    sentences=("0dfc0955d1bb",),
)

printed = statement.printed(
    "trajectory of an episode",
    tex=r"\{x_h,a_h,r^{(t)}_h\}_{h=0}^{L-1}",
    steps=(cited("the MDP and the actions", "assumption_1", "algorithm_1_line_08"),),
)
