(* Sections IV-B and VII: LP1 as a matrix.  Its variables and its rows are finite types, whose sizes are counted; its
   feasible points are those of (4) and (13), its objective is <q, rhat>. *)
Require Import Previsions.Sums Previsions.NatLia Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm
  Previsions.BallOptimum UCRLLP.model.BackwardInduction UCRLLP.model.Learner UCRLLP.paper.Propositions UCRLLP.paper.LinearProgram.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- a linear program with the variables V and the rows I: maximise <cost, v> over v >= 0 with row i equal to, or at
   most, rhs i *)
Section Program.
Variables (V I : finType) (coef : I -> V -> R) (rhs : I -> R) (equality : pred I) (cost : V -> R).
Definition feasible (v : V -> R) := (forall k, 0 <= v k) /\
  forall i, if equality i then \rsum_k (coef i k * v k) = rhs i else \rsum_k (coef i k * v k) <= rhs i.
Definition solves v := feasible v /\ forall v', feasible v' -> \rsum_k (cost k * v' k) <= \rsum_k (cost k * v k).
End Program.

Section Size.
Variables (S : nat -> finType) (A : finType) (L : nat).
Unset Implicit Arguments.
Variables (Pbar : trans S A) (eps rhat : forall h, S h -> A -> R).
Set Implicit Arguments.
Implicit Types (q dev : occ S A).

Definition triple := [finite {h : 'I_L & [finite (S h * A * S h.+1)%type]}].
(* q(x,a,x'), then the deviations *)
Definition lp_var := [finite (triple + triple)%type].
(* the layers; the inner states; the deviations from above, from below; the radii *)
Definition lp_row := [finite
  ('I_L + {h : 'I_L.-1 & S h.+1} + (triple + triple) + {h : 'I_L & [finite (S h * A)%type]})%type].

Definition state_of h (x : S h) : {h : nat & S h} := Tagged (fun h => S h : Type) x.
Definition pair_of h (x : S h) (a : A) : {h : nat & (S h * A)%type} := Tagged (fun h => (S h * A)%type) (x, a).
Definition from_state (t : triple) := state_of (tagged t).1.1.
Definition to_state (t : triple) := state_of (tagged t).2.
Definition from_pair (t : triple) := pair_of (tagged t).1.1 (tagged t).1.2.

Definition lp_coef (i : lp_row) (k : lp_var) : R :=
  match i, k with
  | inl (inl (inl h)), inl t => ind (tag t == h)
  | inl (inl (inr u)), inl t =>
      ind (to_state t == state_of (tagged u)) - ind (from_state t == state_of (tagged u))
  | inl (inr (inl s)), inl t =>
      ind (t == s) - ind (from_pair t == from_pair s) * Pbar _ (tagged s).1.1 (tagged s).1.2 (tagged s).2
  | inl (inr (inr s)), inl t =>
      ind (from_pair t == from_pair s) * Pbar _ (tagged s).1.1 (tagged s).1.2 (tagged s).2 - ind (t == s)
  | inl (inr (inl s)), inr t => - ind (t == s)
  | inl (inr (inr s)), inr t => - ind (t == s)
  | inr p, inl t => - (ind (from_pair t == pair_of (tagged p).1 (tagged p).2) * eps _ (tagged p).1 (tagged p).2)
  | inr p, inr t => ind (from_pair t == pair_of (tagged p).1 (tagged p).2)
  | _, inr _ => 0
  end.
Definition lp_rhs (i : lp_row) : R := if i is inl (inl (inl _)) then 1 else 0.
Definition lp_equality : pred lp_row := fun i => if i is inl (inl _) then true else false.
Definition lp_cost (k : lp_var) : R := if k is inl t then rhat _ (tagged t).1.1 (tagged t).1.2 else 0.

(* the values of the variables at q and dev *)
Definition lp_point q dev (k : lp_var) : R :=
  match k with
  | inl t => q _ (tagged t).1.1 (tagged t).1.2 (tagged t).2
  | inr t => dev _ (tagged t).1.1 (tagged t).1.2 (tagged t).2
  end.

(* --- the sizes *)
Lemma card_sigma n (F : 'I_n -> finType) : #|[finite {h : 'I_n & F h}]| = (\sum_(h < n) #|F h|)%N.
Proof. by rewrite card_tagged sumnE big_map big_enum. Qed.

Let triples := (\sum_(h < L) #|S h| * #|A| * #|S h.+1|)%N.
Lemma card_triple : #|triple| = triples.
Proof. by rewrite card_sigma; apply: eq_bigr => h _; rewrite !card_prod. Qed.

Lemma card_lp_var : #|lp_var| = (2 * triples)%N.
Proof. by rewrite card_sum card_triple mul2n addnn. Qed.

Lemma card_lp_row : (0 < L)%N -> #|S 0%N| = 1%N -> #|S L| = 1%N ->
  #|lp_row| = (L + (X S L - 2) + 2 * triples + (X S L - 1) * #|A|)%N.
Proof.
move=> L0 S0 SL; rewrite !card_sum card_ord card_triple !card_sigma addnn -mul2n.
have -> : (\sum_(h < L) #|[finite (S h * A)%type]|)%N = ((X S L - 1) * #|A|)%N.
  by rewrite /X big_ord_recr SL /= addnK big_distrl; apply: eq_bigr => h _; rewrite card_prod.
congr (_ + _ + _ + _)%N; rewrite /X big_ord_recr SL /=.
case: (L) L0 => // n _; rewrite big_ord_recl S0 -addnA addnC -addnA addnK.
by apply: eq_bigr => h _; rewrite lift0.
Qed.

(* --- the sums *)
Lemma sum_triples (F : triple -> R) : \rsum_t F t =
  \rsum_(h : 'I_L) \rsum_(x : S h) \rsum_a \rsum_(y : S h.+1) F (Tagged (fun h : 'I_L => (S h * A * S h.+1)%type) (x, a, y)).
Proof.
transitivity (\rsum_(h : 'I_L) \rsum_(p : (S h * A * S h.+1)%type) F (Tagged (fun h : 'I_L => (S h * A * S h.+1)%type) p)).
  by rewrite (sig_big_dep _ (fun=> xpredT)) /=; apply: eq_bigr => -[].
apply: eq_bigr => h _.
by rewrite pair_bigA pair_bigA; apply: eq_bigr => -[[]].
Qed.

Lemma at_layer (G : 'I_L -> R) (h : 'I_L) : (forall l, l != h -> G l = 0) -> \rsum_l G l = G h.
Proof. by move=> H; rewrite (bigD1 h) //= big1 ?Rplus_0_r. Qed.

Lemma other_layer (T : nat -> Type) (h l : nat) (u : T h) (v : T l) : l != h ->
  Tagged T v <> Tagged T u.
Proof. by move=> ne /(congr1 (@tag _ _)) /= E; rewrite E eqxx in ne. Qed.

Lemma sum_ind2 (I J : finType) (i : I) (j : J) (F : I -> J -> R) :
  \rsum_i' \rsum_j' (ind ((i' == i) && (j' == j)) * F i' j') = F i j.
Proof.
rewrite (bigD1 i) //= [X in _ + X]big1 => [|i' ne].
  rewrite Rplus_0_r -[RHS](rsum_ind j); apply: eq_bigr => j' _; by rewrite eqxx.
by rewrite big1 // => j' _; rewrite (negPf ne) /= Rmult_0_l.
Qed.

Lemma pick_pair (h : 'I_L) (x : S h) a (F : triple -> R) :
  \rsum_t (ind (from_pair t == pair_of x a) * F t) =
  \rsum_y F (Tagged (fun h : 'I_L => (S h * A * S h.+1)%type) (x, a, y)).
Proof.
rewrite sum_triples (at_layer (h := h)) => [|l ne].
  rewrite -[RHS](sum_ind2 x a (fun x a => \rsum_y F (Tagged (fun h : 'I_L => (S h * A * S h.+1)%type) (x, a, y)))).
  apply: eq_bigr => x' _; apply: eq_bigr => a' _; rewrite -rsumZ; apply: eq_bigr => y _.
  by rewrite /from_pair /pair_of eq_Tagged /= xpair_eqE.
rewrite big1 // => x' _; rewrite big1 // => a' _; rewrite big1 // => y _.
by case: eqP => [/(other_layer (T := fun h => (S h * A)%type) ne)//|]; rewrite /= Rmult_0_l.
Qed.

Lemma pick_from (h : 'I_L) (x : S h) (F : triple -> R) :
  \rsum_t (ind (from_state t == state_of x) * F t) =
  \rsum_a \rsum_y F (Tagged (fun h : 'I_L => (S h * A * S h.+1)%type) (x, a, y)).
Proof.
rewrite sum_triples (at_layer (h := h)) => [|l ne].
  rewrite -[RHS](rsum_ind x (fun x => \rsum_a \rsum_y F (Tagged (fun h : 'I_L => (S h * A * S h.+1)%type) (x, a, y)))).
  apply: eq_bigr => x' _; rewrite -rsumZ; apply: eq_bigr => a' _; rewrite -rsumZ; apply: eq_bigr => y _.
  by rewrite /from_state /state_of eq_Tagged /=.
rewrite big1 // => x' _; rewrite big1 // => a' _; rewrite big1 // => y _.
by case: eqP => [/(other_layer (T := fun h => S h : Type) ne)//|]; rewrite /= Rmult_0_l.
Qed.

Lemma pick_to (h : 'I_L) (y : S h.+1) (F : triple -> R) :
  \rsum_t (ind (to_state t == state_of y) * F t) =
  \rsum_(x : S h) \rsum_a F (Tagged (fun h : 'I_L => (S h * A * S h.+1)%type) (x, a, y)).
Proof.
rewrite sum_triples (at_layer (h := h)) => [|l ne].
  apply: eq_bigr => x _; apply: eq_bigr => a _.
  rewrite -[RHS](rsum_ind y (fun y => F (Tagged (fun h : 'I_L => (S h * A * S h.+1)%type) (x, a, y)))).
  by apply: eq_bigr => y' _; rewrite /to_state /state_of eq_Tagged /=.
rewrite big1 // => x' _; rewrite big1 // => a' _; rewrite big1 // => y' _.
have ne' : l.+1 != h.+1 by rewrite eqSS.
by case: eqP => [/(other_layer (T := fun h => S h : Type) ne')//|]; rewrite /= Rmult_0_l.
Qed.

(* --- the rows *)
Lemma split_vars (F : lp_var -> R) : \rsum_k F k = \rsum_t F (inl t) + \rsum_t F (inr t).
Proof. by rewrite big_sumType. Qed.

Lemma row_layer q dev (h : 'I_L) : \rsum_k (lp_coef (inl (inl (inl h))) k * lp_point q dev k) =
  \rsum_(x : S h) \rsum_a \rsum_y q h x a y.
Proof.
rewrite split_vars [X in _ + X]big1 => [|t _]; last by rewrite /= Rmult_0_l.
rewrite Rplus_0_r sum_triples (at_layer (h := h)) => [|l ne].
  by apply: eq_bigr => x _; apply: eq_bigr => a _; apply: eq_bigr => y _; rewrite /= eqxx Rmult_1_l.
by rewrite big1 // => x _; rewrite big1 // => a _; rewrite big1 // => y _; rewrite /= (negPf ne) Rmult_0_l.
Qed.

Lemma row_flow q dev (u : {h : 'I_L.-1 & S h.+1}) (h : 'I_L) (y : S h.+1) (hL : (h.+1 < L)%N) :
  state_of (tagged u) = state_of y ->
  \rsum_k (lp_coef (inl (inl (inr u))) k * lp_point q dev k) =
  \rsum_(x : S h) \rsum_a q h x a y - \rsum_a \rsum_z q h.+1 y a z.
Proof.
move=> uE; rewrite split_vars [X in _ + X]big1 => [|t _]; last by rewrite /= Rmult_0_l.
rewrite Rplus_0_r /= uE.
under eq_bigr => t _ do rewrite Rmult_minus_distr_r.
rewrite rsumB pick_to; congr (_ - _).
exact: (pick_from (h := Ordinal hL) y (fun t => q _ (tagged t).1.1 (tagged t).1.2 (tagged t).2)).
Qed.

Lemma row_dev q dev (h : 'I_L) (x : S h) a y (t := Tagged (fun h : 'I_L => (S h * A * S h.+1)%type) (x, a, y) : triple) :
  \rsum_k (lp_coef (inl (inr (inl t))) k * lp_point q dev k) =
    q h x a y - Pbar h x a y * (\rsum_z q h x a z) - dev h x a y /\
  \rsum_k (lp_coef (inl (inr (inr t))) k * lp_point q dev k) =
    Pbar h x a y * (\rsum_z q h x a z) - q h x a y - dev h x a y.
Proof.
have E1 : \rsum_s (ind (s == t) * lp_point q dev (inl s)) = q h x a y by rewrite rsum_ind.
have E2 : \rsum_s (ind (s == t) * lp_point q dev (inr s)) = dev h x a y by rewrite rsum_ind.
have E3 : \rsum_s (ind (from_pair s == from_pair t) * (Pbar h x a y * lp_point q dev (inl s))) =
    Pbar h x a y * (\rsum_z q h x a z) by rewrite pick_pair rsumZ.
by rewrite -E1 -E2 -E3 !split_vars -!rsumB -!rsumD; split; apply: eq_bigr => s _ /=; ring.
Qed.

Lemma row_radius q dev (h : 'I_L) (x : S h) a :
  \rsum_k (lp_coef (inr (Tagged (fun h : 'I_L => (S h * A)%type) (x, a))) k * lp_point q dev k) =
  \rsum_y dev h x a y - eps h x a * (\rsum_y q h x a y).
Proof.
rewrite split_vars [X in _ + X](_ : _ = \rsum_y dev h x a y); last by rewrite pick_pair.
rewrite [X in X + _](_ : _ = - (eps h x a * \rsum_y q h x a y)); first by rewrite Rplus_comm.
rewrite -rsumZ -rsumN -(pick_pair x a (fun t => - (eps h x a * lp_point q dev (inl t)))).
by apply: eq_bigr => t _ /=; ring.
Qed.

(* the program's feasible points are the points of (4) and (13), and its objective is <q, rhat> *)
Lemma program_rows q dev :
  feasible lp_coef lp_rhs lp_equality (lp_point q dev) <-> in_Q L q /\ rows_13 L Pbar eps q dev.
Proof.
split=> [[pos rows]|[[q0 one flow] [d0 up down rad]]].
  have q0 h x a y : (h < L)%N -> 0 <= q h x a y.
    by move=> hL; exact: (pos (inl (Tagged (fun h : 'I_L => (S h * A * S h.+1)%type) (i := Ordinal hL) (x, a, y)))).
  split; split; [exact: q0 | move=> h hL | move=> h y hL | move=> h x a y hL | move=> h x a y hL | move=> h x a y hL
    | move=> h x a hL].
  - by have := rows (inl (inl (inl (Ordinal hL)))); rewrite /= row_layer.
  - have hL' : (h < L.-1)%N by case: (L) hL.
    have := rows (inl (inl (inr (Tagged (fun h : 'I_L.-1 => S h.+1) (i := Ordinal hL') y)))).
    by rewrite (@row_flow q dev _ (Ordinal (ltnW hL)) y) //=; lra.
  - exact: (pos (inr (Tagged (fun h : 'I_L => (S h * A * S h.+1)%type) (i := Ordinal hL) (x, a, y)))).
  - have := rows (inl (inr (inl (Tagged (fun h : 'I_L => (S h * A * S h.+1)%type) (i := Ordinal hL) (x, a, y))))).
    by rewrite (@row_dev q dev (Ordinal hL) x a y).1 /=; lra.
  - have := rows (inl (inr (inr (Tagged (fun h : 'I_L => (S h * A * S h.+1)%type) (i := Ordinal hL) (x, a, y))))).
    by rewrite (@row_dev q dev (Ordinal hL) x a y).2 /=; lra.
  have := rows (inr (Tagged (fun h : 'I_L => (S h * A)%type) (i := Ordinal hL) (x, a))).
  by rewrite (@row_radius q dev (Ordinal hL) x a) /=; lra.
split=> [[[h [[x a] y]]|[h [[x a] y]]]|[[[h|[h y]]|[[h [[x a] y]]|[h [[x a] y]]]]|[h [x a]]]].
- exact: q0.
- exact: d0.
- by rewrite /= row_layer one.
- have hL : (h.+1 < L)%N by rewrite -ltn_predRL; exact: ltn_ord.
  by rewrite (@row_flow q dev _ (Ordinal (ltnW hL)) y) //= flow //; lra.
- by rewrite (row_dev q dev x a y).1 /=; have := up h x a y (ltn_ord h); lra.
- by rewrite (row_dev q dev x a y).2 /=; have := down h x a y (ltn_ord h); lra.
by rewrite row_radius /=; have := rad h x a (ltn_ord h); lra.
Qed.

Lemma program_cost q dev : \rsum_k (lp_cost k * lp_point q dev k) = inner L q rhat.
Proof.
rewrite split_vars [X in _ + X]big1 => [|t _]; last by rewrite /= Rmult_0_l.
rewrite Rplus_0_r sum_triples; apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _.
by rewrite /marg -rsumZr; apply: eq_bigr => y _ /=; ring.
Qed.

(* every vector is the point of some q and dev *)
Lemma every_point (v : lp_var -> R) : exists q dev, forall k, v k = lp_point q dev k.
Proof.
pose at_ (side : triple -> lp_var) : occ S A := fun h x a y =>
  match ltnP h L with
  | LtnNotGeq hL => v (side (Tagged (fun h : 'I_L => (S h * A * S h.+1)%type) (i := Ordinal hL) (x, a, y)))
  | GeqNotLtn _ => 0
  end.
exists (at_ inl), (at_ inr) => -[[h [[x a] y]]|[h [[x a] y]]] /=; rewrite /at_; case: ltnP => [hL|].
- by congr (v (inl _)); case: h x y hL => h h0 x y hL; rewrite (bool_irrelevance hL h0).
- by rewrite leqNgt ltn_ord.
- by congr (v (inr _)); case: h x y hL => h h0 x y hL; rewrite (bool_irrelevance hL h0).
by rewrite leqNgt ltn_ord.
Qed.

(* Sec. VII (sec:VII), an update is one LP: LP1 is the linear program with this matrix, which has 2S variables and
   L + (X - 2) + 2S + (X - 1)A rows besides the signs, S the number of triples *)
Theorem LP1_size : (0 < L)%N -> #|S 0%N| = 1%N -> #|S L| = 1%N ->
  let S3 := (\sum_(h < L) #|S h| * #|A| * #|S h.+1|)%N in
  [/\ #|lp_var| = (2 * S3)%N, #|lp_row| = (L + (X S L - 2) + 2 * S3 + (X S L - 1) * #|A|)%N,
      forall q, LP1_rows L Pbar eps rhat q <-> exists dev, solves lp_coef lp_rhs lp_equality lp_cost (lp_point q dev)
    & forall v, solves lp_coef lp_rhs lp_equality lp_cost v ->
        exists q dev, [/\ forall k, v k = lp_point q dev k, LP1_rows L Pbar eps rhat q & rows_13 L Pbar eps q dev]].
Proof.
move=> L0 S0 SL S3.
have same v v' : (forall k, v k = v' k) ->
    solves lp_coef lp_rhs lp_equality lp_cost v -> solves lp_coef lp_rhs lp_equality lp_cost v'.
  move=> E [[pos rows] opt]; split; first split=> [k|i]; first by rewrite -E.
    by have := rows i; rewrite (eq_bigr (fun k => lp_coef i k * v' k)) // => k _; rewrite E.
  have E1 : \rsum_k (lp_cost k * v k) = \rsum_k (lp_cost k * v' k) by apply: eq_bigr => k _; rewrite E.
  by move=> w /opt; rewrite E1.
have iff q : LP1_rows L Pbar eps rhat q <-> exists dev, solves lp_coef lp_rhs lp_equality lp_cost (lp_point q dev).
  split=> [[[HQ [dev Hdev]] opt]|[dev [/program_rows[HQ Hdev] opt]]].
    exists dev; split; first exact/program_rows.
    move=> v Hv; have [q' [dev' E]] := every_point v.
    have -> : \rsum_k (lp_cost k * v k) = \rsum_k (lp_cost k * lp_point q' dev' k) by apply: eq_bigr => k _; rewrite E.
    rewrite !program_cost; apply: opt; have /program_rows[HQ' Hdev'] :
      feasible lp_coef lp_rhs lp_equality (lp_point q' dev').
      case: Hv => pos rows; split=> [k|i]; first by rewrite -E.
      by have := rows i; rewrite (eq_bigr (fun k => lp_coef i k * lp_point q' dev' k)) // => k _; rewrite E.
    by split=> //; exists dev'.
  split; first by split=> //; exists dev.
  move=> q' [HQ' [dev' Hdev']]; rewrite -(program_cost q dev) -(program_cost q' dev').
  by apply: opt; exact/program_rows.
split=> //; [exact: card_lp_var | exact: card_lp_row |].
move=> v Hv; have [q [dev E]] := every_point v; exists q, dev; have H := same _ _ E Hv.
by split=> //; [apply/iff; exists dev | case: H => /program_rows[]].
Qed.
End Size.
