(* Section I-A and I-B: what a solution of LP1 is without regularisation, and what a step of mirror descent is with it;
   the convex program of such a step, and the multipliers that show that it is solved. *)
Require Import Previsions.Sums Previsions.NatLia Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm
  Previsions.BallOptimum UCRLLP.model.BackwardInduction UCRLLP.model.Learner UCRLLP.paper.Propositions UCRLLP.paper.LinearProgram
  UCRLLP.paper.ProgramSize Previsions.OnlineMirrorDescent UCRLLP.systems.MirrorDescent.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- one step, two actions, of which the first has the larger reward *)
Section OneStep.
Let S (h : nat) := [finite unit].
Let A := [finite bool].
Let Pbar : trans S A := fun h x a y => 1.
Let eps h (x : S h) (a : A) : R := 0.
Let rhat : reward S A := fun h x a => ind a.

Lemma one_step_greedy q : LP1_rows 1 Pbar eps rhat q -> marg q (tt : S 0%N) false = 0.
Proof.
move=> [[[q0 one _] _] opt].
have E (q1 : occ S A) : inner 1 q1 rhat = marg q1 (tt : S 0%N) true.
  by rewrite /inner big_ord_recl big_ord0 (big_pred1 tt) ?big_bool /=; [ring | case].
have two : marg q (tt : S 0%N) true + marg q (tt : S 0%N) false = 1.
  by rewrite -(one 0%N isT) (big_pred1 tt) ?big_bool //; case.
pose q1 : occ S A := fun h x a y => ind a.
have m1 h (x : S h) a : marg q1 x a = ind a by rewrite /marg (big_pred1 tt) //; case.
have := opt q1; rewrite !E m1 => /=; suff H : in_rows 1 Pbar eps q1.
  move=> /(_ H); have := q0 0%N tt false tt isT; rewrite /marg !(big_pred1 tt); try by case.
  by move: two; rewrite /marg !(big_pred1 tt); [lra | case | case].
split.
  split=> [h x a y _|[|//] _|//]; first exact: ind_ge0.
  rewrite (big_pred1 tt); last by case.
  by rewrite big_bool; have := m1 0%N tt true; have := m1 0%N tt false; rewrite /marg => -> ->; rewrite /=; ring.
exists (fun h x a y => 0); split=> h x a => [y _|y _|y _|_]; first lra.
- by have := m1 h x a; rewrite /marg => ->; rewrite /q1 /Pbar; lra.
- by have := m1 h x a; rewrite /marg => ->; rewrite /q1 /Pbar; lra.
by rewrite big1 // /eps Rmult_0_l; lra.
Qed.
End OneStep.

(* Sec. I-A, greedy (sec:I:greedy): a solution of LP1 is a q of Q^{P_i} with the largest <q, r_hat_i>, and can leave a pair
   without mass; a step of mirror descent leaves mass wherever a q of its set has mass and the measure before it had *)
Theorem greedy_without_regularisation :
  (forall (S : nat -> finType) (A : finType) (x0 : S 0%N) (L : nat) (Pbar : trans S A) (eps : forall h, S h -> A -> R)
      (rhat : reward S A), (forall x, x = x0) -> (0 < L)%N -> (forall h, (0 < #|S h|)%N) -> (0 < #|A|)%N ->
    (forall h (x : S h) a, centre_ok (Pbar h x a) (eps h x a)) -> forall q,
    LP1_rows L Pbar eps rhat q <->
    in_QPi L Pbar eps q /\ forall q', in_QPi L Pbar eps q' -> inner L q' rhat <= inner L q rhat) /\
  (exists (S : nat -> finType) (A : finType) (Pbar : trans S A) (eps : forall h, S h -> A -> R) (rhat : reward S A)
      (x : S 0%N) a, (exists q, LP1_rows 1 Pbar eps rhat q) /\ forall q, LP1_rows 1 Pbar eps rhat q -> marg q x a = 0) /\
  (forall (S : nat -> finType) (A : finType) (L : nat) (K : occ S A -> Prop) (c : reward S A) (p q' : occ S A),
    convex_set K -> (forall q, K q -> nonneg L q) -> nonneg L p -> kl_step L K c p q' ->
    forall q, K q -> finite_KL L q p -> forall h (x : S h) a y, (h < L)%N -> 0 < q h x a y -> 0 < q' h x a y).
Proof.
split; last split.
- move=> S A x0 L Pbar eps rhat x0_only L0 S0 A0 ok q; have [iff _] := lemma_1 x0_only L0 S0 A0 ok.
  by split=> -[/iff Hq opt]; split=> // q' /iff; exact: opt.
- pose S (h : nat) := [finite unit]; pose A := [finite bool].
  exists S, A, (fun h x a y => 1), (fun h x a => 0), (fun h x a => ind a), tt, false; split; last exact: one_step_greedy.
  apply: (@LP1_attained S A tt 1) => //; try by [case | move=> *; rewrite card_unit | rewrite card_bool].
  move=> h x a; left; split; last lra.
  by split=> [y|]; [lra | rewrite (big_pred1 tt) //; case].
move=> S A L K c p q' HK K0 p0 Hs q Kq fin h x a y hL qp.
have [fin' _] := three_points_occ HK K0 p0 Hs Kq fin; have [Kq' _ _] := Hs.
case: (Rle_lt_or_eq_dec _ _ (K0 _ Kq' h x a y hL)) => // z; exfalso.
by move: qp; rewrite fin' //; lra.
Qed.

(* --- the convex program of a step *)
Lemma gibbs (I : finType) (p g : I -> R) : is_dist p -> - ln (\rsum_i exp (g i)) <= \rsum_i (p i * (ln (p i) - g i)).
Proof.
move=> [p0 p1]; set Z := \rsum_i exp (g i).
have Z0 : 0 < Z.
  have : exists i : I, True.
    case: (pickP (fun _ : I => true)) => [i _|none]; first by exists i.
    by move: p1; rewrite big_pred0 => [|i]; [lra | have := none i].
  case=> i _; rewrite /Z (bigD1 i) //=; have := exp_pos (g i).
  have : 0 <= \rsum_(j | j != i) exp (g j) by apply: rsum_ge0 => j _; exact/Rlt_le/exp_pos.
  lra.
have H : 0 <= \rsum_i kl_term (p i) (exp (g i) / Z).
  apply: rsum_ge0 => i _; apply: kl_term_ge0 => //.
  by apply: Rmult_lt_0_compat; [exact: exp_pos | exact: Rinv_0_lt_compat].
suff E : \rsum_i kl_term (p i) (exp (g i) / Z) = \rsum_i (p i * (ln (p i) - g i)) + ln Z by lra.
have -> : ln Z = ln Z * (\rsum_i p i) + (\rsum_i (exp (g i) / Z) - \rsum_i p i).
  by rewrite p1 /Rdiv rsumZr -/Z Rinv_r; lra.
rewrite -rsumZ -rsumB -!rsumD; apply: eq_bigr => i _; rewrite /kl_term.
case: (p0 i) => [pi|<-]; last by rewrite !Rmult_0_l Rmult_0_r; ring.
have e0 : 0 < exp (g i) / Z by apply: Rmult_lt_0_compat; [exact: exp_pos | exact: Rinv_0_lt_compat].
have -> : ln (p i / (exp (g i) / Z)) = ln (p i) - g i + ln Z.
  rewrite /Rdiv ln_mult //; last exact: Rinv_0_lt_compat.
  rewrite ln_Rinv // /Rdiv ln_mult; [|exact: exp_pos | exact: Rinv_0_lt_compat].
  by rewrite ln_exp ln_Rinv //; ring.
by ring.
Qed.

Section Program.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (L : nat).
Unset Implicit Arguments.
Variables (Pbar : trans S A) (eps : forall h, S h -> A -> R) (c : reward S A) (p : occ S A).
Set Implicit Arguments.
Implicit Types (q : occ S A) (beta : forall h, S h -> R) (s : reward S A).

(* the objective <q, c> + D(q || p), c = eta l_hat *)
Definition step_objective q := inner L q c + KL L q p.

(* the multipliers: one for each inner state, 0 at x_0 and x_L *)
Definition inner_multipliers beta := forall h (x : S h), h = 0%N \/ h = L -> beta h x = 0.

(* what each pair adds, for itself: the largest <d, ln p + beta - ln d> over its ball *)
Definition bounds_pairs beta s := forall h (x : S h) a (d : S h.+1 -> R), (h < L)%N -> is_dist d ->
  \rsum_y Rabs (d y - Pbar h x a y) <= eps h x a ->
  \rsum_y (d y * (ln (p h x a y) + beta h.+1 y - ln (d y))) <= s h x a.

Definition dual_value beta s := \rsum_(h < L) (\rsum_(x : S h) \rsum_a \rsum_y p h x a y - 1 -
  ln (\rsum_(x : S h) \rsum_a exp (s h x a - c h x a - beta h x))).

Hypotheses (x0_only : forall x, x = x0) (L_gt0 : (0 < L)%N).
Hypothesis p0 : forall h (x : S h) a y, (h < L)%N -> 0 < p h x a y.

Lemma multipliers_telescope q beta : in_Q L q -> inner_multipliers beta ->
  \rsum_(h < L) \rsum_(x : S h) \rsum_a \rsum_y (q h x a y * beta h.+1 y) =
  \rsum_(h < L) \rsum_(x : S h) \rsum_a (marg q x a * beta h x).
Proof.
move=> [_ _ flow] Hb; pose B h := if (h < L)%N then \rsum_(x : S h) \rsum_a (marg q x a * beta h x) else 0.
have E1 : \rsum_(h < L) \rsum_(x : S h) \rsum_a (marg q x a * beta h x) = \rsum_(h < L) B h.
  by apply: eq_bigr => h _; rewrite /B ltn_ord.
have E2 : \rsum_(h < L) \rsum_(x : S h) \rsum_a \rsum_y (q h x a y * beta h.+1 y) = \rsum_(h < L) B h.+1.
  apply: eq_bigr => h _; rewrite /B; case: ltnP => [hL|Lh].
    transitivity (\rsum_(y : S h.+1) ((\rsum_(x : S h) \rsum_a q h x a y) * beta h.+1 y)); last first.
      by apply: eq_bigr => y _; rewrite flow // -rsumZr.
    under [RHS]eq_bigr => y _ do rewrite -rsumZr.
    rewrite [RHS]exchange_big; apply: eq_bigr => x _ /=.
    under [RHS]eq_bigr => y _ do rewrite -rsumZr.
    by rewrite [RHS]exchange_big.
  rewrite big1 // => x _; rewrite big1 // => a _; rewrite big1 // => y _; rewrite Hb ?Rmult_0_r //; right.
  by apply/eqP; rewrite eqn_leq Lh ltn_ord.
have B0 : B 0%N = 0.
  by rewrite /B L_gt0 big1 // => x _; rewrite big1 // => a _; rewrite Hb ?Rmult_0_r //; left.
have BL : B L = 0 by rewrite /B ltnn.
by rewrite E1 E2; have := rsum_recl L B; rewrite (rsum_recr L B) B0 BL; lra.
Qed.

Lemma weak_duality beta s q : inner_multipliers beta -> bounds_pairs beta s -> in_QPi L Pbar eps q ->
  dual_value beta s <= step_objective q.
Proof.
move=> Hb Hs [P [HP Hc] [HQ row]]; have [q0 one _] := HQ.
have m0 h (x : S h) a : (h < L)%N -> 0 <= marg q x a by move=> hL; apply: rsum_ge0 => y _; exact: q0.
have qE h (x : S h) a y : (h < L)%N -> q h x a y = marg q x a * P h x a y by move=> hL; rewrite row //; exact: Rmult_comm.
(* one pair *)
have pair h (x : S h) a : (h < L)%N ->
    marg q x a * (ln (marg q x a) - s h x a) + \rsum_y (q h x a y * beta h.+1 y) - marg q x a + \rsum_y p h x a y <=
    \rsum_y kl_term (q h x a y) (p h x a y).
  move=> hL; have := Rmult_le_compat_l _ _ _ (m0 h x a hL) (Hs h x a _ hL (HP h x a) (Hc h x a hL)) => le.
  have -> : \rsum_y kl_term (q h x a y) (p h x a y) = marg q x a * ln (marg q x a) + \rsum_y (q h x a y * beta h.+1 y) -
      marg q x a * (\rsum_y (P h x a y * (ln (p h x a y) + beta h.+1 y - ln (P h x a y)))) - marg q x a + \rsum_y p h x a y.
    transitivity (\rsum_y (ln (marg q x a) * q h x a y + q h x a y * beta h.+1 y -
        marg q x a * (P h x a y * (ln (p h x a y) + beta h.+1 y - ln (P h x a y))) - q h x a y + p h x a y)); last first.
      by rewrite rsumD !rsumB rsumD !rsumZ -/(marg q x a); ring.
    apply: eq_bigr => y _; rewrite qE //.
    have m00 := m0 h x a hL; have [P0 _] := HP h x a; have pp := p0 x a y hL.
    rewrite /kl_term; case: (m00) => [mp|<-]; last by rewrite !Rmult_0_l; ring.
    case: (P0 y) => [Pp|<-]; last by rewrite !Rmult_0_l !Rmult_0_r !Rmult_0_l; ring.
    have -> : ln (marg q x a * P h x a y / p h x a y) = ln (marg q x a) + ln (P h x a y) - ln (p h x a y).
      rewrite /Rdiv ln_mult; [|exact: Rmult_lt_0_compat | exact: Rinv_0_lt_compat].
      by rewrite ln_mult // ln_Rinv.
    by ring.
  by lra.
rewrite /step_objective /inner /KL -rsumD.
apply: (@Rle_trans _ (\rsum_(h < L) \rsum_(x : S h) \rsum_a (marg q x a * (ln (marg q x a) - (s h x a - c h x a - beta h x)) +
    (\rsum_y p h x a y - marg q x a)))).
  apply: le_rsum => h _; have hL := ltn_ord h; have [_ one' _] := HQ.
  have D : is_dist (fun xa : S h * A => marg q xa.1 xa.2).
    by split=> [[x a]|]; [exact: m0 | rewrite -(pair_bigA _ (fun x a => marg q x a)) /=; exact: one].
  have := gibbs (fun xa => s h xa.1 xa.2 - c h xa.1 xa.2 - beta h xa.1) D.
  rewrite -(pair_bigA _ (fun x a => exp (s h x a - c h x a - beta h x))).
  rewrite -(pair_bigA _ (fun x a => marg q x a * (ln (marg q x a) - (s h x a - c h x a - beta h x)))) /= => G.
  under [X in _ <= X]eq_bigr => x _ do rewrite rsumD rsumB.
  rewrite rsumD rsumB (_ : \rsum_(x : S h) \rsum_a marg q x a = 1); last exact: one.
  by lra.
apply: (@Rle_trans _ (\rsum_(h < L) \rsum_(x : S h) \rsum_a (marg q x a * c h x a + (marg q x a * (ln (marg q x a) - s h x a) +
    \rsum_y (q h x a y * beta h.+1 y) - marg q x a + \rsum_y p h x a y)))).
  apply: Req_le; have T := multipliers_telescope HQ Hb.
  pose rest h (x : S h) a := marg q x a * (ln (marg q x a) - s h x a + c h x a) + (\rsum_y p h x a y - marg q x a).
  transitivity (\rsum_(h < L) \rsum_(x : S h) \rsum_a rest h x a + \rsum_(h < L) \rsum_(x : S h) \rsum_a (marg q x a * beta h x)).
    rewrite -rsumD; apply: eq_bigr => h _; rewrite -rsumD; apply: eq_bigr => x _; rewrite -rsumD; apply: eq_bigr => a _.
    by rewrite /rest; ring.
  rewrite -T -rsumD; apply: eq_bigr => h _; rewrite -rsumD; apply: eq_bigr => x _; rewrite -rsumD; apply: eq_bigr => a _.
  by rewrite /rest; ring.
apply: le_rsum => h _; rewrite -rsumD; apply: le_rsum => x _; rewrite -rsumD; apply: le_rsum => a _.
by have := pair h x a (ltn_ord h); lra.
Qed.

Lemma objective_convex q q' t : nonneg L q -> nonneg L q' -> 0 <= t <= 1 ->
  step_objective (mix t q q') <= (1 - t) * step_objective q + t * step_objective q'.
Proof.
move=> n0 n0' t01; have -> : (1 - t) * step_objective q + t * step_objective q' =
    ((1 - t) * inner L q c + t * inner L q' c) + ((1 - t) * KL L q p + t * KL L q' p) by rewrite /step_objective; ring.
apply: Rplus_le_compat.
  apply: Req_le; rewrite /inner -!rsumZ -rsumD; apply: eq_bigr => h _; rewrite -!rsumZ -rsumD; apply: eq_bigr => x _.
  rewrite -!rsumZ -rsumD; apply: eq_bigr => a _; rewrite /marg mix_row; ring.
rewrite /KL -!rsumZ -rsumD; apply: le_rsum => h _; rewrite -!rsumZ -rsumD; apply: le_rsum => x _.
rewrite -!rsumZ -rsumD; apply: le_rsum => a _; rewrite -!rsumZ -rsumD; apply: le_rsum => y _.
have a0 := n0 h x a y (ltn_ord h); have b0 := n0' h x a y (ltn_ord h); have pp := p0 x a y (ltn_ord h).
rewrite /mix; set m := (1 - t) * _ + t * _; have : 0 <= m by rewrite /m; nra.
case=> [mp|z].
  have t0 : 0 <= 1 - t by lra.
  have := Rmult_le_pos _ _ t0 (kl_term_ge0 a0 mp); have := Rmult_le_pos _ _ (proj1 t01) (kl_term_ge0 b0 mp).
  by rewrite (kl_term_mix a0 b0 mp pp) -/m; lra.
have z1 : (1 - t) * q h x a y = 0 by have : 0 <= t * q' h x a y by [nra]; have : 0 <= (1 - t) * q h x a y by [nra]; rewrite /m in z; lra.
have z2 : t * q' h x a y = 0 by rewrite /m z1 in z; lra.
rewrite -z kl_term0 /kl_term.
rewrite (_ : (1 - t) * _ = (1 - t) * q h x a y * (ln (q h x a y / p h x a y) - 1) + (1 - t) * p h x a y); last ring.
rewrite (_ : t * (_ * _ - _ + _) = t * q' h x a y * (ln (q' h x a y / p h x a y) - 1) + t * p h x a y); last ring.
by rewrite z1 z2; lra.
Qed.

Hypotheses (S_gt0 : forall h, (0 < #|S h|)%N) (A_gt0 : (0 < #|A|)%N) (SL : #|S L| = 1%N).
Hypothesis ok : forall h (x : S h) a, centre_ok (Pbar h x a) (eps h x a).

(* Sec. I-B, convex program (sec:I:convex-program): a step of mirror descent over Q^{P_i} is a convex program; X - 2 multipliers, one
   for each inner state, and for each pair a bound on its own ball bound its value from below; a q of Q^{P_i} within e of
   such a bound is within e of the optimum, and D(q || q') <= e for the solution q' *)
Theorem convex_program :
  [/\ convex_set (in_QPi L Pbar eps),
      forall q q' t, in_QPi L Pbar eps q -> in_QPi L Pbar eps q' -> 0 <= t <= 1 ->
        step_objective (mix t q q') <= (1 - t) * step_objective q + t * step_objective q',
      (\sum_(h < L.-1) #|S h.+1| = X S L - 2)%N
    & forall beta s, inner_multipliers beta -> bounds_pairs beta s ->
        (forall q, in_QPi L Pbar eps q -> dual_value beta s <= step_objective q) /\
        forall q e, in_QPi L Pbar eps q -> step_objective q <= dual_value beta s + e ->
          (forall q', in_QPi L Pbar eps q' -> step_objective q <= step_objective q' + e) /\
          forall q', kl_step L (in_QPi L Pbar eps) c p q' -> KL L q q' <= e].
Proof.
have [_ conv nn _] := sets_convex x0_only L_gt0 S_gt0 A_gt0 ok.
have fin q : finite_KL L q p by move=> h x a y hL z; have := p0 x a y hL; rewrite z => /Rlt_irrefl.
have pn : nonneg L p by move=> h x a y hL; exact/Rlt_le/p0.
split=> //.
- by move=> q q' t /nn n0 /nn n0' t01; exact: objective_convex.
- have S0 : #|S 0%N| = 1%N by apply/eqP/fintype1P; exists x0.
  rewrite /X big_ord_recr SL /=; case: (L) L_gt0 => // n _; rewrite big_ord_recl S0 -addnA addnC -addnA addnK.
  by apply: eq_bigr => h _; rewrite lift0.
move=> beta s Hb Hs; have W q : in_QPi L Pbar eps q -> dual_value beta s <= step_objective q := weak_duality Hb Hs.
split=> // q e Hq near; split=> [q' /W|q' Hstep]; first by lra.
have [_ le] := three_points_occ conv nn pn Hstep Hq (fin q); have [Hq' _ _] := Hstep.
by have := W q' Hq'; move: le near; rewrite /step_objective; lra.
Qed.
End Program.
