"""The guests' checkers run none of what is there for speed: they work where that cannot be imported
(tests/conformance/test_plain.py)."""

from __future__ import annotations

import pytest

from reference.support.errors import FALSE, OK, UNDECIDED
from tests.conformance.test_plain import Plain
from tests.robustness.subprocesses import program


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Plain:
    """With a trace of UCBVI and one of FPOP."""
    made = Plain(tmp_path_factory.mktemp("plain"))
    for name in ("ucbvi", "fpop"):
        made.runs[name] = made.folder / f"{name}.jsonl"
        words = ("--env", "tiny", "--T", "20", "--algorithm", name, "--out", made.runs[name])
        done = program("-m", "reference", "run", *words, "--quiet")
        assert done.returncode == OK, done.stderr
    return made


@pytest.mark.parametrize(("name", "status"), [("ucbvi", UNDECIDED), ("fpop", OK)])
def test_another_algorithm(name: str, status: int, plain: Plain) -> None:
    """Flat traces and those of the family are checked plainly, asked or not. UCBVI's, with the
    bonus of its paper, is vacuous: no Q leaves its cap."""
    for more in ((), ("--plain",)):
        done = plain("trace", plain.runs[name], *more)
        assert done.returncode == status, done.stderr


def test_several_traces_in_processes_of_their_own(plain: Plain) -> None:
    done = plain("trace", *plain.runs.values(), "--plain", "--workers", "2")
    assert done.returncode == FALSE, done.stderr
    assert done.stdout.count("verdict    conforms") == 2
    assert done.stdout.count("verdict    vacuous") == 1  # UCBVI's
    assert done.stdout.count("reading    trigger=printed would conform") == 1


def test_the_kit(plain: Plain) -> None:
    done = plain("kit", "--algorithm", "ucbvi", "--against", "false {mdp} {T} {H}")
    assert done.returncode == FALSE and "Traceback" not in done.stderr, done.stderr
