"""What a theorem rests on, computed from the terms of compiled files, without Print Assumptions.

A constant rests on what its type, its definition or its proof names, and so on, through every
library; an inductive on what its arities and constructors name. A constant without a definition is
an axiom, unless it is of a sealed module that defines it within. The proof of a copy that a functor
has left is that of the functor, with the functor's arguments replaced as the file says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from proofs_check.machine_checked.compiled import MUST_BE_OFF, MUST_BE_ON, Compiled, Library
from proofs_check.machine_checked.kernel_terms import (
    CASE,
    CONST,
    CONSTRUCTOR,
    INDUCTIVE,
    PROJECTION,
    dotted_path,
    kernel_name,
    parts,
    path,
)
from proofs_check.machine_checked.marshalled import Value, elements_of

Substitution = dict[str, str]
"""Modules for a functor's arguments, by their dotted names."""


class NotFound(Exception):
    """Name in a term that no compiled file has."""


@dataclass(frozen=True)
class Node:
    """Constant or block of inductives: the names in it, whether it is an axiom, and what was wrong
    with the kernel's flags."""

    names: frozenset[str]
    is_axiom: bool = False
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Closure:
    """What a theorem rests on: axioms by their full names, the number of constants and of blocks
    of inductives, and unsafe flags as `name: flag`."""

    axioms: tuple[str, ...]
    constants: int
    inductives: int
    flags: tuple[str, ...]


class Closures:
    """Closures of names, each constant read once."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.nodes: dict[str, Node] = {}
        self._proofs: dict[tuple[str, int], frozenset[str]] = {}
        self._read_already: set[str] = set()

    def closure(self, name: str) -> Closure:
        """Return what a constant rests on. Raises NotFound, and OtherLayout for another version."""
        seen, todo = {name}, [name]
        axioms, flags, inductives = [], list[str](), 0
        while todo:
            at = todo.pop()
            node = self._node(at)
            inductives += at.endswith(_BLOCK)
            if node.is_axiom:
                axioms.append(at)
            flags += [f"{at.removesuffix(_BLOCK)}: {flag}" for flag in node.flags]
            new = node.names - seen
            seen |= new
            todo += new
        return Closure(
            tuple(sorted(axioms)), len(seen) - inductives, inductives, tuple(sorted(flags))
        )

    def _node(self, name: str) -> Node:
        if name not in self.nodes:
            compiled = self.library.holding(name)
            if compiled is None or compiled.name in self._read_already:
                raise NotFound(name.removesuffix(_BLOCK))
            self._read(compiled)
            if name not in self.nodes:
                raise NotFound(name)
        return self.nodes[name]

    def _read(self, compiled: Compiled) -> None:
        """Take from a compiled file what is named where, and let go of its terms."""
        for number, proof in compiled.proofs.items():
            self._proofs[compiled.name, number] = frozenset(names_of_term(proof))
        for label, body in compiled.constants.items():
            node = self._constant(body)
            if node.is_axiom and label in compiled.inside:
                within = self._constant(compiled.inside[label])
                flags = node.flags + within.flags
                node = Node(node.names | within.names, within.is_axiom, flags)
            self.nodes.setdefault(label, node)
        for label, block in compiled.blocks.items():
            self.nodes.setdefault(f"{label}{_BLOCK}", _inductives(block))
        self._read_already.add(compiled.name)
        compiled.let_go()

    def _constant(self, body: Value) -> Node:
        definition, flags = body[3], _flags(body[9])
        names = set(names_of_term(body[4]))
        kind = definition[0] if isinstance(definition, list) else None
        if kind == 1:
            names |= set(names_of_term(definition[1]))
        elif kind == 2:
            names |= self._of_proof(definition[1])
        return Node(frozenset(names), kind not in (1, 2), flags)

    def _of_proof(self, opaque: Value) -> set[str]:
        """Return the names in a proof, which may be another file's."""
        key = dotted_path(opaque[3]), opaque[4]
        if key not in self._proofs:
            compiled = self.library.holding(f"{key[0]}._")
            if compiled is None or opaque[4] not in compiled.proofs:
                raise NotFound(f"{key[0]}, proof {key[1]}")
            self._read(compiled)
        names = set(self._proofs[key])
        for each in list(elements_of(opaque[1]))[::-1]:  # the last that was made, first in the list
            names = {_in_its_place(name, dict(_replaced(each))) for name in names}
        return names


_BLOCK = " (inductive)"


def names_of_term(term: Value) -> Iterator[str]:
    """Yield the names of constants and of blocks of inductives in a term."""
    todo, seen = [term], set[int]()
    while todo:
        t = todo.pop()
        if id(t) in seen:
            continue
        seen.add(id(t))
        tag = t[0]
        if tag == CONST:
            yield kernel_name(t[1][1])
        elif tag == INDUCTIVE:
            yield kernel_name(t[1][1][1]) + _BLOCK
        elif tag == CONSTRUCTOR:
            yield kernel_name(t[1][1][1][1]) + _BLOCK
        elif tag == CASE:
            yield kernel_name(t[1][1][1]) + _BLOCK
        elif tag == PROJECTION:
            yield kernel_name(t[1][1][1][1]) + _BLOCK
        todo.extend(part for part, _ in parts(t))


def _inductives(block: Value) -> Node:
    names: set[str] = set()
    for packet in block[1][1:]:
        for declaration in elements_of(packet[2]):
            for term in declaration[2:]:
                names |= set(names_of_term(term))
        for constructor in packet[5][1:]:
            names |= set(names_of_term(constructor))
    return Node(frozenset(names), False, _flags(block[15]))


def _flags(flags: Value) -> tuple[str, ...]:
    wrong = [f"{what} was off" for at, what in MUST_BE_ON.items() if flags[at] != 1]
    return (*wrong, *(f"{what} was on" for at, what in MUST_BE_OFF.items() if flags[at] != 0))


def _replaced(tree: Value) -> Iterable[tuple[str, str]]:
    """Yield the pairs of a map of OCaml's: module, what stands for it."""
    if tree != 0:
        yield from _replaced(tree[1])
        yield path(tree[2]), path(tree[3][1])
        yield from _replaced(tree[4])


def _in_its_place(name: str, by: Substitution) -> str:
    for module in sorted(by, key=len, reverse=True):
        if name.startswith(f"{module}."):
            return by[module] + name[len(module) :]
    return name
