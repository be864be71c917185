"""The suite: the runs on which claims are checked, each read, or made, when first used."""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from proofs_check.arithmetic import to_q
from proofs_check.letters.nested import NestedEpoch, NestedRun
from proofs_check.letters.recorder import ReadInto, Recorded, read_into
from proofs_check.sampled_runs.chosen import Chosen, chosen_runs
from proofs_check.sampled_runs.specs import Spec, specs

COMMITTED = Path(__file__).with_name("committed")  # NAME.jsonl.xz
FOREIGN = Path(__file__).with_name("foreign")  # traces of other producers: *.jsonl


def play(spec: Spec | Chosen) -> bytes:
    """Play `spec` and return its trace. The same bytes every time."""
    if isinstance(spec, Chosen):
        from proofs_check.sampled_runs.make_chosen import play_chosen

        return play_chosen(spec)
    from proofs_check.sampled_runs import make as producer  # loads the solver of LP1

    return producer.play_spec(spec)


def make_trace(spec: Spec | Chosen) -> bytes:
    """Return the trace of `spec`: the committed one, or one that is played now."""
    file = COMMITTED / f"{spec.name}.jsonl.xz"
    if spec in played_once() and file.is_file():
        return lzma.decompress(file.read_bytes())
    return play(spec)


def played_once() -> list[Spec | Chosen]:
    """Return the runs that are played once, by `python -m proofs_check.sampled_runs`, and then
    read."""
    return [*specs(), *chosen_runs()]


@dataclass(frozen=True)
class Entry:
    """Run of the suite before it is used: a spec, or a file of another producer.
    `known`: its trace, if already made; `read` passes it to a recorder."""

    source: Spec | Chosen | Path
    known: bytes | None = None
    read: ReadInto = read_into

    @property
    def name(self) -> str:
        """Return the name of the spec or of the file."""
        return self.source.stem if isinstance(self.source, Path) else self.source.name

    @property
    def scale(self) -> str:
        """Return the scale of its radii; see NestedRun."""
        return self.source.scale if isinstance(self.source, Spec) else "1"

    @cached_property
    def trace(self) -> bytes:
        """Return the trace."""
        if self.known is not None:
            return self.known
        return (
            self.source.read_bytes() if isinstance(self.source, Path) else make_trace(self.source)
        )

    @cached_property
    def recorded(self) -> Recorded:
        """Return what the trace says."""
        return Recorded(self.name, self.trace, self.read)

    @cached_property
    def run(self) -> NestedRun:
        """Return the run, recomputed exactly."""
        if isinstance(self.source, Path):
            tags = ["foreign"]
        else:
            tags = ["unlucky"] if isinstance(self.source, Spec) and self.source.unlucky else []
        return NestedRun(self.recorded, to_q(self.scale), tags)


def foreign(read: ReadInto = read_into) -> list[Entry]:
    """Return the committed traces of producers that share no code with `reference`."""
    return [Entry(file, read=read) for file in sorted(FOREIGN.glob("*.jsonl"))]


def chosen_entries(read: ReadInto = read_into) -> list[Entry]:
    """Return the long run and those on chosen paths: every statement is evaluated on them, the
    checks of other kinds do not see them."""
    return [Entry(run, read=read) for run in chosen_runs()]


class Runs:
    """Some runs of the suite; each is made and decoded when it is reached."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = tuple(entries)

    def __iter__(self) -> Iterator[NestedRun]:
        return (entry.run for entry in self.entries)

    def epochs(self, about: int = 0) -> Iterator[tuple[NestedRun, NestedEpoch]]:
        """Yield every epoch of every run, or `about` that many of each, with its run."""
        for run in self:
            step = max(1, len(run.epochs) // about) if about else 1
            yield from ((run, e) for e in run.epochs[::step])


class Suite:
    """Runs on which a claim is checked. `full`: the caller has time for larger searches."""

    def __init__(self, entries: Iterable[Entry], full: bool = False) -> None:
        self.all = Runs(entries)  # runs of Algorithm 1 and shrunk ones
        self.runs = Runs(e for e in self.all.entries if e.scale == "1")  # those of Algorithm 1
        self.full = full

    def sized(self, layers: tuple[int, ...], A: int) -> Runs:
        """Return the runs of Algorithm 1 of this size, of our own producer."""
        sources = ((e, e.source) for e in self.runs.entries)
        return Runs(e for e, s in sources if isinstance(s, Spec) and (s.layers, s.A) == (layers, A))


def suite(
    full: bool = False, known: Mapping[str, bytes] | None = None, read: ReadInto = read_into
) -> Suite:
    """Return the default suite, or the larger one. `known`: traces already made, by name; `read`
    passes one to a recorder."""
    traces = known or {}
    made = (Entry(s, traces.get(s.name), read) for s in specs(full))
    return Suite([*made, *foreign(read)], full)
