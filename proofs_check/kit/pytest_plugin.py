"""The kit as a pytest plugin: the fixture `ucrl_lp_kit` and two options (entry point `ucrl-lp`).

`ucrl_lp_kit(implementation)`, for a callable or a command line, fails with the smallest case on
which the implementation departs from Algorithm 1, and with the broken equation;
`ucrl_lp_kit(implementation, algorithm="UCRL2")` (UCBVI, UCB-H, UCB-B) from that algorithm.

Every pytest run of an environment with this package loads this module: it imports the kit only in
the fixture.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from proofs_check.kit.flat_kit import FlatKitResult
    from proofs_check.kit.verdict import KitResult


def pytest_addoption(parser: pytest.Parser) -> None:
    """--ucrl-lp-runs and --ucrl-lp-seed."""
    group = parser.getgroup("ucrl-lp", "UCRL-LP kit")
    group.addoption(
        "--ucrl-lp-runs",
        type=int,
        help="number of cases (default 100; 60 of another algorithm)",
    )
    group.addoption("--ucrl-lp-seed", type=int, default=0, help="seed of the cases (default 0)")


@pytest.fixture(name="ucrl_lp_kit")
def _ucrl_lp_kit(request: pytest.FixtureRequest) -> Callable[..., KitResult | FlatKitResult]:
    """check(implementation, algorithm): fails with the smallest case on which `implementation` (a
    callable or a command line) departs from Algorithm 1, or from another algorithm, and with the
    broken equation."""
    from proofs_check.kit.flat_kit import FlatNotConforming, check_flat_implementation
    from proofs_check.kit.verdict import NotConforming, check_implementation

    option: Any = request.config.getoption
    runs, seed = option("--ucrl-lp-runs"), option("--ucrl-lp-seed")
    how = {"seed": seed} if runs is None else {"seed": seed, "runs": runs}

    def check(implementation: Any, algorithm: str = "UCRL-LP") -> KitResult | FlatKitResult:
        __tracebackhide__ = True
        try:
            if algorithm == "UCRL-LP":
                return check_implementation(implementation, **how)
            return check_flat_implementation(algorithm, implementation, **how)
        except (NotConforming, FlatNotConforming) as e:
            report = str(e)
        pytest.fail(report, pytrace=False)

    return check
