"""`python -m proofs_check.sampled_runs`: play the committed runs again.

Every run is written to `committed` as it was played; `git diff` says which are other bytes. A test
plays them again, too, and compares.
"""

from __future__ import annotations

import lzma

from proofs_check.sampled_runs.suite import COMMITTED, play, played_once
from reference.support.console import ProgressLine


def main() -> None:
    """Write all of them."""
    COMMITTED.mkdir(exist_ok=True)
    line = ProgressLine()
    line.begin("the committed runs are played")
    for spec in played_once():
        line(f"playing {spec.name}")
        packed = lzma.compress(play(spec), preset=9)
        (COMMITTED / f"{spec.name}.jsonl.xz").write_bytes(packed)


if __name__ == "__main__":
    main()
