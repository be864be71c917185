(* Section II: layered episodic Markov decision processes (Assumption 1).  The states of layer h are the finite
   type S h, h = 0, ..., L; layers above L play no part (take singletons). *)
Require Import Previsions.Sums.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Model.
Variables (S : nat -> finType) (A : finType).
(* P(x'|x,a), x in X_h, x' in X_{h+1}: transitions take place between consecutive layers only *)
Definition trans := forall h, S h -> A -> S h.+1 -> R.
(* pi(a|x) *)
Definition policy := forall h, S h -> A -> R.
(* r(x,a), the expected reward *)
Definition reward := forall h, S h -> A -> R.
Definition is_trans (P : trans) := forall h x a, is_dist (@P h x a).
Definition is_policy (pi : policy) := forall h x, is_dist (@pi h x).

(* eq:1, by backward recursion: V k x is the expected reward of the k steps from x in layer h on;
   V(pi) of the paper is V P pi r L x0 *)
Fixpoint V (P : trans) (pi : policy) (r : reward) k h (x : S h) : R :=
  match k with
  | 0%N => 0
  | k'.+1 => \rsum_(a : A) (pi h x a * (r h x a + \rsum_(y : S h.+1) (P h x a y * V P pi r k' y)))
  end.
End Model.

(* V in [0, k] for rewards in [0, 1] *)
Lemma V_bound (S : nat -> finType) (A : finType) (P : trans S A) pi r k h (x : S h) :
  is_trans P -> is_policy pi -> (forall h x a, 0 <= r h x a <= 1) -> 0 <= V P pi r k x <= INR k.
Proof.
move=> HP Hpi Hr; elim: k h x => [|k IH] h x; first by rewrite /=; lra.
rewrite S_INR; split=> /=.
  apply: rsum_ge0 => a _; apply: Rmult_le_pos; first exact: (Hpi h x).1.
  have : 0 <= \rsum_y (P h x a y * V P pi r k y).
    by apply: rsum_ge0 => y _; apply: Rmult_le_pos; [exact: (HP h x a).1 | have := IH _ y; lra].
  have := Hr h x a; lra.
apply: (@Rle_trans _ (\rsum_a (pi h x a * (INR k + 1)))).
  apply: le_rsum => a _; apply: Rmult_le_compat_l; first exact: (Hpi h x).1.
  have : \rsum_y (P h x a y * V P pi r k y) <= \rsum_y (P h x a y * INR k).
    by apply: le_rsum => y _; apply: Rmult_le_compat_l; [exact: (HP h x a).1 | have := IH _ y; lra].
  rewrite rsumZr (HP h x a).2; have := Hr h x a; lra.
by rewrite rsumZr (Hpi h x).2; lra.
Qed.
