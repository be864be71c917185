"""A command line, called in this process."""

from __future__ import annotations

from collections.abc import Callable

import pytest


def called(
    capsys: pytest.CaptureFixture[str], main: Callable[[list[str]], int], *words: str
) -> tuple[int, str, str]:
    """Exit status, standard output, standard error."""
    try:
        status = main(list(words))
    except SystemExit as e:
        status = int(e.code or 0)
    out, err = capsys.readouterr()
    return status, out, err
