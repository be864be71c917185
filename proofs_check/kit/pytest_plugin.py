"""The kit as a pytest plugin: the fixture `ucrl_lp_kit` and two options (entry point `ucrl-lp`).

`ucrl_lp_kit(player)` fails with the smallest game that `player` (a callable or a command line) does
not play as Algorithm 1 would, and with the equation that it breaks.

Loaded by every pytest run of an environment that has this package: it imports nothing until used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from proofs_check.kit.kit import Outcome, Player


def pytest_addoption(parser: pytest.Parser) -> None:
    """--ucrl-lp-runs and --ucrl-lp-seed."""
    group = parser.getgroup("ucrl-lp", "UCRL-LP kit")
    group.addoption("--ucrl-lp-runs", type=int, default=100, help="games to play (default 100)")
    group.addoption("--ucrl-lp-seed", type=int, default=0, help="which games (default 0)")


@pytest.fixture(name="ucrl_lp_kit")
def _ucrl_lp_kit(request: pytest.FixtureRequest) -> Callable[[Player | str], Outcome]:
    """check(player): fails with the smallest game that `player` (a callable or a command line)
    does not play as Algorithm 1 would, and with the equation broken."""
    from proofs_check.kit.kit import NotConforming, check_player

    option: Any = request.config.getoption
    runs, seed = option("--ucrl-lp-runs"), option("--ucrl-lp-seed")

    def check(player: Player | str) -> Outcome:
        __tracebackhide__ = True
        try:
            return check_player(player, runs=runs, seed=seed)
        except NotConforming as e:
            report = str(e)
        pytest.fail(report, pytrace=False)

    return check
