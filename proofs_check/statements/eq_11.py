r"""The confidence radius is
$\epsilon_i(x,a)=\sqrt{\frac{2X_{h(x)+1}\log(TXA/\delta)}{\max\{1,N_i(x,a)\}}}$, where
$\delta\in(0,1)$ is some confidence parameter. We write $\Lambda=\log(TXA/\delta)$.

Eq. (12) asks for the radius at every $x\in\mathcal X$. At $x_L$ it is not defined, because
there is no $X_{L+1}$. Elsewhere it is above 1 where $(x,a)$ is unvisited, as eq. (12) needs."""

from proofs_check.statements.common.algebra import same
from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.radii import NO_LAYER, OUTSIDE, above_1

SHARE = per_visit * X_next * Lam
SQUARE = written(
    r"\frac{2X_{h(x)+1}\Lambda}{\max\{1,N_i(x,a)\}}", 2 * SHARE, "a quotient, as the paper has it"
)
PRINTED = written(
    r"\frac{2X_{h(x)+1}\log(TXA/\delta)}{\max\{1,N_i(x,a)\}}", 2 * SHARE, "Lambda is that logarithm"
)
RADIUS = (eps == sqrt(SQUARE)).named("the radius")

statement = Statement(
    "eq:extra-term-P",
    __doc__,
    kind="definition",
    readings=("R-2", "R-10", "R-11"),
)

printed = statement.printed(
    r"radius $\epsilon_i$, for all $(x,a)$",
    (eps == sqrt(PRINTED)).named("the radius"),
    choices=(OpenChoice(OUTSIDE), OpenChoice(NO_LAYER, no_letter="no run has a radius at x_L")),
    wording=ButForWording(12),
    repair=r"for $x\in\mathcal X_h$ with $h<L$ only",
    coq=(
        Coq("radius_x_L", "paper/Readings.v", refutes=True, assumed=NO_LAYER),
        Coq("eq_11", "paper/Estimates.v", assumed=OUTSIDE),
    ),
)

repaired = statement.repaired(
    r"radius $\epsilon_i$, $x\notin\mathcal X_L$",
    RADIUS,
    (unvisited <= eps).named("above 1 at unvisited pairs").on_events(),
    (SHARE <= 2).named("below 2 only after many visits").given(eps <= 2),
    changes=(
        swap(X_next, 1, r"without $X_{h+1}$", of="the radius"),
        swap(number(2), 1, r"$X_{h+1}\Lambda$ in place of $2X_{h+1}\Lambda$", of="the radius"),
        swap(
            number(2),
            1,
            r"$\epsilon_i<2$ only if $\max\{1,N_i\}>X_{h+1}\Lambda$",
            of="below 2 only after many visits",
        ),
    ),
    says=r"""The confidence radius is
$\epsilon_i(x,a)=\sqrt{\frac{2X_{h+1}\Lambda}{\max\{1,N_i(x,a)\}}}$ with
$\Lambda=\log(TXA/\delta)$, for $x\in\mathcal X_h$ and $h<L$. It is above 1 where $(x,a)$ is
unvisited, and it does not grow with $i$. It is below 2, the largest $\ell_1$-distance of two
distributions, only if $\max\{1,N_i(x,a)\}>X_{h+1}\Lambda/2$.

Since $T,A\geq1$, $X\geq2$ and $\delta<1$, we have $TXA/\delta>2$ and $\Lambda>\log2$. So an
unvisited pair has $\epsilon_i>1$ for every base of the logarithm up to 4.""",
    kind="identity",
    coq=(Coq("eq_11", "paper/Estimates.v"),),
)

statement.counterexample(
    by_hand=(
        r"Take $T=1$, $X=2$, $A=1$ and $\delta=9/10$, so $\Lambda=\log(2/0.9)=0.799$. With "
        r"$X_{L+1}=0$, $\epsilon_1(x_L,a)=\sqrt{2\cdot0\cdot0.799/1}=0$, which is not above 1."
    ),
)


statement.on_runs(readings=ANY_LOG)

INSTANCES = (((1, 2, 1), 1), ((1, 2, 2, 1), 2), ((1, 10, 10, 10, 10, 10, 1), 5))


@printed.check({"(underspecified; here $X_{L+1}=0$)": lambda _: above_1((0,))})
def eq_11(suite: Suite) -> Iterator[Found]:
    yield above_1((1, 2, 10), OUTSIDE)
    yield above_1((0, 1, 2, 10), NO_LAYER)


@repaired.check({r"$\log_{10}$: $\epsilon_i>1$ at unvisited pairs": lambda _: above_1(log="log10")})
@repaired.proves(
    r"the square $2d\Lambda/N$ falls in $N$, is 4 at $N=d\Lambda/2$ and above 1 at $N=1$",
    "algorithm_1_line_14",
)
def eq_11_repaired(suite: Suite) -> Iterator[Found]:
    import sympy

    proof = Tally("proved", r"for all $d=X_{h+1}\geq1$, $N\geq1$ and $\Lambda>\ln2$")
    d, N, Lam, up = sympy.symbols("d N Lam up", positive=True)
    square = 2 * d * Lam / N  # eps**2 for N >= 1
    falls = sympy.cancel(square - square.subs(N, N + up)).is_positive
    proof.holds(bool(falls), says="eps falls when N grows")
    same(proof, 2 * d * Lam, 4 * (d * Lam / 2), "eps = 2 at N = d Lam / 2")
    proof.holds(certainly_less(ONE, ln(2) * 2), says="2 d Lam > 2 ln 2 > 1: eps > 1 at N = 0")
    yield proof
    delta = Q(1, 10)
    for layers, A in INSTANCES:  # searched: of one radius at its smallest, which no claim bounds
        fewest = min(X_next for X_next in layers[1:] if X_next >= 2)
        for T in count(2):  # visited in all T - 1 episodes before
            eps = eps_radius(fewest, lam(T, sum(layers), A, delta), T - 1)
            if certainly_less(eps, 2) is Decision.TRUE:
                break
        sizes = ", ".join(map(str, layers))
        name = rf"layers {sizes}, $A={A}$, $\delta={delta}$: some $\epsilon_i$"
        yield Vacuity(name, "2", T)
