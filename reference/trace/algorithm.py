"""Which algorithm a trace is of: the name in its header."""

from __future__ import annotations

import os
from typing import BinaryIO

from reference.support.atomic_files import accessible
from reference.support.errors import of_format
from reference.support.guests import TRACE_PAGE, is_family, is_flat
from reference.trace.raw_lines import first_line
from reference.trace.reader import RecordParser
from reference.trace.records import ALGORITHM, HEADER_NAMES


def name_in_headers(algorithm: object) -> object:
    """Return a name as headers have it, for the command line's spelling; UCRL-LP's own format
    allows none."""
    upper = algorithm.upper() if isinstance(algorithm, str) else algorithm
    return upper if upper in HEADER_NAMES[1:] else algorithm


@of_format(TRACE_PAGE)
def algorithm_of(raw: BinaryIO, file: str) -> tuple[str, BinaryIO]:
    """Return the name in the header of an open trace, a file or a pipe, if it is one of the
    family's or of a flat learner, else UCRL-LP's; and a stream of the whole trace. Raises
    MalformedInput for a first line that is not JSON."""
    first, whole = first_line(raw, file)
    value = RecordParser(file).value(first or b"{}")
    name = name_in_headers(value.get("algorithm")) if isinstance(value, dict) else None
    known = isinstance(name, str) and (is_family(name) or is_flat(name))
    return str(name) if known else ALGORITHM, whole


def algorithm_of_file(path: str | os.PathLike[str]) -> str:
    """Return the same name for a regular file; UCRL-LP's for a pipe, which can be read only once.
    Raises MalformedInput as `algorithm_of`, UnusablePath."""
    file = os.fspath(path)
    if not os.path.isfile(file):
        return ALGORITHM
    with accessible(file, "read"), open(file, "rb") as raw:
        return algorithm_of(raw, file)[0]
