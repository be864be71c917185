"""The options of an environment as words after its name: `tight:m=8,T=1000`."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from reference.support.errors import PreconditionError


def option_words(text: str) -> tuple[str, dict[str, Any]]:
    """Return the name of an environment and the options that follow it, if any do: after its last
    colon, KEY=VALUE with commas between them. A value is a whole number, a rational (a decimal or
    p/q), true, false or a word. Raises PreconditionError."""
    name, colon, words = text.rpartition(":")
    if not colon or "=" not in words:
        return text, {}
    options: dict[str, Any] = {}
    for word in words.split(","):
        key, equals, value = word.partition("=")
        if not (key and equals and value) or key in options:
            rule = "options have the form KEY=VALUE,KEY=VALUE, each given once"
            raise PreconditionError("env", text, rule)
        options[key] = _value(value)
    return name, options


def _value(word: str) -> Any:
    if word in ("true", "false"):
        return word == "true"
    if re.fullmatch(r"-?[0-9]{1,18}", word):
        return int(word)
    if re.fullmatch(r"-?[0-9]{1,18}(\.[0-9]{1,18}|/[1-9][0-9]{0,17})", word):
        return Fraction(word)
    return word
