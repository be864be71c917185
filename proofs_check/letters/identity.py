"""What a letter computes: two functions are the same if they do the same with the same values.

A letter, symbol, table or quantity is known by its class, its name and its function. Functions are
compared by what they do, not by identity: a module that is imported twice makes the same letters;
functions made in a loop or by `partial` are told apart by what they close over.
"""

from __future__ import annotations

import builtins
import dis
import sys
from collections.abc import Callable, Hashable, Iterator
from functools import partial
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from reference.support.errors import PreconditionError

MAKERS = tuple(f"proofs_check.letters.{name}" for name in ("expressions", "identity", "quantities"))


class Made(NamedTuple):
    """Letter that was made: what tells it from others, and the module and line that made it."""

    key: tuple[Any, ...]
    place: str


FIRST: dict[Hashable, Callable[..., Any]] = {}  # what functions do -> the first that does it
MADE: dict[str, Made] = {}  # letters by name


def known_letter(
    of: type, name: str, computes: Callable[..., Any], *more: Hashable
) -> tuple[Any, ...]:
    """Return the key of a letter: its class, its name and the first function that computes the
    same. Raises PreconditionError for a name that another letter has, which is of another class or
    computes something else, with both places."""
    key = of, name, *more, FIRST.setdefault(done_by(computes), computes)
    made = MADE.setdefault(name, Made(key, _place()))
    if made.key != key:
        rule = f"computes something else than the letter of this name made in {made.place}"
        raise PreconditionError(f"letter {name!r}", _place(), rule)
    return key


def done_by(function: Any, outer: tuple[int, ...] = ()) -> Hashable:
    """Return what a function does, as a value: its code, and the values that it has from elsewhere.
    `outer`: the functions in which it is met."""
    if isinstance(function, partial):
        held = function.args, tuple(sorted(function.keywords.items()))
        return "partial", done_by(function.func, outer), _value(held, outer)
    if isinstance(function, MethodType):
        return "method", done_by(function.__func__, outer), _value(function.__self__, outer)
    if not isinstance(function, FunctionType):
        return _value(function, outer)
    if id(function) in outer:
        return "again", outer.index(id(function))
    outer = (*outer, id(function))
    cells = (cell.cell_contents if _is_full(cell) else None for cell in function.__closure__ or ())
    return (
        _code(function.__code__),
        tuple(_value(v, outer) for v in cells),
        _value(function.__defaults__, outer),
        _value(function.__kwdefaults__, outer),
        tuple((name, _global(function, name, outer)) for name in _globals(function.__code__)),
    )


def _is_full(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return False
    return True


def _code(code: CodeType) -> Hashable:
    """Return what code says, without its names and lines."""
    constants = (
        _code(c) if isinstance(c, CodeType) else (type(c), repr(c)) for c in code.co_consts
    )
    counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
    return code.co_code, code.co_names, code.co_freevars, counts, tuple(constants)


def _globals(code: CodeType) -> Iterator[str]:
    """Yield the names that code and the functions in it take from their module, once each."""
    names = dict.fromkeys(
        step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"
    )
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            names |= dict.fromkeys(_globals(inner))
    yield from names


def _global(function: FunctionType, name: str, outer: tuple[int, ...]) -> Hashable:
    """Return what a name of a function's module stands for: a function of another module by its
    name, one of its own by what it does."""
    if name not in function.__globals__:  # built in, or not made yet
        return "builtin" if hasattr(builtins, name) else ("not yet", function.__module__)
    value = function.__globals__[name]
    if not isinstance(value, FunctionType) or value.__globals__ is function.__globals__:
        return _value(value, outer)
    named = value.__closure__ is None and "<" not in value.__qualname__
    return (value.__module__, value.__qualname__) if named else _value(value, outer)


def _value(value: Any, outer: tuple[int, ...]) -> Hashable:
    """Return a value that a function has from elsewhere, to be compared."""
    if isinstance(value, (FunctionType, MethodType, partial)):
        return done_by(value, outer)
    if isinstance(value, ModuleType):
        return "module", value.__name__
    if isinstance(value, (type, BuiltinFunctionType)):
        return value.__module__, value.__qualname__
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, dict):
        return "dict", tuple((_value(k, outer), _value(v, outer)) for k, v in value.items())
    if isinstance(value, (list, tuple)):
        return type(value), tuple(_value(v, outer) for v in value)
    if isinstance(value, (set, frozenset)):
        return type(value), frozenset(_value(v, outer) for v in value)
    key = getattr(value, "key", None)  # of an expression
    if isinstance(key, tuple):
        return key
    return type(value), value if isinstance(value, Hashable) else id(value)


def _place() -> str:
    """Return the module and line that make a letter."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__") in MAKERS:
        frame = frame.f_back
    return f"{frame.f_globals.get('__name__', '?')}, line {frame.f_lineno}"
