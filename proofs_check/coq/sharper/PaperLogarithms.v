(* Rational bounds of the logarithms in sharper/PaperSize.v, computed: log a = k log 2 + 2 artanh(p/q) with p = a - 2^k, q = a + 2^k,
   and artanh's series by Horner's rule in whole numbers, so that coqchk, which has no virtual machine, checks it in seconds. *)
Require Import ZArith Previsions.Sums UCRLLP.judge.LogarithmSound.
From Coquelicot Require Import Rcomplements.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* sum_{j<n} w^j / (c + 2j), also as a fraction for w = p/q *)
Fixpoint odds (n : nat) (c w : R) : R := if n is n'.+1 then / c + w * odds n' (c + 2) w else 0.
Fixpoint odds_fraction (n : nat) (c p q : Z) : Z * Z :=
  if n is n'.+1 then let (a, b) := odds_fraction n' (c + 2) p q in (b * q + c * (p * a), c * (q * b))%Z else (0, 1)%Z.

Lemma odds_fractionE n c p q : (0 < c)%Z -> (0 < q)%Z -> let (a, b) := odds_fraction n c p q in
  (0 < b)%Z /\ odds n (IZR c) (IZR p / IZR q) = IZR a / IZR b.
Proof.
move=> + q0; have Q0 := IZR_lt 0 _ q0; elim: n c => [|n IH] c c0 /=; first by split=> //; field.
have := IH (c + 2)%Z ltac:(lia); case: odds_fraction => a b [b0 E]; have C0 := IZR_lt 0 _ c0; have B0 := IZR_lt 0 _ b0.
split; first by apply: Z.mul_pos_pos => //; exact: Z.mul_pos_pos.
by move: E; rewrite plus_IZR => ->; rewrite plus_IZR !mult_IZR; field; lra.
Qed.

Lemma ser_odds m n z : ser (m + n) z = ser m z + z ^ (2 * m + 1) * odds n (INR (2 * m + 1)) (z * z).
Proof.
elim: n m => [|n IH] m; first by rewrite addn0 /= Rmult_0_r Rplus_0_r.
rewrite addnS -addSn IH (_ : 2 * m.+1 + 1 = 2 + (2 * m + 1))%N; last by rewrite mulnS.
rewrite pow_add addn_INR; set c := INR (2 * m + 1).
change (ser m.+1 z) with (ser m z + z ^ (2 * m + 1) / c).
change (odds n.+1 c (z * z)) with (/ c + z * z * odds n (c + 2) (z * z)).
by rewrite (Rplus_comm (INR 2)) /Rdiv; have -> : INR 2 = 2 by []; ring.
Qed.
Lemma ser_fraction n p q : (0 < q)%Z -> let (a, b) := odds_fraction n 1 (p * p) (q * q) in
  (0 < b)%Z /\ ser n (IZR p / IZR q) = IZR (p * a) / IZR (q * b).
Proof.
move=> q0; have Q0 := IZR_lt 0 _ q0; have := @odds_fractionE n 1 (p * p) (q * q) erefl (Z.mul_pos_pos _ _ q0 q0).
case: odds_fraction => a b [b0 E]; have B0 := IZR_lt 0 _ b0; split=> //.
have := ser_odds 0 n (IZR p / IZR q); rewrite add0n muln0 add0n [ser 0 _]/= pow_1 Rplus_0_l => ->.
rewrite (_ : IZR p / IZR q * (IZR p / IZR q) = IZR (p * p) / IZR (q * q)); last by rewrite !mult_IZR; field; lra.
by rewrite (_ : INR 1 = IZR 1) // E !mult_IZR; field; lra.
Qed.

(* what is checked of log a = k log 2 + 2 artanh(p/q), with n terms of each series: with D = 10^13, each remainder is at most
   1/D, and lo/F and hi/F - 2/D enclose the sums *)
Definition D : Z := 10000000000000.
Definition rest_small (n : nat) (k p q : Z) : bool :=
  let m := (2 * Z.of_nat n + 1)%Z in
  Z.leb (D * (2 * k * p ^ m)) (m * (q ^ (m - 2) * (q * q - p * p))).
Definition sums (n : nat) (k a : Z) : Z * Z :=
  let (p, q) := (a - 2 ^ k, a + 2 ^ k)%Z in
  let (u, v) := odds_fraction n 1 1 9 in
  let (x, y) := odds_fraction n 1 (p * p) (q * q) in
  (2 * (k * u * (q * y) + p * x * (3 * v)), 3 * v * (q * y))%Z.
Definition ln_checked (n : nat) (k a F lo hi : Z) : bool :=
  let (p, q) := (a - 2 ^ k, a + 2 ^ k)%Z in
  let (s, t) := sums n k a in
  [&& Z.leb 0 k, Z.leb 0 p, Z.leb (2 * p) q, Z.ltb 0 q, Z.ltb 0 F, rest_small n k 1 3, rest_small n 1 p q,
      Z.leb (lo * t) (F * s) & Z.leb (D * (F * s) + 2 * (F * t)) (D * (hi * t))].

Lemma rest_le n k p q : (0 <= p)%Z -> (2 * p <= q)%Z -> (0 < q)%Z -> rest_small n.+1 k p q ->
  let z := IZR p / IZR q in IZR k * (2 * z ^ (2 * n.+1 + 1) / INR (2 * n.+1 + 1) / (1 - z * z)) <= / IZR D.
Proof.
move=> p0 pq q0; have Q0 := IZR_lt 0 _ q0; have P0 := IZR_le 0 _ p0.
have PQ : 2 * IZR p <= IZR q by rewrite -mult_IZR; exact: IZR_le.
have M0 := INR_odd n.+1; have eE : (2 * n.+1 + 1)%N = (2 * n + 1 + 2)%N by rewrite mulnS add2n addn2 !addSn.
rewrite eE in M0 *; move: (2 * n + 1)%N eE M0 => e eE M0.
have mE : (2 * Z.of_nat n.+1 + 1)%Z = Z.of_nat (e + 2) by rewrite -eE Nat2Z.inj_add Nat2Z.inj_mul.
rewrite /rest_small mE => /Z.leb_le/IZR_le; rewrite !mult_IZR minus_IZR !mult_IZR -pow_IZR -INR_IZR_INZ.
rewrite (_ : Z.of_nat (e + 2) - 2 = Z.of_nat e)%Z; last by rewrite Nat2Z.inj_add; lia.
rewrite -pow_IZR /= {1 2}/Rdiv Rpow_mult_distr pow_inv [IZR q ^ (e + 2)]pow_add.
have : 0 < IZR q ^ e by exact: pow_lt.
have D0 : 0 < IZR D by apply: (IZR_lt 0).
have E : 0 < IZR q * IZR q - IZR p * IZR p by nra.
move: (INR _) M0 (IZR q ^ e) (IZR p ^ _) => m M0 QQ PP QQ0 H.
have -> : IZR k * (2 * (PP * / (QQ * IZR q ^ 2)) / m / (1 - IZR p / IZR q * (IZR p / IZR q))) =
  (2 * IZR k * PP) * / (m * (QQ * (IZR q * IZR q - IZR p * IZR p))) by field; repeat split; nra.
have B0 : 0 < m * (QQ * (IZR q * IZR q - IZR p * IZR p)) by do 2!apply: Rmult_lt_0_compat => //.
apply: (Rmult_le_reg_l (IZR D)) => //; rewrite Rinv_r; last lra.
move: (m * _) B0 H => B B0 H; apply: (Rmult_le_reg_r _ _ _ B0).
by rewrite (_ : IZR D * _ * B = IZR D * (2 * IZR k * PP)); [lra | field; lra].
Qed.

Theorem ln_checkedP n k a F lo hi : (0 < a)%Z -> ln_checked n.+1 k a F lo hi ->
  IZR lo / IZR F <= ln (IZR a) <= IZR hi / IZR F.
Proof.
move=> a0; rewrite /ln_checked /sums; set p := (a - _)%Z; set q := (a + _)%Z.
have pE : IZR p = IZR a - IZR (2 ^ k) by rewrite /p minus_IZR.
have qE : IZR q = IZR a + IZR (2 ^ k) by rewrite /q plus_IZR.
clearbody p q.
have := @ser_fraction n.+1 1 3 erefl; rewrite -[(1 * 1)%Z]/1%Z -[(3 * 3)%Z]/9%Z.
case: (odds_fraction n.+1 1 1 9) => u v [v0 E3].
move=> H9; move: H9 (@ser_fraction n.+1 p q); case: odds_fraction => x y.
move=> /and5P[/Z.leb_le k0 /Z.leb_le p0 /Z.leb_le pq /Z.ltb_lt q0 /and5P[/Z.ltb_lt F0 R3 Rq /Z.leb_le below /Z.leb_le above]].
move=> /(_ q0)[y0 Ez].
have Q0 := IZR_lt 0 _ q0; have FR := IZR_lt 0 _ F0; have KR := IZR_le 0 _ k0; have P0 := IZR_le 0 _ p0.
have D0 : 0 < IZR D by apply: (IZR_lt 0).
have PQ : 2 * IZR p <= IZR q by rewrite -mult_IZR; exact: IZR_le.
have pow0 : 0 < IZR (2 ^ k) by apply: IZR_lt; exact: Z.pow_pos_nonneg.
have aR : 0 < IZR a by apply: IZR_lt.
pose z := IZR p / IZR q; have zq : z * IZR q = IZR p by rewrite /z; field; lra.
have z2 : 0 <= z <= / 2 by split; nra.
have L2 : ln 2 = ln (1 + /3) - ln (1 - /3) by rewrite -ln_div; [congr ln; field | lra | lra].
have La : ln (IZR a) = IZR k * ln 2 + (ln (1 + z) - ln (1 - z)).
  rewrite -ln_div; [|lra|lra]; have -> : (1 + z) / (1 - z) = IZR a / IZR (2 ^ k).
    by rewrite /z pE qE; field; lra.
  have -> : IZR k * ln 2 = ln (IZR (2 ^ k)).
    rewrite -(Z2Nat.id k k0) -pow_IZR -INR_IZR_INZ ln_pow //; lra.
  by rewrite -ln_mult //; [congr ln; field; lra | exact: Rdiv_lt_0_compat].
have A1 := artanh_lo n.+1 z2; have A2 := artanh_hi n.+1 z2.
have B1 := @artanh_lo n.+1 (/3) ltac:(lra); have B2 := @artanh_hi n.+1 (/3) ltac:(lra).
have third : / 3 = 1 / 3 by field.
rewrite -L2 third E3 in B1 B2; rewrite -/z Ez in A1 A2.
have C3 := @rest_le n k 1 3 ltac:(lia) ltac:(lia) ltac:(lia) R3; have Cz := rest_le p0 pq q0 Rq.
cbv zeta in C3, Cz; rewrite -/z Rmult_1_l in Cz.
have V0 := IZR_lt 0 _ v0; have Y0 := IZR_lt 0 _ y0.
pose t := 3 * IZR v * (IZR q * IZR y); have t0 : 0 < t by apply: Rmult_lt_0_compat; nra.
pose s := IZR k * (2 * (IZR (1 * u) / IZR (3 * v))) + 2 * (IZR (p * x) / IZR (q * y)).
have st : s * t = 2 * (IZR k * IZR u * (IZR q * IZR y) + IZR p * IZR x * (3 * IZR v)).
  by rewrite /s /t !mult_IZR; field; lra.
move/IZR_le: below; move/IZR_le: above; rewrite !(mult_IZR, plus_IZR) -/t -st => above below.
rewrite La; split.
  apply: (@Rle_trans _ s); last by rewrite /s; nra.
  apply: (Rmult_le_reg_r _ _ _ FR); rewrite (_ : _ / _ * IZR F = IZR lo); last by field; lra.
  by apply: (Rmult_le_reg_r _ _ _ t0); lra.
apply: (@Rle_trans _ (s + 2 * / IZR D)); first by rewrite /s; nra.
apply: (Rmult_le_reg_r _ _ _ FR); rewrite (_ : _ / _ * IZR F = IZR hi); last by field; lra.
apply: (Rmult_le_reg_r _ _ _ t0); apply: (Rmult_le_reg_l _ _ _ D0).
rewrite (_ : IZR D * _ = IZR D * (IZR F * (s * t)) + 2 * (IZR F * t)); [lra | field; lra].
Qed.

Lemma ln_2_in : 69314718 / 100000000 <= ln 2 <= 69314719 / 100000000.
Proof. by apply: (@ln_checkedP 13 1 2 100000000); vm_compute. Qed.
Lemma ln_10_in : 230258509 / 100000000 <= ln 10 <= 230258510 / 100000000.
Proof. by apply: (@ln_checkedP 13 3 10 100000000); vm_compute. Qed.
Lemma ln_at : ln (2600 * 307541) <= 2049963042 / 100000000.
Proof. by rewrite -mult_IZR; apply: (proj2 (@ln_checkedP 13 29 799606600 100000000 2049963041 _ _ _)); vm_compute. Qed.
Lemma ln_under : 2049962716 / 100000000 <= ln (2600 * 307540) <= 2049962717 / 100000000.
Proof. by rewrite -mult_IZR; apply: (@ln_checkedP 13 29 799604000 100000000); vm_compute. Qed.
Lemma ln_at_99 : ln (2600 * 315337) <= 2052466392 / 100000000.
Proof. by rewrite -mult_IZR; apply: (proj2 (@ln_checkedP 13 29 819876200 100000000 2052466391 _ _ _)); vm_compute. Qed.
Lemma ln_under_99 : 2052466073 / 100000000 <= ln (2600 * 315336) <= 2052466074 / 100000000.
Proof. by rewrite -mult_IZR; apply: (@ln_checkedP 13 29 819873600 100000000); vm_compute. Qed.
Lemma ln_at_every : ln (2600 * 206621) <= 2010190821 / 100000000.
Proof. by rewrite -mult_IZR; apply: (proj2 (@ln_checkedP 13 29 537214600 100000000 2010190820 _ _ _)); vm_compute. Qed.
Lemma ln_under_every : 2010190336 / 100000000 <= ln (2600 * 206620) <= 2010190337 / 100000000.
Proof. by rewrite -mult_IZR; apply: (@ln_checkedP 13 29 537212000 100000000); vm_compute. Qed.
Lemma ln_at_every_99 : ln (2600 * 212137) <= 2012825430 / 100000000.
Proof. by rewrite -mult_IZR; apply: (proj2 (@ln_checkedP 13 29 551556200 100000000 2012825429 _ _ _)); vm_compute. Qed.
Lemma ln_under_every_99 : 2012824958 / 100000000 <= ln (2600 * 212136) <= 2012824959 / 100000000.
Proof. by rewrite -mult_IZR; apply: (@ln_checkedP 13 29 551553600 100000000); vm_compute. Qed.
