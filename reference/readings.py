"""Every choice the paper leaves open: R-1, R-2, ..., each with its default.

A reading with more than one choice is selectable by its key (`--reading KEY=CHOICE`) and recorded
in every trace header; one with a single choice documents what is done where the paper errs or is
silent. spec.md (for other algorithms guests/README.md) gives for each what the paper says, what it
can mean, what is done, why, and the effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from reference.support.errors import PreconditionError


@dataclass(frozen=True)
class Reading:
    """One open point: the default is `choices[0]`. `where` names the place in the paper. A
    `variant` departs from the paper: it is recorded only where it is chosen.

    The checker covers every choice. `not_played`: the learner does not, since they are for the
    traces of other programs; `not_judged`: the proved judge does not; `judged_with_pi`: it does
    where pi is recorded."""

    id: str
    key: str
    where: str
    choices: tuple[str, ...]
    scope: str = "UCRL-LP"  # or the algorithm or experiment it belongs to
    variant: bool = False
    not_played: tuple[str, ...] = ()
    not_judged: tuple[str, ...] = ()
    judged_with_pi: tuple[str, ...] = ()

    @property
    def default(self) -> str:
        return self.choices[0]


FLAT = "UCBVI, UCFH, PSRL"
WHICH_Q = ("all", "visited", "visited-backward")

READINGS: tuple[Reading, ...] = (
    Reading("R-1", "trigger", "Algorithm 1, the if", ("max1", "printed", "printed-without-x_L")),
    Reading(
        "R-2",
        "x_L",
        "eq. (4), (13), 'for all x in X'",
        ("no-pairs", "printed"),
        not_judged=("printed",),
    ),
    Reading(
        "R-3",
        "completion",
        "eq. (6) where q_hat(x) = 0",
        ("uniform", "first", "previous", "greedy", "any"),
        not_played=("any",),
        judged_with_pi=("greedy", "any"),
    ),
    Reading("R-4", "P_q", "eq. (5) where q_hat(x,a) = 0", ("visited-or-uniform",)),
    Reading(
        "R-5",
        "glop",
        "LP1, 'standard linear programming solvers'",
        ("unscaled", "default", "dual-simplex", "backward-induction"),
        not_judged=("backward-induction",),
    ),
    Reading("R-6", "tiny-values", "LP1 in floating point", ("zero-below-1e-9",)),
    Reading("R-7", "lp-form", "LP1, order and choice of rows", ("printed", "reduced")),
    Reading("R-8", "ties", "argmax in LP1", ("solver",)),
    Reading("R-9", "r_bar", "Algorithm 1 against eq. (14)", ("running-mean", "sum-over-N")),
    Reading("R-10", "log", "'log' in eq. (11), (15)", ("ln", "log2", "log10")),
    Reading("R-11", "T", "T in eq. (11), (15)", ("known",)),
    Reading("R-12", "delta", "delta in the simulation", ("0.1",), "simulation"),
    Reading(
        "R-13",
        "reward-law",
        "Sec. II, 'some distribution on [0,1]'",
        ("bernoulli", "uniform", "deterministic", "three-point"),
    ),
    Reading("R-14", "mdp-law", "Sec. VI, 'randomly generated'", ("paper",), "simulation"),
    Reading("R-15", "regret", "eq. (2) against realised rewards", ("exact",)),
    Reading("R-16", "last-trigger", "Algorithm 1 at t = T", ("skip", "solve")),
    Reading("R-17", "q_hat_1", "Algorithm 1, initialisation, 'for all (x,a,x')'", ("layered",)),
    Reading("R-18", "layers-known", "Sec. II, 'only X and A are known'", ("known",)),
    Reading("R-19", "P-domain", "P: X x A x X -> [0,1] at x_L", ("no-transition",)),
    Reading("R-20", "eps-letter", "eps(x,a,x') in eq. (13) against eps_i(x,a)", ("dev",)),
    Reading("R-21", "r_bar-name", "r_bar_i inside epoch i against eq. (14)", ("two-names",)),
    Reading(
        "R-22", "ucrl2-setting", "Sec. VI, UCRL2 on episodes", ("chain", "finite-horizon"), "UCRL2"
    ),
    Reading("R-23", "ucrl2-clip", "UCRL2's reward bound above 1", ("clipped", "free"), "UCRL2"),
    Reading("R-24", "ucrl2-radius", "UCRL2's S, clock and epoch end", ("as-published",), "UCRL2"),
    Reading("R-25", "ucrl2-period", "UCRL2 on a periodic chain", ("aperiodic",), "UCRL2"),
    Reading("R-26", "fpop-eta", "FPOP's eta, set and draws", ("from-its-bound",), "FPOP"),
    Reading("R-27", "o-reps-eta", "O-REPS' eta", ("from-its-bounds",), "O-REPS"),
    Reading("R-28", "uc-o-reps-eta", "UC-O-REPS' eta and order", ("from-memory",), "UC-O-REPS"),
    Reading("R-29", "uob-reps-box", "UOB-REPS' confidence box", ("N-1", "N"), "UOB-REPS"),
    Reading("R-30", "uob-reps-eta", "UOB-REPS' eta and gamma", ("from-memory",), "UOB-REPS"),
    Reading("R-31", "bandit-floor", "bandit UC-O-REPS", ("in-the-estimator",), "UC-O-REPS"),
    Reading("R-32", "full-information", "tables with fixed means", ("drawn",), "simulation"),
    Reading("R-33", "ucrl-2006", "UCRL's intervals and rounds", ("from-memory",), "UCRL"),
    Reading("R-34", "jhl-unseen", "P_bar of a pair never seen", ("uniform",), "JHL"),
    Reading("R-35", "regal", "REGAL's sets, penalty and vertices", ("from-memory",), "REGAL"),
    Reading("R-36", "scal", "SCAL's sets and span", ("ucrl2",), "SCAL"),
    Reading(
        "R-37",
        "radii",
        "eq. (11), (15)",
        ("printed", "union", "union-half", "bernstein", "bernstein-1", "recorded"),
        variant=True,
        not_judged=("bernstein", "bernstein-1", "recorded"),
    ),
    Reading("R-38", "ucrl2-trace", "UCRL2's near-optimal policy", ("certified",), "UCRL2"),
    Reading("R-39", "ucbvi-trace", "UCBVI's rewards and bonus", ("mean",), "UCBVI"),
    Reading("R-40", "ucb-constants", "c, c1, c2 of UCB Q-learning", ("declared",), "UCB-Q"),
    Reading("R-41", "ucfh-trace", "UCRL2 in episodes; Bernstein's radii", ("declared",), "UCFH"),
    Reading("R-42", "psrl-trace", "PSRL's prior and draw", ("tested",), "PSRL"),
    Reading("R-43", "rewards", "what is known of the rewards", ("estimated", "known"), FLAT),
    Reading("R-44", "update", "which Q a plan computes", WHICH_Q, "UCBVI"),
    Reading("R-45", "length", "H in the bonus of step h", ("H", "H-h"), "UCBVI, UCB-Q"),
    Reading("R-46", "stages", "one model, or one of each step", ("shared", "own"), FLAT),
)
BACKWARD_INDUCTION = "backward-induction"
"""R-5: the choice without GLOP."""
TIE = 1e-10
"""R-5: by backward induction the first action within this of the best is played. It lies above the
rounding of doubles, so that every program that follows the rule plays alike, and L times it below
the tolerance of a trace."""
INTERVALS = ("bernstein", "bernstein-1")
"""R-37: the choices with an interval for each successor, whose traces have widths."""
RECORDED = "recorded"
"""R-37: the choice whose traces say themselves what eps or the widths are, and b."""
BY_KEY = {reading.key: reading for reading in READINGS}
BY_ID = {reading.id: reading for reading in READINGS}
ZERO_BELOW = 1e-9
EMPTY = 1e-7  # a state with no more mass has the completion; the tolerance of a trace

SETS: dict[str, dict[str, str]] = {
    "default": {},
    "printed": {
        "trigger": "printed",  # n_i >= N_i, at x_L and at unvisited pairs too: every episode
        "last-trigger": "solve",  # LP1 is solved after episode T, too
        "r_bar": "running-mean",  # R-9: line 11
        "lp-form": "printed",  # every row of eq. (4) and (13)
        "log": "ln",
        "radii": "printed",
    },
}
"""Named sets (`--readings`). "printed" is Algorithm 1 to the letter, wherever that can be run: LP1
with x_L's own entries (R-2) has no optimum, so x_L has no pairs; where the paper prints nothing
(R-3, R-5, R-13) the defaults stay."""

Choices = Mapping[str, str]  # key -> choice


def find(name: str) -> Reading:
    """Return the reading with this key or id. Raises PreconditionError with the nearest names."""
    reading = BY_KEY.get(name) or BY_ID.get(name)
    if reading is None:
        near = get_close_matches(name, [*BY_KEY, *BY_ID], n=3, cutoff=0.4) or sorted(BY_KEY)
        raise PreconditionError("reading", name, f"unknown; did you mean {', '.join(near)}?")
    return reading


def choose(choices: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return a choice for every UCRL-LP reading: `choices` by key or id, defaults for the rest.

    Raises PreconditionError for an unknown reading or choice."""
    full = {reading.key: reading.default for reading in READINGS if reading.scope == "UCRL-LP"}
    seen: set[str] = set()
    for name, choice in (choices or {}).items():
        reading = find(name)
        if reading.key in seen:
            raise PreconditionError(f"reading {reading.key}", choice, "is chosen twice")
        seen.add(reading.key)
        if choice not in reading.choices:
            raise PreconditionError(
                f"reading {reading.key}", choice, f"must be one of {', '.join(reading.choices)}"
            )
        if reading.key not in full:
            raise PreconditionError(
                f"reading {reading.key}", choice, f"belongs to {reading.scope}, not to UCRL-LP"
            )
        full[reading.key] = choice
    return full


def to_play(choices: Mapping[str, str] | None = None) -> dict[str, str]:
    """`choose`, for a run: a trace of another program may complete pi in any way (R-3), a run of
    this one may not. Raises PreconditionError."""
    full = choose(choices)
    for key, choice in full.items():
        if choice in BY_KEY[key].not_played:
            raise PreconditionError(f"reading {key}", choice, "is for foreign traces only")
    return full


def parse(options: Iterable[str], named: str = "default") -> dict[str, str]:
    """Read `KEY=CHOICE` words of a command line, over the set of SETS that is `named`.
    Raises PreconditionError."""
    chosen: dict[str, str] = {}
    for word in options:
        key, equals, choice = word.partition("=")
        if not equals:
            raise PreconditionError("reading", word, "must have the form KEY=CHOICE")
        chosen[find(key).key] = choice
    return SETS[named] | chosen


def beyond_defaults(named: str) -> dict[str, str]:
    """Return the choices of a set that are not the defaults."""
    return {key: choice for key, choice in SETS[named].items() if choice != BY_KEY[key].default}


def header(choices: Choices) -> dict[str, str]:
    """Return what a trace header records: R-id -> choice, for every reading with several choices; a
    variant only where it is chosen."""
    chosen = ((BY_KEY[key], choice) for key, choice in choices.items())
    return {
        entry.id: choice
        for entry, choice in chosen
        if len(entry.choices) > 1 and not (entry.variant and choice == entry.default)
    }
