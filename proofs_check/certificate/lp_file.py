"""LP1 as printed in an LP or MPS file with exact rational coefficients (Sec. IV-B).

The LP file maximises <q, r_hat>; the MPS file minimises -<q, r_hat>, because some readers ignore
the OBJSENSE section silently. A table in README.md here lists which program reads which file.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from proofs_check.arithmetic import ZERO, Q, to_q
from proofs_check.certificate.writer import in_lines
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.printed_rows import SIGN, PrintedLP1, PrintedRow
from reference.support.atomic_files import new_text
from reference.support.errors import PreconditionError

Rows = Sequence[PrintedRow]
Number = Callable[[Q], str]  # a coefficient as text


@dataclass(frozen=True)
class Written:
    """Contents of a file. The optimum of LP1 is the file's optimum / `objective_scale`, which
    is negative in an MPS file."""

    rows: int
    columns: int
    nonzeros: int
    objective_scale: int


def write_lp(
    data: LP1Data, path: str, format: str = "lp", *, scaled: bool = False, force: bool = False
) -> Written:
    """Write LP1 to `path` in LP or free MPS format; numbers are p or p/q, in lowest terms.

    `scaled`, for readers without rationals: each row, and the objective, is multiplied by the
    smallest integer that makes its coefficients doubles, written as exact decimals. A reader in
    doubles then has the same LP if eps and r_hat are doubles or have small denominators; longer
    numbers are refused. Raises PreconditionError (unknown format; no such integer), UnusablePath
    (not writable; exists, without `force`).
    """
    if format not in FORMATS:
        raise PreconditionError("format", format, f"must be one of {', '.join(FORMATS)}")
    lp = PrintedLP1(data)
    names = lp.variables()
    goal = PrintedRow("obj", "", ZERO, lp.objective())
    rows = list(lp.rows())  # both formats imply the bounds q, d >= 0
    scale = _odd_lcm(goal) if scaled else 1
    if scaled:
        goal, rows = _in_doubles(goal), [_in_doubles(row) for row in rows]
    if format == "mps":
        scale = -scale
        goal = goal._replace(coefficients={k: -v for k, v in goal.coefficients.items()})
    sign, lines = FORMATS[format]
    with new_text(path, force) as out:
        out.write(
            f"{sign} LP1 as printed: maximise <q, r_hat>; "
            "columns q_h_x_a_x1 and d_h_x_a_x1, all >= 0\n"
            f"{sign} layers {' '.join(map(str, lp.layers))}; A {lp.A}; "
            f"objective here: {scale} * <q, r_hat>\n"
        )
        out.writelines(
            f"{line}\n" for line in lines(goal, rows, names, _decimal if scaled else str)
        )
    return Written(len(rows), len(names), sum(len(row.coefficients) for row in rows), scale)


def _lp_lines(goal: PrintedRow, rows: Rows, names: Sequence[str], number: Number) -> Iterator[str]:
    def row_of(row: PrintedRow) -> str:
        terms = [f" {row.label}:"]
        for k, value in row.coefficients.items():
            size = "" if abs(value) == 1 else number(abs(value)) + " "
            terms.append(f"{'-' if value < 0 else '+'} {size}{names[k]}")
        return in_lines(terms, indent="  ")

    if not goal.coefficients:  # all r_hat = 0; some readers need an objective with a term
        goal = goal._replace(coefficients={0: ZERO})
    yield "Maximize"
    yield row_of(goal)
    yield "Subject To"
    for row in rows:
        yield f"{row_of(row)} {SIGN[row.sense]} {number(row.rhs)}"
    yield "End"


def _mps_lines(goal: PrintedRow, rows: Rows, names: Sequence[str], number: Number) -> Iterator[str]:
    yield "NAME LP1\nROWS\n N  obj"
    yield from (f" {row.sense}  {row.label}" for row in rows)
    columns: list[list[str]] = [[] for _ in names]
    for row in (goal, *rows):
        for k, value in row.coefficients.items():
            columns[k].append(f"    {names[k]}  {row.label}  {number(value)}")
    yield "COLUMNS"
    yield from (entry for column in columns for entry in column)
    yield "RHS"
    yield from (f"    RHS  {row.label}  {number(row.rhs)}" for row in rows if row.rhs)
    yield "ENDATA"


FORMATS = {"lp": ("\\", _lp_lines), "mps": ("*", _mps_lines)}  # how a comment begins, the lines


# ----------------------------------------------------------------------------- scaling to doubles


def _odd_lcm(row: PrintedRow) -> int:
    """Return the smallest positive integer that leaves only powers of 2 in the row's
    denominators."""
    multiple = math.lcm(*(int(value.denominator) for value in row.coefficients.values()))
    return multiple // (multiple & -multiple)


def _in_doubles(row: PrintedRow) -> PrintedRow:
    """Return the same row times _odd_lcm. Raises PreconditionError where a double does not
    suffice."""
    factor = _odd_lcm(row)
    scaled = {k: value * factor for k, value in row.coefficients.items()}
    for value in (*scaled.values(), row.rhs * factor):
        bits = int(value.numerator).bit_length()
        if bits > 1023 or to_q(float(value)) != value:
            rule = f"row {row.label} would have a number of {bits} bits, not a double"
            raise PreconditionError("scaled", True, f"{rule}; round eps and r_hat to doubles")
    return row._replace(coefficients=scaled, rhs=row.rhs * factor)


def _decimal(value: Q) -> str:
    """Return a double as an exact decimal; Decimal(float) does not round."""
    return str(value) if value.denominator == 1 else f"{Decimal(float(value)):f}"
