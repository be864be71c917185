"""The pages' examples in Octave, as they are printed: the kit's cases and the vectors, answered in
files. The programs that they call stand in tests/octave."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from reference.support.errors import FALSE, OK
from tests.called import Command
from tests.paths import ROOT

OCTAVE = shutil.which("octave-cli") or shutil.which("octave")
pytestmark = pytest.mark.skipif(OCTAVE is None, reason="octave is not installed")
PROGRAMS = ROOT / "tests/octave"
KIT, VECTORS = "proofs_check/kit/README.md", "proofs_check/vectors/README.md"


def printed(page: str, first: str) -> str:
    """The example of a page that begins with `first`."""
    lines = (ROOT / page).read_text("utf-8").split("\n")
    start = next(k for k, line in enumerate(lines) if line.startswith(f"    {first}"))
    end = next(k for k, line in enumerate(lines[start:], start) if not line.strip())
    return "\n".join(line.removeprefix("    ") for line in lines[start:end])


def run(example: str, folder: Path, program: str, text: str) -> None:
    """Run an example on a folder, in a fresh directory that has the program alone."""
    place = folder.with_name(f"{folder.name}-octave")
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    (place / program).write_text(text, "utf-8")
    (place / "page.m").write_text(f"DIR = '{folder}';\n{example}\n", "utf-8")
    words = [str(OCTAVE), "--quiet", "--no-gui", "--eval", "source page.m"]
    done = subprocess.run(words, cwd=place, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def cases(tmp_path: Path, proofs_check: Command) -> Path:
    there = tmp_path / "cases"
    assert proofs_check("kit", "--write", there, "--runs", 8).status == OK
    return there


def test_the_kits_example(cases: Path, proofs_check: Command) -> None:
    example = printed(KIT, "for d = dir(")
    assert len(example.splitlines()) <= 10
    run(example, cases, "play.m", (PROGRAMS / "play.m").read_text("utf-8"))
    done = proofs_check("kit", "--read", cases)
    assert done.status == OK and "all cases pass: 8 cases" in done.out, done.out


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("list(x(1:L) - 1)", "list(x(1:L))", "expected 0..0, found 1"),
        ("list(a - 1)", "list(a)", "numbered from 0"),
        ("'%.17g', u", "'%g', u", "compute in doubles, and write 17 digits"),
        ("@numbers_of), V))", "@numbers_of), 0 / 0))", "found NaN"),
        ("(t(x, :, :), size(t, 2), size(t, 3))", "(t(x, :, :), size(t, 3), size(t, 2))", "length"),
        ("nested(pi, @numbers_of)", "jsonencode(pi)", "MATLAB and Octave drop lengths of 1"),
    ],
)
def test_what_the_page_warns_of_is_named(
    cases: Path, proofs_check: Command, right: str, wrong: str, said: str
) -> None:
    """Numbered from 1, few digits, NaN, columns first, lengths of 1."""
    text = (PROGRAMS / "play.m").read_text("utf-8")
    assert right in text
    run(printed(KIT, "for d = dir("), cases, "play.m", text.replace(right, wrong))
    done = proofs_check("kit", "--read", cases)
    said_there = re.sub(r"\s+", " ", done.out)
    assert done.status == FALSE and re.sub(r"\s+", " ", said) in said_there, done.out
    assert "failing case: T" in done.out and "smallest" not in done.out, "nothing was shrunk"


def test_the_vectors_example(tmp_path: Path, proofs_check: Command) -> None:
    there = tmp_path / "vectors"
    assert proofs_check("vectors", "--write", there).status == OK
    text = (PROGRAMS / "answer.m").read_text("utf-8")
    run(printed(VECTORS, "in = fopen("), there, "answer.m", text)
    done = proofs_check("vectors", "--read", there)
    assert done.status == OK, done.out
    kinds = {line.split()[0]: line.split()[1:] for line in done.out.splitlines()[1:]}
    right, wrong, skipped = map(int, kinds["confidence"])
    assert right > 30 and wrong == skipped == 0
