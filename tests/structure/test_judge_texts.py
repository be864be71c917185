"""The text of TRUST.md, of the judge's sources and of the tables beside them agree."""

from __future__ import annotations

import re

import pytest

from proofs_check.commands.judge import JUDGE
from reference.trace.records import PAIR_KEYS, STATE_KEYS, TRIPLE_KEYS
from tests.fuzz.agreement import HERE as FUZZ
from tests.fuzz.agreement import LESS, MORE
from tests.mutation import reader
from tests.mutation.removals import REMOVALS, TABLE, table

COQ = JUDGE.parent
PAGE = (COQ / "TRUST.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["json.ml", "explain.ml", "program.ml", "main.ml", "batch.ml"])
def test_line_counts(name: str) -> None:
    folder = FUZZ if name == "batch.ml" else COQ
    lines = (folder / name).read_text(encoding="utf-8").count("\n")
    assert re.search(rf"`{re.escape(name)}`[^|]*\| {lines} \|", PAGE), lines
    assert "unsafe" not in (folder / name).read_text(encoding="utf-8")


def test_the_specification_is_as_long_as_the_page_says() -> None:
    files = [COQ / "JsonGrammar.v", COQ / "Meaning.v"]
    lines = sum(file.read_text(encoding="utf-8").count("\n") for file in files)
    assert f"which are the specification to be read by people: {lines} lines" in " ".join(
        PAGE.split()
    )


@pytest.mark.parametrize(
    "file, pattern",
    [
        ("explain.ml", r'"record"; "i"; "t" \]\s+\[ (.+?) \]'),
        ("Meaning.v", r'epoch_keys := keys \["record"; "i"; "t"; (.+?)\]'),
    ],
)
def test_the_reader_knows_every_key_of_an_epoch(file: str, pattern: str) -> None:
    optional = re.search(pattern, (COQ / file).read_text(encoding="utf-8"), re.S)
    assert optional is not None
    keys = {*PAIR_KEYS, *TRIPLE_KEYS, *STATE_KEYS, "value", "Lam"}
    assert set(re.findall(r'"(\w+)"', optional[1])) == keys


def test_where_it_covers_less_is_listed_by_rule() -> None:
    part = PAGE.split("\n## Where it differs", 1)[1].split("\n## ", 1)[0]
    listed = set(re.findall(r"`([\w-]+)`", " ".join(re.findall(r"^\| (.+?) \|", part, re.M))))
    assert listed == LESS.keys() | MORE.keys()


def test_the_table_of_removals_is_about_these_checks() -> None:
    rows = re.findall(r"^\| (.+?) \| (\w+) \|", TABLE.read_text(encoding="utf-8"), re.M)
    assert [name for name, _ in rows] == [name for name, *_ in REMOVALS]
    assert {verdict for _, verdict in rows} == {"yes", "no"}
    assert table({name: verdict == "yes" for name, verdict in rows}) == TABLE.read_text()


def test_the_table_of_planted_faults_is_about_this_reader() -> None:
    rows = re.findall(r"^\| (.+?) \| (yes|no) \|", reader.TABLE.read_text("utf-8"), re.M)
    assert [name for name, _ in rows] == [name for name, *_ in reader.FAULTS]
    assert reader.table({name: seen == "yes" for name, seen in rows}) == reader.TABLE.read_text(
        "utf-8"
    )
    for name, files, old, _ in reader.FAULTS:
        assert (COQ / f"{files[0]}.v").read_text(encoding="utf-8").count(old) == 1, name
