r"""Pages of the findings, one for each cause: `proofs_check/statements/findings/E-01.toml`, ...

A page has `title`, `statement` (the module that has the cause), `affects` and `gravity`, `cause`,
the `witness` with every parameter, `by_hand` and `consequence`, the `corrections` of the paper's
LaTeX as a diff, the `refuted_words`, and, by name, its `works` and its `mdp`; `proved`: the modules
of what the consequence says to hold, of which the shown page tells whether Coq has it. Lines of a
text are joined by a space. A number that is computed stands as its name, `#{T}`, or with decimals,
`#{Lam:4}`: its statement's module computes it (`Statement.numbers`), with what its check compares.

Corrections are blocks with a head, `@@ MODULE @@`, the lines printed (-) and corrected (+); lines
of one sign are one line of the paper's source. `@@ MODULE as in OTHER @@`: those of OTHER serve it,
too."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proofs_check.arithmetic import Enclosure, Q, Real
from proofs_check.ledger.statement import (
    AFFECTS,
    GRAVITIES,
    Correction,
    Finding,
    FindingNumber,
    WitnessMDP,
    Work,
)
from reference.support.errors import MalformedInput, PreconditionError

FINDINGS = Path(__file__).parents[1] / "statements" / "findings"
NAME = re.compile(r"E-([0-9]{2,})\.toml")
HEAD = re.compile(r"@@ ([A-Za-z0-9_]+)(?: as in ([A-Za-z0-9_]+))? @@")
NUMBER = re.compile(r"#\{([A-Za-z_][A-Za-z_0-9]*)(?::([0-9]))?\}")
FILLED = ("title", "cause", "by_hand", "consequence")
TEXTS = (*FILLED, "statement", "affects", "gravity", "corrections")
OTHERS = {"witness": dict, "refuted_words": list, "works": list, "mdp": str, "proved": list}


@dataclass(frozen=True)
class PageOfFinding:
    """What a file says of a finding, as it is typed: names stand for numbers."""

    file: Path
    number: int
    texts: Mapping[str, str]
    witness: Mapping[str, str]
    refuted_words: tuple[str, ...]
    works: tuple[str, ...]
    mdp: str
    proved: tuple[str, ...]
    corrections: tuple[tuple[int, str, Correction | str], ...]  # line, module, change or a module
    things: Mapping[str, Any]  # works and MDPs, by the names that pages use

    @property
    def statement(self) -> str:
        """Return the name of the module whose statement has the cause."""
        return self.texts["statement"]

    def names(self) -> set[str]:
        """Return the names that stand for numbers."""
        typed = (*self.texts.values(), *self.witness.values())
        return {match[1] for text in typed for match in NUMBER.finditer(text)}

    def finding(self, numbers: Mapping[str, FindingNumber]) -> Finding:
        """Return the finding with its numbers. Raises MalformedInput for a name that nothing has,
        and for a number that the page does not name."""
        if other := self.names() ^ numbers.keys():
            rule = f"must be the numbers that {self.statement} computes: {', '.join(numbers)}"
            raise MalformedInput(str(self.file), None, "numbers", ", ".join(sorted(other)), rule)

        texts: Any = {key: with_numbers(self.texts[key], numbers) for key in FILLED}
        return Finding(
            self.number,
            self.texts["affects"],  # type: ignore[arg-type]
            self.texts["gravity"],  # type: ignore[arg-type]
            **texts,
            witness={key: with_numbers(value, numbers) for key, value in self.witness.items()},
            proved=self.proved,
            refuted_words=self.refuted_words,
            works=tuple(self._thing(name, Work) for name in self.works),
            mdp=self._thing(self.mdp, WitnessMDP) if self.mdp else None,
        )

    def _thing(self, name: str, kind: type) -> Any:
        if not isinstance(self.things.get(name), kind):
            raise MalformedInput(str(self.file), None, kind.__name__, name, "must be a known name")
        return self.things[name]


def with_numbers(text: str, numbers: Mapping[str, FindingNumber]) -> str:
    """Return a text with its numbers, by their names."""

    def shown(match: re.Match[str]) -> str:
        value = numbers[match[1]]
        if match[2] is None:
            return str(value)
        return decimals(value, int(match[2]))

    return NUMBER.sub(shown, text)


def decimals(value: FindingNumber, digits: int) -> str:
    """Return a number, rounded. Raises ArithmeticError if its enclosure does not decide how,
    PreconditionError for words."""
    if isinstance(value, str):
        raise PreconditionError("number", value, "must be a number, to have decimals")
    real = Real.of(value) if isinstance(value, int | Q) else value
    enclosed = real if isinstance(real, Enclosure) else real.enclose(96)
    low, high = (_decimals(round(end * 10**digits), digits) for end in (enclosed.lo, enclosed.hi))
    if low != high:
        raise ArithmeticError(f"{low} or {high}")
    return low


def _decimals(units: int, digits: int) -> str:
    whole, rest = divmod(abs(units), 10**digits)
    return f"{'-' * (units < 0)}{whole}" + f".{rest:0{digits}d}" * (digits > 0)


def read_pages(things: Mapping[str, Any], folder: Path = FINDINGS) -> Iterator[PageOfFinding]:
    """Yield the pages of a folder by their numbers. `things`: the works and MDPs that they may
    name. Raises MalformedInput."""
    for file in sorted(folder.glob("*.toml")):
        yield read_page(file, things)


def read_page(file: Path, things: Mapping[str, Any]) -> PageOfFinding:
    """Return a page. Raises MalformedInput for a file that is not of this form."""

    def refuse(field: str, value: object, rule: str, line: int | None = None) -> MalformedInput:
        return MalformedInput(str(file), line, field, value, rule)

    name = NAME.fullmatch(file.name)
    if name is None:
        raise refuse("name", file.name, "must be E-NUMBER.toml, with two digits or more")
    text = file.read_text(encoding="utf-8")
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError as e:
        raise refuse("page", str(e), "must be TOML") from e
    for key in TEXTS:
        if not isinstance(said.get(key), str) or not said[key].strip():
            raise refuse(key, said.get(key), "must be a text")
    for key, value in said.items():
        if key not in TEXTS and not isinstance(value, OTHERS.get(key, ())):
            raise refuse(key, value, f"must be one of {', '.join((*TEXTS, *OTHERS))}")
    if said["affects"] not in AFFECTS or said["gravity"] not in GRAVITIES:
        rule = f"must be one of {', '.join(AFFECTS)}; of {', '.join(GRAVITIES)}"
        raise refuse("affects, gravity", (said["affects"], said["gravity"]), rule)
    if not said.get("witness"):
        raise refuse("witness", said.get("witness"), "must have every parameter")
    first = text[: text.index("corrections = ")].count("\n") + 2
    return PageOfFinding(
        file,
        int(name[1]),
        {key: " ".join(said[key].split()) for key in TEXTS[:-1]},
        said["witness"],
        tuple(said.get("refuted_words", ())),
        tuple(said.get("works", ())),
        said.get("mdp", ""),
        tuple(said.get("proved", ())),
        tuple(_blocks(said["corrections"], first, refuse)),
        things,
    )


def _blocks(
    text: str, first: int, refuse: Callable[..., MalformedInput]
) -> Iterator[tuple[int, str, Correction | str]]:
    """Yield the blocks of the corrections: line, module, and the change or the module whose changes
    serve it too."""
    head: tuple[int, re.Match[str]] | None = None
    words: dict[str, list[str]] = {"-": [], "+": []}
    for k, line in (*enumerate(text.splitlines(), first), (0, "")):
        if line.startswith(("- ", "+ ")) and head and not (line[0] == "-" and words["+"]):
            words[line[0]].append(line[2:])
            continue
        if line and not line.startswith("@@"):
            raise refuse("corrections", line[:40], "must begin with @@, - or +", k)
        if head is not None:
            yield _block(*head, words, refuse)
            head, words = None, {"-": [], "+": []}
        if line:
            match = HEAD.fullmatch(line)
            if match is None:
                rule = "must be @@ MODULE @@, or @@ MODULE as in MODULE @@"
                raise refuse("corrections", line[:60], rule, k)
            head = k, match


def _block(
    line: int,
    head: re.Match[str],
    words: Mapping[str, list[str]],
    refuse: Callable[..., MalformedInput],
) -> tuple[int, str, Correction | str]:
    module, other = head[1], head[2]
    printed, corrected = (" ".join(words[sign]) for sign in "-+")
    if bool(other) == bool(printed):
        raise refuse("corrections", head[0], "must have lines with -, or name another module", line)
    return line, module, other or Correction(printed, corrected)
