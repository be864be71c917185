r"""With probability at least $1-\delta$,
$\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}(q_{i(t)}(x_h,a_h)-\mathbb{I}^{(t)}\{(x_h,a_h)\})\,
b_{i(t)}(x_h,a_h)\leq2L\sqrt T\,\Lambda$, where $\Lambda=\log(TXA/\delta)$.

The lemma is true but wasteful in three ways. It has two factors $\sqrt\Lambda$ where one can be
$\sqrt{\log(1/\delta)}$. It takes a union bound over layers, although the sum over all layers is one
martingale. It uses $\lvert Y_t\rvert\leq1$, although $Y_t$ lies in an interval of length 1. Already
$L\sqrt{T\log(1/\delta)\,\Lambda}$ holds with probability $1-\delta$, and the printed bound fails
with probability at most $(\delta/(TXA))^4$. The factor $\Lambda$ in place of $\sqrt\Lambda$ here
breaks the proof of Lemma 6."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, Real, ln, sqrt
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.azuma import drift, exact_tails
from proofs_check.statements.common.bounds import TENTH, Size, vacuous
from proofs_check.statements.common.paths import log2
from proofs_check.statements.common.visits import visits

statement = Statement(
    "lem:bias-term-1",
    __doc__,
    box=("Lemma 11", "L 11", "expected, visited"),
    kind="probabilistic",
    covers=("eq:32",),
    part_of="lemma_06",
    sentences=("1c51cdd8e698",),
)

printed = statement.printed(
    "bonuses: expected minus visited",
    tex=(
        r"\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}(q_{i(t)}(x_h,a_h)"
        r"-\mathbb{I}^{(t)}\{(x_h,a_h)\})\,b_{i(t)}(x_h,a_h)\leq2L\sqrt T\,\Lambda"
    ),
    steps=(
        argued(
            "(33) for the martingale of each layer, and a union bound",
            "display_b1",
            "eq_33",
            "lemma_11_union",
        ),
    ),
    coq=(Coq("lemma_11", "AppendixB.v"),),
)

repaired = statement.repaired(
    r"the same sum, without $\sqrt T$",
    tex=(
        r"\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}(q_{i(t)}(x_h,a_h)"
        r"-\mathbb{I}^{(t)}\{(x_h,a_h)\})\,b_{i(t)}(x_h,a_h)"
        r"\leq\sqrt{2\Lambda}\,(2\sqrt{Vl}+2Ll),\quad "
        r"V=L(X-1)A(1+\log_2T),\quad l=\log(1/\delta)"
    ),
    says=r"""With probability at least $1-\delta$,
$\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}(q_{i(t)}(x_h,a_h)-\mathbb{I}^{(t)}\{(x_h,a_h)\})\,
b_{i(t)}(x_h,a_h)\leq\sqrt{2\Lambda}\,(2\sqrt{Vl}+2Ll)$, where $V=L(X-1)A(1+\log_2T)$ and
$l=\log(1/\delta)$.

The bound has no $\sqrt T$. So with it in place of Lemma 11 the printed sum proves Lemma 6 for fixed
$\delta$. Let $U_t\in[0,L]$ be the sum over the layers of $1/\sqrt{\max\{1,N_{i(t)}\}}$ at the
visited pairs. For $0<s\leq1/(2L)$ we have $\exp(-sU_t-s^2U_t^2)\leq1-sU_t$. So with probability
$1-\delta$, $\sum_t(\mathbb{E}[U_t\mid\text{past}]-U_t)\leq s\sum_tU_t^2+l/s$. On every path
$\sum_tU_t^2\leq L\sum_{x,a}\sum_in_i/\max\{1,N_i\}\leq V$: for a pair that is visited, the inner
sum is at most $1+\log_2N_{m+1}$, attained at $N_{m+1}=2^k$.""",
    readings=("R-1",),
    steps=(
        argued(
            "a supermartingale, whose variance is bounded because epochs double the counts",
            "lemma_11_martingale",
            "algorithm_1_line_12",
        ),
    ),
    coq=(Coq("lemma_11_no_root_T", "Supermartingale.v"),),
)


def sides(run: EvaluatedRun, share: Q | int = 1, **exponents: Q | int) -> Iterator[Line]:
    """Yield the difference and its bound."""
    apart = run.played(lambda e: e.b) - run.visited(lambda e: e.b)
    yield Line(apart, run.bound(2 * share, **{"L": 1, "A": 0, "Lam": 1, **exponents}))


def trivial(run: EvaluatedRun) -> Real:
    """Return LT sqrt(2 Lam), the largest sum of bonuses."""
    return run.L * run.T * sqrt(run.Lam * 2)


statement.evaluated(
    sides,
    trivial=trivial,
    on=("eq_33",),
    claims=1,
    requires={"log": ("ln", "log2")},
    false={
        r"$\frac12L\sqrt T\Lambda$": {"share": Q(1, 4)},
        r"without $\Lambda$": {"Lam": 0},
        r"$\sqrt\Lambda$ for $\Lambda$": {"Lam": Q(1, 2)},
        r"$T^{1/4}$ for $\sqrt T$": {"T": Q(1, 4)},
    },
)


@printed.check({r"$\tfrac1{20}$ of $L\sqrt{T\log(1/\delta)\,\Lambda}$": {"scale": Q(1, 20)}})
def lemma_11(suite: Suite, scale: Q = ONE) -> Iterator[Found]:
    import sympy

    share = "" if scale == ONE else f"({scale})"
    # Layer 0 has one pair, so only layer 1 contributes; both sides over sqrt(2 Lam).
    yield exact_tails(
        rf"$P\{{\text{{left}}>{share}L\sqrt{{T\log(1/\delta)\,\Lambda}}\}}"
        r"\leq\delta$",
        (1, 2, 4, 8, 14), 1, lambda T, delta: scale * sqrt(ln(1 / delta) * (2 * T)),
    )  # fmt: skip
    # Hoeffding's form for D_t = sum_h Y_{t,h}, in an interval of length L; l = ln(1/delta)
    T, L, Lam, log_1 = sympy.symbols("T L Lam l", positive=True)
    note = r"the interval form with exponent $2\epsilon^2/(TL^2)$ gives both tails, for all values"
    proof = Tally("proved", note, step=True)
    for says, left, log_p in (
        ("L sqrt(T l Lam): probability delta", L * sympy.sqrt(T * log_1 * Lam), log_1),
        ("2 L sqrt(T) Lam: exp(-4 Lam)", 2 * L * sympy.sqrt(T) * Lam, 4 * Lam),
    ):
        exponent = 2 * (left / sympy.sqrt(2 * Lam)) ** 2 / (T * L**2)
        proof.holds(sympy.simplify(exponent - log_p) == 0, step=says)
    yield proof
    yield from vacuous(lambda one, T, Lam: Lam * (2 * one.L), r"$LT\sqrt{2\Lambda}$")


@repaired.check({r"$\sum_in_i/\max\{1,N_i\}\leq\log_2N_{m+1}$": {"first": 0}})
def lemma_11_sharper(suite: Suite, first: int = 1) -> Iterator[Found]:
    note = (
        rf"$\sum_in_i/\max\{{1,N_i\}}\leq{first}+\log_2N_{{m+1}}$, every visited pair of every run"
    )
    squares = Tally("exact on runs", note, step=True)
    for run in suite.all:
        for (h, x, a), found in visits(run).items():
            if found:
                total = sum((Q(n, max(1, N)) for N, n in found), ZERO)
                N = run.N_end[h][x][a]
                squares.leq(total, log2(N) + first, run=run.name, h=h, x=x, a=a, N=N)
    yield squares
    note = r"both sides over $\sqrt{2\Lambda}$, runs that are not unlucky; trivial from $LT$ on"
    seen = Tally("exact on runs", note, step=True)
    for run in suite.runs:
        if "unlucky" not in run.tags:
            left = Enclosure.sum(drift(run, h) for h in range(run.L))
            right = _no_root_T(run.T, run.L, run.X, run.A, run.delta)
            seen.bounded(left, right.enclose(96), run.L * run.T, run=run.name)
    yield seen
    yield from vacuous(_against_printed, r"$2L\sqrt T\,\Lambda$")


def _no_root_T(T: int, L: int, X: int, A: int, delta: Q) -> Real:
    """Return 2 sqrt(V l) + 2 L l."""
    small = ln(1 / delta)
    V = (log2(T) + 1) * (L * (X - 1) * A)
    return 2 * sqrt(V * small) + 2 * L * small


def _against_printed(size: Size, T: int, Lam: Real) -> Real:
    """Return what T must exceed: (2 sqrt(V l) + 2 L l) sqrt(2 Lam) < 2 L sqrt(T) Lam, squared."""
    right = _no_root_T(T, size.L, size.X, size.A, TENTH)
    return right * right / (Lam * (2 * size.L))


@repaired.proves("the inequalities of the supermartingale, and the best $s$")
def _supermartingale(suite: Suite) -> Shown:
    import sympy

    y, u = sympy.symbols("y u", real=True)
    s, V, small, L = sympy.symbols("s V l L", positive=True)
    proof = Tally(
        "proved",
        r"all $T$, $L$, $X$, $A$, $\delta$; $N_i$ and $n_i$ as in the pigeonhole inequality",
    )
    # f(y) = ln(1 + y) - y + y^2 on [-1/2, 0], y = -s U: f(0) = 0, f' = y (1 + 2y)/(1 + y) <= 0.
    f = sympy.log(1 + y) - y + y**2
    slope = sympy.simplify(sympy.diff(f, y) - y * (1 + 2 * y) / (1 + y))
    proof.holds(f.subs(y, 0) == 0 and slope == 0, step="exp(y - y^2) <= 1 + y on [-1/2, 0]")
    # E exp(-sU - s^2 U^2) <= 1 - s E U <= exp(-s E U): Markov gives delta at l/s.
    curve = sympy.log(1 + u) / sympy.log(2) - u
    bent = sympy.diff(curve, u, 2) + 1 / (sympy.log(2) * (1 + u) ** 2)
    ends = curve.subs(u, 0) == 0 and sympy.simplify(curve.subs(u, 1)) == 0
    proof.holds(sympy.simplify(bent) == 0, step="log2(1 + u) - u is concave")
    proof.holds(bool(ends), step="and 0 at u = 0, 1: n/N <= log2((N + n)/N), first visit 1 <= 1")
    best = sympy.simplify((s * V + small / s).subs(s, sympy.sqrt(small / V)))
    proof.holds(sympy.simplify(best - 2 * sympy.sqrt(V * small)) == 0, step="s = sqrt(l/V)")
    # Where sqrt(l/V) > 1/(2L): s = 1/(2L), and V/(2L) <= sqrt(V l) as sqrt(V) < 2L sqrt(l).
    edge = sympy.simplify((s * V + small / s).subs(s, 1 / (2 * L)) - V / (2 * L) - 2 * L * small)
    proof.holds(edge == 0, step="s = 1/(2L): V/(2L) + 2Ll <= sqrt(V l) + 2Ll")
    return proof
