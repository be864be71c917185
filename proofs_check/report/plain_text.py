r"""LaTeX on a terminal, in Unicode or in ASCII: \sqrt{TA\Lambda} as √(TAΛ) or sqrt(TA Lam)."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from reference.support.errors import PreconditionError

TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)
UPRIGHT = {r"\mathrm", r"\textsc", r"\text", r"\texttt", r"\operatorname"}
NOTHING = {
    r"\mathcal", r"\mathbb", r"\mathds", r"\Big", r"\big", r"\Bigl", r"\Bigr", r"\bigl", r"\bigr",
    r"\left", r"\right", r"\textstyle", r"\displaystyle", r"\limits", r"\,", r"\!", r"\;",
}  # fmt: skip
SAME = {  # in both
    r"\quad": " ", r"\qquad": " ", r"\ ": " ", r"\{": "{", r"\}": "}", r"\mbi": "I", r"\mcx": "X",
    r"\mca": "A", r"\Reg": "Reg_T", r"\lvert": "|", r"\rvert": "|", r"\mid": "|", r"\#": "#",
    r"\arg": "arg", r"\ell": "l", r"~": " ", r"\%": "%", r"\_": "_", r"\&": "&", r"\X": "X",
    r"\A": "A", r"\Pc": "P",
}  # fmt: skip
SPACED = {"<=", ">=", "->", "<-", "=>", "=", "<", ">", "not in", "in", "~", "subset of", "!=",
          "≤", "≥", "→", "←", "⇒", "∈", "∉", "\u223c", "⊆", "≠", ":=", "∩", "\u222a", "\u2216",
          "intersect", "union", "without"}  # fmt: skip
ROOT = re.compile(r"(?:√|sqrt)(?:\w|\([^()]*\))")
FUNCTIONS = ("log", "ln", "exp")
FRACTION = "\x04"  # ends a fraction until it is known what follows


@dataclass(frozen=True)
class Alphabet:
    """Signs of one of the two: commands, accents (after their letter), root and product."""

    commands: dict[str, str]
    accents: dict[str, str]
    root: str
    times: str  # \cdot between numbers


ASCII = Alphabet(
    {
        r"\Lambda": "Lam", r"\Lam": "Lam", r"\epsilon": "eps", r"\eps": "eps", r"\wto": "O~",
        r"\infty": "oo", r"\dots": "...", r"\cdots": "...", r"\leq": "<=", r"\le": "<=",
        r"\geq": ">=", r"\ge": ">=", r"\neq": "!=", r"\to": "->", r"\leftarrow": "<-",
        r"\Rightarrow": "=>", r"\notin": "not in", r"\in": "in", r"\sum": "sum", r"\times": "x",
        r"\|": "||", r"\lVert": "||", r"\rVert": "||", r"\langle": "\x02", r"\rangle": "\x03",
        r"\pm": "+-", r"\sim": "~", r"\cap": "intersect", r"\cup": "union", r"\bigcup": "Union",
        r"\setminus": "without", r"\subseteq": "subset of", r"\forall":
        "for all", r"\exists": "there is", r"\triangleq": ":=",
    },
    {r"\hat": "_hat", r"\bar": "_bar", r"\check": "_check", r"\tilde": "~"},
    "sqrt",
    "*",
)  # fmt: skip
GREEK = {
    "delta": "δ", "epsilon": "ε", "eps": "ε", "xi": "ξ", "pi": "π", "rho": "\u03c1", "lambda": "λ",
    "sigma": "\u03c3", "mu": "μ", "tau": "τ", "eta": "η", "gamma": "\u03b3", "alpha": "\u03b1",
    "beta": "β", "theta": "θ", "phi": "φ", "Lambda": "Λ", "Lam": "Λ", "Gamma": "Γ", "Delta": "Δ",
    "Sigma": "Σ", "Omega": "Ω", "Phi": "Φ", "Pi": "Π",
}  # fmt: skip
UNICODE = Alphabet(
    {
        **{"\\" + name: letter for name, letter in GREEK.items()},
        r"\wto": "Õ", r"\infty": "∞", r"\dots": "...", r"\cdots": "⋯", r"\leq": "≤", r"\le": "≤",
        r"\geq": "≥", r"\ge": "≥", r"\neq": "≠", r"\to": "→", r"\leftarrow": "←",
        r"\Rightarrow": "⇒", r"\notin": "∉", r"\in": "∈", r"\sum": "∑", r"\times": "\u00d7",
        r"\|": "‖",
        r"\lVert": "‖", r"\rVert": "‖", r"\langle": "⟨", r"\rangle": "⟩", r"\pm": "±",
        r"\sim": "\u223c", r"\cap": "∩", r"\cup": "\u222a", r"\bigcup": "\u22c3",
        r"\setminus": "\u2216", r"\subseteq": "⊆", r"\forall": "∀", r"\exists": "∃",
        r"\triangleq": ":=",
    },
    {r"\hat": "\u0302", r"\bar": "\u0304", r"\check": "\u030c", r"\tilde": "\u0303"},
    "√",
    "·",
)  # fmt: skip


@cache
def unicode_formula(tex: str) -> str:
    r"""Return a formula in Unicode.

    >>> unicode_formula(r"\hat q_i\leq\frac{1}{2}\sqrt{TA\Lambda},\ P_i(\cdot|x,a)")
    'q̂_i ≤ (1/2) √(TAΛ), P_i(·|x,a)'
    """
    return _Line(UNICODE).text(tex)


@cache
def ascii_formula(tex: str) -> str:
    r"""Return a formula in ASCII.

    >>> ascii_formula(r"\lVert\bar P_i-P\rVert_1\leq\epsilon_i,\ \sum_{h<L}X_h\geq2\cdot3")
    '||P_bar_i-P||_1 <= eps_i, sum_(h<L) X_h >= 2*3'
    """
    return _Line(ASCII).text(tex)


def ascii_text(text: str) -> str:
    r"""Return `text` with every $formula$ in ASCII. Raises PreconditionError for an odd dollar.

    >>> ascii_text(r"$\hat q_i\leq\sqrt{TA\Lambda}/(2+\sqrt2)$, $2\delta$")
    'q_hat_i <= sqrt(TA Lam)/(2+sqrt(2)), 2 delta'
    """
    parts = text.split("$")
    if len(parts) % 2 == 0:
        raise PreconditionError("text", text, "needs dollars in pairs")
    return "".join(ascii_formula(part) if k % 2 else part for k, part in enumerate(parts))


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Return lines of at most `width`, the first and the `rest` indented so; "3 619 309" and
    "UCRL-LP" are not broken."""
    if fits(text, width, first):
        return [first + text]
    whole = re.sub(r"(?<=\d) (?=\d{3}\b)", "\u00a0", text)
    lines = textwrap.wrap(
        whole, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
    )
    return [line.replace("\u00a0", " ") for line in lines]


def fits(text: str, width: int, first: str) -> bool:
    """Whether a text is one line as it stands, which takes textwrap longer to say."""
    return text.isprintable() and text.strip() == text != "" and len(first + text) <= width


class _Line:
    """Formula on its way to one line of an alphabet."""

    def __init__(self, alphabet: Alphabet) -> None:
        self.alphabet = alphabet

    def text(self, tex: str) -> str:
        tex = re.sub(r"(?<=\d)\\,(?=\d)", r"\\ ", tex.replace(",{}", ",").replace("{}", ""))
        line = " ".join(self.joined(self.atoms(iter(TOKEN.findall(tex)))).split())
        line = line.replace(FRACTION, "")
        line = line.replace("\x02", "<").replace("\x03", ">")  # no relations
        sign = re.escape(self.alphabet.times)
        middle = "·" if self.alphabet is UNICODE else "."
        return re.sub(rf"(?<=[(,|]){sign}(?=[),|])", middle, line)

    def atoms(self, tokens: Iterator[str], closing: str = "") -> list[str]:
        pieces: list[str] = []
        for token in tokens:
            if token == closing:
                break
            pieces.append(self.atom(token, tokens))
        return pieces

    def atom(self, token: str, tokens: Iterator[str]) -> str:
        signs = self.alphabet
        if token == "{":
            return self.joined(self.atoms(tokens, "}"))
        if token.isspace() or token in NOTHING:
            return ""
        if token in UPRIGHT:
            inside = self.group(tokens)
            return inside.replace(r"\,", "").replace("$", "")
        if token in signs.accents:
            letter = self.argument(tokens)
            return letter[:1] + signs.accents[token] + letter[1:]
        if token == r"\sqrt":
            return self.root(self.argument(tokens))
        if token in (r"\frac", r"\tfrac", r"\dfrac"):
            above, below = self.argument(tokens), self.argument(tokens)
            return f"{_grouped(above)}/{_divisor(below)}{FRACTION}"
        if token in "_^":
            below = self.argument(tokens)
            below = re.sub(r" ?([^\w\s]+) ?", r"\1", below.replace(FRACTION, ""))
            if below == "*":
                return "*" if signs is UNICODE else "^*"
            alone = len(below) == 1 or below.isalpha() or re.fullmatch(r"-?\d+|\(\w\)", below)
            return token + (below if alone else f"({below})")
        if token == r"\cdot":
            return signs.times
        return signs.commands.get(token) or SAME.get(token, token.lstrip("\\"))

    def group(self, tokens: Iterator[str]) -> str:
        """Return the words of a group as they are."""
        content, depth = "", 0
        for token in tokens:
            depth += (token == "{") - (token == "}")
            if depth == 0:
                return content if token == "}" else token
            content += "" if token == "{" and depth == 1 else token
        return content

    def argument(self, tokens: Iterator[str]) -> str:
        atoms = (self.atom(token, tokens) for token in tokens if not token.isspace())
        return next(atoms, "").replace(FRACTION, "")

    def root(self, inside: str) -> str:
        simple = len(inside) == 1 and self.alphabet is UNICODE
        return self.alphabet.root + (inside if simple else f"({inside})")

    def joined(self, atoms: list[str]) -> str:
        """Return them side by side; with spaces around relations and where two words, or an index
        and a letter, meet."""
        text, before = "", ""
        for atom in atoms:
            index = before[:1] in ("_", "^") and before not in ("_", "^")
            index = index or (before[:1] == "√" and len(before) == 2)
            ends = index or text.endswith((")", "]")) or _two_words(text, atom)
            root = atom[:1] == "√" and (text[-1:].isalpha() or index)
            if before.endswith(FRACTION) and (atom[:1].isalnum() or atom[:1] in ("(", "√", "∑")):
                text = f"{text[: -len(before)]}({before[:-1]}) {atom}"  # a factor, not a divisor
            elif before in FUNCTIONS and atom.endswith(FRACTION):
                text += f"({atom[:-1]})"
            elif atom in SPACED:
                text += f" {atom} "
            elif before in SPACED or not atom:
                text += atom
            else:
                text += f" {atom}" if root or (atom[:1].isalnum() and ends) else atom
            before = atom or before
        return text


def _grouped(text: str) -> str:
    return text if text.isalnum() or ROOT.fullmatch(text) else f"({text})"


def _divisor(text: str) -> str:
    """In parentheses unless it is a number, a letter or the name of one: (L-1)/(2L), 1/(XA)."""
    alone = text.isdigit() or len(text) == 1 or (text.isalpha() and not text.isupper())
    return text if alone or ROOT.fullmatch(text) else f"({text})"


def _two_words(text: str, atom: str) -> bool:
    """Whether they would run together. Capitals and digits may: a product of letters, a number; and
    a number with a letter of any alphabet after it."""
    last = re.search(r"[^\W_]*$", text)
    word = last.group() if last else ""
    together = all(c.isdigit() or c.isupper() for c in word + atom)
    number = word.isdigit() and len(atom) == 1
    return bool(word) and len(word + atom) > 2 and not together and not number
