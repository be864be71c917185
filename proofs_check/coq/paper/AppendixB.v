(* Appendix II: the bonuses b_i along the episodes (Lemmas 11 and 12) and Bias-II (Lemma 6). *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents
  UCRLLP.model.Setting UCRLLP.paper.Visits UCRLLP.paper.AppendixA.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* (35), line 6 (lem:bias-term-2:constant) *)
Theorem constant_35 : 3 * sqrt 2 <= 5. Proof. by have := sqrt2_bounds; lra. Qed.

(* --- the bonuses along the episodes, on every path: what is used is a rule that ends epochs as often as line 12 *)
Section Bonuses.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Notation E := (traj S A Z L 0).
Unset Implicit Arguments.
Variables (P : trans S A) (rho : rlaw S A Z) (rv : Z -> R).
Variables (T : nat) (Lam : R) (st : seq E -> seq E) (f : seq E -> policy S A).
Set Implicit Arguments.
Hypothesis Hst : schedule x0 st.
Notation n1 := (@n1 S A Z x0 L).
Notation b := (@b S A Z x0 L Lam).
Notation visit := (@visit S A Z x0 L).
Notation X := (X S L).
Notation LX := (LX S L).
Notation root := (root A T Lam).
Let s2 := sqrt2_sqr.
Let s1 := sqrt2_ge1.

(* the sums of Lemmas 6, 11 and 12, and of (31) *)
Definition sum_b v := hsum (fun hist e => visited x0 (fun h (x : S h) a => b (st hist) x a) e) v.
Definition sum_b_diff v := hsum (fun hist e => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A)
  ((q2 x0 P (f hist) x a - ind (visit (mkp x a) e)) * b (st hist) x a)) v.
Definition BiasII v := hsum (fun hist _ => inner L (q_ x0 P f hist) (rminus (rhat x0 rv Lam (st hist)) (r P rho rv))) v.
Definition sum_q_b v := hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A)
  (q2 x0 P (f hist) x a * b (st hist) x a)) v.

Lemma b_sqrt w h (x : S h) a : b w x a = sqrt (2 * 1 * Lam) * / sqrt (n1 w x a).
Proof. by rewrite /Algorithm.b sqrt_div_alt ?Rmult_1_r //; have := n1_ge1 x0 w x a; lra. Qed.

(* --- lem:bias-term-2 (Lemma 12) *)
Lemma visited_b k (g : seq E -> forall h, S h -> A -> R) v : 0 <= k -> size v = T ->
  (forall hist h (x : S h) a, g hist h x a <= k * b (st hist) x a) ->
  hsum (fun hist e => visited x0 (g hist) e) v <= k * (2 + sqrt 2) * sqrt (INR T * INR L * INR X * INR #|A| * Lam).
Proof.
move=> k0 vT gb.
apply: Rle_trans (visited_weights Hst (C := fun _ => k * sqrt (2 * 1 * Lam)) _ _) _.
- by move=> h; apply: Rmult_le_pos => //; exact: sqrt_pos.
- move=> s e hist _ h x a _; apply: Rle_trans (gb _ _ _ _) _; rewrite b_sqrt -Rmult_assoc.
  exact: Rle_refl.
rewrite vT (rate S A L T Lam (fun _ => k) (c := fun _ => 1)) => [|h]; last by lra.
rewrite root_LX (_ : k * (2 + sqrt 2) * (sqrt LX * root) = (2 + sqrt 2) * root * (k * sqrt LX)); last by ring.
have r0 := root_ge0 A T Lam; apply: Rmult_le_compat_l; first by nra.
rewrite rsumZ; apply: Rmult_le_compat_l => //; under eq_bigr => h _ do rewrite Rmult_1_r.
exact: jensen_layers.
Qed.

Theorem lemma_12_sharp v : size v = T ->
  sum_b v <= (2 + sqrt 2) * sqrt (INR T * INR L * INR X * INR #|A| * Lam).
Proof.
move=> vT; rewrite -[X in X * sqrt _]Rmult_1_l.
by apply: visited_b => // [|hist h x a]; [lra | rewrite Rmult_1_l; exact: Rle_refl].
Qed.

(* Lemma 12 (lem:bias-term-2) *)
Theorem lemma_12 v : size v = T -> sum_b v <= 5 * sqrt (INR T * INR L * INR X * INR #|A| * Lam).
Proof.
move=> vT; apply: Rle_trans (lemma_12_sharp vT) _; apply: Rmult_le_compat_r; first exact: sqrt_pos.
have : sqrt 2 <= 2 by nra.
lra.
Qed.

(* (35) (eq:35): from line (2) to line (6); spent is sum_t I^(t) / sqrt(max{1, N_i(t)}) *)
Theorem eq_35 v : 0 <= Lam -> size v = T ->
  [/\ sum_b v = sqrt (2 * Lam) * (\rsum_(h < L) \rsum_(x : S h) \rsum_a spent x0 st (mkp x a) v),
      sum_b v <= 3 * sqrt (2 * Lam) * (\rsum_(h < L) sqrt (INR T * INR #|S h| * INR #|A|)),
      (3 * sqrt (2 * Lam) * (\rsum_(h < L) sqrt (INR T * INR #|S h| * INR #|A|)) <=
        3 * sqrt (2 * (INR T * INR L * INR X * INR #|A| * Lam)))%R &
      (3 * sqrt (2 * (INR T * INR L * INR X * INR #|A| * Lam)) <=
        5 * sqrt (INR T * INR L * INR X * INR #|A| * Lam))%R].
Proof.
move=> Lam0 vT; have two0 : 0 <= 2 * Lam by lra.
have E1 : sum_b v = sqrt (2 * Lam) * (\rsum_(h < L) \rsum_(x : S h) \rsum_a spent x0 st (mkp x a) v).
  rewrite /sum_b; elim: (v) => [|e u IH].
    by rewrite big1 ?Rmult_0_r // => h _; rewrite big1 // => x _; rewrite big1.
  rewrite hsum_cons IH -!rsumZ -rsumD; apply: eq_bigr => h _; rewrite -!rsumZ -rsumD; apply: eq_bigr => x _.
  rewrite -!rsumZ -rsumD; apply: eq_bigr => a _; rewrite /spent hsum_cons b_sqrt Rmult_1_r.
  by rewrite -/(n1 (st u) x a) /Rdiv; ring.
have s0 := sqrt_pos (2 * Lam).
have TAS h : INR (#|S h| * #|A|) * INR T = INR T * INR #|S h| * INR #|A| by rewrite muln_INR; ring.
split=> //.
- rewrite E1 (Rmult_comm 3) Rmult_assoc; apply: Rmult_le_compat_l => //; rewrite -rsumZ; apply: le_rsum => h _.
  apply: Rle_trans (layer_bound Hst v (ltn_ord h)) _; rewrite vT TAS.
  by apply: Rmult_le_compat_r; [exact: sqrt_pos | have := sqrt2_le2; lra].
- rewrite Rmult_assoc; apply: Rmult_le_compat_l; first by lra.
  have -> : \rsum_(h < L) sqrt (INR T * INR #|S h| * INR #|A|) =
    sqrt (INR T * INR #|A|) * \rsum_(h < L) sqrt (INR #|S h|).
    rewrite -rsumZ; apply: eq_bigr => h _; rewrite -sqrt_mult_alt; first by congr sqrt; ring.
    by apply: Rmult_le_pos; exact: pos_INR.
  have -> : 2 * (INR T * INR L * INR X * INR #|A| * Lam) = 2 * Lam * ((INR T * INR #|A|) * LX).
    by rewrite /LayerSums.LX; ring.
  rewrite (sqrt_mult_alt (2 * Lam)) //; apply: Rmult_le_compat_l => //.
  rewrite (sqrt_mult_alt (INR T * INR #|A|)); last by apply: Rmult_le_pos; exact: pos_INR.
  by apply: Rmult_le_compat_l; [exact: sqrt_pos | exact: jensen_layers].
- rewrite sqrt_mult_alt; last by lra.
  by rewrite -Rmult_assoc; apply: Rmult_le_compat_r; [exact: sqrt_pos | nra].
Qed.

(* (35), line 5 (lem:bias-term-2:jensen-2) *)
Theorem jensen_2 : \rsum_(h < L) sqrt (INR T * INR #|S h| * INR #|A|) <= sqrt (INR T * INR L * INR X * INR #|A|).
Proof.
have -> : \rsum_(h < L) sqrt (INR T * INR #|S h| * INR #|A|) =
  sqrt (INR T * INR #|A|) * \rsum_(h < L) sqrt (INR #|S h|).
  rewrite -rsumZ; apply: eq_bigr => h _; rewrite -sqrt_mult_alt; first by congr sqrt; ring.
  by apply: Rmult_le_pos; exact: pos_INR.
have -> : INR T * INR L * INR X * INR #|A| = (INR T * INR #|A|) * LX by rewrite /LayerSums.LX; ring.
rewrite (sqrt_mult_alt (INR T * INR #|A|)); last by apply: Rmult_le_pos; exact: pos_INR.
by apply: Rmult_le_compat_l; [exact: sqrt_pos | exact: jensen_layers].
Qed.

(* --- one layer: disp:App. II.1 *)
Section OneLayer.
Variable h : nat.
Hypothesis hL : (h < L)%N.
(* Y_t of the proof of Lemma 11 *)
Definition Y_layer (hist : seq E) (e : E) := \rsum_(x : S h) \rsum_(a : A)
  ((q2 x0 P (f hist) x a - ind (visit (mkp x a) e)) / sqrt (n1 (st hist) x a)).

(* App. II, display 1 (disp:App. II.1) *)
Theorem display_B1 hist e : \rsum_(x : S h) \rsum_(a : A)
  ((q2 x0 P (f hist) x a - ind (visit (mkp x a) e)) * b (st hist) x a) = Y_layer hist e * sqrt (2 * Lam).
Proof.
rewrite -rsumZr; apply: eq_bigr => x _; rewrite -rsumZr; apply: eq_bigr => a _.
by rewrite b_sqrt Rmult_1_r /Rdiv; ring.
Qed.

Definition g33 (hist : seq E) l (x : S l) (a : A) := ind (l == h) * / sqrt (n1 (st hist) x a).
Definition c33 l := ind (l == h).
Lemma n1_inv (w : seq E) l (x : S l) a : 0 <= / sqrt (n1 w x a) <= 1.
Proof.
have n1' := n1_ge1 x0 w x a; have s1' : 1 <= sqrt (n1 w x a) by rewrite -{1}sqrt_1; apply: sqrt_le_1_alt.
by split; [apply/Rlt_le/Rinv_0_lt_compat; lra | rewrite -Rinv_1; apply: Rinv_le_contravar; lra].
Qed.
Lemma g33_range hist l (x : S l) a : 0 <= g33 hist x a <= c33 l.
Proof. by have := n1_inv (st hist) x a; rewrite /g33 /c33; case: (l == h) => /=; lra. Qed.

Lemma B33 : B L c33 = 1.
Proof. by rewrite /B -(rsum_ord_ind (fun=> 1) hL); apply: eq_bigr => l _; rewrite Rmult_1_r. Qed.

Lemma Y_layer_Y hist e : Y_layer hist e = Y x0 P f g33 hist e.
Proof.
rewrite /Y_layer /Y -rsumB -(rsum_ord_ind (fun l => \rsum_(x : S l) \rsum_(a : A)
  ((q2 x0 P (f hist) x a - ind (visit (mkp x a) e)) / sqrt (n1 (st hist) x a))) hL).
apply: eq_bigr => l _; rewrite -rsumB -rsumZ; apply: eq_bigr => x _; rewrite -rsumB -rsumZ.
by apply: eq_bigr => a _; rewrite /g33 /Rdiv; ring.
Qed.

End OneLayer.

Lemma along_suffix (F G : seq E -> R) v : (forall s, F (drop s v) <= G (drop s v)) ->
  hsum (fun hist _ => F hist) v <= hsum (fun hist _ => G hist) v.
Proof.
move=> H; apply: le_hsum => s e hist E1; rewrite (_ : hist = drop s.+1 v) //.
by rewrite -addn1 addnC -drop_drop E1 /= drop0.
Qed.

Lemma start_suffix v s : exists k, st (drop s v) = drop k v.
Proof. by have [k [-> _]] := schedule_drop (drop s v) Hst; rewrite drop_drop; exists (k + s)%N. Qed.
End Bonuses.

Section AppendixB.
Import Letters Process.
Context [M : setting].
Variables (Lam : R) (st : seq E -> seq E) (f : seq E -> policy S A) (qhat : seq E -> occ S A).
Hypotheses (Lam_ge : ln (TXA / delta) <= Lam) (Hst : schedule x0 st) (Hlearn : learner x0 rv f st Lam qhat).
Notation rhat := (rhat x0 rv Lam).
Notation rbar := (rbar x0 rv).
Notation b := (b x0 Lam).
Notation r := (r P rho rv).
Notation root := (root A T Lam).
Notation q_ := (@q_ S A Z x0 L P f).
Notation sum_b := (sum_b x0 Lam st).
Notation sum_b_diff := (sum_b_diff x0 P Lam st f).
Notation sum_q_b := (sum_q_b x0 P Lam st f).
Notation BiasII := (BiasII x0 P rho rv Lam st f).
Let d01 : 0 < delta < 1 := delta01.
Let Hf w : is_policy (f w) := (Hlearn w).1.
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Let lam : / 2 <= Lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.
Let s2 := sqrt2_sqr.
Let s1 := sqrt2_ge1.

(* --- one layer: lem:bias-term-1:martingale, eq:33 *)
Section OneLayer.
Variable h : nat.
Hypothesis hL : (h < L)%N.
Notation Y_layer := (Y_layer x0 P st f h).
Notation g33 := (@g33 S A Z x0 L st h).
Notation c33 := (c33 h).
Let g33_in := g33_range x0 st h.

(* Lemma 11, Y_t (lem:bias-term-1:martingale) *)
Theorem martingale_11 hist : has_mean (K hist) (Y_layer hist) 0 /\ forall e, -1 <= Y_layer hist e <= 1.
Proof.
have [v0 vb] := visited_mean x0 HP Hrho Hf g33_in hist; have [m1 m2] := Y_mean x0 HP Hrho Hf g33_in hist.
have Yb : bdd (Y x0 P f g33 hist) by apply: bddB => //; exact: bddC.
split=> [|e].
  by split; [rewrite -m1 | rewrite -m2]; symmetry; apply: (ex_eq (KD hist)) => [|e];
    rewrite ?(Y_layer_Y x0 P st f hL) //; exact: bddN.
have vis (e' : E) : 0 <= visited x0 (g33 hist) e' <= 1.
  have := @pathsum_bound S A Z (fun l x a _ _ => g33 hist x a) c33 L 0 x0 e' (fun l x a _ _ => g33_in hist x a).
  have -> : \rsum_(j < L) c33 (j + 0)%N = 1 by rewrite -(B33 hL); apply: eq_bigr => j _; rewrite addn0.
  by rewrite visited_pathsum.
have ex01 : 0 <= expected x0 P f g33 hist <= 1.
  rewrite -v0.1; split; [apply: (ex_geC (KD hist) vb) | apply: (ex_leC (KD hist) vb)] => e'; have := vis e'; lra.
by have := vis e; rewrite (Y_layer_Y x0 P st f hL) /Y; lra.
Qed.

(* (33) (eq:33) *)
Theorem eq_33 : 1 - delta / INR L <= Prl K T [::] (fun v =>
  Rleb (hsum Y_layer v) (sqrt (2 * INR T * ln (INR L / delta)))).
Proof.
have l1 := L_ge1 L1; have li : 0 < / INR L <= 1.
  by split; [apply: Rinv_0_lt_compat; lra | rewrite -Rinv_1; apply: Rinv_le_contravar; lra].
have dL01 : 0 < delta / INR L < 1 by rewrite /Rdiv; nra.
have B0 : 0 < B L c33 by rewrite (B33 hL); lra.
apply: (Pr_not KD); apply: Rle_trans (Pr_bad_Y x0 HP Hrho Hf g33_in T1 dL01 B0); apply: (Pr_imp KD) => v vT.
apply: contraR => nb; apply/RlebP; rewrite (eq_hsum _ (Y_layer_Y x0 P st f hL)); move: nb; rewrite /bad_Y.
case: RlebP => // lt _; apply: Rle_trans (Rlt_le _ _ (Rnot_le_lt _ _ lt)) _.
rewrite /deviation (B33 hL) Rmult_1_l (_ : 1 / (delta / INR L) = INR L / delta); last by field; lra.
apply: sqrt_le_1_alt; have [[l0 ll] _] := ln_L Lam_ge.
by have := pos_INR T; nra.
Qed.
End OneLayer.

(* --- lem:bias-term-1 (Lemma 11) *)
Definition g11 (hist : seq E) h (x : S h) (a : A) := b (st hist) x a.
Definition c11 (h : nat) := sqrt (2 * Lam).
Definition bad_11 : pred (seq E) := bad_Y x0 P f g11 c11 T delta.

Lemma g11_range hist h (x : S h) a : 0 <= g11 hist x a <= c11 h.
Proof.
split; first exact: b_ge0.
apply: sqrt_le_1_alt; have n1' := n1_ge1 x0 (st hist) x a.
rewrite -[X in _ <= X]Rmult_1_r /Rdiv; apply: Rmult_le_compat_l; first by lra.
by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
Qed.

Lemma B11 : B L c11 = INR L * sqrt (2 * Lam). Proof. by rewrite /B rsum_ord_const. Qed.

Lemma Pr_bad_11 : Pr K T [::] bad_11 <= delta.
Proof.
have B0 : 0 < B L c11.
  rewrite B11; have := leq_INR L1; rewrite INR1 => l1.
  by apply: Rmult_lt_0_compat; [lra | apply: sqrt_lt_R0; lra].
exact: (Pr_bad_Y x0 HP Hrho Hf g11_range T1 delta01 B0).
Qed.

Lemma sum_b_diff_Y v : sum_b_diff v = hsum (Y x0 P f g11) v.
Proof.
apply: eq_hsum => hist e; rewrite /Y -rsumB; apply: eq_bigr => h _; rewrite -rsumB.
apply: eq_bigr => x _; rewrite -rsumB; apply: eq_bigr => a _; rewrite /g11; ring.
Qed.

(* L sqrt(2 Lam) sqrt(T ln(1/delta)/2) *)
Lemma deviation_11 : deviation L c11 T delta <= INR L * sqrt (INR T) * Lam.
Proof.
have [_ lL] := Lam_ln x0 T1 delta01 A1 L1 SL Lam_ge; have l0 := ln_delta delta01; have t0 := pos_INR T.
rewrite /deviation B11 !Rmult_assoc; apply: Rmult_le_compat_l; first exact: pos_INR.
rewrite -sqrt_mult_alt; last by lra.
rewrite (_ : 2 * Lam * (INR T * ln (1 / delta) / 2) = INR T * (ln (1 / delta) * Lam)); last by field.
rewrite sqrt_mult_alt //; apply: Rmult_le_compat_l; first exact: sqrt_pos.
rewrite -[X in _ <= X]sqrt_square; last by lra.
by apply: sqrt_le_1_alt; nra.
Qed.

(* lem:bias-term-1 (Lemma 11), with room to spare *)
Theorem lemma_11_sharp : 1 - delta <= Prl K T [::] (fun v => Rleb (sum_b_diff v) (INR L * sqrt (INR T) * Lam)).
Proof.
apply: (Pr_not KD); apply: Rle_trans Pr_bad_11; apply: (Pr_imp KD) => v vT; apply: contraR => n1'.
apply/RlebP; apply: Rle_trans deviation_11; rewrite sum_b_diff_Y; move: n1'; rewrite /bad_11 /bad_Y.
by case: RlebP => // lt _; exact/Rlt_le/Rnot_le_lt.
Qed.

(* Lemma 11 (lem:bias-term-1) *)
Theorem lemma_11 : 1 - delta <= Prl K T [::] (fun v => Rleb (sum_b_diff v) (2 * INR L * sqrt (INR T) * Lam)).
Proof.
apply: Rle_trans lemma_11_sharp _; apply: (le_Prl KD) => v _; case: RlebP => [H|_]; last exact: ind_ge0.
have -> : Rleb (sum_b_diff v) (2 * INR L * sqrt (INR T) * Lam) = true; last exact: Rle_refl.
apply/RlebP; apply: Rle_trans H _; rewrite !Rmult_assoc.
have := Rmult_le_pos _ _ (pos_INR L) (Rmult_le_pos _ _ (sqrt_pos (INR T)) (Rlt_le _ _ _ : 0 <= Lam)).
by move=> H; have := H ltac:(lra); lra.
Qed.

(* --- Bias-II *)
Lemma BiasII_le c (G : seq E -> forall h, S h -> A -> R) v :
  (forall s, let w := drop s v in forall h (x : S h) a, (h < L)%N -> rhat (st w) x a - r x a <= c * G w h x a) ->
  BiasII v <= c * hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A)
    (q2 x0 P (f hist) x a * G hist h x a)) v.
Proof.
move=> H; rewrite -hsumZ; apply: along_suffix => s; rewrite -rsumZ; apply: le_rsum => h _.
rewrite -rsumZ; apply: le_rsum => x _; rewrite -rsumZ; apply: le_rsum => a _.
rewrite /AppendixA.q_ (marg_q3 x0 _ HP) /rminus; have q0 := q2_ge0 x0 HP (Hf (drop s v)) x a.
by have := Rmult_le_compat_l _ _ _ q0 (H s h x a (ltn_ord h)); rewrite /=; lra.
Qed.

(* eq:bias-decomp (31): one side of Lemma 3's event is needed *)
Lemma eq_31_path v : size v = T -> ~~ bad_r x0 P rho rv T Lam true 1 v -> BiasII v <= 2 * sum_q_b v.
Proof.
move=> vT nb; apply: (BiasII_le (G := fun hist h (x : S h) a => b (st hist) x a)) => s w h x a hL.
rewrite /w; have [k ->] := start_suffix Hst v s.
have := good_up HP Hrho Hrv Rlt_0_1 vT nb k x a hL.
have := Rmin_r 1 (rbar (drop k v) x a + b (drop k v) x a); rewrite -/(rhat (drop k v) x a); lra.
Qed.

(* (31) (eq:bias-decomp) *)
Theorem eq_31 : 1 - delta <= Prl K T [::] (fun v => Rleb (BiasII v) (2 * sum_q_b v)) /\
  forall v, 2 * sum_q_b v = 2 * sum_b_diff v + 2 * sum_b v.
Proof.
split; last first.
  move=> v; rewrite -Rmult_plus_distr_l; congr (_ * _); rewrite -hsumD; apply: eq_hsum => hist e.
  rewrite -rsumD; apply: eq_bigr => h _; rewrite -rsumD; apply: eq_bigr => x _.
  by rewrite -rsumD; apply: eq_bigr => a _; ring.
have c1 : / 2 <= 1 by lra.
apply: (Pr_not KD); apply: Rle_trans (Pr_bad_b x0 HP Hrho Hrv A1 SL Hf T1 delta01 L1 Lam_ge true c1).
by apply: (Pr_imp KD) => v vT; apply: contraR => nb; apply/RlebP; exact: eq_31_path.
Qed.

(* --- lem:bias (Lemma 6), repaired: r^ - r is cut at 1 before the split, at half the radius *)
Definition g6 (hist : seq E) h (x : S h) (a : A) := Rmin 1 (3 / 2 * b (st hist) x a).
Definition c6 (h : nat) := 1.
Definition bad_6 : pred (seq E) := bad_Y x0 P f g6 c6 T delta.

Lemma g6_range hist h (x : S h) a : 0 <= g6 hist x a <= c6 h.
Proof. by split; [apply: Rmin_glb; have := b_ge0 x0 Lam (st hist) x a; lra | exact: Rmin_l]. Qed.

Lemma B6 : B L c6 = INR L. Proof. by rewrite /B rsum_ord_const Rmult_1_r. Qed.

Lemma Pr_bad_6 : Pr K T [::] bad_6 <= delta.
Proof.
have B0 : 0 < B L c6 by rewrite B6; have := leq_INR L1; rewrite INR1; lra.
exact: (Pr_bad_Y x0 HP Hrho Hf g6_range T1 delta01 B0).
Qed.

Lemma deviation_6 : deviation L c6 T delta <= sqrt 2 / 2 * (sqrt LX * root).
Proof.
have [_ lL] := Lam_ln x0 T1 delta01 A1 L1 SL Lam_ge; have l0 := ln_delta delta01; have t0 := pos_INR T.
have lx := L_lt_X L Sgt; have l1 := leq_INR L1; rewrite INR1 in l1; have a1 := A_ge1 A1.
rewrite /deviation B6.
have -> : INR L * sqrt (INR T * ln (1 / delta) / 2) = sqrt 2 / 2 * (INR L * sqrt (INR T * ln (1 / delta))).
  rewrite sqrt_div_alt; last by lra.
  have E2 : / sqrt 2 = sqrt 2 / 2 by apply: (Rmult_eq_reg_l (sqrt 2)); [rewrite Rinv_r; lra | lra].
  by rewrite [X in _ * X]/Rdiv E2; field.
apply: Rmult_le_compat_l; first by lra.
apply: Rmult_le_compat; [lra | exact: sqrt_pos | |]; last first.
  by apply: sqrt_le_1_alt; rewrite Rmult_assoc; apply: Rmult_le_compat_l => //; nra.
rewrite -[X in X <= _]sqrt_square; last by lra.
by apply: sqrt_le_1_alt; rewrite /LayerSums.LX; nra.
Qed.

Lemma lemma_6_path v : size v = T -> ~~ bad_r x0 P rho rv T Lam true (/ 2) v -> ~~ bad_6 v ->
  BiasII v <= (3 + 2 * sqrt 2) * sqrt (INR T * INR L * INR X * INR #|A| * Lam).
Proof.
move=> vT nb n6; have i2 : 0 < / 2 by lra.
apply: (@Rle_trans _ (1 * hsum (fun hist _ => expected x0 P f g6 hist) v)).
  apply: (BiasII_le (G := g6)) => s w h x a hL; rewrite Rmult_1_l /g6 /w.
  have [k ->] := start_suffix Hst v s.
  have := good_up HP Hrho Hrv i2 vT nb k x a hL.
  have := Rmin_r 1 (rbar (drop k v) x a + b (drop k v) x a); rewrite -/(rhat (drop k v) x a).
  have := r01 HP Hrho Hrv x a; have := rhat01 x0 Lam Hrv (drop k v) x a => m0 m1 m2 m3.
  by apply: Rmin_glb; lra.
rewrite Rmult_1_l; apply: Rle_trans (expected_le n6) _.
apply: (@Rle_trans _ (3 / 2 * (2 + sqrt 2) * (sqrt LX * root) + sqrt 2 / 2 * (sqrt LX * root))); last first.
  by rewrite root_LX; lra.
apply: Rplus_le_compat; last exact: deviation_6.
rewrite -root_LX; apply: (visited_b Hst) => // [|hist h x a]; first by lra.
exact: Rmin_r.
Qed.

(* Lemma 6 (lem:bias), repaired: with a constant, and with r_hat - r cut at 1 before Azuma's inequality *)
Theorem lemma_6 : 1 - 2 * delta <= Prl K T [::] (fun v =>
  Rleb (BiasII v) ((3 + 2 * sqrt 2) * sqrt (INR T * INR L * INR X * INR #|A| * Lam))).
Proof.
apply: (Pr_not KD); rewrite (_ : 2 * delta = delta + delta); last by ring.
have bad_up := Pr_bad_b x0 HP Hrho Hrv A1 SL Hf T1 delta01 L1 Lam_ge true (Rle_refl (/ 2)).
apply: Rle_trans (Pr_or KD bad_up Pr_bad_6); apply: (Pr_imp KD) => v vT; apply: contraR.
by rewrite negb_or => /andP[n1' n2']; apply/RlebP; exact: lemma_6_path.
Qed.
End AppendixB.
