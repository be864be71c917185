"""Terms of Coq's kernel as compiled files have them: blocks of `marshalled.py`, told by their tags.

A variable is a number, 1 the innermost (de Bruijn)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from proofs_check.machine_checked.marshalled import OtherLayout, Value, elements_of

REL, VAR, META, EVAR, SORT, CAST, PROD, LAMBDA, LET, APP = range(10)
CONST, INDUCTIVE, CONSTRUCTOR, CASE, FIX, COFIX, PROJECTION, INT, FLOAT, ARRAY = range(10, 20)


def bound(uid: Value) -> str:
    """Return how a functor's argument is called here."""
    return f"<{uid[2].decode()}#{uid[1]}>"


def dotted_path(names: Value) -> str:
    """Return the dotted name of a folder's path, or of a compiled file."""
    return ".".join(reversed([part.decode() for part in elements_of(names)]))


def path(module: Value) -> str:
    """Return the dotted name of a module."""
    if module[0] == 0:
        return dotted_path(module[1])
    if module[0] == 1:
        return bound(module[1])
    return f"{path(module[1])}.{module[2].decode()}"


def kernel_name(pair: Value) -> str:
    """Return the canonical name of a constant or of a block of inductives."""
    name = pair[-1]
    return f"{path(name[1])}.{name[2].decode()}"


def parts(t: Value) -> list[tuple[Value, int]]:
    """Return the direct subterms of a term, each with the number of binders it stands under."""
    tag = t[0]
    if tag == APP:
        return [(t[1], 0)] + [(a, 0) for a in t[2][1:]]
    if tag in (PROD, LAMBDA):
        return [(t[2], 0), (t[3], 1)]
    if tag == LET:
        return [(t[2], 0), (t[3], 0), (t[4], 1)]
    if tag == CAST:
        return [(t[1], 0), (t[3], 0)]
    if tag == CASE:
        given = [(p, 0) for p in t[3][1:]] + [(t[4][2], len(t[4][1]) - 1), (t[6], 0)]
        if isinstance(t[5], list):
            given += [(p, 0) for p in t[5][1][1:]]
        return given + branches(t)
    if tag in (FIX, COFIX):
        _, types, bodies = t[1][2][1:]
        return [(y, 0) for y in types[1:]] + [(b, len(bodies) - 1) for b in bodies[1:]]
    if tag == PROJECTION:
        return [(t[2], 0)]
    if tag == ARRAY:
        return [(a, 0) for a in t[2][1:]] + [(t[3], 0), (t[4], 0)]
    if tag in (REL, VAR, SORT, CONST, INDUCTIVE, CONSTRUCTOR, INT, FLOAT):
        return []
    raise OtherLayout(f"has a term with a hole, or of a kind that no term has: {tag}")


def branches(match: Value) -> list[tuple[Value, int]]:
    """Return the branches of a match, each with the number of variables that it binds."""
    return [(b[2], len(b[1]) - 1) for b in match[7][1:]]


def rebuild(t: Value, f: Callable[[Value, int], Value]) -> Value:
    """Return the term with every direct subterm, under so many binders, replaced by f's value."""
    tag = t[0]
    if tag == APP:
        return [APP, f(t[1], 0), [0] + [f(a, 0) for a in t[2][1:]]]
    if tag in (PROD, LAMBDA):
        return [tag, t[1], f(t[2], 0), f(t[3], 1)]
    if tag == LET:
        return [LET, t[1], f(t[2], 0), f(t[3], 0), f(t[4], 1)]
    if tag == CAST:
        return [CAST, f(t[1], 0), t[2], f(t[3], 0)]
    if tag == CASE:
        result, indices = t[4], t[5]
        if isinstance(indices, list):
            indices = [0, [0] + [f(a, 0) for a in indices[1][1:]]]
        return [
            CASE, t[1], t[2], [0] + [f(a, 0) for a in t[3][1:]],
            [0, result[1], f(result[2], len(result[1]) - 1)], indices, f(t[6], 0),
            [0] + [[0, b[1], f(b[2], len(b[1]) - 1)] for b in t[7][1:]],
        ]  # fmt: skip
    if tag in (FIX, COFIX):
        which, (_, names, types, bodies) = t[1][1:]
        n = len(bodies) - 1
        said, done = [f(y, 0) for y in types[1:]], [f(b, n) for b in bodies[1:]]
        return [tag, [0, which, [0, names, [0, *said], [0, *done]]]]
    if tag == PROJECTION:
        return [PROJECTION, t[1], f(t[2], 0)]
    if tag == ARRAY:
        return [ARRAY, t[1], [0] + [f(a, 0) for a in t[2][1:]], f(t[3], 0), f(t[4], 0)]
    return t


def mentions(t: Value, n: int) -> bool:
    """Return whether the n-th variable occurs in a term."""
    if t[0] == REL:
        return bool(t[1] == n)
    return any(mentions(part, n + k) for part, k in parts(t))


def replace(t: Value, values: list[Value], depth: int) -> Value:
    """Return the term with its outermost variables replaced; values are lifted below binders."""
    if t[0] == REL:
        if t[1] <= depth:
            return t
        if t[1] - depth <= len(values):
            return shift(values[t[1] - depth - 1], depth, 0)
        return [REL, t[1] - len(values)]
    return rebuild(t, lambda part, n: replace(part, values, depth + n))


def shift(t: Value, by: int, cut: int) -> Value:
    """Return the term with its variables above `cut` raised."""
    if by == 0:
        return t
    if t[0] == REL:
        return t if t[1] <= cut else [REL, t[1] + by]
    return rebuild(t, lambda part, n: shift(part, by, cut + n))


def fixes(term: Value, seen: set[int]) -> Iterator[Value]:
    """Yield every fixpoint and cofixpoint of a term whose identity is not in `seen`, each once."""
    todo = [term]
    while todo:
        t = todo.pop()
        if id(t) in seen:
            continue
        seen.add(id(t))
        if t[0] in (FIX, COFIX):
            yield t
        todo.extend(part for part, _ in parts(t))


def shapes(value: Value) -> Iterator[Value]:
    """Yield what is laid out as a fixpoint or a cofixpoint, in a value of an unknown type."""
    todo, seen = [value], set[int]()
    while todo:
        item = todo.pop()
        if not isinstance(item, list) or id(item) in seen:
            continue
        seen.add(id(item))
        if len(item) == 2 and item[0] in (FIX, COFIX) and _declares(item[1]):
            yield item
        todo.extend(part for part in item[1:] if isinstance(part, list))


def _declares(inner: Value) -> bool:
    if not (isinstance(inner, list) and len(inner) == 3 and inner[0] == 0):
        return False
    three = inner[2]
    return (
        isinstance(three, list)
        and len(three) == 4
        and all(isinstance(a, list) for a in three[1:])
        and len({len(a) for a in three[1:]}) == 1
        and len(three[1]) > 1
    )


def fixpoint_name(fix: Value) -> str:
    """Return the names of the functions of a fixpoint."""
    names = fix[1][2][1][1:]
    return "/".join(n[1][1].decode() if isinstance(n[1], list) else "_" for n in names)
