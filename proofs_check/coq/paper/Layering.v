(* Section II, Remark 1, repaired: an episodic MDP with states St, L steps and transitions and rewards that may depend
   on the step is a layered one, with the layers {x_0}, St, ..., St (L - 1 copies), {x_L}. *)
Require Import Previsions.Sums UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.Algorithm.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- the episodic MDP: p h s a s', r h s a, pi h s a *)
Section Episodic.
Variables (St A : finType).
Definition step_trans := nat -> St -> A -> St -> R.
Definition step_reward := nat -> St -> A -> R.
Definition step_policy := nat -> St -> A -> R.
Implicit Types (p : step_trans) (r : step_reward) (pi : step_policy).
Definition is_step_trans p := forall h s a, is_dist (p h s a).
Definition is_step_policy pi := forall h s, is_dist (pi h s).

(* the expected reward of the k steps from s on, at step h *)
Fixpoint value p pi r k h (s : St) : R :=
  if k is k'.+1 then \rsum_a (pi h s a * (r h s a + \rsum_s' (p h s a s' * value p pi r k' h.+1 s'))) else 0.

(* the probability of being in s at step h, from s0 *)
Fixpoint reach p pi (s0 : St) h (s : St) : R :=
  if h is h'.+1 then \rsum_s' \rsum_a (reach p pi s0 h' s' * pi h' s' a * p h' s' a s) else ind (s == s0).
End Episodic.

Section Layered.
Variables (St A : finType) (s0 : St) (L : nat).
Definition middle (b : bool) : finType := if b then St else [finite unit].
Definition layer (h : nat) : finType := if h is h'.+1 then middle (h < L)%N else [finite unit].

(* a state as a state of layer h, and back *)
Definition to_middle b : St -> middle b :=
  match b return St -> middle b with true => fun s => s | false => fun _ => tt end.
Definition of_middle b : middle b -> St :=
  match b return middle b -> St with true => fun s => s | false => fun _ => s0 end.
Definition copy h : St -> layer h :=
  match h return St -> layer h with 0%N => fun _ => tt | h'.+1 => @to_middle (h'.+1 < L)%N end.
Definition original h : layer h -> St :=
  match h return layer h -> St with 0%N => fun _ => s0 | h'.+1 => @of_middle (h'.+1 < L)%N end.

Lemma copyK h s : (0 < h < L)%N -> original (copy h s) = s.
Proof. by case: h => [//|h] /=; case: (h.+1 < L)%N. Qed.
Lemma originalK h (x : layer h) : copy h (original x) = x.
Proof. by case: h x => [[] //|h] /=; case: (h.+1 < L)%N => // -[]. Qed.

(* the layered MDP, and a policy in it *)
Definition layered_trans (p : step_trans St A) : trans layer A := fun h x a y =>
  \rsum_s (ind (copy h.+1 s == y) * p h (original x) a s).
Definition layered_reward (r : step_reward St A) : reward layer A := fun h x a => r h (original x) a.
Definition layered_policy (pi : step_policy St A) : policy layer A := fun h x a => pi h (original x) a.

Lemma layered_next (p : step_trans St A) h (x : layer h) a (v : layer h.+1 -> R) :
  \rsum_y (layered_trans p x a y * v y) = \rsum_s (p h (original x) a s * v (copy h.+1 s)).
Proof.
under eq_bigr => y _ do rewrite /layered_trans -rsumZr.
rewrite exchange_big; apply: eq_bigr => s _ /=.
rewrite -[RHS](rsum_ind (copy h.+1 s) (fun y => p h (original x) a s * v y)); apply: eq_bigr => y _.
by rewrite eq_sym Rmult_assoc.
Qed.

Lemma layered_is_trans p : is_step_trans p -> is_trans (layered_trans p).
Proof.
move=> Hp h x a; split=> [y|].
  by apply: rsum_ge0 => s _; apply: Rmult_le_pos; [exact: ind_ge0 | exact: (Hp h _ a).1].
rewrite -(Hp h (original x) a).2; have := layered_next p x a (fun=> 1).
by under eq_bigr => y _ do rewrite Rmult_1_r; move=> ->; apply: eq_bigr => s _; rewrite Rmult_1_r.
Qed.

Lemma layered_is_policy pi : is_step_policy pi -> is_policy (layered_policy pi).
Proof. by move=> Hpi h x; exact: Hpi. Qed.

Lemma layered_value p pi r k h (x : layer h) : (k + h)%N = L ->
  V (layered_trans p) (layered_policy pi) (layered_reward r) k x = value p pi r k h (original x).
Proof.
elim: k h x => [//|k IH] h x kh /=; apply: eq_bigr => a _; congr (_ * (_ + _)).
rewrite layered_next; apply: eq_bigr => s _; congr (_ * _); case: k IH kh => [//|k] IH kh.
have hL : (h.+1 < L)%N by rewrite -kh !addSn !ltnS leq_addl.
by rewrite IH ?addnS -?addSn // copyK.
Qed.

Lemma layered_reach p pi h (y : layer h) : (h <= L)%N ->
  mu (tt : layer 0) (layered_trans p) (layered_policy pi) y = \rsum_s (ind (copy h s == y) * reach p pi s0 h s).
Proof.
elim: h y => [|h IH] y hL.
  rewrite (bigD1 s0) //= big1 => [|s /negPf ->]; last by rewrite Rmult_0_r.
  by case: y; rewrite !eqxx /=; lra.
rewrite [LHS]/=; under eq_bigr => x _ do under eq_bigr => a _ do rewrite IH 1?ltnW // -!rsumZr.
have at_s s : (copy h s : layer h) = copy h s -> forall a,
    reach p pi s0 h s * (layered_policy pi (copy h s) a * layered_trans p (copy h s) a y) =
    reach p pi s0 h s * (pi h s a * \rsum_s' (ind (copy h.+1 s' == y) * p h s a s')).
  move=> _ a; rewrite /layered_policy /layered_trans; case: h hL {IH} y => [|h] hL y; last by rewrite copyK.
  case: (eqVneq s s0) => [->|/negPf ne] //; by rewrite /= ne /= !Rmult_0_l.
transitivity (\rsum_s \rsum_a (reach p pi s0 h s * (pi h s a * \rsum_s' (ind (copy h.+1 s' == y) * p h s a s')))).
  under eq_bigr => x _ do rewrite exchange_big.
  rewrite exchange_big; apply: eq_bigr => s _; rewrite exchange_big; apply: eq_bigr => a _ /=.
  rewrite -at_s // -[RHS](rsum_ind (copy h s)
    (fun x => reach p pi s0 h s * (layered_policy pi x a * layered_trans p x a y))).
  by apply: eq_bigr => x _; rewrite eq_sym; ring.
rewrite -[RHS]/(\rsum_s' (ind (copy h.+1 s' == y) * \rsum_s \rsum_a (reach p pi s0 h s * pi h s a * p h s a s'))).
under [RHS]eq_bigr => s' _ do rewrite -rsumZ.
rewrite [RHS]exchange_big; apply: eq_bigr => s _; under [RHS]eq_bigr => s' _ do rewrite -rsumZ.
rewrite [RHS]exchange_big; apply: eq_bigr => a _; rewrite -Rmult_assoc -rsumZ; apply: eq_bigr => s' _; ring.
Qed.

Lemma X_layered : (0 < L)%N -> X layer L = ((L - 1) * #|St| + 2)%N.
Proof.
rewrite /X /layer /middle; case: (L) => // L' _; rewrite big_ord_recr big_ord_recl /= ltnn !card_unit.
rewrite (eq_bigr (fun=> #|St|)) => [|h _]; last by rewrite /bump /= add1n !ltnS ltn_ord.
by rewrite sum_nat_const card_ord subn1 /= addnAC addnC.
Qed.

(* Remark 1 (rem:1), repaired: the layers 0 and L are singletons and X = (L - 1) S + 2; the policies correspond, with
   the same values, and so with the same optimum and regret; visits of (state, step) keep their probabilities *)
Theorem remark_1 (p : step_trans St A) (r : step_reward St A) : (0 < L)%N -> is_step_trans p ->
  [/\ (forall x y : layer 0, x = y) /\ (forall x y : layer L, x = y),
      X layer L = ((L - 1) * #|St| + 2)%N,
      is_trans (layered_trans p) /\
        forall pi, is_step_policy pi -> is_policy (layered_policy pi) /\
          V (layered_trans p) (layered_policy pi) (layered_reward r) L (tt : layer 0) = value p pi r L 0 s0,
      forall pi' : policy layer A, is_policy pi' -> exists2 pi, is_step_policy pi &
        forall h (x : layer h) a, pi' h x a = layered_policy pi x a
    & forall pi h s, is_step_policy pi -> (0 < h < L)%N ->
        mu (tt : layer 0) (layered_trans p) (layered_policy pi) (copy h s) = reach p pi s0 h s].
Proof.
move=> L0 Hp; split.
- split=> [[] [] //|]; rewrite /layer /middle; case: (L) L0 => // L' _.
  by rewrite /= ltnn => -[] [].
- exact: X_layered.
- split=> [|pi Hpi]; first exact: layered_is_trans.
  by split; [exact: layered_is_policy | rewrite layered_value ?addn0].
- move=> pi' Hpi'; exists (fun h s a => pi' h (copy h s) a); first by move=> h s; exact: Hpi'.
  by move=> h x a; rewrite /layered_policy originalK.
move=> pi h s Hpi hL; rewrite layered_reach; last by case/andP: hL => _ /ltnW.
rewrite (bigD1 s) //= eqxx big1 => [|s' ne]; first by rewrite Rmult_1_l Rplus_0_r.
case: eqP => [E1|_]; last by rewrite /= Rmult_0_l.
by move: ne; rewrite -(copyK s' hL) E1 copyK // eqxx.
Qed.
End Layered.

(* a random x_0, of distribution d: one step more, with reward 0, from any s0; X = LS + 2 by remark_1 at L + 1 *)
Section RandomStart.
Variables (St A : finType) (d : St -> R) (L : nat).
Definition first_draw (p : step_trans St A) : step_trans St A := fun h s a => if h is h'.+1 then p h' s a else d.
Definition first_0 (r : step_reward St A) : step_reward St A := fun h s a => if h is h'.+1 then r h' s a else 0.
Definition later (pi : step_policy St A) : step_policy St A := fun h => pi h.+1.

Lemma value_later p r pi k h (s : St) :
  value (first_draw p) pi (first_0 r) k h.+1 s = value p (later pi) r k h s.
Proof.
elim: k h s => [//|k IH] h s /=; apply: eq_bigr => a _; congr (_ * (_ + _)).
by apply: eq_bigr => s' _; rewrite IH.
Qed.

(* Remark 1 (rem:1), repaired: a random x_0 is drawn in a first step *)
Theorem remark_1_random p r pi s0 : is_dist d -> is_step_trans p -> is_step_policy pi ->
  is_step_trans (first_draw p) /\
  value (first_draw p) pi (first_0 r) L.+1 0 s0 = \rsum_s (d s * value p (later pi) r L 0 s).
Proof.
move=> Hd Hp Hpi; split; first by case=> [|h] s a; [exact: Hd | exact: Hp].
rewrite /=; under eq_bigr => a _ do rewrite Rplus_0_l.
rewrite rsumZr (Hpi 0%N s0).2 Rmult_1_l; apply: eq_bigr => s _; congr (_ * _); exact: value_later.
Qed.
End RandomStart.

(* --- the bounds: n steps and X states against L steps and S states *)
Section Rate.
Variables (St A : finType) (L T : nat) (delta : R).
Hypotheses (L0 : (0 < L)%N) (delta01 : 0 < delta < 1).
Notation S := (INR #|St|).
Definition rate (n X : R) := n * X * sqrt (INR T * INR #|A| * ln (INR T * X * INR #|A| / delta)).
Definition log2 (x : R) := ln x / ln 2.

Section Compare.
Hypothesis TSA : (1 < T * #|St| * #|A|)%N.

Lemma rate_le g n X : 1 <= g -> 0 < n -> 0 < X <= g * S ->
  rate n X <= n / INR L * g * sqrt (1 + log2 g) * rate (INR L) S.
Proof.
move=> g1 n0 [X0 Xg]; have lR : 0 < INR L by apply: lt_0_INR; apply/ltP.
have [T1 [S1 A1]] : 0 < INR T /\ 0 < S /\ 0 < INR #|A|.
  move: TSA; case: T => // T'; case: #|St| => [|s]; first by rewrite muln0.
  case: #|A| => [|a _]; first by rewrite muln0.
  by do !split; apply: lt_0_INR; apply/ltP.
have u2 : 2 <= INR T * S * INR #|A| by have := leq_INR TSA; rewrite !muln_INR.
have l2 := ln_lt_2; have i1 : 1 < / delta by rewrite -Rinv_1; apply: Rinv_lt_contravar; lra.
set u := INR T * S * INR #|A| / delta; have uD : 2 <= u by rewrite /u /Rdiv; nra.
have lu : ln 2 <= ln u by apply: le_ln; lra.
have lg : 0 <= ln g by rewrite -ln_1; apply: le_ln; lra.
have ug : INR T * X * INR #|A| / delta <= g * u.
  rewrite /u /Rdiv; have : 0 <= INR T * INR #|A| * / delta by apply: Rmult_le_pos; [apply: Rmult_le_pos|]; lra.
  by move=> /Rmult_le_compat_l H; have := H _ _ Xg; lra.
have lX : ln (INR T * X * INR #|A| / delta) <= (1 + log2 g) * ln u.
  apply: (Rle_trans _ _ _ (@le_ln _ _ _ ug)).
    by apply: Rmult_lt_0_compat; [do !apply: Rmult_lt_0_compat | lra].
  rewrite ln_mult; [|lra|lra]; rewrite /log2 /Rdiv.
  have : ln g * 1 <= ln g * (/ ln 2 * ln u); last by lra.
  apply: Rmult_le_compat_l => //; apply: (Rmult_le_reg_l (ln 2)); first lra.
  by rewrite -Rmult_assoc Rinv_r; lra.
rewrite /rate; have -> : n / INR L * g * sqrt (1 + log2 g) * (INR L * S * sqrt (INR T * INR #|A| * ln u)) =
  n * (g * S) * (sqrt (1 + log2 g) * sqrt (INR T * INR #|A| * ln u)) by field; lra.
have g0 : 0 <= log2 g by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat; lra.
rewrite -sqrt_mult_alt; last by lra.
apply: Rmult_le_compat; [nra | exact: sqrt_pos | by apply: Rmult_le_compat_l; lra | apply: sqrt_le_1_alt].
have TA : 0 <= INR T * INR #|A| by nra.
by have := Rmult_le_compat_l _ _ _ TA lX; lra.
Qed.

(* Remark 1 (rem:1), repaired: the bound for the layered MDP, at most c(L) times that in S *)
Theorem remark_1_rate : (2 <= #|St|)%N ->
  rate (INR L) (INR (X (layer St L) L)) <= INR L * sqrt (1 + log2 (INR L)) * rate (INR L) S /\
  rate (INR L + 1) (INR (X (layer St L.+1) L.+1)) <=
    (INR L + 1) ^ 2 / INR L * sqrt (1 + log2 (INR L + 1)) * rate (INR L) S.
Proof.
have lR : 1 <= INR L by exact: (leq_INR L0).
move=> /leq_INR; rewrite [INR 2]/= => S2.
have LE : INR (L - 1) = INR L - 1 by rewrite minus_INR //; apply/leP.
rewrite !X_layered // (_ : (L.+1 - 1)%N = L) ; last by rewrite subn1.
rewrite !addn_INR !muln_INR LE [INR 2]/=; split.
- apply: Rle_trans (@rate_le (INR L) (INR L) _ _ _ _) _; [lra | lra | nra |].
  by apply: Req_le; field; lra.
- apply: Rle_trans (@rate_le (INR L + 1) (INR L + 1) _ _ _ _) _; [lra | lra | nra |].
  by apply: Req_le; field; lra.
Qed.
End Compare.

(* Remark 1 (rem:1), repaired: copies share no samples, LX sqrt(TA) exceeds UCRL2's L^(3/2) S sqrt(TA) *)
Theorem remark_1_ucrl2 : (3 <= L)%N -> (0 < T * #|St| * #|A|)%N ->
  INR L * sqrt (INR L) * S * sqrt (INR T * INR #|A|) <
  INR L * INR (X (layer St L) L) * sqrt (INR T * INR #|A|).
Proof.
move=> /leq_INR; rewrite [INR 3]/= => L3; rewrite !muln_gt0 => /andP[/andP[T0 S0] A0].
have TA : 0 < sqrt (INR T * INR #|A|).
  by apply: sqrt_lt_R0; apply: Rmult_lt_0_compat; apply: lt_0_INR; apply/ltP.
have S1 : 1 <= S by exact: (leq_INR S0).
have LE : INR (L - 1) = INR L - 1 by rewrite minus_INR //; apply/leP.
apply: Rmult_lt_compat_r => //; rewrite Rmult_assoc; apply: Rmult_lt_compat_l; first lra.
rewrite X_layered // addn_INR muln_INR LE [INR 2]/=.
have : sqrt (INR L) <= INR L - 1 by apply: sqrt_le_sq; rewrite /=; nra.
by have := sqrt_pos (INR L); nra.
Qed.
End Rate.
