r"""$3\sqrt2\leq5$, the last step of (35), because $18\leq25$.

The constant $3\sqrt2=4.243$ would do in place of 5. The repaired pigeonhole bound gives
$2+\sqrt2=3.414$."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import Q, sqrt
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement
from proofs_check.sampled_runs.suite import Suite

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
    tex=r"3\sqrt2\leq5",
    coq=(Coq("constant_35", "AppendixB.v"),),
)


def sides(run: EvaluatedRun, five: Q | int = 5, **exponents: Q | int) -> Iterator[Line]:
    """Yield both sides."""
    half = {"L": Q(1, 2), "X": Q(1, 2)}
    yield Line(run.bound(3, sqrt(2), **half), run.bound(five, **{**half, **exponents}))


statement.evaluated(
    sides,
    false={
        "4 for 5": {"five": 4},
        r"$\frac54$ for 5": {"five": Q(5, 4)},
        r"without $\Lambda$": {"Lam": 0},
        r"$T^{1/4}$ for $\sqrt T$": {"T": Q(1, 4)},
    },
)


@printed.check({r"5 replaced by $\tfrac{21}5$": {"five": Q(21, 5)}})
def constant(suite: Suite, five: int | Q = 5) -> Shown:
    proof = Tally("proved", r"$3\sqrt2\leq5$ and $\sqrt2(1+\sqrt2)\leq3\sqrt2$")
    proof.leq(3 * sqrt(2), five)
    proof.leq(sqrt(2) * (sqrt(2) + 1), 3 * sqrt(2))
    return proof
