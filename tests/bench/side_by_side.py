"""Which contestants meet on which instances; every function finishes the cells of one section."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from tests.bench.measure import Answer, Cells, Jobs, in_turn, needed, once


class Size(NamedTuple):
    """An LP size; `budget` are the seconds that one process may take, for two answers."""

    name: str
    layers: list[int]
    A: int
    counts: tuple[int, ...]
    repetitions: int
    exact_repetitions: int
    budget: float = 120


class Plan(NamedTuple):
    """What is measured: the default, or `--quick`."""

    sizes: tuple[Size, ...]
    layers: list[int]  # of runs
    A: int
    T: int  # of the run that is split by phase
    twins_T: tuple[int, ...]
    ucrl2_T: int
    repetitions: int


PAPER = [1, 10, 10, 10, 10, 10, 1]
COUNTS = (0, 10, 100, 1000, 10_000, 1_000_000)
LARGER = Size("4 times", [1, 20, 20, 20, 20, 20, 1], 5, (0, 1000, 1_000_000), 3, 2)
SIZES = (Size("paper", PAPER, 5, COUNTS, 5, 3), LARGER)
FULL = Plan(SIZES, PAPER, 5, 10_000, (100_000, 1_000_000), 300, 3)
FEW = [1, 2, 2, 1]
SMALL = (Size("small", FEW, 2, (0, 100), 2, 2), Size("larger", [1, 3, 3, 1], 3, (10,), 2, 2))
QUICK = Plan(SMALL, FEW, 2, 60, (90,), 30, 2)


class Disagreement(Exception):
    """Two contestants have different answers where there is only one."""


def sections(plan: Plan, cells: Cells, folder: Path) -> None:
    """Every section; cells already known are not measured again."""
    for section in (solvers, exact_solvers, run_and_check, twins, ucrl2):
        section(plan, cells, folder)


def _instances(plan: Plan, section: str, cells: Cells) -> Iterator[tuple[str, Size, Answer]]:
    """The LP1s that are still to be compared."""
    for size in plan.sizes:
        for n in size.counts:
            if cells.missing(name := f"{section}/{size.name}/{n}"):
                yield name, size, {"layers": size.layers, "A": size.A, "n": n}


def solvers(plan: Plan, cells: Cells, folder: Path) -> None:
    """LP1 in doubles. Every optimum must be the exact one up to 1e-6."""
    file = str(folder / "rows.npz")
    for name, size, instance in _instances(plan, "lp", cells):
        rows = needed("lps:rows", {**instance, "file": file})
        optimum = needed("exact:ours", instance)["optimum"]
        jobs: Jobs = {
            "the reference": ("lps:glop", instance),
            "HiGHS": ("lps:highs", {"file": file}),
            "cvxpy with HiGHS": ("lps:cvxpy_highs", {"file": file}),
            "SciPy linprog": ("lps:linprog", {"file": file}),
        }
        answers = in_turn(jobs, size.repetitions, size.budget, warm=True)
        for contestant, given in answers.items():
            for answer in given:
                if "optimum" in answer:
                    answer["off"] = abs(float(Fraction(optimum)) - answer["optimum"])
                    if answer["off"] > 1e-6:
                        raise Disagreement(f"{name}: {contestant} is {answer['off']} off")
        cells.add(name, answers, size=size.name, **instance, size_of_lp=rows["size"])


def exact_solvers(plan: Plan, cells: Cells, folder: Path) -> None:
    """LP1 in rationals. Every optimum must be the same rational."""
    file, certificate = str(folder / "lp1.lp"), str(folder / "lp1.vipr")
    for name, size, instance in _instances(plan, "exact", cells):
        needed("exact:lp_file", {**instance, "file": file})
        jobs: Jobs = {
            "proofs_check": ("exact:ours", {**instance, "file": certificate}),
            "QSopt_ex": ("programs:qsopt_ex", {"file": file}),
            "SoPlex, exact": ("programs:soplex", {"file": file}),
        }
        answers = in_turn(jobs, size.exact_repetitions, size.budget, warm=True)
        # Thousands of digits, and all the same: not kept.
        given = [answer for of_one in answers.values() for answer in of_one]
        values = {Fraction(answer.pop("optimum")) for answer in given if "optimum" in answer}
        if len(values) > 1:
            raise Disagreement(f"{name}: {sorted(values)}")
        digits = max((len(str(v)) for v in values), default=0)
        cells.add(name, answers, size=size.name, **instance, digits=digits)


def run_and_check(plan: Plan, cells: Cells, folder: Path) -> None:
    """A whole run with its trace, then the check of that trace, then the twins' runs."""
    if cells.missing(name := f"run/T={plan.T}"):
        file = {"file": str(folder / "run.jsonl")}
        game = {"layers": plan.layers, "A": plan.A, "T": plan.T}
        jobs: Jobs = {"run": ("whole:run", {**game, **file}), "check": ("whole:check", file)}
        jobs |= _twins(plan, plan.T, folder)
        cells.add(name, in_turn(jobs, plan.repetitions, 600), T=plan.T)


def twins(plan: Plan, cells: Cells, folder: Path) -> None:
    """The reference's faster customers alone, where it would take long."""
    for T in plan.twins_T:
        if cells.missing(name := f"twins/T={T}"):
            jobs = _twins(plan, T, folder)
            trace = {"file": jobs["C++ twin"][1]["file"]}
            jobs["check of its trace"] = ("whole:whole_check", trace)
            jobs["proved judge of its trace"] = ("whole:proved_judge", trace)
            cells.add(name, in_turn(jobs, plan.repetitions, 600), T=T)


def _twins(plan: Plan, T: int, folder: Path) -> Jobs:
    """The twins' jobs: policies in the trace, where the reference's has all tables."""
    game = {"layers": plan.layers, "A": plan.A}
    mdp, program = str(folder / "mdp.json"), folder / "ucrl_lp"
    needed("whole:write_mdp", {**game, "file": mdp})
    if not program.exists():
        optimise = "-O2" if plan is FULL else "-O0"
        once("whole:build_cpp", {"folder": str(folder), "optimise": optimise})
    cpp = {"program": str(program), "mdp_file": mdp, "T": T, "file": str(folder / "c.jsonl")}
    return {
        "NumPy twin": ("whole:numpy_twin", {**game, "T": T, "file": str(folder / "n.jsonl")}),
        "C++ twin": ("whole:cpp_twin", cpp),
    }


def ucrl2(plan: Plan, cells: Cells, folder: Path) -> None:
    """Our UCRL2 on the continuing chain and a peer's; the radii must be equal."""
    if cells.missing(name := f"ucrl2/T={plan.ucrl2_T}"):
        game = {"layers": plan.layers, "A": plan.A, "T": plan.ucrl2_T}
        jobs = {"our UCRL2": ("peers:ours", game), "statisticalRL-learners": ("peers:peer", game)}
        answers = in_turn(jobs, plan.repetitions, 120)
        small = {"layers": FEW, "A": 2, "T": 2000 if plan is FULL else 200}
        same = once("peers:same_counts", small)
        if same.get("radii apart", 0) > 1e-12:
            raise Disagreement(f"{name}: UCRL2's radii are {same['radii apart']} apart")
        cells.add(name, {**answers, "same counts": [same]}, T=plan.ucrl2_T)
