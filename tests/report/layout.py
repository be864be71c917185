"""The positions of the statement graph by Graphviz: `python -m tests.report.layout` writes them.

Run it when the statements that Theorem 4 rests on have changed; it needs `dot` (Debian: graphviz).
"""

from __future__ import annotations

import json
import subprocess
from typing import Any

from proofs_check import statements
from proofs_check.report.html.graph import SIZES, edges, name_of
from tests.paths import ROOT

FILE = ROOT / "proofs_check/report/html/graph.json"
SEPARATION = {"wide": (0.2, 0.36), "narrow": (0.03, 0.3)}  # of nodes and of ranks, in inches
MARGIN = 6


def drawn(size: str) -> dict[str, Any]:
    """One drawing: its box, the centres of the nodes and the paths of the edges, in points."""
    width, height, _ = SIZES[size]
    nodesep, ranksep = SEPARATION[size]
    boxes, arrows = edges()
    ids = {label: f"n{k}" for k, label in enumerate(boxes)}
    source = (
        f"digraph{{rankdir=TB;nodesep={nodesep};ranksep={ranksep};splines=true;"
        f'node[shape=box,fixedsize=true,width={width / 72},height={height / 72},label=""];'
        "edge[arrowhead=none];"
        + "".join(f"{ids[label]};" for label in boxes)
        + "".join(f"{ids[a]}->{ids[b]};" for a, b in arrows)
        + "}"
    )
    done = subprocess.run(
        ["dot", "-Tjson"], input=source, capture_output=True, text=True, check=True
    )
    graph = json.loads(done.stdout)
    x0, y0, x1, y1 = map(float, graph["bb"].split(","))
    labels = {name: label for label, name in ids.items()}
    of = {o["_gvid"]: labels[o["name"]] for o in graph["objects"]}

    def at(pair: str) -> tuple[float, float]:
        x, y = map(float, pair.split(","))
        return round(x + MARGIN, 1), round(y1 - y + MARGIN, 1)

    def path(edge: dict[str, Any]) -> str:
        points = [at(p.removeprefix("e,").removeprefix("s,")) for p in edge["pos"].split()]
        first, *rest = (f"{x:.0f} {y:.0f}" for x, y in points)
        return f"M{first}C{' '.join(rest)}"

    return {
        "box": [round(x1 - x0 + 2 * MARGIN), round(y1 - y0 + 2 * MARGIN)],
        "nodes": {of[o["_gvid"]]: at(o["pos"]) for o in graph["objects"]},
        "edges": [(of[e["tail"]], of[e["head"]], path(e)) for e in graph["edges"]],
    }


def text() -> str:
    """The file: a line for each node and edge."""
    statements.load()
    layouts = {size: drawn(size) for size in SIZES}
    shown = json.dumps(layouts, ensure_ascii=False)
    return shown.replace("], [", "],\n[").replace('], "', '],\n"') + "\n"


if __name__ == "__main__":
    statements.load()
    for label in edges()[0]:
        if not name_of(label)[2]:
            print("no caption:", label)
    FILE.write_text(text(), encoding="utf-8")
