"""The list of sampled runs: what varies, and why.

Shapes L = 1..6 with X_h = 1 and A = 1 among them; transitions without zeros, with zeros, with
unreachable states, deterministic, nearly deterministic, bottlenecks; rewards in {0,1}, {0,1/2,1},
continuous, constant; delta from 1e-6 to 0.9; T from 1 to some thousands; the completions and tie
rules; GLOP and backward induction; logarithm bases. All MDPs are exact.

Two kinds of run make the confidence events fail. *Unlucky* runs are runs of Algorithm 1 whose noise
is drawn from another distribution with the same support: a path of tiny but positive probability,
so every pathwise and on-event claim applies to it. *Shrunk* runs use radii `scale` times as large
as printed; see NestedRun.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

PAPER_LAYERS, PAPER_A = (1, 10, 10, 10, 10, 10, 1), 5


@dataclass(frozen=True)
class Spec:
    """One run of the suite. `transitions`, `rewards`: families of reference.environments, unless
    `env` names an environment, which then has these layers and A. `law`: reward distribution
    (R-13). `solver`: glop, or backward induction with ties first/last/random."""

    name: str
    layers: tuple[int, ...]
    A: int
    T: int
    delta: str = "1/10"
    transitions: str = "rational"
    rewards: str = "rational"
    law: str = "bernoulli"
    seed: int = 1
    choices: Mapping[str, str] = field(default_factory=dict)
    solver: str = "glop"
    scale: str = "1"
    unlucky: bool = False
    env: str = ""


def _specs() -> list[Spec]:
    """Return the default suite."""
    first = {"completion": "first"}
    greedy, previous = {"completion": "greedy"}, {"completion": "previous"}
    chain = (1, 1, 1)
    return [
        # smallest cases
        Spec("one-step", (1, 1), 1, 1),
        Spec("one-step-T2", (1, 1), 1, 2, seed=2),
        Spec("one-step-T4", (1, 1), 1, 4, "1/2", seed=3),
        Spec("bandit", (1, 1), 3, 500, law="uniform"),
        Spec("bandit-01", (1, 1), 2, 64, "9/10", rewards="zero-one"),
        Spec("chain", chain, 1, 100, law="three-point"),
        Spec("chain-A2", chain, 2, 300, "1/1000000", choices=greedy),
        Spec("fork", (1, 2, 1), 1, 200, law="deterministic"),
        # zeros, unreachable states, deterministic transitions
        Spec("fork-sparse", (1, 2, 1), 2, 1000, transitions="rational-sparse", choices=first),
        Spec("deterministic", (1, 2, 2, 1), 2, 300, transitions="deterministic"),
        Spec("deterministic-A1", (1, 3, 2, 1), 1, 60, "9/10", transitions="deterministic"),
        Spec(
            "sparse-L3", (1, 3, 3, 1), 2, 400, transitions="rational-sparse", law="three-point",
            choices=previous,
        ),
        Spec("near-deterministic", (1, 2, 2, 1), 2, 500, transitions="near-deterministic"),
        Spec("bottleneck", (1, 2, 2, 2, 1), 2, 500, transitions="bottleneck", choices=first),
        # shapes and completions
        Spec("L2-wide", (1, 4, 1), 2, 300, "1/100", law="uniform", choices=first),
        Spec("L3", (1, 2, 2, 1), 1, 1000),
        Spec("L3-A2", (1, 3, 3, 1), 2, 2000, choices=previous),
        Spec("L3-narrow", (1, 1, 3, 1), 3, 300, "1/2", choices=greedy),
        Spec("L4", (1, 2, 3, 2, 1), 2, 500, "9/10", law="uniform", choices=first),
        Spec("L5", (1, 2, 1, 2, 2, 1), 2, 300, choices=previous),
        Spec("L6-chain", (1, 1, 1, 1, 1, 1, 1), 2, 200, "1/1000000"),
        Spec("L6", (1, 2, 2, 2, 2, 2, 1), 2, 300, choices=greedy),
        Spec("constant", (1, 2, 2, 1), 2, 200, rewards="constant", choices=first),
        # readings
        Spec("sum-over-N", (1, 2, 1), 2, 200, choices={"r_bar": "sum-over-N"}),
        Spec("log2", (1, 2, 2, 1), 2, 200, choices={"log": "log2"}),
        Spec("reduced", (1, 2, 2, 1), 2, 200, choices={"lp-form": "reduced"}),
        Spec("last-solved", (1, 1), 1, 8, choices={"last-trigger": "solve"}),
        # tie rules: backward induction instead of GLOP
        Spec("ties-first", (1, 3, 2, 1), 2, 500, solver="first", choices=greedy),
        Spec("ties-last", (1, 3, 2, 1), 2, 500, solver="last", choices=greedy),
        Spec("ties-random", (1, 3, 2, 1), 2, 3000, solver="random", law="uniform"),
        Spec("long", (1, 2, 1), 2, 5000, "1/2", rewards="zero-one", solver="first"),
        # the paper's size
        Spec("paper", PAPER_LAYERS, PAPER_A, 1000, solver="first", choices=greedy),
        # unlucky: the confidence events fail
        Spec("unlucky", (1, 2, 1), 2, 200, transitions="near-deterministic", unlucky=True),
        Spec("unlucky-09", (1, 2, 2, 1), 1, 100, "9/10", "near-deterministic", unlucky=True),
        Spec(
            "unlucky-wide", (1, 3, 3, 1), 2, 400, transitions="near-deterministic",
            choices=first, unlucky=True,
        ),
        Spec("unlucky-rewards", (1, 1), 2, 300, unlucky=True),
        # `tight`, where regret grows with X
        Spec(
            "tight", (1, 2, 2, 1), 2, 40000, law="deterministic", solver="first",
            env="tight:m=2,L=3,T=40000",
        ),
        # shrunk radii: event of Lemma 2 fails, of Lemma 3 fails, of both
        Spec("shrunk-P", (1, 2, 2, 1), 2, 400, seed=4, scale="1/4", solver="first"),
        Spec("shrunk-r", (1, 3, 1), 2, 600, seed=8, scale="1/4", solver="first"),
        Spec("shrunk-both", (1, 2, 2, 2, 1), 1, 1000, seed=3, scale="1/4", solver="first"),
        Spec("shrunk-P-L4", (1, 2, 2, 2, 1), 1, 1000, seed=3, scale="1/3", solver="first"),
    ]  # fmt: skip


def _more_specs() -> list[Spec]:
    """Return the runs that --full adds: every family and distribution on more shapes, longer, and
    the paper's size."""
    shapes = [((1, 1), 4), ((1, 3, 1), 2), ((1, 2, 3, 1), 2), ((1, 3, 3, 3, 1), 2)]
    shapes += [((1, 2, 2, 2, 2, 1), 2), ((1, 3, 2, 3, 2, 3, 1), 2), ((1, 5, 5, 1), 3)]
    families = ("rational", "rational-sparse", "deterministic", "near-deterministic", "bottleneck")
    laws = ("bernoulli", "uniform", "deterministic", "three-point")
    completions = ("uniform", "first", "previous", "greedy")
    deltas = ("1/1000000", "1/100", "1/10", "1/2", "9/10")
    more = []
    for k, (layers, A) in enumerate(shapes):
        for j, family in enumerate(families):
            more.append(
                Spec(
                    f"full-{k}-{family}", layers, A, (300, 1000, 3000)[(k + j) % 3],
                    deltas[(k + 2 * j) % 5], family, law=laws[(k + j) % 4], seed=10 + k,
                    choices={"completion": completions[(k + j) % 4]},
                    unlucky=family == "near-deterministic" and k % 2 == 0,
                )
            )  # fmt: skip
    more.append(Spec("full-paper", PAPER_LAYERS, PAPER_A, 3000, solver="first"))
    more.append(Spec("full-paper-glop", PAPER_LAYERS, PAPER_A, 100, solver="glop"))
    more.append(Spec("full-long", (1, 3, 3, 1), 2, 20000, solver="random"))
    return more


def specs(full: bool = False) -> list[Spec]:
    """Return the runs of the default suite, or of the larger one."""
    return _specs() + (_more_specs() if full else [])
