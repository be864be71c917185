"""What the paper contains: labels, statements, displays, lines of Algorithm 1, inline bounds.

`inventory.json` is made by `items` from the LaTeX source and holds facts (kind, label, number,
section, source line), no sentences. The audit is complete if every item has a claim that covers it.

    python -m proofs_check.ledger.inventory SOURCE.tex > proofs_check/ledger/inventory.json

Ids are LaTeX labels where there is one; else `prop:1`, `rem:1`, `def:1` (the number as compiled),
`eq:8` (the equation's number), `disp:App. B.2` (the section's second display without a number),
`alg:main/7` (the seventh line of Algorithm 1 that is not blank), `inline:I-B.3` (the third formula
of Sec. I-B with a bound in it) and `sec:VI` for the section's sentences without a formula. An
anchor is a label of a section, a figure or a float: it claims nothing.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from reference.support.errors import PreconditionError

INVENTORY = Path(__file__).with_name("inventory.json")
# Environment -> (id prefix, printed name, counter): propositions share the theorems' counter.
THEOREM_LIKE = {
    "theorem": ("thm", "Theorem", "theorem"),
    "lemma": ("lem", "Lemma", "lemma"),
    "assumption": ("as", "Assumption", "assumption"),
    "definition": ("def", "Definition", "definition"),
    "proposition": ("prop", "Prop.", "theorem"),
    "remark": ("rem", "Remark", "remark"),
}
DISPLAYS = ("equation", "align", "equation*", "align*")
ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
BOUND = re.compile(r"\\wto\(|(?<![A-Za-z\\])O\(|\\log T|\\sqrt\{X\}|\\sqrt\{L\}|L=6|X = 52|A = 5")
TOKEN = re.compile(
    r"\\begin\{(?P<begin>[A-Za-z*]+)\}|\\end\{(?P<end>[A-Za-z*]+)\}|\\label\{(?P<label>[^}]*)\}"
    r"|\\(?P<sec>(?:sub)?section)\{|(?P<app>\\appendices)|\\(?P<line>State|For|If)\b(?P<text>[^\n]*)"
    r"|(?P<row>\\\\)|(?P<notag>\\notag)|\\tag\{(?P<tag>[^}]*)\}|\$(?P<inline>[^$]*)\$"
)
QUOTED = ("abstract", "Sec. I", "Sec. VI", "Sec. VII")  # where sentences themselves make claims


@dataclass(frozen=True)
class Item:
    """One thing the paper states: `number` as compiled ("Lemma 4", "(20)"), "" if it has none."""

    id: str
    kind: str  # "statement", "display", "algorithm line", "inline bound", "section", "anchor"
    number: str
    section: str
    line: int
    math: str = ""  # inline bounds: the formula


def items(source: str) -> list[Item]:
    """Every item of the LaTeX source, in its order. Raises PreconditionError if two have one id."""
    found = [*_Reader(re.sub(r"(?<!\\)%[^\n]*", "", source)).items()]
    repeated = [k for k, n in Counter(item.id for item in found).items() if n > 1]
    if repeated:
        raise PreconditionError("source", repeated, "the ids of its items must be unique")
    return found


class _Reader:
    """Walks through the tokens of the source, counting as LaTeX does."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.count: Counter[str] = Counter()
        self.section, self.appendix, self.proof = "", False, False

    def items(self) -> Iterator[Item]:
        display: _Display | None = None
        statement: tuple[str, str, int] | None = None  # (prefix, number, line): awaiting its label
        for token in TOKEN.finditer(self.source):
            line = self.source.count("\n", 0, token.start()) + 1
            begin, end, label = token["begin"], token["end"], token["label"]
            if statement and label is None:
                yield self._statement(statement, f"{statement[0]}:{statement[1].split()[-1]}")
                statement = None
            if token["sec"] or token["app"]:
                yield from self._heading(token, line)
            elif begin == "abstract":
                self.section = "abstract"
                yield Item("sec:abstract", "section", "abstract", self.section, line)
            elif begin in THEOREM_LIKE:
                prefix, name, counter = THEOREM_LIKE[begin]
                self.count[counter] += 1
                statement = prefix, f"{name} {self.count[counter]}", line
            elif begin in DISPLAYS:
                display = _Display(line, numbered=not begin.endswith("*"))
            elif end in DISPLAYS and display:
                yield from self._display(display)
                display = None
            elif label is not None and statement:
                yield self._statement(statement, label)
                statement = None
            elif display:
                display.see(token)
            elif label is not None:
                yield Item(label, "anchor", "", self.section, line)
            elif token["line"] and token["text"].strip():
                self.count["alg"] += 1
                n = self.count["alg"]
                yield Item(f"alg:main/{n}", "algorithm line", f"Alg. 1/{n}", self.section, line)
            elif token["inline"] and BOUND.search(token["inline"]) and not self._in_body():
                yield replace(
                    self._numbered("inline", "inline bound", line), math=token["inline"].strip()
                )

    def _in_body(self) -> bool:
        """Bounds of the body and the appendices are in displays; elsewhere they are inline."""
        return not self.section.startswith(QUOTED) and not self.section.startswith("Sec. IV")

    def _heading(self, token: re.Match[str], line: int) -> Iterator[Item]:
        if token["app"]:
            self.appendix = True
            self.count["section"] = 0
            return
        if token["sec"] == "section":
            self.count["section"] += 1
            self.count["subsection"] = 0
        else:
            self.count["subsection"] += 1
        n, sub = self.count["section"], self.count["subsection"]
        letter = chr(ord("A") + sub - 1) if sub else ""
        name = f"App. {chr(ord('A') + n - 1)}" if self.appendix else f"Sec. {ROMAN[n]}"
        self.section = f"{name}-{letter}" if letter else name
        if self.section in QUOTED:
            yield Item(f"sec:{ROMAN[n]}", "section", self.section, self.section, line)

    def _statement(self, statement: tuple[str, str, int], id: str) -> Item:
        return Item(id, "statement", statement[1], self.section, statement[2])

    def _display(self, display: _Display) -> Iterator[Item]:
        rows = display.rows()
        for label in rows:
            self.count["equation"] += 1
            n = self.count["equation"]
            yield Item(label or f"eq:{n}", "display", f"({n})", self.section, display.line)
        if display.tag:  # a tag replaces the number
            id = display.label or display.tag
            yield Item(id, "display", display.tag, self.section, display.line)
        elif not rows:
            yield self._numbered("disp", "display", display.line)

    def _numbered(self, prefix: str, kind: str, line: int) -> Item:
        where = self.section.removeprefix("Sec. ")
        self.count[prefix + where] += 1
        return Item(f"{prefix}:{where}.{self.count[prefix + where]}", kind, "", self.section, line)


class _Display:
    """One display: the label of each row that carries a number, and its tag."""

    def __init__(self, line: int, numbered: bool) -> None:
        self.line, self.numbered = line, numbered
        self.labels: list[str] = []
        self.label, self.notag, self.tag = "", False, ""

    def see(self, token: re.Match[str]) -> None:
        self.label = token["label"] or self.label
        self.tag = token["tag"] or self.tag
        self.notag = self.notag or bool(token["notag"] or token["tag"])
        if token["row"]:
            self.end_row()

    def end_row(self) -> None:
        if self.numbered and not self.notag:
            self.labels.append(self.label)
            self.label = ""
        self.notag = False

    def rows(self) -> list[str]:
        """The labels ("" for none) of the numbered rows."""
        self.end_row()
        return self.labels


def items_json(found: list[Item]) -> str:
    """One item per line, so that a change of the source is a readable diff."""
    return "[\n" + ",\n".join(json.dumps(asdict(item)) for item in found) + "\n]\n"


def committed_items() -> list[Item]:
    """The items of `inventory.json`."""
    return [Item(**item) for item in json.loads(INVENTORY.read_text(encoding="utf-8"))]


if __name__ == "__main__":
    sys.stdout.write(items_json(items(Path(sys.argv[1]).read_text(encoding="utf-8"))))
