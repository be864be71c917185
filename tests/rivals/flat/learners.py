"""Small MDPs, and our flat learners: honest, or with one line of their source changed."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from proofs_check.kit.flat_cases import FlatCase
from proofs_check.rivals.flat.check import check_flat_file
from proofs_check.rivals.flat.replay import FlatConformance
from reference.environments.flat_mdp import FlatMDP
from reference.trace.flat_records import (
    EPISODIC,
    UCB_B,
    UCB_H,
    UCB_VI,
    UCRL2,
    flat_end,
    flat_header,
)
from reference.trace.records import line_of

DELTA, H = 0.05, 5
HOME = {
    UCRL2: ("flat_ucrl2", "flat_ucrl2"),
    UCB_VI: ("flat_ucbvi", "flat_ucbvi"),
    UCB_H: ("flat_q_learning", "flat_q_learning"),
    UCB_B: ("flat_q_learning", "flat_q_learning"),
}
FIXED = {UCB_H: {"bonus": "H"}, UCB_B: {"bonus": "B"}}
Edits = tuple[tuple[str, str], ...]


def river(S: int = 5) -> FlatMDP:
    """RiverSwim: against the stream to the last state's reward 1, or along it to 0.05."""
    P, r = np.zeros((S, 2, S)), np.zeros((S, 2))
    for s in range(S):
        P[s, 0, max(0, s - 1)] = 1.0
        for s1, p in ((s + 1, 0.35), (s, 0.6), (s - 1, 0.05)):
            P[s, 1, min(S - 1, max(0, s1))] += p
    r[0, 0], r[S - 1, 1] = 0.05, 1.0
    return FlatMDP(P, r)


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
        getattr(importlib.import_module(f"reference.rivals.flat.{module}"), name)
    )


def learner(algorithm: str, edits: Edits = (), more: Mapping[str, Any] = {}) -> Callable[..., Any]:
    """Our learner, with these lines changed; `more` are names that they use."""
    module, name = HOME[algorithm]
    text = "from __future__ import annotations\n" + source(algorithm)
    for old, new in edits:
        assert text.count(old) >= 1, old
        text = text.replace(old, new)
    names = {**vars(importlib.import_module(f"reference.rivals.flat.{module}")), **more}
    exec(compile(text, name, "exec"), names)
    found: Callable[..., Any] = names[name]
    return found


def write(
    file: Path, algorithm: str, mdp: FlatMDP, steps: int, *,
    edits: Edits = (), more: Mapping[str, Any] = {}, options: Mapping[str, Any] = {},
    declared: Mapping[str, Any] | None = None, kept: Iterable[str] | None = None,
    law: str = "bernoulli", seed: int = 1,
) -> Path:  # fmt: skip
    """The trace of a run. `options` are the learner's, `declared` those of the header (the same by
    default); `kept`: the optional tables and lists that are written, None for all."""
    play, episodic = learner(algorithm, edits, more), algorithm in EPISODIC
    given = {"terminal": mdp.terminal} if mdp.terminal and episodic else {}
    fixed = FIXED.get(algorithm, {})
    where = mdp.simulator(seed, law)
    if episodic:
        K = steps // H
        how = {"start": mdp.start, "detailed": True, **given, **fixed, **options}
        records = play(mdp.S, mdp.A, H, K, DELTA, where, **how)
        sizes = {"H": H, "K": K}
    else:
        records = play(mdp.S, mdp.A, DELTA, mdp.start, where, steps, detailed=True, **options)
        sizes = {}
    header = {**given, **options} if declared is None else declared
    lines, n = [flat_header(algorithm, mdp.S, mdp.A, DELTA, options=header) | sizes], 0
    always = {"record", "k", "t", "pi", "s", "a", "r", "s1", "Q"}
    for one in records:
        n += len(one.get("s", ()))
        lines.append({k: v for k, v in one.items() if kept is None or k in (*always, *kept)})
    file.write_bytes(b"".join(map(line_of, [*lines, flat_end(n)])))
    return file


def implementation(
    algorithm: str, *, edits: Edits = (), more: Mapping[str, Any] = {}, detailed: bool = True,
    options: Mapping[str, Any] = {}, declared: Mapping[str, Any] | None = None,
) -> Callable[[FlatCase], Iterator[Mapping[str, Any]]]:  # fmt: skip
    """Our learner, as the kit runs it. `options` are the learner's, `declared` the header's."""
    play, fixed = learner(algorithm, edits, more), FIXED.get(algorithm, {})

    def records(case: FlatCase) -> Iterator[Mapping[str, Any]]:
        mdp, n = case.mdp, 0
        given = (mdp.S, mdp.A, case.H, case.T, case.delta, mdp.simulator(case.seed))
        how = {"detailed": detailed, **fixed, **options}
        if case.H:
            found = play(*given, start=mdp.start, terminal=mdp.terminal, **how)
        else:
            found = play(*given[:2], case.delta, mdp.start, given[-1], case.T, **how)
        yield case.header("ours", options if declared is None else declared)
        for one in found:
            n += len(one.get("s", ()))
            yield one
        yield flat_end(n)

    return records


def checked(file: Path, **how: Any) -> FlatConformance:
    return check_flat_file(file, **{"everything": True, **how})
