(* The pigeonhole with clipped summands min{1, c / sqrt(max{1, N})}, and Theorem 4 by layers with it: the costs of
   a step never exceed what a step can gain, which the bound keeps while the counts are small. *)
Require Import UCRLLP.Sums UCRLLP.Probability UCRLLP.Concentration UCRLLP.Model UCRLLP.Episodes
  UCRLLP.OccupancyMeasures UCRLLP.ConfidenceSets UCRLLP.Algorithm UCRLLP.LayerSums UCRLLP.GoodEvents
  UCRLLP.Visits UCRLLP.AppendixA UCRLLP.AppendixB UCRLLP.Sharper UCRLLP.Theorem4 UCRLLP.ConstantThree.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- one pair: disp:App. B.2 with clipped summands *)
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
    by apply: rsum_le => i _; exact: clipped_le.
  by rewrite rsumZ; apply: Rmult_le_compat_l; [nra | apply: jensen => // i; exact: pos_INR].
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
  apply: rsum_le => i _; apply: Rle_trans (tangent (n i) s0 sc) _.
  by apply: Req_le; field; lra.
rewrite rsumD rsumZ nT rsum_const; apply: Req_le.
have -> : INR T = INR #|I| * (s * s) by rewrite ss; field; lra.
have -> : sqrt (INR #|I| * (INR #|I| * (s * s))) = INR #|I| * s.
  by rewrite (_ : INR #|I| * (INR #|I| * (s * s)) = (INR #|I| * s) * (INR #|I| * s)); [rewrite sqrt_square; nra | ring].
by field; lra.
Qed.
End OnePair.

(* --- along the episodes *)
Section ClippedVisits.
Variables (S : nat -> finType) (A Z : finType) (x0 : S 0%N) (L : nat).
Notation E := (traj S A Z L 0).
Notation cnt := (@cnt S A Z x0 L).
Notation visit := (@visit S A Z x0 L).
Variables (st : seq E -> seq E) (c : R).
Hypotheses (Hst : schedule x0 st) (c1 : 1 <= c) (A1 : (0 < #|A|)%N) (S_gt0 : forall h, (0 < #|S h|)%N).
Definition spent_c (p : {h : nat & (S h * A)%type}) := along (fun hist (e : E) =>
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
rewrite /spent_c along_cons -/(spent_c p); set N0 := cnt p (st w) in IH I1 I2 *.
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
  by apply: rsum_le => x _; apply: rsum_le => a _; exact: spent_c_bound.
rewrite -card_prod; apply: clipped_pairs => //; first by rewrite card_prod muln_gt0 S_gt0.
by rewrite -(layer_total x0 w hL) -(pair_bigA _ (fun x a => INR (cnt (mkp x a) w))).
Qed.
End ClippedVisits.

(* --- Theorem 4, layer by layer, with clipped summands *)
Section Clipped.
Variables (S : nat -> finType) (A Z : finType) (x0 : S 0%N) (L : nat).
Hypothesis x0_only : forall x, x = x0.
Unset Implicit Arguments.
Variables (P : trans S A) (rho : rlaw S A Z) (rv : Z -> R).
Set Implicit Arguments.
Hypotheses (HP : is_trans P) (Hrho : is_rlaw rho) (Hrv : forall z, 0 <= rv z <= 1).
Variables (T : nat) (delta Lam : R).
Hypotheses (T1 : (0 < T)%N) (delta01 : 0 < delta < 1) (A1 : (0 < #|A|)%N) (L1 : (0 < L)%N).
Hypothesis SL : #|S L| = 1%N.
Hypothesis Lam_ge : ln (TXA S A L T / delta) <= Lam.
Notation E := (traj S A Z L 0).
Notation Pbar := (@Pbar S A Z x0 L).
Notation eps := (@eps S A Z x0 L Lam).
Notation rhat := (@rhat S A Z x0 L rv Lam).
Notation n1 := (@n1 S A Z x0 L).
Notation X := (X S L).
Notation LX := (LX S L).
Notation root := (root A T Lam).
Notation wide := (wide S).
Unset Implicit Arguments.
Variables (st : seq E -> seq E) (f : seq E -> policy S A) (qhat : seq E -> occ S A).
Set Implicit Arguments.
Hypothesis Hst : schedule x0 st.
Hypothesis Hlearn : learner x0 rv f st Lam qhat.
Notation K := (@K S A Z x0 L P rho f).
Let Hf w : is_policy (f w) := (Hlearn w).1.
Let KD : forall hist, is_dist (K hist) := K_dist x0 HP Hrho Hf.
Let lam : / 2 <= Lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.

Notation r := (@r S A Z P rho rv).
Notation b := (@b S A Z x0 L Lam).
Notation rbar := (@rbar S A Z x0 L rv).
Notation q_ := (@q_ S A Z x0 L P f).
Notation visit := (@visit S A Z x0 L).
Variable pistar : policy S A.                (* an optimal policy, or any other to compare with *)
Hypothesis Hstar : is_policy pistar.
Notation regret := (@regret S A Z x0 L P rho rv f pistar).
Notation bad_r := (bad_r x0 P rho rv T Lam).

Definition c_r := 3 / 2 * sqrt (2 * 1 * Lam).
Definition c_P h := kap3 S Lam h * sqrt (2 * INR #|S h.+1| * Lam).
Notation spent_c := (@spent_c S A Z x0 L st).
Notation kap := (kap3 S Lam).

Lemma c_r_ge1 : 1 <= c_r.
Proof.
have : 1 <= sqrt (2 * 1 * Lam) by rewrite -{1}sqrt_1; apply: sqrt_le_1_alt; lra.
rewrite /c_r; lra.
Qed.

Lemma c_P_ge1 h : (h < L)%N -> wide h -> 1 <= c_P h.
Proof.
move=> hL W; have k0 := kap3_half S Lam h.
have l2 := Lam_wide x0 T1 delta01 A1 L1 SL Lam_ge hL W; have dR : 2 <= INR #|S h.+1| by have := leq_INR W.
have : 2 <= sqrt (2 * INR #|S h.+1| * Lam).
  rewrite -{1}(sqrt_square 2); last by lra.
  by apply: sqrt_le_1_alt; have := ln_lt_2; nra.
rewrite /c_P; nra.
Qed.

Lemma wt_share (s : seq E) h (x : S h) a : wt x0 Lam kap s x a = share c_r (cnt x0 (mkp x a) s) +
  ind (wide h) * (INR (L - h.+1) * share (c_P h) (cnt x0 (mkp x a) s)).
Proof.
rewrite /wt /share b_sqrt eps_sqrt /c_r /c_P; congr (Rmin 1 _ + _ * (_ * Rmin 1 _)); rewrite /n1 /Rdiv; ring.
Qed.

Lemma visited_shares (v : seq E) : along (fun hist e => visited x0 (wt x0 Lam kap (st hist)) e) v =
  \rsum_(h < L) \rsum_(x : S h) \rsum_a (spent_c c_r (mkp x a) v +
    ind (wide h) * (INR (L - h.+1) * spent_c (c_P h) (mkp x a) v)).
Proof.
elim: v => [|e v IH].
  rewrite big1 // => h _; rewrite big1 // => x _; rewrite big1 // => a _.
  by rewrite /ClippedPigeonhole.spent_c /=; ring.
rewrite along_cons IH -rsumD; apply: eq_bigr => h _; rewrite -rsumD; apply: eq_bigr => x _.
rewrite -rsumD; apply: eq_bigr => a _.
by rewrite wt_share /ClippedPigeonhole.spent_c !along_cons; ring.
Qed.

Theorem visited_clipped (v : seq E) : size v = T ->
  along (fun hist e => visited x0 (wt x0 Lam kap (st hist)) e) v <=
  \rsum_(h < L) (clipped_sum c_r (INR (#|S h| * #|A|)) (INR T) +
    ind (wide h) * (INR (L - h.+1) * clipped_sum (c_P h) (INR (#|S h| * #|A|)) (INR T))).
Proof.
move=> vT; have v0 : (0 < size v)%N by rewrite vT.
rewrite visited_shares; apply: rsum_le => h _.
have -> : \rsum_(x : S h) \rsum_a (spent_c c_r (mkp x a) v +
    ind (wide h) * (INR (L - h.+1) * spent_c (c_P h) (mkp x a) v)) =
  \rsum_(x : S h) \rsum_a spent_c c_r (mkp x a) v +
    ind (wide h) * (INR (L - h.+1) * (\rsum_(x : S h) \rsum_a spent_c (c_P h) (mkp x a) v)).
  rewrite -!rsumZ -rsumD; apply: eq_bigr => x _; rewrite -!rsumZ -rsumD; apply: eq_bigr => a _.
  by [].
have H1 := layer_clipped Hst c_r_ge1 A1 Sgt (ltn_ord h) v0; rewrite vT in H1.
apply: Rplus_le_compat; first exact: H1.
case W : (wide h); last by rewrite /= !Rmult_0_l; exact: Rle_refl.
have H2 := layer_clipped Hst (c_P_ge1 (ltn_ord h) W) A1 Sgt (ltn_ord h) v0; rewrite vT in H2.
by rewrite !Rmult_1_l; apply: Rmult_le_compat_l; [exact: pos_INR | exact: H2].
Qed.

(* Theorem 4 (thm:main), repaired: layer by layer, clipped: with probability at least 1 - 3 delta *)
Theorem theorem_4_clipped : 1 - 3 * delta <= Pr K T [::] (fun v => Rleb (regret v) (
  \rsum_(h < L) (clipped_sum (3 / 2 * sqrt (2 * 1 * Lam)) (INR (#|S h| * #|A|)) (INR T) +
    ind (2 <= #|S h.+1|)%N * (INR (L - h.+1) * clipped_sum
      ((1 + sqrt (/ INR #|S h.+1| + ln 2 / Lam)) / 2 * sqrt (2 * INR #|S h.+1| * Lam))
      (INR (#|S h| * #|A|)) (INR T))) +
  sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * ln (1 / delta) / 6))).
Proof.
apply: (Pr_not KD).
have B3 := Pr_bad3 HP Hrho Hrv T1 delta01 A1 L1 SL Lam_ge Hlearn.
have B4 : Pr K T [::] (bad_M x0 P T delta Lam st f kap) <= delta.
  exact: (Pr_bad_M HP Hrho T1 delta01 L1 Hlearn (kap3_half S Lam)).
apply: (@Rle_trans _ (2 * delta + delta)); last by lra.
apply: Rle_trans (Pr_or KD B3 B4); apply: (Pr_imp KD) => v vT.
apply: contraR; rewrite /bad3 3!negb_or => /andP[/and3P[n1' n2 n3] n4]; apply/RlebP.
have G := close_rad HP T1 delta01 A1 L1 SL Lam_ge vT n1'.
apply: Rle_trans (regret_path x0_only HP Hrho Hrv T1 delta01 A1 L1 SL Lam_ge Hst Hlearn Hstar
  vT G n2 n3 n4) _.
by rewrite dev_M_E; apply: Rplus_le_compat_r; exact: visited_clipped.
Qed.
End Clipped.
