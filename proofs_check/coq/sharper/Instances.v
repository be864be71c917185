(* Theorem 4 for learners that exist: without any hypothesis on the learner, under both readings of
   alg:main/12, with random ties, and on an MDP that satisfies the hypotheses. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.Epochs UCRLLP.model.Learner
  UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents UCRLLP.model.Setting UCRLLP.sharper.Theorem4 Previsions.GeneralLaws.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Instances.
Import Letters.
Context [M : setting] [pistar : policy S A] (Hstar : is_policy pistar).
Notation LXroot Lam := ((2 + sqrt 2) * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam)).
Let S_gt0 h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.

(* Theorem 4 (thm:main), repaired: UCRL-LP that solves LP1 by backward induction *)
Theorem theorem_4_ucrl_lp Lam : ln (INR T * INR X * INR #|A| / delta) <= Lam ->
  1 - delta <= Prl (K x0 P rho (@ucrl_lp S A Z x0 L rv Lam)) T [::] (fun v =>
    Rleb (regret x0 P rho rv (@ucrl_lp S A Z x0 L rv Lam) pistar v) (LXroot Lam)).
Proof.
move=> Lam_ge; have lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
have H := theorem_4 Lam_ge (start_schedule A Z x0 L)
  (learner_exists rv x0_only A1 lam S_gt0 (@start S A Z x0 L)) Hstar.
exact H.
Qed.

(* Theorem 4 (thm:main), repaired: the same with Lam = log(TXA/delta), and the number of its epochs *)
Corollary theorem_4_log : let Lam := ln (INR T * INR X * INR #|A| / delta) in
  1 - delta <= Prl (K x0 P rho (@ucrl_lp S A Z x0 L rv Lam)) T [::] (fun v =>
    Rleb (regret x0 P rho rv (@ucrl_lp S A Z x0 L rv Lam) pistar v) (LXroot Lam)) /\
  forall v : seq E, (2 <= size v)%N -> INR (epochs x0 v) <= INR X * INR #|A| * (ln (INR (size v)) / ln 2).
Proof. by split=> [|v]; [exact: theorem_4_ucrl_lp (Rle_refl _) | exact: (epochs_le x0 L1 S_gt0 A1)]. Qed.

(* Theorem 4 (thm:main), repaired: alg:main/12 as printed: every epoch is one episode long, LP1 is solved T times, and
   the bound holds too *)
Theorem theorem_4_printed_trigger Lam : ln (INR T * INR X * INR #|A| / delta) <= Lam ->
  let f := fun w : seq E => optimal_policy x0 rv Lam (start_printed x0 w) in
  1 - delta <= Prl (K x0 P rho f) T [::] (fun v => Rleb (regret x0 P rho rv f pistar v) (LXroot Lam)) /\
  forall w : seq E, start_printed x0 w = w.
Proof.
move=> Lam_ge f; have lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge; split.
  have H := theorem_4 Lam_ge (start_printed_schedule A Z x0 L)
    (learner_exists rv x0_only A1 lam S_gt0 (@start_printed S A Z x0 L)) Hstar.
  exact H.
have /card_gt0P[a _] := A1; have /card_gt0P[xL _] := S_gt0 L.
exact: (start_printed_always x0 xL a).
Qed.

(* Theorem 4 (thm:main), repaired: random ties: coins omega are drawn from p before the first episode (all that the
   learner tosses later can be drawn then); for each omega the learner is as before *)
Theorem theorem_4_random_ties (Omega : finType) (p : Omega -> R) (st : Omega -> seq E -> seq E)
    (f : Omega -> seq E -> policy S A) (qhat : Omega -> seq E -> occ S A) Lam :
  ln (INR T * INR X * INR #|A| / delta) <= Lam -> is_dist p ->
  (forall omega, schedule x0 (st omega)) ->
  (forall omega, learner x0 rv (f omega) (st omega) Lam (@qhat omega)) ->
  1 - delta <= \rsum_omega (p omega * Prl (K x0 P rho (f omega)) T [::] (fun v =>
    Rleb (regret x0 P rho rv (f omega) pistar v) (LXroot Lam))).
Proof.
move=> Lam_ge [p0 p1] Hst Hl; rewrite -[X in X <= _]Rmult_1_l -{1}p1 -rsumZr; apply: le_rsum => omega _.
apply: Rmult_le_compat_l => //.
have H := theorem_4 Lam_ge (Hst omega) (Hl omega) Hstar.
exact H.
Qed.
End Instances.

(* --- the hypotheses are satisfiable: L = 2, layers of 1, 2, 1 states, two actions, uniform transitions,
   rewards 0 or 1 *)
Module Fork.
Definition S h : finType := if h == 1%N then [finite bool] else [finite unit].
Lemma S_card h : (0 < #|S h|)%N.
Proof. by rewrite /S; case: (h == 1%N); rewrite ?card_bool ?card_unit. Qed.
Definition uniform (Y : finType) (y : Y) : R := / INR #|Y|.
Lemma uniform_dist (Y : finType) : (0 < #|Y|)%N -> is_dist (@uniform Y).
Proof.
move=> Y0; have c0 : 0 < INR #|Y| by apply: lt_0_INR; apply/ltP.
by split=> [y|]; [apply/Rlt_le/Rinv_0_lt_compat | rewrite rsum_const Rinv_r //; lra].
Qed.
Definition P : trans S [finite bool] := fun h x a => @uniform (S h.+1).
Definition rho : rlaw S [finite bool] bool := fun h x a y => fin (@uniform [finite bool]).
Definition pistar : policy S [finite bool] := fun h x => @uniform [finite bool].
Definition x0 : S 0%N := tt.
Lemma x0_only (x : S 0%N) : x = x0. Proof. by case: x. Qed.
Lemma A_card : (0 < #|[finite bool]|)%N. Proof. by rewrite card_bool. Qed.
Lemma P_trans : is_trans P. Proof. by move=> h x a; apply: uniform_dist; exact: S_card. Qed.
Lemma pistar_policy : is_policy pistar. Proof. by move=> h x; apply: uniform_dist; rewrite card_bool. Qed.
Lemma X_is_4 : X S 2 = 4%N.
Proof. by rewrite /X !big_ord_recr big_ord0 /= !card_unit card_bool. Qed.

Example theorem_4_fork T delta (Lam := ln (INR T * INR 4 * INR 2 / delta)) : (0 < T)%N -> 0 < delta < 1 ->
  1 - delta <= Prl (K x0 P rho (@ucrl_lp S _ _ x0 2 ind Lam)) T [::] (fun v =>
    Rleb (regret x0 P rho ind (@ucrl_lp S _ _ x0 2 ind Lam) pistar v)
      ((2 + sqrt 2) * (INR 2 * INR 4) * sqrt (INR T * INR 2 * Lam))).
Proof.
move=> T1 d01.
have -> : (2 + sqrt 2) * (INR 2 * INR 4) * sqrt (INR T * INR 2 * Lam) =
  (2 + sqrt 2) * (INR 2 * INR (X S 2)) * sqrt (INR T * INR #|[finite bool]| * Lam).
  by rewrite X_is_4 card_bool.
have Hrho : is_rlaw rho by move=> h x a y; apply/fin_exp/uniform_dist; rewrite card_bool.
have Hrv : is_reward rho ind.
  apply: is_reward_linear => [h x a y|z]; first by apply/fin_linear/uniform_dist; rewrite card_bool.
  by split; [exact: ind_ge0 | exact: ind_le1].
apply: (theorem_4_ucrl_lp (M := Setting x0_only P_trans Hrho Hrv T1 d01 A_card (isT : (0 < 2)%N) (card_unit : #|S 2%N| = 1%N)) pistar_policy).
by rewrite /= X_is_4 card_bool; exact: Rle_refl.
Qed.

(* continuous rewards: at every step uniform on [0, 1] *)
Definition rho01 : rlaw S [finite bool] unit_itv := fun h x a y => uniform01.
Lemma rho01_reward : is_reward rho01 val01.
Proof.
split=> [[z z01] //|h x a y]; have [m1 m2] := uniform01_mean; rewrite /rho01 m2 -m1; ring.
Qed.
Example r_fork_uniform h (x : S h) a : r P rho01 val01 x a = 1 / 2.
Proof.
rewrite /r (eq_bigr (fun y => @P h x a y * (1 / 2))) => [|y _]; last by rewrite /rho01 uniform01_mean.1.
by rewrite rsumZr (uniform_dist (S_card h.+1)).2; ring.
Qed.
End Fork.

Import Fork.
(* Theorem 4 (thm:main), repaired: one MDP with rewards uniform on [0, 1] *)
Theorem theorem_4_fork_uniform T delta (Lam := ln (INR T * INR 4 * INR 2 / delta)) : (0 < T)%N -> 0 < delta < 1 ->
  1 - delta <= Prl (K x0 P rho01 (@ucrl_lp S _ _ x0 2 val01 Lam)) T [::] (fun v =>
    Rleb (regret x0 P rho01 val01 (@ucrl_lp S _ _ x0 2 val01 Lam) pistar v)
      ((2 + sqrt 2) * (INR 2 * INR 4) * sqrt (INR T * INR 2 * Lam))).
Proof.
move=> T1 d01.
have -> : (2 + sqrt 2) * (INR 2 * INR 4) * sqrt (INR T * INR 2 * Lam) =
  (2 + sqrt 2) * (INR 2 * INR (X S 2)) * sqrt (INR T * INR #|[finite bool]| * Lam).
  by rewrite X_is_4 card_bool.
have Hrho : is_rlaw rho01 by move=> h x a y; exact: uniform01_exp.
apply: (theorem_4_ucrl_lp (M := Setting x0_only P_trans Hrho rho01_reward T1 d01 A_card (isT : (0 < 2)%N) (card_unit : #|S 2%N| = 1%N)) pistar_policy).
by rewrite /= X_is_4 card_bool; exact: Rle_refl.
Qed.
