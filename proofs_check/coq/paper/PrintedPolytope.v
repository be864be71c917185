(* Section III and IV as printed: q over all of X x A x X, where no row of (4), (7) or (13) mentions q(x_L,.,.).
   Prop. 1 and Prop. 3 are then false and LP1 is unbounded (refutations of prop:1, prop:3, lem:conf-set-polytope
   and eq:lp-occ-update, printed form); with q(x_L,.,.) = 0 they are the statements on consecutive layers
   (repaired forms). *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm Previsions.BallOptimum
  UCRLLP.model.BackwardInduction UCRLLP.model.Learner UCRLLP.paper.Propositions UCRLLP.paper.LinearProgram UCRLLP.paper.Trigger.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Printed.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (L : nat).
(* q(x,a,x') for x in X_h and x' in X_g, h, g = 0, ..., L *)
Definition full := forall h, S h -> A -> forall g, S g -> R.
Implicit Types (q dev : full) (P Pbar : trans S A) (r : reward S A).

(* the rows of (4), as printed *)
Definition printed_Q q :=
  [/\ forall h x a g y, (h <= L)%N -> (g <= L)%N -> 0 <= q h x a g y,
      forall h, (h < L)%N -> \rsum_(x : S h) \rsum_a \rsum_(y : S h.+1) q h x a h.+1 y = 1,
      forall h (x : S h.+1), (h.+1 < L)%N ->
        \rsum_(y : S h) \rsum_a q h y a h.+1 x = \rsum_a \rsum_(y : S h.+2) q h.+1 x a h.+2 y
    & forall h x a g y, (h < L)%N -> (g <= L)%N -> g <> h.+1 -> q h x a g y = 0].
(* the row of (7) *)
Definition printed_QP P q := printed_Q q /\ forall h x a y, (h < L)%N ->
  q h x a h.+1 y = P h x a y * \rsum_(z : S h.+1) q h x a h.+1 z.
(* the rows of (13) *)
Definition printed_13 Pbar (eps : forall h, S h -> A -> R) q dev :=
  [/\ forall h x a g y, (h <= L)%N -> (g <= L)%N -> 0 <= dev h x a g y,
      forall h x a y, (h < L)%N ->
        q h x a h.+1 y - Pbar h x a y * (\rsum_(z : S h.+1) q h x a h.+1 z) <= dev h x a h.+1 y,
      forall h x a y, (h < L)%N ->
        Pbar h x a y * (\rsum_(z : S h.+1) q h x a h.+1 z) - q h x a h.+1 y <= dev h x a h.+1 y
    & forall h x a, (h < L)%N ->
        \rsum_(y : S h.+1) dev h x a h.+1 y <= eps h x a * (\rsum_(y : S h.+1) q h x a h.+1 y)].
Definition printed_rows Pbar (eps : forall h, S h -> A -> R) q :=
  printed_Q q /\ exists dev, printed_13 Pbar eps q dev.
(* <q, r> over X x A x X, with r(x,a,x') = r(x,a) *)
Definition full_inner q r := \rsum_(h < L.+1) \rsum_(x : S h) \rsum_a \rsum_(g < L.+1) \rsum_(y : S g)
  (q h x a g y * r h x a).

(* from consecutive layers to X x A x X *)
Definition on_layers q : occ S A := fun h x a y => q h x a h.+1 y.
Definition extend (q : occ S A) : full := fun h x a g y =>
  if (h < L)%N then \rsum_(z : S h.+1) (ind (Tagged S z == Tagged S y) * q h x a z) else 0.
(* the x_L-fix *)
Definition fixed q := forall x a g y, (g <= L)%N -> q L x a g y = 0.
Definition same_full q q' := forall h x a g y, (h <= L)%N -> (g <= L)%N -> q h x a g y = q' h x a g y.

Lemma extend_next (q : occ S A) h (x : S h) a y : (h < L)%N -> extend q x a y = q h x a y.
Proof.
move=> hL; rewrite /extend hL (bigD1 y) //= eqxx big1 ?Rplus_0_r ?Rmult_1_l // => z ne.
by rewrite (eq_Tagged (T_ := S)) /= (negPf ne) /= Rmult_0_l.
Qed.
Lemma extend_other (q : occ S A) h (x : S h) a g (y : S g) : g <> h.+1 -> extend q x a y = 0.
Proof.
move=> ne; rewrite /extend; case: (h < L)%N => //; rewrite big1 // => z _.
by case: eqP => [/(congr1 tag) /= /esym //|_]; rewrite /= Rmult_0_l.
Qed.

Lemma printed_in_Q q : printed_Q q -> in_Q L (on_layers q).
Proof.
case=> q0 one flow _; split=> // h x a y hL; exact: q0 (ltnW hL) hL.
Qed.

(* Prop. 1 (prop:1), repaired: with the x_L-fix, (4) on X x A x X is (4) on consecutive layers *)
Theorem printed_QE q : (printed_Q q /\ fixed q) <->
  in_Q L (on_layers q) /\ same_full q (extend (on_layers q)).
Proof.
split=> [[HQ fx]|[[q0 one flow] E1]].
  split; first exact: printed_in_Q.
  case: HQ => _ _ _ zero h x a g y hL gL; case: (ltnP h L) => [lt|ge].
    case: (g =P h.+1) => [gE|ne]; last by rewrite zero // extend_other.
    by subst g; rewrite extend_next.
  have hE : h = L by apply/eqP; rewrite eqn_leq hL.
  by subst h; rewrite fx // /extend ltnn.
split; last by move=> x a g y gL; rewrite E1 // /extend ltnn.
split=> // [h x a g y hL gL|h x a g y hL gL ne]; last by rewrite E1 ?extend_other //; exact: ltnW.
rewrite E1 // /extend; case: (ltnP h L) => [lt|_]; last exact: Rle_refl.
by apply: rsum_ge0 => z _; apply: Rmult_le_pos; [exact: ind_ge0 | exact: (q0 _ x a z lt)].
Qed.

(* --- the rays: c at (x_L, a, y) *)
Hypotheses (x0_only : forall x, x = x0) (L_gt0 : (0 < L)%N).
Hypotheses (S_gt0 : forall h, (0 < #|S h|)%N) (A_gt0 : (0 < #|A|)%N).

Definition ray (q : occ S A) (c : R) : full := fun h x a g y => if h == L then c else extend q x a y.

Lemma ray_next (q : occ S A) c h (x : S h) a y : (h < L)%N -> ray q c x a y = q h x a y.
Proof. by move=> hL; rewrite /ray ltn_eqF // extend_next. Qed.

Lemma ray_Q (q : occ S A) c : 0 <= c -> in_Q L q -> printed_Q (ray q c).
Proof.
move=> c0 [q0 one flow]; split.
- move=> h x a g y hL gL; rewrite /ray; case: eqP => // _; rewrite /extend; case: (ltnP h L) => [lt|_].
    by apply: rsum_ge0 => z _; apply: Rmult_le_pos; [exact: ind_ge0 | exact: (q0 _ x a z lt)].
  exact: Rle_refl.
- move=> h hL; rewrite -(one h hL); apply: eq_bigr => x _; apply: eq_bigr => a _; apply: eq_bigr => y _.
  exact: ray_next.
- move=> h x hL; rewrite (eq_bigr (fun y => \rsum_a q h y a x)) => [|y _]; last first.
    by apply: eq_bigr => a _; rewrite ray_next //; exact: ltnW.
  by rewrite flow //; apply: eq_bigr => a _; apply: eq_bigr => y _; rewrite ray_next.
by move=> h x a g y hL gL ne; rewrite /ray ltn_eqF // extend_other.
Qed.

Lemma ray_inner (q : occ S A) c r a (xL : S L) : (forall h x b, 0 <= r h x b) -> 0 <= c -> in_Q L q -> r L xL a = 1 ->
  c <= full_inner (ray q c) r.
Proof.
move=> r0 c0 Hq rL; have [n0 _ _ _] := ray_Q c0 Hq.
pose G h := \rsum_(x : S h) \rsum_b \rsum_(g < L.+1) \rsum_(y : S g) (ray q c x b y * r h x b).
have t0 h (x : S h) b (g : 'I_L.+1) (y : S g) : (h <= L)%N -> 0 <= ray q c x b y * r h x b.
  by move=> hL; apply: Rmult_le_pos; [apply: n0 => //; rewrite -ltnS | exact: r0].
have G0 h : (h <= L)%N -> 0 <= G h.
  by move=> hL; do 4![apply: rsum_ge0 => ? _]; exact: t0.
apply: Rle_trans (_ : G L <= _); last first.
  rewrite /full_inner big_ord_recr /= -/(G L).
  have : 0 <= \rsum_(i < L) G i by apply: rsum_ge0 => i _; apply: G0; exact: ltnW.
  by rewrite /G; set u := \big[_/_]_(i < L) _; set v := \big[_/_]_x _; lra.
have L0 : (0 <= L)%N by [].
apply: Rle_trans (rsum_ge1 (F := fun x => \rsum_b \rsum_(g < L.+1) \rsum_(y : S g) (ray q c x b y * r L x b)) xL _).
  apply: Rle_trans (rsum_ge1 (F := fun b => \rsum_(g < L.+1) \rsum_(y : S g) (ray q c xL b y * r L xL b)) a _).
    apply: Rle_trans (rsum_ge1 (F := fun g : 'I_L.+1 => \rsum_(y : S g) (ray q c xL a y * r L xL a)) ord0 _).
      apply: Rle_trans (rsum_ge1 (F := fun y => ray q c xL a y * r L xL a) x0 _).
        by rewrite rL /ray eqxx Rmult_1_r; exact: Rle_refl.
      by move=> y; apply: (t0 _ _ _ ord0).
    by move=> g; apply: rsum_ge0 => y _; exact: t0.
  by move=> b; do 2![apply: rsum_ge0 => ? _]; exact: t0.
by move=> x; do 3![apply: rsum_ge0 => ? _]; exact: t0.
Qed.

(* Prop. 1 (prop:1), refuted as printed: on every layered state space the set (4) holds points with arbitrarily large
   q(x_L,a,x'), so it is not a polytope, and not the set of the occupancy measures, which are probabilities *)
Theorem prop_1_printed_unbounded c : 0 <= c ->
  exists2 q, printed_Q q & forall (x : S L) a g (y : S g), q L x a g y = c.
Proof.
move=> c0; have [_ [[q Hq] _]] := prop_1 x0_only L_gt0 S_gt0 A_gt0.
by exists (ray q c); [exact: ray_Q | move=> x a g y; rewrite /ray eqxx].
Qed.
(* Prop. 1 (prop:1), refuted as printed: so its points are not probabilities *)
Corollary prop_1_printed_false :
  ~ (forall q, printed_Q q -> forall h (x : S h) a g (y : S g), (h <= L)%N -> (g <= L)%N -> q h x a g y <= 1).
Proof.
have c2 : 0 <= 2 by lra.
have [q HQ qc] := prop_1_printed_unbounded c2 => H; have /card_gt0P[a _] := A_gt0.
have /card_gt0P[x _] := S_gt0 L; have := H q HQ L x a 0%N x0 (leqnn L) (leq0n L); rewrite qc; lra.
Qed.

(* Prop. 3 (prop:3), refuted as printed: likewise *)
Theorem prop_3_printed_unbounded P c : is_trans P -> 0 <= c ->
  exists2 q, printed_QP P q & forall (x : S L) a g (y : S g), q L x a g y = c.
Proof.
move=> HP c0; have [_ [q [Hq row]]] := prop_3 x0_only L_gt0 A_gt0 HP.
exists (ray q c); last by move=> x a g y; rewrite /ray eqxx.
split=> [|h x a y hL]; first exact: ray_Q.
by rewrite ray_next // row //; congr (_ * _); apply: eq_bigr => z _; rewrite ray_next.
Qed.

(* lem:conf-set-polytope and eq:lp-occ-update, printed, refuted: (13) does not bound q(x_L,.,.) either *)
Lemma ray_rows Pbar (eps : forall h, S h -> A -> R) (q : occ S A) c : 0 <= c -> in_rows L Pbar eps q ->
  printed_rows Pbar eps (ray q c).
Proof.
move=> c0 [Hq [dev [d0 up down rad]]]; split; first exact: ray_Q.
have rayS h (x : S h) a : (h < L)%N -> \rsum_(z : S h.+1) ray q c x a z = \rsum_z q h x a z.
  by move=> hL; apply: eq_bigr => z _; exact: ray_next.
exists (extend dev); split=> [h x a g y hL gL|h x a y hL|h x a y hL|h x a hL].
- rewrite /extend; case: (ltnP h L) => [lt|_]; last exact: Rle_refl.
  by apply: rsum_ge0 => z _; apply: Rmult_le_pos; [exact: ind_ge0 | exact: (d0 _ x a z lt)].
- by rewrite rayS // ray_next // extend_next //; exact: up.
- by rewrite rayS // ray_next // extend_next //; exact: down.
rewrite rayS // (eq_bigr (fun y => dev h x a y)) => [|y _]; [exact: rad | exact: extend_next].
Qed.

(* Alg. 1 l. 5 (alg:main/5), refuted as printed: 1/(X_h A X_{h+1}) at all (x,a,x') has mass where (4) wants none *)
Theorem line_5_printed_false : ~ printed_Q (fun h x a g y => / (INR #|S h| * INR #|A| * INR #|S h.+1|)).
Proof.
case=> _ _ _ zero; have /card_gt0P[a _] := A_gt0.
have c0 (T : finType) : (0 < #|T|)%N -> 0 < INR #|T| by move=> T0; apply: lt_0_INR; apply/ltP.
have := zero 0%N x0 a 0%N x0 L_gt0 (leq0n L) (fun E => match E with end).
by apply/Rgt_not_eq/Rinv_0_lt_compat; do 2![apply: Rmult_lt_0_compat; last exact: c0]; exact: c0.
Qed.
End Printed.

(* after every history w, (4) and (13) are unbounded, and so is LP1 over them: N(x_L,a) = 0, so rhat(x_L,a) = 1 *)
Section Unbounded.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat) (rv : Z -> R) (Lam : R).
Hypotheses (x0_only : forall x, x = x0) (L_gt0 : (0 < L)%N).
Hypotheses (S_gt0 : forall h, (0 < #|S h|)%N) (A_gt0 : (0 < #|A|)%N).
Hypotheses (lam : / 2 <= Lam) (Hrv : forall z, 0 <= rv z <= 1).
Variable w : seq (traj S A Z L 0).

Lemma rhat_last (x : S L) a : rhat x0 rv Lam w x a = 1.
Proof.
have N0 : cnt x0 (mkp x a) w = 0%N by exact: cnt_last.
rewrite /rhat Rmin_left //; have := rbar_ge0 x0 Hrv w x a.
suff : 1 <= b x0 Lam w x a by lra.
rewrite /b /n1 N0 [INR _]/= -{1}sqrt_1; apply: sqrt_le_1_alt; rewrite /Rdiv Rinv_1 Rmult_1_r; lra.
Qed.

(* Lemma 1 (lem:conf-set-polytope), refuted as printed: likewise *)
Theorem lemma_1_printed_unbounded c : 0 <= c -> exists2 q, printed_rows L (Pbar x0 w) (@eps S A Z x0 L Lam w) q &
  forall (x : S L) a g (y : S g), q L x a g y = c.
Proof.
move=> c0; have [_ [q Hq]] := lemma_1_history x0_only L_gt0 S_gt0 A_gt0 lam w.
by exists (ray L q c); [exact: ray_rows | move=> x a g y; rewrite /ray eqxx].
Qed.

(* LP1 (eq:lp-occ-update), refuted as printed: q(x_L,a,x') is free, and so LP1 is unbounded *)
Theorem LP1_printed_unbounded M : exists2 q, printed_rows L (Pbar x0 w) (@eps S A Z x0 L Lam w) q &
  M <= full_inner L q (rhat x0 rv Lam w).
Proof.
have [_ [q Hq]] := lemma_1_history x0_only L_gt0 S_gt0 A_gt0 lam w.
have /card_gt0P[a _] := A_gt0; have /card_gt0P[xL _] := S_gt0 L.
have c0 : 0 <= Rmax 0 M by exact: Rmax_l.
exists (ray L q (Rmax 0 M)); first exact: ray_rows.
apply: Rle_trans (Rmax_r 0 M) _; apply: (ray_inner x0 (a := a) (xL := xL)) => //.
- by move=> h x b; have [] := rhat01 x0 Lam Hrv w x b.
- by case: Hq.
exact: rhat_last.
Qed.
End Unbounded.
