"""An MDP from plain arrays, in memory or in `.npz` and `.npy` files, in either order of indices;
and which program converts the files of others.

Letters as in `reduction`: P[s, a, s1] and r[s, a], or P[h, s, a, s1] and r[h, s, a] where they vary
with the step, H steps. A layered MDP is made for the latter: each step has its own states.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from reference.environments.mdp_file import FARTHEST, MAX_FILE_BYTES, MDP_PAGE
from reference.environments.reduction import to_layered
from reference.mdp import Array, LayeredMDP
from reference.support.atomic_files import accessible
from reference.support.errors import MalformedInput, PreconditionError, of_format

ORDERS = ("sas", "ass")
"""P[s][a][s1]; P[a][s][s1], as in pymdptoolbox, with r[a][s] if r has that shape and A != S. Behind
an index h of the step, if there is one."""
MAX_ARRAY_BYTES = 8 * MAX_FILE_BYTES
"""Of the arrays of one file: P of 2000 states and 8 actions has 256 MB."""
CONVERTERS = {
    ".tra": "PRISM's explicit files: stormpy.build_sparse_model_from_explicit reads them",
    ".drn": "Storm's explicit format: stormpy.build_model_from_drn reads it",
    ".prism": "a PRISM program: stormpy.parse_prism_program and build_model read it",
    ".nm": "a PRISM program: stormpy.parse_prism_program and build_model read it",
    ".jani": "a JANI model: stormpy.parse_jani_model and build_model read it",
    ".pomdp": "Cassandra's format: AI-Toolbox (MDP::parseCassandra) reads it",
    ".mdp": "Cassandra's format: AI-Toolbox (MDP::parseCassandra) reads it",
}


def from_arrays(
    P: Any,
    r: Any,
    horizon: int,
    order: str = "sas",
    *,
    start: int | Sequence[Any] | Array = 0,
    renormalise: bool = False,
) -> LayeredMDP:
    """Return the layered MDP of `horizon` steps of the arrays P and r from `start`, a state or a
    distribution (Remark 1). `order` names the indices of P, which may be a sparse matrix of SciPy
    for each step and action (ass) or state (sas); an index of the step may precede those of P and
    r. `renormalise` divides rows by their sums, which single precision needs. Where an action is
    not available, give it the row and the reward of one that is. Raises PreconditionError."""
    P, r = ordered(P, r, order)
    return to_layered(renormalised(P) if renormalise else P, r, horizon, start).mdp


def ordered(P: Any, r: Any, order: str = "sas") -> tuple[Array, Array]:
    """Return P[s, a, s1] and r[s, a] of arrays in this order. Raises PreconditionError."""
    if order not in ORDERS:
        raise PreconditionError("order", order, f"must be one of {', '.join(ORDERS)}")
    P, r = _dense(P), _dense(r)
    if P.ndim not in (3, 4) or r.ndim not in (2, 3):
        rule = "must have the indices state, action, next state, and r state, action; either may "
        rule += "have an index of the step before them"
        raise PreconditionError("P", (P.shape, r.shape), rule)
    if order == "ass":
        A, S, _ = P.shape[-3:]
        turned = r.shape[-2:] == (A, S) and A != S
        P, r = P.swapaxes(-3, -2), (r.swapaxes(-2, -1) if turned else r)
    if P.shape[-3] != P.shape[-1]:
        other = ORDERS[1 - ORDERS.index(order)]
        rule = f"must have as many next states as states in the order {order}; {other} is the other"
        raise PreconditionError("P", P.shape, rule)
    return P, r


def _dense(tables: Any) -> Array:
    """Return an array of what may be a sparse matrix, or lists of them."""
    if hasattr(tables, "toarray"):
        tables = tables.toarray()
    elif isinstance(tables, (list, tuple)) and not np.isscalar(tables):
        tables = [_dense(table) for table in tables] if _has_sparse(tables) else tables
    dense: Array = np.asarray(tables)
    return dense


def _has_sparse(tables: Any) -> bool:
    """Whether nested lists hold a sparse matrix; their first entries show it."""
    while isinstance(tables, (list, tuple)) and tables:
        tables = tables[0]
    return hasattr(tables, "toarray")


def renormalised(P: Any) -> Array:
    """Return P in doubles, each row divided by its sum. Raises PreconditionError for a sum farther
    than FARTHEST from 1."""
    table: Array = np.asarray(P, dtype=np.float64)
    sums = table.sum(axis=-1, keepdims=True)
    if (away := np.abs(sums - 1)).max(initial=0.0) > FARTHEST:
        where = np.unravel_index(int(away.argmax()), sums.shape)[:-1]
        field = "P" + "".join(f"[{k}]" for k in where)
        rule = f"must sum to 1 within {FARTHEST:g} to be divided by its sum"
        raise PreconditionError(field, float(sums[where][0]), rule)
    distributions: Array = table / sums
    return distributions


# ----------------------------------------------------------------------------- files


def is_array_file(path: str | os.PathLike[str]) -> bool:
    """Whether a file's name says that it holds arrays."""
    return Path(path).suffix in (".npz", ".npy")


@of_format(MDP_PAGE)
def read_arrays(path: str | os.PathLike[str], order: str = "sas") -> tuple[Array, Array, int]:
    """Return (P, r, start) of an `.npz` file with the arrays P, r and perhaps start; or of `P.npy`,
    whose rewards are in `P.r.npy` beside it. P and r may vary with the step, as in `ordered`.
    Nothing is unpickled. Raises MalformedInput,
    UnusablePath, PreconditionError."""
    file = Path(path)
    arrays: dict[str, Any] = {}
    with accessible(str(file), "read"):
        if file.suffix == ".npy":
            arrays["P"] = _array(file, file)
            arrays["r"] = _array(file.with_suffix(".r.npy"), file)
        else:
            arrays = _archive(file)
    for name in ("P", "r"):
        if name not in arrays:
            raise MalformedInput(str(file), None, name, sorted(arrays), "must be an array of it")
        if arrays[name].dtype.kind not in "fiu":
            _refuse(file, name, arrays[name].dtype, "must hold numbers")
        if arrays[name].size * 8 > MAX_ARRAY_BYTES:
            rule = f"must have at most {MAX_ARRAY_BYTES} bytes, as doubles"
            _refuse(file, name, arrays[name].shape, rule)
    P, r = ordered(arrays["P"], arrays["r"], order)
    return P, r, int(arrays.get("start", 0))


def _archive(file: Path) -> dict[str, Any]:
    try:
        with zipfile.ZipFile(file) as archive:
            size = sum(member.file_size for member in archive.infolist())
        if size > MAX_ARRAY_BYTES:
            _refuse(file, "size", size, f"must not unpack to more than {MAX_ARRAY_BYTES} bytes")
        with np.load(file, allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files if name in ("P", "r", "start")}
    except (ValueError, zipfile.BadZipFile, EOFError) as e:
        _refuse(file, "npz", str(e), "must be an archive of arrays, none of objects")


def _array(file: Path, named: Path) -> Array:
    try:
        array: Array = np.load(file, mmap_mode="r", allow_pickle=False)
    except (ValueError, EOFError) as e:
        _refuse(named, "npy", str(e), "must be an array, none of objects")
    return array


def _refuse(file: Path, field: str, value: object, rule: str) -> NoReturn:
    raise MalformedInput(str(file), None, field, value, rule)


@of_format(MDP_PAGE)
def refuse_foreign(path: str | os.PathLike[str]) -> None:
    """Refuse a file whose name is that of another program's format, and name what converts it.
    Raises MalformedInput."""
    suffix = Path(path).suffix.lower()
    if suffix in CONVERTERS:
        rule = (
            f"is {CONVERTERS[suffix]}; write its matrices with numpy.savez(FILE, P=P, r=r), "
            "P[s, a, s1], and pass that"
        )
        raise MalformedInput(str(path), None, "format", suffix, rule)
