"""Sec. IV-A: the number of policy updates is at most XA log T."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from proofs_check.arithmetic import (
    Decision,
    Enclosure,
    Q,
    Real,
    certainly_leq,
    certainly_less,
    lam,
    ln,
)
from proofs_check.claims.common.paths import (
    LayerSizes,
    cheapest,
    most_updates,
    updates_bound,
    updates_of_path,
)
from proofs_check.claims.common.shapes import shapes
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Evidence, Vacuity, claim, planted
from proofs_check.sampled_runs.suite import Suite

ITEMS = ("inline:I-B.2", "inline:I-B.6", "inline:IV-B.1", "inline:VII.2")


@claim(
    "inline:IV-A.1",
    number="XA log T",
    kind="pathwise",
    title="at most XA log T updates",
    uses=("alg:main/12",),
    covers=ITEMS,
    expected="FAILS",
    readings=("R-1", "R-10", "R-16"),
    repair="log to base 2 and T >= 2; then even the sum of K_h log2 T over the layers with "
    "K_h = X_h A >= 2",
    tex=r"\#\{\text{updates}\}\leq XA\log T",
)
def updates_printed(suite: Suite) -> Iterator[Evidence | Vacuity]:
    """The number of policy updates (of LPs solved) in T episodes is at most XA log T.

    With the trigger as printed there are T updates. With n_i >= max{1, N_i} and the natural
    logarithm it is false for T = 1, on every instance (1 > 0), and for X = 2, A = 1 exactly at
    T = 1, 2, 4; other than that it is true for T <= 26. It is false for large T too: on layers
    1-m-1 with A = 1 a path of positive probability makes m (1 + k) updates in T = m 2^k episodes,
    and the ratio to XA ln T tends to m / ((m + 2) ln 2), above 1 for every m >= 5. In this family
    the smallest T >= 5 at which the bound fails is 12288 (m = 12: 132 > 131.83); a solve at t = T
    that is not counted only moves it to 12289. A bound above T says nothing: every algorithm
    updates at most T times."""
    yield _complete_list_1_1()
    yield _short_horizons()
    yield _one_wide_layer(suite.full)
    yield _ratio_above_1()
    for X, A in ((2, 1), (4, 1), (52, 5)):
        yield Vacuity(f"X={X}, A={A}, log = ln", "T", _below_T(X * A))


@planted("inline:IV-A.1", change="(the printed form is false already: half of it, on the runs)")
def updates_printed_half(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("exact on runs", "updates <= XA ln(T) / 2")
    for run in suite.runs:
        half = ln(run.T) * Q(run.X * run.A, 2)
        tally.leq(len(run.epochs) - 1, half, run=run.name, T=run.T)
    yield tally.evidence()


@claim(
    "inline:IV-A.1",
    form="repaired",
    number="XA log2 T",
    title="at most XA log2 T updates",
    readings=("R-1", "R-2", "R-16"),
    tex=r"\#\{\text{updates}\}\leq\sum_{h:X_hA\geq 2}X_hA\log_2T\leq(X-1)A\log_2T,\ T\geq 2",
)
def updates_repaired(suite: Suite) -> Iterator[Evidence]:
    """With the repaired trigger and K_h = X_h A, the number of updates in T >= 2 episodes is at
    most the sum over the layers with K_h >= 2 of K_h log2 T, or 1 + floor(log2 T) if all K_h = 1;
    so at most XA log2 T, and at most (X-1)A log2 T unless (X, A) = (2, 1).

    A pair visited N times triggers at most 1 + floor(log2 N) times: its N_i at least doubles. If
    K_h = 1 the layer triggers only when every other layer does: the visits of each add up to the
    same t(i) - 1 before and the same number inside epoch i. In a layer, k visited pairs with
    N_1 + ... + N_k = T trigger at most k (1 + log2(T/k)) <= K_h log2 T times. For T >= K_h the
    sharper bound is the sum of K_h log2(2T/K_h). Both are attained: layers 1-2-1, A = 1, T = 2^k,
    by a path of positive probability."""
    yield _proof()
    yield _pair_by_pair()
    yield _all_paths(1)
    yield _attained()
    tally = Tally("exact on runs", "updates <= sum over layers of K_h log2 T, runs with T >= 2")
    for run in suite.all:
        if run.T >= 2:
            most = log2(run.T) * _factor(run.layers, run.A)
            tally.leq(len(run.epochs) - 1, most, run=run.name, T=run.T)
    yield tally.evidence()


@planted("inline:IV-A.1", form="repaired", change="the bound without 1/8 of it")
def updates_seven_eighths(suite: Suite) -> Iterator[Evidence]:
    yield _all_paths(Q(7, 8))


# ------------------------------------------------------------------------------ the printed form


def _complete_list_1_1() -> Evidence:
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
    return tally.evidence()


def _short_horizons() -> Evidence:
    """Updates <= T <= XA ln T if XA >= 8 and T <= 26, so few shapes are left."""
    note = "2 <= T <= 26, every instance but X=2, A=1: true, by the bound on every path"
    tally = Tally("proved", note, step=True)
    for T in range(2, 27):
        tally.holds(certainly_leq(T, ln(T) * 8), T=T, XA="8 or more")
        for layers, A in shapes(most_states=7, most_actions=3):
            XA = sum(layers) * A
            if 3 <= XA <= 7:
                most = updates_bound(layers, A, T)
                tally.holds(certainly_leq(most, ln(T) * XA), layers=list(layers), A=A, T=T)
    return tally.evidence()


def _below_T(XA: int) -> int:
    """The first T >= max{3, XA} with XA ln T < T; T - XA ln T grows from T = XA on."""
    low, high = max(3, XA) - 1, max(3, XA)
    while certainly_less(ln(high) * XA, high) is not Decision.TRUE:
        low, high = high, 2 * high
    while high - low > 1:
        T = (low + high) // 2
        low, high = (low, T) if certainly_less(ln(T) * XA, T) is Decision.TRUE else (T, high)
    return high


def _one_wide_layer(full: bool) -> Evidence:
    """Layers 1-m-1, A = 1, T >= 5 in increasing order. m (1 + log2(T/m)) <= m ln T once
    log2 m >= 1 + log2 T - ln T, so for T <= 12289 no m >= 37 can fail."""
    note = "layers 1-m-1, A=1: the most updates of any path against (m+2) ln T; all 5 <= T <= 12289"
    tally = Tally("proved", note)
    far = certainly_leq(ln(2) + ln(12289) * (1 - ln(2)), ln(37))  # times ln 2
    tally.holds(far, step="m >= 37 cannot fail")
    found = []
    for m in range(1, 37):
        for count, (T, _, _) in enumerate(cheapest(m), 1):
            if T > 12289:
                break
            if T >= 5:
                found.append((T, m, count))
    logs: dict[int, Enclosure] = {}
    for T, m, count in sorted(found):
        ln_T = logs.setdefault(T, ln(T).enclose(64))
        XA_ln_T = Enclosure((m + 2) * ln_T.lo, (m + 2) * ln_T.hi)
        where = {"layers": [1, m, 1], "A": 1, "T": T}
        if XA_ln_T.hi < count:  # the path, played: positive probability where all P(x|x_0) > 0
            tally.equal(updates_of_path(m, T), count, **where)
        if count * 10 > 9 * XA_ln_T.lo or full:
            tally.leq(Q(count), XA_ln_T, **where)
    return tally.evidence()


def _ratio_above_1() -> Evidence:
    """m (1 + k) updates, T = m 2^k, against (m + 2)(ln m + k ln 2); slopes m, (m + 2) ln 2."""
    tally = Tally("proved", "layers 1-m-1, A=1, T = m 2^k: false for every m >= 5 from some k on")
    below, above = certainly_less(4, ln(2) * 6), certainly_less(ln(2) * 7, 5)
    tally.holds(below, step="m = 4: (m+2) ln 2 > m")
    tally.holds(above, step="m = 5: (m+2) ln 2 < m, and m - (m+2) ln 2 grows with m")
    for m, k in product((5, 6, 12), range(10, 60)):
        tally.leq(m * (1 + k), (ln(m) + ln(2) * k) * (m + 2), m=m, k=k, T=m << k)
    return tally.evidence()


# ----------------------------------------------------------------------------- the repaired form


def _factor(layers: LayerSizes, A: int) -> int:
    """The factor of log2 T: sum of the K_h >= 2; XA if there is none."""
    return sum(X_h * A for X_h in layers[:-1] if X_h * A >= 2) or sum(layers) * A


def log2(T: int, over: int = 1) -> Real:
    """log2(T/over); an integer for powers of 2."""
    return lam(T, 1, 1, Q(over), "log2")


def _proof() -> Evidence:
    """Every inequality with its slack as a letter >= 0; t = log2 T = 1 + s, c = log2 k = 1 + u."""
    import sympy

    tally = Tally("proved", "each step, for all T >= 2, N >= 1, K_h and numbers k of visited pairs")
    s, u, w, k, N = sympy.symbols("s u w k N", positive=True)
    t, c = 1 + s, 1 + u
    facts = {
        "k = 1 < 2 <= K: 2 t - (1 + t) >= 0": 2 * t - (1 + t),
        "k >= 2: k t - k (1 + t - c) >= 0": k * t - k * (1 + t - c),
        "K = k + w: K t - k t >= 0": (k + w) * t - k * t,
        "all K_h = 1, X = 3 + w: (X-1) t - (1 + t) >= 0": (2 + w) * t - (1 + t),
        "X = 2, A = 1: XA t - (1 + t) >= 0": 2 * t - (1 + t),
    }
    for step, fact in facts.items():
        tally.holds(bool(sympy.expand(fact).is_nonnegative), step=step)
    concave = sympy.diff(sympy.log(N), N, 2).is_negative
    tally.holds(bool(concave), step="log concave: sum log2 N_j <= k log2(T/k)")
    for K in (2, 3):  # n_j <= max{1, N_j} - 1 for all j adds up to n < max{1, N}
        for N_i, n_i in product(product(range(4), repeat=K), repeat=2):
            silent = all(n < max(1, v) for n, v in zip(n_i, N_i, strict=True))
            alone = silent and sum(n_i) >= max(1, sum(N_i))
            tally.holds(not alone, step="K_h = 1 triggers alone", N=list(N_i), n=list(n_i))
    return tally.evidence()


def _pair_by_pair() -> Evidence:
    """The most triggers of a pair on any way from 0 to N visits, epochs ending anywhere between."""
    tally = Tally("proved", "most triggers of a pair = 1 + floor(log2 N), N <= 200", step=True)
    most = [0]
    for b in range(1, 201):
        starts = range((b + 1) // 2, b) if b > 1 else range(1)  # b - a <= max{1, a}
        most.append(max(most[a] + (b - a == max(1, a)) for a in starts))
        tally.equal(most[b], b.bit_length(), N=b)
    return tally.evidence()


def _all_paths(share: Q | int) -> Evidence:
    note = "the most updates over all paths, X <= 5, XA <= 5, T <= 8: at most K log2 T"
    tally = Tally("proved", note, step=True)
    for layers, A in shapes(most_states=5, most_actions=2):
        if sum(layers) * A <= 5:
            for T, most in enumerate(most_updates(layers, A, 8), 1):
                if T >= 2:
                    right = log2(T) * _factor(layers, A) * share
                    tally.leq(most, right, layers=list(layers), A=A, T=T)
    return tally.evidence()


def _attained() -> Evidence:
    """With T >= K visits the most triggers need all K pairs: a visit moved from a pair with N >= 2
    to an unvisited one loses at most one trigger and wins one. So concavity gives K log2(2T/K)."""
    tally = Tally("proved", "layers 1-K-1, A=1: K log2(2T/K), reached for K=2, T=2^k", step=True)
    for k in range(1, 11):
        tally.leq(2 * k, updates_of_path(2, 1 << k), K=2, T=1 << k, updates="played")
    for K in (2, 3, 5, 8):
        for count, (T, _, _) in enumerate(cheapest(K), 1):
            if T > 1000:
                break
            if T >= K:
                tally.leq(count, log2(2 * T, K) * K, K=K, T=T)
    return tally.evidence()
