"""The guests: the systems that the paper compares itself with (Sec. I, Sec. VI), in rooms of their
own, `reference/guests` and `proofs_check/guests`.

The core (the paper, UCRL-LP's traces, Figure 1, the audit) imports nothing of them and works
without them. This registry is the only way to them: it has their names, so that a command can say
what is not installed here, and the place of each part, which is imported when it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from reference.support.errors import NotInstalled

FLAT = {"ucrl2": "UCRL2", "ucbvi": "UCBVI", "ucb-h": "UCB-H", "ucb-b": "UCB-B", "ucfh": "UCFH",
        "psrl": "PSRL"}  # fmt: skip
"""Learners on flat states: name on command lines, and in the header of a trace."""
FAMILY = {
    "fpop": "FPOP",
    "o-reps": "O-REPS",
    "o-reps-bandit": "O-REPS",
    "uc-o-reps": "UC-O-REPS",
    "uc-o-reps-bandit": "UC-O-REPS",
    "uob-reps": "UOB-REPS",
}
"""The methods that UCRL-LP derives from, likewise."""
LEARNERS = (
    "ucbvi-ch", "ucbvi-bf", "ucb-q-h", "ucb-q-b", "psrl", *FAMILY, "regal-chain", "scal-chain",
    "ucrl-chain", "ucrl-layers", "jhl", "jhl-bandit", "opsrl",
)  # fmt: skip
"""Learners on layered MDPs, by their names in `ucrl-lp simulate`."""
TRACE_PAGE = "reference/trace/README.md"
"""The page that has the format of UCRL-LP's traces."""
NOT_HERE = "not installed here"

PARTS = {
    "learners": "reference.guests.learners.entries:ENTRIES",
    "comparison": "reference.guests.comparison.comparison:Comparison",
    "picture of the comparison": "reference.guests.comparison.draw_comparison:draw",
    "run on flat states": "reference.guests.flat.flat_run:run_flat",
    "flat MDP of a file": "reference.guests.flat.flat_mdp_file:flat_mdp_of",
    "run of the family": "reference.guests.family.traced_run:run_traced",
    "public learners": "reference.guests.adapters.__main__:main",
    "check on flat states": "proofs_check.guests.flat.check:check_flat_stream",
    "check of the family": "proofs_check.guests.family.replay:check_family_stream",
    "rules on flat states": "proofs_check.guests.flat.rules:FLAT_BY_ID",
    "rules of the family": "proofs_check.guests.family.rules:FAMILY_BY_ID",
    "rules of a trace of the family": "proofs_check.guests.family.rules:APPLIED",
    "verdict on flat states": "proofs_check.guests.commands.flat_verdict",
    "kit on flat states": "proofs_check.guests.kit.flat_kit",
    "kinds of vectors": "proofs_check.guests.vectors.kinds:KINDS",
    "questions of vectors": "proofs_check.guests.vectors.kinds:QUESTIONS",
    "folder of vectors": "proofs_check.guests.vectors.kinds:DATA",
    "runs of the family": "proofs_check.guests.sampled_runs.family_runs:family_runs",
    "runs of mirror descent": "proofs_check.guests.sampled_runs.family_runs:mirror_descent_runs",
}
"""What the core asks for: part -> module, or module:name."""


def installed(part: str) -> bool:
    """Whether the room of a part is here: a package, not a folder that is left over."""
    room = find_spec(".".join(PARTS[part].split(".")[:2]))
    return room is not None and room.origin is not None


def guest(part: str, field: str = "guest", name: str = "") -> Any:
    """Return a part, imported now. Raises NotInstalled, which says that `name` was asked for in
    `field`, if its room is not here."""
    if not installed(part):
        raise NotInstalled(field, name or part)
    module, _, attribute = PARTS[part].partition(":")
    implementation = import_module(module)
    return getattr(implementation, attribute) if attribute else implementation


def trace_page(algorithm: object) -> str:
    """Return the page that has the format of the traces of an algorithm, by its name in headers."""
    if is_flat(algorithm):
        return "reference/guests/flat/README.md"
    return "reference/guests/family/README.md" if is_family(algorithm) else TRACE_PAGE


def is_flat(algorithm: object) -> bool:
    """Whether a header with this name is of a trace of flat learners."""
    return algorithm in FLAT.values()


def is_family(algorithm: object) -> bool:
    """Whether a header with this name is of a trace of the family."""
    return algorithm in FAMILY.values()
