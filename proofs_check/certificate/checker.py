"""VIPR 1.1 certificates of LP1's optimum (Sec. IV-B): the strict checker.

A certificate holds the problem (OBJ, CON), the optimum (RTP), a feasible point that attains it
(SOL) and a derivation that no point exceeds it (DER). `check_certificate` verifies all four in
exact arithmetic and compares the problem with LP1 derived anew from the counts: without the
counts a certificate proves the optimum of the LP in the file, regardless of which LP that is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

from proofs_check.arithmetic import ZERO, Q
from proofs_check.certificate.reader import Certificate, Constraint, canonical, read_certificate
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.printed_rows import PrintedLP1, Sparse

RULES = {
    "VIPR-PROBLEM": "OBJ and CON are LP1 (eq. (4), (13), LP1), row by row, for these counts.",
    "VIPR-SOLUTION": "Every point under SOL satisfies every constraint under CON.",
    "VIPR-DERIVATION": "Every DER line is dominated by its linear combination of earlier lines.",
    "VIPR-OPTIMUM": "RTP names one number; a SOL attains it; the last DER line bounds OBJ by it.",
}

_SENSE = {"L": -1, "E": 0, "G": 1}
_SIGN = {"L": "<=", "E": "=", "G": ">="}


@dataclass(frozen=True)
class CertificateVerdict:
    """Whether a certificate holds; if not, the first rule it breaks, where and why.

    `optimum` is the proved optimum, None unless `holds`. `assumptions` lists what was not checked.
    """

    file: str
    holds: bool
    optimum: Q | None
    variables: int
    constraints: int
    derivations: int
    assumptions: tuple[str, ...] = ()
    rule: str | None = None
    line: int | None = None
    reason: str | None = None

    def __str__(self) -> str:
        if self.holds:
            taken = f" (assumed: {'; '.join(self.assumptions)})" if self.assumptions else ""
            return f"{self.file}: holds: the optimum is {canonical(self.optimum or ZERO)}{taken}"
        return f"{self.file}:{self.line}: {self.rule}: {self.reason}"


class _Broken(Exception):
    """Ends the check at the first broken rule; never leaves this module."""

    def __init__(self, rule: str, line: int, reason: str) -> None:
        super().__init__(reason)
        self.rule, self.line, self.reason = rule, line, reason


def check_certificate(path: str, data: LP1Data | None = None) -> CertificateVerdict:
    """Verify the certificate in `path`, and that its problem is LP1 of `data`.

    Raises MalformedInput (file:line, field, value, rule) where the file is not a certificate in
    the form that reader.py describes, UnusablePath where it cannot be read.
    """
    certificate = read_certificate(path)
    size = (len(certificate.variables), len(certificate.constraints), len(certificate.derivations))
    try:
        if data is not None:
            _check_problem(certificate, PrintedLP1(data))
        best = _check_solutions(certificate)
        last = _check_derivations(certificate)
        _check_optimum(certificate, best, last)
    except _Broken as broken:
        where = (broken.rule, broken.line, broken.reason)
        return CertificateVerdict(path, False, None, *size, (), *where)
    taken = () if data is not None else ("the problem in the file is the intended one",)
    return CertificateVerdict(path, True, certificate.upper, *size, taken)


def _check_problem(found: Certificate, lp: PrintedLP1) -> None:
    """VIPR-PROBLEM: variables, objective, and every constraint, against LP1 of the counts."""
    rule = "VIPR-PROBLEM"
    names = lp.variables()
    for k, (name, expected) in enumerate(zip_longest(found.variables, names)):
        if name != expected:
            reason = f"variable {k} is {name or 'missing'}, LP1 has {expected or 'no more'}"
            raise _Broken(rule, found.variables_line, reason)
    if found.sense != "max":
        raise _Broken(rule, found.objective_line, "the objective is minimised, LP1 maximises")
    if difference := _difference(found.objective, lp.objective(), names):
        raise _Broken(rule, found.objective_line, f"objective: {difference}")
    total, bounds = lp.first[-1], lp.first[1]
    if (len(found.constraints), found.bounds) != (total, bounds):
        counts = f"{len(found.constraints)} constraints, {found.bounds} of them bounds"
        reason = f"{counts}; LP1 has {total} and {bounds}"
        raise _Broken(rule, found.constraints_line, reason)
    for row, expected_row in zip(found.constraints, lp.constraints(), strict=True):
        label = f"constraint {row.label} (LP1: {expected_row.label})"
        if difference := _difference(row.coefficients, expected_row.coefficients, names):
            raise _Broken(rule, row.line, f"{label}: {difference}")
        for what, a, b in (
            ("sense", _SIGN[row.sense], _SIGN[expected_row.sense]),
            ("right-hand side", _text(row.rhs), _text(expected_row.rhs)),
        ):
            if a != b:
                raise _Broken(rule, row.line, f"{label}: {what} {a}, LP1 has {b}")


def _check_solutions(found: Certificate) -> Q | None:
    """VIPR-SOLUTION: every point satisfies every constraint; the best objective value."""
    best: Q | None = None
    for solution in found.solutions:
        for row in found.constraints:
            value = _product(row.coefficients, solution.values)
            if not _satisfied(value, row.sense, row.rhs):
                stated = f"{_text(value)} {_SIGN[row.sense]} {_text(row.rhs)}"
                by = _text(abs(value - row.rhs))
                reason = f"{solution.label} violates {row.label}: {stated} is false by {by}"
                raise _Broken("VIPR-SOLUTION", solution.line, reason)
        value = _product(found.objective, solution.values)
        best = value if best is None else max(best, value)
    return best


def _check_derivations(found: Certificate) -> Constraint | None:
    """VIPR-DERIVATION: each line follows from its multipliers; the last line."""
    rule = "VIPR-DERIVATION"
    known: list[Constraint] = list(found.constraints)
    last_use = [-1] * len(known)
    for derivation in found.derivations:
        stated = derivation.constraint
        sense, rhs, total = 0, ZERO, dict[int, Q]()
        for k, factor in derivation.multipliers.items():
            row = known[k]
            if 0 <= last_use[k] < len(known):
                reason = f"{stated.label} uses {row.label} after its stated last use {last_use[k]}"
                raise _Broken(rule, stated.line, reason)
            direction = _SENSE[row.sense] * (1 if factor > 0 else -1)
            if direction * sense < 0:
                reason = f"{stated.label}: the multiplier {_text(factor)} of {row.label}"
                raise _Broken(rule, stated.line, f"{reason} has the wrong sign for its sense")
            sense = sense or direction
            rhs += factor * row.rhs
            for j, value in row.coefficients.items():
                total[j] = total.get(j, ZERO) + factor * value
        derived = {j: value for j, value in total.items() if value}
        if difference := _difference(stated.coefficients, derived, found.variables):
            reason = f"{stated.label}, against the combination of its multipliers: {difference}"
            raise _Broken(rule, stated.line, reason)
        if not _dominates(sense, rhs, stated):
            signs = {number: _SIGN[letter] for letter, number in _SENSE.items()}
            reason = f"{stated.label} states {_SIGN[stated.sense]} {_text(stated.rhs)}, "
            reason += f"its multipliers give {signs[sense]} {_text(rhs)}"
            reason += f" (difference {_text(stated.rhs - rhs)})"
            raise _Broken(rule, stated.line, reason)
        known.append(stated)
        last_use.append(derivation.last_use)
    return found.derivations[-1].constraint if found.derivations else None


def _check_optimum(found: Certificate, best: Q | None, last: Constraint | None) -> None:
    """VIPR-OPTIMUM: lower = upper, attained by a solution, and bounded by the last derivation."""
    rule, line = "VIPR-OPTIMUM", found.range_line
    stated = _text(found.upper)
    if found.sense != "max":
        raise _Broken(rule, found.objective_line, "the objective is minimised, LP1 maximises")
    if found.lower != found.upper:
        reason = f"the range {_text(found.lower)} to {stated} is not one number"
        raise _Broken(rule, line, reason)
    if best is None:
        raise _Broken(rule, line, f"no solution shows that {stated} is attained")
    if best < found.lower:
        short = _text(found.lower - best)
        reason = f"the best solution attains {_text(best)}, not {stated}: {short} less"
        raise _Broken(rule, line, reason)
    if last is None:
        raise _Broken(rule, line, f"no derivation shows that {stated} is not exceeded")
    if last.coefficients != found.objective:
        raise _Broken(rule, last.line, f"the last derivation {last.label} does not bound OBJ")
    if not _dominates(_SENSE[last.sense], last.rhs, _bound(found)):
        reason = f"the last derivation proves OBJ {_SIGN[last.sense]} {_text(last.rhs)}, "
        reason += f"not OBJ <= {stated} (difference {_text(last.rhs - found.upper)})"
        raise _Broken(rule, last.line, reason)


def _bound(found: Certificate) -> Constraint:
    return Constraint(found.range_line, "RTP", "L", found.upper, found.objective)


def _product(row: Sparse, point: Sparse) -> Q:
    return sum((value * point[k] for k, value in row.items() if k in point), ZERO)


def _satisfied(value: Q, sense: str, rhs: Q) -> bool:
    return value <= rhs if sense == "L" else value >= rhs if sense == "G" else value == rhs


def _dominates(sense: int, rhs: Q, stated: Constraint) -> bool:
    """Whether `lhs sense rhs` implies `stated`, which has the same left-hand side."""
    if stated.sense == "L":
        return sense <= 0 and rhs <= stated.rhs
    if stated.sense == "G":
        return sense >= 0 and rhs >= stated.rhs
    return sense == 0 and rhs == stated.rhs


def _difference(found: Sparse, expected: Sparse, names: Iterable[str]) -> str | None:
    """The first variable whose coefficients differ, in words; None if there is none."""
    if found == expected:
        return None
    k = min(j for j in found.keys() | expected.keys() if found.get(j) != expected.get(j))
    name = tuple(names)[k]
    a, b = found.get(k, ZERO), expected.get(k, ZERO)
    return f"{name} has {_text(a)}, expected {_text(b)} (difference {_text(a - b)})"


def _text(q: Q) -> str:
    """`q` for a message: exact if short, else its value to 17 digits."""
    exact = canonical(q)
    if len(exact) <= 60:
        return exact
    try:
        return f"about {float(Fraction(int(q.numerator), int(q.denominator))):.17g}"
    except OverflowError:
        return f"about {'-' if q < 0 else ''}10^{len(canonical(Q(int(abs(q))))) - 1}"
