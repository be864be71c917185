"""Our own check of compiled files, beside coqc and coqchk: the guard, and what theorems rest on.

Both read every library once; `coq/GUARD.md` says what they see, and what they cannot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from proofs_check.machine_checked.closure import Closures, NotFound
from proofs_check.machine_checked.compiled import Library
from proofs_check.machine_checked.guard import Account, check_files, deeply

Folders = Sequence[tuple[Path, str]]


def standard_library(library: Path) -> list[tuple[Path, str]]:
    """Return the folders of the libraries that Coq keeps in one place, with their logical names."""
    user = library / "user-contrib"
    names = {"mathcomp": user / "mathcomp", "Coquelicot": user / "Coquelicot"}
    return [(library / "theories", "Coq"), *((folder, name) for name, folder in names.items())]


def refused(
    files: Sequence[Path], folders: Folders, axioms: Mapping[str, tuple[str, ...]], found: Account
) -> list[str]:
    """Return why compiled files are not accepted, each reason with a name; none if they are.

    `axioms`: what Print Assumptions says of each definition of Verdict.Check. `found` is filled.
    Raises OtherLayout for a file of another version, or laid out otherwise than is known."""
    account = check_files(files, folders)
    found.files, found.fixpoints = account.files, account.fixpoints
    found.refused = account.refused or deeply(lambda: disagreements(folders, axioms))
    return found.refused


def disagreements(
    folders: Folders, axioms: Mapping[str, tuple[str, ...]], module: str = "Verdict.Check"
) -> list[str]:
    """Return where the axioms in the terms are not those that Coq names, or a flag was unsafe."""
    closures, different = Closures(Library(folders)), []
    for name, said in axioms.items():
        try:
            closure = closures.closure(f"{module}.{name}")
        except NotFound as e:
            different.append(f"{name} rests on {e}, which no compiled file has")
            continue
        if set(closure.axioms) != set(said):
            here, there = ", ".join(closure.axioms) or "none", ", ".join(said) or "none"
            different.append(f"{name} rests on {here} by its terms; Coq says, on {there}")
        different += [f"{name} rests on {flag}" for flag in closure.flags]
    return different
