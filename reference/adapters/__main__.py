"""`python -m reference.adapters NAME --out RUN.jsonl`: a public learner, recorded by the guests."""

from __future__ import annotations

import sys

from reference.support.errors import UcrlLpError
from reference.support.guests import guest


def main(words: list[str] | None = None) -> int:
    """Run the guests' command; return its exit status, 4 where they are not installed."""
    try:
        status: int = guest("public learners", "adapter", "reference.adapters")(words)
    except UcrlLpError as e:
        print(f"error: {e}", file=sys.stderr)
        return e.exit_status
    return status


if __name__ == "__main__":
    sys.exit(main())
