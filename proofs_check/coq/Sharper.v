(* The sharper Theorem 4: the regret on the good event, by one martingale and the visited pairs. *)
Require Import UCRLLP.Sums UCRLLP.Probability UCRLLP.Concentration UCRLLP.Model UCRLLP.Episodes
  UCRLLP.OccupancyMeasures UCRLLP.ConfidenceSets UCRLLP.Algorithm UCRLLP.LayerSums UCRLLP.GoodEvents
  UCRLLP.Visits UCRLLP.AppendixA UCRLLP.AppendixB UCRLLP.ClippedRecursion.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Sharper.
Variables (S : nat -> finType) (A Z : finType) (x0 : S 0%N) (L : nat).
Hypothesis x0_only : forall x, x = x0.
Unset Implicit Arguments.
Variables (P : trans S A) (rho : rlaw S A Z) (rv : Z -> R).
Set Implicit Arguments.
Hypotheses (HP : is_trans P) (Hrho : is_rlaw rho) (Hrv : forall z, 0 <= rv z <= 1).
Variables (T : nat) (delta Lam : R).
Hypotheses (T1 : (0 < T)%N) (delta01 : 0 < delta < 1) (A1 : (0 < #|A|)%N) (L1 : (0 < L)%N).
Hypothesis SL : #|S L| = 1%N.
Hypothesis Lam_ge : ln (TXA S A L T / delta) <= Lam.
Notation E := (traj S A Z L 0).
Notation Pbar := (@Pbar S A Z x0 L).
Notation eps := (@eps S A Z x0 L Lam).
Notation rhat := (@rhat S A Z x0 L rv Lam).
Notation n1 := (@n1 S A Z x0 L).
Notation X := (X S L).
Notation LX := (LX S L).
Notation root := (root A T Lam).
Notation wide := (wide S).
Unset Implicit Arguments.
Variables (st : seq E -> seq E) (f : seq E -> policy S A) (qhat : seq E -> occ S A).
Set Implicit Arguments.
Hypothesis Hst : schedule x0 st.
Hypothesis Hlearn : learner x0 rv f st Lam qhat.
Notation K := (@K S A Z x0 L P rho f).
Let Hf w : is_policy (f w) := (Hlearn w).1.
Let KD : forall hist, is_dist (K hist) := K_dist x0 HP Hrho Hf.
Let lam : / 2 <= Lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.

Notation r := (@r S A Z P rho rv).
Notation b := (@b S A Z x0 L Lam).
Notation rbar := (@rbar S A Z x0 L rv).
Notation q_ := (@q_ S A Z x0 L P f).
Notation visit := (@visit S A Z x0 L).
Variable pistar : policy S A.                (* an optimal policy, or any other to compare with *)
Hypothesis Hstar : is_policy pistar.
Notation regret := (@regret S A Z x0 L P rho rv f pistar).
Notation bad_r := (bad_r x0 P rho rv T Lam).

(* P is in P_i, and in layers with more than one successor at distance (2 kap - 1) eps_i of P_bar_i *)
Variable kap : nat -> R.
Hypothesis kap_half : forall h, / 2 <= kap h.
Definition close (s : seq E) := in_conf L (Pbar s) (@Algorithm.eps S A Z x0 L Lam s) P /\
  forall h (x : S h) a, (h < L)%N -> wide h ->
    \rsum_y Rabs (P h x a y - Pbar s x a y) <= (2 * kap h - 1) * eps s x a.

(* what a step may cost *)
Definition wt (s : seq E) h (x : S h) (a : A) :=
  Rmin 1 (3 / 2 * b s x a) + ind (wide h) * (INR (L - h.+1) * Rmin 1 (kap h * eps s x a)).

Lemma eps_ge0 s h (x : S h) a : 0 <= eps s x a. Proof. exact: sqrt_pos. Qed.

Lemma wt_ge0 s h (x : S h) a : 0 <= wt s x a.
Proof.
have b0 := b_ge0 x0 Lam s x a; have e0 := eps_ge0 s x a; have k0 := kap_half h.
apply: Rplus_le_le_0_compat; first by apply: Rmin_glb; lra.
apply: Rmult_le_pos; first exact: ind_ge0.
by apply: Rmult_le_pos; [exact: pos_INR | apply: Rmin_glb; nra].
Qed.

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

(* --- one episode *)
Definition M hist := U P (f hist) (wt (st hist)) L x0.

Lemma episode_regret hist : close (st hist) ->
  (forall h (x : S h) a, (h < L)%N -> rbar (st hist) x a - r x a <= / 2 * b (st hist) x a) ->
  (forall h (x : S h) a, (h < L)%N -> r x a <= rhat (st hist) x a) ->
  V P pistar r L x0 - V P (f hist) r L x0 <= M hist.
Proof.
set s := st hist; move=> [hc hk] up down; have [_ [opt pl]] := Hlearn hist.
have O := @optimism S A x0 L (Pbar s) _ P pistar r (rhat s) (qhat hist) HP Hstar hc down opt.
pose Ph := ConfidenceSets.Phat L (qhat hist) P.
have Ht : is_trans Ph by apply: (Phat_trans opt.1).
have Hconf := Phat_conf opt.1 hc.
rewrite -(@inner_polytope S A x0 x0_only L (Pbar s) _ (qhat hist) P (f hist) opt.1 pl) -/Ph in O.
rewrite -(eq_8 x0 (f hist) Ht) in O.
have Hpi : is_policy (f hist) by exact: Hf.
have rh01 := rhat01 x0 Lam Hrv s.
apply: Rle_trans (_ : _ <= V Ph (f hist) (rhat s) L x0 - V P (f hist) r L x0) _.
  by rewrite (eq_8 x0 pistar HP); apply: Rplus_le_compat_r.
apply: (U_dominates HP Hpi Ht (r01 HP Hrho Hrv) rh01) => [h x a hL|]; last exact: addn0.
rewrite /wt; apply: Rplus_le_compat.
  have := r01 HP Hrho Hrv x a; have := rh01 h x a; have := up h x a hL.
  have : rhat s x a <= rbar s x a + b s x a := Rmin_r _ _.
  by move: (r x a) (rhat s x a) (rbar s x a) (b s x a) => t1 t2 t3 t4 *; apply: Rmin_glb; lra.
case W : (wide h); last by rewrite (narrow_diff _ W (Ht h x a) (HP x a)) Rmult_0_l; exact: Rle_refl.
rewrite Rmult_1_l; apply: half_norm; [exact: Ht | exact: HP | exact: pos_INR | |].
  by move=> y; apply: V_bound.
have C1 := Hconf h x a hL; have C2 := hk h x a hL W.
apply: (@Rle_trans _ (\rsum_y (Rabs (Ph h x a y - Pbar s x a y) + Rabs (P h x a y - Pbar s x a y)))).
  apply: rsum_le => y _; rewrite -(Rabs_Ropp (P h x a y - _)).
  by apply: Rle_trans _ (Rabs_triang _ _); apply: Req_le; congr Rabs; ring.
rewrite rsumD (_ : 2 * (kap h * eps s x a) = eps s x a + (2 * kap h - 1) * eps s x a); last by ring.
by apply: Rplus_le_compat; [exact: C1 | exact: C2].
Qed.

(* --- one tail, with L (2 L^2 + 1) / 3 for each episode *)
Definition costs hist : functional S A Z := @cost S A Z L P (f hist) (wt (st hist)).
Definition Y (hist : seq E) (e : E) := M hist - pathsum (costs hist) x0 e.
Definition dev_M := sqrt (INR T * Csq L * ln (1 / delta) / 2).
Definition bad_M (v : seq E) := Rleb dev_M (along Y v).

Lemma Csq_ge1 : 1 <= Csq L.
Proof. by have := leq_INR L1; rewrite INR_1' /Csq /=; nra. Qed.

Lemma Pr_bad_M : Pr K T [::] bad_M <= delta.
Proof.
have c1 := Csq_ge1; have l0 := ln_delta delta01.
have TR : 0 < INR T by apply: lt_0_INR; apply/ltP.
have C0 : 0 < INR T * Csq L by nra.
have e2 : 0 < INR T * Csq L * ln (1 / delta) / 2 by nra.
have sub hist s : 0 <= s ->
    \rsum_e (K hist e * exp (s * Y hist e - s ^ 2 / 8 * (fun _ _ => Csq L) hist e)) <= 1.
  move=> s0; rewrite /Rminus.
  under eq_bigr => e _ do rewrite exp_plus -Rmult_assoc.
  rewrite rsumZr.
  have H := U_moment HP Hrho (Hf hist) (wt_ge0 (st hist)) x0 s0 (addn0 L).
  apply: Rle_trans (Rmult_le_compat_r _ _ _ (Rlt_le _ _ (exp_pos _)) H) _.
  by rewrite -exp_plus Rplus_opp_r exp_0; exact: Rle_refl.
have := tail KD sub T (sqrt_lt_R0 _ e2) C0.
rewrite pow2_sqrt; last by lra.
have -> : 2 * (INR T * Csq L * ln (1 / delta) / 2) / (INR T * Csq L) = ln (1 / delta) by field; lra.
have -> : exp (- ln (1 / delta)) = delta.
  by rewrite /Rdiv Rmult_1_l ln_Rinv ?Ropp_involutive ?exp_ln; lra.
apply: Rle_trans; apply: (Ex_le KD) => v Hv; rewrite /bad_M -/dev_M.
suff -> : Rleb (along (fun _ _ => Csq L) v) (INR T * Csq L) by rewrite andbT; exact: Rle_refl.
by apply/RlebP/Req_le; rewrite along_const Hv addn0.
Qed.

Lemma pathsum_le (Phi Phi' : functional S A Z) k h (x : S h) (e : traj S A Z k h) :
  (forall l (x : S l) a z y, Phi l x a z y <= Phi' l x a z y) -> pathsum Phi x e <= pathsum Phi' x e.
Proof.
move=> H; elim: k h x e => [|k IH] h x e /=; first exact: Rle_refl.
by apply: Rplus_le_compat.
Qed.

(* the regret on the good event, by what the visited pairs cost *)
Theorem regret_path v : size v = T -> (forall s, close (drop s v)) ->
  ~~ bad_r true (/ 2) v -> ~~ bad_r false 1 v -> ~~ bad_M v ->
  regret v <= along (fun hist e => visited x0 (wt (st hist)) e) v + dev_M.
Proof.
move=> vT G nu nd nM; have i2 : 0 < / 2 by lra.
apply: (@Rle_trans _ (along (fun hist _ => M hist) v)).
  rewrite /Algorithm.regret -along_const -alongB.
  apply: (along_suffix (F := fun hist => V P pistar r L x0 - V P (f hist) r L x0)) => s.
  apply: episode_regret; have [k ->] := start_suffix Hst v s; first exact: G.
    exact: (good_up HP Hrho Hrv T1 delta01 A1 L1 SL Lam_ge i2 vT nu k).
  by apply: (good_down HP Hrho Hrv T1 delta01 A1 L1 SL Lam_ge _ vT nd k); lra.
have -> : along (fun hist _ => M hist) v = along (fun hist e => pathsum (costs hist) x0 e) v + along Y v.
  by rewrite -alongD; apply: eq_along => hist e; rewrite /Y; ring.
apply: Rplus_le_compat; last first.
  by move: nM; rewrite /bad_M; case: RlebP => // lt _; exact/Rlt_le/Rnot_le_lt.
apply: along_le => s e hist _; rewrite visited_pathsum; apply: pathsum_le => l x a z y.
exact: cost_le_w.
Qed.

(* --- the cost of the visited pairs, layer by layer *)
Definition layer h := 3 / 2 * sqrt (INR #|S h|) +
  ind (wide h) * (INR (L - h.+1) * (kap h * sqrt (INR #|S h| * INR #|S h.+1|))).

Lemma eps_sqrt s h (x : S h) a : eps s x a = sqrt (2 * INR #|S h.+1| * Lam) * / sqrt (n1 s x a).
Proof. by rewrite /Algorithm.eps sqrt_div_alt //; have := n1_ge1 x0 s x a; lra. Qed.

Theorem visited_wt v : size v = T ->
  along (fun hist e => visited x0 (wt (st hist)) e) v <= (2 + sqrt 2) * root * (\rsum_(h < L) layer h).
Proof.
move=> vT; pose C h := 3 / 2 * sqrt (2 * 1 * Lam) +
  ind (wide h) * INR (L - h.+1) * kap h * sqrt (2 * INR #|S h.+1| * Lam).
have wk h : 0 <= ind (wide h) * INR (L - h.+1) * kap h.
  by apply: Rmult_le_pos; [apply: Rmult_le_pos; [exact: ind_ge0 | exact: pos_INR] | have := kap_half h; lra].
apply: Rle_trans (visited_weights Hst (C := C) _ _) _.
- move=> h; apply: Rplus_le_le_0_compat; first by have := sqrt_pos (2 * 1 * Lam); lra.
  by apply: Rmult_le_pos => //; exact: sqrt_pos.
- move=> s e hist _ h x a _; rewrite -/(n1 (st hist) x a) /wt b_sqrt eps_sqrt /C.
  move: (sqrt (2 * INR _ * _)) (sqrt (2 * 1 * Lam)) (/ sqrt _) => u v0 t.
  have -> : (3 / 2 * v0 + ind (wide h) * INR (L - h.+1) * kap h * u) * t =
    3 / 2 * (v0 * t) + ind (wide h) * (INR (L - h.+1) * (kap h * (u * t))) by ring.
  apply: Rplus_le_compat; first exact: Rmin_r.
  apply: Rmult_le_compat_l; first exact: ind_ge0.
  by apply: Rmult_le_compat_l; [exact: pos_INR | exact: Rmin_r].
rewrite vT; under eq_bigr => h _ do rewrite /C Rmult_plus_distr_r.
rewrite rsumD (rate S A L T Lam (fun _ => 3 / 2) (c := fun _ => 1)) => [|h]; last by lra.
rewrite (rate S A L T Lam (fun h => ind (wide h) * INR (L - h.+1) * kap h) (c := fun h => INR #|S h.+1|)) => [|h];
  last exact: pos_INR.
rewrite -Rmult_plus_distr_l -rsumD; apply: Req_le; congr (_ * _); apply: eq_bigr => h _.
by rewrite /layer Rmult_1_r; ring.
Qed.
End Sharper.
