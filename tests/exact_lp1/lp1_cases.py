"""Random LP1s with rational data, and the printed rows as a judge of points and multipliers."""

from __future__ import annotations

import inspect
import random
import re
import shutil
import subprocess
import textwrap
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from proofs_check.arithmetic import ONE, ZERO, Q, Radii, lam
from proofs_check.lp1.candidate import FAMILIES
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.dual import Dual
from proofs_check.lp1.enclosure import enclosing_data
from proofs_check.lp1.optimum import solve
from proofs_check.lp1.printed_rows import PrintedLP1
from reference.confidence import empirical_transition
from reference.lp1 import solve_lp1
from reference.mdp import Tables

PAPER = (1, 10, 10, 10, 10, 10, 1)  # with A = 5: Sec. VI
LABELS = ("nonneg", "norm", "flow", "up", "lo", "rad")  # of the families' rows
Table3 = list[list[list[Any]]]  # the entries that `fill` puts in


def fill(layers: Sequence[int], A: int, entry: Callable[[int, int, int], object]) -> Table3:
    """The nested list [h][x][a] of entry(h, x, a)."""
    return [
        [[entry(h, x, a) for a in range(A)] for x in range(layers[h])]
        for h in range(len(layers) - 1)
    ]


def totals(N3: Table3) -> Table3:
    """N[h][x][a] = sum_x1 N3[h][x][a][x1]."""
    return [[[sum(row) for row in rows] for rows in layer] for layer in N3]


def random_data(
    seed: int,
    layers: Sequence[int] | None = None,
    A: int | None = None,
    most: int = 6,
    eps_steps: Sequence[int] = range(25),
    r_steps: Sequence[int] = range(11),
    unvisited: float = 0.2,
) -> LP1Data:
    """Small counts, radii and rewards in tenths: many ties, exact stops, and pairs with N = 0."""
    rng = random.Random(seed)
    if layers is None:
        layers = [1, *(rng.randint(1, 3) for _ in range(rng.randint(0, 3))), 1]
    A = A or rng.randint(1, 3)
    after = layers[1:]

    def visits(h: int, x: int, a: int) -> list[int]:
        if rng.random() < unvisited:
            return [0] * after[h]
        row = [rng.choice((0, rng.randint(0, most))) for _ in range(after[h])]
        row[rng.randrange(after[h])] += 1
        return row

    N3 = fill(layers, A, visits)
    eps = fill(layers, A, lambda *_: Q(rng.choice(eps_steps), 10))
    r_hat = fill(layers, A, lambda *_: Q(rng.choice(r_steps), 10))
    return LP1Data(layers, A, totals(N3), N3, eps, r_hat)


def small(seed: int) -> LP1Data:
    """One of them that is feasible."""
    data = random_data(seed)
    return data if solve(data).value is not None else random_data(seed, unvisited=0)


def counted(
    seed: int, layers: Sequence[int] = (1, 4, 5, 1), A: int = 3, most: int = 300, bits: int = 96
) -> tuple[LP1Data, LP1Data]:
    """An LP1 with the radii of eq. (11) and (15), rounded down and up."""
    rng = random.Random(seed)
    N3 = fill(layers, A, lambda h, x, a: [rng.randint(0, most) for _ in range(layers[h + 1])])
    N = totals(N3)
    r_sum = fill(layers, A, lambda h, x, a: Q(rng.randint(0, N[h][x][a]), 4))
    radii = Radii(lam(10, sum(layers), A, Q(1, 2)), bits)
    return enclosing_data(layers, A, N, N3, r_sum, radii)


def dead_at_lo(eps: Q) -> LP1Data:
    """Action 0 was done, action 1 never: with a radius below 1 it is unusable."""
    radii = [[[ONE, eps]]]
    return LP1Data((1, 1), 2, [[[4, 0]]], [[[[4], [0]]]], radii, [[[Q(1, 4), Q(3, 4)]]])


def random_distribution(rng: random.Random, n: int) -> list[Q]:
    """A rational distribution on n points, some with probability 0."""
    weights = [rng.choice((0, rng.randint(1, 9))) for _ in range(n)]
    weights[rng.randrange(n)] += 1
    return [Q(w, sum(weights)) for w in weights]


# ----------------------------------------------------------------------------- the printed LP1


def violations(lp: PrintedLP1, z: Sequence[Q]) -> dict[str, Q]:
    """The largest violation at z of the rows of every family."""
    worst = dict.fromkeys(FAMILIES, ZERO)
    for row in lp.constraints():
        off = sum((c * z[k] for k, c in row.coefficients.items()), -row.rhs)
        family = FAMILIES[LABELS.index(row.label.partition("_")[0])]
        worst[family] = max(worst[family], {"E": abs(off), "L": off, "G": -off}[row.sense])
    return worst


def value_at(lp: PrintedLP1, z: Sequence[Q]) -> Q:
    """The objective <q, r_hat>."""
    return sum((c * z[k] for k, c in lp.objective().items()), ZERO)


def dual_bound(data: LP1Data, dual: Dual) -> tuple[Q, Q]:
    """What the multipliers prove, and by how much one has the wrong sign."""
    lp = PrintedLP1(data)
    bound = worst = ZERO
    for y, row in zip(dual.multipliers(lp), lp.constraints(), strict=True):
        bound += y * row.rhs
        worst = max(worst, {"E": ZERO, "L": -y, "G": y}[row.sense])
    return bound, worst


def in_doubles(data: LP1Data) -> tuple[tuple[int, ...], int, Tables, Tables, Tables]:
    """layers, A, P_bar, eps and r_hat as `reference.lp1` takes them."""
    N, N3, eps, r_hat = (
        tuple(np.array(of_h, dtype=np.float64) for of_h in table)
        for table in (data.N, data.N3, data.eps, data.r_hat)
    )
    return tuple(data.layers), data.A, empirical_transition(N, N3), eps, r_hat


def glop(data: LP1Data) -> Any:
    """q_hat as the reference finds it."""
    return [q_h.tolist() for q_h in solve_lp1(*in_doubles(data))[0]]


def qsopt_ex(path: Path) -> Fraction:
    """The exact optimum of an LP or MPS file, by QSopt_ex's `esolver`; skips without it."""
    esolver = shutil.which("esolver")
    if esolver is None:
        pytest.skip("QSopt_ex's `esolver` (Debian package qsopt-ex) is not installed")
    out = path.with_name(path.name + ".sol")
    kind = ["-L"] if path.suffix == ".lp" else []
    command = [esolver, *kind, "-O", str(out), str(path)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    optimum = re.search(
        r"status = OPTIMAL\s.*?Value = (-?[0-9]+(?:/[0-9]+)?)\s", out.read_text(), re.S
    )
    assert optimum is not None, out.read_text()[:200]
    return Fraction(optimum[1])


# ----------------------------------------------------------------------------- planted faults


def plant(
    monkeypatch: pytest.MonkeyPatch, owner: ModuleType | type, name: str, old: str, new: str
) -> None:
    """Replaces `old` by `new` in the source of owner.name, which must contain it exactly once."""
    function: Any = getattr(owner, name)
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(old) == 1, (name, old, source.count(old))
    space = dict(function.__globals__)
    exec("from __future__ import annotations\n" + source.replace(old, new), space)
    monkeypatch.setattr(owner, name, space[name])
