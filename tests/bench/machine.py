"""The machine and the versions that figures were measured with. No names, no paths."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
import shutil
import subprocess
from pathlib import Path

PACKAGES = (
    "numpy", "scipy", "ortools", "gmpy2", "python-flint", "highspy", "cvxpy",
    "statisticalrl-learners",
)  # fmt: skip


def description() -> dict[str, object]:
    """Processor, cores, memory, and versions of what takes part."""
    cpu = re.search(r"^model name\s*:\s*(.+)$", _read("/proc/cpuinfo"), re.M)
    memory = re.search(r"^MemTotal:\s*(\d+) kB$", _read("/proc/meminfo"), re.M)
    return {
        "processor": cpu[1] if cpu else platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "memory GB": round(int(memory[1]) / 2**20, 1) if memory else None,
        "system": platform.system(),
        "Python": platform.python_version(),
        "QSopt_ex": _esolver(),
        **{name: _version(name) for name in PACKAGES},
    }


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def load() -> float:
    """How many processes wanted a core during the last minute."""
    return round(os.getloadavg()[0], 2)


def _read(path: str) -> str:
    file = Path(path)
    return file.read_text(encoding="utf-8") if file.exists() else ""


def _esolver() -> str:
    if shutil.which("esolver") is None:
        return "not installed"
    said = subprocess.run(["esolver"], capture_output=True, text=True, check=False)
    version = re.search(r"QSopt_ex (\S+)", said.stdout + said.stderr)
    return version[1] if version else "unknown"
