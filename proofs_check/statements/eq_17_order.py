r"""The bounds satisfy $0\leq\check r_i\leq\bar r_i\leq\hat r_i\leq1$ and $\hat r_i-\check
r_i\leq\min\{1,2b_i\}$.

If $(x,a)$ is unvisited, or if $N_i(x,a)\leq2\Lambda$, then $b_i(x,a)\geq1$, and so $\hat
r_i(x,a)=1$ and $\check r_i(x,a)=0$."""

from proofs_check.statements.common.algebra import never_above
from proofs_check.statements.common.prelude import *

statement = Statement(
    "eq:rew-lcb:order",
    __doc__,
    part_of="",
    kind="identity",
    number="(17), order",
    section="Sec. IV-A",
)

printed = statement.printed(
    r"$\check r_i\leq\hat r_i$, width $2b_i$",
    (r_check <= r_bar).named("lower"),
    (r_bar <= r_hat).named("upper"),
    (-r_check <= 0).named("0 <= r_check"),
    not_printed="the paper defines it, without an argument",
    changes=(
        swap(r_check, 2 * r_check, r"$2\check r_i\leq\bar r_i$", of="lower", left=True),
        Change(r"$\hat r_i\leq\bar r_i$", lambda claim: r_hat <= r_bar, part="upper"),
    ),
    typed="the last two are no comparisons on runs: they are proved below",
    tex=chain(
        (
            r_check >= 0,
            r_check <= r_bar,
            r_bar <= r_hat,
            r_hat <= 1,
            r_hat - r_check <= at_most(1, 2 * b),
        )
    ),
    coq=(Coq("eq_17_order", "paper/Estimates.v"),),
)


statement.on_runs()


@printed.check({"width $b_i$ in place of $2b_i$": {"width": 1}})
@printed.proves("five cases: which of the bounds 0 and 1 cuts", "eq_16", "eq_17", "eq_14_mean")
def order_of_bounds(suite: Suite, width: int = 2) -> Iterator[Found]:
    import sympy

    note = r"$0\leq\check r_i\leq\bar r_i\leq\hat r_i\leq1$ and $\hat r_i-\check r_i\leq2b_i$"
    tally = Tally("proved", rf"{note}, for all $\bar r_i\in[0,1]$ and $b_i\geq0$, in five cases")
    # letters >= 0 fill each v = r_bar, w = 1 - v: every fact is a sum of them, coefficients >= 0
    p, q, s = sympy.symbols("p q s", nonnegative=True)
    cases = (  # v, w, b; cut at 1: b >= w, cut at 0: b >= v
        (s + p, s + q, s, False, False),
        (p + q + s, p, p + q, True, False),
        (p, p + q + s, p + q, False, True),
        (p, p + q, p + q + s, True, True),
        (p + q, p, p + q + s, True, True),
    )
    for v, w, b, up, down in cases:
        r_hat = v + w if up else v + b
        r_check = sympy.Integer(0) if down else v - b
        case = f"cut at 1: {up}, at 0: {down}"
        for low, high in pairwise((sympy.Integer(0), r_check, v, r_hat, v + w)):
            if low != high:
                never_above(tally, low, high, case)
        never_above(tally, r_hat - r_check, width * b, case)
    yield tally
    for X, A in ((2, 1), (4, 2), (52, 5)):  # searched: of one radius at its smallest
        for T in count(2):  # an epoch that starts by episode T can have b_i <= 1: T - 1 >= 2 Lam
            if certainly_leq(lam(T, X, A, Q(1, 10)) * 2, T - 1) is Decision.TRUE:
                break
        yield Vacuity(rf"$X={X}$, $A={A}$, $\delta=1/10$: some $b_i$", "1", T)


@printed.proves(
    r"$b_i^2\max\{1,N_i\}=2\Lambda>1$, so $b_i\geq1$ if $N_i\leq2\Lambda$",
    "eq_15",
)
def size_of_b(suite: Suite) -> Shown:
    proof = Tally("proved", r"$2\Lambda>1$, because $TXA/\delta>2$")
    proof.leq(ONE, ln(2) * 2, says="2 Lam > 2 ln 2 > 1")
    return proof
