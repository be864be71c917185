(* Section I-A: O-REPS with bandit feedback and known P, for losses fixed in advance: its expected regret. *)
Require Import Previsions.Sums Previsions.NatLia Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm
  Previsions.BallOptimum UCRLLP.model.BackwardInduction UCRLLP.model.Learner UCRLLP.paper.Propositions UCRLLP.paper.LinearProgram
  UCRLLP.paper.ProgramSize Previsions.OnlineMirrorDescent UCRLLP.systems.MirrorDescent.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* what a step may gain, on occupancy measures *)
Lemma gain_occ (S : nat -> finType) (A : finType) (L : nat) (q p : occ S A) (c : reward S A) :
  nonneg L q -> nonneg L p -> (forall h (x : S h) a, (h < L)%N -> 0 <= c h x a) -> finite_KL L q p ->
  inner L p c - inner L q c <= KL L q p + inner L p (fun h x a => c h x a ^ 2).
Proof.
move=> q0 p0 c0 fin; rewrite /inner /KL -rsumB -rsumD; apply: le_rsum => h _; rewrite -rsumB -rsumD.
apply: le_rsum => x _; rewrite -rsumB -rsumD; apply: le_rsum => a _; rewrite /marg -!rsumZr -rsumB -rsumD.
apply: le_rsum => y _; have a0 := q0 h x a y (ltn_ord h).
case: (Rle_lt_or_eq_dec _ _ (p0 h x a y (ltn_ord h))) => [pp|z].
  by have := kl_term_gain a0 pp (c0 h x a (ltn_ord h)); lra.
by rewrite (fin h x a y (ltn_ord h) (esym z)) -z kl_term0; lra.
Qed.

(* --- expectations where every function of an episode is bounded *)
Section Bounded.
Variables (E : Type) (K : seq E -> (E -> R) -> R).
Hypotheses (HK : forall hist, is_exp (K hist)) (all : forall F : E -> R, bdd F).

Lemma Ex_mono_all n hist F G : (forall w, F w <= G w) -> Ex K n hist F <= Ex K n hist G.
Proof.
move=> H; elim: n hist => [|n IH] hist /=; first exact: H.
by apply: (ex_le (HK hist)) => // e; exact: IH.
Qed.

Lemma Ex_along n hist (H : seq E -> E -> R) c d : (forall hist, K hist (H hist) <= c) ->
  Ex K n hist (fun w => hsum H w + d) <= hsum H hist + INR n * c + d.
Proof.
move=> Hc; elim: n hist => [|n IH] hist; first by rewrite /=; lra.
rewrite [Ex _ _ _ _]/=; apply: (@Rle_trans _ (K hist (fun e => H hist e + (hsum H hist + INR n * c + d)))).
  by apply: (ex_le (HK hist)) => // e; have := IH (e :: hist); rewrite hsum_cons; lra.
by rewrite (ex_addC (HK hist)) // S_INR; have := Hc hist; lra.
Qed.
End Bounded.

Section Bandit.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (L : nat).
Unset Implicit Arguments.
Variable P : trans S A.
Set Implicit Arguments.
Hypotheses (x0_only : forall x, x = x0) (L_gt0 : (0 < L)%N) (S_gt0 : forall h, (0 < #|S h|)%N) (A_gt0 : (0 < #|A|)%N).
Hypothesis HP : is_trans P.
Notation E := (traj S A unit L 0).
Implicit Types (q : occ S A) (l : reward S A) (hist : seq E) (e : E).

(* an episode without rewards: states and actions only; the losses are given beforehand *)
Definition no_reward : rlaw S A unit := fun h x a y F => F tt.
Lemma no_reward_law : is_rlaw no_reward.
Proof. by move=> h x a y; split=> [F G _ _ H|F G _ _|c F _ _|c]; [exact: H | exact: Rle_refl | exact: Rle_refl | ]. Qed.

Lemma traj_bdd k h (F : traj S A unit k h -> R) : bdd F.
Proof.
elim: k h F => [|k IH] h F; first by exists (Rabs (F tt)) => -[]; exact: Rle_refl.
have [M HM] : exists M, forall (q : A * S h.+1) (t : traj S A unit k h.+1), Rabs (F ((q.1, (tt, q.2)), t)) <= M.
  suff [M HM] : exists M, forall q : A * S h.+1, q \in enum [finite A * S h.+1] ->
      forall t : traj S A unit k h.+1, Rabs (F ((q.1, (tt, q.2)), t)) <= M by exists M => q; apply: HM; rewrite mem_enum.
  elim: (enum _) => [|q s [M HM]]; first by exists 0.
  have [N HN] := IH h.+1 (fun t => F ((q.1, (tt, q.2)), t)).
  exists (Rmax N M) => q'; rewrite inE => /orP[/eqP ->|/HM H] t.
    by apply: Rle_trans (HN t) (Rmax_l _ _).
  by apply: Rle_trans (H t) (Rmax_r _ _).
by exists M => -[[a [[] y]] t]; exact: (HM (a, y) t).
Qed.

(* the estimate: the loss over q_t(x,a) at the pairs that the episode visits *)
Definition weight q h (x : S h) a := if Req_EM_T (marg q x a) 0 then 0 else / marg q x a.
Definition estimate l q e : reward S A := fun h x a => ind (visit x0 (mkp x a) e) * (l h x a * weight q x a).

Lemma inner_visits (w : reward S A) e : \rsum_(h < L) \rsum_(x : S h) \rsum_a (ind (visit x0 (mkp x a) e) * w h x a) =
  pathsum (fun h x a _ _ => w h x a) x0 e.
Proof. by rewrite pathsum_pairs0. Qed.

(* Sec. I-A, O-REPS (sec:I:o-reps), bandit feedback: losses of [0,1] fixed in advance, q_1 the projection of the measure with
   equal masses in a layer, the episode after hist played with the occupancy measure qh hist, steps at the estimates and
   eta = sqrt(L ln(XA/L)/(TXA)): the expected regret is at most 2 sqrt(LXAT ln(XA/L)) *)
Theorem o_reps_bandit (l : nat -> reward S A) (f : seq E -> policy S A) (qh : seq E -> occ S A) (T : nat)
    (XA := INR (X S L) * INR #|A|) (k := ln (XA / INR L)) (eta := sqrt (INR L * k / (INR T * XA))) :
  (0 < T)%N -> 0 < k -> (forall t h (x : S h) a, 0 <= l t h x a <= 1) ->
  (forall hist, is_policy (f hist)) -> (forall hist, same_occ L (q3 x0 P (f hist)) (qh hist)) ->
  kl_step L (in_QP L P) (fun h x a => 0) (spread P) (qh [::]) ->
  (forall hist e, kl_step L (in_QP L P) (fun h x a => eta * estimate (l (size hist)) (qh hist) e x a) (qh hist) (qh (e :: hist))) ->
  forall q, in_QP L P q ->
    Ex (K x0 P no_reward f) T [::] (hsum (fun hist e => inner L (qh hist) (l (size hist)) - inner L q (l (size hist)))) <=
    2 * sqrt (INR L * XA * INR T * k).
Proof.
move=> T0 k0 l01 Hf same Hs steps q Hq; have t1 : 1 <= INR T := leq_INR T0; have l1 : 1 <= INR L := leq_INR L_gt0.
have a1 : 1 <= INR #|A| := leq_INR A_gt0.
have x1 : 1 <= INR (X S L).
  by apply: (leq_INR (m := 1)); rewrite /X big_ord_recl /= (leq_trans (S_gt0 0%N)) // leq_addr.
have XA1 : 1 <= XA by rewrite /XA; nra.
have TX0 : 0 < INR T * XA by nra.
have Lk : 0 < INR L * k by nra.
have eta0 : 0 < eta by apply: sqrt_lt_R0; apply: Rmult_lt_0_compat => //; exact: Rinv_0_lt_compat.
have nn q' : in_QP L P q' -> nonneg L q' by move=> [[q0 _ _] _].
have inQ hist : in_QP L P (qh hist) by case: hist => [|e hist]; [case: Hs | case: (steps hist e)].
have m0 q' h (x : S h) a : in_QP L P q' -> (h < L)%N -> 0 <= marg q' x a by move=> /nn n0 hL; apply: rsum_ge0 => y _; exact: n0.
have HK hist : is_exp (K x0 P no_reward f hist) := K_exp x0 HP no_reward_law Hf hist.
have all (F : E -> R) : bdd F by exact: traj_bdd.
have [fin0 le0] := KL_first L_gt0 S_gt0 A_gt0 HP Hs Hq.
have fin hist : finite_KL L q (qh hist).
  elim: hist => // e hist IH.
  by have [] := three_points_occ (in_QP_convex (P := P)) nn (nn _ (inQ hist)) (steps hist e) Hq IH.
have w0 hist h (x : S h) a : (h < L)%N -> 0 <= weight (qh hist) x a.
  move=> hL; rewrite /weight; case: Req_EM_T => [_|nz] /=; first lra.
  by apply/Rlt_le/Rinv_0_lt_compat; have := m0 _ h x a (inQ hist) hL; lra.
have est0 hist e h (x : S h) a : (h < L)%N -> 0 <= eta * estimate (l (size hist)) (qh hist) e x a.
  move=> hL; apply: Rmult_le_pos; [lra | apply: Rmult_le_pos; first exact: ind_ge0].
  by apply: Rmult_le_pos; [exact: (l01 _ h x a).1 | exact: w0].
(* on every path *)
pose sq hist e := inner L (qh hist) (fun h x a => estimate (l (size hist)) (qh hist) e x a ^ 2).
pose F hist e := inner L (qh hist) (estimate (l (size hist)) (qh hist) e) -
  inner L q (estimate (l (size hist)) (qh hist) e) - eta * sq hist e.
have innerZ q' c d : inner L q' (fun h x a => d * c h x a) = d * inner L q' c.
  rewrite /inner -rsumZ; apply: eq_bigr => h _; rewrite -rsumZ; apply: eq_bigr => x _; rewrite -rsumZ; apply: eq_bigr => a _.
  by ring.
have path v : eta * hsum F v <= KL L q (qh [::]) - KL L q (qh v).
  elim: v => [|e v IH]; first by rewrite /=; lra.
  rewrite hsum_cons Rmult_plus_distr_l.
  have [_ H3] := three_points_occ (in_QP_convex (P := P)) nn (nn _ (inQ v)) (steps v e) Hq (fin v).
  have [_ fin' _] := steps v e.
  have H4 := gain_occ (nn _ (inQ (e :: v))) (nn _ (inQ v)) (est0 v e) fin'.
  have E2 : inner L (qh v) (fun h x a => (eta * estimate (l (size v)) (qh v) e x a) ^ 2) = eta ^ 2 * sq v e.
    rewrite /sq -innerZ /inner; apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _; ring.
  rewrite !innerZ E2 in H3 H4 *; move: IH; set aV := hsum F v => IH; rewrite /F; lra.
have path' v : hsum F v <= INR L * k / eta.
  have := path v; have := KL_ge0 (nn _ Hq) (nn _ (inQ v)) (fin v) => k1 k2.
  by apply: (Rmult_le_reg_l eta) => //; rewrite (_ : eta * (INR L * k / eta) = INR L * k); [rewrite /k /XA; lra | field; lra].
(* in the mean *)
pose wF hist : reward S A := fun h x a => (marg (qh hist) x a - marg q x a) * (l (size hist) h x a * weight (qh hist) x a) -
  eta * (marg (qh hist) x a * (l (size hist) h x a * weight (qh hist) x a) ^ 2).
have FE hist e : F hist e = pathsum (fun h x a _ _ => wF hist h x a) x0 e.
  rewrite -inner_visits /F /sq /inner -rsumZ -!rsumB; apply: eq_bigr => h _; rewrite -rsumZ -!rsumB.
  apply: eq_bigr => x _; rewrite -rsumZ -!rsumB; apply: eq_bigr => a _.
  by rewrite /wF /estimate; case: (visit _ _ _); rewrite /ind; ring.
pose G hist (e : E) := inner L (qh hist) (l (size hist)) - inner L q (l (size hist)).
have margE hist h (x : S h) a : (h < L)%N -> marg (q3 x0 P (f hist)) x a = marg (qh hist) x a.
  by move=> hL; apply: eq_bigr => y _; exact: same.
have mean hist : K x0 P no_reward f hist (fun e => G hist e - F hist e) <= eta * XA.
  have [_ Hm] := (eq_8_episode x0 L HP no_reward_law (Hf hist) (wF hist)).1.
  rewrite (eq_8 x0 (f hist) HP) in Hm.
  pose g := inner L (qh hist) (l (size hist)) - inner L q (l (size hist)).
  rewrite (ex_eq (HK hist) (all _) (G := fun e => - pathsum (fun h x a _ _ => wF hist h x a) x0 e + g)); last first.
    by move=> e; rewrite FE /G /g; ring.
  rewrite (ex_addC (HK hist)) // /K Hm /g /inner -!rsumN -!rsumB -rsumD.
  apply: (@Rle_trans _ (\rsum_(h < L) (eta * INR #|A| * INR #|S h|))).
    apply: le_rsum => h _; have hL := ltn_ord h; rewrite -!rsumN -!rsumB -rsumD.
    rewrite (_ : eta * INR #|A| * INR #|S h| = \rsum_(x : S h) (INR #|A| * eta)); last by rewrite rsum_const; ring.
    apply: le_rsum => x _; rewrite -!rsumN -!rsumB -rsumD -rsum_const; apply: le_rsum => a _.
    rewrite margE // /wF /weight; case: Req_EM_T => [z|nz] /=.
      have -> : marg q x a = 0.
        rewrite /marg big1 // => y _; apply: (fin hist) => //.
        exact: (rsum_ge0_eq0 (F := fun y => qh hist h x a y) y (fun y => nn _ (inQ hist) h x a y hL) z).
      by rewrite z; lra.
    have -> : - (marg (qh hist) x a * ((marg (qh hist) x a - marg q x a) * (l (size hist) h x a * / marg (qh hist) x a) -
        eta * (marg (qh hist) x a * ((l (size hist) h x a * / marg (qh hist) x a) *
        (l (size hist) h x a * / marg (qh hist) x a * 1))))) =
        - ((marg (qh hist) x a - marg q x a) * l (size hist) h x a) + eta * l (size hist) h x a ^ 2 by field.
    have l2 : l (size hist) h x a ^ 2 <= 1 by have := l01 (size hist) h x a; rewrite /=; nra.
    by have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ eta0) l2; lra.
  rewrite rsumZ; set sX := \rsum_(h < L) INR #|S h|.
  have sXX : sX <= INR (X S L).
    by rewrite /X sum_INR (rsum_recr L (fun h => INR #|S h|)) -/sX; have := pos_INR #|S L|; lra.
  have := Rmult_le_compat_l _ _ _ (pos_INR #|A|) sXX => le; have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ eta0) le.
  by rewrite /XA; lra.
have e2 : eta * eta = INR L * k / (INR T * XA).
  by apply: sqrt_sqrt; apply/Rlt_le/Rmult_lt_0_compat => //; exact: Rinv_0_lt_compat.
have eT : eta * (INR T * XA) = sqrt (INR L * XA * INR T * k).
  rewrite -[X in _ * X](sqrt_square (INR T * XA)); last lra.
  rewrite -sqrt_mult_alt; last by apply/Rlt_le/Rmult_lt_0_compat => //; exact: Rinv_0_lt_compat.
  by congr sqrt; field; lra.
have kE : INR L * k / eta = eta * (INR T * XA).
  apply: (Rmult_eq_reg_r eta); last lra.
  rewrite (_ : INR L * k / eta * eta = INR L * k); last by field; lra.
  by rewrite (_ : eta * (INR T * XA) * eta = eta * eta * (INR T * XA)); [rewrite e2; field; lra | ring].
have H := @Ex_along E (K x0 P no_reward f) HK all T [::] (fun hist e => G hist e - F hist e) (eta * XA) (INR L * k / eta) mean.
apply: Rle_trans (_ : Ex (K x0 P no_reward f) T [::] (fun w => hsum (fun hist e => G hist e - F hist e) w + INR L * k / eta) <= _).
  apply: (Ex_mono_all HK all) => w.
  change (hsum G w <= hsum (fun hist e => G hist e - F hist e) w + INR L * k / eta).
  by rewrite hsumB; have := path' w; move: (hsum F w) (hsum G w) => u v; lra.
apply: Rle_trans H _; rewrite kE -eT [hsum _ [::]]/=; lra.
Qed.
End Bandit.
