(* Section III: occupancy measures; eq:8, the value as an inner product; expectations along an episode. *)
Require Import Previsions.Sums Previsions.Probability UCRLLP.model.Model UCRLLP.model.Episodes.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Occupancy.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N).
Notation trans := (trans S A).
Notation policy := (policy S A).
Notation reward := (reward S A).
Definition occ := forall h, S h -> A -> S h.+1 -> R.       (* q(x,a,x') *)
Hypothesis x0_only : forall x, x = x0.

(* forward recursion: mu h x = Pr{x_h = x | P, pi} *)
Fixpoint mu (P : trans) (pi : policy) h : S h -> R :=
  match h with
  | 0%N => fun x => ind (x == x0)
  | h'.+1 => fun y => \rsum_(x : S h') \rsum_(a : A) (mu P pi x * pi h' x a * P h' x a y)
  end.
(* def:1, the occupancy measure of P and pi: q(x,a) and q(x,a,x') *)
Definition q2 P pi h (x : S h) a := mu P pi x * pi h x a.
Definition q3 P pi : occ := fun h x a y => q2 P pi x a * P h x a y.
(* q(x,a), the sum of q(x,a,x') over x' *)
Definition marg (q : occ) h (x : S h) a := \rsum_y q h x a y.

(* <q, r> *)
Definition inner L (q : occ) (r : reward) :=
  \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (marg q x a * r h x a).

Section Basic.
Unset Implicit Arguments.
Variables (P : trans) (pi : policy).
Set Implicit Arguments.
Hypotheses (HP : is_trans P) (Hpi : is_policy pi).

Lemma mu_ge0 h (x : S h) : 0 <= mu P pi x.
Proof.
elim: h x => [|h IH] x /=; first exact: ind_ge0.
apply: rsum_ge0 => y _; apply: rsum_ge0 => a _.
by apply: Rmult_le_pos; [apply: Rmult_le_pos; [exact: IH | exact: (Hpi y).1] | exact: (HP y a).1].
Qed.

Lemma q2_ge0 h (x : S h) a : 0 <= q2 P pi x a.
Proof. by apply: Rmult_le_pos; [exact: mu_ge0 | exact: (Hpi x).1]. Qed.

Lemma q3_ge0 h (x : S h) a y : 0 <= q3 P pi x a y.
Proof. by apply: Rmult_le_pos; [exact: q2_ge0 | exact: (HP x a).1]. Qed.

Lemma marg_q3 h (x : S h) a : marg (q3 P pi) x a = q2 P pi x a.
Proof. by rewrite /marg /q3 rsumZ (HP x a).2 Rmult_1_r. Qed.

Lemma q2_mu h (x : S h) : \rsum_a q2 P pi x a = mu P pi x.
Proof. by rewrite /q2 rsumZ (Hpi x).2 Rmult_1_r. Qed.

Lemma mu_sum h : \rsum_(x : S h) mu P pi x = 1.
Proof.
elim: h => [|h IH] /=.
  by rewrite (bigD1 x0) //= eqxx big1 /= ?Rplus_0_r // => i /negPf ->.
rewrite exchange_big -[RHS]IH; apply: eq_bigr => x _ /=.
rewrite exchange_big /= -[RHS]q2_mu; apply: eq_bigr => a _.
by rewrite rsumZ (HP x a).2 Rmult_1_r.
Qed.

(* the expected reward of layer h *)
Definition gain (r : reward) h := \rsum_(x : S h) \rsum_a (q2 P pi x a * r h x a).

Lemma V_occ r k h : \rsum_(x : S h) (mu P pi x * V P pi r k x) = \rsum_(j < k) gain r (j + h).
Proof.
elim: k h => [|k IH] h; first by rewrite big_ord0 big1 //= => x _; rewrite Rmult_0_r.
rewrite big_ord_recl add0n /=.
have -> : \rsum_(i < k) gain r (bump 0 i + h) = \rsum_(i < k) gain r (i + h.+1).
  by apply: eq_bigr => i _; rewrite /bump /= add1n addSnnS.
rewrite -IH /= /gain.
under [X in _ = _ + X]eq_bigr => y _ do rewrite -rsumZr.
rewrite [X in _ = _ + X]exchange_big -rsumD /=; apply: eq_bigr => x _.
under [X in _ = _ + X]eq_bigr => y _ do rewrite -rsumZr.
rewrite [X in _ = _ + X]exchange_big -rsumD -rsumZ /=; apply: eq_bigr => a _.
have -> : \rsum_y (mu P pi x * pi h x a * P h x a y * V P pi r k y) =
  mu P pi x * pi h x a * \rsum_y (P h x a y * V P pi r k y).
  by rewrite -rsumZ; apply: eq_bigr => y _; ring.
by rewrite /q2; ring.
Qed.

(* (8) (eq:8): V(pi) = <q, r> *)
Theorem eq_8 L r : V P pi r L x0 = inner L (q3 P pi) r.
Proof.
have := V_occ r L 0; rewrite /= rsum_ind => ->; rewrite /inner.
apply: eq_bigr => j _; rewrite addn0; apply: eq_bigr => x _; apply: eq_bigr => a _.
by rewrite marg_q3.
Qed.
End Basic.
End Occupancy.

Section Expectation.
Variables (S : nat -> finType) (A : finType) (Z : Type).
Unset Implicit Arguments.
Variables (P : trans S A) (rho : rlaw S A Z) (pi : policy S A).
Set Implicit Arguments.
Hypotheses (HP : is_trans P) (Hrho : is_rlaw rho) (Hpi : is_policy pi).
Notation W := (W P rho pi).
Variable x0 : S 0%N.
Definition mean (Phi : functional S A Z) l := \rsum_(x : S l) \rsum_a
  (q2 x0 P pi x a * \rsum_y (P l x a y * rho l x a y (fun z => Phi l x a z y))).

Lemma W_occ Phi k h : \rsum_(x : S h) (mu x0 P pi x * W Phi k x) = \rsum_(j < k) mean Phi (j + h).
Proof.
elim: k h => [|k IH] h; first by rewrite big_ord0 big1 //= => x _; rewrite Rmult_0_r.
rewrite big_ord_recl add0n /=.
have -> : \rsum_(i < k) mean Phi (bump 0 i + h) = \rsum_(i < k) mean Phi (i + h.+1).
  by apply: eq_bigr => i _; rewrite /bump /= add1n addSnnS.
rewrite -IH /= {1}/mean.
under [X in _ = _ + X]eq_bigr => y _ do rewrite -rsumZr.
rewrite [X in _ = _ + X]exchange_big -rsumD /=; apply: eq_bigr => x _.
under [X in _ = _ + X]eq_bigr => y _ do rewrite -rsumZr.
rewrite [X in _ = _ + X]exchange_big -rsumD -rsumZ /=; apply: eq_bigr => a _.
rewrite /q2.
by rewrite -!rsumZ -rsumD; apply: eq_bigr => y _; ring.
Qed.

Theorem expected_occ Phi L : bddf Phi -> law P rho pi x0 (pathsum Phi (k := L) x0) <= \rsum_(h < L) mean Phi h.
Proof.
move=> HPhi; apply: Rle_trans (expected_W HP Hrho Hpi L x0 HPhi) _.
rewrite -(rsum_ind x0 (fun x => W Phi L x)); have := W_occ Phi L 0; rewrite /= => ->.
by apply: Req_le; apply: eq_bigr => h _; rewrite addn0.
Qed.

(* with equality where every step has a mean *)
Theorem expected_occ_mean Phi L (m : forall h, S h -> A -> S h.+1 -> R) : bddf Phi ->
  (forall h x a y, has_mean (rho h x a y) (fun z => Phi h x a z y) (m h x a y)) ->
  has_mean (law P rho pi (k := L) x0) (pathsum Phi x0)
    (\rsum_(h < L) \rsum_(x : S h) \rsum_a (q2 x0 P pi x a * \rsum_y (P h x a y * m h x a y))).
Proof.
move=> HPhi H; have HL := law_exp HP Hrho Hpi L x0.
apply: (has_meanP HL (pathsum_bdd L x0 HPhi)).
  apply: Rle_trans (expected_occ L HPhi) _; apply: Req_le; apply: eq_bigr => h _; apply: eq_bigr => x _.
  by apply: eq_bigr => a _; congr (_ * _); apply: eq_bigr => y _; rewrite (H h x a y).1.
rewrite (@ex_eq _ _ HL _ (pathsum (fun h x a z y => - Phi h x a z y) x0)); first last.
- by move=> e; rewrite -[LHS](Rmult_1_l) -Ropp_mult_distr_r Ropp_mult_distr_l -pathsumZ; apply: pathsum_eq => *; ring.
- by apply/bddN/pathsum_bdd.
apply: Rle_trans (expected_occ L (bddf_neg HPhi)) _; rewrite -rsumN; apply: Req_le.
apply: eq_bigr => h _; rewrite -rsumN; apply: eq_bigr => x _; rewrite -rsumN; apply: eq_bigr => a _.
rewrite Ropp_mult_distr_r -rsumN; congr (_ * _); apply: eq_bigr => y _; rewrite (H h x a y).2; ring.
Qed.

(* what is at most 0 in the mean at every (x,a) is at most 0 in the mean along the episode *)
Corollary centred Phi L : bddf Phi ->
  (forall h x a, \rsum_y (P h x a y * rho h x a y (fun z => Phi h x a z y)) <= 0) ->
  law P rho pi x0 (pathsum Phi (k := L) x0) <= 0.
Proof.
move=> HPhi H; apply: Rle_trans (expected_occ L HPhi) _.
rewrite -[X in _ <= X](_ : \rsum_(h < L) 0 = 0); last by rewrite big1.
apply: le_rsum => h _; rewrite -[X in _ <= X](_ : \rsum_(x : S h) 0 = 0); last by rewrite big1.
apply: le_rsum => x _; rewrite -[X in _ <= X](_ : \rsum_(a : A) 0 = 0); last by rewrite big1.
apply: le_rsum => a _; have := H h x a; have := q2_ge0 x0 HP Hpi x a; nra.
Qed.
End Expectation.
