(* Section I-A: online mirror descent with the unnormalised relative entropy D over convex sets of occupancy measures: the
   inequality of three points, the regret, and the regret of O-REPS with known P. *)
Require Import UCRLLP.Sums UCRLLP.NatLia UCRLLP.Probability UCRLLP.Concentration UCRLLP.Model UCRLLP.Episodes
  UCRLLP.OccupancyMeasures UCRLLP.ConfidenceSets UCRLLP.Algorithm UCRLLP.BallOptimum UCRLLP.BackwardInduction
  UCRLLP.Learner UCRLLP.Propositions UCRLLP.LinearProgram UCRLLP.ProgramSize.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- one entry: a ln(a/b) - a + b, where 0 ln 0 = 0 *)
Definition kl_term (a b : R) := a * ln (a / b) - a + b.

Lemma kl_term0 b : kl_term 0 b = b. Proof. by rewrite /kl_term Rmult_0_l; ring. Qed.

Lemma kl_term_ge0 a b : 0 <= a -> 0 < b -> 0 <= kl_term a b.
Proof.
case=> [a0|<-] b0; last by rewrite kl_term0; lra.
have q0 : 0 < b / a by apply: Rmult_lt_0_compat => //; exact: Rinv_0_lt_compat.
have : ln (a / b) = - ln (b / a) by rewrite -ln_Rinv //; congr ln; field; lra.
have H : ln (b / a) <= b / a - 1 by have := exp_ineq1_le (ln (b / a)); rewrite exp_ln; lra.
rewrite /kl_term => ->; have := Rmult_le_compat_l a _ _ (Rlt_le _ _ a0) H.
by rewrite (_ : a * (b / a - 1) = b - a); [lra | field; lra].
Qed.

Lemma ln_base a m p : 0 <= a -> 0 < m -> 0 < p -> a * ln (a / m) = a * ln (a / p) - a * ln (m / p).
Proof.
case=> [a0|<-] m0 p0; last by ring.
have -> : a / p = (a / m) * (m / p) by field; lra.
rewrite ln_mult; [ring | |]; apply: Rmult_lt_0_compat => //; exact: Rinv_0_lt_compat.
Qed.

Lemma mix_zero s a b : 0 < s < 1 -> 0 <= a -> 0 <= b -> (1 - s) * a + s * b = 0 -> a = 0 /\ b = 0.
Proof. by move=> s01 a0 b0 z; split; apply: Rle_antisym => //; nra. Qed.

(* how much the entry of a mixture is below the mixture of the entries *)
Lemma kl_term_mix s a b p (m := (1 - s) * a + s * b) : 0 <= a -> 0 <= b -> 0 < m -> 0 < p ->
  kl_term m p = (1 - s) * kl_term a p + s * kl_term b p - ((1 - s) * kl_term a m + s * kl_term b m).
Proof.
move=> a0 b0 m0 p0; rewrite /kl_term (ln_base a0 m0 p0) (ln_base b0 m0 p0).
by move: (ln (m / p)) (ln (a / p)) (ln (b / p)) => u v w; rewrite /m; ring.
Qed.

(* from b to a mixture of b and a, a small part of a *)
Lemma kl_term_near s a b (m := (1 - s) * b + s * a) : 0 <= s < 1 -> 0 <= a -> 0 < b ->
  kl_term a b - s * ((a - b) ^ 2 / b) <= kl_term a m.
Proof.
move=> s01 a0 b0; have m0 : 0 < m by rewrite /m; nra.
have q0 : 0 < m / b by apply: Rmult_lt_0_compat => //; exact: Rinv_0_lt_compat.
rewrite /kl_term (ln_base a0 m0 b0).
have H : ln (m / b) <= m / b - 1 by have := exp_ineq1_le (ln (m / b)); rewrite exp_ln; lra.
have := Rmult_le_compat_l a _ _ a0 H.
have -> : s * ((a - b) ^ 2 / b) = a * (m / b - 1) + b - m by rewrite /m; field; lra.
by lra.
Qed.

(* a step at cost c >= 0 gains at most b c^2 *)
Lemma exp_neg_le c : 0 <= c -> exp (- c) <= 1 - c + c ^ 2.
Proof.
move=> c0; rewrite exp_Ropp; have e1 := exp_ineq1_le c; have c1 : 0 < 1 + c by lra.
apply: (@Rle_trans _ (/ (1 + c))); first by apply: Rinv_le_contravar.
apply: (Rmult_le_reg_l (1 + c)) => //; rewrite Rinv_r; last lra.
by have : 0 <= c ^ 3 by [exact: pow_le]; rewrite /=; nra.
Qed.

Lemma kl_term_gain a b c : 0 <= a -> 0 < b -> 0 <= c -> b * c - a * c - kl_term a b <= b * c ^ 2.
Proof.
move=> a0 b0 c0; have e1 := exp_neg_le c0.
have H : b * c - a * c - kl_term a b <= b * (c - 1 + exp (- c)).
  have m0 : 0 < b * exp (- c) by apply: Rmult_lt_0_compat => //; exact: exp_pos.
  have := kl_term_ge0 a0 m0; rewrite /kl_term (ln_base a0 m0 b0).
  rewrite (_ : b * exp (- c) / b = exp (- c)); last by field; lra.
  by rewrite ln_exp; lra.
by apply: Rle_trans H _; nra.
Qed.

(* --- D(q || p) on a finite set, and the steps *)
Section Finite.
Variable I : finType.
Implicit Types (q p c : I -> R) (K : (I -> R) -> Prop).
Definition kl q p := \rsum_i kl_term (q i) (p i).
Definition dot q c := \rsum_i (q i * c i).
Definition dominated q p := forall i, p i = 0 -> q i = 0.
Definition mixture s q q' : I -> R := fun i => (1 - s) * q i + s * q' i.
Definition convex K := forall q q' s, K q -> K q' -> 0 <= s <= 1 -> K (mixture s q q').
Definition positive K := forall q, K q -> forall i, 0 <= q i.

(* q' minimises <q, c> + D(q || p) over the q of K with D(q || p) finite *)
Definition minimises K c p q' := [/\ K q', dominated q' p &
  forall q, K q -> dominated q p -> dot q' c + kl q' p <= dot q c + kl q p].

Lemma kl_ge0 q p : (forall i, 0 <= q i) -> (forall i, 0 <= p i) -> dominated q p -> 0 <= kl q p.
Proof.
move=> q0 p0 dom; apply: rsum_ge0 => i _; case: (Rle_lt_or_eq_dec _ _ (p0 i)) => [pi|z].
  exact: kl_term_ge0.
by rewrite dom // -z kl_term0; lra.
Qed.

Section Step.
Unset Implicit Arguments.
Variables (K : (I -> R) -> Prop) (c p q' : I -> R).
Set Implicit Arguments.
Hypotheses (HK : convex K) (K0 : positive K) (p0 : forall i, 0 <= p i) (Hmin : minimises K c p q').

Lemma mixture_bound q s : K q -> dominated q p -> 0 < s < 1 ->
  kl q (mixture s q' q) <= dot q c + kl q p - (dot q' c + kl q' p).
Proof.
move=> Kq dq s01; have [Kq' dq' opt] := Hmin; set m := mixture s q' q.
have m0 i : 0 <= m i by have := K0 Kq i; have := K0 Kq' i; rewrite /m /mixture; nra.
have dm : dominated m p by move=> i z; rewrite /m /mixture dq // dq' //; ring.
have s01' : 0 <= s <= 1 by lra.
have le := opt _ (HK Kq' Kq s01') dm.
have dotE : dot m c = (1 - s) * dot q' c + s * dot q c.
  by rewrite /dot -!rsumZ -rsumD; apply: eq_bigr => i _; rewrite /m /mixture; ring.
have klE : kl m p = (1 - s) * kl q' p + s * kl q p - ((1 - s) * kl q' m + s * kl q m).
  rewrite /kl -!rsumZ -!rsumD -rsumB; apply: eq_bigr => i _.
  have a0 := K0 Kq' i; have b0 := K0 Kq i.
  case: (Rle_lt_or_eq_dec _ _ (m0 i)) => [mi|z].
    apply: kl_term_mix => //; case: (Rle_lt_or_eq_dec _ _ (p0 i)) => // z.
    by move: mi; rewrite dm // => /Rlt_irrefl.
  have [z1 z2] := mix_zero s01 a0 b0 (esym z).
  by rewrite z1 z2 -z !kl_term0; ring.
have k1 : 0 <= kl q' m.
  apply: kl_ge0 => // [i|i]; first exact: K0.
  by move/(mix_zero s01 (K0 Kq' i) (K0 Kq i)) => [].
move: le; rewrite -/m dotE klE => le.
have : s * kl q m <= s * (dot q c + kl q p - (dot q' c + kl q' p)) by nra.
by move=> H; apply: (Rmult_le_reg_l s); lra.
Qed.

Lemma stays_positive q : K q -> dominated q p -> dominated q q'.
Proof.
move=> Kq dq i z; have [Kq' dq' _] := Hmin; case: (Rle_lt_or_eq_dec _ _ (K0 Kq i)) => // qi; exfalso.
pose D := dot q c + kl q p - (dot q' c + kl q' p); pose u := Rabs D / q i + 2.
have u2 : 2 <= u.
  by have : 0 <= Rabs D / q i by [apply: Rmult_le_pos; [exact: Rabs_pos | apply/Rlt_le/Rinv_0_lt_compat]]; rewrite /u; lra.
have s01 : 0 < exp (- u) < 1.
  by split; [exact: exp_pos | rewrite -exp_0; apply: exp_increasing; lra].
have := mixture_bound Kq dq s01; rewrite -/D; set m := mixture _ _ _ => H.
have m0 j : 0 <= m j by have := K0 Kq j; have := K0 Kq' j; rewrite /m /mixture; nra.
have dm : dominated q m.
  by move=> j /(mix_zero s01 (K0 Kq' j) (K0 Kq j))[].
have : kl_term (q i) (m i) <= kl q m.
  rewrite /kl (bigD1 i) //=; suff : 0 <= \rsum_(j | j != i) kl_term (q j) (m j) by lra.
  apply: rsum_ge0 => j _; case: (Rle_lt_or_eq_dec _ _ (m0 j)) => [mj|z'].
    by apply: kl_term_ge0 => //; exact: K0.
  by rewrite dm // -z' kl_term0; lra.
have mE : m i = exp (- u) * q i by rewrite /m /mixture z; ring.
rewrite /kl_term mE (_ : q i / (exp (- u) * q i) = exp u); last first.
  have eu := exp_pos u; rewrite exp_Ropp; apply: (Rmult_eq_reg_r (/ exp u * q i)); last first.
    by apply/Rgt_not_eq/Rmult_lt_0_compat => //; exact: Rinv_0_lt_compat.
  by field; split; lra.
have E1 : q i * u = Rabs D + 2 * q i by rewrite /u; field; lra.
have := Rle_abs D; have : 0 < exp (- u) * q i by apply: Rmult_lt_0_compat; lra.
by rewrite ln_exp; nra.
Qed.

(* the inequality of three points *)
Lemma three_points q : K q -> dominated q p -> dot q' c + kl q' p + kl q q' <= dot q c + kl q p.
Proof.
move=> Kq dq; have dq' := stays_positive Kq dq; have [Kq' _ _] := Hmin.
pose C := \rsum_i (if Req_EM_T (q' i) 0 then 0 else (q i - q' i) ^ 2 / q' i).
have main s : 0 < s < 1 -> kl q q' - s * C <= dot q c + kl q p - (dot q' c + kl q' p).
  move=> s01; apply: Rle_trans (mixture_bound Kq dq s01).
  rewrite /kl /C -rsumZ -rsumB; apply: rsum_le => i _; case: Req_EM_T => /= [z|nz].
    by rewrite z dq' // /mixture z dq' // !kl_term0; lra.
  apply: kl_term_near; [lra | exact: K0 |].
  by case: (Rle_lt_or_eq_dec _ _ (K0 Kq' i)) => // z; case: nz.
have C0 : 0 <= C.
  apply: rsum_ge0 => i _; case: Req_EM_T => /= [_|nz]; first lra.
  apply: Rmult_le_pos; first exact: pow2_ge_0.
  apply/Rlt_le/Rinv_0_lt_compat; by case: (Rle_lt_or_eq_dec _ _ (K0 Kq' i)) => // z; case: nz.
case: (Rle_lt_dec (kl q q') (dot q c + kl q p - (dot q' c + kl q' p))) => [|bad]; first lra.
pose e := kl q q' - (dot q c + kl q p - (dot q' c + kl q' p)); have e0 : 0 < e by rewrite /e; lra.
have den : 0 < e + C + 1 by lra.
have s01 : 0 < e / (e + C + 1) < 1.
  split; first by apply: Rmult_lt_0_compat => //; exact: Rinv_0_lt_compat.
  by apply: (Rmult_lt_reg_r (e + C + 1)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
have := main _ s01; have : e / (e + C + 1) * C < e; last by rewrite /e; lra.
apply: (Rmult_lt_reg_r (e + C + 1)) => //.
by rewrite (_ : e / (e + C + 1) * C * (e + C + 1) = e * C); [nra | field; lra].
Qed.
End Step.

(* what a step may gain, whatever it moves to *)
Lemma gain_le q p c : (forall i, 0 <= q i) -> (forall i, 0 <= p i) -> (forall i, 0 <= c i) -> dominated q p ->
  dot p c - dot q c <= kl q p + \rsum_i (p i * c i ^ 2).
Proof.
move=> q0 p0 c0 dom; rewrite /dot /kl -rsumB -rsumD; apply: rsum_le => i _.
case: (Rle_lt_or_eq_dec _ _ (p0 i)) => [pi|z]; first by have := kl_term_gain (q0 i) pi (c0 i); lra.
by rewrite dom // -z kl_term0; lra.
Qed.

Section Regret.
Unset Implicit Arguments.
Variables (K : nat -> (I -> R) -> Prop) (l qs : nat -> I -> R) (eta : R) (n : nat).
Set Implicit Arguments.
Hypotheses (eta0 : 0 < eta) (HK : forall t, convex (K t)) (K0 : forall t, positive (K t)).
Hypotheses (l0 : forall t i, 0 <= l t i) (first : forall i, 0 <= qs 0%N i).
Hypothesis steps : forall t, (t < n)%N -> minimises (K t) (fun i => eta * l t i) (qs t) (qs t.+1).

(* n + 1 episodes, n steps between them *)
Theorem regret_steps q : (forall i, 0 <= q i) -> (forall t, (t < n)%N -> K t q) -> dominated q (qs 0%N) ->
  \rsum_(t < n.+1) (dot (qs t) (l t) - dot q (l t)) <=
    kl q (qs 0%N) / eta + eta * (\rsum_(t < n.+1) \rsum_i (qs t i * l t i ^ 2)).
Proof.
move=> q0 Kq dq.
have pos t : (t <= n)%N -> forall i, 0 <= qs t i.
  by case: t => // t tn; have [Kt _ _] := steps tn; exact: K0 Kt.
have dom t : (t <= n)%N -> dominated q (qs t).
  elim: t => // t IH tn; exact: (stays_positive (@HK t) (@K0 t) (pos t (ltnW tn)) (steps tn) (Kq t tn) (IH (ltnW tn))).
have dotZ q1 t : dot q1 (fun i => eta * l t i) = eta * dot q1 (l t).
  by rewrite /dot -rsumZ; apply: eq_bigr => i _; ring.
have sqE t : \rsum_i (qs t i * (eta * l t i) ^ 2) = eta ^ 2 * \rsum_i (qs t i * l t i ^ 2).
  by rewrite -rsumZ; apply: eq_bigr => i _; ring.
have c0 t i : 0 <= eta * l t i by apply: Rmult_le_pos; [lra | exact: l0].
have tele m : (m <= n)%N -> (eta * (\rsum_(t < m) (dot (qs t) (l t) - dot q (l t))) <=
    kl q (qs 0%N) - kl q (qs m) + eta ^ 2 * (\rsum_(t < m) \rsum_i (qs t i * l t i ^ 2)))%R.
  elim: m => [|m IH] mn; first by rewrite !big_ord0; lra.
  rewrite (rsum_recr m (fun t => dot (qs t) (l t) - dot q (l t))) (rsum_recr m (fun t => \rsum_i (qs t i * l t i ^ 2))).
  have [Km dm _] := steps mn.
  have H3 := three_points (@HK m) (@K0 m) (pos m (ltnW mn)) (steps mn) (Kq m mn) (dom m (ltnW mn)).
  have H4 := gain_le (pos m.+1 mn) (pos m (ltnW mn)) (c0 m) dm.
  rewrite !dotZ sqE in H3 H4 *; have := IH (ltnW mn); lra.
have H1 := tele n (leqnn n); have H2 := gain_le q0 (pos n (leqnn n)) (c0 n) (dom n (leqnn n)).
rewrite !dotZ sqE in H2.
apply: (Rmult_le_reg_l eta) => //.
rewrite (rsum_recr n (fun t => dot (qs t) (l t) - dot q (l t))) (rsum_recr n (fun t => \rsum_i (qs t i * l t i ^ 2))).
rewrite (_ : forall A B, eta * (A / eta + eta * B) = A + eta ^ 2 * B); first lra.
by move=> A B; field; lra.
Qed.
End Regret.
End Finite.

(* --- on occupancy measures *)
Section Occupancy.
Variables (S : nat -> finType) (A : finType) (L : nat).
Notation occ := (occ S A).
Notation reward := (reward S A).
Implicit Types (q p : occ) (l c : reward) (K : occ -> Prop).

(* D(q || p), the unnormalised relative entropy; whether it is finite *)
Definition KL q p := \rsum_(h < L) \rsum_(x : S h) \rsum_a \rsum_y kl_term (q h x a y) (p h x a y).
Definition finite_KL q p := forall h x a y, (h < L)%N -> p h x a y = 0 -> q h x a y = 0.
Definition nonneg q := forall h x a y, (h < L)%N -> 0 <= q h x a y.
Definition mix s q q' : occ := fun h x a y => (1 - s) * q h x a y + s * q' h x a y.
Definition convex_set K := forall q q' s, K q -> K q' -> 0 <= s <= 1 -> K (mix s q q').

(* a step of mirror descent: q' = argmin over K of <q, c> + D(q || p) *)
Definition kl_step K c p q' := [/\ K q', finite_KL q' p &
  forall q, K q -> finite_KL q p -> inner L q' c + KL q' p <= inner L q c + KL q p].

Let T3 := triple S A L.
Let flat q : T3 -> R := fun t => q _ (tagged t).1.1 (tagged t).1.2 (tagged t).2.
Let cost c : T3 -> R := fun t => c _ (tagged t).1.1 (tagged t).1.2.
Let flatK K : (T3 -> R) -> Prop := fun f => exists2 q, K q & forall t, f t = flat q t.

Lemma KL_flat q p : KL q p = kl (flat q) (flat p).
Proof. by rewrite /kl sum_triples. Qed.

Lemma inner_flat q c : inner L q c = dot (flat q) (cost c).
Proof.
rewrite /dot sum_triples; apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _.
by rewrite /marg -rsumZr.
Qed.

Lemma finite_flat q p : finite_KL q p <-> dominated (flat q) (flat p).
Proof.
split=> [H [h [[x a] y]]|H h x a y hL]; first by apply: H; exact: ltn_ord.
exact: (H (Tagged (fun h : 'I_L => (S h * A * S h.+1)%type) (i := Ordinal hL) (x, a, y))).
Qed.

Lemma nonneg_flat q : nonneg q <-> forall t, 0 <= flat q t.
Proof.
split=> [H [h [[x a] y]]|H h x a y hL]; first by apply: H; exact: ltn_ord.
exact: (H (Tagged (fun h : 'I_L => (S h * A * S h.+1)%type) (i := Ordinal hL) (x, a, y))).
Qed.

Section Flat.
Unset Implicit Arguments.
Variable K : occ -> Prop.
Set Implicit Arguments.
Hypotheses (HK : convex_set K) (K0 : forall q, K q -> nonneg q).

Lemma flat_convex : convex (flatK K).
Proof.
move=> f f' s [q Kq Ef] [q' Kq' Ef'] s01; exists (mix s q q'); first exact: HK.
by move=> t; rewrite /mixture Ef Ef'.
Qed.

Lemma flat_positive : positive (flatK K).
Proof. by move=> f [q Kq Ef] t; rewrite Ef; exact: (proj1 (nonneg_flat q) (K0 Kq)). Qed.

Lemma flat_step c p q' : kl_step K c p q' -> minimises (flatK K) (cost c) (flat p) (flat q').
Proof.
move=> [Kq' fin opt]; split; [by exists q' | exact/finite_flat |].
move=> f [q Kq Ef] dom; have := opt q Kq; rewrite !inner_flat !KL_flat => H.
have -> : dot f (cost c) = dot (flat q) (cost c) by apply: eq_bigr => t _; rewrite Ef.
have -> : kl f (flat p) = kl (flat q) (flat p) by apply: eq_bigr => t _; rewrite Ef.
by apply: H; apply/finite_flat => t z; rewrite -Ef dom.
Qed.

(* the inequality of three points: the step is nearer to every q of K *)
Lemma three_points_occ c p q' q : nonneg p -> kl_step K c p q' -> K q -> finite_KL q p ->
  finite_KL q q' /\ inner L q' c + KL q' p + KL q q' <= inner L q c + KL q p.
Proof.
move=> /nonneg_flat p0 /flat_step Hs Kq /finite_flat dq; have Kf : flatK K (flat q) by exists q.
split; first by apply/finite_flat; exact: (stays_positive flat_convex flat_positive p0 Hs Kf dq).
by rewrite !inner_flat !KL_flat; exact: (three_points flat_convex flat_positive p0 Hs Kf dq).
Qed.
End Flat.

Lemma KL_ge0 q p : nonneg q -> nonneg p -> finite_KL q p -> 0 <= KL q p.
Proof. by rewrite KL_flat => /nonneg_flat q0 /nonneg_flat p0 /finite_flat dom; exact: kl_ge0. Qed.

(* Sec. I-A, OMD (sec:I:mirror-descent): T episodes of mirror descent over convex sets K_t of occupancy measures, all of
   which contain Q^P, at losses of at least 0: for every q of Q^P with D(q || q_1) finite the regret is at most
   D(q || q_1)/eta + eta sum_t <q_t, l_t^2> *)
Theorem mirror_descent (K : nat -> occ -> Prop) (l : nat -> reward) (qs : nat -> occ) (P : trans S A) (eta : R) (T : nat) :
  0 < eta -> (0 < T)%N -> (forall t, convex_set (K t)) -> (forall t q, K t q -> nonneg q) ->
  (forall t h (x : S h) a, 0 <= l t h x a) -> nonneg (qs 0%N) ->
  (forall t, (t.+1 < T)%N -> kl_step (K t) (fun h x a => eta * l t h x a) (qs t) (qs t.+1)) ->
  (forall t, (t.+1 < T)%N -> forall q, in_QP L P q -> K t q) ->
  forall q, in_QP L P q -> finite_KL q (qs 0%N) ->
  \rsum_(t < T) (inner L (qs t) (l t) - inner L q (l t)) <=
    KL q (qs 0%N) / eta + eta * (\rsum_(t < T) inner L (qs t) (fun h x a => l t h x a ^ 2)).
Proof.
case: T => // n eta0 _ HK K0 l0 /nonneg_flat q10 steps inK q Hq /finite_flat dq.
have [[q0 _ _] _] := Hq; have {q0} q0 := proj1 (nonneg_flat q) q0.
have Hs t : (t < n)%N -> minimises (flatK (K t)) (fun i => eta * cost (l t) i) (flat (qs t)) (flat (qs t.+1)).
  by move=> tn; exact: (flat_step (steps t tn)).
have Kf t : (t < n)%N -> flatK (K t) (flat q) by move=> tn; exists q => //; exact: inK.
have H := @regret_steps _ (fun t => flatK (K t)) (fun t => cost (l t)) (fun t => flat (qs t)) eta n eta0
  (fun t => flat_convex (@HK t)) (fun t => flat_positive (K0 t)) (fun t i => l0 t _ _ _) q10 Hs (flat q) q0 Kf dq.
rewrite KL_flat (eq_bigr (fun t : 'I_n.+1 => dot (flat (qs t)) (cost (l t)) - dot (flat q) (cost (l t)))) => [|t _].
  rewrite [X in _ <= _ + eta * X](eq_bigr (fun t : 'I_n.+1 => \rsum_i (flat (qs t) i * cost (l t) i ^ 2))) //.
  by move=> t _; rewrite inner_flat.
by rewrite !inner_flat.
Qed.
End Occupancy.

(* --- the sets over which the algorithms make their steps are convex *)
Section Sets.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (L : nat).
Implicit Types (q : occ S A) (P : trans S A).

Lemma rsum_mix (I : finType) s (F G : I -> R) :
  \rsum_i ((1 - s) * F i + s * G i) = (1 - s) * (\rsum_i F i) + s * (\rsum_i G i).
Proof. by rewrite rsumD !rsumZ. Qed.

Lemma mix_row s q q' h (x : S h) a : \rsum_y mix s q q' x a y = (1 - s) * (\rsum_y q h x a y) + s * (\rsum_y q' h x a y).
Proof. exact: rsum_mix. Qed.

Lemma mix_out s q q' h (x : S h) :
  \rsum_a \rsum_y mix s q q' x a y = (1 - s) * (\rsum_a \rsum_y q h x a y) + s * (\rsum_a \rsum_y q' h x a y).
Proof. by rewrite -rsum_mix; apply: eq_bigr => a _; exact: mix_row. Qed.

Lemma in_Q_convex : convex_set (in_Q L : occ S A -> Prop).
Proof.
move=> q q' s [q0 one flow] [q0' one' flow'] s01; split=> [h x a y hL|h hL|h y hL].
- by rewrite /mix; have := q0 h x a y hL; have := q0' h x a y hL; nra.
- rewrite (eq_bigr (fun x => (1 - s) * (\rsum_a \rsum_y q h x a y) + s * (\rsum_a \rsum_y q' h x a y))) => [|x _].
    by rewrite rsum_mix one // one' //; ring.
  exact: mix_out.
rewrite mix_out -flow // -flow' // -rsum_mix; apply: eq_bigr => x _; by rewrite -rsum_mix.
Qed.

Lemma in_QP_convex P : convex_set (in_QP L P).
Proof.
move=> q q' s [Hq row] [Hq' row'] s01; split; first exact: in_Q_convex.
by move=> h x a y hL; rewrite mix_row {1}/mix row // row' //; ring.
Qed.

Lemma in_rows_convex Pbar (eps : forall h, S h -> A -> R) : convex_set (in_rows L Pbar eps).
Proof.
move=> q q' s [Hq [dev [d0 up down rad]]] [Hq' [dev' [d0' up' down' rad']]] s01; split; first exact: in_Q_convex.
exists (mix s dev dev'); split=> h x a => [y hL|y hL|y hL|hL].
- by rewrite /mix; have := d0 h x a y hL; have := d0' h x a y hL; nra.
- by rewrite mix_row {1 2}/mix; have := up h x a y hL; have := up' h x a y hL; nra.
- by rewrite mix_row {1 2}/mix; have := down h x a y hL; have := down' h x a y hL; nra.
by rewrite !mix_row; have := rad h x a hL; have := rad' h x a hL; nra.
Qed.

(* Sec. I-A, OMD (sec:I:mirror-descent), the hypotheses on the sets: O-REPS' Q^P and the sets Q^{P_i} over confidence
   sets (12) are convex, and the latter have Q^P if P is in them *)
Theorem sets_convex (Pbar : trans S A) (eps : forall h, S h -> A -> R) :
  (forall x, x = x0) -> (0 < L)%N -> (forall h, (0 < #|S h|)%N) -> (0 < #|A|)%N ->
  (forall h (x : S h) a, centre_ok (Pbar h x a) (eps h x a)) ->
  [/\ forall P : trans S A, convex_set (in_QP L P), convex_set (in_QPi L Pbar eps),
      forall q, in_QPi L Pbar eps q -> nonneg L q
    & forall P, is_trans P -> in_conf L Pbar eps P -> forall q, in_QP L P q -> in_QPi L Pbar eps q].
Proof.
move=> x0_only L0 S0 A0 ok; have [iff _] := lemma_1 x0_only L0 S0 A0 ok.
split=> [P|q q' s|q|P HP Hc q Hq]; first exact: in_QP_convex.
- by move=> /iff Hq /iff Hq' s01; apply/iff; exact: in_rows_convex.
- by move=> /iff[[q0 _ _] _].
by exists P.
Qed.
End Sets.

(* --- O-REPS: known P, full information *)
Section OREPS.
Variables (S : nat -> finType) (A : finType) (L : nat).
Unset Implicit Arguments.
Variable P : trans S A.
Set Implicit Arguments.
Hypotheses (L_gt0 : (0 < L)%N) (S_gt0 : forall h, (0 < #|S h|)%N) (A_gt0 : (0 < #|A|)%N) (HP : is_trans P).
Implicit Types q : occ S A.

(* the measure of which q_1 is the projection onto Q^P: every pair of a layer has the same mass *)
Definition spread : occ S A := fun h x a y => P h x a y * / (INR #|S h| * INR #|A|).

Let A1 : 1 <= INR #|A|. Proof. exact: (leq_INR (m := 1)). Qed.
Let S1 h : 1 <= INR #|S h|. Proof. exact: (leq_INR (m := 1)). Qed.
Let SA h : 1 <= INR #|S h| * INR #|A|. Proof. have := S1 h; nra. Qed.

Lemma spread_nonneg : nonneg L spread.
Proof.
move=> h x a y _; apply: Rmult_le_pos; first exact: (HP x a).1.
by apply/Rlt_le/Rinv_0_lt_compat; have := SA h; lra.
Qed.

Lemma spread_finite q : in_QP L P q -> finite_KL L q spread.
Proof.
move=> [_ row] h x a y hL z; rewrite row //; suff -> : P h x a y = 0 by ring.
have i0 : / (INR #|S h| * INR #|A|) <> 0 by apply: Rinv_neq_0_compat; have := SA h; lra.
by case: (Rmult_integral _ _ z).
Qed.

Lemma in_Q_le1 q h (x : S h) a : in_Q L q -> (h < L)%N -> 0 <= marg q x a <= 1.
Proof.
move=> [q0 one _] hL; have m0 y b : 0 <= marg q (y : S h) b by apply: rsum_ge0 => z _; exact: q0.
split=> //; rewrite -(one h hL).
apply: Rle_trans (rsum_ge1 (F := fun x => \rsum_a marg q x a) x _); last by move=> y; apply: rsum_ge0.
exact: (rsum_ge1 (F := fun a => marg q x a)).
Qed.

(* D(q || spread) is at most the sum of ln(X_h A) *)
Lemma KL_spread q : in_QP L P q -> KL L q spread <= \rsum_(h < L) ln (INR #|S h| * INR #|A|).
Proof.
move=> [HQ row]; have [q0 one _] := HQ; apply: rsum_le => h _; have hL := ltn_ord h.
set k := INR #|S h| * INR #|A|; have k1 : 1 <= k := SA h.
have lk : 0 <= ln k by rewrite -ln_1; apply: ln_le; lra.
have term x a y : kl_term (q h x a y) (spread x a y) <= ln k * q h x a y + (spread x a y - q h x a y).
  have := q0 h x a y hL; rewrite /kl_term; case=> [qp|<-]; last by rewrite !Rmult_0_l Rmult_0_r; lra.
  have m01 := in_Q_le1 x a HQ hL; move: (qp); rewrite row // -/(marg q x a) => pm.
  have P0 : 0 < P h x a y by have := (HP x a).1 y; nra.
  have m0 : 0 < marg q x a by nra.
  have sp : spread x a y = P h x a y * / k by [].
  have -> : P h x a y * marg q x a / spread x a y = k * marg q x a by rewrite sp; field; lra.
  have : ln (k * marg q x a) <= ln k by apply: ln_le; nra.
  by move=> le; have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ pm) le; lra.
have ones : \rsum_(x : S h) \rsum_a \rsum_y spread x a y = 1.
  rewrite (eq_bigr (fun=> INR #|A| * / k)) => [|x _].
    by rewrite rsum_const /k; field; have := S1 h; lra.
  rewrite (eq_bigr (fun=> / k)) ?rsum_const // => a _.
  by rewrite /spread rsumZr (HP x a).2 Rmult_1_l.
apply: (@Rle_trans _ (ln k * (\rsum_(x : S h) \rsum_a \rsum_y q h x a y) +
    (\rsum_(x : S h) \rsum_a \rsum_y spread x a y - \rsum_(x : S h) \rsum_a \rsum_y q h x a y))); last first.
  by rewrite ones one //; lra.
rewrite -rsumZ -rsumB -rsumD; apply: rsum_le => x _; rewrite -rsumZ -rsumB -rsumD; apply: rsum_le => a _.
by rewrite -rsumZ -rsumB -rsumD; apply: rsum_le => y _; exact: term.
Qed.

(* which is at most L ln(XA/L) *)
Lemma ln_layers (XA := INR (X S L) * INR #|A|) :
  \rsum_(h < L) ln (INR #|S h| * INR #|A|) <= INR L * ln (XA / INR L).
Proof.
have l1 : 1 <= INR L := leq_INR L_gt0.
have x1 : 1 <= INR (X S L).
  by apply: (leq_INR (m := 1)); rewrite /X big_ord_recl /= (leq_trans (S_gt0 0%N)) // leq_addr.
have m0 : 0 < XA / INR L by apply: Rmult_lt_0_compat; [rewrite /XA; nra | apply: Rinv_0_lt_compat; lra].
set m := XA / INR L in m0 *.
apply: (@Rle_trans _ (\rsum_(h < L) (ln m - 1 + INR #|A| / m * INR #|S h|))).
  apply: rsum_le => h _; set k := INR #|S h| * INR #|A|; have k0 : 0 < k by have := SA h; rewrite -/k; lra.
  have r0 : 0 < k / m by apply: Rmult_lt_0_compat => //; exact: Rinv_0_lt_compat.
  have E1 : ln k = ln m + ln (k / m) by rewrite -ln_mult //; congr ln; field; lra.
  have := exp_ineq1_le (ln (k / m)); rewrite exp_ln // E1 => le.
  have -> : INR #|A| / m * INR #|S h| = k / m by rewrite /k; field; lra.
  by lra.
rewrite rsumD rsum_ord_const rsumZ; set s := \rsum_(h < L) INR #|S h|.
have sX : s <= INR (X S L).
  by rewrite /X sum_INR (rsum_recr L (fun h => INR #|S h|)) -/s; have := pos_INR #|S L|; lra.
have a1 := A1; have XA0 : 0 < XA by rewrite /XA; nra.
have -> : INR #|A| / m * s = INR L * (s / INR (X S L)) by rewrite /m /XA; field; lra.
have : s / INR (X S L) <= 1 by apply: (Rmult_le_reg_r (INR (X S L))); rewrite /Rdiv ?Rmult_assoc ?Rinv_l; lra.
by nra.
Qed.

Lemma KL_first q_1 q : kl_step L (in_QP L P) (fun h x a => 0) spread q_1 -> in_QP L P q ->
  finite_KL L q q_1 /\ KL L q q_1 <= INR L * ln (INR (X S L) * INR #|A| / INR L).
Proof.
move=> Hs Hq; have nn q' : in_QP L P q' -> nonneg L q' by move=> [[q0 _ _] _].
have [fin le] := three_points_occ (in_QP_convex (P := P)) nn spread_nonneg Hs Hq (spread_finite Hq).
have [Hq1 fin1 _] := Hs; split=> //.
have z q' : inner L q' (fun h x a => 0) = 0.
  by rewrite /inner big1 // => h _; rewrite big1 // => x _; rewrite big1 // => a _; rewrite Rmult_0_r.
have := KL_ge0 (nn _ Hq1) spread_nonneg fin1; have := KL_spread Hq; have := ln_layers; move: le; rewrite !z; lra.
Qed.

(* Sec. I-A, O-REPS (sec:I:o-reps), full information: q_1 is the projection of the measure with equal masses in a layer,
   and eta = sqrt(ln(XA/L)/T): the regret in losses of [0,1] is at most 2L sqrt(T ln(XA/L)) *)
Theorem o_reps_full (l : nat -> reward S A) (qs : nat -> occ S A) (T : nat) (k := ln (INR (X S L) * INR #|A| / INR L))
    (eta := sqrt (k / INR T)) :
  (0 < T)%N -> 0 < k -> (forall t h (x : S h) a, 0 <= l t h x a <= 1) ->
  kl_step L (in_QP L P) (fun h x a => 0) spread (qs 0%N) ->
  (forall t, (t.+1 < T)%N -> kl_step L (in_QP L P) (fun h x a => eta * l t h x a) (qs t) (qs t.+1)) ->
  forall q, in_QP L P q ->
    \rsum_(t < T) (inner L (qs t) (l t) - inner L q (l t)) <= 2 * INR L * sqrt (INR T * k).
Proof.
move=> T0 k0 l01 Hs steps q Hq; have t1 : 1 <= INR T := leq_INR T0.
have l1 : 1 <= INR L := leq_INR L_gt0.
have eta0 : 0 < eta by apply: sqrt_lt_R0; apply: Rmult_lt_0_compat => //; apply: Rinv_0_lt_compat; lra.
have nn q' : in_QP L P q' -> nonneg L q' by move=> [[q0 _ _] _].
have [Hq1 _ _] := Hs; have [fin le] := KL_first Hs Hq.
have H := mirror_descent eta0 T0 (fun _ => in_QP_convex (P := P)) (fun _ => nn)
  (fun t h x a => proj1 (l01 t h x a)) (nn _ Hq1) steps (fun _ _ q' Hq' => Hq') Hq fin.
have inQ t : (t < T)%N -> in_QP L P (qs t) by case: t => // t /steps[].
have sq t : (t < T)%N -> inner L (qs t) (fun h x a => l t h x a ^ 2) <= INR L.
  move=> /inQ[HQ _]; rewrite -[X in _ <= X]Rmult_1_r -rsum_ord_const; apply: rsum_le => h _; have [_ one _] := HQ.
  rewrite -(one h (ltn_ord h)); apply: rsum_le => x _; apply: rsum_le => a _.
  change (\rsum_y qs t h x a y) with (marg (qs t) x a).
  have := in_Q_le1 x a HQ (ltn_ord h); have := l01 t h x a; move: (marg _ _ _) (l t h x a) => m v v01 m01.
  by have : v ^ 2 <= 1 by [rewrite /=; nra]; nra.
have total : \rsum_(t < T) inner L (qs t) (fun h x a => l t h x a ^ 2) <= INR T * INR L.
  by rewrite -rsum_ord_const; apply: rsum_le => t _; exact: sq.
have e2 : eta * eta = k / INR T by apply: sqrt_sqrt; apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra].
have eT : eta * INR T = sqrt (INR T * k).
  rewrite -[X in _ * X](sqrt_square (INR T)); last lra.
  by rewrite -sqrt_mult_alt; [congr sqrt; field; lra | apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra]].
have kT : k = eta * eta * INR T by rewrite e2; field; lra.
have kE : k / eta = eta * INR T.
  apply: (Rmult_eq_reg_r eta); last lra.
  by rewrite /Rdiv Rmult_assoc Rinv_l; [rewrite Rmult_1_r; transitivity (eta * eta * INR T); [|ring] | lra].
apply: Rle_trans H _; apply: (@Rle_trans _ (INR L * k / eta + eta * (INR T * INR L))).
  apply: Rplus_le_compat; last by apply: Rmult_le_compat_l; lra.
  by apply: Rmult_le_compat_r => //; apply/Rlt_le/Rinv_0_lt_compat.
by rewrite {1}/Rdiv Rmult_assoc -/(k / eta) kE -eT; lra.
Qed.
End OREPS.
