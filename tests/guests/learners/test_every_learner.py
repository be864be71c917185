"""Every guest that learns on layered MDPs, under what Figure 1's learners must do, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from reference.figure1.learner import Learner
from reference.guests.learners.optimistic_psrl import OptimisticPSRL
from reference.guests.learners.psrl import PSRL
from reference.guests.learners.q_learning import UCBQLearning
from reference.guests.learners.regal import REGALChain
from reference.guests.learners.scal import SCALChain
from reference.guests.learners.ucbvi import UCBVI
from reference.guests.learners.ucrl import UCRLChain, UCRLLayers
from tests.figure1.every_learner import (
    NO_SCALE,
    SMALLEST,
    Kind,
    bad_everywhere,
    has_epochs_of_one_pair,
    is_optimal_on_infinite_data,
    learns_two_arms,
    plays_the_same_again,
    plays_the_smallest,
    refuses,
)

LEARNERS: dict[str, Kind] = {
    "UCRL-C": (UCRLChain, {}),
    "UCRL-FH": (UCRLLayers, {"ties": "random"}),
    "SCAL-C": (SCALChain, {}),
    "UCBVI-CH": (UCBVI, {"scale": 0.01}),
    "UCBVI-BF": (UCBVI, {"bonus": "BF", "scale": 0.01, "cap": "remaining"}),
    "UCB-Q-H": (UCBQLearning, {}),
    "UCB-Q-B": (UCBQLearning, {"bonus": "B", "states": "all", "ties": "random"}),
    "PSRL": (PSRL, {}),
    "PSRL normal": (PSRL, {"rewards": "normal"}),
    "OPSRL": (OptimisticPSRL, {}),
    "OPSRL practical": (OptimisticPSRL, {"psi": 3, "omega": 1.0, "kappa": 1.0, "eta": 2.0}),
}


@pytest.mark.parametrize("name", LEARNERS)
def test_same_seed_same_run_and_sane_figures(name: str) -> None:
    plays_the_same_again(LEARNERS[name])


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize(("layers", "A"), SMALLEST)
def test_smallest_sizes(name: str, layers: tuple[int, ...], A: int) -> None:
    plays_the_smallest(LEARNERS[name], layers, A)


@pytest.mark.parametrize(
    ("make", "options", "field"),
    [
        (UCBVI, {"bonus": "AZ"}, "bonus"),
        (UCBVI, {"cap": "none"}, "cap"),
        (UCBVI, {"scale": -1.0}, "scale"),
        (UCBVI, {"scale": float("nan")}, "scale"),
        (UCBQLearning, {"bonus": "C"}, "bonus"),
        (UCBQLearning, {"c": -1.0}, "c"),
        (UCBQLearning, {"states": "some"}, "states"),
        (PSRL, {"alpha0": 0.0}, "alpha0"),
        (PSRL, {"rewards": "gamma"}, "rewards"),
        (OptimisticPSRL, {"psi": 0}, "psi"),
        (OptimisticPSRL, {"kappa": 0.0}, "kappa"),
        *((kind, {"alpha": v}, "alpha") for kind in (UCRLChain, UCRLLayers) for v in NO_SCALE),
        (UCRLChain, {"tau": 0.0}, "tau"),
        (REGALChain, {"variant": "E"}, "variant"),
        (REGALChain, {"span": -1.0}, "span"),
        (REGALChain, {"span": True}, "span"),
        (REGALChain, {"scale": 0.0}, "scale"),
        (REGALChain, {"layers": (1, 10, 10, 10, 10, 10, 1)}, "layers"),  # too many to enumerate
        *((SCALChain, {"span": v}, "span") for v in (-1.0, float("inf"), True)),
        *bad_everywhere(LEARNERS.values()),
        (PSRL, {"T": 1.5}, "T"),
        (PSRL, {"delta": 1.0}, "delta"),
    ],
)
def test_bad_options(make: Callable[..., Learner], options: dict[str, Any], field: str) -> None:
    refuses(make, options, field)


@pytest.mark.parametrize("name", LEARNERS)
def test_learns_a_two_armed_bandit(name: str) -> None:
    """UCBVI's published bonus caps every Q here until 49 Lg^2 visits (tested in its own file), so
    it is scaled."""
    learns_two_arms(LEARNERS[name])


@pytest.mark.parametrize(
    ("make", "options", "n"),
    [
        *(
            (UCBVI, {"bonus": b, "cap": c}, 10**16)
            for b in ("CH", "BF")
            for c in ("H", "remaining")
        ),
        (UCRLLayers, {}, 10**13),
        (PSRL, {}, 10**13),
        *((OptimisticPSRL, options, 10**13) for options in ({}, {"eta": 0.0})),
    ],
)
def test_infinite_data_gives_the_optimal_policy(
    make: Callable[..., Any], options: dict[str, Any], n: int
) -> None:
    is_optimal_on_infinite_data(make, options, n)


def test_epochs_of_one_pair() -> None:
    has_epochs_of_one_pair(OptimisticPSRL, 1)
