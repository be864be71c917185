"""What the paper contains: labels, statements, displays, lines of Algorithm 1, inline bounds.

`inventory.json` is made by `items` from the LaTeX source and holds facts (kind, label, number,
section, source line), no sentences. The audit is complete if every item has a claim that covers it.

    python -m proofs_check.ledger.inventory SOURCE.tex > proofs_check/ledger/inventory.json

Ids are LaTeX labels where there is one; else `prop:1`, `rem:1`, `def:1` (the number as compiled),
`eq:8` (the equation's number), `disp:App. B.2` (the section's second display without a number),
`alg:main/N` (the Nth line of Algorithm 1 that is not blank), `inline:I-B.3` (the third formula
of Sec. I-B with a bound in it) and `sec:VI` for the section's sentences without a formula. An
anchor is a label of a section, a figure or a float: it claims nothing.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import zip_longest
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
ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
HEADING = re.compile(
    r"\\(?P<level>(?:sub)?section)\{|(?P<appendix>\\appendices)|\\begin\{abstract\}"
)
BOUND = re.compile(r"\\wto\(|(?<![A-Za-z\\])O\(|\\log T|\\sqrt\{X\}|\\sqrt\{L\}|L=6|X = 52|A = 5")
TOKEN = re.compile(
    r"\\begin\{(?P<display>(?:equation|align)\*?)\}(?P<body>[\s\S]*?)\\end\{(?P=display)\}"
    r"|\\begin\{(?P<begin>[A-Za-z*]+)\}|\\label\{(?P<label>[^}]*)\}"
    r"|\\(?P<heading>(?:sub)?section)\{"
    r"|\\(?P<line>State|For|If)\b(?P<text>[^\n]*)|\$(?P<inline>[^$]*)\$"
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
    found = [*_items(re.sub(r"(?<!\\)%[^\n]*", "", source))]
    repeated = [k for k, n in Counter(item.id for item in found).items() if n > 1]
    if repeated:
        raise PreconditionError("source", repeated, "the ids of its items must be unique")
    return found


def sections(source: str) -> dict[int, str]:
    """Line -> the section that begins there: "abstract", "Sec. I-A", "App. B"."""
    found: dict[int, str] = {}
    section, below, appendix = 0, 0, False
    for heading in HEADING.finditer(source):
        line = source.count("\n", 0, heading.start()) + 1
        if heading["appendix"]:
            section, appendix = 0, True
        elif not heading["level"]:
            found[line] = "abstract"
        else:
            top = heading["level"] == "section"
            section, below = (section + 1, 0) if top else (section, below + 1)
            name = f"App. {chr(64 + section)}" if appendix else f"Sec. {ROMAN[section]}"
            found[line] = f"{name}-{chr(64 + below)}" if below else name
    return found


def _items(source: str) -> Iterator[Item]:
    """Yield the items of the tokens, counting as LaTeX does."""
    tokens = [*TOKEN.finditer(source)]
    counted = _Counted(Counter())
    begins = sections(source)
    after_statement = False
    for token, following in zip_longest(tokens, tokens[1:]):
        line = source.count("\n", 0, token.start()) + 1
        match token.lastgroup, token["begin"]:
            case ("heading", _) | (_, "abstract"):
                counted.place = begins[line]
                yield from counted.section(line)
            case _, begin if begin in THEOREM_LIKE:
                label = following["label"] if following else None
                yield counted.statement(begin, label, line)
            case "body", _:
                yield from counted.displays(token["display"], token["body"], line)
            case "label", _ if not after_statement:
                yield Item(token["label"], "anchor", "", counted.place, line)
            case "text", _ if token["text"].strip():
                yield counted.algorithm_line(line)
            case "inline", _ if BOUND.search(token["inline"]):
                yield from counted.inline(token["inline"].strip(), line)
        after_statement = token["begin"] in THEOREM_LIKE


@dataclass
class _Counted:
    """LaTeX's counters, and the section that has been reached."""

    count: Counter[str]
    place: str = ""

    def next(self, counter: str) -> int:
        """Step a counter and return its value."""
        self.count[counter] += 1
        return self.count[counter]

    def unnamed(self, prefix: str, kind: str, line: int, math: str = "") -> Item:
        """Return an item without a number, named by its place in its section."""
        where = self.place.removeprefix("Sec. ")
        return Item(
            f"{prefix}:{where}.{self.next(prefix + where)}", kind, "", self.place, line, math
        )

    def section(self, line: int) -> Iterator[Item]:
        """Yield the section that begins, where sentences themselves make claims."""
        if self.place in QUOTED:
            id = f"sec:{self.place.removeprefix('Sec. ')}"
            yield Item(id, "section", self.place, self.place, line)

    def statement(self, environment: str, label: str | None, line: int) -> Item:
        """Return a statement, named by its label if it has one."""
        prefix, name, counter = THEOREM_LIKE[environment]
        n = self.next(counter)
        return Item(label or f"{prefix}:{n}", "statement", f"{name} {n}", self.place, line)

    def displays(self, display: str, body: str, line: int) -> Iterator[Item]:
        """Yield the numbered or tagged rows of a display, or the display if it has none."""
        rows = [*_rows(display, body)]
        for label, tag in rows:
            n = self.count["equation"] if tag else self.next("equation")  # a tag is the number
            yield Item(label or tag or f"eq:{n}", "display", tag or f"({n})", self.place, line)
        if not rows:
            yield self.unnamed("disp", "display", line)

    def algorithm_line(self, line: int) -> Item:
        """Return the next line of Algorithm 1."""
        n = self.next("alg")
        return Item(f"alg:main/{n}", "algorithm line", f"Alg. 1/{n}", self.place, line)

    def inline(self, math: str, line: int) -> Iterator[Item]:
        """Yield a bound in a sentence. Those of the body and the appendices are in displays."""
        if self.place.startswith((*QUOTED, "Sec. IV")):
            yield self.unnamed("inline", "inline bound", line, math)


def _rows(display: str, body: str) -> Iterator[tuple[str, str]]:
    """(label, tag), "" for none, of each row of a display that carries a number or a tag."""
    label = ""
    for row in body.split(r"\\"):
        label = [label, *re.findall(r"\\label\{([^}]*)\}", row)][-1]
        tag = re.search(r"\\tag\{([^}]*)\}", row)
        if tag or not (display.endswith("*") or r"\notag" in row):
            yield label, tag[1] if tag else ""
            label = ""


def items_json(found: list[Item]) -> str:
    """One item per line, so that a change of the source is a readable diff."""
    return "[\n" + ",\n".join(json.dumps(asdict(item)) for item in found) + "\n]\n"


def committed_items() -> list[Item]:
    """Return the items of `inventory.json`."""
    return [Item(**item) for item in json.loads(INVENTORY.read_text(encoding="utf-8"))]


if __name__ == "__main__":
    sys.stdout.write(items_json(items(Path(sys.argv[1]).read_text(encoding="utf-8"))))
