(* The payment argument for any sets and any radii: if in every episode the policy comes with a kernel P' under which it
   looks at least as good as pi_star is, up to a gap, and P' is within 2 d of P in the 1-norm at every pair, then the regret
   is at most what the visited pairs cost, (L - h - 1) min{1, d} for the transitions among them, and one martingale.  The
   sets (12), with any budget, and the intervals of sharper/Intervals.v are instances. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.LayerSums
  UCRLLP.paper.GoodEvents UCRLLP.model.Setting UCRLLP.paper.Visits UCRLLP.paper.AppendixA UCRLLP.paper.AppendixB
  UCRLLP.sharper.ClippedRecursion UCRLLP.sharper.Budgets.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Payments.
Import Letters Process.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [gap : seq E -> R].
Hypotheses (lam : / 2 <= Lam) (Hst : schedule x0 st) (Hf : forall w, is_policy (f w)).
Context [pistar : policy S A] (Hstar : is_policy pistar).   (* an optimal policy, or any other to compare with *)
Notation rhat := (@rhat S A Z x0 L rv Lam).
Notation r := (@r S A Z P rho rv).
Notation b := (@b S A Z x0 L Lam).
Notation rbar := (@rbar S A Z x0 L rv).
Notation bad_r := (bad_r x0 P rho rv T Lam).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.

(* kr b pays for r_bar - r, d for the distance of a kernel to P, l4 for the martingale *)
Unset Implicit Arguments.
Context [kr l4 : R] [d : seq E -> forall h, S h -> A -> R].
Set Implicit Arguments.
Hypotheses (kr0 : 0 < kr) (l40 : 0 < l4) (d0 : forall s h (x : S h) a, 0 <= d s h x a).

(* what a step may cost *)
Definition price (s : seq E) h (x : S h) (a : A) :=
  Rmin 1 ((1 + kr) * b s x a) + ind (wide h) * (INR (L - h.+1) * Rmin 1 (d s h x a)).
(* the policy of the next episode is optimistic, up to the gap, and the kernel that says so is near to P *)
Definition optimistic_within (hist : seq E) := exists P' : trans S A,
  [/\ is_trans P', V P pistar r L x0 <= V P' (f hist) (rhat (st hist)) L x0 + gap hist &
      forall h (x : S h) a, (h < L)%N -> wide h -> \rsum_y Rabs (P' h x a y - P h x a y) <= 2 * d (st hist) h x a].

Lemma price_ge0 s h (x : S h) a : 0 <= price s x a.
Proof.
have b0 := b_ge0 x0 Lam s x a; apply: Rplus_le_le_0_compat; first by apply: Rmin_glb; nra.
apply: Rmult_le_pos; first exact: ind_ge0.
by apply: Rmult_le_pos; [exact: pos_INR | apply: Rmin_glb; [lra | exact: d0]].
Qed.

(* --- one episode *)
Definition value_gap hist := U P (f hist) (price (st hist)) L x0.

Lemma episode_price hist : optimistic_within hist ->
  (forall h (x : S h) a, (h < L)%N -> rbar (st hist) x a - r x a <= kr * b (st hist) x a) ->
  V P pistar r L x0 - V P (f hist) r L x0 <= value_gap hist + gap hist.
Proof.
set s := st hist; move=> [P' [Ht O dP]] up; have Hpi := Hf hist; have rh01 := rhat01 x0 Lam Hrv s.
suff H : V P' (f hist) (rhat s) L x0 - V P (f hist) r L x0 <= value_gap hist.
  by move: (V P (f hist) r L x0) H O => u'; rewrite -/s; lra.
apply: (U_dominates HP Hpi Ht (r01 HP Hrho Hrv) rh01) => [h x a hL|]; last exact: addn0.
rewrite /price; apply: Rplus_le_compat.
  have := r01 HP Hrho Hrv x a; have := rh01 h x a; have := up h x a hL.
  have : rhat s x a <= rbar s x a + b s x a := Rmin_r _ _.
  by rewrite -/s; move: (r x a) (rhat s x a) (rbar s x a) (b s x a) => t1 t2 t3 t4 *; apply: Rmin_glb; lra.
case W : (wide h); last by rewrite (narrow_diff _ W (Ht h x a) (HP h x a)) Rmult_0_l; exact: Rle_refl.
rewrite Rmult_1_l; apply: half_norm; [exact: Ht | exact: HP | exact: pos_INR | | exact: dP].
by move=> y; apply: V_bound.
Qed.

(* --- one tail, with L (2 L^2 + 1) / 3 for each episode *)
Definition step_costs hist : functional S A Z := @cost S A Z L P (f hist) (price (st hist)).
Definition excess (hist : seq E) (e : E) := value_gap hist - pathsum (step_costs hist) x0 e.
Definition deviation := sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * l4 / 6).
Definition bad_excess (v : seq E) := Rleb deviation (hsum excess v).

Theorem Pr_bad_excess : Pr K T [::] bad_excess <= exp (- l4).
Proof.
have c1 : 1 <= Csq L by have := leq_INR L1; rewrite INR1 /Csq /=; nra.
have TR : 0 < INR T by have := T_ge1 T1; lra.
have C0 : 0 < INR T * Csq L by nra.
have e2 : 0 < INR T * Csq L * l4 / 2 by have := Rmult_lt_0_compat _ _ C0 l40; lra.
have cb hist : bddf (step_costs hist) by exact: cost_bdd HP (Hf hist) (price_ge0 (st hist)).
have Yb hist : bdd (excess hist) by apply: bddB; [exact: bddC | exact: pathsum_bdd].
have sub hist s : 0 <= s ->
    K hist (fun e => exp (s * excess hist e - s ^ 2 / 8 * (fun _ _ => Csq L) hist e)) <= 1.
  move=> s0; have ex0 := Rlt_le _ _ (exp_pos (- (s ^ 2 / 8 * Csq L))).
  have Eb : bdd (fun e => exp (s * excess hist e)) by apply/bdd_exp/bddZ.
  rewrite (@ex_eq _ _ (KD hist) _ (fun e => exp (- (s ^ 2 / 8 * Csq L)) * exp (s * excess hist e))) => [||e].
  - apply: Rle_trans (exZ (KD hist) ex0 Eb) _.
    have H := U_moment HP Hrho (Hf hist) (price_ge0 (st hist)) x0 s0 (addn0 L).
    apply: Rle_trans (Rmult_le_compat_l _ _ _ ex0 H) _.
    by rewrite -exp_plus Rplus_opp_l exp_0; exact: Rle_refl.
  - by apply/bdd_exp/bddB; [exact: bddZ | exact: bddC].
  by rewrite -exp_plus; congr exp; ring.
have := sub_gaussian_tail KD Yb (fun _ => bddC _ _) sub T (sqrt_lt_R0 _ e2) C0.
rewrite pow2_sqrt; last by lra.
have -> : 2 * (INR T * Csq L * l4 / 2) / (INR T * Csq L) = l4 by field; lra.
apply: Rle_trans; apply: (le_Pr KD) => v Hv; rewrite /bad_excess.
have -> : deviation = sqrt (INR T * Csq L * l4 / 2) by rewrite /deviation /Csq; congr sqrt; field.
suff -> : Rleb (hsum (fun _ _ => Csq L) v) (INR T * Csq L) by rewrite andbT; exact: Rle_refl.
by apply/RlebP/Req_le; rewrite hsum_const Hv addn0.
Qed.

Lemma suffix_of (v : seq E) s e hist : drop s v = e :: hist -> hist = drop s.+1 v.
Proof. by move=> E1; rewrite -addn1 addnC -drop_drop E1 /= drop0. Qed.

(* the regret on the good event, by what the visited pairs cost and what the gaps add *)
Theorem regret_price v : size v = T ->
  (forall s, (size (drop s v) < T)%N -> (forall h (x : S h) a, (h < L)%N -> r x a <= rhat (st (drop s v)) x a) ->
     optimistic_within (drop s v)) ->
  ~~ bad_r true kr v -> ~~ bad_r false 1 v -> ~~ bad_excess v ->
  regret v <= hsum (fun hist e => visited x0 (price (st hist)) e) v + deviation + total_gap gap v.
Proof.
move=> vT G nu nd nM; apply: (@Rle_trans _ (hsum (fun hist _ => value_gap hist + gap hist) v)).
  rewrite /Algorithm.regret -hsum_const -hsumB.
  apply: le_hsum => s e hist E1; have Es := suffix_of E1.
  have hT : (size hist < T)%N.
    by have := congr1 size E1; rewrite size_drop vT /= => E2; rewrite -E2; exact: leq_subr.
  have [k Ek] := start_suffix Hst v s.+1; rewrite -Es in Ek.
  apply: episode_price; last by rewrite Ek; exact: (good_up HP Hrho Hrv kr0 vT nu k).
  rewrite Es; apply: G; rewrite -Es // Ek.
  by apply: (good_down HP Hrho Hrv lam (c := 1) _ vT nd k); lra.
rewrite hsumD; apply: Rplus_le_compat_r.
have -> : hsum (fun hist _ => value_gap hist) v = hsum (fun hist e => pathsum (step_costs hist) x0 e) v + hsum excess v.
  by rewrite -hsumD; apply: eq_hsum => hist e; rewrite /excess; ring.
apply: Rplus_le_compat; last first.
  by move: nM; rewrite /bad_excess; case: RlebP => // lt _; exact/Rlt_le/Rnot_le_lt.
apply: le_hsum => s e hist _; rewrite visited_pathsum; apply: pathsum_le => l x a z y.
exact: cost_le_w.
Qed.

(* any sets: for any prices, any event off which they are paid, and any bound W on what the visited pairs cost off it *)
Theorem theorem_prices (bad : pred (seq E)) pP W : Pr K T [::] bad <= pP ->
  (forall v, size v = T -> ~~ bad v -> forall s, (size (drop s v) < T)%N ->
     (forall h (x : S h) a, (h < L)%N -> r x a <= rhat (st (drop s v)) x a) -> optimistic_within (drop s v)) ->
  (forall v, size v = T -> ~~ bad v -> hsum (fun hist e => visited x0 (price (st hist)) e) v <= W) ->
  1 - (pP + (INR X - 1) * (INR #|A| * (INR T * (exp (- (4 * kr ^ 2 * Lam)) + exp (- (4 * Lam))))) + exp (- l4)) <=
  Prl K T [::] (fun v => Rleb (regret v) (W + sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * l4 / 6) + total_gap gap v)).
Proof.
move=> B1 G HW; apply: (Pr_not KD).
have B2 := Pr_bad_r x0 HP Hrho Hrv T SL Hf lam true kr0.
have B3 := Pr_bad_r x0 HP Hrho Hrv T SL Hf lam false Rlt_0_1.
rewrite (_ : 4 * 1 ^ 2 * Lam = 4 * Lam) in B3; last by ring.
apply: Rle_trans (_ : _ <= pP + (_ + _) + exp (- l4)) _; last first.
  rewrite (Rmult_plus_distr_l (INR T)) (Rmult_plus_distr_l (INR #|A|)) (Rmult_plus_distr_l (INR X - 1)).
  exact: Rle_refl.
apply: Rle_trans (Pr_or KD (Pr_or KD B1 (Pr_or KD B2 B3)) Pr_bad_excess).
apply: (Pr_imp KD) => v vT; apply: contraR; rewrite 3!negb_or => /andP[/and3P[n1' n2 n3] n4]; apply/RlebP.
apply: Rle_trans (regret_price vT (G v vT n1') n2 n3 n4) _.
by do 2!apply: Rplus_le_compat_r; exact: HW.
Qed.
End Payments.

(* the ball: what sharper/Budgets.v asks of a learner and of P gives prices of kap eps *)
Section Ball.
Import Letters Process.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [gap : seq E -> R].
Context [pistar : policy S A] (Hstar : is_policy pistar) [kap : nat -> R].
Notation eps := (@eps S A Z x0 L Lam).

Theorem budgets_pay hist : near x0 rv T Lam st f gap -> (size hist < T)%N ->
  conf_close x0 P Lam kap (st hist) ->
  (forall h (x : S h) a, (h < L)%N -> r P rho rv x a <= rhat x0 rv Lam (st hist) x a) ->
  @optimistic_within M Lam st f gap pistar (fun s h x a => kap h * eps s x a) hist.
Proof.
move=> Hnear hT [hc hk] down; have [qhat [Hq pl opt]] := Hnear _ hT.
have Ht : is_trans (Phat L qhat P) := Phat_trans Hq HP.
exists (Phat L qhat P); split=> // [|h x a hL W].
  rewrite (eq_8 x0 (f hist) Ht) (eq_8 x0 pistar HP) (inner_polytope x0_only P Hq pl).
  apply: Rle_trans (opt _ (occ_in_polytope x0 HP Hstar hc)); apply: inner_le => h x a hL; last exact: down.
  by rewrite (marg_q3 x0 pistar HP); exact: (q2_ge0 x0 HP Hstar).
have C1 := Phat_conf Hq hc x a hL; have C2 := hk h x a hL W.
apply: (@Rle_trans _ (\rsum_y (Rabs (Phat L qhat P x a y - Pbar x0 (st hist) x a y) + Rabs (P h x a y - Pbar x0 (st hist) x a y)))).
  apply: le_rsum => y _; rewrite -(Rabs_Ropp (P h x a y - _)).
  by apply: Rle_trans _ (Rabs_triang _ _); apply: Req_le; congr Rabs; ring.
rewrite rsumD (_ : 2 * (kap h * eps (st hist) x a) = eps (st hist) x a + (2 * kap h - 1) * eps (st hist) x a); last by ring.
exact: Rplus_le_compat.
Qed.
End Ball.
