"""Wrong invocations that a person tries: the status, and one line that names what is wrong and what
was meant."""

from __future__ import annotations

import gzip
import shlex
from pathlib import Path

import pytest

from reference.support.errors import MALFORMED, OK, USAGE
from tests.called import Command

UNKNOWN = "unknown statement; did you mean"
LISTED = "`proofs-check explain` lists every name"
NO_FILE = "cannot be read: No such file or directory"
RIVERSWIM = "ucrl-lp run --env riverswim"
WRONG = [  # command line, status, what the line on stderr says
    (
        'proofs-check exlain "Lemma 6"',
        USAGE,
        "No such command 'exlain'; did you mean explain? (try: proofs-check --help)",
    ),
    ("proofs-check explain Lemma", USAGE, f"{UNKNOWN} Lemma 1, Lemma 2, Lemma 3?; {LISTED}"),
    ("proofs-check explain nothing", USAGE, f"unknown statement; {LISTED}; found nothing"),
    ('proofs-check explain "Lemma 66"', USAGE, f"{UNKNOWN} Lemma 6"),
    ('proofs-check explain "Theorem 5"', USAGE, f"{UNKNOWN} Theorem 4?; {LISTED}; found Theorem 5"),
    ("proofs-check explain E-99", USAGE, f"{UNKNOWN} E-9?; {LISTED}; found E-99"),
    ("proofs-check explain lem:bais", USAGE, f"{UNKNOWN} lem:bias"),
    ("proofs-check audit --only", USAGE, "Option '--only' requires an argument"),
    ("proofs-check report", USAGE, "Missing argument 'DIR'"),
    ("proofs-check report run.jsonl", USAGE, "run.jsonl: is a file; a report is a directory"),
    ("ucrl-lp run --env tiny --T 5 --T 7", USAGE, "Option '--T' is given twice"),
    ("ucrl-lp run --env tiny --T 5 --T=7", USAGE, "Option '--T' is given twice"),
    ("ucrl-lp simulate figure1 --T 5 --T 7", USAGE, "Option '--T' is given twice"),
    ("proofs-check audit --workers 1 --workers 2", USAGE, "Option '--workers' is given twice"),
    (
        "ucrl-lp simulate figure1 --env tight:bogus=3 --smoke",
        USAGE,
        "option: tight has these options: m, A, T, factor, delta; found bogus",
    ),
    ("proofs-check audit --workers 0", USAGE, "--workers: must be at least 1; found 0"),
    ("proofs-check audit --workers two", USAGE, "'--workers': must be a whole number such as"),
    ("proofs-check trcae run.jsonl", USAGE, "No such command 'trcae'; did you mean trace?"),
    ("proofs-check trace", USAGE, "Missing argument 'RUN...' (try: proofs-check trace --help)"),
    ("proofs-check trace nowhere.jsonl", USAGE, f"nowhere.jsonl: {NO_FILE}"),
    ("proofs-check trace words.jsonl", MALFORMED, "words.jsonl:1: JSON: must be valid JSON"),
    ("proofs-check trace nothing.jsonl", MALFORMED, "the trace has no `end` record"),
    ("proofs-check trace empty.json", MALFORMED, "`header` must be the first line"),
    ("proofs-check trace run.jsonl --reading log=log2", USAGE, "No such option '--reading'"),
    ("proofs-check explain epss", USAGE, "neither a statement nor a rule; did you mean eps"),
    ("proofs-check trace run.jsonl --html .", USAGE, ".: exists; use --force to write into it"),
    ("proofs-check judge", USAGE, "Missing argument 'RUN'"),
    ("proofs-check kit", USAGE, "needs one of --against, --write and --read"),
    ('proofs-check kit --against "./mine {mdp}"', USAGE, "must contain {T}; found ./mine {mdp}"),
    ("proofs-check kit --against true", USAGE, "command: must contain {mdp}; found true"),
    ("proofs-check lemmas", USAGE, "RUN: the trace to evaluate is missing"),
    ("proofs-check lemmas words.jsonl", MALFORMED, "words.jsonl:1: JSON: must be valid JSON"),
    ("proofs-check paper", USAGE, "Missing argument 'SOURCE'"),
    ("proofs-check paper nowhere.tex", USAGE, f"nowhere.tex: {NO_FILE}"),
    ("proofs-check paper run.jsonl", MALFORMED, "must be the LaTeX source of arXiv:2304.00155"),
    ("proofs-check site .", USAGE, ".: exists; use --force to write into it"),
    ("proofs-check vectors --against ./mine", USAGE, "--against: cannot be run: No such file"),
    ("proofs-check certificate", USAGE, "Missing command (try: proofs-check certificate"),
    (
        "proofs-check certificate write --trace run.jsonl --epoch 99 --out a.vipr",
        USAGE, "--epoch: run.jsonl has no such epoch; found 99",
    ),
    (
        "proofs-check certificate write --trace run.jsonl --epoch 1 --out a.vipr",
        USAGE, "--epoch: must be at least 2: LP1 is solved from the second epoch on; found 1",
    ),
    ("proofs-check coq --recrod", USAGE, "No such option '--recrod'; did you mean --record?"),
    ("ucrl-lp", USAGE, "Missing command (try: ucrl-lp --help)"),
    ("ucrl-lp run", USAGE, "--env, --mdp, --resume: one of them is required"),
    (RIVERSWIM, USAGE, "--T: the number of episodes is required"),
    ("ucrl-lp run --env riverswin --T 5", USAGE, "did you mean riverswim?; found riverswin"),
    (f"{RIVERSWIM} --T 1e3.5", USAGE, "'--T': must be a whole number such as 1000 or 1e3"),
    (f"{RIVERSWIM} --T -5", USAGE, "T: must be a whole number, at least 1; found -5"),
    (f"{RIVERSWIM} --T 5 --horizon 0", USAGE, "horizon: must be a whole number, at least 1"),
    (f"{RIVERSWIM} --T 5 --reading R-99=x", USAGE, "reading: unknown; did you mean R-9"),
    (f"{RIVERSWIM} --T 5 --out run.jsonl", USAGE, "run.jsonl: exists; use --force to overwrite"),
    (f"{RIVERSWIM} --T 5 --episodes 9", USAGE, "episodes: must not exceed T = 5; found 9"),
    (f"{RIVERSWIM} --T 5 --algorithm ucrl3", USAGE, "found ucrl3"),
    (f"{RIVERSWIM} --T 5 --mdp empty.json", USAGE, "--mdp: is not allowed with --env"),
    ("ucrl-lp run --mdp empty.json --T 5", MALFORMED, 'must have the key "format"'),
    ("ucrl-lp run --resume words.jsonl", MALFORMED, "words.jsonl:1: JSON: must be valid JSON"),
    ("ucrl-lp env show", USAGE, "Missing argument 'ENV' (try: ucrl-lp env show --help)"),
    ("ucrl-lp env shwo tiny", USAGE, "No such command 'shwo'; did you mean show?"),
    ("ucrl-lp simulate figure1 --algorithms ucrl-lpp", USAGE, "did you mean ucrl-lp"),
    ("ucrl-lp simulate figure1 --T 10 --trials 0", USAGE, "trials: must be at least 1; found 0"),
    ("ucrl-lp simulate trial nonsense", USAGE, "trial: must be ENV~ALGORITHM~T=..."),
    ("ucrl-lp simulate resume nowhere", USAGE, f"nowhere/manifest.json: {NO_FILE}"),
    ("ucrl-lp simulate figure1 --env nowhere", USAGE, "env: unknown; must be one of paper, tiny"),
    ("proofs-check trace folder", USAGE, "folder: cannot be read: Is a directory"),
    ("proofs-check trace paper.pdf", MALFORMED, "paper.pdf:1: encoding: must be UTF-8"),
    ("proofs-check trace nothing.gz", MALFORMED, "nothing.gz:1: record: the trace has no `end`"),
    ("proofs-check trace https://a.org/run.jsonl", USAGE, f"https://a.org/run.jsonl: {NO_FILE}"),
    ("proofs-check trace run.jsonl --workers -1", USAGE, "--workers: must be at least 1; found -1"),
    (
        "ucrl-lp --json run --env tiny",
        USAGE, "No such option '--json'",
    ),
    (
        "proofs-check --json trace run.jsonl",
        USAGE, "No such option '--json'",
    ),
    (
        "proofs-check optimum empty.json",
        USAGE, "unexpected extra argument (empty.json) (try: proofs-check optimum --help)",
    ),
    ("proofs-check coq .", USAGE, "unexpected extra argument (.) (try: proofs-check coq --help)"),
    ("ucrl-lp env list tiny", USAGE, "argument (tiny) (try: ucrl-lp env list --help)"),
    (f"{RIVERSWIM} --T 5 --episodes 0", USAGE, "episodes: must be a whole number, at least 1"),
    (f"{RIVERSWIM} --T 5 --out folder", USAGE, "--out: must end in .jsonl or .jsonl.gz"),
    (f"{RIVERSWIM} --T 5 --delta 0,1", USAGE, "'--delta': must be a number; found 0,1"),
    ("ucrl-lp run --mdp paper.pdf --T 5", MALFORMED, "paper.pdf:1: encoding: must be UTF-8"),
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ucrl_lp: Command) -> Path:
    """A directory with a run and with files that are none, in which the commands are called."""
    monkeypatch.chdir(tmp_path)
    run = ("run", "--env", "tiny", "--T", "5", "--quiet", "--out", "run.jsonl")
    assert ucrl_lp(*run).status == OK
    for name, text in (("words.jsonl", "words\n"), ("nothing.jsonl", ""), ("empty.json", "{}")):
        (tmp_path / name).write_text(text)
    (tmp_path / "paper.pdf").write_bytes(b"%PDF-1.7 \x80\n")
    (tmp_path / "nothing.gz").write_bytes(gzip.compress(b""))
    (tmp_path / "folder").mkdir()
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() if p.is_file() else b"" for p in folder.iterdir()}


@pytest.mark.parametrize("line, status, said", WRONG, ids=[line for line, _, _ in WRONG])
def test_a_wrong_invocation_is_answered_in_one_line(
    line: str, status: int, said: str, folder: Path, ucrl_lp: Command, proofs_check: Command
) -> None:
    before = contents(folder)
    program, *rest = shlex.split(line)
    ended = (ucrl_lp if program == "ucrl-lp" else proofs_check)(*rest)
    assert (ended.status, ended.out) == (status, "")
    assert said in " ".join(ended.err.split())
    assert len(ended.err.strip().splitlines()) == 1
    assert ended.err.startswith(f"{program}") and "Traceback" not in ended.err
    assert contents(folder) == before
