(* What the repaired forms say besides: the constants of Lemmas 4 and 5, xi_i <= min{2, 2 eps_i}, P_i completed by the
   estimates, the layers of (4) from layer 0, the solutions of LP1 in epoch 1, and at most (X - 1)A log2 T updates. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.Epochs UCRLLP.paper.LayerSums
  UCRLLP.paper.GoodEvents UCRLLP.model.Setting UCRLLP.model.Learner UCRLLP.paper.Propositions UCRLLP.paper.LinearProgram UCRLLP.paper.Trigger
  UCRLLP.paper.AppendixA UCRLLP.sharper.Weissman.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* P_bar_i at visited pairs, uniform at the others *)
Definition by_estimates (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat)
    (st : seq (traj S A Z L 0) -> seq (traj S A Z L 0)) (hist : seq (traj S A Z L 0)) : trans S A := fun h x a y =>
  if cnt x0 (mkp x a) (st hist) == 0%N then / INR #|S h.+1| else Pbar x0 (st hist) x a y.

Section Constants.
Import Letters Process.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [qhat : seq E -> occ S A].
Hypotheses (Lam_ge : ln (TXA / delta) <= Lam) (Hst : schedule x0 st) (Hlearn : learner x0 rv f st Lam qhat).
Notation root := (root A T Lam).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho (fun w => (Hlearn w).1).
Let d01 : 0 < delta < 1 := delta01.
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.

Lemma deviation_le k : 0 <= k -> k * sqrt (INR T * ln (1 / delta) / 2) <= k * (sqrt 2 / 2) * root.
Proof.
move=> k0; rewrite Rmult_assoc; apply: Rmult_le_compat_l => //.
have q2 := sqrt2_sqr; have [q1 _] := sqrt2_bounds; have t0 := pos_INR T; have r0 := root_ge0 A T Lam.
have [_ lL] := Lam_ln x0 T1 delta01 A1 L1 SL Lam_ge; have l0 := ln_delta delta01; have a1 := A_ge1 A1.
apply: sqrt_le_sq; first by apply: Rmult_le_pos; lra.
have rr : root * root = INR T * INR #|A| * Lam.
  by apply: sqrt_sqrt; apply: Rmult_le_pos; [apply: Rmult_le_pos; lra | lra].
rewrite (_ : (sqrt 2 / 2 * root) ^ 2 = (sqrt 2 * sqrt 2) * (root * root) / 4); last by field.
rewrite q2 rr; have : INR T * ln (1 / delta) <= INR T * (INR #|A| * Lam) by apply: Rmult_le_compat_l; nra.
lra.
Qed.

Lemma lx : INR L * INR L <= INR L * (INR X - 1).
Proof. by have := L_lt_X L Sgt; have := pos_INR L; nra. Qed.

(* Lemma 4 (lem:key-lem), repaired: with one constant *)
Theorem lemma_4_constant : 1 - 2 * delta <= Prl K T [::] (fun v => Rleb (sum_norm1 x0 P f qhat v)
  ((4 + 3 * sqrt 2) * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof.
have H := lemma_4_layered Lam_ge Hst Hlearn.
apply: Rle_trans H _; apply: (Prl_imp KD) => v _ /RlebP H; apply/RlebP; apply: Rle_trans H _.
rewrite -/(LayerSums.root A T Lam); have r0 := root_ge0 A T Lam; have [q1 _] := sqrt2_bounds; have l0 := pos_INR L.
have W := @sum_wide S L; rewrite /LayerSums.LX in W.
have W' := Rmult_le_compat_l ((4 + 2 * sqrt 2) * root) _ _ ltac:(nra) W.
have D := @deviation_le (INR L * (INR L + 1)) ltac:(nra).
have : INR L * (INR L + 1) * (sqrt 2 / 2) * root <= INR L * INR X * (sqrt 2 / 2) * root.
  by apply: Rmult_le_compat_r => //; apply: Rmult_le_compat_r; have := lx; lra.
have p0 : 0 <= INR L * INR X by apply: Rmult_le_pos; exact: pos_INR.
have : 0 <= INR L * INR X * (sqrt 2 / 2) * root by apply: Rmult_le_pos => //; apply: Rmult_le_pos; lra.
lra.
Qed.

(* Lemma 5 (lem:error), repaired: with one constant *)
Theorem lemma_5_constant : 1 - 2 * delta <= Prl K T [::] (fun v => Rleb (Error x0 P rv Lam st f qhat v)
  ((2 + 5 / 4 * sqrt 2) * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof.
have H := lemma_5_layered Lam_ge Hst Hlearn.
apply: Rle_trans H _; apply: (Prl_imp KD) => v _ /RlebP H; apply/RlebP; apply: Rle_trans H _.
rewrite -/(LayerSums.root A T Lam); have r0 := root_ge0 A T Lam; have [q1 _] := sqrt2_bounds; have l1 := L_ge1 L1.
have W : \rsum_(h < L) (ind (wide h) * INR (L - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|)) <= INR L * INR X.
  apply: Rle_trans (@sum_wide S L); apply: le_rsum => h _; apply: Rmult_le_compat_r; first exact: sqrt_pos.
  by apply: Rmult_le_compat_l; [exact: ind_ge0 | apply: leq_INR; apply: leq_sub2l].
have W' := Rmult_le_compat_l ((2 + sqrt 2) * root) _ _ ltac:(nra) W.
have D := @deviation_le (INR L * (INR L - 1) / 2) ltac:(nra).
have : INR L * (INR L - 1) / 2 * (sqrt 2 / 2) * root <= INR L * INR X / 2 * (sqrt 2 / 2) * root.
  by apply: Rmult_le_compat_r => //; apply: Rmult_le_compat_r; have := lx; lra.
lra.
Qed.

(* (26) (eq:26), repaired: xi_i is at most 2, too *)
Theorem eq_26_min (comp : seq E -> trans S A) : (forall hist, is_trans (comp hist)) ->
  (forall hist, in_conf L (Pbar x0 (st hist)) (@eps S A Z x0 L Lam (st hist)) P ->
    in_conf L (Pbar x0 (st hist)) (@eps S A Z x0 L Lam (st hist)) (comp hist)) ->
  forall hist, in_conf L (Pbar x0 (st hist)) (@eps S A Z x0 L Lam (st hist)) P ->
  forall h (x : S h) a, (h < L)%N -> xi_ P qhat comp hist x a <= Rmin 2 (2 * eps x0 Lam (st hist) x a).
Proof.
move=> Hc conf hist HP' h x a hL; apply: Rmin_glb; last exact: (eq_26 (learner_plays Hlearn) conf HP').
exact: (xi_le2 HP (P_trans (learner_plays Hlearn) Hc hist) x a).2.
Qed.

(* P_i, xi_i (lem:occ-1-norm:P_i), repaired: completed by P_bar_i at visited pairs and uniformly at the others *)
Theorem P_i_by_estimates hist : is_trans (P_ qhat (by_estimates x0 st) hist) /\
  in_conf L (Pbar x0 (st hist)) (@eps S A Z x0 L Lam (st hist)) (P_ qhat (by_estimates x0 st) hist).
Proof.
have lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge; set w := st hist.
have sum1 h (x : S h) a := Pbar_sum x0 x a w.
have D : is_trans (by_estimates x0 st hist).
  move=> h x a; rewrite /by_estimates -/w; case: eqP => [_|c0]; first exact: uniform_dist.
  case: (estimates_ok x0 lam Sgt w x a) => [[]|[z0 _]] //; exfalso; apply: c0.
  have := sum1 h x a; rewrite big1 // /Rdiv => /esym/Rmult_integral[/(INR_eq _ 0)|] //.
  by have := n1_ge1 x0 w x a => n1' /Rinv_neq_0_compat []; lra.
have C : in_conf L (Pbar x0 w) (@eps S A Z x0 L Lam w) (by_estimates x0 st hist).
  move=> h x a hL; rewrite /by_estimates -/w; case: eqP => [c0|_]; last first.
    by rewrite big1 => [|y _]; [exact: sqrt_pos | rewrite Rminus_eq_0 Rabs_R0].
  case: (estimates_ok x0 lam Sgt w x a) => [[[_ p1] _]|[z0 e1]].
    by move: (sum1 h x a); rewrite p1 c0 /= /Rdiv Rmult_0_l; lra.
  apply: Rle_trans e1; rewrite -(uniform_dist (Sgt h.+1)).2; apply: Req_le; apply: eq_bigr => y _.
  by rewrite z0 Rminus_0_r Rabs_pos_eq //; apply/Rlt_le/Rinv_0_lt_compat/lt_0_INR/ltP.
have [_ [[Hq _] _]] := Hlearn hist; split; [exact: Phat_trans Hq D | exact: Phat_conf Hq C].
Qed.
End Constants.

Section Others.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Hypotheses (L0 : (0 < L)%N) (S_gt0 : forall h, (0 < #|S h|)%N) (A_gt0 : (0 < #|A|)%N).

(* Prop. 1 (prop:1), repaired: in (4) the sum 1 in layer 0 is enough, the other layers follow *)
Theorem layers_follow (q : occ S A) : in_Q L q <->
  [/\ forall h x a y, (h < L)%N -> 0 <= q h x a y, \rsum_(x : S 0%N) \rsum_a \rsum_y q 0%N x a y = 1
    & forall h (y : S h.+1), (h.+1 < L)%N -> \rsum_(x : S h) \rsum_a q h x a y = \rsum_a \rsum_z q h.+1 y a z].
Proof.
split=> [[q0 q1 fl]|[q0 q1 fl]]; split=> //; first exact: q1.
elim=> [//|h IH] hL; rewrite -(IH (ltnW hL)).
transitivity (\rsum_(y : S h.+1) \rsum_(x : S h) \rsum_a q h x a y).
  by apply: eq_bigr => y _; rewrite fl.
rewrite exchange_big; apply: eq_bigr => x _; rewrite exchange_big; apply: eq_bigr => a _ //=.
Qed.

(* Alg. 1 l. 5 (alg:main/5), repaired: every q in Q has the value L, so Diff = 0 in epoch 1 *)
Theorem line_5_all (rv : Z -> R) Lam (q : occ S A) : / 2 <= Lam -> in_Q L q ->
  inner L q (rhat x0 rv Lam ([::] : seq (traj S A Z L 0))) = INR L.
Proof.
move=> lam [_ q1 _]; rewrite -[RHS]Rmult_1_r -rsum_ord_const; apply: eq_bigr => h _.
rewrite -(q1 h (ltn_ord h)); apply: eq_bigr => x _; apply: eq_bigr => a _.
by rewrite (rhat0 x0 L rv lam) Rmult_1_r.
Qed.

(* XA log2 T (inline:IV-A.1), repaired: at most (X - 1)A log2 T unless X = 2 and A = 1 *)
Theorem updates_states (w : seq (traj S A Z L 0)) : (2 <= size w)%N -> ~ (X S L = 2%N /\ #|A| = 1%N) ->
  INR (updates x0 w) <= INR ((X S L - 1) * #|A|) * (ln (INR (size w)) / ln 2).
Proof.
move=> T2 not21; have ln2 := ln_lt_2.
have XE : X S L = (\sum_(h < L) #|S h| + #|S L|)%N by rewrite /X big_ord_recr.
have [some|none] := boolP [exists h : 'I_L, (2 <= #|S h| * #|A|)%N].
  apply: Rle_trans (updates_wide x0 T2 (existsP some)) _; apply: Rmult_le_compat_r.
    apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat; lra.
    by rewrite -ln_1; apply: le_ln; [lra | have := leq_INR T2; rewrite [INR 2]/=; lra].
  apply: leq_INR; apply: (@leq_trans (\sum_(h < L) #|S h| * #|A|)).
    by rewrite /K_wide big_mkcond; apply: leq_sum => h _; case: ifP.
  by rewrite -big_distrl leq_mul2r XE -addnBA ?leq_addr ?orbT.
have one (h : 'I_L) : (#|S h| * #|A| = 1)%N.
  move: none; rewrite negb_exists => /forallP/(_ h); rewrite -leqNgt => le1.
  by apply/eqP; rewrite eqn_leq le1 muln_gt0 S_gt0 A_gt0.
have A1 : #|A| = 1%N by have /eqP := one (Ordinal L0); rewrite muln_eq1 => /andP[_ /eqP].
apply: log2_of_pow => //; apply: leq_trans (updates_narrow x0 L0 A_gt0 one (ltnW T2)) _.
have X3 : (2 <= X S L - 1)%N.
  have s1 : (0 < \sum_(h < L) #|S h|)%N by rewrite (bigD1 (Ordinal L0)) //= addn_gt0 S_gt0.
  have X2 : (2 <= X S L)%N by rewrite XE; exact: (leq_add s1 (S_gt0 L)).
  by rewrite leq_subRL ?(ltnW X2) // ltn_neqAle X2 andbT; apply/eqP => X2'; apply: not21.
apply: leq_trans (leq_pexp2l (ltnW T2) _); last by rewrite A1 muln1; exact: X3.
by rewrite expnS expn1 leq_mul2r T2 orbT.
Qed.
End Others.
