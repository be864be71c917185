r"""$3\sqrt2\leq5$, the last step of (35), because $18\leq25$.

The constant $3\sqrt2=4.243$ would do in place of 5. The repaired pigeonhole bound gives
$2+\sqrt2=3.414$."""

from proofs_check.statements.common.prelude import *
from proofs_check.statements.eq_35 import FIFTH

statement = Statement(
    "lem:bias-term-2:constant",
    __doc__,
    kind="identity",
    number="(35), line 6",
    section="App. II",
    part_of="lemma_12",
)

printed = statement.printed(
    r"$3\sqrt2\leq5$",
    FIFTH <= 5 * sqrt(T * L * X * A * Lam),
    changes=(constant(4, 5), constant(Q(5, 4), 5)),
    coq=(Coq("constant_35", "paper/AppendixB.v"),),
)


statement.on_runs()


@printed.check({r"5 replaced by $\tfrac{21}5$": {"five": Q(21, 5)}})
def constants(suite: Suite, five: int | Q = 5) -> Shown:
    proof = Tally("proved", r"$3\sqrt2\leq5$ and $\sqrt2(1+\sqrt2)\leq3\sqrt2$")
    proof.leq(3 * sqrt(2), five)
    proof.leq(sqrt(2) * (sqrt(2) + 1), 3 * sqrt(2))
    return proof
