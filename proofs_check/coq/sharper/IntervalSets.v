(* Section VII: an interval for each successor in place of the ball (12).  The width of R-37, with c for the factor of its
   second term; the polytope with it; the events off which P is in it and the observed successors are possible ones. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration
  Previsions.CoinIntervals UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets
  UCRLLP.model.Algorithm UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents UCRLLP.sharper.Weissman.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- the polytope *)
Section Box.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (L : nat).
Unset Implicit Arguments.
Variables (Pbar : trans S A) (w : forall h, S h -> A -> S h.+1 -> R).
Set Implicit Arguments.
Definition in_box (P : trans S A) := forall h x a y, (h < L)%N -> Rabs (P h x a y - Pbar h x a y) <= w h x a y.
Definition box (q : occ S A) :=
  [/\ forall h x a y, (h < L)%N -> 0 <= q h x a y,
      \rsum_(x : S 0%N) \rsum_a marg q x a = 1,
      forall h (y : S h.+1), (h.+1 < L)%N ->
        \rsum_a marg q y a = \rsum_(x : S h) \rsum_a q h x a y
    & forall h x a y, (h < L)%N -> Rabs (q h x a y - Pbar h x a y * marg q x a) <= w h x a y * marg q x a].

(* it lies in the polytope (13) of the ball whose radius is the sum of the widths *)
Lemma box_polytope q : box q -> polytope L Pbar (fun h x a => \rsum_y w h x a y) q.
Proof.
case=> q0 mass flow dev; split=> //; exists (fun h x a y => w h x a y * marg q x a); split=> [//|h x a hL].
by rewrite rsumZr; exact: Rle_refl.
Qed.

Lemma occ_in_box P pi : is_trans P -> is_policy pi -> in_box P -> box (q3 x0 P pi).
Proof.
move=> HP Hpi Hc; split.
- by move=> h x a y _; exact: q3_ge0.
- rewrite -(mu_sum x0 HP Hpi 0); apply: eq_bigr => x _.
  by rewrite -(q2_mu x0 P Hpi); apply: eq_bigr => a _; rewrite (marg_q3 x0 pi HP).
- move=> h y _; under eq_bigr => a _ do rewrite (marg_q3 x0 pi HP).
  by rewrite q2_mu.
move=> h x a y hL; rewrite (marg_q3 x0 pi HP) /q3.
rewrite (_ : q2 x0 P pi x a * P h x a y - Pbar h x a y * q2 x0 P pi x a = q2 x0 P pi x a * (P h x a y - Pbar h x a y)); last by ring.
rewrite Rabs_scale; last exact: q2_ge0.
by rewrite Rmult_comm; apply: Rmult_le_compat_r; [exact: q2_ge0 | exact: Hc].
Qed.

(* the kernel of a point of it is in the intervals *)
Lemma Phat_box q P : box q -> in_box P -> in_box (Phat L q P).
Proof.
move=> Hq HP h x a y hL; have Hp := box_polytope Hq; rewrite /Phat.
case: (Req_EM_T (marg q x a) 0) => [m0|m0]; first exact: HP.
rewrite hL /=; have mp := marg_ge0 Hp x a hL; have {}mp : 0 < marg q x a by lra.
case: Hq => _ _ _ dev; apply: (Rmult_le_reg_r _ _ _ mp); apply: Rle_trans (dev h x a y hL).
rewrite Rmult_comm -Rabs_scale; last by lra.
by apply: Req_le; congr Rabs; field.
Qed.
End Box.

(* --- the width *)
Section Width.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat) (Lam c : R).
Notation E := (traj S A Z L 0).
Notation Pbar := (@Pbar S A Z x0 L).
Notation n1 := (@n1 S A Z x0 L).
Notation cnt := (@cnt S A Z x0 L).
Notation visit := (@visit S A Z x0 L).
Notation visit3 := (@visit3 S A Z x0 L).
(* l_h, for the 2 X_{h+1} ends of the intervals of a pair *)
Definition lw (h : nat) := Lam + ln (2 * INR #|S h.+1|).
Definition width (w : seq E) h (x : S h) (a : A) (y : S h.+1) :=
  sqrt (2 * Rmin (Pbar w x a y) (1 - Pbar w x a y) * lw h / n1 w x a) + c * lw h / n1 w x a.

Lemma count_sum (nx : pred E) (w : seq E) : \rsum_(e <- w) ind (nx e) = INR (count nx w).
Proof. by rewrite -[RHS](sum_vis nx w); apply: eq_bigr => e _; rewrite Rmult_1_r. Qed.
Lemma Pbar_count w h (x : S h) a y : Pbar w x a y = INR (count (visit3 x a y) w) / n1 w x a.
Proof. by rewrite /Algorithm.Pbar count_sum. Qed.
Lemma Pbar_ge0 w h (x : S h) a y : 0 <= Pbar w x a y.
Proof.
rewrite Pbar_count; apply: Rmult_le_pos; first exact: pos_INR.
by apply/Rlt_le/Rinv_0_lt_compat; have := n1_ge1 x0 w x a; lra.
Qed.
Lemma visit3_visit h (x : S h) a y (e : E) : visit3 x a y e -> visit (mkp x a) e.
Proof.
move=> v3; have := visit3_sum x0 x a e; rewrite (bigD1 y) //= v3 /=.
have : 0 <= \rsum_(i | i != y) ind (visit3 x a i e) by apply: rsum_ge0 => i _; exact: ind_ge0.
by case: (visit _ e) => //=; lra.
Qed.
Lemma Pbar_le1 w h (x : S h) a y : Pbar w x a y <= 1.
Proof.
have n0 := n1_ge1 x0 w x a; rewrite Pbar_count; apply: (Rmult_le_reg_r (n1 w x a)); first lra.
rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r ?Rmult_1_l; last lra.
apply: leq_INR; apply: leq_trans (leq_maxr _ _); apply: sub_count => e; exact: visit3_visit.
Qed.

Hypotheses (lam : / 2 <= Lam) (S_gt0 : forall h, (0 < #|S h|)%N) (c1 : 1 <= c).
Lemma lw_ge h : Lam + ln 2 <= lw h.
Proof.
have := leq_INR (S_gt0 h.+1); rewrite INR1 => s1; apply: Rplus_le_compat_l.
by apply: le_ln; lra.
Qed.
Lemma lw_ge1 h : 1 <= lw h. Proof. by have := lw_ge h; have := ln_lt_2; lra. Qed.
Lemma second_ge0 w h (x : S h) a : 0 <= lw h / n1 w x a.
Proof.
have := lw_ge1 h; have := n1_ge1 x0 w x a => n0 l0.
by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra].
Qed.
Lemma width_spread w h (x : S h) a y : spread (Pbar w x a y) (lw h / n1 w x a) <= width w x a y.
Proof.
have s0 := second_ge0 w x a; rewrite /spread /width; apply: Rplus_le_compat.
  by apply: Req_le; congr sqrt; rewrite /Rdiv; ring.
by rewrite /Rdiv Rmult_assoc -/(Rdiv _ _) -[X in X <= _]Rmult_1_l; apply: Rmult_le_compat_r.
Qed.
Lemma width_ge0 w h (x : S h) a y : 0 <= width w x a y.
Proof. by apply: Rle_trans (width_spread _ _ _ _); apply: spread_ge0; exact: second_ge0. Qed.
Lemma width_unvisited w h (x : S h) a y : cnt (mkp x a) w = 0%N -> 1 <= width w x a y.
Proof.
move=> E0; rewrite /width /Algorithm.n1 E0 [INR _]/= /Rdiv Rinv_1 !Rmult_1_r.
have := sqrt_pos (2 * Rmin (Pbar w x a y) (1 - Pbar w x a y) * lw h); have := lw_ge1 h; nra.
Qed.
End Width.

(* --- the events *)
Section Events.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Unset Implicit Arguments.
Variables (P : trans S A) (rho : rlaw S A Z).
Set Implicit Arguments.
Hypotheses (HP : is_trans P) (Hrho : is_rlaw rho).
Variables (T : nat) (Lam c : R).
Hypotheses (A1 : (0 < #|A|)%N) (SL : #|S L| = 1%N) (lam : / 2 <= Lam) (c1 : 1 <= c).
Notation E := (traj S A Z L 0).
Variable f : seq E -> policy S A.            (* any way of playing *)
Hypothesis Hf : forall w, is_policy (f w).
Notation K := (@K S A Z x0 L P rho f).
Notation X := (X S L).
Notation z := (z Lam).
Notation Pbar := (@Pbar S A Z x0 L).
Notation n1 := (@n1 S A Z x0 L).
Notation cnt := (@cnt S A Z x0 L).
Notation visit := (@visit S A Z x0 L).
Notation visit3 := (@visit3 S A Z x0 L).
Notation lw := (lw S Lam).
Notation width := (@width S A Z x0 L Lam c).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.

Lemma P_le1 h (x : S h) a y : 0 <= P h x a y <= 1.
Proof.
have [p0 p1] := HP x a; split=> //; rewrite -p1.
by apply: (rsum_ge1 (F := fun y => P h x a y) y).
Qed.

(* one successor at most as often as its probability says: the others are not more often *)
Lemma K_next_down hist h (x : S h) a y :
  K hist (fun e => P h x a y * ind (visit (mkp x a) e) - ind (visit3 x a y e)) <= 0.
Proof.
have B y' : bdd (fun e : E => ind (visit3 x a y' e) - P h x a y' * ind (visit (mkp x a) e)).
  by apply: bddB; [|apply: bddZ]; exact: bdd_ind.
rewrite (@ex_eq _ _ (KD hist) _
  (fun e => \rsum_(y' | y' != y) (ind (visit3 x a y' e) - P h x a y' * ind (visit (mkp x a) e)))) => [||e].
- apply: Rle_trans (ex_sum (KD hist) _ _ B) _; rewrite -[X in _ <= X](_ : \rsum_(y' | y' != y) 0 = 0); last by rewrite big1.
  by apply: le_rsum => y' _; exact: K_next.
- by apply: bddB; [apply: bddZ|]; exact: bdd_ind.
have := visit3_sum x0 x a e; rewrite (bigD1 y) //= => H.
have := (HP x a).2; rewrite (bigD1 y) //= => p1.
rewrite rsumB rsumZr; move: (\rsum_(i | i != y) _) (\rsum_(i | i != y) _) H p1 => u v H p1.
by rewrite (_ : u = 1 - P h x a y) -?H; [ring | lra].
Qed.

(* after some n >= 1 visits of a pair, P is off by more than the width at some successor *)
Definition bad_I (v : seq E) : bool := [exists h : 'I_L, [exists x : S h, [exists a : A, [exists n : 'I_T,
  [exists y : S h.+1, [exists s : 'I_T.+1, (count (visit (mkp x a)) (drop s v) == n.+1) &&
    ~~ Rleb (Rabs (P h x a y - INR (count (visit3 x a y) (drop s v)) / INR n.+1))
      (spread (INR (count (visit3 x a y) (drop s v)) / INR n.+1) (lw h / INR n.+1))]]]]]].
(* Sec. VII, widths (inline:VII.6:widths): some interval of some epoch fails with probability at most delta *)
Theorem Pr_bad_I : Pr K T [::] bad_I <= (INR X - 1) * (INR #|A| * (INR T * z)).
Proof.
rewrite -(count_triples A T SL).
apply: (Pr_exists KD) => h; apply: (Pr_exists KD) => x; apply: (Pr_exists KD) => a; apply: (Pr_exists KD) => n.
have l1 := lw_ge1 lam Sgt h.
apply: (@Rle_trans _ (\rsum_(y : S h.+1) (2 * exp (- lw h)))).
  apply: (Pr_exists KD) => y.
  apply: (@coin_visits _ _ _ KD (visit3 x a y) (P h x a y)) => //.
  - by move=> e; exact: visit3_visit.
  - by move=> hist; exact: K_next.
  - by move=> hist; exact: K_next_down.
  - exact: P_le1.
  - lra.
rewrite rsum_const /IntervalSets.lw Ropp_plus_distr exp_plus -/z exp_Ropp exp_ln; last first.
  by have := leq_INR (Sgt h.+1); rewrite INR1; lra.
by apply: Req_le; field; have := leq_INR (Sgt h.+1); rewrite INR1; lra.
Qed.
(* Sec. VII, widths (inline:VII.6:widths): otherwise P is in all of them *)
Theorem good_I v : size v = T -> ~~ bad_I v -> forall s, in_box L (Pbar (drop s v)) (@width (drop s v)) P.
Proof.
move=> vT nb s0 h x a y hL; have [s [-> sT]] := past s0 vT; set w := drop s v.
have cT := cnt_past x0 s x a vT; rewrite -/w in cT; case E0 : (cnt (mkp x a) w) cT => [|n] cT.
  rewrite (Pbar_unvisited _ E0) Rminus_0_r Rabs_pos_eq; last by have [] := P_le1 x a y.
  by have [_ p1] := P_le1 x a y; apply: Rle_trans p1 _; exact: (width_unvisited lam Sgt c1).
apply: Rle_trans (width_spread x0 lam Sgt c1 w x a y); apply: Rnot_lt_le => lt; move/negP: nb; apply.
apply/existsP; exists (Ordinal hL); apply/existsP; exists x; apply/existsP; exists a.
apply/existsP; exists (Ordinal cT); apply/existsP; exists y; apply/existsP; exists (Ordinal sT).
rewrite -[count _ _]/(cnt (mkp x a) w) E0 eqxx /=; apply/RlebP; apply: Rlt_not_le.
by move: lt; rewrite Pbar_count /Algorithm.n1 E0 (maxn_idPr _).
Qed.

(* a successor of probability 0 is seen *)
Definition bad_0 (v : seq E) : bool := [exists h : 'I_L, [exists x : S h, [exists a : A, [exists y : S h.+1,
  Rleb (P h x a y) 0 && has (visit3 x a y) v]]]].

Theorem Pr_bad_0 : Pr K T [::] bad_0 <= 0.
Proof.
rewrite -[X in _ <= X](_ : \rsum_(h < L) 0 = 0); last by rewrite big1.
apply: (Pr_exists KD) => h; rewrite -[X in _ <= X](_ : \rsum_(x : S h) 0 = 0); last by rewrite big1.
apply: (Pr_exists KD) => x; rewrite -[X in _ <= X](_ : \rsum_(a : A) 0 = 0); last by rewrite big1.
apply: (Pr_exists KD) => a; rewrite -[X in _ <= X](_ : \rsum_(y : S h.+1) 0 = 0); last by rewrite big1.
apply: (Pr_exists KD) => y; case: RlebP => [p0|_] /=; last by rewrite [Pr _ _ _ _](Pr_pred0 KD); exact: Rle_refl.
apply: (never KD) => hist; apply: Rle_trans (K_next x0 HP Hrho Hf hist x a y); apply: Req_le.
apply: (ex_eq (KD hist)) => [|e]; first exact: bdd_ind.
by have -> : P h x a y = 0 by [have [] := P_le1 x a y; lra]; ring.
Qed.

Lemma good_0 v : ~~ bad_0 v -> forall s h (x : S h) a y, (h < L)%N -> P h x a y <= 0 -> Pbar (drop s v) x a y = 0.
Proof.
move=> nb s h x a y hL p0; rewrite Pbar_count (_ : count _ _ = 0%N); first by rewrite /Rdiv Rmult_0_l.
apply/eqP; rewrite -leqn0 leqNgt -has_count; apply/negP => seen; move/negP: nb; apply.
apply/existsP; exists (Ordinal hL); apply/existsP; exists x; apply/existsP; exists a; apply/existsP; exists y.
apply/andP; split; first exact/RlebP.
by rewrite -(cat_take_drop s v) has_cat seen orbT.
Qed.

(* --- what the widths of a pair add up to *)
(* Gamma_h: the largest number of successors of positive probability, 0 in place of 1 *)
Definition successors h (x : S h) a := #|[pred y | ~~ Rleb (P h x a y) 0]|.
Definition Gamma h := (\max_(x : S h) \max_(a : A) successors x a)%N.
Definition Gamma' h := if (2 <= Gamma h)%N then Gamma h else 0%N.

Lemma Gamma_ge h (x : S h) a : (successors x a <= Gamma h)%N.
Proof. by apply: leq_trans (leq_bigmax x); exact: (leq_bigmax a). Qed.

Lemma jensen_on (I : finType) (Q : pred I) (u : I -> R) s : (forall i, 0 <= u i) -> \rsum_(i | Q i) u i <= s ->
  \rsum_(i | Q i) sqrt (u i) <= sqrt (INR #|Q| * s).
Proof.
move=> u0 us; have E1 (F : I -> R) : \rsum_(i | Q i) F i = \rsum_(i < #|Q|) F (enum_val i).
  by rewrite -big_enum_val.
rewrite E1; apply: Rle_trans (@rsum_sqrt_le _ (fun i : 'I_#|Q| => u (enum_val i)) _ (fun i => u0 _) erefl) _.
rewrite card_ord; apply: sqrt_le_1_alt; apply: Rmult_le_compat_l; first exact: pos_INR.
by rewrite -E1.
Qed.

Theorem width_sum v s h (x : S h) a : ~~ bad_0 v -> (h < L)%N -> let w := drop s v in
  \rsum_y width w x a y <= sqrt (2 * INR (Gamma' h) * lw h / n1 w x a) + c * INR #|S h.+1| * lw h / n1 w x a.
Proof.
move=> nb hL w; have l1 := lw_ge1 lam Sgt h; have n0 := n1_ge1 x0 w x a; have s0 := second_ge0 x0 lam Sgt w x a.
rewrite /IntervalSets.width rsumD; apply: Rplus_le_compat; last first.
  by rewrite rsum_const; apply: Req_le; rewrite /Rdiv; ring.
pose p y := Pbar w x a y; pose Q := [pred y | ~~ Rleb (P h x a y) 0].
have p0 y : 0 <= p y <= 1 by split; [exact: Pbar_ge0 | exact: Pbar_le1].
have m0 y : 0 <= Rmin (p y) (1 - p y) by apply: Rmin_glb; have := p0 y; lra.
have u0 y : 0 <= 2 * Rmin (p y) (1 - p y) * lw h / n1 w x a.
  by rewrite /Rdiv Rmult_assoc -/(Rdiv _ _); apply: Rmult_le_pos => //; have := m0 y; lra.
have pQ y : ~~ Q y -> p y = 0 by rewrite negbK => /RlebP H; apply: (good_0 nb).
have off y : ~~ Q y -> sqrt (2 * Rmin (p y) (1 - p y) * lw h / n1 w x a) = 0.
  move/pQ=> ->; rewrite Rmin_left; last lra.
  by rewrite Rmult_0_r /Rdiv !Rmult_0_l sqrt_0.
rewrite (bigID Q) /= [X in _ + X]big1 ?Rplus_0_r => [|y]; last exact: off.
have sum_p : \rsum_y p y <= 1.
  have N0 : 0 < INR (maxn 1 (cnt (mkp x a) w)) by apply: Rlt_le_trans n0; lra.
  rewrite (Pbar_sum x0 x a w) /Algorithm.n1; apply: (Rmult_le_reg_r (INR (maxn 1 (cnt (mkp x a) w)))) => //.
  rewrite /Rdiv Rmult_assoc Rinv_l; last lra.
  by rewrite Rmult_1_r Rmult_1_l; apply: leq_INR; exact: leq_maxr.
have cQ : (#|Q| <= Gamma h)%N by exact: Gamma_ge.
rewrite /Gamma'; case: ifP => G2.
  apply: Rle_trans (jensen_on (s := 2 * lw h / n1 w x a) u0 _) _.
    apply: (@Rle_trans _ (\rsum_(y | Q y) (p y * (2 * (lw h / n1 w x a))))).
      apply: le_rsum => y _; rewrite (_ : 2 * _ * _ / _ = Rmin (p y) (1 - p y) * (2 * (lw h / n1 w x a))); last by rewrite /Rdiv; ring.
      by apply: Rmult_le_compat_r; [lra | exact: Rmin_l].
    rewrite rsumZr (_ : 2 * lw h / n1 w x a = 1 * (2 * (lw h / n1 w x a))); last by rewrite /Rdiv; ring.
    apply: Rmult_le_compat_r; first lra.
    apply: Rle_trans sum_p; rewrite [X in _ <= X](bigID Q) /= -[X in X <= _]Rplus_0_r.
    by apply: Rplus_le_compat_l; apply: rsum_ge0 => y _; exact: (p0 y).1.
  apply: sqrt_le_1_alt; rewrite (_ : 2 * INR (Gamma h) * lw h / n1 w x a = INR (Gamma h) * (2 * (lw h / n1 w x a))); last by rewrite /Rdiv; ring.
  rewrite (_ : 2 * lw h / n1 w x a = 2 * (lw h / n1 w x a)); last by rewrite /Rdiv; ring.
  by apply: Rmult_le_compat_r; [lra | exact: leq_INR].
(* one successor: p is 0 or 1 *)
have Q1 : (#|Q| <= 1)%N by apply: leq_trans cQ _; rewrite leqNgt G2.
rewrite [INR 0]/= Rmult_0_r /Rdiv !Rmult_0_l sqrt_0 big1; first exact: Rle_refl.
move=> y Qy; have rest : \rsum_(i | i != y) p i = 0.
  rewrite big1 // => i iy; apply: pQ; apply: contra iy => Qi.
  by apply/eqP; exact: (card_le1_eqP Q1).
have := Pbar_sum x0 x a w; rewrite (bigD1 y) //= -/(p y) [X in _ + X]rest Rplus_0_r.
rewrite -/(p y) => py; suff -> : Rmin (p y) (1 - p y) = 0 by rewrite Rmult_0_r !Rmult_0_l sqrt_0.
move: py; rewrite /Algorithm.n1; case: (cnt (mkp x a) w) => [|n]; first by rewrite /Rdiv Rmult_0_l => ->; rewrite Rmin_left; lra.
rewrite (maxn_idPr _) // /Rdiv Rinv_r; last by have := pos_INR n; rewrite S_INR; lra.
by move=> ->; rewrite Rmin_right; lra.
Qed.
End Events.
