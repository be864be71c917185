"""GreedyGap.v: what the judge's check of an epoch finds for a greedy policy is within the slack
that is proved, and beyond it where the hypotheses fail."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path

from tests.fuzz.agreement import built
from tests.judge.test_trust import coq

E, WIDTH_EPS, WIDTH_R, A, LAYERS = 2**20, 5, 7, 2, (1, 3, 3, 1)
L = len(LAYERS) - 1
X = -(-WIDTH_EPS * L // 2)  # w L D <= 2 E x with D = E
SLACK = L * (WIDTH_R + 1 + X)

GREEDY = f"""Require Import ZArith Bool UCRLLP.judge.EpochCheck.
Require Import UCRLLP.judge.Greedy UCRLLP.judge.GreedyGap.
From mathcomp Require Import ssreflect ssrbool seq. Open Scope Z_scope.
Definition weigh (u : pair * bool) := let p := fst u in
  Pair (cN p) (cN3 p) (eLo p) (eHi p) (rLo p) (rHi p) (if snd u then 1 else 0) 0 [::].
Fixpoint plan (best : bool) (ls : seq layer) : seq layer :=
  if ls is l :: ls' then let next := plan best ls' in
    let: (ups, los) := snd (with_hints {E} next) in
    map (fun st => let us := uppers {E} ups los st in
      map weigh (zip st (map (fun u => Bool.eqb best (Z.eqb u (zmax us))) us))) l :: next
  else [::].
Definition judged best ls := let p := plan best ls in
  (sound_layers {E} {E} {WIDTH_EPS} {WIDTH_R} {A}%nat p, greedy_layers {E} 0 p,
   gap_of {E} {A}%nat p).
"""


def pair(n: int, draw: random.Random, unseen_radius: int = E) -> str:
    """A pair with n next states: counts, radius and reward, each known up to its width."""
    counts = [draw.choice((0, 0, 1, 2, 5)) for _ in range(n)] if draw.random() < 0.8 else [0] * n
    N = sum(counts)
    eps = draw.randrange(3 * E) if N else unseen_radius + draw.randrange(E if unseen_radius else 9)
    reward = draw.randrange(E - WIDTH_R)
    high = (eps + draw.randint(0, WIDTH_EPS), reward + draw.randint(0, WIDTH_R))
    seen = "; ".join(map(str, counts))
    return f"Pair {N} [:: {seen}] {eps} {high[0]} {reward} {high[1]} 0 0 [::]"


def epoch(draw: random.Random, **radius: int) -> str:
    """The layers of an epoch, as Coq reads them."""

    def listed(of: list[str]) -> str:
        return "[:: " + "; ".join(of) + "]"

    return listed(
        [
            listed([listed([pair(m, draw, **radius) for _ in range(A)]) for _ in range(n)])
            for n, m in pairwise(LAYERS)
        ]
    )


def judged(best: bool, epochs: list[str], folder: Path) -> list[tuple[bool, bool, int | None]]:
    """Whether the enclosures are narrow, whether the policy is greedy, and the gap, or None."""
    lines = [f"Eval vm_compute in judged {str(best).lower()} {text}." for text in epochs]
    answers = re.findall(
        r"= \((true|false), (true|false),\s*(None|Some \(?-?\d+\)?)\)",
        coq(GREEDY + "\n".join(lines), folder),
    )
    assert len(answers) == len(epochs)
    gaps = [None if gap == "None" else int(gap.strip("Some ()")) for _, _, gap in answers]
    return [(u == "true", v == "true", gap) for (u, v, _), gap in zip(answers, gaps, strict=True)]


@built
def test_the_gap_of_a_greedy_policy_is_within_the_slack(tmp_path: Path) -> None:
    """greedy_gap, on a hundred random epochs: hypotheses and bound hold."""
    draw = random.Random(0)
    answers = judged(True, [epoch(draw) for _ in range(100)], tmp_path)
    for sound, greedy, gap in answers:
        assert sound
        assert greedy
        assert gap is not None
        assert 0 <= gap <= SLACK


@built
def test_the_other_action_is_not_greedy_and_its_gap_is_beyond_the_slack(tmp_path: Path) -> None:
    """Planted: the policy takes what is not best."""
    draw = random.Random(1)
    answers = judged(False, [epoch(draw) for _ in range(20)], tmp_path)
    assert not any(greedy for _, greedy, _ in answers)
    assert all(gap is not None and gap > SLACK for _, _, gap in answers)


@built
def test_a_pair_without_visits_needs_a_radius_of_at_least_one(tmp_path: Path) -> None:
    """Planted: eps below 1 where N(x,a) = 0. The row of the hint is not in the ball."""
    draw = random.Random(2)
    answers = judged(True, [epoch(draw, unseen_radius=0) for _ in range(20)], tmp_path)
    assert all(not sound and gap is None for sound, _, gap in answers)
