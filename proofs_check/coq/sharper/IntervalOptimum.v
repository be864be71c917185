(* LP1 with an interval for each successor has an optimum, found by backward induction: the best distribution between two
   bounds starts at the upper ones and takes the mass above 1 from the worst states first.  So a learner exists. *)
Require Import Previsions.Sums Previsions.Probability Previsions.BallOptimum UCRLLP.model.Model UCRLLP.model.Episodes
  UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.model.Learner UCRLLP.paper.GoodEvents
  UCRLLP.sharper.Weissman UCRLLP.sharper.IntervalSets UCRLLP.sharper.Intervals.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- max { <p, v> : p a distribution, |p - pb| <= w } *)
Section Interval.
Variables (Y : finType) (pb w v : Y -> R).
Definition lo y := Rmax 0 (pb y - w y).
Definition hi y := pb y + w y.
Definition cap y := hi y - lo y.
Definition worst_first := sort (by_value v) (enum Y).
Definition box_best : Y -> R := fun y => lo y + drain cap ((\rsum_z hi z) - 1) worst_first y.

Hypotheses (pb0 : forall y, 0 <= pb y) (w0 : forall y, 0 <= w y) (feasible : \rsum_y lo y <= 1 <= \rsum_y hi y).
Variable y0 : Y.
Let cap0 y : 0 <= cap y.
Proof.
have := pb0 y; have := w0 y; rewrite /cap /hi /lo => *.
by have : Rmax 0 (pb y - w y) <= pb y + w y by [apply: Rmax_lub; lra]; lra.
Qed.
Let m := (\rsum_z hi z) - 1.
Lemma worst_sum (F : Y -> R) : lsum F worst_first = \rsum_z F z.
Proof. by rewrite /lsum (perm_big (enum Y)) ?perm_sort //= big_enum. Qed.
Let m_range : 0 <= m <= lsum cap worst_first.
Proof.
rewrite worst_sum rsumB /m; move: feasible; move: (\rsum_y lo y) (\rsum_y hi y) => u t; lra.
Qed.
Let uniq_s : uniq worst_first. Proof. by rewrite sort_uniq enum_uniq. Qed.

Lemma box_best_range y : lo y <= box_best y <= hi y.
Proof.
have := drain_range cap0 worst_first y m_range.1; rewrite /box_best -/m {3}/cap => d.
by split; lra.
Qed.

Lemma in_interval p : (forall y, 0 <= p y) -> (forall y, Rabs (p y - pb y) <= w y) -> forall y, lo y <= p y <= hi y.
Proof.
move=> p0 H y; have := H y; have := p0 y; rewrite /lo /hi /Rabs => p1; case: Rcase_abs => s D.
  by split; [apply: Rmax_lub; lra | have := w0 y; lra].
by split; [apply: Rmax_lub; have := w0 y; lra | lra].
Qed.

Theorem box_best_spec : [/\ is_dist box_best, forall y, Rabs (box_best y - pb y) <= w y &
  forall p, is_dist p -> (forall y, Rabs (p y - pb y) <= w y) -> \rsum_y (p y * v y) <= \rsum_y (box_best y * v y)].
Proof.
have one : \rsum_y box_best y = 1.
  rewrite /box_best rsumD -worst_sum -/m -(worst_sum (drain cap m worst_first)) (drain_sum cap0 uniq_s m_range).
  by rewrite !worst_sum rsumB /m; move: (\rsum_y lo y) (\rsum_y hi y) => u t; lra.
split.
- by split=> // y; have [l1 _] := box_best_range y; apply: Rle_trans (Rmax_l _ _) l1.
- move=> y; have := box_best_range y; rewrite /lo /hi => -[b1 b2].
  by have := Rmax_r 0 (pb y - w y); rewrite /Rabs; case: Rcase_abs; lra.
move=> p [p0 p1] pw; have some : worst_first != [::].
  by apply/eqP => E0; have := mem_enum Y y0; rewrite -(mem_sort (by_value v)) -/worst_first E0.
have [t _ lev] := drain_level cap0 some uniq_s (sort_sorted (@up_total Y v) (enum Y)) m_range.
apply: Rminus_le; rewrite -rsumB.
have -> : \rsum_y (p y * v y - box_best y * v y) = \rsum_y ((p y - box_best y) * (v y - v t)).
  rewrite -[LHS]Rminus_0_r -[X in _ - X](Rmult_0_l (v t)).
  rewrite (_ : 0 = \rsum_y (p y - box_best y)); last by rewrite rsumB p1 one; lra.
  by rewrite -rsumZr -rsumB; apply: eq_bigr => y _; ring.
rewrite -[X in _ <= X](_ : \rsum_(y : Y) 0 = 0); last by rewrite big1.
apply: le_rsum => y _; have [l1 l2] := lev y ltac:(by rewrite mem_sort mem_enum).
have [i1 i2] := in_interval p0 pw y.
case: (Rtotal_order (v y) (v t)) => [lt|[->|gt]]; [| lra |].
  by move: (l1 lt); rewrite /box_best -/m => ->; nra.
by move: (l2 gt); rewrite /box_best -/m => ->; rewrite /cap; nra.
Qed.
End Interval.

(* --- backward induction over any closed sets of distributions: best x a v is the best for v in the set of (x, a) *)
Section Induction.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (L : nat).
Unset Implicit Arguments.
Variables (rhat : reward S A) (mem : forall h, S h -> A -> (S h.+1 -> R) -> Prop)
  (best : forall h, S h -> A -> (S h.+1 -> R) -> S h.+1 -> R).
Set Implicit Arguments.
Hypothesis best_spec : forall h (x : S h) a v, [/\ is_dist (best h x a v), mem h x a (best h x a v) &
  forall p, is_dist p -> mem h x a p -> \rsum_y (p y * v y) <= \rsum_y (best h x a v y * v y)].
Variable a0 : A.

Definition Qb h (x : S h) (v : S h.+1 -> R) a := rhat h x a + \rsum_y (best h x a v y * v y).
Fixpoint Wb k h (x : S h) : R :=
  if k is k'.+1 then
    if argmax (Qb x (@Wb k' h.+1)) is Some a then Qb x (@Wb k' h.+1) a else 0
  else 0.
Definition best_trans : trans S A := fun h x a => best h x a (@Wb (L - h.+1) h.+1).
Definition best_policy : policy S A := fun h x a => ind (argmax (Qb x (@Wb (L - h.+1) h.+1)) == Some a).

Lemma best_is_trans : is_trans best_trans.
Proof. by move=> h x a; have [] := best_spec x a (@Wb (L - h.+1) h.+1). Qed.
Lemma best_mem h (x : S h) a : mem h x a (best_trans x a).
Proof. by have [] := best_spec x a (@Wb (L - h.+1) h.+1). Qed.
Lemma best_is_policy : is_policy best_policy.
Proof.
move=> h x; rewrite /best_policy.
have [a -> _] := argmaxP (Qb x (@Wb (L - h.+1) h.+1)) a0; split=> [b|]; first exact: ind_ge0.
rewrite -[RHS](rsum_ind a (fun=> 1)); apply: eq_bigr => b _.
by rewrite Rmult_1_r eq_sym; congr ind.
Qed.

Lemma best_value k h (x : S h) : (k + h)%N = L -> V best_trans best_policy rhat k x = Wb k x.
Proof.
elim: k h x => [//|k IH] h x kh; have kE : (L - h.+1)%N = k by rewrite -kh addSnnS addnK.
rewrite [LHS]/= /best_policy [RHS]/= kE.
have [a -> _] := argmaxP (Qb x (@Wb k h.+1)) a0.
rewrite (eq_bigr (fun b => ind (b == a) * Qb x (@Wb k h.+1) b)) ?rsum_ind // => b _.
rewrite [Some a == _](_ : _ = (b == a)); last by rewrite eq_sym.
congr (_ * (_ + _)); apply: eq_bigr => y _; rewrite IH ?addnS -?addSn //.
by rewrite /best_trans kE.
Qed.

Lemma Wb_max (P : trans S A) (pi : policy S A) k h (x : S h) : is_trans P ->
  (forall h (x : S h) a, (h < L)%N -> mem h x a (P h x a)) -> is_policy pi -> (k + h)%N = L ->
  V P pi rhat k x <= Wb k x.
Proof.
move=> HP Hc Hpi; elim: k h x => [|k IH] h x kh; first exact: Rle_refl.
have hL : (h < L)%N by rewrite -kh addSn ltnS leq_addl.
rewrite [X in _ <= X]/=; have [a -> Ha] := argmaxP (Qb x (@Wb k h.+1)) a0.
have [p0 p1] := Hpi h x.
rewrite -[X in _ <= X]Rmult_1_l -p1 -rsumZr /=; apply: le_rsum => b _.
apply: Rmult_le_compat_l; first exact: p0.
apply: Rle_trans (Ha b); apply: Rplus_le_compat_l.
have [_ _ opt] := best_spec x b (@Wb k h.+1).
apply: Rle_trans (opt _ (HP h x b) (Hc h x b hL)).
apply: le_rsum => y _; apply: Rmult_le_compat_l; first exact: (HP h x b).1.
by apply: IH; rewrite addnS -addSn.
Qed.

Lemma best_plays : plays L (q3 x0 best_trans best_policy) best_policy.
Proof.
move=> h x a _; rewrite (marg_q3 x0 _ best_is_trans) /q2 Rmult_comm; congr (_ * _).
under eq_bigr => c _ do rewrite (marg_q3 x0 _ best_is_trans).
by rewrite q2_mu //; exact: best_is_policy.
Qed.

(* a policy that plays q where q has mass, and the best action elsewhere *)
Definition completed (q : occ S A) : policy S A := fun h x a =>
  if (h < L)%N then if Req_EM_T (\rsum_c marg q x c) 0 then best_policy x a
                    else marg q x a / \rsum_c marg q x c
  else best_policy x a.
Lemma completed_ok q : (forall h (x : S h) a, (h < L)%N -> 0 <= marg q x a) ->
  is_policy (completed q) /\ plays L q (completed q).
Proof.
move=> q0; split=> [h x|h x a hL]; last first.
  rewrite /completed hL; case: Req_EM_T => [m0|m0] /=; last by rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r.
  rewrite m0 Rmult_0_r; move: m0; rewrite (bigD1 a) //=; have := q0 _ x a hL.
  have : 0 <= \rsum_(i | i != a) marg q x i by apply: rsum_ge0 => i _; exact: q0.
  lra.
rewrite /completed; case: (boolP (h < L)%N) => [hL|_]; last exact: best_is_policy.
case: (Req_EM_T (\rsum_c marg q x c) 0) => [_|m0] /=; first exact: best_is_policy.
split=> [c|]; last by rewrite /Rdiv rsumZr Rinv_r.
apply: Rmult_le_pos; first exact: q0.
have : 0 <= \rsum_c marg q x c by apply: rsum_ge0 => d _; exact: q0.
by case=> [mp|mE]; [apply/Rlt_le/Rinv_0_lt_compat | case: m0].
Qed.
End Induction.

(* --- LP1 with intervals *)
Section BoxOptimum.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (L : nat).
Unset Implicit Arguments.
Variables (Pbar : trans S A) (w : forall h, S h -> A -> S h.+1 -> R) (rhat : reward S A).
Set Implicit Arguments.
Hypotheses (x0_only : forall x, x = x0) (inh : forall h, S h).
Variable a0 : A.
Hypotheses (pb0 : forall h (x : S h) a y, 0 <= Pbar h x a y) (w0 : forall h (x : S h) a y, 0 <= w h x a y).
Hypothesis feasible : forall h (x : S h) a,
  \rsum_y lo (Pbar h x a) (w h x a) y <= 1 <= \rsum_y hi (Pbar h x a) (w h x a) y.

Definition best_in_box h (x : S h) a := box_best (Pbar h x a) (w h x a).
Definition mem_box h (x : S h) a (p : S h.+1 -> R) := forall y, Rabs (p y - Pbar h x a y) <= w h x a y.
Let spec h (x : S h) a v : [/\ is_dist (best_in_box x a v), mem_box x a (best_in_box x a v) &
  forall p, is_dist p -> mem_box x a p -> \rsum_y (p y * v y) <= \rsum_y (best_in_box x a v y * v y)].
Proof. exact: (box_best_spec v (pb0 x a) (w0 x a) (feasible x a) (inh h.+1)). Qed.

Definition box_trans := best_trans L rhat best_in_box.
Definition box_policy := best_policy L rhat best_in_box.
Definition box_q := q3 x0 box_trans box_policy.

Lemma box_policy_ok : is_policy box_policy. Proof. exact: best_is_policy. Qed.

(* it has an optimum, and a policy that plays it *)
Theorem box_opt : [/\ box L Pbar w box_q, plays L box_q box_policy &
  forall q, box L Pbar w q -> inner L q rhat <= inner L box_q rhat].
Proof.
have HP : is_trans box_trans := best_is_trans L rhat spec; have Hpi := box_policy_ok.
have Hc : in_box L Pbar w box_trans by move=> h x a y _; exact: (best_mem L rhat spec x a y).
split; [exact: occ_in_box | exact: (best_plays x0 rhat spec a0) | move=> q Hq].
have Hp := box_polytope Hq; have q0 h (x : S h) a : (h < L)%N -> 0 <= marg q x a by move=> hL; exact: (marg_ge0 Hp).
have [Hrest pl] := completed_ok rhat best_in_box a0 q0.
have Ht : is_trans (Phat L q box_trans) by exact: Phat_trans Hp HP.
rewrite -(inner_polytope x0_only box_trans Hp pl) -(eq_8 x0 _ Ht) -(eq_8 x0 _ HP).
rewrite (best_value rhat best_in_box a0) ?addn0 //; apply: (Wb_max rhat spec a0); rewrite ?addn0 //.
by move=> h x a hL y; exact: (Phat_box Hq Hc).
Qed.
End BoxOptimum.

(* --- the learner *)
Section Learner.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Unset Implicit Arguments.
Variables (rv : Z -> R) (Lam c : R).
Set Implicit Arguments.
Notation E := (traj S A Z L 0).
Notation Pbar := (@Pbar S A Z x0 L).
Notation width := (@width S A Z x0 L Lam c).
Hypothesis x0_only : forall x, x = x0.
Hypotheses (A1 : (0 < #|A|)%N) (lam : / 2 <= Lam) (c1 : 1 <= c).
Hypothesis S_gt0 : forall h, (0 < #|S h|)%N.

Lemma box_feasible (s : seq E) h (x : S h) a :
  \rsum_y lo (Pbar s x a) (width s x a) y <= 1 <= \rsum_y hi (Pbar s x a) (width s x a) y.
Proof.
have pb y := Pbar_ge0 x0 s x a y; have w0 y := width_ge0 x0 lam S_gt0 c1 s x a y.
have lp y : lo (Pbar s x a) (width s x a) y <= Pbar s x a y by apply: Rmax_lub; [exact: pb | have := w0 y; lra].
have ph y : Pbar s x a y <= hi (Pbar s x a) (width s x a) y by rewrite /hi; have := w0 y; lra.
have sE := Pbar_sum x0 x a s; case E0 : (cnt x0 (mkp x a) s) => [|n].
  have p0 y : Pbar s x a y = 0 by exact: Pbar_unvisited.
  split; first by apply: Rle_trans (le_rsum _ (fun y _ => lp y)) _; rewrite big1; [lra | move=> y _; exact: p0].
  apply: (@Rle_trans _ (\rsum_(y : S h.+1) 1)).
    by rewrite rsum_const Rmult_1_r; exact: (leq_INR (S_gt0 h.+1)).
  apply: le_rsum => y _; rewrite /hi p0 Rplus_0_l; exact: (width_unvisited lam S_gt0 c1).
rewrite E0 /n1 E0 (maxn_idPr _) // /Rdiv Rinv_r in sE; last by have := pos_INR n; rewrite S_INR; lra.
by rewrite -sE; split; apply: le_rsum => y _.
Qed.

Definition interval_policy (s : seq E) : policy S A := box_policy L (Pbar s) (width s) (rhat x0 rv Lam s).
Definition interval_q (s : seq E) : occ S A := box_q x0 L (Pbar s) (width s) (rhat x0 rv Lam s).
Theorem interval_policy_ok s : is_policy (interval_policy s).
Proof. by have /card_gt0P[a _] := A1; apply: best_is_policy. Qed.
Theorem interval_optimum s : [/\ box L (Pbar s) (width s) (interval_q s), plays L (interval_q s) (interval_policy s) &
  forall q, box L (Pbar s) (width s) q -> inner L q (rhat x0 rv Lam s) <= inner L (interval_q s) (rhat x0 rv Lam s)].
Proof.
have /card_gt0P[a _] := A1.
exact: (box_opt L (rhat x0 rv Lam s) x0_only (fun h => enum_val (Ordinal (S_gt0 h))) a
  (Pbar_ge0 x0 s) (width_ge0 x0 lam S_gt0 c1 s) (@box_feasible s)).
Qed.
(* for any epoch rule; Sec. VII, intervals (inline:VII.6:intervals) *)
Theorem interval_learner_exists T st : (forall w, is_policy (interval_policy (st w))) /\
  near_box x0 rv T Lam c st (fun w => interval_policy (st w)) (fun _ => 0).
Proof.
split=> [w|hist _]; first exact: interval_policy_ok.
exists (interval_q (st hist)); have [H1 H2 H3] := interval_optimum (st hist).
by split=> // q Hq; rewrite Rplus_0_r; exact: H3.
Qed.

(* the uniform q_1 is an optimum before the first episode *)
Notation e0 := ([::] : seq E).
Lemma q1_box : box L (Pbar e0) (width e0) (@q_1 S A).
Proof.
have [q0 mass flow _] := q1_polytope Z x0 L A1 lam S_gt0; split=> // h x a y hL.
rewrite Pbar0 Rmult_0_l Rminus_0_r Rabs_pos_eq; last exact: q0.
have w1 : 1 <= width e0 x a y by exact: (width_unvisited lam S_gt0 c1).
have le : q_1 x a y <= marg (@q_1 S A) x a.
  by apply: (rsum_ge1 (F := fun y => q_1 x a y) y) => y'; exact: q0.
by have := q0 h x a y hL; nra.
Qed.
Lemma first_epoch_box q : box L (Pbar e0) (width e0) q ->
  inner L q (rhat x0 rv Lam e0) <= inner L (@q_1 S A) (rhat x0 rv Lam e0).
Proof.
have inner1 q' : box L (Pbar e0) (width e0) q' -> inner L q' (rhat x0 rv Lam e0) = INR L.
  move=> Hq; rewrite -[RHS]Rmult_1_r -rsum_ord_const; apply: eq_bigr => h _.
  rewrite -(layer_mass (box_polytope Hq) (ltn_ord h)); apply: eq_bigr => x _; apply: eq_bigr => a _.
  by rewrite rhat0 // Rmult_1_r.
by move=> Hq; rewrite (inner1 _ Hq) (inner1 _ q1_box); exact: Rle_refl.
Qed.
End Learner.
