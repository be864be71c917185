"""`python -m reference.adapters NAME --out RUN.jsonl`: a public learner plays, its trace is
written, and its regret by the rewards received is printed."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing

from reference.guests.adapters.public_runs import PUBLIC
from reference.support.console import whole_number
from reference.support.errors import OK, USAGE, UcrlLpError
from reference.trace.records import TraceWriter


def main(words: list[str] | None = None) -> int:
    """Run the command; return its exit status: 0, or 4 if the package is missing."""
    p = argparse.ArgumentParser(prog="python -m reference.adapters", description=__doc__)
    p.add_argument("name", choices=PUBLIC)
    p.add_argument("--out", required=True, metavar="RUN", help="RUN.jsonl or RUN.jsonl.gz")
    p.add_argument("--steps", type=whole_number, help="how many (1000 or 10000)")
    p.add_argument("--seed", type=whole_number, default=0)
    p.add_argument("--corrected", action="store_true", help="with the correction of README.md")
    p.add_argument("--force", action="store_true", help="overwrite an existing file")
    options = p.parse_args(words)
    run, steps, module = PUBLIC[options.name]
    try:
        with closing(TraceWriter(options.out, force=options.force)) as writer:
            steps = options.steps or steps
            regret = run(writer.write, steps, options.seed, options.corrected)
    except ModuleNotFoundError as e:
        print(f"error: {e.name} is missing; {module} is needed (README.md)", file=sys.stderr)
        return USAGE
    except UcrlLpError as e:
        print(f"error: {e}", file=sys.stderr)
        return e.exit_status
    print(f"regret {regret:.1f} (at most {steps} steps)")
    return OK


if __name__ == "__main__":
    sys.exit(main())
