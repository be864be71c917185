"""proofs_check.lp1.query: the JSON lines of `proofs-check optimum`."""

from __future__ import annotations

import io
import json
import random
from typing import Any

import pytest

from proofs_check.arithmetic import Q, Radii, each, lam, show, to_q
from proofs_check.lp1 import query as ask
from proofs_check.lp1.candidate import FAMILIES
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.enclosure import enclosing_data
from proofs_check.lp1.optimum import primal, solve
from proofs_check.lp1.query import answer, read_lines, serve
from reference.support.errors import MALFORMED, OK, USAGE, PreconditionError
from tests.exact_lp1.lp1_cases import fill, random_data, totals
from tests.robustness.subprocesses import program


def given_radii(d: LP1Data, **more: Any) -> dict[str, Any]:
    """A question with rational eps and r_hat."""
    known = {"layers": list(d.layers), "A": d.A, "N": d.N, "N3": d.N3}
    return known | {"eps": each(show, d.eps), "r_hat": each(show, d.r_hat)} | more


def counted(seed: int, **more: Any) -> dict[str, Any]:
    """A question with T, delta and sums of rewards."""
    rng, layers, A = random.Random(seed), [1, 2, 3, 1], 2
    N3 = fill(layers, A, lambda h, x, a: [rng.randint(0, 4000) for _ in range(layers[h + 1])])
    N = totals(N3)
    r_sum = each(lambda n: rng.random() * n, N)
    known = {"layers": layers, "A": A, "N": N, "N3": N3}
    return known | {"T": 100, "delta": "1/10", "r_sum": r_sum} | more


def ask_one(question: dict[str, Any]) -> Any:
    return json.loads(json.dumps(answer(json.dumps(question))))


# ----------------------------------------------------------------------------- answers


def test_given_radii_are_answered_exactly() -> None:
    statuses = set()
    for data in map(random_data, range(40)):
        reply, best = ask_one(given_radii(data)), solve(data)
        V = [[v if v is None else show(v) for v in V_h] for V_h in best.V]
        assert reply["lower"] == reply["upper"] == V[0][0]
        assert reply["values"]["lower"] == reply["values"]["upper"] == V[:-1]
        assert reply["argmax"] == each(lambda a: a, best.argmax)
        assert reply["undecided"] == []
        assert reply["status"] == ("infeasible" if best.value is None else "optimal")
        statuses.add(reply["status"])
    assert len(statuses) == 2


def test_counts_are_answered_by_enclosures() -> None:
    for q in map(counted, range(10)):
        radii = Radii(lam(100, 7, 2, Q(1, 10)), 200)
        lo, _ = enclosing_data(q["layers"], 2, q["N"], q["N3"], each(to_q, q["r_sum"]), radii)
        inside, reply = solve(lo).value, ask_one(q)
        assert inside is not None
        assert to_q(reply["lower"]) <= inside <= to_q(reply["upper"])
        assert to_q(reply["upper"]) - to_q(reply["lower"]) < Q(1, 2**80)
        assert ask_one(q | {"log": "ln"}) == reply
        assert ask_one(q | {"delta": 0.1}) != reply  # the double nearest to 1/10
        assert to_q(ask_one(q | {"log": "log10"})["upper"]) <= to_q(reply["lower"])


def test_verdicts_on_q_hat() -> None:
    data = random_data(5, [1, 2, 3, 1], 2, unvisited=0, eps_steps=(1, 2, 3))
    q = primal(data, solve(data))
    exact = ask_one(given_radii(data, q_hat=each(show, q), tolerance=0))["q_hat"]
    assert (exact["feasible"], exact["optimal"]) == ("true", "true")
    assert exact["gap"] == exact["shortfall"] == ["0/1", "0/1"]
    rounded = each(float, q)
    near = ask_one(given_radii(data, q_hat=rounded))["q_hat"]
    assert (near["feasible"], near["optimal"]) == ("true", "true")
    assert 0 <= to_q(near["gap"][0]) == to_q(near["gap"][1]) < Q(1, 10**12)
    rounded[0][0][0][0] += 0.25
    wrong = ask_one(given_radii(data, q_hat=rounded))["q_hat"]
    assert wrong["feasible"] == "false"
    assert list(wrong["residuals"]) == list(FAMILIES)
    off = wrong["residuals"]["normalisation"]
    assert off["at"] == [0]
    assert abs(to_q(off["violation"][0]) - Q(1, 4)) < Q(1, 10**12)


def test_verdicts_on_pi() -> None:
    for q in map(counted, range(6)):
        reply = ask_one(q)
        greedy = [
            [[int(a == best[0]) for a in range(2)] for best in of_h] for of_h in reply["argmax"]
        ]
        good = ask_one(q | {"pi": greedy, "tolerance": "1/1000000000"})["pi"]
        assert good["optimal"] == "true" and good["row_error"] == "0/1"
        assert to_q(good["value"][0]) <= to_q(reply["upper"])
    worst = {
        "layers": [1, 1], "A": 2, "N": [[[1, 1]]], "N3": [[[[1], [1]]]],
        "eps": [[[0, 0]]], "r_hat": [[[0.25, 0.75]]], "pi": [[[0.5, 0.5]]],
    }  # fmt: skip
    assert ask_one(worst)["pi"] == {
        "value": ["1/2", "1/2"], "shortfall": ["1/4", "1/4"], "optimal": "false", "row_error": "0/1"
    }  # fmt: skip


# ----------------------------------------------------------------------------- refusals

SMALL: dict[str, Any] = {
    "layers": [1, 2, 1], "A": 1, "N": [[[2]], [[0], [1]]],
    "N3": [[[[1, 1]]], [[[0]], [[1]]]],
    "eps": [[[1]], [[1], [1]]], "r_hat": [[[0]], [[0.5], ["1/3"]]],
}  # fmt: skip
COUNTS: dict[str, Any] = {k: SMALL[k] for k in ("layers", "A", "N", "N3")} | {
    "T": 10, "delta": 0.1, "r_sum": [[[1]], [[0], [1]]],
}  # fmt: skip


def wrong(known: dict[str, Any], *changes: tuple[dict[str, Any], str]) -> list[Any]:
    return [(known | change, field) for change, field in changes]


@pytest.mark.parametrize(
    "question, field",
    [
        *wrong(
            SMALL,
            ({"surprise": 1}, "surprise"),
            ({"layers": [1]}, "layers"),
            ({"layers": [2, 2, 1]}, "layers[0]"),
            ({"layers": "12"}, "layers"),
            ({"layers": [1, 10**18, 1]}, "N[1]"),
            ({"layers": [1, True, 1]}, "layers[1]"),
            ({"A": 0}, "A"),
            ({"A": 1.5}, "A"),
            ({"N": [[[3]], [[0], [1]]]}, "N3[0][0][0]"),
            ({"N": [[[2]], [[0], [-1]]]}, "N[1][1]"),
            ({"N": [[[2.5]], [[0], [1]]]}, "N[0][0]"),
            ({"N": [[[2]], [[0]]]}, "N[1]"),
            ({"N": 3}, "N"),
            ({"N3": [[[[1, 1, 0]]], [[[0]], [[1]]]]}, "N3[0][0][0]"),
            ({"N3": [[[[2**60, 1]]], [[[0]], [[1]]]]}, "N3[0][0][0]"),
            ({"N3": [[[[3, -1]]], [[[0]], [[1]]]]}, "N3[0][0][0]"),
            ({"eps": [[[-1]], [[1], [1]]]}, "eps[0][0]"),
            ({"eps": [[["1/0"]], [[1], [1]]]}, "eps[0][0]"),
            ({"eps": [[["01"]], [[1], [1]]]}, "eps[0][0]"),
            ({"eps": [[[None]], [[1], [1]]]}, "eps[0][0]"),
            ({"r_hat": [[[0]], [[0, 0], [0]]]}, "r_hat[1][0]"),
            ({"log": "ln"}, "log"),
            ({"T": 5}, "T"),
            ({"tolerance": -1}, "tolerance"),
            ({"tolerance": "x"}, "tolerance"),
            ({"q_hat": [[[[1, 1]]]]}, "q_hat"),
            ({"q_hat": [[[["1/" + "3" * 900, 1]]], [[[1]], [[True]]]]}, "q_hat[1][1][0]"),
            ({"pi": [[[1]], [[0], [1]]]}, "pi[1][0]"),
            ({"pi": [[[1]], [[-1], [1]]]}, "pi[1][0]"),
        ),
        *wrong(
            COUNTS,
            ({"T": 0}, "T"),
            ({"T": 10**30}, "T"),
            ({"T": 1.5}, "T"),
            ({"delta": 1}, "delta"),
            ({"delta": "3/2"}, "delta"),
            ({"delta": "0"}, "delta"),
            ({"log": "log3"}, "log"),
            ({"log": ["ln"]}, "log"),
            ({"r_sum": [[[3]], [[0], [1]]]}, "r_sum[0][0][0]"),
            ({"r_sum": [[[1]], [[-0.5], [1]]]}, "r_sum[1][0][0]"),
            ({"eps": 1}, "T"),
        ),
    ],
)
def test_wrong_questions_name_the_field(question: dict[str, Any], field: str) -> None:
    out = io.StringIO()
    assert serve([json.dumps(question)], out) == MALFORMED
    assert json.loads(out.getvalue())["error"]["field"] == field


TEXT = json.dumps(SMALL)
HOSTILE = [
    "", "null", "[]", "7", "{", TEXT[:-1], TEXT + "x", TEXT + TEXT, '{"A": 1, "A": 1}',
    TEXT.replace('"A": 1', '"A": 1, "A": 1'), TEXT.replace("0.5", "NaN"),
    TEXT.replace("0.5", "Infinity"), TEXT.replace("0.5", "-Infinity"),
    TEXT.replace("0.5", "1e999999999"), TEXT.replace("0.5", "9" * 100_000),
    TEXT.replace('"1/3"', '"' + "9" * 100_000 + '"'), TEXT.replace("0.5", "[" * 100_000),
    "[" * 100_000, '{"a":' * 50_000, "\udcff\udcfe", "\ufeff" + TEXT, TEXT.replace("0.5", "0x1"),
    TEXT.replace("0.5", '"\\ud800"'), TEXT.replace("[1, 2, 1]", str([1] * 5000)),
]  # fmt: skip


@pytest.mark.parametrize("line", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_lines_get_one_error_line_and_status_3(line: str) -> None:
    out = io.StringIO()
    assert serve([line, TEXT], out) == MALFORMED
    first, second = out.getvalue().splitlines()
    error = json.loads(first)["error"]
    assert set(error) == {"field", "value", "rule"} and len(first) < 1000
    assert json.loads(second)["status"] == "optimal"


def test_what_would_take_too_long_is_refused() -> None:
    layers = [1, 40, 1]
    big = {
        "layers": layers, "A": 1,
        "N": fill(layers, 1, lambda *_: 0), "r_hat": fill(layers, 1, lambda *_: 0),
        "N3": fill(layers, 1, lambda h, x, a: [0] * layers[h + 1]),
        "eps": fill(layers, 1, lambda h, x, a: f"1/{10**998 + 2 * x + 1}"),
    }  # fmt: skip
    with pytest.raises(PreconditionError, match="denominator") as caught:
        ask_one(big)
    assert caught.value.field == "eps"


def test_what_has_too_many_bits_for_its_triples_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """4 triples; L = 2 common denominators of 1 and of 3 bits, and 2 + 1 bits of counts."""
    monkeypatch.setattr(ask, "MAX_WORK", 4 * (2 * 4 + 3))
    assert ask_one(SMALL)["status"] == "optimal"
    monkeypatch.setattr(ask, "MAX_WORK", 4 * (2 * 4 + 3) - 1)
    with pytest.raises(PreconditionError, match="11 bits for each of 4 triples"):
        ask_one(SMALL)


def test_no_question_is_an_error() -> None:
    assert serve([], io.StringIO()) == USAGE


def test_lines_are_read_in_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ask, "MAX_LINE", 100)
    stream = io.BytesIO(
        b"a" * 50 + b"\n" + b"\xc3\xa4" * 60 + b"x" * 1000 + b"\n\xff\nb" + b"c" * 99
    )
    lines = list(read_lines(stream))
    assert [len(line) for line in lines] == [51, 101, 2, 100]
    assert lines[2] == "\udcff\n"
    with pytest.raises(PreconditionError):
        answer(lines[1])


def test_fractions_answer_with_the_same_bytes() -> None:
    questions = [given_radii(random_data(s)) for s in range(12)]
    questions += [counted(s) for s in range(6)]
    questions += [counted(s, pi=[[[0.3, 0.7]] * n for n in (1, 2, 3)]) for s in range(3)]
    uniform = [[[[0.1] * m] * 2] * n for n, m in ((1, 2), (2, 3), (3, 1))]
    questions += [counted(s, q_hat=uniform) for s in range(3)]
    outputs = []
    for choice in ("gmpy2", "fractions"):
        env = {"PROOFS_CHECK_RATIONAL": choice}
        lines = "\n".join(map(json.dumps, questions))
        done = program("-m", "proofs_check", "optimum", "--quiet", env=env, input=lines)
        assert done.returncode == OK, done.stderr
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1] and len(outputs[0].splitlines()) == 24
    assert '"error"' not in outputs[0]
