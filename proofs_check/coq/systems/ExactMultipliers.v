(* Sections I-A and I-B: a step of mirror descent has exact multipliers: numbers of the states at which the lower bound of
   systems/Regularisation.v is the value of the step, and by which the step is a product of exponentials. *)
Require Import Previsions.Sums Previsions.NatLia Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm
  Previsions.BallOptimum UCRLLP.model.BackwardInduction UCRLLP.model.Learner UCRLLP.paper.Propositions UCRLLP.paper.LinearProgram
  UCRLLP.paper.ProgramSize Previsions.OnlineMirrorDescent UCRLLP.systems.MirrorDescent UCRLLP.systems.Regularisation.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- the first order: the objective's slope at the step *)
Section Slope.
Variables (S : nat -> finType) (A : finType) (L : nat).
Implicit Types (q p : occ S A) (c : reward S A).

Definition slope c p q' : forall h, S h -> A -> S h.+1 -> R := fun h x a y => c h x a + ln (q' h x a y / p h x a y).
Definition along_slope c p q' q := \rsum_(h < L) \rsum_(x : S h) \rsum_a \rsum_y (q h x a y * slope c p q' x a y).

Lemma slope_optimal (K : occ S A -> Prop) c p q' q : convex_set K -> (forall q, K q -> nonneg L q) -> nonneg L p ->
  kl_step L K c p q' -> K q -> finite_KL L q p -> along_slope c p q' q' <= along_slope c p q' q.
Proof.
move=> HK K0 p0 Hs Kq fin; have [fin1 le] := three_points_occ HK K0 p0 Hs Kq fin; have [Kq' fin' _] := Hs.
suff E : along_slope c p q' q - along_slope c p q' q' =
    inner L q c + KL L q p - (inner L q' c + KL L q' p + KL L q q') by lra.
rewrite /along_slope /inner /KL.
rewrite -!rsumD -!rsumB; apply: eq_bigr => h _; have hL := ltn_ord h; rewrite -!rsumD -!rsumB; apply: eq_bigr => x _.
rewrite -!rsumD -!rsumB; apply: eq_bigr => a _; rewrite /marg -!rsumZr -!rsumD -!rsumB; apply: eq_bigr => y _.
rewrite /slope; case: (p0 h x a y hL) => [pp|z]; last first.
  by rewrite fin // fin' // -z !kl_term0; ring.
case: (K0 _ Kq' h x a y hL) => [mp|z]; last by rewrite (fin1 h x a y hL (esym z)) -z !kl_term0; ring.
by rewrite /kl_term (ln_base (K0 _ Kq h x a y hL) mp pp); ring.
Qed.
End Slope.

Section Exact.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (L : nat).
Unset Implicit Arguments.
Variables (Pbar : trans S A) (eps : forall h, S h -> A -> R) (c : reward S A) (p q' : occ S A).
Set Implicit Arguments.
Hypotheses (x0_only : forall x, x = x0) (L_gt0 : (0 < L)%N) (S_gt0 : forall h, (0 < #|S h|)%N) (A_gt0 : (0 < #|A|)%N).
Hypothesis ok : forall h (x : S h) a, centre_ok (Pbar h x a) (eps h x a).
Notation g := (slope c p q').

(* --- backward induction at this slope: the largest <d, u - slope> over the ball of a pair, then over the actions *)
Definition gain h (x : S h) a (u : S h.+1 -> R) : S h.+1 -> R := fun y => u y - g x a y.
Definition near_ball h (x : S h) a u : S h.+1 -> R := ball_opt (Pbar h x a) (eps h x a) (gain x a u).
Definition best h (x : S h) u a := \rsum_y (near_ball x a u y * gain x a u y).
Fixpoint U k h (x : S h) : R :=
  if k is k'.+1 then if argmax (best x (@U k' h.+1)) is Some a then best x (@U k' h.+1) a else 0 else 0.
Definition potential h (x : S h) := U (L - h) x.
(* the multipliers: 0 at x_0, too *)
Definition exact_beta h (x : S h) := if h == 0%N then 0 else potential x.
Definition exact_s : reward S A := fun h x a => potential x + c h x a + ln (marg q' x a).

Let a0 : A := enum_val (Ordinal A_gt0).
Let inh h : S h := enum_val (Ordinal (S_gt0 h)).

Lemma potentialE h (x : S h) : (h < L)%N ->
  exists a, [/\ argmax (best x (@potential h.+1)) = Some a, potential x = best x (@potential h.+1) a
    & forall b, best x (@potential h.+1) b <= potential x].
Proof.
move=> hL; have [a E Ha] := argmaxP (best x (@potential h.+1)) a0.
have V : potential x = best x (@potential h.+1) a.
  have -> : potential x = if argmax (best x (@potential h.+1)) is Some b then best x (@potential h.+1) b else 0.
    by rewrite {1}/potential -subnSK.
  by rewrite E.
by exists a; split=> // b; rewrite V.
Qed.

Lemma exact_inner : inner_multipliers L exact_beta.
Proof.
move=> h x H; rewrite /exact_beta; case: eqP => // n0; case: H => // E.
have k0 : (L - h)%N = 0%N by rewrite E subnn.
by rewrite /potential k0.
Qed.

Lemma ball_spec h (x : S h) a u : [/\ is_dist (near_ball x a u), \rsum_y Rabs (near_ball x a u y - Pbar h x a y) <= eps h x a
  & forall d, is_dist d -> \rsum_y Rabs (d y - Pbar h x a y) <= eps h x a -> \rsum_y (d y * gain x a u y) <= best x u a].
Proof. exact: (ball_opt_spec (gain x a u) (ok x a) (inh h.+1)). Qed.

Definition P_star : trans S A := fun h x a => near_ball x a (@potential h.+1).
Definition pi_star : policy S A := fun h x a => ind (argmax (best x (@potential h.+1)) == Some a).

Lemma P_star_trans : is_trans P_star.
Proof. by move=> h x a; have [] := ball_spec x a (@potential h.+1). Qed.

Lemma P_star_conf : in_conf L Pbar eps P_star.
Proof. by move=> h x a _; have [] := ball_spec x a (@potential h.+1). Qed.

Lemma pi_star_policy : is_policy pi_star.
Proof.
move=> h x; rewrite /pi_star; have [a -> _] := argmaxP (best x (@potential h.+1)) a0; split=> [b|]; first exact: ind_ge0.
rewrite -[RHS](rsum_ind a (fun=> 1)); apply: eq_bigr => b _.
by rewrite Rmult_1_r eq_sym; congr ind.
Qed.

(* what a pair of q lacks *)
Definition defect (q : occ S A) h (x : S h) a := marg q x a * potential x - \rsum_y (q h x a y * gain x a (@potential h.+1) y).

Lemma defect_ge0 q h (x : S h) a : in_QPi L Pbar eps q -> (h < L)%N -> 0 <= defect q x a.
Proof.
move=> [P [HP Hc] [[q0 _ _] row]] hL; have [_ _ opt] := ball_spec x a (@potential h.+1).
have m0 : 0 <= marg q x a by apply: rsum_ge0 => y _; exact: q0.
have [b [_ _ top]] := potentialE x hL; have := Rle_trans _ _ _ (opt _ (HP h x a) (Hc h x a hL)) (top a).
move=> /(Rmult_le_compat_l _ _ _ m0); rewrite -rsumZ /defect => le.
suff -> : \rsum_y (q h x a y * gain x a (@potential h.+1) y) =
  \rsum_y (marg q x a * (P h x a y * gain x a (@potential h.+1) y)) by lra.
by apply: eq_bigr => y _; rewrite row // -/(marg q x a); ring.
Qed.

Lemma defect_star h (x : S h) a : (h < L)%N -> defect (q3 x0 P_star pi_star) x a = 0.
Proof.
move=> hL; have [b [E V _]] := potentialE x hL.
have pE : pi_star x a = ind (Some b == Some a) by rewrite /pi_star E.
have -> : defect (q3 x0 P_star pi_star) x a =
    mu x0 P_star pi_star x * (pi_star x a * (potential x - best x (@potential h.+1) a)).
  rewrite /defect (marg_q3 x0 pi_star P_star_trans) /q2 /best /Rminus !Rmult_plus_distr_l -!rsumN -!rsumZ.
  congr (_ + _); first by rewrite Rmult_assoc.
  by apply: eq_bigr => y _; rewrite /q3 /q2 -[P_star x a y]/(near_ball x a (@potential h.+1) y); ring.
by rewrite pE; case: eqP => [[<-]|_]; rewrite /ind; [rewrite -V|]; ring.
Qed.

Lemma defect_sum q : in_Q L q ->
  \rsum_(h < L) \rsum_(x : S h) \rsum_a defect q x a = potential x0 + along_slope L c p q' q.
Proof.
move=> HQ; have Hb := exact_inner.
have T := multipliers_telescope L_gt0 HQ Hb.
pose F h (x : S h) a := marg q x a * potential x; pose G h (x : S h) a := \rsum_y (q h x a y * exact_beta y).
have E1 : \rsum_(h < L) \rsum_(x : S h) \rsum_a F h x a =
    potential x0 + \rsum_(h < L) \rsum_(x : S h) \rsum_a (marg q x a * exact_beta x).
  have [_ one _] := HQ; case: (L) L_gt0 (one 0%N) => // n _ one0; rewrite !big_ord_recl.
  have -> : \rsum_(x : S 0%N) \rsum_a F 0%N x a = potential x0.
    transitivity ((\rsum_(x : S 0%N) \rsum_a marg q x a) * potential x0).
      by rewrite -rsumZr; apply: eq_bigr => x _; rewrite -rsumZr; apply: eq_bigr => a _; rewrite /F (x0_only x).
    by rewrite one0 // Rmult_1_l.
  rewrite [X in _ + (X + _)]big1 => [|x _]; last by rewrite big1 // => a _; rewrite /exact_beta Rmult_0_r.
  by rewrite Rplus_0_l.
suff : \rsum_(h < L) \rsum_(x : S h) \rsum_a defect q x a = \rsum_(h < L) \rsum_(x : S h) \rsum_a F h x a -
    \rsum_(h < L) \rsum_(x : S h) \rsum_a G h x a + along_slope L c p q' q by rewrite E1 -T /G; lra.
rewrite /along_slope -rsumB -rsumD; apply: eq_bigr => h _; rewrite -rsumB -rsumD; apply: eq_bigr => x _.
rewrite -rsumB -rsumD; apply: eq_bigr => a _; rewrite /defect /F /G /gain.
have -> : \rsum_y (q h x a y * (@potential h.+1 y - g x a y)) =
    \rsum_y (q h x a y * exact_beta y) - \rsum_y (q h x a y * g x a y).
  by rewrite -rsumB; apply: eq_bigr => y _; rewrite /exact_beta /=; ring.
by ring.
Qed.

Hypotheses (p0 : nonneg L p) (Hstep : kl_step L (in_QPi L Pbar eps) c p q').
Hypothesis pairs : forall h (x : S h) a, (h < L)%N -> 0 < marg q' x a.
(* no distribution of the ball leads where the step does not *)
Hypothesis support : forall h (x : S h) a d y, (h < L)%N -> is_dist d -> \rsum_y Rabs (d y - Pbar h x a y) <= eps h x a ->
  q' h x a y = 0 -> d y = 0.

Lemma no_defect : (forall h (x : S h) a, (h < L)%N -> defect q' x a = 0) /\ along_slope L c p q' q' = - potential x0.
Proof.
have [_ conv nn _] := sets_convex x0_only L_gt0 S_gt0 A_gt0 ok; have [Kq' fin' _] := Hstep.
pose q := q3 x0 P_star pi_star; have QP := occ_in_QP x0 L_gt0 P_star_trans pi_star_policy.
have Kq : in_QPi L Pbar eps q by exists P_star; [split; [exact: P_star_trans | exact: P_star_conf] |].
have fin : finite_KL L q p.
  move=> h x a y hL z; rewrite /q /q3.
  have -> : P_star x a y = 0; last by rewrite Rmult_0_r.
  by apply: (support hL (P_star_trans x a)); [exact: P_star_conf | exact: fin'].
have le := slope_optimal conv nn p0 Hstep Kq fin.
have sq : \rsum_(h < L) \rsum_(x : S h) \rsum_a defect q x a = 0.
  by rewrite big1 // => h _; rewrite big1 // => x _; rewrite big1 // => a _; exact: defect_star.
have HQ' : in_Q L q' by have [P _ []] := Kq'.
move: sq; rewrite (defect_sum QP.1) => sq; have := defect_sum HQ'; set D := \rsum_(h < L) _ => DE.
have d0 h (x : S h) a : (h < L)%N -> 0 <= defect q' x a by move=> hL; exact: defect_ge0.
have D0 : D = 0.
  apply: Rle_antisym; first by rewrite /q in le; lra.
  by apply: rsum_ge0 => h _; apply: rsum_ge0 => x _; apply: rsum_ge0 => a _; exact: d0.
split; last by lra.
move=> h x a hL; pose o := Ordinal hL.
have E1 := @rsum_ge0_eq0 _ (fun h : 'I_L => \rsum_(x : S h) \rsum_a defect q' x a) o
  (fun h => rsum_ge0 _ (fun x _ => rsum_ge0 _ (fun a _ => d0 h x a (ltn_ord h)))) D0.
have E2 := @rsum_ge0_eq0 _ (fun x : S h => \rsum_a defect q' x a) x
  (fun x => rsum_ge0 _ (fun a _ => d0 h x a hL)) E1.
exact: (@rsum_ge0_eq0 _ (fun a => defect q' x a) a (fun a => d0 h x a hL) E2).
Qed.

Lemma pair_mass h : (h < L)%N -> \rsum_(x : S h) \rsum_a marg q' x a = 1.
Proof. by move=> hL; have [[P _ [[_ one _] _]] _ _] := Hstep; exact: one. Qed.

Lemma exact_term h (x : S h) a : (h < L)%N ->
  exp (exact_s x a - c h x a - exact_beta x) = marg q' x a * exp (if h == 0%N then potential x0 else 0).
Proof.
move=> hL; have m0 := pairs x a hL; rewrite -[X in _ = X * _](exp_ln _ m0) -exp_plus; congr exp; rewrite /exact_s /exact_beta.
case: h x hL m0 => [|h] x hL m0 /=; last by ring.
by rewrite (x0_only x); ring.
Qed.

Lemma exact_mass h : (h < L)%N -> \rsum_(x : S h) \rsum_a exp (exact_s x a - c h x a - exact_beta x) =
  exp (if h == 0%N then potential x0 else 0).
Proof.
move=> hL; rewrite -[RHS]Rmult_1_l -(pair_mass hL) -rsumZr; apply: eq_bigr => x _; rewrite -rsumZr.
by apply: eq_bigr => a _; exact: exact_term.
Qed.

Section Pair.
Unset Implicit Arguments.
Variable P : trans S A.
Set Implicit Arguments.
Hypotheses (HP : is_trans P) (HQ : in_QP L P q').

Lemma pair_value h (x : S h) a d : (h < L)%N -> is_dist d -> \rsum_y Rabs (d y - Pbar h x a y) <= eps h x a ->
  \rsum_y (d y * (ln (p h x a y) + exact_beta y - ln (d y))) =
  \rsum_y (d y * gain x a (@potential h.+1) y) + c h x a + ln (marg q' x a) - \rsum_y kl_term (d y) (P h x a y).
Proof.
move=> hL Hd near; have [_ fin' _] := Hstep; have [[q0 _ _] row] := HQ; have m0 := pairs x a hL.
have E : \rsum_y (d y * (ln (p h x a y) + exact_beta y - ln (d y))) =
    \rsum_y (d y * gain x a (@potential h.+1) y) + (c h x a + ln (marg q' x a)) * (\rsum_y d y) -
    (\rsum_y kl_term (d y) (P h x a y) + \rsum_y d y - \rsum_y P h x a y).
  rewrite -rsumZ -!rsumD -!rsumB; apply: eq_bigr => y _; rewrite /gain /slope /kl_term /exact_beta /=.
  case: (Hd.1 y) => [dy|<-]; last by ring.
  have qy : 0 < q' h x a y.
    by case: (q0 h x a y hL) => // z; move: dy; rewrite (support hL Hd near) // => /Rlt_irrefl.
  have py : 0 < p h x a y.
    by case: (p0 x a y hL) => // z; move: qy; rewrite fin' // => /Rlt_irrefl.
  have Py : 0 < P h x a y.
    by case: ((HP x a).1 y) => // z; move: qy; rewrite row // -z Rmult_0_l => /Rlt_irrefl.
  have lq : ln (q' h x a y / p h x a y) = ln (marg q' x a) + ln (P h x a y) - ln (p h x a y).
    rewrite /Rdiv ln_mult //; last exact: Rinv_0_lt_compat.
    by rewrite ln_Rinv // row // -/(marg q' x a) ln_mult //; ring.
  have ld : ln (d y / P h x a y) = ln (d y) - ln (P h x a y).
    by rewrite /Rdiv ln_mult //; [rewrite ln_Rinv //; ring | exact: Rinv_0_lt_compat].
  by rewrite lq ld; ring.
by rewrite E Hd.2 (HP x a).2; ring.
Qed.

End Pair.

Lemma exact_bounds : bounds_pairs L Pbar eps p exact_beta exact_s.
Proof.
move=> h x a d hL Hd near; have [[P [HP Hc] HQ] _ _] := Hstep.
have [b [_ _ top]] := potentialE x hL; have [_ _ opt] := ball_spec x a (@potential h.+1).
have le := Rle_trans _ _ _ (opt d Hd near) (top a); rewrite (pair_value HP HQ hL Hd near) /exact_s.
suff : 0 <= \rsum_y kl_term (d y) (P h x a y) by lra.
apply: rsum_ge0 => y _; case: ((HP h x a).1 y) => [Py|z]; first by apply: kl_term_ge0 => //; exact: Hd.1.
rewrite (support hL Hd near) -?z ?kl_term0; first lra.
by rewrite HQ.2 // -z Rmult_0_l.
Qed.

Lemma exact_value : dual_value L c p exact_beta exact_s = step_objective L c p q'.
Proof.
have [_ E] := no_defect; have [Kq' fin' _] := Hstep; have [P _ [HQ _]] := Kq'.
have -> : step_objective L c p q' = along_slope L c p q' q' +
    \rsum_(h < L) (\rsum_(x : S h) \rsum_a \rsum_y p h x a y - 1).
  rewrite /step_objective /inner /KL /along_slope -!rsumD; apply: eq_bigr => h _; have [_ one _] := HQ.
  rewrite -(one h (ltn_ord h)) -!rsumB -!rsumD; apply: eq_bigr => x _; rewrite -!rsumB -!rsumD.
  apply: eq_bigr => a _; rewrite /marg -!rsumZr -!rsumB -!rsumD; apply: eq_bigr => y _.
  by rewrite /slope /kl_term; ring.
rewrite E /dual_value; case: (L) L_gt0 exact_mass => // n _ mass; rewrite !big_ord_recl.
have first := etrans (congr1 ln (mass 0%N isT)) (ln_exp _); rewrite [X in _ - 1 - X + _]first.
set s1 := \rsum_(i < n) _; set s2 := \rsum_(i < n) _.
suff : s1 = s2 by move=> ->; ring.
by apply: eq_bigr => i _; rewrite [X in ln X](mass _ (ltn_ord (lift ord0 i))) lift0 /= exp_0 ln_1 Rminus_0_r.
Qed.

Lemma exact_form h (x : S h) a : (h < L)%N -> marg q' x a = exp (exact_s x a - c h x a - exact_beta x) /
  \rsum_(y : S h) \rsum_b exp (exact_s y b - c h y b - exact_beta y).
Proof.
move=> hL; rewrite exact_mass // exact_term //; have := exp_pos (if h == 0%N then potential x0 else 0).
by move: (exp _) => e e0; field; lra.
Qed.
End Exact.

(* --- the confidence set of a positive radius *)
Section Positive.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (L : nat).
Hypotheses (x0_only : forall x, x = x0) (L_gt0 : (0 < L)%N) (S_gt0 : forall h, (0 < #|S h|)%N) (A_gt0 : (0 < #|A|)%N).

Lemma mu_gt0 (P : trans S A) (pi : policy S A) : is_trans P -> is_policy pi ->
  (forall h (x : S h) a y, (h < L)%N -> 0 < P h x a y) -> (forall h (x : S h) a, 0 < pi h x a) ->
  forall h (x : S h), (h < L)%N -> 0 < mu x0 P pi x.
Proof.
move=> HP Hpi P0 pi0; elim=> [|h IH] x hL; first by rewrite /= (x0_only x) eqxx /=; lra.
have hL' := ltnW hL; pose z := enum_val (Ordinal (S_gt0 h)); pose b := enum_val (Ordinal A_gt0).
have pos y a : 0 < mu x0 P pi y * pi h y a * P h y a x.
  by apply: Rmult_lt_0_compat; [apply: Rmult_lt_0_compat; [exact: IH | exact: pi0] | exact: P0].
apply: Rlt_le_trans (pos z b) _ => /=.
apply: Rle_trans (rsum_ge1 (F := fun y => \rsum_a (mu x0 P pi y * pi h y a * P h y a x)) z _); last first.
  by move=> y; apply: rsum_ge0 => a _; exact: Rlt_le.
by apply: (rsum_ge1 (F := fun a => mu x0 P pi z * pi h z a * P h z a x)) => a; exact: Rlt_le.
Qed.

Lemma positive_point (Pbar : trans S A) (eps : forall h, S h -> A -> R) :
  (forall h (x : S h) a, centre_ok (Pbar h x a) (eps h x a)) -> (forall h (x : S h) a, (h < L)%N -> 0 < eps h x a) ->
  exists2 q, in_QPi L Pbar eps q & forall h (x : S h) a y, (h < L)%N -> 0 < q h x a y.
Proof.
move=> ok e0; have HU := @uniform_is_trans S A S_gt0; have Hu := @uniform_is_policy S A A_gt0.
have u0 h (x : S h) a (y : S h.+1) : 0 < @uniform_trans S A h x a y.
  by apply: Rinv_0_lt_compat; apply: lt_0_INR; apply/ltP.
have pi0 h (x : S h) a : 0 < @uniform_policy S A h x a by apply: Rinv_0_lt_compat; apply: lt_0_INR; apply/ltP.
pose lam h (x : S h) a := Rmin 1 (Rmax 0 (eps h x a / 2)).
have lam01 h (x : S h) a : 0 <= lam h x a <= 1.
  by split; [apply: Rmin_glb; [lra | exact: Rmax_l] | exact: Rmin_l].
pose P : trans S A := fun h x a y => if Req_EM_T (\rsum_z Pbar h x a z) 0 then @uniform_trans S A h x a y
  else (1 - lam h x a) * Pbar h x a y + lam h x a * @uniform_trans S A h x a y.
have cases h (x : S h) a : (is_dist (Pbar h x a) /\
    forall y, P h x a y = (1 - lam h x a) * Pbar h x a y + lam h x a * @uniform_trans S A h x a y) \/
    [/\ 1 <= eps h x a, forall y, Pbar h x a y = 0 & forall y, P h x a y = @uniform_trans S A h x a y].
  rewrite /P; case: Req_EM_T (ok h x a) => /= [z|nz] [[D e1]|[Z e1]]; [|by right|by left|].
    by have := D.2; rewrite z; lra.
  by case: nz; rewrite big1.
have HP : is_trans P.
  move=> h x a; have [l0 l1] := lam01 h x a; case: (cases h x a) => [[D E]|[_ _ E]]; split=> [y|].
  - by rewrite E; have := D.1 y; have := u0 h x a y; nra.
  - by rewrite (eq_bigr _ (fun y _ => E y)) rsumD !rsumZ D.2 (HU h x a).2; ring.
  - by rewrite E; exact/Rlt_le.
  by rewrite (eq_bigr _ (fun y _ => E y)) (HU h x a).2.
have P0 h (x : S h) a y : (h < L)%N -> 0 < P h x a y.
  move=> hL; have [l0 l1] := lam01 h x a; case: (cases h x a) => [[D E]|[_ _ E]]; rewrite E //.
  have lp : 0 < lam h x a.
    by apply: Rmin_pos; first lra; have := e0 h x a hL; have := Rmax_r 0 (eps h x a / 2); lra.
  by have := D.1 y; have := u0 h x a y; nra.
have Hc : in_conf L Pbar eps P.
  move=> h x a hL; have [l0 l1] := lam01 h x a; have e1 := e0 h x a hL; case: (cases h x a) => [[D E]|[e2 Z E]].
    apply: (@Rle_trans _ (\rsum_y (lam h x a * (@uniform_trans S A h x a y + Pbar h x a y)))).
      apply: le_rsum => y _; rewrite E.
      have -> : (1 - lam h x a) * Pbar h x a y + lam h x a * @uniform_trans S A h x a y - Pbar h x a y =
        lam h x a * (@uniform_trans S A h x a y - Pbar h x a y) by ring.
      rewrite Rabs_scale //; apply: Rmult_le_compat_l => //.
      by have := D.1 y; have := u0 h x a y; rewrite /Rabs; case: Rcase_abs; lra.
    rewrite rsumZ rsumD (HU h x a).2 D.2; have := Rmin_r 1 (Rmax 0 (eps h x a / 2)); rewrite -/(lam h x a).
    by rewrite Rmax_right; lra.
  apply: Rle_trans e2; rewrite -(HU h x a).2; apply: le_rsum => y _; rewrite E Z Rminus_0_r Rabs_pos_eq; first exact: Rle_refl.
  exact/Rlt_le.
exists (q3 x0 P (@uniform_policy S A)); first by exists P => //; exact: (occ_in_QP x0 L_gt0 HP Hu).
move=> h x a y hL; apply: Rmult_lt_0_compat; last exact: P0.
by apply: Rmult_lt_0_compat; [exact: mu_gt0 | exact: pi0].
Qed.

(* Sec. I-B, convex program (sec:I:convex-program), exactly: where all radii are positive, the solution of a step's convex
   program has X - 2 multipliers at which the lower bound is its value, and is a product of exponentials in them *)
Theorem convex_program_exact (Pbar : trans S A) (eps : forall h, S h -> A -> R) (c : reward S A) (p q' : occ S A) :
  (forall h (x : S h) a, centre_ok (Pbar h x a) (eps h x a)) -> (forall h (x : S h) a, (h < L)%N -> 0 < eps h x a) ->
  (forall h (x : S h) a y, (h < L)%N -> 0 < p h x a y) -> kl_step L (in_QPi L Pbar eps) c p q' ->
  exists beta s, [/\ inner_multipliers L beta, bounds_pairs L Pbar eps p beta s,
      dual_value L c p beta s = step_objective L c p q'
    & forall h (x : S h) a, (h < L)%N -> marg q' x a = exp (s h x a - c h x a - beta h x) /
        \rsum_(z : S h) \rsum_b exp (s h z b - c h z b - beta h z)].
Proof.
move=> ok e0 p0 Hs; have [q Kq qp] := positive_point ok e0; have [_ conv nn _] := sets_convex x0_only L_gt0 S_gt0 A_gt0 ok.
have p0' : nonneg L p by move=> h x a y hL; exact/Rlt_le/p0.
have fin : finite_KL L q p by move=> h x a y hL z; have := p0 h x a y hL; rewrite z => /Rlt_irrefl.
have [fin' _] := three_points_occ conv nn p0' Hs Kq fin; have [Kq' _ _] := Hs.
have pos h (x : S h) a y : (h < L)%N -> 0 < q' h x a y.
  move=> hL; case: (nn _ Kq' h x a y hL) => // z; exfalso.
  by have := qp h x a y hL; rewrite fin' // => /Rlt_irrefl.
have pairs h (x : S h) a : (h < L)%N -> 0 < marg q' x a.
  move=> hL; pose y := enum_val (Ordinal (S_gt0 h.+1)); apply: Rlt_le_trans (pos h x a y hL) _.
  by apply: (rsum_ge1 (F := fun y => q' h x a y)) => z; exact/Rlt_le/pos.
have support h (x : S h) a d y : (h < L)%N -> is_dist d -> \rsum_y Rabs (d y - Pbar h x a y) <= eps h x a ->
    q' h x a y = 0 -> d y = 0.
  by move=> hL _ _ z; have := pos h x a y hL; rewrite z => /Rlt_irrefl.
exists (@exact_beta S A L Pbar eps c p q'), (exact_s L Pbar eps c p q'); split.
- exact: exact_inner.
- by apply: exact_bounds.
- by apply: (exact_value x0_only).
by move=> h x a hL; apply: (exact_form x0_only).
Qed.
End Positive.
