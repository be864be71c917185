(* What acceptance is worth for any learner, whether or not its traces are accepted: the probability that a trace is
   accepted and the regret is above the bound is at most delta.  A learner that asks the judge before it plays: its
   trace is accepted, unless both its proposal and its fallback were refused at some time. *)
Require Import ZArith QArith Qreals UCRLLP.judge.EpochCheck UCRLLP.judge.LogarithmCheck
  UCRLLP.judge.TraceCheck UCRLLP.judge.Greedy.
Require Import Previsions.Sums Previsions.Probability UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures
  UCRLLP.model.ConfidenceSets Previsions.Concentration UCRLLP.model.Algorithm UCRLLP.paper.GoodEvents UCRLLP.model.BackwardInduction
  UCRLLP.model.Learner UCRLLP.model.Setting.
Require Import UCRLLP.judge.EpochSound UCRLLP.judge.LogarithmSound UCRLLP.judge.Readings UCRLLP.judge.Counters
  UCRLLP.judge.PolicySound UCRLLP.judge.JudgeSound UCRLLP.judge.Verdict UCRLLP.sharper.Budgets UCRLLP.sharper.ConstantThree
  UCRLLP.judge.JudgedLearner.
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
  apply: le_rsum => h _; rewrite -(layer_mass Hq' (ltn_ord h)); apply: le_rsum => x _; apply: le_rsum => a _.
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
Variables (Zt : Type) (rq : Zt -> Q).
Notation x0 := (x0_ lay).
Notation E := (traj S A Zt L 0).
Notation enc0 := (@enc lay nA' Zt rq L 0 x0).
Notation rv := (rv rq).
Notation start := (@start_in S A Zt x0 L (ctrigger (hread hd))).
Variable logged : seq E -> option epoch.
Notation trace := (@trace hd Zt rq logged).
Notation in_force := (@in_force hd Zt logged).
Unset Implicit Arguments.
Variables (P : trans S A) (rho : rlaw S A Zt).
Set Implicit Arguments.
Hypotheses (HP : is_trans P) (Hrho : is_rlaw rho) (Hrv : is_reward rho rv).
Variable f : seq E -> Model.policy S A.
Hypothesis Hf : forall w, is_policy (f w).
(* it plays what it records, as long as the judge refuses nothing *)
Hypothesis Hlog : forall K j0 w j, opening rt hd = Some (K, j0) -> state_after rq logged K j0 w = Some j ->
  forall h (x : S h) (a : A), (h < L)%N -> f w x a = in_force w x a.
Variable pistar : Model.policy S A.
Hypothesis Hstar : is_policy pistar.
(* the readings for which Theorem 4 is a theorem: the paper's radii, Lam at least ln(TXA/delta) *)
Hypotheses (Hradii : cradii (hread hd) = Radii_printed) (Hbase : clog (hread hd) <> Log10).
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
Let lam : / 2 <= Lam := Lam_half x0 (T_gt0 H) (delta_range H) A1 (L_gt0 H) SL (Lam_ge Hopen Hbase).

Lemma sure_near w : gap_opt L (@Algorithm.Pbar S A Zt x0 L (start w)) (@Algorithm.eps S A Zt x0 L Lam (start w))
  (@Algorithm.rhat S A Zt x0 L rv Lam (start w)) (f w) (sure_gap w).
Proof.
have far := @gap_L S A Zt x0 L rv Lam lam Sgt Hrv (start w) (f w) (Hf w).
rewrite /sure_gap; case Es : (state_after w) => [j|] //; case: ifP => // /norP[i0 nd].
have [s [first [I O _]]] := state_good Hopen Es.
have nf : ~~ first by rewrite (j5 I).2.
have := O nf; rewrite Hradii; have := j3 I; rewrite (negbTE nd) => <- Ho.
rewrite /gap_at Es; apply: gap_opt_ext Ho => // h x a hL; by rewrite (Hlog Hopen Es).
Qed.

(* where the judge goes on to the end, the gaps are its own *)
Lemma sure_along w j : state_after w = Some j ->
  hsum (fun hist _ => sure_gap hist) w = hsum (fun hist _ => gap_at hist) w.
Proof.
elim: w j => [//|e w IH] j /state_cons[j1 [j2 [E1 Es _]]].
rewrite !hsum_cons (IH _ E1); congr (_ + _); rewrite /sure_gap E1.
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
  by apply: (le_Prl KD) => v _; rewrite /verdict Eo; exact: Rle_refl.
have one : forall x : S 0%N, x = x0.
  by move=> x; apply: val_inj; case: x => [u /= uu]; move: uu; rewrite (lay_0 H); case: u.
have SL : #|S L| = 1%N by rewrite card_ord (lay_L H).
have A1 : (0 < #|A|)%N by rewrite card_ord.
have near hist : (size hist < T)%N -> _ := fun _ => sure_near Eo hist.
have := near_three (M := Setting one HP Hrho Hrv (T_gt0 H) (delta_range H) A1 (L_gt0 H) SL) (Lam_ge Eo Hbase)
  (@start_in_schedule S A Zt x0 L (ctrigger (hread hd))) Hf near Hstar.
move=> Hn; apply: Rle_trans Hn _; apply: (le_Prl KD) => v; rewrite addn0 => vT.
case Ev : (verdict rt hd (trace v)) => [j|]; last by rewrite /ind; case: Rleb; lra.
have Es := verdict_state Eo Ev; have [_ [_ [_ _ El]]] := state_good Eo Es.
suff -> : total_gap (sure_gap K j0) v = lost_of v by exact: Rle_refl.
rewrite /total_gap (sure_along Es) -El /lost_of Ev.
by case: (opening_spec Eo) => _ _ [-> _ _] _ _; rewrite /bits -(pow_IZR 2 60).
Qed.
End AnyLearner.

(* --- denominators *)
(* a set of denominators, each short, that holds those of sums *)
Definition closed_short (dens : pred positive) : Prop :=
  [/\ dens 1%positive, forall d e, dens d -> dens e -> dens (common d e) & forall d, dens d -> Pos.leb d long].

Lemma one_denominator d : Pos.leb d long -> closed_short (fun e => Pos.eqb e 1 || Pos.eqb e d).
Proof.
have common_1 e : common 1 e = e /\ common e 1 = e.
  split; rewrite /common; last by rewrite Z.mod_1_r.
  case: Z.eqb_spec => [Em|_]; last by rewrite Z.mod_1_r.
  by case: (Pos.eq_dec e 1) => [-> //|ne]; move: Em; rewrite Z.mod_1_l //; lia.
rewrite /closed_short; move: long => m dl; split=> // [e e' /orP[]/Pos.eqb_eq -> /orP[]/Pos.eqb_eq ->|e /orP[]/Pos.eqb_eq ->] //.
- by rewrite (common_1 d).1 Pos.eqb_refl orbT.
- by rewrite (common_1 d).2 Pos.eqb_refl orbT.
- by rewrite /common Z_mod_same_full /= Pos.eqb_refl orbT.
by apply/Pos.leb_le; exact: Pos.le_1_l.
Qed.

(* those of the doubles: powers of 2, up to 2^1074 *)
Definition of_double (e : positive) : bool :=
  Z.eqb (Zpos e) (2 ^ Z.log2 (Zpos e)) && Z.leb (Z.log2 (Zpos e)) 1074.
Lemma long_double : Pos.leb (Pos.iter xO xH 1074) long.
Proof. exact_no_check (erefl true). Qed.               (* the kernel computes it; the tactic would unfold too much *)
Lemma iter_xO n : Zpos (Pos.iter xO xH n) = (2 ^ Zpos n)%Z.
Proof. by rewrite -two_power_pos_equiv. Qed.
Lemma double_long e : of_double e -> Pos.leb e long.
Proof.
move: (iter_xO 1074) long_double; move: (Pos.iter _ _ _) long => d m Ed /Pos.leb_le dm.
case/andP => /Z.eqb_eq Ee /Z.leb_le el; apply/Pos.leb_le; apply: (Pos.le_trans _ d) => //.
by rewrite -[(e <= d)%positive]/(Zpos e <= Zpos d)%Z Ed [X in (X <= _)%Z]Ee; apply: Z.pow_le_mono_r.
Qed.
Lemma common_double d e : of_double d -> of_double e -> common d e = d \/ common d e = e.
Proof.
case/andP => /Z.eqb_eq Ed _ /andP[/Z.eqb_eq Ee _]; rewrite /common.
have [d0 e0] := (Z.log2_nonneg (Zpos d), Z.log2_nonneg (Zpos e)).
have mod0 a b : (0 <= b <= a -> 2 ^ a mod 2 ^ b = 0)%Z.
  move=> ba; rewrite (_ : a = (a - b) + b)%Z; last by lia.
  by rewrite Z.pow_add_r; [apply: Z.mod_mul; have := Z.pow_pos_nonneg 2 b; lia | lia | lia].
case: Z.eqb_spec => [_|n1]; first by left.
case: Z.eqb_spec => [_|n2]; first by right.
rewrite Ed Ee in n1 n2; case: (Z.le_gt_cases (Z.log2 (Zpos e)) (Z.log2 (Zpos d))) => H.
  by case: n1; apply: mod0.
by case: n2; apply: mod0; lia.
Qed.
Lemma double_denominators : closed_short of_double.
Proof.
split=> [|d e Hd He|e]; [by [] | | exact: double_long].
by case: (common_double Hd He) => ->.
Qed.

(* --- a learner that asks before it plays: it proposes a policy; if the judge refuses it, it takes another *)
Section Asking.
Variables (hd : header) (rt : Z -> Z).
Notation lay := (lay_of hd).
Notation nA' := (nA_of hd).
Notation L := (L_of hd).
Notation T := (T_of hd).
Notation S := (S_ lay).
Notation A := (A_ nA').
Variables (Zt : Type) (rq : Zt -> Q).
Notation x0 := (x0_ lay).
Notation E := (traj S A Zt L 0).
Notation enc0 := (@enc lay nA' Zt rq L 0 x0).
Notation start := (@start_in S A Zt x0 L (ctrigger (hread hd))).
Variables (K : consts) (j0 : judge).
Variables proposed fallback : seq E -> played_policy.

Notation wants := (wants hd).
(* the judge's answer to an epoch that records its policy alone *)
Definition answer (j : judge) (p : played_policy) : option judge :=
  if step_epoch K hd j (num_i j + 1) (num_t j + 1) (Epoch None None p) is Next j1 then Some j1 else None.
Definition choice (w : seq E) (j : judge) : option played_policy :=
  if wants j then Some (if answer j (proposed w) is Some _ then proposed w else fallback w) else None.
Definition decide (w : seq E) (o : option judge) : option judge :=
  if o is Some j then if choice w j is Some p then answer j p else Some j else None.
Definition heard (o : option judge) (e : E) : option judge :=
  if o is Some j then if step_episode hd j (num_t j + 1) (enc0 e) is Next j1 then Some j1 else None else None.
(* the judge after all that was told it; when it is asked *)
Fixpoint told (w : seq E) : option judge := decide w (if w is e :: w' then heard (told w') e else Some j0).
Definition asked (w : seq E) : option judge := if w is e :: w' then heard (told w') e else Some j0.
Definition asking (w : seq E) : option epoch :=
  if asked w is Some j then if choice w j is Some p then Some (Epoch None None p) else None else None.

Lemma toldE w : told w = decide w (asked w). Proof. by case: w. Qed.

Lemma epoch_numbers j i t ep j1 : step_epoch K hd j i t ep = Next j1 ->
  [/\ num_i j1 = i, num_t j1 = num_t j, due j1 = false & tab j1 = rebase (tab j)].
Proof.
rewrite /step_epoch; do 7![case: ifP => // _].
set fit := (X in (if X is Some _ then _ else _)); case: fit => [//|].
by case: (gap_of_policy _ _ _ _) => // g; case: ifP => // _ [<-].
Qed.
Lemma episode_numbers j t e j1 : step_episode hd j t e = Next j1 -> [/\ num_i j1 = num_i j,
  num_t j1 = (num_t j + 1)%Z & tab j1 = see (tab j) e].
Proof. by rewrite /step_episode; do 8![case: ifP => // _] => -[<-]. Qed.

Notation number := (@number hd Zt asking).
Notation state_after := (@state_after hd Zt rq asking K j0).
Hypothesis Hj0 : num_i j0 = 0%Z /\ num_t j0 = 0%Z.

Lemma decided w j j' : asked w = Some j -> number w = (num_i j + (if asking w is Some _ then 1 else 0))%Z ->
  num_t j = Z.of_nat (size w) -> decide w (Some j) = Some j' ->
  [/\ reach K hd j (start_record asking w) = Some j', num_i j' = number w & num_t j' = Z.of_nat (size w)].
Proof.
move=> Ea; have Eg : asking w = if choice w j is Some p then Some (Epoch None None p) else None by rewrite /asking Ea.
rewrite /start_record /decide; move: Eg; case: (choice w j) => [p|] -> En Et; last first.
  by move=> [<-]; rewrite En Z.add_0_r.
rewrite /answer; case Es : (step_epoch _ _ _ _ _ _) => [j1| |why] // [<-].
have [e1 e2 _ _] := epoch_numbers Es.
by rewrite reach_cons /step En -Et Es e1 e2.
Qed.

Lemma told_state w j : told w = Some j ->
  [/\ state_after w = Some j, num_i j = number w & num_t j = Z.of_nat (size w)].
Proof.
elim: w j => [|e w IH] j.
  rewrite /told => Hd; have [i0 t0] := Hj0.
  have En : number [::] = (num_i j0 + (if asking [::] is Some _ then 1 else 0))%Z by rewrite i0.
  by have := decided (erefl : asked [::] = Some j0) En t0 Hd.
rewrite toldE; case Ea : (asked _) => [j1|//] Hd.
move: (Ea); rewrite /asked /heard; case Et : (told w) => [j2|//].
have [Hs Hi Ht] := IH _ Et.
case Es : (step_episode _ _ _ _) => [j3| |why] // [E3]; rewrite E3 in Es => {j3 E3}.
have [e1 e2 _] := episode_numbers Es.
have En : number (e :: w) = (num_i j1 + (if asking (e :: w) is Some _ then 1 else 0))%Z by rewrite e1 Hi.
have Ez : num_t j1 = Z.of_nat (size (e :: w)).
  by rewrite e2 Ht /= Zpos_P_of_succ_nat Z.add_1_r.
have [R1 R2 R3] := decided Ea En Ez Hd; split=> //.
rewrite /JudgedLearner.state_after log_cons -cats1 !reach_cat -/(JudgedLearner.state_after _ _ _ _ _) Hs.
by rewrite reach_cons /step -Ez e2 Es.
Qed.

(* when it has its answer, the judge wants no epoch *)
Lemma number_ge0 w : (0 <= number w)%Z.
Proof. by elim: w => [|e w IH] /=; case: (asking _) => [?|]; lia. Qed.
Lemma asked_ge0 w j : asked w = Some j -> (0 <= num_i j)%Z.
Proof.
case: w => [[<-]|e w]; first by case: Hj0 => ->.
rewrite /asked /heard; case Et : (told w) => [j2|//]; case Es : (step_episode _ _ _ _) => [j3| |why] // [<-].
by have [-> _ _] := episode_numbers Es; have [_ -> _] := told_state Et; exact: number_ge0.
Qed.
Lemma told_ready w j : told w = Some j -> ~~ wants j.
Proof.
rewrite toldE; case Ea : (asked w) => [j1|//] /=; rewrite /choice; case: ifP => [_|/negbT nw [<-] //].
rewrite /answer; case Es : (step_epoch _ _ _ _ _ _) => [j2| |why] // [<-].
have [e1 _ e3 _] := epoch_numbers Es; have i0 := asked_ge0 Ea; rewrite /wants e1 e3 /= orbF.
by apply/negP => /Z.eqb_eq; lia.
Qed.

(* the trace of T episodes that the judge has heard is accepted *)
Lemma run_cat j rs r j1 : reach K hd j rs = Some j1 -> run K hd j (rcons rs r) = run K hd j1 [:: r].
Proof.
elim: rs j => [|r' rs IH] j; first by move=> [->].
by rewrite reach_cons rcons_cons run_cons; case: (step K hd j r') => [j2| |why] //; exact: IH.
Qed.
Lemma told_accepted v j : opening rt hd = Some (K, j0) -> told v = Some j ->
  verdict rt hd (@trace hd Zt rq asking v) = Some j.
Proof.
move=> Ho Et; have [Hs Hi Ht] := told_state Et; have := told_ready Et.
rewrite /verdict Ho (run_cat _ Hs) run_end /step_end /wants -Hi -Ht !Z.eqb_refl.
by case: (Z.eqb (num_i j) 0) => //=; case: (due j); case: (Z.eqb (num_t j) (hT hd)); case: (hsolve hd).
Qed.

(* --- an episode that the policy in force can play is no reason to refuse *)
Hypothesis Hopen : opening rt hd = Some (K, j0).
Let spec := opening_spec Hopen.
Let H : header_ok hd. Proof. by case: spec. Qed.
Hypothesis rq01 : forall z, Qle_bool 0 (rq z) && Qle_bool (rq z) 1.
(* the denominators that rewards may have: closed under `common`, so that those of sums are among them *)
Variable dens : pred positive.
Hypothesis Hdens : closed_short dens.
Definition over_d (q : Q) := dens (Qden q).

Lemma over_qadd p q : over_d p -> over_d q -> over_d (qadd p q).
Proof.
by case: Hdens => _ Hc _ Hp Hq; rewrite /over_d /qadd; case: ifP => _; [exact: Hp | exact: Hc].
Qed.
Definition over_c (c : table) := all (all (all (fun k => over_d (sr k)))) c.
Lemma all_upd (U : Type) (p : pred U) f i (s : seq U) : (forall u, p u -> p (f u)) -> all p s -> all p (upd f i s).
Proof. by move=> Hf; elim: s i => [|u s IH] [|i] //= /andP[pu ps]; rewrite ?ps ?Hf // pu IH. Qed.
Lemma over_see c e : all (fun s : nat * nat * Q => over_d s.2) e -> over_c c -> over_c (see c e).
Proof.
elim: c e => [//|l c IH] [|[[x a] r] e] //= /andP[rd ed] /andP[lc cc]; rewrite /over_c /= -/(over_c _) IH // andbT.
by apply: all_upd lc => st; apply: all_upd => k kd; exact: over_qadd kd rd.
Qed.
Lemma over_rebase c : over_c c -> over_c (rebase c).
Proof.
by rewrite /over_c /rebase all_map; apply: sub_all => l; rewrite /= all_map; apply: sub_all => st; rewrite /= all_map.
Qed.
Lemma over_init X nA : over_c (init X nA).
Proof.
case: Hdens => d1 _ _; elim: X => [//|n [//|m X] IH]; rewrite /over_c /= -/(over_c _) IH andbT !all_nseq.
by rewrite /over_d d1 !orbT.
Qed.
Lemma no_long c e : over_c c -> seen (fun k => ~~ short k) c e = false.
Proof.
case: Hdens => d1 _ dm; rewrite /short; elim: c e => [//|l c IH] [|[[x a] r] e] //= /andP[lc cc]; rewrite IH // orbF.
have kd : over_d (sr (nth (cell0 0) (nth [::] l x) a)).
  apply: (@all_nth0 _ _ (fun k => over_d (sr k))); first exact: d1.
  by apply: (@all_nth0 _ [::] (all (fun k => over_d (sr k)))) => //; apply: (@all_nth0 _ [::] (all _)) lc.
by apply/negbTE/negPn; exact: dm.
Qed.
Hypothesis Hd : forall z, over_d (rq z).

Lemma in_range_enc k h (x : S h) (e : traj S A Zt k h) : in_range rq (enc rq x e).
Proof. by elim: k h x e => [//|k IH] h x e [|j] /= je; [exists e.1.2.1 | exact: IH]. Qed.
Lemma over_asked w : (forall j, told w = Some j -> over_c (tab j)) /\ (forall j, asked w = Some j -> over_c (tab j)).
Proof.
have decided_over w1 j j' : asked w1 = Some j -> decide w1 (Some j) = Some j' -> over_c (tab j) -> over_c (tab j').
  move=> _; rewrite /decide; case: (choice w1 j) => [p|[<-] //]; rewrite /answer.
  by case Es : (step_epoch _ _ _ _ _ _) => [j1| |why] // [<-]; have [_ _ _ ->] := epoch_numbers Es; exact: over_rebase.
have both w1 : (forall j, asked w1 = Some j -> over_c (tab j)) -> forall j, told w1 = Some j -> over_c (tab j).
  by move=> Hu j; rewrite toldE; case Ea : (asked w1) => [j1|//] Hj; exact: decided_over Ea Hj (Hu _ Ea).
elim: w => [|e w [IH _]].
  have H0 j : asked [::] = Some j -> over_c (tab j).
    by move=> [<-]; case: spec => _ -> _ _ _; exact: over_init.
  by split; [exact: both | exact: H0].
have Hs j : asked (e :: w) = Some j -> over_c (tab j).
  rewrite /asked /heard; case Et : (told w) => [j1|//].
  case Es : (step_episode _ _ _ _) => [j2| |why] // [<-]; have [_ _ ->] := episode_numbers Es.
  apply: over_see (IH _ Et); apply/(all_nthP e0) => k ke.
  by have [z <-] := in_range_enc ke; exact: Hd.
by split; [exact: both | exact: Hs].
Qed.

Lemma states_enc k h (x : S h) (e : traj S A Zt k h) : (k + h)%N = L -> states_ok (drop h (layers hd)) (enc rq x e).
Proof.
rewrite (layers_X H); elim: k h x e => [|k IH] h x e kh.
  have -> : drop h (X_ lay L) = drop L (X_ lay L) by rewrite -kh.
  by rewrite (dropX _ (ltnSn L)) drop_oversize // size_mkseq.
have hL : (h < L)%N by rewrite -kh addSn ltnS leq_addl.
rewrite (dropX lay (ltnW hL : (h < L.+1)%N)) (dropX lay (hL : (h.+1 < L.+1)%N)) [enc _ _ _]/= states_ok_cons.
rewrite -(dropX lay (hL : (h.+1 < L.+1)%N)) IH ?addnS // andbT; apply/Nat.ltb_lt/ltP; exact: ltn_ord.
Qed.

(* an episode that the policy in force can play *)
Definition playable (pi : Model.policy S A) (e : E) : Prop :=
  forall h (x : S h) a, (h < L)%N -> visit x0 (mkp x a) e -> 0 < pi h x a.
Notation in_force := (@in_force hd Zt asking).

Lemma heard_ok w e j : told w = Some j -> (size w < T)%N -> playable (in_force w) e -> heard (Some j) e <> None.
Proof.
move=> Et wT pl; have [Es Hi Ht] := told_state Et; have nw := told_ready Et.
have [s [first [I _ _]]] := state_good Hopen Es.
have tT : Z.eqb (num_t j) (hT hd) = false.
  by apply/Z.eqb_neq; rewrite Ht (T_Z H) => /Nat2Z.inj Hs; move: wT; rewrite Hs ltnn.
move: nw; rewrite /wants tT andbT => /norP[/negbTE i0 /negbTE nd]; rewrite /heard /step_episode i0 nd.
have -> : Z.eqb (num_t j + 1) (num_t j + 1) && Z.leb (num_t j + 1) (hT hd).
  by rewrite Z.eqb_refl; apply/Z.leb_le; rewrite Ht (T_Z H); move/ltP: wT; lia.
have -> : states_ok (layers hd) (enc0 e).
  by have := @states_enc L 0%N x0 e (addn0 L); rewrite drop0.
have -> : actions_ok (hA hd) (enc0 e).
  apply/(all_nthP e0) => k; rewrite size_enc => kL; have [_ al] := enc_range rq x0 e kL.
  by apply/Nat.ltb_lt/ltP; rewrite (actions H).
have -> : rewards_ok (enc0 e).
  by apply/(all_nthP e0) => k kL; have [z <-] := in_range_enc kL; exact: rq01.
have -> : played (pol j) (enc0 e).
  have nf : ~~ first by rewrite (j5 I).2 i0.
  have [Hp Hf Epi] := j6 I nf.
  apply/(all_nthP ([::], e0)) => k; rewrite size_zip size_enc; have [sw _ _] := Hf.
  rewrite sw minnn => kL; rewrite nth_zip ?sw ?size_enc //.
  have [xl al] := enc_range rq x0 e kL.
  have Vk : visit x0 (mkp (Ordinal xl : S k) (Ordinal al : A)) e.
    by rewrite (visit_hit rq) //=; case: (nth e0 _ _) => [[u b] r] /=.
  have := pl _ _ _ kL Vk; rewrite (Epi _ _ _ kL) /pol_of /=.
  case: (nth e0 _ _) xl al {Vk} => [[u b] r] /= xl al; case: Z.eqb_spec => [_|z0] pos; first by rewrite orbT.
  rewrite orbF; apply/Z.ltb_lt; apply: lt_IZR; move: pos.
  have s0 : (0 <= zsum (nth [::] (nth [::] (pol j) k) u))%Z.
    by apply: zsum_ge0; exact: Hp.
  have := IZR_lt 0 _ (_ : 0 < zsum (nth [::] (nth [::] (pol j) k) u))%Z.
  move: (zsum _) z0 s0 => m z0 s0 /(_ ltac:(lia)) m0.
  move=> /(Rmult_lt_compat_r _ _ _ m0); rewrite Rmult_0_l /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r //; lra.
rewrite /= no_long //; have [Ho _] := over_asked w; apply: over_see (Ho _ Et).
by apply/(all_nthP e0) => k kL; have [z <-] := in_range_enc kL; exact: Hd.
Qed.

(* --- what it plays: after a refusal of both, anything *)
Definition asking_plays (w : seq E) : Model.policy S A := fun h x a =>
  if (h < L)%N && isSome (told w) then in_force w x a else / INR nA'.+1.
Definition possible_at (w : seq E) (e : E) : bool :=
  ~~ @pathhas S A Zt (fun h x a _ _ => Rleb (@asking_plays w h x a) 0) L 0 x0 e.
Fixpoint possible (v : seq E) : bool := if v is e :: w then possible_at w e && possible w else true.
(* both are refused *)
Definition stuck (w : seq E) : bool := isSome (asked w) && ~~ isSome (told w).

Lemma stuckP w : stuck w -> exists j, [/\ asked w = Some j, wants j, answer j (proposed w) = None &
  answer j (fallback w) = None].
Proof.
rewrite /stuck toldE; case: (asked w) => [j|//] /=; rewrite /choice.
case: ifP => [wj|//]; case Ep : (answer j (proposed w)) => [j1|]; first by rewrite Ep.
by case Ef : (answer j (fallback w)) => [//|] _; exists j.
Qed.

Lemma pathhas_pair (psi : forall h, S h -> A -> bool) k h (x : S h) (e : traj S A Zt k h) g (y : S g) b :
  pathhas (at_pair (mkp y b)) x e -> psi g y b -> @pathhas S A Zt (fun h x a _ _ => psi h x a) k h x e.
Proof.
elim: k h x e => [//|k IH] h x e /=; case: (ltngtP h g) => [hg|gh|E1].
- by rewrite at_other ?gtn_eqF //= => /IH H1 /H1 ->; rewrite orbT.
- by rewrite at_other ?ltn_eqF //= => /IH H1 /H1 ->; rewrite orbT.
move=> /orP[|/IH H1 /H1 ->]; last by rewrite orbT.
by clear IH; move: y; rewrite -E1 => y; rewrite at_same => /andP[/eqP-> /eqP->] ->.
Qed.

Lemma possible_playable w e j : told w = Some j -> possible_at w e -> playable (in_force w) e.
Proof.
move=> Et /negP pe h x a hL V; apply: Rnot_le_lt => le; apply: pe; apply: (pathhas_pair V).
by rewrite /asking_plays hL Et /=; apply/RlebP.
Qed.

(* all goes on until both are refused *)
Theorem asks_or_stops v : (size v <= T)%N -> possible v ->
  (exists j, told v = Some j) \/ exists u w, v = u ++ w /\ stuck w.
Proof.
elim: v => [|e w IH] wT.
  by move=> _; case Et : (told [::]) => [j|]; [left; exists j | right; exists [::], [::]; rewrite /stuck Et].
move=> /andP[pe pw]; have [[j Et]|[u [w' [-> Hs]]]] := IH (ltnW wT) pw; last by right; exists (e :: u), w'.
have := heard_ok Et wT (possible_playable Et pe); case Eh : (heard (Some j) e) => [j1|//] _.
case Et1 : (told (e :: w)) => [j2|]; first by left; exists j2.
by right; exists [::], (e :: w); split=> //; rewrite /stuck Et1 /= Et Eh.
Qed.

Corollary asking_accepted v : (forall w, ~~ stuck w) -> size v = T -> possible v ->
  exists j, verdict rt hd (@trace hd Zt rq asking v) = Some j.
Proof.
move=> ns vT pv; have [|[j Et]|[u [w [_ Hs]]]] := asks_or_stops (v := v) _ pv; first by rewrite vT.
  by exists j; exact: told_accepted.
by have := ns w; rewrite Hs.
Qed.

Lemma state_told w j : state_after w = Some j -> told w = Some j.
Proof.
have one w1 j1 j2 : asked w1 = Some j1 -> number w1 = (num_i j1 + (if asking w1 is Some _ then 1 else 0))%Z ->
    num_t j1 = Z.of_nat (size w1) -> reach K hd j1 (start_record asking w1) = Some j2 -> told w1 = Some j2.
  move=> Ea; rewrite toldE Ea /decide.
  have Eg : asking w1 = if choice w1 j1 is Some p then Some (Epoch None None p) else None.
    by rewrite /asking Ea.
  rewrite /start_record; move: Eg; case: (choice w1 j1) => [p|] -> // En Et.
  by rewrite reach_cons /step En -Et /answer; case: (step_epoch _ _ _ _ _ _).
elim: w j => [|e w IH] j.
  have [i0 t0] := Hj0; apply: one => //; rewrite i0; exact: erefl.
move=> Hs; have [j1 [j2 [H1 Es Hr]]] := state_cons Hs; have Et := IH _ H1.
have [_ Hi Ht] := told_state Et.
have Ez : Z.of_nat (size (e :: w)) = (num_t j1 + 1)%Z by rewrite Ht /= Zpos_P_of_succ_nat Z.add_1_r.
rewrite Ez in Es; have [e1 e2 _] := episode_numbers Es.
apply: one Hr; first by rewrite /asked /heard Et Es.
  by rewrite e1 Hi.
by rewrite e2.
Qed.

(* --- with probability 1 it plays what it can play *)
Unset Implicit Arguments.
Variables (P : trans S A) (rho : rlaw S A Zt).
Set Implicit Arguments.
Hypotheses (HP : is_trans P) (Hrho : is_rlaw rho) (Hrv : is_reward rho (rv rq)).
Notation f := asking_plays.

Lemma asking_policy w : is_policy (f w).
Proof.
move=> h x; rewrite /asking_plays; case Ec : ((h < L)%N && isSome (told w)); last first.
  have AR : 0 < INR nA'.+1 by apply: lt_0_INR; apply/ltP.
  split=> [a|]; first exact/Rlt_le/Rinv_0_lt_compat.
  by rewrite rsum_const card_ord Rinv_r //; lra.
have hL : (h < L)%N by move: Ec => /andP[].
case Et : (told w) Ec => [j|]; rewrite ?andbF // => _; have [Es _ _] := told_state Et; have nw := told_ready Et.
have [s [first [I _ _]]] := state_good Hopen Es.
have nf : ~~ first by rewrite (j5 I).2; move: nw; rewrite /wants => /norP[].
have [Hp [_ _ Hf] Epi] := j6 I nf.
suff [p0 p1] : is_dist (fun a => @pol_of lay nA' (pol j) h x a).
  by split=> [a|]; rewrite ?(Epi _ _ _ hL) //; rewrite -[RHS]p1; apply: eq_bigr => a _; exact: Epi.
rewrite /pol_of; set m := nth [::] _ _; have m0 := zsum_ge0 (Hp h x : all _ m).
case: Z.eqb_spec => [_|z0].
  have AR : 0 < INR nA'.+1 by apply: lt_0_INR; apply/ltP.
  split=> [a|]; first exact/Rlt_le/Rinv_0_lt_compat.
  by rewrite rsum_const card_ord Rinv_r //; lra.
have sm : size m = nA'.+1 by apply: Hf => //; exact: ltn_ord.
have mR : 0 < IZR (zsum m) by apply: IZR_lt; lia.
split=> [a|]; last by rewrite /Rdiv rsumZr -(zsum_IZR0 sm) Rinv_r //; lra.
apply: Rmult_le_pos; last exact/Rlt_le/Rinv_0_lt_compat.
by apply: (IZR_le 0); apply/Z.leb_le; apply: (all_nthP 0%Z (Hp h x)); rewrite sm; exact: ltn_ord.
Qed.

Lemma law_never (pi : Model.policy S A) k h (x : S h) : is_policy pi ->
  @law S A Zt P rho pi k h x (fun e => ind (@pathhas S A Zt (fun h x a _ _ => Rleb (pi h x a) 0) k h x e)) = 0.
Proof.
move=> Hpi; elim: k h x => [//|k IH] h x; rewrite lawS; apply: big1 => a _.
case: (Rle_dec (pi h x a) 0) => le.
  by have [p0 _] := Hpi h x; have := p0 a => ge; rewrite (_ : pi h x a = 0) ?Rmult_0_l //; lra.
have E0 : Rleb (pi h x a) 0 = false by apply/negP => /RlebP.
rewrite -[RHS](Rmult_0_r (pi h x a)); congr (_ * _); apply: big1 => y _; rewrite /= E0 /=.
rewrite -[RHS](Rmult_0_r (P h x a y)); congr (_ * _).
by rewrite IH; apply: (ex_const (Hrho x a y) (c := 0)).
Qed.

Notation KL := (Algorithm.K x0 P rho f).
Lemma never n hist : possible hist -> Pr KL n hist (fun v => ~~ possible v) = 0.
Proof.
have KD := K_exp x0 HP Hrho asking_policy.
elim: n hist => [|n IH] hist ph; first by rewrite /Pr /= ph.
apply: Rle_antisym; last exact: (Pr_ge0 KD).
have := law_never L x0 (asking_policy hist) => <-.
rewrite /Pr [X in X <= _]/=; apply: (ex_le (KD hist)) => [||e].
- by apply: (Ex_bdd KD); exact: bdd_ind.
- exact: bdd_ind.
case Ee : (pathhas _ _ _); last first.
  by have := IH (e :: hist); rewrite /Pr /= ph /possible_at Ee => ->; rewrite //=; exact: Rle_refl.
apply: (@Rle_trans _ (Pr KL n (e :: hist) predT)); last by rewrite /Pr (Ex_const KD); exact: Rle_refl.
by apply: (le_Pr KD) => w _; rewrite /ind; case: (~~ _) => /=; lra.
Qed.

Variable pistar : Model.policy S A.
Hypothesis Hstar : is_policy pistar.
Hypotheses (Hradii : cradii (hread hd) = Radii_printed) (Hbase : clog (hread hd) <> Log10).
Notation asking_lost := (@lost_of hd rt Zt rq asking).

(* a learner that asks: unless both its proposal and its fallback are refused at some time, its trace is accepted and
   the regret is that of Theorem 4 and the gaps *)
Theorem asking_learner : 1 - Q2R (hdelta hd) <= Prl KL T [::] (fun v =>
  if verdict rt hd (@trace hd Zt rq asking v) is Some _ then
    Rleb (regret x0 P rho (rv rq) f pistar v)
      (3 * (INR L * INR (X S L)) * sqrt (INR T * INR #|A| * Lam_of hd) + asking_lost v)
  else has (fun k => stuck (drop k v)) (iota 0 T.+1)).
Proof.
have KD := K_exp x0 HP Hrho asking_policy.
have Hlog K' j0' w j : opening rt hd = Some (K', j0') -> JudgedLearner.state_after rq asking K' j0' w = Some j ->
    forall h (x : S h) (a : A), (h < L)%N -> f w x a = in_force w x a.
  by rewrite Hopen => -[<- <-] /state_told Et h x a hL; rewrite /asking_plays hL Et.
have := @any_learner hd rt Zt rq asking P rho HP Hrho Hrv f asking_policy Hlog pistar Hstar Hradii Hbase H.
set B := (fun v => _); set C := (fun v => _); rewrite /Prl => HB.
suff : Pr KL T [::] (fun v => ~~ C v) <= Pr KL T [::] (fun v => ~~ B v) + Pr KL T [::] (fun v => ~~ possible v).
  by rewrite (never T (isT : possible [::])); lra.
apply: Rle_trans (ExD KD T [::] (bdd_ind _) (bdd_ind _)).
apply: (le_Ex KD) => [||v]; [exact: bdd_ind | by apply: bddD; exact: bdd_ind |].
rewrite addn0 => vT; rewrite /B /C; case pv : (possible v); last first.
  by rewrite /ind /=; do 2 case: (~~ _) => /=; lra.
case Ev : (verdict _ _ _) => [j|]; first by rewrite /ind /=; case: Rleb => /=; lra.
suff -> : has (fun k => stuck (drop k v)) (iota 0 T.+1) by rewrite /ind /=; lra.
have [|[j Et]|[u [w [Eu Hs]]]] := asks_or_stops (v := v) _ pv; first by rewrite vT.
  by rewrite (told_accepted Hopen Et) in Ev.
apply/hasP; exists (size u); last by rewrite Eu drop_size_cat.
by rewrite mem_iota ltnS -vT Eu size_cat leq_addr.
Qed.

(* where the fallback is accepted whenever it is needed, every trace that can be is accepted, and the bound holds *)
Corollary asking_learner_accepted : (forall w, ~~ stuck w) -> 1 - Q2R (hdelta hd) <= Prl KL T [::] (fun v =>
  if verdict rt hd (@trace hd Zt rq asking v) is Some _ then
    Rleb (regret x0 P rho (rv rq) f pistar v)
      (3 * (INR L * INR (X S L)) * sqrt (INR T * INR #|A| * Lam_of hd) + asking_lost v)
  else false).
Proof.
move=> ns; apply: Rle_trans asking_learner _; apply: (le_Prl (K_exp x0 HP Hrho asking_policy)) => v _.
case: (verdict _ _ _) => [j|]; first exact: Rle_refl.
by rewrite (eq_has (a2 := pred0)) ?has_pred0 => [|k]; [exact: Rle_refl | exact/negbTE/ns].
Qed.
End Asking.

(* the same in one closed theorem: for every header that the judge opens, with the paper's radii and ln or log2, every
   P, every law of rewards whose denominators are closed under `common`, every proposal and every fallback that are functions of the history *)
Theorem asking_bound hd rt K j0 (Zt : Type) (rq : Zt -> Q) (dens : pred positive) proposed fallback
    (P : trans (S_ (lay_of hd)) (A_ (nA_of hd))) (rho : rlaw (S_ (lay_of hd)) (A_ (nA_of hd)) Zt) pistar :
  opening rt hd = Some (K, j0) -> cradii (hread hd) = Radii_printed -> clog (hread hd) <> Log10 ->
  closed_short dens -> (forall z, over_d dens (rq z)) ->
  is_trans P -> is_rlaw rho -> is_reward rho (rv rq) -> is_policy pistar ->
  1 - Q2R (hdelta hd) <=
  Prl (Algorithm.K (x0_ (lay_of hd)) P rho (asking_plays rq K j0 proposed fallback)) (T_of hd) [::] (fun v =>
    if verdict rt hd (trace rq (asking rq K j0 proposed fallback) v) is Some _ then
      Rleb (regret (x0_ (lay_of hd)) P rho (rv rq) (asking_plays rq K j0 proposed fallback) pistar v)
        (3 * (INR (L_of hd) * INR (X (S_ (lay_of hd)) (L_of hd))) *
           sqrt (INR (T_of hd) * INR #|A_ (nA_of hd)| * Lam_of hd) +
         lost_of rt rq (asking rq K j0 proposed fallback) v)
    else has (fun k => stuck rq K j0 proposed fallback (drop k v)) (iota 0 (T_of hd).+1)).
Proof.
move=> Ho Hk Hl Hdens Hd HP Hrho Hrv Hstar.
have H0 : num_i j0 = 0%Z /\ num_t j0 = 0%Z by case: (opening_spec Ho) => _ -> _ _ _.
have r01 z : Qle_bool 0 (rq z) && Qle_bool (rq z) 1.
  have [r0 r1] := reward01 Hrv z; apply/andP; split; apply/Qle_boolP; rewrite ?Q2R_0 ?Q2R_1.
    exact: r0.
  exact: r1.
exact: (@asking_learner hd rt Zt rq K j0 proposed fallback H0 Ho r01 dens
  Hdens Hd P rho HP Hrho Hrv pistar Hstar Hk Hl).
Qed.
