"""What Theorem 4 rests on, as SVG: a layered drawing whose positions are committed (graph.json).

Steps are folded into their statement; arrows that follow from others are omitted. The border of a
box is the status as printed, its fill how the last form is known. `python -m tests.report.layout`
computes the positions with Graphviz, which nothing else needs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from proofs_check.ledger.registry import REGISTRY, STATEMENTS
from proofs_check.ledger.statement import Statement
from proofs_check.report.badges import LOOKS, Look
from proofs_check.report.html.statement_page import Statement as StatementPage
from proofs_check.report.overview import MAIN

SIZES = {"wide": (132, 48, 6), "narrow": (52, 32, 5)}  # width, height, ring of a box


@cache
def layout() -> dict[str, Any]:
    """The committed drawing: for each size its box, nodes and edges."""
    found: dict[str, Any] = json.loads(files(__package__).joinpath("graph.json").read_text("utf-8"))
    return found


def box_of(label: str) -> str:
    """Return the label of the box that holds a statement: the one that its module names, or that of
    the statement whose step it is; its own if it is alone."""
    one = _statement(label)
    if isinstance(one.box, str) and one.box:
        return box_of(STATEMENTS[one.box].label)
    parent = next((c.part_of for key, c in REGISTRY.items() if key[0] == label), "")
    prefix = label.rpartition(":")[0]  # `eq:14:mean` is a step of `eq:14`
    parent = parent or (prefix if (prefix, "printed") in REGISTRY else "")
    return box_of(parent) if parent and not one.box else label


def _statement(label: str) -> Statement:
    return next(one for one in STATEMENTS.values() if one.label == label)


def edges() -> tuple[list[str], list[tuple[str, str]]]:
    """The boxes below the main theorem and the arrows between them, transitive ones left out."""
    of: dict[str, set[str]] = {}  # label -> the labels that its forms use
    for one in REGISTRY.values():
        of.setdefault(one.label, set()).update(one.uses)
    uses: dict[str, set[str]] = {}  # the same for boxes
    for label in _below({MAIN}, of):
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
        one = todo.pop()
        if one not in seen:
            seen.add(one)
            todo += uses[one]
    return seen


def name_of(label: str) -> tuple[str, str, str]:
    """Return names and caption of a box; the paper's name where its module gives none."""
    number = next((c.number for key, c in REGISTRY.items() if key[0] == label), label)
    box = _statement(label).box
    return box if isinstance(box, tuple) else (number, number, "")


def drawings(known: Mapping[str, StatementPage]) -> list[dict[str, Any]]:
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
                    "names": name_of(label),
                    "href": known[label].href,
                    **_worst(label, known),
                }
                for label, (x, y) in layout()[size]["nodes"].items()
            ],
        }
        for size, (width, height, ring) in SIZES.items()
    ]


def _worst(label: str, known: Mapping[str, StatementPage]) -> dict[str, Look]:
    """The worst looks in a box; lines of Algorithm 1 that are not its first do not show."""
    order = [one for one in LOOKS.values() if one.word != "given"]
    module = next(m for m, one in STATEMENTS.items() if one.label == label)
    joined = [m.label for m in STATEMENTS.values() if m.box == module]
    named = [m for m in joined if not m.startswith("alg:") and m in known]
    members = [known[m] for m in (label, *named)]

    def worst(looks: Iterable[Look]) -> Look:
        return max(looks, key=lambda one: order.index(one) if one in order else -1)

    return {
        "printed": worst(one.printed for one in members),
        "last": worst(one.known for one in members),
    }
