"""Every letter of the paper on every run of the suite: tables of enclosed doubles against the twin,
which shares no code with them (nested lists of rationals), and against exact tables. What the
values were, tests/evaluation/test_sides.py knows."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from proofs_check.arithmetic import Enclosure, Q, Real, to_q
from proofs_check.letters.balls import Balls
from proofs_check.letters.letters import ESTIMATED, PLAYED, UNIFORM, EpochData, Letters
from proofs_check.letters.recorder import Recorder
from proofs_check.letters.run import SMALL, Run
from proofs_check.sampled_runs.suite import suite
from reference.trace.reader import read_stream
from tests.evaluation.runs import entry
from tests.twins.runs import sampled
from tests.twins.sampled_epoch import SampledEpoch

NEAR = 1e-11  # rows of P_i and pi_i are rounded to multiples of 2^-48 in two ways
RUNS = [e.name for e in suite().all.entries]
FEW = (
    "L3-A2", "fork-sparse", "unlucky-09", "shrunk-both", "bandit", "last-solved",
    "foreign-rational",
)  # fmt: skip

# The letter, as the tables have it and as the twin has it.
LETTERS: dict[str, tuple[Callable[[Letters], Any], Callable[[SampledEpoch], Any]]] = {
    "N": (lambda e: e.N, lambda e: e.N),
    "n": (lambda e: e.n, lambda e: e.n),
    "N3": (lambda e: e.N3, lambda e: e.N3),
    "P_bar": (lambda e: e.P_bar, lambda e: e.P_bar),
    "P_error": (lambda e: e.P_error, lambda e: e.P_distance),
    "eps": (lambda e: e.eps, lambda e: e.eps),
    "b": (lambda e: e.b, lambda e: e.b),
    "r_bar": (lambda e: e.r_bar, lambda e: e.r_bar),
    "r_hat": (lambda e: e.r_hat, lambda e: e.r_hat),
    "r_check": (lambda e: e.r_check, lambda e: e.r_check),
    "pi": (lambda e: e.pi, lambda e: e.pi),
    "P_i": (lambda e: e.P_i(ESTIMATED), lambda e: e.P_i),
    "xi": (lambda e: e.xi(ESTIMATED), lambda e: e.xi),
    "q": (lambda e: e.q, lambda e: e.q_xa),
    "q_hat": (lambda e: e.q_hat, lambda e: e.q_hat_xa),
    "q3": (lambda e: e.q3, lambda e: e.q),
    "q_hat3": (lambda e: e.q_hat3, lambda e: e.q_hat),
    "V": (lambda e: e.V, lambda e: e.V),
    "|q_hat - q| of a layer": (lambda e: e.by_layer(abs(e.q_hat - e.q)), lambda e: e.layer_l1),
    "q xi of a layer": (lambda e: e.by_layer(e.q * e.xi(ESTIMATED)), lambda e: e.layer_q_xi),
}


@lru_cache(maxsize=len(FEW))
def letters_of(name: str) -> Letters:
    """Return all epochs of a run."""
    run, data = entry(name), list[EpochData]()
    recorder = Recorder(name, lambda head: data.extend)
    for record in read_stream(io.BytesIO(run.trace), name):
        recorder.see(record)
    recorder.end()
    assert recorder.head is not None
    return Letters(Run(recorder.head, name, to_q(run.scale)), data)


def flat(nested: Any) -> list[float]:
    """Return nested numbers side by side, enclosed ones by their middle."""
    if isinstance(nested, (list, tuple)):
        return [v for part in nested for v in flat(part)]
    if isinstance(nested, Real):
        nested = nested.enclose(96)
    if isinstance(nested, Enclosure):
        return [float((nested.lo + nested.hi) / 2)]
    return [float(Q(nested))]


def disagreements(tables: Letters, name: str) -> dict[str, float]:
    """Return the letters that differ, by how much."""
    apart = {}
    for letter, (of_tables, of_twin) in LETTERS.items():
        table = Balls.of(of_tables(tables))
        wanted = np.array([flat(of_twin(e)) for e in sampled(name).epochs])
        error = np.abs(table.mid.reshape(wanted.shape) - wanted) - np.asarray(table.rad).max()
        if error.max() > NEAR:
            apart[letter] = float(error.max())
    return apart


@pytest.mark.parametrize("name", FEW)
def test_every_letter_has_one_value(name: str) -> None:
    assert disagreements(letters_of(name), name) == {}


@pytest.mark.parametrize("name", [name for name in RUNS if name not in FEW])
def test_every_letter_has_one_value_on_every_run(name: str) -> None:
    tables = letters_of(name)
    assert disagreements(tables, name) == {}
    if len(tables.data) * tables.size.triples <= SMALL:
        assert disagreements_of_exact(tables) == {}


def disagreements_of_exact(tables: Letters) -> dict[str, float]:
    """Return the letters of which an exact entry is outside the enclosed one, by how much."""
    apart = {}
    for letter, (of_tables, _) in LETTERS.items():
        table, exact = Balls.of(of_tables(tables)), np.asarray(of_tables(tables.exact), object)
        wanted = np.array([flat(v)[0] for v in exact.ravel()])
        rounding = 2.0**-51 * (np.abs(wanted) + np.abs(table.mid.ravel()))
        error = np.abs(table.mid.ravel() - wanted) - np.ravel(table.rad) - rounding
        if error.max() > 0:
            apart[letter] = float(error.max())
    return apart


@pytest.mark.parametrize("name", FEW)
def test_exact_letters_are_inside_the_enclosures(name: str) -> None:
    assert disagreements_of_exact(letters_of(name)) == {}


@pytest.mark.parametrize("name", FEW)
def test_the_completion_of_P_i_is_what_xi_depends_on(name: str) -> None:
    """R-4: another row where q_hat_i(x,a) = 0 gives other values there, and nowhere else."""
    tables = letters_of(name)
    open_ = np.stack([e.open for e in tables.data])
    for R4 in (PLAYED, UNIFORM):
        differ = np.abs(tables.xi(R4).mid - tables.xi(ESTIMATED).mid) > NEAR
        assert not (differ & ~open_).any()
        assert R4 == UNIFORM or differ.any() == (name not in ("bandit", "last-solved"))


@pytest.mark.parametrize("letter", LETTERS)
def test_a_letter_with_another_value_is_seen(letter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    of_tables, of_twin = LETTERS[letter]
    tables = letters_of("unlucky-09")

    def planted(e: Letters) -> Any:
        return of_tables(e) * (1 if e.numbers.exact else Q(1001, 1000))

    monkeypatch.setattr(sys.modules[__name__], "LETTERS", {letter: (planted, of_twin)})
    assert list(disagreements(tables, "unlucky-09")) == [letter]
    assert list(disagreements_of_exact(tables)) == [letter]
