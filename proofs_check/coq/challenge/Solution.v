(* SOLUTION: proofs of exactly the statements of Challenge.v, by refinement to the development: the state machine's
   counters are `cnt` and `visit3` of the history at the start of the epoch, its running mean is `rbar`, its first
   epoch is `first_epoch`, and what it plays is a `learner`. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm Previsions.BallOptimum
  UCRLLP.model.BackwardInduction UCRLLP.model.Learner UCRLLP.paper.GoodEvents UCRLLP.model.Setting UCRLLP.paper.MainResults UCRLLP.sharper.Theorem4
  UCRLLP.sharper.ConstantThree UCRLLP.sharper.BestConstant UCRLLP.paper.Epochs UCRLLP.paper.Trigger Previsions.GeneralLaws UCRLLP.sharper.Instances
  UCRLLP.tight.TightPaths UCRLLP.tight.TightConstants UCRLLP.tight.TightTheorem UCRLLP.tight.TwoSteps UCRLLP.sharper.Budgets UCRLLP.sharper.IntervalSets
  UCRLLP.sharper.Intervals UCRLLP.sharper.IntervalOptimum UCRLLP.tight.Separation.
Require Import FunctionalExtensionality.
Require Import Previsions.NatLia.
Require Challenge.Challenge.
Module C := Challenge.Challenge.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* ------------------------------------------------------------- folds along an episode *)
Section Folds.
Variables (S : nat -> finType) (A : finType) (Z : Type) (B : Type).
Unset Implicit Arguments.
Variables (f : forall h, S h -> A -> Z -> S h.+1 -> B -> B) (Psi : event S A Z) (g : nat).
Set Implicit Arguments.
Hypothesis Hg : in_layer g Psi.

Lemma fold_count (o : B -> nat) : (forall h x a z y v, o (f h x a z y v) = o v + Psi h x a z y)%N ->
  forall k h (x : S h) (e : traj S A Z k h) v, o (C.for_all_h f x e v) = (o v + pathhas Psi x e)%N.
Proof.
move=> Hf; elim=> [|k IH] h x e v /=; first by rewrite addn0.
case: e => [[a [z y]] e] /=; rewrite IH Hf -addnA; congr addn.
case: (boolP (Psi h x a z y)) => [/Hg hg|_] //=.
by rewrite (pathhas_late _ _ Hg) // hg.
Qed.

Lemma no_visit_sum (Phi : functional S A Z) k h (x : S h) (e : traj S A Z k h) : pathhas Psi x e = false ->
  pathsum (fun l x a z y => ind (Psi l x a z y) * Phi l x a z y) x e = 0.
Proof.
move=> H; have := pathhas_mul Phi x e 0 Hg; rewrite H Rmult_0_l => E.
by rewrite [RHS]E; apply: pathsum_eq => *; rewrite Rminus_0_r.
Qed.

Lemma fold_mean (value : Z -> R) (c : R) (o : B -> R) :
  (forall h x a z y v, o (f h x a z y v) = if Psi h x a z y then o v + (value z - o v) / c else o v) ->
  forall k h (x : S h) (e : traj S A Z k h) v, o (C.for_all_h f x e v) = if pathhas Psi x e then
    o v + (pathsum (fun l x a z y => ind (Psi l x a z y) * value z) x e - o v) / c else o v.
Proof.
move=> Hf; elim=> [|k IH] h x e v //=; case: e => [[a [z y]] e] /=; rewrite IH Hf.
case: (boolP (Psi h x a z y)) => [P1|_] /=; last by rewrite Rmult_0_l Rplus_0_l.
have late : pathhas Psi y e = false by rewrite (pathhas_late _ _ Hg) // (Hg P1).
by rewrite late (no_visit_sum (fun _ _ _ z _ => value z) late) Rmult_1_l Rplus_0_r.
Qed.
End Folds.

(* ------------------------------------------------------------- LP1 *)
Section LP1.
Variables (S : nat -> finType) (A : finType) (L : nat).
Unset Implicit Arguments.
Variables (Pb : trans S A) (ep : forall h, S h -> A -> R) (rh : reward S A).
Set Implicit Arguments.
Hypothesis L1 : (0 < L)%N.

Definition cut (q : occ S A) : occ S A := fun h x a y => if (h < L)%N then q h x a y else 0.
Lemma cutE q h (x : S h) a y : (h < L)%N -> cut q x a y = q h x a y.
Proof. by rewrite /cut => ->. Qed.
Lemma marg_cut q h (x : S h) a : (h < L)%N -> marg (cut q) x a = marg q x a.
Proof. by move=> hL; apply: eq_bigr => y _; rewrite cutE. Qed.
Lemma inner_cut q r : inner L (cut q) r = inner L q r.
Proof. by apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _; rewrite marg_cut. Qed.

Lemma poly_from q : C.polytope L Pb ep q -> polytope L Pb ep q.
Proof.
case=> [[q0 mass flow] [dev H]]; split.
- by move=> h x a y _; exact: q0.
- exact: mass L1.
- by move=> h y hL; rewrite -[LHS]flow.
by exists dev; split=> [h x a y hL|h x a hL]; have [H1 H2] := H h x a hL; [exact: H1 | exact: H2].
Qed.
Lemma occupancy_to Pb' ep' q : polytope L Pb' ep' q -> C.occupancy L (cut q).
Proof.
move=> Hq; have mass := layer_mass Hq; case: Hq => q0 _ flow _; split.
- by move=> h x a y; rewrite /cut; case: ifP => hL; [exact: q0 | exact: Rle_refl].
- move=> h hL; rewrite -[RHS](mass h hL); apply: eq_bigr => x _; apply: eq_bigr => a _; exact: marg_cut.
move=> h y hL; have hL' := ltnW hL.
rewrite [RHS](eq_bigr (fun a => marg q y a)) => [|a _]; last exact: marg_cut.
by rewrite flow //; apply: eq_bigr => x _; apply: eq_bigr => a _; rewrite cutE.
Qed.
Lemma poly_to q : polytope L Pb ep q -> C.polytope L Pb ep (cut q).
Proof.
move=> Hq; split; first exact: occupancy_to Hq.
case: Hq => _ _ _ [dev [H1 H2]].
exists dev => h x a hL; have -> : C.marg (cut q) x a = marg q x a by exact: marg_cut.
by split=> [y|]; [rewrite cutE //; exact: H1 | exact: H2].
Qed.

Lemma near_from g q : C.LP1_near L g Pb ep rh q ->
  polytope L Pb ep q /\ forall q', polytope L Pb ep q' -> inner L q' rh <= inner L q rh + g.
Proof.
case=> Hq opt; split=> [|q' /poly_to/opt]; first exact: poly_from.
by rewrite -[X in X <= _ -> _]/(inner L (cut q') rh) inner_cut.
Qed.
Lemma opt_from q : C.LP1_optimum L Pb ep rh q -> LP1_opt L Pb ep rh q.
Proof. by case/near_from=> Hq opt; split=> // q' /opt; rewrite Rplus_0_r. Qed.
Lemma opt_to g q : 0 <= g -> LP1_opt L Pb ep rh q -> C.LP1_near L g Pb ep rh (cut q).
Proof.
move=> g0 [Hq opt]; split=> [|q' /poly_from/opt]; first exact: poly_to.
rewrite -[X in _ -> _ <= X + g]/(inner L (cut q) rh) inner_cut -[C.inner L q' rh]/(inner L q' rh); lra.
Qed.

Section Box.
Unset Implicit Arguments.
Variable wd : forall h, S h -> A -> S h.+1 -> R.
Set Implicit Arguments.
Lemma box_from q : C.box L Pb wd q -> box L Pb wd q.
Proof.
case=> [[q0 mass flow] H]; split=> //; first exact: mass L1.
by move=> h y hL; rewrite -[LHS]flow.
Qed.
Lemma box_to q : box L Pb wd q -> C.box L Pb wd (cut q).
Proof.
move=> Hq; split; first exact: occupancy_to (box_polytope Hq).
case: Hq => _ _ _ H h x a y hL; have -> : C.marg (cut q) x a = marg q x a by exact: marg_cut.
by rewrite cutE //; exact: H.
Qed.
Lemma box_near_from g q : C.box_near L g Pb wd rh q ->
  box L Pb wd q /\ forall q', box L Pb wd q' -> inner L q' rh <= inner L q rh + g.
Proof.
case=> Hq opt; split=> [|q' /box_to/opt]; first exact: box_from.
by rewrite -[X in X <= _ -> _]/(inner L (cut q') rh) inner_cut.
Qed.
Lemma box_near_to g q : 0 <= g -> box L Pb wd q -> (forall q', box L Pb wd q' -> inner L q' rh <= inner L q rh) ->
  C.box_near L g Pb wd rh (cut q).
Proof.
move=> g0 Hq opt; split=> [|q' /box_from/opt]; first exact: box_to.
rewrite -[X in _ -> _ <= X + g]/(inner L (cut q) rh) inner_cut -[C.inner L q' rh]/(inner L q' rh); lra.
Qed.
End Box.
End LP1.

(* ------------------------------------------------------------- the state machine tracks the history *)
Section Refinement.
Variables (S : nat -> finType) (A : finType) (Z : Type) (value : Z -> R) (L : nat) (x0 : S 0%N) (T : nat) (delta : R).
Notation E := (traj S A Z L 0).
Notation cnt := (@cnt S A Z x0 L).
Notation cnt3 x a y w := (count (@visit3 S A Z x0 L _ x a y) w).
Notation rbar := (@rbar S A Z x0 L value).
Notation rew := (@rew S A Z x0 L value).
Notation state := (C.state S A).

Lemma cnt3_E h (x : S h) a y w : INR (cnt3 x a y w) = \rsum_(e <- w) ind (visit3 x0 x a y e).
Proof.
elim: w => [|e w IH]; first by rewrite big_nil.
by rewrite big_cons -IH /= addn_INR; case: (visit3 _ _ _ _ _).
Qed.

(* s: the counters of an epoch that began after the episodes v, the episodes so far being w *)
Definition tracks (s : state) (v w : seq E) := forall h (x : S h) a,
  [/\ C.N s x a = cnt (mkp x a) v, (C.N s x a + C.n s x a)%N = cnt (mkp x a) w, C.r_bar s x a = rbar w x a
    & forall y, C.N3 s x a y = cnt3 x a y v /\ (C.N3 s x a y + C.n3 s x a y)%N = cnt3 x a y w].

Lemma observe_n s (e : E) h (x : S h) a :
  C.n (C.observe value x0 s e) x a = (C.n s x a + visit x0 (mkp x a) e)%N.
Proof.
by rewrite /visit -(fold_count (@at_pair_layer _ _ _ (mkp x a)) (o := fun m : C.pairs S A nat => m h x a)
  (f := fun h x a _ _ (m : C.pairs S A nat) h' x' a' => (m h' x' a' + C.is_pair x a x' a')%N)).
Qed.
Lemma observe_n3 s (e : E) h (x : S h) a y :
  C.n3 (C.observe value x0 s e) x a y = (C.n3 s x a y + visit3 x0 x a y e)%N.
Proof.
by rewrite /visit3 -(fold_count (@at3_layer _ _ Z _ x a y) (o := fun m : C.triples S A nat => m h x a y)
  (f := fun h x a _ y (m : C.triples S A nat) h' x' a' y' => (m h' x' a' y' + C.is_triple x a y x' a' y')%N)).
Qed.
Lemma observe_r s (e : E) h (x : S h) a (s' := C.observe value x0 s e) :
  C.r_bar s' x a = if visit x0 (mkp x a) e then
    C.r_bar s x a + (rew x a e - C.r_bar s x a) / INR (C.N s x a + C.n s' x a)
  else C.r_bar s x a.
Proof.
rewrite /visit /rew /at_rew -(fold_mean (@at_pair_layer _ _ _ (mkp x a)) (o := fun m : C.pairs S A R => m h x a)
  (f := fun h x a z _ (m : C.pairs S A R) h' x' a' => if C.is_pair x a x' a' then
     m h' x' a' + (value z - m h' x' a') / INR (C.N s x' a' + C.n s' x' a') else m h' x' a')) //.
Qed.

Lemma rew_off h (x : S h) a (e : E) : visit x0 (mkp x a) e = false -> rew x a e = 0.
Proof. exact: (no_visit_sum (@at_pair_layer _ _ _ (mkp x a)) (fun _ _ _ z _ => value z)). Qed.

(* line 11 computes (14) *)
Lemma running_mean h (x : S h) a (e : E) w : rbar (e :: w) x a = if visit x0 (mkp x a) e then
  rbar w x a + (rew x a e - rbar w x a) / INR (cnt (mkp x a) (e :: w)) else rbar w x a.
Proof.
rewrite /Algorithm.rbar big_cons /n1 cnt_cons; case: (boolP (visit _ _ _)) => [_|/negbTE/rew_off ->]; last first.
  by rewrite Rplus_0_l.
rewrite add1n; case E0 : (cnt (mkp x a) w) => [|m].
  have -> : \rsum_(e0 <- w) rew x a e0 = 0.
    elim: w E0 => [|e' w IH]; first by rewrite big_nil.
    rewrite cnt_cons big_cons; case: (boolP (visit _ _ _)) => // /negbTE/rew_off -> /IH ->; lra.
  by rewrite /=; field.
have m0 := pos_INR m; rewrite !(maxn_idPr _) // !S_INR; field; lra.
Qed.

Lemma tracks_observe s v w (e : E) : tracks s v w -> tracks (C.observe value x0 s e) v (e :: w).
Proof.
move=> H h x a; have [HN Hn Hr H3] := H h x a.
have Hn' : (C.N s x a + C.n (C.observe value x0 s e) x a)%N = cnt (mkp x a) (e :: w).
  by rewrite observe_n addnA Hn cnt_cons addnC.
split=> //; first by rewrite observe_r Hn' Hr running_mean.
by move=> y; have [E1 E2] := H3 y; split=> //; rewrite observe_n3 addnA E2 addnC.
Qed.
Lemma tracks_new s v w : tracks s v w -> tracks (C.new_epoch s) w w.
Proof.
move=> H h x a; have [_ Hn Hr H3] := H h x a; split=> //=; first by rewrite addn0.
by move=> y; have [_ E2] := H3 y; rewrite addn0.
Qed.

Section Run.
Variable trigger : state -> bool.
Variable solve : seq E -> C.triples S A R -> C.pairs S A R -> C.pairs S A R -> C.triples S A R.
Variable complete : seq E -> C.pairs S A R.
Notation run := (C.run value x0 T delta trigger solve complete).
Notation Lam := (C.Log S A L T delta).
Notation observe := (C.observe value x0).

(* the history at the start of the epoch *)
Fixpoint st (w : seq E) : seq E :=
  if w is e :: w' then if trigger (observe (run w') e) then w else st w' else [::].

Lemma run_tracks w : tracks (run w) (st w) w.
Proof.
elim: w => [|e w IH].
  move=> h x a; split=> //=; first by rewrite /Algorithm.rbar big_nil /Rdiv Rmult_0_l.
have H := tracks_observe e IH; rewrite [run _]/= [st _]/=; case: (trigger _) => //.
exact: tracks_new H.
Qed.

Lemma trig_doubled s v w : tracks s v w -> trig x0 v w = C.doubled L s.
Proof.
move=> H; apply: eq_existsb => h; apply: eq_existsb => x; apply: eq_existsb => a.
by have [<- <- _ _] := H h x a; rewrite addnC addnK.
Qed.

Lemma st_schedule : (forall s, C.doubled L s -> trigger s) -> schedule x0 st.
Proof.
move=> Ht; split=> // e w; rewrite [st (e :: w)]/=; case: (boolP (trigger _)) => t; [by left | right; split=> //].
by rewrite (trig_doubled (tracks_observe e (run_tracks w))); apply: contra t; exact: Ht.
Qed.

(* the estimates of the state are those of the history *)
Lemma estimates s w : tracks s w w -> [/\ C.P_bar s = @Pbar S A Z x0 L w,
  C.eps L T delta s = @eps S A Z x0 L Lam w & C.r_hat L T delta s = @rhat S A Z x0 L value Lam w].
Proof.
have ext (U : forall h, S h -> A -> Type) (F G : forall h (x : S h) a, U h x a) :
    (forall h x a, F h x a = G h x a) -> F = G.
  by move=> FG; do 3!(apply: functional_extensionality_dep => ?); exact: FG.
move=> H; split; apply: (ext) => h x a; have [HN _ Hr H3] := H h x a.
- apply: functional_extensionality_dep => y; have [H3y _] := H3 y.
  by rewrite /C.P_bar /Pbar /C.N1 /n1 -cnt3_E HN H3y.
- by rewrite /C.eps /eps /C.N1 /n1 HN.
by rewrite /C.r_hat /rhat /C.b /b /C.N1 /n1 HN Hr.
Qed.

Lemma width_E c s w : tracks s w w -> C.width L T delta c s = @width S A Z x0 L Lam c w.
Proof.
move=> H; have [E1 _ _] := estimates H.
apply: functional_extensionality_dep => h; apply: functional_extensionality_dep => x.
apply: functional_extensionality_dep => a; apply: functional_extensionality_dep => y.
by rewrite /C.width E1 /C.N1; have [-> _ _ _] := H h x a.
Qed.

(* what it plays is a learner *)
Lemma induced_plays (pi0 : C.pairs S A R) (q : occ S A) : (forall h x a y, 0 <= q h x a y) ->
  plays L q (C.induced pi0 q).
Proof.
move=> q0 h x a _; have m0 b : 0 <= marg q x b by apply: rsum_ge0 => y _; exact: q0.
rewrite /C.induced -[C.marg q]/(marg q) /=; case: Rlt_dec => H.
  by move: H; set m := \rsum_b marg q x b => H; rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r //; lra.
have : 0 <= \rsum_(b | b != a) marg q x b by apply: rsum_ge0 => b _.
have := m0 a; move: H; rewrite (bigD1 a) //= => H ma rest.
have -> : marg q x a = 0 by lra.
have -> : \rsum_(b | b != a) marg q x b = 0 by lra.
by ring.
Qed.
Lemma induced_policy (pi0 : C.pairs S A R) (q : occ S A) : (forall h x a y, 0 <= q h x a y) ->
  C.policy pi0 -> is_policy (C.induced pi0 q).
Proof.
move=> q0 H0 h x; rewrite /C.induced -[C.marg q]/(marg q) /=; case: Rlt_dec => H; last exact: H0.
split=> [a|]; last by rewrite /Rdiv rsumZr Rinv_r //; lra.
apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat.
by apply: rsum_ge0 => y _; exact: q0.
Qed.

Hypotheses (x0_only : forall x, x = x0) (L1 : (0 < L)%N) (A1 : (0 < #|A|)%N) (lam : / 2 <= Lam).
Hypothesis S_gt0 : forall h, (0 < #|S h|)%N.

Lemma optimum_exists w (e : E) (s := C.new_epoch (observe (run w) e)) :
  forall g, 0 <= g ->
  C.LP1_near L g (C.P_bar s) (C.eps L T delta s) (C.r_hat L T delta s) (cut L (optimal_q x0 value Lam (e :: w))).
Proof.
have [-> -> ->] := estimates (tracks_new (tracks_observe e (run_tracks w))).
by move=> g g0; apply: opt_to => //; have [] := optimal_policy_plays value x0_only A1 lam S_gt0 (e :: w).
Qed.

(* LP1 with intervals has an optimum, too *)
Lemma box_optimum_exists c w (e : E) (s := C.new_epoch (observe (run w) e)) : 1 <= c -> forall g, 0 <= g ->
  C.box_near L g (C.P_bar s) (C.width L T delta c s) (C.r_hat L T delta s) (cut L (interval_q x0 value Lam c (e :: w))).
Proof.
move=> c1 g g0; have tr := tracks_new (tracks_observe e (run_tracks w)).
have [-> _ ->] := estimates tr; rewrite (width_E c tr).
by have [Hq _ opt] := interval_optimum value x0_only A1 lam c1 S_gt0 (e :: w); exact: box_near_to.
Qed.

Definition solves_box_always c g := forall w (e : E), trigger (observe (run w) e) -> let s := C.new_epoch (observe (run w) e) in
  C.box_near L g (C.P_bar s) (C.width L T delta c s) (C.r_hat L T delta s)
    (solve (e :: w) (C.P_bar s) (C.eps L T delta s) (C.r_hat L T delta s)).
Lemma run_box c g w : 1 <= c -> 0 <= g -> solves_box_always c g -> (forall w, C.policy (complete w)) ->
  [/\ is_policy (C.pi (run w)), box L (@Pbar S A Z x0 L (st w)) (@width S A Z x0 L Lam c (st w)) (C.q_hat (run w)),
  plays L (C.q_hat (run w)) (C.pi (run w)) & forall q, box L (@Pbar S A Z x0 L (st w)) (@width S A Z x0 L Lam c (st w)) q ->
    inner L q (@rhat S A Z x0 L value Lam (st w)) <= inner L (C.q_hat (run w)) (@rhat S A Z x0 L value Lam (st w)) + g].
Proof.
move=> c1 g0 solved compl; elim: w => [|e w IH].
  have q0 h (x : S h) (a : A) (y : S h.+1) : 0 <= C.q_1 x a y.
    apply/Rlt_le/Rinv_0_lt_compat; have pos (U : finType) : (0 < #|U|)%N -> 0 < INR #|U|.
      by move=> U0; apply: lt_0_INR; apply/ltP.
    by do 2?apply: Rmult_lt_0_compat; apply: pos.
  split=> [||| q Hq]; [exact: induced_policy | exact: q1_box | exact: induced_plays |].
  have := first_epoch_box value A1 lam c1 S_gt0 Hq; rewrite -[C.q_hat _]/(@C.q_1 S A).
  by rewrite -[@q_1 S A]/(@C.q_1 S A); move: (inner _ _ _) (inner _ _ _) => u v; lra.
have H := @solved w e; rewrite [run _]/= [st _]/=; case: (boolP (trigger _)) => [t|_]; last exact: IH.
have near := H t; cbv zeta in near; have tr := tracks_new (tracks_observe e (run_tracks w)).
have [E1 E2 E3] := estimates tr; have E4 := width_E c tr.
have [[q0 _ _] _] := near.1; have [Hq opt] := box_near_from L1 near.
by split; [exact: induced_policy | rewrite -E1 -E4; exact: Hq | exact: induced_plays | rewrite -E1 -E4 -E3; exact: opt].
Qed.

(* what it plays, if LP1 is solved up to g whatever the history *)
Definition solves_always g := forall w (e : E), trigger (observe (run w) e) -> let s := C.new_epoch (observe (run w) e) in
  C.LP1_near L g (C.P_bar s) (C.eps L T delta s) (C.r_hat L T delta s)
    (solve (e :: w) (C.P_bar s) (C.eps L T delta s) (C.r_hat L T delta s)).
Variable g : R.
Hypotheses (g0 : 0 <= g) (solved : solves_always g).
Hypothesis complete_ok : forall w, C.policy (complete w).

Lemma run_near w : [/\ is_policy (C.pi (run w)), polytope L (@Pbar S A Z x0 L (st w)) (@eps S A Z x0 L Lam (st w)) (C.q_hat (run w)),
  plays L (C.q_hat (run w)) (C.pi (run w)) & forall q, polytope L (@Pbar S A Z x0 L (st w)) (@eps S A Z x0 L Lam (st w)) q ->
    inner L q (@rhat S A Z x0 L value Lam (st w)) <= inner L (C.q_hat (run w)) (@rhat S A Z x0 L value Lam (st w)) + g].
Proof.
elim: w => [|e w IH].
  have q0 h (x : S h) (a : A) (y : S h.+1) : 0 <= C.q_1 x a y.
    apply/Rlt_le/Rinv_0_lt_compat; have pos (U : finType) : (0 < #|U|)%N -> 0 < INR #|U|.
      by move=> U0; apply: lt_0_INR; apply/ltP.
    by do 2?apply: Rmult_lt_0_compat; apply: pos.
  have [[Hq opt] _] := first_epoch x0 L value A1 lam S_gt0.
  split=> [||| q /opt H]; [exact: induced_policy | exact: Hq | exact: induced_plays |].
  by move: H; rewrite -[C.q_hat _]/(@C.q_1 S A); move: (inner _ _ _) (inner _ _ _) => u v; lra.
have H := @solved w e; rewrite [run _]/= [st _]/=; case: (boolP (trigger _)) => [t|_]; last exact: IH.
have near := H t; cbv zeta in near; have [E1 E2 E3] := estimates (tracks_new (tracks_observe e (run_tracks w))).
have [[q0 _ _] _] := near.1; have [Hq opt] := near_from L1 near.
by split; [exact: induced_policy | rewrite -E1 -E2; exact: Hq | exact: induced_plays | rewrite -E1 -E2 -E3; exact: opt].
Qed.

Lemma run_learner : g = 0 -> learner x0 value (fun w => C.pi (run w)) st Lam (fun w => C.q_hat (run w)).
Proof.
move=> e0 w; have [Hpi Hq Hp opt] := run_near w; split=> //; split=> //; split=> // q' /opt.
by rewrite e0 Rplus_0_r.
Qed.

(* --- the process *)
Unset Implicit Arguments.
Variables (P : trans S A) (rho : rlaw S A Z) (pistar : policy S A).
Set Implicit Arguments.
Notation f := (fun w => C.pi (run w)).

Lemma law_E pi k h (x : S h) F : C.law P rho pi x F = law P rho pi (k := k) x F.
Proof.
elim: k h x F => [//|k IH] h x F; rewrite lawS /=; apply: eq_bigr => a _; congr (_ * _).
apply: eq_bigr => y _; congr (_ * _); congr (rho h x a y).
by apply: functional_extensionality => z; exact: IH.
Qed.
Lemma V_E pi k h (x : S h) : C.V_from value P rho pi k x = V P pi (r P rho value) k x.
Proof.
elim: k h x => [//|k IH] h x /=; apply: eq_bigr => a _; congr (_ * (_ + _)).
by apply: eq_bigr => y _; rewrite IH.
Qed.
Lemma sum_V_E w : C.sum_V value x0 T delta trigger solve complete P rho w =
  hsum (fun hist _ => V P (f hist) (r P rho value) L x0) w.
Proof. by elim: w => [//|e w IH]; rewrite hsum_cons -IH -V_E. Qed.

Lemma expect_Ex k w F G : (forall v, size v = (k + size w)%N -> F v = G v) ->
  C.expect value x0 T delta trigger solve complete P rho k w F = Ex (K x0 P rho f) k w G.
Proof.
elim: k w => [|k IH] w FG /=; first exact: FG.
rewrite law_E; congr (law P rho _ _ _); apply: functional_extensionality => e; apply: IH => v vE; apply: FG.
by rewrite vE /= addnS.
Qed.
Lemma Reg_E v : size v = T ->
  C.Reg value x0 T delta trigger solve complete P rho pistar v = regret x0 P rho value f pistar v.
Proof. by move=> vT; rewrite /C.Reg /C.V V_E sum_V_E -vT. Qed.
Lemma Prl_E B : C.Prl_Reg_le value x0 T delta trigger solve complete P rho pistar B =
  Prl (K x0 P rho f) T [::] (fun v => Rleb (regret x0 P rho value f pistar v) B).
Proof.
congr (1 - _); apply: expect_Ex => v; rewrite addn0 => vT.
by rewrite Reg_E // /Rleb; case: Rle_dec.
Qed.
Lemma Prl_ge_E B : C.Prl_Reg_ge value x0 T delta trigger solve complete P rho pistar B =
  Prl (K x0 P rho f) T [::] (fun v => Rleb B (regret x0 P rho value f pistar v)).
Proof.
congr (1 - _); apply: expect_Ex => v; rewrite addn0 => vT.
by rewrite Reg_E // /Rleb; case: Rle_dec.
Qed.
Lemma Pr_E B : C.expect value x0 T delta trigger solve complete P rho T [::] (fun v =>
    if Rle_dec (C.Reg value x0 T delta trigger solve complete P rho pistar v) B then 1 else 0) =
  Pr (K x0 P rho f) T [::] (fun v => Rleb (regret x0 P rho value f pistar v) B).
Proof.
by apply: expect_Ex => v; rewrite addn0 => vT; rewrite Reg_E // /Rleb; case: Rle_dec.
Qed.
End Run.

(* --- LP1 need only be solved in histories shorter than T: nothing depends on the rest *)
Section Agree.
Variables (trigger : state -> bool) (solve solve' : seq E -> C.triples S A R -> C.pairs S A R -> C.pairs S A R -> C.triples S A R).
Variable complete : seq E -> C.pairs S A R.
Notation run := (C.run value x0 T delta trigger solve complete).
Notation run' := (C.run value x0 T delta trigger solve' complete).
Hypothesis agree : forall w Pb ep rh, (size w < T)%N -> solve' w Pb ep rh = solve w Pb ep rh.

Lemma run_agree w : (size w < T)%N -> run' w = run w.
Proof.
elim: w => [//|e w IH] wT; rewrite [run' _]/= [run _]/= IH; last exact: ltnW.
by rewrite /C.update agree.
Qed.
Unset Implicit Arguments.
Variables (P : trans S A) (rho : rlaw S A Z).
Set Implicit Arguments.
Lemma expect_agree k w F : (k + size w <= T)%N -> C.expect value x0 T delta trigger solve complete P rho k w F =
  C.expect value x0 T delta trigger solve' complete P rho k w F.
Proof.
elim: k w => [//|k IH] w kT /=; rewrite run_agree; last by apply: leq_trans kT; rewrite addSn ltnS leq_addl.
by congr (C.law P rho _ _ _); apply: functional_extensionality => e; apply: IH; rewrite /= addnS.
Qed.
Lemma sum_V_agree w : (size w <= T)%N -> C.sum_V value x0 T delta trigger solve complete P rho w =
  C.sum_V value x0 T delta trigger solve' complete P rho w.
Proof. by elim: w => [//|e w IH] wT /=; rewrite run_agree // IH // ltnW. Qed.
Lemma expect_Reg_agree pistar (G : R -> R) :
  C.expect value x0 T delta trigger solve complete P rho T [::] (fun w =>
    G (C.Reg value x0 T delta trigger solve complete P rho pistar w)) =
  C.expect value x0 T delta trigger solve' complete P rho T [::] (fun w =>
    G (C.Reg value x0 T delta trigger solve' complete P rho pistar w)).
Proof.
rewrite expect_agree ?addn0 //; set F := fun w : seq E => _.
transitivity (Ex (K x0 P rho (fun w => C.pi (run' w))) T [::] F); first exact: expect_Ex.
by symmetry; apply: expect_Ex => w; rewrite addn0 => wT; rewrite /F /C.Reg sum_V_agree ?wT.
Qed.
End Agree.

Section Short.
Variable trigger : state -> bool.
Variables (solve : seq E -> C.triples S A R -> C.pairs S A R -> C.pairs S A R -> C.triples S A R) (complete : seq E -> C.pairs S A R).
Notation Lam := (C.Log S A L T delta).
Definition longer w Pb ep rh := if (size w < T)%N then solve w Pb ep rh else cut L (optimal_q x0 value Lam w).
Definition longer_box c w (Pb : C.triples S A R) (ep rh : C.pairs S A R) :=
  if (size w < T)%N then solve w Pb ep rh else cut L (interval_q x0 value Lam c w).
Notation run := (C.run value x0 T delta trigger solve complete).
Notation run' := (C.run value x0 T delta trigger longer complete).
Let agree w Pb ep rh : (size w < T)%N -> longer w Pb ep rh = solve w Pb ep rh. Proof. by rewrite /longer => ->. Qed.
Let agree_box c w Pb ep rh : (size w < T)%N -> longer_box c w Pb ep rh = solve w Pb ep rh.
Proof. by rewrite /longer_box => ->. Qed.

Lemma run_short w : (size w < T)%N -> run' w = run w.
Proof. exact: run_agree. Qed.

Hypotheses (x0_only : forall x, x = x0) (L1 : (0 < L)%N) (A1 : (0 < #|A|)%N) (lam : / 2 <= Lam).
Hypothesis S_gt0 : forall h, (0 < #|S h|)%N.
Lemma solves_longer g : 0 <= g -> C.solves value x0 T delta trigger solve complete g ->
  solves_always trigger longer complete g.
Proof.
move=> g0 H w e; case: (ltnP (size (e :: w)) T) => wT.
  by rewrite run_short; [move=> t s; rewrite /longer wT; exact: H | exact: ltnW].
by move=> t; rewrite /longer ltnNge wT; apply: optimum_exists.
Qed.
Lemma solves_longer_box c g : 1 <= c -> 0 <= g -> C.solves_box value x0 T delta trigger solve complete c g ->
  solves_box_always trigger (longer_box c) complete c g.
Proof.
move=> c1 g0 H w e; case: (ltnP (size (e :: w)) T) => wT.
  by rewrite (run_agree trigger complete (@agree_box c)); [move=> t s; rewrite /longer_box wT; exact: H | exact: ltnW].
by move=> t; rewrite /longer_box ltnNge wT; apply: box_optimum_exists.
Qed.

Unset Implicit Arguments.
Variables (P : trans S A) (rho : rlaw S A Z).
Set Implicit Arguments.
Lemma expect_short k w F : (k + size w <= T)%N -> C.expect value x0 T delta trigger solve complete P rho k w F =
  C.expect value x0 T delta trigger longer complete P rho k w F.
Proof. exact: expect_agree. Qed.
Lemma expect_Reg_short pistar (G : R -> R) :
  C.expect value x0 T delta trigger solve complete P rho T [::] (fun w =>
    G (C.Reg value x0 T delta trigger solve complete P rho pistar w)) =
  C.expect value x0 T delta trigger longer complete P rho T [::] (fun w =>
    G (C.Reg value x0 T delta trigger longer complete P rho pistar w)).
Proof. exact: expect_Reg_agree. Qed.
Lemma Prl_short pistar B : C.Prl_Reg_le value x0 T delta trigger solve complete P rho pistar B =
  C.Prl_Reg_le value x0 T delta trigger longer complete P rho pistar B.
Proof. by congr (1 - _); exact: (expect_Reg_short _ (fun y => if Rle_dec y B then 0 else 1)). Qed.
Lemma Prl_ge_short pistar B : C.Prl_Reg_ge value x0 T delta trigger solve complete P rho pistar B =
  C.Prl_Reg_ge value x0 T delta trigger longer complete P rho pistar B.
Proof. by congr (1 - _); exact: (expect_Reg_short _ (fun y => if Rle_dec B y then 0 else 1)). Qed.
Lemma Prl_short_box c pistar B : C.Prl_Reg_le value x0 T delta trigger solve complete P rho pistar B =
  C.Prl_Reg_le value x0 T delta trigger (longer_box c) complete P rho pistar B.
Proof. by congr (1 - _); exact: (expect_Reg_agree trigger complete (@agree_box c) P rho pistar (fun y => if Rle_dec y B then 0 else 1)). Qed.
End Short.
End Refinement.

Lemma updates_E (S : nat -> finType) (A : finType) (Z : Type) (value : Z -> R) (L : nat) (x0 : S 0%N) T delta solve complete
  (w : seq (traj S A Z L 0)) (trigger := @C.doubled S A L) :
  st value x0 T delta trigger solve complete w = start x0 w /\
  C.epoch (C.run value x0 T delta trigger solve complete w) = (updates x0 w).+1.
Proof.
elim: w => [//|e w [IH1 IH2]].
have tr : trigger (C.observe value x0 (C.run value x0 T delta trigger solve complete w) e) =
    trig x0 (start x0 w) (e :: w).
  by rewrite -IH1 (trig_doubled (tracks_observe e (run_tracks value x0 T delta trigger solve complete w))).
by rewrite /= tr; case: (trig _ _ _); rewrite /= ?IH1 IH2.
Qed.

(* ------------------------------------------------------------- laws *)
Lemma exp_to (E : Type) (U : (E -> R) -> R) : is_exp U -> C.expectation U.
Proof.
move=> H; split; [exact: (ex_le H) | exact: (exD H) | | exact: (exC H)].
move=> c F [c0|<-] HF; first exact: (exZ_pos H c0 HF).
by rewrite Rmult_0_l; apply: (ex_const H) => e; rewrite Rmult_0_l.
Qed.
Lemma exp_from (E : Type) (U : (E -> R) -> R) : C.expectation U -> is_exp U.
Proof.
by case=> H1 H2 H3 H4; split=> // c F c0 HF; rewrite H3 //; exact: Rle_refl.
Qed.
Lemma linear_from (E : Type) (U : (E -> R) -> R) : is_exp U -> C.additive U -> is_linear U.
Proof.
move=> H HA; split; [exact: (ex_le H) | exact: HA | | exact: (exC H)] => c F HF.
have N (G : E -> R) : bdd G -> U (fun e => - G e) = - U G.
  move=> HG; have := HA G (fun e => - G e) HG (bddN HG).
  by rewrite (ex_const H (c := 0)) => [|e]; [lra | ring].
case: (Rtotal_order c 0) => [lt|[->|gt]]; last exact: (exZ_pos H gt HF).
  have cF : bdd (fun e => - c * F e) by exact: bddZ.
  have -> : (fun e => c * F e) = (fun e => - (- c * F e)).
    by apply: functional_extensionality => e; ring.
  by rewrite N // (exZ_pos H _ HF); lra.
by rewrite Rmult_0_l; apply: (ex_const H) => e; rewrite Rmult_0_l.
Qed.

(* ------------------------------------------------------------- the statements *)
Lemma log_half (S : nat -> finType) (A : finType) (Z : Type) (value : Z -> R) L x0 T delta P rho :
  @C.setting S A Z value L x0 T delta P rho -> (forall h, (0 < #|S h|)%N) /\ / 2 <= C.Log S A L T delta.
Proof.
case=> [[x0_only SL] [A1 _] HP _ [L1 T1 d01]]; split; first by move=> h; exact: (S_gt0 x0 HP A1).
exact: (Lam_half x0 T1 d01 A1 L1 SL (Rle_refl _)).
Qed.

Lemma rewards (S : nat -> finType) (A : finType) (Z : Type) (value : Z -> R) L x0 T delta P rho :
  @C.setting S A Z value L x0 T delta P rho -> is_rlaw rho /\ is_reward rho value.
Proof.
case=> [_ [_ v01] _ Hrho _]; split=> [h x a y|]; first exact: (exp_from (Hrho h x a y).1).
by split=> // h x a y; have [_ [m [-> ->]]] := Hrho h x a y.
Qed.

Section RegretBy.
Import Letters.
Lemma regret_by (c : R) (p : R -> R) :
  (forall (M : Setting.setting) (Lam : R) (st : seq E -> seq E) (f : seq E -> policy S A) (qhat : seq E -> occ S A)
    (pistar : policy S A),
   ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv f st Lam qhat -> is_policy pistar ->
   p delta <= Prl (K x0 P rho f) T [::] (fun v =>
     Rleb (regret x0 P rho rv f pistar v) (c * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam)))) ->
  C.always (fun S A Z value L x0 T delta => @C.regret_at_most S A Z value L x0 T delta 0 c (p delta)).
Proof.
move=> H S A Z value L x0 T delta P rho set trigger solve complete pistar Ht solved compl star.
have [S0 lam] := log_half set; have [Hrho Hrv] := rewards set; case: set => [[x0_only SL] [A1 _] HP _ [L1 T1 d01]].
have always := solves_longer x0_only L1 A1 lam S0 (Rle_refl 0) solved.
rewrite Prl_short // Prl_E Rmult_0_r Rplus_0_r /C.scale -Rmult_assoc.
apply: (H (Setting x0_only HP Hrho Hrv T1 d01 A1 L1 SL)) => //; [exact: Rle_refl | |].
  exact: (st_schedule value x0 T delta (longer value x0 T delta solve) complete Ht).
exact: (run_learner L1 A1 lam S0 (Rle_refl 0) always compl (erefl 0)).
Qed.
End RegretBy.

Theorem theorem_4 : C.Theorem_4.
Proof. by apply: (regret_by (p := fun d => _)) => *; apply: theorem_4_three; eassumption. Qed.

Theorem theorem_4_with_gaps : C.Theorem_4_with_gaps.
Proof.
move=> S A Z value L x0 T delta P rho set g g0 trigger solve complete pistar Ht solved compl star.
have [S0 lam] := log_half set; have [Hrho Hrv] := rewards set; case: set => [[x0_only SL] [A1 _] HP _ [L1 T1 d01]].
have always := solves_longer x0_only L1 A1 lam S0 g0 solved.
rewrite Prl_short // Prl_E /C.scale -Rmult_assoc.
have near w := run_near L1 A1 lam S0 g0 always compl w.
have Hf w : is_policy (C.pi (C.run value x0 T delta trigger (longer value x0 T delta solve) complete w)) by have [] := near w.
have KD := K_exp x0 HP Hrho Hf.
apply: Rle_trans (near_three (M := Setting x0_only HP Hrho Hrv T1 d01 A1 L1 SL) (Rle_refl _)
  (st_schedule value x0 T delta (longer value x0 T delta solve) complete Ht) Hf (gap := fun=> g) _ star) _.
  by move=> w _; have [_ Hq Hp opt] := near w; exists (C.q_hat (C.run value x0 T delta trigger (longer value x0 T delta solve) complete w)).
by apply: (Prl_imp KD) => v vT; rewrite /total_gap hsum_const vT => /RlebP H; apply/RlebP.
Qed.

Theorem theorem_4_sharper : C.Theorem_4_sharper.
Proof. by apply: (regret_by (p := fun d => _)) => *; apply: theorem_4_best; eassumption. Qed.

Theorem theorem_4_rarely_fails : C.Theorem_4_rarely_fails.
Proof. by apply: (regret_by (p := fun d => _)) => *; apply: theorem_4_square; eassumption. Qed.

Theorem theorem_4_as_printed : C.Theorem_4_as_printed.
Proof. by exists 18; apply: (regret_by (p := fun d => _)) => *; apply: theorem_4_O; eassumption. Qed.

(* from the development's learners with gaps to the page's lower bounds *)
Lemma at_least_by (S : nat -> finType) (A : finType) (Z : Type) (value : Z -> R) L x0 T delta P rho g c p pistar :
  @C.setting S A Z value L x0 T delta P rho -> 0 <= g ->
  (forall (st : seq (traj S A Z L 0) -> seq (traj S A Z L 0)) (f : seq (traj S A Z L 0) -> policy S A),
    schedule x0 st -> (forall w, is_policy (f w)) -> Budgets.near x0 value T (C.Log S A L T delta) st f (fun=> g) ->
    p <= Prl (K x0 P rho f) T [::] (fun v => Rleb (c * (INR L * INR (C.X S L)) * sqrt (INR T * INR #|A| * C.Log S A L T delta) -
      210 * total_gap (fun=> g) v) (regret x0 P rho value f pistar v))) ->
  @C.regret_at_least S A Z value L x0 T delta 210 g c p P rho pistar.
Proof.
move=> set g0 H trigger solve complete Ht solved compl; have [S0 lam] := log_half set; have [Hrho _] := rewards set.
case: set => [[x0_only SL] [A1 _] HP _ [L1 T1 d01]].
have always := solves_longer x0_only L1 A1 lam S0 g0 solved.
rewrite Prl_ge_short // Prl_ge_E /C.scale -Rmult_assoc.
have near w := run_near L1 A1 lam S0 g0 always compl w.
set f := fun w => C.pi _; have Hf w : is_policy (f w) by have [] := near w.
have KD := K_exp x0 HP Hrho Hf.
apply: Rle_trans (H _ f (st_schedule value x0 T delta (longer value x0 T delta solve) complete Ht) Hf _) _.
  by move=> w _; have [_ Hq Hp opt] := near w; exists (C.q_hat (C.run value x0 T delta trigger (longer value x0 T delta solve) complete w)).
by apply: (Prl_imp KD) => v vT; rewrite /total_gap hsum_const vT => /RlebP R1; apply/RlebP.
Qed.
(* an MDP with deterministic rewards, on the page *)
Lemma chain_page (S : nat -> finType) (A : finType) L (x0 : S 0%N) T delta (P : trans S A) sym (rv : nat -> R) pistar
  (rho := sure sym) : (forall x, x = x0) -> #|S L| = 1%N -> (0 < #|A|)%N -> is_trans P -> is_rlaw rho ->
  is_reward rho rv -> is_policy pistar ->
  (forall pi, is_policy pi -> V P pi (r P rho rv) L x0 <= V P pistar (r P rho rv) L x0) ->
  (0 < L)%N -> (0 < T)%N -> 0 < delta < 1 ->
  @C.setting S A nat rv L x0 T delta P rho /\ @C.optimal S A nat rv L x0 P rho pistar.
Proof.
move=> x0_only SL A1 HP Hrho Hrv Hstar best L1 T1 d01; split.
  split=> //; first by split=> //; exact: (reward01 Hrv).
  move=> h x a y; split; first exact: (exp_to (Hrho h x a y)).
  by exists (rv (sym h x a)); split.
by split=> // pi Hpi; rewrite /C.V !V_E; exact: best.
Qed.

Theorem theorem_4_is_tight : C.Theorem_4_is_tight.
Proof.
move=> A L n T delta L3 A2 Ln T1 d01 HT; have A1 := ltnW A2; have L1 : (0 < L)%N by exact: ltn_trans L3.
have [S [x0 [P [sym [rv [pistar [[XE x0_only SL HP] [Hrho Hrv Hstar best H]]]]]]]] :=
  theorem_4_tight_gaps L3 A2 Ln T1 d01 (Rle_refl _) HT.
exists S, nat, rv, x0, P, (sure sym), pistar; have [set Hopt] := chain_page x0_only SL A1 HP Hrho Hrv Hstar best L1 T1 d01.
split=> //; first by exists sym.
move=> g g0; apply: (at_least_by set g0) => st f Hst Hf near; rewrite -XE in H.
have KD := K_exp x0 HP Hrho Hf; apply: Rle_trans (H st f _ Hst Hf near) _.
apply: (Prl_imp KD) => v _ /RlebP R1; apply/RlebP; apply: Rle_trans R1; apply: Rplus_le_compat_r.
have a2 : 2 <= INR #|A| := leq_INR A2; have [S0 lam] := log_half set.
rewrite (_ : INR T * INR #|A| * C.Log S A L T delta = INR #|A| * (INR T * C.Log S A L T delta)); last by ring.
apply: Constants.seventy_five => //; first by apply: Rmult_le_pos; exact: pos_INR.
by apply: Rmult_le_pos; [exact: pos_INR | lra].
Qed.

Theorem number_of_updates : C.Number_of_updates.
Proof.
move=> S A Z value L x0 T delta P rho set solve complete w T2 wT; have [S0 _] := log_half set.
case: set => [[x0_only SL] [A1 _] HP _ [L1 T1 d01]].
rewrite /C.updates; have [_ ->] := updates_E value x0 T delta solve complete w; rewrite -wT.
by apply: updates_le => //; rewrite wT.
Qed.

Theorem lp1_has_an_optimum : C.LP1_has_an_optimum.
Proof.
move=> S A Z value L x0 T delta P rho set trigger solve complete w e s; have [S0 lam] := log_half set.
case: set => [[x0_only SL] [A1 _] HP _ [L1 T1 d01]].
by eexists; apply: (optimum_exists _ _ _ _ _ _ _ _ _ _ _ (Rle_refl 0)).
Qed.

Theorem algorithm_1_exists : C.Algorithm_1_exists.
Proof.
move=> S A Z value L x0 T delta P rho set trigger; have [S0 lam] := log_half set.
case: set => [[x0_only SL] [A1 _] HP _ [L1 T1 d01]].
exists (fun w _ _ _ => cut L (optimal_q x0 value (C.Log S A L T delta) w)), (fun _ => @uniform_policy S A).
split=> [w e _ _|w h x]; first exact: (optimum_exists _ _ _ _ _ _ _ _ _ _ _ (Rle_refl 0)).
have a0 : 0 < INR #|A| by apply: lt_0_INR; apply/ltP.
split=> [a|]; first exact/Rlt_le/Rinv_0_lt_compat.
by rewrite -[LHS]/(\rsum_(a : A) / INR #|A|) rsum_const Rinv_r //; lra.
Qed.

Theorem number_of_updates_as_printed : C.Number_of_updates_as_printed.
Proof.
move=> S A Z value L x0 T delta P rho set solve complete w; have [S0 _] := log_half set.
case: set => [[x0_only SL] [A1 _] HP _ [L1 T1 d01]].
have /card_gt0P[x _] := S0 L; have /card_gt0P[a _] := A1.
suff H : C.epoch (C.run value x0 T delta (@C.printed S A L) solve complete w) = (size w).+1 by rewrite /C.updates H.
elim: w => [//|e w IH]; rewrite /= -IH.
have tr := tracks_observe e (run_tracks value x0 T delta (@C.printed S A L) solve complete w).
rewrite (_ : C.printed L _ = true) //; apply/existsP; exists ord_max; apply/existsP; exists x.
by apply/existsP; exists a; have [-> _ _ _] := tr L x a; rewrite cnt_last.
Qed.

Theorem a_setting_exists : C.A_setting_exists.
Proof.
move=> T delta T1 d01; exists Fork.S, [finite bool], unit_itv, val01, 2%N, Fork.x0, Fork.P, Fork.rho01.
split; [split=> // | by rewrite card_bool | by rewrite card_bool | by move=> *; exact: uniform01_step].
- by split; [case | exact: card_unit].
- by split; [rewrite card_bool | case].
- by move=> h x a; apply: Fork.uniform_dist; exact: Fork.S_card.
by move=> h x a y; split; [exact: (exp_to uniform01_exp) | exists (1 / 2); exact: uniform01_mean].
Qed.

Theorem laws : C.Laws.
Proof.
split=> [Z D I H1 H2 H3 H4|Z p Hp U]; last first.
  by split; [exact/exp_to/fin_exp | exact: (linD (fin_linear Hp))].
have HI : is_integral D I by split.
exists (upper D I); split; [exact: (exp_to (upper_exp HI)) | exact: (upper_mean HI) |] => F b HF.
have [U1 U2] := upper_glb HI HF; split=> [bU G DG FG|H]; last by apply: U2 => x [G DG [FG ->]]; exact: H.
by apply: Rle_trans bU (U1 _ _); exists G.
Qed.

Theorem definitions_make_sense : C.Definitions_make_sense.
Proof.
move=> S A Z value L x0 T delta P rho set pi Hpi U; have [Hrho Hrv] := rewards set.
case: set => [_ _ HP Hmean _]; have UE : U = law P rho pi (k := L) x0.
  by apply: functional_extensionality => F; exact: law_E.
have HU : is_exp U by rewrite UE; exact: law_exp.
split; first exact: exp_to.
  by move=> HA; rewrite UE; apply: linD; apply: law_linear => // h x a y; apply: linear_from (Hrho h x a y) (HA h x a y).
pose Phi (c : R) : functional S A Z := fun _ _ _ z _ => c * value z.
have sum_E k h (x : S h) (e : traj S A Z k h) u : C.for_all_h (fun _ _ _ z _ sum => sum + value z) x e u =
    u + pathsum (Phi 1) x e.
  by elim: k h x e u => [|k IH] h x e u /=; [ring | case: e => [[a [z y]] e] /=; rewrite IH /Phi; ring].
have HPhi c : bddf (Phi c).
  move=> l; exists (Rabs c) => x a z y; rewrite /Phi Rabs_mult -[X in _ <= X]Rmult_1_r.
  by apply: Rmult_le_compat_l; [exact: Rabs_pos | apply: Rabs_le; have := reward01 Hrv z; lra].
have WV (c : R) : (c = 1 \/ c = -1) -> Episodes.W P rho pi (Phi c) L x0 = c * V P pi (r P rho value) L x0.
  move=> c1; elim: L (0%N) x0 {U UE HU HPhi} => [|k IH] h x /=; first by ring.
  rewrite -rsumZ; apply: eq_bigr => a _; rewrite -(Rmult_assoc c) (Rmult_comm c) Rmult_assoc; congr (_ * _).
  rewrite Rmult_plus_distr_l {1}/r -!rsumZ -rsumD; apply: eq_bigr => y _; rewrite IH.
  have -> : rho h x a y (fun z => Phi c h x a z y) = c * rho h x a y value.
    case: c1 => ->; rewrite /Phi.
      by rewrite Rmult_1_l; congr (rho h x a y); apply: functional_extensionality => z; ring.
    rewrite (_ : -1 * _ = - rho h x a y value); last by ring.
    by rewrite -(reward_mean Hrv); congr (rho h x a y); apply: functional_extensionality => z; ring.
  by ring.
have HF : (fun e => C.for_all_h (fun _ _ _ z _ sum => sum + value z) x0 e 0) = pathsum (Phi 1) (k := L) x0.
  by apply: functional_extensionality => e; rewrite sum_E Rplus_0_l.
rewrite HF /C.V V_E; have B := pathsum_bdd L x0 (HPhi 1).
have N e : - pathsum (Phi 1) (k := L) x0 e = pathsum (Phi (-1)) x0 e.
  have -> : - pathsum (Phi 1) (k := L) x0 e = -1 * pathsum (Phi 1) x0 e by ring.
  by rewrite -pathsumZ; apply: pathsum_eq => l x a z y; rewrite /Phi; ring.
apply: (has_meanP HU) => //; rewrite UE.
  by have := expected_W HP Hrho Hpi L x0 (HPhi 1); rewrite (WV 1 (or_introl erefl)); lra.
rewrite (_ : (fun e => _) = pathsum (Phi (-1)) (k := L) x0); last by apply: functional_extensionality => e; exact: N.
by have := expected_W HP Hrho Hpi L x0 (HPhi (-1)); rewrite (WV (-1) (or_intror erefl)); lra.
Qed.

Theorem probabilities_make_sense : C.Probabilities_make_sense.
Proof.
move=> S A Z value L x0 T delta P rho set trigger solve complete g solved compl U.
have [S0 lam] := log_half set; have [Hrho _] := rewards set; case: set => [[x0_only SL] [A1 _] HP _ [L1 T1 d01]].
have solved' : C.solves value x0 T delta trigger solve complete (Rmax g 0).
  move=> w e wT t s; have [Hq opt] := solved w e wT t; split=> // q' /opt; have := Rmax_l g 0.
  by move: (C.inner _ _ _) (C.inner _ _ _) => u v; lra.
have always := solves_longer x0_only L1 A1 lam S0 (Rmax_r g 0) solved'.
pose f w := C.pi (C.run value x0 T delta trigger (longer value x0 T delta solve) complete w).
have Hf w : is_policy (f w) by have [] := run_near L1 A1 lam S0 (Rmax_r g 0) always compl w.
have KD := K_exp x0 HP Hrho Hf.
have UE : U = Ex (K x0 P rho f) T [::].
  by apply: functional_extensionality => F; rewrite /U expect_short ?addn0 //; exact: expect_Ex.
split=> [|HA]; first by rewrite UE; exact: (exp_to (Ex_exp KD T [::])).
have KL hist : is_linear (K x0 P rho f hist).
  by apply: K_linear => // h x a y; exact: linear_from (Hrho h x a y) (HA h x a y).
split=> [|pistar B].
  have EL m h : is_linear (Ex (K x0 P rho f) m h).
    elim: m h => [|m IH] h; last exact: (@bind_linear _ _ _ (fun e => Ex (K x0 P rho f) m (e :: h)) (fun e => IH _) (KL h)).
    by split=> //= F G _ _ H; exact: H.
  by rewrite UE; exact: linD (EL T [::]).
have := expect_Reg_short value x0 T delta trigger solve complete P rho pistar (fun y => if Rle_dec y B then 1 else 0).
by rewrite Prl_short // Prl_E (Prl_linear KD T [::] _ KL) /U => ->; rewrite Pr_E.
Qed.

(* the two bounds exclude each other; `doubled` is a trigger, and there is a learner with it *)
Lemma one_run (S : nat -> finType) (A : finType) (Z : Type) (value : Z -> R) L x0 T delta P rho pistar c d :
  @C.setting S A Z value L x0 T delta P rho -> delta + delta / INR T < 1 -> C.policy pistar ->
  @C.regret_at_most S A Z value L x0 T delta 0 c (1 - delta) P rho ->
  @C.regret_at_least S A Z value L x0 T delta 210 0 d (1 - delta / INR T) P rho pistar -> d <= c.
Proof.
move=> set d1 Hstar up low; apply: Rnot_lt_le => cd; have [S0 lam] := log_half set.
have [solve [complete [solved compl]]] := algorithm_1_exists set (@C.doubled S A L).
have := up _ _ _ _ (fun s t => t) solved compl Hstar; have := low _ _ _ (fun s t => t) solved compl.
have [Hrho Hrv] := rewards set; case: set => [[x0_only SL] [A1 _] HP _ [L1 T1 _]].
have always := solves_longer x0_only L1 A1 lam S0 (Rle_refl 0) solved.
rewrite Prl_short // Prl_ge_short // Prl_E Prl_ge_E !Rmult_0_r Rplus_0_r Rminus_0_r; set B := C.scale _ _ _ _ _.
have B0 : 0 < B.
  have X2 : 2 <= INR (C.X S L) by exact: (leq_INR (X_ge2 x0 L1 SL)).
  have LR : 1 <= INR L := leq_INR L1; have TR : 1 <= INR T := leq_INR T1; have AR : 1 <= INR #|A| := leq_INR A1.
  apply: Rmult_lt_0_compat; first by apply: Rmult_lt_0_compat; lra.
  by apply: sqrt_lt_R0; apply: Rmult_lt_0_compat; [apply: Rmult_lt_0_compat |]; lra.
set f := fun w => C.pi _; have Hl := run_learner L1 A1 lam S0 (Rle_refl 0) always compl (erefl 0).
have KD : forall hist, is_exp (K x0 P rho f hist) := K_exp x0 HP Hrho (fun w => (Hl w).1).
have BB : c * B < d * B by exact: Rmult_lt_compat_r.
set G := fun v => Rleb (d * B) _; set F := fun v => Rleb _ (c * B) => HG HF.
have nG : Pr (K x0 P rho f) T [::] (fun v => ~~ G v) <= delta / INR T by move: HG; rewrite /Prl; lra.
have nF : Pr (K x0 P rho f) T [::] (fun v => ~~ F v) <= delta by move: HF; rewrite /Prl; lra.
have := Pr_or KD nF nG; have : 1 <= Pr (K x0 P rho f) T [::] (fun v => ~~ F v || ~~ G v); last by lra.
rewrite -[X in X <= _](Prl_predT KD T [::]); apply: Rle_trans (Prl_Pr KD _ _ _) _.
apply: (Pr_imp KD) => v _ _; apply/negPn/negP; rewrite negb_or !negbK => /andP[/RlebP r1 /RlebP r2]; lra.
Qed.

Theorem least_constant : C.Least_constant.
Proof.
move=> A L n delta L3 A2 Ln d01; split; first by exists 0%N => S Z value x0 T P rho _ _; exact: theorem_4.
move=> c [T0 H]; have A1 : 0 < INR #|A| by apply: lt_0_INR; apply/ltP; exact: ltnW.
have [T [T1 T0T HT dT]] := large_T n T0 A1 d01.
have [S [Z [value [x0 [P [rho [pistar [[set XE] _ [Hstar _] low]]]]]]]] := theorem_4_is_tight L3 A2 Ln T1 d01 HT.
exact: one_run set dT Hstar (H S Z value x0 T P rho T0T XE set) (low 0 (Rle_refl 0)).
Qed.

Theorem two_steps : C.Two_steps.
Proof.
move=> S A Z value L x0 T delta P rho set L2 trigger solve complete pistar Ht solved compl star.
have [S0 lam] := log_half set; have [Hrho Hrv] := rewards set; case: set => [[x0_only SL] [A1 _] HP _ [L1 T1 d01]].
have X0 : 0 < INR (C.X S L) by have := leq_INR (X_ge2 x0 L1 SL); rewrite [INR 2]/= -[C.X S L]/(X S L); lra.
have always := solves_longer x0_only L1 A1 lam S0 (Rle_refl 0) solved.
rewrite Prl_short // Prl_E Rmult_0_r Rplus_0_r; set B := 7 / _ * _; have -> : B = 14 * sqrt (INR (C.X S L)) * sqrt (INR T * INR #|A| * C.Log S A L T delta).
  rewrite /B /C.scale L2 [INR 2]/= -{2}(sqrt_sqrt (INR (C.X S 2))); last by rewrite -L2; lra.
  by field; apply: Rgt_not_eq; apply: sqrt_lt_R0; rewrite -L2.
have Hl := run_learner L1 A1 lam S0 (Rle_refl 0) always compl (erefl 0).
have Hs := st_schedule value x0 T delta (longer value x0 T delta solve) complete Ht.
exact: (@theorem_4_two_steps (Setting x0_only HP Hrho Hrv T1 d01 A1 L1 SL) _ _ _ _ (Rle_refl _) Hs Hl _ star L2).
Qed.

(* ------------------------------------------------------------- Section VII *)
Theorem theorem_4_between : C.Theorem_4_between.
Proof.
move=> A L n T delta L3 A2 Ln T1 d01 HT; have A1 := ltnW A2; have L1 : (0 < L)%N by exact: ltn_trans L3.
have [S [x0 [P [sym [rv [pistar [[XE x0_only SL HP] [Hrho Hrv Hstar best H]]]]]]]] :=
  theorem_4_tight_gaps L3 A2 Ln T1 d01 (Rle_refl _) HT.
exists S, nat, rv, x0, P, (sure sym), pistar; have [set Hopt] := chain_page x0_only SL A1 HP Hrho Hrv Hstar best L1 T1 d01.
split=> //; first by exists sym.
move=> g g0; split; last exact: (theorem_4_with_gaps set g0).
apply: (at_least_by set g0) => st f Hst Hf near; rewrite -XE in H; set B := 3 / 53 * _ * _ * _.
have -> : B = 3 / 53 * ((INR #|A| - 1) / sqrt (INR #|A| + 7)) * (INR L * INR (C.X S L)) * sqrt (INR T * C.Log S A L T delta).
  have a2 : 2 <= INR #|A| := leq_INR A2; have TR := pos_INR T.
  have s0 : 0 < sqrt (INR #|A|) by apply: sqrt_lt_R0; lra.
  have s7 : 0 < sqrt (INR #|A| + 7) by apply: sqrt_lt_R0; lra.
  rewrite /B (sqrt_mult_alt (INR #|A|)); last lra.
  rewrite (_ : INR T * INR #|A| * C.Log S A L T delta = INR #|A| * (INR T * C.Log S A L T delta)); last by ring.
  rewrite (sqrt_mult_alt (INR #|A|)); last lra.
  by field; lra.
exact: H st f _ Hst Hf near.
Qed.

Section IntervalsBy.
Import Letters.
(* from the development's learners with intervals to the page's *)
Lemma intervals_by (S : nat -> finType) (A : finType) (Z : Type) (value : Z -> R) L x0 T delta P rho c g B :
  @C.setting S A Z value L x0 T delta P rho -> 1 <= c -> 0 <= g ->
  (forall (st : seq (traj S A Z L 0) -> seq (traj S A Z L 0)) (f : seq (traj S A Z L 0) -> policy S A) pistar,
    schedule x0 st -> (forall w, is_policy (f w)) -> is_policy pistar ->
    near_box x0 value T (C.Log S A L T delta) c st f (fun=> g) -> 1 - delta <= Prl (K x0 P rho f) T [::] (fun v =>
      Rleb (regret x0 P rho value f pistar v) (B + total_gap (fun=> g) v))) ->
  @C.intervals_at_most S A Z value L x0 T delta c g B (1 - delta) P rho.
Proof.
move=> set c1 g0 H trigger solve complete pistar Ht solved compl star.
have [S0 lam] := log_half set; have [Hrho _] := rewards set; case: set => [[x0_only SL] [A1 _] HP _ [L1 T1 d01]].
have always := solves_longer_box x0_only L1 A1 lam S0 c1 g0 solved.
rewrite (Prl_short_box _ _ _ _ _ _ _ _ _ c) Prl_E.
have near w := run_box L1 A1 lam S0 w c1 g0 always compl.
set f := fun w => C.pi _; have Hf w : is_policy (f w) by have [] := near w.
have KD := K_exp x0 HP Hrho Hf.
apply: Rle_trans (H _ f pistar (st_schedule value x0 T delta (longer_box value x0 T delta solve c) complete Ht) Hf star _) _.
  move=> w _; have [_ Hq Hp opt] := near w.
  by exists (C.q_hat (C.run value x0 T delta trigger (longer_box value x0 T delta solve c) complete w)).
by apply: (Prl_imp KD) => v vT; rewrite /total_gap hsum_const vT => /RlebP R1; apply/RlebP.
Qed.
End IntervalsBy.

Lemma Gamma_E (S : nat -> finType) (A : finType) (P : trans S A) h : C.Gamma P h = Gamma P h.
Proof.
apply: eq_bigr => x _; apply: eq_bigr => a _; apply: eq_card => y; rewrite !inE /Rleb.
by case: Rle_dec.
Qed.

Theorem theorem_intervals : C.Theorem_intervals.
Proof.
move=> S A Z value L x0 T delta P rho set c g c1 g0 TA2; apply: (intervals_by set c1 g0) => st f pistar Hst Hf Hstar near.
have [S0 lam] := log_half set; have [Hrho Hrv] := rewards set; case: set => [[x0_only SL] [A1 _] HP _ [L1 T1 d01]].
have TA2' : 2 <= INR T * INR #|A| by rewrite -muln_INR; exact: (leq_INR TA2).
have H := @near_intervals (Setting x0_only HP Hrho Hrv T1 d01 A1 L1 SL) _ c st f (fun=> g) lam c1 Hst Hf near pistar Hstar (Rle_refl _) TA2'.
apply: Rle_trans H _; have KD := K_exp x0 HP Hrho Hf.
apply: (Prl_imp KD) => v _ /RlebP R1; apply/RlebP; apply: Rle_trans R1 _; apply: Req_le; congr (_ + _).
rewrite /C.interval_bound /transition_line /second_line /reward_line /martingale_line.
do 3!(apply: f_equal2; last by []).
by apply: f_equal2 => //; apply: eq_bigr => h _; rewrite /Gamma' -Gamma_E.
Qed.

Theorem theorem_intervals_Gamma : C.Theorem_intervals_Gamma.
Proof.
move=> S A Z value L x0 T delta P rho set c g c1 g0 TA2; apply: (intervals_by set c1 g0) => st f pistar Hst Hf Hstar near.
have [S0 lam] := log_half set; have [Hrho Hrv] := rewards set; case: set => [[x0_only SL] [A1 _] HP _ [L1 T1 d01]].
have TA2' : 2 <= INR T * INR #|A| by rewrite -muln_INR; exact: (leq_INR TA2).
pose G := (\max_(h < L) C.Gamma P h)%N.
have HG h : (h < L)%N -> (Gamma P h <= G)%N.
  by move=> hL; rewrite -Gamma_E; exact: (leq_bigmax (Ordinal hL)).
have G1 : (1 <= G)%N.
  apply: leq_trans (HG 0%N L1); have /card_gt0P[a _] := A1; apply: leq_trans (Gamma_ge P x0 a).
  apply/card_gt0P; have [p0 p1] := HP 0%N x0 a.
  case: (pickP [pred y | ~~ Rleb (P 0%N x0 a y) 0]) => [y Hy|none]; first by exists y.
  exfalso; move: p1; rewrite big1 => [|y _]; first lra.
  by have := none y => /= /negbFE/RlebP; have := p0 y; lra.
exact: (@near_intervals_Gamma (Setting x0_only HP Hrho Hrv T1 d01 A1 L1 SL) _ c st f (fun=> g) lam c1 Hst Hf near pistar Hstar (Rle_refl _) TA2' G G1 HG).
Qed.

Theorem intervals_exist : C.Intervals_exist.
Proof.
move=> S A Z value L x0 T delta P rho set c trigger c1; have [S0 lam] := log_half set.
case: set => [[x0_only SL] [A1 _] HP _ [L1 T1 d01]]; split.
  move=> solve complete w e s; eexists; apply: (box_optimum_exists _ _ _ _ _ _ _ _ _ _ _ c1 (Rle_refl 0)) => //.
exists (fun w _ _ _ => cut L (interval_q x0 value (C.Log S A L T delta) c w)), (fun _ => @uniform_policy S A).
split=> [w e _ _|w h x]; first by apply: (box_optimum_exists _ _ _ _ _ _ _ _ _ _ _ c1 (Rle_refl 0)).
have a0 : 0 < INR #|A| by apply: lt_0_INR; apply/ltP.
split=> [a|]; first exact/Rlt_le/Rinv_0_lt_compat.
by rewrite -[LHS]/(\rsum_(a : A) / INR #|A|) rsum_const Rinv_r //; lra.
Qed.

Theorem separation : C.Separation.
Proof.
move=> A L n T delta L3 A2 Ln T1 d01 HT; have A1 := ltnW A2; have L1 : (0 < L)%N by exact: ltn_trans L3.
have [S [x0 [P [sym [rv [pistar [[XE x0_only SL HP] [Hrho Hrv Hstar best H]]]]]]]] :=
  separation_gaps L3 A2 Ln T1 d01 (Rle_refl _) HT.
exists S, nat, rv, x0, P, (sure sym), pistar; have [set Hopt] := chain_page x0_only SL A1 HP Hrho Hrv Hstar best L1 T1 d01.
split=> //; first by exists sym.
  by move=> g g0; apply: (at_least_by set g0) => st f Hst Hf near; rewrite -XE in H; exact: ((H st f Hst).1 _ Hf near).
move=> c g c12 g0; apply: (intervals_by set c12.1 g0) => st f pistar' Hst Hf Hstar' near.
rewrite -XE in H; rewrite -XE; exact: ((H st f Hst).2 c (fun=> g) pistar' c12 Hf Hstar' near).
Qed.
