"""(28): Error <= sum_t ||q_hat_{i(t)} - q_{i(t)}||_1, on every path; and half of the distance over
pairs is enough."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.evaluation.sides.eq_19 import term
from proofs_check.evaluation.sides.lemma_07 import l1


def sides(run: EvaluatedRun, share: Q | int = 1) -> Iterator[Line]:
    """Yield Error against the distances."""
    of_pairs = run.over_t(lambda e: abs(e.q_hat - e.q))
    yield Line(term(run, "Error"), of_pairs * (Q(1, 2) * share), "half over pairs")
    if share == 1:
        yield Line(of_pairs, l1(run) * Q(run.L - 1, run.L), "pairs by triples")
        yield Line(term(run, "Error"), l1(run), "over triples")


def trivial(run: EvaluatedRun) -> int:
    """Return (L - 1)T."""
    return (run.L - 1) * run.T


false = {r"$\frac14$ of that": {"share": Q(1, 4)}}
