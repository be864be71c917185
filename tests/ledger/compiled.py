"""What LaTeX says of the paper's numbers: `python -m tests.ledger.compiled SOURCE.tex` writes
proofs_check/ledger/paper.aux.

It needs pdflatex, and the document class ieeeconf in the folder CLASS (`--class`): IEEE's Control
Systems Society distributes it, Debian does not. The figure's file is not in the source, and the
package dsfont, of which nothing is used, need not be installed: both are left out.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import subprocess
import tempfile
from pathlib import Path

from proofs_check.ledger.inventory import AUX, labelled

LEFT_OUT = (r"\includegraphics[width=.48\textwidth]{ }", r"\usepackage{dsfont}")


def compiled(source: str, class_folder: str = "", times: int = 1) -> dict[str, str]:
    """Return what pdflatex makes of a source: its files by ending, "aux", "log". Raises
    CalledProcessError if it fails."""
    for words in LEFT_OUT:
        source = source.replace(words, "")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "paper.tex").write_text(source, encoding="utf-8")
        inputs = os.pathsep.join((".", class_folder, ""))  # the last, empty one: TeX's own folders
        environment = {**os.environ, "TEXINPUTS": inputs}
        for _ in range(times):
            subprocess.run(
                ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"],
                cwd=folder, capture_output=True, check=True, env=environment,
            )  # fmt: skip
        return {
            suffix: (folder / f"paper.{suffix}").read_text(encoding="utf-8", errors="replace")
            for suffix in ("aux", "log")
        }


def aux_of(source: str, class_folder: str = "") -> str:
    """Return the text of paper.aux: the source's hash, and each label with its number, sorted by
    LaTeX."""
    digest = hashlib.sha256(source.encode()).hexdigest()
    aux = compiled(labelled(source), class_folder)["aux"]
    labels = re.findall(r"^\\newlabel\{.*", aux, re.MULTILINE)
    return "\n".join([f"% LaTeX's numbers of the source with SHA-256 {digest}", *labels, ""])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source")
    parser.add_argument("--class", dest="folder", default="", help="the folder of ieeeconf.cls")
    given = parser.parse_args()
    text = Path(given.source).read_text(encoding="utf-8")
    AUX.write_text(aux_of(text, given.folder), encoding="utf-8")
