"""`python -m tests.report.notebook`: run the student's notebook and store what its cells print.

A viewer on the web then shows text where nothing is run; pictures are drawn where it is run, and on
the site. test_notebook.py compares."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import proofs_check
from proofs_check.report.html.notebook import cells_run

FILE = Path(str(proofs_check.__file__)).parent / "tours" / "student.ipynb"


def with_outputs(text: str) -> str:
    """A notebook's text with what its code cells print, and no pictures."""
    notebook: dict[str, Any] = json.loads(text)
    for cell, ran in zip(notebook["cells"], cells_run(text), strict=True):
        if cell["cell_type"] == "code":
            printed = ran.printed.rstrip("\n")
            lines = [f"{line}\n" for line in printed.split("\n")] if printed else []
            stream = {"name": "stdout", "output_type": "stream", "text": lines}
            cell["outputs"] = [stream] if lines else []
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(with_outputs(FILE.read_text(encoding="utf-8")), encoding="utf-8")
