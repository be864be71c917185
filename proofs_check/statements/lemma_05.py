r"""With probability at least $1-2\delta$,
$\textsc{Error}=\sum_{t=1}^T\langle\hat q_{i(t)}-q_{i(t)},\hat r_{i(t)}\rangle
\leq O(LX\sqrt{TA\log(TXA/\delta)})$.

The proof gives the constant 12, in (28), and this constant is checked."""

from proofs_check.statements.common.algebra import never_above, same
from proofs_check.statements.common.bounds import bound_of
from proofs_check.statements.common.forks import fork_error, on_forks, on_one_fork
from proofs_check.statements.common.prelude import *
from proofs_check.statements.lemma_09_constant import LAST

statement = Statement(
    "lem:error",
    __doc__,
    kind="asymptotic",
    covers=("eq:21",),
)

ERROR = written(r"\textsc{Error}", error, "the paper's name of it, which (28) says")
LEADING = L * X * sqrt(T * A * Lam)

printed = statement.printed(
    r"$\textsc{Error}\leq O(LX\sqrt{TA\Lambda})$",
    (ERROR <= big_o(LEADING, LAST)).with_probability(1 - 2 * delta),
    changes=(constant(Q(1, 6), 12),),
    steps=(argued("the constant of (28)", "eq_28"),),
    coq=(Coq("lemma_5", "paper/AppendixA.v"),),
)

AZUMA = L * (L - 1) * sqrt(T / 8 * log(1 / delta))  # in intervals of half the length
BY_LAYERS = (
    (2 + sqrt(2))
    * sqrt(T * A * Lam)
    * sum_over_layers((L - 1 - s) * branching * sqrt(X_s * X_next), short=1)
)
FIRST = BY_LAYERS + AZUMA
CLIPPED = (L - 1 - s) * branching * at_most(1, eps)

ALL_SIZES = 2 + Q(5, 4) * sqrt(2)

repaired = statement.repaired(
    r"$\textsc{Error}$, layer by layer",
    (ERROR <= FIRST).named("by layers").with_probability(1 - 2 * delta),
    (FIRST <= ALL_SIZES * LEADING).named("3.768 LX sqrt(TA Lam)").step(),
    (inner(q_hat - q, r_hat) <= inner(q, CLIPPED))
    .named("every epoch with P in P_i")
    .no_more_than(L - 1)
    .in_epochs_with(P_error <= eps),
    changes=(
        scaled(Q(1, 5), r"$\frac15$ of the bound by layers", of="by layers"),
        swap(
            L - 1 - s,
            L - 2 - s,
            "the weight $L-2-s$ in place of $L-1-s$",
            of="every epoch with P in P_i",
        ),
    ),
    says=r"""With probability at least $1-2\delta$,
$\textsc{Error}\leq(2+\sqrt2)\sqrt{TA\Lambda}\sum_{s\leq L-2,\,X_{s+1}\geq2}(L-1-s)
\sqrt{X_sX_{s+1}}+\tfrac12L(L-1)\sqrt{\tfrac T2\log\tfrac1\delta}
\leq(2+\tfrac54\sqrt2)LX\sqrt{TA\Lambda}$, where $\Lambda=\log(TXA/\delta)$.

The constant is 3.768 in place of 12. $\textsc{Error}$ is at most half the sum of the distances over
pairs of the layers $1,\dots,L-1$. By Lemma 8, layer $s$ then has the weight $(L-1-s)/2$, where (28)
has $L-s$. The steps of Lemma 9 give the rest, with the interval form of Lemma 10: the martingale's
differences lie in intervals of half the length.""",
    kind="probabilistic",
    readings=("R-1", "R-4"),
    steps=(
        argued(
            "half of the distances of Lemma 8, then the visits and one martingale as in Lemma 9",
            "eq_28",
            "lemma_08",
            "lemma_09",
            "lemma_10",
        ),
    ),
    coq=(
        Coq("lemma_5_layered", "paper/AppendixA.v"),
        Coq("lemma_5_constant", "paper/RepairedForms.v"),
    ),
)


statement.on_runs(
    no_more_than=(L - 1) * T,  # r_hat_i <= 1, and both measures agree in layer 0
    own_event=((played(CLIPPED) - visited(CLIPPED) <= AZUMA).with_probability(1 - delta),),
    events=("lemma_02",),
    printed_events=("lemma_02", "lemma_09_azuma"),
)


@repaired.proves(r"the form by layers is at most $(2+\frac54\sqrt2)LX\sqrt{TA\Lambda}$")
def at_all_sizes(suite: Suite) -> Shown:
    # As for Theorem 4: the weights are at most (L - 1)/2 + sum_{0<s<L} (L - s - 1/2) X_s, and
    # LX = 2L + sum_{0<s<L} L X_s. What is left, (sqrt 2/4) LX, is room for the martingale's term.
    import sympy

    proof = Tally("proved", r"for all layers with $X_s\geq1$, all $A$, $T$ and $\delta$")
    u, v, i, j, k, ell, more = sympy.symbols("u v i j k ell more", nonnegative=True)
    n, s = sympy.symbols("L s", positive=True)
    same(proof, u**2 + v**2 - 2 * u * v, (u - v) ** 2, "2 sqrt(X_s X_{s+1}) <= X_s + X_{s+1}")
    same(proof, ((n - 1 - s) + (n - s)) / 2, n - s - sympy.Rational(1, 2), "the weight of X_s")
    never_above(proof, i / 2, 2 * (1 + i), "that of X_0 is at most 2L, L = 1 + i")
    L, A = 1 + i, 1 + j
    X = L + 1 + k
    room = L**2 * X**2 * A * (ell + more) / 8  # (sqrt 2/4)^2 = 1/8, Lam = ell + ln(TXA)
    never_above(proof, L**2 * i**2 * ell / 8, room, "the martingale's term fits: both squared")
    proof.equal(2 + sqrt(2) + sqrt(2) / 4, ALL_SIZES, says="the constants add up")
    return proof


@printed.check(
    {
        r"the constant $\tfrac14$, deterministic fork with layers 1, 2, 1": lambda _: on_one_fork(
            "$T=2^k$", fork_error, bound_of(Q(1, 4) * LEADING), last=40
        )
    }
)
def lemma_5(suite: Suite) -> Shown:
    return _on_forks(suite, LAST)


@repaired.check(
    {r"$\tfrac25$ of the first right side, two branches": {"share": Q(2, 5)}},
)
def lemma_5_repaired(suite: Suite, share: Q = ONE) -> Shown:
    return _on_forks(suite, share * FIRST)


def _on_forks(suite: Suite, right: Expression) -> Tally:
    note = "trivial from $LT$ on"
    return on_forks(note, suite.full, fork_error, bound_of(right), lambda L: L)
