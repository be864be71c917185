"""Both command lines by their names."""

from __future__ import annotations

import pytest

from tests.called import Command


@pytest.fixture
def programs(ucrl_lp: Command, proofs_check: Command) -> dict[str, Command]:
    """Program -> how it is called."""
    return {"ucrl-lp": ucrl_lp, "proofs-check": proofs_check}
