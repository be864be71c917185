"""An entry of the registry of algorithms: its name, its class, the options that it has."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from reference import readings
from reference.figure1.ucrl_lp_twin import TWIN_OPTIONS

OURS, TWIN = "ucrl-lp", "ucrl-lp-twin"


@dataclass(frozen=True)
class Algorithm:
    """One entry of the registry. `episode` and `doubling` are rough seconds at the paper's size,
    per episode and per doubling of T: used only to order trials and to estimate the time left."""

    name: str
    label: str
    learner: str
    """module:class"""
    fixed: Mapping[str, Any]
    episode: float
    doubling: float = 0.0

    @property
    def learner_class(self) -> Any:
        """Return its class, imported now; OURS and TWIN have none."""
        module, _, name = self.learner.partition(":")
        return getattr(import_module(module), name)

    @property
    def defaults(self) -> dict[str, Any]:
        """Return its options and their defaults."""
        if self.name == OURS:
            # The distribution of rewards belongs to a trial, not to the learner.
            full = readings.choose()
            open_ = {k for k, reading in readings.BY_KEY.items() if len(reading.choices) > 1}
            return {k: v for k, v in full.items() if k in open_ and k != "reward-law"}
        if self.name == TWIN:
            return TWIN_OPTIONS
        parameters = inspect.signature(self.learner_class).parameters.values()
        return {
            p.name: p.default
            for p in parameters
            if p.kind is p.KEYWORD_ONLY and p.name not in self.fixed
        }
