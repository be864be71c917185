(* Section I-A: UC-O-REPS exists in every MDP and for all losses, and has its regret: the steps of systems/AdversarialLosses.v are
   those of systems/EveryStep.v. *)
Require Import Previsions.Sums Previsions.Probability UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures
  UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.GoodEvents UCRLLP.model.Setting UCRLLP.model.Learner UCRLLP.paper.Propositions
  UCRLLP.paper.LinearProgram Previsions.OnlineMirrorDescent UCRLLP.systems.MirrorDescent Previsions.MirrorSteps
  UCRLLP.systems.EveryStep UCRLLP.systems.AdversarialLosses.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Runs.
Import Letters.
Context [M : setting].
Unset Implicit Arguments.
Variables (Lam : R) (st : seq E -> seq E) (l : seq E -> reward S A).
Set Implicit Arguments.
Hypotheses (Lam_ge : ln (TXA / delta) <= Lam) (Hst : schedule x0 st).
Hypothesis l01 : forall hist h (x : S h) a, 0 <= l hist h x a <= 1.

(* Sec. I-A, UOB-REPS (sec:I:uob-reps), UC-O-REPS: no hypothesis on the steps is left, in no MDP *)
Theorem uc_o_reps_exists (eta := sqrt (ln (INR X ^ 2 * INR #|A| / INR L ^ 2) / INR T)) :
  exists (f : seq E -> policy S A) (qhat : seq E -> occ S A), uc_o_reps_learner x0 Lam eta st l f qhat /\
  forall pistar : seq E -> policy S A, (forall v, is_policy (pistar v)) ->
  1 - delta <= Prl (K x0 P rho f) T [::] (fun v => Rleb
    (hsum (fun hist _ => inner L (q3 x0 P (f hist)) (l hist) - inner L (q3 x0 P (pistar v)) (l hist)) v)
    ((2 + sqrt 2) * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof.
have S1 h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.
have lam : / 2 <= Lam by exact: (Lam_half x0 T1 delta01 A1 L1 SL Lam_ge).
have [f [qhat H]] : exists (f : seq E -> policy S A) (qhat : seq E -> occ S A), uc_o_reps_learner x0 Lam eta st l f qhat.
  apply: (uc_o_reps_from_steps eta l x0_only L1 S1 A1 lam
    (step := fun hist c p => kl_argmin L (allowed_occ x0 Lam st hist) c p)) => hist c p p0.
  have [cv nn _] := allowed_sets st x0_only L1 S1 A1 lam hist.
  have [i Hi i0] := inner_allowed st x0_only L1 S1 A1 lam hist.
  apply: step_exists => //.
  - exact: (in_QPi_closed x0_only L1 S1 A1 (estimates_ok x0 lam S1 (st hist))).
  - by move=> h x a y hL; exact/Rlt_le/p0.
  by exists i => // h x a y hL E0; have := p0 h x a y hL; rewrite E0 => /Rlt_irrefl.
exists f, qhat; split=> // pistar Hpi; exact: (uc_o_reps Lam_ge Hst l01 H Hpi erefl).
Qed.
End Runs.
