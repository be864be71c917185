"""`python -m tests.fuzz TARGET [--runs N | --minutes M] [--seed S] [--keep DIR]`: guided
by coverage. `all` gives every target its share of the minutes.

Atheris instruments the readers and the checker, libFuzzer keeps every input that reaches something
new. Ends with a line of JSON: executions, coverage, corpus, verdicts. Status 77: a finding,
written to DIR; 70: an input that took longer than targets.SECONDS.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

TARGETS = ("trace", "mdp", "vector", "resumption", "page", "question", "answers")
STATISTICS = {
    "executions": r"stat::number_of_executed_units: (\d+)",
    "features": r" ft: (\d+)",
    "coverage": r" cov: (\d+)",
    "corpus": r" corp: (\d+)/",
    "slowest, s": r"stat::slowest_unit_time_sec: +(\d+)",
    "peak, MiB": r"stat::peak_rss_mb: +(\d+)",
}


def fuzz(
    target: str, runs: int, seed: int, folder: Path, before: str = "", seconds: int = 0
) -> int:
    """Fuzz in a process of its own, for `runs` inputs or, if that is not 0, `seconds`; its report
    ends up on standard output. `before` is Python that runs first there: tests plant faults."""
    from tests.fuzz.seeds import MAX_LEN, seeds
    from tests.fuzz.targets import SECONDS

    corpus = folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for k, data in enumerate(seeds(target)):
        (corpus / f"seed-{k:03}").write_bytes(data)
    options = [
        f"-max_total_time={seconds}" if seconds else f"-runs={runs}",
        f"-seed={seed}", f"-max_len={MAX_LEN}", f"-timeout={SECONDS}",
        "-len_control=0", "-print_final_stats=1", "-rss_limit_mb=4096",
        f"-artifact_prefix={folder}/", str(corpus),
    ]  # fmt: skip
    code = f"from tests.fuzz.__main__ import inside; inside({target!r}, {before!r})"
    verdicts = folder / "verdicts.json"
    verdicts.unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, "-c", code, str(verdicts), *options],
        stderr=subprocess.PIPE, encoding="utf-8", errors="replace",
    )  # fmt: skip
    if done.returncode:
        print(done.stderr[-6000:], file=sys.stderr)
    statistics = {name: re.findall(pattern, done.stderr) for name, pattern in STATISTICS.items()}
    report = {
        "target": target, "seed": seed, "status": done.returncode,
        **{name: int(numbers[-1]) for name, numbers in statistics.items() if numbers},
    }  # fmt: skip
    if verdicts.exists():
        report["verdicts"] = json.loads(verdicts.read_text())
    print(json.dumps(report))
    return done.returncode


def inside(target: str, before: str) -> None:
    """The process that libFuzzer runs in; it never returns."""
    import atheris

    verdicts = Path(sys.argv.pop(1))
    with atheris.instrument_imports(include=["reference", "proofs_check"]):
        from tests.fuzz.mutate import mutate
        from tests.fuzz.seeds import seeds
        from tests.fuzz.targets import TARGETS
    exec(before)
    pool, counts = seeds(target), Counter[str]()
    run = TARGETS[target]
    run(pool[0])  # what is computed once does not count as an input's time

    def attempt(data: bytes) -> None:
        counts[run(data)] += 1
        if counts.total() % 20 == 0:
            verdicts.write_text(json.dumps(counts))

    def changed(data: bytes, max_size: int, seed: int) -> bytes:
        rng = random.Random(seed)
        if rng.random() < 0.1:
            return bytes(atheris.Mutate(data, max_size))
        if rng.random() < 0.3:  # the corpus fills with files that are refused early
            data = rng.choice(pool)
        for _ in range(rng.choice([1, 1, 1, 2, 4])):
            data = mutate(data, rng, pool)
        return data[:max_size]

    atheris.Setup(sys.argv, attempt, custom_mutator=changed)
    atheris.Fuzz()


def main() -> int:
    p = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    p.add_argument("target", choices=(*TARGETS, "all"))
    p.add_argument("--runs", type=int, default=10_000)
    p.add_argument("--minutes", type=float, default=0, help="instead of --runs")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--keep", type=Path, metavar="DIR", help="corpus and findings")
    options = p.parse_args()
    chosen = TARGETS if options.target == "all" else (options.target,)
    seconds = int(60 * options.minutes / len(chosen))
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or Path(scratch)
        return max(
            fuzz(target, options.runs, options.seed, folder / target, seconds=seconds)
            for target in chosen
        )


if __name__ == "__main__":
    sys.exit(main())
