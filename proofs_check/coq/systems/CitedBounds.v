(* Bounds of the abstract, Sections I and VII, as functions of the sizes: what the cited theorems state, in the paper's
   letters (H = L, n = LT steps, S = X states, diameter D), compared with LX sqrt(TA). *)
Require Import Previsions.Sums Previsions.NatLia Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.Epochs
  UCRLLP.paper.Trigger UCRLLP.paper.GoodEvents UCRLLP.paper.SmallStatements.
From Coquelicot Require Rcomplements.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Bounds.
Variables L X T A D : R.
Hypotheses (L1 : 1 <= L) (X1 : 1 <= X) (T1 : 1 <= T) (A1 : 1 <= A).
Let TA0 : 0 < T * A. Proof. by nra. Qed.
Let root0 : 0 < sqrt (T * A). Proof. exact: sqrt_lt_R0. Qed.
Let LL : sqrt L * sqrt L = L. Proof. by apply: sqrt_sqrt; lra. Qed.
Let XX : sqrt X * sqrt X = X. Proof. by apply: sqrt_sqrt; lra. Qed.
Let bound0 : 0 < L * X * sqrt (T * A). Proof. by apply: Rmult_lt_0_compat => //; nra. Qed.
Let steps : sqrt (A * (L * T)) = sqrt L * sqrt (T * A).
Proof. by rewrite -sqrt_mult_alt; [congr sqrt; ring | lra]. Qed.
Let with_X : sqrt (T * X * A) = sqrt X * sqrt (T * A).
Proof. by rewrite -sqrt_mult_alt; [congr sqrt; ring | lra]. Qed.

(* Sec. VII, sqrt(L) (inline:VII.3), repaired: UCRL2's bound D X sqrt(A n) after n = LT steps is sqrt(L) times LX sqrt(TA)
   if D = L, and more if D > L *)
Theorem below_UCRL2 : L * X * sqrt (A * (L * T)) = sqrt L * (L * X * sqrt (T * A)) /\
  (L < D -> sqrt L * (L * X * sqrt (T * A)) < D * X * sqrt (A * (L * T))).
Proof.
rewrite steps; split=> [|LD]; first by ring.
have s1 : 0 < sqrt L by apply: sqrt_lt_R0; lra.
have : 0 < X * (sqrt L * sqrt (T * A)) by apply: Rmult_lt_0_compat; [lra | exact: Rmult_lt_0_compat].
nra.
Qed.

(* Sec. I-A, UOB-REPS (sec:I:uob-reps): UC-O-REPS and UOB-REPS have H S sqrt(AT), which is LX sqrt(TA) *)
Theorem same_as_UOB_REPS : L * X * sqrt (A * T) = L * X * sqrt (T * A).
Proof. by rewrite (Rmult_comm A). Qed.

(* abstract (sec:abstract); Sec. I-B, best (sec:I); Sec. VII, sqrt(L) (inline:VII.3), refuted as printed: UC-O-REPS' and
   UOB-REPS' bound is not above LX sqrt(TA), let alone by a factor sqrt(L) *)
Theorem not_below_UOB_REPS : ~ (L * X * sqrt (T * A) < L * X * sqrt (A * T)) /\
  (1 < L -> ~ (sqrt L * (L * X * sqrt (T * A)) <= L * X * sqrt (A * T))).
Proof.
rewrite (Rmult_comm A); split=> [|L2]; first exact: Rlt_irrefl.
have s1 : 1 < sqrt L by rewrite -{1}sqrt_1; apply: sqrt_lt_1_alt; lra.
nra.
Qed.

(* Sec. I-B, sqrt(X) (inline:I-B.7): LX sqrt(TA) is sqrt(X) times UCBVI's L sqrt(TXA) *)
Theorem above_UCBVI : L * X * sqrt (T * A) = sqrt X * (L * sqrt (T * X * A)).
Proof. by rewrite with_X -{1}XX; ring. Qed.

(* Sec. VII, sqrt(X) (inline:VII.6): without a factor sqrt(X) it is UCBVI's leading term, and the lower bound
   sqrt(LXA n) after n = LT steps *)
Theorem removable_sqrt_X : L * X * sqrt (T * A) / sqrt X = L * sqrt (T * X * A) /\
  L * sqrt (T * X * A) = sqrt (L * X * A * (L * T)).
Proof.
have s0 : 0 < sqrt X by apply: sqrt_lt_R0; lra.
split; first by rewrite above_UCBVI; field; lra.
have -> : L * X * A * (L * T) = L * L * (T * X * A) by ring.
rewrite (sqrt_mult_alt (L * L)); last nra.
by rewrite sqrt_square //; lra.
Qed.

(* a number is at most a root, if its square is at most what is under it *)
Let le_root u v : 0 <= u -> u * u <= v -> u <= sqrt v.
Proof. by move=> u0 H; rewrite -[X in X <= _](sqrt_square u) //; exact: sqrt_le_1_alt. Qed.
Let L_root : L * sqrt (T * X * A) = sqrt (L * L * (T * X * A)).
Proof. by rewrite (sqrt_mult_alt (L * L)); [rewrite sqrt_square //; lra | nra]. Qed.

(* Sec. I-A, UCBVI (inline:I-A.2), repaired: for T >= L^2 X^3 A the three terms of UCBVI's bound are at most
   L sqrt(TXA) *)
Theorem UCBVI_terms : L <= X -> L ^ 2 * X ^ 3 * A <= T ->
  [/\ sqrt (L * X * A * (L * T)) <= L * sqrt (T * X * A), L ^ 2 * X ^ 2 * A <= L * sqrt (T * X * A)
    & L * sqrt (L * T) <= L * sqrt (T * X * A)].
Proof.
move=> LX HT; split; first by apply: Req_le; have [_ ->] := removable_sqrt_X.
  rewrite L_root; apply: le_root.
    by apply: Rmult_le_pos; [apply: Rmult_le_pos; exact: pow2_ge_0 | lra].
  have -> : L ^ 2 * X ^ 2 * A * (L ^ 2 * X ^ 2 * A) = L ^ 2 * (X * A) * (L ^ 2 * X ^ 3 * A) by ring.
  have -> : L * L * (T * X * A) = L ^ 2 * (X * A) * T by ring.
  by apply: Rmult_le_compat_l HT; apply: Rmult_le_pos; [exact: pow2_ge_0 | nra].
apply: Rmult_le_compat_l; first lra.
apply: sqrt_le_1_alt; have : L <= X * A by nra.
by nra.
Qed.

(* Sec. I-A, Q-learning (inline:I-A.3), repaired: for T >= L^5 X^2 A^2 both terms of the Bernstein bound of UCB Q-learning
   are at most L^2 sqrt(TXA) *)
Theorem Q_learning_terms : L ^ 5 * X ^ 2 * A ^ 2 <= T ->
  sqrt (L ^ 3 * X * A * (L * T)) <= L ^ 2 * sqrt (T * X * A) /\
  sqrt (L ^ 9 * X ^ 3 * A ^ 3) <= L ^ 2 * sqrt (T * X * A).
Proof.
move=> HT; have l2 : 0 <= L ^ 2 by exact: pow2_ge_0.
have -> : L ^ 2 * sqrt (T * X * A) = sqrt (L ^ 2 * L ^ 2 * (T * X * A)).
  by rewrite (sqrt_mult_alt (L ^ 2 * L ^ 2)); [rewrite sqrt_square | nra].
split; apply: sqrt_le_1_alt; first by apply: Req_le; ring.
have -> : L ^ 9 * X ^ 3 * A ^ 3 = L ^ 2 * L ^ 2 * (X * A) * (L ^ 5 * X ^ 2 * A ^ 2) by ring.
have -> : L ^ 2 * L ^ 2 * (T * X * A) = L ^ 2 * L ^ 2 * (X * A) * T by ring.
by apply: Rmult_le_compat_l HT; apply: Rmult_le_pos; nra.
Qed.

(* Sec. I-A, sampling (inline:I-A.4), repaired: for D <= L the corrected bound D X sqrt(A n) of Agrawal and Jia is at most
   L^(3/2) X sqrt(TA) *)
Theorem sampling_corrected : 0 <= D <= L -> D * X * sqrt (A * (L * T)) <= L * sqrt L * X * sqrt (T * A).
Proof.
move=> [D0 DL]; rewrite steps; have s1 : 0 <= sqrt L by exact: sqrt_pos.
have : 0 <= X * (sqrt L * sqrt (T * A)) by apply: Rmult_le_pos; [lra | apply: Rmult_le_pos; lra].
nra.
Qed.

(* Sec. I-B, price (sec:I:trade), repaired: with S = X/L states in a layer UCB-Advantage's bound sqrt(H^2 S A n) is UCBVI's
   L sqrt(TXA), and the H^3 S A log T changes of its policy are L^2 X A log T *)
Theorem advantage : sqrt (L ^ 2 * (X / L) * A * (L * T)) = L * sqrt (T * X * A) /\
  L ^ 3 * (X / L) * A * ln T = L ^ 2 * X * A * ln T.
Proof. by split; [rewrite L_root; congr sqrt; field; lra | field; lra]. Qed.

(* Sec. I-B, price (sec:I:trade), refuted as printed: UCB-Advantage changes its policy rarely, and its bound is below
   sqrt(X) L sqrt(TXA) *)
Theorem advantage_no_price : 1 < X -> sqrt (L ^ 2 * (X / L) * A * (L * T)) < sqrt X * (L * sqrt (T * X * A)).
Proof.
move=> X2; have [-> _] := advantage; have s1 : 1 < sqrt X by rewrite -{1}sqrt_1; apply: sqrt_lt_1_alt; lra.
have : 0 < L * sqrt (T * X * A) by apply: Rmult_lt_0_compat; [lra | apply: sqrt_lt_R0; nra].
nra.
Qed.
End Bounds.

(* Sec. I-A, sampling (inline:I-A.4), refuted as printed: with D = L the bound of Agrawal and Jia, as first published and as
   corrected, is no O(L sqrt(TXA)): the quotient is sqrt(L), and sqrt(LX) *)
Theorem sampling_false (K : R) : exists L X, [/\ 1 <= L, 1 <= X & forall T A, 1 <= T -> 1 <= A ->
  K * (L * sqrt (T * X * A)) < L * sqrt (X * A * (L * T)) /\ K * (L * sqrt (T * X * A)) < L * X * sqrt (A * (L * T))].
Proof.
pose L := (Rabs K + 2) ^ 2; have k0 := Rabs_pos K; have kK := Rle_abs K.
have L1 : 1 <= L by rewrite /L /=; nra.
have sL : sqrt L = Rabs K + 2 by rewrite sqrt_pow2; lra.
exists L, (L + 1); split=> [||T A T1 A1]; [exact: L1 | lra |].
have r0 : 0 < sqrt (T * (L + 1) * A) by apply: sqrt_lt_R0; have : 0 < T * A by [nra]; nra.
have x1 : 1 <= sqrt (L + 1) by rewrite -{1}sqrt_1; apply: sqrt_le_1_alt; lra.
have xx : sqrt (L + 1) * sqrt (L + 1) = L + 1 by apply: sqrt_sqrt; lra.
have E1 : sqrt ((L + 1) * A * (L * T)) = sqrt L * sqrt (T * (L + 1) * A).
  by rewrite -sqrt_mult_alt; [congr sqrt; ring | lra].
have E2 : (L + 1) * sqrt (A * (L * T)) = sqrt (L + 1) * (sqrt L * sqrt (T * (L + 1) * A)).
  rewrite -E1 (_ : (L + 1) * A * (L * T) = (L + 1) * (A * (L * T))); last by ring.
  by rewrite (sqrt_mult_alt (L + 1)); [rewrite -[RHS]Rmult_assoc xx | lra].
have main : K * (L * sqrt (T * (L + 1) * A)) < L * (sqrt L * sqrt (T * (L + 1) * A)).
  rewrite sL; have : 0 < L * sqrt (T * (L + 1) * A) by apply: Rmult_lt_0_compat; lra.
  nra.
split; first by rewrite E1.
rewrite [X in _ < X]Rmult_assoc E2; apply: Rlt_le_trans main _; apply: Rmult_le_compat_l; first lra.
have : 0 <= sqrt L * sqrt (T * (L + 1) * A) by apply: Rmult_le_pos; [exact: sqrt_pos | lra].
nra.
Qed.

(* ln(c T) / T tends to 0 *)
Lemma ln_small c e : 0 < c -> 0 < e -> exists T0, forall T, (T0 <= T)%N -> ln (c * INR T) <= e * INR T.
Proof.
move=> c0 e0; have [T1 H1] := @log2_small (2 * ln 2) (2 * (e / 2)) ltac:(lra).
pose k := 2 * Rabs (ln c) / e; have k0 : 0 <= k.
  by apply: Rmult_le_pos; [have := Rabs_pos (ln c); lra | apply/Rlt_le/Rinv_0_lt_compat].
have [n [_ Hn]] := Rcomplements.nfloor_ex k k0; exists (maxn T1 n.+1) => T; rewrite geq_max => /andP[/H1 lT nT].
have TR : k < INR T by apply: Rlt_le_trans Hn _; rewrite -S_INR; exact: leq_INR.
have l2 := ln_lt_2; rewrite ln_mult //; last lra.
have e1 : 2 * ln 2 * (ln (INR T) / ln 2) = 2 * ln (INR T) by field; lra.
rewrite e1 in lT; have ek : e * k = 2 * Rabs (ln c) by rewrite /k; field; lra.
have := Rmult_le_compat_l e _ _ (Rlt_le _ _ e0) (Rlt_le _ _ TR); rewrite ek; have := Rle_abs (ln c); lra.
Qed.

(* Sec. I-B, best (sec:I), repaired: LX sqrt(TA) is below UCRL2's bound D X sqrt(A n), D >= L, by the factor sqrt(L) at
   least, and the regret's bound LX sqrt(TA log(TXA/delta)) is sublinear in T *)
Theorem below_and_sublinear (L X A : nat) (D delta : R) : (0 < L)%N -> (0 < X)%N -> (0 < A)%N -> INR L <= D -> 0 < delta ->
  (forall T, 1 <= T -> sqrt (INR L) * (INR L * INR X * sqrt (T * INR A)) <= D * INR X * sqrt (INR A * (INR L * T))) /\
  forall e, 0 < e -> exists T0, forall T, (T0 <= T)%N ->
    INR L * INR X * sqrt (INR T * INR A * ln (INR T * INR X * INR A / delta)) <= e * INR T.
Proof.
move=> L0 X0 A0 LD d0; have l1 : 1 <= INR L := leq_INR L0; have x1 : 1 <= INR X := leq_INR X0; have a1 : 1 <= INR A := leq_INR A0.
split=> [T T1|e e0].
  have [E1 _] := below_UCRL2 D l1 x1 T1 a1; rewrite -E1; apply: Rmult_le_compat_r; first exact: sqrt_pos.
  by apply: Rmult_le_compat_r; lra.
have c0 : 0 < INR X * INR A / delta by apply: Rmult_lt_0_compat; [nra | exact: Rinv_0_lt_compat].
pose B := INR L * INR X; have B0 : 0 < B by apply: Rmult_lt_0_compat; lra.
pose e' := (e / B) ^ 2 / INR A; have e'0 : 0 < e'.
  apply: Rmult_lt_0_compat; last by apply: Rinv_0_lt_compat; lra.
  by apply: pow_lt; apply: Rmult_lt_0_compat => //; exact: Rinv_0_lt_compat.
have [T0 H] := ln_small c0 e'0; exists T0 => T /H lnT.
have t0 := pos_INR T; have eB : 0 <= e / B * INR T.
  by apply: Rmult_le_pos => //; apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat].
rewrite -/B (_ : e * INR T = B * (e / B * INR T)); last by field; lra.
apply: Rmult_le_compat_l; first lra.
rewrite -[X in _ <= X](sqrt_pow2 _ eB); apply: sqrt_le_1_alt.
have -> : (e / B * INR T) ^ 2 = INR T * INR A * (e' * INR T) by rewrite /e'; field; lra.
apply: Rmult_le_compat_l; first nra.
by rewrite (_ : INR T * INR X * INR A / delta = INR X * INR A / delta * INR T) //; field; lra.
Qed.

(* abstract (sec:abstract), repaired: the bound is below UCRL2's by the factor sqrt(L), if D = L, and equals UC-O-REPS' and
   UOB-REPS'; UCBVI's leading term is below it by the factor sqrt(X); there are at most XA log2 T updates, fewer than
   T for large T *)
Theorem abstract_repaired (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat) (LR := INR L)
    (XR := INR (X S L)) (AR := INR #|A|) : (0 < L)%N -> (forall h, (0 < #|S h|)%N) -> (0 < #|A|)%N ->
  (forall T, 1 <= T ->
    [/\ LR * XR * sqrt (AR * (LR * T)) = sqrt LR * (LR * XR * sqrt (T * AR)),
        LR * XR * sqrt (AR * T) = LR * XR * sqrt (T * AR)
      & LR * XR * sqrt (T * AR) = sqrt XR * (LR * sqrt (T * XR * AR))]) /\
  (forall w : seq (traj S A Z L 0), (2 <= size w)%N -> INR (updates x0 w) <= XR * AR * (ln (INR (size w)) / ln 2)) /\
  exists T0, forall T, (T0 <= T)%N -> XR * AR * (ln (INR T) / ln 2) < INR T.
Proof.
move=> L0 S1 A0; have l1 : 1 <= LR := leq_INR L0; have a1 : 1 <= AR := leq_INR A0.
have x1 : 1 <= XR by apply: (leq_INR (m := 1)); rewrite /X big_ord_recl /= (leq_trans (S1 0%N)) // leq_addr.
split; [move=> T T1 | split=> [w w2|]]; last first.
- by have [T0 H] := @log2_small (XR * AR) 1 Rlt_0_1; exists T0 => T /H; rewrite Rmult_1_l.
- exact: updates_le.
by split; [have [] := below_UCRL2 0 l1 x1 T1 a1 | exact: same_as_UOB_REPS | exact: above_UCBVI].
Qed.
