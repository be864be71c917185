r"""The corrected paper: every correction of the findings, applied to the LaTeX source, and audited.

The ledger of sentences is run on the result (`faults`): what does not hold as printed must be
corrected, a sentence that is false must have become one whose repaired form holds, words of a
refuted claim must be gone everywhere, and nothing may have changed that says only what is true. The
paper itself is not distributed: a copy is given (`proofs-check paper SOURCE`), and its hash is
checked.
"""

from __future__ import annotations

import difflib
import gzip
import hashlib
import io
import re
import tarfile
import zlib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from proofs_check.ledger.findings import Correction, Finding, findings
from proofs_check.ledger.inventory import AUX, source_of
from proofs_check.ledger.registry import REGISTRY, WRONG, Verdict, committed_statuses
from proofs_check.ledger.sentences import Sentence, committed, sentences
from reference.support.errors import MalformedInput, PreconditionError, UnusablePath

TITLE = "Online Reinforcement Learning in Markov Decision Process Using Linear Programming"
ARXIV = "2304.00155v3"
MOST_BYTES = 64 * 2**20  # unpacked


def read_paper(file: Path) -> str:
    """Return the source of the paper from a copy of it: the LaTeX file, or what arXiv serves as its
    source (gzip, with or without tar). Raises UnusablePath, MalformedInput for any other file."""
    expected = source_of(AUX.read_text(encoding="utf-8"))
    try:
        raw = file.read_bytes()
    except OSError as e:
        raise UnusablePath(str(file), f"cannot be read: {e.strerror}") from None
    members = _members(raw)
    by_digest = {hashlib.sha256(data).hexdigest(): data for data in members}
    if expected in by_digest:
        return by_digest[expected].decode("utf-8")
    rule = f"must be the LaTeX source of arXiv:{ARXIV} (there: TeX Source), SHA-256 {expected}"
    if raw.startswith(b"%PDF"):
        raise MalformedInput(str(file), None, "format", "a PDF", rule)
    raise MalformedInput(str(file), None, "SHA-256", ", ".join(by_digest) or "no file", rule)


def _members(raw: bytes) -> list[bytes]:
    """Return a file's bytes, or those of the LaTeX files packed in it."""
    if not raw.startswith(b"\x1f\x8b"):
        return [raw]
    try:
        with gzip.open(io.BytesIO(raw)) as packed:
            data = packed.read(MOST_BYTES)
        if data[257:262] != b"ustar":
            return [data]
        with tarfile.open(fileobj=io.BytesIO(data)) as tar:
            inside = [tar.extractfile(member) for member in tar if member.name.endswith(".tex")]
            return [member.read() for member in inside if member is not None]
    except (OSError, EOFError, zlib.error, tarfile.TarError):
        return []


def corrections() -> list[tuple[Finding, Correction]]:
    """Return every correction with its finding, in the order of the findings."""
    return [(f, c) for f in findings() for c in chain.from_iterable(f.corrections.values())]


def corrected(source: str) -> str:
    """Return the source with all corrections. Raises PreconditionError if the words of one are not
    found in exactly one line that is printed."""
    for f, c in corrections():
        places = _printed(re.escape(c.printed), source)
        if len(places) != 1:
            raise PreconditionError(f.name, c.printed, f"is in {len(places)} places, not in 1")
        start, end = places[0].span()
        source = source[:start] + c.corrected + source[end:]
    return source


def diff_of_paper(source: str, after: str) -> str:
    """Return the unified difference between the paper and the corrected paper."""
    names = ("ucrl-lp.tex", "ucrl-lp-corrected.tex")
    before, corrected_lines = (text.splitlines(keepends=True) for text in (source, after))
    return "".join(difflib.unified_diff(before, corrected_lines, *names, n=0))


def changed(source: str, after: str) -> list[Sentence]:
    """Return the printed sentences of the paper, with their claims, that the corrected one does not
    have."""
    kept = {sentence.text for sentence in sentences(after)}
    by_id = {sentence.id: sentence for sentence in committed()}
    return [by_id[sentence.id] for sentence in sentences(source)
            if not sentence.commented and sentence.text not in kept]  # fmt: skip


def faults(source: str, after: str, touched: list[Sentence] | None = None) -> list[str]:
    """Return what is wrong with a corrected paper, a line for each fault; `touched`: what `changed`
    returned, if it has been asked."""
    touched = changed(source, after) if touched is None else touched
    return [
        *_uncorrected(),
        *_true_but_touched(touched),
        *_not_repaired(touched),
        *_still_said(source, after),
    ]


def _uncorrected() -> Iterator[str]:
    """Yield what does not hold as printed and is corrected nowhere."""
    places = {label for f in findings() for label in f.places}
    for label, form in REGISTRY:
        if form == "printed" and _verdict(label) in WRONG and label not in places:
            yield f"{label}: {_verdict(label).value}, and no finding corrects it"


def _true_but_touched(touched: list[Sentence]) -> Iterator[str]:
    for sentence in touched:
        if not any(_verdict(label) in WRONG for label in sentence.claims):
            yield f"line {sentence.line}: says nothing false, and has changed"


def _not_repaired(touched: list[Sentence]) -> Iterator[str]:
    for sentence in touched:
        for label in sentence.claims:
            if _verdict(label) is Verdict.FAILS and not _has_a_repair(label):
                yield f"line {sentence.line}: {label} is false, and has no repaired form that holds"


def _still_said(source: str, after: str) -> Iterator[str]:
    """Words that a finding says must be gone, wherever they stand."""
    for f in findings():
        for words in f.refuted_words:
            if not _lines_with(words, source):
                yield f"{f.name}: the paper does not say {words}"
            for line in _lines_with(words, after):
                yield f"{f.name}: line {line} of the corrected paper still says {words}"


def _lines_with(words: str, source: str) -> list[int]:
    """Return the printed lines with these words."""
    return [source.count("\n", 0, m.start()) + 1 for m in _printed(words, source)]


def _printed(words: str, source: str) -> list[re.Match[str]]:
    """Return where a pattern matches; not where a percent sign comments it out."""

    def before(place: int) -> str:
        return source[source.rfind("\n", 0, place) + 1 : place]

    comment = re.compile(r"(?<!\\)%")
    return [m for m in re.finditer(words, source) if not comment.search(before(m.start()))]


def _verdict(label: str) -> Verdict:
    claim = REGISTRY.get((label, "printed"))
    return claim.expected if claim else Verdict.HOLDS


def _has_a_repair(label: str) -> bool:
    """Return whether the repaired form holds; prose is repaired in words."""
    verdict, _ = committed_statuses().get((label, "repaired"), ("", ""))
    return verdict == Verdict.HOLDS.value or bool(REGISTRY[label, "printed"].repair)
