(* Online mirror descent with the unnormalised relative entropy D over convex sets of nonnegative vectors: the inequality of
   three points, and the regret where the convex set may change from step to step. *)
Require Import Previsions.Sums.
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
Lemma kl_three_points q : K q -> dominated q p -> dot q' c + kl q' p + kl q q' <= dot q c + kl q p.
Proof.
move=> Kq dq; have dq' := stays_positive Kq dq; have [Kq' _ _] := Hmin.
pose C := \rsum_i (if Req_EM_T (q' i) 0 then 0 else (q i - q' i) ^ 2 / q' i).
have main s : 0 < s < 1 -> kl q q' - s * C <= dot q c + kl q p - (dot q' c + kl q' p).
  move=> s01; apply: Rle_trans (mixture_bound Kq dq s01).
  rewrite /kl /C -rsumZ -rsumB; apply: le_rsum => i _; case: Req_EM_T => /= [z|nz].
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
move=> q0 p0 c0 dom; rewrite /dot /kl -rsumB -rsumD; apply: le_rsum => i _.
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
  have H3 := kl_three_points (@HK m) (@K0 m) (pos m (ltnW mn)) (steps mn) (Kq m mn) (dom m (ltnW mn)).
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
