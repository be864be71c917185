r"""$\sum_{h=0}^{L-1}\sqrt{X_hX_{h+1}}\leq X$: by this sum, $X_{h+1}$ of $\epsilon_i$ and the $X_hA$
pairs of a layer make up the factor $X$ of Lemma 9.

The bound is true with $X-1$, which is attained if and only if every layer is a single state. The
layer $L-1$, on which $\xi_i=0$, may be left out: $\sum_{h=0}^{L-2}\sqrt{X_hX_{h+1}}\leq X-2$ for
$L\geq2$, attained in the same case."""

from proofs_check.statements.common.algebra import same
from proofs_check.statements.common.bounds import Size
from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.shapes import shapes

statement = Statement(
    "lem:occ-term-2:layers",
    __doc__,
    kind="identity",
    number="(27), layers",
    section="App. I",
    part_of="lemma_09",
)

LAYERS = sum_over_layers(sqrt(X_s * X_next), index="h")

printed = statement.printed(
    r"$\sum_h\sqrt{X_hX_{h+1}}\leq X$",
    LAYERS <= X - 1,
    not_printed="Lemma 9 has a citation only",
    changes=(swap(X - 1, X - 2, "$X-2$"),),
    tex=(LAYERS <= X).tex,
    typed="compared is the sharper X - 1",
    steps=(
        argued(
            "a geometric mean is at most the arithmetic mean, and the layers are a partition",
            "assumption_1",
        ),
    ),
    coq=(Coq("layers_of_X", "paper/LayerSums.v"),),
)


statement.on_runs()


@printed.proves("the sum over $h<L$ of $(X_h+X_{h+1})/2$ is $X-1$, since $X_0=X_L=1$")
def at_all_sizes(suite: Suite) -> Shown:
    import sympy

    proof = Tally("proved", r"$\sum_{h<L}\sqrt{X_hX_{h+1}}\leq X-1$, for all layers")
    u, v, inside = sympy.symbols("u v inside", nonnegative=True)
    same(proof, u**2 + v**2 - 2 * u * v, (u - v) ** 2, "2 sqrt(X_h X_{h+1}) <= X_h + X_{h+1}")
    halves = ((1 + inside) + (inside + 1)) / 2  # X_0 + ... + X_{L-1} and X_1 + ... + X_L
    same(proof, halves, (2 + inside) - 1, "half of both sums is X - 1")
    return proof


@printed.check({"$X-2$ in place of $X$": {"short": 2}})
def layers_of_X(suite: Suite, short: int = 1) -> Shown:
    tally = Tally("enumerated", rf"all layers with $X\leq7$: at most $X-{short}$", step=True)
    for layers, A in shapes(most_states=7, most_actions=1):
        left = Real.of(at(LAYERS, Size(layers, A)))
        tally.leq(left, sum(layers) - short, layers=list(layers))
    return tally
