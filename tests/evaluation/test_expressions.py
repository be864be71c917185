"""Expressions, claims and false variants: values against plain floats, what is derived of a bound,
and faults that a run refutes."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from proofs_check import statements
from proofs_check.arithmetic import Decision, Q, zipped
from proofs_check.arithmetic import sqrt as exact_sqrt
from proofs_check.fast.recording import read_blocks_into
from proofs_check.letters.balls import Balls
from proofs_check.letters.claim import Claim, compared_lines
from proofs_check.letters.compare import Compared, Comparing, Each
from proofs_check.letters.expressions import (
    Expression,
    at,
    at_least,
    at_most,
    least,
    log,
    log2,
    number,
    sqrt,
    sum_over_layers,
)
from proofs_check.letters.letters import ESTIMATED, PLAYED, UNIFORM, EpochData, Letters
from proofs_check.letters.quantities import (
    at_pairs,
    at_triples,
    in_all,
    in_layer,
    inner,
    norm,
    over_i,
    over_t,
    played,
    sum_over_layers_before,
    sum_over_next,
    sum_over_pairs,
    visited,
    written,
)
from proofs_check.letters.recorder import Recorder
from proofs_check.letters.run import Run, Total
from proofs_check.letters.symbols import (
    N3,
    A,
    L,
    Lam,
    N,
    N_end,
    P,
    P_bar,
    P_error,
    T,
    V,
    V_star,
    X,
    X_next,
    X_s,
    b,
    delta,
    eps,
    max1_N,
    n,
    per_next_root,
    per_root,
    per_visit,
    pi,
    q,
    q3,
    q_hat,
    q_hat3,
    q_star,
    r,
    r_bar,
    r_check,
    r_hat,
    regret,
    s,
    tolerance,
    unvisited,
    xi,
)
from proofs_check.letters.variants import (
    Change,
    constant,
    derived,
    false_variants,
    lower_T,
    scaled,
    swap,
    together,
    unconditional,
    under_change,
    without,
)
from reference.support.errors import PreconditionError
from tests.evaluation.runs import entry
from tests.twins.runs import sampled

statements.load()
RUN = "L3-A2"
ROOT = sqrt(T * L * X * A * Lam)


@dataclass
class Seen:
    """One run, read once: expressions have values, claims are compared."""

    name: str
    blocks: list[list[EpochData]] = field(default_factory=list)

    def __post_init__(self) -> None:
        run, heads = entry(self.name), []

        def begin(head: Any) -> Callable[[Any], None]:
            heads.append(head)
            return lambda epochs: self.blocks.append(list(epochs))

        recorder = Recorder(self.name, begin)
        read_blocks_into(io.BytesIO(run.trace), self.name, recorder, lambda t: None)
        self.ended, self.head, self.scale = recorder.end(), heads[0], Q(run.scale)

    def run(self) -> Run:
        return Run(self.head, self.name, self.scale)

    def over(self, run: Run, *folding: Any) -> None:
        for block in self.blocks:
            letters = run.fold(block)
            for line in folding:
                line.fold(letters)
        run.ended = self.ended

    def values(self, *of: Expression, layer: int | None = None) -> list[Any]:
        """Midpoints: numbers, or tables of all epochs."""
        run, values = self.run(), []
        sides = [expression.side(run, layer) for expression in of]
        self.over(run)
        letters = Letters(run, [e for block in self.blocks for e in block])
        for side in sides:
            value = side.table(letters) if isinstance(side, Each) else side
            value = value.value(False) if isinstance(value, Total) else value
            values.append(np.asarray(Balls.of(value).mid, float))
        return values

    def value(self, of: Expression, layer: int | None = None) -> Any:
        return self.values(of, layer=layer)[0]

    def compared(self, *claims: Claim) -> list[Compared]:
        run = self.run()
        lines = [Comparing(run, line) for line in compared_lines(claims, run)]
        self.over(run, *lines)
        return [line.result() for line in lines]

    def decision(self, *claims: Claim) -> Decision:
        return Decision.all(c.decision for c in self.compared(*claims))

    def refuted(self, claim: Claim, change: Change) -> bool:
        (changed,) = under_change([claim], change)
        return self.decision(changed) is Decision.FALSE


@cache
def seen(name: str = RUN) -> Seen:
    return Seen(name)


# ----------------------------------------------------------------------------- values


def flat(table: Any) -> list[float]:
    return [float(v) for (v,) in zipped(table)]


@cache
def plain() -> SimpleNamespace:
    """The constants of the run, and its tables as rows of floats."""
    run = sampled(RUN)
    Lam = float(run.Lam.enclose(64).lo)
    names = {"N": "N", "n": "n", "N3": "N3", "P_bar": "P_bar", "r_bar": "r_bar", "pi": "pi",
             "q": "q_xa",
             "q_hat": "q_hat_xa", "q3": "q", "q_hat3": "q_hat", "xi": "xi"}  # fmt: skip
    rows = {k: np.array([flat(getattr(e, v)) for e in run.epochs]) for k, v in names.items()}
    h = [k for k, X_h in enumerate(run.layers[:-1]) for _ in range(X_h * run.A)]
    next_ = np.array([run.layers[k + 1] for k in h])
    m = np.maximum(1, rows["N"])
    b_ = np.sqrt(2 * Lam / m)
    return SimpleNamespace(
        run=run, T=run.T, L=run.L, X=run.X, A=run.A, delta=float(run.delta), Lam=Lam, h=np.array(h),
        layers=run.layers, length=np.array([e.length for e in run.epochs]), max1_N=m, b=b_,
        eps=b_ * np.sqrt(next_), r_hat=np.minimum(1, rows["r_bar"] + b_),
        r_check=np.maximum(0, rows["r_bar"] - b_), V=np.array([float(e.V) for e in run.epochs]),
        r=np.array(flat(run.r)), q_star=np.array(flat(run.best.q_xa)), best=float(run.best.value),
        N_end=np.array(flat(run.N_end)), **rows,
    )  # fmt: skip


def close(value: Any, true: Any) -> bool:
    return bool(np.allclose(value, true, rtol=1e-9, atol=1e-9))


NUMBERS: dict[str, tuple[Expression, Callable[[Any], float]]] = {
    "5 sqrt(TLXA Lam)": (5 * ROOT, lambda v: 5 * math.sqrt(v.T * v.L * v.X * v.A * v.Lam)),
    "quotient": (T / (L + 1) - 2, lambda v: v.T / (v.L + 1) - 2),
    "of two numbers": (number(7) / 2, lambda v: 3.5),
    "logarithm": (
        sqrt(2 * T * log(L / delta)),
        lambda v: math.sqrt(2 * v.T * math.log(v.L / v.delta)),
    ),
    "to base 2": (X * A * log2(T), lambda v: v.X * v.A * math.log2(v.T)),
    "exact root": ((3 + 2 * exact_sqrt(2)) * L, lambda v: (3 + 2 * math.sqrt(2)) * v.L),
    "minus": (1 - L * X, lambda v: 1 - v.L * v.X),
    "absolute value": (abs(1 - L * X), lambda v: v.L * v.X - 1),
    "smaller": (
        least(L * T, 5 * ROOT),
        lambda v: min(v.L * v.T, 5 * math.sqrt(v.T * v.L * v.X * v.A * v.Lam)),
    ),
    "by layers": (
        sum_over_layers((L - s) * sqrt(X_s * X_next), short=1),
        lambda v: sum((v.L - k) * math.sqrt(v.layers[k] * v.layers[k + 1]) for k in range(v.L - 1)),
    ),
    "V(pi*)": (V_star, lambda v: v.best),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_that_of_plain_floats(name: str) -> None:
    expression, true = NUMBERS[name]
    assert expression.kind == "number"
    assert math.isclose(float(seen().value(expression)), true(plain()), rel_tol=1e-12)


TABLES: dict[str, tuple[Expression, Callable[[Any], Any]]] = {
    "N": (N, lambda v: v.N),
    "n": (n, lambda v: v.n),
    "N3": (N3, lambda v: v.N3),
    "max{1,N}": (max1_N, lambda v: v.max1_N),
    "unvisited": (unvisited, lambda v: v.N == 0),
    "1/max": (per_visit, lambda v: 1 / v.max1_N),
    "1/sqrt max": (per_root, lambda v: 1 / np.sqrt(v.max1_N)),
    "1/sqrt(N+1)": (per_next_root, lambda v: 1 / np.sqrt(v.N + 1)),
    "P_bar": (P_bar, lambda v: v.P_bar),
    "eps": (eps, lambda v: v.eps),
    "b": (b, lambda v: v.b),
    "r_bar": (r_bar, lambda v: v.r_bar),
    "r_hat": (r_hat, lambda v: v.r_hat),
    "r_check": (r_check, lambda v: v.r_check),
    "pi": (pi, lambda v: v.pi),
    "q": (q, lambda v: v.q),
    "q_hat": (q_hat, lambda v: v.q_hat),
    "xi, R-4": (xi(ESTIMATED), lambda v: v.xi),
    "V": (V, lambda v: v.V),
    "cut at 1": (at_most(1, Q(3, 2) * b), lambda v: np.minimum(1, 1.5 * v.b)),
    "at least 0": (at_least(0, r_bar - b), lambda v: v.r_check),
    "inner product": (inner(q, r_hat), lambda v: (v.q * v.r_hat).sum(1)),
    "l1 norm": (norm(q_hat3 - q3), lambda v: abs(v.q_hat3 - v.q3).sum(1)),
    "difference with r": (r_hat - r, lambda v: v.r_hat - v.r),
    "(L - s) xi": ((L - s) * xi(ESTIMATED), lambda v: (v.L - v.h) * v.xi),
    "sum over x'": (sum_over_next(q3), lambda v: v.q),
    "sum over pairs": (
        sum_over_pairs(b),
        lambda v: np.stack([v.b[:, v.h == k].sum(1) for k in range(v.L)], axis=1),
    ),
    "sum of layers before": (
        sum_over_layers_before(sum_over_pairs(b)),
        lambda v: np.stack([v.b[:, v.h < k].sum(1) for k in range(v.L)], axis=1),
    ),
    "layers as pairs": (
        at_pairs(sum_over_pairs(q)),
        lambda v: np.stack([v.q[:, v.h == k].sum(1) for k in v.h], axis=1),
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_that_of_plain_floats(name: str) -> None:
    expression, true = TABLES[name]
    assert expression.kind == "table"
    table, wanted = seen().value(expression), np.asarray(true(plain()), float)
    assert table.shape == wanted.shape and close(table, wanted)


TOTALS: dict[str, tuple[Expression, Callable[[Any], float]]] = {
    "visited": (visited(b), lambda v: (v.n * v.b).sum()),
    "played": (played(b), lambda v: (v.length[:, None] * v.q * v.b).sum()),
    "over t": (over_t(norm(q_hat3 - q3)), lambda v: (v.length * abs(v.q_hat3 - v.q3).sum(1)).sum()),
    "over i": (over_i(n * per_root), lambda v: (v.n / np.sqrt(v.max1_N)).sum()),
    "regret": (regret, lambda v: (v.length * (v.best - v.V)).sum()),
    "difference": (played(b) - visited(b), lambda v: ((v.length[:, None] * v.q - v.n) * v.b).sum()),
    "times": (2 * visited(b), lambda v: 2 * (v.n * v.b).sum()),
    "root": (sqrt(visited(b)), lambda v: math.sqrt((v.n * v.b).sum())),
    "in all": (in_all(N_end), lambda v: v.N_end.sum()),
    "Bias-I": (
        over_t(inner(q_star, r - r_hat)),
        lambda v: (v.length * ((v.r - v.r_hat) * v.q_star).sum(1)).sum(),
    ),
}


@pytest.mark.parametrize("name", TOTALS)
def test_a_total_is_that_of_plain_floats(name: str) -> None:
    expression, true = TOTALS[name]
    assert expression.kind == "total"
    assert math.isclose(float(seen().value(expression)), true(plain()), rel_tol=1e-8, abs_tol=1e-6)


def test_a_layer_has_its_own_value() -> None:
    v = plain()
    for k in range(v.L):
        at_k = v.h == k
        assert seen().value(X_s, layer=k) == v.layers[k]
        assert close(seen().value(visited(b, by="layer"), layer=k), (v.n * v.b)[:, at_k].sum())
        assert close(seen().value(in_layer(N_end), layer=k), v.T)


def test_a_bound_has_a_value_for_constants_that_are_of_no_run() -> None:
    size = SimpleNamespace(T=4, L=2, X=3, A=2, Lam=Q(1), layers=(1, 1, 1))
    assert float(at(5 * ROOT, size).enclose(64).lo) == pytest.approx(5 * math.sqrt(48))
    assert at(2 * L * X, size) == 12


def test_what_is_of_tables_has_no_value_without_epochs() -> None:
    for expression in (b, at_most(1, b), inner(q, r), sum_over_layers_before(sum_over_pairs(b))):
        with pytest.raises(PreconditionError):
            at(expression, SimpleNamespace())
    with pytest.raises(PreconditionError, match="a number or an expression"):
        number("T")


# ----------------------------------------------------------------------------- keys, replaced


def test_a_key_tells_expressions_apart() -> None:
    every = [
        T, L, N, N3, b, eps, xi(PLAYED), xi(ESTIMATED), xi(UNIFORM), sqrt(T), log(T),
        log2(T), 2 * b,
        b * 3, b + r, b - r, visited(b), visited(eps), played(b), over_t(b), over_i(b), number(2),
        number(exact_sqrt(2)), visited(b, by="layer"), at_most(1, b), at_least(1, b), at_most(2, b),
        inner(q, r), norm(q), norm(q_hat), sum_over_next(q3), sum_over_pairs(b), abs(b),
        T / L, L / T,
        sum_over_layers(X_s), sum_over_layers(X_s, short=1), at_triples(b), regret, N_end,
        sum_over_layers_before(sum_over_pairs(b)), sum_over_layers_before(sum_over_pairs(b), 1),
        in_layer(N_end), in_all(N_end), least(T, L),
    ]  # fmt: skip
    assert len({expression.key for expression in every}) == len(every)
    assert (5 * ROOT).key == (5 * sqrt(T * L * X * A * Lam)).key
    assert number(2).key == number(Q(2)).key == number(Q(4, 2)).key
    assert written("x", b, "another letter").key == b.key


def test_replaced_changes_every_place_and_nothing_else() -> None:
    bound = 12 * L * X * sqrt(T * A * Lam) + L * sqrt(2 * T * log(L / delta))
    other = bound.replaced({L.key: X})
    assert other.key == (12 * X * X * sqrt(T * A * Lam) + X * sqrt(2 * T * log(X / delta))).key
    assert bound.replaced({eps.key: b}) is bound
    assert bound.contains(log(L / delta)) and not other.contains(L) and not bound.contains(eps)
    for of in (
        visited(eps), played(eps, by="layer"), over_t(eps), over_i(eps), norm(eps), inner(q, eps),
        sum_over_pairs(eps), sum_over_layers_before(sum_over_pairs(eps), 1), at_most(2, eps),
        abs(eps),
        -eps, eps / 2, sqrt(eps), at_triples(eps), written(r"\ldots", 2 * eps, "cut"),
    ):  # fmt: skip
        assert not of.replaced({eps.key: b}).contains(eps) and of.contains(eps)
    kept = (
        visited(eps, by="layer"),
        sum_over_layers_before(sum_over_pairs(eps), 1),
        at_most(2, eps),
    )
    wanted = (visited(b, by="layer"), sum_over_layers_before(sum_over_pairs(b), 1), at_most(2, b))
    assert [of.replaced({eps.key: b}).key for of in kept] == [of.key for of in wanted]
    assert (
        written(r"\ldots", 2 * eps, "cut").replaced({eps.key: b}).tex() == "2b_i(x,a)"
    )  # no longer its own
    layered = sum_over_layers(sqrt(X_s * A), short=1).replaced({A.key: number(1)})
    assert layered.key == sum_over_layers(sqrt(X_s * number(1)), short=1).key


# ----------------------------------------------------------------------------- claims

LEMMA_12 = visited(b) <= 5 * ROOT


def test_a_claim_holds_or_fails_at_every_entry() -> None:
    v = plain()
    (comparison,) = seen().compared(b <= eps)
    assert comparison.decision is Decision.TRUE and comparison.comparisons == v.b.size
    (comparison,) = seen().compared(eps <= b)
    assert (
        comparison.decision is Decision.FALSE
        and {"epoch", "layer", "x", "a"} <= comparison.place.keys()
    )
    assert seen().decision(sum_over_next(q3) == q) is Decision.TRUE
    assert seen().decision(sum_over_next(q3) == q_hat) is Decision.FALSE
    assert (
        seen().decision(b >= eps) is Decision.FALSE and seen().decision(eps >= b) is Decision.TRUE
    )
    assert seen().decision(LEMMA_12) is Decision.TRUE


def test_given_compares_only_where_the_condition_holds() -> None:
    v = plain()
    (comparison,) = seen().compared((b <= 1).given(N >= 2 * Lam))
    assert comparison.decision is Decision.TRUE
    assert comparison.comparisons == (v.N >= 2 * v.Lam).sum() < v.N.size
    assert seen().decision(b <= 1) is Decision.FALSE
    (none,) = seen().compared((b <= 1).given(N <= -1))
    assert none.comparisons == 0 and none.decision is Decision.TRUE
    assert (b <= 1).given(N >= 1).events == ()


def test_in_epochs_with_needs_every_entry() -> None:
    v = plain()
    few = (v.N <= 100).all(1)
    assert few.any() and not few.all()
    (comparison,) = seen().compared((N <= 150).in_epochs_with(N <= 100))
    assert (
        comparison.decision is Decision.TRUE and comparison.comparisons == few.sum() * v.N.shape[1]
    )
    (entries,) = seen().compared((N <= 150).given(N <= 100))
    assert entries.comparisons == (v.N <= 100).sum() > comparison.comparisons
    (epochs,) = seen().compared((inner(q, r) <= L).in_epochs_with(N <= 100))
    assert epochs.comparisons == few.sum()


def test_a_condition_may_have_a_condition() -> None:
    v = plain()
    (comparison,) = seen().compared((b <= eps).given((N >= 1).given(N <= 5)))
    assert comparison.comparisons == ((v.N >= 1) & (v.N <= 5)).sum()


def test_in_each_layer_is_a_line_for_each() -> None:
    v = plain()
    claim = (visited(b, by="layer") <= 3 * sqrt(2 * Lam * T * X_s * A)).named("by layers")
    lines = seen().compared(claim.in_each_layer())
    assert [c.line.where for c in lines] == [f"layer {k}, by layers" for k in range(v.L)]
    assert all(c.decision is Decision.TRUE for c in lines)
    for k, c in enumerate(lines):
        assert close(float(c.left.lo), (v.n * v.b)[:, v.h == k].sum())
        assert close(float(c.right.lo), 3 * math.sqrt(2 * v.Lam * v.T * v.layers[k] * v.A))


def test_what_a_line_says_of_its_claim() -> None:
    run = seen().run()
    (line,) = LEMMA_12.named("x").step().decided_early().no_more_than(L * T).lines(run)
    assert (line.where, line.step, line.cheap, line.most, line.events) == (
        "x",
        True,
        True,
        plain().L * plain().T,
        None,
    )
    (line,) = LEMMA_12.on_events("lemma_02", "lemma_03").lines(run)
    assert line.events == ("lemma_02", "lemma_03")
    (line,) = LEMMA_12.on_events().lines(run)
    assert line.events == ()
    assert not [*LEMMA_12.where(A == 7).lines(run)]
    assert len([*LEMMA_12.where(A == plain().A).lines(run)]) == 1


# ----------------------------------------------------------------------------- variants


def words(claims: Iterable[Claim]) -> list[str]:
    return list(false_variants(claims, ()))


def test_the_variants_that_a_bound_has_by_its_form() -> None:
    assert words([LEMMA_12]) == [
        r"$\frac35$ of the right side", r"$\frac14$ of the right side", "without $L$",
        "without $X$",
        "without $A$", r"without $\Lambda$", r"$T^{1/4}$ for $\sqrt T$",
    ]  # fmt: skip
    martingale = over_t(V) <= L * sqrt(2 * T * log(1 / delta))
    assert words([martingale])[2:] == [
        "without $L$",
        r"$T^{1/4}$ for $\sqrt T$",
        r"without $\log(1/\delta)$",
    ]
    assert words([n <= max1_N])[2:] == [r"without $\max\{1,\cdot\}$"]
    radius = words([P_error <= eps])
    assert radius[2] == r"$b_i$ for $\epsilon_i$, without $X_{h+1}$" and radius[3].endswith(
        r"without $\Lambda$"
    )
    assert words([over_t(V) <= X * A * log2(T)])[2:] == [
        "without $X$",
        "without $A$",
        r"without $\log_2T$",
    ]


def test_what_has_no_derived_variant() -> None:
    for claim in (
        LEMMA_12.step(), regret == played(r), visited(b) <= tolerance * T, LEMMA_12.on_events(),
        (b <= eps).given(N >= 1),
    ):  # fmt: skip
        assert words([claim]) == []
    assert words([r_check <= 0]) == []  # no share of 0
    assert words([LEMMA_12, (visited(b) <= L * T).step()]) == words([LEMMA_12])
    assert "without $L$" not in words([LEMMA_12, visited(b) <= X * T])  # of the last bound only


def test_a_typed_variant_takes_the_place_of_a_derived_one_of_its_words() -> None:
    typed = constant(1, 5)
    mine = without(L, r"$\frac35$ of the right side")
    variants = false_variants([LEMMA_12], (typed, mine))
    assert variants[mine.words] is mine and next(iter(variants)) == typed.words == "1 for 5"
    assert derived(LEMMA_12) is not None and len(variants) == len(words([LEMMA_12])) + 1


def test_what_a_change_makes_of_a_claim() -> None:
    def right(change: Change) -> Any:
        (changed,) = under_change([LEMMA_12], change)
        return changed.right.key

    assert right(scaled(Q(3, 5))) == (Q(3, 5) * (5 * ROOT)).key
    assert right(constant(3, 5)) == (3 * ROOT).key
    assert right(without(L)) == (5 * sqrt(T * number(1) * X * A * Lam)).key
    assert right(lower_T()) == (5 * sqrt(sqrt(T) * L * X * A * Lam)).key
    assert (
        right(together("both", without(L), constant(3, 5)))
        == (3 * sqrt(T * number(1) * X * A * Lam)).key
    )
    left = swap(b, per_root, "another left side", left=True)
    (changed,) = under_change([LEMMA_12], left)
    assert changed.left.key == visited(per_root).key and changed.right is LEMMA_12.right


def test_a_change_is_of_the_claims_of_its_name_and_of_no_step() -> None:
    first, second = LEMMA_12.named("first"), LEMMA_12.named("second")
    assert [c.name for c in under_change([first, second], scaled(Q(1, 2), of="second"))] == [
        "second"
    ]
    assert not [*under_change([first.step()], scaled(Q(1, 2)))]
    assert not [*under_change([first], swap(eps, b, "changes nothing"))]
    assert not [*under_change([first], together("changes nothing", swap(eps, b, "")))]
    assert [*under_change([first, second], None)] == [first, second]


def test_unconditional_drops_condition_and_events() -> None:
    change = unconditional("everywhere")
    assert change.anywhere and not [*under_change([LEMMA_12], change)]
    for claim in ((b <= 1).given(N >= 2 * Lam), (b <= 1).in_epochs_with(N >= 2 * Lam)):
        (bare,) = under_change([claim], change)
        assert bare.condition is None and bare.events == () and not bare.everywhere
        assert seen().decision(claim) is Decision.TRUE and seen().refuted(claim, change)
    (bare,) = under_change([LEMMA_12.on_events("lemma_02")], change)
    assert bare.events == ()


# ----------------------------------------------------------------------------- planted faults

FAULTS: dict[str, tuple[Claim, Change]] = {
    "a swapped letter": (P_error <= 2 * eps, swap(eps, b * per_root, "b for eps")),
    "another measure": (inner(q_hat, r_hat) <= inner(q_hat, r_hat), swap(q_hat, q, "q for q_hat")),
    "true rewards": (inner(q, r_hat) <= inner(q, r_hat), swap(r_hat, r, "r for r_hat")),
    "a dropped maximum": (n <= max1_N, swap(max1_N, N, "without the maximum")),
    "the other triple": (sum_over_next(q3) <= q, swap(q, q_hat, "q_hat")),
    "a layer further": (eps * eps <= X_next * b * b + Q(1, 10**9), swap(X_next, X_s, "X_s")),
    "one layer less": (
        sum_over_layers_before(sum_over_pairs(b)) <= sum_over_layers_before(sum_over_pairs(b)),
        swap(
            sum_over_layers_before(sum_over_pairs(b)),
            sum_over_layers_before(sum_over_pairs(b), 1),
            "h-2",
        ),
    ),
    "the next visit": (per_root <= per_root, swap(per_root, per_next_root, "N_i + 1")),
    "along q, not the visits": (
        visited(max1_N) <= visited(max1_N),
        swap(visited(max1_N), Q(99, 100) * played(max1_N), "q"),
    ),
    "epochs, not episodes": (over_t(V) <= L * T, swap(L * T, over_i(V), "sum over i")),
    "a smaller constant": (LEMMA_12, constant(Q(5, 4), 5)),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_refuted(name: str) -> None:
    claim, change = FAULTS[name]
    assert seen().decision(claim) is Decision.TRUE
    assert seen().refuted(claim, change)


@pytest.mark.parametrize("letter", ["P_bar", "b", "r_hat", "q"])
def test_an_expression_of_another_letter_has_another_value(letter: str) -> None:
    """Planted: the comparison with plain floats would see it."""
    wrong = {"P_bar": P, "b": eps, "r_hat": r_bar, "q": q_hat}[letter]
    table, true = seen().value(wrong), np.asarray(TABLES[letter][1](plain()), float)
    assert not close(np.broadcast_to(table, true.shape), true)
