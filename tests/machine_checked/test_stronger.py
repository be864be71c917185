"""A theorem's own proof does not prove more: its statement is made stronger, and the proof fails.

One session of coqtop per file: it goes on after an error, so that every planted statement is tried
in front of the theorem that it changes, in the theorem's own surroundings."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from proofs_check.machine_checked import record
from tests.machine_checked.conftest import needs_coq

MARK = "@@"

# A theorem, and a change of its statement that claims too much.
PLANTED = [
    ("AppendixA.v", "lemma_8_episode", "dist_pairs h <=", "2 * dist_pairs h <="),
    ("AppendixA.v", "eq_26", "2 * eps", "eps"),
    ("AppendixA.v", "lemma_4", "12 * LX", "11 * LX"),
    ("AppendixB.v", "lemma_12", "5 * sqrt", "3 * sqrt"),
    ("AppendixB.v", "lemma_6", "1 - 2 * delta", "1 - delta"),
    ("library/Concentration.v", "lemma_10", "eps ^ 2 / (2 * ", "eps ^ 2 / ("),
    ("Branches.v", "branches_false", "12 * LX", "13 * LX"),
    ("ByEstimates.v", "eq_26_by_estimates", "2 * eps", "eps"),
    ("ByEstimates.v", "lemma_9_by_estimates", "1 - 2 * delta", "1 - delta"),
    ("CitedBounds.v", "UCBVI_terms", "X ^ 3", "X ^ 2"),
    ("CitedGaps.v", "citation_gap", "(1 - ln 2) ->", "(2 - ln 2) ->"),
    ("CitedGaps.v", "effort_gap", "92520", "92500"),
    ("CitedGaps.v", "performance_gap", "(4 <= k)", "(3 <= k)"),
    ("CitedGaps.v", "performance_gap", "c < (1 + sqrt 2) / 2", "c <= (1 + sqrt 2) / 2"),
    ("CitedGaps.v", "Q_learning_gap", "Bernstein_bound LR XR T 1)", "(LR * sqrt T))"),
    ("CitedGaps.v", "UCBVI_gap", "2 * X ^ 2", "2 * X ^ 3"),
    ("Diameter.v", "diameter_L", "INR (l - h) / INR L <=", "1 <="),
    ("Diameter.v", "diameter_L", "u != v ->", "u != v \\/ u = v ->"),
    ("Diameter.v", "UCRL2_gap", "K * INR 2 < D", "D < K * INR 2"),
    ("Estimates.v", "eq_11", "* Lam / 2 <", "* Lam <"),
    ("Estimates.v", "eq_17_order", "(2 * b", "(1 * b"),
    ("EveryStep.v", "mirror_descent_exists", "closed_set L (K t)", "True"),
    ("EveryStep.v", "mirror_descent_exists", "+ eta * (", "+ eta * eta * ("),
    ("EveryStep.v", "o_reps_bandit_exists", "seen_same l l' hist ->", ""),
    ("EveryStep.v", "o_reps_full_exists", "2 * INR L * sqrt", "INR L * sqrt"),
    ("EveryStep.v", "step_exists", "closed_set K ->", ""),
    ("ExactMultipliers.v", "convex_program_exact", "0 < eps h x a", "0 <= eps h x a"),
    ("ExactMultipliers.v", "convex_program_exact", "= step_obj", "= 2 * step_obj"),
    ("EveryRound.v", "adversarial_steps", "INR #|A| * ", ""),
    ("EveryRound.v", "updates_fewer", "(size w).-1", "(size w).-2"),
    ("EveryRound.v", "updates_fewer_VI", "3004 <= T", "3003 <= T"),
    ("library/GeneralLaws.v", "uniform01_step", "then 1 else 0) t", "then 1 else 0) (t / 2)"),
    ("GoodEvents.v", "lemma_2", "1 - delta", "1"),
    ("GoodEvents.v", "lemma_3", "1 - 2 * delta", "1 - delta / 2"),
    ("Layering.v", "remark_1", "(L - 1) * #|St|", "L * #|St|"),
    ("MovingSets.v", "accurate_false", "0 < Pr", "1 < Pr"),
    ("MovingSets.v", "hope_false", "Lam < 16", "Lam < 60"),
    ("MovingSets.v", "hope_mostly", "99 / 100", "999 / 1000"),
    ("MainResults.v", "theorem_4_paper", "1 - 5 * delta", "1 - 4 * delta"),
    ("Bandit.v", "o_reps_bandit", "2 * sqrt (INR L", "sqrt (INR L"),
    ("Bandit.v", "o_reps_bandit", "same_occ L (q3 x0 P (f hist)) (qh hist)", "in_QP L P (qh hist)"),
    ("Budgets.v", "theorem_4_budgets", "4 * kr ^ 2", "5 * kr ^ 2"),
    ("ConstantThree.v", "theorem_4_three", "1 - delta", "1 - delta / 2"),
    ("MirrorDescent.v", "mirror_descent", "+ eta * (", "+ eta * eta * ("),
    ("MirrorDescent.v", "mirror_descent", "forall t, convex_set (K t)", "forall t : nat, True"),
    ("MirrorDescent.v", "o_reps_full", "2 * INR L * sqrt", "INR L * sqrt"),
    ("MirrorDescent.v", "sets_convex", "is_trans P -> in_conf L Pbar eps P ->", "is_trans P ->"),
    ("AdversarialRuns.v", "uc_o_reps_exists", "(2 + sqrt 2)", "(1 + sqrt 2)"),
    ("AdversarialRuns.v", "uc_o_reps_exists", "1 - delta <=", "1 - delta / 2 <="),
    ("AdversarialLosses.v", "uc_o_reps", "(2 + sqrt 2)", "(1 + sqrt 2)"),
    ("AdversarialLosses.v", "uc_o_reps", "1 - delta <=", "1 - delta / 2 <="),
    ("AdversarialLosses.v", "uc_o_reps", "INR L ^ 2) / INR T)", "INR L ^ 2))"),
    (
        "AdversarialLosses.v",
        "uc_o_reps_from_steps",
        "inner_occ p ->",
        "inner_occ p -> allowed_occ x0 Lam st hist p ->",
    ),
    ("AdversarialLosses.v", "uc_o_reps_good", "~~ bad_P x0 P T (epsn Lam) v", "true"),
    ("AdversarialLosses.v", "uc_o_reps_layered", "0 < eta ->", ""),
    ("AdversarialLosses.v", "uc_o_reps_layered", "INR (L - h.+1)", "INR (L - h.+2)"),
    ("AdversarialLosses.v", "uc_o_reps_one_state", "(2 + sqrt 2)", "2"),
    ("AdversarialLosses.v", "uc_o_reps_rewards", "= 1 - r P rho rv x a", "= r P rho rv x a"),
    ("AdversarialLosses.v", "uc_o_reps_runs", "/ 2 <= Lam", "0 <= Lam"),
    ("AdversarialLosses.v", "unknown_path", "((1 < L)%N -> ~~ bad_unknown v)", "True"),
    ("BestConstant.v", "theorem_4_best", "(7 + 3 * sqrt 2)", "(6 + 3 * sqrt 2)"),
    ("BestConstant.v", "theorem_4_deterministic", "(6 + 3 * sqrt 2)", "(5 + 3 * sqrt 2)"),
    ("BestConstant.v", "theorem_4_best_every", "(1 + 6 * sqrt 2)", "(6 * sqrt 2)"),
    ("EveryRate.v", "theorem_4_every_rate", "(7 / 9)", "1"),
    ("EveryRate.v", "theorem_4_every_less", "9 / 16", "1 / 2"),
    ("FailureByLayers.v", "theorem_4_failure", "(2 ^ #|S h.+1| - 2)", "(2 ^ #|S h.+1| - 3)"),
    ("FailureByLayers.v", "theorem_4_failure_VI", "10 ^ 15", "10 ^ 16"),
    ("FailureByLayers.v", "theorem_4_three_VI", "3 / 10 ^ 31", "2 / 10 ^ 31"),
    ("LeastConstant.v", "budgets_need", "281 / 100", "282 / 100"),
    ("PaperSize.v", "theorem_4_VI", "307541", "307540"),
    ("PigeonholeCells.v", "display_B2_every", "3 * sqrt", "2 * sqrt"),
    ("PigeonholeCells.v", "display_B3_every", "3 *", "2 *"),
    ("PigeonholeCells.v", "display_B3_1", "3 * sqrt (INR (N_last n 1)) < pigeon", "1 < pigeon"),
    ("PigeonholeCells.v", "pigeonhole_printed_63", "3 * sqrt", "4 * sqrt"),
    ("PigeonholeCells.v", "total_doubling_false", "= 2", "= 3"),
    ("Readings.v", "conf_set_x_L", "= 1 /", "= 2 /"),
    ("Readings.v", "line_19_nothing", "0 < mu", "1 / 99 < mu"),
    ("Readings.v", "prop_2_nothing", "marg q_v u2 b) = 0", "marg q_v u2 b) = 1"),
    ("Readings.v", "x_L_restarts", "INR L + 1", "INR L + 2"),
    ("ProgramSize.v", "LP1_size", "(X S L - 2)", "(X S L - 1)"),
    ("RewardForms.v", "theorem_4_laws", "1 - delta", "1 - delta / 2"),
    (
        "Regularisation.v",
        "convex_program",
        "<= dual_value beta s + e",
        "<= 2 * dual_value beta s + e",
    ),
    ("Regularisation.v", "convex_program", "X S L - 2", "X S L - 1"),
    ("Regularisation.v", "greedy_without_regularisation", "finite_KL L q p ->", ""),
    ("RepairedForms.v", "updates_states", "(X S L - 1)", "(X S L - 2)"),
    ("SmallStatements.v", "operations_false", "INR L * INR T", "INR L * ln (INR T)"),
    ("library/Supermartingales.v", "expected_minus_seen", "<= delta", "<= delta / 2"),
    ("Supermartingale.v", "lemma_11_no_root_T", "2 * sqrt (INR L", "sqrt (INR L"),
    ("library/Supermartingales.v", "line_crossing", "exp (- a)", "exp (- 2 * a)"),
    ("library/Supermartingales.v", "ville", "<= M [::]", "<= M [::] / 2"),
    ("StepsExist.v", "mirror_descent_runs", "= / INR #|A|", "= 2 * / INR #|A|"),
    ("Theorem4.v", "theorem_4", "(2 + sqrt 2)", "(1 + sqrt 2)"),
    ("Theorem4.v", "theorem_4_every", "2 * sqrt 2", "2 * 1"),
    ("Theorem4.v", "theorem_4_rate", "delta ^ 2", "delta ^ 3"),
    ("Trigger.v", "line_12", "<= maxn 1 (cnt (mkp x a) (start w))", "<= cnt (mkp x a) (start w)"),
    ("Trigger.v", "updates_le", "INR #|A| * ", ""),
    ("Visits.v", "pigeonhole_repaired", "(1 + sqrt 2)", "sqrt 2"),
    ("WorstTies.v", "constant_needs_one", "c < 1", "c < 2"),
]


FILES = list(dict.fromkeys(planted[0] for planted in PLANTED))


def say(word: str) -> str:
    return f'Goal True. idtac "{MARK} {word}". Abort.\n'


def tried(source: str, planted: list[tuple[str, str, str]]) -> str:
    """The file up to the last theorem that is changed; before each of them its stronger statements,
    each with the theorem's own proof."""
    blocks = []
    for k, (theorem, old, new) in enumerate(planted):
        begin = re.search(rf"^Theorem {theorem}\b", source, re.MULTILINE)
        assert begin
        proof = source.index("Proof.", begin.start())
        end = source.index("Qed.", proof) + len("Qed.")
        statement = source[begin.start() : proof]
        assert old in statement
        stronger = statement.replace(old, new).replace(theorem, f"planted_{k}", 1)
        block = [say(f"begins {k}"), stronger]
        block += [f'\nidtac "{MARK} stated {k}".\n', source[proof:end], "\nAbort All.\n"]
        blocks.append((begin.start(), "".join([*block, say(f"ends {k}")])))
    text, at = ["Set Silent.\n"], 0
    for begin_at, block_text in sorted(blocks):
        text += [source[at:begin_at], "\n", block_text]
        at = begin_at
    last = source.index("Qed.", at) + len("Qed.")
    return "".join([*text, source[at:last], "\n", say("whole")])


def answers(built: Path, file: str, planted: list[tuple[str, str, str]]) -> list[str]:
    """What coqtop says to each planted proof. The rest of the file must pass without an error, and
    every planted statement must be one."""
    words = (built / "_CoqProject").read_text(encoding="utf-8").split()
    options = [*record.COQC_OPTIONS, *(w for w in words if not w.endswith(".v"))]
    text = tried((built / file).read_text(encoding="utf-8"), planted)
    done = subprocess.run(
        ["coqtop", *options],
        cwd=built,
        input=text,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    before, *parts = re.split(rf'(?<!"){MARK} ', done.stdout)
    said = {part.partition("\n")[0]: part.partition("\n")[2] for part in parts}
    stated = {f"stated {k}": said.pop(f"stated {k}", None) for k in range(len(planted))}
    assert None not in stated.values(), f"no statement: {done.stdout[-2000:]}"
    assert "whole" in said
    for text in (before, *said.values()):
        assert "Error" not in text, text[:2000]
    return [text or "" for text in stated.values()]


@needs_coq
@pytest.mark.parametrize("file", FILES)
def test_a_stronger_statement_is_not_proved(built: Path, file: str) -> None:
    planted = [(theorem, old, new) for f, theorem, old, new in PLANTED if f == file]
    for (theorem, *_), said in zip(planted, answers(built, file, planted), strict=True):
        assert "Error" in said, f"{theorem}: the stronger statement is proved"
        assert "Timeout" not in said


@needs_coq
def test_the_statement_itself_is_proved(built: Path) -> None:
    """What is not made stronger is no planted fault."""
    (said,) = answers(built, "AppendixB.v", [("lemma_12", "5 * sqrt", "5 * sqrt")])
    assert "Error" not in said
