"""Proof of Theorem 4: the probabilities, 1 - 5 delta."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import Q
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Evidence, claim, planted
from proofs_check.sampled_runs.suite import Suite


@claim(
    "thm:main:delta",
    number="(18), 1 - 5 delta",
    kind="probabilistic",
    title="1 - 5 delta in all",
    uses=("lem:conf-set-P-high-prob", "lem:conf-set-rew", "lem:azuma-hoeffding"),
    tex=r"\Pr\{\text{Bias-I}\leq0,\ \text{Diff}\leq0,\ (21),\ (22)\}\geq1-5\delta",
)
def delta_in_all(suite: Suite) -> Iterator[Evidence]:
    """Bias-I <= 0, Diff <= 0, Lemma 5 and Lemma 6 hold together with probability at least
    1 - 5 delta.

    The probabilities stated for the four add up to 7 delta. But they share events: Lemma 2's
    (delta), Lemma 3's two halves (2 delta together), and one use of Azuma each in Lemmas 9 and 11
    (delta each): 5 delta. And Lemmas 2 and 3 really fail with at most delta^2/(6TA) and
    2 delta^4/(TXA)^3, so together with one use of Azuma (17/12) delta < 2 delta is enough."""
    yield _in_units_of_delta(azuma=1)


@planted("thm:main:delta", change="two uses of Azuma in (17/12) delta")
def delta_twice(suite: Suite) -> Iterator[Evidence]:
    yield _in_units_of_delta(azuma=2)


def _in_units_of_delta(azuma: int) -> Evidence:
    """delta^2/(6TA) <= delta/6 and 2 delta^4/(TXA)^3 <= 2 delta/8: T, A >= 1, X >= 2, delta < 1."""
    tally = Tally("proved", "Azuma events, true probabilities of Lemmas 2 and 3", step=True)
    tally.leq(azuma + Q(1, 6) + Q(2, 8), Q(17, 12), step="1 + 1/6 + 1/4 in units of delta")
    return tally.evidence()
