"""A flat MDP as a JSON file, format `flat-mdp` version 1 (README.md, "The file of a flat MDP").

Numbers are those of the file of a layered MDP; every entry becomes a double.
"""

from __future__ import annotations

import json
import math
import os
from typing import Any

import numpy as np

from reference.environments.arrays import is_array_file, read_arrays, renormalised
from reference.environments.mdp_file import MAX_ENTRIES, THE_FILE, MDPReader, mdp_file_text
from reference.guests.flat.flat_mdp import FlatMDP
from reference.mdp import Array, mended
from reference.support.errors import PreconditionError, of_format
from reference.support.fields import whole
from reference.trace.strict_json import loads

FLAT_MDP = "flat-mdp"
FLAT_PAGE = "reference/guests/flat/README.md"
_REQUIRED = ("format", "version", "S", "A", "P", "r")
_KEYS = (*_REQUIRED, "name", "H", "start", "terminal", "rewards")


@of_format(FLAT_PAGE)
def read_flat_mdp(path: str | os.PathLike[str], *, renormalise: bool = False) -> FlatMDP:
    """Return the flat MDP in the file `path`; `renormalise` divides rows by their sums. Raises
    MalformedInput naming file, line, field, value and rule; UnusablePath."""
    return _Reader(mdp_file_text(path), str(path), renormalise).flat_mdp()


@of_format(FLAT_PAGE)
def parse_flat_mdp(text: str, *, file: str = "<text>") -> FlatMDP:
    """Return the flat MDP that `text` describes. Raises MalformedInput."""
    return _Reader(text, file).flat_mdp()


@of_format(FLAT_PAGE)
def is_flat_mdp_file(path: str | os.PathLike[str]) -> bool:
    """Whether a file names this format. Raises MalformedInput if it is not JSON, UnusablePath."""
    content = loads(mdp_file_text(path), file=str(path), line=None)
    return isinstance(content, dict) and content.get("format") == FLAT_MDP


def flat_mdp_of(
    path: str | os.PathLike[str], order: str, renormalise: bool
) -> tuple[FlatMDP, str] | None:
    """Return the flat MDP of a file, of arrays in this order or of this format, and in words where
    it is from; None for a file of another format. Raises what `read_flat_mdp` and
    `arrays.read_arrays` do."""
    if is_array_file(path):
        P, r, start = read_arrays(path, order)
        table: Array = renormalised(P) if renormalise else np.asarray(P, dtype=np.float64)
        mdp = FlatMDP(table, np.asarray(r, dtype=np.float64), start=start)
        return mdp, "an MDP from arrays"
    if is_flat_mdp_file(path):
        return read_flat_mdp(path, renormalise=renormalise), "a flat MDP from a file"
    return None


def flat_mdp_text(mdp: FlatMDP) -> str:
    """Return an MDP as the text of such a file, one state a line."""
    head = {"format": FLAT_MDP, "version": 1, "S": mdp.S, "A": mdp.A}
    head |= {"H": mdp.stages} if mdp.stages else {}
    head |= {"start": mdp.start, "terminal": list(mdp.terminal), "rewards": mdp.rewards}
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    for key, table in (("P", mdp.P), ("r", mdp.r)):
        rows = ",\n".join(json.dumps(row) for row in table.tolist())
        lines.append(f'"{key}": [\n{rows}\n]')
    return "{" + ",\n".join(lines) + "}\n"


ROW_TOLERANCE = 1e-9
SINGLE = 1e-6
"""A row of numbers of single precision is as far from 1."""


def _shape(table: Any) -> tuple[int, ...]:
    """Return the lengths of nested lists, by their first entries."""
    if not isinstance(table, list):
        return ()
    return (len(table), *(_shape(table[0]) if table else ()))


class _Reader(MDPReader):
    """One text being read."""

    def flat_mdp(self) -> FlatMDP:
        content = self.content(FLAT_MDP, _KEYS, _REQUIRED)
        S, A = (self._whole(key, content[key], 1) for key in ("S", "A"))
        H = (self._whole("H", content["H"], 1),) if "H" in content else ()
        if S * A * S * math.prod(H) > MAX_ENTRIES:
            rule = f"H, S and A must not make more than {MAX_ENTRIES} entries of P"
            self.refuse("S", S * A * S * math.prod(H), rule)
        terminal = content.get("terminal", [])
        if not isinstance(terminal, list):
            self.refuse("terminal", terminal, "must be a list of states")
        for k, s in enumerate(terminal):
            self._whole(f"terminal[{k}]", s)
        start = self._whole("start", content.get("start", 0))
        if S != A and _shape(content["P"])[len(H) :][:2] == (A, S):
            rule = "must be P[s][a][s1]; this looks like P[a][s][s1]"
            self.refuse("P", f"{A} lists of {S}", rule)
        P = self._table("P", content["P"], (*H, S, A, S))
        r = self._table("r", content["r"], (*H, S, A))
        if self.renormalise:
            P = self.divided("P", P)
        self._rows(P, r)
        try:
            law = content.get("rewards", "bernoulli")
            return FlatMDP(P, r, tuple(sorted(set(terminal))), start, str(law))
        except PreconditionError as e:
            self.refuse(e.field if e.field in content else THE_FILE, e.value, e.rule)

    def _rows(self, P: Array, r: Array) -> None:
        """Refuse a row that is no distribution, by its place and sum, and a reward that lies
        outside [0, 1]."""
        for at in np.ndindex(*r.shape):
            total, where = float(P[at].sum()), "".join(f"[{k}]" for k in at)
            if abs(total - 1) > ROW_TOLERANCE:
                rule = f"must sum to 1 within {ROW_TOLERANCE:g}{mended(total)}"
                self.refuse(f"P{where}", total, rule)
            for s1 in np.flatnonzero(P[at] < 0).tolist():
                self.refuse(f"P{where}[{s1}]", float(P[at][s1]), "must be at least 0")
            if not 0 <= r[at] <= 1:
                self.refuse(f"r{where}", float(r[at]), "must lie in [0, 1]")

    def _whole(self, field: str, value: Any, least: int = 0) -> int:
        number = whole(value)
        if number is None or number < least:
            self.refuse(field, value, f"must be a whole number, at least {least}")
        return number

    def _table(self, name: str, value: Any, shape: tuple[int, ...]) -> Array:
        units = ("steps", "states", "actions")[-2 - (len(shape) > 3 - (name == "r")) :]
        numbers = [float(v) for v in self.numbers(name, value, shape, units)]
        table: Array = np.array(numbers).reshape(shape)
        return table
