"""The published schemas, each made of the definition that its reader reads by.

`python -m tests.schemas` writes them; test_schemas.py in tests/structure compares. Those of the
guests' rooms are named in these rooms' tests, if they are in this copy.
"""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

from tests.paths import ROOT

PUBLISHED = {
    "proofs_check/audit/audit.schema.json": "proofs_check.report.results_json:audit_schema",
    "tests/vectors/data/schema.json": "proofs_check.vectors.reader:vectors_schema",
    "reference/trace/trace.schema.json": "reference.trace.records:trace_schema",
    "reference/trace/epoch_rows.schema.json": "reference.trace.epoch_rows:epoch_rows_schema",
}
"""File -> module:function that returns its text."""
for more in sorted((ROOT / "tests").glob("*/published_schemas.json")):
    PUBLISHED |= json.loads(more.read_text(encoding="utf-8"))


def here() -> dict[Path, str]:
    """Every schema of this copy of the project: its file, and the text that it must have."""
    texts = {}
    for name, maker in PUBLISHED.items():
        module, _, function = maker.partition(":")
        if (file := ROOT / name).parent.is_dir():
            texts[file] = getattr(import_module(module), function)()
    return texts


if __name__ == "__main__":
    for file, text in here().items():
        file.write_text(text, encoding="utf-8")
