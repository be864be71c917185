"""A recorder for any Python learner: one file, no installation, nothing imported but the standard
library. Copy it beside your code.

    recorder = TraceRecorder("run.jsonl", algorithm="UCB-H", S=3, A=2, H=5, K=100, delta=0.1)
    recorder.steps(s=states, a=actions, r=rewards, s1=next_states, Q=values)
    recorder.close()

Then `proofs-check trace run.jsonl`. Every keyword becomes a key of the record: `epoch` (UCRL2,
UCRL-LP), `plan` (UCBVI, UCFH, PSRL), `steps` (flat learners), `episode` and `step` (UCRL-LP and its
family).
It is a mirror: arrays are written as they are, of any depth, and what a JSON number cannot hold is
refused in a line that says what to do. Numbers, arrays (0-d ones, too) and booleans of NumPy,
PyTorch and JAX, and sparse rows and matrices of SciPy, become JSON numbers; counts kept in doubles
become whole numbers, single precision the double that it is.
"""

from __future__ import annotations

import json
import math
from typing import Any


class TraceRecorder:
    """Writes a trace, line by line; usable in a `with` statement."""

    def __init__(self, path: str, algorithm: str, **header: Any) -> None:
        _layers_of_their_own(header)
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


_INSTEAD = {
    "pi": "where there is no policy, in a state never reached, give any distribution, as [1, 0]",
    "q_hat": "where there is no mass give 0",
    "P_bar": "where a pair was never visited give zeros, as (10) does",
    "Q": "where the learner has no number yet give its bound, such as H",
}
"""What to write in place of NaN or infinity."""
COUNTS = ("S", "A", "H", "K", "T", "t", "i", "k", "s", "a", "s1", "x", "n", "N", "N3", "layers")
"""What is counted or numbered: whole numbers, in whatever type a learner keeps them."""


def _layers_of_their_own(header: dict[str, Any]) -> None:
    """Refuse P[h,s,a,s1] where a layer has its own number of states. Raises ValueError."""
    mdp = header.get("mdp")
    P = mdp.get("P") if isinstance(mdp, dict) else None
    shape: tuple[int, ...] = getattr(P, "shape", ())
    if len(shape) == 4 and any(shape[1] != X for X in header["layers"][:-1]):
        raise ValueError(
            "mdp.P is P[h,s,a,s1], with all states in every layer: leave mdp out, and give trace "
            "and lemmas --mdp FILE of reference.write_mdp(reference.from_arrays(P, r, H), FILE)"
        )


def _plain(value: Any, name: str, row: bool = False) -> Any:
    """Return a value as JSON writes it; `name` is its place, for messages. `row`: of a list, where
    a sparse matrix of one row is that row. Raises ValueError for what JSON cannot hold."""
    if hasattr(value, "toarray"):  # sparse, of SciPy
        value = value.toarray()
        value = value[0] if row and value.ndim == 2 and len(value) == 1 else value
    if hasattr(value, "tolist"):  # an array or a number of NumPy, PyTorch or JAX
        value = value.tolist()
    if isinstance(value, dict):
        return {str(key): _plain(v, f"{name}.{key}") for key, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v, f"{name}[{k}]", True) for k, v in enumerate(value)]
    key = name.split("[")[0]
    if isinstance(value, bool) and key in ("r", "s", "a", "s1", "x"):
        return int(value)  # a reward of True is 1
    if value is None and name != key:  # in a list: what a masked array has where it hides
        raise ValueError(f"{name} is masked or missing: {_INSTEAD.get(key, 'give a number')}")
    if isinstance(value, complex) or not isinstance(value, (str, int, float, type(None))):
        raise ValueError(f"{name} is of type {type(value).__name__}: give numbers or lists of them")
    if not isinstance(value, float):
        return value
    if not math.isfinite(value):
        raise ValueError(f"{name} is {value!r}: {_INSTEAD.get(key, 'a trace has finite numbers')}")
    if key in COUNTS:
        if not value.is_integer():
            raise ValueError(f"{name} is {value!r}: it counts, so it must be whole")
        return int(value)
    return value
