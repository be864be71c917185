"""VIPR 1.1 certificates of LP1's optimum (Sec. IV-B): the strict checker.

A certificate holds the problem (OBJ, CON), the optimum (RTP), a feasible point that attains it
(SOL) and a derivation that no point exceeds it (DER). `check_certificate` verifies all four in
exact arithmetic and compares the problem with LP1 derived anew from the counts: without the
counts a certificate proves the optimum of the LP in the file, regardless of which LP that is.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

from proofs_check.arithmetic import ZERO, Q
from proofs_check.certificate.reader import Certificate, canonical, read_certificate
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.printed_rows import SIGN, PrintedLP1, PrintedRow, Sparse

RULES = {
    "VIPR-PROBLEM": "OBJ and CON are LP1 (eq. (4), (13), LP1), row by row, for these counts.",
    "VIPR-SOLUTION": "Every point under SOL satisfies every constraint under CON.",
    "VIPR-DERIVATION": "Every DER line is dominated by its linear combination of earlier lines.",
    "VIPR-OPTIMUM": "RTP names one number; a SOL attains it; the last DER line bounds OBJ by it.",
}

SENSE = {"L": -1, "E": 0, "G": 1}
HOLDS = {"L": operator.le, "E": operator.eq, "G": operator.ge}
Broken = tuple[int, str] | None  # line and reason


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


def check_certificate(path: str, data: LP1Data | None = None) -> CertificateVerdict:
    """Verify the certificate in `path`, and that its problem is LP1 of `data`.

    Raises MalformedInput (file:line, field, value, rule) where the file is not a certificate in
    the form that reader.py describes, UnusablePath where it cannot be read.
    """
    certificate = read_certificate(path)
    size = (len(certificate.variables), len(certificate.constraints), len(certificate.derivations))
    for rule, broken in zip(RULES, (_problem, _solutions, _derivations, _optimum), strict=True):
        if where := broken(certificate, data):
            return CertificateVerdict(path, False, None, *size, (), rule, *where)
    taken = () if data is not None else ("the problem in the file is the intended one",)
    return CertificateVerdict(path, True, certificate.upper, *size, taken)


def _problem(certificate: Certificate, data: LP1Data | None) -> Broken:
    """VIPR-PROBLEM: variables, objective, and every constraint, against LP1 of the counts."""
    if data is None:
        return None
    lp = PrintedLP1(data)
    names, rows = lp.variables(), list(lp.constraints())
    for k, (name, expected) in enumerate(zip_longest(certificate.variables, names)):
        if name != expected:
            reason = f"variable {k} is {name or 'missing'}, LP1 has {expected or 'no more'}"
            return certificate.lines["VAR"], reason
    if certificate.sense != "max":
        return certificate.lines["OBJ"], "the objective is minimised, LP1 maximises"
    if difference := _difference(certificate.objective, lp.objective(), names):
        return certificate.lines["OBJ"], f"objective: {difference}"
    if (len(certificate.constraints), certificate.bounds) != (len(rows), len(names)):
        counts = f"{len(certificate.constraints)} constraints, {certificate.bounds} of them bounds"
        return certificate.lines["CON"], f"{counts}; LP1 has {len(rows)} and {len(names)}"
    for row, printed in zip(certificate.constraints, rows, strict=True):
        if row.label != printed.label:
            return row.line, f"constraint {row.label} is where LP1 has {printed.label}"
        label = f"constraint {row.label}"
        if difference := _difference(row.coefficients, printed.coefficients, names):
            return row.line, f"{label}: {difference}"
        if row.sense != printed.sense:
            return row.line, f"{label}: sense {SIGN[row.sense]}, LP1 has {SIGN[printed.sense]}"
        if row.rhs != printed.rhs:
            sides = f"{_text(row.rhs)}, LP1 has {_text(printed.rhs)}"
            return row.line, f"{label}: right-hand side {sides}"
    return None


def _solutions(certificate: Certificate, data: LP1Data | None) -> Broken:
    """VIPR-SOLUTION: every point satisfies every constraint."""
    for solution in certificate.solutions:
        for row in certificate.constraints:
            value = _product(row.coefficients, solution.values)
            if not HOLDS[row.sense](value, row.rhs):
                stated = f"{_text(value)} {SIGN[row.sense]} {_text(row.rhs)}"
                reason = f"{stated} is false by {_text(abs(value - row.rhs))}"
                return solution.line, f"{solution.label} violates {row.label}: {reason}"
    return None


def _derivations(certificate: Certificate, data: LP1Data | None) -> Broken:
    """VIPR-DERIVATION: each line follows from its multipliers."""
    known: list[PrintedRow] = list(certificate.constraints)
    last_use = [-1] * len(known)
    for derivation in certificate.derivations:
        stated = derivation.constraint
        sense, rhs, total = 0, ZERO, dict[int, Q]()
        for k, factor in derivation.multipliers.items():
            row = known[k]
            if 0 <= last_use[k] < len(known):
                reason = f"uses {row.label} after its stated last use {last_use[k]}"
                return stated.line, f"{stated.label} {reason}"
            direction = SENSE[row.sense] * (1 if factor > 0 else -1)
            if direction * sense < 0:
                reason = f"the multiplier {_text(factor)} of {row.label}"
                return stated.line, f"{stated.label}: {reason} has the wrong sign for its sense"
            sense = sense or direction
            rhs += factor * row.rhs
            for j, value in row.coefficients.items():
                total[j] = total.get(j, ZERO) + factor * value
        derived = {j: value for j, value in total.items() if value}
        if difference := _difference(stated.coefficients, derived, certificate.variables):
            reason = f"against the combination of its multipliers: {difference}"
            return stated.line, f"{stated.label}, {reason}"
        if not _implies(sense, rhs, stated.sense, stated.rhs):
            given = next(SIGN[letter] for letter, number in SENSE.items() if number == sense)
            reason = f"{stated.label} states {SIGN[stated.sense]} {_text(stated.rhs)}, "
            reason += f"its multipliers give {given} {_text(rhs)}"
            return stated.line, f"{reason} (difference {_text(stated.rhs - rhs)})"
        known.append(stated)
        last_use.append(derivation.last_use)
    return None


def _optimum(certificate: Certificate, data: LP1Data | None) -> Broken:
    """VIPR-OPTIMUM: lower = upper, attained by a solution, and bounded by the last derivation."""
    line, stated = certificate.lines["RTP"], _text(certificate.upper)
    if certificate.sense != "max":
        return certificate.lines["OBJ"], "the objective is minimised, LP1 maximises"
    if certificate.lower != certificate.upper:
        return line, f"the range {_text(certificate.lower)} to {stated} is not one number"
    if not certificate.solutions:
        return line, f"no solution shows that {stated} is attained"
    best = max(
        _product(certificate.objective, solution.values) for solution in certificate.solutions
    )
    if best < certificate.lower:
        short = _text(certificate.lower - best)
        return line, f"the best solution attains {_text(best)}, not {stated}: {short} less"
    if not certificate.derivations:
        return line, f"no derivation shows that {stated} is not exceeded"
    last = certificate.derivations[-1].constraint
    if last.coefficients != certificate.objective:
        return last.line, f"the last derivation {last.label} does not bound OBJ"
    if not _implies(SENSE[last.sense], last.rhs, "L", certificate.upper):
        reason = f"the last derivation proves OBJ {SIGN[last.sense]} {_text(last.rhs)}, "
        reason += f"not OBJ <= {stated} (difference {_text(last.rhs - certificate.upper)})"
        return last.line, reason
    return None


def _product(row: Sparse, point: Sparse) -> Q:
    return sum((value * point[k] for k, value in row.items() if k in point), ZERO)


def _implies(sense: int, rhs: Q, stated: str, stated_rhs: Q) -> bool:
    """Whether `lhs sense rhs` implies `lhs stated stated_rhs`."""
    return sense in (0, SENSE[stated]) and HOLDS[stated](rhs, stated_rhs)


def _difference(coefficients: Sparse, expected: Sparse, names: Sequence[str]) -> str | None:
    """Return the first variable whose coefficients differ, in words; None if there is none."""
    if coefficients == expected:
        return None
    k = min(
        j for j in coefficients.keys() | expected.keys() if coefficients.get(j) != expected.get(j)
    )
    a, b = coefficients.get(k, ZERO), expected.get(k, ZERO)
    return f"{names[k]} has {_text(a)}, expected {_text(b)} (difference {_text(a - b)})"


def _text(q: Q) -> str:
    """`q` for a message: exact if short, else its value to 17 digits."""
    exact = canonical(q)
    if len(exact) <= 60:
        return exact
    try:
        return f"about {float(Fraction(int(q.numerator), int(q.denominator))):.17g}"
    except OverflowError:
        return f"about {'-' if q < 0 else ''}10^{len(canonical(Q(int(abs(q))))) - 1}"
