(* Steps of mirror descent exist: the least <q, c> + D(q || p) over a closed convex set of nonnegative vectors is attained, at
   the limit of the vectors that are near it, and at one vector only. *)
From Coquelicot Require Import Rbar Lub.
Require Import Previsions.Sums Previsions.OnlineMirrorDescent.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- one entry *)
Lemma kl_term_root a m : 0 <= a -> 0 < m -> (sqrt a - sqrt m) ^ 2 <= kl_term a m.
Proof.
case=> [a0|<-] m0; last by rewrite kl_term0 sqrt_0 -{2}(sqrt_sqrt m); lra.
have u0 := sqrt_lt_R0 _ a0; have w0 := sqrt_lt_R0 _ m0; set u := sqrt a in u0 *; set w := sqrt m in w0 *.
have aE : a = u * u by rewrite sqrt_sqrt; lra.
have mE : m = w * w by rewrite sqrt_sqrt; lra.
have q0 : 0 < w / u by apply: Rdiv_lt_0_compat.
have H : ln (w / u) <= w / u - 1 by have := exp_ineq1_le (ln (w / u)); rewrite exp_ln; lra.
have E : ln (a / m) = - (ln (w / u) + ln (w / u)).
  rewrite -ln_mult // -ln_Rinv; last exact: Rmult_lt_0_compat.
  by congr ln; rewrite aE mE; field; lra.
have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ a0) H.
rewrite (_ : a * (w / u - 1) = u * w - u * u); last by rewrite aE; field; lra.
by rewrite /kl_term E /=; lra.
Qed.

(* entries that are near in relative entropy are near *)
Lemma kl_term_gap B a m : 0 <= a <= B -> 0 < m <= B -> (a - m) ^ 2 <= 4 * B * kl_term a m.
Proof.
move=> aB mB; have := kl_term_root (proj1 aB) (proj1 mB).
have u0 := sqrt_pos a; have w0 := sqrt_pos m; have aE := sqrt_sqrt a (proj1 aB).
have mE := sqrt_sqrt m (Rlt_le _ _ (proj1 mB)); move: (kl_term a m) => k.
set u := sqrt a in u0 aE *; set w := sqrt m in w0 mE * => H.
have le : (u + w) ^ 2 <= 4 * B by have := pow2_ge_0 (u - w); rewrite /=; nra.
have -> : (a - m) ^ 2 = (u + w) ^ 2 * (u - w) ^ 2 by rewrite -aE -mE; ring.
have s0 := pow2_ge_0 (u - w).
apply: (@Rle_trans _ (4 * B * (u - w) ^ 2)); first exact: Rmult_le_compat_r.
by apply: Rmult_le_compat_l => //; lra.
Qed.

(* convexity in the first entry: the tangent at t *)
Lemma kl_term_tangent v t p : 0 <= v -> 0 < t -> 0 < p -> p - t + v * ln (t / p) <= kl_term v p.
Proof. by move=> v0 t0 p0; have := kl_term_ge0 v0 t0; rewrite /kl_term (ln_base v0 t0 p0); lra. Qed.

(* --- the least <q, c> + D(q || p) over a convex set: where the q are that are near it *)
Section Limit.
Variable I : finType.
Unset Implicit Arguments.
Variables (K : (I -> R) -> Prop) (c p : I -> R).
Set Implicit Arguments.
Implicit Types (q v : I -> R).

Definition mirror_value q := dot q c + kl q p.
Definition near_least d q := [/\ K q, dominated q p & forall q', K q' -> dominated q' p -> mirror_value q <= mirror_value q' + d].
Definition near_limit : I -> R := fun i => real (Lub_Rbar (fun b => exists2 d, 0 < d & forall q, near_least d q -> b <= q i)).

Hypotheses (HK : convex K) (K0 : positive K) (p0 : forall i, 0 <= p i).
Variable q0 : I -> R.
Hypotheses (Kq0 : K q0) (dq0 : dominated q0 p).

Lemma valueE q : mirror_value q = \rsum_i (q i * c i + kl_term (q i) (p i)).
Proof. by rewrite rsumD. Qed.

Let low := \rsum_i (p i - p i * exp (1 - c i)).
Lemma value_low q : K q -> dominated q p -> \rsum_i q i + low <= mirror_value q.
Proof.
move=> Kq dq; rewrite valueE /low -rsumD; apply: le_rsum => i _.
case: (p0 i) => [pi|z]; last by rewrite dq // -z kl_term0; lra.
have t0 : 0 < p i * exp (1 - c i) by apply: Rmult_lt_0_compat => //; exact: exp_pos.
have := kl_term_tangent (K0 Kq i) t0 pi; have -> : ln (p i * exp (1 - c i) / p i) = 1 - c i.
  by rewrite -[RHS]ln_exp; congr ln; field; lra.
by lra.
Qed.

Lemma near_le d d' q : d <= d' -> near_least d q -> near_least d' q.
Proof. by move=> le [Kq dq opt]; split=> // q' Kq' dq'; have := opt _ Kq' dq'; lra. Qed.

Lemma near_exists d : 0 < d -> exists q, near_least d q.
Proof.
move=> d0; pose E y := exists q, [/\ K q, dominated q p & y = - mirror_value q].
have sum0 q : K q -> 0 <= \rsum_i q i by move=> Kq; apply: rsum_ge0 => i _; exact: K0.
have [M [ub least]] : {M | is_lub E M}.
  apply: completeness; last by exists (- mirror_value q0), q0.
  by exists (- low) => y [q [Kq dq ->]]; have := value_low Kq dq; have := sum0 q Kq; lra.
have [q [Kq dq lt]] : exists q, [/\ K q, dominated q p & mirror_value q < - M + d].
  apply: Classical_Prop.NNPP => none; suff : M <= M - d by lra.
  apply: least => y [q [Kq dq ->]]; case: (Rlt_le_dec (mirror_value q) (- M + d)) => [lt|]; last by lra.
  by case: none; exists q.
exists q; split=> // q' Kq' dq'; suff : - mirror_value q' <= M by lra.
by apply: ub; exists q'.
Qed.

Let B := mirror_value q0 + 1 - low + 1.
Lemma near_bounded d q i : d <= 1 -> near_least d q -> 0 <= q i <= B.
Proof.
move=> d1 [Kq dq opt]; have q0' := K0 Kq; split=> //.
by have := value_low Kq dq; have := opt _ Kq0 dq0; have := rsum_ge1 i q0'; rewrite /B; lra.
Qed.

Lemma B_gt0 : 0 < B.
Proof.
have := value_low Kq0 dq0; have : 0 <= \rsum_i q0 i by apply: rsum_ge0 => i _; exact: K0.
by rewrite /B; lra.
Qed.

(* halfway between two q the value is less by their distance *)
Lemma near_near d q q' i : 0 < d <= 1 -> near_least d q -> near_least d q' -> (q i - q' i) ^ 2 <= 32 * B * d.
Proof.
move=> d01 Nq Nq'; have [Kq dq opt] := Nq; have [Kq' dq' opt'] := Nq'.
have bq j := near_bounded j (proj2 d01) Nq; have bq' j := near_bounded j (proj2 d01) Nq'.
have h01 : 0 <= / 2 <= 1 by lra.
set m := mixture (/ 2) q q'.
have mE j : m j = (q j + q' j) / 2 by rewrite /m /mixture; field.
have Km : K m by exact: HK.
have dm : dominated m p by move=> j z; rewrite mE dq // dq' //; lra.
have m0 j : 0 <= m j by exact: K0.
have zero j : m j = 0 -> q j = 0 /\ q' j = 0.
  by move=> z; have := bq j; have := bq' j; move: z; rewrite mE; lra.
have part : mirror_value m = (mirror_value q + mirror_value q') / 2 - (kl q m + kl q' m) / 2.
  rewrite !valueE /kl /Rdiv -!rsumD -!rsumZr -rsumB; apply: eq_bigr => j _.
  case: (m0 j) => [mj|z]; last by have [-> ->] := zero j (esym z); rewrite -z !kl_term0; field.
  have pj : 0 < p j.
    by case: (p0 j) => // z; move: mj; rewrite dm // => /Rlt_irrefl.
  have E : m j = (1 - / 2) * q j + / 2 * q' j by [].
  have := @kl_term_mix (/ 2) (q j) (q' j) (p j) (proj1 (bq j)) (proj1 (bq' j)); rewrite -!E => -> //.
  by rewrite mE; field.
have k0 : 0 <= kl q' m by apply: kl_ge0 => // [j|j /zero[]//]; exact: (proj1 (bq' j)).
have terms : kl_term (q i) (m i) <= kl q m.
  apply: (rsum_ge1 (F := fun j => kl_term (q j) (m j))) => j; case: (m0 j) => [mj|z].
    by apply: kl_term_ge0 => //; exact: (proj1 (bq j)).
  by have [-> _] := zero j (esym z); rewrite -z kl_term0; lra.
have le : kl_term (q i) (m i) <= 2 * d by have := opt _ Km dm; have := opt' _ Km dm; lra.
have B0 := B_gt0; case: (m0 i) => [mi|z]; last first.
  have [-> ->] := zero i (esym z); rewrite Rminus_0_r /= Rmult_0_l; nra.
have mB : 0 < m i <= B by split=> //; rewrite mE; have := bq i; have := bq' i; lra.
have := kl_term_gap (bq i) mB; have B4 : 0 <= 4 * B by lra.
have := Rmult_le_compat_l _ _ _ B4 le; rewrite (_ : q i - m i = (q i - q' i) / 2); last by rewrite mE; field.
by rewrite /=; lra.
Qed.

Lemma limit_near d q r i : 0 < d <= 1 -> 0 <= r -> 32 * B * d <= r ^ 2 -> near_least d q -> Rabs (q i - near_limit i) <= r.
Proof.
move=> d01 r0 dr Nq; rewrite /near_limit; set E := fun b => _; have [ub least] := Lub_Rbar_correct E.
have all q' : near_least d q' -> Rabs (q' i - q i) <= r.
  move=> Nq'; have := near_near i d01 Nq' Nq; move: (q' i - q i) => a a2.
  by apply: Rsqr_incr_0_var => //; rewrite -Rsqr_abs /Rsqr; rewrite /= in a2 dr; lra.
have lo : Rbar_le (q i - r) (Lub_Rbar E).
  apply: ub; exists d => [|q' Nq']; first lra.
  by have := all q' Nq'; rewrite /Rabs; case: Rcase_abs; lra.
have hi : Rbar_le (Lub_Rbar E) (q i + r).
  apply: least => b [d' d'0 le]; have m0 : 0 < Rmin d d' by apply: Rmin_pos; lra.
  have [q' Nq'] := near_exists m0; have := le q' (near_le (Rmin_r d d') Nq').
  by have := all q' (near_le (Rmin_l d d') Nq'); rewrite /= /Rabs; case: Rcase_abs; lra.
by case: (Lub_Rbar E) lo hi => [l| |] //= lo hi; apply/Rabs_le; lra.
Qed.

Lemma limit_close r : 0 < r -> exists2 v, near_least r v & forall i, Rabs (v i - near_limit i) <= r.
Proof.
move=> r0; have B0 := B_gt0; pose d := Rmin (Rmin 1 r) (r ^ 2 / (32 * B)).
have r2 : 0 < r ^ 2 / (32 * B) by apply: Rdiv_lt_0_compat; [rewrite /=; nra | lra].
have d0 : 0 < d by apply: Rmin_pos => //; apply: Rmin_pos; lra.
have d1 : d <= 1 by apply: Rle_trans (Rmin_l _ _) (Rmin_l _ _).
have dr : d <= r by apply: Rle_trans (Rmin_l _ _) (Rmin_r _ _).
have [v Nv] := near_exists d0; exists v => [|i]; first exact: near_le Nv.
apply: (@limit_near d) => //; first lra; have := Rmin_r (Rmin 1 r) (r ^ 2 / (32 * B)); rewrite -/d => le.
have B32 : 0 <= 32 * B by lra.
by have := Rmult_le_compat_l _ _ _ B32 le; rewrite (_ : 32 * B * (r ^ 2 / _) = r ^ 2); [|field; lra].
Qed.

Lemma limit_ge0 i : 0 <= near_limit i.
Proof.
apply: le_epsilon => r r0; have [v [Kv _ _] /(_ i)] := limit_close r0.
by have := K0 Kv i; rewrite /Rabs; case: Rcase_abs; lra.
Qed.

Lemma limit_dominated : dominated near_limit p.
Proof.
move=> i z; apply: Rle_antisym; last exact: limit_ge0.
apply: le_epsilon => r r0; have [v [_ dv _] /(_ i)] := limit_close r0.
by rewrite dv // /Rabs; case: Rcase_abs; lra.
Qed.

(* lower semicontinuity *)
Lemma limit_value q : K q -> dominated q p -> mirror_value near_limit <= mirror_value q.
Proof.
move=> Kq dq; apply: le_epsilon => e e0; set w := near_limit.
have n0 := pos_INR #|I|; pose t := e / (2 * (INR #|I| + 1)).
have t0 : 0 < t by apply: Rdiv_lt_0_compat; lra.
pose s i := c i + ln ((if Req_EM_T (w i) 0 then t else w i) / p i).
pose C := \rsum_i Rabs (s i); have C0 : 0 <= C by apply: rsum_ge0 => i _; exact: Rabs_pos.
pose r := e / (2 * (C + 1)); have r0 : 0 < r by apply: Rdiv_lt_0_compat; lra.
have [v [Kv dv opt] close] := limit_close r0; have := opt q Kq dq.
suff : mirror_value w <= mirror_value v + (INR #|I| * t + r * C).
  have : INR #|I| * t <= e / 2.
    rewrite (_ : e / 2 = (INR #|I| + 1) * t); last by rewrite /t; field; lra.
    by apply: Rmult_le_compat_r; lra.
  have : r * C + r = e / 2 by rewrite /r; field; lra.
  by lra.
rewrite !valueE /C -rsum_const -rsumZ -!rsumD; apply: le_rsum => i _.
have wi : 0 <= w i := limit_ge0 i.
case: (p0 i) => [pi|z]; last first.
  rewrite (_ : w i = 0); last exact/limit_dominated/esym.
  rewrite dv // -z kl_term0.
  by have := Rmult_le_pos _ _ (Rlt_le _ _ r0) (Rabs_pos (s i)); lra.
have vi := K0 Kv i; have := close i; rewrite -/w => cl.
have step : w i * s i <= v i * s i + r * Rabs (s i).
  have : Rabs ((w i - v i) * s i) <= r * Rabs (s i).
    by rewrite Rabs_mult; apply: Rmult_le_compat_r; [exact: Rabs_pos | rewrite Rabs_minus_sym].
  by move/(Rle_trans _ _ _ (Rle_abs _)); lra.
move: step; rewrite /s; case: Req_EM_T => /= [z|nz] step.
  have := kl_term_tangent vi t0 pi; rewrite z kl_term0; rewrite z in step; lra.
have wp : 0 < w i by lra.
have E : kl_term (w i) (p i) = w i * ln (w i / p i) - w i + p i by [].
by have := kl_term_tangent vi wp pi; lra.
Qed.
End Limit.

(* --- there is a step over every closed convex set, and one only *)
Section Step.
Variable I : finType.
Implicit Types (K : (I -> R) -> Prop) (c p q : I -> R).
(* what points of K come near to, in every entry, is in K *)
Definition near_closed K := forall q, (forall e, 0 < e -> exists2 v, K v & forall i, Rabs (v i - q i) <= e) -> K q.

Theorem minimiser_exists K c p : convex K -> near_closed K -> positive K -> (forall i, 0 <= p i) ->
  (exists2 q, K q & dominated q p) -> minimises K c p (near_limit K c p).
Proof.
move=> HK closed K0 p0 [q0 Kq0 dq0]; split.
- by apply: closed => e e0; have [v [Kv _ _] near] := limit_close c HK K0 p0 Kq0 dq0 e0; exists v.
- exact: (limit_dominated c HK K0 p0 Kq0 dq0).
exact: (limit_value c HK K0 p0 Kq0 dq0).
Qed.

Theorem minimiser_unique K c p q q' : convex K -> positive K -> (forall i, 0 <= p i) ->
  minimises K c p q -> minimises K c p q' -> forall i, q i = q' i.
Proof.
move=> HK K0 p0 Hq [Kq' dq' opt'] i; have [Kq dq _] := Hq.
have dom := stays_positive HK K0 p0 Hq Kq' dq'; have n0 := K0 _ Kq; have n0' := K0 _ Kq'.
have le : kl q' q <= 0 by have := kl_three_points HK K0 p0 Hq Kq' dq'; have := opt' _ Kq dq; lra.
have term j : 0 <= kl_term (q' j) (q j).
  by case: (n0 j) => [qp|z]; [exact: kl_term_ge0 | rewrite dom // -z kl_term0; lra].
have zero : kl_term (q' i) (q i) = 0.
  by apply: (rsum_ge0_eq0 (F := fun j => kl_term (q' j) (q j))) => //; apply: Rle_antisym => //; exact: rsum_ge0.
case: (n0 i) => [qp|z]; last by rewrite [RHS]dom // -z.
have := kl_term_root (n0' i) qp; rewrite zero => sq.
symmetry; apply: (sqrt_inj _ _ (n0' i) (n0 i)); move: sq.
by move: (sqrt _) (sqrt _) => u w sq; have := pow2_ge_0 (u - w); nra.
Qed.
End Step.
