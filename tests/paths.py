"""Where the clone, the tests' data and the committed results of the experiments are."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
DATA = ROOT / "tests" / "data"
RESULTS = ROOT / "reference/figure1/committed"
