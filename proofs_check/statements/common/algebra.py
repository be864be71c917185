"""Facts that hold for all values of their letters, decided by SymPy."""

from __future__ import annotations

from typing import Any

from proofs_check.ledger.evidence import Tally
from reference.support.errors import PreconditionError


def same(tally: Tally, left: Any, right: Any, says: str) -> None:
    """Count whether left = right for all values. Raises PreconditionError without letters."""
    import sympy

    tally.holds(sympy.cancel(_with_letters(left - right, left, right)) == 0, says=says)


def never_above(tally: Tally, left: Any, right: Any, says: str) -> None:
    """Count whether left <= right for all values that the letters' assumptions allow: every term of
    the difference must have the right sign. Raises PreconditionError without letters."""
    import sympy

    slack = sympy.expand(_with_letters(right - left, left, right))
    tally.holds(bool(slack.is_nonnegative), says=says)


def _with_letters(expression: Any, *sides: Any) -> Any:
    """Return `expression`. Raises PreconditionError if no side has a letter."""
    import sympy

    if not any(sympy.sympify(side).free_symbols for side in sides):
        raise PreconditionError("fact", str(sides), "has no letters: nothing is proved for all")
    return expression
