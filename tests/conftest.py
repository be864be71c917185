"""Shared by all tests: Hypothesis without deadlines and with the same examples in every run."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "project",
    deadline=None,  # no timed assertions
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],  # shared machines
)
settings.load_profile("project")
