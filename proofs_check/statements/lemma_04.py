r"""With probability at least $1-2\delta$, $\sum_t\lVert\hat
q_{i(t)}-q_{i(t)}\rVert_1\leq12LX\sqrt{TA\log(TXA/\delta)}$.

True: the left side does not depend on the completion of $P_i$, so the completion may be chosen
in the proof. It is vacuous until $T>36X^2A\Lambda$: before, the trivial 2$LT$ is smaller."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import Q, Real, sqrt
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.azuma import azuma_bound
from proofs_check.statements.common.bounds import SIZES, TENTH, Size, vacuous
from proofs_check.statements.common.forks import fork_l1, on_forks, on_one_fork
from proofs_check.statements.common.theorem_4 import Bound
from proofs_check.statements.common.visits import by_layers

statement = Statement(
    "lem:key-lem",
    __doc__,
    box=("Lemma 4", "L 4", r"distance of $\hat q$ and $q$"),
    kind="probabilistic",
    covers=("eq:20",),
    sentences=("f15925b4815c", "8220c1f6e160"),
)

printed = statement.printed(
    r"$\sum\ell_1 \leq12LX\sqrt{TA\Lambda}$",
    tex=r"\sum_{t=1}^T\|\hat q_{i(t)}-q_{i(t)}\|_1\leq12LX\sqrt{TA\Lambda}",
    steps=(
        argued(
            (
                "(25) for $P_i$ completed inside the confidence set, then Lemma 9 for that "
                "completion"
            ),
            "eq_25",
            "lemma_09",
        ),
    ),
    coq=(Coq("lemma_4", "AppendixA.v"),),
)

repaired = statement.repaired(
    r"$\sum\ell_1$, layer by layer",
    tex=(
        r"\sum_t\|\hat q_i-q_i\|_1\leq(4+2\sqrt2)\sqrt{TA\Lambda}\sum_{s\leq L-2}(L-s)"
        r"\sqrt{X_sX_{s+1}}+L(L+1)\sqrt{2T\ln(1/\delta)}\leq(4+3\sqrt2)LX\sqrt{TA\Lambda}"
    ),
    says=r"""With probability at least $1-2\delta$, $\sum_t\lVert\hat
q_{i(t)}-q_{i(t)}\rVert_1\leq(4+2\sqrt2)\sqrt{TA\Lambda}\sum_{s=0}^{L-2}(L-s)\sqrt{X_sX_{s+1}}+L(L+1)\sqrt{2T\log(1/\delta)}\leq(4+3\sqrt2)LX\sqrt{TA\Lambda}$,
$\Lambda=\log(TXA/\delta)$.

The constant 8.243 for 12; layer by layer it says something much sooner. On the event of Lemma 2
and on every path the left side is at most the first term plus the martingale of Lemma 9's second
part. The deterministic fork (layers 1, 2, 1, never at $v$) reaches the ratio in the report: what
is lost is $\xi_i\leq2\epsilon_i$, where $\bar P_i=P$ there.""",
    readings=("R-1",),
    steps=(argued("(25), then the repaired Lemma 9 layer by layer", "eq_25", "lemma_09"),),
    coq=(
        Coq("lemma_4_layered", "AppendixA.v"),
        Coq("lemma_4_constant", "RepairedForms.v"),
    ),
)


@printed.check(
    {
        "1 in place of 12, layers 1, 2, 1, $P$ deterministic": lambda _: on_one_fork(
            "T = 2^k", fork_l1, 8
        ),
        r"$X$ left out: $12L\sqrt{TA\Lambda}/5$": {"X": Q(1, 5)},
    }
)
def lemma_4(suite: Suite, X: Q | None = None) -> Iterator[Found]:
    yield _on_forks(suite, lambda size, T, Lam, _: sqrt(Lam * T) * (12 * size.L * (X or size.X)))
    yield from vacuous(lambda one, T, Lam: sqrt(Lam * (T * one.A)) * (6 * one.L * one.X), "2LT")


@repaired.check(
    {
        "2/5 of the visits' term, deterministic fork": lambda _: on_one_fork(
            "without Azuma's term", fork_l1, by_layers((1, 2, 1), last=1) * Q(2, 5)
        )
    }
)
def lemma_4_repaired(suite: Suite) -> Iterator[Found]:
    yield _on_forks(suite, first_right_side)
    yield from vacuous(
        lambda one, T, Lam: first_right_side(one, T, Lam, TENTH) / 2, "2LT", SIZES[1:]
    )


def _on_forks(suite: Suite, right: Bound) -> Tally:
    return on_forks("against 2LT", suite.full, fork_l1, right, lambda L: 2 * L)


def first_right_side(size: Size, T: int, Lam: Real, delta: Q) -> Real:
    """Of the repaired lemma."""
    visits = by_layers(size.layers, last=1) * sqrt(Lam * (T * size.A))
    return visits + azuma_bound(size.L, T, delta)
