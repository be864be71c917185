(* The enclosure of log is sound: the artanh series and its remainder. *)
Require Import ZArith QArith Qround Qreals UCRLLP.judge.LogarithmCheck.
Require Import Previsions.Sums.
From Coquelicot Require Import Coquelicot.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Fixpoint ser (n : nat) (z : R) : R :=
  match n with O => 0 | S n' => ser n' z + z ^ (2 * n' + 1) / INR (2 * n' + 1) end.

Lemma grows_on (f f' : R -> R) z0 z : (forall y, 0 <= y <= z0 -> is_derive f y (f' y)) ->
  (forall y, 0 <= y <= z0 -> 0 <= f' y) -> 0 <= z <= z0 -> f 0 <= f z.
Proof.
move=> d f'0 [x0 xz]; case: (Rle_lt_or_eq_dec _ _ x0) => [xp|<-]; last exact: Rle_refl.
have [c [Ec cx]] : exists c, f z - f 0 = f' c * (z - 0) /\ 0 < c < z.
  by apply: MVT_cor2 => // c [c0 c1]; apply/is_derive_Reals/d; lra.
have := f'0 c ltac:(lra); nra.
Qed.

Lemma INR_odd n : 0 < INR (2 * n + 1)%N.
Proof. by apply: lt_0_INR; apply/ltP; rewrite addn1. Qed.

Lemma mono_derive n z : is_derive (fun y => y ^ (2 * n + 1) / INR (2 * n + 1)) z (z ^ (2 * n)).
Proof.
have P := INR_odd n; auto_derive; first by lra.
have -> : Nat.pred (2 * n + 1)%N = (2 * n)%N by rewrite addn1.
field; lra.
Qed.

Fixpoint geo (n : nat) (z : R) : R := match n with O => 0 | S n' => geo n' z + z ^ (2 * n') end.
Lemma ser_derive n z : is_derive (ser n) z (geo n z).
Proof.
elim: n => [|n IH] /=; first exact: is_derive_const.
by apply: (is_derive_plus (ser n)); [exact: IH | exact: mono_derive].
Qed.
Lemma geo_eq n z : geo n z * (1 - z * z) = 1 - z ^ (2 * n).
Proof.
elim: n => [|n IH]; first by rewrite /=; ring.
have -> : (2 * S n)%N = (2 + 2 * n)%N by rewrite mulnS.
rewrite pow_add [geo _ _]/= Rmult_plus_distr_r IH; ring.
Qed.
Lemma ser0 n : ser n 0 = 0.
Proof. by elim: n => //= n ->; rewrite pow_i; [lra | apply/ltP; rewrite addn1]. Qed.

Lemma even_pow z n : 0 <= z ^ (2 * n).
Proof. by rewrite pow_mult; apply: pow_le; nra. Qed.

Lemma artanh_lo n z : 0 <= z <= / 2 -> 2 * ser n z <= ln (1 + z) - ln (1 - z).
Proof.
move=> zz.
have := @grows_on (fun y => ln (1 + y) - ln (1 - y) - 2 * ser n y)
  (fun y => / (1 + y) + / (1 - y) - 2 * geo n y) (/2) z _ _ zz.
rewrite ser0 Rplus_0_r Rminus_0_r ln_1 => H; have : 0 - 0 - 2 * 0 <= ln (1 + z) - ln (1 - z) - 2 * ser n z.
  apply: H => y yy.
    apply: (is_derive_minus (fun y => ln (1 + y) - ln (1 - y))).
      by auto_derive; [lra | field; lra].
    by apply: is_derive_scal; exact: ser_derive.
  have G := geo_eq n y; have P := even_pow y n.
  have Q1 : 0 < 1 - y * y by nra.
  apply: (Rmult_le_reg_r _ _ _ Q1).
  have -> : (/ (1 + y) + / (1 - y) - 2 * geo n y) * (1 - y * y) = 2 - 2 * (geo n y * (1 - y * y)) by field; lra.
  by rewrite G; lra.
by lra.
Qed.

Lemma artanh_hi n z : 0 <= z <= / 2 ->
  ln (1 + z) - ln (1 - z) <= 2 * ser n z + 2 * z ^ (2 * n + 1) / INR (2 * n + 1) / (1 - z * z).
Proof.
move=> zz; pose C := / (1 - z * z); have P := INR_odd n.
have Qz : 0 < 1 - z * z by nra.
have := @grows_on (fun y => 2 * ser n y + 2 * C * (y ^ (2 * n + 1) / INR (2 * n + 1)) - (ln (1 + y) - ln (1 - y)))
  (fun y => 2 * geo n y + 2 * C * y ^ (2 * n) - (/ (1 + y) + / (1 - y))) z z _ _ (conj zz.1 (Rle_refl z)).
rewrite ser0 Rplus_0_r Rminus_0_r ln_1 pow_i; last by apply/ltP; rewrite addn1.
move=> H; have {}H : 2 * 0 + 2 * C * (0 / INR (2 * n + 1)) - (0 - 0) <=
    2 * ser n z + 2 * C * (z ^ (2 * n + 1) / INR (2 * n + 1)) - (ln (1 + z) - ln (1 - z)).
  apply: H => y yy.
    apply: (is_derive_minus (fun y => 2 * ser n y + 2 * C * (y ^ (2 * n + 1) / INR (2 * n + 1)))).
      apply: (is_derive_plus (fun y => 2 * ser n y)).
        by apply: is_derive_scal; exact: ser_derive.
      by apply: is_derive_scal; exact: mono_derive.
    by auto_derive; [lra | field; lra].
  have G := geo_eq n y; have E0 := even_pow y n.
  have Q1 : 0 < 1 - y * y by nra.
  have CC : 1 <= C * (1 - y * y).
    rewrite /C; apply: (Rmult_le_reg_l _ _ _ Qz).
    by rewrite -Rmult_assoc Rinv_r; [nra | lra].
  apply: (Rmult_le_reg_r _ _ _ Q1).
  have -> : (2 * geo n y + 2 * C * y ^ (2 * n) - (/ (1 + y) + / (1 - y))) * (1 - y * y) =
    2 * (geo n y * (1 - y * y)) + 2 * y ^ (2 * n) * (C * (1 - y * y)) - 2 by field; lra.
  by rewrite G; nra.
have -> : 2 * z ^ (2 * n + 1) / INR (2 * n + 1) / (1 - z * z) = 2 * C * (z ^ (2 * n + 1) / INR (2 * n + 1)).
  by rewrite /C; field; split; lra.
have Z0 : 0 / INR (2 * n + 1) = 0 by rewrite /Rdiv Rmult_0_l.
by rewrite Z0 in H; lra.
Qed.

(* --- from Q to R *)
Lemma Q2R_injZ z : Q2R (inject_Z z) = IZR z. Proof. by rewrite /Q2R /= Rinv_1 Rmult_1_r. Qed.
Lemma Q2R_nat n : Q2R (qnat n) = INR n. Proof. by rewrite /qnat Q2R_injZ -INR_IZR_INZ. Qed.
Lemma Q2R_2 : Q2R 2 = 2. Proof. by rewrite /Q2R /=; lra. Qed.
Lemma Q2R_1 : Q2R 1 = 1. Proof. by rewrite /Q2R /=; lra. Qed.
Lemma Q2R_pow z n : Q2R (qpow z n) = Q2R z ^ n.
Proof. by elim: n => [|n IH]; [exact: Q2R_1 | rewrite /qpow -/qpow Q2R_mult IH]. Qed.
Lemma Q2R_quot a b : Q2R b <> 0 -> Q2R (a / b) = Q2R a / Q2R b.
Proof.
move=> b0; apply: Q2R_div => H; apply: b0.
by rewrite (Qeq_eqR _ _ H) /Q2R /=; lra.
Qed.
Lemma INR_odd0 n : INR (2 * n + 1)%N <> 0. Proof. by have := INR_odd n; lra. Qed.
Lemma Q2R_ser n z : Q2R (serQ n z) = ser n (Q2R z).
Proof.
elim: n => [|n IH]; first by rewrite /Q2R /=; lra.
rewrite /serQ -/serQ Q2R_plus IH Q2R_quot Q2R_nat; last exact: INR_odd0.
by rewrite Q2R_pow.
Qed.
Lemma Q2R_lo n z : Q2R (loQ n z) = 2 * ser n (Q2R z).
Proof. by rewrite /loQ Q2R_mult Q2R_2 Q2R_ser. Qed.
Lemma Q2R_hi n z : 0 <= Q2R z <= /2 -> Q2R (hiQ n z) =
  2 * ser n (Q2R z) + 2 * Q2R z ^ (2 * n + 1) / INR (2 * n + 1) / (1 - Q2R z * Q2R z).
Proof.
move=> zz; have D0 : Q2R (1 - z * z) = 1 - Q2R z * Q2R z by rewrite Q2R_minus Q2R_mult Q2R_1.
rewrite /hiQ Q2R_plus Q2R_mult Q2R_2 Q2R_ser Q2R_quot D0; last by nra.
rewrite Q2R_quot Q2R_nat; last exact: INR_odd0.
by rewrite Q2R_mult Q2R_2 Q2R_pow.
Qed.
Lemma Q2R_le0 q : Qle_bool 0 q -> 0 <= Q2R q.
Proof. by move=> /Qle_bool_iff/Qle_Rle; rewrite /Q2R /=; lra. Qed.
Lemma Q2R_half q : Qle_bool q (1 # 2) -> Q2R q <= /2.
Proof. by move=> /Qle_bool_iff/Qle_Rle H; apply: Rle_trans H _; rewrite /Q2R /=; lra. Qed.
Lemma Q2R_floor q : IZR (Qfloor q) <= Q2R q.
Proof. by rewrite -Q2R_injZ; apply: Qle_Rle; exact: Qfloor_le. Qed.
Lemma Q2R_ceil q : Q2R q <= IZR (Qceiling q).
Proof. by rewrite -Q2R_injZ; apply: Qle_Rle; exact: Qle_ceiling. Qed.

Lemma artanh_ln q k : 0 < Q2R q -> in_half (z_of q k) ->
  ln (Q2R q) = INR k * ln 2 + (ln (1 + Q2R (z_of q k)) - ln (1 - Q2R (z_of q k))) /\
  0 <= Q2R (z_of q k) <= /2.
Proof.
move=> q0 /andP[/Q2R_le0 z0 /Q2R_half z1]; split=> //.
set t := 2 ^ k; have t0 : 0 < t by apply: pow_lt; lra.
have Ez : Q2R (z_of q k) = (Q2R q - t) / (Q2R q + t).
  have E2 : Q2R (q + qpow 2 k) = Q2R q + t by rewrite Q2R_plus Q2R_pow Q2R_2.
  by rewrite /z_of Q2R_quot E2 ?Q2R_minus ?Q2R_pow ?Q2R_2 //; lra.
rewrite -ln_div; try lra.
have -> : (1 + Q2R (z_of q k)) / (1 - Q2R (z_of q k)) = Q2R q / t.
  by rewrite Ez; field; split; lra.
rewrite -ln_pow; last by lra.
rewrite -ln_mult -/t //; last by apply: Rdiv_lt_0_compat.
by congr ln; field; lra.
Qed.

Theorem ln_box_ok n F q lo hi : ln_box n F q = Some (lo, hi) ->
  (0 < F)%Z /\ IZR lo / IZR F <= ln (Q2R q) <= IZR hi / IZR F.
Proof.
rewrite /ln_box; move: (Z.to_nat _) => k; case: ifP => // /andP[/andP[zz /Z.ltb_lt F0] /negP q0] [<- <-]; split=> //.
have FR : 0 < IZR F by apply: (IZR_lt 0).
have {}q0 : 0 < Q2R q.
  apply: Rnot_le_lt => H; apply: q0; apply/Qle_bool_iff/Rle_Qle; apply: Rle_trans H _.
  by apply: Req_le; rewrite /Q2R /=; lra.
have [El zR] := artanh_ln q0 zz.
have third : Q2R (1 # 3) = /3 by rewrite /Q2R /=; lra.
have L2 : ln 2 = ln (1 + /3) - ln (1 - /3) by rewrite -ln_div; [congr ln; field | lra | lra].
have A1 := artanh_lo n zR; have A2 := artanh_hi n zR.
have B1 := @artanh_lo n (/3) ltac:(lra); have B2 := @artanh_hi n (/3) ltac:(lra).
rewrite -L2 in B1 B2; have k0 := pos_INR k; rewrite El.
split; apply: (Rmult_le_reg_r _ _ _ FR); rewrite /Rdiv (Rmult_assoc (IZR _)) Rinv_l ?Rmult_1_r; try lra.
  rewrite /box_lo; apply: Rle_trans (Q2R_floor _) _; rewrite Q2R_mult Q2R_injZ Q2R_plus Q2R_mult Q2R_nat !Q2R_lo third.
  by rewrite Rmult_comm; apply: Rmult_le_compat_r; [lra | nra].
rewrite /box_hi; apply: Rle_trans _ (Q2R_ceil _).
rewrite Q2R_mult Q2R_injZ Q2R_plus Q2R_mult Q2R_nat !Q2R_hi ?third //; last by lra.
by rewrite [X in _ <= X]Rmult_comm; apply: Rmult_le_compat_r; [lra | nra].
Qed.

Corollary ln_in n F (a : positive) lo hi : ln_box n F (inject_Z (Z.pos a)) = Some (lo, hi) ->
  IZR lo / IZR F <= ln (IZR (Z.pos a)) <= IZR hi / IZR F.
Proof. by move=> /ln_box_ok[_]; rewrite Q2R_injZ. Qed.

(* --- R-10 *)
Definition log_in (b : base) (y : R) : R := match b with Ln => ln y | Log2 => ln y / ln 2 | Log10 => ln y / ln 10 end.

Lemma floor_div a b : (0 < b)%Z -> IZR (a / b) <= IZR a / IZR b.
Proof.
move=> b0; have BR := IZR_lt 0 _ b0; apply: (Rmult_le_reg_r _ _ _ BR); rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r; last lra.
by rewrite -mult_IZR; apply: IZR_le; have := Z.mul_div_le a b b0; nia.
Qed.

Theorem log_box_ok n F b q lo hi : log_box n F b q = Some (lo, hi) ->
  (0 < F)%Z /\ IZR lo / IZR F <= log_in b (Q2R q) <= IZR hi / IZR F.
Proof.
have main c u : (if ln_box n F q is Some (lo, hi) then if ln_box n F c is Some (lo', hi') then
    if Z.leb 0 lo && Z.ltb 0 lo' then Some (lo * F / hi', - (- (hi * F) / lo'))%Z else None else None else None) = Some (lo, hi) ->
    Q2R c = u -> (0 < F)%Z /\ IZR lo / IZR F <= ln (Q2R q) / ln u <= IZR hi / IZR F.
  case E1 : (ln_box n F q) => [[l1 h1]|//]; case E2 : (ln_box n F c) => [[l2 h2]|//].
  case: ifP => // /andP[/Z.leb_le l10 /Z.ltb_lt l20] [<- <-] <-.
  have [F0 [B1 B2]] := ln_box_ok E1; have [_ [C1 C2]] := ln_box_ok E2.
  have FR := IZR_lt 0 _ F0; have L2 := IZR_lt 0 _ l20; have L1 := IZR_le 0 _ l10.
  have p1 : 0 < IZR l2 / IZR F by apply: Rdiv_lt_0_compat.
  have p2 : 0 <= IZR l1 / IZR F by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
  set y := ln (Q2R q) in B1 B2 *; set z := ln (Q2R c) in C1 C2 *.
  have z0 : 0 < z by lra.
  have h20 : (0 < h2)%Z.
    apply: lt_IZR; apply: (Rmult_lt_reg_r (/ IZR F)); first exact: Rinv_0_lt_compat.
    by rewrite Rmult_0_l; apply: Rlt_le_trans p1 _; apply: Rle_trans C1 C2.
  have H2 := IZR_lt 0 _ h20.
  split=> //; split.
    apply: (@Rle_trans _ (IZR (l1 * F) / IZR h2 / IZR F)).
      by apply: Rmult_le_compat_r; [exact/Rlt_le/Rinv_0_lt_compat | exact: floor_div].
    have -> : IZR (l1 * F) / IZR h2 / IZR F = (IZR l1 / IZR F) / (IZR h2 / IZR F) by rewrite mult_IZR; field; lra.
    apply: Rmult_le_compat; [exact: p2 | | exact: B1 | exact: Rinv_le_contravar].
    by apply/Rlt_le/Rinv_0_lt_compat/Rdiv_lt_0_compat.
  apply: (@Rle_trans _ (IZR (h1 * F) / IZR l2 / IZR F)); last first.
    apply: Rmult_le_compat_r; first exact/Rlt_le/Rinv_0_lt_compat.
    have := floor_div (- (h1 * F)) l20; rewrite !opp_IZR /Rdiv; lra.
  have -> : IZR (h1 * F) / IZR l2 / IZR F = (IZR h1 / IZR F) / (IZR l2 / IZR F) by rewrite mult_IZR; field; lra.
  apply: Rmult_le_compat; [lra | exact/Rlt_le/Rinv_0_lt_compat | exact: B2 | exact: Rinv_le_contravar].
case: b => /=; first exact: ln_box_ok.
  by move/main; apply; rewrite /Q2R /=; lra.
by move/main; apply; rewrite /Q2R /=; lra.
Qed.
