(* The sharper Theorem 4, inside one episode.  A clipped recursion U bounds the gap between the optimistic and
   the true value; what each step takes off U is a martingale difference of range (L-s), then (L-s-1). *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* <p - p', v> for v in [0, M]: at most M ||p - p'||_1 / 2, and at most M *)
Lemma half_norm (T : finType) (p p' v : T -> R) M d : is_dist p -> is_dist p' -> 0 <= M ->
  (forall i, 0 <= v i <= M) -> \rsum_i Rabs (p i - p' i) <= 2 * d ->
  \rsum_i ((p i - p' i) * v i) <= M * Rmin 1 d.
Proof.
move=> [p0 p1] [p0' p1'] M0 vM pd.
have A : \rsum_i ((p i - p' i) * v i) <= M * d.
  have -> : \rsum_i ((p i - p' i) * v i) = \rsum_i ((p i - p' i) * (v i - M / 2)).
    rewrite -[LHS]Rminus_0_r -[X in _ - X](Rmult_0_l (M / 2)).
    rewrite (_ : 0 = \rsum_i (p i - p' i)); last by rewrite rsumB p1 p1'; lra.
    by rewrite -rsumZr -rsumB; apply: eq_bigr => i _; ring.
  apply: (@Rle_trans _ (\rsum_i (Rabs (p i - p' i) * (M / 2)))).
    apply: le_rsum => i _; apply: Rle_trans (Rle_abs _) _; rewrite Rabs_mult.
    apply: Rmult_le_compat_l; first exact: Rabs_pos.
    have := vM i; rewrite /Rabs; case: Rcase_abs; lra.
  by rewrite rsumZr; nra.
have B : \rsum_i ((p i - p' i) * v i) <= M * 1.
  rewrite -p1 -rsumZ; apply: le_rsum => i _; have := vM i; have := p0 i; have := p0' i; nra.
rewrite /Rmin; case: Rle_dec => _; lra.
Qed.

Section Clipped.
Variables (S : nat -> finType) (A : finType) (Z : Type) (L : nat).
Unset Implicit Arguments.
Variables (P : trans S A) (rho : rlaw S A Z) (pi : policy S A) (w : forall h, S h -> A -> R).
Set Implicit Arguments.
Hypotheses (HP : is_trans P) (Hrho : is_rlaw rho) (Hpi : is_policy pi).
Hypothesis w0 : forall h (x : S h) a, 0 <= w h x a.

(* k steps after this one *)
Definition clip k h (x : S h) a (u : S h.+1 -> R) := Rmin (INR k.+1) (w h x a + \rsum_y (P h x a y * u y)).
Fixpoint U k h (x : S h) : R :=
  if k is k'.+1 then \rsum_a (pi h x a * clip k' x a (@U k' h.+1)) else 0.

(* --- 0 <= U <= the number of steps to go *)
Lemma clip_range k h (x : S h) a u : (forall y, 0 <= u y) -> 0 <= clip k x a u <= INR k.+1.
Proof.
move=> u0; split; last exact: Rmin_l.
apply: Rmin_glb; first exact: pos_INR.
apply: Rplus_le_le_0_compat; first exact: w0.
by apply: rsum_ge0 => y _; apply: Rmult_le_pos; [exact: (HP x a).1 | exact: u0].
Qed.

Lemma U_range k h (x : S h) : 0 <= U k x <= INR k.
Proof.
elim: k h x => [|k IH] h x; first by rewrite /=; lra.
have c a : 0 <= clip k x a (@U k h.+1) <= INR k.+1.
  by apply: clip_range => y; have [] := IH h.+1 y.
rewrite [U _ _]/=; split.
  by apply: rsum_ge0 => a _; apply: Rmult_le_pos; [exact: (Hpi x).1 | have [] := c a].
rewrite -[X in _ <= X]Rmult_1_l -(Hpi x).2 -rsumZr; apply: le_rsum => a _.
by apply: Rmult_le_compat_l; [exact: (Hpi x).1 | have [] := c a].
Qed.

(* --- the gap between an optimistic and the true value, if w pays for one step of it *)
Section Gap.
Unset Implicit Arguments.
Variables (P' : trans S A) (r r' : reward S A).
Set Implicit Arguments.
Hypothesis HP' : is_trans P'.
Hypotheses (r01 : forall h (x : S h) a, 0 <= r h x a <= 1) (r'01 : forall h (x : S h) a, 0 <= r' h x a <= 1).
Hypothesis pays : forall h (x : S h) a, (h < L)%N ->
  (r' h x a - r h x a) + \rsum_y ((P' h x a y - P h x a y) * V P' pi r' (L - h.+1) y) <= w h x a.

Theorem U_dominates k h (x : S h) : (k + h)%N = L -> V P' pi r' k x - V P pi r k x <= U k x.
Proof.
elim: k h x => [|k IH] h x kh; first by rewrite /=; lra.
have hL : (h < L)%N by rewrite -kh addSn ltnS leq_addl.
have kE : (L - h.+1)%N = k by rewrite -kh addSnnS addnK.
rewrite /= -rsumB; apply: le_rsum => a _; rewrite -Rmult_minus_distr_l.
apply: Rmult_le_compat_l; first exact: (Hpi x).1.
set v' := \rsum_y (P' h x a y * _); set v := \rsum_y (P h x a y * _).
have v'b : 0 <= v' <= INR k.
  split; first by apply: rsum_ge0 => y _; apply: Rmult_le_pos; [exact: (HP' x a).1 |
    have [] := V_bound k y HP' Hpi r'01].
  rewrite -[X in _ <= X]Rmult_1_l -(HP' x a).2 -rsumZr; apply: le_rsum => y _.
  by apply: Rmult_le_compat_l; [exact: (HP' x a).1 | have [] := V_bound k y HP' Hpi r'01].
have v0 : 0 <= v.
  by apply: rsum_ge0 => y _; apply: Rmult_le_pos; [exact: (HP x a).1 |
    have [] := V_bound k y HP Hpi r01].
apply: Rmin_glb; first by rewrite S_INR; have := r01 x a; have := r'01 x a; lra.
have pay := pays x a hL; rewrite kE in pay.
have D : v' - v = \rsum_y ((P' h x a y - P h x a y) * V P' pi r' k y) +
    \rsum_y (P h x a y * (V P' pi r' k y - V P pi r k y)).
  by rewrite -rsumB -rsumD; apply: eq_bigr => y _; ring.
have D2 : \rsum_y (P h x a y * (V P' pi r' k y - V P pi r k y)) <= \rsum_y (P h x a y * U k y).
  apply: le_rsum => y _; apply: Rmult_le_compat_l; first exact: (HP x a).1.
  by apply: IH; rewrite addnS -addSn.
lra.
Qed.
End Gap.

(* --- what a step takes off U, and the exponential moment of an episode *)
Definition cost : functional S A Z := fun h x a _ _ =>
  clip (L - h.+1) x a (@U (L - h.+1) h.+1) - \rsum_y (P h x a y * U (L - h.+1) y).

Lemma cost_le_w h (x : S h) a z y : cost x a z y <= w h x a.
Proof.
rewrite /cost /clip; set u := \rsum_y _; have := Rmin_r (INR (L - h.+1).+1) (w h x a + u); lra.
Qed.

Definition Csq k := INR k * (2 * INR k ^ 2 + 1) / 3.      (* sum_(j < k) ((j+1)^2 + j^2) *)
Lemma CsqS k : Csq k.+1 = INR k.+1 ^ 2 + INR k ^ 2 + Csq k.
Proof. by rewrite /Csq S_INR; field. Qed.

Lemma cost_bdd : bddf cost.
Proof.
apply: (@bddf_between _ _ _ _ (fun h => - INR (L - h)) (fun h => INR (L - h.+1).+1)) => h x a z y.
rewrite /cost; have [c0 c1] := @clip_range (L - h.+1) h x a (@U (L - h.+1) h.+1) (fun y => (U_range _ y).1).
have [p0 p1] : 0 <= \rsum_y (P h x a y * U (L - h.+1) y) <= INR (L - h.+1).
  split; first by apply: rsum_ge0 => y' _; apply: Rmult_le_pos; [exact: (HP x a).1 | exact: (U_range _ y').1].
  rewrite -[X in _ <= X]Rmult_1_l -(HP x a).2 -rsumZr; apply: le_rsum => y' _.
  by apply: Rmult_le_compat_l; [exact: (HP x a).1 | exact: (U_range _ y').2].
have := leq_INR (leq_sub2l L (leqnSn h)); lra.
Qed.

Theorem U_moment s k h (x : S h) : 0 <= s -> (k + h)%N = L ->
  law P rho pi x (fun e => exp (s * (U k x - pathsum cost (k := k) x e))) <=
  exp (s ^ 2 / 8 * Csq k).
Proof.
move=> s0; elim: k h x => [|k IH] h x kh.
  rewrite /Csq /= Rminus_0_r !Rmult_0_l /Rdiv Rmult_0_l Rmult_0_r.
  by rewrite Rmult_0_r; exact: Rle_refl.
have kE : (L - h.+1)%N = k by rewrite -kh addSnnS addnK.
have kh' : (k + h.+1)%N = L by rewrite addnS -addSn.
pose m a := clip k x a (@U k h.+1); pose PU a := \rsum_y (P h x a y * U k y).
have UE : U k.+1 x = \rsum_a (pi h x a * m a) by [].
have m_range a : 0 <= m a <= INR k.+1 by apply: clip_range => y; have [] := U_range k y.
pose Ga a := exp (s * (U k.+1 x - m a)); pose Gy a (y : S h.+1) := exp (s * (PU a - U k y)).
have e0 t : 0 <= exp t by apply/Rlt_le/exp_pos.
have B j l (x' : S l) : bdd (fun e => exp (s * (U j x' - pathsum cost (k := j) x' e))).
  by apply/bdd_exp/bddZ/bddB => //; apply: pathsum_bdd; exact: cost_bdd.
rewrite lawS.
apply: (@Rle_trans _ (\rsum_a (pi h x a * Ga a * \rsum_y (P h x a y * Gy a y * exp (s ^ 2 / 8 * Csq k))))).
  apply: le_rsum => a _; rewrite [X in _ <= X]Rmult_assoc; apply: Rmult_le_compat_l; first exact: (Hpi x).1.
  rewrite -rsumZ; apply: le_rsum => y _.
  rewrite (_ : Ga a * _ = P h x a y * (Ga a * Gy a y * exp (s ^ 2 / 8 * Csq k))); last by ring.
  apply: Rmult_le_compat_l; first exact: (HP x a).1.
  apply: (ex_leC (Hrho x a y)) => [|z]; first by apply: (law_step_bdd HP Hrho Hpi x a y (B k.+1 h x)).
  have G0 : 0 <= Ga a * Gy a y by apply: Rmult_le_pos; exact: e0.
  apply: Rle_trans (Rmult_le_compat_l _ _ _ G0 (IH _ y kh')).
  have HL := law_exp HP Hrho Hpi k y.
  apply: Rle_trans (exZ HL G0 (B _ _ y)); apply: Req_le; apply: (ex_eq HL) => [|e].
    exact: (@bdd_comp _ _ (fun e : traj S A Z k h.+1 => ((a, (z, y)), e) : traj S A Z k.+1 h) _ (B k.+1 h x)).
  have cE : cost x a z y = m a - PU a by rewrite /cost kE.
  rewrite /= cE /Ga /Gy -!exp_plus; congr exp; rewrite [U k.+1 x]/=; ring.
(* the successor: range k *)
have Hy a : \rsum_y (P h x a y * Gy a y) <= exp (s ^ 2 * INR k ^ 2 / 8).
  apply: (@hoeffding_lemma _ (fin (P h x a)) (fun y => PU a - U k y) (PU a - INR k)) => //;
    [exact: fin_exp | exact: pos_INR | by move=> y; have := U_range k y; lra |].
  rewrite /fin; apply: Req_le.
  by under eq_bigr => y _ do rewrite Rmult_minus_distr_l; rewrite rsumB rsumZr (HP x a).2 -/(PU a); ring.
(* the action: range k + 1 *)
have Ha : \rsum_a (pi h x a * Ga a) <= exp (s ^ 2 * INR k.+1 ^ 2 / 8).
  apply: (@hoeffding_lemma _ (fin (pi h x)) (fun a => U k.+1 x - m a) (U k.+1 x - INR k.+1)) => //;
    [exact: fin_exp | exact: pos_INR | by move=> a; have := m_range a; lra |].
  rewrite /fin; apply: Req_le.
  by under eq_bigr => a _ do rewrite Rmult_minus_distr_l; rewrite rsumB rsumZr (Hpi x).2 -UE; ring.
apply: (@Rle_trans _ (\rsum_a (pi h x a * Ga a * (exp (s ^ 2 * INR k ^ 2 / 8) * exp (s ^ 2 / 8 * Csq k))))).
  apply: le_rsum => a _; apply: Rmult_le_compat_l; first by apply: Rmult_le_pos; [exact: (Hpi x).1 | exact: e0].
  by rewrite rsumZr; apply: Rmult_le_compat_r; [exact: e0 | exact: Hy].
rewrite rsumZr; apply: Rle_trans (Rmult_le_compat_r _ _ _ _ Ha) _.
  by apply: Rmult_le_pos; exact: e0.
by rewrite -!exp_plus CsqS; apply: Req_le; congr exp; field.
Qed.
End Clipped.
