(* Appendix I: the distance of the occupancy measures q^_i(t) and q_i(t) (Lemmas 7, 8, 9), and what follows
   for it (Lemma 4) and for Error (Lemma 5). *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents
  UCRLLP.model.Setting UCRLLP.paper.Visits.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- one policy, two transition functions *)
Section OneEpisode.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N).
Notation mu := (mu x0).
Notation q2 := (q2 x0).
Notation q3 := (q3 x0).
Unset Implicit Arguments.
Variables (P P' : trans S A) (pi : policy S A).
Set Implicit Arguments.
Hypotheses (HP : is_trans P) (HP' : is_trans P') (Hpi : is_policy pi).
Definition xi h (x : S h) a := \rsum_y Rabs (P' h x a y - P h x a y).
Definition q_xi s := \rsum_(x : S s) \rsum_a (q2 P pi x a * xi x a).
Definition dist_pairs h := \rsum_(x : S h) \rsum_a Rabs (q2 P' pi x a - q2 P pi x a).
Definition dist_triples h :=
  \rsum_(x : S h) \rsum_a \rsum_y Rabs (q3 P' pi x a y - q3 P pi x a y).

(* lem:occ-1-norm, one layer of one episode *)
Theorem lemma_7_episode h : dist_triples h <= dist_pairs h + q_xi h.
Proof.
rewrite -rsumD; apply: le_rsum => x _; rewrite -rsumD; apply: le_rsum => a _.
rewrite -rsumZ.
have -> : Rabs (q2 P' pi x a - q2 P pi x a) =
  \rsum_y (Rabs (q2 P' pi x a - q2 P pi x a) * P' h x a y).
  by rewrite rsumZ (HP' x a).2 Rmult_1_r.
rewrite -rsumD; apply: le_rsum => y _; rewrite /q3.
have -> : q2 P' pi x a * P' h x a y - q2 P pi x a * P h x a y =
  (q2 P' pi x a - q2 P pi x a) * P' h x a y + q2 P pi x a * (P' h x a y - P h x a y) by ring.
apply: Rle_trans (Rabs_triang _ _) _; rewrite 2!Rabs_mult.
rewrite (Rabs_pos_eq (P' h x a y)); last exact: (HP' x a).1.
by rewrite (Rabs_pos_eq (q2 P pi x a)); [lra | exact: (q2_ge0 x0 HP Hpi)].
Qed.

Lemma dist_step h : dist_pairs h.+1 <= dist_triples h.
Proof.
have -> : dist_pairs h.+1 = \rsum_(y : S h.+1) Rabs (mu P' pi y - mu P pi y).
  apply: eq_bigr => y _; rewrite -[RHS]Rmult_1_l -(Hpi y).2 -rsumZr; apply: eq_bigr => a _.
  by rewrite -Rabs_scale; [congr Rabs; rewrite /q2; ring | exact: (Hpi y).1].
rewrite /dist_triples.
under [X in _ <= X]eq_bigr => x _ do rewrite exchange_big.
rewrite exchange_big /=; apply: le_rsum => y _ /=.
rewrite -rsumB; apply: Rle_trans (rsum_abs _ _ _) _; apply: le_rsum => x _.
rewrite -rsumB; apply: Rle_trans (rsum_abs _ _ _) _; apply: le_rsum => a _.
by rewrite /q3 /q2; lra.
Qed.

(* lem:occ-term-1 *)
Theorem lemma_8_episode h : dist_pairs h <= \rsum_(s < h) q_xi s.
Proof.
elim: h => [|h IH].
  rewrite big_ord0 /dist_pairs big1; first exact: Rle_refl.
  by move=> x _; rewrite big1 // => a _; rewrite /q2 /= Rminus_eq_0 Rabs_R0.
rewrite rsum_recr; have := dist_step h; have := lemma_7_episode h; lra.
Qed.

(* eq:occ-1-norm-comb, one episode *)
Theorem eq_25_episode L : \rsum_(h < L) dist_triples h <= \rsum_(h < L) \rsum_(s < h.+1) q_xi s.
Proof.
apply: le_rsum => h _; rewrite rsum_recr; have := lemma_7_episode h; have := lemma_8_episode h; lra.
Qed.
Lemma xi_le2 h (x : S h) a : 0 <= xi x a <= 2.
Proof.
split; first by apply: rsum_ge0 => y _; exact: Rabs_pos.
have [p0 p1] := HP' x a; have [p0' p1'] := HP x a.
rewrite (_ : 2 = 1 + 1) // -{1}p1 -{1}p1' -rsumD; apply: le_rsum => y _.
by have := p0 y; have := p0' y; rewrite /Rabs; case: Rcase_abs; lra.
Qed.

(* one successor: nothing to learn *)
Lemma xi_narrow h (x : S h) a : wide S h = false -> xi x a = 0.
Proof.
move=> /negbT; rewrite -ltnNge ltnS => /fintype_le1P H.
have [_ p1] := HP' x a; have [_ p1'] := HP x a.
have E1 (p : S h.+1 -> R) y : \rsum_y p y = 1 -> p y = 1.
  by rewrite (bigD1 y) //= big1 ?Rplus_0_r // => y'; rewrite (H y y') eqxx.
by apply: big1 => y _; rewrite (E1 _ y p1) (E1 _ y p1') Rminus_eq_0 Rabs_R0.
Qed.
End OneEpisode.

(* (25) by layers: layer s is counted L - s times *)
Lemma sum_remaining_layers L (F : nat -> R) :
  \rsum_(h < L) \rsum_(s < h.+1) F s = \rsum_(s < L) (INR (L - s) * F s).
Proof.
elim: L => [|L IH]; first by rewrite !big_ord0.
rewrite (rsum_recr L (fun h => \rsum_(s < h.+1) F s)) IH (rsum_recr L F).
rewrite (rsum_recr L (fun s => INR (L.+1 - s) * F s)) subSn // subnn [INR 1]/= Rmult_1_l -Rplus_assoc.
congr (_ + _); rewrite -rsumD; apply: eq_bigr => s _.
by rewrite subSn ?S_INR; [ring | apply: ltnW; exact: ltn_ord].
Qed.

Lemma sum_earlier_layers L (F : nat -> R) :
  \rsum_(h < L) \rsum_(s < h) F s = \rsum_(s < L) (INR (L - s.+1) * F s).
Proof.
elim: L => [|n IH]; first by rewrite !big_ord0.
rewrite (rsum_recr n (fun h => \rsum_(s < h) F s)) IH.
rewrite (rsum_recr n (fun s => INR (n.+1 - s.+1) * F s)) subnn [INR 0]/= Rmult_0_l Rplus_0_r.
by rewrite -rsumD; apply: eq_bigr => s _; rewrite subSS -(subnSK (ltn_ord s)) S_INR; ring.
Qed.

Lemma sum_L_s L : \rsum_(s < L) INR (L - s) = INR L * (INR L + 1) / 2.
Proof.
elim: L => [|L IH]; first by rewrite big_ord0 /=; lra.
rewrite (rsum_recl L (fun s => INR (L.+1 - s))) subn0.
by rewrite (eq_bigr (fun s : 'I_L => INR (L - s))) // IH S_INR; field.
Qed.

(* ||q - q'||_1 over the triples, and over the pairs of layer h *)
Section Norms.
Variables (S : nat -> finType) (A : finType) (L : nat).
Definition norm1 (q q' : occ S A) :=
  \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) \rsum_(y : S h.+1) Rabs (q h x a y - q' h x a y).
Definition pairs1 (q q' : occ S A) h := \rsum_(x : S h) \rsum_(a : A) Rabs (marg q x a - marg q' x a).
Definition minus (q q' : occ S A) : occ S A := fun h x a y => q h x a y - q' h x a y.
Definition rminus (r r' : reward S A) : reward S A := fun h x a => r h x a - r' h x a.

Lemma inner_minus q q' r : inner L (minus q q') r = inner L q r - inner L q' r.
Proof.
rewrite innerB; apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _.
by rewrite /marg rsumB.
Qed.
Lemma inner_rminus q r r' : inner L q (rminus r r') = inner L q r - inner L q r'.
Proof.
rewrite -rsumB; apply: eq_bigr => h _; rewrite -rsumB; apply: eq_bigr => x _.
by rewrite -rsumB; apply: eq_bigr => a _; rewrite /rminus; ring.
Qed.

(* eq:28, first step: a reward in [0, 1] *)
Lemma inner_norm1 q q' r : (forall h x a, 0 <= r h x a <= 1) -> inner L (minus q q') r <= norm1 q q'.
Proof.
move=> r01; apply: le_rsum => h _; apply: le_rsum => x _; apply: le_rsum => a _.
have H : marg (minus q q') x a <= \rsum_y Rabs (q h x a y - q' h x a y).
  by apply: le_rsum => y _; exact: Rle_abs.
have H0 : 0 <= \rsum_y Rabs (q h x a y - q' h x a y) by apply: rsum_ge0 => y _; exact: Rabs_pos.
have := r01 h x a; move: H H0; move: (marg _ _ _) (\rsum_y _) (r h x a) => m s t *; nra.
Qed.
End Norms.

Lemma sum_wide (S : nat -> finType) L :
  \rsum_(h < L) (ind (wide S h) * INR (L - h) * sqrt (INR #|S h| * INR #|S h.+1|)) <= LX S L.
Proof.
apply: (@Rle_trans _ (INR L * \rsum_(h < L) sqrt (INR #|S h| * INR #|S h.+1|))).
  rewrite -rsumZ; apply: le_rsum => h _; apply: Rmult_le_compat_r; first exact: sqrt_pos.
  have := ind_ge0 (wide S h); have := ind_le1 (wide S h); have := pos_INR (L - h).
  by have := leq_INR (leq_subr h L); nra.
by apply: Rmult_le_compat_l; [exact: pos_INR | exact: layers_of_X].
Qed.

(* --- q^_i(t) and q_i(t) along the episodes, for any rewards: what is used is x_0, P, and that every episode plays a
   point of the polytope (13) of its epoch, an optimum or not *)
Section Distance.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Notation E := (traj S A Z L 0).
Unset Implicit Arguments.
Variables (P : trans S A) (rv : Z -> R) (Lam : R) (st : seq E -> seq E) (f : seq E -> policy S A).
Variables (qhat : seq E -> occ S A) (comp : seq E -> trans S A).
Set Implicit Arguments.

(* q_i(t), P_i(t) = P^{q^_i(t)} completed by comp where it is 0/0, and xi_i(t) *)
Definition q_ hist := q3 x0 P (f hist).
Definition P_ hist : trans S A := Phat L (qhat hist) (comp hist).
Definition xi_ hist h (x : S h) a := xi P (P_ hist) x a.
Definition qxi hist h := \rsum_(x : S h) \rsum_a (q2 x0 P (f hist) x a * xi_ hist x a).
(* the left sides of Lemmas 4, 5 and 9, and of the second term of (27) *)
Definition sum_norm1 v := hsum (fun hist _ => norm1 L (qhat hist) (q_ hist)) v.
Definition Error v := hsum (fun hist _ => inner L (minus (qhat hist) (q_ hist)) (rhat x0 rv Lam (st hist))) v.
Definition sum_q_xi v := hsum (fun hist _ => \rsum_(h < L) \rsum_(s < h.+1) qxi hist s) v.
Definition sum_diff_xi v := hsum (fun hist e => \rsum_(h < L) \rsum_(s < h.+1) \rsum_(x : S s) \rsum_(a : A)
  ((q2 x0 P (f hist) x a - ind (visit x0 (mkp x a) e)) * xi_ hist x a)) v.

Notation P_i hist := (in_conf L (Pbar x0 (st hist)) (eps x0 Lam (st hist))).
Notation plays_in_P_i hist := [/\ is_policy (f hist),
  polytope L (Pbar x0 (st hist)) (eps x0 Lam (st hist)) (qhat hist) & plays L (qhat hist) (f hist)].
Lemma learner_plays : learner x0 rv f st Lam qhat -> forall hist, plays_in_P_i hist.
Proof. by move=> H hist; have [Hpi [[Hq _] pl]] := H hist. Qed.

Hypotheses (x0_only : forall x, x = x0) (HP : is_trans P) (Hplay : forall hist, plays_in_P_i hist).
(* comp is in P_i whenever P is: by P itself, or by any transition function of the confidence set *)
Hypotheses (Hcomp : forall hist, is_trans (comp hist)) (comp_conf : forall hist, P_i hist P -> P_i hist (comp hist)).
Let Hf hist : is_policy (f hist). Proof. by case: (Hplay hist). Qed.

Lemma P_trans hist : is_trans (P_ hist).
Proof. by have [_ Hq _] := Hplay hist; exact: (Phat_trans Hq (Hcomp hist)). Qed.

(* P_i, xi_i (lem:occ-1-norm:P_i), repaired: completed, P_i is a transition function, and in the confidence set if P
   is *)
Theorem P_i_completed hist : is_trans (P_ hist) /\ (P_i hist P -> P_i hist (P_ hist)).
Proof.
split=> [|hc h x a hL]; first exact: P_trans.
have [_ Hq _] := Hplay hist; exact: (Phat_conf Hq (comp_conf hc)).
Qed.

Lemma q3_P_ hist h (x : S h) a y : (h < L)%N -> q3 x0 (P_ hist) (f hist) x a y = qhat hist h x a y.
Proof.
have [_ Hq pl] := Hplay hist => hL.
exact: (polytope_occ x0_only (comp hist) Hq pl x a y hL).
Qed.

Lemma q2_P_ hist h (x : S h) a : (h < L)%N -> q2 x0 (P_ hist) (f hist) x a = marg (qhat hist) x a.
Proof.
move=> hL; rewrite -(marg_q3 x0 (f hist) (P_trans hist)); apply: eq_bigr => y _; exact: q3_P_.
Qed.

Lemma dist_triples_P_ hist h : (h < L)%N -> dist_triples x0 P (P_ hist) (f hist) h =
  \rsum_(x : S h) \rsum_(a : A) \rsum_(y : S h.+1) Rabs (qhat hist h x a y - q_ hist x a y).
Proof.
move=> hL; apply: eq_bigr => x _; apply: eq_bigr => a _; apply: eq_bigr => y _; by rewrite q3_P_.
Qed.

Lemma dist_pairs_P_ hist h : (h < L)%N ->
  dist_pairs x0 P (P_ hist) (f hist) h = pairs1 (qhat hist) (q_ hist) h.
Proof.
move=> hL; apply: eq_bigr => x _; apply: eq_bigr => a _.
by rewrite q2_P_ // /q_ (marg_q3 x0 (f hist) HP).
Qed.

(* Lemma 7 (lem:occ-1-norm) *)
Theorem lemma_7 v : hsum (fun hist _ => norm1 L (qhat hist) (q_ hist)) v <=
  hsum (fun hist _ => \rsum_(h < L) pairs1 (qhat hist) (q_ hist) h) v +
  hsum (fun hist _ => \rsum_(h < L) qxi hist h) v.
Proof.
rewrite -hsumD; apply: le_hsum => s e hist _; rewrite -rsumD; apply: le_rsum => h _.
rewrite -dist_triples_P_ // -dist_pairs_P_ //.
exact: (lemma_7_episode x0 HP (P_trans hist) (Hf hist)).
Qed.

(* Lemma 8 (lem:occ-term-1) *)
Theorem lemma_8 hist h : (h < L)%N -> pairs1 (qhat hist) (q_ hist) h <= \rsum_(s < h) qxi hist s.
Proof.
move=> hL; rewrite -dist_pairs_P_ //; exact: (lemma_8_episode x0 HP (P_trans hist) (Hf hist)).
Qed.

(* (25) (eq:occ-1-norm-comb): h here is h - 1 of the paper *)
Theorem eq_25 v : hsum (fun hist _ => norm1 L (qhat hist) (q_ hist)) v <=
  hsum (fun hist _ => \rsum_(h < L) \rsum_(s < h.+1) qxi hist s) v.
Proof.
apply: le_hsum => s e hist _.
have := eq_25_episode x0 HP (P_trans hist) (Hf hist) L.
rewrite (eq_bigr (fun h : 'I_L => \rsum_(x : S h) \rsum_(a : A) \rsum_(y : S h.+1)
  Rabs (qhat hist h x a y - q_ hist x a y))) // => h _; exact: dist_triples_P_.
Qed.

(* (26) (eq:26), repaired: P_i completed inside P_i, or by P *)
Theorem eq_26 hist : P_i hist P -> forall h (x : S h) a, (h < L)%N ->
  xi_ hist x a <= 2 * eps x0 Lam (st hist) x a.
Proof.
move=> hc h x a hL; have [_ Hq _] := Hplay hist.
have C1 := Phat_conf Hq (comp_conf hc) x a hL; have C2 := hc h x a hL.
apply: (@Rle_trans _ (\rsum_y (Rabs (P_ hist x a y - Pbar x0 (st hist) x a y) +
    Rabs (P h x a y - Pbar x0 (st hist) x a y)))).
  apply: le_rsum => y _; rewrite -(Rabs_Ropp (P h x a y - _)).
  by apply: Rle_trans _ (Rabs_triang _ _); apply: Req_le; congr Rabs; ring.
by rewrite rsumD (_ : 2 * eps x0 Lam (st hist) x a = eps x0 Lam (st hist) x a + eps x0 Lam (st hist) x a);
  [exact: Rplus_le_compat | ring].
Qed.

Lemma pairs_mass hist h : (h < L)%N -> \rsum_(x : S h) \rsum_(a : A) (marg (qhat hist) x a - marg (q_ hist) x a) = 0.
Proof.
move=> hL; have [Hpi Hq pl] := Hplay hist.
have D : \rsum_(x : S h) \rsum_(a : A) marg (qhat hist) x a = \rsum_(x : S h) mu x0 (P_ hist) (f hist) x.
  by apply: eq_bigr => x _; rewrite (mu_marg x0_only (comp hist) Hq pl).
have D' : \rsum_(x : S h) \rsum_(a : A) marg (q_ hist) x a = \rsum_(x : S h) mu x0 P (f hist) x.
  by apply: eq_bigr => x _; rewrite -(q2_mu x0 P Hpi x); apply: eq_bigr => a _; rewrite (marg_q3 x0 _ HP).
have PT := P_trans hist.
under eq_bigr => x _ do rewrite rsumB.
by rewrite rsumB D D' (mu_sum x0 PT Hpi h) (mu_sum x0 HP Hpi h) Rminus_eq_0.
Qed.

(* the weights of Lemma 5 *)
Definition g5 (hist : seq E) h (x : S h) (a : A) := INR (L - h.+1) * (/ 2 * xi_ hist x a).
Definition c5 h := INR (L - h.+1).

Lemma g5_range hist h (x : S h) a : 0 <= g5 hist x a <= c5 h.
Proof. by have := xi_le2 HP (P_trans hist) x a; have := pos_INR (L - h.+1); rewrite /g5 /c5 /xi_; nra. Qed.

Lemma B5 : B L c5 = INR L * (INR L - 1) / 2. Proof. exact: sum_remaining. Qed.

Lemma expected_5 v : hsum (fun hist _ => \rsum_(h < L) (INR (L - h.+1) * (/ 2 * qxi hist h))) v =
  hsum (fun hist _ => expected x0 P f g5 hist) v.
Proof.
apply: eq_hsum => hist _; apply: eq_bigr => h _; rewrite /qxi -!rsumZ; apply: eq_bigr => x _.
by rewrite -!rsumZ; apply: eq_bigr => a _; rewrite /g5; ring.
Qed.
End Distance.

Section AppendixA.
Import Letters Process.
Context [M : setting].
Variables (Lam : R) (st : seq E -> seq E) (f : seq E -> policy S A) (qhat : seq E -> occ S A).
Hypotheses (Lam_ge : ln (TXA / delta) <= Lam) (Hst : schedule x0 st) (Hlearn : learner x0 rv f st Lam qhat).
Notation eps := (eps x0 Lam).
Notation rhat := (@rhat S A Z x0 L rv Lam).
Notation n1 := (@n1 S A Z x0 L).
Notation root := (root A T Lam).
Notation q_ := (@q_ S A Z x0 L P f).
Notation P_i hist := (in_conf L (Pbar x0 (st hist)) (eps (st hist))).
Notation bad_P := (bad_P x0 P T (epsn Lam)).
Let d01 : 0 < delta < 1 := delta01.
Let Hf w : is_policy (f w) := (Hlearn w).1.
Let Hplay := learner_plays Hlearn.
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Let lam : / 2 <= Lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.

Definition dev_9 := INR L * (INR L + 1) * sqrt (INR T * ln (1 / delta) / 2).
Definition bound_9 := (4 + 2 * sqrt 2) * root *
  (\rsum_(h < L) (ind (wide h) * INR (L - h) * sqrt (INR #|S h| * INR #|S h.+1|))) + dev_9.

(* the bound as printed *)
Definition bound_9_printed := 6 * LX * sqrt (2 * INR T * INR #|A| * Lam) +
  2 * LX * sqrt (2 * INR T * ln (INR L / delta)).

Lemma ln_L : 0 < ln (1 / delta) <= ln (INR L / delta) /\ ln (INR L / delta) <= Lam.
Proof.
have l0 := ln_delta delta01; have l1 := leq_INR L1; rewrite INR1 in l1.
have d0 : 0 < / delta by apply: Rinv_0_lt_compat; lra.
have mono x y : 0 < x -> x <= y -> ln x <= ln y.
  by move=> x0' [/ln_increasing H|->]; [apply/Rlt_le/H | exact: Rle_refl].
split; [split=> // | apply: Rle_trans Lam_ge]; apply: mono; rewrite /Rdiv; try by nra.
have tx := TXA_X S L T1 A1; have lx := L_lt_X L Sgt.
by apply: Rmult_le_compat_r; lra.
Qed.

Lemma bound_9_le : bound_9 <= bound_9_printed.
Proof.
have [[l0 ll] lL] := ln_L; have s2 : sqrt 2 * sqrt 2 = 2 by apply: sqrt_sqrt; lra.
have s1 : 1 <= sqrt 2 by rewrite -{1}sqrt_1; apply: sqrt_le_1_alt; lra.
have t0 := pos_INR T; have a0 := pos_INR #|A|; have r0 := root_ge0 A T Lam.
have lx1 := LX_ge1 L1 Sgt; apply: Rplus_le_compat.
  rewrite (_ : 2 * INR T * INR #|A| * Lam = 2 * (INR T * INR #|A| * Lam)); last by ring.
  rewrite sqrt_mult_alt -/root; last by lra.
  have H := Rmult_le_compat_l _ _ _ r0 (sum_wide S L).
  have lr : 0 <= root * LX by apply: Rmult_le_pos; lra.
  apply: (@Rle_trans _ ((4 + 2 * sqrt 2) * (root * LX))).
    by rewrite Rmult_assoc; apply: Rmult_le_compat_l => //; lra.
  rewrite (_ : 6 * LX * (sqrt 2 * root) = 6 * sqrt 2 * (root * LX)); last by ring.
  by apply: Rmult_le_compat_r; lra.
rewrite /dev_9; apply: Rmult_le_compat; [by have := pos_INR L; nra | exact: sqrt_pos | |].
  by have := L_lt_X L Sgt; have := pos_INR L; rewrite /LayerSums.LX; nra.
by apply: sqrt_le_1_alt; nra.
Qed.

(* lem:occ-term-2:constant *)
Lemma bound_9_12 : bound_9_printed <= 12 * LX * root.
Proof.
have [[l0 ll] lL] := ln_L; have s2 : sqrt 2 * sqrt 2 = 2 by apply: sqrt_sqrt; lra.
have s1 : 1 <= sqrt 2 by rewrite -{1}sqrt_1; apply: sqrt_le_1_alt; lra.
have t0 := pos_INR T; have a1 := A_ge1 A1; have r0 := root_ge0 A T Lam.
have lx1 := LX_ge1 L1 Sgt; rewrite /bound_9_printed.
rewrite (_ : 2 * INR T * INR #|A| * Lam = 2 * (INR T * INR #|A| * Lam)); last by ring.
rewrite sqrt_mult_alt -/root; last by lra.
have H : sqrt (2 * INR T * ln (INR L / delta)) <= sqrt 2 * root.
  rewrite /LayerSums.root -sqrt_mult_alt; last by lra.
  apply: sqrt_le_1_alt; rewrite (_ : 2 * (INR T * INR #|A| * Lam) = 2 * INR T * (INR #|A| * Lam)); last by ring.
  by apply: Rmult_le_compat_l; nra.
have H2 := Rmult_le_compat_l (2 * LX) _ _ ltac:(lra) H.
have lr : 0 <= LX * root by apply: Rmult_le_pos; lra.
apply: (@Rle_trans _ (8 * sqrt 2 * (LX * root))); first by move: H2; rewrite /=; lra.
rewrite Rmult_assoc (_ : 12 * LX * root = 12 * (LX * root)); last by ring.
by rewrite -Rmult_assoc; apply: Rmult_le_compat_r => //; nra.
Qed.

(* (27), term 1 (lem:occ-term-2:count): the first term of (27), on every path *)
Theorem count_27 v : size v = T ->
  hsum (fun hist e => \rsum_(h < L) \rsum_(s < h.+1) \rsum_(x : S s) \rsum_(a : A)
    (ind (visit x0 (mkp x a) e) * (2 * eps (st hist) x a))) v <= 6 * LX * sqrt (2 * INR T * INR #|A| * Lam).
Proof.
move=> vT; pose w hist h (x : S h) (a : A) := INR (L - h) * 2 * eps (st hist) x a.
have -> : hsum (fun hist e => \rsum_(h < L) \rsum_(s < h.+1) \rsum_(x : S s) \rsum_(a : A)
    (ind (visit x0 (mkp x a) e) * (2 * eps (st hist) x a))) v = hsum (fun hist e => visited x0 (w hist) e) v.
  apply: eq_hsum => hist e.
  rewrite (sum_remaining_layers L (fun s => \rsum_(x : S s) \rsum_(a : A)
    (ind (visit x0 (mkp x a) e) * (2 * eps (st hist) x a)))).
  apply: eq_bigr => h _; rewrite -rsumZ; apply: eq_bigr => x _; rewrite -rsumZ; apply: eq_bigr => a _.
  by rewrite /w; ring.
apply: Rle_trans (visited_weights Hst (C := fun h => INR (L - h) * 2 * sqrt (2 * INR #|S h.+1| * Lam)) _ _) _.
- by move=> h; apply: Rmult_le_pos; [have := pos_INR (L - h); lra | exact: sqrt_pos].
- move=> s e hist _ h x a _; rewrite /w -/(n1 (st hist) x a) /Algorithm.eps sqrt_div_alt.
    by rewrite /Rdiv; apply: Req_le; ring.
  by have := n1_ge1 x0 (st hist) x a; lra.
have := rate S A L T Lam (fun h => INR (L - h) * 2) (fun h => pos_INR #|S h.+1|).
rewrite vT => ->.
rewrite (_ : 2 * INR T * INR #|A| * Lam = 2 * (INR T * INR #|A| * Lam)); last by ring.
rewrite sqrt_mult_alt -/root; last by lra.
have r0 := root_ge0 A T Lam; have s2 := sqrt2_sqr; have s1 := sqrt2_ge1.
have H : \rsum_(h < L) (INR (L - h) * 2 * sqrt (INR #|S h| * INR #|S h.+1|)) <= 2 * LX.
  apply: (@Rle_trans _ (2 * INR L * \rsum_(h < L) sqrt (INR #|S h| * INR #|S h.+1|))).
    rewrite -rsumZ; apply: le_rsum => h _; apply: Rmult_le_compat_r; first exact: sqrt_pos.
    by have := leq_INR (leq_subr h L); lra.
  by rewrite Rmult_assoc; apply: Rmult_le_compat_l; [lra |
    apply: Rmult_le_compat_l; [exact: pos_INR | exact: layers_of_X]].
apply: (@Rle_trans _ ((2 + sqrt 2) * root * (2 * LX))).
  by apply: Rmult_le_compat_l => //; apply: Rmult_le_pos; lra.
have lr : 0 <= LX * root by apply: Rmult_le_pos => //; have := LX_ge1 L1 Sgt; lra.
by have : (4 + 2 * sqrt 2) * (LX * root) <= 6 * sqrt 2 * (LX * root) by [apply: Rmult_le_compat_r; lra]; lra.
Qed.

(* (27), line 2 (lem:occ-term-2:constant) *)
Theorem constant_27 : 6 * LX * sqrt (2 * INR T * INR #|A| * Lam) + 2 * LX * sqrt (2 * INR T * ln (INR L / delta)) <=
  12 * LX * sqrt (INR T * INR #|A| * Lam).
Proof. exact: bound_9_12. Qed.

(* off two events of probability delta each *)
Let two_events (B2 B : pred (seq E)) : Pr K T [::] B2 <= delta ->
  (forall v, size v = T -> ~~ bad_P v -> ~~ B2 v -> B v) -> 1 - 2 * delta <= Prl K T [::] B.
Proof.
move=> H2 H; apply: (Pr_not KD); rewrite (_ : 2 * delta = delta + delta); last by ring.
have bad_eps := Pr_bad_eps x0 HP Hrho A1 SL Hf T1 delta01 L1 Lam_ge.
apply: Rle_trans (Pr_or KD bad_eps H2); apply: (Pr_imp KD) => v vT; apply: contraR.
by rewrite negb_or => /andP[]; exact: H.
Qed.

(* --- lem:occ-term-2 (Lemma 9): P_i completed by comp *)
Section Lemma9.
Unset Implicit Arguments.
Variable comp : seq E -> trans S A.
Set Implicit Arguments.
Hypotheses (Hcomp : forall hist, is_trans (comp hist)) (comp_conf : forall hist, P_i hist P -> P_i hist (comp hist)).
Notation qxi := (@qxi S A Z x0 L P f qhat comp).
Notation xi_ := (@xi_ S A Z L P qhat comp).
Notation sum_q_xi := (@sum_q_xi S A Z x0 L P f qhat comp).
Notation sum_diff_xi := (@sum_diff_xi S A Z x0 L P f qhat comp).
Let PT := P_trans Hplay Hcomp.

Definition g9 hist h (x : S h) (a : A) := INR (L - h) * xi_ hist x a.
Definition c9 h := INR (L - h) * 2.
Definition bad_9 : pred (seq E) := bad_Y x0 P f g9 c9 T delta.

Lemma g9_range hist h (x : S h) a : 0 <= g9 hist x a <= c9 h.
Proof. by have := xi_le2 HP (PT hist) x a; have := pos_INR (L - h); rewrite /g9 /c9 /xi_; nra. Qed.

Lemma B9 : B L c9 = INR L * (INR L + 1).
Proof. by rewrite /B /c9 rsumZr sum_L_s; field. Qed.

Lemma Pr_bad_9 : Pr K T [::] bad_9 <= delta.
Proof.
have B0 : 0 < B L c9 by rewrite B9; have := leq_INR L1; rewrite INR1; nra.
exact: (Pr_bad_Y x0 HP Hrho Hf g9_range T1 delta01 B0).
Qed.

Lemma sum_q_xi_expected v : sum_q_xi v = hsum (fun hist _ => expected x0 P f g9 hist) v.
Proof.
elim: v => [//|e v IH]; rewrite /sum_q_xi !hsum_cons -/(sum_q_xi v) IH; congr (_ + _).
rewrite (sum_remaining_layers L (qxi v)); apply: eq_bigr => h _; rewrite /qxi -rsumZ.
by apply: eq_bigr => x _; rewrite -rsumZ; apply: eq_bigr => a _; rewrite /g9; ring.
Qed.

Lemma lemma_9_path v : size v = T -> ~~ bad_P v -> ~~ bad_9 v -> sum_q_xi v <= bound_9.
Proof.
move=> vT nb n9; rewrite sum_q_xi_expected; apply: Rle_trans (expected_le n9) _.
rewrite /deviation B9 -/dev_9; apply: Rplus_le_compat_r.
have G := good_eps HP A1 lam vT nb.
pose C h := ind (wide h) * INR (L - h) * 2 * sqrt (2 * INR #|S h.+1| * Lam).
apply: (@Rle_trans _ (\rsum_(h < L) (C h * ((1 + sqrt 2) * sqrt (INR (#|S h| * #|A|) * INR (size v)))))).
  apply: (visited_weights Hst) => [h|s e hist E1 h x a hL].
    by apply: Rmult_le_pos; [have := ind_ge0 (wide h); have := pos_INR (L - h); nra | exact: sqrt_pos].
  have [k [sE _]] := schedule_drop hist Hst.
  have hc : P_i hist P.
    rewrite sE (_ : hist = drop s.+1 v); first by rewrite drop_drop; exact: G.
    by rewrite -addn1 addnC -drop_drop E1 /= drop0.
  rewrite /g9 /C -/(n1 (st hist) x a); case W : (wide h); last first.
    by rewrite /xi_ (xi_narrow HP (PT hist) _ _ W) /=; lra.
  have := eq_26 Hplay comp_conf hc x a hL.
  rewrite /Algorithm.eps sqrt_div_alt; last by have := n1_ge1 x0 (st hist) x a; lra.
  rewrite /Rdiv => H; have := Rmult_le_compat_l _ _ _ (pos_INR (L - h)) H; rewrite /= => H2; lra.
have := rate S A L T Lam (fun h => ind (wide h) * INR (L - h) * 2) (fun h => pos_INR #|S h.+1|).
rewrite vT /C => ->; apply: Req_le.
rewrite (_ : 4 + 2 * sqrt 2 = (2 + sqrt 2) * 2); last by ring.
rewrite !Rmult_assoc; congr (_ * _); rewrite [RHS]Rmult_comm Rmult_assoc; congr (_ * _).
by rewrite -rsumZr; apply: eq_bigr => h _; ring.
Qed.

Lemma sum_diff_xi_Y v : sum_diff_xi v = hsum (Y x0 P f g9) v.
Proof.
apply: eq_hsum => hist e.
rewrite (sum_remaining_layers L (fun s => \rsum_(x : S s) \rsum_(a : A)
  ((q2 x0 P (f hist) x a - ind (visit x0 (mkp x a) e)) * xi_ hist x a))).
rewrite /Y -rsumB; apply: eq_bigr => h _; rewrite -rsumB -rsumZ.
apply: eq_bigr => x _; rewrite -rsumB -rsumZ; apply: eq_bigr => a _; rewrite /g9; ring.
Qed.

(* (27), term 2 (lem:occ-term-2:azuma) *)
Theorem azuma_27 : 1 - delta <= Prl K T [::] (fun v =>
  Rleb (sum_diff_xi v) (2 * LX * sqrt (2 * INR T * ln (INR L / delta)))).
Proof.
apply: (Pr_not KD); apply: Rle_trans Pr_bad_9; apply: (Pr_imp KD) => v vT; apply: contraR => nb.
apply/RlebP; rewrite sum_diff_xi_Y; move: nb; rewrite /bad_9 /bad_Y; case: RlebP => // lt _.
apply: Rle_trans (Rlt_le _ _ (Rnot_le_lt _ _ lt)) _; rewrite /deviation B9.
have [[l0 ll] lL] := ln_L; have t0 := pos_INR T.
apply: Rmult_le_compat; [by have := pos_INR L; nra | exact: sqrt_pos | |].
  by have := L_lt_X L Sgt; have := pos_INR L; rewrite /LayerSums.LX; nra.
by apply: sqrt_le_1_alt; nra.
Qed.

(* Lemma 9 (lem:occ-term-2), repaired: P_i completed in P_i, or by P; layer by layer *)
Theorem lemma_9_layered : 1 - 2 * delta <= Prl K T [::] (fun v => Rleb (sum_q_xi v) bound_9).
Proof. by apply: (two_events Pr_bad_9) => v vT n1' n2'; apply/RlebP; exact: lemma_9_path. Qed.

(* Lemma 9 (lem:occ-term-2), repaired: with the bounds as printed *)
Theorem lemma_9 : 1 - 2 * delta <= Prl K T [::] (fun v =>
  Rleb (sum_q_xi v) (6 * LX * sqrt (2 * INR T * INR #|A| * Lam) + 2 * LX * sqrt (2 * INR T * ln (INR L / delta)))) /\
  6 * LX * sqrt (2 * INR T * INR #|A| * Lam) + 2 * LX * sqrt (2 * INR T * ln (INR L / delta)) <=
  12 * LX * sqrt (INR T * INR #|A| * Lam).
Proof.
split; last exact: bound_9_12.
apply: (two_events Pr_bad_9) => v vT n1' n2'; apply/RlebP.
by apply: Rle_trans bound_9_le; exact: lemma_9_path.
Qed.
End Lemma9.

(* --- Lemmas 4 and 5: the left sides do not depend on the completion of P_i, which is by P here *)
Let comp (hist : seq E) : trans S A := P.
Let Hcomp hist : is_trans (comp hist) := HP.
Let comp_conf hist (hc : P_i hist P) : P_i hist (comp hist) := hc.
Notation sum_norm1 := (@sum_norm1 S A Z x0 L P f qhat).
Notation Error := (@Error S A Z x0 L P rv Lam st f qhat).
Notation qxi := (@qxi S A Z x0 L P f qhat comp).
Notation g5 := (@g5 S A Z L P qhat comp).
Definition bad_4 : pred (seq E) := bad_9 comp.

Lemma Pr_bad_4 : Pr K T [::] bad_4 <= delta.
Proof. exact: (Pr_bad_9 Hcomp). Qed.

Lemma lemma_4_path v : size v = T -> ~~ bad_P v -> ~~ bad_4 v -> sum_norm1 v <= bound_9.
Proof.
move=> vT n1' n2'.
apply: Rle_trans (eq_25 x0_only HP Hplay Hcomp v) _; exact: (lemma_9_path Hcomp comp_conf vT n1' n2').
Qed.

Lemma bound_4 : bound_9 <= 12 * LX * root.
Proof. exact: Rle_trans bound_9_le bound_9_12. Qed.

(* Lemma 4 (lem:key-lem), repaired: layer by layer *)
Theorem lemma_4_layered : 1 - 2 * delta <= Prl K T [::] (fun v => Rleb (sum_norm1 v) (
  (4 + 2 * sqrt 2) * sqrt (INR T * INR #|A| * Lam) *
    (\rsum_(h < L) (ind (wide h) * INR (L - h) * sqrt (INR #|S h| * INR #|S h.+1|))) +
  INR L * (INR L + 1) * sqrt (INR T * ln (1 / delta) / 2))).
Proof. by apply: (two_events Pr_bad_4) => v vT n1' n2'; apply/RlebP; exact: lemma_4_path. Qed.

(* Lemma 4 (lem:key-lem) *)
Theorem lemma_4 : 1 - 2 * delta <= Prl K T [::] (fun v =>
  Rleb (sum_norm1 v) (12 * LX * sqrt (INR T * INR #|A| * Lam))).
Proof.
apply: (two_events Pr_bad_4) => v vT n1' n2'; apply/RlebP; apply: Rle_trans bound_4; exact: lemma_4_path.
Qed.

(* eq:28 *)
Lemma error_norm1 v : Error v <= sum_norm1 v.
Proof.
by apply: le_hsum => s e hist _; apply: inner_norm1 => h x a; exact: (rhat01 x0 Lam Hrv).
Qed.

(* (28) (eq:28): surely, and with probability at least 1 - 2 delta *)
Theorem eq_28 : (forall v, Error v <= sum_norm1 v) /\ 1 - 2 * delta <= Prl K T [::] (fun v =>
  Rleb (sum_norm1 v) (12 * LX * sqrt (INR T * INR #|A| * Lam))).
Proof. by split; [exact: error_norm1 | exact: lemma_4]. Qed.

(* Lemma 5 (lem:error): with the constant of (28) *)
Theorem lemma_5 : 1 - 2 * delta <= Prl K T [::] (fun v =>
  Rleb (Error v) (12 * LX * sqrt (INR T * INR #|A| * Lam))).
Proof.
apply: (two_events Pr_bad_4) => v vT n1' n2'; apply/RlebP; apply: Rle_trans (error_norm1 v) _.
by apply: Rle_trans bound_4; exact: lemma_4_path.
Qed.

(* --- lem:error (Lemma 5), repaired: r^ - 1/2 in place of r^, so that layer s counts (L - 1 - s)/2 times *)

Lemma error_half v : Error v <= hsum (fun hist _ => \rsum_(h < L) (INR (L - h.+1) * (/ 2 * qxi hist h))) v.
Proof.
apply: le_hsum => s e hist _; rewrite inner_minus innerB.
have pairs h : (h < L)%N -> \rsum_(x : S h) \rsum_(a : A)
    ((marg (qhat hist) x a - marg (q_ hist) x a) * rhat (st hist) x a) <= \rsum_(l < h) (/ 2 * qxi hist l).
  move=> hL; apply: (@Rle_trans _ (/ 2 * pairs1 (qhat hist) (q_ hist) h)); last first.
    by rewrite rsumZ; apply: Rmult_le_compat_l; [lra | exact: (lemma_8 x0_only HP Hplay Hcomp)].
  have mass := pairs_mass x0_only HP Hplay Hcomp hist hL.
  have -> : \rsum_(x : S h) \rsum_(a : A) ((marg (qhat hist) x a - marg (q_ hist) x a) * rhat (st hist) x a) =
    \rsum_(x : S h) \rsum_(a : A) ((marg (qhat hist) x a - marg (q_ hist) x a) * (rhat (st hist) x a - / 2)).
    apply: Rminus_diag_uniq; rewrite -rsumB -[RHS](Rmult_0_l (/ 2)) -mass -rsumZr; apply: eq_bigr => x _.
    by rewrite -rsumB -rsumZr; apply: eq_bigr => a _; ring.
  rewrite -rsumZ; apply: le_rsum => x _; rewrite -rsumZ; apply: le_rsum => a _.
  have := rhat01 x0 Lam Hrv (st hist) x a; move: (rhat _ x a) (marg _ x a - marg _ x a) => t u t01.
  by rewrite /Rabs; case: Rcase_abs => H; nra.
apply: (@Rle_trans _ (\rsum_(h < L) \rsum_(l < h) (/ 2 * qxi hist l))); first by apply: le_rsum => h _; exact: pairs.
by rewrite (sum_earlier_layers L (fun l => / 2 * qxi hist l)); exact: Rle_refl.
Qed.

Definition bad_5 : pred (seq E) := bad_Y x0 P f g5 (c5 L) T delta.

Definition bound_5 := (2 + sqrt 2) * root *
  (\rsum_(h < L) (ind (wide h) * INR (L - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|))) +
  INR L * (INR L - 1) / 2 * sqrt (INR T * ln (1 / delta) / 2).

Lemma lemma_5_path v : size v = T -> ~~ bad_P v -> (1 < L)%N -> ~~ bad_5 v -> Error v <= bound_5.
Proof.
move=> vT nb L2 n5; apply: Rle_trans (error_half v) _; rewrite expected_5; apply: Rle_trans (expected_le n5) _.
rewrite /deviation B5; apply: Rplus_le_compat_r.
have G := good_eps HP A1 lam vT nb.
pose C h := ind (wide h) * INR (L - h.+1) * sqrt (2 * INR #|S h.+1| * Lam).
apply: Rle_trans (visited_weights Hst (C := C) _ _) _.
- move=> h; apply: Rmult_le_pos; last exact: sqrt_pos.
  by apply: Rmult_le_pos; [exact: ind_ge0 | exact: pos_INR].
- move=> s e hist E1 h x a hL; have [k [sE _]] := schedule_drop hist Hst.
  have hc : P_i hist P.
    rewrite sE (_ : hist = drop s.+1 v); first by rewrite drop_drop; exact: G.
    by rewrite -addn1 addnC -drop_drop E1 /= drop0.
  rewrite /g5 /C -/(n1 (st hist) x a); case W : (wide h); last first.
    by rewrite /xi_ (xi_narrow HP (P_trans Hplay Hcomp hist) _ _ W) /= !Rmult_0_r !Rmult_0_l; lra.
  have H := eq_26 Hplay comp_conf hc x a hL; move: H.
  rewrite /Algorithm.eps sqrt_div_alt; last by have := n1_ge1 x0 (st hist) x a; lra.
  by move=> H; have := Rmult_le_compat_l _ _ _ (pos_INR (L - h.+1)) H; rewrite /Rdiv /=; lra.
have := rate S A L T Lam (fun h => ind (wide h) * INR (L - h.+1)) (fun h => pos_INR #|S h.+1|).
by rewrite vT /C => ->; exact: Rle_refl.
Qed.

(* Lemma 5 (lem:error), repaired: layer by layer *)
Theorem lemma_5_layered : 1 - 2 * delta <= Prl K T [::] (fun v => Rleb (Error v) (
  (2 + sqrt 2) * sqrt (INR T * INR #|A| * Lam) *
    (\rsum_(h < L) (ind (wide h) * INR (L - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|))) +
  INR L * (INR L - 1) / 2 * sqrt (INR T * ln (1 / delta) / 2))).
Proof.
rewrite -/root -/bound_5; case: (ltnP 1 L) => L2.
  have B0 : 0 < B L (c5 L) by rewrite B5; have := leq_INR L2; rewrite [INR 2]/=; nra.
  have H5 := Pr_bad_Y x0 HP Hrho Hf (g5_range HP Hplay Hcomp) T1 delta01 B0.
  by apply: (two_events H5) => v vT n1' n2'; apply/RlebP; exact: lemma_5_path.
apply: (@Rle_trans _ (Prl K T [::] predT)); first by rewrite (Prl_predT KD); lra.
apply: (le_Prl KD) => v _; suff -> : Rleb (Error v) bound_5 by exact: Rle_refl.
have L1E : L = 1%N by apply/eqP; rewrite eqn_leq L2 L1.
apply/RlebP; apply: Rle_trans (error_half v) _.
have z0 h : (L - h.+1 = 0)%N by rewrite L1E subSS sub0n.
apply: (@Rle_trans _ 0).
  rewrite -(Rmult_0_r (INR (size v))) -hsum_const; apply: Req_le; apply: eq_hsum => hist _.
  by rewrite big1 // => h _; rewrite z0 Rmult_0_l.
rewrite /bound_5 big1 => [|h _]; last by rewrite z0 Rmult_0_r Rmult_0_l.
by rewrite (_ : INR L = 1) ?L1E //; lra.
Qed.
End AppendixA.
