"""One name, one thing: no public function or class is defined in two modules, and no constant that
other modules import. What each is, its docstring says without an article first."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

import pytest

from tests.structure.imports import imports, modules, tree_of

DEFINITION = "the judge's own computation of what the learner computes under the same name"
COMMAND = "each command's parser and what it runs"
FORMAT = "each format's own name, number and limits"
OWN_PAPER = "UCRL2's own quantity, eq. (3) and (4) of its paper"
LEARNER = "two of the learner's rooms that do not import this name from each other"
LETTER = "the paper's letter as an expression, and a table, a number or a command's option of it"
PROSE = (
    "a claim as one inequality, and as a row of the ledger; a run as it is played, and as letters"
)
MATHS = "the expression, and the number, the record or the table that it is written of"
WORD = "the learner's room, or an exit status, and the vocabulary of verdicts"
SIDES = "proofs_check.statements."  # one module per statement, all of the same form
SAME_BY_DESIGN = {
    **dict.fromkeys(("command", "main", "parser", "as_json", "as_text"), COMMAND),
    **dict.fromkeys(
        (
            "occupancy_measure", "value", "inner", "induced_policy", "induced_transition",
            "violation_of_Q", "violation_of_Q_P", "one_hot", "upper_occupancy",
        ),
        DEFINITION,
    ),
    **dict.fromkeys(("reward_radius", "transition_radius"), OWN_PAPER),
    **dict.fromkeys(("VERSION", "line_of"), FORMAT),
    "costs": "regret and reward of a trial: in one MDP, and in any world, by the former",
    "statements": "what is evaluated, and what has a page",
    **dict.fromkeys(("PAPER_LAYERS", "PAPER_A"), "Sec. VI's size, counted by both sides"),
    **dict.fromkeys(("Counts", "Record", "parse", "draw"), LEARNER),
    **dict.fromkeys(("diff", "tolerance", "l1_distance"), LETTER),
    **dict.fromkeys(("Claim", "Run"), PROSE),
    **dict.fromkeys(("number", "Number", "sqrt", "Table", "sum_over_next", "constant"), MATHS),
    **dict.fromkeys(("HOLDS", "FAILS", "UNDECIDED"), WORD),
    **dict.fromkeys(("Written", "written"), "as the paper writes it, and what has been written"),
    "Style": "of LaTeX, and of the terminal",
    **dict.fromkeys(("is_flat", "is_family"), "in the registry, and in the guests' room"),
    "nested": "a table as nested lists, and a paragraph inside another",
    "tight": "a family of MDPs, and what the letter says of it",
}  # fmt: skip


def defined(source: str) -> Iterator[tuple[str, bool]]:
    """(public name, whether it is a constant) of a module's top level; the checks of a statement's
    forms are found by their forms, so their names do not count."""
    for node in tree_of(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            decorators = " ".join(ast.unparse(d) for d in node.decorator_list)
            if not decorators.startswith(("printed.", "repaired.")):
                yield node.name, False
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        for target in targets:
            for name in ast.walk(target):
                if isinstance(name, ast.Name):
                    yield name.id, True


def repeated(sources: Mapping[str, str]) -> dict[str, list[str]]:
    """Public name -> the modules that define it, where these are several."""
    used = {each.target for source in sources.values() for each in imports(source)}
    sources = {m: source for m, source in sources.items() if not m.startswith(SIDES)}
    homes: dict[str, list[str]] = {}
    for module, source in sources.items():
        for name, constant in dict.fromkeys(defined(source)):
            if not name.startswith("_") and (not constant or f"{module}.{name}" in used):
                homes.setdefault(name, []).append(module)
    return {name: places for name, places in homes.items() if len(places) > 1}


def test_one_name_is_one_thing_and_nothing_else_is_excused() -> None:
    assert repeated(modules()).keys() == SAME_BY_DESIGN.keys()


@pytest.mark.parametrize(
    ("second", "third"),
    [
        ("def f(): ...", ""),
        ("class f: ...", ""),
        ("f = 2", "from b import f"),
        ("f: int = 2", "def g():\n    from b import f"),
    ],
)
def test_a_planted_second_meaning_is_named(second: str, third: str) -> None:
    assert repeated({"a": "def f(): ...", "b": second, "c": third}) == {"f": ["a", "b"]}


def test_what_is_private_or_local_is_not_named() -> None:
    assert repeated({"a": "def _f(): ...\nX = 1", "b": "def _f(): ...\nX = 2"}) == {}


# ------------------------------------------------------------------------------ docstrings

ARTICLES = ("The ", "A ", "An ")


def with_article(source: str) -> list[str]:
    """Functions (imperative: "Return ...") and classes (noun phrase) whose docstring begins with an
    article."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    nodes = [node for node in ast.walk(tree_of(source)) if isinstance(node, kinds)]
    return [node.name for node in nodes if (ast.get_docstring(node) or "").startswith(ARTICLES)]


def test_no_docstring_begins_with_an_article() -> None:
    written = modules()
    assert len(written) > 100
    assert {m: names for m, source in written.items() if (names := with_article(source))} == {}


@pytest.mark.parametrize("article", ARTICLES)
def test_a_planted_article_is_named(article: str) -> None:
    source = f'class C:\n    """{article}set."""\n    def f():\n        """{article}sum."""'
    assert with_article(source) == ["C", "f"]
    assert with_article(source.replace(article, "Return the ")) == []


PREPOSITIONS = {
    "about", "above", "after", "against", "along", "around", "at", "before", "behind", "below",
    "beside", "between", "beyond", "by", "from", "in", "into", "near", "of", "off", "on", "over",
    "per", "since", "through", "to", "together", "toward", "under", "until", "upon", "via", "with",
    "within", "without",
}  # fmt: skip


def attributes(tree: ast.AST) -> Iterator[str]:
    """Fields, properties and public methods of the classes, but `X.of(...)`, which makes an X."""
    for owner in (n for n in ast.walk(tree) if isinstance(n, ast.ClassDef)):
        for n in ast.walk(owner):
            stored = isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)
            if stored and ast.unparse(n).startswith("self."):
                yield f"{owner.name}.{ast.unparse(n).removeprefix('self.')}"
        for n in owner.body:
            if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name):
                yield f"{owner.name}.{n.target.id}"
            elif isinstance(n, ast.Assign):
                yield from (f"{owner.name}.{t.id}" for t in n.targets if isinstance(t, ast.Name))
            elif isinstance(n, ast.FunctionDef):
                made = {ast.unparse(d) for d in n.decorator_list} & {"classmethod", "staticmethod"}
                if not (made and n.name == "of") and not n.name.startswith("_"):
                    yield f"{owner.name}.{n.name}"


def prepositions(tree: ast.AST) -> set[str]:
    return {a for a in attributes(tree) if a.partition(".")[2].strip("_") in PREPOSITIONS}


def test_no_attribute_is_a_preposition() -> None:
    trees = {name: tree_of(source) for name, source in modules().items()}
    names = {f"{name}: {a}" for name, tree in trees.items() for a in prepositions(tree)}
    assert names == set()


def test_a_planted_preposition_is_found() -> None:
    source = """
class Claim:
    of: int
    on = 1
    @classmethod
    def of(cls): self._under = self.right = 2
    def into(self): ...
"""
    assert prepositions(tree_of(source)) == {"Claim.of", "Claim.on", "Claim._under", "Claim.into"}
