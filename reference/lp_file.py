"""Sec. IV-B: LP1 as printed, written to an LP or MPS file with exact rational coefficients.

The LP file maximises <q, r_hat>; the MPS file minimises -<q, r_hat>, because some readers skip
the OBJSENSE section without a word. Which program reads which file is a table in spec.md.
"""

from __future__ import annotations

import math
import os
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import TextIO

from reference.lp1_exact import ExactLP1, Row, column_names, objective, rows
from reference.support.errors import PreconditionError, UnusablePath

__all__ = ["FORMATS", "ExactLP1", "Written", "rows", "save_beside", "write_lp"]

FORMATS = ("lp", "mps")
LINE_WIDTH = 100  # of an LP file; some readers stop at 255 characters


@dataclass(frozen=True)
class Written:
    """What `write_lp` wrote. The optimum of LP1 is the file's optimum / `objective_scale`, which
    is negative in an MPS file."""

    rows: int
    columns: int
    nonzeros: int
    objective_scale: int


def write_lp(
    lp: ExactLP1,
    path: str,
    format: str = "lp",
    scaled: bool = False,
    force: bool = False,
) -> Written:
    """Write LP1 to `path` in LP or free MPS format; numbers are p or p/q, in lowest terms.

    `scaled`, for readers without rationals: every row, and the objective, is multiplied by the
    smallest integer that makes its coefficients doubles (integers over a power of 2), which are
    written as exact decimals. So a reader in doubles has the same LP, if eps and r_hat are
    doubles or have small denominators; radii rounded to more bits are refused.
    Raises PreconditionError (unknown format; no such integer), UnusablePath (not writable;
    exists, without `force`).
    """
    if format not in FORMATS:
        raise PreconditionError("format", format, f"must be one of {', '.join(FORMATS)}")
    goal, constraints = Row("obj", objective(lp), "", Fraction(0)), list(rows(lp))
    scale = 1
    if scaled:
        scale = _odd_lcm(goal)
        goal, constraints = _in_doubles(goal), [_in_doubles(row) for row in constraints]
    if format == "mps":
        scale = -scale
        goal = replace(goal, coefficients=tuple((k, -value) for k, value in goal.coefficients))
    number = _decimal if scaled else str
    write = _write_lp_format if format == "lp" else _write_mps_format
    comment = (
        "LP1 as printed: maximise <q, r_hat>; columns q_h_x_a_x1 and d_h_x_a_x1, all >= 0",
        f"layers {' '.join(map(str, lp.layers))}; A {lp.A}; objective here: {scale} * <q, r_hat>",
    )
    names = column_names(lp)
    try:
        with open(path, "w" if force else "x", encoding="ascii", newline="\n") as out:
            write(out, comment, goal, constraints, names, number)
    except FileExistsError:
        raise UnusablePath(path, "exists; use --force to overwrite it") from None
    except OSError as error:
        raise UnusablePath(path, f"cannot be written: {error.strerror}") from None
    return Written(
        rows=len(constraints),
        columns=len(names),
        nonzeros=sum(len(row.coefficients) for row in constraints),
        objective_scale=scale,
    )


def save_beside(trace: str, epoch: int, lp: ExactLP1 | None, mps: str) -> str:
    """Save an LP that could not be solved next to its trace; returns the file's name.

    As TRACE.epoch-I.lp, exactly; or, where readings change LP1 (None), the solver's own file `mps`
    as TRACE.epoch-I.mps. If the disk refuses, `mps` stays where it is."""
    name = f"{trace}.epoch-{epoch}"
    try:
        if lp is None:
            return str(shutil.move(mps, f"{name}.mps"))
        write_lp(lp, f"{name}.lp", force=True)
        os.unlink(mps)
        return f"{name}.lp"
    except (OSError, UnusablePath):
        return mps


def _write_lp_format(
    out: TextIO,
    comment: Iterable[str],
    goal: Row,
    constraints: list[Row],
    names: list[str],
    number: Callable[[Fraction], str],
) -> None:
    out.writelines(f"\\ {line}\n" for line in comment)
    if not goal.coefficients:  # all r_hat = 0, and a reader may want an objective with terms
        goal = replace(goal, coefficients=((0, Fraction(0)),))
    out.write("Maximize\n" + _wrapped(goal, names, number) + "\nSubject To\n")
    for row in constraints:
        out.write(f"{_wrapped(row, names, number)} {row.sense} {number(row.rhs)}\n")
    out.write("End\n")


def _wrapped(row: Row, names: list[str], number: Callable[[Fraction], str]) -> str:
    """Name and left-hand side of a row of an LP file, in lines of about LINE_WIDTH."""
    text = line = f" {row.name}:"
    for k, value in row.coefficients:
        size = "" if abs(value) == 1 else number(abs(value)) + " "
        term = f" {'-' if value < 0 else '+'} {size}{names[k]}"
        if len(line) + len(term) > LINE_WIDTH:
            text += "\n "
            line = " "
        text += term
        line += term
    return text


def _write_mps_format(
    out: TextIO,
    comment: Iterable[str],
    goal: Row,
    constraints: list[Row],
    names: list[str],
    number: Callable[[Fraction], str],
) -> None:
    out.writelines(f"* {line}\n" for line in comment)
    out.write("NAME LP1\nROWS\n N  obj\n")
    out.writelines(f" {'E' if r.sense == '=' else 'L'}  {r.name}\n" for r in constraints)
    by_column: list[list[tuple[str, Fraction]]] = [[] for _ in names]
    for row in (goal, *constraints):
        for k, value in row.coefficients:
            by_column[k].append((row.name, value))
    out.write("COLUMNS\n")
    for name, entries in zip(names, by_column, strict=True):
        out.writelines(f"    {name}  {row_name}  {number(value)}\n" for row_name, value in entries)
    out.write("RHS\n")
    out.writelines(f"    RHS  {r.name}  {number(r.rhs)}\n" for r in constraints if r.rhs)
    out.write("ENDATA\n")


def _odd_lcm(row: Row) -> int:
    """The smallest positive integer that leaves only powers of 2 in the row's denominators."""
    multiple = math.lcm(*(value.denominator for _, value in row.coefficients))
    return multiple // (multiple & -multiple)


def _in_doubles(row: Row) -> Row:
    """The same row times _odd_lcm. Raises PreconditionError where a double does not suffice."""
    factor = _odd_lcm(row)
    coefficients = tuple((k, value * factor) for k, value in row.coefficients)
    for value in (*(value for _, value in coefficients), row.rhs * factor):
        if value.numerator.bit_length() > 1023 or Fraction(float(value)) != value:
            bits = value.numerator.bit_length()
            rule = f"row {row.name} would have a number of {bits} bits, which no double holds"
            raise PreconditionError("scaled", True, f"{rule}; round eps and r_hat to doubles")
    return replace(row, coefficients=coefficients, rhs=row.rhs * factor)


def _decimal(value: Fraction) -> str:
    """A double as an exact decimal; Decimal(float) does not round."""
    return str(value) if value.denominator == 1 else f"{Decimal(float(value)):f}"
