"""The directory of a report: usable or refused before any work, then written."""

from __future__ import annotations

import importlib.util
import tempfile
from collections.abc import Mapping
from pathlib import Path

from reference.support.atomic_files import write_whole
from reference.support.errors import MissingLibrary, UnusablePath

NEEDED = ("jinja2", "math_core", "ziamath", "fontTools", "matplotlib")
MARK = "ucrl-lp report"  # near the beginning of every page


def usable(name: str, force: bool, field: str = "--html", extra: str = "html") -> Path:
    """Return the directory, if a report can be written there. Raises UnusablePath if it exists
    (without `force`), is a file or cannot be written; MissingLibrary if a library that `field`
    needs is not installed: `extra` brings it."""
    for library in NEEDED:
        if importlib.util.find_spec(library) is None:
            raise MissingLibrary(field, library, extra)
    path = Path(name)
    if path.exists() or path.is_symlink():
        if not path.is_dir():
            raise UnusablePath(name, "is a file; a report is a directory")
        if not force:
            raise UnusablePath(name, "exists; use --force to write into it")
    elif not path.parent.is_dir():
        raise UnusablePath(name, "its parent is not a directory")
    try:  # permissions are not enough (root, read-only and virtual file systems): try it
        if path.exists():
            with tempfile.TemporaryFile(dir=path):
                pass
        else:
            path.mkdir()
            path.rmdir()
    except OSError as e:
        raise UnusablePath(name, f"cannot be written: {e.strerror}") from e
    return path


def write(path: Path, pages: Mapping[str, str | bytes]) -> None:
    """Write every page: relative name -> text, or the bytes of a picture. Pages of an earlier
    report that are not in this one are removed; other files are not touched. Raises UnusablePath if
    the disk refuses."""
    try:
        for name in (*path.glob("*.html"), *path.glob("*.md"), *path.glob("statements/*.html")):
            if name.relative_to(path).as_posix() not in pages and _ours(name):
                name.unlink()
        for relative in sorted(pages, key="index.html".__eq__):  # which is there when all are
            target = path / relative
            target.parent.mkdir(parents=True, exist_ok=True)
            write_whole(target, pages[relative])
    except OSError as e:
        raise UnusablePath(str(path), e.strerror or "cannot be written") from e


def _ours(page: Path) -> bool:
    with open(page, "rb") as file:
        return MARK.encode() in file.read(1000)
