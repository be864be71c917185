"""What headline, letter and pages call machine-checked is what the theorems state: a number that is
changed in Python alone, a probability, a condition, is refused without Coq."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from proofs_check import statements
from proofs_check.arithmetic import Q
from proofs_check.ledger.registry import REGISTRY, STATEMENTS
from proofs_check.ledger.statement import Coq
from proofs_check.letters.claim import Claim
from proofs_check.letters.expressions import log, number
from proofs_check.letters.symbols import A, L, Lam, T, X, delta, regret
from proofs_check.machine_checked import quoted, record
from proofs_check.machine_checked.record import read_record
from proofs_check.report.pages import findings as pages
from proofs_check.report.pages import letter, overview
from proofs_check.statements.common import separation, tightness
from proofs_check.statements.common import theorem_4 as t4
from reference.support.errors import FALSE
from tests.robustness.subprocesses import program


@pytest.fixture(autouse=True)
def loaded() -> None:
    statements.load()


def quotations() -> list[tuple[Coq, Claim]]:
    """Every theorem with what texts say of it."""
    found = {
        theorem.theorem: (theorem, said)
        for claim in REGISTRY.values()
        for theorem in claim.coq
        for said in theorem.says
    }
    return list(found.values())


def stated(theorem: Coq) -> str:
    return " ".join(read_record().theorems[theorem.theorem].statement.split())


def test_what_is_said_is_what_the_record_has() -> None:
    assert [m.words for m in quoted.misquoted()] == []
    assert len(quotations()) >= 17
    pieces = [p for claim in REGISTRY.values() for t in claim.coq for p in t.stands]
    assert len(pieces) >= 18 and all(re.search(r"\d", piece) for piece in pieces)


def changed(claim: Claim) -> list[tuple[str, Claim]]:
    """What says another thing, a little, of the same theorem."""
    assert claim.probability is not None
    upper = claim.left.key == regret.key
    bound = claim.right if upper else claim.left
    others = [
        ("a smaller constant", Q(99, 100) * bound),
        ("a larger constant", Q(101, 100) * bound),
        ("a letter more", bound * X),
        ("no logarithm", bound.replaced({Lam.key: number(1)})),
        ("actions left out", bound.replaced({A.key: number(1)})),
    ]
    new = [(w, replace(claim, **{"right" if upper else "left": b})) for w, b in others]
    new += [
        ("a higher probability", claim.with_probability(1 - Q(1, 2) * (1 - claim.probability))),
        ("surely", claim.with_probability(number(1))),
        ("another condition", claim.where(L >= 5)),
        ("the other side", replace(claim, left=claim.right, right=claim.left)),
    ]
    for k in range(len(claim.given_numbers)):
        kept = claim.given_numbers[:k] + claim.given_numbers[k + 1 :]
        fewer = replace(claim, runs=None)
        for given in kept:
            fewer = fewer.where(replace(given, runs=None))
        new.append((f"without its condition {k + 1}", fewer))
    return new


def test_what_is_changed_is_refused() -> None:
    tried = 0
    for theorem, claim in quotations():
        assert quoted.states(stated(theorem), claim)
        for words, other in changed(claim):
            bound = claim.right if claim.left.key == regret.key else claim.left
            if words == "no logarithm" and not bound.contains(Lam):
                continue
            assert not quoted.states(stated(theorem), other), (theorem.theorem, words)
            tried += 1
    assert tried > 110


def test_a_piece_with_another_number_is_refused() -> None:
    for claim in REGISTRY.values():
        for theorem in claim.coq:
            for piece in theorem.stands:
                number_ = re.search(r"\d+(?=\D*$)", piece)
                assert number_ is not None
                other = piece[: number_.start()] + str(int(number_[0]) + 1) + piece[number_.end() :]
                planted = replace(theorem, stands=(other,), says=())
                assert quoted.wrong(planted, read_record()) == [other]


def test_a_theorem_that_the_record_lacks_states_nothing() -> None:
    planted = Coq("theorem_4_none", "sharper/Theorem4.v", says=(t4.THREE,), stands=("3",))
    assert len(quoted.wrong(planted, read_record())) == 2


@pytest.mark.parametrize(
    ("text", "tex"),
    [
        ("/ 75 * (L * X0) * sqrt (T * #|A| * Lam)", r"\frac{1}{75}LX\sqrt{TA\Lambda}"),
        ("10 ^ 7 * X0 ^ 4 * #|A| * Lam", r"10^7X^4A\Lambda"),
        ("1 - 3 * delta * Rpower (delta / TXA S A L T) (7 / 9)", None),
        ("(7 + 3 * sqrt 2) / 4 * (L * X S L)", r"\frac{7+3\sqrt2}{4}LX"),
        ("- (2%N)", "-2"),
    ],
)
def test_terms_of_coq_are_read(text: str, tex: str | None) -> None:
    found = quoted.in_letters(text)
    assert tex is None or found.tex() == tex
    assert quoted.enclosed_at(found, quoted.TRIED[0]).is_finite()


@pytest.mark.parametrize("text", ["X S 5", "f x", "T *", "(T", "T ^ L", "total_gap gap v", ""])
def test_what_is_not_in_the_letters_is_not_read(text: str) -> None:
    with pytest.raises(quoted.NotInLetters):
        quoted.in_letters(text)


def test_bounds_that_are_close_are_told_apart() -> None:
    at = quoted.TRIED[1]
    small = Q(1, 10**25) * T
    assert quoted._agree(quoted.enclosed_at(T + L, at), quoted.enclosed_at(L + T, at))
    assert not quoted._agree(quoted.enclosed_at(T + small, at), quoted.enclosed_at(T + 0, at))


# ----------------------------------------------------------------------------- what is shown


def test_headline_and_letter_take_their_numbers_from_what_is_compared() -> None:
    said = letter.true() + letter.TIGHT + overview.REPAIRED_TEX + overview.REPAIRED
    for piece in (
        t4.THREE.right.replaced({Lam.key: log(T * X * A / delta)}).tex(),
        rf"LX\sqrt{{TA\Lam}}/{tightness.DIVISOR}",
        tightness.SIZES_OF,
        rf"$T\geq{tightness.FROM}$",
        f"constant {t4.PRINTED_ROUTE}",
    ):
        assert piece in said, piece
    assert tightness.IN_SHORT in overview.tight()


def test_the_sentence_on_tightness_goes_where_its_number_is_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = tightness.reached(Q(1, 25) * t4.LEADING)
    planted = replace(tightness.THEOREM, says=(other,))
    monkeypatch.setattr(tightness, "THEOREM", planted)
    monkeypatch.setattr(letter, "THEOREM", planted)
    assert overview.tight() == ""
    assert letter.tight(read_record()).startswith("[To be inserted once")
    monkeypatch.undo()
    assert overview.tight()
    monkeypatch.setattr(separation, "THEOREM", replace(separation.THEOREM, stands=("11 / 10",)))
    assert letter.tight(read_record()).startswith("[To be inserted once")


def test_texts_written_by_hand_do_not_say_machine_checked() -> None:
    """A page says it from the record: beside a form's status, and at a finding's consequence."""
    for statement in STATEMENTS.values():
        texts = [form.says + form.repair + form.title for form in statement.forms.values()]
        for f in statement.findings:
            texts.append(f.title + f.cause + f.by_hand + f.consequence)
            assert set(f.proved) <= STATEMENTS.keys()
        assert not any("machine-checked" in text for text in texts), statement.label


def test_a_findings_consequence_says_what_is_proved_today(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (finding, _) = STATEMENTS["lemma_06"].findings
    said = str(pages.consequence(finding))
    assert said.count("machine-checked") == 2
    monkeypatch.setattr(pages, "all_hold", lambda key: key != ("lem:bias", "repaired"))
    said = str(pages.consequence(finding))
    assert said.count("machine-checked") == 1 and "not as Coq has proved it" in said


# ----------------------------------------------------------------------------- an auditor's trials

FRESH = {"PYTHONDONTWRITEBYTECODE": "1"}
"""Two changes of one size within a second: a module compiled from the first is not to be used."""
TRIALS = {  # file, what stands there, what is planted, label, what is told
    "CONSTANT": (
        "common/bounds.py",
        "CONSTANT = 2 * sqrt(2) + 3",
        "CONSTANT = sqrt(2) + Q(22, 5)",
        "lem:bias",
        "changed since Coq proved it (lemma_06_repaired_2)",
    ),
    "DIVISOR": (
        "common/tightness.py",
        "DIVISOR = 75",
        "DIVISOR = 25",
        "thm:main",
        "says of theorem_4_tight what it does not state",
    ),
    "a probability": (
        "common/tightness.py",
        "HOLDS = 1 - delta / T",
        "HOLDS = 1 - delta / (T * T)",
        "inline:VII.6",
        "says of theorem_4_tight what it does not state",
    ),
    "a condition": (
        "common/tightness.py",
        "LEAST_SIZE = (3, 6, 2)",
        "LEAST_SIZE = (2, 4, 2)",
        "inline:VII.6",
        "says of theorem_4_tight what it does not state",
    ),
    "the theorem's constant": (
        "common/theorem_4.py",
        "OF_THREE, PRINTED_ROUTE = 3, 18",
        "OF_THREE, PRINTED_ROUTE = 2, 18",
        "thm:main",
        "says of theorem_4_three what it does not state",
    ),
    "the letter's bound": (
        "common/theorem_4.py",
        "THREE = bounded(OF_THREE * LEADING, 1 - delta)",
        "THREE = bounded(OF_THREE * LEADING, 1 - 2 * delta)",
        "thm:main",
        "says of theorem_4_three what it does not state",
    ),
    "2.811": (
        "common/theorem_4.py",
        "BEST = SHARP * Q(3, 4) + Q(1, 4)",
        "BEST = SHARP * Q(3, 4) + Q(1, 5)",
        "thm:main",
        "says of theorem_4_best what it does not state",
    ),
    "a threshold": (
        "common/theorem_4.py",
        "THRESHOLDS = (307541,",
        "THRESHOLDS = (300000,",
        "thm:main",
        "says of theorem_4_VI what it does not state",
    ),
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("audited")
    for package in ("proofs_check", "reference"):
        ignored = shutil.ignore_patterns("__pycache__", "*.vo*", "*.glob", ".*.aux")
        shutil.copytree(record.COQ.parents[1] / package, place / package, ignore=ignored)
    return place


ASKED = """
import sys
from proofs_check import statements
statements.load()
from proofs_check.audit.audit import AuditResult, select
from proofs_check.machine_checked.claims import all_hold, changed_claims
from proofs_check.machine_checked.quoted import misquoted
from proofs_check.report.pages.audit import comparisons_made
from proofs_check.report import terminal
keys = dict.fromkeys(select(sys.argv[1]))
result = AuditResult((), changed=tuple(changed_claims(keys)), misquoted=tuple(misquoted(keys)))
print(terminal.terminal_text(comparisons_made(result)))
print([key for key in keys if key[1] == "repaired" and all_hold(key)])
"""


@pytest.mark.parametrize("words", TRIALS)
def test_a_number_changed_in_python_is_told(words: str, copy: Path) -> None:
    """What an audit tells without Coq, and that the form is machine-checked no longer."""
    name, old, new, label, told = TRIALS[words]
    file = copy / "proofs_check" / "statements" / name
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")
    try:
        done = program(
            "-c", ASKED, label, env={"PYTHONPATH": str(copy), "PATH": "", **FRESH}, cwd=copy
        )
    finally:
        file.write_text(text, encoding="utf-8")
    said = " ".join(done.stdout.split())
    assert told in said and "CHANGED: " in said, done.stderr
    assert "Every verdict is the committed one" not in said and said.endswith("[]")


def test_an_audit_tells_it_and_ends_with_1(copy: Path) -> None:
    file = copy / "proofs_check" / "statements" / "common" / "tightness.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("DIVISOR = 75", "DIVISOR = 25"), encoding="utf-8")
    words = ("-m", "proofs_check", "audit", "--only", "inline:I-B.7", "--workers", "1")
    try:
        done = program(*words, env={"PYTHONPATH": str(copy), "PATH": "", **FRESH}, cwd=copy)
    finally:
        file.write_text(text, encoding="utf-8")
    said = " ".join(done.stdout.split())
    assert done.returncode == FALSE, done.stderr
    assert "CHANGED: inline:I-B.7 (repaired) says of theorem_4_tight" in said
