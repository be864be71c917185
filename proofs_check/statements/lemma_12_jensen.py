r"""$\sum_{h<L}\sqrt{TX_hA}\leq\sqrt{TLXA}$ for all layers with $X_0+\dots+X_L=X$.

The two sides are never equal, because the $X_h$ with $h<L$ add up to $X-1$. With $X-1$ in place of
$X$ they are equal for the chain $X_h=1$. Since $X_0=1$, even
$\sum_{h<L}\sqrt{X_h}\leq1+\sqrt{(L-1)(X-2)}$."""

from proofs_check.statements.common.algebra import same
from proofs_check.statements.common.bounds import TENTH, Size, bound_of
from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.shapes import shapes

statement = Statement(
    "lem:bias-term-2:jensen-2",
    __doc__,
    kind="identity",
    number="(35), line 5",
    section="App. II",
    part_of="lemma_12",
)

ROOTS_OF_LAYERS = sum_over_layers(sqrt(T * X_s * A), index="h")
ROOTS = sum_over_layers(sqrt(X_s))
ROOT_LX = sqrt(L * X)
SHARPER = 1 + sqrt((L - 1) * (X - 2))

printed = statement.printed(
    "Jensen over the layers",
    ROOTS_OF_LAYERS <= sqrt(T * L * X * A),
    (ROOTS_OF_LAYERS <= SHARPER * sqrt(T * A)).named("sharper").step().decided_early(),
    changes=(scaled(Q(1, 4), r"$\frac14\sqrt{TLXA}$"),),
    coq=(Coq("jensen_2", "paper/AppendixB.v"),),
)


statement.on_runs()


def at_all_sizes() -> Tally:
    """Prove the sharper bound: n = L - 1 layers between x_0 and x_L have X - 2 states, so that
    their roots add up to at most sqrt((L - 1) (X - 2)), and sqrt(X_0) = 1."""
    import sympy

    note = r"$(\sum_{h<n}u_h)^2\leq n\sum_{h<n}u_h^2$ by induction on $n$, for all $u_h$"
    proof = Tally("proved", note, step=True)
    n = sympy.Symbol("n", positive=True)
    S, u, d = sympy.symbols("S u d", nonnegative=True)
    squares = S**2 / n + d  # of n numbers with the sum S
    more = (n + 1) * (squares + u**2) - (S + u) ** 2
    same(proof, more, (n + 1) * d + n * (u - S / n) ** 2, "it holds for n + 1, too")
    return proof


@printed.check(
    {
        "$L$ under the root left out": {"right": sqrt(X)},
        "$X$ replaced by $X-2$": {"right": sqrt(L * (X - 2))},
    }
)
def jensen_2(suite: Suite, right: Expression = ROOT_LX) -> Iterator[Found]:
    for bound in (right, SHARPER):
        note = rf"$\sum_{{h<L}}\sqrt{{X_h}}\leq{bound.tex()}$, all layers with $X\leq7$"
        tally = Tally("enumerated", note, step=True)
        for layers, _ in shapes(most_states=7, most_actions=1):
            constants = Size(layers, 1), 1, Real.of(0), TENTH
            tally.leq(bound_of(ROOTS)(*constants), bound_of(bound)(*constants), layers=list(layers))
        yield tally
    yield at_all_sizes()
