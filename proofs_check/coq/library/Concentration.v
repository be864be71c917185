(* Hoeffding's lemma, the inequalities of Azuma and Hoeffding (Lemma 10) and of Weissman et al., for pairs
   visited at times that depend on the past. *)
Require Import Previsions.Sums Previsions.Probability.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

From Coquelicot Require Import Coquelicot.

(* ---------------------------------------------------------------- Hoeffding's lemma *)
Lemma ge0_derive_le (f f' : R -> R) x : (forall y, 0 <= y -> is_derive f y (f' y)) ->
  (forall y, 0 <= y -> 0 <= f' y) -> 0 <= x -> f 0 <= f x.
Proof.
move=> d f'0 x0; case: (Rle_lt_or_eq_dec _ _ x0) => [xp|<-]; last exact: Rle_refl.
have [c [Ec cx]] : exists c, f x - f 0 = f' c * (x - 0) /\ 0 < c < x.
  by apply: MVT_cor2 => // c [c0 _]; apply/is_derive_Reals/d.
have := f'0 c ltac:(lra); nra.
Qed.

Lemma log_mgf m t : 0 <= m <= 1 -> 0 <= t -> 1 - m + m * exp t <= exp (m * t + t ^ 2 / 8).
Proof.
move=> m01 t0.
have D1 y : 0 <= y -> 1 <= 1 - m + m * exp y by move=> y0; have := exp_ineq1_le y; nra.
have G2 y : 0 <= y -> m + 0 / 4 - m * exp 0 / (1 - m + m * exp 0) <=
                      m + y / 4 - m * exp y / (1 - m + m * exp y).
  apply: (@ge0_derive_le (fun y => m + y / 4 - m * exp y / (1 - m + m * exp y))
    (fun y => 1 / 4 - (m * exp y) * (1 - m) / (1 - m + m * exp y) ^ 2)) => z z0;
    have Dz := D1 z z0.
    auto_derive; first by lra.
    by field; lra.
  have P2 : 0 < (1 - m + m * exp z) ^ 2 by apply: pow_lt; lra.
  apply: (Rmult_le_reg_r _ _ _ P2).
  have -> : (1 / 4 - m * exp z * (1 - m) / (1 - m + m * exp z) ^ 2) * (1 - m + m * exp z) ^ 2 =
    (1 - m + m * exp z) ^ 2 / 4 - m * exp z * (1 - m) by field; lra.
  by have := pow2_ge_0 (1 - m - m * exp z); nra.
have G1 : m * 0 + 0 ^ 2 / 8 - ln (1 - m + m * exp 0) <= m * t + t ^ 2 / 8 - ln (1 - m + m * exp t).
  apply: (@ge0_derive_le (fun t => m * t + t ^ 2 / 8 - ln (1 - m + m * exp t))
    (fun y => m + y / 4 - m * exp y / (1 - m + m * exp y))) => // z z0; have Dz := D1 z z0.
    auto_derive; first by lra.
    by field; lra.
  apply: Rle_trans _ (G2 z z0); rewrite exp_0.
  by apply: Req_le; field; lra.
have Dt := D1 t t0.
rewrite exp_0 (_ : 1 - m + m * 1 = 1) ?ln_1 in G1; last by ring.
have {}G1 : ln (1 - m + m * exp t) <= m * t + t ^ 2 / 8 by lra.
rewrite -[X in X <= _]exp_ln; last by lra.
by case: G1 => [/exp_increasing/Rlt_le //|->]; exact: Rle_refl.
Qed.

Lemma exp_convex t u : 0 <= u <= 1 -> exp (t * u) <= 1 - u + u * exp t.
Proof.
move=> u01; have zp := exp_pos (t * u).
have A : exp (t * u) * (1 - t * u) <= 1.
  have E : exp (t * u) * exp (- (t * u)) = 1 by rewrite -exp_plus Rplus_opp_r exp_0.
  have := exp_ineq1_le (- (t * u)); nra.
have B : exp (t * u) * (1 + t * (1 - u)) <= exp t.
  have -> : exp t = exp (t * u) * exp (t * (1 - u)) by rewrite -exp_plus; congr exp; ring.
  have := exp_ineq1_le (t * (1 - u)); nra.
nra.
Qed.

(* the moment of what lies in [a, a + c] is at most an increasing affine function of it *)
Lemma hoeffding_pointwise a c s : 0 <= s -> 0 <= c -> a <= 0 <= a + c ->
  exists2 k, 0 <= k & forall y, a <= y <= a + c -> exp (s * y) <= exp (s ^ 2 * c ^ 2 / 8) + k * y.
Proof.
move=> s0 c0 ac; case: (Rle_lt_or_eq_dec _ _ c0) => [cp|cE]; last first.
  exists 0 => [|y yE]; first exact: Rle_refl.
  have -> : y = 0 by lra.
  by rewrite -cE; apply: Req_le; rewrite !Rmult_0_r Rplus_0_r; congr exp; field.
pose m := - a / c; pose g := exp (s * a); have g0 : 0 < g by exact: exp_pos.
have cm : c * m = - a by rewrite /m; field; lra.
have m01 : 0 <= m <= 1 by nra.
have ec : 1 <= exp (s * c) by have := exp_ineq1_le (s * c); nra.
have ic : 0 < / c by exact: Rinv_0_lt_compat.
exists (g * (exp (s * c) - 1) * / c); first by do 2!(apply: Rmult_le_pos; last lra); lra.
move=> y yac; pose u := (y - a) / c; have yE : y = a + c * u by rewrite /u; field; lra.
have u01 : 0 <= u <= 1 by nra.
apply: (@Rle_trans _ (g * (1 - m + m * exp (s * c)) + g * (exp (s * c) - 1) * / c * y)).
  have -> : exp (s * y) = g * exp (s * c * u) by rewrite -exp_plus yE; congr exp; ring.
  apply: Rle_trans (Rmult_le_compat_l _ _ _ (Rlt_le _ _ g0) (exp_convex (s * c) u01)) _.
  apply: Req_le; rewrite /m /u; field; lra.
apply: Rplus_le_compat_r; have H := log_mgf m01 (Rmult_le_pos _ _ s0 c0).
apply: Rle_trans (Rmult_le_compat_l _ _ _ (Rlt_le _ _ g0) H) _.
rewrite /g -exp_plus; apply: Req_le; congr exp.
have -> : a = - (c * m) by lra.
field.
Qed.

Theorem hoeffding_lemma (T : Type) (U : (T -> R) -> R) (Y : T -> R) a c s : is_exp U -> 0 <= s -> 0 <= c ->
  (forall i, a <= Y i <= a + c) -> U Y <= 0 ->
  U (fun i => exp (s * Y i)) <= exp (s ^ 2 * c ^ 2 / 8).
Proof.
move=> HU s0 c0 Yi EY; have HY := bdd_between Yi; have He : bdd (fun i => exp (s * Y i)) by apply/bdd_exp/bddZ.
have a0 : a <= 0 by apply: Rle_trans EY; apply: (ex_geC HU) => // i; have := Yi i; lra.
case: (Rle_dec 0 (a + c)) => ac; last first.
  apply: (@Rle_trans _ 1).
    apply: (ex_leC HU) => // i; rewrite -exp_0.
    have : s * Y i <= 0 by have := Yi i; nra.
    by case=> [/exp_increasing/Rlt_le //|->]; exact: Rle_refl.
  by apply: Rle_trans (exp_ineq1_le _); have := pow2_ge_0 s; have := pow2_ge_0 c; nra.
have [k k0 H] := hoeffding_pointwise s0 c0 (conj a0 ac).
by apply: (ex_affine HU (k := k) He HY) => // i; exact: H.
Qed.

Section Process.
Variables (E : Type) (K : seq E -> (E -> R) -> R).
Hypothesis HK : forall hist, is_exp (K hist).
Notation Ex := (@Ex E K).
Notation Pr := (@Pr E K).

Section SubGaussian.
Variables Y C2 : seq E -> E -> R.
Hypotheses (Yb : forall hist, bdd (Y hist)) (Cb : forall hist, bdd (C2 hist)).
Hypothesis sub : forall hist s, 0 <= s ->
  K hist (fun e => exp (s * Y hist e - s ^ 2 / 8 * C2 hist e)) <= 1.

Theorem sub_gaussian_tail n eps C : 0 < eps -> 0 < C ->
  Pr n [::] (fun w => Rleb eps (hsum Y w) && Rleb (hsum C2 w) C) <= exp (- (2 * eps ^ 2 / C)).
Proof.
move=> e0 C0; pose s := 4 * eps / C.
have s0 : 0 <= s by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat].
pose M w := exp (s ^ 2 / 8 * C - s * eps) * exp (s * hsum Y w - s ^ 2 / 8 * hsum C2 w).
have M0 w : 0 <= M w by apply: Rmult_le_pos; apply/Rlt_le/exp_pos.
have ME e h : M (e :: h) = M h * exp (s * Y h e - s ^ 2 / 8 * C2 h e).
  by rewrite /M [RHS]Rmult_assoc; congr (_ * _); rewrite -exp_plus !hsum_cons; congr exp; ring.
have sb h : bdd (fun e => exp (s * Y h e - s ^ 2 / 8 * C2 h e)).
  by apply/bdd_exp/bddB; exact: bddZ.
have Mb h : bdd (fun e => M (e :: h)) by apply: bdd_eq (bddZ (M h) (sb h)) => e; rewrite ME.
apply: Rle_trans (Pr_super HK (M := M) Mb _ _) _.
- move=> h; rewrite (ex_eq (HK h) (Mb h) (fun e => ME e h)).
  apply: Rle_trans (exZ (HK h) (M0 h) (sb h)) _; have := sub h s0; have := M0 h; nra.
- move=> w _; rewrite /M -exp_plus.
  case: RlebP => [H1|_]; last by apply/Rlt_le/exp_pos.
  case: RlebP => [H2|_]; last by apply/Rlt_le/exp_pos.
  apply: Rle_trans (exp_ineq1_le _); rewrite /=.
  have : 0 <= s ^ 2 by apply: pow2_ge_0.
  nra.
rewrite /M /= !Rmult_0_r Rminus_eq_0 exp_0 Rmult_1_r.
by apply: Req_le; congr exp; rewrite /s; field; lra.
Qed.
End SubGaussian.

(* --- a (super)martingale with differences in predictable intervals [a, a + c] *)
Section Azuma.
Variables (Y : seq E -> E -> R) (a c : seq E -> R).
Hypothesis c0 : forall hist, 0 <= c hist.
Hypothesis Yac : forall hist e, a hist <= Y hist e <= a hist + c hist.
Hypothesis EY : forall hist, K hist (Y hist) <= 0.
Definition sum_diff := hsum Y.
Definition sum_range2 := hsum (fun hist _ => c hist ^ 2).

Theorem azuma n eps C : 0 < eps -> 0 < C ->
  Pr n [::] (fun w => Rleb eps (sum_diff w) && Rleb (sum_range2 w) C) <= exp (- (2 * eps ^ 2 / C)).
Proof.
have Yb hist := bdd_between (Yac hist).
apply: sub_gaussian_tail => // hist s s0.
have Eb : bdd (fun e => exp (s * Y hist e)) by apply/bdd_exp/bddZ.
have e0 := exp_pos (- (s ^ 2 / 8 * c hist ^ 2)).
rewrite (@ex_eq _ _ (HK hist) _ (fun e => exp (- (s ^ 2 / 8 * c hist ^ 2)) * exp (s * Y hist e))); first last.
- by move=> e; rewrite -exp_plus; congr exp; ring.
- by apply/bdd_exp/bddB => //; exact: bddZ.
apply: Rle_trans (exZ (HK hist) (Rlt_le _ _ e0) Eb) _.
have H := hoeffding_lemma (HK hist) s0 (c0 hist) (Yac hist) (EY hist).
apply: Rle_trans (Rmult_le_compat_l _ _ _ (Rlt_le _ _ e0) H) _.
rewrite -exp_plus -exp_0; apply: Req_le; congr exp; field.
Qed.
End Azuma.

(* --- samples X e of mean m, taken at the visits e only: the first n of them *)
Section Visits.
Variables (vis : pred E) (X : E -> R) (m : R) (n : nat).
Hypothesis X01 : forall e, 0 <= X e <= 1.
Hypothesis m01 : 0 <= m <= 1.
Hypothesis EX : forall hist, K hist (fun e => ind (vis e) * (X e - m)) <= 0.
Definition nvisits (w : seq E) := count vis w.
Definition first_n (hist : seq E) e := ind (vis e && (nvisits hist < n)%N).
Definition visit_dev (w : seq E) := \rsum_(e <- w) (ind (vis e) * (X e - m)).

Let Xb : bdd X := bdd_between X01.
Let vXb : bdd (fun e => ind (vis e) * (X e - m)).
Proof. by apply: bddM; [exact: bdd_ind | apply: bddB => //; exact: bddC]. Qed.
Let fb hist : bdd (first_n hist). Proof. exact: bdd_ind. Qed.
Let fXb hist : bdd (fun e => first_n hist e * (X e - m)).
Proof. by apply: bddM => //; apply: bddB => //; exact: bddC. Qed.

Lemma sub_visits hist s : 0 <= s ->
  K hist (fun e => exp (s * (first_n hist e * (X e - m)) - s ^ 2 / 8 * first_n hist e)) <= 1.
Proof.
move=> s0; have [k k0 H] : exists2 k, 0 <= k & forall y, - m <= y <= - m + 1 ->
    exp (s * y) <= exp (s ^ 2 * 1 ^ 2 / 8) + k * y by apply: hoeffding_pointwise; lra.
have e8 := exp_pos (- (s ^ 2 / 8)).
have b1 : bdd (fun e => exp (s * (first_n hist e * (X e - m)) - s ^ 2 / 8 * first_n hist e)).
  by apply/bdd_exp/bddB; exact: bddZ.
case Nn : (nvisits hist < n)%N; last first.
  apply: Req_le; apply: (ex_const (HK hist)) => e.
  by rewrite /first_n Nn andbF /= Rmult_0_l !Rmult_0_r Rminus_0_r exp_0.
apply: (ex_affine (HK hist) (Y := fun e => ind (vis e) * (X e - m)) (k := k * exp (- (s ^ 2 / 8)))) => // [|e].
  by apply: Rmult_le_pos => //; lra.
rewrite /first_n Nn andbT; case: (vis e); rewrite /ind; last by rewrite !Rmult_0_l !Rmult_0_r Rminus_0_r exp_0; lra.
have {}H := H (X e - m) ltac:(have := X01 e; lra).
rewrite !Rmult_1_l Rmult_1_r /Rminus exp_plus.
apply: Rle_trans (Rmult_le_compat_r _ _ _ (Rlt_le _ _ e8) H) _.
rewrite Rmult_plus_distr_r -exp_plus (_ : s ^ 2 * 1 ^ 2 / 8 + - (s ^ 2 / 8) = 0) ?exp_0; last by field.
by apply: Req_le; ring.
Qed.

Lemma hsum_drop s w : (n <= nvisits (drop s w))%N -> forall F : E -> R,
  hsum (fun hist e => first_n hist e * F e) w =
  hsum (fun hist e => first_n hist e * F e) (drop s w).
Proof.
move=> H F; elim: s w H => [|s IH] [|e w] //= H.
rewrite -IH // /first_n.
suff -> : (nvisits w < n)%N = false by rewrite andbF /= Rmult_0_l Rplus_0_l.
apply/negbTE; rewrite -leqNgt; apply: leq_trans H _.
by rewrite -{2}(cat_take_drop s w) /nvisits count_cat leq_addl.
Qed.

Lemma hsum_first w (F : E -> R) : (nvisits w <= n)%N ->
  hsum (fun hist e => first_n hist e * F e) w = \rsum_(e <- w) (ind (vis e) * F e).
Proof.
elim: w => [|e w IH] /=; first by rewrite big_nil.
rewrite big_cons /first_n; case: (vis e) => /= H; last by rewrite IH // !Rmult_0_l.
rewrite IH; last by apply: leq_trans H; rewrite leq_addl.
by rewrite (_ : (nvisits w < n)%N) //; move: H; rewrite /nvisits add1n.
Qed.

Lemma sum_vis w : \rsum_(e <- w) (ind (vis e) * 1) = INR (nvisits w).
Proof.
elim: w => [|e w IH]; first by rewrite big_nil.
by rewrite big_cons IH /nvisits /= addn_INR; case: (vis e) => /=; lra.
Qed.

(* Lemma 2, sampling (lem:adaptive-sampling): some time among the T episodes the pair has been visited
   exactly n times, with deviation eps *)
Theorem hoeffding_visits T eps : (0 < n)%N -> 0 < eps ->
  Pr T [::] (fun w => [exists s : 'I_T.+1, (nvisits (drop s w) == n) && Rleb eps (visit_dev (drop s w))]) <=
  exp (- (2 * eps ^ 2 / INR n)).
Proof.
move=> n0 e0; have n0R : 0 < INR n by apply: lt_0_INR; apply/ltP.
apply: Rle_trans (sub_gaussian_tail fXb fb (@sub_visits) T e0 n0R).
apply: (le_Pr HK) => w _; case: existsP => [[s /andP[/eqP Ns /RlebP D]]|_]; last exact: ind_ge0.
have le : (n <= nvisits (drop s w))%N by rewrite Ns.
have ge : (nvisits (drop s w) <= n)%N by rewrite Ns.
have -> : Rleb eps (hsum (fun hist e => first_n hist e * (X e - m)) w).
  by apply/RlebP; rewrite (hsum_drop le) hsum_first.
have -> : Rleb (hsum first_n w) (INR n).
  apply/RlebP/Req_le; rewrite -Ns -sum_vis -hsum_first // -hsum_drop //.
  by elim: w {Ns D le ge} => //= e w ->; rewrite Rmult_1_r.
exact: Rle_refl.
Qed.
End Visits.
End Process.

(* --- lem:azuma-hoeffding, upper tail *)
Lemma azuma_hoeffding_upper (E : Type) (K : seq E -> (E -> R) -> R) (Y : seq E -> E -> R) (cc : nat -> R) n eps :
  (forall hist, is_exp (K hist)) -> (forall i, 0 < cc i) ->
  (forall hist e, Rabs (Y hist e) <= cc (size hist)) ->
  (forall hist, K hist (Y hist) <= 0) -> 0 < eps -> (0 < n)%N ->
  Pr K n [::] (fun w => Rleb eps (sum_diff Y w)) <= exp (- (eps ^ 2 / (2 * \rsum_(i < n) cc i ^ 2))).
Proof.
move=> HK cp Yc EY e0 n0.
have Cp : 0 < 4 * \rsum_(i < n) cc i ^ 2.
  case: n n0 => // n _; rewrite (rsum_recr n (fun i => cc i ^ 2)).
  have : 0 <= \rsum_(i < n) cc i ^ 2 by apply: rsum_ge0 => i _; apply: pow2_ge_0.
  have := pow_lt _ 2 (cp n); lra.
set C := 4 * _ in Cp.
have Y2 hist e : - cc (size hist) <= Y hist e <= - cc (size hist) + 2 * cc (size hist).
  have := Yc hist e; rewrite /Rabs; case: Rcase_abs; lra.
have c2 (hist : seq E) : 0 <= 2 * cc (size hist) by have := cp (size hist); lra.
have := @azuma E K HK Y _ (fun hist => 2 * cc (size hist)) c2 Y2 EY n eps C e0 Cp.
have -> : - (2 * eps ^ 2 / C) = - (eps ^ 2 / (2 * \rsum_(i < n) cc i ^ 2)).
  by rewrite /C; field; rewrite /C in Cp; lra.
apply: Rle_trans; apply: (le_Pr HK) => w Hw; rewrite addn0 in Hw.
suff -> : Rleb (sum_range2 (fun hist => 2 * cc (size hist)) w) C by rewrite andbT; exact: Rle_refl.
apply/RlebP/Req_le; rewrite /C {C Cp e0 n0} -Hw; elim: w {Hw} => [|e w IH].
  by rewrite /sum_range2 /= big_ord0; lra.
by rewrite (rsum_recr (size w) (fun i => cc i ^ 2)); move: IH; rewrite /sum_range2 /= => ->; ring.
Qed.

(* Lemma 10 (lem:azuma-hoeffding): |Y_i| <= c_i, c_i constants; both tails *)
Theorem azuma_hoeffding (E : Type) (K : seq E -> (E -> R) -> R) (Y : seq E -> E -> R) (cc : nat -> R) n eps :
  (forall hist, is_exp (K hist)) -> (forall i, 0 < cc i) ->
  (forall hist e, Rabs (Y hist e) <= cc (size hist)) ->
  (forall hist, has_mean (K hist) (Y hist) 0) -> 0 < eps -> (0 < n)%N ->
  Pr K n [::] (fun w => ~~ Rleb (hsum Y w) eps) <= exp (- (eps ^ 2 / (2 * \rsum_(i < n) cc i ^ 2))) /\
  Pr K n [::] (fun w => ~~ Rleb (- eps) (hsum Y w)) <= exp (- (eps ^ 2 / (2 * \rsum_(i < n) cc i ^ 2))).
Proof.
move=> HK cp Yc EY e0 n0.
have tail (Y' : seq E -> E -> R) (B : pred (seq E)) : (forall hist e, Rabs (Y' hist e) <= cc (size hist)) ->
    (forall hist, K hist (Y' hist) <= 0) -> (forall w, B w -> eps <= hsum Y' w) ->
    Pr K n [::] B <= exp (- (eps ^ 2 / (2 * \rsum_(i < n) cc i ^ 2))).
  move=> Yc' EY' H; apply: Rle_trans (azuma_hoeffding_upper HK cp Yc' EY' e0 n0).
  apply: (le_Pr HK) => w _; case Bw : (B w); last exact: ind_ge0.
  suff -> : Rleb eps (sum_diff Y' w) by exact: Rle_refl.
  by apply/RlebP; exact: H.
split.
  apply: (tail Y) => // [hist|w]; first by have [-> _] := EY hist; exact: Rle_refl.
  by case: RlebP => // lt _; exact/Rlt_le/Rnot_le_lt.
apply: (tail (fun hist e => - Y hist e)).
- by move=> hist e; rewrite Rabs_Ropp.
- by move=> hist; have [_ ->] := EY hist; rewrite Ropp_0; exact: Rle_refl.
move=> w; case: RlebP => // lt _.
have -> : hsum (fun hist e => - Y hist e) w = - hsum Y w.
  by elim: (w) => [|e u IH]; rewrite ?hsum_cons ?IH /=; ring.
by have := Rnot_le_lt _ _ lt; lra.
Qed.

(* ---------------------------------------------------------------- Weissman et al. *)
Lemma half_l1 (S : finType) (p q : S -> R) : \rsum_j p j = 1 -> \rsum_j q j = 1 ->
  let A := [set j | ~~ Rleb (q j) (p j)] in
  \rsum_j Rabs (q j - p j) = 2 * \rsum_(j in A) (q j - p j).
Proof.
move=> p1 q1 A.
have Z : \rsum_j (q j - p j) = 0 by rewrite rsumB p1 q1; lra.
rewrite (bigID (mem A)) /= in Z; rewrite (bigID (mem A)) /=.
have -> : \rsum_(j in A) Rabs (q j - p j) = \rsum_(j in A) (q j - p j).
  apply: eq_bigr => j; rewrite inE; case: RlebP => // H _; rewrite Rabs_pos_eq //; lra.
have -> : \rsum_(j | j \notin A) Rabs (q j - p j) = - \rsum_(j | j \notin A) (q j - p j).
  rewrite -rsumN; apply: eq_bigr => j; rewrite inE negbK; case: RlebP => // H _.
  rewrite Rabs_left1 //; lra.
lra.
Qed.

Section Weissman.
Variables (E : Type) (S : finType) (K : seq E -> (E -> R) -> R) (vis : pred E) (nx : S -> pred E) (p : S -> R).
Hypothesis HK : forall hist, is_exp (K hist).
Hypothesis Hp : is_dist p.
Hypothesis Hvis : forall e, \rsum_j ind (nx j e) = ind (vis e).   (* one successor, if visited *)
Hypothesis Hnx : forall hist j, K hist (fun e => ind (nx j e) - p j * ind (vis e)) <= 0.
Definition visit_freq (w : seq E) j := (\rsum_(e <- w) ind (nx j e)) / INR (nvisits vis w).
Definition visit_l1 w := \rsum_j Rabs (visit_freq w j - p j).

(* Lemma 2, sampling (lem:adaptive-sampling): the same for the 1-norm *)
Theorem weissman_visits T n eps : (0 < n)%N -> 0 < eps ->
  Pr K T [::] (fun w => [exists s : 'I_T.+1, (nvisits vis (drop s w) == n) && Rleb eps (visit_l1 (drop s w))]) <=
  INR #|[pred A : {set S} | (A != set0) && (A != setT)]| * exp (- (INR n * eps ^ 2 / 2)).
Proof.
move=> n0 e0; have n0R : 0 < INR n by apply: lt_0_INR; apply/ltP.
pose pA (A : {set S}) := \rsum_(j in A) p j.
pose XA (A : {set S}) e := \rsum_(j in A) ind (nx j e).
have XAv A e : 0 <= XA A e <= ind (vis e).
  split; first by apply: rsum_ge0 => j _; exact: ind_ge0.
  rewrite -Hvis [X in _ <= X](bigID (mem A)) /= -/(XA A e).
  have : 0 <= \rsum_(j | j \notin A) ind (nx j e) by apply: rsum_ge0 => j _; exact: ind_ge0.
  lra.
have XA01 A e : 0 <= XA A e <= 1 by have := XAv A e; have := ind_le1 (vis e); lra.
have vXA A e : ind (vis e) * XA A e = XA A e.
  by have := XAv A e; case: (vis e) => /= H; [rewrite Rmult_1_l | lra].
have pA01 A : 0 <= pA A <= 1.
  split; first by apply: rsum_ge0 => j _; exact: Hp.1.
  rewrite -Hp.2 [X in _ <= X](bigID (mem A)) /= -/(pA A).
  have : 0 <= \rsum_(j | j \notin A) p j by apply: rsum_ge0 => j _; exact: Hp.1.
  lra.
have nb j : bdd (fun e => ind (nx j e) - p j * ind (vis e)) by apply: bddB; [|apply: bddZ]; exact: bdd_ind.
have EXA A hist : K hist (fun e => ind (vis e) * (XA A e - pA A)) <= 0.
  rewrite (@ex_eq _ _ (HK hist) _ (fun e => \rsum_(j in A) (ind (nx j e) - p j * ind (vis e)))); first last.
  - by move=> e; rewrite Rmult_minus_distr_l vXA rsumB rsumZr /XA /pA; ring.
  - by apply: bddM; [exact: bdd_ind | apply: bddB => //; exact: bdd_between (XA01 A)].
  apply: Rle_trans (ex_sum (HK hist) _ _ nb) _.
  rewrite -[X in _ <= X](_ : \rsum_(j in A) 0 = 0); last by rewrite big1.
  by apply: le_rsum => j _.
pose half := INR n * eps / 2.
have h0 : 0 < half by rewrite /half; nra.
have dE w A : nvisits vis w = n -> visit_dev vis (XA A) (pA A) w = INR n * \rsum_(j in A) (visit_freq w j - p j).
  move=> Nw; rewrite rsumB -/(pA A).
  have -> : \rsum_(j in A) visit_freq w j = (\rsum_(j in A) \rsum_(e <- w) ind (nx j e)) / INR n.
    by rewrite /visit_freq Nw /Rdiv rsumZr.
  rewrite Rmult_minus_distr_l [INR n * (_ / _)](_ : _ =
    \rsum_(j in A) \rsum_(e <- w) ind (nx j e)); last by field; lra.
  rewrite exchange_big /= -Nw -sum_vis -rsumZr -rsumB; apply: eq_bigr => e _.
  by rewrite Rmult_minus_distr_l vXA /XA; ring.
have ph1 w : nvisits vis w = n -> \rsum_j visit_freq w j = 1.
  move=> Nw; rewrite /visit_freq /Rdiv rsumZr exchange_big /= Nw.
  suff -> : \rsum_(e <- w) \rsum_j ind (nx j e) = INR n by rewrite Rinv_r //; lra.
  by rewrite -Nw -sum_vis; apply: eq_bigr => e _; rewrite Hvis Rmult_1_r.
pose Ev (A : {set S}) w := [exists s : 'I_T.+1, (nvisits vis (drop s w) == n) &&
  Rleb half (visit_dev vis (XA A) (pA A) (drop s w))].
apply: (@union_bound E K HK T [::] _ [pred A : {set S} | (A != set0) && (A != setT)] Ev); last first.
  move=> A _; apply: Rle_trans (hoeffding_visits HK (XA01 A) (pA01 A) (EXA A) T n0 h0) _.
  by apply: Req_le; congr exp; rewrite /half; field; lra.
move=> w _ /existsP[s /andP[/eqP Ns /RlebP D]].
pose A := [set j | ~~ Rleb (visit_freq (drop s w) j) (p j)].
have HA := half_l1 Hp.2 (ph1 _ Ns); rewrite /= -/A in HA.
have DA := dE _ A Ns.
have big : half <= INR n * \rsum_(j in A) (visit_freq (drop s w) j - p j).
  by rewrite /half; move: D; rewrite /visit_l1 HA; nra.
exists A; last by apply/existsP; exists s; rewrite Ns eqxx /=; apply/RlebP; rewrite DA.
rewrite /=; apply/andP; split; apply/eqP => AE; rewrite AE in big.
  by rewrite big_set0 in big; lra.
have : \rsum_(j in setT) (visit_freq (drop s w) j - p j) = 0.
  by under eq_bigl => j do rewrite inE; rewrite rsumB (ph1 _ Ns) Hp.2; lra.
by move=> Z; rewrite Z in big; lra.
Qed.
End Weissman.

Lemma card_proper_sets (S : finType) : (0 < #|S|)%N ->
  #|[pred A : {set S} | (A != set0) && (A != setT)]| = (2 ^ #|S| - 2)%N.
Proof.
move=> S0; have := cardC [pred A : {set S} | (A == set0) || (A == setT)].
have -> : #|[pred A : {set S} | (A == set0) || (A == setT)]| = 2%N.
  have <- : #|[set set0; [set: S]]| = 2%N.
    rewrite cards2; case: eqP => // E0.
    by move: S0; rewrite -cardsT -E0 cards0.
  by apply: eq_card => A; rewrite !inE.
have -> : #|{: {set S}}| = (2 ^ #|S|)%N by rewrite -[LHS]cardsT -powersetT card_powerset cardsT.
move=> <-; rewrite addKn; apply: eq_card => A; by rewrite !inE negb_or.
Qed.

(* n iid draws of p *)
Theorem weissman (S : finType) (p : S -> R) n eps : is_dist p -> (0 < n)%N -> 0 < eps ->
  Pr (fun _ => fin p) n [::] (fun w => Rleb eps (\rsum_j Rabs (INR (count_mem j w) / INR n - p j))) <=
  INR (2 ^ #|S| - 2) * exp (- (INR n * eps ^ 2 / 2)).
Proof.
move=> Hp n0 e0.
have S0 : (0 < #|S|)%N.
  case: (posnP #|S|) => // /card0_eq Z; have := Hp.2.
  by rewrite big1 => [|i _]; [lra | have := Z i; rewrite inE].
rewrite -card_proper_sets //.
have H (hist : seq S) j : fin p (fun e => ind (e == j) - p j * ind (predT e)) <= 0.
  apply: Req_le; rewrite /fin; under eq_bigr => e _ do rewrite Rmult_minus_distr_l.
  rewrite rsumB; under [X in _ - X]eq_bigr => e _ do rewrite Rmult_1_r.
  rewrite rsumZr Hp.2 -[X in X - _ = _](_ : p j = _); first by ring.
  by rewrite -[LHS](rsum_ind j); apply: eq_bigr => e _; ring.
have V (e : S) : \rsum_j ind (e == j) = ind (predT e).
  by rewrite -[RHS](rsum_ind e (fun=> 1)); apply: eq_bigr => j _; rewrite eq_sym Rmult_1_r.
apply: Rle_trans _ (@weissman_visits S S (fun _ => fin p) predT (fun j e => e == j) p
  (fun _ => fin_exp Hp) Hp V H n n eps n0 e0).
apply: (le_Pr (fun _ => fin_exp Hp)) => w.
rewrite addn0 => wn; case: RlebP => [D|_]; last exact: ind_ge0.
suff -> : [exists s : 'I_n.+1, (nvisits predT (drop s w) == n) &&
   Rleb eps (visit_l1 predT (fun j e => e == j) p (drop s w))] by exact: Rle_refl.
apply/existsP; exists ord0; rewrite drop0 /nvisits count_predT wn eqxx /=; apply/RlebP.
rewrite /visit_l1 /visit_freq /nvisits count_predT wn.
rewrite (eq_bigr (fun j => Rabs (INR (count_mem j w) / INR n - p j))) // => j _.
congr (Rabs (_ / _ - _)); elim: w {wn D} => [|e w IH]; first by rewrite big_nil.
by rewrite big_cons IH /= addn_INR; case: (e == j).
Qed.

