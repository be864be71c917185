(* Lemma 9 (lem:occ-term-2) and (26) for P_i completed by its own estimates: P_bar_i at visited pairs, uniform rows at the
   others (`by_estimates`, R-4). *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents
  UCRLLP.model.Setting UCRLLP.paper.Visits UCRLLP.paper.AppendixA UCRLLP.paper.RepairedForms.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section ByEstimates.
Import Letters.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [qhat : seq E -> occ S A].
Hypotheses (Lam_ge : ln (TXA / delta) <= Lam) (Hst : schedule x0 st) (Hlearn : learner x0 rv f st Lam qhat).
Notation comp := (by_estimates x0 st).
Notation P_i := (P_ qhat comp).

Lemma twice hist h (x : S h) a y : P_ qhat P_i hist x a y = P_i hist x a y.
Proof.
by rewrite /P_ /Phat; case: Req_EM_T => // _ /=; case: (h < L)%N.
Qed.
Lemma xi_twice hist h (x : S h) a : xi_ P qhat P_i hist x a = xi_ P qhat comp hist x a.
Proof. by apply: eq_bigr => y _; rewrite twice. Qed.

(* (26) (eq:26), with the estimates as completion *)
Theorem eq_26_by_estimates hist : in_conf L (Pbar x0 (st hist)) (@eps S A Z x0 L Lam (st hist)) P ->
  forall h (x : S h) a, (h < L)%N -> xi_ P qhat comp hist x a <= 2 * eps x0 Lam (st hist) x a.
Proof.
move=> hc h x a hL; rewrite -xi_twice; apply: (eq_26 (learner_plays Hlearn) (comp := P_i)) => // hist' _.
by have [_] := P_i_by_estimates Lam_ge Hlearn hist'.
Qed.

(* Lemma 9 (lem:occ-term-2), with the estimates as completion *)
Theorem lemma_9_by_estimates : 1 - 2 * delta <= Prl (K x0 P rho f) T [::] (fun v => Rleb (sum_q_xi x0 P f qhat comp v)
    (6 * (INR L * INR X) * sqrt (2 * INR T * INR #|A| * Lam) +
      2 * (INR L * INR X) * sqrt (2 * INR T * ln (INR L / delta)))) /\
  6 * (INR L * INR X) * sqrt (2 * INR T * INR #|A| * Lam) +
    2 * (INR L * INR X) * sqrt (2 * INR T * ln (INR L / delta)) <=
  12 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam).
Proof.
have Hc hist : is_trans (P_i hist) by have [] := P_i_by_estimates Lam_ge Hlearn hist.
have Hin hist : in_conf L (Pbar x0 (st hist)) (@eps S A Z x0 L Lam (st hist)) P ->
    in_conf L (Pbar x0 (st hist)) (@eps S A Z x0 L Lam (st hist)) (P_i hist).
  by move=> _; have [_] := P_i_by_estimates Lam_ge Hlearn hist.
have [H1 H2] := lemma_9 Lam_ge Hst Hlearn Hc Hin; split=> //.
have KD hist : is_exp (K x0 P rho f hist) := K_exp x0 HP Hrho (fun w => (Hlearn w).1) hist.
apply: Rle_trans H1 _; apply: (Prl_imp KD) => v _; rewrite (_ : sum_q_xi x0 P f qhat comp v = sum_q_xi x0 P f qhat P_i v) //.
apply: eq_hsum => hist _; apply: eq_bigr => h _; apply: eq_bigr => s _; apply: eq_bigr => x _.
by apply: eq_bigr => a _; rewrite xi_twice.
Qed.
End ByEstimates.
