"""The summary of the long run: the bounds in it, the regret in it, and how it is made."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofs_check.arithmetic import Q, lam, to_q
from proofs_check.claims.thm_4_main import _first, _sharp
from reference.environments import random_layered
from reference.occupancy import value
from tests.kit.apply_faults import compiler
from tests.ledger import long_run
from tests.paths import ROOT

SUMMARY = ROOT / "tests/data/claims/long-run.json"


@pytest.fixture(scope="module")
def committed() -> Any:
    return json.loads(SUMMARY.read_text(encoding="ascii"))


def test_the_committed_run_conforms_and_its_bounds_say_something(committed: Any) -> None:
    T, L = committed["T"], len(committed["layers"]) - 1
    assert (committed["verdict"], committed["episodes"]) == ("conforms", T)
    assert T == 10**8 and committed["LT"] == L * T
    first, sharper = (Fraction(committed["bounds"][name][1]) for name in ("first", "sharper"))
    regret = Fraction(committed["regret"][1])
    assert 0 < regret <= sharper < first < L * T  # neither bound is vacuous
    assert committed["regret after"][str(T)] == committed["regret"]


def test_the_bounds_are_those_of_theorem_4(committed: Any) -> None:
    layers, A, T = tuple(committed["layers"]), committed["A"], committed["T"]
    delta = Q(committed["delta"])
    Lam = lam(T, sum(layers), A, delta)
    exact = {
        "first": _first(len(layers) - 1, sum(layers), A, T, Lam),
        "sharper": _sharp(layers, A, T, Lam, delta),
    }
    for name, bound in exact.items():
        low, high = (Q(Fraction(v)) for v in committed["bounds"][name])
        assert low <= bound.enclose(96).lo and bound.enclose(96).hi <= high
        assert high - low <= Q(2, 10**long_run.DIGITS)


def test_regret_is_that_of_the_reference() -> None:
    """Epoch by epoch, with a policy that is not optimal and one that is not quite normalised."""
    mdp = random_layered((1, 3, 2, 1), 2, seed=3)
    regret = long_run.Regret(mdp)
    uniform = [np.full((X, 2), 0.5) for X in mdp.layers[:-1]]
    first = [np.tile([0.25, 0.75], (X, 1)) for X in mdp.layers[:-1]]
    total = 0.0
    for start, end, pi in ((0, 7, uniform), (7, 150, first)):
        rows: Any = [[[to_q(p) * (1 + Q(1, 10**9)) for p in row] for row in of_h] for of_h in pi]
        regret.until(start)
        regret.adopt(rows)
        regret.until(end)
        total += (end - start) * (float(regret.best) - float(value(mdp, tuple(pi))))
    assert float(regret.total) == pytest.approx(total)
    assert set(regret.decades) == {100} and 0 < regret.decades[100] <= regret.total


def test_a_short_run(tmp_path: Path) -> None:
    """The tool itself, as far as a compiler is there."""
    if compiler() is None:
        pytest.skip("NO C++ COMPILER: the long run's tool is NOT tested")
    found = long_run.play(300, 1, tmp_path)
    assert (found["verdict"], found["episodes"]) == ("conforms", 300)
    assert found["vouched"] > 200 and found["rules"]["played"] == 300 * 6
    low, high = map(float, found["regret"])
    assert 0 < low < high < 300 * float(found["best value"][1])
    assert found["regret after"]["100"][0] < found["regret"][0]
