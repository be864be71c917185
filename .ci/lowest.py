"""Prints pyproject.toml's lower bounds as pins, for `pip install --constraint`."""

import re
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
groups = [project["dependencies"], *project["optional-dependencies"].values()]
for line in [line for group in groups for line in group if not line.startswith(project["name"])]:
    found = re.fullmatch(r"([A-Za-z0-9._-]+)(\[[a-z,-]+\])?>=([0-9.]+)(; .+)?", line)
    if found is None:
        raise SystemExit(f"pyproject.toml: {line!r} must be NAME>=VERSION")
    print(f"{found[1]}=={found[3]}{found[4] or ''}")
