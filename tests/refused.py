"""Bad input must be refused with an error that names what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from reference.support.errors import PreconditionError


def refused(
    call: Callable[[], object], field: str, rule: str = "", kind: Any = PreconditionError
) -> Any:
    """The error of this kind that `call` raises: it names the field, its rule has these words."""
    with pytest.raises(kind) as caught:
        call()
    error = caught.value
    assert error.field == field and rule in error.rule, str(error)
    return error
