"""The learning rates that headers declare, against the readings R-26 to R-30."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import Decision, Enclosure, Q, Real, certainly_leq, ln, sqrt, to_q
from reference.guests.family.family_records import O_REPS, PERTURBED, UC_O_REPS, FamilyHeader

BITS = 96


def rates(head: FamilyHeader) -> Iterator[tuple[str, Q, Enclosure]]:
    """Yield (rule, declared, expected): eta, and gamma where there is one, each times its
    factor."""
    options, published = head.options, learning_rate(head)
    eta = published * to_q(options["scale"])
    yield "eta", to_q(options["eta"]), eta.enclose(BITS)
    if "gamma" in options:
        gamma = published * to_q(options["exploration"])
        yield "gamma", to_q(options["gamma"]), gamma.enclose(BITS)


def learning_rate(head: FamilyHeader) -> Real:
    """Return eta as published, before any factor."""
    L, X, A, T = head.L, head.X, head.A, head.T
    if head.algorithm == PERTURBED:
        return sqrt((ln(Q(X * A, L)) + 1) * epochs(head) * Q(1, T * X * A))
    if head.algorithm == O_REPS:
        full = head.options["feedback"] == "full"
        return sqrt(ln(Q(X * A, L)) * (Q(1, T) if full else Q(L, T * X * A)))
    if head.algorithm == UC_O_REPS:
        eta = sqrt(ln(Q(X * X * A, L * L)) * Q(1, T))
        return eta if head.full_information else eta * bandit_floor(head)
    return sqrt(ln(Q(L * X * A) / to_q(head.delta)) * Q(L, T * X * A))


def epochs(head: FamilyHeader) -> Real:
    """Return m of R-26, max{1, XA log2(8T/XA)}."""
    XA = head.X * head.A
    m = ln(Q(8 * head.T, XA)) * XA / ln(Q(2))
    return Real.of(1) if certainly_leq(m, 1) is Decision.TRUE else m


def bandit_floor(head: FamilyHeader) -> Real:
    """Return alpha of R-31, min{1, floor T^(-1/4)}."""
    alpha = sqrt(sqrt(Q(1, head.T))) * to_q(head.options["floor"])
    return Real.of(1) if certainly_leq(1, alpha) is Decision.TRUE else alpha
