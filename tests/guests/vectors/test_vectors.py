"""The guests' vectors: their bytes, their lint, a second computation; the score card can say no."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from proofs_check.conformance.rules import guests_rules
from proofs_check.guests.vectors.kinds import DATA, KINDS
from proofs_check.vectors import reader
from proofs_check.vectors.reader import OF_UCRL_LP, read_vectors, release
from proofs_check.vectors.score import score
from reference.support.errors import OK
from tests.called import Command
from tests.guests.vectors.consumer import ANSWERS
from tests.guests.vectors.make import FLAGS
from tests.paths import ROOT
from tests.vectors import make
from tests.vectors.consumer import answer
from tests.vectors.test_vectors import (
    Spoiled,
    is_linted,
    is_made_again,
    is_wrong,
    lines_of,
)

CASES = read_vectors(DATA)
CONSUMER = f"'{sys.executable}' -m tests.guests.vectors.consumer"


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_regeneration_gives_the_same_bytes(hash_seed: str, tmp_path: Path) -> None:
    is_made_again("tests.guests.vectors.make", DATA, tmp_path, hash_seed)


def test_the_release_is_what_both_have() -> None:
    every = release()
    assert {*OF_UCRL_LP, *KINDS} == set(reader.KINDS) == {case.kind for case in every}
    assert every == [*read_vectors(reader.folder()), *CASES] and 150 <= len(every) <= 450


@pytest.mark.parametrize("kind", KINDS)
def test_schema(kind: str) -> None:
    schema = Draft202012Validator(json.loads((DATA / "schema.json").read_text("ascii")))
    for line in lines_of(DATA, KINDS)[kind]:
        schema.validate(line)


def test_lint() -> None:
    used = {flag for case in CASES for flag in case.flags}
    assert set(FLAGS) - set(make.FLAGS) <= used <= set(FLAGS), "a flag without a case, or a note"
    is_linted(DATA, KINDS, FLAGS, lambda kind: guests_rules("rules on flat states"))


def test_the_example_consumer_has_everything_right() -> None:
    card = score(lambda question: answer(question, ANSWERS), release())
    assert not card.failures, card.report()
    assert sum(card.right.values()) == len(release())


SPOILED: dict[str, Spoiled] = {
    "a bound": ("upper_occupancy", lambda o: o.update(u=o["u"] * (1 - 1e-6)), "u"),
    "a row": ("water_filling", lambda o: o["p"].__setitem__(0, o["p"][0] - 1e-6), "p[0]"),
    "a step": (
        "kl_step",
        lambda o: o["q"][0][0][0].__setitem__(0, o["q"][0][0][0][0] + 1e-4),
        "q[0][0][0][0]",
    ),
    "a least value": ("kl_step", lambda o: o.update(value=o["value"] + 1e-5), "value"),
    "reward for loss": ("hedge_step", lambda o: o["q"].reverse(), "q[0]"),
    "7 for 7/2": ("ucrl2_radii", lambda o: o.update(d_r=o["d_r"] * 2**0.5), "d_r"),
    "an inner maximum": ("inner_maximum", lambda o: o.update(value=o["value"] - 1e-6), "value"),
    "a bonus": ("ucbvi_bonus", lambda o: o.update(b=o["b"] * (1 + 1e-6)), "b"),
    "swapped weights": ("ucb_update", lambda o: o.update(alpha=1 - o["alpha"]), "alpha"),
    "an update": ("ucb_update", lambda o: o.update(Q=o["Q"] + 1e-6), "Q"),
    "a flat verdict": ("flat_trace", lambda o: o.update(verdict="conforms"), "verdict"),
}


@pytest.mark.parametrize("name", SPOILED)
def test_a_wrong_answer_is_wrong(name: str) -> None:
    is_wrong(SPOILED[name], CASES, ANSWERS)


def test_command_line(proofs_check: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for words in ((), ("--folder", DATA), ("--folder", DATA / "hedge_step.jsonl")):
        status, out, _ = proofs_check(
            "vectors", "--against", CONSUMER, "--kind", "hedge_step", "--json", *words
        )
        assert status == OK and json.loads(out)["right"]["hedge_step"] == 6
