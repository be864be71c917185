"""Where fuzzing starts: traces, MDP files and vectors that this project has anyway."""

from __future__ import annotations

import gzip
import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from proofs_check.vectors.reader import vector_folders
from reference.environments import make, mdp_text, random_layered
from reference.running.driver import run
from tests.fuzz import commands
from tests.jsonl import jsonl
from tests.planted.faulty_producer import Setting, produce
from tests.vectors.make import FOLDER, text

MAX_LEN = 14_000  # bytes of an input

CONFORMING = [
    produce(Setting(T=8, seed=3)),
    produce(Setting(layers=(1, 2, 1), T=9, record=("q_hat", "pi"), mdp=True, extremes=True)),
    produce(Setting(layers=(1, 2, 1), T=9, record=("q_hat",), completion="previous")),
    produce(Setting(layers=(1, 1, 2, 1), T=7, record=("pi", "value"), rationals=True, mdp=True)),
    produce(Setting(layers=(1, 2, 1), T=5, trigger="printed", last_trigger="solve", log="log2")),
    produce(Setting(layers=(1, 3, 1), A=3, T=10, episodes=8, completion="greedy", solver="mixed")),
]
"""Small runs of Algorithm 1, with every optional record among them."""


def _short(texts: list[bytes]) -> list[bytes]:
    return [text for text in texts if len(text) <= MAX_LEN]


def _lines(file: Path) -> list[Any]:
    """Header and cases of a kind."""
    return [json.loads(line) for line in file.read_bytes().splitlines()]


def traces() -> list[bytes]:
    """The conforming runs, and traces among the vectors: the right ones, and some of the wrong and
    malformed ones. What is near a right one is what could be accepted wrongly."""
    cases = _lines(FOLDER / "trace.jsonl")[1:]
    right = [case for case in cases if case["expected"]["verdict"] == "conforms"]
    others = [case for case in cases if case not in right][::6]
    lines = ["\n".join(case["input"]["lines"]) + "\n" for case in right + others]
    return [*map(jsonl, CONFORMING), *_short([text.encode() for text in lines])]


def mdps() -> list[bytes]:
    """Every built-in environment that is small, dense and sparse, exact and in doubles."""
    texts: list[str] = []
    for name in ("tiny", "riverswim", "lock", "random:sparse", "random:rational-sparse"):
        mdp = make(name, horizon=2).mdp
        for m in (mdp, mdp.to_float()):
            texts += [mdp_text(m, name=name), mdp_text(m, sparse=True)]
    return _short([text.encode() for text in texts])


def vectors() -> list[bytes]:
    """The vectors themselves, each as a file of one case; of the many traces the shortest few."""
    contents: list[bytes] = []
    for file in (file for place in vector_folders() for file in sorted(place.glob("*.jsonl"))):
        header, *cases = _lines(file)
        files = [text([{**header, "cases": 1}, case]).encode() for case in cases]
        contents += sorted(files, key=len)[:8] if file.stem == "trace" else files
    return _short(contents)


def resumable() -> list[bytes]:
    """Runs of this program that ended early or whole, cut at epochs, inside lines, and gzipped."""
    runs: list[bytes] = []
    with tempfile.TemporaryDirectory() as place:
        for k, layers in enumerate(((1, 1), (1, 2, 1), (1, 2, 2, 1))):
            out = Path(place, f"{k}.jsonl")
            run(random_layered(layers, 2, seed=k), 30, seed=k, out=out, episodes=12 + 9 * k)
            lines = out.read_bytes().splitlines(keepends=True)
            epochs = [j for j, line in enumerate(lines) if b'"epoch"' in line]
            for end in (1, 2, epochs[2], epochs[2] + 1, epochs[-1] + 1, len(lines) - 1, len(lines)):
                runs.append(b"".join(lines[:end]))
            runs += [runs[-1][:-9], gzip.compress(runs[-1], mtime=0)]
    return _short(runs)


def questions() -> list[bytes]:
    """The lp1 vectors' inputs, and some with eps and r_hat given."""
    asked = [case["input"] for case in _lines(FOLDER / "lp1.jsonl")[1:]]
    for row in ([1, 2], [0, 0], [5, 0]):
        counts = {"N": [[[sum(row)] * 2], [[1, 0]] * 2], "N3": [[[row] * 2], [[[1], [0]]] * 2]}
        given = {"eps": [[[1, "1/3"]], [[0.5, 1]] * 2], "r_hat": [[[1, "1/7"]], [[0.25, 1]] * 2]}
        asked.append({"layers": [1, 2, 1], "A": 2, **counts, **given})
    return _short([json.dumps(question).encode() for question in asked])


def printed() -> list[bytes]:
    """What programs answer to the questions of `commands.asked`: rightly, and not at all."""
    cases = commands.asked()
    right = [{"id": case.id, "output": perfect(case.expected)} for case in cases]
    skipped = [{"id": case.id, "skip": "later"} for case in cases]
    mixed = [(right, skipped)[k % 3 == 1][k] for k in range(len(cases))]
    return [*map(jsonl, (right, mixed, mixed[::-1], skipped, right[:3]))]


def perfect(expected: Any) -> Any:
    """An answer that is right."""
    if isinstance(expected, dict) and set(expected) == {"lo", "hi"}:
        return expected["lo"]
    if isinstance(expected, dict) and set(expected) == {"subset_of"}:
        return expected["subset_of"]
    if isinstance(expected, dict):
        return {key: perfect(value) for key, value in expected.items()}
    return [perfect(v) for v in expected] if isinstance(expected, list) else expected


def shown() -> list[bytes]:
    """A page takes longer than a verdict: some of the traces."""
    return traces()[1::4]


SEEDS = {
    "trace": traces, "mdp": mdps, "vector": vectors, "resumption": resumable, "page": shown,
    "question": questions, "answers": printed,
}  # fmt: skip


@cache
def seeds(target: str) -> tuple[bytes, ...]:
    """The corpus that a target starts from."""
    return tuple(SEEDS[target]())
