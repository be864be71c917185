"""Which contestants meet on which instances; every function finishes the cells of one section."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from tests.benchmarks.measure import Answer, Cells, Worker, in_turn


class Size(NamedTuple):
    """An LP size; `budget` are the seconds one answer may take."""

    name: str
    layers: list[int]
    A: int
    counts: tuple[int, ...]
    repetitions: int
    exact_repetitions: int
    budget: float


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
FULL = Plan(
    (
        Size("paper", PAPER, 5, (0, 10, 100, 1000, 10_000, 1_000_000), 5, 3, 60),
        Size("4 times", [1, 20, 20, 20, 20, 20, 1], 5, (0, 1000, 1_000_000), 3, 2, 60),
    ),
    PAPER, 5, 10_000, (100_000, 1_000_000), 300, 3,
)  # fmt: skip
QUICK = Plan(
    (
        Size("small", [1, 2, 2, 1], 2, (0, 100), 2, 2, 60),
        Size("larger", [1, 3, 3, 1], 3, (10,), 2, 2, 60),
    ),
    [1, 2, 2, 1], 2, 60, (90,), 30, 2,
)  # fmt: skip
Tell = Callable[[str], None]


class Disagreement(Exception):
    """Two contestants have different answers where there is only one."""


def sections(plan: Plan, cells: Cells, folder: Path, tell: Tell) -> None:
    """Every section; cells already known are not measured again."""
    for section in (solvers, exact_solvers, run_and_check, twins, ucrl2):
        section(plan, cells, folder, tell)


def solvers(plan: Plan, cells: Cells, folder: Path, tell: Tell) -> None:
    """LP1 in doubles. Every optimum must be the exact one up to 1e-6."""
    for size in plan.sizes:
        with _Pool(size.budget) as pool:
            for n, name in _missing(size, "lp", cells):
                tell(name)
                instance = {"layers": size.layers, "A": size.A, "n": n}
                file = str(folder / "rows.npz")
                rows = pool["the reference"].ask("lps:rows", **instance, file=file)
                exact = _checked(pool["exact"].ask("exact:ours", **instance))
                jobs: dict[str, tuple[str, Answer]] = {
                    "the reference": ("lps:glop", instance),
                    "HiGHS": ("lps:highs", {"file": file}),
                    "cvxpy with HiGHS": ("lps:cvxpy_highs", {"file": file}),
                    "SciPy linprog": ("lps:linprog", {"file": file}),
                }
                pool.warm_up(jobs)
                answers = in_turn(pool, jobs, size.repetitions)
                optimum = Fraction(exact["optimum"])
                for contestant, given in answers.items():
                    for one in given:
                        if "optimum" in one:
                            off = abs(float(optimum) - one["optimum"])
                            if off > 1e-6:
                                raise Disagreement(f"{name}: {contestant} is {off} off")
                            one["off"] = off
                cells.add(_cell(name, size, n, answers, size_of_lp=_checked(rows)["size"]))


def exact_solvers(plan: Plan, cells: Cells, folder: Path, tell: Tell) -> None:
    """LP1 in rationals. Every optimum must be the same rational."""
    for size in plan.sizes:
        with _Pool(size.budget) as pool:
            for n, name in _missing(size, "exact", cells):
                tell(name)
                instance = {"layers": size.layers, "A": size.A, "n": n}
                file = str(folder / "lp1.lp")
                _checked(pool["file"].ask("exact:lp_file", **instance, file=file))
                certificate = str(folder / "lp1.vipr")
                jobs: dict[str, tuple[str, Answer]] = {
                    "proofs_check": ("exact:ours", {**instance, "file": certificate}),
                    "QSopt_ex": ("programs:qsopt_ex", {"file": file}),
                    "SoPlex, exact": ("programs:soplex", {"file": file}),
                }
                pool.warm_up(jobs)
                answers = in_turn(pool, jobs, size.exact_repetitions)
                values = {
                    Fraction(a["optimum"]) for g in answers.values() for a in g if "optimum" in a
                }
                if len(values) > 1:
                    raise Disagreement(f"{name}: {sorted(values)}")
                digits = max((len(str(v)) for v in values), default=0)
                for given in answers.values():
                    for one in given:
                        one.pop("optimum", None)  # thousands of digits, and all the same
                cells.add(_cell(name, size, n, answers, digits=digits))


def run_and_check(plan: Plan, cells: Cells, folder: Path, tell: Tell) -> None:
    """A whole run with its trace, then the check of that trace, then the twins' runs; a fresh
    process each."""
    name = f"run/T={plan.T}"
    if name in cells.known:
        return
    answers: dict[str, list[Answer]] = {"run": [], "check": [], "NumPy twin": [], "C++ twin": []}
    file = folder / "run.jsonl"
    for k in range(plan.repetitions):
        tell(f"{name}, {k + 1} of {plan.repetitions}")
        file.unlink(missing_ok=True)
        with _Pool(600) as pool:
            game = {"layers": plan.layers, "A": plan.A, "T": plan.T}
            answers["run"].append(pool["run"].ask("whole:run", **game, file=str(file)))
            answers["check"].append(pool["check"].ask("whole:check", file=str(file)))
            for who, given in in_turn(pool, _twins(plan, plan.T, pool, folder), 1).items():
                answers[who] += given
    cells.add({"cell": name, "section": "run", "T": plan.T, "answers": answers})


def twins(plan: Plan, cells: Cells, folder: Path, tell: Tell) -> None:
    """The reference's faster customers alone, where it would take long."""
    for T in plan.twins_T:
        name = f"twins/T={T}"
        if name in cells.known:
            continue
        tell(name)
        with _Pool(600) as pool:
            jobs = _twins(plan, T, pool, folder)
            trace = {"file": jobs["C++ twin"][1]["file"]}
            jobs["check of its trace"] = ("whole:whole_check", trace)
            jobs["proved judge of its trace"] = ("whole:proved_judge", trace)
            answers = in_turn(pool, jobs, plan.repetitions)
        cells.add({"cell": name, "section": "twins", "T": T, "answers": answers})


def _twins(plan: Plan, T: int, pool: _Pool, folder: Path) -> dict[str, tuple[str, Answer]]:
    """The twins' jobs: policies in the trace, where the reference's has all tables."""
    game = {"layers": plan.layers, "A": plan.A}
    mdp, program = str(folder / "mdp.json"), folder / "ucrl_lp"
    _checked(pool["NumPy twin"].ask("whole:write_mdp", **game, file=mdp))
    if not program.exists():
        optimise = "-O2" if plan is FULL else "-O0"
        pool["C++ twin"].ask("whole:build_cpp", folder=str(folder), optimise=optimise)
    cpp = {"program": str(program), "mdp_file": mdp, "T": T, "file": str(folder / "c.jsonl")}
    return {
        "NumPy twin": ("whole:numpy_twin", {**game, "T": T, "file": str(folder / "n.jsonl")}),
        "C++ twin": ("whole:cpp_twin", cpp),
    }


def ucrl2(plan: Plan, cells: Cells, folder: Path, tell: Tell) -> None:
    """Our UCRL2 on the continuing chain and a peer's; the radii must be equal."""
    name = f"ucrl2/T={plan.ucrl2_T}"
    if name in cells.known:
        return
    tell(name)
    game = {"layers": plan.layers, "A": plan.A, "T": plan.ucrl2_T}
    with _Pool(120) as pool:
        jobs: dict[str, tuple[str, Answer]] = {
            "our UCRL2": ("peers:ours", game),
            "statisticalRL-learners": ("peers:peer", game),
        }
        answers = in_turn(pool, jobs, plan.repetitions)
        small = {"layers": [1, 2, 2, 1], "A": 2, "T": 2000 if plan is FULL else 200}
        same = pool["same"].ask("peers:same_counts", **small)
        if same.get("radii apart", 0) > 1e-12:
            raise Disagreement(f"{name}: UCRL2's radii are {same['radii apart']} apart")
    answers["same counts"] = [same]
    cells.add({"cell": name, "section": "ucrl2", "T": plan.ucrl2_T, "answers": answers})


class _Pool(dict[str, Worker]):
    """A worker for every name that is asked for, ended on leaving."""

    def __init__(self, timeout: float) -> None:
        super().__init__()
        self.timeout, self.warm = timeout, False

    def __missing__(self, name: str) -> Worker:
        return self.setdefault(name, Worker(self.timeout))

    def warm_up(self, jobs: dict[str, tuple[str, Answer]]) -> None:
        """Ask everybody once for nothing: first answers pay for imports and caches."""
        if not self.warm:
            in_turn(self, jobs, 1)
        self.warm = True

    def __enter__(self) -> _Pool:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.values():
            worker.stop()


def _missing(size: Size, section: str, cells: Cells) -> Iterator[tuple[int, str]]:
    for n in size.counts:
        name = f"{section}/{size.name}/{n}"
        if name not in cells.known:
            yield n, name


def _checked(answer: Answer) -> Answer:
    """An answer that later work needs."""
    if "seconds" not in answer:
        raise OSError(str(answer))
    return answer


def _cell(
    name: str, size: Size, n: int, answers: dict[str, list[Answer]], **more: Any
) -> dict[str, Any]:
    return {
        "cell": name, "section": name.split("/")[0], "size": size.name, "layers": size.layers,
        "A": size.A, "n": n, "answers": answers, **more,
    }  # fmt: skip
