r"""The first policy is $\pi_1=\pi^{\hat q_1}$.

It is the uniform policy, $\pi_1(a|x)=1/A$, because no state has $\hat q_1(x)=0$."""

from proofs_check.statements.common.algebra import same
from proofs_check.statements.common.prelude import *

statement = Statement(
    "alg:main/6",
    __doc__,
    kind="identity",
)

OF_STATE = Table(
    "q_1(x)",
    r"\hat q_1(x)",
    lambda e: e.outflow(e.by_pair(e.q_1))[:, e.size.state_of],
    "pair",
    False,
)

printed = statement.printed(
    r"$\pi_1$ is uniform",
    sum_over_next(q_1) == OF_STATE / A,
    changes=(
        swap(OF_STATE, 1, r"$\pi_1(a|x)=\hat q_1(x,a)$, not divided by $\hat q_1(x)$"),
        swap(A, 2 * A, "half of the probability"),
    ),
    typed="a policy; the comparison is that (6) makes it 1/A",
    not_printed="a line of the algorithm, without an argument",
    tex=r"\pi_1=\pi^{\hat q_1}",
    coq=(Coq("first_epoch", "model/Learner.v"),),
)


statement.on_runs()


@printed.check({r"$\pi_1(a|x)=\hat q_1(x,a)$, not divided by $\hat q_1(x)$": {"divided": 0}})
@printed.proves(
    "where all entries are equal, eq. (6) gives $1/A$, for all layer sizes",
    "algorithm_1_line_05",
    "prop_2",
)
def line_6(suite: Suite, divided: int = 1) -> Shown:
    import sympy

    proof = Tally(
        "proved",
        r"$\frac{X_{h+1}q}{AX_{h+1}q}=\frac1A$, for all $X_{h+1}$, $A$ and $q=\hat q_1(x,a,x')>0$",
    )
    X_next, A, q = sympy.symbols("X_next A q", positive=True)
    same(proof, X_next * q / (A * X_next * q) ** divided, 1 / A, "= 1/A")
    return proof
