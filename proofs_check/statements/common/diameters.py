"""Diameters of the chain that restarts: what the bounds of UCRL2, UCRL2B and posterior sampling
contain where Theorem 4's has L.

`diameters.json` is written by `python -m tests.ledger.diameters`, from every environment of the
registry with at most 300 states: rows of P as exact rationals, x_L the x_0 of the next episode, and
`transitions.diameter`. A test computes them again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from proofs_check.arithmetic import Q

DIAMETERS = Path(__file__).with_name("diameters.json")
KERNEL = "$x_L$ is $x_0$ of the next episode"
"""The kernel at x_L of the chain whose diameter is meant."""


@dataclass(frozen=True)
class Diameters:
    """Environment with its diameters, one for each seed from 0 on; None is infinite."""

    environment: str
    law: str  # what `make(environment)` draws, in words
    random: bool  # whether P depends on the seed
    L: int
    X: int
    A: int
    Gamma: int  # the most states that can follow a pair, over all seeds
    D: tuple[Q | None, ...]

    @property
    def threshold(self) -> Q:
        """Return LX/Gamma: UCRL2B's leading term is below LX sqrt(TA) if and only if D is below."""
        return Q(self.L * self.X, self.Gamma)

    @property
    def finite(self) -> list[Q]:
        """Return the finite diameters, in increasing order."""
        return sorted(D for D in self.D if D is not None)

    @property
    def smaller(self) -> int:
        """Return in how many of the MDPs D < LX/Gamma."""
        return sum(D < self.threshold for D in self.finite)


@cache
def diameters() -> tuple[Diameters, ...]:
    """Return the committed diameters, the paper's environment first."""
    rows = json.loads(DIAMETERS.read_text(encoding="utf-8"))
    return tuple(
        Diameters(**row | {"D": tuple(None if D is None else Q(D) for D in row["D"])})
        for row in rows
    )


def paper() -> Diameters:
    """Return those at the size of Section VI, our reading of its random MDPs."""
    (row,) = (row for row in diameters() if row.environment == "paper")
    return row


def whole(value: Q) -> str:
    """Return a number rounded to a whole one."""
    return str(round(value))


def decimal(value: Q) -> str:
    """Return a number with one decimal, without one if it is whole."""
    tenths = round(value * 10)
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)


def at_section_6() -> str:
    """Return where UCRL2B's leading term lies at the size of Section VI, in words. Raises
    ValueError if the committed diameters do not lie on one side of LX/Gamma."""
    of = paper()
    if len(of.finite) != len(of.D) or of.smaller:
        raise ValueError("the diameters do not lie above LX/Gamma")
    return (
        rf"there $LX/\Gamma={decimal(of.threshold)}$, and $D$ is {whole(of.finite[0])} to "
        f"{whole(of.finite[-1])}"
    )


def draws() -> str:
    """Return which MDPs the numbers of `at_section_6` are of, and which chain, in words."""
    return f"{len(paper().D)} MDPs with rows from Dirichlet(1), seeds 0 to {len(paper().D) - 1}"
