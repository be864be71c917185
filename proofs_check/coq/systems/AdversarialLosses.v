(* Section I-A: UC-O-REPS (Rosenberg and Mansour 2019): P unknown, losses of [0,1] that an adversary chooses and shows after
   each episode.  Mirror descent over the sets Q^{P_i} of the confidence sets (10) to (12), and its regret. *)
Require Import Previsions.Sums Previsions.NatLia Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.LayerSums
  UCRLLP.paper.GoodEvents UCRLLP.model.Setting UCRLLP.paper.Visits UCRLLP.paper.AppendixA UCRLLP.sharper.Theorem4 Previsions.BallOptimum
  UCRLLP.model.BackwardInduction UCRLLP.model.Learner UCRLLP.paper.Propositions UCRLLP.paper.LinearProgram UCRLLP.paper.ProgramSize
  Previsions.OnlineMirrorDescent UCRLLP.systems.MirrorDescent UCRLLP.systems.Bandit UCRLLP.systems.StepsExist.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- q_1 = 1 / (X_h A X_{h+1}), which every transition function of P_1 allows *)
Section First.
Variables (S : nat -> finType) (A : finType) (L : nat).
Hypotheses (S_gt0 : forall h, (0 < #|S h|)%N) (A_gt0 : (0 < #|A|)%N).
Definition triples_at h := INR #|S h| * INR #|A| * INR #|S h.+1|.
Definition equal_triples : occ S A := fun h x a y => / triples_at h.

Let A1 : 1 <= INR #|A|. Proof. exact: (leq_INR (m := 1)). Qed.
Let S1 h : 1 <= INR #|S h|. Proof. exact: (leq_INR (m := 1)). Qed.

Lemma triples_ge1 h : 1 <= triples_at h.
Proof.
have a1 := A1; have s1 := S1 h; have s2 := S1 h.+1; rewrite /triples_at.
have : 1 <= INR #|S h| * INR #|A| by nra.
nra.
Qed.

Lemma equal_gt0 h : 0 < / triples_at h.
Proof. by apply: Rinv_0_lt_compat; have := triples_ge1 h; lra. Qed.

Lemma equal_triples_QP : in_QP L (@uniform_trans S A) equal_triples.
Proof.
have a1 := A1; have s1 := S1; split; last first.
  move=> h x a y _; rewrite /equal_triples rsum_const /uniform_trans /triples_at; field.
  by have := s1 h; have := s1 h.+1; lra.
split=> [h x a y _|h _|h y _].
- exact/Rlt_le/equal_gt0.
- rewrite /equal_triples !rsum_const /triples_at; field.
  by have := s1 h; have := s1 h.+1; lra.
rewrite /equal_triples !rsum_const /triples_at; field.
by have := s1 h; have := s1 h.+1; have := s1 h.+2; lra.
Qed.

(* D(q || q_1) is at most the sum of ln(X_h A X_{h+1}) *)
Definition entropy_bound := \rsum_(h < L) ln (triples_at h).

Lemma KL_equal q : in_Q L q -> KL L q equal_triples <= entropy_bound.
Proof.
move=> HQ; have [q0 one _] := HQ; apply: le_rsum => h _; have hL := ltn_ord h.
set k := triples_at h; have k1 : 1 <= k := triples_ge1 h.
have lk : 0 <= ln k by rewrite -ln_1; apply: le_ln; lra.
have term x a y : kl_term (q h x a y) (/ k) <= ln k * q h x a y + (/ k - q h x a y).
  have := q0 h x a y hL; rewrite /kl_term; case=> [qp|<-]; last by rewrite !Rmult_0_l Rmult_0_r; lra.
  have q1 : q h x a y <= 1.
    apply: Rle_trans _ (in_Q_le1 x a HQ hL).2.
    exact: (rsum_ge1 (F := fun y => q h x a y) y (fun z => q0 h x a z hL)).
  have : ln (q h x a y / / k) <= ln k.
    by rewrite (_ : q h x a y / / k = q h x a y * k); [apply: le_ln; nra | field; lra].
  by move=> le; have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ qp) le; lra.
have ones : \rsum_(x : S h) \rsum_(a : A) \rsum_(y : S h.+1) / k = 1.
  by have [_ /(_ h hL) <- _] := equal_triples_QP.1.
apply: (@Rle_trans _ (ln k * (\rsum_(x : S h) \rsum_a \rsum_y q h x a y) +
    (\rsum_(x : S h) \rsum_(a : A) \rsum_(y : S h.+1) / k - \rsum_(x : S h) \rsum_a \rsum_y q h x a y))); last first.
  by rewrite ones one //; lra.
rewrite -rsumZ -rsumB -rsumD; apply: le_rsum => x _; rewrite -rsumZ -rsumB -rsumD; apply: le_rsum => a _.
by rewrite -rsumZ -rsumB -rsumD; apply: le_rsum => y _; exact: term.
Qed.

(* the mean of logarithms is at most the logarithm of the mean *)
Lemma ln_mean (F : nat -> R) B : (0 < L)%N -> (forall h, 0 < F h) -> \rsum_(h < L) F h <= B ->
  \rsum_(h < L) ln (F h) <= INR L * ln (B / INR L).
Proof.
move=> L0 F0 FB; have l1 : 1 <= INR L := leq_INR L0.
have B0 : 0 < B.
  apply: Rlt_le_trans FB; case: (L) L0 => // n _; rewrite (rsum_recr n F).
  by have : 0 <= \rsum_(h < n) F h by [apply: rsum_ge0 => h _; exact/Rlt_le/F0]; have := F0 n; lra.
have m0 : 0 < B / INR L by apply: Rmult_lt_0_compat => //; apply: Rinv_0_lt_compat; lra.
set m := B / INR L in m0 *.
apply: (@Rle_trans _ (\rsum_(h < L) (ln m - 1 + / m * F h))).
  apply: le_rsum => h _; have r0 : 0 < F h / m by apply: Rmult_lt_0_compat => //; exact: Rinv_0_lt_compat.
  have E1 : ln (F h) = ln m + ln (F h / m) by rewrite -ln_mult //; congr ln; field; lra.
  by have := exp_ineq1_le (ln (F h / m)); rewrite exp_ln // E1 /Rdiv; lra.
rewrite rsumD rsum_ord_const rsumZ; have i0 := Rinv_0_lt_compat m m0.
apply: (@Rle_trans _ (INR L * (ln m - 1) + INR L)); last by lra.
apply: Rplus_le_compat_l; apply: Rle_trans (Rmult_le_compat_l _ _ _ (Rlt_le _ _ i0) FB) _.
by apply: Req_le; rewrite /m; field; lra.
Qed.

(* which is at most L ln(X^2 A / L^2) *)
Definition entropy_rate := ln (INR (X S L) ^ 2 * INR #|A| / INR L ^ 2).

Lemma entropy_rate_ge : (0 < L)%N -> entropy_bound <= INR L * entropy_rate.
Proof.
move=> L0; have l1 : 1 <= INR L := leq_INR L0; have s0 h : 0 < INR #|S h| by have := S1 h; lra.
have XS : INR (X S L) = \rsum_(h < L) INR #|S h| + INR #|S L|.
  by rewrite /X sum_INR (rsum_recr L (fun h => INR #|S h|)).
have XS' : INR (X S L) = INR #|S 0%N| + \rsum_(h < L) INR #|S h.+1|.
  by rewrite /X sum_INR (rsum_recl L (fun h => INR #|S h|)).
have H1 : \rsum_(h < L) INR #|S h| <= INR (X S L) by have := s0 L; lra.
have H2 : \rsum_(h < L) INR #|S h.+1| <= INR (X S L) by have := s0 0%N; lra.
have x0 : 0 < INR (X S L).
  by have := s0 0%N; have : 0 <= \rsum_(h < L) INR #|S h.+1| by [apply: rsum_ge0 => h _; exact: pos_INR]; lra.
have {}H1 := ln_mean L0 s0 H1; have {}H2 := ln_mean L0 (fun h => s0 h.+1) H2.
have -> : entropy_bound = \rsum_(h < L) ln (INR #|S h|) + (\rsum_(h < L) ln (INR #|S h.+1|) + INR L * ln (INR #|A|)).
  rewrite -rsum_ord_const -!rsumD; apply: eq_bigr => h _; have := s0 h; have := s0 h.+1; have := A1.
  rewrite /triples_at => a1 p1 p0; rewrite !ln_mult //; first by ring.
  - lra.
  - by apply: Rmult_lt_0_compat => //; lra.
have -> : entropy_rate = ln (INR (X S L) / INR L) + (ln (INR (X S L) / INR L) + ln (INR #|A|)).
  have m0 : 0 < INR (X S L) / INR L by apply: Rmult_lt_0_compat => //; apply: Rinv_0_lt_compat; lra.
  have a1 := A1; rewrite -!ln_mult //; last lra.
    by rewrite /entropy_rate; congr ln; field; lra.
  by apply: Rmult_lt_0_compat => //; lra.
by lra.
Qed.
End First.

(* --- UC-O-REPS: the losses l hist of the episode after hist may depend on what was seen before it *)
Section Adversarial.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Notation E := (traj S A Z L 0).
Unset Implicit Arguments.
Variables (Lam eta : R) (st : seq E -> seq E) (l : seq E -> reward S A) (f : seq E -> policy S A) (qhat : seq E -> occ S A).
Set Implicit Arguments.

(* the occupancy measures that the confidence set of the epoch of hist allows *)
Definition allowed_occ hist : occ S A -> Prop := in_QPi L (Pbar x0 (st hist)) (@eps S A Z x0 L Lam (st hist)).

(* q_1 = 1/(X_h A X_{h+1}); each episode plays q_t; then the counts and the epoch; then the step of mirror descent from q_t
   at the loss of the episode, over the set of the epoch of the next *)
Definition uc_o_reps_learner :=
  [/\ forall h (x : S h) a y, (h < L)%N -> qhat [::] h x a y = / (INR #|S h| * INR #|A| * INR #|S h.+1|),
      forall hist, is_policy (f hist) /\ plays L (qhat hist) (f hist)
    & forall hist e, kl_step L (allowed_occ (e :: hist)) (fun h x a => eta * l hist h x a) (qhat hist) (qhat (e :: hist))].

Hypotheses (x0_only : forall x, x = x0) (L1 : (0 < L)%N) (S1 : forall h, (0 < #|S h|)%N) (A1 : (0 < #|A|)%N).
Hypotheses (lam : / 2 <= Lam) (st0 : st [::] = [::]) (eta0 : 0 < eta).
Hypothesis l01 : forall hist h (x : S h) a, 0 <= l hist h x a <= 1.
Hypothesis Hlearn : uc_o_reps_learner.

Lemma allowed_sets hist : [/\ convex_set (allowed_occ hist), forall q, allowed_occ hist q -> nonneg L q &
  forall q, allowed_occ hist q -> in_Q L q].
Proof.
have ok := estimates_ok x0 lam S1 (st hist).
have [_ cv nn _] := sets_convex x0_only L1 S1 A1 ok; split=> //.
by have [iff _] := lemma_1 x0_only L1 S1 A1 ok => q /iff[].
Qed.

Lemma first_allowed : allowed_occ [::] (qhat [::]).
Proof.
have [first _ _] := Hlearn; exists (@uniform_trans S A).
  split=> [|h x a _]; first exact: uniform_is_trans.
  rewrite (eq_bigr (fun=> / INR #|S h.+1|)) => [|y _].
    rewrite (uniform_dist (S1 h.+1)).2 st0; exact: (epsn_1 lam (S1 h.+1)).
  rewrite st0 /Pbar big_nil /Rdiv Rmult_0_l Rminus_0_r Rabs_pos_eq //.
  exact: (uniform_dist (S1 h.+1)).1.
have [HQ row] := equal_triples_QP L S1 A1.
have same : same_occ L (@equal_triples S A) (qhat [::]) by move=> h x a y hL; rewrite first.
split; first exact: same_in_Q same HQ.
move=> h x a y hL; rewrite -same // row //; congr (_ * _); apply: eq_bigr => z _; exact: same.
Qed.

Lemma all_allowed hist : allowed_occ hist (qhat hist).
Proof. by case: hist => [|e hist]; [exact: first_allowed | have [_ _ /(_ hist e)[]] := Hlearn]. Qed.

Lemma squares_le hist : inner L (qhat hist) (fun h x a => l hist h x a ^ 2) <= INR L.
Proof.
have [_ _ /(_ _ (all_allowed hist)) HQ] := allowed_sets hist; have [_ one _] := HQ.
rewrite -[X in _ <= X]Rmult_1_r -rsum_ord_const; apply: le_rsum => h _.
rewrite -(one h (ltn_ord h)); apply: le_rsum => x _; apply: le_rsum => a _.
change (\rsum_y qhat hist h x a y) with (marg (qhat hist) x a).
have := in_Q_le1 x a HQ (ltn_ord h); have := l01 hist x a; move: (marg _ _ _) (l hist h x a) => m v v01 m01.
by have : v ^ 2 <= 1 by [rewrite /=; nra]; nra.
Qed.

Lemma first_finite q : finite_KL L q (qhat [::]).
Proof.
have [first _ _] := Hlearn; move=> h x a y hL; rewrite first // => z.
by have := equal_gt0 S1 A1 h; rewrite /triples_at z => /Rlt_irrefl.
Qed.

Lemma first_KL q : in_Q L q -> KL L q (qhat [::]) <= entropy_bound S A L.
Proof.
have [first _ _] := Hlearn; move=> HQ; apply: Rle_trans (KL_equal S1 A1 HQ); apply: Req_le.
by apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _; apply: eq_bigr => y _; rewrite first.
Qed.

Lemma inner_scale (q : occ S A) (c : reward S A) d : inner L q (fun h x a => d * c h x a) = d * inner L q c.
Proof.
rewrite /inner -rsumZ; apply: eq_bigr => h _; rewrite -rsumZ; apply: eq_bigr => x _; rewrite -rsumZ.
by apply: eq_bigr => a _; ring.
Qed.

(* on every path on which q is in all the sets *)
Lemma descent_path q v : (forall s, allowed_occ (drop s v) q) -> finite_KL L q (qhat v) /\
  eta * hsum (fun hist _ => inner L (qhat hist) (l hist) - inner L q (l hist)) v <=
    KL L q (qhat [::]) - KL L q (qhat v) + INR (size v) * (eta ^ 2 * INR L).
Proof.
elim: v => [|e v IH] Hq; first by split; [exact: first_finite | rewrite /=; lra].
have [fin le] := IH (fun s => Hq s.+1); have [cv nn _] := allowed_sets (e :: v).
have [_ nnv _] := allowed_sets v; have [_ _ /(_ v e) Hs] := Hlearn; have [Kq' fin' _] := Hs.
have [fin2 H3] := three_points_occ cv nn (nnv _ (all_allowed v)) Hs (Hq 0%N) fin; split=> //.
have c0 h (x : S h) a : (h < L)%N -> 0 <= eta * l v h x a.
  by move=> _; apply: Rmult_le_pos; [lra | exact: (l01 _ _ _).1].
have H4 := gain_occ (nn _ Kq') (nnv _ (all_allowed v)) c0 fin'.
have E2 : inner L (qhat v) (fun h x a => (eta * l v h x a) ^ 2) = eta ^ 2 * inner L (qhat v) (fun h x a => l v h x a ^ 2).
  by rewrite -inner_scale; apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _; ring.
have H5 := Rmult_le_compat_l _ _ _ (pow2_ge_0 eta) (squares_le v).
rewrite !inner_scale E2 in H3 H4 *; rewrite hsum_cons (_ : size (e :: v) = (size v).+1) // S_INR Rmult_plus_distr_l.
move: le H3 H4 H5; move: (hsum _ v) => a; move: (eta ^ 2) => e2; lra.
Qed.

(* Sec. I-A, OMD (sec:I:mirror-descent), with the sets of the epochs: the regret of the measures q_t against any q that is in
   all the sets *)
Theorem descent_regret q v : (forall s, allowed_occ (drop s v) q) ->
  hsum (fun hist _ => inner L (qhat hist) (l hist) - inner L q (l hist)) v <=
    entropy_bound S A L / eta + eta * (INR L * INR (size v)).
Proof.
move=> Hq; have [fin le] := descent_path Hq; have [_ nn inQ] := allowed_sets v.
have Kq : allowed_occ v q by have := Hq 0%N; rewrite drop0.
have k0 := KL_ge0 (nn _ Kq) (nn _ (all_allowed v)) fin; have k1 := first_KL (inQ _ Kq).
apply: (Rmult_le_reg_l eta) => //.
rewrite (_ : eta * (entropy_bound S A L / eta + _) = entropy_bound S A L + INR (size v) * (eta ^ 2 * INR L)).
  by lra.
by field; lra.
Qed.
End Adversarial.

(* --- the regret of UC-O-REPS *)
Section UnknownTransitions.
Import Letters.
Context [M : setting].
Unset Implicit Arguments.
Variables (Lam eta : R) (st : seq E -> seq E) (l : seq E -> reward S A) (f : seq E -> policy S A) (qhat : seq E -> occ S A).
Set Implicit Arguments.
Hypotheses (Lam_ge : ln (TXA / delta) <= Lam) (Hst : schedule x0 st).
Hypothesis l01 : forall hist h (x : S h) a, 0 <= l hist h x a <= 1.
Hypothesis Hlearn : uc_o_reps_learner x0 Lam eta st l f qhat.
Notation root := (root A T Lam).
Notation z := (z Lam).
Notation some_wide := (some_wide S L).
Notation Pbar := (@Pbar S A Z x0 L).
Notation eps := (@eps S A Z x0 L Lam).
Notation n1 := (@n1 S A Z x0 L).
Notation q_ := (@q_ S A Z x0 L P f).
Notation K := (@K S A Z x0 L P rho f).
Notation wide := (wide S).
Let d01 : 0 < delta < 1 := delta01.
Let lam : / 2 <= Lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.
Let st0 : st [::] = [::] := Hst.1.
Let Hf w : is_policy (f w). Proof. by have [_ /(_ w)[]] := Hlearn. Qed.
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Let z0 : 0 < z := z_gt0 Lam.
Let zh : z <= / 2 := z_half x0 T1 delta01 A1 L1 SL Lam_ge.

(* every episode plays a point of the polytope (13) of its epoch: so Lemmas 7 and 8 hold *)
Lemma uc_o_reps_plays hist : [/\ is_policy (f hist),
  polytope L (Pbar (st hist)) (@eps (st hist)) (qhat hist) & plays L (qhat hist) (f hist)].
Proof.
have [iff _] := lemma_1 x0_only L1 Sgt A1 (estimates_ok x0 lam Sgt (st hist)).
have row := (iff _).1 (all_allowed Sgt A1 lam st0 Hlearn hist).
by have [_ /(_ hist)[_ pl] _] := Hlearn; split; [exact: Hf | exact/(in_rowsE _ _ L1) |].
Qed.

Notation comp := (fun _ : seq E => P).
Let Hcomp (hist : seq E) : is_trans P := HP.
Let comp_conf hist (hc : in_conf L (Pbar (st hist)) (@eps (st hist)) P) :
  in_conf L (Pbar (st hist)) (@eps (st hist)) P := hc.
Notation qxi := (@qxi S A Z x0 L P f qhat comp).

(* what an episode loses because P^{q_t} is not P: l - 1/2 in place of l *)
Lemma unknown_episode hist : inner L (q_ hist) (l hist) - inner L (qhat hist) (l hist) <=
  \rsum_(h < L) (INR (L - h.+1) * (/ 2 * qxi hist h)).
Proof.
rewrite innerB -(sum_earlier_layers L (fun s => / 2 * qxi hist s)); apply: le_rsum => h _; have hL := ltn_ord h.
have mass := pairs_mass x0_only HP uc_o_reps_plays Hcomp hist hL.
apply: (@Rle_trans _ (/ 2 * pairs1 (qhat hist) (q_ hist) h)); last first.
  by rewrite rsumZ; apply: Rmult_le_compat_l; [lra | exact: (lemma_8 x0_only HP uc_o_reps_plays (comp := comp) Hcomp)].
rewrite /pairs1 -[X in X <= _]Rplus_0_r -(Rmult_0_r (/ 2)) -[in X in X <= _]mass -!rsumZ -rsumD.
apply: le_rsum => x _; rewrite -!rsumZ -rsumD; apply: le_rsum => a _.
have := l01 hist x a; move: (l hist h x a) (marg (qhat hist) x a) (marg (q_ hist) x a) => t u w t01.
by rewrite /Rabs; case: Rcase_abs => H; nra.
Qed.

Definition g_unknown := @g5 S A Z L P qhat comp.
Definition bad_unknown : pred (seq E) := bad_Y x0 P f g_unknown (c5 L) T z.
Definition unknown_bound := (2 + sqrt 2) * root *
  (\rsum_(h < L) (ind (wide h) * INR (L - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|))) +
  INR L * (INR L - 1) / 2 * sqrt (INR T * Lam / 2).

(* on the good event: P in the sets of all epochs, and a martingale below its bound *)
Theorem unknown_path v : size v = T -> (forall s, in_conf L (Pbar (st (drop s v))) (@eps (st (drop s v))) P) ->
  ((1 < L)%N -> ~~ bad_unknown v) ->
  hsum (fun hist _ => inner L (q_ hist) (l hist) - inner L (qhat hist) (l hist)) v <= unknown_bound.
Proof.
move=> vT G nY; apply: Rle_trans (le_hsum (G := fun hist _ => \rsum_(h < L) (INR (L - h.+1) * (/ 2 * qxi hist h))) _) _.
  by move=> s e hist _; exact: unknown_episode.
have W0 h : 0 <= ind (wide h) * INR (L - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|).
  by apply: Rmult_le_pos; [apply: Rmult_le_pos; [exact: ind_ge0 | exact: pos_INR] | exact: sqrt_pos].
case: (ltnP 1 L) => L2; last first.
  have L1E : L = 1%N by apply/eqP; rewrite eqn_leq L2 L1.
  have zero h : (L - h.+1 = 0)%N by rewrite L1E subSS sub0n.
  rewrite (eq_hsum (G := fun _ _ => 0)) => [|hist _]; last by rewrite big1 // => h _; rewrite zero Rmult_0_l.
  rewrite hsum_const Rmult_0_r /unknown_bound; apply: Rplus_le_le_0_compat.
    apply: Rmult_le_pos; last by apply: rsum_ge0.
    by apply: Rmult_le_pos; [have := sqrt2_ge1; lra | exact: root_ge0].
  by rewrite [in INR L - 1]L1E /= Rminus_eq_0 Rmult_0_r /Rdiv !Rmult_0_l; exact: Rle_refl.
rewrite (expected_5 x0 P f qhat comp v); apply: Rle_trans (expected_le (nY L2)) _.
have lnz : ln (1 / z) = Lam by rewrite /Rdiv Rmult_1_l ln_Rinv // /GoodEvents.z ln_exp; ring.
rewrite /deviation B5 lnz; apply: Rplus_le_compat_r.
pose C h := ind (wide h) * INR (L - h.+1) * sqrt (2 * INR #|S h.+1| * Lam).
apply: Rle_trans (visited_weights Hst (C := C) _ _) _.
- move=> h; apply: Rmult_le_pos; last exact: sqrt_pos.
  by apply: Rmult_le_pos; [exact: ind_ge0 | exact: pos_INR].
- move=> s e hist E1 h x a hL; have hc : in_conf L (Pbar (st hist)) (@eps (st hist)) P.
    rewrite (_ : hist = drop s.+1 v); first exact: G.
    by rewrite -addn1 addnC -drop_drop E1 /= drop0.
  rewrite /g_unknown /g5 /C -/(n1 (st hist) x a); case W : (wide h); last first.
    by rewrite /xi_ (xi_narrow HP (P_trans uc_o_reps_plays (comp := comp) Hcomp hist) _ _ W) /= !Rmult_0_r !Rmult_0_l; lra.
  have := eq_26 uc_o_reps_plays (comp := comp) comp_conf hc x a hL.
  rewrite /Algorithm.eps sqrt_div_alt; last by have := n1_ge1 x0 (st hist) x a; lra.
  by move=> H; have := Rmult_le_compat_l _ _ _ (pos_INR (L - h.+1)) H; rewrite /Rdiv /=; lra.
have := rate S A L T Lam (fun h => ind (wide h) * INR (L - h.+1)) (fun h => pos_INR #|S h.+1|).
by rewrite vT /C => ->; exact: Rle_refl.
Qed.

(* --- the regret against policies that may be chosen after the run *)
Notation loss_of pi hist := (inner L (q3 x0 P pi) (l hist)).

(* on the good event: both parts of the regret *)
Theorem uc_o_reps_good pi v : is_policy pi -> 0 < eta -> size v = T -> ~~ bad_P x0 P T (epsn Lam) v ->
  ((1 < L)%N -> ~~ bad_unknown v) ->
  hsum (fun hist _ => loss_of (f hist) hist - loss_of pi hist) v <=
    (\rsum_(h < L) ln (INR #|S h| * INR #|A| * INR #|S h.+1|)) / eta + eta * (INR L * INR T) + unknown_bound.
Proof.
move=> Hpi eta0 vT nP nY; have C s : in_conf L (Pbar (drop s v)) (@eps (drop s v)) P.
  by have [] := close_P HP A1 lam vT nP s.
have G s : in_conf L (Pbar (st (drop s v))) (@eps (st (drop s v))) P.
  by have [k [-> _]] := schedule_drop (drop s v) Hst; rewrite drop_drop.
have inQ s : allowed_occ x0 Lam st (drop s v) (q3 x0 P pi).
  exists P; [by split; [exact: HP | exact: G] | exact: (occ_in_QP x0 L1 HP Hpi)].
have D := descent_regret x0_only L1 Sgt A1 lam st0 eta0 l01 Hlearn inQ; rewrite vT in D.
have U := unknown_path vT G nY.
rewrite (eq_hsum (G := fun hist _ => (inner L (q_ hist) (l hist) - inner L (qhat hist) (l hist)) +
  (inner L (qhat hist) (l hist) - loss_of pi hist))) => [|hist _]; last by rewrite /AppendixA.q_; ring.
rewrite hsumD; apply: Rle_trans (Rplus_le_compat _ _ _ _ U D) _.
by rewrite Rplus_comm; exact: Rle_refl.
Qed.

Definition bad_run (v : seq E) := bad_P x0 P T (epsn Lam) v || ((1 < L)%N && bad_unknown v).

Lemma Pr_bad_run : Pr K T [::] bad_run <= delta.
Proof.
have x2 := leq_INR (X_ge2 x0 L1 SL); rewrite [INR 2]/= in x2; have a1 := A_ge1 A1; have t1 := T_ge1 T1.
have zT := z_TXA x0 T1 delta01 A1 L1 SL Lam_ge; have tX := TXA_X S L T1 A1; have d := d01.
have quarter : some_wide -> z <= / 4.
  by case/existsP => h W; exact: (z_quarter x0 T1 delta01 A1 L1 SL Lam_ge (ltn_ord h) W).
have X4 : some_wide -> 4 <= INR X.
  by case/existsP => h W; have := leq_INR (X_ge4 x0 L1 SL (ltn_ord h) W); rewrite [INR 4]/=; lra.
have z3 : some_wide -> z <= / 3 by move/quarter; lra.
have z01 : 0 < z < 1 by have := zh; have := z0; lra.
have Y : Pr K T [::] (fun v => (1 < L)%N && bad_unknown v) <= z.
  case: (ltnP 1 L) => L2 /=.
    have B0 : 0 < B L (c5 L) by rewrite B5; have := leq_INR L2; rewrite [INR 2]/=; nra.
    exact: (Pr_bad_Y x0 HP Hrho Hf (g5_range HP uc_o_reps_plays (comp := comp) Hcomp) T1 z01 B0).
  by rewrite (Pr_pred0 KD); lra.
apply: Rle_trans (Pr_or KD (Pr_P Hf lam z3) Y) _; rewrite /p_P; move: zT tX; rewrite /GoodEvents.TXA => zT tX.
have zz := z0; have TA0 : 1 <= INR #|A| * INR T by nra.
have zX c : c <= INR X -> z * c <= delta.
  by move=> cX; apply: Rle_trans zT; apply: Rmult_le_compat_l; lra.
case W : some_wide; rewrite [ind _]/=; last first.
  by have := zX _ x2; rewrite Rmult_0_l !Rmult_0_r; lra.
have q := quarter W; have e1 := zX _ (X4 W).
have e2 : (INR X - 1) * (INR #|A| * (INR T * (1 * (2 * z ^ 2)))) <= 2 * z * delta.
  rewrite (_ : _ * _ = 2 * z * (z * ((INR X - 1) * (INR #|A| * INR T)))); last by rewrite /=; ring.
  by apply: Rmult_le_compat_l; [lra | nra].
by nra.
Qed.

(* Sec. I-A, UOB-REPS (sec:I:uob-reps), UC-O-REPS: with any eta, layer by layer *)
Theorem uc_o_reps_layered (pistar : seq E -> policy S A) : (forall v, is_policy (pistar v)) -> 0 < eta ->
  1 - delta <= Prl K T [::] (fun v => Rleb
    (hsum (fun hist _ => inner L (q3 x0 P (f hist)) (l hist) - inner L (q3 x0 P (pistar v)) (l hist)) v)
    ((\rsum_(h < L) ln (INR #|S h| * INR #|A| * INR #|S h.+1|)) / eta + eta * (INR L * INR T) +
     ((2 + sqrt 2) * sqrt (INR T * INR #|A| * Lam) *
        (\rsum_(h < L) (ind (2 <= #|S h.+1|)%N * INR (L - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|))) +
      INR L * (INR L - 1) / 2 * sqrt (INR T * Lam / 2)))).
Proof.
move=> Hpi eta0; apply: (Pr_not KD); apply: Rle_trans Pr_bad_run; apply: (Pr_imp KD) => v vT; apply: contraR.
rewrite negb_or negb_and => /andP[nP nY]; apply/RlebP; apply: uc_o_reps_good => // L2.
by rewrite L2 in nY.
Qed.

(* the entropy at the first step is at most 2 log(TXA/delta) for each layer *)
Lemma entropy_Lam : 0 < entropy_rate S A L <= 2 * Lam.
Proof.
have l1 := L_ge1 L1; have a1 := A_ge1 A1; have t1 := T_ge1 T1; have lx := L_lt_X L Sgt; have d := d01.
have H := TXA_exp x0 T1 delta01 A1 L1 SL Lam_ge.
set u := INR X ^ 2 * INR #|A| / INR L ^ 2.
have l2 : 1 <= INR L ^ 2 by rewrite /=; nra.
have uL : u * INR L ^ 2 = INR X ^ 2 * INR #|A| by rewrite /u; field; lra.
have u1 : 1 < u.
  apply: (Rmult_lt_reg_r (INR L ^ 2)); first lra.
  by rewrite uL; have : INR L ^ 2 < INR X ^ 2 by [rewrite /=; nra]; nra.
split; first by rewrite -ln_1; apply: ln_increasing; [lra | exact: u1].
have xa : INR X * INR #|A| <= exp Lam.
  apply: Rle_trans H; have i1 : 1 <= / delta by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
  have x1 : 0 <= INR X * INR #|A| by nra.
  have -> : TXA / delta = INR T * / delta * (INR X * INR #|A|) by rewrite /GoodEvents.TXA /Rdiv; ring.
  by have : 1 <= INR T * / delta by [nra]; nra.
rewrite -(ln_exp (2 * Lam)); apply: le_ln; first by apply: Rlt_trans u1; lra.
have -> : exp (2 * Lam) = exp Lam * exp Lam by rewrite -exp_plus; congr exp; ring.
have xx : 0 <= INR X * INR #|A| by nra.
apply: (@Rle_trans _ (INR X * INR #|A| * (INR X * INR #|A|))); last by apply: Rmult_le_compat.
apply: (Rmult_le_reg_r (INR L ^ 2)); first lra.
rewrite uL; have x2 : 0 <= INR X ^ 2 by exact: pow2_ge_0.
have -> : INR X * INR #|A| * (INR X * INR #|A|) * INR L ^ 2 = INR X ^ 2 * (INR #|A| * (INR #|A| * INR L ^ 2)).
  by rewrite /=; ring.
by apply: Rmult_le_compat_l => //; have : 1 <= INR #|A| * INR L ^ 2 by [nra]; nra.
Qed.

Lemma wide_sum : \rsum_(h < L) (ind (wide h) * INR (L - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|)) <=
  INR L * (INR L - 1) / 2 + (INR L - 3 / 2) * (INR X - 1 - INR L).
Proof.
have xs1 h : 1 <= INR #|S h| := xs_ge1 Sgt h.
have xs0 : INR #|S 0%N| = 1.
  rewrite (_ : #|S 0%N| = 1%N) //.
  by apply: (@eq_card1 _ x0) => x; rewrite (x0_only x) !inE eqxx.
rewrite X_total SL (_ : total L (fun h => INR #|S h|) + INR 1 - 1 = total L (fun h => INR #|S h|)); last by rewrite /=; ring.
apply: Rle_trans (K2 L1 xs0 xs1); apply: le_rsum => h _.
rewrite Rmult_assoc -[X in _ <= X]Rmult_1_l; apply: Rmult_le_compat_r; last exact: ind_le1.
by apply: Rmult_le_pos; [exact: pos_INR | exact: sqrt_pos].
Qed.

(* Sec. I-A, UOB-REPS (sec:I:uob-reps); abstract (sec:abstract), repaired: UC-O-REPS' regret.  P unknown; losses of [0,1],
   shown after each episode, that may depend on everything before it; q_1 = 1/(X_h A X_{h+1}),
   eta = sqrt(ln(X^2 A / L^2)/T), the confidence sets and the epochs of UCRL-LP: against any policy, even one chosen after
   the run, the regret is at most (2 + sqrt 2) LX sqrt(TA Lam) with probability at least 1 - delta *)
Theorem uc_o_reps (pistar : seq E -> policy S A) : (forall v, is_policy (pistar v)) ->
  eta = sqrt (ln (INR X ^ 2 * INR #|A| / INR L ^ 2) / INR T) ->
  1 - delta <= Prl K T [::] (fun v => Rleb
    (hsum (fun hist _ => inner L (q3 x0 P (f hist)) (l hist) - inner L (q3 x0 P (pistar v)) (l hist)) v)
    ((2 + sqrt 2) * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof.
move=> Hpi etaE; have [k0 kLam] := entropy_Lam; set k := entropy_rate S A L in k0 kLam.
have t1 := T_ge1 T1; have a1 := A_ge1 A1; have l1 := L_ge1 L1; have lx := L_lt_X L Sgt; have r0 := root_ge0 A T Lam.
have {}etaE : eta = sqrt (k / INR T) := etaE.
have iT : 0 < / INR T by apply: Rinv_0_lt_compat; lra.
have eta0 : 0 < eta by rewrite etaE; apply: sqrt_lt_R0; exact: Rmult_lt_0_compat.
apply: Rle_trans (uc_o_reps_layered Hpi eta0) _; apply: (Prl_imp KD) => v _ /RlebP H; apply/RlebP; apply: Rle_trans H _.
rewrite -/root.
have TL0 : 0 <= INR T * Lam by apply: Rmult_le_pos; have := lam; lra.
have TL : INR T * Lam <= INR T * INR #|A| * Lam by have := Rmult_le_compat_l _ _ _ TL0 a1; lra.
have eT : eta * INR T = sqrt (INR T * k).
  rewrite etaE -[X in _ * X](sqrt_square (INR T)); last lra.
  by rewrite -sqrt_mult_alt; [congr sqrt; field; lra | apply: Rmult_le_pos; lra].
have e2 : eta * eta = k / INR T by rewrite etaE; apply: sqrt_sqrt; apply: Rmult_le_pos; lra.
have kE : k / eta = eta * INR T.
  apply: (Rmult_eq_reg_r eta); last lra.
  rewrite (_ : k / eta * eta = k); last by field; lra.
  by rewrite (_ : eta * INR T * eta = eta * eta * INR T); [rewrite e2; field; lra | ring].
have Tk : sqrt (INR T * k) <= sqrt 2 * root.
  by rewrite -sqrt_mult_alt; [apply: sqrt_le_1_alt; nra | lra].
have D : (\rsum_(h < L) ln (INR #|S h| * INR #|A| * INR #|S h.+1|)) / eta + eta * (INR L * INR T) <=
    2 * INR L * (sqrt 2 * root).
  apply: (@Rle_trans _ (INR L * k / eta + eta * (INR L * INR T))).
    apply: Rplus_le_compat_r; apply: Rmult_le_compat_r; first by apply/Rlt_le/Rinv_0_lt_compat.
    exact: (entropy_rate_ge Sgt A1 L1).
  rewrite (_ : INR L * k / eta = INR L * (k / eta)); last by rewrite /Rdiv; ring.
  rewrite kE; have := Rmult_le_compat_l _ _ _ (Rle_trans _ _ _ Rle_0_1 l1) Tk; rewrite -eT; lra.
have h2 : sqrt (INR T * Lam / 2) <= 71 / 100 * root.
  rewrite /Rdiv Rmult_comm sqrt_mult_alt; last lra.
  apply: Rmult_le_compat; [exact: sqrt_pos | exact: sqrt_pos | apply: sqrt_le_sq; lra | exact: sqrt_le_1_alt].
have W := wide_sum; set w := \rsum_(h < L) (ind _ * _ * _) in W *.
have [s1 s2] := sqrt2_bounds.
apply: (@Rle_trans _ (root * ((2 + sqrt 2) * w + (INR L * (INR L - 1) / 2 * (71 / 100) + 2 * INR L * sqrt 2)))).
  have LL : 0 <= INR L * (INR L - 1) / 2 by nra.
  by have := Rmult_le_compat_l _ _ _ LL h2; lra.
rewrite (_ : (2 + sqrt 2) * (INR L * INR X) * root = root * ((2 + sqrt 2) * (INR L * INR X))); last by ring.
apply: Rmult_le_compat_l => //.
have s0 : 0 <= 2 + sqrt 2 by lra.
have H1 := Rmult_le_compat_l _ _ _ s0 W.
have gap : INR L * INR L / 2 + 3 / 2 * INR L <=
    INR L * INR X - (INR L * (INR L - 1) / 2 + (INR L - 3 / 2) * (INR X - 1 - INR L)) by nra.
have := Rmult_le_compat_l _ _ _ s0 gap; nra.
Qed.

(* Sec. I-A, UOB-REPS (sec:I:uob-reps); abstract (sec:abstract), repaired: UC-O-REPS in the paper's setting, at the losses
   1 - r(x,a) in every episode: its Reg_T has the bound of Theorem 4 *)
Theorem uc_o_reps_rewards (pistar : policy S A) : is_policy pistar ->
  eta = sqrt (ln (INR X ^ 2 * INR #|A| / INR L ^ 2) / INR T) ->
  (forall hist h (x : S h) a, l hist h x a = 1 - r P rho rv x a) ->
  1 - delta <= Prl K T [::] (fun v =>
    Rleb (regret x0 P rho rv f pistar v) ((2 + sqrt 2) * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof.
move=> Hpi etaE lE; apply: Rle_trans (uc_o_reps (pistar := fun _ => pistar) (fun _ => Hpi) etaE) _.
apply: (Prl_imp KD) => v _ /RlebP H; apply/RlebP; apply: Rle_trans H; apply: Req_le.
rewrite /regret -hsum_const -hsumB; apply: eq_hsum => hist _.
have VE pi : is_policy pi -> V P pi (r P rho rv) L x0 = INR L - loss_of pi hist.
  move=> Hp; have [HQ _] := occ_in_QP x0 L1 HP Hp; have [_ one _] := HQ.
  rewrite (eq_8 x0 pi HP); apply: (Rplus_eq_reg_r (loss_of pi hist)); rewrite -[RHS]Rmult_1_r.
  rewrite (_ : INR L - _ + _ = INR L); last by ring.
  rewrite -rsum_ord_const -rsumD; apply: eq_bigr => h _; rewrite -(one h (ltn_ord h)) -rsumD; apply: eq_bigr => x _.
  by rewrite -rsumD; apply: eq_bigr => a _; rewrite lE; change (\rsum_y q3 x0 P pi x a y) with (marg (q3 x0 P pi) x a); ring.
by rewrite !VE //; ring.
Qed.
End UnknownTransitions.

(* --- its hypotheses can be met: where every layer has one state, UC-O-REPS is exponential weights, for all losses *)
Section OneState.
Variables (A : finType) (a0 : A) (L : nat).
Let S (h : nat) := [finite unit].
Notation E := (traj S A unit L 0).
Let one (F : unit -> R) : \rsum_x F x = F tt. Proof. by rewrite (big_pred1 tt) //; case. Qed.
Let S1 h : (0 < #|S h|)%N. Proof. by rewrite card_unit. Qed.
Let A1 : (0 < #|A|)%N. Proof. by apply/card_gt0P; exists a0. Qed.

Lemma one_allowed (Pbar : trans S A) (eps : forall h, S h -> A -> R) :
  (forall h (x : S h) a, centre_ok (Pbar h x a) (eps h x a)) ->
  forall q, in_QPi L Pbar eps q <-> in_QP L (@sure_trans A) q.
Proof.
have sure (P : trans S A) : is_trans P -> forall h x a y, P h x a y = 1.
  by move=> HP h x a []; have := (HP h x a).2; rewrite one.
move=> ok q; split=> [[P [HP _] [HQ row]]|Hq].
  by split=> // h x a y hL; rewrite row // (sure _ HP).
exists (@sure_trans A) => //; split=> [|h x a _]; first exact: sure_is_trans.
rewrite one /sure_trans; case: (ok h x a) => [[[_ p1] e0]|[p0 e1]].
  by move: p1; rewrite one => ->; rewrite Rminus_eq_0 Rabs_R0.
by rewrite p0 Rminus_0_r Rabs_R1.
Qed.

Lemma kl_step_iff (K K' : occ S A -> Prop) c p q : (forall q, K q <-> K' q) -> kl_step L K c p q -> kl_step L K' c p q.
Proof. by move=> iff [Kq fin opt]; split=> // [|q' /iff]; [exact/iff | exact: opt]. Qed.

(* the measures of a run where every layer has one state *)
Section OneStateRun.
Variables (eta : R) (l : seq E -> reward S A).
Fixpoint one_state_run (hist : seq E) : occ S A :=
  if hist is e :: hist' then weights (fun h x a => eta * @l hist' h x a) (one_state_run hist')
  else fun h x a y => / INR #|A|.
End OneStateRun.

(* Sec. I-A, UOB-REPS (sec:I:uob-reps), UC-O-REPS: the hypotheses of its theorem can be met, for all losses *)
Theorem uc_o_reps_runs (Lam eta : R) (st : seq E -> seq E) (l : seq E -> reward S A) : / 2 <= Lam ->
  exists (f : seq E -> policy S A) (qhat : seq E -> occ S A), uc_o_reps_learner (tt : S 0%N) Lam eta st l f qhat.
Proof.
move=> lam; have n0 : 0 < INR #|A| by apply: lt_0_INR; apply/ltP.
pose qs := one_state_run eta l.
have pos hist h a : (h < L)%N -> 0 < qs hist h tt a tt.
  elim: hist h a => [|e hist IH] h a hL; first exact: Rinv_0_lt_compat.
  by apply: (weights_gt0 a0 (L := L)) => // h' a'; exact: IH.
have sum hist h : (h < L)%N -> \rsum_a qs hist h tt a tt = 1.
  case: hist => [|e hist] hL; first by rewrite /= rsum_const Rinv_r //; lra.
  by apply: (weights_sum a0 (L := L)) => // h' a; exact: pos.
exists (fun hist h x a => if (h < L)%N then qs hist h tt a tt else / INR #|A|), qs; split.
- by move=> h x a y _; rewrite /= !card_unit /= Rmult_1_l Rmult_1_r.
- move=> hist; split=> [h x|h [] a hL]; last first.
    by rewrite hL /marg; under eq_bigr => b _ do rewrite one; rewrite sum // one Rmult_1_r.
  split=> [a|]; case: (ltnP h L) => hL.
  + exact/Rlt_le/pos.
  + exact/Rlt_le/Rinv_0_lt_compat.
  + exact: sum.
  by rewrite rsum_const Rinv_r //; lra.
move=> hist e; have ok := estimates_ok (tt : S 0%N) lam S1 (st (e :: hist)).
apply: (@kl_step_iff (in_QP L (@sure_trans A))) => [q|]; first by split=> /(one_allowed ok).
by apply: (weights_step a0) => h a; exact: pos.
Qed.

(* Sec. I-A, UOB-REPS (sec:I:uob-reps), UC-O-REPS where every layer has one state: no hypothesis on the steps is left *)
Theorem uc_o_reps_one_state (T : nat) (delta Lam : R) (st : seq E -> seq E) (l : seq E -> reward S A) :
  (0 < T)%N -> (0 < L)%N -> 0 < delta < 1 -> ln (INR T * INR (X S L) * INR #|A| / delta) <= Lam ->
  schedule (tt : S 0%N) st -> (forall hist h (x : S h) a, 0 <= l hist h x a <= 1) ->
  exists (f : seq E -> policy S A) (qhat : seq E -> occ S A),
    uc_o_reps_learner (tt : S 0%N) Lam (sqrt (ln (INR (X S L) ^ 2 * INR #|A| / INR L ^ 2) / INR T)) st l f qhat /\
    forall pistar : seq E -> policy S A, (forall v, is_policy (pistar v)) ->
    1 - delta <= Prl (K (tt : S 0%N) (@sure_trans A) (@no_reward S A) f) T [::] (fun v => Rleb
      (hsum (fun hist _ => inner L (q3 (tt : S 0%N) (@sure_trans A) (f hist)) (l hist) -
         inner L (q3 (tt : S 0%N) (@sure_trans A) (pistar v)) (l hist)) v)
      ((2 + sqrt 2) * (INR L * INR (X S L)) * sqrt (INR T * INR #|A| * Lam))).
Proof.
move=> T1 L1 d01 Lam_ge Hst l01; have one0 (x : S 0%N) : x = tt by case: x.
have Hr : is_reward (@no_reward S A) (fun _ => 0) by split=> [z|h x a y]; [lra | rewrite /no_reward].
pose M := Setting one0 (@sure_is_trans A) (@no_reward_law S A) Hr T1 d01 A1 L1 (card_unit : #|S L| = 1%N).
set eta := sqrt _.
have lam := Lam_half (tt : S 0%N) T1 d01 A1 L1 (card_unit : #|S L| = 1%N) Lam_ge.
have [f [qhat H]] := uc_o_reps_runs eta st l lam; exists f, qhat; split=> [|pistar Hpi]; first exact: H.
exact: (@uc_o_reps M Lam eta st l f qhat Lam_ge Hst l01 H pistar Hpi erefl).
Qed.
End OneState.

(* --- it has a run whenever single steps from positive measures exist: its measures stay positive *)
Section Runs.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Notation E := (traj S A Z L 0).
Unset Implicit Arguments.
Variables (Lam eta : R) (st : seq E -> seq E) (l : seq E -> reward S A).
Set Implicit Arguments.
Hypotheses (x0_only : forall x, x = x0) (L1 : (0 < L)%N) (S1 : forall h, (0 < #|S h|)%N) (A1 : (0 < #|A|)%N).
Hypothesis lam : / 2 <= Lam.
Notation Pbar := (@Pbar S A Z x0 L).
Notation eps := (@eps S A Z x0 L Lam).
Definition inner_occ (q : occ S A) := forall h x a y, (h < L)%N -> 0 < q h x a y.

Lemma rsum_gt0 (I : finType) (F : I -> R) : (0 < #|I|)%N -> (forall i, 0 < F i) -> 0 < \rsum_i F i.
Proof.
move=> /card_gt0P[i _] F0; apply: Rlt_le_trans (F0 i) _; apply: (rsum_ge1 (F := F)) => j; exact/Rlt_le.
Qed.

Let U (h : nat) : R := / INR #|S h.+1|.
Let U0 h : 0 < U h. Proof. by apply: Rinv_0_lt_compat; apply: lt_0_INR; apply/ltP. Qed.
Let share s h (x : S h) a := Rmin 1 (eps s x a / 2).
(* the estimate moved a little to the uniform distribution; that where there is no estimate *)
Definition moved s : trans S A := fun h x a y =>
  if Req_EM_T (\rsum_z Pbar s x a z) 1 then (1 - share s x a) * Pbar s x a y + share s x a * U h else U h.

Lemma moved_ok s : [/\ is_trans (moved s), in_conf L (Pbar s) (@eps s) (moved s) & forall h x a y, 0 < moved s (h := h) x a y].
Proof.
have uD h : is_dist (fun _ : S h.+1 => U h) := uniform_dist (S1 h.+1).
have e0 h (x : S h) a : 0 < eps s x a by apply: (epsn_gt0 lam (S1 h.+1)); exact: leq_maxl.
have s01 h (x : S h) a : 0 < share s x a <= 1.
  by split; [apply: Rmin_glb_lt; [lra | have := e0 h x a; lra] | exact: Rmin_l].
have ok := estimates_ok x0 lam S1 s.
have D h (x : S h) a : \rsum_z Pbar s x a z = 1 -> is_dist (Pbar s x a).
  by move=> E1; case: (ok h x a) => [[]//|[z0 _]]; move: E1; rewrite big1 => [|y _]; [lra | exact: z0].
split=> h x a.
- split=> [y|]; rewrite /moved; case: Req_EM_T => [E1|_] /=.
  + by have := (D h x a E1).1 y; have := s01 h x a; have := U0 h; move: (share _ _ _) (Pbar _ _ _ _) => t u; nra.
  + exact: (uD h).1.
  + by rewrite rsum_mix (D h x a E1).2 (uD h).2; ring.
  exact: (uD h).2.
- move=> _; rewrite /moved; case: Req_EM_T => [E1|ne] /=; last first.
    case: (ok h x a) => [[[_ p1] _]|[p0 e1]]; first by case: ne.
    rewrite (eq_bigr (fun=> U h)) ?(uD h).2 // => y _.
    by rewrite p0 Rminus_0_r Rabs_pos_eq //; exact/Rlt_le/U0.
  have [p0 p1] := D h x a E1; have [t0 t1] := s01 h x a.
  apply: (@Rle_trans _ (\rsum_y (share s x a * (U h + Pbar s x a y)))).
    apply: le_rsum => y _; rewrite (_ : _ - _ = share s x a * (U h - Pbar s x a y)); last by ring.
    rewrite Rabs_scale; last lra.
    by apply: Rmult_le_compat_l; [lra | rewrite /Rabs; case: Rcase_abs; have := p0 y; have := U0 h; lra].
  rewrite rsumZ rsumD p1 (uD h).2; have := Rmin_r 1 (eps s x a / 2); rewrite -/(share s x a); lra.
move=> y; rewrite /moved; case: Req_EM_T => [E1|_] /=; last exact: U0.
have := (D h x a E1).1 y; have := s01 h x a; have := U0 h; move: (share _ _ _) (Pbar _ _ _ _) => t u; nra.
Qed.

Lemma inner_allowed hist : exists2 q, allowed_occ x0 Lam st hist q & inner_occ q.
Proof.
have [HP Hc P0] := moved_ok (st hist); have Hu := @uniform_is_policy S A A1.
exists (q3 x0 (moved (st hist)) (@uniform_policy S A)).
  by exists (moved (st hist)) => //; exact: occ_in_QP.
have a0 : 0 < / INR #|A| by apply: Rinv_0_lt_compat; apply: lt_0_INR; apply/ltP.
have m0 h (x : S h) : 0 < mu x0 (moved (st hist)) (@uniform_policy S A) x.
  elim: h x => [|h IH] x; first by rewrite /= (x0_only x) eqxx /=; lra.
  apply: rsum_gt0 => // y; apply: rsum_gt0 => // a.
  by apply: Rmult_lt_0_compat => //; exact: Rmult_lt_0_compat.
by move=> h x a y _; apply: Rmult_lt_0_compat => //; exact: Rmult_lt_0_compat.
Qed.

Lemma step_inner hist c p q : inner_occ p -> kl_step L (allowed_occ x0 Lam st hist) c p q -> inner_occ q.
Proof.
move=> p0 Hs; have [i Hi i0] := inner_allowed hist; have [cv nn _] := allowed_sets st x0_only L1 S1 A1 lam hist.
have pn : nonneg L p by move=> h x a y hL; exact/Rlt_le/p0.
have fp : finite_KL L i p by move=> h x a y hL E0; have := p0 h x a y hL; rewrite E0 => /Rlt_irrefl.
have [fq _] := three_points_occ cv nn pn Hs Hi fp; have [Kq _ _] := Hs.
move=> h x a y hL; case: (nn _ Kq h x a y hL) => // E0.
by have := i0 h x a y hL; rewrite (fq h x a y hL (esym E0)) => /Rlt_irrefl.
Qed.

(* the measures that single steps make *)
Section RunOfSteps.
Variable step : seq E -> reward S A -> occ S A -> occ S A.
Fixpoint run_of_steps (hist : seq E) : occ S A :=
  if hist is e :: hist' then step hist (fun h x a => eta * l hist' h x a) (run_of_steps hist') else @equal_triples S A.
End RunOfSteps.

(* Sec. I-A, UOB-REPS (sec:I:uob-reps), UC-O-REPS: a function that makes single steps from positive measures gives a run, in
   every MDP and for all losses *)
Theorem uc_o_reps_from_steps (step : seq E -> reward S A -> occ S A -> occ S A) :
  (forall hist c p, inner_occ p -> kl_step L (allowed_occ x0 Lam st hist) c p (step hist c p)) ->
  exists (f : seq E -> policy S A) (qhat : seq E -> occ S A), uc_o_reps_learner x0 Lam eta st l f qhat.
Proof.
move=> Hstep; pose qs := run_of_steps step.
have pos hist : inner_occ (qs hist).
  elim: hist => [|e hist IH]; first by move=> h x a y _; exact: equal_gt0.
  exact: step_inner IH (Hstep _ _ _ IH).
have Hs e hist := Hstep (e :: hist) (fun h x a => eta * l hist h x a) (qs hist) (pos hist).
have HQ hist : in_Q L (qs hist).
  case: hist => [|e hist]; first exact: (equal_triples_QP L S1 A1).1.
  by have [_ _ inQ] := allowed_sets st x0_only L1 S1 A1 lam (e :: hist); have [Kq _ _] := Hs e hist; exact: inQ.
exists (fun hist => pi_of L (qs hist) (@uniform_policy S A)), qs; split=> [//|hist|hist e]; last exact: Hs.
by split; [exact: (pi_of_policy L1 (HQ hist) (@uniform_is_policy S A A1)) | exact: (pi_of_plays L1 (HQ hist))].
Qed.
End Runs.
