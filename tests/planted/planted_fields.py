"""Planted violations, second family: a conforming trace with one field changed."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from tests.planted.faulty_producer import Record, Setting
from tests.planted.planted_runs import LONG, OPT, SHORT, Planted, cases, keep, run

Change = Callable[[list[Record]], object]


def of_kind(records: list[Record], kind: str, k: int = 0) -> Record:
    """The k-th record of a kind."""
    return [record for record in records if record["record"] == kind][k]


def put(kind: str, k: int, path: tuple[Any, ...], value: Any) -> Change:
    """Sets one field of the k-th record of a kind; `value` may be a function of the old one."""

    def change(records: list[Record]) -> None:
        place: Any = of_kind(records, kind, k)
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value(place[path[-1]]) if callable(value) else value

    return change


def head(*path: Any) -> Change:
    """Sets a field of the header to the last argument."""
    return put("header", 0, path[:-1], path[-1])


def last(*path: Any) -> Change:
    """Sets a field of the last epoch: in LONG nothing is trivial any more."""
    return put("epoch", LAST, path[:-1], path[-1])


def at(edit: Callable[[list[Record], int], object], kind: str, k: int) -> Change:
    """edit(records, the place of the k-th record of a kind)."""
    return lambda records: edit(records, records.index(of_kind(records, kind, k)))


drop = partial(at, lambda records, k: records.pop(k))
twice = partial(at, lambda records, k: records.insert(k, records[k]))


def move(kind: str, k: int, by: int) -> Change:
    return at(lambda records, k: records.insert(k + by, records.pop(k)), kind, k)


def without(*keys: str) -> Change:
    return lambda records: [record.pop(key, None) for record in records for key in keys]


def both(*changes: Change) -> Change:
    return lambda records: [change(records) for change in changes]


def add(step: float) -> Callable[[Any], Any]:
    return lambda old: old + step


def other_action(records: list[Record]) -> None:
    """The first episode of epoch 2 plays what pi_2 does not."""
    at = records.index(of_kind(records, "epoch", 1)) + 1
    x, a = records[at]["x"][0], records[at]["a"][0]
    assert of_kind(records, "epoch", 1)["pi"][0][x][1 - a] == 0
    records[at]["a"][0] = 1 - a


def swapped_policy(records: list[Record]) -> None:
    """pi_2 plays the other action in x_0, and so do its episodes."""
    epoch = of_kind(records, "epoch", 1)
    epoch["pi"][0][0].reverse()
    at = records.index(epoch) + 1
    while records[at]["record"] == "episode":
        records[at]["a"][0] = 1 - records[at]["a"][0]
        at += 1


def never_moves(records: list[Record]) -> None:
    """The header's mdp forbids the first transition of the run."""
    x, a = of_kind(records, "episode")["x"], of_kind(records, "episode")["a"]
    row = of_kind(records, "header")["mdp"]["P"][0][x[0]][a[0]]
    row[1 - x[1]], row[x[1]] = 1, 0


def never_pays(records: list[Record]) -> None:
    """The header's mdp has the mean reward 1 where the run got 0, or the other way round."""
    episode = of_kind(records, "episode")
    x, a, r = episode["x"][0], episode["a"][0], episode["r"][0]
    of_kind(records, "header")["mdp"]["r"][0][x][a] = 1 - int(r)


MDP = replace(SHORT, mdp=True)
EVERY_EPISODE = replace(SHORT, trigger="printed")
PARTIAL = replace(SHORT, episodes=30)
DETAILED = replace(SHORT, T=60, record=(*SHORT.record, "Lam", "V"))
LAST = -1

# What is changed, in which trace, and the rule with everything and with q_hat and pi recorded, or
# with either ("-" as above, "" where the changed field is not recorded).
FIELDS: dict[str, tuple[Any, ...]] = {
    # header
    "header.format": (SHORT, head("format", "x"), "malformed: format"),
    "header.version": (SHORT, head("version", 2), "malformed: version"),
    "header.algorithm": (SHORT, head("algorithm", "x"), "malformed: algorithm"),
    "header.layers, a state more": (
        SHORT, head("layers", 1, 3), "malformed: N[1]", "malformed: pi[1]",
    ),
    "header.layers, no single x_0": (SHORT, head("layers", 0, 2), "malformed: layers[0]"),
    "header.layers, a layer less": (
        SHORT, head("layers", [1, 2, 1]), "malformed: N", "malformed: pi",
    ),
    "header.A": (SHORT, head("A", 3), "malformed: N[0][0]", "malformed: pi[0][0]"),
    "header.T one more": (PARTIAL, head("T", 41), "eps", "-"),
    "header.T one less": (PARTIAL, head("T", 39), "eps", "-"),
    "header.T doubled": (LONG, head("T", 800), "eps", OPT),
    "header.T less than what was played": (SHORT, head("T", 39), "malformed: episode"),
    "header.delta": (LONG, head("delta", 0.05), "eps", OPT),
    "header.delta = 1": (SHORT, head("delta", 1), "malformed: delta"),
    "header.tolerance above 1e-6": (SHORT, head("tolerance", 2e-6), "tolerance"),
    "header.tolerance = 0": (LONG, head("tolerance", 0), "eps", "q_hat-normalisation"),
    "header.readings.R-1": (SHORT, head("readings", "R-1", "printed"), "epoch-missing"),
    "header.readings.R-1 of a run with an epoch per episode": (
        EVERY_EPISODE, head("readings", "R-1", "max1"), "epoch-early",
    ),
    "header.readings.R-2": (SHORT, head("readings", "R-2", "printed"), "x_L"),
    "header.readings.R-3": (SHORT, head("readings", "R-3", "first"), "completion"),
    "header.readings.R-10": (LONG, head("readings", "R-10", "log2"), "eps", OPT),
    "header.readings.R-16": (EVERY_EPISODE, head("readings", "R-16", "solve"), "last-trigger"),
    "header.readings, unknown": (
        SHORT, head("readings", "R-99", "x"), "malformed: readings.reading",
    ),
    "header.mdp.P": (MDP, never_moves, "possible"),
    "header.mdp.P, a row that does not sum to 1": (
        MDP, head("mdp", "P", 0, 0, 0, 0, "1/3"), "malformed: mdp.P[0][0][0]",
    ),
    "header.mdp.r": (MDP, never_pays, "possible"),
    "header.producer": (SHORT, head("producer", "name", "x"), "-"),
    "header.seed": (SHORT, head("seed", 7), "-"),
    "header missing": (SHORT, drop("header", 0), "malformed: record"),
    "header twice": (SHORT, twice("header", 0), "malformed: record"),
    # epoch
    "epoch.i": (SHORT, put("epoch", 2, ("i",), add(1)), "epoch-number"),
    "epoch.t": (SHORT, put("epoch", 2, ("t",), add(1)), "epoch-number"),
    "epoch.i of epoch 1": (SHORT, put("epoch", 0, ("i",), 2), "epoch-number"),
    "epoch.t of epoch 1": (SHORT, put("epoch", 0, ("t",), 2), "epoch-number"),
    "epoch.N": (LONG, last("N", 1, 1, 0, add(1)), "N", ""),
    "epoch.N of epoch 1": (SHORT, put("epoch", 0, ("N", 0, 0, 0), 1), "N", ""),
    "epoch.N3": (LONG, last("N3", 1, 1, 0, 1, add(1)), "N3", ""),
    "epoch.r_bar": (LONG, last("r_bar", 1, 1, 0, add(1e-12)), "r_bar", ""),
    "epoch.P_bar": (LONG, last("P_bar", 1, 1, 0, 1, add(2e-7)), "P_bar", ""),
    "epoch.eps": (LONG, last("eps", 1, 1, 0, add(2e-7)), "eps", ""),
    "epoch.b": (LONG, last("b", 2, 1, 1, add(-2e-7)), "b", ""),
    "epoch.r_hat": (LONG, last("r_hat", 1, 0, 0, add(-2e-7)), "r_hat", ""),
    "epoch.r_check": (LONG, last("r_check", 1, 0, 0, add(2e-7)), "r_check", ""),
    "epoch.value": (LONG, last("value", add(-2e-7)), "value", ""),
    "epoch.value of epoch 1": (SHORT, put("epoch", 0, ("value",), 2.5), "value", ""),
    "epoch.q_hat of epoch 1": (SHORT, put("epoch", 0, ("q_hat", 0, 0, 0, 0), 0.26), "q_hat_1"),
    "epoch.pi of epoch 1": (SHORT, put("epoch", 0, ("pi", 0, 0), [1, 0]), "pi_1"),
    "epoch.q_hat": (LONG, last("q_hat", 2, 0, 0, 0, add(1e-3)), "q_hat-normalisation"),
    "epoch.q_hat below 0": (LONG, last("q_hat", 2, 0, 0, 0, -1e-3), "q_hat-nonnegative"),
    "epoch.pi": (LONG, last("pi", 2, 0, 0, 0.9), "pi-distribution"),
    "epoch.pi in x_0, and the actions": (SHORT, swapped_policy, "pi-induced"),
    "epoch.pi missing, actions as if for another": (
        SHORT, both(other_action, without("pi")), "played",
    ),
    "epoch without q_hat and pi": (
        SHORT, without("pi", "q_hat"), "malformed: epoch",
    ),
    "epoch missing": (SHORT, drop("epoch", 2), "epoch-missing"),
    "epoch 1 missing": (SHORT, drop("epoch", 0), "order"),
    "epoch twice": (SHORT, twice("epoch", 2), "epoch-early"),
    "epoch one episode later": (SHORT, move("epoch", 2, 1), "epoch-missing"),
    "epoch one episode earlier": (SHORT, move("epoch", 4, -1), "epoch-early"),
    # episode
    "episode.t": (SHORT, put("episode", 6, ("t",), add(1)), "episode-number"),
    "episode.x": (LONG, put("episode", 165, ("x", 1), lambda x: 1 - x), "N", OPT),
    "episode.x, no such state": (SHORT, put("episode", 6, ("x", 1), 2), "state"),
    "episode.x, another x_0": (SHORT, put("episode", 6, ("x", 0), 1), "state"),
    "episode.x, negative": (SHORT, put("episode", 6, ("x", 1), -1), "state"),
    "episode.x, too short": (SHORT, put("episode", 6, ("x",), [0, 0]), "malformed: x"),
    "episode.x, a double": (SHORT, put("episode", 6, ("x", 0), 0.5), "malformed: x[0]"),
    "episode.a": (SHORT, other_action, "played"),
    "episode.a in episode 1": (
        SHORT, put("episode", 0, ("a", 1), lambda a: 1 - a), "N", "epoch-early",
    ),
    "episode.a, no such action": (SHORT, put("episode", 6, ("a", 1), 2), "action"),
    "episode.a, negative": (SHORT, put("episode", 6, ("a", 1), -1), "action"),
    "episode.r": (LONG, put("episode", 100, ("r", 1), lambda r: 1 - r), "r_bar", OPT),
    "episode.r above 1": (SHORT, put("episode", 6, ("r", 0), 1.5), "reward"),
    "episode.r below 0": (SHORT, put("episode", 6, ("r", 2), "-1/9"), "reward"),
    "episode.r, one too many": (SHORT, put("episode", 6, ("r",), [0] * 4), "malformed: r"),
    "episode missing": (SHORT, drop("episode", 6), "episode-number"),
    "episode twice": (replace(SHORT, episodes=30), twice("episode", 6), "episode-number"),
    "episodes in another order": (SHORT, move("episode", 8, 1), "episode-number"),
    # end
    "end.episodes": (SHORT, put("end", 0, ("episodes",), add(-1)), "end"),
    "end.epochs": (SHORT, put("end", 0, ("epochs",), add(1)), "end"),
    "end missing": (SHORT, drop("end", 0), "malformed: record"),
    "end twice": (SHORT, twice("end", 0), "malformed: record"),
    "end before the last episode": (SHORT, move("end", 0, -1), "malformed: record"),
    # Lam and V, which stand before what depends on them
    "epoch.Lam": (DETAILED, last("Lam", add(2e-7)), "Lam"),
    "epoch.V": (DETAILED, last("V", 1, 1, add(-2e-7)), "V"),
    "epoch.V of epoch 1": (DETAILED, put("epoch", 0, ("V", 2, 0), 0), "V"),
    "epoch.V, null": (DETAILED, last("V", 1, 1, None), "V"),
    "epoch.V, a layer less": (DETAILED, last("V", lambda V: V[1:]), "malformed: V"),
    "header.delta, Lam recorded": (DETAILED, head("delta", 0.05), "Lam"),
    "an unknown key": (SHORT, put("end", 0, ("more",), None), "malformed: more"),
}  # fmt: skip


def changed(setting: Setting, change: Change, tables: tuple[str, ...]) -> list[Record]:
    records = copy.deepcopy(keep(run(setting), tables))
    change(records)
    return records


def fields() -> Iterator[Planted]:
    for name, (setting, change, *rules) in FIELDS.items():
        records = partial(changed, setting, change)
        yield from cases("field", name, records, rules, ["all", "q_hat, pi"])
