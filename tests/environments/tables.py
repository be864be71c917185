"""What the tests of environments share: V(pi*), equality to the last bit, files of rewards."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from reference.environments.adversaries import FORMAT
from reference.mdp import LayeredMDP, Tables
from reference.occupancy import optimal_policy


def best(mdp: LayeredMDP) -> Any:
    """V(pi*), exact if the MDP is."""
    return optimal_policy(mdp).value


def same(mdp: LayeredMDP, other: LayeredMDP) -> bool:
    """Equal entries of equal kind; repr tells -0.0 from 0.0."""
    return (mdp.layers, mdp.A, mdp.exact) == (other.layers, other.A, other.exact) and all(
        repr(a.tolist()) == repr(b.tolist())
        for a, b in zip(mdp.P + mdp.r, other.P + other.r, strict=True)
    )


def write_rewards(path: Path, rows: Iterable[Tables], layers: tuple[int, ...], A: int) -> None:
    """The tables of every episode as a file that `read_rewards` reads."""
    episodes = [[r_h.tolist() for r_h in r] for r in rows]
    head = {**FORMAT, "layers": list(layers), "A": A, "T": len(episodes)}
    lines = [head, *({"t": t, "r": r} for t, r in enumerate(episodes, 1))]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
