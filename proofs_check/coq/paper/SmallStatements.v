(* Short statements of the text: sizes, numbers of updates and operations, and counterexamples of one or two states. *)
Require Import Previsions.Sums Previsions.NatLia Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.Epochs
  UCRLLP.paper.Trigger UCRLLP.paper.GoodEvents UCRLLP.model.Learner UCRLLP.paper.Estimates.
From Coquelicot Require Rcomplements.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* Sec. VI, sizes (inline:VI.1): layers 1, 10, 10, 10, 10, 10, 1 and 5 actions give X = 52, 255 pairs, 2100 triples *)
Theorem sizes_VI (S : nat -> finType) (A : finType) : #|A| = 5%N ->
  (forall h, (h <= 6)%N -> #|S h| = if (0 < h < 6)%N then 10%N else 1%N) ->
  [/\ X S 6 = 52%N, (\sum_(h < 6) #|S h| * #|A|)%N = 255%N & (\sum_(h < 6) #|S h| * #|A| * #|S h.+1|)%N = 2100%N].
Proof. by move=> A5 Sz; rewrite /X !big_ord_recr !big_ord0 /= !Sz // A5. Qed.

(* --- Lemma 10 (lem:azuma-hoeffding), by the paper's number *)
Theorem lemma_10 (E : Type) (K : seq E -> (E -> R) -> R) (Y : seq E -> E -> R) (cc : nat -> R) n eps :
  (forall hist, is_exp (K hist)) -> (forall i, 0 < cc i) ->
  (forall hist e, Rabs (Y hist e) <= cc (size hist)) ->
  (forall hist, has_mean (K hist) (Y hist) 0) -> 0 < eps -> (0 < n)%N ->
  Pr K n [::] (fun w => ~~ Rleb (hsum Y w) eps) <= exp (- (eps ^ 2 / (2 * \rsum_(i < n) cc i ^ 2))) /\
  Pr K n [::] (fun w => ~~ Rleb (- eps) (hsum Y w)) <= exp (- (eps ^ 2 / (2 * \rsum_(i < n) cc i ^ 2))).
Proof. exact: azuma_hoeffding. Qed.

(* --- orders of growth *)
Lemma log2_small C c : 0 < c -> exists T0, forall T, (T0 <= T)%N -> C * (ln (INR T) / ln 2) < c * INR T.
Proof.
move=> c0; pose k := 4 * Rabs C / c; have k0 : 0 <= k.
  by apply: Rmult_le_pos; [have := Rabs_pos C; lra | apply/Rlt_le/Rinv_0_lt_compat].
have [n [_ Hn]] := Rcomplements.nfloor_ex (k ^ 2) (pow2_ge_0 k); exists n.+1 => T nT.
have TR : k ^ 2 < INR T by apply: Rlt_le_trans Hn _; rewrite -S_INR; exact: leq_INR.
have t0 : 0 < INR T by have := pow2_ge_0 k; lra.
have s0 : 0 < sqrt (INR T) by exact: sqrt_lt_R0.
have ss : sqrt (INR T) * sqrt (INR T) = INR T by apply: sqrt_sqrt; lra.
have ks : k < sqrt (INR T) by rewrite -(sqrt_pow2 k k0); apply: sqrt_lt_1_alt; split; [exact: pow2_ge_0 | exact: TR].
have lnT : ln (INR T) <= 2 * sqrt (INR T).
  have se : sqrt (INR T) < exp (sqrt (INR T)) by have := exp_ineq1 (sqrt (INR T)) ltac:(lra); lra.
  by rewrite -{1}ss ln_mult //; have := ln_increasing _ _ s0 se; rewrite ln_exp; lra.
have l2 := ln_lt_2; have ln1 : 0 <= ln (INR T).
  rewrite -ln_1; have : 1 <= INR T by apply: (leq_INR (m := 1)); exact: leq_trans nT.
  by case=> [H|<-]; [apply/Rlt_le/ln_increasing; lra | exact: Rle_refl].
have q : ln (INR T) / ln 2 <= 4 * sqrt (INR T).
  apply: (Rmult_le_reg_r (ln 2)); first lra.
  by rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r; nra.
have q0 : 0 <= ln (INR T) / ln 2 by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat; lra.
have ck : c * k = 4 * Rabs C by rewrite /k; field; lra.
apply: (@Rle_lt_trans _ (Rabs C * (4 * sqrt (INR T)))).
  by apply: (@Rle_trans _ (Rabs C * (ln (INR T) / ln 2))); [apply: Rmult_le_compat_r => //; exact: Rle_abs
    | apply: Rmult_le_compat_l => //; exact: Rabs_pos].
apply: (@Rlt_le_trans _ (c * (sqrt (INR T) * sqrt (INR T)))); last by rewrite ss; exact: Rle_refl.
rewrite (_ : Rabs C * (4 * sqrt (INR T)) = c * k * sqrt (INR T)); last by rewrite ck; ring.
by rewrite -Rmult_assoc; apply: Rmult_lt_compat_r => //; apply: Rmult_lt_compat_l.
Qed.

Section Updates.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Hypotheses (L1 : (0 < L)%N) (S1 : forall h, (0 < #|S h|)%N) (A1 : (0 < #|A|)%N).
Notation E := (traj S A Z L 0).
Notation cnt := (@cnt S A Z x0 L).
Implicit Type w : seq E.

(* Sec. VII, O(log T) (inline:VII.4), repaired: at most XA log2 T updates, for T >= 2 *)
Theorem updates_log_T w : (2 <= size w)%N ->
  INR (updates x0 w) <= INR (X S L) * INR #|A| * (ln (INR (size w)) / ln 2).
Proof. exact: updates_le. Qed.

(* Sec. VII, oracles (inline:VII.4:oracles): at most XA log2 T linear programs, and that is below every share of T *)
Theorem oracles_log_T w : (2 <= size w)%N ->
  INR (updates x0 w) <= INR (X S L) * INR #|A| * (ln (INR (size w)) / ln 2) /\
  forall c, 0 < c -> exists T0, forall T, (T0 <= T)%N ->
    INR (X S L) * INR #|A| * (ln (INR T) / ln 2) < c * INR T.
Proof. by move=> w2; split=> [|c c0]; [exact: updates_le | exact: log2_small]. Qed.

(* Sec. VII, O(log T) (inline:VII.4), refuted as printed: lines 9 and 10 count LT visits, and that is no O(log T) *)
Theorem operations_false w :
  \rsum_(h < L) \rsum_(x : S h) \rsum_a INR (cnt (mkp x a) w) = INR L * INR (size w) /\
  forall C, exists T0, forall T, (T0 <= T)%N -> C * (ln (INR T) / ln 2) < INR L * INR T.
Proof.
split; last by move=> C; apply: log2_small; apply: lt_0_INR; apply/ltP.
by rewrite -rsum_ord_const; apply: eq_bigr => h _; exact: layer_total.
Qed.

(* the episodes after which line 10 changes a counter *)
Definition changes w := hsum (fun hist e =>
  ind [exists h : 'I_L, exists x : S h, exists a, cnt (mkp x a) (e :: hist) != cnt (mkp x a) hist]) w.
Lemma changes_all w : changes w = INR (size w).
Proof.
rewrite -[RHS]Rmult_1_r -hsum_const; apply: eq_hsum => hist e.
case: (boolP [exists h, _]) => // /existsPn no; exfalso.
have E1 : \rsum_(x : S 0%N) \rsum_a INR (cnt (mkp x a) (e :: hist)) = \rsum_(x : S 0%N) \rsum_a INR (cnt (mkp x a) hist).
  apply: eq_bigr => x _; apply: eq_bigr => a _; congr INR.
  by have /existsPn/(_ x)/existsPn/(_ a)/negbNE/eqP := no (Ordinal L1).
move: E1; rewrite !layer_total // (_ : size (e :: hist) = (size hist).+1) // S_INR; lra.
Qed.
End Updates.

(* Sec. I-B, estimation (inline:I-B.6:estimation), refuted as printed: with one step, two states and three actions every
   500 episodes change a counter 500 times, and XA log2 500 < 500 *)
Theorem estimation_false (Z : Type) (S := fun _ : nat => [finite unit]) (A := [finite 'I_3])
    (w : seq (traj S A Z 1 0)) : size w = 500%N ->
  changes (L := 1) tt w = 500 /\ INR (X S 1) * INR #|A| * (ln 500 / ln 2) < 500.
Proof.
move=> w500; split; first by rewrite changes_all // w500 INR_IZR_INZ.
have -> : X S 1 = 2%N by rewrite /X !big_ord_recr big_ord0 /= card_unit.
have l2 := ln_lt_2; rewrite card_ord !INR_IZR_INZ /=.
have : ln 500 / ln 2 <= 9.
  apply: (Rmult_le_reg_r (ln 2)); first lra.
  rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r; last lra.
  have -> : 9 * ln 2 = ln (2 ^ 9) by rewrite -Rpower_pow; [rewrite /Rpower ln_exp INR_IZR_INZ | lra].
  by apply/Rlt_le/ln_increasing; rewrite /=; lra.
lra.
Qed.

(* --- Lemma 11, end (lem:bias-term-1:union): if each of L layers fails with probability at most delta/L, some layer
   fails with probability at most delta; and the bounds add up *)
Theorem union_11 (E : Type) (K : seq E -> (E -> R) -> R) (n L X T A : nat) (delta : R) (B : 'I_L -> pred (seq E)) :
  (forall hist, is_exp (K hist)) -> (0 < L)%N -> (L < X)%N -> (0 < T)%N -> (0 < A)%N -> 0 < delta < 1 ->
  (forall h, Pr K n [::] (B h) <= delta / INR L) ->
  let Lam := ln (INR T * INR X * INR A / delta) in
  Pr K n [::] (fun w => [exists h, B h w]) <= delta /\
  INR L * (sqrt (2 * INR T * ln (INR L / delta)) * sqrt (2 * Lam)) <= 2 * INR L * sqrt (INR T) * Lam.
Proof.
move=> KE L1 LX T1 A1 d01 HB Lam; have l1 : 1 <= INR L := leq_INR L1; have t1 : 1 <= INR T := leq_INR T1.
split.
  apply: Rle_trans (Pr_exists KE HB) _; rewrite rsum_ord_const; apply: Req_le; field; lra.
have a1 : 1 <= INR A := leq_INR A1; have lx : INR L <= INR X by exact/leq_INR/ltnW.
have d1 : 1 < / delta by rewrite -Rinv_1; apply: Rinv_lt_contravar; lra.
have q1 : 0 < INR L / delta by rewrite /Rdiv; nra.
have txa : INR L <= INR T * INR X * INR A by have : INR X <= INR T * INR X; nra.
have le : ln (INR L / delta) <= Lam.
  have : INR L / delta <= INR T * INR X * INR A / delta by apply: Rmult_le_compat_r; lra.
  by rewrite /Lam; case=> [H|->]; [apply/Rlt_le/ln_increasing | exact: Rle_refl].
have l0 : 0 <= ln (INR L / delta).
  rewrite -ln_1; have : 1 <= INR L / delta by rewrite /Rdiv; nra.
  by case=> [H|<-]; [apply/Rlt_le/ln_increasing; lra | exact: Rle_refl].
have -> : 2 * INR L * sqrt (INR T) * Lam = INR L * (sqrt (2 * INR T * Lam) * sqrt (2 * Lam)).
  rewrite (_ : 2 * INR T * Lam = INR T * (2 * Lam)); last by ring.
  rewrite sqrt_mult_alt; last lra.
  have q : sqrt (2 * Lam) * sqrt (2 * Lam) = 2 * Lam by apply: sqrt_sqrt; lra.
  move: (sqrt (2 * Lam)) q => u q; rewrite (_ : INR L * (sqrt (INR T) * u * u) = INR L * sqrt (INR T) * (u * u)); last by ring.
  by rewrite q; ring.
apply: Rmult_le_compat_l; first lra.
apply: Rmult_le_compat_r; first exact: sqrt_pos.
by apply: sqrt_le_1_alt; apply: Rmult_le_compat_l; lra.
Qed.

(* Sec. I-B, sqrt(L) (inline:I-B.4): LX sqrt(TA) is below L^(3/2) X sqrt(TA) by the factor sqrt(L); the radii give it,
   because the sum of sqrt(X_h X_(h+1)) is at most X *)
Theorem gain_sqrt_L (S : nat -> finType) (L : nat) (T A : R) : (0 < L)%N ->
  INR L * sqrt (INR L) * INR (X S L) * sqrt (T * A) = sqrt (INR L) * (INR L * INR (X S L) * sqrt (T * A)) /\
  \rsum_(h < L) sqrt (INR #|S h| * INR #|S h.+1|) <= INR (X S L).
Proof.
move=> L1; split; first by ring.
apply: (@Rle_trans _ (\rsum_(h < L) (/ 2 * INR #|S h| + / 2 * INR #|S h.+1|))).
  apply: le_rsum => h _; have u0 := pos_INR #|S h|; have v0 := pos_INR #|S h.+1|.
  rewrite sqrt_mult_alt //; have := pow2_ge_0 (sqrt (INR #|S h|) - sqrt (INR #|S h.+1|)).
  by have := sqrt_sqrt _ u0; have := sqrt_sqrt _ v0; rewrite /=; lra.
have E1 : INR (X S L) = \rsum_(h < L) INR #|S h| + INR #|S L| by rewrite /X sum_INR big_ord_recr.
have E2 : INR (X S L) = INR #|S 0%N| + \rsum_(h < L) INR #|S h.+1| by rewrite /X sum_INR big_ord_recl.
have H (c d u v x : R) : 0 <= u -> 0 <= v -> x = c + u -> x = v + d -> / 2 * c + / 2 * d <= x by lra.
by rewrite rsumD !rsumZ; exact: (H _ _ _ _ _ (pos_INR _) (pos_INR _) E1 E2).
Qed.

(* --- Remark 1 (rem:1), refuted as printed: L copies of two or more states are not the layers of Assumption 1, of which
   the first and the last have one state *)
Theorem remark_1_printed_false (St : finType) (L : nat) (S : nat -> finType) : (2 <= #|St|)%N -> (0 < L)%N ->
  (forall h, (h < L)%N -> #|S h| = #|St|) -> #|S 0%N| <> 1%N.
Proof. by move=> St2 L1 /(_ 0%N L1) ->; lia. Qed.

(* Remark 1, commented example (rem:1:initial), refuted as printed: behind a dummy first layer every episode has the
   value P(u|x0), but the episode that an adversary starts at u is worth 1, the one that it starts at v is worth 0 *)
Theorem initial_false (S := fun h : nat => if h == 1%N then [finite bool] else [finite unit])
    (A := [finite unit]) (P : trans S A) (pi : policy S A)
    (r : reward S A := fun h => if h is 1%N then fun (x : S 1%N) _ => ind x else fun _ _ => 0) :
  is_trans P -> is_policy pi ->
  [/\ V P pi r 2 (h := 0) tt = P 0%N tt tt true, V P pi r 1 (h := 1) true = 1 & V P pi r 1 (h := 1) false = 0].
Proof.
move=> HP Hpi; have one h (x : S h) : pi h x tt = 1.
  by have [_] := Hpi h x; rewrite (bigD1 tt) //= big1 ?Rplus_0_r // => -[].
have step k h (x : S h) : V P pi r k.+1 (h := h) x = r h x tt + \rsum_y (P h x tt y * V P pi r k y).
  by rewrite [LHS]/= (bigD1 tt) //= one Rmult_1_l [X in _ + X]big1 ?Rplus_0_r // => -[].
have last h (x : S h) : V P pi r 1 (h := h) x = r h x tt.
  by rewrite step big1 ?Rplus_0_r // => y _; rewrite /= Rmult_0_r.
split; [| by rewrite last | by rewrite last].
rewrite step /r Rplus_0_l (eq_bigr (fun y : S 1%N => P 0%N tt tt y * ind y)) => [|y _]; last by rewrite last.
by rewrite big_bool /=; ring.
Qed.

(* --- Sec. IV-A, significant (inline:IV-A.1:significant), refuted as printed: the first episode always ends epoch 1, but
   for log(TXA/delta) >= 2 the confidence set stays the set of all transition functions, and the bounds of the rewards
   stay 0 and 1 *)
Theorem significant_false (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat) (rv : Z -> R) (Lam : R)
    (e : traj S A Z L 0) : (0 < L)%N -> (forall h, (0 < #|S h|)%N) -> (forall z, 0 <= rv z <= 1) -> 2 <= Lam ->
  trig x0 [::] [:: e] /\ forall w, w = [::] \/ w = [:: e] ->
    (forall P : trans S A, is_trans P -> in_conf L (Pbar x0 w) (@eps S A Z x0 L Lam w) P) /\
    forall h (x : S h) a, rcheck x0 rv Lam w x a = 0 /\ rhat x0 rv Lam w x a = 1.
Proof.
move=> L1 S1 Hrv lam; split.
  apply/existsP; exists (Ordinal L1); apply/existsP; apply: Classical_Prop.NNPP => none.
  have := layer_total x0 [:: e] L1; rewrite big1 => [|x _]; first by rewrite /=; lra.
  rewrite big1 // => a _; case E1 : (cnt x0 (mkp x a) [:: e]) => [//|n]; exfalso; apply: none; exists x.
  by apply/existsP; exists a; rewrite subn0 E1.
move=> w Hw; have c1 h (x : S h) a : (cnt x0 (mkp x a) w <= 1)%N.
  by apply: leq_trans (count_size _ _) _; case: Hw => ->.
have n1E h (x : S h) a : n1 x0 w x a = 1 by rewrite /n1 (maxn_idPl _).
have d1 h : 1 <= INR #|S h| := leq_INR (S1 h).
split=> [P HP h x a _|h x a]; last first.
  have b2 : 1 <= b x0 Lam w x a.
    by rewrite /b n1E -{1}sqrt_1; apply: sqrt_le_1_alt; rewrite /Rdiv Rinv_1; lra.
  have := eq_14_mean x0 Hrv w x a; rewrite /rcheck /rhat => m01.
  by rewrite Rmax_left ?Rmin_left; lra.
have e2 : 2 <= eps x0 Lam w x a.
  rewrite /eps n1E -{1}(sqrt_square 2); last lra.
  by apply: sqrt_le_1_alt; have := d1 h.+1; rewrite /Rdiv Rinv_1 Rmult_1_r => dd; nra.
apply: Rle_trans e2; have [p0 p1] := HP h x a.
have P0 y : 0 <= Pbar x0 w x a y.
  rewrite /Pbar n1E /Rdiv Rinv_1 Rmult_1_r; elim: (w) => [|u v IH]; rewrite ?big_nil ?big_cons; first lra.
  by have := ind_ge0 (visit3 x0 x a y u); lra.
apply: (@Rle_trans _ (\rsum_y (P h x a y + Pbar x0 w x a y))).
  by apply: le_rsum => y _; have := p0 y; have := P0 y; rewrite /Rabs; case: Rcase_abs; lra.
by rewrite rsumD p1 eq_10_rows; have := ind_le1 (0 < cnt x0 (mkp x a) w)%N; lra.
Qed.
