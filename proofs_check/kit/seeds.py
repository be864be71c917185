"""Whether a program's noise depends on the seed that it is given: one case, run with two seeds.

The kit multiplies the evidence of chance over cases with different seeds, which means nothing if
their noise is the same. Two independent runs of one case agree with a probability of at most

    prod_t prod_h max_y P(y|x_h, a_h), times 1/A for every action of epoch 1,

since the second would have to repeat every outcome of the first.
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from proofs_check.kit.cases import Case
from proofs_check.kit.implementations import Trace, trace_of
from reference.trace.raw_lines import lines

LEAST = math.log(1e12)
"""Two runs that agree tell something if they do so by chance with a probability below e^-LEAST."""


ENOUGH_EPISODES = 60


def noisy(case: Case) -> bool:
    """Whether two seeds will give different episodes: there are many, and most rows are random."""
    rows = [max(row) for P_h in case.mdp.to_float().P for of_x in P_h for row in of_x]
    random = sum(most < 0.9 for most in map(float, rows))
    return case.episodes >= ENOUGH_EPISODES and 2 * random > len(rows)


def ignored(implementation: Callable[[Any], Trace], case: Case) -> str:
    """Return why the seed must have been ignored: two runs with different seeds agree in every step
    though that is too improbable; "" if they differ, or if the case has too little noise to tell.
    Raises what the implementation raises."""
    runs = [_episodes(trace_of(implementation, variant)) for variant in (case, reseeded(case))]
    if runs[0] != runs[1]:
        return ""
    return seed_ignored(case, f"{len(runs[0])} episodes", _surprise(case, runs[0]))


def seed_ignored(case: Any, what: str, surprise: float) -> str:
    """Return that the seed was ignored, if that two runs agree is improbable enough."""
    if surprise < LEAST:
        return ""
    power = math.floor(surprise / math.log(10))
    return (
        f"{{seed}} is ignored: with seed {case.seed} and with seed {reseeded(case).seed} all "
        f"{what} are the same, which two seeds give with a probability below "
        f"10^-{power}; leave {{seed}} out of the command, or use it"
    )


def reseeded(case: Any) -> Any:
    """Return the case with another seed."""
    return replace(case, seed=case.seed ^ 1)


def _episodes(trace: bytes) -> list[tuple[Any, ...]]:
    """Return (x, a, r) of every episode of a trace that conforms."""
    records = (json.loads(line) for _, line in lines(io.BytesIO(trace), "trace"))
    return [
        (record["x"], record["a"], record["r"])
        for record in records
        if record["record"] == "episode"
    ]


def _surprise(case: Case, episodes: list[tuple[Any, ...]]) -> float:
    """Return -log of the bound on the probability that a second run agrees with these episodes."""
    mdp, total = case.mdp.to_float(), 0.0
    for t, (x, a, _) in enumerate(episodes):
        total += len(a) * math.log(mdp.A) if t == 0 else 0.0
        for h, (x_h, a_h) in enumerate(zip(x, a, strict=True)):
            total -= math.log(float(max(mdp.P[h][x_h, a_h])))
    return total
