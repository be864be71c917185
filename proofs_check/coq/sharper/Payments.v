(* The payment argument for any sets and any radii.  In every episode the policy comes with a kernel P' and rewards rr under
   which it looks at least as good as pi_star is, up to a gap; P' is within 2 d of P in the 1-norm at every pair, and rr is
   above r by at most pr.  Then the regret is at most what the visited pairs cost, min{1, pr} for the reward and (L - h - 1)
   min{1, d} for the transition, and one martingale.  Every choice of R-37 is an instance: the sets (12) with any budget
   (sharper/Budgets.v), `union` and `union-half` (sharper/UnionRadius.v), the intervals (sharper/Intervals.v). *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.LayerSums
  UCRLLP.paper.GoodEvents UCRLLP.model.Setting UCRLLP.paper.Visits UCRLLP.paper.AppendixA UCRLLP.paper.AppendixB
  UCRLLP.sharper.ClippedRecursion.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Basics.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Notation E := (traj S A Z L 0).
Notation wide := (wide S).
(* what the gaps add *)
Definition total_gap (gap : seq E -> R) (v : seq E) := hsum (fun hist _ => gap hist) v.

(* a layer with one state: nothing to learn about the transition to it *)
Lemma narrow_diff h (p p' v : S h.+1 -> R) : wide h = false -> is_dist p -> is_dist p' ->
  \rsum_y ((p y - p' y) * v y) = 0.
Proof.
move=> /negbT; rewrite -ltnNge ltnS => /fintype_le1P H [_ p1] [_ p1'].
case: (pickP (fun y : S h.+1 => true)) => [y0 _|none]; last first.
  by rewrite big1 // => y _; have := none y.
rewrite (eq_bigr (fun y => (p y - p' y) * v y0)) => [|y _]; last by rewrite (H y0 y).
by rewrite rsumZr rsumB p1 p1' Rminus_eq_0 Rmult_0_l.
Qed.

Lemma pathsum_le (Phi Phi' : functional S A Z) k h (x : S h) (e : traj S A Z k h) :
  (forall l (x : S l) a z y, Phi l x a z y <= Phi' l x a z y) -> pathsum Phi x e <= pathsum Phi' x e.
Proof.
move=> H; elim: k h x e => [|k IH] h x e /=; first exact: Rle_refl.
by apply: Rplus_le_compat.
Qed.
End Basics.

Section Payments.
Import Letters Process.
Context [M : setting] [st : seq E -> seq E] [f : seq E -> policy S A] [gap : seq E -> R].
Hypothesis Hf : forall w, is_policy (f w).
Context [pistar : policy S A] (Hstar : is_policy pistar).   (* an optimal policy, or any other to compare with *)
Notation r := (@r S A Z P rho rv).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.

(* the rewards of the program, what pays for them, what pays for the distance of a kernel to P, l4 for the martingale *)
Unset Implicit Arguments.
Context [rr : seq E -> reward S A] [pr d : seq E -> forall h, S h -> A -> R] [l4 : R].
Set Implicit Arguments.
Hypotheses (rr01 : forall s h (x : S h) a, 0 <= rr s h x a <= 1) (pr0 : forall s h (x : S h) a, 0 <= pr s h x a)
  (d0 : forall s h (x : S h) a, 0 <= d s h x a) (l40 : 0 < l4).

(* what a step may cost *)
Definition step_price (s : seq E) h (x : S h) (a : A) :=
  Rmin 1 (pr s h x a) + ind (wide h) * (INR (L - h.+1) * Rmin 1 (d s h x a)).
(* the policy of the next episode is optimistic, up to the gap, and the kernel that says so is near to P *)
Definition optimistic_by (hist : seq E) := exists P' : trans S A,
  [/\ is_trans P', V P pistar r L x0 <= V P' (f hist) (rr (st hist)) L x0 + gap hist &
      forall h (x : S h) a, (h < L)%N -> wide h -> \rsum_y Rabs (P' h x a y - P h x a y) <= 2 * d (st hist) h x a].
Definition rewards_by (hist : seq E) := forall h (x : S h) a, (h < L)%N -> rr (st hist) h x a - r x a <= pr (st hist) h x a.

Lemma step_price_ge0 s h (x : S h) a : 0 <= step_price s x a.
Proof.
apply: Rplus_le_le_0_compat; first by apply: Rmin_glb; [lra | exact: pr0].
apply: Rmult_le_pos; first exact: ind_ge0.
by apply: Rmult_le_pos; [exact: pos_INR | apply: Rmin_glb; [lra | exact: d0]].
Qed.

(* --- one episode *)
Definition value_gap hist := U P (f hist) (step_price (st hist)) L x0.

Lemma episode_price hist : optimistic_by hist -> rewards_by hist ->
  V P pistar r L x0 - V P (f hist) r L x0 <= value_gap hist + gap hist.
Proof.
set s := st hist; move=> [P' [Ht O dP]] up; have Hpi := Hf hist; have rh01 := rr01 s.
suff H : V P' (f hist) (rr s) L x0 - V P (f hist) r L x0 <= value_gap hist.
  by move: (V P (f hist) r L x0) H O => u'; rewrite -/s; lra.
apply: (U_dominates HP Hpi Ht (r01 HP Hrho Hrv) rh01) => [h x a hL|]; last exact: addn0.
rewrite /step_price; apply: Rplus_le_compat.
  have := r01 HP Hrho Hrv x a; have := rh01 h x a; have := up h x a hL.
  by rewrite -/s; move: (r x a) (rr s h x a) (pr s h x a) => t1 t2 t3 *; apply: Rmin_glb; lra.
case W : (wide h); last by rewrite (narrow_diff _ W (Ht h x a) (HP h x a)) Rmult_0_l; exact: Rle_refl.
rewrite Rmult_1_l; apply: half_norm; [exact: Ht | exact: HP | exact: pos_INR | | exact: dP].
by move=> y; apply: V_bound.
Qed.

(* --- one tail, with L (2 L^2 + 1) / 3 for each episode *)
Definition step_costs hist : functional S A Z := @cost S A Z L P (f hist) (step_price (st hist)).
Definition excess (hist : seq E) (e : E) := value_gap hist - pathsum (step_costs hist) x0 e.
Definition dev_M := sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * l4 / 6).
Definition bad_excess (v : seq E) := Rleb dev_M (hsum excess v).

Theorem Pr_bad_excess : Pr K T [::] bad_excess <= exp (- l4).
Proof.
have c1 : 1 <= Csq L by have := leq_INR L1; rewrite INR1 /Csq /=; nra.
have TR : 0 < INR T by have := T_ge1 T1; lra.
have C0 : 0 < INR T * Csq L by nra.
have e2 : 0 < INR T * Csq L * l4 / 2 by have := Rmult_lt_0_compat _ _ C0 l40; lra.
have cb hist : bddf (step_costs hist) by exact: cost_bdd HP (Hf hist) (step_price_ge0 (st hist)).
have Yb hist : bdd (excess hist) by apply: bddB; [exact: bddC | exact: pathsum_bdd].
have sub hist s : 0 <= s ->
    K hist (fun e => exp (s * excess hist e - s ^ 2 / 8 * (fun _ _ => Csq L) hist e)) <= 1.
  move=> s0; have ex0 := Rlt_le _ _ (exp_pos (- (s ^ 2 / 8 * Csq L))).
  have Eb : bdd (fun e => exp (s * excess hist e)) by apply/bdd_exp/bddZ.
  rewrite (@ex_eq _ _ (KD hist) _ (fun e => exp (- (s ^ 2 / 8 * Csq L)) * exp (s * excess hist e))) => [||e].
  - apply: Rle_trans (exZ (KD hist) ex0 Eb) _.
    have H := U_moment HP Hrho (Hf hist) (step_price_ge0 (st hist)) x0 s0 (addn0 L).
    apply: Rle_trans (Rmult_le_compat_l _ _ _ ex0 H) _.
    by rewrite -exp_plus Rplus_opp_l exp_0; exact: Rle_refl.
  - by apply/bdd_exp/bddB; [exact: bddZ | exact: bddC].
  by rewrite -exp_plus; congr exp; ring.
have := sub_gaussian_tail KD Yb (fun _ => bddC _ _) sub T (sqrt_lt_R0 _ e2) C0.
rewrite pow2_sqrt; last by lra.
have -> : 2 * (INR T * Csq L * l4 / 2) / (INR T * Csq L) = l4 by field; lra.
apply: Rle_trans; apply: (le_Pr KD) => v Hv; rewrite /bad_excess.
have -> : dev_M = sqrt (INR T * Csq L * l4 / 2) by rewrite /dev_M /Csq; congr sqrt; field.
suff -> : Rleb (hsum (fun _ _ => Csq L) v) (INR T * Csq L) by rewrite andbT; exact: Rle_refl.
by apply/RlebP/Req_le; rewrite hsum_const Hv addn0.
Qed.

Lemma suffix_of (v : seq E) s e hist : drop s v = e :: hist -> hist = drop s.+1 v.
Proof. by move=> E1; rewrite -addn1 addnC -drop_drop E1 /= drop0. Qed.

(* the regret, by what every episode may cost and what the gaps add, ... *)
Lemma regret_values v : size v = T ->
  (forall s, (size (drop s v) < T)%N -> optimistic_by (drop s v) /\ rewards_by (drop s v)) ->
  regret v <= hsum (fun hist _ => value_gap hist + gap hist) v.
Proof.
move=> vT G; rewrite /Algorithm.regret -hsum_const -hsumB.
apply: le_hsum => s e hist E1; have Es := suffix_of E1.
have hT : (size hist < T)%N.
  by have := congr1 size E1; rewrite size_drop vT /= => E2; rewrite -E2; exact: leq_subr.
by have := G s.+1; rewrite -Es => /(_ hT)[G1 G2]; exact: episode_price.
Qed.

(* ... and by what the visited pairs cost *)
Lemma regret_price v : size v = T ->
  (forall s, (size (drop s v) < T)%N -> optimistic_by (drop s v) /\ rewards_by (drop s v)) -> ~~ bad_excess v ->
  regret v <= hsum (fun hist e => visited x0 (step_price (st hist)) e) v + dev_M + total_gap gap v.
Proof.
move=> vT G nM; apply: Rle_trans (regret_values vT G) _; rewrite hsumD; apply: Rplus_le_compat_r.
have -> : hsum (fun hist _ => value_gap hist) v = hsum (fun hist e => pathsum (step_costs hist) x0 e) v + hsum excess v.
  by rewrite -hsumD; apply: eq_hsum => hist e; rewrite /excess; ring.
apply: Rplus_le_compat; last first.
  by move: nM; rewrite /bad_excess; case: RlebP => // lt _; exact/Rlt_le/Rnot_le_lt.
apply: le_hsum => s e hist _; rewrite visited_pathsum; apply: pathsum_le => l x a z y.
exact: cost_le_w.
Qed.

(* any sets, any radii: any event off which all is paid, and any bound W on what the visited pairs cost off it *)
Theorem theorem_payments (bad : pred (seq E)) p W : Pr K T [::] bad <= p ->
  (forall v, size v = T -> ~~ bad v -> forall s, (size (drop s v) < T)%N ->
     optimistic_by (drop s v) /\ rewards_by (drop s v)) ->
  (forall v, size v = T -> ~~ bad v -> hsum (fun hist e => visited x0 (step_price (st hist)) e) v <= W) ->
  1 - (p + exp (- l4)) <= Prl K T [::] (fun v => Rleb (regret v) (W + dev_M + total_gap gap v)).
Proof.
move=> B1 G HW; apply: (Pr_not KD); apply: Rle_trans (Pr_or KD B1 Pr_bad_excess).
apply: (Pr_imp KD) => v vT; apply: contraR; rewrite negb_or => /andP[n1' n2]; apply/RlebP.
apply: Rle_trans (regret_price vT (G v vT n1') n2) _.
by do 2!apply: Rplus_le_compat_r; exact: HW.
Qed.
End Payments.

(* --- the rewards (16), with kr b to pay for r_bar - r *)
Section Prices.
Import Letters Process.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [gap : seq E -> R].
Hypotheses (lam : / 2 <= Lam) (Hst : schedule x0 st) (Hf : forall w, is_policy (f w)).
Context [pistar : policy S A].
Notation rhat := (@rhat S A Z x0 L rv Lam).
Notation r := (@r S A Z P rho rv).
Notation b := (@b S A Z x0 L Lam).
Notation rbar := (@rbar S A Z x0 L rv).
Notation bad_r := (bad_r x0 P rho rv T Lam).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Unset Implicit Arguments.
Context [kr l4 : R] [d : seq E -> forall h, S h -> A -> R].
Set Implicit Arguments.
Hypotheses (kr0 : 0 < kr) (l40 : 0 < l4) (d0 : forall s h (x : S h) a, 0 <= d s h x a).
Definition price (s : seq E) h (x : S h) (a : A) :=
  Rmin 1 ((1 + kr) * b s x a) + ind (wide h) * (INR (L - h.+1) * Rmin 1 (d s h x a)).
Definition optimistic_within := @optimistic_by M st f gap pistar rhat d.

(* off the events of (16) its rewards are at least r, and at most (1 + kr) b above it *)
Lemma rewards_paid v s : size v = T -> ~~ bad_r true kr v ->
  @rewards_by M st rhat (fun w h x a => (1 + kr) * b w x a) (drop s v).
Proof.
move=> vT nu h x a hL; have [k ->] := start_suffix Hst v s.
have := good_up HP Hrho Hrv kr0 vT nu k x a hL; set w := drop k v.
have : rhat w x a <= rbar w x a + b w x a := Rmin_r _ _.
by move: (r x a) (rhat w x a) (rbar w x a) (b w x a) => t1 t2 t3 t4 *; lra.
Qed.
Lemma rewards_above v s h (x : S h) a : size v = T -> ~~ bad_r false 1 v -> (h < L)%N ->
  r x a <= rhat (st (drop s v)) x a.
Proof.
move=> vT nd hL; have [k ->] := start_suffix Hst v s.
by apply: (good_down HP Hrho Hrv lam (c := 1) _ vT nd k) => //; lra.
Qed.

Theorem theorem_prices (bad : pred (seq E)) pP W : Pr K T [::] bad <= pP ->
  (forall v, size v = T -> ~~ bad v -> forall s, (size (drop s v) < T)%N ->
     (forall h (x : S h) a, (h < L)%N -> r x a <= rhat (st (drop s v)) x a) -> optimistic_within (drop s v)) ->
  (forall v, size v = T -> ~~ bad v -> hsum (fun hist e => visited x0 (price (st hist)) e) v <= W) ->
  1 - (pP + (INR X - 1) * (INR #|A| * (INR T * (exp (- (4 * kr ^ 2 * Lam)) + exp (- (4 * Lam))))) + exp (- l4)) <=
  Prl K T [::] (fun v => Rleb (regret v) (W + sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * l4 / 6) + total_gap gap v)).
Proof.
move=> B1 G HW; have B2 := Pr_bad_r x0 HP Hrho Hrv T SL Hf lam true kr0.
have B3 := Pr_bad_r x0 HP Hrho Hrv T SL Hf lam false Rlt_0_1.
rewrite (_ : 4 * 1 ^ 2 * Lam = 4 * Lam) in B3; last by ring.
have B : Pr K T [::] (fun v => bad v || (bad_r true kr v || bad_r false 1 v)) <=
    pP + (INR X - 1) * (INR #|A| * (INR T * (exp (- (4 * kr ^ 2 * Lam)) + exp (- (4 * Lam))))).
  apply: Rle_trans (Pr_or KD B1 (Pr_or KD B2 B3)) _; apply: Req_le; ring.
have pr0 s h (x : S h) a : 0 <= (1 + kr) * b s x a by have := b_ge0 x0 Lam s x a => b0; apply: Rmult_le_pos; lra.
apply: (theorem_payments (rr := rhat) (pr := fun s h x a => (1 + kr) * b s x a) (d := d) Hf
  (fun s h x a => rhat01 x0 Lam Hrv s x a) pr0 d0 l40 B) => v vT; rewrite !negb_or => /and3P[n1' n2 n3].
  by move=> s hT; split; [apply: G => // h x a hL; exact: rewards_above | exact: rewards_paid].
exact: HW.
Qed.
End Prices.
