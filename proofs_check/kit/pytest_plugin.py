"""The kit as a pytest plugin: the fixture `ucrl_lp_kit` and two options (entry point `ucrl-lp`).

`ucrl_lp_kit(implementation)`, for a callable or a command line, fails with the smallest case on
which the implementation departs from Algorithm 1, and with the broken equation;
`ucrl_lp_kit(implementation, algorithm="UCRL2")` (UCBVI, UCB-H, UCB-B, UCFH, PSRL) from that one.

Every pytest run of an environment with this package loads this module: it imports the kit only in
the fixture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest


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
def _ucrl_lp_kit(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """check(implementation, algorithm, options): fails with the smallest case on which
    `implementation` (a callable or a command line) departs from Algorithm 1, or from another
    algorithm, with the readings or the variant that `options` name, and with the broken equation;
    it fails, too, where the cases decide nothing."""
    from proofs_check.hidden import hidden_by

    try:
        from proofs_check.kit.verdict import NotConforming, check_implementation
        from reference.support.errors import PreconditionError
        from reference.support.guests import guest
    except ModuleNotFoundError as e:
        pytest.fail(hidden_by(e), pytrace=False)

    option: Any = request.config.getoption
    runs, seed = option("--ucrl-lp-runs"), option("--ucrl-lp-seed")
    how = {"seed": seed} if runs is None else {"seed": seed, "runs": runs}

    def told(
        implementation: Any, algorithm: str = "UCRL-LP", options: Mapping[str, Any] | None = None
    ) -> Any:
        __tracebackhide__ = True
        try:
            return check(implementation, algorithm, options)
        except PreconditionError as e:  # a wrong use of the kit, not a verdict
            wrong = str(e)
        pytest.fail(wrong, pytrace=False)

    def check(implementation: Any, algorithm: str, options: Mapping[str, Any] | None) -> Any:
        __tracebackhide__ = True
        if algorithm == "UCRL-LP":
            try:
                outcome = check_implementation(implementation, options=options, **how)
                if not outcome.vacuous:
                    return outcome
                report = outcome.report()
            except NotConforming as e:
                report = str(e)
            pytest.fail(report, pytrace=False)  # not in `except`: pytest would print both
        flat_kit = guest("kit on flat states", "algorithm", algorithm)
        try:
            flat_outcome = flat_kit.check_flat_implementation(
                algorithm, implementation, options=options, **how
            )
            if not flat_outcome.vacuous:
                return flat_outcome
            report = flat_outcome.report()
        except flat_kit.FlatNotConforming as e:
            report = str(e)
        pytest.fail(report, pytrace=False)

    return told
