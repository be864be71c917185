"""What surrounds a program and must not change a byte: -O, locales, hash seeds, threads."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.robustness.subprocesses import program, refused

RUN = ["-m", "reference", "run", "--env", "tiny", "--T", "150", "--seed", "4", "--quiet"]
BIAS = ["-m", "proofs_check", "audit", "--only", "lem:bias", "--workers", "1", "--quiet"]
BLAS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
Usual = tuple[Path, list[bytes]]


def outcome(where: Path, store: Path, *python: str, **env: str) -> list[bytes]:
    """The trace, its verdict, and the audit of a lemma, made under `env` by `python`."""
    shutil.copytree(store, where / "store")
    shutil.rmtree(where / "store" / "claims")
    out = where / "run.jsonl"
    said = []
    for command in (
        [*RUN, "--out", out],
        ["-m", "proofs_check", "trace", out, "--json"],
        [*BIAS, "--store", where / "store", "--json"],
    ):
        done = program(*python, *command, env=env)
        assert done.returncode == 0, (command, env, done.stderr)
        said.append(done.stdout.encode())
    return [out.read_bytes(), *said[1:]]


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Usual:
    """The store with the audit's runs, and what comes out in this environment."""
    home = tmp_path_factory.mktemp("usual")
    done = program(*BIAS, "--store", home / "store")
    assert done.returncode == 0, done.stderr
    (home / "here").mkdir()
    return home / "store", outcome(home / "here", home / "store")


@pytest.mark.parametrize(
    ("python", "env"),
    [
        (["-O"], {}),
        ([], {"PYTHONHASHSEED": "0", **dict.fromkeys(BLAS, "1")}),
        ([], {"PYTHONHASHSEED": "4294967295", **dict.fromkeys(BLAS, "7")}),
        ([], {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "LANG": "C"}),
        ([], {"LC_ALL": "POSIX", "PYTHONIOENCODING": "ascii", "TZ": "Asia/Kathmandu"}),
    ],
    ids=["-O", "hash 0, 1 thread", "hash max, 7 threads", "C, no UTF-8", "ASCII"],
)
def test_the_same_bytes(
    tmp_path: Path, usual: Usual, python: list[str], env: dict[str, str]
) -> None:
    store, expected = usual
    assert outcome(tmp_path, store, *python, **env) == expected


def test_without_docstrings_it_is_said() -> None:
    """Statements are docstrings: this must be said, not printed empty."""
    refused(program("-OO", *BIAS), "-OO")


@pytest.mark.parametrize("name", ["de_DE", "tr_TR"])
def test_the_same_bytes_where_the_comma_is_decimal(tmp_path: Path, usual: Usual, name: str) -> None:
    """German has a decimal comma; in Turkish the lower case of I is not i. C libraries follow the
    locale only where a program calls setlocale, so this one does."""
    made, site = tmp_path / "locales", tmp_path / "site"
    made.mkdir()
    site.mkdir()
    try:
        command = ["localedef", "-i", name, "-f", "UTF-8", str(made / f"{name}.UTF-8")]
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip(f"localedef cannot make {name} here: this locale is not tested")
    (site / "sitecustomize.py").write_text(
        "import locale\nlocale.setlocale(locale.LC_ALL, '')\n"
        "assert locale.localeconv()['decimal_point'] == ','\n"
    )
    store, expected = usual
    path = os.pathsep.join([str(site), str(ROOT)])
    env = {"LC_ALL": f"{name}.UTF-8", "LOCPATH": str(made), "PYTHONPATH": path}
    assert outcome(tmp_path, store, **env) == expected
