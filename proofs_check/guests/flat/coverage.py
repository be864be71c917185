"""Coverage of a trace of a flat learner: which branches of its algorithm the run decided.

A cell is a branch, hit where the wrong branch would have been refused: it would have moved a number
by more than the tolerance, or the policy. One cell of each algorithm is the one in which learning
shows; a trace that never hits it is vacuous, since a program that never learns would have written
it as well. Cells decide no other verdict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from reference.guests.flat.flat_records import PS_RL, UCB_B, UCB_H, UCB_VI, UCFH, UCRL2

OTHER_POLICY, GREEDY, POSTERIOR = "another policy", "another action", "posterior"
LEARNED = "another action than at first"
LEARNS: dict[str, tuple[tuple[str, ...], str]] = {
    UCRL2: (
        (OTHER_POLICY, GREEDY),
        "no policy could have been refused, so wide are the radii or the declared stop",
    ),
    UCB_VI: (("min: model",), "no Q was below its cap by what was observed: a visited pair"),
    UCB_H: (("update",), "no update of Q could have been refused"),
    UCB_B: (("update",), "no update of Q could have been refused"),
    UCFH: (
        (LEARNED,),
        "no action that is best at first could have been refused, so wide are the radii",
    ),
    PS_RL: ((POSTERIOR,), "what was drawn of visited pairs could have been drawn from the prior"),
}
"""The cells in one of which learning shows, and what is the case if none was hit."""

_EPISODIC = {
    GREEDY: "in the state of a step another action would have been refused",
    "last step": "the number of the last step of an episode was decided",
    "earlier step": "that of an earlier step was decided",
}
_INNER_MAXIMUM = {
    "reward clipped": "r_bar + d_r exceeds 1 at some pair",
    "reward below 1": "it does not",
    "unsorted": "an inner maximum with the states in the order of their numbers would be less",
    "room": "the radius leaves other successors something",
}
_Q_LEARNING = {
    "update": "an update moves Q by more than the tolerance; with recorded bonuses, below the Q "
    "of another action",
    **_EPISODIC,
    "below the cap": "Q falls below its first value, H or H - h",
    "min: H": "V is its cap, below max_a Q",
    "min: max Q": "V is max_a Q, below the cap",
    "V learned": "V_{h+1}(s') of an update is not its first value",
}
FLAT_CELLS: dict[str, dict[str, str]] = {
    UCRL2: {
        OTHER_POLICY: "some policy is certainly not near-optimal",
        GREEDY: "an action certainly does not attain the maximum of the recorded u, with a stop "
        "below 1",
        "doubling": "an epoch ends because v_k(s, a) reaches an N_k(s, a) of at least 2",
        **_INNER_MAXIMUM,
    },
    UCB_VI: {
        "min: model": "r + P_hat V + b is the least of the minimum; with recorded bonuses, and "
        "below the Q of another action",
        "min: cap": "the cap is the least",
        "min: before": "Q of the plan before is the least",
        **_EPISODIC,
        "unseen": "a pair was never visited",
    },
    UCB_H: _Q_LEARNING,
    UCB_B: {
        **_Q_LEARNING,
        "min: c1": "beta_t is the term of c1, with the empirical variance",
        "min: c2": "beta_t is that of c2",
        "variance": "... and without the variance b_t would differ by more than the tolerance",
    },
    UCFH: {
        **_EPISODIC,
        LEARNED: "... one that is best before anything was seen: with known rewards not every one",
        "doubling": "a plan is made because visits since the last one reach a count of at least 2",
        "unseen": "a pair was never visited",
        **_INNER_MAXIMUM,
    },
    PS_RL: {
        **_EPISODIC,
        POSTERIOR: "what was drawn of visited pairs would have been refused as draws of the prior",
        "unseen": "a pair was never visited",
    },
}
"""The cells of each algorithm, and when each is hit."""


def never(algorithm: str, cells: Mapping[str, int]) -> list[str]:
    """Return the cells of an algorithm that were not hit."""
    return [cell for cell in FLAT_CELLS[algorithm] if not cells.get(cell)]


def untested(algorithm: str, cells: Counter[str]) -> str:
    """Return why a trace with these cells says nothing about learning, "" if it does."""
    learned, reason = LEARNS[algorithm]
    if any(cells[cell] for cell in learned):
        return ""
    return f"{reason}; a program that never learns would conform"


def unacted(algorithm: str, cells: Counter[str]) -> str:
    """Return why traces with these cells say nothing about what is played, "" if they do."""
    if cells[GREEDY] or cells[OTHER_POLICY]:
        return ""
    return "no action could have been refused; a program that always plays action 0 would pass"
