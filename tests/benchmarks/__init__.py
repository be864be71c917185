"""What the project costs, beside others: `python -m tests.benchmarks` (tests/README.md)."""


class Missing(Exception):
    """A program or package that a job compares with is not installed; the text names it."""
