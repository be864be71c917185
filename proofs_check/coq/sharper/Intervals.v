(* Section VII: with an interval for each successor in place of the ball (12), the same algorithm has no factor sqrt X: the
   regret by layers, and its corollary with Gamma, the largest number of successors. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration
  Previsions.Supermartingales UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets
  UCRLLP.model.Algorithm UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents UCRLLP.model.Setting UCRLLP.paper.Visits UCRLLP.paper.AppendixA
  UCRLLP.paper.AppendixB UCRLLP.sharper.ClippedRecursion UCRLLP.sharper.Budgets UCRLLP.sharper.Supermartingale
  UCRLLP.sharper.Weissman UCRLLP.sharper.Payments UCRLLP.sharper.IntervalSets.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* in each of the T episodes it plays a point of the polytope with intervals that no point beats by more than the gap *)
Definition near_box (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat) (rv : Z -> R) (T : nat) (Lam c : R)
    (st : seq (traj S A Z L 0) -> seq (traj S A Z L 0)) (f : seq (traj S A Z L 0) -> policy S A)
    (gap : seq (traj S A Z L 0) -> R) :=
  forall hist, (size hist < T)%N -> exists qhat, let s := st hist in
    [/\ box L (Pbar x0 s) (@width S A Z x0 L Lam c s) qhat, plays L qhat (f hist)
      & forall q, box L (Pbar x0 s) (@width S A Z x0 L Lam c s) q ->
        inner L q (rhat x0 rv Lam s) <= inner L qhat (rhat x0 rv Lam s) + gap hist].

(* the four lines of the bound; g h stands for Gamma'_h, l h for Lam + ln(2 X_{h+1}) *)
Section Lines.
Variables (S : nat -> finType) (A : finType) (L T : nat).
Definition transition_line (g : nat -> nat) (l : nat -> R) := (2 + sqrt 2) * sqrt (INR T * INR #|A|) *
  \rsum_(h < L) (INR (L - h.+1) * sqrt (INR (g h) * INR #|S h| * l h)).
Definition second_line c (l : nat -> R) := c * INR #|A| * (1 + ln (INR T) / ln 2) *
  \rsum_(h < L) (INR (L - h.+1) * (ind (2 <= #|S h.+1|)%N * (INR #|S h| * INR #|S h.+1| * l h))).
Definition reward_line kr Lam := (1 + kr) * (1 + sqrt 2) * sqrt (2 * (INR T * INR #|A| * Lam)) * \rsum_(h < L) sqrt (INR #|S h|).
Definition martingale_line l4 := sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * l4 / 6).
End Lines.

Section Intervals.
Import Letters Process.
Context [M : setting] [Lam c : R] [st : seq E -> seq E] [f : seq E -> policy S A] [gap : seq E -> R].
Hypotheses (lam : / 2 <= Lam) (c1 : 1 <= c) (Hst : schedule x0 st) (Hf : forall w, is_policy (f w)).
Hypothesis Hnear : near_box x0 rv T Lam c st f gap.
Context [pistar : policy S A] (Hstar : is_policy pistar).   (* an optimal policy, or any other to compare with *)
Notation Pbar := (@Pbar S A Z x0 L).
Notation rhat := (@rhat S A Z x0 L rv Lam).
Notation n1 := (@n1 S A Z x0 L).
Notation r := (@r S A Z P rho rv).
Notation visit := (@visit S A Z x0 L).
Notation lw := (lw S Lam).
Notation width := (@width S A Z x0 L Lam c).
Notation Gamma' := (Gamma' P).
Notation z := (z Lam).
Notation log2 T := (ln (INR T) / ln 2).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.
Let s1 := sqrt2_ge1.

Definition bad_sets (v : seq E) := bad_I x0 P T Lam v || bad_0 x0 P v.
Lemma Pr_bad_sets : Pr K T [::] bad_sets <= (INR X - 1) * (INR #|A| * (INR T * z)).
Proof.
rewrite -[X in _ <= X]Rplus_0_r; apply: (Pr_or KD); first exact: (Pr_bad_I x0 HP Hrho T A1 SL lam Hf).
exact: (Pr_bad_0 x0 HP Hrho T Hf).
Qed.

(* the price of the transitions of a visit: the widths *)
Definition dw (s : seq E) h (x : S h) (a : A) := \rsum_y width s x a y.
Lemma dw_ge0 s h (x : S h) a : 0 <= dw s x a.
Proof. by apply: rsum_ge0 => y _; exact: (width_ge0 x0 lam Sgt c1). Qed.

Lemma box_optimistic v s : size v = T -> ~~ bad_sets v -> (size (drop s v) < T)%N ->
  (forall h (x : S h) a, (h < L)%N -> r x a <= rhat (st (drop s v)) x a) ->
  @optimistic_within M Lam st f gap pistar dw (drop s v).
Proof.
move=> vT; rewrite /bad_sets negb_or => /andP[nI _] hT up; have [qhat [Hq pl opt]] := Hnear hT.
have [k Ek] := start_suffix Hst v s; have Hb := good_I HP A1 lam c1 vT nI k; rewrite -Ek in Hb.
have Hp := box_polytope Hq; set hist := drop s v in hT up qhat Hq pl opt Ek Hb Hp *.
have Ht : is_trans (Phat L qhat P) := Phat_trans Hp HP.
exists (Phat L qhat P); split=> // [|h x a hL _].
  rewrite (eq_8 x0 (f hist) Ht) (eq_8 x0 pistar HP) (inner_polytope x0_only P Hp pl).
  apply: Rle_trans (opt _ (occ_in_box x0 HP Hstar Hb)); apply: inner_le => h x a hL; last exact: up.
  by rewrite (marg_q3 x0 pistar HP); exact: (q2_ge0 x0 HP Hstar).
apply: (@Rle_trans _ (\rsum_y (2 * width (st hist) x a y))); last by rewrite rsumZ; exact: Rle_refl.
apply: le_rsum => y _; have B1 := Phat_box Hq Hb x a y hL; have B2 := Hb h x a y hL.
have := Rabs_triang (Phat L qhat P x a y - Pbar (st hist) x a y) (- (P h x a y - Pbar (st hist) x a y)).
by rewrite Rabs_Ropp (_ : _ + - _ = Phat L qhat P x a y - P h x a y); [lra | ring].
Qed.

(* --- the visited pairs *)
Lemma visited_two (C1 C2 : nat -> R) (v : seq E) :
  hsum (fun hist e => visited x0 (fun h (x : S h) a =>
    C1 h * / sqrt (n1 (st hist) x a) + C2 h * / n1 (st hist) x a) e) v =
  \rsum_(h < L) (C1 h * (\rsum_(x : S h) \rsum_a spent x0 st (mkp x a) v) +
    C2 h * (\rsum_(x : S h) \rsum_a spent1 x0 st (mkp x a) v)).
Proof.
elim: v => [|e v IH].
  rewrite /= big1 // => h _; have -> : \rsum_(x : S h) \rsum_(a : A) 0 = 0 by rewrite big1 // => x _; rewrite big1.
  by ring.
rewrite hsum_cons IH /visited -rsumD; apply: eq_bigr => h _; rewrite -!rsumZ -!rsumD; apply: eq_bigr => x _.
rewrite -!rsumZ -!rsumD; apply: eq_bigr => a _; rewrite {2}/spent {2}/spent1 !hsum_cons.
rewrite -/(spent x0 st (mkp x a) v) -/(spent1 x0 st (mkp x a) v) /Algorithm.n1 /Rdiv; ring.
Qed.

Section Sum.
Variables (kr : R).
Hypothesis kr0 : 0 < kr.
Notation price := (@price M Lam kr dw).

Theorem visited_intervals v : size v = T -> ~~ bad_sets v ->
  hsum (fun hist e => visited x0 (price (st hist)) e) v <=
  transition_line S A L T Gamma' lw + second_line S A L T c lw + reward_line S A L T kr Lam.
Proof.
move=> vT; rewrite /bad_sets negb_or => /andP[_ n0].
pose C1 h := (1 + kr) * sqrt (2 * Lam) + INR (L - h.+1) * sqrt (2 * INR (Gamma' h) * lw h).
pose C2 h := INR (L - h.+1) * (ind (wide h) * (c * INR #|S h.+1| * lw h)).
have g0 h : 0 <= INR (Gamma' h) by exact: pos_INR.
have l1 h := lw_ge1 lam Sgt h; have L0 h : 0 <= INR (L - h.+1) := pos_INR _.
have C1p h : 0 <= C1 h.
  have k1 : 0 <= 1 + kr by lra.
  by apply: Rplus_le_le_0_compat; [apply: (Rmult_le_pos _ _ k1) | apply: (Rmult_le_pos _ _ (L0 h))]; exact: sqrt_pos.
have C2p h : 0 <= C2 h.
  apply: Rmult_le_pos => //; apply: Rmult_le_pos; first exact: ind_ge0.
  apply: Rmult_le_pos; last by have := l1 h; lra.
  by apply: Rmult_le_pos; [lra | exact: pos_INR].
apply: (@Rle_trans _ (hsum (fun hist e => visited x0 (fun h (x : S h) a =>
    C1 h * / sqrt (n1 (st hist) x a) + C2 h * / n1 (st hist) x a) e) v)).
  apply: le_hsum => s e hist E1; have [k Ek] := start_suffix Hst v s.+1; rewrite -(suffix_of E1) in Ek.
  rewrite /visited; apply: le_rsum => h _; apply: le_rsum => x _; apply: le_rsum => a _.
  apply: Rmult_le_compat_l; first exact: ind_ge0.
  have n1p := n1_ge1 x0 (st hist) x a.
  have bE : b x0 Lam (st hist) x a = sqrt (2 * Lam) * / sqrt (n1 (st hist) x a) by rewrite /b sqrt_div_alt //; lra.
  have W := width_sum HP c A1 lam k x a n0 (ltn_ord h); cbv zeta in W; rewrite -Ek in W.
  rewrite (sqrt_div_alt (2 * INR (Gamma' h) * lw h)) in W; last by move: n1p; move: (n1 _ _ _) => *; lra.
  rewrite /Payments.price /C1 /C2; case Wh : (wide h); rewrite /ind.
    have := Rmin_r 1 ((1 + kr) * b x0 Lam (st hist) x a); rewrite bE => R1.
    have R2 := Rle_trans _ _ _ (Rmin_r 1 (dw (st hist) x a)) W.
    have {}R2 := Rmult_le_compat_l _ _ _ (L0 h) R2.
    rewrite !Rmult_1_l; apply: Rle_trans (Rplus_le_compat _ _ _ _ R1 R2) _; apply: Req_le.
    by rewrite /Rdiv; ring.
  rewrite !Rmult_0_l Rmult_0_r Rmult_0_l !Rplus_0_r.
  apply: Rle_trans (Rmin_r _ _) _; rewrite bE.
  have i0 : 0 <= / sqrt (n1 (st hist) x a) by apply/Rlt_le/Rinv_0_lt_compat/sqrt_lt_R0; lra.
  have := Rmult_le_pos _ _ (Rmult_le_pos _ _ (L0 h) (sqrt_pos (2 * INR (Gamma' h) * lw h))) i0.
  by move: (/ sqrt _) (sqrt (2 * Lam)) (INR _ * sqrt _) => *; lra.
rewrite visited_two.
have wv : (0 < size v)%N by rewrite vT; exact: T1.
apply: (@Rle_trans _ (\rsum_(h < L) (C1 h * ((1 + sqrt 2) * sqrt (INR (#|S h| * #|A|) * INR T)) +
    C2 h * (INR #|S h| * (INR #|A| * (1 + log2 T)))))).
  apply: le_rsum => h _; apply: Rplus_le_compat; apply: Rmult_le_compat_l => //.
    by rewrite -vT; exact: (layer_bound Hst).
  rewrite -rsum_const; apply: le_rsum => x _; rewrite -rsum_const; apply: le_rsum => a _.
  by rewrite -vT; exact: (spent1_bound Hst).
have TA0 : 0 <= INR T * INR #|A| by apply: Rmult_le_pos; exact: pos_INR.
rewrite rsumD /C1 /C2; under [X in X + _ <= _]eq_bigr => h _ do rewrite Rmult_plus_distr_r.
rewrite rsumD; apply: Req_le; rewrite /transition_line /second_line /reward_line -!rsumZ.
have rootE h : sqrt (INR (#|S h| * #|A|) * INR T) = sqrt (INR T * INR #|A|) * sqrt (INR #|S h|).
  by rewrite -sqrt_mult_alt // muln_INR; congr sqrt; ring.
have s2 := sqrt2_sqr.
have R1 : \rsum_(h < L) ((1 + kr) * sqrt (2 * Lam) * ((1 + sqrt 2) * sqrt (INR (#|S h| * #|A|) * INR T))) =
    \rsum_(h < L) ((1 + kr) * (1 + sqrt 2) * sqrt (2 * (INR T * INR #|A| * Lam)) * sqrt (INR #|S h|)).
  apply: eq_bigr => h _; rewrite rootE (_ : 2 * (INR T * INR #|A| * Lam) = INR T * INR #|A| * (2 * Lam)); last by ring.
  by rewrite (sqrt_mult_alt (INR T * INR #|A|)) //; ring.
have R2 : \rsum_(h < L) (INR (L - h.+1) * sqrt (2 * INR (Gamma' h) * lw h) * ((1 + sqrt 2) * sqrt (INR (#|S h| * #|A|) * INR T))) =
    \rsum_(h < L) ((2 + sqrt 2) * sqrt (INR T * INR #|A|) * (INR (L - h.+1) * sqrt (INR (Gamma' h) * INR #|S h| * lw h))).
  apply: eq_bigr => h _; rewrite rootE (_ : 2 * INR (Gamma' h) * lw h = 2 * (INR (Gamma' h) * lw h)); last by ring.
  rewrite (sqrt_mult_alt 2); last lra.
  rewrite (_ : INR (Gamma' h) * INR #|S h| * lw h = INR #|S h| * (INR (Gamma' h) * lw h)); last by ring.
  rewrite (sqrt_mult_alt (INR #|S h|)); last exact: pos_INR.
  rewrite (_ : 2 + sqrt 2 = sqrt 2 * (1 + sqrt 2)); last lra.
  by ring.
have R3 : \rsum_(h < L) (INR (L - h.+1) * (ind (wide h) * (c * INR #|S h.+1| * lw h)) * (INR #|S h| * (INR #|A| * (1 + log2 T)))) =
    \rsum_(h < L) (c * INR #|A| * (1 + log2 T) * (INR (L - h.+1) * (ind (2 <= #|S h.+1|)%N * (INR #|S h| * INR #|S h.+1| * lw h)))).
  by apply: eq_bigr => h _; rewrite /LayerSums.wide; ring.
by rewrite R1 R2 R3 Rplus_assoc Rplus_comm.
Qed.

(* for any budgets *)
Theorem intervals_budgets l4 : 0 < l4 ->
  1 - ((INR X - 1) * (INR #|A| * (INR T * z)) +
    (INR X - 1) * (INR #|A| * (INR T * (exp (- (4 * kr ^ 2 * Lam)) + exp (- (4 * Lam))))) + exp (- l4)) <=
  Prl K T [::] (fun v => Rleb (regret v) (transition_line S A L T Gamma' lw + second_line S A L T c lw +
    reward_line S A L T kr Lam + martingale_line L T l4 + total_gap gap v)).
Proof.
move=> l40; apply: (theorem_prices (d := dw) lam Hst Hf kr0 l40 dw_ge0 Pr_bad_sets).
  by move=> v vT nb s hT up; exact: box_optimistic.
exact: visited_intervals.
Qed.
End Sum.

(* --- Lam >= log(TXA/delta) *)
Section Delta.
Hypothesis Lam_ge : ln (TXA / delta) <= Lam.
Hypothesis TA2 : 2 <= INR T * INR #|A|.
Let d01 : 0 < delta < 1 := delta01.
Let u := INR #|A| * INR T.
Let u2 : 2 <= u. Proof. by rewrite /u Rmult_comm. Qed.
Let X2 : 2 <= INR X. Proof. by have := leq_INR (X_ge2 x0 L1 SL). Qed.
Let z0 : 0 < z. Proof. exact: z_gt0. Qed.
Let zh : z <= / 2. Proof. exact: (z_half x0 T1 delta01 A1 L1 SL Lam_ge). Qed.
Let zX : INR X * (u * z) <= delta.
Proof. by have := z_TXA x0 T1 delta01 A1 L1 SL Lam_ge; rewrite /GoodEvents.TXA /u; lra. Qed.
(* what the third and the fourth power of z leave *)
Let small : 2 * ((INR X - 1) * (u * z ^ 4)) <= z / 2.
Proof.
have H : (INR X - 1) * (u * z) <= 1 by have uz : 0 <= u * z by [apply: Rmult_le_pos; lra]; lra.
have z3 : 0 <= z ^ 3 <= z / 4.
  have z2 : z ^ 2 <= / 4 by rewrite /=; nra.
  split; first by apply: pow_le; lra.
  by rewrite (_ : z ^ 3 = z * z ^ 2); [have := Rmult_le_compat_l z _ _ (Rlt_le _ _ z0) z2; lra | ring].
rewrite (_ : (INR X - 1) * (u * z ^ 4) = (INR X - 1) * (u * z) * z ^ 3); last by ring.
by have := Rmult_le_compat_r (z ^ 3) _ _ z3.1 H; lra.
Qed.
Let z_pow k : exp (- (INR k * Lam)) = z ^ k. Proof. exact: pow_exp. Qed.
Let e4 : exp (- (4 * Lam)) = z ^ 4. Proof. by rewrite -z_pow; congr exp; rewrite /=; ring. Qed.

(* one union over pairs and visits for the sets, two for the rewards, and the martingale *)
Lemma failures : (INR X - 1) * (INR #|A| * (INR T * z)) +
  (INR X - 1) * (INR #|A| * (INR T * (exp (- (4 * Lam)) + exp (- (4 * Lam))))) + exp (- Lam) <= delta.
Proof.
rewrite e4 -/z -!(Rmult_assoc (INR #|A|)) -/u.
have uz : 2 * z <= u * z by apply: Rmult_le_compat_r; lra.
by have := small; have := zX; move: (z ^ 4) => z4; lra.
Qed.

(* Sec. VII, widths: P is in all intervals of all epochs, with probability at least 1 - delta; Sec. VII, widths (inline:VII.6:widths) *)
Theorem widths_hold : 1 - delta <= Prl K T [::] (fun v => [forall t : 'I_T.+1, [forall h : 'I_L, [forall x : S h,
  [forall a : A, [forall y : S h.+1, Rleb (Rabs (P h x a y - Pbar (st (drop t v)) x a y)) (width (st (drop t v)) x a y)]]]]]).
Proof.
apply: (Pr_not KD); apply: Rle_trans (_ : Pr K T [::] (bad_I x0 P T Lam) <= _).
  apply: (Pr_imp KD) => v vT; apply: contraR => nb; apply/forallP => t; apply/forallP => h; apply/forallP => x.
  apply/forallP => a; apply/forallP => y; apply/RlebP; have [k ->] := start_suffix Hst v t.
  exact: (good_I HP A1 lam c1 vT nb k).
apply: Rle_trans (Pr_bad_I x0 HP Hrho T A1 SL lam Hf) _; rewrite -(Rmult_assoc (INR #|A|)) -/u.
have uz : 0 <= u * z by apply: Rmult_le_pos; [apply: Rmult_le_pos; exact: pos_INR | exact: Rlt_le].
by have := zX; move: (u * z) uz => w *; lra.
Qed.

(* Sec. VII, intervals (inline:VII.6:intervals): by layers, with probability at least 1 - delta; gaps add up *)
Theorem near_intervals : 1 - delta <= Prl K T [::] (fun v => Rleb (regret v)
  (transition_line S A L T Gamma' lw + second_line S A L T c lw + reward_line S A L T 1 Lam +
    martingale_line L T Lam + total_gap gap v)).
Proof.
have lam0 : 0 < Lam by lra.
apply: Rle_trans (intervals_budgets Rlt_0_1 lam0); rewrite (_ : 4 * 1 ^ 2 * Lam = 4 * Lam); last by ring.
by have := failures; lra.
Qed.

(* ... the martingale with log(1/delta), with probability at least 1 - 2 delta; Sec. VII, intervals (inline:VII.6:intervals) *)
Theorem near_intervals_2 : 1 - 2 * delta <= Prl K T [::] (fun v => Rleb (regret v)
  (transition_line S A L T Gamma' lw + second_line S A L T c lw + reward_line S A L T 1 Lam +
    martingale_line L T (ln (1 / delta)) + total_gap gap v)).
Proof.
have ld := ln_delta delta01; apply: Rle_trans (intervals_budgets Rlt_0_1 ld).
have ed : exp (- ln (1 / delta)) = delta.
  by rewrite /Rdiv Rmult_1_l ln_Rinv ?Ropp_involutive ?exp_ln; lra.
rewrite (_ : 4 * 1 ^ 2 * Lam = 4 * Lam); last by ring.
rewrite e4 ed -!(Rmult_assoc (INR #|A|)) -/u.
have uz : 2 * z <= u * z by apply: Rmult_le_compat_r; lra.
by have := small; have := zX; move: (z ^ 4) => z4; lra.
Qed.

(* ... and the rewards with 3/2 in place of 2, with probability at least 1 - 3 delta; Sec. VII, intervals (inline:VII.6:intervals) *)
Theorem near_intervals_3 : 1 - 3 * delta <= Prl K T [::] (fun v => Rleb (regret v)
  (transition_line S A L T Gamma' lw + second_line S A L T c lw + reward_line S A L T (/ 2) Lam +
    martingale_line L T (ln (1 / delta)) + total_gap gap v)).
Proof.
have ld := ln_delta delta01; apply: Rle_trans (intervals_budgets (kr := / 2) ltac:(lra) ld).
have ed : exp (- ln (1 / delta)) = delta.
  by rewrite /Rdiv Rmult_1_l ln_Rinv ?Ropp_involutive ?exp_ln; lra.
rewrite (_ : 4 * (/ 2) ^ 2 * Lam = Lam); last by field.
rewrite e4 ed -!(Rmult_assoc (INR #|A|)) -/u -[exp (- Lam)]/z.
have uz : 2 * z <= u * z by apply: Rmult_le_compat_r; lra.
by have := small; have := zX; move: (z ^ 4) => z4; lra.
Qed.

(* --- in terms of Gamma, the largest number of successors *)
Section Corollary.
Variable G : nat.
Hypotheses (G1 : (1 <= G)%N) (HG : forall h, (h < L)%N -> (Gamma P h <= G)%N).
Let XS : INR X = total L (fun h => INR #|S h|) + 1. Proof. by rewrite X_total SL. Qed.
Let lam0 : 0 < Lam. Proof. by have := lam; lra. Qed.
Let GR : 1 <= INR G. Proof. exact: (leq_INR G1). Qed.
Let LR : 1 <= INR L. Proof. exact: (leq_INR L1). Qed.
Let AR : 1 <= INR #|A|. Proof. exact: (leq_INR A1). Qed.
Let TR : 1 <= INR T. Proof. exact: (leq_INR T1). Qed.

Lemma lw_le h : (h < L)%N -> lw h <= 2 * Lam.
Proof.
move=> hL; rewrite /IntervalSets.lw; suff : ln (2 * INR #|S h.+1|) <= Lam by lra.
have sx : 1 <= INR #|S h.+1| <= INR X.
  split; first exact: (leq_INR (Sgt h.+1)).
  by apply: leq_INR; rewrite /Algorithm.X (bigD1 (Ordinal (hL : (h.+1 < L.+1)%N))) //= leq_addr.
apply: Rle_trans Lam_ge; apply: le_ln; first lra.
have i1 : 1 <= / delta by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
have XA : 2 * INR X <= TXA.
  by rewrite /GoodEvents.TXA (_ : INR T * INR X * INR #|A| = INR T * INR #|A| * INR X); [nra | ring].
rewrite /Rdiv; have : TXA * 1 <= TXA * / delta by apply: Rmult_le_compat_l; lra.
lra.
Qed.

Lemma neighbours (xs : nat -> R) : (forall h, 0 <= xs h) -> forall n,
  4 * (\rsum_(h < n) (xs h * xs h.+1)) <= (\rsum_(h < n.+1) xs h) ^ 2.
Proof.
move=> xs0; suff H n : exists p q, [/\ 0 <= p, xs n <= q, \rsum_(h < n.+1) xs h = p + q &
    \rsum_(h < n) (xs h * xs h.+1) <= p * q].
  move=> n; have [p [q [p0 qx -> H1]]] := H n; move: (\rsum_(h < n) _) H1 => s H1.
  by have := pow2_ge_0 (p - q); rewrite /=; lra.
elim: n => [|n [p [q [p0 qx E1 H1]]]].
  exists 0, (xs 0%N); split; [lra | lra | |]; first by rewrite (rsum_recr 0 xs) big_ord0.
  by rewrite big_ord0; lra.
have xn := xs0 n; have xn1 := xs0 n.+1; exists q, (p + xs n.+1); split; [lra | lra | |].
  by rewrite (rsum_recr n.+1 xs) E1; ring.
rewrite (rsum_recr n (fun h => xs h * xs h.+1)).
have : xs n * xs n.+1 <= q * xs n.+1 by apply: Rmult_le_compat_r.
lra.
Qed.

Lemma second_line_le : 0 <= c -> second_line S A L T c lw <= c / 2 * INR L * INR X ^ 2 * INR #|A| * Lam * (1 + log2 T).
Proof.
move=> c0; have l2 := ln_lt_2.
have lT : 0 <= log2 T.
  apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat; lra.
  by rewrite -ln_1; apply: le_ln; [lra | exact: TR].
rewrite /second_line; set k := c * INR #|A| * _; have k0 : 0 <= k.
  by apply: Rmult_le_pos; [apply: Rmult_le_pos; lra | lra].
rewrite (_ : c / 2 * INR L * INR X ^ 2 * INR #|A| * Lam * (1 + log2 T) = k * (2 * Lam * INR L * (INR X ^ 2 / 4))); last by rewrite /k; field; lra.
apply: Rmult_le_compat_l => //.
have N := @neighbours (fun h => INR #|S h|) (fun h => pos_INR _) L.
rewrite [X in X ^ 2](_ : _ = INR X) in N; last by rewrite /Algorithm.X sum_INR.
apply: (@Rle_trans _ (\rsum_(h < L) (2 * Lam * INR L * (INR #|S h| * INR #|S h.+1|)))).
  apply: le_rsum => h _; have p0 := Rmult_le_pos _ _ (pos_INR #|S h|) (pos_INR #|S h.+1|).
  have lh := lw_le (ltn_ord h); have l0 := lw_ge1 lam Sgt h.
  have LL : INR (L - h.+1) <= INR L by apply: leq_INR; exact: leq_subr.
  have k1 := pos_INR (L - h.+1).
  rewrite (_ : 2 * Lam * INR L * _ = INR L * (INR #|S h| * INR #|S h.+1| * (2 * Lam))); last by ring.
  apply: Rmult_le_compat => //.
    by apply: Rmult_le_pos; [exact: ind_ge0 | apply: Rmult_le_pos; lra].
  rewrite -[X in _ <= X]Rmult_1_l; apply: Rmult_le_compat; [exact: ind_ge0 | by apply: Rmult_le_pos; lra | exact: ind_le1 |].
  exact: Rmult_le_compat_l.
rewrite rsumZ; apply: Rmult_le_compat_l; first by apply: Rmult_le_pos; lra.
by apply: (Rmult_le_reg_l 4); [lra | apply: Rle_trans N _; lra].
Qed.

Let root := sqrt (INR G * (INR T * INR #|A| * Lam)).
Let layers : \rsum_(h < L) sqrt (INR #|S h|) <= sqrt (INR L * (INR X - 1)).
Proof.
rewrite -[X in INR X * _]card_ord; apply: rsum_sqrt_le => [h|]; first exact: pos_INR.
by rewrite XS /total /Rminus Rplus_assoc Rplus_opp_r Rplus_0_r.
Qed.
Let TA0 : 0 <= INR T * INR #|A|. Proof. by apply: Rmult_le_pos; lra. Qed.

Lemma transition_line_le : transition_line S A L T Gamma' lw <=
  (2 * sqrt 2 + 2) * (INR L - 1) * sqrt (INR L * (INR X - 1)) * root.
Proof.
rewrite /transition_line.
apply: (@Rle_trans _ ((2 + sqrt 2) * sqrt (INR T * INR #|A|) * ((INR L - 1) * sqrt (INR G * (2 * Lam)) *
    \rsum_(h < L) sqrt (INR #|S h|)))).
  apply: Rmult_le_compat_l; first by apply: Rmult_le_pos; [lra | exact: sqrt_pos].
  rewrite -rsumZ; apply: le_rsum => h _; rewrite (Rmult_assoc (INR L - 1)); apply: Rmult_le_compat; [exact: pos_INR | exact: sqrt_pos | |].
    have : (L - h.+1 + 1 <= L)%N by rewrite addn1 ltn_subrL; exact: L1.
    by move=> /leq_INR; rewrite addn_INR INR1; lra.
  rewrite -sqrt_mult_alt; last by apply: Rmult_le_pos; lra.
  apply: sqrt_le_1_alt; have lh := lw_le (ltn_ord h); have l0 := lw_ge1 lam Sgt h.
  have G'G : INR (Gamma' h) <= INR G.
    by apply: leq_INR; rewrite /IntervalSets.Gamma'; case: ifP => // _; exact: HG (ltn_ord h).
  rewrite (_ : INR (Gamma' h) * _ * _ = INR (Gamma' h) * lw h * INR #|S h|); last by ring.
  apply: Rmult_le_compat_r; first exact: pos_INR.
  by apply: Rmult_le_compat => //; [exact: pos_INR | lra].
rewrite (_ : INR G * (2 * Lam) = 2 * (INR G * Lam)); last by ring.
rewrite (sqrt_mult_alt 2); last lra.
have -> : root = sqrt (INR T * INR #|A|) * sqrt (INR G * Lam).
  by rewrite -sqrt_mult_alt // /root; congr sqrt; ring.
move: (sqrt (INR T * INR #|A|)) (sqrt_pos (INR T * INR #|A|)) (sqrt (INR G * Lam)) (sqrt_pos (INR G * Lam)) => p p0 q q0.
have k0 : 0 <= (2 * sqrt 2 + 2) * (INR L - 1) * (p * q).
  by apply: Rmult_le_pos; [apply: Rmult_le_pos; lra | exact: Rmult_le_pos].
have := Rmult_le_compat_l _ _ _ k0 layers; have s2 := sqrt2_sqr.
move: (\rsum_(h < L) _) (sqrt (INR L * _)) => s t H.
rewrite (_ : (2 + sqrt 2) * p * ((INR L - 1) * (sqrt 2 * q) * s) = (2 * sqrt 2 + sqrt 2 * sqrt 2) * (INR L - 1) * (p * q) * s); last by ring.
by rewrite s2; lra.
Qed.

Lemma reward_line_le : reward_line S A L T 1 Lam <= (2 * sqrt 2 + 4) * sqrt (INR L * (INR X - 1)) * root.
Proof.
rewrite /reward_line; set t := INR T * INR #|A| * Lam; have t0 : 0 <= t by apply: Rmult_le_pos; lra.
rewrite (sqrt_mult_alt 2); last lra.
have rt : sqrt t <= root by apply: sqrt_le_1_alt; rewrite -/t; nra.
have s2 := sqrt2_sqr; have L' := layers; have st0 := sqrt_pos t.
have S0 : 0 <= \rsum_(h < L) sqrt (INR #|S h|) by apply: rsum_ge0 => h _; exact: sqrt_pos.
rewrite (_ : (1 + 1) * (1 + sqrt 2) * (sqrt 2 * sqrt t) * _ =
  (2 * sqrt 2 + 2 * (sqrt 2 * sqrt 2)) * ((\rsum_(h < L) sqrt (INR #|S h|)) * sqrt t)); last by ring.
rewrite s2 (_ : 2 * 2 = 4) ?Rmult_assoc; [|ring]; apply: Rmult_le_compat_l; first lra.
exact: Rmult_le_compat.
Qed.

Lemma martingale_line_le : martingale_line L T Lam <= 7072 / 10000 * INR L * sqrt (INR L) * root.
Proof.
have g : 1 <= INR G * INR #|A| by nra.
rewrite /martingale_line; apply: (@Rle_trans _ (sqrt (INR L ^ 2 * INR L * (INR G * (INR T * INR #|A| * Lam)) * (7072 / 10000) ^ 2))).
  apply: sqrt_le_1_alt; have tl : 0 <= INR T * Lam by apply: Rmult_le_pos; lra.
  have q : INR L * (2 * INR L ^ 2 + 1) <= 3 * (INR L ^ 2 * INR L) by rewrite /=; nra.
  rewrite (_ : _ / 6 = INR T * Lam * (INR L * (2 * INR L ^ 2 + 1) / 6)); last by field.
  rewrite (_ : INR L ^ 2 * INR L * (INR G * (INR T * INR #|A| * Lam)) * _ =
    INR T * Lam * (INR L ^ 2 * INR L * (7072 / 10000) ^ 2 * (INR G * INR #|A|))); last by ring.
  apply: Rmult_le_compat_l => //; have k0 : 0 <= INR L ^ 2 * INR L by rewrite /=; nra.
  move: (INR L ^ 2 * INR L) (INR G * INR #|A|) (INR L * _) q k0 g => k g w q k0 g1.
  have : k * 1 <= k * g by apply: Rmult_le_compat_l.
  by rewrite /=; lra.
rewrite sqrt_mult_alt; last by apply: Rmult_le_pos; [rewrite /=; nra | apply: Rmult_le_pos; [lra | apply: Rmult_le_pos; lra]].
rewrite sqrt_pow2; last lra.
rewrite sqrt_mult_alt; last by rewrite /=; nra.
rewrite sqrt_mult_alt; last exact: pow2_ge_0.
by rewrite sqrt_pow2 -/root; [apply: Req_le; ring | lra].
Qed.

(* Sec. VII, sqrt(X) (inline:VII.6), repaired: with intervals L sqrt(L Gamma X A T Lam), up to a term in log T; Sec. VII, intervals (inline:VII.6:intervals) *)
Theorem near_intervals_Gamma : 1 - delta <= Prl K T [::] (fun v => Rleb (regret v)
  (69 / 10 * sqrt (INR L ^ 3 * INR G * INR X * INR T * INR #|A| * Lam) +
   c / 2 * INR L * INR X ^ 2 * INR #|A| * Lam * (1 + log2 T) + total_gap gap v)).
Proof.
apply: Rle_trans near_intervals _; apply: (Prl_imp KD) => v _ /RlebP H; apply/RlebP.
apply: Rle_trans H _; apply: Rplus_le_compat_r.
have c0 : 0 <= c by lra.
have H2 := second_line_le c0; have H1 := transition_line_le; have H3 := reward_line_le; have H4 := martingale_line_le.
have -> : sqrt (INR L ^ 3 * INR G * INR X * INR T * INR #|A| * Lam) = INR L * (sqrt (INR L) * sqrt (INR X)) * root.
  rewrite (_ : INR L ^ 3 * INR G * INR X * INR T * INR #|A| * Lam = INR L ^ 2 * (INR L * INR X) * (INR G * (INR T * INR #|A| * Lam))); last by ring.
  rewrite sqrt_mult_alt; last by apply: Rmult_le_pos; [exact: pow2_ge_0 | nra].
  rewrite sqrt_mult_alt; last exact: pow2_ge_0.
  rewrite sqrt_pow2; last lra.
  by rewrite (sqrt_mult_alt (INR L)); last lra.
have E1 : sqrt (INR L * (INR X - 1)) = sqrt (INR L) * sqrt (INR X - 1) by apply: sqrt_mult_alt; lra.
rewrite E1 in H1 H3; have [s1' s2'] := sqrt2_bounds.
have r0 : 0 <= root := sqrt_pos _; have l0 := sqrt_pos (INR L); have y0 := sqrt_pos (INR X - 1).
have sX := sqrt_pos (INR X).
have key : 6829 / 1000 * sqrt (INR X - 1) + 7072 / 10000 <= 69 / 10 * sqrt (INR X).
  have xx : sqrt (INR X) * sqrt (INR X) = INR X by apply: sqrt_sqrt; lra.
  have yy : sqrt (INR X - 1) * sqrt (INR X - 1) = INR X - 1 by apply: sqrt_sqrt; lra.
  apply: Rsqr_incr_0_var; last lra.
  rewrite /Rsqr; have := pow2_ge_0 (6829 / 1000 - 7072 / 10000 * sqrt (INR X - 1)); move: (sqrt (INR X)) (sqrt (INR X - 1)) xx yy => x y xx yy H.
  have -> : 69 / 10 * x * (69 / 10 * x) = (69 / 10) ^ 2 * (y * y + 1) by rewrite yy -(Rplus_0_r (INR X)) -xx; ring.
  by move: H; rewrite /=; nra.
set y := sqrt (INR X - 1) in H1 H3 y0 key *; set x := sqrt (INR X) in sX key *; set l := sqrt (INR L) in H1 H3 H4 l0 *.
have w0 : 0 <= l * root by apply: Rmult_le_pos.
have B1 : (2 * sqrt 2 + 2) * (INR L - 1) * (l * y) * root + (2 * sqrt 2 + 4) * (l * y) * root <= 6829 / 1000 * INR L * y * (l * root).
  have yw : 0 <= y * (l * root) by apply: Rmult_le_pos.
  have : ((2 * sqrt 2 + 2) * (INR L - 1) + (2 * sqrt 2 + 4)) <= 6829 / 1000 * INR L by nra.
  by move=> /(Rmult_le_compat_r _ _ _ yw); lra.
have B2 : INR L * (l * root) * (6829 / 1000 * y + 7072 / 10000) <= INR L * (l * root) * (69 / 10 * x).
  by apply: Rmult_le_compat_l => //; apply: Rmult_le_pos; lra.
by move: H1 H2 H3 H4 B1 B2; move: (transition_line _ _ _ _ _ _) (second_line _ _ _ _ _ _) (reward_line _ _ _ _ _ _) (martingale_line _ _ _) => *; lra.
Qed.
End Corollary.
End Delta.
End Intervals.
