(* thm:main (Theorem 4): the probability to fail with the factors of each layer, 2^d - 2 subsets of d successors, for any
   budgets; and at the sizes of Section VI, L = 6, layers of 1, 10, 10, 10, 10, 10, 1 states, A = 5, delta = 1/10, as a
   number. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents
  UCRLLP.model.Setting UCRLLP.paper.Visits UCRLLP.sharper.ClippedRecursion UCRLLP.sharper.Budgets UCRLLP.sharper.Theorem4 UCRLLP.sharper.PaperLogarithms.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* the radii of the paper: what they fail with *)
Definition fail_P (S : nat -> finType) (A : finType) (L T : nat) (Lam : R) :=
  \rsum_(h < L) (INR #|S h| * (INR #|A| * (INR T * (INR (2 ^ #|S h.+1| - 2) * z Lam ^ #|S h.+1|)))).

Section Failure.
Import Letters Process.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [gap : seq E -> R].
Hypotheses (lam : / 2 <= Lam) (Hst : schedule x0 st) (Hf : forall w, is_policy (f w)).
Hypothesis Hnear : near x0 rv T Lam st f gap.
Context [pistar : policy S A] (Hstar : is_policy pistar).   (* an optimal policy, or any other to compare with *)
Notation z := (z Lam).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.

(* P deviates by rad from its estimate: the factors of each layer *)
Theorem Pr_bad_P_layers rad (c : nat -> R) : (forall d n, (0 < d)%N -> (0 < n)%N -> 0 < rad d n) ->
  (forall h n, (h < L)%N -> (0 < n)%N ->
     INR (2 ^ #|S h.+1| - 2) * exp (- (INR n * rad #|S h.+1| n ^ 2 / 2)) <= c h) ->
  Pr K T [::] (bad_P x0 P T rad) <= \rsum_(h < L) (INR #|S h| * (INR #|A| * (INR T * c h))).
Proof.
move=> r0 rc; apply: (Pr_exists KD) => h.
rewrite -rsum_const; apply: (Pr_exists KD) => x.
rewrite -rsum_const; apply: (Pr_exists KD) => a.
rewrite -rsum_ord_const; apply: (Pr_exists KD) => n.
have d0 := S_gt0 x0 HP A1 h.+1.
apply: Rle_trans (@weissman_visits E (S h.+1) K _ _ _ KD (HP h x a) (visit3_sum x0 x a)
  (fun hist => K_next x0 HP Hrho Hf hist x a) T n.+1 _ (ltn0Sn n) (r0 _ _ d0 (ltn0Sn n))) _.
by rewrite card_proper_sets //; exact: rc.
Qed.

Lemma Pr_P_layers : Pr K T [::] (bad_P x0 P T (epsn Lam)) <= fail_P S A L T Lam.
Proof.
apply: (Pr_bad_P_layers (c := fun h => INR (2 ^ #|S h.+1| - 2) * z ^ #|S h.+1|)); first exact: (epsn_gt0 lam).
by move=> h n _ n0; rewrite (epsn_exp lam) //; exact: Rle_refl.
Qed.

(* Theorem 4 (thm:main), repaired: layer by layer, for any budgets, with the probability to fail by layers *)
Theorem theorem_4_failure kr l4 c0 : 0 < kr -> 0 < l4 -> 0 <= c0 ->
  (forall h (x : S h) a w, (h < L)%N -> spent x0 st (mkp x a) w <= c0 * sqrt (INR (cnt x0 (mkp x a) w))) ->
  1 - (\rsum_(h < L) (INR #|S h| * (INR #|A| * (INR T * (INR (2 ^ #|S h.+1| - 2) * exp (- Lam) ^ #|S h.+1|)))) +
       (INR X - 1) * (INR #|A| * (INR T * (exp (- (4 * kr ^ 2 * Lam)) + exp (- (4 * Lam))))) + exp (- l4)) <=
  Prl K T [::] (fun v => Rleb (regret v) (
    c0 * sqrt 2 * sqrt (INR T * INR #|A| * Lam) * (\rsum_(h < L) ((1 + kr) * sqrt (INR #|S h|) +
      ind (2 <= #|S h.+1|)%N * (INR (L - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|)))) +
    sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * l4 / 6) + total_gap gap v)).
Proof.
move=> kr0 l40 c00 sp; have k1 h : / 2 <= (fun _ : nat => 1) h by rewrite /=; lra.
have := theorem_4_layers lam Hst Hf Hnear Hstar kr0 l40 k1 c00 sp Pr_P_layers
  (close_P HP A1 lam).
move=> H; apply: (weaken Hf (B := _) _ H).
apply/Req_le/Rplus_eq_compat_r; congr (_ * _); apply: eq_bigr => h _.
by rewrite Rmult_1_l.
Qed.
End Failure.

(* --- the sizes of Section VI: L is the number 6, and what else a setting assumes follows; `here` is that setting *)
Section SizeVI.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N).
Hypotheses (A5 : #|A| = 5%N) (S_size : forall h, (h <= 6)%N -> #|S h| = if (0 < h < 6)%N then 10%N else 1%N).
Variables (P : trans S A) (rho : rlaw S A Z) (rv : Z -> R).
Hypotheses (HP : is_trans P) (Hrho : is_rlaw rho) (Hrv : is_reward rho rv).
Notation E := (traj S A Z 6 0).
Variables (T : nat) (T1 : (0 < T)%N) (st : seq E -> seq E) (f : seq E -> policy S A) (qhat : seq E -> occ S A).
Notation Lam := (ln (2600 * INR T)).
Hypotheses (Hst : schedule x0 st) (Hlearn : learner x0 rv f st Lam qhat).
Variables (pistar : policy S A) (Hstar : is_policy pistar).
Notation regret := (regret x0 P rho rv f pistar).
#[local] Arguments INR : simpl never.

Let T1R : 1 <= INR T. Proof. exact: (leq_INR T1). Qed.
Let only x : x = x0.
Proof. by apply/eqP; have /eqP/fintype1P[y Ey] := S_size (isT : (0 <= 6)%N); rewrite (Ey x) (Ey x0). Qed.
Let A1 : (0 < #|A|)%N. Proof. by rewrite A5. Qed.
Let SL := S_size (leqnn 6).
(* with any delta *)
Let here := Setting only HP Hrho Hrv T1 (ltac:(lra) : 0 < 1 / 10 < 1) A1 (isT : (0 < 6)%N) SL.
Let Lam7 : / 2 <= Lam.
Proof.
have : ln 2 <= Lam by apply: le_ln; lra.
by have := ln_lt_2; lra.
Qed.
Let i6 : INR 6 = 6. Proof. by rewrite INR_IZR_INZ. Qed.
Let a5 : INR #|A| = 5. Proof. by rewrite A5 INR_IZR_INZ. Qed.
Let XE : INR (X S 6) = 52. Proof. by rewrite /X !big_ord_recr big_ord0 /= !S_size // INR_IZR_INZ. Qed.

(* with kr = 3/2 and 9 Lam for the martingale the event r <= r_hat is what is left: 255 T z^4 *)
Lemma failure_VI : fail_P S A 6 T Lam + (INR (X S 6) - 1) * (INR #|A| * (INR T *
    (exp (- (4 * (3 / 2) ^ 2 * Lam)) + exp (- (4 * Lam))))) + exp (- (9 * Lam)) <= 5581 / 10 ^ 15 / INR T ^ 3.
Proof.
have zE : exp (- Lam) = / (2600 * INR T) by rewrite exp_Ropp exp_ln; lra.
have e9 : exp (- (9 * Lam)) = z Lam ^ 9.
  by rewrite -(pow_exp Lam 9) (_ : INR 9 = 9) // INR_IZR_INZ.
have e4 : exp (- (4 * Lam)) = z Lam ^ 4 by rewrite -(pow_exp Lam 4) (_ : INR 4 = 4) // INR_IZR_INZ.
rewrite (_ : 4 * (3 / 2) ^ 2 * Lam = 9 * Lam) ?e9 ?e4; last by field.
rewrite /fail_P !big_ord_recr big_ord0 /= !S_size //= XE A5 /GoodEvents.z zE.
have -> : INR (2 ^ 10 - 2) = 1022 by rewrite INR_IZR_INZ.
have -> : INR (2 ^ 1 - 2) = 0 by rewrite INR_IZR_INZ.
have -> : INR 10 = 10 by rewrite INR_IZR_INZ.
have -> : INR 5 = 5 by rewrite INR_IZR_INZ.
have -> : INR 1 = 1 by rewrite INR_IZR_INZ.
set t := INR T; have t1 : 1 <= t by exact: T1R.
have i0 : 0 < / t by apply: Rinv_0_lt_compat; lra.
have i1 : / t <= 1 by have := Rinv_le_contravar 1 t ltac:(lra) t1; lra.
have p n : 0 <= (/ t) ^ n <= 1 by split; [apply: pow_le; lra | rewrite -(pow1 n); apply: pow_incr; lra].
set y := / (2600 * t); have yE : y = / 2600 * / t by rewrite /y; field; lra.
have -> : 5581 / 10 ^ 15 / t ^ 3 = 5581 / 10 ^ 15 * (/ t) ^ 3 by field; lra.
have tt : t * / t = 1 by field; lra.
rewrite yE; set w := / t in tt i0 i1 p *.
have p3 := p 3%N; have p5 := p 5%N; have p6 := p 6%N.
have w8 : t * w ^ 9 = w ^ 3 * w ^ 5 by rewrite -[RHS]Rmult_1_l -tt; ring.
have w9 : t * w ^ 10 = w ^ 3 * w ^ 6 by rewrite -[RHS]Rmult_1_l -tt; ring.
have w3 : t * w ^ 4 = w ^ 3 by rewrite -[RHS]Rmult_1_l -tt; ring.
have w1 : w ^ 9 = w ^ 3 * w ^ 6 by ring.
have q5 : w ^ 3 * w ^ 5 <= w ^ 3 by rewrite -[X in _ <= X]Rmult_1_r; apply: Rmult_le_compat_l; lra.
have q6 : w ^ 3 * w ^ 6 <= w ^ 3 by rewrite -[X in _ <= X]Rmult_1_r; apply: Rmult_le_compat_l; lra.
rewrite [X in X <= _](_ : _ = 205 * 1022 * (/ 2600) ^ 10 * (t * w ^ 10) +
  255 * ((/ 2600) ^ 9 * (t * w ^ 9) + (/ 2600) ^ 4 * (t * w ^ 4)) + (/ 2600) ^ 9 * w ^ 9); last by ring.
rewrite w8 w9 w3 w1; move: (w ^ 3 * w ^ 5) (w ^ 3 * w ^ 6) (w ^ 3) p3 q5 q6 => a b c; lra.
Qed.

(* the sums over the layers *)
Lemma sums_VI : \rsum_(h < 6) ((1 + 3 / 2) * sqrt (INR #|S h|) +
    ind (2 <= #|S h.+1|)%N * (INR (6 - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|))) <= 158.
Proof.
have z := @sqrt_le_sq 10 (3163 / 1000) ltac:(lra) ltac:(rewrite /=; lra).
have q : sqrt (10 * 10) = 10 by rewrite sqrt_square; lra.
rewrite !big_ord_recr big_ord0 /= !S_size //= !INR_IZR_INZ /= !sqrt_1 !Rmult_1_l q; lra.
Qed.

Lemma rate_VI c : 0 <= c -> 158 * c + 12 <= 312 * (5 / 9 * c) -> forall Lam, 0 <= Lam ->
  c * sqrt (INR T * INR #|A| * Lam) * (\rsum_(h < 6) ((1 + 3 / 2) * sqrt (INR #|S h|) +
    ind (2 <= #|S h.+1|)%N * (INR (6 - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|)))) +
  sqrt (INR T * (INR 6 * (2 * INR 6 ^ 2 + 1)) * (9 * Lam) / 6) <=
  5 / 9 * c * (INR 6 * INR (X S 6)) * sqrt (INR T * INR #|A| * Lam).
Proof.
move=> c0 c12 lam lam0; have := sums_VI; have r0 := root_ge0 A T lam; rewrite /root in r0.
move: (\rsum_(h < 6) _) => sums sums_le; rewrite XE i6 a5 in r0 *.
have tl : 0 <= INR T * lam by apply: Rmult_le_pos; lra.
have d : sqrt (INR T * (6 * (2 * 6 ^ 2 + 1)) * (9 * lam) / 6) <= sqrt (INR T * 5 * lam) * 12.
  have -> : sqrt (INR T * 5 * lam) * 12 = sqrt (INR T * 5 * lam * 12 ^ 2).
    have t5 : 0 <= INR T * 5 * lam by lra.
    by rewrite (sqrt_mult_alt _ _ t5) (sqrt_pow2 12) //; lra.
  by apply: sqrt_le_1_alt; rewrite /=; lra.
have := Rmult_le_compat_l (c * sqrt (INR T * 5 * lam)) _ _ (Rmult_le_pos _ _ c0 r0) sums_le.
have := Rmult_le_compat_l _ _ _ r0 c12.
move: (sqrt (INR T * 5 * lam)) (sqrt (_ / 6)) d => r d; lra.
Qed.

(* Theorem 4 (thm:main), repaired: at the sizes of Section VI, delta = 1/10, any T, with 19/10 and, if every episode ends an
   epoch, 8/5 *)
Theorem theorem_4_failure_VI : 1 - 5581 / 10 ^ 15 / INR T ^ 3 <= Prl (K x0 P rho f) T [::] (fun v =>
    Rleb (regret v) (19 / 10 * (INR 6 * INR (X S 6)) * sqrt (INR T * INR #|A| * Lam))) /\
  ((forall w, st w = w) -> 1 - 5581 / 10 ^ 15 / INR T ^ 3 <= Prl (K x0 P rho f) T [::] (fun v =>
    Rleb (regret v) (8 / 5 * (INR 6 * INR (X S 6)) * sqrt (INR T * INR #|A| * Lam)))).
Proof.
have Hf := learner_policy Hlearn; have near := @learner_near _ _ _ _ _ _ _ T _ _ _ Hlearn.
have KD := K_exp x0 HP Hrho Hf; have F := failure_VI; have [s1 s2] := sqrt2_bounds.
have l0 : 0 <= Lam by lra.
have both c0 b : 0 <= c0 -> 5 / 9 * (c0 * sqrt 2) <= b -> 158 * (c0 * sqrt 2) + 12 <= 312 * (5 / 9 * (c0 * sqrt 2)) ->
    (forall h (x : S h) a w, (h < 6)%N -> spent x0 st (mkp x a) w <= c0 * sqrt (INR (cnt x0 (mkp x a) w))) ->
    1 - 5581 / 10 ^ 15 / INR T ^ 3 <= Prl (K x0 P rho f) T [::] (fun v =>
      Rleb (regret v) (b * (INR 6 * INR (X S 6)) * sqrt (INR T * INR #|A| * Lam))).
  move=> c00 cb c12 sp; apply: (no_gap KD).
  have H := theorem_4_failure (M := here) Lam7 Hst Hf near Hstar
    (ltac:(lra) : 0 < 3 / 2) (ltac:(lra) : 0 < 9 * Lam) c00 sp.
  apply: (weaken (M := here) Hf (B := _) _ (Rle_trans _ _ _ _ H)); last first.
    exact: (Rplus_le_compat_l 1 _ _ (Ropp_le_contravar _ _ F)).
  apply: Rle_trans (rate_VI _ c12 l0) _; first by apply: Rmult_le_pos; lra.
  apply: Rmult_le_compat_r; first exact: sqrt_pos.
  by apply: Rmult_le_compat_r => //; apply: Rmult_le_pos; exact: pos_INR.
have q2 := sqrt2_sqr; split=> [|every].
  by apply: (both (1 + sqrt 2)); try lra; move=> h x a w hL; exact: (spent_bound Hst).
by apply: (both 2); try lra; move=> h x a w _; exact: spent_every.
Qed.

(* Theorem 4 (thm:main), repaired: the constant 3 at the sizes of Section VI, delta = 1/10, wherever the bound is below LT *)
Theorem theorem_4_three_VI : 3 * (INR 6 * INR (X S 6)) * sqrt (INR T * INR #|A| * Lam) < INR 6 * INR T ->
  1 - 3 / 10 ^ 31 <= Prl (K x0 P rho f) T [::] (fun v =>
    Rleb (regret v) (3 * (INR 6 * INR (X S 6)) * sqrt (INR T * INR #|A| * Lam))).
Proof.
move=> below; have t1 := T1R; have [l2 _] := ln_2_in; have [both _] := theorem_4_failure_VI.
have KD := K_exp x0 HP Hrho (learner_policy Hlearn).
have tl : 0 <= INR T * 5 * Lam by have : 0 <= INR T * Lam by [apply: Rmult_le_pos; lra]; lra.
have t_ge : 121680 * Lam <= INR T.
  move: below; rewrite XE i6 a5 => below; apply: Rnot_lt_le => lt; apply: (Rlt_irrefl (6 * INR T)).
  apply: Rle_lt_trans below; rewrite (_ : 3 * (6 * 52) = 936); last by ring.
  apply: Rsqr_incr_0_var; last by apply: Rmult_le_pos; [lra | exact: sqrt_pos].
  by rewrite !Rsqr_mult Rsqr_sqrt // /Rsqr; nra.
have step n m : 2 ^ n <= (2600 * INR T) ^ m -> INR n * ln 2 <= INR m * Lam.
  move=> H; have p2 : 0 < 2 ^ n by apply: pow_lt; lra.
  by rewrite -!ln_pow; try lra; exact: le_ln.
have {}step n m a b : IZR (Z.of_nat n) = a -> IZR (Z.of_nat m) = b -> 2 ^ n <= (2600 * INR T) ^ m ->
    a * ln 2 <= b * Lam.
  by move=> <- <-; rewrite -!INR_IZR_INZ; exact: step.
have L1 := @step 11%N 1%N 11 1 erefl erefl ltac:(rewrite /=; lra).
have L2 := @step 31%N 1%N 31 1 erefl erefl ltac:(rewrite /=; lra).
have L3 := @step 65%N 2%N 65 2 erefl erefl.
have t2 : 2600000 <= INR T by lra.
have t3 : 6760000000 ^ 2 <= (2600 * INR T) ^ 2 by apply: pow_incr; lra.
have {}L3 : 65 * ln 2 <= 2 * Lam by apply: L3; apply: Rle_trans t3; rewrite /=; lra.
have {}t3 : 2700000 ^ 3 <= INR T ^ 3 by apply: pow_incr; lra.
apply: (@Rle_trans _ (1 - 5581 / 10 ^ 15 / INR T ^ 3)).
  suff : 5581 / 10 ^ 15 / INR T ^ 3 <= 5581 / 10 ^ 15 / 2700000 ^ 3.
    by have : 5581 / 10 ^ 15 / 2700000 ^ 3 <= 3 / 10 ^ 31 by [rewrite /=; lra]; lra.
  apply: Rmult_le_compat_l; first by rewrite /=; lra.
  by apply: Rinv_le_contravar => //; rewrite /=; lra.
apply: Rle_trans both _; apply: (Prl_imp KD) => v _ /RlebP H; apply/RlebP; apply: Rle_trans H _.
apply: Rmult_le_compat_r; first exact: sqrt_pos.
by rewrite XE i6; lra.
Qed.
End SizeVI.
