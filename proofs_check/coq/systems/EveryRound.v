(* Sections I-B and IV-B: learners that compute in every round, and how often UCRL-LP does.  A history w is any list of
   episodes, so that policies are arbitrary and rewards may be chosen by an adversary. *)
Require Import ZArith.
Require Import Previsions.Sums Previsions.NatLia Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.Epochs
  UCRLLP.paper.Trigger UCRLLP.paper.SmallStatements.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* a learner that recomputes after the histories of `rule`: how often, and its measures, the last one first, from the
   first one q1 and the rule `next` that makes the next one of the last one and the history *)
Section Steps.
Variables E Q : Type.
Fixpoint computed (rule : pred (seq E)) (w : seq E) : nat :=
  if w is _ :: w' then rule w + computed rule w' else 0%N.
Fixpoint measures (next : Q -> seq E -> Q) (q1 : Q) (w : seq E) : seq Q :=
  if w is _ :: w' then (if measures next q1 w' is q :: _ then next q w else q1) :: measures next q1 w' else [:: q1].

Lemma computed_always (w : seq E) : computed predT w = size w.
Proof. by elim: w => [//|e w IH]; rewrite /= IH. Qed.
Lemma measures_size next q1 (w : seq E) : size (measures next q1 w) = (size w).+1.
Proof. by elim: w => [//|e w IH]; rewrite /= IH. Qed.
End Steps.

Section Rounds.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Hypotheses (L1 : (0 < L)%N) (S1 : forall h, (0 < #|S h|)%N) (A1 : (0 < #|A|)%N).
Notation E := (traj S A Z L 0).
Notation start := (@start S A Z x0 L).
Notation trig := (@trig S A Z x0 L).
Implicit Type w : seq E.
(* UCRL-LP computes after the histories that end with an epoch *)
Definition ends_epoch w := if w is _ :: w' then trig (start w') w else false.

Lemma updates_computed w : updates x0 w = computed ends_epoch w.
Proof. by elim: w => [//|e w IH]; rewrite /= IH. Qed.

(* the times t after which the confidence set changes, of the episodes 1, ..., T *)
Fixpoint change_times w : seq nat :=
  if w is _ :: w' then (if ends_epoch w then [:: size w] else [::]) ++ change_times w' else [::].
Lemma change_times_size w : size (change_times w) = updates x0 w.
Proof. by elim: w => [//|e w IH]; rewrite [updates _ _]/= -IH -/(ends_epoch (e :: w)) /= size_cat; case: (trig _ _). Qed.
Lemma change_times_start w s : (s < size w)%N -> (size w - s)%N \notin change_times w ->
  start (drop s w) = start (drop s.+1 w).
Proof.
elim: w s => [//|e w IH] [|s] sw; rewrite [change_times _]/= mem_cat negb_or => /andP[n1 n2]; last first.
  by apply: IH; [exact: sw | rewrite subSS in n2].
move: n1; rewrite !drop0 subn0 [start (e :: w)]/=; case: (trig _ _); last by rewrite /= drop0.
by rewrite inE eqxx.
Qed.

(* Sec. IV-B, adversarial (inline:IV-A.1:adversarial): whatever the policies and the adversary, T episodes make T steps of a
   learner that computes a measure in every round, from the one before; but the confidence set, that is, its centre and
   its radii, changes after at most XA log2 T episodes, for T >= 2.  The set before episode t + 1 is that of the history
   of t episodes, `drop (T - t) w`. *)
Theorem adversarial_steps (Q : Type) (next : Q -> seq E -> Q) (q1 : Q) (Lam : R) w : (2 <= size w)%N ->
  [/\ computed predT w = size w, size (measures next q1 w) = (size w).+1
    & exists2 times : seq nat, INR (size times) <= INR (X S L) * INR #|A| * (ln (INR (size w)) / ln 2)
      & forall s, (s < size w)%N -> (size w - s)%N \notin times ->
          Pbar x0 (start (drop s w)) = Pbar x0 (start (drop s.+1 w)) /\
          @eps S A Z x0 L Lam (start (drop s w)) = @eps S A Z x0 L Lam (start (drop s.+1 w))].
Proof.
move=> w2; split; first exact: computed_always.
  exact: measures_size.
exists (change_times w); first by rewrite change_times_size; exact: updates_le.
by move=> s sw no; rewrite (change_times_start sw no).
Qed.
End Rounds.

(* --- at the sizes of Section VI: 260 log2 T is below T from T = 3004 on, and not at 3003 *)
Lemma ln_Zpow (a m : Z) : (0 < a)%Z -> (0 <= m)%Z -> ln (IZR (a ^ m)) = IZR m * ln (IZR a).
Proof.
move=> a0 m0; rewrite -{1}(Z2Nat.id m m0) -pow_IZR -Rpower_pow; last exact: IZR_lt.
by rewrite /Rpower ln_exp INR_IZR_INZ Z2Nat.id.
Qed.
Lemma ln_lt_Zpow (a b m n : Z) : (0 < a)%Z -> (0 < b)%Z -> (0 <= m)%Z -> (0 <= n)%Z -> (a ^ m < b ^ n)%Z ->
  IZR m * ln (IZR a) < IZR n * ln (IZR b).
Proof.
move=> a0 b0 m0 n0 H; rewrite -!ln_Zpow //; apply: ln_increasing; last exact: IZR_lt.
by apply: IZR_lt; exact: Z.pow_pos_nonneg.
Qed.
Lemma powers_3004 : (3004 ^ 65 < 2 ^ 751)%Z. Proof. by vm_compute. Qed.
Lemma powers_3003 : (2 ^ 231 < 3003 ^ 20)%Z. Proof. by vm_compute. Qed.
Lemma ln_above_3004 t : 3004 <= t -> 260 * (ln t / ln 2) < t.
Proof.
move=> t1; have l2 := ln_lt_2.
have H : 65 * ln 3004 < 751 * ln 2 by exact: (@ln_lt_Zpow 3004 2 65 751 _ _ _ _ powers_3004).
have E : ln t <= ln 3004 + (t / 3004 - 1).
  have := exp_ineq1_le (ln (t / 3004)); rewrite exp_ln; last by apply: Rdiv_lt_0_compat; lra.
  by rewrite /Rdiv ln_mult ?ln_Rinv; lra.
apply: (Rmult_lt_reg_r (ln 2)); first lra.
rewrite (_ : 260 * (ln t / ln 2) * ln 2 = 260 * ln t); last by field; lra.
have : 260 * (t / 3004 - 1) <= (t - 3004) * ln 2 by nra.
by rewrite Rmult_minus_distr_r; lra.
Qed.
Lemma ln_at_3003 : 3003 < 260 * (ln 3003 / ln 2).
Proof.
have l2 := ln_lt_2; have H : 231 * ln 2 < 20 * ln 3003 by exact: (@ln_lt_Zpow 2 3003 231 20 _ _ _ _ powers_3003).
apply: (Rmult_lt_reg_r (ln 2)); first lra.
by rewrite (_ : 260 * (ln 3003 / ln 2) * ln 2 = 260 * ln 3003); [lra | field; lra].
Qed.

Section Fewer.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Hypotheses (L1 : (0 < L)%N) (S1 : forall h, (0 < #|S h|)%N) (A1 : (0 < #|A|)%N).
Notation E := (traj S A Z L 0).
Implicit Type w : seq E.

(* Sec. I-B, updates (sec:I:updates): a learner that updates after every episode makes T updates, T - 1 of them before
   the last episode; UCRL-LP makes at most XA log2 T, for T >= 2, and from some T on that is below T - 1 *)
Theorem updates_fewer w : (2 <= size w)%N ->
  [/\ computed predT w = size w /\ computed predT (behead w) = (size w).-1,
      INR (updates x0 w) <= INR (X S L) * INR #|A| * (ln (INR (size w)) / ln 2)
    & exists T0, forall T, (T0 <= T)%N -> INR (X S L) * INR #|A| * (ln (INR T) / ln 2) < INR T - 1].
Proof.
move=> w2; split; [by rewrite !computed_always size_behead | exact: updates_le |].
have h0 : 0 < / 2 by lra.
have [T0 H] := log2_small (INR (X S L) * INR #|A|) h0; exists (maxn 2 T0) => T; rewrite geq_max => /andP[T2 T0T].
have := H T T0T; have : 2 <= INR T by rewrite (_ : 2 = INR 2) //; exact: leq_INR.
lra.
Qed.

(* Sec. I-B, updates (sec:I:updates): at the sizes of Section VI, X = 52 and A = 5, the bound is below T from T = 3004
   on, and not at T = 3003 *)
Theorem updates_fewer_VI : X S L = 52%N -> #|A| = 5%N ->
  (forall T, (3004 <= T)%N -> INR (X S L) * INR #|A| * (ln (INR T) / ln 2) < INR T) /\
  INR 3003 < INR (X S L) * INR #|A| * (ln (INR 3003) / ln 2).
Proof.
move=> -> ->; have -> : INR 52 * INR 5 = 260 by rewrite !INR_IZR_INZ -mult_IZR.
split=> [T /leq_INR HT|]; last by rewrite INR_IZR_INZ; exact: ln_at_3003.
by apply: ln_above_3004; rewrite INR_IZR_INZ in HT.
Qed.
End Fewer.
