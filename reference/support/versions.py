"""The versions in use: the program, Python, OR-Tools, the specification, the trace format."""

from __future__ import annotations

import sys

VERSION = "0.1.0"  # of the program; pyproject.toml reads it here
TRACE_FORMAT = 1  # `version` of a trace's header
SPECIFICATION = "0.1"  # spec.md says the same in its first lines


def versions(prog: str) -> str:
    """Return what `PROG --version` prints. OR-Tools is asked for its version, not imported."""
    from importlib.metadata import PackageNotFoundError, version  # slow to load

    python = ".".join(str(n) for n in sys.version_info[:3])
    try:
        solver = version("ortools")
    except PackageNotFoundError:
        solver = "not installed"
    formats = f"spec {SPECIFICATION}, trace format {TRACE_FORMAT}"
    return f"{prog} {VERSION}\nPython {python}, OR-Tools {solver}, {formats}"


def source() -> str:
    """Return the part that every machine shares: what results with the same seed depend on."""
    return f"ucrl-lp {VERSION}, spec {SPECIFICATION}, trace format {TRACE_FORMAT}"
