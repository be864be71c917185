r"""The bound $LX\sqrt{TA}$ is below $L^{3/2}X\sqrt{TA}$ by the factor $\sqrt L$ (Sec. I-B).

The factor comes from the radius: because the layers are known, $\epsilon_i$ has $X_{h+1}$ under its
root instead of $X$. So $\sum_{h<L}\sqrt{X_hX}\leq\sqrt LX$ becomes
$\sum_{h<L}\sqrt{X_hX_{h+1}}\leq X$. Linear programming has no part in it."""

from proofs_check.statements.common.algebra import same
from proofs_check.statements.common.orders import OLD, UCRL2, UCRL_LP, same_orders
from proofs_check.statements.common.prelude import *

statement = Statement(
    "inline:I-B.4",
    __doc__,
    number=r"Sec. I-B, $\sqrt L$",
)

printed = statement.printed(
    r"$L^{3/2}X\sqrt{TA}$ to $LX\sqrt{TA}$",
    not_printed="the introduction compares, without an argument",
    tex=r"L^{3/2}X\sqrt{TA}\to LX\sqrt{TA}",
    steps=(cited(r"$LX\sqrt{TA}$ is a bound", "theorem_4", "sec_1a_ucrl2"),),
    bounds=(UCRL2,),
    no_claim="orders",
    coq=(Coq("gain_sqrt_L", "paper/SmallStatements.v"),),
)


@printed.check({"the factor is $L$": {"factor": "L"}})
@printed.proves(r"the quotient of the two bounds; $\sum_{h<L}\sqrt{X_hX_{h+1}}\leq X$")
def gain(suite: Suite, factor: str = "sqrt(L)") -> Shown:
    import sympy

    tally = same_orders(
        r"for all $L$, $X$, $T$, $A$; $2\sqrt{uv}\leq u+v$, and each $X_h$ occurs in two terms",
        (OLD, f"{factor}*{UCRL_LP}"),
    )
    u, v = sympy.symbols("root_u root_v", nonnegative=True)
    same(tally, u**2 + v**2 - 2 * u * v, (u - v) ** 2, "2 sqrt(uv) <= u + v")
    return tally
