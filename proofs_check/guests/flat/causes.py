"""One cause for all wrong radii or bonuses of a trace: a factor, or another argument of the
logarithm.

Each rule about a radius gives samples: what was found, what was expected, and what other logarithms
would give.
A factor is a cause if it is the same at every place; another logarithm is one if it explains every
place. Both are found in doubles and decide no verdict.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isclose, log, log2, sqrt
from typing import Any, NamedTuple

from proofs_check.arithmetic import Q, to_q
from reference.guests.flat.flat_records import UCB_B, UCB_H, UCB_VI, FlatHeader

WITH_RADII = ("ucrl2", "ucfh")
MOST_SAMPLES, FEWEST, CLOSE = 5000, 2, 1e-5
EQUATION = {
    "ucrl2-d_r": "eq. (3)", "ucrl2-d_p": "eq. (4)", "ucfh-d_r": "eq. (3)",
    "ucfh-d_p": "eq. (4)", "ucbvi-bonus": "the declared bonus",
    "ucbq-bonus": "b_t", "ucbq-update": "b_t, as Q implies it",
}  # fmt: skip
"""The rules whose numbers are compared, and what they are called."""


@dataclass(frozen=True)
class Sample:
    """One place: `found`, `expected`, and by name what another logarithm would give."""

    found: float
    expected: float
    others: Mapping[str, float]

    @property
    def ratio(self) -> float:
        return self.found / self.expected

    def explained(self, other: str) -> bool:
        """Whether another logarithm gives what was found."""
        return isclose(self.found, self.others[other], rel_tol=CLOSE)


def with_logs(expected: float, power: float, logs: Mapping[str, float]) -> dict[str, float]:
    """Return what each of `logs` would give in the place of the one under "", to whose power
    `expected` is proportional."""
    whole = logs[""]
    if whole <= 0:
        return {}
    return {name: expected * (v / whole) ** power for name, v in logs.items() if name and v > 0}


class Cause(NamedTuple):
    """What explains all numbers of a rule: a sentence, how it would be declared, and the options
    that would do so, which a second check has to confirm."""

    sentence: str
    declared: str
    options: Mapping[str, Any]


class Causes:
    """Samples of one trace, by rule."""

    def __init__(self) -> None:
        self.samples: dict[str, list[Sample]] = defaultdict(list)

    def add(self, rule: str, sample: Sample) -> None:
        """Keep a sample, if a ratio of it means something."""
        if sample.expected > 0 and len(self.samples[rule]) < MOST_SAMPLES:
            self.samples[rule].append(sample)

    def named(self, head: FlatHeader) -> Iterator[Cause]:
        """Yield a sentence for each rule that one cause explains, and what would declare it."""
        for rule, samples in self.samples.items():
            wrong = [s for s in samples if not isclose(s.ratio, 1, rel_tol=1e-7)]
            if len(wrong) < FEWEST:
                continue
            many = "all" if len(samples) >= MOST_SAMPLES or rule == "ucbq-update" else (
                f"all {len(samples)}")  # fmt: skip
            whole = f"{EQUATION[rule]} at {many} places"
            name = rule.split("-")[1].replace("update", "bonus")
            if all(isclose(s.ratio, samples[0].ratio, rel_tol=CLOSE) for s in samples):
                ratio = samples[0].ratio
                known = _factor(ratio, head)
                yield Cause(
                    f"{name} is {ratio:.4g}{known} of {whole}", *_declared(rule, ratio, head)
                )
                continue
            for other in samples[0].others:
                if all(other in s.others and s.explained(other) for s in samples):
                    option = "radius" if rule.startswith(WITH_RADII) else "bonus"
                    how = f"; {option} = recorded leaves it unchecked"
                    log_of, _, last = other.partition(" and ")
                    words = f"{log_of} in the logarithm" + (
                        f" and the option {last}" if last else ""
                    )
                    yield Cause(f"{name} has {words} of {whole}", how, {option: "recorded"})
                    break


def _factor(ratio: float, head: FlatHeader) -> str:
    """Return " = 1/sqrt(S)" or another name of a factor; as a constant logarithm has them, the
    names of other logarithms, too."""
    S, A, H = head.S, head.A, max(1, head.H)
    names = {
        "1/sqrt(S)": 1 / sqrt(S), "sqrt(S)": sqrt(S), "1/S": 1 / S, "S": S,
        "1/sqrt(A)": 1 / sqrt(A),
        "1/2": 0.5, "2": 2.0, "1/sqrt(2)": sqrt(0.5), "sqrt(2)": sqrt(2), "1/H": 1 / H, "H": H,
        "1/sqrt(H)": 1 / sqrt(H), "sqrt(H)": sqrt(H), "1/7": 1 / 7, "1/sqrt(7)": 1 / sqrt(7),
        "1/sqrt(14)": 1 / sqrt(14),
    }  # fmt: skip
    power = {UCB_VI: 1.0, UCB_H: 0.5, UCB_B: 0.5}.get(head.algorithm)
    if power is not None and head.options["bonus"] in ("CH", "JABJ"):
        others = episodic_logs(head)
        right = others.pop("")
        for name, logarithm in others.items():
            names[f"{name} in the logarithm"] = (max(logarithm, 0.0) / right) ** power
    close = [name for name, v in names.items() if v != 1 and isclose(v, ratio, rel_tol=CLOSE)]
    return f" = {' or '.join(close)}" if close else ""


def _declared(rule: str, ratio: float, head: FlatHeader) -> tuple[str, dict[str, Any]]:
    """Return the option that would declare a factor, in words and as data."""
    options = head.options
    if rule.startswith(WITH_RADII):
        factors = options["radius"]
        if isinstance(factors, str) and factors.startswith("bernstein"):
            return "; radius = recorded leaves it unchecked", {"radius": "recorded"}
        r, p = (1.0, 1.0) if isinstance(factors, str) else factors
        r, p = (r * ratio, p) if rule.endswith("d_r") else (r, p * ratio)
        return f"; declared by radius = [{r:.17g}, {p:.17g}]", {"radius": (r, p)}
    names = {"ucbvi-bonus": ("scale",)}.get(
        rule, ("c",) if head.algorithm == UCB_H else ("c1", "c2")
    )
    changes = {name: options[name] * ratio for name in names}
    words = " and ".join(f"{name} = {value:.17g}" for name, value in changes.items())
    return f"; declared by {words}", changes


def episodic_logs(head: FlatHeader) -> dict[str, float]:
    """Return the logarithm of UCBVI (5SAKH/delta) or of Q-learning (SAKH/p) under "", and those
    with another argument by name."""
    S, A, H, K, ln_delta = head.S, head.A, head.H, head.K, ln_of_rational(to_q(head.delta))
    first = 5 if head.algorithm == UCB_VI else 1
    whole = log(first) + log(S * A * K * H) - ln_delta
    return {
        "": whole, "K for KH": whole - log(H), "KH for K, twice H": whole + log(H),
        "no S": whole - log(S), "no A": whole - log(A), "no delta": whole + ln_delta,
        "delta/2": whole + log(2), "log2 for ln": whole * log2(2.718281828459045),
        "log10 for ln": whole / log(10), "no 5": whole - log(first), "KHSA squared": whole * 2,
    }  # fmt: skip


def ln_of_rational(q: Q) -> float:
    """Return ln q > 0, also of a rational that is 0 as a double."""
    return log(int(q.numerator)) - log(int(q.denominator))


def ucrl2_logs(head: FlatHeader, t: int, k: int, delta: Q, rewards: bool) -> dict[str, float]:
    """Return the logarithm of eq. (3) (`rewards`) or (4) under "", and those with another argument
    by name."""
    S, A, ln_delta = head.S, head.A, ln_of_rational(delta)
    whole = log(2 * A * t) - ln_delta + (log(S) if rewards else 0.0)
    return {
        "": whole, "k for t": whole - log(t) + log(k), "no delta": whole + ln_delta,
        ("no S" if rewards else "S"): whole + (-log(S) if rewards else log(S)),
        "no A": whole - log(A), "delta/2": whole + log(2), "no 2": whole - log(2),
        "log2 for ln": whole / log(2), "log10 for ln": whole / log(10), "no t": whole - log(t),
        "t + 1 for t": whole - log(t) + log(t + 1),
    }  # fmt: skip
