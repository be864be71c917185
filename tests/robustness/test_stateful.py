"""Any sequence of playing, interrupting, cutting and resuming ends like a run left alone.

Hypothesis chooses the sequences; the trace is a file that can be cut anywhere.
"""

from __future__ import annotations

import shutil
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from proofs_check.conformance.replay import check
from reference.environments import make
from reference.running import resume
from reference.running.driver import run
from reference.running.resume import resume_run
from reference.support.errors import MalformedInput, PreconditionError
from reference.trace.reader import read

T = 25
MDP = make("riverswim", horizon=2).mdp


@cache
def alone(episodes: int, suffix: str) -> bytes:
    """The trace of a run of so many episodes that nothing happened to."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"run{suffix}"
        run(MDP, T, seed=3, episodes=episodes or T, out=path, stop=lambda: episodes == 0)
        return path.read_bytes()


class Runs(RuleBasedStateMachine):
    """`episodes` whole episodes are in the file, or None after a cut: then nobody has counted."""

    suffix: ClassVar[str] = ".jsonl"

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / f"run{self.suffix}"
        self.episodes: int | None = None

    def teardown(self) -> None:
        try:
            if self.path.exists() and self.header_is_whole():
                resume_run(self.path)
                assert self.path.read_bytes() == alone(T, self.suffix)
                assert check(read(self.path), everything=True).verdict == "conforms"
        finally:
            shutil.rmtree(self.folder)

    def header_is_whole(self) -> bool:
        try:
            next(read(self.path))
        except (MalformedInput, StopIteration):
            return False
        return True

    @initialize(n=st.integers(0, T), asked=st.integers(1, T))
    def play(self, n: int, asked: int) -> None:
        """Ctrl-C after n episodes of those asked for."""
        calls = iter(range(n))
        run(MDP, T, seed=3, episodes=asked, out=self.path, stop=lambda: next(calls, None) is None)
        self.episodes = min(n, asked)

    @precondition(lambda self: self.header_is_whole())
    @rule(n=st.integers(0, T), asked=st.integers(1, T))
    def resume(self, n: int, asked: int) -> None:
        """Until n episodes, counted from the first, are there, or those asked for. Fewer than the
        file has are refused, and the file stays."""
        calls, before = iter(range(n)), self.path.read_bytes()
        refusal = None
        try:
            resume_run(self.path, episodes=asked, stop=lambda: next(calls, None) is None)
        except PreconditionError as e:
            refusal = e
        if refusal is not None:
            assert (refusal.field, refusal.value) == ("episodes", asked)
            assert self.episodes is None or asked < self.episodes
            assert self.path.read_bytes() == before
            return
        if self.episodes is not None:
            assert asked >= self.episodes
            self.episodes = max(min(n, asked), self.episodes)  # what was recorded stays
        elif self.path.read_bytes() != before:
            self.episodes = min(n, asked)

    @rule(share=st.floats(0, 1))
    def cut(self, share: float) -> None:
        """A crash has lost the file's tail."""
        data = self.path.read_bytes()
        self.path.write_bytes(data[: int(share * len(data))])
        self.episodes = None

    @rule(length=st.integers(1, 40))
    def cut_a_little(self, length: int) -> None:
        self.path.write_bytes(self.path.read_bytes()[:-length])
        self.episodes = None

    @rule(data=st.binary(max_size=40))
    def a_killed_resume_leaves_its_file(self, data: bytes) -> None:
        name = self.path.name.replace(".jsonl", ".jsonl.resuming")
        (self.folder / name).write_bytes(data)

    @precondition(lambda self: not self.header_is_whole())
    @rule()
    def nothing_to_resume_from(self) -> None:
        """Refused, and then the run starts again."""
        with pytest.raises(MalformedInput):
            resume_run(self.path)
        run(MDP, T, seed=3, episodes=1, out=self.path, force=True)
        self.episodes = 1

    @invariant()
    def what_is_there_is_what_a_run_left_alone_writes(self) -> None:
        if self.episodes is not None:
            assert self.path.read_bytes() == alone(self.episodes, self.suffix)
        elif self.path.exists():
            with suppress(MalformedInput):  # half a line, or an end that is missing
                assert list(read(self.path))  # a cut of nothing


class ZippedRuns(Runs):
    suffix = ".jsonl.gz"


def test_a_gzip_file_cut_anywhere_resumes(tmp_path: Path) -> None:
    """Once, a cut inside the second line lost the header as well."""
    path, whole = tmp_path / "run.jsonl.gz", alone(T, ".jsonl.gz")
    resumed = 0
    for length in range(1, len(whole), 40):
        path.write_bytes(whole[:length])
        try:
            next(read(path))
        except MalformedInput:
            continue
        resume_run(path)
        assert path.read_bytes() == whole
        resumed += 1
    assert resumed > 10


@pytest.mark.parametrize("machine", [Runs, ZippedRuns])
def test_any_sequence(machine: type[RuleBasedStateMachine]) -> None:
    run_state_machine_as_test(machine, settings=settings(max_examples=40, stateful_step_count=8))


def test_the_machine_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    """A resume that takes the q_hat of the epoch before."""
    recorded = resume._recorded

    def confused(path: Any) -> Any:
        header, solutions, *rest = recorded(path)
        return header, {i + 1: q for i, q in solutions.items()}, *rest

    monkeypatch.setattr(resume, "_recorded", confused)
    found = settings(max_examples=40, stateful_step_count=8, phases=[Phase.generate])
    with pytest.raises(Exception):  # noqa: B017  # whatever is noticed first
        run_state_machine_as_test(Runs, settings=found)
