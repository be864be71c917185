(* Appendix I, eq:26 and P_i, printed, refuted: P_i = P^{q_i} is 0/0 where q_i(x,a) = 0, and a completion need not
   lie in the confidence set.  On the event of Lemma 2, at the start of an epoch, with delta = 1/10:
   T = 5554 and P(v|x_0) = 1/21 for the uniform completion, T = 152 and P(v|x_0) = 1/100 for the other successor. *)
Require Import ZArith.
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm Previsions.BallOptimum
  UCRLLP.model.BackwardInduction UCRLLP.model.Learner UCRLLP.paper.Propositions UCRLLP.paper.LinearProgram UCRLLP.paper.AppendixA UCRLLP.paper.ManyUpdates
  UCRLLP.paper.CompletionMDP.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.
Notation path w := (map thr w).

Lemma cnt_v w : cnt (@mkp uv one 1 v tt) (path w) = Nv w. Proof. exact: cnt_uv. Qed.

(* --- the reward estimates: 1 at x_0, u and w; b(v) at v *)
Lemma rew_thr h (x : uv h) b : (h < 3)%N ->
  rew tt rv_uv x tt (thr b) = ind (visit tt (mkp x tt) (thr b)) * ind (~~ is_v x).
Proof.
case: h x => [|[|[|//]]] x _.
- case: x; rewrite /rew /visit /= /at_rew /=. rewrite /rv_uv /=; ring.
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
by rewrite /Rdiv Rmult_comm -Rmult_assoc Rinv_l ?Rmult_1_l //; exact: Rgt_not_eq.
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
by rewrite -[X in X <= _]Rplus_0_r; apply: Rplus_le_compat; [exact: Rle_refl | exact: b_ge0].
Qed.

Lemma rhat_v : 2 * Lam < V_ -> rhat v tt < 1.
Proof.
move=> H; have n0 : (0 < cnt (@mkp uv one 1 v tt) (path w))%N by rewrite cnt_v.
rewrite /Algorithm.rhat rbar_path // [ind _]/= Rplus_0_l; apply: Rle_lt_trans (Rmin_r _ _) _.
rewrite /b n1_visited // cnt_v -[X in _ < X]sqrt_1; apply: sqrt_lt_1_alt.
have V0 : 0 < V_ by apply: lt_0_INR; apply/ltP.
split; first by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat].
by apply: (Rmult_lt_reg_r V_) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.

(* the only policy *)
Definition pi_uv : policy uv one := fun h x a => 1.
Lemma pi_uv_policy : is_policy pi_uv. Proof. by move=> h x; split=> [a|]; rewrite ?sum_unit /pi_uv; lra. Qed.

Lemma sum_uv1 (F : uv 1 -> R) : \rsum_(y : uv 1) F y = F true + F false. Proof. exact: sum_bool. Qed.
Lemma sum_uv2 (F : uv 2 -> R) : \rsum_(y : uv 2) F y = F true + F false. Proof. exact: sum_bool. Qed.

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
rewrite -(eq_8 _ _ (P_uv_trans p01)) /= !sum_unit sum_uv1 !sum_unit !sum_uv2 !sum_unit /pi_uv /=.
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
have n0 : (0 < cnt (@mkp uv one 1 v tt) (path w))%N by rewrite cnt_v.
have small : eps v tt < c.
  rewrite /Algorithm.eps n1_visited // cnt_v card_bool -[X in _ < X](sqrt_square c); last by lra.
  apply: sqrt_lt_1_alt; split.
    by apply: Rmult_le_pos; [rewrite /=; lra | apply/Rlt_le/Rinv_0_lt_compat].
  by apply: (Rmult_lt_reg_r V_) => //; rewrite /Rdiv Rmult_assoc Rinv_l /=; lra.
have ac : Rabs c = c by rewrite Rabs_pos_eq //; lra.
have a1 : Rabs (1 - c - 1) = c by rewrite (_ : 1 - c - 1 = - c) ?Rabs_Ropp //; ring.
have xE : xi (P_uv p) (Phat 3 q P') v tt = c + c.
  rewrite /xi sum_bool !PE Ec Ef -[P_uv p v tt true]/0 -[P_uv p v tt false]/1 Rminus_0_r.
  by rewrite ac a1.
split; first by rewrite xE; lra.
move=> /(_ 1%N v tt isT); rewrite sum_bool !PE Ec Ef.
have nR := Rgt_not_eq _ _ V0.
rewrite /Pbar n1_visited // !next_uv cnt_v /Rdiv Rmult_0_l Rinv_r // Rminus_0_r ac a1; lra.
Qed.
End Optimum.

(* --- the refutation, for a path w of T - 1 episodes *)
Section Refutation.
Unset Implicit Arguments.
Variables (p : R) (w : seq bool) (P' : trans uv one).
Set Implicit Arguments.
Notation T := (size w).+1.
(* log(TXA/delta) with delta = 1/10 *)
Definition Lam_ := ln (INR T * INR (X uv 3) * INR #|one| / (1 / 10)).
Notation eps w := (@eps uv one bits tt 3 Lam_ w).
Notation optimum q := (LP1_opt 3 (Pbar tt (path w)) (eps (path w)) (rhat tt rv_uv Lam_ (path w)) q).
Notation P_i q := (Phat 3 q P').                           (* P^q, completed by P' *)

(* whatever the policies: the path has positive probability; P is in P_i at the start of all its epochs; an epoch
   starts after it; LP1 has an optimum there, and for each of them q(v) = 0, xi(v) > 2 eps(v), P_i is not in the
   confidence set *)
Definition refutes (f : seq E -> policy uv one) :=
  [/\ 0 < Pr (K tt (P_uv p) rho_uv f) (size w) [::] (fun h => h == path w),
      forall k, let s := start (drop k (path w)) in in_conf 3 (Pbar tt s) (eps s) (P_uv p),
      start (path w) = path w,
      exists q, optimum q
    & forall q, optimum q -> [/\ marg q v tt = 0, 2 * eps (path w) v tt < xi (P_uv p) (P_i q) v tt
                                & ~ in_conf 3 (Pbar tt (path w)) (eps (path w)) (P_i q)]].

(* a bound a/b of Lam and p = c/d turn the event into one of integers *)
Definition near (c d a b : Z) (n m : Z) : bool := ((m * d - c * n) * (m * d - c * n) * b <=? a * n * (d * d))%Z.

Lemma near_R c d a b n m : (0 < d)%Z -> (0 < b)%Z -> IZR a / IZR b < Lam_ -> p = IZR c / IZR d ->
  near c d a b (Z.of_nat n) (Z.of_nat m) -> (INR m - p * INR n) ^ 2 <= Lam_ * INR n.
Proof.
move=> /IZR_lt d0 /IZR_lt b0 lo pE /Z.leb_le/IZR_le; rewrite !mult_IZR minus_IZR !mult_IZR.
rewrite -!INR_IZR_INZ; have n0 := pos_INR n => H.
have dd : 0 < IZR d * IZR d by exact: Rmult_lt_0_compat.
apply: (Rmult_le_reg_r (IZR d * IZR d * IZR b)); first exact: Rmult_lt_0_compat.
have -> : (INR m - p * INR n) ^ 2 * (IZR d * IZR d * IZR b) =
    (INR m * IZR d - IZR c * INR n) * (INR m * IZR d - IZR c * INR n) * IZR b.
  by rewrite pE; field; lra.
apply: Rle_trans H _; apply: Rle_trans (_ : IZR a / IZR b * IZR b * (INR n * (IZR d * IZR d)) <= _).
  by apply: Req_le; field; lra.
have -> : Lam_ * INR n * (IZR d * IZR d * IZR b) = Lam_ * IZR b * (INR n * (IZR d * IZR d)) by ring.
by apply: Rmult_le_compat_r; [apply: Rmult_le_pos; lra | apply: Rmult_le_compat_r; lra].
Qed.

Theorem refuted (f : seq E -> policy uv one) c d a b (n m : Z) x :
  (forall h, is_policy (f h)) -> 0 < p < 1 -> / 2 <= Lam_ ->
  (0 < d)%Z -> (0 < b)%Z -> IZR a / IZR b < Lam_ -> p = IZR c / IZR d ->
  simulate (near c d a b) w = (n, m, (n, m), true) ->
  (0 < m)%Z -> (m < n)%Z -> IZR m ^ 2 <= Lam_ * IZR n -> 2 * Lam_ < IZR m ->
  0 < x -> 4 * Lam_ < x ^ 2 * IZR m -> is_dist (P' 1%N v tt) -> P' 1%N v tt true = x -> refutes f.
Proof.
move=> Hf p01 lam d0 b0 lo pE sim m0 mn far big x0 xL dP' EP'.
have p01' : 0 <= p <= 1 by lra.
have [ok [E1 starts]] := simulateE (near c d a b) w.
move: E1; rewrite sim => -[nE mE snE _ okE].
rewrite {}nE {}mE -?INR_IZR_INZ in mn m0 far big xL snE; move/Nat2Z.inj in snE.
have {}m0 : (0 < Nv w)%N by lia.
have {}mn : (Nv w < size w)%N by lia.
have sw : start_uv w = w.
  have [k sk] := start_uv_drop w; move: snE; rewrite sk size_drop => kE.
  suff -> : k = 0%N by exact: drop0.
  by apply/eqP; move: kE m0 mn; case: k {sk} => // k; move: (size w) => [|n'] //=; rewrite subSS => E1;
    have := leq_subr k n'; rewrite -E1 ltnn.
have Hc : INR (Nv w) ^ 2 <= Lam_ * INR (size w) by [].
split.
- have HK hist : is_exp (K tt (P_uv p) rho_uv f hist).
    by apply: (law_exp (P_uv_trans p01') rho_uv_dist) => h y; exact: Hf.
  rewrite -(size_map thr w); apply: (Pr_path HK) => // s e hist E1.
  have /mapP[y _ ->] : e \in path w by apply: (mem_drop (n0 := s)); rewrite E1 mem_head.
  exists (if y then p else 1 - p) => [|F HF F0]; first by case: (y); lra.
  rewrite /K /= /bind /push /rho_uv /fin /= !(sum_unit, sum_bool) /=.
  rewrite (dist_unit (@Hf hist 0%N tt)) !(dist_unit (@Hf hist 1%N _)) !(dist_unit (@Hf hist 2%N _)).
  apply: (@Rle_trans _ (p * F (thr true) + (1 - p) * F (thr false))); last by apply: Req_le; rewrite /thr /=; ring.
  by have := F0 (thr true); have := F0 (thr false); case: (y); nra.
- move=> k; rewrite -map_drop start_path; apply: conf_uv => //.
  case: (starts (esym okE) k) => [->|]; last exact: near_R.
  by rewrite /= Rmult_0_r Rminus_0_r; lra.
- by rewrite start_path sw.
- by exists (q3 (tt : uv 0) (P_uv 0) pi_uv); exact: optimum_u.
move=> q Hq; have [a1 a2] := @completion_out Lam_ w lam m0 mn Hc q p P' x big x0 xL dP' EP' Hq.
by split=> //; exact: (@optimum_avoids_v Lam_ w lam m0 mn Hc q big Hq).
Qed.
End Refutation.

Lemma Lam_E w (a : positive) : Z.of_nat (size w).+1 = Z.pos a -> Lam_ w = ln (IZR (Z.pos (60 * a))).
Proof.
move=> E1; rewrite /Lam_ INR_IZR_INZ E1 card_unit; congr ln.
have -> : X uv 3 = 6%N by rewrite /X !big_ord_recr big_ord0 /= !card_unit !card_bool.
by rewrite Pos2Z.inj_mul mult_IZR /=; lra.
Qed.

