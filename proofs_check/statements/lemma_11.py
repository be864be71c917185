r"""With probability at least $1-\delta$,
$\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}(q_{i(t)}(x_h,a_h)-\mathbb{I}^{(t)}\{(x_h,a_h)\})\,
b_{i(t)}(x_h,a_h)\leq2L\sqrt T\,\Lambda$, where $\Lambda=\log(TXA/\delta)$.

The lemma is true but wasteful in three ways. It has two factors $\sqrt\Lambda$ where one can be
$\sqrt{\log(1/\delta)}$. It takes a union bound over layers, although the sum over all layers is one
martingale. It uses $\lvert Y_t\rvert\leq1$, although $Y_t$ lies in an interval of length 1. Already
$L\sqrt{T\log(1/\delta)\,\Lambda}$ holds with probability $1-\delta$, and the printed bound fails
with probability at most $(\delta/(TXA))^4$. With this factor $\Lambda$ the lemma
is too weak for the last sentence of Lemma 6's proof; (33) is not, for fixed $\delta$."""

from proofs_check.statements.common.azuma import exact_tails
from proofs_check.statements.common.bounds import says_nothing
from proofs_check.statements.common.prelude import *

statement = Statement(
    "lem:bias-term-1",
    __doc__,
    kind="probabilistic",
    covers=("eq:32",),
    part_of="lemma_06",
)

APART = martingale(b)
MOST = L * T * sqrt(2 * Lam)  # b_i <= sqrt(2 Lam)
BOUND = 2 * L * sqrt(T) * Lam

printed = statement.printed(
    "bonuses: expected minus visited",
    (APART <= BOUND).with_probability(1 - delta),
    changes=(
        scaled(Q(1, 4), r"$\frac12L\sqrt T\Lambda$"),
        swap(Lam, sqrt(Lam), r"$\sqrt\Lambda$ for $\Lambda$"),
    ),
    steps=(
        argued(
            "(33) for the martingale of each layer, and a union bound",
            "display_b1",
            "eq_33",
            "lemma_11_union",
        ),
    ),
    coq=(Coq("lemma_11", "paper/AppendixB.v"),),
)

l = let("l", log(1 / delta))
SPREAD = let("V", L * (X - 1) * A * (1 + log2(T)))
ROOTS = martingale(per_root)  # the sum of E[U_t | past] - U_t
SQUARES = L * visited(per_visit)  # at least the sum of U_t^2
SUM = over_i(n * per_visit, by="pair")
LOG_N = written(
    r"\log_2N_{m+1}(x,a)",
    log2(N_end + (1 - visited_pairs)),
    "of a visited pair; 0 for a pair that never was",
)
S = written(
    r"\min\{\sqrt{l/V},\tfrac1{2L}\}", least(sqrt(l / SPREAD), 1 / (2 * L)), "quotients in a line"
)
NO_ROOT_T = sqrt(2 * Lam) * (2 * sqrt(SPREAD * l) + 2 * L * l)

repaired = statement.repaired(
    r"the same sum, without $\sqrt T$",
    (APART <= NO_ROOT_T).with_probability(1 - delta),
    (SUM <= visited_pairs + LOG_N).named("squares at a pair").decided_early().on_events(),
    (SQUARES <= SPREAD).named("squares").on_events(),
    changes=(
        swap(
            visited_pairs,
            0,
            r"$\sum_in_i/\max\{1,N_i\}\leq\log_2N_{m+1}$",
            of="squares at a pair",
        ),
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
    coq=(Coq("lemma_11_no_root_T", "sharper/Supermartingale.v"),),
)


statement.on_runs(
    no_more_than=MOST,
    # The supermartingale, with s = min{sqrt(l/V), 1/(2L)}.
    own_event=((ROOTS <= S * SQUARES + l / S).with_probability(1 - delta),),
    printed_events=("eq_33",),
    readings=ANY_LOG,
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
    yield from says_nothing(BOUND, MOST)


@repaired.check()
def lemma_11_sharper(suite: Suite) -> Iterator[Found]:
    yield from says_nothing(NO_ROOT_T, BOUND)


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
