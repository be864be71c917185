"""Names of statements: labels, the paper's own names ("Lemma 6", "(26)", "Alg. 1 l. 12"), E-1."""

from __future__ import annotations

from difflib import get_close_matches

from proofs_check.ledger import registry
from proofs_check.ledger.findings import findings
from proofs_check.ledger.inventory import committed_items
from proofs_check.ledger.name_keys import name_key
from reference.support.errors import PreconditionError


def labels_of(name: str) -> list[str]:
    """Return the labels that a name refers to: itself, the statements with this name in the paper,
    or the places of a finding. Raises PreconditionError, with the nearest names, for an unknown
    name.

    >>> from proofs_check import statements
    >>> statements.load()
    >>> labels_of("Lemma 6") == labels_of("lemma 6"), len(labels_of("E-1"))
    (True, 2)
    """
    labels = {claim.label for claim in registry.REGISTRY.values()}
    if name in labels:
        return [name]
    labels_by_key = names_of_statements()
    named = labels_by_key.get(name_key(name))
    if named is None:
        near = _near(name, labels)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        rule = f"unknown statement{hint}; `proofs-check explain` lists every name"
        raise PreconditionError("label", name, rule)
    return named


def _near(name: str, labels: set[str]) -> list[str]:
    """Return what may have been meant: labels for what looks like one, else names of the paper."""
    if ":" in name:
        return get_close_matches(name, sorted(labels), n=3, cutoff=0.4)
    numbers = [claim.number for claim in registry.REGISTRY.values()]
    shown = {name_key(word): word for word in reversed([*numbers, *(f.name for f in findings())])}
    key = name_key(name)
    same_kind = [word for word in reversed(shown) if key and word.startswith(key)]
    near = sorted(same_kind, key=len)[:3] or get_close_matches(key, shown, n=3, cutoff=0.6)
    return [shown[word].replace("$", "") for word in near]


def names_of_statements() -> dict[str, list[str]]:
    """Return the labels of every name, by its key (`name_key`). A display without its own claim
    means the claim covering it."""
    numbers = {item.id: item.number for item in committed_items()}
    labels_by_key: dict[str, list[str]] = {}
    for claim in registry.REGISTRY.values():
        of_items = (numbers[id] for id in claim.covers if numbers.get(id))
        for name in (claim.number, *of_items):
            labels = labels_by_key.setdefault(name_key(name), [])
            if claim.label not in labels:
                labels.append(claim.label)
    for f in findings():
        places = [label for label in f.places if any(k[0] == label for k in registry.REGISTRY)]
        labels_by_key[name_key(f.name)] = places
    return labels_by_key


def names_of_pages() -> dict[str, list[str]]:
    """Return the pages that every name leads to (audit/kept.py), by its key: the statements with
    this name in the paper, or the finding."""
    return names_of_statements() | {name_key(f.name): [f.name] for f in findings()}
