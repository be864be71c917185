"""VIPR 1.1 certificates of LP1's optimum (Sec. IV-B): the writer.

The primal point is the occupancy measure of an optimal policy under its optimistic transition
function, with the smallest deviations |q - P_bar q(x,a)|. The multipliers come from the optimistic
value function V (dual.py): layer-0 normalisation V(x_0), flow -V(x), the deviation rows
max{d, 0} and max{-d, 0}, the radius row gamma. The bounds q, d >= 0 take up the rest of <q, r_hat>.
All numbers are integers p or fractions p/q in lowest terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from proofs_check.arithmetic import ZERO, Q
from proofs_check.certificate.reader import canonical
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.dual import Dual, dual
from proofs_check.lp1.optimum import primal, solve
from proofs_check.lp1.printed_rows import PrintedLP1, PrintedRow, Sparse
from reference.support.atomic_files import new_text
from reference.support.errors import PreconditionError

LINE_WIDTH = 100


def write_certificate(data: LP1Data, path: str, *, force: bool = False) -> Q:
    """Write a certificate of LP1's optimum for `data` to `path`; returns the optimum.

    Raises PreconditionError where LP1 is infeasible, UnusablePath where `path` cannot be written
    or exists (without `force`).
    """
    optimum = solve(data)
    if optimum.value is None:
        raise PreconditionError("LP1", "infeasible", "only an optimum has a certificate")
    lp = PrintedLP1(data)
    rows = list(lp.constraints())
    point = solution(lp, primal(data, optimum))
    factors = multipliers(lp, rows, dual(data, optimum))
    with new_text(path, force) as out:
        _write(out, lp, rows, optimum.value, point, factors)
    return optimum.value


def solution(lp: PrintedLP1, q: Sequence[Sequence[Sequence[Sequence[Q]]]]) -> Sparse:
    """q and the smallest deviations that eq. (13) allows it, |q(x,a,x') - P_bar q(x,a)|."""
    point: Sparse = {}
    for h, x, a in lp.pairs():
        first, N = lp.q(h, x, a), max(1, int(lp.data.N[h][x][a]))
        mass = sum(q[h][x][a], ZERO)
        for x1, (value, N3) in enumerate(zip(q[h][x][a], lp.data.N3[h][x][a], strict=True)):
            point[first + x1] = value
            point[lp.n + first + x1] = abs(value - Q(int(N3), N) * mass)
    return {k: point[k] for k in sorted(point) if point[k]}


def multipliers(lp: PrintedLP1, rows: list[PrintedRow], multiplier: Dual) -> Sparse:
    """One multiplier per constraint, such that the sum of the rows is <q, r_hat> <= bound."""
    bounds, norm, flow, up, lo, rad, _ = lp.first
    factors: Sparse = {}
    for h, factor in enumerate(multiplier.normalisation):
        factors[norm + h] = factor
    for k, factor in enumerate(factor for layer in multiplier.flow for factor in layer):
        factors[flow + k] = factor
    for k, (h, x, a) in enumerate(lp.pairs()):
        for x1, d in enumerate(multiplier.d[h][x][a]):
            factors[(up if d > 0 else lo) + lp.q(h, x, a, x1)] = abs(d)
        factors[rad + k] = multiplier.gamma[h][x][a]
    left_over = {k: -value for k, value in lp.objective().items()}
    for k, factor in factors.items():
        if factor:
            for j, value in rows[k].coefficients.items():
                left_over[j] = left_over.get(j, ZERO) + factor * value
    for j, value in left_over.items():
        factors[bounds + j] = -value  # the row of variable j's bound is j >= 0
    return {k: factors[k] for k in sorted(factors) if factors[k]}


def _write(
    out: TextIO, lp: PrintedLP1, rows: list[PrintedRow], value: Q, point: Sparse, factors: Sparse
) -> None:
    layers = " ".join(map(str, lp.layers))
    out.write(f"% LP1 of UCRL-LP as printed; layers {layers}; A {lp.A}\nVER 1.1\n")
    _wrapped(out, [f"VAR {2 * lp.n}", *lp.variables()])
    _wrapped(out, ["INT 0\nOBJ max", *_sparse(lp.objective())])
    out.write(f"CON {len(rows)} {lp.first[1]}\n")
    for row in rows:
        head = f"{row.label} {row.sense} {canonical(row.rhs)} "
        _wrapped(out, [head, *_sparse(row.coefficients)])
    out.write(f"RTP range {canonical(value)} {canonical(value)}\nSOL 1\n")
    _wrapped(out, ["optimum ", *_sparse(point)])
    out.write("DER 1\n")
    _wrapped(out, [f"bound L {canonical(value)} OBJ {{ lin", *_sparse(factors), "} -1"])


def _sparse(entries: Sparse) -> Iterator[str]:
    yield str(len(entries))
    for k in sorted(entries):
        yield f" {k} {canonical(entries[k])}"


def _wrapped(out: TextIO, parts: Iterable[str]) -> None:
    """`parts` separated by spaces, broken into lines between parts."""
    line = ""
    for part in parts:
        if line and len(line) + len(part) >= LINE_WIDTH:
            out.write(line + "\n")
            line = ""
        line += f" {part}" if line else part
    out.write(line + "\n")
