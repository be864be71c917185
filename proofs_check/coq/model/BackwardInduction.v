(* Section IV-B: LP1 has an optimum, found by extended backward induction, for arbitrary estimates (centre
   Pbar, radius eps, reward rhat): the value W bounds <q, rhat> for every q in the polytope (13), and the occupancy
   measure of the greedy policy under the optimistic kernel attains it. *)
Require Import Previsions.Sums UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets
  Previsions.BallOptimum.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section BackwardInduction.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (L : nat).
Unset Implicit Arguments.
Variables (Pbar : trans S A) (eps : forall h, S h -> A -> R) (rhat : reward S A).
Set Implicit Arguments.

(* --- what the learner computes: k steps to go from layer h *)
Definition optimistic h (x : S h) a (v : S h.+1 -> R) := ball_opt (Pbar h x a) (eps h x a) v.
Definition Qv h (x : S h) (v : S h.+1 -> R) a := rhat h x a + \rsum_y (optimistic x a v y * v y).
Fixpoint W k h (x : S h) : R :=
  if k is k'.+1 then
    if argmax (Qv x (@W k' h.+1)) is Some a then Qv x (@W k' h.+1) a else 0
  else 0.
Definition evi_trans : trans S A := fun h x a => optimistic x a (@W (L - h.+1) h.+1).
Definition evi_policy : policy S A := fun h x a =>
  ind (argmax (Qv x (@W (L - h.+1) h.+1)) == Some a).

(* --- its optimality *)
Hypothesis x0_only : forall x, x = x0.
Variable a0 : A.
Hypothesis inh : forall h, S h.                                    (* no layer is empty *)
Hypothesis ok : forall h (x : S h) a, centre_ok (Pbar h x a) (eps h x a).

Lemma evi_is_trans : is_trans evi_trans.
Proof. by move=> h x a; have [] := ball_opt_spec (@W (L - h.+1) h.+1) (ok x a) (inh h.+1). Qed.

Lemma evi_is_policy : is_policy evi_policy.
Proof.
move=> h x; rewrite /evi_policy.
have [a -> _] := argmaxP (Qv x (@W (L - h.+1) h.+1)) a0; split=> [b|]; first exact: ind_ge0.
rewrite -[RHS](rsum_ind a (fun=> 1)); apply: eq_bigr => b _.
by rewrite Rmult_1_r eq_sym; congr ind.
Qed.

Lemma evi_conf : in_conf L Pbar eps evi_trans.
Proof. by move=> h x a _; have [] := ball_opt_spec (@W (L - h.+1) h.+1) (ok x a) (inh h.+1). Qed.

Lemma evi_value k h (x : S h) : (k + h)%N = L -> V evi_trans evi_policy rhat k x = W k x.
Proof.
elim: k h x => [//|k IH] h x kh; have kE : (L - h.+1)%N = k by rewrite -kh addSnnS addnK.
rewrite [LHS]/= /evi_policy [RHS]/= kE.
have [a -> _] := argmaxP (Qv x (@W k h.+1)) a0.
rewrite (eq_bigr (fun b => ind (b == a) * Qv x (@W k h.+1) b)) ?rsum_ind // => b _.
rewrite [Some a == _](_ : _ = (b == a)); last by rewrite eq_sym.
congr (_ * (_ + _)); apply: eq_bigr => y _; rewrite IH ?addnS -?addSn //.
by rewrite /evi_trans kE.
Qed.

(* no kernel of the confidence set and no policy does better *)
Lemma W_max (P : trans S A) (pi : policy S A) k h (x : S h) : is_trans P -> in_conf L Pbar eps P ->
  (forall l (y : S l), (l < L)%N -> is_dist (@pi l y)) -> (k + h)%N = L ->
  V P pi rhat k x <= W k x.
Proof.
move=> HP Hc Hpi; elim: k h x => [|k IH] h x kh; first exact: Rle_refl.
have hL : (h < L)%N by rewrite -kh addSn ltnS leq_addl.
rewrite [X in _ <= X]/=; have [a -> Ha] := argmaxP (Qv x (@W k h.+1)) a0.
have [p0 p1] := Hpi h x hL.
rewrite -[X in _ <= X]Rmult_1_l -p1 -rsumZr /=; apply: le_rsum => b _.
apply: Rmult_le_compat_l; first exact: p0.
apply: Rle_trans (Ha b); apply: Rplus_le_compat_l.
have [_ _ opt] := ball_opt_spec (@W k h.+1) (ok x b) (inh h.+1).
apply: Rle_trans (opt _ (HP h x b) (Hc h x b hL)).
apply: le_rsum => y _; apply: Rmult_le_compat_l; first exact: (HP h x b).1.
by apply: IH; rewrite addnS -addSn.
Qed.

(* LP1 (eq:lp-occ-update), repaired: backward induction finds a solution, and a policy that plays it *)
Theorem evi_opt : LP1_opt L Pbar eps rhat (q3 x0 evi_trans evi_policy) /\
                  plays L (q3 x0 evi_trans evi_policy) evi_policy.
Proof.
have HP := evi_is_trans; have Hpi := evi_is_policy; have Hc := evi_conf.
split; last first.
  move=> h x a _; rewrite (marg_q3 x0 _ HP) /q2 Rmult_comm; congr (_ * _).
  under eq_bigr => c _ do rewrite (marg_q3 x0 _ HP).
  by rewrite q2_mu.
split; first exact: occ_in_polytope.
move=> q Hq.
pose rest : policy S A := fun h x a =>
  if (h < L)%N then if Req_EM_T (\rsum_c marg q x c) 0 then evi_policy x a
                    else marg q x a / \rsum_c marg q x c
  else evi_policy x a.
have q0 h (x : S h) a : (h < L)%N -> 0 <= marg q x a by move=> hL; exact: (marg_ge0 Hq).
have pl : plays L q rest.
  move=> h x a hL; rewrite /rest hL; case: Req_EM_T => [m0|m0] /=; last by rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r.
  rewrite m0 Rmult_0_r; move: m0; rewrite (bigD1 a) //=; have := q0 _ x a hL.
  have : 0 <= \rsum_(i | i != a) marg q x i by apply: rsum_ge0 => i _; exact: q0.
  lra.
have Hrest l (y : S l) : (l < L)%N -> is_dist (rest l y).
  move=> lL; set m := \rsum_c marg q y c.
  have E c : rest l y c = if Req_EM_T m 0 then evi_policy y c else marg q y c / m.
    by rewrite /rest lL.
  split=> [c|]; last under eq_bigr => c _ do rewrite E.
    rewrite E; case: Req_EM_T => [_|m0] /=; first exact: (Hpi l y).1.
    apply: Rmult_le_pos; first exact: q0.
    have : 0 <= m by apply: rsum_ge0 => d _; apply: q0.
    by case=> [mp|mE]; [apply/Rlt_le/Rinv_0_lt_compat | case: m0].
  case: (Req_EM_T m 0) => [_|m0] /=; first exact: (Hpi l y).2.
  by rewrite /Rdiv rsumZr Rinv_r.
have Ht : is_trans (Phat L q evi_trans) by exact: Phat_trans Hq HP.
rewrite -(inner_polytope x0_only evi_trans Hq pl) -(eq_8 x0 _ Ht) -(eq_8 x0 _ HP).
rewrite (evi_value x0) ?addn0 //; apply: W_max; rewrite ?addn0 //.
exact: (Phat_conf Hq Hc).
Qed.

(* LP1 (eq:lp-occ-update), repaired: W is the optimal value of LP1 *)
Corollary LP1_value q : LP1_opt L Pbar eps rhat q -> inner L q rhat = W L x0.
Proof.
have [[Hp Hm] _] := evi_opt => -[Hq Hopt]; have HP := evi_is_trans.
rewrite -(evi_value x0) ?addn0 // (eq_8 x0 _ HP).
by apply: Rle_antisym; [exact: Hm | exact: Hopt].
Qed.
End BackwardInduction.
