"""The vectors about runs: epoch boundaries, and whole traces, right or with exactly one fault."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from proofs_check.arithmetic import ZERO
from proofs_check.conformance.counters import Counters
from proofs_check.conformance.replay import check
from proofs_check.conformance.rules import BY_ID
from reference.support.errors import MalformedInput
from reference.trace.reader import read_stream
from tests.planted.planted_fields import FIELDS, changed
from tests.planted.planted_runs import ALL, BOTH, LONG, PI, SHORT, keep, run
from tests.vectors.units import Told, draft

Record = dict[str, Any]

# ----------------------------------------------------------------------------- epochs


def epochs_case(
    told: Told, layers: Sequence[int], A: int, T: int,
    episodes: Sequence[tuple[Sequence[int], Sequence[int], int]], trigger: str = "max1",
    last: str = "skip",
) -> dict[str, Any]:  # fmt: skip
    """t(i) of every epoch; `episodes` are (states, actions, how often in a row)."""
    counters, t, starts = Counters(layers, A, trigger), 0, [1]
    for x, a, times in episodes:
        for _ in range(times):
            t += 1
            counters.see(x, a, [ZERO] * len(x))
            if counters.triggered() and (t < T or last == "solve"):
                counters.start_epoch()
                starts.append(t + 1)
    given = {
        "layers": list(layers), "A": A, "T": T, "trigger": trigger, "last-trigger": last,
        "episodes": [{"x": list(x), "a": list(a), "times": n} for x, a, n in episodes],
    }  # fmt: skip
    return draft("epochs", *told[:3], given, {"t": starts, "N": counters.N})


def epochs_cases() -> Iterator[dict[str, Any]]:
    """Count sequences that reach the trigger exactly, miss it by one, or reach it twice at once."""
    double, reading, free = ["doubling"], ["trigger-reading"], "printed-without-x_L"

    def one_pair(times: int) -> list[Any]:
        return [([0], [0], times)]

    rows: list[tuple[Any, ...]] = [
        ("one-pair", ["doubling", "single-state"], "t(i) = 1, 2, 3, 5, 9, ...: N doubles",
         [1, 1], 1, 200, one_pair(200)),
        ("one-pair-65536", ["doubling", "large-count"], "the same up to 2^16",
         [1, 1], 1, 70_000, one_pair(70_000)),
        ("two-actions-in-turn", double, "both pairs double in neighbouring episodes",
         [1, 1], 2, 64, [([0], [k % 2], 1) for k in range(64)]),
        ("late-first-visit", ["unvisited"],
         "a first visit starts an epoch, whatever N is elsewhere",
         [1, 1], 2, 40, [*one_pair(35), ([0], [1], 1), *one_pair(4)]),
        ("one-visit-short", double, "n = N - 1 when the run ends: no epoch",
         [1, 1], 1, 100, one_pair(15)),
        ("at-T", double, "the trigger is true after episode T: no epoch (R-16)",
         [1, 1], 1, 16, one_pair(16)),
        ("at-T-solved", double + reading, "the same, epoch recorded",
         [1, 1], 1, 16, one_pair(16), "max1", "solve"),
        ("stop-before-T", double, "the trigger is true when a run stops early",
         [1, 1], 1, 1000, one_pair(16)),
        ("last-layer", double, "only a pair of the last layer doubles",
         [1, 2, 1], 1, 64, [([0, 0], [0, 0], 32), ([0, 1], [0, 0], 3), ([0, 0], [0, 0], 20)]),
        ("two-at-once", double, "two pairs double in one episode: one epoch",
         [1, 1, 1], 1, 40, [([0, 0], [0, 0], 40)]),
        ("trigger-as-printed", reading, "n >= N with x_L: an epoch every episode",
         [1, 1], 2, 12, one_pair(1) * 12, "printed"),
        ("trigger-printed-without-x_L", reading,
         "n >= N: an epoch every episode until each pair was visited",
         [1, 1], 2, 12, [*one_pair(5), ([0], [1], 1), *one_pair(6)], free),
    ]  # fmt: skip
    for row in rows:
        yield epochs_case(Told(*row[:3]), *row[3:])
    rng = random.Random(5)
    for k in range(10):
        layers = [1, *(rng.randint(1, 4) for _ in range(k % 4)), 1]
        A, T = rng.randint(1, 3), rng.choice((50, 200))
        episodes = [
            ([rng.randrange(n) for n in layers[:-1]], [rng.randrange(A) for _ in layers[1:]], 1)
            for _ in range(T - k % 2)
        ]
        told = Told(f"drawn-{k:02d}", [], "drawn at random")
        yield epochs_case(told, layers, A, T, episodes)


# ----------------------------------------------------------------------------- traces


def lines_of(records: list[Record]) -> list[str]:
    """The trace's lines."""
    return [json.dumps(record, separators=(",", ":")) for record in records]


def outcome(lines: list[str]) -> tuple[dict[str, Any], dict[str, Any], str]:
    """What a checker must find; where; and the reason in words."""
    data = "".join(line + "\n" for line in lines).encode()
    try:
        conformance = check(read_stream(io.BytesIO(data), "trace"))
        if conformance.malformed is not None:
            raise conformance.malformed
    except MalformedInput as e:
        return {"verdict": "malformed"}, {"line": e.line}, f"line {e.line}, {e.field}: {e.rule}"
    first = conformance.first
    if first is None:
        verdict = "conforms" if conformance.holds else conformance.verdict
        return (
            {"verdict": verdict},
            {"epochs": conformance.epochs, "episodes": conformance.episodes},
            "",
        )
    rule = BY_ID[first.rule]
    where = {"line": first.line, "epoch": first.epoch, "equation": rule.equation}
    if first.episode is not None:
        where["episode"] = first.episode
    reason = f"{rule.id} [{rule.equation}]: {rule.sentence}"
    return {"verdict": conformance.verdict, "rule": rule.id}, where, reason


def trace_case(
    name: str, flags: list[str], comment: str, records: list[Record], base: list[Record], of: str
) -> dict[str, Any]:
    """One trace; `differs` says which trace it was made from and which of its lines are new."""
    lines = lines_of(records)
    expected, where, reason = outcome(lines)
    more: dict[str, Any] = {"intermediates": where} | ({"reason": reason} if reason else {})
    if of:
        known = set(lines_of(base))
        new = [k for k, line in enumerate(lines, 1) if line not in known]
        more["differs"] = {"from": f"trace/{of}", "new lines": new, "lines": len(lines) - len(base)}
    flags = [*flags, *(["malformed"] if expected["verdict"] == "malformed" else [])]
    return draft("trace", name, flags, comment, {"lines": lines}, expected, **more)


def recorded_cases() -> Iterator[dict[str, Any]]:
    """R-37, recorded: eps and b are what the epochs say, right, and halved in one of them."""
    right: list[Record] = json.loads(json.dumps(keep(run(SHORT), ("q_hat", "pi", "eps", "b"))))
    right[0]["readings"] = {**right[0].get("readings", {}), "R-37": "recorded"}
    name, flags = "recorded-radii", ["right"]
    yield trace_case(name, flags, "radii=recorded: eps and b are not checked", right, [], "")
    for key, rule, comment in (
        ("eps", "q_hat-radius", "radii=recorded: q_hat leaves the recorded ball of an epoch"),
        ("b", "q_hat-optimal", "radii=recorded: q_hat is no optimum for the recorded b"),
    ):
        for a in range(right[0]["A"]):
            wrong: list[Record] = json.loads(json.dumps(right))
            epoch = [r for r in wrong if r["record"] == "epoch"][-1]
            for row in chain.from_iterable(epoch[key]):
                row[a] /= 50
            made = trace_case(f"{name}-{key}", ["one-fault"], comment, wrong, right, name)
            if made["expected"].get("rule") == rule:
                yield made
                break
        else:
            raise ValueError(f"{key}: does not break {rule}")


def trace_cases() -> Iterator[dict[str, Any]]:
    """Conforming traces of three degrees of detail, and every fault of planted_fields.py."""
    tables = {"all": ALL, "q_hat-and-pi": BOTH, "pi": PI}
    names = {id(SHORT): "short", id(LONG): "long"}
    written: set[str] = set()

    def right(setting: Any, detail: str) -> Iterator[dict[str, Any]]:
        of = names.setdefault(id(setting), f"other-{len(names)}")
        name = f"right-{of}-{detail}"
        if name not in written:
            written.add(name)
            comment = f"a run of {of} length with {detail} recorded"
            yield trace_case(name, ["right"], comment, keep(run(setting), tables[detail]), [], "")

    for detail in tables:
        yield from right(SHORT, detail)
    yield from right(LONG, "pi")
    yield from recorded_cases()
    for fault, (setting, change, *rules) in FIELDS.items():
        for detail, rule in (("q_hat-and-pi", rules[-1]), ("all", rules[0])):
            short = setting is LONG and _breaks(fault, SHORT, change, tables[detail], rule)
            made_from = SHORT if short else setting
            if rule in ("", "-") or (detail == "all" and made_from is LONG):
                continue  # nothing to refuse; 70 kB, and conformance is tested on those elsewhere
            kept = tables[detail]
            if not _breaks(fault, made_from, change, kept, rule):
                raise ValueError(f"{fault}: does not break {rule}")
            yield from right(made_from, detail)
            name = re.sub(r"[^A-Za-z0-9]+", "-", fault).strip("-")
            source = f"right-{names[id(made_from)]}-{detail}"
            records, base = changed(made_from, change, kept), keep(run(made_from), kept)
            yield trace_case(name, ["one-fault"], fault, records, base, source)
            break


def _breaks(fault: str, setting: Any, change: Any, kept: tuple[str, ...], rule: str) -> bool:
    """Whether the fault, planted in a run of this setting, is refused for this reason."""
    try:
        verdict = outcome(lines_of(changed(setting, change, kept)))[0]
    except (IndexError, KeyError, StopIteration):  # the run is too short for this fault
        return False
    return bool(verdict.get("rule") == rule or (rule.startswith("mal") and "rule" not in verdict))
