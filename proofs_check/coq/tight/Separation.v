(* Section VII answered in both directions, on one MDP, the chain family: with the sets (12) the regret is at least
   LX sqrt(TA Lam)/75 (210 times the sum of the gaps less), with an interval for each successor at most
   (10.6 + 0.3 sqrt L) sqrt(LXTA Lam).  Two processes, a probability each.  It is a theorem on rates: the quotient exceeds
   1 only for LX > 695 000. *)
Require Import Previsions.NatLia Previsions.Sums Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm
  UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents UCRLLP.model.Setting UCRLLP.sharper.Budgets UCRLLP.sharper.IntervalSets
  UCRLLP.sharper.Intervals UCRLLP.tight.TightGreedy UCRLLP.tight.TightPaths UCRLLP.tight.TightChain UCRLLP.tight.TightEpisode
  UCRLLP.tight.TightCount UCRLLP.tight.TightRegret UCRLLP.tight.TightConstants UCRLLP.tight.TightTheorem.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.
Import Chain Count ChainRegret Constants.

Lemma ind_card (I : finType) (Q : pred I) : \rsum_(i : I) ind (Q i) = INR #|Q|.
Proof.
have -> : #|Q| = (\sum_(i : I) Q i)%N.
  by rewrite -sum1_card big_mkcond; apply: eq_bigr => i _; rewrite -topredE /=; case: (Q i).
by rewrite sum_INR; apply: eq_bigr => i _; case: (Q i).
Qed.

(* --- the constants; t = T, x = X, l = L, a = A *)
Section Numbers.
Variables (t x a l Lam delta : R).
Hypotheses (t1 : 1 <= t) (x6 : 6 <= x) (a2 : 2 <= a) (l3 : 3 <= l) (xl : 2 * l <= x) (d01 : 0 < delta < 1).
Hypotheses (Lam_ge : ln (t * x * a / delta) <= Lam) (HT : 10 ^ 7 * x ^ 4 * a * Lam ^ 3 <= t).
Let y0 : t * x * a <= t * x * a / delta.
Proof.
have i1 : 1 <= / delta by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
have p0 : 0 <= t * x * a by apply: Rmult_le_pos; [apply: Rmult_le_pos; lra | lra].
by rewrite /Rdiv -[X in X <= _]Rmult_1_r; apply: Rmult_le_compat_l.
Qed.
Let tx : 6 <= t * x. Proof. by nra. Qed.
Lemma Lam_1 : 1 <= Lam.
Proof.
apply: Rle_trans Lam_ge; rewrite -(ln_exp 1); apply: le_ln; first exact: exp_pos.
by apply: Rle_trans y0; have := exp_le_3; nra.
Qed.
Lemma ln_t : ln t <= Lam.
Proof.
apply: Rle_trans Lam_ge; apply: le_ln; first lra.
apply: Rle_trans y0; rewrite -{1}(Rmult_1_r t) Rmult_assoc; apply: Rmult_le_compat_l; [lra | nra].
Qed.
Lemma weaker : 10 ^ 7 * x ^ 4 * a * Lam <= t.
Proof.
apply: Rle_trans HT; have L1 := Lam_1; have x4 : 0 < x ^ 4 by apply: pow_lt; lra.
apply: Rmult_le_compat_l; first by apply: Rmult_le_pos; lra.
by rewrite /= Rmult_1_r; nra.
Qed.
(* 2 X_1 is at most the fifth root of TXA/delta *)
Lemma ln_states s : 0 < s <= x -> ln (2 * s) <= Lam / 5.
Proof.
move=> sx; have L1 := Lam_1; have x4 : 0 < x ^ 4 by apply: pow_lt; lra.
have l5 : ln (2 * s) <= ln (2 * x) by apply: le_ln; lra.
apply: Rle_trans l5 _; suff : 5 * ln (2 * x) <= Lam by lra.
apply: Rle_trans Lam_ge; have -> : 5 * ln (2 * x) = ln ((2 * x) ^ 5) by rewrite ln_pow; [rewrite /=; lra | lra].
apply: le_ln; first by apply: pow_lt; lra.
apply: Rle_trans y0; apply: (@Rle_trans _ (t * x)); last by nra.
rewrite (_ : (2 * x) ^ 5 = 32 * x ^ 4 * x); last by ring.
apply: Rmult_le_compat_r; first lra.
have k0 : 32 * x ^ 4 <= 10 ^ 7 * x ^ 4 by apply: Rmult_le_compat_r; lra.
have aL : 1 <= a * Lam by nra.
have := weaker; rewrite Rmult_assoc; move: (10 ^ 7 * x ^ 4) k0 => k k0 H.
by have : k * 1 <= k * (a * Lam) by [apply: Rmult_le_compat_l; lra]; lra.
Qed.
Notation root := (sqrt (l * x * (t * a * Lam))).
(* the second order *)
Lemma second_small : l * x ^ 2 * a * Lam * (1 + ln t / ln 2) <= / 1000 * root.
Proof.
have L1 := Lam_1; have lt := ln_t; have l2 := ln_lt_2; have lt0 : 0 <= ln t by rewrite -ln_1; apply: le_ln; lra.
have log : 1 + ln t / ln 2 <= 3 * Lam.
  have : / ln 2 <= 2 by apply: (Rmult_le_reg_l (ln 2)); [lra | rewrite Rinv_r; lra].
  by move=> i2; rewrite /Rdiv; nra.
have x2 : 0 < x ^ 2 by apply: pow_lt; lra.
have u0 : 0 <= l * x ^ 2 * a * Lam by do 3!(apply: Rmult_le_pos; last lra); lra.
apply: Rle_trans (Rmult_le_compat_l _ _ _ u0 log) _.
have big : (3000 * (l * (x ^ 2 * (a * Lam ^ 2)))) ^ 2 <= l * x * (t * a * Lam).
  have H : l * (2 * l) * (10 ^ 7 * x ^ 4 * a * Lam ^ 3) * (a * Lam) <= l * x * t * (a * Lam).
    apply: Rmult_le_compat_r; first by apply: Rmult_le_pos; lra.
    have x4 : 0 <= x ^ 4 by apply: pow_le; lra.
    have L03 : 0 <= Lam ^ 3 by apply: pow_le; lra.
    apply: Rmult_le_compat; [by apply: Rmult_le_pos; lra | | by apply: Rmult_le_compat_l; lra | exact: HT].
    by apply: Rmult_le_pos => //; apply: Rmult_le_pos; [apply: Rmult_le_pos; lra | lra].
  rewrite (_ : l * x * (t * a * Lam) = l * x * t * (a * Lam)); last by ring.
  apply: Rle_trans H; have q0 : 0 <= (l * (x ^ 2 * (a * Lam ^ 2))) ^ 2 by exact: pow2_ge_0.
  rewrite (_ : l * (2 * l) * _ * _ = 2 * 10 ^ 7 * (l * (x ^ 2 * (a * Lam ^ 2))) ^ 2); last by ring.
  by rewrite Rpow_mult_distr; apply: Rmult_le_compat_r; lra.
have q0 : 0 <= 3000 * (l * (x ^ 2 * (a * Lam ^ 2))).
  apply: Rmult_le_pos; first lra; apply: Rmult_le_pos; first lra.
  by apply: Rmult_le_pos; [lra | apply: Rmult_le_pos; [lra | exact: pow2_ge_0]].
have := sqrt_le_1_alt _ _ big; rewrite sqrt_pow2 // => B.
rewrite (_ : l * x ^ 2 * a * Lam * (3 * Lam) = / 1000 * (3000 * (l * (x ^ 2 * (a * Lam ^ 2))))); last by field.
by apply: Rmult_le_compat_l; lra.
Qed.
Lemma martingale_small : sqrt (t * (l * (2 * l ^ 2 + 1)) * Lam / 6) <= 3 / 10 * sqrt l * root.
Proof.
have L1 := Lam_1; have tl : 0 <= t * Lam by apply: Rmult_le_pos; lra.
rewrite (_ : 3 / 10 = sqrt ((3 / 10) ^ 2)); last by rewrite sqrt_pow2; lra.
rewrite -sqrt_mult_alt; last exact: pow2_ge_0.
rewrite -sqrt_mult_alt; last by apply: Rmult_le_pos; [exact: pow2_ge_0 | lra].
apply: sqrt_le_1_alt; rewrite (_ : t * (l * (2 * l ^ 2 + 1)) * Lam / 6 = t * Lam * (l * ((2 * l ^ 2 + 1) / 6))); last by field.
rewrite (_ : (3 / 10) ^ 2 * l * (l * x * (t * a * Lam)) = t * Lam * (l * (9 / 100 * l * (x * a)))); last by field.
apply: Rmult_le_compat_l => //; apply: Rmult_le_compat_l; first lra.
have : 4 * l <= x * a by nra.
by move=> xa; have := Rmult_le_compat_l (9 / 100 * l) _ _ ltac:(lra) xa; rewrite /=; nra.
Qed.
(* the transitions of x_0, m of them *)
Lemma transitions_small m l0 : 0 <= m -> (m + 1) * (l - 1) + 2 <= x -> l0 <= 6 / 5 * Lam -> 0 <= l0 ->
  (2 + sqrt 2) * sqrt (t * a) * ((l - 1) * sqrt (m * 1 * l0)) <= 3741 / 1000 * root.
Proof.
move=> m0 xm l0L l00; have L1 := Lam_1; have [s1 s2] := sqrt2_bounds.
have ta : 0 <= t * a by apply: Rmult_le_pos; lra.
have lx : 0 <= l * x * (t * a * Lam) by apply: Rmult_le_pos; [nra | apply: Rmult_le_pos; lra].
have key : sqrt (t * a) * ((l - 1) * sqrt (m * 1 * l0)) <= 10955 / 10000 * root.
  rewrite -[l - 1]sqrt_square; last lra.
  rewrite -(sqrt_mult_alt ((l - 1) * (l - 1))); last by nra.
  rewrite -(sqrt_mult_alt (t * a)) //.
  rewrite -[10955 / 10000]sqrt_square; last lra.
  rewrite -sqrt_mult_alt; last lra.
  apply: sqrt_le_1_alt.
  rewrite (_ : 10955 / 10000 * (10955 / 10000) * (l * x * (t * a * Lam)) = t * a * (10955 / 10000 * (10955 / 10000) * (l * x) * Lam)); last by ring.
  apply: Rmult_le_compat_l => //.
  have mx : (l - 1) * (l - 1) * m <= l * x.
    have : (l - 1) * m <= x by nra.
    by move=> h; have := Rmult_le_compat_l (l - 1) _ _ ltac:(lra) h; nra.
  have k0 : 0 <= (l - 1) * (l - 1) * m by apply: Rmult_le_pos; nra.
  rewrite (_ : (l - 1) * (l - 1) * (m * 1 * l0) = (l - 1) * (l - 1) * m * l0); last by ring.
  apply: (@Rle_trans _ (l * x * (6 / 5 * Lam))); first by apply: Rmult_le_compat.
  by have : 0 <= l * x * Lam by [apply: Rmult_le_pos; nra]; lra.
have r0 := sqrt_pos (l * x * (t * a * Lam)).
by rewrite Rmult_assoc; have := Rmult_le_compat_l (2 + sqrt 2) _ _ ltac:(lra) key; nra.
Qed.
End Numbers.

(* Sec. VII, quotient: the ball's bound over that of intervals is at least sqrt(X)/482, ... *)
Section Quotient.
Variables l x y : R.
Hypotheses (l3 : 3 <= l) (x0 : 0 <= x).
Let roots : [/\ 1732 / 1000 <= sqrt l, sqrt l * sqrt l = l, sqrt x * sqrt x = x & sqrt (l * x * y) = sqrt l * sqrt x * sqrt y].
Proof.
split; [by rewrite -[1732 / 1000]sqrt_square; [apply: sqrt_le_1_alt; lra | lra] | by rewrite sqrt_sqrt; lra | by rewrite sqrt_sqrt |].
have lx : 0 <= l * x by apply: Rmult_le_pos; lra.
by rewrite (sqrt_mult_alt (l * x)) // (sqrt_mult_alt l); lra.
Qed. (* Sec. VII, quotient (inline:VII.6:quotient): of order sqrt(X) *)
Lemma quotient_rate : sqrt x / 482 * ((106 / 10 + 3 / 10 * sqrt l) * sqrt (l * x * y)) <= / 75 * (l * x) * sqrt y.
Proof.
have [s0 ll xx ->] := roots; have q0 := sqrt_pos y.
rewrite (_ : sqrt x / 482 * _ = (106 / 10 + 3 / 10 * sqrt l) * sqrt l / 482 * (sqrt x * sqrt x * sqrt y)); last by rewrite /Rdiv; ring.
rewrite (_ : / 75 * (l * x) * sqrt y = l / 75 * (x * sqrt y)); last by rewrite /Rdiv; ring.
rewrite xx; apply: Rmult_le_compat_r; first exact: Rmult_le_pos.
by nra.
Qed.
(* ... and at most 1 unless LX > 695 000; Sec. VII, quotient (inline:VII.6:quotient) *)
Lemma quotient_below_one : l * x <= 695000 -> / 75 * (l * x) * sqrt y <= (106 / 10 + 3 / 10 * sqrt l) * sqrt (l * x * y).
Proof.
move=> le; have [s0 ll xx E1] := roots; have q0 := sqrt_pos y; have p0 := sqrt_pos x.
have r0 : 0 <= sqrt l * sqrt x by apply: Rmult_le_pos; lra.
have rr : sqrt l * sqrt x * (sqrt l * sqrt x) = l * x.
  by rewrite (_ : _ * _ * _ = sqrt l * sqrt l * (sqrt x * sqrt x)); [rewrite ll xx | ring].
have r1 : sqrt l * sqrt x <= 83368 / 100 by apply: Rsqr_incr_0_var; rewrite /Rsqr ?rr; lra.
rewrite E1 -rr (_ : / 75 * _ * sqrt y = sqrt l * sqrt x / 75 * (sqrt l * sqrt x * sqrt y)); last by rewrite /Rdiv; ring.
by apply: Rmult_le_compat_r; [exact: Rmult_le_pos | lra].
Qed.
End Quotient.
(* Sec. VII, quotient: the ball's bound is that of tight_chain, which grows with A; Sec. VII, quotient (inline:VII.6:quotient) *)
Lemma quotient_actions a y z : 2 <= a -> 0 <= y -> 0 <= z ->
  / 75 * y * sqrt (a * z) <= 3 / 53 * ((a - 1) / sqrt (a + 7)) * y * sqrt z.
Proof. exact: seventy_five. Qed.

(* --- the chain *)
Section Chains.
Variables (A : finType) (n m extra T : nat) (delta Lam : R).
Notation L := n.+2.
Hypotheses (n1 : (1 <= n)%N) (m1 : (1 <= m)%N) (en : (extra <= n)%N) (A2 : (2 <= #|A|)%N).
Variable a0 : A.
Hypotheses (T1 : (0 < T)%N) (delta01 : 0 < delta < 1).
Notation S := (Chain.S L m extra).
Notation X := (Algorithm.X S L).
Hypothesis Lam_ge : ln (TXA S A L T / delta) <= Lam.
Hypothesis HT : 10 ^ 7 * INR X ^ 4 * INR #|A| * Lam ^ 3 <= INR T.
Notation P := (@Chain.P L m extra A).

Lemma Gamma_0 : (Gamma' P 0 <= m)%N.
Proof.
suff H : (Gamma P 0 <= m)%N by rewrite /Gamma'; case: ifP.
apply/bigmax_leqP => x _; apply/bigmax_leqP => a _; apply/leP/INR_le.
rewrite /successors -ind_card -(@sum_reached m (width L m extra 1)); last by apply: width_mid.
apply: le_rsum => y _; rewrite /Chain.P /=; case: (reached _); first by case: RlebP => /= *; lra.
by case: RlebP => //= H; [lra | case: H; rewrite /Rdiv Rmult_0_l; exact: Rle_refl].
Qed.
Lemma Gamma_1 h : (0 < h)%N -> Gamma' P h = 0%N.
Proof.
move=> h0; suff H : (Gamma P h <= 1)%N by rewrite /Gamma' leqNgt ltnS H.
apply/bigmax_leqP => x _; apply/bigmax_leqP => a _.
rewrite -(card1 (Chain.next x)); apply: subset_leq_card; apply/subsetP => y.
rewrite !inE /Chain.P (gtn_eqF h0); case: (_ == _) => //=.
by case: RlebP => // H; case: H; exact: Rle_refl.
Qed.

Let L3 : (3 <= L)%N. Proof. by rewrite !ltnS. Qed.
Let XE : X = (2 + n.+1 * m.+1 + extra)%N.
Proof.
rewrite /Algorithm.X (eq_bigr (fun h : 'I_n.+3 => (width L m extra h).+1)) => [|h _]; last exact: card_S.
by rewrite sum_layers // (leq_trans en).
Qed.
Let nR : 1 <= INR n. Proof. exact: (leq_INR n1). Qed.
Let mR : 1 <= INR m. Proof. exact: (leq_INR m1). Qed.
Let lE : INR L = INR n + 2. Proof. by rewrite !S_INR; ring. Qed.
Let xE : INR X = 2 + (INR n + 1) * (INR m + 1) + INR extra.
Proof. by rewrite XE !addn_INR muln_INR !S_INR [INR 0]/=; ring. Qed.
Let e0 : 0 <= INR extra. Proof. exact: pos_INR. Qed.
Let x6 : 6 <= INR X. Proof. by rewrite xE; nra. Qed.
Let xl : 2 * INR L <= INR X. Proof. by rewrite xE lE; nra. Qed.
Let xm : (INR m + 1) * (INR L - 1) + 2 <= INR X. Proof. by rewrite xE lE; nra. Qed.
Let t1 : 1 <= INR T. Proof. exact: (leq_INR T1). Qed.
Let a2 : 2 <= INR #|A|. Proof. exact: (leq_INR A2). Qed.
Let l3 : 3 <= INR L. Proof. by rewrite lE; lra. Qed.
Let Lam_ge' : ln (INR T * INR X * INR #|A| / delta) <= Lam. Proof. exact: Lam_ge. Qed.

Theorem lines_chain c : 1 <= c <= 2 ->
  second_line S A L T c (lw S Lam) <= c / 2 * INR L * INR X ^ 2 * INR #|A| * Lam * (1 + ln (INR T) / ln 2) ->
  transition_line S A L T (Gamma' P) (lw S Lam) + second_line S A L T c (lw S Lam) + reward_line S A L T 1 Lam +
    martingale_line L T Lam <= (106 / 10 + 3 / 10 * sqrt (INR L)) * sqrt (INR L * INR X * (INR T * INR #|A| * Lam)).
Proof.
move=> c12 second; have L1 := Lam_1 t1 x6 a2 l3 xl delta01 Lam_ge'.
set root := sqrt (INR L * INR X * _); have r0 : 0 <= root by exact: sqrt_pos.
have [s1 s2] := sqrt2_bounds.
have H4 : martingale_line L T Lam <= 3 / 10 * sqrt (INR L) * root := martingale_small t1 x6 a2 l3 xl delta01 Lam_ge'.
have H2 : second_line S A L T c (lw S Lam) <= / 1000 * root.
  apply: Rle_trans second _; apply: Rle_trans (second_small t1 x6 a2 l3 xl delta01 Lam_ge' HT).
  rewrite (_ : c / 2 * INR L * INR X ^ 2 * INR #|A| * Lam * (1 + ln (INR T) / ln 2) =
    c / 2 * (INR L * INR X ^ 2 * INR #|A| * Lam * (1 + ln (INR T) / ln 2))); last by field; have := ln_lt_2; lra.
  rewrite -[X in _ <= X]Rmult_1_l; apply: Rmult_le_compat_r; last lra.
  have x2 := pow2_ge_0 (INR X); have l2 := ln_lt_2.
  have lt : 0 <= ln (INR T) / ln 2.
    apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat; lra.
    by rewrite -ln_1; apply: le_ln; lra.
  by apply: Rmult_le_pos; [do 3!(apply: Rmult_le_pos; last lra); lra | lra].
have S0 h : (0 < #|S h|)%N by exact: S_pos.
have lx0 : 0 <= INR L * INR X by nra.
have H3 : reward_line S A L T 1 Lam <= 68285 / 10000 * root.
  rewrite /reward_line (sqrt_mult_alt 2); last lra.
  have J := jensen_layers S L; rewrite /LX in J.
  have rE : root = sqrt (INR L * INR X) * sqrt (INR T * INR #|A| * Lam) by apply: sqrt_mult_alt.
  have t0 := sqrt_pos (INR T * INR #|A| * Lam).
  have K := Rmult_le_compat_r _ _ _ t0 J; rewrite -rE in K.
  rewrite (_ : (1 + 1) * (1 + sqrt 2) * (sqrt 2 * sqrt (INR T * INR #|A| * Lam)) * _ =
    (2 * sqrt 2 + 2 * (sqrt 2 * sqrt 2)) * ((\rsum_(h < L) sqrt (INR #|S h|)) * sqrt (INR T * INR #|A| * Lam))); last by ring.
  have k0 : 0 <= 2 * sqrt 2 + 2 * (sqrt 2 * sqrt 2) by nra.
  apply: Rle_trans (Rmult_le_compat_l _ _ _ k0 K) _; apply: Rmult_le_compat_r => //.
  by have := sqrt2_sqr; lra.
have H1 : transition_line S A L T (Gamma' P) (lw S Lam) <= 3741 / 1000 * root.
  rewrite /transition_line (rsum_recl n.+1 (fun h => INR (L - h.+1) * sqrt (INR (Gamma' P h) * INR #|S h| * lw S Lam h))).
  rewrite [X in _ * (_ + X)]big1 => [|h _]; last by rewrite Gamma_1 // [INR 0]/= !Rmult_0_l sqrt_0 Rmult_0_r.
  have -> : #|S 0%N| = 1%N by rewrite card_S.
  have XS : INR #|S 1%N| <= INR X.
    by apply: leq_INR; rewrite /Algorithm.X (bigD1 (Ordinal (isT : (1 < n.+3)%N))) //= leq_addr.
  have S1 : 0 < INR #|S 1%N| by apply: lt_0_INR; apply/ltP.
  have ls := ln_states t1 x6 a2 l3 xl delta01 Lam_ge' HT (conj S1 XS).
  have l0 : 0 <= lw S Lam 0 by have := lw_ge1 (S := S) (Lam := Lam) ltac:(lra) S0 0%N; lra.
  apply: Rle_trans (transitions_small t1 x6 a2 l3 xl delta01 Lam_ge' (pos_INR m) xm _ l0); last by rewrite /lw; lra.
  rewrite Rplus_0_r; apply: Rmult_le_compat_l; first by apply: Rmult_le_pos; [lra | exact: sqrt_pos].
  rewrite (_ : INR (L - 1) = INR L - 1); last by rewrite lE subn1 /= -/(INR n.+1) S_INR; lra.
  apply: Rmult_le_compat_l; first lra.
  apply: sqrt_le_1_alt; apply: Rmult_le_compat_r => //; rewrite INR1; apply: Rmult_le_compat_r; first lra.
  by apply: leq_INR; exact: Gamma_0.
by move: H1 H2 H3 H4; move: (transition_line _ _ _ _ _ _) (second_line _ _ _ _ _ _) (reward_line _ _ _ _ _ _) (martingale_line _ _ _) => *; lra.
Qed.
End Chains.

(* Theorem 4 (thm:main), its rate in X, and Sec. VII, sqrt(X) (inline:VII.6), repaired: the factor is that of the sets (12);
   where LP1 is solved up to gaps, 210 times their sum less *)
Theorem separation_gaps (A : finType) (L X T : nat) (delta Lam : R) :
  (3 <= L)%N -> (2 <= #|A|)%N -> (2 * L <= X)%N -> (0 < T)%N -> 0 < delta < 1 ->
  ln (INR T * INR X * INR #|A| / delta) <= Lam -> 10 ^ 7 * INR X ^ 4 * INR #|A| * Lam ^ 3 <= INR T ->
  exists (S : nat -> finType) (x0 : S 0%N) (P : trans S A) (sym : forall h, S h -> A -> nat) (rv : nat -> R)
    (pistar : policy S A), let rho := sure sym in
  [/\ Algorithm.X S L = X, forall x, x = x0, #|S L| = 1%N & is_trans P] /\
  [/\ is_rlaw rho, is_reward rho rv, is_policy pistar,
      forall pi, is_policy pi -> V P pi (r P rho rv) L x0 <= V P pistar (r P rho rv) L x0 &
      forall (st : seq (traj S A nat L 0) -> seq (traj S A nat L 0)) (f : seq (traj S A nat L 0) -> policy S A),
        schedule x0 st ->
        (forall gap, (forall w, is_policy (f w)) -> near x0 rv T Lam st f gap -> 1 - delta / INR T <=
          Prl (Algorithm.K x0 P rho f) T [::] (fun v =>
            Rleb (/ 75 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam) - 210 * total_gap gap v)
              (regret x0 P rho rv f pistar v))) /\
        (forall c gap pi, 1 <= c <= 2 -> (forall w, is_policy (f w)) -> is_policy pi -> near_box x0 rv T Lam c st f gap ->
          1 - delta <= Prl (Algorithm.K x0 P rho f) T [::] (fun v => Rleb (regret x0 P rho rv f pi v)
            ((106 / 10 + 3 / 10 * sqrt (INR L)) * sqrt (INR L * INR X * (INR T * INR #|A| * Lam)) + total_gap gap v)))].
Proof.
move=> L3 A2 XL T1 d01 Lam_ge HT; have [n [m [extra [LE n1 m1 en XE]]]] := shape L3 XL.
have /card_gt0P[a0 _] := ltnW A2; subst L.
have XS : Algorithm.X (Chain.S n.+2 m extra) n.+2 = X.
  rewrite /Algorithm.X (eq_bigr (fun h : 'I_n.+3 => (width n.+2 m extra h).+1)) => [|h _]; last exact: card_S.
  by rewrite sum_layers // (leq_trans en).
have t1 : 1 <= INR T := leq_INR T1; have a2 : 2 <= INR #|A| := leq_INR A2.
have l3 : 3 <= INR n.+2 by have := leq_INR L3; rewrite [INR 3]/=; lra.
have xl : 2 * INR n.+2 <= INR X by have := leq_INR XL; rewrite muln_INR [INR 2]/=.
have x6 : 6 <= INR X by lra.
have HT1 := weaker t1 x6 a2 l3 xl d01 Lam_ge HT.
pose D := pay n.+2 m (INR #|A|) (INR T) Lam.
exists (Chain.S n.+2 m extra), (Chain.x0 n.+2 m extra), (@Chain.P n.+2 m extra A).
exists (@Chain.sym n.+2 m extra A a0), (Chain.worth n.+2 D), (@best n.+2 m extra A a0) => rho.
have Lam_ge' : ln (TXA (Chain.S n.+2 m extra) A n.+2 T / delta) <= Lam by rewrite /TXA XS.
have HT' : 10 ^ 7 * INR (Algorithm.X (Chain.S n.+2 m extra) n.+2) ^ 4 * INR #|A| * Lam <= INR T by rewrite XS.
have HT3 : 10 ^ 7 * INR (Algorithm.X (Chain.S n.+2 m extra) n.+2) ^ 4 * INR #|A| * Lam ^ 3 <= INR T by rewrite XS.
have D01 := pay01 n1 m1 en A2 T1 d01 Lam_ge' HT'.
have HP : is_trans (@Chain.P n.+2 m extra A) by apply: P_trans.
have Hrv : is_reward rho (Chain.worth n.+2 D) by apply: sure_reward => z; exact: rv01.
have Hstar : is_policy (@best n.+2 m extra A a0) by exact: best_policy.
split; split=> //.
- exact: x0_only.
- exact: S_L.
- exact: sure_law.
- by move=> pi Hpi; rewrite best_value //; apply: value_le.
move=> st f Hst; split=> [gap Hf near|c gap pi c12 Hf Hpi near].
  have H := tight_chain n1 m1 en A2 a0 T1 d01 Lam_ge' HT' Hst Hf near; rewrite XS in H; apply: Rle_trans H _.
  have KD := K_exp (Chain.x0 n.+2 m extra) HP (sure_law (@Chain.sym n.+2 m extra A a0)) Hf.
  apply: (Prl_imp KD) => v _ /RlebP R1; apply/RlebP; apply: Rle_trans R1; apply: Rplus_le_compat_r.
  rewrite (_ : INR T * INR #|A| * Lam = INR #|A| * (INR T * Lam)); last by ring.
  apply: seventy_five => //; first by apply: Rmult_le_pos; exact: pos_INR.
  by have := Lam_1 t1 x6 a2 l3 xl d01 Lam_ge => L1; apply: Rmult_le_pos; lra.
pose M := Setting (@x0_only n.+2 m extra) HP (sure_law (@Chain.sym n.+2 m extra A a0)) Hrv T1 d01 (ltnW A2) (ltn0Sn n.+1) (S_L n.+2 m extra).
have lam : / 2 <= Lam by have := Lam_1 t1 x6 a2 l3 xl d01 Lam_ge; lra.
have TA2 : 2 <= INR T * INR #|A| by nra.
have KD := K_exp (Chain.x0 n.+2 m extra) HP (sure_law (@Chain.sym n.+2 m extra A a0)) Hf.
apply: Rle_trans (@near_intervals M Lam c st f gap lam c12.1 Hst Hf near pi Hpi Lam_ge' TA2) _.
apply: (Prl_imp KD) => v _ /RlebP R1; apply/RlebP; apply: Rle_trans R1 _; apply: Rplus_le_compat_r.
rewrite -XS; apply: (lines_chain n1 m1 en A2 T1 d01 Lam_ge' HT3 c12).
by apply: (@second_line_le M Lam c lam c12.1 Lam_ge' TA2); lra.
Qed.

(* Theorem 4 (thm:main), its rate in X, and Sec. VII, sqrt(X) (inline:VII.6), repaired: the same for exact solutions of LP1 *)
Theorem separation (A : finType) (L X T : nat) (delta Lam : R) :
  (3 <= L)%N -> (2 <= #|A|)%N -> (2 * L <= X)%N -> (0 < T)%N -> 0 < delta < 1 ->
  ln (INR T * INR X * INR #|A| / delta) <= Lam -> 10 ^ 7 * INR X ^ 4 * INR #|A| * Lam ^ 3 <= INR T ->
  exists (S : nat -> finType) (x0 : S 0%N) (P : trans S A) (sym : forall h, S h -> A -> nat) (rv : nat -> R)
    (pistar : policy S A), let rho := sure sym in
  [/\ Algorithm.X S L = X, forall x, x = x0, #|S L| = 1%N & is_trans P] /\
  [/\ is_rlaw rho, is_reward rho rv, is_policy pistar,
      forall pi, is_policy pi -> V P pi (r P rho rv) L x0 <= V P pistar (r P rho rv) L x0 &
      forall (st : seq (traj S A nat L 0) -> seq (traj S A nat L 0)) (f : seq (traj S A nat L 0) -> policy S A),
        schedule x0 st ->
        (forall qhat, learner x0 rv f st Lam qhat -> 1 - delta / INR T <=
          Prl (Algorithm.K x0 P rho f) T [::] (fun v => Rleb (/ 75 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))
            (regret x0 P rho rv f pistar v))) /\
        (forall c gap pi, 1 <= c <= 2 -> (forall w, is_policy (f w)) -> is_policy pi -> near_box x0 rv T Lam c st f gap ->
          1 - delta <= Prl (Algorithm.K x0 P rho f) T [::] (fun v => Rleb (regret x0 P rho rv f pi v)
            ((106 / 10 + 3 / 10 * sqrt (INR L)) * sqrt (INR L * INR X * (INR T * INR #|A| * Lam)) + total_gap gap v)))].
Proof.
move=> L3 A2 XL T1 d01 Lam_ge HT; have [S [x0 [P [sym [rv [pistar [[XE Hx SL HP] [Hrho Hrv Hstar best H]]]]]]]] :=
  separation_gaps L3 A2 XL T1 d01 Lam_ge HT.
exists S, x0, P, sym, rv, pistar; split; split=> // st f Hst; have [H1 H2] := H st f Hst; split=> // qhat Hl.
apply: Rle_trans (H1 _ (fun w => (Hl w).1) (@learner_near _ _ _ _ _ _ _ T _ _ _ Hl)) _.
apply: (Prl_imp (K_exp x0 HP Hrho (fun w => (Hl w).1))) => v _ /RlebP R1; apply/RlebP; move: R1.
by rewrite /total_gap hsum_const; lra.
Qed.
