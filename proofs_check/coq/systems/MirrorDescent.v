(* Section I-A: online mirror descent with the unnormalised relative entropy D over convex sets of occupancy measures: the
   inequality of three points, the regret, and the regret of O-REPS with known P. *)
Require Import Previsions.Sums Previsions.NatLia Previsions.Probability Previsions.Concentration
  Previsions.OnlineMirrorDescent UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets
  UCRLLP.model.Algorithm Previsions.BallOptimum UCRLLP.model.BackwardInduction UCRLLP.model.Learner UCRLLP.paper.Propositions
  UCRLLP.paper.LinearProgram UCRLLP.paper.ProgramSize.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- on occupancy measures *)
Section Occupancy.
Variables (S : nat -> finType) (A : finType) (L : nat).
Notation occ := (occ S A).
Notation reward := (reward S A).
Implicit Types (q p : occ) (l c : reward) (K : occ -> Prop).

(* D(q || p), the unnormalised relative entropy; whether it is finite *)
Definition KL q p := \rsum_(h < L) \rsum_(x : S h) \rsum_a \rsum_y kl_term (q h x a y) (p h x a y).
Definition finite_KL q p := forall h x a y, (h < L)%N -> p h x a y = 0 -> q h x a y = 0.
Definition nonneg q := forall h x a y, (h < L)%N -> 0 <= q h x a y.
Definition mix s q q' : occ := fun h x a y => (1 - s) * q h x a y + s * q' h x a y.
Definition convex_set K := forall q q' s, K q -> K q' -> 0 <= s <= 1 -> K (mix s q q').

(* a step of mirror descent: q' = argmin over K of <q, c> + D(q || p) *)
Definition kl_step K c p q' := [/\ K q', finite_KL q' p &
  forall q, K q -> finite_KL q p -> inner L q' c + KL q' p <= inner L q c + KL q p].

Let T3 := triple S A L.
Let flat q : T3 -> R := fun t => q _ (tagged t).1.1 (tagged t).1.2 (tagged t).2.
Let cost c : T3 -> R := fun t => c _ (tagged t).1.1 (tagged t).1.2.
Let flatK K : (T3 -> R) -> Prop := fun f => exists2 q, K q & forall t, f t = flat q t.

Lemma KL_flat q p : KL q p = kl (flat q) (flat p).
Proof. by rewrite /kl sum_triples. Qed.

Lemma inner_flat q c : inner L q c = dot (flat q) (cost c).
Proof.
rewrite /dot sum_triples; apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _.
by rewrite /marg -rsumZr.
Qed.

Lemma finite_flat q p : finite_KL q p <-> dominated (flat q) (flat p).
Proof.
split=> [H [h [[x a] y]]|H h x a y hL]; first by apply: H; exact: ltn_ord.
exact: (H (Tagged (fun h : 'I_L => (S h * A * S h.+1)%type) (i := Ordinal hL) (x, a, y))).
Qed.

Lemma nonneg_flat q : nonneg q <-> forall t, 0 <= flat q t.
Proof.
split=> [H [h [[x a] y]]|H h x a y hL]; first by apply: H; exact: ltn_ord.
exact: (H (Tagged (fun h : 'I_L => (S h * A * S h.+1)%type) (i := Ordinal hL) (x, a, y))).
Qed.

Section Flat.
Unset Implicit Arguments.
Variable K : occ -> Prop.
Set Implicit Arguments.
Hypotheses (HK : convex_set K) (K0 : forall q, K q -> nonneg q).

Lemma flat_convex : convex (flatK K).
Proof.
move=> f f' s [q Kq Ef] [q' Kq' Ef'] s01; exists (mix s q q'); first exact: HK.
by move=> t; rewrite /mixture Ef Ef'.
Qed.

Lemma flat_positive : positive (flatK K).
Proof. by move=> f [q Kq Ef] t; rewrite Ef; exact: (proj1 (nonneg_flat q) (K0 Kq)). Qed.

Lemma flat_step c p q' : kl_step K c p q' -> minimises (flatK K) (cost c) (flat p) (flat q').
Proof.
move=> [Kq' fin opt]; split; [by exists q' | exact/finite_flat |].
move=> f [q Kq Ef] dom; have := opt q Kq; rewrite !inner_flat !KL_flat => H.
have -> : dot f (cost c) = dot (flat q) (cost c) by apply: eq_bigr => t _; rewrite Ef.
have -> : kl f (flat p) = kl (flat q) (flat p) by apply: eq_bigr => t _; rewrite Ef.
by apply: H; apply/finite_flat => t z; rewrite -Ef dom.
Qed.

(* the inequality of three points: the step is nearer to every q of K *)
Lemma three_points_occ c p q' q : nonneg p -> kl_step K c p q' -> K q -> finite_KL q p ->
  finite_KL q q' /\ inner L q' c + KL q' p + KL q q' <= inner L q c + KL q p.
Proof.
move=> /nonneg_flat p0 /flat_step Hs Kq /finite_flat dq; have Kf : flatK K (flat q) by exists q.
split; first by apply/finite_flat; exact: (stays_positive flat_convex flat_positive p0 Hs Kf dq).
by rewrite !inner_flat !KL_flat; exact: (kl_three_points flat_convex flat_positive p0 Hs Kf dq).
Qed.
End Flat.

Lemma KL_ge0 q p : nonneg q -> nonneg p -> finite_KL q p -> 0 <= KL q p.
Proof. by rewrite KL_flat => /nonneg_flat q0 /nonneg_flat p0 /finite_flat dom; exact: kl_ge0. Qed.

(* Sec. I-A, OMD (sec:I:mirror-descent): T episodes of mirror descent over convex sets K_t of occupancy measures, all of
   which contain Q^P, at losses of at least 0: for every q of Q^P with D(q || q_1) finite the regret is at most
   D(q || q_1)/eta + eta sum_t <q_t, l_t^2> *)
Theorem mirror_descent (K : nat -> occ -> Prop) (l : nat -> reward) (qs : nat -> occ) (P : trans S A) (eta : R) (T : nat) :
  0 < eta -> (0 < T)%N -> (forall t, convex_set (K t)) -> (forall t q, K t q -> nonneg q) ->
  (forall t h (x : S h) a, 0 <= l t h x a) -> nonneg (qs 0%N) ->
  (forall t, (t.+1 < T)%N -> kl_step (K t) (fun h x a => eta * l t h x a) (qs t) (qs t.+1)) ->
  (forall t, (t.+1 < T)%N -> forall q, in_QP L P q -> K t q) ->
  forall q, in_QP L P q -> finite_KL q (qs 0%N) ->
  \rsum_(t < T) (inner L (qs t) (l t) - inner L q (l t)) <=
    KL q (qs 0%N) / eta + eta * (\rsum_(t < T) inner L (qs t) (fun h x a => l t h x a ^ 2)).
Proof.
case: T => // n eta0 _ HK K0 l0 /nonneg_flat q10 steps inK q Hq /finite_flat dq.
have [[q0 _ _] _] := Hq; have {q0} q0 := proj1 (nonneg_flat q) q0.
have Hs t : (t < n)%N -> minimises (flatK (K t)) (fun i => eta * cost (l t) i) (flat (qs t)) (flat (qs t.+1)).
  by move=> tn; exact: (flat_step (steps t tn)).
have Kf t : (t < n)%N -> flatK (K t) (flat q) by move=> tn; exists q => //; exact: inK.
have H := @regret_steps _ (fun t => flatK (K t)) (fun t => cost (l t)) (fun t => flat (qs t)) eta n eta0
  (fun t => flat_convex (@HK t)) (fun t => flat_positive (K0 t)) (fun t i => l0 t _ _ _) q10 Hs (flat q) q0 Kf dq.
rewrite KL_flat (eq_bigr (fun t : 'I_n.+1 => dot (flat (qs t)) (cost (l t)) - dot (flat q) (cost (l t)))) => [|t _].
  rewrite [X in _ <= _ + eta * X](eq_bigr (fun t : 'I_n.+1 => \rsum_i (flat (qs t) i * cost (l t) i ^ 2))) //.
  by move=> t _; rewrite inner_flat.
by rewrite !inner_flat.
Qed.
End Occupancy.

(* --- the sets over which the algorithms make their steps are convex *)
Section Sets.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (L : nat).
Implicit Types (q : occ S A) (P : trans S A).

Lemma rsum_mix (I : finType) s (F G : I -> R) :
  \rsum_i ((1 - s) * F i + s * G i) = (1 - s) * (\rsum_i F i) + s * (\rsum_i G i).
Proof. by rewrite rsumD !rsumZ. Qed.

Lemma mix_row s q q' h (x : S h) a : \rsum_y mix s q q' x a y = (1 - s) * (\rsum_y q h x a y) + s * (\rsum_y q' h x a y).
Proof. exact: rsum_mix. Qed.

Lemma mix_out s q q' h (x : S h) :
  \rsum_a \rsum_y mix s q q' x a y = (1 - s) * (\rsum_a \rsum_y q h x a y) + s * (\rsum_a \rsum_y q' h x a y).
Proof. by rewrite -rsum_mix; apply: eq_bigr => a _; exact: mix_row. Qed.

Lemma in_Q_convex : convex_set (in_Q L : occ S A -> Prop).
Proof.
move=> q q' s [q0 one flow] [q0' one' flow'] s01; split=> [h x a y hL|h hL|h y hL].
- by rewrite /mix; have := q0 h x a y hL; have := q0' h x a y hL; nra.
- rewrite (eq_bigr (fun x => (1 - s) * (\rsum_a \rsum_y q h x a y) + s * (\rsum_a \rsum_y q' h x a y))) => [|x _].
    by rewrite rsum_mix one // one' //; ring.
  exact: mix_out.
rewrite mix_out -flow // -flow' // -rsum_mix; apply: eq_bigr => x _; by rewrite -rsum_mix.
Qed.

Lemma in_QP_convex P : convex_set (in_QP L P).
Proof.
move=> q q' s [Hq row] [Hq' row'] s01; split; first exact: in_Q_convex.
by move=> h x a y hL; rewrite mix_row {1}/mix row // row' //; ring.
Qed.

Lemma in_rows_convex Pbar (eps : forall h, S h -> A -> R) : convex_set (in_rows L Pbar eps).
Proof.
move=> q q' s [Hq [dev [d0 up down rad]]] [Hq' [dev' [d0' up' down' rad']]] s01; split; first exact: in_Q_convex.
exists (mix s dev dev'); split=> h x a => [y hL|y hL|y hL|hL].
- by rewrite /mix; have := d0 h x a y hL; have := d0' h x a y hL; nra.
- by rewrite mix_row {1 2}/mix; have := up h x a y hL; have := up' h x a y hL; nra.
- by rewrite mix_row {1 2}/mix; have := down h x a y hL; have := down' h x a y hL; nra.
by rewrite !mix_row; have := rad h x a hL; have := rad' h x a hL; nra.
Qed.

(* Sec. I-A, OMD (sec:I:mirror-descent), the hypotheses on the sets: O-REPS' Q^P and the sets Q^{P_i} over confidence
   sets (12) are convex, and the latter have Q^P if P is in them *)
Theorem sets_convex (Pbar : trans S A) (eps : forall h, S h -> A -> R) :
  (forall x, x = x0) -> (0 < L)%N -> (forall h, (0 < #|S h|)%N) -> (0 < #|A|)%N ->
  (forall h (x : S h) a, centre_ok (Pbar h x a) (eps h x a)) ->
  [/\ forall P : trans S A, convex_set (in_QP L P), convex_set (in_QPi L Pbar eps),
      forall q, in_QPi L Pbar eps q -> nonneg L q
    & forall P, is_trans P -> in_conf L Pbar eps P -> forall q, in_QP L P q -> in_QPi L Pbar eps q].
Proof.
move=> x0_only L0 S0 A0 ok; have [iff _] := lemma_1 x0_only L0 S0 A0 ok.
split=> [P|q q' s|q|P HP Hc q Hq]; first exact: in_QP_convex.
- by move=> /iff Hq /iff Hq' s01; apply/iff; exact: in_rows_convex.
- by move=> /iff[[q0 _ _] _].
by exists P.
Qed.
End Sets.

(* --- O-REPS: known P, full information *)
Section OREPS.
Variables (S : nat -> finType) (A : finType) (L : nat).
Unset Implicit Arguments.
Variable P : trans S A.
Set Implicit Arguments.
Hypotheses (L_gt0 : (0 < L)%N) (S_gt0 : forall h, (0 < #|S h|)%N) (A_gt0 : (0 < #|A|)%N) (HP : is_trans P).
Implicit Types q : occ S A.

(* the measure of which q_1 is the projection onto Q^P: every pair of a layer has the same mass *)
Definition spread : occ S A := fun h x a y => P h x a y * / (INR #|S h| * INR #|A|).

Let A1 : 1 <= INR #|A|. Proof. exact: (leq_INR (m := 1)). Qed.
Let S1 h : 1 <= INR #|S h|. Proof. exact: (leq_INR (m := 1)). Qed.
Let SA h : 1 <= INR #|S h| * INR #|A|. Proof. have := S1 h; nra. Qed.

Lemma spread_nonneg : nonneg L spread.
Proof.
move=> h x a y _; apply: Rmult_le_pos; first exact: (HP x a).1.
by apply/Rlt_le/Rinv_0_lt_compat; have := SA h; lra.
Qed.

Lemma spread_finite q : in_QP L P q -> finite_KL L q spread.
Proof.
move=> [_ row] h x a y hL z; rewrite row //; suff -> : P h x a y = 0 by ring.
have i0 : / (INR #|S h| * INR #|A|) <> 0 by apply: Rinv_neq_0_compat; have := SA h; lra.
by case: (Rmult_integral _ _ z).
Qed.

Lemma in_Q_le1 q h (x : S h) a : in_Q L q -> (h < L)%N -> 0 <= marg q x a <= 1.
Proof.
move=> [q0 one _] hL; have m0 y b : 0 <= marg q (y : S h) b by apply: rsum_ge0 => z _; exact: q0.
split=> //; rewrite -(one h hL).
apply: Rle_trans (rsum_ge1 (F := fun x => \rsum_a marg q x a) x _); last by move=> y; apply: rsum_ge0.
exact: (rsum_ge1 (F := fun a => marg q x a)).
Qed.

(* D(q || spread) is at most the sum of ln(X_h A) *)
Lemma KL_spread q : in_QP L P q -> KL L q spread <= \rsum_(h < L) ln (INR #|S h| * INR #|A|).
Proof.
move=> [HQ row]; have [q0 one _] := HQ; apply: le_rsum => h _; have hL := ltn_ord h.
set k := INR #|S h| * INR #|A|; have k1 : 1 <= k := SA h.
have lk : 0 <= ln k by rewrite -ln_1; apply: le_ln; lra.
have term x a y : kl_term (q h x a y) (spread x a y) <= ln k * q h x a y + (spread x a y - q h x a y).
  have := q0 h x a y hL; rewrite /kl_term; case=> [qp|<-]; last by rewrite !Rmult_0_l Rmult_0_r; lra.
  have m01 := in_Q_le1 x a HQ hL; move: (qp); rewrite row // -/(marg q x a) => pm.
  have P0 : 0 < P h x a y by have := (HP x a).1 y; nra.
  have m0 : 0 < marg q x a by nra.
  have sp : spread x a y = P h x a y * / k by [].
  have -> : P h x a y * marg q x a / spread x a y = k * marg q x a by rewrite sp; field; lra.
  have : ln (k * marg q x a) <= ln k by apply: le_ln; nra.
  by move=> le; have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ pm) le; lra.
have ones : \rsum_(x : S h) \rsum_a \rsum_y spread x a y = 1.
  rewrite (eq_bigr (fun=> INR #|A| * / k)) => [|x _].
    by rewrite rsum_const /k; field; have := S1 h; lra.
  rewrite (eq_bigr (fun=> / k)) ?rsum_const // => a _.
  by rewrite /spread rsumZr (HP x a).2 Rmult_1_l.
apply: (@Rle_trans _ (ln k * (\rsum_(x : S h) \rsum_a \rsum_y q h x a y) +
    (\rsum_(x : S h) \rsum_a \rsum_y spread x a y - \rsum_(x : S h) \rsum_a \rsum_y q h x a y))); last first.
  by rewrite ones one //; lra.
rewrite -rsumZ -rsumB -rsumD; apply: le_rsum => x _; rewrite -rsumZ -rsumB -rsumD; apply: le_rsum => a _.
by rewrite -rsumZ -rsumB -rsumD; apply: le_rsum => y _; exact: term.
Qed.

(* which is at most L ln(XA/L) *)
Lemma ln_layers (XA := INR (X S L) * INR #|A|) :
  \rsum_(h < L) ln (INR #|S h| * INR #|A|) <= INR L * ln (XA / INR L).
Proof.
have l1 : 1 <= INR L := leq_INR L_gt0.
have x1 : 1 <= INR (X S L).
  by apply: (leq_INR (m := 1)); rewrite /X big_ord_recl /= (leq_trans (S_gt0 0%N)) // leq_addr.
have m0 : 0 < XA / INR L by apply: Rmult_lt_0_compat; [rewrite /XA; nra | apply: Rinv_0_lt_compat; lra].
set m := XA / INR L in m0 *.
apply: (@Rle_trans _ (\rsum_(h < L) (ln m - 1 + INR #|A| / m * INR #|S h|))).
  apply: le_rsum => h _; set k := INR #|S h| * INR #|A|; have k0 : 0 < k by have := SA h; rewrite -/k; lra.
  have r0 : 0 < k / m by apply: Rmult_lt_0_compat => //; exact: Rinv_0_lt_compat.
  have E1 : ln k = ln m + ln (k / m) by rewrite -ln_mult //; congr ln; field; lra.
  have := exp_ineq1_le (ln (k / m)); rewrite exp_ln // E1 => le.
  have -> : INR #|A| / m * INR #|S h| = k / m by rewrite /k; field; lra.
  by lra.
rewrite rsumD rsum_ord_const rsumZ; set s := \rsum_(h < L) INR #|S h|.
have sX : s <= INR (X S L).
  by rewrite /X sum_INR (rsum_recr L (fun h => INR #|S h|)) -/s; have := pos_INR #|S L|; lra.
have a1 := A1; have XA0 : 0 < XA by rewrite /XA; nra.
have -> : INR #|A| / m * s = INR L * (s / INR (X S L)) by rewrite /m /XA; field; lra.
have : s / INR (X S L) <= 1 by apply: (Rmult_le_reg_r (INR (X S L))); rewrite /Rdiv ?Rmult_assoc ?Rinv_l; lra.
by nra.
Qed.

Lemma KL_first q_1 q : kl_step L (in_QP L P) (fun h x a => 0) spread q_1 -> in_QP L P q ->
  finite_KL L q q_1 /\ KL L q q_1 <= INR L * ln (INR (X S L) * INR #|A| / INR L).
Proof.
move=> Hs Hq; have nn q' : in_QP L P q' -> nonneg L q' by move=> [[q0 _ _] _].
have [fin le] := three_points_occ (in_QP_convex (P := P)) nn spread_nonneg Hs Hq (spread_finite Hq).
have [Hq1 fin1 _] := Hs; split=> //.
have z q' : inner L q' (fun h x a => 0) = 0.
  by rewrite /inner big1 // => h _; rewrite big1 // => x _; rewrite big1 // => a _; rewrite Rmult_0_r.
have := KL_ge0 (nn _ Hq1) spread_nonneg fin1; have := KL_spread Hq; have := ln_layers; move: le; rewrite !z; lra.
Qed.

(* Sec. I-A, O-REPS (sec:I:o-reps), full information: q_1 is the projection of the measure with equal masses in a layer,
   and eta = sqrt(ln(XA/L)/T): the regret in losses of [0,1] is at most 2L sqrt(T ln(XA/L)) *)
Theorem o_reps_full (l : nat -> reward S A) (qs : nat -> occ S A) (T : nat) (k := ln (INR (X S L) * INR #|A| / INR L))
    (eta := sqrt (k / INR T)) :
  (0 < T)%N -> 0 < k -> (forall t h (x : S h) a, 0 <= l t h x a <= 1) ->
  kl_step L (in_QP L P) (fun h x a => 0) spread (qs 0%N) ->
  (forall t, (t.+1 < T)%N -> kl_step L (in_QP L P) (fun h x a => eta * l t h x a) (qs t) (qs t.+1)) ->
  forall q, in_QP L P q ->
    \rsum_(t < T) (inner L (qs t) (l t) - inner L q (l t)) <= 2 * INR L * sqrt (INR T * k).
Proof.
move=> T0 k0 l01 Hs steps q Hq; have t1 : 1 <= INR T := leq_INR T0.
have l1 : 1 <= INR L := leq_INR L_gt0.
have eta0 : 0 < eta by apply: sqrt_lt_R0; apply: Rmult_lt_0_compat => //; apply: Rinv_0_lt_compat; lra.
have nn q' : in_QP L P q' -> nonneg L q' by move=> [[q0 _ _] _].
have [Hq1 _ _] := Hs; have [fin le] := KL_first Hs Hq.
have H := mirror_descent eta0 T0 (fun _ => in_QP_convex (P := P)) (fun _ => nn)
  (fun t h x a => proj1 (l01 t h x a)) (nn _ Hq1) steps (fun _ _ q' Hq' => Hq') Hq fin.
have inQ t : (t < T)%N -> in_QP L P (qs t) by case: t => // t /steps[].
have sq t : (t < T)%N -> inner L (qs t) (fun h x a => l t h x a ^ 2) <= INR L.
  move=> /inQ[HQ _]; rewrite -[X in _ <= X]Rmult_1_r -rsum_ord_const; apply: le_rsum => h _; have [_ one _] := HQ.
  rewrite -(one h (ltn_ord h)); apply: le_rsum => x _; apply: le_rsum => a _.
  change (\rsum_y qs t h x a y) with (marg (qs t) x a).
  have := in_Q_le1 x a HQ (ltn_ord h); have := l01 t h x a; move: (marg _ _ _) (l t h x a) => m v v01 m01.
  by have : v ^ 2 <= 1 by [rewrite /=; nra]; nra.
have total : \rsum_(t < T) inner L (qs t) (fun h x a => l t h x a ^ 2) <= INR T * INR L.
  by rewrite -rsum_ord_const; apply: le_rsum => t _; exact: sq.
have e2 : eta * eta = k / INR T by apply: sqrt_sqrt; apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra].
have eT : eta * INR T = sqrt (INR T * k).
  rewrite -[X in _ * X](sqrt_square (INR T)); last lra.
  by rewrite -sqrt_mult_alt; [congr sqrt; field; lra | apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra]].
have kT : k = eta * eta * INR T by rewrite e2; field; lra.
have kE : k / eta = eta * INR T.
  apply: (Rmult_eq_reg_r eta); last lra.
  by rewrite /Rdiv Rmult_assoc Rinv_l; [rewrite Rmult_1_r; transitivity (eta * eta * INR T); [|ring] | lra].
apply: Rle_trans H _; apply: (@Rle_trans _ (INR L * k / eta + eta * (INR T * INR L))).
  apply: Rplus_le_compat; last by apply: Rmult_le_compat_l; lra.
  by apply: Rmult_le_compat_r => //; apply/Rlt_le/Rinv_0_lt_compat.
by rewrite {1}/Rdiv Rmult_assoc -/(k / eta) kE -eT; lra.
Qed.
End OREPS.
