"""The option `--mdp FILE`: the MDP on which a trace was played, where its header has none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from reference.support.command_line import Option, files
from reference.support.errors import PreconditionError

if TYPE_CHECKING:
    from reference.mdp import LayeredMDP
    from reference.trace.records import Header

Completed = Callable[["Header"], "Header"]


def mdp_option() -> Option:
    """Return the option, the same for every command that has it."""
    return Option(
        "--mdp", "the MDP that was played, as an MDP file, where the header has none",
        metavar="FILE", shell_complete=files,
    )  # fmt: skip


def as_it_is(head: Header) -> Header:
    """Return a header as it is: no MDP was given."""
    return head


def with_mdp(path: str | None) -> Completed:
    """Return what completes a header by the MDP of a file; without one, nothing does. Raises
    MalformedInput, UnusablePath, PreconditionError for arrays."""
    from reference.environments.arrays import is_array_file
    from reference.environments.mdp_file import read_mdp

    if path is None:
        return as_it_is
    if is_array_file(path):
        rule = "holds arrays: write_mdp(from_arrays(P, r, horizon), FILE) makes an MDP file of them"
        raise PreconditionError("--mdp", path, rule)
    return partial(completed, read_mdp(path).to_exact(), path)


def completed(mdp: LayeredMDP, path: str, head: Header) -> Header:
    """Return the header with this MDP. Raises PreconditionError if it has another, or another
    size."""
    if (head.layers, head.A) != (mdp.layers, mdp.A):
        rule = f"has layers {list(mdp.layers)} and A = {mdp.A}; the header has "
        raise PreconditionError("--mdp", path, f"{rule}{list(head.layers)} and {head.A}")
    if head.mdp is not None and not same(head.mdp.to_exact(), mdp):
        raise PreconditionError("--mdp", path, "is not the MDP that the header has")
    return replace(head, mdp=mdp)


def same(one: LayeredMDP, other: LayeredMDP) -> bool:
    """Whether two exact MDPs of one size have the same entries."""
    pairs = zip(one.P + one.r, other.P + other.r, strict=True)
    return all(bool((a == b).all()) for a, b in pairs)
