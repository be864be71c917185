# ruff: noqa: E501  # the definitions' own lines
"""Does the proof notice a judge that misreads? Faults are planted in the verified reader, one at a time.

`python -m tests.mutation.reader` needs Coq and the built judge, and writes reader.md. A planted fault is a
change of one definition; the file is then compiled anew, and the files whose proofs use it."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from proofs_check.commands.judge import JUDGE
from proofs_check.machine_checked.record import load_path

COQ = JUDGE.parent
TABLE = Path(__file__).parent / "reader.md"

JSON, DOUBLE = ("JsonMachine", "JsonSound"), ("NearestDouble",)
RECORDS, PROGRAM = ("Decode",), ("ByteByByte", "FileVerdict")
PASS, LINE = ("FastEpisode",), ("FastLine", "FastLineSound")

FAULTS: list[tuple[str, tuple[str, ...], str, str]] = [
    ("a control character in a string", JSON, "    | Cbad | Ctab => Broken\n", "    | Cbad => Broken\n"),
    ("a character in more bytes than it needs", JSON, " && beq (rev' (utf8 u')) (c :: l) then", " then"),
    ("half of a surrogate pair alone", JSON, "| O, None => if is_scalar u' then", "| O, None => if true then"),
    ("any number as the other half", JSON, "if Z.leb 56320 u' && Z.ltb u' 57344 then put", "if true then put"),
    ("an escape that JSON has not", JSON, "| None => if Byte.eqb c x75 then", "| None => if true then"),
    ("a leading zero", JSON, "| Zero s k => match class c with\n", "| Zero s k => match class c with\n                | Cdigit d => Whole s d k\n"),
    ("the sign is lost", JSON, "| cl => after (Num true (s * m) 0) k cl end", "| cl => after (Num true m 0) k cl end"),
    ("digits after the point count as whole", JSON, "| cl => after (Num false (s * m) (- n)) k cl end", "| cl => after (Num false (s * m) 0) k cl end"),
    ("] closes an object", JSON, "  | Cendlist => match k with InArr vs :: k' => Have (Arr (rev' (v :: vs))) k' | _ => Fail end\n", "  | Cendlist => match k with InArr vs :: k' => Have (Arr (rev' (v :: vs))) k' | InObj ms s :: k' => Have (Obj (rev' ((s, v) :: ms))) k' | _ => Fail end\n"),
    ("something follows the value", JSON, "  | Ccomma => match k with", "  | Cplain => Have v k\n  | Ccomma => match k with"),
    ("ties are rounded up", DOUBLE, "| Gt => m + 1 | Eq => if Z.even m then m else m + 1 end", "| Gt => m + 1 | Eq => m + 1 end"),
    ("numbers below 10^-200 are 0", DOUBLE, "Definition min_exponent : Z := -2400.", "Definition min_exponent : Z := -2200."),
    ("infinity is a number", DOUBLE, "&& Z.ltb (Z.shiftl y k) (Z.shiftl 1 2098))%bool", "&& true)%bool"),
    ("a key given twice", RECORDS, " ms && distinct ms.", " ms && true."),
    ("a key that the format has not", RECORDS, "forallb (fun m => existsb (beq (fst m)) known) ms", "true"),
    ("every reward is read as 0", RECORDS, "rs <- list_of L entry_of vr;;", "rs <- list_of L (fun v => Some 0%Q) vr;;"),
    ("actions are read for states", RECORDS, "xs <- list_of L (index_of most b) vx;;", "va <- get k_a ms;; xs <- list_of L (index_of most b) va;;"),
    ("a state beyond all is state 0", RECORDS, "then Z.to_nat n else beyond)", "then Z.to_nat n else O)"),
    ("lists of any length", RECORDS, "Arr l => guard Nat.eqb (List.length l) n;; all_of f l", "Arr l => all_of f l"),
    ("a table lacks a layer", RECORDS, "| [_], [] => Some []\n  | _, _ => None\n  end.\nDefinition layers_of", "| _, [] => Some []\n  | _, _ => None\n  end.\nDefinition layers_of"),
    ("whole numbers beyond 10^12 in tables", RECORDS, "negb (Z.eqb e 0) || Z.leb (Z.abs m) max_count", "true"),
    ("another version", RECORDS, "Some (Num true n e) => Z.eqb n 1 && Z.eqb e 0", "Some (Num true n e) => Z.eqb e 0"),
    ("another algorithm", RECORDS, "\n      && text_is k_algorithm k_UCRL ms;;", ";;"),
    ("a tolerance of 1", RECORDS, "    guard in_0_1 tol;;\n", ""),
    ("a reading chosen twice", RECORDS, "guard once l;; Some l", "Some l"),
    ("a reading that the theorem does not cover", RECORDS, "negb (beq (fst t) (fst r)) || beq (snd t) (snd r)", "true"),
    ("every trigger is max1", RECORDS, 't <- pick rd "R-1" of_trigger Max1 [Max1; Printed; Printed_inner];;', "t <- Some Max1;;"),
    ("every log is ln", RECORDS, 'l <- pick rd "R-10" of_log Ln [Ln; Log2; Log10];;', "l <- Some Ln;;"),
    ("the default of log is log2", RECORDS, 'pick rd "R-10" of_log Ln', 'pick rd "R-10" of_log Log2'),
    ("every radius is printed", RECORDS, 'k <- pick rd "R-37" of_radii Radii_printed [Radii_printed; Union; Union_half];;', "k <- Some Radii_printed;;"),
    ("every completion is uniform", RECORDS, 'c <- pick rd "R-3" of_completion Uniform [Uniform; First_action; Previous; Greedy; Any];;', "c <- Some Uniform;;"),
    ("recorded counts are not read", RECORDS, "N <- opt_of (table3_of X nA (count_of 0)) k_N ms;;", "N <- (if is_formed (table3_of X nA (count_of 0)) ms k_N then Some None else None);;"),
    ("a table that is not judged has any form", RECORDS, "forallb (is_formed (table4_of X nA entry_of) ms) ks_triple", "true"),
    ("a row of the mdp does not sum to 1", RECORDS, "guard Qeq_bool (sum row) 1;; Some row", "Some row"),
    ("q_hat alone with any completion", RECORDS, "Z.eqb i 1 || determined rd", "true"),
    ("another table for pi", RECORDS, "match get k_pi ms with\n  | Some v => rows", "match get k_N ms with\n  | Some v => rows"),
    ("an uncovered header is judged", PROGRAM, "if is_covered rd then match", "if true then match"),
    ("an uncovered epoch is judged", PROGRAM, "let m := if covered then", "let m := if true then"),
    ("a line that is no record is skipped", PROGRAM, "      else Unread (Some b)\n    | None => Unread (Some b)", "      else Unread (Some b)\n    | None => Body b start none"),
    ("records after the end", PROGRAM, "if over b then Unread (Some b) else", "if false then Unread (Some b) else"),
    ("the file ends in a line", PROGRAM, "if at_line_start P then P else feed_byte R P newline", "P"),
    ("any tolerance", PROGRAM, "if Qle_bool (htol (hd_ b)) most then", "if true then"),
    ("a refused trace", PROGRAM, "| Failed why j => Refused_for why (since b) (hd_ b) j", "| Failed why j => Accepted (hd_ b) j"),
    ("one pass: a state that the layer has not", PASS, "[&& Nat.ltb x n, Nat.ltb a nA,", "[&& true, Nat.ltb a nA,"),
    ("one pass: an action that there is not", PASS, "[&& Nat.ltb x n, Nat.ltb a nA,", "[&& Nat.ltb x n, true,"),
    ("one pass: a reward above 1", PASS, "Z.leb 0 (Qnum r) && Z.leb (Qnum r) (Zpos (Qden r)).", "Z.leb 0 (Qnum r)."),
    ("one pass: an action that is not played", PASS, "Z.ltb 0 (nth 0 row a) || Z.eqb (zsum row) 0].", "Z.leb 0 (nth 0 row a) || Z.eqb (zsum row) 0]."),
    ("one pass: a visit counts for another state", PASS, "let k' := bump (next e') r k in", "let k' := bump x r k in"),
    ("one pass: a visit counts for another action", PASS, "| Some (c'', d) => Some (put_at (put_at k' a row) x l", "| Some (c'', d) => Some (put_at (put_at k' x row) x l"),
    ("one pass: the next epoch is not due", PASS, " :: c'', trigc k' || d)", " :: c'', d)"),
    ("one pass: denominators of any length", PASS, "            if short k' then match", "            if true then match"),
    ("one pass: an epoch is missing", PASS, "if Z.eqb (num_i s) 0 || due s || negb", "if Z.eqb (num_i s) 0 || negb"),
    ("one pass: an episode is skipped", PASS, "|| negb (Z.eqb t t') ||", "||"),
    ("one pass: more episodes than T", PASS, " || negb (Z.leb t (hT hd)) then", " then"),
    ("one pass: the gap is lost", PASS, "(worst s) (lost s + gap s))", "(worst s) (lost s))"),
    ("one line: digits of another base", LINE, "digits_from f' (z10 * m + d) r", "digits_from f' (z9 * m + d) r"),
    ("one line: a digit for another", LINE, "| x35 => Some 5 | x36", "| x35 => Some 6 | x36"),
    ("one line: a leading zero", LINE, "if Z.eqb d 0 then None else digits_from f d r", "digits_from f d r"),
    ("one line: decimals do not count", LINE, "decimals_from f' (z10 * m + d) (n + z1) r", "decimals_from f' (z10 * m + d) n r"),
    ("one line: a reward of 1 is read as 0", LINE, "| x31 :: r => Some (full_reward, r)", "| x31 :: r => Some (no_reward, r)"),
    ("one line: a list from its end", LINE, "Some (rev' (x :: acc), r)", "Some (x :: acc, r)"),
    ("one line: } closes a list", LINE, "| Some (x, x5d :: r) =>", "| Some (x, x7d :: r) =>"),
    ("one line: something follows the record", LINE, "match l with [x7d] => true", "match l with x7d :: _ => true"),
    ("one line: a key for another", LINE, "x22 :: x61 :: x22 :: x3a :: r' => opened r'", "x22 :: x62 :: x22 :: x3a :: r' => opened r'"),
    ("one line: any byte is a blank", LINE, "match l with x20 :: r => r | _ => l end", "match l with _ :: r => r | _ => l end"),
    ("one line: lists of different lengths", LINE, "  | [], [], [] => Some []", "  | [], _, _ => Some []"),
    ("one line: states are read for actions", LINE, "e <- steps xs acts rs;;", "e <- steps xs xs rs;;"),
    ("one line: t beyond 10^12", LINE, "    guard Z.leb t max_count;;\n", ""),
    ("one line: records after the end", LINE, "if over b then None else", "if false then None else"),
    ("one line: episodes without bound", LINE, "if Z.leb n (hT (hd_ b)) && Z.leb (epochs b) (hT (hd_ b) + 1) then", "if true then"),
    ("one line: the number of the line", LINE, "(line b + 1) (line b)", "(line b) (line b)"),
    ("one line: the rest of a line", LINE, "| Body b Start _ => match quick_line", "| Body b _ _ => match quick_line"),
]  # fmt: skip


PROOFS = "(* --- soundness *)"
"""Where a file that holds definitions and proofs has its proofs."""


def proved(files: tuple[str, ...], old: str, new: str) -> bool:
    """Do the proofs go through with the change in the first of these files? The changed definitions
    themselves must be accepted: what fails must be a proof."""
    with tempfile.TemporaryDirectory() as directory:
        for file in files:
            text = (COQ / f"{file}.v").read_text(encoding="utf-8")
            if file == files[0]:
                assert text.count(old) == 1, old
                text = text.replace(old, new)
            for name in files:
                text = text.replace(f"UCRLLP.judge.{name}", f"Planted.{name}")
            (Path(directory) / f"{file}.v").write_text(text, encoding="utf-8")
            coqc = ["coqc", "-q", *load_path(COQ.parent), "-Q", ".", "Planted"]
            words = [*coqc, "-w", "none", f"{file}.v"]
            done = subprocess.run(words, cwd=directory, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                (line,) = re.findall(r", line (\d+), characters", done.stderr)
                assert file == files[-1], done.stderr
                assert len(files) > 1 or int(line) > _line(text, PROOFS), done.stderr
                return False
    return True


def _line(text: str, mark: str) -> int:
    return text[: text.index(mark)].count("\n") + 1


def table(noticed: dict[str, bool]) -> str:
    """reader.md."""
    lines = [
        "# Which faults of the judge's reader its proof notices\n",
        "Written by `python -m tests.mutation.reader`: each fault is planted alone in the Coq source of the reader, and",
        f"the proofs that use it are tried again. {sum(noticed.values())} of {len(noticed)} break a proof.\n",
        "| fault | a proof breaks |",
        "|---|---|",
    ]
    lines += [f"| {name} | {'yes' if seen else 'no'} |" for name, seen in noticed.items()]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Plant every fault and write the table."""
    p = argparse.ArgumentParser(prog="python -m tests.mutation.reader", description=__doc__)
    p.parse_args()
    for files in dict.fromkeys(files for _, files, _, _ in FAULTS):
        first = (COQ / f"{files[0]}.v").read_text(encoding="utf-8")
        assert proved(files, first, first), f"{files}: without a fault it must be proved"
    noticed = {}
    for name, files, old, new in FAULTS:
        noticed[name] = not proved(files, old, new)
        print(f"{name:45} {'noticed' if noticed[name] else 'not noticed'}", flush=True)
    TABLE.write_text(table(noticed), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
