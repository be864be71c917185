(* Logarithms of integers between rationals: u/v < ln a and ln a < u/v, decided by integer powers. *)
Require Import UCRLLP.Sums UCRLLP.Concentration.
From Coquelicot Require Import Coquelicot.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Lemma exp_lower y : 0 <= y -> 1 + y + y ^ 2 / 2 <= exp y.
Proof.
move=> y0; suff : exp 0 - (1 + 0 + 0 ^ 2 / 2) <= exp y - (1 + y + y ^ 2 / 2) by rewrite exp_0; lra.
apply: (@grows (fun y => exp y - (1 + y + y ^ 2 / 2)) (fun y => exp y - (1 + y))) => // z z0.
  by auto_derive => //; field.
by have := exp_ineq1_le z; lra.
Qed.

Lemma exp_upper y : 0 <= y -> exp y * (2 - y) <= 2 + y.
Proof.
move=> y0; have H : exp (- 0) * (2 + 0) - (2 - 0) <= exp (- y) * (2 + y) - (2 - y).
  apply: (@grows (fun y => exp (- y) * (2 + y) - (2 - y)) (fun y => 1 - exp (- y) * (1 + y))) => // z z0.
    by auto_derive => //; ring.
  have E : exp (- z) * exp z = 1 by rewrite -exp_plus Rplus_opp_l exp_0.
  by have := exp_ineq1_le z; have := exp_pos (- z); nra.
have E : exp y * exp (- y) = 1 by rewrite -exp_plus Rplus_opp_r exp_0.
by rewrite Ropp_0 exp_0 in H; have := exp_pos y; nra.
Qed.

Lemma exp_pow y n : exp (INR n * y) = exp y ^ n.
Proof.
elim: n => [|n IH]; first by rewrite Rmult_0_l exp_0.
by rewrite S_INR Rmult_plus_distr_r exp_plus IH Rmult_1_l /= Rmult_comm.
Qed.

(* y = u / (v n), so that u / v = n y *)
Section Bounds.
Variables (a u v : positive) (n : nat).
Hypothesis n0 : (0 < n)%N.
Notation R_ p := (IZR (Z.pos p)).
Let nR : 0 < INR n. Proof. by apply: lt_0_INR; apply/ltP. Qed.
Let pos p : 0 < R_ p. Proof. exact: (IZR_lt 0). Qed.
Let y := R_ u / (R_ v * INR n).
Let vn : 0 < R_ v * INR n. Proof. exact: Rmult_lt_0_compat. Qed.
Let y0 : 0 < y. Proof. by apply: Rmult_lt_0_compat => //; exact: Rinv_0_lt_compat. Qed.
Let uv : R_ u / R_ v = INR n * y.
Proof. by have := pos v; rewrite /y => ?; field; split; lra. Qed.
Let V := (Z.pos v * Z.of_nat n)%Z.
Let VE : IZR V = R_ v * INR n. Proof. by rewrite mult_IZR -INR_IZR_INZ. Qed.

Lemma ln_below :
  (Z.pos a * (2 * V * V) ^ Z.of_nat n < (2 * V * V + 2 * Z.pos u * V + Z.pos u * Z.pos u) ^ Z.of_nat n)%Z ->
  ln (R_ a) < R_ u / R_ v.
Proof.
move: V VE => W WE /IZR_lt; rewrite mult_IZR -!pow_IZR !plus_IZR !mult_IZR WE => H.
rewrite -[X in _ < X]ln_exp; apply: ln_increasing; first exact: pos.
rewrite uv exp_pow; have L := exp_lower (Rlt_le _ _ y0).
have p1 : 0 < 2 * (R_ v * INR n) * (R_ v * INR n) by nra.
apply: Rlt_le_trans (_ : (1 + y + y ^ 2 / 2) ^ n <= _); last first.
  by apply: pow_incr; split=> //; nra.
apply: (Rmult_lt_reg_r ((2 * (R_ v * INR n) * (R_ v * INR n)) ^ n)); first exact: pow_lt.
apply: Rlt_le_trans H _; rewrite -Rpow_mult_distr; apply: Req_le; congr (_ ^ _).
by rewrite /y; have := vn; set w := R_ v * INR n => wp; field; lra.
Qed.

Lemma ln_above : (Z.pos u < 2 * V)%Z ->
  ((2 * V + Z.pos u) ^ Z.of_nat n < Z.pos a * (2 * V - Z.pos u) ^ Z.of_nat n)%Z ->
  R_ u / R_ v < ln (R_ a).
Proof.
move: V VE => W WE /IZR_lt; rewrite mult_IZR WE => small.
move=> /IZR_lt; rewrite mult_IZR -!pow_IZR minus_IZR !plus_IZR !mult_IZR WE => H.
rewrite -[X in X < _]ln_exp; apply: ln_increasing; first exact: exp_pos.
rewrite uv exp_pow; have U := exp_upper (Rlt_le _ _ y0).
have d0 : 0 < 2 * (R_ v * INR n) - R_ u by lra.
apply: (Rmult_lt_reg_r ((2 * (R_ v * INR n) - R_ u) ^ n)); first exact: pow_lt.
apply: Rle_lt_trans H; rewrite -Rpow_mult_distr; apply: pow_incr; split.
  by apply: Rmult_le_pos; [apply/Rlt_le/exp_pos | lra].
have E1 : 2 * (R_ v * INR n) - R_ u = (R_ v * INR n) * (2 - y).
  by rewrite /y; have := vn; set w := R_ v * INR n => wp; field; lra.
have E2 : 2 * (R_ v * INR n) + R_ u = (R_ v * INR n) * (2 + y).
  by rewrite /y; have := vn; set w := R_ v * INR n => wp; field; lra.
rewrite E1 E2; have := vn; set w := R_ v * INR n => wp; nra.
Qed.
End Bounds.
