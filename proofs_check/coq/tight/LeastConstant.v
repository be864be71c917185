(* thm:main (Theorem 4): which constant the budgets of `theorem_4_budgets` need.  One step, one state, two actions: on a path
   that visits one action after the other, each pair twice as often in every epoch, what the visited pairs cost is as large
   as the pigeonhole allows.  So these budgets give no constant below 2.81, and (7 + 3 sqrt 2)/4 = 2.8107 is proved. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents
  UCRLLP.paper.Visits UCRLLP.paper.AppendixB UCRLLP.sharper.ClippedRecursion UCRLLP.sharper.Budgets UCRLLP.sharper.PaperLogarithms.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Module Bandit.
Definition S (_ : nat) : finType := [finite unit].
Definition x0 : S 0%N := tt.

Section Arms.
Variables (A : finType) (Z : Type) (sym : A -> Z).       (* the reward symbol of an action *)
Notation E := (traj S A Z 1 0).
Definition episode (a : A) : E := ((a, (sym a, tt)), tt).
Notation ep := episode.
Notation cnt b w := (cnt x0 (mkp (h := 0%N) (x0 : S 0%N) (b : A)) (w : seq E)).
Notation start := (@start S A Z x0 1).

Lemma visit_ep a b : visit x0 (mkp (h := 0%N) (x0 : S 0%N) (b : A)) (ep a) = (a == b).
Proof. by rewrite /visit /= orbF at_same eqxx. Qed.

Lemma cnt_ep a b n w : cnt b (nseq n (ep a) ++ w) = ((a == b) * n + cnt b w)%N.
Proof.
elim: n => [|n IH]; first by rewrite muln0.
by rewrite [nseq _ _ ++ _]/= cnt_cons IH visit_ep mulnS addnA.
Qed.

Lemma trig_ep a n w : trig x0 w (nseq n (ep a) ++ w) = (maxn 1 (cnt a w) <= n)%N.
Proof.
apply/existsP/idP => [[[[|//] h1] /existsP[[] /existsP[b]]]|H].
  rewrite (_ : mkp _ b = mkp (h := 0%N) (x0 : S 0%N) b) // cnt_ep addnK.
  case: (eqVneq a b) => [->|_]; rewrite ?mul1n // mul0n leqn0 => /eqP E0.
  by move: (leq_maxl 1 (cnt b w)); rewrite E0.
exists (Ordinal (ltn0Sn 0)); apply/existsP; exists tt; apply/existsP; exists a.
by rewrite (_ : mkp _ a = mkp (h := 0%N) (x0 : S 0%N) a) // cnt_ep addnK eqxx mul1n.
Qed.

(* an epoch: max{1, N} visits to one action *)
Lemma start_block a w j : start w = w -> (j < maxn 1 (cnt a w))%N -> start (nseq j (ep a) ++ w) = w.
Proof.
move=> sw; elim: j => [//|j IH] H; rewrite [nseq _ _ ++ _]/= [start _]/= IH ?(ltnW H) //.
by rewrite -[_ :: _]/(nseq j.+1 (ep a) ++ w) trig_ep leqNgt H.
Qed.

Definition epoch_of (a : A) w := nseq (maxn 1 (cnt a w)) (ep a) ++ w.
Notation block := epoch_of.
Lemma start_full a w : start w = w -> start (block a w) = block a w.
Proof.
move=> sw; rewrite /epoch_of; case E1 : (maxn 1 (cnt a w)) => [|j]; first by move: (leq_maxl 1 (cnt a w)); rewrite E1.
rewrite [nseq _ _ ++ _]/= [start _]/= (start_block (j := j) sw) ?E1 //.
by rewrite -[_ :: _]/(nseq j.+1 (ep a) ++ w) trig_ep E1 leqnn.
Qed.

Lemma cnt_block a b w : cnt b (block a w) = ((a == b) * maxn 1 (cnt a w) + cnt b w)%N.
Proof. exact: cnt_ep. Qed.

End Arms.

Definition A : finType := [finite bool].
Local Notation E := (traj S A unit 1 0).
Local Notation ep := (@episode A unit (fun _ => tt)).
Local Notation block := (@epoch_of A unit (fun _ => tt)).
Local Notation cnt b w := (cnt x0 (mkp (h := 0%N) (x0 : S 0%N) (b : A)) (w : seq E)).
Local Notation start := (@start S A unit x0 1).

(* the cost of a visit is at least y - y^2 / 4, y the radius *)
Section Cost.
Variables (Lam kr k0 : R) (kap : nat -> R).
Hypothesis k0kr : k0 <= kr.
Let y := (1 + k0) * sqrt (2 * Lam).
Definition spends hist (e : E) := visited x0 (wt x0 Lam kr kap (start hist)) e.

Lemma Rmin_quarter t : t - t ^ 2 / 4 <= Rmin 1 t.
Proof. by apply: Rmin_glb; have := pow2_ge_0 t; have := pow2_ge_0 (t / 2 - 1); rewrite /=; lra. Qed.

Lemma visit_cost s a n : maxn 1 (cnt a s) = n ->
  y / sqrt (INR n) - y ^ 2 / 4 / INR n <= visited x0 (wt x0 Lam kr kap s) (ep a).
Proof.
move=> nE; have n1 : 1 <= INR n by rewrite -nE -INR1; apply: leq_INR; exact: leq_maxl.
have ss : sqrt (INR n) * sqrt (INR n) = INR n by apply: sqrt_sqrt; lra.
have s0 : 0 < sqrt (INR n) by apply: sqrt_lt_R0; lra.
have -> : visited x0 (wt x0 Lam kr kap s) (ep a) = Rmin 1 ((1 + kr) * sqrt (2 * Lam) * / sqrt (INR n)).
  rewrite visited_pathsum /= Rplus_0_r /wt (_ : wide S 0 = false) ?Rmult_0_l ?Rplus_0_r; last first.
    by rewrite /wide card_unit.
  rewrite b_sqrt /Algorithm.n1 nE Rmult_1_r; congr Rmin; ring.
apply: (@Rle_trans _ (Rmin 1 (y * / sqrt (INR n)))); last first.
  apply: Rle_min_compat_l; apply: Rmult_le_compat_r; first by apply/Rlt_le/Rinv_0_lt_compat.
  by apply: Rmult_le_compat_r; [exact: sqrt_pos | lra].
apply: Rle_trans (Rmin_quarter _); apply: Req_le; rewrite Rpow_mult_distr.
have -> : (/ sqrt (INR n)) ^ 2 = / INR n by rewrite -{2}ss /=; field; lra.
by rewrite /Rdiv; ring.
Qed.

Lemma spends_ep hist a n : maxn 1 (cnt a (start hist)) = n ->
  y / sqrt (INR n) - y ^ 2 / 4 / INR n <= spends hist (ep a).
Proof. exact: visit_cost. Qed.

Lemma block_cost a w : start w = w ->
  hsum spends w + (y * sqrt (INR (maxn 1 (cnt a w))) - y ^ 2 / 4) <= hsum spends (block a w).
Proof.
move=> sw; rewrite /epoch_of; set n := maxn 1 (cnt a w); have n1 : 1 <= INR n by rewrite -INR1; apply: leq_INR; exact: leq_maxl.
have H j : (j <= n)%N -> hsum spends w + INR j * (y / sqrt (INR n) - y ^ 2 / 4 / INR n) <=
    hsum spends (nseq j (ep a) ++ w).
  elim: j => [|j IH] jn; first by rewrite Rmult_0_l /=; lra.
  rewrite -[nseq j.+1 (ep a) ++ w]/(ep a :: (nseq j (ep a) ++ w)) hsum_cons S_INR.
  have : y / sqrt (INR n) - y ^ 2 / 4 / INR n <= spends (nseq j (ep a) ++ w) (ep a).
    by apply: spends_ep; rewrite (start_block (fun _ => tt) sw jn).
  by have := IH (ltnW jn); lra.
apply: Rle_trans (H n (leqnn n)); apply: Req_le; congr (_ + _).
have ss : sqrt (INR n) * sqrt (INR n) = INR n by apply: sqrt_sqrt; lra.
have s0 : 0 < sqrt (INR n) by apply: sqrt_lt_R0; lra.
by move: (sqrt (INR n)) ss s0 => s <- s0; field; lra.
Qed.

Fixpoint blocks (a : A) i w := if i is j.+1 then block a (blocks a j w) else w.
Lemma blocks_spec a w i : start w = w -> cnt a w = 0%N -> let v := blocks a i.+1 w in
  [/\ start v = v, cnt a v = (2 ^ i)%N, forall b, b != a -> cnt b v = cnt b w, size v = (2 ^ i + size w)%N
    & hsum spends w + (y * ((1 + sqrt 2) * sqrt (2 ^ i) - sqrt 2) - y ^ 2 / 4 * INR i.+1) <= hsum spends v].
Proof.
move=> sw c0 v; have s2 := sqrt2_sqr; rewrite {}/v; elim: i => [|i [I1 I2 I3 I4 I5]].
  have Bc := block_cost a sw; rewrite c0 in Bc; split; first exact: start_full.
  - by rewrite /= cnt_block eqxx c0.
  - by move=> b /negPf ba; rewrite /= cnt_block eq_sym ba.
  - by rewrite /= /epoch_of c0 size_cat size_nseq.
  rewrite (_ : maxn 1 0 = 1%N) // INR1 sqrt_1 in Bc.
  by rewrite [blocks a 1 w](_ : _ = block a w) // (_ : 2 ^ 0 = 1) // sqrt_1 INR1; lra.
set u := blocks a i.+1 w in I1 I2 I3 I4 I5 *; rewrite [blocks _ _ _](_ : _ = block a u) //.
have p1 : (1 <= 2 ^ i)%N by rewrite expn_gt0.
have nE : maxn 1 (cnt a u) = (2 ^ i)%N by rewrite I2 (maxn_idPr _).
have Bc := block_cost a I1; rewrite nE in Bc; split; first exact: start_full.
- by rewrite cnt_block eqxx mul1n nE I2 expnS mul2n addnn.
- by move=> b ba; rewrite cnt_block eq_sym (negPf ba) mul0n add0n; exact: I3.
- by rewrite /epoch_of nE size_cat size_nseq I4 addnA addnn -mul2n -expnS.
have pE : INR (2 ^ i) = 2 ^ i.
  by elim: (i) => [//|k IH]; rewrite expnS muln_INR IH [INR 2]/=; rewrite /=; ring.
rewrite pE in Bc; have rS : sqrt (2 ^ i.+1) = sqrt 2 * sqrt (2 ^ i) by rewrite -sqrt_mult_alt //; lra.
rewrite rS; rewrite [INR i.+2]S_INR; move: (sqrt (2 ^ i)) Bc I5 => r Bc I5.
have : y * ((1 + sqrt 2) * (sqrt 2 * r) - sqrt 2) = y * ((1 + sqrt 2) * r - sqrt 2) + y * r.
  have -> : (1 + sqrt 2) * (sqrt 2 * r) = sqrt 2 * r + sqrt 2 * sqrt 2 * r by ring.
  by rewrite s2; ring.
lra.
Qed.

(* 2^i visits to one action, then 2^i to the other *)
Theorem worst_path i : exists v, size v = (2 * 2 ^ i)%N /\
  2 * (y * ((1 + sqrt 2) * sqrt (2 ^ i) - sqrt 2) - y ^ 2 / 4 * INR i.+1) <= hsum spends v.
Proof.
have [I1 I2 I3 I4 I5] := @blocks_spec false [::] i erefl erefl.
set v := blocks false i.+1 [::] in I1 I2 I3 I4 I5.
have [J1 J2 J3 J4 J5] := @blocks_spec true v i I1 (I3 true isT).
exists (blocks true i.+1 v); split; first by rewrite J4 I4 /= addn0 addnn -mul2n.
by apply: Rle_trans J5; move: I5; rewrite /= -/v; lra.
Qed.

(* if every episode ends an epoch *)
Definition spends_every (hist : seq E) (e : E) := visited x0 (wt x0 Lam kr kap hist) e.

Lemma every_ep hist a n : maxn 1 (cnt a hist) = n ->
  y / sqrt (INR n) - y ^ 2 / 4 / INR n <= spends_every hist (ep a).
Proof. exact: visit_cost. Qed.

Lemma root_step t : 1 <= t -> 2 * (sqrt (t + 1) - sqrt t) <= / sqrt t /\ / t <= 2 * (ln (t + 1) - ln t).
Proof.
move=> t1; have s0 : 0 < sqrt t by apply: sqrt_lt_R0; lra.
have ss : sqrt t * sqrt t = t by apply: sqrt_sqrt; lra.
have rr : sqrt (t + 1) * sqrt (t + 1) = t + 1 by apply: sqrt_sqrt; lra.
split.
  apply: (Rmult_le_reg_r (sqrt t)) => //; rewrite Rinv_l; last lra.
  by have := pow2_ge_0 (sqrt (t + 1) - sqrt t); rewrite /=; nra.
have l : ln (t / (t + 1)) <= t / (t + 1) - 1.
  have q0 : 0 < t / (t + 1) by apply: Rdiv_lt_0_compat; lra.
  by have := exp_ineq1_le (ln (t / (t + 1))); rewrite exp_ln; lra.
rewrite /Rdiv ln_mult ?ln_Rinv in l; [|lra|lra|apply: Rinv_0_lt_compat; lra].
have : t * / (t + 1) - 1 = - / (t + 1) by field; lra.
have : / t <= 2 * / (t + 1).
  apply: (Rmult_le_reg_r (t * (t + 1))); first nra.
  have -> : / t * (t * (t + 1)) = t + 1 by field; lra.
  have -> : 2 * / (t + 1) * (t * (t + 1)) = 2 * t by field; lra.
  lra.
lra.
Qed.

Lemma every_cost a w k : 0 <= y -> cnt a w = 0%N ->
  hsum spends_every w + (y * (2 * sqrt (INR k.+1) - 2) - y ^ 2 / 4 * (1 + 2 * ln (INR k.+1))) <=
  hsum spends_every (nseq k.+1 (ep a) ++ w).
Proof.
move=> y0 c0; have y2 := pow2_ge_0 y; elim: k => [|k IH].
  have := @every_ep w a 1; rewrite c0 => /(_ erefl); rewrite INR1 sqrt_1 ln_1 /Rdiv Rinv_1.
  by rewrite -[nseq 1 _ ++ w]/(ep a :: w) hsum_cons; lra.
rewrite -[nseq k.+2 _ ++ w]/(ep a :: (nseq k.+1 (ep a) ++ w)) hsum_cons.
have cE : maxn 1 (cnt a (nseq k.+1 (ep a) ++ w)) = k.+1 by rewrite cnt_ep eqxx mul1n c0 addn0 (maxn_idPr _).
have := every_ep cE; have k1 : 1 <= INR k.+1 by apply: (leq_INR (ltn0Sn k)).
have [r1 r2] := root_step k1; rewrite (S_INR k.+1).
have := Rmult_le_compat_l y _ _ y0 r1; have q0 : 0 <= y ^ 2 / 4 by lra.
by have := Rmult_le_compat_l _ _ _ q0 r2; rewrite /Rdiv in IH *; lra.
Qed.

Theorem worst_every k : 0 <= y -> exists v, size v = (2 * k.+1)%N /\
  2 * (y * (2 * sqrt (INR k.+1) - 2) - y ^ 2 / 4 * (1 + 2 * ln (INR k.+1))) <= hsum spends_every v.
Proof.
move=> y0; have H1 := @every_cost false [::] k y0 erefl.
have c0 : cnt true (nseq k.+1 (ep false) ++ [::]) = 0%N by rewrite cnt_ep.
have H2 := every_cost k y0 c0; exists (nseq k.+1 (ep true) ++ (nseq k.+1 (ep false) ++ [::])).
split; first by rewrite !size_cat !size_nseq addn0 addnn -mul2n.
by apply: Rle_trans H2; move: H1; rewrite [hsum _ [::]]/=; lra.
Qed.
End Cost.

Lemma X_2 : INR (X S 1) = 2. Proof. by rewrite /X !big_ord_recr big_ord0 /= !card_unit. Qed.
Lemma A_2 : INR #|A| = 2. Proof. by rewrite card_bool. Qed.
End Bandit.

Import Bandit.
(* Theorem 4 (thm:main), repaired: no budgets that fail with probability at most delta, and no bound W of what the visited
   pairs cost, give the constant 2.81 for one step, one state, two actions and some T and delta, and without the
   martingale not 2.56; not 2.37 and not 2.12 if every episode ends an epoch *)
Theorem budgets_need : exists (S : nat -> finType) (A : finType) (x0 : S 0%N) (T : nat) (delta : R),
  (forall h, #|S h| = 1%N) /\ #|A| = 2%N /\ (0 < T)%N /\ 0 < delta < 1 /\
  let Lam := ln (TXA S A 1 T / delta) in
  forall (kr l4 pP W : R) (kap : nat -> R), 0 < kr -> 0 < l4 -> 0 <= pP ->
  pP + (INR (X S 1) - 1) * (INR #|A| * (INR T * (exp (- (4 * kr ^ 2 * Lam)) + exp (- (4 * Lam))))) + exp (- l4) <= delta ->
  ((forall v : seq (traj S A unit 1 0), size v = T ->
      hsum (fun hist e => visited x0 (wt x0 Lam kr kap (start x0 hist)) e) v <= W) ->
    281 / 100 * (INR 1 * INR (X S 1)) * sqrt (INR T * INR #|A| * Lam) <
      W + sqrt (INR T * (INR 1 * (2 * INR 1 ^ 2 + 1)) * l4 / 6) /\
    256 / 100 * (INR 1 * INR (X S 1)) * sqrt (INR T * INR #|A| * Lam) < W) /\
  ((forall v : seq (traj S A unit 1 0), size v = T ->
      hsum (fun hist e => visited x0 (wt x0 Lam kr kap hist) e) v <= W) ->
    237 / 100 * (INR 1 * INR (X S 1)) * sqrt (INR T * INR #|A| * Lam) <
      W + sqrt (INR T * (INR 1 * (2 * INR 1 ^ 2 + 1)) * l4 / 6) /\
    212 / 100 * (INR 1 * INR (X S 1)) * sqrt (INR T * INR #|A| * Lam) < W).
Proof.
have [i iE] : exists i, i = 80%N by exists 80%N.
pose m := 1048576; pose M := m * m; have ME : M = 1099511627776 by rewrite /M /m; lra.
have pE j : INR (2 ^ j) = 2 ^ j.
  by elim: j => [//|k IH]; rewrite expnS muln_INR IH [INR 2]/=; rewrite /=; ring.
have p80 : 2 ^ i = M ^ 2 by rewrite iE ME (pow_IZR 2 80) (pow_IZR _ 2); congr IZR; vm_compute.
have TE : INR (2 * 2 ^ i) = 2 * M ^ 2 by rewrite muln_INR pE p80.
have [l2 l2'] := ln_2_in; have e0 := exp_pos (- M); have M0 : 0 < M by lra.
have TXAE : TXA S A 1 (2 * 2 ^ i) = 8 * M ^ 2 by rewrite /TXA TE X_2 A_2; ring.
have dE : 8 * M ^ 2 * exp (- M) = exp (83 * ln 2 - M).
  rewrite /Rminus exp_plus; congr (_ * _).
  rewrite (_ : 83 * ln 2 = INR 83 * ln 2); last by rewrite INR_IZR_INZ.
  by rewrite -ln_pow ?exp_ln; [rewrite (_ : 83%N = (3 + 80)%N) // pow_add -iE p80; rewrite /=; ring | apply: pow_lt; lra | lra].
exists S, A, x0, (2 * 2 ^ i)%N, (8 * M ^ 2 * exp (- M)).
split; first by move=> h; rewrite card_unit.
split; first by rewrite card_bool.
split; first by rewrite muln_gt0 expn_gt0.
split.
  rewrite dE; split; first exact: exp_pos.
  by rewrite -exp_0; apply: exp_increasing; lra.
rewrite TXAE (_ : 8 * M ^ 2 / (8 * M ^ 2 * exp (- M)) = exp M); last first.
  by have eM := exp_pos M; rewrite exp_Ropp; field; repeat split; lra.
rewrite ln_exp => Lam kr l4 pP W kap kr0 l40 pP0; rewrite {}/Lam X_2 A_2 TE => fails.
have ea := exp_pos (- (4 * kr ^ 2 * M)); have eb := exp_pos (- (4 * M)); have ec := exp_pos (- l4).
have M2 : 0 < M ^ 2 by apply: pow_lt.
have pa := Rmult_lt_0_compat _ _ M2 ea; have pb := Rmult_lt_0_compat _ _ M2 eb.
have kr1 : 499999 / 1000000 <= kr.
  apply: Rnot_lt_le => lt.
  have k2 : kr ^ 2 <= (499999 / 1000000) ^ 2 by apply: pow_incr; lra.
  have k2M := Rmult_le_compat_r M _ _ (Rlt_le _ _ M0) k2.
  have : exp (ln 2 + - M) < exp (- (4 * kr ^ 2 * M)).
    by apply: exp_increasing; move: k2M; rewrite ME /=; lra.
  rewrite exp_plus exp_ln; last lra.
  move=> g; have := Rmult_lt_compat_l _ _ _ M2 g; lra.
have l41 : M - 83 * ln 2 <= l4.
  apply: Rnot_lt_le => lt; have : exp (83 * ln 2 - M) < exp (- l4) by apply: exp_increasing; lra.
  rewrite -dE; lra.
have {l41} dev : 999999 / 1000000 * (M * m) <=
    sqrt (2 * M ^ 2 * (INR 1 * (2 * INR 1 ^ 2 + 1)) * l4 / 6).
  rewrite -(sqrt_pow2 (999999 / 1000000 * (M * m))); last by rewrite ME /m; lra.
  apply: sqrt_le_1_alt; rewrite INR1.
  have : M ^ 2 * (M - 83 * ln 2) <= M ^ 2 * l4 by apply: Rmult_le_compat_l; lra.
  have : (999999 / 1000000 * (M * m)) ^ 2 <= M ^ 2 * (M - 83 * ln 2).
    rewrite (_ : (999999 / 1000000 * (M * m)) ^ 2 = M ^ 2 * ((999999 / 1000000) ^ 2 * M)); last by rewrite /M; ring.
    by apply: Rmult_le_compat_l; [lra | rewrite ME /=; lra].
  by rewrite /=; lra.
have s2 := sqrt2_sqr; have [s1 s1'] := sqrt2_bounds.
have m0 : 0 < m by rewrite /m; lra.
have sM : sqrt (2 * M) = sqrt 2 * m by rewrite sqrt_mult_alt ?sqrt_square; lra.
have sN : sqrt (2 ^ i) = M by rewrite p80 sqrt_pow2 //; lra.
have sT : sqrt (2 * M ^ 2 * 2 * M) = 2 * M * m.
  by rewrite -(sqrt_pow2 (2 * M * m)); [congr sqrt; rewrite /M; ring | apply: Rmult_le_pos; lra].
have y2 : ((1 + 499999 / 1000000) * (sqrt 2 * m)) ^ 2 <= 9 / 2 * M.
  rewrite (_ : _ ^ 2 = (1 + 499999 / 1000000) ^ 2 * (sqrt 2 * sqrt 2) * M); last by rewrite /M; ring.
  by rewrite s2 ME /=; lra.
rewrite INR1 in dev; rewrite sT INR1; split=> H.
  have [v [vT cost]] := @worst_path M kr (499999 / 1000000) kap kr1 i.
  have {vT} H' : hsum (spends M kr kap) v <= W := H v vT.
  have {H' cost} := Rle_trans _ _ _ cost H'.
  have -> : INR i.+1 = 81 by rewrite iE INR_IZR_INZ.
  rewrite sM sN => cost.
  have E1 : (1 + 499999 / 1000000) * (sqrt 2 * m) * ((1 + sqrt 2) * M - sqrt 2) =
      1499999 / 1000000 * m * ((sqrt 2 + sqrt 2 * sqrt 2) * M - sqrt 2 * sqrt 2) by field.
  rewrite E1 s2 in cost; move: dev cost y2.
  move: (((1 + 499999 / 1000000) * (sqrt 2 * m)) ^ 2) => y2; set d := sqrt (_ / 6).
  by rewrite ME /m; split; lra.
have kE : (2 ^ i).-1.+1 = (2 ^ i)%N by rewrite prednK // expn_gt0.
have yp : 0 <= (1 + 499999 / 1000000) * sqrt (2 * M) by apply: Rmult_le_pos; [lra | exact: sqrt_pos].
have [v [vT cost]] := @worst_every M kr (499999 / 1000000) kap kr1 (2 ^ i).-1 yp.
rewrite kE in vT cost; have {vT} H' : hsum (spends_every M kr kap) v <= W := H v vT.
have {H' cost} := Rle_trans _ _ _ cost H'; rewrite pE sM sN ln_pow; last lra.
have -> : INR i = 80 by rewrite iE INR_IZR_INZ.
move=> cost; move: dev cost y2.
move: (((1 + 499999 / 1000000) * (sqrt 2 * m)) ^ 2) (pow2_ge_0 ((1 + 499999 / 1000000) * (sqrt 2 * m))) => y2 y20.
set d := sqrt (_ / 6) => dev cost y2M.
have : y2 * ln 2 <= y2 * (7 / 10) by apply: Rmult_le_compat_l; lra.
by move: dev cost y2M; rewrite ME /m; split; lra.
Qed.
