"""A trace of any algorithm, checked by that algorithm's rules."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from proofs_check.arithmetic import Q
from proofs_check.conformance.batch import check_trace
from proofs_check.conformance.replay import MAX_TOLERANCE, Conformance, OnProgress
from reference.trace.family_reader import FamilyRecord, algorithm_of, read_family
from reference.trace.family_records import is_family


def check_any_trace(
    path: str | os.PathLike[str], name: str | None = None, plain: bool = False, **how: Any
) -> Conformance:
    """`check_trace`, or `check_family` if the header names an algorithm other than UCRL-LP. Raises
    UnusablePath and MalformedInput, as they do."""
    if is_family(algorithm_of(path)):
        return check_family(read_family(path), os.fspath(path) if name is None else name, **how)
    return check_trace(path, name, plain, **how)


def check_family(
    records: Iterable[FamilyRecord],
    file: str = "trace",
    *,
    everything: bool = False,
    max_tolerance: Q = MAX_TOLERANCE,
    on_progress: OnProgress | None = None,
) -> Conformance:
    """Check a trace of the family, to the first divergence or (`everything`) to the end. Raises
    MalformedInput with file and line, as the reader does."""
    from proofs_check.family.replay import FamilyReplay  # SciPy, which other traces do not need

    return FamilyReplay(file, everything, max_tolerance).run(records, on_progress)
