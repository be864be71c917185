"""A folder or file `reference` of the user's hides the package of that name, if Python finds it
first: in the folder where `python -m` or pytest is called. This module imports nothing."""

from __future__ import annotations

import sys
from importlib.util import find_spec


def hidden_by(error: ModuleNotFoundError) -> str:
    """Return which `reference` was found in place of the package, and what to do, in one line.
    Raises the error again where another module is missing."""
    if not (error.name or "").startswith("reference"):
        raise error
    spec = find_spec("reference")
    places = list(spec.submodule_search_locations or ()) if spec else []
    found = ", ".join(places) or (spec.origin if spec and spec.origin else "nothing")
    return (
        f"the package `reference` of ucrl-lp is hidden by another of that name: {found}; call the "
        "command `proofs-check` in place of `python -m`, or start in another folder"
    )


def refuse(error: ModuleNotFoundError) -> None:
    """Print that line, and end with status 4 (usage)."""
    print(f"proofs-check: error: {hidden_by(error)}", file=sys.stderr)
    sys.exit(4)
