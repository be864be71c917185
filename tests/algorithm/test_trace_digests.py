"""Traces are the same bytes in every version of this project, however often a run is stopped."""

from __future__ import annotations

import json

import pytest

from reference import __main__ as runner
from tests.algorithm import trace_digests

RECORDED = json.loads(trace_digests.DIGESTS.read_text())
OTHERS = "the digests were made with other versions of NumPy or OR-Tools"


@pytest.mark.skipif(trace_digests.versions() != RECORDED["versions"], reason=OTHERS)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.extra("gym")) if name == "frozenlake" else name
        for name in trace_digests.cases()
    ],
)
def test_trace_is_the_same_bytes(name: str) -> None:
    assert trace_digests.digests(*trace_digests.cases()[name]) == RECORDED["traces"][name]


def test_every_case_is_recorded() -> None:
    assert list(RECORDED["traces"]) == list(trace_digests.cases())
    stopped = {name for name, d in RECORDED["traces"].items() if len(d) <= trace_digests.STOPS}
    assert stopped == {"x_L=printed"}  # LP1 is unbounded there


@pytest.mark.skipif(trace_digests.versions() != RECORDED["versions"], reason=OTHERS)
def test_another_seed_is_another_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the digests see a run of another seed, at the first stop already."""
    main = runner.main
    monkeypatch.setattr(
        runner,
        "main",
        lambda words: main(["8" if w == "7" else w for w in words]),
    )
    hashes = trace_digests.digests(*trace_digests.cases()["log=log2"])
    recorded = RECORDED["traces"]["log=log2"]
    assert all(a != b for a, b in zip(hashes, recorded, strict=True))
