(* Section IV: the confidence set, the polytope (13) and LP1 for given estimates; lem:conf-set-polytope. *)
Require Import Previsions.Sums UCRLLP.model.Model UCRLLP.model.OccupancyMeasures.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section LP1.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N).
Notation trans := (trans S A).
Notation policy := (policy S A).
Notation reward := (reward S A).
Notation occ := (occ S A).
Notation q2 := (q2 x0).
Notation q3 := (q3 x0).
Hypothesis x0_only : forall x, x = x0.
Unset Implicit Arguments.
Variables (L : nat) (Pbar : trans) (eps : forall h, S h -> A -> R).
Set Implicit Arguments.
Definition in_conf (P : trans) := forall h x a, (h < L)%N -> (\rsum_y Rabs (P h x a y - Pbar h x a y) <= eps h x a).

(* the polytope (13) with the x_L-fix, projected onto q *)
Definition polytope (q : occ) :=
  [/\ forall h x a y, (h < L)%N -> 0 <= q h x a y,
      \rsum_(x : S 0%N) \rsum_a marg q x a = 1,
      forall h (y : S h.+1), (h.+1 < L)%N ->
        \rsum_a marg q y a = \rsum_(x : S h) \rsum_a q h x a y
    & exists dev : occ,
      (forall h x a y, (h < L)%N -> Rabs (q h x a y - Pbar h x a y * marg q x a) <= dev h x a y) /\
      (forall h x a, (h < L)%N -> \rsum_y dev h x a y <= eps h x a * marg q x a)].

Definition LP1_opt rhat q :=
  polytope q /\ forall q', polytope q' -> inner L q' rhat <= inner L q rhat.

Lemma occ_in_polytope P pi : is_trans P -> is_policy pi -> in_conf P -> polytope (q3 P pi).
Proof.
move=> HP Hpi Hc; split.
- by move=> h x a y _; exact: q3_ge0.
- rewrite -(mu_sum x0 HP Hpi 0); apply: eq_bigr => x _.
  by rewrite -(q2_mu x0 P Hpi); apply: eq_bigr => a _; rewrite (marg_q3 x0 pi HP).
- move=> h y _; under eq_bigr => a _ do rewrite (marg_q3 x0 pi HP).
  by rewrite q2_mu.
exists (fun h x a y => Rabs (q3 P pi x a y - Pbar h x a y * marg (q3 P pi) x a)).
split=> h x a; first by move=> y _; exact: Rle_refl.
move=> hL; rewrite (marg_q3 x0 pi HP).
have -> : \rsum_y Rabs (q3 P pi x a y - Pbar h x a y * q2 P pi x a) =
  \rsum_y (q2 P pi x a * Rabs (P h x a y - Pbar h x a y)).
  apply: eq_bigr => y _; rewrite -Rabs_scale; last exact: q2_ge0.
  by congr Rabs; rewrite /q3; ring.
rewrite rsumZ Rmult_comm; apply: Rmult_le_compat_r; [exact: q2_ge0 | exact: (Hc h x a hL)].
Qed.

Lemma inner_le (q : occ) (r r' : reward) : (forall h (x : S h) a, (h < L)%N -> 0 <= marg q x a) ->
  (forall h (x : S h) a, (h < L)%N -> r h x a <= r' h x a) -> inner L q r <= inner L q r'.
Proof.
move=> q0 rr; apply: le_rsum => h _; apply: le_rsum => x _; apply: le_rsum => a _.
by apply: Rmult_le_compat_l; [apply: q0 | apply: rr].
Qed.

(* Bias-I + Diff <= 0 for one episode *)
Theorem optimism P pi (r rhat : reward) qhat : is_trans P -> is_policy pi -> in_conf P ->
  (forall h x a, (h < L)%N -> r h x a <= rhat h x a) -> LP1_opt rhat qhat ->
  inner L (q3 P pi) r <= inner L qhat rhat.
Proof.
move=> HP Hpi Hc rr [_ opt]; apply: Rle_trans (opt _ (occ_in_polytope HP Hpi Hc)).
by apply: inner_le => // h x a _; rewrite (marg_q3 x0 pi HP); exact: q2_ge0.
Qed.

(* thm:final-decomposition, one episode *)
Lemma innerB (q q' : occ) r : inner L q r - inner L q' r =
  \rsum_(h < L) \rsum_(x : S h) \rsum_a ((marg q x a - marg q' x a) * r h x a).
Proof.
rewrite -rsumB; apply: eq_bigr => h _; rewrite -rsumB; apply: eq_bigr => x _.
by rewrite -rsumB; apply: eq_bigr => a _; ring.
Qed.
End LP1.

Section Polytope.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N).
Hypothesis x0_only : forall x, x = x0.
Unset Implicit Arguments.
Variables (L : nat) (Pbar : trans S A) (eps : forall h, S h -> A -> R).
Variables (q : occ S A) (P : trans S A) (pi : policy S A).
Set Implicit Arguments.
Hypothesis Hq : polytope L Pbar eps q.
Hypothesis HP : is_trans P.
Hypothesis Hc : forall h x a, (h < L)%N -> \rsum_y Rabs (P h x a y - Pbar h x a y) <= eps h x a.
Hypothesis Hpi : is_policy pi.
(* pi = pi^q where q(x) > 0, anything elsewhere *)
Definition plays (q : occ S A) (pi : policy S A) := forall h x a, (h < L)%N ->
  (pi h x a * (\rsum_b marg q x b) = marg q x a)%R.
Hypothesis Hplay : plays q pi.

Definition Phat : trans S A := fun h x a y =>
  if Req_EM_T (marg q x a) 0 then P h x a y
  else if (h < L)%N then q h x a y / marg q x a else P h x a y.

Lemma marg_ge0 h (x : S h) a : (h < L)%N -> 0 <= marg q x a.
Proof. by move=> hL; apply: rsum_ge0 => y _; case: Hq => H _ _ _; exact: H. Qed.

Lemma Phat_trans : is_trans Phat.
Proof.
move=> h x a; rewrite /Phat; case: (Req_EM_T (marg q x a) 0) => [m0|m0]; first exact: HP.
case: (boolP (h < L)%N) => [hL|_]; last exact: HP.
have mp := marg_ge0 x a hL; have {}mp : 0 < marg q x a by lra.
split=> [y|]; last by rewrite /Rdiv rsumZr -/(marg q x a) Rinv_r.
by apply: Rmult_le_pos; [case: Hq => H _ _ _; exact: H | apply/Rlt_le/Rinv_0_lt_compat].
Qed.

Lemma Phat_conf h x a : (h < L)%N -> \rsum_y Rabs (Phat x a y - Pbar h x a y) <= eps h x a.
Proof.
move=> hL; rewrite /Phat; case: (Req_EM_T (marg q x a) 0) => [m0|m0]; first exact: Hc.
rewrite hL /=; have mp := marg_ge0 x a hL; have {}mp : 0 < marg q x a by lra.
case: Hq => _ _ _ [dev [dev1 dev2]].
apply: (Rmult_le_reg_r _ _ _ mp); apply: Rle_trans (dev2 _ x a hL).
rewrite -rsumZr; apply: le_rsum => y _; apply: Rle_trans (dev1 _ x a y hL).
rewrite Rmult_comm -Rabs_scale; last by lra.
by apply: Req_le; congr Rabs; field.
Qed.

Lemma q_Phat h x a y : (h < L)%N -> marg q x a * Phat x a y = q h x a y.
Proof.
move=> hL; rewrite /Phat; case: Req_EM_T => [m0|m0] /=; last by rewrite hL; field.
rewrite m0 Rmult_0_l; move: m0; rewrite /marg (bigD1 y) //=.
case: Hq => H _ _ _; have := H _ x a y hL.
have : 0 <= \rsum_(i | i != y) q h x a i by apply: rsum_ge0 => i _; exact: H.
lra.
Qed.

Lemma mu_marg h (x : S h) : (h < L)%N -> mu x0 Phat pi x = \rsum_a marg q x a.
Proof.
elim: h x => [|h IH] x hL.
  rewrite /= (x0_only x) eqxx /=; case: Hq => _ <- _ _.
  by rewrite (bigD1 x0) //= [X in _ + X]big1 ?Rplus_0_r // => y; rewrite (x0_only y) eqxx.
have hL' : (h < L)%N by apply: ltnW.
case: Hq => _ _ -> // _ /=; apply: eq_bigr => y _; apply: eq_bigr => a _.
by rewrite IH // (Rmult_comm _ (pi _ _ _)) Hplay // q_Phat.
Qed.

(* Alg. 1 l. 19 (alg:main/19): every policy that plays q where q has mass induces q with Phat *)
Theorem polytope_occ h x a y : (h < L)%N -> q3 x0 Phat pi x a y = q h x a y.
Proof. by move=> hL; rewrite /q3 /q2 mu_marg // (Rmult_comm _ (pi _ _ _)) Hplay // q_Phat. Qed.

Corollary inner_polytope r : inner L (q3 x0 Phat pi) r = inner L q r.
Proof.
apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _; congr (_ * _).
by apply: eq_bigr => y _; exact: polytope_occ.
Qed.
End Polytope.
