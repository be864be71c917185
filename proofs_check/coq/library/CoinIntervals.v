(* How far the frequency p of a coin is from its mean u: |p - u| <= sqrt(2 min{p, 1-p} l/n) + l/n after n flips, but for a
   probability of 2 exp(-l), with the frequency under the root; for flips at times that depend on the past.  Each tail is
   one line that the number of successes would have to cross. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration
  Previsions.Supermartingales.
From Coquelicot Require Import Coquelicot.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- 1 - x <= exp(- x - x^2/2) *)
Lemma exp_minus_half x : 0 <= x -> 1 - x <= exp (- x - x ^ 2 / 2).
Proof.
move=> x0; have G : exp (- 0 - 0 * 0 / 2) - (1 - 0) <= exp (- x - x * x / 2) - (1 - x).
  apply: (@ge0_derive_le (fun y => exp (- y - y * y / 2) - (1 - y))
    (fun y => 1 - (1 + y) * exp (- y - y * y / 2))) => // y y0.
    by auto_derive => //; rewrite /Rminus /Rdiv; field.
  have E : exp (- y - y * y / 2) * exp (y + y * y / 2) = 1.
    by rewrite -exp_plus -[RHS]exp_0; congr exp; field.
  have H := exp_ineq1_le (y + y * y / 2); have s0 := exp_pos (- y - y * y / 2).
  have : (1 + y) * exp (- y - y * y / 2) <= exp (- y - y * y / 2) * exp (y + y * y / 2).
    rewrite Rmult_comm; apply: Rmult_le_compat_l; first lra.
    by have := Rle_0_sqr y; rewrite /Rsqr; lra.
  by rewrite E; lra.
by rewrite (_ : - 0 - 0 * 0 / 2 = 0) ?exp_0 in G; [rewrite (_ : x ^ 2 = x * x); [lra | ring] | field].
Qed.

(* the distance that n flips allow at the frequency p, e = l/n *)
Definition spread (p e : R) := sqrt (2 * Rmin p (1 - p) * e) + e.
Lemma spread_sym p e : spread (1 - p) e = spread p e.
Proof. by rewrite /spread (_ : 1 - (1 - p) = p); [rewrite Rmin_comm | ring]. Qed.
Lemma spread_ge0 p e : 0 <= e -> 0 <= spread p e.
Proof. by move=> e0; have := sqrt_pos (2 * Rmin p (1 - p) * e); rewrite /spread; lra. Qed.

(* a line that k successes in n flips of mean u cross with probability exp(- n e) at most, and p n successes do cross *)
Definition cross_line (u p e theta lambda : R) :=
  [/\ 0 <= theta, 1 + u * (exp theta - 1) <= exp lambda & e <= theta * p - lambda].

(* B1, p > u: kl(p, u) > e if p - u is greater than the spread *)
Lemma line_above u p e : 0 <= u -> p <= 1 -> 0 < e -> spread p e < p - u -> exists theta lambda, cross_line u p e theta lambda.
Proof.
move=> u0 p1 e0; rewrite /spread; case: (Rle_dec p (1 - p)) => half.
  (* min{p, 1-p} = p: the exponent of a Poisson variable *)
  rewrite Rmin_left // => far; have s0 := sqrt_pos (2 * p * e); have p0 : 0 < p by lra.
  have d2 : 2 * p * e <= (p - u) ^ 2.
    by rewrite -[X in X <= _]sqrt_sqrt; [move: (sqrt _) s0 far => s *; nra | nra].
  have [x [uE x0]] : exists x, u = p * (1 - x) /\ 0 <= x.
    exists ((p - u) / p); split; first by field; lra.
    by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat].
  exists (x + x ^ 2 / 2), (u * (exp (x + x ^ 2 / 2) - 1)); split; first by have := pow2_ge_0 x; lra.
    exact: exp_ineq1_le.
  have E : exp (- x - x ^ 2 / 2) * exp (x + x ^ 2 / 2) = 1.
    by rewrite -exp_plus -[RHS]exp_0; congr exp; field.
  have H := exp_minus_half x0; have ep := exp_pos (x + x ^ 2 / 2).
  have {}H : (1 - x) * exp (x + x ^ 2 / 2) <= 1 by rewrite -E; apply: Rmult_le_compat_r; lra.
  have ue : u * exp (x + x ^ 2 / 2) <= p by rewrite uE Rmult_assoc; nra.
  have d2' : e <= p * x ^ 2 / 2.
    apply: (Rmult_le_reg_l (2 * p)); first lra.
    by apply: Rle_trans d2 _; apply: Req_le; rewrite uE; field.
  by move: ue; rewrite uE => ue; nra.
(* min{p, 1-p} = 1-p: of the failures *)
rewrite Rmin_right; last lra.
move=> far; have [v [uE v0]] : exists v, u = 1 - v /\ v = 1 - u by exists (1 - u); split; lra.
have slope t : 0 <= t -> 1 + u * (exp t - 1) <= exp (t - v * (1 - exp (- t))).
  move=> t0; have E : exp t * exp (- t) = 1 by rewrite -exp_plus Rplus_opp_r exp_0.
  rewrite /Rminus exp_plus; apply: (@Rle_trans _ (exp t * (1 - v * (1 - exp (- t))))).
    have -> : 1 + u * (exp t - 1) = exp t - v * exp t + v * (exp t * exp (- t)) by rewrite E uE; ring.
    by apply: Req_le; ring.
  apply: Rmult_le_compat_l; first exact/Rlt_le/exp_pos.
  by have := exp_ineq1_le (- (v * (1 + - exp (- t)))); rewrite /Rminus; lra.
case: (Rle_lt_or_eq_dec 0 (1 - p)) => [|q0|qE]; first lra.
  have [s [s0 qs]] : exists s, 0 <= s /\ (1 - p) * s ^ 2 = 2 * e.
    exists (sqrt (2 * e / (1 - p))); split; first exact: sqrt_pos.
    rewrite pow2_sqrt; first by field; lra.
    by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat].
  have root : sqrt (2 * (1 - p) * e) = (1 - p) * s.
    rewrite -[RHS]sqrt_square; last by apply: Rmult_le_pos; lra.
    congr sqrt; transitivity ((1 - p) * (2 * e)); first by ring.
    by rewrite -qs; ring.
  rewrite root in far.
  exists s, (s - v * (1 - exp (- s))); split=> //; first exact: slope.
  have E : exp s * exp (- s) = 1 by rewrite -exp_plus Rplus_opp_r exp_0.
  have H := exp_quadratic s0; have ep := exp_pos (- s).
  have {}H : (1 + s + s ^ 2 / 2) * exp (- s) <= 1 by rewrite -E; apply: Rmult_le_compat_r; lra.
  have e1 : exp (- s) <= 1.
    have : 1 * exp (- s) <= (1 + s + s ^ 2 / 2) * exp (- s); last by lra.
    by apply: Rmult_le_compat_r; [lra | have := pow2_ge_0 s; lra].
  have big : (1 - p) * (1 + s + s ^ 2 / 2) <= v.
    rewrite (_ : (1 - p) * (1 + s + s ^ 2 / 2) = 1 - p + (1 - p) * s + (1 - p) * s ^ 2 / 2); last by field.
    by rewrite qs; lra.
  have B : (1 - p) * (1 + s + s ^ 2 / 2) * (1 - exp (- s)) <= v * (1 - exp (- s)).
    by apply: Rmult_le_compat_r; lra.
  have C : (1 - p) * ((1 + s + s ^ 2 / 2) * exp (- s)) <= (1 - p) * 1 by apply: Rmult_le_compat_l; lra.
  have D : (1 - p) * (1 + s + s ^ 2 / 2) = 1 - p + (1 - p) * s + e.
    by rewrite (_ : e = (1 - p) * s ^ 2 / 2); [field | rewrite qs; field].
  move: B C; rewrite Rmult_minus_distr_l -Rmult_assoc D; move: (exp _) => E'.
  lra.
rewrite -qE Rmult_0_r Rmult_0_l sqrt_0 in far.
have ev : 0 < 1 - e / v < 1.
  have i0 : 0 < / v by apply: Rinv_0_lt_compat; lra.
  split; last by have : 0 < e / v by [exact: Rmult_lt_0_compat]; lra.
  suff : e / v < 1 by lra.
  by apply: (Rmult_lt_reg_r v); [lra | rewrite /Rdiv Rmult_assoc Rinv_l; lra].
have lE : exp (- - ln (1 - e / v)) = 1 - e / v by rewrite Ropp_involutive exp_ln; lra.
have t0 : 0 <= - ln (1 - e / v) by have := ln_increasing _ _ ev.1 ev.2; rewrite ln_1; lra.
exists (- ln (1 - e / v)), (- ln (1 - e / v) - v * (1 - exp (- - ln (1 - e / v)))); split=> //; first exact: slope.
rewrite lE (_ : p = 1); last lra.
by apply: Req_le; field; lra.
Qed.

Section Coin.
Variables (E : Type) (K : seq E -> (E -> R) -> R) (vis : pred E).
Hypothesis HK : forall hist, is_exp (K hist).
Notation N := (count vis).

(* one tail, at the n-th visit *)
Theorem coin_above (nx : pred E) u T n l : (forall e, nx e -> vis e) ->
  (forall hist, K hist (fun e => ind (nx e) - u * ind (vis e)) <= 0) -> 0 <= u -> 0 < l -> (0 < n)%N ->
  Pr K T [::] (fun w => [exists s : 'I_T.+1, (N (drop s w) == n) &&
    ~~ Rleb (INR (count nx (drop s w)) / INR n - u) (spread (INR (count nx (drop s w)) / INR n) (l / INR n))]) <=
  exp (- l).
Proof.
move=> nv Hnx u0 l0 n0; have nR : 0 < INR n by apply: lt_0_INR; apply/ltP.
have e0 : 0 < l / INR n by apply: Rmult_lt_0_compat => //; exact: Rinv_0_lt_compat.
pose far k := ~~ Rleb (INR k / INR n - u) (spread (INR k / INR n) (l / INR n)).
have le_n w s : N (drop s w) = n -> (count nx (drop s w) <= n)%N.
  by move=> <-; apply: sub_count => e; exact: nv.
case: (boolP [exists k : 'I_n.+1, far k]) => [/existsP[k0 far0]|none]; last first.
  apply: Rle_trans (_ : 0 <= _); last exact/Rlt_le/exp_pos.
  rewrite -[X in _ <= X](Pr_pred0 HK T [::]); apply: (Pr_imp HK) => w _ /existsP[s /andP[/eqP Ns b]].
  move/existsP: none; case; exists (Ordinal (le_n _ _ Ns : (count nx (drop s w) < n.+1)%N)).
  exact: b.
have ex : exists k, (k <= n)%N && far k by exists k0; rewrite far0 -ltnS ltn_ord.
case: (ex_minnP ex) => k /andP[kn fk] least.
have kn1 : INR k / INR n <= 1.
  by apply: (Rmult_le_reg_r (INR n)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; [have := leq_INR kn; lra | lra].
have [theta [lambda [t0 slope pay]]] : exists theta lambda, cross_line u (INR k / INR n) (l / INR n) theta lambda.
  by apply: line_above => //; move: fk; rewrite /far; case: RlebP => // /Rnot_le_lt.
apply: Rle_trans (Pr_hit_line l HK nv Hnx t0 slope T); apply: (Pr_imp HK) => w _ /existsP[s /andP[/eqP Ns b]].
apply: (hit_drop (s := s)); rewrite /crossed Ns -exp_0.
have kk : INR k <= INR (count nx (drop s w)) by apply/leq_INR/least; rewrite (le_n _ _ Ns).
have {}pay := Rmult_le_compat_r (INR n) _ _ (Rlt_le _ _ nR) pay.
have E1 : l / INR n * INR n = l by field; lra.
have E2 : (theta * (INR k / INR n) - lambda) * INR n = theta * INR k - lambda * INR n by field; lra.
rewrite E1 E2 in pay; have := Rmult_le_compat_l theta _ _ t0 kk => tk.
have [lt|->] : 0 <= theta * INR (count nx (drop s w)) - lambda * INR n - l by lra.
  by apply/Rlt_le/exp_increasing.
exact: Rle_refl.
Qed.

(* both tails *)
Theorem coin_visits (nx : pred E) u T n l : (forall e, nx e -> vis e) ->
  (forall hist, K hist (fun e => ind (nx e) - u * ind (vis e)) <= 0) ->
  (forall hist, K hist (fun e => u * ind (vis e) - ind (nx e)) <= 0) -> 0 <= u <= 1 -> 0 < l -> (0 < n)%N ->
  Pr K T [::] (fun w => [exists s : 'I_T.+1, (N (drop s w) == n) &&
    ~~ Rleb (Rabs (u - INR (count nx (drop s w)) / INR n)) (spread (INR (count nx (drop s w)) / INR n) (l / INR n))]) <=
  2 * exp (- l).
Proof.
move=> nv Hup Hdown u01 l0 n0; have nR : 0 < INR n by apply: lt_0_INR; apply/ltP.
pose fl e := vis e && ~~ nx e.
have fv e : fl e -> vis e by case/andP.
have fE e : ind (fl e) = ind (vis e) - ind (nx e).
  by rewrite /fl; have := nv e; case: (nx e) => [->|_] //; case: (vis e) => //=; lra.
have Hf hist : K hist (fun e => ind (fl e) - (1 - u) * ind (vis e)) <= 0.
  apply: Rle_trans (Hdown hist); apply: Req_le; apply: (ex_eq (HK hist)) => [|e]; last by rewrite fE; ring.
  by apply: bddB; [|apply: bddZ]; exact: bdd_ind.
have fN w : (count fl w + count nx w)%N = N w.
  elim: w => [//|e w IH] /=; rewrite -IH addnACA; congr addn; rewrite /fl.
  by have := nv e; case: (nx e) => [->|_] //; case: (vis e).
have up := coin_above T nv Hup u01.1 l0 n0; have u1 : 0 <= 1 - u by lra.
have down := coin_above T fv Hf u1 l0 n0.
rewrite (_ : 2 * exp (- l) = exp (- l) + exp (- l)); last by ring.
apply: Rle_trans (Pr_or HK up down); apply: (Pr_imp HK) => w _ /existsP[s /andP[/eqP Ns far]].
move: far; rewrite /Rabs; case: Rcase_abs => side far; apply/orP; [left | right]; apply/existsP; exists s; rewrite Ns eqxx /=.
  by move: far; rewrite (_ : - (u - INR (count nx (drop s w)) / INR n) = INR (count nx (drop s w)) / INR n - u) //; ring.
have -> : INR (count fl (drop s w)) / INR n = 1 - INR (count nx (drop s w)) / INR n.
  have -> : INR (count fl (drop s w)) = INR n - INR (count nx (drop s w)) by rewrite -Ns -fN addn_INR; ring.
  by field; lra.
rewrite spread_sym (_ : 1 - INR (count nx (drop s w)) / INR n - (1 - u) = u - INR (count nx (drop s w)) / INR n) //; ring.
Qed.

(* what has probability 0 does not happen *)
Theorem never (nx : pred E) T : (forall hist, K hist (fun e => ind (nx e)) <= 0) ->
  Pr K T [::] (fun w => has nx w) <= 0.
Proof.
move=> H; apply: (Pr_super HK (M := fun w => ind (has nx w))) => [h|h|w _]; [exact: bdd_ind | | exact: Rle_refl].
case Hh : (has nx h) => /=.
  by apply: Req_le; apply: (ex_const (HK h)) => e; rewrite Hh orbT.
apply: Rle_trans (H h); apply: Req_le; apply: (ex_eq (HK h)) => [|e]; first exact: bdd_ind.
by rewrite Hh orbF.
Qed.
End Coin.
