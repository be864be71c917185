"""Whether a program on flat states ignores the seed that it is given: `proofs_check.kit.seeds` for
flat cases, whose records are steps.

Two independent runs of one case agree with a probability of at most prod max_y P(y|s, a) over the
steps, since the second would have to repeat every outcome of the first.
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Callable

from proofs_check.guests.kit.flat_cases import FlatCase
from proofs_check.kit import seeds
from proofs_check.kit.implementations import Trace, trace_of
from reference.trace.raw_lines import lines


def flat_noisy(case: FlatCase) -> bool:
    """Whether two seeds will give different steps: there are many, and most rows are random."""
    most = case.mdp.P.max(axis=-1)
    steps = case.T * max(1, case.H)
    return steps >= seeds.ENOUGH_EPISODES and 2 * int((most < 0.9).sum()) > most.size


def flat_ignored(implementation: Callable[[FlatCase], Trace], case: FlatCase) -> str:
    """Return why the seed must have been ignored; "" if the runs differ, or could agree by chance.
    Raises what the implementation raises."""
    runs = [_steps(trace_of(implementation, of)) for of in (case, seeds.reseeded(case))]
    if runs[0] != runs[1]:
        return ""
    most = case.mdp.P.max(axis=-1)
    if case.mdp.stages:  # of whichever step
        most = most.max(axis=0)
    surprise = -sum(math.log(float(most[s, a])) for s, a, _, _ in runs[0])
    return seeds.seed_ignored(case, f"{len(runs[0])} steps", surprise)


def _steps(trace: bytes) -> list[tuple[int, int, object, int]]:
    """Return the steps (s, a, r, s1) of a trace that conforms."""
    records = (json.loads(line) for _, line in lines(io.BytesIO(trace), "trace"))
    return [
        step
        for record in records
        if record["record"] == "steps"
        for step in zip(*(record[name] for name in ("s", "a", "r", "s1")), strict=True)
    ]
