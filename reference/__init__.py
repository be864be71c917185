"""`reference`: UCRL-LP by Leon and Etesami, line by line in the notation of the paper.

Exports what a notebook needs. An environment by its name, and V(pi*), eq. (1):

    >>> from reference import LayeredMDP, make, optimal_policy, read_trace, run
    >>> mdp = make("riverswim", horizon=6).mdp
    >>> mdp.layers, mdp.A
    ((1, 2, 3, 4, 5, 6, 1), 2)
    >>> print(optimal_policy(mdp).value)
    3/100

Your own MDP (Assumption 1): P[h] is (X_h, A, X_{h+1}), r[h] is (X_h, A). Errors name field, value
and rule:

    >>> P = [[[[0.5, 0.5], [1.0, 0.0]]], [[[1.0], [1.0]], [[1.0], [1.0]]]]
    >>> r = [[[0.0, 0.25]], [[0.0, 0.0], [1.0, 0.5]]]
    >>> print(optimal_policy(LayeredMDP((1, 2, 1), 2, P, r)).value)
    0.5
    >>> LayeredMDP((1, 2, 1), 2, P, [[[0.0, 1.25]], r[1]])
    Traceback (most recent call last):
    reference.support.errors.PreconditionError: r[0][0][1]: a mean reward must ...

UCRL-LP (Algorithm 1) on it. The trace in `out` is what `proofs_check` checks:

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     outcome = run(mdp, T=50, seed=1, out=f"{folder}/run.jsonl")
    ...     header, first, *rest = read_trace(f"{folder}/run.jsonl")
    >>> outcome.episodes, outcome.regret > 0, first.i, first.t, header.T
    (50, True, 1, 1, 50)
    >>> outcome
    <Run of UCRL-LP: L=6, X=22, A=2; 50 of T=50 episodes, ... epochs; regret ...>
    >>> outcome.epoch(10).eps[5].shape  # also N, N3, r_bar, P_bar, b, r_hat, q_hat, pi, value
    (6, 2)
    >>> int(sum(N.sum() for N in outcome.N))  # L = 6 pairs are visited in every episode
    300

Names are loaded on first use, so that reading a trace does not load the LP solver.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reference.environments import from_arrays as from_arrays
    from reference.environments import from_gymnasium as from_gymnasium
    from reference.environments import list_environments as list_environments
    from reference.environments import make as make
    from reference.environments import read_mdp as read_mdp
    from reference.environments import write_mdp as write_mdp
    from reference.mdp import LayeredMDP as LayeredMDP
    from reference.occupancy import occupancy_measure as occupancy_measure
    from reference.occupancy import optimal_policy as optimal_policy
    from reference.occupancy import value as value
    from reference.regret import total_regret as total_regret
    from reference.running.driver import run as run
    from reference.running.outcome import Run as Run
    from reference.running.resume import resume_run as resume_run
    from reference.support.errors import UcrlLpError as UcrlLpError
    from reference.support.versions import VERSION as VERSION
    from reference.trace import reader as _reader

    read_trace = _reader.read

_HOME = {
    "LayeredMDP": "mdp",
    "Run": "running.outcome",
    "UcrlLpError": "support.errors",
    "VERSION": "support.versions",
    "from_arrays": "environments",
    "from_gymnasium": "environments",
    "list_environments": "environments",
    "make": "environments",
    "occupancy_measure": "occupancy",
    "optimal_policy": "occupancy",
    "read_mdp": "environments",
    "read_trace": "trace.reader:read",
    "resume_run": "running.resume",
    "run": "running.driver",
    "total_regret": "regret",
    "value": "occupancy",
    "write_mdp": "environments",
}
__all__ = list(_HOME)  # names, loaded on first use


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'reference' has no attribute {name!r}")
    module, _, attribute = _HOME[name].partition(":")
    member = getattr(importlib.import_module(f"reference.{module}"), attribute or name)
    globals()[name] = member
    return member
