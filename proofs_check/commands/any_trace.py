"""The check of a trace of any algorithm, by the rules of the algorithm that its header names."""

from __future__ import annotations

import os
from typing import Any

from proofs_check.conformance.batch import check_open_trace
from proofs_check.conformance.replay import Conformance
from reference.support.atomic_files import accessible
from reference.support.errors import PreconditionError
from reference.trace.family_reader import FamilyParser, algorithm_of
from reference.trace.flat_reader import FlatParser
from reference.trace.flat_records import is_flat
from reference.trace.reader import read_stream
from reference.trace.records import ALGORITHM


def check_any_trace(
    path: str | os.PathLike[str], name: str | None = None, plain: bool = False, **how: Any
) -> Conformance:
    """Return what `check_flat_file` or `check_family` finds if the header names one of their
    algorithms, and what `check_trace` finds otherwise. A pipe can be read only once: variants of a
    flat learner that would explain a divergence are then not sought. Raises UnusablePath and
    MalformedInput, as they do; PreconditionError for what is asked of UCRL-LP's traces alone."""
    file = os.fspath(path)
    name = file if name is None else name
    with accessible(file, "read"), open(file, "rb") as raw:
        algorithm, whole = algorithm_of(raw, name)
        if algorithm == ALGORITHM:
            return check_open_trace(whole, path, name, plain, **how)
        for option in ("statistics", "coverage"):
            if how.get(option):
                raise PreconditionError(f"--{option}", algorithm, f"is for traces of {ALGORITHM}")
        if is_flat(algorithm):
            from proofs_check.rivals.flat.check import check_flat, check_flat_file

            how.pop("on_progress", None)  # it counts T episodes
            if raw.seekable():
                return check_flat_file(path, name, **how)  # type: ignore[return-value]  # as printed
            outcome = check_flat(read_stream(whole, name, FlatParser), name, **how)  # type: ignore[arg-type]  # the parser's own records
            outcome.once = True
            return outcome  # type: ignore[return-value]  # printed as such
        from proofs_check.rivals.family.replay import check_family  # SciPy, which no other needs

        return check_family(read_stream(whole, name, FamilyParser), name, **how)
