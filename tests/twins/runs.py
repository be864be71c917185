"""Runs of the suite as the twin of the letters recomputes them."""

from __future__ import annotations

from functools import cache

from proofs_check.arithmetic import to_q
from tests.evaluation.runs import entry
from tests.twins.sampled_run import SampledRun


@cache
def sampled(name: str) -> SampledRun:
    """Return a run, recomputed from nested lists of rationals."""
    run = entry(name)
    return SampledRun(run.name, run.trace, to_q(run.scale))
