(* thm:main (Theorem 4), sharper: with probability at least 1 - 2 delta,
     Reg_T <= (2 + sqrt 2) sqrt(TA Lam) sum_h ( (3/2) sqrt X_h + [X_{h+1} >= 2] (L-1-h) sqrt(X_h X_{h+1}) )
              + sqrt(T L (2 L^2 + 1) ln(1/delta) / 6)
           <= (2 + sqrt 2) LX sqrt(TA Lam). *)
Require Import UCRLLP.Sums UCRLLP.Probability UCRLLP.Concentration UCRLLP.Model UCRLLP.Episodes
  UCRLLP.OccupancyMeasures UCRLLP.ConfidenceSets UCRLLP.Algorithm UCRLLP.LayerSums UCRLLP.GoodEvents
  UCRLLP.Visits UCRLLP.AppendixA UCRLLP.AppendixB UCRLLP.ClippedRecursion UCRLLP.Sharper.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section TwoDelta.
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

(* the three concentration events together fail with probability at most delta, unless TA < 5 delta *)
Definition bad (v : seq E) := bad_P x0 P T (epsn Lam) v || (bad_r true (/ 2) v || bad_r false 1 v).

Theorem Pr_bad : 5 * delta <= INR T * INR #|A| -> Pr K T [::] bad <= delta.
Proof.
move=> TA; have X2 := leq_INR (X_ge2 x0 L1 SL); rewrite [INR 2]/= in X2.
have t1 := T_ge1 T1; have a1 := A_ge1 A1; have z0 := z_gt0 Lam.
have zT := z_TXA x0 T1 delta01 A1 L1 SL Lam_ge; set u := INR #|A| * (INR T * z Lam).
have u0 : 0 <= u by do 2!(apply: Rmult_le_pos; first lra); lra.
have uX : INR X * u <= delta.
  by apply: Rle_trans zT; rewrite /u /TXA; apply: Req_le; ring.
have z5 : 5 * z Lam * INR X <= 1.
  have H : 5 * delta * (z Lam * INR X) <= INR T * INR #|A| * (z Lam * INR X).
    by apply: Rmult_le_compat_r => //; nra.
  apply: (Rmult_le_reg_l delta); first lra.
  have -> : delta * (5 * z Lam * INR X) = 5 * delta * (z Lam * INR X) by ring.
  by rewrite Rmult_1_r; apply: Rle_trans H _; apply: Rle_trans uX; rewrite /u; apply: Req_le; ring.
have e1 : exp (- (4 * (/ 2) ^ 2 * Lam)) = z Lam by rewrite /z; congr exp; field.
have e4 : exp (- (4 * 1 ^ 2 * Lam)) = z Lam ^ 4.
  by rewrite -(pow_exp Lam 4) [INR 4]/=; congr exp; ring.
have i2 : 0 < / 2 by lra.
have B1 := Pr_bad_eps2 x0 HP Hrho T1 delta01 A1 L1 SL Lam_ge Hf.
have B2 := Pr_bad_r x0 HP Hrho Hrv T1 delta01 A1 L1 SL Lam_ge Hf true i2; rewrite e1 in B2.
have B3 := Pr_bad_r x0 HP Hrho Hrv T1 delta01 A1 L1 SL Lam_ge Hf false Rlt_0_1; rewrite e4 in B3.
apply: Rle_trans (Pr_or KD B1 (Pr_or KD B2 B3)) _.
have -> : (INR X - 1) * (INR #|A| * (INR T * (4 * z Lam ^ 2))) +
  ((INR X - 1) * (INR #|A| * (INR T * z Lam)) + (INR X - 1) * (INR #|A| * (INR T * z Lam ^ 4))) =
  (INR X - 1) * (1 + 4 * z Lam + z Lam ^ 3) * u by rewrite /u; ring.
apply: (@Rle_trans _ (INR X * u)) => //; apply: Rmult_le_compat_r => //.
have zh := z_half x0 T1 delta01 A1 L1 SL Lam_ge.
have z3 : z Lam ^ 3 <= z Lam by rewrite /=; nra.
apply: (@Rle_trans _ ((INR X - 1) * (1 + 5 * z Lam))); last by nra.
by apply: Rmult_le_compat_l; lra.
Qed.

Definition kap1 (h : nat) := 1.
Lemma kap1_half (h : nat) : / 2 <= kap1 h. Proof. rewrite /kap1; lra. Qed.

Lemma close_eps (v : seq E) : size v = T -> ~~ bad_P x0 P T (epsn Lam) v -> forall s, close x0 P Lam kap1 (drop s v).
Proof.
move=> vT nb s; have G := good_eps HP T1 delta01 A1 L1 SL Lam_ge vT nb s; split=> // h x a hL _.
by have := G h x a hL; rewrite /kap1; lra.
Qed.

Definition layered := \rsum_(h < L) (3 / 2 * sqrt (INR #|S h|) +
  ind (wide h) * (INR (L - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|))).
Definition bound_layered := (2 + sqrt 2) * root * layered +
  sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * ln (1 / delta) / 6).

Lemma dev_M_E : dev_M L T delta = sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * ln (1 / delta) / 6).
Proof. by rewrite /dev_M /Csq; congr sqrt; field. Qed.

Lemma layered_E : layered = \rsum_(h < L) layer S L kap1 h.
Proof. by apply: eq_bigr => h _; rewrite /layer /kap1 Rmult_1_l. Qed.

(* --- few episodes: the bound is above LT *)
Lemma regret_le (v : seq E) : regret v <= INR (size v) * INR L.
Proof.
rewrite /Algorithm.regret -along_const -alongB -along_const.
apply: (along_suffix (F := fun hist => V P pistar r L x0 - V P (f hist) r L x0) (G := fun _ => INR L)) => s.
have := V_bound L x0 HP Hstar (r01 HP Hrho Hrv).
have := V_bound L x0 HP (Hf (drop s v)) (r01 HP Hrho Hrv); lra.
Qed.

Lemma few : INR T * INR #|A| < 5 * delta -> INR T * INR L <= bound_layered.
Proof.
move=> small; have t1 := T_ge1 T1; have a1 := A_ge1 A1; have L0 := pos_INR L.
have T5 : INR T < 5 by nra.
have r0 := root_ge0 A T Lam.
have rT : INR T <= 4 * root.
  apply: Rsqr_incr_0_var; last by lra.
  rewrite Rsqr_mult /LayerSums.root Rsqr_sqrt /Rsqr; last by apply: Rmult_le_pos; [nra | lra].
  have : INR T * / 2 <= INR T * INR #|A| * Lam by apply: Rmult_le_compat; nra.
  nra.
have sL : 3 / 2 * INR L <= layered.
  rewrite Rmult_comm -rsum_ord_const; apply: rsum_le => h _.
  have : 1 <= sqrt (INR #|S h|) by rewrite -sqrt_1; apply: sqrt_le_1_alt; exact: (xs_ge1 Sgt).
  have : 0 <= ind (wide h) * (INR (L - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|)).
    by apply: Rmult_le_pos; [exact: ind_ge0 | apply: Rmult_le_pos; [exact: pos_INR | exact: sqrt_pos]].
  lra.
rewrite /bound_layered; have s2 := sqrt2_ge1.
have := sqrt_pos (INR T * (INR L * (2 * INR L ^ 2 + 1)) * ln (1 / delta) / 6).
move: layered sL => u sL.
have : 3 * root * (3 / 2 * INR L) <= (2 + sqrt 2) * root * u by apply: Rmult_le_compat; nra.
have : INR T * INR L <= 4 * root * INR L by apply: Rmult_le_compat_r.
nra.
Qed.

(* --- layer by layer *)
(* Theorem 4 (thm:main), repaired: layer by layer *)
Theorem theorem_4_layered : 1 - 2 * delta <= Pr K T [::] (fun v => Rleb (regret v) (
  (2 + sqrt 2) * sqrt (INR T * INR #|A| * Lam) * (\rsum_(h < L) (3 / 2 * sqrt (INR #|S h|) +
     ind (2 <= #|S h.+1|)%N * (INR (L - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|)))) +
  sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * ln (1 / delta) / 6))).
Proof.
apply: (Pr_not KD); rewrite -/root -/bound_layered.
case: (Rle_dec (5 * delta) (INR T * INR #|A|)) => TA; last first.
  apply: Rle_trans (_ : _ <= Ex K T [::] (fun=> 0)) _; last by rewrite (Ex_const KD); lra.
  apply: (Ex_le KD) => v; rewrite addn0 => vT.
  suff -> : Rleb (regret v) bound_layered by exact: Rle_refl.
  apply/RlebP; apply: Rle_trans (regret_le v) _; rewrite vT; apply: few; lra.
have B4 : Pr K T [::] (bad_M x0 P T delta Lam st f kap1) <= delta.
  exact: (Pr_bad_M HP Hrho T1 delta01 L1 Hlearn kap1_half).
apply: (@Rle_trans _ (delta + delta)); last by lra.
apply: Rle_trans (Pr_or KD (Pr_bad TA) B4); apply: (Pr_imp KD) => v vT.
apply: contraR; rewrite /bad 3!negb_or => /andP[/and3P[n1' n2 n3] n4]; apply/RlebP.
have G := close_eps vT n1'.
apply: Rle_trans (regret_path x0_only HP Hrho Hrv T1 delta01 A1 L1 SL Lam_ge Hst Hlearn Hstar
  vT G n2 n3 n4) _.
rewrite dev_M_E; apply: Rplus_le_compat_r; rewrite layered_E.
exact: (visited_wt Lam Hst kap1_half vT).
Qed.

(* --- the constant 2 + sqrt 2 *)
Lemma layered_le : bound_layered <= (2 + sqrt 2) * LX * root.
Proof.
have s2 := sqrt_pos 2; have [_ lnL] := Lam_ln x0 T1 delta01 A1 L1 SL Lam_ge.
have a1 := A_ge1 A1; have l1 := L_ge1 L1; have r0 := root_ge0 A T Lam.
have l0 := ln_delta delta01; have t0 := pos_INR T.
pose xs h := INR #|S h|.
have xs1 h : 1 <= xs h := xs_ge1 Sgt h.
have xs0 : xs 0%N = 1.
  rewrite /xs (_ : #|S 0%N| = 1%N) //.
  by apply: (@eq_card1 _ x0) => x; rewrite (x0_only x) !inE eqxx.
have XE : INR X = total L xs + 1 by rewrite X_total SL.
have Hs : layered <= 3 / 2 * (\rsum_(h < L) sqrt (xs h)) +
    \rsum_(h < L) (INR (L - h.+1) * sqrt (xs h * xs h.+1)).
  rewrite -rsumZ -rsumD; apply: rsum_le => h _; apply: Rplus_le_compat_l.
  rewrite -[X in _ <= X]Rmult_1_l; apply: Rmult_le_compat_r; last exact: ind_le1.
  by apply: Rmult_le_pos; [exact: pos_INR | exact: sqrt_pos].
have k4 := K4 xs1 (K1 L xs1) (K2 L1 xs0 xs1).
have D : sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * ln (1 / delta) / 6) <=
    (2 + sqrt 2) * root * (INR L ^ 2 / 2).
  apply: (@Rle_trans _ (root * INR L ^ 2)); last first.
    have : 0 <= root * INR L ^ 2 by apply: Rmult_le_pos => //; exact: pow2_ge_0.
    nra.
  apply: Rle_trans (Rmult_le_compat_l _ _ _ r0 (K3 l1)).
  rewrite -sqrt_mult_alt; last by apply: Rmult_le_pos; [nra | lra].
  apply: sqrt_le_1_alt.
  have g0 : 0 <= INR L * (2 * INR L ^ 2 + 1) / 6 by rewrite /=; nra.
  have -> : INR T * (INR L * (2 * INR L ^ 2 + 1)) * ln (1 / delta) / 6 =
    INR T * ln (1 / delta) * (INR L * (2 * INR L ^ 2 + 1) / 6) by field.
  apply: Rmult_le_compat_r => //.
  have : INR T * ln (1 / delta) <= INR T * Lam by apply: Rmult_le_compat_l.
  have : 0 <= INR T * Lam by apply: Rmult_le_pos; lra.
  nra.
rewrite /bound_layered /LayerSums.LX XE.
apply: (@Rle_trans _ ((2 + sqrt 2) * root * (3 / 2 * (\rsum_(h < L) sqrt (xs h)) +
    \rsum_(h < L) (INR (L - h.+1) * sqrt (xs h * xs h.+1)) + INR L ^ 2 / 2))).
  rewrite [X in _ <= X]Rmult_plus_distr_l; apply: Rplus_le_compat => //.
  by apply: Rmult_le_compat_l => //; apply: Rmult_le_pos; lra.
have -> : (2 + sqrt 2) * (INR L * (total L xs + 1)) * root =
  (2 + sqrt 2) * root * (INR L * (total L xs + 1)) by ring.
by apply: Rmult_le_compat_l k4; apply: Rmult_le_pos; lra.
Qed.

(* Theorem 4 (thm:main), repaired: the constant 2 + sqrt 2, with probability at least 1 - 2 delta *)
Theorem theorem_4 : 1 - 2 * delta <= Pr K T [::] (fun v => Rleb (regret v)
  ((2 + sqrt 2) * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof.
apply: Rle_trans theorem_4_layered _; apply: (Ex_le KD) => v _.
case: RlebP => [H|_]; last exact: ind_ge0.
suff -> : Rleb (regret v) ((2 + sqrt 2) * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam)) by exact: Rle_refl.
by apply/RlebP; apply: Rle_trans H layered_le.
Qed.
End TwoDelta.
