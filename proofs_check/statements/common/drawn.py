"""Pictures in plain text of the small MDPs whose states counterexamples name."""

from __future__ import annotations

from proofs_check.ledger.statement import WitnessMDP

FORK_TO_Z = WitnessMDP(
    r"Layers 1, 2, 2, 1, $A=1$. Both $u$ and $v$ lead to $w$; no row of $P$ leads to $z$.",
    """\
      49/50       1
    .-------> u --.--> w --.      reward 1 at x_0, u, w and z
x_0              /          > x_L
    '-------> v -'     z --'      reward 0 at v
      1/50        1               P_i(.|v) is completed: all to z""",
)


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
