(* thm:main (Theorem 4) with the constant 3, with probability at least 1 - delta. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents
  UCRLLP.model.Setting UCRLLP.paper.Visits UCRLLP.paper.AppendixA UCRLLP.paper.AppendixB UCRLLP.sharper.ClippedRecursion UCRLLP.sharper.Budgets
  UCRLLP.sharper.Weissman UCRLLP.sharper.Theorem4.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section ConstantThree.
Import Letters Process.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [gap : seq E -> R].
Hypotheses (Lam_ge : ln (TXA / delta) <= Lam) (Hst : schedule x0 st) (Hf : forall w, is_policy (f w)).
Hypothesis Hnear : near x0 rv T Lam st f gap.
Context [pistar : policy S A] (Hstar : is_policy pistar).   (* an optimal policy, or any other to compare with *)
Notation root := (root A T Lam).
Notation z := (z Lam).
Notation bound := (3 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam)).
Let d01 : 0 < delta < 1 := delta01.
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Let lam : / 2 <= Lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.

Let z0 : 0 < z := z_gt0 Lam.
Let zh : z <= / 2 := z_half x0 T1 delta01 A1 L1 SL Lam_ge.
Let u := INR #|A| * INR T.
Let u1 : 1 <= u. Proof. by have := T_ge1 T1; have := A_ge1 A1; rewrite /u; nra. Qed.
Let X2 : 2 <= INR X. Proof. by have := leq_INR (X_ge2 x0 L1 SL). Qed.
Let uXz : u * INR X * z <= delta.
Proof.
by have := z_TXA x0 T1 delta01 A1 L1 SL Lam_ge; rewrite /GoodEvents.TXA /u; move=> H; apply: Rle_trans H; apply: Req_le; ring.
Qed.
Let e4 : exp (- (4 * Lam)) = z ^ 4. Proof. by rewrite -(pow_exp Lam 4) [INR 4]/=; congr exp; ring. Qed.
Let c0 : (1 + sqrt 2) * sqrt 2 = 2 + sqrt 2. Proof. by have := sqrt2_sqr; lra. Qed.
Let sp h (x : S h) a w hL := @spent_bound S A Z x0 L st Hst h x a w hL.

Let ln2h : / 2 < ln 2 := ln_lt_2.
Lemma xs_0 : INR #|S 0%N| = 1.
Proof. by rewrite (_ : #|S 0%N| = 1%N) //; apply: (@eq_card1 _ x0) => x; rewrite (x0_only x) !inE eqxx. Qed.

(* --- the layers: one state each, or L >= 2 and L + 1 states at least before layer L *)
Lemma narrow_layer h : ~~ some_wide S L -> (h < L)%N -> wide h = false.
Proof. by rewrite negb_exists => /forallP none hL; exact: (negbTE (none (Ordinal hL))). Qed.

Lemma wide_L2 : some_wide S L -> 2 <= INR L.
Proof.
case/existsP=> h Wh; suff : (1 < L)%N by move/leq_INR.
rewrite ltnNge; apply/negP => L1'; move: Wh; rewrite /LayerSums.wide.
have -> : h.+1 = L by apply/eqP; rewrite eqn_leq ltn_ord (leq_trans L1').
by rewrite SL.
Qed.

Lemma wide_total : some_wide S L -> INR L + 1 <= total L (fun h => INR #|S h|).
Proof.
case/existsP=> h Wh; have hL : (h.+1 < L)%N.
  have := ltn_ord h; rewrite leq_eqVlt => /orP[/eqP E1|//].
  by move: Wh; rewrite /LayerSums.wide E1 SL.
apply: (@Rle_trans _ (\rsum_(j < L) (1 + ind (nat_of_ord j == h.+1) * 1))).
  by rewrite rsumD (rsum_ord_ind (fun _ => 1) hL) rsum_ord_const; lra.
have x2 : 2 <= INR #|S h.+1| by have := leq_INR Wh.
by apply: le_rsum => j _; case: eqP => [->|_]; rewrite /ind; [lra | have := xs_ge1 Sgt j; lra].
Qed.

(* where Weissman's radius with the surcharge log 2 is below eps_i *)
Lemma ln2_pays : 3 * ln 2 <= Lam -> forall h, (h < L)%N -> wide h ->
  INR #|S h.+1| * ln 2 + Lam + ln 2 <= INR #|S h.+1| * Lam.
Proof.
move=> l3 h _ Wh; have dR : 2 <= INR #|S h.+1| by have := leq_INR Wh.
have : (INR #|S h.+1| - 2) * (3 * ln 2) <= (INR #|S h.+1| - 2) * Lam by apply: Rmult_le_compat_l; lra.
have : 0 <= (INR #|S h.+1| - 2) * ln 2 by apply: Rmult_le_pos; lra.
lra.
Qed.

(* r <= r_hat fails with a quarter of what a radius fails with, where X z <= 1 *)
Lemma fails_z4 : INR X * z <= 1 -> (INR X - 1) * (u * (z + z ^ 4)) <= (INR X - 1) * (u * z) + u * z * / 4.
Proof.
move=> Xz; have z2 : z ^ 2 <= / 4 by rewrite /=; nra.
have z3 : (INR X - 1) * z ^ 3 <= / 4.
  rewrite (_ : (INR X - 1) * z ^ 3 = ((INR X - 1) * z) * z ^ 2); last by ring.
  by apply: Rle_trans z2; rewrite -[X in _ <= X]Rmult_1_l; apply: Rmult_le_compat_r; [exact: pow2_ge_0 | nra].
have uz0 : 0 <= u * z by nra.
have := Rmult_le_compat_l _ _ _ uz0 z3.
rewrite (_ : (INR X - 1) * (u * (z + z ^ 4)) = (INR X - 1) * (u * z) + u * z * ((INR X - 1) * z ^ 3)); last by ring.
lra.
Qed.

(* --- no layer with two states: nothing to learn about P, and kr = 1/2 *)
Section Narrow.
Hypothesis none : ~~ some_wide S L.

Lemma narrow_close (v : seq E) : size v = T -> ~~ (fun _ : seq E => false) v ->
  forall s, conf_close x0 P Lam (fun _ => 1) (drop s v).
Proof.
move=> vT _ s; split=> [h x a hL|h x a hL]; last by rewrite (narrow_layer none hL).
by apply: (narrow_eps x0 HP A1 lam); exact: narrow_layer.
Qed.

Lemma narrow_never : Pr K T [::] (fun _ : seq E => false) <= 0.
Proof. by rewrite /Pr (Ex_const KD) /=; lra. Qed.

Lemma narrow_sum kr : \rsum_(h < L) ((1 + kr) * sqrt (INR #|S h|) +
    ind (2 <= #|S h.+1|)%N * (INR (L - h.+1) * (1 * sqrt (INR #|S h| * INR #|S h.+1|)))) = INR L * (1 + kr).
Proof.
rewrite (eq_bigr (fun _ : 'I_L => 1 + kr)) => [|h _]; last first.
  rewrite (narrow_layer none (ltn_ord h) : (2 <= #|S h.+1|)%N = false) [ind _]/= Rmult_0_l Rplus_0_r.
  have -> : INR #|S h| = 1.
    case: h => -[|h] hL /=; first exact: xs_0.
    have := narrow_layer none (ltnW hL); rewrite /LayerSums.wide => /negbT; rewrite -ltnNge ltnS.
    by have := Sgt h.+1; case: #|S h.+1| => [|[|]].
  by rewrite sqrt_1; lra.
by rewrite rsum_ord_const.
Qed.

Theorem narrow_budgets c l4 : 0 <= c -> 0 < l4 ->
  (forall h (x : S h) a w, (h < L)%N -> spent x0 st (mkp x a) w <= c * sqrt (INR (cnt x0 (mkp x a) w))) ->
  1 - ((INR X - 1) * (INR #|A| * (INR T * (z + z ^ 4))) + exp (- l4)) <= Prl K T [::] (fun v => Rleb (regret v)
    (c * sqrt 2 * sqrt (INR T * INR #|A| * Lam) * (INR L * (3 / 2)) +
     sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * l4 / 6) + total_gap gap v)).
Proof.
move=> c1 l40 spc; have i2 : 0 < / 2 by lra.
have k1 (_ : nat) : / 2 <= 1 by lra.
have := theorem_4_layers lam Hst Hf Hnear Hstar i2 l40 k1 c1 spc narrow_never narrow_close.
rewrite narrow_sum e4 (_ : exp (- (4 * (/ 2) ^ 2 * Lam)) = z); last by rewrite /GoodEvents.z; congr exp; field.
rewrite (_ : 1 + / 2 = 3 / 2); last by field.
by apply: Rle_trans; lra.
Qed.

Theorem three_narrow : 1 - delta <= Prl K T [::] (fun v => Rleb (regret v) (bound + total_gap gap v)).
Proof.
have l1 := L_ge1 L1; have s1 := sqrt2_ge1.
have H := narrow_budgets (ltac:(lra) : 0 <= 1 + sqrt 2) (ltac:(lra) : 0 < 3 / 2 * Lam) sp.
apply: (weaken Hf (B := _) _ (Rle_trans _ _ _ _ H)).
  rewrite c0.
  have D := Theorem4.dev_le T (Lam := Lam) A1 L1 (m := 3 / 2) ltac:(lra) ltac:(lra).
  have r0 := root_ge0 A T Lam; have [s2 s2'] := sqrt2_bounds.
  have h2 : sqrt (3 / 2 / 2) <= 8661 / 10000 by apply: sqrt_le_sq; lra.
  have LX1 : INR L + 1 <= INR X := L_lt_X L Sgt.
  have q : (2 + sqrt 2) * (INR L * (3 / 2)) + sqrt (3 / 2 / 2) * INR L ^ 2 <= 3 * (INR L * INR X).
    have := Rmult_le_compat_r (INR L ^ 2) _ _ (pow2_ge_0 _) h2.
    have : (2 + sqrt 2) * (INR L * (3 / 2)) <= 341422 / 100000 * (INR L * (3 / 2)) by apply: Rmult_le_compat_r; lra.
    have : INR L * (INR L + 1) <= INR L * INR X by apply: Rmult_le_compat_l; lra.
    have : INR L <= INR L ^ 2 by rewrite /=; nra.
    rewrite (_ : INR L * (INR L + 1) = INR L ^ 2 + INR L); last by ring.
    move: (INR L ^ 2) => n; lra.
  by have := Rmult_le_compat_l root _ _ r0 q; rewrite -/root; lra.
suff : (INR X - 1) * (INR #|A| * (INR T * (z + z ^ 4))) + exp (- (3 / 2 * Lam)) <= delta by lra.
have [y [y0 yy ->]] : exists y, [/\ 0 < y, y * y = z & exp (- (3 / 2 * Lam)) = y * z].
  exists (exp (- (Lam / 2))); split; first exact: exp_pos.
    by rewrite -exp_plus /GoodEvents.z; congr exp; field.
  by rewrite -exp_plus; congr exp; field.
have y3 : y <= 3 / 4 by nra.
apply: Rle_trans uXz; rewrite -(Rmult_assoc (INR #|A|)) -/u.
have Xz : INR X * z <= 1 by have := Rmult_le_compat_r (INR X * z) _ _ ltac:(nra) u1; lra.
have : y * z <= 3 / 4 * (u * z).
  by apply: Rle_trans (Rmult_le_compat_r z _ _ _ y3) _; [lra | nra].
by have := fails_z4 Xz; lra.
Qed.
End Narrow.

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

Section Big.
Hypothesis large : 9 * INR X ^ 2 * INR #|A| * Lam < INR T.

Lemma exp_large : 9 * INR X ^ 3 * Lam <= exp Lam.
Proof.
have t1 := T_ge1 T1; have a1 := A_ge1 A1.
apply: Rle_trans (TXA_exp x0 T1 delta01 A1 L1 SL Lam_ge).
apply: (@Rle_trans _ (TXA)); last first.
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
move=> cge cX; apply: Rle_trans exp_large; apply: Rmult_le_compat_r; first lra.
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

End Big.

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

Lemma kap2_le h s q : wide h -> 0 <= s -> ln 2 / Lam <= s -> 0 <= 2 * q - 1 -> / 2 + 3 / 2 * s <= (2 * q - 1) ^ 2 ->
  kap_s S Lam (ln 2) h <= q.
Proof.
move=> W s0 ls q0 sq; have dR : 2 <= INR #|S h.+1| by have := leq_INR W.
have d2 : / INR #|S h.+1| <= / 2 by apply: Rinv_le_contravar; lra.
have l0 : 0 <= ln 2 / Lam by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra].
have : (1 + / INR #|S h.+1|) * (ln 2 / Lam) <= 3 / 2 * s.
  have di : 0 < / INR #|S h.+1| by apply: Rinv_0_lt_compat; lra.
  by apply: Rmult_le_compat; lra.
move=> H; have := @sqrt_le_sq ((INR #|S h.+1| * ln 2 + Lam + ln 2) / (INR #|S h.+1| * Lam)) (2 * q - 1) q0.
have -> : (INR #|S h.+1| * ln 2 + Lam + ln 2) / (INR #|S h.+1| * Lam) =
  / INR #|S h.+1| + (1 + / INR #|S h.+1|) * (ln 2 / Lam) by field; lra.
have -> : kap_s S Lam (ln 2) h = (1 + sqrt (/ INR #|S h.+1| + (1 + / INR #|S h.+1|) * (ln 2 / Lam))) / 2.
  by rewrite /kap_s; congr ((1 + sqrt _) / 2); field; lra.
lra.
Qed.

(* --- unless T > 9 X^2 A Lam the bound is above LT; else Lam is large *)
Section Large.
Hypotheses (W : some_wide S L) (large : 9 * INR X ^ 2 * INR #|A| * Lam < INR T).

Let X4 : 4 <= INR X.
Proof. by case/existsP: W => h Wh; have := leq_INR (X_ge4 x0 L1 SL (ltn_ord h) Wh); rewrite [INR 4]/=; lra. Qed.
Let l58 : 58 * ln 2 <= 5 * Lam := Lam_ge4 large X4.

Lemma Lam_ge41 : 28 <= INR X -> 41 * ln 2 <= 2 * Lam.
Proof.
move=> X28; have H := @exp_ge large 28 ltac:(lra) X28.
have H1 := @ln2_Lam 1 20; rewrite pow_1 [INR 1]/= [INR 20]/= in H1.
have {}H1 : 20 * ln 2 <= Lam by have := H1 ltac:(move: H; rewrite /=; lra); lra.
have H2 := @ln2_Lam 2 41; rewrite [INR 2]/= [INR 41]/= in H2.
suff : 2 ^ 41 <= exp Lam ^ 2 by move/H2; lra.
apply: (@Rle_trans _ (1975680 ^ 2)); last by apply: pow_incr; move: H; rewrite /=; lra.
by rewrite (pow_IZR 2 41) (pow_IZR 1975680 2); apply: IZR_le; vm_compute.
Qed.

(* the sum over the layers *)
Definition layered_3 := \rsum_(h < L) ((1 + sqrt 2 / 2) * sqrt (INR #|S h|) +
  ind (2 <= #|S h.+1|)%N * (INR (L - h.+1) * (kap_s S Lam (ln 2) h * sqrt (INR #|S h| * INR #|S h.+1|)))).

Let xs h := INR #|S h|.
Let xs1 h : 1 <= xs h := xs_ge1 Sgt h.

Lemma layered_3_le q : 0 <= q -> (forall h, (h < L)%N -> wide h -> kap_s S Lam (ln 2) h <= q) ->
  layered_3 <= (1 + sqrt 2 / 2) * ((INR L + total L xs) / 2) +
    q * (INR L * (INR L - 1) / 2 + (INR L - 3 / 2) * (total L xs - INR L)).
Proof.
move=> q0 kq; have H1 := K1 L xs1; have H2 := K2 L1 xs_0 xs1; have s1 := sqrt2_ge1.
apply: (@Rle_trans _ ((1 + sqrt 2 / 2) * (\rsum_(h < L) sqrt (xs h)) +
  q * (\rsum_(h < L) (INR (L - h.+1) * sqrt (xs h * xs h.+1))))).
  rewrite -!rsumZ -rsumD; apply: le_rsum => h _; apply: Rplus_le_compat_l.
  have s0 := Rmult_le_pos _ _ (pos_INR (L - h.+1)) (sqrt_pos (xs h * xs h.+1)).
  case Wh : (2 <= #|S h.+1|)%N; last by rewrite /ind Rmult_0_l; apply: Rmult_le_pos.
  rewrite Rmult_1_l (Rmult_comm (kap_s S Lam (ln 2) h)) -Rmult_assoc Rmult_comm; apply: Rmult_le_compat_r => //.
  exact: kq.
by apply: Rplus_le_compat; apply: Rmult_le_compat_l => //; lra.
Qed.

Lemma sums3 : (2 + sqrt 2) * layered_3 + sqrt (1 / 2) * INR L ^ 2 <= 3 * (INR L * INR X).
Proof.
have [c1 c2] := sqrt2_bounds; have l1 := L_ge1 L1.
have XE : INR X = total L xs + 1 by rewrite X_total SL.
have lp : 0 < Lam by lra.
have div u' v : u' * ln 2 <= v * Lam -> 0 < u' -> ln 2 / Lam <= v / u'.
  move=> H u0; apply: (Rmult_le_reg_r (u' * Lam)); first nra.
  have -> : ln 2 / Lam * (u' * Lam) = u' * ln 2 by field; lra.
  by have -> : v / u' * (u' * Lam) = v * Lam by field; lra.
have [q [a [q0 [kq [qa]]]]] : exists q a, 0 <= q /\ (forall h, (h < L)%N -> wide h -> kap_s S Lam (ln 2) h <= q) /\
    (2 + sqrt 2) * q <= a /\ ((a = 30616 / 10000 /\ INR L <= 27) \/ a = 3).
  case: (Rle_dec (INR L) 27) => [L27|/Rnot_le_lt L27].
    exists (8967 / 10000), (30616 / 10000); split; first lra; split; last by split; [lra | left].
    by move=> h _ Wh; apply: (kap2_le Wh _ (div 58 5 l58 ltac:(lra))); rewrite /=; lra.
  exists (8786 / 10000), 3; split; first lra; split; last by split; [lra | right].
  have l41 := Lam_ge41 _; have {}l41 := l41 ltac:(have := L_lt_X L Sgt; lra).
  by move=> h _ Wh; apply: (kap2_le Wh _ (div 41 2 l41 ltac:(lra))); rewrite /=; lra.
have l2 := wide_L2 W; have k1 : INR L + 1 <= total L xs := wide_total W.
have H := layered_3_le q0 kq; rewrite XE; move: H k1; set k := total L xs => H k1 aE.
set w := INR L * (INR L - 1) / 2 + (INR L - 3 / 2) * (k - INR L) in H.
have w0 : 0 <= w by rewrite /w; nra.
have h2 : sqrt (1 / 2) <= 70711 / 100000 by apply: sqrt_le_sq; lra.
have {}h2 := Rmult_le_compat_r (INR L ^ 2) _ _ (pow2_ge_0 _) h2.
have H1 : (2 + sqrt 2) * layered_3 <= (2 + sqrt 2) * ((1 + sqrt 2 / 2) * ((INR L + k) / 2)) + a * w.
  apply: Rle_trans (Rmult_le_compat_l (2 + sqrt 2) _ _ ltac:(lra) H) _.
  rewrite Rmult_plus_distr_l; apply: Rplus_le_compat_l; rewrite -Rmult_assoc.
  exact: Rmult_le_compat_r.
have H2 : (2 + sqrt 2) * ((1 + sqrt 2 / 2) * ((INR L + k) / 2)) <= 582844 / 100000 * ((INR L + k) / 2).
  by rewrite -Rmult_assoc; apply: Rmult_le_compat_r; [lra | have := sqrt2_sqr; lra].
suff : 582844 / 100000 * ((INR L + k) / 2) + a * w + 70711 / 100000 * INR L ^ 2 <= 3 * (INR L * (k + 1)) by lra.
have [j [kE j1]] : exists j, k = INR L + j /\ 1 <= j by exists (k - INR L); split; lra.
rewrite /w kE; move: (INR L) l1 l2 aE => l _ l2 aE.
have ll : 2 * l <= l ^ 2 by rewrite /=; nra.
case: aE => [[-> L27]|->].
  have : 0 <= (j - 1) * (16781 / 10000 - 616 / 10000 * l) by apply: Rmult_le_pos; lra.
  rewrite /=; nra.
rewrite /=; nra.
Qed.

(* Theorem 4 (thm:main), repaired: the constant 3 *)
Theorem three_wide : 1 - delta <= Prl K T [::] (fun v => Rleb (regret v) (bound + total_gap gap v)).
Proof.
have l2 := ln_lt_2; have s1 := sqrt2_ge1; have s_P0 : 0 <= ln 2 by lra.
have zq : z <= / 4 by case/existsP: W => h Wh; exact: (z_quarter x0 T1 delta01 A1 L1 SL Lam_ge (ltn_ord h) Wh).
have pay := ln2_pays ltac:(lra).
have kr0 : 0 < sqrt 2 / 2 by lra.
have := theorem_4_layers lam Hst Hf Hnear Hstar kr0
  (_ : 0 < 1 * Lam) (kap_s_half S Lam (ln 2)) (_ : 0 <= 1 + sqrt 2) sp
  (Pr_rad lam Hf s_P0) (close_rad_s lam s_P0 pay).
move=> /(_ ltac:(lra) ltac:(lra)) H.
apply: (weaken Hf (B := _) _ (Rle_trans _ _ _ _ H)).
  rewrite c0 -/layered_3; have D := Theorem4.dev_le T (Lam := Lam) A1 L1 (m := 1) ltac:(lra) ltac:(lra).
  have r0 := root_ge0 A T Lam; have := Rmult_le_compat_l root _ _ r0 sums3; rewrite -/root; lra.
suff : (INR X - 1) * (INR #|A| * (INR T * (z * exp (- ln 2)))) + (INR X - 1) * (INR #|A| * (INR T *
    (exp (- (4 * (sqrt 2 / 2) ^ 2 * Lam)) + exp (- (4 * Lam))))) + exp (- (1 * Lam)) <= delta by lra.
have -> : z * exp (- ln 2) = z / 2 by rewrite exp_Ropp exp_ln; lra.
have -> : exp (- (1 * Lam)) = z by rewrite Rmult_1_l.
have -> : exp (- (4 * (sqrt 2 / 2) ^ 2 * Lam)) = z ^ 2 by rewrite half2 -(pow_exp Lam 2) [INR 2]/=.
rewrite e4; apply: Rle_trans uXz; rewrite -!(Rmult_assoc (INR #|A|)) -/u.
have z2 : z ^ 2 <= z * / 4 by rewrite /= Rmult_1_r; apply: Rmult_le_compat_l; lra.
have z4 : z ^ 4 <= z ^ 2 * / 4.
  by rewrite (_ : z ^ 4 = z ^ 2 * z ^ 2); [apply: Rmult_le_compat_l; [exact: pow2_ge_0 | lra] | ring].
have : (INR X - 1) * (u * (z / 2 + z ^ 2 + z ^ 4)) <= (INR X - 1) * (u * z).
  by apply: Rmult_le_compat_l; [lra | apply: Rmult_le_compat_l; lra].
have : z <= u * z by rewrite -[X in X <= _]Rmult_1_l; apply: Rmult_le_compat_r; lra.
lra.
Qed.
End Large.

(* Theorem 4 (thm:main), repaired: the constant 3, with probability at least 1 - delta; gaps add up *)
Theorem near_three : 1 - delta <= Prl K T [::] (fun v => Rleb (regret v)
  (3 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam) + total_gap gap v)).
Proof.
case: (boolP (some_wide S L)) => [W|]; last exact: three_narrow.
case: (Rle_dec (INR T) (9 * INR X ^ 2 * INR #|A| * Lam)) => [small|/Rnot_le_lt large]; last exact: three_wide.
apply: (above_LT Hf Hnear Hstar); first lra.
by have := trivial_3 small; rewrite /LayerSums.LX /LayerSums.root; lra.
Qed.
End ConstantThree.

Section Exact.
Import Letters.
(* Theorem 4 (thm:main), repaired: the constant 3, with probability at least 1 - delta *)
Theorem theorem_4_three [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [qhat : seq E -> occ S A]
    [pistar : policy S A] :
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv f st Lam qhat -> is_policy pistar ->
  1 - delta <= Prl (K x0 P rho f) T [::] (fun v => Rleb (regret x0 P rho rv f pistar v)
    (3 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof.
move=> Lam_ge Hst Hl Hstar; have KD := K_exp x0 HP Hrho (learner_policy Hl).
exact: (no_gap KD (near_three Lam_ge Hst (learner_policy Hl)
  (@learner_near _ _ _ _ _ _ _ T _ _ _ Hl) Hstar)).
Qed.
End Exact.
