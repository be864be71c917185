"""What a compiled Coq file holds: constants, inductives, modules, and every term, by its name.

Folders are searched by logical names, as coqc's -Q has them; the first that has the file wins."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from proofs_check.machine_checked import kernel_terms
from proofs_check.machine_checked.marshalled import OtherLayout, Value, elements_of, segments

MUST_BE_ON = {1: "guard checking", 2: "positivity checking", 3: "universe checking"}
"""Flags of a declaration that must be on, by their places."""
MUST_BE_OFF = {9: "impredicative Set", 12: "definitional UIP"}
"""Flags that must be off."""


class Compiled:
    """Compiled file: `constants` and `blocks` (of inductives) by full names, `inside` the constants
    of sealed modules as they are within, `proofs` by their numbers, `terms`, each with the name
    that it belongs to, `off`, the checks that were off, with the names, and `whole`, the roots."""

    def __init__(self, file: Path) -> None:
        self.file = file
        try:
            found = segments(file)
            library = found["library"][1]
            self.name = kernel_terms.dotted_path(library[1])
            self.constants: dict[str, Value] = {}
            self.inside: dict[str, Value] = {}
            self.blocks: dict[str, Value] = {}
            self.terms: list[tuple[str, Value]] = []
            self.switched_off: dict[str, list[str]] = {}
            self.proofs: dict[int, Value] = {}
            self._of_proof: dict[int, str] = {}
            self._module(library[2], self.name)
            for number, entry in enumerate(found["opaques"][1:]):
                if entry != 0:
                    self.proofs[number] = entry[1][1]
                    name = self._of_proof.get(number, f"{self.name}.(proof {number})")
                    self.terms.append((name, entry[1][1]))
        except OtherLayout as e:
            raise OtherLayout(f"{file.name}: {e}") from None
        except (IndexError, TypeError, AttributeError, KeyError) as e:
            raise OtherLayout(f"{file.name}: is laid out otherwise than is known: {e}") from None
        self.whole: tuple[Value, ...] = (library, found["opaques"])

    def _module(self, body: Value, name: str) -> None:
        """Read a module's body or a module type's: they have one layout."""
        implementation = body[2]
        if isinstance(implementation, list):
            if implementation[0] == 1:
                self._signature(implementation[1], name)
            else:
                self._expression(implementation[1], name)
        self._signature(body[3], name)
        if body[4] != 0:
            self._expression(body[4][1], name)
        self._any(body[5], f"{name}.(resolver)")

    def _expression(self, expression: Value, name: str) -> None:
        while expression[0] == 1:
            self._module(expression[2], kernel_terms.bound(expression[1]))
            expression = expression[3]
        self._any(expression[1], f"{name}.(expression)")

    def _any(self, value: Value, name: str) -> None:
        self.terms.extend((name, fix) for fix in kernel_terms.shapes(value))

    def _signature(self, signature: Value, name: str) -> None:
        while signature[0] == 1:
            self._module(signature[2], kernel_terms.bound(signature[1]))
            signature = signature[3]
        for field in elements_of(signature[1]):
            label, (kind, body) = f"{name}.{field[1].decode()}", field[2]
            if kind == 0:
                self._constant(label, body)
            elif kind == 1:
                self._block(label, body)
            else:
                self._module(body, label)

    def _constant(self, label: str, body: Value) -> None:
        definition = body[3]
        self._flags(label, body[9])
        if label in self.constants:  # of a sealed module: what is inside comes first
            self.inside.setdefault(label, self.constants[label])
        self.constants[label] = body
        self.terms.append((label, body[4]))
        if isinstance(definition, list) and definition[0] == 1:
            self.terms.append((label, definition[1]))
        elif isinstance(definition, list) and definition[0] == 2:
            self._of_proof[definition[1][4]] = label
            self._any(definition[1][2], f"{label}.(definitions of its section)")

    def _block(self, label: str, block: Value) -> None:
        self._flags(label, block[15])
        self.blocks[label] = block
        self._any(block, label)

    def _flags(self, label: str, flags: Value) -> None:
        for at, what in MUST_BE_ON.items():
            if flags[at] != 1:
                self.switched_off.setdefault(f"{what} was off", []).append(label)
        for at, what in MUST_BE_OFF.items():
            if flags[at] != 0:
                self.switched_off.setdefault(f"{what} was on", []).append(label)

    def let_go(self) -> None:
        """Forget the terms: the names of what is there stay."""
        nothing: dict[str, Value] = dict.fromkeys(self.constants)
        self.constants, self.blocks, self.terms = nothing, dict.fromkeys(self.blocks), []
        self.inside, self.proofs, self.whole = {}, {}, ()

    def definition(self, name: str) -> Value | None:
        """Return the term that a transparent constant stands for, or None."""
        body = self.constants.get(name)
        if body is None or not isinstance(body[3], list) or body[3][0] != 1:
            return None
        return body[3][1]


class Library:
    """Compiled files, found by the logical names of folders and kept once they are read."""

    def __init__(self, folders: Sequence[tuple[Path, str]]) -> None:
        self.folders, self.loaded = folders, dict[str, Compiled]()
        self.current: Compiled | None = None

    def load(self, file: Path) -> Compiled:
        """Read a file. Raises OtherLayout."""
        compiled = Compiled(file)
        return self.loaded.setdefault(compiled.name, compiled)

    def file_of(self, name: str) -> Path | None:
        """Return the file of a full name, that of the longest of its beginnings that is one."""
        words = name.split(".")
        for n in range(len(words) - 1, 0, -1):
            for folder, logical in self.folders:
                head = logical.split(".")
                if words[: len(head)] == head and len(head) < n + 1:
                    file = folder.joinpath(*words[len(head) : n]).with_suffix(".vo")
                    if n > len(head) and file.is_file():
                        return file
        return None

    def holding(self, name: str) -> Compiled | None:
        """Return the compiled file that a full name is in; a functor's argument is in the current
        one."""
        if name.startswith("<"):
            return self.current
        words = name.split(".")
        for n in range(len(words) - 1, 0, -1):
            if (known := self.loaded.get(".".join(words[:n]))) is not None:
                return known
        file = self.file_of(name)
        return None if file is None else self.load(file)
