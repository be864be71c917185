"""`ucrl-lp lp`, the old spelling of `proofs-check certificate write --format lp|mps`."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Any

from reference.support.errors import PreconditionError


def add(commands: Any) -> None:
    """Add the command; without a help text it is not listed."""
    p = commands.add_parser("lp", prefix_chars="\0", add_help=False)
    p.add_argument("words", nargs="*")
    p.set_defaults(command=command)


def command(options: argparse.Namespace) -> int:
    """Run the new command in a separate process: the learner never imports its judge."""
    words = options.words
    out = words[words.index("--out") + 1] if "--out" in words[:-1] else ""
    if not out.endswith((".lp", ".mps")):
        raise PreconditionError("--out", out, "must end in .lp or .mps")
    new = ["proofs_check", "certificate", "write", "--format", Path(out).suffix[1:]]
    done = subprocess.run([sys.executable, "-m", *new, *words], capture_output=True, text=True)
    sys.stdout.write(done.stdout)
    sys.stderr.write(done.stderr)
    return done.returncode
