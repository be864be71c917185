(* Theorem 4 is tight (4): one episode of the chain family.  An episode is ripe if every pair that it visits was seen
   more than K times before its epoch.  Where the actions of a ripe episode fall short of the optimistic value by little
   (at most kappa everywhere, at most eta D_h in layer h), the optimistic values of its states are small while that of
   the never reached state is as large as can be; so an action other than a0 was seen a quarter as often as a0, or theta
   times.  On ripe pairs P is at most 1/(1 - rad) times the kernel of a near optimum of LP1 (1/0.98 times in layer 0),
   so that what a ripe episode falls short by has a mean of at most 1.03 times the gap. *)
Require Import Previsions.NatLia Previsions.Sums Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm
  Previsions.BallOptimum UCRLLP.model.BackwardInduction UCRLLP.model.Learner UCRLLP.paper.GoodEvents UCRLLP.tight.TightGreedy
  UCRLLP.tight.TightPaths UCRLLP.tight.TightChain.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.
Import GreedyOptimum Chain.

Module RipeEpisode.

Section Episode.
Variables (L m extra : nat) (A : finType) (a0 : A) (D : nat -> R) (Lam K rad u theta eta kappa : R).
Hypotheses (theta0 : 0 <= theta) (eta0 : 0 <= eta) (kappa0 : 0 <= kappa) (L3 : (3 <= L)%N) (m1 : (1 <= m)%N) (lam : / 2 <= Lam) (K4 : 4 <= K) (rad0 : 0 < rad).
Notation S := (@S L m extra).
Notation x0 := (@x0 L m extra).
Notation P := (@P L m extra A).
Notation sym := (@sym L m extra A a0).
Notation rv := (worth L D).
Notation E := (traj S A nat L 0).
Notation cnt := (@cnt S A nat x0 L).
Notation visit := (@visit S A nat x0 L).
Notation Pbar := (@Pbar S A nat x0 L).
Notation eps := (@eps S A nat x0 L Lam).
Notation b := (@b S A nat x0 L Lam).
Notation rhat := (@rhat S A nat x0 L rv Lam).
Notation rbar := (@rbar S A nat x0 L rv).
Notation off := (@off S A P sym).
Notation st := (@st L m extra A).
Notation act := (@act L m extra A a0).
Notation ghost := (@ghost L m extra).
Notation k := (INR m.+1).

(* the radii of a ripe pair, the payments *)
Hypothesis Hrad : forall h, (h < L)%N -> 2 * INR #|S h.+1| * Lam <= rad ^ 2 * K.
Hypotheses (rad_m : 100 * (INR m * rad) <= 1) (rad_L : 200 * (INR L * rad) <= 1).
Hypothesis u10 : u <= / 10.
Hypothesis HD : forall h, 0 < D h /\ (1 + eta) * D h + rad * (1 + INR L / 2) + kappa <= u.
Hypothesis Htheta : forall h, (0 < h)%N -> (h.+1 < L)%N ->
  2 * ((1 + eta) * D h) * sqrt theta <= sqrt Lam * (sqrt 2 + (1 - u) * INR (L - h.+1) * sqrt (k / 2)).

Let L3R : 3 <= INR L. Proof. by have := leq_INR L3; rewrite [INR 3]/=; lra. Qed.
Let m1R : 1 <= INR m. Proof. exact: (leq_INR m1). Qed.
Lemma rad_half : rad < / 2.
Proof. by have := rad_m; nra. Qed.
Lemma HD' h : 0 < D h /\ D h + rad * (1 + INR L / 2) + kappa <= u.
Proof. by have [d0 d1] := HD h; split=> //; have : 0 <= eta * D h by [apply: Rmult_le_pos; lra]; lra. Qed.
Lemma u_gt0 : 0 < u. Proof. by have := HD' 0; nra. Qed.
Lemma worth01 z : 0 <= rv z <= 1.
Proof. by rewrite /worth; case: ifP => _; [have := HD' z; nra | lra]. Qed.
Lemma worth_le z : rv z + rad * (1 + INR L / 2) + kappa <= u.
Proof. by rewrite /worth; have := HD' z; case: ifP => _; lra. Qed.

Let HP : is_trans P := @P_trans L m extra A L3 m1.
Let S0 h : (0 < #|S h|)%N := S_pos L m extra h.

Section Epoch.
Variable f : seq E -> policy S A.
Unset Implicit Arguments.
Variables (s : seq E) (pi : policy S A).
Set Implicit Arguments.
Hypothesis Hs : possible x0 P sym f s.
Notation U := (@U S A L (Pbar s) (@eps s) (rhat s)).
Notation Q := (@Q S A L (Pbar s) (@eps s) (rhat s)).
Notation short := (@short S A L (Pbar s) (@eps s) (rhat s)).
Let ok h (x : S h) a : centre_ok (Pbar s x a) (eps s x a) := estimates_ok x0 lam S0 s x a.
Let r01 h (x : S h) a : 0 <= rhat s x a <= 1 := rhat01 x0 Lam worth01 s x a.
Let inh h : S h := ghost h.

Lemma U_le h (x : S h) : (h <= L)%N -> 0 <= U x <= INR (L - h).
Proof. by move=> hL; exact: (@U_bound S A L (Pbar s) (@eps s) (rhat s) a0 inh ok h x hL r01). Qed.
Lemma U_maxs h (x : S h) a : (h < L)%N -> Q x a <= U x.
Proof. by move=> hL; exact: (@U_max S A L (Pbar s) (@eps s) (rhat s) a0 h x a hL). Qed.
Lemma Q_ges h (x : S h) a (p : S h.+1 -> R) : is_dist p -> \rsum_y Rabs (p y - Pbar s x a y) <= eps s x a ->
  rhat s x a + \rsum_y (p y * U y) <= Q x a.
Proof. exact: (@Q_ge S A L (Pbar s) (@eps s) (rhat s) inh ok h x a p). Qed.

Lemma eps_unvisited h (x : S h) a : cnt (mkp x a) s = 0%N -> 1 <= eps s x a.
Proof.
move=> E0; have := estimates_ok x0 lam S0 s x a; case=> [[[_ D1] _]|[] //].
by exfalso; move: D1; rewrite big1 => [|y _]; [lra | exact: (Pbar_unvisited _ E0)].
Qed.

(* --- never seen: the optimistic value is as large as can be *)
Lemma ghost_unvisited h a : (0 < h)%N -> (h < L)%N -> cnt (mkp (ghost h) a) s = 0%N.
Proof.
move=> h0 hL; move: Hs; elim: (s) => [//|e w IH]; rewrite [possible _ _ _ _ _]/= => /andP[He /IH Hw].
rewrite cnt_cons Hw addn0 (visitE a0) //; have [r1 ->] := chain L3 m1 He; last by rewrite h0.
by case/andP: r1 => r0 _; rewrite (_ : num (ghost h) = 0%N) // (gtn_eqF r0).
Qed.
Lemma rhat_unvisited h (x : S h) a : cnt (mkp x a) s = 0%N -> rhat s x a = 1.
Proof.
move=> E0; rewrite /Algorithm.rhat (rbar_unvisited (sure_reward sym worth01) E0) Rplus_0_l Rmin_left //.
exact: b_unvisited.
Qed.
Lemma to_ghost h (x : S h) a : (h < L)%N -> cnt (mkp x a) s = 0%N -> rhat s x a + U (ghost h.+1) <= Q x a.
Proof.
move=> hL E0; have := @Q_ges h x a _ (point_dist (ghost h.+1)).
rewrite (point_mean (fun y : S h.+1 => U y)); apply.
rewrite (eq_bigr (point (ghost h.+1))) => [|y _].
  by rewrite (point_dist _).2; exact: eps_unvisited.
by rewrite (Pbar_unvisited _ E0) Rminus_0_r Rabs_pos_eq //; exact: (point_dist _).1.
Qed.
Lemma ghost_U d h : (d + h)%N = L -> (0 < h)%N -> INR d <= U (ghost h).
Proof.
elim: d h => [|d IH] h dh h0.
  have hL : (h <= L)%N by rewrite -dh.
  by have := U_le (ghost h) hL; rewrite [INR 0]/=; lra.
have hL : (h < L)%N by rewrite -dh addSn ltnS leq_addl.
apply: Rle_trans (U_maxs (ghost h) a0 hL); apply: Rle_trans (to_ghost hL (ghost_unvisited a0 h0 hL)).
by rewrite rhat_unvisited ?ghost_unvisited // S_INR; have := IH h.+1; rewrite addnS -addSn => /(_ dh isT); lra.
Qed.

(* --- ripe pairs *)
Lemma ripe_eps h (x : S h) a : (h < L)%N -> K < INR (cnt (mkp x a) s) -> eps s x a <= rad /\ b s x a <= rad.
Proof.
move=> hL rp; have c1 : 1 <= INR #|S h.+1| := leq_INR (S0 h.+1).
have n1E : n1 x0 s x a = INR (cnt (mkp x a) s).
  by rewrite /n1 (maxn_idPr _) //; case: (cnt _ s) rp => [|//]; rewrite [INR 0]/=; lra.
have arg c : 0 <= c -> c <= rad ^ 2 * K -> c / n1 x0 s x a <= rad ^ 2.
  move=> c0 cK; rewrite n1E; apply: (Rmult_le_reg_r (INR (cnt (mkp x a) s))); first lra.
  rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r; last lra.
  by have := pow2_ge_0 rad; nra.
have H := Hrad hL.
by split; apply: sqrt_le_sq; try lra; apply: arg; nra.
Qed.

Lemma off_next h (x : S h) a y : (0 < h)%N -> y != next x -> P x a y <= 0.
Proof. by move=> h0; rewrite /Chain.P (gtn_eqF h0) => /negPf ->; rewrite /=; lra. Qed.
Lemma Pbar_next h (x : S h) a : (0 < h)%N -> (0 < cnt (mkp x a) s)%N -> forall y, Pbar s x a y = point (next x) y.
Proof. by move=> h0 c0 y; apply: (Pbar_point (j := next x) Hs) => // z; exact: off_next. Qed.

(* --- what a ripe episode falls short by, in the mean *)
Section Mean.
Hypotheses (Hpi : is_policy pi) (Hgood : in_conf L (Pbar s) (@eps s) P).
Unset Implicit Arguments.
Variables (q : occ S A) (g : R).
Set Implicit Arguments.
Hypotheses (Hq : polytope L (Pbar s) (@eps s) q) (Hpl : plays L q pi).
Hypothesis Hopt : forall q', polytope L (Pbar s) (@eps s) q' -> inner L q' (rhat s) <= inner L q (rhat s) + g.
Notation kernel := (@kernel S A L (Pbar s) (@eps s) (rhat s) q).
Definition ripe_pair h (x : S h) a := ~~ Rleb (INR (cnt (mkp x a) s)) K.
Notation kept_V := (@kept_V S A P ripe_pair short pi).
Let short0 h (x : S h) a : 0 <= short x a. Proof. exact: short_ge0. Qed.
Let kt : is_trans kernel := kernel_trans (rhat s) inh ok Hq.

Lemma near_kernel h (x : S h) a y : (h < L)%N -> ripe_pair x a ->
  [/\ K < INR (cnt (mkp x a) s), Pbar s x a y - rad <= kernel x a y & P x a y <= Pbar s x a y + rad].
Proof.
move=> hL /RlebP/Rnot_le_lt rp; have [er _] := ripe_eps hL rp.
have one (p : S h.+1 -> R) : \rsum_z Rabs (p z - Pbar s x a z) <= eps s x a -> Rabs (p y - Pbar s x a y) <= rad.
  move=> H; apply: Rle_trans er; apply: Rle_trans H.
  exact: (rsum_term (F := fun z => Rabs (p z - Pbar s x a z)) y (fun z => Rabs_pos _)).
split=> //; [have := one _ (kernel_conf (rhat s) inh ok Hq x a hL) | have := one _ (Hgood x a hL)];
  by rewrite /Rabs; case: Rcase_abs; lra.
Qed.

Lemma kernel_chain h (x : S h) a y : (0 < h)%N -> (h < L)%N -> ripe_pair x a -> (1 - rad) * P x a y <= kernel x a y.
Proof.
move=> h0 hL rp; have [c0 k1 _] := near_kernel y hL rp; have k0 := (kt x a).1 y.
case: (eqVneq y (next x)) k1 k0 => [->|ne] k1 k0; last first.
  by have := off_next a h0 ne; have := (HP x a).1 y => p0 p1; rewrite (_ : P x a y = 0) ?Rmult_0_r //; lra.
have seen1 : (0 < cnt (mkp x a) s)%N by case: (cnt _ s) c0 => [|//]; rewrite [INR 0]/=; lra.
rewrite /Chain.P (gtn_eqF h0) eqxx Rmult_1_r; move: k1.
by rewrite Pbar_next // /point eqxx.
Qed.
Lemma kernel_start a y : ripe_pair x0 a -> 98 / 100 * P x0 a y <= kernel x0 a y.
Proof.
move=> rp; have L0 : (0 < L)%N by exact: ltn_trans L3.
have [_ k1 k2] := near_kernel y L0 rp; have k0 := (kt x0 a).1 y.
move: k2; rewrite /Chain.P /=; case: (reached _ _) => k2; last by rewrite /Rdiv !Rmult_0_l Rmult_0_r.
have mi : INR m * / INR m = 1 by rewrite Rinv_r; lra.
have i0 : 0 < / INR m by apply: Rinv_0_lt_compat; lra.
have : 100 * rad <= / INR m by apply: (Rmult_le_reg_l (INR m)); lra.
by move: k2; rewrite /Rdiv /=; lra.
Qed.

Let swap c p z : c * (p * z) = p * (c * z). Proof. by ring. Qed.
Lemma kept_chain k h (x : S h) : (0 < h)%N -> (k + h)%N = L -> (1 - INR k * rad) * kept_V k x <= V kernel pi short k x.
Proof.
elim: k h x => [|k IH] h x h0 kh; first by rewrite /= Rmult_0_r; exact: Rle_refl.
have hL : (h < L)%N by rewrite -kh addSn ltnS leq_addl.
have kL : INR k.+1 <= INR L by apply: leq_INR; rewrite -kh leq_addr.
have k0 := pos_INR k; have kr : INR k.+1 * rad <= INR L * rad by apply: Rmult_le_compat_r; lra.
rewrite S_INR in kL kr *.
have kv (y : S h.+1) : 0 <= kept_V k y by exact: (@kept_V_ge0 S A P HP ripe_pair short pi Hpi short0 k h.+1 y).
have Vk (y : S h.+1) : (1 - INR k * rad) * kept_V k y <= V kernel pi short k y by apply: IH => //; rewrite addnS -addSn.
have c0 : 0 <= INR k * rad by apply: Rmult_le_pos; lra.
have V0 (y : S h.+1) : 0 <= V kernel pi short k y.
  by apply: Rle_trans (Vk y); apply: Rmult_le_pos => //; lra.
rewrite /= -rsumZ; apply: le_rsum => a _; rewrite swap.
apply: Rmult_le_compat_l; first exact: (Hpi x).1.
have s0 := short0 x a; have k1 y : 0 <= kernel x a y := (kt x a).1 y.
case: (boolP (ripe_pair x a)) => rp; last first.
  by rewrite Rmult_0_r; apply: Rplus_le_le_0_compat => //; apply: rsum_ge0 => y _; exact: Rmult_le_pos.
rewrite Rmult_plus_distr_l; apply: Rplus_le_compat; first by nra.
rewrite -rsumZ; apply: le_rsum => y _; have p0 := (HP x a).1 y.
apply: (@Rle_trans _ ((1 - rad) * P x a y * ((1 - INR k * rad) * kept_V k y))).
  have : 0 <= P x a y * kept_V k y by exact: Rmult_le_pos.
  have : 0 <= rad * (INR k * rad) by apply: Rmult_le_pos; lra.
  nra.
apply: Rmult_le_compat; [apply: Rmult_le_pos => //; lra | apply: Rmult_le_pos => //; lra | | exact: Vk].
exact: kernel_chain.
Qed.

Theorem kept_short : kept_V L x0 <= 103 / 100 * g.
Proof.
have kv : 0 <= kept_V L x0 by exact: (@kept_V_ge0 S A P HP ripe_pair short pi Hpi short0 L 0%N x0).
suff H : 975 / 1000 * kept_V L x0 <= V kernel pi short L x0.
  have := @near_greedy S A x0 L (Pbar s) (@eps s) (rhat s) (@x0_only L m extra) a0 inh ok q pi g Hq Hpl Hpi Hopt; lra.
have rL := rad_L; have L0 : (0 < L)%N by exact: ltn_trans L3.
have [k kE] : exists k, L = k.+1 by exists L.-1; rewrite prednK.
have kR : INR k <= INR L by apply: leq_INR; rewrite kE.
have kr : INR k * rad <= INR L * rad by apply: Rmult_le_compat_r; lra.
have kh : (k + 1)%N = L by rewrite addn1 -kE.
suff : 975 / 1000 * kept_V k.+1 x0 <= V kernel pi short k.+1 x0 by rewrite -kE.
rewrite /= -rsumZ; apply: le_rsum => a _; rewrite swap.
apply: Rmult_le_compat_l; first exact: (Hpi x0).1.
have c0 : 0 <= INR k * rad by apply: Rmult_le_pos; [exact: pos_INR | lra].
have Vk (y : S 1) : (1 - INR k * rad) * kept_V k y <= V kernel pi short k y by exact: kept_chain.
have kv1 (y : S 1) : 0 <= kept_V k y by exact: (@kept_V_ge0 S A P HP ripe_pair short pi Hpi short0 k 1%N y).
have V0 (y : S 1) : 0 <= V kernel pi short k y.
  by apply: Rle_trans (Vk y); apply: Rmult_le_pos => //; lra.
have s0 := short0 x0 a; have k1 y : 0 <= kernel x0 a y := (kt x0 a).1 y.
case: (boolP (ripe_pair x0 a)) => rp; last first.
  by rewrite Rmult_0_r; apply: Rplus_le_le_0_compat => //; apply: rsum_ge0 => y _; exact: Rmult_le_pos.
rewrite Rmult_plus_distr_l; apply: Rplus_le_compat; first by lra.
rewrite -rsumZ; apply: le_rsum => y _; have p0 := (HP x0 a).1 y.
apply: (@Rle_trans _ (98 / 100 * P x0 a y * ((1 - INR k * rad) * kept_V k y))).
  have : 0 <= P x0 a y * kept_V k y by exact: Rmult_le_pos.
  nra.
apply: Rmult_le_compat; [apply: Rmult_le_pos => //; lra | apply: Rmult_le_pos => //; lra | | exact: Vk].
exact: kernel_start.
Qed.
End Mean.

Section Ripe.
Variable e : E.
Hypothesis He : ~~ pathhas (off pi) x0 e.
Hypothesis Hripe : forall h (x : S h) a, (h < L)%N -> visit (mkp x a) e -> K < INR (cnt (mkp x a) s).
Hypothesis Hshort : forall h (x : S h) a, (h < L)%N -> visit (mkp x a) e -> short x a <= kappa.

Definition xe h : S h := state L m extra h (st e h).
Lemma num_xe h : (h < L)%N -> num (xe h) = st e h.
Proof.
case: h => [|h] hL; first by rewrite /xe st_0 /num inordK.
by have [r1 r2] := chain L3 m1 He; rewrite /xe; apply: num_state => //; rewrite r2.
Qed.
Lemma visit_xe h : (h < L)%N -> visit (mkp (xe h) (act e h)) e.
Proof. by move=> hL; rewrite (visitE a0) // num_xe // !eqxx. Qed.
Lemma reached_xe h : (0 < h)%N -> (h < L)%N -> reached m (num (xe h)).
Proof. by move=> h0 hL; rewrite num_xe //; have [r1 ->] := chain L3 m1 He; rewrite ?h0. Qed.
Lemma next_xe h : (0 < h)%N -> (h.+1 < L)%N -> next (xe h) = xe h.+1.
Proof.
move=> h0 hL; apply: num_inj; rewrite next_num ?reached_xe ?num_xe ?(ltnW hL) //.
by have [_ r2] := chain L3 m1 He; rewrite !r2 ?h0 ?(ltnW hL).
Qed.
Let ripe h (hL : (h < L)%N) := Hripe hL (visit_xe hL).
Lemma seen h : (h < L)%N -> (0 < cnt (mkp (xe h) (act e h)) s)%N.
Proof. by move=> hL; have := ripe hL; case: (cnt _ s) => [|//]; rewrite [INR 0]/=; lra. Qed.

Lemma Q_upper h (x : S h) a : (0 < h)%N -> (h < L)%N -> (0 < cnt (mkp x a) s)%N ->
  Q x a <= rv (sym x a) + b s x a + U (next x) + eps s x a / 2 * (INR (L - h.+1) - U (next x)).
Proof.
move=> h0 hL c0; have [p [Hp pe ->]] := @Q_attained S A L (Pbar s) (@eps s) (rhat s) inh ok h x a.
have pe' : \rsum_y Rabs (p y - point (next x) y) <= eps s x a.
  by rewrite (eq_bigr (fun y => Rabs (p y - Pbar s x a y))) // => y _; rewrite Pbar_next.
have := point_upper Hp pe' (fun y => (U_le y hL).2).
have : rhat s x a <= rbar s x a + b s x a by exact: Rmin_r.
have := rbar_le worth01 x a Hs; lra.
Qed.

Lemma small d h : (d + h)%N = L -> (0 < h)%N -> (0 < d)%N -> U (xe h) <= INR d * u.
Proof.
elim: d h => [//|d IH] h dh h0 _; have hL : (h < L)%N by rewrite -dh addSn ltnS leq_addl.
have sh := Hshort hL (visit_xe hL).
apply: (@Rle_trans _ (Q (xe h) (act e h) + kappa)).
  by have := @short_ge S A L (Pbar s) (@eps s) (rhat s) h (xe h) (act e h); lra.
apply: Rle_trans (Rplus_le_compat_r _ _ _ (Q_upper h0 hL (seen hL))) _.
have [e1 b1] := ripe_eps hL (ripe hL); have e0 : 0 <= eps s (xe h) (act e h) by exact: sqrt_pos.
have nU : 0 <= U (next (xe h)) <= INR d * u.
  split; first by have := U_le (next (xe h)) hL; lra.
  case: d IH dh => [|d] IH dh; last first.
    by rewrite next_xe //; [apply: IH => //; rewrite addnS -addSn | rewrite -dh addSn addSn !ltnS leq_addl].
  have i0 : INR (L - h.+1) = 0 by rewrite -dh subnn.
  by have := U_le (next (xe h)) hL; rewrite i0; have := u_gt0; rewrite (_ : INR 0 = 0) //; lra.
have dL : INR (L - h.+1) <= INR L by apply: leq_INR; exact: leq_subr.
have vg := (U_le (next (xe h)) hL).2.
have := worth_le (sym (xe h) (act e h)); rewrite S_INR; have := pos_INR (L - h.+1).
move: (eps s _ _) (b s _ _) (U _) (rv _) (INR (L - _)) (INR L) e1 b1 e0 nU dL vg =>
  ep bb v r g l e1 b1 e0 nU dL vg g0 W.
have : ep / 2 * (g - v) <= rad / 2 * l by apply: Rmult_le_compat; lra.
lra.
Qed.

(* --- an action is not starved *)
Theorem not_starved h a : (0 < h)%N -> (h.+1 < L)%N -> act e h = a0 -> short (xe h) a0 <= eta * D h ->
  INR (cnt (mkp (xe h) a0) s) / 4 <= INR (cnt (mkp (xe h) a) s) \/ theta <= INR (cnt (mkp (xe h) a) s).
Proof.
move=> h0 hL2 ea sh; have hL := ltnW hL2; set n0 := cnt (mkp (xe h) a0) s; set na := cnt (mkp (xe h) a) s.
case: (Rle_lt_dec (INR n0 / 4) (INR na)) => [le|lt]; [by left | right].
have rp : K < INR n0 by have := ripe hL; rewrite ea.
have n0E : n1 x0 s (xe h) a0 = INR n0.
  by rewrite /n1 (maxn_idPr _) //; rewrite -/n0; case: (n0) rp => [|//]; rewrite [INR 0]/=; lra.
set n1a := n1 x0 s (xe h) a.
have n1a1 : 1 <= n1a by exact: n1_ge1.
have n1a4 : n1a <= INR n0 / 4.
  rewrite /n1a /n1 -/na; case: (na) lt => [|n] lt; first by rewrite [INR _]/=; lra.
  by rewrite (maxn_idPr _) //; lra.
have d0 : 1 <= INR #|S h.+1| := leq_INR (S0 h.+1).
have half c : 0 <= c -> sqrt (c / INR n0) <= sqrt (c / n1a) / 2.
  move=> c0; apply: sqrt_le_sq; first by have := sqrt_pos (c / n1a); lra.
  have c1 : 0 <= c / n1a by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat; lra.
  rewrite (_ : (sqrt (c / n1a) / 2) ^ 2 = sqrt (c / n1a) * sqrt (c / n1a) / 4); last by field.
  rewrite sqrt_sqrt // (_ : c / n1a / 4 = c * / (4 * n1a)); last by field; lra.
  by apply: Rmult_le_compat_l => //; apply: Rinv_le_contravar; lra.
have bE : b s (xe h) a0 <= b s (xe h) a / 2 by rewrite /Algorithm.b n0E; apply: half; lra.
have eE : eps s (xe h) a0 <= eps s (xe h) a / 2 by rewrite /Algorithm.eps n0E; apply: half; nra.
have rp' : K < INR (cnt (mkp (xe h) a0) s) by [].
have [er br] := ripe_eps hL rp'.
have g1 : 1 <= INR (L - h.+1) by apply: (@leq_INR 1); rewrite subn_gt0.
have vU := small (subnK (ltnW hL2)) isT; rewrite subn_gt0 hL2 in vU; move/(_ isT): vU => vU.
have v0 := (U_le (xe h.+1) hL).1; have gh := ghost_U (subnK (ltnW hL2)) isT.
have nx := next_xe h0 hL2.
have Q0 : Q (xe h) a0 <= D h + b s (xe h) a0 + U (xe h.+1) + eps s (xe h) a0 / 2 * (INR (L - h.+1) - U (xe h.+1)).
  have := @Q_upper h (xe h) a0 h0 hL; rewrite nx; have := seen hL; rewrite ea => c0 /(_ c0).
  have : rv (sym (xe h) a0) <= D h.
    by rewrite /Chain.sym eqxx reached_xe //= /worth; have := HD h; case: ifP => _; lra.
  lra.
have Qa : Q (xe h) a <= Q (xe h) a0 + eta * D h.
  have := @short_ge S A L (Pbar s) (@eps s) (rhat s) h (xe h) a0; have := U_maxs (xe h) a hL; lra.
have rh : Rmin 1 (b s (xe h) a) <= rhat s (xe h) a.
  apply: Rle_min_compat_l; have := rbar_ge0 x0 worth01 s (xe h) a; lra.
have [t tE Ht] : exists2 t, t = 1 \/ ((0 < na)%N /\ t = eps s (xe h) a / 2) &
    rhat s (xe h) a + U (xe h.+1) + t * (INR (L - h.+1) - U (xe h.+1)) <= Q (xe h) a.
  case: (posnP na) => [na0|na0].
    exists 1; [by left | have := to_ghost hL na0; lra].
  have gj : ghost h.+1 != xe h.+1.
    apply/eqP => E1; have := @reached_xe h.+1 isT hL2; rewrite -E1 /reached.
    by rewrite (_ : num (ghost h.+1) = 0%N).
  have ep0 : 0 <= eps s (xe h) a by exact: sqrt_pos.
  pose t := Rmin 1 (eps s (xe h) a / 2).
  have t01 : 0 <= t <= 1 by split; [apply: Rmin_glb; lra | exact: Rmin_l].
  have te : 2 * t <= eps s (xe h) a by have := Rmin_r 1 (eps s (xe h) a / 2); rewrite -/t; lra.
  have [Hp pe pv] := point_moved (fun y : S h.+1 => U y) gj t01 te.
  exists t; first by rewrite /t /Rmin; case: Rle_dec => _; [left | right].
  have := @Q_ges h (xe h) a _ Hp; rewrite pv.
  rewrite (eq_bigr (fun y => Rabs ((1 - t) * point (xe h.+1) y + t * point (ghost h.+1) y - Pbar s (xe h) a y))) in pe.
    by move=> /(_ pe); have := t01; nra.
  by move=> y _; rewrite Pbar_next // nx.
have sq0 c : 0 <= c -> sqrt (c / n1a) * sqrt n1a = sqrt c.
  move=> c0; rewrite -sqrt_mult_alt; first by congr sqrt; field; lra.
  by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat; lra.
have baE : b s (xe h) a * sqrt n1a = sqrt 2 * sqrt Lam.
  by rewrite /Algorithm.b -/n1a sq0 ?sqrt_mult_alt //; lra.
have km : k <= INR #|S h.+1| by apply: leq_INR; rewrite card_S ltnS; apply: width_mid.
have k0 : 0 <= k by exact: pos_INR.
have eaE : sqrt Lam * sqrt (k / 2) <= eps s (xe h) a / 2 * sqrt n1a.
  rewrite (_ : eps s (xe h) a / 2 * sqrt n1a = sqrt (2 * INR #|S h.+1| * Lam) / 2); last first.
    by rewrite -(sq0 (2 * INR #|S h.+1| * Lam)); [rewrite /Algorithm.eps -/n1a; field | nra].
  rewrite -sqrt_mult_alt; last lra.
  apply: sqrt_le_sq; first by have := sqrt_pos (2 * INR #|S h.+1| * Lam); lra.
  rewrite (_ : (sqrt (2 * INR #|S h.+1| * Lam) / 2) ^ 2 =
    sqrt (2 * INR #|S h.+1| * Lam) * sqrt (2 * INR #|S h.+1| * Lam) / 4).
    by rewrite sqrt_sqrt; nra.
  by field.
have n1s : 0 <= sqrt n1a by exact: sqrt_pos.
have Hth := Htheta h0 hL2; have HDh := HD h; have b0 := b_ge0 x0 Lam s (xe h) a0.
have e0 : 0 <= eps s (xe h) a0 by exact: sqrt_pos.
have rh2 := rad_half; have u0 := u_gt0.
move: (b s (xe h) a0) (b s (xe h) a) (eps s (xe h) a0) (eps s (xe h) a) (Q (xe h) a) (Q (xe h) a0) (rhat s (xe h) a)
  (U (xe h.+1)) (INR (L - h.+1)) bE eE er br g1 vU v0 gh Q0 Qa rh tE Ht baE eaE Hth b0 e0 => bb0 ba ee0 eea qa q0 ra v g
  bE eE er br g1 vU v0 gh Q0 Qa rh tE Ht baE eaE Hth b0 e0.
have mb : bb0 <= Rmin 1 ba / 2 by rewrite /Rmin; case: Rle_dec => _; lra.
have mt : ee0 / 2 <= t / 2 by case: tE => [|[_]] ->; lra.
have gv : (1 - u) * g <= g - v by lra.
have gv9 : 9 / 10 <= g - v by nra.
have key : Rmin 1 ba + t * (g - v) <= 2 * ((1 + eta) * D h).
  have : ee0 / 2 * (g - v) <= t / 2 * (g - v) by apply: Rmult_le_compat_r; lra.
  lra.
have D10 : (1 + eta) * D h <= / 10 by have := HDh.2; have : 0 <= rad * (1 + INR L / 2) by [apply: Rmult_le_pos; lra]; lra.
have ba1 : Rmin 1 ba = ba.
  move: key; rewrite /Rmin; case: Rle_dec => // _ key.
  have : 0 <= t * (g - v) by apply: Rmult_le_pos; [case: tE => [|[_]] ->; lra | lra].
  lra.
rewrite ba1 in key mb; case: tE => [t1|[na0 t1]]; first by rewrite t1 in key; lra.
have n1E : n1a = INR na by rewrite /n1a /n1 (maxn_idPr _).
have fin : sqrt Lam * (sqrt 2 + (1 - u) * g * sqrt (k / 2)) <= 2 * ((1 + eta) * D h) * sqrt n1a.
  apply: (@Rle_trans _ ((ba + t * (g - v)) * sqrt n1a)); last by apply: Rmult_le_compat_r.
  have q1 : 0 <= sqrt Lam * sqrt (k / 2) by apply: Rmult_le_pos; exact: sqrt_pos.
  have : (sqrt Lam * sqrt (k / 2)) * ((1 - u) * g) <= (eea / 2 * sqrt n1a) * (g - v).
    by apply: Rmult_le_compat => //; nra.
  rewrite t1; lra.
rewrite -n1E; apply: sqrt_le_0; [exact: theta0 | lra |].
have Dp : 0 < (1 + eta) * D h by apply: Rmult_lt_0_compat; lra.
by apply: (Rmult_le_reg_l (2 * ((1 + eta) * D h))); lra.
Qed.
End Ripe.
End Epoch.
End Episode.
End RipeEpisode.
