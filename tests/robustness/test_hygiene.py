"""What leaves the program: no word to the network, no path or user of this machine in its files."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image, PngImagePlugin

from reference.environments import make, write_mdp
from tests.paths import ROOT
from tests.robustness.subprocesses import program

MARKER = "marker-of-a-home"
GUARD = '''
"""Every use of a socket that is not between processes of this machine ends here, with a note."""
import os, sys

def hook(event, arguments):
    if not event.startswith(("socket.", "urllib.", "http.", "ftplib.", "smtplib.")):
        return
    if event in ("socket.__new__", "socket.gethostname"):
        return
    if event in ("socket.connect", "socket.bind") and isinstance(arguments[1], (str, bytes)):
        return  # AF_UNIX: how worker processes talk
    with open(os.environ["NETWORK_NOTES"], "a") as notes:
        notes.write(f"{event} {arguments[1:]!r}\\n")
    raise OSError(f"no network: {event}")

sys.addaudithook(hook)
'''
SMALL = ["--env", "tiny", "--T", "20", "40", "--trials", "1", "--workers", "2"]
COMMANDS: dict[str, list[str]] = {
    "run": ["reference", "run", "--env", "riverswim", "--T", "60", "--out", "run.jsonl.gz",
            "--plot", "run.png"],
    "run --mdp": ["reference", "run", "--mdp", "{here}/mdp.json", "--T", "30", "--out",
                  "{here}/own.jsonl"],
    "trace": ["proofs_check", "trace", "{here}/own.jsonl", "--json"],
    "simulate": ["reference", "simulate", "figure1", *SMALL, "--out", "{here}/figure1"],
    "audit": ["proofs_check", "report", "report", "--only", "prop:1", "--json", "--quiet"],
    "kit": ["proofs_check", "kit", "--against", "false {{mdp}} {{T}} {{delta}} {{seed}}",
            "--runs", "1", "--json"],
}  # fmt: skip


def marked(home: Path, *words: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Python where names and folders are the marker, without a network; see home/notes."""
    guard = home / "guard"
    guard.mkdir(parents=True, exist_ok=True)
    (guard / "sitecustomize.py").write_text(GUARD)
    path = os.pathsep.join([str(guard), str(ROOT), os.environ.get("PYTHONPATH", "")])
    names = dict.fromkeys(("USER", "LOGNAME", "USERNAME", "HOSTNAME"), MARKER)
    folders = {"HOME": str(home), "MPLCONFIGDIR": str(home / "matplotlib")}
    notes = {"PYTHONPATH": path, "NETWORK_NOTES": str(home / "notes")}
    return program(*words, cwd=cwd, env={**names, **folders, **notes, **env})


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the commands wrote, below a folder with the marker's name."""
    home = tmp_path_factory.mktemp(MARKER)
    here = home / "work"
    here.mkdir()
    write_mdp(make("tiny").mdp, here / "mdp.json", name="tiny")
    for name, words in COMMANDS.items():
        done = marked(home, "-m", *(word.format(here=here) for word in words), cwd=here)
        assert done.returncode in ((0,) if words[0] == "reference" else (0, 1)), (name, done.stderr)
        assert "Traceback" not in done.stderr, (name, done.stderr)
        if "--json" in words:
            (here / f"{name}.json").write_text(done.stdout)
    return home


def test_no_network(made: Path) -> None:
    assert not (made / "notes").exists()


@pytest.mark.parametrize("call", ["socket.create_connection(('127.0.0.1', 9))",
                                  "socket.getaddrinfo('example.org', 80)",
                                  "urllib.request.urlopen('http://127.0.0.1:9/')"])  # fmt: skip
def test_the_guard_notices(call: str, tmp_path: Path) -> None:
    done = marked(tmp_path, "-c", f"import socket, urllib.request\n{call}", cwd=tmp_path)
    assert done.returncode != 0 and (tmp_path / "notes").read_text()


def test_without_any_network_device(tmp_path: Path) -> None:
    """In a network namespace of its own, where the kernel lets us make one."""
    inside = ["unshare", "--map-root-user", "--net"]
    if shutil.which("unshare") is None or subprocess.run([*inside, "true"]).returncode:
        pytest.skip("unshare is not there, or may not make a network namespace")
    line = [
        sys.executable,
        "-m",
        "reference",
        "simulate",
        "figure1",
        *SMALL,
        "--out",
        str(tmp_path / "out"),
    ]
    subprocess.run([*inside, *line], check=True, capture_output=True)


def contents(file: Path) -> Iterator[bytes]:
    """A file's bytes, and what is packed in them."""
    data = file.read_bytes()
    yield data
    if data[:2] == b"\x1f\x8b":
        yield gzip.decompress(data)
    if data[:4] == b"\x89PNG":
        yield str(Image.open(file).info).encode()


def leaks(folder: Path) -> list[str]:
    """Files with a name of this machine, its user or its folders."""
    marks = {MARKER, str(ROOT), sys.prefix, sys.base_prefix, socket.gethostname()}
    return [
        f"{file.relative_to(folder)}: {word}"
        for file in folder.rglob("*")
        if file.is_file()
        for data in contents(file)
        for word in marks
        if len(word) > 4 and word.encode() in data
    ]


def test_no_paths_and_no_names(made: Path) -> None:
    here = made / "work"
    suffixes = {file.suffix for file in here.rglob("*") if file.is_file()}
    assert {".gz", ".jsonl", ".json", ".png", ".svg", ".csv", ".html"} <= suffixes
    assert leaks(here) == []


def picture(file: Path) -> None:
    comment = PngImagePlugin.PngInfo()
    comment.add_text("Author", f"written by {MARKER}", zip=True)
    Image.new("1", (1, 1)).save(file, "png", pnginfo=comment)


@pytest.mark.parametrize(
    "write",
    [
        lambda file: file.write_text(f"written by {MARKER}"),
        lambda file: file.write_bytes(gzip.compress(MARKER.encode())),
        picture,
    ],
)
def test_the_search_notices(write: Callable[[Path], object], tmp_path: Path) -> None:
    write(tmp_path / "file")
    assert leaks(tmp_path)


def test_a_failure_bundle_names_nobody(tmp_path: Path) -> None:
    """GLOP fails (planted): what is saved for a bug report is the LP and nothing else."""
    home = tmp_path / MARKER
    here = home / "work"
    here.mkdir(parents=True)
    code = (
        "from reference.glop import model_builder_helper as glop\n"
        "from reference.__main__ import main\n"
        "glop.ModelSolverHelper.status = lambda self: glop.SolveStatus.ABNORMAL\n"
        f"raise SystemExit(main({['run', '--env', 'tiny', '--T', '9', '--out', 'run.jsonl']!r}))\n"
    )
    done = marked(home, "-c", code, cwd=here, TMPDIR=str(here))
    assert done.returncode == 3 and "ABNORMAL" in done.stderr, done.stderr
    assert len([file for file in here.rglob("*") if file.is_file()]) >= 2
    assert leaks(here) == []
    assert json.loads((here / "run.jsonl").read_text().splitlines()[0])["record"] == "header"
