"""Shared by all tests: Hypothesis without deadlines and with the same examples in every run, and
which tests are slow; the two command lines as fixtures."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from proofs_check.__main__ import main as proofs_check_main
from reference.__main__ import main as ucrl_lp_main
from tests.called import Command, command

settings.register_profile(
    "project",
    deadline=None,  # no timed assertions
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],  # shared machines
)
settings.load_profile("project")

# Folder or file -> why it carries the marker `slow`; README's second command leaves it out, .ci/run
# runs it.
SLOW = {
    "algorithm/test_trace_digests.py": "every trace again, each stopped at ten places",
    "bench": "measures",
    "fuzz": "changed files by the hundred, traces by two judges",
    "rivals/experiments/test_dask.py": "clusters that lose their workers",
    "rivals/experiments/test_simulation.py": "trials on several processes, interrupted and resumed",
    "implementations": "compiles, and plays long runs",
    "judge/test_trust.py": "starts Coq",
    "machine_checked/test_build.py": "builds the Coq development",
    "machine_checked/test_cheats.py": "builds the Coq development",
    "machine_checked/test_definitions.py": "builds the Coq development",
    "machine_checked/test_stronger.py": "builds the Coq development",
    "mutation": "hundreds of faulty implementations",
    "report/test_html_browser.py": "a browser",
    "robustness": "killed processes, full disks, other environments",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that stand in SLOW."""
    here = Path(__file__).parent
    for item in items:
        if any(item.path.is_relative_to(here / name) for name in SLOW):
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def ucrl_lp(capsys: pytest.CaptureFixture[str]) -> Command:
    """`ucrl-lp WORDS`: its status, standard output, standard error."""
    return command(ucrl_lp_main, capsys)


@pytest.fixture
def proofs_check(capsys: pytest.CaptureFixture[str]) -> Command:
    """`proofs-check WORDS`: its status, standard output, standard error."""
    return command(proofs_check_main, capsys)
