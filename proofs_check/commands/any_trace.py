"""The check of a trace of any algorithm, by the rules of the algorithm that its header names."""

from __future__ import annotations

import os
from typing import Any, BinaryIO

from proofs_check.commands.tiers import tier
from proofs_check.conformance.batch import check_open_trace
from proofs_check.conformance.replay import Conformance
from proofs_check.conformance.statistics import Statistics
from reference.support.atomic_files import accessible
from reference.support.errors import PreconditionError, of_format
from reference.support.guests import guest, is_flat, trace_page
from reference.trace.algorithm import algorithm_of
from reference.trace.records import ALGORITHM


def check_any_trace(
    path: str | os.PathLike[str], name: str | None = None, plain: bool = False, **how: Any
) -> Conformance:
    """Return what the guests' check finds if the header names one of their algorithms, and what
    `check_trace` finds otherwise, by both tiers unless `plain`. A pipe can be read only once:
    variants of a flat learner that would explain a divergence are then not sought.
    Raises UnusablePath and MalformedInput, as they do; PreconditionError for what is asked of
    UCRL-LP's traces alone, NotInstalled where the algorithm is a guest that is not here."""
    file = os.fspath(path)
    name = file if name is None else name
    with accessible(file, "read"), open(file, "rb") as raw:
        algorithm, whole = algorithm_of(raw, name)
        return _checked(whole, path, name, algorithm, plain, **how)


def _checked(
    whole: BinaryIO,
    path: str | os.PathLike[str],
    name: str,
    algorithm: str,
    plain: bool,
    **how: Any,
) -> Conformance:
    """`check_any_trace` of an open trace of this algorithm."""
    with of_format(trace_page(algorithm)):
        if algorithm == ALGORITHM:
            on_progress = how.pop("on_progress", None)
            if how.pop("play", True) and how.get("statistics") is None:
                how["statistics"] = Statistics()
            return check_open_trace(whole, path, tier(plain)(name, **how), on_progress)
        if how.pop("given", None):
            raise PreconditionError("--mdp", algorithm, f"is for traces of {ALGORITHM}")
        if how.get("coverage") and not is_flat(algorithm):
            raise PreconditionError("--coverage", algorithm, f"is for traces of {ALGORITHM}")
        part = "check on flat states" if is_flat(algorithm) else "check of the family"
        outcome: Conformance = guest(part, "algorithm", algorithm)(path, whole, name, **how)
        return outcome
