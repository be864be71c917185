"""The two command lines, called in this process (fixtures `ucrl_lp`, `proofs_check`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

Main = Callable[[list[str]], int]


class Ended(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


Command = Callable[..., Ended]


def command(main: Main, capsys: pytest.CaptureFixture[str]) -> Command:
    """`main` as a function of its words (paths and numbers too); argparse's exit is a status."""

    def call(*words: object) -> Ended:
        capsys.readouterr()  # nothing of what was printed before
        try:
            status = main([str(w) for w in words])
        except SystemExit as e:
            status = int(e.code or 0)
        return Ended(status, *capsys.readouterr())

    return call
