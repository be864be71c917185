(* thm:main (Theorem 4) with the constant 2 + sqrt 2 and a probability to fail of at most
   3 TXA exp(-2 Lam), that is 3 delta^2 / (TXA) for Lam = log(TXA/delta), and at most 3/4 delta^2 < delta.  So Lam may be
   halved: 1 + sqrt 2 for Lam = log(3TXA/delta) / 2.  Where every episode ends an epoch (alg:main/12 as printed) the
   constant is 2 sqrt 2.  The budgets: r_bar - r <= b / sqrt 2, and exp(-2 Lam) for the martingale. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.Epochs UCRLLP.model.Learner
  UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents UCRLLP.model.Setting UCRLLP.paper.Visits UCRLLP.paper.AppendixA UCRLLP.paper.AppendixB
  UCRLLP.sharper.ClippedRecursion UCRLLP.sharper.Budgets.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- the pigeonhole if every episode ends an epoch: 1 + sum_(k < n, k >= 1) 1 / sqrt k <= 2 sqrt n *)
Section EveryEpisode.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Notation E := (traj S A Z L 0).
Notation cnt := (@cnt S A Z x0 L).
Variable st : seq E -> seq E.
Hypothesis every : forall w, st w = w.

Definition every_sum (n : nat) : R := if n is k.+1 then Rmax 1 (2 * sqrt (INR k)) else 0.

Lemma every_step n : every_sum n + / sqrt (INR (maxn 1 n)) <= every_sum n.+1.
Proof.
case: n => [|[|n]].
- by rewrite (_ : maxn 1 0 = 1%N) // INR1 sqrt_1 Rinv_1 /every_sum Rplus_0_l; exact: Rmax_l.
- rewrite (_ : maxn 1 1 = 1%N) // /every_sum INR1 sqrt_1 [INR 0]/= sqrt_0 Rmult_0_r Rinv_1.
  by rewrite (Rmax_left 1 0); [apply: Rle_trans (Rmax_r _ _); lra | lra].
rewrite (maxn_idPr _) //; apply: Rle_trans (Rmax_r _ _).
have n1 : 1 <= INR n.+1 := leq_INR (ltn0Sn n).
have m1 : INR n.+2 = INR n.+1 + 1 by exact: S_INR.
have s1 : 1 <= sqrt (INR n.+1) by rewrite -{1}sqrt_1; exact: sqrt_le_1_alt.
have ss : sqrt (INR n.+1) * sqrt (INR n.+1) = INR n.+1 by apply: sqrt_sqrt; lra.
have tt : sqrt (INR n.+2) * sqrt (INR n.+2) = INR n.+1 + 1 by rewrite -m1; apply: sqrt_sqrt; lra.
have t0 : sqrt (INR n.+1) <= sqrt (INR n.+2) by apply: sqrt_le_1_alt; lra.
rewrite /every_sum Rmax_right; last by lra.
move: (sqrt (INR n.+1)) (sqrt (INR n.+2)) s1 ss tt t0 => s t s1 ss tt t0.
apply: (Rmult_le_reg_r t); first by lra.
rewrite Rmult_plus_distr_r Rinv_l; last by lra.
by have := pow2_ge_0 (t - s); rewrite /=; nra.
Qed.

Lemma every_le n : every_sum n <= 2 * sqrt (INR n).
Proof.
case: n => [|n]; first by rewrite /= sqrt_0; lra.
have n0 := pos_INR n; rewrite [every_sum _]/= -/(INR n.+1); apply: Rmax_lub.
  have : 1 <= sqrt (INR n.+1) by rewrite -{1}sqrt_1; apply: sqrt_le_1_alt; rewrite S_INR; lra.
  lra.
by apply: Rmult_le_compat_l; [lra | apply: sqrt_le_1_alt; rewrite S_INR; lra].
Qed.

Lemma spent_every h (x : S h) a w : spent x0 st (mkp x a) w <= 2 * sqrt (INR (cnt (mkp x a) w)).
Proof.
apply: Rle_trans (every_le _); elim: w => [|e w IH]; first exact: Rle_refl.
rewrite /spent hsum_cons -/(spent x0 st (mkp x a)) cnt_cons every.
case: (visit _ _ e); last by rewrite add0n /Rdiv Rmult_0_l Rplus_0_l.
rewrite add1n /Rdiv Rmult_1_l Rplus_comm; apply: Rle_trans (every_step _).
exact: Rplus_le_compat_r.
Qed.
End EveryEpisode.

(* --- what needs fewer assumptions: the radii, P in P_i, sums *)
Section Parts.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Unset Implicit Arguments.
Variables (P : trans S A).
Set Implicit Arguments.
Variables (T : nat) (Lam : R).
Hypotheses (HP : is_trans P) (A1 : (0 < #|A|)%N) (L1 : (0 < L)%N).
Notation E := (traj S A Z L 0).
Notation root := (root A T Lam).
Notation wide := (wide S).
Notation z := (z Lam).
Definition some_wide := [exists h : 'I_L, wide h].

Lemma two_sets d : 0 < z <= / 3 -> (2 <= d)%N -> INR (2 ^ d - 2) * z ^ d <= 2 * z ^ 2.
Proof.
case: d => [|[|[|[|d]]]] // [z0 z3] _; have z2 := pow2_ge_0 z.
- by rewrite (_ : (2 ^ 2 - 2 = 2)%N) // [INR 2]/=; lra.
- by rewrite (_ : (2 ^ 3 - 2 = 6)%N) // [INR 6]/=; nra.
have zz : z ^ 2 <= / 9 by rewrite /=; nra.
have Q0 : 0 <= z ^ d.+4 by apply: pow_le; lra.
apply: (@Rle_trans _ (INR (2 ^ d.+4) * z ^ d.+4)).
  by apply: Rmult_le_compat_r => //; apply: leq_INR; exact: leq_subr.
have -> : INR (2 ^ d.+4) * z ^ d.+4 = (2 * z) ^ d * (16 * z ^ 2 * z ^ 2).
  rewrite Rpow_mult_distr (_ : INR (2 ^ d.+4) = 2 ^ d * 16) /=; first by ring.
  elim: (d) => [|k IH]; first by rewrite !INR_IZR_INZ /=; lra.
  by rewrite expnS muln_INR IH /=; ring.
have : (2 * z) ^ d <= 1 by rewrite -(pow1 d); apply: pow_incr; lra.
have : 0 <= (2 * z) ^ d by apply: pow_le; lra.
move: ((2 * z) ^ d) (z ^ 2) z2 zz => u v v0 v9 u0 u1; have := Rmult_le_compat_l v _ _ v0 v9; nra.
Qed.

Lemma dev_le m : 0 <= Lam -> 0 <= m -> sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * (m * Lam) / 6) <=
  root * (sqrt (m / 2) * INR L ^ 2).
Proof.
move=> lam m0; have l1 := L_ge1 L1; have a1 := A_ge1 A1; have t0 := pos_INR T.
have p2 := pow2_ge_0 (INR L).
rewrite [X in _ <= _ * (_ * X)](_ : _ = sqrt (INR L ^ 2 * INR L ^ 2)); last by rewrite sqrt_square.
rewrite /LayerSums.root -(sqrt_mult_alt (m / 2)); last by lra.
rewrite -(sqrt_mult_alt (INR T * INR #|A| * Lam)); last by do 2!(apply: Rmult_le_pos; last lra).
apply: sqrt_le_1_alt.
have tl : 0 <= INR T * Lam by apply: Rmult_le_pos.
have q : INR L * (2 * INR L ^ 2 + 1) <= 3 * (INR L ^ 2 * INR L ^ 2).
  have l2 : INR L <= INR L ^ 2 by rewrite /=; nra.
  move: (INR L ^ 2) p2 l2 => n n0 l2; nra.
rewrite (_ : _ / 6 = INR T * Lam * (m / 2 * (INR L * (2 * INR L ^ 2 + 1) / 3))); last by field.
rewrite (_ : INR T * INR #|A| * Lam * _ = INR T * Lam * (INR #|A| * (m / 2 * (INR L ^ 2 * INR L ^ 2)))); last by field.
apply: Rmult_le_compat_l => //.
have : m / 2 * (INR L * (2 * INR L ^ 2 + 1) / 3) <= m / 2 * (INR L ^ 2 * INR L ^ 2) by apply: Rmult_le_compat_l; lra.
have : 0 <= m / 2 * (INR L ^ 2 * INR L ^ 2) by apply: Rmult_le_pos; [lra | nra].
nra.
Qed.

Section Radii.
Hypothesis lam : / 2 <= Lam.

Lemma close_P (v : seq E) : size v = T -> ~~ bad_P x0 P T (epsn Lam) v ->
  forall s, conf_close x0 P Lam (fun _ => 1) (drop s v).
Proof.
move=> vT nb s; have G := good_P HP A1 (epsn_1 lam) vT nb s; split=> // h x a hL _.
by have := G h x a hL; rewrite /Algorithm.eps /Algorithm.n1 -/(epsn Lam _ _); lra.
Qed.

End Radii.
End Parts.

Lemma half2 : 4 * (sqrt 2 / 2) ^ 2 = 2.
Proof. by have := sqrt2_sqr; rewrite /=; lra. Qed.

Section TwoPlusSqrt2.
Import Letters Process.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [gap : seq E -> R].
Hypotheses (Hst : schedule x0 st) (Hf : forall w, is_policy (f w)) (Hnear : near x0 rv T Lam st f gap).
Context [pistar : policy S A] (Hstar : is_policy pistar).   (* an optimal policy, or any other to compare with *)
Notation root := (root A T Lam).
Notation z := (z Lam).
Notation some_wide := (some_wide S L).
Let d01 : 0 < delta < 1 := delta01.
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.

(* --- P is in P_i *)
Let kap1 (h : nat) := 1.
Let kap1_half (h : nat) : / 2 <= kap1 h. Proof. rewrite /kap1; lra. Qed.
(* 2 exp(-2 Lam) if some layer has two states or more *)
Definition p_P := ind some_wide * (2 * z ^ 2).

Section Radii.
Hypotheses (lam : / 2 <= Lam) (z3 : some_wide -> z <= / 3).

Lemma Pr_P : Pr K T [::] (bad_P x0 P T (epsn Lam)) <= (INR X - 1) * (INR #|A| * (INR T * p_P)).
Proof.
apply: (Pr_bad_P x0 HP Hrho T A1 SL Hf (epsn_gt0 lam)) => h n hL n0; rewrite (epsn_exp lam) //.
have z0 := z_gt0 Lam; have z2 := pow2_ge_0 z.
case: (leqP 2 #|S h.+1|) => W.
  have SW : some_wide by apply/existsP; exists (Ordinal hL).
  by rewrite /p_P SW Rmult_1_l; apply: two_sets => //; split=> //; exact: z3.
have -> : #|S h.+1| = 1%N by apply/eqP; rewrite eqn_leq -ltnS W Sgt.
rewrite expn1 subnn Rmult_0_l; apply: Rmult_le_pos; [exact: ind_ge0 | lra].
Qed.

(* --- the budgets 1 / sqrt 2 and m Lam, and a pigeonhole with the constant c0 *)
(* Theorem 4 (thm:main), repaired: layer by layer, with Lam alone *)
Theorem theorem_4_z c0 l4 : 0 <= c0 -> 0 < l4 ->
  (forall h (x : S h) a w, (h < L)%N -> spent x0 st (mkp x a) w <= c0 * sqrt (INR (cnt x0 (mkp x a) w))) ->
  1 - ((INR X - 1) * (INR #|A| * (INR T * (p_P + z ^ 2 + z ^ 4))) + exp (- l4)) <=
  Prl K T [::] (fun v => Rleb (regret v) (
    c0 * sqrt 2 * sqrt (INR T * INR #|A| * Lam) * (\rsum_(h < L) ((1 + sqrt 2 / 2) * sqrt (INR #|S h|) +
      ind (2 <= #|S h.+1|)%N * (INR (L - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|)))) +
    sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * l4 / 6) + total_gap gap v)).
Proof.
move=> c00 l40 sp; have s2 := sqrt2_ge1; have kr0 : 0 < sqrt 2 / 2 by lra.
have := theorem_4_layers lam Hst Hf Hnear Hstar kr0 l40 kap1_half c00 sp Pr_P (close_P HP A1 lam).
have e2 : exp (- (2 * Lam)) = z ^ 2 by rewrite -(pow_exp Lam 2) [INR 2]/=.
have e4 : exp (- (4 * Lam)) = z ^ 4 by rewrite -(pow_exp Lam 4) [INR 4]/=; congr exp; ring.
rewrite half2 e2 e4 => H; apply: (weaken Hf (B := _) _ (Rle_trans _ _ _ _ H)); last by apply: Req_le; ring.
apply/Req_le/Rplus_eq_compat_r; congr (_ * _); apply: eq_bigr => h _.
by rewrite /kap1 Rmult_1_l.
Qed.
End Radii.

(* --- the layers: what 1 + sqrt 2 / 2 leaves of LX *)
Definition layered2 := \rsum_(h < L) ((1 + sqrt 2 / 2) * sqrt (INR #|S h|) +
  ind (2 <= #|S h.+1|)%N * (INR (L - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|))).

Lemma layered2_le : layered2 <= LX - (INR L ^ 2 - (sqrt 2 - 1) * INR L) / 2.
Proof.
have s2 := sqrt2_ge1; have s2' := sqrt2_le2; have l1 := L_ge1 L1.
pose xs h := INR #|S h|; have xs1 h : 1 <= xs h := xs_ge1 Sgt h.
have xs0 : xs 0%N = 1.
  rewrite /xs (_ : #|S 0%N| = 1%N) //.
  by apply: (@eq_card1 _ x0) => x; rewrite (x0_only x) !inE eqxx.
have XE : INR X = total L xs + 1 by rewrite X_total SL.
have H1 := K1 L xs1; have H2 := K2 L1 xs0 xs1; have k0 := @total_ge L xs xs1.
apply: (@Rle_trans _ ((1 + sqrt 2 / 2) * (\rsum_(h < L) sqrt (xs h)) +
    \rsum_(h < L) (INR (L - h.+1) * sqrt (xs h * xs h.+1)))).
  rewrite -rsumZ -rsumD; apply: le_rsum => h _; apply: Rplus_le_compat_l.
  rewrite -[X in _ <= X]Rmult_1_l; apply: Rmult_le_compat_r; last exact: ind_le1.
  by apply: Rmult_le_pos; [exact: pos_INR | exact: sqrt_pos].
rewrite /LayerSums.LX XE; move: (total L xs) k0 H1 H2 => k k0 H1 H2.
have {}H1 := Rmult_le_compat_l (1 + sqrt 2 / 2) _ _ ltac:(lra) H1.
have : 0 <= (1 - sqrt 2 / 4) * (k - INR L) by apply: Rmult_le_pos; lra.
move: (\rsum_(h < L) sqrt _) (\rsum_(h < L) (_ * _)) H1 H2 => u v H1 H2; rewrite /=; nra.
Qed.

Lemma bound_2sqrt2 : 0 <= Lam -> (2 + sqrt 2) * root * layered2 +
  sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * (2 * Lam) / 6) <= (2 + sqrt 2) * LX * root.
Proof.
move=> lam; have D := @dev_le A L T Lam A1 L1 2 lam ltac:(lra); have l1 := L_ge1 L1; have s2 := sqrt2_sqr; have s1 := sqrt2_ge1.
have r0 := root_ge0 A T Lam; rewrite (_ : 2 / 2 = 1) in D; last by field.
rewrite sqrt_1 Rmult_1_l in D.
have H : (2 + sqrt 2) * layered2 + INR L ^ 2 <= (2 + sqrt 2) * LX.
  have := Rmult_le_compat_l (2 + sqrt 2) _ _ ltac:(lra) layered2_le.
  have : 0 <= sqrt 2 / 2 * (INR L ^ 2 - INR L) by apply: Rmult_le_pos; [lra | rewrite /=; nra].
  have -> : (2 + sqrt 2) * (LX - (INR L ^ 2 - (sqrt 2 - 1) * INR L) / 2) =
    (2 + sqrt 2) * LX - (INR L ^ 2 + sqrt 2 / 2 * INR L ^ 2 - (sqrt 2 * sqrt 2 + sqrt 2 - 2) / 2 * INR L) by field.
  rewrite s2; lra.
by have := Rmult_le_compat_l root _ _ r0 H; lra.
Qed.

Lemma bound_every : 0 <= Lam -> 2 * sqrt 2 * root * layered2 +
  sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * (1 * Lam) / 6) <= 2 * sqrt 2 * LX * root.
Proof.
move=> lam; have D := @dev_le A L T Lam A1 L1 1 lam ltac:(lra); have l1 := L_ge1 L1; have s2 := sqrt2_sqr; have [s1 s1'] := sqrt2_bounds.
have r0 := root_ge0 A T Lam.
have h2 : sqrt (1 / 2) <= 8 / 10 by apply: sqrt_le_sq; lra.
have H : 2 * sqrt 2 * layered2 + sqrt (1 / 2) * INR L ^ 2 <= 2 * sqrt 2 * LX.
  have := Rmult_le_compat_l (2 * sqrt 2) _ _ ltac:(lra) layered2_le.
  have l2 : INR L <= INR L ^ 2 by rewrite /=; nra.
  have := Rmult_le_compat_r (INR L ^ 2) _ _ (pow2_ge_0 _) h2.
  have -> : 2 * sqrt 2 * (LX - (INR L ^ 2 - (sqrt 2 - 1) * INR L) / 2) =
    2 * sqrt 2 * LX - (sqrt 2 * INR L ^ 2 - (sqrt 2 * sqrt 2 - sqrt 2) * INR L) by field.
  rewrite s2; move: (INR L ^ 2) l2 => n l2.
  have : 0 <= (2 - sqrt 2) * (n - INR L) by apply: Rmult_le_pos; lra.
  have : 141421 / 100000 * n <= sqrt 2 * n by apply: Rmult_le_compat_r; lra.
  lra.
by have := Rmult_le_compat_l root _ _ r0 H; lra.
Qed.

(* --- the probability to fail *)
Definition fail3 := if some_wide then 3 else 3 / 2.
Let X2 : 2 <= INR X. Proof. by have := leq_INR (X_ge2 x0 L1 SL). Qed.
Let X4 : some_wide -> 4 <= INR X.
Proof. by case/existsP => h W; have := leq_INR (X_ge4 x0 L1 SL (ltn_ord h) W); rewrite [INR 4]/=; lra. Qed.
Let AT1 : 1 <= INR #|A| * INR T. Proof. by have := T_ge1 T1; have := A_ge1 A1; nra. Qed.
Let TXA_E : TXA = INR #|A| * INR T * INR X. Proof. by rewrite /GoodEvents.TXA; ring. Qed.

Section Small.
Variable e : R.
Hypotheses (small : fail3 * TXA * z ^ 2 <= e) (e1 : e <= 1).

Let Xz : INR X * z ^ 2 <= / fail3.
Proof.
have f0 : 0 < fail3 by rewrite /fail3; case: ifP => _; lra.
apply: (Rmult_le_reg_l fail3) => //; rewrite Rinv_r; last by lra.
apply: Rle_trans e1; apply: Rle_trans small; rewrite TXA_E.
have p : 0 <= fail3 * (INR X * z ^ 2).
  by apply: Rmult_le_pos; [lra | apply: Rmult_le_pos; [lra | exact: pow2_ge_0]].
by have := Rmult_le_compat_r _ _ _ p AT1; lra.
Qed.

Lemma small_z : z ^ 2 <= / 3.
Proof.
have z2 := pow2_ge_0 z; move: Xz X4; rewrite /fail3; case: ifP => [W|_] H X4'; last by nra.
have := X4' isT; nra.
Qed.

Lemma small_lam : / 2 <= Lam.
Proof.
apply: Rnot_lt_le => lt; have z3 := small_z.
have : exp (- / 2) < z by apply: exp_increasing; lra.
have e0 := exp_pos (- / 2).
have ee : exp (- / 2) * exp (- / 2) * exp 1 = 1 by rewrite -!exp_plus -[RHS]exp_0; congr exp; field.
have := exp_le_3; have := exp_pos 1; move: (exp _) (exp 1) e0 ee => s t s0 st' t0 t3 sz.
have : s * s < z ^ 2 by rewrite /=; nra.
nra.
Qed.

Lemma small_z3 : some_wide -> z <= / 3.
Proof.
move=> W; have z0 := z_gt0 Lam; have x4 := X4 W; have z2 := pow2_ge_0 z; have := Xz; rewrite /fail3 W => H.
have {}H : 4 * z ^ 2 <= / 3 by apply: Rle_trans H; apply: Rmult_le_compat_r.
by apply: Rnot_lt_le => lt; move: H; rewrite /=; nra.
Qed.

Lemma small_fails : (INR X - 1) * (INR #|A| * (INR T * (p_P + z ^ 2 + z ^ 4))) + z ^ 2 <= e.
Proof.
apply: Rle_trans small; rewrite TXA_E; have := Xz; have z3 := small_z; have z2 := pow2_ge_0 z.
rewrite (_ : z ^ 4 = z ^ 2 * z ^ 2); last by ring.
rewrite /p_P /fail3; move: (z ^ 2) z2 z3 => v v0 v3.
rewrite -(Rmult_assoc (INR #|A|)); move: (INR #|A| * INR T) AT1 => u u1.
have uv : v <= u * v by nra.
have uv0 : 0 <= u * v by lra.
case: some_wide => Xv /=.
  have : u * v * ((INR X - 1) * v) <= u * v * 1 by apply: Rmult_le_compat_l; lra.
  lra.
have : u * v * ((INR X - 1) * v) <= u * v * ((INR X - 1) * / 3).
  by apply: Rmult_le_compat_l => //; apply: Rmult_le_compat_l; lra.
have : 0 <= u * v * INR X by apply: Rmult_le_pos; lra.
lra.
Qed.

(* Theorem 4 (thm:main), repaired: the constant 2 + sqrt 2, with Lam alone *)
Theorem theorem_4_small : 1 - e <= Prl K T [::] (fun v => Rleb (regret v)
  ((2 + sqrt 2) * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam) + total_gap gap v)).
Proof.
have lam := small_lam; have s2 := sqrt2_ge1.
have H := @theorem_4_z lam small_z3 (1 + sqrt 2) (2 * Lam) ltac:(lra) ltac:(lra)
  (fun h x a w hL => spent_bound Hst x a w hL).
have e2 : exp (- (2 * Lam)) = z ^ 2 by rewrite -(pow_exp Lam 2) [INR 2]/=.
rewrite e2 (_ : (1 + sqrt 2) * sqrt 2 = 2 + sqrt 2) in H; last by have := sqrt2_sqr; lra.
apply: (weaken Hf (B := _) _ (Rle_trans _ _ _ _ H)); last by have := small_fails; lra.
by apply: bound_2sqrt2; lra.
Qed.
End Small.

Let TXA_pos : 2 <= TXA. Proof. exact: (TXA2 x0 T1 A1 L1 SL). Qed.
Let TXA4 : some_wide -> 4 <= TXA.
Proof. by move=> W; have := X4 W; have := TXA_X S L T1 A1; lra. Qed.

(* Theorem 4 (thm:main), repaired: half the Lam of the paper does *)
Theorem near_half : ln (3 * TXA / delta) / 2 <= Lam ->
  1 - delta <= Prl K T [::] (fun v => Rleb (regret v)
    ((2 + sqrt 2) * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam) + total_gap gap v)).
Proof.
move=> H; apply: theorem_4_small; last by lra.
have q0 : 0 < 3 * TXA / delta by apply: Rmult_lt_0_compat; [lra | apply: Rinv_0_lt_compat; lra].
have z2 : z ^ 2 <= / (3 * TXA / delta).
  rewrite -(pow_exp Lam 2) [INR 2]/= exp_Ropp; apply: Rinv_le_contravar => //.
  by rewrite -[X in X <= _](exp_ln _ q0); case: H => H; [apply/Rlt_le/exp_increasing; lra | apply: Req_le; congr exp; lra].
have f3 : 0 <= fail3 <= 3 by rewrite /fail3; case: ifP => _; lra.
apply: (@Rle_trans _ (3 * TXA * / (3 * TXA / delta))); last by apply: Req_le; field; lra.
by apply: Rmult_le_compat z2; [apply: Rmult_le_pos; lra | exact: pow2_ge_0 | apply: Rmult_le_compat_r; lra].
Qed.

Section Delta.
Hypothesis Lam_ge : ln (TXA / delta) <= Lam.

Let z_le : z <= delta / TXA.
Proof.
have := z_TXA x0 T1 delta01 A1 L1 SL Lam_ge => H; apply: (Rmult_le_reg_r TXA); first by lra.
by rewrite (_ : delta / TXA * TXA = delta) //; field; lra.
Qed.

Lemma fail_le : fail3 * TXA * z ^ 2 <= fail3 * (delta ^ 2 / TXA).
Proof.
have f0 : 0 < fail3 by rewrite /fail3; case: ifP => _; lra.
rewrite Rmult_assoc; apply: Rmult_le_compat_l; first lra.
rewrite (_ : delta ^ 2 / TXA = TXA * (delta / TXA) ^ 2); last by field; lra.
apply: Rmult_le_compat_l; first lra.
by apply: pow_incr; split=> //; apply/Rlt_le/z_gt0.
Qed.

Lemma fail_delta : fail3 * (delta ^ 2 / TXA) <= 3 / 4 * delta ^ 2.
Proof.
have d2 := pow2_ge_0 delta; rewrite (_ : fail3 * _ = fail3 * / TXA * delta ^ 2); last by rewrite /Rdiv; ring.
apply: Rmult_le_compat_r => //; rewrite /fail3; case: ifP => [W|_].
  have := Rinv_le_contravar 4 TXA ltac:(lra) (TXA4 W); lra.
have := Rinv_le_contravar 2 TXA ltac:(lra) TXA_pos; lra.
Qed.

(* Theorem 4 (thm:main), repaired: the constant 2 + sqrt 2, with probability at least 1 - 3 delta^2 / (TXA) *)
Theorem near_rate : 1 - 3 * (delta ^ 2 / TXA) <= Prl K T [::] (fun v => Rleb (regret v)
  ((2 + sqrt 2) * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam) + total_gap gap v)).
Proof.
have d2 : 0 <= delta ^ 2 <= 1 by split; [exact: pow2_ge_0 | rewrite /=; nra].
apply: Rle_trans (theorem_4_small fail_le _); last by have := fail_delta; lra.
have : 0 <= delta ^ 2 / TXA by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra].
by rewrite /fail3; case: ifP => _; lra.
Qed.

(* Theorem 4 (thm:main), repaired: ... and at least 1 - 3/4 delta^2, ... *)
Theorem near_square : 1 - 3 / 4 * delta ^ 2 <= Prl K T [::] (fun v => Rleb (regret v)
  ((2 + sqrt 2) * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam) + total_gap gap v)).
Proof.
have d2 : 0 <= delta ^ 2 <= 1 by split; [exact: pow2_ge_0 | rewrite /=; nra].
by apply: Rle_trans (theorem_4_small fail_le _); have := fail_delta; lra.
Qed.

(* Theorem 4 (thm:main), repaired: ... so with probability at least 1 - delta *)
Theorem near_delta : 1 - delta <= Prl K T [::] (fun v => Rleb (regret v)
  ((2 + sqrt 2) * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam) + total_gap gap v)).
Proof. by apply: Rle_trans near_square; rewrite /=; nra. Qed.

(* Theorem 4 (thm:main), repaired: 2 sqrt 2 if every episode ends an epoch, as alg:main/12 says in print *)
Theorem near_every : (forall w, st w = w) -> 1 - delta <= Prl K T [::] (fun v => Rleb (regret v)
  (2 * sqrt 2 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam) + total_gap gap v)).
Proof.
move=> every; have lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge; have z0 := z_gt0 Lam.
have zh := z_half x0 T1 delta01 A1 L1 SL Lam_ge; have zT := z_TXA x0 T1 delta01 A1 L1 SL Lam_ge.
have z4 : some_wide -> z <= / 4.
  by case/existsP => h W; exact: (z_quarter x0 T1 delta01 A1 L1 SL Lam_ge (ltn_ord h) W).
have z3 : some_wide -> z <= / 3 by move=> /z4; lra.
have H := @theorem_4_z lam z3 2 (1 * Lam) ltac:(lra) ltac:(lra) (fun h x a w _ => spent_every x0 every x a w).
have e1 : exp (- (1 * Lam)) = z by rewrite Rmult_1_l.
rewrite e1 in H; apply: (weaken Hf (B := _) _ (Rle_trans _ _ _ _ H)); first by apply: bound_every; lra.
suff : (INR X - 1) * (INR #|A| * (INR T * (p_P + z ^ 2 + z ^ 4))) + z <= delta by lra.
apply: Rle_trans zT; rewrite TXA_E -(Rmult_assoc (INR #|A|)) /p_P.
move: (INR #|A| * INR T) AT1 z4 => u u1 z4.
have uz : z <= u * z by nra.
have zz : z ^ 2 <= z * / 2 by rewrite /= Rmult_1_r; apply: Rmult_le_compat_l; lra.
have q : ind some_wide * (2 * z ^ 2) + z ^ 2 + z ^ 4 <= z.
  case: some_wide z4 => [/(_ isT) z4|_]; rewrite /ind ?Rmult_1_l ?Rmult_0_l.
    have : z ^ 2 <= z * / 4 by rewrite /= Rmult_1_r; apply: Rmult_le_compat_l; lra.
    have : z ^ 4 <= z ^ 2 * / 4 by rewrite (_ : z ^ 4 = z ^ 2 * z ^ 2); [apply: Rmult_le_compat_l; nra | ring].
    lra.
  have : z ^ 4 <= z ^ 2 * / 2 by rewrite (_ : z ^ 4 = z ^ 2 * z ^ 2); [apply: Rmult_le_compat_l; nra | ring].
  lra.
have : (INR X - 1) * (u * (ind some_wide * (2 * z ^ 2) + z ^ 2 + z ^ 4)) <= (INR X - 1) * (u * z).
  by apply: Rmult_le_compat_l; [lra | apply: Rmult_le_compat_l; lra].
lra.
Qed.

(* Theorem 4 (thm:main), repaired: layer by layer, with the budgets 1/2 and log(1/delta), gaps added *)
Theorem near_layered : 1 - 2 * delta <= Prl K T [::] (fun v => Rleb (regret v) (
  (2 + sqrt 2) * sqrt (INR T * INR #|A| * Lam) * (\rsum_(h < L) (3 / 2 * sqrt (INR #|S h|) +
     ind (2 <= #|S h.+1|)%N * (INR (L - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|)))) +
  sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * ln (1 / delta) / 6) + total_gap gap v)).
Proof.
have lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge; have z0 := z_gt0 Lam; have s1 := sqrt2_ge1.
have l40 := ln_delta delta01; have zT := z_TXA x0 T1 delta01 A1 L1 SL Lam_ge.
have c0 : (1 + sqrt 2) * sqrt 2 = 2 + sqrt 2 by have := sqrt2_sqr; lra.
have z3 : some_wide -> z <= / 3.
  by case/existsP => h W; have := z_quarter x0 T1 delta01 A1 L1 SL Lam_ge (ltn_ord h) W; lra.
have e2 : exp (- (4 * (/ 2) ^ 2 * Lam)) = z by rewrite (_ : 4 * (/ 2) ^ 2 * Lam = Lam); last by field.
have e4 : exp (- (4 * Lam)) = z ^ 4 by rewrite -(pow_exp Lam 4) [INR 4]/=; congr exp; ring.
have ed : exp (- ln (1 / delta)) = delta.
  rewrite exp_Ropp exp_ln; first by field; lra.
  by apply: Rmult_lt_0_compat; [lra | apply: Rinv_0_lt_compat; lra].
have := theorem_4_layers lam Hst Hf Hnear Hstar (kr := / 2) ltac:(lra) l40
  kap1_half (c0 := 1 + sqrt 2) ltac:(lra) (fun h x a w hL => spent_bound Hst x a w hL) (Pr_P lam z3) (close_P HP A1 lam).
rewrite e2 e4 ed c0 => H.
set B := _ + sqrt _; have {}H : 1 - ((INR X - 1) * (INR #|A| * (INR T * (p_P + z + z ^ 4))) + delta) <=
    Prl K T [::] (fun v => Rleb (regret v) (B + total_gap gap v)).
  apply: (weaken Hf (B := _) _ (Rle_trans _ _ _ _ H)); last by apply: Req_le; ring.
  apply/Req_le/Rplus_eq_compat_r; congr (_ * _); apply: eq_bigr => h _.
  by rewrite /kap1 Rmult_1_l; congr (_ * _ + _); field.
have [u1|u2] : INR #|A| * INR T = 1 \/ 2 <= INR #|A| * INR T.
  rewrite -muln_INR; move: (#|A| * T)%N (muln_gt0 #|A| T) => [|[|n]] p; first by rewrite A1 T1 in p.
    by left.
  by right; have := leq_INR (isT : (1 < n.+2)%N).
  (* one episode and one action: the bound is above LT *)
  apply: (above_LT Hf Hnear Hstar); first lra.
  have t1 : INR T = 1 by have := T_ge1 T1; have := A_ge1 A1; nra.
  rewrite /B (_ : INR T * INR #|A| * Lam = Lam); last by rewrite (Rmult_comm (INR T)) u1 Rmult_1_l.
  have := sqrt_pos (INR T * (INR L * (2 * INR L ^ 2 + 1)) * ln (1 / delta) / 6).
  have sl : / 2 <= sqrt Lam by rewrite -{1}(sqrt_pow2 (/ 2)); [apply: sqrt_le_1_alt; lra | lra].
  have sL : 3 / 2 * INR L <= \rsum_(h < L) (3 / 2 * sqrt (INR #|S h|) +
     ind (2 <= #|S h.+1|)%N * (INR (L - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|))).
    rewrite Rmult_comm -rsum_ord_const; apply: le_rsum => h _.
    have : 1 <= sqrt (INR #|S h|) by rewrite -sqrt_1; apply: sqrt_le_1_alt; exact: (xs_ge1 Sgt).
    have : 0 <= ind (2 <= #|S h.+1|)%N * (INR (L - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|)).
      by apply: Rmult_le_pos; [exact: ind_ge0 | apply: Rmult_le_pos; [exact: pos_INR | exact: sqrt_pos]].
    lra.
  have l1 := L_ge1 L1; rewrite t1; move: (\rsum_(h < L) _) sL => u sL.
  have : 3 / 2 * (3 / 2 * INR L) <= (2 + sqrt 2) * sqrt Lam * u by apply: Rmult_le_compat; nra.
  lra.
apply: Rle_trans H.
suff : (INR X - 1) * (INR #|A| * (INR T * (p_P + z + z ^ 4))) <= delta by lra.
apply: Rle_trans zT; rewrite TXA_E -(Rmult_assoc (INR #|A|)) /p_P.
have Xz : 2 * (INR X * z) <= 1.
  have := z_TXA x0 T1 delta01 A1 L1 SL Lam_ge; rewrite TXA_E; have : 0 <= INR X * z by nra.
  nra.
have x4 := X4; move: (INR #|A| * INR T) u2 => u u2.
suff q : (INR X - 1) * (ind some_wide * (2 * z ^ 2) + z + z ^ 4) <= INR X * z.
  rewrite (_ : (INR X - 1) * (u * _) = u * ((INR X - 1) * (ind some_wide * (2 * z ^ 2) + z + z ^ 4))); last by ring.
  by rewrite (_ : z * (u * INR X) = u * (INR X * z)); [apply: Rmult_le_compat_l; lra | ring].
(* with 2 X z <= 1: z <= 1/4 for X >= 2, and (X - 1) (2 z + z^3) <= 1 *)
have zq : z <= / 4 by nra.
have z3' : z ^ 3 <= z * / 16 by rewrite /=; nra.
have w : (INR X - 1) * (2 * z + z ^ 3) <= 1 by have := X2; nra.
rewrite (_ : z ^ 4 = z * z ^ 3); last by ring.
rewrite (_ : z ^ 2 = z * z); last by ring.
have i1 : 0 <= ind some_wide <= 1 by case: some_wide; rewrite /ind; lra.
have : (INR X - 1) * (ind some_wide * (2 * z) + z ^ 3) <= 1.
  apply: Rle_trans w; apply: Rmult_le_compat_l; first by have := X2; lra.
  by apply: Rplus_le_compat_r; nra.
have := X2; nra.
Qed.
End Delta.
End TwoPlusSqrt2.

(* --- learners without gaps: M is the MDP of Assumption 1 with T and delta; st says where epochs start, at the latest
   where a count has doubled; f plays optima qhat of LP1; pistar is any policy to compare with, an optimal one too *)
Section Exact.
Import Letters Process.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [qhat : seq E -> occ S A].
Hypotheses (Lam_ge : ln (TXA / delta) <= Lam) (Hst : schedule x0 st) (Hlearn : learner x0 rv f st Lam qhat).
Context [pistar : policy S A] (Hstar : is_policy pistar).
Let Hf := learner_policy Hlearn.
Let Hnear := @learner_near _ _ _ _ _ _ _ T _ _ _ Hlearn.
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.

(* Theorem 4 (thm:main), repaired: half the Lam of the paper does *)
Theorem theorem_4_half : ln (3 * TXA / delta) / 2 <= Lam ->
  1 - delta <= Prl K T [::] (fun v => Rleb (regret v)
    ((2 + sqrt 2) * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof. by move=> H; apply: (no_gap KD (near_half Hst Hf Hnear Hstar H)). Qed.

(* Theorem 4 (thm:main), repaired: the constant 2 + sqrt 2, with probability at least 1 - 3 delta^2 / (TXA) *)
Theorem theorem_4_rate : 1 - 3 * (delta ^ 2 / TXA) <= Prl K T [::] (fun v => Rleb (regret v)
  ((2 + sqrt 2) * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof. exact: (no_gap KD (near_rate Hst Hf Hnear Hstar Lam_ge)). Qed.

(* Theorem 4 (thm:main), repaired: ... and at least 1 - 3/4 delta^2, ... *)
Theorem theorem_4_square : 1 - 3 / 4 * delta ^ 2 <= Prl K T [::] (fun v => Rleb (regret v)
  ((2 + sqrt 2) * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof. exact: (no_gap KD (near_square Hst Hf Hnear Hstar Lam_ge)). Qed.

(* Theorem 4 (thm:main), repaired: ... so with probability at least 1 - delta *)
Theorem theorem_4 : 1 - delta <= Prl K T [::] (fun v => Rleb (regret v)
  ((2 + sqrt 2) * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof. exact: (no_gap KD (near_delta Hst Hf Hnear Hstar Lam_ge)). Qed.

(* Theorem 4 (thm:main), repaired: layer by layer *)
Theorem theorem_4_layered : 1 - 2 * delta <= Prl K T [::] (fun v => Rleb (regret v) (
  (2 + sqrt 2) * sqrt (INR T * INR #|A| * Lam) * (\rsum_(h < L) (3 / 2 * sqrt (INR #|S h|) +
     ind (2 <= #|S h.+1|)%N * (INR (L - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|)))) +
  sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * ln (1 / delta) / 6))).
Proof. exact: (no_gap KD (near_layered Hst Hf Hnear Hstar Lam_ge)). Qed.

(* Theorem 4 (thm:main), repaired: 2 sqrt 2 if every episode ends an epoch, as alg:main/12 says in print *)
Theorem theorem_4_every : (forall w, st w = w) -> 1 - delta <= Prl K T [::] (fun v => Rleb (regret v)
  (2 * sqrt 2 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof.
by move=> H; apply: (no_gap KD (near_every Hst Hf Hnear Hstar Lam_ge H)).
Qed.
End Exact.

(* --- without any hypothesis on the learner *)
Section Learners.
Import Letters.
Context [M : setting] [pistar : policy S A] (Hstar : is_policy pistar).
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.

(* Theorem 4 (thm:main), repaired: UCRL-LP that solves LP1 by backward induction, Lam = log(TXA/delta) *)
Theorem theorem_4_ucrl_lp_delta : let Lam := ln (INR T * INR X * INR #|A| / delta) in
  1 - Rmin (3 * delta ^ 2 / (INR T * INR X * INR #|A|)) (3 / 4 * delta ^ 2) <=
  Prl (K x0 P rho (@ucrl_lp S A Z x0 L rv Lam)) T [::] (fun v =>
    Rleb (regret x0 P rho rv (@ucrl_lp S A Z x0 L rv Lam) pistar v)
      ((2 + sqrt 2) * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof.
move=> Lam; have Lam_ge : ln (TXA / delta) <= Lam by exact: Rle_refl.
have lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
have ex := learner_exists rv x0_only A1 lam Sgt (@start S A Z x0 L).
rewrite /Rmin; case: Rle_dec => _; last first.
  exact: (theorem_4_square Lam_ge (start_schedule A Z x0 L) ex Hstar).
rewrite /Rdiv Rmult_assoc.
exact: (theorem_4_rate Lam_ge (start_schedule A Z x0 L) ex Hstar).
Qed.

(* Theorem 4 (thm:main), repaired: the same with half the Lam, and 1 + sqrt 2 *)
Theorem theorem_4_ucrl_lp_half : let Lam := ln (3 * (INR T * INR X * INR #|A|) / delta) / 2 in
  1 - delta <= Prl (K x0 P rho (@ucrl_lp S A Z x0 L rv Lam)) T [::] (fun v =>
    Rleb (regret x0 P rho rv (@ucrl_lp S A Z x0 L rv Lam) pistar v) ((1 + sqrt 2) * (INR L * INR X) *
      sqrt (INR T * INR #|A| * ln (3 * (INR T * INR X * INR #|A|) / delta)))).
Proof.
move=> Lam; have d01 := delta01; have Lam_ge : ln (3 * TXA / delta) / 2 <= Lam by exact: Rle_refl.
have q2 : 6 <= 3 * TXA / delta.
  have t2 := TXA2 x0 T1 A1 L1 SL; have : 1 <= / delta by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
  rewrite /Rdiv; nra.
have ln6 : 1 <= ln (3 * TXA / delta).
  by rewrite -(ln_exp 1); apply: le_ln; [exact: exp_pos | have := exp_le_3; lra].
have lam : / 2 <= Lam by apply: Rle_trans Lam_ge; lra.
have ex := learner_exists rv x0_only A1 lam Sgt (@start S A Z x0 L).
have := theorem_4_half (start_schedule A Z x0 L) ex Hstar Lam_ge.
have s2 := sqrt2_sqr; have s1 := sqrt2_ge1; rewrite [sqrt (_ * Lam)](_ : _ = sqrt (INR T * INR #|A| *
  ln (3 * (INR T * INR X * INR #|A|) / delta)) * / sqrt 2) => [|].
  rewrite (_ : (2 + sqrt 2) * (INR L * INR X) * (sqrt (INR T * INR #|A| *
    ln (3 * (INR T * INR X * INR #|A|) / delta)) * / sqrt 2) = (1 + sqrt 2) * (INR L * INR X) *
      sqrt (INR T * INR #|A| * ln (3 * (INR T * INR X * INR #|A|) / delta))) //.
  have -> : 2 + sqrt 2 = (1 + sqrt 2) * sqrt 2 by lra.
  by field; lra.
rewrite -[/ sqrt 2]Rmult_1_l -/(Rdiv 1 (sqrt 2)) -sqrt_1 -sqrt_div_alt; last by lra.
rewrite -sqrt_mult_alt; first by congr sqrt; rewrite /Lam; field.
apply: Rmult_le_pos; [apply: Rmult_le_pos; exact: pos_INR | apply: (Rle_trans _ 1); [lra | exact: ln6]].
Qed.

(* Theorem 4 (thm:main), repaired: alg:main/12 as printed: every epoch is one episode long; 2 sqrt 2 *)
Theorem theorem_4_printed_trigger_delta : let Lam := ln (INR T * INR X * INR #|A| / delta) in
  let f := fun w : seq E => optimal_policy x0 rv Lam (start_printed x0 w) in
  1 - delta <= Prl (K x0 P rho f) T [::] (fun v => Rleb (regret x0 P rho rv f pistar v)
    (2 * sqrt 2 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof.
move=> Lam f; have Lam_ge : ln (TXA / delta) <= Lam by exact: Rle_refl.
have lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
have ex := learner_exists rv x0_only A1 lam Sgt (@start_printed S A Z x0 L).
have /card_gt0P[a _] := A1; have /card_gt0P[xL _] := Sgt L.
exact: (theorem_4_every Lam_ge (start_printed_schedule A Z x0 L) ex Hstar
  (start_printed_always x0 xL a)).
Qed.
End Learners.
