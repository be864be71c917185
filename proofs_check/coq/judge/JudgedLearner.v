(* What acceptance is worth: a learner whose every trace is accepted has the regret of Theorem 4, plus what the
   judge says that its gaps add up to, with the same probability.  Rewards are rational functions of outcomes of any
   type, which have any law. *)
Require Import ZArith QArith Qreals UCRLLP.judge.EpochCheck UCRLLP.judge.LogarithmCheck UCRLLP.judge.TraceCheck.
Require Import Previsions.Sums Previsions.Probability UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures
  UCRLLP.model.ConfidenceSets Previsions.Concentration UCRLLP.model.Algorithm UCRLLP.paper.GoodEvents UCRLLP.model.Setting.
Require Import UCRLLP.judge.EpochSound UCRLLP.judge.LogarithmSound UCRLLP.judge.Readings UCRLLP.judge.Counters
  UCRLLP.judge.PolicySound UCRLLP.judge.JudgeSound UCRLLP.judge.Verdict UCRLLP.sharper.Budgets UCRLLP.sharper.Theorem4
  UCRLLP.sharper.ConstantThree.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- the judge on the beginning of a trace *)
Section Beginning.
Variables (K : consts) (hd : header).
Fixpoint reach (j : judge) (rs : seq record) : option judge :=
  match rs with
  | [::] => Some j
  | r :: rs' => if step K hd j r is Next j1 then reach j1 rs' else None
  end.

Lemma reach_cons j r rs : reach j (r :: rs) = if step K hd j r is Next j1 then reach j1 rs else None.
Proof. by []. Qed.
Lemma run_cons j r rs : run K hd j (r :: rs) = match step K hd j r with
  | Next j1 => run K hd j1 rs | Done => if rs is [::] then Some j else None | Refused _ => None end.
Proof. by []. Qed.

Lemma reach_cat j rs rs' : reach j (rs ++ rs') = if reach j rs is Some j1 then reach j1 rs' else None.
Proof. by elim: rs j => [//|r rs IH] j; rewrite cat_cons !reach_cons; case: (step K hd j r). Qed.

Lemma run_rcons j rs r j' : run K hd j (rcons rs r) = Some j' ->
  exists j1, reach j rs = Some j1 /\ run K hd j1 [:: r] = Some j'.
Proof.
elim: rs j => [|r' rs IH] j; first by move=> H; exists j.
rewrite rcons_cons run_cons reach_cons; case: (step K hd j r') => [j1| |rr]; first exact: IH.
  by case: rs {IH}.
by [].
Qed.
End Beginning.

Section JudgedLearner.
Variables (hd : header) (rt : Z -> Z).
Notation lay := (lay_of hd).
Notation nA' := (nA_of hd).
Notation L := (L_of hd).
Notation T := (T_of hd).
Notation S := (S_ lay).
Notation A := (A_ nA').
Notation Lam := (Lam_of hd).
Notation delta := (Q2R (hdelta hd)).
Variables (Zt : Type) (rq : Zt -> Q).
Notation x0 := (x0_ lay).
Notation E := (traj S A Zt L 0).
Notation enc0 := (@enc lay nA' Zt rq L 0 x0).
Notation rv := (rv rq).
Notation ch := (hread hd).
Notation start := (@start_in S A Zt x0 L (ctrigger ch)).

(* --- what a learner writes: logged w is the record of the epoch that starts after the episodes w, if one does *)
Variable logged : seq E -> option epoch.
Fixpoint number (w : seq E) : Z :=
  ((if w is _ :: w' then number w' else 0) + (if logged w is Some _ then 1 else 0))%Z.
Definition start_record (w : seq E) : seq record :=
  if logged w is Some ep then [:: REpoch (number w) (Z.of_nat (size w) + 1) ep] else [::].
Fixpoint log (w : seq E) : seq record :=
  (if w is e :: w' then rcons (log w') (REpisode (Z.of_nat (size w) ) (enc0 e)) else [::]) ++ start_record w.
Definition trace (w : seq E) : seq record := rcons (log w) (REnd (Z.of_nat (size w)) (number w)).
(* the policy last recorded *)
Fixpoint in_force (w : seq E) : Model.policy S A :=
  let before := if w is _ :: w' then in_force w' else @unplayed lay nA' in
  if logged w is Some ep then @completed lay nA' ch before (epol ep) else before.

Lemma log_cons e w :
  log (e :: w) = rcons (log w) (REpisode (Z.of_nat (size (e :: w))) (enc0 e)) ++ start_record (e :: w).
Proof. by []. Qed.

Lemma log_suffix u w : exists more, log (u ++ w) = log w ++ more.
Proof.
elim: u => [|e u [more IH]]; first by exists [::]; rewrite cats0.
exists (rcons more (REpisode (Z.of_nat (size (e :: u ++ w))) (enc0 e)) ++ start_record (e :: u ++ w)).
by rewrite cat_cons log_cons IH -!cats1 -!catA.
Qed.

(* --- the state of the judge after log w *)
Variables (K : consts) (j0 : judge).
Hypothesis Hopen : opening rt hd = Some (K, j0).
Notation D := (IZR (cD K)).
Let spec := opening_spec Hopen.
Let H : header_ok hd. Proof. by case: spec. Qed.
Let D0 : (0 < cD K)%Z. Proof. by case: spec => _ _ [-> _]. Qed.
Let E0 : (0 < cE K)%Z. Proof. by case: spec => _ _ [_ ->]. Qed.
Let EK : cK K = cradii ch. Proof. by case: spec => _ _ []. Qed.
Let F0 : (0 < cF K)%Z. Proof. by case: spec => _ _ _ []. Qed.
Let l0 : (0 <= lamlo K)%Z. Proof. by case: spec => _ _ _ []. Qed.
Let l2 : (0 <= ln2lo K)%Z. Proof. by case: spec => _ _ _ []. Qed.
Let HLam : IZR (lamlo K) / IZR (cF K) <= Lam <= IZR (lamhi K) / IZR (cF K). Proof. by case: spec => _ _ _ _ []. Qed.
Let Hln2 : IZR (ln2lo K) / IZR (cF K) <= ln 2 <= IZR (ln2hi K) / IZR (cF K). Proof. by case: spec => _ _ _ _ []. Qed.

Definition state_after (w : seq E) : option judge := reach K hd j0 (log w).
Definition gap_at (w : seq E) : R := if state_after w is Some j then IZR (gap j) / D else 0.

Notation optimal s pi g := (gap_opt L (@Algorithm.Pbar S A Zt x0 L s) (@eps_in S A Zt x0 L Lam (cradii ch) s)
  (@rhat_in S A Zt x0 L rv Lam (cradii ch) s) pi g).
Definition good (w : seq E) (j : judge) := exists s first,
  [/\ inv_judge rq ch j w s first (in_force w), ~~ first -> optimal s (in_force w) (IZR (gap j) / D) &
      IZR (lost j) / D = hsum (fun hist _ => gap_at hist) w].

Notation now w pi := (if logged w is Some ep then @completed lay nA' ch pi (epol ep) else pi).
Lemma after_start_record w j j' s first pi : inv_judge rq ch j w s first pi ->
  (~~ first -> optimal s pi (IZR (gap j) / D)) -> reach K hd j (start_record w) = Some j' ->
  exists s' first', [/\ inv_judge rq ch j' w s' first' (now w pi),
    ~~ first' -> optimal s' (now w pi) (IZR (gap j') / D) &
    lost j' = lost j].
Proof.
move=> I O; rewrite /start_record; case: (logged w) => [ep|]; last by move=> [<-]; exists s, first.
rewrite reach_cons; case Es : (step K hd j _) => [j1| |rr] // [<-].
have [_ _ C I' [_ _ _ e4]] := epoch_sound (lay_0 H) (lay_L H) (layers_X H) (actions H) (T_Z H)
  (erefl _) (erefl _) (erefl _) EK E0 D0 F0 l0 l2 HLam Hln2 I Es.
by exists w, false; split=> // _; case: C => _ _ _ _ [].
Qed.

Lemma episode_step w j e : good w j ->
  forall j1, step_episode hd j (Z.of_nat (size (e :: w))) (enc0 e) = Next j1 ->
  optimal (start w) (in_force w) (IZR (gap j) / D) /\
  exists s first, [/\ inv_judge rq ch j1 (e :: w) s first (in_force w),
    ~~ first -> optimal s (in_force w) (IZR (gap j1) / D) & lost j1 = (lost j + gap j)%Z].
Proof.
move=> [s [first [I O _]]] j1 Es.
have [_ [nf sE _ _] _ [I' [_ _ _ e4 e5]]] := episode_at (lay_0 H) (lay_L H) (actions H) (T_Z H) (erefl _) I Es.
rewrite -sE; split; first exact: O.
by exists s, first; split=> //; rewrite e4.
Qed.

Lemma state_cons e w j : state_after (e :: w) = Some j -> exists j1 j2, [/\ state_after w = Some j1,
  step_episode hd j1 (Z.of_nat (size (e :: w))) (enc0 e) = Next j2 & reach K hd j2 (start_record (e :: w)) = Some j].
Proof.
rewrite /state_after log_cons -cats1 !reach_cat; case: (reach K hd j0 (log w)) => [j1|//].
by rewrite reach_cons; case Es : (step K hd j1 _) => [j2| |rr] // Hr; exists j1, j2.
Qed.

Lemma state_good w j : state_after w = Some j -> good w j.
Proof.
elim: w j => [|e w IH] j Hj.
  have I : inv_judge rq ch j0 ([::] : seq E) ([::] : seq E) true (@unplayed lay nA').
    have Ej : j0 = Judge (init (layers hd) (hA hd)) false [::] 0 0 0 0 0 by case: spec.
    by rewrite Ej; exact: (opening_inv rq ch (layers_X H) (actions H)).
  have O : ~~ true -> optimal ([::] : seq E) (@unplayed lay nA') (IZR (gap j0) / D) by [].
  have [s [first [I' O' El]]] := after_start_record I O Hj; exists s, first; split=> //.
  by rewrite El; case: spec => _ -> _ _ _; rewrite /= /Rdiv Rmult_0_l.
have [j1 [j2 [H1 Es Hr]]] := state_cons Hj; have G := IH _ H1.
have [_ [s [first [I O El]]]] := episode_step G Es.
have [s' [first' [I' O' El']]] := after_start_record I O Hr; exists s', first'; split=> //.
rewrite hsum_cons {1}/gap_at H1 El' El; have [_ [_ [_ _ <-]]] := G.
by rewrite plus_IZR /Rdiv Rmult_plus_distr_r Rplus_comm.
Qed.

(* --- every trace accepted *)
Hypothesis accepted : forall v, size v = T -> exists j, verdict rt hd (trace v) = Some j.

Lemma verdict_state v j : verdict rt hd (trace v) = Some j -> state_after v = Some j.
Proof.
rewrite /verdict Hopen => /run_rcons[j1 [Hr]]; rewrite /state_after Hr run_end.
by rewrite /step_end; do 3?[case: ifP => // _]; move=> ->.
Qed.

Lemma state_exists (e : E) w : (size w <= T)%N -> exists j, state_after w = Some j.
Proof.
move=> wT; have [|j Hj] := accepted (v := nseq (T - size w) e ++ w).
  by rewrite size_cat size_nseq subnK.
have := verdict_state Hj; have [more] := log_suffix (nseq (T - size w) e) w.
by rewrite /state_after => ->; rewrite reach_cat; case: (reach K hd j0 (log w)) => [j1 _|//]; exists j1.
Qed.

Lemma optimal_at (e : E) w : (size w < T)%N -> optimal (start w) (in_force w) (gap_at w).
Proof.
move=> wT; have [j Hj] := state_exists e (w := e :: w) wT.
have [j1 [j2 [H1 Es _]]] := state_cons Hj.
by have [O _] := episode_step (state_good H1) Es; rewrite /gap_at H1.
Qed.

(* --- Theorem 4 *)
Unset Implicit Arguments.
Variables (P : trans S A) (rho : rlaw S A Zt).
Set Implicit Arguments.
Hypotheses (HP : is_trans P) (Hrho : is_rlaw rho) (Hrv : is_reward rho rv).
Variable f : seq E -> Model.policy S A.
Hypothesis Hf : forall w, is_policy (f w).
Hypothesis Hplays : forall w h (x : S h) (a : A), (h < L)%N -> f w x a = in_force w x a.   (* it plays what it records *)
Variable pistar : Model.policy S A.
Hypothesis Hstar : is_policy pistar.
Definition lost_of (v : seq E) : R := if verdict rt hd (trace v) is Some j then IZR (lost j) / 2 ^ 60 else 0.

(* the theorem is about the radii of the paper, and Lam at least log(TXA/delta) to the base e *)
Hypotheses (Hradii : cradii ch = Radii_printed) (Hlog : clog ch <> Log10).

Let x0_one (x : S 0%N) : x = x0.
Proof. by apply: val_inj; case: x => [u /= uu]; move: uu; rewrite (lay_0 H); case: u. Qed.
Let SL : #|S L| = 1%N. Proof. by rewrite card_ord (lay_L H). Qed.
Let A1 : (0 < #|A|)%N. Proof. by rewrite card_ord. Qed.
Lemma Lam_ge : ln (TXA S A L T / delta) <= Lam.
Proof.
have L1 := L_gt0 H; have T1 := T_gt0 H; have d01 := delta_range H.
rewrite /Lam_of; case: (clog ch) Hlog => [_|_|//] /=; first exact: Rle_refl.
have y1 : 1 <= TXA S A L T / delta.
  have p2 := TXA2 x0 T1 A1 L1 SL.
  have : 1 <= / delta by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
  by rewrite /Rdiv; nra.
have y0 := @le_ln 1 _ ltac:(lra) y1; rewrite ln_1 in y0; move: y0; have := ln_lt_2; have : ln 2 <= 1.
  by rewrite -(ln_exp 1); apply: le_ln; [lra | have := exp_ineq1 1 ltac:(lra); lra].
move: (ln (TXA S A L T / delta)) (ln 2) => y u u1 u0 y0.
rewrite -[X in X <= _]Rmult_1_r; apply: Rmult_le_compat_l => //; rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
Qed.

Let some_episode : exists e : E, true.
Proof.
apply: Classical_Prop.NNPP => none; have HL := @law_exp S A Zt P rho (f [::]) HP Hrho (Hf _) L 0 x0.
have := @ex_eq _ _ HL _ (fun=> 1) (bddC _ 0) (fun e => False_ind _ (none (ex_intro _ e isT))).
by rewrite !(exC HL); lra.
Qed.
Let Hnear : near x0 rv T Lam start f gap_at.
Proof.
have [e _] := some_episode => hist hT; have := optimal_at e hT; rewrite Hradii.
by apply: gap_opt_ext => // h x a hL; rewrite Hplays.
Qed.
Let lost_is bound : 1 - delta <= Prl (Algorithm.K x0 P rho f) T [::] (fun v =>
    Rleb (regret x0 P rho rv f pistar v) (bound + total_gap gap_at v)) ->
  1 - delta <= Prl (Algorithm.K x0 P rho f) T [::] (fun v => Rleb (regret x0 P rho rv f pistar v) (bound + lost_of v)).
Proof.
have KD := K_exp x0 HP Hrho Hf => Hn; apply: Rle_trans Hn _; apply: (le_Prl KD) => v; rewrite addn0 => vT.
have [j Hj] := accepted vT; have [_ [_ [_ _ El]]] := state_good (verdict_state Hj).
suff -> : total_gap gap_at v = lost_of v by exact: Rle_refl.
rewrite /lost_of Hj /total_gap -El; case: spec => _ _ [-> _ _] _ _.
by rewrite /bits -(pow_IZR 2 60).
Qed.

Let here := Setting x0_one HP Hrho Hrv (T_gt0 H) (delta_range H) A1 (L_gt0 H) SL.

(* whatever the trigger, the completion and what happens at t = T *)
Theorem judged_learner : 1 - delta <= Prl (Algorithm.K x0 P rho f) T [::] (fun v =>
  Rleb (regret x0 P rho rv f pistar v)
    (3 * (INR L * INR (X S L)) * sqrt (INR T * INR #|A| * Lam) + lost_of v)).
Proof.
exact: lost_is (near_three (M := here) Lam_ge (@start_in_schedule S A Zt x0 L (ctrigger ch)) Hf Hnear Hstar).
Qed.

(* alg:main/12 as printed: an epoch for every episode *)
Theorem judged_learner_printed : ctrigger ch = Printed ->
  1 - delta <= Prl (Algorithm.K x0 P rho f) T [::] (fun v => Rleb (regret x0 P rho rv f pistar v)
    (2 * sqrt 2 * (INR L * INR (X S L)) * sqrt (INR T * INR #|A| * Lam) + lost_of v)).
Proof.
move=> Ht; have every w : start w = w.
  by rewrite Ht (@start_in_printed S A Zt x0 L ord0 ord0 w).
exact: lost_is (near_every (M := here) (@start_in_schedule S A Zt x0 L (ctrigger ch)) Hf Hnear Hstar Lam_ge every).
Qed.

(* --- the number that a verdict calls `bound` is what these theorems bound the regret with *)
Let number_of_states : Z.of_nat (sumn (layers hd)) = Z.of_nat (X S L).
Proof.
rewrite {1}(layers_X H) sumnE /X_ /mkseq big_map -[iota _ _]/(index_iota 0 L.+1) big_mkord; congr Z.of_nat.
by apply: eq_bigr => h _; rewrite card_ord.
Qed.
Lemma regret_bound_above m : regret_bound K hd = Some m -> exists C2, constant_squared ch = Some C2 /\
  sqrt (IZR C2) * (INR L * INR (X S L)) * sqrt (INR T * INR #|A| * Lam) <= IZR m / 1000.
Proof.
rewrite /regret_bound; case EC : (constant_squared ch) => [C2|//] [<-]; exists C2; split=> //.
have C0 : (0 <= C2)%Z by move: EC; rewrite /constant_squared; case: (clog ch) (cradii ch) (ctrigger ch) => [] [] [] // [<-].
have -> : INR #|A| = INR nA'.+1 by rewrite card_ord.
rewrite number_of_states -[(size _).-1]/L (actions H) (T_Z H).
set LX := (1000 * _ * _)%Z; set p := (_ * lamhi K)%Z.
have F0R := IZR_lt _ _ F0; have [_ hi] := HLam.
have p0 : (0 <= C2 * Z.of_nat nA'.+1 * Z.of_nat T * LX * LX)%Z by rewrite /LX; nia.
have L0 : 0 <= Lam by apply: Rle_trans (proj1 HLam); apply: Rmult_le_pos; [exact: (IZR_le 0) | exact/Rlt_le/Rinv_0_lt_compat].
have above : (1000 * (sqrt (IZR C2) * (INR L * INR (X S L)) * sqrt (INR T * INR nA'.+1 * Lam))) ^ 2 <= IZR p / IZR (cF K).
  have -> a b c : (1000 * (a * b * c)) ^ 2 = 1000 * 1000 * b ^ 2 * (a ^ 2 * c ^ 2) by ring.
  rewrite !pow2_sqrt; first last.
  - exact: (IZR_le 0).
  - by apply: Rmult_le_pos => //; apply: Rmult_le_pos; exact: pos_INR.
  have -> : 1000 * 1000 * (INR L * INR (X S L)) ^ 2 * (IZR C2 * (INR T * INR nA'.+1 * Lam)) =
      IZR (C2 * Z.of_nat nA'.+1 * Z.of_nat T * LX * LX) * Lam.
    by rewrite /LX !mult_IZR -!INR_IZR_INZ; ring.
  rewrite /p (mult_IZR _ (lamhi K)) /Rdiv Rmult_assoc; apply: Rmult_le_compat_l; [exact: (IZR_le 0) | exact: hi].
have l0' : (0 <= lamhi K)%Z by apply: le_IZR; apply: (Rmult_le_reg_r (/ IZR (cF K))); [exact: Rinv_0_lt_compat | lra].
have q0 : (0 <= p / cF K)%Z by apply: Z.div_pos => //; rewrite /p; nia.
have [_ s1] := Z.sqrt_spec (p / cF K + 1)%Z ltac:(lia).
have below : IZR p / IZR (cF K) < IZR (Z.sqrt (p / cF K + 1) + 1) ^ 2.
  have m0 := Z.mod_pos_bound p _ F0; have := Z.div_mod p (cF K) ltac:(lia) => Ep.
  apply: (Rlt_le_trans _ (IZR (p / cF K + 1))).
    apply: (Rmult_lt_reg_r (IZR (cF K))) => //; rewrite /Rdiv Rmult_assoc Rinv_l; last by lra.
    by rewrite Rmult_1_r -mult_IZR; apply: IZR_lt; lia.
  by rewrite (pow_IZR _ 2); apply: IZR_le; lia.
move: above below; set y := sqrt _ * _ * _; set M := IZR (_ + 1) => above below.
have M0 : 0 <= M by apply: (IZR_le 0); have := Z.sqrt_nonneg (p / cF K + 1); lia.
suff : 1000 * y <= M by lra.
by apply: Rnot_lt_le => My; move: above below; rewrite /= !Rmult_1_r; nra.
Qed.

Theorem judged_bound m : regret_bound K hd = Some m -> 1 - delta <= Prl (Algorithm.K x0 P rho f) T [::] (fun v =>
  Rleb (regret x0 P rho rv f pistar v) (IZR m / 1000 + lost_of v)).
Proof.
move=> Hm; have [C2 [EC le]] := regret_bound_above Hm; have KD := K_exp x0 HP Hrho Hf.
have wider y : y <= IZR m / 1000 -> 1 - delta <= Prl (Algorithm.K x0 P rho f) T [::] (fun v =>
    Rleb (regret x0 P rho rv f pistar v) (y + lost_of v)) -> 1 - delta <= Prl (Algorithm.K x0 P rho f) T [::] (fun v =>
    Rleb (regret x0 P rho rv f pistar v) (IZR m / 1000 + lost_of v)).
  move=> ym H1; apply: Rle_trans H1 _; apply: Prl_imp => // v _ /RlebP H2; apply/RlebP; lra.
have s9 : sqrt 9 = 3 by rewrite (_ : 9 = 3 * 3); [rewrite sqrt_square; lra | lra].
have s8 : sqrt 8 = 2 * sqrt 2.
  by rewrite (_ : 8 = (2 * 2) * 2); [rewrite sqrt_mult ?sqrt_square; lra | lra].
move: EC le; rewrite /constant_squared Hradii => EC le; case Et : (ctrigger ch) EC.
- by case: (clog ch) Hlog => // _ [E]; apply: wider judged_learner; rewrite -s9 -[9]/(IZR 9) E.
- by case: (clog ch) Hlog => // _ [E]; apply: wider (judged_learner_printed Et); rewrite -s8 -[8]/(IZR 8) E.
by case: (clog ch) Hlog => // _ [E]; apply: wider judged_learner; rewrite -s9 -[9]/(IZR 9) E.
Qed.
End JudgedLearner.

(* the hypothesis `accepted` can be met: two actions from x_0 to x_L, rewards 0 or 1, T = 2, uniform play *)
Definition small : header := Header [:: 1; 1]%N 2 2 (1 # 2) 0 false (Choices Max1 Ln Radii_printed Uniform).
Definition coin (z : bool) : Q := if z then 1%Q else 0%Q.
Definition always (w : seq (traj (S_ (lay_of small)) (A_ (nA_of small)) [finite bool] (L_of small) 0)) :=
  if (size w < 2)%N then Some (Epoch None None (Pi [:: [:: [:: 1 # 2; 1 # 2]]])) else None.
