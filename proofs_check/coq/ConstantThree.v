(* Theorem 4 with the constant 3, with probability at least 1 - 3 delta: the algorithm is the same, but in the
   analysis the distance of P_bar_i and P is at most sqrt(2 (d ln 2 + Lam) / N), d successors. *)
Require Import UCRLLP.Sums UCRLLP.Probability UCRLLP.Concentration UCRLLP.Model UCRLLP.Episodes
  UCRLLP.OccupancyMeasures UCRLLP.ConfidenceSets UCRLLP.Algorithm UCRLLP.LayerSums UCRLLP.GoodEvents
  UCRLLP.Visits UCRLLP.AppendixA UCRLLP.AppendixB UCRLLP.ClippedRecursion UCRLLP.Sharper UCRLLP.Theorem4.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section ThreeDelta.
Variables (S : nat -> finType) (A Z : finType) (x0 : S 0%N) (L : nat).
Hypothesis x0_only : forall x, x = x0.
Unset Implicit Arguments.
Variables (P : trans S A) (rho : rlaw S A Z) (rv : Z -> R).
Set Implicit Arguments.
Hypotheses (HP : is_trans P) (Hrho : is_rlaw rho) (Hrv : forall z, 0 <= rv z <= 1).
Variables (T : nat) (delta Lam : R).
Hypotheses (T1 : (0 < T)%N) (delta01 : 0 < delta < 1) (A1 : (0 < #|A|)%N) (L1 : (0 < L)%N).
Hypothesis SL : #|S L| = 1%N.
Hypothesis Lam_ge : ln (TXA S A L T / delta) <= Lam.
Notation E := (traj S A Z L 0).
Notation Pbar := (@Pbar S A Z x0 L).
Notation eps := (@eps S A Z x0 L Lam).
Notation rhat := (@rhat S A Z x0 L rv Lam).
Notation n1 := (@n1 S A Z x0 L).
Notation X := (X S L).
Notation LX := (LX S L).
Notation root := (root A T Lam).
Notation wide := (wide S).
Unset Implicit Arguments.
Variables (st : seq E -> seq E) (f : seq E -> policy S A) (qhat : seq E -> occ S A).
Set Implicit Arguments.
Hypothesis Hst : schedule x0 st.
Hypothesis Hlearn : learner x0 rv f st Lam qhat.
Notation K := (@K S A Z x0 L P rho f).
Let Hf w : is_policy (f w) := (Hlearn w).1.
Let KD : forall hist, is_dist (K hist) := K_dist x0 HP Hrho Hf.
Let lam : / 2 <= Lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.



Notation r := (@r S A Z P rho rv).
Notation b := (@b S A Z x0 L Lam).
Notation rbar := (@rbar S A Z x0 L rv).
Notation q_ := (@q_ S A Z x0 L P f).
Notation visit := (@visit S A Z x0 L).
Variable pistar : policy S A.                (* an optimal policy, or any other to compare with *)
Hypothesis Hstar : is_policy pistar.
Notation regret := (@regret S A Z x0 L P rho rv f pistar).
Notation bad_r := (bad_r x0 P rho rv T Lam).



Let zp : 0 < z Lam := z_gt0 Lam.
Let ln2 : / 2 < ln 2 := ln_lt_2.

(* --- the radius of Weissman et al. *)
Definition rad (d n : nat) := sqrt (2 * (INR d * ln 2 + Lam) / INR n).

Lemma rad_gt0 d n : (0 < d)%N -> (0 < n)%N -> 0 < rad d n.
Proof.
move=> d0 n0; apply: sqrt_lt_R0; apply: Rmult_lt_0_compat; last first.
  by apply: Rinv_0_lt_compat; apply: lt_0_INR; apply/ltP.
by have := pos_INR d; nra.
Qed.

Lemma rad_1 d : (0 < d)%N -> 1 <= rad d 1.
Proof.
move=> d0; rewrite /rad -{1}sqrt_1; apply: sqrt_le_1_alt.
by have := leq_INR d0; rewrite INR_1' /Rdiv Rinv_1 Rmult_1_r => d1; nra.
Qed.

Lemma pow_2 (d : nat) : exp (- (INR d * ln 2)) = / INR (2 ^ d).
Proof.
have E2 : exp (- ln 2) = / 2 by rewrite exp_Ropp exp_ln; lra.
elim: d => [|d IH]; first by rewrite Rmult_0_l Ropp_0 exp_0 expn0 INR_1' Rinv_1.
rewrite S_INR expnS muln_INR Rinv_mult.
rewrite -IH (_ : INR 2 = 2) // -E2 -exp_plus; congr exp; ring.
Qed.

Lemma rad_exp d n : (0 < n)%N -> INR (2 ^ d - 2) * exp (- (INR n * rad d n ^ 2 / 2)) <= z Lam.
Proof.
move=> n0; have nR : 0 < INR n by apply: lt_0_INR; apply/ltP.
have p0 : 0 < INR (2 ^ d) by apply: lt_0_INR; apply/ltP; rewrite expn_gt0.
have -> : exp (- (INR n * rad d n ^ 2 / 2)) = / INR (2 ^ d) * z Lam.
  rewrite -pow_2 -exp_plus; congr exp; rewrite /rad pow2_sqrt; first by field; lra.
  apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat.
  by have := pos_INR d; nra.
rewrite -Rmult_assoc -[X in _ <= X]Rmult_1_l; apply: Rmult_le_compat_r; first lra.
apply: (Rmult_le_reg_r (INR (2 ^ d))) => //; rewrite Rmult_assoc Rinv_l ?Rmult_1_r ?Rmult_1_l; last by lra.
by apply: leq_INR; exact: leq_subr.
Qed.

Definition bad3 (v : seq E) := bad_P x0 P T rad v || (bad_r true (/ 2) v || bad_r false 1 v).

Lemma Pr_bad3 : Pr K T [::] bad3 <= 2 * delta.
Proof.
have X2 := leq_INR (X_ge2 x0 L1 SL); rewrite [INR 2]/= in X2.
have t1 := T_ge1 T1; have a1 := A_ge1 A1; have zX := z_X x0 T1 delta01 A1 L1 SL Lam_ge.
have zh := z_half x0 T1 delta01 A1 L1 SL Lam_ge.
have zT := z_TXA x0 T1 delta01 A1 L1 SL Lam_ge; set u := INR #|A| * (INR T * z Lam).
have u0 : 0 <= u by do 2!(apply: Rmult_le_pos; first lra); lra.
have uX : INR X * u <= delta by apply: Rle_trans zT; rewrite /u /TXA; apply: Req_le; ring.
have e1 : exp (- (4 * (/ 2) ^ 2 * Lam)) = z Lam by rewrite /z; congr exp; field.
have e4 : exp (- (4 * 1 ^ 2 * Lam)) = z Lam ^ 4.
  by rewrite -(pow_exp Lam 4) [INR 4]/=; congr exp; ring.
have i2 : 0 < / 2 by lra.
have B1 : Pr K T [::] (bad_P x0 P T rad) <= (INR X - 1) * (INR #|A| * (INR T * z Lam)).
  by apply: (Pr_bad_P x0 HP Hrho T A1 SL Hf rad_gt0) => h n _; exact: rad_exp.
have B2 := Pr_bad_r x0 HP Hrho Hrv T1 delta01 A1 L1 SL Lam_ge Hf true i2; rewrite e1 in B2.
have B3 := Pr_bad_r x0 HP Hrho Hrv T1 delta01 A1 L1 SL Lam_ge Hf false Rlt_0_1; rewrite e4 in B3.
apply: Rle_trans (Pr_or KD B1 (Pr_or KD B2 B3)) _.
have -> : (INR X - 1) * (INR #|A| * (INR T * z Lam)) +
  ((INR X - 1) * (INR #|A| * (INR T * z Lam)) + (INR X - 1) * (INR #|A| * (INR T * z Lam ^ 4))) =
  (INR X - 1) * (2 + z Lam ^ 3) * u by rewrite /u; ring.
apply: (@Rle_trans _ (2 * INR X * u)); last by rewrite Rmult_assoc; lra.
apply: Rmult_le_compat_r => //.
have z3 : z Lam ^ 3 <= z Lam by rewrite /=; nra.
have zX1 : z Lam * INR X <= 1.
  by have := Rmult_le_compat_r (INR X) _ _ ltac:(lra) zX; rewrite Rinv_l; lra.
have : (INR X - 1) * z Lam ^ 3 <= (INR X - 1) * z Lam by apply: Rmult_le_compat_l; lra.
nra.
Qed.

(* --- what the event says: P is in P_i, and closer than that *)
Definition kap3 h := (1 + sqrt (/ INR #|S h.+1| + ln 2 / Lam)) / 2.

Lemma kap3_half h : / 2 <= kap3 h.
Proof. by have := sqrt_pos (/ INR #|S h.+1| + ln 2 / Lam); rewrite /kap3; lra. Qed.

Lemma Pbar_sum h (x : S h) a (w : seq E) : \rsum_y Pbar w x a y = INR (cnt x0 (mkp x a) w) / n1 w x a.
Proof.
rewrite /Algorithm.Pbar /Rdiv rsumZr exchange_big; congr (_ * _).
rewrite /cnt -sum_vis; apply: eq_bigr => e _.
by rewrite Rmult_1_r -(visit3_sum x0 x a e).
Qed.

Lemma narrow_conf h (x : S h) a (w : seq E) : wide h = false ->
  \rsum_y Rabs (P h x a y - Pbar w x a y) <= eps w x a.
Proof.
move=> /negbT; rewrite -ltnNge ltnS => /fintype_le1P H.
have [p0 p1] := HP x a; case E0 : (cnt x0 (mkp x a) w) => [|n].
  rewrite (eq_bigr (P h x a)) => [|y _]; last first.
    by rewrite (Pbar_unvisited _ E0) Rminus_0_r Rabs_pos_eq.
  by rewrite p1 eps_epsn E0; exact: (epsn_1 x0 T1 delta01 A1 L1 SL Lam_ge (Sgt _)).
have E1 (p : S h.+1 -> R) y : \rsum_y p y = 1 -> p y = 1.
  by rewrite (bigD1 y) //= big1 ?Rplus_0_r // => y'; rewrite (H y y') eqxx.
have q1 : \rsum_y Pbar w x a y = 1.
  rewrite Pbar_sum /Algorithm.n1 E0 (maxn_idPr _) // /Rdiv Rinv_r //.
  by have := pos_INR n; rewrite S_INR; lra.
rewrite big1 => [|y _]; first exact: eps_ge0.
by rewrite (E1 _ y p1) (E1 _ y q1) Rminus_eq_0 Rabs_R0.
Qed.

Lemma Lam_wide h : (h < L)%N -> wide h -> 2 * ln 2 <= Lam.
Proof.
move=> hL W; have z4 := z_quarter x0 T1 delta01 A1 L1 SL Lam_ge hL W.
case: (Rle_dec (2 * ln 2) Lam) => // /Rnot_le_lt lt.
have : exp (- (2 * ln 2)) < z Lam by apply: exp_increasing; lra.
have -> : exp (- (2 * ln 2)) = / 4.
  by rewrite (_ : 2 = INR 2) // pow_2 (_ : INR (2 ^ 2) = 4) //; rewrite /=; lra.
lra.
Qed.

Lemma rad_E h n : (0 < n)%N -> rad #|S h.+1| n = (2 * kap3 h - 1) * epsn Lam #|S h.+1| n.
Proof.
move=> n0; have nR : 0 < INR n by apply: lt_0_INR; apply/ltP.
have dR := xs_ge1 Sgt h.+1.
have -> : 2 * kap3 h - 1 = sqrt (/ INR #|S h.+1| + ln 2 / Lam) by rewrite /kap3; field.
rewrite /rad /epsn -sqrt_mult_alt; first by congr sqrt; field; repeat split; lra.
apply: Rplus_le_le_0_compat; first by apply/Rlt_le/Rinv_0_lt_compat; lra.
by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra].
Qed.

Lemma close_rad (v : seq E) : size v = T -> ~~ bad_P x0 P T rad v -> forall s, close x0 P Lam kap3 (drop s v).
Proof.
move=> vT nb s; have G := good_P HP A1 rad_1 vT nb s.
have H h (x : S h) a : (h < L)%N ->
    \rsum_y Rabs (P h x a y - Pbar (drop s v) x a y) <= (2 * kap3 h - 1) * eps (drop s v) x a.
  by move=> hL; have := G h x a hL; rewrite rad_E // leq_max.
split=> [h x a hL|h x a hL _]; last exact: H.
case W : (wide h); last exact: narrow_conf.
apply: Rle_trans (H _ x a hL) _; rewrite -[X in _ <= X]Rmult_1_l; apply: Rmult_le_compat_r.
  exact: eps_ge0.
have l2 := Lam_wide hL W; have dR : 2 <= INR #|S h.+1| by have := leq_INR W.
have -> : 2 * kap3 h - 1 = sqrt (/ INR #|S h.+1| + ln 2 / Lam) by rewrite /kap3; field.
rewrite -[X in _ <= X]sqrt_1; apply: sqrt_le_1_alt.
have : / INR #|S h.+1| <= / 2 by apply: Rinv_le_contravar; lra.
have : ln 2 / Lam <= / 2.
  by apply: (Rmult_le_reg_r Lam); [lra | rewrite /Rdiv Rmult_assoc Rinv_l; lra].
lra.
Qed.

(* --- layer by layer *)
Definition layered3 := \rsum_(h < L) layer S L kap3 h.
Definition bound_layered3 := (2 + sqrt 2) * root * layered3 +
  sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * ln (1 / delta) / 6).

Theorem theorem_4_layered3 : 1 - 3 * delta <= Pr K T [::] (fun v => Rleb (regret v) (
  (2 + sqrt 2) * sqrt (INR T * INR #|A| * Lam) * (\rsum_(h < L) (3 / 2 * sqrt (INR #|S h|) +
     ind (2 <= #|S h.+1|)%N * (INR (L - h.+1) * ((1 + sqrt (/ INR #|S h.+1| + ln 2 / Lam)) / 2 *
       sqrt (INR #|S h| * INR #|S h.+1|))))) +
  sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * ln (1 / delta) / 6))).
Proof.
apply: (Pr_not KD); rewrite -/bound_layered3.
have B4 : Pr K T [::] (bad_M x0 P T delta Lam st f kap3) <= delta.
  exact: (Pr_bad_M HP Hrho T1 delta01 L1 Hlearn kap3_half).
apply: (@Rle_trans _ (2 * delta + delta)); last by lra.
apply: Rle_trans (Pr_or KD Pr_bad3 B4); apply: (Pr_imp KD) => v vT.
apply: contraR; rewrite /bad3 3!negb_or => /andP[/and3P[n1' n2 n3] n4]; apply/RlebP.
have G := close_rad vT n1'.
apply: Rle_trans (regret_path x0_only HP Hrho Hrv T1 delta01 A1 L1 SL Lam_ge Hst Hlearn Hstar
  vT G n2 n3 n4) _.
rewrite dev_M_E; apply: Rplus_le_compat_r; exact: (visited_wt Lam Hst kap3_half vT).
Qed.
End ThreeDelta.
