r"""The number of policy updates (of LPs solved) in $T$ episodes is at most $XA\log T$.

With the trigger as printed there are $T$ updates. With $n_i\geq\max\{1,N_i\}$ and the natural
logarithm it is false on layers $1-m-1$ with $A=1$: a path of positive probability makes $m(1+k)$
updates in $T=m2^k$ episodes, and the ratio to $XA\ln T$ tends to $m/((m+2)\ln2)$, above 1 for
every $m\geq5$. In this family the smallest $T\geq5$ at which the bound fails is 12288 ($m=12$:
$132>131.83$). For $X=2$, $A=1$ it is false exactly at $T=1$, 2, 4; else, but for $T=1$, it is
true for $T\leq26$. A solve at $t=T$ that is not counted (R-16) takes the $T=1$ away, $0\leq0$,
and moves 12288 to 12289. A bound above $T$ is vacuous: every algorithm updates at most $T$
times."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, product, takewhile

from proofs_check.arithmetic import (
    Decision,
    Q,
    certainly_leq,
    certainly_less,
    ln,
)
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, Vacuity
from proofs_check.ledger.statement import Coq, Correction, Statement, cited
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.paths import (
    cheapest,
    epochs_at_most,
    log2,
    most_updates,
    updates_bound,
    updates_of_path,
)
from proofs_check.statements.common.shapes import shapes

statement = Statement(
    "inline:IV-A.1",
    __doc__,
    kind="pathwise",
    number="XA log T",
    covers=("inline:I-B.2", "inline:I-B.6", "inline:IV-B.1", "inline:VII.2"),
    readings=("R-1", "R-10", "R-16"),
    sentences=("c87191dd4c1c", "be3fa819f6b2", "f488faa9512c", "b7046da54288"),
    corrections={
        3: Correction(
            r"is at most $XA \log T$ \cite{jaksch2010near-optimal}",
            r"is at most $XA \log_2 T$ for $T \geq 2$ \cite{jaksch2010near-optimal}",
        )
    },
)

printed = statement.printed(
    r"at most $XA\log T$ updates",
    tex=r"\#\{\text{updates}\}\leq XA\log T",
    repair=(
        r"log to base 2 and $T\geq2$; then even the sum of $K_h\log_2 T$ over the layers with "
        r"$K_h=X_hA\geq2$"
    ),
    coq=(
        Coq("updates_printed", "Trigger.v", refutes=True),
        Coq("updates_ln_false", "ManyUpdates.v", refutes=True),
        Coq("updates_two_false", "ManyUpdates.v", refutes=True),
    ),
)

repaired = statement.repaired(
    r"at most $XA\log_2 T$ updates",
    tex=(
        r"\#\{\text{updates}\}\leq\sum_{h:X_hA\geq 2}X_hA\log_2T\leq(X-1)A\log_2T,\ T"
        r"\geq 2"
    ),
    says=r"""With the repaired trigger and $K_h=X_hA$, the number of updates in $T\geq2$
episodes is at most the sum over the layers with $K_h\geq2$ of $K_h\log_2 T$, or
$1+\operatorname{floor}(\log_2 T)$ if all $K_h=1$; so at most $XA\log_2 T$, and at most
$(X-1)A\log_2 T$ unless $(X,A)$ = (2, 1).

A pair visited $N$ times triggers at most $1+\operatorname{floor}(\log_2 N)$ times: its $N_i$ at
least doubles. If $K_h=1$ the layer triggers only when every other layer does: the visits of each
add up to the same $t(i)-1$ before and the same number inside epoch $i$. In a layer, $k$ visited
pairs with $N_1$ + ... + $N_k=T$ trigger at most $k(1+\log_2(T/k))\leq K_h\log_2 T$ times. For
$T\geq K_h$ the sharper bound is the sum of $K_h\log_2(2T/K_h)$. Both are attained: layers 1-2-1,
$A=1$, $T=2^k$, by a path of positive probability.""",
    number=r"$XA\log_2 T$",
    readings=("R-1", "R-2", "R-16"),
    steps=(
        cited(
            "the trigger; the visits of every layer add up to $t(i)-1$",
            "assumption_1",
            "algorithm_1_line_12",
            "algorithm_1_line_14_sums",
        ),
    ),
    coq=(
        Coq("updates_le", "Trigger.v"),
        Coq("updates_wide", "Trigger.v"),
        Coq("updates_narrow", "Trigger.v"),
        Coq("updates_states", "RepairedForms.v"),
    ),
)


@printed.check(
    {
        "(false already: half of it, on the runs)": lambda suite: epochs_at_most(
            r"updates $\leq XA\ln(T)/2$", suite.runs, lambda T: ln(T) / 2
        ),
        r"(false already: $T=1$ without the solve at $t=T$, $0\leq0$, fails)": lambda _: _at_T_1(),
    }
)
def updates_printed(suite: Suite) -> Iterator[Found]:
    yield _one_wide_layer(suite.full)
    yield _complete_list_1_1()
    yield _short_horizons()
    yield _ratio_above_1()
    for X, A in ((2, 1), (4, 1), (52, 5)):
        bounds = (
            (T, ln(T) * (X * A)) for T in count(max(3, X * A))
        )  # T - XA ln T grows from there
        T = next(T for T, bound in bounds if certainly_less(bound, T) is Decision.TRUE)
        yield Vacuity(f"X={X}, A={A}, log = ln", "$T$", T)


@repaired.check({"the bound without 1/8 of it": {"share": Q(7, 8)}})
def updates_repaired(suite: Suite, share: Q | int = 1) -> Shown:
    note = r"the most updates over all paths, $X\leq5$, $XA\leq5$, $T\leq8$: at most $K\log_2 T$"
    paths = Tally("enumerated", note)
    for layers, A in shapes(most_states=5, most_actions=2):
        if sum(layers) * A <= 5:
            K = sum(X_h * A for X_h in layers[:-1] if X_h * A >= 2) or sum(layers) * A
            for T, most in enumerate(most_updates(layers, A, 8)[1:], 2):
                paths.leq(most, log2(T) * K * share, layers=list(layers), A=A, T=T)
    attained = Tally(
        "enumerated", r"layers 1-2-1, $A=1$: $K\log_2(2T/K)$, reached for $K=2$, $T=2^k$"
    )
    for k in range(1, 11):
        attained.leq(2 * k, updates_of_path(2, 1 << k), K=2, T=1 << k, updates="played")
    return paths, attained


def _at_T_1() -> Tally:
    tally = Tally("proved", r"$T=1$, the LP after the last episode not counted (R-16): $0>XA\ln1$")
    tally.holds(certainly_less(ln(1) * 2, 0), X=2, A=1, T=1, updates=0)
    return tally


def _complete_list_1_1() -> Tally:
    """1 + floor(log2 T) updates against 2 ln T; beyond 7, 1 + log2 T <= 2 ln T, since it holds at 8
    and the right side grows faster (2 > 1/ln 2)."""
    tally = Tally("proved", "$X=2$, $A=1$, the only path; all $T$: false exactly at $T=1$, 2, 4")
    false = []
    for layers, A in shapes(most_states=4, most_actions=2):
        tally.leq(most_updates(layers, A, 1)[0], ln(1), layers=list(layers), A=A, T=1)
    for T in range(1, 9):
        if not tally.leq(T.bit_length(), ln(T) * 2, X=2, A=1, T=T, updates=T.bit_length()):
            false.append(T)
    tally.holds(false == [1, 2, 4], false=false)
    tally.holds(certainly_leq(4, ln(8) * 2), step="T >= 8: 1 + log2 8 = 4 <= 2 ln 8")
    tally.holds(certainly_less(1, ln(2) * 2), step="T >= 8: slope 1/ln 2 < 2")
    return tally


def _short_horizons() -> Tally:
    """Updates <= T <= XA ln T if XA >= 8 and T <= 26, so few shapes are left."""
    note = r"$2\leq T\leq26$, every instance but $X=2$, $A=1$: true, by the bound on every path"
    tally = Tally("enumerated", note)
    few = [(layers, A) for layers, A in shapes(7, 3) if 3 <= sum(layers) * A <= 7]
    for T in range(2, 27):
        tally.holds(certainly_leq(T, ln(T) * 8), T=T, XA="8 or more")
        for layers, A in few:
            most, XA = updates_bound(layers, A, T), sum(layers) * A
            tally.holds(certainly_leq(most, ln(T) * XA), layers=list(layers), A=A, T=T)
    return tally


def _one_wide_layer(full: bool) -> Tally:
    """Layers 1-m-1, A = 1, T >= 5 in increasing order. m (1 + log2(T/m)) <= m ln T once
    log2 m >= 1 + log2 T - ln T, so for T <= 12289 no m >= 37 can fail."""
    note = (
        r"layers $1-m-1$, $A=1$: the most updates of any path against $(m+2)\ln T$; all "
        r"$5\leq T\leq12289$"
    )
    tally = Tally("proved", note)
    far = certainly_leq(ln(2) + ln(12289) * (1 - ln(2)), ln(37))  # times ln 2
    tally.holds(far, step="m >= 37 cannot fail")
    found = [
        (T, m, updates)
        for m in range(1, 37)
        for updates, (T, _, _) in enumerate(takewhile(lambda at: at[0] <= 12289, cheapest(m)), 1)
        if T >= 5
    ]
    for T, m, updates in sorted(found):
        XA_ln_T = ln(T).enclose(64) * (m + 2)
        where = {"layers": [1, m, 1], "A": 1, "T": T}
        if XA_ln_T.hi < updates:  # the path, played: positive probability where all P(x|x_0) > 0
            tally.equal(updates_of_path(m, T), updates, **where)
        if updates * 10 > 9 * XA_ln_T.lo or full:
            tally.leq(Q(updates), XA_ln_T, **where)
    return tally


def _ratio_above_1() -> Tally:
    """m (1 + k) updates, T = m 2^k, against (m + 2)(ln m + k ln 2); slopes m, (m + 2) ln 2."""
    tally = Tally(
        "proved", r"layers $1-m-1$, $A=1$, $T=m2^k$: false for every $m\geq5$ from some $k$ on"
    )
    below, above = certainly_less(4, ln(2) * 6), certainly_less(ln(2) * 7, 5)
    tally.holds(below, step="m = 4: (m+2) ln 2 > m")
    tally.holds(above, step="m = 5: (m+2) ln 2 < m, and m - (m+2) ln 2 grows with m")
    for m, k in product((5, 6, 12), range(10, 60)):
        tally.leq(m * (1 + k), (ln(m) + ln(2) * k) * (m + 2), m=m, k=k, T=m << k)
    return tally
