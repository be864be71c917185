"""Which undeclared options are worth a second check: those that the numbers at the place of a
divergence speak for stand first.

A rule that can recompute its number under other options says which of them agree (`fits`); else a
ratio, a bound or a suspicion orders them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from math import inf, isfinite, log
from re import findall
from typing import TYPE_CHECKING, Any

from reference.guests.flat.flat_records import OPTIONS_OF, UCB_VI, FlatHeader

if TYPE_CHECKING:  # which names this module
    from proofs_check.guests.flat.replay import FlatDivergence

DISCOUNTS = (0.99, 0.95, 0.9, 0.999, 0.8, 0.5)
STOPS = (0.001, 0.01, 0.1)
BONUSES: tuple[dict[str, Any], ...] = (
    {"root": 1.0, "over": "H-h", "most": "H-h"},
    {"root": "H", "over": 0.0, "most": "none"},
    {"root": 1.0, "over": 0.0, "most": "none"},
)
FACTORS = ("c", "c1", "c2", "scale")
PRIORS = ("prior", "alpha0", "a0", "b0")
SUSPECTED = {
    "Q starts at H - h": "cap",
    "V that starts at H - h": "cap",
    "that ends the episode": "terminal",
    "not visited since the last plan": "update",
    "draws of the transitions": "alpha0",
    "draws of the rewards": "rewards",
}
"""The option that a suspicion is about."""
FEW = 2
"""Values of an option that may agree, and tell something."""
OF_BONUS = ("bonus", "scale", "last", "length")
OF_Q = ("monotone", "cap", "rewards", "V", "unseen", "update", "prior")
"""Options on which UCBVI's Q depends besides those of its bonus, and which its counts do not."""
OF_RADII = ("delta", "radius")
OF_UPDATE = ("c", "c1", "c2", "length")
RECOMPUTED = {
    "ucbvi-bonus": OF_BONUS,
    "ucbvi-Q": (*OF_BONUS, *OF_Q),
    "ucrl2-d_r": OF_RADII,
    "ucrl2-d_p": OF_RADII,
    "ucrl2-stop": ("tau",),
    "ucfh-d_r": OF_RADII,
    "ucfh-d_p": OF_RADII,
    "ucbq-bonus": (*OF_UPDATE, "order"),
    "ucbq-update": (*OF_UPDATE, "order"),
}
"""The options under which the number of a rule is computed again at the place."""
Option = tuple[str, Any]


def choices_of(head: FlatHeader, key: str) -> list[Any]:
    """Return the values of an option that are worth trying, except the one in force."""
    known = OPTIONS_OF[head.algorithm][key]
    choices = list(known) if isinstance(known, tuple) else []
    if key == "stop":
        choices += STOPS
    if key == "bonus" and head.algorithm == UCB_VI:
        choices += BONUSES
    if key == "tau":
        choices += [0.5, 0.9, 1.0]
    if key in PRIORS:
        choices += [1.0, 0.5, 1.0 / head.S]
    if key in FACTORS:
        choices += [0.0, 0.1, 1.0, 2.0, 4.0]
    now = head.options[key]
    return [c for c in choices if c != now and c not in ("recorded", "free", "known")]


def ranked(head: FlatHeader, d: FlatDivergence, options: Iterable[Option]) -> list[Option]:
    """Return the options, best first: what fits; what a suspicion is about; what the numbers do not
    speak against, the nearest value of each option before the second one."""
    given = list(options)
    order = {key: k for k, key in reversed(list(enumerate(key for key, _ in given)))}
    agreeing, seen = Counter(key for key, _ in d.fits), Counter[str]()
    ranked: list[tuple[tuple[bool, bool, bool, int, int], Option]] = []
    for key, choice in sorted(given, key=lambda of: _distance(head, d, *of)):
        fits, away = (key, choice) in d.fits, _distance(head, d, key, choice)
        few = fits and agreeing[key] <= FEW  # that many values agree says nothing
        few |= key == "clip" and d.rule == "ucrl2-stop" and not away  # so large a span is a sign
        about = any(key == of and words in d.found for words, of in SUSPECTED.items())
        refuted = key in RECOMPUTED.get(d.rule, ()) and not fits
        against = refuted or away == inf
        ranked.append(((not few, not about, against, seen[key], order[key]), (key, choice)))
        seen[key] += 1
    return [option for _, option in sorted(ranked, key=lambda of: of[0])]


def _distance(head: FlatHeader, d: FlatDivergence, key: str, choice: Any) -> float:
    """Return how far a value is from what the numbers say, inf where they speak against it, 0 where
    they say nothing."""
    expected, found = numbers_in(d.expected), numbers_in(d.found)
    if not expected or not found:
        return 0.0
    if key == "stop" and d.rule in ("ucrl2-stop", "ucrl2-near-optimal"):
        missing = found[0] if d.rule == "ucrl2-stop" else expected[0] - found[-1]
        return choice if isinstance(choice, float) and choice >= missing else inf
    if key == "clip" and d.rule == "ucrl2-stop":  # rewards in [0, 1] have no larger span
        return 0.0 if found[0] >= 1 else 0.5
    if key in FACTORS and d.rule.endswith("-bonus") and expected[0] and head.options[key]:
        ratio, other = found[0] / expected[0], choice / head.options[key]
        if not choice or ratio <= 0 or (ratio < 1) != (other < 1):
            return inf
        return abs(log(ratio) - log(other))
    return 0.0


def numbers_in(text: str) -> list[float]:
    """Return the numbers of a text, up to its words of suspicion."""
    found: list[float] = []
    for word in findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?(?:/\d+)?", text.partition(": ")[0]):
        top, _, bottom = word.partition("/")
        with suppress(ValueError, ZeroDivisionError, OverflowError):
            number = float(top) / float(bottom or 1)
            if isfinite(number):
                found.append(number)
    return found


def discount(part: float, whole: float) -> tuple[Option, ...]:
    """Return the discount with which the sum of what comes later, `whole`, becomes `part`, if there
    is one below 1."""
    if not whole or not 0 < part / whole < 1 - 1e-9:
        return ()
    ratio = part / whole
    short = round(ratio, 6)
    return (("discount", short if 0 < short < 1 and abs(ratio - short) < 1e-7 else ratio),)


def smallest_discount(
    value: float, of_actions: Sequence[tuple[float, float]]
) -> tuple[Option, ...]:
    """Return the discount with which the largest r + d m of (r, m) is `value`, if there is one
    below 1."""
    ratios = [(value - r) / m for r, m in of_actions if m > 0]
    return discount(min(ratios), 1.0) if ratios else ()
