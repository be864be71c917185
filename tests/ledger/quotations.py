"""The paper's words that the project quotes, held to its source by hashes: the paper itself is not
distributed.

    python -m tests.ledger.quotations SOURCE.tex

looks every quotation up in the source and writes tests/data/quotations.json: the hash of each and
the line where it begins. A quotation is what stands in “...”, or between straight quotes in the
texts of a statement. It is compared without mark-up: numbers for references, no dollars, no braces.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from pathlib import Path

from proofs_check import statements
from proofs_check.ledger.findings import findings
from proofs_check.ledger.registry import STATEMENTS
from proofs_check.report.pages import letter
from proofs_check.statements.common.gap import LAST_SENTENCE
from tests.paths import ROOT

COMMITTED = ROOT / "tests/data/quotations.json"
PAGES = (
    "README.md", "spec.md", "reference/README.md", "proofs_check/README.md",
    "proofs_check/statements/README.md", "proofs_check/tours/auditor.md",
    "proofs_check/tours/reviewer.md", "proofs_check/tours/implementer.md",
)  # fmt: skip
TITLE = "Online Reinforcement Learning in Markov Decision Process Using Linear Programming"
Text = tuple[str, str, tuple[re.Pattern[str], ...]]  # place, text, how its quotations look
CURLY, STRAIGHT = re.compile(r"“([^”]+)”"), re.compile(r'(?<![\w="(])"([A-Za-z][^"]+)"')


def quotations() -> dict[str, str]:
    """Return every quotation and a place where it stands."""
    found: dict[str, str] = {}
    for place, text, patterns in _texts():
        for pattern in patterns:
            for quoted in pattern.findall(" ".join(text.split())):
                if quoted != TITLE:
                    found.setdefault(quoted.rstrip(".,"), place)
    return found


def _texts() -> list[Text]:
    both = (CURLY, STRAIGHT)
    texts: list[Text] = [(page, (ROOT / page).read_text("utf-8"), (CURLY,)) for page in PAGES]
    texts += [("letter", f"{letter.gap()} {letter.QUESTION}", (CURLY,))]
    texts += [("overview", LAST_SENTENCE, (CURLY,))]
    for s in STATEMENTS.values():
        said = [s.says, s.by_hand, *(form.says for form in s.forms.values())]
        texts.append((s.label, " ".join(said), both))
    for f in findings():
        texts.append((f.name, f"{f.title} {f.cause} {f.by_hand} {f.consequence}", both))
    return texts


def normal(text: str) -> str:
    """Return text or LaTeX without mark-up and case: words, digits and mathematical signs."""
    text = re.sub(r"\\(?:eq)?ref\{([^}]*)\}", lambda m: _number(m[1]), text)
    text = re.sub(r"\\(?:mathcal|mc|text\w*|label|cite)\b\{?", " ", text)
    text = re.sub(r"[${}~\\,]|''|``", "", text)
    return re.sub(r"\s+", "", text).casefold()


def _number(label: str) -> str:
    """Return the number of a label, as the compiled paper has it."""
    aux = (ROOT / "proofs_check/ledger/paper.aux").read_text("utf-8")
    found = re.search(rf"\\newlabel\{{{re.escape(label)}\}}\{{\{{([^}}]*)\}}", aux)
    return found[1] if found else label


def digest(quoted: str) -> str:
    """Return the hash by which a quotation is held."""
    return hashlib.sha256(normal(quoted).encode()).hexdigest()[:12]


def line_of(quoted: str, source: str) -> int | None:
    """Return the line of the source in which a quotation begins, or None if it is not there."""
    at = [(k, normal(line)) for k, line in enumerate(source.splitlines(), 1)]
    whole, start = "".join(text for _, text in at), 0
    place = whole.find(normal(quoted))
    if place < 0:
        return None
    for k, text in at:
        if start <= place < start + len(text):
            return k
        start += len(text)
    return None


def main() -> None:
    """Write the hashes, or name what the source does not say."""
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.ledger.quotations SOURCE.tex")
    statements.load()
    source = Path(sys.argv[1]).read_text(encoding="utf-8")
    lines = {quoted: line_of(quoted, source) for quoted in quotations()}
    missing = [f"{quotations()[q]}: {q}" for q, line in lines.items() if line is None]
    if missing:
        sys.exit("not in the source:\n" + "\n".join(missing))
    held = sorted([line, digest(quoted)] for quoted, line in lines.items())
    rows = ",\n".join(json.dumps(row) for row in held)
    COMMITTED.write_text(f"[\n{rows}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
