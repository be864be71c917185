(* What acceptance is worth for any learner, whether or not its traces are accepted: the probability that a trace is
   accepted and the regret is above the bound is at most delta. *)
Require Import ZArith QArith Qreals UCRLLP.judge.EpochCheck UCRLLP.judge.TraceCheck.
Require Import UCRLLP.Sums UCRLLP.Probability UCRLLP.Model UCRLLP.Episodes UCRLLP.OccupancyMeasures
  UCRLLP.ConfidenceSets UCRLLP.Concentration UCRLLP.Algorithm UCRLLP.GoodEvents UCRLLP.BackwardInduction
  UCRLLP.Learner.
Require Import UCRLLP.judge.EpochSound UCRLLP.judge.Counters UCRLLP.judge.PolicySound UCRLLP.judge.JudgeSound
  UCRLLP.judge.Verdict UCRLLP.Budgets UCRLLP.ConstantThree UCRLLP.judge.JudgedLearner.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- no policy is further than L from the optimum *)
Section AnyPolicy.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat) (rv : Z -> R) (Lam : R).
Hypothesis lam : / 2 <= Lam.
Hypotheses (S_gt0 : forall h, (0 < #|S h|)%N) (Hrv : forall z, 0 <= rv z <= 1).
Variables (s : seq (traj S A Z L 0)) (pi : Model.policy S A).
Hypothesis Hpi : is_policy pi.

Lemma gap_L : gap_opt L (Pbar x0 s) (@eps S A Z x0 L Lam s) (@rhat S A Z x0 L rv Lam s) pi (INR L).
Proof.
have inh h : S h := enum_val (Ordinal (S_gt0 h)).
have ok := estimates_ok x0 lam S_gt0 s.
set P := evi_trans L (Pbar x0 s) (eps x0 Lam s) (fun h x a => 0).
have HP : is_trans P by apply: evi_is_trans.
have Hc : in_conf L (Pbar x0 s) (eps x0 Lam s) P by apply: evi_conf.
have Hq := occ_in_polytope x0 HP Hpi Hc.
exists (q3 x0 P pi); split=> //.
  move=> h x a hL; have mq b : marg (q3 x0 P pi) x b = q2 x0 P pi x b by exact: marg_q3.
  rewrite (eq_bigr (fun b => q2 x0 P pi x b)) // mq.
  have -> : \rsum_b q2 x0 P pi x b = mu x0 P pi x by apply: q2_mu.
  by rewrite /q2; ring.
move=> q Hq'; have r01 := rhat01 x0 Lam Hrv s.
have m0 (q' : occ S A) : polytope L (Pbar x0 s) (@eps S A Z x0 L Lam s) q' ->
    forall h (x : S h) a, (h < L)%N -> 0 <= marg q' x a.
  by move=> [q0 _ _ _] h x a hL; apply: rsum_ge0 => y _; exact: q0.
have up : inner L q (@rhat S A Z x0 L rv Lam s) <= INR L.
  apply: (@Rle_trans _ (\rsum_(h < L) 1)); last by rewrite rsum_const card_ord; lra.
  apply: rsum_le => h _; rewrite -(layer_mass Hq' (ltn_ord h)); apply: rsum_le => x _; apply: rsum_le => a _.
  have := m0 _ Hq' h x a (ltn_ord h); have := r01 h x a; nra.
have lo : 0 <= inner L (q3 x0 P pi) (@rhat S A Z x0 L rv Lam s).
  apply: rsum_ge0 => h _; apply: rsum_ge0 => x _; apply: rsum_ge0 => a _.
  by apply: Rmult_le_pos; [exact: m0 Hq h x a (ltn_ord h) | have := r01 h x a; lra].
lra.
Qed.
End AnyPolicy.

Section AnyLearner.
Variables (hd : header) (rt : Z -> Z).
Notation lay := (lay_of hd).
Notation nA' := (nA_of hd).
Notation L := (L_of hd).
Notation T := (T_of hd).
Notation S := (S_ lay).
Notation A := (A_ nA').
Notation Lam := (Lam_of hd).
Notation delta := (Q2R (hdelta hd)).
Variables (Zt : finType) (rq : Zt -> Q).
Notation x0 := (x0_ lay).
Notation E := (traj S A Zt L 0).
Notation enc0 := (@enc lay nA' Zt rq L 0 x0).
Notation rv := (rv rq).
Notation start := (@start S A Zt x0 L).
Hypothesis rq_inj : injective rq.
Variable logged : seq E -> option epoch.
Notation trace := (@trace hd Zt rq logged).
Notation in_force := (@in_force hd Zt logged).
Unset Implicit Arguments.
Variables (P : trans S A) (rho : rlaw S A Zt).
Set Implicit Arguments.
Hypotheses (HP : is_trans P) (Hrho : is_rlaw rho) (Hrv : is_reward rho rv).
Variable f : seq E -> Model.policy S A.
Hypothesis Hf : forall w, is_policy (f w).
Hypothesis Hlog : forall w h (x : S h) (a : A), (h < L)%N -> f w x a = in_force w x a.   (* it plays what it records *)
Variable pistar : Model.policy S A.
Hypothesis Hstar : is_policy pistar.
Notation lost_of := (@lost_of hd rt Zt rq logged).

Section Opened.
Variables (K : consts) (j0 : judge).
Hypothesis Hopen : opening rt hd = Some (K, j0).
Notation state_after := (@state_after hd Zt rq logged K j0).
Notation gap_at := (@gap_at hd Zt rq logged K j0).
Let spec := opening_spec Hopen.
Let H : header_ok hd. Proof. by case: spec. Qed.

(* the gap of the policy in force where the judge has it, else L *)
Definition sure_gap (w : seq E) : R :=
  if state_after w is Some j then if Z.eqb (num_i j) 0 || due j then INR L else gap_at w else INR L.

Let one : forall x : S 0%N, x = x0.
Proof. by move=> x; apply: val_inj; case: x => [u /= uu]; move: uu; rewrite (lay_0 H); case: u. Qed.
Let SL : #|S L| = 1%N. Proof. by rewrite card_ord (lay_L H). Qed.
Let A1 : (0 < #|A|)%N. Proof. by rewrite card_ord. Qed.
Let Sgt h : (0 < #|S h|)%N. Proof. by rewrite card_ord. Qed.
Let lam : / 2 <= Lam := Lam_half x0 (T_gt0 H) (delta_range H) A1 (L_gt0 H) SL (Rle_refl Lam).

Lemma sure_near w : gap_opt L (@Algorithm.Pbar S A Zt x0 L (start w)) (@Algorithm.eps S A Zt x0 L Lam (start w))
  (@Algorithm.rhat S A Zt x0 L rv Lam (start w)) (f w) (sure_gap w).
Proof.
have far := @gap_L S A Zt x0 L rv Lam lam Sgt Hrv (start w) (f w) (Hf w).
rewrite /sure_gap; case Es : (state_after w) => [j|] //; case: ifP => // /norP[i0 nd].
have [s [first [I O _]]] := state_good rq_inj Hopen Es.
have nf : ~~ first by rewrite (j5 I).2.
have := O nf; have := j3 I; rewrite (negbTE nd) => <- Ho.
rewrite /gap_at Es; apply: gap_opt_ext Ho => // h x a hL; by rewrite Hlog.
Qed.

(* where the judge goes on to the end, the gaps are its own *)
Lemma sure_along w j : state_after w = Some j -> along (fun hist _ => sure_gap hist) w = along (fun hist _ => gap_at hist) w.
Proof.
elim: w j => [//|e w IH] j /state_cons[j1 [j2 [E1 Es _]]].
rewrite !along_cons (IH _ E1); congr (_ + _); rewrite /sure_gap E1.
by move: Es; rewrite /step_episode; case: ifP => // i0; case: ifP => // d _; rewrite i0 d.
Qed.
End Opened.

(* the trace is refused, or the regret is that of Theorem 4 and the gaps *)
Theorem any_learner : header_ok hd -> 1 - delta <= Prl (Algorithm.K x0 P rho f) T [::] (fun v =>
  if verdict rt hd (trace v) is Some _ then
    Rleb (regret x0 P rho rv f pistar v) (3 * (INR L * INR (X S L)) * sqrt (INR T * INR #|A| * Lam) + lost_of v)
  else true).
Proof.
move=> H; have KD := K_exp x0 HP Hrho Hf.
case Eo : (opening rt hd) => [[K j0]|]; last first.
  apply: (@Rle_trans _ (Prl (Algorithm.K x0 P rho f) T [::] predT)).
    by rewrite (Prl_predT KD); have := delta_range H; lra.
  by apply: (Prl_le KD) => v _; rewrite /verdict Eo; exact: Rle_refl.
have one : forall x : S 0%N, x = x0.
  by move=> x; apply: val_inj; case: x => [u /= uu]; move: uu; rewrite (lay_0 H); case: u.
have SL : #|S L| = 1%N by rewrite card_ord (lay_L H).
have A1 : (0 < #|A|)%N by rewrite card_ord.
have near hist : (size hist < T)%N -> _ := fun _ => sure_near Eo hist.
have := near_three one HP Hrho Hrv (T_gt0 H) (delta_range H) A1 (L_gt0 H) SL (Rle_refl Lam)
  (@start_schedule S A Zt x0 L) Hf near Hstar.
move=> Hn; apply: Rle_trans Hn _; apply: (Prl_le KD) => v; rewrite addn0 => vT.
case Ev : (verdict rt hd (trace v)) => [j|]; last by rewrite /ind; case: Rleb; lra.
have Es := verdict_state Eo Ev; have [_ [_ [_ _ El]]] := state_good rq_inj Eo Es.
suff -> : total_gap (sure_gap K j0) v = lost_of v by exact: Rle_refl.
rewrite /total_gap (sure_along Es) -El /lost_of Ev.
by case: (opening_spec Eo) => _ _ [-> _] _ _; rewrite /bits -(pow_IZR 2 60).
Qed.
End AnyLearner.
