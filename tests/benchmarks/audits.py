"""The audit of every claim on a single run, without what it costs on no run at all."""

from __future__ import annotations

import time
from typing import Any

from proofs_check import claims
from proofs_check.audit.audit import evaluate, select
from proofs_check.ledger.registry import REGISTRY
from proofs_check.sampled_runs.specs import Spec
from proofs_check.sampled_runs.suite import Entry, Suite, make_trace
from tests.benchmarks.worker import peak_mb

SMALLEST = Spec("smallest", (1, 1), 1, 1, solver="first")


def one_run(layers: list[int], A: int, T: int, labels: list[str] | None) -> dict[str, Any]:
    """All claims (or those with the labels) on one run with backward induction in place of GLOP.

    Many claims cost the same on any run: the smallest run is audited twice before, the first time
    to fill caches, and the second time's seconds are "fixed", not part of "claims"."""
    claims.load()
    spec = Spec("benchmark", tuple(layers), A, T, solver="first")
    _audit(Entry(SMALLEST, make_trace(SMALLEST)), labels)
    fixed = _audit(Entry(SMALLEST, make_trace(SMALLEST)), labels)
    started = peak_mb()
    spent = _audit(Entry(spec, make_trace(spec)), labels)
    # peak memory is not less than before; what is above it is the run's
    return {"seconds": {"claims": spent - fixed}, "fixed": fixed, "start MB": started}


def _audit(made: Entry, labels: list[str] | None) -> float:
    suite = Suite([made])
    started = time.perf_counter()
    for key in select(labels):
        evaluate(REGISTRY[key], suite)
    return time.perf_counter() - started
