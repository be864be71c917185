"""The summary of the long run: the bounds in it, the regret in it, and how it is made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofs_check.arithmetic import Q, lam, to_q
from proofs_check.statements.common.theorem_4 import EVERY, FORMS, LONG_RUNS, long_runs
from reference.environments import random_layered
from reference.regret import total_regret
from tests.implementations import long_run
from tests.mutation.apply_faults import needs_compiler


def test_the_committed_runs_conform() -> None:
    committed: Any = json.loads(LONG_RUNS.read_text(encoding="ascii"))
    assert [entry["T"] for entry in committed] == [10**6, 10**8]
    for run in committed:
        assert (run["verdict"], run["episodes"]) == ("conforms", run["T"])
        assert run["regret after"][str(run["T"])] == run["regret"]


def test_no_form_of_theorem_4_is_trivial_there_but_the_oldest_at_a_million() -> None:
    for run in long_runs():
        Lam, LT = lam(run.T, run.size.X, run.size.A, run.delta), run.size.L * run.T
        bounds = {
            f.name: f.bound(run.size, run.T, Lam, run.delta).enclose(96)
            for f in FORMS
            if f.trigger != EVERY
        }
        assert all(0 < run.regret.lo <= run.regret.hi < bound.lo for bound in bounds.values())
        speak = [name for name, bound in bounds.items() if bound.hi < LT]
        assert {"by layers", "printed route, by layers"} <= set(speak)
        assert run.T == 10**6 or len(speak) == len(bounds)
        assert run.regret.hi - run.regret.lo <= Q(2, 10**long_run.DIGITS)


def test_regret_is_that_of_the_reference() -> None:
    """Epoch by epoch, with a policy that is not optimal and one that is not quite normalised."""
    mdp = random_layered((1, 3, 2, 1), 2, seed=3)
    regret = long_run.Regret(mdp)
    uniform = [np.full((X, 2), 0.5) for X in mdp.layers[:-1]]
    first = [np.tile([0.25, 0.75], (X, 1)) for X in mdp.layers[:-1]]
    for start, end, pi in ((0, 7, uniform), (7, 150, first)):
        rows: Any = [[[to_q(p) * (1 + Q(1, 10**9)) for p in row] for row in of_h] for of_h in pi]
        regret.until(start)
        regret.adopt(rows)
        regret.until(end)
    total = total_regret(mdp, [(tuple(uniform), 7), (tuple(first), 143)])
    assert float(regret.total) == pytest.approx(total)
    assert set(regret.decades) == {100} and 0 < regret.decades[100] <= regret.total


def test_a_short_run(tmp_path: Path) -> None:
    """The tool itself, as far as a compiler is there."""
    needs_compiler("the long run's tool")
    run = long_run.play(300, 1, tmp_path)
    assert (run["verdict"], run["episodes"]) == ("conforms", 300)
    assert run["vouched"] > 200 and run["rules"]["played"] == 300 * 6
    low, high = map(float, run["regret"])
    assert 0 < low < high < 300 * float(run["best value"][1])
    assert run["regret after"]["100"][0] < run["regret"][0]
