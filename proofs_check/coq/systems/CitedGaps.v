(* Sections I-A and IV-A, abstract: printed inferences, most from cited theorems, that do not follow.  Cited bounds are taken
   as published, in the paper's letters; a quotient that exceeds every power of a logarithm is in no order of growth
   with logarithms left out. *)
Require Import ZArith.
Require Import Previsions.Sums Previsions.NatLia UCRLLP.model.Model UCRLLP.model.OccupancyMeasures UCRLLP.model.Algorithm
  UCRLLP.paper.Epochs UCRLLP.paper.Trigger UCRLLP.paper.SmallStatements.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* a square root exceeds every power of the logarithm *)
Lemma pow_le_exp n u : 0 <= u -> (u / INR n.+1) ^ n.+1 <= exp u.
Proof.
move=> u0; have n0 : 0 < INR n.+1 by apply: lt_0_INR; apply/ltP.
have -> : exp u = exp (u / INR n.+1) ^ n.+1.
  rewrite -Rpower_pow; last exact: exp_pos.
  by rewrite /Rpower ln_exp; congr exp; field; lra.
apply: pow_incr; split; first by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
by have := exp_ineq1_le (u / INR n.+1); lra.
Qed.

Lemma sqrt_exceeds_logs (K : R) (p : nat) : exists x0, 1 < x0 /\ forall x, x0 <= x -> K * ln x ^ p < sqrt x.
Proof.
pose c := (2 * INR p.+1) ^ p.+1.
have n1 : 0 < INR p.+1 by apply: lt_0_INR; apply/ltP.
have n0 : 0 < 2 * INR p.+1 by lra.
have c0 : 0 < c by exact: pow_lt.
have k0 := Rabs_pos K; have kK := Rle_abs K.
have e1 : 1 < exp (Rabs K * c + 1).
  have : 0 <= Rabs K * c by apply: Rmult_le_pos; lra.
  by have := exp_ineq1_le (Rabs K * c + 1); lra.
exists (exp (Rabs K * c + 1)); split=> // x Hx; have x0 : 0 < x by lra.
have lx : Rabs K * c + 1 <= ln x by rewrite -(ln_exp (Rabs K * c + 1)); apply: le_ln => //; exact: exp_pos.
have kc : 0 <= Rabs K * c by apply: Rmult_le_pos; lra.
have sE : sqrt x = exp (ln x / 2).
  by rewrite -Rpower_sqrt // /Rpower; congr exp; field.
have H := @pow_le_exp p (ln x / 2) ltac:(lra).
have E1 : (ln x / 2 / INR p.+1) ^ p.+1 * c = ln x * ln x ^ p.
  rewrite -Rpow_mult_distr (_ : ln x / 2 / INR p.+1 * (2 * INR p.+1) = ln x) //; field; lra.
have lp : 0 < ln x ^ p by apply: pow_lt; lra.
rewrite sE; apply: Rlt_le_trans H; apply: (Rmult_lt_reg_r c) => //; rewrite E1.
rewrite (_ : K * ln x ^ p * c = K * c * ln x ^ p); last ring.
by apply: Rmult_lt_compat_r => //; nra.
Qed.

(* --- UCBVI, the printed inference does not follow: the leading term is L sqrt(TXA), but at
   T = LX^2A the smaller of LT and all three terms is sqrt(LX) times L sqrt(TXA), ... *)
Definition UCBVI_bound (L X T A : R) := sqrt (L * X * A * (L * T)) + L ^ 2 * X ^ 2 * A + L * sqrt (L * T).

Lemma UCBVI_quotient L X A : 1 <= L -> 1 <= X -> 1 <= A -> let T := L * X ^ 2 * A in
  Rmin (L * T) (UCBVI_bound L X T A) = sqrt (L * X) * (L * sqrt (T * X * A)).
Proof.
move=> L1 X1 A1 T; have LX : 0 <= L * X by nra.
have E1 : sqrt (T * X * A) = X * A * sqrt (L * X).
  rewrite (_ : T * X * A = (X * A) * (X * A) * (L * X)); last by rewrite /T; ring.
  by rewrite sqrt_mult_alt; [rewrite sqrt_square //; nra | nra].
have E2 : sqrt (L * X) * (L * sqrt (T * X * A)) = L * T.
  rewrite E1 (_ : sqrt (L * X) * (L * (X * A * sqrt (L * X))) = L * (X * A) * (sqrt (L * X) * sqrt (L * X))); last ring.
  by rewrite sqrt_sqrt // /T; ring.
rewrite E2 Rmin_left // /UCBVI_bound (_ : L ^ 2 * X ^ 2 * A = L * T); last by rewrite /T; ring.
have : 0 <= L * sqrt (L * T) by apply: Rmult_le_pos; [lra | exact: sqrt_pos].
by have := sqrt_pos (L * X * A * (L * T)); lra.
Qed.

(* ... and so no power of log(TXA) times the latter is above it: Sec. I-A, UCBVI (inline:I-A.2) *)
Theorem UCBVI_gap (K : R) (p : nat) :
  (forall L X T A, 1 <= L -> 1 <= X -> 1 <= T -> 1 <= A -> sqrt (L * X * A * (L * T)) = L * sqrt (T * X * A)) /\
  exists X0, forall X, X0 <= X -> let L := 2 in let A := 1 in let T := 2 * X ^ 2 in
    L <= X /\ K * ln (T * X * A) ^ p * (L * sqrt (T * X * A)) < Rmin (L * T) (UCBVI_bound L X T A).
Proof.
split=> [L X T A L1 X1 T1 A1|].
  rewrite (_ : L * X * A * (L * T) = L * L * (T * X * A)); last ring.
  by rewrite sqrt_mult_alt; [rewrite sqrt_square //; lra | nra].
have [x0 [x1 H]] := sqrt_exceeds_logs (Rabs K * 4 ^ p) p.
exists (Rmax 2 x0) => X HX L A T; have X2 : 2 <= X by have := Rmax_l 2 x0; lra.
have Xx : x0 <= X by have := Rmax_r 2 x0; lra.
split; first by rewrite /L.
have TE : T = L * X ^ 2 * A by rewrite /T /L /A; ring.
rewrite TE UCBVI_quotient /L /A; [|lra..].
have r0 : 0 < 2 * sqrt (2 * X ^ 2 * 1 * X * 1) by apply: Rmult_lt_0_compat; [lra | apply: sqrt_lt_R0; nra].
apply: Rmult_lt_compat_r => //; apply: (@Rlt_trans _ (sqrt X)); last by apply: sqrt_lt_1_alt; lra.
have lX : 0 < ln X by rewrite -ln_1; apply: ln_increasing; lra.
have l4 : ln (2 * X ^ 2 * 1 * X * 1) <= 4 * ln X.
  rewrite (_ : 4 * ln X = ln (X ^ 4)); last by rewrite -Rpower_pow /Rpower ?ln_exp /=; lra.
  apply: le_ln; first nra.
  by rewrite (_ : X ^ 4 = X * X ^ 3); [have := pow_lt X 3 ltac:(lra); nra | ring].
have l0 : 0 <= ln (2 * X ^ 2 * 1 * X * 1) by rewrite -ln_1; apply: le_ln; nra.
apply: Rle_lt_trans (H _ Xx).
apply: (@Rle_trans _ (Rabs K * ln (2 * X ^ 2 * 1 * X * 1) ^ p)).
  by apply: Rmult_le_compat_r; [exact: pow_le | exact: Rle_abs].
rewrite (_ : Rabs K * 4 ^ p * ln X ^ p = Rabs K * (4 * ln X) ^ p); last by rewrite Rpow_mult_distr; ring.
by apply: Rmult_le_compat_l; [exact: Rabs_pos | exact: pow_incr].
Qed.

(* --- UCB Q-learning, the printed inference does not follow: on L singletons and one layer of L
   states, with A = 1 and T = L^4, the least of LT and both bounds is sqrt(L/2) times L^2 sqrt(TXA), ... *)
Definition Hoeffding_bound (L S T A : R) := sqrt (L ^ 4 * S * A * (L * T)).
Definition Bernstein_bound (L X T A : R) := sqrt (L ^ 3 * X * A * (L * T)) + sqrt (L ^ 9 * X ^ 3 * A ^ 3).

Lemma Q_learning_quotient L : 1 <= L -> let T := L ^ 4 in let X := 2 * L in
  Rmin (L * T) (Rmin (Hoeffding_bound L L T 1) (Bernstein_bound L X T 1)) = sqrt (L / 2) * (L ^ 2 * sqrt (T * X * 1)).
Proof.
move=> L1 T X; have p5 : 0 <= L ^ 5 by apply: pow_le; lra.
have p2 : 0 <= L ^ 2 by exact: pow2_ge_0.
have -> : sqrt (L / 2) * (L ^ 2 * sqrt (T * X * 1)) = L * T.
  rewrite (_ : sqrt (L / 2) * (L ^ 2 * sqrt (T * X * 1)) = L ^ 2 * (sqrt (L / 2) * sqrt (T * X * 1))); last ring.
  rewrite -sqrt_mult_alt; last lra.
  rewrite (_ : L / 2 * (T * X * 1) = L ^ 3 * L ^ 3); last by rewrite /T /X; field.
  by rewrite sqrt_square; [rewrite /T; ring | apply: pow_le; lra].
have -> : Hoeffding_bound L L T 1 = L * T.
  rewrite /Hoeffding_bound (_ : L ^ 4 * L * 1 * (L * T) = L ^ 5 * L ^ 5); last by rewrite /T; ring.
  by rewrite sqrt_square // /T; ring.
rewrite !Rmin_left //; try exact: Rle_refl; apply: Rle_trans (_ : L ^ 6 <= _).
  by rewrite /T (_ : L ^ 6 = L * (L * L ^ 4)); [have := pow_le L 4 ltac:(lra); nra | ring].
rewrite /Bernstein_bound; have := sqrt_pos (L ^ 3 * X * 1 * (L * T)).
have : L ^ 6 <= sqrt (L ^ 9 * X ^ 3 * 1 ^ 3).
  rewrite -[X in X <= _](sqrt_square (L ^ 6)); last by apply: pow_le; lra.
  apply: sqrt_le_1_alt; rewrite (_ : L ^ 9 * X ^ 3 * 1 ^ 3 = 8 * (L ^ 6 * L ^ 6)); last by rewrite /X; ring.
  by have := pow2_ge_0 (L ^ 6); rewrite /=; nra.
lra.
Qed.

Lemma singletons L : (1 < L)%N -> X (fun h => if h == 1%N then [finite 'I_L] else [finite unit]) L = (L + L)%N.
Proof.
case: L => [//|[//|k]] _; rewrite /X !big_ord_recl /= !card_unit card_ord.
by rewrite sum_nat_const card_ord; lia.
Qed.

(* ... and so no power of log(TXA) times the latter is above it; with S = X/L both leading terms are L^2 sqrt(TXA):
   Sec. I-A, Q-learning (inline:I-A.3) *)
Theorem Q_learning_gap (K : R) (p : nat) :
  (forall L X T A, 1 <= L -> 1 <= X -> 1 <= T -> 1 <= A ->
    sqrt (L ^ 3 * X * A * (L * T)) = L ^ 2 * sqrt (T * X * A) /\ Hoeffding_bound L (X / L) T A = L ^ 2 * sqrt (T * X * A)) /\
  exists L0, forall L, (L0 <= L)%N ->
    let S h := if h == 1%N then [finite 'I_L] else [finite unit] in
    let LR := INR L in let XR := INR (X S L) in let T := LR ^ 4 in
    [/\ (1 < L)%N, XR = 2 * LR & K * ln (T * XR) ^ p * (LR ^ 2 * sqrt (T * XR * 1)) <
      Rmin (LR * T) (Rmin (Hoeffding_bound LR (INR #|S 1%N|) T 1) (Bernstein_bound LR XR T 1))].
Proof.
split=> [L X T A L1 X1 T1 A1|].
  have TXA : 0 <= T * X * A by have : 0 < T * X by [nra]; nra.
  have E1 : L ^ 2 * sqrt (T * X * A) = sqrt (L ^ 2 * L ^ 2 * (T * X * A)).
    by rewrite (sqrt_mult_alt (L ^ 2 * L ^ 2)); [rewrite sqrt_square //; exact: pow2_ge_0 | nra].
  by rewrite /Hoeffding_bound E1; split; congr sqrt; [ring | field; lra].
have [x0 [x1 H]] := sqrt_exceeds_logs (2 * Rabs K * 6 ^ p) p.
pose n := Z.to_nat (up x0).
exists (maxn 2 n) => L; rewrite geq_max => /andP[L2 nL] S LR XR T.
have l2 : 2 <= LR by have := leq_INR L2; rewrite INR_IZR_INZ.
have Lx : x0 <= LR.
  have [u _] := archimed x0; apply: Rle_trans (leq_INR nL); rewrite /n INR_IZR_INZ Z2Nat.id; first lra.
  by apply: le_IZR; lra.
have XE : XR = 2 * LR.
  by rewrite /XR (singletons L2) /LR addn_INR; ring.
split=> //; rewrite XE /S eqxx card_ord Q_learning_quotient; last lra.
have r0 : 0 < LR ^ 2 * sqrt (T * (2 * LR) * 1).
  by apply: Rmult_lt_0_compat; [nra | apply: sqrt_lt_R0; have := pow_lt LR 4 ltac:(lra); rewrite -/T; nra].
apply: Rmult_lt_compat_r => //.
have lL : 0 < ln LR by rewrite -ln_1; apply: ln_increasing; lra.
have p5 : 0 < LR ^ 5 by apply: pow_lt; lra.
have l6 : ln (T * (2 * LR)) <= 6 * ln LR.
  rewrite (_ : 6 * ln LR = ln (LR ^ 6)); last by rewrite -Rpower_pow /Rpower ?ln_exp /=; lra.
  rewrite (_ : T * (2 * LR) = 2 * LR ^ 5); last by rewrite /T; ring.
  by apply: le_ln; [lra | rewrite (_ : LR ^ 6 = LR * LR ^ 5); [nra | ring]].
have l0 : 0 <= ln (T * (2 * LR)).
  rewrite -ln_1; apply: le_ln; first lra.
  by rewrite /T (_ : LR ^ 4 * (2 * LR) = 2 * LR ^ 5); [have : 1 <= LR ^ 5 by [apply: pow_R1_Rle; lra]; lra | ring].
have half : sqrt LR <= 2 * sqrt (LR / 2).
  rewrite -{1}(sqrt_square 2); last lra.
  by rewrite -sqrt_mult_alt; [apply: sqrt_le_1_alt; lra | lra].
have := H _ Lx; have : 2 * (K * ln (T * (2 * LR)) ^ p) <= 2 * Rabs K * 6 ^ p * ln LR ^ p; last by lra.
rewrite (_ : 2 * Rabs K * 6 ^ p * ln LR ^ p = 2 * (Rabs K * (6 * ln LR) ^ p)); last by rewrite Rpow_mult_distr; ring.
apply: Rmult_le_compat_l; first lra.
apply: (@Rle_trans _ (Rabs K * ln (T * (2 * LR)) ^ p)).
  by apply: Rmult_le_compat_r; [exact: pow_le | exact: Rle_abs].
apply: Rmult_le_compat_l; first exact: Rabs_pos.
exact: pow_incr.
Qed.

(* --- XA log T, citation (inline:IV-A.1:citation), the printed inference does not follow: the bound XA log2(8LT/(XA)) of
   Jaksch et al. on the number of epochs in n = LT >= XA steps exceeds XA ln T, if XA < 8 L T^(1 - ln 2), and that is so
   from some T on *)
Theorem citation_gap (L X A : R) : 1 <= L -> 1 <= X -> 1 <= A ->
  (forall T, 1 <= T -> X * A < 8 * L * Rpower T (1 - ln 2) ->
    X * A * ln T < X * A * (ln (8 * (L * T) / (X * A)) / ln 2)) /\
  exists T0, forall T, T0 <= T -> X * A <= L * T /\ X * A * ln T < X * A * (ln (8 * (L * T) / (X * A)) / ln 2).
Proof.
move=> L1 X1 A1; have xa : 0 < X * A by nra.
have l2 := ln_lt_2; have l21 : ln 2 < 1 by rewrite -[X in _ < X](ln_exp 1); apply: ln_increasing; have := exp_ineq1 1; lra.
have main T : 1 <= T -> X * A < 8 * L * Rpower T (1 - ln 2) ->
    X * A * ln T < X * A * (ln (8 * (L * T) / (X * A)) / ln 2).
  move=> T1 H; apply: Rmult_lt_compat_l => //; apply: (Rmult_lt_reg_r (ln 2)); first lra.
  rewrite (_ : ln (8 * (L * T) / (X * A)) / ln 2 * ln 2 = ln (8 * (L * T) / (X * A))); last by field; lra.
  rewrite -[X in X < _]ln_exp; apply: ln_increasing; first exact: exp_pos.
  apply: (Rmult_lt_reg_r (X * A)) => //.
  rewrite (_ : 8 * (L * T) / (X * A) * (X * A) = 8 * L * T); last by field; lra.
  have E1 : Rpower T (1 - ln 2) * exp (ln T * ln 2) = T.
    by rewrite /Rpower -exp_plus (_ : (1 - ln 2) * ln T + ln T * ln 2 = ln T); [apply: exp_ln; lra | ring].
  by rewrite -{2}E1; have := exp_pos (ln T * ln 2); nra.
split=> //; exists (Rmax (X * A) (Rpower (X * A) (/ (1 - ln 2)))) => T HT.
have XT : X * A <= T by have := Rmax_l (X * A) (Rpower (X * A) (/ (1 - ln 2))); lra.
have PT : Rpower (X * A) (/ (1 - ln 2)) <= T by have := Rmax_r (X * A) (Rpower (X * A) (/ (1 - ln 2))); lra.
have T1 : 1 <= T by nra.
split; first nra.
apply: main => //; have : X * A <= Rpower T (1 - ln 2).
  have <- : Rpower (Rpower (X * A) (/ (1 - ln 2))) (1 - ln 2) = X * A.
    by rewrite Rpower_mult Rinv_l ?Rpower_1 //; lra.
  by apply: Rle_Rpower_l; [lra | split=> //; exact: exp_pos].
by nra.
Qed.

(* --- abstract, effort (sec:abstract:effort), the printed inference does not follow: at the sizes of Section VI the
   deviation rows of one linear program have 2 X_h A X_(h+1) (X_(h+1) + 1) coefficients in layer h, 45300 in all, and a
   backward induction reads 2100 triples.  So XA log2 T programs, rounded down, have more coefficients than T inductions
   read triples at T = 10^4, and fewer from T = 92520 on *)
Theorem effort_gap (S : nat -> finType) (A : finType) : #|A| = 5%N ->
  (forall h, (h <= 6)%N -> #|S h| = if (0 < h < 6)%N then 10%N else 1%N) ->
  let programs n T := INR n <= INR (X S 6) * INR #|A| * (ln T / ln 2) < INR n + 1 in
  [/\ INR (\sum_(h < 6) 2 * (#|S h| * #|A| * #|S h.+1|) * (#|S h.+1| + 1)) = 45300,
      INR (\sum_(h < 6) #|S h| * #|A| * #|S h.+1|) = 2100,
      forall n, programs n 10000 -> 10000 * 2100 < INR n * 45300
    & forall n T, 92520 <= INR T -> programs n (INR T) -> INR n * 45300 < INR T * 2100].
Proof.
move=> A5 Sz programs; have [XE _ rE] := sizes_VI A5 Sz; have l2 := ln_lt_2.
have pE : INR (X S 6) * INR #|A| = 260 by rewrite XE A5 !INR_IZR_INZ /=; ring.
have two k : INR k * ln 2 = ln (2 ^ k) by rewrite -Rpower_pow /Rpower ?ln_exp; lra.
have times n T : programs n T -> INR n * ln 2 <= 260 * ln T < (INR n + 1) * ln 2.
  rewrite /programs pE => -[low high]; have E1 : 260 * (ln T / ln 2) * ln 2 = 260 * ln T by field; lra.
  by rewrite -E1; split; [apply: Rmult_le_compat_r | apply: Rmult_lt_compat_r]; lra.
split=> //.
- rewrite (_ : (\sum_(h < 6) _)%N = (453 * 100)%N); first by rewrite muln_INR !INR_IZR_INZ /=; ring.
  by rewrite !big_ord_recr !big_ord0 /= !Sz // A5.
- by rewrite rE INR_IZR_INZ.
- move=> n /times[_ high]; have : 13 * ln 2 < ln 10000.
    by have -> : 13 = INR 13 by [rewrite INR_IZR_INZ]; rewrite two; apply: ln_increasing; rewrite /=; lra.
  move=> l13; have : 260 * 13 < INR n + 1; last lra.
  by apply: (Rmult_lt_reg_r (ln 2)); lra.
move=> n T T0 /times[low _].
case: (Rle_lt_dec 92682 (INR T)) => [big|small].
  have lnT : ln (INR T) <= ln 92682 + (INR T / 92682 - 1).
    have E1 : ln (INR T) = ln 92682 + ln (INR T / 92682) by rewrite -ln_mult; [congr ln; field | lra..].
    have := exp_ineq1_le (ln (INR T / 92682)); rewrite exp_ln; lra.
  have ln0 : 2 * ln 92682 <= 33 * ln 2 + 1 / 10000.
    have -> : 33 = INR 33 by rewrite INR_IZR_INZ.
    rewrite two (_ : 2 * ln 92682 = ln (92682 * 92682)); last by rewrite ln_mult; lra.
    have p33 : 0 < 2 ^ 33 by apply: pow_lt; lra.
    rewrite (_ : 92682 * 92682 = 2 ^ 33 * (92682 * 92682 / 2 ^ 33)); last by field; lra.
    have q0 : 92682 * 92682 / 2 ^ 33 <= 1 + 1 / 10000.
      by apply: (Rmult_le_reg_r (2 ^ 33)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; [rewrite /=; lra | lra].
    have q1 : 0 < 92682 * 92682 / 2 ^ 33 by apply: Rmult_lt_0_compat; [lra | exact: Rinv_0_lt_compat].
    by rewrite ln_mult //; have := exp_ineq1_le (ln (92682 * 92682 / 2 ^ 33)); rewrite exp_ln //; lra.
  apply: (Rmult_lt_reg_r (ln 2)); first lra.
  have : 92682 * ln 2 <= INR T * ln 2 by apply: Rmult_le_compat_r; lra.
  by nra.
have T1 : INR T <= 92681.
  have : (T < Z.to_nat 92682)%coq_nat by apply: INR_lt; rewrite (INR_IZR_INZ (Z.to_nat _)) Z2Nat.id.
  by move=> H; have := le_INR T (Z.to_nat 92681) ltac:(lia); rewrite (INR_IZR_INZ (Z.to_nat _)) Z2Nat.id.
have sq : 2 * ln (INR T) < 33 * ln 2.
  have -> : 33 = INR 33 by rewrite INR_IZR_INZ.
  rewrite two (_ : 2 * ln (INR T) = ln (INR T * INR T)); last by rewrite ln_mult; lra.
  by apply: ln_increasing; [nra | rewrite /=; nra].
have n1 : INR n < 4290 by apply: (Rmult_lt_reg_r (ln 2)); lra.
have : INR n <= 4289; last lra.
have : (n < Z.to_nat 4290)%coq_nat by apply: INR_lt; rewrite (INR_IZR_INZ (Z.to_nat _)) Z2Nat.id.
by move=> H; have := le_INR n (Z.to_nat 4289) ltac:(lia); rewrite (INR_IZR_INZ (Z.to_nat _)) Z2Nat.id.
Qed.

(* --- with an update after every visit the sum of 1/sqrt(max{1, N_i}) over N visits of a pair is at most 2 sqrt N *)
Lemma every_visit N : (0 < N)%N -> \rsum_(n < N) / sqrt (INR (maxn 1 n)) <= 2 * sqrt (INR N).
Proof.
case: N => // N _; rewrite (rsum_recl N (fun n => / sqrt (INR (maxn 1 n)))) (_ : maxn 1 0 = 1%N) //.
rewrite (eq_bigr (fun n : 'I_N => / sqrt (INR n.+1))) => [|n _]; last by rewrite (maxn_idPr _).
rewrite [INR 1]/= sqrt_1 Rinv_1; case: N => [|N]; first by rewrite big_ord0 /= sqrt_1; lra.
have le : sqrt (INR N.+1) <= sqrt (INR N.+2) by apply: sqrt_le_1_alt; exact: leq_INR.
suff H : \rsum_(n < N.+1) / sqrt (INR n.+1) <= 2 * sqrt (INR N.+1) - 1.
  by apply: Rle_trans (Rplus_le_compat_l 1 _ _ H) _; lra.
elim: N {le} => [|N IH]; first by rewrite big_ord_recl big_ord0 /= sqrt_1; lra.
rewrite (rsum_recr N.+1 (fun n => / sqrt (INR n.+1))).
have n0 : 0 < INR N.+1 by apply: lt_0_INR; apply/ltP.
have uu : sqrt (INR N.+1) * sqrt (INR N.+1) = INR N.+1 by apply: sqrt_sqrt; lra.
have vv : sqrt (INR N.+2) * sqrt (INR N.+2) = INR N.+1 + 1 by rewrite -S_INR; apply: sqrt_sqrt; exact: pos_INR.
have u0 : 0 < sqrt (INR N.+1) by exact: sqrt_lt_R0.
have v0 : 0 < sqrt (INR N.+2) by apply: sqrt_lt_R0; apply: lt_0_INR; apply/ltP.
move: (sqrt (INR N.+1)) (sqrt (INR N.+2)) uu vv u0 v0 IH => u v uu vv u0 v0 IH.
suff : / v <= 2 * v - 2 * u by move: IH; set s := \big[_/_]_(_ < _) _; lra.
apply: (Rmult_le_reg_l v) => //; rewrite Rinv_r; last lra.
by have := pow2_ge_0 (v - u); rewrite /=; nra.
Qed.

(* Sec. IV-A, performance (inline:IV-A.1:performance), no argument is given, and the paper's own bound becomes worse: over
   N = 2^k visits of a pair the sum of 1/sqrt(max{1, N_i}) is (1 + sqrt 2) sqrt N - sqrt 2 with epochs that double, at most
   2 sqrt N with an update after every visit; the former is larger from N = 16 on, in the end by every factor below
   (1 + sqrt 2)/2 *)
Theorem performance_gap :
  (forall k, let N := (2 ^ k)%N in
    [/\ (1 + \sum_(j < k) 2 ^ j = N)%N,
        1 + \rsum_(j < k) (INR (2 ^ j) * / sqrt (INR (2 ^ j))) = (1 + sqrt 2) * sqrt (INR N) - sqrt 2,
        \rsum_(n < N) / sqrt (INR (maxn 1 n)) <= 2 * sqrt (INR N)
      & (4 <= k)%N -> 2 * sqrt (INR N) < (1 + sqrt 2) * sqrt (INR N) - sqrt 2]) /\
  forall c, c < (1 + sqrt 2) / 2 -> exists k0, forall k, (k0 <= k)%N ->
    c * (2 * sqrt (INR (2 ^ k))) < (1 + sqrt 2) * sqrt (INR (2 ^ k)) - sqrt 2.
Proof.
have s2 := sqrt2_sqr; have s1 := sqrt2_bounds.
have root k : sqrt (INR (2 ^ k.+1)) = sqrt 2 * sqrt (INR (2 ^ k)).
  by rewrite expnS muln_INR (_ : INR 2 = 2) ?sqrt_mult_alt ?INR_IZR_INZ //; lra.
have root_ge1 k : 1 <= sqrt (INR (2 ^ k)).
  by rewrite -{1}sqrt_1; apply: sqrt_le_1_alt; apply: (leq_INR (m := 1)); rewrite expn_gt0.
have sum k : 1 + \rsum_(j < k) (INR (2 ^ j) * / sqrt (INR (2 ^ j))) = (1 + sqrt 2) * sqrt (INR (2 ^ k)) - sqrt 2.
  elim: k => [|k IH]; first by rewrite big_ord0 /= sqrt_1; ring.
  rewrite (rsum_recr k (fun j => INR (2 ^ j) * / sqrt (INR (2 ^ j)))) root -Rplus_assoc IH.
  have ss : sqrt (INR (2 ^ k)) * sqrt (INR (2 ^ k)) = INR (2 ^ k) by apply: sqrt_sqrt; exact: pos_INR.
  have r1 := root_ge1 k; have -> : INR (2 ^ k) * / sqrt (INR (2 ^ k)) = sqrt (INR (2 ^ k)).
    by rewrite -{1}ss Rmult_assoc Rinv_r ?Rmult_1_r //; lra.
  rewrite (_ : (1 + sqrt 2) * (sqrt 2 * sqrt (INR (2 ^ k))) = (sqrt 2 + sqrt 2 * sqrt 2) * sqrt (INR (2 ^ k))); last ring.
  by rewrite s2; ring.
have grows k : INR k <= 4 * sqrt (INR (2 ^ k)).
  elim: k => [|k IH]; first by rewrite /= sqrt_1; lra.
  by rewrite S_INR root; have := root_ge1 k; nra.
split=> [k N|c c1].
  split; [by rewrite -/N; elim: k @N => [|k IH]; rewrite ?big_ord0 // big_ord_recr /= addnA IH expnS mul2n addnn
    | exact: sum | by apply: every_visit; rewrite expn_gt0 |].
  move=> k4; have : sqrt (INR 16) <= sqrt (INR N).
    by apply: sqrt_le_1_alt; apply: leq_INR; rewrite (_ : 16%N = 2 ^ 4)%N // leq_exp2l.
  have -> : sqrt (INR 16) = 4 by rewrite INR_IZR_INZ (_ : IZR (Z.of_nat 16) = 4 * 4) ?sqrt_square //=; lra.
  by nra.
pose d := (1 + sqrt 2) - 2 * c; have d0 : 0 < d by rewrite /d; lra.
exists (Z.to_nat (up (8 / d))) => k Hk.
have [u _] := archimed (8 / d); have kd : 8 / d < INR k.
  apply: (Rlt_le_trans _ _ _ u); apply: Rle_trans (leq_INR Hk); rewrite INR_IZR_INZ Z2Nat.id; first exact: Rle_refl.
  apply: le_IZR; have q0 : 0 < 8 / d by apply: Rmult_lt_0_compat; [lra | exact: Rinv_0_lt_compat].
  by apply: Rle_trans (Rlt_le _ _ q0) (Rlt_le _ _ u).
have := grows k => g; have : 8 < d * INR k.
  by have := Rmult_lt_compat_l d _ _ d0 kd; rewrite (_ : d * (8 / d) = 8) //; field; lra.
move=> dk; have : 2 < d * sqrt (INR (2 ^ k)) by nra.
by rewrite /d; lra.
Qed.
