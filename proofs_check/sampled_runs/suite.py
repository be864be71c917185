"""The sampled runs of the audit: which they are, how they are made. The suite is documented here.

The only module of `proofs_check` that may call the producer. Every run becomes a trace (bytes), as
any producer's would, and all that claims see is recomputed from it (sampled.py). All MDPs are
exact. What varies: shapes L = 1..6 with X_h = 1 and A = 1 among them; transitions without zeros,
with zeros, with unreachable states, deterministic, nearly deterministic, bottlenecks; rewards in
{0,1}, {0,1/2,1}, continuous, constant; delta from 1e-6 to 0.9; T from 1 to some thousands; the
completions and tie rules; GLOP, backward induction and a foreign producer; logarithm bases.

Two kinds of run make the confidence events fail. *Unlucky* runs are runs of Algorithm 1 whose
noise is drawn from another law of the same support: a path of tiny but positive probability, so
every pathwise and on-event claim speaks about it. *Shrunk* runs use radii scale times as
large as printed; see SampledRun.

Length: the suite is one list that a reader should see whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from proofs_check.arithmetic import to_q
from proofs_check.sampled_runs.run import SampledRun

if TYPE_CHECKING:  # the producer is loaded only where a run is made
    from reference.mdp import LayeredMDP, Tables
    from reference.ucrl_lp import UCRL_LP

FOREIGN = Path(__file__).with_name("foreign")  # traces of other producers: *.jsonl
PAPER_LAYERS, PAPER_A = (1, 10, 10, 10, 10, 10, 1), 5


@dataclass(frozen=True)
class Spec:
    """One run of the suite. `transitions`, `rewards`: families of reference.environments;
    `law`: reward law (R-13); `solver`: glop, or backward induction with ties first/last/random."""

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

    @property
    def tags(self) -> set[str]:
        """What `Suite.tagged` finds the run by."""
        tags = {self.solver, self.transitions, self.law, *self.choices.values()}
        return tags | ({"unlucky"} if self.unlucky else set())


def _specs() -> list[Spec]:
    """The default suite."""
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
        # shrunk radii: event of Lemma 2 fails, of Lemma 3 fails, of both
        Spec("shrunk-P", (1, 2, 2, 1), 2, 400, seed=4, scale="1/4", solver="first"),
        Spec("shrunk-r", (1, 3, 1), 2, 600, seed=8, scale="1/4", solver="first"),
        Spec("shrunk-both", (1, 2, 2, 2, 1), 1, 1000, seed=3, scale="1/4", solver="first"),
        Spec("shrunk-P-L4", (1, 2, 2, 2, 1), 1, 1000, seed=3, scale="1/3", solver="first"),
    ]  # fmt: skip


def _more_specs() -> list[Spec]:
    """What --full adds: every family and law on more shapes, longer, and the paper's size."""
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
    """The runs of the default suite, or of the larger one."""
    return _specs() + (_more_specs() if full else [])


# ----------------------------------------------------------------------------- making a run


def make(spec: Spec) -> bytes:
    """Play `spec` and return its trace. The same bytes every time."""
    from reference.environments.random_layered import random_layered
    from reference.readings import choose
    from reference.simulator import Simulator
    from reference.trace import records as trace

    mdp = random_layered(
        spec.layers, spec.A, seed=spec.seed, transitions=spec.transitions, rewards=spec.rewards
    )
    choices = choose({"reward-law": spec.law, **spec.choices})
    learner = _learner(spec, choices)
    simulator = Simulator(_unlucky(mdp) if spec.unlucky else mdp, spec.seed, spec.law)
    head = trace.Header(
        spec.layers, spec.A, spec.T, Fraction(spec.delta), choices,
        producer={"name": f"reference, {spec.solver}", "version": "suite"}, mdp=mdp,
    )  # fmt: skip
    lines = [trace.header_record(head), _epoch_record(learner.epoch)]
    for t in range(1, spec.T + 1):
        x, xs, actions, rewards = 0, [], [], []
        for h in range(mdp.L):
            a = learner.act(h, x)
            r, x1 = simulator.step(h, x, a)
            xs.append(x)
            actions.append(a)
            rewards.append(r)
            x = x1
        lines.append(trace.episode_record(t, xs, actions, rewards))
        epoch = learner.learn((xs, actions, rewards))
        if epoch is not None:
            lines.append(_epoch_record(epoch))
    lines.append(trace.end_record(spec.T, learner.epoch.i))
    return b"".join(map(trace.line_of, lines))


def _epoch_record(epoch: Any) -> dict[str, Any]:
    from reference.trace import records as trace

    return trace.epoch_record(epoch.i, epoch.t, {"q_hat": epoch.q_hat, "pi": epoch.pi})


def _learner(spec: Spec, choices: Mapping[str, str]) -> UCRL_LP:
    from reference.ucrl_lp import UCRL_LP

    solver = None if spec.solver == "glop" else _backward_induction(spec)
    learner = UCRL_LP(
        spec.layers, spec.A, spec.T, float(Fraction(spec.delta)), spec.seed, choices, solver=solver
    )
    learner.Lam *= float(Fraction(spec.scale)) ** 2  # nothing but epochs from the second on uses it
    return learner


def _backward_induction(spec: Spec) -> Any:
    """LP1 by backward induction, ties by spec.solver: an optimal vertex GLOP may not find."""
    import numpy as np

    from reference.baselines.learner import greedy
    from reference.baselines.ucrl2 import inner_maximiser, inner_maximum
    from reference.baselines.ucrl_lp_twin import best_first
    from reference.lp1 import LP1Solution
    from reference.occupancy import inner, occupancy_measure
    from reference.simulator import UPDATES, generator

    random = generator(spec.seed, UPDATES)

    def solver(P_bar: Tables, eps: Tables, r_hat: Tables) -> LP1Solution:
        V: Any = np.zeros(1)
        pi: list[Any] = []
        P: list[Any] = []
        for h in reversed(range(len(P_bar))):
            order = best_first(V, spec.solver, 0.0, random)
            Q = r_hat[h] + inner_maximum(P_bar[h], eps[h], V, order)
            pi.insert(0, greedy(Q, spec.solver, 0.0, random))
            P.insert(0, inner_maximiser(P_bar[h], eps[h], order))
            V = Q.max(axis=1)
        q = occupancy_measure(tuple(P), tuple(pi))
        return LP1Solution(q, float(inner(q, r_hat)), 0.0, 0.0)

    return solver


def _unlucky(mdp: LayeredMDP) -> LayeredMDP:
    """The law the noise of an unlucky run is drawn from: in every row the probabilities change
    places, the smallest positive one going to the likeliest successor; means r become 1 - r where
    0 < r < 1. The support stays, so every path that is played has positive probability under P."""
    import numpy as np

    from reference.mdp import LayeredMDP

    P = [p.copy() for p in mdp.P]
    for table in P:
        for row in table.reshape(-1, table.shape[2]):
            support = sorted(np.flatnonzero(row), key=lambda k: (row[k], k))
            row[support] = [row[k] for k in reversed(support)]
    r = [np.where((table > 0) & (table < 1), 1 - table, table) for table in mdp.r]
    return LayeredMDP(mdp.layers, mdp.A, tuple(P), tuple(r))


# ----------------------------------------------------------------------------- the suite


@dataclass(frozen=True)
class Made:
    """A run as workers pass it on."""

    name: str
    trace: bytes
    scale: str = "1"
    tags: frozenset[str] = frozenset()


def make_named(spec: Spec) -> Made:
    """`make`, with what is not in the trace."""
    return named(spec, make(spec))


def named(spec: Spec, trace: bytes) -> Made:
    """A run of `spec` that was made before."""
    return Made(spec.name, trace, spec.scale, frozenset(spec.tags))


def foreign() -> list[Made]:
    """The committed traces of producers that share no code with `reference`."""
    files = sorted(FOREIGN.glob("*.jsonl"))
    return [Made(f.stem, f.read_bytes(), tags=frozenset({"foreign"})) for f in files]


class Suite:
    """The runs a claim is checked on. `full` says that the caller has time for larger searches."""

    def __init__(self, made: Iterable[Made], full: bool = False) -> None:
        self.made, self.full = tuple(made), full

    @cached_property
    def all(self) -> tuple[SampledRun, ...]:
        """Runs of Algorithm 1 and shrunk ones."""
        return tuple(SampledRun(m.name, m.trace, to_q(m.scale), m.tags) for m in self.made)

    @cached_property
    def runs(self) -> tuple[SampledRun, ...]:
        """Runs of Algorithm 1, unlucky and foreign ones among them."""
        return tuple(run for run in self.all if run.scale == 1)

    def tagged(self, tag: str) -> tuple[SampledRun, ...]:
        """The runs with a tag: a solver, family, law, completion, "unlucky" or "foreign"."""
        return tuple(run for run in self.all if tag in run.tags)


@cache
def suite(full: bool = False) -> Suite:
    """The suite, made in this process (tests; the audit makes it with its workers)."""
    return Suite([*map(make_named, specs(full)), *foreign()], full)
