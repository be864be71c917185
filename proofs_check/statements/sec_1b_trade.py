r"""Against all existing algorithms, regardless of methods, fewer updates than one in each episode
are bought with an additional factor $\sqrt X$ in the regret bound (Sec. I-B, second contribution).

The price need not be paid. MVP (Zhang, Ji and Du 2021) has regret $\sqrt{SAK}+S^2A$ in $K$
episodes, up to logarithms, if the rewards of an episode add up to at most 1, and plans anew only
after an episode in which a count has become a power of 2. A layered MDP is one with $S=X$, $H=L$
and fixed $P$; divide its rewards by $L$. In an episode a pair is visited at most once, so there are
at most $(X-1)A(1+\log_2T)$ updates, and the bound is $L\sqrt{TXA}+LX^2A$: the order $L\sqrt{TXA}$
for $T\geq X^3A$. For smaller $T$ the smaller of it and $LT$ is at most $2LX\sqrt{TA}$, up to
logarithms. Zhang, Chen, Lee and Du (2023) have $L\sqrt{TXA}$ for every $T$, also with updates at
powers of 2; Zhang, Jiang, Zhou and Ji (2022) have it in $O(L+\log\log T)$ batches.

UCB-Advantage (Zhang, Zhou and Ji 2020) has $\tilde O(\sqrt{H^2SAn})$ with a low local switching
cost. It improves upon Q-learning with UCB2 exploration (Bai, Xie, Jiang and Wang 2019), which
changes its policy $O(H^3SA\log K)$ times: its number of changes, too, as Qiao, Yin, Min and Wang
(2022, read: introduction) say; its theorem was not read. With $S=X/L$ states in a layer, $H=L$
and $n=LT$ these are $L\sqrt{TXA}$, without the factor $\sqrt X$, and $O(L^2XA\log T)$."""

from proofs_check.statements.common.orders import *
from proofs_check.statements.common.prelude import *

statement = Statement(
    "sec:I:trade",
    __doc__,
    part_of="",
    number="Sec. I-B, price",
    section="Sec. I-B",
)

printed = statement.printed(
    r"fewer updates cost $\sqrt X$",
    tex=r"o(T)\text{ updates}\ \Rightarrow\ \text{bound}\geq\sqrt X\cdot L\sqrt{TXA}",
    repair=(
        r"the factor is not needed for few updates: MVP has $(X-1)A(1+\log_2T)$ at most, and "
        r"$L\sqrt{TXA}$ for $T\geq X^3A$"
    ),
    bounds=(ADVANTAGE, UCBVI_2017, SWITCHES),
    no_claim="orders",
    coq=(Coq("advantage_no_price", "systems/CitedBounds.v", refutes=True),),
)

repaired = statement.repaired(
    r"UCB-Advantage: $L\sqrt{TXA}$, few updates",
    tex=r"L\sqrt{TXA},\quad O(L^2XA\log T)\text{ updates, against }XA\log_2T",
    says=r"""With $S=X/L$ states in each layer UCB-Advantage has the order $L\sqrt{TXA}$, UCBVI's,
and at most the order $L^2XA\log T$ of changes of its policy. UCRL-LP has $LX\sqrt{TA}$ and at most
$XA\log_2T$ updates.""",
    steps=(cited("both bounds of UCRL-LP", "theorem_4", "sec_4a_updates"),),
    bounds=(ADVANTAGE, UCBVI_2017, SWITCHES),
    no_claim="orders",
    coq=(Coq("advantage", "systems/CitedBounds.v"),),
)

statement.counterexample(
    by_hand=(
        r"MVP's leading term is $H\sqrt{SAT}=L\sqrt{TXA}$, so its quotient by UCBVI's is $1$, not "
        r"$\sqrt X$. UCB-Advantage has with $H=L$, $S=X/L$ and $n=LT$ the order "
        r"$\sqrt{H^2SAn}=\sqrt{L^2(X/L)A\cdot LT}=L\sqrt{TXA}$, and $H^3SA\log T=L^2XA\log T$."
    ),
)


@printed.check({"(false already: here $S=X$ in each layer)": {"S": "X"}})
def price(suite: Suite, S: str = "X/L") -> Iterator[Found]:
    import sympy

    for algorithm, states in ((MVP, "X"), (ADVANTAGE, S)):
        note = f"does {algorithm}'s bound exceed UCBVI's by an unbounded factor as $X$ grows?"
        tally = Tally("proved", note)
        ratio = sympy.simplify(order(algorithm, S=states) / order(UCBVI_2017))
        grows = sympy.limit(ratio, parse("X"), sympy.oo) == sympy.oo
        tally.holds(bool(grows), algorithm=algorithm, quotient_of_the_bounds=str(ratio))
        yield tally
    small = Tally(
        "proved",
        r"MVP's second term is at most its first from $T=X^3A$ on, at most $LX\sqrt{TA}$ from "
        r"$T=X^2A$ on, where up to it $LT\leq LX\sqrt{TA}$: the quotients at these $T$ are 1",
        step=True,
    )
    for left, right, T in (
        (order(MVP, 1), order(MVP), "X**3*A"),
        (order(MVP, 1), parse(UCRL_LP), "X**2*A"),
        (parse("L*T"), parse(UCRL_LP), "X**2*A"),
    ):
        ratio = sympy.simplify((left / right).subs(parse("T"), parse(T)))
        small.holds(bool(ratio == 1), T=T, quotient=str(ratio))
    yield small


@repaired.check({"$S=X$ states in every layer": {"S": "X"}})
@repaired.proves(r"the quotients of the published bounds, with $S=X/L$")
def price_repaired(suite: Suite, S: str = "X/L") -> Iterator[Found]:
    yield same_orders(
        "UCB-Advantage's and UCBVI's order; the changes of the policy",
        (order(ADVANTAGE, S=S), order(UCBVI_2017)),
        (order(SWITCHES, S=S), "L**2*X*A*log(T)"),
    )
