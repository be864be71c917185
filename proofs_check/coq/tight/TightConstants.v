(* Theorem 4 is tight (7): the constants.  L layers after x_0, at least k = m + 1 >= 2 states in each but the last, X in
   all; the payments of the chain family, and from which T on the count pays LX sqrt(TA Lam)/75, and more for
   A > 2. *)
Require Import Previsions.NatLia Previsions.Sums UCRLLP.paper.LayerSums UCRLLP.tight.TightChain UCRLLP.tight.TightCount
  UCRLLP.tight.TightRegret.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.
Import Chain Count ChainRegret.

Module Constants.

(* --- X of the form 2 + (L - 1)(m + 1) + extra *)
Lemma sum_layers n m extra : (extra <= n)%N ->
  (\sum_(h < n.+2) (width n.+1 m extra h).+1 = 2 + n * m.+1 + extra)%N.
Proof.
move=> en; rewrite big_ord_recl big_ord_recr /= /width /= /bump /= add1n leqnn.
have count c j : (\sum_(i < j) (c <= i) = j - c)%N.
  elim: j => [|j IH]; first by rewrite big_ord0.
  by rewrite big_ord_recr /= IH; lia.
rewrite (eq_bigr (fun i : 'I_n => m.+1 + (n - extra <= i))%N) => [|i _]; last first.
  by rewrite !add1n ltnS (leqNgt n i) ltn_ord /= addSn ltnS leq_subLR (addnC extra) addSn.
by rewrite big_split /= sum_nat_const card_ord count subKn //; lia.
Qed.

Lemma sum_payments n (D : nat -> R) c d kap : (forall h, D h = kap * (c * INR (n.+2 - h.+1) + d)) ->
  \rsum_(h < n.+2) worth n.+2 D h = kap * (c * (INR n * (INR n + 1) / 2) + d * INR n).
Proof.
move=> HD; rewrite (rsum_recl n.+1 (fun h => worth n.+2 D h)) (rsum_recr n (fun h => worth n.+2 D h.+1)).
rewrite {1 3}/worth /= ltnn Rplus_0_l Rplus_0_r.
rewrite (eq_bigr (fun h : 'I_n => kap * (c * INR (n.+1 - h.+1) + d))) => [|h _]; last first.
  by rewrite /worth /= !ltnS ltn_ord HD subSS.
rewrite rsumZ rsumD rsumZ rsum_ord_const.
have := sum_remaining n.+1; rewrite (rsum_recr n (fun h => INR (n.+1 - h.+1))) subnn [INR 0]/= Rplus_0_r => ->.
by rewrite S_INR; field.
Qed.

Section Constants.
Variables (L m n : nat) (x a T Lam : R).
Hypothesis LE : L = n.+2.
Notation k := (INR m.+1).
Notation l := (INR L).
Hypotheses (m1 : (1 <= m)%N) (n1 : (1 <= n)%N) (a2 : 2 <= a) (lam : / 2 <= Lam) (x6 : 6 <= x) (xl : 2 * l <= x).
Hypotheses (xk : k * (l - 1) + 2 <= x) (kx : x <= (k + 1) * (l - 1) + 1).
Hypothesis HT : 10 ^ 7 * x ^ 4 * a * Lam <= T.

Let lE : l = INR n + 2. Proof. by rewrite LE !S_INR; ring. Qed.
Let n1R : 1 <= INR n. Proof. exact: (leq_INR n1). Qed.
Let m1R : 1 <= INR m. Proof. exact: (leq_INR m1). Qed.
Let kE : k = INR m + 1. Proof. exact: S_INR. Qed.
Let mx : INR m <= x. Proof. by have := xk; rewrite kE lE; have := n1R; have := m1R; nra. Qed.
Let kx' : k <= x. Proof. by have := xk; rewrite lE; have := n1R; have := kE; nra. Qed.

(* how T compares *)
Let y := x ^ 3 * a * Lam.
Let x3 : 216 <= x ^ 3.
Proof. by rewrite (_ : 216 = 6 ^ 3); [apply: pow_incr; lra | ring]. Qed.
Let xa : 432 <= x ^ 3 * a.
Proof. by apply: (@Rle_trans _ (216 * 2)); [lra | apply: Rmult_le_compat; lra]. Qed.
Let yL : 432 * Lam <= y. Proof. by apply: Rmult_le_compat_r; lra. Qed.
Let y1 : 216 <= y. Proof. by have := yL; lra. Qed.
Let TE : 10 ^ 7 * (x * y) <= T. Proof. by apply: Rle_trans HT; rewrite /y; apply: Req_le; ring. Qed.
Let Ty : 6 * 10 ^ 7 * y <= T.
Proof. by apply: Rle_trans TE; have : 6 * y <= x * y by [apply: Rmult_le_compat_r; lra]; lra. Qed.
Let T0 : 0 < T. Proof. by have := Ty; lra. Qed.

Definition rad := / (100 * x).
Definition K := 2 * 10 ^ 4 * x ^ 3 * Lam.
Definition tau := share a * (998 / 1000 * T / INR m).
Definition theta := tau / (a - 1).
Definition root := sqrt (k * Lam / (8 * theta)).
(* what an action may fall short by: eta D_h in layer h, kappa anywhere *)
Definition eta := / 200.
Definition kappa := 4 / 1000.
Definition kap := 200 / 201 * root.
Definition pay h := kap * (99 / 100 * INR (L - h.+1) + 2 / sqrt k).

Lemma K_ge4 : 4 <= K. Proof. by rewrite /K; have := x3; nra. Qed.
Lemma rad_gt0 : 0 < rad. Proof. by apply: Rinv_0_lt_compat; lra. Qed.
Lemma rad_K s : s <= x -> 2 * s * Lam <= rad ^ 2 * K.
Proof.
move=> sx; have -> : rad ^ 2 * K = 2 * x * Lam by rewrite /rad /K; field; lra.
by nra.
Qed.
Lemma rad_m : 100 * (INR m * rad) <= 1.
Proof.
rewrite /rad; apply: (Rmult_le_reg_r x); first lra.
rewrite (_ : 100 * (INR m * / (100 * x)) * x = INR m); [lra | field; lra].
Qed.
Lemma rad_L : 200 * (l * rad) <= 1.
Proof.
rewrite /rad; apply: (Rmult_le_reg_r x); first lra.
rewrite (_ : 200 * (l * / (100 * x)) * x = 2 * l); [lra | field; lra].
Qed.
Lemma rad_l : rad * (1 + l / 2) <= / 200.
Proof.
rewrite /rad; apply: (Rmult_le_reg_l (100 * x)); first lra.
rewrite -Rmult_assoc Rinv_r; [rewrite Rmult_1_l | lra].
by have := lE; lra.
Qed.
Let share9 : / 9 <= share a <= 1.
Proof.
have i0 : 0 < / (a + 7) by apply: Rinv_0_lt_compat; lra.
have i1 : (a + 7) * / (a + 7) = 1 by rewrite Rinv_r; lra.
by rewrite /share /Rdiv; split; nra.
Qed.
Lemma tau_gt0 : 0 < tau.
Proof.
apply: Rmult_lt_0_compat; first lra.
by apply: Rmult_lt_0_compat; [lra | apply: Rinv_0_lt_compat; lra].
Qed.
Lemma theta_gt0 : 0 < theta.
Proof. by apply: Rmult_lt_0_compat; [exact: tau_gt0 | apply: Rinv_0_lt_compat; lra]. Qed.
Lemma tau_theta : tau <= (a - 1) * theta. Proof. by apply: Req_le; rewrite /theta; field; lra. Qed.
Let sk : 1 <= sqrt k. Proof. by rewrite -{1}sqrt_1; apply: sqrt_le_1_alt; lra. Qed.
Let ratio0 : 0 < k * Lam / (8 * theta).
Proof. by apply: Rmult_lt_0_compat; [nra | apply: Rinv_0_lt_compat; have := theta_gt0; lra]. Qed.
Let root0 : 0 < root. Proof. exact: sqrt_lt_R0. Qed.
Let kap0 : 0 < kap. Proof. by rewrite /kap; lra. Qed.
Let ratioE : k * Lam / (8 * theta) = 1000 / 7984 * (k * INR m * (a + 7) * Lam / T).
Proof. by rewrite /theta /tau /share; field; repeat split; lra. Qed.
Lemma root_le : root <= / (4000 * (x * (l - 1))).
Proof.
have l2 : 2 <= l - 1 by lra.
have xl0 : 0 < x * (l - 1) by apply: Rmult_lt_0_compat; lra.
apply: sqrt_le_sq; first by apply/Rlt_le/Rinv_0_lt_compat; lra.
rewrite ratioE (_ : (/ (4000 * (x * (l - 1)))) ^ 2 = / (16 * 10 ^ 6 * (x * (l - 1)) ^ 2)); last by field; lra.
have xl2 : 0 < (x * (l - 1)) ^ 2 by exact: pow_lt.
apply: (Rmult_le_reg_r (T * (16 * 10 ^ 6 * (x * (l - 1)) ^ 2))); first by apply: Rmult_lt_0_compat; [exact: T0 | lra].
rewrite (_ : / _ * _ = T); last by field; lra.
rewrite (_ : _ * (T * _) = 1000 / 7984 * 16 * 10 ^ 6 * (k * INR m * (l - 1) ^ 2) * (x ^ 2 * ((a + 7) * Lam))); last by field; lra.
apply: Rle_trans TE; have km : k * INR m * (l - 1) ^ 2 <= x * x.
  apply: (@Rle_trans _ (k * (l - 1) * (k * (l - 1)))); last by apply: Rmult_le_compat; nra.
  rewrite (_ : k * INR m * (l - 1) ^ 2 = k * (l - 1) * (INR m * (l - 1))); last by ring.
  by apply: Rmult_le_compat_l; [nra | apply: Rmult_le_compat_r; lra].
have al : (a + 7) * Lam <= 9 / 2 * a * Lam by apply: Rmult_le_compat_r; lra.
have al0 : 0 <= (a + 7) * Lam by apply: Rmult_le_pos; lra.
have x20 : 0 <= x ^ 2 by exact: pow2_ge_0.
have km0 : 0 <= k * INR m * (l - 1) ^ 2 by apply: Rmult_le_pos; [nra | exact: pow2_ge_0].
apply: (@Rle_trans _ (1000 / 7984 * 16 * 10 ^ 6 * (x * x) * (x ^ 2 * (9 / 2 * a * Lam)))).
  apply: Rmult_le_compat; [lra | exact: Rmult_le_pos | lra | exact: Rmult_le_compat_l].
rewrite /y (_ : x * (x ^ 3 * a * Lam) = x * x * (x ^ 2 * (a * Lam))); last by ring.
have : 0 <= x * x * (x ^ 2 * (a * Lam)) by apply: Rmult_le_pos; [nra | apply: Rmult_le_pos => //; nra].
lra.
Qed.
Let root_x : root <= / (1000 * x).
Proof.
apply: Rle_trans root_le _; apply: Rinv_le_contravar; first lra.
by have : x * 2 <= x * (l - 1) by [apply: Rmult_le_compat_l; lra]; lra.
Qed.
Let payE h : (1 + eta) * pay h = root * (99 / 100 * INR (L - h.+1) + 2 / sqrt k).
Proof. by rewrite /pay /kap /eta; field; lra. Qed.
Lemma pay_bound h : 0 < pay h /\ (1 + eta) * pay h + rad * (1 + l / 2) + kappa <= / 100.
Proof.
have g0 := pos_INR (L - h.+1); have gl : INR (L - h.+1) <= l by apply: leq_INR; exact: leq_subr.
have s2 : 0 < 2 / sqrt k <= 2.
  have : 0 < / sqrt k <= 1 by split; [apply: Rinv_0_lt_compat; lra | rewrite -Rinv_1; apply: Rinv_le_contravar; lra].
  rewrite /Rdiv; lra.
split; first by apply: Rmult_lt_0_compat => //; lra.
have : (1 + eta) * pay h <= / (1000 * x) * x.
  by rewrite payE; apply: Rmult_le_compat; [lra | lra | exact: root_x | have := lE; lra].
by have := rad_l; rewrite /kappa (_ : / (1000 * x) * x = / 1000); [lra | field; lra].
Qed.
Lemma pay_theta h : 2 * ((1 + eta) * pay h) * sqrt theta <= sqrt Lam * (sqrt 2 + (1 - / 100) * INR (L - h.+1) * sqrt (k / 2)).
Proof.
apply: Req_le; have E1 : 2 * root * sqrt theta = sqrt Lam * sqrt (k / 2).
  rewrite -sqrt_mult_alt; last lra.
  rewrite -[LHS]sqrt_square; last by apply: Rmult_le_pos; [lra | exact: sqrt_pos].
  congr sqrt; rewrite (_ : _ * _ = 4 * (root * root) * (sqrt theta * sqrt theta)); last by ring.
  rewrite /root !sqrt_sqrt; [field | |]; have := theta_gt0; lra.
have E2 : sqrt (k / 2) * (2 / sqrt k) = sqrt 2.
  have -> : sqrt k = sqrt (k / 2) * sqrt 2 by rewrite -sqrt_mult_alt; [congr sqrt; field | lra].
  have q0 : 0 < sqrt (k / 2) by apply: sqrt_lt_R0; lra.
  have q2 := sqrt2_sqr; have q1 := sqrt2_ge1; move: (sqrt (k / 2)) (sqrt 2) q0 q1 q2 => q v q0 q1 q2.
  by rewrite (_ : q * (2 / (q * v)) = 2 * / v); [rewrite -q2 | ]; field; lra.
rewrite -E2 payE (_ : 2 * (root * _) * sqrt theta = 2 * root * sqrt theta * (99 / 100 * INR (L - h.+1) + 2 / sqrt k)).
  by rewrite E1; field; lra.
by ring.
Qed.

(* every state of the chain is visited often enough *)
Lemma often s : 0 <= s <= x -> tau <= share a * (T / INR m - sqrt (a * (2 * s * Lam * T))).
Proof.
move=> sx; apply: Rmult_le_compat_l; first lra.
rewrite (_ : 998 / 1000 * T / INR m = T / INR m - 2 / 1000 * (T / INR m)); last by field; lra.
suff : sqrt (a * (2 * s * Lam * T)) <= 2 / 1000 * (T / INR m) by lra.
have tm : T / x <= T / INR m by apply: Rmult_le_compat_l; [have := T0; lra | apply: Rinv_le_contravar; lra].
apply: Rle_trans (_ : _ <= 2 / 1000 * (T / x)) _; last lra.
apply: sqrt_le_sq.
  apply: Rmult_le_pos; first lra.
  by apply: Rmult_le_pos; [have := T0; lra | apply/Rlt_le/Rinv_0_lt_compat; lra].
apply: (Rmult_le_reg_r (x ^ 2)); first by nra.
rewrite (_ : (2 / 1000 * (T / x)) ^ 2 * x ^ 2 = T * T / 250000); last by field; lra.
apply: (@Rle_trans _ (2 * y * T)); last by have := Ty; have := T0; nra.
rewrite (_ : 2 * y * T = 2 * (a * Lam * T * x ^ 2) * x); last by rewrite /y; ring.
rewrite (_ : a * (2 * s * Lam * T) * x ^ 2 = 2 * (a * Lam * T * x ^ 2) * s); last by ring.
apply: Rmult_le_compat_l; last lra.
apply: Rmult_le_pos; first lra.
apply: Rmult_le_pos; last by exact: pow2_ge_0.
by apply: Rmult_le_pos; [nra | have := T0; lra].
Qed.

(* unripe episodes and the two martingales are few *)
Lemma few s : 0 <= s <= x ->
  9938 / 10000 * (share a * T) <= INR m * tau - share a * (s * (a * (2 * K + 1))) - 2 * sqrt (T * Lam / 2).
Proof.
move=> sx; have -> : INR m * tau = 998 / 1000 * (share a * T) by rewrite /tau; field; lra.
have B : s * (a * (2 * K + 1)) <= 4001 / 10 ^ 6 * T.
  have ax : 0 <= a * x by nra.
  have K1 : 2 * K + 1 <= 40002 * (x ^ 3 * Lam) by rewrite /K; have := x3; nra.
  have K0 : 0 <= a * (2 * K + 1) by have := K_ge4; nra.
  apply: (@Rle_trans _ (x * (a * (40002 * (x ^ 3 * Lam))))).
    by apply: Rmult_le_compat; [lra | exact: K0 | lra | apply: Rmult_le_compat_l; lra].
  rewrite (_ : x * (a * _) = 40002 * (x * y)); last by rewrite /y; ring.
  by have := TE; have : 0 <= x * y by [have := y1; nra]; lra.
have M : sqrt (T * Lam / 2) <= / 100000 * T.
  apply: sqrt_le_sq; first by have := T0; lra.
  have Tl : 25 * 10 ^ 9 * Lam <= T by lra.
  have : T * (25 * 10 ^ 9 * Lam) <= T * T by apply: Rmult_le_compat_l; lra.
  have TT : 0 <= T * T by apply: Rmult_le_pos; lra.
  by rewrite (_ : (/ 100000 * T) ^ 2 = T * T / 10 ^ 10); [lra | field].
have gB : share a * (s * (a * (2 * K + 1))) <= share a * (4001 / 10 ^ 6 * T) by apply: Rmult_le_compat_l; lra.
have gT : / 9 * T <= share a * T by apply: Rmult_le_compat_r; lra.
lra.
Qed.

(* what this pays *)
Lemma enough : 3 / 53 * ((a - 1) / sqrt (a + 7)) * (l * x) * sqrt (T * Lam) <=
  kap * (99 / 100 * (INR n * (INR n + 1) / 2) + 2 / sqrt k * INR n) * (9938 / 10000 * (share a * T)).
Proof.
have km0 : 0 <= k * INR m by nra.
have TL : 0 <= T * Lam by apply: Rmult_le_pos; lra.
set ga := (a - 1) / sqrt (a + 7).
have s7 : 0 < sqrt (a + 7) by apply: sqrt_lt_R0; lra.
have ga0 : 0 <= ga by apply: Rmult_le_pos; [lra | exact/Rlt_le/Rinv_0_lt_compat].
have gaE : ga * ga = share a * (a - 1).
  rewrite /ga /share -(sqrt_sqrt (a + 7)); last lra.
  by rewrite sqrt_sqrt; [rewrite -{3}(sqrt_sqrt (a + 7)) | ]; [field | |]; lra.
have kT : 3539 / 10000 * sqrt (k * INR m) * (ga * sqrt (T * Lam)) <= root * (share a * T).
  have q0 : 0 <= root * (share a * T) by apply: Rmult_le_pos; [lra | apply: Rmult_le_pos; lra].
  rewrite -[X in _ <= X]sqrt_square //.
  set z := _ * (ga * _); have z0 : 0 <= z.
    by apply: Rmult_le_pos; apply: Rmult_le_pos => //; [lra | exact: sqrt_pos | exact: sqrt_pos].
  rewrite -[z]sqrt_square //; apply: sqrt_le_1_alt.
  rewrite (_ : z * z = (3539 / 10000) ^ 2 * (sqrt (k * INR m) * sqrt (k * INR m)) * (ga * ga) *
    (sqrt (T * Lam) * sqrt (T * Lam))); last by rewrite /z; ring.
  rewrite !sqrt_sqrt // gaE.
  rewrite (_ : root * _ * _ = root * root * (share a * share a * (T * T))); last by ring.
  rewrite /root sqrt_sqrt ?ratioE; last lra.
  rewrite (_ : 1000 / 7984 * _ * _ = 1000 / 7984 * (k * INR m * (share a * (a - 1) * (T * Lam)))); last first.
    by rewrite /share; field; lra.
  have : 0 <= k * INR m * (share a * (a - 1) * (T * Lam)).
    by apply: Rmult_le_pos => //; apply: Rmult_le_pos => //; apply: Rmult_le_pos; lra.
  lra.
set w := 99 / 100 * _ + _.
have s0 : 0 <= / sqrt k by apply/Rlt_le/Rinv_0_lt_compat; lra.
have w0 : 0 <= w by rewrite /w; apply: Rplus_le_le_0_compat; [nra | apply: Rmult_le_pos; [rewrite /Rdiv | ]; lra].
have core : 3 / 53 * (l * x) <= 200 / 201 * (9938 / 10000) * (w * (3539 / 10000 * sqrt (k * INR m))).
  have g : k - 586 / 1000 <= sqrt (k * INR m).
    rewrite -[X in X <= _]sqrt_square; last lra.
    by apply: sqrt_le_1_alt; rewrite kE; nra.
  have g1 : 1 <= sqrt (k * INR m) / sqrt k.
    rewrite sqrt_mult_alt; last lra.
    rewrite (_ : _ / _ = sqrt (INR m)); last by field; lra.
    by rewrite -{1}sqrt_1; apply: sqrt_le_1_alt.
  have wE : w * sqrt (k * INR m) =
      99 / 200 * (INR n * (INR n + 1)) * sqrt (k * INR m) + 2 * INR n * (sqrt (k * INR m) / sqrt k).
    by rewrite /w; field; lra.
  have low : 99 / 200 * (INR n * (INR n + 1)) * (k - 586 / 1000) + 2 * INR n <= w * sqrt (k * INR m).
    rewrite wE; apply: Rplus_le_compat; first by apply: Rmult_le_compat_l => //; nra.
    by have := n1R; nra.
  have lx : l * x <= l * ((k + 1) * (l - 1) + 1) by apply: Rmult_le_compat_l; lra.
  have poly : 3 / 53 * (l * ((k + 1) * (l - 1) + 1)) <=
      200 / 201 * (9938 / 10000) * (3539 / 10000) * (99 / 200 * (INR n * (INR n + 1)) * (k - 586 / 1000) + 2 * INR n).
    rewrite lE kE.
    have [p [pE p0]] : exists p, INR n = 1 + p /\ 0 <= p by exists (INR n - 1); split; [ring | lra].
    have [r [rE r0]] : exists r, INR m = 1 + r /\ 0 <= r by exists (INR m - 1); split; [ring | lra].
    rewrite pE rE; have pr : 0 <= p * r by exact: Rmult_le_pos.
    have ppr : 0 <= p * (p * r) by exact: Rmult_le_pos.
    have pp : 0 <= p * p by exact: Rmult_le_pos.
    lra.
  lra.
have R0 : 0 <= ga * sqrt (T * Lam) by apply: Rmult_le_pos => //; exact: sqrt_pos.
rewrite (_ : 3 / 53 * ga * (l * x) * _ = 3 / 53 * (l * x) * (ga * sqrt (T * Lam))); last by ring.
apply: Rle_trans (Rmult_le_compat_r _ _ _ R0 core) _.
rewrite (_ : kap * w * _ = 200 / 201 * (9938 / 10000) * w * (root * (share a * T))); last by rewrite /kap; ring.
rewrite (_ : _ * (ga * _) = 200 / 201 * (9938 / 10000) * w * (3539 / 10000 * sqrt (k * INR m) * (ga * sqrt (T * Lam)))).
  by apply: Rmult_le_compat_l => //; lra.
by ring.
Qed.

(* the payments are small *)
Lemma pays_little : kap * (99 / 100 * (INR n * (INR n + 1) / 2) + 2 / sqrt k * INR n) <= kappa.
Proof.
have s0 : 0 < / sqrt k <= 1 by split; [apply: Rinv_0_lt_compat; lra | rewrite -Rinv_1; apply: Rinv_le_contravar; lra].
set w := 99 / 100 * _ + _; have w0 : 0 <= w <= INR n * (INR n + 1) / 2 + 2 * INR n by rewrite /w /Rdiv; split; nra.
apply: (@Rle_trans _ (root * w)); first by apply: Rmult_le_compat_r; rewrite /kap; lra.
have xl0 : 0 < x * (l - 1) by apply: Rmult_lt_0_compat; lra.
apply: (@Rle_trans _ (/ (4000 * (x * (l - 1))) * (x * (l - 1)))); last by rewrite (_ : _ * _ = / 4000); [rewrite /kappa; lra | field; lra].
apply: Rmult_le_compat; [lra | lra | exact: root_le |].
have x2 := xl; rewrite lE in x2 *; apply: Rle_trans w0.2 _.
by have := n1R; nra.
Qed.
End Constants.

(* for two actions or more *)
Lemma seventy_five a y z : 2 <= a -> 0 <= y -> 0 <= z ->
  / 75 * y * sqrt (a * z) <= 3 / 53 * ((a - 1) / sqrt (a + 7)) * y * sqrt z.
Proof.
move=> a2 y0 z0; have s7 : 0 < sqrt (a + 7) by apply: sqrt_lt_R0; lra.
rewrite sqrt_mult_alt; last lra.
have z1 := sqrt_pos z.
suff H : / 75 * sqrt a <= 3 / 53 * ((a - 1) / sqrt (a + 7)).
  rewrite (_ : / 75 * y * _ = / 75 * sqrt a * (y * sqrt z)); last by ring.
  rewrite (_ : 3 / 53 * _ * y * _ = 3 / 53 * ((a - 1) / sqrt (a + 7)) * (y * sqrt z)); last by ring.
  by apply: Rmult_le_compat_r => //; exact: Rmult_le_pos.
apply: (Rmult_le_reg_r (sqrt (a + 7))) => //.
rewrite (_ : 3 / 53 * _ * _ = 3 / 53 * (a - 1)); last by field; lra.
rewrite Rmult_assoc -sqrt_mult_alt; last lra.
have : sqrt (a * (a + 7)) <= 225 / 53 * (a - 1) by apply: sqrt_le_sq; nra.
lra.
Qed.
End Constants.
