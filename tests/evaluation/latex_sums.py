r"""Sums as their LaTeX says them, added up term by term on a run: what typed LaTeX stands for.

It reads sums over t, h, s, pairs, actions and states, products and differences of letters with
their arguments, \mathbb{I}^{(t)}, absolute values and l1 norms. The letters' tables are given; what
is summed, and how often, is read from the LaTeX alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Env = dict[str, Any]
Value = Callable[[Env], float]
LETTER = re.compile(r"(\\(?:hat|bar) ?)?(\\xi|\\epsilon|[qNPb])(?:_(i|\{i\(t\)\}))?\(([^()]*)\)")
VISIT = re.compile(r"\\mathbb\{I\}\^\{\(t\)\}\\\{\((x_[sh]),(a_[sh])\)\\\}")
SUM = re.compile(r"\\sum_(\{[^{}]*\}|a)(?:\^(T|L|\{h-1\}))?")
OPEN = {"(": ")", r"\lvert": r"\rvert", "|": "|", r"\lVert": r"\rVert_1"}


@dataclass
class Played:
    """Run as a sum sees it: layers, actions, the epoch of each episode and its path, and the tables
    of letters by name and number of arguments, a row for each epoch."""

    layers: Sequence[int]
    A: int
    epochs: Sequence[int]
    paths: Sequence[Sequence[tuple[int, int]]]
    tables: Mapping[tuple[str, int], Any]
    pairs: dict[tuple[int, int, int], int] = field(default_factory=dict)
    triples: dict[tuple[int, int, int, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for s in range(self.L):
            for x, a in self.of_layer(s):
                self.pairs[s, x, a] = len(self.pairs)
                for y in range(self.layers[s + 1]):
                    self.triples[s, x, a, y] = len(self.triples)

    @property
    def L(self) -> int:
        """Steps of an episode."""
        return len(self.layers) - 1

    def of_layer(self, s: int) -> list[tuple[int, int]]:
        """Return the pairs of a layer; none of x_L."""
        states = range(self.layers[s]) if s < self.L else ()
        return [(x, a) for x in states for a in range(self.A)]


class Reader:
    """Reads LaTeX into a function of what is bound: `i`, and where they are free `h`, or the state
    x of layer k, a."""

    def __init__(self, tex: str, run: Played) -> None:
        self.text, self.at, self.run = tex.replace(r"\,", "").replace("\n", ""), 0, run
        self.value = self.sum_("")
        assert self.at == len(self.text), self.text[self.at :]

    def after(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read a pattern, if it stands here."""
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found

    def starts(self, word: str) -> bool:
        """Read a word, if it stands here."""
        here = bool(word) and self.text.startswith(word, self.at)
        self.at += len(word) * here
        return here

    def sum_(self, end: str) -> Value:
        """Read terms up to a closing bracket, which is not read."""
        sign = -1 if self.starts("-") else 1
        terms = [(sign, self.term(end))]
        while self.at < len(self.text) and not (end and self.text.startswith(end, self.at)):
            sign = 1 if self.starts("+") else -1
            assert sign == 1 or self.starts("-"), self.text[self.at :]
            terms.append((sign, self.term(end)))
        return lambda env: sum(sign * term(env) for sign, term in terms)

    def term(self, end: str) -> Value:
        """Read a product: what stands after a sum is summed."""
        factors: list[Value] = []
        while self.at < len(self.text) and self.text[self.at] not in "+-":
            if end and self.text.startswith(end, self.at):
                break
            if found := self.after(SUM):
                over, body = found.groups(), self.term(end)
                factors.append(self.summed(over[0].strip("{}"), over[1], body))
                break
            factors.append(self.factor())
        assert factors, self.text[self.at :]

        def product(env: Env) -> float:
            value = 1.0
            for factor in factors:
                value *= factor(env)
                if value == 0:
                    break
            return value

        return product

    def factor(self) -> Value:
        """Read a number, a letter, or what stands in brackets."""
        for opening, closing in OPEN.items():
            if self.starts(opening):
                self.starts(" ")
                inner = self.sum_(closing)
                assert self.starts(closing)
                if opening == "(":
                    return inner
                if closing == r"\rVert_1":
                    return lambda env: sum(abs(inner(e)) for e in self.next_states(env, "dot"))
                return lambda env: abs(inner(env))
        if found := self.after(VISIT):
            x, a = found.groups()
            layer = x[-1]
            return lambda env: float(self.run.paths[env["t"]][env[layer]] == (env[x], env[a]))
        if found := self.after(re.compile(r"\d+")):
            number = float(found[0])
            return lambda env: number
        found = self.after(LETTER)
        assert found, self.text[self.at :]
        name = f"{found[1].strip()} {found[2]}" if found[1] else found[2]
        return self.letter(name, found[3] or "", found[4])

    def letter(self, name: str, index: str, arguments: str) -> Value:
        """Return the entry of a letter's table."""
        name = "P_i" if name == "P" and index else name
        parts = arguments.replace(r"\cdot|x,a", r"x,a,\cdot").split(",")
        table = self.run.tables[name, len(parts)]

        def entry(env: Env) -> float:
            k = env[parts[0][-1]] if "_" in parts[0] else env["k"] - (parts[0] == "y")
            of = [env["dot" if p == r"\cdot" else p] for p in parts]
            at = (k, *of)
            number = self.run.triples[at] if len(parts) == 3 else self.run.pairs[at]
            return float(table[env["i"]][number])

        return entry

    def next_states(self, env: Env, name: str) -> Iterator[Env]:
        """Yield what is bound with each state of the next layer, too."""
        for y in range(self.run.layers[env["k"] + 1]):
            yield env | {name: y}

    def summed(self, over: str, end: str | None, body: Value) -> Value:
        """Return a sum; `over`: what stands under it, `end` above it."""

        def bound(env: Env) -> Iterator[Env]:
            run = self.run
            if (over, end) == ("t=1", "T"):
                yield from (env | {"t": t, "i": i} for t, i in enumerate(run.epochs))
            elif (over, end) == ("h=1", "L"):
                yield from (env | {"h": h} for h in range(1, run.L + 1))
            elif (over, end) == ("s=0", "{h-1}"):
                yield from (env | {"s": s} for s in range(env["h"]))
            elif over == "h<L":
                yield from (env | {"h": h} for h in range(run.L))
            elif over in ("x_s,a_s", "x_h,a_h"):
                here = over[2]
                yield from (
                    env | {f"x_{here}": u, f"a_{here}": v} for u, v in run.of_layer(env[here])
                )
            elif over == "y,a":
                yield from (env | {"y": u, "a": v} for u, v in run.of_layer(env["k"] - 1))
            elif over in ("a", "a,x'"):
                for action in range(run.A):
                    acts = env | {"a": action}
                    yield from self.next_states(acts, "x'") if "x'" in over else (acts,)
            else:
                assert over == "x'", over
                yield from self.next_states(env, "x'")

        return lambda env: sum(body(e) for e in bound(env))
