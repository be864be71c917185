"""LaTeX to MathML, so that mathematics needs neither a network nor a script."""

from __future__ import annotations

import html
import re
from functools import cache

# What our formulas use and the converter does not know, or reads differently from LaTeX.
REWRITTEN = (
    (re.compile(r"\\textsc\{"), r"\\text{"),
    (re.compile(r"(?<![A-Za-z\\])Lam(?![A-Za-z])"), r"\\Lambda "),
    (re.compile(r"\\arg\\max"), r"\\operatorname{arg\\,max}"),
    (re.compile(r"\\quad(?=[A-Za-z])"), r"\\quad "),
)


@cache
def mathml(tex: str) -> str:
    """The formula as a MathML element; as escaped code if the converter cannot read all of it."""
    import latex2mathml.converter

    plain = tex
    for pattern, by in REWRITTEN:
        plain = pattern.sub(by, plain)
    try:
        found = latex2mathml.converter.convert(plain, display="block")
    except Exception:  # its errors have no common base; a formula must not stop a report
        found = "\\"
    if "\\" in found:
        return f"<code>{html.escape(tex)}</code>"
    return found.replace("<math ", f'<math alttext="{html.escape(tex)}" ', 1)
