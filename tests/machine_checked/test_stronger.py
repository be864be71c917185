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
    ("paper/AppendixA.v", "lemma_8_episode", "dist_pairs h <=", "2 * dist_pairs h <="),
    ("paper/AppendixA.v", "eq_26", "2 * eps", "eps"),
    ("paper/AppendixA.v", "lemma_4", "12 * LX", "11 * LX"),
    ("paper/AppendixB.v", "lemma_12", "5 * sqrt", "3 * sqrt"),
    ("paper/AppendixB.v", "lemma_6", "1 - 2 * delta", "1 - delta"),
    ("paper/SmallStatements.v", "lemma_10", "eps ^ 2 / (2 * ", "eps ^ 2 / ("),
    ("paper/Branches.v", "branches_false", "12 * LX", "13 * LX"),
    ("paper/ByEstimates.v", "eq_26_by_estimates", "2 * eps", "eps"),
    ("paper/ByEstimates.v", "lemma_9_by_estimates", "1 - 2 * delta", "1 - delta"),
    ("systems/CitedBounds.v", "UCBVI_terms", "X ^ 3", "X ^ 2"),
    ("systems/CitedGaps.v", "citation_gap", "(1 - ln 2) ->", "(2 - ln 2) ->"),
    ("systems/CitedGaps.v", "effort_gap", "92520", "92500"),
    ("systems/CitedGaps.v", "performance_gap", "(4 <= k)", "(3 <= k)"),
    ("systems/CitedGaps.v", "performance_gap", "c < (1 + sqrt 2) / 2", "c <= (1 + sqrt 2) / 2"),
    ("systems/CitedGaps.v", "Q_learning_gap", "Bernstein_bound LR XR T 1)", "(LR * sqrt T))"),
    ("systems/CitedGaps.v", "UCBVI_gap", "2 * X ^ 2", "2 * X ^ 3"),
    ("systems/Diameter.v", "diameter_L", "INR (l - h) / INR L <=", "1 <="),
    ("systems/Diameter.v", "diameter_L", "u != v ->", "u != v \\/ u = v ->"),
    ("systems/Diameter.v", "UCRL2_gap", "K * INR 2 < D", "D < K * INR 2"),
    ("paper/Estimates.v", "eq_11", "* Lam / 2 <", "* Lam <"),
    ("paper/Estimates.v", "eq_17_order", "(2 * b", "(1 * b"),
    ("systems/EveryStep.v", "mirror_descent_exists", "closed_set L (K t)", "True"),
    ("systems/EveryStep.v", "mirror_descent_exists", "+ eta * (", "+ eta * eta * ("),
    ("systems/EveryStep.v", "o_reps_bandit_exists", "seen_same l l' hist ->", ""),
    ("systems/EveryStep.v", "o_reps_full_exists", "2 * INR L * sqrt", "INR L * sqrt"),
    ("systems/EveryStep.v", "step_exists", "closed_set K ->", ""),
    ("systems/ExactMultipliers.v", "convex_program_exact", "0 < eps h x a", "0 <= eps h x a"),
    ("systems/ExactMultipliers.v", "convex_program_exact", "= step_obj", "= 2 * step_obj"),
    ("systems/EveryRound.v", "adversarial_steps", "INR #|A| * ", ""),
    ("systems/EveryRound.v", "updates_fewer", "(size w).-1", "(size w).-2"),
    ("systems/EveryRound.v", "updates_fewer_VI", "3004 <= T", "3003 <= T"),
    ("library/GeneralLaws.v", "uniform01_step", "then 1 else 0) t", "then 1 else 0) (t / 2)"),
    ("paper/GoodEvents.v", "lemma_2", "1 - delta", "1"),
    ("paper/GoodEvents.v", "lemma_3", "1 - 2 * delta", "1 - delta / 2"),
    ("paper/Layering.v", "remark_1", "(L - 1) * #|St|", "L * #|St|"),
    ("paper/MovingSets.v", "accurate_false", "0 < Pr", "1 < Pr"),
    ("paper/MovingSets.v", "hope_false", "Lam < 16", "Lam < 60"),
    ("paper/MovingSets.v", "hope_mostly", "99 / 100", "999 / 1000"),
    ("paper/MainResults.v", "theorem_4_paper", "1 - 5 * delta", "1 - 4 * delta"),
    ("systems/Bandit.v", "o_reps_bandit", "2 * sqrt (INR L", "sqrt (INR L"),
    (
        "systems/Bandit.v",
        "o_reps_bandit",
        "same_occ L (q3 x0 P (f hist)) (qh hist)",
        "in_QP L P (qh hist)",
    ),
    ("sharper/Budgets.v", "theorem_4_budgets", "4 * kr ^ 2", "5 * kr ^ 2"),
    ("sharper/ConstantThree.v", "theorem_4_three", "1 - delta", "1 - delta / 2"),
    ("systems/MirrorDescent.v", "mirror_descent", "+ eta * (", "+ eta * eta * ("),
    (
        "systems/MirrorDescent.v",
        "mirror_descent",
        "forall t, convex_set (K t)",
        "forall t : nat, True",
    ),
    ("systems/MirrorDescent.v", "o_reps_full", "2 * INR L * sqrt", "INR L * sqrt"),
    (
        "systems/MirrorDescent.v",
        "sets_convex",
        "is_trans P -> in_conf L Pbar eps P ->",
        "is_trans P ->",
    ),
    ("systems/AdversarialRuns.v", "uc_o_reps_exists", "(2 + sqrt 2)", "(1 + sqrt 2)"),
    ("systems/AdversarialRuns.v", "uc_o_reps_exists", "1 - delta <=", "1 - delta / 2 <="),
    ("systems/AdversarialLosses.v", "uc_o_reps", "(2 + sqrt 2)", "(1 + sqrt 2)"),
    ("systems/AdversarialLosses.v", "uc_o_reps", "1 - delta <=", "1 - delta / 2 <="),
    ("systems/AdversarialLosses.v", "uc_o_reps", "INR L ^ 2) / INR T)", "INR L ^ 2))"),
    (
        "systems/AdversarialLosses.v",
        "uc_o_reps_from_steps",
        "inner_occ p ->",
        "inner_occ p -> allowed_occ x0 Lam st hist p ->",
    ),
    ("systems/AdversarialLosses.v", "uc_o_reps_good", "~~ bad_P x0 P T (epsn Lam) v", "true"),
    ("systems/AdversarialLosses.v", "uc_o_reps_layered", "0 < eta ->", ""),
    ("systems/AdversarialLosses.v", "uc_o_reps_layered", "INR (L - h.+1)", "INR (L - h.+2)"),
    ("systems/AdversarialLosses.v", "uc_o_reps_one_state", "(2 + sqrt 2)", "2"),
    (
        "systems/AdversarialLosses.v",
        "uc_o_reps_rewards",
        "= 1 - r P rho rv x a",
        "= r P rho rv x a",
    ),
    ("systems/AdversarialLosses.v", "uc_o_reps_runs", "/ 2 <= Lam", "0 <= Lam"),
    ("systems/AdversarialLosses.v", "unknown_path", "((1 < L)%N -> ~~ bad_unknown v)", "True"),
    ("sharper/BestConstant.v", "theorem_4_best", "(7 + 3 * sqrt 2)", "(6 + 3 * sqrt 2)"),
    ("sharper/BestConstant.v", "theorem_4_deterministic", "(6 + 3 * sqrt 2)", "(5 + 3 * sqrt 2)"),
    ("sharper/BestConstant.v", "theorem_4_best_every", "(1 + 6 * sqrt 2)", "(6 * sqrt 2)"),
    ("sharper/EveryRate.v", "theorem_4_every_rate", "(7 / 9)", "1"),
    ("sharper/EveryRate.v", "theorem_4_every_less", "9 / 16", "1 / 2"),
    (
        "sharper/FailureByLayers.v",
        "theorem_4_failure",
        "(2 ^ #|S h.+1| - 2)",
        "(2 ^ #|S h.+1| - 3)",
    ),
    ("sharper/FailureByLayers.v", "theorem_4_failure_VI", "10 ^ 15", "10 ^ 16"),
    ("sharper/FailureByLayers.v", "theorem_4_three_VI", "3 / 10 ^ 31", "2 / 10 ^ 31"),
    ("tight/LeastConstant.v", "budgets_need", "281 / 100", "282 / 100"),
    ("sharper/PaperSize.v", "theorem_4_VI", "307541", "307540"),
    ("paper/PigeonholeCells.v", "display_B2_every", "3 * sqrt", "2 * sqrt"),
    ("paper/PigeonholeCells.v", "display_B3_every", "3 *", "2 *"),
    (
        "paper/PigeonholeCells.v",
        "display_B3_1",
        "3 * sqrt (INR (N_last n 1)) < pigeon",
        "1 < pigeon",
    ),
    ("paper/PigeonholeCells.v", "pigeonhole_printed_63", "3 * sqrt", "4 * sqrt"),
    ("paper/PigeonholeCells.v", "total_doubling_false", "= 2", "= 3"),
    ("paper/Readings.v", "conf_set_x_L", "= 1 /", "= 2 /"),
    ("paper/Readings.v", "line_19_nothing", "0 < mu", "1 / 99 < mu"),
    ("paper/Readings.v", "prop_2_nothing", "marg q_v u2 b) = 0", "marg q_v u2 b) = 1"),
    ("paper/Readings.v", "x_L_restarts", "INR L + 1", "INR L + 2"),
    ("paper/ProgramSize.v", "LP1_size", "(X S L - 2)", "(X S L - 1)"),
    ("sharper/RewardForms.v", "theorem_4_laws", "1 - delta", "1 - delta / 2"),
    (
        "systems/Regularisation.v",
        "convex_program",
        "<= dual_value beta s + e",
        "<= 2 * dual_value beta s + e",
    ),
    ("systems/Regularisation.v", "convex_program", "X S L - 2", "X S L - 1"),
    ("systems/Regularisation.v", "greedy_without_regularisation", "finite_KL L q p ->", ""),
    ("paper/RepairedForms.v", "updates_states", "(X S L - 1)", "(X S L - 2)"),
    ("paper/SmallStatements.v", "operations_false", "INR L * INR T", "INR L * ln (INR T)"),
    ("library/Supermartingales.v", "expected_minus_seen", "<= delta", "<= delta / 2"),
    ("sharper/Supermartingale.v", "lemma_11_no_root_T", "2 * sqrt (INR L", "sqrt (INR L"),
    ("library/Supermartingales.v", "Pr_hit_line", "exp (- a)", "exp (- 2 * a)"),
    ("library/Supermartingales.v", "ville", "<= M [::]", "<= M [::] / 2"),
    ("systems/StepsExist.v", "mirror_descent_runs", "= / INR #|A|", "= 2 * / INR #|A|"),
    ("sharper/Theorem4.v", "theorem_4", "(2 + sqrt 2)", "(1 + sqrt 2)"),
    ("sharper/Theorem4.v", "theorem_4_every", "2 * sqrt 2", "2 * 1"),
    ("sharper/Theorem4.v", "theorem_4_rate", "delta ^ 2", "delta ^ 3"),
    (
        "paper/Trigger.v",
        "line_12",
        "<= maxn 1 (cnt (mkp x a) (start w))",
        "<= cnt (mkp x a) (start w)",
    ),
    ("paper/Trigger.v", "updates_le", "INR #|A| * ", ""),
    ("paper/Visits.v", "pigeonhole_repaired", "(1 + sqrt 2)", "sqrt 2"),
    ("tight/WorstTies.v", "constant_needs_one", "c < 1", "c < 2"),
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
    (said,) = answers(built, "paper/AppendixB.v", [("lemma_12", "5 * sqrt", "5 * sqrt")])
    assert "Error" not in said
