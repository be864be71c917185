r"""$6LX\sqrt{2TA\log(TXA/\delta)}+2LX\sqrt{2T\log(L/\delta)}\leq12LX\sqrt{TA\log(TXA/\delta)}$.

Since $L\leq X-1\leq TXA$ and $A\geq1$, the second root is at most the first, and
$6\sqrt2+2\sqrt2=11.31\dots\leq12$. The steps of the proof give more: $4+2\sqrt2$ for the visits and
$\sqrt2$ for Azuma's part, together $4+3\sqrt2=8.24\dots$"""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import Q, sqrt
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.lemma_09_azuma import azuma_part

statement = Statement(
    "lem:occ-term-2:constant",
    __doc__,
    kind="identity",
    number="(27), line 2",
    section="App. I",
    part_of="lemma_09",
)

printed = statement.printed(
    r"$6\sqrt2+2\sqrt2\leq12$",
    tex=r"6LX\sqrt{2TA\Lambda}+2LX\sqrt{2T\log(L/\delta)}\leq12LX\sqrt{TA\Lambda}",
    coq=(Coq("constant_27", "AppendixA.v"),),
)


def sides(run: EvaluatedRun, twelve: Q | int = 12, **exponents: Q | int) -> Iterator[Line]:
    """Yield both right sides of (27)."""
    first = run.bound(6, sqrt(2), L=1, X=1) + azuma_part(run)
    yield Line(first, run.bound(twelve, **{"L": 1, "X": 1, **exponents}))


statement.evaluated(
    sides,
    requires={"log": ("ln", "log2"), "scale": ("1",)},
    false={
        r"$3LX\sqrt{TA\Lambda}$": {"twelve": 3},
        r"$11LX\sqrt{TA\Lambda}$": {"twelve": 11},
        r"without $\Lambda$": {"Lam": 0},
        r"without $L$": {"L": 0},
        r"$\sqrt X$ for $X$": {"X": Q(1, 2)},
        r"without $A$": {"A": 0},
        r"$T^{1/4}$ for $\sqrt T$": {"T": Q(1, 4)},
    },
)


@printed.check({"11 in place of 12": {"twelve": 11}})
def constant(suite: Suite, twelve: int = 12) -> Shown:
    sharp = Tally("proved", "the printed constants and the sharper ones", step=True)
    sharp.leq(sqrt(2) * 8, twelve, step="6 sqrt 2 + 2 sqrt 2 <= 12")
    sharp.equal((sqrt(2) + 1) * sqrt(2) * 2, sqrt(2) * 2 + 4, step="2 sqrt 2 (1 + sqrt 2)")
    sharp.equal(sqrt(2) * 2 + 4 + sqrt(2), sqrt(2) * 3 + 4, step="4 + 2 sqrt 2 + sqrt 2")
    sharp.leq(sqrt(2) * 3 + 4, Q(33, 4), step="4 + 3 sqrt 2 <= 8.25")
    return sharp
