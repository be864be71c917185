"""The sentences of a source of the paper that no statement says and no reason excuses.

python -m tests.ledger.unassigned SOURCE.tex
"""

from __future__ import annotations

import sys
from pathlib import Path

from proofs_check import statements
from proofs_check.ledger.sentences import committed, sentences, unassigned

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.ledger.unassigned SOURCE.tex")
    statements.load()
    text = Path(sys.argv[1]).read_text(encoding="utf-8")
    print("\n".join(unassigned(sentences(text), committed())) or "every sentence is assigned")
