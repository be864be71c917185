"""Planted violations, first family: runs of a producer with one fault."""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from proofs_check.conformance.replay import Conformance, check
from reference.support.errors import MalformedInput
from reference.trace.reader import read_stream
from reference.trace.records import Record as Read
from tests.planted.faulty_producer import INTERMEDIATES, Record, Setting, produce

ALL = ("q_hat", "pi", *INTERMEDIATES)
BOTH, PI = ("q_hat", "pi"), ("pi",)
RECORDED = ("all", "q_hat, pi", "pi")
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
    """The first rule that the trace breaks, `malformed: FIELD`, or `conforms`."""
    try:
        outcome = outcome_of(records)
    except MalformedInput as e:
        return f"malformed: {e.field}" if e.line is not None and e.rule else "malformed somewhere"
    return outcome.first.rule if outcome.first else outcome.verdict


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


# Fault: the rule with everything recorded; with q_hat and pi; with pi alone. "-": the trace is a
# run of Algorithm 1 all the same, because nothing that is recorded or played is touched by the
# fault, or because another optimum is as good.
OPT, POPT = "q_hat-optimal", "pi-optimal"
FAULTS: dict[str, tuple[Any, ...]] = {
    # the counters, Alg. 1 l. 10, 14, 15
    "N_i = n_{i-1}": (LONG, "N", "q_hat-normalisation", "epoch-early"),
    "n is not reset": (LONG, "N", "epoch-early", "epoch-early"),
    "the last episode is not in N": (LONG, "N", "q_hat-normalisation", "epoch-early"),
    "N3 transposed": (LONG, "N3", "q_hat-normalisation", POPT),
    "N3 with the next action": (LONG, "N3", "q_hat-normalisation", POPT),
    # the trigger, Alg. 1 l. 12, and what a new epoch is, l. 13
    "n > N": (SHORT, "epoch-missing", "epoch-missing", "epoch-missing"),
    "trigger one episode late": (SHORT, "epoch-missing", "epoch-missing", "epoch-missing"),
    "trigger one visit early": (SHORT, "epoch-early", "epoch-early", "epoch-early"),
    "trigger before the counters are updated": (SHORT, *["epoch-missing"] * 3),
    "trigger on the states' visits": (LONG, *["epoch-missing"] * 3),
    "trigger on the triples' visits": (LONG, *["epoch-early"] * 3),
    "a new epoch every episode": (SHORT, *["epoch-early"] * 3),
    "no max in the trigger": (SHORT, *["epoch-early"] * 3),
    "every epoch twice": (SHORT, *["epoch-early"] * 3),
    "no epoch 1": (SHORT, "order", "order", "order"),
    "epochs numbered from 0": (SHORT, *["malformed: i"] * 3),
    "t(i) is the episode before": (SHORT, *["epoch-number"] * 3),
    "t(i) counts from 0": (SHORT, *["epoch-number"] * 3),
    "solves at T, undeclared": (replace(SHORT, trigger="printed"), *["last-trigger"] * 3),
    "does not solve at T, undeclared": (
        replace(SHORT, trigger="printed", last_trigger="solve"),
        *["last-trigger"] * 3,
    ),
    # the episodes, Alg. 1 l. 7-9
    "plays an action with pi = 0": (SHORT, "played", "played", "played"),
    "moves where P = 0": (replace(SHORT, mdp=True, extremes=True), *["possible"] * 3),
    "rewards of mean 1 - r": (replace(SHORT, mdp=True, extremes=True), *["possible"] * 3),
    "states numbered from 1": (SHORT, "state", "state", "state"),
    "x_1..x_L instead of x_0..x_{L-1}": (SHORT, "state", "state", "state"),
    "actions numbered from 1": (SHORT, "action", "action", "action"),
    "rewards in [-1, 1]": (SHORT, "reward", "reward", "reward"),
    "rewards written one step off": (LONG, "r_bar", OPT, POPT),
    "episodes numbered from 0": (SHORT, *["malformed: t"] * 3),
    "episodes counted within the epoch": (SHORT, *["episode-number"] * 3),
    "one episode too many": (SHORT, *["malformed: episode"] * 3),
    "end counts episodes from 0": (SHORT, "end", "end", "end"),
    "end counts LPs solved": (SHORT, "end", "end", "end"),
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
    "pi_1 is not uniform": (SHORT, "pi_1", "pi_1", "pi_1"),
    "pi over the layer's mass": (LONG, *["pi-distribution"] * 3),
    "pi not normalised": (LONG, *["pi-distribution"] * 3),
    "action index off by one": (LONG, "pi-induced", "pi-induced", POPT),
    "states of pi in reverse order": (LONG, "pi-induced", "pi-induced", POPT),
    "pi explores: 1e-3 uniform": (LONG, "pi-induced", "pi-induced", POPT),
    "stale pi": (LONG, "pi-induced", "pi-induced", POPT),
    # the header
    "declares another trigger": (SHORT, *["epoch-missing"] * 3),
    "declares q(x_L) free": (SHORT, "x_L", "x_L", "x_L"),
    "declares another log": (LONG, "eps", OPT, POPT),
    "declares tolerance 1e-3": (SHORT, "tolerance", "tolerance", "tolerance"),
}
COMPLETIONS = ("uniform", "first", "previous", "greedy")


def producers() -> Iterator[Planted]:
    for fault, (setting, *rules) in FAULTS.items():
        for tables, name, rule in zip((ALL, BOTH, PI), RECORDED, rules, strict=True):
            expected = CONFORMS if rule == "-" else rule
            yield Planted(
                "producer",
                fault,
                name,
                lambda f=fault, s=setting, t=tables: keep(run(s, f), t),  # type: ignore[misc]  # mypy and defaults of a lambda
                expected,
            )
    for declared in COMPLETIONS:
        for done in (*COMPLETIONS, "last"):
            if done != declared:
                setting = replace(LONG, completion=declared, T=150, seed=1)
                yield Planted(
                    "producer",
                    f"declares completion {declared}, completes by {done}",
                    "q_hat, pi",
                    lambda s=setting, d=done: keep(run(s, f"completes by {d}"), BOTH),  # type: ignore[misc]  # as above
                    "completion",
                )


@cache
def run(setting: Setting, fault: str = "") -> list[Record]:
    return produce(setting, fault)
