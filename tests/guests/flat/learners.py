"""Small MDPs, and our flat learners: honest, or with one line of their source changed."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypedDict, Unpack

import numpy as np

from proofs_check.guests.flat.check import check_flat_file
from proofs_check.guests.flat.replay import FlatConformance
from proofs_check.guests.kit.flat_cases import FlatCase
from reference.guests.flat.flat_mdp import FlatMDP
from reference.guests.flat.flat_psrl import PSRLOptions
from reference.guests.flat.flat_q_learning import QLearningOptions
from reference.guests.flat.flat_records import (
    EPISODIC,
    PS_RL,
    UCB_B,
    UCB_H,
    UCB_VI,
    UCFH,
    UCRL2,
    FlatSetting,
    flat_end,
    flat_header,
)
from reference.guests.flat.flat_ucbvi import UCBVIOptions
from reference.guests.flat.flat_ucfh import UCFHOptions
from reference.guests.flat.flat_ucrl2 import UCRL2Options
from reference.trace.records import line_of

DELTA, H = 0.05, 5
HOME = {
    UCRL2: ("flat_ucrl2", "flat_ucrl2"),
    UCB_VI: ("flat_ucbvi", "flat_ucbvi"),
    UCB_H: ("flat_q_learning", "flat_q_learning"),
    UCB_B: ("flat_q_learning", "flat_q_learning"),
    UCFH: ("flat_ucfh", "flat_ucfh"),
    PS_RL: ("flat_psrl", "flat_psrl"),
}
DEFAULTS: dict[str, Any] = {
    UCRL2: UCRL2Options(),
    UCB_VI: UCBVIOptions(),
    UCB_H: QLearningOptions("H"),
    UCB_B: QLearningOptions("B"),
    UCFH: UCFHOptions(),
    PS_RL: PSRLOptions(),
}
Edits = tuple[tuple[str, str], ...]


def garnet(S: int = 4, A: int = 3, seed: int = 0, terminal: tuple[int, ...] = ()) -> FlatMDP:
    """Random rows with three successors, mean rewards anywhere in [0, 1]."""
    rng = np.random.default_rng(seed)
    P = np.zeros((S, A, S))
    for s in range(S):
        for a in range(A):
            P[s, a, rng.permutation(S)[:3]] = rng.dirichlet(np.ones(3))
    return FlatMDP(P, rng.random((S, A)).round(3), terminal)


def backwards(mdp: FlatMDP) -> FlatMDP:
    """The same MDP with its states numbered from the end."""
    return mdp.relabelled(np.arange(mdp.S)[::-1])


def source(algorithm: str) -> str:
    """The learner's own text."""
    module, name = HOME[algorithm]
    return inspect.getsource(
        getattr(importlib.import_module(f"reference.guests.flat.{module}"), name)
    )


def learner(algorithm: str, edits: Edits = (), more: Mapping[str, Any] = {}) -> Callable[..., Any]:
    """Our learner, with these lines changed; `more` are names that they use."""
    module, name = HOME[algorithm]
    text = "from __future__ import annotations\n" + source(algorithm)
    for old, new in edits:
        assert text.count(old) >= 1, old
        text = text.replace(old, new)
    names = {**vars(importlib.import_module(f"reference.guests.flat.{module}")), **more}
    exec(compile(text, name, "exec"), names)
    function: Callable[..., Any] = names[name]
    return function


class How(TypedDict, total=False):
    """How a run departs from the default, or is recorded."""

    edits: Edits  # of the learner's lines
    more: Mapping[str, Any]  # names that they use
    options: Mapping[str, Any]  # of the learner
    declared: Mapping[str, Any] | None  # in the header; the same by default
    kept: Iterable[str] | None  # optional tables and lists that are written, None for all
    law: str
    seed: int


def write(file: Path, algorithm: str, mdp: FlatMDP, steps: int, **how: Unpack[How]) -> Path:
    """The trace of a run."""
    assert how.keys() <= How.__annotations__.keys(), how
    play = learner(algorithm, how.get("edits", ()), how.get("more", {}))
    options, declared, kept = how.get("options", {}), how.get("declared"), how.get("kept")
    world = mdp.simulator(how.get("seed", 1), how.get("law", "bernoulli"))
    chosen = DEFAULTS[algorithm]._replace(**options)
    given = {"terminal": mdp.terminal} if mdp.terminal and algorithm in EPISODIC else {}
    known = {**options, **(declared or {})}.get("rewards") == "known"
    told = (mdp.start, mdp.terminal, mdp.r if known else None)
    setting = FlatSetting(mdp.S, mdp.A, DELTA, H, steps // H, *told)
    if algorithm in EPISODIC:
        records = play(setting, world, chosen, detailed=True)
    else:
        records = play(setting, world, steps, chosen, detailed=True)
    header = {**given, **options} if declared is None else declared
    lines, n = [flat_header(algorithm, setting, options=header)], 0
    always = {"record", "k", "t", "pi", "s", "a", "r", "s1", "Q", "P", "r_sampled"}
    for record in records:
        n += len(record.get("s", ()))
        lines.append({k: v for k, v in record.items() if kept is None or k in (*always, *kept)})
    file.write_bytes(b"".join(map(line_of, [*lines, flat_end(n)])))
    return file


def implementation(
    algorithm: str, *, edits: Edits = (), more: Mapping[str, Any] = {}, detailed: bool = True,
    options: Mapping[str, Any] = {}, declared: Mapping[str, Any] | None = None,
) -> Callable[[FlatCase], Iterator[Mapping[str, Any]]]:  # fmt: skip
    """Our learner, as the kit runs it. `options` are the learner's, `declared` the header's."""
    play, chosen = learner(algorithm, edits, more), DEFAULTS[algorithm]._replace(**options)

    def records(case: FlatCase) -> Iterator[Mapping[str, Any]]:
        world, n = case.mdp.simulator(case.seed), 0
        setting = case.setting()
        if options.get("rewards") == "known":
            setting = setting._replace(r=case.mdp.r)
        if case.H:
            played = play(setting, world, chosen, detailed=detailed)
        else:
            played = play(case.setting(), world, case.T, chosen, detailed=detailed)
        yield case.header("ours", options if declared is None else declared)
        for record in played:
            n += len(record.get("s", ()))
            yield record
        yield flat_end(n)

    return records


def checked(file: Path, **how: Any) -> FlatConformance:
    return check_flat_file(file, **{"everything": True, **how})
