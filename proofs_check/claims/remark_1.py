"""Remark 1 (Sec. II): general episodic MDPs as layered ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from proofs_check.arithmetic import ONE, Decision, Q, certainly_less, sqrt
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, claim, planted
from proofs_check.sampled_runs.occupancy import (
    PairValues,
    Triples,
    occupancy_measure,
    one_hot,
    pair_mass,
)
from proofs_check.sampled_runs.suite import Suite

Steps = Sequence[Sequence[Sequence[Sequence[Q]]]]  # P[h][s][a][s1] of the original, h < H
Choices = Sequence[Sequence[int]]  # pi[h][s], a deterministic policy of the original
UP_TO = 6  # S and L of the tables below


@claim(
    "rem:1",
    kind="definition",
    title="layering by L identical copies",
    tex=r"\mathcal X_h=\mathcal S\times\{h\},\quad h=0,\dots,L-1,\quad"
    r"\text{is layered (Assumption 1)}",
    expected="FAILS",
    readings=("R-18",),
    repair="fixed x_0: L - 1 copies and the singletons {x_0}, {x_L}, X = (L-1)S + 2; random x_0: "
    "L copies, X = LS + 2 and horizon L + 1",
    planted={"L + 1 identical copies": lambda _: _copies(extra=1)},
)
def remark_1(suite: Suite) -> Shown:
    """Any episodic MDP with S states and L steps, P and r varying with time or not, becomes a
    layered episodic MDP (Assumption 1) by making L identical copies of its state space, which are
    the layers. So all results hold for it up to a factor that depends on the episode length only.

    L copies are L layers, Assumption 1 needs L + 1, and the first and the last must be singletons:
    a slip. What matters is the rate: the factor depends on L alone, but it turns LX sqrt(TA) into
    L^2 S sqrt(TA), which is above the L^(3/2) S sqrt(TA) that Sec. I-B claims to improve."""
    return _copies(extra=0)


@planted(remark_1, "S = L = 1 is a witness")
def remark_1_straw_man(suite: Suite) -> Shown:
    tally = Tally("proved", "a witness has something to copy")
    tally.holds(genuine(S=1, L=1), S=1, L=1)
    return tally


@claim(
    "rem:1",
    form="repaired",
    kind="identity",
    title="layering, X = (L-1)S + 2",
    tex=r"\mathcal X_0=\{x_0\},\quad\mathcal X_h=\mathcal S\times\{h\}\text{ for }1"
    r"\leq h<L,\quad\mathcal X_L=\{x_L\},\quad X=(L-1)S+2",
    readings=("R-18", "R-19"),
    cites=("layers and paths", "as:layered-mdp, def:1"),
    planted={"every copy gets the transitions of step 0": lambda _: _visits(vary=False)},
)
def remark_1_repaired(suite: Suite) -> Iterator[Found]:
    """An episodic MDP with S states, L steps, a fixed x_0, and P and r that may vary with time,
    becomes a layered one with X = (L-1)S + 2 states and L steps: layer h holds a copy of every
    state, 1 <= h < L. If x_0 is random (and independent of the episode) it becomes one with
    X = LS + 2 states and L + 1 steps, whose first reward is 0. Policies correspond, visits of
    (state, action, time) keep their probabilities, and so do V(pi) and the regret.

    For S >= 2 the bound L X sqrt(TA log(TXA/delta)) with these X and L is at most c(L) times
    L S sqrt(TA log(TSA/delta)): c(L) = L sqrt(1 + log2 L), for a random x_0
    (L+1)^2/L sqrt(1 + log2(L+1)). But it exceeds L^(3/2) S sqrt(TA), the figure for UCRL2 that
    Sec. I-B claims to improve, for every S and L >= 3: copies share no samples. The improvement
    needs an MDP that is layered already."""
    yield _visits(vary=True)
    tally = Tally("enumerated", "L = 1, 2: it exceeds for S = 1, and for L = 2, S <= 4")
    exceeds = [
        (L, S)
        for L, S in product((1, 2), range(1, 20))
        if certainly_less(sqrt(L) * S, (L - 1) * S + 2) is Decision.TRUE
    ]
    tally.holds(exceeds == [(1, 1), *((2, S) for S in range(1, 5))], exceeds=str(exceeds))
    yield tally


# ------------------------------------------------------------------------------------ the layers


def genuine(S: int, L: int) -> bool:
    """More than one state and more than one step: else there is nothing to copy."""
    return S >= 2 and L >= 2


def _copies(extra: int) -> Tally:
    tally = Tally("enumerated", f"2 <= S, L <= {UP_TO}: layers S, ..., S against Assumption 1")
    for L, S in product(range(1, UP_TO + 1), repeat=2):
        if not genuine(S, L):
            continue
        layers = [S] * (L + extra)
        layered = len(layers) == L + 1 and layers[0] == layers[-1] == 1
        tally.holds(layered, S=S, L=L, layers=layers, needed=L + 1)
    return tally


def layered(P: Steps, start: int | Sequence[Q], vary: bool = True) -> Triples:
    """The transitions of the layered MDP. `start`: a state, or the distribution of x_0."""
    H, S, A = len(P), len(P[0]), len(P[0][0])
    of = [P[h] if vary else P[0] for h in range(H)]
    last = [[[ONE] for _ in range(A)] for _ in range(S)]
    if isinstance(start, int):
        first = [[of[0][start][a] for a in range(A)]]
        return [first, *of[1 : H - 1], last] if H > 1 else [[[[ONE]] * A]]
    return [[[start] * A], *of[: H - 1], last]


def _visits(vary: bool) -> Tally:
    """V(pi) is affine in every row of P and of pi and in r, and a path uses a row (h,s,a) once:
    both sides agree for all P, pi and r if they do for deterministic ones and unit rewards."""
    note = "all deterministic P, pi and starts (so all P, pi, r): (S,H,A) up to (2,2,2), (3,3,1)"
    tally = Tally("enumerated", note)
    for S, H, A in ((2, 1, 2), (2, 2, 2), (2, 3, 1), (3, 3, 1)):
        for targets in product(range(S), repeat=(H - 1) * S * A):
            rows = [*targets, *[0] * (S * A)]  # the last step leads to x_L whatever P says
            steps = [
                [[rows[(h * S + s) * A + a] for a in range(A)] for s in range(S)] for h in range(H)
            ]
            P = [[[one_hot(s1, S) for s1 in of_state] for of_state in step] for step in steps]
            fixed, random = layered(P, 0, vary), layered(P, one_hot(S - 1, S), vary)
            where = {"S": S, "H": H, "A": A, "P": list(targets)}
            tally.holds(1 + sum(map(len, fixed)) == (H - 1) * S + 2, start="x_0", **where)
            tally.holds(1 + sum(map(len, random)) == H * S + 2, start="random", **where)
            for actions in product(range(A), repeat=H * S):
                pi = [actions[h * S : (h + 1) * S] for h in range(H)]
                for start, lifted, q in (
                    (0, fixed, _lifted(fixed, pi, 0, A)),
                    (S - 1, random, _lifted(random, pi, 1, A)),
                ):
                    s, h0 = start, len(lifted) - H
                    seen = True
                    for h in range(H):
                        copy = 0 if h + h0 == 0 else s
                        seen &= q[h + h0][copy][pi[h][s]] == 1
                        s = steps[h][s][pi[h][s]]
                    tally.holds(seen, start=start, pi=list(actions), **where)
    return tally


def _lifted(P: Triples, pi: Choices, h0: int, A: int) -> PairValues:
    """q(x,a) of the layered policy: copies of s play what the original plays in s at that time."""
    policy = [[one_hot(0, A)]] * h0 + [
        [one_hot(a, A) for a in (row[:1] if h + h0 == 0 else row)] for h, row in enumerate(pi)
    ]
    return pair_mass(occupancy_measure(P, policy))


@claim(
    "rem:1:initial",
    number="Remark 1, commented example",
    kind="identity",
    part_of="",
    title="x_0 random or adversarial",
    expected="FAILS",
    repair="random x_0 only (independent of the episode), with one more layer",
    tex=r"\mathcal X_0=\{x_0\}\text{ as a dummy layer}",
    planted={"(false already: starts u, u, v)": lambda _: _two_starts((1, 1, 0))},
)
def initial(suite: Suite) -> Shown:
    """An initial state that is random or chosen by an adversary reduces to a layered model by a
    dummy layer {x_0} before it (commented-out example after Remark 1).

    Random, independent of the episode: true (`rem:1`, repaired). Chosen anew by an adversary: no
    time-invariant P(.|x_0,a) does it. With A = 1, rewards 1 at u and 0 at v, starts u, v: the two
    episodes are worth 1 and 0, in the layered model both are worth P(u|x_0)."""
    return _two_starts((1, 0))


def _two_starts(values: tuple[int, ...]) -> Tally:
    tally = Tally("proved", "is one V = P(u|x_0) the value of every episode?")
    for t, v in enumerate(values, 1):
        tally.equal(v, values[0], T=len(values), t=t, rewards="1 at u, 0 at v", A=1)
    return tally
