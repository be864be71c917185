"""The check of a trace of any algorithm, by the rules of the algorithm that its header names."""

from __future__ import annotations

import os
from typing import Any

from proofs_check.conformance.batch import check_trace
from proofs_check.conformance.replay import Conformance
from reference.trace.family_reader import algorithm_of, read_family
from reference.trace.family_records import is_family


def check_any_trace(
    path: str | os.PathLike[str], name: str | None = None, plain: bool = False, **how: Any
) -> Conformance:
    """Return what `check_family` finds if the header names a rival, and what `check_trace` finds
    otherwise. Raises UnusablePath and MalformedInput, as they do."""
    if not is_family(algorithm_of(path)):
        return check_trace(path, name, plain, **how)
    from proofs_check.rivals.family.replay import check_family  # SciPy, which no other trace needs

    return check_family(read_family(path), os.fspath(path) if name is None else name, **how)
