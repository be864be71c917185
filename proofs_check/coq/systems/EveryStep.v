(* Section I-A: steps of mirror descent exist over every closed convex set, and there is one only: so learners exist that play
   mirror descent and O-REPS, and systems/MirrorDescent.v and systems/Bandit.v bound their regret. *)
From Coquelicot Require Import Rbar Lub.
Require Import Previsions.Sums Previsions.NatLia Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm
  Previsions.BallOptimum UCRLLP.model.BackwardInduction UCRLLP.model.Learner UCRLLP.paper.Propositions UCRLLP.paper.LinearProgram
  UCRLLP.paper.ProgramSize Previsions.OnlineMirrorDescent Previsions.MirrorSteps UCRLLP.systems.MirrorDescent UCRLLP.systems.Bandit.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- on occupancy measures *)
Section Occupancy.
Variables (S : nat -> finType) (A : finType) (L : nat).
Notation occ := (occ S A).
Notation reward := (reward S A).
Implicit Types (q p : occ) (c l : reward) (K : occ -> Prop).

(* a set is closed: what its points come near to, at every triple, is in it *)
Definition closed_set K := forall q, (forall e, 0 < e ->
  exists2 q', K q' & forall h x a y, (h < L)%N -> Rabs (q' h x a y - q h x a y) <= e) -> K q.

(* the points of K at which <q, c> + D(q || p) is within d of its least value over K *)
Definition near_optimal K c p d q := [/\ K q, finite_KL L q p &
  forall q', K q' -> finite_KL L q' p -> inner L q c + KL L q p <= inner L q' c + KL L q' p + d].
(* the step: their limit as d falls to 0, triple by triple *)
Definition kl_argmin K c p : occ := fun h x a y =>
  real (Lub_Rbar (fun b => exists2 d, 0 < d & forall q, near_optimal K c p d q -> b <= q h x a y)).

Let T3 := triple S A L.
Let flat q : T3 -> R := fun t => q _ (tagged t).1.1 (tagged t).1.2 (tagged t).2.
Let cost c : T3 -> R := fun t => c _ (tagged t).1.1 (tagged t).1.2.
Let flatK K : (T3 -> R) -> Prop := fun f => exists2 q, K q & forall t, f t = flat q t.

Section Flat.
Unset Implicit Arguments.
Variables (K : occ -> Prop) (c : reward) (p : occ).
Set Implicit Arguments.

Let same f q : (forall t, f t = flat q t) -> mirror_value (cost c) (flat p) f = inner L q c + KL L q p.
Proof. by move=> E; rewrite inner_flat KL_flat /mirror_value; congr (_ + _); apply: eq_bigr => t _; rewrite E. Qed.

Let dom f q : (forall t, f t = flat q t) -> dominated f (flat p) <-> finite_KL L q p.
Proof.
by move=> E; rewrite finite_flat; split=> H t /H; rewrite E.
Qed.

Lemma near_flat d f q : K q -> (forall t, f t = flat q t) ->
  near_least (flatK K) (cost c) (flat p) d f <-> near_optimal K c p d q.
Proof.
move=> Kq E; split=> -[_ fin opt]; split=> //.
- exact/(dom E).
- move=> q' Kq' fin'; rewrite -(same E) -(@same (flat q') q') //; apply: opt; first by exists q'.
  exact/(@dom (flat q') q').
- by exists q.
- exact/(dom E).
by move=> f' [q' Kq' E'] /(dom E') fin'; rewrite (same E) (same E'); exact: opt.
Qed.

Lemma step_flat t : near_limit (flatK K) (cost c) (flat p) t = flat (kl_argmin K c p) t.
Proof.
rewrite /flat /kl_argmin /near_limit; congr real; apply: Lub_Rbar_eqset => b; split=> -[d d0 H]; exists d => // f.
  by move=> N; have [Kf _ _] := N; apply: (H (flat f)); exact/(@near_flat d (flat f) f).
by move=> N; have [[q Kq E] _ _] := N; rewrite E; apply: H; exact/(near_flat d Kq E).
Qed.

(* every closed convex set has the minimiser of a step *)
Theorem step_exists : convex_set K -> closed_set K -> (forall q, K q -> nonneg L q) -> nonneg L p ->
  (exists2 q, K q & finite_KL L q p) -> kl_step L K c p (kl_argmin K c p).
Proof.
move=> HK closed K0 /nonneg_flat p0 [q0 Kq0 fin0].
have HK' := flat_convex (L := L) HK; have K0' := flat_positive K0.
have Kf : flatK K (flat q0) by exists q0.
have df : dominated (flat q0) (flat p) by apply/(@dom (flat q0) q0).
split.
- apply: closed => e e0; have [f [[q Kq E] _ _] close] := limit_close (cost c) HK' K0' p0 Kf df e0.
  exists q => // h x a y hL; have := close (Tagged (fun h : 'I_L => (S h * A * S h.+1)%type) (i := Ordinal hL) (x, a, y)).
  by rewrite step_flat E.
- apply/finite_flat => t z; rewrite -[LHS]/(flat (kl_argmin K c p) t) -step_flat.
  exact: (limit_dominated (cost c) HK' K0' p0 Kf df).
move=> q Kq fin; have := limit_value (cost c) HK' K0' p0 Kf df (q := flat q).
rewrite (same (q := kl_argmin K c p)) => [|t]; last exact: step_flat.
rewrite (@same (flat q) q) //; apply; first by exists q.
exact/(@dom (flat q) q).
Qed.
End Flat.

(* and one only *)
Theorem step_unique K c p q q' : convex_set K -> (forall q, K q -> nonneg L q) -> nonneg L p ->
  kl_step L K c p q -> kl_step L K c p q' -> same_occ L q q'.
Proof.
move=> HK K0 /nonneg_flat p0 /flat_step Hs /flat_step Hs'.
have E := minimiser_unique (flat_convex HK) (flat_positive K0) p0 Hs Hs'.
move=> h x a y hL.
exact: (E (Tagged (fun h : 'I_L => (S h * A * S h.+1)%type) (i := Ordinal hL) (x, a, y))).
Qed.
End Occupancy.

(* --- the sets over which the algorithms make their steps are closed *)
Section Closed.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (L : nat).
Implicit Types (q v : occ S A) (P : trans S A).

Lemma lim_le C a b : 0 <= C -> (forall e, 0 < e -> a <= b + C * e) -> a <= b.
Proof.
move=> C0 H; apply: le_epsilon => e e0; have e1 : 0 < e / (C + 1) by apply: Rdiv_lt_0_compat; lra.
have := H _ e1; have : e / (C + 1) + C * (e / (C + 1)) = e by field; lra.
by lra.
Qed.

Lemma lim_eq C a b : 0 <= C -> (forall e, 0 < e -> Rabs (a - b) <= C * e) -> a = b.
Proof.
move=> C0 H; apply: Rle_antisym; apply: (lim_le C0) => e /H; rewrite /Rabs; case: Rcase_abs; lra.
Qed.

Lemma sum_close (I : finType) (F G : I -> R) e : (forall i, Rabs (F i - G i) <= e) ->
  Rabs (\rsum_i F i - \rsum_i G i) <= INR #|I| * e.
Proof. by move=> H; rewrite -rsumB -rsum_const; apply: Rle_trans (rsum_abs _ _ _) _; apply: le_rsum. Qed.

Let n h := INR #|S h|.
Let m := INR #|A|.
Let n0 h : 0 <= n h. Proof. exact: pos_INR. Qed.
Let m0 : 0 <= m. Proof. exact: pos_INR. Qed.

Section Near.
Unset Implicit Arguments.
Variables (q v : occ S A) (e : R).
Set Implicit Arguments.
Hypothesis close : forall h x a y, (h < L)%N -> Rabs (v h x a y - q h x a y) <= e.

Lemma row_close h (x : S h) a : (h < L)%N -> Rabs (\rsum_y v h x a y - \rsum_y q h x a y) <= n h.+1 * e.
Proof. by move=> hL; apply: sum_close => y; exact: close. Qed.

Lemma out_close h (x : S h) : (h < L)%N ->
  Rabs (\rsum_a \rsum_y v h x a y - \rsum_a \rsum_y q h x a y) <= m * (n h.+1 * e).
Proof. by move=> hL; apply: sum_close => a; exact: row_close. Qed.

Lemma dev_close P h (x : S h) a y : (h < L)%N ->
  Rabs (v h x a y - P h x a y * (\rsum_z v h x a z) - (q h x a y - P h x a y * (\rsum_z q h x a z))) <=
  e + Rabs (P h x a y) * (n h.+1 * e).
Proof.
move=> hL; have H1 := close x a y hL; have H2 := row_close x a hL.
move: (\rsum_z v h x a z) (\rsum_z q h x a z) H2 => s t H2.
rewrite (_ : _ - _ = (v h x a y - q h x a y) + - (P h x a y * (s - t))); last ring.
apply: Rle_trans (Rabs_triang _ _) _; rewrite Rabs_Ropp Rabs_mult.
by apply: Rplus_le_compat => //; apply: Rmult_le_compat_l => //; exact: Rabs_pos.
Qed.
End Near.

Lemma in_Q_closed : closed_set L (in_Q L : occ S A -> Prop).
Proof.
move=> q H; split=> [h x a y hL|h hL|h y hL].
- apply: (lim_le (C := 1)) => [|e e0]; first lra.
  have [v [v0 _ _] /(_ h x a y hL)] := H e e0; have := v0 h x a y hL.
  by rewrite /Rabs; case: Rcase_abs; lra.
- have C0 : 0 <= n h * (m * n h.+1) by have := n0 h; have := n0 h.+1; have := m0; move=> *; do 2 (apply: Rmult_le_pos => //).
  apply: (lim_eq C0) => e e0; have [v [_ one _] close] := H e e0.
  rewrite -(one h hL) Rabs_minus_sym (_ : _ * e = n h * (m * (n h.+1 * e))); last ring.
  by apply: sum_close => x; exact: out_close.
have C0 : 0 <= n h * m + m * n h.+2 by have := n0 h; have := n0 h.+2; have := m0; nra.
apply: (lim_eq C0) => e e0; have [v [_ _ flow] close] := H e e0.
have H1 : Rabs (\rsum_(x : S h) \rsum_a v h x a y - \rsum_(x : S h) \rsum_a q h x a y) <= n h * (m * e).
  by apply: sum_close => x; apply: sum_close => a; apply: close; exact: ltnW.
have H2 := out_close close y hL; move: H1 H2; rewrite (flow h y hL).
by rewrite /Rabs; case: Rcase_abs; case: Rcase_abs; case: Rcase_abs; lra.
Qed.

Lemma in_QP_closed P : closed_set L (in_QP L P).
Proof.
move=> q H; split.
  by apply: in_Q_closed => e e0; have [v [HQ _] close] := H e e0; exists v.
move=> h x a y hL; have C0 : 0 <= 1 + Rabs (P h x a y) * n h.+1.
  by have := n0 h.+1; have := Rabs_pos (P h x a y); nra.
apply: (lim_eq C0) => e e0; have [v [_ row] close] := H e e0.
have := dev_close close P x a y hL; rewrite {1}(row h x a y hL) Rminus_eq_0 /Rminus Rplus_0_l Rabs_Ropp; lra.
Qed.

Lemma rows_dev (Pbar : trans S A) (eps : forall h, S h -> A -> R) v h (x : S h) a : in_rows L Pbar eps v -> (h < L)%N ->
  \rsum_y Rabs (v h x a y - Pbar h x a y * (\rsum_z v h x a z)) <= eps h x a * (\rsum_y v h x a y).
Proof.
move=> [_ [dev [_ up down rad]]] hL; apply: Rle_trans (rad h x a hL); apply: le_rsum => y _.
by have := up h x a y hL; have := down h x a y hL; rewrite /Rabs; case: Rcase_abs; lra.
Qed.

Lemma in_rows_closed (Pbar : trans S A) (eps : forall h, S h -> A -> R) : closed_set L (in_rows L Pbar eps).
Proof.
move=> q H; split.
  by apply: in_Q_closed => e e0; have [v [HQ _] close] := H e e0; exists v.
exists (fun h x a y => Rabs (q h x a y - Pbar h x a y * (\rsum_z q h x a z))).
split=> h x a => [y _|y _|y _|hL]; first exact: Rabs_pos.
- exact: Rle_abs.
- by have := Rle_abs (- (q h x a y - Pbar h x a y * (\rsum_z q h x a z))); rewrite Rabs_Ropp; lra.
pose C1 := \rsum_y (1 + Rabs (Pbar h x a y) * n h.+1); pose C2 := Rabs (eps h x a) * n h.+1.
have C0 : 0 <= C1 + C2.
  apply: Rplus_le_le_0_compat; last by apply: Rmult_le_pos => //; exact: Rabs_pos.
  apply: rsum_ge0 => y _; have := n0 h.+1; have := Rabs_pos (Pbar h x a y); nra.
apply: (lim_le C0) => e e0; have [v Hv close] := H e e0; have := rows_dev x a Hv hL.
have H1 : \rsum_y Rabs (q h x a y - Pbar h x a y * (\rsum_z q h x a z)) <=
    \rsum_y Rabs (v h x a y - Pbar h x a y * (\rsum_z v h x a z)) + C1 * e.
  rewrite /C1 -rsumZr -rsumD; apply: le_rsum => y _; have := dev_close close Pbar x a y hL.
  move: (q h x a y - _) (v h x a y - _) => w u H1; have := Rabs_triang u (w - u); rewrite (_ : u + (w - u) = w); last ring.
  by rewrite (Rabs_minus_sym w u); lra.
have H2 : eps h x a * (\rsum_y v h x a y) <= eps h x a * (\rsum_y q h x a y) + C2 * e.
  have := row_close close x a hL; move: (\rsum_y v h x a y) (\rsum_y q h x a y) => s t H2.
  have : eps h x a * (s - t) <= Rabs (eps h x a) * (n h.+1 * e).
    apply: Rle_trans (Rle_abs _) _; rewrite Rabs_mult; apply: Rmult_le_compat_l => //; exact: Rabs_pos.
  by rewrite /C2; lra.
by lra.
Qed.

Lemma in_QPi_closed (Pbar : trans S A) (eps : forall h, S h -> A -> R) :
  (forall x, x = x0) -> (0 < L)%N -> (forall h, (0 < #|S h|)%N) -> (0 < #|A|)%N ->
  (forall h (x : S h) a, centre_ok (Pbar h x a) (eps h x a)) -> closed_set L (in_QPi L Pbar eps).
Proof.
move=> x0_only L0 S0 A0 ok q H; have [iff _] := lemma_1 x0_only L0 S0 A0 ok; apply/iff/in_rows_closed => e e0.
by have [v /iff Hv close] := H e e0; exists v.
Qed.
End Closed.

(* --- learners *)
(* what a learner has been told before episode t + 1, the last one first *)
Fixpoint past (T : Type) (l : nat -> T) (t : nat) : seq T := if t is t'.+1 then l t' :: past l t' else [::].

Section Runs.
Variables (S : nat -> finType) (A : finType) (L : nat).
Notation occ := (occ S A).
Notation reward := (reward S A).

(* mirror descent: after each episode it is told the loss, or an estimate, and the next set *)
Fixpoint descent (eta : R) (q_1 : occ) (told : seq (reward * (occ -> Prop))) : occ :=
  if told is (l, K) :: told' then kl_argmin L K (fun h x a => eta * l h x a) (descent eta q_1 told') else q_1.

(* Sec. I-A, OMD (sec:I:mirror-descent), without a hypothesis on the learner: there is one that knows eta and q_1, is told a
   loss of at least 0 and a closed convex set after each episode, and makes the steps of mirror descent; its regret is at
   most D(q || q_1)/eta + eta sum_t <q_t, l_t^2> if all sets contain Q^P, and a q of Q^P has D(q || q_1) finite *)
Theorem mirror_descent_exists (eta : R) (q_1 : occ) : 0 < eta -> nonneg L q_1 ->
  exists learner : seq (reward * (occ -> Prop)) -> occ, learner [::] = q_1 /\
  forall (l : nat -> reward) (K : nat -> occ -> Prop) (P : trans S A)
    (qs := fun t => learner (past (fun s => (l s, K s)) t)),
  (forall t h (x : S h) a, 0 <= l t h x a) ->
  (forall t, [/\ convex_set (K t), closed_set L (K t), forall q, K t q -> nonneg L q
    & forall q, in_QP L P q -> K t q]) ->
  (exists2 q, in_QP L P q & finite_KL L q q_1) ->
  (forall t, kl_step L (K t) (fun h x a => eta * l t h x a) (qs t) (qs t.+1)) /\
  forall T q, (0 < T)%N -> in_QP L P q -> finite_KL L q q_1 ->
    \rsum_(t < T) (inner L (qs t) (l t) - inner L q (l t)) <=
      KL L q q_1 / eta + eta * (\rsum_(t < T) inner L (qs t) (fun h x a => l t h x a ^ 2)).
Proof.
move=> eta0 n1; exists (descent eta q_1); split=> // l K P qs l0 HK [q0 Hq0 fin0].
have steps t : [/\ nonneg L (qs t), finite_KL L q0 (qs t)
    & kl_step L (K t) (fun h x a => eta * l t h x a) (qs t) (qs t.+1)].
  have ex s : nonneg L (qs s) -> finite_KL L q0 (qs s) ->
      kl_step L (K s) (fun h x a => eta * l s h x a) (qs s) (qs s.+1).
    have [conv closed nn inK] := HK s => ns fins; apply: step_exists => //.
    by exists q0 => //; exact: inK.
  elim: t => [|t [nt fint Hs]]; first by split=> //; exact: ex.
  have [conv _ nn inK] := HK t; have [Kt _ _] := Hs.
  have [fin _] := three_points_occ conv nn nt Hs (inK _ Hq0) fint.
  by have nt' := nn _ Kt; split=> //; exact: ex.
split=> [t|T q T0 Hq fin]; first by have [] := steps t.
apply: (mirror_descent (K := K) (P := P)) => // [t|t q'|t _|t _].
- by have [] := HK t.
- by have [_ _ nn _] := HK t; exact: nn.
- by have [] := steps t.
by have [] := HK t.
Qed.
End Runs.

(* Sec. I-A, OMD (sec:I:mirror-descent), the hypotheses on the sets: O-REPS' Q^P and the sets Q^{P_i} over confidence sets
   (12) are closed, too, and from a q_t to which one of their points has D finite there is exactly one step over
   either *)
Theorem sets_closed (S : nat -> finType) (A : finType) (x0 : S 0%N) (L : nat) (Pbar : trans S A)
    (eps : forall h, S h -> A -> R) :
  (forall x, x = x0) -> (0 < L)%N -> (forall h, (0 < #|S h|)%N) -> (0 < #|A|)%N ->
  (forall h (x : S h) a, centre_ok (Pbar h x a) (eps h x a)) ->
  [/\ forall P : trans S A, closed_set L (in_QP L P), closed_set L (in_QPi L Pbar eps),
      forall (P : trans S A) (c : reward S A) (p : occ S A), nonneg L p -> (exists2 q, in_QP L P q & finite_KL L q p) ->
        exists2 q, kl_step L (in_QP L P) c p q & forall q', kl_step L (in_QP L P) c p q' -> same_occ L q q'
    & forall (c : reward S A) (p : occ S A), nonneg L p -> (exists2 q, in_QPi L Pbar eps q & finite_KL L q p) ->
        exists2 q, kl_step L (in_QPi L Pbar eps) c p q &
          forall q', kl_step L (in_QPi L Pbar eps) c p q' -> same_occ L q q'].
Proof.
move=> x0_only L0 S0 A0 ok; have cl := in_QPi_closed x0_only L0 S0 A0 ok.
have [_ conv nn _] := sets_convex x0_only L0 S0 A0 ok.
split=> // [P|P c p n0 Hq|c p n0 Hq]; first exact: in_QP_closed.
  have nP q : in_QP L P q -> nonneg L q by move=> [[q0 _ _] _].
  have Hs := step_exists c (in_QP_convex (P := P)) (in_QP_closed (P := P)) nP n0 Hq.
  exists (kl_argmin L (in_QP L P) c p) => // q' Hs'.
  exact: (step_unique (in_QP_convex (P := P)) nP n0 Hs Hs').
have Hs := step_exists c conv cl nn n0 Hq; exists (kl_argmin L (in_QPi L Pbar eps) c p) => // q' Hs'.
exact: (step_unique conv nn n0 Hs Hs').
Qed.

Section OREPS.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (L : nat).
Unset Implicit Arguments.
Variable P : trans S A.
Set Implicit Arguments.
Hypotheses (x0_only : forall x, x = x0) (L_gt0 : (0 < L)%N) (S_gt0 : forall h, (0 < #|S h|)%N) (A_gt0 : (0 < #|A|)%N).
Hypothesis HP : is_trans P.
Implicit Types (c : reward S A) (q p : occ S A).

Lemma QP_nonneg q : in_QP L P q -> nonneg L q. Proof. by move=> [[q0 _ _] _]. Qed.

(* the first measure of O-REPS, and its steps *)
Definition o_reps_first := kl_argmin L (in_QP L P) (fun h x a => 0) (spread P).
Lemma o_reps_first_step : kl_step L (in_QP L P) (fun h x a => 0) (spread P) o_reps_first.
Proof.
apply: step_exists; [exact: in_QP_convex | exact: in_QP_closed | exact: QP_nonneg | exact: spread_nonneg |].
have [_ [q Hq]] := prop_3 x0_only L_gt0 A_gt0 HP; exists q => //; exact: spread_finite.
Qed.

Lemma o_reps_step c p : in_QP L P p -> kl_step L (in_QP L P) c p (kl_argmin L (in_QP L P) c p).
Proof.
move=> Hp; apply: step_exists; [exact: in_QP_convex | exact: in_QP_closed | exact: QP_nonneg | exact: QP_nonneg |].
by exists p.
Qed.

(* the learner: the steps of O-REPS, one after the other *)
Section FullLearner.
Variable eta : R.
Fixpoint o_reps_learner (w : seq (reward S A)) : occ S A :=
  if w is l :: w' then kl_argmin L (in_QP L P) (fun h x a => eta * l h x a) (o_reps_learner w') else o_reps_first.
End FullLearner.

(* Sec. I-A, O-REPS (sec:I:o-reps), full information, without a hypothesis on the learner: there is one that is told the
   losses after each episode, plays occupancy measures of P, makes the steps of O-REPS, and has the regret at most
   2L sqrt(T ln(XA/L)) *)
Theorem o_reps_full_exists (T : nat) (k := ln (INR (X S L) * INR #|A| / INR L)) (eta := sqrt (k / INR T)) :
  (0 < T)%N -> 0 < k -> exists learner : seq (reward S A) -> occ S A,
  forall (l : nat -> reward S A) (qs := fun t => learner (past l t)),
  [/\ kl_step L (in_QP L P) (fun h x a => 0) (spread P) (qs 0%N),
      forall t, kl_step L (in_QP L P) (fun h x a => eta * l t h x a) (qs t) (qs t.+1),
      forall t, exists2 pi, is_policy pi & same_occ L (q3 x0 P pi) (qs t)
    & (forall t h (x : S h) a, 0 <= l t h x a <= 1) -> forall q, in_QP L P q ->
      \rsum_(t < T) (inner L (qs t) (l t) - inner L q (l t)) <= 2 * INR L * sqrt (INR T * k)].
Proof.
move=> T0 k0; pose learner := o_reps_learner eta.
exists learner => l qs; have first : kl_step L (in_QP L P) (fun h x a => 0) (spread P) (qs 0%N) := o_reps_first_step.
have inQ t : in_QP L P (qs t).
  by elim: t => [|t IH]; [have [] := first | have [] := o_reps_step (fun h x a => eta * l t h x a) IH].
have steps t : kl_step L (in_QP L P) (fun h x a => eta * l t h x a) (qs t) (qs t.+1) by exact: o_reps_step.
split=> // [t|l01 q Hq]; first by have [iff _] := prop_3 x0_only L_gt0 A_gt0 HP; exact/iff.
exact: (o_reps_full L_gt0 S_gt0 A_gt0 HP T0 k0 l01 first (fun t _ => steps t)).
Qed.

(* --- bandit feedback: two sequences of losses that a learner cannot tell apart after these episodes *)
Notation E := (traj S A unit L 0).
Fixpoint seen_same (l l' : nat -> reward S A) (hist : seq E) : Prop :=
  if hist is e :: hist' then seen_same l l' hist' /\ forall h (x : S h) a, visit x0 (mkp x a) e ->
    l (size hist') h x a = l' (size hist') h x a
  else True.

(* the learner: the steps of O-REPS for estimated losses *)
Section BanditLearner.
Variables (eta : R) (l : nat -> reward S A).
Fixpoint o_reps_estimating (hist : seq E) : occ S A :=
  if hist is e :: w
  then kl_argmin L (in_QP L P) (fun h x a => eta * estimate x0 (l (size w)) (o_reps_estimating w) e x a) (o_reps_estimating w)
  else o_reps_first.
End BanditLearner.

(* Sec. I-A, O-REPS (sec:I:o-reps), bandit feedback, without a hypothesis on the learner: there is one that sees the losses
   of the pairs that it visits and no others, whose expected regret is at most 2 sqrt(LXAT ln(XA/L)) *)
Theorem o_reps_bandit_exists (T : nat) (XA := INR (X S L) * INR #|A|) (k := ln (XA / INR L)) :
  (0 < T)%N -> 0 < k -> exists (f : (nat -> reward S A) -> seq E -> policy S A) (qh : (nat -> reward S A) -> seq E -> occ S A),
  [/\ forall l l' hist, seen_same l l' hist -> f l hist = f l' hist /\ qh l hist = qh l' hist,
      forall l hist, is_policy (f l hist) /\ same_occ L (q3 x0 P (f l hist)) (qh l hist)
    & forall l : nat -> reward S A, (forall t h (x : S h) a, 0 <= l t h x a <= 1) -> forall q, in_QP L P q ->
      Ex (K x0 P (@no_reward S A) (f l)) T [::]
        (hsum (fun hist e => inner L (qh l hist) (l (size hist)) - inner L q (l (size hist)))) <=
      2 * sqrt (INR L * XA * INR T * k)].
Proof.
move=> T0 k0; pose eta := sqrt (INR L * k / (INR T * XA)).
pose qh l := o_reps_estimating eta l.
pose f l hist := pi_of L (qh l hist) (@uniform_policy S A).
have inQ l hist : in_QP L P (qh l hist).
  elim: hist => [|e w IH]; first by have [] := o_reps_first_step.
  by have [] := o_reps_step (fun h x a => eta * estimate x0 (l (size w)) (qh l w) e x a) IH.
have plays l hist : is_policy (f l hist) /\ same_occ L (q3 x0 P (f l hist)) (qh l hist).
  have Hu := @uniform_is_policy S A A_gt0; have [HQ row] := inQ l hist.
  have Hf := pi_of_policy L_gt0 HQ Hu; split=> //.
  have [_ _ E1 _ _] := prop_2 x0_only L_gt0 HQ HP Hu.
  move=> h x a y hL; rewrite -E1 //.
  have same h' (x' : S h') a' y' : (h' < L)%N -> P_of L (qh l hist) P x' a' y' = P h' x' a' y'.
    move=> hL'; rewrite /P_of /Phat hL'; case: Req_EM_T => // n0 /=.
    by rewrite row // -/(marg _ x' a'); field.
  have muE h' : (h' <= h)%N -> forall x' : S h', mu x0 P (f l hist) x' = mu x0 (P_of L (qh l hist) P) (f l hist) x'.
    elim: h' => [//|h' IH] hh x' /=; apply: eq_bigr => z _; apply: eq_bigr => b _.
    by rewrite IH ?same //; [exact: leq_trans hh (ltnW hL) | exact: ltnW].
  by rewrite /q3 /q2 muE // same.
exists f, qh; split=> // [l l' hist seen|l l01 q Hq].
  suff E1 : qh l hist = qh l' hist by rewrite /f E1.
  elim: hist seen => [//|e w IH] /= [/IH E1 seen]; rewrite -E1; congr kl_argmin.
  do 3 (apply: FunctionalExtensionality.functional_extensionality_dep => ?); congr (_ * _); rewrite /estimate.
  by case V : (visit _ _ _); [rewrite seen | rewrite /ind !Rmult_0_l].
have pol hist : is_policy (f l hist) := proj1 (plays l hist).
have occ hist : same_occ L (q3 x0 P (f l hist)) (qh l hist) := proj2 (plays l hist).
have := @o_reps_bandit S A x0 L P L_gt0 S_gt0 A_gt0 HP l (f l) (qh l) T T0 k0 l01 pol occ o_reps_first_step.
by apply=> // hist e; exact: o_reps_step.
Qed.
End OREPS.
