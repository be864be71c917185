(* Section V: the regret in four terms, and Theorem 4 by the paper's own route: Lemmas 2, 3, 5 and 6. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents
  UCRLLP.model.Setting UCRLLP.paper.Visits UCRLLP.paper.AppendixA UCRLLP.paper.AppendixB.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section MainResults.
Import Letters Process.
Context [M : setting].
Variables (Lam : R) (st : seq E -> seq E) (f : seq E -> policy S A) (qhat : seq E -> occ S A).
Hypotheses (Lam_ge : ln (TXA / delta) <= Lam) (Hst : schedule x0 st) (Hlearn : learner x0 rv f st Lam qhat).
Variable pistar : policy S A.                (* an optimal policy, or any other to compare with *)
Hypothesis Hstar : is_policy pistar.
Notation Pbar := (@Pbar S A Z x0 L).
Notation eps := (@eps S A Z x0 L Lam).
Notation rhat := (@rhat S A Z x0 L rv Lam).
Notation n1 := (@n1 S A Z x0 L).
Notation root := (root A T Lam).
Notation r := (@r S A Z P rho rv).
Notation b := (@b S A Z x0 L Lam).
Notation rbar := (@rbar S A Z x0 L rv).
Notation q_ := (@q_ S A Z x0 L P f).
Notation visit := (@visit S A Z x0 L).
Let Hf w : is_policy (f w) := (Hlearn w).1.
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Let lam : / 2 <= Lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.

Definition qstar := q3 x0 P pistar.
Notation Error := (@Error S A Z x0 L P rv Lam st f qhat).
Notation BiasII := (@BiasII S A Z x0 L P rho rv Lam st f).
Notation bad_P := (bad_P x0 P T (epsn Lam)).
Notation bad_r := (bad_r x0 P rho rv T Lam).

(* (9) (eq:regret-occ) *)
Theorem eq_regret_occ v :
  regret v = INR (size v) * inner L qstar r - hsum (fun hist _ => inner L (q_ hist) r) v /\
  regret v = hsum (fun hist _ => inner L (minus qstar (q_ hist)) r) v.
Proof.
have E1 : regret v = INR (size v) * inner L qstar r - hsum (fun hist _ => inner L (q_ hist) r) v.
  rewrite /Algorithm.regret (eq_8 x0 pistar HP); congr (_ - _); apply: eq_hsum => hist _.
  exact: (eq_8 x0 (f hist) HP).
split=> //; rewrite E1 -hsum_const -hsumB; apply: eq_hsum => hist _; by rewrite inner_minus.
Qed.

(* thm:final-decomposition *)
Definition BiasI v := hsum (fun hist _ => inner L qstar (rminus r (rhat (st hist)))) v.
Definition Diff v := hsum (fun hist _ => inner L (minus qstar (qhat hist)) (rhat (st hist))) v.

(* (19) (thm:final-decomposition) *)
Theorem final_decomposition v : regret v = BiasI v + Diff v + Error v + BiasII v.
Proof.
rewrite (eq_regret_occ v).2 -!hsumD; apply: eq_hsum => hist _.
by rewrite !inner_minus !inner_rminus; ring.
Qed.

(* thm:main:bias-1 *)
Lemma bias_1_path v : size v = T -> ~~ bad_r false 1 v -> BiasI v <= 0.
Proof.
move=> vT nb; rewrite -[X in _ <= X](Rmult_0_r (INR (size v))) -hsum_const.
apply: along_suffix => s; rewrite inner_rminus; have [k ->] := start_suffix Hst v s.
suff : inner L qstar r <= inner L qstar (rhat (drop k v)) by lra.
apply: inner_le => h x a hL; last by apply: (good_down HP Hrho Hrv lam _ vT nb) => //; lra.
by rewrite (marg_q3 x0 pistar HP); exact: (q2_ge0 x0 HP Hstar).
Qed.

(* (19), Bias-I (thm:main:bias-1) *)
Theorem bias_1 : 1 - delta <= Prl K T [::] (fun v => Rleb (BiasI v) 0).
Proof.
have c1 : / 2 <= 1 by lra.
apply: (Pr_not KD); apply: Rle_trans (Pr_bad_b x0 HP Hrho Hrv A1 SL Hf T1 delta01 L1 Lam_ge false c1).
by apply: (Pr_imp KD) => v vT; apply: contraR => nb; apply/RlebP; exact: bias_1_path.
Qed.

(* thm:main:diff *)
Lemma diff_path v : size v = T -> ~~ bad_P v -> Diff v <= 0.
Proof.
move=> vT nb; rewrite -[X in _ <= X](Rmult_0_r (INR (size v))) -hsum_const.
apply: along_suffix => s; rewrite inner_minus; have [k sE] := start_suffix Hst v s.
have [_ [opt _]] := Hlearn (drop s v); suff : inner L qstar (rhat (st (drop s v))) <=
    inner L (qhat (drop s v)) (rhat (st (drop s v))) by lra.
have hc : in_conf L (Pbar (st (drop s v))) (@Algorithm.eps S A Z x0 L Lam (st (drop s v))) P.
  by rewrite sE; exact: (good_eps HP A1 lam vT nb).
exact: (@optimism S A x0 L _ _ P pistar _ _ _ HP Hstar hc (fun h x a _ => Rle_refl _) opt).
Qed.

(* (19), Diff (thm:main:diff) *)
Theorem diff : 1 - delta <= Prl K T [::] (fun v => Rleb (Diff v) 0).
Proof.
apply: (Pr_not KD); apply: Rle_trans (Pr_bad_eps x0 HP Hrho A1 SL Hf T1 delta01 L1 Lam_ge).
by apply: (Pr_imp KD) => v vT; apply: contraR => nb; apply/RlebP; exact: diff_path.
Qed.

(* (18), probability (thm:main:delta): the four bounds hold together with probability at least 1 - 5 delta *)
Theorem four_terms : 1 - 5 * delta <= Prl K T [::] (fun v => [&& Rleb (BiasI v) 0, Rleb (Diff v) 0,
  Rleb (Error v) (12 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam)) &
  Rleb (BiasII v) ((3 + 2 * sqrt 2) * sqrt (INR T * INR L * INR X * INR #|A| * Lam))]).
Proof.
apply: (Pr_not KD).
have -> : 5 * delta = delta + (delta + (delta + (delta + delta))) by ring.
have c1 : / 2 <= 1 by lra.
have B1 := Pr_bad_eps x0 HP Hrho A1 SL Hf T1 delta01 L1 Lam_ge.
have B2 := Pr_bad_b x0 HP Hrho Hrv A1 SL Hf T1 delta01 L1 Lam_ge false c1.
have B3 := Pr_bad_b x0 HP Hrho Hrv A1 SL Hf T1 delta01 L1 Lam_ge true (Rle_refl (/ 2)).
have B4 := Pr_bad_4 Hlearn.
have B5 := Pr_bad_6 Hlearn.
apply: Rle_trans (Pr_or KD B1 (Pr_or KD B2 (Pr_or KD B3 (Pr_or KD B4 B5)))); apply: (Pr_imp KD) => v vT.
apply: contraR; rewrite 4!negb_or => /and5P[n1' n2 n3 n4 n5]; apply/and4P; split; apply/RlebP.
- exact: bias_1_path.
- exact: diff_path.
- apply: (@Rle_trans _ (sum_norm1 x0 P f qhat v)); first exact: (error_norm1 Lam st f qhat v).
  have H4 := lemma_4_path Lam_ge Hst Hlearn vT n1' n4.
  by apply: Rle_trans H4 _; exact: (bound_4 Lam_ge).
- exact: (lemma_6_path Lam_ge Hst Hlearn vT n3 n5).
Qed.

(* Theorem 4 (thm:main), repaired: with explicit constants *)
Theorem theorem_4_paper : 1 - 5 * delta <= Prl K T [::] (fun v => Rleb (regret v)
  (12 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam) +
   (3 + 2 * sqrt 2) * sqrt (INR T * INR L * INR X * INR #|A| * Lam))).
Proof.
apply: Rle_trans four_terms _; apply: (Prl_imp KD) => v _ /and4P[/RlebP e1 /RlebP e2 /RlebP e3 /RlebP e4].
by apply/RlebP; rewrite final_decomposition; lra.
Qed.

(* abstract, bound (inline:abstract.1), and Theorem 4 (thm:main) as printed: an O(.), with the constant
   15 + 2 sqrt 2 < 18, one for all MDPs, and probability at least 1 - 5 delta *)
Corollary theorem_4_O : 1 - 5 * delta <= Prl K T [::] (fun v => Rleb (regret v)
  (18 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof.
apply: Rle_trans theorem_4_paper _; apply: (le_Prl KD) => v _; case: RlebP => [H|_]; last exact: ind_ge0.
have -> : Rleb (regret v) (18 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam)) = true; last exact: Rle_refl.
apply/RlebP; apply: Rle_trans H _; rewrite root_LX -/(LX) -/(root).
have H1 := Rmult_le_compat_r _ _ _ (root_ge0 A T Lam) (sqrt_LX L1 Sgt).
have H2 := Rmult_le_pos _ _ (sqrt_pos LX) (root_ge0 A T Lam).
have s32 : 3 + 2 * sqrt 2 <= 6 by have := sqrt2_sqr; have := sqrt2_ge1; nra.
have H3 := Rmult_le_compat_r _ _ _ H2 s32.
by rewrite (Rmult_assoc 12) (Rmult_assoc 18); lra.
Qed.
End MainResults.
