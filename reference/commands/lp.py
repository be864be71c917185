"""`ucrl-lp lp`: write LP1 of one epoch, or of given counts, with exact rational coefficients."""

from __future__ import annotations

import argparse
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from reference import confidence
from reference.lp_file import FORMATS, ExactLP1, write_lp
from reference.mdp import Tables, as_table, check_delta, check_horizon, check_layers
from reference.support.console import ProgressLine, add_output_options
from reference.support.errors import OK, MalformedInput, PreconditionError, UnusablePath
from reference.trace import reader as trace_reader
from reference.trace import records as trace
from reference.trace import strict_json

COUNT_KEYS = {"layers", "A", "N", "N3"}
BY_RADII, BY_REWARDS = {"eps", "r_hat"}, {"T", "delta", "r_sum"}


def add(commands: Any) -> None:
    """Add the command and its options."""
    p = commands.add_parser(
        "lp",
        help="write LP1 of an epoch as an LP or MPS file with exact coefficients",
        description="Write the linear program LP1 with rational coefficients p/q. The counts are "
        "exact; the irrational radii and bounds are the doubles that GLOP is given, taken exactly. "
        "spec.md says which solvers read rationals.",
    )
    what = p.add_mutually_exclusive_group(required=True)
    what.add_argument("--trace", metavar="RUN", help="a trace; choose the epoch with --epoch")
    what.add_argument("--counts", metavar="FILE", help="JSON: layers, A, N, N3 and T, delta, r_sum")
    p.add_argument("--epoch", type=int, metavar="I", help="epoch of the trace, from 1")
    p.add_argument("--out", required=True, metavar="FILE", help="FILE.lp or FILE.mps")
    p.add_argument(
        "--scaled",
        action="store_true",
        help="for readers without rationals: rows scaled until every coefficient is a double",
    )
    p.add_argument("--force", action="store_true", help="overwrite an existing file")
    add_output_options(p, "what is in the file as one JSON object")
    p.set_defaults(command=command)


def command(options: argparse.Namespace) -> int:
    """Write the file and say what is in it."""
    kind = Path(options.out).suffix.removeprefix(".")
    if kind not in FORMATS:
        raise PreconditionError("--out", options.out, "must end in .lp or .mps")
    if options.trace:
        if options.epoch is None:
            raise PreconditionError("--epoch", "nothing", "is required with --trace")
        lp = of_epoch(options.trace, options.epoch, ProgressLine(options.quiet))
    else:
        lp = of_counts(options.counts)
    written = write_lp(lp, options.out, kind, options.scaled, options.force)
    if options.json:
        scale = str(written.objective_scale)
        sizes = {"rows": written.rows, "columns": written.columns, "nonzeros": written.nonzeros}
        print(json.dumps({"file": options.out, **sizes, "objective_scale": scale}))
        return OK
    print(f"rows       {written.rows}")
    print(f"columns    {written.columns}")
    print(f"nonzeros   {written.nonzeros}")
    print(f"objective  <q, r_hat> times {written.objective_scale}")
    return OK


def of_epoch(path: str, epoch: int, line: ProgressLine) -> ExactLP1:
    """LP1 of epoch `epoch` >= 1 of a trace, from the episodes before it."""
    records = trace_reader.read(path)
    header = next(records)
    if not isinstance(header, trace.Header):
        raise MalformedInput(path, 1, "record", "no header", "must begin with a header")
    shapes = [(X_h, header.A, X_next) for X_h, X_next in pairwise(header.layers)]
    N3 = [np.zeros(shape, dtype=np.int64) for shape in shapes]
    r_sum = [np.zeros(shape[:2]) for shape in shapes]
    for record in records:
        if isinstance(record, trace.EpochRecord) and record.i == epoch:
            line("", last=True)
            N = tuple(n3.sum(axis=2) for n3 in N3)
            r_bar = confidence.mean_reward(tuple(r_sum), N)
            if "r_bar" in record.tables:
                r_bar = tuple(np.array(r, dtype=np.float64) for r in record.tables["r_bar"])
            return _lp(header.layers, header.A, header.T, header.delta, header.choices["log"],
                       N, tuple(N3), r_bar)  # fmt: skip
        if isinstance(record, trace.EpisodeRecord):
            line(f"read {record.t} of at most {header.T} episodes")
            try:
                for h, (x, a, x1) in enumerate(
                    zip(record.x, record.a, [*record.x[1:], 0], strict=True)
                ):
                    N3[h][x, a, x1] += 1
                    r_sum[h][x, a] += float(record.r[h])
            except IndexError:
                rule = "states and actions must lie within layers and A"
                raise MalformedInput(path, record.line, "episode", record.t, rule) from None
    raise PreconditionError("--epoch", epoch, f"{path} has no such epoch")


def of_counts(path: str) -> ExactLP1:
    """LP1 of counts in a JSON file: radii given as eps and r_hat, or from T, delta, r_sum."""
    try:
        data = Path(path).read_bytes()
    except OSError as e:
        raise UnusablePath(path, f"cannot be read: {e.strerror}") from None
    text = strict_json.decode(data, file=path, line=None)
    value = strict_json.loads(text, file=path, line=None)
    if not isinstance(value, dict):
        raise MalformedInput(path, 1, "counts", value, "must be a JSON object")
    keys = set(value)
    if not (keys == COUNT_KEYS | BY_RADII or keys == COUNT_KEYS | BY_REWARDS):
        rule = "must have layers, A, N, N3 and either eps, r_hat or T, delta, r_sum"
        raise MalformedInput(path, 1, "keys", sorted(keys), rule)

    def exact(v: Any, field: str) -> Any:
        if isinstance(v, list):
            return [exact(w, f"{field}[{k}]") for k, w in enumerate(v)]
        return strict_json.rational(v, path, None, field)

    try:
        layers, A = value["layers"], value["A"]
        if not isinstance(layers, list):
            raise PreconditionError("layers", layers, "must be a list of whole numbers")
        check_layers(layers, A)
        tables = {
            key: _tables(exact(value[key], key), key, len(layers) - 1)
            for key in ("N", "N3", "eps", "r_hat", "r_sum")
            if key in value
        }
        if keys >= BY_RADII:
            return ExactLP1.from_counts(
                layers, A, tables["N"], tables["N3"], tables["eps"], tables["r_hat"]
            )
        N, N3, r_sum = (
            tuple(t.astype(np.float64) for t in tables[key]) for key in ("N", "N3", "r_sum")
        )
        nothing = tuple(0 * n for n in tables["N"])  # only the counts are checked here
        ExactLP1.from_counts(layers, A, tables["N"], tables["N3"], nothing, nothing)
        _check_sums(tables["r_sum"], tables["N"])
        r_bar = confidence.mean_reward(r_sum, N)
        T, delta = exact(value["T"], "T"), check_delta(exact(value["delta"], "delta"))
        T = check_horizon(int(T) if T.denominator == 1 else T)
        return _lp(tuple(layers), A, T, delta, "ln", N, N3, r_bar)
    except PreconditionError as e:
        raise MalformedInput(path, None, e.field, e.value, e.rule) from None


def _lp(
    layers: tuple[int, ...],
    A: int,
    T: int,
    delta: Any,
    log: str,
    N: Tables,
    N3: Tables,
    r_bar: Tables,
) -> ExactLP1:
    """LP1 with the doubles that `reference` computes for eq. (11) and (16)."""
    Lam = confidence.log_term(T, sum(layers), A, float(delta), log)
    eps = confidence.transition_radius(N, layers, Lam)
    r_hat = confidence.reward_ucb(r_bar, confidence.reward_radius(N, Lam))
    return ExactLP1.from_doubles(layers, A, N3, eps, r_hat)


def _check_sums(r_sum: Tables, N: Tables) -> None:
    """0 <= r_sum(x,a) <= N(x,a), rewards being in [0, 1]."""
    for h, (sums, n) in enumerate(zip(r_sum, N, strict=True)):
        if sums.shape != n.shape:
            raise PreconditionError(f"r_sum[{h}]", sums.shape, f"shape must be {n.shape}")
        wrong = np.argwhere((sums < 0) | (sums > n))
        if len(wrong):
            x, a = wrong[0]
            rule = f"must lie in [0, N[{h}][{x}][{a}]] = [0, {n[x, a]}]"
            raise PreconditionError(f"r_sum[{h}][{x}][{a}]", sums[x, a], rule)


def _tables(value: Any, key: str, L: int) -> Tables:
    if not isinstance(value, list) or len(value) != L:
        raise PreconditionError(key, value, f"must have one table per layer, {L}")
    return tuple(as_table(table, f"{key}[{h}]") for h, table in enumerate(value))
