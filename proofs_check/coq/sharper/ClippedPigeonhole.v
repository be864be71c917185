(* The pigeonhole with clipped summands, and Theorem 4 by layers with it. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents
  UCRLLP.model.Setting UCRLLP.paper.Visits UCRLLP.paper.AppendixA UCRLLP.paper.AppendixB UCRLLP.sharper.ClippedRecursion UCRLLP.sharper.Budgets
  UCRLLP.sharper.Weissman.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- one pair: disp:App. II.2 with clipped summands *)
Section OnePair.
Variable c : R.
Hypothesis c1 : 1 <= c.
Definition clipped (n : nat) : R :=
  if Rleb (INR n) (c ^ 2) then INR n else (1 + sqrt 2) * c * sqrt (INR n) - sqrt 2 * c ^ 2.
Lemma clipped_small n : INR n <= c ^ 2 -> clipped n = INR n.
Proof. by rewrite /clipped; case: RlebP. Qed.
Lemma clipped_big n : c ^ 2 < INR n -> clipped n = (1 + sqrt 2) * c * sqrt (INR n) - sqrt 2 * c ^ 2.
Proof. by rewrite /clipped; case: RlebP => // H lt; lra. Qed.
Definition share (n : nat) := Rmin 1 (c / sqrt (INR (maxn 1 n))).

Lemma share_le1 n : 0 <= share n <= 1.
Proof.
have s0 : 0 < sqrt (INR (maxn 1 n)) by apply: sqrt_lt_R0; apply: lt_0_INR; apply/ltP; rewrite leq_max.
split; last exact: Rmin_l.
by apply: Rmin_glb; [lra | apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat]].
Qed.

(* the right branch is above the left one on [c^2, 2 c^2] *)
Lemma branch x : c ^ 2 <= x <= 2 * c ^ 2 -> x <= (1 + sqrt 2) * c * sqrt x - sqrt 2 * c ^ 2.
Proof.
move=> [lo hi]; have s2 := sqrt2_sqr; have s1 := sqrt2_ge1; have p2 := pow2_ge_0 c.
have xx : sqrt x * sqrt x = x by apply: sqrt_sqrt; lra.
have cy : c <= sqrt x by rewrite -(sqrt_pow2 c); [exact: sqrt_le_1_alt | lra].
have yc : sqrt x <= sqrt 2 * c.
  have -> : sqrt 2 * c = sqrt (2 * c ^ 2) by rewrite sqrt_mult_alt ?sqrt_pow2; lra.
  exact: sqrt_le_1_alt.
rewrite -{1}xx; have : 0 <= (sqrt x - c) * (sqrt 2 * c - sqrt x) by apply: Rmult_le_pos; lra.
rewrite /=; lra.
Qed.

Lemma clipped_step N k : (k <= maxn 1 N)%N -> clipped N + INR k * share N <= clipped (N + k).
Proof.
move=> kN; have s2 := sqrt2_sqr; have s1 := sqrt2_ge1; have c2 : 1 <= c ^ 2 by rewrite /=; nra.
case: N kN => [|N] kN.
  have k1 : INR k <= 1 by have := leq_INR kN; rewrite maxn0.
  have [_ sh] := share_le1 0; have k0 := pos_INR k; rewrite add0n.
  by rewrite !clipped_small ?[INR 0]/=; [nra | lra | lra].
have NR : 1 <= INR N.+1 by exact: (leq_INR (ltn0Sn N)).
rewrite (maxn_idPr _) // in kN; have kR := leq_INR kN; have k0 := pos_INR k.
have [sh0 sh1] := share_le1 N.+1; have aE := addn_INR N.+1 k.
case: (Rle_lt_dec (INR N.+1) (c ^ 2)) => [small|big]; last first.
  rewrite !clipped_big ?aE; [|lra|lra].
  have H := pigeonhole_step NR (conj k0 kR).
  have : INR k * share N.+1 <= c * (INR k / sqrt (INR N.+1)).
    rewrite /share (maxn_idPr _) //; apply: Rle_trans (Rmult_le_compat_l _ _ _ k0 (Rmin_r _ _)) _.
    by apply: Req_le; rewrite /Rdiv; ring.
  have := Rmult_le_compat_l c _ _ ltac:(lra) H; lra.
have kk : INR k * share N.+1 <= INR k by nra.
rewrite (clipped_small small); case: (Rle_lt_dec (INR (N.+1 + k)) (c ^ 2)) => [le|big].
  by rewrite clipped_small // aE; lra.
rewrite clipped_big // aE; rewrite aE in big.
by have := @branch (INR N.+1 + INR k) ltac:(lra); lra.
Qed.

(* --- the pairs of a layer: n_1 + ... + n_K = T *)
Definition clipped_sum (K T : R) := if Rleb (8 / (3 + 2 * sqrt 2) * (c ^ 2 * K)) T
  then (1 + sqrt 2) * c * sqrt (K * T) - sqrt 2 * (c ^ 2 * K) else (1 + sqrt 2) * c * sqrt (K * T).

Lemma clipped_le n : clipped n <= (1 + sqrt 2) * c * sqrt (INR n).
Proof.
have s1 := sqrt2_ge1; have n0 := pos_INR n; have p2 := pow2_ge_0 c.
case: (Rle_lt_dec (INR n) (c ^ 2)) => [small|big]; last by rewrite clipped_big //; nra.
rewrite clipped_small //.
have nn : sqrt (INR n) * sqrt (INR n) = INR n by apply: sqrt_sqrt.
have nc : sqrt (INR n) <= c by rewrite -(sqrt_pow2 c); [exact: sqrt_le_1_alt | lra].
rewrite -[X in X <= _]nn; apply: Rmult_le_compat_r; [exact: sqrt_pos | nra].
Qed.

(* a tangent: clipped n <= a + b n with a = clipped m - b m, b its slope at m *)
Lemma tangent (s : R) n : 0 < s -> 2 * sqrt 2 / (1 + sqrt 2) * c <= s ->
  clipped n <= (1 + sqrt 2) * c * (s / 2 + INR n / (2 * s)) - sqrt 2 * c ^ 2.
Proof.
move=> s0 sc; have s1 := sqrt2_ge1; have n0 := pos_INR n; have p2 := pow2_ge_0 c.
have amgm x : 0 <= x -> sqrt x <= s / 2 + x / (2 * s).
  move=> x0; have xx := sqrt_sqrt x x0; apply: (Rmult_le_reg_r (2 * s)); first lra.
  have -> : (s / 2 + x / (2 * s)) * (2 * s) = s * s + x by field; lra.
  by have := pow2_ge_0 (sqrt x - s); rewrite /=; nra.
have k0 : 0 <= (1 + sqrt 2) * c by nra.
case: (Rle_lt_dec (INR n) (c ^ 2)) => [small|big]; last first.
  by rewrite clipped_big //; have := Rmult_le_compat_l _ _ _ k0 (amgm _ n0); lra.
rewrite clipped_small //.
(* linear in n: true at 0 and at c^2 *)
have at0 : 0 <= (1 + sqrt 2) * c * (s / 2) - sqrt 2 * c ^ 2.
  have H : 2 * sqrt 2 * c <= (1 + sqrt 2) * s.
    have := Rmult_le_compat_l (1 + sqrt 2) _ _ ltac:(lra) sc.
    by have -> : (1 + sqrt 2) * (2 * sqrt 2 / (1 + sqrt 2) * c) = 2 * sqrt 2 * c by field; lra.
  have := Rmult_le_compat_r c _ _ ltac:(lra) H; rewrite /=; lra.
have atc : c ^ 2 <= (1 + sqrt 2) * c * (s / 2 + c ^ 2 / (2 * s)) - sqrt 2 * c ^ 2.
  have := Rmult_le_compat_l _ _ _ k0 (amgm _ p2); rewrite sqrt_pow2; last by lra.
  rewrite (_ : (1 + sqrt 2) * c * c = c ^ 2 + sqrt 2 * c ^ 2); last by rewrite /=; ring.
  lra.
set u := INR n / c ^ 2; have cp : 0 < c ^ 2 by rewrite /=; nra.
have nu : INR n = u * c ^ 2 by rewrite /u; field; lra.
have u01 : 0 <= u <= 1.
  split; first by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
  by apply: (Rmult_le_reg_r (c ^ 2)) => //; rewrite -nu; lra.
have -> : (1 + sqrt 2) * c * (s / 2 + INR n / (2 * s)) - sqrt 2 * c ^ 2 =
  (1 - u) * ((1 + sqrt 2) * c * (s / 2) - sqrt 2 * c ^ 2) +
  u * ((1 + sqrt 2) * c * (s / 2 + c ^ 2 / (2 * s)) - sqrt 2 * c ^ 2) by rewrite nu; field; lra.
rewrite nu; have := Rmult_le_compat_l u _ _ u01.1 atc.
have : 0 <= (1 - u) * ((1 + sqrt 2) * c * (s / 2) - sqrt 2 * c ^ 2) by apply: Rmult_le_pos; lra.
lra.
Qed.

Theorem clipped_pairs (I : finType) (n : I -> nat) (T : nat) : (0 < #|I|)%N -> (0 < T)%N ->
  \rsum_i INR (n i) = INR T -> \rsum_i clipped (n i) <= clipped_sum (INR #|I|) (INR T).
Proof.
move=> I0 T0 nT; have s2 := sqrt2_sqr; have s1 := sqrt2_ge1; have p2 := pow2_ge_0 c.
have KR : 0 < INR #|I| by apply: lt_0_INR; apply/ltP.
have TR : 0 < INR T by apply: lt_0_INR; apply/ltP.
rewrite /clipped_sum; case: RlebP => [enough|_]; last first.
  apply: (@Rle_trans _ (\rsum_i ((1 + sqrt 2) * c * sqrt (INR (n i))))).
    by apply: le_rsum => i _; exact: clipped_le.
  by rewrite rsumZ; apply: Rmult_le_compat_l; [nra | apply: rsum_sqrt_le => // i; exact: pos_INR].
pose s := sqrt (INR T / INR #|I|).
have TK0 : 0 < INR T / INR #|I| by apply: Rmult_lt_0_compat => //; exact: Rinv_0_lt_compat.
have s0 : 0 < s by exact: sqrt_lt_R0.
have ss : s * s = INR T / INR #|I| by apply: sqrt_sqrt; lra.
have sc : 2 * sqrt 2 / (1 + sqrt 2) * c <= s.
  have q0 : 0 <= 2 * sqrt 2 / (1 + sqrt 2) * c.
    by apply: Rmult_le_pos; [apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra] | lra].
  apply: Rsqr_incr_0_var; last by lra.
  rewrite /Rsqr ss; apply: (Rmult_le_reg_r (INR #|I|)) => //.
  have -> : INR T / INR #|I| * INR #|I| = INR T by field; lra.
  apply: Rle_trans enough; apply: Req_le.
  have q2 : (1 + sqrt 2) * (1 + sqrt 2) = 3 + 2 * sqrt 2 by lra.
  rewrite -q2 (_ : 8 = 4 * (sqrt 2 * sqrt 2)); last by lra.
  by field; lra.
apply: (@Rle_trans _ (\rsum_i ((1 + sqrt 2) * c / (2 * s) * INR (n i) +
    ((1 + sqrt 2) * c * (s / 2) - sqrt 2 * c ^ 2)))).
  apply: le_rsum => i _; apply: Rle_trans (tangent (n i) s0 sc) _.
  by apply: Req_le; field; lra.
rewrite rsumD rsumZ nT rsum_const; apply: Req_le.
have -> : INR T = INR #|I| * (s * s) by rewrite ss; field; lra.
have -> : sqrt (INR #|I| * (INR #|I| * (s * s))) = INR #|I| * s.
  by rewrite (_ : INR #|I| * (INR #|I| * (s * s)) = (INR #|I| * s) * (INR #|I| * s)); [rewrite sqrt_square; nra | ring].
by field; lra.
Qed.
End OnePair.

(* --- one pair, if every episode ends an epoch: 1 + sum_(k = 1)^(n - 1) min{1, c / sqrt k} *)
Section EveryPair.
Variable c : R.
Hypothesis c1 : 1 <= c.
Definition every_int (x : R) := if Rleb x (c ^ 2) then x else 2 * c * sqrt x - c ^ 2.   (* the integral of the summands *)
Definition every_c (n : nat) : R := if n is m.+1 then 1 + every_int (INR m) else 0.
(* the pairs of a layer: n_1 + ... + n_K = T *)
Definition every_clipped (K T : R) := K + (if Rleb (c ^ 2 * K) T then 2 * c * sqrt (K * T) - c ^ 2 * K else T).

(* the tangent at s^2 *)
Lemma every_tangent s x : 0 <= x -> c <= s -> every_int x <= c * s + c * x / s - c ^ 2.
Proof.
move=> x0 cs; have s0 : 0 < s by lra.
apply: (Rmult_le_reg_r s) => //; rewrite (_ : (c * s + c * x / s - c ^ 2) * s = c * (s * s) + c * x - c ^ 2 * s);
  last by field; lra.
rewrite /every_int; case: RlebP => [small|/Rnot_le_lt big].
  rewrite /= in small *; have : 0 <= (s - c) * (c * s - x) by apply: Rmult_le_pos; nra.
  nra.
have xx := sqrt_sqrt x x0; have := pow2_ge_0 (sqrt x - s); move: (sqrt x) xx => t <- /= sq.
have : 0 <= c * ((t - s) * ((t - s) * 1)) by apply: Rmult_le_pos; lra.
lra.
Qed.

Lemma every_int_le x : 0 <= x -> every_int x <= x.
Proof.
move=> x0; rewrite /every_int; case: RlebP => [_|/Rnot_le_lt big]; first exact: Rle_refl.
by have xx := sqrt_sqrt x x0; have := pow2_ge_0 (sqrt x - c); move: (sqrt x) xx => t <- /=; lra.
Qed.

Lemma every_c_step n : every_c n + share c n <= every_c n.+1.
Proof.
have [s0 s1] := share_le1 c1 n; have c2 := pow2_ge_0 c.
case: n s0 s1 => [|m] s0 s1.
  by rewrite /= /every_int; case: RlebP => [_|[]] //; lra.
rewrite /every_c Rplus_assoc; apply: Rplus_le_compat_l.
rewrite {2}/every_int; case: RlebP => [small|/Rnot_le_lt big].
  by have := every_int_le (pos_INR m); rewrite S_INR; lra.
have n0 : 0 < INR m.+1 by apply: lt_0_INR; apply/ltP.
have nn : sqrt (INR m.+1) * sqrt (INR m.+1) = INR m.+1 by apply: sqrt_sqrt; lra.
have cs : c <= sqrt (INR m.+1) by rewrite -(sqrt_pow2 c); [apply: sqrt_le_1_alt; lra | lra].
have H := every_tangent (pos_INR m) cs.
have : share c m.+1 <= c / sqrt (INR m.+1) by rewrite /share (maxn_idPr _) //; exact: Rmin_r.
move: H cs nn; rewrite S_INR; move: (sqrt _) => t H cs nn.
have E : c * t + c * INR m / t - c ^ 2 + c / t = 2 * c * t - c ^ 2.
  have mE : INR m = t * t - 1 by lra.
  by rewrite mE; field; lra.
lra.
Qed.

Theorem every_pairs (I : finType) (n : I -> nat) (T : nat) : (0 < #|I|)%N -> (0 < T)%N ->
  \rsum_i INR (n i) = INR T -> \rsum_i every_c (n i) <= every_clipped (INR #|I|) (INR T).
Proof.
move=> I0 T0 nT; have KR : 0 < INR #|I| by apply: lt_0_INR; apply/ltP.
have TR : 0 < INR T by apply: lt_0_INR; apply/ltP.
rewrite /every_clipped; case: RlebP => [enough|_]; last first.
  apply: (@Rle_trans _ (\rsum_i (1 + INR (n i)))); last by rewrite rsumD nT rsum_const; lra.
  apply: le_rsum => i _; case: (n i) => [|m]; first by rewrite /=; lra.
  by rewrite /every_c; apply: Rplus_le_compat_l; have := every_int_le (pos_INR m); rewrite S_INR; lra.
pose s := sqrt (INR T / INR #|I|).
have TK0 : 0 < INR T / INR #|I| by apply: Rmult_lt_0_compat => //; exact: Rinv_0_lt_compat.
have ss : s * s = INR T / INR #|I| by apply: sqrt_sqrt; lra.
have cs : c <= s.
  rewrite -(sqrt_pow2 c); last lra.
  apply: sqrt_le_1_alt; apply: (Rmult_le_reg_r (INR #|I|)) => //.
  by rewrite /Rdiv Rmult_assoc Rinv_l; lra.
have s0 : 0 < s by lra.
apply: (@Rle_trans _ (\rsum_i (c / s * INR (n i) + (1 + c * s - c ^ 2)))).
  apply: le_rsum => i _; have cs0 : 0 <= c / s by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat].
  case: (n i) => [|m].
    by rewrite [INR 0]/= Rmult_0_r /=; nra.
  have := every_tangent (pos_INR m) cs; rewrite /every_c S_INR.
  have -> : c / s * (INR m + 1) = c * INR m / s + c / s by field; lra.
  lra.
rewrite rsumD rsumZ nT rsum_const; apply: Req_le.
have -> : INR T = INR #|I| * (s * s) by rewrite ss; field; lra.
have -> : sqrt (INR #|I| * (INR #|I| * (s * s))) = INR #|I| * s.
  by rewrite (_ : INR #|I| * (INR #|I| * (s * s)) = (INR #|I| * s) * (INR #|I| * s)); [rewrite sqrt_square; nra | ring].
by field; lra.
Qed.
End EveryPair.

(* --- along the episodes *)
Section ClippedVisits.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Notation E := (traj S A Z L 0).
Notation cnt := (@cnt S A Z x0 L).
Notation visit := (@visit S A Z x0 L).
Variables (st : seq E -> seq E) (c : R).
Hypotheses (Hst : schedule x0 st) (c1 : 1 <= c) (A1 : (0 < #|A|)%N) (S_gt0 : forall h, (0 < #|S h|)%N).
Definition spent_c (p : {h : nat & (S h * A)%type}) := hsum (fun hist (e : E) =>
  ind (visit p e) * share c (cnt p (st hist))).

Lemma spent_c_invariant h (x : S h) a w : (h < L)%N -> let p := mkp x a in
  [/\ (cnt p (st w) <= cnt p w)%N,
      (cnt p w - cnt p (st w) < maxn 1 (cnt p (st w)))%N &
      spent_c p w <= clipped c (cnt p (st w)) + INR (cnt p w - cnt p (st w)) * share c (cnt p (st w))].
Proof.
move=> hL p; have [I1 I2 _] := spent_invariant Hst x a w hL; split=> //.
elim: w {I1 I2} => [|e w IH].
  rewrite /spent_c Hst.1 subnn /= Rmult_0_l clipped_small ?[INR _]/=; [lra | exact: pow2_ge_0].
have [I1 I2 _] := spent_invariant Hst x a w hL; rewrite -/p in I1 I2.
rewrite /spent_c hsum_cons -/(spent_c p); set N0 := cnt p (st w) in IH I1 I2 *.
have nE : (cnt p (e :: w) - N0 = visit p e + (cnt p w - N0))%N by rewrite cnt_cons addnBA.
have le1 : (N0 <= cnt p (e :: w))%N by rewrite cnt_cons; apply: leq_trans I1 _; exact: leq_addl.
have n_le : (cnt p (e :: w) - N0 <= maxn 1 N0)%N.
  by rewrite nE; apply: leq_trans I2; case: (visit p e); rewrite ?add1n ?add0n // ltnW.
have U : ind (visit p e) * share c N0 + spent_c p w <= clipped c N0 + INR (cnt p (e :: w) - N0) * share c N0.
  rewrite nE addn_INR (_ : INR (visit p e) = ind (visit p e)); last by case: (visit p e).
  by move: IH; lra.
case: (Hst.2 e w) => [->|[-> _]] //.
rewrite subnn [X in _ <= _ + X](_ : _ = 0); last by rewrite /= Rmult_0_l.
rewrite Rplus_0_r; apply: Rle_trans U _; apply: Rle_trans (clipped_step c1 n_le) _.
by rewrite subnKC //; exact: Rle_refl.
Qed.

Lemma spent_c_bound h (x : S h) a w : (h < L)%N -> spent_c (mkp x a) w <= clipped c (cnt (mkp x a) w).
Proof.
move=> hL; have [I1 I2 I3] := spent_c_invariant x a w hL.
by apply: Rle_trans I3 _; apply: Rle_trans (clipped_step c1 (ltnW I2)) _; rewrite subnKC //; exact: Rle_refl.
Qed.

Theorem layer_clipped h w : (h < L)%N -> (0 < size w)%N -> \rsum_(x : S h) \rsum_a spent_c (mkp x a) w <=
  clipped_sum c (INR (#|S h| * #|A|)) (INR (size w)).
Proof.
move=> hL w0; apply: (@Rle_trans _ (\rsum_(p : S h * A) clipped c (cnt (mkp p.1 p.2) w))).
  rewrite -(pair_bigA _ (fun x a => clipped c (cnt (mkp x a) w))) /=.
  by apply: le_rsum => x _; apply: le_rsum => a _; exact: spent_c_bound.
rewrite -card_prod; apply: clipped_pairs => //; first by rewrite card_prod muln_gt0 S_gt0.
by rewrite -(layer_total x0 w hL) -(pair_bigA _ (fun x a => INR (cnt (mkp x a) w))).
Qed.

Section EveryEpisode.
Hypothesis every : forall w, st w = w.
Lemma spent_c_every h (x : S h) a w : spent_c (mkp x a) w <= every_c c (cnt (mkp x a) w).
Proof.
elim: w => [|e w IH]; first exact: Rle_refl.
rewrite /spent_c hsum_cons -/(spent_c (mkp x a)) cnt_cons every.
case: (visit _ e); last by rewrite add0n /ind Rmult_0_l Rplus_0_l.
by rewrite add1n /ind Rmult_1_l Rplus_comm; apply: Rle_trans (every_c_step c1 _); apply: Rplus_le_compat_r.
Qed.

Theorem layer_every h w : (h < L)%N -> (0 < size w)%N -> \rsum_(x : S h) \rsum_a spent_c (mkp x a) w <=
  every_clipped c (INR (#|S h| * #|A|)) (INR (size w)).
Proof.
move=> hL w0; apply: (@Rle_trans _ (\rsum_(p : S h * A) every_c c (cnt (mkp p.1 p.2) w))).
  rewrite -(pair_bigA _ (fun x a => every_c c (cnt (mkp x a) w))) /=.
  by apply: le_rsum => x _; apply: le_rsum => a _; exact: spent_c_every.
rewrite -card_prod; apply: every_pairs => //; first by rewrite card_prod muln_gt0 S_gt0.
by rewrite -(layer_total x0 w hL) -(pair_bigA _ (fun x a => INR (cnt (mkp x a) w))).
Qed.
End EveryEpisode.
End ClippedVisits.

Section ClippedBudgets.
Import Letters Process.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [gap : seq E -> R].
Hypotheses (lam : / 2 <= Lam) (lam_wide : forall h, (h < L)%N -> wide h -> 1 <= Lam).
Hypotheses (Hst : schedule x0 st) (Hf : forall w, is_policy (f w)) (Hnear : near x0 rv T Lam st f gap).
Context [pistar : policy S A] (Hstar : is_policy pistar).   (* an optimal policy, or any other to compare with *)
Notation z := (z Lam).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.

(* --- a bound F of what the pairs of a layer cost: clipped_sum, or every_clipped *)
Section Bound.
Context [F : R -> R -> R -> R].
Hypothesis HF : forall c, 1 <= c -> forall h w, (h < L)%N -> (0 < size w)%N ->
  \rsum_(x : S h) \rsum_a @spent_c S A Z x0 L st c (mkp x a) w <= F c (INR (#|S h| * #|A|)) (INR (size w)).

(* --- what the visited pairs cost, clipped *)
Section Clipped.
Context [kr : R] [kap : nat -> R].
Hypotheses (kr0 : 0 < kr) (kap_half : forall h, / 2 <= kap h).
Definition cr := (1 + kr) * sqrt (2 * 1 * Lam).
Definition cP h := kap h * sqrt (2 * INR #|S h.+1| * Lam).
Notation spent_c := (@spent_c S A Z x0 L st).
Notation wt := (@Budgets.wt S A Z x0 L Lam kr kap).

Lemma cr_ge1 : 1 <= cr.
Proof.
have : 1 <= sqrt (2 * 1 * Lam) by rewrite -{1}sqrt_1; apply: sqrt_le_1_alt; lra.
by rewrite /cr; nra.
Qed.

Lemma cP_ge1 h : (h < L)%N -> wide h -> 1 <= cP h.
Proof.
move=> hL W; have k0 := kap_half h; have l1 := lam_wide hL W; have dR : 2 <= INR #|S h.+1| by have := leq_INR W.
have : 2 <= sqrt (2 * INR #|S h.+1| * Lam).
  by rewrite -{1}(sqrt_square 2); [apply: sqrt_le_1_alt; nra | lra].
rewrite /cP; nra.
Qed.

Lemma wt_shares (s : seq E) h (x : S h) a : wt s x a = share cr (cnt x0 (mkp x a) s) +
  ind (wide h) * (INR (L - h.+1) * share (cP h) (cnt x0 (mkp x a) s)).
Proof.
rewrite /Budgets.wt /share b_sqrt eps_sqrt /cr /cP; congr (Rmin 1 _ + _ * (_ * Rmin 1 _)); rewrite /n1 /Rdiv; ring.
Qed.

Theorem visited_clip (v : seq E) : size v = T -> hsum (fun hist e => visited x0 (wt (st hist)) e) v <=
  \rsum_(h < L) (F cr (INR (#|S h| * #|A|)) (INR T) +
    ind (wide h) * (INR (L - h.+1) * F (cP h) (INR (#|S h| * #|A|)) (INR T))).
Proof.
move=> vT; have v0 : (0 < size v)%N by rewrite vT; exact: T1.
have -> : hsum (fun hist e => visited x0 (wt (st hist)) e) v =
  \rsum_(h < L) (\rsum_(x : S h) \rsum_a spent_c cr (mkp x a) v +
    ind (wide h) * (INR (L - h.+1) * (\rsum_(x : S h) \rsum_a spent_c (cP h) (mkp x a) v))).
  elim: (v) => [|e w IH].
    rewrite big1 // => h _.
    have n0 c : \rsum_(x : S h) \rsum_a spent_c c (mkp x a) [::] = 0 by rewrite big1 // => x _; rewrite big1.
    by rewrite !n0; ring.
  rewrite hsum_cons IH -rsumD; apply: eq_bigr => h _.
  rewrite -!rsumZ -!rsumD; apply: eq_bigr => x _; rewrite -!rsumZ -!rsumD; apply: eq_bigr => a _.
  by rewrite wt_shares /spent_c !hsum_cons; ring.
apply: le_rsum => h _; have H1 := HF cr_ge1 (ltn_ord h) v0; rewrite vT in H1.
apply: Rplus_le_compat; first exact: H1.
case W : (wide h); last by rewrite /= !Rmult_0_l; exact: Rle_refl.
have H2 := HF (cP_ge1 (ltn_ord h) W) (ltn_ord h) v0; rewrite vT in H2.
by rewrite !Rmult_1_l; apply: Rmult_le_compat_l; [exact: pos_INR | exact: H2].
Qed.
End Clipped.

Section Surcharges.
Context [s_P s_r l4 : R].
Hypotheses (s_P0 : 0 <= s_P) (s_r0 : 0 <= s_r) (l40 : 0 < l4).
Hypothesis eps_pays : forall h, (h < L)%N -> wide h -> INR #|S h.+1| * ln 2 + Lam + s_P <= INR #|S h.+1| * Lam.
Theorem clipped_budgets :
  1 - ((INR X - 1) * (INR #|A| * (INR T * (z * (exp (- s_P) + exp (- s_r)) + z ^ 4))) + exp (- l4)) <=
  Prl K T [::] (fun v => Rleb (regret v) (
    \rsum_(h < L) (F ((1 + kr_s Lam s_r) * sqrt (2 * 1 * Lam)) (INR (#|S h| * #|A|)) (INR T) +
      ind (2 <= #|S h.+1|)%N * (INR (L - h.+1) *
        F (kap_s S Lam s_P h * sqrt (2 * INR #|S h.+1| * Lam)) (INR (#|S h| * #|A|)) (INR T))) +
    sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * l4 / 6) + total_gap gap v)).
Proof.
have [kr0 krE] := kr_s_pays lam s_r0.
have := theorem_4_budgets lam Hst Hf Hnear Hstar kr0 l40 (kap_s_half S Lam s_P)
  (Pr_rad lam Hf s_P0) (close_rad_s lam s_P0 eps_pays) (visited_clip kr0 (kap_s_half S Lam s_P)).
rewrite krE; apply: Rle_trans.
have -> : exp (- (4 * Lam)) = z ^ 4 by rewrite -(pow_exp Lam 4) [INR 4]/=; congr exp; ring.
by apply: Req_le; ring.
Qed.
End Surcharges.
End Bound.

Section Surcharges.
Context [s_P s_r l4 : R].
Hypotheses (s_P0 : 0 <= s_P) (s_r0 : 0 <= s_r) (l40 : 0 < l4).
Hypothesis eps_pays : forall h, (h < L)%N -> wide h -> INR #|S h.+1| * ln 2 + Lam + s_P <= INR #|S h.+1| * Lam.
(* Theorem 4 (thm:main), repaired: layer by layer, clipped, for any surcharges *)
Theorem theorem_4_clipped_budgets :
  1 - ((INR X - 1) * (INR #|A| * (INR T * (z * (exp (- s_P) + exp (- s_r)) + z ^ 4))) + exp (- l4)) <=
  Prl K T [::] (fun v => Rleb (regret v) (
    \rsum_(h < L) (clipped_sum ((1 + kr_s Lam s_r) * sqrt (2 * 1 * Lam)) (INR (#|S h| * #|A|)) (INR T) +
      ind (2 <= #|S h.+1|)%N * (INR (L - h.+1) *
        clipped_sum (kap_s S Lam s_P h * sqrt (2 * INR #|S h.+1| * Lam)) (INR (#|S h| * #|A|)) (INR T))) +
    sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * l4 / 6) + total_gap gap v)).
Proof. exact: (clipped_budgets (fun c c1 h w => @layer_clipped S A Z x0 L st c Hst c1 A1 Sgt h w) s_P0 s_r0 l40 eps_pays). Qed.

(* Theorem 4 (thm:main), repaired: the same if every episode ends an epoch *)
Theorem theorem_4_every_budgets : (forall w, st w = w) ->
  1 - ((INR X - 1) * (INR #|A| * (INR T * (z * (exp (- s_P) + exp (- s_r)) + z ^ 4))) + exp (- l4)) <=
  Prl K T [::] (fun v => Rleb (regret v) (
    \rsum_(h < L) (every_clipped ((1 + kr_s Lam s_r) * sqrt (2 * 1 * Lam)) (INR (#|S h| * #|A|)) (INR T) +
      ind (2 <= #|S h.+1|)%N * (INR (L - h.+1) *
        every_clipped (kap_s S Lam s_P h * sqrt (2 * INR #|S h.+1| * Lam)) (INR (#|S h| * #|A|)) (INR T))) +
    sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * l4 / 6) + total_gap gap v)).
Proof.
move=> every.
exact: (clipped_budgets (fun c c1 h w => @layer_every S A Z x0 L st c c1 A1 Sgt every h w) s_P0 s_r0 l40 eps_pays).
Qed.
End Surcharges.
End ClippedBudgets.

Section Delta.
Import Letters.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [qhat : seq E -> occ S A].
Hypotheses (Lam_ge : ln (TXA / delta) <= Lam) (Hst : schedule x0 st) (Hlearn : learner x0 rv f st Lam qhat).
Hypothesis ln16 : forall h, (h < L)%N -> (2 <= #|S h.+1|)%N -> 4 * ln 2 <= Lam.
Context [pistar : policy S A] (Hstar : is_policy pistar).

(* Theorem 4 (thm:main), repaired: layer by layer, clipped: with probability at least 1 - delta *)
Theorem theorem_4_clipped : 1 - delta <= Prl (K x0 P rho f) T [::] (fun v => Rleb (regret x0 P rho rv f pistar v) (
  \rsum_(h < L) (clipped_sum ((1 + sqrt (1 + 2 * ln 2 / Lam) / 2) * sqrt (2 * 1 * Lam)) (INR (#|S h| * #|A|)) (INR T) +
    ind (2 <= #|S h.+1|)%N * (INR (L - h.+1) * clipped_sum
      ((1 + sqrt ((INR #|S h.+1| * ln 2 + Lam + 2 * ln 2) / (INR #|S h.+1| * Lam))) / 2 * sqrt (2 * INR #|S h.+1| * Lam))
      (INR (#|S h| * #|A|)) (INR T))) +
  sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * ln (2 / delta) / 6))).
Proof.
have d01 := delta01; have lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge; have l2 := ln_lt_2.
have s0 : 0 <= 2 * ln 2 by lra.
have l40 : 0 < ln (2 / delta).
  rewrite -ln_1; apply: ln_increasing; first lra.
  by apply: (Rmult_lt_reg_r delta); [lra | rewrite /Rdiv Rmult_assoc Rinv_l; lra].
have lw h : (h < L)%N -> wide S h -> 1 <= Lam by move=> hL W; have := ln16 hL W; lra.
have pay h : (h < L)%N -> wide S h -> INR #|S h.+1| * ln 2 + Lam + 2 * ln 2 <= INR #|S h.+1| * Lam.
  move=> hL W; have l16 := ln16 hL W; have dR : 2 <= INR #|S h.+1| by have := leq_INR W.
  have : (INR #|S h.+1| - 2) * (4 * ln 2) <= (INR #|S h.+1| - 2) * Lam by apply: Rmult_le_compat_l; lra.
  have : 0 <= (INR #|S h.+1| - 2) * ln 2 by apply: Rmult_le_pos; lra.
  lra.
have KD := K_exp x0 HP Hrho (learner_policy Hlearn).
apply: Rle_trans (no_gap KD (theorem_4_clipped_budgets lam lw Hst (learner_policy Hlearn)
  (@learner_near _ _ _ _ _ _ _ T _ _ _ Hlearn) Hstar s0 s0 l40 pay)).
have e2 : exp (- (2 * ln 2)) = / 4 by rewrite (_ : 2 = INR 2) // pow_2 (_ : INR (2 ^ 2) = 4) //; rewrite /=; lra.
have ed : exp (- ln (2 / delta)) = delta / 2.
  rewrite exp_Ropp exp_ln; first by field; lra.
  by apply: Rmult_lt_0_compat; [lra | apply: Rinv_0_lt_compat; lra].
rewrite e2 ed.
suff : (INR X - 1) * (INR #|A| * (INR T * (z Lam * (/ 4 + / 4) + z Lam ^ 4))) <= delta / 2 by lra.
have zT := z_TXA x0 T1 delta01 A1 L1 SL Lam_ge; have zX := z_X x0 T1 delta01 A1 L1 SL Lam_ge.
have zh := z_half x0 T1 delta01 A1 L1 SL Lam_ge; have z0 := z_gt0 Lam.
have t1 := T_ge1 T1; have a1 := A_ge1 A1; have X2 := leq_INR (X_ge2 x0 L1 SL); rewrite [INR 2]/= in X2.
have Xz : INR X * z Lam <= 1.
  by have := Rmult_le_compat_l (INR X) _ _ ltac:(lra) zX; rewrite Rinv_r; lra.
have {}zT : INR #|A| * INR T * INR X * z Lam <= delta.
  by apply: Rle_trans zT; rewrite /GoodEvents.TXA; apply: Req_le; ring.
rewrite -(Rmult_assoc (INR #|A|)); have u0 : 0 <= INR #|A| * INR T by apply: Rmult_le_pos; lra.
move: (INR #|A| * INR T) u0 zT => u u0 zT.
have z2 : z Lam ^ 2 <= / 4 by rewrite /=; nra.
have z3 : (INR X - 1) * z Lam ^ 3 <= / 4.
  rewrite (_ : (INR X - 1) * z Lam ^ 3 = ((INR X - 1) * z Lam) * z Lam ^ 2); last by ring.
  by apply: Rle_trans z2; rewrite -[X in _ <= X]Rmult_1_l; apply: Rmult_le_compat_r; [exact: pow2_ge_0 | nra].
have uz0 : 0 <= u * z Lam by apply: Rmult_le_pos; lra.
have : u * z Lam * ((INR X - 1) * z Lam ^ 3) <= u * z Lam * / 4 by apply: Rmult_le_compat_l.
rewrite (_ : (INR X - 1) * (u * (z Lam * (/ 4 + / 4) + z Lam ^ 4)) =
  (INR X - 1) * (u * z Lam) / 2 + u * z Lam * ((INR X - 1) * z Lam ^ 3)); last by field.
lra.
Qed.
End Delta.
