(* Weissman's radius with a surcharge, and Theorem 4 layer by layer with it. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents
  UCRLLP.model.Setting UCRLLP.paper.Visits UCRLLP.paper.AppendixA UCRLLP.paper.AppendixB UCRLLP.sharper.ClippedRecursion UCRLLP.sharper.Budgets.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Lemma pow_2 (d : nat) : exp (- (INR d * ln 2)) = / INR (2 ^ d).
Proof.
have E2 : exp (- ln 2) = / 2 by rewrite exp_Ropp exp_ln; lra.
elim: d => [|d IH]; first by rewrite Rmult_0_l Ropp_0 exp_0 expn0 INR1 Rinv_1.
rewrite S_INR expnS muln_INR Rinv_mult.
rewrite -IH (_ : INR 2 = 2) // -E2 -exp_plus; congr exp; ring.
Qed.

(* --- the radius and the factors that pay for it: only the numbers of states matter *)
Section Radii.
Variables (S : nat -> finType) (Lam s_P s_r : R).
Hypotheses (lam : / 2 <= Lam) (s_P0 : 0 <= s_P) (s_r0 : 0 <= s_r).
Notation z := (z Lam).
Let ln2 : / 2 < ln 2 := ln_lt_2.
Definition rad_s (d n : nat) := sqrt (2 * (INR d * ln 2 + Lam + s_P) / INR n).
Definition kap_s h := (1 + sqrt ((INR #|S h.+1| * ln 2 + Lam + s_P) / (INR #|S h.+1| * Lam))) / 2.
Definition kr_s := sqrt (1 + s_r / Lam) / 2.

Lemma kap_s_half h : / 2 <= kap_s h.
Proof. by rewrite /kap_s; have := sqrt_pos ((INR #|S h.+1| * ln 2 + Lam + s_P) / (INR #|S h.+1| * Lam)); lra. Qed.

Lemma kr_s_pays : 0 < kr_s /\ exp (- (4 * kr_s ^ 2 * Lam)) = z * exp (- s_r).
Proof.
have q0 : 0 <= s_r / Lam by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat; lra.
split; first by have : 0 < sqrt (1 + s_r / Lam) by [apply: sqrt_lt_R0; lra]; rewrite /kr_s; lra.
rewrite /kr_s /Rdiv Rpow_mult_distr pow2_sqrt; last by lra.
by rewrite /GoodEvents.z -exp_plus; congr exp; field; lra.
Qed.

Lemma rad_s_gt0 d n : (0 < d)%N -> (0 < n)%N -> 0 < rad_s d n.
Proof.
move=> d0 n0; apply: sqrt_lt_R0; apply: Rmult_lt_0_compat; last first.
  by apply: Rinv_0_lt_compat; apply: lt_0_INR; apply/ltP.
by have := pos_INR d; nra.
Qed.

Lemma rad_s_1 d : (0 < d)%N -> 1 <= rad_s d 1.
Proof.
move=> d0; rewrite /rad_s -{1}sqrt_1; apply: sqrt_le_1_alt.
by have := leq_INR d0; rewrite INR1 /Rdiv Rinv_1 Rmult_1_r => d1; nra.
Qed.

Lemma rad_s_exp d n : (0 < n)%N -> INR (2 ^ d - 2) * exp (- (INR n * rad_s d n ^ 2 / 2)) <= z * exp (- s_P).
Proof.
move=> n0; have nR : 0 < INR n by apply: lt_0_INR; apply/ltP.
have p0 : 0 < INR (2 ^ d) by apply: lt_0_INR; apply/ltP; rewrite expn_gt0.
have zs : 0 < z * exp (- s_P) by apply: Rmult_lt_0_compat; exact: exp_pos.
have -> : exp (- (INR n * rad_s d n ^ 2 / 2)) = / INR (2 ^ d) * (z * exp (- s_P)).
  rewrite -pow_2 /GoodEvents.z -!exp_plus; congr exp; rewrite /rad_s pow2_sqrt; first by field; lra.
  apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat.
  by have := pos_INR d; nra.
rewrite -Rmult_assoc -[X in _ <= X]Rmult_1_l; apply: Rmult_le_compat_r; first lra.
apply: (Rmult_le_reg_r (INR (2 ^ d))) => //; rewrite Rmult_assoc Rinv_l ?Rmult_1_r ?Rmult_1_l; last by lra.
by apply: leq_INR; exact: leq_subr.
Qed.

Lemma eps_s_1 d : (0 < d)%N -> 1 <= epsn Lam d 1.
Proof.
move=> d0; rewrite /epsn -{1}sqrt_1; apply: sqrt_le_1_alt.
by have := leq_INR d0; rewrite INR1 /Rdiv Rinv_1 Rmult_1_r; nra.
Qed.
End Radii.

(* --- any transition: for the one state of tight/WorstTies.v, too, where nothing depends on T and delta *)
Section Estimates.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Notation E := (traj S A Z L 0).
Lemma Pbar_sum h (x : S h) a (w : seq E) : \rsum_y Pbar x0 w x a y = INR (cnt x0 (mkp x a) w) / n1 x0 w x a.
Proof.
rewrite /Algorithm.Pbar /Rdiv rsumZr exchange_big; congr (_ * _).
rewrite /cnt -sum_vis; apply: eq_bigr => e _.
by rewrite Rmult_1_r -(visit3_sum x0 x a e).
Qed.

Unset Implicit Arguments.
Variables (P : trans S A) (Lam : R).
Set Implicit Arguments.
Hypotheses (HP : is_trans P) (A1 : (0 < #|A|)%N) (lam : / 2 <= Lam).

(* in layers with one state nothing deviates *)
Lemma narrow_eps h (x : S h) a (w : seq E) : wide S h = false ->
  \rsum_y Rabs (P h x a y - Pbar x0 w x a y) <= eps x0 Lam w x a.
Proof.
move=> /negbT; rewrite -ltnNge ltnS => /fintype_le1P H.
have [p0 p1] := HP x a; case E0 : (cnt x0 (mkp x a) w) => [|n].
  rewrite (eq_bigr (P h x a)) => [|y _]; last first.
    by rewrite (Pbar_unvisited _ E0) Rminus_0_r Rabs_pos_eq.
  by rewrite p1 eps_epsn E0; exact: (eps_s_1 lam (S_gt0 x0 HP A1 _)).
have E1 (p : S h.+1 -> R) y : \rsum_y p y = 1 -> p y = 1.
  by rewrite (bigD1 y) //= big1 ?Rplus_0_r // => y'; rewrite (H y y') eqxx.
have q1 : \rsum_y Pbar x0 w x a y = 1.
  rewrite Pbar_sum /Algorithm.n1 E0 (maxn_idPr _) // /Rdiv Rinv_r //.
  by have := pos_INR n; rewrite S_INR; lra.
rewrite big1 => [|y _]; first exact: eps_ge0.
by rewrite (E1 _ y p1) (E1 _ y q1) Rminus_eq_0 Rabs_R0.
Qed.
End Estimates.

Section Weissman.
Import Letters Process.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [gap : seq E -> R].
Hypotheses (lam : / 2 <= Lam) (Hst : schedule x0 st) (Hf : forall w, is_policy (f w)).
Hypothesis Hnear : near x0 rv T Lam st f gap.
Context [pistar : policy S A] (Hstar : is_policy pistar).   (* an optimal policy, or any other to compare with *)
Notation z := (z Lam).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.

Section Surcharges.
Context [s_P s_r l4 : R].
Hypotheses (s_P0 : 0 <= s_P) (s_r0 : 0 <= s_r) (l40 : 0 < l4).
Hypothesis eps_pays : forall h, (h < L)%N -> wide h -> INR #|S h.+1| * ln 2 + Lam + s_P <= INR #|S h.+1| * Lam.

Lemma Pr_rad : Pr K T [::] (bad_P x0 P T (rad_s Lam s_P)) <= (INR X - 1) * (INR #|A| * (INR T * (z * exp (- s_P)))).
Proof. by apply: (Pr_bad_P x0 HP Hrho T A1 SL Hf (rad_s_gt0 lam s_P0)) => h n _; exact: (rad_s_exp lam s_P0). Qed.

Lemma close_rad_s (v : seq E) : size v = T -> ~~ bad_P x0 P T (rad_s Lam s_P) v ->
  forall s, conf_close x0 P Lam (kap_s S Lam s_P) (drop s v).
Proof.
have ln2 := ln_lt_2; move=> vT nb s; have G := good_P HP A1 (rad_s_1 lam s_P0) vT nb s.
have rE h n : (0 < n)%N -> rad_s Lam s_P #|S h.+1| n = (2 * kap_s S Lam s_P h - 1) * epsn Lam #|S h.+1| n.
  move=> n0; have nR : 0 < INR n by apply: lt_0_INR; apply/ltP.
  have dR := xs_ge1 Sgt h.+1.
  have -> : 2 * kap_s S Lam s_P h - 1 = sqrt ((INR #|S h.+1| * ln 2 + Lam + s_P) / (INR #|S h.+1| * Lam)).
    by rewrite /kap_s; field; nra.
  rewrite /rad_s /epsn -sqrt_mult_alt; first by congr sqrt; field; repeat split; nra.
  apply: Rmult_le_pos; first by nra.
  by apply/Rlt_le/Rinv_0_lt_compat; nra.
have H h (x : S h) a : (h < L)%N ->
    \rsum_y Rabs (P h x a y - Pbar x0 (drop s v) x a y) <= (2 * kap_s S Lam s_P h - 1) * eps x0 Lam (drop s v) x a.
  by move=> hL; have := G h x a hL; rewrite rE // leq_max.
split=> [h x a hL|h x a hL _]; last exact: H.
case W : (wide h); last exact: (narrow_eps x0 HP A1 lam).
apply: Rle_trans (H _ x a hL) _; rewrite -[X in _ <= X]Rmult_1_l; apply: Rmult_le_compat_r.
  exact: eps_ge0.
have dR := xs_ge1 Sgt h.+1; have pay := eps_pays hL W.
suff : sqrt ((INR #|S h.+1| * ln 2 + Lam + s_P) / (INR #|S h.+1| * Lam)) <= 1 by rewrite /kap_s; lra.
rewrite -[X in _ <= X]sqrt_1; apply: sqrt_le_1_alt.
apply: (Rmult_le_reg_r (INR #|S h.+1| * Lam)); first nra.
by rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r ?Rmult_1_l //; nra.
Qed.

(* Theorem 4 (thm:main), repaired: layer by layer, not clipped *)
Theorem theorem_4_layered_budgets :
  1 - ((INR X - 1) * (INR #|A| * (INR T * (z * (exp (- s_P) + exp (- s_r)) + z ^ 4))) + exp (- l4)) <=
  Prl K T [::] (fun v => Rleb (regret v) (
    (2 + sqrt 2) * sqrt (INR T * INR #|A| * Lam) * (\rsum_(h < L) ((1 + kr_s Lam s_r) * sqrt (INR #|S h|) +
      ind (2 <= #|S h.+1|)%N * (INR (L - h.+1) * (kap_s S Lam s_P h * sqrt (INR #|S h| * INR #|S h.+1|))))) +
    sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * l4 / 6) + total_gap gap v)).
Proof.
have [kr0 krE] := kr_s_pays lam s_r0; have s2 := sqrt2_sqr; have s1 := sqrt2_ge1; have c0 : 0 <= 1 + sqrt 2 by lra.
have := theorem_4_layers lam Hst Hf Hnear Hstar kr0 l40 (kap_s_half S Lam s_P) c0
  (fun h x a w hL => spent_bound Hst x a w hL) Pr_rad close_rad_s.
rewrite krE (_ : (1 + sqrt 2) * sqrt 2 = 2 + sqrt 2); last by lra.
apply: Rle_trans; have -> : exp (- (4 * Lam)) = z ^ 4 by rewrite -(pow_exp Lam 4) [INR 4]/=; congr exp; ring.
by apply: Req_le; ring.
Qed.
End Surcharges.
End Weissman.
