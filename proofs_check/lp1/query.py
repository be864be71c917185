"""`proofs-check optimum`: questions about one LP1 each, as JSON lines; answers as JSON lines.

A question has `layers`, `A`, `N` [h][x][a], `N3` [h][x][a][x1], and either `T`, `delta`, `r_sum`
[h][x][a] (and `log`: ln, log2 or log10, reading R-10), or rational `eps` and `r_hat` [h][x][a];
and optionally `q_hat` [h][x][a][x1] or `pi` [h][x][a], with `tolerance` (1e-7). A number means the
nearest double, taken exactly; a string "p/q" means that rational. Unknown keys are refused.

The answer has `status` (optimal, infeasible, undecided), `lower` and `upper` end of LP1's optimum
(equal if eps and r_hat were given), `values` (ends of every V[h][x], null where no feasible q has
mass), `argmax` [h][x] (every action that may be optimal), `undecided` (the [h, x] whose argmax is
not certain), and the verdict on `q_hat` or `pi`. The answer to an invalid question is
{"error": {"field", "value", "rule"}}.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, BinaryIO, NoReturn, TextIO, get_args

from proofs_check.arithmetic import (
    Decision,
    Enclosure,
    LogBase,
    Q,
    Radii,
    each,
    lam,
    lcm,
    rounded,
    show,
    to_q,
)
from proofs_check.lp1.certify import PolicyReport, QReport, certify_policy, certify_q
from proofs_check.lp1.data import LP1Data, all_pairs, table_of_pairs, table_of_triples
from proofs_check.lp1.enclosure import argmax_sets, enclosing_data
from proofs_check.lp1.optimum import Optimum, solve
from reference.mdp import check_delta, check_horizon, check_layers
from reference.support.errors import MALFORMED, OK, USAGE, MalformedInput, PreconditionError, shown
from reference.support.fields import whole, whole_or_as_is
from reference.trace.strict_json import loads, rational

ALWAYS = {"layers", "A", "N", "N3"}
COUNTED = {"T", "delta", "r_sum"}
GIVEN = {"eps", "r_hat"}
OPTIONAL = {"log", "q_hat", "pi", "tolerance"}
TOLERANCE = 1e-7

MAX_LINE = 1 << 24  # characters of a question
MAX_COUNT = 1 << 53  # beyond it a double no longer holds every whole number
MAX_BITS = 50_000  # of the common denominator of a table
MAX_WORK = 1 << 32  # bits of the answer times number of triples: some seconds
FILE = "standard input"


def serve(lines: Iterable[str], out: TextIO) -> int:
    """Answer every line with one line; return 0, or 3 if a question was malformed, or 4 if there
    was none."""
    status = USAGE
    for number, line in enumerate(lines, 1):
        status = OK if status == USAGE else status
        try:
            reply = answer(line, number)
        except (MalformedInput, PreconditionError) as e:
            reply = {"error": {"field": e.field, "value": shown(e.value), "rule": e.rule}}
            status = MALFORMED
        out.write(json.dumps(reply) + "\n")
        out.flush()  # a caller that asks line by line waits for this
    return status


def read_lines(stream: BinaryIO) -> Iterator[str]:
    """Yield the lines of `stream` in bounded memory: the rest of an overlong line is skipped, and
    bytes that are not UTF-8 become lone surrogates; `answer` refuses both."""
    while data := stream.readline(MAX_LINE + 1):
        if len(data) <= MAX_LINE:
            yield data.decode("utf-8", "surrogateescape")
            continue
        rest = data
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_LINE)
        yield data.decode("latin-1")  # one character per byte: too long


def read_question(line: str, number: int = 1) -> tuple[dict[str, Any], LP1Data, LP1Data]:
    """Return a question, and its LP1 with radii and rewards rounded down and up (one LP if they
    were given). Raises MalformedInput or PreconditionError."""
    if len(line) > MAX_LINE:
        _refuse("line", len(line), f"must have at most {MAX_LINE} characters")
    question = loads(line, file=FILE, line=number)
    if not isinstance(question, dict):
        _refuse("line", question, "must be a JSON object")
    keys = set(question)
    wanted = ALWAYS | (GIVEN if keys & GIVEN else COUNTED)
    if keys - wanted - OPTIONAL or wanted - keys:
        wrong = sorted(keys - wanted - OPTIONAL) or sorted(wanted - keys)
        rule = f"keys must be {', '.join(sorted(wanted))}, optionally {', '.join(sorted(OPTIONAL))}"
        _refuse(wrong[0], "unknown" if keys - wanted - OPTIONAL else "missing", rule)
    layers, A = question["layers"], whole_or_as_is(question["A"])
    if not isinstance(layers, list):
        _refuse("layers", layers, "must be a list")
    layers = [whole_or_as_is(X_h) for X_h in layers]
    check_layers(layers, A)

    def table(name: str, read: Reader) -> Any:
        return table_of_pairs(name, question[name], layers, A, read)

    N = table("N", _counts)
    N3 = table_of_triples("N3", question["N3"], layers, A, _counts)
    if keys >= GIVEN:
        if "log" in keys:
            _refuse("log", question["log"], "has no meaning where eps and r_hat are given")
        eps, r_hat = table("eps", _numbers), table("r_hat", _numbers)
        given = LP1Data(layers, A, N, N3, eps, r_hat)
        _check_work(given, _bits("eps", eps) + _bits("r_hat", r_hat))
        return question, given, given
    r_sum = table("r_sum", _numbers)
    _bits("r_sum", r_sum)
    for h, x, a in all_pairs(layers, A):
        n, s = N[h][x][a], r_sum[h][x][a]
        if not 0 <= s <= n:
            rule = f"must lie in [0, N[{h}][{x}][{a}]] = [0, {n}]"
            _refuse(f"r_sum[{h}][{x}][{a}]", s, rule)
    radii = _radii(question, sum(layers), A)
    return question, *enclosing_data(layers, A, N, N3, r_sum, radii)


def answer(line: str, number: int = 1) -> dict[str, Any]:
    """Return the answer to one question. Raises MalformedInput or PreconditionError."""
    question, lo, hi = read_question(line, number)
    layers, A = lo.layers, lo.A
    optima = (solve(lo),) * 2 if lo is hi else (solve(lo, -1), solve(hi, 1))
    reply = _optimum(*optima)
    tolerance = _number(question.get("tolerance", TOLERANCE), "tolerance")
    if tolerance < 0:
        _refuse("tolerance", question["tolerance"], "must be >= 0")
    if "q_hat" in question:
        q_hat = table_of_triples("q_hat", question["q_hat"], layers, A, _numbers)
        _check_work(lo, _bits("q_hat", q_hat))
        reply["q_hat"] = _report(certify_q(lo, hi, q_hat, tolerance, optima), lo is hi)
    if "pi" in question:
        pi = table_of_pairs("pi", question["pi"], layers, A, _numbers)
        _check_work(lo, _bits("pi", pi))
        reply["pi"] = _report(certify_policy(lo, hi, pi, tolerance, optima), lo is hi)
    return reply


def _refuse(field: str, value: object, rule: str) -> NoReturn:
    raise PreconditionError(field, value, rule)


# ----------------------------------------------------------------------------- the question


def _number(value: object, field: str) -> Q:
    if type(value) is float or (type(value) is int and abs(value) <= MAX_COUNT):
        return to_q(value)
    return to_q(rational(value, FILE, None, field))


def _numbers(row: list[object], field: str) -> list[Q]:
    return [_number(value, field) for value in row]


def _counts(row: list[Any], field: str) -> list[int]:
    counts = [whole(value) for value in row]
    for value, n in zip(row, counts, strict=True):
        if n is None or not 0 <= n <= MAX_COUNT:
            _refuse(field, value, f"must be a whole number in [0, {MAX_COUNT}]")
    return [n for n in counts if n is not None]


Reader = Callable[[Any, str], Any]  # of a row, and of its place in the question


def _bits(name: str, table: list[Any]) -> int:
    """Return the size of the common denominator of nested lists, refused beyond MAX_BITS."""
    denominators: set[int] = set()
    each(lambda v: denominators.add(v.denominator), table)
    common = 1
    for denominator in denominators:
        common = lcm(common, denominator)
        if common.bit_length() > MAX_BITS:
            rule = f"the common denominator must have at most {MAX_BITS} bits"
            _refuse(name, f"more than {MAX_BITS} bits", rule)
    return common.bit_length()


def _check_work(data: LP1Data, bits: int) -> None:
    """Refuse a question whose exact answer would take too long."""
    layers = data.layers
    triples = sum(layers[h] * data.A * layers[h + 1] for h in range(data.L))
    size = data.L * bits + sum(max(row).bit_length() for layer in data.N for row in layer)
    if size * triples > MAX_WORK:
        _refuse("line", f"{size} bits for each of {triples} triples", "too large for exact answers")


def _radii(question: dict[str, Any], X: int, A: int) -> Radii:
    T = check_horizon(whole_or_as_is(question["T"]))
    if T > MAX_COUNT:
        _refuse("T", T, f"must be at most {MAX_COUNT}")
    delta = rational(question["delta"], FILE, None, "delta")
    check_delta(delta)
    log = question.get("log", "ln")
    if log not in get_args(LogBase):
        _refuse("log", log, f"must be one of {', '.join(get_args(LogBase))}")
    return _known_radii(T, X, A, delta, log)


@lru_cache(maxsize=16)
def _known_radii(T: int, X: int, A: int, delta: Fraction, log: LogBase) -> Radii:
    return Radii(lam(T, X, A, to_q(delta), log))


# ----------------------------------------------------------------------------- the answer


def _optimum(lo: Optimum, hi: Optimum) -> dict[str, Any]:
    status = "optimal" if lo.value is not None else "undecided"
    argmax = argmax_sets(lo, hi)
    return {
        "status": "infeasible" if hi.value is None else status,
        "lower": _text(lo.value),
        "upper": _text(hi.value),
        "values": {"lower": each(_text, lo.V[:-1]), "upper": each(_text, hi.V[:-1])},
        "argmax": [
            [[a for a, d in enumerate(at_x) if d is not Decision.FALSE] for at_x in layer]
            for layer in argmax
        ],
        "undecided": [
            [h, x]
            for h, layer in enumerate(argmax)
            for x, at_x in enumerate(layer)
            if Decision.UNDECIDED in at_x
        ],
    }


def _text(value: Q | None) -> str | None:
    return None if value is None else show(value)


def _report(report: QReport | PolicyReport, exact: bool) -> dict[str, Any]:
    """Return the fields of a report; enclosures that are not exact are rounded outward to multiples
    of 1/GRID."""

    def shown_field(value: Any) -> Any:
        if isinstance(value, Enclosure):
            ends = value.lo, value.hi
            return [show(v if exact else rounded(v, d)) for v, d in zip(ends, (-1, 1), strict=True)]
        if isinstance(value, list):
            return {
                r.family: {"violation": shown_field(r.violation), "at": list(r.where)}
                for r in value
            }
        return value.value if isinstance(value, Decision) else _text(value)

    return {name: shown_field(value) for name, value in vars(report).items()}
