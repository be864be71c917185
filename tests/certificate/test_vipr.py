"""Certificates of LP1's optimum: what is written is proved, and every planted fault is named.

`viprchk` (scipopt/vipr) is an independent checker of the same files; where it is on PATH, or
named by the environment variable VIPRCHK, its verdict on every fault is part of the table.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from proofs_check.arithmetic import Q, each
from proofs_check.certificate import reader as vipr_file
from proofs_check.certificate.checker import check_certificate
from proofs_check.certificate.lp_file import write_lp
from proofs_check.certificate.writer import write_certificate
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.optimum import solve
from reference.support.errors import MalformedInput, PreconditionError, UnusablePath
from tests.called import Command
from tests.certificate.test_lp_file import optimum
from tests.certificate.vipr_faults import (
    BADLY_WRITTEN,
    DATA,
    FALSE,
    MALFORMED,
    OTHER,
    PROBLEM,
    TINY,
)
from tests.exact_lp1.lp1_cases import PAPER, counted, qsopt_ex, random_data, small
from tests.fuzz.mutate import changed_bytes
from tests.robustness.subprocesses import program

FAULTS = {**FALSE, **BADLY_WRITTEN}


def certificate(data: LP1Data, path: Path) -> str:
    write_certificate(data, str(path))
    return path.read_text()


def viprchk(path: Path) -> bool:
    """Whether viprchk accepts the file; skips where there is no viprchk."""
    name = os.environ.get("VIPRCHK") or shutil.which("viprchk")
    if not name:
        pytest.skip("viprchk is not on PATH and the variable VIPRCHK does not name it")
    return subprocess.run([name, str(path)], capture_output=True, timeout=60).returncode == 0


# ------------------------------------------------------------------------------- what is written


def test_a_certificate_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "hand.vipr"
    assert write_certificate(DATA, str(path)) == Q(205, 84)
    verdict = check_certificate(str(path), DATA)
    assert (verdict.holds, verdict.optimum, verdict.assumptions) == (True, Q(205, 84), ())
    assert (verdict.variables, verdict.constraints, verdict.derivations) == (32, 81, 1)
    assert str(verdict) == f"{path}: holds: the optimum is 205/84"
    alone = check_certificate(str(path))
    assert alone.holds
    assert alone.assumptions == ("the problem in the file is the intended one",)


@pytest.mark.parametrize("seed", range(40))
def test_random_instances(seed: int, tmp_path: Path) -> None:
    """Radii of 0, pairs never visited, unusable pairs and dead states among them."""
    data = random_data(seed)
    path = tmp_path / "lp1.vipr"
    if solve(data).value is None:
        with pytest.raises(PreconditionError, match="LP1: only an optimum has a certificate"):
            write_certificate(data, str(path))
        assert not path.exists()
        return
    value = write_certificate(data, str(path))
    assert (value.numerator, value.denominator) == optimum(data).as_integer_ratio()
    verdict = check_certificate(str(path), data)
    assert verdict.holds, str(verdict)
    assert verdict.optimum == value


@pytest.mark.parametrize("seed", range(0, 40, 4))
def test_viprchk_and_qsopt_ex_agree(seed: int, tmp_path: Path) -> None:
    data = small(seed)
    value = write_certificate(data, str(tmp_path / "lp1.vipr"))
    write_lp(data, str(tmp_path / "lp1.lp"))
    assert viprchk(tmp_path / "lp1.vipr")
    assert qsopt_ex(tmp_path / "lp1.lp") == Fraction(int(value.numerator), int(value.denominator))


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> tuple[LP1Data, Path]:
    """A mid-run epoch of the paper's size, 96-bit radii: lp1.vipr, and one file per rule that has
    1e-30 added to a coefficient, a coordinate of the point, a multiplier."""
    folder = tmp_path_factory.mktemp("paper")
    data, _ = counted(7, PAPER, 5, 4000)
    text = certificate(data, folder / "lp1.vipr")
    for name, after in (
        ("VIPR-PROBLEM", "rad_3_7_2 L 0"),
        ("VIPR-SOLUTION", "optimum"),
        ("VIPR-DERIVATION", "lin"),
    ):
        (folder / f"{name}.vipr").write_text(_first_value_changed(text, after))
    return data, folder


def _first_value_changed(text: str, after: str) -> str:
    """1e-30 added to the first value of the sparse vector that follows `after`."""
    match = re.search(rf"{after}\s+[0-9]+\s+[0-9]+\s+(\S+)\s", text)
    assert match is not None
    return text[: match.start(1)] + str(Fraction(match[1]) + TINY) + text[match.end(1) :]


def test_the_papers_size(paper: tuple[LP1Data, Path]) -> None:
    data, folder = paper
    assert check_certificate(str(folder / "lp1.vipr"), data).holds
    for rule in ("VIPR-PROBLEM", "VIPR-SOLUTION", "VIPR-DERIVATION"):
        verdict = check_certificate(str(folder / f"{rule}.vipr"), data)
        assert (verdict.holds, verdict.rule) == (False, rule)


def test_viprchk_at_the_papers_size(paper: tuple[LP1Data, Path]) -> None:
    _, folder = paper
    verdicts = {path.stem: viprchk(path) for path in folder.iterdir()}
    accepted = {name for name, accepts in verdicts.items() if accepts}
    assert accepted == {"lp1"}, verdicts


def test_same_bytes_with_either_rational_type(tmp_path: Path) -> None:
    text = (
        "import sys; from tests.certificate.test_vipr import *\n"
        "data, _ = counted(3, (1, 3, 3, 1), 2, 50)\n"
        "write_certificate(data, sys.argv[1]); print(check_certificate(sys.argv[1], data).holds)"
    )
    written = []
    for name in ("gmpy2", "fractions"):
        out = tmp_path / f"{name}.vipr"
        done = program("-c", text, out, env={"PROOFS_CHECK_RATIONAL": name})
        assert done.stdout == "True\n", done.stderr
        written.append(out.read_bytes())
    assert written[0] == written[1]


def test_a_file_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(UnusablePath, match="cannot be read"):
        check_certificate(str(tmp_path / "no.vipr"), DATA)


def test_an_optimum_of_0(tmp_path: Path, proofs_check: Command) -> None:
    path = tmp_path / "lp1.vipr"
    write_certificate(replace(DATA, r_hat=each(lambda _: Q(0), DATA.r_hat)), str(path))
    status, out, _ = proofs_check("certificate", "check", path, "--json")
    assert (status, json.loads(out)["optimum"]) == (0, "0/1")


# ------------------------------------------------------------------------------- planted faults


@pytest.fixture
def sound(tmp_path: Path) -> str:
    return certificate(DATA, tmp_path / "sound.vipr")


def refusal(path: Path, data: LP1Data | None) -> tuple[str | None, str]:
    try:
        verdict = check_certificate(str(path), data)
    except MalformedInput as error:
        return MALFORMED, str(error)
    return verdict.rule, str(verdict)


@pytest.mark.parametrize("name", FAULTS)
def test_planted_fault(name: str, sound: str, tmp_path: Path) -> None:
    fault = FAULTS[name]
    path = tmp_path / "spoilt.vipr"
    path.write_text(fault.edit(sound), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != sound
    rule, message = refusal(path, DATA)
    assert rule == fault.rule, message
    assert fault.message in message
    assert message.startswith(f"{path}:")
    assert refusal(path, None)[0] == fault.alone


def test_viprchk_on_the_planted_faults(sound: str, tmp_path: Path) -> None:
    """What viprchk lets pass and we refuse is written down, and stays true."""
    path = tmp_path / "lp1.vipr"
    path.write_text(sound)
    assert viprchk(path)
    for name, fault in FAULTS.items():
        path.write_text(fault.edit(sound), encoding="utf-8")
        assert viprchk(path) == fault.viprchk, name


def test_a_certificate_for_other_counts(tmp_path: Path) -> None:
    """Sound in itself, even of the same optimum; refused because one visit went elsewhere."""
    path = tmp_path / "other.vipr"
    certificate(OTHER, path)
    assert check_certificate(str(path)).optimum == Q(205, 84)
    rule, message = refusal(path, DATA)
    assert rule == PROBLEM
    assert "up_0_0_0_0: q_0_0_0_0 has 2/5, expected 3/10" in message


# -------------------------------------------------------------------------------- hostile files


@pytest.mark.parametrize("seed", range(4))
def test_mutated_files_never_prove_anything_else(seed: int, sound: str, tmp_path: Path) -> None:
    """Whatever changes: the answer is a verdict or MalformedInput, and what still holds is the
    optimum of DATA."""
    rng = random.Random(seed)
    path = tmp_path / "mutated.vipr"
    refused = 0
    for _ in range(150):
        raw = changed_bytes(sound.encode(), rng)
        while rng.random() < 0.3:
            raw = changed_bytes(raw, rng)
        path.write_bytes(raw)
        rule, message = refusal(path, DATA)
        if rule is None:
            assert check_certificate(str(path), DATA).optimum == Q(205, 84), message
        else:
            refused += 1
    assert refused > 100


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", ":1: VER: the certificate is truncated"),
        (b"\x1f\x8b\x08\x00", ":1: keyword: must be VER here"),
        (b"VER 1.1\nVAR 1\n" + b"x" * 256, ":3: VAR: name: a name must be 1 to 255"),
        (b"VER 1.1\nVAR 1e9\n", ":2: VAR: number of variables: must be a whole number"),
        (b"VER 1.1\nVAR 999999999\n", ":2: VAR: number of variables: must be a whole number"),
        (b"VER 1.1\nVAR 2\nx x\nINT 0\n", ":3: VAR: names must be distinct"),
        (b"%" * (vipr_file.MAX_LINE + 1), ":1: line: must not exceed 4194304 bytes"),
        (
            b"VER 1.1\nVAR 1\nx\nINT 0\nOBJ max 1 0 " + b"9" * 20_001,
            ":5: OBJ: value: must have at most 20000 digits",
        ),
        (
            b"VER 1.1\nVAR 1\nx\nINT 0\nOBJ max 1 0 1e999999999",
            ":5: OBJ: value: must be an integer p or a fraction p/q",
        ),
    ],
)
def test_hostile_file(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.vipr"
    path.write_bytes(content)
    with pytest.raises(MalformedInput) as refused:
        check_certificate(str(path), DATA)
    assert str(refused.value).startswith(f"{path}{message}")
    assert len(str(refused.value)) < 400


def test_too_many_tokens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sound: str) -> None:
    path = tmp_path / "long.vipr"
    path.write_text(sound)
    monkeypatch.setattr(vipr_file, "MAX_TOKENS", 100)
    with pytest.raises(MalformedInput, match=r":\d+: file: must not exceed 100 tokens"):
        check_certificate(str(path), DATA)


def test_long_numbers_are_read_and_written(tmp_path: Path) -> None:
    """More digits than int() converts by default (4300): a bound of 6000 digits is still exact."""
    big = 10**6000
    text = vipr_file.canonical(Q(1, big + 1))
    assert len(text) == 6003
    path = tmp_path / "long.vipr"
    path.write_text(
        f"VER 1.1 VAR 1 x INT 0 OBJ max 1 0 1 CON 1 0 c L {text} 1 0 1 RTP range {text} {text} "
        f"SOL 1 s 1 0 {text} DER 1 b L {text} OBJ {{ lin 1 0 1 }} -1"
    )
    verdict = check_certificate(str(path))
    assert verdict.holds
    assert verdict.optimum == Q(1, big + 1)
