(* Theorem 4 is tight (4): one episode of the chain family.  An episode is ripe if every pair that it visits was seen
   more than K times before its epoch.  In a ripe episode the states of the chain have mass under the optimum of LP1,
   the policy is greedy there, and their optimistic values are small while that of the never reached state is as large
   as can be; so an action other than a0 was seen a quarter as often as a0, or theta times. *)
Require Import Previsions.NatLia Previsions.Sums Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm
  Previsions.BallOptimum UCRLLP.model.BackwardInduction UCRLLP.model.Learner UCRLLP.paper.GoodEvents UCRLLP.tight.TightGreedy
  UCRLLP.tight.TightPaths UCRLLP.tight.TightChain.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.
Import GreedyOptimum Chain.

Module RipeEpisode.

Section Episode.
Variables (L m extra : nat) (A : finType) (a0 : A) (D : nat -> R) (Lam K rad u theta : R).
Hypotheses (theta0 : 0 <= theta) (L3 : (3 <= L)%N) (m1 : (1 <= m)%N) (lam : / 2 <= Lam) (K4 : 4 <= K) (rad0 : 0 < rad).
Notation S := (@S L m extra).
Notation x0 := (@x0 L m extra).
Notation P := (@P L m extra A).
Notation sym := (@sym L m extra A a0).
Notation rv := (worth L D).
Notation E := (traj S A nat L 0).
Notation cnt := (@cnt S A nat x0 L).
Notation visit := (@visit S A nat x0 L).
Notation Pbar := (@Pbar S A nat x0 L).
Notation eps := (@eps S A nat x0 L Lam).
Notation b := (@b S A nat x0 L Lam).
Notation rhat := (@rhat S A nat x0 L rv Lam).
Notation rbar := (@rbar S A nat x0 L rv).
Notation off := (@off S A P sym).
Notation st := (@st L m extra A).
Notation act := (@act L m extra A a0).
Notation ghost := (@ghost L m extra).
Notation k := (INR m.+1).

(* the radii of a ripe pair, the payments *)
Hypothesis Hrad : forall h, (h < L)%N -> 2 * INR #|S h.+1| * Lam <= rad ^ 2 * K.
Hypothesis rad_m : 2 * rad < / INR m.
Hypothesis u10 : u <= / 10.
Hypothesis HD : forall h, 0 < D h /\ D h + rad * (1 + INR L / 2) <= u.
Hypothesis Htheta : forall h, (0 < h)%N -> (h.+1 < L)%N ->
  2 * D h * sqrt theta <= sqrt Lam * (sqrt 2 + (1 - u) * INR (L - h.+1) * sqrt (k / 2)).

Let L3R : 3 <= INR L. Proof. by have := leq_INR L3; rewrite [INR 3]/=; lra. Qed.
Let m1R : 1 <= INR m. Proof. exact: (leq_INR m1). Qed.
Lemma rad_half : rad < / 2.
Proof. have : / INR m <= 1 by rewrite -Rinv_1; apply: Rinv_le_contravar; lra. by lra. Qed.
Lemma u_gt0 : 0 < u. Proof. by have := HD 0; nra. Qed.
Lemma worth01 z : 0 <= rv z <= 1.
Proof. by rewrite /worth; case: ifP => _; [have := HD z; nra | lra]. Qed.
Lemma worth_le z : rv z + rad * (1 + INR L / 2) <= u.
Proof. by rewrite /worth; have := HD z; case: ifP => _; lra. Qed.

Let HP : is_trans P := @P_trans L m extra A L3 m1.
Let S0 h : (0 < #|S h|)%N := S_pos L m extra h.

Section Epoch.
Variable f : seq E -> policy S A.
Unset Implicit Arguments.
Variables (s : seq E) (q : occ S A) (pi : policy S A).
Set Implicit Arguments.
Hypothesis Hs : possible x0 P sym f s.
Hypotheses (Hplay : optimal_play x0 rv Lam s q pi) (Hpi : is_policy pi).
Hypothesis Hgood : in_conf L (Pbar s) (@eps s) P.
Notation U := (@U S A L (Pbar s) (@eps s) (rhat s)).
Notation Q := (@Q S A L (Pbar s) (@eps s) (rhat s)).
Notation mass := (@mass S A x0 L (Pbar s) (@eps s) (rhat s) q pi).
Let ok h (x : S h) a : centre_ok (Pbar s x a) (eps s x a) := estimates_ok x0 lam S0 s x a.
Let r01 h (x : S h) a : 0 <= rhat s x a <= 1 := rhat01 x0 Lam worth01 s x a.
Let inh h : S h := ghost h.

Lemma U_le h (x : S h) : (h <= L)%N -> 0 <= U x <= INR (L - h).
Proof. by move=> hL; exact: (@U_bound S A L (Pbar s) (@eps s) (rhat s) a0 inh ok h x hL r01). Qed.
Lemma U_maxs h (x : S h) a : (h < L)%N -> Q x a <= U x.
Proof. by move=> hL; exact: (@U_max S A L (Pbar s) (@eps s) (rhat s) a0 h x a hL). Qed.
Lemma Q_ges h (x : S h) a (p : S h.+1 -> R) : is_dist p -> \rsum_y Rabs (p y - Pbar s x a y) <= eps s x a ->
  rhat s x a + \rsum_y (p y * U y) <= Q x a.
Proof. exact: (@Q_ge S A L (Pbar s) (@eps s) (rhat s) inh ok h x a p). Qed.

Lemma eps_unvisited h (x : S h) a : cnt (mkp x a) s = 0%N -> 1 <= eps s x a.
Proof.
move=> E0; have := estimates_ok x0 lam S0 s x a; case=> [[[_ D1] _]|[] //].
by exfalso; move: D1; rewrite big1 => [|y _]; [lra | exact: (Pbar_unvisited _ E0)].
Qed.

(* --- never seen: the optimistic value is as large as can be *)
Lemma ghost_unvisited h a : (0 < h)%N -> (h < L)%N -> cnt (mkp (ghost h) a) s = 0%N.
Proof.
move=> h0 hL; move: Hs; elim: (s) => [//|e w IH]; rewrite [possible _ _ _ _ _]/= => /andP[He /IH Hw].
rewrite cnt_cons Hw addn0 (visitE a0) //; have [r1 ->] := chain L3 m1 He; last by rewrite h0.
by case/andP: r1 => r0 _; rewrite (_ : num (ghost h) = 0%N) // (gtn_eqF r0).
Qed.
Lemma rhat_unvisited h (x : S h) a : cnt (mkp x a) s = 0%N -> rhat s x a = 1.
Proof.
move=> E0; rewrite /Algorithm.rhat (rbar_unvisited (sure_reward sym worth01) E0) Rplus_0_l Rmin_left //.
exact: b_unvisited.
Qed.
Lemma to_ghost h (x : S h) a : (h < L)%N -> cnt (mkp x a) s = 0%N -> rhat s x a + U (ghost h.+1) <= Q x a.
Proof.
move=> hL E0; have := @Q_ges h x a _ (point_dist (ghost h.+1)).
rewrite (point_mean (fun y : S h.+1 => U y)); apply.
rewrite (eq_bigr (point (ghost h.+1))) => [|y _].
  by rewrite (point_dist _).2; exact: eps_unvisited.
by rewrite (Pbar_unvisited _ E0) Rminus_0_r Rabs_pos_eq //; exact: (point_dist _).1.
Qed.
Lemma ghost_U d h : (d + h)%N = L -> (0 < h)%N -> INR d <= U (ghost h).
Proof.
elim: d h => [|d IH] h dh h0.
  have hL : (h <= L)%N by rewrite -dh.
  by have := U_le (ghost h) hL; rewrite [INR 0]/=; lra.
have hL : (h < L)%N by rewrite -dh addSn ltnS leq_addl.
apply: Rle_trans (U_maxs (ghost h) a0 hL); apply: Rle_trans (to_ghost hL (ghost_unvisited a0 h0 hL)).
by rewrite rhat_unvisited ?ghost_unvisited // S_INR; have := IH h.+1; rewrite addnS -addSn => /(_ dh isT); lra.
Qed.

(* --- ripe pairs *)
Lemma ripe_eps h (x : S h) a : (h < L)%N -> K < INR (cnt (mkp x a) s) -> eps s x a <= rad /\ b s x a <= rad.
Proof.
move=> hL rp; have c1 : 1 <= INR #|S h.+1| := leq_INR (S0 h.+1).
have n1E : n1 x0 s x a = INR (cnt (mkp x a) s).
  by rewrite /n1 (maxn_idPr _) //; case: (cnt _ s) rp => [|//]; rewrite [INR 0]/=; lra.
have arg c : 0 <= c -> c <= rad ^ 2 * K -> c / n1 x0 s x a <= rad ^ 2.
  move=> c0 cK; rewrite n1E; apply: (Rmult_le_reg_r (INR (cnt (mkp x a) s))); first lra.
  rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r; last lra.
  by have := pow2_ge_0 rad; nra.
have H := Hrad hL.
by split; apply: sqrt_le_sq; try lra; apply: arg; nra.
Qed.

Section Ripe.
Variable e : E.
Hypothesis He : ~~ pathhas (off pi) x0 e.
Hypothesis Hripe : forall h (x : S h) a, (h < L)%N -> visit (mkp x a) e -> K < INR (cnt (mkp x a) s).

Definition xe h : S h := state L m extra h (st e h).
Lemma num_xe h : (h < L)%N -> num (xe h) = st e h.
Proof.
case: h => [|h] hL; first by rewrite /xe st_0 /num inordK.
by have [r1 r2] := chain L3 m1 He; rewrite /xe; apply: num_state => //; rewrite r2.
Qed.
Lemma visit_xe h : (h < L)%N -> visit (mkp (xe h) (act e h)) e.
Proof. by move=> hL; rewrite (visitE a0) // num_xe // !eqxx. Qed.
Lemma reached_xe h : (0 < h)%N -> (h < L)%N -> reached m (num (xe h)).
Proof. by move=> h0 hL; rewrite num_xe //; have [r1 ->] := chain L3 m1 He; rewrite ?h0. Qed.
Lemma next_xe h : (0 < h)%N -> (h.+1 < L)%N -> next (xe h) = xe h.+1.
Proof.
move=> h0 hL; apply: num_inj; rewrite next_num ?reached_xe ?num_xe ?(ltnW hL) //.
by have [_ r2] := chain L3 m1 He; rewrite !r2 ?h0 ?(ltnW hL).
Qed.
Let ripe h (hL : (h < L)%N) := Hripe hL (visit_xe hL).
Lemma seen h : (h < L)%N -> (0 < cnt (mkp (xe h) (act e h)) s)%N.
Proof. by move=> hL; have := ripe hL; case: (cnt _ s) => [|//]; rewrite [INR 0]/=; lra. Qed.

Lemma off_next h (x : S h) a y : (0 < h)%N -> y != next x -> P x a y <= 0.
Proof. by move=> h0; rewrite /Chain.P (gtn_eqF h0) => /negPf ->; rewrite /=; lra. Qed.
Lemma Pbar_next h (x : S h) a : (0 < h)%N -> (0 < cnt (mkp x a) s)%N -> forall y, Pbar s x a y = point (next x) y.
Proof. by move=> h0 c0 y; apply: (Pbar_point (j := next x) Hs) => // z; exact: off_next. Qed.

Lemma mass_xe h : (h < L)%N -> 0 < mass (xe h).
Proof.
elim: h => [|h IH] hL; first by rewrite (x0_only (xe 0%N)) mass_0; lra.
have hL' := ltnW hL; apply: (@mass_step S A x0 L (Pbar s) (@eps s) (rhat s) inh ok q pi Hplay.1 Hpi h _ _ _ hL' (IH hL')
  (visit_pi He (visit_xe hL'))).
have [er _] := ripe_eps hL' (ripe hL'); have := rad_half.
case: h IH hL hL' er => [|h] IH hL hL' er; last by rewrite Pbar_next ?seen // next_xe // /point eqxx /=; lra.
have PE : P (xe 0%N) (act e 0%N) (xe 1%N) = / INR m.
  by rewrite /Chain.P /= reached_xe // /Rdiv Rmult_1_l.
have H1 := @Hgood 0%N (xe 0%N) (act e 0%N) hL'.
have H2 := rsum_term (xe 1%N) (fun y => Rabs_pos (P (xe 0%N) (act e 0%N) y - Pbar s (xe 0%N) (act e 0%N) y)).
have := Rle_abs (P (xe 0%N) (act e 0%N) (xe 1%N) - Pbar s (xe 0%N) (act e 0%N) (xe 1%N)).
have {H1 H2} := Rle_trans _ _ _ H2 H1; rewrite PE; have := rad_m; lra.
Qed.
Lemma greedy_xe h : (h < L)%N -> Q (xe h) (act e h) = U (xe h).
Proof.
move=> hL; exact: (@greedy S A x0 L (Pbar s) (@eps s) (rhat s) (@x0_only L m extra) a0 inh ok q pi Hplay.1 Hplay.2 Hpi
  h _ _ hL (mass_xe hL) (visit_pi He (visit_xe hL))).
Qed.

Lemma Q_upper h (x : S h) a : (0 < h)%N -> (h < L)%N -> (0 < cnt (mkp x a) s)%N ->
  Q x a <= rv (sym x a) + b s x a + U (next x) + eps s x a / 2 * (INR (L - h.+1) - U (next x)).
Proof.
move=> h0 hL c0; have [p [Hp pe ->]] := @Q_attained S A L (Pbar s) (@eps s) (rhat s) inh ok h x a.
have pe' : \rsum_y Rabs (p y - point (next x) y) <= eps s x a.
  by rewrite (eq_bigr (fun y => Rabs (p y - Pbar s x a y))) // => y _; rewrite Pbar_next.
have := point_upper Hp pe' (fun y => (U_le y hL).2).
have : rhat s x a <= rbar s x a + b s x a by exact: Rmin_r.
have := rbar_le worth01 x a Hs; lra.
Qed.

Lemma small d h : (d + h)%N = L -> (0 < h)%N -> (0 < d)%N -> U (xe h) <= INR d * u.
Proof.
elim: d h => [//|d IH] h dh h0 _; have hL : (h < L)%N by rewrite -dh addSn ltnS leq_addl.
rewrite -(greedy_xe hL); apply: Rle_trans (Q_upper h0 hL (seen hL)) _.
have [e1 b1] := ripe_eps hL (ripe hL); have e0 : 0 <= eps s (xe h) (act e h) by exact: sqrt_pos.
have nU : 0 <= U (next (xe h)) <= INR d * u.
  split; first by have := U_le (next (xe h)) hL; lra.
  case: d IH dh => [|d] IH dh; last first.
    by rewrite next_xe //; [apply: IH => //; rewrite addnS -addSn | rewrite -dh addSn addSn !ltnS leq_addl].
  have i0 : INR (L - h.+1) = 0 by rewrite -dh subnn.
  by have := U_le (next (xe h)) hL; rewrite i0; have := u_gt0; rewrite (_ : INR 0 = 0) //; lra.
have dL : INR (L - h.+1) <= INR L by apply: leq_INR; exact: leq_subr.
have vg := (U_le (next (xe h)) hL).2.
have := worth_le (sym (xe h) (act e h)); rewrite S_INR; have := pos_INR (L - h.+1).
move: (eps s _ _) (b s _ _) (U _) (rv _) (INR (L - _)) (INR L) e1 b1 e0 nU dL vg =>
  ep bb v r g l e1 b1 e0 nU dL vg g0 W.
have : ep / 2 * (g - v) <= rad / 2 * l by apply: Rmult_le_compat; lra.
lra.
Qed.

(* --- an action is not starved *)
Theorem not_starved h a : (0 < h)%N -> (h.+1 < L)%N -> act e h = a0 ->
  INR (cnt (mkp (xe h) a0) s) / 4 <= INR (cnt (mkp (xe h) a) s) \/ theta <= INR (cnt (mkp (xe h) a) s).
Proof.
move=> h0 hL2 ea; have hL := ltnW hL2; set n0 := cnt (mkp (xe h) a0) s; set na := cnt (mkp (xe h) a) s.
case: (Rle_lt_dec (INR n0 / 4) (INR na)) => [le|lt]; [by left | right].
have rp : K < INR n0 by have := ripe hL; rewrite ea.
have n0E : n1 x0 s (xe h) a0 = INR n0.
  by rewrite /n1 (maxn_idPr _) //; rewrite -/n0; case: (n0) rp => [|//]; rewrite [INR 0]/=; lra.
set n1a := n1 x0 s (xe h) a.
have n1a1 : 1 <= n1a by exact: n1_ge1.
have n1a4 : n1a <= INR n0 / 4.
  rewrite /n1a /n1 -/na; case: (na) lt => [|n] lt; first by rewrite [INR _]/=; lra.
  by rewrite (maxn_idPr _) //; lra.
have d0 : 1 <= INR #|S h.+1| := leq_INR (S0 h.+1).
have half c : 0 <= c -> sqrt (c / INR n0) <= sqrt (c / n1a) / 2.
  move=> c0; apply: sqrt_le_sq; first by have := sqrt_pos (c / n1a); lra.
  have c1 : 0 <= c / n1a by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat; lra.
  rewrite (_ : (sqrt (c / n1a) / 2) ^ 2 = sqrt (c / n1a) * sqrt (c / n1a) / 4); last by field.
  rewrite sqrt_sqrt // (_ : c / n1a / 4 = c * / (4 * n1a)); last by field; lra.
  by apply: Rmult_le_compat_l => //; apply: Rinv_le_contravar; lra.
have bE : b s (xe h) a0 <= b s (xe h) a / 2 by rewrite /Algorithm.b n0E; apply: half; lra.
have eE : eps s (xe h) a0 <= eps s (xe h) a / 2 by rewrite /Algorithm.eps n0E; apply: half; nra.
have rp' : K < INR (cnt (mkp (xe h) a0) s) by [].
have [er br] := ripe_eps hL rp'.
have g1 : 1 <= INR (L - h.+1) by apply: (@leq_INR 1); rewrite subn_gt0.
have vU := small (subnK (ltnW hL2)) isT; rewrite subn_gt0 hL2 in vU; move/(_ isT): vU => vU.
have v0 := (U_le (xe h.+1) hL).1; have gh := ghost_U (subnK (ltnW hL2)) isT.
have nx := next_xe h0 hL2.
have Q0 : Q (xe h) a0 <= D h + b s (xe h) a0 + U (xe h.+1) + eps s (xe h) a0 / 2 * (INR (L - h.+1) - U (xe h.+1)).
  have := @Q_upper h (xe h) a0 h0 hL; rewrite nx; have := seen hL; rewrite ea => c0 /(_ c0).
  have : rv (sym (xe h) a0) <= D h.
    by rewrite /Chain.sym eqxx reached_xe //= /worth; have := HD h; case: ifP => _; lra.
  lra.
have Qa : Q (xe h) a <= Q (xe h) a0 by have := greedy_xe hL; rewrite ea => ->; exact: U_maxs.
have rh : Rmin 1 (b s (xe h) a) <= rhat s (xe h) a.
  apply: Rle_min_compat_l; have := rbar_ge0 x0 worth01 s (xe h) a; lra.
have [t tE Ht] : exists2 t, t = 1 \/ ((0 < na)%N /\ t = eps s (xe h) a / 2) &
    rhat s (xe h) a + U (xe h.+1) + t * (INR (L - h.+1) - U (xe h.+1)) <= Q (xe h) a.
  case: (posnP na) => [na0|na0].
    exists 1; [by left | have := to_ghost hL na0; lra].
  have gj : ghost h.+1 != xe h.+1.
    apply/eqP => E1; have := @reached_xe h.+1 isT hL2; rewrite -E1 /reached.
    by rewrite (_ : num (ghost h.+1) = 0%N).
  have ep0 : 0 <= eps s (xe h) a by exact: sqrt_pos.
  pose t := Rmin 1 (eps s (xe h) a / 2).
  have t01 : 0 <= t <= 1 by split; [apply: Rmin_glb; lra | exact: Rmin_l].
  have te : 2 * t <= eps s (xe h) a by have := Rmin_r 1 (eps s (xe h) a / 2); rewrite -/t; lra.
  have [Hp pe pv] := point_moved (fun y : S h.+1 => U y) gj t01 te.
  exists t; first by rewrite /t /Rmin; case: Rle_dec => _; [left | right].
  have := @Q_ges h (xe h) a _ Hp; rewrite pv.
  rewrite (eq_bigr (fun y => Rabs ((1 - t) * point (xe h.+1) y + t * point (ghost h.+1) y - Pbar s (xe h) a y))) in pe.
    by move=> /(_ pe); have := t01; nra.
  by move=> y _; rewrite Pbar_next // nx.
have sq0 c : 0 <= c -> sqrt (c / n1a) * sqrt n1a = sqrt c.
  move=> c0; rewrite -sqrt_mult_alt; first by congr sqrt; field; lra.
  by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat; lra.
have baE : b s (xe h) a * sqrt n1a = sqrt 2 * sqrt Lam.
  by rewrite /Algorithm.b -/n1a sq0 ?sqrt_mult_alt //; lra.
have km : k <= INR #|S h.+1| by apply: leq_INR; rewrite card_S ltnS; apply: width_mid.
have k0 : 0 <= k by exact: pos_INR.
have eaE : sqrt Lam * sqrt (k / 2) <= eps s (xe h) a / 2 * sqrt n1a.
  rewrite (_ : eps s (xe h) a / 2 * sqrt n1a = sqrt (2 * INR #|S h.+1| * Lam) / 2); last first.
    by rewrite -(sq0 (2 * INR #|S h.+1| * Lam)); [rewrite /Algorithm.eps -/n1a; field | nra].
  rewrite -sqrt_mult_alt; last lra.
  apply: sqrt_le_sq; first by have := sqrt_pos (2 * INR #|S h.+1| * Lam); lra.
  rewrite (_ : (sqrt (2 * INR #|S h.+1| * Lam) / 2) ^ 2 =
    sqrt (2 * INR #|S h.+1| * Lam) * sqrt (2 * INR #|S h.+1| * Lam) / 4).
    by rewrite sqrt_sqrt; nra.
  by field.
have n1s : 0 <= sqrt n1a by exact: sqrt_pos.
have Hth := Htheta h0 hL2; have HDh := HD h; have b0 := b_ge0 x0 Lam s (xe h) a0.
have e0 : 0 <= eps s (xe h) a0 by exact: sqrt_pos.
have rh2 := rad_half; have u0 := u_gt0.
move: (b s (xe h) a0) (b s (xe h) a) (eps s (xe h) a0) (eps s (xe h) a) (Q (xe h) a) (Q (xe h) a0) (rhat s (xe h) a)
  (U (xe h.+1)) (INR (L - h.+1)) bE eE er br g1 vU v0 gh Q0 Qa rh tE Ht baE eaE Hth b0 e0 => bb0 ba ee0 eea qa q0 ra v g
  bE eE er br g1 vU v0 gh Q0 Qa rh tE Ht baE eaE Hth b0 e0.
have mb : bb0 <= Rmin 1 ba / 2 by rewrite /Rmin; case: Rle_dec => _; lra.
have mt : ee0 / 2 <= t / 2 by case: tE => [|[_]] ->; lra.
have gv : (1 - u) * g <= g - v by lra.
have gv9 : 9 / 10 <= g - v by nra.
have key : Rmin 1 ba + t * (g - v) <= 2 * D h.
  have : ee0 / 2 * (g - v) <= t / 2 * (g - v) by apply: Rmult_le_compat_r; lra.
  lra.
have D10 : D h <= / 10 by have := HDh.2; have : 0 <= rad * (1 + INR L / 2) by [apply: Rmult_le_pos; lra]; lra.
have ba1 : Rmin 1 ba = ba.
  move: key; rewrite /Rmin; case: Rle_dec => // _ key.
  have : 0 <= t * (g - v) by apply: Rmult_le_pos; [case: tE => [|[_]] ->; lra | lra].
  lra.
rewrite ba1 in key mb; case: tE => [t1|[na0 t1]]; first by rewrite t1 in key; lra.
have n1E : n1a = INR na by rewrite /n1a /n1 (maxn_idPr _).
have fin : sqrt Lam * (sqrt 2 + (1 - u) * g * sqrt (k / 2)) <= 2 * D h * sqrt n1a.
  apply: (@Rle_trans _ ((ba + t * (g - v)) * sqrt n1a)); last by apply: Rmult_le_compat_r.
  have q1 : 0 <= sqrt Lam * sqrt (k / 2) by apply: Rmult_le_pos; exact: sqrt_pos.
  have : (sqrt Lam * sqrt (k / 2)) * ((1 - u) * g) <= (eea / 2 * sqrt n1a) * (g - v).
    by apply: Rmult_le_compat => //; nra.
  rewrite t1; lra.
rewrite -n1E; apply: sqrt_le_0; [exact: theta0 | lra |].
by apply: (Rmult_le_reg_l (2 * D h)); lra.
Qed.
End Ripe.
End Epoch.
End Episode.
End RipeEpisode.
