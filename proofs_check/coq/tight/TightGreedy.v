(* Theorem 4 is tight (1): what solves LP1 up to a gap g is greedy up to g.  For arbitrary estimates: what its actions
   fall short of the largest optimistic value by, summed along an episode under its own kernel, has a mean of at most g;
   and what the L1 ball around a point mass gains. *)
Require Import Previsions.Sums Previsions.Probability UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures
  UCRLLP.model.ConfidenceSets Previsions.BallOptimum UCRLLP.model.BackwardInduction.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Module GreedyOptimum.

(* a sum of nonnegative terms that is 0 *)
Lemma rsum_term (I : finType) (F : I -> R) i : (forall i, 0 <= F i) -> F i <= \rsum_i F i.
Proof.
move=> F0; rewrite (bigD1 i) //=.
have : 0 <= \rsum_(j | j != i) F j by apply: rsum_ge0.
lra.
Qed.

(* --- the ball around a point mass *)
Section Point.
Variables (Y : finType) (v : Y -> R).
Definition point (j : Y) : Y -> R := fun y => ind (y == j).

Lemma point_dist j : is_dist (point j).
Proof.
split=> [y|]; first exact: ind_ge0.
by rewrite -[RHS](rsum_ind j (fun=> 1)); apply: eq_bigr => y _; rewrite Rmult_1_r.
Qed.
Lemma point_mean j : \rsum_y (point j y * v y) = v j.
Proof. exact: rsum_ind. Qed.

(* a distribution at most e away from it gains at most e/2 times the largest difference *)
Lemma point_upper j (p : Y -> R) e G : is_dist p -> \rsum_y Rabs (p y - point j y) <= e -> (forall y, v y <= G) ->
  \rsum_y (p y * v y) <= v j + e / 2 * (G - v j).
Proof.
move=> [p0 p1] pe vG.
have rest : \rsum_(y | y != j) p y = 1 - p j by move: p1; rewrite (bigD1 j) //=; lra.
have pj : p j <= 1 by have := rsum_term j p0; rewrite p1.
have half : 2 * (1 - p j) <= e.
  apply: Rle_trans pe; rewrite (bigD1 j) //= /point eqxx Rabs_left1; last by rewrite /ind; lra.
  rewrite (eq_bigr p) ?rest; first by rewrite /ind; lra.
  by move=> y /negPf ->; rewrite Rminus_0_r Rabs_pos_eq.
rewrite (bigD1 j) //=.
have : \rsum_(y | y != j) (p y * v y) <= \rsum_(y | y != j) (p y * G).
  by apply: le_rsum => y _; apply: Rmult_le_compat_l.
rewrite rsumZr rest; have := vG j => vj; nra.
Qed.

(* and t <= e/2 of its mass may go to any other state *)
Lemma point_moved j g t e : g != j -> 0 <= t <= 1 -> 2 * t <= e ->
  let p := fun y => (1 - t) * point j y + t * point g y in
  [/\ is_dist p, \rsum_y Rabs (p y - point j y) <= e & \rsum_y (p y * v y) = v j + t * (v g - v j)].
Proof.
move=> gj t01 te p; have [j0 j1] := point_dist j; have [g0 g1] := point_dist g; split.
- split=> [y|]; first by apply: Rplus_le_le_0_compat; apply: Rmult_le_pos => //; lra.
  by rewrite rsumD !rsumZ j1 g1; ring.
- rewrite (eq_bigr (fun y => t * point j y + t * point g y)) => [|y _].
    by rewrite rsumD !rsumZ j1 g1; lra.
  rewrite /p /point; case: (eqVneq y j) => [->|_]; last first.
    by case: (y == g); rewrite /ind /Rabs; case: Rcase_abs; lra.
  by rewrite eq_sym (negPf gj) /ind /Rabs; case: Rcase_abs; lra.
rewrite (eq_bigr (fun y => (1 - t) * (point j y * v y) + t * (point g y * v y))) => [|y _]; last by rewrite /p; ring.
by rewrite rsumD !rsumZ !point_mean; ring.
Qed.
End Point.

Section Greedy.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (L : nat).
Unset Implicit Arguments.
Variables (Pbar : trans S A) (eps : forall h, S h -> A -> R) (rhat : reward S A).
Set Implicit Arguments.
Hypothesis x0_only : forall x, x = x0.
Variable a0 : A.
Hypothesis inh : forall h, S h.
Hypothesis ok : forall h (x : S h) a, centre_ok (Pbar h x a) (eps h x a).

(* the optimistic value of a state, and of a pair *)
Definition U h (x : S h) := W Pbar eps rhat (L - h) x.
Definition Q h (x : S h) a := Qv Pbar eps rhat x (@U h.+1) a.

Lemma U_max h (x : S h) a : (h < L)%N -> Q x a <= U x.
Proof.
move=> hL; rewrite /U /Q (_ : (L - h)%N = (L - h.+1).+1); last by rewrite subnSK.
by rewrite [X in _ <= X]/=; have [b -> Hb] := argmaxP (Qv Pbar eps rhat x (@U h.+1)) a0; exact: Hb.
Qed.
Lemma Q_ge h (x : S h) a p : is_dist p -> \rsum_y Rabs (p y - Pbar h x a y) <= eps h x a ->
  rhat h x a + \rsum_y (p y * U y) <= Q x a.
Proof.
move=> Hp pe; apply: Rplus_le_compat_l.
by have [_ _ opt] := ball_opt_spec (@U h.+1) (ok x a) (inh h.+1); exact: opt.
Qed.
Lemma Q_attained h (x : S h) a : exists p, [/\ is_dist p, \rsum_y Rabs (p y - Pbar h x a y) <= eps h x a &
  Q x a = rhat h x a + \rsum_y (p y * U y)].
Proof.
exists (optimistic Pbar eps x a (@U h.+1)).
by have [d near _] := ball_opt_spec (@U h.+1) (ok x a) (inh h.+1).
Qed.
Lemma U_bound h (x : S h) : (h <= L)%N -> (forall h x a, 0 <= rhat h x a <= 1) -> 0 <= U x <= INR (L - h).
Proof.
move=> hL r01; rewrite /U -(evi_value Pbar eps rhat a0 x (subnK hL)); apply: V_bound => //.
  exact: evi_is_trans.
exact: evi_is_policy.
Qed.

(* what an action falls short of the optimistic value by *)
Definition short h (x : S h) a := Rmax 0 (U x - Q x a).
Lemma short_ge0 h (x : S h) a : 0 <= short x a. Proof. exact: Rmax_l. Qed.
Lemma short_ge h (x : S h) a : U x <= Q x a + short x a.
Proof. by have := Rmax_r 0 (U x - Q x a); rewrite -/(short x a); lra. Qed.

(* a point of the polytope that no other beats by more than g, and what plays it *)
Unset Implicit Arguments.
Variables (q : occ S A) (pi : policy S A) (g : R).
Set Implicit Arguments.
Hypotheses (Hq : polytope L Pbar eps q) (Hpl : plays L q pi) (Hpi : is_policy pi).
Hypothesis Hopt : forall q', polytope L Pbar eps q' -> inner L q' rhat <= inner L q rhat + g.
Definition kernel := Phat L q (evi_trans L Pbar eps rhat).

Lemma kernel_trans : is_trans kernel. Proof. by apply: (Phat_trans Hq); exact: evi_is_trans. Qed.
Lemma kernel_conf h (x : S h) a : (h < L)%N -> \rsum_y Rabs (kernel x a y - Pbar h x a y) <= eps h x a.
Proof. by apply: (Phat_conf Hq) => l y b lL; exact: evi_conf. Qed.

Lemma short_V k h (x : S h) : (k + h)%N = L -> V kernel pi short k x <= U x - V kernel pi rhat k x.
Proof.
elim: k h x => [|k IH] h x kh; first by rewrite /U -kh add0n subnn /=; lra.
have hL : (h < L)%N by rewrite -kh addSn ltnS leq_addl.
rewrite /= -[U x]Rmult_1_l -(Hpi x).2 -rsumZr -rsumB; apply: le_rsum => a _.
rewrite -Rmult_minus_distr_l; apply: Rmult_le_compat_l; first exact: (Hpi x).1.
have kx := kernel_trans x a; have Q1 := Q_ge kx (kernel_conf x a hL).
have H : \rsum_y (kernel x a y * V kernel pi short k y) <=
    \rsum_y (kernel x a y * U y) - \rsum_y (kernel x a y * V kernel pi rhat k y).
  rewrite -rsumB; apply: le_rsum => y _; rewrite -Rmult_minus_distr_l.
  by apply: Rmult_le_compat_l; [exact: kx.1 | apply: IH; rewrite addnS -addSn].
have := U_max x a hL; rewrite {1}/short /Rmax; case: Rle_dec => ?; lra.
Qed.

(* LP1 up to g: what its policy falls short by, under its own kernel, is at most g *)
Theorem near_greedy : V kernel pi short L x0 <= g.
Proof.
apply: Rle_trans (short_V x0 (addn0 L)) _.
have -> : V kernel pi rhat L x0 = inner L q rhat.
  by rewrite (eq_8 x0 pi kernel_trans) (inner_polytope x0_only _ Hq Hpl).
have [[Hp _] _] := evi_opt L rhat x0_only a0 inh ok; have := Hopt Hp.
rewrite -(eq_8 x0 _ (evi_is_trans L rhat inh ok)) (evi_value _ _ _ a0) ?addn0 // /U subn0; lra.
Qed.
End Greedy.
End GreedyOptimum.
