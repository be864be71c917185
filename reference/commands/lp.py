"""`ucrl-lp lp`, an old spelling of `proofs-check certificate write --format lp|mps`."""

from __future__ import annotations

import argparse
import subprocess
import sys
from typing import Any


def add(commands: Any) -> None:
    """Add the command, hidden from the help."""
    p = commands.add_parser("lp", prefix_chars="\0", add_help=False)
    p.add_argument("arguments", nargs="*")
    p.set_defaults(command=command)


def command(options: argparse.Namespace) -> int:
    """Run the new command in a process of its own: the learner never imports its judge."""
    checker = [sys.executable, "-m", "proofs_check", "certificate", "write", "--format", "auto"]
    return subprocess.run([*checker, *options.arguments], check=False).returncode
