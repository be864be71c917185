"""A recorder for any Python learner: one file, no installation, nothing imported but the standard
library. Copy it beside your code.

    recorder = TraceRecorder("run.jsonl", algorithm="UCB-H", S=3, A=2, H=5, K=100, delta=0.1)
    recorder.steps(s=states, a=actions, r=rewards, s1=next_states, Q=values)
    recorder.close()

Then `proofs-check trace run.jsonl`. Every keyword becomes a key of the record: `epoch` (UCRL2,
UCRL-LP), `plan` (UCBVI, UCFH, PSRL), `steps` (flat learners), `episode` and `step` (UCRL-LP and its
family).
Numbers, arrays and booleans of NumPy, PyTorch and JAX are written as JSON numbers, single precision
as what it is.
"""

from __future__ import annotations

import json
import math
from typing import Any


class TraceRecorder:
    """Writes a trace, line by line; usable in a `with` statement."""

    def __init__(self, path: str, algorithm: str, **header: Any) -> None:
        self.file = open(path, "w", encoding="ascii", newline="\n")  # noqa: SIM115  # see close
        self.layered = "layers" in header
        self.steps_played = self.episodes = self.epochs = 0
        form = "ucrl-lp-trace" if self.layered else "flat-trace"
        start = {"record": "header", "format": form, "version": 1, "algorithm": algorithm}
        self._write({**start, **header})

    def epoch(self, **keys: Any) -> None:
        """Record a policy and whatever it was computed from."""
        self.epochs += 1
        self._write({"record": "epoch", **keys})

    def plan(self, **keys: Any) -> None:
        """Record the Q of UCBVI's next episode, or the pi of UCFH's or PSRL's."""
        self._write({"record": "plan", **keys})

    def step(self, **keys: Any) -> None:
        """Record the update before an episode of FPOP, O-REPS, UC-O-REPS or UOB-REPS."""
        self._write({"record": "step", **keys})

    def steps(self, **keys: Any) -> None:
        """Record steps of a flat learner: s, a, r, s1, equally long lists."""
        self.steps_played += len(keys["s"])
        self._write({"record": "steps", **keys})

    def episode(self, **keys: Any) -> None:
        """Record an episode of UCRL-LP: t, x, a, r."""
        self.episodes += 1
        self._write({"record": "episode", **keys})

    def close(self) -> None:
        """Write the end, without which a trace counts as cut off."""
        if self.file.closed:
            return
        end = {"steps": self.steps_played}
        if self.layered:
            end = {"episodes": self.episodes, "epochs": self.epochs}
        self._write({"record": "end", **end})
        self.file.close()

    def __enter__(self) -> TraceRecorder:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is None:
            self.close()
        self.file.close()  # after an error without an end: it is cut off

    def _write(self, record: dict[str, Any]) -> None:
        plain = {key: _plain(value, key) for key, value in record.items()}
        self.file.write(json.dumps(plain, separators=(",", ":"), allow_nan=False) + "\n")


def _plain(value: Any, name: str) -> Any:
    """Return a value as JSON writes it; `name` is its place, for messages."""
    if hasattr(value, "tolist"):  # an array or a number of NumPy, PyTorch or JAX
        value = value.tolist()
    if isinstance(value, dict):
        return {str(key): _plain(v, f"{name}.{key}") for key, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v, f"{name}[{k}]") for k, v in enumerate(value)]
    if isinstance(value, bool) and name.split("[")[0] in ("r", "s", "a", "s1", "x"):
        return int(value)  # a reward of True is 1
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{name} is {value!r}: a trace holds finite numbers")
    return value
