(* Sums along the visited pairs: the pigeonhole of Appendix II (repaired), a layer of it, weights of order
   1/sqrt(N), and the martingale of what is expected minus what is visited (Lemmas 9 and 11). *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.GoodEvents.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- disp:App. II.2, repaired *)
Lemma pigeonhole_step (N n : R) : 1 <= N -> 0 <= n <= N ->
  (1 + sqrt 2) * sqrt N + n / sqrt N <= (1 + sqrt 2) * sqrt (N + n).
Proof.
move=> N1 [n0 nN].
have s2 : sqrt 2 * sqrt 2 = 2 by apply: sqrt_sqrt; lra.
have s2p := sqrt_lt_R0 2 ltac:(lra).
have sp : 0 < sqrt N by apply: sqrt_lt_R0; lra.
have ss : sqrt N * sqrt N = N by apply: sqrt_sqrt; lra.
have [u [uE u0]] : exists u, n = u * sqrt N /\ 0 <= u.
  exists (n / sqrt N); split; first by field; lra.
  by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
have -> : n / sqrt N = u by rewrite uE; field; lra.
have us : u <= sqrt N by nra.
have c0 : 0 <= (1 + sqrt 2) * sqrt N + u by nra.
apply: Rsqr_incr_0_var; last by apply: Rmult_le_pos; [lra | apply: sqrt_pos].
rewrite /Rsqr.
have -> : (1 + sqrt 2) * sqrt (N + n) * ((1 + sqrt 2) * sqrt (N + n)) =
  (1 + sqrt 2) * (1 + sqrt 2) * (N + n).
  have := sqrt_sqrt (N + n) ltac:(lra); nra.
move: ss us u0 sp s2 s2p uE; set s := sqrt N; set c := sqrt 2 => ss us u0 sp s2 s2p ->.
rewrite -ss.
have -> : (1 + c) * (1 + c) = 3 + 2 * c by nra.
have H : 0 <= u * (s - u) by nra.
suff : (3 + 2 * c) * (s * s + u * s) -
       ((1 + c) * s + u) * ((1 + c) * s + u) = u * (s - u) by lra.
have -> : ((1 + c) * s + u) * ((1 + c) * s + u) =
  (1 + 2 * c + c * c) * (s * s) + 2 * (1 + c) * (s * u) + u * u by ring.
by rewrite s2; ring.
Qed.

Section Pigeonhole.
Variables n N : nat -> nat.
Hypothesis N0 : N 0%N = 0%N.
Hypothesis NS : forall i, N i.+1 = (N i + n i)%N.
Hypothesis n_le : forall i, (n i <= maxn 1 (N i))%N.

Definition lhs m := \rsum_(i < m) (INR (n i) / sqrt (INR (maxn 1 (N i)))).

Theorem pigeonhole_repaired m :
  (N m = 0%N -> lhs m = 0) /\
  ((1 <= N m)%N -> lhs m <= (1 + sqrt 2) * sqrt (INR (N m)) - sqrt 2).
Proof.
elim: m => [|m [IH0 IH1]]; rewrite /lhs; first by rewrite big_ord0 N0; split.
rewrite big_ord_recr /= -/(lhs m) NS.
have nm := n_le m.
case: (posnP (N m)) => [Nm0|Nm1].
  rewrite IH0 // Nm0 /= add0n in nm *; rewrite sqrt_1.
  case: (n m) nm => [|[|//]] _ /=; split=> // _; last by rewrite sqrt_1; lra.
  by lra.
split; first by case: (N m) Nm1.
move=> _; have {}IH1 := IH1 Nm1.
rewrite (maxn_idPr Nm1) in nm *.
rewrite addn_INR.
have H := pigeonhole_step (leq_INR Nm1)
  (conj (pos_INR _) (leq_INR nm)).
lra.
Qed.
(* App. II, display 2 (disp:App. II.2), repaired: with N_{m+1} on the right, and 1 + sqrt 2 *)
Theorem display_B2 m :
  (N m = 0%N -> \rsum_(i < m) (INR (n i) / sqrt (INR (maxn 1 (N i)))) = 0) /\
  ((1 <= N m)%N -> \rsum_(i < m) (INR (n i) / sqrt (INR (maxn 1 (N i)))) <=
    (1 + sqrt 2) * sqrt (INR (N m)) - sqrt 2).
Proof. exact: pigeonhole_repaired. Qed.
End Pigeonhole.

Section Visited.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Notation E := (traj S A Z L 0).
Notation cnt := (@cnt S A Z x0 L).
Notation visit := (@visit S A Z x0 L).
Variable st : seq E -> seq E.
Hypothesis Hst : schedule x0 st.

(* what a pair adds along the episodes, with the counts at the start of the epoch *)
Notation pair := {h : nat & (S h * A)%type}.
Definition F (n : nat) : R := if n is 0%N then 0 else (1 + sqrt 2) * sqrt (INR n) - sqrt 2.
Definition spent (p : pair) := hsum (fun hist (e : E) =>
  ind (visit p e) / sqrt (INR (maxn 1 (cnt p (st hist))))).

Lemma F_step N n : (n <= maxn 1 N)%N -> F N + INR n / sqrt (INR (maxn 1 N)) <= F (N + n).
Proof.
case: N => [|N] nN.
  rewrite maxn0 in nN *; case: n nN => [|[|//]] _ /=; rewrite sqrt_1; lra.
have N1 : (1 <= N.+1)%N by [].
rewrite (maxn_idPr N1) in nN *; rewrite addSn /F -addSn addn_INR.
have := pigeonhole_step (leq_INR N1) (conj (pos_INR _) (leq_INR nN)); lra.
Qed.

(* line 12: an epoch ends at the latest where a count has doubled.  So a pair that is charged w N for every visit, N its
   count at the start of the epoch, is charged at most G of its count, if G grows by n w N from N to N + n <= 2N (or 1) *)
Lemma charged (wgt g : nat -> R) h (x : S h) a w : (h < L)%N -> 0 <= g 0%N ->
  (forall N n, (n <= maxn 1 N)%N -> g N + INR n * wgt N <= g (N + n)%N) -> let p := mkp x a in
  [/\ (cnt p (st w) <= cnt p w)%N,
      (cnt p w - cnt p (st w) < maxn 1 (cnt p (st w)))%N &
      hsum (fun hist e => ind (visit p e) * wgt (cnt p (st hist))) w <=
        g (cnt p (st w)) + INR (cnt p w - cnt p (st w)) * wgt (cnt p (st w))].
Proof.
move=> hL g0 g_step p; have [st0 stS] := Hst; elim: w => [|e w [IH1 IH2 IH3]].
  by rewrite st0; split=> //; rewrite /= Rmult_0_l; lra.
rewrite hsum_cons; move: (hsum _ w) IH3 => spends IH3.
set s := st w in IH1 IH2 IH3 *; set N0 := cnt p s in IH1 IH2 IH3 *.
have c1 : cnt p (e :: w) = (visit p e + cnt p w)%N by [].
have nE : (cnt p (e :: w) - N0 = visit p e + (cnt p w - N0))%N by rewrite c1 addnBA.
have le1 : (N0 <= cnt p (e :: w))%N by rewrite c1; apply: leq_trans IH1 _; exact: leq_addl.
have n_le : (cnt p (e :: w) - N0 <= maxn 1 N0)%N.
  by rewrite nE; apply: leq_trans IH2; case: (visit p e); rewrite ?add1n ?add0n // ltnW.
have U : ind (visit p e) * wgt N0 + spends <= g N0 + INR (cnt p (e :: w) - N0) * wgt N0.
  rewrite nE addn_INR (_ : INR (visit p e) = ind (visit p e)); last by case: (visit p e).
  by move: IH3; rewrite Rmult_plus_distr_r; lra.
case: (stS e w) => [->|[-> nt]].
  split; first by rewrite leqnn.
    by rewrite subnn leq_max.
  rewrite subnn Rmult_0_l Rplus_0_r; apply: Rle_trans U _; apply: Rle_trans (g_step _ _ n_le) _.
  by rewrite subnKC //; exact: Rle_refl.
split=> //; rewrite ltnNge; apply: contra nt => t.
apply/existsP; exists (Ordinal hL); apply/existsP; exists x; apply/existsP; exists a; exact: t.
Qed.

Lemma spent_invariant h (x : S h) a w : (h < L)%N -> let p := mkp x a in
  [/\ (cnt p (st w) <= cnt p w)%N,
      (cnt p w - cnt p (st w) < maxn 1 (cnt p (st w)))%N &
      spent p w <= F (cnt p (st w)) +
        INR (cnt p w - cnt p (st w)) / sqrt (INR (maxn 1 (cnt p (st w))))].
Proof.
move=> hL; apply: (charged (wgt := fun N => / sqrt (INR (maxn 1 N))) (g := F) x a w hL (Rle_refl 0)) => N n.
exact: F_step.
Qed.

Lemma F_le n : F n <= (1 + sqrt 2) * sqrt (INR n).
Proof.
have := sqrt_pos 2; have := sqrt_pos (INR n); case: n => [|n] /=; last by lra.
rewrite sqrt_0; lra.
Qed.

(* disp:App. II.2, repaired, along the episodes *)
Lemma spent_bound h (x : S h) a w : (h < L)%N ->
  spent (mkp x a) w <= (1 + sqrt 2) * sqrt (INR (cnt (mkp x a) w)).
Proof.
move=> hL; have [I1 I2 I3] := spent_invariant x a w hL.
apply: Rle_trans I3 _; apply: Rle_trans (F_step (ltnW I2)) _.
by rewrite subnKC //; exact: F_le.
Qed.

(* disp:App. II.3, repaired *)
Lemma layer_bound h w : (h < L)%N -> \rsum_(x : S h) \rsum_a spent (mkp x a) w <=
  (1 + sqrt 2) * sqrt (INR (#|S h| * #|A|) * INR (size w)).
Proof.
move=> hL; have s2 := sqrt_pos 2.
apply: (@Rle_trans _ ((1 + sqrt 2) * \rsum_(p : S h * A) sqrt (INR (cnt (mkp p.1 p.2) w)))).
  rewrite -(pair_bigA _ (fun x a => sqrt (INR (cnt (mkp x a) w)))) /= -rsumZ.
  by apply: le_rsum => x _; rewrite -rsumZ; apply: le_rsum => a _; exact: spent_bound.
apply: Rmult_le_compat_l; first by lra.
rewrite -card_prod; apply: rsum_sqrt_le => [p|]; first exact: pos_INR.
by rewrite -(layer_total x0 w hL) -(pair_bigA _ (fun x a => INR (cnt (mkp x a) w))).
Qed.

(* App. II, display 3 (disp:App. II.3), repaired: with N_{m+1}, the visits after all T episodes *)
Theorem display_B3 h w : (h < L)%N ->
  [/\ \rsum_(x : S h) \rsum_(a : A) spent (mkp x a) w <=
        (1 + sqrt 2) * (\rsum_(x : S h) \rsum_(a : A) sqrt (INR (cnt (mkp x a) w))),
      ((1 + sqrt 2) * (\rsum_(x : S h) \rsum_(a : A) sqrt (INR (cnt (mkp x a) w))) <=
        (1 + sqrt 2) * sqrt (INR #|S h| * INR #|A| * (\rsum_(x : S h) \rsum_(a : A) INR (cnt (mkp x a) w))))%R &
      ((1 + sqrt 2) * sqrt (INR #|S h| * INR #|A| * (\rsum_(x : S h) \rsum_(a : A) INR (cnt (mkp x a) w))) =
        (1 + sqrt 2) * sqrt (INR (size w) * INR #|S h| * INR #|A|))%R].
Proof.
move=> hL; have s2 := sqrt2_ge1; split.
- by rewrite -rsumZ; apply: le_rsum => x _; rewrite -rsumZ; apply: le_rsum => a _; exact: spent_bound.
- apply: Rmult_le_compat_l; first by lra.
  rewrite (pair_bigA _ (fun x a => sqrt (INR (cnt (mkp x a) w)))) /=.
  rewrite (pair_bigA _ (fun x a => INR (cnt (mkp x a) w))) /= -muln_INR -card_prod.
  by apply: rsum_sqrt_le => // p; exact: pos_INR.
by rewrite (layer_total x0 w hL); congr (_ * sqrt _); ring.
Qed.

(* a sum over the pairs that episode e visits *)
Definition visited (g : forall h, S h -> A -> R) (e : E) :=
  \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (ind (visit (mkp x a) e) * g h x a).

Lemma visited_pathsum g e : visited g e = pathsum (fun l x a _ _ => g l x a) x0 e.
Proof. by rewrite /visited -pathsum_pairs0. Qed.

(* weights <= C_h / sqrt(max{1, N}) along the visited pairs: Lemma 12 and the first part of (27) in one *)
Theorem visited_weights (wt : seq E -> forall h, S h -> A -> R) (C : nat -> R) v :
  (forall h, 0 <= C h) ->
  (forall s e hist, drop s v = e :: hist -> forall h (x : S h) a, (h < L)%N ->
     wt hist h x a <= C h * / sqrt (INR (maxn 1 (cnt (mkp x a) (st hist))))) ->
  hsum (fun hist e => visited (wt hist) e) v <=
  \rsum_(h < L) (C h * ((1 + sqrt 2) * sqrt (INR (#|S h| * #|A|) * INR (size v)))).
Proof.
move=> C0 Hw; apply: (@Rle_trans _ (\rsum_(h < L) (C h * \rsum_(x : S h) \rsum_a spent (mkp x a) v))).
  elim: v Hw => [|e v IH] Hw; first by rewrite /= big1; [exact: Rle_refl |
    move=> h _; rewrite big1 ?Rmult_0_r // => x _; rewrite big1].
  rewrite hsum_cons; apply: Rle_trans (Rplus_le_compat_l _ _ _ (IH (fun s => Hw s.+1))) _.
  rewrite -rsumD; apply: le_rsum => h _.
  rewrite -!rsumZ -rsumD; apply: le_rsum => x _; rewrite -!rsumZ -rsumD; apply: le_rsum => a _.
  rewrite /spent hsum_cons -/(spent (mkp x a)) Rmult_plus_distr_l; apply: Rplus_le_compat_r.
  have := Hw 0%N e v erefl h x a (ltn_ord h); have := ind_ge0 (visit (mkp x a) e); rewrite /Rdiv.
  move: (ind _) (/ _) => i u i0 H; nra.
by apply: le_rsum => h _; apply: Rmult_le_compat_l => //; apply: layer_bound; exact: ltn_ord.
Qed.
End Visited.

(* --- expected minus visited, for weights 0 <= g <= c_h that depend on the past: one martingale, whose
   differences lie in intervals of length B = sum_h c_h *)
Section Martingale.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Unset Implicit Arguments.
Variables (P : trans S A) (rho : rlaw S A Z).
Set Implicit Arguments.
Hypotheses (HP : is_trans P) (Hrho : is_rlaw rho).
Notation E := (traj S A Z L 0).
Variable f : seq E -> policy S A.
Hypothesis Hf : forall w, is_policy (f w).
Notation K := (@K S A Z x0 L P rho f).
Notation visited := (@visited S A Z x0 L).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Unset Implicit Arguments.
Variables (g : seq E -> forall h, S h -> A -> R) (c : nat -> R).
Set Implicit Arguments.
Hypothesis gc : forall hist h (x : S h) a, 0 <= g hist h x a <= c h.

Definition expected (hist : seq E) :=
  \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (f hist) x a * g hist h x a).
Definition Y (hist : seq E) (e : E) := expected hist - visited (g hist) e.

Lemma visited_mean hist : has_mean (K hist) (visited (g hist)) (expected hist) /\ bdd (visited (g hist)).
Proof.
pose Phi : functional S A Z := fun l x a _ _ => g hist l x a.
have HPhi : bddf Phi by apply: (@bddf_between _ _ _ _ (fun _ => 0) c) => l x a z y; exact: gc.
have PB := pathsum_bdd L x0 HPhi.
have E1 e : pathsum Phi x0 e = visited (g hist) e by rewrite visited_pathsum.
split; last exact: bdd_eq E1 PB.
have H := @expected_occ_mean S A Z P rho (f hist) HP Hrho (Hf _) x0 Phi L (fun h x a _ => g hist h x a) HPhi.
have [|H1 H2] := H.
  by move=> h x a y; split; apply: (ex_const (Hrho x a y)).
have EE : expected hist = \rsum_(h < L) \rsum_(x : S h) \rsum_a (q2 x0 P (f hist) x a * \rsum_y (P h x a y * g hist h x a)).
  apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _.
  by rewrite rsumZr (HP x a).2 Rmult_1_l.
split; rewrite EE; [rewrite -H1 | rewrite -H2]; symmetry; apply: (ex_eq (KD hist)) => [//|e].
- exact: E1.
- exact: bddN.
- by rewrite E1.
Qed.

Lemma Y_mean hist : has_mean (K hist) (Y hist) 0.
Proof.
have [[H1 H2] B] := visited_mean hist; split.
  rewrite (@ex_eq _ _ (KD hist) _ (fun e => - visited (g hist) e + expected hist)) => [||e].
  - by rewrite (ex_addC (KD hist) _ (bddN B)) H2; ring.
  - by apply: bddB => //; exact: bddC.
  by rewrite /Y; ring.
rewrite (@ex_eq _ _ (KD hist) _ (fun e => visited (g hist) e + - expected hist)) => [||e].
- by rewrite (ex_addC (KD hist) _ B) H1; ring.
- by apply/bddN/bddB => //; exact: bddC.
by rewrite /Y; ring.
Qed.

Variables (T : nat) (delta : R).
Hypotheses (T1 : (0 < T)%N) (delta01 : 0 < delta < 1).
Definition B := \rsum_(h < L) c h.
Definition deviation := B * sqrt (INR T * ln (1 / delta) / 2).
Definition bad_Y (v : seq E) := Rleb deviation (hsum Y v).
Hypothesis B0 : 0 < B.

Theorem Pr_bad_Y : Pr K T [::] bad_Y <= delta.
Proof.
have l0 := ln_delta delta01; have TR : 0 < INR T by apply: lt_0_INR; apply/ltP.
have e0 : 0 < deviation by apply: Rmult_lt_0_compat; [lra | apply: sqrt_lt_R0; nra].
have C0 : 0 < INR T * B ^ 2 by apply: Rmult_lt_0_compat => //; apply: pow_lt; lra.
have Yb hist e : expected hist - B <= Y hist e <= expected hist - B + B.
  have := @pathsum_bound S A Z (fun l x a _ _ => g hist l x a) c L 0 x0 e (fun l x a _ _ => gc hist x a).
  have -> : \rsum_(j < L) c (j + 0)%N = B by apply: eq_bigr => j _; rewrite addn0.
  rewrite /Y visited_pathsum; lra.
have B0' (hist : seq E) : 0 <= B by lra.
have Y0 hist : K hist (Y hist) <= 0 by rewrite (Y_mean hist).1; exact: Rle_refl.
have := @azuma E K KD Y _ (fun _ => B) B0' Yb Y0 T deviation _ e0 C0.
have -> : exp (- (2 * deviation ^ 2 / (INR T * B ^ 2))) = delta.
  rewrite /deviation Rpow_mult_distr pow2_sqrt; last by nra.
  rewrite (_ : 2 * _ / _ = ln (1 / delta)); last by field; split; lra.
  by rewrite /Rdiv Rmult_1_l ln_Rinv ?Ropp_involutive ?exp_ln; lra.
apply: Rle_trans; apply: (le_Pr KD) => v Hv; rewrite /bad_Y.
suff -> : Rleb (sum_range2 (fun _ => B) v) (INR T * B ^ 2) by rewrite andbT; exact: Rle_refl.
by apply/RlebP/Req_le; rewrite /sum_range2 hsum_const Hv addn0.
Qed.

(* off the event, what is expected is little more than what is visited *)
Lemma expected_le v : ~~ bad_Y v ->
  hsum (fun hist _ => expected hist) v <= hsum (fun hist e => visited (g hist) e) v + deviation.
Proof.
move=> nb; have -> : hsum (fun hist _ => expected hist) v =
    hsum (fun hist e => visited (g hist) e) v + hsum Y v.
  by rewrite -hsumD; elim: (v) => [//|e u IH]; rewrite !hsum_cons IH /Y; lra.
by apply: Rplus_le_compat_l; move: nb; rewrite /bad_Y; case: RlebP => // lt _; exact/Rlt_le/Rnot_le_lt.
Qed.
End Martingale.
