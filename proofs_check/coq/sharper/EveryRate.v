(* thm:main (Theorem 4) if every episode ends an epoch, as alg:main/12 says in print: how the probability to fail falls with
   the constant 2 sqrt 2.  The budgets: r_bar - r <= 2 b / 3, and exp(-(16/9) Lam) for the martingale; all of it fails
   with probability at most 3 TXA exp(-(16/9) Lam).  So Lam may be (9/16) log(3TXA/delta): 3 / sqrt 2. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.model.Learner UCRLLP.paper.LayerSums
  UCRLLP.paper.GoodEvents UCRLLP.model.Setting UCRLLP.paper.Visits UCRLLP.sharper.ClippedRecursion UCRLLP.sharper.Budgets UCRLLP.sharper.Theorem4
  UCRLLP.sharper.ConstantThree.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section EveryRate.
Import Letters Process.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [gap : seq E -> R].
Hypotheses (Hst : schedule x0 st) (every : forall w, st w = w).
Hypotheses (Hf : forall w, is_policy (f w)) (Hnear : near x0 rv T Lam st f gap).
Context [pistar : policy S A] (Hstar : is_policy pistar).   (* an optimal policy, or any other to compare with *)
Notation root := (root A T Lam).
Notation z := (z Lam).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Let d01 : 0 < delta < 1 := delta01.
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.
Notation bound := (2 * sqrt 2 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam)).

Let X2 : 2 <= INR X. Proof. by have := leq_INR (X_ge2 x0 L1 SL). Qed.
Let X4 : some_wide S L -> 4 <= INR X.
Proof. by case/existsP => h W; have := leq_INR (X_ge4 x0 L1 SL (ltn_ord h) W); rewrite [INR 4]/=; lra. Qed.
Let u := INR #|A| * INR T.
Let u1 : 1 <= u. Proof. by have := T_ge1 T1; have := A_ge1 A1; rewrite /u; nra. Qed.
Let TXA_E : TXA = u * INR X. Proof. by rewrite /GoodEvents.TXA /u; ring. Qed.
Definition y := exp (- (16 / 9 * Lam)).
Let y0 : 0 < y := exp_pos _.

(* the layers: what 1 + 2/3 leaves of LX *)
Definition layered_every := \rsum_(h < L) ((1 + 2 / 3) * sqrt (INR #|S h|) +
  ind (2 <= #|S h.+1|)%N * (INR (L - h.+1) * (1 * sqrt (INR #|S h| * INR #|S h.+1|)))).

Lemma layered_every_le : layered_every <= LX - (INR L ^ 2 / 2 - INR L / 6).
Proof.
have l1 := L_ge1 L1; pose xs h := INR #|S h|; have xs1 h : 1 <= xs h := xs_ge1 Sgt h.
have xs0 : xs 0%N = 1.
  rewrite /xs (_ : #|S 0%N| = 1%N) //.
  by apply: (@eq_card1 _ x0) => x; rewrite (x0_only x) !inE eqxx.
have XE : INR X = total L xs + 1 by rewrite X_total SL.
have H1 := K1 L xs1; have H2 := K2 L1 xs0 xs1; have k0 := @total_ge L xs xs1.
apply: (@Rle_trans _ ((1 + 2 / 3) * (\rsum_(h < L) sqrt (xs h)) +
    \rsum_(h < L) (INR (L - h.+1) * sqrt (xs h * xs h.+1)))).
  rewrite -rsumZ -rsumD; apply: le_rsum => h _; apply: Rplus_le_compat_l.
  rewrite Rmult_1_l -[X in _ <= X]Rmult_1_l; apply: Rmult_le_compat_r; last exact: ind_le1.
  by apply: Rmult_le_pos; [exact: pos_INR | exact: sqrt_pos].
rewrite /LayerSums.LX XE; move: (total L xs) k0 H1 H2 => k k0 H1 H2.
move: (\rsum_(h < L) sqrt _) (\rsum_(h < L) (_ * _)) H1 H2 => v w H1 H2; rewrite /=; nra.
Qed.

Lemma bound_rate : 0 <= Lam -> 2 * sqrt 2 * root * layered_every +
  sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * (16 / 9 * Lam) / 6) <= bound.
Proof.
move=> lam; have l1 := L_ge1 L1; have s1 := sqrt2_ge1; have s2 := sqrt2_sqr; have r0 := root_ge0 A T Lam.
have D := Theorem4.dev_le T (Lam := Lam) A1 L1 (m := 16 / 9) lam ltac:(lra).
have m : sqrt (16 / 9 / 2) <= 2 / 3 * sqrt 2.
  apply: sqrt_le_sq; first by lra.
  have -> : (2 / 3 * sqrt 2) ^ 2 = 4 / 9 * (sqrt 2 * sqrt 2) by field.
  by rewrite s2; lra.
have H : 2 * sqrt 2 * layered_every + sqrt (16 / 9 / 2) * INR L ^ 2 <= 2 * sqrt 2 * LX.
  have := Rmult_le_compat_l (2 * sqrt 2) _ _ ltac:(lra) layered_every_le.
  have := Rmult_le_compat_r (INR L ^ 2) _ _ (pow2_ge_0 _) m.
  have : 0 <= sqrt 2 * (INR L ^ 2 - INR L) by apply: Rmult_le_pos; [lra | rewrite /=; nra].
  lra.
have := Rmult_le_compat_l root _ _ r0 H; rewrite -/root -/LX; lra.
Qed.

(* --- Lam alone: no delta *)
Section Small.
Variable e : R.
Hypotheses (small : 3 * TXA * y <= e) (e1 : e <= 1).
Let Xy : INR X * y <= / 3.
Proof.
have p : 0 <= INR X * y by nra.
by have := Rmult_le_compat_r _ _ _ p u1; move: small; rewrite TXA_E; lra.
Qed.

Let yz : y ^ 9 = z ^ 16.
Proof.
by rewrite /y /GoodEvents.z -(exp_mul 9) -(exp_mul 16) !INR_IZR_INZ; congr exp; rewrite /=; field.
Qed.
Let z0 : 0 < z := z_gt0 Lam.

Lemma rate_y c : 0 < c -> c <= INR X -> y <= / (3 * c).
Proof.
move=> cp cX; apply: (Rmult_le_reg_l (3 * c)); first lra; rewrite Rinv_r; last lra.
by have := Rmult_le_compat_r y _ _ (Rlt_le _ _ y0) cX; have := Xy; lra.
Qed.

Lemma rate_Lam : / 2 <= Lam.
Proof.
apply: Rnot_lt_le => lt; have y6 := @rate_y 2 ltac:(lra) X2.
have e0 := exp_pos (- / 2); have ez : exp (- / 2) < z by apply: exp_increasing; lra.
have ee : exp (- / 2) ^ 2 * exp 1 = 1.
  by rewrite -(exp_mul 2) -exp_plus -[RHS]exp_0; congr exp; rewrite INR_IZR_INZ /=; field.
have e3 : / 3 <= exp (- / 2) ^ 2 by have := exp_le_3; have := pow2_ge_0 (exp (- / 2)); nra.
have : (/ 3) ^ 8 <= z ^ 16.
  rewrite (_ : z ^ 16 = (z ^ 2) ^ 8); last by ring.
  by apply: pow_incr; split; [lra | apply: Rle_trans e3 _; apply: pow_incr; lra].
have : y ^ 9 <= (/ (3 * 2)) ^ 9 by apply: pow_incr; lra.
rewrite yz; move: (z ^ 16) => q; rewrite /=; lra.
Qed.

Lemma rate_z3 : some_wide S L -> z <= / 3.
Proof.
move=> W; apply: Rnot_lt_le => lt; have y6 := @rate_y 4 ltac:(lra) (X4 W).
have : (/ 3) ^ 16 <= z ^ 16 by apply: pow_incr; lra.
have : y ^ 9 <= (/ (3 * 4)) ^ 9 by apply: pow_incr; lra.
rewrite yz; move: (z ^ 16) => q; rewrite /=; lra.
Qed.

Let z2y : z ^ 2 <= y.
Proof.
have lam := rate_Lam; rewrite -(pow_exp Lam 2) [INR 2]/= /y; apply/Rlt_le/exp_increasing; lra.
Qed.

Lemma rate_fails : (INR X - 1) * (INR #|A| * (INR T * (@p_P M Lam + y + z ^ 4))) + y <= e.
Proof.
apply: Rle_trans small; rewrite TXA_E -(Rmult_assoc (INR #|A|)) -/u.
have z2 := pow2_ge_0 z; have yu : y <= u * y by nra.
have uy0 : 0 <= u * y by nra.
have pP : @p_P M Lam <= 2 * y.
  by rewrite /p_P; case: some_wide; rewrite /ind; lra.
have z4 : (INR X - 1) * z ^ 4 <= y.
  rewrite (_ : z ^ 4 = z ^ 2 * z ^ 2); last by ring.
  have : (INR X - 1) * z ^ 2 <= 1.
    by have := Rmult_le_compat_l (INR X - 1) _ _ ltac:(lra) z2y; have := Xy; lra.
  move=> H; have := Rmult_le_compat_r _ _ _ z2 H; lra.
have : u * ((INR X - 1) * z ^ 4) <= u * y by apply: Rmult_le_compat_l; lra.
have : (INR X - 1) * (u * @p_P M Lam) <= (INR X - 1) * (u * (2 * y)).
  by apply: Rmult_le_compat_l; [lra | apply: Rmult_le_compat_l; lra].
lra.
Qed.

(* Theorem 4 (thm:main), repaired: if every episode ends an epoch, with Lam alone *)
Theorem near_every_small : 1 - e <= Prl K T [::] (fun v => Rleb (regret v) (bound + total_gap gap v)).
Proof.
have lam := rate_Lam; have s1 := sqrt2_ge1; have kh h : / 2 <= (fun _ : nat => 1) h by rewrite /=; lra.
have HbadP : Pr K T [::] (bad_P x0 P T (epsn Lam)) <= (INR X - 1) * (INR #|A| * (INR T * @p_P M Lam)).
  exact: (Pr_P Hf lam rate_z3).
have := theorem_4_layers lam Hst Hf Hnear Hstar (ltac:(lra) : 0 < 2 / 3)
  (ltac:(lra) : 0 < 16 / 9 * Lam) kh (ltac:(lra) : 0 <= 2) (fun h x a w _ => spent_every x0 every x a w)
  HbadP (close_P HP A1 lam).
rewrite -/layered_every -/y (_ : 4 * (2 / 3) ^ 2 * Lam = 16 / 9 * Lam); last by field.
have -> : exp (- (4 * Lam)) = z ^ 4 by rewrite -(pow_exp Lam 4) [INR 4]/=; congr exp; ring.
rewrite -/y => H; apply: (weaken Hf (B := _) _ (Rle_trans _ _ _ _ H)); first by apply: bound_rate; lra.
by have := rate_fails; lra.
Qed.
End Small.

(* Theorem 4 (thm:main), repaired: if every episode ends an epoch, (9/16) log(3TXA/delta) in place of the Lam of the paper *)
Theorem near_every_less : 9 / 16 * ln (3 * TXA / delta) <= Lam ->
  1 - delta <= Prl K T [::] (fun v => Rleb (regret v) (bound + total_gap gap v)).
Proof.
move=> H; have t2 := TXA2 x0 T1 A1 L1 SL; apply: near_every_small; last by lra.
have q0 : 0 < 3 * TXA / delta by apply: Rmult_lt_0_compat; [lra | apply: Rinv_0_lt_compat; lra].
have yq : y <= / (3 * TXA / delta).
  rewrite /y exp_Ropp; apply: Rinv_le_contravar => //.
  rewrite -[X in X <= _](exp_ln _ q0); have : ln (3 * TXA / delta) <= 16 / 9 * Lam by lra.
  by case=> [lt|->]; [exact/Rlt_le/exp_increasing | exact: Rle_refl].
apply: (@Rle_trans _ (3 * TXA * / (3 * TXA / delta))); last by apply: Req_le; field; lra.
by apply: Rmult_le_compat_l; lra.
Qed.

(* Theorem 4 (thm:main), repaired: if every episode ends an epoch, the rate of the probability to fail *)
Theorem near_every_rate : ln (TXA / delta) <= Lam ->
  1 - 3 * delta * Rpower (delta / TXA) (7 / 9) <= Prl K T [::] (fun v => Rleb (regret v) (bound + total_gap gap v)).
Proof.
move=> H; have t2 := TXA2 x0 T1 A1 L1 SL.
have q0 : 0 < delta / TXA by apply: Rmult_lt_0_compat; [lra | apply: Rinv_0_lt_compat; lra].
have E1 : ln (TXA / delta) = - ln (delta / TXA).
  by rewrite -ln_Rinv //; congr ln; field; lra.
have yq : 3 * TXA * y <= 3 * delta * Rpower (delta / TXA) (7 / 9).
  have -> : 3 * delta * Rpower (delta / TXA) (7 / 9) = 3 * TXA * (Rpower (delta / TXA) (7 / 9) * (delta / TXA)).
    by field; lra.
  apply: Rmult_le_compat_l; first lra.
  rewrite -{2}(exp_ln _ q0) /Rpower -exp_plus /y.
  have : - (16 / 9 * Lam) <= 7 / 9 * ln (delta / TXA) + ln (delta / TXA) by lra.
  by case=> [lt|->]; [exact/Rlt_le/exp_increasing | exact: Rle_refl].
case: (Rle_dec (3 * delta * Rpower (delta / TXA) (7 / 9)) 1) => [e1|]; first exact: near_every_small yq e1.
move=> /Rnot_le_lt gt; apply: (@Rle_trans _ 0); first lra.
have := ex_leC (Ex_exp KD T [::]) (F := fun w => ind (~~ Rleb (regret w) (bound + total_gap gap w))) (c := 1) (bdd_ind _).
by move=> /(_ (fun w => ind_le1 _)); rewrite /Prl /Pr; lra.
Qed.
End EveryRate.

(* --- learners without gaps *)
Section Exact.
Import Letters Process.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [qhat : seq E -> occ S A].
Hypotheses (Hst : schedule x0 st) (every : forall w, st w = w) (Hlearn : learner x0 rv f st Lam qhat).
Context [pistar : policy S A] (Hstar : is_policy pistar).
Let Hf := learner_policy Hlearn.
Let Hnear := @learner_near _ _ _ _ _ _ _ T _ _ _ Hlearn.
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.

(* Theorem 4 (thm:main), repaired: 2 sqrt 2 if every episode ends an epoch, as alg:main/12 says in print, with probability at
   least 1 - 3 delta (delta / (TXA))^(7/9) *)
Theorem theorem_4_every_rate : ln (TXA / delta) <= Lam ->
  1 - 3 * delta * Rpower (delta / TXA) (7 / 9) <= Prl K T [::] (fun v => Rleb (regret v)
    (2 * sqrt 2 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof.
move=> H; exact: (no_gap KD (near_every_rate Hst every Hf Hnear Hstar H)).
Qed.

(* Theorem 4 (thm:main), repaired: ... with probability at least 1 - delta for 9/16 of log(3TXA/delta) *)
Theorem theorem_4_every_less : 9 / 16 * ln (3 * TXA / delta) <= Lam ->
  1 - delta <= Prl K T [::] (fun v => Rleb (regret v)
    (2 * sqrt 2 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof.
move=> H; exact: (no_gap KD (near_every_less Hst every Hf Hnear Hstar H)).
Qed.
End Exact.

(* --- without any hypothesis on the learner *)
Section Learners.
Import Letters.
Context [M : setting] [pistar : policy S A] (Hstar : is_policy pistar).
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.

(* Theorem 4 (thm:main), repaired: alg:main/12 as printed, radii for (9/16) log(3TXA/delta): 3 / sqrt 2 *)
Theorem theorem_4_printed_trigger_less : let Lam := 9 / 16 * ln (3 * (INR T * INR X * INR #|A|) / delta) in
  let f := fun w : seq E => optimal_policy x0 rv Lam (start_printed x0 w) in
  1 - delta <= Prl (K x0 P rho f) T [::] (fun v => Rleb (regret x0 P rho rv f pistar v)
    (3 / sqrt 2 * (INR L * INR X) * sqrt (INR T * INR #|A| * ln (3 * (INR T * INR X * INR #|A|) / delta)))).
Proof.
move=> Lam f; have d01 := delta01; have Lam_ge : 9 / 16 * ln (3 * TXA / delta) <= Lam by exact: Rle_refl.
have q2 : 6 <= 3 * TXA / delta.
  have t2 := TXA2 x0 T1 A1 L1 SL; have : 1 <= / delta by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
  rewrite /Rdiv; nra.
have ln6 : 1 <= ln (3 * TXA / delta).
  by rewrite -(ln_exp 1); apply: le_ln; [exact: exp_pos | have := exp_le_3; lra].
have lam : / 2 <= Lam by apply: Rle_trans Lam_ge; lra.
have ex := learner_exists rv x0_only A1 lam Sgt (@start_printed S A Z x0 L).
have /card_gt0P[a _] := A1; have /card_gt0P[xL _] := Sgt L.
have H := theorem_4_every_less (start_printed_schedule A Z x0 L)
  (start_printed_always x0 xL a) ex Hstar Lam_ge.
have s2 := sqrt2_sqr; have s1 := sqrt2_ge1.
have r : sqrt (INR T * INR #|A| * Lam) = 3 / 4 * sqrt (INR T * INR #|A| * ln (3 * (INR T * INR X * INR #|A|) / delta)).
  rewrite -[3 / 4](sqrt_pow2 (3 / 4)); last by lra.
  by rewrite -sqrt_mult_alt; [congr sqrt; rewrite /Lam; field | exact: pow2_ge_0].
have c : 3 / sqrt 2 = 2 * sqrt 2 * (3 / 4).
  by apply: (Rmult_eq_reg_r (sqrt 2)); [rewrite /Rdiv (Rmult_assoc 3) Rinv_l; lra | lra].
rewrite (_ : 3 / sqrt 2 * (INR L * INR X) * sqrt (INR T * INR #|A| * ln (3 * (INR T * INR X * INR #|A|) / delta)) =
  2 * sqrt 2 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam)); first exact: H.
by rewrite r c; ring.
Qed.
End Learners.
