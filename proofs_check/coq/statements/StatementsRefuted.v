(* What the paper prints and what is false as it is compared on runs: the negation of a definition of Statements.v,
   proved at an instance. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents
  UCRLLP.model.Setting UCRLLP.model.Learner UCRLLP.paper.Visits UCRLLP.paper.Trigger UCRLLP.paper.Epochs UCRLLP.paper.Propositions
  UCRLLP.paper.SmallStatements UCRLLP.paper.PigeonholeCells UCRLLP.paper.ManyUpdates UCRLLP.paper.AppendixA UCRLLP.paper.Branches UCRLLP.judge.LogarithmCheck UCRLLP.judge.LogarithmSound.
Require UCRLLP.statements.Statements UCRLLP.statements.StatementsProved.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* Any layers and actions: the next state is uniform, every reward is 0. *)
Section Uniform.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (L T : nat).
Hypotheses (one0 : forall x : S 0%N, x = x0) (S_gt0 : forall h, (0 < #|S h|)%N) (A_gt0 : (0 < #|A|)%N) (L_gt0 : (0 < L)%N)
  (SL : #|S L| = 1%N) (T_gt0 : (0 < T)%N).
Definition nothing : rlaw S A unit := fun h x a y F => F tt.
Lemma nothing_ok : is_rlaw nothing.
Proof. by move=> h x a y; split=> [F G _ _ H|F G _ _|c F _ _|//]; [exact: H | exact: Rle_refl | exact: Rle_refl]. Qed.
Lemma nothing_reward : is_reward nothing (fun _ => 0).
Proof. by split=> [z|//]; lra. Qed.
Lemma one_half : 0 < / 2 < 1. Proof. lra. Qed.
Definition of_nothing : setting :=
  Setting (episodes := T) one0 (uniform_is_trans S_gt0) nothing_ok nothing_reward T_gt0 one_half A_gt0 L_gt0 SL.
End Uniform.

(* One step between two states, n.+1 actions. *)
Lemma unit_one (x : unit) : x = tt. Proof. by case: x. Qed.
Lemma unit_gt0 (h : nat) : (0 < #|[finite unit]|)%N. Proof. by rewrite card_unit. Qed.
Lemma ord_gt0 n : (0 < #|[finite 'I_n.+1]|)%N. Proof. by rewrite card_ord. Qed.
Definition step (n T : nat) (T0 : (0 < T)%N) : setting :=
  @of_nothing (fun _ => [finite unit]) [finite 'I_n.+1] tt 1 T unit_one unit_gt0 (ord_gt0 n) isT card_unit T0.
Definition go : traj (fun _ : nat => [finite unit]) [finite 'I_1] unit 1 0 := ((ord0, (tt, tt)), tt).

Notation here := (mkp (S := fun _ => [finite unit]) (A := [finite 'I_1]) (h := 0%N) tt ord0).
Lemma go_visits : @visit (fun _ => [finite unit]) [finite 'I_1] unit tt 1 here go = true.
Proof. by rewrite /visit /= at_same !eqxx. Qed.

(* T = 1: the pair is visited in the only epoch, whose start counts no visit. *)
Theorem not_display_b2_printed_0 : ~ Statements.display_b2_printed_0.
Proof.
move=> H; have := H (@step 0 1 isT) _ (start_schedule _ _ _ _) [:: go] erefl 0%N tt ord0 isT.
rewrite hsum_cons [behead _]/= [start _ _]/= go_visits (_ : INR (maxn 1 _) = 1) // (_ : INR (cnt _ _ [::]) = 0) // sqrt_1 sqrt_0 /=; lra.
Qed.
Theorem not_display_b3_printed_0 : ~ Statements.display_b3_printed_0.
Proof.
move=> H; have := H (@step 0 1 isT) _ (start_schedule _ _ _ _) [:: go] erefl 0%N isT.
have one F : \rsum_(x : [finite unit]) \rsum_(a : [finite 'I_1]) F x a = F tt ord0.
  by rewrite (bigD1 tt) //= big_ord_recl big_ord0 Rplus_0_r big1 ?Rplus_0_r // => -[].
rewrite !one hsum_cons [behead _]/= [start _ _]/= go_visits (_ : INR (maxn 1 _) = 1) // (_ : INR (cnt _ _ [::]) = 0) // sqrt_1 sqrt_0 /=; lra.
Qed.
Theorem not_display_b3_total_printed_0 : ~ Statements.display_b3_total_printed_0.
Proof.
move=> H; have := H (@step 0 1 isT) _ (start_schedule _ _ _ _) [:: go] erefl 0%N isT.
rewrite layer_total //= => H1; lra.
Qed.
Lemma t500 : (0 < 500)%N. Proof. by []. Qed.
Theorem not_sec_1b_estimation_printed_0 : ~ Statements.sec_1b_estimation_printed_0.
Proof.
pose e : traj (fun _ : nat => [finite unit]) [finite 'I_3] unit 1 0 := ((ord0, (tt, tt)), tt).
move=> H; have := H (@step 2 500 t500) _ (nseq 500 e) (size_nseq _ _).
have [_ H2] := @estimation_false unit (nseq 500 e) (size_nseq _ _).
rewrite size_nseq [episodes _]/= (_ : INR 500 = 500) => [H1|]; last by rewrite INR_IZR_INZ.
have : 2 <= 500 by lra.
move/H1; move: H2; rewrite /X /=; lra.
Qed.

(* Layers 1, 12, 1, A = 1, T = 12289: 132 updates after the first 12288 episodes, and 14 ln 12289 < 132. *)
Lemma layers12_gt0 h : (0 < #|layers 12 h|)%N.
Proof. by case: h => [|[|h]]; rewrite ?card_unit ?card_ord. Qed.
Definition wide12 : setting := @of_nothing (layers 12) [finite unit] tt 2 (12 * 2 ^ 10).+1 unit_one layers12_gt0 (unit_gt0 0) isT card_unit isT.
Theorem not_sec_4a_updates_printed_0 : ~ Statements.sec_4a_updates_printed_0.
Proof.
have [_ zE uE _] := @path_spec 12 10 isT.
move=> H; have := H wide12 (through ord0 :: ManyUpdates.path 12 11).
rewrite [size _]/= zE => /(_ erefl); rewrite [behead _]/= uE [episodes _]/= {zE uE}.
have -> : X (layers 12) 2 = 14%N by rewrite /X !big_ord_recl big_ord0 /= !card_unit card_ord.
rewrite card_unit (_ : INR (12 * 2 ^ 10).+1 = 12289); last by rewrite S_INR muln_INR expn_INR /=; lra.
have [_ Hl] : 9416 / 1000 <= ln 12289 <= 9417 / 1000 by apply: (@ln_in 6 1000 12289); vm_compute.
by rewrite /=; lra.
Qed.

(* Lemma 9 with uniform rows: layers 1, 2, ..., 2, 1, L = 800, delta = 1/10 (paper/Branches.v). *)
Section Uniform9.
Variable T : nat.
Hypothesis T2 : 20000000 <= INR T.
Notation Lam := (ln (TXA (St 800) [finite unit] 800 T / (1 / 10))).
Notation p := (sqrt (Lam / INR T) / 4).
Lemma L800 : INR 800 = 800. Proof. by rewrite INR_IZR_INZ. Qed.
Lemma p01 : 0 <= p <= 1. Proof. by have := p_small L800 T2; lra. Qed.
Lemma T_gt0 : (0 < T)%N. Proof. by apply/ltP/INR_lt; rewrite /=; lra. Qed.
Lemma tenth : 0 < 1 / 10 < 1. Proof. lra. Qed.
Lemma rv_br_reward : is_reward (@rho_br 800) rv_br. Proof. by split=> [z|//]; rewrite /rv_br; lra. Qed.
Definition branches : setting := Setting (episodes := T) (@Branches.x0_only 800) (P_br_trans p01) (@rho_br_law 800) rv_br_reward T_gt0 tenth
  (unit_gt0 0) (isT : (0 < 800)%N) (card_L 800).
Notation learns q := (learner (u_of 800 0) rv_br (fun _ => @pi_br 800) (@start (St 800) _ [finite unit] (u_of 800 0) 800) Lam q).
Notation Kbr := (@Algorithm.K (St 800) [finite unit] unit (u_of 800 0) 800 (P_br p) (@rho_br 800) (fun _ => @pi_br 800)).
Lemma Kbr_exp hist : is_exp (Kbr hist).
Proof. exact: (K_br (L := 800) p01 hist). Qed.
Lemma not_likely (B : pred (seq (traj (St 800) [finite unit] unit 800 0))) q (ok : learns q)
  (few : Pr Kbr T [::] (fun v => Rleb (sum_q_xi (u_of 800 0) (P_br p) (fun _ => @pi_br 800) q
      (fun _ => @uniform_trans (St 800) [finite unit]) v)
      (12 * LayerSums.LX (St 800) 800 * sqrt (INR T * INR #|[finite unit]| * Lam))) <= 1 / 20) :
  (forall v, size v = T -> B v -> sum_q_xi (u_of 800 0) (P_br p) (fun _ => @pi_br 800) q
      (fun _ => @uniform_trans (St 800) [finite unit]) v <= 12 * LayerSums.LX (St 800) 800 * sqrt (INR T * INR #|[finite unit]| * Lam)) ->
  Prl Kbr T [::] B <= 1 / 20.
Proof.
move=> H; apply: Rle_trans (Prl_Pr Kbr_exp _ _ _) _; apply: Rle_trans few; apply: (Pr_imp Kbr_exp) => v vT Bv.
by apply/RlebP; exact: H.
Qed.
Lemma not_both (B1 B2 : pred (seq (traj (St 800) [finite unit] unit 800 0))) q (ok : learns q)
  (few : Pr Kbr T [::] (fun v => Rleb (sum_q_xi (u_of 800 0) (P_br p) (fun _ => @pi_br 800) q
      (fun _ => @uniform_trans (St 800) [finite unit]) v)
      (12 * LayerSums.LX (St 800) 800 * sqrt (INR T * INR #|[finite unit]| * Lam))) <= 1 / 20) :
  1 - 1 / 10 <= Prl Kbr T [::] B1 -> 1 - 1 / 10 <= Prl Kbr T [::] B2 ->
  (forall v, size v = T -> B1 v -> B2 v -> sum_q_xi (u_of 800 0) (P_br p) (fun _ => @pi_br 800) q
      (fun _ => @uniform_trans (St 800) [finite unit]) v <= 12 * LayerSums.LX (St 800) 800 * sqrt (INR T * INR #|[finite unit]| * Lam)) ->
  False.
Proof.
move=> P1 P2 H; have few' : Prl Kbr T [::] (predI B1 B2) <= 1 / 20.
  by apply: (not_likely ok few) => v vT /andP[]; exact: H.
have Q1 : Pr Kbr T [::] (fun v => ~~ B1 v) <= 1 / 10 by move: P1; rewrite /Prl; lra.
have Q2 : Pr Kbr T [::] (fun v => ~~ B2 v) <= 1 / 10 by move: P2; rewrite /Prl; lra.
have Q := Pr_or Kbr_exp Q1 Q2; move: few'; rewrite /Prl.
suff : Pr Kbr T [::] (fun w => ~~ predI B1 B2 w) <= 1 / 10 + 1 / 10 by lra.
by apply: Rle_trans Q; apply: (Pr_imp Kbr_exp) => v _; rewrite /= negb_and.
Qed.
Lemma along_weights q v : hsum (fun hist _ => \rsum_(h < 800) \rsum_(x : St 800 h) \rsum_(a : [finite unit])
    (q2 (u_of 800 0) (P_br p) (@pi_br 800) x a * ((INR 800 - INR h) * @xi_ (St 800) [finite unit] unit 800 (P_br p) q
      (fun _ => @uniform_trans (St 800) [finite unit]) hist h x a))) v =
  sum_q_xi (u_of 800 0) (P_br p) (fun _ => @pi_br 800) q (fun _ => @uniform_trans (St 800) [finite unit]) v.
Proof. by apply: eq_hsum => hist _; exact: (StatementsProved.weights (M := branches) (fun _ => @pi_br 800) q (fun _ => @uniform_trans (St 800) [finite unit]) hist). Qed.
End Uniform9.

Lemma large : exists T, 20000000 <= INR T.
Proof. have [H _] := archimed 20000000; exists (Z.to_nat (up 20000000)); rewrite INR_IZR_INZ Znat.Z2Nat.id; first by lra.
by apply: le_IZR; lra. Qed.

Theorem not_lemma_09_printed_1 : ~ Statements.lemma_09_printed_1.
Proof.
move=> H; have [T T2] := large; have [q [ok few]] := lemma_9_false_uniform T2.
have := H (branches T2) _ _ _ q (Rle_refl _) (start_schedule _ _ _ _) ok.
have : forall B, 1 - 2 * (1 / 10) <= Prl (@Algorithm.K (St 800) [finite unit] unit (u_of 800 0) 800 (P_br (sqrt (ln (TXA (St 800) [finite unit] 800 T / (1 / 10)) / INR T) / 4)) (@rho_br 800) (fun _ => @pi_br 800)) T [::] B ->
  (forall v, size v = T -> B v -> sum_q_xi (u_of 800 0) (P_br (sqrt (ln (TXA (St 800) [finite unit] 800 T / (1 / 10)) / INR T) / 4)) (fun _ => @pi_br 800) q
      (fun _ => @uniform_trans (St 800) [finite unit]) v <= 12 * LayerSums.LX (St 800) 800 * sqrt (INR T * INR #|[finite unit]| * ln (TXA (St 800) [finite unit] 800 T / (1 / 10)))) -> False.
  by move=> B B1 BH; have := not_likely T2 ok few BH; lra.
move=> N B1; apply: N B1 _ => v vT /RlebP; rewrite along_weights //.
by rewrite /LayerSums.LX -!Rmult_assoc.
Qed.
Theorem not_lemma_09_printed_0 : ~ Statements.lemma_09_printed_0.
Proof.
move=> H; have [T T2] := large; have [q [ok few]] := lemma_9_false_uniform T2.
have le := @StatementsProved.lemma_09_constant_printed_0 (branches T2) _ (Rle_refl _).
have := H (branches T2) _ _ _ q (Rle_refl _) (start_schedule _ _ _ _) ok.
have : forall B, 1 - 2 * (1 / 10) <= Prl (@Algorithm.K (St 800) [finite unit] unit (u_of 800 0) 800 (P_br (sqrt (ln (TXA (St 800) [finite unit] 800 T / (1 / 10)) / INR T) / 4)) (@rho_br 800) (fun _ => @pi_br 800)) T [::] B ->
  (forall v, size v = T -> B v -> sum_q_xi (u_of 800 0) (P_br (sqrt (ln (TXA (St 800) [finite unit] 800 T / (1 / 10)) / INR T) / 4)) (fun _ => @pi_br 800) q
      (fun _ => @uniform_trans (St 800) [finite unit]) v <= 12 * LayerSums.LX (St 800) 800 * sqrt (INR T * INR #|[finite unit]| * ln (TXA (St 800) [finite unit] 800 T / (1 / 10)))) -> False.
  by move=> B B1 BH; have := not_likely T2 ok few BH; lra.
move=> N B1; apply: N B1 _ => v vT /RlebP; rewrite along_weights // => B2.
apply: Rle_trans B2 _; apply: Rle_trans le _; rewrite /LayerSums.LX; apply: Req_le.
by rewrite -[LHS]/(12 * INR 800 * INR (Algorithm.X (St 800) 800) * _) !Rmult_assoc.
Qed.

(* (26) with uniform rows in every epoch, and the martingale: the bound of Lemma 9. *)
Section From26.
Import Letters Process.
Context [M : setting].
Variables (Lam : R) (st : seq E -> seq E) (f : seq E -> policy S A) (qhat : seq E -> occ S A) (comp : seq E -> trans S A).
Hypotheses (Lam_ge : ln (TXA / delta) <= Lam) (Hst : schedule x0 st) (Hlearn : learner x0 rv f st Lam qhat).
Notation xi_ := (@xi_ S A Z L P qhat comp).
Notation sum_q_xi := (@sum_q_xi S A Z x0 L P f qhat comp).
Notation sum_diff_xi := (@sum_diff_xi S A Z x0 L P f qhat comp).
Lemma from_26 v : size v = T ->
  (forall t : 'I_T.+1, forall h (x : S h) a, (h < L)%N -> xi_ (drop t v) x a <= 2 * eps x0 Lam (st (drop t v)) x a) ->
  sum_diff_xi v <= 2 * LayerSums.LX S L * sqrt (2 * INR T * ln (INR L / delta)) ->
  sum_q_xi v <= 12 * LayerSums.LX S L * sqrt (INR T * INR #|A| * Lam).
Proof.
move=> vT H26 Hd; apply: Rle_trans (constant_27 Lam_ge).
have -> : sum_q_xi v = hsum (fun hist e => \rsum_(h < L) \rsum_(s < h.+1) \rsum_(x : S s) \rsum_(a : A)
    (ind (visit x0 (mkp x a) e) * xi_ hist x a)) v + sum_diff_xi v.
  rewrite -hsumD; apply: eq_hsum => hist e; rewrite -rsumD; apply: eq_bigr => h _; rewrite -rsumD; apply: eq_bigr => s _.
  rewrite /qxi -rsumD; apply: eq_bigr => x _; rewrite -rsumD; apply: eq_bigr => a _; ring.
apply: Rplus_le_compat; last exact: Hd.
apply: Rle_trans (count_27 Lam Hst vT).
apply: le_hsum => s e hist E1; apply: le_rsum => h _; apply: le_rsum => i _; apply: le_rsum => x _; apply: le_rsum => a _.
apply: Rmult_le_compat_l; first exact: ind_ge0.
have hE : hist = drop s.+1 v by rewrite -addn1 addnC -drop_drop E1 /= drop0.
have sT : (s.+1 < T.+1)%N.
  by rewrite ltnS -vT ltnNge; apply/negP => vs; rewrite drop_oversize in E1.
rewrite hE; apply: (H26 (Ordinal sT)); apply: leq_trans (ltn_ord h); exact: ltn_ord.
Qed.
End From26.

Theorem not_eq_26_printed_0 : ~ Statements.eq_26_printed_0.
Proof.
move=> H; have [T T2] := large; have [q [ok few]] := lemma_9_false_uniform T2.
have HU (hist : seq (traj (St 800) [finite unit] unit 800 0)) : is_trans (@uniform_trans (St 800) [finite unit]).
  by apply: uniform_is_trans => h; exact: St_gt0.
have B2 := azuma_27 (M := branches T2) (Rle_refl _) ok HU.
have B1 := H (branches T2) _ _ _ q (Rle_refl _) (start_schedule _ _ _ _) ok.
apply: (not_both T2 ok few B1 B2) => v vT /forallP b1 /RlebP b2.
apply: (from_26 (M := branches T2) (Rle_refl _) (start_schedule _ _ _ _) vT _ b2) => t h x a hL.
by have /forallP/(_ (Ordinal hL))/forallP/(_ x)/forallP/(_ a)/RlebP := b1 t.
Qed.

(* Under the other choices: an epoch ends in every episode; the epoch after episode T counts or not. *)
Notation id_schedule := (@every_schedule _ _ _ _ _).
Theorem not_display_b2_printed_0_under_2 : ~ Statements.display_b2_printed_0_under_2.
Proof.
move=> H; have := H (@step 0 1 isT) _ id_schedule (fun _ => erefl) [:: go] erefl 0%N tt ord0 isT.
rewrite hsum_cons [behead _]/= /every go_visits (_ : INR (maxn 1 _) = 1) // (_ : INR (cnt _ _ [::]) = 0) // sqrt_1 sqrt_0 /=; lra.
Qed.
Theorem not_display_b3_printed_0_under_2 : ~ Statements.display_b3_printed_0_under_2.
Proof.
move=> H; have := H (@step 0 1 isT) _ id_schedule (fun _ => erefl) [:: go] erefl 0%N isT.
have one F : \rsum_(x : [finite unit]) \rsum_(a : [finite 'I_1]) F x a = F tt ord0.
  by rewrite (bigD1 tt) //= big_ord_recl big_ord0 Rplus_0_r big1 ?Rplus_0_r // => -[].
rewrite !one hsum_cons [behead _]/= /every go_visits (_ : INR (maxn 1 _) = 1) // (_ : INR (cnt _ _ [::]) = 0) // sqrt_1 sqrt_0 /=; lra.
Qed.
Theorem not_display_b3_total_printed_0_under_2 : ~ Statements.display_b3_total_printed_0_under_2.
Proof.
move=> H; have := H (@step 0 1 isT) _ id_schedule (fun _ => erefl) [:: go] erefl 0%N isT.
rewrite layer_total //= => H1; lra.
Qed.
(* Three episodes of one pair: an epoch starts after the second, and none after the third. *)
Lemma two_gt0 h : (0 < #|two h|)%N. Proof. by rewrite card_unit. Qed.
Definition three : setting := @of_nothing two [finite unit] tt 1 3 unit_one two_gt0 (unit_gt0 0) isT card_unit isT.
Theorem not_display_b3_total_printed_0_under_1 : ~ Statements.display_b3_total_printed_0_under_1.
Proof.
pose e : traj two [finite unit] unit 1 0 := ((tt, (tt, tt)), tt).
move=> H; have := H three _ (start_schedule _ _ _ _) (nseq 3 e) erefl 0%N isT.
by rewrite (@total_doubling_false [finite unit] (nseq 3 e) erefl) /=; lra.
Qed.
(* n episodes of one pair: when the epoch of the next one has started *)
Fixpoint began n := if n is n'.+1 then let c := began n' in if (maxn 1 c <= n - c)%N then n else c else 0%N.
Notation cnt1 := (@cnt (fun _ => [finite unit]) [finite 'I_1] unit tt 1).
Notation start1 := (@start (fun _ => [finite unit]) [finite 'I_1] unit tt 1).
Lemma cnt_go n : cnt1 here (nseq n go) = n.
Proof. by elim: n => // n IH; rewrite [nseq _ _]/= cnt_cons go_visits IH add1n. Qed.
Lemma start_go n : start1 (nseq n go) = nseq (began n) go.
Proof.
elim: n => // n IH; rewrite [nseq n.+1 go]/= [start1 _]/= IH [began n.+1]/=.
have -> : @trig (fun _ => [finite unit]) [finite 'I_1] unit tt 1 (nseq (began n) go) (go :: nseq n go) = (maxn 1 (began n) <= n.+1 - began n)%N.
  rewrite /trig; apply/existsP/idP => [[h /existsP[x /existsP[a]]]|H]; last first.
    exists ord0; apply/existsP; exists tt; apply/existsP; exists ord0.
    by rewrite -[go :: _]/(nseq n.+1 go) !cnt_go.
  have -> : @mkp (fun _ => [finite unit]) [finite 'I_1] h x a = here.
    by case: h => -[] //= i; case: x; rewrite (ord1 a).
  by rewrite -[go :: _]/(nseq n.+1 go) !cnt_go.
by case: ifP.
Qed.
Definition cost n : R := / sqrt (INR (maxn 1 (began n))).
Fixpoint costs n : R := if n is n'.+1 then cost n' + costs n' else 0.
Lemma along_go n : hsum (fun hist e => ind (@visit (fun _ => [finite unit]) [finite 'I_1] unit tt 1 here e) *
  / sqrt (INR (maxn 1 (cnt1 here (start1 hist))))) (nseq n go) = costs n.
Proof.
by elim: n => // n IH; rewrite [nseq n.+1 go]/= hsum_cons IH start_go cnt_go go_visits [costs n.+1]/= /cost [ind true]/= Rmult_1_l.
Qed.
Lemma block m j N : all (fun i => began (m + i) == N) (iota 0 j) -> (0 < N)%N -> costs (j + m) = INR j * / sqrt (INR N) + costs m.
Proof.
move=> H N0; elim: j H => [|j IH] H; first by rewrite Rmult_0_l Rplus_0_l.
have /andP[Hj /andP[/eqP E _]] : all (fun i => began (m + i) == N) (iota 0 j) && all (fun i => began (m + i) == N) [:: j].
  by rewrite -all_cat -[[:: j]]/(iota (0 + j) 1) -iotaD addn1.
rewrite addSn [costs _.+1]/= (IH Hj) /cost addnC E (maxn_idPr N0) S_INR; ring.
Qed.
Lemma began_63 : began 63 = 32%N. Proof. by vm_compute. Qed.
Lemma sqrt_twice n : sqrt (4 * n) = 2 * sqrt n.
Proof. by rewrite sqrt_mult_alt; [congr (_ * _); rewrite (_ : 4 = 2 * 2); [apply: sqrt_square | ring]; lra | lra]. Qed.
Lemma costs_63 : costs 63 > 3 * sqrt (INR 32).
Proof.
have B1 : costs 1 = 1 by rewrite /= /cost /= sqrt_1; field.
have B2 : costs 2 = 2 by rewrite (@block 1%N 1%N 1%N) ?B1; [rewrite /= sqrt_1; field | by vm_compute | by []].
have B4 : costs 4 = 2 * / sqrt (INR 2) + costs 2 by rewrite (@block 2%N 2%N 2%N); [by rewrite [INR 2]/= | by vm_compute | by []].
have B8 : costs 8 = 4 * / sqrt (INR 4) + costs 4 by rewrite (@block 4%N 4%N 4%N); [by congr (_ * _ + _); rewrite INR_IZR_INZ | by vm_compute | by []].
have B16 : costs 16 = 8 * / sqrt (INR 8) + costs 8 by rewrite (@block 8%N 8%N 8%N); [by congr (_ * _ + _); rewrite INR_IZR_INZ | by vm_compute | by []].
have B32 : costs 32 = 16 * / sqrt (INR 16) + costs 16 by rewrite (@block 16%N 16%N 16%N); [by congr (_ * _ + _); rewrite INR_IZR_INZ | by vm_compute | by []].
have B63 : costs 63 = 31 * / sqrt (INR 32) + costs 32.
  by rewrite -[63%N]/(31 + 32)%N (@block 32%N 31%N 32%N); [by congr (_ * _ + _); rewrite INR_IZR_INZ | by vm_compute | by []].
rewrite B63 B32 B16 B8 B4 B2.
have -> : INR 32 = 4 * (4 * 2) by rewrite INR_IZR_INZ /=; lra.
have -> : INR 16 = 4 * (4 * 1) by rewrite INR_IZR_INZ /=; lra.
have -> : INR 8 = 4 * 2 by rewrite INR_IZR_INZ /=; lra.
have -> : INR 4 = 4 * 1 by rewrite INR_IZR_INZ /=; lra.
have -> : INR 2 = 2 by rewrite /=; lra.
rewrite !sqrt_twice sqrt_1; have s2 : sqrt 2 * sqrt 2 = 2 by apply: sqrt_sqrt; lra.
have s0 : 0 < sqrt 2 by apply: sqrt_lt_R0; lra.
have i2 : / sqrt 2 = sqrt 2 / 2 by apply: (Rmult_eq_reg_l (sqrt 2)); [rewrite Rinv_r; lra | lra].
have b : sqrt 2 <= 3 / 2 by nra.
rewrite !Rinv_mult i2; lra.
Qed.
Lemma t63 : (0 < 63)%N. Proof. by []. Qed.
Theorem not_display_b2_printed_0_under_1 : ~ Statements.display_b2_printed_0_under_1.
Proof.
move=> H; have := H (@step 0 63 t63) _ (start_schedule _ _ _ _) (nseq 63 go) (size_nseq _ _) 0%N tt ord0 isT.
by rewrite along_go start_go cnt_go began_63 => le; have := costs_63; lra.
Qed.
Theorem not_display_b3_printed_0_under_1 : ~ Statements.display_b3_printed_0_under_1.
Proof.
move=> H; have := H (@step 0 63 t63) _ (start_schedule _ _ _ _) (nseq 63 go) (size_nseq _ _) 0%N isT.
have one F : \rsum_(x : [finite unit]) \rsum_(a : [finite 'I_1]) F x a = F tt ord0.
  by rewrite (bigD1 tt) //= big_ord_recl big_ord0 Rplus_0_r big1 ?Rplus_0_r // => -[].
by rewrite !one along_go start_go cnt_go began_63 => le; have := costs_63; lra.
Qed.
(* One pair, 16 episodes: 15 updates, and 8 ln 2 < 15. *)
Theorem not_sec_4a_updates_printed_0_under_1 : ~ Statements.sec_4a_updates_printed_0_under_1.
Proof.
move=> /(_ (@step 0 16 isT)); rewrite [episodes _]/= [actions _]/= card_ord.
have -> : INR (@X (fun _ => [finite unit]) 1) = 2 by rewrite /X !big_ord_recl big_ord0 !card_unit.
have -> : INR 16 = 2 ^ 4 by rewrite /=; lra.
rewrite ln_pow; last by lra.
have e1 : 2 < exp 1 by have H1 : 1 <> 0 by [lra]; have := exp_ineq1 1 H1; lra.
have l2 : ln 2 < ln (exp 1) by apply: ln_increasing; lra.
rewrite ln_exp in l2.
by rewrite /=; lra.
Qed.
Section Together.
Import Letters.
Theorem not_lemma_09_printed_together : ~ Statements.lemma_09_printed_together.
Proof.
move=> H; apply: not_lemma_09_printed_1 => M Lam st pi q H1 H2 H3; have KD := K_exp x0 HP Hrho (fun w => (H3 w).1).
by apply: Rle_trans (H M Lam st pi q H1 H2 H3) (Prl_imp KD _) => v _ /andP[].
Qed.
End Together.

Require Import UCRLLP.paper.CompletionMDP UCRLLP.paper.Completion UCRLLP.paper.CompletionPaths.
(* Layers 1, 2, 2, 1, one action (paper/CompletionMDP.v): with uniform rows P_i is not in the confidence set, and P is. *)
Section OpenRows.
Variables (p : R) (w : seq bool).
Hypothesis p01 : 0 <= p <= 1.
Lemma uv_first (x : uv 0) : x = tt. Proof. by case: x. Qed.
Lemma uv_some h : (0 < #|uv h|)%N. Proof. by case: h => [|[|[|h]]]; rewrite ?card_unit ?card_bool. Qed.
Lemma uv_reward : is_reward rho_uv rv_uv.
Proof.
split=> [z|h x a y]; first by split; [exact: ind_ge0 | exact: ind_le1].
by rewrite /rho_uv /fin !sum_bool; ring.
Qed.
Definition forks : setting :=
  @Setting uv one bits tt 3 (P_uv p) rho_uv rv_uv (size w).+1 (1 / 10) uv_first (P_uv_trans p01) rho_uv_dist uv_reward
    (ltn0Sn _) tenth (unit_gt0 0) isT card_unit.
Theorem open_rows : refutes p w (@uniform_trans uv one)
    (fun e => @optimal_policy uv one bits tt 3 rv_uv (Lam_ w) (@Algorithm.start uv one bits tt 3 e)) ->
  ~ Statements.lemma_07_P_i_printed_0.
Proof.
move=> [_ inside starts _ out] H.
have Lam_ge : ln (@GoodEvents.TXA uv one 3 (size w).+1 / (1 / 10)) <= Lam_ w := Rle_refl _.
have lam : / 2 <= Lam_ w := @Lam_half uv one tt 3 (size w).+1 (1 / 10) (Lam_ w) (ltn0Sn _) tenth (unit_gt0 0) isT card_unit Lam_ge.
have ok := @learner_exists uv one bits tt 3 rv_uv (Lam_ w) uv_first (unit_gt0 0) lam uv_some (@Algorithm.start uv one bits tt 3).
have [_ [opt pl]] := ok (path w); have [_ _ no] := out _ (eq_ind _ (fun s => LP1_opt 3 (@Pbar uv one bits tt 3 s)
  (@eps uv one bits tt 3 (Lam_ w) s) (@rhat uv one bits tt 3 rv_uv (Lam_ w) s) _) opt _ starts).
apply: no => h x a hL.
have hc := inside 0%N; rewrite drop0 starts in hc.
case: (Req_EM_T (marg (@optimal_q uv one bits tt 3 rv_uv (Lam_ w) (@Algorithm.start uv one bits tt 3 (path w))) x a) 0) => m0.
  have := H forks (Lam_ w) _ _ _ Lam_ge (start_schedule _ _ _ _) ok (path w).
  rewrite /= starts => /(_ hc h x a hL); rewrite starts in m0; case: Req_EM_T => // _ /(_ erefl).
  by rewrite /P_ starts.
have := Phat_conf (proj1 opt) (P := P_uv p); rewrite starts => /(_ hc h x a hL).
rewrite starts in m0 *; suff E y : Phat 3 (@optimal_q uv one bits tt 3 rv_uv (Lam_ w) (path w)) (P_uv p) x a y =
    Phat 3 (@optimal_q uv one bits tt 3 rv_uv (Lam_ w) (path w)) (@uniform_trans uv one) x a y.
  by rewrite (eq_bigr _ (fun y _ => f_equal (fun t => Rabs (t - _)) (E y))).
by rewrite /Phat; case: Req_EM_T => m1; [case: m0 | rewrite hL].
Qed.
End OpenRows.
Theorem not_lemma_07_P_i_printed_0 : ~ Statements.lemma_07_P_i_printed_0.
Proof.
have p01 : 0 <= 1 / 21 <= 1 by lra.
apply: (open_rows p01); apply: eq_26_false_uniform => h x; apply: ucrl_lp_policy; exact: (unit_gt0 0).
Qed.
