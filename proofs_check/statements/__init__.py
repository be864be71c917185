"""One module per statement of the paper: theorem, lemmas, propositions, definition, assumption,
remark, numbered equations, displays of the appendices, lines of Algorithm 1, sentences that claim
something. A module is the single source of its statement (ledger/statement.py)."""

from __future__ import annotations

import importlib
import pkgutil
import traceback
from functools import cache
from types import ModuleType

from proofs_check.ledger.registry import STATEMENTS, register
from proofs_check.ledger.statement import Statement
from proofs_check.ledger.statement_data import add_data
from proofs_check.statements.common import drawn, works
from reference.support.errors import MalformedInput, PreconditionError, UcrlLpError


@cache
def load() -> None:
    """Import the module of every statement once, and register what they say. Raises
    PreconditionError for a module that says nothing, MalformedInput for one that cannot be
    imported."""
    names = sorted(m.name for m in pkgutil.iter_modules(__path__) if not m.ispkg)
    by_name = {name: statement_of(_module(name)) for name in names}
    if not STATEMENTS:
        add_data(by_name, {**vars(works), **vars(drawn)})
        register(by_name)


def _module(name: str) -> ModuleType:
    """Return a module of this package. Raises MalformedInput, with the line in it that fails."""
    try:
        return importlib.import_module(f"{__name__}.{name}")
    except UcrlLpError:
        raise
    except Exception as e:
        steps = traceback.TracebackException.from_exception(e)
        own = [step for step in steps.stack if __path__[0] in step.filename]
        file, line = (own[-1].filename, own[-1].lineno) if own else (f"{__path__[0]}/{name}.py", 1)
        if isinstance(e, SyntaxError) and e.filename:
            file, line = e.filename, e.lineno
        rule = "the module of a statement must be imported without an error"
        raise MalformedInput(file, line, name, f"{type(e).__name__}: {e}", rule) from e


def statement_of(module: ModuleType) -> Statement:
    """Return what a module says. Raises PreconditionError if it has no `statement`, or one without
    a form."""
    statement = getattr(module, "statement", None)
    if not isinstance(statement, Statement):
        rule = "must define `statement = Statement(LABEL, __doc__, ...)`"
        raise PreconditionError("module", module.__name__, rule)
    if not statement.forms:
        rule = "must define `printed = statement.printed(TITLE, ...)`, or `repaired`"
        raise PreconditionError("module", module.__name__, rule)
    return statement
