"""The choices of the readings that the checker computes: a trace with another is not judged."""

from __future__ import annotations

from collections.abc import Mapping

from reference.readings import BY_KEY
from reference.support.errors import NotCovered

COMPUTED = {
    "trigger": ("max1", "printed", "printed-without-x_L"),
    "x_L": ("no-pairs", "printed"),
    "glop": ("unscaled", "default", "dual-simplex", "backward-induction"),
    "completion": ("uniform", "first", "previous", "greedy", "any"),
    "log": ("ln", "log2", "log10"),
    "last-trigger": ("skip", "solve"),
    "radii": ("printed", "union", "union-half", "bernstein", "bernstein-1", "recorded"),
}
"""Readings that change what Algorithm 1 does, with the choices that are computed here, too."""
NO_MATTER = ("lp-form", "r_bar", "reward-law")
"""Readings whose choice changes nothing that is checked."""


def refuse_uncovered(choices: Mapping[str, str], file: str) -> None:
    """Raise NotCovered for a choice that the learner has and the checker has not."""
    for key, choice in choices.items():
        reading = BY_KEY[key]
        if reading.scope != "UCRL-LP":
            continue
        known = reading.choices if key in NO_MATTER else COMPUTED.get(key, (reading.default,))
        if choice not in known:
            raise NotCovered(file, f"{reading.id}, {key}", choice, known)
