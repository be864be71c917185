"""LP1 as a file: the printed rows, exactly, in both formats; solvers that read them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from ortools.linear_solver.python import model_builder

from proofs_check.arithmetic import Q, each, to_q
from proofs_check.certificate.lp_file import write_lp
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.optimum import solve
from proofs_check.lp1.printed_rows import SIGN, PrintedLP1
from reference import run as play
from reference.environments import make
from reference.lp1 import solve_lp1
from reference.lp1_sparse_rows import lp1_rows
from reference.support.errors import PreconditionError, UnusablePath
from tests.called import Command
from tests.exact_lp1.lp1_cases import PAPER, counted, in_doubles, qsopt_ex, small

F = Fraction
HAND = LP1Data(
    (1, 2, 1), 1, [[[4]], [[0], [2]]], [[[[3, 1]]], [[[0]], [[2]]]],
    [[[Q(1, 2)]], [[Q(3, 2)], [Q(0)]]], [[[Q(1, 3)]], [[Q(1)], [Q(0)]]],
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


def doubles(data: LP1Data) -> LP1Data:
    """The instance with radii and rewards rounded to doubles."""
    eps, r_hat = (each(lambda v: to_q(float(v)), table) for table in (data.eps, data.r_hat))
    return replace(data, eps=eps, r_hat=r_hat)


def optimum(data: LP1Data) -> Fraction:
    value = solve(data).value
    assert value is not None
    return F(int(value.numerator), int(value.denominator))


Parsed = dict[str, tuple[dict[str, Fraction], str, Fraction]]  # row: coefficients, sense, rhs
TERM = re.compile(r"\s+([+-]) (?:([0-9./]+) )?(\w+)")
LP_ROW = re.compile(r" (\w+):([^:]*?) (<?=) (\S+)\n")


def parse_lp(text: str) -> Parsed:
    def terms(left: str) -> dict[str, Fraction]:
        matches = TERM.findall(left)
        assert TERM.sub("", left) == "" and len({name for *_, name in matches}) == len(matches)
        sizes = {name: F(sign + (size or "1")) for sign, size, name in matches}
        return {name: size for name, size in sizes.items() if size}

    form = re.fullmatch(r"(?s)(?:\\.*?\n)+Maximize\n obj:(.*)\nSubject To\n(.*)End\n", text)
    assert form is not None and LP_ROW.sub("", form[2]) == ""
    rows = {
        name: (terms(left), sense, F(rhs)) for name, left, sense, rhs in LP_ROW.findall(form[2])
    }
    return {"obj": (terms(form[1]), "", F(0))} | rows


def parse_mps(text: str) -> Parsed:
    sense = {name: kind for kind, name in re.findall(r"^ ([NEL])  (\w+)$", text, re.M)}
    entries = re.findall(r"^    (\w+)  (\w+)  (\S+)$", text, re.M)
    others = [line for line in text.splitlines() if not line.startswith((" ", "*"))]
    assert others == ["NAME LP1", "ROWS", "COLUMNS", "RHS", "ENDATA"]
    assert len({entry[:2] for entry in entries}) == len(entries)
    rows: Parsed = {name: ({}, SIGN.get(kind, ""), F(0)) for name, kind in sense.items()}
    for column, name, value in entries:
        if column == "RHS":
            rows[name] = (*rows[name][:2], F(value))
        else:
            rows[name][0][column] = F(value)
    return rows


def expected(data: LP1Data) -> Parsed:
    """The printed rows without the bounds, which both formats imply."""
    lp = PrintedLP1(data)
    names = lp.variables()

    def by_name(row: dict[int, Q]) -> dict[str, Fraction]:
        return {names[k]: F(int(v.numerator), int(v.denominator)) for k, v in row.items()}

    rows: Parsed = {"obj": (by_name(lp.objective()), "", F(0))}
    for row in lp.rows():
        rows[row.label] = (by_name(row.coefficients), SIGN[row.sense], F(int(row.rhs)))
    return rows


def times(lp: Parsed, factor: dict[str, Fraction]) -> Parsed:
    return {
        name: ({k: v * factor[name] for k, v in row.items()}, sense, rhs * factor[name])
        for name, (row, sense, rhs) in lp.items()
    }


def test_the_lp_file_of_an_instance_by_hand(tmp_path: Path) -> None:
    written = write_lp(HAND, str(tmp_path / "hand.lp"))
    assert (tmp_path / "hand.lp").read_text() == HAND_LP
    assert parse_lp(HAND_LP) == expected(HAND)
    assert (written.rows, written.columns, written.nonzeros) == (15, 8, 33)


@pytest.mark.parametrize("seed", range(6))
def test_rows_equal_those_given_to_glop(seed: int) -> None:
    """Same rows, columns and order as in the reference (R-7), up to the rounding of its entries."""
    data = small(seed)
    lp = PrintedLP1(data)
    layers, A, P_bar, eps, r_hat = in_doubles(data)
    printed = lp1_rows(layers, A, P_bar, eps)
    dense = np.zeros((printed.on_q.shape[0], 2 * lp.n))
    for i, row in enumerate(lp.rows()):
        for k, value in row.coefficients.items():
            dense[i, k] = float(value)
    glop = np.hstack([printed.on_q.toarray(), printed.on_dev.toarray()])
    assert abs(dense - glop).max() < 1e-15
    _, by_glop = solve_lp1(layers, A, P_bar, eps, r_hat)
    assert by_glop == pytest.approx(float(optimum(data)), abs=1e-9)


@pytest.mark.parametrize("format", ["lp", "mps"])
@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_a_file_says_exactly_the_rows(seed: int, format: str, scaled: bool, tmp_path: Path) -> None:
    lp = doubles(small(seed)) if scaled else small(seed)
    path = tmp_path / f"lp1.{format}"
    written = write_lp(lp, str(path), format, scaled=scaled)
    text = path.read_text()
    rows = (parse_lp if format == "lp" else parse_mps)(text)
    want = expected(lp)
    factor = {
        name: next((rows[name][0][k] / v for k, v in row.items()), F(1))
        for name, (row, _, _) in want.items()
    }
    assert rows == times(want, factor)
    if want["obj"][0]:
        assert factor.pop("obj") == written.objective_scale
    if scaled:
        assert all(f.denominator == 1 and f > 0 for f in factor.values())
        numbers = [v for row, _, rhs in rows.values() for v in (*row.values(), rhs)]
        assert all(F(float(v)) == v for v in numbers)
        assert "/" not in text.split("q_", 1)[1]
    else:
        assert set(factor.values()) <= {F(1)}
        assert "." not in re.sub(r"^[\\*].*$", "", text, flags=re.M)
    with pytest.raises(UnusablePath, match="exists"):
        write_lp(lp, str(path), format, scaled=scaled)
    assert write_lp(lp, str(path), format, scaled=scaled, force=True) == written
    assert path.read_text() == text  # same input, same bytes


def test_scaled_is_refused_where_doubles_do_not_suffice(tmp_path: Path) -> None:
    lp, _ = counted(1, (1, 3, 1), 2, 1000, bits=80)
    with pytest.raises(PreconditionError, match=r"scaled: row \w+ would have .* not a double"):
        write_lp(lp, str(tmp_path / "lp1.lp"), scaled=True)
    assert not (tmp_path / "lp1.lp").exists()
    write_lp(lp, str(tmp_path / "lp1.lp"))


def test_unknown_format(tmp_path: Path) -> None:
    with pytest.raises(PreconditionError, match="format: must be one of lp, mps; found xls"):
        write_lp(HAND, str(tmp_path / "lp1.xls"), "xls")


@pytest.mark.parametrize("format", ["lp", "mps"])
@pytest.mark.parametrize("seed", range(25))
def test_qsopt_ex_finds_the_same_rational_optimum(seed: int, format: str, tmp_path: Path) -> None:
    """Also where the objective is 0, and from scaled files: the same LP if its data are doubles."""
    data = small(seed)
    zero = replace(data, r_hat=each(lambda _: Q(0), data.r_hat))
    for lp, scaled in ((data, False), (doubles(data), True), (zero, False)):
        path = tmp_path / f"lp1.{format}"
        written = write_lp(lp, str(path), format, scaled=scaled, force=True)
        assert qsopt_ex(path) / written.objective_scale == optimum(lp)


def test_qsopt_ex_at_the_papers_size(tmp_path: Path) -> None:
    """80-bit radii and thousands of visits per pair: LP1 of a mid-run epoch."""
    data, _ = counted(7, PAPER, 5, 4000, bits=80)
    path = tmp_path / "paper.lp"
    written = write_lp(data, str(path))
    assert (written.rows, written.columns) == (4511, 4200)
    value = optimum(data)
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


# ----------------------------------------------------------------------------- the command


@pytest.mark.parametrize("scaled", [False, True])
def test_the_lp_of_an_epoch(scaled: bool, tmp_path: Path, proofs_check: Command) -> None:
    """Rounded down and up, two files enclose the epoch's LP; scaled, they hold doubles only."""
    trace = tmp_path / "run.jsonl"
    play(make("tiny").mdp, 20, out=trace)
    words = ["certificate", "write", "--trace", trace, "--epoch", 4, "--json", "--quiet"]
    words += ["--format", "mps", *(["--scaled"] if scaled else [])]
    widest = []
    for side in ("down", "up"):
        out = tmp_path / f"{side}.mps"
        status, printed, _ = proofs_check(*words, "--round", side, "--out", out)
        written = json.loads(printed)
        assert status == 0
        rows = parse_mps(out.read_text())
        assert (written["rows"], written["file"]) == (len(rows) - 1, str(out))
        assert written["nonzeros"] == sum(
            len(row) for name, (row, _, _) in rows.items() if name != "obj"
        )
        scale = int(written["objective_scale"])
        numbers = [v for row, _, _ in rows.values() for v in row.values()]
        assert scaled == all(F(float(v)) == v for v in numbers)
        radius = {
            n: max(-v for v in row.values()) for n, (row, _, _) in rows.items() if n[:3] == "rad"
        }
        widest.append((radius, {k: v / scale for k, v in rows["obj"][0].items()}))
    (low, r_low), (high, r_high) = widest
    assert low.keys() == high.keys() and all(low[k] < high[k] for k in low)
    assert r_low.keys() == r_high.keys() and all(r_low[k] <= r_high[k] for k in r_low)
