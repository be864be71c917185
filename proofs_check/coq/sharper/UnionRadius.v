(* R-37, `union`: the ball with the radius sqrt(2 (X_{h+1} ln 2 + Lam)/n) of one union over the subsets of the next layer,
   another instance of sharper/Payments.v. *)
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
Notation n1 := (@n1 S A Z x0 L).
Notation cnt := (@cnt S A Z x0 L).
Notation r := (@r S A Z P rho rv).
Notation z := (z Lam).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.
Let lam : / 2 <= Lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
Let z0 : 0 <= 0 := Rle_refl 0.
Definition union_radius (w : seq E) h (x : S h) (a : A) := rad_s Lam 0 #|S h.+1| (maxn 1 (cnt (mkp x a) w)).
(* in each of the T episodes it plays a point of the polytope with this radius that no point beats by more than the gap *)
Definition near_union := forall hist, (size hist < T)%N -> exists qhat, let s := st hist in
  [/\ polytope L (Pbar s) (union_radius s) qhat, plays L qhat (f hist)
    & forall q, polytope L (Pbar s) (union_radius s) q -> inner L q (rhat s) <= inner L qhat (rhat s) + gap hist].
Hypothesis Hnear : near_union.
Notation bad := (bad_P x0 P T (rad_s Lam 0)).
(* X_{h+1} ln 2 + Lam *)
Definition lu h := INR #|S h.+1| * ln 2 + Lam.

Lemma union_radius_ge0 s h (x : S h) a : 0 <= union_radius s x a. Proof. exact: sqrt_pos. Qed.

Lemma union_optimistic v s : size v = T -> ~~ bad v -> (size (drop s v) < T)%N ->
  (forall h (x : S h) a, (h < L)%N -> r x a <= rhat (st (drop s v)) x a) ->
  @optimistic_within M Lam st f gap pistar union_radius (drop s v).
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
  hsum (fun hist e => visited x0 (@price M Lam kr union_radius (st hist)) e) v <=
  transition_line S A L T (fun h => wide h) lu + reward_line S A L T kr Lam.
Proof.
move=> kr0 vT; have l2 := ln_lt_2.
have lu0 h : 0 <= lu h by have := pos_INR #|S h.+1|; rewrite /lu => *; nra.
pose C1 h := (1 + kr) * sqrt (2 * Lam) + INR (L - h.+1) * sqrt (2 * (INR (wide h) * lu h)).
have L0 h : 0 <= INR (L - h.+1) := pos_INR _; have k1 : 0 <= 1 + kr by lra.
have C1p h : 0 <= C1 h.
  by apply: Rplus_le_le_0_compat; [apply: (Rmult_le_pos _ _ k1) | apply: (Rmult_le_pos _ _ (L0 h))]; exact: sqrt_pos.
apply: Rle_trans (visited_weights (st := st) Hst (wt := fun hist => @price M Lam kr union_radius (st hist)) C1p _) _.
  move=> s e hist _ h x a hL; have n1p := n1_ge1 x0 (st hist) x a.
  have bE : b x0 Lam (st hist) x a = sqrt (2 * Lam) * / sqrt (n1 (st hist) x a) by rewrite /b sqrt_div_alt //; lra.
  rewrite -/(n1 (st hist) x a) /Payments.price /C1 (Rmult_plus_distr_r ((1 + kr) * sqrt (2 * Lam))); apply: Rplus_le_compat.
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

(* R-37, union: by layers, with probability at least 1 - delta; gaps add up *)
Theorem near_union_radius : 1 - delta <= Prl K T [::] (fun v => Rleb (regret v)
  (transition_line S A L T (fun h => wide h) lu + reward_line S A L T 1 Lam + martingale_line L T Lam + total_gap gap v)).
Proof.
have lam0 : 0 < Lam by lra.
have B1 : Pr K T [::] bad <= (INR X - 1) * (INR #|A| * (INR T * z)).
  have := Pr_rad lam Hf z0; rewrite (_ : z * exp (- 0) = z) //.
  by rewrite Ropp_0 exp_0 Rmult_1_r.
apply: Rle_trans (theorem_prices (d := union_radius) lam Hst Hf Rlt_0_1 lam0 union_radius_ge0 B1
  (fun v vT nb s hT up => union_optimistic vT nb hT up) (fun v vT _ => visited_union Rlt_0_1 vT)).
rewrite (_ : 4 * 1 ^ 2 * Lam = 4 * Lam); last by ring.
have := failures Lam_ge TA2; lra.
Qed.
End Union.
