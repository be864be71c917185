(* What the paper states, as it is evaluated on runs, for all settings and learners.
   Written by `proofs-check coq --write-statements` from proofs_check/statements: do not edit.
   Each definition is closed. `hist` are the episodes before, the last one first, `v` those of the
   whole run; `st hist` those before the epoch; `pi hist` is the policy played next, `q_of hist` the
   solution of LP1 that it is read from. StatementsProved.v proves them, or their negations. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures
  UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents
  UCRLLP.model.Setting UCRLLP.paper.Visits UCRLLP.paper.AppendixA UCRLLP.paper.AppendixB
  UCRLLP.paper.MainResults UCRLLP.paper.Trigger UCRLLP.paper.Epochs UCRLLP.paper.RepairedForms
  UCRLLP.paper.Propositions UCRLLP.sharper.ClippedRecursion UCRLLP.sharper.IntervalSets
  UCRLLP.model.Learner.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.
Import Letters.
Coercion INR : nat >-> R.
(* Visits of (x,a) and of (x,a,y) in the episodes s, and 1 if the episode e visits (x,a). *)
Notation N s x a := (INR (cnt x0 (mkp x a) s)).
Notation N3 s x a y := (\rsum_(e0 <- s) ind (visit3 x0 x a y e0)).
Notation max1_N s x a := (INR (maxn 1 (cnt x0 (mkp x a) s))).
Notation I_ e x a := (ind (visit x0 (mkp x a) e)).
Notation r := (@r S A Z P rho rv).
(* (10), (14), (11), (15), (16), (17), all of them of the episodes s. *)
Notation Pbar := (@Pbar S A Z x0 L).
Notation rbar := (@rbar S A Z x0 L rv).
Notation eps Lam s x a := (@Algorithm.eps S A Z x0 L Lam s _ x a).
Notation b Lam s x a := (@Algorithm.b S A Z x0 L Lam s _ x a).
Notation rhat Lam s x a := (@Algorithm.rhat S A Z x0 L rv Lam s _ x a).
Notation rcheck Lam s x a := (@Algorithm.rcheck S A Z x0 L rv Lam s _ x a).
(* P_i of (5), with the rows that R-4 leaves open, and its distance from P. *)
Notation P_ := (@P_ S A Z L).
Notation xi_ := (@xi_ S A Z L).
Notation regret pi pistar v := (@Algorithm.regret S A Z x0 L P rho rv pi pistar v).
(* The law of the next episode. *)
Notation K pi := (@Algorithm.K S A Z x0 L P rho pi).
(* `learner`, but the solution of LP1 that it takes may be worse than others by a gap g. *)
Definition near_learner (M : setting) (st : seq E -> seq E) (Lam : R) (pi : seq E -> policy S A)
  (q_of : seq E -> occ S A) (g : R) : Prop := forall hist, let Q :=
    polytope L (Pbar (st hist)) (@Algorithm.eps S A Z x0 L Lam (st hist)) in
  [/\ is_policy (pi hist), Q (q_of hist), plays L (q_of hist) (pi hist) & forall q, Q q ->
    inner L q (@Algorithm.rhat S A Z x0 L rv Lam (st hist)) <=
    inner L (q_of hist) (@Algorithm.rhat S A Z x0 L rv Lam (st hist)) + g].
Arguments near_learner [M].
(* R-37: the width of an interval of the episodes s, with c for the factor of its second term; and
   `learner`, where LP1 has these intervals in place of the ball. *)
Notation width Lam c s x a y := (@IntervalSets.width S A Z x0 L Lam c s _ x a y).
Definition interval_learner (M : setting) (c : R) (st : seq E -> seq E) (Lam : R)
  (pi : seq E -> policy S A) (q_of : seq E -> occ S A) : Prop := forall hist,
  let Q := box L (Pbar (st hist)) (@IntervalSets.width S A Z x0 L Lam c (st hist)) in
  [/\ is_policy (pi hist), Q (q_of hist), plays L (q_of hist) (pi hist) & forall q, Q q ->
    inner L q (@Algorithm.rhat S A Z x0 L rv Lam (st hist)) <=
    inner L (q_of hist) (@Algorithm.rhat S A Z x0 L rv Lam (st hist))].
Arguments interval_learner [M].

(* Alg. 1 l. 4, printed: P is in P_1 *)
Definition algorithm_1_line_04_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall (hist : seq E), (forall h, (h < L)%N -> size (st hist) <= 0) -> forall h (x : S h) a, (h < L)%N ->
  \rsum_y Rabs (P h x a y - Pbar (st hist) x a y) <= eps Lam (st hist) x a.

(* Alg. 1 l. 4, printed: q_1 is in Q^{P_1} *)
Definition algorithm_1_line_04_printed_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), (forall h, (h < L)%N -> size (st hist) <= 0) -> forall h (x : S h) a, (h < L)%N ->
  \rsum_(y : S h.+1) Rabs (q3 x0 P (pi hist) x a y - Pbar (st hist) x a y * q2 x0 P (pi hist) x a) <= eps Lam
  (st hist) x a * q2 x0 P (pi hist) x a.

(* Alg. 1 l. 5, printed: layers *)
Definition algorithm_1_line_05_printed_0 : Prop :=
  forall (M : setting),
  forall (hist : seq E), forall h, (h < L)%N -> \rsum_(x : S h) \rsum_(a : A) \rsum_(y : S h.+1) @q_1 S A h x
  a y = 1.

(* Alg. 1 l. 5, printed: flow *)
Definition algorithm_1_line_05_printed_1 : Prop :=
  forall (M : setting),
  2 <= L -> forall (hist : seq E), forall h (x1 : S h.+1), (h.+1 < L)%N -> Rabs ((\rsum_(z : S h)
  \rsum_(a0 : A) @q_1 S A h z a0 x1) - (\rsum_(a0 : A) \rsum_(z : S h.+2) @q_1 S A h.+1 x1 a0 z)) = 0.

(* Alg. 1 l. 5, repaired: layers *)
Definition algorithm_1_line_05_repaired_0 : Prop :=
  forall (M : setting),
  forall (hist : seq E), forall h, (h < L)%N -> \rsum_(x : S h) \rsum_(a : A) \rsum_(y : S h.+1) @q_1 S A h x
  a y = 1.

(* Alg. 1 l. 5, repaired: flow *)
Definition algorithm_1_line_05_repaired_1 : Prop :=
  forall (M : setting),
  2 <= L -> forall (hist : seq E), forall h (x1 : S h.+1), (h.+1 < L)%N -> Rabs ((\rsum_(z : S h)
  \rsum_(a0 : A) @q_1 S A h z a0 x1) - (\rsum_(a0 : A) \rsum_(z : S h.+2) @q_1 S A h.+1 x1 a0 z)) = 0.

(* Alg. 1 l. 5, repaired: N_1 *)
Definition algorithm_1_line_05_repaired_2 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall (hist : seq E), (forall h, (h < L)%N -> size (st hist) <= 0) -> forall h (x : S h) a, (h < L)%N -> N
  (st hist) x a = 0.

(* Alg. 1 l. 5, repaired: r_bar_1 *)
Definition algorithm_1_line_05_repaired_3 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall (hist : seq E), (forall h, (h < L)%N -> size (st hist) <= 0) -> forall h (x : S h) a, (h < L)%N ->
  rbar (st hist) x a = 0.

(* Alg. 1 l. 5, repaired: r_hat_1 *)
Definition algorithm_1_line_05_repaired_4 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall (hist : seq E), (forall h, (h < L)%N -> size (st hist) <= 0) -> forall h (x : S h) a, (h < L)%N ->
  rhat Lam (st hist) x a = 1.

(* Alg. 1 l. 5, repaired: rows of (13) *)
Definition algorithm_1_line_05_repaired_5 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall (hist : seq E), (forall h, (h < L)%N -> size (st hist) <= 0) -> forall h (x : S h) a, (h < L)%N ->
  \rsum_(y : S h.+1) Rabs (@q_1 S A h x a y - Pbar (st hist) x a y * (\rsum_(y : S h.+1) @q_1 S A h x a y)) <=
  eps Lam (st hist) x a * (\rsum_(y : S h.+1) @q_1 S A h x a y).

(* Alg. 1 l. 5, repaired: value *)
Definition algorithm_1_line_05_repaired_6 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall (hist : seq E), (forall h, (h < L)%N -> size (st hist) <= 0) -> \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) ((\rsum_(y : S h.+1) @q_1 S A h x a y) * rhat Lam (st hist) x a) = L.

(* Alg. 1 l. 5, repaired: value of any solution *)
Definition algorithm_1_line_05_repaired_7 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), (forall h, (h < L)%N -> size (st hist) <= 0) -> \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (marg (q_of hist) x a * rhat Lam (st hist) x a) = L.

(* Alg. 1 l. 6, printed: $\pi_1$ is uniform *)
Definition algorithm_1_line_06_printed_0 : Prop :=
  forall (M : setting),
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> \rsum_(y : S h.+1) @q_1 S A h x a y =
  (\rsum_(a0 : A) marg (@q_1 S A) x a0) / #|A|.

(* Alg. 1 l. 12, repaired: trigger: $n_i\geq\max\{1,N_i\}$ *)
Definition algorithm_1_line_12_repaired_0 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall (hist : seq E) (e : E), forall h (x : S h) a, (h < L)%N -> (cnt x0 (mkp x a) (e :: hist) - cnt x0
  (mkp x a) (st hist))%N <= max1_N (st hist) x a.

(* Alg. 1 l. 14, sums, printed: layers *)
Definition algorithm_1_line_14_sums_printed_0 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall (hist : seq E), forall h, (h < L)%N -> \rsum_(x : S h) \rsum_(a : A) N (st hist) x a = size (st hist).

(* Alg. 1 l. 14, sums, printed: rows *)
Definition algorithm_1_line_14_sums_printed_1 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> \rsum_(y : S h.+1) N3 (st hist) x a y = N
  (st hist) x a.

(* Alg. 1 l. 14, sums, printed: flow *)
Definition algorithm_1_line_14_sums_printed_2 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  2 <= L -> forall (hist : seq E), forall h (x1 : S h.+1), (h.+1 < L)%N -> (\rsum_(z : S h) \rsum_(a0 : A) N3
  (st hist) z a0 x1) = (\rsum_(a0 : A) N (st hist) x1 a0).

(* Alg. 1 l. 19, printed: pi_i *)
Definition algorithm_1_line_19_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> Rabs (pi hist h x a * (\rsum_(a0 : A) marg
  (q_of hist) x a0) - (\rsum_(y : S h.+1) q_of hist h x a y)) <= 0.

(* Alg. 1 l. 19, printed: q_hat_i *)
Definition algorithm_1_line_19_printed_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), forall h (x : S h) a (y : S h.+1), (h < L)%N -> Rabs (q3 x0 (P_ q_of (fun _ => P)
  hist) (pi hist) x a y - q_of hist h x a y) <= 0.

(* Alg. 1 l. 19, repaired: pi_i *)
Definition algorithm_1_line_19_repaired_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> Rabs (pi hist h x a * (\rsum_(a0 : A) marg
  (q_of hist) x a0) - (\rsum_(y : S h.+1) q_of hist h x a y)) <= 0.

(* Alg. 1 l. 19, repaired: q_hat_i *)
Definition algorithm_1_line_19_repaired_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), forall h (x : S h) a (y : S h.+1), (h < L)%N -> Rabs (q3 x0 (P_ q_of (fun _ => P)
  hist) (pi hist) x a y - q_of hist h x a y) <= 0.

(* App. II, display 1, printed: $b_i$ written out *)
Definition display_b1_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall v : seq E, size v = T -> forall h, (h < L)%N -> hsum (fun hist _ => \rsum_(x : S h) \rsum_(a : A) (q2
  x0 P (pi hist) x a * b Lam (st hist) x a)) v - hsum (fun hist e => \rsum_(x : S h) \rsum_(a : A) (I_ e x a *
  b Lam (st hist) x a)) v = (hsum (fun hist _ => \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist) x a * / sqrt
  (max1_N (st hist) x a))) v - hsum (fun hist e => \rsum_(x : S h) \rsum_(a : A) (I_ e x a * / sqrt (max1_N
  (st hist) x a))) v) * sqrt (2 * Lam).

(* App. II, display 2, printed: the pigeonhole inequality *)
Definition display_b2_printed_0 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall v : seq E, size v = T -> forall h (x : S h) a, (h < L)%N -> hsum (fun hist e => I_ e x a * / sqrt
  (max1_N (st hist) x a)) v <= 3 * sqrt (N (st (behead v)) x a).

(* App. II, display 2, printed: the pigeonhole inequality, under: $\max\{1,N_i\}$, the epoch after episode $T$ counts *)
Definition display_b2_printed_0_under_1 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall v : seq E, size v = T -> forall h (x : S h) a, (h < L)%N -> hsum (fun hist e => I_ e x a * / sqrt
  (max1_N (st hist) x a)) v <= 3 * sqrt (N (st v) x a).

(* App. II, display 2, printed: the pigeonhole inequality, under: an epoch ends in every episode, the epoch after episode $T$ does not count *)
Definition display_b2_printed_0_under_2 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  (forall w, st w = w) -> forall v : seq E, size v = T -> forall h (x : S h) a, (h < L)%N -> hsum (fun hist e
  => I_ e x a * / sqrt (max1_N (st hist) x a)) v <= 3 * sqrt (N (st (behead v)) x a).

(* App. II, display 2, printed: the pigeonhole inequality, under: an epoch ends in every episode, the epoch after episode $T$ counts *)
Definition display_b2_printed_0_under_3 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  (forall w, st w = w) -> forall v : seq E, size v = T -> forall h (x : S h) a, (h < L)%N -> hsum (fun hist e
  => I_ e x a * / sqrt (max1_N (st hist) x a)) v <= 3 * sqrt (N (st v) x a).

(* App. II, display 2, repaired: the pigeonhole inequality with $\max\{1,N_i\}$ and $N_{m+1}$ *)
Definition display_b2_repaired_0 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall v : seq E, size v = T -> forall h (x : S h) a, (h < L)%N -> hsum (fun hist e => I_ e x a * / sqrt
  (max1_N (st hist) x a)) v <= sqrt (N v x a) + sqrt 2 * (sqrt (N v x a) - ind (0 < cnt x0 (mkp x a) v)%N).

(* App. II, display 3, printed: first inequality *)
Definition display_b3_printed_0 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall v : seq E, size v = T -> forall h, (h < L)%N -> \rsum_(x : S h) \rsum_(a : A) hsum (fun hist e => I_
  e x a * / sqrt (max1_N (st hist) x a)) v <= 3 * (\rsum_(x : S h) \rsum_(a : A) sqrt (N (st (behead v)) x a)).

(* App. II, display 3, printed: second *)
Definition display_b3_printed_1 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall v : seq E, size v = T -> forall h, (h < L)%N -> 3 * (\rsum_(x : S h) \rsum_(a : A) sqrt (N (st
  (behead v)) x a)) <= 3 * sqrt (T * #|S h| * #|A|).

(* App. II, display 3, printed: first inequality, under: $\max\{1,N_i\}$, the epoch after episode $T$ counts *)
Definition display_b3_printed_0_under_1 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall v : seq E, size v = T -> forall h, (h < L)%N -> \rsum_(x : S h) \rsum_(a : A) hsum (fun hist e => I_
  e x a * / sqrt (max1_N (st hist) x a)) v <= 3 * (\rsum_(x : S h) \rsum_(a : A) sqrt (N (st v) x a)).

(* App. II, display 3, printed: second, under: $\max\{1,N_i\}$, the epoch after episode $T$ counts *)
Definition display_b3_printed_1_under_1 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall v : seq E, size v = T -> forall h, (h < L)%N -> 3 * (\rsum_(x : S h) \rsum_(a : A) sqrt (N (st v) x
  a)) <= 3 * sqrt (T * #|S h| * #|A|).

(* App. II, display 3, printed: first inequality, under: an epoch ends in every episode, the epoch after episode $T$ does not count *)
Definition display_b3_printed_0_under_2 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  (forall w, st w = w) -> forall v : seq E, size v = T -> forall h, (h < L)%N -> \rsum_(x : S h) \rsum_(a : A)
  hsum (fun hist e => I_ e x a * / sqrt (max1_N (st hist) x a)) v <= 3 * (\rsum_(x : S h) \rsum_(a : A) sqrt
  (N (st (behead v)) x a)).

(* App. II, display 3, printed: second, under: an epoch ends in every episode, the epoch after episode $T$ does not count *)
Definition display_b3_printed_1_under_2 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  (forall w, st w = w) -> forall v : seq E, size v = T -> forall h, (h < L)%N -> 3 * (\rsum_(x : S h)
  \rsum_(a : A) sqrt (N (st (behead v)) x a)) <= 3 * sqrt (T * #|S h| * #|A|).

(* App. II, display 3, printed: first inequality, under: an epoch ends in every episode, the epoch after episode $T$ counts *)
Definition display_b3_printed_0_under_3 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  (forall w, st w = w) -> forall v : seq E, size v = T -> forall h, (h < L)%N -> \rsum_(x : S h) \rsum_(a : A)
  hsum (fun hist e => I_ e x a * / sqrt (max1_N (st hist) x a)) v <= 3 * (\rsum_(x : S h) \rsum_(a : A) sqrt
  (N (st v) x a)).

(* App. II, display 3, printed: second, under: an epoch ends in every episode, the epoch after episode $T$ counts *)
Definition display_b3_printed_1_under_3 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  (forall w, st w = w) -> forall v : seq E, size v = T -> forall h, (h < L)%N -> 3 * (\rsum_(x : S h)
  \rsum_(a : A) sqrt (N (st v) x a)) <= 3 * sqrt (T * #|S h| * #|A|).

(* App. II, display 3, repaired: Jensen over the pairs of a layer, with $N_{m+1}$ *)
Definition display_b3_repaired_0 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall v : seq E, size v = T -> forall h, (h < L)%N -> \rsum_(x : S h) \rsum_(a : A) hsum (fun hist e => I_
  e x a * / sqrt (max1_N (st hist) x a)) v <= (1 + sqrt 2) * sqrt (T * (#|S h| * #|A|)).

(* App. II, display 3, repaired: pair by pair *)
Definition display_b3_repaired_1 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall v : seq E, size v = T -> forall h, (h < L)%N -> \rsum_(x : S h) \rsum_(a : A) hsum (fun hist e => I_
  e x a * / sqrt (max1_N (st hist) x a)) v <= (1 + sqrt 2) * (\rsum_(x : S h) \rsum_(a : A) sqrt (N v x a)).

(* App. II, display 3, repaired: Jensen *)
Definition display_b3_repaired_2 : Prop :=
  forall (M : setting),
  forall v : seq E, size v = T -> forall h, (h < L)%N -> (1 + sqrt 2) * (\rsum_(x : S h) \rsum_(a : A) sqrt
  (N v x a)) <= (1 + sqrt 2) * sqrt (T * (#|S h| * #|A|)).

(* App. II, totals, printed: the visits of a layer add up to $T$ *)
Definition display_b3_total_printed_0 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall v : seq E, size v = T -> forall h, (h < L)%N -> \rsum_(x : S h) \rsum_(a : A) N (st (behead v)) x a =
  size v.

(* App. II, totals, printed: the visits of a layer add up to $T$, under: $\max\{1,N_i\}$, the epoch after episode $T$ counts *)
Definition display_b3_total_printed_0_under_1 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall v : seq E, size v = T -> forall h, (h < L)%N -> \rsum_(x : S h) \rsum_(a : A) N (st v) x a = size v.

(* App. II, totals, printed: the visits of a layer add up to $T$, under: an epoch ends in every episode, the epoch after episode $T$ does not count *)
Definition display_b3_total_printed_0_under_2 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  (forall w, st w = w) -> forall v : seq E, size v = T -> forall h, (h < L)%N -> \rsum_(x : S h) \rsum_(a : A)
  N (st (behead v)) x a = size v.

(* App. II, totals, printed: the visits of a layer add up to $T$, under: an epoch ends in every episode, the epoch after episode $T$ counts *)
Definition display_b3_total_printed_0_under_3 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  (forall w, st w = w) -> forall v : seq E, size v = T -> forall h, (h < L)%N -> \rsum_(x : S h) \rsum_(a : A)
  N (st v) x a = size v.

(* App. II, totals, repaired: the visits $N_{m+1}$ of a layer add up to $T$ *)
Definition display_b3_total_repaired_0 : Prop :=
  forall (M : setting),
  forall v : seq E, size v = T -> forall h, (h < L)%N -> \rsum_(x : S h) \rsum_(a : A) N v x a = size v.

(* App. II, totals, repaired: before epoch i *)
Definition display_b3_total_repaired_1 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall (hist : seq E), forall h, (h < L)%N -> \rsum_(x : S h) \rsum_(a : A) N (st hist) x a = size (st hist).

(* (8), printed: $V(\pi)=\langle q,r\rangle$ *)
Definition eq_08_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), V P (pi hist) r L x0 = \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist)
  x a * r x a).

(* (9), printed: first sum *)
Definition eq_09_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A)
  (pistar : policy S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of -> optimal x0 L P r pistar ->
  forall v : seq E, size v = T -> regret pi pistar v = size v * V P pistar r L x0 - hsum (fun hist _ =>
  \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist) x a * r x a)) v.

(* (9), printed: regret by occupancy measures *)
Definition eq_09_printed_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A)
  (pistar : policy S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of -> optimal x0 L P r pistar ->
  forall v : seq E, size v = T -> regret pi pistar v = hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) ((q2 x0 P pistar x a - q2 x0 P (pi hist) x a) * r x a)) v.

(* (9), printed: sign *)
Definition eq_09_printed_2 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A)
  (pistar : policy S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of -> optimal x0 L P r pistar ->
  forall v : seq E, size v = T -> - (regret pi pistar v) <= 0.

(* (9), $\pi^*$, printed: an optimal policy exists *)
Definition eq_09_pi_star_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A)
  (pistar : policy S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of -> optimal x0 L P r pistar ->
  forall (hist : seq E), V P (pi hist) r L x0 <= V P pistar r L x0.

(* (10), rows, printed: rows *)
Definition eq_10_rows_printed_0 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> \rsum_(y : S h.+1) N3 (st hist) x a y = N
  (st hist) x a.

(* (10), rows, printed: layers *)
Definition eq_10_rows_printed_1 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall (hist : seq E), forall h, (h < L)%N -> \rsum_(x : S h) \rsum_(a : A) N (st hist) x a = size (st hist).

(* (11), printed: the radius *)
Definition eq_11_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> eps Lam (st hist) x a = sqrt (2 * (/ max1_N
  (st hist) x a * #|S h.+1| * Lam)).

(* (11), repaired: the radius *)
Definition eq_11_repaired_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> eps Lam (st hist) x a = sqrt (2 * (/ max1_N
  (st hist) x a * #|S h.+1| * Lam)).

(* (11), repaired: above 1 at unvisited pairs *)
Definition eq_11_repaired_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> ind (cnt x0 (mkp x a) (st hist) == 0)%N <= eps Lam
  (st hist) x a.

(* (11), repaired: below 2 only after many visits *)
Definition eq_11_repaired_2 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> eps Lam (st hist) x a <= 2 -> / max1_N (st hist) x
  a * #|S h.+1| * Lam <= 2.

(* (12), printed: never empty *)
Definition eq_12_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> \rsum_(y : S h.+1) Rabs (by_estimates x0 st hist x
  a y - Pbar (st hist) x a y) <= eps Lam (st hist) x a.

(* (12), printed: all P where nothing was seen *)
Definition eq_12_printed_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> ind (cnt x0 (mkp x a) (st hist) == 0)%N * (\rsum_y
  Rabs (P h x a y - Pbar (st hist) x a y)) <= eps Lam (st hist) x a.

(* (12), repaired: never empty *)
Definition eq_12_repaired_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> \rsum_(y : S h.+1) Rabs (by_estimates x0 st hist x
  a y - Pbar (st hist) x a y) <= eps Lam (st hist) x a.

(* (12), repaired: all P where nothing was seen *)
Definition eq_12_repaired_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> ind (cnt x0 (mkp x a) (st hist) == 0)%N * (\rsum_y
  Rabs (P h x a y - Pbar (st hist) x a y)) <= eps Lam (st hist) x a.

(* (14), mean, printed: upper *)
Definition eq_14_mean_printed_0 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> rbar (st hist) x a <= 1 - ind (cnt x0 (mkp x a)
  (st hist) == 0)%N.

(* (14), mean, printed: lower *)
Definition eq_14_mean_printed_1 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> - (rbar (st hist) x a) <= 0.

(* (17), order, printed: lower *)
Definition eq_17_order_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> rcheck Lam (st hist) x a <= rbar (st hist) x a.

(* (17), order, printed: upper *)
Definition eq_17_order_printed_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> rbar (st hist) x a <= rhat Lam (st hist) x a.

(* (17), order, printed: 0 <= r_check *)
Definition eq_17_order_printed_2 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> - (rcheck Lam (st hist) x a) <= 0.

(* (19), printed: regret in four terms *)
Definition eq_19_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A)
  (pistar : policy S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of -> optimal x0 L P r pistar ->
  forall v : seq E, size v = T -> regret pi pistar v = hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P pistar x a * (r x a - rhat Lam (st hist) x a))) v + hsum (fun hist _ => \rsum_(h < L)
  \rsum_(x : S h) \rsum_(a : A) ((q2 x0 P pistar x a - marg (q_of hist) x a) * rhat Lam (st hist) x a)) v +
  hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) ((marg (q_of hist) x a - q2 x0 P (pi hist) x
  a) * rhat Lam (st hist) x a)) v + hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P
  (pi hist) x a * (rhat Lam (st hist) x a - r x a))) v.

(* (25), printed: $\ell_1$ over triples by $\xi_i$ alone *)
Definition eq_25_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall v : seq E, size v = T -> hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A)
  \rsum_(y : S h.+1) Rabs (q_of hist h x a y - q3 x0 P (pi hist) x a y)) v <= hsum (fun hist _ =>
  \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist) x a * ((L - h) * xi_ P q_of (fun _ => P) hist
  x a))) v.

(* (25), printed: every epoch *)
Definition eq_25_printed_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) \rsum_(y : S h.+1) Rabs (q_of hist h x a
  y - q3 x0 P (pi hist) x a y) <= \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist) x a *
  ((L - h) * xi_ P q_of (fun _ => P) hist x a)).

(* (26), printed: $\xi_i\leq2\epsilon_i$ *)
Definition eq_26_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - delta <= Prl (K pi) T [::] (fun v => [forall t : 'I_T.+1, let hist := drop t v in [forall h : 'I_L,
  [forall x : S h, [forall a : A, Rleb (xi_ P q_of (fun _ => @uniform_trans S A) hist x a) (2 * eps Lam
  (st hist) x a)]]]]).

(* (26), printed: $\xi_i\leq2\epsilon_i$, under: $P$'s own row *)
Definition eq_26_printed_0_under_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - delta <= Prl (K pi) T [::] (fun v => [forall t : 'I_T.+1, let hist := drop t v in [forall h : 'I_L,
  [forall x : S h, [forall a : A, Rleb (xi_ P q_of (fun _ => P) hist x a) (2 * eps Lam (st hist) x a)]]]]).

(* (26), printed: $\xi_i\leq2\epsilon_i$, under: $\bar P_i$'s row, uniform if never visited *)
Definition eq_26_printed_0_under_2 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - delta <= Prl (K pi) T [::] (fun v => [forall t : 'I_T.+1, let hist := drop t v in [forall h : 'I_L,
  [forall x : S h, [forall a : A, Rleb (xi_ P q_of (by_estimates x0 st) hist x a) (2 * eps Lam (st hist) x
  a)]]]]).

(* (26), repaired: $\xi_i\leq2\epsilon_i$, $P_i$ completed *)
Definition eq_26_repaired_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - delta <= Prl (K pi) T [::] (fun v => [forall t : 'I_T.+1, let hist := drop t v in [forall h : 'I_L,
  [forall x : S h, [forall a : A, Rleb (xi_ P q_of (fun _ => P) hist x a) (2 * eps Lam (st hist) x a)]]]]).

(* (26), repaired: every epoch with P in P_i *)
Definition eq_26_repaired_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), (forall h (x : S h) a, (h < L)%N -> \rsum_y Rabs (P h x a y - Pbar (st hist) x a y)
  <= eps Lam (st hist) x a) -> forall h (x : S h) a, (h < L)%N -> xi_ P q_of (fun _ => P) hist x a <= 2 * eps
  Lam (st hist) x a.

(* (26), repaired: every epoch with P in P_i, P_bar_i's row *)
Definition eq_26_repaired_2 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), (forall h (x : S h) a, (h < L)%N -> \rsum_y Rabs (P h x a y - Pbar (st hist) x a y)
  <= eps Lam (st hist) x a) -> forall h (x : S h) a, (h < L)%N -> xi_ P q_of (by_estimates x0 st) hist x a <=
  2 * eps Lam (st hist) x a.

(* (28), printed: half over pairs *)
Definition eq_28_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall v : seq E, size v = T -> hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) ((marg
  (q_of hist) x a - q2 x0 P (pi hist) x a) * rhat Lam (st hist) x a)) v <= 1 / 2 * hsum (fun hist _ =>
  \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) Rabs (marg (q_of hist) x a - q2 x0 P (pi hist) x a)) v.

(* (28), printed: pairs by triples *)
Definition eq_28_printed_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall v : seq E, size v = T -> hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) Rabs (marg
  (q_of hist) x a - q2 x0 P (pi hist) x a)) v <= (L - 1) / L * hsum (fun hist _ => \rsum_(h < L)
  \rsum_(x : S h) \rsum_(a : A) \rsum_(y : S h.+1) Rabs (q_of hist h x a y - q3 x0 P (pi hist) x a y)) v.

(* (28), printed: over triples *)
Definition eq_28_printed_2 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall v : seq E, size v = T -> hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) ((marg
  (q_of hist) x a - q2 x0 P (pi hist) x a) * rhat Lam (st hist) x a)) v <= hsum (fun hist _ => \rsum_(h < L)
  \rsum_(x : S h) \rsum_(a : A) \rsum_(y : S h.+1) Rabs (q_of hist h x a y - q3 x0 P (pi hist) x a y)) v.

(* (28), printed: pairs by triples, every epoch *)
Definition eq_28_printed_3 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) Rabs (marg (q_of hist) x a - q2 x0 P
  (pi hist) x a) <= (L - 1) / L * (\rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) \rsum_(y : S h.+1) Rabs (q_of
  hist h x a y - q3 x0 P (pi hist) x a y)).

(* (28), printed: half over pairs, every epoch *)
Definition eq_28_printed_4 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) ((marg (q_of hist) x a - q2 x0 P
  (pi hist) x a) * rhat Lam (st hist) x a) <= 1 / 2 * (\rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) Rabs (marg
  (q_of hist) x a - q2 x0 P (pi hist) x a)).

(* (31), printed: every pair *)
Definition eq_31_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - delta <= Prl (K pi) T [::] (fun v => [forall t : 'I_T.+1, let hist := drop t v in [forall h : 'I_L,
  [forall x : S h, [forall a : A, Rleb (rhat Lam (st hist) x a - r x a) (2 * b Lam (st hist) x a)]]]]).

(* (31), printed: every pair with r_bar_i - r <= b_i *)
Definition eq_31_printed_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> rbar (st hist) x a - r x a <= b Lam (st hist) x a
  -> rhat Lam (st hist) x a - r x a <= 2 * b Lam (st hist) x a.

(* (31), printed: Bias-II *)
Definition eq_31_printed_2 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * (rhat Lam (st hist) x a - r x a))) v) (2 * hsum (fun hist _ =>
  \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist) x a * b Lam (st hist) x a)) v)).

(* (31), printed: every pair, and the others on its event *)
Definition eq_31_printed_together : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - delta <= Prl (K pi) T [::] (fun v => ([forall t : 'I_T.+1, let hist := drop t v in [forall h : 'I_L,
  [forall x : S h, [forall a : A, Rleb (rhat Lam (st hist) x a - r x a) (2 * b Lam (st hist) x a)]]]]) &&
  (Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist) x a * (rhat Lam
  (st hist) x a - r x a))) v) (2 * hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P
  (pi hist) x a * b Lam (st hist) x a)) v))).

(* (33), printed: Azuma's inequality for a layer *)
Definition eq_33_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - delta <= Prl (K pi) T [::] (fun v => [forall h : 'I_L, Rleb (hsum (fun hist _ => \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * / sqrt (max1_N (st hist) x a))) v - hsum (fun hist e =>
  \rsum_(x : S h) \rsum_(a : A) (I_ e x a * / sqrt (max1_N (st hist) x a))) v) (sqrt (2 * T * ln
  (L / delta)))]).

(* (35), printed: lines 1 and 2 *)
Definition eq_35_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall v : seq E, size v = T -> hsum (fun hist e => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (I_ e x a *
  b Lam (st hist) x a)) v = sqrt (2 * Lam) * hsum (fun hist e => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A)
  (I_ e x a * / sqrt (max1_N (st hist) x a))) v.

(* (35), printed: lines 2 and 3 *)
Definition eq_35_printed_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall v : seq E, size v = T -> sqrt (2 * Lam) * hsum (fun hist e => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (I_ e x a * / sqrt (max1_N (st hist) x a))) v = sqrt (2 * Lam) * (\rsum_(h < L)
  \rsum_(x : S h) \rsum_(a : A) hsum (fun hist e => I_ e x a * / sqrt (max1_N (st hist) x a)) v).

(* (35), printed: lines 3 and 4 *)
Definition eq_35_printed_2 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall v : seq E, size v = T -> sqrt (2 * Lam) * (\rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) hsum (fun hist
  e => I_ e x a * / sqrt (max1_N (st hist) x a)) v) <= 3 * sqrt (2 * Lam) * (\rsum_(h < L) sqrt (T *
  (#|S h| * #|A|))).

(* (35), printed: lines 4 and 5 *)
Definition eq_35_printed_3 : Prop :=
  forall (M : setting) (Lam : R),
  ln (TXA / delta) <= Lam ->
  3 * sqrt (2 * Lam) * (\rsum_(h < L) sqrt (T * (#|S h| * #|A|))) <= 3 * sqrt (2 * T * L * X * #|A| * Lam).

(* (35), printed: lines 5 and 6 *)
Definition eq_35_printed_4 : Prop :=
  forall (M : setting) (Lam : R),
  ln (TXA / delta) <= Lam ->
  3 * sqrt (2 * T * L * X * #|A| * Lam) <= 5 * sqrt (T * L * X * #|A| * Lam).

(* Lemma 1, repaired: some row is within eps_i of P_bar_i = 0 *)
Definition lemma_01_repaired_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> ind (cnt x0 (mkp x a) (st hist) == 0)%N <= eps Lam
  (st hist) x a.

(* Lemma 1, repaired: q_hat_i *)
Definition lemma_01_repaired_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> \rsum_(y : S h.+1) Rabs (q_of hist h x a y - Pbar
  (st hist) x a y * (\rsum_(y : S h.+1) q_of hist h x a y)) <= eps Lam (st hist) x a * (\rsum_(y : S h.+1)
  q_of hist h x a y).

(* Lemma 2, printed: $P\in\mathcal P_i$ for all $i$ w.p. $1-\delta$ *)
Definition lemma_02_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - delta <= Prl (K pi) T [::] (fun v => [forall t : 'I_T.+1, let hist := drop t v in [forall h : 'I_L,
  [forall x : S h, [forall a : A, Rleb (\rsum_y Rabs (P h x a y - Pbar (st hist) x a y)) (eps Lam (st hist) x
  a)]]]]).

(* Lemma 3, printed: upper *)
Definition lemma_03_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => [forall t : 'I_T.+1, let hist := drop t v in [forall h : 'I_L,
  [forall x : S h, [forall a : A, Rleb (r x a) (Rmin 1 (rbar (st hist) x a + b Lam (st hist) x a))]]]]).

(* Lemma 3, printed: lower *)
Definition lemma_03_printed_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => [forall t : 'I_T.+1, let hist := drop t v in [forall h : 'I_L,
  [forall x : S h, [forall a : A, Rleb (1 - r x a) (1 - Rmax 0 (rbar (st hist) x a - b Lam (st hist) x
  a))]]]]).

(* Lemma 3, printed: upper, and the others on its event *)
Definition lemma_03_printed_together : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => ([forall t : 'I_T.+1, let hist := drop t v in [forall h : 'I_L,
  [forall x : S h, [forall a : A, Rleb (r x a) (Rmin 1 (rbar (st hist) x a + b Lam (st hist) x a))]]]]) &&
  ([forall t : 'I_T.+1, let hist := drop t v in [forall h : 'I_L, [forall x : S h, [forall a : A, Rleb
  (1 - r x a) (1 - Rmax 0 (rbar (st hist) x a - b Lam (st hist) x a))]]]])).

(* Lemma 4, printed: $\ell_1$ distances $\leq12LX\sqrt{TA\Lambda}$ *)
Definition lemma_04_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) \rsum_(y : S h.+1) Rabs (q_of hist h x a y - q3 x0 P (pi hist) x a y)) v) (12 * L * X * sqrt
  (T * #|A| * Lam))).

(* Lemma 4, repaired: layer by layer *)
Definition lemma_04_repaired_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) \rsum_(y : S h.+1) Rabs (q_of hist h x a y - q3 x0 P (pi hist) x a y)) v) ((4 + 2 * sqrt 2) *
  sqrt (T * #|A| * Lam) * (\rsum_(h < L - 1) ((L - h) * sqrt (#|S h| * #|S h.+1|))) + L * (L + 1) * sqrt (T /
  2 * ln (1 / delta)))).

(* Lemma 4, repaired: second *)
Definition lemma_04_repaired_1 : Prop :=
  forall (M : setting) (Lam : R),
  ln (TXA / delta) <= Lam ->
  (4 + 2 * sqrt 2) * sqrt (T * #|A| * Lam) * (\rsum_(h < L - 1) ((L - h) * sqrt (#|S h| * #|S h.+1|))) + L *
  (L + 1) * sqrt (T / 2 * ln (1 / delta)) <= (4 + 5 / 2 * sqrt 2) * L * X * sqrt (T * #|A| * Lam).

(* Lemma 4, repaired: one constant *)
Definition lemma_04_repaired_2 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) \rsum_(y : S h.+1) Rabs (q_of hist h x a y - q3 x0 P (pi hist) x a y)) v)
  ((4 + 5 / 2 * sqrt 2) * L * X * sqrt (T * #|A| * Lam))).

(* Lemma 4, repaired: layer by layer, and the others on its event *)
Definition lemma_04_repaired_together : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => (Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) \rsum_(y : S h.+1) Rabs (q_of hist h x a y - q3 x0 P (pi hist) x a y)) v) ((4 + 2 * sqrt 2) *
  sqrt (T * #|A| * Lam) * (\rsum_(h < L - 1) ((L - h) * sqrt (#|S h| * #|S h.+1|))) + L * (L + 1) * sqrt (T /
  2 * ln (1 / delta)))) && (Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A)
  \rsum_(y : S h.+1) Rabs (q_of hist h x a y - q3 x0 P (pi hist) x a y)) v) ((4 + 5 / 2 * sqrt 2) * L * X *
  sqrt (T * #|A| * Lam)))).

(* Lemma 5, printed: $\textsc{Error}\leq O(LX\sqrt{TA\Lambda})$ *)
Definition lemma_05_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) ((marg (q_of hist) x a - q2 x0 P (pi hist) x a) * rhat Lam (st hist) x a)) v) (12 * L * X *
  sqrt (T * #|A| * Lam))).

(* Lemma 5, printed: $\textsc{Error}\leq O(LX\sqrt{TA\Lambda})$ *)
Definition lemma_05_printed_0_O : Prop :=
  exists C : R,
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) ((marg (q_of hist) x a - q2 x0 P (pi hist) x a) * rhat Lam (st hist) x a)) v) (C * (L * X *
  sqrt (T * #|A| * Lam)))).

(* Lemma 5, repaired: by layers *)
Definition lemma_05_repaired_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) ((marg (q_of hist) x a - q2 x0 P (pi hist) x a) * rhat Lam (st hist) x a)) v) ((2 + sqrt 2) *
  sqrt (T * #|A| * Lam) * (\rsum_(h < L - 1) ((L - 1 - h) * ind (1 < #|S h.+1|)%N * sqrt
  (#|S h| * #|S h.+1|))) + L * (L - 1) * sqrt (T / 8 * ln (1 / delta)))).

(* Lemma 5, repaired: 3.768 LX sqrt(TA Lam) *)
Definition lemma_05_repaired_1 : Prop :=
  forall (M : setting) (Lam : R),
  ln (TXA / delta) <= Lam ->
  (2 + sqrt 2) * sqrt (T * #|A| * Lam) * (\rsum_(h < L - 1) ((L - 1 - h) * ind (1 < #|S h.+1|)%N * sqrt
  (#|S h| * #|S h.+1|))) + L * (L - 1) * sqrt (T / 8 * ln (1 / delta)) <= (2 + 5 / 4 * sqrt 2) * (L * X * sqrt
  (T * #|A| * Lam)).

(* Lemma 5, repaired: every epoch with P in P_i *)
Definition lemma_05_repaired_2 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), (forall h (x : S h) a, (h < L)%N -> \rsum_y Rabs (P h x a y - Pbar (st hist) x a y)
  <= eps Lam (st hist) x a) -> \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) ((marg (q_of hist) x a - q2 x0 P
  (pi hist) x a) * rhat Lam (st hist) x a) <= \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist) x
  a * ((L - 1 - h) * ind (1 < #|S h.+1|)%N * Rmin 1 (eps Lam (st hist) x a))).

(* Lemma 6, printed: $\textsc{Bias-II}\leq O(\sqrt{TLXA\Lambda})$ *)
Definition lemma_06_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * (rhat Lam (st hist) x a - r x a))) v) (4 * L * sqrt T * Lam + 10 *
  sqrt (T * L * X * #|A| * Lam))).

(* Lemma 6, printed: $\textsc{Bias-II}\leq O(\sqrt{TLXA\Lambda})$ *)
Definition lemma_06_printed_0_O : Prop :=
  exists C : R,
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * (rhat Lam (st hist) x a - r x a))) v) (C * sqrt
  (T * L * X * #|A| * Lam))).

(* Lemma 6, repaired: first right side *)
Definition lemma_06_repaired_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * (rhat Lam (st hist) x a - r x a))) v) ((3 + 3 / 2 * sqrt 2) * sqrt (T
  * L * (X - 1) * #|A| * Lam) + L * sqrt (T / 2 * ln (1 / delta)))).

(* Lemma 6, repaired: second *)
Definition lemma_06_repaired_1 : Prop :=
  forall (M : setting) (Lam : R),
  ln (TXA / delta) <= Lam ->
  (3 + 3 / 2 * sqrt 2) * sqrt (T * L * (X - 1) * #|A| * Lam) + L * sqrt (T / 2 * ln (1 / delta)) <=
  (3 + 2 * sqrt 2) * sqrt (T * L * X * #|A| * Lam).

(* Lemma 6, repaired: (3 + 2 sqrt 2) sqrt(TLXA Lam) *)
Definition lemma_06_repaired_2 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * (rhat Lam (st hist) x a - r x a))) v) ((3 + 2 * sqrt 2) * sqrt
  (T * L * X * #|A| * Lam))).

(* Lemma 6, repaired: first right side, and the others on its event *)
Definition lemma_06_repaired_together : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => (Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * (rhat Lam (st hist) x a - r x a))) v) ((3 + 3 / 2 * sqrt 2) * sqrt (T
  * L * (X - 1) * #|A| * Lam) + L * sqrt (T / 2 * ln (1 / delta)))) && (Rleb (hsum (fun hist _ =>
  \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist) x a * (rhat Lam (st hist) x a - r x a))) v)
  ((3 + 2 * sqrt 2) * sqrt (T * L * X * #|A| * Lam)))).

(* Lemma 7, printed: $\ell_1$ over triples by pairs and $\xi_i$ *)
Definition lemma_07_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall v : seq E, size v = T -> hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A)
  \rsum_(y : S h.+1) Rabs (q_of hist h x a y - q3 x0 P (pi hist) x a y)) v <= hsum (fun hist _ =>
  \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) Rabs (marg (q_of hist) x a - q2 x0 P (pi hist) x a)) v + hsum
  (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist) x a * xi_ P q_of (fun _ => P)
  hist x a)) v.

(* Lemma 7, printed: every epoch *)
Definition lemma_07_printed_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) \rsum_(y : S h.+1) Rabs (q_of hist h x a
  y - q3 x0 P (pi hist) x a y) <= (\rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) Rabs (marg (q_of hist) x a - q2
  x0 P (pi hist) x a)) + (\rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist) x a * xi_ P q_of
  (fun _ => P) hist x a)).

(* $P_i$, $\xi_i$, printed: every pair that (5) leaves open, epochs with P in P_i *)
Definition lemma_07_P_i_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), (forall h (x : S h) a, (h < L)%N -> \rsum_y Rabs (P h x a y - Pbar (st hist) x a y)
  <= eps Lam (st hist) x a) -> forall h (x : S h) a, (h < L)%N -> (if Req_EM_T (marg (q_of hist) x a) 0 then 1
  else 0) = 1 -> \rsum_(y : S h.+1) Rabs (P_ q_of (fun _ => @uniform_trans S A) hist x a y - Pbar (st hist) x
  a y) <= eps Lam (st hist) x a.

(* $P_i$, $\xi_i$, printed: $P_i=P^{\hat q_i}$ as a transition function, under: $P$'s own row *)
Definition lemma_07_P_i_printed_0_under_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), (forall h (x : S h) a, (h < L)%N -> \rsum_y Rabs (P h x a y - Pbar (st hist) x a y)
  <= eps Lam (st hist) x a) -> forall h (x : S h) a, (h < L)%N -> (if Req_EM_T (marg (q_of hist) x a) 0 then 1
  else 0) = 1 -> \rsum_(y : S h.+1) Rabs (P_ q_of (fun _ => P) hist x a y - Pbar (st hist) x a y) <= eps Lam
  (st hist) x a.

(* $P_i$, $\xi_i$, printed: $P_i=P^{\hat q_i}$ as a transition function, under: $\bar P_i$'s row, uniform if never visited *)
Definition lemma_07_P_i_printed_0_under_2 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), (forall h (x : S h) a, (h < L)%N -> \rsum_y Rabs (P h x a y - Pbar (st hist) x a y)
  <= eps Lam (st hist) x a) -> forall h (x : S h) a, (h < L)%N -> (if Req_EM_T (marg (q_of hist) x a) 0 then 1
  else 0) = 1 -> \rsum_(y : S h.+1) Rabs (P_ q_of (by_estimates x0 st) hist x a y - Pbar (st hist) x a y) <=
  eps Lam (st hist) x a.

(* $P_i$, $\xi_i$, repaired: P's row, every epoch with P in P_i *)
Definition lemma_07_P_i_repaired_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), (forall h (x : S h) a, (h < L)%N -> \rsum_y Rabs (P h x a y - Pbar (st hist) x a y)
  <= eps Lam (st hist) x a) -> forall h (x : S h) a, (h < L)%N -> \rsum_(y : S h.+1) Rabs (P_ q_of
  (fun _ => P) hist x a y - Pbar (st hist) x a y) <= eps Lam (st hist) x a.

(* $P_i$, $\xi_i$, repaired: P_bar_i's row *)
Definition lemma_07_P_i_repaired_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> \rsum_(y : S h.+1) Rabs (P_ q_of
  (by_estimates x0 st) hist x a y - Pbar (st hist) x a y) <= eps Lam (st hist) x a.

(* Lemma 8, printed: distance of pairs, layer $h$ *)
Definition lemma_08_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  2 <= L -> forall (hist : seq E), forall h, (h < L)%N -> \rsum_(x : S h) \rsum_(a : A) (ind (0 < h)%N * Rabs
  (marg (q_of hist) x a - q2 x0 P (pi hist) x a)) <= \rsum_(s < h) (fun h : nat => \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * xi_ P q_of (fun _ => P) hist x a)) s.

(* Lemma 9, printed: first right side *)
Definition lemma_09_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * ((L - h) * xi_ P q_of (fun _ => @uniform_trans S A) hist x a))) v) (6
  * L * X * sqrt (2 * T * #|A| * Lam) + 2 * L * X * sqrt (2 * T * ln (L / delta)))).

(* Lemma 9, printed: 12 LX sqrt(TA Lam) *)
Definition lemma_09_printed_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * ((L - h) * xi_ P q_of (fun _ => @uniform_trans S A) hist x a))) v)
  (12 * L * X * sqrt (T * #|A| * Lam))).

(* Lemma 9, printed: first right side, under: $P$'s own row *)
Definition lemma_09_printed_0_under_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * ((L - h) * xi_ P q_of (fun _ => P) hist x a))) v) (6 * L * X * sqrt
  (2 * T * #|A| * Lam) + 2 * L * X * sqrt (2 * T * ln (L / delta)))).

(* Lemma 9, printed: last, under: $P$'s own row *)
Definition lemma_09_printed_1_under_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * ((L - h) * xi_ P q_of (fun _ => P) hist x a))) v) (12 * L * X * sqrt
  (T * #|A| * Lam))).

(* Lemma 9, printed: first right side, under: $\bar P_i$'s row, uniform if never visited *)
Definition lemma_09_printed_0_under_2 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * ((L - h) * xi_ P q_of (by_estimates x0 st) hist x a))) v) (6 * L * X
  * sqrt (2 * T * #|A| * Lam) + 2 * L * X * sqrt (2 * T * ln (L / delta)))).

(* Lemma 9, printed: last, under: $\bar P_i$'s row, uniform if never visited *)
Definition lemma_09_printed_1_under_2 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * ((L - h) * xi_ P q_of (by_estimates x0 st) hist x a))) v) (12 * L * X
  * sqrt (T * #|A| * Lam))).

(* Lemma 9, printed: first right side, and the others on its event *)
Definition lemma_09_printed_together : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => (Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * ((L - h) * xi_ P q_of (fun _ => @uniform_trans S A) hist x a))) v) (6
  * L * X * sqrt (2 * T * #|A| * Lam) + 2 * L * X * sqrt (2 * T * ln (L / delta)))) && (Rleb (hsum (fun hist _
  => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist) x a * ((L - h) * xi_ P q_of
  (fun _ => @uniform_trans S A) hist x a))) v) (12 * L * X * sqrt (T * #|A| * Lam)))).

(* Lemma 9, repaired: first right side *)
Definition lemma_09_repaired_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * ((L - h) * xi_ P q_of (fun _ => P) hist x a))) v) (6 * L * X * sqrt
  (2 * T * #|A| * Lam) + 2 * L * X * sqrt (2 * T * ln (L / delta)))).

(* Lemma 9, repaired: second *)
Definition lemma_09_repaired_1 : Prop :=
  forall (M : setting) (Lam : R),
  ln (TXA / delta) <= Lam ->
  6 * L * X * sqrt (2 * T * #|A| * Lam) + 2 * L * X * sqrt (2 * T * ln (L / delta)) <= 12 * L * X * sqrt
  (T * #|A| * Lam).

(* Lemma 9, repaired: 12 LX sqrt(TA Lam) *)
Definition lemma_09_repaired_2 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * ((L - h) * xi_ P q_of (fun _ => P) hist x a))) v) (12 * L * X * sqrt
  (T * #|A| * Lam))).

(* Lemma 9, repaired: 12 LX sqrt(TA Lam), P_bar_i's row *)
Definition lemma_09_repaired_3 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * ((L - h) * xi_ P q_of (by_estimates x0 st) hist x a))) v) (12 * L * X
  * sqrt (T * #|A| * Lam))).

(* Lemma 9, repaired: by layers, plus the martingale *)
Definition lemma_09_repaired_4 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * ((L - h) * xi_ P q_of (by_estimates x0 st) hist x a))) v)
  ((4 + 2 * sqrt 2) * sqrt (T * #|A| * Lam) * (\rsum_(h < L - 1) ((L - h) * sqrt (#|S h| * #|S h.+1|))) +
  (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist) x a * ((L - h) * xi_ P
  q_of (by_estimates x0 st) hist x a))) v - hsum (fun hist e => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A)
  (I_ e x a * ((L - h) * xi_ P q_of (by_estimates x0 st) hist x a))) v))).

(* Lemma 9, repaired: first right side, and the others on its event *)
Definition lemma_09_repaired_together : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => (Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * ((L - h) * xi_ P q_of (fun _ => P) hist x a))) v) (6 * L * X * sqrt
  (2 * T * #|A| * Lam) + 2 * L * X * sqrt (2 * T * ln (L / delta)))) && (Rleb (hsum (fun hist _ =>
  \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist) x a * ((L - h) * xi_ P q_of (fun _ => P) hist
  x a))) v) (12 * L * X * sqrt (T * #|A| * Lam))) && (Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * ((L - h) * xi_ P q_of (by_estimates x0 st) hist x a))) v) (12 * L * X
  * sqrt (T * #|A| * Lam)))).

(* (27), term 2, printed: $(q_i-\mathbb{I}^{(t)})\,\xi_i$ over all episodes *)
Definition lemma_09_azuma_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * ((L - h) * xi_ P q_of (fun _ => P) hist x a))) v - hsum (fun hist e
  => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (I_ e x a * ((L - h) * xi_ P q_of (fun _ => P) hist x a))) v)
  (2 * L * X * sqrt (2 * T * ln (L / delta)))).

(* (27), line 2, printed: $6\sqrt2+2\sqrt2\leq12$ *)
Definition lemma_09_constant_printed_0 : Prop :=
  forall (M : setting) (Lam : R),
  ln (TXA / delta) <= Lam ->
  6 * L * X * sqrt (2 * T * #|A| * Lam) + 2 * L * X * sqrt (2 * T * ln (L / delta)) <= 12 * L * X * sqrt
  (T * #|A| * Lam).

(* (27), term 1, printed: by layers *)
Definition lemma_09_count_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall v : seq E, size v = T -> hsum (fun hist e => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (I_ e x a *
  (2 * (L - h) * eps Lam (st hist) x a))) v <= (4 + 2 * sqrt 2) * sqrt (T * #|A| * Lam) * (\rsum_(h < L)
  ((L - h) * sqrt (#|S h| * #|S h.+1|))).

(* (27), term 1, printed: 6 LX sqrt(2TA Lam) *)
Definition lemma_09_count_printed_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall v : seq E, size v = T -> hsum (fun hist e => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (I_ e x a *
  (2 * (L - h) * eps Lam (st hist) x a))) v <= 6 * L * X * sqrt (2 * T * #|A| * Lam).

(* (27), layers, printed: $\sum_h\sqrt{X_hX_{h+1}}\leq X$ *)
Definition lemma_09_layers_printed_0 : Prop :=
  forall (M : setting),
  \rsum_(h < L) sqrt (#|S h| * #|S h.+1|) <= X - 1.

(* Lemma 10, printed: (33) *)
Definition lemma_10_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 3 * delta <= Prl (K pi) T [::] (fun v => [forall h : 'I_L, Rleb (hsum (fun hist _ => \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * / sqrt (max1_N (st hist) x a))) v - hsum (fun hist e =>
  \rsum_(x : S h) \rsum_(a : A) (I_ e x a * / sqrt (max1_N (st hist) x a))) v) (sqrt (2 * T * ln
  (L / delta)))]).

(* Lemma 10, printed: (27) *)
Definition lemma_10_printed_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 3 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * ((L - h) * xi_ P q_of (fun _ => P) hist x a))) v - hsum (fun hist e
  => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (I_ e x a * ((L - h) * xi_ P q_of (fun _ => P) hist x a))) v)
  (2 * L * X * sqrt (2 * T * ln (L / delta)))).

(* Lemma 10, printed: Lemma 6 *)
Definition lemma_10_printed_2 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 3 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * Rmin 1 (3 / 2 * b Lam (st hist) x a))) v - hsum (fun hist e =>
  \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (I_ e x a * Rmin 1 (3 / 2 * b Lam (st hist) x a))) v) (L * sqrt
  (T / 2 * ln (1 / delta)))).

(* Lemma 10, printed: (33), and the others on its event *)
Definition lemma_10_printed_together : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - 3 * delta <= Prl (K pi) T [::] (fun v => ([forall h : 'I_L, Rleb (hsum (fun hist _ => \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * / sqrt (max1_N (st hist) x a))) v - hsum (fun hist e =>
  \rsum_(x : S h) \rsum_(a : A) (I_ e x a * / sqrt (max1_N (st hist) x a))) v) (sqrt (2 * T * ln
  (L / delta)))]) && (Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist)
  x a * ((L - h) * xi_ P q_of (fun _ => P) hist x a))) v - hsum (fun hist e => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (I_ e x a * ((L - h) * xi_ P q_of (fun _ => P) hist x a))) v) (2 * L * X * sqrt (2 * T * ln
  (L / delta)))) && (Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist)
  x a * Rmin 1 (3 / 2 * b Lam (st hist) x a))) v - hsum (fun hist e => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (I_ e x a * Rmin 1 (3 / 2 * b Lam (st hist) x a))) v) (L * sqrt (T / 2 * ln (1 / delta))))).

(* Lemma 11, printed: bonuses: expected minus visited *)
Definition lemma_11_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * b Lam (st hist) x a)) v - hsum (fun hist e => \rsum_(h < L)
  \rsum_(x : S h) \rsum_(a : A) (I_ e x a * b Lam (st hist) x a)) v) (2 * L * sqrt T * Lam)).

(* Lemma 11, repaired: the same sum, without $\sqrt T$ *)
Definition lemma_11_repaired_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P (pi hist) x a * b Lam (st hist) x a)) v - hsum (fun hist e => \rsum_(h < L)
  \rsum_(x : S h) \rsum_(a : A) (I_ e x a * b Lam (st hist) x a)) v) (sqrt (2 * Lam) * (2 * sqrt (L * (X - 1)
  * #|A| * (1 + (ln T / ln 2)) * ln (1 / delta)) + 2 * L * ln (1 / delta)))).

(* Lemma 11, repaired: squares at a pair *)
Definition lemma_11_repaired_1 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall v : seq E, size v = T -> forall h (x : S h) a, (h < L)%N -> hsum (fun hist e => I_ e x a * / max1_N
  (st hist) x a) v <= ind (0 < cnt x0 (mkp x a) v)%N + (ln (N v x a + (1 - ind (0 < cnt x0 (mkp x a) v)%N)) /
  ln 2).

(* Lemma 11, repaired: squares *)
Definition lemma_11_repaired_2 : Prop :=
  forall (M : setting) (st : seq E -> seq E),
  schedule x0 st ->
  forall v : seq E, size v = T -> L * hsum (fun hist e => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (I_ e x
  a * / max1_N (st hist) x a)) v <= L * (X - 1) * #|A| * (1 + (ln T / ln 2)).

(* Lemma 11, $Y_t$, printed: Y_t <= 1 *)
Definition lemma_11_martingale_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), forall h, (h < L)%N -> \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist) x a * (/ sqrt
  (max1_N (st hist) x a) - 1)) <= 0.

(* Lemma 11, $Y_t$, printed: Y_t >= -1 *)
Definition lemma_11_martingale_printed_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> / sqrt (max1_N (st hist) x a) - 1 -
  (\rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist) x a * (/ sqrt (max1_N (st hist) x a) - 1))) <= 1.

(* Lemma 11, end, printed: union over the layers *)
Definition lemma_11_union_printed_0 : Prop :=
  forall (M : setting) (Lam : R),
  ln (TXA / delta) <= Lam ->
  L * sqrt (2 * T * ln (L / delta)) * sqrt (2 * Lam) <= 2 * L * sqrt T * Lam.

(* Lemma 12, printed: bonuses at visited pairs *)
Definition lemma_12_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E),
  ln (TXA / delta) <= Lam -> schedule x0 st ->
  forall v : seq E, size v = T -> hsum (fun hist e => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (I_ e x a *
  b Lam (st hist) x a)) v <= 5 * sqrt (T * L * X * #|A| * Lam).

(* (35), line 6, printed: $3\sqrt2\leq5$ *)
Definition lemma_12_constant_printed_0 : Prop :=
  forall (M : setting) (Lam : R),
  ln (TXA / delta) <= Lam ->
  3 * sqrt (2 * T * L * X * #|A| * Lam) <= 5 * sqrt (T * L * X * #|A| * Lam).

(* (35), line 5, printed: Jensen over the layers *)
Definition lemma_12_jensen_printed_0 : Prop :=
  forall (M : setting),
  \rsum_(h < L) sqrt (T * #|S h| * #|A|) <= sqrt (T * L * X * #|A|).

(* (35), line 5, printed: sharper *)
Definition lemma_12_jensen_printed_1 : Prop :=
  forall (M : setting),
  \rsum_(h < L) sqrt (T * #|S h| * #|A|) <= (1 + sqrt ((L - 1) * (X - 2))) * sqrt (T * #|A|).

(* LP1, repaired: at most L *)
Definition lp1_repaired_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (marg (q_of hist) x a * rhat Lam
  (st hist) x a) <= L.

(* LP1, repaired: the policy that is played, with P in P_i *)
Definition lp1_repaired_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A)
  (g : R),
  ln (TXA / delta) <= Lam -> schedule x0 st -> near_learner st Lam pi q_of g ->
  forall (hist : seq E), (forall h (x : S h) a, (h < L)%N -> \rsum_y Rabs (P h x a y - Pbar (st hist) x a y)
  <= eps Lam (st hist) x a) -> \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist) x a * rhat Lam
  (st hist) x a) <= (\rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (marg (q_of hist) x a * rhat Lam (st hist) x
  a)) + g.

(* LP1, repaired: the best policy, with P in P_i *)
Definition lp1_repaired_2 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A)
  (g : R) (pistar : policy S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> near_learner st Lam pi q_of g -> optimal x0 L P r pistar ->
  forall (hist : seq E), (forall h (x : S h) a, (h < L)%N -> \rsum_y Rabs (P h x a y - Pbar (st hist) x a y)
  <= eps Lam (st hist) x a) -> \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P pistar x a * rhat Lam
  (st hist) x a) <= (\rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (marg (q_of hist) x a * rhat Lam (st hist) x
  a)) + g.

(* Prop. 1, repaired: sums *)
Definition prop_1_repaired_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), forall h, (h < L)%N -> Rabs ((\rsum_(x : S h) \rsum_(a : A) \rsum_(y : S h.+1) q_of
  hist h x a y) - 1) <= 0.

(* Prop. 1, repaired: signs *)
Definition prop_1_repaired_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), forall h (x : S h) a (y : S h.+1), (h < L)%N -> - (q_of hist h x a y) <= 0.

(* Prop. 1, repaired: flow *)
Definition prop_1_repaired_2 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  2 <= L -> forall (hist : seq E), forall h (x1 : S h.+1), (h.+1 < L)%N -> Rabs ((\rsum_(z : S h)
  \rsum_(a0 : A) q_of hist h z a0 x1) - (\rsum_(a0 : A) \rsum_(z : S h.+2) q_of hist h.+1 x1 a0 z)) <= 0.

(* Prop. 2, printed: the row of pi^q *)
Definition prop_2_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  2 <= L -> forall (hist : seq E), forall h (x1 : S h.+1), (h.+1 < L)%N -> (\rsum_(a : A) (marg (q_of hist) x1
  a / (\rsum_(a0 : A) marg (q_of hist) x1 a0))) = 1.

(* Prop. 2, printed: pi^q, under: $0/0$ is any distribution *)
Definition prop_2_printed_0_under_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> Rabs (pi hist h x a * (\rsum_(a0 : A) marg
  (q_of hist) x a0) - (\rsum_(y : S h.+1) q_of hist h x a y)) <= 0.

(* Prop. 2, printed: q again, under: $0/0$ is any distribution *)
Definition prop_2_printed_1_under_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), forall h (x : S h) a (y : S h.+1), (h < L)%N -> Rabs (q3 x0 (P_ q_of (fun _ => P)
  hist) (pi hist) x a y - q_of hist h x a y) <= 0.

(* Prop. 2, repaired: pi^q *)
Definition prop_2_repaired_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), forall h (x : S h) a, (h < L)%N -> Rabs (pi hist h x a * (\rsum_(a0 : A) marg
  (q_of hist) x a0) - (\rsum_(y : S h.+1) q_of hist h x a y)) <= 0.

(* Prop. 2, repaired: q again *)
Definition prop_2_repaired_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), forall h (x : S h) a (y : S h.+1), (h < L)%N -> Rabs (q3 x0 (P_ q_of (fun _ => P)
  hist) (pi hist) x a y - q_of hist h x a y) <= 0.

(* Prop. 3, repaired: visits *)
Definition prop_3_repaired_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 <= Prl (K pi) T [::] (fun v => [forall h : 'I_L, [forall x : S h, [forall a : A, [forall y : S h.+1, Rleb
  (N3 v x a y * (if Req_EM_T (P h x a y) 0 then 1 else 0)) 0]]]]).

(* Sec. I-B, estimation, printed: episodes after which line 10 changes a counter *)
Definition sec_1b_estimation_printed_0 : Prop :=
  forall (M : setting),
  2 <= T -> forall v : seq E, size v = T -> size v <= X * #|A| * (ln T / ln 2).

(* Sec. I-B, updates, printed: UCRL-LP *)
Definition sec_1b_updates_printed_0 : Prop :=
  forall (M : setting),
  2 <= T -> forall v : seq E, size v = T -> updates x0 (behead v) <= X * #|A| * (ln T / ln 2).

(* $XA\log T$, printed: at most $XA\log T$ updates *)
Definition sec_4a_updates_printed_0 : Prop :=
  forall (M : setting),
  forall v : seq E, size v = T -> updates x0 (behead v) <= X * #|A| * ln T.

(* $XA\log T$, printed: at most $XA\log T$ updates, under: line 12 as printed *)
Definition sec_4a_updates_printed_0_under_1 : Prop :=
  forall (M : setting),
  T - 1 <= X * #|A| * ln T.

(* $XA\log T$, printed: at most $XA\log T$ updates, under: $\log$ to base 2 and $T\geq2$, line 12 as it is meant *)
Definition sec_4a_updates_printed_0_under_2 : Prop :=
  forall (M : setting),
  2 <= T -> forall v : seq E, size v = T -> updates x0 (behead v) <= X * #|A| * (ln T / ln 2).

(* $XA\log_2 T$, repaired: by layers *)
Definition sec_4a_updates_repaired_0 : Prop :=
  forall (M : setting),
  2 <= T -> 1 <= \rsum_(h < L) ind (1 < #|S h| * #|A|)%N -> forall v : seq E, size v = T -> updates x0
  (behead v) <= (\rsum_(h < L) (ind (1 < #|S h| * #|A|)%N * #|S h| * #|A|)) * (ln T / ln 2).

(* $XA\log_2 T$, repaired: by layers *)
Definition sec_4a_updates_repaired_1 : Prop :=
  forall (M : setting),
  2 <= T -> \rsum_(h < L) ind (1 < #|S h| * #|A|)%N = 0 -> forall v : seq E, size v = T -> updates x0
  (behead v) <= 1 + trunc_log 2 T.

(* $XA\log_2 T$, repaired: XA log2 T *)
Definition sec_4a_updates_repaired_2 : Prop :=
  forall (M : setting),
  2 <= T -> forall v : seq E, size v = T -> updates x0 (behead v) <= X * #|A| * (ln T / ln 2).

(* Sec. VII, intervals, repaired: by layers *)
Definition sec_7_intervals_repaired_0 : Prop :=
  forall (M : setting) (Lam : R) (c : R) (st : seq E -> seq E) (pi : seq E -> policy S A)
  (q_of : seq E -> occ S A) (pistar : policy S A),
  ln (TXA / delta) <= Lam -> 1 <= c -> schedule x0 st -> interval_learner c st Lam pi q_of -> optimal x0 L P r
  pistar ->
  2 <= T * #|A| -> 1 - delta <= Prl (K pi) T [::] (fun v => Rleb (regret pi pistar v) ((2 + sqrt 2) * sqrt
  (T * #|A|) * (\rsum_(h < L) ((L - 1 - h) * sqrt (Gamma' P h * #|S h| * lw S Lam h))) + c * #|A| * (1 +
  (ln T / ln 2)) * (\rsum_(h < L) ((L - 1 - h) * (ind (1 < #|S h.+1|)%N * (#|S h| * #|S h.+1| * lw S Lam h))))
  + (2 + 2 * sqrt 2) * sqrt (2 * (T * #|A| * Lam)) * (\rsum_(h < L) sqrt #|S h|) + sqrt (T * L *
  (2 * L * L + 1) * Lam / 6))).

(* Sec. VII, $O(\log T)$, printed: from $O(T)$ to $O(\log T)$ *)
Definition sec_7_log_T_printed_0 : Prop :=
  forall (M : setting),
  2 <= T -> forall v : seq E, size v = T -> \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) N v x a <= X * #|A| *
  (ln T / ln 2).

(* Sec. VII, $O(\log T)$, printed: from $O(T)$ to $O(\log T)$ *)
Definition sec_7_log_T_printed_0_O : Prop :=
  exists C : R,
  forall (M : setting),
  2 <= T -> forall v : seq E, size v = T -> \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) N v x a <= C * (X *
  #|A| * (ln T / ln 2)).

(* Sec. VII, $O(\log T)$, repaired: $O(\log T)$ updates instead of $T$ *)
Definition sec_7_log_T_repaired_0 : Prop :=
  forall (M : setting),
  2 <= T -> forall v : seq E, size v = T -> updates x0 (behead v) <= X * #|A| * (ln T / ln 2).

(* Sec. VII, oracles, printed: linear programs *)
Definition sec_7_oracles_printed_0 : Prop :=
  forall (M : setting),
  2 <= T -> forall v : seq E, size v = T -> updates x0 (behead v) <= X * #|A| * (ln T / ln 2).

(* Sec. VII, quotient, repaired: the quotient *)
Definition sec_7_quotient_repaired_0 : Prop :=
  forall (M : setting) (Lam : R),
  ln (TXA / delta) <= Lam ->
  3 <= L -> sqrt X / 482 * ((53 / 5 + 3 / 10 * sqrt L) * sqrt (L * X * (T * #|A| * Lam))) <= 1 / 75 * (L * X)
  * sqrt (T * #|A| * Lam).

(* Sec. VII, quotient, repaired: no more than 1 *)
Definition sec_7_quotient_repaired_1 : Prop :=
  forall (M : setting) (Lam : R),
  ln (TXA / delta) <= Lam ->
  3 <= L -> L * X <= 695000 -> 1 / 75 * (L * X) * sqrt (T * #|A| * Lam) <= (53 / 5 + 3 / 10 * sqrt L) * sqrt
  (L * X * (T * #|A| * Lam)).

(* Sec. VII, quotient, repaired: with A *)
Definition sec_7_quotient_repaired_2 : Prop :=
  forall (M : setting) (Lam : R),
  ln (TXA / delta) <= Lam ->
  2 <= #|A| -> 1 / 75 * (L * X) * sqrt (T * #|A| * Lam) <= 3 / 53 * (#|A| - 1) / sqrt (#|A| + 7) * (L * X) *
  sqrt (T * Lam).

(* Sec. VII, widths, repaired: $P$ in an interval for each successor w.p. $1-\delta$ *)
Definition sec_7_widths_repaired_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  1 - delta <= Prl (K pi) T [::] (fun v => [forall t : 'I_T.+1, let hist := drop t v in [forall h : 'I_L,
  [forall x : S h, [forall a : A, [forall y : S h.+1, Rleb (Rabs (P h x a y - Pbar (st hist) x a y)) (width
  Lam 1 (st hist) x a y)]]]]]).

(* Theorem 4, printed: $\mathrm{Reg}_T\leq O(LX\sqrt{TA\Lambda})$ *)
Definition theorem_4_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A)
  (pistar : policy S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of -> optimal x0 L P r pistar ->
  1 - 5 * delta <= Prl (K pi) T [::] (fun v => Rleb (regret pi pistar v) (12 * L * X * sqrt (T * #|A| * Lam) +
  (4 * L * sqrt T * Lam + 10 * sqrt (T * L * X * #|A| * Lam)))).

(* Theorem 4, printed: $\mathrm{Reg}_T\leq O(LX\sqrt{TA\Lambda})$ *)
Definition theorem_4_printed_0_O : Prop :=
  exists C : R,
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A)
  (pistar : policy S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of -> optimal x0 L P r pistar ->
  1 - 5 * delta <= Prl (K pi) T [::] (fun v => Rleb (regret pi pistar v) (C * (L * X * sqrt
  (T * #|A| * Lam)))).

(* Theorem 4, repaired: by value functions *)
Definition theorem_4_repaired_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A)
  (g : R) (pistar : policy S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> near_learner st Lam pi q_of g -> optimal x0 L P r pistar ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (regret pi pistar v) (hsum (fun hist _ => (@U S A P
  (pi hist) (fun h (x : S h) a => Rmin 1 (3 / 2 * b Lam (st hist) x a) + (L - 1 - h) * ind (1 < #|S h.+1|)%N *
  Rmin 1 (eps Lam (st hist) x a)) L 0%N x0)) v + T * g)).

(* Theorem 4, repaired: by layers *)
Definition theorem_4_repaired_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A)
  (pistar : policy S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of -> optimal x0 L P r pistar ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (regret pi pistar v) ((2 + sqrt 2) * sqrt (T * #|A| * Lam)
  * (3 / 2 * (\rsum_(h < L) sqrt #|S h|) + (\rsum_(h < L) ((L - 1 - h) * ind (1 < #|S h.+1|)%N * sqrt
  (#|S h| * #|S h.+1|)))) + sqrt (T * L * (2 * L * L + 1) * ln (1 / delta) / 6))).

(* Theorem 4, repaired: second *)
Definition theorem_4_repaired_2 : Prop :=
  forall (M : setting) (Lam : R),
  ln (TXA / delta) <= Lam ->
  (2 + sqrt 2) * sqrt (T * #|A| * Lam) * (3 / 2 * (\rsum_(h < L) sqrt #|S h|) + (\rsum_(h < L) ((L - 1 - h) *
  ind (1 < #|S h.+1|)%N * sqrt (#|S h| * #|S h.+1|)))) + sqrt (T * L * (2 * L * L + 1) * ln (1 / delta) / 6)
  <= (2 + sqrt 2) * (L * X * sqrt (T * #|A| * Lam)).

(* Theorem 4, repaired: 3 LX sqrt(TA Lam) *)
Definition theorem_4_repaired_3 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A)
  (pistar : policy S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of -> optimal x0 L P r pistar ->
  1 - delta <= Prl (K pi) T [::] (fun v => Rleb (regret pi pistar v) (3 * (L * X * sqrt (T * #|A| * Lam)))).

(* Theorem 4, repaired: Error and Bias-II, every epoch on the events *)
Definition theorem_4_repaired_4 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of ->
  forall (hist : seq E), (forall h (x : S h) a, (h < L)%N -> rbar (st hist) x a - r x a <= 1 / 2 * b Lam
  (st hist) x a) -> (forall h (x : S h) a, (h < L)%N -> \rsum_y Rabs (P h x a y - Pbar (st hist) x a y) <= eps
  Lam (st hist) x a) -> (\rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (marg (q_of hist) x a * rhat Lam
  (st hist) x a)) - V P (pi hist) r L x0 <= \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist) x a
  * (Rmin 1 (3 / 2 * b Lam (st hist) x a) + (L - 1 - h) * ind (1 < #|S h.+1|)%N * Rmin 1 (eps Lam (st hist) x
  a))).

(* Theorem 4, repaired: every epoch on the events *)
Definition theorem_4_repaired_5 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A)
  (g : R) (pistar : policy S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> near_learner st Lam pi q_of g -> optimal x0 L P r pistar ->
  forall (hist : seq E), (forall h (x : S h) a, (h < L)%N -> r x a <= rhat Lam (st hist) x a) -> (forall h
  (x : S h) a, (h < L)%N -> rbar (st hist) x a - r x a <= 1 / 2 * b Lam (st hist) x a) -> (forall h (x : S h)
  a, (h < L)%N -> \rsum_y Rabs (P h x a y - Pbar (st hist) x a y) <= eps Lam (st hist) x a) -> V P pistar r L
  x0 - V P (pi hist) r L x0 <= (\rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (pi hist) x a * (Rmin 1
  (3 / 2 * b Lam (st hist) x a) + (L - 1 - h) * ind (1 < #|S h.+1|)%N * Rmin 1 (eps Lam (st hist) x a)))) + g.

(* (19), Bias-I, printed: every epoch *)
Definition theorem_4_bias_1_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A)
  (pistar : policy S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of -> optimal x0 L P r pistar ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => [forall t : 'I_T.+1, let hist := drop t v in Rleb
  (\rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P pistar x a * (r x a - rhat Lam (st hist) x a))) 0]).

(* (19), Bias-I, printed: Bias-I *)
Definition theorem_4_bias_1_printed_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A)
  (pistar : policy S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of -> optimal x0 L P r pistar ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) (q2 x0 P pistar x a * (r x a - rhat Lam (st hist) x a))) v) 0).

(* (19), Bias-I, printed: every epoch with r <= r_hat_i where q* > 0 *)
Definition theorem_4_bias_1_printed_2 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pistar : policy S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> optimal x0 L P r pistar ->
  forall (hist : seq E), (forall h (x : S h) a, (h < L)%N -> ((if Rlt_dec 0 (q2 x0 P pistar x a) then 1 else
  0) * r x a) <= rhat Lam (st hist) x a) -> \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P pistar x a *
  (r x a - rhat Lam (st hist) x a)) <= 0.

(* (19), Bias-I, printed: every epoch, and the others on its event *)
Definition theorem_4_bias_1_printed_together : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A)
  (pistar : policy S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv pi st Lam q_of -> optimal x0 L P r pistar ->
  1 - 2 * delta <= Prl (K pi) T [::] (fun v => ([forall t : 'I_T.+1, let hist := drop t v in Rleb
  (\rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P pistar x a * (r x a - rhat Lam (st hist) x a))) 0]) &&
  (Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P pistar x a * (r x a - rhat
  Lam (st hist) x a))) v) 0)).

(* (19), Diff, printed: every epoch *)
Definition theorem_4_diff_printed_0 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A)
  (g : R) (pistar : policy S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> near_learner st Lam pi q_of g -> optimal x0 L P r pistar ->
  1 - delta <= Prl (K pi) T [::] (fun v => [forall t : 'I_T.+1, let hist := drop t v in Rleb (\rsum_(h < L)
  \rsum_(x : S h) \rsum_(a : A) ((q2 x0 P pistar x a - marg (q_of hist) x a) * rhat Lam (st hist) x a)) g]).

(* (19), Diff, printed: Diff *)
Definition theorem_4_diff_printed_1 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A)
  (g : R) (pistar : policy S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> near_learner st Lam pi q_of g -> optimal x0 L P r pistar ->
  1 - delta <= Prl (K pi) T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h)
  \rsum_(a : A) ((q2 x0 P pistar x a - marg (q_of hist) x a) * rhat Lam (st hist) x a)) v) (0 + g * T)).

(* (19), Diff, printed: every epoch with P in P_i *)
Definition theorem_4_diff_printed_2 : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A)
  (g : R) (pistar : policy S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> near_learner st Lam pi q_of g -> optimal x0 L P r pistar ->
  forall (hist : seq E), (forall h (x : S h) a, (h < L)%N -> \rsum_y Rabs (P h x a y - Pbar (st hist) x a y)
  <= eps Lam (st hist) x a) -> \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) ((q2 x0 P pistar x a - marg
  (q_of hist) x a) * rhat Lam (st hist) x a) <= g.

(* (19), Diff, printed: every epoch, and the others on its event *)
Definition theorem_4_diff_printed_together : Prop :=
  forall (M : setting) (Lam : R) (st : seq E -> seq E) (pi : seq E -> policy S A) (q_of : seq E -> occ S A)
  (g : R) (pistar : policy S A),
  ln (TXA / delta) <= Lam -> schedule x0 st -> near_learner st Lam pi q_of g -> optimal x0 L P r pistar ->
  1 - delta <= Prl (K pi) T [::] (fun v => ([forall t : 'I_T.+1, let hist := drop t v in Rleb (\rsum_(h < L)
  \rsum_(x : S h) \rsum_(a : A) ((q2 x0 P pistar x a - marg (q_of hist) x a) * rhat Lam (st hist) x a)) g]) &&
  (Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) ((q2 x0 P pistar x a - marg
  (q_of hist) x a) * rhat Lam (st hist) x a)) v) (0 + g * T))).
