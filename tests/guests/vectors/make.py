"""Writes the guests' vectors, a file for each kind: `python -m tests.guests.vectors.make [DIR]`.
The same bytes every time (tests/vectors/make.py)."""

from __future__ import annotations

import argparse
from itertools import chain
from pathlib import Path

from proofs_check.guests.vectors.kinds import DATA, KINDS
from tests.guests.vectors.family import STEP_TOLERANCE, family_cases
from tests.guests.vectors.flat import flat_cases
from tests.vectors import make
from tests.vectors.make import write

FLAGS = make.FLAGS | {
    "defect": ("checker", "written by a learner with one defect that public ones have",
               "a false accept: a learner that learns worse passes"),
    "cut": ("boundary", "the confidence set binds: scaling, or the nominal transitions, are wrong",
            "a point outside of the set, or one that is no minimum"),
}  # fmt: skip
"""Every flag, those of the core's vectors, too."""

if __name__ == "__main__":
    p = argparse.ArgumentParser(prog="python -m tests.guests.vectors.make", description=__doc__)
    p.add_argument("folder", nargs="?", type=Path, default=DATA, metavar="DIR")
    drafts, tolerances = chain(family_cases(), flat_cases()), {"kl_step": STEP_TOLERANCE}
    print(write(p.parse_args().folder, KINDS, drafts, FLAGS, tolerances), "vectors")
