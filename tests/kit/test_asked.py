"""The kit tests what its command asks for: a header cannot make it laxer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proofs_check.arithmetic import to_q
from proofs_check.kit import verdict as kit
from proofs_check.kit.asked import as_given
from proofs_check.kit.cases import Case, numbered_case
from reference.support.errors import PreconditionError
from tests.mutation.apply_faults import numpy_implementation
from tests.planted.faulty_producer import Record

CASE = numbered_case(2)


def declaring(folder: Path, **keys: Any) -> kit.Implementation:
    """The NumPy twin, with other keys in its header."""
    right = numpy_implementation(folder)

    def play(case: Case) -> list[Record]:
        head, *rest = map(json.loads, Path(str(right(case))).read_text("utf-8").splitlines())
        return [{**head, **keys}, *rest]

    return play


@pytest.mark.parametrize(
    ("keys", "named"),
    [
        ({"tolerance": 1e-6}, "tolerance = 1e-06"),
        ({"readings": {"R-3": "any"}}, "completion = any"),
        ({"readings": {"radii": "union-half"}}, "radii = union-half"),
    ],
)
def test_a_header_that_is_laxer_than_what_was_asked_for_fails(
    keys: dict[str, Any], named: str, tmp_path: Path
) -> None:
    failure, _ = kit.judge(declaring(tmp_path, **keys), CASE)
    assert failure is not None and failure.rule == "case"
    key, _, value = named.partition(" = ")
    assert f"the header declares {named}; the case asks for {key} = " in failure.text
    assert failure.text.endswith(f"with --option {key}={value}")


def test_what_is_asked_for_passes(tmp_path: Path) -> None:
    play = declaring(tmp_path, tolerance=1e-6, readings={"R-3": "any"})
    options = {"tolerance": 1e-6, "R-3": "any"}
    outcome = kit.run_cases(play, runs=4, options=options)
    assert outcome.failure is None, outcome.report()
    assert case_of(play, options).options == {"tolerance": 1e-6, "completion": "any"}


def case_of(play: kit.Implementation, options: dict[str, Any]) -> Case:
    """The first case that a run of the kit plays."""
    seen: list[Case] = []

    def watched(case: Case) -> Any:
        seen.append(case)
        return play(case)

    kit.run_cases(watched, runs=1, options=options)
    return seen[0]


def test_a_stricter_tolerance_and_a_reading_of_one_s_own_pass(tmp_path: Path) -> None:
    """What the paper leaves open is the program's to declare, unless the command says which."""
    assert kit.judge(declaring(tmp_path, tolerance=1e-9), CASE)[0] is None
    sums = declaring(tmp_path, readings={"r_bar": "sum-over-N"})
    assert kit.run_cases(sums, runs=2).failure is None
    outcome = kit.run_cases(sums, runs=2, options={"r_bar": "running-mean"})
    assert outcome.failure is not None and "declares r_bar = sum-over-N" in outcome.failure.text


@pytest.mark.parametrize(
    "options",
    [{"tolerance": 1e-3}, {"tolerance": 0}, {"tolerance": "x"}, {"speed": 1}, {"log": "log7"}],
)
def test_an_option_that_is_none_is_refused(options: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(PreconditionError):
        kit.run_cases(declaring(tmp_path), runs=1, options=options)


def test_a_reader_of_json_may_lose_the_last_bits_of_delta(tmp_path: Path) -> None:
    """Octave's jsondecode reads 2.8809050822573622e-05 as 2.8809050822573626e-05."""
    given = to_q(2.8809050822573622e-05)
    for near in (2.8809050822573626e-05, 2.88090508225736e-05):
        assert as_given(given, to_q(near))
    for other in (2.88090508e-05, 2.8809050822e-05, 0.1):
        assert not as_given(given, to_q(other))
    near = CASE.delta * (1 + 2**-51)
    assert near != CASE.delta and kit.judge(declaring(tmp_path, delta=near), CASE)[0] is None
    failure, _ = kit.judge(declaring(tmp_path, delta=CASE.delta * (1 + 2**-30)), CASE)
    assert failure is not None and failure.rule == "case" and "delta" in failure.text
