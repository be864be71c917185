"""Records what a process of the tests reads of this project, and what its children do.

Python imports it before anything else where `.ci/reads` is on PYTHONPATH; it acts only if CI_READS
names a folder, in which each process writes a file of lines: `F` a file that it opened, `L` a
folder that it listed, `C` a file or folder handed to a child that is not Python, `W` a program that
it looked for. Children get both variables even where a test gives them an environment of its own.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

READS = os.environ.get("CI_READS", "")
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BY_IMPORT, BY_PYTEST = "<frozen importlib", f"{os.sep}_pytest{os.sep}"
BY_METADATA = f"{os.sep}importlib{os.sep}metadata{os.sep}"
"""The import system lists folders to find a module, which is recorded as opened, or a library,
whose version counts; pytest to find tests, and it reads its settings, which count, too."""
NO_READING = ("git",)
"""Programs that, called in the project's folder, read names alone; .ci/changed.py has the names."""


class Record:
    """Lines of this process, written at once, since a test may end it at any moment."""

    def __init__(self) -> None:
        self.seen: set[str] = set()
        self.fd = -1

    def add(self, kind: str, what: str) -> None:
        """Add a line unless it is there."""
        line = f"{kind} {what}\n"
        if line in self.seen:
            return
        self.seen.add(line)
        try:
            if self.fd < 0:
                name = os.path.join(READS, f"{os.getpid()}-{os.urandom(4).hex()}")
                self.fd = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            os.write(self.fd, line.encode("utf-8", "surrogateescape"))
        except OSError:  # a full disk, or a limit that the test has set
            self.fd = -1

    def path(self, kind: str, place: object, base: str | None = None) -> None:
        """Add a path that lies in the project."""
        if isinstance(place, bytes):
            place = os.fsdecode(place)
        if not isinstance(place, (str, os.PathLike)):
            return
        whole = os.path.normpath(os.path.join(base or os.getcwd(), os.fspath(place)))
        if whole == ROOT or whole.startswith(ROOT + os.sep):
            inside = os.path.relpath(whole, ROOT)
            if not inside.startswith(".git"):
                self.add(kind, inside)


def is_python(program: str) -> bool:
    """Return whether a program is a Python, or a script of this environment."""
    return os.path.basename(program).startswith("python") or os.path.abspath(program).startswith(
        os.path.join(sys.prefix, "bin") + os.sep
    )


def without_site(words: list[str]) -> bool:
    """Return whether a Python is told not to read this module: its children are not recorded."""
    flags = []
    for word in words[1:]:
        if not word.startswith("-"):
            break
        flags.append(word)
        if word in ("-c", "-m"):
            break
    return any(re.fullmatch(r"-[A-Za-z]*[EIS][A-Za-z]*", word) for word in flags)


def handed(record: Record, words: list[str], cwd: str | None) -> None:
    """Add what a child is handed: paths among its words, and a folder that it is put in."""
    program = words[0] if words else ""
    if is_python(program) and not without_site(words):
        return
    if is_python(program):
        record.add("C", ".")
        return
    if os.path.basename(program) in NO_READING:
        record.add("L", ".")
        return
    for word in words:
        for place in re.findall(re.escape(ROOT) + r"(?:/[^\s:;,'\"=]*)?", word):
            record.path("C", place)
        if os.path.exists(os.path.join(cwd or os.getcwd(), word)) and word not in (".", ".."):
            record.path("C", word, cwd)
    if cwd is not None:
        record.path("C", cwd)


def by(part: str, frames: int) -> bool:
    """Return whether one of the last frames but two is code of a file with that in its name."""
    frame = sys._getframe(2)
    for _ in range(frames):
        if frame is None:
            return False
        if part in frame.f_code.co_filename:
            return True
        frame = frame.f_back  # type: ignore[assignment]
    return False


def hook(record: Record):  # type: ignore[no-untyped-def]
    """Return the audit hook."""

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            path, mode, flags = (*arguments, None, None)[:3]
            writing = (isinstance(mode, str) and mode[:1] in "wax") or (
                mode is None and isinstance(flags, int) and flags & (os.O_WRONLY | os.O_CREAT)
            )  # fmt: skip
            settings = str(path).endswith("pyproject.toml") and by(BY_PYTEST, 6)
            removing = mode is None and by(f"{os.sep}shutil.py", 2)  # by name, in a folder of it
            if not (writing or settings or removing or isinstance(path, int)):
                record.path("F", path)
        elif event in ("os.listdir", "os.scandir"):
            if not (by(BY_IMPORT, 2) or by(BY_METADATA, 2) or by(BY_PYTEST, 3)):
                record.path("L", arguments[0] or ".")
        elif event in ("os.system", "os.exec", "os.posix_spawn"):
            record.add("C", ".")

    return watch


def extended(record: Record) -> None:
    """Hand both variables to every child, and note what it is handed."""
    start = subprocess.Popen.__init__

    def begin(self, args, *rest, env=None, **more):  # type: ignore[no-untyped-def]
        words = [args] if isinstance(args, (str, bytes, os.PathLike)) else list(args)
        words = [os.fsdecode(word) for word in words]
        if more.get("shell"):
            words = ["/bin/sh", *words]
        cwd = more.get("cwd")
        try:
            handed(record, words, None if cwd is None else os.path.abspath(os.fsdecode(cwd)))
        except (OSError, ValueError):
            record.add("C", ".")
        env = dict(os.environ if env is None else env)
        if all(isinstance(name, str) for name in env):
            path = env.get("PYTHONPATH", "")
            if HERE not in path.split(os.pathsep):
                path = os.pathsep.join(part for part in (path, HERE) if part)
            env |= {"CI_READS": READS, "PYTHONPATH": path}
        start(self, args, *rest, env=env, **more)

    subprocess.Popen.__init__ = begin  # type: ignore[method-assign]


def asked_for(record: Record) -> None:
    """Note which programs are looked for."""
    which = shutil.which

    def ask(cmd, *rest, **more):  # type: ignore[no-untyped-def]
        if isinstance(cmd, str) and os.sep not in cmd:
            record.add("W", cmd)
        return which(cmd, *rest, **more)

    shutil.which = ask


if READS and Path(READS).is_dir():
    kept = Record()
    sys.addaudithook(hook(kept))
    extended(kept)
    asked_for(kept)
