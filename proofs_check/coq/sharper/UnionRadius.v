(* R-37, `union` and `union-half`: the ball with the radius sqrt(2 (X_{h+1} ln 2 + Lam)/n) of one union over the subsets
   of the next layer, and kb times the radius (15) of the rewards, kb = 1 or 1/2: other instances of sharper/Payments.v. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration
  Previsions.Supermartingales UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets
  UCRLLP.model.Algorithm UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents UCRLLP.model.Setting UCRLLP.paper.Visits UCRLLP.paper.AppendixA
  UCRLLP.paper.AppendixB UCRLLP.sharper.ClippedRecursion UCRLLP.sharper.Budgets UCRLLP.sharper.Supermartingale
  UCRLLP.sharper.Weissman UCRLLP.sharper.Payments UCRLLP.sharper.IntervalSets UCRLLP.sharper.Intervals.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Union.
Import Letters Process.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [gap : seq E -> R].
Hypotheses (Lam_ge : ln (TXA / delta) <= Lam) (TA2 : 2 <= INR T * INR #|A|).
Hypotheses (Hst : schedule x0 st) (Hf : forall w, is_policy (f w)).
Context [pistar : policy S A] (Hstar : is_policy pistar).   (* an optimal policy, or any other to compare with *)
Notation Pbar := (@Pbar S A Z x0 L).
Notation rhat := (@rhat S A Z x0 L rv Lam).
Notation rbar := (@rbar S A Z x0 L rv).
Notation b := (@b S A Z x0 L Lam).
Notation bad_r := (bad_r x0 P rho rv T Lam).
Notation n1 := (@n1 S A Z x0 L).
Notation cnt := (@cnt S A Z x0 L).
Notation r := (@r S A Z P rho rv).
Notation z := (z Lam).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.
Let lam : / 2 <= Lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
Let z0 : 0 <= 0 := Rle_refl 0.
Definition union_radius (w : seq E) h (x : S h) (a : A) := rad_s Lam 0 #|S h.+1| (maxn 1 (cnt (mkp x a) w)).
(* (16) with kb b in place of b; a pair never seen has r_hat = 1 *)
Context [kb : R].
Hypotheses (kb01 : 0 < kb <= 1) (kb_1 : 1 <= kb * sqrt (2 * Lam)).
Definition rhat_k (s : seq E) : reward S A := fun h x a => Rmin 1 (rbar s x a + kb * b s x a).
(* in each of the T episodes it plays a point of the polytope with this radius that no point beats by more than the gap *)
Definition near_union := forall hist, (size hist < T)%N -> exists qhat, let s := st hist in
  [/\ polytope L (Pbar s) (union_radius s) qhat, plays L qhat (f hist)
    & forall q, polytope L (Pbar s) (union_radius s) q -> inner L q (rhat_k s) <= inner L qhat (rhat_k s) + gap hist].
Hypothesis Hnear : near_union.
Notation bad := (bad_P x0 P T (rad_s Lam 0)).
(* X_{h+1} ln 2 + Lam *)
Definition lu h := INR #|S h.+1| * ln 2 + Lam.

Lemma union_radius_ge0 s h (x : S h) a : 0 <= union_radius s x a. Proof. exact: sqrt_pos. Qed.

Lemma rhat_k01 s h (x : S h) a : 0 <= rhat_k s x a <= 1.
Proof.
have := rbar_ge0 x0 Hrv s x a; have := b_ge0 x0 Lam s x a => b0 r0; split; last exact: Rmin_l.
by apply: Rmin_glb; [lra | apply: Rplus_le_le_0_compat => //; apply: Rmult_le_pos; lra].
Qed.
(* off the events of (16), with these radii, its rewards are at least r, and at most (kb + kr) b above it *)
Lemma rewards_above_k v s h (x : S h) a : size v = T -> ~~ bad_r false kb v -> (h < L)%N ->
  r x a <= rhat_k (st (drop s v)) x a.
Proof.
move=> vT nd hL; have [k ->] := start_suffix Hst v s; have r1 := r01 HP Hrho Hrv x a; set w := drop k v.
apply: Rmin_glb; first by lra.
have b0 := b_ge0 x0 Lam w x a; case: (cnt (mkp x a) w =P 0%N) => [E0|ne].
  rewrite (rbar_unvisited Hrv E0).
  by rewrite /Algorithm.b /Algorithm.n1 E0 [INR (maxn 1 0)]/= /Rdiv Rinv_1 Rmult_1_r; lra.
by have := good_r Hrv kb01.1 vT nd hL ne; rewrite -/w; lra.
Qed.
Lemma rewards_paid_k kr v s : 0 < kr -> size v = T -> ~~ bad_r true kr v ->
  @rewards_by M st rhat_k (fun w h x a => (kb + kr) * b w x a) (drop s v).
Proof.
move=> kr0 vT nu h x a hL; have [k ->] := start_suffix Hst v s.
have := good_up HP Hrho Hrv kr0 vT nu k x a hL; set w := drop k v.
have : rhat_k w x a <= rbar w x a + kb * b w x a := Rmin_r _ _.
by move: (r x a) (rhat_k w x a) (rbar w x a) (b w x a) => t1 t2 t3 t4 *; lra.
Qed.

Lemma union_optimistic v s : size v = T -> ~~ bad v -> (size (drop s v) < T)%N ->
  (forall h (x : S h) a, (h < L)%N -> r x a <= rhat_k (st (drop s v)) x a) ->
  @optimistic_by M st f gap pistar rhat_k union_radius (drop s v).
Proof.
move=> vT nb hT up; have [qhat [Hq pl opt]] := Hnear hT.
have [k Ek] := start_suffix Hst v s; have Hc := good_P HP A1 (rad_s_1 lam z0) vT nb k; rewrite -Ek in Hc.
have {}Hc : in_conf L (Pbar (st (drop s v))) (union_radius (st (drop s v))) P by exact: Hc.
have Ht : is_trans (Phat L qhat P) := Phat_trans Hq HP.
exists (Phat L qhat P); split=> // [|h x a hL _].
  rewrite (eq_8 x0 (f (drop s v)) Ht) (eq_8 x0 pistar HP) (inner_polytope x0_only P Hq pl).
  apply: Rle_trans (opt _ (occ_in_polytope x0 HP Hstar Hc)); apply: inner_le => h x a hL; last exact: up.
  by rewrite (marg_q3 x0 pistar HP); exact: (q2_ge0 x0 HP Hstar).
have C1 := Phat_conf Hq Hc x a hL; have C2 := Hc h x a hL.
apply: (@Rle_trans _ (\rsum_y (Rabs (Phat L qhat P x a y - Pbar (st (drop s v)) x a y) + Rabs (P h x a y - Pbar (st (drop s v)) x a y)))).
  apply: le_rsum => y _; rewrite -(Rabs_Ropp (P h x a y - _)).
  by apply: Rle_trans _ (Rabs_triang _ _); apply: Req_le; congr Rabs; ring.
rewrite rsumD (_ : 2 * union_radius (st (drop s v)) x a = union_radius (st (drop s v)) x a + union_radius (st (drop s v)) x a); last by ring.
exact: Rplus_le_compat.
Qed.

Lemma visited_union kr v : 0 < kr -> size v = T ->
  hsum (fun hist e => visited x0 (@step_price M (fun w h x a => (kb + kr) * b w x a) union_radius (st hist)) e) v <=
  transition_line S A L T (fun h => wide h) lu + reward_line S A L T (kb + kr - 1) Lam.
Proof.
move=> kr0 vT; have l2 := ln_lt_2.
have lu0 h : 0 <= lu h by have := pos_INR #|S h.+1|; rewrite /lu => *; nra.
pose C1 h := (kb + kr) * sqrt (2 * Lam) + INR (L - h.+1) * sqrt (2 * (INR (wide h) * lu h)).
have L0 h : 0 <= INR (L - h.+1) := pos_INR _; have k1 : 0 <= kb + kr by lra.
have C1p h : 0 <= C1 h.
  by apply: Rplus_le_le_0_compat; [apply: (Rmult_le_pos _ _ k1) | apply: (Rmult_le_pos _ _ (L0 h))]; exact: sqrt_pos.
apply: Rle_trans (visited_weights (st := st) Hst (wt := fun hist => @step_price M (fun w h x a => (kb + kr) * b w x a) union_radius (st hist)) C1p _) _.
  move=> s e hist _ h x a hL; have n1p := n1_ge1 x0 (st hist) x a.
  have bE : b (st hist) x a = sqrt (2 * Lam) * / sqrt (n1 (st hist) x a) by rewrite /Algorithm.b sqrt_div_alt //; lra.
  rewrite -/(n1 (st hist) x a) /Payments.step_price /C1 (Rmult_plus_distr_r ((kb + kr) * sqrt (2 * Lam))); apply: Rplus_le_compat.
    by apply: Rle_trans (Rmin_r _ _) _; rewrite bE; apply: Req_le; ring.
  case: (wide h); rewrite [ind _]/= [INR _ in X in _ <= X]/=; last first.
    by rewrite !Rmult_0_l Rmult_0_r sqrt_0 Rmult_0_r Rmult_0_l; exact: Rle_refl.
  rewrite Rmult_1_l Rmult_1_l Rmult_assoc; apply: Rmult_le_compat_l => //; apply: Rle_trans (Rmin_r _ _) _.
  rewrite /union_radius /rad_s -/(n1 (st hist) x a) Rplus_0_r -/(lu h) sqrt_div_alt; last lra.
  exact: Rle_refl.
have TA0 : 0 <= INR T * INR #|A| by apply: Rmult_le_pos; exact: pos_INR.
have rootE h : sqrt (INR (#|S h| * #|A|) * INR T) = sqrt (INR T * INR #|A|) * sqrt (INR #|S h|).
  by rewrite -sqrt_mult_alt // muln_INR; congr sqrt; ring.
have s2 := sqrt2_sqr; rewrite vT /C1; under eq_bigr => h _ do rewrite Rmult_plus_distr_r.
rewrite rsumD Rplus_comm; apply: Req_le; rewrite /transition_line /reward_line -!rsumZ; congr (_ + _).
  apply: eq_bigr => h _; rewrite rootE (sqrt_mult_alt 2); last lra.
  rewrite (_ : INR (wide h) * INR #|S h| * lu h = INR #|S h| * (INR (wide h) * lu h)); last by ring.
  rewrite (sqrt_mult_alt (INR #|S h|)); last exact: pos_INR.
  by rewrite (_ : 2 + sqrt 2 = sqrt 2 * (1 + sqrt 2)); [ring | lra].
apply: eq_bigr => h _; rewrite rootE (_ : 2 * (INR T * INR #|A| * Lam) = INR T * INR #|A| * (2 * Lam)); last by ring.
by rewrite (sqrt_mult_alt (INR T * INR #|A|)) //; ring.
Qed.

(* by layers, for any budgets *)
Theorem union_budgets kr l4 : 0 < kr -> 0 < l4 ->
  1 - ((INR X - 1) * (INR #|A| * (INR T * z)) +
    (INR X - 1) * (INR #|A| * (INR T * (exp (- (4 * kr ^ 2 * Lam)) + exp (- (4 * kb ^ 2 * Lam))))) + exp (- l4)) <=
  Prl K T [::] (fun v => Rleb (regret v) (transition_line S A L T (fun h => wide h) lu +
    reward_line S A L T (kb + kr - 1) Lam + martingale_line L T l4 + total_gap gap v)).
Proof.
move=> kr0 l40; have B1 : Pr K T [::] bad <= (INR X - 1) * (INR #|A| * (INR T * z)).
  have := Pr_rad lam Hf z0; rewrite (_ : z * exp (- 0) = z) //.
  by rewrite Ropp_0 exp_0 Rmult_1_r.
have B2 := Pr_bad_r x0 HP Hrho Hrv T SL Hf lam true kr0.
have B3 := Pr_bad_r x0 HP Hrho Hrv T SL Hf lam false kb01.1.
have B : Pr K T [::] (fun v => bad v || (bad_r true kr v || bad_r false kb v)) <=
    (INR X - 1) * (INR #|A| * (INR T * z)) +
    (INR X - 1) * (INR #|A| * (INR T * (exp (- (4 * kr ^ 2 * Lam)) + exp (- (4 * kb ^ 2 * Lam))))).
  apply: Rle_trans (Pr_or KD B1 (Pr_or KD B2 B3)) _; apply: Req_le; ring.
have pr0 s h (x : S h) a : 0 <= (kb + kr) * b s x a by have := b_ge0 x0 Lam s x a => b0; apply: Rmult_le_pos; lra.
apply: (theorem_payments (rr := rhat_k) (pr := fun s h x a => (kb + kr) * b s x a) (d := union_radius) Hf
  (fun s h x a => rhat_k01 s x a) pr0 union_radius_ge0 l40 B) => v vT; last by move=> _; exact: visited_union.
rewrite !negb_or => /and3P[n1' n2 n3] s hT; split; last exact: rewards_paid_k.
by apply: union_optimistic => // h x a hL; exact: rewards_above_k.
Qed.
End Union.

Section Choices.
Import Letters Process.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [gap : seq E -> R].
Hypotheses (Lam_ge : ln (TXA / delta) <= Lam) (TA2 : 2 <= INR T * INR #|A|).
Hypotheses (Hst : schedule x0 st) (Hf : forall w, is_policy (f w)).
Context [pistar : policy S A] (Hstar : is_policy pistar).
Let lam : / 2 <= Lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
Let lam0 : 0 < Lam. Proof. by have := lam; lra. Qed.

(* R-37, union: with probability at least 1 - delta; gaps add up *)
Theorem near_union_radius : @near_union M Lam st f gap 1 -> 1 - delta <= Prl K T [::] (fun v => Rleb (regret v)
  (transition_line S A L T (fun h => wide h) (@lu M Lam) + reward_line S A L T 1 Lam + martingale_line L T Lam + total_gap gap v)).
Proof.
move=> near; have kb01 : 0 < 1 <= 1 by lra.
have kb_1 : 1 <= 1 * sqrt (2 * Lam) by rewrite Rmult_1_l -{1}sqrt_1; apply: sqrt_le_1_alt; have := lam; lra.
have := union_budgets Lam_ge Hst Hf Hstar kb01 kb_1 near Rlt_0_1 lam0.
rewrite (_ : 1 + 1 - 1 = 1); last by ring.
apply: Rle_trans; rewrite (_ : 4 * 1 ^ 2 * Lam = 4 * Lam); last by ring.
by have := failures Lam_ge TA2; lra.
Qed.

(* R-37, union-half: the rewards cost half as much, with probability at least 1 - 3 delta; it needs Lam >= 2, so that a
   pair never seen has r_hat = 1 *)
Theorem near_union_half : 2 <= Lam -> @near_union M Lam st f gap (/ 2) ->
  1 - 3 * delta <= Prl K T [::] (fun v => Rleb (regret v)
  (transition_line S A L T (fun h => wide h) (@lu M Lam) + reward_line S A L T 0 Lam + martingale_line L T Lam + total_gap gap v)).
Proof.
move=> lam2 near; have kb01 : 0 < / 2 <= 1 by lra.
have kb_1 : 1 <= / 2 * sqrt (2 * Lam).
  have : sqrt (2 * 2) <= sqrt (2 * Lam) by apply: sqrt_le_1_alt; lra.
  by rewrite sqrt_square; lra.
have kr0 : 0 < / 2 by lra.
have := union_budgets Lam_ge Hst Hf Hstar kb01 kb_1 near kr0 lam0.
rewrite (_ : / 2 + / 2 - 1 = 0); last by field.
apply: Rle_trans; rewrite (_ : 4 * (/ 2) ^ 2 * Lam = Lam); last by field.
rewrite -[exp (- Lam)]/(GoodEvents.z Lam) -!(Rmult_assoc (INR #|A|)).
have zX := z_TXA x0 T1 delta01 A1 L1 SL Lam_ge; have z1 := z_gt0 Lam; rewrite /GoodEvents.TXA in zX.
have uz : 2 * GoodEvents.z Lam <= INR #|A| * INR T * GoodEvents.z Lam by apply: Rmult_le_compat_r; lra.
by move: (GoodEvents.z Lam) zX z1 uz => w zX z1 uz; lra.
Qed.
End Choices.
