"""The templates: everything is escaped that is not markup made here."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


@cache
def environment() -> Environment:
    """Jinja2 over this package's templates; an unknown name in one is an error."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("proofs_check.report.html"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )


def page(template: str, **context: Any) -> str:
    """One page."""
    return environment().get_template(template).render(**context)


def markup(text: str) -> Markup:
    """Markup made by this package, with all text in it escaped."""
    from markupsafe import Markup

    return Markup(text)
