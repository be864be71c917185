(* Lemma 11 (lem:bias-term-1) without sqrt T: for variables in [0, B] the sum of what is expected exceeds the sum of
   what happens by at most s times the sum of the squares, and ln(1/delta)/s; along the epochs the squares of the
   bonuses add up to a logarithm of T. *)
Require Import UCRLLP.Sums UCRLLP.Probability UCRLLP.Concentration UCRLLP.Model UCRLLP.Episodes
  UCRLLP.OccupancyMeasures UCRLLP.ConfidenceSets UCRLLP.Algorithm UCRLLP.GoodEvents UCRLLP.Setting
  UCRLLP.Visits UCRLLP.AppendixB.
From Coquelicot Require Import Coquelicot.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- exp(- y - y^2) <= 1 - y on [0, 1/2] *)
Lemma exp_quadratic z : 0 <= z -> 1 + z + z ^ 2 / 2 <= exp z.
Proof.
move=> z0; have G : exp 0 - (1 + 0 + 0 ^ 2 / 2) <= exp z - (1 + z + z ^ 2 / 2).
  apply: (@grows (fun y => exp y - (1 + y + y ^ 2 / 2)) (fun y => exp y - (1 + y))) => // y y0.
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
  Pr K n [::] (fun w => ~~ Rleb (along (fun hist e => m hist - U hist e) w)
    (s * along (fun hist e => U hist e ^ 2) w + ln (1 / delta) / s)) <= delta.
Proof.
move=> s0 sB d01; pose D := fun hist e => m hist - U hist e; pose Q := fun hist e => U hist e ^ 2.
pose M w := delta * exp (s * along D w - s ^ 2 * along Q w).
have ME e h : M (e :: h) = M h * exp (s * D h e - s ^ 2 * Q h e).
  by rewrite /M [RHS]Rmult_assoc -exp_plus !along_cons; congr (_ * exp _); ring.
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
have H : ln (1 / delta) <= s * along D w - s ^ 2 * along Q w.
  have := Rmult_lt_compat_l _ _ _ s0 lt.
  have -> : s * (s * along Q w + ln (1 / delta) / s) = s ^ 2 * along Q w + ln (1 / delta) by field; lra.
  by lra.
have i0 : 0 < 1 / delta by apply: Rdiv_lt_0_compat; lra.
have : 1 / delta <= exp (s * along D w - s ^ 2 * along Q w).
  rewrite -{1}(exp_ln _ i0); case: H => [/exp_increasing/Rlt_le //|->]; exact: Rle_refl.
move=> /(Rmult_le_compat_l delta _ _ (Rlt_le _ _ d01.1)).
by rewrite (_ : delta * (1 / delta) = 1); [| field; lra].
Qed.
End Bounded.

(* the best s: s V + l/s at sqrt(l/V), or at 1/(2B) *)
Lemma best_s V l B : 0 < V -> 0 < l -> 0 < B -> exists s,
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
Theorem line_crossing n : Pr K n [::] (hit crossed) <= exp (- a).
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
Definition G (n : nat) : R := if n is 0%N then 0 else 1 + ln (INR n) / ln 2.

Lemma log2_step u : 0 <= u <= 1 -> u <= ln (1 + u) / ln 2.
Proof.
move=> u01; have l2 := ln_lt_2; apply: (Rmult_le_reg_r (ln 2)); first lra.
rewrite (_ : ln (1 + u) / ln 2 * ln 2 = ln (1 + u)); last by field; lra.
have H := exp_convex (ln 2) u01; rewrite exp_ln in H; last lra.
rewrite -(ln_exp (u * ln 2)); apply: ln_le; first exact: exp_pos.
by rewrite Rmult_comm; lra.
Qed.

Lemma G_step N n : (n <= maxn 1 N)%N -> G N + INR n / INR (maxn 1 N) <= G (N + n).
Proof.
have l2 := ln_lt_2; case: N => [|N] nN.
  by rewrite maxn0 in nN *; case: n nN => [|[|//]] _ /=; rewrite ?ln_1; lra.
have N1 : (1 <= N.+1)%N by [].
rewrite (maxn_idPr N1) in nN *; rewrite addSn /G -addSn addn_INR.
have a1 := leq_INR N1; rewrite INR_1' in a1; have nR := leq_INR nN; have n0 := pos_INR n.
move: (INR N.+1) (INR n) a1 nR n0 => a k a1 ka k0.
have u01 : 0 <= k / a <= 1.
  split; first by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat; lra.
  by apply: (Rmult_le_reg_r a); [lra | rewrite (_ : k / a * a = k); [lra | by field; lra]].
have := log2_step u01.
have -> : a + k = a * (1 + k / a) by field; lra.
rewrite ln_mult; [| lra | lra].
by rewrite /Rdiv Rmult_plus_distr_r; lra.
Qed.

Lemma G_le n T : (n <= T)%N -> (0 < T)%N -> G n <= 1 + ln (INR T) / ln 2.
Proof.
have l2 := ln_lt_2; have i2 : 0 < / ln 2 by apply: Rinv_0_lt_compat; lra.
move=> nT T1; case: n nT => [|n] nT.
  have : 0 <= ln (INR T) by rewrite -ln_1; apply: ln_le; [lra | exact: (leq_INR T1)].
  by rewrite /G /Rdiv; nra.
have : ln (INR n.+1) <= ln (INR T) by apply: ln_le; [apply: lt_0_INR; apply/ltP | exact: leq_INR].
by rewrite /G /Rdiv; nra.
Qed.

Section Squares.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Notation E := (traj S A Z L 0).
Notation cnt := (@cnt S A Z x0 L).
Notation visit := (@visit S A Z x0 L).
Variable st : seq E -> seq E.
Hypothesis Hst : schedule x0 st.
Notation pair := {h : nat & (S h * A)%type}.
(* the sum of 1/max{1, N_i} over the visits of a pair *)
Definition spent1 (p : pair) := along (fun hist (e : E) => ind (visit p e) / INR (maxn 1 (cnt p (st hist)))).

Lemma spent1_invariant h (x : S h) a w : (h < L)%N -> let p := mkp x a in
  [/\ (cnt p (st w) <= cnt p w)%N,
      (cnt p w - cnt p (st w) < maxn 1 (cnt p (st w)))%N &
      spent1 p w <= G (cnt p (st w)) + INR (cnt p w - cnt p (st w)) / INR (maxn 1 (cnt p (st w)))].
Proof.
move=> hL; apply: (charged Hst (wgt := fun N => / INR (maxn 1 N)) (g := G) x a w hL (Rle_refl 0)) => N n.
exact: G_step.
Qed.

Lemma spent1_bound h (x : S h) a w : (h < L)%N -> (0 < size w)%N ->
  spent1 (mkp x a) w <= 1 + ln (INR (size w)) / ln 2.
Proof.
move=> hL w0; have [I1 I2 I3] := spent1_invariant x a w hL.
apply: Rle_trans I3 _; apply: Rle_trans (G_step (ltnW I2)) _.
by rewrite subnKC //; apply: G_le => //; exact: count_size.
Qed.

(* the bonuses over sqrt(2 Lam) *)
Definition root1 (hist : seq E) h (x : S h) (a : A) : R := / sqrt (INR (maxn 1 (cnt (mkp x a) (st hist)))).

Lemma root1_range hist h (x : S h) a : 0 <= root1 hist x a <= 1.
Proof. exact: n1_inv. Qed.

(* the square of a sum over k steps *)
Lemma pathsum_square (W : forall h, S h -> A -> R) k h (x : S h) (e : traj S A Z k h) :
  pathsum (fun l x a _ _ => W l x a) x e ^ 2 <= INR k * pathsum (fun l x a _ _ => W l x a ^ 2) x e.
Proof.
elim: k h x e => [|k IH] h x e; first by rewrite /= !Rmult_0_l; exact: Rle_refl.
have q0 : 0 <= pathsum (fun l x a _ _ => W l x a ^ 2) e.1.2.2 e.2.
  by apply: pathsum_ge0 => *; exact: pow2_ge_0.
rewrite [pathsum _ _ _ in X in X ^ 2]/= [pathsum (fun l x a _ _ => W l x a ^ 2) _ _]/= -/(pow _ 2).
have := IH _ e.1.2.2 e.2; move: (pathsum _ _ _) (pathsum _ _ _) (W h x e.1.1) q0 => s q u q0 H.
case: (posnP k) => [k0|k1].
  by move: H; rewrite k0 /=; nra.
rewrite S_INR; have k1R := leq_INR k1; rewrite INR_1' in k1R; move: (INR k) k1R H => c c1 H.
apply: (Rmult_le_reg_l c); first lra.
have := pow2_ge_0 (c * u - s); rewrite /= in H *; nra.
Qed.
End Squares.

Section Lemma11.
Import Letters.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A].
Hypotheses (Hst : schedule x0 st) (Hf : forall w, is_policy (f w)).
Notation K := (@K S A Z x0 L P rho f).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Notation visited := (@visited S A Z x0 L).
Notation root1 := (@root1 S A Z x0 L st).
Notation log2 T := (ln (INR T) / ln 2).

Definition U11 (hist : seq E) (e : E) := visited (root1 hist) e.
Definition V11 := INR L * (INR X - 1) * INR #|A| * (1 + log2 T).

Lemma U11_range hist e : 0 <= U11 hist e <= INR L.
Proof.
have := @pathsum_bound S A Z (fun l x a _ _ => root1 hist x a) (fun=> 1) L 0 x0 e
  (fun l x a _ _ => root1_range x0 st hist x a).
by rewrite /U11 visited_pathsum rsum_ord_const Rmult_1_r.
Qed.

Lemma U11_mean hist : has_mean (K hist) (U11 hist) (expected x0 P f root1 hist).
Proof.
by have [] := visited_mean x0 HP Hrho Hf (g := root1) (c := fun=> 1)
  (fun w h x a => root1_range x0 st w x a) hist.
Qed.

(* on every path the squares add up to at most V *)
Lemma squares_V11 v : size v = T -> along (fun hist e => U11 hist e ^ 2) v <= V11.
Proof.
move=> vT; apply: (@Rle_trans _ (INR L * \rsum_(h < L) \rsum_(x : S h) \rsum_a spent1 x0 st (mkp x a) v)).
  have E1 : \rsum_(h < L) \rsum_(x : S h) \rsum_a spent1 x0 st (mkp x a) v =
      along (fun hist e => visited (fun h (x : S h) a => root1 hist x a ^ 2) e) v.
    elim: (v) => [|e u IH].
      by rewrite big1 // => h _; rewrite big1 // => x _; rewrite big1.
    rewrite along_cons -IH /visited -rsumD; apply: eq_bigr => h _; rewrite -rsumD; apply: eq_bigr => x _.
    rewrite -rsumD; apply: eq_bigr => a _; rewrite /spent1 along_cons /root1 /Rdiv; congr (_ * _ + _).
    have n1' : 1 <= INR (maxn 1 (cnt x0 (mkp x a) (st u))) by exact: n1_ge1.
    by rewrite -Rinv_pow ?pow2_sqrt //; [lra | apply: Rgt_not_eq; apply: sqrt_lt_R0; lra].
  rewrite E1 -alongZ; apply: along_le => s e hist _.
  by rewrite /U11 !visited_pathsum; exact: pathsum_square.
have wv : (0 < size v)%N by rewrite vT; exact: T1.
rewrite /V11 !Rmult_assoc; apply: Rmult_le_compat_l; first exact: pos_INR.
apply: (@Rle_trans _ (\rsum_(h < L) (INR #|S h| * (INR #|A| * (1 + log2 T))))).
  apply: rsum_le => h _; rewrite -rsum_const; apply: rsum_le => x _; rewrite -rsum_const; apply: rsum_le => a _.
  by rewrite -vT; exact: spent1_bound.
rewrite rsumZr; apply: Req_le; congr (_ * _).
have E2 (u : R) : u = u + 1 - 1 by ring.
by rewrite /Algorithm.X big_ord_recr /= SL addn_INR Sums.sum_INR INR_1'; exact: E2.
Qed.

(* Lemma 11 (lem:bias-term-1), repaired: without sqrt T, for any rule that ends epochs as often as line 12 and any
   policies *)
Theorem lemma_11_no_root_T : 1 - delta <= Prl K T [::] (fun v => Rleb (sum_b_diff x0 P Lam st f v)
  (sqrt (2 * Lam) * (2 * sqrt (INR L * (INR X - 1) * INR #|A| * (1 + log2 T) * ln (1 / delta)) +
    2 * INR L * ln (1 / delta)))).
Proof.
have l0 : 0 < ln (1 / delta) := ln_delta delta01.
have LR : 1 <= INR L := leq_INR L1; have AR : 1 <= INR #|A| := leq_INR A1.
have V0 : 0 < V11.
  have l2 := ln_lt_2; have lT : 0 <= log2 T.
    apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat; lra.
    by rewrite -ln_1; apply: ln_le; [lra | exact: (leq_INR T1)].
  have X1 : 1 <= INR X - 1.
    have : INR 2 <= INR X := leq_INR (X_ge2 x0 L1 SL).
    by rewrite [INR 2]/=; lra.
  rewrite /V11; have : 1 <= INR L * (INR X - 1) by nra.
  move=> H; have : 1 <= INR L * (INR X - 1) * INR #|A| by nra.
  nra.
have L0 : 0 < INR L by lra.
have [s [s0 sB best]] := best_s V0 l0 L0.
apply: (Pr_not KD); apply: Rle_trans (expected_minus_seen KD U11_range U11_mean T s0 sB delta01).
apply: (Pr_imp KD) => v vT; apply: contra => /RlebP H; apply/RlebP.
have -> : sum_b_diff x0 P Lam st f v =
    sqrt (2 * Lam) * along (fun hist e => expected x0 P f root1 hist - U11 hist e) v.
  rewrite -alongZ; apply: eq_along => hist e; rewrite /U11 /expected /Visits.visited -rsumB -rsumZ.
  apply: eq_bigr => h _; rewrite -rsumB -rsumZ; apply: eq_bigr => x _; rewrite -rsumB -rsumZ.
  apply: eq_bigr => a _; rewrite /b sqrt_div_alt; last by have := n1_ge1 x0 (st hist) x a; lra.
  by rewrite /root1 -/(n1 x0 (st hist) x a) /Rdiv; ring.
apply: Rmult_le_compat_l; first exact: sqrt_pos.
apply: Rle_trans H _; apply: Rle_trans best; apply: Rplus_le_compat_r.
by apply: Rmult_le_compat_l; [lra | exact: squares_V11].
Qed.
End Lemma11.
