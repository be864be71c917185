"""What the three experiments share: their options, which a manifest keeps, and the two claims."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import pairwise, product
from typing import Any, ClassVar, Self

from reference.figure1 import algorithms, trials
from reference.figure1.algorithms import AlgorithmSpec
from reference.figure1.paired_tests import Better, Slope, better, slope
from reference.figure1.results import Results, Table, paired, regrets
from reference.figure1.trials import Times, Trial
from reference.mdp import check_horizon
from reference.support.errors import PreconditionError


@dataclass(frozen=True)
class Experiment(ABC):
    """Experiment of `ucrl-lp simulate`: its fields are its options. Raises PreconditionError for
    options out of range."""

    T: tuple[int, ...]
    trials: int
    seed: int

    kind: ClassVar[str]
    SMALL: ClassVar[Mapping[str, Any]]
    """The options of `smoke`."""
    committed: ClassVar[str]
    """The CSV file in the folder `committed` that a full run with default options repeats."""
    room: ClassVar[str] = "reference.figure1"
    """Where that folder is."""
    whole: ClassVar[bool] = True
    """Whether all that the committed run has is installed here."""
    drawn: ClassVar[bool] = False
    """Whether there is a picture of it."""

    def __post_init__(self) -> None:
        if self.trials < 1:
            raise PreconditionError("trials", self.trials, "must be at least 1")
        if not self.T:
            raise PreconditionError("T", [], "must have at least one value")
        object.__setattr__(self, "T", tuple(sorted({check_horizon(t) for t in self.T})))
        for name, value in vars(self).items():
            if name != "T" and isinstance(value, tuple) and not 0 < len(value) == len(set(value)):
                names = [str(entry) for entry in value]
                raise PreconditionError(name, names, "must be different, and at least one")

    def options(self) -> dict[str, Any]:
        """Return the kind and the fields as plain data, for the manifest."""
        plain = {
            name: [entry if isinstance(entry, int) else str(entry) for entry in value]
            if isinstance(value, tuple)
            else value
            for name, value in vars(self).items()
        }
        return {"kind": self.kind, **plain}

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """Return the experiment of a manifest."""
        given: dict[str, Any] = {}
        for field in fields(cls):
            value = options[field.name]
            if field.name == "algorithms":
                value = map(algorithms.parse, value)
            given[field.name] = value if isinstance(value, (int, float, str)) else tuple(value)
        return cls(**given)

    @classmethod
    def smoke(cls, **given: Any) -> Self:
        """Return a version that takes seconds, a comparison a minute; it shows only that the
        experiment works."""
        return cls(**{**cls.SMALL, **given})

    @abstractmethod
    def plan(self) -> list[Trial]:
        """Return its trials, each once."""

    @abstractmethod
    def tables(self, results: Results) -> list[Table]:
        """Return the tables of regret and of what follows from it."""

    def time_tables(self, results: Results, times: Mapping[Trial, Times]) -> list[Table]:
        """Return the tables of measured times: none, unless the experiment is about times."""
        return []

    def sentence(self, results: Results) -> str:
        """Return what the results show in words, if the experiment has words for it."""
        return ""

    def paired_trials(
        self, choices: Iterable[AlgorithmSpec], env: str, delta: float, reward_law: str
    ) -> Iterator[Trial]:
        """Yield every choice at every T with every seed."""
        for T, k, choice in product(self.T, range(self.trials), choices):
            yield trials.trial(env, choice, T, delta, reward_law, self.seed + k)

    def better(
        self, results: Results, a: AlgorithmSpec, b: AlgorithmSpec, **where: Any
    ) -> list[tuple[int, Better]]:
        """Test "UCRL-LP achieves significantly better regret than UCRL2" at each T: `a` against
        `b`; `where` as in `results.regrets`."""
        return [(T, better(*regrets(results, a, b, T=T, **where))) for T in self.T]

    def slopes(self, results: Results, choice: AlgorithmSpec, **where: Any) -> list[Slope]:
        """Test "Both algorithms achieve sublinear regret in terms of T" between successive T."""
        return [
            slope(T0, T1, *paired(results, (choice, T0), (choice, T1), **where))
            for T0, T1 in pairwise(self.T)
        ]
