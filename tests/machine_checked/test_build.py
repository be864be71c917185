"""A build of the Coq development: the recorded statements come out, stronger ones do not."""

from __future__ import annotations

import json
import os
import re
import shutil
from contextlib import nullcontext
from pathlib import Path

import pytest

from proofs_check.__main__ import main
from proofs_check.machine_checked import build, record
from tests.machine_checked.conftest import NO_COQ, ran

SHORT = os.environ.get("UCRL_LP_LONG") != "1"
needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason=NO_COQ)

# A theorem, and a change of its statement that claims too much.
PLANTED = [
    ("AppendixA.v", "lemma_8_episode", "dist_pairs h <=", "2 * dist_pairs h <="),
    ("AppendixA.v", "eq_26", "2 * eps", "eps"),
    ("AppendixA.v", "lemma_4", "12 * LX", "11 * LX"),
    ("AppendixB.v", "lemma_12", "5 * sqrt", "3 * sqrt"),
    ("AppendixB.v", "lemma_6", "1 - 2 * delta", "1 - delta"),
    ("Concentration.v", "lemma_10", "eps ^ 2 / (2 * ", "eps ^ 2 / ("),
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
    ("GeneralLaws.v", "uniform01_step", "then 1 else 0) t", "then 1 else 0) (t / 2)"),
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
    ("AdversarialRuns.v", "uc_o_reps_exists", "schedule x0 st", "True"),
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
    ("Supermartingale.v", "expected_minus_seen", "<= delta", "<= delta / 2"),
    ("Supermartingale.v", "lemma_11_no_root_T", "2 * sqrt (INR L", "sqrt (INR L"),
    ("Supermartingale.v", "line_crossing", "exp (- a)", "exp (- 2 * a)"),
    ("Supermartingale.v", "ville", "<= M [::]", "<= M [::] / 2"),
    ("StepsExist.v", "mirror_descent_runs", "= / INR #|A|", "= 2 * / INR #|A|"),
    ("Theorem4.v", "theorem_4", "(2 + sqrt 2)", "(1 + sqrt 2)"),
    ("Theorem4.v", "theorem_4_every", "2 * sqrt 2", "2 * 1"),
    ("Theorem4.v", "theorem_4_rate", "delta ^ 2", "delta ^ 3"),
    ("Trigger.v", "line_12", "<= maxn 1 (cnt (mkp x a) (start w))", "<= cnt (mkp x a) (start w)"),
    ("Trigger.v", "updates_le", "INR #|A| * ", ""),
    ("Visits.v", "pigeonhole_repaired", "(1 + sqrt 2)", "sqrt 2"),
    ("WorstTies.v", "constant_needs_one", "c < 1", "c < 2"),
]


@needs_coq
def test_it_builds_here_as_recorded(
    built: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From what this session has compiled of the development; README's command starts from
    nothing."""
    laid_out = build.laid_out

    def compiled(folder: Path, place: Path) -> Path:
        laid_out(folder, place)
        for name in build.development(place):
            if (built / f"{name}o").is_file():
                shutil.copyfile(built / f"{name}o", place / "dev" / f"{name}o")
        return place

    monkeypatch.setattr(build, "laid_out", compiled)
    status = main(["coq", "--json", "--quiet"])
    found = json.loads(capsys.readouterr().out)
    assert (status, found["differences"]) == (0, [])
    assert found["sources"] == record.read_record().sources
    assert found["claims"] == list(record.PAIRS)


@needs_coq
@pytest.mark.parametrize(("file", "theorem", "old", "new"), PLANTED, ids=[p[1] for p in PLANTED])
def test_a_stronger_statement_does_not_build(
    built: Path, file: str, theorem: str, old: str, new: str
) -> None:
    source = (built / file).read_text(encoding="utf-8")
    begin = re.search(rf"^Theorem {theorem}\b", source, re.MULTILINE)
    assert begin
    end = source.index("Proof.", begin.start())
    statement = source[begin.start() : end]
    assert old in statement
    stronger = statement.replace(old, new)
    words = (built / "_CoqProject").read_text(encoding="utf-8").split()
    options = [*record.COQC_OPTIONS, *(w for w in words if not w.endswith(".v"))]
    changed = built / file
    try:
        changed.write_text(source[: begin.start()] + stronger + source[end:], encoding="utf-8")
        done = ran(built, "coqc", *options, file)
        # It fails, and in the proof of this theorem.
        assert done.returncode == 1
        assert "Error" in done.stderr
        line = int(re.findall(r"line (\d+), characters", done.stderr)[-1])
        first = source.count("\n", 0, begin.start()) + 1
        assert first <= line <= source.count("\n", 0, source.index("Qed.", end)) + 1
    finally:
        changed.write_text(source, encoding="utf-8")


@needs_coq
@pytest.mark.skipif(SHORT, reason="UCRL_LP_LONG=1 checks the libraries again too")
def test_coqchk_accepts_the_libraries_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coq", "--json", "--quiet", "--libraries"]) == 0
    assert json.loads(capsys.readouterr().out)["differences"] == []


@needs_coq
@pytest.mark.parametrize(
    ("planted", "answer"),
    [
        ("Theorem planted : 1 = 1. Proof. reflexivity. Qed.", ""),
        ("Theorem planted : 1 = 2. Admitted.", r"coqchk: UCRLLP\.Planted\.planted is assumed"),
        ("Unset Universe Checking. Definition U : Type@{Set} := Set.", r"Planted\.U is assumed"),
        (
            "Unset Guard Checking. Fixpoint absurd (n : nat) : False := absurd n.",
            r"Planted\.absurd is assumed",
        ),
        (
            "Unset Positivity Checking. Inductive bad := Bad (_ : bad -> False).",
            r"Planted\.bad is assumed",
        ),
    ],
    ids=["nothing", "axiom", "universe", "recursion", "positivity"],
)
def test_coqchk_names_what_is_only_assumed(tmp_path: Path, planted: str, answer: str) -> None:
    for folder in ("dev", "challenge", "solution", "expected", "verdict", "home"):
        (tmp_path / folder).mkdir()
    (tmp_path / "dev" / "_CoqProject").write_text("-Q . UCRLLP\nPlanted.v\n", encoding="utf-8")
    texts = {
        "dev/Planted.v": planted,
        "challenge/Challenge.v": "",
        "solution/Solution.v": "",
        "expected/Expected.v": "",
        "verdict/Check.v": "",
    }
    for file, text in texts.items():
        (tmp_path / file).write_text(text + "\n", encoding="utf-8")
        build._coqc(tmp_path, build._paths(tmp_path), file)
    with pytest.raises(build.BuildFailed, match=answer) if answer else nullcontext():
        build.recheck(tmp_path, lambda name: None, libraries=False)
