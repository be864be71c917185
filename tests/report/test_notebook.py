"""The student's notebook: stored with what it prints, which is what a run of it prints; every cell
runs and shows what its text says."""

from __future__ import annotations

import json
import re
from importlib.resources import files

import pytest

from proofs_check.report.html.notebook import RunCell, as_markdown, cells_run
from reference.support.errors import PreconditionError
from tests.report.notebook import with_outputs

TEXT = files("proofs_check").joinpath("tours/student.ipynb").read_text("utf-8")


@pytest.fixture(scope="module")
def cells() -> list[RunCell]:
    pytest.importorskip("matplotlib", reason="matplotlib: the extra `plot` is not installed")
    import matplotlib.pyplot as plt

    plt.figure()  # somebody else's in this process is not shown
    return [cell for cell in cells_run(TEXT) if not cell.markdown]


def one_with(cells: list[RunCell], words: str) -> RunCell:
    (match,) = [cell for cell in cells if words in cell.source]
    return match


def test_it_is_stored_with_what_it_prints_and_small() -> None:
    """Text alone: a picture would be other bytes with each version of Matplotlib."""
    pytest.importorskip("matplotlib", reason="matplotlib: the extra `plot` is not installed")
    assert TEXT == with_outputs(TEXT) and len(TEXT) < 20_000
    for cell in json.loads(TEXT)["cells"]:
        assert not cell.get("execution_count")
        assert all(output["output_type"] == "stream" for output in cell.get("outputs", ()))
    changed = TEXT.replace("regret 400.9", "regret 400.8")
    assert changed != TEXT == with_outputs(changed)


def test_every_cell_shows_something(cells: list[RunCell]) -> None:
    first, *others = cells
    assert first.source.startswith("%matplotlib inline") and not first.printed
    assert all(cell.printed or cell.pictures for cell in others)
    assert sum(len(cell.pictures) for cell in cells) == 4
    assert all(len(cell.printed) < 1000 for cell in cells)


def test_eps_shrinks_and_the_promise_falls_to_the_optimum(cells: list[RunCell]) -> None:
    _, *of_epochs = one_with(cells, "mean eps").printed.splitlines()
    assert all(len(line) < 40 for line in of_epochs)  # on a narrow screen
    eps = [float(line.split()[-1]) for line in of_epochs]
    assert len(eps) == 10 and eps == sorted(eps, reverse=True) and eps[0] > 2 * eps[-1]
    promised, best = one_with(cells, "promise per epoch").printed.splitlines()[-2:]
    promises = [float(word) for word in promised.split()[3:]]
    assert promises == sorted(promises, reverse=True)
    assert promises[-1] >= float(best.split()[-1]) == 1


def test_the_run_learns_and_the_lemmas_hold(cells: list[RunCell]) -> None:
    said = one_with(cells, "regret per episode").printed
    first, last = map(float, re.findall(r"(\d\.\d+) in epoch", said))
    assert first > 0.8 and last == 0
    assert "nearly a straight line" in one_with(cells, "straight.note").printed
    assert "nothing fails that should hold" in one_with(cells, "evaluated(").printed


def test_a_cell_that_fails_is_noticed() -> None:
    pytest.importorskip("matplotlib", reason="matplotlib: the extra `plot` is not installed")
    with pytest.raises(PreconditionError, match="must be an epoch of the run"):
        list(cells_run(TEXT.replace("outcome.epoch(i)", "outcome.epoch(i + 1000)")))


def test_the_page_has_code_output_and_pictures() -> None:
    pytest.importorskip("matplotlib", reason="matplotlib: the extra `plot` is not installed")
    cell = {"cell_type": "code", "source": ["import matplotlib.pyplot as plt\n", "plt.plot([1])\n",
            "plt.show()\n", "print('<&>')\n", "1 + 1"]}  # fmt: skip
    page = as_markdown(json.dumps({"cells": [cell, {"cell_type": "markdown", "source": ["# T"]}]}))
    assert page == as_markdown(
        json.dumps({"cells": [cell, {"cell_type": "markdown", "source": "# T"}]})
    )
    assert '<pre class="printed">&lt;&amp;&gt;\n2</pre>' in page and page.endswith("# T\n")
    assert 'src="data:image/png;base64,' in page
