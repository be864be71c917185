"""For the tests of proofs_check: random LP1s with rational data, and the printed LP row by row."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array

from proofs_check.arithmetic import ZERO, Q
from proofs_check.certificate.lp_file import SIGN
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.dual import Dual
from proofs_check.lp1.printed_rows import PrintedLP1

PAPER = (1, 10, 10, 10, 10, 10, 1)  # with A = 5: Sec. VI
Table3 = list[list[list[Any]]]  # the entries that `fill` puts in
FAMILY = {"norm": "normalisation", "flow": "flow", "up": "upper", "lo": "lower", "rad": "radius"}
Row = tuple[dict[int, Q], str, Q]  # coefficients by variable, "=" or "<=", right side


def fill(layers: Sequence[int], A: int, entry: Callable[[int, int, int], object]) -> Table3:
    """The nested list [h][x][a] of entry(h, x, a)."""
    return [
        [[entry(h, x, a) for a in range(A)] for x in range(layers[h])]
        for h in range(len(layers) - 1)
    ]


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
    return LP1Data(
        layers,
        A,
        [[[sum(row) for row in rows] for rows in layer] for layer in N3],
        N3,
        fill(layers, A, lambda *_: Q(rng.choice(eps_steps), 10)),
        fill(layers, A, lambda *_: Q(rng.choice(r_steps), 10)),
    )


def counts(
    seed: int,
    layers: tuple[int, ...],
    A: int,
    visits: int,
    bits: int | None = None,
    unvisited_radius: int = 1,
) -> LP1Data:
    """About `visits` visits per pair, some pairs never visited. With `bits`, radii shrink like
    eq. (11) and are dyadic; without, radii and rewards are small rationals, 0 among them. A pair
    never visited has a radius of at least `unvisited_radius`; below 1 it can be unusable."""
    rng = random.Random(seed)

    def row(h: int, x: int, a: int) -> list[int]:
        n = 0 if rng.random() < 0.1 else rng.randint(1, 2 * visits)
        weights = [rng.random() ** 3 for _ in range(layers[h + 1])]
        whole = [int(n * w / sum(weights)) for w in weights]
        for _ in range(n - sum(whole)):
            whole[rng.randrange(len(whole))] += 1
        return whole

    def radius(h: int, x: int, a: int) -> Q:
        n = N[h][x][a]
        if bits is None:
            least = unvisited_radius if n == 0 else 0
            return max(Q(least), Q(rng.randint(0, 14), rng.randint(4, 9)))
        root = int((30 * layers[h + 1] / max(1, n)) ** 0.5 * 2**60)
        return Q(root << max(0, bits - 60), 1 << bits)

    def reward(h: int, x: int, a: int) -> Q:
        if bits is not None:
            return Q(rng.getrandbits(bits), 1 << bits)
        denominator = rng.randint(1, 8)
        return Q(rng.randint(0, denominator), denominator)

    N3 = fill(layers, A, row)
    N = [[[sum(row) for row in rows] for rows in layer] for layer in N3]
    return LP1Data(layers, A, N, N3, fill(layers, A, radius), fill(layers, A, reward))


def small(seed: int, unvisited_radius: int = 1) -> LP1Data:
    """At most 3 inner layers of at most 3 states."""
    rng = random.Random(1000 + seed)
    layers = (1, *(rng.randint(1, 3) for _ in range(rng.randint(0, 3))), 1)
    A, visits = rng.randint(1, 3), rng.choice((1, 4, 30))
    return counts(seed, layers, A, visits, None, unvisited_radius)


def random_distribution(rng: random.Random, n: int) -> list[Q]:
    """A rational distribution on n points, some with probability 0."""
    weights = [rng.choice((0, rng.randint(1, 9))) for _ in range(n)]
    weights[rng.randrange(n)] += 1
    return [Q(w, sum(weights)) for w in weights]


# ----------------------------------------------------------------------------- the printed LP1


class PrintedRows:
    """LP1 as Sec. IV-B prints it: maximise cost over variables >= 0 (q first, then deviations).

    The rows are those that tests/certificate/test_lp_file.py holds against the reference's."""

    def __init__(self, data: LP1Data) -> None:
        self.data, lp = data, PrintedLP1(data)
        self.n = lp.n
        self.q = {
            (*pair, y): lp.q(*pair, y) for pair in lp.pairs() for y in range(lp.layers[pair[0] + 1])
        }
        self.cost = [data.r_hat[h][x][a] for h, x, a, _ in self.q] + [ZERO] * self.n
        rows = list(lp.constraints())[2 * self.n :]  # without the bounds
        self.rows: list[Row] = [(r.coefficients, SIGN[r.sense], r.rhs) for r in rows]
        split = [row.label.split("_") for row in rows]
        self.labels: list[tuple[Any, ...]] = [(FAMILY[f], *map(int, at)) for f, *at in split]

    def point(self, q: Any) -> list[Q]:
        """q[h][x][a][x1] as a vector, with the smallest deviations."""
        values = [q[h][x][a][y] for h, x, a, y in self.q]
        deviations = []
        for h, x, a, y in self.q:
            P_bar = Q(self.data.N3[h][x][a][y], max(1, self.data.N[h][x][a]))
            deviations.append(abs(q[h][x][a][y] - P_bar * sum(q[h][x][a], ZERO)))
        return values + deviations

    def violation(self, z: Sequence[Q]) -> Q:
        """The largest violation of any row or bound at z."""
        worst = max(-v for v in z)
        for row, sense, rhs in self.rows:
            off = sum((c * z[j] for j, c in row.items()), -rhs)
            worst = max(worst, abs(off) if sense == "=" else off)
        return max(worst, ZERO)

    def value(self, z: Sequence[Q]) -> Q:
        return sum((c * v for c, v in zip(self.cost, z, strict=True)), ZERO)

    def dual_bound(self, dual: Dual) -> tuple[Q, Q]:
        """(bound, largest violation) of the multipliers, column by column."""
        columns = [-c for c in self.cost]
        bound, worst = ZERO, ZERO
        for label, (row, sense, rhs) in zip(self.labels, self.rows, strict=True):
            y = self._multiplier(dual, label)
            bound += y * rhs
            worst = max(worst, -y if sense == "<=" else ZERO)
            for j, c in row.items():
                columns[j] += y * c
        return bound, max(worst, *(-c for c in columns))

    @staticmethod
    def _multiplier(dual: Dual, label: tuple[Any, ...]) -> Q:
        family: str = label[0]
        h: int = label[1]
        if family == "normalisation":
            return dual.normalisation[h]
        x: int = label[2]
        if family == "flow":
            return dual.flow[h][x]
        a: int = label[3]
        if family == "radius":
            return dual.gamma[h][x][a]
        d = dual.d[h][x][a][label[4]]
        multiplier: Q = max(d if family == "upper" else -d, ZERO)
        return multiplier


def sparse(lp: PrintedRows, sense: str) -> tuple[Any, Any]:
    """The rows with this sense in floating point: matrix and right side."""
    rows = [(row, rhs) for row, s, rhs in lp.rows if s == sense]
    entries = [(i, j, float(c)) for i, (row, _) in enumerate(rows) for j, c in row.items()]
    i, j, c = zip(*entries, strict=True)
    matrix = csr_array((c, (i, j)), shape=(len(rows), len(lp.cost)))
    return matrix, np.array([float(rhs) for _, rhs in rows])


def qsopt_ex(path: Path) -> Fraction:
    """The exact optimum of an LP or MPS file, by QSopt_ex's `esolver`; skips without it."""
    esolver = shutil.which("esolver")
    if esolver is None:
        pytest.skip("QSopt_ex's `esolver` (Debian package qsopt-ex) is not installed")
    out = path.with_name(path.name + ".sol")
    kind = ["-L"] if path.suffix == ".lp" else []
    command = [esolver, *kind, "-O", str(out), str(path)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    found = re.search(
        r"status = OPTIMAL\s.*?Value = (-?[0-9]+(?:/[0-9]+)?)\s", out.read_text(), re.S
    )
    assert found is not None, out.read_text()[:200]
    return Fraction(found[1])


# ----------------------------------------------------------------------------- planted faults


def plant(
    monkeypatch: pytest.MonkeyPatch, owner: ModuleType | type, name: str, old: str, new: str
) -> None:
    """Replaces `old` by `new` in the source of owner.name, which must contain it exactly once."""
    import inspect
    import textwrap

    function: Any = inspect.getattr_static(owner, name)
    function = getattr(function, "__func__", function)
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(old) == 1, (name, old, source.count(old))
    space = dict(function.__globals__)
    exec("from __future__ import annotations\n" + source.replace(old, new), space)
    faulty = FunctionType(
        space[name].__code__, function.__globals__, name, function.__defaults__, None
    )
    faulty.__kwdefaults__ = function.__kwdefaults__
    monkeypatch.setattr(owner, name, faulty)
