"""The library stands alone: what it requires, what it is a package of, what its page and its
example say; and no lemma of the development is there for nothing."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from proofs_check import statements
from proofs_check.machine_checked import record
from proofs_check.machine_checked.claims import theorems_of_claims
from proofs_check.machine_checked.derived import derived_claims
from proofs_check.machine_checked.source_text import without_comments
from proofs_check.machine_checked.vernacular import LIBRARIES
from tests.machine_checked.conftest import needs_coq, ran

LIBRARY = record.COQ / "library"
REQUIRED = re.compile(r"(?:From\s+([\w.]+)\s+)?Require(?:\s+Import|\s+Export)?\s+([\w.\s]+?)\.\s")
KINDS = "Theorem|Lemma|Corollary|Proposition|Example|Definition|Fixpoint"
OTHERS = (
    "Section|End|Variable|Hypothes|Context|Let|Notation|Local|Reserved|Canonical|Global|Arguments|"
    "Implicit|Unset|Set|Existing|Scheme|Combined|Import|Module|Require|From|Add|Coercion|Open|"
    "Opaque|Ltac|Inductive|Record|Hint|#"
)
SENTENCE = re.compile(rf"^\s*(?:(?:{KINDS})\s+([A-Za-z_][\w']*)|(?={OTHERS}))", re.MULTILINE)
WORD = re.compile(r"[A-Za-z_][\w']*")


def foreign(name: str, text: str) -> list[str]:
    """What a file of the library requires that is neither of it nor of the libraries below it."""
    requirements = []
    for root, modules in REQUIRED.findall(without_comments(text)):
        for module in modules.split():
            own = re.fullmatch(r"Previsions\.(\w+)", module)
            there = own is not None and (LIBRARY / f"{own[1]}.v").is_file() and not root
            if not there and module not in LIBRARIES.get(root, "").split():
                requirements.append(f"{name}: {root}{'.' * bool(root)}{module}")
    return requirements


def listed(folder: Path) -> list[str]:
    """The files of the library that a _CoqProject lists, in its order."""
    lines = (folder / "_CoqProject").read_text(encoding="utf-8").splitlines()
    names = [line for line in lines if line.endswith(".v")]
    if folder == LIBRARY:
        return names
    return [name.removeprefix("library/") for name in names if name.startswith("library/")]


def test_no_file_of_the_library_requires_one_outside_it() -> None:
    for file in LIBRARY.glob("*.v"):
        assert foreign(file.name, file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("planted", "named"),
    [
        ("Require Import UCRLLP.model.Model.", "UCRLLP.model.Model"),
        ("Require Import Previsions.Sums\n  UCRLLP.model.Episodes.", "UCRLLP.model.Episodes"),
        ("Require Previsions.Model.", "Previsions.Model"),
        ("From UCRLLP Require Import library.Sums.", "UCRLLP.library.Sums"),
        ("Require UCRLLP.library.Sums.", "UCRLLP.library.Sums"),
        ("From mathcomp Require Import ssralg.", "mathcomp.ssralg"),
        ("Require Export Reals Extraction.", "Extraction"),
    ],
)
def test_a_planted_import_is_named(planted: str, named: str) -> None:
    text = (LIBRARY / "Sums.v").read_text(encoding="utf-8")
    assert foreign("Sums.v", f"{text}\n{planted}\n") == [f"Sums.v: {named}"]


def test_the_library_and_the_development_list_the_same_files() -> None:
    assert listed(LIBRARY) == listed(record.COQ)
    assert sorted(listed(LIBRARY)) == sorted(file.name for file in LIBRARY.glob("*.v"))


def test_its_opam_file_and_its_page() -> None:
    """What the library needs, the development needs, too, and the library itself; a page that is
    one page, whose files are there and whose theorems are theirs."""
    own = (LIBRARY / "coq-previsions.opam").read_text(encoding="utf-8")
    whole = (record.COQ / "coq-ucrl-lp.opam").read_text(encoding="utf-8")
    for field in (r"license: .*?\n", r'version: "0.*?\n'):
        (mine,), (theirs,) = (re.findall(field, t, re.DOTALL) for t in (own, whole))
        assert mine == theirs
    (mine,), (theirs,) = (re.findall(r"depends: \[\n(.*?)\]", t, re.DOTALL) for t in (own, whole))
    assert theirs == mine + '  "coq-previsions" {= version}\n'
    assert 'build: [make "-j%{jobs}%" "LIBRARY=installed"]' in whole
    logpath = re.search(r'"logpath:([\w.]+)"', own)
    assert logpath
    assert (LIBRARY / "_CoqProject").read_text("utf-8").startswith(f"-Q . {logpath[1]}\n")
    page = (LIBRARY / "README.md").read_text(encoding="utf-8")
    assert len(page.splitlines()) <= 60
    texts = {file.name: file.read_text(encoding="utf-8") for file in LIBRARY.glob("*.v")}
    assert set(re.findall(r"`(\w+\.v)`", page)) == texts.keys()
    every = "\n".join(texts.values())
    for row in re.findall(r"^\| (`\w+\.v`.*?) \| (.*) \|$", page, re.MULTILINE):
        here = "\n".join(texts[name] for name in re.findall(r"`(\w+\.v)`", row[0]))
        for name in re.findall(r"`(\w+)`", row[1]):
            assert re.search(rf"(?:Definition|Record|Lemma|Theorem|Fixpoint) {name}\b", here) or (
                name == "lia"
            ), name
    for block in re.findall(r"\n\n((?:    .*\n)+)", page):
        quoted = " ".join(block.split())
        assert quoted.split()[1] in every and quoted in " ".join(every.split())


NAMED = r"(?:Theorem|Lemma|Corollary|Definition|Fixpoint|Record|Inductive)\s+([A-Za-z_][\w']*)"
BRIDGE = record.COQ / "bridge"
SOURCES = shutil.ignore_patterns("*.vo*", "*.glob", ".*", "CoqMakefile*")


def ill_named(text: str) -> list[str]:
    """The names of a file of the library that are not by MathComp's rules: a number of the paper, a
    prime, a single letter, words run together by capitals, a line at the end."""
    found = []
    for name in re.findall(rf"^\s*{NAMED}", without_comments(text), re.MULTILINE):
        numbered = re.match(r"(?:lemma|theorem|corollary|proposition|eq|claim)_?\d", name)
        joined = re.search(r"[a-z]{2}[A-Z][a-z]{2}", name)
        if numbered or joined or len(name) == 1 or name.endswith(("'", "_")):
            found.append(name)
    return found


def test_names_are_by_mathcomps_rules() -> None:
    for file in LIBRARY.glob("*.v"):
        assert ill_named(file.read_text(encoding="utf-8")) == []
    for planted in ("lemma_10", "G", "INR_1'", "bestStep", "clamp_", "theorem4"):
        assert ill_named(f"Lemma {planted} : True. Proof. by []. Qed.") == [planted]


def test_one_file_requires_all_but_the_example() -> None:
    text = without_comments((LIBRARY / "All.v").read_text(encoding="utf-8"))
    required = re.findall(r"Previsions\.(\w+)", text)
    assert {*required, "Coins", "All"} == {file.stem for file in LIBRARY.glob("*.v")}
    assert text.split()[:2] == ["Require", "Export"]


@needs_coq
def test_the_library_is_built_alone_and_the_development_on_it(tmp_path: Path) -> None:
    """From its own folder, with nothing of the development in reach; then the development's first
    file, as its opam file asks for: on the library that is installed, without its folder."""
    folder = tmp_path / "library"
    shutil.copytree(LIBRARY, folder, ignore=SOURCES)
    done = ran(folder, "make", "-s", "-j2")
    assert done.returncode == 0, done.stderr[-2000:]
    assert all((folder / f"{name}o").is_file() for name in listed(LIBRARY))
    done = ran(folder, "make", "-s", "install", f"COQLIBINSTALL={tmp_path / 'installed'}")
    assert done.returncode == 0, done.stderr[-2000:]
    assert (tmp_path / "installed" / "Previsions" / "All.vo").is_file()
    rest = tmp_path / "development"
    shutil.copytree(record.COQ, rest, ignore=SOURCES)
    shutil.rmtree(rest / "library")
    words = ("env", f"COQPATH={tmp_path / 'installed'}", "make", "-s", "LIBRARY=installed")
    done = ran(rest, *words, "CoqMakefile")
    assert done.returncode == 0, done.stderr[-2000:]
    done = ran(rest, *words, "-f", "CoqMakefile", "model/Model.vo")
    assert done.returncode == 0, done.stderr[-2000:]


def with_measures() -> bool:
    """Is mathcomp-analysis installed here?"""
    where = subprocess.run(["coqc", "-where"], capture_output=True, text=True, check=False)
    return (Path(where.stdout.strip()) / "user-contrib/mathcomp/analysis/measure.vo").is_file()


@needs_coq
def test_the_bridge_rests_on_the_axioms_that_its_page_lists(tmp_path: Path) -> None:
    if not with_measures():
        pytest.skip("mathcomp-analysis is not installed: Debian's libcoq-mathcomp-analysis")
    for folder in (LIBRARY, BRIDGE):
        shutil.copytree(folder, tmp_path / folder.name, ignore=SOURCES)
        done = ran(tmp_path / folder.name, "make", "-s", "-j2")
        assert done.returncode == 0, done.stderr[-2000:]
    asked = "Require Import PrevisionsAnalysis.Integral PrevisionsAnalysis.Frequencies.\n"
    asked += "".join(f"Print Assumptions {name}.\n" for name in ("Prl_iterated", "draws_in"))
    (tmp_path / "Asked.v").write_text(asked, encoding="utf-8")
    paths = ("-Q", "library", "Previsions", "-Q", "bridge", "PrevisionsAnalysis")
    done = ran(tmp_path, "coqc", "-q", "-w", "none", *paths, "Asked.v")
    assert done.returncode == 0, done.stderr[-2000:]
    used = set(re.findall(r"^(?:[A-Za-z]\w*\.)*(\w+)(?= :|$)", done.stdout, re.MULTILINE))
    page = (BRIDGE / "README.md").read_text(encoding="utf-8")
    _, _, said = page.partition("\nAxioms, ")
    assert used == set(re.findall(r"`(\w+)`", said))


def test_the_bridge_is_no_part_of_what_is_recorded() -> None:
    """Its files are in no list of the development; its page quotes what it states."""
    assert not any("bridge" in file.as_posix() for file in record.all_sources())
    page = (BRIDGE / "README.md").read_text(encoding="utf-8")
    every = " ".join(" ".join(f.read_text("utf-8") for f in BRIDGE.glob("*.v")).split())
    blocks = re.findall(r"\n\n((?:    .*\n)+)", page)
    assert len(blocks) == 2 and all(" ".join(block.split()) in every for block in blocks)
    assert set(re.findall(r"`(\w+\.v)`", page)) == {file.name for file in BRIDGE.glob("*.v")}
    opam = (BRIDGE / "coq-previsions-analysis.opam").read_text(encoding="utf-8")
    assert '"coq-previsions" {= version}' in opam and '"logpath:PrevisionsAnalysis"' in opam


def unused(texts: dict[str, str], reached: set[str]) -> list[str]:
    """The theorems and definitions that those names do not reach, by the words of statements and
    proofs; with names alone, and so fewer than there may be."""
    words: dict[str, set[str]] = {}
    places: dict[str, str] = {}
    todo = set(reached)
    for name, text in texts.items():
        heads = list(SENTENCE.finditer(text))
        for head, after in zip(heads, [*heads[1:], None], strict=True):
            uses = set(WORD.findall(text[head.start() : after.start() if after else len(text)]))
            if head[1]:
                words.setdefault(head[1], set()).update(uses)
                places[head[1]] = name
            else:
                todo |= uses
    seen: set[str] = set()
    while todo:
        name = todo.pop()
        seen.add(name)
        todo |= words.get(name, set()) - seen
    return sorted(f"{places[name]}: {name}" for name in words.keys() - seen)


def cited() -> set[str]:
    """What statements map and define, what the judge and the page of claims stand on, the claims
    that are compared on runs, and what the pages about the development name."""
    statements.load()
    compared = {*theorems_of_claims(), *(claim.name for claim in derived_claims())}
    named = {entry.theorem for entry in record.mapped()} | set(record.JUDGE) | compared
    modules = Path(statements.__file__).parent.rglob("*.py")
    for module in modules:
        named |= set(re.findall(r'Defined\(\s*"(\w+)"', module.read_text(encoding="utf-8")))
    for page in record.COQ.rglob("*.md"):
        if page.name != "SIDE_BY_SIDE.md":
            named |= set(re.findall(r"`(\w+)`", page.read_text(encoding="utf-8")))
    return named


def test_every_lemma_is_used_or_cited() -> None:
    texts = {
        file.relative_to(record.COQ).as_posix(): without_comments(file.read_text(encoding="utf-8"))
        for file in record.all_sources()
    }
    solution = set(WORD.findall(texts.pop(record.SOLUTION) + texts.pop(record.PAGE)))
    assert unused(texts, cited() | solution) == []
    texts["Planted.v"] = "Lemma helper : True. Proof. by []. Qed.\nLemma dead : True.\nProof.\n"
    texts["Planted.v"] += "exact: helper.\nQed.\n"
    assert unused(texts, cited() | solution) == ["Planted.v: dead", "Planted.v: helper"]
