(* Finite sums of reals as MathComp bigops, finite distributions, the inequality of Cauchy and Schwarz. *)
(* Reals first: it takes the key %N and nat_scope's ^ for itself; MathComp takes them back. *)
Require Export Reals Lra Psatz.
From mathcomp Require Export ssreflect ssrfun ssrbool eqtype ssrnat seq path choice fintype
  finfun bigop finset div prime tuple.
#[export] Set SsrOldRewriteGoalsOrder.   (* for Rocq 9.2; earlier versions have this order and no such option *)
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Lemma RplusA : associative Rplus. Proof. by move=> x y z; rewrite Rplus_assoc. Qed.
Lemma RmultA : associative Rmult. Proof. by move=> x y z; rewrite Rmult_assoc. Qed.
(* the laws of MathComp's sums, whose fields MathComp 1 and 2 name and nest differently: a field is the operation op, a
   law that was declared before, an equation, or a record of such *)
Ltac law op before := unshelve econstructor; first (first [exact op | exact before]);
  repeat first [exact RplusA | exact Rplus_0_l | exact Rplus_0_r | exact Rplus_comm | exact RmultA | exact Rmult_1_l
    | exact Rmult_1_r | exact Rmult_comm | exact Rmult_0_l | exact Rmult_0_r | exact Rmult_plus_distr_r
    | exact Rmult_plus_distr_l | unshelve econstructor].
Canonical Rplus_monoid : Monoid.law 0 := ltac:(law Rplus I).
Canonical Rplus_comoid : Monoid.com_law 0 := ltac:(law Rplus Rplus_monoid).
Canonical Rmult_monoid : Monoid.law 1 := ltac:(law Rmult I).
Canonical Rmult_comoid : Monoid.com_law 1 := ltac:(law Rmult Rmult_monoid).
Canonical Rmult_muloid : Monoid.mul_law 0 := ltac:(law Rmult I).
Canonical Rplus_addoid : Monoid.add_law 0 Rmult := ltac:(law Rplus Rplus_comoid).
(* what bigD1 asks for: in MathComp 2 a law without the neutral element, in MathComp 1 the commutative law again *)
Canonical Rplus_semigroup : ltac:(match type of @bigD1 with
  | forall (T : Type) (idx : T) (op : @?law T idx), _ => let t := eval cbv beta in (law R 0) in exact t
  | forall (T : Type) (op : @?law T), _ => let t := eval cbv beta in (law R) in exact t
  end) := ltac:(law Rplus Rplus_monoid).

(* a type as a finite type, by MathComp's canonical structures *)
Notation "[ 'finite' T ]" := ltac:(let F := open_constr:(_) in unify (Finite.sort F) (T : Type); exact F)
  (at level 0, T at level 200, only parsing).

Reserved Notation "\rsum_ i F" (at level 41, F at level 41, i at level 0,
  format "'[' \rsum_ i '/  '  F ']'").
Reserved Notation "\rsum_ ( i | P ) F" (at level 41, F at level 41, i at level 50,
  format "'[' \rsum_ ( i  |  P ) '/  '  F ']'").
Reserved Notation "\rsum_ ( i < n ) F" (at level 41, F at level 41, i, n at level 50,
  format "'[' \rsum_ ( i  <  n ) '/  '  F ']'").
Reserved Notation "\rsum_ ( i 'in' A ) F" (at level 41, F at level 41, i, A at level 50,
  format "'[' \rsum_ ( i  'in'  A ) '/  '  F ']'").
Reserved Notation "\rsum_ ( i <- r ) F" (at level 41, F at level 41, i, r at level 50,
  format "'[' \rsum_ ( i  <-  r ) '/  '  F ']'").
Reserved Notation "\rsum_ ( i : t ) F" (at level 41, F at level 41, i at level 50,
  format "'[' \rsum_ ( i  :  t ) '/  '  F ']'").
Notation "\rsum_ ( i : t ) F" := (\big[Rplus/R0]_(i : t) F%R) (only parsing) : R_scope.
Notation "\rsum_ i F" := (\big[Rplus/R0]_i F%R) : R_scope.
Notation "\rsum_ ( i | P ) F" := (\big[Rplus/R0]_(i | P%B) F%R) : R_scope.
Notation "\rsum_ ( i < n ) F" := (\big[Rplus/R0]_(i < n) F%R) : R_scope.
Notation "\rsum_ ( i 'in' A ) F" := (\big[Rplus/R0]_(i in A) F%R) : R_scope.
Notation "\rsum_ ( i <- r ) F" := (\big[Rplus/R0]_(i <- r) F%R) : R_scope.

Section Sums.
Variables (I : Type) (r : seq I) (P : pred I).
Implicit Types F G : I -> R.

Lemma le_rsum F G : (forall i, P i -> F i <= G i) ->
  \big[Rplus/R0]_(i <- r | P i) F i <= \big[Rplus/R0]_(i <- r | P i) G i.
Proof. by move=> H; elim/big_rec2: _ => [|i x y Pi]; [lra | have := H i Pi; lra]. Qed.

Lemma rsum_ge0 F : (forall i, P i -> 0 <= F i) -> 0 <= \big[Rplus/R0]_(i <- r | P i) F i.
Proof. by move=> H; elim/big_rec: _ => [|i x Pi]; [lra | have := H i Pi; lra]. Qed.

Lemma rsum_abs F : Rabs (\big[Rplus/R0]_(i <- r | P i) F i) <=
  \big[Rplus/R0]_(i <- r | P i) Rabs (F i).
Proof.
elim/big_rec2: _ => [|i x y Pi H]; first by rewrite Rabs_R0; lra.
by apply: Rle_trans (Rabs_triang _ _) _; lra.
Qed.

Lemma rsumZ c F : \big[Rplus/R0]_(i <- r | P i) (c * F i) = c * \big[Rplus/R0]_(i <- r | P i) F i.
Proof. by rewrite big_distrr. Qed.

Lemma rsumZr c F : \big[Rplus/R0]_(i <- r | P i) (F i * c) = \big[Rplus/R0]_(i <- r | P i) F i * c.
Proof. by rewrite big_distrl. Qed.

Lemma rsumD F G : \big[Rplus/R0]_(i <- r | P i) (F i + G i) =
  \big[Rplus/R0]_(i <- r | P i) F i + \big[Rplus/R0]_(i <- r | P i) G i.
Proof. by rewrite big_split. Qed.

Lemma rsumN F : \big[Rplus/R0]_(i <- r | P i) (- F i) = - \big[Rplus/R0]_(i <- r | P i) F i.
Proof. by elim/big_rec2: _ => [|i x y _ ->]; lra. Qed.

Lemma rsumB F G : \big[Rplus/R0]_(i <- r | P i) (F i - G i) =
  \big[Rplus/R0]_(i <- r | P i) F i - \big[Rplus/R0]_(i <- r | P i) G i.
Proof. by rewrite /Rminus rsumD rsumN. Qed.
End Sums.

Lemma rsum_const (T : finType) (c : R) : \rsum_(i : T) c = INR #|T| * c.
Proof.
rewrite big_const cardT; elim: (size _) => [|n IH]; first by rewrite /=; lra.
by rewrite iterS IH S_INR; lra.
Qed.

Lemma rsum_ord_const n (c : R) : \rsum_(i < n) c = INR n * c.
Proof. by rewrite rsum_const card_ord. Qed.

(* 1{b} as a real *)
Definition ind (b : bool) : R := if b then 1 else 0.
Lemma ind_ge0 b : 0 <= ind b. Proof. by case: b => /=; lra. Qed.
Lemma ind_le1 b : ind b <= 1. Proof. by case: b => /=; lra. Qed.

Lemma rsum_ind (T : finType) (x : T) F : \rsum_(i : T) (ind (i == x) * F i) = F x.
Proof.
rewrite (bigD1 x) //= eqxx big1 ?Rplus_0_r ?Rmult_1_l //.
by move=> i /negPf ->; rewrite /= Rmult_0_l.
Qed.

Lemma rsum_ge0_eq0 (I : finType) (F : I -> R) i : (forall j, 0 <= F j) -> \rsum_j F j = 0 -> F i = 0.
Proof.
move=> F0; rewrite (bigD1 i) //= => E1; have := F0 i.
have : 0 <= \rsum_(j | j != i) F j by apply: rsum_ge0 => j _; exact: F0.
lra.
Qed.

Lemma rsum_ge1 (I : finType) (F : I -> R) i : (forall j, 0 <= F j) -> F i <= \rsum_j F j.
Proof.
move=> F0; rewrite (bigD1 i) //=.
have : 0 <= \rsum_(j | j != i) F j by apply: rsum_ge0 => j _; exact: F0.
lra.
Qed.

(* ssrnat vs Peano on the way to R *)
Lemma leq_INR m n : (m <= n)%N -> INR m <= INR n.
Proof. by move=> /leP; exact: le_INR. Qed.
Lemma addn_INR m n : INR (m + n)%N = INR m + INR n. Proof. exact: plus_INR. Qed.
Lemma muln_INR m n : INR (m * n)%N = INR m * INR n. Proof. exact: mult_INR. Qed.
Lemma sum_INR (T : finType) (F : T -> nat) : INR (\sum_i F i)%N = \rsum_i INR (F i).
Proof. by elim/big_rec2: _ => [//|i x y _ <-]; rewrite addn_INR. Qed.

Lemma Rabs_scale c x : 0 <= c -> Rabs (c * x) = c * Rabs x.
Proof. by move=> c0; rewrite Rabs_mult (Rabs_pos_eq c). Qed.

(* stated with the same notation, so that lra sees the same atoms (big_ord_recr leaves
   ordinal n where the notation has Finite.sort (ordinal_finType n)) *)
Lemma rsum_recr n (F : nat -> R) : \rsum_(i < n.+1) F i = \rsum_(i < n) F i + F n.
Proof. by rewrite big_ord_recr. Qed.
Lemma rsum_recl n (F : nat -> R) : \rsum_(i < n.+1) F i = F 0%N + \rsum_(i < n) F i.+1.
Proof. by rewrite big_ord_recl. Qed.

Lemma INR1 : INR 1 = 1. Proof. by []. Qed.

(* p is a distribution: a point of the simplex Delta(T) *)
Definition is_dist (T : finType) (p : T -> R) := (forall i, 0 <= p i) /\ \rsum_i p i = 1.

Lemma rsum_ord_ind L h (G : nat -> R) : (h < L)%N -> \rsum_(j < L) (ind (nat_of_ord j == h) * G j) = G h.
Proof.
move=> hL; rewrite (bigD1 (Ordinal hL)) //= eqxx big1 => [|j jh]; first by rewrite /=; ring.
suff -> : (nat_of_ord j == h) = false by rewrite /= Rmult_0_l.
by apply/negbTE; move: jh; apply: contra => /eqP E1; apply/eqP/val_inj.
Qed.

(* Cauchy-Schwarz, the "Jensen" of Appendix II *)
Lemma rsum_sqrt_le (I : finType) (u : I -> R) (s : R) : (forall i, 0 <= u i) -> \rsum_i u i = s ->
  \rsum_i sqrt (u i) <= sqrt (INR #|I| * s).
Proof.
move=> u0 us.
have s0 : 0 <= s by rewrite -us; apply: rsum_ge0.
have n0 : 0 <= INR #|I| by exact: pos_INR.
have S0 : 0 <= \rsum_i sqrt (u i) by apply: rsum_ge0 => i _; exact: sqrt_pos.
apply: Rsqr_incr_0_var; last exact: sqrt_pos.
rewrite Rsqr_sqrt; last by apply: Rmult_le_pos.
set B := \rsum_i sqrt (u i) in S0 *.
(* sum (n sqrt u_i - B)^2 >= 0 *)
have H : 0 <= \rsum_i (INR #|I| * sqrt (u i) - B) ^ 2 by apply: rsum_ge0 => i _; exact: pow2_ge_0.
have E : \rsum_i (INR #|I| * sqrt (u i) - B) ^ 2 = INR #|I| * (INR #|I| * s - B ^ 2).
  transitivity (\rsum_i (INR #|I| ^ 2 * u i + (- (2 * INR #|I| * B) * sqrt (u i) + B ^ 2))).
    apply: eq_bigr => i _; have := sqrt_sqrt _ (u0 i); move: (sqrt (u i)) => v <-; ring.
  by rewrite !rsumD !rsumZ us rsum_const -/B; ring.
case: (Rle_lt_or_eq_dec _ _ n0) => [np|nz].
  by rewrite E in H; rewrite /Rsqr; nra.
have -> : B = 0; last by rewrite /Rsqr -nz; lra.
rewrite /B big1 // => i _; exfalso.
by have : (0 < #|I|)%N by [apply/card_gt0P; exists i]; case: #|I| nz => // k; rewrite S_INR;
  have := pos_INR k; lra.
Qed.

Lemma sqrt2_sqr : sqrt 2 * sqrt 2 = 2. Proof. by apply: sqrt_sqrt; lra. Qed.
Lemma sqrt2_ge1 : 1 <= sqrt 2. Proof. by rewrite -{1}sqrt_1; apply: sqrt_le_1_alt; lra. Qed.
Lemma sqrt2_le2 : sqrt 2 <= 2. Proof. by have := sqrt2_sqr; have := sqrt2_ge1; nra. Qed.
Lemma sqrt2_bounds : 141421 / 100000 <= sqrt 2 <= 141422 / 100000.
Proof. by have := sqrt2_sqr; have := sqrt2_ge1; nra. Qed.

Lemma sqrt_le_sq x y : 0 <= y -> x <= y ^ 2 -> sqrt x <= y.
Proof. by move=> y0 H; rewrite -[X in _ <= X]sqrt_pow2 //; exact: sqrt_le_1_alt. Qed.

Lemma le_ln x y : 0 < x -> x <= y -> ln x <= ln y.
Proof. by move=> x0 [lt|<-]; [apply/Rlt_le/ln_increasing | exact: Rle_refl]. Qed.
