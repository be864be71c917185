(* The enclosures of the radii and of r_hat, eq:11 and eq:14 to eq:16, are sound. *)
Require Import ZArith QArith Qreals UCRLLP.judge.EpochCheck UCRLLP.judge.TraceCheck.
Require Import Previsions.Sums.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Lemma zsqrt_box a b : (0 <= a)%Z -> (0 < b)%Z -> let s := Z.sqrt (a / b) in
  IZR s <= sqrt (IZR a / IZR b) <= IZR (s + 1).
Proof.
move=> a0 b0 s; have BR := IZR_lt 0 _ b0.
have q0 : (0 <= a / b)%Z by apply: Z.div_pos.
have [H1 H2] := Z.sqrt_spec _ q0; have s0 : (0 <= s)%Z by exact: Z.sqrt_nonneg.
rewrite -/s in H1 H2.
have D1 := Z.mul_div_le a b b0; have D2 := Z.mul_succ_div_gt a b b0.
have Eab : IZR a / IZR b * IZR b = IZR a by field; lra.
have B1 : IZR s * IZR s <= IZR a / IZR b.
  apply: (Rmult_le_reg_r _ _ _ BR); rewrite Eab.
  by rewrite -!mult_IZR; apply: IZR_le; nia.
have B2 : IZR a / IZR b <= IZR (s + 1) * IZR (s + 1).
  apply: (Rmult_le_reg_r _ _ _ BR); rewrite Eab.
  by rewrite -!mult_IZR; apply: IZR_le; move: H2 D2; rewrite -!Z.add_1_r; nia.
split.
  by rewrite -[X in X <= _](sqrt_square (IZR s)); [exact: sqrt_le_1_alt | exact: (IZR_le 0)].
rewrite -[X in _ <= X](sqrt_square (IZR (s + 1))); first exact: sqrt_le_1_alt.
by apply: (IZR_le 0); lia.
Qed.

Lemma floor_le' a b : (0 < b)%Z -> IZR (a / b) <= IZR a * / IZR b.
Proof.
move=> b0; have BR := IZR_lt 0 _ b0; apply: (Rmult_le_reg_r _ _ _ BR).
rewrite Rmult_assoc Rinv_l ?Rmult_1_r; last by lra.
by rewrite -mult_IZR; apply: IZR_le; have := Z.mul_div_le a b b0; nia.
Qed.
Lemma ceil_ge' a b : (0 < b)%Z -> IZR a * / IZR b <= IZR (ceil a b).
Proof.
move=> b0; have BR := IZR_lt 0 _ b0; apply: (Rmult_le_reg_r _ _ _ BR).
rewrite Rmult_assoc Rinv_l ?Rmult_1_r; last by lra.
by rewrite -mult_IZR; apply: IZR_le; rewrite /ceil; have := Z.mul_div_le (- a) b b0; nia.
Qed.

(* whatever the hint R, root R is the integer square root *)
Lemma root_sqrt R a : root R a = Z.sqrt a.
Proof.
rewrite /root; case: ifP => // /andP[/Z.leb_le s1 /Z.ltb_lt s2].
by symmetry; apply: Z.sqrt_unique; rewrite -Z.add_1_r.
Qed.

Section Box.
Variable rt : Z -> Z.
Variables (F llo lhi : Z) (Lam : R).
Hypotheses (F0 : (0 < F)%Z) (l0 : (0 <= llo)%Z) (HL : IZR llo / IZR F <= Lam <= IZR lhi / IZR F).
Variables (G d N1 : Z).
Hypotheses (G0 : (0 < G)%Z) (d0 : (0 <= d)%Z) (N10 : (0 < N1)%Z).

Lemma rad_box : IZR (rad_lo rt G F llo d N1) / IZR G <= sqrt (2 * IZR d * Lam / IZR N1)
  <= IZR (rad_hi rt G F lhi d N1) / IZR G.
Proof.
have GR := IZR_lt 0 _ G0; have NR := IZR_lt 0 _ N10; have FR := IZR_lt 0 _ F0.
have dR := IZR_le 0 _ d0.
have FN : (0 < F * N1)%Z by nia.
have l1 : (0 <= lhi)%Z.
  apply: le_IZR; have : IZR llo <= IZR lhi.
    apply: (Rmult_le_reg_r (/ IZR F)); first exact: Rinv_0_lt_compat.
    by have [H1 H2] := HL; rewrite /Rdiv in H1 H2; lra.
  by have := IZR_le 0 _ l0; lra.
have E1 l : (0 <= l)%Z -> sqrt (IZR (2 * d * l * G * G) / IZR (F * N1)) =
    sqrt (2 * IZR d * (IZR l / IZR F) / IZR N1) * IZR G.
  move=> ll; rewrite -[X in _ * X](sqrt_square (IZR G)); last by lra.
  rewrite -sqrt_mult_alt; last first.
    apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat.
    apply: Rmult_le_pos; first by lra.
    by apply: Rmult_le_pos; [exact: (IZR_le 0) | apply/Rlt_le/Rinv_0_lt_compat].
  by congr sqrt; rewrite !mult_IZR; field; lra.
have pos l : (0 <= l)%Z -> (0 <= 2 * d * l * G * G)%Z by nia.
have mono u v : u <= v -> sqrt (2 * IZR d * u / IZR N1) <= sqrt (2 * IZR d * v / IZR N1).
  move=> uv; apply: sqrt_le_1_alt; apply: Rmult_le_compat_r.
    by apply/Rlt_le/Rinv_0_lt_compat.
  by apply: Rmult_le_compat_l; lra.
have Eq u : IZR u / IZR G * IZR G = IZR u by field; lra.
rewrite /rad_lo /rad_hi !root_sqrt.
split; apply: (Rmult_le_reg_r _ _ _ GR); rewrite Eq.
  have [H _] := zsqrt_box (pos _ l0) FN; apply: Rle_trans H _; rewrite (E1 _ l0).
  by apply: Rmult_le_compat_r; [lra | apply: mono; case: HL].
have [_ H] := zsqrt_box (pos _ l1) FN; apply: Rle_trans _ H; rewrite (E1 _ l1).
by apply: Rmult_le_compat_r; [lra | apply: mono; case: HL].
Qed.

(* eq:16, s the sum of the rewards *)
Lemma rhat_box (s : Q) :
  let r := Rmin 1 (Q2R s / IZR N1 + sqrt (2 * IZR d * Lam / IZR N1)) in
  IZR (Z.min G (mean_lo G N1 s + rad_lo rt G F llo d N1)) / IZR G <= r <=
  IZR (Z.min G (mean_hi G N1 s + rad_hi rt G F lhi d N1)) / IZR G.
Proof.
have GR := IZR_lt 0 _ G0; have NR := IZR_lt 0 _ N10.
have [B1 B2] := rad_box; set b := sqrt _ in B1 B2 *.
have dR : 0 < IZR (Zpos (Qden s)) by apply: (IZR_lt 0).
have dN : (0 < Zpos (Qden s) * N1)%Z by apply: Z.mul_pos_pos.
have mean : IZR (G * Qnum s) * / IZR (Zpos (Qden s) * N1) = Q2R s / IZR N1 * IZR G.
  by rewrite /Q2R !mult_IZR; field; lra.
have C1 := floor_le' (G * Qnum s) dN; have C2 := ceil_ge' (G * Qnum s) dN.
rewrite mean in C1 C2.
move=> r; rewrite /r.
have I : / IZR G * IZR G = 1 by apply: Rinv_l; lra.
split.
  apply: Rmin_glb.
    apply: (Rmult_le_reg_r _ _ _ GR); rewrite /Rdiv Rmult_assoc I Rmult_1_r Rmult_1_l.
    by apply: IZR_le; exact: Z.le_min_l.
  apply: (@Rle_trans _ (IZR (mean_lo G N1 s + rad_lo rt G F llo d N1) / IZR G)).
    apply: Rmult_le_compat_r; last by apply: IZR_le; exact: Z.le_min_r.
    exact/Rlt_le/Rinv_0_lt_compat.
  rewrite plus_IZR /Rdiv Rmult_plus_distr_r; apply: Rplus_le_compat; last exact: B1.
  by apply: (Rmult_le_reg_r _ _ _ GR); rewrite [X in X <= _]Rmult_assoc I Rmult_1_r; exact: C1.
have -> : IZR (Z.min G (mean_hi G N1 s + rad_hi rt G F lhi d N1)) =
  Rmin (IZR G) (IZR (mean_hi G N1 s + rad_hi rt G F lhi d N1)).
  case: (Z.le_ge_cases G (mean_hi G N1 s + rad_hi rt G F lhi d N1)) => H.
    by rewrite Z.min_l // Rmin_left //; exact: IZR_le.
  by rewrite Z.min_r // Rmin_right //; apply: IZR_le.
rewrite {2}/Rmin; case: Rle_dec => _; first by rewrite /Rdiv Rinv_r; [exact: Rmin_l | lra].
apply: Rle_trans (Rmin_r _ _) _.
rewrite plus_IZR /Rdiv Rmult_plus_distr_r; apply: Rplus_le_compat; last exact: B2.
by apply: (Rmult_le_reg_r _ _ _ GR); rewrite [X in _ <= X]Rmult_assoc I Rmult_1_r; exact: C2.
Qed.
End Box.

(* --- the radii of a reading, R-37 *)
Section Reading.
Variables (K : consts) (Lam : R).
Hypotheses (F0 : (0 < cF K)%Z) (l0 : (0 <= lamlo K)%Z) (l2 : (0 <= ln2lo K)%Z).
Hypothesis HL : IZR (lamlo K) / IZR (cF K) <= Lam <= IZR (lamhi K) / IZR (cF K).
Hypothesis H2 : IZR (ln2lo K) / IZR (cF K) <= ln 2 <= IZR (ln2hi K) / IZR (cF K).
Variables (d N1 : Z).
Hypotheses (d0 : (0 <= d)%Z) (N10 : (0 < N1)%Z).
Let FR : 0 < IZR (cF K) := IZR_lt 0 _ F0.

Lemma eps_box : (0 < cE K)%Z -> IZR (eps_lo K d N1) / IZR (cE K) <=
  (if cK K is Radii_printed then sqrt (2 * IZR d * Lam / IZR N1) else sqrt (2 * (IZR d * ln 2 + Lam) / IZR N1)) <=
  IZR (eps_hi K d N1) / IZR (cE K).
Proof.
move=> E0; have dR := IZR_le 0 _ d0.
have U : IZR (d * ln2lo K + lamlo K) / IZR (cF K) <= IZR d * ln 2 + Lam <= IZR (d * ln2hi K + lamhi K) / IZR (cF K).
  have q u v : IZR (d * u + v) / IZR (cF K) = IZR d * (IZR u / IZR (cF K)) + IZR v / IZR (cF K).
    by rewrite plus_IZR mult_IZR; field; lra.
  rewrite !q; case: HL => HL1 HL2; case: H2 => H21 H22.
  by split; apply: Rplus_le_compat => //; apply: Rmult_le_compat_l.
have U0 : (0 <= d * ln2lo K + lamlo K)%Z by nia.
rewrite /eps_lo /eps_hi; case: (cK K).
- exact: (rad_box (cR K) F0 l0 HL E0 d0 N10).
- by have := rad_box (cR K) F0 U0 U E0 Z.le_0_1 N10; rewrite Rmult_1_r.
by have := rad_box (cR K) F0 U0 U E0 Z.le_0_1 N10; rewrite Rmult_1_r.
Qed.

Lemma rhat_in_box (s : Q) : (0 < cD K)%Z -> let G := cD K in
  let r := Rmin 1 (Q2R s / IZR N1 +
    (if cK K is Union_half then sqrt (Lam / (2 * IZR N1)) else sqrt (2 * Lam / IZR N1))) in
  IZR (Z.min G (mean_lo G N1 s + rad_lo (cR K) G (b_over K) (lamlo K) 1 N1)) / IZR G <= r <=
  IZR (Z.min G (mean_hi G N1 s + rad_hi (cR K) G (b_over K) (lamhi K) 1 N1)) / IZR G.
Proof.
move=> D0 G; have NR := IZR_lt 0 _ N10.
have F4 : (0 < 4 * cF K)%Z by lia.
have HL4 : IZR (lamlo K) / IZR (4 * cF K) <= Lam / 4 <= IZR (lamhi K) / IZR (4 * cF K).
  have q u : IZR u / IZR (4 * cF K) = IZR u / IZR (cF K) / 4 by rewrite mult_IZR; field; lra.
  by rewrite !q; lra.
have printed := @rhat_box (cR K) _ _ _ _ F0 l0 HL G 1 _ D0 Z.le_0_1 N10 s; rewrite Rmult_1_r in printed.
rewrite /b_over; case: (cK K) => //.
have := @rhat_box (cR K) _ _ _ _ F4 l0 HL4 G 1 _ D0 Z.le_0_1 N10 s.
have -> : 2 * 1 * (Lam / 4) / IZR N1 = Lam / (2 * IZR N1) by field; lra.
by [].
Qed.
End Reading.
