"""Numbers: one rational type, exact real numbers, enclosures, and the radii of Sec. IV-A. Imports
nothing of `proofs_check`, and of `reference` only its errors."""

from proofs_check.arithmetic.exact_real import (
    CAP_BITS,
    Real,
    certainly_equal,
    certainly_leq,
    certainly_less,
    dyadic,
    endpoints,
    ln,
    sign,
    sqrt,
)
from proofs_check.arithmetic.radii import LogBase, Radii, b_radius, eps_radius, lam
from proofs_check.arithmetic.rational import (
    GRID,
    ONE,
    ZERO,
    Decision,
    Enclosure,
    Q,
    lcm,
    rounded,
    show,
    to_q,
)

__all__ = [
    "CAP_BITS",
    "GRID",
    "ONE",
    "ZERO",
    "Decision",
    "Enclosure",
    "LogBase",
    "Q",
    "Radii",
    "Real",
    "b_radius",
    "certainly_equal",
    "certainly_leq",
    "certainly_less",
    "dyadic",
    "endpoints",
    "eps_radius",
    "exact_real",
    "lam",
    "lcm",
    "ln",
    "radii",
    "rational",
    "rounded",
    "show",
    "sign",
    "sqrt",
    "to_q",
]  # fmt: skip
