"""The frozen record: some of its runs again, and what the comparison sees."""

from __future__ import annotations

import pytest

from tests.frozen import record
from tests.frozen.__main__ import main
from tests.frozen.number import Number

# Short runs without GLOP, so that no version of a solver shows; the tool takes all of them.
RUNS = ("ties-last", "shrunk-r", "foreign-rational", "foreign-pi-only", "u-always")


def test_these_runs_are_again_what_was_frozen(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--runs", *RUNS, "--quiet"]) == 0
    assert capsys.readouterr().out == ""


def test_an_unknown_run_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--runs", "no-such-run"]) == 4
    assert capsys.readouterr().err == "no run is called no-such-run\n"


@pytest.mark.parametrize("name", record.TABLE)
def test_a_table_is_read_as_it_was_written(name: str) -> None:
    rows = record.committed(name)
    today = [*record.as_today(name, rows)]
    text = (record.DATA / f"{name}.tsv").read_text(encoding="utf-8")
    assert len(rows) > 50
    assert record.text_of(name, rows) == text
    assert record.differences(name, rows, today) == []


@pytest.mark.parametrize("name", record.TABLE)
def test_what_is_missing_changed_or_new_is_seen(name: str) -> None:
    columns = record.TABLE[name]
    rows = [*record.keyed(name, record.as_today(name, record.committed(name)))]
    (lost,) = record.differences(name, rows, rows[:-1])
    assert (lost.kind, lost.where, lost.told) == ("missing", rows[-1][: len(columns.key)], False)
    (new,) = record.differences(name, rows[:-1], rows)
    assert (new.kind, new.told) == ("new", True)
    for k, column in enumerate(columns.all[len(columns.key) :], start=len(columns.key)):
        other = "7654.321" if column in columns.numbers else "something else"
        changed = (*rows[0][:k], other, *rows[0][k + 1 :])
        (difference,) = record.differences(name, rows, [changed, *rows[1:]])
        assert difference.told == (column in columns.told), column
        assert difference.what == (f"{column}: {rows[0][k] or 'none'} -> {other}",)


def test_a_number_is_compared_to_12_digits_and_its_error() -> None:
    assert Number(1 / 3).agrees(Number(1 / 3 + 1e-13))
    assert not Number(1 / 3).agrees(Number(1 / 3 + 1e-11))
    assert Number(1.0, 1e-3).agrees(Number(1.001))
    assert not Number(1.0, 1e-4).agrees(Number(1.001))
    for number in (Number(1 / 3), Number(2.0, 1e-3), Number(0.0), Number(1e-17, 1e-16)):
        assert Number.read(str(number)).agrees(number)
        assert str(Number.read(str(number))) == str(number)


def test_another_entry_that_is_as_near_to_failing_is_only_told() -> None:
    columns = record.TABLE["sides"].all
    rows = record.committed("sides")
    k = next(
        k
        for k, row in enumerate(rows)
        if row[columns.index("relation")] == "<="
        and Number.read(row[columns.index("left")]).mid > 0
        and row[columns.index("place")]
    )  # fmt: skip
    row = dict(zip(columns, rows[k], strict=True))

    def changed(**fields: str) -> list[record.Difference]:
        other = tuple((row | fields).values())
        return record.differences("sides", rows, [*rows[:k], other, *rows[k + 1 :]])

    twice = {side: str(Number(2 * Number.read(row[side]).mid)) for side in ("left", "right")}
    (told,) = changed(place="epoch=99", **twice)
    assert told.told and len(told.what) == 3
    assert record.weight(changed(**twice)) == 1
    assert record.weight(changed(place="epoch=99", left=twice["left"])) == 1


def test_every_false_variant_is_refuted_or_says_why_not() -> None:
    for statement, words, _, refuted_by, beyond in record.committed("variants"):
        assert bool(refuted_by) != bool(beyond), (statement, words)
    verdicts = {row[3] for row in record.committed("faults")}
    assert verdicts == {"FAILS"}
    assert {row[2] for row in record.committed("claims")} >= {"HOLDS", "FAILS"}
