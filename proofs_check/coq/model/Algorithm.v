(* Section IV: Algorithm 1 as a process: counts, epochs, estimates, confidence radii, and what its episodes are. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- counts and epochs; a history w lists the episodes, the last one first *)
Section Algorithm.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Notation E := (traj S A Z L 0).
Notation pair := {h : nat & (S h * A)%type}.
(* pairs (x,a); whether episode e visits one; N(x,a), the visits in the history w *)
Definition at_pair (p : pair) : event S A Z := fun h x a _ _ => Tagged (fun h => (S h * A)%type) (x, a) == p.
Definition mkp h (x : S h) (a : A) : pair := Tagged (fun h => (S h * A)%type) (x, a).
Definition visit (p : pair) : pred E := fun e => pathhas (at_pair p) x0 e.
Definition cnt (p : pair) (w : seq E) : nat := nvisits (visit p) w.

Lemma at_pair_layer p : in_layer (tag p) (at_pair p).
Proof. by move=> l x a z y /eqP <-. Qed.

(* a sum along an episode, by the pairs visited *)
Lemma pathsum_pairs (W : forall h, S h -> A -> R) k h (x : S h) (e : traj S A Z k h) :
  pathsum (fun l x a _ _ => W l x a) x e =
  \rsum_(j < k) (fun l => \rsum_(y : S l) \rsum_(a : A)
     (ind (pathhas (at_pair (mkp y a)) x e) * W l y a)) (j + h)%N.
Proof.
elim: k h x e => [|k IH] h x e; first by rewrite big_ord0.
rewrite (rsum_recl k (fun j => (fun l => \rsum_(y : S l) \rsum_(a : A)
     (ind (pathhas (at_pair (mkp y a)) x e) * W l y a)) (j + h)%N)) add0n.
rewrite [LHS]/= IH; congr (_ + _).
  rewrite (bigD1 x) //= (bigD1 e.1.1) //= [X in _ + X]big1 => [|y yx]; last first.
    rewrite big1 // => a _; rewrite (pathhas_late _ _ (@at_pair_layer _)) ?orbF //=.
    by rewrite /at_pair /mkp eq_Tagged /= xpair_eqE eq_sym (negPf yx) /= Rmult_0_l.
  rewrite [X in _ + X + _]big1 => [|a ae]; last first.
    rewrite (pathhas_late _ _ (@at_pair_layer _)) ?orbF //=.
    by rewrite /at_pair /mkp eq_Tagged /= xpair_eqE eqxx eq_sym (negPf ae) /= Rmult_0_l.
  by rewrite /at_pair eqxx /=; ring.
apply: eq_bigr => j _; rewrite -addSnnS; apply: eq_bigr => y _; apply: eq_bigr => a _.
congr (ind _ * _); rewrite /= /at_pair /mkp.
case: eqP => //= H; exfalso; have := congr1 tag H => /= /eqP.
by rewrite -{1}[h]add0n eqn_add2r.
Qed.

Lemma pathsum_const (c : nat -> R) k h (x : S h) (e : traj S A Z k h) :
  pathsum (fun l _ _ _ _ => c l) x e = \rsum_(j < k) c (j + h)%N.
Proof.
elim: k h x e => [|k IH] h x e; first by rewrite big_ord0.
rewrite (rsum_recl k (fun j => c (j + h)%N)) add0n [LHS]/= IH; congr (_ + _).
by apply: eq_bigr => j _; rewrite addSnnS.
Qed.

Lemma pathsum_pairs0 (W : forall h, S h -> A -> R) (e : E) :
  pathsum (fun l x a _ _ => W l x a) x0 e =
  \rsum_(j < L) \rsum_(y : S j) \rsum_(a : A) (ind (visit (mkp y a) e) * W j y a).
Proof. by rewrite pathsum_pairs; apply: eq_bigr => j _; rewrite addn0. Qed.

Lemma pathsum_const0 (c : nat -> R) (e : E) :
  pathsum (fun l _ _ _ _ => c l) x0 e = \rsum_(j < L) c j.
Proof. by rewrite pathsum_const; apply: eq_bigr => j _; rewrite addn0. Qed.

(* App. II, totals (lem:bias-term-2:total), repaired; Alg. 1 l. 14, sums (alg:main/14:sums): a layer's counts *)
Lemma layer_total (h : nat) (w : seq E) : (h < L)%N ->
  \rsum_(x : S h) \rsum_(a : A) INR (cnt (mkp x a) w) = INR (size w).
Proof.
move=> hL; have one e : \rsum_(x : S h) \rsum_(a : A) ind (visit (mkp x a) e) = 1.
  have := pathsum_pairs0 (fun l _ _ => ind (l == h)) e.
  rewrite (pathsum_const0 (fun l => ind (l == h))).
  have -> : \rsum_(j < L) ind (nat_of_ord j == h) = 1.
    by rewrite -[RHS](rsum_ord_ind (fun=> 1) hL); apply: eq_bigr => j _; rewrite Rmult_1_r.
  move=> ->.
  pose G j := \rsum_(y : S j) \rsum_(a : A) ind (visit (mkp y a) e).
  rewrite -[LHS](rsum_ord_ind G hL); apply: eq_bigr => j _; rewrite /G -rsumZ.
  by apply: eq_bigr => y _; rewrite -rsumZ; apply: eq_bigr => a _; ring.
elim: w => [|e w IH]; first by rewrite big1 // => x _; rewrite big1.
rewrite (_ : size (e :: w) = (size w).+1) // S_INR -IH -(one e) Rplus_comm -rsumD.
apply: eq_bigr => x _; rewrite -rsumD; apply: eq_bigr => a _.
by rewrite /cnt /nvisits /= addn_INR; case: (visit _ e).
Qed.

(* --- epochs: alg:main/12 read with n_i >= max{1, N_i}; start w is the history at t(i), the start of the epoch *)
Definition trig (s w : seq E) : bool := [exists h : 'I_L, exists x : S h, exists a : A,
  (maxn 1 (cnt (mkp x a) s) <= cnt (mkp x a) w - cnt (mkp x a) s)%N].
Fixpoint start (w : seq E) : seq E :=
  if w is e :: w' then (if trig (start w') w then w else start w') else [::].

Lemma start_drop w : exists s, start w = drop s w /\ (s <= size w)%N.
Proof.
elim: w => [|e w [s [IH sw]]]; first by exists 0%N.
by rewrite /=; case: trig; [exists 0%N | exists s.+1].
Qed.
Lemma cnt_cons p e w : cnt p (e :: w) = (visit p e + cnt p w)%N. Proof. by []. Qed.

(* a rule that ends every epoch at the latest after an episode at which alg:main/12 holds, read with
   n >= max(1, N): all that the regret bounds use *)
Definition schedule (st : seq E -> seq E) :=
  st [::] = [::] /\ forall e w,
    st (e :: w) = e :: w \/ st (e :: w) = st w /\ ~~ trig (st w) (e :: w).

Lemma start_schedule : schedule start.
Proof.
split=> // e w; rewrite [start (e :: w)]/=; case: (boolP (trig _ _)) => t; first by left.
by right.
Qed.

(* alg:main/12 as printed, n >= N at some (x,a) with x in X, x_L among them *)
Definition trig_printed (s w : seq E) : bool := [exists h : 'I_L.+1, exists x : S h, exists a : A,
  (cnt (mkp x a) s <= cnt (mkp x a) w - cnt (mkp x a) s)%N].
Fixpoint start_printed (w : seq E) : seq E :=
  if w is e :: w' then (if trig_printed (start_printed w') w then w else start_printed w') else [::].

Lemma start_printed_schedule : schedule start_printed.
Proof.
split=> // e w; rewrite [start_printed (e :: w)]/=.
case: (boolP (trig_printed _ _)) => t; [by left | right; split=> //].
apply: contra t => /existsP[h /existsP[x /existsP[a H]]].
apply/existsP; exists (widen_ord (leqnSn L) h); apply/existsP; exists x; apply/existsP; exists a.
by apply: leq_trans H; exact: leq_maxr.
Qed.

(* x_L has no pairs: it is never acted in *)
Lemma pathhas_beyond (Psi : event S A Z) g k h (x : S h) e : in_layer g Psi -> (k + h <= g)%N ->
  pathhas Psi (k := k) x e = false.
Proof.
move=> H; elim: k h x e => [//|k IH] h x e kh /=; rewrite IH ?orbF; last by rewrite addnS -addSn.
by apply/negP => /H hg; move: kh; rewrite -hg addSn ltnNge leq_addl.
Qed.

Lemma cnt_last (x : S L) a w : cnt (mkp x a) w = 0%N.
Proof.
elim: w => [//|e w IH]; rewrite /cnt /nvisits /= -/(nvisits _ _) -/(cnt _ _) IH addn0.
by rewrite /visit (pathhas_beyond _ _ (@at_pair_layer _)) // addn0.
Qed.

(* so the printed rule ends every epoch after one episode *)
Lemma start_printed_always (xL : S L) (a : A) w : start_printed w = w.
Proof.
elim: w => [//|e w IH]; rewrite [LHS]/=; case: (boolP (trig_printed _ _)) => // /negP[].
apply/existsP; exists ord_max; apply/existsP; exists xL; apply/existsP; exists a.
by rewrite !cnt_last.
Qed.

Lemma schedule_drop st w : schedule st -> exists s, st w = drop s w /\ (s <= size w)%N.
Proof.
case=> st0 stS; elim: w => [|e w [s [IH sw]]]; first by exists 0%N.
by case: (stS e w) => [->|[-> _]]; [exists 0%N | exists s.+1].
Qed.
End Algorithm.

(* --- (10) to (17), from a history and Lam, which stands for log(TXA/delta) *)
Section Estimates.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Notation E := (traj S A Z L 0).
Notation cnt := (@cnt S A Z x0 L).
Notation visit := (@visit S A Z x0 L).
Variable rv : Z -> R.                        (* the reward of a symbol *)
Definition X := (\sum_(h < L.+1) #|S h|)%N.

(* --- the events "episode e goes from x by a to y", and its reward there *)
Definition at3 h (x : S h) (a : A) (y : S h.+1) : event S A Z := fun h' x' a' _ y' =>
  Tagged (fun h => (S h * A * S h.+1)%type) (x', a', y') ==
  Tagged (fun h => (S h * A * S h.+1)%type) (x, a, y).
Definition visit3 h (x : S h) a y : pred E := fun e => pathhas (at3 x a y) x0 e.
Definition at_rew h (x : S h) a : functional S A Z :=
  fun l x' a' z y => ind (at_pair (mkp x a) x' a' z y) * rv z.
Definition rew h (x : S h) a (e : E) : R := pathsum (@at_rew h x a) x0 e.

Lemma at3_layer h (x : S h) a y : in_layer h (at3 x a y).
Proof. by move=> l x' a' z y' /eqP /(congr1 tag). Qed.

Lemma at_same h (x x' : S h) (a a' : A) (z : Z) (y' : S h.+1) :
  at_pair (mkp x a) x' a' z y' = (x' == x) && (a' == a) :> bool.
Proof. by rewrite /at_pair /mkp eq_Tagged /= xpair_eqE. Qed.
Lemma at3_same h (x x' : S h) (a a' : A) (z : Z) (y y' : S h.+1) :
  at3 x a y x' a' z y' = (x' == x) && (a' == a) && (y' == y) :> bool.
Proof. by rewrite /at3 eq_Tagged /= !xpair_eqE. Qed.
Lemma at_other h l (x : S h) (x' : S l) (a a' : A) (z : Z) (y' : S l.+1) : h != l ->
  at_pair (mkp x a) x' a' z y' = false.
Proof. by move=> ne; apply/negbTE; apply: contra ne => /(@at_pair_layer S A Z (mkp x a)) /= ->. Qed.
Lemma at3_other h l (x : S h) (x' : S l) (a a' : A) y (z : Z) (y' : S l.+1) : h != l ->
  at3 x a y x' a' z y' = false.
Proof. by move=> ne; apply/negbTE; apply: contra ne => /(@at3_layer h x a y) /= ->. Qed.

Lemma at_sum h (x : S h) a l (x' : S l) a' z y' :
  \rsum_y ind (at3 x a y x' a' z y') = ind (at_pair (mkp x a) x' a' z y').
Proof.
case: (eqVneq h l) => [hl|ne]; last first.
  by rewrite at_other // big1 // => y _; rewrite at3_other.
subst l; rewrite at_same; case: (boolP (_ && _)) => [H|/negbTE H]; last first.
  by rewrite big1 // => y _; rewrite at3_same H.
rewrite (bigD1 y') //= at3_same H eqxx big1 /= ?Rplus_0_r // => y /negPf.
by rewrite at3_same H eq_sym => ->.
Qed.

(* Alg. 1 l. 14, sums (alg:main/14:sums): a visit has one successor *)
Lemma visit3_sum h (x : S h) a e : \rsum_y ind (visit3 x a y e) = ind (visit (mkp x a) e).
Proof.
rewrite /visit (pathhas_sum _ _ (@at_pair_layer _ _ _ (mkp x a))).
under eq_bigr => y _ do rewrite (pathhas_sum _ _ (@at3_layer _ x a y)).
by rewrite -pathsum_sum; apply: pathsum_eq => *; exact: at_sum.
Qed.

Lemma pathsum_ge0 (Phi : functional S A Z) k h (x : S h) (e : traj S A Z k h) :
  (forall l (x : S l) a z y, 0 <= Phi l x a z y) -> 0 <= pathsum Phi x e.
Proof.
move=> H; elim: k h x e => [|k IH] h x e /=; first by lra.
by apply: Rplus_le_le_0_compat.
Qed.

(* N_i(x,a), at least 1 *)
Definition n1 (w : seq E) h (x : S h) a := INR (maxn 1 (cnt (mkp x a) w)).
(* (10), eq:empirical-transition *)
Definition Pbar (w : seq E) : trans S A := fun h x a y =>
  (\rsum_(e <- w) ind (visit3 x a y e)) / n1 w x a.
(* (14), eq:14 *)
Definition rbar (w : seq E) h (x : S h) a := (\rsum_(e <- w) rew x a e) / n1 w x a.
Variable Lam : R.
(* (11), eq:extra-term-P *)
Definition eps (w : seq E) h (x : S h) (a : A) := sqrt (2 * INR #|S h.+1| * Lam / n1 w x a).
(* (15), eq:extra-term-r *)
Definition b (w : seq E) h (x : S h) (a : A) := sqrt (2 * Lam / n1 w x a).
(* (16), eq:rew-ucb *)
Definition rhat (w : seq E) : reward S A := fun h x a => Rmin 1 (rbar w x a + b w x a).
(* (17), eq:rew-lcb *)
Definition rcheck (w : seq E) : reward S A := fun h x a => Rmax 0 (rbar w x a - b w x a).

(* alg:main/18 and /19 at the history s: q is an optimum of LP1, and pi plays it *)
Definition optimal_play (s : seq E) (q : occ S A) (pi : policy S A) :=
  LP1_opt L (Pbar s) (@eps s) (rhat s) q /\ plays L q pi.

Lemma n1_ge1 w h (x : S h) a : 1 <= n1 w x a.
Proof. by rewrite /n1 -[1]/(INR 1); apply: leq_INR; exact: leq_maxl. Qed.
Lemma b_ge0 w h (x : S h) a : 0 <= b w x a. Proof. exact: sqrt_pos. Qed.

Hypothesis Hrv : forall z, 0 <= rv z <= 1.
Lemma rew01 h (x : S h) a e : 0 <= rew x a e <= ind (visit (mkp x a) e).
Proof.
rewrite /visit (pathhas_sum _ _ (@at_pair_layer _ _ _ (mkp x a))); split.
  by apply: pathsum_ge0 => *; apply: Rmult_le_pos; [exact: ind_ge0 | exact: (Hrv _).1].
apply: Rminus_le; rewrite -(Rmult_1_l (pathsum (fun _ _ _ _ _ => ind _) _ _)).
have -> : rew x a e - 1 * pathsum (fun l x' a' z y => ind (at_pair (mkp x a) x' a' z y)) x0 e =
  - pathsum (fun l x' a' z y => ind (at_pair (mkp x a) x' a' z y) * (1 - rv z)) x0 e.
  rewrite /Rminus Ropp_mult_distr_l -pathsumZ -pathsumD -[RHS]Rmult_1_l -Ropp_mult_distr_r.
  by rewrite Ropp_mult_distr_l -pathsumZ; apply: pathsum_eq => *; rewrite /at_rew; ring.
suff : 0 <= pathsum (fun l x' a' z y => ind (at_pair (mkp x a) x' a' z y) * (1 - rv z)) x0 e by lra.
apply: pathsum_ge0 => l x' a' z y; apply: Rmult_le_pos; first exact: ind_ge0.
by have := Hrv z; lra.
Qed.

Lemma rbar_ge0 w h (x : S h) a : 0 <= rbar w x a.
Proof.
have n0 := n1_ge1 w x a; apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat; lra.
by apply: rsum_ge0 => e _; case: (rew01 x a e).
Qed.
Lemma rhat01 w h (x : S h) a : 0 <= rhat w x a <= 1.
Proof.
by have := rbar_ge0 w x a; have := b_ge0 w x a; split; [apply: Rmin_glb; lra | exact: Rmin_l].
Qed.
End Estimates.

(* --- the process: episode t is played with the policy f (h_t), h_t the history before it *)
Section Process.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Unset Implicit Arguments.
Variables (P : trans S A) (rho : rlaw S A Z) (rv : Z -> R).
Set Implicit Arguments.
Notation E := (traj S A Z L 0).
Notation visit := (@visit S A Z x0 L).
Notation visit3 := (@visit3 S A Z x0 L).
Notation rew := (@rew S A Z x0 L rv).

(* r(x,a), the mean of the reward, and r01 *)
Definition r : reward S A := fun h x a => \rsum_y (P h x a y * rho h x a y rv).
Variable f : seq E -> policy S A.
Definition K hist := law P rho (f hist) (k := L) x0.

(* what the learner may be: at every history it plays, by any completion, any optimum of LP1 at the start of
   the epoch; the optimum may change from episode to episode and depend on all that was seen *)
Definition learner (st : seq E -> seq E) (Lam : R) (qhat : seq E -> occ S A) :=
  forall hist, is_policy (f hist) /\ optimal_play x0 rv Lam (st hist) (qhat hist) (f hist).

(* (2), eq:regret, against any policy pistar *)
Definition regret (pistar : policy S A) (v : seq E) :=
  INR (size v) * V P pistar r L x0 - hsum (fun hist _ => V P (f hist) r L x0) v.

Hypotheses (HP : is_trans P) (Hrho : is_rlaw rho) (Hrv : is_reward rho rv).
Let rvb : bdd rv := bdd_between Hrv.
Lemma r01 h (x : S h) a : 0 <= r x a <= 1.
Proof.
have g y : 0 <= rho h x a y rv <= 1.
  by split; [apply: (ex_geC (Hrho x a y)) | apply: (ex_leC (Hrho x a y))] => // z; have := Hrv z; lra.
split; first by apply: rsum_ge0 => y _; apply: Rmult_le_pos; [exact: (HP x a).1 | have := g y; lra].
rewrite -(HP x a).2; apply: le_rsum => y _; rewrite -[X in _ <= X]Rmult_1_r.
by apply: Rmult_le_compat_l; [exact: (HP x a).1 | have := g y; lra].
Qed.
Hypothesis Hf : forall w, is_policy (f w).
Lemma K_exp hist : is_exp (K hist). Proof. by apply: law_exp => // h x; exact: Hf. Qed.
Lemma K_linear hist : (forall h x a y, is_linear (rho h x a y)) -> is_linear (K hist).
Proof. by apply: law_linear => // h x; exact: Hf. Qed.

Lemma ind_abs b : Rabs (ind b) <= 1. Proof. by case: b; rewrite /= ?Rabs_R1 ?Rabs_R0; lra. Qed.

Lemma K_next hist h (x : S h) a y :
  K hist (fun e => ind (visit3 x a y e) - P h x a y * ind (visit (mkp x a) e)) <= 0.
Proof.
have HPi := Hf hist; have Kb := K_exp hist.
pose Phi : functional S A Z := fun l x' a' z y' =>
  ind (at3 x a y x' a' z y') + - P h x a y * ind (at_pair (mkp x a) x' a' z y').
have HPhi : bddf Phi.
  move=> l; exists (1 + Rabs (- P h x a y) * 1) => x' a' z y'; apply: Rle_trans (Rabs_triang _ _) _.
  rewrite Rabs_mult; apply: Rplus_le_compat; first exact: ind_abs.
  by apply: Rmult_le_compat_l; [exact: Rabs_pos | exact: ind_abs].
rewrite (@ex_eq _ _ Kb _ (pathsum Phi x0)) => [||e].
- apply: (@centred S A Z P rho (f hist) HP Hrho HPi x0 Phi L HPhi) => l x' a'.
  case: (eqVneq h l) => [hl|ne]; last first.
    rewrite big1 => [|y' _]; first exact: Rle_refl.
    by rewrite (ex_const (Hrho _ _ _) (c := 0)) ?Rmult_0_r // => z; rewrite /Phi at_other // at3_other //=; ring.
  subst l; case: (boolP ((x' == x) && (a' == a))) => [/andP[/eqP -> /eqP ->]|/negbTE n]; last first.
    rewrite big1 => [|y' _]; first exact: Rle_refl.
    by rewrite (ex_const (Hrho _ _ _) (c := 0)) ?Rmult_0_r // => z; rewrite /Phi at_same at3_same n /=; ring.
  have -> : \rsum_y' (P h x a y' * rho h x a y' (fun z => Phi h x a z y')) =
    \rsum_y' (ind (y' == y) * P h x a y') + \rsum_y' (P h x a y') * (- P h x a y).
    rewrite -rsumD; apply: eq_bigr => y' _.
    rewrite (ex_const (Hrho _ _ _) (c := ind (y' == y) - P h x a y)); first by ring.
    by move=> z; rewrite /Phi at_same at3_same !eqxx /=; ring.
  by rewrite rsum_ind rsumZr (HP x a).2; apply: Req_le; ring.
- by apply: bddB; [|apply: bddZ]; exact: bdd_ind.
rewrite pathsumD pathsumZ /visit /visit3.
by rewrite (pathhas_sum _ _ (@at_pair_layer _ _ _ (mkp x a))) (pathhas_sum _ _ (@at3_layer _ _ _ _ x a y)); ring.
Qed.

(* the rewards at (x,a), above (up) or below their mean *)
Lemma K_rew up hist h (x : S h) a :
  K hist (fun e => ind (visit (mkp x a) e) * (if up then rew x a e - r x a else r x a - rew x a e)) <= 0.
Proof.
have HPi := Hf hist; have Kb := K_exp hist; pose sg : R := if up then 1 else -1.
pose Phi : functional S A Z := fun l x' a' z y' => ind (at_pair (mkp x a) x' a' z y') * (sg * (rv z - r x a)).
have HPhi : bddf Phi.
  apply: (@bddf_between _ _ _ _ (fun _ => -1) (fun _ => 1)) => l x' a' z y'.
  have := Hrv z; have := r01 x a; rewrite /Phi /sg; case: (up); case: (at_pair _ _ _ _ _) => /=; lra.
have E1 e : ind (visit (mkp x a) e) * (if up then rew x a e - r x a else r x a - rew x a e) = pathsum Phi x0 e.
  have H := pathhas_mul (fun _ _ _ z _ => rv z) x0 e (r x a) (@at_pair_layer S A Z (mkp x a)).
  rewrite (_ : pathsum Phi x0 e = sg * (ind (visit (mkp x a) e) * (rew x a e - r x a))).
    by rewrite /sg; case: (up); ring.
  by rewrite /rew /at_rew H -pathsumZ; apply: pathsum_eq => *; rewrite /Phi; ring.
have PB := bdd_eq (fun e => esym (E1 e)) (pathsum_bdd L x0 HPhi).
rewrite (ex_eq Kb PB E1).
apply: (@centred S A Z P rho (f hist) HP Hrho HPi x0 Phi L HPhi) => l x' a'.
case: (eqVneq h l) => [hl|ne]; last first.
  rewrite big1 => [|y' _]; first exact: Rle_refl.
  by rewrite (ex_const (Hrho _ _ _) (c := 0)) ?Rmult_0_r // => z; rewrite /Phi at_other //=; ring.
subst l; case: (boolP ((x' == x) && (a' == a))) => [/andP[/eqP -> /eqP ->]|/negbTE n]; last first.
  rewrite big1 => [|y' _]; first exact: Rle_refl.
  by rewrite (ex_const (Hrho _ _ _) (c := 0)) ?Rmult_0_r // => z; rewrite /Phi at_same n /=; ring.
have PhiE y' z : Phi h x a z y' = sg * rv z + - sg * r x a by rewrite /Phi at_same !eqxx /=; ring.
have step y' : rho h x a y' (fun z => Phi h x a z y') = sg * rho h x a y' rv + - sg * r x a.
  rewrite (@ex_eq _ _ (Hrho x a y') _ (fun z => sg * rv z + - sg * r x a)) => [||z].
  - rewrite (ex_addC (Hrho x a y')); last exact: bddZ.
    congr (_ + _); rewrite /sg; case: (up) => /=.
      by rewrite Rmult_1_l; apply: (ex_eq (Hrho x a y')) => [|z]; [exact: bddZ | ring].
    rewrite (@ex_eq _ _ (Hrho x a y') _ (fun z => - rv z)) => [||z]; [|exact: bddZ|by ring].
    by rewrite (reward_mean Hrv); ring.
  - exact: bddf_step.
  exact: PhiE.
under eq_bigr => y' _ do rewrite step Rmult_plus_distr_l.
have rE : \rsum_i (P h x a i * (sg * rho h x a i rv)) = sg * r x a.
  by rewrite /r -rsumZ; apply: eq_bigr => y' _; ring.
by rewrite rsumD rsumZr (HP x a).2 rE; apply: Req_le; ring.
Qed.
End Process.
