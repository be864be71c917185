(* thm:main (Theorem 4) is tight: for all L >= 3, A >= 2, X >= 2L and T >= 10^7 X^4 A log(TXA/delta) there is an MDP
   with deterministic rewards on which every learner of Algorithm 1 has Reg_T >= LX sqrt(TA log(TXA/delta))/75,
   with probability at least 1 - delta/T; and 3 sqrt 2 times as much as A grows.  Where LP1 is solved up to gaps, at most
   210 times their sum less. *)
Require Import ZArith.
Require Import Previsions.NatLia Previsions.Sums Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.GoodEvents
  UCRLLP.tight.TightGreedy UCRLLP.tight.TightPaths UCRLLP.tight.TightChain UCRLLP.tight.TightEpisode UCRLLP.tight.TightCount UCRLLP.tight.TightRegret
  UCRLLP.tight.TightConstants UCRLLP.tight.TightGap UCRLLP.sharper.Budgets UCRLLP.model.Setting.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.
Import GreedyOptimum Chain RipeEpisode Count ChainRegret Constants SolverGap.

(* X = 2 + (L - 1)(m + 1) + extra with m >= 1 and extra < L - 1 *)
Lemma shape L X : (3 <= L)%N -> (2 * L <= X)%N -> exists n m extra,
  [/\ L = n.+2, (1 <= n)%N, (1 <= m)%N, (extra <= n)%N & X = (2 + n.+1 * m.+1 + extra)%N].
Proof.
case: L => [|[|n]] //; rewrite !ltnS => n1 XL.
have X2 : (2 * n.+1 <= X - 2)%N by move: XL; lia.
have := divn_eq (X - 2) n.+1; have := ltn_mod (X - 2) n.+1; rewrite ltnS /=.
have : (2 <= (X - 2) %/ n.+1)%N by rewrite leq_divRL.
case: ((X - 2) %/ n.+1)%N => [|[|m]] // _ ex E1.
exists n, m.+1, ((X - 2) %% n.+1)%N; split=> //.
by rewrite -addnA [(n.+1 * _)%N]mulnC -E1; move: XL; lia.
Qed.

Section Bound.
Variables (A : finType) (n m extra T : nat) (delta Lam : R).
Notation L := n.+2.
Hypotheses (n1 : (1 <= n)%N) (m1 : (1 <= m)%N) (en : (extra <= n)%N) (A2 : (2 <= #|A|)%N).
Variable a0 : A.
Hypotheses (T1 : (0 < T)%N) (delta01 : 0 < delta < 1).
Notation S := (S L m extra).
Notation X := (Algorithm.X S L).
Hypothesis Lam_ge : ln (TXA S A L T / delta) <= Lam.
Hypothesis HT : 10 ^ 7 * INR X ^ 4 * INR #|A| * Lam <= INR T.
Notation a := (INR #|A|).
Notation x := (INR X).
Notation D := (pay L m a (INR T) Lam).
Notation x0 := (x0 L m extra).
Notation P := (@P L m extra A).
Notation sym := (@sym L m extra A a0).
Notation rv := (worth L D).
Notation rho := (sure sym).
Notation E := (traj S A nat L 0).

Let L3 : (3 <= L)%N. Proof. by rewrite !ltnS. Qed.
Let A1 : (0 < #|A|)%N. Proof. exact: ltnW. Qed.
Let SL : #|S L| = 1%N. Proof. exact: S_L. Qed.
Let lam : / 2 <= Lam := Lam_half x0 T1 delta01 A1 (ltn0Sn n.+1) SL Lam_ge.
Let a2 : 2 <= a. Proof. exact: (leq_INR A2). Qed.
Let share0 : 0 <= share a.
Proof. by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra]. Qed.
Let XE : X = (2 + n.+1 * m.+1 + extra)%N.
Proof.
rewrite /Algorithm.X (eq_bigr (fun h : 'I_n.+3 => (width L m extra h).+1)) => [|h _]; last exact: card_S.
by rewrite sum_layers // (leq_trans en).
Qed.
Let xE : x = 2 + (INR n + 1) * (INR m + 1) + INR extra.
Proof. by rewrite XE !addn_INR muln_INR !S_INR [INR 0]/=; ring. Qed.
Let lE : INR L = INR n + 2. Proof. by rewrite !S_INR; ring. Qed.
Let n1R : 1 <= INR n. Proof. exact: (leq_INR n1). Qed.
Let m1R : 1 <= INR m. Proof. exact: (leq_INR m1). Qed.
Let ex0 : 0 <= INR extra <= INR n. Proof. by split; [exact: pos_INR | exact: leq_INR]. Qed.
Let x6 : 6 <= x. Proof. by rewrite xE; nra. Qed.
Let xl : 2 * INR L <= x. Proof. by rewrite xE lE; nra. Qed.
Let xk : INR m.+1 * (INR L - 1) + 2 <= x. Proof. by rewrite xE lE S_INR; nra. Qed.
Let kx : x <= (INR m.+1 + 1) * (INR L - 1) + 1. Proof. by rewrite xE lE S_INR; nra. Qed.

Let card_x h : (h < L)%N -> 0 <= INR #|S h.+1| <= x.
Proof.
move=> hL; split; first exact: pos_INR.
by apply: leq_INR; rewrite /Algorithm.X (bigD1 (Ordinal (hL : (h.+1 < L.+1)%N))) //= leq_addr.
Qed.
Let HP : is_trans P := @P_trans L m extra A L3 m1.
Let payb h := @pay_bound L m n x a (INR T) Lam erefl m1 n1 a2 lam x6 xl xk kx HT h.
Lemma pay01 h : 0 < D h <= 1.
Proof.
have [p0 p1] := payb h; have r0 := rad_gt0 x6; have l0 := pos_INR L.
have : 0 <= rad x * (1 + INR L / 2) by apply: Rmult_le_pos; lra.
have : 0 <= eta * D h by apply: Rmult_le_pos; rewrite /eta; lra.
by rewrite /kappa in p1 *; lra.
Qed.

Variables (f : seq E -> policy S A) (st : seq E -> seq E) (gap : seq E -> R).
Hypotheses (Hst : schedule x0 st) (Hf : forall w, is_policy (f w)) (Hnear : near x0 rv T Lam st f gap).
Notation K := (Algorithm.K x0 P rho f).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP (sure_law sym) Hf.
Notation total := (ChainRegret.total L D).
Notation bound := (3 / 53 * ((a - 1) / sqrt (a + 7)) * (INR L * x) * sqrt (INR T * Lam)).

Let totalE : total = kap m a (INR T) Lam * (99 / 100 * (INR n * (INR n + 1) / 2) + 2 / sqrt (INR m.+1) * INR n).
Proof. exact: sum_payments. Qed.
Let total0 : 0 < total.
Proof.
have h1 : (1 < L)%N by [].
have rv0 (h : 'I_L) : 0 <= rv h by rewrite /worth; have   := pay01 h; case: ifP; lra.
apply: Rlt_le_trans (rsum_term (F := fun h : 'I_L => rv h) (Ordinal h1) rv0).
have rE : rv (Ordinal h1) = D 1%N by rewrite /worth /= ltnS n1.
rewrite rE. by have [] := pay01 1%N.
Qed.

Notation kk := (Constants.K x Lam).
Let K4 : 4 <= kk := K_ge4 lam x6.
Let T0 := theta_gt0 m1 a2 lam x6 HT.
Let HR h (hL : (h < L)%N) : 2 * INR #|S h.+1| * Lam <= rad x ^ 2 * kk := rad_K lam x6 (card_x hL).2.
Let eta0 : 0 < eta. Proof. by rewrite /eta; lra. Qed.
Let kappa0 : 0 < kappa. Proof. by rewrite /kappa; lra. Qed.
Let u10 : / 100 <= / 10. Proof. lra. Qed.
Let radm : 100 * (INR m * rad x) <= 1 := rad_m erefl m1 n1 x6 xk.
Let radL : 200 * (INR L * rad x) <= 1 := rad_L x6 xl.
Notation loss := (loss (L := L) (m := m) (extra := extra) D Lam kk eta kappa st).
Notation over := (over a0 D Lam kk eta kappa T f st gap).
Let T1R : 1 <= INR T := leq_INR T1.

Lemma gaps_ge0 v : size v = T -> 0 <= total_gap gap v.
Proof.
move=> vT; have Hrv := sure_reward sym (rv01 L pay01).
pose M := Setting (@x0_only L m extra) HP (sure_law sym) Hrv T1 delta01 A1 (ltn0Sn n.+1) SL.
by apply: (@total_gap_ge0 M Lam st f gap Hnear v); rewrite vT.
Qed.
Lemma rate_le : rate L D eta kappa * (103 / 100) <= 210.
Proof.
suff : total / kappa <= 1 by rewrite /rate /eta Rinv_inv; lra.
apply: (Rmult_le_reg_r kappa) => //; rewrite /Rdiv Rmult_assoc Rinv_l; last lra.
by rewrite Rmult_1_r Rmult_1_l totalE; exact: (pays_little erefl m1 n1 a2 lam x6 xl xk kx HT).
Qed.

Lemma regret_off v : size v = T -> ~~ bad_P x0 P T (epsn Lam) v -> possible x0 P sym f v ->
  hsum (lost a0 D f) v <= total * sqrt (INR T * Lam / 2) -> hsum over v <= total * sqrt (INR T * Lam / 2) ->
  bound - 210 * total_gap gap v <= regret x0 P rho rv f (@best L m extra A a0) v.
Proof.
move=> vT good ok Hlost Hover.
have stay : stays Lam v by move=> i; exact: (good_eps HP A1 lam vT good i).
pose few_bad := x * (a * (2 * kk + 1)); pose lax_in h := hsum (fun hist e => ind (lax (L := L) (m := m) (extra := extra) D Lam kk eta kappa h (st hist) e)) v.
pose c h := INR m * tau m a (INR T) - share a * (few_bad + lax_in h).
have ways h : (0 < h)%N -> (h.+1 < L)%N -> c h <= hsum (fun _ e => ind (act a0 e h != a0)) v.
  move=> h0 hL; apply: Rle_trans (layer_count (Rlt_le _ _ T0) (Rlt_le _ _ eta0) (Rlt_le _ _ kappa0) L3 m1 lam K4
    (rad_gt0 x6) HR radm radL u10 payb (fun g _ _ => pay_theta L m1 a2 lam x6 HT g) Hst h0 hL ok A2
    (tau := tau m a (INR T)) _ (tau_theta m (INR T) a2)).
    rewrite /c; apply: Rplus_le_compat_l; apply: Ropp_le_contravar; apply: Rmult_le_compat_l; first exact: share0.
    apply: Rle_trans (unfit_le D Lam eta kappa K4 Hst h v) _; apply: Rplus_le_compat_r.
    apply: Rmult_le_compat_r; first by apply: Rmult_le_pos; lra.
    by apply: leq_INR; rewrite /Algorithm.X [X in (_ <= X)%N]big_ord_recr /= leq_addr.
  move=> j rj; have := through_ge a0 L3 m1 lam (stay 0%N) rj; rewrite drop0 vT.
  move/(Rmult_le_compat_l _ _ _ share0); apply: Rle_trans.
  exact: (often erefl m1 n1 a2 lam x6 xk HT (card_x (ltn0Sn n.+1))).
have := regret_ge L3 m1 pay01 (c := c) ok; rewrite vT => /(_ _ Hlost ways).
apply: Rle_trans.
have lossE : \rsum_(h < L) (rv h * lax_in h) = hsum loss v.
  by rewrite /SolverGap.loss along_sum; apply: eq_bigr => h _; rewrite hsumZ.
have -> : \rsum_(h < L) (rv h * c h) = total * (INR m * tau m a (INR T) - share a * few_bad) - share a * hsum loss v.
  rewrite -lossE /ChainRegret.total -rsumZr -rsumZ -rsumB; apply: eq_bigr => h _; rewrite /c; ring.
have lossG := loss_gap D kk eta kappa gap Hst vT ok stay.
have g0 := gaps_ge0 vT; have lo : hsum loss v <= 210 * total_gap gap v + total * sqrt (INR T * Lam / 2).
  by rewrite lossG; have := Rmult_le_compat_r _ _ _ g0 rate_le; lra.
have share1 : share a <= 1.
  apply: (Rmult_le_reg_r (a + 7)); first lra.
  by rewrite /share /Rdiv Rmult_assoc Rinv_l; lra.
have loss0 : 0 <= hsum loss v.
  by rewrite -lossE; apply: rsum_ge0 => h _; apply: Rmult_le_pos;
    [exact: (rv01 L pay01 h).1 | apply: along_ge0 => *; exact: ind_ge0].
have loS : share a * hsum loss v <= 210 * total_gap gap v + total * sqrt (INR T * Lam / 2) by nra.
have main : bound <= total * (INR m * tau m a (INR T) - share a * few_bad - 2 * sqrt (INR T * Lam / 2)).
  apply: (@Rle_trans _ (total * (9938 / 10000 * (share a * INR T)))).
    by rewrite totalE; exact: (enough erefl m1 n1 a2 lam x6 xk kx HT).
  apply: Rmult_le_compat_l; first lra.
  by apply: (few erefl m1 n1 a2 lam x6 xl HT); lra.
lra.
Qed.

Theorem tight_chain : 1 - delta / INR T <= Prl K T [::] (fun v =>
  Rleb (bound - 210 * total_gap gap v) (regret x0 P rho rv f (@best L m extra A a0) v)).
Proof.
apply: (Pr_not KD).
pose B1 (v : seq E) := bad_P x0 P T (epsn Lam) v; pose B2 w := ~~ possible x0 P sym f w.
pose B3 v := Rleb (total * sqrt (INR T * Lam / 2)) (hsum (lost a0 D f) v).
have H1 := @Pr_bad_eps2 S A nat x0 L P rho HP (sure_law sym) T Lam A1 SL f Hf delta T1 delta01 (ltn0Sn n.+1) Lam_ge.
have H2 := Pr_impossible (x0 : S 0%N) sym HP Hf T.
have H3 := Pr_lost a0 L3 m1 lam pay01 Hf T1 total0.
pose B4 v := Rleb (total * sqrt (INR T * Lam / 2)) (hsum over v).
have H4 := Pr_over a0 eta0 kappa0 L3 m1 lam K4 (rad_gt0 x6) T1 HR radm radL u10 payb Hf Hnear total0.
apply: (@Rle_trans _ (Pr K T [::] (fun v => B1 v || (B2 v || (B3 v || B4 v))))).
  apply: (Pr_imp KD) => v vT; apply: contraR; rewrite negb_or => /andP[b1]; rewrite negb_or => /andP[b2]; rewrite negb_or => /andP[b3 b4].
  have below (F : seq E -> R) b : ~~ Rleb b (F v) -> F v <= b.
    by move=> /negP nb; apply: Rlt_le; apply: Rnot_le_lt => le; apply: nb; apply/RlebP.
  apply/RlebP; apply: regret_off => //; first by rewrite -[possible _ _ _ _ _]negbK.
    exact: (below (hsum (lost a0 D f)) _ b3).
  exact: (below (hsum over) _ b4).
apply: Rle_trans (Pr_or KD H1 (Pr_or KD H2 (Pr_or KD H3 H4))) _.
have z0 := z_gt0 Lam; have zT := z_TXA x0 T1 delta01 A1 (ltn0Sn n.+1) SL Lam_ge; rewrite /TXA in zT.
rewrite -[exp (- Lam)]/(z Lam); move: (z Lam) z0 zT => z z0 zT.
apply: (Rmult_le_reg_r (INR T)); first lra.
rewrite /Rdiv Rmult_assoc (Rinv_l (INR T)) ?Rmult_1_r; last lra.
have ax : 12 <= x * a by nra.
have e1 : (x - 1) * (a * (INR T * (4 * z ^ 2))) <= 4 * z.
  apply: (@Rle_trans _ (4 * z * (z * (INR T * x * a)))).
    rewrite (_ : (x - 1) * (a * (INR T * (4 * z ^ 2))) = (x - 1) * (4 * z * z * INR T * a)); last by ring.
    rewrite (_ : 4 * z * (z * (INR T * x * a)) = x * (4 * z * z * INR T * a)); last by ring.
    apply: Rmult_le_compat_r; last lra.
    by apply: Rmult_le_pos; [apply: Rmult_le_pos; nra | lra].
  by have : z * (INR T * x * a) <= 1 by [lra]; nra.
apply: (@Rle_trans _ (6 * z * INR T)); first by apply: Rmult_le_compat_r; lra.
apply: Rle_trans zT; rewrite (_ : z * (INR T * x * a) = x * a * (z * INR T)); last by ring.
by have : 0 < z * INR T by [apply: Rmult_lt_0_compat; lra]; nra.
Qed.
End Bound.

(* Theorem 4 (thm:main), its rate, and Sec. VII, sqrt(X) (inline:VII.6): where LP1 is solved up to gaps, 210 times their sum less *)
Theorem theorem_4_tight_gaps (A : finType) (L X T : nat) (delta Lam : R) :
  (3 <= L)%N -> (2 <= #|A|)%N -> (2 * L <= X)%N -> (0 < T)%N -> 0 < delta < 1 ->
  ln (INR T * INR X * INR #|A| / delta) <= Lam -> 10 ^ 7 * INR X ^ 4 * INR #|A| * Lam <= INR T ->
  exists (S : nat -> finType) (x0 : S 0%N) (P : trans S A) (sym : forall h, S h -> A -> nat) (rv : nat -> R)
    (pistar : policy S A), let rho := sure sym in
  [/\ Algorithm.X S L = X, forall x, x = x0, #|S L| = 1%N & is_trans P] /\
  [/\ is_rlaw rho, is_reward rho rv, is_policy pistar,
      forall pi, is_policy pi -> V P pi (r P rho rv) L x0 <= V P pistar (r P rho rv) L x0 &
      forall (st : seq (traj S A nat L 0) -> seq (traj S A nat L 0)) (f : seq (traj S A nat L 0) -> policy S A) gap,
        schedule x0 st -> (forall w, is_policy (f w)) -> near x0 rv T Lam st f gap -> 1 - delta / INR T <=
        Prl (Algorithm.K x0 P rho f) T [::] (fun v =>
          Rleb (3 / 53 * ((INR #|A| - 1) / sqrt (INR #|A| + 7)) * (INR L * INR X) * sqrt (INR T * Lam) - 210 * total_gap gap v)
            (regret x0 P rho rv f pistar v))].
Proof.
move=> L3 A2 XL T1 d01 Lam_ge HT; have [n [m [extra [LE n1 m1 en XE]]]] := shape L3 XL.
have /card_gt0P[a0 _] := ltnW A2; subst L.
have XS : Algorithm.X (Chain.S n.+2 m extra) n.+2 = X.
  rewrite /Algorithm.X (eq_bigr (fun h : 'I_n.+3 => (width n.+2 m extra h).+1)) => [|h _]; last exact: card_S.
  by rewrite sum_layers // (leq_trans en).
pose D := pay n.+2 m (INR #|A|) (INR T) Lam.
exists (Chain.S n.+2 m extra), (Chain.x0 n.+2 m extra), (@Chain.P n.+2 m extra A).
exists (@Chain.sym n.+2 m extra A a0), (worth n.+2 D), (@best n.+2 m extra A a0) => rho.
have Lam_ge' : ln (TXA (Chain.S n.+2 m extra) A n.+2 T / delta) <= Lam by rewrite /TXA XS.
have HT' : 10 ^ 7 * INR (Algorithm.X (Chain.S n.+2 m extra) n.+2) ^ 4 * INR #|A| * Lam <= INR T by rewrite XS.
have D01 := pay01 n1 m1 en A2 T1 d01 Lam_ge' HT'.
split; split=> //.
- exact: x0_only.
- exact: S_L.
- by apply: P_trans.
- exact: sure_law.
- by apply: sure_reward => z; exact: rv01.
- exact: best_policy.
- by move=> pi Hpi; rewrite best_value //; apply: value_le.
by move=> st f gap Hst Hf near; have := tight_chain n1 m1 en A2 a0 T1 d01 Lam_ge' HT' Hst Hf near; rewrite XS.
Qed.

(* Theorem 4 (thm:main), its rate in X, and in A: no analysis of Algorithm 1 gives a smaller one *)
Theorem theorem_4_tight_actions (A : finType) (L X T : nat) (delta Lam : R) :
  (3 <= L)%N -> (2 <= #|A|)%N -> (2 * L <= X)%N -> (0 < T)%N -> 0 < delta < 1 ->
  ln (INR T * INR X * INR #|A| / delta) <= Lam -> 10 ^ 7 * INR X ^ 4 * INR #|A| * Lam <= INR T ->
  exists (S : nat -> finType) (x0 : S 0%N) (P : trans S A) (sym : forall h, S h -> A -> nat) (rv : nat -> R)
    (pistar : policy S A), let rho := sure sym in
  [/\ Algorithm.X S L = X, forall x, x = x0, #|S L| = 1%N & is_trans P] /\
  [/\ is_rlaw rho, is_reward rho rv, is_policy pistar,
      forall pi, is_policy pi -> V P pi (r P rho rv) L x0 <= V P pistar (r P rho rv) L x0 &
      forall (st : seq (traj S A nat L 0) -> seq (traj S A nat L 0)) (f : seq (traj S A nat L 0) -> policy S A) qhat,
        schedule x0 st -> learner x0 rv f st Lam qhat -> 1 - delta / INR T <=
        Prl (Algorithm.K x0 P rho f) T [::] (fun v =>
          Rleb (3 / 53 * ((INR #|A| - 1) / sqrt (INR #|A| + 7)) * (INR L * INR X) * sqrt (INR T * Lam))
            (regret x0 P rho rv f pistar v))].
Proof.
move=> L3 A2 XL T1 d01 Lam_ge HT; have [S [x0 [P [sym [rv [pistar [[XE Hx SL HP] [Hrho Hrv Hstar best H]]]]]]]] :=
  theorem_4_tight_gaps L3 A2 XL T1 d01 Lam_ge HT.
exists S, x0, P, sym, rv, pistar; split; split=> // st f qhat Hst Hl.
apply: Rle_trans (H st f _ Hst (fun w => (Hl w).1) (@learner_near _ _ _ _ _ _ _ T _ _ _ Hl)) _.
have KD := K_exp x0 HP Hrho (fun w => (Hl w).1).
by apply: (Prl_imp KD) => v _ /RlebP R1; apply/RlebP; move: R1; rewrite /total_gap hsum_const; lra.
Qed.

(* Theorem 4 (thm:main), its rate: the same in the letters of the upper bound; Sec. I-B, sqrt(X) (inline:I-B.7) and
   Sec. VII, sqrt(X) (inline:VII.6), repaired: the factor is the algorithm's *)
Theorem theorem_4_tight (A : finType) (L X T : nat) (delta Lam : R) :
  (3 <= L)%N -> (2 <= #|A|)%N -> (2 * L <= X)%N -> (0 < T)%N -> 0 < delta < 1 ->
  ln (INR T * INR X * INR #|A| / delta) <= Lam -> 10 ^ 7 * INR X ^ 4 * INR #|A| * Lam <= INR T ->
  exists (S : nat -> finType) (x0 : S 0%N) (P : trans S A) (sym : forall h, S h -> A -> nat) (rv : nat -> R)
    (pistar : policy S A), let rho := sure sym in
  [/\ Algorithm.X S L = X, forall x, x = x0, #|S L| = 1%N & is_trans P] /\
  [/\ is_rlaw rho, is_reward rho rv, is_policy pistar,
      forall pi, is_policy pi -> V P pi (r P rho rv) L x0 <= V P pistar (r P rho rv) L x0 &
      forall (st : seq (traj S A nat L 0) -> seq (traj S A nat L 0)) (f : seq (traj S A nat L 0) -> policy S A) qhat,
        schedule x0 st -> learner x0 rv f st Lam qhat -> 1 - delta / INR T <=
        Prl (Algorithm.K x0 P rho f) T [::] (fun v => Rleb (/ 75 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))
          (regret x0 P rho rv f pistar v))].
Proof.
move=> L3 A2 XL T1 d01 Lam_ge HT; have [S [x0 [P [sym [rv [pistar [[XE Hx SL HP] [Hrho Hrv Hstar best H]]]]]]]] :=
  theorem_4_tight_actions L3 A2 XL T1 d01 Lam_ge HT.
exists S, x0, P, sym, rv, pistar => rho; split; split=> // st f qhat Hst Hl.
apply: Rle_trans (H st f qhat Hst Hl) _; have KD := K_exp x0 HP Hrho (fun w => (Hl w).1).
apply: (Prl_imp KD) => v _ /RlebP R1; apply/RlebP; apply: Rle_trans R1.
rewrite (_ : INR T * INR #|A| * Lam = INR #|A| * (INR T * Lam)); last by ring.
apply: seventy_five; first exact: (leq_INR A2).
  by apply: Rmult_le_pos; exact: pos_INR.
have lam := Lam_half x0 T1 d01 (ltnW A2) (ltn_trans (isT : (0 < 2)%N) L3) SL.
apply: Rmult_le_pos; first exact: pos_INR.
by have : / 2 <= Lam by [apply: lam; rewrite /TXA XE]; lra.
Qed.

(* T is large enough from 4 * 10^14 X^9 A^3/delta on *)
Lemma large_enough (X T : nat) (a delta : R) : 0 < a -> 0 < delta -> (0 < T)%N ->
  4 * 10 ^ 14 * INR X ^ 9 * a ^ 3 / delta <= INR T -> 10 ^ 7 * INR X ^ 4 * a * ln (INR T * INR X * a / delta) <= INR T.
Proof.
move=> a0 d0 T1 H; have TR : 0 < INR T by apply: lt_0_INR; apply/ltP.
case: (posnP X) => [->|X1]; first by rewrite [INR 0]/= pow_i ?Rmult_0_r ?Rmult_0_l; [lra | lia].
have XR : 0 < INR X by apply: lt_0_INR; apply/ltP.
set y := INR T * INR X * a / delta; have y0 : 0 < y.
  by apply: Rmult_lt_0_compat; [do 2!apply: Rmult_lt_0_compat => // | apply: Rinv_0_lt_compat].
have s0 : 0 < sqrt y by exact: sqrt_lt_R0.
have ly : ln y <= 2 * sqrt y.
  rewrite -{1}(sqrt_sqrt y); last lra.
  rewrite ln_mult //; have := exp_ineq1_le (ln (sqrt y)); rewrite exp_ln //; lra.
have c0 : 0 < 10 ^ 7 * INR X ^ 4 * a by do 2!apply: Rmult_lt_0_compat => //; [lra | exact: pow_lt].
apply: Rle_trans (Rmult_le_compat_l _ _ _ (Rlt_le _ _ c0) ly) _.
rewrite -[X in _ <= X]sqrt_square; last lra.
rewrite (_ : 10 ^ 7 * INR X ^ 4 * a * (2 * sqrt y) = sqrt y * (2 * (10 ^ 7 * INR X ^ 4 * a))); last by ring.
rewrite -[2 * (10 ^ 7 * _ * a)]sqrt_square; last lra.
rewrite -sqrt_mult_alt; last lra.
apply: sqrt_le_1_alt; rewrite (_ : y * _ = 4 * 10 ^ 14 * INR X ^ 9 * a ^ 3 / delta * INR T); last first.
  by rewrite /y; field; lra.
by apply: Rmult_le_compat_r; lra.
Qed.

Lemma large_T (n T0 : nat) (a delta : R) : 0 < a -> 0 < delta < 1 -> exists T, [/\ (0 < T)%N, (T0 <= T)%N,
  10 ^ 7 * INR n ^ 4 * a * ln (INR T * INR n * a / delta) <= INR T & delta + delta / INR T < 1].
Proof.
move=> a0 d01; pose c := 4 * 10 ^ 14 * INR n ^ 9 * a ^ 3 / delta; pose u := Rmax c (Rmax (INR T0) (1 / (1 - delta))).
have [z1 _] := archimed u; have u1 := Rmax_l c (Rmax (INR T0) (1 / (1 - delta))).
have u2 := Rmax_r c (Rmax (INR T0) (1 / (1 - delta))).
have u3 := Rmax_l (INR T0) (1 / (1 - delta)); have u4 := Rmax_r (INR T0) (1 / (1 - delta)).
rewrite -/u in u1 u2; have d2 : 0 < 1 / (1 - delta) by apply: Rmult_lt_0_compat; [lra | apply: Rinv_0_lt_compat; lra].
exists (Z.to_nat (up u)); have TE : INR (Z.to_nat (up u)) = IZR (up u).
  by rewrite INR_IZR_INZ Z2Nat.id //; apply: le_IZR; lra.
have T1 : (0 < Z.to_nat (up u))%N by apply/ltP/INR_lt; rewrite TE [INR 0]/=; lra.
split=> //; first by apply/leP/INR_le; rewrite TE; lra.
  by apply: large_enough => //; rewrite -/c; lra.
have TR : 1 / (1 - delta) < INR (Z.to_nat (up u)) by rewrite TE; lra.
move: (INR _) TR => t TR; have t0 : 0 < t by lra.
apply: (Rmult_lt_reg_r t) => //; rewrite Rmult_plus_distr_r /Rdiv Rmult_assoc Rinv_l; last lra.
have := Rmult_lt_compat_l (1 - delta) _ _ ltac:(lra) TR; rewrite (_ : (1 - delta) * (1 / (1 - delta)) = 1).
  nra.
by field; lra.
Qed.
