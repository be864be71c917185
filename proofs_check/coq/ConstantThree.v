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

(* Theorem 4 (thm:main), repaired: layer by layer, with Weissman's radius for P, probability at least 1 - 3 delta *)
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

(* --- the constant 3.  Unless T > 9 X^2 A Lam the bound is above LT; else Lam is large *)
Lemma exp_mul n x : exp (INR n * x) = exp x ^ n.
Proof.
elim: n => [|n IH]; first by rewrite Rmult_0_l exp_0.
by rewrite S_INR -tech_pow_Rmult -IH -exp_plus; congr exp; ring.
Qed.

Lemma ln2_Lam n m : 2 ^ m <= exp Lam ^ n -> INR m * ln 2 <= INR n * Lam.
Proof.
move=> H; apply: Rnot_lt_le => lt; have := exp_increasing _ _ lt.
by rewrite !exp_mul exp_ln => [lt2|]; lra.
Qed.

Section Large.
Hypothesis large : 9 * INR X ^ 2 * INR #|A| * Lam < INR T.

Lemma exp_large : 9 * INR X ^ 3 * Lam <= exp Lam.
Proof.
have t1 := T_ge1 T1; have a1 := A_ge1 A1; have X2 := leq_INR (X_ge2 x0 L1 SL); rewrite [INR 2]/= in X2.
apply: Rle_trans (TXA_exp x0 T1 delta01 A1 L1 SL Lam_ge).
apply: (@Rle_trans _ (TXA S A L T)); last first.
  have TX := TXA2 x0 T1 A1 L1 SL; rewrite -[X in X <= _]Rmult_1_r; apply: Rmult_le_compat_l; first lra.
  by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
rewrite /TXA; have p0 : 0 <= INR X ^ 2 * Lam by apply: Rmult_le_pos; [exact: pow2_ge_0 | lra].
have xa : INR X <= INR X * INR #|A| by nra.
have q0 : 9 * (INR X ^ 2 * Lam) <= INR T.
  apply: Rle_trans (Rlt_le _ _ large).
  rewrite (_ : 9 * INR X ^ 2 * INR #|A| * Lam = 9 * (INR X ^ 2 * Lam) * INR #|A|); last by ring.
  by rewrite -[X in X <= _]Rmult_1_r; apply: Rmult_le_compat_l; lra.
rewrite (_ : 9 * INR X ^ 3 * Lam = 9 * (INR X ^ 2 * Lam) * INR X); last by ring.
rewrite (Rmult_assoc (INR T)); apply: Rmult_le_compat; lra.
Qed.

Lemma exp_ge c : 0 <= c -> c <= INR X -> 9 * c ^ 3 * Lam <= exp Lam.
Proof.
move=> c0 cX; apply: Rle_trans exp_large; apply: Rmult_le_compat_r; first lra.
by apply: Rmult_le_compat_l; [lra | apply: pow_incr].
Qed.

Lemma Lam_ge4 : 4 <= INR X -> 58 * ln 2 <= 5 * Lam.
Proof.
move=> X4; have H : 576 * Lam <= exp Lam by have := exp_ge _ X4; rewrite /=; lra.
have H1 := @ln2_Lam 1 8; rewrite pow_1 [INR 1]/= [INR 8]/= in H1.
have {}H1 : 4 <= Lam by have := H1 ltac:(rewrite /=; lra); lra.
have H2 := @ln2_Lam 1 11; rewrite pow_1 [INR 1]/= [INR 11]/= in H2.
have {}H2 : 11 / 2 <= Lam by have := H2 ltac:(rewrite /=; lra); lra.
have H3 := @ln2_Lam 5 58; rewrite [INR 5]/= [INR 58]/= in H3.
have H4 : 2 ^ 58 <= exp Lam ^ 5.
  apply: (@Rle_trans _ (3168 ^ 5)); last by apply: pow_incr; lra.
  by rewrite (pow_IZR 2 58) (pow_IZR 3168 5); apply: IZR_le; vm_compute.
by have := H3 H4; lra.
Qed.

Lemma Lam_ge127 : 127 <= INR X -> 24 * ln 2 <= Lam.
Proof.
move=> X127; have X4 : 4 <= INR X by lra.
have l4 := Lam_ge4 X4; have H := exp_ge _ X127.
have H1 := @ln2_Lam 1 24; rewrite pow_1 [INR 1]/= [INR 24]/= in H1.
have H2 : 2 ^ 24 <= exp Lam by have := H ltac:(lra); rewrite /=; lra.
by have := H1 H2; lra.
Qed.

End Large.

(* the sum over the layers, with q >= kap3 and a >= (2 + sqrt 2) q *)
Definition sums_3 := (2 + sqrt 2) * layered3 + INR L ^ 2 * (7072 / 10000).

Let xs h := INR #|S h|.
Let xs1 h : 1 <= xs h := xs_ge1 Sgt h.
Lemma xs_0 : xs 0%N = 1.
Proof.
rewrite /xs (_ : #|S 0%N| = 1%N) //.
by apply: (@eq_card1 _ x0) => x; rewrite (x0_only x) !inE eqxx.
Qed.

Lemma layered3_le q : 0 <= q -> (forall h, (h < L)%N -> wide h -> kap3 h <= q) ->
  layered3 <= 3 / 2 * ((INR L + total L xs) / 2) +
    q * (INR L * (INR L - 1) / 2 + (INR L - 3 / 2) * (total L xs - INR L)).
Proof.
move=> q0 kq; have H1 := K1 L xs1; have H2 := K2 L1 xs_0 xs1.
apply: (@Rle_trans _ (3 / 2 * (\rsum_(h < L) sqrt (xs h)) +
  q * (\rsum_(h < L) (INR (L - h.+1) * sqrt (xs h * xs h.+1))))).
  rewrite -!rsumZ -rsumD; apply: rsum_le => h _; rewrite /layer; apply: Rplus_le_compat_l.
  have s0 := Rmult_le_pos _ _ (pos_INR (L - h.+1)) (sqrt_pos (xs h * xs h.+1)).
  case W : (wide h); last by rewrite /= Rmult_0_l; apply: Rmult_le_pos.
  rewrite Rmult_1_l (Rmult_comm (kap3 h)) -Rmult_assoc Rmult_comm; apply: Rmult_le_compat_r => //.
  exact: kq.
by apply: Rplus_le_compat; apply: Rmult_le_compat_l => //; lra.
Qed.

Lemma no_wide : (forall h, (h < L)%N -> ~~ wide h) -> layered3 <= 3 / 2 * INR L.
Proof.
move=> H; rewrite Rmult_comm -rsum_ord_const; apply: rsum_le => h _; rewrite /layer.
rewrite (negbTE (H h (ltn_ord h))) /= Rmult_0_l Rplus_0_r.
have -> : INR #|S h| = 1.
  case: h => -[|h] hL /=; first exact: xs_0.
  have := H h (ltnW hL); rewrite /LayerSums.wide -ltnNge ltnS => le1.
  have := Sgt h.+1; case: #|S h.+1| le1 => [|[|]] //.
by rewrite sqrt_1; lra.
Qed.

Lemma kap_le (h : nat) s q : (h < L)%N -> wide h -> ln 2 / Lam <= s -> 0 <= 2 * q - 1 -> / 2 + s <= (2 * q - 1) ^ 2 ->
  kap3 h <= q.
Proof.
move=> hL W ls q0 sq; have dR : 2 <= INR #|S h.+1| by have := leq_INR W.
have d2 : / INR #|S h.+1| <= / 2 by apply: Rinv_le_contravar; lra.
have := @sqrt_le_sq (/ INR #|S h.+1| + ln 2 / Lam) (2 * q - 1) q0; rewrite /kap3; lra.
Qed.

Lemma constant_3 : 9 * INR X ^ 2 * INR #|A| * Lam < INR T -> sums_3 <= 3 * (INR L * INR X).
Proof.
move=> large; have [c1 c2] := sqrt2_bounds; have l1 := L_ge1 L1.
have XE : INR X = total L xs + 1 by rewrite X_total SL.
have k0 := @total_ge L xs xs1.
case: (boolP [exists h : 'I_L, wide h]) => [/existsP[h W]|]; last first.
  rewrite negb_exists => /forallP none.
  have H := no_wide (fun h hL => none (Ordinal hL)); rewrite /sums_3 XE.
  have : (2 + sqrt 2) * layered3 <= (2 + sqrt 2) * (3 / 2 * INR L) by apply: Rmult_le_compat_l; lra.
  rewrite /=; nra.
have X4 : 4 <= INR X by have := leq_INR (X_ge4 x0 L1 SL (ltn_ord h) W); rewrite [INR 4]/=; lra.
have l4 := Lam_ge4 large X4; have lp : 0 < Lam by lra.
have div u v : u * ln 2 <= v * Lam -> 0 < u -> ln 2 / Lam <= v / u.
  move=> H u0; apply: (Rmult_le_reg_r (u * Lam)); first nra.
  have -> : ln 2 / Lam * (u * Lam) = u * ln 2 by field; lra.
  by have -> : v / u * (u * Lam) = v * Lam by field; lra.
have [q [a [q0 [kq [qa]]]]] : exists q a, 0 <= q /\ (forall h, (h < L)%N -> wide h -> kap3 h <= q) /\
    (2 + sqrt 2) * q <= a /\ ((a = 301445 / 100000 /\ INR L <= 126) \/ a = 3).
  case: (Rle_dec (INR L) 126) => [L126|/Rnot_le_lt L126].
    exists (8829 / 10000), (301445 / 100000); split; first lra; split; last first.
      split; first lra. left. split => //.
    by move=> h' hL' W'; apply: (kap_le hL' W' (div 58 5 l4 ltac:(lra))); rewrite /=; lra.
  exists (8781 / 10000), 3; split; first lra; split; last by split; [lra | right].
  have l24 : 24 * ln 2 <= 1 * Lam.
    by rewrite Rmult_1_l; apply: (Lam_ge127 large); have := L_lt_X L Sgt; lra.
  by move=> h' hL' W'; apply: (kap_le hL' W' (div 24 1 l24 ltac:(lra))); rewrite /=; lra.
have l2 : 2 <= INR L.
  suff : (1 < L)%N by move/leq_INR.
  rewrite ltnNge; apply/negP => L1'; move: W; rewrite /LayerSums.wide.
  have -> : h.+1 = L by apply/eqP; rewrite eqn_leq ltn_ord (leq_trans L1').
  by rewrite SL.
have H := layered3_le q0 kq; rewrite /sums_3 XE; move: H k0; set k := total L xs => H k0 aE.
set w := INR L * (INR L - 1) / 2 + (INR L - 3 / 2) * (k - INR L) in H.
have w0 : 0 <= w by rewrite /w; nra.
have H1 : (2 + sqrt 2) * layered3 <= (2 + sqrt 2) * (3 / 2 * ((INR L + k) / 2)) + a * w.
  apply: Rle_trans (Rmult_le_compat_l (2 + sqrt 2) _ _ ltac:(lra) H) _.
  rewrite Rmult_plus_distr_l; apply: Rplus_le_compat_l; rewrite -Rmult_assoc.
  exact: Rmult_le_compat_r.
have H2 : (2 + sqrt 2) * (3 / 2 * ((INR L + k) / 2)) <= 341422 / 100000 * (3 / 2 * ((INR L + k) / 2)).
  by apply: Rmult_le_compat_r; lra.
suff : 341422 / 100000 * (3 / 2 * ((INR L + k) / 2)) + a * w + INR L ^ 2 * (7072 / 10000) <=
  3 * (INR L * (k + 1)) by lra.
rewrite /w; case: aE => [[-> L126]|->]; rewrite /=; nra.
Qed.

Lemma bound_3 : 9 * INR X ^ 2 * INR #|A| * Lam < INR T -> bound_layered3 <= 3 * LX * root.
Proof.
move=> large; have H := constant_3 large; have r0 := root_ge0 A T Lam; have l1 := L_ge1 L1.
have a1 := A_ge1 A1; have t0 := pos_INR T; have l0 := ln_delta delta01.
have [_ lnL] := Lam_ln x0 T1 delta01 A1 L1 SL Lam_ge.
have D : sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * ln (1 / delta) / 6) <= root * (INR L ^ 2 * (7072 / 10000)).
  have -> : INR T * (INR L * (2 * INR L ^ 2 + 1)) * ln (1 / delta) / 6 =
    INR T * ln (1 / delta) * (INR L * (2 * INR L ^ 2 + 1) / 6) by field.
  rewrite sqrt_mult_alt; last by apply: Rmult_le_pos; lra.
  apply: Rmult_le_compat; [exact: sqrt_pos | exact: sqrt_pos | |].
    apply: sqrt_le_1_alt; rewrite Rmult_assoc; apply: Rmult_le_compat_l => //; nra.
  apply: sqrt_le_sq; first by have := pow2_ge_0 (INR L); lra.
  have : INR L <= INR L ^ 2 by rewrite /=; nra.
  by move: (INR L ^ 2) (pow2_ge_0 (INR L)) => m m0 nm; rewrite /=; nra.
rewrite /bound_layered3 (_ : 3 * LX * root = root * (3 * (INR L * INR X))); last by rewrite /LayerSums.LX; ring.
apply: Rle_trans (Rmult_le_compat_l _ _ _ r0 H); rewrite /sums_3 (Rmult_plus_distr_l root).
by apply: Rplus_le_compat => //; apply: Req_le; ring.
Qed.

Lemma trivial_3 : INR T <= 9 * INR X ^ 2 * INR #|A| * Lam -> INR T * INR L <= 3 * LX * root.
Proof.
move=> small; have t0 := pos_INR T; have r0 := root_ge0 A T Lam; have x0' := pos_INR X.
have H : INR T <= 3 * INR X * root.
  apply: Rsqr_incr_0_var; last by nra.
  rewrite Rsqr_mult /LayerSums.root Rsqr_sqrt /Rsqr; last first.
    by apply: Rmult_le_pos; [apply: Rmult_le_pos => //; exact: pos_INR | lra].
  have := Rmult_le_compat_l _ _ _ t0 small; rewrite /=; lra.
by have := Rmult_le_compat_r _ _ _ (pos_INR L) H; rewrite /LayerSums.LX; lra.
Qed.

(* Theorem 4 (thm:main), repaired: the constant 3, with probability at least 1 - 3 delta *)
Theorem theorem_4_three : 1 - 3 * delta <= Pr K T [::] (fun v => Rleb (regret v)
  (3 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof.
case: (Rle_dec (INR T) (9 * INR X ^ 2 * INR #|A| * Lam)) => [small|/Rnot_le_lt large].
  apply: (@Rle_trans _ (Ex K T [::] (fun=> 1))); first by rewrite (Ex_const KD); lra.
  apply: (Ex_le KD) => v; rewrite addn0 => vT.
  suff -> : Rleb (regret v) (3 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam)) by exact: Rle_refl.
  apply/RlebP; apply: Rle_trans (regret_le HP Hrho Hrv Hlearn Hstar v) _; rewrite vT; exact: trivial_3.
apply: Rle_trans theorem_4_layered3 _; apply: (Pr_imp KD) => v _ /RlebP H; apply/RlebP.
by apply: Rle_trans H (bound_3 large).
Qed.
End ThreeDelta.
