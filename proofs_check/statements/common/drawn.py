"""Pictures in plain text of the small MDPs whose states counterexamples name."""

from __future__ import annotations

from proofs_check.ledger.statement import WitnessMDP


def fork(says: str, to_u: str, to_v: str, at_u: str = "", at_v: str = "") -> WitnessMDP:
    """Return the MDP with layers 1, 2, 1: from x_0 to u or v, with these probabilities, and on to
    x_L; `at_u`, `at_v`: what is told of the two states."""
    lines = (
        f"       {to_u}",
        f"    .---------> u --.     {at_u}",
        "x_0                  > x_L",
        f"    '---------> v --'     {at_v}",
        f"       {to_v}",
    )
    return WitnessMDP(says, "\n".join(line.rstrip() for line in lines))
