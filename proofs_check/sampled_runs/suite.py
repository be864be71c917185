"""The suite: the runs on which claims are checked, each made and decoded when first used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import overload

from proofs_check.arithmetic import to_q
from proofs_check.sampled_runs.epoch import SampledEpoch
from proofs_check.sampled_runs.run import SampledRun
from proofs_check.sampled_runs.specs import Spec, specs

FOREIGN = Path(__file__).with_name("foreign")  # traces of other producers: *.jsonl


def make_trace(spec: Spec) -> bytes:
    """Play `spec` and return its trace. The same bytes every time."""
    from proofs_check.sampled_runs import make as producer  # loads the solver of LP1

    return producer.play_spec(spec)


@dataclass(frozen=True)
class Entry:
    """A run of the suite before it is used: a spec, or a file of another producer.
    `known`: its trace, if already made."""

    name: str
    source: Spec | Path
    known: bytes | None = None

    @property
    def scale(self) -> str:
        """Of its radii; see SampledRun."""
        return self.source.scale if isinstance(self.source, Spec) else "1"

    @property
    def tags(self) -> frozenset[str]:
        """The tags by which `Suite.tagged` finds the run."""
        return frozenset(self.source.tags if isinstance(self.source, Spec) else ["foreign"])

    @property
    def trace(self) -> bytes:
        """As already made, as committed, or made now."""
        if self.known is not None:
            return self.known
        return (
            make_trace(self.source) if isinstance(self.source, Spec) else self.source.read_bytes()
        )

    @cached_property
    def run(self) -> SampledRun:
        """The run, recomputed exactly."""
        return SampledRun(self.name, self.trace, to_q(self.scale), self.tags)


def entry(spec: Spec, known: bytes | None = None) -> Entry:
    """A run of our own producer."""
    return Entry(spec.name, spec, known)


def foreign() -> list[Entry]:
    """The committed traces of producers that share no code with `reference`."""
    return [Entry(file.stem, file) for file in sorted(FOREIGN.glob("*.jsonl"))]


class Runs(Sequence[SampledRun]):
    """Some runs of the suite; each is made and decoded when it is reached."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = tuple(entries)

    def __len__(self) -> int:
        return len(self.entries)

    @overload
    def __getitem__(self, k: int) -> SampledRun: ...
    @overload
    def __getitem__(self, k: slice) -> Runs: ...
    def __getitem__(self, k: int | slice) -> SampledRun | Runs:
        return Runs(self.entries[k]) if isinstance(k, slice) else self.entries[k].run

    def __iter__(self) -> Iterator[SampledRun]:
        return (one.run for one in self.entries)

    def epochs(self, about: int = 0) -> Iterator[tuple[SampledRun, SampledEpoch]]:
        """Every epoch of every run, or `about` that many of each, with its run."""
        for run in self:
            step = max(1, len(run.epochs) // about) if about else 1
            yield from ((run, e) for e in run.epochs[::step])


class Suite:
    """The runs on which a claim is checked. `full`: the caller has time for larger searches."""

    def __init__(self, entries: Iterable[Entry], full: bool = False) -> None:
        self.all = Runs(entries)  # runs of Algorithm 1 and shrunk ones
        self.runs = Runs(e for e in self.all.entries if e.scale == "1")  # those of Algorithm 1
        self.full = full

    def sized(self, layers: tuple[int, ...], A: int) -> Runs:
        """The runs of Algorithm 1 of this size, of our own producer."""
        sources = ((e, e.source) for e in self.runs.entries)
        return Runs(e for e, s in sources if isinstance(s, Spec) and (s.layers, s.A) == (layers, A))

    def tagged(self, tag: str) -> Runs:
        """The runs with a tag: a solver, family, reward distribution, completion, "unlucky" or
        "foreign"."""
        return Runs(e for e in self.all.entries if tag in e.tags)


def suite(full: bool = False, known: Mapping[str, bytes] | None = None) -> Suite:
    """The default suite, or the larger one. `known`: traces already made, by name."""
    known = known or {}
    ours = [entry(spec, known.get(spec.name)) for spec in specs(full)]
    return Suite([*ours, *foreign()], full)
