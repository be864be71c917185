"""The core without the guests, a slice of it: a copy without their rooms starts, audits, runs,
checks, simulates Figure 1, and names what is not installed. test_core_alone.py installs it and runs
all of its tests."""

from __future__ import annotations

import json
import sys
import tomllib
from typing import Any

import pytest

from reference.support.errors import OK, USAGE
from reference.support.guests import NOT_HERE
from tests.guests.without import contracts_of_the_core, copy_of_the_core, ended
from tests.paths import ROOT

# In one process: what is asked, and what each command ended with and printed.
RUNS = r"""
import contextlib, importlib, io, json, sys
from pathlib import Path

from proofs_check.__main__ import main as proofs_check
from reference.__main__ import main as ucrl_lp

clone = Path(sys.argv[1])
for package in ("reference", "proofs_check"):
    for path in sorted((clone / package).rglob("*.py")):
        name = ".".join(path.relative_to(clone).with_suffix("").parts)
        if not name.endswith(("__main__", "pytest_plugin", "hypothesis_strategies", "strategies")):
            importlib.import_module(name.removesuffix(".__init__"))
assert Path(sys.modules["reference"].__file__).is_relative_to(clone)
loaded = {name for name in sys.modules if ".guests" in name}
assert loaded == {"reference.support.guests"}, loaded

ended = []
for program, words in json.loads(sys.argv[2]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = {"ucrl-lp": ucrl_lp, "proofs-check": proofs_check}[program](words.split("|"))
        except SystemExit as e:
            status = int(e.code or 0)
    ended.append((status, out.getvalue(), err.getvalue()))
json.dump(ended, sys.stdout)
"""
FIGURE_1 = "simulate|figure1|--smoke|--no-plot|--quiet|--workers|1|--out|f"
PLAYED = "run|--env|riverswim|--horizon|3|--T|60|--out|r.jsonl|--quiet"
AUDITED = "audit|--json|--quiet|--only|"
ASKED = [
    ("ucrl-lp", "--help"), ("proofs-check", "--help"), ("proofs-check", f"{AUDITED}Sec. I-A, OMD"),
    ("proofs-check", f"{AUDITED}eq. (10)"),
    ("ucrl-lp", PLAYED), ("proofs-check", "trace|r.jsonl"),
    ("proofs-check", "explain|rules"), ("proofs-check", "lemmas|r.jsonl"),
    ("ucrl-lp", FIGURE_1),
    ("ucrl-lp", "run|--env|tiny|--T|5|--algorithm|fpop"),
    ("ucrl-lp", "simulate|compare|--smoke"),
    ("proofs-check", "trace|flat.jsonl"),
    ("proofs-check", "kit|--algorithm|ucrl2|--against|true"),
]  # fmt: skip
REFUSED = 4  # the last of these are about guests


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """Status, standard output, standard error of every command."""
    folder = tmp_path_factory.mktemp("slice")
    clone = copy_of_the_core(folder / "clone")
    (clone / "flat.jsonl").write_text('{"record": "header", "algorithm": "UCRL2"}\n', "utf-8")
    words = (sys.executable, "-c", RUNS, str(clone), json.dumps(ASKED))
    answers: list[Any] = json.loads(ended(words, clone).stdout)
    assert len(answers) == len(ASKED)
    return answers


def test_the_core_starts_runs_checks_and_simulates(said: list[Any]) -> None:
    for (_, words), (status, out, err) in zip(ASKED[:-REFUSED], said, strict=False):
        assert status == OK and out and "Traceback" not in err, (words, err)
    by_words = {words: out for (_, words), (_, out, _) in zip(ASKED, said, strict=True)}
    assert "UCRL2 (chain)" in by_words[FIGURE_1] and "conforms" in by_words["trace|r.jsonl"]


def test_a_statement_about_guests_says_so_and_keeps_its_proof(said: list[Any]) -> None:
    of_mirror_descent, other = (json.loads(said[k][1]) for k in (2, 3))
    assert of_mirror_descent and {row["number"] for row in of_mirror_descent} == {"Sec. I-A, OMD"}
    for row in (*of_mirror_descent, *other):
        assert row["verdict"] == row["expected"]
        absent = [e for e in row["evidence"] if NOT_HERE in e["note"]]
        assert bool(absent) == (row in of_mirror_descent)
        assert all(e["verdict"] == "VACUOUS" for e in absent)
        assert not absent or row["derived_status"] == "machine-checked"


def test_what_is_not_installed_is_named(said: list[Any]) -> None:
    for (_, words), (status, _, err) in list(zip(ASKED, said, strict=True))[-REFUSED:]:
        assert status == USAGE and NOT_HERE in err and "Traceback" not in err, (words, err)


def test_the_contracts_of_the_core_name_no_guest() -> None:
    whole = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    part = contracts_of_the_core(whole)
    settings, all_of_it = tomllib.loads(part), tomllib.loads(whole)
    contracts = settings["tool"]["importlinter"].pop("contracts")
    every = all_of_it["tool"]["importlinter"].pop("contracts")
    assert settings == all_of_it and 0 < len(contracts) < len(every)
    assert "guests" not in json.dumps(contracts) and "guests" in json.dumps(every)
