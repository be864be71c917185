"""What Theorem 4 rests on, as SVG: a layered drawing whose positions are committed (graph.json).

Steps are folded into their statement; arrows that follow from others are omitted. The fill of a box
says whether it is true and how that is known, its border whether the printed argument shows it.
`python -m tests.report.layout` computes the positions with Graphviz, which nothing else needs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from proofs_check.ledger.registry import REGISTRY, STATEMENTS, main_theorem
from proofs_check.report.badges import ARGUMENT, Look
from proofs_check.report.document import inlines
from proofs_check.report.html.render import line_markup, markup
from proofs_check.report.pages.statements import Audited
from proofs_check.report.terminal import spoken

SIZES = {"wide": (132, 48, 6), "narrow": (52, 32, 5)}  # width, height, ring of a box


@cache
def layout() -> dict[str, Any]:
    """Return the committed drawing: for each size its box, nodes and edges."""
    drawing: dict[str, Any] = json.loads(
        files(__package__).joinpath("graph.json").read_text("utf-8")
    )
    return drawing


def box_of(label: str) -> str:
    """Return the label of the box that holds a statement: the one that its module names, or that of
    the statement whose step it is; its own if it is alone."""
    statement = STATEMENTS[_module(label)]
    if isinstance(statement.box, str) and statement.box:
        return box_of(STATEMENTS[statement.box].label)
    parent = next((c.part_of for key, c in REGISTRY.items() if key[0] == label), "")
    prefix = label.rpartition(":")[0]  # a label with a colon more is a step
    parent = parent or (prefix if (prefix, "printed") in REGISTRY else "")
    return box_of(parent) if parent and not statement.box else label


def _module(label: str) -> str:
    return next(module for module, statement in STATEMENTS.items() if statement.label == label)


def edges() -> tuple[list[str], list[tuple[str, str]]]:
    """Return the boxes below the main theorem and the arrows between them, without those that
    follow from others."""
    of: dict[str, set[str]] = {}  # label -> the labels that its forms use
    for claim in REGISTRY.values():
        of.setdefault(claim.label, set()).update(claim.uses)
    uses: dict[str, set[str]] = {}  # the same for boxes
    for label in _below({main_theorem()}, of):
        uses.setdefault(box_of(label), set()).update(map(box_of, of[label]))
    uses = {box: below - {box} for box, below in uses.items()}
    kept = [
        (a, b) for a, below in uses.items() for b in below if b not in _below(below - {b}, uses)
    ]
    return sorted(uses), sorted(kept)


def _below(start: Iterable[str], uses: Mapping[str, Iterable[str]]) -> set[str]:
    """All that can be reached from `start`, itself included."""
    seen: set[str] = set()
    todo = list(start)
    while todo:
        label = todo.pop()
        if label not in seen:
            seen.add(label)
            todo += uses[label]
    return seen


def name_of(label: str) -> tuple[str, str, str]:
    """Return names and caption of a box; the paper's name where its module gives none."""
    number = next((c.number for key, c in REGISTRY.items() if key[0] == label), label)
    box = STATEMENTS[_module(label)].box
    return box if isinstance(box, tuple) else (number, number, "")


def drawings(known: Mapping[str, Audited]) -> list[dict[str, Any]]:
    """What the template draws, for wide and for narrow pages; nothing if a statement is missing."""
    if any(label not in known for label in layout()["wide"]["nodes"]):
        return []
    return [
        {
            "size": size,
            "box": layout()[size]["box"],
            "edges": layout()[size]["edges"],
            "ring": ring,
            "nodes": [
                {
                    "label": label,
                    "x": x - width / 2,
                    "y": y - height / 2,
                    "width": width,
                    "height": height,
                    **_named(label, size),
                    "href": known[label].href,
                    **_worst(label, known),
                }
                for label, (x, y) in layout()[size]["nodes"].items()
            ],
        }
        for size, (width, height, ring) in SIZES.items()
    ]


def _named(label: str, size: str) -> dict[str, Any]:
    """Return the name in the box, its caption, and what a reader who sees neither is told."""
    long, short, caption = name_of(label)
    wide = size == "wide"

    def typeset(said: str) -> Any:
        return markup(line_markup(inlines(said), _nowhere))

    return {
        "name": typeset(long) if wide else typeset(short) if "$" in short else short,
        "caption": typeset(caption) if wide else "",
        "told": "" if wide else f": {spoken(long)}, {spoken(caption)}",
    }


def _nowhere(_: object) -> str:
    """Return no address: a name in a box has no links of its own."""
    return ""


FILLS = (
    "k-given",
    "k-coq",
    "k-proved",
    "k-argued",
    "k-cited",
    "k-runs",
    "k-cond",
    "k-open",
    "k-under",
    "k-false",
)  # best first
SHOWN = ("not needed", "yes", "none given", "depends on a choice", "gap", "wrong step")
BORDERS = [ARGUMENT[k].style for k in SHOWN]


def _worst(label: str, known: Mapping[str, Audited]) -> dict[str, Look]:
    """Return the worst looks in a box; lines of Algorithm 1 that are not its first do not show."""
    module = _module(label)
    joined = [m.label for m in STATEMENTS.values() if m.box == module]
    named = [m for m in joined if not m.startswith("alg:") and m in known]
    members = [known[m] for m in (label, *named)]
    return {
        "true": max((m.true for m in members), key=lambda look: FILLS.index(look.style)),
        "argument": max((m.argument for m in members), key=lambda look: BORDERS.index(look.style)),
    }
