"""The commands that the development, its challenge and its solution may use; others are refused.

Coq's kernel has had faults, and commands that leave holes or reach outside are many: a list of what
is forbidden is never complete. So every sentence must be one of ACCEPTED, a tactic of TACTICS, or,
in the one file that extracts the judge, one of EXTRACTING. Not among them, on purpose: module types
and functors, Include, Declare, Print and Redirect, Program, Admit, flags of the kernel, universes,
SProp, primitive integers, floats and arrays, coinduction, native_compute, plugins, and prefixes, as
Time and Timeout."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from proofs_check.machine_checked.tokens import Token, Unreadable, coq_sentences

NAME = r"[A-Za-z_][A-Za-z0-9_']*"
QUALIFIED = rf"{NAME}(?:\.{NAME})*"
SOME = rf"{QUALIFIED}(?: {QUALIFIED})*"
ACCEPTED = {
    "statement": rf"(?:Theorem|Lemma|Corollary|Proposition|Fact|Remark|Example) {NAME}\b.*",
    "end of a proof": "Proof|Qed|Defined",
    "definition": rf"(?:Definition|Fixpoint|Inductive|Record|Let|Canonical) {NAME}\b.*",
    "instance": rf"#\[global\] ?Instance {NAME} : .*:=.*",
    "induction principle": rf"(?:Scheme|Combined Scheme) {NAME}\b.*",
    "variable": r"(?:Variables?|Hypothes[ie]s|Context) .*",
    "section": rf"(?:Section|End) {NAME}",
    "module": rf"Module {NAME}(?: := {QUALIFIED})?",
    "import": rf"Import {SOME}",
    "class": rf"Existing Class {NAME}",
    "coercion": rf"Coercion {QUALIFIED} : {NAME} >-> {NAME}",
    "implicit argument": rf"(?:#\[local\] ?|Local )?Arguments {QUALIFIED}\b.*|Implicit Types? .*",
    "notation": r"(?:Local |Reserved )?Notation .*",
    "scope": rf"(?:Local )?Open Scope {NAME}",
    "hint": rf"(?:#\[local\] ?|Global )Hint Resolve {SOME} : core",
    "opacity": rf"(?:Global )?(?:Opaque|Transparent) {SOME}",
    "tactic": rf"Ltac {QUALIFIED}\b.*",
    "lia": rf"Add Zify (?:BinOp|UnOp) {NAME}",
    "option": (
        "(?:Unset|Set) Implicit Arguments|Unset Strict Implicit"
        r"|(?:#\[export\] ?)?Unset Printing Implicit Defensive"
        r"|#\[export\] ?Set (?:Printing Width \d+|SsrOldRewriteGoalsOrder)"
        r'|#\[export\] ?Set Warnings "-notation-overridden"'
    ),
}
"""Every accepted command, by what it is: a pattern of the whole sentence, blanks and comments made
one blank."""
OURS = r"(?:UCRLLP|Previsions)(?:\.(?!Extraction\b)[A-Za-z][A-Za-z0-9]*)+|Challenge\.Challenge"
LIBRARIES = {
    "": "Bool FunctionalExtensionality Lia List Lqa Lra Psatz QArith Qabs Qreals Qround Reals"
    " String ZArith Zify ZifyBool ZifyClasses",
    "Coq": "Reals",
    "Coq.Init": "Byte",
    "Coq.Strings": "Byte",
    "mathcomp": "ssreflect ssrfun ssrbool eqtype ssrnat seq path choice fintype finfun bigop tuple"
    " finset div prime",
    "Coquelicot": "Coquelicot Rbar Lub Rcomplements",
}
"""The modules of the libraries that may be required: none of them loads extraction, and none has
primitive integers, floats or arrays in a statement of ours."""
REQUIRE = re.compile(rf"(?:From ({QUALIFIED}) )?Require(?: Import| Export)? ({SOME})")
EXTRACTING = rf'Extraction "judged\.ml"(?: {NAME})+'
EXTRACTION_LIBRARIES = "Extraction ExtrOcamlBasic ExtrOcamlZBigInt"
_STEPS = """
apply assert auto auto_derive by case cbn cbv change clear clearbody congr congruence
constructor contradiction destruct discriminate do eapply eexists elim enough exact
exact_no_check exfalso exists f_equal field fold generalize have induction injection intros
inversion lazy left lia lra Lqa.lra move nia now nra pose refine reflexivity remember repeat
replace revert rewrite right ring set setoid_replace simpl specialize split subst suff
symmetry transitivity try under unfold vm_cast_no_check vm_compute
"""
TACTICS = frozenset(_STEPS.split())
"""What a step of a proof may begin with, beside the tactics that its own file defines."""
_NEVER = """
Admitted admit give_up bypass_check Redirect Drop Cd Load Extraction Extract Primitive Axiom
Axioms Parameter Parameters Conjecture Conjectures SProp native_compute native_cast_no_check
change_no_check convert_concl_no_check CoInductive CoFixpoint cofix Program Obligation Obligations
Ltac2 elpi
"""
NOWHERE = frozenset(_NEVER.split())
"""Words that stand nowhere, but as the name of a section."""
VARIABLE = re.compile(ACCEPTED["variable"])
PATTERNS = tuple(re.compile(pattern) for pattern in ACCEPTED.values())


def holes(name: str, text: str, *, extracts: bool = False) -> list[str]:
    """Return `file:line: words: why` for every sentence that is not accepted. `extracts`: it is the
    file that writes the judge's program."""
    try:
        refusals = list(_refused(text, extracts))
    except Unreadable as e:
        refusals = [(e.place, "", e.rule)]
    return [
        f"{name}:{text.count(chr(10), 0, at) + 1}: {f'{words}: ' if words else ''}{why}"
        for at, words, why in refusals
    ]


def _refused(text: str, extracts: bool) -> Iterator[tuple[int, str, str]]:
    tactics = set(TACTICS)
    open_: list[str] = []
    for sentence in coq_sentences(text):
        if not sentence:
            yield text.find("."), ".", "is an empty sentence"
            continue
        words = as_one(sentence)
        if why := _fault(sentence, words, tactics, extracts):
            yield sentence[0].place, words[:60], why
        elif VARIABLE.fullmatch(words) and open_[-1:] != ["Section"]:
            yield sentence[0].place, words.split()[0], f"{words.split()[0]} outside a section"
        head = sentence[0].text
        if head == "Ltac" and len(sentence) > 1:
            tactics.add(sentence[1].text)
        elif head in ("Section", "Module") and ":=" not in words:
            open_.append(head)
        elif head == "End" and open_:
            open_.pop()


def as_one(sentence: list[Token]) -> str:
    """Return the words of a sentence, a blank where blanks or comments were."""
    parts = [sentence[0].text]
    for before, token in pairwise(sentence):
        parts += ["" if before.place + len(before.text) == token.place else " ", token.text]
    return "".join(parts)


def _fault(sentence: list[Token], words: str, tactics: set[str], extracts: bool) -> str | None:
    """Return why a sentence is not accepted, or None."""
    if extracts and re.fullmatch(EXTRACTING, words):
        return None
    if required := REQUIRE.fullmatch(words):
        return _not_required(required[1] or "", required[2].split(), extracts)
    named = sentence[:1] if re.fullmatch(ACCEPTED["section"], words) else sentence
    for token in named:
        for word in token.text.split(".") if token.kind == "word" else ():
            if word in NOWHERE:
                return f"{word} is not accepted anywhere"
    if "@{" in words:
        return "universes are not accepted"
    if words.startswith(("Notation", "Local Notation", "Reserved Notation")):
        for token in sentence:
            if token.kind == "string" and re.search(r'\.|\(\*|\*\)|""', token.text):
                return "a notation with a full stop, a quote or a comment is not accepted"
    if any(token.text == "fix" for token in sentence):
        return "a nested fix is not accepted: Rocq's guard has had faults there"
    if _is_step(sentence, tactics):
        return None
    if any(pattern.fullmatch(words) for pattern in PATTERNS):
        return None
    return "is not on the list of accepted commands"


def _not_required(root: str, modules: list[str], extracts: bool) -> str | None:
    known = LIBRARIES.get(root, "").split() + EXTRACTION_LIBRARIES.split() * (extracts and not root)
    for module in modules:
        if module not in known and (root or not re.fullmatch(OURS, module)):
            return f"{root}{'.' * bool(root)}{module} is not on the list of accepted libraries"
    return None


def _is_step(sentence: list[Token], tactics: set[str]) -> bool:
    """Return whether it is a bullet, a brace, or a tactic, perhaps behind `all:` or `1, 2:`."""
    texts = [token.text for token in sentence]
    if len(texts) == 1 and texts[0] in "{}-+*":
        return True
    chosen = texts.index(":") if ":" in texts[:8] else -1
    if chosen > 0 and (texts[:chosen] == ["all"] or _are_numbers(texts[:chosen])):
        texts = texts[chosen + 1 :]
    while texts and texts[0] in "([{":
        texts = texts[1:]
    return bool(texts) and texts[0] in tactics


def _are_numbers(texts: list[str]) -> bool:
    return all(text == "," or re.fullmatch(r"\d+(?:-\d+)?|-", text) for text in texts)
