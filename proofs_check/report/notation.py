"""The ledger's notation, `sum_t q_hat_i(x,a) <= 12 LX sqrt(TA Lam)`, as TeX and as Unicode.

Texts of the ledger mix words and mathematics without marks between them. `pieces` tells them apart:
a formula is a run of single letters, products of the paper's capitals, names such as
`eps` or `q_hat_i`, functions, and what joins them. `$...$` is TeX as it stands; back-ticks are
code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Literal, NamedTuple

from proofs_check.report.plain_text import ascii_formula

Kind = Literal["words", "math", "code"]

NAMES = {
    "eps": r"\epsilon", "Lam": r"\Lambda", "l1": r"\ell_1", "L1": r"\ell_1",
    **{name: "\\" + name for name in ["delta", "xi", "pi", "rho", "lambda", "sigma", "mu", "tau"]},
}  # fmt: skip
FUNCTIONS = {
    "log": r"\log ", "ln": r"\ln ", "log2": r"\log_2 ", "log10": r"\log_{10} ", "exp": r"\exp ",
    "max": r"\max ", "min": r"\min ", "Pr": r"\Pr ", "sum": r"\sum ",
    "argmax": r"\operatorname{arg\,max}", "floor": r"\operatorname{floor}",
    "gap": r"\mathrm{gap}", "Reg": r"\mathrm{Reg}",
}  # fmt: skip
ACCENTS = {"hat": r"\hat", "bar": r"\bar", "check": r"\check"}
RELATIONS = {
    "<=": r"\leq ", ">=": r"\geq ", "=": "=", "<": "<", ">": ">", "->": r"\to ",
    "<-": r"\leftarrow ",
}  # fmt: skip
JOINING = {"+": "+", "-": "-", "/": "/", "+-": r"\pm "}
INSIDE = {
    ",": ",{}", ";": r";\ ", ":": r":\ ", ".": r"\cdot ", "|": "|", "||": r"\|", "*": "^*",
    "..": r"\cdots ", "...": r"\dots ",
}  # fmt: skip
CLOSING = {"(": ")", "[": "]", "{": "}", "⟨": "⟩"}
BRACKET = {
    "(": "(", ")": ")", "[": "[", "]": "]", "{": r"\{", "}": r"\}", "⟨": r"\langle ",
    "⟩": r"\rangle ",
}  # fmt: skip
INNER = r"<([A-Za-z|][^<>]*,[^<>]*)>"  # an inner product
PRODUCT = re.compile(r"[LXTASHDKN]{2,5}n?|[SA]{1,2}n|HSAn|Vl|Ll|LV|LT|dn")

TOKEN = re.compile(
    r"(?P<tex>\$[^$]+\$)|(?P<code>`[^`]*`)"
    r"|(?P<words>\b(?:i\.e\.|e\.g\.|w\.h\.p\.|w\.p\.|et al\.)|\bl\. (?=\d)|\bApp\. [A-Z]\b"
    r"|\bSec\. [IVX]+(?:-[A-Z])?|\b(?:R|F|SHA)-\d+|\bBias-I+"
    r"|\b(?:Lemmas?|[Ll]ines?|Theorem|Prop\.|Remark|Figure|[Ee]poch|[Ee]pisode|layer) \d+(?= \D)"
    r"|(?<![\w)])\([a-d]\)(?=\s)|\bL\d-[A-Z]\d\b"
    r"|(?<![_^])\b(?=[A-Za-z-]*[A-Za-z]{3})[A-Za-z]+(?:-[A-Za-z]+)+\b|\b[A-Za-z]{2,}'s\b|'s\b)"
    r"|(?P<name>\b[a-z]{3,}(?:_[a-z]{2,})+\b(?<!_hat)(?<!_bar)(?<!_check))"
    r"|(?P<number>\d+(?:(?: \d{3})+(?!\d)|\.\d+)?(?:e[-+]?\d+)?"
    r"(?![A-Za-z_]{2})(?![.\d]*\d*[A-Za-z]{2}))"
    r"|(?P<word>[A-Za-z]+\d*)|(?P<space>\s+)"
    r"|(?P<op><=|>=|->|<-|\+-(?=\d)|\|\||\.\.\.|\.\.|.)",
    re.DOTALL,
)


class Token(NamedTuple):
    """A piece of a text: kind (a group of TOKEN) and text."""

    kind: str
    text: str


def tokens(text: str) -> list[Token]:
    """The text cut into tokens; inner products get brackets of their own."""
    text = re.sub(INNER, "⟨\\1⟩", text)
    text = re.sub(r"\b([qrP])-(?=(?:hat|bar|check)\b|(?:hat|bar|check)_)", r"\1_", text)
    return [Token(m.lastgroup or "op", m[0]) for m in TOKEN.finditer(text)]


def pieces(text: str) -> list[tuple[Kind, str]]:
    """The text as words, code and TeX, in its order."""
    found: list[tuple[Kind, str]] = []
    for kind, parts in groupby(_pieces(tokens(text)), key=itemgetter(0)):
        if kind == "words":
            found.append((kind, "".join(part for _, part in parts)))
        else:
            found += parts
    return found


def _pieces(found: list[Token]) -> Iterator[tuple[Kind, str]]:
    reader, at = _Reader(found), 0
    while at < len(found):
        kind, text = found[at]
        run, end = reader.run(at)
        if kind == "code":
            yield "code", text[1:-1]
        elif kind == "tex":
            yield "math", text[1:-1]
        elif run:
            yield "math", run
            at = end
            continue
        else:
            text = text.replace("_", " ") if kind == "name" else text
            text = text.replace(" ", "\u00a0") if kind == "number" else text
            yield "words", text.replace("⟨", "<").replace("⟩", ">")
        at += 1


class _Reader:
    """Reads mathematics from tokens. Every method returns TeX, "" if there is none, and the index
    after it."""

    def __init__(self, found: list[Token]) -> None:
        self.found = found

    def text(self, at: int) -> str:
        return self.found[at].text if 0 <= at < len(self.found) else ""

    def kind(self, at: int) -> str:
        return self.found[at].kind if 0 <= at < len(self.found) else ""

    def run(self, at: int) -> tuple[str, int]:
        """The longest formula that starts here."""
        run, here, proper, end = "", at, False, at
        if self.text(at) in RELATIONS:
            if self.kind(at + 1) != "space":
                return "", at
            run, here, proper = "{}" + RELATIONS[self.text(at)], at + 2, True
        while True:
            tex, after = self.atom(here, top=True)
            if not tex:
                break
            proper = proper or not re.fullmatch(r"[\d.e\-\\,]+", tex)
            run += tex
            end = here = after
            here += self.kind(here) == "space"
            op = self.text(here)
            joins = RELATIONS | JOINING
            if op in joins and self._tight(here) and self.kind(here) == "op":
                here += 1
                here += self.kind(here) == "space"
                if not self.atom(here, top=True)[0]:
                    break
                proper = proper or op in RELATIONS
                run += joins[op]
            elif self.kind(end) not in ("space", "number", "word") or tex == "t(i)":
                break
        return (run, end) if proper and end > at else ("", at)

    def _tight(self, at: int) -> bool:
        """An operator joins if it has a space on both sides or on neither, as in `X_s - 1`,
        `T=3`."""
        before, after = self.kind(at - 1) == "space", self.kind(at + 1) == "space"
        word = self.kind(at + 1) == "word" and not self.atom(at + 1, top=True)[0]
        return before == after and not word

    def atom(self, at: int, *, top: bool) -> tuple[str, int]:
        """One operand with its scripts, arguments and brackets; `top`: outside of any bracket."""
        kind, text = self.kind(at), self.text(at)
        if kind == "tex":
            return text[1:-1], at + 1
        if kind == "number":
            text = text.replace(" ", r"\,")
            return self.scripts(text.replace("e-", r"\cdot10^{-") + "}" * ("e-" in text), at + 1)
        if kind == "op" and text in CLOSING:
            if top and not self.all_math(at):
                return "", at
            return self.scripts(*self.bracket(at))
        if kind == "op" and text in ("|", "||") and top:
            return self.norm(at)
        if kind == "op" and text == "-" and self.kind(at + 1) in ("word", "number"):
            spaced = self.kind(at - 1) in ("space", "") or self.text(at - 1) in "([{,"
            tex, after = self.atom(at + 1, top=top) if spaced else ("", at)
            return ("-" + tex, after) if tex else ("", at)
        if kind != "word":
            return "", at
        if text == "sqrt":
            return self.root(at)
        if text in FUNCTIONS:
            return self.function(at, top=top)
        if text == "O" and self.text(at + 1) == "~":
            return self.scripts(r"\tilde O", at + 2)
        if text in NAMES or (PRODUCT.fullmatch(text) and not (top and text == "An")):
            return self.scripts(NAMES.get(text, text) + " " * (text in NAMES), at + 1)
        if text == "x" and self.text(at - 2) + self.text(at + 2) == "XA":
            return r"\times ", at + 1
        if len(text) == 1 and not (top and self.article(at)):
            return self.scripts(text, at + 1)
        if re.fullmatch(r"[A-Za-z]\d", text) and self.text(at + 1) not in "-'":
            return self.scripts(f"{text[0]}_{text[1]}", at + 1)
        return "", at

    def article(self, at: int) -> bool:
        """`a`, and `A` and `I` at the beginning of a sentence, are words before a word."""
        text = self.text(at)
        if self.text(at + 1) not in ("", " ", "\n") or self.kind(at + 2) != "word":
            return text == "I" and self.text(at + 1) not in ("^", "(", "{", "_")
        opens = at == 0 or self.text(at - 2) in (".", ":", ";", "") or self.text(at - 1) == "("
        return text == "a" or (text in ("A", "I") and opens)

    def scripts(self, base: str, at: int) -> tuple[str, int]:
        """What follows without a space: accents, indices, exponents, primes, arguments."""
        while True:
            text, following = self.text(at), self.text(at + 1)
            if text == "_" and following in ACCENTS:
                base, at = f"{ACCENTS[following]} {base}", at + 2
            elif text in ("_", "^") and (following or "") not in ("", " "):
                inner, at = self.script(at + 1)
                base += f"{text}{{{inner}}}"
            elif text == "'" and self.kind(at) == "op":
                base, at = base + "'", at + 1
            elif text == "*" and not re.match(r"[A-Za-z0-9(]", following):
                base, at = base + "^*", at + 1
            elif text in ("(", "{", "[") and not re.fullmatch(r"[\d.]+", base):
                inner, at = self.bracket(at)
                base += inner
            else:
                return base, at

    def script(self, at: int) -> tuple[str, int]:
        """An index or an exponent: a bracket without its braces, or one operand."""
        text = self.text(at)
        if text in ("{", "("):
            inner, end = self.inside(at + 1, CLOSING[text])
            bare = text == "{" or not re.fullmatch(r"[A-Za-z]", inner)
            return (inner if bare else f"({inner})"), end
        if text in ("+", "*", "-"):
            number = text == "-" and self.kind(at + 1) == "number"
            return (text + self.text(at + 1), at + 2) if number else (text, at + 1)
        tex = NAMES.get(text, text)
        at += 1
        while self.text(at) == "'":
            tex, at = tex + "'", at + 1
        if self.text(at) == "_" and self.kind(at + 1) in ("word", "number") and len(tex) == 1:
            tex, at = f"{tex}_{{{self.text(at + 1)}}}", at + 2
        return tex, at

    def function(self, at: int, *, top: bool) -> tuple[str, int]:
        """A function, if its argument follows."""
        tex, after = self.text(at), at + 1
        following = self.text(after)
        if following == "_" or (following in ("{", "(", "[") and tex not in ("sum",)):
            return self.scripts(FUNCTIONS[tex].rstrip(), after)
        before = self.text(at - 2)
        number = self.kind(after + 1) == "number"
        if tex in ("sum", "max", "min", "gap", "Reg") and (
            number or before in ("the", "their", "that", "a", "with", "this")
        ):
            return "", at
        if following == " " and self.atom(after + 1, top=top)[0]:
            return FUNCTIONS[tex], after
        return (FUNCTIONS[tex], after) if tex.startswith("log") and len(tex) > 3 else ("", at)

    def root(self, at: int) -> tuple[str, int]:
        """sqrt(...), sqrt 2, sqrt X."""
        if self.text(at + 1) == "(":
            inner, after = self.inside(at + 2, ")")
        else:
            inner, after = self.atom(at + 2, top=False) if self.text(at + 1) == " " else ("", at)
        return (rf"\sqrt{{{inner}}}", after) if inner else ("", at)

    def bracket(self, at: int) -> tuple[str, int]:
        """A bracket with its contents."""
        opening = self.text(at)
        inner, after = self.inside(at + 1, CLOSING[opening])
        return f"{BRACKET[opening]}{inner}{BRACKET[CLOSING[opening]]}", after

    def norm(self, at: int) -> tuple[str, int]:
        """|...| or ||...|| that begins here."""
        bar = self.text(at)
        end = next((k for k in range(at + 1, len(self.found)) if self.text(k) == bar), 0)
        if not end or self.kind(at + 1) == "space":
            return "", at
        inner = _Reader(self.found[at + 1 : end]).inside(0, "")[0]
        left, right = (r"\lVert ", r"\rVert ") if bar == "||" else (r"\lvert ", r"\rvert ")
        return self.scripts(f"{left}{inner}{right}", end + 1)

    def inside(self, at: int, closing: str) -> tuple[str, int]:
        """Everything up to `closing`; what is not mathematics becomes text."""
        tex = ""
        while at < len(self.found) and self.text(at) != closing:
            text, kind = self.text(at), self.kind(at)
            part, after = self.atom(at, top=False) if text != "in" else ("", at)
            if part:
                tex += part
            elif kind == "space":
                after = at + 1
            elif kind in ("word", "words", "code"):
                tex += r"\in " if text == "in" else rf"\text{{ {text.strip('`')} }}"
                after = at + 1
            else:
                tex += (RELATIONS | JOINING | INSIDE).get(text, text)
                after = at + 1
            at = after
        return tex, at + 1

    def all_math(self, at: int) -> bool:
        """The bracket that opens here holds nothing but mathematics, and not just a number."""
        depth, only_numbers, first = 0, True, at
        while at < len(self.found):
            kind, text = self.found[at]
            depth += (text in CLOSING and kind == "op") - (text in CLOSING.values())
            if not depth:
                return not only_numbers and at > first + 1
            end = at + 1
            if kind in ("word", "tex"):
                tex, after = self.atom(at, top=False)
                only_numbers, end = False, max(after, end)
                if not tex:
                    return False
            elif kind in ("words", "code") or text in ("?", "!", '"', ":", ";"):
                return False
            at = end
        return False


# ----------------------------------------------------------------------------- Unicode

ACCENT_MARKS = {"hat": "\u0302", "bar": "\u0304", "check": "\u030c"}
LETTERS = {
    "eps": "ε", "Lam": "Λ", "delta": "δ", "xi": "ξ", "pi": "π", "rho": "\u03c1", "sqrt": "√",
    "lambda": "λ", "sigma": "\u03c3", "mu": "μ", "tau": "τ",
}  # fmt: skip


def unicode_text(text: str) -> str:
    """The text for a terminal: Greek letters, roots and relations in Unicode, words as they are."""
    shown = ""
    for part in re.split(r"(\$[^$]+\$|`[^`]*`)", text):
        words = ascii_formula(part[1:-1]) if part.startswith("$") else part
        shown += part if part.startswith("`") else _of(words)
    return shown


def _of(text: str) -> str:
    text = re.sub(INNER, "⟨\\1⟩", text)
    for name, letter in LETTERS.items():
        text = re.sub(rf"(?<![A-Za-z])(?<![A-Za-z]-){name}(?![A-Za-z])", letter, text)
    text = re.sub(r"√ (?=\w)", "√", text)
    text = re.sub(r"√\((\w)\)", r"√\1", text)
    text = re.sub(r"(?<=\d) (?=[\u03b1-\u03c9\u039b\u221a])", "", text)
    text = re.sub(r"_(hat|bar|check)(?![A-Za-z])", lambda m: ACCENT_MARKS[m[1]], text)
    text = re.sub(r"\bO~(?=\()", "\u00d5", text).replace("+-1", "±1")
    text = re.sub(r"\bsum_(?![a-z]{2})", "∑_", text)
    for ascii, sign in (("<=", "≤"), (">=", "≥"), ("->", "→"), ("<-", "←")):
        text = text.replace(ascii, sign)
    return re.sub(r"\boo\b", "∞", text)


def marked(text: str) -> str:
    """The text with its formulas between dollars and its code between back-ticks; a text that has
    dollars is as it must be."""
    if "$" in text:
        return text
    shown = {"words": "{}", "math": "${}$", "code": "`{}`"}
    return "".join(shown[kind].format(part) for kind, part in pieces(text))
