r"""The number of optimisation problems to be solved falls from $O(T)$ to $O(\log T)$, for fixed $X$
and $A$, and only linear programs are solved (Sec. VII, commented out in the source).

The sentence on computational complexity beside it holds for updates only. This one counts updates,
and it is true."""

from proofs_check.statements.common.prelude import *
from proofs_check.statements.sec_4a_updates import BOUND, FROM_TWO

statement = Statement(
    "inline:VII.4:oracles",
    __doc__,
    kind="asymptotic",
    number="Sec. VII, oracles",
    section="Sec. VII",
    readings=("R-1",),
    part_of="sec_7_log_T",
)

printed = statement.printed(
    r"optimisation oracles: $T$ to $\log T$",
    (updates <= BOUND).named("linear programs").where(FROM_TWO),
    changes=(scaled(Q(1, 8), r"an eighth of $XA\log_2T$"),),
    not_printed="the source states it in a comment",
    coq=(Coq("oracles_log_T", "paper/SmallStatements.v"),),
)


statement.on_runs(no_more_than=T, readings=MAX1)


@printed.check({r"$XA(\log_2T)^2$ linear programs": {"power": 2}})
@printed.proves(r"$XA\log_2T/T$ tends to 0, and $XA\log_2T/\ln T$ is constant", "sec_1b_updates")
def oracles(suite: Suite, power: int = 1) -> Shown:
    import sympy

    T, XA = sympy.symbols("T XA", positive=True)
    growth = Tally("proved", "both limits, for all $X$ and $A$")
    bound = XA * (sympy.log(T) / sympy.log(2)) ** power
    growth.holds(bool(sympy.limit(bound / T, T, sympy.oo) == 0), over="T")
    growth.holds(not sympy.simplify(bound / sympy.log(T)).has(T), over="ln T")
    return growth
