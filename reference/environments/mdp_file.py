"""A layered MDP as a JSON file, format `layered-mdp` version 1 (README.md here, "The MDP file").

`P` is [h][x][a][x1] and `r` is [h][x][a], or `transitions` lists [[h, x], a, [h1, x1], p] for the
probabilities that are not 0. A number is the nearest double, a string "p/q" that rational. The
MDP is exact if every entry is an integer or a string, otherwise all entries become doubles.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NoReturn

import numpy as np

from reference.mdp import Array, LayeredMDP, check_layers
from reference.support.atomic_files import accessible, new_text
from reference.support.errors import MalformedInput, PreconditionError, of_format
from reference.support.fields import whole, whole_or_as_is
from reference.trace.strict_json import MAX_DIGITS, decode, line_of, loads, rational

FORMAT, VERSION = "layered-mdp", 1

MAX_FILE_BYTES = 32 * 2**20
"""Largest file read; an MDP of the paper's size takes about 50 kB."""

MAX_ENTRIES = 4_000_000
"""The most entries of all P tables together: `layers` and `A` must not require more memory."""

_REQUIRED = ("format", "version", "layers", "A", "r")
_KEYS = (*_REQUIRED, "name", "P", "transitions")
FARTHEST = 1e-4
"""So far may a row's sum be from 1 that is divided by it: single precision is within 1e-6."""
THE_FILE = "the file"  # as a field
TRIPLE = "must be [[h, x], a, [h1, x1], p], p a probability"
MDP_PAGE = "reference/environments/README.md"
"""The page that has the formats of MDPs."""


def read_mdp(path: str | os.PathLike[str], *, renormalise: bool = False) -> LayeredMDP:
    """Return the MDP in the file `path`; `renormalise` divides the rows of P by their sums, if they
    are doubles.

    Raises MalformedInput naming file, line, field, value and rule; UnusablePath if the file
    cannot be read.
    """
    return parse_mdp(mdp_file_text(path), file=str(path), renormalise=renormalise)


@of_format(MDP_PAGE)
def mdp_file_text(path: str | os.PathLike[str]) -> str:
    """Return the text of an MDP file. Raises MalformedInput if it is too long or not UTF-8,
    UnusablePath."""
    with accessible(str(path), "read"), open(path, "rb") as file:
        data = file.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        rule = f"must not exceed {MAX_FILE_BYTES} bytes"
        raise MalformedInput(str(path), None, "size", f"more than {MAX_FILE_BYTES} bytes", rule)
    return decode(data, file=str(path), line=None)


@of_format(MDP_PAGE)
def parse_mdp(text: str, *, file: str = "<text>", renormalise: bool = False) -> LayeredMDP:
    """Return the MDP that `text` describes. Raises MalformedInput; `file` names the text there."""
    return MDPReader(text, file, renormalise).mdp()


def mdp_text(mdp: LayeredMDP, *, name: str | None = None, sparse: bool = False) -> str:
    """`mdp` as the text of an MDP file, one state (or transition) per line; `sparse` lists only
    the transitions that are possible. Reading it gives the same entries of the same kind.

    Raises PreconditionError for rationals of more than MAX_DIGITS digits.
    """
    head = [f'"format": "{FORMAT}"', f'"version": {VERSION}']
    if name is not None:
        head.append(f'"name": {json.dumps(name)}')
    head += [f'"layers": {[int(X_h) for X_h in mdp.layers]}', f'"A": {int(mdp.A)}']
    rewards = [[_list(row) for row in table] for table in mdp.r]
    if sparse:
        body = '"transitions": [\n' + ",\n".join(_transitions(mdp)) + "\n]"
    else:
        tables = [["[" + ", ".join(_list(a) for a in x) + "]" for x in table] for table in mdp.P]
        body = '"P": ' + _nested(tables)
    return "{" + ",\n".join([*head, body, '"r": ' + _nested(rewards)]) + "}\n"


def write_mdp(
    mdp: LayeredMDP,
    path: str | os.PathLike[str],
    *,
    name: str | None = None,
    sparse: bool = False,
    force: bool = False,
) -> None:
    """Write `mdp_text` to `path`; an existing file only with `force`. Raises UnusablePath."""
    text = mdp_text(mdp, name=name, sparse=sparse)
    with new_text(str(path), force) as file:
        file.write(text)


def _number(value: Any) -> str:
    """Write a double by its shortest repr; a rational as an integer or "p/q" in lowest terms."""
    if not isinstance(value, Fraction):
        return repr(float(value))
    if value.denominator == 1:
        return str(value)
    text = str(value)
    if max(len(part) for part in text.lstrip("-").split("/")) > MAX_DIGITS:
        raise PreconditionError("mdp", value, f"no rational may exceed {MAX_DIGITS} digits")
    return f'"{text}"'


def _list(values: Array) -> str:
    return "[" + ", ".join(_number(v) for v in values) + "]"


def _nested(tables: list[list[str]]) -> str:
    return "[\n" + ",\n".join("[" + ",\n".join(table) + "]" for table in tables) + "\n]"


def _transitions(mdp: LayeredMDP) -> Iterator[str]:
    for h, P in enumerate(mdp.P):
        for x, a, x1 in np.argwhere(P != 0):
            yield f"[[{h}, {x}], {a}, [{h + 1}, {x1}], {_number(P[x, a, x1])}]"


class MDPReader:
    """One text being read. Every refusal goes through `refuse`, which finds the line."""

    def __init__(self, text: str, file: str, renormalise: bool = False) -> None:
        self.text, self.file, self.renormalise = text, file, renormalise

    def refuse(self, field: str, value: object, rule: str) -> NoReturn:
        """Raises MalformedInput for a field, with its line."""
        line = line_of(self.text, _path(field))
        raise MalformedInput(self.file, line, field, value, rule) from None

    def content(self, form: str, keys: Sequence[str], required: Sequence[str]) -> dict[str, Any]:
        """Return the object that the text holds, of version 1 of a format, its keys checked. Raises
        MalformedInput."""
        content = loads(self.text, file=self.file, line=None)
        if not isinstance(content, dict):
            self.refuse(THE_FILE, content, "must be an object")
        if content.get("format", form) != form:
            self.refuse("format", content["format"], f'must be "{form}"')
        unknown = [key for key in content if key not in keys]
        if unknown:
            line, value = line_of(self.text, (unknown[0],)), content[unknown[0]]
            rule = f"unknown key, must be one of {', '.join(keys)}"
            raise MalformedInput(self.file, line, unknown[0], value, rule)
        for key in required:
            if key not in content:
                self.refuse(THE_FILE, sorted(content), f'must have the key "{key}"')
        if whole(content["version"]) != VERSION:
            self.refuse("version", content["version"], f"must be {VERSION}")
        if not isinstance(content.get("name", ""), str):
            self.refuse("name", content["name"], "must be a string")
        return content

    def mdp(self) -> LayeredMDP:
        content = self.content(FORMAT, _KEYS, _REQUIRED)
        if ("P" in content) == ("transitions" in content):
            self.refuse(THE_FILE, sorted(content), 'must have either "P" or "transitions"')
        layers, A = self.sizes(content["layers"], content["A"])
        shapes = [(X_h, A, X_next) for X_h, X_next in pairwise(layers)]
        r = self.tables("r", content["r"], [shape[:2] for shape in shapes])
        if "P" in content:
            P = self.tables("P", content["P"], shapes)
        else:
            P = self.transitions(content["transitions"], shapes)
        if self.renormalise:
            P = [self.divided(f"P[{h}]", table) for h, table in enumerate(P)]
        try:
            return LayeredMDP(tuple(layers), A, tuple(P), tuple(r))
        except PreconditionError as e:
            self.refuse(e.field, e.value, e.rule)

    def divided(self, field: str, table: Array) -> Array:
        """Return a table whose rows of doubles are divided by their sums. Raises MalformedInput for
        a sum that is far from 1."""
        distributions: Array = np.array(table)
        for row in np.ndindex(table.shape[:-1]):
            if any(isinstance(p, float) for p in table[row]):
                total = float(sum(table[row]))
                if abs(total - 1) > FARTHEST:
                    rule = f"must sum to 1 within {FARTHEST:g} to be divided by its sum"
                    self.refuse(field + "".join(f"[{k}]" for k in row), total, rule)
                distributions[row] = [float(p) / total for p in table[row]]
        return distributions

    def sizes(self, layers: Any, A: Any) -> tuple[list[int], int]:
        if not isinstance(layers, list):
            self.refuse("layers", layers, "must be a list of whole numbers")
        layers, A = [whole_or_as_is(X_h) for X_h in layers], whole_or_as_is(A)
        try:
            check_layers(layers, A)
        except PreconditionError as e:
            self.refuse(e.field, e.value, e.rule)
        entries = sum(x * A * x1 for x, x1 in pairwise(layers))
        if entries > MAX_ENTRIES:
            rule = f"layers and A must not make more than {MAX_ENTRIES} entries of P"
            self.refuse("layers", entries, rule)
        return layers, A

    def tables(self, name: str, value: Any, shapes: Sequence[tuple[int, ...]]) -> list[Array]:
        """Return one array of Fractions and doubles per layer, every length checked."""
        self.check_list(name, value, len(shapes), "one table per layer h < L")
        tables = []
        for h, shape in enumerate(shapes):
            numbers = self.numbers(f"{name}[{h}]", value[h], shape, ("states", "actions"))
            tables.append(np.array([*numbers], dtype=object).reshape(shape))
        return tables

    def numbers(
        self, field: str, value: Any, shape: tuple[int, ...], units: tuple[str, ...]
    ) -> Iterator[Fraction | float]:
        """Yield the entries of nested lists of this shape, in order."""
        self.check_list(field, value, shape[0], units[0] if units else "successors")
        for k, item in enumerate(value):
            if len(shape) > 1:
                yield from self.numbers(f"{field}[{k}]", item, shape[1:], units[1:])
            else:
                yield self.number(f"{field}[{k}]", item)

    def check_list(self, field: str, value: Any, n: int, what: str) -> None:
        if not isinstance(value, list):
            self.refuse(field, value, f"must be a list of {n} ({what})")
        if len(value) != n:
            self.refuse(field, f"{len(value)} entries", f"must have {n} entries ({what})")

    def number(self, field: str, value: Any) -> Fraction | float:
        """Return a double as it is (LayeredMDP then turns all entries into doubles), else a
        rational."""
        try:
            return value if isinstance(value, float) else rational(value, self.file, None, "")
        except MalformedInput as e:
            self.refuse(field, value, e.rule)

    def transitions(self, value: Any, shapes: Sequence[tuple[int, int, int]]) -> list[Array]:
        """Read the sparse form: every probability that is not listed is 0."""
        if not isinstance(value, list):
            self.refuse("transitions", value, "must be a list of [[h, x], a, [h1, x1], p]")
        L, A = len(shapes), shapes[0][1]
        layers = [*(X_h for X_h, _, _ in shapes), 1]
        P = [np.full(shape, None, dtype=object) for shape in shapes]
        for k, item in enumerate(value):
            field = f"transitions[{k}]"
            match item:
                case [[h, x], a, [h1, x1], p]:
                    h, x, a, h1, x1 = (whole_or_as_is(n) for n in (h, x, a, h1, x1))
                    if not all(type(n) is int for n in (h, x, a, h1, x1)):
                        self.refuse(field, item, TRIPLE)
                case _:
                    self.refuse(field, item, TRIPLE)
            for layer, state in ((h, x), (h1, x1)):
                if not 0 <= layer <= L:
                    self.refuse(field, item, f"layer {layer} must lie in 0..{L}")
                if not 0 <= state < layers[layer]:
                    rule = f"state {state} of layer {layer} must lie in 0..{layers[layer] - 1}"
                    self.refuse(field, item, rule)
            if not 0 <= a < A:
                self.refuse(field, item, f"action {a} must lie in 0..{A - 1}")
            if h1 != h + 1:
                how = "skips a layer" if h1 > h + 1 else "does not go forward"
                rule = f"{how}: a transition must go to the next layer, {h} to {h + 1}"
                self.refuse(field, item, rule)
            if P[h][x, a, x1] is not None:
                self.refuse(field, item, "a transition must not be listed twice")
            P[h][x, a, x1] = self.number(f"{field}[3]", p)
        for table in P:
            table[table == None] = Fraction(0)  # noqa: E711  # elementwise, `is` is not
        return P


def _path(field: str) -> tuple[str | int, ...]:
    """("P", 2, 0) of the field "P[2][0]", () of the whole file."""
    if field == THE_FILE:
        return ()
    name, *indices = re.findall(r"\w+", field)
    return (name, *(int(k) for k in indices))
