"""Files that exist whole or not at all, and files that one process writes at a time."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

from reference.support.errors import UnusablePath

try:
    import fcntl
except ImportError:  # Windows: no lock between processes there
    fcntl = None  # type: ignore[assignment]


@contextlib.contextmanager
def accessible(path: str, verb: str) -> Iterator[None]:
    """Raise UnusablePath for a path that the operating system refuses; `verb` says for what."""
    try:
        yield
    except FileExistsError:
        raise UnusablePath(path, "exists; use --force to overwrite it") from None
    except OSError as e:
        raise UnusablePath(path, f"cannot be {verb}: {e.strerror or e}") from None


def regular_bytes(path: Path) -> bytes:
    """Return the content of a regular file: a pipe in its place would be waited for. Raises
    UnusablePath."""
    with accessible(str(path), "read"):
        if path.exists() and not path.is_file() and not path.is_dir():
            raise UnusablePath(str(path), "is no regular file")
        return path.read_bytes()


def new_directory(path: Path) -> None:
    """Make a directory that is not there yet. Raises UnusablePath."""
    if os.path.lexists(path):
        raise UnusablePath(str(path), "exists; a new directory is wanted")
    with accessible(str(path), "made"):
        path.mkdir(parents=True)


def write_whole(path: Path, data: str | bytes) -> None:
    """Write a file so that it exists whole or not at all; the first write of a process into a
    directory removes what killed ones left there. Raises UnusablePath."""
    content = data.encode("utf-8") if isinstance(data, str) else data
    with accessible(str(path), "written"):
        if (directory := os.path.realpath(path.parent)) not in _CLEARED:
            _CLEARED.add(directory)
            clear_strays(path.parent)
        partial, file = _partial(path)
        try:
            with file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
                if fcntl is not None:  # while it is locked: nobody takes it for a stray one
                    os.replace(partial, path)
            if fcntl is None:  # an open file cannot be renamed there
                os.replace(partial, path)
        except OSError:
            partial.unlink(missing_ok=True)
            raise


STRAY = re.compile(r"\..+\.[0-9a-f]{8}\.tmp", re.ASCII)
_CLEARED: set[str] = set()  # directories, by this process


def _partial(path: Path) -> tuple[Path, BinaryIO]:
    """Return a new file beside `path`, locked where there are locks, and its name."""
    while True:
        partial = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
        file = open(partial, "xb")  # noqa: SIM115  # the caller closes it
        if fcntl is None:
            return partial, file
        with contextlib.suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        with contextlib.suppress(FileNotFoundError):  # cleared before it was locked
            if os.stat(partial).st_ino == os.fstat(file.fileno()).st_ino:
                return partial, file
        file.close()


def clear_strays(directory: Path) -> None:
    """Remove the partial files of this module that killed processes left in a directory. Those of
    living ones are locked; where there are no locks nothing is removed."""
    if fcntl is None:
        return
    names: list[str] = []
    with contextlib.suppress(OSError):
        names = os.listdir(directory)
    for stray in (directory / name for name in names if STRAY.fullmatch(name)):
        with contextlib.suppress(OSError):  # gone, or alive: stays
            if not stat.S_ISREG(os.lstat(stray).st_mode):
                continue
            with open(stray, "rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                stray.unlink()


SCRATCH = "ucrl-lp-kit-"


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """Make a folder for temporary files, locked where there are locks, and remove it at the end;
    the first one of a process removes what killed ones left."""
    place = tempfile.gettempdir()
    if (key := f"{SCRATCH} {place}") not in _CLEARED:
        _CLEARED.add(key)
        clear_scratch(Path(place))
    while True:
        with (
            tempfile.TemporaryDirectory(prefix=SCRATCH, ignore_cleanup_errors=True) as folder,
            _held(Path(folder), if_unknown=True) as mine,
        ):
            if mine:
                yield Path(folder)
                return


def clear_scratch(place: Path) -> None:
    """Remove the folders of `scratch` that killed processes of this user left. Those of living ones
    are locked; where there are no locks nothing is removed."""
    if fcntl is None:
        return
    names: list[str] = []
    with contextlib.suppress(OSError):
        names = os.listdir(place)
    for folder in (place / name for name in names if name.startswith(SCRATCH)):
        with contextlib.suppress(OSError):  # gone, or another user's: stays
            found = os.lstat(folder)
            if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
                continue
            with _held(folder, if_unknown=False) as mine:
                if mine:
                    shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _held(folder: Path, *, if_unknown: bool) -> Iterator[bool]:
    """Lock a folder, and tell whether it is there and nobody else holds it; `if_unknown` where the
    file system has no locks."""
    if fcntl is None:
        yield True
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except FileNotFoundError:  # cleared before it was locked
        yield False
        return
    try:
        mine = True
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            mine = False
        except OSError:
            mine = if_unknown
        yield mine and folder.is_dir()
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def new_text(path: str, force: bool) -> Iterator[TextIO]:
    """Open a file of ASCII lines to write; an existing one only with `force`. Raises
    UnusablePath."""
    with (
        accessible(path, "written"),
        open(path, "w" if force else "x", encoding="ascii", newline="\n") as out,
    ):
        yield out


def open_alone(path: Path, *, force: bool) -> BinaryIO:
    """Open a file for writing from its start; no other process can, until it is closed.

    The lock ends with the process, however it ends, and no file is left behind. An existing file
    is refused unless `force`. Raises UnusablePath."""
    flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0)
    with accessible(str(path), "written"):
        descriptor = os.open(path, flags if force else flags | os.O_EXCL, 0o666)
        file = open(descriptor, "wb")  # noqa: SIM115  # the caller closes it
        _lock(file, path)
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.ftruncate(descriptor, 0)  # only now: the lock's holder keeps what it wrote
    return file


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep other processes from writing this file meanwhile. Raises UnusablePath, also if it does
    not exist."""
    with accessible(str(path), "read"):
        file = open(path, "rb")  # noqa: SIM115  # closed below
    with file:
        _lock(file, path)
        yield


def _lock(file: BinaryIO, path: Path) -> None:
    """Lock an open file until it is closed. Raises UnusablePath if another process holds it; does
    nothing on a file system without locks."""
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise UnusablePath(str(path), "is being written by another process") from None
    except OSError:
        return
