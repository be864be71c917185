(* Theorem 4 for a learner whose policies are optima of LP1 up to gaps: the gaps in force add up, and the
   probability stays 1 - 2 delta. *)
Require Import UCRLLP.Sums UCRLLP.Probability UCRLLP.Concentration UCRLLP.Model UCRLLP.Episodes
  UCRLLP.OccupancyMeasures UCRLLP.ConfidenceSets UCRLLP.Algorithm UCRLLP.LayerSums UCRLLP.GoodEvents
  UCRLLP.Visits UCRLLP.AppendixA UCRLLP.AppendixB UCRLLP.ClippedRecursion UCRLLP.BallOptimum
  UCRLLP.BackwardInduction UCRLLP.Learner UCRLLP.Sharper UCRLLP.Theorem4.
Require Import UCRLLP.judge.EpochSound.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section NearLearner.
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
Unset Implicit Arguments.
Variables (st : seq E -> seq E) (f : seq E -> policy S A) (gap : seq E -> R).
Set Implicit Arguments.
Hypothesis Hst : schedule x0 st.
Notation K := (@K S A Z x0 L P rho f).

Hypothesis Hf : forall w, is_policy (f w).
(* in each of the T episodes it plays a point of the polytope that no point beats by more than the gap *)
Hypothesis Hnear : forall hist, (size hist < T)%N ->
  gap_opt L (Pbar (st hist)) (@eps (st hist)) (rhat (st hist)) (f hist) (gap hist).
Let KD : forall hist, is_dist (K hist) := K_dist x0 HP Hrho Hf.
Let lam : / 2 <= Lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.

Lemma plays_q3 (Q : trans S A) (pi : policy S A) : is_trans Q -> is_policy pi -> plays L (q3 x0 Q pi) pi.
Proof.
move=> HQ Hpi h x a _; under eq_bigr => c _ do rewrite (marg_q3 x0 pi HQ).
by rewrite (marg_q3 x0 pi HQ) (q2_mu x0 Q Hpi) /q2; ring.
Qed.

(* for rewards that are all 1, r_hat is 1 and every point of the polytope is an optimum: what does not depend on
   rewards holds as for any learner *)
Definition ones (z : Z) : R := 1.
Lemma rbar_ones (w : seq E) h (x : S h) a : rbar x0 ones w x a = INR (cnt x0 (mkp x a) w) / n1 x0 w x a.
Proof.
rewrite /rbar /cnt /Concentration.N -sum_vis; congr (_ / _); apply: eq_bigr => e _.
rewrite Rmult_1_r /visit (pathhas_sum _ _ (@at_pair_layer _ _ _ (mkp x a))) /rew.
by apply: pathsum_eq => *; rewrite /at_rew /ones Rmult_1_r.
Qed.

Lemma rhat_ones (w : seq E) h (x : S h) a : Algorithm.rhat x0 ones Lam w x a = 1.
Proof.
have b0 := b_ge0 x0 Lam w x a; rewrite /Algorithm.rhat Rmin_left // rbar_ones.
case E0 : (cnt x0 (mkp x a) w) => [|n].
  rewrite /Rdiv Rmult_0_l Rplus_0_l /b /n1 E0 [INR (maxn 1 0)]/= -[X in X <= _]sqrt_1.
  by apply: sqrt_le_1_alt; lra.
have n0 : 0 < INR n.+1 by apply: lt_0_INR; apply/ltP.
by rewrite /n1 E0 (maxn_idPr _) // /Rdiv Rinv_r; lra.
Qed.

Definition q_ones hist := q3 x0 (evi_trans L (Pbar (st hist)) (@eps (st hist)) (fun h x a => 0)) (f hist).
Lemma learner_ones : learner x0 ones f st Lam q_ones.
Proof.
have inh h : S h := enum_val (Ordinal (Sgt h)).
move=> hist; have ok := @estimates_ok S A Z x0 L Lam lam Sgt (st hist).
have Ht : is_trans (evi_trans L (Pbar (st hist)) (@eps (st hist)) (fun h x a => 0)).
  by apply: evi_is_trans.
have Hc : in_conf L (Pbar (st hist)) (@eps (st hist)) (evi_trans L (Pbar (st hist)) (@eps (st hist)) (fun h x a => 0)).
  by apply: evi_conf.
have Hq := occ_in_polytope x0 Ht (Hf hist) Hc.
split=> //; split; last exact: plays_q3.
have mass q : polytope L (Pbar (st hist)) (@eps (st hist)) q ->
    inner L q (Algorithm.rhat x0 ones Lam (st hist)) = INR L.
  move=> Hq0; rewrite -[RHS]Rmult_1_r -rsum_ord_const; apply: eq_bigr => h _.
  rewrite -(layer_mass Hq0 (ltn_ord h)); apply: eq_bigr => x _; apply: eq_bigr => a _.
  by rewrite rhat_ones Rmult_1_r.
by split=> // q' Hq'; rewrite (mass _ Hq) (mass _ Hq'); exact: Rle_refl.
Qed.

(* at the empty history every point of the polytope is an optimum, too: what does not depend on epochs holds as
   for a learner whose first epoch never ends *)
Lemma learner_empty : learner x0 rv f (fun _ => [::]) Lam (fun hist => q3 x0 P (f hist)).
Proof.
have conf : in_conf L (Pbar [::]) (@eps [::]) P.
  move=> h x a hL; apply: Rle_trans (eps0 Z x0 L lam Sgt x a).
  rewrite (eq_bigr (P h x a)) => [|y _]; first by rewrite (HP x a).2; exact: Rle_refl.
  by rewrite Pbar0 Rminus_0_r Rabs_pos_eq //; exact: (HP x a).1.
move=> hist; have Hq := occ_in_polytope x0 HP (Hf hist) conf; split=> //; split.
  have mass q : polytope L (Pbar [::]) (@eps [::]) q -> inner L q (rhat [::]) = INR L.
    by move=> H; apply: inner_rhat0; eassumption.
  by split=> // q' Hq'; rewrite (mass _ Hq) (mass _ Hq'); exact: Rle_refl.
exact: plays_q3.
Qed.

Notation r := (@r S A Z P rho rv).
Notation b := (@b S A Z x0 L Lam).
Notation rbar := (@rbar S A Z x0 L rv).
Variable pistar : policy S A.
Hypothesis Hstar : is_policy pistar.
Notation regret := (@regret S A Z x0 L P rho rv f pistar).
Notation bad_r := (bad_r x0 P rho rv T Lam).
Notation close := (close x0 P Lam kap1).
Notation M := (M x0 P Lam st f kap1).
Notation wt := (@wt S A Z x0 L Lam kap1).

Lemma near_episode hist : (size hist < T)%N -> close (st hist) ->
  (forall h (x : S h) a, (h < L)%N -> rbar (st hist) x a - r x a <= / 2 * b (st hist) x a) ->
  (forall h (x : S h) a, (h < L)%N -> r x a <= rhat (st hist) x a) ->
  V P pistar r L x0 - V P (f hist) r L x0 <= M hist + gap hist.
Proof.
set s := st hist; move=> hT [hc hk] up down; have [qhat [Hq pl opt]] := Hnear hT; have Hpi := Hf hist.
have O : inner L (q3 x0 P pistar) r <= inner L qhat (rhat s) + gap hist.
  apply: Rle_trans (opt _ (occ_in_polytope x0 HP Hstar hc)).
  by apply: inner_le => h x a hL; [rewrite (marg_q3 x0 pistar HP); exact: q2_ge0 | exact: down].
pose Ph := ConfidenceSets.Phat L qhat P.
have Ht : is_trans Ph by apply: (Phat_trans Hq).
have Hconf := Phat_conf Hq hc.
rewrite -(@inner_polytope S A x0 x0_only L (Pbar s) _ qhat P (f hist) Hq pl) -/Ph in O.
rewrite -(eq_8 x0 (f hist) Ht) -(eq_8 x0 pistar HP) in O.
have rh01 := rhat01 x0 Lam Hrv s.
suff H : V Ph (f hist) (rhat s) L x0 - V P (f hist) r L x0 <= M hist.
  by move: (V P (f hist) r L x0) H O => u; lra.
apply: (U_dominates HP Hpi Ht (r01 HP Hrho Hrv) rh01) => [h x a hL|]; last exact: addn0.
rewrite /Sharper.wt; apply: Rplus_le_compat.
  have := r01 HP Hrho Hrv x a; have := rh01 h x a; have := up h x a hL.
  have : rhat s x a <= rbar s x a + b s x a := Rmin_r _ _.
  by move: (r x a) (rhat s x a) (rbar s x a) (b s x a) => t1 t2 t3 t4 *; apply: Rmin_glb; lra.
case W : (LayerSums.wide S h).
  rewrite Rmult_1_l; apply: half_norm; [exact: Ht | exact: HP | exact: pos_INR | |].
    by move=> y; apply: V_bound.
  have C1 := Hconf h x a hL; have C2 := hk h x a hL W.
  apply: (@Rle_trans _ (\rsum_y (Rabs (Ph h x a y - Pbar s x a y) + Rabs (P h x a y - Pbar s x a y)))).
    apply: rsum_le => y _; rewrite -(Rabs_Ropp (P h x a y - _)).
    by apply: Rle_trans _ (Rabs_triang _ _); apply: Req_le; congr Rabs; ring.
  rewrite rsumD (_ : 2 * (kap1 h * eps s x a) = eps s x a + (2 * kap1 h - 1) * eps s x a); last by ring.
  by apply: Rplus_le_compat; [exact: C1 | exact: C2].
by rewrite (narrow_diff _ W (Ht h x a) (HP x a)) Rmult_0_l; exact: Rle_refl.
Qed.

(* what the gaps add: the sum over the episodes of the gap in force *)
Definition total_gap (v : seq E) := along (fun hist _ => gap hist) v.

Theorem near_regret_path v : size v = T -> (forall s, close (drop s v)) ->
  ~~ bad_r true (/ 2) v -> ~~ bad_r false 1 v -> ~~ bad_M x0 P T delta Lam st f kap1 v ->
  regret v <= along (fun hist e => visited x0 (wt (st hist)) e) v + dev_M L T delta + total_gap v.
Proof.
move=> vT G nu nd nM; have i2 : 0 < / 2 by lra.
apply: (@Rle_trans _ (along (fun hist _ => M hist + gap hist) v)).
  rewrite /Algorithm.regret -along_const -alongB.
  apply: along_le => s e hist E1; have Es : hist = drop s.+1 v.
    by rewrite -addn1 addnC -drop_drop E1 /= drop0.
  have hT : (size hist < T)%N.
    have := congr1 size E1; rewrite size_drop vT /= => E2.
    by rewrite -E2; exact: leq_subr.
  apply: near_episode => //; rewrite Es; have [k ->] := start_suffix Hst v s.+1; first exact: G.
    exact: (good_up HP Hrho Hrv T1 delta01 A1 L1 SL Lam_ge i2 vT nu k).
  by apply: (good_down HP Hrho Hrv T1 delta01 A1 L1 SL Lam_ge _ vT nd k); lra.
rewrite alongD; apply: Rplus_le_compat_r.
have -> : along (fun hist _ => M hist) v =
    along (fun hist e => pathsum (costs x0 P Lam st f kap1 hist) x0 e) v + along (Y x0 P Lam st f kap1) v.
  by rewrite -alongD; apply: eq_along => hist e; rewrite /Y; ring.
apply: Rplus_le_compat; last first.
  by move: nM; rewrite /bad_M; case: RlebP => // lt _; exact/Rlt_le/Rnot_le_lt.
apply: along_le => s e hist _; rewrite visited_pathsum; apply: pathsum_le => l x a z y.
exact: cost_le_w.
Qed.

(* a gap is not negative: the point played is in the polytope *)
Lemma gap_ge0 hist : (size hist < T)%N -> 0 <= gap hist.
Proof. by move=> hT; have [q [Hq _ opt]] := Hnear hT; have := opt _ Hq; lra. Qed.
Lemma total_gap_ge0 v : (size v <= T)%N -> 0 <= total_gap v.
Proof.
elim: v => [|e v IH] vT; first exact: Rle_refl.
by rewrite /total_gap along_cons; have := gap_ge0 vT; have := IH (ltnW vT); rewrite /total_gap; lra.
Qed.

Theorem near_theorem_4 : 1 - 2 * delta <= Pr K T [::] (fun v => Rleb (regret v)
  ((2 + sqrt 2) * (INR L * INR (X S L)) * sqrt (INR T * INR #|A| * Lam) + total_gap v)).
Proof.
have Hl := layered_le x0_only HP T1 delta01 A1 L1 SL Lam_ge.
apply: (Pr_not KD); rewrite -/(root A T Lam).
case: (Rle_dec (5 * delta) (INR T * INR #|A|)) => TA; last first.
  apply: Rle_trans (_ : _ <= Ex K T [::] (fun=> 0)) _; last by rewrite (Ex_const KD); lra.
  apply: (Ex_le KD) => v; rewrite addn0 => vT.
  suff -> : Rleb (regret v) ((2 + sqrt 2) * (INR L * INR (X S L)) * root A T Lam + total_gap v).
    exact: Rle_refl.
  apply/RlebP; apply: Rle_trans (regret_le HP Hrho Hrv learner_empty Hstar v) _; rewrite vT.
  have few' : INR T * INR L <= bound_layered S A L T delta Lam.
    by apply: (few x0 HP T1 delta01 A1 L1 SL Lam_ge); lra.
  have v0 : 0 <= total_gap v by apply: total_gap_ge0; rewrite vT.
  by rewrite /LayerSums.LX in Hl; lra.
have B4 : Pr K T [::] (bad_M x0 P T delta Lam st f kap1) <= delta.
  exact: (Pr_bad_M HP Hrho T1 delta01 L1 learner_ones kap1_half).
apply: (@Rle_trans _ (delta + delta)); last by lra.
have B1 : Pr K T [::] (bad x0 P rho rv T Lam) <= delta.
  exact: (Pr_bad HP Hrho Hrv T1 delta01 A1 L1 SL Lam_ge learner_empty TA).
apply: Rle_trans (Pr_or KD B1 B4); apply: (Pr_imp KD) => v vT.
apply: contraR; rewrite /bad 3!negb_or => /andP[/and3P[n1' n2 n3] n4]; apply/RlebP.
have G := close_eps HP T1 delta01 A1 L1 SL Lam_ge vT n1'.
apply: Rle_trans (near_regret_path vT G n2 n3 n4) _; apply: Rplus_le_compat_r.
apply: Rle_trans Hl; rewrite /bound_layered dev_M_E layered_E; apply: Rplus_le_compat_r.
exact: (visited_wt Lam Hst kap1_half vT).
Qed.
End NearLearner.
