(* Theorem 4 at the sizes of Section VI, L = 6, layers of 1, 10, 10, 10, 10, 10, 1 states, A = 5, delta = 1/10: from which
   T on the bound by layers with clipped summands is below LT, which no regret exceeds, with probability 9/10 and 99/100,
   for both readings of alg:main/12. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents
  UCRLLP.model.Setting UCRLLP.sharper.Budgets UCRLLP.sharper.Weissman UCRLLP.sharper.ClippedPigeonhole UCRLLP.sharper.PaperLogarithms.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- a term over T, where s = c sqrt(K / T) is small; k = sqrt 2 for the doubling epochs, 1 for epochs of one episode *)
Definition per_T (k s : R) := s + k * (s - s ^ 2).

Lemma per_T_le k k' u s : 1 <= k -> k <= k' -> k' <= 15 / 10 -> 0 <= u -> u <= s -> s <= 4 / 5 -> per_T k u <= per_T k' s.
Proof.
move=> k1 kk k2 u0 us s1; rewrite /per_T.
have : 0 <= (s - u) * (1 + k * (1 - (s + u))) by apply: Rmult_le_pos; nra.
have : 0 <= (k' - k) * (s * (1 - s)) by apply: Rmult_le_pos; nra.
rewrite /=; lra.
Qed.

(* F c K T = (per_T k s) T + e K *)
Definition has_form (F : R -> R -> R -> R) (k e : R) := forall c K T s, 0 < T -> 0 <= c -> 0 <= K -> 0 <= s <= 4 / 5 ->
  c ^ 2 * K = s ^ 2 * T -> F c K T = per_T k s * T + e * K.

Lemma root_form c K T s : 0 < T -> 0 <= c -> 0 <= s -> c ^ 2 * K = s ^ 2 * T -> c * sqrt (K * T) = s * T.
Proof.
move=> T0 c0 s0 sE; rewrite -{1}(sqrt_pow2 c c0) -sqrt_mult_alt; last exact: pow2_ge_0.
by rewrite -Rmult_assoc sE (_ : s ^ 2 * T * T = (s * T) ^ 2); [rewrite sqrt_pow2 //; nra | ring].
Qed.

Lemma clipped_form : has_form clipped_sum (sqrt 2) 0.
Proof.
move=> c K T s T0 c0 K0 [s0 s1] sE; have [q1 q2] := sqrt2_bounds; have rE := root_form T0 c0 s0 sE.
rewrite /clipped_sum /per_T; case: RlebP => [_|[]].
  by rewrite (Rmult_assoc (1 + sqrt 2)) rE sE; ring.
rewrite sE -Rmult_assoc -[X in _ <= X]Rmult_1_l; apply: Rmult_le_compat_r; first lra.
apply: (Rmult_le_reg_l (3 + 2 * sqrt 2)); first lra.
have -> : (3 + 2 * sqrt 2) * (8 / (3 + 2 * sqrt 2) * s ^ 2) = 8 * s ^ 2 by field; lra.
have : s ^ 2 <= (4 / 5) ^ 2 by apply: pow_incr.
rewrite /=; lra.
Qed.

Lemma every_form : has_form every_clipped 1 1.
Proof.
move=> c K T s T0 c0 K0 [s0 s1] sE; have rE := root_form T0 c0 s0 sE.
rewrite /every_clipped /per_T; case: RlebP => [_|[]].
  by rewrite (Rmult_assoc 2) rE sE; ring.
rewrite sE -[X in _ <= X]Rmult_1_l; apply: Rmult_le_compat_r; first lra.
by rewrite /=; nra.
Qed.

Definition small (x : R) := 0 <= x <= 1 / 80.

Lemma ln_20_E : ln 20 = ln 2 + ln 10. Proof. by rewrite -ln_mult; [congr ln; ring | lra | lra]. Qed.
Lemma ln_25_E : ln 25 = 2 * ln 10 - 2 * ln 2.
Proof.
have H : ln (25 * (2 * 2)) = ln 25 + (ln 2 + ln 2) by rewrite ln_mult ?ln_mult; lra.
have : ln (10 * 10) = ln 10 + ln 10 by rewrite ln_mult; lra.
by rewrite (_ : 10 * 10 = 25 * (2 * 2)) ?H; lra.
Qed.
Lemma ln_500_E : ln 500 = 3 * ln 10 - ln 2.
Proof.
have H : ln (500 * 2) = ln 500 + ln 2 by rewrite ln_mult; lra.
have : ln (10 * (10 * 10)) = ln 10 + (ln 10 + ln 10) by rewrite ln_mult ?ln_mult; lra.
by rewrite (_ : 10 * (10 * 10) = 500 * 2) ?H; lra.
Qed.

Lemma sqrt_in lo hi x : 0 <= lo -> lo ^ 2 <= x -> x <= hi ^ 2 -> 0 <= hi -> lo <= sqrt x <= hi.
Proof.
move=> l0 lx xh h0; split; last exact: sqrt_le_sq.
by rewrite -(sqrt_pow2 lo l0); exact: sqrt_le_1_alt.
Qed.

Lemma sqrt_2_in : 141421356 / 100000000 <= sqrt 2 <= 141421357 / 100000000.
Proof. by apply: sqrt_in; rewrite /=; lra. Qed.

Lemma sqrt_10_in : 31622776601 / 10000000000 <= sqrt 10 <= 31622776602 / 10000000000.
Proof. by apply: sqrt_in; rewrite /=; lra. Qed.

Lemma ln_le_minus x : 0 < x -> ln x <= x - 1.
Proof. by move=> x0; have := exp_ineq1_le (ln x); rewrite exp_ln; lra. Qed.

(* the bound at these sizes: F bounds what a layer costs, s are the surcharges, l is the budget of the martingale *)
Definition bound_VI (F : R -> R -> R -> R) (s l T : R) := let Lam := ln (2600 * T) in
  let c_r := (1 + sqrt (1 + s / Lam) / 2) * sqrt (2 * Lam) in
  let c_P := (1 + sqrt ((10 * ln 2 + Lam + s) / (10 * Lam))) / 2 * sqrt (20 * Lam) in
  F c_r 5 T + 5 * F c_r 50 T + 5 * F c_P 5 T + 10 * F c_P 50 T + sqrt (73 * l * T).

(* with u = sqrt(Lam / T), y = sqrt((Lam + s) / T), v = sqrt((Lam / 10 + ln 2 + s / 10) / T), z = sqrt 10 and
   w = sqrt(73 l / T) *)
Definition sum_per_T (k z u y v w : R) := per_T k (z * (u + y / 2)) + 5 * per_T k (10 * (u + y / 2)) +
  5 * per_T k (5 * (u + v)) + 10 * per_T k (5 * z * (u + v)) + w.

Lemma sum_le k z u y v w k' z' u' y' v' w' : 1 <= k -> k <= k' -> k' <= 15 / 10 -> 3 <= z -> z <= z' -> z' <= 4 ->
  small u -> u <= u' -> small u' -> small y -> y <= y' -> small y' -> small v -> v <= v' -> small v' -> w <= w' ->
  sum_per_T k z u y v w <= sum_per_T k' z' u' y' v' w'.
Proof.
rewrite /small => *; have a1 : z * (u + y / 2) <= z' * (u' + y' / 2) by apply: Rmult_le_compat; lra.
have a2 : z * (u + v) <= z' * (u' + v') by apply: Rmult_le_compat; lra.
have a3 : 0 <= z * (u + y / 2) by apply: Rmult_le_pos; lra.
have a4 : 0 <= z * (u + v) by apply: Rmult_le_pos; lra.
have a5 : z' * (u' + y' / 2) <= 4 * / 40 by apply: Rmult_le_compat; lra.
have a6 : z' * (u' + v') <= 4 * / 40 by apply: Rmult_le_compat; lra.
have H1 := @per_T_le k k' (z * (u + y / 2)) (z' * (u' + y' / 2)) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra).
have H2 := @per_T_le k k' (10 * (u + y / 2)) (10 * (u' + y' / 2)) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra).
have H3 := @per_T_le k k' (5 * (u + v)) (5 * (u' + v')) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra).
have H4 := @per_T_le k k' (5 * z * (u + v)) (5 * z' * (u' + v')) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra).
by rewrite /sum_per_T; lra.
Qed.

Section Form.
Variables (F : R -> R -> R -> R) (k e s l : R).
Hypotheses (HF : has_form F k e) (k1 : 1 <= k) (e0 : 0 <= e) (s0 : 0 <= s) (l0 : 0 <= l).

Lemma bound_VI_E T : 0 < T -> let Lam := ln (2600 * T) in let u := sqrt (Lam / T) in
  let y := sqrt ((Lam + s) / T) in let v := sqrt ((Lam / 10 + ln 2 + s / 10) / T) in
  0 < Lam -> small u -> small y -> small v ->
  bound_VI F s l T = sum_per_T k (sqrt 10) u y v (sqrt (73 * l / T)) * T + 780 * e.
Proof.
move=> T0; rewrite /bound_VI; set Lam := ln (2600 * T) => /= Lam0.
set u := sqrt (Lam / T); set y := sqrt ((Lam + _) / T); set v := sqrt ((Lam / 10 + _ + _) / T).
move=> [u0 u1] [y0 y1] [v0 v1]; have l2 := ln_lt_2; have zz := sqrt_sqrt 10 ltac:(lra); have z0 := sqrt_pos 10.
have uu : u * u * T = Lam by rewrite sqrt_sqrt; [field; lra | apply/Rlt_le/Rdiv_lt_0_compat].
have {}u0 : 0 < u by apply/sqrt_lt_R0/Rdiv_lt_0_compat.
have z4 : sqrt 10 <= 4 by apply: sqrt_le_sq; lra.
set c_r := (1 + _ / 2) * _; set c_P := (1 + _) / 2 * _.
have c0 : 0 <= c_P.
  by apply: Rmult_le_pos; [have := sqrt_pos ((10 * ln 2 + Lam + s) / (10 * Lam)); lra | exact: sqrt_pos].
have r0 : 0 <= c_r by apply: Rmult_le_pos; [have := sqrt_pos (1 + s / Lam); lra | exact: sqrt_pos].
have cE : c_P ^ 2 = 5 * (u + v) ^ 2 * T.
  have -> : c_P = (1 + v / u) / 2 * sqrt (20 * Lam).
    rewrite /c_P; congr ((1 + _) / 2 * _); rewrite /v /u -sqrt_div_alt; last exact: Rdiv_lt_0_compat.
    by congr sqrt; field; lra.
  rewrite Rpow_mult_distr pow2_sqrt -?uu; [field; lra | lra].
have rE : c_r ^ 2 = 2 * (u + y / 2) ^ 2 * T.
  have -> : c_r = (1 + y / u / 2) * sqrt (2 * Lam).
    rewrite /c_r; congr ((1 + _ / 2) * _); rewrite /y /u -sqrt_div_alt; last exact: Rdiv_lt_0_compat.
    by congr sqrt; field; lra.
  rewrite Rpow_mult_distr pow2_sqrt -?uu; [field; lra | lra].
have zy : 0 <= sqrt 10 * (u + y / 2) <= 4 * / 40.
  by split; [apply: Rmult_le_pos; lra | apply: Rmult_le_compat; lra].
have zuv : 0 <= sqrt 10 * (u + v) <= 4 * / 40 by split; [apply: Rmult_le_pos; lra | apply: Rmult_le_compat; lra].
rewrite (HF T0 r0 (s := sqrt 10 * (u + y / 2))); [| lra | lra | ]; last first.
  by rewrite rE !Rpow_mult_distr pow2_sqrt; [field | lra].
rewrite (HF T0 r0 (s := 10 * (u + y / 2))); [| lra | lra | by rewrite rE; field].
rewrite (HF T0 c0 (s := 5 * (u + v))); [| lra | lra | by rewrite cE; ring].
rewrite (HF T0 c0 (s := 5 * sqrt 10 * (u + v))); [| lra | lra | ]; last first.
  by rewrite cE !Rpow_mult_distr pow2_sqrt; [ring | lra].
have -> : sqrt (73 * l * T) = sqrt (73 * l / T) * T.
  rewrite -{3}(sqrt_pow2 T) -?sqrt_mult_alt; [congr sqrt; field; lra | | lra].
  by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat].
by rewrite /sum_per_T; ring.
Qed.

(* below 6 T from T0 on: numbers above those at T0 do *)
Lemma VI_below T0 q k' s' l' u' y' v' w' : 1 <= T0 -> 2600 * T0 <= 10 ^ 12 -> ln (2600 * T0) <= q -> 1 <= q ->
  k <= k' -> k' <= 15 / 10 -> s <= s' -> l <= l' ->
  small u' -> q / T0 <= u' ^ 2 -> small y' -> (q + s') / T0 <= y' ^ 2 ->
  small v' -> (q / 10 + 69314719 / 100000000 + s' / 10) / T0 <= v' ^ 2 -> 0 <= w' -> 73 * l' / T0 <= w' ^ 2 ->
  sum_per_T k' (31622776602 / 10000000000) u' y' v' w' + 780 * e / T0 < 6 -> forall T, T0 <= T -> bound_VI F s l T < 6 * T.
Proof.
move=> t1 _ lq q1 kk k2 ss ll us uq ys yq vs vq w0 wq total T T_ge; have T0' : 0 < T by lra.
have [l2 l2'] := ln_2_in; have z := sqrt_10_in.
have Lam0 : 0 < ln (2600 * T) by rewrite -ln_1; apply: ln_increasing; lra.
have i0 : 0 < / T by exact: Rinv_0_lt_compat.
have T_inv : / T <= / T0 by apply: Rinv_le_contravar; lra.
have l1 : ln (2600 * T) / T <= q / T0.
  apply: (Rmult_le_reg_r T) => //; rewrite {1}/Rdiv Rmult_assoc Rinv_l ?Rmult_1_r; last lra.
  have r1 : 1 <= T / T0 by apply: (Rmult_le_reg_r T0); [lra | rewrite /Rdiv Rmult_assoc Rinv_l; lra].
  have -> : 2600 * T = 2600 * T0 * (T / T0) by field; lra.
  rewrite ln_mult; [|lra|lra]; have := @ln_le_minus (T / T0) ltac:(lra).
  have -> : q / T0 * T = q * (T / T0) by field; lra.
  nra.
have over a a' : 0 <= a -> a <= a' -> a / T <= a' / T0 by move=> a0 aa; apply: Rmult_le_compat; lra.
have u1 : sqrt (ln (2600 * T) / T) <= u' by apply: sqrt_le_sq; [case: us | lra].
have y1 : sqrt ((ln (2600 * T) + s) / T) <= y'.
  apply: sqrt_le_sq; first by case: ys.
  by have := over s s' s0 ss; rewrite /Rdiv !Rmult_plus_distr_r in yq l1 *; lra.
have v1 : sqrt ((ln (2600 * T) / 10 + ln 2 + s / 10) / T) <= v'.
  apply: sqrt_le_sq; first by case: vs.
  have := over s s' s0 ss; have := over (ln 2) (69314719 / 100000000) ltac:(lra) l2'.
  by rewrite /Rdiv !Rmult_plus_distr_r in vq l1 *; lra.
have w1 : sqrt (73 * l / T) <= w' by apply: sqrt_le_sq => //; apply: Rle_trans (over _ (73 * l') _ _) wq; lra.
have u0 := sqrt_pos (ln (2600 * T) / T); have v0 := sqrt_pos ((ln (2600 * T) / 10 + ln 2 + s / 10) / T).
have y0 := sqrt_pos ((ln (2600 * T) + s) / T).
have [us1 us2] := us; have [ys1 ys2] := ys; have [vs1 vs2] := vs.
rewrite bound_VI_E // /small; [|lra|lra|lra].
have H : sum_per_T k (sqrt 10) (sqrt (ln (2600 * T) / T)) (sqrt ((ln (2600 * T) + s) / T))
    (sqrt ((ln (2600 * T) / 10 + ln 2 + s / 10) / T)) (sqrt (73 * l / T)) <=
    sum_per_T k' (31622776602 / 10000000000) u' y' v' w' by apply: sum_le; rewrite /small; lra.
have := over (780 * e) (780 * e) ltac:(lra) (Rle_refl _) => He.
have : 780 * e = 780 * e / T * T by field; lra.
move: (sum_per_T k _ _ _ _ _) (sum_per_T k' _ _ _ _ _) H total => a b ab b6 E.
have : (a + 780 * e / T) * T < 6 * T by apply: Rmult_lt_compat_r; lra.
lra.
Qed.

(* above 6 T at T: numbers below those at T do *)
Lemma VI_above T q k' s' l' u' y' v' w' : 1 <= T -> q <= ln (2600 * T) -> ln (2600 * T) <= 21 -> 200000 <= T ->
  1 <= q -> 1 <= k' -> k' <= k -> k <= 15 / 10 -> 0 <= s' -> s' <= s -> s <= 4 -> l' <= l ->
  small u' -> u' ^ 2 <= q / T -> small y' -> y' ^ 2 <= (q + s') / T ->
  small v' -> v' ^ 2 <= (q / 10 + 69314718 / 100000000 + s' / 10) / T -> 0 <= w' -> w' ^ 2 <= 73 * l' / T ->
  6 < sum_per_T k' (31622776601 / 10000000000) u' y' v' w' + 780 * e / T -> 6 * T < bound_VI F s l T.
Proof.
move=> t1 lq lq' T2 q1 kk kk' k2 s'0 ss s4 ll us uq ys yq vs vq w0 wq total; have T0 : 0 < T by lra.
have [l2 l2'] := ln_2_in; have z := sqrt_10_in; have i0 : 0 < / T by exact: Rinv_0_lt_compat.
have over a a' : a <= a' -> a / T <= a' / T by move=> aa; apply: Rmult_le_compat_r; lra.
have T_inv : / T <= / 200000 by apply: Rinv_le_contravar; lra.
have top a : 0 <= a -> a <= 25 -> a / T <= (1 / 80) ^ 2.
  by move=> a0 a1; apply: (@Rle_trans _ (25 * / 200000)); [apply: Rmult_le_compat; lra | rewrite /=; lra].
have [us1 us2] := us; have [ys1 ys2] := ys; have [vs1 vs2] := vs.
have [u0 u1] : u' <= sqrt (ln (2600 * T) / T) <= 1 / 80.
  by apply: sqrt_in => //; [have := over _ _ lq; lra | apply: top; lra | lra].
have [y0 y1] : y' <= sqrt ((ln (2600 * T) + s) / T) <= 1 / 80.
  by apply: sqrt_in => //; [have := over (q + s') (ln (2600 * T) + s) ltac:(lra); lra | apply: top; lra | lra].
have [v0 v1] : v' <= sqrt ((ln (2600 * T) / 10 + ln 2 + s / 10) / T) <= 1 / 80.
  apply: sqrt_in => //; [|apply: top; lra|lra].
  by have := over (q / 10 + 69314718 / 100000000 + s' / 10) (ln (2600 * T) / 10 + ln 2 + s / 10) ltac:(lra); lra.
have w1 : w' <= sqrt (73 * l / T).
  by rewrite -(sqrt_pow2 w' w0); apply: sqrt_le_1_alt; have := over (73 * l') (73 * l) ltac:(lra); lra.
rewrite bound_VI_E // /small; try lra.
have H : sum_per_T k' (31622776601 / 10000000000) u' y' v' w' <= sum_per_T k (sqrt 10) (sqrt (ln (2600 * T) / T))
  (sqrt ((ln (2600 * T) + s) / T)) (sqrt ((ln (2600 * T) / 10 + ln 2 + s / 10) / T)) (sqrt (73 * l / T)).
  by apply: sum_le; rewrite /small; lra.
have : 780 * e = 780 * e / T * T by field; lra.
move: (sum_per_T k' _ _ _ _ _) (sum_per_T k _ _ _ _ _) H total => a b ab b6 E.
have : 6 * T < (b + 780 * e / T) * T by apply: Rmult_lt_compat_r; lra.
lra.
Qed.
End Form.

(* --- the numbers *)
Theorem bound_VI_below T : 307541 <= T -> bound_VI clipped_sum (2 * ln 2) (ln 20) T < 6 * T.
Proof.
have [l2 l2'] := ln_2_in; have [l10 l10'] := ln_10_in; have [q2 q2'] := sqrt_2_in; have e20 := ln_20_E; have e25 := ln_25_E; have e500 := ln_500_E; have lq := ln_at.
by apply: (@VI_below clipped_sum _ 0 _ _ clipped_form _ _ _ _ 307541 (2049963042 / 100000000) (141421357 / 100000000) (138629438 / 100000000)
  (299573229 / 100000000) (8164347938 / 1000000000000) (8435890625 / 1000000000000)
  (3061088329 / 1000000000000) (26666217635 / 1000000000000)); rewrite /small /sum_per_T /per_T /=; lra.
Qed.
(* Theorem 4 (thm:main), repaired: ... and not before (with probability at least 9/10) *)
Theorem bound_VI_above : 6 * 307540 < bound_VI clipped_sum (2 * ln 2) (ln 20) 307540.
Proof.
have [l2 l2'] := ln_2_in; have [l10 l10'] := ln_10_in; have [q2 q2'] := sqrt_2_in; have e20 := ln_20_E; have e25 := ln_25_E; have e500 := ln_500_E; have [lq lq'] := ln_under.
by apply: (@VI_above clipped_sum _ 0 _ _ clipped_form _ _ 307540 (2049962716 / 100000000) (141421356 / 100000000) (138629436 / 100000000)
  (299573227 / 100000000) (8164360561 / 1000000000000) (8435903706 / 1000000000000)
  (3061093125 / 1000000000000) (26666260899 / 1000000000000)); rewrite /small /sum_per_T /per_T /=; lra.
Qed.

Theorem bound_VI_below_99 T : 315337 <= T -> bound_VI clipped_sum (ln 25) (ln 500) T < 6 * T.
Proof.
have [l2 l2'] := ln_2_in; have [l10 l10'] := ln_10_in; have [q2 q2'] := sqrt_2_in; have e20 := ln_20_E; have e25 := ln_25_E; have e500 := ln_500_E; have lq := ln_at_99.
by apply: (@VI_below clipped_sum _ 0 _ _ clipped_form _ _ _ _ 315337 (2052466392 / 100000000) (141421357 / 100000000) (321887584 / 100000000)
  (621460812 / 100000000) (8067715252 / 1000000000000) (8677313075 / 1000000000000)
  (3118924792 / 1000000000000) (37929824946 / 1000000000000)); rewrite /small /sum_per_T /per_T /=; lra.
Qed.
(* Theorem 4 (thm:main), repaired: ... and not before (with probability at least 99/100) *)
Theorem bound_VI_above_99 : 6 * 315336 < bound_VI clipped_sum (ln 25) (ln 500) 315336.
Proof.
have [l2 l2'] := ln_2_in; have [l10 l10'] := ln_10_in; have [q2 q2'] := sqrt_2_in; have e20 := ln_20_E; have e25 := ln_25_E; have e500 := ln_500_E; have [lq lq'] := ln_under_99.
by apply: (@VI_above clipped_sum _ 0 _ _ clipped_form _ _ 315336 (2052466073 / 100000000) (141421356 / 100000000) (321887580 / 100000000)
  (621460808 / 100000000) (8067727416 / 1000000000000) (8677326242 / 1000000000000)
  (3118929567 / 1000000000000) (37929884965 / 1000000000000)); rewrite /small /sum_per_T /per_T /=; lra.
Qed.

Theorem bound_VI_below_every T : 206621 <= T -> bound_VI every_clipped (2 * ln 2) (ln 20) T < 6 * T.
Proof.
have [l2 l2'] := ln_2_in; have [l10 l10'] := ln_10_in; have [q2 q2'] := sqrt_2_in; have e20 := ln_20_E; have e25 := ln_25_E; have e500 := ln_500_E; have lq := ln_at_every.
by apply: (@VI_below every_clipped _ 1 _ _ every_form _ _ _ _ 206621 (2010190821 / 100000000) (1) (138629438 / 100000000)
  (299573229 / 100000000) (9863508275 / 1000000000000) (10197948523 / 1000000000000)
  (3708705259 / 1000000000000) (32533118928 / 1000000000000)); rewrite /small /sum_per_T /per_T /=; lra.
Qed.
(* Theorem 4 (thm:main), repaired: ... and not before (at least 9/10 if every episode ends an epoch) *)
Theorem bound_VI_above_every : 6 * 206620 < bound_VI every_clipped (2 * ln 2) (ln 20) 206620.
Proof.
have [l2 l2'] := ln_2_in; have [l10 l10'] := ln_10_in; have [q2 q2'] := sqrt_2_in; have e20 := ln_20_E; have e25 := ln_25_E; have e500 := ln_500_E; have [lq lq'] := ln_under_every.
by apply: (@VI_above every_clipped _ 1 _ _ every_form _ _ 206620 (2010190336 / 100000000) (1) (138629436 / 100000000)
  (299573227 / 100000000) (9863530953 / 1000000000000) (10197972044 / 1000000000000)
  (3708713909 / 1000000000000) (32533197545 / 1000000000000)); rewrite /small /sum_per_T /per_T /=; lra.
Qed.

Theorem bound_VI_below_every_99 T : 212137 <= T -> bound_VI every_clipped (ln 25) (ln 500) T < 6 * T.
Proof.
have [l2 l2'] := ln_2_in; have [l10 l10'] := ln_10_in; have [q2 q2'] := sqrt_2_in; have e20 := ln_20_E; have e25 := ln_25_E; have e500 := ln_500_E; have lq := ln_at_every_99.
by apply: (@VI_below every_clipped _ 1 _ _ every_form _ _ _ _ 212137 (2012825430 / 100000000) (1) (321887584 / 100000000)
  (621460812 / 100000000) (9740804879 / 1000000000000) (10490798384 / 1000000000000)
  (3777980384 / 1000000000000) (46244500484 / 1000000000000)); rewrite /small /sum_per_T /per_T /=; lra.
Qed.
(* Theorem 4 (thm:main), repaired: ... and not before (at least 99/100 if every episode ends an epoch) *)
Theorem bound_VI_above_every_99 : 6 * 212136 < bound_VI every_clipped (ln 25) (ln 500) 212136.
Proof.
have [l2 l2'] := ln_2_in; have [l10 l10'] := ln_10_in; have [q2 q2'] := sqrt_2_in; have e20 := ln_20_E; have e25 := ln_25_E; have e500 := ln_500_E; have [lq lq'] := ln_under_every_99.
by apply: (@VI_above every_clipped _ 1 _ _ every_form _ _ 212136 (2012824958 / 100000000) (1) (321887580 / 100000000)
  (621460808 / 100000000) (9740826694 / 1000000000000) (10490822040 / 1000000000000)
  (3777988984 / 1000000000000) (46244609331 / 1000000000000)); rewrite /small /sum_per_T /per_T /=; lra.
Qed.

(* L is the number 6, and what else a setting assumes follows from the sizes *)
Section SizeVI.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N).
Hypotheses (A5 : #|A| = 5%N) (S_size : forall h, (h <= 6)%N -> #|S h| = if (0 < h < 6)%N then 10%N else 1%N).
Variables (P : trans S A) (rho : rlaw S A Z) (rv : Z -> R).
Hypotheses (HP : is_trans P) (Hrho : is_rlaw rho) (Hrv : is_reward rho rv).
Notation E := (traj S A Z 6 0).
Variables (T : nat) (st : seq E -> seq E) (f : seq E -> policy S A) (qhat : seq E -> occ S A).
Notation Lam := (ln (2600 * INR T)).
Hypotheses (Hst : schedule x0 st) (Hlearn : learner x0 rv f st Lam qhat).
Variables (pistar : policy S A) (Hstar : is_policy pistar).

#[local] Arguments INR : simpl never.
(* the surcharges s and the budget l fail with probability at most p; for doubling epochs, and for epochs of one episode *)
Section Budget.
Variables s l p : R.
Hypotheses (T_ge : 200000 <= INR T) (s0 : 0 <= s) (s4 : s <= 4) (l0 : 0 < l).
Hypothesis fails : 99 / 1000 * (2 * exp (- s)) + exp (- l) + / 1000000 <= p.
Notation regret := (regret x0 P rho rv f pistar).

Lemma theorem_4_VI_budgets : 1 - p <= Prl (K x0 P rho f) T [::] (fun v =>
    Rleb (regret v) (bound_VI clipped_sum s l (INR T))) /\
  ((forall w, st w = w) -> 1 - p <= Prl (K x0 P rho f) T [::] (fun v =>
    Rleb (regret v) (bound_VI every_clipped s l (INR T)))).
Proof.
have T1 : (0 < T)%N by apply/ltP/INR_lt; rewrite (_ : INR 0 = 0) //; lra.
have only x : x = x0.
  by apply/eqP; have /eqP/fintype1P[y Ey] := S_size (isT : (0 <= 6)%N); rewrite (Ey x) (Ey x0).
have A1 : (0 < #|A|)%N by rewrite A5.
have SL := S_size (leqnn 6); have q2 := ln_2_in.
pose here := Setting only HP Hrho Hrv T1 (ltac:(lra) : 0 < 1 / 10 < 1) A1 (isT : (0 < 6)%N) SL.   (* any delta *)
have l8 : 8 * ln 2 <= Lam.
  have := @le_ln (2 * 2 * (2 * 2) * (2 * 2 * (2 * 2))) (2600 * INR T) ltac:(lra) ltac:(lra).
  by rewrite !ln_mult; lra.
have lam : / 2 <= Lam by lra.
have lw h : (h < 6)%N -> wide S h -> 1 <= Lam by lra.
have pay h : (h < 6)%N -> wide S h -> INR #|S h.+1| * ln 2 + Lam + s <= INR #|S h.+1| * Lam.
  by move=> hL W; have dR : 2 <= INR #|S h.+1| by [have := leq_INR W]; nra.
have KD := K_exp x0 HP Hrho (learner_policy Hlearn).
have zE : z Lam = / (2600 * INR T) by rewrite /z exp_Ropp exp_ln; lra.
have XE : INR (X S 6) = 52 by rewrite /X !big_ord_recr big_ord0 /= !S_size // INR_IZR_INZ.
have fails' : (INR (X S 6) - 1) * (INR #|A| * (INR T * (z Lam * (exp (- s) + exp (- s)) + z Lam ^ 4))) + exp (- l) <= p.
  apply: Rle_trans fails; rewrite XE A5 INR_IZR_INZ zE /=.
  set t := INR T; have t0 : 200000 <= t by exact: T_ge.
  have e0 := exp_pos (- s); have i0 : 0 < / t by apply: Rinv_0_lt_compat; lra.
  have i1 : / t <= 1 by have := Rinv_le_contravar 1 t ltac:(lra) ltac:(lra); lra.
  have -> : (52 - 1) * (5 * (t * (/ (2600 * t) * (exp (- s) + exp (- s)) +
    / (2600 * t) * (/ (2600 * t) * (/ (2600 * t) * (/ (2600 * t) * 1)))))) =
    255 / 2600 * (2 * exp (- s)) + 255 / 2600 ^ 4 * (/ t * (/ t * / t)) by field; lra.
  have : / t * (/ t * / t) <= 1.
    by apply: (@Rle_trans _ (1 * (1 * 1))); [repeat (apply: Rmult_le_compat; try lra; try nra) | lra].
  lra.
have near := @learner_near _ _ _ _ _ _ _ T _ _ _ Hlearn.
have bound F : \rsum_(h < 6) (F ((1 + kr_s Lam s) * sqrt (2 * 1 * Lam)) (INR (#|S h| * #|A|)) (INR T) +
    ind (2 <= #|S h.+1|)%N * (INR (6 - h.+1) *
      F (kap_s S Lam s h * sqrt (2 * INR #|S h.+1| * Lam)) (INR (#|S h| * #|A|)) (INR T))) +
    sqrt (INR T * (INR 6 * (2 * INR 6 ^ 2 + 1)) * l / 6) = bound_VI F s l (INR T).
  rewrite /bound_VI !big_ord_recr big_ord0 /= /kap_s /kr_s !S_size //= A5 !INR_IZR_INZ /= -!INR_IZR_INZ.
  rewrite (_ : INR T * (6 * (2 * (6 * (6 * 1)) + 1)) * l / 6 = 73 * l * INR T); last by field.
  rewrite (_ : 2 * 1 * Lam = 2 * Lam); last by ring.
  rewrite (_ : 2 * 10 * Lam = 20 * Lam); last by ring.
  ring.
split=> [|every].
  have := no_gap KD (Rle_trans _ _ _ _ (theorem_4_clipped_budgets (M := here) lam lw Hst
    (learner_policy Hlearn) near Hstar s0 s0 l0 pay)).
  by rewrite bound; apply; exact: (Rplus_le_compat_l 1 _ _ (Ropp_le_contravar _ _ fails')).
have := no_gap KD (Rle_trans _ _ _ _ (theorem_4_every_budgets (M := here) lam lw Hst
  (learner_policy Hlearn) near Hstar s0 s0 l0 pay every)).
by rewrite bound; apply; exact: (Rplus_le_compat_l 1 _ _ (Ropp_le_contravar _ _ fails')).
Qed.
End Budget.

(* Theorem 4 (thm:main), repaired: at the sizes of Section VI, delta = 1/10, with probability at least 9/10,
   the bound is below LT from T = 307541 on, ... *)
Theorem theorem_4_VI : 307541 <= INR T ->
  1 - 1 / 10 <= Prl (K x0 P rho f) T [::] (fun v => Rleb (regret x0 P rho rv f pistar v)
    (bound_VI clipped_sum (2 * ln 2) (ln 20) (INR T))) /\
  bound_VI clipped_sum (2 * ln 2) (ln 20) (INR T) < INR 6 * INR T.
Proof.
move=> T_ge; split; last by rewrite (_ : INR 6 = 6); [exact: (bound_VI_below T_ge) | rewrite INR_IZR_INZ].
have [l2 l2'] := ln_2_in; have [l10 l10'] := ln_10_in; have e20 := ln_20_E; have e25 := ln_25_E; have e500 := ln_500_E.
apply: (proj1 (@theorem_4_VI_budgets (2 * ln 2) (ln 20) (1 / 10) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) _)).
rewrite (_ : 2 * ln 2 = ln 4); last by rewrite (_ : 4 = 2 * 2) ?ln_mult; lra.
by rewrite !exp_Ropp !exp_ln; lra.
Qed.

(* Theorem 4 (thm:main), repaired: at the sizes of Section VI, delta = 1/10, with probability at least 99/100,
   the bound is below LT from T = 315337 on, ... *)
Theorem theorem_4_VI_99 : 315337 <= INR T ->
  1 - 1 / 100 <= Prl (K x0 P rho f) T [::] (fun v => Rleb (regret x0 P rho rv f pistar v)
    (bound_VI clipped_sum (ln 25) (ln 500) (INR T))) /\
  bound_VI clipped_sum (ln 25) (ln 500) (INR T) < INR 6 * INR T.
Proof.
move=> T_ge; split; last by rewrite (_ : INR 6 = 6); [exact: (bound_VI_below_99 T_ge) | rewrite INR_IZR_INZ].
have [l2 l2'] := ln_2_in; have [l10 l10'] := ln_10_in; have e20 := ln_20_E; have e25 := ln_25_E; have e500 := ln_500_E.
apply: (proj1 (@theorem_4_VI_budgets (ln 25) (ln 500) (1 / 100) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) _)).
by rewrite !exp_Ropp !exp_ln; lra.
Qed.

(* Theorem 4 (thm:main), repaired: at the sizes of Section VI, delta = 1/10, at least 9/10 if every episode ends an epoch,
   the bound is below LT from T = 206621 on, ... *)
Theorem theorem_4_VI_every : (forall w, st w = w) -> 206621 <= INR T ->
  1 - 1 / 10 <= Prl (K x0 P rho f) T [::] (fun v => Rleb (regret x0 P rho rv f pistar v)
    (bound_VI every_clipped (2 * ln 2) (ln 20) (INR T))) /\
  bound_VI every_clipped (2 * ln 2) (ln 20) (INR T) < INR 6 * INR T.
Proof.
move=> every T_ge; split; last by rewrite (_ : INR 6 = 6); [exact: (bound_VI_below_every T_ge) | rewrite INR_IZR_INZ].
have [l2 l2'] := ln_2_in; have [l10 l10'] := ln_10_in; have e20 := ln_20_E; have e25 := ln_25_E; have e500 := ln_500_E.
apply: (proj2 (@theorem_4_VI_budgets (2 * ln 2) (ln 20) (1 / 10) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) _) every).
rewrite (_ : 2 * ln 2 = ln 4); last by rewrite (_ : 4 = 2 * 2) ?ln_mult; lra.
by rewrite !exp_Ropp !exp_ln; lra.
Qed.

(* Theorem 4 (thm:main), repaired: at the sizes of Section VI, delta = 1/10, at least 99/100 if every episode ends an epoch,
   the bound is below LT from T = 212137 on, ... *)
Theorem theorem_4_VI_every_99 : (forall w, st w = w) -> 212137 <= INR T ->
  1 - 1 / 100 <= Prl (K x0 P rho f) T [::] (fun v => Rleb (regret x0 P rho rv f pistar v)
    (bound_VI every_clipped (ln 25) (ln 500) (INR T))) /\
  bound_VI every_clipped (ln 25) (ln 500) (INR T) < INR 6 * INR T.
Proof.
move=> every T_ge; split; last by rewrite (_ : INR 6 = 6); [exact: (bound_VI_below_every_99 T_ge) | rewrite INR_IZR_INZ].
have [l2 l2'] := ln_2_in; have [l10 l10'] := ln_10_in; have e20 := ln_20_E; have e25 := ln_25_E; have e500 := ln_500_E.
apply: (proj2 (@theorem_4_VI_budgets (ln 25) (ln 500) (1 / 100) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) _) every).
by rewrite !exp_Ropp !exp_ln; lra.
Qed.

End SizeVI.
