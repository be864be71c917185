"""Where fuzzing starts: traces, MDP files and vectors that this project has anyway."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from reference.environments import make, mdp_text
from tests.planted.faulty_producer import Setting, produce
from tests.vectors.make import FOLDER

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


def as_lines(records: list[dict[str, Any]]) -> list[bytes]:
    return [json.dumps(record).encode() + b"\n" for record in records]


def _short(texts: list[bytes]) -> list[bytes]:
    return [text for text in texts if len(text) <= MAX_LEN]


def _vectors() -> list[Path]:
    return sorted(FOLDER.glob("*/*.json"))


def traces() -> list[bytes]:
    """The conforming runs, and traces among the vectors: the right ones, and some of the wrong and
    malformed ones. What is near a right one is what could be accepted wrongly."""
    cases = [json.loads(file.read_bytes()) for file in _vectors() if file.parent.name == "trace"]
    right = [case for case in cases if case["expected"]["verdict"] == "conforms"]
    others = [case for case in cases if case not in right][::6]
    lines = ["\n".join(case["input"]["lines"]) + "\n" for case in right + others]
    ours = [b"".join(as_lines(records)) for records in CONFORMING]
    return ours + _short([text.encode() for text in lines])


def mdps() -> list[bytes]:
    """Every built-in environment that is small, dense and sparse, exact and in doubles."""
    found: list[str] = []
    for name in ("tiny", "riverswim", "lock", "random:sparse", "random:rational-sparse"):
        mdp = make(name, horizon=2).mdp
        for m in (mdp, mdp.to_float()):
            found += [mdp_text(m, name=name), mdp_text(m, sparse=True)]
    return _short([text.encode() for text in found])


def vectors() -> list[bytes]:
    """The vectors themselves; of the many traces among them the shortest few."""
    traces = sorted(FOLDER.glob("trace/*.json"), key=lambda file: file.stat().st_size)[:8]
    return _short([f.read_bytes() for f in _vectors() if f.parent.name != "trace" or f in traces])


@cache
def seeds(target: str) -> tuple[bytes, ...]:
    """The corpus that a target starts from."""
    return tuple({"trace": traces, "mdp": mdps, "vector": vectors}[target]())


def dictionary(target: str) -> str:
    """Every short key and string of the seeds, in libFuzzer's form."""
    from tests.robustness.fuzz.mutate import parsed, places

    words: set[str] = set()
    for data in seeds(target):
        for path, value in places(parsed(data) or []):
            words |= {v for v in (*path, value) if isinstance(v, str) and 0 < len(v) <= 24}
    quoted = [json.dumps(word) for word in sorted(words) if word.isascii() and word.isprintable()]
    lines = [q.replace("\\", "\\\\").replace('"', '\\"') for q in quoted]
    return "".join(f'"{line}"\n' for line in lines)
