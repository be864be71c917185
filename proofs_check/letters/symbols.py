r"""The paper's letters as expressions, each once, with the number of its equation."""

from __future__ import annotations

from functools import partial

from proofs_check.arithmetic import interval_log
from proofs_check.arithmetic.radii import SECOND_TERM
from proofs_check.letters.expressions import Expression, LayerSymbol, Symbol
from proofs_check.letters.letters import ESTIMATED, PLAYED, UNIFORM, Completion, Letters
from proofs_check.letters.quantities import (
    EndOfRun,
    Table,
    inner,
    norm,
    over_t,
    played,
    sum_over_next,
    visited,
    written,
)
from proofs_check.letters.run import Run

# Section II, and the logarithm of (11) and (15).
T = Symbol("T", "T", lambda run: run.T)
L = Symbol("L", "L", lambda run: run.L)
X = Symbol("X", "X", lambda run: run.X)
A = Symbol("A", "A", lambda run: run.A)
delta = Symbol("delta", r"\delta", lambda run: run.delta)
Lam = Symbol("Lam", r"\Lambda", lambda run: run.Lam)
tolerance = Symbol("tolerance", r"\tau", lambda run: run.tolerance)  # of the solver of LP1
solver_gap = Symbol("gap", "g", lambda run: 4 * run.L * run.tolerance)  # q_hat_i may be worse by it
TWO_STEPS = L >= 2  # there are layers between x_0 and x_L

# Layers s = 0..L-1: of every state below x_L.
s = LayerSymbol("s", "#s", lambda run: list(range(run.L)))
X_s = LayerSymbol("X_s", "X_#s", lambda run: list(run.layers[:-1]))
X_next = LayerSymbol("X_{s+1}", "X_{#s+1}", lambda run: list(run.layers[1:]))
branching = LayerSymbol(  # 1 where X_{s+1} >= 2: a layer of one state cannot be missed
    "branching", r"\mathbb{I}\{X_{#s+1}\geq2\}", lambda run: [int(n >= 2) for n in run.layers[1:]]
)

after_first = LayerSymbol(
    "after_first", r"\mathbb{I}\{#s\geq1\}", lambda run: [int(k >= 1) for k in range(run.L)]
)

# R-37, intervals: the factor of the width's second term; of each layer the logarithm, and the
# largest number of successors of positive probability, 0 if that is 1.
second = Symbol("second", "c", lambda run: SECOND_TERM.get(run.choices["radii"], 1))
interval_l = LayerSymbol(
    "interval_l", r"\ell_#s", lambda run: [interval_log(n, run.Lam) for n in run.layers[1:]]
)
successors = LayerSymbol("successors", r"\Gamma'_#s", lambda run: run.successors)

# Counts, Algorithm 1.
N = Table("N", "N", lambda e: e.N)
n = Table("n", "n", lambda e: e.n)
N3 = Table("N3", "N", lambda e: e.N3, "triple")
max1_N = Table("max1_N", r"\max\{1,N#i#x\}", lambda e: e.max1_N)
unvisited = Table("unvisited", r"\mathbb{I}\{N#i#x=0\}", lambda e: e.unvisited)
per_visit = Table("per_visit", r"\frac1{\max\{1,N#i#x\}}", lambda e: e.per_visit)
per_root = Table("per_root", r"\frac1{\sqrt{\max\{1,N#i#x\}}}", lambda e: e.per_root)
per_next_root = Table("per_next_root", r"\frac1{\sqrt{N#i#x+1}}", lambda e: e.per_next_root)
t_before = Table("t_before", "t(i)-1", lambda e: e.counts((e.t - 1)[:, None]), "layer", False)
FIRST_EPOCH = t_before <= 0

# (10)-(17).
P_bar = Table("P_bar", r"\bar P#i#y", lambda e: e.P_bar, "triple")
eps = Table("eps", r"\epsilon", lambda e: e.eps)
width = Table("width", "w", lambda e: e.width, "triple")  # R-37, bernstein-1
r_bar = Table("r_bar", r"\bar r", lambda e: e.r_bar)
b = Table("b", "b", lambda e: e.b)
r_hat = Table("r_hat", r"\hat r", lambda e: e.r_hat)
r_check = Table("r_check", r"\check r", lambda e: e.r_check)
estimated_P = Table("estimated P", r"P^\circ#i#y", lambda e: e.by_estimates, "triple")

# Line 5: of every run, before episode 1.
q_1 = Table("q_1", r"\hat q_1#x", lambda e: e.q_1, "triple", False)

# The MDP, and what was played.
P = Table("P", "P#y", lambda e: e.P, "triple", False)
r = Table("r", "r", lambda e: e.r, indexed=False)
q_star = Table("q_star", "q^*", lambda e: e.q_star, indexed=False)
P_error = Table(
    "P_error",
    r"\lVert P(\cdot|x,a)-\bar P#i(\cdot|x,a)\rVert_1",
    lambda e: e.P_error,
)
pi = Table("pi", r"\pi", lambda e: e.pi)
q = Table("q", "q", lambda e: e.q)
q3 = Table("q3", "q", lambda e: e.q3, "triple")
q_hat = Table("q_hat", r"\hat q", lambda e: e.q_hat)
q_hat3 = Table("q_hat3", r"\hat q", lambda e: e.q_hat3, "triple")
q_hat_recorded = Table("q_hat_recorded", r"\hat q", lambda e: e.q_hat_recorded, "triple")
V = Table("V", r"V(\pi#i)", lambda e: e.V, "epoch")


def _xi(e: Letters, R4: Completion) -> object:
    return e.xi(R4)


_XI = {
    R4: Table(f"xi, R-4: {R4}", r"\xi", partial(_xi, R4=R4)) for R4 in (PLAYED, ESTIMATED, UNIFORM)
}


def xi(R4: Completion) -> Table:
    """Return xi_i(x,a) = ||P_i(.|x,a) - P(.|x,a)||_1 (App. I), with the row of P_i that R-4 leaves
    open where q_hat_i(x,a) = 0."""
    return _XI[R4]


# pi*, exactly.
V_star = Symbol("V_star", r"V(\pi^*)", lambda run: run.best.value)
inner_star = written(r"\langle q^*,r\rangle", V_star, "the paper's (9): by backward induction")


_P_I = {
    R4: Table(f"P_i, R-4: {R4}", "P#i#y", partial(Letters.P_i, R4=R4), "triple")
    for R4 in (PLAYED, ESTIMATED, UNIFORM)
}


def P_i(R4: Completion) -> Table:
    """Return P_i = P^{q_hat_i} of (5), with the row that R-4 leaves open."""
    return _P_I[R4]


def P_i_error(R4: Completion) -> Expression:
    """Return ||P_i(.|x,a) - P_bar_i(.|x,a)||_1, with the row of P_i that R-4 leaves open."""
    tex = r"\lVert P_i(\cdot|x,a)-\bar P_i(\cdot|x,a)\rVert_1"
    return written(tex, sum_over_next(abs(P_i(R4) - P_bar)), "a norm, as the paper has it")


no_mass = Table("no_mass", r"\mathbb{I}\{\hat q#i#x=0\}", lambda e: e.no_mass)


# Of the whole run.
def _regret(run: Run) -> object:
    return run.regret


regret = EndOfRun("regret", r"\mathrm{Reg}_T", _regret)
N_m = EndOfRun("N_m", "N_m#x", lambda run: run.N_m, "pair")
N_counted = EndOfRun("N_m, counted", "N_m#x", lambda run: run.N_counted, "pair")
N_end = EndOfRun("N_end", "N_{m+1}#x", lambda run: run.N_end, "pair")
visited_pairs = EndOfRun(
    "visited pairs", r"\mathbb I\{N_{m+1}#x\geq1\}", lambda run: run.visited_pairs, "pair"
)
updates = EndOfRun("updates", r"\#\{\text{updates}\}", lambda run: run.updates)
T_played = EndOfRun("T_played", "T", lambda run: run.T_played)

# The four terms of (19), and the distance of Lemma 4.
bias_1 = over_t(inner(q_star, r - r_hat))
diff = over_t(inner(q_star - q_hat, r_hat))
error = over_t(inner(q_hat - q, r_hat))
bias_2 = over_t(inner(q, r_hat - r))
l1_distance = over_t(norm(q_hat3 - q3))


OVER_H = "layer s counts once for each h = s+1, ..., L: its weight is L - s"
_27 = r"\sum_{t=1}^T\sum_{h=1}^L\sum_{s=0}^{h-1}\sum_{x_s,a_s}"


def along_q(R4: Completion) -> Expression:
    """Return the sum of (27): a pair of layer s counts once for each h = s+1, ..., L."""
    tex = _27 + r"q_{i(t)}(x_s,a_s)\,\xi_{i(t)}(x_s,a_s)"
    return written(tex, played((L - s) * xi(R4)), OVER_H)


def along_visits(R4: Completion) -> Expression:
    """Return the sum of (27) along the visits."""
    tex = _27 + r"\mathbb{I}^{(t)}\{(x_s,a_s)\}\,\xi_{i(t)}(x_s,a_s)"
    return written(tex, visited((L - s) * xi(R4)), OVER_H)


def drift(R4: Completion) -> Expression:
    """Return the martingale of (27)."""
    tex = _27 + (r"(q_{i(t)}(x_s,a_s)-\mathbb{I}^{(t)}\{(x_s,a_s)\})\,\xi_{i(t)}(x_s,a_s)")
    return written(tex, along_q(R4) - along_visits(R4), OVER_H)
