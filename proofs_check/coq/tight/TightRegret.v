(* Theorem 4 is tight (6): the regret in the chain family.  The states of layer 1 are visited equally often, in the
   confidence sets; the regret is what the plays of other actions than a0 cost, up to a martingale. *)
Require Import Previsions.NatLia Previsions.Sums Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.GoodEvents
  UCRLLP.paper.Estimates UCRLLP.paper.Visits UCRLLP.tight.TightGreedy UCRLLP.tight.TightPaths UCRLLP.tight.TightChain UCRLLP.tight.TightEpisode
  UCRLLP.tight.TightCount.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.
Import GreedyOptimum Chain RipeEpisode Count.

Module ChainRegret.

Section Regret.
Variables (L m extra : nat) (A : finType) (a0 : A) (D : nat -> R) (Lam : R).
Hypotheses (L3 : (3 <= L)%N) (m1 : (1 <= m)%N) (lam : / 2 <= Lam) (D01 : forall h, 0 < D h <= 1).
Notation S := (@S L m extra).
Notation x0 := (@x0 L m extra).
Notation P := (@P L m extra A).
Notation sym := (@sym L m extra A a0).
Notation rv := (worth L D).
Notation rho := (sure sym).
Notation E := (traj S A nat L 0).
Notation cnt := (@cnt S A nat x0 L).
Notation visit3 := (@visit3 S A nat x0 L).
Notation Pbar := (@Pbar S A nat x0 L).
Notation eps := (@eps S A nat x0 L Lam).
Notation st := (@st L m extra A).
Notation act := (@act L m extra A a0).
Notation state := (@state L m extra).
Notation through := (@through L m extra A).

(* --- visits: every state of the chain, almost T/m times *)
Lemma through_ge j v : in_conf L (Pbar v) (@eps v) P -> reached m j ->
  INR (size v) / INR m - sqrt (INR #|A| * (2 * INR #|S 1| * Lam * INR (size v))) <= through j v.
Proof.
move=> Hc rj; have h1 : (0 < 1 < L)%N by rewrite (ltn_trans _ L3).
pose n3 a := \rsum_(e <- v) ind (visit3 x0 a (state 1 j) e).
have n3E : through j v = \rsum_a n3 a.
  rewrite /n3; elim: (v) => [|e w IH]; first by rewrite big1 // => a _; rewrite big_nil.
  rewrite /Count.through hsum_cons -/(through j w) IH.
  rewrite [RHS](eq_bigr (fun a => ind (a == act e 0) * ind (st e 1 == j) +
    \rsum_(e <- w) ind (visit3 x0 a (state 1 j) e))).
    by rewrite rsumD (rsum_ind (act e 0%N) (fun=> ind (st e 1 == j))).
  move=> a _; rewrite big_cons (visit3E a0) ?(ltn_trans _ L3) // num_state // st_0 [a == _]eq_sym; congr (_ + _).
  by rewrite (_ : 0%N == num _ = true) //; case: (_ == a); case: (_ == j) => /=; ring.
have dR : 0 <= 2 * INR #|S 1| * Lam by have := pos_INR #|S 1|; nra.
have low a : INR (cnt (mkp x0 a) v) / INR m - sqrt (2 * INR #|S 1| * Lam * INR (cnt (mkp x0 a) v)) <= n3 a.
  have n30 : 0 <= n3 a by apply: rsum_ge0 => e _; exact: ind_ge0.
  case: (posnP (cnt (mkp x0 a) v)) => c0.
    by rewrite c0 [INR 0]/= Rmult_0_r sqrt_0 /Rdiv Rmult_0_l; lra.
  have c1 : 0 < INR (cnt (mkp x0 a) v) by apply: lt_0_INR; apply/ltP.
  have H1 := @Hc 0%N x0 a (ltn_trans (isT : (0 < 2)%N) L3).
  have H2 := rsum_term (state 1 j) (fun y => Rabs_pos (P x0 a y - Pbar v x0 a y)).
  have H3 := Rle_abs (P x0 a (state 1 j) - Pbar v x0 a (state 1 j)).
  have PE : P x0 a (state 1 j) = / INR m by rewrite /Chain.P /= num_state // rj /= /Rdiv Rmult_1_l.
  have n1E : n1 x0 v x0 a = INR (cnt (mkp x0 a) v) by rewrite /n1 (maxn_idPr _).
  have {H1 H2 H3} H : / INR m - n3 a / INR (cnt (mkp x0 a) v) <= sqrt (2 * INR #|S 1| * Lam / INR (cnt (mkp x0 a) v)).
    by have {H1 H2} := Rle_trans _ _ _ H2 H1; move: H3; rewrite PE /Algorithm.Pbar /Algorithm.eps n1E -/(n3 a); lra.
  move: H c1; move: (INR (cnt _ v)) => c H c1.
  have cE : sqrt (2 * INR #|S 1| * Lam / c) * c = sqrt (2 * INR #|S 1| * Lam * c).
    rewrite -{2}(sqrt_square c); last lra.
    rewrite -sqrt_mult_alt; first by congr sqrt; field; lra.
    by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
  have := Rmult_le_compat_r c _ _ ltac:(lra) H; rewrite cE.
  rewrite (_ : (/ INR m - n3 a / c) * c = c / INR m - n3 a); first by lra.
  have mR : 0 < INR m by apply: lt_0_INR; apply/ltP.
  by field; lra.
have tot : \rsum_a INR (cnt (mkp x0 a) v) = INR (size v).
  rewrite -(layer_total x0 v (ltn_trans (isT : (0 < 2)%N) L3)) (bigD1 x0) //= [X in _ = _ + X]big1 ?Rplus_0_r //.
  by move=> y; rewrite (x0_only y) eqxx.
rewrite n3E; apply: Rle_trans (_ : \rsum_a (INR (cnt (mkp x0 a) v) / INR m -
    sqrt (2 * INR #|S 1| * Lam * INR (cnt (mkp x0 a) v))) <= _); last by apply: le_rsum => a _.
rewrite rsumB /Rdiv rsumZr tot; apply: Rplus_le_compat_l; apply: Ropp_le_contravar.
apply: rsum_sqrt_le => [a|]; first by apply: Rmult_le_pos => //; exact: pos_INR.
by rewrite rsumZ tot.
Qed.

(* --- the rewards *)
Definition total := \rsum_(h < L) rv h.
Lemma rv01 z : 0 <= rv z <= 1. Proof. by rewrite /worth; have := D01 z; case: ifP; lra. Qed.
Let HP : is_trans P := @P_trans L m extra A L3 m1.
Let Hrho : is_rlaw rho := sure_law sym.
Let Hrv : is_reward rho rv := sure_reward sym rv01.
Notation r := (@r S A nat P rho rv).
Lemma rE h (x : S h) a : r x a = ind ((a == a0) && reached m (num x)) * rv h.
Proof.
rewrite /Algorithm.r /sure rsumZr (HP x a).2 Rmult_1_l /Chain.sym; case: ifP => _ /=; first by rewrite Rmult_1_l.
by rewrite Rmult_0_l.
Qed.
Definition gain (e : E) := @pathsum S A nat (fun h x a _ _ => r x a) L 0 x0 e.
Lemma gainE e : gain e = \rsum_(h < L) (ind ((act e h == a0) && reached m (st e h)) * rv h).
Proof.
rewrite -(pathsum_st a0 (fun h n a => ind ((a == a0) && reached m n) * rv h)).
by apply: pathsum_eq => h x a _ _; exact: rE.
Qed.
Lemma gain_bound e : 0 <= gain e <= total.
Proof.
have H := @pathsum_bound S A nat (fun h x a _ _ => r x a) rv L 0 x0 e.
have -> : total = \rsum_(j < L) rv (j + 0)%N by apply: eq_bigr => j _; rewrite addn0.
apply: H => h x a _ _; rewrite rE; have := rv01 h; case: (_ && _) => /=; lra.
Qed.

(* the best policy *)
Definition best : policy S A := fun h x a => ind (a == a0).
Lemma best_policy : is_policy best.
Proof. by move=> h x; exact: (point_dist a0). Qed.
Lemma best_step k h (x : S h) : V P best r k.+1 x = r x a0 + \rsum_y (P x a0 y * V P best r k y).
Proof. by rewrite [LHS]/= /best rsum_ind. Qed.
Lemma best_chain k h (x : S h) : (0 < h)%N -> (k + h)%N = L -> reached m (num x) ->
  V P best r k x = \rsum_(j < k) rv (j + h)%N.
Proof.
elim: k h x => [|k IH] h x h0 kh rx; first by rewrite big_ord0.
rewrite best_step rE eqxx rx /= Rmult_1_l (rsum_recl k (fun j => rv (j + h)%N)) add0n; congr (_ + _).
rewrite (eq_bigr (fun y => ind (y == next x) * V P best r k y)) => [|y _]; last by rewrite /Chain.P (gtn_eqF h0).
rewrite rsum_ind; case: k IH kh => [|k] IH kh; first by rewrite big_ord0.
rewrite IH //; first by apply: eq_bigr => j _; rewrite addSnnS.
  by rewrite addnS -addSn.
by rewrite next_num // -kh !addSn !ltnS leq_addl.
Qed.
Lemma rv0 : rv 0%N = 0. Proof. by []. Qed.
Lemma best_value : V P best r L x0 = total.
Proof.
have L1 : (0 < L)%N by exact: ltn_trans L3.
suff : V P best r L.-1.+1 x0 = \rsum_(h < L.-1.+1) rv h by rewrite (prednK L1).
rewrite best_step rE andbF /= Rmult_0_l (rsum_recl L.-1 (fun h => rv h)) rv0; congr (_ + _).
rewrite (eq_bigr (fun y => ind (reached m (num y)) / INR m * \rsum_(h < L.-1) rv h.+1)) => [|y _].
  rewrite rsumZr /Rdiv rsumZr -[\rsum_i _]/(\rsum_(y : 'I_(width L m extra 1).+1) ind (reached m y)) sum_reached.
    rewrite Rinv_r ?Rmult_1_l //.
    by have : 0 < INR m by [apply: lt_0_INR; apply/ltP]; lra.
  by apply: width_mid; rewrite (ltn_trans _ L3).
rewrite {1}/Chain.P /=; case: (boolP (reached m (num y))) => ry; last by rewrite /= /Rdiv !Rmult_0_l.
congr (_ * _); rewrite best_chain // ?addn1 ?prednK //.
by apply: eq_bigr => h _; rewrite addn1.
Qed.

(* --- a policy's value is the mean of what it gains, and the regret is what is lost *)
Section Process.
Variable f : seq E -> policy S A.
Hypothesis Hf : forall w, is_policy (f w).
Notation K := (@K S A nat x0 L P rho f).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Definition lost (hist : seq E) (e : E) := V P (f hist) r L x0 - gain e.

Lemma gain_mean pi : is_policy pi -> has_mean (law P rho pi (k := L) x0) gain (V P pi r L x0).
Proof.
move=> Hpi; rewrite (eq_8 x0 pi HP).
have B : bddf (fun (h : nat) (x : S h) a (z : nat) (y : S h.+1) => r x a).
  apply: (@bddf_between _ _ _ _ (fun _ => 0) (fun _ => 1)) => h x a _ _; exact: r01.
have := @expected_occ_mean S A nat P rho pi HP Hrho Hpi x0 _ L (fun h x a y => r x a) B.
rewrite (_ : \rsum_(h < L) _ = inner L (q3 x0 P pi) r); first by apply => h x a y.
apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _.
by rewrite (marg_q3 x0 pi HP) rsumZr (HP x a).2 Rmult_1_l.
Qed.
Lemma value_le pi : is_policy pi -> V P pi r L x0 <= total.
Proof.
move=> Hpi; have [<- _] := gain_mean Hpi; apply: (ex_leC (law_exp HP Hrho Hpi L x0)) => [|e].
  exact: bdd_between gain_bound.
exact: (gain_bound e).2.
Qed.
Lemma lost_mean hist : K hist (lost hist) <= 0.
Proof.
have [_ H] := gain_mean (Hf hist); have B : bdd (fun e => - gain e) by apply/bddN/bdd_between; exact: gain_bound.
rewrite (@ex_eq _ _ (KD hist) _ (fun e => - gain e + V P (f hist) r L x0)) => [||e].
- by rewrite (ex_addC (KD hist) _ B) [K hist _]H; lra.
- by apply: bddB => //; exact: bdd_between gain_bound.
by rewrite /lost; ring.
Qed.

Lemma Pr_lost T : (0 < T)%N -> 0 < total ->
  Pr K T [::] (fun v => Rleb (total * sqrt (INR T * Lam / 2)) (hsum lost v)) <= exp (- Lam).
Proof.
move=> T0 D0; have TR : 0 < INR T by apply: lt_0_INR; apply/ltP.
have TL : 0 < INR T * Lam / 2 by apply: Rmult_lt_0_compat; [apply: Rmult_lt_0_compat|]; lra.
have e0 : 0 < total * sqrt (INR T * Lam / 2) by apply: Rmult_lt_0_compat => //; exact: sqrt_lt_R0.
have C0 : 0 < INR T * total ^ 2 by apply: Rmult_lt_0_compat => //; exact: pow_lt.
have Yac hist e : V P (f hist) r L x0 - total <= lost hist e <= V P (f hist) r L x0 - total + total.
  by have := gain_bound e; rewrite /lost; lra.
have := @azuma E K KD lost _ (fun _ => total) (fun _ => Rlt_le _ _ D0) Yac lost_mean T _ _ e0 C0.
have -> : - (2 * (total * sqrt (INR T * Lam / 2)) ^ 2 / (INR T * total ^ 2)) = - Lam.
  rewrite Rpow_mult_distr pow2_sqrt; last lra.
  by field; split; lra.
apply: Rle_trans; apply: (le_Pr KD) => v; rewrite addn0 => vT.
rewrite (_ : Rleb (sum_range2 _ v) _ = true) ?andbT; first exact: Rle_refl.
by apply/RlebP; rewrite /sum_range2 hsum_const vT; lra.
Qed.

(* what a possible episode does not gain *)
Lemma missed (pi : policy S A) e : ~~ @pathhas S A nat (off P sym pi) L 0 x0 e ->
  total - gain e = \rsum_(h < L) (rv h * ind (act e h != a0)).
Proof.
move=> He; have [r1 r2] := chain L3 m1 He; rewrite gainE /total -rsumB; apply: eq_bigr => h _.
case: (boolP (0 < h)%N) => h0; last first.
  by rewrite (_ : rv h = 0); [ring | rewrite /worth (negPf h0)].
by rewrite r2 ?h0 ?ltn_ord // r1 andbT; case: (_ == a0) => /=; ring.
Qed.

Theorem regret_ge v c : possible x0 P sym f v -> hsum lost v <= total * sqrt (INR (size v) * Lam / 2) ->
  (forall h, (0 < h)%N -> (h.+1 < L)%N -> c h <= hsum (fun _ e => ind (act e h != a0)) v) ->
  \rsum_(h < L) (rv h * c h) - total * sqrt (INR (size v) * Lam / 2) <= regret x0 P rho rv f best v.
Proof.
move=> Hp Hl Hc; rewrite /regret best_value.
have -> : INR (size v) * total - hsum (fun hist _ => V P (f hist) r L x0) v =
    hsum (fun _ e => total - gain e) v - hsum lost v.
  by rewrite -hsum_const -!hsumB; apply: eq_hsum => hist e; rewrite /lost; ring.
have -> : hsum (fun _ e => total - gain e) v = \rsum_(h < L) (rv h * hsum (fun _ e => ind (act e h != a0)) v).
  elim: (v) Hp => [|e w IH]; first by rewrite big1 // => h _; rewrite /= Rmult_0_r.
  rewrite [possible _ _ _ _ _]/= => /andP[He /IH Hw]; rewrite hsum_cons Hw (missed He) -rsumD.
  by apply: eq_bigr => h _; rewrite hsum_cons; ring.
suff : \rsum_(h < L) (rv h * c h) <= \rsum_(h < L) (rv h * hsum (fun _ e => ind (act e h != a0)) v) by lra.
apply: le_rsum => h _; rewrite {1 2}/worth; case: ifP => [/andP[h0 hL]|_]; last first.
  by rewrite !Rmult_0_l; exact: Rle_refl.
apply: Rmult_le_compat_l; first by have := D01 h; lra.
by apply: Hc => //; move: hL; rewrite -ltnS prednK // (ltn_trans _ L3).
Qed.
End Process.
End Regret.
End ChainRegret.
