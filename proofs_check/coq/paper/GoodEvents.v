(* Section IV-A: the confidence sets hold with high probability (Lemmas 2 and 3), for every history-dependent
   way of playing.  A pair is visited at times that depend on the past; what is used is that its first n
   samples deviate as n independent ones do. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- T, X, A, delta, Lam: any Lam >= log(TXA/delta) *)
Section Parameters.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (L T : nat) (delta Lam : R).
Hypotheses (T1 : (0 < T)%N) (delta01 : 0 < delta < 1) (A1 : (0 < #|A|)%N) (L1 : (0 < L)%N).
Hypothesis SL : #|S L| = 1%N.           (* layer L is x_L alone *)
Notation X := (X S L).
Definition TXA := INR T * INR X * INR #|A|.
Hypothesis Lam_ge : ln (TXA / delta) <= Lam.

Lemma S0_gt0 : (0 < #|S 0%N|)%N. Proof. by apply/card_gt0P; exists x0. Qed.
Lemma X_ge2 : (2 <= X)%N.
Proof.
rewrite /Algorithm.X big_ord_recr /= SL (bigD1 (Ordinal L1)) //=; have := S0_gt0.
by case: #|S 0%N| => // k _; rewrite addSn addn1.
Qed.
Lemma X_ge4 h : (h < L)%N -> (2 <= #|S h.+1|)%N -> (4 <= X)%N.
Proof.
move=> hL d2; have hL' : (h.+1 < L)%N.
  by move: hL; rewrite leq_eqVlt => /orP[/eqP E1|//]; move: d2; rewrite E1 SL.
rewrite /Algorithm.X big_ord_recr /= SL (bigD1 (Ordinal L1)) //= (bigD1 (Ordinal hL')) //=.
have := leq_add S0_gt0 d2; move: (\sum_(i < L | _) _)%N => u H.
by rewrite addn1 addnA ltnS; apply: leq_trans H _; exact: leq_addr.
Qed.
Lemma T_ge1 : 1 <= INR T. Proof. exact: (leq_INR T1). Qed.
Lemma A_ge1 : 1 <= INR #|A|. Proof. exact: (leq_INR A1). Qed.
Lemma L_ge1 : 1 <= INR L. Proof. exact: (leq_INR L1). Qed.
Lemma TXA_X : INR X <= TXA.
Proof.
have t1 := T_ge1; have a1 := A_ge1; have x1 := pos_INR X.
rewrite /TXA; apply: Rle_trans (_ : _ <= INR T * INR X) _; first by nra.
by have : 0 <= INR T * INR X by [apply: Rmult_le_pos; lra]; nra.
Qed.
Lemma TXA2 : 2 <= TXA.
Proof. by have := TXA_X; have := leq_INR X_ge2; rewrite [INR 2]/=; lra. Qed.
Lemma TXA_exp : TXA / delta <= exp Lam.
Proof.
have t2 := TXA2; rewrite -[X in X <= _]exp_ln; last first.
  by apply: Rmult_lt_0_compat; [lra | apply: Rinv_0_lt_compat; lra].
by case: Lam_ge => [/exp_increasing/Rlt_le|->]; [| exact: Rle_refl].
Qed.

(* z = delta/(TXA) if Lam = log(TXA/delta) *)
Definition z := exp (- Lam).
Lemma z_gt0 : 0 < z. Proof. exact: exp_pos. Qed.
Lemma z_TXA : z * TXA <= delta.
Proof.
have H := TXA_exp; have e0 := exp_pos Lam; rewrite /z exp_Ropp.
apply: (Rmult_le_reg_l (exp Lam)) => //.
have -> : exp Lam * (/ exp Lam * TXA) = delta * (TXA / delta) by field; split; lra.
by rewrite Rmult_comm; apply: Rmult_le_compat_r; lra.
Qed.
Lemma z_le c : 0 < c -> c <= TXA -> z <= / c.
Proof.
move=> c0 ct; have := z_TXA; have := z_gt0 => z0 H.
apply: (Rmult_le_reg_r c) => //; rewrite Rinv_l; last by lra.
by apply: Rle_trans (_ : _ <= z * TXA) _; [apply: Rmult_le_compat_l | ]; lra.
Qed.
Lemma z_half : z <= / 2. Proof. by apply: z_le; [lra | exact: TXA2]. Qed.
Lemma z_X : z <= / INR X.
Proof. by apply: z_le; [have := leq_INR X_ge2; rewrite [INR 2]/=; lra | exact: TXA_X]. Qed.
Lemma z_quarter h : (h < L)%N -> (2 <= #|S h.+1|)%N -> z <= / 4.
Proof.
move=> hL d2; apply: z_le; first by lra.
by apply: Rle_trans TXA_X; have := leq_INR (X_ge4 hL d2); rewrite [INR 4]/=; lra.
Qed.
Lemma Lam_ln : ln 2 <= Lam /\ ln (1 / delta) <= Lam.
Proof.
have ge1 : 1 <= / delta by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
have t2 := TXA2; split; apply: Rle_trans Lam_ge.
  have : 2 <= TXA / delta by rewrite /Rdiv; nra.
  by case=> [H|<-]; [apply/Rlt_le/ln_increasing; lra | exact: Rle_refl].
by apply/Rlt_le/ln_increasing; rewrite /Rdiv; nra.
Qed.
Lemma Lam_half : / 2 <= Lam. Proof. by have [] := Lam_ln; have := ln_lt_2; lra. Qed.
Lemma ln_delta : 0 < ln (1 / delta).
Proof.
rewrite -ln_1; apply: ln_increasing; first by lra.
by apply: (Rmult_lt_reg_r delta); [lra | rewrite /Rdiv Rmult_assoc Rinv_l; lra].
Qed.

(* the (X - 1) A T triples (x, a, n) *)
Lemma count_triples c : \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) \rsum_(n < T) c =
  (INR X - 1) * (INR #|A| * (INR T * c)).
Proof.
have -> : INR X - 1 = INR (\sum_(h < L) #|S h|)%N.
  by rewrite /Algorithm.X big_ord_recr SL addn_INR /=; ring.
rewrite sum_INR -rsumZr; apply: eq_bigr => h _.
by rewrite rsum_ord_const !rsum_const.
Qed.
Lemma triples_le c : 0 <= c <= z -> (INR X - 1) * (INR #|A| * (INR T * c)) <= delta.
Proof.
move=> cz; have t1 := T_ge1; have a1 := A_ge1; have x2 := leq_INR X_ge2; rewrite [INR 2]/= in x2.
apply: Rle_trans z_TXA; rewrite /TXA.
have -> : z * (INR T * INR X * INR #|A|) = INR X * (INR #|A| * (INR T * z)) by ring.
have tc : 0 <= INR T * c by apply: Rmult_le_pos; lra.
apply: Rmult_le_compat; [lra | | lra |]; first by apply: Rmult_le_pos; lra.
by apply: Rmult_le_compat_l; [lra | apply: Rmult_le_compat_l; lra].
Qed.

(* Weissman's factor against the radius sqrt(2 d Lam / n) *)
Lemma pow_exp (d : nat) : exp (- (INR d * Lam)) = z ^ d.
Proof.
elim: d => [|k IH]; first by rewrite Rmult_0_l Ropp_0 exp_0.
by rewrite S_INR -tech_pow_Rmult -IH -exp_plus; congr exp; ring.
Qed.
Lemma pow_z2 (d : nat) : (0 < d)%N -> INR (2 ^ d - 2) * z ^ d <= 4 * z ^ 2.
Proof.
have zp := z_gt0; have z2 := z_half.
have zz := pow2_ge_0 z; case: d => [//|[|d]] _; first by rewrite expn1 subnn [INR 0]/=; lra.
have Q0 : 0 <= z ^ d.+2 by apply: pow_le; lra.
apply: (@Rle_trans _ (INR (2 ^ d.+2) * z ^ d.+2)).
  by apply: Rmult_le_compat_r => //; apply: leq_INR; exact: leq_subr.
have -> : INR (2 ^ d.+2) * z ^ d.+2 = (2 * z) ^ d * (4 * z ^ 2).
  rewrite Rpow_mult_distr (_ : INR (2 ^ d.+2) = 2 ^ d * 4) /=; first by ring.
  elim: (d) => [|k IH]; first by rewrite /=; lra.
  by rewrite expnS muln_INR IH /=; ring.
have : (2 * z) ^ d <= 1 by rewrite -(pow1 d); apply: pow_incr; lra.
nra.
Qed.
Lemma pow_z (d h : nat) : (h < L)%N -> d = #|S h.+1| -> (0 < d)%N -> INR (2 ^ d - 2) * z ^ d <= z.
Proof.
move=> hL dE d0; case: (ltnP 1 d) => d2; last first.
  have -> : d = 1%N by apply/eqP; rewrite eqn_leq d2.
  by rewrite expn1 subnn [INR 0]/= Rmult_0_l; apply/Rlt_le/z_gt0.
apply: Rle_trans (pow_z2 d0) _; rewrite dE in d2.
by have := z_quarter hL d2; have := z_gt0; rewrite /=; nra.
Qed.
End Parameters.

(* --- the events of Lemmas 2 and 3.  What follows cannot take the record `setting`: model/Setting.v imports this file *)
Section Good.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Unset Implicit Arguments.
Variables (P : trans S A) (rho : rlaw S A Z) (rv : Z -> R).
Set Implicit Arguments.
Hypotheses (HP : is_trans P) (Hrho : is_rlaw rho) (Hrv : is_reward rho rv).
Variables (T : nat) (Lam : R).
Hypotheses (A1 : (0 < #|A|)%N) (SL : #|S L| = 1%N).
Notation E := (traj S A Z L 0).
Variable f : seq E -> policy S A.            (* any way of playing *)
Hypothesis Hf : forall w, is_policy (f w).

Notation cnt := (@cnt S A Z x0 L).
Notation visit := (@visit S A Z x0 L).
Notation visit3 := (@visit3 S A Z x0 L).
Notation rew := (@rew S A Z x0 L rv).
Notation K := (@K S A Z x0 L P rho f).
Notation X := (X S L).
Notation z := (z Lam).
Notation Pbar := (@Pbar S A Z x0 L).
Notation n1 := (@n1 S A Z x0 L).
Notation eps := (@eps S A Z x0 L Lam).
Notation rbar := (@rbar S A Z x0 L rv).
Notation b := (@b S A Z x0 L Lam).
Notation rhat := (@rhat S A Z x0 L rv Lam).
Notation rcheck := (@rcheck S A Z x0 L rv Lam).
Notation r := (@r S A Z P rho rv).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.

Lemma S_gt0 h : (0 < #|S h|)%N.
Proof.
elim: h => [|h /card_gt0P[x _]]; first exact: (S0_gt0 x0).
have /card_gt0P[a _] := A1; case: (posnP #|S h.+1|) => // /card0_eq Zq; have := (HP x a).2.
by rewrite big1 => [|i _]; [lra | have := Zq i; rewrite inE].
Qed.

(* --- the events: after some n >= 1 visits to some (x, a) the transitions are off by at least rad d n in the
   1-norm, d successors; the rewards are off by at least c b, above (up) or below *)
Section Radius.
Variable rad : nat -> nat -> R.
Definition bad_P (v : seq E) : bool := [exists h : 'I_L, [exists x : S h, [exists a : A,
  [exists n : 'I_T, [exists s : 'I_T.+1, (nvisits (visit (mkp x a)) (drop s v) == n.+1) &&
    Rleb (rad #|S h.+1| n.+1) (visit_l1 (visit (mkp x a)) (visit3 x a) (P h x a) (drop s v))]]]]].

Theorem Pr_bad_P c : (forall d n, (0 < d)%N -> (0 < n)%N -> 0 < rad d n) ->
  (forall h n, (h < L)%N -> (0 < n)%N ->
     INR (2 ^ #|S h.+1| - 2) * exp (- (INR n * rad #|S h.+1| n ^ 2 / 2)) <= c) ->
  Pr K T [::] bad_P <= (INR X - 1) * (INR #|A| * (INR T * c)).
Proof.
move=> r0 rc; rewrite -(count_triples A T SL).
apply: (Pr_exists KD) => h; apply: (Pr_exists KD) => x.
apply: (Pr_exists KD) => a; apply: (Pr_exists KD) => n.
have d0 := S_gt0 h.+1.
apply: Rle_trans (@weissman_visits E (S h.+1) K _ _ _ KD (HP x a) (visit3_sum x0 x a)
  (fun hist => K_next x0 HP Hrho Hf hist x a) T n.+1 _ (ltn0Sn n) (r0 _ _ d0 (ltn0Sn n))) _.
by rewrite card_proper_sets //; exact: rc.
Qed.
End Radius.

Definition bn (n : nat) := sqrt (2 * Lam / INR n).
Definition Xr (up : bool) h (x : S h) a e := if up then rew x a e else 1 - rew x a e.
Definition mr (up : bool) h (x : S h) a := if up then r x a else 1 - r x a.
Definition bad_r up c (v : seq E) : bool := [exists h : 'I_L, [exists x : S h, [exists a : A,
  [exists n : 'I_T, [exists s : 'I_T.+1, (nvisits (visit (mkp x a)) (drop s v) == n.+1) &&
    Rleb (INR n.+1 * (c * bn n.+1)) (visit_dev (visit (mkp x a)) (Xr up x a) (mr up x a) (drop s v))]]]]].

Section Radii.
Hypothesis lam : / 2 <= Lam.

Theorem Pr_bad_r up c : 0 < c -> Pr K T [::] (bad_r up c) <=
  (INR X - 1) * (INR #|A| * (INR T * exp (- (4 * c ^ 2 * Lam)))).
Proof.
move=> c0; rewrite -(count_triples A T SL).
apply: (Pr_exists KD) => h; apply: (Pr_exists KD) => x.
apply: (Pr_exists KD) => a; apply: (Pr_exists KD) => n.
have nR : 0 < INR n.+1 by apply: lt_0_INR; apply/ltP.
have u0 : 0 < 2 * Lam / INR n.+1 by apply: Rmult_lt_0_compat; [lra | apply: Rinv_0_lt_compat].
have e0 : 0 < INR n.+1 * (c * bn n.+1).
  by apply: Rmult_lt_0_compat => //; apply: Rmult_lt_0_compat => //; apply: sqrt_lt_R0.
have X01 e : 0 <= Xr up x a e <= 1.
  by have := rew01 x0 Hrv x a e; have := ind_le1 (visit (mkp x a) e); rewrite /Xr; case: up; lra.
have m01 : 0 <= mr up x a <= 1 by have := r01 HP Hrho Hrv x a; rewrite /mr; case: (up); lra.
have EX hist : K hist (fun e => ind (visit (mkp x a) e) * (Xr up x a e - mr up x a)) <= 0.
  apply: Rle_trans (K_rew x0 HP Hrho Hrv Hf up hist x a); apply: Req_le; apply: (ex_eq (KD hist)) => [|e].
    by apply: bddM; [exact: bdd_ind | apply: bddB => //; exact: bdd_between X01].
  by rewrite /Xr /mr; case: (up); ring.
apply: Rle_trans (hoeffding_visits KD X01 m01 EX T (ltn0Sn n) e0) _.
apply: Req_le; congr exp; rewrite !Rpow_mult_distr /bn pow2_sqrt; last by lra.
by field; lra.
Qed.

(* --- off these events, at every past history *)
Lemma past (v : seq E) s0 : size v = T -> exists s, drop s0 v = drop s v /\ (s < T.+1)%N.
Proof.
move=> vT; case: (leqP s0 T) => [st|/ltnW st]; first by exists s0.
by exists T; rewrite !drop_oversize ?vT.
Qed.

Lemma cnt_past (v : seq E) s h (x : S h) a : size v = T -> (cnt (mkp x a) (drop s v) <= T)%N.
Proof. by move=> vT; apply: leq_trans (count_size _ _) _; rewrite -vT size_drop leq_subr. Qed.

Lemma unvisited h (x : S h) a (w : seq E) (F : E -> R) : cnt (mkp x a) w = 0%N ->
  (forall e, visit (mkp x a) e = false -> F e = 0) -> \rsum_(e <- w) F e = 0.
Proof.
move=> E0 H; elim: w E0 => [|e w IH]; first by rewrite big_nil.
rewrite cnt_cons big_cons; case Ve : (visit _ e) => //= /IH ->; by rewrite H // Rplus_0_l.
Qed.

Lemma Pbar_unvisited h (x : S h) a (w : seq E) y : cnt (mkp x a) w = 0%N -> Pbar w x a y = 0.
Proof.
move=> E0; rewrite /Algorithm.Pbar (unvisited (x := x) (a := a)) // => [|e Ve]; first by rewrite /Rdiv Rmult_0_l.
have := visit3_sum x0 x a e; rewrite Ve /= (bigD1 y) //=.
have : 0 <= \rsum_(i | i != y) ind (visit3 x a i e) by apply: rsum_ge0 => i _; exact: ind_ge0.
have := ind_ge0 (visit3 x a y e); lra.
Qed.

Lemma rbar_unvisited h (x : S h) a (w : seq E) : cnt (mkp x a) w = 0%N -> rbar w x a = 0.
Proof.
move=> E0; rewrite /Algorithm.rbar (unvisited (x := x) (a := a)) ?/Rdiv ?Rmult_0_l // => e Ve.
by have := rew01 x0 Hrv x a e; rewrite Ve /=; lra.
Qed.

Theorem good_P rad v : (forall d, (0 < d)%N -> 1 <= rad d 1%N) -> size v = T -> ~~ bad_P rad v -> forall s,
  in_conf L (Pbar (drop s v)) (fun h x a => rad #|S h.+1| (maxn 1 (cnt (mkp x a) (drop s v)))) P.
Proof.
move=> rad1 vT nb s0; have [s [-> sT]] := past s0 vT; move=> h x a hL; set w := drop s v.
have := cnt_past s x a vT; rewrite -/w; case E0 : (cnt (mkp x a) w) => [|n] cT.
  rewrite (eq_bigr (P h x a)) => [|y _]; last first.
    by rewrite (Pbar_unvisited _ E0) Rminus_0_r Rabs_pos_eq //; exact: (HP x a).1.
  by rewrite (HP x a).2; exact: rad1 (S_gt0 _).
rewrite (maxn_idPr _) //; apply: Rnot_lt_le => lt; move/negP: nb; apply.
apply/existsP; exists (Ordinal hL); apply/existsP; exists x; apply/existsP; exists a.
apply/existsP; exists (Ordinal cT); apply/existsP; exists (Ordinal sT).
rewrite [nvisits _ _](_ : _ = n.+1) ?eqxx //=; apply/RlebP/Rlt_le.
apply: Rlt_le_trans lt _; rewrite /visit_l1 -/w; apply: Req_le; apply: eq_bigr => y _.
by rewrite Rabs_minus_sym /Algorithm.Pbar /visit_freq /Algorithm.n1 E0 [nvisits _ _](_ : _ = n.+1) // (maxn_idPr _).
Qed.

Theorem good_r up c (v : seq E) : 0 < c -> size v = T -> ~~ bad_r up c v -> forall s h (x : S h) a, (h < L)%N ->
  cnt (mkp x a) (drop s v) <> 0%N ->
  (if up then 1 else -1) * (rbar (drop s v) x a - r x a) <= c * b (drop s v) x a.
Proof.
move=> c0 vT nb s0 h x a hL; have [s [-> sT]] := past s0 vT; set w := drop s v.
have := cnt_past s x a vT; rewrite -/w; case E0 : (cnt (mkp x a) w) => [//|n] cT _.
have nR : 0 < INR n.+1 by apply: lt_0_INR; apply/ltP.
have n1E : n1 w x a = INR n.+1 by rewrite /Algorithm.n1 E0 (maxn_idPr _).
have D : visit_dev (visit (mkp x a)) (Xr up x a) (mr up x a) w =
    (if up then 1 else -1) * (INR n.+1 * (rbar w x a - r x a)).
  have D : visit_dev (visit (mkp x a)) (rew x a) (r x a) w = INR n.+1 * (rbar w x a - r x a).
    rewrite /Algorithm.rbar n1E Rmult_minus_distr_l [INR n.+1 * (_ / _)](_ : _ = \rsum_(e <- w) rew x a e); last first.
      by field; lra.
    rewrite -E0 -[INR (cnt _ _)]sum_vis -rsumZr -rsumB; apply: eq_bigr => e _.
    by have := rew01 x0 Hrv x a e; case: (visit _ e) => /= H; [ring | have -> : rew x a e = 0 by [lra]; ring].
  case: up {nb}; first by rewrite Rmult_1_l -D.
  by rewrite -D /visit_dev -rsumZ; apply: eq_bigr => e _; rewrite /Xr /mr; ring.
apply: Rnot_lt_le => lt; move/negP: nb; apply.
apply/existsP; exists (Ordinal hL); apply/existsP; exists x; apply/existsP; exists a.
apply/existsP; exists (Ordinal cT); apply/existsP; exists (Ordinal sT).
rewrite [nvisits _ _](_ : _ = n.+1) ?eqxx //=; apply/RlebP; rewrite -/w D.
rewrite [X in _ <= X](_ : _ = INR n.+1 * ((if up then 1 else -1) * (rbar w x a - r x a))); last by ring.
apply: Rmult_le_compat_l; first exact: (pos_INR n.+1).
by move: lt; rewrite /Algorithm.b n1E -/(bn _) => /Rlt_le.
Qed.

(* --- the paper's radii *)
Definition epsn (d n : nat) := sqrt (2 * INR d * Lam / INR n).

Lemma epsn_gt0 d n : (0 < d)%N -> (0 < n)%N -> 0 < epsn d n.
Proof.
move=> d0 n0; apply: sqrt_lt_R0; apply: Rmult_lt_0_compat; last first.
  by apply: Rinv_0_lt_compat; apply: lt_0_INR; apply/ltP.
by have : 0 < INR d by [apply: lt_0_INR; apply/ltP]; nra.
Qed.

Lemma epsn_1 d : (0 < d)%N -> 1 <= epsn d 1.
Proof.
move=> d0; rewrite /epsn -sqrt_1; apply: sqrt_le_1_alt.
by have := leq_INR d0; rewrite INR1 /Rdiv Rinv_1 Rmult_1_r; nra.
Qed.

Lemma epsn_exp d n : (0 < n)%N -> exp (- (INR n * epsn d n ^ 2 / 2)) = z ^ d.
Proof.
move=> n0; have nR : 0 < INR n by apply: lt_0_INR; apply/ltP.
rewrite -pow_exp; congr exp; rewrite /epsn pow2_sqrt; first by field; lra.
apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat.
by have := pos_INR d; nra.
Qed.

Lemma eps_epsn w h (x : S h) a : eps w x a = epsn #|S h.+1| (maxn 1 (cnt (mkp x a) w)).
Proof. by []. Qed.

(* P is in P_i, whatever the start of epoch i *)
Lemma good_eps v : size v = T -> ~~ bad_P epsn v -> forall s, in_conf L (Pbar (drop s v)) (@eps (drop s v)) P.
Proof. by move=> vT nb s; have := good_P epsn_1 vT nb s. Qed.

Lemma good_up v c : 0 < c -> size v = T -> ~~ bad_r true c v -> forall s h (x : S h) a, (h < L)%N ->
  rbar (drop s v) x a - r x a <= c * b (drop s v) x a.
Proof.
move=> c0 vT nb s h x a hL; case: (cnt (mkp x a) (drop s v) =P 0%N) => [E0|ne].
  rewrite (rbar_unvisited E0); have := r01 HP Hrho Hrv x a; have := b_ge0 x0 Lam (drop s v) x a; nra.
by have := good_r c0 vT nb hL ne; lra.
Qed.

Lemma b_unvisited w h (x : S h) a : cnt (mkp x a) w = 0%N -> 1 <= b w x a.
Proof.
move=> E0; rewrite /Algorithm.b /Algorithm.n1 E0 [INR _]/= -{1}sqrt_1; apply: sqrt_le_1_alt.
by rewrite /Rdiv Rinv_1 Rmult_1_r; lra.
Qed.

Lemma good_down v c : 0 < c <= 1 -> size v = T -> ~~ bad_r false c v -> forall s h (x : S h) a, (h < L)%N ->
  r x a <= rhat (drop s v) x a.
Proof.
move=> c0 vT nb s h x a hL; have r1 := r01 HP Hrho Hrv x a.
apply: Rmin_glb; first by lra.
have b0 := b_ge0 x0 Lam (drop s v) x a.
case: (cnt (mkp x a) (drop s v) =P 0%N) => [E0|ne].
  by rewrite (rbar_unvisited E0); have := b_unvisited E0; lra.
by have := good_r c0.1 vT nb hL ne; nra.
Qed.

End Radii.

(* --- Lam >= log(TXA/delta) *)
Variable delta : R.
Hypotheses (T1 : (0 < T)%N) (delta01 : 0 < delta < 1) (L1 : (0 < L)%N) (Lam_ge : ln (TXA S A L T / delta) <= Lam).
Let lam : / 2 <= Lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
Let zp : 0 < z := z_gt0 Lam.

Lemma Pr_bad_eps2 : Pr K T [::] (bad_P epsn) <= (INR X - 1) * (INR #|A| * (INR T * (4 * z ^ 2))).
Proof.
apply: Pr_bad_P; first exact: (epsn_gt0 lam).
move=> h n _ n0; rewrite (epsn_exp lam) //.
exact: (pow_z2 x0 T1 delta01 A1 L1 SL Lam_ge (S_gt0 _)).
Qed.

Lemma Pr_bad_eps : Pr K T [::] (bad_P epsn) <= delta.
Proof.
apply: Rle_trans (Pr_bad_P (c := z) (epsn_gt0 lam) _) _.
  move=> h n hL n0; rewrite (epsn_exp lam) //.
  exact: (pow_z x0 T1 delta01 A1 L1 SL Lam_ge hL erefl (S_gt0 _)).
by apply: (triples_le x0 T1 delta01 A1 L1 SL Lam_ge); lra.
Qed.

Lemma exp_le_z c : 1 <= c -> 0 <= exp (- (c * Lam)) <= z.
Proof.
move=> c1; split; first by apply/Rlt_le/exp_pos.
case: (Rle_lt_or_eq_dec _ _ c1) => [lt|<-]; last by rewrite Rmult_1_l; exact: Rle_refl.
by apply/Rlt_le/exp_increasing; nra.
Qed.

Lemma Pr_bad_b up c : / 2 <= c -> Pr K T [::] (bad_r up c) <= delta.
Proof.
move=> c2; apply: Rle_trans (Pr_bad_r lam up (c := c) _) _; first by lra.
apply: (triples_le x0 T1 delta01 A1 L1 SL Lam_ge); apply: exp_le_z.
by rewrite /=; nra.
Qed.

(* --- lem:conf-set-P-high-prob (Lemma 2): P is in P_i for all i, with probability at least 1 - delta *)
Definition in_confb (w : seq E) : bool := [forall h : 'I_L, [forall x : S h, [forall a : A,
  Rleb (\rsum_y Rabs (P h x a y - Pbar w x a y)) (eps w x a)]]].
Lemma in_confP w : reflect (in_conf L (Pbar w) (@eps w) P) (in_confb w).
Proof.
apply: (iffP forallP) => [H h x a hL|H h].
  by have /forallP/(_ x)/forallP/(_ a)/RlebP := H (Ordinal hL).
by apply/forallP => x; apply/forallP => a; apply/RlebP; apply: H; exact: ltn_ord.
Qed.

(* Lemma 2 (lem:conf-set-P-high-prob) *)
Theorem lemma_2 : 1 - delta <= Prl K T [::] (fun v => [forall s : 'I_T.+1, in_confb (drop s v)]).
Proof.
apply: (Pr_not KD); apply: Rle_trans Pr_bad_eps; apply: (Pr_imp KD) => v vT; apply: contraR => nb.
by apply/forallP => s; apply/in_confP; exact: (good_eps lam).
Qed.

(* --- lem:conf-set-rew (Lemma 3): r is between its bounds for all i, with probability at least 1 - 2 delta *)
Definition in_bounds (w : seq E) : bool := [forall h : 'I_L, [forall x : S h, [forall a : A,
  Rleb (rcheck w x a) (r x a) && Rleb (r x a) (rhat w x a)]]].
(* Lemma 3 (lem:conf-set-rew), for rewards that are independent of the past: Sec. II, independence
   (as:layered-mdp:independence) *)
Theorem lemma_3 : 1 - 2 * delta <= Prl K T [::] (fun v => [forall s : 'I_T.+1, in_bounds (drop s v)]).
Proof.
apply: (Pr_not KD); rewrite (_ : 2 * delta = delta + delta); last by ring.
have c1 : / 2 <= 1 by lra.
apply: Rle_trans (Pr_or KD (Pr_bad_b true c1) (Pr_bad_b false c1)); apply: (Pr_imp KD) => v vT.
apply: contraR; rewrite negb_or => /andP[nu nd]; apply/forallP => s; apply/forallP => h.
apply/forallP => x; apply/forallP => a; apply/andP; split; apply/RlebP; last first.
  by apply: (good_down lam _ vT nd) => //; lra.
apply: Rmax_lub; first by have := r01 HP Hrho Hrv x a; lra.
by have := good_up Rlt_0_1 vT nu s x a (ltn_ord h); lra.
Qed.
End Good.
