(* Section IV-A: what holds of the estimates (10) to (17) on every path; Algorithm 1, lines 4, 11 and 15. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.GoodEvents
  Previsions.BallOptimum UCRLLP.model.BackwardInduction UCRLLP.model.Learner UCRLLP.paper.Propositions UCRLLP.paper.LinearProgram.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Means.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat) (rv : Z -> R).
Hypothesis Hrv : forall z, 0 <= rv z <= 1.
Notation E := (traj S A Z L 0).
Notation cnt := (@cnt S A Z x0 L).
Notation visit := (@visit S A Z x0 L).
Notation Pbar := (@Pbar S A Z x0 L).
Notation rbar := (@rbar S A Z x0 L rv).
Notation rew := (@rew S A Z x0 L rv).
Implicit Types (w : seq E) (e : E).

Lemma cnt_sum h (x : S h) a w : INR (cnt (mkp x a) w) = \rsum_(e <- w) ind (visit (mkp x a) e).
Proof.
elim: w => [|e w IH]; first by rewrite big_nil.
by rewrite big_cons -IH cnt_cons addn_INR; case: (visit _ e).
Qed.

(* (10), rows (eq:empirical-transition:rows): a row of P_bar_i sums to 1 if its pair was visited, and is 0 if not *)
Theorem eq_10_rows w h (x : S h) a : \rsum_y Pbar w x a y = ind (0 < cnt (mkp x a) w)%N.
Proof.
rewrite /Algorithm.Pbar /Rdiv rsumZr exchange_big /=.
rewrite (eq_bigr (fun e => ind (visit (mkp x a) e))) => [|e _]; last exact: visit3_sum.
rewrite -cnt_sum /n1; case: (cnt _ _) => [|n]; first by rewrite Rmult_0_l.
by rewrite (maxn_idPr _) // Rinv_r //; have : 0 < INR n.+1 by [apply: lt_0_INR; apply/ltP]; lra.
Qed.

(* (14), mean (eq:14:mean): r_bar_i is in [0, 1] *)
Theorem eq_14_mean w h (x : S h) a : 0 <= rbar w x a <= 1.
Proof.
split; first exact: rbar_ge0.
have n0 := n1_ge1 x0 w x a; apply: (Rmult_le_reg_r (n1 x0 w x a)); first lra.
rewrite /Algorithm.rbar /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r ?Rmult_1_l; last lra.
apply: (@Rle_trans _ (INR (cnt (mkp x a) w))); last by apply: leq_INR; exact: leq_maxr.
rewrite cnt_sum; elim: w {n0} => [|e w IH]; first by rewrite !big_nil; exact: Rle_refl.
by rewrite !big_cons; apply: Rplus_le_compat => //; exact: (rew01 x0 Hrv x a e).2.
Qed.

(* (17), order (eq:rew-lcb:order): the bounds of a reward are in order, in [0, 1], and at most min{1, 2 b_i} apart *)
Theorem eq_17_order Lam w h (x : S h) a :
  [/\ 0 <= rcheck x0 rv Lam w x a, rcheck x0 rv Lam w x a <= rbar w x a, rbar w x a <= rhat x0 rv Lam w x a,
      rhat x0 rv Lam w x a <= 1
    & rhat x0 rv Lam w x a - rcheck x0 rv Lam w x a <= Rmin 1 (2 * b x0 Lam w x a)].
Proof.
have [m0 m1] := eq_14_mean w x a; have b0 := b_ge0 x0 Lam w x a.
rewrite /rcheck /rhat; move: (rbar _ _ _) (b _ _ _ _ _) m0 m1 b0 => m c m0 m1 c0.
by rewrite /Rmin /Rmax; do 4?(case: Rle_dec => ?); split; lra.
Qed.

(* --- line 11, the running mean, after the episodes w *)
Fixpoint run_mean w h (x : S h) (a : A) : R :=
  if w is e :: w' then let m := run_mean w' x a in
    if visit (mkp x a) e then m + (rew x a e - m) / INR (cnt (mkp x a) w) else m
  else 0.

Lemma rew_off h (x : S h) a e : visit (mkp x a) e = false -> rew x a e = 0.
Proof. by move=> V; have := rew01 x0 Hrv x a e; rewrite V /=; lra. Qed.

(* Alg. 1 l. 11 (alg:main/11), repaired: after every episode it is the mean of the rewards seen so far, eq:14 *)
Theorem line_11 w h (x : S h) a : run_mean w x a = rbar w x a.
Proof.
elim: w => [|e w IH]; first by rewrite /= /Algorithm.rbar big_nil /Rdiv Rmult_0_l.
rewrite [LHS]/= IH /Algorithm.rbar big_cons /n1 cnt_cons; case: (boolP (visit _ _)) => [_|/negbTE/rew_off ->]; last first.
  by rewrite add0n Rplus_0_l.
rewrite add1n; case E0 : (cnt (mkp x a) w) => [|m].
  have -> : \rsum_(e0 <- w) rew x a e0 = 0.
    elim: w E0 {IH} => [|e' w IH]; first by rewrite big_nil.
    rewrite cnt_cons big_cons; case: (boolP (visit _ _)) => // /negbTE/rew_off -> /IH ->; lra.
  by rewrite /=; field.
have m0 := pos_INR m; rewrite !(maxn_idPr _) // !S_INR; field; lra.
Qed.

(* Alg. 1 l. 15 (alg:main/15): at the start of the epoch that the history w is in, the running mean is eq:14 *)
Theorem line_15 w h (x : S h) a : run_mean (start x0 w) x a =
  (\rsum_(e <- start x0 w) rew x a e) / INR (maxn 1 (cnt (mkp x a) (start x0 w))).
Proof. exact: line_11. Qed.
End Means.

(* Alg. 1 l. 11 (alg:main/11), refuted as printed: after one episode of reward 1/2 it gives r_bar_1 the value 1/2, but
   by eq:14 the r_bar_1 of epoch 1 is 0 *)
Theorem line_11_printed_false : let S := fun _ : nat => [finite unit] in
  let rv := fun _ : unit => / 2 in let w := [:: ((tt, (tt, tt)), tt)] : seq (traj S [finite unit] unit 1 0) in
  run_mean tt rv w (h := 0) tt tt = / 2 /\ rbar tt rv (start tt (behead w)) (h := 0) tt tt = 0.
Proof.
move=> S rv w; split; last by rewrite /= /rbar big_nil /Rdiv Rmult_0_l.
by rewrite /w /= /rew /= /at_rew /= /rv; field.
Qed.

(* --- (11) and (12) *)
Section Radii.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L T : nat) (delta : R).
Hypotheses (T1 : (0 < T)%N) (delta01 : 0 < delta < 1) (A1 : (0 < #|A|)%N) (L1 : (0 < L)%N).
Hypothesis S1 : forall h, (0 < #|S h|)%N.
Notation E := (traj S A Z L 0).
Notation cnt := (@cnt S A Z x0 L).
Notation Pbar := (@Pbar S A Z x0 L).
Notation Lam := (ln (INR T * INR (X S L) * INR #|A| / delta)).
Notation eps := (@eps S A Z x0 L Lam).
Implicit Types (v w : seq E).

Let Lam_gt : / 2 < Lam.
Proof.
have X2 : (2 <= X S L)%N.
  apply: (@leq_trans (\sum_(h < L.+1) 1)); first by rewrite sum_nat_const card_ord muln1.
  by apply: leq_sum => h _; exact: S1.
have t1 : 1 <= INR T := leq_INR T1; have a1 : 1 <= INR #|A| := leq_INR A1.
have x2 : 2 <= INR (X S L) by exact: (leq_INR X2).
have d1 : 1 < / delta by rewrite -Rinv_1; apply: Rinv_lt_contravar; lra.
apply: Rlt_trans ln_lt_2 _; apply: ln_increasing; first lra.
have : 2 <= INR T * INR (X S L) * INR #|A|.
  have : 2 <= INR T * INR (X S L) by nra.
  nra.
rewrite /Rdiv; nra.
Qed.
Let d1 h : 1 <= INR #|S h|. Proof. exact: (leq_INR (S1 h)). Qed.

(* (11) (eq:extra-term-P), repaired: above 1 at an unvisited pair, not growing, and below 2 only if max{1, N} is above
   X_(h+1) Lam / 2 *)
Theorem eq_11 h (x : S h) a :
  [/\ forall w, cnt (mkp x a) w = 0%N -> 1 < eps w x a, forall v w, eps (v ++ w) x a <= eps w x a
    & forall w, eps w x a < 2 -> INR #|S h.+1| * Lam / 2 < INR (maxn 1 (cnt (mkp x a) w))].
Proof.
have lam := Lam_gt; have dR := d1 h.+1; have num : 1 < 2 * INR #|S h.+1| * Lam by nra.
split=> [w w0|v w|w].
- rewrite /Algorithm.eps /n1 w0 -{1}sqrt_1; apply: sqrt_lt_1_alt; split; first lra.
  by rewrite [INR _]/= /Rdiv Rinv_1 Rmult_1_r.
- apply: sqrt_le_1_alt; apply: Rmult_le_compat_l; first lra.
  apply: Rinv_le_contravar; first by have := n1_ge1 x0 w x a; lra.
  apply: leq_INR; rewrite geq_max leq_maxl /= leq_max; apply/orP; right.
  by rewrite /Algorithm.cnt /nvisits count_cat leq_addl.
move=> e2; have n0 := n1_ge1 x0 w x a; rewrite -/(n1 x0 w x a).
have e0 : 0 <= eps w x a by exact: sqrt_pos.
have sq : eps w x a * eps w x a = 2 * INR #|S h.+1| * Lam / n1 x0 w x a.
  by apply: sqrt_sqrt; apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra].
have lt4 : 2 * INR #|S h.+1| * Lam / n1 x0 w x a < 4 by nra.
have := Rmult_lt_compat_r (n1 x0 w x a) _ _ ltac:(lra) lt4.
by rewrite {1}/Rdiv Rmult_assoc Rinv_l ?Rmult_1_r; lra.
Qed.

(* two distributions: at most 2 (1 - q(y)) apart for some y *)
Lemma apart (I : finType) (p q : I -> R) : is_dist p -> is_dist q ->
  exists y, \rsum_i Rabs (p i - q i) <= 2 * (1 - q y).
Proof.
move=> [p0 p1] [q0 q1].
have [y Hy] : exists y, q y <= p y.
  apply: Classical_Prop.NNPP => no; have lt i : p i < q i by apply: Rnot_le_lt => H; apply: no; exists i.
  have [i _|none] := pickP (fun _ : I => true); last first.
    by move: p1; rewrite big1 => [|j _]; [lra | have := none j].
  have : \rsum_(j | j != i) p j <= \rsum_(j | j != i) q j by apply: le_rsum => j _; have := lt j; lra.
  by move: p1 q1; rewrite !(bigD1 (P := predT) i) //=; have := lt i; lra.
exists y; have : \rsum_i Rabs (p i - q i) <= \rsum_i (p i + q i - 2 * (ind (i == y) * q i)).
  apply: le_rsum => i _; have := p0 i; have := q0 i; rewrite /Rabs; case: (eqVneq i y) => [->|_] /=.
    by case: Rcase_abs; lra.
  by case: Rcase_abs; lra.
by rewrite rsumB rsumD p1 q1 rsumZ rsum_ind; lra.
Qed.

(* (12) (eq:conf-set-P), repaired: never empty; an unvisited pair is not restricted at all, a visited one only if
   eps_i < 2 (1 - P_bar_i(y|x,a)) for some y, so only below 2 (1 - min P_bar_i(.|x,a)) *)
Theorem eq_12 w : (exists P : trans S A, is_trans P /\ in_conf L (Pbar w) (@eps w) P) /\
  forall h (x : S h) a (p : S h.+1 -> R), is_dist p -> eps w x a < \rsum_y Rabs (p y - Pbar w x a y) ->
  (0 < cnt (mkp x a) w)%N /\ exists y, eps w x a < 2 * (1 - Pbar w x a y).
Proof.
have lam := Lam_gt; split.
  have [P HP HC] := conf_nonempty L S1 (estimates_ok x0 (Rlt_le _ _ lam) S1 w).
  by exists P.
move=> h x a p Hp far; case: (posnP (cnt (mkp x a) w)) => [w0|w1].
  exfalso; have [/(_ w w0) e1 _ _] := eq_11 x a.
  suff : \rsum_y Rabs (p y - Pbar w x a y) <= 1 by lra.
  rewrite -Hp.2; apply: le_rsum => y _; rewrite (_ : Pbar w x a y = 0).
    by rewrite Rminus_0_r Rabs_pos_eq; [exact: Rle_refl | exact: Hp.1].
  rewrite /Algorithm.Pbar; suff -> : \rsum_(e <- w) ind (visit3 x0 x a y e) = 0 by rewrite /Rdiv Rmult_0_l.
  apply: (unvisited w0) => e; have := visit3_sum x0 x a e; rewrite (bigD1 y) //= => H V.
  move: H; rewrite V /=; have : 0 <= \rsum_(i | i != y) ind (visit3 x0 x a i e) by apply: rsum_ge0 => i _; exact: ind_ge0.
  by have := ind_ge0 (visit3 x0 x a y e); lra.
split=> //; have HQ : is_dist (Pbar w x a).
  split=> [y|]; last by rewrite eq_10_rows w1.
  apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat; have := n1_ge1 x0 w x a; lra.
  by elim: (w) => [|e v IH]; rewrite ?big_nil ?big_cons; [lra | have := ind_ge0 (visit3 x0 x a y e); lra].
by have [y Hy] := apart Hp HQ; exists y; lra.
Qed.

(* Alg. 1 l. 4 (alg:main/4): before episode 1 the confidence set is the set of all transition functions, and Q^{P_1} = Q *)
Theorem line_4 : (forall x, x = x0) -> let w0 := [::] : seq E in
  (forall P : trans S A, is_trans P -> in_conf L (Pbar w0) (@eps w0) P) /\
  forall q, in_QPi L (Pbar w0) (@eps w0) q <-> in_Q L q.
Proof.
move=> x0_only w0.
have all (P : trans S A) : is_trans P -> in_conf L (Pbar w0) (@eps w0) P.
  move=> HP h x a _; have [/(_ w0 erefl) e1 _ _] := eq_11 x a; apply: Rle_trans (Rlt_le _ _ e1); rewrite -(HP h x a).2; apply: le_rsum => y _.
  by rewrite /Algorithm.Pbar big_nil /Rdiv Rmult_0_l Rminus_0_r Rabs_pos_eq; [exact: Rle_refl | exact: (HP h x a).1].
split=> // q; split=> [[P _ HQ]|HQ]; first exact: HQ.1.
have /(proj1 (prop_1 x0_only L1 S1 A1))[P [pi [HP Hpi E1]]] := HQ.
by exists P; [split; [|exact: all] | apply/(proj1 (prop_3 x0_only L1 A1 HP)); exists pi].
Qed.
End Radii.
