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

from proofs_check.ledger.registry import REGISTRY
from proofs_check.report.badges import ARGUMENT, Look
from proofs_check.report.document import text
from proofs_check.report.html.render import inline, markup
from proofs_check.report.pages.overview import MAIN
from proofs_check.report.pages.statements import Statement
from proofs_check.report.terminal import spoken

GROUPS = {  # first label of a box -> the others in it; lines of Algorithm 1 do not show in its look
    "lem:key-lem": ("eq:occ-1-norm-comb",),
    "lem:error": ("eq:28",),
    "lem:bias": ("eq:bias-decomp",),
    "lem:bias-term-1": ("disp:App. B.1", "eq:33"),
    "lem:bias-term-2": ("eq:35",),
    "disp:App. B.2": ("disp:App. B.3", "lem:bias-term-2:total"),
    "eq:lp-occ-update": ("alg:main/5", "alg:main/4"),
    "def:1": ("as:layered-mdp",),
    "eq:8": ("eq:regret-occ",),
    "eq:empirical-transition": ("eq:extra-term-P", "eq:conf-set-P", "alg:main/16"),
    "eq:14": (
        *("eq:extra-term-r", "eq:rew-ucb", "eq:rew-lcb"),
        *("alg:main/11", "alg:main/15", "alg:main/17"),
    ),
    "alg:main/12": tuple(f"alg:main/{line}" for line in (7, 8, 9, 13, 14, 10)),
}
NAMES = {  # label -> name in the wide and in the narrow drawing, caption
    "thm:main": ("Theorem 4", "Thm 4", "regret bound"),
    "lem:key-lem": ("Lemma 4", "L 4", r"distance of $\hat q$ and $q$"),
    "lem:error": ("Lemma 5", "L 5", "Error"),
    "lem:bias": ("Lemma 6", "L 6", "Bias-II"),
    "lem:occ-1-norm": ("Lemma 7", "L 7", "triples by pairs"),
    "lem:occ-term-1": ("Lemma 8", "L 8", "pairs of a layer"),
    "lem:occ-term-2": ("Lemma 9", "L 9", r"sum of $q\,\xi$"),
    "eq:26": ("(26)", "(26)", r"$\xi_i\leq2\epsilon_i$"),
    "lem:occ-1-norm:P_i": ("$P_i$", "$P_i$", r"induced by $\hat q_i$"),
    "lem:azuma-hoeffding": ("Lemma 10", "L 10", "Azuma, Hoeffding"),
    "lem:bias-term-1": ("Lemma 11", "L 11", "expected, visited"),
    "lem:bias-term-2": ("Lemma 12", "L 12", "bonuses visited"),
    "disp:App. B.2": ("Pigeonhole", "App. B", "displays 2 and 3"),
    "lem:conf-set-polytope": ("Lemma 1", "L 1", "polytope (13)"),
    "lem:conf-set-P-high-prob": ("Lemma 2", "L 2", "$P$ in its set"),
    "lem:conf-set-rew": ("Lemma 3", "L 3", "$r$ in its bounds"),
    "lem:adaptive-sampling": ("Sampling", "Samp.", "adaptive visits"),
    "eq:lp-occ-update": ("LP1", "LP1", "the linear program"),
    "prop:1": ("Prop. 1", "P 1", "$Q$"),
    "prop:2": ("Prop. 2", "P 2", r"$P$ and $\pi$ of $q$"),
    "prop:3": ("Prop. 3", "P 3", r"$Q^{\mathcal P}$"),
    "def:1": ("Def. 1", "Def. 1", "and Assumption 1"),
    "eq:8": ("(8), (9)", "(8, 9)", "regret by $q$"),
    "eq:empirical-transition": ("(10) to (12)", "10-12", "set of $P$"),
    "eq:14": ("(14) to (17)", "14-17", "bounds of $r$"),
    "alg:main/12": ("Line 12", "l. 12", "new epoch"),
    "thm:final-decomposition": ("(19)", "(19)", "four terms"),
}
SIZES = {"wide": (132, 48, 6), "narrow": (52, 32, 5)}  # width, height, ring of a box


@cache
def layout() -> dict[str, Any]:
    """The committed drawing: for each size its box, nodes and edges."""
    found: dict[str, Any] = json.loads(files(__package__).joinpath("graph.json").read_text("utf-8"))
    return found


def box_of(label: str) -> str:
    """The label of the box that holds a statement; its own if it is alone."""
    for first, others in GROUPS.items():
        if label in others:
            return first
    parent = next((c.part_of for key, c in REGISTRY.items() if key[0] == label), "")
    prefix = label.rpartition(":")[0]  # `eq:14:mean` is a step of `eq:14`
    parent = parent or (prefix if (prefix, "printed") in REGISTRY else "")
    return box_of(parent) if parent and label not in NAMES else label


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
    """Names of a box and its caption; the paper's for a box that is not in the table."""
    number = next((c.number for key, c in REGISTRY.items() if key[0] == label), label)
    return NAMES.get(label, (number, number, ""))


def drawings(known: Mapping[str, Statement]) -> list[dict[str, Any]]:
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
    """The name in the box, its caption, and what a reader who sees neither is told."""
    long, short, caption = name_of(label)
    wide = size == "wide"
    return {
        "name": markup(inline(text(long), _nowhere)) if wide else short,
        "caption": markup(inline(text(caption), _nowhere)) if wide else "",
        "told": "" if wide else f": {spoken(long)}, {spoken(caption)}",
    }


def _nowhere(_: object) -> str:
    """A name in a box has no links of its own."""
    return ""


FILLS = (
    "k-given",
    "k-coq",
    "k-proved",
    "k-argued",
    "k-runs",
    "k-cond",
    "k-open",
    "k-under",
    "k-false",
)  # best first
BORDERS = [ARGUMENT[k].style for k in ("not needed", "yes", "none given", "gap", "wrong step")]


def _worst(label: str, known: Mapping[str, Statement]) -> dict[str, Look]:
    """The worst looks in a box; lines of Algorithm 1 that are not its first do not show."""
    named = [m for m in GROUPS.get(label, ()) if not m.startswith("alg:") and m in known]
    members = [known[m] for m in (label, *named)]
    return {
        "true": max((m.true for m in members), key=lambda one: FILLS.index(one.style)),
        "argument": max((m.argument for m in members), key=lambda one: BORDERS.index(one.style)),
    }
