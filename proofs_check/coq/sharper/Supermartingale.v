(* Lemma 11 (lem:bias-term-1) without sqrt T: for variables in [0, B] the sum of what is expected exceeds the sum of
   what happens by at most s times the sum of the squares, and ln(1/delta)/s; along the epochs the squares of the
   bonuses add up to a logarithm of T. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration
  Previsions.Supermartingales UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets
  UCRLLP.model.Algorithm UCRLLP.paper.GoodEvents UCRLLP.model.Setting UCRLLP.paper.Visits UCRLLP.paper.AppendixB.
From Coquelicot Require Import Coquelicot.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Squares.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Notation E := (traj S A Z L 0).
Notation cnt := (@cnt S A Z x0 L).
Notation visit := (@visit S A Z x0 L).
Variable st : seq E -> seq E.
Hypothesis Hst : schedule x0 st.
Notation pair := {h : nat & (S h * A)%type}.
(* the sum of 1/max{1, N_i} over the visits of a pair *)
Definition spent1 (p : pair) := hsum (fun hist (e : E) => ind (visit p e) / INR (maxn 1 (cnt p (st hist)))).

Lemma spent1_invariant h (x : S h) a w : (h < L)%N -> let p := mkp x a in
  [/\ (cnt p (st w) <= cnt p w)%N,
      (cnt p w - cnt p (st w) < maxn 1 (cnt p (st w)))%N &
      spent1 p w <= parts_log (cnt p (st w)) + INR (cnt p w - cnt p (st w)) / INR (maxn 1 (cnt p (st w)))].
Proof.
move=> hL; apply: (charged Hst (wgt := fun N => / INR (maxn 1 N)) (g := parts_log) x a w hL (Rle_refl 0)) => N n.
exact: parts_log_step.
Qed.

Lemma spent1_bound h (x : S h) a w : (h < L)%N -> (0 < size w)%N ->
  spent1 (mkp x a) w <= 1 + ln (INR (size w)) / ln 2.
Proof.
move=> hL w0; have [I1 I2 I3] := spent1_invariant x a w hL.
apply: Rle_trans I3 _; apply: Rle_trans (parts_log_step (ltnW I2)) _.
by rewrite subnKC //; apply: parts_log_le => //; exact: count_size.
Qed.

(* the bonuses over sqrt(2 Lam) *)
Definition root1 (hist : seq E) h (x : S h) (a : A) : R := / sqrt (INR (maxn 1 (cnt (mkp x a) (st hist)))).

Lemma root1_range hist h (x : S h) a : 0 <= root1 hist x a <= 1.
Proof. exact: n1_inv. Qed.

(* the square of a sum over k steps *)
Lemma pathsum_square (W : forall h, S h -> A -> R) k h (x : S h) (e : traj S A Z k h) :
  pathsum (fun l x a _ _ => W l x a) x e ^ 2 <= INR k * pathsum (fun l x a _ _ => W l x a ^ 2) x e.
Proof.
elim: k h x e => [|k IH] h x e; first by rewrite /= !Rmult_0_l; exact: Rle_refl.
have q0 : 0 <= pathsum (fun l x a _ _ => W l x a ^ 2) e.1.2.2 e.2.
  by apply: pathsum_ge0 => *; exact: pow2_ge_0.
rewrite [pathsum _ _ _ in X in X ^ 2]/= [pathsum (fun l x a _ _ => W l x a ^ 2) _ _]/= -/(pow _ 2).
have := IH _ e.1.2.2 e.2; move: (pathsum _ _ _) (pathsum _ _ _) (W h x e.1.1) q0 => s q u q0 H.
case: (posnP k) => [k0|k1].
  by move: H; rewrite k0 /=; nra.
rewrite S_INR; have k1R := leq_INR k1; rewrite INR1 in k1R; move: (INR k) k1R H => c c1 H.
apply: (Rmult_le_reg_l c); first lra.
have := pow2_ge_0 (c * u - s); rewrite /= in H *; nra.
Qed.
End Squares.

Section Lemma11.
Import Letters Process.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A].
Hypotheses (Hst : schedule x0 st) (Hf : forall w, is_policy (f w)).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Notation visited := (@visited S A Z x0 L).
Notation root1 := (@root1 S A Z x0 L st).
Notation log2 T := (ln (INR T) / ln 2).

Definition U11 (hist : seq E) (e : E) := visited (root1 hist) e.
Definition V11 := INR L * (INR X - 1) * INR #|A| * (1 + log2 T).

Lemma U11_range hist e : 0 <= U11 hist e <= INR L.
Proof.
have := @pathsum_bound S A Z (fun l x a _ _ => root1 hist x a) (fun=> 1) L 0 x0 e
  (fun l x a _ _ => root1_range x0 st hist x a).
by rewrite /U11 visited_pathsum rsum_ord_const Rmult_1_r.
Qed.

Lemma U11_mean hist : has_mean (K hist) (U11 hist) (expected x0 P f root1 hist).
Proof.
by have [] := visited_mean x0 HP Hrho Hf (g := root1) (c := fun=> 1)
  (fun w h x a => root1_range x0 st w x a) hist.
Qed.

(* on every path the squares add up to at most V *)
Lemma squares_V11 v : size v = T -> hsum (fun hist e => U11 hist e ^ 2) v <= V11.
Proof.
move=> vT; apply: (@Rle_trans _ (INR L * \rsum_(h < L) \rsum_(x : S h) \rsum_a spent1 x0 st (mkp x a) v)).
  have E1 : \rsum_(h < L) \rsum_(x : S h) \rsum_a spent1 x0 st (mkp x a) v =
      hsum (fun hist e => visited (fun h (x : S h) a => root1 hist x a ^ 2) e) v.
    elim: (v) => [|e u IH].
      by rewrite big1 // => h _; rewrite big1 // => x _; rewrite big1.
    rewrite hsum_cons -IH /visited -rsumD; apply: eq_bigr => h _; rewrite -rsumD; apply: eq_bigr => x _.
    rewrite -rsumD; apply: eq_bigr => a _; rewrite /spent1 hsum_cons /root1 /Rdiv; congr (_ * _ + _).
    have n1' : 1 <= INR (maxn 1 (cnt x0 (mkp x a) (st u))) by exact: n1_ge1.
    by rewrite -Rinv_pow ?pow2_sqrt //; [lra | apply: Rgt_not_eq; apply: sqrt_lt_R0; lra].
  rewrite E1 -hsumZ; apply: le_hsum => s e hist _.
  by rewrite /U11 !visited_pathsum; exact: pathsum_square.
have wv : (0 < size v)%N by rewrite vT; exact: T1.
rewrite /V11 !Rmult_assoc; apply: Rmult_le_compat_l; first exact: pos_INR.
apply: (@Rle_trans _ (\rsum_(h < L) (INR #|S h| * (INR #|A| * (1 + log2 T))))).
  apply: le_rsum => h _; rewrite -rsum_const; apply: le_rsum => x _; rewrite -rsum_const; apply: le_rsum => a _.
  by rewrite -vT; exact: spent1_bound.
rewrite rsumZr; apply: Req_le; congr (_ * _).
have E2 (u : R) : u = u + 1 - 1 by ring.
by rewrite /Algorithm.X big_ord_recr /= SL addn_INR Sums.sum_INR INR1; exact: E2.
Qed.

(* Lemma 11 (lem:bias-term-1), repaired: without sqrt T, for any rule that ends epochs as often as line 12 and any
   policies *)
Theorem lemma_11_no_root_T : 1 - delta <= Prl K T [::] (fun v => Rleb (sum_b_diff x0 P Lam st f v)
  (sqrt (2 * Lam) * (2 * sqrt (INR L * (INR X - 1) * INR #|A| * (1 + log2 T) * ln (1 / delta)) +
    2 * INR L * ln (1 / delta)))).
Proof.
have l0 : 0 < ln (1 / delta) := ln_delta delta01.
have LR : 1 <= INR L := leq_INR L1; have AR : 1 <= INR #|A| := leq_INR A1.
have V0 : 0 < V11.
  have l2 := ln_lt_2; have lT : 0 <= log2 T.
    apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat; lra.
    by rewrite -ln_1; apply: le_ln; [lra | exact: (leq_INR T1)].
  have X1 : 1 <= INR X - 1.
    have : INR 2 <= INR X := leq_INR (X_ge2 x0 L1 SL).
    by rewrite [INR 2]/=; lra.
  rewrite /V11; have : 1 <= INR L * (INR X - 1) by nra.
  move=> H; have : 1 <= INR L * (INR X - 1) * INR #|A| by nra.
  nra.
have L0 : 0 < INR L by lra.
have [s [s0 sB best]] := exists_tradeoff V0 l0 L0.
apply: (Pr_not KD); apply: Rle_trans (expected_minus_seen KD U11_range U11_mean T s0 sB delta01).
apply: (Pr_imp KD) => v vT; apply: contra => /RlebP H; apply/RlebP.
have -> : sum_b_diff x0 P Lam st f v =
    sqrt (2 * Lam) * hsum (fun hist e => expected x0 P f root1 hist - U11 hist e) v.
  rewrite -hsumZ; apply: eq_hsum => hist e; rewrite /U11 /expected /Visits.visited -rsumB -rsumZ.
  apply: eq_bigr => h _; rewrite -rsumB -rsumZ; apply: eq_bigr => x _; rewrite -rsumB -rsumZ.
  apply: eq_bigr => a _; rewrite /b sqrt_div_alt; last by have := n1_ge1 x0 (st hist) x a; lra.
  by rewrite /root1 -/(n1 x0 (st hist) x a) /Rdiv; ring.
apply: Rmult_le_compat_l; first exact: sqrt_pos.
apply: Rle_trans H _; apply: Rle_trans best; apply: Rplus_le_compat_r.
by apply: Rmult_le_compat_l; [lra | exact: squares_V11].
Qed.
End Lemma11.
