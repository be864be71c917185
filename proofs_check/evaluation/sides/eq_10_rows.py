"""(10): the rows of P_bar_i sum to 1 where N_i(x,a) >= 1, and to 0 elsewhere; in every layer the
visits before epoch i add up to t(i) - 1."""

from collections.abc import Iterator

from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun


def sides(run: EvaluatedRun, total: int = 1, early: int = 1) -> Iterator[Line]:
    """Yield the counts of triples against those of pairs, and the layers' sums."""
    of_triples = Each(lambda e: e.by_pair(e.N3) * total)
    yield Line(of_triples, Each(lambda e: e.N), "rows", equal=True)
    before = Each(lambda e: e.counts((e.t - early)[:, None]), per="layer")
    yield Line(Each(lambda e: e.by_layer(e.N), per="layer"), before, "layers", equal=True)


false = {
    "each triple counted twice": {"total": 2},
    r"$t(i)$ in place of $t(i)-1$": {"early": 0},
}
