(* Sections IV-A and IV-B: the rows of (4) and (13), Lemma 1, and LP1 in these rows: its feasible set is the
   polytope of the learner, its maximum is attained, and it is the value of backward induction with the maximum
   over the L1 ball. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm Previsions.BallOptimum
  UCRLLP.model.BackwardInduction UCRLLP.model.Learner UCRLLP.paper.Propositions.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- for given estimates Pbar, eps and rhat *)
Section Rows.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (L : nat).
Unset Implicit Arguments.
Variables (Pbar : trans S A) (eps : forall h, S h -> A -> R).
Set Implicit Arguments.
Implicit Types (q dev : occ S A) (P : trans S A) (pi : policy S A) (r rhat : reward S A).

(* eq:13: the rows of q(x,a,x') and of the deviations, eps(x,a,x') in the paper *)
Definition rows_13 q dev :=
  [/\ forall h x a y, (h < L)%N -> 0 <= dev h x a y,
      forall h x a y, (h < L)%N -> q h x a y - Pbar h x a y * (\rsum_z q h x a z) <= dev h x a y,
      forall h x a y, (h < L)%N -> Pbar h x a y * (\rsum_z q h x a z) - q h x a y <= dev h x a y
    & forall h x a, (h < L)%N -> \rsum_y dev h x a y <= eps h x a * (\rsum_y q h x a y)].
Definition in_rows q := in_Q L q /\ exists dev, rows_13 q dev.

(* Q^{P_i}, the union of the sets Q^P over the transition functions P of the confidence set *)
Definition in_QPi q := exists2 P, is_trans P /\ in_conf L Pbar eps P & in_QP L P q.

(* LP1, in the rows (4) and (13) *)
Definition LP1_rows rhat q := in_rows q /\ forall q', in_rows q' -> inner L q' rhat <= inner L q rhat.

Hypothesis x0_only : forall x, x = x0.
Hypothesis L_gt0 : (0 < L)%N.

Lemma in_rowsE q : in_rows q <-> polytope L Pbar eps q.
Proof.
split=> [[[q0 one flow] [dev [_ up down rad]]]|Hq].
  split=> //; first exact: one.
    by move=> h y hL; rewrite flow.
  exists dev; split=> [h x a y hL|h x a hL]; last exact: rad.
  by have := up _ x a y hL; have := down _ x a y hL; rewrite -/(marg q x a) /Rabs; case: Rcase_abs; lra.
have [q0 _ flow [dev [D1 D2]]] := Hq; split.
  by split=> //; [move=> h hL; exact: (layer_mass Hq) | move=> h y hL; rewrite -flow].
exists dev; split=> // h x a y hL; have := D1 _ x a y hL; rewrite -/(marg q x a).
- by have := Rabs_pos (q h x a y - Pbar h x a y * marg q x a); lra.
- by have := Rle_abs (q h x a y - Pbar h x a y * marg q x a); lra.
by have := Rle_abs (- (q h x a y - Pbar h x a y * marg q x a)); rewrite Rabs_Ropp; lra.
Qed.

(* LP1 (eq:lp-occ-update), repaired: LP1 in its rows and over the polytope of the learner is the same *)
Theorem LP1_rowsE rhat q : LP1_rows rhat q <-> LP1_opt L Pbar eps rhat q.
Proof.
by split=> -[Hq opt]; split=> [|q' Hq']; [exact/in_rowsE | exact/opt/in_rowsE | exact/in_rowsE | exact/opt/in_rowsE].
Qed.

Hypothesis S_gt0 : forall h, (0 < #|S h|)%N.
Hypothesis A_gt0 : (0 < #|A|)%N.
Hypothesis ok : forall h (x : S h) a, centre_ok (Pbar h x a) (eps h x a).

(* a transition function of the confidence set: Pbar where it is one, anything where the radius is 1 or more *)
Lemma conf_nonempty : exists2 P, is_trans P & in_conf L Pbar eps P.
Proof.
exists (evi_trans L Pbar eps (fun h x a => 0)).
  by apply: evi_is_trans => // h; exact: (enum_val (Ordinal (S_gt0 h))).
by apply: evi_conf => // h; exact: (enum_val (Ordinal (S_gt0 h))).
Qed.

(* Lemma 1 (lem:conf-set-polytope), repaired: Q^{P_i} is the projection of (13) onto q, and it is not empty *)
Theorem lemma_1 : (forall q, in_QPi q <-> in_rows q) /\ exists q, in_rows q.
Proof.
have Hu := @uniform_is_policy S A A_gt0; have [P0 HP0 Hc0] := conf_nonempty.
have E q : in_QPi q <-> in_rows q.
  split=> [[P [HP Hc] HQ]|Hr].
    have /(proj1 (prop_3 x0_only L_gt0 A_gt0 HP))[pi Hpi E1] := HQ.
    have [_ _ _ [dev [D1 D2]]] := occ_in_polytope x0 HP Hpi Hc.
    have mE h (x : S h) a : (h < L)%N -> marg (q3 x0 P pi) x a = marg q x a.
      by move=> hL; apply: eq_bigr => y _; exact: E1.
    apply/in_rowsE; have /(in_QE L_gt0)[q0 one flow _] := HQ.1; split=> //; exists dev; split=> h x a.
      by move=> y hL; rewrite -E1 // -mE //; exact: D1.
    by move=> hL; rewrite -mE //; exact: D2.
  have /in_rowsE Hq := Hr; exists (P_of L q P0).
    by split; [exact: Phat_trans Hq HP0 | exact: (Phat_conf Hq Hc0)].
  split; first by case: Hr.
  by move=> h x a y hL; rewrite Rmult_comm -/(marg q x a) (q_Phat P0 Hq).
split=> //; exists (q3 x0 P0 (@uniform_policy S A)); apply/in_rowsE; exact: occ_in_polytope.
Qed.

(* LP1 (eq:lp-occ-update), repaired: LP1 has a solution, ... *)
Theorem LP1_attained rhat : exists q, LP1_rows rhat q.
Proof.
have /card_gt0P[a _] := A_gt0; exists (q3 x0 (evi_trans L Pbar eps rhat) (evi_policy L Pbar eps rhat)).
by apply/LP1_rowsE; case: (evi_opt L rhat x0_only a (fun h => enum_val (Ordinal (S_gt0 h))) ok).
Qed.

(* LP1 (eq:lp-occ-update), repaired: its value is that of backward induction, W(x) = max_a rhat(x,a) + max <p, W> over
   the p with ||p - Pbar||_1 <= eps *)
Theorem LP1_backward rhat q : LP1_rows rhat q -> inner L q rhat = W Pbar eps rhat L x0.
Proof.
have /card_gt0P[a _] := A_gt0; move/LP1_rowsE.
exact: (LP1_value x0_only a (fun h => enum_val (Ordinal (S_gt0 h))) ok).
Qed.

(* LP1 (eq:lp-occ-update), repaired: one step of the backward induction *)
Theorem W_step rhat k h (x : S h) :
  (exists2 a, W Pbar eps rhat k.+1 x = Qv Pbar eps rhat x (@W _ _ Pbar eps rhat k h.+1) a &
     forall b, Qv Pbar eps rhat x (@W _ _ Pbar eps rhat k h.+1) b <= W Pbar eps rhat k.+1 x) /\
  (forall a, exists p : S h.+1 -> R,
    [/\ is_dist p, \rsum_y Rabs (p y - Pbar h x a y) <= eps h x a,
        Qv Pbar eps rhat x (@W _ _ Pbar eps rhat k h.+1) a = rhat h x a + \rsum_y (p y * W Pbar eps rhat k y)
      & forall p', is_dist p' -> \rsum_y Rabs (p' y - Pbar h x a y) <= eps h x a ->
          \rsum_y (p' y * W Pbar eps rhat k y) <= \rsum_y (p y * W Pbar eps rhat k y)]).
Proof.
have /card_gt0P[a0 _] := A_gt0; split.
  rewrite [W _ _ _ k.+1 x]/=; have [a -> Ha] := argmaxP (Qv Pbar eps rhat x (@W _ _ Pbar eps rhat k h.+1)) a0.
  by exists a.
move=> a; exists (optimistic Pbar eps x a (@W _ _ Pbar eps rhat k h.+1)).
by have [d near best] := ball_opt_spec (@W _ _ Pbar eps rhat k h.+1) (ok x a) (enum_val (Ordinal (S_gt0 h.+1))).
Qed.

(* LP1 (eq:lp-occ-update), repaired: which is the largest V(pi) over all policies and all P of the confidence set, and
   in [0, L] *)
Theorem LP1_optimistic rhat : (forall h x a, 0 <= rhat h x a <= 1) ->
  (exists P pi, [/\ is_trans P, in_conf L Pbar eps P, is_policy pi & V P pi rhat L x0 = W Pbar eps rhat L x0]) /\
  (forall P pi, is_trans P -> in_conf L Pbar eps P -> is_policy pi -> V P pi rhat L x0 <= W Pbar eps rhat L x0) /\
  0 <= W Pbar eps rhat L x0 <= INR L.
Proof.
move=> r01; have /card_gt0P[a _] := A_gt0; have inh h := enum_val (Ordinal (S_gt0 h)).
have VE := evi_value Pbar eps rhat a x0 (addn0 L).
have HP := evi_is_trans L rhat inh ok; have Hpi := evi_is_policy L Pbar eps rhat a.
split; first by exists (evi_trans L Pbar eps rhat), (evi_policy L Pbar eps rhat); split=> //; exact: evi_conf.
split; last by rewrite -VE; exact: V_bound.
move=> P pi HP' Hc Hp; apply: (@W_max S A L Pbar eps rhat a inh ok P pi L 0%N x0) => [//|//|l y _|].
  exact: Hp.
exact: addn0.
Qed.
End Rows.

(* --- for the estimates of Algorithm 1 after any history w *)
Section History.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat) (rv : Z -> R) (Lam : R).
Hypotheses (x0_only : forall x, x = x0) (L_gt0 : (0 < L)%N).
Hypotheses (S_gt0 : forall h, (0 < #|S h|)%N) (A_gt0 : (0 < #|A|)%N).
Hypotheses (lam : / 2 <= Lam) (Hrv : forall z, 0 <= rv z <= 1).
Variable w : seq (traj S A Z L 0).
Notation P_bar := (Pbar x0 w).
Notation eps := (@eps S A Z x0 L Lam w).
Notation r_hat := (rhat x0 rv Lam w).

(* Lemma 1 (lem:conf-set-polytope), repaired: for the estimates of the algorithm *)
Theorem lemma_1_history :
  (forall q, in_QPi L P_bar eps q <-> in_rows L P_bar eps q) /\ exists q, in_rows L P_bar eps q.
Proof. exact: (lemma_1 x0_only L_gt0 S_gt0 A_gt0 (estimates_ok x0 lam S_gt0 w)). Qed.

(* LP1 (eq:lp-occ-update), repaired: for the estimates of the algorithm *)
Theorem LP1_history :
  (exists q, LP1_rows L P_bar eps r_hat q) /\
  forall q, LP1_rows L P_bar eps r_hat q ->
    [/\ LP1_opt L P_bar eps r_hat q, inner L q r_hat = W P_bar eps r_hat L x0 & 0 <= inner L q r_hat <= INR L].
Proof.
have ok := estimates_ok x0 lam S_gt0 w.
split; first exact: (LP1_attained x0_only L_gt0 S_gt0 A_gt0 ok).
move=> q Hq; have E := LP1_backward x0_only L_gt0 S_gt0 A_gt0 ok Hq.
split=> //; first exact/(LP1_rowsE _ _ L_gt0).
rewrite E; have [_ [_ ?]] := LP1_optimistic x0 L S_gt0 A_gt0 ok (@rhat01 S A Z x0 L rv Lam Hrv w).
by [].
Qed.
End History.

(* Alg. 1 l. 5 (alg:main/5), repaired: before episode 1 all counts and rbar are 0, rhat is 1, and the uniform q_1 is
   in Q and solves LP1, with value L *)
Theorem line_5 (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat) (rv : Z -> R) (Lam : R) :
  (0 < L)%N -> (forall h, (0 < #|S h|)%N) -> (0 < #|A|)%N -> / 2 <= Lam ->
  let w0 := [::] : seq (traj S A Z L 0) in
  [/\ forall h (x : S h) a, [/\ cnt x0 (mkp x a) w0 = 0%N, rbar x0 rv w0 x a = 0 & rhat x0 rv Lam w0 x a = 1],
      in_Q L (@q_1 S A),
      LP1_rows L (Pbar x0 w0) (@eps S A Z x0 L Lam w0) (rhat x0 rv Lam w0) (@q_1 S A)
    & inner L (@q_1 S A) (rhat x0 rv Lam w0) = INR L].
Proof.
move=> L0 S0 A0 lam w0; have Hq := q1_polytope Z x0 L A0 lam S0.
have HQ := (proj2 (in_rowsE _ _ L0 _) Hq).1.
split=> //; last exact: inner_rhat0 Hq.
  by move=> h x a; split; [| rewrite /rbar big_nil /Rdiv Rmult_0_l | exact: rhat0].
by apply/(LP1_rowsE _ _ L0); have [] := first_epoch x0 L rv A0 lam S0.
Qed.
