r"""Claim: one inequality, or equation, of the paper between two expressions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from proofs_check.arithmetic import Decision, certainly_equal, certainly_leq
from proofs_check.letters.balls import Balls
from proofs_check.letters.compare import Line, decided
from proofs_check.letters.letters import Letters
from proofs_check.letters.run import Run, Total
from proofs_check.letters.size import Missing
from reference.support.errors import PreconditionError

Side = Any  # an Expression: these stand on claims (expressions.py)


@dataclass(frozen=True, eq=False)
class Claim:
    """left <= right, or left = right (`equal`), at every entry; written as `left <= right`.

    `name`: the part of the statement. `is_step`: on the way to the statement, so that it does not
    decide whether a run says anything. `is_aside`: compared besides what the formula says. `most`:
    what the left side cannot exceed on any run. `by_layer`: a line for each layer. `cheap`:
    decided exactly on runs of medium length, too. `runs`: the claim about numbers that holds on the
    runs that it is claimed for; that one has its own, where several do. `probability`: it holds
    with at least this, at once with the claims of its form that have the same; None: on every
    path, or where its condition holds. `events`: the statements whose events it needs, where these
    are not those of its form. `condition`: a claim about each epoch, where it holds; with
    `everywhere`, at all of its entries; then no event of the whole run is needed."""

    left: Side
    right: Side
    equal: bool = False
    name: str = ""
    is_step: bool = False
    is_aside: bool = False
    most: Side | None = None
    by_layer: bool = False
    cheap: bool = False
    runs: Claim | None = None
    events: tuple[str, ...] | None = None
    condition: Claim | None = None
    everywhere: bool = False
    probability: Side | None = None

    def named(self, name: str) -> Claim:
        """Return the claim with the name of its part."""
        return replace(self, name=name)

    def step(self) -> Claim:
        """Return the claim as a step on the way to the statement."""
        return replace(self, is_step=True)

    def aside(self) -> Claim:
        """Return the claim as compared besides what the formula says: in every epoch, or
        sharper."""
        return replace(self, is_aside=True)

    def no_more_than(self, most: Side) -> Claim:
        """Return the claim with what its left side cannot exceed."""
        return replace(self, most=most)

    def in_each_layer(self) -> Claim:
        """Return the claim with a line for each layer."""
        return replace(self, by_layer=True)

    def where(self, of: Claim) -> Claim:
        """Return the claim for the runs on which another one, about numbers, holds, too: its
        formula says it. Raises PreconditionError for anything else."""
        if not isinstance(of, Claim) or {of.left.kind, of.right.kind} != {"number"}:
            rule = "where: must be given by a claim about numbers"
            raise PreconditionError("claim", self.name or self.tex, rule)
        return replace(self, runs=of if self.runs is None else self.runs.where(of))

    def with_probability(self, least: Side) -> Claim:
        """Return the claim with the probability that it holds with, at least."""
        return replace(self, probability=least)

    def decided_early(self) -> Claim:
        """Return the claim to be decided exactly on runs of medium length, too."""
        return replace(self, cheap=True)

    def on_events(self, *events: str) -> Claim:
        """Return the claim on the events of these statements only; of none: on every path, beside
        the statement, so that it does not decide whether a run says anything."""
        return replace(self, events=events)

    def given(self, condition: Claim) -> Claim:
        """Return the claim at the entries where another one holds."""
        return replace(self, condition=condition, events=())

    def in_epochs_with(self, condition: Claim) -> Claim:
        """Return the claim in the epochs in which another one holds at every entry."""
        return replace(self, condition=condition, everywhere=True, events=())

    def holds_at(self, epochs: Letters, everywhere: bool = False) -> Any:
        """Return where it and its own condition certainly hold in some epochs, as a mask;
        `everywhere`: in which epochs it holds at all entries."""
        place = self.left.place(epochs)
        left, right = (Balls.of(side.value(place)) for side in (self.left, self.right))
        holds = decided(left, right, self.equal)[0]
        if everywhere:
            holds = holds.all(axis=1, keepdims=True)
        return holds if self.condition is None else holds & self._given(self.condition, epochs)

    def lines(self, run: Run) -> Iterator[Line]:
        """Yield the lines that are compared on a run."""
        if self.is_of(run):
            for layer in range(run.L) if self.by_layer else (None,):
                yield self._line(run, layer)

    def is_of(self, run: Run) -> bool:
        """Return whether it is claimed for a run."""
        return all(of._holds_on(run) for of in self.given_numbers)

    def _holds_on(self, run: Run) -> bool:
        sides = (side.side(run, None) for side in (self.left, self.right))
        decide = certainly_equal if self.equal else certainly_leq
        return decide(*sides) is Decision.TRUE

    @property
    def given_numbers(self) -> tuple[Claim, ...]:
        """Return the claims about numbers that hold on the runs that it is claimed for."""
        return () if self.runs is None else (self.runs, *self.runs.given_numbers)

    @property
    def is_of_numbers(self) -> bool:
        """Return whether it compares two numbers, or those of each layer: it is true or not for
        some sizes, on all of their runs."""
        return bool({self.left.kind, self.right.kind} <= {"number", "layers"})

    def _line(self, run: Run, layer: int | None) -> Line:
        place = () if layer is None else (f"layer {layer}",)
        varies = self.left if self.left.kind != "number" else self.right
        try:
            left, right = self.left.side(run, layer), self.right.side(run, layer)
        except Missing as e:  # said when the line is compared, so that the others are
            left = right = Total(partial(_lacking, str(e)))
        return Line(
            left,
            right,
            ", ".join((*place, *filter(None, (self.name,)))),
            equal=self.equal,
            step=self.is_step,
            most=None if self.most is None else self.most.side(run, layer),
            entries="pair" if layer is not None else varies.entries,
            cheap=self.cheap,
            given=None if self.condition is None else partial(self._given, self.condition),
            events=self.events,
        )

    def _given(self, condition: Claim, epochs: Letters) -> Any:
        return condition.holds_at(epochs, self.everywhere)

    @property
    def sign(self) -> str:
        """Return how the sides compare, as LaTeX."""
        return "=" if self.equal else r"\leq"

    @property
    def tex(self) -> str:
        """Return the claim as the paper writes it."""
        return self._written(self.left) + self.goes_on

    @property
    def goes_on(self) -> str:
        """Return sign and right side, as LaTeX: the name of a command ends before a letter."""
        right = self._written(self.right)
        return self.sign + " " * (self.sign[-1].isalpha() and right[0].isalpha()) + right

    def _written(self, side: Side) -> str:
        """Return a side as LaTeX."""
        return str(side.tex_in_layer() if self.by_layer else side.tex())


def _lacking(needs: str, exact: bool) -> Any:
    raise Missing(needs)


def compared_lines(claims: Iterable[Claim], run: Run) -> Iterator[Any]:
    """Yield the lines of several claims."""
    for claim in claims:
        yield from claim.lines(run)


def chain(claims: Iterable[Claim]) -> str:
    r"""Return the LaTeX of claims: one chain where a claim goes on from the one before, or is
    another value of the same left side. A bound to which a longer chain leads is not repeated. What
    holds beside the statement and steps that lead to none of its bounds are left out, unless there
    is nothing else. A letter that opens a chain is said there to be what it stands for; at the end
    stands what other such letters are, and on which runs it is claimed."""
    lines = tuple(claims)
    chains: list[list[Claim]] = []
    said = [c for c in lines if c.events != () and not c.is_aside] or lines
    for claim in said:
        if chains and _continues(chains[-1], claim):
            chains[-1].append(claim)
        else:
            chains.append([claim])
    bounds = {_ends([claim]) for claim in said if not claim.is_step}
    steps = [of for of in chains if all(claim.is_step for claim in of) and _ends(of) not in bounds]
    stated = [of for of in chains if of not in steps] or chains
    parts, led = list[str](), {_ends(of) for of in stated if len(of) > 1}
    for of in stated:
        if len(of) > 1 or _ends(of) not in led:
            parts.append(of[0].left.opening() + "".join(claim.goes_on for claim in of))
        led.add(_ends(of))
    sides = (side for of in stated for claim in of for side in (claim.left, claim.right))
    meanings = dict.fromkeys(meaning for side in sides for meaning in side.meanings())
    for of in stated:
        meanings.pop(of[0].left.opening(), None)
    runs = dict.fromkeys(g.tex for of in stated for c in of for g in c.given_numbers)
    return r",\quad ".join((*parts, *meanings, *runs))


def _continues(of: list[Claim], claim: Claim) -> bool:
    """Return whether a claim goes on where a chain ends, or a chain of equations with another."""
    equations = claim.equal and all(before.equal for before in of)
    keys = {of[-1].right.key, of[0].left.key} if equations else {of[-1].right.key}
    return claim.left.key in keys


def _ends(of: list[Claim]) -> tuple[str, str]:
    """Return what a chain leads from and to, as LaTeX."""
    return of[0].left.tex(), of[-1].goes_on
