"""`reference`: UCRL-LP by Leon and Etesami, line by line in the notation of the paper.

What a notebook needs:

    from reference import LayeredMDP, make, run, read_trace

    problem = make("frozenlake-4x4", horizon=10)
    outcome = run(problem.mdp, T=1000, seed=1)
    outcome.regret, len(outcome.epochs)

Names are loaded on first use, so that reading a trace does not load the LP solver.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

VERSION = "0.1.0"

if TYPE_CHECKING:
    from reference.environments import list_environments as list_environments
    from reference.environments import make as make
    from reference.environments import read_mdp as read_mdp
    from reference.environments import write_mdp as write_mdp
    from reference.errors import UcrlLpError as UcrlLpError
    from reference.mdp import LayeredMDP as LayeredMDP
    from reference.occupancy import occupancy_measure as occupancy_measure
    from reference.occupancy import optimal_policy as optimal_policy
    from reference.occupancy import value as value
    from reference.play import Run as Run
    from reference.play import run as run
    from reference.regret import total_regret as total_regret
    from reference.resume import resume_run as resume_run
    from reference.trace_reader import read as read_trace  # noqa: F401  # re-exported, renamed

_HOME = {
    "LayeredMDP": "mdp",
    "Run": "play",
    "UcrlLpError": "errors",
    "list_environments": "environments",
    "make": "environments",
    "occupancy_measure": "occupancy",
    "optimal_policy": "occupancy",
    "read_mdp": "environments",
    "read_trace": "trace_reader:read",
    "resume_run": "resume",
    "run": "play",
    "total_regret": "regret",
    "value": "occupancy",
    "write_mdp": "environments",
}
__all__ = [*_HOME, "VERSION"]  # computed, so that the list exists once


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'reference' has no attribute {name!r}")
    module, _, attribute = _HOME[name].partition(":")
    found = getattr(importlib.import_module(f"reference.{module}"), attribute or name)
    globals()[name] = found
    return found
