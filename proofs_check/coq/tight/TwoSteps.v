(* thm:main (Theorem 4) for L = 2: the regret is at most 14 sqrt(TXA Lam).  Only x_0 has a choice of next states, and
   the layer of X - 2 states costs its square root.  So the rate LX sqrt(TA Lam), which is exact for L >= 3
   (tight/TightTheorem.v), is not for L = 2. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.GoodEvents UCRLLP.model.Setting
  UCRLLP.sharper.Theorem4.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section TwoSteps.
Import Letters.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [qhat : seq E -> occ S A].
Hypotheses (Lam_ge : ln (TXA / delta) <= Lam) (Hst : schedule x0 st) (Hlearn : learner x0 rv f st Lam qhat).
Context [pistar : policy S A] (Hstar : is_policy pistar).
Hypothesis L2 : L = 2%N.

(* Theorem 4 (thm:main), repaired: its rate for L = 2 *)
Theorem theorem_4_two_steps : 1 - 2 * delta <= Prl (K x0 P rho f) T [::] (fun v =>
  Rleb (regret x0 P rho rv f pistar v) (14 * sqrt (INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof.
apply: Rle_trans (theorem_4_layered Lam_ge Hst Hlearn Hstar) _.
have Hf w : is_policy (f w) := (Hlearn w).1.
apply: (Prl_imp (K_exp x0 HP Hrho Hf)) => v _ /RlebP H; apply/RlebP; apply: Rle_trans H _.
have c0 : #|S 0%N| = 1%N by apply: (@eq_card1 _ x0) => x; rewrite (x0_only x) !inE eqxx.
have c2 : #|S 2%N| = 1%N by rewrite -L2; exact: SL.
have c1 : (0 < #|S 1%N|)%N := S_gt0 x0 HP A1 1.
have XE : INR X = INR #|S 1%N| + 2.
  have -> : X = (1 + #|S 1%N| + 1)%N by rewrite /Algorithm.X L2 !big_ord_recr big_ord0 /= c0 c2.
  by rewrite !addn_INR INR1; ring.
have n1 : 1 <= INR #|S 1%N| := leq_INR c1.
have lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
have [_ Ll] := Lam_ln x0 T1 delta01 A1 L1 SL Lam_ge; have l0 := ln_delta delta01.
have TR : 1 <= INR T := leq_INR T1; have AR : 1 <= INR #|A| := leq_INR A1.
set rt := sqrt (INR T * INR #|A| * Lam); have rt0 : 0 <= rt by exact: sqrt_pos.
set s1 := sqrt (INR #|S 1%N|); have s10 : 1 <= s1 by rewrite -{1}sqrt_1; exact: sqrt_le_1_alt.
set sx := sqrt (INR X); have s1x : s1 <= sx by apply: sqrt_le_1_alt; lra.
have sx3 : 17 / 10 <= sx by rewrite -[X in X <= _]sqrt_square; [apply: sqrt_le_1_alt |]; lra.
have sum : \rsum_(h < L) (3 / 2 * sqrt (INR #|S h|) + ind (2 <= #|S h.+1|)%N *
    (INR (L - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|))) <= 3 / 2 + 5 / 2 * s1.
  rewrite L2 (rsum_recr 1 (fun h => 3 / 2 * sqrt (INR #|S h|) + ind (2 <= #|S h.+1|)%N *
    (INR (2 - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|)))) big_ord_recr big_ord0 /= c0 c2 INR1 sqrt_1.
  rewrite !Rmult_1_l -/s1; have := ind_le1 (1 < #|S 1%N|)%N; have := ind_ge0 (1 < #|S 1%N|)%N.
  rewrite [(1 < 1)%N]/= [ind false]/= !Rmult_0_l Rplus_0_l; move: (ind _) => i i0 i1.
  by have : i * s1 <= 1 * s1 by [apply: Rmult_le_compat_r; lra]; lra.
have tail : sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * ln (1 / delta) / 6) <= 2 * rt.
  apply: sqrt_le_sq; first lra.
  rewrite (_ : (2 * rt) ^ 2 = 4 * (rt * rt)); last by ring.
  have TA : INR T * 1 <= INR T * INR #|A| by apply: Rmult_le_compat_l; lra.
  have y0 : INR T * ln (1 / delta) <= INR T * INR #|A| * Lam by apply: Rmult_le_compat; lra.
  have T0 : 0 < INR T * ln (1 / delta) by apply: Rmult_lt_0_compat; lra.
  rewrite /rt sqrt_sqrt; last lra.
  by rewrite L2 [INR 2]/=; lra.
have [q1 q2] := sqrt2_bounds.
have : (2 + sqrt 2) * rt * (3 / 2 + 5 / 2 * s1) <= 12 * sx * rt.
  rewrite (_ : (2 + sqrt 2) * rt * _ = (2 + sqrt 2) * (3 / 2 + 5 / 2 * s1) * rt); last by ring.
  apply: Rmult_le_compat_r => //.
  have : (2 + sqrt 2) * (3 / 2 + 5 / 2 * s1) <= 3415 / 1000 * (3 / 2 + 5 / 2 * s1).
    by apply: Rmult_le_compat_r; lra.
  lra.
have : (2 + sqrt 2) * rt * (\rsum_(h < L) (3 / 2 * sqrt (INR #|S h|) + ind (2 <= #|S h.+1|)%N *
    (INR (L - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|)))) <= (2 + sqrt 2) * rt * (3 / 2 + 5 / 2 * s1).
  by apply: Rmult_le_compat_l => //; apply: Rmult_le_pos; lra.
have : 2 * rt <= 2 * sx * rt by apply: Rmult_le_compat_r; lra.
lra.
Qed.
End TwoSteps.
