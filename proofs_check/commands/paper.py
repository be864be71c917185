"""`proofs-check paper`: the paper itself, from a copy of its source: what is corrected, and the
corrected paper, audited."""

from __future__ import annotations

import json
from pathlib import Path

from reference.support.atomic_files import write_whole
from reference.support.command_line import (
    Argument,
    Command,
    Option,
    Options,
    files,
    output_options,
)
from reference.support.console import number_of, painted
from reference.support.errors import FALSE, OK, shown

SOUND = (
    "what does not hold is corrected, no refuted claim is left, nothing that is true has changed"
)


def parser() -> Command:
    """Return the command with its options."""
    return Command(
        "paper",
        command,
        [
            Argument(
                "source", "SOURCE",
                "the LaTeX source of the paper, also as arXiv packs it (.gz, .tar.gz)",
                shell_complete=files,
            ),
            Option("--corrected", "write the corrected source", metavar="FILE",
                   shell_complete=files),
            Option("--diff", "write the difference, to be sent or applied", metavar="FILE",
                   shell_complete=files),
            *output_options("what was changed as one JSON object"),
        ],
        help="Check that SOURCE is the LaTeX source of the paper (arXiv:2304.00155v3), apply every "
        "correction of the findings and run the ledger of sentences on the result: what does not "
        "hold is corrected, every occurrence of a refuted claim is gone, and nothing that is true "
        "is touched.",
        epilog="Exit status 0 if so, 1 if not, 3 for another file.",
    )  # fmt: skip


def command(options: Options) -> int:
    """Correct the paper and audit the result."""
    from proofs_check import statements
    from proofs_check.audit import corrected as paper

    statements.load()
    source = paper.read_paper(Path(options.source))
    after = paper.corrected(source)
    if options.corrected:
        write_whole(Path(options.corrected), after)
    if options.diff:
        write_whole(Path(options.diff), paper.diff_of_paper(source, after))
    touched = paper.changed(source, after)
    wrong = paper.faults(source, after, touched)
    made = paper.corrections()
    of = len({f.number for f, _ in made})
    if options.json:
        summary = {
            "paper": paper.TITLE,
            "arxiv": paper.ARXIV,
            "corrections": len(made),
            "sentences": [
                {"line": sentence.line, "statements": sentence.claims} for sentence in touched
            ],
            "faults": wrong,
        }
        print(json.dumps(summary))
    elif not options.quiet:
        counted = (
            f"{number_of(len(made), 'correction')} of {number_of(of, 'finding')}; "
            f"{number_of(len(touched), 'sentence')}"
        )
        lines = [
            f"paper      {paper.TITLE} (arXiv:{paper.ARXIV}), {shown(options.source)}",
            f"corrected  {counted} changed",
            *(f"fault      {line}" for line in wrong),
        ]
        if not wrong:
            lines.append(f"audited    {SOUND}")
        print(painted("\n".join(lines)))
    return FALSE if wrong else OK
