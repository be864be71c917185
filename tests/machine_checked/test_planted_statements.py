"""What Coq proves of a claim is that claim: a false variant of it, or a stronger one, is refused,
and by that claim's own proof; its neighbours are proved all the while.

The variants are those that runs refute, those that a bound has by its form, and stronger ones: less
by one, the sides exchanged, a higher probability. They are compiled beside Statements.v; then one
session of coqtop goes through the proofs and tries each claim's own on its variants."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from proofs_check import statements
from proofs_check.arithmetic import Q
from proofs_check.ledger.registry import STATEMENTS
from proofs_check.ledger.statement import Form
from proofs_check.letters.claim import Claim
from proofs_check.letters.expressions import number
from proofs_check.letters.quantities import BigO, big_o
from proofs_check.letters.symbols import T, X, delta
from proofs_check.letters.variants import derived
from proofs_check.machine_checked import record
from proofs_check.machine_checked.claims import theorems_of_claims
from proofs_check.machine_checked.derived import (
    HEAD,
    PROVED_FILE,
    REFUTED_FILE,
    Derived,
    derived_claim,
    derived_claims,
    derived_of,
    sharing,
)
from reference.support.errors import PreconditionError
from tests.machine_checked.conftest import needs_coq, ran

MARK = "@@"
PLANTED = "statements/Planted.v"
UNCHANGED = "nothing"


class Variant(NamedTuple):
    """Claim that was changed: the claim as Coq states it, the words, the changed definition."""

    claim: Derived
    words: str
    planted: Derived


def stronger(claim: Claim) -> Iterator[tuple[str, Claim]]:
    """Yield what claims more than a claim."""
    if claim.equal:
        yield "one more", replace(claim, right=claim.right + 1)
        yield "twice, and one more", replace(claim, right=2 * claim.right + 1)
    else:
        yield "less by one", replace(claim, right=claim.right - 1)
        yield "the sides exchanged", replace(claim, left=claim.right, right=claim.left)
    if claim.probability is not None:
        yield "a higher probability", claim.with_probability(1 - Q(1, 1000) * delta)
    for given in claim.given_numbers:
        if claim.left.kind == "total" and given.left.kind == "number":
            yield "for all runs", replace(claim, runs=None)


def weaker(claim: Claim) -> Iterator[tuple[str, Claim]]:
    """Yield what claims less than a claim that is refuted."""
    if claim.equal:
        yield "the right side twice", replace(claim, left=claim.right)
        yield "the left side twice", replace(claim, right=claim.left)
    else:
        yield "much more allowed", replace(claim, right=1000 * claim.right + 1000)
        yield "nothing claimed", replace(claim, left=number(0), right=claim.right * claim.right)


def changed(form: Form, claim: Claim) -> Iterator[tuple[str, Claim]]:
    """Yield the false variants that the module, or the form of the bound, has of a claim."""
    for change in (*form.changes, *derived(claim)):
        if change.part in (None, claim.name) and (new := change.rule(claim)) is not None:
            yield change.words, new


def around(form: Form) -> Iterator[tuple[str, str, Form]]:
    """Yield what is stated of a form besides its claims, by the end of its name, changed: claims
    that share an event, O(F), and what is claimed under other choices."""
    for numbers in sharing(form):
        likelier = [
            claim.with_probability(1 - Q(1, 1000) * delta) if n in numbers else claim
            for n, claim in enumerate(form.claims)
        ]
        yield "_together", "a higher probability", replace(form, claims=tuple(likelier))
        for n in numbers:
            (_, less), *_ = stronger(form.claims[n])
            claims = (*form.claims[:n], less, *form.claims[n + 1 :])
            yield "_together", f"less by one in claim {n}", replace(form, claims=claims)
        last = numbers[-1]
        (_, more), *_ = weaker(form.claims[last])
        claims = (*form.claims[:last], more, *form.claims[last + 1 :])
        yield "_together", f"much more allowed in claim {last}", replace(form, claims=claims)
    for n, claim in enumerate(form.claims):
        if isinstance(claim.right, BigO):
            for letter in (X, T):
                of = claim.right.inner.replaced({letter.key: number(1)})
                new = replace(claim, right=big_o(of, claim.right.parts[0]))
                claims = (*form.claims[:n], new, *form.claims[n + 1 :])
                yield f"_{n}_O", f"without ${letter.tex()}$", replace(form, claims=claims)
    for k, choice in enumerate(form.choices):
        for n, claim in enumerate(choice.claims):
            for words, new in (*stronger(claim), *weaker(claim)):
                claims = (*choice.claims[:n], new, *choice.claims[n + 1 :])
                other = replace(choice, claims=claims)
                choices = (*form.choices[:k], other, *form.choices[k + 1 :])
                yield f"_{n}_under_{k}", words, replace(form, choices=choices)


CLAIMS_MORE = ("less by one", "one more", "the sides exchanged", "a higher probability", "twice")
CLAIMS_LESS = (
    "much more allowed",
    "nothing claimed",
    "the right side twice",
    "the left side twice",
)


def tries(refuted: bool, words: str) -> bool:
    """Return whether a change makes more of a theorem than it proves: a claim more, its negation
    less."""
    weaker_one, stronger_one = words.startswith(CLAIMS_LESS), words.startswith(CLAIMS_MORE)
    return not (stronger_one if refuted else weaker_one)


def variants() -> list[Variant]:
    """Return the variants of every claim on which there is a theorem, as Coq states them."""
    statements.load()
    theorems = dict(theorems_of_claims().values())
    found: list[Variant] = []
    for module in sorted(STATEMENTS):
        for form in STATEMENTS[module].forms.values():
            for n, claim in enumerate(form.claims if form.coq else ()):
                own = derived_claim(module, form, n)
                if own.name not in theorems:
                    continue
                found.append(Variant(own, UNCHANGED, replace(own, name=f"planted_{len(found)}")))
                more = weaker(claim) if theorems[own.name] else stronger(claim)
                planted = [*more, *(() if theorems[own.name] else changed(form, claim))]
                for words, new in planted:
                    claims = (*form.claims[:n], new, *form.claims[n + 1 :])
                    try:
                        of = derived_claim(module, replace(form, claims=claims), n)
                    except PreconditionError:  # a letter that Coq's dictionary has not
                        continue
                    if of.parts != own.parts:
                        planted_name = f"planted_{len(found)}"
                        found.append(Variant(own, words, replace(of, name=planted_name)))
            if form.coq:
                found += around_of(module, form, theorems, len(found))
    return found


def around_of(module: str, form: Form, theorems: dict[str, bool], first: int) -> list[Variant]:
    """Return the variants of what is stated of a form besides its claims, numbered from `first`."""
    found: list[Variant] = []
    claims = {f"{module}_{form.name}_{n}" for n in range(len(form.claims))}
    for own in derived_of(module, form):
        if own.name in claims or own.name not in theorems:
            continue
        name = f"planted_{first + len(found)}"
        found.append(Variant(own, UNCHANGED, replace(own, name=name)))
        for end, words, changed_form in around(form):
            if not own.name.endswith(end) or not tries(theorems[own.name], words):
                continue
            (of,) = (c for c in derived_of(module, changed_form) if c.name == own.name)
            if of.parts != own.parts:
                name = f"planted_{first + len(found)}"
                found.append(Variant(own, words, replace(of, name=name)))
    return found


def say(word: str) -> str:
    return f'Goal True. idtac "{MARK} {word}". Abort.\n'


def session(source: str, planted: list[Variant], theorem: str) -> str:
    """Return the file with each claim's own proof tried on its variants, in front of it. `theorem`:
    how the theorem of a claim begins."""
    option = "Set Implicit Arguments."
    source = source.replace(option, f"Require UCRLLP.statements.Planted.\n{option}", 1)
    for variant in planted:
        name = variant.claim.name
        begin = re.search(theorem.format(re.escape(name)), source, re.MULTILINE)
        assert begin, name
        end = source.index("Qed.", begin.start()) + len("Qed.")
        block = source[begin.start() : end]
        tried = block.replace(f"Statements.{name}", f"Planted.{variant.planted.name}", 1)
        tried = re.sub(rf"\b(p_|not_|){name}\b", variant.planted.name, tried, count=1)
        tried = tried.replace("Proof.", f'Proof. idtac "{MARK} stated {variant.planted.name}".', 1)
        text = f"{tried}\nAbort All.\n{say('ends')}"
        source = source[: begin.start()] + text + source[begin.start() :]
    return "Set Silent.\n" + source + "\n" + say("whole")


def refused(built: Path, file: str, planted: list[Variant], theorem: str) -> dict[str, str]:
    """Return what coqtop says to each variant: of those only it says an error."""
    text = session((built / file).read_text(encoding="utf-8"), planted, theorem)
    words = ["coqtop", *record.COQC_OPTIONS, *record.load_path()]
    out = subprocess.run(
        words, cwd=built, input=text, text=True, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ).stdout  # fmt: skip
    before, *parts = re.split(rf'(?<!"){MARK} ', out)
    said: dict[str, str] = {}
    for part in parts:
        word, _, rest = part.partition("\n")
        if word.startswith("stated "):
            said[word.removeprefix("stated ")] = rest
        else:
            assert "Error" not in rest, rest[:2000]
    assert "Error" not in before, before[:2000]
    assert parts and parts[-1].startswith("whole"), out[-2000:]
    return said


def head() -> str:
    """Return the head of Statements.v, with its definitions and not others of the same words."""
    names = re.findall(r"^Definition (\w+)", HEAD, re.MULTILINE)
    words = re.sub(r"^Definition .*?^Arguments [^\n]*\n", "", HEAD, flags=re.MULTILINE | re.DOTALL)
    same = [f"Notation {name} := UCRLLP.statements.Statements.{name}." for name in names]
    return "\n".join(["Require UCRLLP.statements.Statements.", words, *same])


def compiled(built: Path, file: str) -> None:
    done = ran(built, "coqc", *record.COQC_OPTIONS, *record.load_path(), file)
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.fixture(scope="module")
def tried(built: Path) -> dict[str, str]:
    """What Coq says to each planted definition: "" where it is proved."""
    planted = variants()
    text = "\n".join([head(), *(variant.planted.definition for variant in planted)])
    (built / PLANTED).write_text(text + "\n", encoding="utf-8")
    compiled(built, PLANTED)
    refutes = {of for of, refuted in theorems_of_claims().values() if refuted}
    said: dict[str, str] = {}
    for file, theorem, some in (
        (
            PROVED_FILE,
            r"^(?:Lemma p_{0}|Theorem {0})\b",
            [v for v in planted if v.claim.name not in refutes],
        ),
        (REFUTED_FILE, r"^Theorem not_{}\b", [v for v in planted if v.claim.name in refutes]),
    ):
        said |= refused(built, file, some, theorem)
    return said


@needs_coq
def test_a_variant_is_refused_by_the_proof_of_its_claim(tried: dict[str, str]) -> None:
    planted = variants()
    assert {v.planted.name for v in planted} == tried.keys()
    proved = {(v.claim.name, v.words) for v in planted if "Error" not in tried[v.planted.name]}
    own = {of for of, _ in theorems_of_claims().values()}
    assert proved == {(name, UNCHANGED) for name in own}  # the claim itself is proved, and no other


@needs_coq
def test_every_form_has_two_variants_that_are_refused(tried: dict[str, str]) -> None:
    planted = [v for v in variants() if "Error" in tried[v.planted.name]]
    counted = Counter((v.claim.label, v.claim.form) for v in planted)
    known = {of for of, _ in theorems_of_claims().values()}
    forms = {(c.label, c.form) for c in derived_claims() if c.name in known}
    assert forms == {key for key, n in counted.items() if n >= 2} and len(forms) == 79


WEAKER = """Require UCRLLP.statements.Statements UCRLLP.statements.StatementsProved.
{head}
{definition}
Theorem weaker : {name}.
Proof.
move=> M Lam st H1 H2 v vT; apply: Rle_trans (StatementsProved.lemma_12_printed_0 H1 H2 vT) _.
by apply: Rmult_le_compat_r; [exact: sqrt_pos | lra].
Qed.
"""


@needs_coq
def test_a_weaker_variant_is_provable_and_refused_by_its_digest(built: Path) -> None:
    form = STATEMENTS["lemma_12"].forms["printed"]
    (claim,) = form.claims
    larger = replace(claim, right=claim.right.replaced({number(5).key: number(6)}))
    own = derived_claim("lemma_12", form, 0)
    weaker_one = derived_claim("lemma_12", replace(form, claims=(larger,)), 0)
    assert "6 * sqrt" in weaker_one.definition and weaker_one.digest != own.digest
    file = built / "statements" / "Weaker.v"
    text = WEAKER.format(head=HEAD, definition=weaker_one.definition, name=own.name)
    file.write_text(text, encoding="utf-8")
    compiled(built, "statements/Weaker.v")


SECTION = """Require UCRLLP.statements.Statements UCRLLP.statements.StatementsProved.
Section Assumed.
Hypothesis anything : False.
Theorem assumed : Statements.{name}.
Proof. by case: anything. Qed.
End Assumed.
Definition check : Statements.{name} := @assumed.
"""


@needs_coq
def test_a_theorem_of_a_section_with_a_hypothesis_is_another(built: Path) -> None:
    """The kernel compares the type that a theorem has after its section, where it was assumed."""
    name = "theorem_4_repaired_3"
    text = f"From mathcomp Require Import ssreflect.\n{SECTION.format(name=name)}"
    (built / "statements" / "Assumed.v").write_text(text, encoding="utf-8")
    options = [*record.COQC_OPTIONS, *record.load_path()]
    done = ran(built, "coqc", *options, "statements/Assumed.v")
    assert done.returncode != 0 and "while it is expected to have type" in done.stderr
    assert f"Statements.{name}" in done.stderr
