"""What the paper contains: labels, statements, displays, lines of Algorithm 1, inline bounds.

`inventory.json` is made by `items` from the LaTeX source and holds facts (kind, label, number,
section, source line), no sentences. The audit is complete if every item has a claim that covers it.

    python -m proofs_check.ledger.inventory SOURCE.tex > proofs_check/ledger/inventory.json

Numbers are LaTeX's own: `paper.aux` is what LaTeX wrote of the source, in which every numbered row,
statement and section had been given a label (`labelled`; `python -m tests.ledger.compiled` makes
it). Its first line has the SHA-256 of the source.

Ids are LaTeX labels where there is one; else `prop:1`, `rem:1`, `def:1` (the number as compiled),
`eq:8` (the equation's number), `disp:App. II.2` (the section's second display without a number),
`alg:main/N` (the Nth line of Algorithm 1 that is not blank), `inline:I-B.3` (the third formula
of Sec. I-B with a bound in it) and `sec:VI` for the section's sentences without a formula. An
anchor is a label of a section, a figure or a float: it claims nothing.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path

from reference.support.errors import PreconditionError

INVENTORY = Path(__file__).with_name("inventory.json")
AUX = Path(__file__).with_name("paper.aux")
# Environment -> (id prefix, printed name).
THEOREM_LIKE = {
    "theorem": ("thm", "Theorem"),
    "lemma": ("lem", "Lemma"),
    "assumption": ("as", "Assumption"),
    "definition": ("def", "Definition"),
    "proposition": ("prop", "Prop."),
    "remark": ("rem", "Remark"),
}
HEADING = re.compile(r"\\(?:sub)?section\{|\\(?P<abstract>begin\{abstract\})")
APPENDICES = re.compile(r"\\appendices\b")
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


def items(source: str, aux: str) -> list[Item]:
    """Every item of the LaTeX source, in its order, with the numbers of its `aux` file. Raises
    PreconditionError if two have one id, or if the file has no number for one."""
    listed = [*_items(_without_comments(source), numbers_of(aux))]
    repeated = [k for k, n in Counter(item.id for item in listed).items() if n > 1]
    if repeated:
        raise PreconditionError("source", repeated, "the ids of its items must be unique")
    return listed


def numbers_of(aux: str) -> dict[str, str]:
    """Return the number of each label of an aux file."""
    return dict(re.findall(r"\\newlabel\{([^}]*)\}\{\{\{?([^{}]*)\}", aux))


def source_of(aux: str) -> str:
    """Return the SHA-256 of the source that an aux file was made of."""
    return aux.partition("\n")[0].rpartition(" ")[2]


def labelled(source: str) -> str:
    """Return the source with a label at everything that LaTeX numbers, so that the aux file has the
    number of each: `at:LINE` for a heading or a statement, `at:LINE.ROW` for a row of a display."""
    bare = _without_comments(source)
    inserted: list[tuple[int, str]] = []
    for heading in HEADING.finditer(bare):
        if not heading["abstract"]:
            inserted.append((_closing(bare, heading.end()), _at(bare, heading.start())))
    for token in TOKEN.finditer(bare):
        if token["begin"] in THEOREM_LIKE:
            inserted.append((_after_option(bare, token.end()), _at(bare, token.start())))
        elif token["display"]:
            rows = list(_numbered_rows(token["display"], token["body"]))
            for k, (place, label, tag) in enumerate(rows, 1):
                if not label and not tag:
                    of_row = _at(bare, token.start()).replace("}", f".{k}}}")
                    inserted.append((token.start("body") + place, of_row))
    for place, label in sorted(inserted, reverse=True):
        bare = bare[:place] + label + bare[place:]
    return bare


def _without_comments(source: str) -> str:
    return re.sub(r"(?<!\\)%[^\n]*", "", source)


def _at(source: str, place: int) -> str:
    return f"\\label{{at:{line_of(source, place)}}}"


def line_of(source: str, place: int) -> int:
    """Return the number of the line in which a place of the source is."""
    return source.count("\n", 0, place) + 1


def _closing(source: str, place: int) -> int:
    """Return the place behind the brace that closes the one before `place`."""
    depth = 1
    while depth:
        depth += {"{": 1, "}": -1}.get(source[place], 0)
        place += 1
    return place


def _after_option(source: str, place: int) -> int:
    """Return the place behind an optional argument, if there is one."""
    option = re.compile(r"\s*\[[^\]]*\]").match(source, place)
    return option.end() if option else place


def sections(source: str, numbers: Mapping[str, str] | None = None) -> dict[int, str]:
    """Line -> the section that begins there: "abstract", "Sec. I-A", "App. II". `numbers`: those of
    the paper by default."""
    numbers = committed_numbers() if numbers is None else numbers
    starts: dict[int, str] = {}
    appendices = APPENDICES.search(source)
    for heading in HEADING.finditer(source):
        line = line_of(source, heading.start())
        appendix = appendices is not None and appendices.start() < heading.start()
        number = numbers.get(f"at:{line}", "")
        starts[line] = (
            "abstract" if heading["abstract"] else f"{'App.' if appendix else 'Sec.'} {number}"
        )
    return starts


def _items(source: str, numbers: Mapping[str, str]) -> Iterator[Item]:
    """Yield the items of the tokens."""
    tokens = [*TOKEN.finditer(source)]
    read = _Read(numbers, Counter())
    begins = sections(source, numbers)
    after_statement = False
    for token, following in zip_longest(tokens, tokens[1:]):
        line = line_of(source, token.start())
        match token.lastgroup, token["begin"]:
            case ("heading", _) | (_, "abstract"):
                read.place = begins[line]
                yield from read.section(line)
            case _, begin if begin in THEOREM_LIKE:
                label = following["label"] if following else None
                yield read.statement(begin, label, line)
            case "body", _:
                yield from read.displays(token["display"], token["body"], line)
            case "label", _ if not after_statement:
                yield Item(token["label"], "anchor", "", read.place, line)
            case "text", _ if token["text"].strip():
                yield read.algorithm_line(line)
            case "inline", _ if BOUND.search(token["inline"]):
                yield from read.inline(token["inline"].strip(), line)
        after_statement = token["begin"] in THEOREM_LIKE


@dataclass
class _Read:
    """Numbers of the aux file, the section that has been reached, and how many things without
    a number each section had so far."""

    numbers: Mapping[str, str]
    count: Counter[str]
    place: str = ""

    def number(self, label: str) -> str:
        """Return the number that LaTeX gave to a label."""
        if label not in self.numbers:
            raise PreconditionError("aux file", label, "has no number for this label")
        return self.numbers[label]

    def unnamed(self, prefix: str, kind: str, line: int, math: str = "") -> Item:
        """Return an item without a number, named by its place in its section."""
        where = self.place.removeprefix("Sec. ")
        self.count[prefix + where] += 1
        id = f"{prefix}:{where}.{self.count[prefix + where]}"
        return Item(id, kind, "", self.place, line, math)

    def section(self, line: int) -> Iterator[Item]:
        """Yield the section that begins, where sentences themselves make claims."""
        if self.place in QUOTED:
            id = f"sec:{self.place.removeprefix('Sec. ')}"
            yield Item(id, "section", self.place, self.place, line)

    def statement(self, environment: str, label: str | None, line: int) -> Item:
        """Return a statement, named by its label if it has one."""
        prefix, name = THEOREM_LIKE[environment]
        n = self.number(f"at:{line}")
        return Item(label or f"{prefix}:{n}", "statement", f"{name} {n}", self.place, line)

    def displays(self, display: str, body: str, line: int) -> Iterator[Item]:
        """Yield the numbered or tagged rows of a display, or the display if it has none."""
        rows = [*_numbered_rows(display, body)]
        for k, (_, label, tag) in enumerate(rows, 1):
            n = self.number(label or tag or f"at:{line}.{k}")
            yield Item(label or f"eq:{n}", "display", n if tag else f"({n})", self.place, line)
        if not rows:
            yield self.unnamed("disp", "display", line)

    def algorithm_line(self, line: int) -> Item:
        """Return the next line of Algorithm 1."""
        self.count["alg"] += 1
        n = self.count["alg"]
        return Item(f"alg:main/{n}", "algorithm line", f"Alg. 1/{n}", self.place, line)

    def inline(self, math: str, line: int) -> Iterator[Item]:
        """Yield a bound in a sentence. Those of the body and the appendices are in displays."""
        if self.place.startswith((*QUOTED, "Sec. IV")):
            yield self.unnamed("inline", "inline bound", line, math)


def _numbered_rows(display: str, body: str) -> Iterator[tuple[int, str, str]]:
    """(place of its end in the body, label, tag), "" for none, of each row of a display that
    carries a number or a tag."""
    label, place = "", 0
    for row in body.split(r"\\"):
        place += len(row)
        label = [label, *re.findall(r"\\label\{([^}]*)\}", row)][-1]
        tag = re.search(r"\\tag\{([^}]*)\}", row)
        if tag or not (display.endswith("*") or r"\notag" in row):
            yield place, label, tag[1] if tag else ""
            label = ""
        place += 2


def items_json(listed: list[Item]) -> str:
    """One item per line, so that a change of the source is a readable diff."""
    return "[\n" + ",\n".join(json.dumps(asdict(item)) for item in listed) + "\n]\n"


def committed_items() -> list[Item]:
    """Return the items of `inventory.json`."""
    return [Item(**item) for item in json.loads(INVENTORY.read_text(encoding="utf-8"))]


@cache
def committed_numbers() -> dict[str, str]:
    """Return the numbers of the compiled paper."""
    return numbers_of(AUX.read_text(encoding="utf-8"))


if __name__ == "__main__":
    text = Path(sys.argv[1]).read_text(encoding="utf-8")
    sys.stdout.write(items_json(items(text, AUX.read_text(encoding="utf-8"))))
