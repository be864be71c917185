(* thm:main (Theorem 4): which constant the algorithm needs.  One step, one state, A actions; the last has reward 1, the others
   have reward 0.  r_hat is 1 as long as N <= 2 Lam: a tie for LP1, which a learner may break for the worst.  Its regret
   is T = LT, surely, for T up to 4 Lam (A - 1), and that is sqrt((A - 1)/A) LX sqrt(TA Lam).  So no constant below 1
   holds for all shapes, whatever the proof. *)
Require Import ZArith.
Require Import Previsions.NatLia Previsions.Sums Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.model.Learner
  UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents UCRLLP.sharper.Weissman UCRLLP.tight.LeastConstant.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.
Import Bandit.

Section WorstTies.
Variables n j : nat.
Definition Arm : finType := [finite 'I_n.+2].
Definition best : Arm := ord_max.
Definition P1 : trans S Arm := fun h x a y => 1.
Definition last_pays : rlaw S Arm bool := fun h x a y F => F (a == best).
Notation E := (traj S Arm bool 1 0).
Notation ep := (@episode Arm bool (fun a => a == best)).
Notation cnt b w := (cnt x0 (mkp (h := 0%N) (x0 : S 0%N) (b : Arm)) (w : seq E)).
Notation start := (@start S Arm bool x0 1).
Definition Lam2 := 2 ^ j / 2.
Definition T2 := (n.+1 * 2 ^ j.+1)%N.
Notation Lam := Lam2.

Let pE k : INR (2 ^ k) = 2 ^ k.
Proof. by elim: k => [//|k IH]; rewrite expnS muln_INR IH [INR 2]/=; rewrite /=; ring. Qed.
Let p1 : 1 <= 2 ^ j. Proof. by apply: pow_R1_Rle; lra. Qed.
Let lam : / 2 <= Lam. Proof. by rewrite /Lam2; lra. Qed.
Let x0_only (x : S 0%N) : x = x0. Proof. by case: x. Qed.
Let A1 : (0 < #|Arm|)%N. Proof. by rewrite card_ord. Qed.
Let Sgt h : (0 < #|S h|)%N. Proof. by rewrite card_unit. Qed.
Lemma P1_trans : is_trans P1.
Proof. by move=> h x a; split=> [y|]; rewrite /P1; [lra | rewrite rsum_const card_unit INR1; lra]. Qed.
Lemma last_pays_law : is_rlaw last_pays.
Proof. by move=> h x a y; split=> [F G _ _ H|F G _ _|c F _ _|c] //; rewrite /last_pays; [exact: H | lra | lra]. Qed.
Lemma last_pays_reward : is_reward last_pays ind.
Proof. by split=> // z; split; [exact: ind_ge0 | exact: ind_le1]. Qed.

(* the least action but the last with N <= 2 Lam, before it nothing is known against it *)
Definition low (s : seq E) (a : Arm) := (a != best) && (cnt a s <= 2 ^ j)%N.
Definition chosen (s : seq E) : option Arm := [pick a | low s a].
Definition point (b : Arm) : policy S Arm := fun h x a => ind (a == b).
Definition ties_policy (s : seq E) : policy S Arm :=
  if chosen s is Some b then point b else optimal_policy x0 ind Lam s.
Definition ties_q (s : seq E) : occ S Arm :=
  if chosen s is Some b then q3 x0 P1 (point b) else optimal_q x0 ind Lam s.
Definition worst (w : seq E) := ties_policy (start w).

Lemma point_policy b : is_policy (point b).
Proof.
move=> h x; split=> [a|]; first exact: ind_ge0.
by rewrite -[RHS](rsum_ind b (fun=> 1)); apply: eq_bigr => a _; rewrite Rmult_1_r.
Qed.

Lemma low_rhat s b : low s b -> rhat x0 ind Lam s (x0 : S 0%N) b = 1.
Proof.
move=> /andP[_ /leq_INR]; rewrite pE => low; rewrite /rhat Rmin_left //.
have r0 : 0 <= rbar x0 ind s (x0 : S 0%N) b.
  by apply: rbar_ge0 => z; split; [exact: ind_ge0 | exact: ind_le1].
suff : 1 <= Algorithm.b x0 Lam s (x0 : S 0%N) b by lra.
rewrite /Algorithm.b -{1}sqrt_1; apply: sqrt_le_1_alt; have n1 := n1_ge1 x0 s (x0 : S 0%N) b.
apply: (Rmult_le_reg_r (Algorithm.n1 x0 s (x0 : S 0%N) b)); first lra.
rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r ?Rmult_1_l; last lra.
suff : Algorithm.n1 x0 s (x0 : S 0%N) b <= 2 ^ j by rewrite /Lam2; lra.
by rewrite /Algorithm.n1 maxnE; case: (leqP 1 (cnt b s)) => c1; rewrite -maxnE;
  [rewrite (maxn_idPr c1) | rewrite (maxn_idPl (ltnW c1))].
Qed.

Lemma ties_learner : learner x0 ind worst start Lam (fun w => ties_q (start w)).
Proof.
move=> w; rewrite /worst /ties_policy /ties_q /chosen; set s := start w.
case: pickP => [b lb|_]; last exact: (learner_exists ind x0_only A1 lam Sgt (fun v : seq E => v) s).
have Hpi := point_policy b; split=> //; split; last first.
  move=> h x a _; rewrite (marg_q3 x0 _ P1_trans) /q2 Rmult_comm; congr (_ * _).
  under eq_bigr => c _ do rewrite (marg_q3 x0 _ P1_trans).
  by rewrite (q2_mu x0 P1 Hpi).
have conf : in_conf 1 (Pbar x0 s) (@eps S Arm bool x0 1 Lam s) P1.
  by move=> h x a _; apply: (narrow_eps x0 P1_trans A1 lam); rewrite /wide card_unit.
have poly := occ_in_polytope x0 P1_trans Hpi conf; split=> // q Hq.
have one q' : polytope 1 (Pbar x0 s) (@eps S Arm bool x0 1 Lam s) q' -> inner 1 q' (fun _ _ _ => 1) = 1.
  move=> H; rewrite /inner big_ord_recl big_ord0 Rplus_0_r -[RHS](layer_mass H (isT : (0 < 1)%N)).
  by apply: eq_bigr => x _; apply: eq_bigr => a _; rewrite Rmult_1_r.
apply: (@Rle_trans _ 1).
  rewrite -(one _ Hq); apply: inner_le => h x a hL; first exact: (marg_ge0 Hq).
  by have [] := rhat01 x0 Lam (fun z => conj (ind_ge0 z) (ind_le1 z)) s x a.
rewrite -(one _ poly) /inner !big_ord_recl !big_ord0 !Rplus_0_r; apply: Req_le.
apply: eq_bigr => x _; apply: eq_bigr => a _; rewrite (marg_q3 x0 _ P1_trans) /q2 /point.
case: (eqVneq a b) => [->|_] /=; last by rewrite !Rmult_0_r !Rmult_0_l.
by rewrite (x0_only x) (low_rhat lb).
Qed.

(* --- the path: each action but the last 2^(j+1) times, in epochs of 1, 1, 2, 4, ... episodes *)
Definition next (w : seq E) := ep (odflt best (chosen (start w))) :: w.
Definition path t := iter t next [::].

Lemma K_path w (F : E -> R) : chosen (start w) <> None -> K x0 P1 last_pays worst w F = F (head (ep best) (next w)).
Proof.
rewrite /next; case E1 : (chosen (start w)) => [b|//] _; rewrite /K lawS /worst /ties_policy E1 /point.
rewrite (rsum_ind b (fun a => \rsum_y (P1 x0 a y * last_pays x0 a y
  (fun z => law P1 last_pays (fun h x a => ind (a == b)) (k := 0) y (fun e => F ((a, (z, y)), e)))))).
rewrite (eq_bigr (fun _ => F (ep b))) => [|[] _]; last by rewrite /P1 /last_pays /= Rmult_1_l.
by rewrite rsum_const card_unit INR1 Rmult_1_l.
Qed.

Lemma Ex_path F m t : (forall i, (i < m + t)%N -> chosen (start (path i)) <> None) ->
  Ex (K x0 P1 last_pays worst) m (path t) F = F (path (m + t)).
Proof.
elim: m t => [//|m IH] t H; rewrite [LHS]/= (K_path _ (H t _)); last by rewrite addSn ltnS leq_addl.
by rewrite -[_ :: path t]/(path t.+1) IH addnS // => i Hi; apply: H; rewrite addSnnS.
Qed.

(* the counts at the start of an epoch *)
Definition counted (s : seq E) := forall a, a != best ->
  cnt a s = 0%N \/ exists2 i, (i <= j.+1)%N & cnt a s = (2 ^ i)%N.

Lemma some_low s : counted s -> (size s < T2)%N -> exists2 b, chosen s = Some b & low s b.
Proof.
move=> C sT; rewrite /chosen; case: pickP => [b lb|none]; first by exists b.
exfalso; have full a : a != best -> cnt a s = (2 ^ j.+1)%N.
  move=> ab; have := none a; rewrite /low ab /= => /negbT; rewrite -ltnNge => lt.
  case: (C a ab) => [E0|[i ij E1]]; first by rewrite E0 in lt.
  have : (j < i)%N by rewrite -(ltn_exp2l _ _ (isT : (1 < 2)%N)) -E1.
  by move=> ji; rewrite E1; congr (2 ^ _)%N; apply/eqP; rewrite eqn_leq ij.
have := layer_total x0 s (isT : (0 < 1)%N); rewrite (eq_bigr (fun _ => \rsum_(a : Arm) INR (cnt a s))) => [|[] _ //].
rewrite rsum_const card_unit INR1 Rmult_1_l => tot.
have : \rsum_(a : Arm) (INR (2 ^ j.+1) - ind (a == best) * INR (2 ^ j.+1)) <= \rsum_(a : Arm) INR (cnt a s).
  apply: le_rsum => a _; case: (eqVneq a best) => [_|ab]; rewrite /ind; last by rewrite full //; lra.
  by have := pos_INR (cnt a s); lra.
rewrite tot rsumB (rsum_ind best (fun _ => INR (2 ^ j.+1))) rsum_const card_ord S_INR.
have := lt_INR _ _ (ltP sT); rewrite /T2 muln_INR; lra.
Qed.

Lemma path_invariant t : (t < T2)%N -> exists s k b, [/\ start s = s, counted s, chosen s = Some b,
  path t = nseq k (ep b) ++ s & (k < maxn 1 (cnt b s))%N].
Proof.
have first s : start s = s -> counted s -> (size s < T2)%N -> exists b, chosen s = Some b /\ (0 < maxn 1 (cnt b s))%N.
  by move=> _ C sT; have [b cb _] := some_low C sT; exists b; rewrite leq_maxl.
elim: t => [|t IH] tT.
  have C0 : counted [::] by move=> a _; left.
  have [b [cb mb]] := first [::] erefl C0 tT; by exists [::], 0%N, b.
have [s [k [b [ss C cb pt kb]]]] := IH (ltnW tT).
have st : start (path t) = s by rewrite pt; exact: (start_block (fun a => a == best) ss kb).
have pS : path t.+1 = nseq k.+1 (ep b) ++ s.
  by rewrite /path iterS -/(path t) /next st cb [odflt _ _]/= pt.
have szp : size (path t.+1) = t.+1.
  by rewrite /path; elim: (t.+1) => [//|i Hi]; rewrite iterS /= Hi.
case: (ltnP k.+1 (maxn 1 (cnt b s))) => kb'; first by exists s, k.+1, b.
have kE : maxn 1 (cnt b s) = k.+1 by apply/eqP; rewrite eqn_leq kb' kb.
have eE : path t.+1 = epoch_of (fun a => a == best) b s by rewrite pS /epoch_of kE.
have lb : low s b by move: cb; rewrite /chosen; case: pickP => [b' lb' [<-]|].
have C' : counted (path t.+1).
  move=> a ab; rewrite eE cnt_block; case: (eqVneq b a) => [<-|_]; last by rewrite mul0n add0n; exact: C.
  right; rewrite mul1n; move: lb => /andP[bb]; case: (C b bb) => [->|[i ij ->]] lb.
    by exists 0%N.
  exists i.+1; last by rewrite (maxn_idPr _) ?expn_gt0 // addnn -mul2n expnS.
  by rewrite ltnS -(leq_exp2l _ _ (isT : (1 < 2)%N)).
have ss' : start (path t.+1) = path t.+1 by rewrite eE; exact: start_full.
have [b' [cb' mb']] : exists b', chosen (path t.+1) = Some b' /\ (0 < maxn 1 (cnt b' (path t.+1)))%N.
  by apply: first => //; rewrite szp.
by exists (path t.+1), 0%N, b'.
Qed.

Lemma path_chosen t : (t < T2)%N -> exists2 b, chosen (start (path t)) = Some b & b != best.
Proof.
move=> tT; have [s [k [b [ss _ cb pt kb]]]] := path_invariant tT; exists b.
  by rewrite pt (start_block (fun a => a == best) ss kb).
by move: cb; rewrite /chosen; case: pickP => [b' /andP[bb _] [<-]|].
Qed.

Notation regret := (@regret S Arm bool x0 1 P1 last_pays ind worst (point best)).
Lemma value_point b : V P1 (point b) (@r S Arm bool P1 last_pays ind) 1 x0 = ind (b == best).
Proof.
rewrite [LHS]/= /point (rsum_ind b (fun a => @r S Arm bool P1 last_pays ind 0%N x0 a + \rsum_(y : S 1%N) (P1 x0 a y * 0))).
rewrite [X in _ + X]big1 => [|y _]; last by rewrite Rmult_0_r.
by rewrite Rplus_0_r /r /P1 /last_pays rsum_const card_unit INR1 !Rmult_1_l.
Qed.

Lemma regret_path : regret (path T2) = INR T2.
Proof.
have szp t : size (path t) = t by rewrite /path; elim: t => [//|i Hi]; rewrite iterS /= Hi.
rewrite /Algorithm.regret szp value_point eqxx Rmult_1_r.
suff H t : (t <= T2)%N -> hsum (fun hist (_ : E) => V P1 (worst hist) (@r S Arm bool P1 last_pays ind) 1 x0) (path t) = 0.
  by rewrite H //; lra.
elim: t => [//|t IH] tT; rewrite /path iterS -/(path t) /next hsum_cons IH ?(ltnW tT) // Rplus_0_r.
have [b cb bb] := path_chosen tT; rewrite /worst /ties_policy cb value_point.
by rewrite (negPf bb).
Qed.

(* Theorem 4 (thm:main): the learner that breaks ties for the worst has regret T = LT, surely *)
Theorem worst_ties : [/\ schedule x0 start, learner x0 ind worst start Lam (fun w => ties_q (start w)),
  Prl (K x0 P1 last_pays worst) T2 [::] (fun v => Rleb (INR T2) (regret v)) = 1 &
  INR T2 = sqrt (INR n.+1 / INR n.+2) * (INR 1 * INR (X S 1)) * sqrt (INR T2 * INR #|Arm| * Lam)].
Proof.
split; [exact: start_schedule | exact: ties_learner | |].
  rewrite /Prl /Pr -[[::]]/(path 0) Ex_path ?addn0 => [|i iT]; last by have [b -> _] := path_chosen iT.
  rewrite regret_path (_ : Rleb _ _ = true) /= ?Rminus_0_r //.
  by apply/RlebP; exact: Rle_refl.
have n1 : 0 < INR n.+1 by apply: lt_0_INR; apply/ltP.
have n2 : 0 < INR n.+2 by apply: lt_0_INR; apply/ltP.
rewrite X_2 INR1 card_ord /T2 muln_INR pE Rmult_1_l.
have -> : INR n.+1 * 2 ^ j.+1 * INR n.+2 * Lam = INR n.+1 * INR n.+2 * (2 ^ j * 2 ^ j) by rewrite /Lam2 /=; field.
rewrite sqrt_mult_alt; last by apply: Rmult_le_pos; lra.
rewrite (sqrt_square (2 ^ j)); last by lra.
have -> : sqrt (INR n.+1 / INR n.+2) * 2 * (sqrt (INR n.+1 * INR n.+2) * 2 ^ j) =
  sqrt (INR n.+1 / INR n.+2) * sqrt (INR n.+1 * INR n.+2) * (2 * 2 ^ j) by ring.
rewrite -sqrt_mult_alt; last by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat].
have -> : INR n.+1 / INR n.+2 * (INR n.+1 * INR n.+2) = INR n.+1 * INR n.+1 by field; lra.
by rewrite sqrt_square; [ | lra].
Qed.
End WorstTies.

(* Theorem 4 (thm:main), repaired: no constant below 1 holds for all shapes: one step, one state, rewards 0 or 1 *)
Theorem constant_needs_one c : c < 1 -> exists (S : nat -> finType) (A : finType) (x0 : S 0%N) (P : trans S A)
    (rho : rlaw S A bool) (T : nat) (delta : R) (f : seq (traj S A bool 1 0) -> policy S A)
    (qhat : seq (traj S A bool 1 0) -> occ S A) (pistar : policy S A), let Lam := ln (TXA S A 1 T / delta) in
  [/\ forall h, #|S h| = 1%N, is_trans P, is_rlaw rho, is_reward rho ind & is_policy pistar] /\
  [/\ (0 < #|A|)%N, (0 < T)%N, 0 < delta < 1, learner x0 ind f (@start S A bool x0 1) Lam qhat &
  Prl (K x0 P rho f) T [::] (fun v => ~~ Rleb (regret x0 P rho ind f pistar v)
    (c * (INR 1 * INR (X S 1)) * sqrt (INR T * INR #|A| * Lam))) = 1].
Proof.
move=> c1.
have unbounded x : exists k, x < INR k.
  have [u _] := archimed (Rmax x 0); exists (Z.to_nat (up (Rmax x 0))).
  have m0 := Rmax_r x 0; have m1 := Rmax_l x 0.
  have uz : (0 <= up (Rmax x 0))%Z by apply: le_IZR; lra.
  by rewrite INR_IZR_INZ Z2Nat.id //; lra.
have [n nc] := unbounded (/ (1 - c)).
have n1 : INR n.+2 = INR n.+1 + 1 by exact: S_INR.
have n1' : INR n.+1 = INR n + 1 by exact: S_INR.
have n0 := pos_INR n.
have [j jn] := unbounded (64 * (INR n.+1 * INR n.+2)).
have j2 : INR j <= 2 ^ j.
  elim: (j) => [|i IH]; first by rewrite /=; lra.
  by rewrite S_INR /=; have := pow_R1_Rle 2 i ltac:(lra); lra.
have pE k : INR (2 ^ k) = 2 ^ k.
  by elim: k => [//|k IH]; rewrite expnS muln_INR IH [INR 2]/=; rewrite /=; ring.
have TE : TXA S (Arm n) 1 (T2 n j) = 4 * (INR n.+1 * INR n.+2) * 2 ^ j.
  by rewrite /TXA X_2 card_ord /T2 muln_INR pE /=; ring.
have nn : 0 < INR n.+1 * INR n.+2 by apply: Rmult_lt_0_compat; lra.
have p0 : 0 < 2 ^ j by apply: pow_lt; lra.
have t0 : 0 < TXA S (Arm n) 1 (T2 n j) by rewrite TE; apply: Rmult_lt_0_compat; lra.
have e0 := exp_pos (- Lam2 j); have e1 := exp_pos (Lam2 j).
have ee : exp (Lam2 j) * exp (- Lam2 j) = 1 by rewrite -exp_plus Rplus_opp_r exp_0.
have [_ Hl Hp HT] := worst_ties n j.
have T0' : (0 < T2 n j)%N by rewrite /T2 muln_gt0 expn_gt0.
exists S, (Arm n), x0, (P1 (n := n)), (@last_pays n), (T2 n j), (TXA S (Arm n) 1 (T2 n j) * exp (- Lam2 j)).
exists (@worst n j), (fun w => @ties_q n j (start x0 w)), (point (best n)).
have -> : ln (TXA S (Arm n) 1 (T2 n j) / (TXA S (Arm n) 1 (T2 n j) * exp (- Lam2 j))) = Lam2 j.
  rewrite -[RHS]ln_exp; congr ln; have -> : exp (Lam2 j) = / exp (- Lam2 j) by rewrite exp_Ropp Rinv_inv.
  by field; lra.
move=> Lam; split.
  split; [by move=> h; rewrite card_unit | exact: P1_trans | exact: last_pays_law | exact: last_pays_reward |].
  exact: point_policy.
split=> //.
- by rewrite card_ord.
- split; first exact: Rmult_lt_0_compat.
  apply: (Rmult_lt_reg_l (exp (Lam2 j))) => //; rewrite Rmult_1_r.
  have -> : exp (Lam2 j) * (TXA S (Arm n) 1 (T2 n j) * exp (- Lam2 j)) = TXA S (Arm n) 1 (T2 n j).
    by rewrite (Rmult_comm (TXA _ _ _ _)) -Rmult_assoc ee Rmult_1_l.
  have h : 1 + Lam2 j / 2 <= exp (Lam2 j / 2) by exact: exp_ineq1_le.
  have -> : exp (Lam2 j) = exp (Lam2 j / 2) * exp (Lam2 j / 2) by rewrite -exp_plus; congr exp; field.
  have l0 : 0 <= Lam2 j / 2 by rewrite /Lam2; lra.
  apply: (@Rlt_le_trans _ ((1 + Lam2 j / 2) * (1 + Lam2 j / 2))); last by apply: Rmult_le_compat; lra.
  rewrite TE /Lam2; have := Rmult_lt_compat_r (2 ^ j) _ _ p0 (Rlt_le_trans _ _ _ jn j2).
  move: (2 ^ j) p0 => p p0; nra.
have KD := K_exp x0 (@P1_trans n) (@last_pays_law n) (fun w => (Hl w).1).
rewrite /Lam; set D := (INR 1 * INR (X S 1)) * sqrt (INR (T2 n j) * INR #|Arm n| * Lam2 j).
have HD : INR (T2 n j) = sqrt (INR n.+1 / INR n.+2) * D by rewrite HT /D; ring.
have T0 : 0 < INR (T2 n j) by apply: lt_0_INR; apply/ltP; rewrite /T2 muln_gt0 expn_gt0.
have q0 : 0 <= INR n.+1 / INR n.+2 by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra].
have D0 : 0 < D.
  apply: Rnot_le_lt => D0; have := sqrt_pos (INR n.+1 / INR n.+2) => s0.
  by have := Rmult_le_compat_l _ _ _ s0 D0; lra.
have cq : c < sqrt (INR n.+1 / INR n.+2).
  have qE : INR n.+1 / INR n.+2 = 1 - / INR n.+2 by rewrite n1; field; lra.
  have i0 : 0 < / INR n.+2 by apply: Rinv_0_lt_compat; lra.
  have cn : / INR n.+2 < 1 - c.
    rewrite -(Rinv_inv (1 - c)); apply: Rinv_lt_contravar; last lra.
    by apply: Rmult_lt_0_compat; [apply: Rinv_0_lt_compat; lra | lra].
  apply: (@Rlt_le_trans _ (INR n.+1 / INR n.+2)); first by rewrite qE; lra.
  rewrite -{1}(sqrt_square (INR n.+1 / INR n.+2)) //; apply: sqrt_le_1_alt.
  by have : INR n.+1 / INR n.+2 <= 1 by [rewrite qE; lra]; nra.
have cD : c * (INR 1 * INR (X S 1)) * sqrt (INR (T2 n j) * INR #|Arm n| * Lam2 j) < INR (T2 n j).
  by rewrite Rmult_assoc -/D HD; apply: Rmult_lt_compat_r.
apply: Rle_antisym; first by rewrite /Prl; have := Pr_ge0 KD (T2 n j) [::] (fun v => ~~ ~~ Rleb
  (regret x0 (P1 (n := n)) (@last_pays n) ind (@worst n j) (point (best n)) v)
  (c * (INR 1 * INR (X S 1)) * sqrt (INR (T2 n j) * INR #|Arm n| * Lam2 j))); lra.
rewrite -[X in X <= _]Hp; apply: (Prl_imp KD) => v _ /RlebP H; apply/negP => /RlebP; lra.
Qed.
