"""One module per statement of the paper: theorem, lemmas, propositions, definition, assumption,
remark, numbered equations, displays of the appendices, lines of Algorithm 1, sentences that claim
something. A module is the single source of its statement (ledger/statement.py)."""

from __future__ import annotations

import importlib
import pkgutil

from proofs_check.ledger.registry import STATEMENTS, register


def load() -> None:
    """Import the module of every statement once, and register what they say."""
    names = sorted(m.name for m in pkgutil.iter_modules(__path__) if not m.ispkg)
    found = {name: importlib.import_module(f"{__name__}.{name}").statement for name in names}
    if not STATEMENTS:
        register(found)
