"""`proofs-check explain`: at once from what the last audit found, and the same as found anew."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from proofs_check.audit import kept
from proofs_check.audit.kept import KeptPage, keep, last_audit
from proofs_check.commands.audited import pages_of
from proofs_check.ledger.findings import findings
from proofs_check.ledger.name_keys import name_key
from proofs_check.ledger.names import labels_of, names_of_pages, names_of_statements
from proofs_check.ledger.registry import REGISTRY, WRONG
from proofs_check.report.document import inlines
from proofs_check.report.folding import BEGIN, END, HINT, PLUS, SUMMARY, folded, unfolded
from proofs_check.report.pages.overview import READ_WITH
from proofs_check.report.pages.statement import explained
from proofs_check.report.pages.statements import statements
from proofs_check.report.terminal import for_terminal, in_words, spoken
from reference.support.console import number_of
from reference.support.errors import OK, USAGE
from reference.support.workers import digest
from tests.called import Command
from tests.paths import ROOT
from tests.report.test_one_answer import without_runs

ANEW, FROM = "Checked just now", "From the audit of "
GIVEN = "thm:main:delta"  # nothing to compare: it is checked in no time


@pytest.fixture(scope="module")
def pages() -> dict[str, KeptPage]:
    """The pages of an audit of all statements without runs."""
    return pages_of(without_runs())


@pytest.fixture
def all_kept(pages: dict[str, KeptPage]) -> None:
    """This audit is kept."""
    keep(pages)


def body(out: str) -> str:
    """All but the lines at the end, which say where it is from and what is folded."""
    return out.rpartition("\n\n")[0]


@pytest.mark.usefixtures("all_kept")
def test_every_statement_is_printed_as_an_audit_of_it_alone_prints_it(
    proofs_check: Command,
) -> None:
    for label in dict.fromkeys(label for label, _ in REGISTRY):
        status, out, err = proofs_check("explain", label, "--all")
        alone = without_runs(label)
        assert (status, err) == (alone.exit_status, ""), label
        assert body(out) == for_terminal(explained(alone)), label
        assert out.splitlines()[-1].startswith(FROM)


@pytest.mark.usefixtures("all_kept")
def test_what_a_browser_folds_is_folded_unless_asked_for(proofs_check: Command) -> None:
    """Three screens at most, and no line is lost: those with a sign stand for what is left out."""
    for label in dict.fromkeys(label for label, _ in REGISTRY):
        short, long = (proofs_check("explain", label, *more).out for more in ((), ("--all",)))
        assert not {SUMMARY, BEGIN, END} & {*short, *long} and PLUS not in long
        assert (PLUS in body(short)) == (HINT in short) == (body(short) != body(long)), label
        assert max(map(len, short.splitlines())) <= 80 and short.count("\n") <= 120, label
        rest = iter(body(long).splitlines())
        assert all(line.replace(PLUS, "") in rest for line in body(short).splitlines()), label


def test_folding() -> None:
    inner = folded(["inner"], ["deep"])
    text = "\n".join(["before", *folded(["outer", "  goes on"], ["  in", *inner]), "after"])
    assert unfolded(text, False).split("\n") == [
        "before",
        PLUS + "outer",
        "  goes on",
        "after",
    ]
    every = ["before", "outer", "  goes on", "  in", "inner", "deep", "after"]
    assert unfolded(text, True).split("\n") == every


@pytest.mark.usefixtures("all_kept")
def test_every_name_leads_to_what_it_names(proofs_check: Command) -> None:
    there, why = last_audit()
    assert there is not None and not why
    names = names_of_pages()
    assert names.keys() == names_of_statements().keys()
    for name, labels in names.items():
        if labels:
            assert there.pages_of(name) == [there.pages[label] for label in labels], name
    short, long = (proofs_check("explain", name) for name in ("lemma6", "Lemma 6"))
    assert short == long


@pytest.mark.usefixtures("all_kept")
def test_a_finding_is_printed_as_such_with_what_to_explain_next(proofs_check: Command) -> None:
    for f in findings():
        status, out, err = proofs_check("explain", f.name)
        said = " ".join(out.split())
        assert (status, err) == (OK, "") and out.startswith(f"{f.name}. "), f.name
        for words in (f.title, f.cause, f.by_hand, f.consequence):
            assert " ".join(in_words(inlines(words.rstrip("."))).split()) in said, (f.name, words)
        assert "Witness: " in out and "Correction:" in out and f.grade in said
        shown = [k for k, s in statements(without_runs(*f.places)).items() if not s.commented]
        next_ones = out.split("Where it shows")[1]
        names = [spoken(REGISTRY[label, "printed"].number) for label in shown]
        assert next_ones.count("proofs-check") == len(names), f.name
        assert all(f"{name}: " in next_ones for name in names), f.name
        rows = json.loads(proofs_check("explain", f.name, "--json", "--quiet").out)
        assert {row["label"] for row in rows} == set(f.places) and rows, f.name


def test_a_finding_is_found_anew_alone(proofs_check: Command) -> None:
    """Without pages of its statements, which are kept beside it."""
    _, out, err = proofs_check("explain", "E-11", "--workers", 1)
    assert "checking E-11 now" in err and out.startswith("E-11. ") and ANEW in out
    assert body(proofs_check("explain", "E-11").out) == body(out)


def test_without_a_name_every_name_is_listed(proofs_check: Command) -> None:
    status, out, err = proofs_check("explain")
    assert (status, err) == (OK, "")
    names = [
        line.strip().split(": ")[0] for line in out.splitlines() if re.match(r"  \S.*: ", line)
    ]
    assert {label for name in names for label in labels_of(name)} == {k for k, _ in REGISTRY}
    assert {f.name for f in findings()} <= set(names)
    rows = json.loads(proofs_check("explain", "--json").out)
    assert sorted(row["name"] for row in rows) == sorted(names)


def test_a_name_is_understood_as_a_terminal_prints_it() -> None:
    names = names_of_statements()
    for claim in REGISTRY.values():
        assert claim.label in names[name_key(spoken(claim.number))], claim.number


@pytest.mark.usefixtures("all_kept")
def test_what_needs_no_repair_is_not_repaired(proofs_check: Command) -> None:
    known = statements(without_runs())
    whole = {label: proofs_check("explain", label).out for label in known}
    broken = {label for label, s in known.items() if s.first.verdict in WRONG or s.claim.repair}
    for label, out in whole.items():
        assert not ("What repairs it?" in out and label not in broken), label
        assert not ("Repaired: " in out and label not in broken), label
        more = len(known[label].forms) > 1 and label not in broken
        assert ("What more is true?" in out) is more, label
    assert "What repairs it?" in whole["thm:main"]
    assert "What more is true?" in whole["lem:bias-term-1"]


@pytest.mark.usefixtures("all_kept")
def test_every_finding_that_concerns_a_statement_is_named_on_its_page(
    proofs_check: Command,
) -> None:
    """Its own, and those at what its printed proof uses; the slips that README names of the main
    theorem."""
    for label in dict.fromkeys(label for label, _ in REGISTRY):
        out = proofs_check("explain", label).out
        own = [f for f in findings() if label in f.places]
        assert all(f"Finding: {f.name} " in out for f in own), label
        used = {u for key, c in REGISTRY.items() if key == (label, "printed") for u in c.uses}
        for f in findings():
            if used & f.places.keys():
                assert re.search(rf"{f.name}\b", out), (label, f.name)
    assert all(name in proofs_check("explain", "thm:main").out for name in READ_WITH)


@pytest.mark.usefixtures("all_kept")
def test_planted_faults_are_counted_as_an_audit_counts_them(proofs_check: Command) -> None:
    for label in dict.fromkeys(label for label, _ in REGISTRY):
        forms = [claim for key, claim in REGISTRY.items() if key[0] == label]
        own, variants = (
            sum(len(c) for c in counted)
            for counted in ([claim.planted for claim in forms], [claim.variants for claim in forms])
        )
        said = f", {number_of(own + variants, 'planted fault')}"
        assert (said in proofs_check("explain", label).out) is (own + variants > 0), label
    few = proofs_check("audit", "--only", "Lemma 3", "--planted", "--workers", 1, "--quiet").out
    counted = re.search(r"(\d+) of \1 planted faults refuted", few)
    assert counted and f", {counted[1]} planted faults" in proofs_check("explain", "Lemma 3").out


def test_what_is_kept_is_what_was_found(proofs_check: Command) -> None:
    status, anew, err = proofs_check("explain", GIVEN, "--workers", 1)
    assert status == OK and f"no audit is kept: checking {GIVEN} now" in err and ANEW in anew
    status, again, err = proofs_check("explain", GIVEN)
    assert (status, err, body(again)) == (OK, "", body(anew)) and FROM in again
    status, third, err = proofs_check("explain", GIVEN, "--recheck", "--quiet")
    assert (status, err, body(third)) == (OK, "", body(anew)) and ANEW in third
    rows = json.loads(proofs_check("explain", GIVEN, "--json").out)
    assert rows == json.loads(proofs_check("audit", "--only", GIVEN, "--json", "--quiet").out)
    _, _, err = proofs_check("explain", "thm:main", "--json", "--workers", 1)
    assert "the last audit did not check thm:main: checking" in err


def test_an_audit_is_kept_with_its_planted_faults_left_out(proofs_check: Command) -> None:
    assert (
        proofs_check("audit", "--only", "(14)", "--planted", "--workers", 1, "--quiet").status == OK
    )
    status, out, err = proofs_check("explain", "(14)")
    assert (status, err) == (OK, "") and FROM in out and ": refuted" not in out


def test_marks_of_what_is_folded_are_the_only_controls() -> None:
    assert set(kept.MARKS) == {"\n", SUMMARY, BEGIN, END}
    page: dict[str, Any] = {"text": "", "ascii": "", "rows": [], "status": 0, "when": ""}
    KeptPage(**{**page, "text": kept.MARKS})
    for wrong in ({"text": "\x1b[2J"}, {"rows": 7}, {"status": True}, {"when": None}):
        with pytest.raises(TypeError):
            KeptPage(**{**page, **wrong})


@pytest.mark.usefixtures("all_kept")
@pytest.mark.parametrize(
    "content, why",
    [
        (None, "cannot be read"),
        (b"no JSON", "cannot be read"),
        (b"[]", "cannot be read"),
        (b'{"format": 1, "versions": {}, "names": {}, "pages": {"a": 1}}', "cannot"),
        (b'{"format": 0, "versions": {}, "names": {}, "pages": {}}', "the format"),
        (b'{"format": 1, "versions": {}, "names": {}, "pages": {}}', "another "),
    ],
    ids=["no gzip", "no JSON", "a list", "a page that is a number", "format 0", "other versions"],
)
def test_what_cannot_be_used_is_found_anew_and_says_why(
    content: bytes | None, why: str, proofs_check: Command
) -> None:
    kept.kept_file().write_bytes(b"no gzip" if content is None else gzip.compress(content))
    status, out, err = proofs_check("explain", GIVEN, "--workers", 1)
    assert status == OK and ANEW in out and why in err and "Traceback" not in err
    assert FROM in proofs_check("explain", GIVEN).out  # and kept


@pytest.mark.usefixtures("all_kept")
@pytest.mark.parametrize("changed", ["sources", "data", "gmpy2"])
def test_other_sources_data_or_libraries(
    changed: str, proofs_check: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = {**kept.found_with(), changed: "other"}
    monkeypatch.setattr(kept, "found_with", lambda: now)
    status, out, err = proofs_check("explain", GIVEN, "--workers", 1)
    assert status == OK and ANEW in out and f"other {changed} than this one" in err


def test_the_vectors_of_a_wheel_are_no_other_data(tmp_path: Path) -> None:
    """They lie in the package there, and among the tests in a clone; a run is data in both."""
    run = tmp_path / "proofs_check/sampled_runs/run.jsonl"
    run.parent.mkdir(parents=True)
    run.write_text("{}\n", encoding="utf-8")
    before = digest(tmp_path, kept.data(tmp_path))
    vectors = tmp_path / "proofs_check/vectors/data/lp1.jsonl"
    vectors.parent.mkdir(parents=True)
    vectors.write_text("{}\n", encoding="utf-8")
    assert digest(tmp_path, kept.data(tmp_path)) == before
    run.write_text("[]\n", encoding="utf-8")
    assert digest(tmp_path, kept.data(tmp_path)) != before


def test_another_page_of_a_finding_is_other_data(tmp_path: Path) -> None:
    page = tmp_path / "proofs_check/statements/findings/E-01.toml"
    page.parent.mkdir(parents=True)
    page.write_text("title = 'one'\n", encoding="utf-8")
    before = digest(tmp_path, kept.data(tmp_path))
    page.write_text("title = 'two'\n", encoding="utf-8")
    assert digest(tmp_path, kept.data(tmp_path)) != before


def test_a_cache_that_cannot_be_written_changes_no_answer(
    proofs_check: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("UCRL_LP_CACHE", str(tmp_path / "file" / "cache"))
    status, out, err = proofs_check("explain", GIVEN, "--workers", 1)
    assert status == OK and ANEW in out and "not kept for `proofs-check explain`: " in err
    assert proofs_check("explain", GIVEN, "--workers", 1, "--quiet").err == ""


def test_unknown_names_are_refused(proofs_check: Command) -> None:
    status, out, err = proofs_check("explain", "Lemma 66")
    assert (status, out) == (USAGE, "") and "did you mean Lemma 6" in err
    assert len(err.splitlines()) == 1


@pytest.mark.usefixtures("all_kept")
def test_explain_loads_nothing_that_takes_long() -> None:
    """Neither the ledger nor what it needs."""
    code = (
        "import sys, proofs_check.__main__ as m\n"
        "m.main(['explain', 'Lemma 6'])\n"
        "print({'sympy', 'numpy', 'flint', 'proofs_check.ledger.registry'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.splitlines()[-1] == "set()" and FROM in done.stdout
