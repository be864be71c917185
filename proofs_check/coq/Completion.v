(* Appendix A, eq:26 and P_i, printed, refuted: P_i = P^{q_i} is 0/0 where q_i(x,a) = 0, and a completion need not
   lie in the confidence set.  On the event of Lemma 2, at the start of an epoch, with delta = 1/10:
   T = 5554 and P(v|x_0) = 1/21 for the uniform completion, T = 152 and P(v|x_0) = 1/100 for the other successor. *)
Require Import UCRLLP.Sums UCRLLP.Probability UCRLLP.Concentration UCRLLP.Model UCRLLP.Episodes
  UCRLLP.OccupancyMeasures UCRLLP.ConfidenceSets UCRLLP.Algorithm UCRLLP.BallOptimum UCRLLP.BackwardInduction
  UCRLLP.Learner UCRLLP.Propositions UCRLLP.LinearProgram UCRLLP.AppendixA UCRLLP.Logarithms UCRLLP.ManyUpdates
  UCRLLP.CompletionMDP.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.
Notation path w := (map thr w).

(* --- the reward estimates: 1 at x_0, u and w; b(v) at v *)
Lemma rew_thr h (x : uv h) b : (h < 3)%N ->
  rew tt rv_uv x tt (thr b) = ind (visit tt (mkp x tt) (thr b)) * ind (~~ is_v x).
Proof.
case: h x => [|[|[|//]]] x _.
- by case: x; rewrite /rew /visit /= /at_rew /= !at_same /rv_uv /=; ring.
- by rewrite /rew /visit /= /at_rew /= !orbF !at_same !andbT /rv_uv /=; case: x; case: b => /=; ring.
by rewrite /rew /visit /= /at_rew /= !orbF !at_same !andbT /rv_uv /=; case: x => /=; ring.
Qed.

Lemma rbar_path w h (x : uv h) : (h < 3)%N -> (0 < cnt (mkp x tt) (path w))%N ->
  rbar tt rv_uv (path w) x tt = ind (~~ is_v x).
Proof.
move=> hL n0; rewrite /rbar n1_visited //.
have -> : \rsum_(e <- path w) rew tt rv_uv x tt e = INR (cnt (mkp x tt) (path w)) * ind (~~ is_v x).
  elim: {n0} w => [|b w IH]; first by rewrite big_nil /=; ring.
  rewrite [path _]/= big_cons IH cnt_cons addn_INR rew_thr //.
  by case: (visit _ _ _) => /=; ring.
have nR : 0 < INR (cnt (mkp x tt) (path w)) by apply: lt_0_INR; apply/ltP.
by field; lra.
Qed.

Section Optimum.
Variables (Lam : R) (w : seq bool).
Hypothesis lam : / 2 <= Lam.
Notation N := (INR (size w)).
Notation V_ := (INR (Nv w)).
Hypotheses (v_seen : (0 < Nv w)%N) (u_seen : (Nv w < size w)%N).
Notation rhat := (rhat tt rv_uv Lam (path w)).
Notation P_bar := (Pbar tt (path w)).
Notation eps := (@eps uv one bits tt 3 Lam (path w)).

Lemma rhat_path h (x : uv h) : (h < 3)%N -> (0 < cnt (mkp x tt) (path w))%N -> ~~ is_v x ->
  rhat x tt = 1.
Proof.
move=> hL n0 nv; rewrite /Algorithm.rhat rbar_path // nv Rmin_left //.
by have := b_ge0 tt Lam (path w) x tt; rewrite /=; lra.
Qed.

Lemma rhat_v : 2 * Lam < V_ -> rhat v tt < 1.
Proof.
move=> H; have n0 : (0 < cnt (@mkp uv one 1 v tt) (path w))%N by rewrite cnt_uv.
rewrite /Algorithm.rhat rbar_path // [ind _]/= Rplus_0_l; apply: Rle_lt_trans (Rmin_r _ _) _.
rewrite /b n1_visited // cnt_uv -[X in _ < X]sqrt_1; apply: sqrt_lt_1_alt.
have V0 : 0 < V_ by apply: lt_0_INR; apply/ltP.
split; first by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat].
by apply: (Rmult_lt_reg_r V_) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.

(* the only policy *)
Definition pi_uv : policy uv one := fun h x a => 1.
Lemma pi_uv_policy : is_policy pi_uv. Proof. by move=> h x; split=> [_|]; rewrite ?sum_unit /pi_uv; lra. Qed.

(* through u and w: a point of the polytope of value 3, so an optimum *)
Notation q_u := (q3 (tt : uv 0) (P_uv 0) pi_uv).
Hypothesis far : V_ ^ 2 <= Lam * N.

Lemma q_u_polytope : polytope 3 P_bar eps q_u.
Proof.
have p01 : 0 <= 0 <= 1 by lra.
apply: (occ_in_polytope _ (P_uv_trans p01) pi_uv_policy); apply: conf_uv => //.
by rewrite Rmult_0_l Rminus_0_r.
Qed.

Lemma inner_3 q : inner 3 q rhat = marg q (tt : uv 0) tt * rhat (tt : uv 0) tt +
  (marg q (true : uv 1) tt * rhat (true : uv 1) tt + marg q (false : uv 1) tt * rhat (false : uv 1) tt) +
  (marg q (true : uv 2) tt * rhat (true : uv 2) tt + marg q (false : uv 2) tt * rhat (false : uv 2) tt).
Proof. by rewrite /inner !big_ord_recr big_ord0 /= !sum_bool !sum_unit Rplus_0_l. Qed.

Lemma value_u : inner 3 q_u rhat = 3.
Proof.
have p01 : 0 <= 0 <= 1 by lra.
rewrite -(eq_8 _ _ (P_uv_trans p01)) /= !sum_unit !sum_bool !sum_unit /= !sum_bool !sum_unit /pi_uv.
have -> : rhat (tt : uv 0) tt = 1 by apply: rhat_path => //; rewrite cnt_x0; exact: leq_ltn_trans u_seen.
have -> : rhat (false : uv 1) tt = 1 by apply: rhat_path => //; rewrite cnt_uv subn_gt0.
have -> : rhat (false : uv 2) tt = 1 by apply: rhat_path => //; rewrite cnt_w; exact: leq_ltn_trans u_seen.
ring.
Qed.

Lemma inner_bound q : polytope 3 P_bar eps q -> inner 3 q rhat <= 3 - marg q v tt * (1 - rhat v tt).
Proof.
move=> Hq; have m0 h (x : uv h) : (h < 3)%N -> 0 <= marg q x tt by move=> hL; exact: (marg_ge0 Hq).
have r1 h (x : uv h) : rhat x tt <= 1 by exact: Rmin_l.
have := layer_mass Hq (h := 0) isT; have := layer_mass Hq (h := 1) isT; have := layer_mass Hq (h := 2) isT.
rewrite !sum_bool !sum_unit inner_3 => s2 s1 s0.
have := m0 0%N tt isT; have := m0 1%N false isT; have := m0 1%N true isT.
have := m0 2%N false isT; have := m0 2%N true isT.
have := r1 0%N tt; have := r1 1%N false; have := r1 2%N false; have := r1 2%N true.
rewrite -[v]/(true : uv 1); nra.
Qed.

(* LP1 has an optimum, and every optimum avoids v *)
Theorem optimum_u : LP1_opt 3 P_bar eps rhat q_u.
Proof.
split=> [|q Hq]; first exact: q_u_polytope.
rewrite value_u; apply: Rle_trans (inner_bound Hq) _.
have r1 : rhat v tt <= 1 by exact: Rmin_l.
by have := marg_ge0 Hq v tt isT; nra.
Qed.

Theorem optimum_avoids_v q : 2 * Lam < V_ -> LP1_opt 3 P_bar eps rhat q -> marg q v tt = 0.
Proof.
move=> big [Hq opt]; have := opt _ q_u_polytope; rewrite value_u.
have := inner_bound Hq; have := rhat_v big; have := marg_ge0 Hq v tt isT; nra.
Qed.

(* a completion P' with P'(w'|v) = c > 2 sqrt(Lam / N(v)): its P_i is not in the confidence set, and eq:26 fails *)
Theorem completion_out q p (P' : trans uv one) c : 2 * Lam < V_ -> 0 < c -> 4 * Lam < c ^ 2 * V_ ->
  is_dist (P' 1%N v tt) -> P' 1%N v tt true = c -> LP1_opt 3 P_bar eps rhat q ->
  2 * eps v tt < xi (P_uv p) (Phat 3 q P') v tt /\ ~ in_conf 3 P_bar eps (Phat 3 q P').
Proof.
move=> big c0 cL [_ d1] Ec Hq; have m0 := optimum_avoids_v big Hq.
have PE y : Phat 3 q P' v tt y = P' 1%N v tt y by rewrite /Phat m0; case: Req_EM_T.
have Ef : P' 1%N v tt false = 1 - c by move: d1; rewrite sum_bool Ec; lra.
have V0 : 0 < V_ by apply: lt_0_INR; apply/ltP.
have n0 : (0 < cnt (@mkp uv one 1 v tt) (path w))%N by rewrite cnt_uv.
have small : eps v tt < c.
  rewrite /Algorithm.eps n1_visited // cnt_uv card_bool -[X in _ < X](sqrt_square c); last by lra.
  apply: sqrt_lt_1_alt; split.
    by apply: Rmult_le_pos; [rewrite /=; lra | apply/Rlt_le/Rinv_0_lt_compat].
  by apply: (Rmult_lt_reg_r V_) => //; rewrite /Rdiv Rmult_assoc Rinv_l /=; lra.
have ac : Rabs c = c by rewrite Rabs_pos_eq //; lra.
split; first by rewrite /xi sum_bool !PE Ec Ef /= !Rminus_0_r (_ : 1 - c - 1 = - c) ?Rabs_Ropp ?ac; [lra | ring].
move=> /(_ 1%N v tt isT); rewrite sum_bool !PE Ec Ef.
have nR := Rgt_not_eq _ _ V0.
rewrite /Pbar n1_visited // !next_uv cnt_uv /Rdiv Rmult_0_l Rinv_r // Rminus_0_r.
rewrite (_ : 1 - c - 1 = - c) ?Rabs_Ropp ?ac; [lra | ring].
Qed.
End Optimum.
