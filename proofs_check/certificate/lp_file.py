"""LP1 as printed in an LP or MPS file with exact rational coefficients (Sec. IV-B).

The LP file maximises <q, r_hat>; the MPS file minimises -<q, r_hat>, because some readers ignore
the OBJSENSE section silently. A table in spec.md lists which program reads which file.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TextIO

from proofs_check.arithmetic import ZERO, Q, to_q
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.printed_rows import PrintedLP1, PrintedRow
from reference.support.atomic_files import new_text
from reference.support.errors import PreconditionError

FORMATS = ("lp", "mps")
LINE_WIDTH = 100  # of an LP file; some readers stop at 255 characters
SIGN = {"E": "=", "L": "<=", "G": ">="}


@dataclass(frozen=True)
class Written:
    """The contents of a file. The optimum of LP1 is the file's optimum / `objective_scale`, which
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
    rows = list(lp.constraints())[lp.first[1] :]  # both formats imply the bounds q, d >= 0
    scale = _odd_lcm(goal) if scaled else 1
    if scaled:
        goal, rows = _in_doubles(goal), [_in_doubles(row) for row in rows]
    if format == "mps":
        scale = -scale
        goal = goal._replace(coefficients={k: -v for k, v in goal.coefficients.items()})
    comment = (
        "LP1 as printed: maximise <q, r_hat>; columns q_h_x_a_x1 and d_h_x_a_x1, all >= 0",
        f"layers {' '.join(map(str, lp.layers))}; A {lp.A}; objective here: {scale} * <q, r_hat>",
    )
    write = _write_lp if format == "lp" else _write_mps
    with new_text(path, force) as out:
        write(out, comment, goal, rows, names, _decimal if scaled else str)
    return Written(len(rows), len(names), sum(len(row.coefficients) for row in rows), scale)


def _write_lp(
    out: TextIO,
    comment: Sequence[str],
    goal: PrintedRow,
    rows: Sequence[PrintedRow],
    names: Sequence[str],
    number: Callable[[Q], str],
) -> None:
    out.writelines(f"\\ {line}\n" for line in comment)
    if not goal.coefficients:  # all r_hat = 0; some readers need an objective with a term
        goal = goal._replace(coefficients={0: ZERO})
    out.write("Maximize\n" + _wrapped(goal, names, number) + "\nSubject To\n")
    for row in rows:
        out.write(f"{_wrapped(row, names, number)} {SIGN[row.sense]} {number(row.rhs)}\n")
    out.write("End\n")


def _wrapped(row: PrintedRow, names: Sequence[str], number: Callable[[Q], str]) -> str:
    """Name and left-hand side of a row of an LP file, in lines of about LINE_WIDTH."""
    text = line = f" {row.label}:"
    for k, value in row.coefficients.items():
        size = "" if abs(value) == 1 else number(abs(value)) + " "
        term = f" {'-' if value < 0 else '+'} {size}{names[k]}"
        if len(line) + len(term) > LINE_WIDTH:
            text += "\n "
            line = " "
        text += term
        line += term
    return text


def _write_mps(
    out: TextIO,
    comment: Sequence[str],
    goal: PrintedRow,
    rows: Sequence[PrintedRow],
    names: Sequence[str],
    number: Callable[[Q], str],
) -> None:
    out.writelines(f"* {line}\n" for line in comment)
    out.write("NAME LP1\nROWS\n N  obj\n")
    out.writelines(f" {row.sense}  {row.label}\n" for row in rows)
    columns: list[list[tuple[str, Q]]] = [[] for _ in names]
    for row in (goal, *rows):
        for k, value in row.coefficients.items():
            columns[k].append((row.label, value))
    out.write("COLUMNS\n")
    for name, entries in zip(names, columns, strict=True):
        out.writelines(f"    {name}  {label}  {number(value)}\n" for label, value in entries)
    out.write("RHS\n")
    out.writelines(f"    RHS  {row.label}  {number(row.rhs)}\n" for row in rows if row.rhs)
    out.write("ENDATA\n")


# ----------------------------------------------------------------------------- scaling to doubles


def _odd_lcm(row: PrintedRow) -> int:
    """The smallest positive integer that leaves only powers of 2 in the row's denominators."""
    multiple = math.lcm(*(int(value.denominator) for value in row.coefficients.values()))
    return multiple // (multiple & -multiple)


def _in_doubles(row: PrintedRow) -> PrintedRow:
    """The same row times _odd_lcm. Raises PreconditionError where a double does not suffice."""
    factor = _odd_lcm(row)
    scaled = {k: value * factor for k, value in row.coefficients.items()}
    for value in (*scaled.values(), row.rhs * factor):
        bits = int(value.numerator).bit_length()
        if bits > 1023 or to_q(float(value)) != value:
            rule = f"row {row.label} would have a number of {bits} bits, not a double"
            raise PreconditionError("scaled", True, f"{rule}; round eps and r_hat to doubles")
    return row._replace(coefficients=scaled, rhs=row.rhs * factor)


def _decimal(value: Q) -> str:
    """A double as an exact decimal; Decimal(float) does not round."""
    return str(value) if value.denominator == 1 else f"{Decimal(float(value)):f}"
