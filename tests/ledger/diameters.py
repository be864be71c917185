"""Write the diameters of the environments: `python -m tests.ledger.diameters` (a minute or two)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from proofs_check.arithmetic import ZERO, Q
from proofs_check.letters.occupancy import Triples
from proofs_check.statements.common.diameters import DIAMETERS
from proofs_check.statements.common.transitions import diameter
from reference.environments import list_environments, make
from reference.mdp import LayeredMDP

SEEDS = range(20)
LARGE = ("frozenlake-8x8", "taxi")
"""Environments with more than 300 states, which take minutes."""


def environments() -> list[str]:
    """Return the names of the environments of the table."""
    names = [info.name for info in list_environments()]
    return [name for name in names if name not in (*LARGE, "random:dirichlet")]  # it is `paper`


def exact(mdp: LayeredMDP) -> Triples:
    """Return P in rationals, each row divided by its sum (which differs from 1 by rounding)."""
    rows = [[[[Q(Fraction(p)) for p in row] for row in P_x] for P_x in P_h] for P_h in mdp.P]
    return [[[[p / sum(row, ZERO) for p in row] for row in P_x] for P_x in P_h] for P_h in rows]


def seeds(name: str) -> range:
    """Return the seeds of an environment: one if its MDP is not random."""
    return SEEDS if name == "paper" or name.startswith("random:") else SEEDS[:1]


def computed(name: str, of: Iterable[int]) -> tuple[list[str | None], int]:
    """Return the diameters for these seeds to two decimals, and the most successors of a pair."""
    found, most = list[str | None](), 0
    for seed in of:
        P = exact(make(name, seed=seed).mdp)
        D = diameter(P)
        found.append(None if D is None else f"{round(D * 100) // 100}.{round(D * 100) % 100:02}")
        most = max(most, *(sum(p > 0 for p in row) for P_h in P for P_x in P_h for row in P_x))
    return found, most


def row(name: str) -> dict[str, Any]:
    """Return the row of an environment."""
    problem = make(name)
    D, Gamma = computed(name, seeds(name))
    (law,) = (info.description for info in list_environments() if info.name == name)
    return {
        "environment": name, "law": law, "random": len(seeds(name)) > 1, "L": problem.mdp.L,
        "X": sum(problem.mdp.layers), "A": problem.mdp.A, "Gamma": Gamma, "D": D,
    }  # fmt: skip


def main() -> None:
    """Write the file."""
    rows = (json.dumps(row(name)) for name in environments())
    DIAMETERS.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
