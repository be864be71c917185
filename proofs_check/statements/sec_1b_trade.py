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
changes its policy $O(H^3SA\log K)$ times. With $S=X/L$ states in a layer, $H=L$ and $n=LT$ these
are $L\sqrt{TXA}$, without the factor $\sqrt X$, and $O(L^2XA\log T)$."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found
from proofs_check.ledger.statement import Coq, Finding, Statement, cited
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common import works
from proofs_check.statements.common.orders import (
    ADVANTAGE,
    MVP,
    SWITCHES,
    UCBVI_2017,
    UCRL_LP,
    order,
    parse,
    same_orders,
)

statement = Statement(
    "sec:I:trade",
    __doc__,
    part_of="",
    number="Sec. I-B, price",
    section="Sec. I-B",
    by_hand=(
        r"MVP's leading term is $H\sqrt{SAT}=L\sqrt{TXA}$, so its quotient by UCBVI's is $1$, not "
        r"$\sqrt X$. UCB-Advantage has with $H=L$, $S=X/L$ and $n=LT$ the order "
        r"$\sqrt{H^2SAn}=\sqrt{L^2(X/L)A\cdot LT}=L\sqrt{TXA}$, and $H^3SA\log T=L^2XA\log T$."
    ),
    findings=(
        Finding(
            5,
            "the comparison with other work",
            "serious",
            title=r"rare updates do not cost a factor $\sqrt X$: MVP has neither",
            cause=(
                r"The second contribution trades a factor $\sqrt X$ for fewer updates, against all "
                "existing algorithms. MVP (COLT 2021) plans anew only after an episode in which a "
                r"count has become a power of 2, so at most $(X-1)A(1+\log_2T)$ times, and has "
                r"$\tilde O(L\sqrt{TXA}+LX^2A)$: UCBVI's order for $T\geq X^3A$, and, with the "
                "trivial bound $LT$, never more than Theorem 4's up to logarithms. A variant "
                r"(2023) has $\tilde O(L\sqrt{TXA})$ for every $T$, batched algorithms (NeurIPS "
                r"2022) have it in $O(L+\log\log T)$ batches. UCB-Advantage (2020) has it for "
                "large $T$ with a low switching cost. (The last three keep a table for each step: "
                "$HS$ states, of which a layered MDP with equal layers has $X$.)"
            ),
            witness={
                "algorithm": "MVP, rewards divided by $L$",
                "S": "X",
                "H": "L",
                "regret": r"$\tilde O(L\sqrt{TXA}+LX^2A)$",
                "updates": r"at most $(X-1)A(1+\log_2T)$",
            },
            by_hand=(
                r"With $S=X$ and $H=L$ MVP's Theorem 1 is $L(\sqrt{XAT}+X^2A)$. At $T=X^3A$ both "
                r"terms are $LX^2A$. For $T\leq X^2A$, $LT\leq LX\sqrt{TA}$; for $T\geq X^2A$, "
                r"$LX^2A\leq LX\sqrt{TA}$."
            ),
            consequence=(
                "As orders nothing of the second contribution remains, since MVP has both. What "
                "remains is a bound with an explicit constant and one logarithm. (Planning by one "
                "linear program is in earlier works too, E-4.) Section VII's direction is sound: "
                r"that sets by the $\ell_1$ distance are loose is argued by Filippi, Cappé and "
                "Garivier (2010) and by Osband and Van Roy (2017). A lower bound for UCRL2's own "
                "regret with a horizon we found in none; without one, states that are never "
                "reached cost UCRL linear regret (TUCRL, 2018)."
            ),
            refuted_words=(
                r"factor of \$\\sqrt\{X\}\$ in the regret bound\.(?! \(The)",
                "regardless of methods",
            ),
            works=(
                works.MVP,
                works.EVERY_K,
                works.BATCHES,
                works.ADVANTAGE,
                works.SWITCHING,
                works.REFINED,
                works.KL_UCRL,
                works.BETTER,
                works.TUCRL,
            ),
        ),
    ),
)

printed = statement.printed(
    r"fewer updates cost $\sqrt X$",
    tex=r"o(T)\text{ updates}\ \Rightarrow\ \text{bound}\geq\sqrt X\cdot L\sqrt{TXA}",
    repair=(
        r"the factor is not needed for few updates: MVP has $(X-1)A(1+\log_2T)$ at most, and "
        r"$L\sqrt{TXA}$ for $T\geq X^3A$"
    ),
    bounds=(ADVANTAGE, UCBVI_2017, SWITCHES),
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
    coq=(Coq("advantage", "systems/CitedBounds.v"),),
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
