(* Theorem 4 is tight (1): every optimum of LP1 is greedy.  For arbitrary estimates: where an optimum of LP1 has mass,
   it plays an action whose optimistic value is the largest; and what the L1 ball around a point mass gains. *)
Require Import Previsions.Sums Previsions.Probability UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures
  UCRLLP.model.ConfidenceSets Previsions.BallOptimum UCRLLP.model.BackwardInduction.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Module GreedyOptimum.

(* a sum of nonnegative terms that is 0 *)
Lemma rsum_zero (I : finType) (F : I -> R) i : (forall i, 0 <= F i) -> \rsum_i F i <= 0 -> F i = 0.
Proof.
move=> F0; rewrite (bigD1 i) //= => H; have := F0 i.
have : 0 <= \rsum_(j | j != i) F j by apply: rsum_ge0.
lra.
Qed.
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

Unset Implicit Arguments.
Variables (q : occ S A) (pi : policy S A).
Set Implicit Arguments.
Hypotheses (Hq : LP1_opt L Pbar eps rhat q) (Hpl : plays L q pi) (Hpi : is_policy pi).
Notation Pq := (Phat L q (evi_trans L Pbar eps rhat)).
Definition mass h (x : S h) := mu x0 Pq pi x.

Let Ptrans : is_trans Pq. Proof. by apply: (Phat_trans Hq.1); exact: evi_is_trans. Qed.
Let Pconf h (x : S h) a : (h < L)%N -> \rsum_y Rabs (Pq x a y - Pbar h x a y) <= eps h x a.
Proof. by apply: (Phat_conf Hq.1) => l y b lL; exact: evi_conf. Qed.
Lemma mass_ge0 h (x : S h) : 0 <= mass x. Proof. exact: mu_ge0. Qed.
Lemma mass_0 : mass x0 = 1. Proof. by rewrite /mass /= eqxx. Qed.

(* what a positive transition and a positive action hand on *)
Lemma mass_step h (x : S h) a y : (h < L)%N -> 0 < mass x -> 0 < pi h x a -> eps h x a < Pbar h x a y -> 0 < mass y.
Proof.
move=> hL mx px e.
have Pp : 0 < Pq x a y.
  have := Pconf x a hL; have := rsum_term y (fun y => Rabs_pos (Pq x a y - Pbar h x a y)).
  by rewrite /= {1}/Rabs; case: Rcase_abs; lra.
have t0 (x' : S h) b : 0 <= mu x0 Pq pi x' * pi h x' b * Pq x' b y.
  by apply: Rmult_le_pos; [apply: Rmult_le_pos; [exact: mass_ge0 | exact: (Hpi x').1] | exact: (Ptrans x' b).1].
rewrite /mass /=; apply: (@Rlt_le_trans _ (mu x0 Pq pi x * pi h x a * Pq x a y)).
  by do 2?apply: Rmult_lt_0_compat.
apply: Rle_trans (rsum_term (F := fun b => mu x0 Pq pi x * pi h x b * Pq x b y) a (t0 x)) _.
apply: (rsum_term (F := fun x' => \rsum_b (mu x0 Pq pi x' * pi h x' b * Pq x' b y)) x) => x'.
exact: rsum_ge0.
Qed.

(* every optimum is greedy where it has mass, with every action that it plays *)
Theorem greedy h (x : S h) a : (h < L)%N -> 0 < mass x -> 0 < pi h x a -> Q x a = U x.
Proof.
move=> hL mx px.
pose gap l (y : S l) b := U y - (rhat l y b + \rsum_z (Pq y b z * U z)).
have gap0 l (y : S l) b : (l < L)%N -> 0 <= gap l y b.
  move=> lL; have := Q_ge (Ptrans y b) (Pconf y b lL); have := U_max y b lL; rewrite /gap; lra.
pose M n := \rsum_(y : S n) (mu x0 Pq pi y * U y).
pose G n := \rsum_(y : S n) \rsum_b (mu x0 Pq pi y * pi n y b * rhat n y b).
pose D n := \rsum_(y : S n) \rsum_b (mu x0 Pq pi y * pi n y b * gap n y b).
have step n : D n = M n - G n - M n.+1.
  have M1 : M n.+1 = \rsum_(y : S n) \rsum_b (mu x0 Pq pi y * pi n y b * \rsum_z (Pq y b z * U z)).
    rewrite /M /=; under eq_bigr => z _ do rewrite -rsumZr.
    rewrite exchange_big /=; apply: eq_bigr => y _.
    under eq_bigr => z _ do rewrite -rsumZr.
    rewrite exchange_big /=; apply: eq_bigr => b _.
    by rewrite -rsumZ; apply: eq_bigr => z _; ring.
  have M0 : M n = \rsum_(y : S n) \rsum_b (mu x0 Pq pi y * pi n y b * U y).
    apply: eq_bigr => y _; rewrite (eq_bigr (fun b => mu x0 Pq pi y * U y * pi n y b)) => [|b _]; last by ring.
    by rewrite rsumZ (Hpi y).2 Rmult_1_r.
  rewrite M1 M0 /G -!rsumB; apply: eq_bigr => y _; rewrite -!rsumB; apply: eq_bigr => b _.
  by rewrite /gap; ring.
have M0 : M 0%N = inner L q rhat.
  rewrite /M (eq_bigr (fun y => ind (y == x0) * U y)) // rsum_ind /U subn0.
  by rewrite (LP1_value x0_only a0 inh ok Hq).
have ML : M L = 0 by rewrite /M big1 // => y _; rewrite /U subnn Rmult_0_r.
have GE : \rsum_(n < L) G n = inner L q rhat.
  rewrite -(inner_polytope x0_only (evi_trans L Pbar eps rhat) Hq.1 Hpl); apply: eq_bigr => n _.
  apply: eq_bigr => y _; apply: eq_bigr => b _; congr (_ * _).
  by rewrite (marg_q3 x0 _ Ptrans).
have DE n : (n <= L)%N -> \rsum_(i < n) D i = M 0%N - \rsum_(i < n) G i - M n.
  elim: n => [|n IH] nL; first by rewrite !big_ord0; lra.
  by rewrite !rsum_recr IH ?(ltnW nL) // step; lra.
have D0 n : (n < L)%N -> 0 <= D n.
  move=> nL; apply: rsum_ge0 => y _; apply: rsum_ge0 => b _; apply: Rmult_le_pos; last exact: gap0.
  by apply: Rmult_le_pos; [exact: mass_ge0 | exact: (Hpi y).1].
have tot : \rsum_(i < L) D i = 0 by rewrite DE // M0 GE ML; lra.
have Dh : D h = 0.
  by apply: (rsum_zero (F := fun i : 'I_L => D i) (Ordinal hL)) => [i|]; [apply: D0 | rewrite tot; lra].
have t0 (y : S h) b : 0 <= mu x0 Pq pi y * pi h y b * gap h y b.
  apply: Rmult_le_pos; last exact: gap0.
  by apply: Rmult_le_pos; [exact: mass_ge0 | exact: (Hpi y).1].
have : \rsum_b (mu x0 Pq pi x * pi h x b * gap h x b) = 0.
  apply: (rsum_zero (F := fun y => \rsum_b (mu x0 Pq pi y * pi h y b * gap h y b)) x).
    by move=> y; apply: rsum_ge0.
  by rewrite -/(D h) Dh; lra.
move=> sx; have {}sx : mu x0 Pq pi x * pi h x a * gap h x a = 0.
  by apply: (rsum_zero (F := fun b => mu x0 Pq pi x * pi h x b * gap h x b) a) => //; rewrite sx; lra.
have mp : 0 < mu x0 Pq pi x * pi h x a by apply: Rmult_lt_0_compat.
have g0 : gap h x a = 0 by have := gap0 h x a hL; nra.
have := Q_ge (Ptrans x a) (Pconf x a hL); have := U_max x a hL; move: g0; rewrite /gap; lra.
Qed.
End Greedy.
End GreedyOptimum.
