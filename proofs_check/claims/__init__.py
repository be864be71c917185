"""One file per statement of the paper, named after its number and label; loaded on demand.

A file registers its claims when it is imported. `load` imports all of them, in order of name, so
a new file needs no entry anywhere.
"""

from __future__ import annotations

import importlib
import pkgutil


def load() -> None:
    """Import every claim module once."""
    for module in sorted(m.name for m in pkgutil.iter_modules(__path__)):
        importlib.import_module(f"{__name__}.{module}")
