"""Proof of Theorem 4: the probabilities, 1 - 5 delta."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from proofs_check.arithmetic import Q
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Evidence, claim, planted
from proofs_check.sampled_runs.suite import Suite

COST = {  # basic events, in units of delta
    "P in P_i (Lemma 2)": 1,
    "r <= r_hat_i (Lemma 3)": 1,
    "r_check_i <= r (Lemma 3)": 1,
    "Azuma in Lemma 9": 1,
    "Azuma in Lemma 11": 1,
}
NEEDS = {  # statement -> the events it is deduced from
    "Bias-I <= 0": ("r <= r_hat_i (Lemma 3)",),
    "Diff <= 0": ("P in P_i (Lemma 2)",),
    "Lemma 5": ("P in P_i (Lemma 2)", "Azuma in Lemma 9"),
    "Lemma 6": ("r_check_i <= r (Lemma 3)", "Azuma in Lemma 11"),
}
STATED = {"Bias-I <= 0": 2, "Diff <= 0": 1, "Lemma 5": 2, "Lemma 6": 2}  # as printed


@claim(
    "thm:main:delta",
    number="(18), 1 - 5 delta",
    section="Sec. V",
    kind="probabilistic",
    title="1 - 5 delta in all",
    uses=("lem:conf-set-P-high-prob", "lem:conf-set-rew", "lem:azuma-hoeffding"),
    part_of="thm:main",
    tex=r"\Pr\{\text{Bias-I}\leq0,\ \text{Diff}\leq0,\ (21),\ (22)\}\geq1-5\delta",
)
def delta_in_all(suite: Suite) -> Iterator[Evidence]:
    """Bias-I <= 0, Diff <= 0, Lemma 5 and Lemma 6 hold together with probability at least
    1 - 5 delta.

    The probabilities stated for the four add up to 7 delta. But they share events: Lemma 2's
    (delta), Lemma 3's two halves (2 delta together), and one use of Azuma each in Lemmas 9 and 11
    (delta each): 5 delta. One use of Azuma for Error and Bias-II together makes it 4 delta. And
    Lemmas 2 and 3 really fail with at most delta^2/(6TA) and 2 delta^4/(TXA)^3, so together with
    one use of Azuma (17/12) delta < 2 delta is enough."""
    yield _shared(COST, 5)
    sharper = Tally("proved", "one Azuma event, true probabilities of Lemmas 2 and 3", step=True)
    # delta^2/(6TA) <= delta/6, and 2 delta^4/(TXA)^3 <= 2 delta/8 as T, A >= 1, X >= 2, delta < 1.
    sharper.leq(1 + Q(1, 6) + Q(2, 8), Q(17, 12), step="1 + 1/6 + 1/4 in units of delta")
    yield sharper.evidence()


@planted("thm:main:delta", change="1 - 4 delta with two uses of Azuma")
def delta_4(suite: Suite) -> Iterator[Evidence]:
    yield _shared(COST, 4)


@planted("thm:main:delta", change="the stated probabilities simply added")
def delta_added(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("proved", "sum of the four stated failure probabilities")
    tally.leq(sum(STATED.values()), 5, stated=STATED)
    yield tally.evidence()


def _shared(cost: Mapping[str, int], most: int) -> Evidence:
    """All 2^5 outcomes: where no event fails, no statement does; the events cost `most` delta."""
    tally = Tally("proved", "every combination of failed events; their cost in units of delta")
    for k in range(len(cost) + 1):
        for failed in combinations(cost, k):
            lost = [name for name, needs in NEEDS.items() if set(needs) & set(failed)]
            tally.holds(bool(failed) or not lost, failed=list(failed), lost=lost)
    for name, needs in NEEDS.items():
        tally.leq(sum(cost[need] for need in needs), STATED[name], statement=name)
    tally.leq(sum(cost.values()), most, events=list(cost))
    return tally.evidence()
