"""Planted violations, first family: runs of a producer with one fault."""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product
from typing import Any

from proofs_check.conformance.replay import Conformance, check
from reference.support.errors import MalformedInput
from reference.trace.reader import read_stream
from reference.trace.records import Record as Read
from tests.planted.faulty_producer import COMPLETIONS, INTERMEDIATES, Record, Setting, produce

ALL = ("q_hat", "pi", *INTERMEDIATES)
BOTH, PI = ("q_hat", "pi"), ("pi",)
RECORDED = {"all": ALL, "q_hat, pi": BOTH, "pi": PI}
LONG = Setting(T=400)  # some optima are below L, some radii below 2
SHORT = Setting(T=40)
CONFORMS = "conforms"


@dataclass(frozen=True)
class Planted:
    """One violation: who made the trace, and the rule (or malformed field) that must refuse it."""

    family: str
    fault: str
    recorded: str
    records: Callable[[], list[Record]]
    expected: str

    def __str__(self) -> str:
        return f"{self.family}: {self.fault} ({self.recorded})"


def read_back(records: list[Record]) -> Iterator[Read]:
    """The records as the reader gives them."""
    data = "".join(json.dumps(record) + "\n" for record in records).encode()
    return read_stream(io.BytesIO(data), "trace")


def outcome_of(records: list[Record], everything: bool = False) -> Conformance:
    return check(read_back(records), everything=everything)


def verdict(records: list[Record]) -> str:
    """The first rule that the trace breaks, `malformed: FIELD`, or CONFORMS if every rule holds,
    even where none of them decides anything: runs are short (test_never_learns.py)."""
    try:
        outcome = outcome_of(records)
        e = outcome.malformed
    except MalformedInput as error:
        e = error
    if e is not None:
        return f"malformed: {e.field}" if e.line is not None and e.rule else "malformed somewhere"
    return CONFORMS if outcome.holds else outcome.first.rule if outcome.first else outcome.verdict


def keep(records: list[Record], tables: tuple[str, ...]) -> list[Record]:
    """The same trace with fewer tables recorded; Lam and V stay where a run has them."""
    kept = {"record", "i", "t", "Lam", "V", *tables}
    return [
        {key: v for key, v in record.items() if record["record"] != "epoch" or key in kept}
        for record in records
    ]


def records(tables: tuple[str, ...] = ALL, **setting: Any) -> list[Record]:
    """A copy of a run of SHORT, changed in `setting`, with these tables."""
    return copy.deepcopy(keep(run(replace(SHORT, **setting)), tables))


# Fault: the rule with everything recorded; with q_hat and pi; with pi alone; one rule for all.
# "-": the trace is a run of Algorithm 1 all the same, because nothing that is recorded or played is
# touched by the fault, or because another optimum is as good.
OPT, POPT = "q_hat-optimal", "pi-optimal"
FAULTS: dict[str, tuple[Any, ...]] = {
    # the counters, Alg. 1 l. 10, 14, 15
    "N_i = n_{i-1}": (LONG, "N", "q_hat-normalisation", "epoch-early"),
    "n is not reset": (LONG, "N", "epoch-early", "epoch-early"),
    "the last episode is not in N": (LONG, "N", "q_hat-normalisation", "epoch-early"),
    "N3 transposed": (LONG, "N3", "q_hat-normalisation", POPT),
    "N3 with the next action": (LONG, "N3", "q_hat-normalisation", POPT),
    # the policy, Alg. 1 l. 17
    "never learns": (LONG, "pi-induced", "pi-induced", POPT),
    # the trigger, Alg. 1 l. 12, and what a new epoch is, l. 13
    "n > N": (SHORT, "epoch-missing"),
    "trigger one episode late": (SHORT, "epoch-missing"),
    "trigger one visit early": (SHORT, "epoch-early"),
    "trigger before the counters are updated": (SHORT, "epoch-missing"),
    "trigger on the states' visits": (LONG, "epoch-missing"),
    "trigger on the triples' visits": (LONG, "epoch-early"),
    "a new epoch every episode": (SHORT, "epoch-early"),
    "no max in the trigger": (SHORT, "epoch-early"),
    "every epoch twice": (SHORT, "epoch-early"),
    "no epoch 1": (SHORT, "order"),
    "epochs numbered from 0": (SHORT, "malformed: i"),
    "t(i) is the episode before": (SHORT, "epoch-number"),
    "t(i) counts from 0": (SHORT, "epoch-number"),
    "solves at T, undeclared": (replace(SHORT, trigger="printed"), "last-trigger"),
    "does not solve at T, undeclared": (
        replace(SHORT, trigger="printed", last_trigger="solve"),
        "last-trigger",
    ),
    # the episodes, Alg. 1 l. 7-9
    "plays an action with pi = 0": (SHORT, "played"),
    "moves where P = 0": (replace(SHORT, mdp=True, extremes=True), "possible"),
    "rewards of mean 1 - r": (replace(SHORT, mdp=True, extremes=True), "possible"),
    "states numbered from 1": (SHORT, "state"),
    "x_1..x_L instead of x_0..x_{L-1}": (SHORT, "state"),
    "actions numbered from 1": (SHORT, "action"),
    "rewards in [-1, 1]": (SHORT, "reward"),
    "rewards written one step off": (LONG, "r_bar", OPT, POPT),
    "episodes numbered from 0": (SHORT, "malformed: t"),
    "episodes counted within the epoch": (SHORT, "episode-number"),
    "one episode too many": (SHORT, "malformed: episode"),
    "end counts episodes from 0": (SHORT, "end"),
    "end counts LPs solved": (SHORT, "end"),
    # the estimates, eq. (10)-(17)
    "r_bar over the epoch only": (LONG, "r_bar", OPT, POPT),
    "r_bar set to 0 in a new epoch": (LONG, "r_bar", OPT, POPT),
    "r_bar is the last reward": (LONG, "r_bar", OPT, POPT),
    "r_bar from the reward one step off": (LONG, "r_bar", OPT, POPT),
    "r_bar over max{1, N} only": (LONG, "r_bar", OPT, POPT),
    "r_bar over N + n + 1": (LONG, "r_bar", "-", "-"),
    "P_bar smoothed": (LONG, "P_bar", "q_hat-radius", "-"),
    "P_bar uniform without visits": (LONG, "P_bar", "-", "-"),
    "eps with X_h": (LONG, "eps", OPT, "-"),
    "eps with X": (LONG, "eps", "q_hat-radius", POPT),
    "eps without the 2": (LONG, "eps", OPT, "-"),
    "eps without the root": (LONG, "eps", "q_hat-radius", "-"),
    "eps/2 instead of eps": (LONG, "eps", OPT, POPT),
    "1 + N instead of max{1, N}": (LONG, "eps", OPT, POPT),
    "no radius without visits": (LONG, "eps", OPT, POPT),
    "log2": (LONG, "eps", OPT, POPT),
    "log10": (LONG, "eps", OPT, POPT),
    "log(TXA)/delta": (LONG, "eps", OPT, POPT),
    "delta doubled": (LONG, "eps", OPT, "-"),
    "T replaced by t": (LONG, "eps", OPT, POPT),
    "X without x_L": (LONG, "eps", OPT, POPT),
    "A left out of the log": (LONG, "eps", OPT, "-"),
    "float32": (LONG, "eps", "-", "-"),
    "b with 2X": (LONG, "b", OPT, POPT),
    "b without the 2": (LONG, "b", OPT, POPT),
    "r_hat not clipped": (LONG, "r_hat", OPT, POPT),
    "r_hat clipped below 0 only": (LONG, "r_hat", OPT, POPT),
    "r_hat is r_bar": (LONG, "r_hat", OPT, POPT),
    "r_hat is r_check": (LONG, "r_hat", OPT, POPT),
    "r_check not clipped": (LONG, "r_check", "-", "-"),
    "r_check with 2b": (LONG, "r_check", "-", "-"),
    # LP1 and its rows
    "q_hat_1 = 1/(XAX)": (SHORT, "q_hat_1", "q_hat_1", "-"),
    "without the nonnegative rows": (LONG, *["q_hat-nonnegative"] * 2, POPT),
    "without the normalisation rows": (LONG, *["q_hat-normalisation"] * 2, POPT),
    "without the flow rows": (LONG, *["q_hat-flow"] * 2, POPT),
    "without the upper rows": (LONG, *["q_hat-radius"] * 2, POPT),
    "without the lower rows": (LONG, *["q_hat-radius"] * 2, POPT),
    "without the radius rows": (LONG, *["q_hat-radius"] * 2, POPT),
    "ball of twice the radius": (LONG, *["q_hat-radius"] * 2, POPT),
    "ball of half the radius": (LONG, OPT, OPT, POPT),
    "the worst transition of the ball": (LONG, OPT, OPT, POPT),
    "optimum for P_bar alone": (LONG, OPT, OPT, POPT),
    "greedy without optimism": (LONG, OPT, OPT, POPT),
    "maximises <q, r_bar>": (LONG, OPT, OPT, POPT),
    "maximises <q, r_check>": (LONG, OPT, OPT, POPT),
    "minimises": (LONG, OPT, OPT, POPT),
    "first layer left out": (LONG, OPT, OPT, POPT),
    "last layer left out": (LONG, OPT, OPT, POPT),
    "LP1 solved to 1e-3": (LONG, OPT, OPT, POPT),
    "stale q_hat": (LONG, OPT, OPT, POPT),
    "q_hat holds P_i": (LONG, *["q_hat-normalisation"] * 2, "-"),
    "q_hat with x and a swapped": (LONG, *["q_hat-flow"] * 2, POPT),
    "value is V(x_1)": (SHORT, "value", "-", "-"),
    "value is <q_hat, r_bar>": (SHORT, "value", "-", "-"),
    # the policy, Alg. 1 l. 6, 20 and R-3
    "pi_1 is not uniform": (SHORT, "pi_1"),
    "pi over the layer's mass": (LONG, "pi-distribution"),
    "pi not normalised": (LONG, "pi-distribution"),
    "action index off by one": (LONG, "pi-induced", "pi-induced", POPT),
    "states of pi in reverse order": (LONG, "pi-induced", "pi-induced", POPT),
    "pi explores: 1e-3 uniform": (LONG, "pi-induced", "pi-induced", POPT),
    "stale pi": (LONG, "pi-induced", "pi-induced", POPT),
    # the header
    "declares another trigger": (SHORT, "epoch-missing"),
    "declares q(x_L) free": (SHORT, "x_L"),
    "declares another log": (LONG, "eps", OPT, POPT),
    "declares tolerance 1e-3": (SHORT, "tolerance"),
}


def cases(
    family: str,
    fault: str,
    records: Callable[[tuple[str, ...]], list[Record]],
    rules: list[str],
    recorded: Sequence[str] = tuple(RECORDED),
) -> Iterator[Planted]:
    """A violation for each choice of what is recorded, with its rule ("" for none)."""
    for name, rule in zip(
        recorded, rules * len(recorded) if len(rules) == 1 else rules, strict=True
    ):
        if rule:
            expected = CONFORMS if rule == "-" else rule
            yield Planted(family, fault, name, partial(records, RECORDED[name]), expected)


def producers() -> Iterator[Planted]:
    def records(setting: Setting, fault: str, tables: tuple[str, ...]) -> list[Record]:
        return keep(run(setting, fault), tables)

    for fault, (setting, *rules) in FAULTS.items():
        yield from cases("producer", fault, partial(records, setting, fault), rules)
    for declared, done in product(COMPLETIONS, (*COMPLETIONS, "last")):
        if done != declared:
            name = f"declares completion {declared}, completes by {done}"
            setting = replace(LONG, completion=declared, T=150, seed=1)
            make = partial(records, setting, f"completes by {done}")
            yield from cases("producer", name, make, ["completion"], ["q_hat, pi"])


@cache
def run(setting: Setting, fault: str = "") -> list[Record]:
    return produce(setting, fault)
