(* Section I-A: steps of mirror descent exist where every layer has one state: they are exponential weights.  So runs of it,
   over which systems/MirrorDescent.v bounds the regret, exist for all losses. *)
Require Import Previsions.Sums Previsions.NatLia Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm
  Previsions.BallOptimum UCRLLP.model.BackwardInduction UCRLLP.model.Learner UCRLLP.paper.Propositions UCRLLP.paper.LinearProgram
  UCRLLP.paper.ProgramSize Previsions.OnlineMirrorDescent UCRLLP.systems.MirrorDescent UCRLLP.systems.Regularisation.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section OneState.
Variables (A : finType) (a0 : A) (L : nat).
Let S (h : nat) := [finite unit].
Definition sure_trans : trans S A := fun h x a y => 1.
Implicit Types (q p : occ S A) (c : reward S A).

Let one (F : unit -> R) : \rsum_x F x = F tt. Proof. by rewrite (big_pred1 tt) //; case. Qed.

Lemma sure_is_trans : is_trans sure_trans.
Proof. by move=> h x a; split=> [y|]; [rewrite /sure_trans; lra | rewrite one]. Qed.

Definition mass c p h := \rsum_a (p h tt a tt * exp (- c h tt a)).
Definition weights c p : occ S A := fun h x a y => p h tt a tt * exp (- c h tt a) / mass c p h.

Section Step.
Unset Implicit Arguments.
Variables (c : reward S A) (p : occ S A).
Set Implicit Arguments.
Hypothesis p0 : forall h a, (h < L)%N -> 0 < p h tt a tt.

Lemma mass_gt0 h : (h < L)%N -> 0 < mass c p h.
Proof.
move=> hL; rewrite /mass (bigD1 a0) //=; have e0 a : 0 < p h tt a tt * exp (- c h tt a).
  by apply: Rmult_lt_0_compat; [exact: p0 | exact: exp_pos].
have : 0 <= \rsum_(a | a != a0) (p h tt a tt * exp (- c h tt a)) by apply: rsum_ge0 => a _; exact: Rlt_le.
by have := e0 a0; lra.
Qed.

Lemma weights_gt0 h a : (h < L)%N -> 0 < @weights c p h tt a tt.
Proof.
move=> hL; apply: Rmult_lt_0_compat; last exact/Rinv_0_lt_compat/mass_gt0.
by apply: Rmult_lt_0_compat; [exact: p0 | exact: exp_pos].
Qed.

Lemma weights_sum h : (h < L)%N -> \rsum_a @weights c p h tt a tt = 1.
Proof. by move=> hL; rewrite /weights /Rdiv rsumZr -/(mass c p h) Rinv_r //; have := mass_gt0 hL; lra. Qed.

Lemma weights_in : in_QP L sure_trans (weights c p).
Proof.
split; [split=> [h [] a [] hL|h hL|h [] hL] | move=> h [] a [] hL].
- exact/Rlt_le/weights_gt0.
- by rewrite one -[RHS](weights_sum hL); apply: eq_bigr => a _; rewrite one.
- rewrite one (weights_sum (ltnW hL)) -(weights_sum hL); apply: eq_bigr => a _; by rewrite one.
by rewrite one /sure_trans Rmult_1_l.
Qed.

Lemma objective_layers q : in_Q L q -> inner L q c + KL L q p =
  \rsum_(h < L) (\rsum_a (q h tt a tt * (ln (q h tt a tt) - (ln (p h tt a tt) - c h tt a))) + (\rsum_a p h tt a tt - 1)).
Proof.
move=> [q0 ones _]; rewrite /inner /KL -rsumD; apply: eq_bigr => h _; have hL := ltn_ord h.
rewrite !one -rsumD -(ones h hL) one -rsumB -rsumD; apply: eq_bigr => a _; rewrite /marg !one /kl_term.
case: (q0 h tt a tt hL) => [qp|<-]; last by ring.
rewrite /Rdiv ln_mult //; last exact/Rinv_0_lt_compat/p0.
by rewrite ln_Rinv; [ring | exact: p0].
Qed.

Lemma weights_step : kl_step L (in_QP L sure_trans) c p (weights c p).
Proof.
split; first exact: weights_in.
  by move=> h [] a [] hL z; have := p0 a hL; rewrite z => /Rlt_irrefl.
move=> q [HQ _] _; rewrite (objective_layers weights_in.1) (objective_layers HQ).
apply: le_rsum => h _; have hL := ltn_ord h; apply: Rplus_le_compat_r.
have E : \rsum_a exp (ln (p h tt a tt) - c h tt a) = mass c p h.
  by apply: eq_bigr => a _; rewrite exp_plus exp_ln //; exact: p0.
have D : is_dist (fun a => q h tt a tt).
  have [q0 ones _] := HQ; split=> [a|]; first exact: q0.
  by rewrite -(ones h hL) one; apply: eq_bigr => a _; rewrite one.
have := gibbs (fun a => ln (p h tt a tt) - c h tt a) D; rewrite E; apply: Rle_trans; apply: Req_le.
rewrite (eq_bigr (fun a => @weights c p h tt a tt * - ln (mass c p h))) => [|a _].
  by rewrite rsumZr weights_sum // Rmult_1_l.
have m0 := mass_gt0 hL; have pp := p0 a hL; congr (_ * _).
rewrite /weights /Rdiv ln_mult; [|by apply: Rmult_lt_0_compat => //; exact: exp_pos | exact: Rinv_0_lt_compat].
by rewrite ln_mult //; [rewrite ln_exp ln_Rinv //; ring | exact: exp_pos].
Qed.
End Step.

(* the measures of that run *)
Section Descent.
Variables (l : nat -> reward S A) (eta : R).
Fixpoint descent (t : nat) : occ S A :=
  if t is t'.+1 then weights (fun h x a => eta * @l t' h x a) (descent t') else fun h x a y => / INR #|A|.
End Descent.

(* Sec. I-A, OMD (sec:I:mirror-descent), its hypotheses can be met: if every layer has one state, mirror descent over Q^P has
   a run for all losses, and this has the regret that the theorem bounds *)
Theorem mirror_descent_runs (l : nat -> reward S A) (eta : R) : exists qs : nat -> occ S A,
  [/\ forall h a, (h < L)%N -> qs 0%N h tt a tt = / INR #|A|, in_QP L sure_trans (qs 0%N),
      forall t, kl_step L (in_QP L sure_trans) (fun h x a => eta * l t h x a) (qs t) (qs t.+1)
    & forall t h a, (h < L)%N -> 0 < qs t h tt a tt].
Proof.
have n0 : 0 < INR #|A| by apply: lt_0_INR; apply/ltP/card_gt0P; exists a0.
pose qs := descent l eta.
have pos t h a : (h < L)%N -> 0 < qs t h tt a tt.
  by elim: t h a => [|t IH] h a hL; [exact: Rinv_0_lt_compat | apply: weights_gt0 => //].
exists qs; split=> //; last by move=> t; apply: weights_step => h a; exact: pos.
have sum : \rsum_(a : A) / INR #|A| = 1 by rewrite rsum_const Rinv_r //; lra.
split; [split=> [h [] a [] hL|h hL|h [] hL] | move=> h [] a [] hL].
- exact/Rlt_le/Rinv_0_lt_compat.
- by rewrite one -[RHS]sum; apply: eq_bigr => a _; rewrite one.
- by rewrite one; apply: eq_bigr => a _; rewrite one.
by rewrite one /sure_trans Rmult_1_l.
Qed.
End OneState.
