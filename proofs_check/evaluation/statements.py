"""The statements that a run is evaluated on, in the order of the paper."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import import_module
from typing import Any

from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.ledger.registry import Form

Sides = Callable[..., Iterable[Line]]

TITLES = {
    "prop_1": ("Proposition 1", "Q is a polytope"),
    "prop_2": ("Proposition 2", "what q induces"),
    "prop_3": ("Proposition 3", "Q^P is a polytope"),
    "eq_08": ("(8)", "V(pi) = <q, r>"),
    "eq_09": ("(9)", "regret by occupancy measures"),
    "algorithm_1_line_12": ("Alg. 1 l. 12", "n_i <= max{1, N_i}"),
    "sec_4a_updates": ("XA log T", "number of updates"),
    "eq_10_rows": ("(10)", "rows of P_bar"),
    "lemma_01": ("Lemma 1", "Q^{P_i} is a polytope"),
    "lemma_02": ("Lemma 2", "P is in every confidence set"),
    "eq_14_mean": ("(14)", "mean rewards"),
    "eq_17_order": ("(17)", "order of the reward bounds"),
    "lemma_03": ("Lemma 3", "r is within its bounds"),
    "theorem_4": ("Theorem 4", "the regret"),
    "eq_19": ("(19)", "regret in four terms"),
    "theorem_4_bias_1": ("(19), Bias-I", "Bias-I <= 0"),
    "theorem_4_diff": ("(19), Diff", "Diff <= 0"),
    "lemma_04": ("Lemma 4", "key lemma"),
    "lemma_05": ("Lemma 5", "Error"),
    "lemma_06": ("Lemma 6", "Bias-II"),
    "lemma_07": ("Lemma 7", "from triples to pairs"),
    "lemma_08": ("Lemma 8", "pairs of a layer"),
    "eq_25": ("(25)", "triples by xi alone"),
    "eq_26": ("(26)", "xi <= 2 eps"),
    "lemma_09": ("Lemma 9", "sum of q xi"),
    "lemma_09_count": ("(27), term 1", "radii along the visits"),
    "lemma_09_azuma": ("(27), term 2", "its martingale"),
    "lemma_09_layers": ("(27), layers", "sum sqrt(X_h X_{h+1}) <= X"),
    "lemma_09_constant": ("(27), line 2", "12 LX sqrt(TA Lam)"),
    "eq_28": ("(28)", "Error by distances"),
    "lemma_10": ("Lemma 10", "Azuma-Hoeffding"),
    "eq_31": ("(31)", "Bias-II by bonuses"),
    "lemma_11": ("Lemma 11", "bonuses: expected minus visited"),
    "display_b1": ("App. B, display 1", "b_i written out"),
    "lemma_11_martingale": ("Lemma 11, Y_t", "|Y_t| <= 1"),
    "eq_33": ("(33)", "Azuma step of a layer"),
    "lemma_11_union": ("Lemma 11, end", "union over the layers"),
    "lemma_12": ("Lemma 12", "bonuses at the visited pairs"),
    "display_b2": ("App. B, display 2", "pigeonhole of a pair"),
    "display_b3": ("App. B, display 3", "pigeonhole of a layer"),
    "display_b3_total": ("App. B, totals", "visits of a layer"),
    "eq_35": ("(35)", "chain of Lemma 12"),
    "lemma_12_jensen": ("(35), line 5", "Jensen over the layers"),
    "lemma_12_constant": ("(35), line 6", "3 sqrt 2 <= 5"),
}


@dataclass(frozen=True, eq=False)
class Statement:
    """What one statement compares on a run.

    `sides`: its lines, in the form that holds; `printed_sides`: those of the printed form, if that
    is another. `on`: the statements whose events it needs (`printed_on`: the printed form);
    `event`: its own, of probability at least 1 - `costs` delta; `is_event`: it says only that
    `sides` have that probability. It claims 1 - `claims` delta, 0: on every path
    (`printed_claims`: the printed form, if it differs); `together`: the units of delta of all of
    `on`, where they are fewer than their sum. `requires`: the readings under which it is claimed.
    `trivial`: what no run can exceed. `false`: planted variants, words -> parameters of `sides` or
    `printed_sides`; `beyond`: those that no run of the suite could refute, and why.
    """

    name: str
    number: str
    title: str
    sides: Sides
    printed_sides: Sides | None = None
    event: Sides | None = None
    trivial: Callable[[EvaluatedRun], Any] | None = None
    on: tuple[str, ...] = ()
    printed_on: tuple[str, ...] = ()
    claims: int = 0
    printed_claims: int = 0
    costs: int = 0
    together: int | None = None
    requires: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    is_event: bool = False
    false: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    beyond: Mapping[str, str] = field(default_factory=dict)

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms that are evaluated."""
        return ("printed", "repaired") if self.printed_sides else ("printed",)

    def of_form(self, form: Form) -> Sides:
        """Return the sides of a form."""
        return self.printed_sides if form == "printed" and self.printed_sides else self.sides

    def events_of(self, form: Form) -> tuple[str, ...]:
        """Return the statements whose events a form needs."""
        printed = form == "printed" and self.printed_sides is not None
        return self.printed_on if printed and self.printed_on else self.on

    def form_of(self, variant: Mapping[str, Any]) -> Form:
        """Return the form whose sides have these parameters."""
        if self.printed_sides is None:
            return "printed"
        named = (set(inspect.signature(f).parameters) for f in (self.sides, self.printed_sides))
        first, second = (set(variant) <= names for names in named)
        return "printed" if second and not first else "repaired"

    def account(self, form: Form) -> dict[str, int]:
        """Return the events that a form needs, with the units of delta that each costs."""
        printed = form == "printed" and self.printed_sides is not None
        found = {self.name: self.costs} if self.costs and not (printed and self.printed_on) else {}
        if self.together is not None and not printed:
            return {" and ".join(self.on): self.together} | found
        known = statements()
        for name in self.events_of(form):
            found |= known[name].account("repaired" if known[name].printed_sides else "printed")
        return found


@cache
def statements() -> Mapping[str, Statement]:
    """Return every statement, by the name of its module, in the order of the paper."""
    known = {f.name for f in fields(Statement)} - {"name", "number", "title"}
    found = {}
    for name, (number, title) in TITLES.items():
        module = import_module(f"proofs_check.evaluation.sides.{name}")
        said = {key: value for key, value in vars(module).items() if key in known}
        found[name] = Statement(name, number, title, **said)
    return found
