(* Theorem 4 at the sizes of Section VI, L = 6, layers of 1, 10, 10, 10, 10, 10, 1 states, A = 5, with delta = 1/10: the
   bound by layers with clipped summands is below LT, which no regret exceeds, exactly from T = 302 210 on. *)
Require Import UCRLLP.Sums UCRLLP.Probability UCRLLP.Concentration UCRLLP.Model UCRLLP.Episodes
  UCRLLP.OccupancyMeasures UCRLLP.ConfidenceSets UCRLLP.Algorithm UCRLLP.LayerSums UCRLLP.GoodEvents
  UCRLLP.ConstantThree UCRLLP.ClippedPigeonhole UCRLLP.judge.LogarithmSound.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* the bound: reward terms of 5 pairs and of five times 50; transition terms, whose weights L - 1 - h are 5 for the
   pairs of x_0 and 4 + 3 + 2 + 1 for the others; L (2 L^2 + 1) ln(1/delta) / 6 = 73 ln 10 *)
Definition bound_VI (T : R) := let Lam := ln (2600 * T) in
  let c_r := 3 / 2 * sqrt (2 * Lam) in
  let c_P := (1 + sqrt (/ 10 + ln 2 / Lam)) / 2 * sqrt (20 * Lam) in
  clipped_sum c_r 5 T + 5 * clipped_sum c_r 50 T + 5 * clipped_sum c_P 5 T + 10 * clipped_sum c_P 50 T +
  sqrt (73 * ln 10 * T).

(* --- a term over T, where s = c sqrt(K / T) is small *)
Definition per_T (s : R) := s + sqrt 2 * (s - s ^ 2).

Lemma per_T_le u s : 0 <= u -> u <= s -> s <= 4 / 5 -> per_T u <= per_T s.
Proof.
move=> u0 us s1; have [q1 q2] := sqrt2_bounds; rewrite /per_T.
have : 0 <= (s - u) * (1 + sqrt 2 * (1 - (s + u))) by apply: Rmult_le_pos; nra.
rewrite /=; lra.
Qed.

Lemma clipped_sum_small c K T s : 0 < T -> 0 <= c -> 0 <= K -> 0 <= s <= 4 / 5 -> c ^ 2 * K = s ^ 2 * T ->
  clipped_sum c K T = per_T s * T.
Proof.
move=> T0 c0 K0 [s0 s1] sE; have [q1 q2] := sqrt2_bounds.
rewrite /clipped_sum /per_T; case: RlebP => [_|[]].
  have -> : (1 + sqrt 2) * c * sqrt (K * T) = (1 + sqrt 2) * (s * T); last by rewrite sE; ring.
  rewrite Rmult_assoc -{1}(sqrt_pow2 c c0) -sqrt_mult_alt; last exact: pow2_ge_0.
  rewrite -Rmult_assoc sE (_ : s ^ 2 * T * T = (s * T) ^ 2); last by ring.
  by rewrite sqrt_pow2 //; nra.
rewrite sE -Rmult_assoc -[X in _ <= X]Rmult_1_l; apply: Rmult_le_compat_r; first lra.
apply: (Rmult_le_reg_l (3 + 2 * sqrt 2)); first lra.
have -> : (3 + 2 * sqrt 2) * (8 / (3 + 2 * sqrt 2) * s ^ 2) = 8 * s ^ 2 by field; lra.
have : s ^ 2 <= (4 / 5) ^ 2 by apply: pow_incr.
rewrite /=; lra.
Qed.

(* with u = sqrt(Lam / T), v = sqrt((Lam / 10 + ln 2) / T), z = sqrt 10 and w = sqrt(73 ln 10 / T) *)
Definition total_per_T (z u v w : R) := per_T (3 / 2 * z * u) + 5 * per_T (15 * u) +
  5 * per_T (5 * (u + v)) + 10 * per_T (5 * z * (u + v)) + w.
Definition small (x : R) := 0 <= x <= 1 / 100.

Lemma total_le z u v w z' u' v' w' : 3 <= z -> z <= z' -> z' <= 4 -> small u -> u <= u' -> small u' ->
  small v -> v <= v' -> small v' -> w <= w' -> total_per_T z u v w <= total_per_T z' u' v' w'.
Proof.
rewrite /small => *; have a1 : z * u <= z' * u' by apply: Rmult_le_compat; lra.
have a2 : z * (u + v) <= z' * (u' + v') by apply: Rmult_le_compat; lra.
have a3 : 0 <= z * u by nra.
have a4 : 0 <= z * (u + v) by nra.
have a5 : z' * u' <= 4 * / 100 by apply: Rmult_le_compat; lra.
have a6 : z' * (u' + v') <= 4 * / 50 by apply: Rmult_le_compat; lra.
have H1 := @per_T_le (3 / 2 * z * u) (3 / 2 * z' * u') ltac:(lra) ltac:(lra) ltac:(lra).
have H2 := @per_T_le (15 * u) (15 * u') ltac:(lra) ltac:(lra) ltac:(lra).
have H3 := @per_T_le (5 * (u + v)) (5 * (u' + v')) ltac:(lra) ltac:(lra) ltac:(lra).
have H4 := @per_T_le (5 * z * (u + v)) (5 * z' * (u' + v')) ltac:(lra) ltac:(lra) ltac:(lra).
by rewrite /total_per_T; lra.
Qed.

Lemma bound_VI_E T : 0 < T -> let Lam := ln (2600 * T) in
  let u := sqrt (Lam / T) in let v := sqrt ((Lam / 10 + ln 2) / T) in 0 < Lam -> small u -> small v ->
  bound_VI T = total_per_T (sqrt 10) u v (sqrt (73 * ln 10 / T)) * T.
Proof.
move=> T0; rewrite /bound_VI; set Lam := ln (2600 * T) => /= Lam0; set u := sqrt _; set v := sqrt (_ / T).
move=> [u0 u1] [v0 v1]; have l2 := ln_lt_2; have zz := sqrt_sqrt 10 ltac:(lra); have z0 := sqrt_pos 10.
have uu : u * u * T = Lam by rewrite sqrt_sqrt; [field; lra | apply/Rlt_le/Rdiv_lt_0_compat].
have vv : v * v * T = Lam / 10 + ln 2 by rewrite sqrt_sqrt; [field; lra | apply/Rlt_le/Rdiv_lt_0_compat; lra].
have {}u0 : 0 < u by apply/sqrt_lt_R0/Rdiv_lt_0_compat.
have z4 : sqrt 10 <= 4 by apply: sqrt_le_sq; lra.
set c_P := (1 + _) / 2 * _.
have c0 : 0 <= c_P by apply: Rmult_le_pos; [have := sqrt_pos (/ 10 + ln 2 / Lam); lra | exact: sqrt_pos].
have cE : c_P ^ 2 = 5 * (u + v) ^ 2 * T.
  have -> : c_P = (1 + v / u) / 2 * sqrt (20 * Lam).
    rewrite /c_P; congr ((1 + _) / 2 * _); rewrite /v /u -sqrt_div_alt; last exact: Rdiv_lt_0_compat.
    by congr sqrt; field; lra.
  rewrite Rpow_mult_distr pow2_sqrt -?uu; [field; lra | lra].
have r0 : 0 <= 3 / 2 * sqrt (2 * Lam) by have := sqrt_pos (2 * Lam); lra.
have rE : (3 / 2 * sqrt (2 * Lam)) ^ 2 = 9 / 2 * (u * u * T) by rewrite Rpow_mult_distr pow2_sqrt ?uu; [field | lra].
have zu : 0 <= sqrt 10 * u <= 4 * / 100 by split; [nra | apply: Rmult_le_compat; lra].
have zuv : 0 <= sqrt 10 * (u + v) <= 4 * / 50 by split; [nra | apply: Rmult_le_compat; lra].
rewrite (clipped_sum_small T0 r0 (s := 3 / 2 * sqrt 10 * u)); [| lra | lra | ]; last first.
  by rewrite rE !Rpow_mult_distr pow2_sqrt; [field | lra].
rewrite (clipped_sum_small T0 r0 (s := 15 * u)); [| lra | lra | by rewrite rE; field].
rewrite (clipped_sum_small T0 c0 (s := 5 * (u + v))); [| lra | lra | by rewrite cE; ring].
rewrite (clipped_sum_small T0 c0 (s := 5 * sqrt 10 * (u + v))); [| lra | lra | ]; last first.
  by rewrite cE !Rpow_mult_distr pow2_sqrt; [ring | lra].
have -> : sqrt (73 * ln 10 * T) = sqrt (73 * ln 10 / T) * T.
  have l0 : 0 < ln 10 by rewrite -ln_1; apply: ln_increasing; lra.
  rewrite -{3}(sqrt_pow2 T) -?sqrt_mult_alt; [congr sqrt; field; lra | | lra].
  by apply/Rlt_le/Rdiv_lt_0_compat; lra.
by rewrite /total_per_T; ring.
Qed.

(* --- the numbers *)
Lemma ln_2_in : 69314718 / 100000000 <= ln 2 <= 69314719 / 100000000.
Proof. by apply: (@ln_in 12 100000000 2); vm_compute. Qed.
Lemma ln_10_in : 230258509 / 100000000 <= ln 10 <= 230258510 / 100000000.
Proof. by apply: (@ln_in 12 100000000 10); vm_compute. Qed.
Lemma ln_first : ln (2600 * 302210) <= 2048214415 / 100000000.
Proof. by rewrite -mult_IZR; apply: (proj2 (@ln_in 9 100000000 785746000 2048214414 _ _)); vm_compute. Qed.
Lemma ln_before : 2048214083 / 100000000 <= ln (2600 * 302209) <= 2048214084 / 100000000.
Proof. by rewrite -mult_IZR; apply: (@ln_in 9 100000000 785743400); vm_compute. Qed.

Lemma sqrt_in lo hi x : 0 <= lo -> lo ^ 2 <= x -> x <= hi ^ 2 -> 0 <= hi -> lo <= sqrt x <= hi.
Proof.
move=> l0 lx xh h0; split; last exact: sqrt_le_sq.
by rewrite -(sqrt_pow2 lo l0); exact: sqrt_le_1_alt.
Qed.

Lemma sqrt_2_in : 141421356 / 100000000 <= sqrt 2 <= 141421357 / 100000000.
Proof. by apply: sqrt_in; rewrite /=; lra. Qed.

Lemma sqrt_10_in : 316227766 / 100000000 <= sqrt 10 <= 316227767 / 100000000.
Proof. by apply: sqrt_in; rewrite /=; lra. Qed.

Lemma ln_le_minus x : 0 < x -> ln x <= x - 1.
Proof. by move=> x0; have := exp_ineq1_le (ln x); rewrite exp_ln; lra. Qed.

(* Lam / T falls *)
Lemma Lam_over_T T : 302210 <= T -> ln (2600 * T) / T <= 2048214415 / 100000000 / 302210.
Proof.
move=> T_ge; have T0 : 0 < T by lra.
apply: (Rmult_le_reg_r T) => //; rewrite {1}/Rdiv Rmult_assoc Rinv_l ?Rmult_1_r; last lra.
have -> : 2600 * T = 2600 * 302210 * (T / 302210) by field.
rewrite ln_mult; [|lra|lra]; have := ln_first; have := @ln_le_minus (T / 302210) ltac:(lra); lra.
Qed.

Theorem bound_VI_below T : 302210 <= T -> bound_VI T < 6 * T.
Proof.
move=> T_ge; have T0 : 0 < T by lra.
have l1 := Lam_over_T T_ge; have [l2 l2'] := ln_2_in; have [l10' l10] := ln_10_in; have z := sqrt_10_in.
have Lam0 : 0 < ln (2600 * T) by rewrite -ln_1; apply: ln_increasing; lra.
have T_inv : / T <= / 302210 by apply: Rinv_le_contravar; lra.
have i0 : 0 < / T by exact: Rinv_0_lt_compat.
have u1 : sqrt (ln (2600 * T) / T) <= 8232530 / 1000000000 by apply: sqrt_le_sq; rewrite /=; lra.
have v1 : sqrt ((ln (2600 * T) / 10 + ln 2) / T) <= 3011819 / 1000000000.
  apply: sqrt_le_sq; first lra.
  have -> : (ln (2600 * T) / 10 + ln 2) / T = ln (2600 * T) / T / 10 + ln 2 * / T by rewrite /Rdiv; ring.
  have : ln 2 * / T <= 69314719 / 100000000 * / 302210 by apply: Rmult_le_compat; lra.
  rewrite /=; lra.
have w1 : sqrt (73 * ln 10 / T) <= 23583859 / 1000000000.
  apply: sqrt_le_sq; first lra.
  have : 73 * ln 10 * / T <= 73 * (230258510 / 100000000) * / 302210 by apply: Rmult_le_compat; lra.
  rewrite /Rdiv /=; lra.
have u0 := sqrt_pos (ln (2600 * T) / T); have v0 := sqrt_pos ((ln (2600 * T) / 10 + ln 2) / T).
rewrite bound_VI_E // /small; [|lra|lra]; apply: Rmult_lt_compat_r => //.
apply: Rle_lt_trans (total_le (z' := 316227767 / 100000000) _ _ _ _ u1 _ _ v1 _ w1) _; rewrite /small; try lra.
by have := sqrt_2_in; rewrite /total_per_T /per_T /=; lra.
Qed.

(* Theorem 4 (thm:main), repaired: ... and not before *)
Theorem bound_VI_above : 6 * 302209 < bound_VI 302209.
Proof.
have [l1 l1'] := ln_before; have [l2 l2'] := ln_2_in; have [l10 l10'] := ln_10_in; have z := sqrt_10_in.
have [u0 u1] : 8232542 / 1000000000 <= sqrt (ln (2600 * 302209) / 302209) <= 1 / 100.
  by apply: sqrt_in; rewrite /=; lra.
have [v0 v1] : 3011822 / 1000000000 <= sqrt ((ln (2600 * 302209) / 10 + ln 2) / 302209) <= 1 / 100.
  by apply: sqrt_in; rewrite /=; lra.
have [w0 _] : 23583897 / 1000000000 <= sqrt (73 * ln 10 / 302209) <= 1 by apply: sqrt_in; rewrite /=; lra.
rewrite bound_VI_E /small; try lra; apply: Rmult_lt_compat_r; first lra.
apply: Rlt_le_trans _ (total_le (z := 316227766 / 100000000) _ _ _ _ u0 _ _ v0 _ w0); rewrite /small; try lra.
by have := sqrt_2_in; rewrite /total_per_T /per_T /=; lra.
Qed.

(* thm:main, layer by layer, clipped, at these sizes: with probability at least 1 - 3 delta = 7/10 *)
Section SizeVI.
Variables (S : nat -> finType) (A Z : finType) (x0 : S 0%N).
Hypotheses (A5 : #|A| = 5%N) (S_size : forall h, (h <= 6)%N -> #|S h| = if (0 < h < 6)%N then 10%N else 1%N).
Variables (P : trans S A) (rho : rlaw S A Z) (rv : Z -> R).
Hypotheses (HP : is_trans P) (Hrho : is_rlaw rho) (Hrv : forall z, 0 <= rv z <= 1).
Variable T : nat.
Notation E := (traj S A Z 6 0).
Notation Lam := (ln (2600 * INR T)).
Variables (st : seq E -> seq E) (f : seq E -> policy S A) (qhat : seq E -> occ S A).
Hypotheses (Hst : schedule x0 st) (Hlearn : learner x0 rv f st Lam qhat).
Variable pistar : policy S A.
Hypothesis Hstar : is_policy pistar.

Lemma TXA_VI : TXA S A 6 T / (1 / 10) = 2600 * INR T.
Proof. by rewrite /TXA /X !big_ord_recr big_ord0 /= !S_size // A5 !INR_IZR_INZ /=; field. Qed.

#[local] Arguments INR : simpl never.
(* Theorem 4 (thm:main), repaired: at the sizes of Section VI, delta = 1/10, the bound is below LT from T = 302 210
   on, ... *)
Theorem theorem_4_VI : 302210 <= INR T ->
  1 - 3 * (1 / 10) <= Pr (K x0 P rho f) T [::] (fun v => Rleb (regret x0 P rho rv f pistar v) (bound_VI (INR T))) /\
  bound_VI (INR T) < INR 6 * INR T.
Proof.
move=> T_ge; split; last by rewrite !INR_IZR_INZ /= in T_ge *; exact: bound_VI_below.
have T1 : (0 < T)%N by apply/ltP/INR_lt; rewrite !INR_IZR_INZ /= in T_ge *; lra.
have d01 : 0 < 1 / 10 < 1 by lra.
have only x : x = x0.
  by apply/eqP; have /eqP/fintype1P[y Ey] := S_size (isT : (0 <= 6)%N); rewrite (Ey x) (Ey x0).
have LE : ln (TXA S A 6 T / (1 / 10)) <= Lam by rewrite TXA_VI; exact: Rle_refl.
have := theorem_4_clipped only HP Hrho Hrv T1 d01 _ (isT : (0 < 6)%N) (S_size (leqnn 6)) LE Hst Hlearn Hstar.
rewrite A5 => /(_ isT).
set B := _ + sqrt _; suff -> : B = bound_VI (INR T) by [].
rewrite /B /bound_VI !big_ord_recr big_ord0 /= !S_size //= !INR_IZR_INZ /= -!INR_IZR_INZ.
rewrite (_ : 1 / (1 / 10) = 10); last by field.
rewrite (_ : INR T * (6 * (2 * (6 * (6 * 1)) + 1)) * ln 10 / 6 = 73 * ln 10 * INR T); last by field.
rewrite (_ : 2 * 1 * Lam = 2 * Lam); last by ring.
rewrite (_ : 2 * 10 * Lam = 20 * Lam); last by ring.
ring.
Qed.
End SizeVI.
