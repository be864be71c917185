"""The vectors about learners on flat states: radii, the inner maximum, bonuses, updates, and whole
traces, right, of the variants that people run, or written by a learner with one defect."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from flint import arb, ctx

from proofs_check.arithmetic import ZERO, Enclosure, Q, endpoints, show, to_q
from proofs_check.conformance.tolerances import exactly
from proofs_check.guests.flat.check import check_flat
from proofs_check.guests.flat.optimistic_gain import PlausibleMDPs
from proofs_check.guests.flat.rules import FLAT_BY_ID
from proofs_check.guests.kit.flat_cases import FlatCase, by_step, numbered_flat_case, river
from proofs_check.guests.kl.sets import ball
from reference.guests.flat.flat_reader import FlatParser
from reference.guests.flat.flat_records import PS_RL, UCB_B, UCB_H, UCB_VI, UCFH, UCRL2
from reference.support.errors import MalformedInput
from reference.trace.reader import read_stream
from tests.guests.flat.learners import implementation
from tests.guests.flat.test_flat_kit import DEFECTS, OWN, planted
from tests.guests.flat.test_settings import FAULTS, SETTINGS
from tests.vectors.units import Draft, check, draft, ends

BITS = 200


# ----------------------------------------------------------------------------- UCRL2


def radii_cases() -> Iterator[Draft]:
    """[JOA] eq. (3) and (4)."""
    for name, flags, comment, S, A, delta, t, N in (
        ("first", ["unvisited"], "t = 1, nothing was seen: max{1, N}", 6, 2, 0.05, 1, 0),
        ("ordinary", [], "some visits", 6, 2, 0.05, 172, 40),
        ("one-state", ["single-state", "single-action"], "S = A = 1", 1, 1, 0.5, 9, 8),
        ("tiny-delta", ["tiny-delta"], "delta = 1e-300", 3, 2, 1e-300, 100, 7),
        ("huge-delta", ["huge-delta"], "delta = 0.999", 3, 2, 0.999, 2, 1),
        ("large", ["large-count", "large-horizon"], "2SA t beyond 2^53, N beyond 2^31", 50, 20,
         0.1, 2**52 + 1, 2**31 + 1),
    ):  # fmt: skip
        with ctx.workprec(BITS):
            log_r, log_p = (ball(Q(n * A * t) / to_q(delta)).log() for n in (2 * S, 2))
            d_r = endpoints((ball(Q(7, 2 * max(1, N))) * log_r).sqrt())
            d_p = endpoints((ball(Q(14 * S, max(1, N))) * log_p).sqrt())
        given = {"S": S, "A": A, "delta": delta, "t": t, "N": N}
        yield draft(
            "ucrl2_radii", name, flags, comment, given, {"d_r": ends(d_r), "d_p": ends(d_p)}
        )


def bernstein_cases() -> Iterator[Draft]:
    """R-41."""
    for name, flags, comment, N, p in (
        ("unseen", ["unvisited"], "N = 0: no variance, n - 1 is 1", 0, "0"),
        ("once", [], "N = 1: n - 1 is 1", 1, "1"),
        ("twice", [], "N = 2", 2, "1/2"),
        ("ordinary", [], "some visits", 40, "3/40"),
        ("certain", ["no-mass"], "p = 1: the second term alone", 40, "1"),
        ("large", ["large-count"], "N beyond 2^31", 2**31 + 1, "1/3"),
    ):
        given = {"S": 6, "A": 2, "delta": 0.05, "t": 172, "N": N, "p": p}
        with ctx.workprec(BITS):
            log = ball(Q(2 * 6 * 2 * 172) / to_q(0.05)).log()
            v, n = to_q(p) * (1 - to_q(p)), max(1, N)
            d = endpoints((ball(14 * v / n) * log).sqrt() + 49 * log / (3 * max(1, n - 1)))
        yield draft("bernstein_radius", name, flags, comment, given, {"d": ends(d)})


def box_cases() -> Iterator[Draft]:
    """The inner maximum with a radius for every successor."""
    for name, flags, comment, p_bar, d, u in (
        ("box", [], "room at the best, and mass from the worst", ["1/2", "1/4", "1/4"],
         ["1/8", "1/8", "1/16"], ["0", "1", "3"]),
        ("box-against", [], "the states are numbered against u", ["1/4", "1/4", "1/2"],
         ["1/16", "1/8", "1/8"], ["3", "1", "0"]),
        ("box-second", [], "the best is full, and the second gets the rest", ["1/3", "1/3", "1/3"],
         ["1/3", "1/6", "1/12"], ["0", "1", "2"]),
        ("box-all", ["saturated"], "radii of 1: all mass goes to the best", ["1/3", "1/3", "1/3"],
         ["1", "1", "1"], ["1", "0", "2"]),
        ("box-nothing", ["cut"], "radii of 0: p_bar itself", ["1/3", "1/3", "1/3"],
         ["0", "0", "0"], ["0", "1", "2"]),
        ("box-full", [], "no probability exceeds 1", ["0", "1"], ["1/4", "1/2"], ["0", "1"]),
    ):  # fmt: skip
        P, radii, v = ([to_q(x) for x in row] for row in (p_bar, d, u))
        order = sorted(range(len(v)), key=v.__getitem__)
        model = PlausibleMDPs([[exactly(ZERO)]], [[P]], [[[exactly(x) for x in radii]]])
        value = model.inner(0, 0, v, order, True)
        check(name, sum(P) == 1 and value <= max(v))
        given = {"p_bar": p_bar, "d": d, "u": u}
        yield draft("inner_maximum", name, flags, comment, given, {"value": show(value)})


def inner_cases() -> Iterator[Draft]:
    """[JOA] Fig. 2."""
    up, third = ["0", "1", "2", "3"], ["1/3", "1/3", "1/3"]
    for name, flags, comment, p_bar, d, u in (
        ("sorted", [], "the states are numbered with u", ["1/2", "1/4", "1/8", "1/8"], "1/3", up),
        ("against", [], "the states are numbered against u: they must be sorted",
         ["1/8", "1/8", "1/4", "1/2"], "1/3", up[::-1]),
        ("mixed", ["exact-data"], "no order", third, "1/5", ["2/7", "1/7", "3/7"]),
        ("emptied", ["little-P_bar"], "the worst states have little mass, and lose all of it",
         ["1/1000000", "1/1000", "998999/1000000"], "1/2", ["0", "1", "5"]),
        ("all", ["saturated"], "d >= 2: all mass goes to the best", third, "5/2", ["1", "0", "0"]),
        ("full", [], "the best state has mass 1 already", ["0", "1"], "1/2", ["0", "1"]),
        ("nothing", ["cut"], "d = 0: p_bar itself", third, "0", ["0", "1", "2"]),
        ("ties", ["ties"], "equal u: the value does not depend on the order", third, "1/2",
         ["1", "1", "0"]),
        ("one", ["single-state"], "one state", ["1"], "1", ["7/2"]),
    ):  # fmt: skip
        P, v, radius = [to_q(p) for p in p_bar], [to_q(x) for x in u], to_q(d)
        order = sorted(range(len(v)), key=v.__getitem__)
        model = PlausibleMDPs([[exactly(ZERO)]], [[P]], [[exactly(radius)]])
        value = model.inner(0, 0, v, order, True)
        check(name, sum(P) == 1 and value <= max(v))
        given = {"p_bar": p_bar, "d": d, "u": u}
        yield draft("inner_maximum", name, flags, comment, given, {"value": show(value)})


# ----------------------------------------------------------------------------- UCBVI, Q-learning


def bonus_cases() -> Iterator[Draft]:
    """[AOM] Alg. 3 and 4 (R-39)."""
    sizes: dict[str, Any] = {"S": 3, "A": 2, "H": 4, "K": 100, "delta": 0.1}
    V, n_next = ["3", "1/2", "2"], [10**9, 5 * 10**8, 0]
    for name, flags, comment, kind, h, N3, seen in (
        ("CH", [], "7 H Lg / sqrt(N)", "CH", 1, [5, 2, 1], n_next),
        ("CH-once", [], "N = 1", "CH", 0, [1, 0, 0], n_next),
        ("CH-large", ["large-count"], "N beyond 2^31", "CH", 0, [2**31, 1, 0], n_next),
        ("BF-last", [], "the last step: V = 0, no correction", "BF", 3, [5, 2, 1], [0, 0, 0]),
        ("BF", [], "a variance and a correction", "BF", 1, [5, 2, 1], n_next),
        ("BF-unseen", ["unvisited"], "N' = 0 at every successor: H^2", "BF", 1, [5, 2, 1], [0] * 3),
        ("BF-certain", ["no-mass"], "one successor: no variance", "BF", 2, [0, 7, 0], n_next),
        ("BF-large", ["large-count"], "N beyond 2^31", "BF", 1, [2**31, 2**30, 7], [2**40] * 3),
    ):  # fmt: skip
        H, N = sizes["H"], sum(N3)
        after = V if h + 1 < H else ["0", "0", "0"]
        b = bonus_of(kind, sizes, h, N3, [to_q(v) for v in after], seen)
        given = {**sizes, "bonus": kind, "h": h, "N": N, "N3": N3, "V": after, "N_next": seen}
        yield draft("ucbvi_bonus", name, flags, comment, given, {"b": ends(b)})
    N3, H = [5, 2, 1], sizes["H"]
    with ctx.workprec(BITS):
        Lg = ball(Q(5 * 3 * 2 * 100 * H) / to_q(0.1)).log()
        b = endpoints(14 * H * Lg / (3 * 8) + ball(Q(8 * H**2, 8)).sqrt())
    for kind in ("CH", "BF"):
        shorter = bonus_of(kind, sizes, 1, N3, [to_q(v) for v in V], n_next, H - 1)
        given = {**sizes, "bonus": kind, "h": 1, "N": 8, "N3": N3, "V": V, "N_next": n_next}
        given |= {"length": "H-h"}
        comment = "length = H-h: H - h for H, but in the logarithm"
        yield draft("ucbvi_bonus", f"{kind}-length", [], comment, given, {"b": ends(shorter)})
    given = {**sizes, "bonus": "BF", "h": H - 1, "N": 8, "N3": N3, "V": ["0"] * 3}
    given |= {"N_next": [0] * 3, "last": "H^2"}
    comment = "the last step with the option last = H^2: the largest correction"
    yield draft("ucbvi_bonus", "BF-last-H2", [], comment, given, {"b": ends(b)})


def bonus_of(
    kind: str, sizes: Any, h: int, N3: Sequence[int], V: Sequence[Q], seen: Sequence[int],
    length: int = 0,
) -> Enclosure:  # fmt: skip
    """b of a pair with these transitions; h counts from 0; `length` stands for H, if given."""
    S, A, steps, K, N = (*(sizes[name] for name in "SAHK"), sum(N3))
    H = length or steps
    with ctx.workprec(BITS):
        Lg = ball(Q(5 * S * A * K * steps) / to_q(sizes["delta"])).log()
        if kind == "CH":
            return endpoints(7 * H * Lg / ball(Q(N)).sqrt())
        p = [Q(n, N) for n in N3]
        mean = sum((a * v for a, v in zip(p, V, strict=True)), ZERO)
        variance = sum((a * v * v for a, v in zip(p, V, strict=True)), ZERO) - mean**2
        b = (8 * Lg * ball(variance) / N).sqrt() + 14 * H * Lg / (3 * N)
        if h + 1 < steps:
            c, total = 100**2 * H**3 * S**2 * A * Lg**2, arb(0)
            for a, m in zip(p, seen, strict=True):
                term = c / m if m else arb(H**2)
                total += ball(a) * (term if term < H**2 else arb(H**2))
            b += (8 * total / N).sqrt()
        return endpoints(b)


def update_cases() -> Iterator[Draft]:
    """[JABJ] Alg. 1 l. 5-6, Alg. 2 l. 5-9 (R-40), visit by visit."""
    ones = [["1", "3"], ["0", "1/2"], ["1/3", "2"], ["1", "0"]]
    sizes: dict[str, Any] = {"S": 3, "A": 2, "H": 4, "K": 1000, "p": 0.05}
    for name, flags, comment, kind, constants, visits in (
        ("H-first", ["unvisited"], "t = 1: alpha = 1, what was there is forgotten", UCB_H,
         {"c": 1}, ones[:1]),
        ("H-second", [], "t = 2: 1 - alpha and alpha differ", UCB_H, {"c": 1}, ones[:2]),
        ("H-without-bonus", ["exact-data"], "c = 0: rational", UCB_H, {"c": 0}, ones),
        ("H-many", ["large-count"], "300 visits", UCB_H, {"c": "1/10"}, [["1/2", "1"]] * 300),
        ("B-first", ["unvisited"], "t = 1: beta_0 = 0", UCB_B, {"c1": 1, "c2": 2}, ones[:1]),
        ("B-variance", [], "W_t is a variance", UCB_B, {"c1": "1/100", "c2": 2}, ones),
        ("B-no-variance", ["no-mass"], "W_t = 0", UCB_B, {"c1": "1/100", "c2": 2},
         [["1/2", "1"]] * 5),
        ("B-hoeffding", ["cut"], "the second term of the minimum is the smaller one", UCB_B,
         {"c1": 50, "c2": "1/5"}, ones),
    ):  # fmt: skip
        given = {**sizes, "algorithm": kind, **constants, "visits": visits}
        yield draft("ucb_update", name, flags, comment, given, updated(given))


def updated(given: Any) -> dict[str, Any]:
    """alpha_t, b_t and Q after the last visit; Q is H before the first."""
    S, A, H, K = (given[name] for name in "SAHK")
    with ctx.workprec(BITS):
        iota, q, mu, sigma = ball(Q(S * A * K * H) / to_q(given["p"])).log(), arb(H), ZERO, ZERO
        beta, alpha, b = arb(0), Q(1), arb(0)
        for t, (r, V) in enumerate(given["visits"], 1):
            alpha, hoeffding = Q(H + 1, H + t), (H**3 * iota / t).sqrt()
            if given["algorithm"] == UCB_H:
                b = ball(to_q(given["c"])) * hoeffding
            else:
                mu, sigma = mu + to_q(V), sigma + to_q(V) ** 2
                W, last = sigma / t - (mu / t) ** 2, ball(Q(H**7 * S * A)).sqrt() * iota / t
                first = ball(to_q(given["c1"])) * ((H * (ball(W) + H) * iota / t).sqrt() + last)
                second = ball(to_q(given["c2"])) * hoeffding
                before, beta = beta, first if first < second else second
                b = (beta - ball(1 - alpha) * before) / ball(2 * alpha)
            q = ball(1 - alpha) * q + ball(alpha) * (ball(to_q(r) + to_q(V)) + b)
        return {"alpha": show(alpha), "bonus": ends(endpoints(b)), "Q": ends(endpoints(q))}


# ----------------------------------------------------------------------------- traces


def flat_outcome(lines: list[str]) -> tuple[dict[str, Any], dict[str, Any], str]:
    """What a checker must find; where; and the reason in words."""
    data = "".join(line + "\n" for line in lines).encode()
    try:
        outcome = check_flat(read_stream(io.BytesIO(data), "trace", FlatParser))  # type: ignore[arg-type]
    except MalformedInput as e:
        return {"verdict": "malformed"}, {"line": e.line}, f"line {e.line}, {e.field}: {e.rule}"
    first = outcome.first
    if first is None:  # a vector asks whether a rule is broken, not whether much was decided
        return {"verdict": "conforms"}, {"steps": outcome.steps}, ""
    rule = FLAT_BY_ID[first.rule]
    reason = f"{rule.id} [{rule.equation}]: {rule.sentence}"
    where = {"line": first.line, "equation": rule.equation, **first.indices}
    return {"verdict": outcome.verdict, "rule": rule.id}, where, reason


def flat_trace(name: str, flags: list[str], comment: str, records: Any) -> Draft:
    """One trace, whose records are written as they are."""
    lines = [json.dumps(record, separators=(",", ":")) for record in records]
    expected, where, reason = flat_outcome(lines)
    more: dict[str, Any] = {"intermediates": where} | ({"reason": reason} if reason else {})
    return draft("flat_trace", name, flags, comment, {"lines": lines}, expected, **more)


VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "plans-on-doubling": (UCB_VI, {"scale": 0.02, "plan": "doubling"}),
    "plans-on-powers-at-once": (UCB_VI, {"scale": 0.02, "plan": "powers at once"}),
    "prior": (UCB_VI, {"scale": 0.02, "prior": 0.5}),
    "last-bonus": (UCB_VI, {"scale": 0.002, "bonus": "BF", "last": "H^2"}),
    "bernstein": (UCRL2, {"radius": "bernstein"}),
    "bernstein-of-pairs": (UCRL2, {"radius": "bernstein-sum"}),
    "ucfh-bernstein": (UCFH, {"radius": "bernstein"}),
    "ucfh-every": (UCFH, {"radius": (0.05, 0.05), "plan": "every"}),
    "ucfh-at-once": (UCFH, {"radius": (0.05, 0.05), "plan": "doubling at once"}),
    "psrl-normal": (PS_RL, {"rewards": "normal", "plan": "powers"}),
    **{name.replace(", ", "-").replace(" ", "-"): of for name, of in SETTINGS.items()},
}
"""What people run besides the paper's version."""
NEW_DEFECTS = {
    "UCFH, half of d_r": "ucfh-d_r",
    "UCFH, V of the mean action": "ucfh-V",
    "UCFH, pi of the worst": "ucfh-greedy",
    "PSRL, V of another draw": "psrl-greedy",
    "PSRL, the posterior's mean": "psrl-posterior",
    "PSRL, draws of the prior": "psrl-posterior",
}


SETTING_DEFECTS = (
    "UCBVI forgets the known reward", "UCFH keeps a radius of the rewards",
    "PSRL plans with the mean reward", "every pair ever visited", "V of this plan, not of the last",
    "H - h - 1 for H - h", "beta_{t-1} with H", "UCBVI plans with the model of step 0",
    "PSRL plans with the P of step 0", "UCFH plans with the set of step 0",
)  # fmt: skip
"""Faults of test_settings.py."""


def setting_defects() -> Iterator[Draft]:
    """Traces of learners with one defect in a setting that people run."""
    for name in SETTING_DEFECTS:
        setting, edits, rules = FAULTS[name]
        algorithm, options = SETTINGS[setting]
        of = implementation(algorithm, edits=edits, options=options)
        called = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")
        for T in (4, 20, 60):
            mdp = by_step(river(3), 4) if options.get("stages") == "own" else river(3)
            case = FlatCase(algorithm, mdp, T, 4, 0.1, 1)
            drawn = flat_trace(called, ["defect"], f"{setting}: {name}", of(case))
            if drawn["expected"].get("rule") in rules.split("|"):
                yield drawn
                break
        else:
            raise ValueError(f"{name}: does not break {rules}")


def flat_trace_cases() -> Iterator[Draft]:
    """Conforming traces, and those of learners with a defect."""
    ending = next(c for k in range(1, 99) if (c := numbered_flat_case(UCB_H, k)).mdp.terminal)
    for algorithm, mdp, T, H in (
        (UCRL2, river(3), 40, 0), (UCB_VI, river(3), 6, 4), (UCB_H, ending.mdp, 8, 4),
        (UCB_B, river(3), 8, 4), (UCFH, ending.mdp, 12, 4), (PS_RL, river(3), 12, 4),
    ):  # fmt: skip
        case = FlatCase(algorithm, mdp, T, H, 0.1, 1)
        for detailed in (True, False):
            own = implementation(algorithm, options=OWN[algorithm], detailed=detailed)
            records, words = own(case), "everything" if detailed else "what is required"
            name = f"right-{algorithm}-{'all' if detailed else 'required'}"
            drawn = flat_trace(name, ["right"], f"a run of {algorithm} with {words}", records)
            check(name, drawn["expected"] == {"verdict": "conforms"})
            yield drawn
    for name, (algorithm, options) in VARIANTS.items():
        mdp = by_step(river(3), 4) if options.get("stages") == "own" else river(3)
        few = 4 if name.startswith("stages") else 8
        case = FlatCase(algorithm, mdp, 30 if algorithm == UCRL2 else few,
                        0 if algorithm == UCRL2 else 4, 0.1, 1)  # fmt: skip
        records = implementation(algorithm, options=options)(case)
        drawn = flat_trace(f"variant-{name}", ["right"], f"{algorithm}, {name}", records)
        check(name, drawn["expected"] == {"verdict": "conforms"})
        yield drawn
    yield from setting_defects()
    for name, rule in {**DEFECTS, **NEW_DEFECTS}.items():
        algorithm, of = planted(name)
        H = 0 if algorithm == UCRL2 else 4
        smaller = (
            FlatCase(algorithm, mdp, T, H, 0.1, 1)
            for T in (4, 20, 60, 200)
            for mdp in (river(3), ending.mdp if H else river(4))
        )
        called = name.replace(",", "").replace(" ", "-").replace("'", "")
        for case in smaller:
            drawn = flat_trace(called, ["defect"], name, of(case))
            if drawn["expected"].get("rule") == rule:
                yield drawn
                break
        else:
            raise ValueError(f"{name}: does not break {rule}")


def flat_cases() -> Iterator[Draft]:
    """Every kind of this module."""
    yield from radii_cases()
    yield from inner_cases()
    yield from box_cases()
    yield from bernstein_cases()
    yield from bonus_cases()
    yield from update_cases()
    yield from flat_trace_cases()
