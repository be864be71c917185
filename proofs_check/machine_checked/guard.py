"""A guard check of our own on compiled files: `coq/GUARD.md` states its rule.

It reads the bytes that coqchk reads, and no line of Coq runs. It finds every fixpoint of every
constant, proof, type, inductive and module. One is accepted if

  each occurrence of the function is applied, and its structural argument is a variable bound by a
  match, in a recursive position of its constructor, on the structural argument or on such a
  variable (also in an inner fixpoint that is applied to such a variable, and in a constant of the
  form `fun .. => fix ..` that the function is passed to, which is unfolded).

There is no reduction but that unfolding: the shapes that have fooled kernels are refused, not
understood."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from proofs_check.machine_checked.compiled import Compiled, Library
from proofs_check.machine_checked.kernel_terms import (
    APP,
    CASE,
    CAST,
    COFIX,
    CONST,
    CONSTRUCTOR,
    FIX,
    INDUCTIVE,
    LAMBDA,
    LET,
    PROD,
    REL,
    branches,
    fixes,
    fixpoint_name,
    kernel_name,
    mentions,
    parts,
    replace,
    shapes,
)
from proofs_check.machine_checked.marshalled import Value, elements_of

Known = tuple[str, Value] | None
"""What is known of a variable: ("function", the place of its structural argument), ("argument",
None), ("smaller", the shape of its type), or nothing."""
Scope = list[Known]
"""What is known of every variable, the innermost first."""
FUEL = 8
"""How many constants are unfolded within each other."""


class Unguarded(Exception):
    """Fixpoint that the rule does not accept: why."""


@dataclass
class Account:
    """What was found: the number of files and of fixpoints, and what is refused, each by name."""

    files: int = 0
    fixpoints: int = 0
    refused: list[str] = field(default_factory=list)


def check_files(files: Sequence[Path], folders: Sequence[tuple[Path, str]]) -> Account:
    """Return the account of compiled files; names are searched in the folders (-Q). Raises
    OtherLayout for a file that is none, or of another version."""
    return deeply(lambda: _check_files(files, Library(folders)))


def _check_files(files: Sequence[Path], library: Library) -> Account:
    account, guard = Account(), Guard(library)
    for file in files:
        library.current = compiled = library.load(file)
        account.files += 1
        _check_file(compiled, guard, account)
    return account


def _check_file(compiled: Compiled, guard: Guard, account: Account) -> None:
    seen: set[int] = set()
    for name, term in compiled.terms:
        for fix in fixes(term, seen):
            account.fixpoints += 1
            try:
                guard.check(fix)
            except Unguarded as e:
                account.refused.append(f"{name} [{fixpoint_name(fix)}]: {e}")
    for root in compiled.whole:  # by its shape alone: was one missed?
        for fix in shapes(root):
            if id(fix) not in seen:
                seen.add(id(fix))
                where = f"{compiled.name} [{fixpoint_name(fix)}]"
                refusal = f"{where}: is in no term that this reader knows"
                account.refused.append(refusal)
    for what, names in compiled.switched_off.items():
        account.refused.append(f"{names[0]}: {what} ({len(names)} names)")


T = TypeVar("T")
DEPTH, STACK = 1_000_000, 512 << 20


def deeply(work: Callable[[], T]) -> T:
    """Return what `work` returns, in a thread in which terms may be deep."""
    said: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            said.append(work())
        except BaseException as e:  # raised again, below
            failed.append(e)

    depth, stack = sys.getrecursionlimit(), threading.stack_size(STACK)
    sys.setrecursionlimit(DEPTH)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        sys.setrecursionlimit(depth)
        threading.stack_size(stack)
    if failed:
        raise failed[0]
    return said[0]


class Guard:
    """Rule of the guard, one fixpoint at a time. `library` has the constants that are unfolded, and
    the inductives."""

    def __init__(self, library: Library, unfolded: set[str] | None = None) -> None:
        self.library = library
        self.unfolded: set[str] = set() if unfolded is None else unfolded
        self._occurs: dict[tuple[int, int], tuple[Value, bool]] = {}

    def check(self, fix: Value) -> None:
        """Raise Unguarded unless the rule accepts the fixpoint."""
        if fix[0] == COFIX:
            raise Unguarded("a cofixpoint")
        self._occurs = {}
        (_, indices, _), (_, _, _, bodies) = fix[1][1:]
        functions: Scope = [("function", index) for index in indices[1:]]
        for index, body in zip(indices[1:], bodies[1:], strict=True):
            self._body(body, index, functions[::-1], ("argument", None))

    def _body(self, body: Value, index: int, env: Scope, what: Known) -> None:
        """Check the body of a fixpoint whose structural argument is known to be `what`."""
        for i in range(index + 1):
            if body[0] != LAMBDA:
                raise Unguarded("the body is not a function of its structural argument")
            self._walk(body[2], env)
            env = [what if i == index else None, *env]
            body = body[3]
        self._walk(body, env)

    def _free(self, t: Value, env: Scope) -> bool:
        """Return whether a function under check occurs; they stand at the end of `env`."""
        key = (id(t), len(env))
        known = self._occurs.get(key)
        if known is None:
            known = self._occurs[key] = (t, self._search(t, env))  # t is kept: its id is its own
        return known[1]

    def _search(self, t: Value, env: Scope) -> bool:
        if t[0] == REL:
            return _is_function(_variable(t, env))
        return any(self._free(part, _bound(n) + env) for part, n in parts(t))

    def _walk(self, t: Value, env: Scope, fuel: int = FUEL) -> None:
        """Check every occurrence of the functions in a term."""
        if not self._free(t, env):
            return
        tag = t[0]
        if tag == REL:
            raise Unguarded("the function stands without its structural argument")
        if tag == APP:
            self._application(t[1], t[2][1:], env, fuel)
        elif tag == CASE:
            self._match(t, env, fuel)
        elif tag == FIX:
            self._inner(t, [], env)
        elif tag == LET:
            self._walk(t[2], env, fuel)
            self._walk(t[3], env, fuel)
            self._walk(t[4], [self._size(t[2], env), *env], fuel)
        else:
            for part, n in parts(t):
                self._walk(part, _bound(n) + env, fuel)

    def _application(self, head: Value, args: list[Value], env: Scope, fuel: int) -> None:
        known = _variable(head, env)
        if known and known[0] == "function":
            if len(args) <= known[1]:
                raise Unguarded("the function stands without its structural argument")
            size = self._size(args[known[1]], env)
            if not size or size[0] != "smaller":
                raise Unguarded(f"the structural argument of a call is {_says(args[known[1]])}")
        elif head[0] == FIX:
            self._inner(head, args, env)
        elif head[0] == LAMBDA:
            self._redex(head, args, env, fuel)
        elif head[0] == CONST and fuel and any(self._is_bare(a, env) for a in args):
            if self._unfold(head, args, env, fuel):
                return
        else:
            self._walk(head, env, fuel)
        for arg in args:
            self._walk(arg, env, fuel)

    def _redex(self, head: Value, args: list[Value], env: Scope, fuel: int) -> None:
        """Check a function that is applied: its variable is as small as its argument."""
        inner = env
        for arg in args:
            if head[0] != LAMBDA:
                break
            self._walk(head[2], inner, fuel)
            inner, head = [self._size(arg, env), *inner], head[3]
        self._walk(head, inner, fuel)

    def _is_bare(self, arg: Value, env: Scope) -> bool:
        """Return whether a function under check is passed on, in whatever way."""
        try:
            self._walk(arg, env, 0)
        except Unguarded:
            return True
        return False

    def _unfold(self, head: Value, args: list[Value], env: Scope, fuel: int) -> bool:
        """Check a constant `fun x .. => fix ..` that a function is passed to, unfolded; return
        whether it is one."""
        name = kernel_name(head[1][1])
        compiled = self.library.holding(name)
        inner = compiled.definition(name) if compiled else None
        rest, values = list(args), []
        while inner and inner[0] == LAMBDA and rest:
            inner = inner[3]
            if self._is_bare(rest[0], env) and not mentions(inner, 1):
                return False  # what it does not use would be checked by nobody
            values.append(rest.pop(0))
        if not inner or inner[0] != FIX or not rest:
            return False
        if name not in self.unfolded:
            Guard(self.library, self.unfolded).check(inner)
            self.unfolded.add(name)
        self._walk([APP, replace(inner, values[::-1], 0), [0, *rest]], env, fuel - 1)
        return True

    def _inner(self, fix: Value, args: list[Value], env: Scope) -> None:
        """Check an inner fixpoint: its structural argument is what it is applied to, where that is
        smaller."""
        (_, indices, which), (_, _, types, bodies) = fix[1][1:]
        for y in types[1:]:
            self._walk(y, env)
        n = len(bodies) - 1
        for k, body in enumerate(bodies[1:]):
            index, what = indices[1 + k], None
            if n == 1 and k == which and len(args) > index:
                what = self._size(args[index], env)
                if what and what[0] != "smaller":
                    what = None
            self._body(body, index, _bound(n) + env, what)

    def _size(self, t: Value, env: Scope) -> Known:
        """Return what is known of a term: the argument itself, or smaller, or nothing."""
        if t[0] == APP:
            t = t[1]  # a function whose values are smaller
        known = _variable(t, env)
        return None if _is_function(known) else known

    def _match(self, t: Value, env: Scope, fuel: int) -> None:
        what, inside = self._size(t[6], env), branches(t)
        for part, n in parts(t)[: len(parts(t)) - len(inside)]:
            self._walk(part, _bound(n) + env, fuel)
        for number, (branch, n) in enumerate(inside):
            sizes = _bound(n)
            if what:
                sizes = self._positions(t[1][1], number, sizes, what)
            self._walk(branch, sizes[::-1] + env, fuel)

    def _positions(self, ind: Value, number: int, sizes: Scope, what: tuple[str, Value]) -> Scope:
        """Return which variables of a branch are smaller, by the constructor's declared type."""
        name, which, shape = kernel_name(ind[1]), ind[2], what[1]
        compiled = self.library.holding(name)
        block = compiled and compiled.blocks.get(name)
        if not block or (shape and shape[1] != name):
            return sizes
        packet, parameters = block[1][1 + which], block[7]
        given = list(shape[2]) if shape and shape[0] == "nested" else []
        own = None if given else name
        scope: list[Value] = []
        found: Scope = []
        for declaration in list(elements_of(packet[9][1 + number][1]))[::-1]:  # the outermost first
            known = None
            if declaration[0] == 0 and parameters:
                parameters -= 1
                known = given.pop(0) if given else None
            elif declaration[0] == 0:
                smaller = _shape(declaration[2], scope, own)
                found.append(("smaller", smaller) if smaller else None)
            elif not parameters:
                found.append(None)
            scope = [*scope, known]
        return found if len(found) == len(sizes) else sizes


def _bound(n: int) -> Scope:
    """Return n variables of which nothing is known."""
    return [None] * n


def _variable(t: Value, env: Scope) -> Known:
    return env[t[1] - 1] if t[0] == REL and t[1] <= len(env) else None


def _is_function(known: Known) -> bool:
    return known is not None and known[0] == "function"


def _shape(ty: Value, scope: list[Value], own: str | None) -> Value:
    """Return what a declared type says of recursion: ("self", block), ("nested", block, its
    parameters' shapes) or None. `own`: the block of the structural argument, while in its own
    constructors."""
    while ty[0] == PROD:
        ty, scope = ty[3], [*scope, None]
    head, args = (ty[1], ty[2][1:]) if ty[0] == APP else (ty, [])
    if head[0] == REL and head[1] <= len(scope):
        return scope[-head[1]]
    if head[0] == INDUCTIVE:
        name = kernel_name(head[1][1][1])
        inner = tuple(_shape(a, scope, own) for a in args)
        if name == own:
            return ("self", name)
        if any(inner):
            return ("nested", name, inner)
    return None


_KINDS = {
    REL: "a variable that no such match binds",
    APP: "an application",
    CASE: "a match",
    LAMBDA: "a function",
    CONST: "a constant",
    LET: "a let",
    CAST: "a cast",
    CONSTRUCTOR: "a constructor",
}


def _says(t: Value) -> str:
    return _KINDS.get(t[0], f"a term of kind {t[0]}")
