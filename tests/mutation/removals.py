# ruff: noqa: E501, ISC004  # the definitions' own lines
"""Which checks of the judge does its proof need? Each is removed, one at a time, and the proof tried.

`python -m tests.mutation.removals` needs Coq and the built development, and writes removals.md. A check
is removed by defining the functions that hold it anew, true in its place, in front of a copy of the
proof that uses them."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from proofs_check.commands.judge import JUDGE
from proofs_check.machine_checked.record import load_path

COQ = JUDGE.parent
TABLE = Path(__file__).parent / "removals.md"

STEPS = ("TraceCheck.v", "Definition after_episode", "(* --- the header *)", "JudgeSound.v")
HEADER = ("TraceCheck.v", "(* --- the header *)", "(* what the program does", "Verdict.v")
RUN = ("TraceCheck.v", "Fixpoint run", "Definition verdict", "JudgeSound.v")
VERDICT = ("TraceCheck.v", "Definition verdict", "", "Verdict.v")
EPOCH = ("EpochCheck.v", "Definition ok_pair", "(* --- the hints", "EpochSound.v")
LOG = ("LogarithmCheck.v", "Definition in_half", "", "LogarithmSound.v")
EPISODE = ("TraceCheck.v", "Fixpoint states_ok", "Definition weights :=", "JudgeSound.v")
POLICY = ("TraceCheck.v", "Definition near", "(* --- radii and", "JudgeSound.v")
ROOT = ("TraceCheck.v", "Definition root", "Definition mean_lo", "Radii.v")
DIVIDES = ("TraceCheck.v", "Definition divides", "Definition clip", "JudgeSound.v")
SHAPE = ("TraceCheck.v", "Fixpoint same_shape", "Definition layers_of", "PolicySound.v")
COUNTS = ("TraceCheck.v", "(* --- recorded counts", "(* --- the trace", "JudgeSound.v")

Part = tuple[str, str, str, str]
REMOVALS: list[tuple[str, list[Part], str, str]] = [
    ("order: an epoch before the first episode", [STEPS, RUN],
     "if Z.eqb (num_i s) 0 then Refused r_order else\n  if due s", "if false then Refused r_order else\n  if due s"),
    ("epoch-missing", [STEPS, RUN], "if due s then Refused r_epoch_missing", "if false then Refused r_epoch_missing"),
    ("episode-number: t", [STEPS, RUN], "Z.eqb t (num_t s + 1) && Z.leb t (hT hd)", "true && Z.leb t (hT hd)"),
    ("episode-number: at most T", [STEPS, RUN], "Z.eqb t (num_t s + 1) && Z.leb t (hT hd)", "Z.eqb t (num_t s + 1) && true"),
    ("state", [STEPS, RUN], "negb (states_ok (layers hd) e)", "negb true"),
    ("state: of its layer", [EPISODE, STEPS, RUN], "Nat.ltb x n && ", "true && "),
    ("state: one for every layer", [EPISODE, STEPS, RUN], "| _, _ => false", "| _, _ => true"),
    ("action", [STEPS, RUN], "negb (actions_ok (hA hd) e)", "negb true"),
    ("reward", [STEPS, RUN], "negb (rewards_ok e)", "negb true"),
    ("reward: at least 0", [EPISODE, STEPS, RUN], "Qle_bool 0 s.2 && Qle_bool s.2 1", "true && Qle_bool s.2 1"),
    ("reward: at most 1", [EPISODE, STEPS, RUN], "Qle_bool 0 s.2 && Qle_bool s.2 1", "Qle_bool 0 s.2 && true"),
    ("played", [STEPS, RUN], "negb (played (pol s) e)", "negb true"),
    ("long: a pair's rewards", [STEPS, RUN], "if seen (fun c => ~~ short c) (tab s') e then", "if false then"),
    ("last-trigger: skip", [STEPS, RUN], "negb first && Z.eqb (num_t s) (hT hd) && negb (hsolve hd)", "false"),
    ("epoch-early", [STEPS, RUN], "negb first && negb (due s)", "false"),
    ("epoch-number: i", [STEPS, RUN], "Z.eqb i (num_i s + 1) && Z.eqb t (num_t s + 1)", "true && Z.eqb t (num_t s + 1)"),
    ("epoch-number: t", [STEPS, RUN], "Z.eqb i (num_i s + 1) && Z.eqb t (num_t s + 1)", "Z.eqb i (num_i s + 1) && true"),
    ("N", [STEPS, RUN], "negb (counts_ok (eN e) c)", "negb true"),
    ("N3", [STEPS, RUN], "negb (counts3_ok (eN3 e) c)", "negb true"),
    ("N and N3: lengths", [COUNTS, STEPS, RUN], "| _, _ => false end", "| _, _ => true end"),
    ("long: a row's common denominator", [STEPS, RUN],
     "negb (all_rows (fun row => divides (common_of row) row) rows)", "negb true"),
    ("long: a limit on it", [DIVIDES, STEPS, RUN], "Pos.leb d long && ", "true && "),
    ("the policy's shape", [STEPS, RUN], "same_shape c w0 && ", "true && "),
    ("the policy's shape, completed", [STEPS, RUN], " && same_shape c w)", " && true)"),
    ("the policy's shape: layers", [SHAPE], "| _, _ => false", "| _, _ => true"),
    ("the policy's shape: states", [SHAPE], "Nat.eqb (size l) (size m),", "true,"),
    ("the policy's shape: actions", [SHAPE], "Nat.eqb (size sw.1) (size sw.2)", "true"),
    ("pi_1", [STEPS, RUN], "if all_rows (uniform tol (hA hd)) rows then", "if true then"),
    ("q_hat_1", [STEPS, RUN], "if uniform_q tol (hA hd) (layers hd) q then", "if true then"),
    ("pi-distribution", [STEPS, RUN], "if all_rows (distribution tol) rows then", "if true then"),
    ("within the tolerance: from below", [POLICY, STEPS, RUN], "Qle_bool (b - tol) q && ", "true && "),
    ("within the tolerance: from above", [POLICY, STEPS, RUN], " && Qle_bool q (b + tol)", " && true"),
    ("pi-distribution: entries", [POLICY, STEPS, RUN], "all (Qle_bool (- tol)) row && ", "true && "),
    ("pi-distribution: sum", [POLICY, STEPS, RUN], " && near tol 1 (foldr qadd 0%Q row)", " && true"),
    ("q_hat_1: lengths of rows", [POLICY, STEPS, RUN], "Nat.eqb (size row) m && ", "true && "),
    ("pi-optimal", [STEPS, RUN], "if gap_fits K tol g\n", "if true\n"),
    ("order: an epoch before the end", [STEPS, RUN],
     "if Z.eqb (num_i s) 0 then Refused r_order else\n  if hsolve", "if false then Refused r_order else\n  if hsolve"),
    ("last-trigger: solve", [STEPS, RUN], "hsolve hd && Z.eqb (num_t s) (hT hd) && due s", "false"),
    ("end: episodes", [STEPS, RUN], "Z.eqb n (num_t s) && Z.eqb m (num_i s)", "true && Z.eqb m (num_i s)"),
    ("end: epochs", [STEPS, RUN], "Z.eqb n (num_t s) && Z.eqb m (num_i s)", "Z.eqb n (num_t s) && true"),
    ("nothing after the end", [STEPS, RUN], "if rs' is [::] then Some s else None", "if rs' is _ then Some s else None"),
    ("nothing after the end, record by record", [VERDICT], "Over s => Failed r_end s", "Over s => Over s"),
    ("header: L >= 1", [HEADER, VERDICT], "Nat.ltb 1 (size (layers hd)), ", "true, "),
    ("header: X_0 = 1", [HEADER, VERDICT], "Nat.eqb (head O (layers hd)) 1, ", "true, "),
    ("header: X_L = 1", [HEADER, VERDICT], "Nat.eqb (last O (layers hd)) 1,", "true,"),
    ("header: no empty layer", [HEADER, VERDICT], "all (Nat.ltb 0) (layers hd), ", "true, "),
    ("header: A >= 1", [HEADER, VERDICT], "(layers hd), Nat.ltb 0 (hA hd) &", "(layers hd), true &"),
    ("header: T >= 1", [HEADER, VERDICT], "Z.ltb 0 (hT hd), ", "true, "),
    ("header: delta > 0", [HEADER, VERDICT], "negb (Qle_bool (hdelta hd) 0) & ", "true & "),
    ("header: delta < 1", [HEADER, VERDICT], " & negb (Qle_bool 1 (hdelta hd))", " & true"),
    ("Lam is at least 1/2", [HEADER, VERDICT], "Z.leb F (2 * lo) && ", "true && "),
    ("log 2's lower end is not negative", [HEADER, VERDICT], " && Z.leb 0 lo2", " && true"),
    ("hint of a root: not too large", [ROOT], "Z.leb (s * s) a && ", "true && "),
    ("hint of a root: not too small", [ROOT], " && Z.ltb a ((s + 1) * (s + 1))", " && true"),
    ("ball: length of N3", [EPOCH], "Nat.eqb (size (cN3 p)) n, ", "true, "),
    ("ball: length of the hint", [EPOCH], "Nat.eqb (size (row p)) n, ", "true, "),
    ("tau at most the largest value", [EPOCH], "Z.leb (tau p) top,", "true,"),
    ("hint not negative", [EPOCH], "all (Z.leb 0) (row p), ", "true, "),
    ("hint not 0", [EPOCH], "Z.ltb 0 (zsum (row p)) &\n", "true &\n"),
    ("hint in the ball", [EPOCH],
     "Z.leb (E * zdot (fun w c => Z.abs (w * n1 p - c * zsum (row p))) (row p) (cN3 p))\n"
     "            (eLo p * n1 p * zsum (row p))", "true"),
    ("A weights at every state", [EPOCH], "Nat.eqb (size st) nA, ", "true, "),
    ("weights not negative", [EPOCH], "all (Z.leb 0) (map wt st) & ", "true & "),
    ("no empty layer", [EPOCH], "Nat.ltb 0 (size l) && ", "true && "),
    ("E > 0", [EPOCH], "Z.ltb 0 E && ", "true && "),
    ("one state in layer 0", [EPOCH], " && Nat.eqb (size (head [::] ls)) 1", " && true"),
    ("log: z >= 0", [LOG], "Qle_bool 0 z && ", "true && "),
    ("log: z <= 1/2", [LOG], " && Qle_bool z (1 # 2)", " && true"),
    ("log: F > 0", [LOG], " && Z.ltb 0 F", " && true"),
    ("log: q > 0", [LOG], " && negb (Qle_bool q 0)", " && true"),
    ("another base: log q >= 0", [LOG], "Z.leb 0 lo && ", "true && "),
    ("another base: its log is above 0", [LOG], " && Z.ltb 0 lo'", " && true"),
]  # fmt: skip


MAY_GO = {
    "long: a pair's rewards": "a limit on work: the script, which counts the checks, discards it",
    "long: a limit on it": "a limit on work",
}
"""Why the theorem does without a check; it stays as a guard."""


def block(part: Part) -> str:
    """The definitions from one mark to another."""
    text = (COQ / part[0]).read_text()
    start = text.index(part[1])
    return text[start : text.index(part[2], start) if part[2] else len(text)]


def proved(parts: list[Part], old: str, new: str) -> bool:
    """Does the proof go through without the check?"""
    texts = [block(part) for part in parts]
    assert sum(text.count(old) for text in texts) == 1, old
    definitions = "\n".join(text.replace(old, new) for text in texts)
    proof = (COQ / parts[-1][3]).read_text()
    imports, mark, rest = proof.partition("Local Open Scope R_scope.\n")
    scoped = f"Local Open Scope Z_scope.\n{definitions}\nLocal Close Scope Z_scope.\n"
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "without.v"
        file.write_text(imports.replace("Unset Printing", f"{scoped}Unset Printing") + mark + rest)
        coqc = ["coqc", *load_path(COQ.parent), "-w", "none", str(file)]
        done = subprocess.run(coqc, cwd=directory, capture_output=True, check=False)
        return done.returncode == 0


def table(needed: dict[str, bool]) -> str:
    """removals.md."""
    count = sum(needed.values())
    lines = [
        "# Which checks of the judge its proof needs\n",
        "Written by `python -m tests.mutation.removals`: `true` is put in the place of each check, one at a",
        f"time, and the proof that uses it is tried again. Without {count} of the {len(needed)} checks it fails.\n",
        "| check | needed by the proof | why the theorem does without it |",
        "|---|---|---|",
    ]
    for name, needs in needed.items():
        lines.append(f"| {name} | {'yes' if needs else 'no'} | {MAY_GO.get(name, '')} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Try every check and write the table."""
    p = argparse.ArgumentParser(prog="python -m tests.mutation.removals", description=__doc__)
    p.parse_args()
    for parts in {str(parts): parts for _, parts, _, _ in REMOVALS}.values():
        name, _, old, _ = next(removal for removal in REMOVALS if removal[1] == parts)
        assert proved(parts, old, old), f"with its checks, as for {name}, it must be proved"
    needed = {}
    for name, parts, old, new in REMOVALS:
        needed[name] = not proved(parts, old, new)
        print(f"{name:45} {'needed' if needed[name] else 'not needed'}", flush=True)
    TABLE.write_text(table(needed), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
