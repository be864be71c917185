"""Applies one-line faults to the twins, so that the kit can find them: is the oracle sharp?"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import types
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from proofs_check.kit import verdict as kit
from proofs_check.kit.cases import Case
from tests.paths import ROOT

CUSTOMERS = ROOT / "tests" / "implementations" / "numpy"
CPP = ROOT / "tests" / "implementations" / "cpp" / "ucrl_lp.cpp"
MODULES = ("backward", "blocks", "numpy_twin")  # in the order of their imports


@dataclass(frozen=True)
class Fault:
    """`old`, found exactly once in `file`, becomes `new`. `proof`: why it is no fault at all."""

    file: str
    id: str
    old: str
    new: str
    what: str
    proof: str = ""

    def applied(self, source: str) -> str:
        """The faulty source."""
        if source.count(self.old) != 1:
            raise ValueError(f"{self.id}: {self.old!r} stands {source.count(self.old)} times")
        return source.replace(self.old, self.new)


LAWS = ("bernoulli", "uniform", "deterministic", "three-point")
COMPLETIONS = ("uniform", "greedy", "previous", "first")


def numpy_implementation(
    folder: Path, fault: Fault | None = None, everything: bool = True
) -> kit.Implementation:
    """The NumPy twin, faulty or not; its reward law and completion vary with the case's seed."""
    twin = _modules(fault)

    def play(case: Case) -> Path | list[str]:
        out = folder / "run.jsonl"
        choices = {
            "reward-law": LAWS[case.seed % 4] if case.rewards == "bernoulli" else case.rewards,
            "completion": COMPLETIONS[case.seed // 4 % 4],
        }
        twin.play(
            case.mdp, case.T, delta=case.delta, seed=case.seed, choices=choices,
            episodes=case.episodes, out=out, force=True, everything=everything,
        )  # fmt: skip
        return out if everything else pi_alone(out.read_text("ascii").splitlines())

    return play


def _modules(fault: Fault | None) -> Any:
    """The twin's modules, executed from their sources; the last one is returned."""
    names = [f"tests.implementations.numpy.{name}" for name in MODULES]
    with patch.dict(sys.modules):
        for name in names:
            file = name.rpartition(".")[2] + ".py"
            source = (CUSTOMERS / file).read_text(encoding="utf-8")
            if fault is not None and fault.file == file:
                source = fault.applied(source)
            module = sys.modules[name] = types.ModuleType(name)
            exec(compile(source, file, "exec"), module.__dict__)
    return module


def compiler() -> str | None:
    """The system's C++ compiler."""
    return next((path for name in ("c++", "g++", "clang++") if (path := shutil.which(name))), None)


def needs_compiler(what: str) -> None:
    """Skip a test of `what` where there is no C++ compiler, loudly; fail in CI."""
    import pytest  # the benchmarks build the twin without it

    if compiler() is None:
        assert os.environ.get("CI") != "true", "CI needs a C++ compiler: c++, g++ or clang++"
        pytest.skip(f"NO C++ COMPILER (c++, g++, clang++): {what} is NOT tested")


def build(folder: Path, fault: Fault | None = None, optimise: str = "-O0") -> Path:
    """The C++ twin, compiled; `folder` must exist."""
    path = compiler()
    if path is None:
        raise FileNotFoundError("no C++ compiler: c++, g++ or clang++")
    source, program = CPP, folder / "ucrl_lp"
    if fault is not None:
        source = folder / "faulty.cpp"
        source.write_text(fault.applied(CPP.read_text(encoding="utf-8")), encoding="utf-8")
    line = [path, "-std=c++17", optimise, "-o", str(program), str(source)]
    subprocess.run(line, check=True, capture_output=True, text=True)
    return program


def cpp_implementation(program: Path, everything: bool = True) -> kit.Implementation:
    """The C++ twin."""
    option = "" if everything else " --pi-only"
    words = "{mdp} {T} {delta} {seed} {episodes}"
    play = kit.command(f"'{program}' play {words}{option}", timeout=60)
    if everything:
        return play
    return lambda case: pi_alone(play(case))  # type: ignore[arg-type]  # commands give lines


def pi_alone(lines: list[str]) -> list[str]:
    """The trace without the values that the twins always write."""
    return [re.sub(r',"value":[^,}]*', "", line) for line in lines]
