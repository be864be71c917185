(* Nonnegative supermartingales: one of exponential form for variables in [0, B], by which the sum of what is expected
   exceeds the sum of what happens by at most s times the sum of the squares and ln(1/delta)/s; Ville's inequality; when a
   count crosses a line.  Then a count in parts: the sum of n_i / max{1, N_i} is at most 1 + log2 N. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration.
From Coquelicot Require Import Coquelicot.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- exp(- y - y^2) <= 1 - y on [0, 1/2] *)
Lemma exp_quadratic z : 0 <= z -> 1 + z + z ^ 2 / 2 <= exp z.
Proof.
move=> z0; have G : exp 0 - (1 + 0 + 0 ^ 2 / 2) <= exp z - (1 + z + z ^ 2 / 2).
  apply: (@ge0_derive_le (fun y => exp y - (1 + y + y ^ 2 / 2)) (fun y => exp y - (1 + y))) => // y y0.
    by auto_derive => //; field.
  by have := exp_ineq1_le y; lra.
by rewrite exp_0 in G; lra.
Qed.

Lemma exp_minus_square y : 0 <= y <= / 2 -> exp (- y - y ^ 2) <= 1 - y.
Proof.
move=> y2; have z0 : 0 <= y + y ^ 2 by nra.
have H : 1 <= exp (y + y ^ 2) * (1 - y).
  apply: Rle_trans _ (Rmult_le_compat_r _ _ _ _ (exp_quadratic z0)); last lra.
  have -> : (1 + (y + y ^ 2) + (y + y ^ 2) ^ 2 / 2) * (1 - y) = 1 + y ^ 2 * (1 - y - y ^ 2 - y ^ 3) / 2 by field.
  have y2' : y ^ 2 <= / 4 by nra.
  have y3 : y ^ 3 <= / 8 by rewrite (_ : y ^ 3 = y * y ^ 2); [nra | ring].
  by have := pow2_ge_0 y; nra.
have -> : - y - y ^ 2 = - (y + y ^ 2) by ring.
have ep := exp_pos (y + y ^ 2); rewrite exp_Ropp.
apply: (Rmult_le_reg_l (exp (y + y ^ 2))) => //.
by rewrite Rinv_r //; lra.
Qed.

(* --- variables U in [0, B] with a mean m, given the past *)
Section Bounded.
Variables (E : Type) (K : seq E -> (E -> R) -> R).
Hypothesis HK : forall hist, is_exp (K hist).
Variables (U : seq E -> E -> R) (m : seq E -> R) (B : R).
Hypotheses (U0 : forall hist e, 0 <= U hist e <= B) (Um : forall hist, has_mean (K hist) (U hist) (m hist)).

Let Ub hist : bdd (U hist) := bdd_between (U0 hist).

(* Lemma 11, repaired: the supermartingale, one step *)
Lemma step_supermartingale hist s : 0 <= s -> s * B <= / 2 ->
  K hist (fun e => exp (s * (m hist - U hist e) - s ^ 2 * U hist e ^ 2)) <= 1.
Proof.
move=> s0 sB; have ep := exp_pos (s * m hist).
have bU2 : bdd (fun e => U hist e ^ 2).
  by apply: bdd_eq (bddM (Ub hist) (Ub hist)) => e /=; ring.
have b1 : bdd (fun e => exp (s * (m hist - U hist e) - s ^ 2 * U hist e ^ 2)).
  by apply/bdd_exp/bddB; [apply/bddZ/bddB => //; exact: bddC | exact: bddZ].
have [_ Um2] := Um hist.
apply: (@Rle_trans _ (exp (s * m hist) * (1 - s * m hist))).
  have b2 : bdd (fun e => s * - U hist e) by apply/bddZ/bddN.
  have b3 : bdd (fun e => s * - U hist e + 1) by apply: bddD => //; exact: bddC.
  apply: (@Rle_trans _ (K hist (fun e => exp (s * m hist) * (s * - U hist e + 1)))).
    apply: (ex_le (HK hist)) => [//||e]; first exact: bddZ.
    have -> : s * (m hist - U hist e) - s ^ 2 * U hist e ^ 2 =
      s * m hist + (- (s * U hist e) - (s * U hist e) ^ 2) by ring.
    rewrite exp_plus; apply: Rmult_le_compat_l; first lra.
    have y2 : 0 <= s * U hist e <= / 2 by have := U0 hist e; nra.
    by have := exp_minus_square y2; lra.
  apply: Rle_trans (exZ (HK hist) (Rlt_le _ _ ep) b3) _; apply: Rmult_le_compat_l; first lra.
  rewrite (ex_addC (HK hist) _ b2).
  have := exZ (HK hist) s0 (bddN (Ub hist)); rewrite Um2; lra.
have E1 : exp (s * m hist) * exp (- (s * m hist)) = 1 by rewrite -exp_plus Rplus_opp_r exp_0.
by have := exp_ineq1_le (- (s * m hist)); nra.
Qed.

(* ... and its tail: with probability at least 1 - delta *)
Theorem expected_minus_seen n s delta : 0 < s -> s * B <= / 2 -> 0 < delta < 1 ->
  Pr K n [::] (fun w => ~~ Rleb (hsum (fun hist e => m hist - U hist e) w)
    (s * hsum (fun hist e => U hist e ^ 2) w + ln (1 / delta) / s)) <= delta.
Proof.
move=> s0 sB d01; pose D := fun hist e => m hist - U hist e; pose Q := fun hist e => U hist e ^ 2.
pose M w := delta * exp (s * hsum D w - s ^ 2 * hsum Q w).
have ME e h : M (e :: h) = M h * exp (s * D h e - s ^ 2 * Q h e).
  by rewrite /M [RHS]Rmult_assoc -exp_plus !hsum_cons; congr (_ * exp _); ring.
have M0 w : 0 <= M w by apply: Rmult_le_pos; [lra | exact/Rlt_le/exp_pos].
have sb h : bdd (fun e => exp (s * D h e - s ^ 2 * Q h e)).
  apply/bdd_exp/bddB; first by apply/bddZ/bddB => //; exact: bddC.
  by apply: bddZ; apply: bdd_eq (bddM (Ub h) (Ub h)) => e /=; rewrite /Q; ring.
have Mb h : bdd (fun e => M (e :: h)) by apply: bdd_eq (bddZ (M h) (sb h)) => e; rewrite ME.
rewrite [X in _ <= X](_ : _ = M [::]); last by rewrite /M /= !Rmult_0_r Rminus_eq_0 exp_0; ring.
apply: (Pr_super HK (M := M) Mb) => [h|w _].
  rewrite (ex_eq (HK h) (Mb h) (fun e => ME e h)).
  apply: Rle_trans (exZ (HK h) (M0 h) (sb h)) _.
  by have := step_supermartingale h (Rlt_le _ _ s0) sB; have := M0 h; rewrite -/(D h) /Q /D; nra.
case: RlebP => [_|/Rnot_le_lt lt]; first exact: M0.
rewrite -/D -/Q in lt; rewrite /M [ind _]/=.
have H : ln (1 / delta) <= s * hsum D w - s ^ 2 * hsum Q w.
  have := Rmult_lt_compat_l _ _ _ s0 lt.
  have -> : s * (s * hsum Q w + ln (1 / delta) / s) = s ^ 2 * hsum Q w + ln (1 / delta) by field; lra.
  by lra.
have i0 : 0 < 1 / delta by apply: Rdiv_lt_0_compat; lra.
have : 1 / delta <= exp (s * hsum D w - s ^ 2 * hsum Q w).
  rewrite -{1}(exp_ln _ i0); case: H => [/exp_increasing/Rlt_le //|->]; exact: Rle_refl.
move=> /(Rmult_le_compat_l delta _ _ (Rlt_le _ _ d01.1)).
by rewrite (_ : delta * (1 / delta) = 1); [| field; lra].
Qed.
End Bounded.

(* the best s: s V + l/s at sqrt(l/V), or at 1/(2B) *)
Lemma exists_tradeoff V l B : 0 < V -> 0 < l -> 0 < B -> exists s,
  [/\ 0 < s, s * B <= / 2 & s * V + l / s <= 2 * sqrt (V * l) + 2 * B * l].
Proof.
move=> V0 l0 B0; have v0 := sqrt_lt_R0 _ V0; have w0 := sqrt_lt_R0 _ l0.
have vv := sqrt_sqrt V (Rlt_le _ _ V0); have ll := sqrt_sqrt l (Rlt_le _ _ l0).
rewrite sqrt_mult_alt; last lra.
move: (sqrt V) (sqrt l) v0 w0 vv ll => v w v0 w0 <- <-; have Bw : 0 < B * w by nra.
case: (Rle_dec (2 * B * w) v) => H.
  exists (w / v); split; first exact: Rdiv_lt_0_compat.
    apply: (Rmult_le_reg_r v) => //; rewrite (_ : w / v * B * v = w * B); [lra | by field; lra].
  have -> : w / v * (v * v) + w * w / (w / v) = 2 * (v * w) by field; lra.
  by have : 0 <= 2 * B * (w * w); [apply: Rmult_le_pos; nra | lra].
exists (/ (2 * B)); split; first by apply: Rinv_0_lt_compat; lra.
  by apply: Req_le; field; lra.
have -> : w * w / / (2 * B) = 2 * B * (w * w) by field; lra.
apply: Rplus_le_compat_r; apply: (Rmult_le_reg_l (2 * B)); first lra.
rewrite (_ : 2 * B * (/ (2 * B) * (v * v)) = v * v); [nra | by field; lra].
Qed.

(* --- a nonnegative supermartingale exceeds 1 at some time with probability at most its start *)
Section Ville.
Variables (E : Type) (K : seq E -> (E -> R) -> R).
Hypothesis HK : forall hist, is_exp (K hist).
Variable M : seq E -> R.
Hypotheses (M0 : forall w, 0 <= M w) (Mb : forall h, bdd (fun e => M (e :: h))).
Hypothesis MK : forall h, K h (fun e => M (e :: h)) <= M h.

Fixpoint hit (w : seq E) : bool := Rleb 1 (M w) || (if w is _ :: w' then hit w' else false).
Lemma hit_drop s w : 1 <= M (drop s w) -> hit w.
Proof.
elim: w s => [|e w IH] [|s] H; rewrite [hit _]/=; try by apply/orP; left; apply/RlebP.
by apply/orP; right; exact: IH H.
Qed.
Definition stopped (w : seq E) : R := if hit w then 1 else M w.

Theorem ville n : Pr K n [::] hit <= M [::].
Proof.
case: (Rle_dec 1 (M [::])) => [M1|/Rnot_le_lt M1].
  by apply: Rle_trans M1; apply: (ex_leC (Ex_exp HK n [::])) => // w; exact: ind_le1.
have E0 : stopped [::] = M [::] by rewrite /stopped /= orbF; case: RlebP => //; lra.
rewrite -E0; have sE e h : stopped (e :: h) = if hit h then 1 else Rmin 1 (M (e :: h)).
  rewrite /stopped [hit (e :: h)]/=; case: (hit h); first by rewrite orbT.
  rewrite orbF; case: RlebP => H; first by rewrite Rmin_left.
  by rewrite Rmin_right; lra.
apply: (Pr_super HK (M := stopped)) => [h|h|w _].
- by apply: (@bdd_between _ _ 0 1) => e; rewrite sE; case: (hit h); [lra |];
    split; [apply: Rmin_glb; [lra | exact: M0] | exact: Rmin_l].
- rewrite [X in _ <= X]/stopped; case Hh : (hit h).
    by apply: Req_le; apply: (ex_const (HK h)) => e; rewrite sE Hh.
  apply: Rle_trans (MK h); apply: (ex_le (HK h)) => [||e]; [|exact: Mb|].
    by apply: (@bdd_between _ _ 0 1) => e; rewrite sE Hh; split; [apply: Rmin_glb; [lra | exact: M0] | exact: Rmin_l].
  by rewrite sE Hh; exact: Rmin_r.
by rewrite /stopped; case: (hit w) => /=; [exact: Rle_refl | exact: M0].
Qed.
End Ville.

(* successes nx among the visits vis, of probability at most p: they cross a line with probability exp(-a) at most *)
Section Line.
Variables (E : Type) (K : seq E -> (E -> R) -> R) (vis nx : pred E) (p theta lambda a : R).
Hypothesis HK : forall hist, is_exp (K hist).
Hypothesis nx_vis : forall e, nx e -> vis e.
Hypothesis Hnx : forall hist, K hist (fun e => ind (nx e) - p * ind (vis e)) <= 0.
Hypotheses (theta0 : 0 <= theta) (slope : 1 + p * (exp theta - 1) <= exp lambda).

Definition crossed (w : seq E) : R :=
  exp (theta * INR (count nx w) - lambda * INR (count vis w) - a).
Theorem Pr_hit_line n : Pr K n [::] (hit crossed) <= exp (- a).
Proof.
have st e h : crossed (e :: h) = crossed h * exp (theta * ind (nx e) - lambda * ind (vis e)).
  rewrite /crossed -exp_plus /= !addn_INR; congr exp.
  have I (b : bool) : INR b = ind b by case: b.
  by rewrite !I; ring.
have sb : bdd (fun e => exp (theta * ind (nx e) - lambda * ind (vis e))).
  by apply/bdd_exp/bddB; apply: bddZ; exact: bdd_ind.
have c0 w : 0 <= crossed w by exact/Rlt_le/exp_pos.
have cb h : bdd (fun e => crossed (e :: h)) by apply: bdd_eq (bddZ (crossed h) sb) => e; rewrite st.
have -> : exp (- a) = crossed [::] by rewrite /crossed /=; congr exp; ring.
apply: (ville HK c0 cb) => h.
rewrite (ex_eq (HK h) (cb h) (fun e => st e h)); apply: Rle_trans (exZ (HK h) (c0 h) sb) _.
rewrite -[X in _ <= X]Rmult_1_r; apply: Rmult_le_compat_l => //.
have l0 := exp_pos (- lambda); have lE : exp lambda * exp (- lambda) = 1 by rewrite -exp_plus Rplus_opp_r exp_0.
have t1 : 1 <= exp theta by have := exp_ineq1_le theta; lra.
have Yb : bdd (fun e => ind (nx e) - p * ind (vis e)) by apply: bddB; [|apply: bddZ]; exact: bdd_ind.
apply: (ex_affine (HK h) (k := exp (- lambda) * (exp theta - 1)) sb Yb) => // [|e].
  by apply: Rmult_le_pos; lra.
have := nx_vis (e := e); case: (nx e) => [->|_] //=; last first.
  case: (vis e) => /=; rewrite !Rmult_0_r ?Rmult_1_r ?Rminus_0_r; last by rewrite exp_0; lra.
  by rewrite Rminus_0_l; nra.
rewrite !Rmult_1_r exp_plus; nra.
Qed.
End Line.

(* --- one pair: the sum of n_i / max{1, N_i} is at most 1 + log2 N *)
Definition parts_log (n : nat) : R := if n is 0%N then 0 else 1 + ln (INR n) / ln 2.

Lemma log2_step u : 0 <= u <= 1 -> u <= ln (1 + u) / ln 2.
Proof.
move=> u01; have l2 := ln_lt_2; apply: (Rmult_le_reg_r (ln 2)); first lra.
rewrite (_ : ln (1 + u) / ln 2 * ln 2 = ln (1 + u)); last by field; lra.
have H := exp_convex (ln 2) u01; rewrite exp_ln in H; last lra.
rewrite -(ln_exp (u * ln 2)); apply: le_ln; first exact: exp_pos.
by rewrite Rmult_comm; lra.
Qed.

Lemma parts_log_step N n : (n <= maxn 1 N)%N -> parts_log N + INR n / INR (maxn 1 N) <= parts_log (N + n).
Proof.
have l2 := ln_lt_2; case: N => [|N] nN.
  by rewrite maxn0 in nN *; case: n nN => [|[|//]] _ /=; rewrite ?ln_1; lra.
have N1 : (1 <= N.+1)%N by [].
rewrite (maxn_idPr N1) in nN *; rewrite addSn /parts_log -addSn addn_INR.
have a1 := leq_INR N1; rewrite INR1 in a1; have nR := leq_INR nN; have n0 := pos_INR n.
move: (INR N.+1) (INR n) a1 nR n0 => a k a1 ka k0.
have u01 : 0 <= k / a <= 1.
  split; first by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat; lra.
  by apply: (Rmult_le_reg_r a); [lra | rewrite (_ : k / a * a = k); [lra | by field; lra]].
have := log2_step u01.
have -> : a + k = a * (1 + k / a) by field; lra.
rewrite ln_mult; [| lra | lra].
by rewrite /Rdiv Rmult_plus_distr_r; lra.
Qed.

Lemma parts_log_le n T : (n <= T)%N -> (0 < T)%N -> parts_log n <= 1 + ln (INR T) / ln 2.
Proof.
have l2 := ln_lt_2; have i2 : 0 < / ln 2 by apply: Rinv_0_lt_compat; lra.
move=> nT T1; case: n nT => [|n] nT.
  have : 0 <= ln (INR T) by rewrite -ln_1; apply: le_ln; [lra | exact: (leq_INR T1)].
  by rewrite /parts_log /Rdiv; nra.
have : ln (INR n.+1) <= ln (INR T) by apply: le_ln; [apply: lt_0_INR; apply/ltP | exact: leq_INR].
by rewrite /parts_log /Rdiv; nra.
Qed.
