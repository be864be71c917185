"""Pictures (extra `plot`): Matplotlib without a display; the same input gives the same bytes."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reference.support.atomic_files import write_whole
from reference.support.errors import MissingLibrary


def draw_regret(
    axes: Any, t: Sequence[float], regret: Sequence[float], starts: Sequence[int], best: float
) -> None:
    """Draw Reg_t (eq. (2)) against t, the line t V(pi*) for V(pi*) = `best`, and the epochs' starts
    as ticks."""
    axes.plot(t, regret, color="tab:blue", label="UCRL-LP, eq. (2)")
    axes.plot(
        [0, t[-1]], [0, best * t[-1]], "--", color="tab:gray", linewidth=1,
        label=r"$t\,V(\pi^*)$: nothing is earned",
    )  # fmt: skip
    label = f"starts of the {len(starts)} epochs"
    axes.plot(starts, [0] * len(starts), "|", color="tab:gray", label=label)
    axes.set_xlabel("episode $t$")
    axes.set_ylabel("regret, in rewards of [0, 1]")
    axes.set_xlim(0, max(1, t[-1]))
    axes.set_ylim(bottom=min(0.0, *regret))
    axes.legend(frameon=False)
    axes.grid(alpha=0.3)


def interactive() -> Any:
    """Return matplotlib.pyplot as its user has set it up. Raises MissingLibrary."""
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise MissingLibrary("plot", "Matplotlib", "plot") from None
    return plt


def pyplot(field: str = "plot") -> Any:
    """Return matplotlib.pyplot set up for files; `field` is what needs it. Raises
    MissingLibrary."""
    try:
        import matplotlib
    except ImportError:
        raise MissingLibrary(field, "Matplotlib", "plot") from None
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "ucrl-lp"  # the same ids in every run
    import matplotlib.pyplot as plt

    return plt


def save(figure: Any, path: Path) -> None:
    """Write PNG or SVG without a date, whole or not at all, and free the figure. Raises
    UnusablePath."""
    kind, picture = path.suffix[1:], io.BytesIO()
    metadata = {"Date": None} if kind == "svg" else {"Software": None}
    figure.savefig(picture, format=kind, dpi=150, metadata=metadata)
    pyplot().close(figure)
    write_whole(path, picture.getvalue())
