(* Section VII: with an interval for each successor in place of the ball (12), the same algorithm has no factor sqrt X: the
   regret by layers, and its corollary with Gamma, the largest number of successors. *)
Require Import UCRLLP.library.Sums UCRLLP.library.Probability UCRLLP.library.Concentration
  UCRLLP.library.Supermartingales UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets
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
apply: rsum_le => y _; have B1 := Phat_box Hq Hb x a y hL; have B2 := Hb h x a y hL.
have := Rabs_triang (Phat L qhat P x a y - Pbar (st hist) x a y) (- (P h x a y - Pbar (st hist) x a y)).
by rewrite Rabs_Ropp (_ : _ + - _ = Phat L qhat P x a y - P h x a y); [lra | ring].
Qed.

(* --- the visited pairs *)
Lemma visited_two (C1 C2 : nat -> R) (v : seq E) :
  along (fun hist e => visited x0 (fun h (x : S h) a =>
    C1 h * / sqrt (n1 (st hist) x a) + C2 h * / n1 (st hist) x a) e) v =
  \rsum_(h < L) (C1 h * (\rsum_(x : S h) \rsum_a spent x0 st (mkp x a) v) +
    C2 h * (\rsum_(x : S h) \rsum_a spent1 x0 st (mkp x a) v)).
Proof.
elim: v => [|e v IH].
  rewrite /= big1 // => h _; have -> : \rsum_(x : S h) \rsum_(a : A) 0 = 0 by rewrite big1 // => x _; rewrite big1.
  by ring.
rewrite along_cons IH /visited -rsumD; apply: eq_bigr => h _; rewrite -!rsumZ -!rsumD; apply: eq_bigr => x _.
rewrite -!rsumZ -!rsumD; apply: eq_bigr => a _; rewrite {2}/spent {2}/spent1 !along_cons.
rewrite -/(spent x0 st (mkp x a) v) -/(spent1 x0 st (mkp x a) v) /Algorithm.n1 /Rdiv; ring.
Qed.

Section Sum.
Variables (kr : R).
Hypothesis kr0 : 0 < kr.
Notation price := (@price M Lam kr dw).

Theorem visited_intervals v : size v = T -> ~~ bad_sets v ->
  along (fun hist e => visited x0 (price (st hist)) e) v <=
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
apply: (@Rle_trans _ (along (fun hist e => visited x0 (fun h (x : S h) a =>
    C1 h * / sqrt (n1 (st hist) x a) + C2 h * / n1 (st hist) x a) e) v)).
  apply: along_le => s e hist E1; have [k Ek] := start_suffix Hst v s.+1; rewrite -(suffix_of E1) in Ek.
  rewrite /visited; apply: rsum_le => h _; apply: rsum_le => x _; apply: rsum_le => a _.
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
  apply: rsum_le => h _; apply: Rplus_le_compat; apply: Rmult_le_compat_l => //.
    by rewrite -vT; exact: (layer_bound Hst).
  rewrite -rsum_const; apply: rsum_le => x _; rewrite -rsum_const; apply: rsum_le => a _.
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
End Intervals.
