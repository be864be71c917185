"""What a kit asks of a program: the command's options decide how strictly it is tested, never the
program's own header.

What the paper leaves open is the program's to declare (R-1, R-9, ...); a choice under which less is
checked, a variant that departs from the paper and a larger tolerance have to be asked for. Shared
by the kits of UCRL-LP and of learners on flat states.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs_check.arithmetic import Q, to_q
from reference import readings
from reference.support.errors import PreconditionError

MOST_TOLERANCE = 1e-6


class OtherCase(Exception):
    """Trace that belongs to another case."""


def as_given(given: Q, declared: Q) -> bool:
    """Whether a number of a header is the one that was given, up to the last bits: some readers of
    JSON, Octave's among them, and printf with 15 digits lose those."""
    return abs(given - declared) <= abs(given) * Q(1, 1 << 46)


def asked_tolerance(options: Mapping[str, Any], default: float) -> float:
    """Return the tolerance that the options allow a header. Raises PreconditionError."""
    tolerance = options.get("tolerance", default)
    if type(tolerance) not in (int, float) or not 0 < tolerance <= MOST_TOLERANCE:
        rule = f"must be a number above 0, at most {MOST_TOLERANCE:g}"
        raise PreconditionError("--option tolerance", tolerance, rule)
    return float(tolerance)


def asked_readings(options: Mapping[str, Any], default: float) -> dict[str, Any]:
    """Return the readings of UCRL-LP by key, and `tolerance`, that `options` ask for. Raises
    PreconditionError for an unknown reading or choice, or a tolerance that is none."""
    named = {key: value for key, value in options.items() if key != "tolerance"}
    full = readings.choose(named)
    choices: dict[str, Any] = {
        readings.find(key).key: full[readings.find(key).key] for key in named
    }
    if "tolerance" in options:
        choices["tolerance"] = asked_tolerance(options, default)
    return choices


def must_be_asked(key: str, choice: str) -> bool:
    """Whether a header may declare this choice of a reading only if the command asks for it."""
    reading = readings.BY_KEY[key]
    return choice == "any" or (reading.variant and choice != reading.default)


def refuse_other(name: str, declared: object, asked: object) -> None:
    """Raise OtherCase: a header declares an option that the case did not ask for."""
    raise OtherCase(
        f"the header declares {name} = {declared}; the case asks for {name} = {asked}, and would "
        f"ask for the other with --option {name}={declared}"
    )


def refuse_laxer(declared: Any, asked: float) -> None:
    """Raise OtherCase if a header's tolerance is larger than the case allows; one that no kit
    allows is left to the rule about it."""
    if to_q(asked) < to_q(declared) <= Q(1, 10**6):
        refuse_other("tolerance", f"{float(declared):g}", f"{asked:g}")
