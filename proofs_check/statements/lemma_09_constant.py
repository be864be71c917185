r"""$6LX\sqrt{2TA\log(TXA/\delta)}+2LX\sqrt{2T\log(L/\delta)}\leq12LX\sqrt{TA\log(TXA/\delta)}$.

Since $L\leq X-1\leq TXA$ and $A\geq1$, the second root is at most the first, and
$6\sqrt2+2\sqrt2=11.31\dots\leq12$. The steps of the proof give more: $4+2\sqrt2$ for the visits and
$\sqrt2$ for Azuma's part, together $4+3\sqrt2=8.24\dots$"""

from proofs_check.statements.common.prelude import *
from proofs_check.statements.lemma_09_azuma import AZUMA

statement = Statement(
    "lem:occ-term-2:constant",
    __doc__,
    kind="identity",
    number="(27), line 2",
    section="App. I",
    part_of="lemma_09",
)

FIRST = 6 * L * X * sqrt(2 * T * A * Lam) + AZUMA
LAST = 12 * L * X * sqrt(T * A * Lam)

printed = statement.printed(
    r"$6\sqrt2+2\sqrt2\leq12$",
    FIRST <= LAST,
    changes=(
        constant(3, 12),
        constant(11, 12),
        swap(X, sqrt(X), r"$\sqrt X$ for $X$"),
    ),
    coq=(Coq("constant_27", "paper/AppendixA.v"),),
)


statement.on_runs(readings={**ANY_LOG, **UNSHRUNK})


@printed.check({"11 in place of 12": {"twelve": 11}})
def constants(suite: Suite, twelve: int = 12) -> Shown:
    sharp = Tally("proved", "the printed constants and the sharper ones", step=True)
    sharp.leq(sqrt(2) * 8, twelve, step="6 sqrt 2 + 2 sqrt 2 <= 12")
    sharp.equal((sqrt(2) + 1) * sqrt(2) * 2, sqrt(2) * 2 + 4, step="2 sqrt 2 (1 + sqrt 2)")
    sharp.equal(sqrt(2) * 2 + 4 + sqrt(2), sqrt(2) * 3 + 4, step="4 + 2 sqrt 2 + sqrt 2")
    sharp.leq(sqrt(2) * 3 + 4, Q(33, 4), step="4 + 3 sqrt 2 <= 8.25")
    return sharp
