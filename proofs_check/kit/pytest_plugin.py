"""The kit as a pytest plugin: the fixture `ucrl_lp_kit` and two options (entry point `ucrl-lp`).

`ucrl_lp_kit(implementation)`, for a callable or a command line, fails with the smallest case on
which the implementation departs from Algorithm 1, and with the broken equation.

Every pytest run of an environment with this package loads this module: it imports the kit only in
the fixture.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from proofs_check.kit.verdict import Implementation, KitResult


def pytest_addoption(parser: pytest.Parser) -> None:
    """--ucrl-lp-runs and --ucrl-lp-seed."""
    group = parser.getgroup("ucrl-lp", "UCRL-LP kit")
    group.addoption("--ucrl-lp-runs", type=int, default=100, help="number of cases (default 100)")
    group.addoption("--ucrl-lp-seed", type=int, default=0, help="seed of the cases (default 0)")


@pytest.fixture(name="ucrl_lp_kit")
def _ucrl_lp_kit(request: pytest.FixtureRequest) -> Callable[[Implementation | str], KitResult]:
    """check(implementation): fails with the smallest case on which `implementation` (a callable or
    a command line) departs from Algorithm 1, and with the broken equation."""
    from proofs_check.kit.verdict import NotConforming, check_implementation

    option: Any = request.config.getoption
    runs, seed = option("--ucrl-lp-runs"), option("--ucrl-lp-seed")

    def check(implementation: Implementation | str) -> KitResult:
        __tracebackhide__ = True
        try:
            return check_implementation(implementation, runs=runs, seed=seed)
        except NotConforming as e:
            report = str(e)
        pytest.fail(report, pytrace=False)

    return check
