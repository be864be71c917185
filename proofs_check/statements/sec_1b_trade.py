r"""Against all existing algorithms, regardless of methods, fewer updates than one in each episode
are bought with an additional factor $\sqrt X$ in the regret bound (Sec. I-B, second contribution).

The price need not be paid. UCB-Advantage (Zhang, Zhou and Ji 2020) has the bound
$\tilde O(\sqrt{H^2SAn})$ and a low local switching cost. It improves upon Q-learning with UCB2
exploration (Bai, Xie, Jiang and Wang 2019), which changes its policy $O(H^3SA\log K)$ times in $K$
episodes. In a layered MDP with $S=X/L$ states in a layer, $H=L$ and $n=LT$ these are
$L\sqrt{TXA}$, without the factor $\sqrt X$, and $O(L^2XA\log T)$, less than $T$ for large $T$.
What remains is a factor $L^2$ in the number of updates."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found
from proofs_check.ledger.statement import Coq, Correction, Finding, Statement, Work, cited
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.orders import UCBVI_2017, order, parse, same_orders

ADVANTAGE, SWITCHES = (
    "UCB-Advantage (Zhang et al. 2020)",
    "switches of the policy (Bai et al. 2019)",
)

statement = Statement(
    "sec:I:trade",
    __doc__,
    part_of="",
    number="Sec. I-B, price",
    section="Sec. I-B",
    sentences=("9816bcce9e81",),
    by_hand=(
        r"With $H=L$, $S=X/L$ and $n=LT$, $\sqrt{H^2SAn}=\sqrt{L^2(X/L)A\cdot "
        r"LT}=L\sqrt{TXA}$: its quotient by UCBVI's $L\sqrt{TXA}$ is $1$, not "
        r"$\sqrt X$, and $H^3SA\log T=L^2XA\log T$."
    ),
    findings=(
        Finding(
            5,
            "the comparison with other work",
            "serious",
            title=(r"few updates do not cost a factor $\sqrt X$: UCB-Advantage has both"),
            cause=(
                r"The second contribution trades a factor $\sqrt X$ in the bound for "
                "fewer updates, against all existing algorithms. UCB-Advantage (2020), "
                r"a Q-learning algorithm, has for large $T$ the order $L\sqrt{TXA}$ of "
                "UCBVI and a low switching cost, after Bai et al. (2019). (It keeps "
                "values for each step and state, $HS$ of them, of which a layered MDP "
                "has $X$. If $S=X$ is put in its bound nevertheless, it is larger by "
                r"$\sqrt L$.)"
            ),
            witness={
                "algorithm": "UCB-Advantage",
                "regret": r"$\tilde O(\sqrt{H^2SAn})$",
                "switches": r"at most those of Bai et al., $O(H^3SA\log K)$",
            },
            by_hand=(
                r"With $H=L$, $S=X/L$ and $n=LT$, $\sqrt{H^2SAn}=\sqrt{L^2(X/L)A\cdot "
                r"LT}=L\sqrt{TXA}$, UCBVI's order."
            ),
            then=(
                "What remains of the contribution is the number of updates, at most "
                r"$XA\log_2T$ against the $O(L^2XA\log T)$ of Bai et al., on which "
                "UCB-Advantage improves, and a planning step by one linear program. "
                r"The direction of Section VII, to remove $\sqrt X$ by Q-learning, is "
                "sound: this is a case of it."
            ),
            gone=(r"factor of \$\\sqrt\{X\}\$ in the regret bound\.",),
            works=(
                Work(
                    ("Zhang, Zhou and Ji, NeurIPS 2020 (UCB-Advantage; arXiv 2004.10019)"),
                    (
                        r"$\tilde O(\sqrt{H^2SAT})$ for $T=KH$; low local switching cost, "
                        "improving upon Bai et al."
                    ),
                    "abstract; its own bound on the switching cost was not read",
                ),
                Work(
                    "Bai, Xie, Jiang and Wang, NeurIPS 2019 (arXiv 1905.12849)",
                    r"local switching cost $O(H^3SA\log K)$ in $K$ episodes",
                    "abstract",
                ),
            ),
        ),
    ),
    corrections={
        5: Correction(
            (r"at the cost of an additional factor of $\sqrt{X}$ in the regret bound."),
            (
                r"at the cost of an additional factor of $\sqrt{X}$ in the regret "
                "bound; algorithms with a low switching cost, such as UCB-Advantage, "
                "do not pay this factor for large $T$, but may need more updates."
            ),
        )
    },
)

printed = statement.printed(
    r"fewer updates cost $\sqrt X$",
    tex=r"o(T)\text{ updates}\ \Rightarrow\ \text{bound}\geq\sqrt X\cdot L\sqrt{TXA}",
    repair=r"the factor is not needed for few updates; UCRL-LP's are fewer by up to $L^2$",
    coq=(Coq("advantage_no_price", "CitedBounds.v", refutes=True),),
)

repaired = statement.repaired(
    r"UCB-Advantage: $L\sqrt{TXA}$, few updates",
    tex=r"L\sqrt{TXA},\quad O(L^2XA\log T)\text{ updates, against }XA\log_2T",
    says=r"""With $S=X/L$ states in each layer UCB-Advantage has the order $L\sqrt{TXA}$, UCBVI's,
and at most the order $L^2XA\log T$ of changes of its policy. UCRL-LP has $LX\sqrt{TA}$ and at most
$XA\log_2T$ updates.""",
    steps=(cited("both bounds of UCRL-LP", "theorem_4", "sec_4a_updates"),),
    coq=(Coq("advantage", "CitedBounds.v"),),
)


@printed.check({"(false already: here with $S=X$, as if layers were copies)": {"S": "X"}})
def price(suite: Suite, S: str = "X/L") -> Tally:
    note = r"does UCB-Advantage's bound exceed UCBVI's by an unbounded factor as $X$ grows?"
    tally = Tally("proved", note)
    import sympy

    ratio = sympy.simplify(order(ADVANTAGE, S=S) / order(UCBVI_2017))
    grows = sympy.limit(ratio, parse("X"), sympy.oo) == sympy.oo
    tally.holds(bool(grows), algorithm="UCB-Advantage", quotient_of_the_bounds=str(ratio))
    return tally


@repaired.check({"$S=X$ states in every layer": {"S": "X"}})
@repaired.proves(r"the quotients of the published bounds, with $S=X/L$")
def price_repaired(suite: Suite, S: str = "X/L") -> Iterator[Found]:
    yield same_orders(
        "UCB-Advantage's and UCBVI's order; the changes of the policy",
        (order(ADVANTAGE, S=S), order(UCBVI_2017)),
        (order(SWITCHES, S=S), "L**2*X*A*log(T)"),
    )
