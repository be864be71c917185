r"""A formula stands once: displayed in the sentence that has it, or above one without it.

The formula of a form (its `tex`) *says* its compounds (sums, roots, fractions, norms, ...), its
relations, and what it sets equal to something. The sentence of the form has the formula if one of
its own formulas says one of these, too. Then nothing is displayed above. What only sets a formula
(spacing, \tfrac, arguments as (x,a), Lambda written out) does not count.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache

from proofs_check.report.document import Blocks, Formula, Paragraph, inlines

SHORT = 16  # characters of a formula, bare, that stays in the line
LAMBDA = re.compile(r"\\log\(TXA/\\delta\)")
ONLY_SETS = re.compile(
    r"\\(?:left|right|quad|[bB]ig[lr]?|forall|cdot|text|mathrm|[lr]vert)(?![a-zA-Z])|\\[,;! ]"
)
ARGUMENTS = re.compile(
    r"\((?:(?:\\cdot|x')\|)?(?:x(?:_[hs])?),(?:a(?:_[hs])?|\\cdot)(?:,x')?\)"
    r"|\\\{\(x_[hs],a_[hs]\)\\\}"
)
ORDER = re.compile(r"(?:\\tilde )?(?<![a-zA-Z])O(?=\(|\\left)")
RELATION = re.compile(
    r"\\(?:leq|geq|to|leftarrow|Rightarrow|sim|in|notin|subseteq)(?![a-zA-Z])|[=<>]"
)
PARTS = re.compile(r"\\quad|\\ |(?<!\\)[,;:]\s*|\\mid|\\text\{[^}]*\}")
BUILT = re.compile(r"\\(?:sum|sqrt|log|min|max|lVert|langle|exp|mathbb E|operatorname)|/|[\^]\{?T")
BRACKET = re.compile(r"(\(|\\?\{|\\langle)|\)|\\?\}|\\rangle")
NAME = re.compile(r"\d*\\?(?:mathcal )?[a-zA-Z]*'?(?:_\{?[\w+-]+\}?)?")


def stated(tex: str, sentence: str, style: str, shown: Collection[str] = ()) -> Blocks:
    """Return the sentence of a form with its formula on a line of its own where it stands; above,
    if the sentence does not have it. `shown`: the formulas that the page has displayed before."""
    return tuple(
        piece if isinstance(piece, Formula) else Paragraph(inlines(piece), style=style)
        for piece in pieces(tex, sentence, shown)
    )


def named_below(said: str, shown: Collection[str]) -> str:
    """Return a text that stands above displayed formulas, with words in place of each of them."""

    def word(m: re.Match[str]) -> str:
        return "the formula below" if any(set_alike(m[1], f) for f in shown) else m[0]

    return re.sub(r"\$([^$]+)\$", word, said)


def pieces(tex: str, sentence: str, shown: Collection[str] = ()) -> list[str | Formula]:
    """Return a sentence in pieces. Of its formulas that say what the form's formula says, one is
    displayed: the equal one, as the form has it, or one that is long and twice as long as every
    other. Else all stay in the line. If the sentence says none of it, the form's formula is
    displayed above, unless it says all that a formula of `shown` says."""
    sentence = " ".join(sentence.split())
    own = [m for m in re.finditer(r"\$([^$]+)\$", sentence) if repeated(tex, m[1])]
    if not own:
        again = any(set() < _sayings(f) <= _sayings(tex) for f in shown)
        return [*(() if again else (Formula(tex),)), sentence]
    own.sort(key=lambda m: (not set_alike(m[1], tex), -len(bare(m[1]))))
    first, *others = own
    equal = set_alike(first[1], tex)
    long = max([SHORT, *(2 * len(bare(m[1])) for m in others)])
    if not equal and len(bare(first[1])) < long:
        return [sentence]
    before, after = sentence[: first.start()].strip(), sentence[first.end() :].lstrip(".,;: ")
    in_place = Formula(tex if equal else first[1])
    return [*([before] if before else ()), in_place, *([after] if after else ())]


def set_alike(tex: str, other: str) -> bool:
    """Whether two formulas differ in their setting only; an O(...) is none of it."""
    return bare(tex) == bare(other) and len(ORDER.findall(tex)) == len(ORDER.findall(other))


def repeated(tex: str, other: str) -> frozenset[str]:
    """Return what both formulas say; what is long may be a part of what the other one says. A
    formula that says nothing repeats itself alone."""
    one, two = _sayings(tex), _sayings(other)
    within = {
        part
        for some, more in ((one, two), (two, one))
        for part in some
        if len(part) >= SHORT and any(part in whole for whole in more)
    }
    return one & two | within | ({bare(tex)} & {bare(other)} - {""})


@cache
def _sayings(tex: str) -> frozenset[str]:
    """Return what a formula says, bare, also in its braces: what is built; relations, but for the
    range of a letter (h < L) or of a name (x in X); left sides of equations."""
    return frozenset(_said(tex))


def _said(tex: str) -> Iterator[str]:
    for inside in _braces(tex):
        yield from _sayings(inside)
    for part in _split(tex, PARTS)[::2]:
        chain = [piece.strip() for piece in _split(part, RELATION)]
        yield from (bare(side) for side in chain[::2] if BUILT.search(side))
        for left, sign, right in zip(chain[::2], chain[1::2], chain[2::2], strict=False):
            equal = sign in ("=", r"\leftarrow")
            named = NAME.fullmatch(left) is not None
            if sign in (r"\in", r"\notin"):
                says = BUILT.search(right) is not None
            else:
                says = equal or not (named and NAME.fullmatch(right))
            if left and right and says:
                yield bare(left + sign + right)
            if left and right and equal and not named:
                yield bare(left) + "="


@cache
def bare(tex: str) -> str:
    """Return a formula without what only sets it."""
    tex = LAMBDA.sub(r"\\Lambda", _without_fractions(LAMBDA.sub(r"\\Lambda", tex)))
    tex = ARGUMENTS.sub("", tex.replace(r"\leftarrow", "=").replace(r"\text{ for all }", ""))
    tex = ORDER.sub("", re.sub(r"\\sum_\{h=0\}\^\{L-1\}", r"\\sum_{h<L}", tex))
    return re.sub(r"[\s{}()|\\$]|[.,;:]$", "", ONLY_SETS.sub("", tex))


def _without_fractions(tex: str) -> str:
    """Return the formula with a/b for each fraction."""
    while m := re.search(r"\\[td]?frac(?![a-z])", tex):
        above, end = _argument(tex, m.end())
        below, end = _argument(tex, end)
        tex = f"{tex[: m.start()]}{above}/{below}{tex[end:]}"
    return tex


def _argument(tex: str, at: int) -> tuple[str, int]:
    """Return the argument of a command that begins here, and where it ends."""
    m = re.compile(r"\s*(\\[a-zA-Z]+|[^{])").match(tex, at)
    if m:
        return m[1], m.end()
    depth, end = 0, tex.index("{", at)
    start = end
    while True:
        depth += (tex[end] == "{") - (tex[end] == "}")
        end += 1
        if not depth:
            return tex[start + 1 : end - 1], end


def _braces(tex: str) -> Iterator[str]:
    r"""Yield what stands in outer \{...\}."""
    depth = start = 0
    for m in re.finditer(r"\\[{}]", tex):
        if m[0] == r"\{":
            start = start if depth else m.end()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                yield tex[start : m.start()]


def _split(tex: str, at: re.Pattern[str]) -> Sequence[str]:
    """Return a formula, split outside of all brackets; between two pieces what splits them."""
    out, depth, last, i = [], 0, 0, 0
    while i < len(tex):
        if not depth and (m := at.match(tex, i)):
            out += [tex[last:i], m[0]]
            i = last = m.end()
            continue
        bracket = BRACKET.match(tex, i)
        depth += (bracket is not None) and (1 if bracket[1] else -1)
        i = bracket.end() if bracket else i + 1
    return [*out, tex[last:]]
