"""LP1 as a file: the printed rows, exactly, in both formats; and solvers that read them."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from ortools.linear_solver.python import model_builder

from proofs_check.arithmetic import to_q
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.optimum import solve
from proofs_check.lp1.printed_rows import PrintedLP1
from reference.lp1 import printed_lp1, solve_lp1
from reference.lp1_exact import column_names, objective
from reference.lp_file import ExactLP1, rows, write_lp
from reference.support.errors import PreconditionError, UnusablePath
from tests.exact_lp1.lp1_instances import PAPER, Counts, counts, float_tables, qsopt_ex, small

F = Fraction
HAND = ExactLP1.from_counts(
    (1, 2, 1), 1, [[[4]], [[0], [2]]], [[[[3, 1]]], [[[0]], [[2]]]],
    [[[F(1, 2)]], [[F(3, 2)], [F(0)]]], [[[F(1, 3)]], [[F(1)], [F(0)]]],
)  # fmt: skip

HAND_LP = r"""\ LP1 as printed: maximise <q, r_hat>; columns q_h_x_a_x1 and d_h_x_a_x1, all >= 0
\ layers 1 2 1; A 1; objective here: 1 * <q, r_hat>
Maximize
 obj: + 1/3 q_0_0_0_0 + 1/3 q_0_0_0_1 + q_1_0_0_0
Subject To
 norm_0: + q_0_0_0_0 + q_0_0_0_1 = 1
 norm_1: + q_1_0_0_0 + q_1_1_0_0 = 1
 flow_1_0: + q_0_0_0_0 - q_1_0_0_0 = 0
 flow_1_1: + q_0_0_0_1 - q_1_1_0_0 = 0
 up_0_0_0_0: + 1/4 q_0_0_0_0 - 3/4 q_0_0_0_1 - d_0_0_0_0 <= 0
 up_0_0_0_1: - 1/4 q_0_0_0_0 + 3/4 q_0_0_0_1 - d_0_0_0_1 <= 0
 up_1_0_0_0: + q_1_0_0_0 - d_1_0_0_0 <= 0
 up_1_1_0_0: - d_1_1_0_0 <= 0
 lo_0_0_0_0: - 1/4 q_0_0_0_0 + 3/4 q_0_0_0_1 - d_0_0_0_0 <= 0
 lo_0_0_0_1: + 1/4 q_0_0_0_0 - 3/4 q_0_0_0_1 - d_0_0_0_1 <= 0
 lo_1_0_0_0: - q_1_0_0_0 - d_1_0_0_0 <= 0
 lo_1_1_0_0: - d_1_1_0_0 <= 0
 rad_0_0_0: - 1/2 q_0_0_0_0 - 1/2 q_0_0_0_1 + d_0_0_0_0 + d_0_0_0_1 <= 0
 rad_1_0_0: - 3/2 q_1_0_0_0 + d_1_0_0_0 <= 0
 rad_1_1_0: + d_1_1_0_0 <= 0
End
"""


def exact(c: Counts) -> ExactLP1:
    return ExactLP1.from_counts(c.layers, c.A, c.N, c.N3, c.eps, c.r_hat)


def doubles(c: Counts) -> ExactLP1:
    """The instance with radii and rewards rounded to doubles, as a run of `reference` has them."""
    return ExactLP1.from_counts(
        c.layers, c.A, c.N, c.N3, float_tables(c.eps), float_tables(c.r_hat)
    )


def lp1_data(c: Counts) -> LP1Data:
    eps, r_hat = (
        [[[to_q(v) for v in row] for row in layer] for layer in table] for table in (c.eps, c.r_hat)
    )
    return LP1Data(c.layers, c.A, c.N, c.N3, eps, r_hat)


def optimum(c: Counts) -> Fraction:
    value = solve(lp1_data(c)).value
    assert value is not None
    return F(int(value.numerator), int(value.denominator))


Parsed = dict[str, tuple[dict[str, Fraction], str, Fraction]]  # row: coefficients, sense, rhs


def parse_lp(text: str) -> Parsed:
    body = re.sub(r"^\\.*$", "", text, flags=re.M).split()
    parsed: Parsed = {}
    assert body[0] == "Maximize" and body[-1] == "End" and body.count("Subject") == 1
    name, sign, size = "", F(1), F(1)
    for token in body[1:-1]:
        if token.endswith(":"):
            name = token[:-1]
            assert name not in parsed
            parsed[name] = ({}, "", F(0))
        elif token in "+-":
            sign, size = F(1 if token == "+" else -1), F(1)
        elif token in ("=", "<="):
            parsed[name] = (parsed[name][0], token, F(0))
        elif token[0].isdigit() and parsed[name][1]:
            parsed[name] = (*parsed[name][:2], F(token))
        elif token[0].isdigit():
            size = F(token)
        elif token not in ("Subject", "To"):
            assert token not in parsed[name][0]
            if size:  # an objective of zeros is written with one term
                parsed[name][0][token] = sign * size
    return parsed


def parse_mps(text: str) -> Parsed:
    parsed: Parsed = {}
    section = ""
    for line in text.splitlines():
        fields = line.split()
        if line[0] not in " *":
            section = fields[0]
        elif section == "ROWS":
            parsed[fields[1]] = ({}, {"N": "", "E": "=", "L": "<="}[fields[0]], F(0))
        elif section == "COLUMNS":
            column, row, value = fields
            assert column not in parsed[row][0]
            parsed[row][0][column] = F(value)
        elif section == "RHS":
            parsed[fields[1]] = (*parsed[fields[1]][:2], F(fields[2]))
    assert section == "ENDATA"
    return parsed


def expected(lp: ExactLP1) -> Parsed:
    names = column_names(lp)
    said: Parsed = {"obj": ({names[k]: v for k, v in objective(lp)}, "", F(0))}
    for row in rows(lp):
        said[row.name] = ({names[k]: v for k, v in row.coefficients}, row.sense, row.rhs)
    return said


def times(lp: Parsed, factor: dict[str, Fraction]) -> Parsed:
    return {
        name: ({k: v * factor[name] for k, v in row.items()}, sense, rhs * factor[name])
        for name, (row, sense, rhs) in lp.items()
    }


def test_the_lp_file_of_an_instance_by_hand(tmp_path: Path) -> None:
    written = write_lp(HAND, str(tmp_path / "hand.lp"))
    assert (tmp_path / "hand.lp").read_text() == HAND_LP
    assert (written.rows, written.columns, written.nonzeros) == (15, 8, 33)


@pytest.mark.parametrize("seed", range(12))
def test_rows_equal_those_derived_from_the_counts(seed: int) -> None:
    """`reference` and `proofs_check` derive the printed LP1 separately; they must agree."""
    c = small(seed)
    lp, other = exact(c), PrintedLP1(lp1_data(c))
    assert tuple(column_names(lp)) == other.variables()
    assert dict(objective(lp)) == other.objective()
    theirs = list(other.constraints())[other.first[1] :]  # after the bounds
    ours = list(rows(lp))
    assert [r.name for r in ours] == [r.label for r in theirs]
    for a, b in zip(ours, theirs, strict=True):
        assert dict(a.coefficients) == b.coefficients
        assert ({"=": "E", "<=": "L"}[a.sense], a.rhs) == (b.sense, b.rhs)


@pytest.mark.parametrize("seed", range(6))
def test_rows_equal_those_given_to_glop(seed: int) -> None:
    """Same rows, columns and order as reference.lp1 (R-7), up to the rounding of its entries."""
    c = small(seed)
    lp = exact(c)
    P_bar, eps, r_hat = (
        tuple(t.astype(np.float64) for t in table) for table in (lp.P_bar, lp.eps, lp.r_hat)
    )
    printed = printed_lp1(lp.layers, lp.A, P_bar, eps)
    dense = np.zeros(printed.matrix.shape)
    for i, row in enumerate(rows(lp)):
        for k, value in row.coefficients:
            dense[i, k] = float(value)
    assert abs(dense - printed.matrix.toarray()).max() < 1e-15
    found = solve_lp1(lp.layers, lp.A, P_bar, eps, r_hat).objective
    assert found == pytest.approx(float(optimum(c)), abs=1e-9)


@pytest.mark.parametrize("format", ["lp", "mps"])
@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_a_file_says_exactly_the_rows(seed: int, format: str, scaled: bool, tmp_path: Path) -> None:
    lp = doubles(small(seed)) if scaled else exact(small(seed))
    path = tmp_path / f"lp1.{format}"
    written = write_lp(lp, str(path), format, scaled)
    text = path.read_text()
    found = (parse_lp if format == "lp" else parse_mps)(text)
    want = expected(lp)
    factor = {
        name: next((found[name][0][k] / v for k, v in row.items()), F(1))
        for name, (row, _, _) in want.items()
    }
    assert found == times(want, factor)
    if want["obj"][0]:
        assert factor.pop("obj") == written.objective_scale
    if scaled:
        assert all(f.denominator == 1 and f > 0 for f in factor.values())
        numbers = [v for row, _, rhs in found.values() for v in (*row.values(), rhs)]
        assert all(F(float(v)) == v for v in numbers)
        assert "/" not in text.split("q_", 1)[1]
    else:
        assert set(factor.values()) <= {F(1)}
        assert "." not in re.sub(r"^[\\*].*$", "", text, flags=re.M)
    with pytest.raises(UnusablePath, match="exists"):
        write_lp(lp, str(path), format, scaled)
    assert write_lp(lp, str(path), format, scaled, force=True) == written
    assert path.read_text() == text  # same input, same bytes


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("- 3/4 q_0_0_0_1", "- 3/5 q_0_0_0_1"),
        ("1/3 q_0_0_0_0", "q_0_0_0_0"),
        ("flow_1_0: + q_0_0_0_0", "flow_1_0: - q_0_0_0_0"),
        (" rad_1_1_0: + d_1_1_0_0 <= 0\n", ""),
        ("norm_1: + q_1_0_0_0 + q_1_1_0_0 = 1", "norm_1: + q_1_0_0_0 + q_1_1_0_0 <= 1"),
        ("q_1_1_0_0 = 1", "q_1_1_0_0 = 2"),
    ],
)
def test_the_comparison_above_sees_one_change(old: str, new: str) -> None:
    assert HAND_LP.count(old) >= 1
    assert parse_lp(HAND_LP) == expected(HAND)
    assert parse_lp(HAND_LP.replace(old, new, 1)) != expected(HAND)


def test_scaled_is_refused_where_doubles_do_not_suffice(tmp_path: Path) -> None:
    lp = exact(counts(1, (1, 3, 1), 2, 1000, 80))
    with pytest.raises(PreconditionError, match=r"scaled: row \w+ would have .* no double holds"):
        write_lp(lp, str(tmp_path / "lp1.lp"), scaled=True)
    assert not (tmp_path / "lp1.lp").exists()
    write_lp(lp, str(tmp_path / "lp1.lp"))


def _with(**changes: object) -> object:
    fields = {
        "layers": HAND.layers, "A": HAND.A, "P_bar": HAND.P_bar, "eps": HAND.eps,
        "r_hat": HAND.r_hat,
    }  # fmt: skip
    return ExactLP1(**{**fields, **changes})  # type: ignore[arg-type]  # wrong on purpose


def test_the_lp_of_doubles_is_the_lp_of_these_numbers() -> None:
    """Counts that came as doubles, radii and rewards as the rationals that they are."""
    N3 = (np.array([[[2.0, 1.0]]]), np.array([[[4.0]], [[0.0]]]))
    eps, r_hat = (np.array([[0.3]]), np.array([[0.1], [1.5]])), (
        np.array([[0.7]]), np.array([[0.2], [1.0]]))  # fmt: skip
    lp = ExactLP1.from_doubles((1, 2, 1), 1, N3, eps, r_hat)
    by_hand = ExactLP1.from_counts(
        (1, 2, 1), 1, [[[3]], [[4], [0]]], [[[[2, 1]]], [[[4]], [[0]]]],
        [[[F(0.3)]], [[F(0.1)], [F(1.5)]]], [[[F(0.7)]], [[F(0.2)], [F(1)]]],
    )  # fmt: skip
    assert (lp.layers, lp.A) == ((1, 2, 1), 1)
    for name in ("P_bar", "eps", "r_hat"):
        for got, wanted in zip(getattr(lp, name), getattr(by_hand, name), strict=True):
            assert got.tolist() == wanted.tolist(), name
    assert lp.P_bar[0][0, 0, 0] == F(2, 3) and lp.eps[0][0, 0] != F(3, 10)


def test_layers_are_kept_as_whole_numbers() -> None:
    lp = _with(layers=np.array(HAND.layers))
    assert isinstance(lp, ExactLP1)
    assert lp.layers == HAND.layers and {type(X_h) for X_h in lp.layers} == {int}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"layers": (1, 2)}, r"layers\[1\]: must be 1"),
        ({"A": 0}, "A: must be a whole number, at least 1"),
        ({"eps": HAND.eps[:1]}, "eps: must have one table per layer, 2; found 1"),
        ({"eps": (HAND.eps[0], [[F(1)]])}, r"eps\[1\]: shape must be \(2, 1\)"),
        ({"eps": ([[F(-1, 2)]], HAND.eps[1])}, r"eps\[0\]\[0\]\[0\]: .* at least 0; found -1/2"),
        ({"eps": ([[0.5]], HAND.eps[1])}, r"eps\[0\]: must be rational"),
        ({"r_hat": ([[F(4, 3)]], HAND.r_hat[1])}, r"r_hat\[0\]\[0\]\[0\]: must lie in \[0, 1\]"),
        ({"P_bar": ([[[F(1, 2), F(1, 4)]]], HAND.P_bar[1])}, r"P_bar\[0\]\[0\]\[0\]: .*sum to 1"),
        ({"P_bar": ([[[F(2), F(-1)]]], HAND.P_bar[1])}, r"P_bar\[0\]\[0\]\[0\]\[0\]: must lie in"),
        ({"r_hat": ([["1/2"]], HAND.r_hat[1])}, r"r_hat\[0\]: every entry must be a number"),
    ],
)
def test_bad_data_is_refused_by_name(changes: dict[str, object], message: str) -> None:
    with pytest.raises(PreconditionError, match=message):
        _with(**changes)


@pytest.mark.parametrize(
    ("N", "N3", "message"),
    [
        ([[[4]]], [[[[3, 1]]], [[[0]], [[2]]]], "N: must have one table per layer, 2; found 1"),
        ([[[5]], [[0], [2]]], [[[[3, 1]]], [[[0]], [[2]]]], r"N\[0\]\[0\]\[0\]: must be the sum"),
        ([[[4]], [[0], [2]]], [[[[5, -1]]], [[[0]], [[2]]]], r"N3\[0\]\[0\]\[0\]\[1\]: a count"),
        ([[[4]], [[0], [2]]], [[[[F(7, 2), F(1, 2)]]], [[[0]], [[2]]]], "a count must be a whole"),
        ([[[4]], [[0], [2]]], [[[3, 1]], [[[0]], [[2]]]], r"N3\[0\]: shape must be"),
    ],
)
def test_bad_counts_are_refused_by_name(N: object, N3: object, message: str) -> None:
    with pytest.raises(PreconditionError, match=message):
        ExactLP1.from_counts((1, 2, 1), 1, N, N3, HAND.eps, HAND.r_hat)


def test_unusable_path_and_unknown_format(tmp_path: Path) -> None:
    with pytest.raises(UnusablePath, match="cannot be written"):
        write_lp(HAND, str(tmp_path / "no" / "such" / "directory.lp"))
    with pytest.raises(PreconditionError, match="format: must be one of lp, mps; found xls"):
        write_lp(HAND, str(tmp_path / "lp1.xls"), "xls")


@pytest.mark.parametrize("seed", range(25))
def test_qsopt_ex_finds_the_same_rational_optimum(seed: int, tmp_path: Path) -> None:
    c = small(seed)
    for format in ("lp", "mps"):
        path = tmp_path / f"lp1.{format}"
        written = write_lp(exact(c), str(path), format)
        assert qsopt_ex(path) / written.objective_scale == optimum(c)


def test_an_objective_of_zeros(tmp_path: Path) -> None:
    c = small(4)
    lp = exact(c._replace(r_hat=tuple(tuple((F(0),) * c.A for _ in row) for row in c.r_hat)))
    for format in ("lp", "mps"):
        path = tmp_path / f"lp1.{format}"
        assert write_lp(lp, str(path), format).objective_scale in (1, -1)
        assert qsopt_ex(path) == 0


def test_qsopt_ex_reads_scaled_files_as_the_same_lp(tmp_path: Path) -> None:
    c = small(3)
    lp = doubles(c)
    for format in ("lp", "mps"):
        values = []
        for scaled in (False, True):
            path = tmp_path / f"{scaled}.{format}"
            written = write_lp(lp, str(path), format, scaled)
            values.append(qsopt_ex(path) / written.objective_scale)
        assert values[0] == values[1]


def test_qsopt_ex_at_the_papers_size(tmp_path: Path) -> None:
    """80-bit radii and thousands of visits per pair: LP1 of a mid-run epoch."""
    c = counts(7, PAPER, 5, 4000, 80)
    path = tmp_path / "paper.lp"
    written = write_lp(exact(c), str(path))
    assert (written.rows, written.columns) == (4511, 4200)
    value = optimum(c)
    assert qsopt_ex(path) == value
    assert value != 6  # the radii bind


@pytest.mark.parametrize("seed", range(4))
def test_glop_reads_the_scaled_mps_file(seed: int, tmp_path: Path) -> None:
    lp = doubles(small(seed))
    path = tmp_path / "lp1.mps"
    written = write_lp(lp, str(path), "mps", scaled=True)
    model = model_builder.Model()
    assert model.import_from_mps_file(str(path))
    solver = model_builder.Solver("GLOP")
    assert solver.solve(model) == model_builder.SolveStatus.OPTIMAL
    value = float(solver.objective_value) / written.objective_scale
    assert value == pytest.approx(float(optimum(small(seed))), abs=1e-9)
