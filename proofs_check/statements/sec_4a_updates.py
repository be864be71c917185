r"""At most $XA\log T$ policy updates are made, that is, as many linear programs are solved (Sec.
I-B, IV-A, IV-B, VII).

What is meant by line 12 is $n_i\geq\max\{1,N_i\}$ (with the trigger as printed there are $T$
updates). Which logarithm is meant is open (R-10). With base 2 the bound holds for $T\geq2$. With
the natural logarithm it is false. On layers $1-m-1$ with $A=1$ a path of positive probability makes
$m(1+k)$ updates in $T=m2^k$ episodes. The quotient by $XA\ln T$ tends to $m/((m+2)\ln2)$, which is
above 1 for every $m\geq5$. In this family the smallest $T\geq5$ at which the bound fails, whether a
solve after episode $T$ counts or not (R-16), is 12289 ($m=12$: $132>131.83$). If it counts, 12288
is the smallest, and for $X=2$, $A=1$ the bound fails exactly at $T=1,2,4$; for all other sizes it
then fails at $T=1$, where it is 0, and holds for $2\leq T\leq26$. If it does not count, the bound
holds at $T=1$, as $0\leq0$. A bound of $T$ or more is vacuous: every
algorithm makes at most $T$ updates."""

from proofs_check.statements.common.bounds import Size, first_under
from proofs_check.statements.common.paths import (
    cheapest,
    most_updates,
    updates_bound,
    updates_of_path,
)
from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.shapes import shapes

statement = Statement(
    "inline:IV-A.1",
    __doc__,
    kind="pathwise",
    number=r"$XA\log T$",
    covers=("inline:I-B.2", "inline:I-B.6", "inline:IV-B.1", "inline:VII.2"),
    readings=("R-1", "R-10", "R-16"),
)

BASE_2 = r"$\log$ to base 2 and $T\geq2$, line 12 as it is meant"
BASE_E = "the natural logarithm, line 12 as it is meant"
AS_PRINTED = "line 12 as printed"

FROM_TWO = T >= 2
BOUND, PRINTED = X * A * log2(T), X * A * log(T)

printed = statement.printed(
    r"at most $XA\log T$ updates",
    updates <= PRINTED,
    choices=(
        OpenChoice(BASE_E),
        OpenChoice(AS_PRINTED, (T - 1 <= PRINTED,)),  # one after each but the last episode
        OpenChoice(BASE_2, ((updates <= BOUND).where(FROM_TWO),)),
    ),
    changes=(scaled(Q(1, 2), "(false already: half of it, on the runs)"),),
    repair=(
        r"take the logarithm to base 2 and $T\geq2$; then even the sum of $K_h\log_2T$ over the "
        r"layers with $K_h=X_hA\geq2$ is a bound"
    ),
    coq=(
        Coq("updates_printed", "paper/Trigger.v", refutes=True, assumed=AS_PRINTED),
        Coq("updates_ln_false", "paper/ManyUpdates.v", refutes=True, assumed=BASE_E),
        Coq("updates_two_false", "paper/ManyUpdates.v", refutes=True, assumed=BASE_E),
        Coq("updates_le", "paper/Trigger.v", assumed=BASE_2),
    ),
)

WIDE = LayerSymbol(  # 1 where K_s = X_s A >= 2
    "wide", r"\mathbb{I}\{X_#sA\geq2\}", lambda run: [int(n * run.A >= 2) for n in run.layers[:-1]]
)
WHOLE_LOG = Symbol("whole log", r"\lfloor\log_2T\rfloor", lambda run: run.T.bit_length() - 1)
SOME_WIDE, NONE_WIDE = sum_over_layers(WIDE) >= 1, sum_over_layers(WIDE) == 0

repaired = statement.repaired(
    r"at most $XA\log_2 T$ updates",
    (updates <= sum_over_layers(WIDE * X_s * A) * log2(T))
    .named("by layers")
    .aside()
    .where(FROM_TWO)
    .where(SOME_WIDE),
    (updates <= 1 + WHOLE_LOG).named("by layers").aside().where(FROM_TWO).where(NONE_WIDE),
    (updates <= BOUND).named("XA log2 T").where(FROM_TWO),
    changes=(
        scaled(Q(1, 4), r"$\frac14XA\log_2T$"),
        swap(log2(T), 1, r"$XA$, without $\log_2T$", of="XA log2 T"),
        without(X, r"$A\log_2T$, without $X$", of="XA log2 T"),
        without(A, r"$X\log_2T$, without $A$", of="XA log2 T"),
    ),
    says=r"""Let the trigger be repaired and $K_h=X_hA$. Then the number of updates in $T\geq2$
episodes is at most $\sum_{h:K_h\geq2}K_h\log_2T$, or at most $1+\operatorname{floor}(\log_2T)$ if
all $K_h=1$. So it is at most $XA\log_2T$, and at most $(X-1)A\log_2T$ unless $(X,A)=(2,1)$.

A pair that is visited $N$ times triggers at most $1+\operatorname{floor}(\log_2N)$ times, since its
$N_i$ at least doubles each time. A layer with $K_h=1$ triggers only if every other layer does: in
each layer the visits add up to the same number $t(i)-1$ before epoch $i$, and to the same number in
it. In any other layer, $k$ visited pairs with $N_1+\dots+N_k=T$ trigger at most
$k(1+\log_2(T/k))\leq K_h\log_2T$ times. For $T\geq K_h$ the sharper bound is the sum of
$K_h\log_2(2T/K_h)$. Both are attained on layers 1-2-1 with $A=1$ and $T=2^k$, by a path of positive
probability.""",
    number=r"$XA\log_2 T$",
    readings=("R-1", "R-2", "R-16"),
    steps=(
        cited(
            "the trigger; in every layer the visits before epoch $i$ add up to $t(i)-1$",
            "assumption_1",
            "algorithm_1_line_12",
            "algorithm_1_line_14_sums",
        ),
    ),
    coq=(
        Coq("updates_le", "paper/Trigger.v"),
        Coq("updates_wide", "paper/Trigger.v"),
        Coq("updates_narrow", "paper/Trigger.v"),
        Coq("updates_states", "paper/RepairedForms.v"),
    ),
)


statement.on_runs(
    no_more_than=T,  # no algorithm updates more often
    readings=MAX1,
)


@printed.check(
    {
        "(false already: here for $T=1$, if the solve at $t=T$ is not counted)": lambda _: (
            _at_T_1()
        ),
    }
)
def updates_printed(suite: Suite) -> Iterator[Found]:
    yield _one_wide_layer(suite.full)
    yield _complete_list_1_1()
    yield _short_horizons()
    yield _ratio_above_1()
    yield from fewer_than_T((2, 1), (4, 1), (52, 5), bound=PRINTED, name=r"XA\ln T")


def fewer_than_T(
    *sizes: tuple[int, int], bound: Expression = BOUND, name: str = ""
) -> Iterator[Found]:
    """Return for each X and A the first T >= XA, at least 3, from which on a bound is below T."""
    # T - XA ln T grows from there on; XA log2 T is at least T until T - XA log2 T grows
    for X, A in sizes:
        T_0 = first_under(bound, T, Size((X,), A), start=max(3, X * A))
        yield Vacuity(rf"$X={X}$, $A={A}$: ${name or bound.tex()}$", "$T$", T_0)


@repaired.check({"seven eighths of the bound": {"share": Q(7, 8)}})
def updates_repaired(suite: Suite, share: Q | int = 1) -> Shown:
    note = (
        r"the most updates of any path $\leq K\log_2T$, $K=\sum_{h:K_h\geq2}K_h$; $X\leq5$, "
        r"$XA\leq5$, $T\leq16$; trivial where that is $T$ or more"
    )
    paths = Tally("enumerated", note)
    for layers, A in shapes(most_states=5, most_actions=2):
        if sum(layers) * A <= 5:
            K = sum(X_h * A for X_h in layers[:-1] if X_h * A >= 2) or sum(layers) * A
            for T, most in enumerate(most_updates(layers, A, 16)[1:], 2):
                paths.bounded(most, log2(T) * K * share, T, layers=list(layers), A=A, T=T)
    attained = Tally(
        "enumerated",
        r"layers 1-2-1, $A=1$: a path makes at least $K\log_2(2T/K)$ updates, $K=2$, $T=2^k$, "
        r"$1\leq k\leq10$",
    )
    for k in range(1, 11):
        attained.leq(2 * k, updates_of_path(2, 1 << k), K=2, T=1 << k)
    return paths, attained


def _at_T_1() -> Tally:
    note = r"is $XA\ln T<0$ for $T=1$? the solve after the last episode is not counted (R-16)"
    tally = Tally("proved", note, under=BASE_E)
    tally.holds(certainly_less(ln(1) * 2, 0), X=2, A=1, T=1, updates=0)
    return tally


def _complete_list_1_1() -> Tally:
    """Compare 1 + floor(log2 T) updates with 2 ln T. For T >= 8 the bound holds: 1 + log2 T is at
    most 2 ln T at 8, and 2 ln T grows faster (2 > 1/ln 2)."""
    note = "$X=2$, $A=1$, the only path, all $T$: the bound fails exactly at $T=1,2,4$"
    tally = Tally("proved", note, under=BASE_E)
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
    """Check 2 <= T <= 26: updates <= T <= XA ln T if XA >= 8, so few layers are left."""
    note = (
        r"$2\leq T\leq26$: the printed bound holds on every path, for all layers and $A$ but "
        "$X=2$, $A=1$"
    )
    tally = Tally("enumerated", note, under=BASE_E)
    few = [(layers, A) for layers, A in shapes(7, 3) if 3 <= sum(layers) * A <= 7]
    for T in range(2, 27):
        tally.holds(certainly_leq(T, ln(T) * 8), T=T, XA="8 or more")
        for layers, A in few:
            most, XA = updates_bound(layers, A, T), sum(layers) * A
            tally.holds(certainly_leq(most, ln(T) * XA), layers=list(layers), A=A, T=T)
    return tally


def _one_wide_layer(full: bool) -> Tally:
    """Compare on layers 1-m-1, A = 1, T >= 5 in increasing order. No m >= 37 can fail for
    T <= 12289: m (1 + log2(T/m)) <= m ln T once log2 m >= 1 + log2 T - ln T."""
    note = (
        r"layers $1-m-1$, $A=1$: the most updates of any path $\leq(m+2)\ln T$, all $m$ and all "
        r"$5\leq T\leq12289$"
    )
    tally = Tally("proved", note, under=BASE_E)
    far = certainly_leq(ln(2) + ln(12289) * (1 - ln(2)), ln(37))  # times ln 2
    tally.holds(far, step="m >= 37 cannot fail")
    late = [
        (T, m, updates)
        for m in range(1, 37)
        for updates, (t, _, _) in enumerate(takewhile(lambda at: at[0] < 12289, cheapest(m)), 1)
        if (T := t + 1) >= 5  # the last solve comes before episode T
    ]
    for T, m, updates in sorted(late):
        XA_ln_T = ln(T).enclose(64) * (m + 2)
        where = {"layers": [1, m, 1], "A": 1, "T": T}
        if XA_ln_T.hi < updates:  # the path, played: positive probability where all P(x|x_0) > 0
            tally.equal(updates_of_path(m, T), updates, **where)
        if updates * 10 > 9 * XA_ln_T.lo or full:
            tally.leq(Q(updates), XA_ln_T, **where)
    return tally


def _ratio_above_1() -> Tally:
    """Compare m (1 + k) updates, T = m 2^k, with (m + 2)(ln m + k ln 2); the slopes in k are m and
    (m + 2) ln 2."""
    note = r"layers $1-m-1$, $A=1$, $T=m2^k$: for every $m\geq5$ the bound fails from some $k$ on"
    tally = Tally("proved", note, under=BASE_E)
    below, above = certainly_less(4, ln(2) * 6), certainly_less(ln(2) * 7, 5)
    tally.holds(below, step="m = 4: (m+2) ln 2 > m")
    tally.holds(above, step="m = 5: (m+2) ln 2 < m, and m - (m+2) ln 2 grows with m")
    for m, k in product((5, 6, 12), range(10, 60)):
        tally.leq(m * (1 + k), (ln(m) + ln(2) * k) * (m + 2), m=m, k=k, T=m << k)
    return tally
