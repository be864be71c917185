(* Sums over the layers: how the sizes X_h of the layers add up to the L, X and A of the bounds. *)
Require Import Previsions.NatLia Previsions.Sums UCRLLP.model.Algorithm.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Lemma sqrt_am_gm u v : 0 <= u -> 0 <= v -> sqrt (u * v) <= (u + v) / 2.
Proof.
move=> u0 v0; apply: Rsqr_incr_0_var; last by lra.
by rewrite Rsqr_sqrt; [rewrite /Rsqr; have := pow2_ge_0 (u - v); nra | nra].
Qed.

Lemma sum_remaining L : \rsum_(h < L) INR (L - h.+1) = INR L * (INR L - 1) / 2.
Proof.
elim: L => [|L IH]; first by rewrite big_ord0 /=; lra.
rewrite (rsum_recl L (fun h => INR (L.+1 - h.+1))) subSS subn0.
by rewrite (eq_bigr (fun h : 'I_L => INR (L - h.+1))) // IH S_INR; field.
Qed.

Section Layers.
Variables (L : nat) (xs : nat -> R).      (* xs h: the number of states of layer h *)
Hypotheses (L1 : (0 < L)%N) (xs0 : xs 0%N = 1) (xs1 : forall h, 1 <= xs h).
Definition total := \rsum_(h < L) xs h.   (* X - 1 *)

Lemma total_ge : INR L <= total.
Proof.
rewrite -[INR L]Rmult_1_r -rsum_ord_const; apply: le_rsum => h _; exact: xs1.
Qed.

Lemma K1 : \rsum_(h < L) sqrt (xs h) <= (INR L + total) / 2.
Proof.
rewrite -[INR L]Rmult_1_r -rsum_ord_const -rsumD /Rdiv -rsumZr; apply: le_rsum => h _.
have x1 := xs1 h; rewrite -[X in sqrt X]Rmult_1_l; have := @sqrt_am_gm 1 (xs h); rewrite /Rdiv; lra.
Qed.

Lemma K2 : \rsum_(h < L) (INR (L - h.+1) * sqrt (xs h * xs h.+1)) <=
  INR L * (INR L - 1) / 2 + (INR L - 3 / 2) * (total - INR L).
Proof.
pose y h := xs h - 1; have y0 h : 0 <= y h by have := xs1 h; rewrite /y; lra.
pose G h := INR (L - h) * y h.
have shift : \rsum_(h < L) G h.+1 = \rsum_(h < L) G h.
  have := rsum_recl L G; rewrite (rsum_recr L G) {2}/G subnn {2}/G /y xs0 [INR 0]/=; lra.
apply: (@Rle_trans _ (\rsum_(h < L) (INR (L - h.+1) + (INR L - 3 / 2) * y h +
    (G h.+1 - G h) / 2))); last first.
  rewrite !rsumD sum_remaining rsumZ /Rdiv rsumZr rsumB shift.
  have -> : \rsum_(h < L) y h = total - INR L.
    by rewrite /y rsumB rsum_ord_const -/total; ring.
  by rewrite Rminus_eq_0; lra.
apply: le_rsum => h _.
have gm : sqrt (xs h * xs h.+1) <= 1 + (y h + y h.+1) / 2.
  by have := @sqrt_am_gm (xs h) (xs h.+1); have := xs1 h; have := xs1 h.+1; rewrite /y; lra.
have k0 := pos_INR (L - h.+1).
apply: Rle_trans (Rmult_le_compat_l _ _ _ k0 gm) _; rewrite /G.
have kS : INR (L - h) = INR (L - h.+1) + 1 by rewrite subnS -S_INR prednK // subn_gt0.
have last_part : (INR (L - h.+1) + / 2) * y h <= (INR L - 3 / 2) * y h.
  case: (posnP h) => [-> | hp]; first by rewrite /y xs0; lra.
  apply: Rmult_le_compat_r; first exact: y0.
  have : (L - h.+1 + 2 <= L)%N by have := ltn_ord h; lia.
  move=> /leq_INR; rewrite addn_INR [INR 2]/=; lra.
by rewrite kS; nra.
Qed.

Lemma K4 u v : u <= (INR L + total) / 2 ->
  v <= INR L * (INR L - 1) / 2 + (INR L - 3 / 2) * (total - INR L) ->
  3 / 2 * u + v + INR L ^ 2 / 2 <= INR L * (total + 1).
Proof. by move=> Hu Hv; have := total_ge; rewrite /=; nra. Qed.
End Layers.

(* --- the layers of an MDP *)
Section States.
Variables (S : nat -> finType) (A : finType) (L T : nat) (Lam : R).
Hypotheses (L1 : (0 < L)%N) (S_gt0 : forall h, (0 < #|S h|)%N) (Lam0 : 0 <= Lam).
Notation X := (X S L).
Notation xs h := (INR #|S h|).
Definition root := sqrt (INR T * INR #|A| * Lam).          (* sqrt(TA Lam) *)
Definition LX := INR L * INR X.
(* layer h has more than one successor: otherwise its transitions are known *)
Definition wide h : bool := (2 <= #|S h.+1|)%N.

Lemma xs_ge1 h : 1 <= xs h. Proof. exact: (leq_INR (S_gt0 h)). Qed.
Lemma root_ge0 : 0 <= root. Proof. exact: sqrt_pos. Qed.

Lemma X_total : INR X = total L (fun h => xs h) + xs L.
Proof. by rewrite /Algorithm.X sum_INR (rsum_recr L (fun h => xs h)). Qed.

Lemma L_lt_X : INR L + 1 <= INR X.
Proof.
rewrite X_total; have := xs_ge1 L; have := @total_ge L (fun h => xs h) xs_ge1; lra.
Qed.

(* (27), layers (lem:occ-term-2:layers) *)
Lemma layers_of_X : \rsum_(h < L) sqrt (xs h * xs h.+1) <= INR X.
Proof.
apply: (@Rle_trans _ (\rsum_(h < L) (/ 2 * (xs h + xs h.+1)))).
  apply: le_rsum => h _; have := @sqrt_am_gm (xs h) (xs h.+1) (pos_INR _) (pos_INR _); lra.
rewrite rsumZ rsumD (_ : INR X = / 2 * (INR X + INR X)); last by field.
apply: Rmult_le_compat_l; first by lra.
apply: Rplus_le_compat.
  by rewrite X_total -[X in X <= _]Rplus_0_r; apply: Rplus_le_compat_l; exact: pos_INR.
rewrite /Algorithm.X sum_INR (rsum_recl L (fun h => xs h)) -[X in X <= _]Rplus_0_l.
by apply: Rplus_le_compat_r; exact: pos_INR.
Qed.

(* lem:bias-term-2:jensen-2 *)
Lemma jensen_layers : \rsum_(h < L) sqrt (xs h) <= sqrt LX.
Proof.
apply: Rle_trans (@rsum_sqrt_le _ (fun h : 'I_L => xs h) (total L (fun h => xs h)) (fun h => pos_INR _) erefl) _.
rewrite card_ord; apply: sqrt_le_1_alt; rewrite /LX X_total.
by apply: Rmult_le_compat_l; [exact: pos_INR | have := pos_INR #|S L|; lra].
Qed.

Lemma LX_ge1 : 1 <= LX.
Proof. by have := L_lt_X; have := leq_INR L1; rewrite INR1 /LX; nra. Qed.

Lemma sqrt_LX : sqrt LX <= LX.
Proof.
have l1 := LX_ge1; apply: Rsqr_incr_0_var; last by lra.
by rewrite Rsqr_sqrt /Rsqr; nra.
Qed.

(* sqrt(TLXA Lam) *)
Lemma root_LX : sqrt (INR T * INR L * INR X * INR #|A| * Lam) = sqrt LX * root.
Proof.
rewrite /root -sqrt_mult_alt; last by rewrite /LX; apply: Rmult_le_pos; exact: pos_INR.
by congr sqrt; rewrite /LX; ring.
Qed.

(* the rate of weights w_h sqrt(2 c_h Lam / N) along the visited pairs *)
Lemma rate (w c : nat -> R) : (forall h, 0 <= c h) ->
  \rsum_(h < L) (w h * sqrt (2 * c h * Lam) * ((1 + sqrt 2) * sqrt (INR (#|S h| * #|A|) * INR T))) =
  (2 + sqrt 2) * root * \rsum_(h < L) (w h * sqrt (xs h * c h)).
Proof.
move=> c0; rewrite -rsumZ; apply: eq_bigr => h _.
have s2 : sqrt 2 * sqrt 2 = 2 by apply: sqrt_sqrt; lra.
have TA0 : 0 <= INR T * INR #|A| by apply: Rmult_le_pos; exact: pos_INR.
have -> : sqrt (INR (#|S h| * #|A|) * INR T) = sqrt (xs h) * sqrt (INR T * INR #|A|).
  rewrite muln_INR -sqrt_mult_alt; last exact: pos_INR.
  by congr sqrt; ring.
rewrite /root (sqrt_mult_alt _ _ TA0) (_ : 2 * c h * Lam = 2 * (c h * Lam)); last by ring.
rewrite (sqrt_mult_alt 2); last by lra.
rewrite (sqrt_mult_alt (c h)) // (sqrt_mult_alt (xs h)); last exact: pos_INR.
have -> : 2 + sqrt 2 = (1 + sqrt 2) * sqrt 2 by rewrite Rmult_plus_distr_r s2; ring.
by ring.
Qed.
End States.
