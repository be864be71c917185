(* What the text leaves open, each with a reading under which it is false: 0/0 read as 0 in (5), (6) and line 19, and x_L
   as a state like every other in Definition 1, (11) and (12).  Under the other readings the repaired theorems hold:
   `prop_2`, `polytope_occ`, `x_L_ends` below, `eq_11`, `eq_12`. *)
Require Import Previsions.Sums Previsions.NatLia Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.model.Learner
  UCRLLP.paper.Propositions UCRLLP.paper.CompletionMDP UCRLLP.paper.Completion UCRLLP.paper.CompletionPaths UCRLLP.paper.ManyUpdates
  UCRLLP.paper.MovingSets.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- 0/0 = 0 *)
Lemma zero_over (x y : R) : x = 0 -> x / y = 0. Proof. by move=> ->; rewrite /Rdiv Rmult_0_l. Qed.

(* layers 1, 2, 1 and one action: all mass goes through v2, none through u2 *)
Definition q_v : occ (layers 2) [finite unit] := q3 (tt : layers 2 0) (P_fork 0) (fun _ _ _ => 1).

(* Prop. 2 (prop:2), refuted as printed, if 0/0 is 0: q is in Q, and the rows of pi^q and P^q at u add up to 0 *)
Theorem prop_2_nothing :
  [/\ in_Q 2 q_v, q1 q_v u2 = 0, \rsum_a (marg q_v u2 a / \rsum_b marg q_v u2 b) = 0
    & \rsum_y (q_v u2 tt y / \rsum_z q_v u2 tt z) = 0].
Proof.
have p01 : 0 <= 0 <= 1 by lra.
have HP := P_fork_trans p01; have Hpi : is_policy (fun h (x : layers 2 h) (a : unit) => 1).
  by move=> h x; split=> [_|]; [lra | exact: (sum_unit' (fun=> 1))].
have m0 : mu (tt : layers 2 0) (P_fork 0) (fun _ _ _ => 1) u2 = 0.
  apply: big1 => x _; apply: big1 => a _; exact: Rmult_0_r.
have z y : q_v u2 tt y = 0 by rewrite /q_v /q3 /q2 m0; ring.
have mz a : marg q_v u2 a = 0 by case: a; rewrite /marg big1.
split.
- by have [] := @occ_in_QP _ _ (tt : layers 2 0) 2 isT _ _ HP Hpi.
- by rewrite /q1 big1.
- by rewrite big1 // => a _; exact: zero_over.
by rewrite big1 // => y _; exact: zero_over.
Qed.

(* Alg. 1 l. 19 (alg:main/19), refuted as printed, if 0/0 is 0: at T = 152, P(v|x_0) = 1/100 and delta = 1/10, on a path
   of positive probability, an epoch starts where LP1 has a solution, and for every solution the row of pi_i at v adds up
   to 0, so that nothing can be played there; but v is reached *)
Theorem line_19_nothing (f : seq (traj uv one bits 3 0) -> policy uv one) : (forall h, is_policy (f h)) ->
  let w := map thr path_152 in let Lam := Lam_ path_152 in
  let optimum q := LP1_opt 3 (Pbar (tt : uv 0) w) (@eps uv one bits tt 3 Lam w) (rhat tt rv_uv Lam w) q in
  [/\ 0 < Pr (K tt (P_uv (1 / 100)) rho_uv f) (size path_152) [::] (fun h => h == w),
      Algorithm.start (tt : uv 0) w = w, exists q, optimum q,
      forall q, optimum q -> \rsum_a (marg q (true : uv 1) a / \rsum_b marg q (true : uv 1) b) = 0
    & 0 < mu (tt : uv 0) (P_uv (1 / 100)) (f w) (true : uv 1)].
Proof.
move=> Hf w Lam optimum; have [p0 _ sw ex all] := eq_26_false_152 Hf; split=> //.
  move=> q /all[m0 _ _]; rewrite big1 // => a _; apply: zero_over.
  by case: a.
rewrite /= !sum_unit (dist_unit (@Hf w 0%N tt)) /=; lra.
Qed.

(* --- x_L *)
Section AtTheEnd.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Hypothesis x0_only : forall x, x = x0.

Lemma mass_layers (P : trans S A) (pi : policy S A) n : is_trans P -> is_policy pi ->
  inner n (q3 x0 P pi) (fun _ _ _ => 1) = INR n.
Proof.
move=> HP Hpi; rewrite -[RHS]Rmult_1_r -rsum_ord_const; apply: eq_bigr => h _.
transitivity (\rsum_(x : S h) mu x0 P pi x); last exact: mu_sum.
apply: eq_bigr => x _; rewrite -(q2_mu x0 P Hpi); apply: eq_bigr => a _.
by rewrite (marg_q3 x0 pi HP) Rmult_1_r.
Qed.

(* Definition 1, x_L (def:1:x_L), if the episode ends at x_L: the reward 1 everywhere gives <q, r> = L = V(pi) *)
Theorem x_L_ends (P : trans S A) (pi : policy S A) : is_trans P -> is_policy pi ->
  inner L (q3 x0 P pi) (fun _ _ _ => 1) = INR L /\ V P pi (fun _ _ _ => 1) L x0 = INR L.
Proof. by move=> HP Hpi; rewrite (eq_8 x0 pi HP) mass_layers. Qed.

(* Definition 1, x_L (def:1:x_L), refuted as printed, if the restart counts: x_L has one successor, x_(L+1), so that
   q(x_L,a,x_(L+1)) = pi(a|x_L); then <q, r> = L + 1 for the reward 1, and that is not V(pi) = L *)
Theorem x_L_restarts (P : trans S A) (pi : policy S A) : is_trans P -> is_policy pi ->
  #|S L| = 1%N -> #|S L.+1| = 1%N ->
  [/\ forall (x : S L) a y, q3 x0 P pi x a y = pi L x a,
      inner L.+1 (q3 x0 P pi) (fun _ _ _ => 1) = INR L + 1 & V P pi (fun _ _ _ => 1) L x0 = INR L].
Proof.
move=> HP Hpi SL SL1; split; last by have [] := x_L_ends HP Hpi.
  have one (T : finType) (F : T -> R) z : #|T| = 1%N -> \rsum_y F y = F z.
    move=> T1; rewrite (bigD1 z) //= big1 ?Rplus_0_r // => y.
    have /fintype_le1P H : (#|T| <= 1)%N by rewrite T1.
    by rewrite (H z y) eqxx.
  move=> x a y; rewrite /q3 /q2 -(one _ (mu x0 P pi (h := L)) x SL) (mu_sum x0 HP Hpi) Rmult_1_l.
  by rewrite -(one _ (P L x a) y SL1) (HP L x a).2 Rmult_1_r.
by rewrite mass_layers // S_INR.
Qed.

Variable Lam : R.
Notation E := (traj S A Z L 0).
Implicit Type w : seq E.

(* (11) (eq:extra-term-P), refuted as printed, with X_(L+1) = 0: the radius at x_L is 0, not above 1 *)
Theorem radius_x_L w (x : S L) (a : A) : #|S L.+1| = 0%N -> eps x0 Lam w x a = 0.
Proof. by move=> S0; rewrite /eps S0 /= /Rdiv Rmult_0_r !Rmult_0_l sqrt_0. Qed.

(* (12) (eq:conf-set-P), refuted as printed, with X_(L+1) = 0: P_bar_i(.|x_L,a) = 0 is at distance 1 from every
   distribution p on any successors D, and the radius is 0: no P is in the confidence set *)
Theorem conf_set_x_L w (x : S L) (a : A) (D : finType) (p : D -> R) : #|S L.+1| = 0%N -> is_dist p ->
  \rsum_y Rabs (p y - 0) = 1 /\ ~ (\rsum_y Rabs (p y - 0) <= eps x0 Lam w x a).
Proof.
move=> S0 [p0 p1]; have E1 : \rsum_y Rabs (p y - 0) = 1.
  by rewrite -p1; apply: eq_bigr => y _; rewrite Rminus_0_r Rabs_pos_eq.
by rewrite E1 (radius_x_L _ _ _ S0); split=> //; lra.
Qed.
End AtTheEnd.
