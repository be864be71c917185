(* Section IV: a learner exists, and the first epoch of Algorithm 1, the uniform q_1, is an optimum of LP1 at
   the empty history. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm Previsions.BallOptimum
  UCRLLP.model.BackwardInduction.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Learner.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Unset Implicit Arguments.
Variables (rv : Z -> R) (Lam : R).
Set Implicit Arguments.
Notation E := (traj S A Z L 0).

(* it depends on the history up to the start of the epoch, on Lam and on the reward of each symbol: not on P
   or rho *)
Definition optimal_policy (s : seq E) : policy S A :=
  evi_policy L (Pbar x0 s) (eps x0 Lam s) (rhat x0 rv Lam s).
Definition ucrl_lp (w : seq E) : policy S A := optimal_policy (start x0 w).

Hypothesis x0_only : forall x, x = x0.
Hypotheses (A1 : (0 < #|A|)%N) (lam : / 2 <= Lam).
Hypothesis S_gt0 : forall h, (0 < #|S h|)%N.

(* the empirical transitions are a distribution at an observed pair and 0 elsewhere, where eps >= 1 *)
Lemma estimates_ok (w : seq E) h (x : S h) a : centre_ok (Pbar x0 w x a) (eps x0 Lam w x a).
Proof.
have n1p := n1_ge1 x0 w x a.
have sum1 : \rsum_y Pbar x0 w x a y = INR (cnt x0 (mkp x a) w) / n1 x0 w x a.
  rewrite /Pbar /Rdiv rsumZr exchange_big; congr (_ * _).
  rewrite /cnt -sum_vis; apply: eq_bigr => e _.
  by rewrite Rmult_1_r -(visit3_sum x0 x a e).
have p0 y : 0 <= Pbar x0 w x a y.
  apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat; lra.
  by apply: rsum_ge0 => e _; exact: ind_ge0.
case E0 : (cnt x0 (mkp x a) w) => [|n]; [right | left].
  split=> [y|]; first by move: sum1; rewrite E0 /= /Rdiv Rmult_0_l (bigD1 y) //= => Hs;
    have := p0 y; have : 0 <= \rsum_(i | i != y) Pbar x0 w x a i by [apply: rsum_ge0]; lra.
  rewrite /eps /n1 E0 -sqrt_1; apply: sqrt_le_1_alt.
  have := leq_INR (S_gt0 h.+1); rewrite [INR (maxn 1 0)]/= => d1.
  by rewrite /Rdiv Rinv_1 Rmult_1_r; nra.
split; last exact: sqrt_pos.
split=> //; rewrite sum1 /n1 E0 (maxn_idPr _) // /Rdiv Rinv_r //.
by have := pos_INR n; rewrite S_INR; lra.
Qed.

Theorem ucrl_lp_policy w : is_policy (optimal_policy w).
Proof. by move=> h x; have /card_gt0P[a _] := A1; apply: evi_is_policy. Qed.

Definition optimal_q (s : seq E) : occ S A :=
  q3 x0 (evi_trans L (Pbar x0 s) (eps x0 Lam s) (rhat x0 rv Lam s)) (optimal_policy s).

Theorem optimal_policy_plays w : optimal_play x0 rv Lam w (optimal_q w) (optimal_policy w).
Proof.
have /card_gt0P[a _] := A1.
exact: (evi_opt L (rhat x0 rv Lam w) x0_only a
  (fun h => enum_val (Ordinal (S_gt0 h))) (@estimates_ok w)).
Qed.

(* there is a learner as the theorems want it, for any epoch rule *)
Theorem learner_exists st :
  learner x0 rv (fun w => optimal_policy (st w)) st Lam (fun w => optimal_q (st w)).
Proof. by move=> w; split; [exact: ucrl_lp_policy | exact: optimal_policy_plays]. Qed.
End Learner.

(* every point of the polytope has mass 1 in each layer *)
Lemma layer_mass (S : nat -> finType) (A : finType) L (Pbar : trans S A) eps q h :
  polytope L Pbar eps q -> (h < L)%N -> \rsum_(x : S h) \rsum_a marg q x a = 1.
Proof.
move=> [_ H1 flow _]; elim: h => [//|h IH] hL; rewrite -(IH (ltnW hL)).
rewrite (eq_bigr (fun y => \rsum_(x : S h) \rsum_a q h x a y)) => [|y _]; last exact: flow.
by rewrite exchange_big; apply: eq_bigr => x _; rewrite exchange_big.
Qed.

Section FirstEpoch.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Variables (rv : Z -> R) (Lam : R).
Hypotheses (A1 : (0 < #|A|)%N) (lam : / 2 <= Lam).
Hypothesis S_gt0 : forall h, (0 < #|S h|)%N.
Notation w0 := ([::] : seq (traj S A Z L 0)).
Definition q_1 : occ S A := fun h x a y => / (INR #|S h| * INR #|A| * INR #|S h.+1|).
Definition uniform_policy : policy S A := fun h x a => / INR #|A|.

Let c0 h : 0 < INR #|S h|. Proof. by apply: lt_0_INR; apply/ltP. Qed.
Let a0 : 0 < INR #|A|. Proof. by apply: lt_0_INR; apply/ltP. Qed.

Lemma marg_q1 h (x : S h) a : marg q_1 x a = / (INR #|S h| * INR #|A|).
Proof. by rewrite /marg /q_1 rsum_const; have u := c0 h; have v := c0 h.+1; field; repeat split; lra. Qed.

Lemma Pbar0 h (x : S h) a y : Pbar x0 w0 x a y = 0.
Proof. by rewrite /Pbar big_nil /Rdiv Rmult_0_l. Qed.

Lemma eps0 h (x : S h) a : 1 <= eps x0 Lam w0 x a.
Proof.
case: (estimates_ok x0 lam S_gt0 w0 x a) => [[[_ D] _]|[]] //.
by exfalso; move: D; rewrite big1 => [|y _]; [lra | exact: Pbar0].
Qed.

Lemma rhat0 h (x : S h) a : rhat x0 rv Lam w0 x a = 1.
Proof.
rewrite /rhat Rmin_left //.
have -> : rbar x0 rv w0 x a = 0 by rewrite /rbar big_nil /Rdiv Rmult_0_l.
rewrite Rplus_0_l /b /n1 [INR _]/= -{1}sqrt_1; apply: sqrt_le_1_alt.
by rewrite /Rdiv Rinv_1 Rmult_1_r; lra.
Qed.

Lemma q1_polytope : polytope L (Pbar x0 w0) (@eps S A Z x0 L Lam w0) q_1.
Proof.
have q0 h (x : S h) a (y : S h.+1) : 0 <= q_1 x a y.
  apply/Rlt_le/Rinv_0_lt_compat; apply: Rmult_lt_0_compat => //; exact: Rmult_lt_0_compat.
split; first by move=> h x a y _; exact: q0.
- rewrite (eq_bigr (fun=> INR #|A| * / (INR #|S 0%N| * INR #|A|))) => [|x _]; last first.
    by rewrite -rsum_const; apply: eq_bigr => a _; exact: marg_q1.
  by rewrite rsum_const; have u := c0 0; field; lra.
- move=> h y _; rewrite (eq_bigr (fun=> / (INR #|S h.+1| * INR #|A|))) => [|a _]; last exact: marg_q1.
  rewrite rsum_const /q_1 (eq_bigr (fun=> INR #|A| * / (INR #|S h| * INR #|A| * INR #|S h.+1|))).
    by rewrite rsum_const; have u := c0 h; have v := c0 h.+1; field; repeat split; lra.
  by move=> x _; rewrite rsum_const.
exists q_1; split=> [h x a y _|h x a _].
  by rewrite Pbar0 Rmult_0_l Rminus_0_r Rabs_pos_eq //; exact: Rle_refl.
rewrite -/(marg q_1 x a) -[X in X <= _]Rmult_1_l; apply: Rmult_le_compat_r; last exact: eps0.
by apply: rsum_ge0 => y _; exact: q0.
Qed.

Lemma inner_rhat0 q : polytope L (Pbar x0 w0) (@eps S A Z x0 L Lam w0) q ->
  inner L q (rhat x0 rv Lam w0) = INR L.
Proof.
move=> Hq; rewrite -[RHS]Rmult_1_r -rsum_ord_const; apply: eq_bigr => h _.
rewrite -(layer_mass Hq (ltn_ord h)); apply: eq_bigr => x _; apply: eq_bigr => a _.
by rewrite rhat0 Rmult_1_r.
Qed.

(* Alg. 1 l. 6 (alg:main/6): the uniform q_hat_1 solves LP1 before the first episode, and induces the uniform policy *)
Theorem first_epoch :
  LP1_opt L (Pbar x0 w0) (@eps S A Z x0 L Lam w0) (rhat x0 rv Lam w0) q_1 /\
  plays L q_1 uniform_policy.
Proof.
split.
  split; first exact: q1_polytope.
  move=> q Hq; rewrite (inner_rhat0 Hq) (inner_rhat0 q1_polytope); exact: Rle_refl.
move=> h x a _; rewrite (eq_bigr (fun=> / (INR #|S h| * INR #|A|))) => [|b _]; last exact: marg_q1.
by rewrite rsum_const marg_q1 /uniform_policy; have u := c0 h; field; lra.
Qed.
End FirstEpoch.
