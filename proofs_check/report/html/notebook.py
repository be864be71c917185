"""Tour in a notebook: its cells are run here, and its page shows what they print and draw.

The cells are this package's own (proofs_check/tours); no kernel is needed. Extra `plot`.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from proofs_check.report.html.formula import in_line
from reference.support.errors import MissingLibrary

MATHS = re.compile(r"\$([^$]+)\$")


@dataclass(frozen=True)
class RunCell:
    """One cell: Markdown, or code with what it printed and the pictures that it drew, as PNG."""

    markdown: bool
    source: str
    printed: str = ""
    pictures: tuple[bytes, ...] = ()


def cells_run(notebook: str) -> Iterator[RunCell]:
    """Yield the cells of a notebook (its JSON), the code after it has run, in one namespace.

    Raises MissingLibrary without Matplotlib, and whatever a cell raises."""
    try:
        import matplotlib
    except ImportError:
        raise MissingLibrary("notebook", "Matplotlib", "plot") from None
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.close("all")  # a notebook begins with no figure
    names: dict[str, Any] = {"__name__": "notebook"}
    for cell in json.loads(notebook)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield RunCell(True, source)
        else:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed), warnings.catch_warnings():
                warnings.filterwarnings("ignore", "FigureCanvasAgg is non-interactive")
                _run(source, names)
            yield RunCell(False, source, printed.getvalue(), tuple(_drawn()))


def _run(source: str, names: dict[str, Any]) -> None:
    """Run a cell; its last line is shown if it is an expression with a value, as in notebooks."""
    lines = [line for line in source.splitlines() if not line.startswith("%")]
    tree = ast.parse("\n".join(lines))
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)
    if isinstance(last, ast.Expr):
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
        if value is not None:
            print(repr(value))


def _drawn() -> Iterator[bytes]:
    import matplotlib.pyplot as plt

    for number in plt.get_fignums():
        picture = io.BytesIO()
        plt.figure(number).savefig(picture, format="png", dpi=120, metadata={"Software": None})
        plt.close(number)
        yield picture.getvalue()


def as_markdown(notebook: str) -> str:
    """Return the notebook, run, as Markdown with pictures in HTML."""
    return "\n\n".join(_shown(cell) for cell in cells_run(notebook)) + "\n"


def _shown(cell: RunCell) -> str:
    if cell.markdown:
        return MATHS.sub(lambda match: in_line(match[1]), cell.source)
    parts = [f"```python\n{cell.source}\n```"]
    if cell.printed:
        parts.append(f'<pre class="printed">{escape(cell.printed.rstrip(), quote=False)}</pre>')
    about = next((line for line in cell.source.splitlines() if "set(" in line), "regret")
    parts += [
        f'<img class="drawn" src="data:image/png;base64,{base64.b64encode(picture).decode()}" '
        f'alt="{escape(about.strip())}">'
        for picture in cell.pictures
    ]
    return "\n\n".join(parts)
