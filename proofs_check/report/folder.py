"""The directory of a report: usable or refused before any work, then written."""

from __future__ import annotations

import importlib.util
import tempfile
from collections.abc import Mapping
from pathlib import Path

from reference.errors import PreconditionError, UnusablePath

NEEDED = ("jinja2", "latex2mathml")


def usable(name: str, force: bool) -> Path:
    """The directory, if a report can be written there. Raises UnusablePath if it exists (without
    `force`), is a file or cannot be written; PreconditionError if a library is not installed."""
    for library in NEEDED:
        if importlib.util.find_spec(library) is None:
            raise PreconditionError(
                "--html", library, "needs the extra: pip install 'ucrl-lp[html]'"
            )
    path = Path(name)
    if path.exists() or path.is_symlink():
        if not path.is_dir():
            raise UnusablePath(name, "is a file; a report is a directory")
        if not force:
            raise UnusablePath(name, "exists; use --force to write into it")
    elif not path.parent.is_dir():
        raise UnusablePath(name, "its parent is not a directory")
    try:  # permissions do not tell all (root, read-only and virtual file systems): try it
        if path.exists():
            with tempfile.TemporaryFile(dir=path):
                pass
        else:
            path.mkdir()
            path.rmdir()
    except OSError as e:
        raise UnusablePath(name, f"cannot be written: {e.strerror}") from e
    return path


def write(path: Path, pages: Mapping[str, str]) -> None:
    """Write every page: relative name -> text. Raises UnusablePath if the disk refuses."""
    try:
        for name, text in pages.items():
            target = path / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")
    except OSError as e:
        raise UnusablePath(str(path), e.strerror or "cannot be written") from e
