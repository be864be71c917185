"""Pictures (extra `plot`): Matplotlib without a display; the same input gives the same bytes."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from reference.running.driver import Run
from reference.support.atomic_files import write_whole
from reference.support.errors import MissingLibrary


def regret_curve(outcome: Run, name: str, path: Path) -> None:
    """Draw Reg_t (eq. (2)) against t, with the epochs' starts as ticks along the axis."""
    plt = pyplot()
    t, reg = outcome.regret_curve()
    figure, axes = plt.subplots(figsize=(6.4, 4.0), layout="constrained")
    axes.plot(t, reg, color="tab:blue", label="UCRL-LP, eq. (2)")
    axes.plot(
        [e.t - 1 for e in outcome.epochs],
        [0] * len(outcome.epochs),
        "|",
        color="tab:gray",
        label=f"starts of the {len(outcome.epochs)} epochs",
    )
    axes.set_xlabel("episode t")
    axes.set_ylabel("regret, in rewards of [0, 1]")
    axes.set_title(f"{name}: L={outcome.mdp.L}, X={outcome.mdp.X}, A={outcome.mdp.A}")
    axes.set_xlim(0, max(1, outcome.episodes))
    axes.set_ylim(bottom=min(0.0, float(reg.min())))
    axes.legend(frameon=False)
    axes.grid(alpha=0.3)
    save(figure, path)


def pyplot() -> Any:
    """Return matplotlib.pyplot set up for files. Raises PreconditionError naming the extra."""
    try:
        import matplotlib
    except ImportError:
        raise MissingLibrary("plot", "Matplotlib", "plot") from None
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
