"""A store of finished jobs: a directory that many processes, one after the other, may fill.

    DIR/manifest.json    format, versions of what computes, and options
    DIR/PART/*           what was computed, in the parts of the format

A file appears by renaming a complete one, so a killed process leaves at most a stray `*.tmp`, which
the next one removes. A result carries a digest of itself: one that was changed is refused. A job
gives the same bytes in every repetition, so two processes may also fill one directory at once.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from reference.support.atomic_files import clear_strays, write_whole
from reference.support.errors import MalformedInput, PreconditionError, UnusablePath

Store = TypeVar("Store", bound="JobStore")


@dataclass(frozen=True)
class Format:
    """Format of a store: its name and number, its parts, and the versions that must agree.

    `occupied` is the rule that a directory with other files breaks."""

    name: str
    number: int
    parts: tuple[str, ...]
    versions: Callable[[], Mapping[str, str]]
    occupied: str


def plain(value: Any) -> str:
    """Return JSON text with sorted keys: the same value gives the same bytes."""
    return json.dumps(value, sort_keys=True, indent=1, allow_nan=False) + "\n"


def sealed(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a result with a digest of itself."""
    return {**record, "sha256": _digest(record)}


def check_seal(content: Mapping[str, Any], file: str) -> None:
    """Check that a result is what was stored. Raises MalformedInput."""
    record = {key: value for key, value in content.items() if key != "sha256"}
    rule = "must be that of the rest of the file, which was changed; remove it to compute it again"
    if content.get("sha256") != _digest(record):
        raise MalformedInput(file, None, "sha256", content.get("sha256"), rule)


def _digest(record: Mapping[str, Any]) -> str:
    return sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()


class JobStore:
    """Directory of finished jobs. Its manifest was read; subclasses have a FORMAT."""

    FORMAT: ClassVar[Format]

    def __init__(self, directory: Path, manifest: Mapping[str, Any]) -> None:
        self.directory, self.manifest = directory, manifest

    @classmethod
    def create(
        cls: type[Store], directory: str | os.PathLike[str], options: Mapping[str, Any]
    ) -> Store:
        """Make a store for jobs with these options (plain data), in a new or empty directory.
        Raises UnusablePath."""
        path = Path(directory)
        try:
            path.mkdir(parents=True, exist_ok=True)
            if any(file.suffix != ".tmp" for file in path.iterdir()):
                raise UnusablePath(str(path), cls.FORMAT.occupied.format(path))
        except OSError as e:
            raise UnusablePath(str(path), f"cannot be used: {e.strerror}") from None
        manifest = {
            "format": cls.FORMAT.name,
            "version": cls.FORMAT.number,
            "versions": dict(cls.FORMAT.versions()),
            "options": dict(options),
        }
        write_whole(path / "manifest.json", plain(manifest))  # first: from now on it is a store
        return cls.open(path)

    @classmethod
    def open(cls: type[Store], directory: str | os.PathLike[str]) -> Store:
        """Open a store made before, by the same versions of everything that computes. Raises
        UnusablePath and MalformedInput if it is not one, PreconditionError for other versions."""
        path, form = Path(directory), cls.FORMAT
        file = path / "manifest.json"
        manifest = parsed(text_of(file), str(file))
        for key, expected in (("format", form.name), ("version", form.number)):
            if manifest.get(key) != expected:
                raise MalformedInput(str(file), None, key, manifest.get(key), f"is not {expected}")
        versions = manifest.get("versions")
        if not isinstance(versions, dict) or not isinstance(manifest.get("options"), dict):
            raise MalformedInput(str(file), None, "manifest", sorted(manifest), "lacks entries")
        for name, now in form.versions().items():
            if versions.get(name) != now:
                rule = f"{path} was computed with {versions.get(name)}; results are never mixed"
                raise PreconditionError(f"version of {name}", now, rule)
        try:
            for part in form.parts:
                (path / part).mkdir(exist_ok=True)
                clear_strays(path / part)
            clear_strays(path)
        except OSError as e:
            raise UnusablePath(str(path), f"cannot be used: {e.strerror}") from None
        return cls(path, manifest)

    def file(self, part: str, name: str) -> Path:
        """Return the path of a file in a part, which may not exist yet."""
        return self.directory / part / name


def text_of(file: Path) -> str:
    """Return the text of a file. Raises UnusablePath, and MalformedInput if it is not UTF-8."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise MalformedInput(str(file), None, "text", "bytes", "must be UTF-8") from None
    except OSError as e:
        raise UnusablePath(str(file), f"cannot be read: {e.strerror}") from None


def parsed(text: str, file: str, loads: Callable[[str], Any] = json.loads) -> dict[str, Any]:
    """Return the JSON object that a file of a store holds. Raises MalformedInput."""
    try:
        content = loads(text)
    except (ValueError, RecursionError) as e:
        raise MalformedInput(file, None, "JSON", text, f"must be JSON: {e}") from None
    if not isinstance(content, dict):
        raise MalformedInput(file, None, "record", content, "must be a JSON object")
    return content
