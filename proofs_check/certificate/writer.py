"""VIPR 1.1 certificates of LP1's optimum (Sec. IV-B): the writer.

The primal point is the occupancy measure of an optimal policy under its optimistic transition
function, with the smallest deviations |q - P_bar q(x,a)|. The multipliers come from the optimistic
value function V (dual.py): layer-0 normalisation V(x_0), flow -V(x), the deviation rows
max{d, 0} and max{-d, 0}, the radius row gamma. The bounds q, d >= 0 take up the rest of <q, r_hat>.
All numbers are integers p or fractions p/q in lowest terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from proofs_check.arithmetic import Q
from proofs_check.certificate.reader import canonical
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.dual import dual
from proofs_check.lp1.optimum import primal, solve
from proofs_check.lp1.printed_rows import PrintedLP1, Sparse
from reference.support.atomic_files import new_text
from reference.support.errors import PreconditionError

LINE_WIDTH = 100  # of certificates and LP files; some readers stop at 255 characters


def write_certificate(data: LP1Data, path: str, *, force: bool = False) -> Q:
    """Write a certificate of LP1's optimum for `data` to `path`; returns the optimum.

    Raises PreconditionError where LP1 is infeasible, UnusablePath where `path` cannot be written
    or exists (without `force`).
    """
    optimum = solve(data)
    if optimum.value is None:
        raise PreconditionError("LP1", "infeasible", "only an optimum has a certificate")
    lp = PrintedLP1(data)
    point = lp.point(primal(data, optimum))
    factors = dual(data, optimum).multipliers(lp)
    with new_text(path, force) as out:
        out.writelines(f"{line}\n" for line in _lines(lp, optimum.value, point, factors))
    return optimum.value


def _lines(lp: PrintedLP1, value: Q, point: Sequence[Q], factors: Sequence[Q]) -> Iterator[str]:
    rows, optimum = list(lp.constraints()), canonical(value)
    yield f"% LP1 of UCRL-LP as printed; layers {' '.join(map(str, lp.layers))}; A {lp.A}"
    yield "VER 1.1"
    yield in_lines([f"VAR {2 * lp.n}", *lp.variables()])
    yield in_lines(["INT 0\nOBJ max", *_sparse(lp.objective())])
    yield f"CON {len(rows)} {2 * lp.n}"
    for row in rows:
        head = f"{row.label} {row.sense} {canonical(row.rhs)} "
        yield in_lines([head, *_sparse(row.coefficients)])
    yield f"RTP range {optimum} {optimum}"
    yield "SOL 1"
    yield in_lines(["optimum ", *_sparse(dict(enumerate(point)))])
    yield "DER 1"
    yield in_lines([f"bound L {optimum} OBJ {{ lin", *_sparse(dict(enumerate(factors))), "} -1"])


def _sparse(entries: Sparse) -> list[str]:
    """Return their number, then index and value of the entries that are not 0."""
    listed = [f" {k} {canonical(v)}" for k, v in sorted(entries.items()) if v]
    return [str(len(listed)), *listed]


def in_lines(parts: Iterable[str], indent: str = "") -> str:
    """`parts` separated by spaces, in lines of about LINE_WIDTH, the later ones indented."""
    lines = [""]
    for part in parts:
        if lines[-1] and len(lines[-1]) + len(part) >= LINE_WIDTH:
            lines.append(indent + part)
        else:
            lines[-1] += f" {part}" if lines[-1] else part
    return "\n".join(lines)
