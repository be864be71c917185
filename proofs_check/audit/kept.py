"""What the last audit found, kept for `proofs-check explain`, which prints it without an audit.

One file in the user's cache directory has the page of every statement, as text and as rows of JSON,
and the names that lead to it. It is read only by the versions, sources and data that wrote it, and
imports nothing but these: loading the statements would take longer than the page may.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from proofs_check.ledger.name_keys import name_key
from proofs_check.workers import checked_with
from reference.support.atomic_files import accessible, write_whole
from reference.support.errors import UnusablePath
from reference.support.workers import digest

NAME, FORMAT = "last-audit.json.gz", 3
MARKS = "\n\x0e\x11\x12"  # of lines, and of what is folded (report/folding.py)
HOME, PACKAGES = Path(__file__).parents[2], ("proofs_check", "reference")
KINDS = ("json", "jsonl", "xz", "gz", "csv", "v", "toml")
"""Of the files in which a page is found beside the sources: runs, figures, findings, the record of
Coq's theorems. Not the vectors, which lie elsewhere in a wheel than in a clone."""


def data(home: Path) -> list[str]:
    """Return the patterns of these files below `home`."""
    rooms = [room for room in home.glob("*/*") if room.is_dir() and room.name != "vectors"]
    places = [f"{p}/{room.name}" for p in PACKAGES for room in rooms if room.parent.name == p]
    return [f"{place}/**/*.{kind}" for place in places for kind in KINDS]


CONTROL = re.compile(
    "[" + re.escape("".join({*map(chr, (*range(32), *range(127, 160)))} - {*MARKS})) + "]"
)
"""A control character that is no mark."""


@dataclass(frozen=True)
class KeptPage:
    """Page of a statement or a finding: its text, what is folded marked (report/folding.py); that
    text in ASCII; its rows of `--json`; the exit status; when it was found ("2026-01-31 12:00
    UTC")."""

    text: str
    ascii: str
    rows: list[Any]
    status: int
    when: str

    def __post_init__(self) -> None:
        texts = (self.text, self.ascii, self.when)
        right = all(isinstance(text, str) for text in texts) and type(self.status) is int
        if not right or not isinstance(self.rows, list) or any(map(_controls, texts)):
            raise TypeError("not what was kept")


def _controls(text: str) -> bool:
    """Whether a text holds what would control a terminal; a page has lines, and marks of what is
    folded."""
    return CONTROL.search(text) is not None


@dataclass(frozen=True)
class Kept:
    """What is kept: the pages by the label of a statement, or the name of a finding; every name
    (`name_key`) with the pages that it leads to."""

    names: Mapping[str, list[str]]
    pages: Mapping[str, KeptPage]

    def pages_of(self, name: str) -> list[KeptPage] | None:
        """Return the pages that a label or name leads to; None if it leads nowhere here, or not all
        of them are kept."""
        labels = [name] if name in self.pages else self.names.get(name_key(name), [])
        there = [self.pages[label] for label in labels if label in self.pages]
        return there if there and len(there) == len(labels) else None


def kept_file() -> Path:
    """Return the file: in $UCRL_LP_CACHE, or in `ucrl-lp` of $XDG_CACHE_HOME or ~/.cache. Raises
    UnusablePath without a home."""
    if own := os.environ.get("UCRL_LP_CACHE"):
        return Path(own) / NAME
    try:
        cache_home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError as e:
        raise UnusablePath("~", str(e)) from None
    return Path(cache_home) / "ucrl-lp" / NAME


@cache
def found_with() -> dict[str, str]:
    """Return what the pages depend on: versions, and the digests of all sources and data."""
    return {**checked_with(), "data": digest(HOME, data(HOME))}


def last_audit() -> tuple[Kept | None, str]:
    """Return what the last audit found; or None, and why there is nothing to print."""
    try:
        file = kept_file()
        if file.exists() and not file.is_file():  # a pipe would never answer
            return None, "what is kept of the last audit is not a file"
        content = json.loads(gzip.decompress(file.read_bytes()))
        versions, names = dict(content["versions"]), dict(content["names"])
        if not all(_strings(labels) for labels in names.values()):
            raise TypeError("not what was kept")
        pages = {label: KeptPage(**page) for label, page in content["pages"].items()}
        if content["format"] != FORMAT:
            return None, "the last audit is kept in the format of another version"
    except FileNotFoundError:
        return None, "no audit is kept"
    except UNREADABLE as e:
        return None, f"what is kept of the last audit cannot be read ({type(e).__name__})"
    for name, now in found_with().items():
        if versions.get(name) != now:
            other = f"other {name}" if name in ("sources", "data") else f"another {name}"
            return None, f"the last audit was of {other} than this one"
    return Kept(names, pages), ""


UNREADABLE = (
    OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, UnusablePath,
    RecursionError, zlib.error,
)  # fmt: skip
"""What a file that is not ours raises where it is unpacked, read as JSON, or taken apart."""


def _strings(labels: object) -> bool:
    return isinstance(labels, list) and all(isinstance(label, str) for label in labels)


def with_names(pages: Mapping[str, KeptPage]) -> Kept:
    """Return pages with every name that leads to a page."""
    from proofs_check.ledger.names import names_of_pages

    return Kept(names_of_pages(), pages)


def keep(pages: Mapping[str, KeptPage]) -> None:
    """Keep these pages, beside those that are kept by the same versions. Raises UnusablePath."""
    there, _ = last_audit()
    every = with_names({**(there.pages if there else {}), **pages})
    content = {
        "format": FORMAT,
        "versions": found_with(),
        "names": every.names,
        "pages": {label: vars(page) for label, page in every.pages.items()},
    }
    file = kept_file()
    with accessible(str(file.parent), "made"):
        file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, gzip.compress(json.dumps(content).encode(), mtime=0))
