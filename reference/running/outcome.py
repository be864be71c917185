"""What a run of UCRL-LP leaves behind: epochs, regret, its curve, and what is said of them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from reference.confidence import RADII, log_term
from reference.mdp import LayeredMDP, Tables
from reference.regret import doublings, epoch_bounds
from reference.running import plots
from reference.running.any_size import ucrl_lp_any_size
from reference.running.choose import Solver, records_pi_alone, solver_of
from reference.running.induction import Induction
from reference.simulator import POLICY, Simulator, executor, uniforms
from reference.support.errors import PreconditionError
from reference.trace.records import MAX_TRIPLES, triples
from reference.ucrl_lp import Episode, Epoch, Input, ucrl_lp

KEPT = 64 * 2**20
"""Bytes of epochs that a run keeps; later ones are played again when `epoch` asks for them."""

STRAIGHT = 0.9
"""A last policy that loses at least this share of the first policy's loss has learnt little."""


@dataclass(frozen=True)
class Progress:
    """Progress of a run; passed to `on_progress` at every epoch and every 1000 episodes.
    `regret` is None for an algorithm that is compared with UCRL-LP."""

    episode: int
    episodes: int
    epoch: int
    regret: float | None
    seconds: float


@dataclass
class EpochSummary:
    """One epoch of a run, in which pi_i was played for `episodes`. `regret_per_episode` = V(pi*) -
    V(pi_i), float64."""

    i: int
    t: int
    pi: Tables = field(repr=False)
    regret_per_episode: float
    value: float
    unoccupied: int
    build_seconds: float = field(repr=False)
    solve_seconds: float = field(repr=False)
    episodes: int = 0


@dataclass(repr=False)
class Run:
    """Outcome of `run`. Regret is eq. (2) in float64; `realised` uses the rewards seen (R-15).

    `N[h]` and pi_i[h] are (X_h, A): visits, and policies. `epoch(i)` has all tables of epoch i,
    `plot()` draws the regret."""

    mdp: LayeredMDP
    T: int
    delta: float
    seed: int
    choices: Mapping[str, str]
    optimal_value: float
    episodes: int = 0
    triggers: int = 0
    solves: int = 0
    rewards: float = 0.0
    seconds: float = 0.0
    interrupted: bool = False
    epochs: list[EpochSummary] = field(default_factory=list)
    N: Tables = ()
    _kept: list[Epoch] = field(default_factory=list, compare=False)
    _bytes: int = field(default=0, compare=False)

    def __repr__(self) -> str:
        mdp = self.mdp
        played = f"{self.episodes} of T={self.T} episodes, {len(self.epochs)} epochs"
        sizes = f"L={mdp.L}, X={mdp.X}, A={mdp.A}"
        return f"<Run of UCRL-LP: {sizes}; {played}; regret {self.regret:.4g}>"

    @property
    def regret(self) -> float:
        """Return eq. (2) for the episodes played."""
        return float(sum(e.regret_per_episode * e.episodes for e in self.epochs))

    @property
    def realised_regret(self) -> float:
        """Return episodes * V(pi*) minus the rewards received."""
        return self.episodes * self.optimal_value - self.rewards

    def epoch(self, i: int) -> Epoch:
        """Return epoch i of Algorithm 1: N, N3, r_bar, P_bar, eps, b, r_hat, q_hat, pi and the
        value of LP1, as the learner had them. An epoch that is not kept is played again. Raises
        PreconditionError for an epoch that the run does not have.

        >>> from reference import make, run
        >>> outcome = run(make("tiny").mdp, T=50)
        >>> outcome.epoch(2).eps[0].shape, outcome.epoch(2).i
        ((1, 2), 2)
        """
        if isinstance(i, bool) or not isinstance(i, int) or not 1 <= i <= len(self.epochs):
            raise PreconditionError("i", i, f"must be an epoch of the run, 1..{len(self.epochs)}")
        if i <= len(self._kept):
            return self._kept[i - 1]
        items = algorithm_1(
            self.mdp, self.T, self.delta, self.seed, self.choices,
            solver_of(self.mdp.layers, self.mdp.A, self.choices),
        )  # fmt: skip
        return next(item for item in items if isinstance(item, Epoch) and item.i == i)

    def plot(self, axes: Any = None) -> Any:
        """Draw the regret, eq. (2), against t, with the line t V(pi*) of a learner that earns
        nothing; return Matplotlib's axes (extra `plot`). Raises MissingLibrary."""
        axes = axes or plots.interactive().subplots(figsize=(6.4, 4.0), layout="constrained")[1]
        t, regret = (values.tolist() for values in self.regret_curve())
        plots.draw_regret(axes, t, regret, [e.t - 1 for e in self.epochs], self.optimal_value)
        return axes

    def save_plot(self, path: str | os.PathLike[str], name: str = "UCRL-LP") -> None:
        """Write the picture of `plot` to a PNG or SVG file, with `name` in its title. Raises
        MissingLibrary, UnusablePath."""
        figure, axes = plots.pyplot().subplots(figsize=(6.4, 4.0), layout="constrained")
        self.plot(axes)
        axes.set_title(f"{name}: L={self.mdp.L}, X={self.mdp.X}, A={self.mdp.A}")
        plots.save(figure, Path(path))

    def starts(self, epoch: Epoch, regret_per_episode: float, solver: Solver) -> None:
        """Append the summary of an epoch that starts; its LP1 was solved by `solver`."""
        self.epochs.append(
            EpochSummary(
                epoch.i, epoch.t, epoch.pi, regret_per_episode, epoch.value, epoch.unoccupied,
                solver.build_seconds, solver.solve_seconds,
            )
        )  # fmt: skip
        self.solves = epoch.i - 1
        tables = (epoch.N, epoch.N3, epoch.r_bar, epoch.P_bar, epoch.eps, epoch.b, epoch.r_hat)
        self._bytes += sum(t.nbytes for of in (*tables, epoch.q_hat, epoch.pi) for t in of)
        if self._bytes <= KEPT:
            self._kept.append(epoch)

    def counts(self, episode: Episode) -> None:
        """Count an episode, which was played in the last epoch."""
        self.episodes = episode.t
        self.rewards += sum(episode.r)
        self.triggers += episode.doubled
        self.epochs[-1].episodes += 1

    def progress(self, episodes: int) -> Progress:
        """Return how far this run of `episodes` episodes is."""
        epoch = self.epochs[-1].i
        return Progress(self.episodes, episodes, epoch, self.regret, self.seconds)

    def regret_curve(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Return (t, Reg_t) at the end of every epoch, from (0, 0)."""
        lost = [e.regret_per_episode * e.episodes for e in self.epochs]
        return np.cumsum([0, *(e.episodes for e in self.epochs)]), np.cumsum([0.0, *lost])

    @property
    def radii(self) -> np.ndarray[Any, Any]:
        """Return eps(x, a), eq. (11), of every pair after the last episode, layer after layer. From
        2 on, eq. (12) excludes nothing: no two distributions differ by more than 2 in L1. With
        intervals (R-37) it is twice the width at P_bar = 0, the least one."""
        mdp = self.mdp
        Lam = log_term(self.T, mdp.X, mdp.A, self.delta, self.choices["log"])
        radius, _ = RADII[self.choices["radii"]]
        nothing = tuple(
            np.zeros((*N.shape, n)) for N, n in zip(self.N, mdp.layers[1:], strict=True)
        )
        eps = radius(self.N, nothing, mdp.layers, Lam)
        of_pairs = (2 * e.min(axis=2) if e.ndim == 3 else e for e in eps)
        return np.concatenate([e.ravel() for e in of_pairs])

    @property
    def note(self) -> str:
        """Return why the regret is a straight line, where it is; else nothing."""
        first, last = self.epochs[0].regret_per_episode, self.epochs[-1].regret_per_episode
        if not 0 < STRAIGHT * first <= last:
            return ""
        eps = self.radii
        return (
            f"the last policy loses {last:.3g} per episode, the first one {first:.3g}: the regret "
            f"is nearly a straight line. eps is 2 or more, so that eq. (12) excludes nothing, at "
            f"{int((eps >= 2).sum())} of {eps.size} pairs; its median is {np.median(eps):.2g}. A "
            "larger T, a shorter horizon or a smaller MDP lets LP1 learn"
        )

    def summary(self) -> dict[str, Any]:
        """Return what `ucrl-lp run` prints, as plain data."""
        bounds = epoch_bounds(self.mdp.layers, self.mdp.A, max(1, self.T))
        build = sum(e.build_seconds for e in self.epochs)
        solve = sum(e.solve_seconds for e in self.epochs)
        return {
            "layers": list(self.mdp.layers),
            "A": self.mdp.A,
            "T": self.T,
            "delta": self.delta,
            "seed": self.seed,
            "episodes": self.episodes,
            "interrupted": self.interrupted,
            "V*": self.optimal_value,
            "regret": self.regret,
            "realised regret": self.realised_regret,
            "epochs": len(self.epochs),
            "triggers": self.triggers,
            "LPs solved": self.solves,
            "XA ln T": bounds["XA ln T"],
            "XA log2 T": bounds["XA log2 T"],
            "times that counts can double": bounds["sharp"],
            "times that counts doubled": doublings(self.N),
            "epochs with states without occupancy": sum(e.unoccupied > 0 for e in self.epochs),
            "most states without occupancy": max((e.unoccupied for e in self.epochs), default=0),
            "seconds": self.seconds,
            "LP build seconds": build,
            "LP solve seconds": solve,
            "time share outside the LP solver": 1 - solve / self.seconds if self.seconds else 0.0,
            "readings": dict(self.choices),
            **({"note": self.note} if self.note else {}),
        }


def as_recorded(mdp: LayeredMDP) -> LayeredMDP:
    """Return the MDP that a trace records, in doubles; one with more than MAX_TRIPLES is not
    recorded."""
    if triples(mdp.layers, mdp.A) > MAX_TRIPLES:
        return mdp.to_float()
    return mdp.to_exact().to_float()


def algorithm_1(
    mdp: LayeredMDP,
    T: int,
    delta: float,
    seed: int,
    choices: Mapping[str, str],
    solver: Solver,
) -> Iterator[Epoch | Episode]:
    """Yield what Algorithm 1 yields on a simulator of `mdp` with the streams of `seed`."""
    simulator = Simulator(as_recorded(mdp), seed, choices["reward-law"])
    execute = executor(simulator, uniforms(seed, POLICY))
    known = Input(mdp.layers, mdp.A, T, delta)
    if records_pi_alone(mdp.layers, mdp.A, choices) and isinstance(solver, Induction):
        return ucrl_lp_any_size(known, execute, choices, solver)
    return ucrl_lp(known, execute, solver, choices)
