"""Sec. IV-A, Sec. I-B: the number of policy updates is at most XA log T, and what they are for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, product, takewhile

from proofs_check.arithmetic import (
    ONE,
    Decision,
    Q,
    Real,
    certainly_leq,
    certainly_less,
    lam,
    ln,
    sqrt,
)
from proofs_check.claims.common.paths import (
    cheapest,
    epochs_at_most,
    log2,
    most_updates,
    updates_bound,
    updates_of_path,
)
from proofs_check.claims.common.shapes import shapes
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, Vacuity, Verdict, claim
from proofs_check.sampled_runs.run import SampledRun
from proofs_check.sampled_runs.suite import Suite

Bound = Callable[[SampledRun], Real]


@claim(
    "inline:IV-A.1",
    number="XA log T",
    kind="pathwise",
    title="at most XA log T updates",
    covers=("inline:I-B.2", "inline:I-B.6", "inline:IV-B.1", "inline:VII.2"),
    expected="FAILS",
    readings=("R-1", "R-10", "R-16"),
    repair="log to base 2 and T >= 2; then even the sum of K_h log2 T over the layers with "
    "K_h = X_h A >= 2",
    tex=r"\#\{\text{updates}\}\leq XA\log T",
    planted={
        "(false already: half of it, on the runs)": lambda suite: epochs_at_most(
            "updates <= XA ln(T) / 2", suite.runs, lambda T: ln(T) / 2
        ),
        "(false already: T = 1 without the solve at t = T, 0 <= 0, fails)": lambda _: _at_T_1(),
    },
)
def updates_printed(suite: Suite) -> Iterator[Found]:
    """The number of policy updates (of LPs solved) in T episodes is at most XA log T.

    With the trigger as printed there are T updates. With n_i >= max{1, N_i} and the natural
    logarithm it is false on layers 1-m-1 with A = 1: a path of positive probability makes m (1 + k)
    updates in T = m 2^k episodes, and the ratio to XA ln T tends to m / ((m + 2) ln 2), above 1 for
    every m >= 5. In this family the smallest T >= 5 at which the bound fails is 12288 (m = 12: 132
    > 131.83). For X = 2, A = 1 it is false exactly at T = 1, 2, 4; else, but for T = 1, it is
    true for T <= 26. A solve at t = T that is not counted (R-16) takes the T = 1 away, 0 <= 0, and
    moves 12288 to 12289. A bound above T is vacuous: every algorithm updates at most T times."""
    yield _one_wide_layer(suite.full)
    yield _complete_list_1_1()
    yield _short_horizons()
    yield _ratio_above_1()
    for X, A in ((2, 1), (4, 1), (52, 5)):
        bounds = (
            (T, ln(T) * (X * A)) for T in count(max(3, X * A))
        )  # T - XA ln T grows from there
        T = next(T for T, bound in bounds if certainly_less(bound, T) is Decision.TRUE)
        yield Vacuity(f"X={X}, A={A}, log = ln", "T", T)


@claim(
    "inline:IV-A.1",
    form="repaired",
    number="XA log2 T",
    title="at most XA log2 T updates",
    readings=("R-1", "R-2", "R-16"),
    tex=r"\#\{\text{updates}\}\leq\sum_{h:X_hA\geq 2}X_hA\log_2T\leq(X-1)A\log_2T,\ T\geq 2",
    cites=(
        "the trigger; the visits of every layer add up to t(i) - 1",
        "as:layered-mdp, alg:main/12, alg:main/14:sums",
    ),
    planted={"the bound without 1/8 of it": {"share": Q(7, 8)}},
)
def updates_repaired(suite: Suite, share: Q | int = 1) -> Shown:
    """With the repaired trigger and K_h = X_h A, the number of updates in T >= 2 episodes is at
    most the sum over the layers with K_h >= 2 of K_h log2 T, or 1 + floor(log2 T) if all K_h = 1;
    so at most XA log2 T, and at most (X-1)A log2 T unless (X, A) = (2, 1).

    A pair visited N times triggers at most 1 + floor(log2 N) times: its N_i at least doubles. If
    K_h = 1 the layer triggers only when every other layer does: the visits of each add up to the
    same t(i) - 1 before and the same number inside epoch i. In a layer, k visited pairs with
    N_1 + ... + N_k = T trigger at most k (1 + log2(T/k)) <= K_h log2 T times. For T >= K_h the
    sharper bound is the sum of K_h log2(2T/K_h). Both are attained: layers 1-2-1, A = 1, T = 2^k,
    by a path of positive probability."""
    note = "the most updates over all paths, X <= 5, XA <= 5, T <= 8: at most K log2 T"
    paths = Tally("enumerated", note)
    for layers, A in shapes(most_states=5, most_actions=2):
        if sum(layers) * A <= 5:
            K = sum(X_h * A for X_h in layers[:-1] if X_h * A >= 2) or sum(layers) * A
            for T, most in enumerate(most_updates(layers, A, 8)[1:], 2):
                paths.leq(most, log2(T) * K * share, layers=list(layers), A=A, T=T)
    attained = Tally("enumerated", "layers 1-2-1, A=1: K log2(2T/K), reached for K=2, T=2^k")
    for k in range(1, 11):
        attained.leq(2 * k, updates_of_path(2, 1 << k), K=2, T=1 << k, updates="played")
    return paths, attained


def _at_T_1() -> Tally:
    tally = Tally("proved", "T = 1, the LP after the last episode not counted (R-16): 0 > XA ln 1")
    tally.holds(certainly_less(ln(1) * 2, 0), X=2, A=1, T=1, updates=0)
    return tally


def _complete_list_1_1() -> Tally:
    """1 + floor(log2 T) updates against 2 ln T; beyond 7, 1 + log2 T <= 2 ln T, since it holds at 8
    and the right side grows faster (2 > 1/ln 2)."""
    tally = Tally("proved", "X=2, A=1, the only path; all T: false exactly at T = 1, 2, 4")
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
    note = "2 <= T <= 26, every instance but X=2, A=1: true, by the bound on every path"
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
    note = "layers 1-m-1, A=1: the most updates of any path against (m+2) ln T; all 5 <= T <= 12289"
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
    tally = Tally("proved", "layers 1-m-1, A=1, T = m 2^k: false for every m >= 5 from some k on")
    below, above = certainly_less(4, ln(2) * 6), certainly_less(ln(2) * 7, 5)
    tally.holds(below, step="m = 4: (m+2) ln 2 > m")
    tally.holds(above, step="m = 5: (m+2) ln 2 < m, and m - (m+2) ln 2 grows with m")
    for m, k in product((5, 6, 12), range(10, 60)):
        tally.leq(m * (1 + k), (ln(m) + ln(2) * k) * (m + 2), m=m, k=k, T=m << k)
    return tally


@claim(
    "inline:IV-A.1:citation",
    number="XA log T, citation",
    part_of="",
    title="Jaksch et al. have XA log T",
    expected="GAP",
    repair="they have XA log2(8n/(XA)) for n >= XA steps; the layered bound needs its own proof",
    tex=r"m\leq SA\log_2(8n/(SA)),\ n\geq SA",
    planted={"(a gap already: L = 6, X = 52, A = 5)": {"X": 52, "A": 5, "L": 6}},
)
def citation(suite: Suite, X: int = 2, A: int = 1, L: int = 1) -> Shown:
    """That at most XA log T updates are made is cited from Jaksch, Ortner and Auer (2010).

    Their Proposition 18: at most SA log2(8n/(SA)) epochs in n >= SA steps, S states, for epochs
    that may end within an episode. With S = X, n = LT this exceeds XA ln T if XA < 8 L T^c, c = 1 -
    ln 2, so from some T on for any X and A; it does not give the printed figure."""
    tally = Tally("proved", "XA log2(8LT/(XA)) <= XA ln T?", failing=Verdict.GAP)
    for T in (X * A, 10**3, 10**6):
        left = ln(Q(8 * L * T, X * A)) / ln(2) * (X * A)
        tally.leq(left, ln(T) * (X * A), X=X, A=A, L=L, T=T)
    return tally


@claim(
    "inline:IV-A.1:significant",
    number="Sec. IV-A, significant",
    part_of="",
    title="updates only when sets shrink",
    expected="FAILS",
    repair="updates happen when visits double; the sets restrict nothing before N_i(x,a) exceeds "
    "X_{h+1} Lam / 2",
    tex=r"\text{update}\Rightarrow\mathcal P_{i+1}\text{ significantly smaller than }\mathcal P_i",
    planted={"(false already: here one successor, X_{h+1} = 1)": {"X_next": 1}},
)
def significant(suite: Suite, X_next: int = 10) -> Shown:
    """The confidence sets and the policy are updated only when there are significant improvements
    in the confidence sets (Sec. IV-A).

    Updates happen at N = 1, 2, 4, ... visits of a pair whatever the sets do. A pair with eps_i >= 2
    is not restricted at all: with X_{h+1} = 10, T = 10^4 and the paper's X = 52, A = 5 nothing
    before N = 86 is, and the updates at N = 1, 2, 4, ..., 64 change no row of P_i."""
    # eps_i < 2 iff N > X_{h+1} Lam / 2, at the counts N = 2^k of the updates of one pair
    T, Lam = 10**4, lam(10**4, 52, 5, Q(1, 10))
    tally = Tally("proved", "eps_i < 2 at every update of a pair: N = 1, 2, 4, ..., T = 10^4")
    for k in range(13):
        tally.leq(Lam * Q(X_next, 2), 1 << k, T=T, X=52, A=5, X_next=X_next, N=1 << k)
    return tally


@claim(
    "inline:IV-A.1:performance",
    number="Sec. IV-A, performance",
    part_of="",
    title="no loss by rare updates",
    expected="GAP",
    repair="in the bounds the loss is a factor: sum n_i/sqrt(N_i) <= (1 + sqrt 2) sqrt(N) by "
    "doubling, 2 sqrt(N) by updates after every episode",
    tex=r"\text{regret with epochs}=\text{regret without}",
    planted={"(a gap already: a loss of at most 1/10)": {"factor": Q(11, 10)}},
)
def performance(suite: Suite, factor: Q = ONE) -> Shown:
    """The doubling of epochs largely improves the computational efficiency without negatively
    affecting the performance of the algorithm (Sec. IV-A).

    No argument is given, and the paper's own bound gets worse by it: of the sum of 1/sqrt(max{1,N})
    over the N visits of a pair, with N counted at the start of the epoch, doubling makes up to
    (1 + sqrt 2) sqrt(N) where updates after every episode make at most 2 sqrt(N): at N = 2^k the
    ratio tends to (1 + sqrt 2)/2 = 1.207."""
    # 1 + sum_{j<k} 2^j / sqrt(2^j) against 1 + sum_{1<=n<N} 1/sqrt(n) <= 2 sqrt(N), N = 2^k
    note = "sum with epochs <= factor * 2 sqrt(N), N = 2^k"
    tally = Tally("proved", note, failing=Verdict.GAP)
    for k in range(1, 13):
        total = sum((sqrt(1 << j) for j in range(k)), Real.of(1))
        tally.leq(total, sqrt(1 << k) * 2 * factor, N=1 << k, factor=factor)
    return tally


@claim(
    "inline:I-B.6:estimation",
    number="Sec. I-B, estimation",
    kind="pathwise",
    part_of="",
    title="model estimation XA log T times",
    expected="FAILS",
    repair="policy updates and confidence sets: XA log2 T times; counters and means: T times",
    tex=r"\#\{\text{steps of model estimation}\}\leq XA\log T",
    planted={"(false already: sqrt(T) steps)": {"bound": lambda run: sqrt(run.T)}},
)
def estimation(suite: Suite, bound: Bound = lambda run: log2(run.T) * (run.X * run.A)) -> Shown:
    """The number of steps for model estimation and policy update is reduced from T to at most
    XA log T (Sec. I-B, second contribution).

    Policy updates: yes, with log2. Model estimation: lines 10 and 11 update counters and means
    after each of the T episodes, and UCBVI does no more per episode."""
    tally = Tally("exact on runs", "episodes after which line 10 changes a counter <= XA log2 T")
    for run in suite.runs:
        if run.T >= 2:
            tally.leq(len(run.episodes), bound(run), run=run.name, T=run.T, X=run.X, A=run.A)
    return tally
