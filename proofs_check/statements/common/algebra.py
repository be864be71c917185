"""Facts for all values of their letters, decided by SymPy; a fact without letters is refused."""

from __future__ import annotations

from typing import Any

from proofs_check.ledger.evidence import Tally
from reference.support.errors import PreconditionError


def same(tally: Tally, left: Any, right: Any, says: str) -> None:
    """Count: left = right for all values. Raises PreconditionError for a fact without letters."""
    import sympy

    tally.holds(sympy.cancel(_with_letters(left - right, left, right)) == 0, says=says)


def at_most(tally: Tally, left: Any, right: Any, says: str) -> None:
    """Count: left <= right for all values that the letters' assumptions allow, seen from the signs
    of the terms. Raises PreconditionError for a fact without letters."""
    import sympy

    slack = sympy.expand(_with_letters(right - left, left, right))
    tally.holds(bool(slack.is_nonnegative), says=says)


def _with_letters(expression: Any, *sides: Any) -> Any:
    import sympy

    if not any(sympy.sympify(side).free_symbols for side in sides):
        raise PreconditionError("fact", str(sides), "has no letters: nothing is proved for all")
    return expression
