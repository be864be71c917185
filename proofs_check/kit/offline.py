"""The kit's cases as files, answered where and when the program can: `kit --write DIR`, then
`kit --read DIR`.

DIR has `kit.json` (format, version, what was asked for, a digest of each case) and a folder for
each case, `case-0001`: `mdp.json`, `case.json` (T, delta, seed and what else a command line is
given). The program's trace goes beside them, as `run.jsonl` or `run.jsonl.gz`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from proofs_check.arithmetic import Q
from reference.support.atomic_files import accessible, new_directory, regular_bytes
from reference.support.errors import UnusablePath

MANIFEST, FORMAT, VERSION = "kit.json", "kit-cases", 1
ANSWERS = ("run.jsonl", "run.jsonl.gz")
NAMED = 8  # missing cases that are named


@dataclass(frozen=True)
class AskedCases:
    """What the cases of a folder were made of."""

    algorithm: str
    runs: int
    seed: int
    options: Mapping[str, Any]


class MissingAnswers(Exception):
    """Cases of a folder that have no answer."""

    def __init__(self, missing: list[str], of: int) -> None:
        named = ", ".join(missing[:NAMED]) + (", ..." if len(missing) > NAMED else "")
        super().__init__(f"{len(missing)} of {of} cases have no {ANSWERS[0]}: {named}")


def write_cases(folder: str, asked: AskedCases, cases: Iterable[Any]) -> int:
    """Write the cases into a new folder and return how many. Raises UnusablePath."""
    there, digests = Path(folder), {}
    new_directory(there)
    with accessible(folder, "written"):
        for k, case in enumerate(cases, 1):
            name = f"case-{k:04d}"
            (there / name).mkdir()
            written = _files_of(case)
            for file, content in written.items():
                (there / name / file).write_bytes(content)
            digests[name] = _digest(written)
        manifest = {"format": FORMAT, "version": VERSION, **vars(asked), "cases": digests}
        text = json.dumps(manifest, indent=1) + "\n"
        (there / MANIFEST).write_text(text, encoding="utf-8")
    return len(digests)


def asked_in(folder: str) -> AskedCases:
    """Return what a folder was made of. Raises UnusablePath for one that is not ours."""
    content = _manifest(folder)
    try:
        asked = AskedCases(*(content[key] for key in ("algorithm", "runs", "seed", "options")))
    except KeyError as e:
        raise UnusablePath(folder, f"its {MANIFEST} has no {e}") from None
    whole = all(type(n) is int for n in (asked.runs, asked.seed))
    if not (whole and isinstance(asked.algorithm, str) and isinstance(asked.options, dict)):
        raise UnusablePath(folder, f"its {MANIFEST} has a field of the wrong type")
    if not isinstance(content.get("cases"), dict):
        raise UnusablePath(folder, f"its {MANIFEST} names no cases")
    if asked.runs > len(content["cases"]):
        raise UnusablePath(folder, f"its {MANIFEST} asks for more cases than it names")
    return asked


def answered_in(folder: str, cases: Iterable[Any]) -> Callable[[Any], bytes]:
    """Return what has answered the cases of a folder, as an implementation. Raises UnusablePath
    where a case is not as it was written, or is another one; MissingAnswers where some have no
    answer."""
    digests, files, missing = _manifest(folder)["cases"], {}, []
    read = 0
    for k, case in enumerate(cases, 1):
        name, read, ours = f"case-{k:04d}", k, _files_of(case)
        there = {file: regular_bytes(Path(folder, name, file)) for file in ours}
        if there != ours or digests.get(name) != _digest(ours):
            raise UnusablePath(f"{folder}/{name}", "was altered, or is of another version")
        given = [file for file in ANSWERS if Path(folder, name, file).is_file()]
        if given:
            files[str(case)] = Path(folder, name, given[0])
        else:
            missing.append(name)
    if len(digests) != read:
        raise UnusablePath(folder, "has other cases than this version writes")
    if missing:
        raise MissingAnswers(missing, len(digests))
    return lambda case: files[str(case)].read_bytes()


def _manifest(folder: str) -> dict[str, Any]:
    file = Path(folder, MANIFEST)
    try:
        content = json.loads(regular_bytes(file))
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise UnusablePath(folder, "was not written by `proofs-check kit --write`")
    if content.get("version") != VERSION:
        raise UnusablePath(folder, f"has version {content.get('version')} of its format")
    return content


def _files_of(case: Any) -> dict[str, bytes]:
    """Return the two files of a case."""
    given = {key: value for key, value in case.as_json().items() if key != "mdp"}
    texts = {"mdp.json": case.mdp_file(), "case.json": json.dumps(given, default=_plain)}
    return {file: f"{text}\n".encode() for file, text in texts.items()}


def _digest(files: Mapping[str, bytes]) -> str:
    return sha256(b"\0".join(files.values())).hexdigest()


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Q) else float(value)
