"""Numbers: one rational type, exact real numbers, enclosures, and the radii of Sec. IV-A. Imports
nothing of `proofs_check`, and of `reference` only its errors."""

from proofs_check.arithmetic.exact_real import (
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
from proofs_check.arithmetic.radii import LogBase, Radii, RadiiChoice, b_radius, eps_radius, lam
from proofs_check.arithmetic.rational import (
    GRID,
    ONE,
    ZERO,
    Decision,
    Enclosure,
    Q,
    each,
    lcm,
    rounded,
    show,
    to_q,
    zipped,
)

__all__ = [
    "GRID",
    "ONE",
    "ZERO",
    "Decision",
    "Enclosure",
    "LogBase",
    "Q",
    "Radii",
    "RadiiChoice",
    "Real",
    "b_radius",
    "certainly_equal",
    "certainly_leq",
    "certainly_less",
    "dyadic",
    "each",
    "endpoints",
    "eps_radius",
    "exact_real",  # modules, for pdoc
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
    "zipped",
]  # fmt: skip
