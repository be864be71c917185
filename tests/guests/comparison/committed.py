"""The committed trials of `ucrl-lp simulate compare`, and what they say of Sec. I's comparisons,
sentence by sentence; findings.py makes a page of them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import fmean
from typing import Any

from reference.figure1.results import Results, number, regrets
from reference.figure1.sensitivity import PRINTED, short
from reference.guests.comparison.comparison import Comparison
from tests.figure1 import finding_sentences
from tests.figure1.finding_sentences import Sentence
from tests.paths import ROOT

OF_GUESTS = ROOT / "reference/guests/comparison/committed"


def experiment(kind: str) -> Any:
    """The committed experiment."""
    return finding_sentences.experiment(kind, OF_GUESTS)


def outcomes(kind: str) -> Results:
    """Its trials."""
    return finding_sentences.outcomes(kind, OF_GUESTS)


def comparison(trials: Results) -> Iterator[Sentence]:
    """Sec. I: updates, and regret at equal T."""
    compared: Comparison = experiment("comparison")
    share = {
        name: max(
            o.updates / (o.X * o.A * math.log2(t.T))
            for t, o in trials.items()
            if t.choice.algorithm in names
        )
        for name, names in {
            "UCRL-LP": ("ucrl-lp", "ucrl-lp-twin"),
            "UCRL2": ("ucrl2-chain", "ucrl2-fh"),
        }.items()
    }
    yield Sentence(
        f"UCRL-LP updates its policy at most {number(share['UCRL-LP'], 2)} XA log2 T times in any "
        f"trial here; UCRL2, whose epochs double as well, at most {number(share['UCRL2'], 2)}.",
        share["UCRL-LP"] <= 1,
    )
    always = [
        c.label
        for c in compared.algorithms
        if all(o.updates == t.T - 1 for t, o in trials.items() if t.choice == c)
    ]
    yield Sentence(
        f'An update in every episode, the T of "from T to at most XA log T" (Sec. I-B), is what '
        f"these make: {'; '.join(always)}.",
        len(always) >= 2,
    )
    T = compared.T[-1]
    for env in compared.env:
        mean = {c: fmean(regrets(trials, c, T=T, env=env)[0]) for c in compared.algorithms}
        order = sorted(mean, key=mean.__getitem__)
        yield Sentence(
            f"{env}, T = {short(T)}: {order[0].label} has the least regret "
            f"({number(mean[order[0]])}), {order[-1].label} the most ({number(mean[order[-1]])}); "
            f"UCRL-LP is number {order.index(PRINTED) + 1} of {len(order)} "
            f"({number(mean[PRINTED])}).",
            mean[order[0]] < mean[PRINTED],
        )
