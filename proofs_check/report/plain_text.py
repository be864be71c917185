r"""LaTeX as one line of ASCII, for a terminal: \sqrt{TA\Lambda} as sqrt(TA Lam)."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from reference.support.errors import PreconditionError

TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)
ACCENTS = {r"\hat": "hat", r"\bar": "bar", r"\check": "check"}
UPRIGHT = {r"\mathrm", r"\textsc", r"\text", r"\texttt"}
NOTHING = {r"\mathcal", r"\Big", r"\big", r"\left", r"\right"}
WORDS = {
    r"\Lambda": "Lam", r"\epsilon": "eps", r"\eps": "eps", r"\wto": "O~", r"\cdot": "*",
    r"\infty": "oo", r"\dots": "...",
    r"\leq": "<=", r"\geq": ">=", r"\to": "->", r"\notin": "not in",
    r"\in": "in", r"\sum": "sum", r"\quad": " ", r"\ ": " ", r"\,": "", r"\{": "{", r"\}": "}",
    r"\mbi": "I", r"\mcx": "X", r"\mca": "A", r"\|": "||", r"\Reg": "Reg_T", r"\Lam": "Lam",
    r"\lVert": "||", r"\rVert": "||",
}  # fmt: skip
RELATIONS = {"<=", ">=", "->", "=", "<", ">", "not in", "in"}


def ascii_text(text: str) -> str:
    r"""`text` with every $formula$ as ASCII. Raises PreconditionError for an odd dollar.

    >>> ascii_text(r"$\hat q_i\leq\sqrt{TA\Lambda}/(2+\sqrt2)$, $2\delta$")
    'q_hat_i <= sqrt(TA Lam)/(2+sqrt(2)), 2 delta'
    """
    parts = text.split("$")
    if len(parts) % 2 == 0:
        raise PreconditionError("text", text, "needs dollars in pairs")
    return "".join(formula(part) if k % 2 else part for k, part in enumerate(parts))


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Lines of at most `width`, the first and the `rest` indented so; "3 619 309" is not broken."""
    whole = re.sub(r"(?<=\d) (?=\d{3}\b)", "\u00a0", text)
    lines = textwrap.wrap(whole, width, initial_indent=first, subsequent_indent=rest)
    return [line.replace("\u00a0", " ") for line in lines]


def formula(tex: str) -> str:
    """A formula as ASCII."""
    line = " ".join(_joined(_atoms(iter(TOKEN.findall(tex)))).split())
    return re.sub(r"(?<=[(,|])\*(?=[),|])", ".", line)


def _atoms(tokens: Iterator[str], closing: str = "") -> list[str]:
    found: list[str] = []
    for token in tokens:
        if token == closing:
            break
        found.append(_atom(token, tokens))
    return found


def _atom(token: str, tokens: Iterator[str]) -> str:
    if token == "{":
        return _joined(_atoms(tokens, "}"))
    if token.isspace() or token in NOTHING:
        return ""
    if token in UPRIGHT:
        next(tokens)
        return "".join(iter(lambda: next(tokens), "}"))
    if token in ACCENTS:
        return f"{_argument(tokens)}_{ACCENTS[token]}"
    if token == r"\tilde":
        return f"{_argument(tokens)}~"
    if token == r"\sqrt":
        return f"sqrt({_argument(tokens)})"
    if token in (r"\frac", r"\tfrac"):
        above, below = _argument(tokens), _argument(tokens)
        return f"{_grouped(above)}/{_grouped(below)}"
    if token in "_^":
        below = _argument(tokens)
        return token + (below if len(below) == 1 or below.isalpha() else f"{{{below}}}")
    return WORDS.get(token, token.lstrip("\\"))


def _argument(tokens: Iterator[str]) -> str:
    return next((_atom(token, tokens) for token in tokens if not token.isspace()), "")


def _grouped(text: str) -> str:
    return text if text.isalnum() else f"({text})"


def _joined(atoms: list[str]) -> str:
    """Side by side; spaces around relations and where two words, or an index and a letter, meet."""
    text, before = "", ""
    for atom in atoms:
        ends = before[:1] in ("_", "^") or text.endswith(")") or _two_words(text, atom)
        if atom in RELATIONS:
            text += f" {atom} "
        else:
            text += f" {atom}" if atom[:1].isalnum() and ends else atom
        before = atom or before
    return text


def _two_words(text: str, atom: str) -> bool:
    """Whether they would run together. Capitals and digits may: a product of letters, a number."""
    last = re.search(r"[A-Za-z0-9]*$", text)
    word = last.group() if last else ""
    together = all(c.isdigit() or c.isupper() for c in word + atom)
    return bool(word) and len(word + atom) > 2 and not together
