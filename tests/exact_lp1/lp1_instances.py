"""Random LP1 instances with integer counts and rational radii, for tests of LP files and
certificates; and QSopt_ex as an exact solver of a file, where it is installed."""

from __future__ import annotations

import itertools
import random
import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

PAPER = (1, 10, 10, 10, 10, 10, 1)  # with A = 5: Sec. VI


class Counts(NamedTuple):
    """Nested tuples N[h][x][a], N3[h][x][a][x1], eps and r_hat as Fraction."""

    layers: tuple[int, ...]
    A: int
    N: tuple[tuple[tuple[int, ...], ...], ...]
    N3: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]
    eps: tuple[tuple[tuple[Fraction, ...], ...], ...]
    r_hat: tuple[tuple[tuple[Fraction, ...], ...], ...]


def counts(
    seed: int,
    layers: tuple[int, ...],
    A: int,
    visits: int,
    bits: int | None,
    unvisited_radius: int = 1,
) -> Counts:
    """About `visits` visits per pair, some pairs never visited. With `bits`, radii shrink like
    eq. (11) and are dyadic; without, radii and rewards are small rationals, 0 among them. A pair
    never visited has a radius of at least `unvisited_radius`; below 1 it can be unusable."""
    rng = random.Random(seed)
    N, N3, eps, r_hat = [], [], [], []
    for X_h, X_next in itertools.pairwise(layers):
        N3_h = []
        for _ in range(X_h):
            N3_x = []
            for _ in range(A):
                n = 0 if rng.random() < 0.1 else rng.randint(1, 2 * visits)
                weights = [rng.random() ** 3 for _ in range(X_next)]
                drawn = rng.choices(range(X_next), weights, k=n) if n < 100 else None
                if drawn is None:
                    whole = [int(n * w / sum(weights)) for w in weights]
                    whole[0] += n - sum(whole)
                else:
                    whole = [drawn.count(y) for y in range(X_next)]
                N3_x.append(tuple(whole))
            N3_h.append(tuple(N3_x))
        N3.append(tuple(N3_h))
        N.append(tuple(tuple(sum(row) for row in rows) for rows in N3_h))
        eps.append(
            tuple(
                tuple(_radius(rng, n, X_next, bits, unvisited_radius) for n in row) for row in N[-1]
            )
        )
        r_hat.append(tuple(tuple(_reward(rng, bits) for _ in range(A)) for _ in range(X_h)))
    return Counts(layers, A, tuple(N), tuple(N3), tuple(eps), tuple(r_hat))


def _radius(
    rng: random.Random, n: int, X_next: int, bits: int | None, unvisited_radius: int
) -> Fraction:
    if bits is None:
        smallest = unvisited_radius if n == 0 else 0
        return max(Fraction(smallest), Fraction(rng.randint(0, 14), rng.randint(4, 9)))
    return Fraction(int((30 * X_next / max(1, n)) ** 0.5 * 2**60) << max(0, bits - 60), 1 << bits)


def _reward(rng: random.Random, bits: int | None) -> Fraction:
    if bits is None:
        denominator = rng.randint(1, 8)
        return Fraction(rng.randint(0, denominator), denominator)
    return Fraction(rng.getrandbits(bits), 1 << bits)


def small(seed: int, unvisited_radius: int = 1) -> Counts:
    """A small instance with at most 3 inner layers of at most 3 states."""
    rng = random.Random(1000 + seed)
    layers = (1, *(rng.randint(1, 3) for _ in range(rng.randint(0, 3))), 1)
    A, visits = rng.randint(1, 3), rng.choice((1, 4, 30))
    return counts(seed, layers, A, visits, None, unvisited_radius)


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


def float_tables(tables: tuple[tuple[tuple[Fraction, ...], ...], ...]) -> tuple[object, ...]:
    """The same tables as arrays of Fraction, every entry rounded to a double."""
    return tuple(np.vectorize(lambda v: Fraction(float(v)), otypes=[object])(t) for t in tables)
