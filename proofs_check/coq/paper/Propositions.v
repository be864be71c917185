(* Section III: Definition 1 and Propositions 1 to 3 on the triples of consecutive layers; (8) and (9). *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm Previsions.BallOptimum
  UCRLLP.model.BackwardInduction UCRLLP.model.Learner.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- uniform distributions, to complete a transition function or a policy where q(x,a) = 0 or q(x) = 0 *)
Section Uniform.
Variables (S : nat -> finType) (A : finType).
Hypotheses (S_gt0 : forall h, (0 < #|S h|)%N) (A_gt0 : (0 < #|A|)%N).
Definition uniform_trans : trans S A := fun h x a y => / INR #|S h.+1|.

Lemma uniform_dist (T : finType) : (0 < #|T|)%N -> is_dist (fun _ : T => / INR #|T|).
Proof.
move=> T0; have c0 : 0 < INR #|T| by apply: lt_0_INR; apply/ltP.
by split=> [_|]; [apply/Rlt_le/Rinv_0_lt_compat | rewrite rsum_const Rinv_r //; lra].
Qed.
Lemma uniform_is_trans : is_trans uniform_trans. Proof. by move=> h x a; exact: uniform_dist. Qed.
Lemma uniform_is_policy : is_policy (@uniform_policy S A). Proof. by move=> h x; exact: uniform_dist. Qed.
End Uniform.

Section Propositions.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (L : nat).
Notation trans := (trans S A).
Notation policy := (policy S A).
Notation occ := (occ S A).
Implicit Types (q : occ) (P : trans) (pi : policy) (r : reward S A).

(* two functions on the triples (x,a,x') with x in X_h, x' in X_{h+1}, h < L *)
Definition same_occ q q' := forall h x a y, (h < L)%N -> q h x a y = q' h x a y.

(* eq:plyh-all-occ-mea: the rows of (4) *)
Definition in_Q q :=
  [/\ forall h x a y, (h < L)%N -> 0 <= q h x a y,
      forall h, (h < L)%N -> \rsum_(x : S h) \rsum_a \rsum_y q h x a y = 1
    & forall h (y : S h.+1), (h.+1 < L)%N ->
        \rsum_(x : S h) \rsum_a q h x a y = \rsum_a \rsum_z q h.+1 y a z].

(* eq:plyh-P-occ-mea: the rows of (7) *)
Definition in_QP P q := in_Q q /\
  forall h x a y, (h < L)%N -> q h x a y = P h x a y * \rsum_z q h x a z.

(* eq:5 and eq:6, completed by P and by pi where the denominators are 0 *)
Definition q1 q h (x : S h) := \rsum_a marg q x a.                       (* q(x) *)
Definition P_of q P : trans := Phat L q P.
Definition pi_of q pi : policy := fun h x a =>
  if (h < L)%N then if Req_EM_T (q1 q x) 0 then pi h x a else marg q x a / q1 q x else pi h x a.

Hypothesis x0_only : forall x, x = x0.
Hypothesis L_gt0 : (0 < L)%N.

(* Q is the polytope (13) about 0 with radius 1: what epoch 1 starts with *)
Lemma in_QE q : in_Q q <-> polytope L (fun h x a y => 0) (fun h x a => 1) q.
Proof.
split=> [[q0 one flow]|Hq].
  split=> //; first exact: one.
    by move=> h y hL; rewrite flow.
  exists q; split=> [h x a y hL|h x a _]; last by rewrite Rmult_1_l; exact: Rle_refl.
  by rewrite Rmult_0_l Rminus_0_r Rabs_pos_eq; [exact: Rle_refl | exact: q0].
have [q0 _ flow _] := Hq; split=> //; first by move=> h hL; exact: (layer_mass Hq).
by move=> h y hL; rewrite -flow.
Qed.

Section AtQ.
Unset Implicit Arguments.
Variable q : occ.
Set Implicit Arguments.
Hypothesis Hq : in_Q q.
Let Hq' : polytope L (fun h x a y => 0) (fun h x a => 1) q. Proof. exact/in_QE. Qed.
Let q0 h (x : S h) a : (h < L)%N -> 0 <= marg q x a. Proof. exact: (marg_ge0 Hq'). Qed.

Lemma pi_of_policy pi : is_policy pi -> is_policy (pi_of q pi).
Proof.
move=> Hpi h x; rewrite /pi_of; case: (boolP (h < L)%N) => [hL|_]; last exact: Hpi.
case: (Req_EM_T (q1 q x) 0) => [_|ne] /=; first exact: Hpi.
have m0 : 0 <= q1 q x by apply: rsum_ge0 => a _; exact: q0.
split=> [a|]; last by rewrite rsumZr Rinv_r.
by apply: Rmult_le_pos; [exact: q0 | apply/Rlt_le/Rinv_0_lt_compat; lra].
Qed.

Lemma pi_of_plays pi : plays L q (pi_of q pi).
Proof.
move=> h x a hL; rewrite /pi_of hL -/(q1 q x); case: (Req_EM_T (q1 q x) 0) => [E0|ne] /=; last by field.
rewrite /= E0 Rmult_0_r; symmetry; apply: (rsum_ge0_eq0 (F := marg q x)) => // b; exact: q0.
Qed.

(* Prop. 2 (prop:2): P^q and pi^q, completed, are a transition function and a policy, and they induce q; where the
   denominators are positive they are eq:5 and eq:6, ... *)
Theorem prop_2 P pi : is_trans P -> is_policy pi ->
  [/\ is_trans (P_of q P), is_policy (pi_of q pi), same_occ (q3 x0 (P_of q P) (pi_of q pi)) q,
      forall h x a y, (h < L)%N -> marg q x a <> 0 -> P_of q P x a y = q h x a y / \rsum_z q h x a z
    & forall h (x : S h) a, (h < L)%N -> q1 q x <> 0 -> pi_of q pi x a = marg q x a / \rsum_b marg q x b].
Proof.
move=> HP Hpi; split; [exact: Phat_trans Hq' HP | exact: pi_of_policy | | |].
- exact: (@polytope_occ S A x0 x0_only L _ _ q P _ Hq' (pi_of_plays pi)).
- by move=> h x a y hL m0; rewrite /P_of /Phat hL; case: Req_EM_T.
by move=> h x a hL m0; rewrite /pi_of hL; case: Req_EM_T.
Qed.
End AtQ.

(* Prop. 2 (prop:2): and no other transition function or policy induces q there *)
Theorem prop_2_unique q P pi : is_trans P -> is_policy pi -> same_occ (q3 x0 P pi) q ->
  (forall h x a y, (h < L)%N -> marg q x a <> 0 -> P h x a y = q h x a y / \rsum_z q h x a z) /\
  (forall h x a, (h < L)%N -> q1 q x <> 0 -> pi h x a = marg q x a / \rsum_b marg q x b).
Proof.
move=> HP Hpi E1.
have mE h (x : S h) a : (h < L)%N -> marg q x a = q2 x0 P pi x a.
  move=> hL; rewrite -(marg_q3 x0 pi HP); apply: eq_bigr => y _; by rewrite E1.
split=> [h x a y hL m0|h x a hL m0].
  by rewrite -/(marg q x a) -E1 // /q3 -mE //; field.
have s1 : \rsum_b marg q x b = mu x0 P pi x.
  by rewrite -(q2_mu x0 P Hpi); apply: eq_bigr => b _; exact: mE.
rewrite /q1 s1 in m0; rewrite s1 mE // /q2; by field.
Qed.

(* occupancy measures satisfy (4) and (7) *)
Lemma occ_in_QP P pi : is_trans P -> is_policy pi -> in_QP P (q3 x0 P pi).
Proof.
move=> HP Hpi; split; last first.
  by move=> h x a y _; rewrite -/(marg _ x a) (marg_q3 x0 pi HP) Rmult_comm.
apply/in_QE; apply: (occ_in_polytope x0 HP Hpi) => h x a _.
rewrite -(HP h x a).2; apply: Req_le; apply: eq_bigr => y _.
by rewrite Rminus_0_r Rabs_pos_eq //; exact: (HP h x a).1.
Qed.

Lemma same_in_Q q q' : same_occ q q' -> in_Q q -> in_Q q'.
Proof.
move=> E1 [q0 one flow]; split=> [h x a y hL|h hL|h y hL]; first by rewrite -E1 //; exact: q0.
  rewrite -(one h hL); apply: eq_bigr => x _; apply: eq_bigr => a _; apply: eq_bigr => y _; by rewrite E1.
have := flow h y hL; rewrite (eq_bigr (fun x => \rsum_a q' h x a y)) => [->|x _].
  by apply: eq_bigr => a _; apply: eq_bigr => z _; rewrite E1.
by apply: eq_bigr => a _; rewrite E1 //; exact: ltnW.
Qed.

Hypotheses (S_gt0 : forall h, (0 < #|S h|)%N) (A_gt0 : (0 < #|A|)%N).

(* Prop. 1 (prop:1), repaired: Q, the set of all occupancy measures, is the set of the q that satisfy (4); it is not
   empty, and bounded: its points are in [0,1] *)
Theorem prop_1 :
  (forall q, in_Q q <-> exists P pi, [/\ is_trans P, is_policy pi & same_occ (q3 x0 P pi) q]) /\
  (exists q, in_Q q) /\
  (forall q, in_Q q -> forall h x a y, (h < L)%N -> 0 <= q h x a y <= 1).
Proof.
have HU := @uniform_is_trans S A S_gt0; have Hu := @uniform_is_policy S A A_gt0.
split; [move=> q; split=> [Hq|[P [pi [HP Hpi E1]]]] | split].
- have [Ht Hp E1 _ _] := prop_2 Hq HU Hu.
  by exists (P_of q (@uniform_trans S A)), (pi_of q (@uniform_policy S A)).
- by apply: (same_in_Q E1); have [] := occ_in_QP HP Hpi.
- by exists (q3 x0 (@uniform_trans S A) (@uniform_policy S A)); have [] := occ_in_QP HU Hu.
move=> q [q0 one _] h x a y hL; split; first exact: q0.
rewrite -(one h hL); have p0 z b c := q0 h z b c hL.
apply: Rle_trans (rsum_ge1 (F := fun z => \rsum_b \rsum_c q h z b c) x _); last first.
  by move=> z; apply: rsum_ge0 => b _; apply: rsum_ge0 => c _.
apply: Rle_trans (rsum_ge1 (F := fun b => \rsum_c q h x b c) a _); last by move=> b; apply: rsum_ge0.
exact: (rsum_ge1 (F := fun c => q h x a c)).
Qed.

(* Prop. 3 (prop:3), repaired: Q^P, the set of the occupancy measures of P, is the set of the q that satisfy (7); it
   is not empty *)
Theorem prop_3 P : is_trans P ->
  (forall q, in_QP P q <-> exists2 pi, is_policy pi & same_occ (q3 x0 P pi) q) /\ (exists q, in_QP P q).
Proof.
move=> HP; have Hu := @uniform_is_policy S A A_gt0.
split; last by exists (q3 x0 P (@uniform_policy S A)); exact: occ_in_QP.
move=> q; split=> [[Hq row]|[pi Hpi E1]].
  have [Ht Hp E1 _ _] := prop_2 Hq HP Hu.
  have same h (x : S h) a y : (h < L)%N -> P_of q P x a y = P h x a y.
    move=> hL; rewrite /P_of /Phat hL; case: Req_EM_T => // m0 /=.
    by rewrite row // -/(marg q x a); field.
  exists (pi_of q (@uniform_policy S A)) => //.
  have muE h : (h < L)%N -> forall x : S h,
    mu x0 P (pi_of q (@uniform_policy S A)) x = mu x0 (P_of q P) (pi_of q (@uniform_policy S A)) x.
    elim: h => [//|h IH] hL x /=; apply: eq_bigr => y _; apply: eq_bigr => a _.
    by rewrite IH ?same //; exact: ltnW.
  by move=> h x a y hL; rewrite -E1 // /q3 /q2 muE // same.
have [HQ row] := occ_in_QP HP Hpi; split; first exact: same_in_Q E1 HQ.
move=> h x a y hL; rewrite -E1 // row //; congr (_ * _); apply: eq_bigr => z _; exact: E1.
Qed.

(* --- eq:regret-occ: an optimal policy and q* exist, and the regret is a sum of inner products *)
Definition optimal P r pi := is_policy pi /\ forall pi', is_policy pi' -> V P pi' r L x0 <= V P pi r L x0.
Definition optimal_occ P r q := in_QP P q /\ forall q', in_QP P q' -> inner L q' r <= inner L q r.

Lemma same_inner q q' r : same_occ q q' -> inner L q r = inner L q' r.
Proof.
move=> E1; apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _; congr (_ * _).
by apply: eq_bigr => y _; exact: E1.
Qed.

(* (9), pi^* (eq:regret-occ:pi-star): an optimal policy exists *)
Theorem optimal_policy_exists P r : is_trans P -> exists pi, optimal P r pi.
Proof.
move=> HP; have /card_gt0P[a _] := A_gt0.
have ok h (x : S h) b : centre_ok (P h x b) ((fun _ _ _ => 0) h x b) by left; split; [exact: HP | lra].
have inh h := enum_val (Ordinal (S_gt0 h)).
set p := evi_policy L P (fun _ _ _ => 0) r; have Hp : is_policy p := evi_is_policy _ _ _ _ a.
have conf_P : in_conf L P (fun _ _ _ => 0) P.
  by move=> h x b _; rewrite big1 ?Rminus_eq_0 => [|y _]; [lra | rewrite Rminus_eq_0 Rabs_R0].
have PE h (x : S h) b y : (h < L)%N -> evi_trans L P (fun _ _ _ => 0) r x b y = P h x b y.
  move=> hL; pose F z := Rabs (evi_trans L P (fun _ _ _ => 0) r x b z - P h x b z).
  have H : \rsum_z F z <= 0 := evi_conf r inh ok x b hL.
  have F0 z : 0 <= F z by exact: Rabs_pos.
  have : F y = 0 by apply: (rsum_ge0_eq0 (F := F)) => //; apply: Rle_antisym => //; exact: rsum_ge0.
  by rewrite /F /Rabs; case: Rcase_abs; lra.
have VE k h (x : S h) : (k + h)%N = L -> V (evi_trans L P (fun _ _ _ => 0) r) p r k x = V P p r k x.
  elim: k h x => [//|k IH] h x kh /=; apply: eq_bigr => b _; congr (_ * (_ + _)).
  apply: eq_bigr => y _; rewrite PE ?IH ?addnS -?addSn //.
  by rewrite -kh addSn ltnS leq_addl.
exists p; split=> // pi' Hpi'; rewrite -VE ?addn0 // (evi_value _ _ _ a) ?addn0 //.
by apply: (@W_max S A L P _ r a inh ok P pi' L 0%N x0 HP conf_P) => [l y _|]; [exact: Hpi' | rewrite addn0].
Qed.

(* (9) (eq:regret-occ): q* exists *)
Theorem optimal_occ_exists P r pi : is_trans P -> optimal P r pi -> optimal_occ P r (q3 x0 P pi).
Proof.
move=> HP [Hpi opt]; split; first exact: occ_in_QP.
have [all _] := prop_3 HP.
move=> q' /all[pi' Hpi' E1]; rewrite -(same_inner r E1) -!(eq_8 x0 _ HP); exact: opt.
Qed.

Theorem optimal_value P r pi q : is_trans P -> optimal P r pi -> optimal_occ P r q -> V P pi r L x0 = inner L q r.
Proof.
move=> HP Hpi [Hq opt]; have [Hq' opt'] := optimal_occ_exists HP Hpi; rewrite (eq_8 x0 _ HP).
by apply: Rle_antisym; [exact: opt | exact: opt'].
Qed.
End Propositions.

(* --- Definition 1 and eq:8 for the distribution of episodes *)
Section Episode.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Unset Implicit Arguments.
Variables (P : trans S A) (rho : rlaw S A Z) (pi : policy S A).
Set Implicit Arguments.
Hypotheses (HP : is_trans P) (Hrho : is_rlaw rho) (Hpi : is_policy pi).

(* Definition 1 (def:1): eq:def-occ-mea: q^{P,pi}(x,a,x') is the probability that an episode goes from x by a to x' *)
Theorem definition_1 h (x : S h) a y : (h < L)%N ->
  has_mean (law P rho pi (k := L) x0) (fun e => ind (visit3 x0 x a y e)) (q3 x0 P pi x a y).
Proof.
move=> hL; pose m l (x' : S l) (a' : A) (y' : S l.+1) : R := ind (
  Tagged (fun h => (S h * A * S h.+1)%type) (x', a', y') == Tagged (fun h => (S h * A * S h.+1)%type) (x, a, y)).
have mE x' a' y' : m h x' a' y' = ind ((x' == x) && (a' == a) && (y' == y)).
  by rewrite /m eq_Tagged /= !xpair_eqE.
have m_other l x' a' y' : l != h -> m l x' a' y' = 0.
  by move=> ne; rewrite /m; case: eqP => // /(congr1 tag) /= E1; rewrite E1 eqxx in ne.
pose Phi : functional S A Z := fun l x' a' z y' => ind (at3 x a y x' a' z y').
have HPhi : bddf Phi by apply: (@bddf_between _ _ _ _ (fun _ => 0) (fun _ => 1)) => *; split; [exact: ind_ge0 | exact: ind_le1].
have HL := law_exp HP Hrho Hpi L x0; have PB := pathsum_bdd L x0 HPhi.
have [H1 H2] := @expected_occ_mean S A Z P rho pi HP Hrho Hpi x0 Phi L m HPhi
  (fun l x' a' y' => conj (exC (Hrho x' a' y') (m l x' a' y')) (exC (Hrho x' a' y') (- m l x' a' y'))).
have E1 e : pathsum Phi x0 e = ind (visit3 x0 x a y e) by rewrite /visit3 (pathhas_sum _ _ (@at3_layer S A Z h x a y)).
pose D l := \rsum_(x' : S l) \rsum_a' (q2 x0 P pi x' a' * \rsum_y' (P l x' a' y' * m l x' a' y')).
have ME : q3 x0 P pi x a y = \rsum_(l < L) D l.
  have at_h : D h = q3 x0 P pi x a y.
    rewrite /D (bigD1 x) //= (bigD1 a) //= [X in _ + X]big1 => [|x' ne]; last first.
      by rewrite big1 // => a' _; rewrite big1 ?Rmult_0_r // => y' _; rewrite mE (negPf ne) /= Rmult_0_r.
    rewrite [X in _ + X + _]big1 => [|a' ne]; last first.
      by rewrite big1 ?Rmult_0_r // => y' _; rewrite mE (negPf ne) andbF /= Rmult_0_r.
    rewrite !Rplus_0_r /q3; congr (_ * _); rewrite (bigD1 y) //= big1 => [|y' ne].
      by rewrite mE !eqxx /= Rplus_0_r Rmult_1_r.
    by rewrite mE (negPf ne) andbF /= Rmult_0_r.
  rewrite -at_h -(rsum_ord_ind D hL); apply: eq_bigr => l _.
  case: (eqVneq (nat_of_ord l) h) => [->|ne]; first by rewrite /= Rmult_1_l.
  rewrite /= Rmult_0_l /D big1 // => x' _; rewrite big1 // => a' _; rewrite big1 ?Rmult_0_r // => y' _.
  by rewrite m_other ?Rmult_0_r.
rewrite ME; split; [rewrite -H1 | rewrite -H2]; symmetry; apply: (ex_eq HL) => [//|e].
- exact: E1.
- exact: bddN.
by rewrite E1.
Qed.

(* (8) (eq:8): eq:1: E[ sum_h r(x_h,a_h) | P, pi ] = V(pi) = <q^{P,pi}, r> *)
Theorem eq_8_episode r :
  has_mean (law P rho pi (k := L) x0) (pathsum (fun l x a _ _ => r l x a) x0) (V P pi r L x0) /\
  V P pi r L x0 = inner L (q3 x0 P pi) r.
Proof.
have E8 := eq_8 x0 pi HP L r; split=> //.
have HPhi : bddf (fun l x a (_ : Z) (_ : S l.+1) => r l x a).
  by move=> l; have [M HM] := bdd_fin (fun q : S l * A => r l q.1 q.2); exists M => x a z y; exact: (HM (x, a)).
have H := @expected_occ_mean S A Z P rho pi HP Hrho Hpi x0 _ L (fun h x a _ => r h x a) HPhi
  (fun l x' a' y' => conj (exC (Hrho x' a' y') (r l x' a')) (exC (Hrho x' a' y') (- r l x' a'))).
rewrite E8 (_ : inner L _ r = \rsum_(h < L) \rsum_(x : S h) \rsum_a (q2 x0 P pi x a * \rsum_y (P h x a y * r h x a))) //.
apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _; rewrite (marg_q3 x0 pi HP).
by rewrite rsumZr (HP x a).2 Rmult_1_l.
Qed.

(* (8) (eq:8): the same for the rewards received: their mean at (x,a) is r(x,a) *)
Theorem eq_8_received rv : is_reward rho rv ->
  has_mean (law P rho pi (k := L) x0) (pathsum (fun l x a z y => rv z) x0) (V P pi (r P rho rv) L x0).
Proof.
move=> Hrv; have HPhi : bddf (fun l (x : S l) (a : A) z (y : S l.+1) => rv z).
  by apply: (@bddf_between _ _ _ _ (fun _ => 0) (fun _ => 1)) => *; exact: (Hrv _).
have H := @expected_occ_mean S A Z P rho pi HP Hrho Hpi x0 _ L (fun h x a y => rho h x a y rv) HPhi
  (fun l x' a' y' => conj erefl (reward_mean Hrv x' a' y')).
rewrite (eq_8 x0 pi HP) (_ : inner L _ _ = \rsum_(h < L) \rsum_(x : S h) \rsum_a
  (q2 x0 P pi x a * \rsum_y (P h x a y * rho h x a y rv))) //.
by apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _; rewrite (marg_q3 x0 pi HP).
Qed.
End Episode.

(* (9) (eq:regret-occ): Reg_T = T <q*, r> - sum_t <q^{P,pi_t}, r> = sum_t <q* - q^{P,pi_t}, r> *)
Theorem eq_9 (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat) (P : trans S A) (rho : rlaw S A Z)
    (rv : Z -> R) (f : seq (traj S A Z L 0) -> policy S A) (pistar : policy S A) (qstar : occ S A) v :
  (forall x, x = x0) -> (0 < L)%N -> (0 < #|A|)%N -> is_trans P ->
  optimal x0 L P (r P rho rv) pistar -> optimal_occ L P (r P rho rv) qstar ->
  let q t := q3 x0 P (f t) in
  regret x0 P rho rv f pistar v =
    INR (size v) * inner L qstar (r P rho rv) - hsum (fun hist _ => inner L (q hist) (r P rho rv)) v /\
  regret x0 P rho rv f pistar v = hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_a
    ((marg qstar x a - marg (q hist) x a) * r P rho rv x a)) v.
Proof.
move=> x0_only L0 A0 HP Hpi Hq q; have VE := optimal_value x0_only L0 A0 HP Hpi Hq.
have E1 : regret x0 P rho rv f pistar v =
    INR (size v) * inner L qstar (r P rho rv) - hsum (fun hist _ => inner L (q hist) (r P rho rv)) v.
  by rewrite /regret VE; congr (_ - _); elim: v => [//|e v IH]; rewrite !hsum_cons IH (eq_8 x0 _ HP).
split=> //; rewrite E1; elim: v {E1} => [|e v IH]; first by rewrite /=; ring.
rewrite !hsum_cons -IH -innerB (_ : size (e :: v) = (size v).+1) // S_INR; ring.
Qed.
