(* Laws as expectations: every positive normalised linear functional I on a space D of bounded functions (the
   integral of a law on the bounded measurable functions, RInt on the integrable functions, ...) extends to an
   expectation on all bounded functions, its upper integral, and agrees with it on D. *)
Require Import Previsions.Sums Previsions.Probability.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.
From Coquelicot Require Import Coquelicot.

Section Upper.
Variables (Z : Type) (D : (Z -> R) -> Prop) (I : (Z -> R) -> R).
Record is_integral : Prop := IsIntegral {
  int_const : forall c, D (fun=> c) /\ I (fun=> c) = c;
  intD : forall F G, D F -> D G -> D (fun z => F z + G z) /\ I (fun z => F z + G z) = I F + I G;
  intZ : forall c F, D F -> D (fun z => c * F z) /\ I (fun z => c * F z) = c * I F;
  int_le : forall F G, D F -> D G -> (forall z, F z <= G z) -> I F <= I G }.
Hypothesis HI : is_integral.

(* the values of the integrable functions above F *)
Definition above (F : Z -> R) (x : R) := exists2 G, D G & (forall z, F z <= G z) /\ x = I G.
Definition upper (F : Z -> R) : R := real (Glb_Rbar (above F)).

Lemma upper_glb F : bdd F -> (forall x, above F x -> upper F <= x) /\
  (forall b, (forall x, above F x -> b <= x) -> b <= upper F).
Proof.
move=> [M HM]; have FM z : - M <= F z <= M by have := HM z; rewrite /Rabs; case: Rcase_abs; lra.
have [C1 C2] := int_const HI M; have [C3 C4] := int_const HI (- M).
have up : above F M by exists (fun=> M) => //; split=> [z|]; [have := FM z; lra | rewrite C2].
have lo x : above F x -> - M <= x.
  move=> [G DG [FG ->]]; rewrite -C4; apply: (int_le HI) => // z; have := FG z; have := FM z; lra.
have [lb gr] := Glb_Rbar_correct (above F); rewrite /upper.
have fin_ : is_finite (Glb_Rbar (above F)).
  have H1 : Rbar_le (Glb_Rbar (above F)) M := lb _ up.
  have H2 : Rbar_le (- M) (Glb_Rbar (above F)) by apply: gr => x /lo.
  by case: (Glb_Rbar _) H1 H2.
rewrite -fin_ in lb gr; split=> [x /lb //|b Hb].
by apply: (gr (Finite b)) => x /Hb.
Qed.

Lemma upper_eq F : D F -> bdd F -> upper F = I F.
Proof.
move=> DF HF; have [H1 H2] := upper_glb HF; apply: Rle_antisym.
  by apply: H1; exists F => //; split=> // z; exact: Rle_refl.
by apply: H2 => x [G DG [FG ->]]; apply: (int_le HI).
Qed.

Theorem upper_exp : is_exp upper.
Proof.
split.
- move=> F G HF HG FG; apply: (upper_glb HG).2 => x [H DH [GH ->]]; apply: (upper_glb HF).1.
  by exists H => //; split=> // z; apply: Rle_trans (FG z) (GH z).
- move=> F G HF HG; have [F1 F2] := upper_glb HF; have [G1 G2] := upper_glb HG.
  have [S1 S2] := upper_glb (bddD HF HG).
  suff H : upper (fun z => F z + G z) - upper G <= upper F by lra.
  apply: F2 => x [HF' DF' [FF' ->]].
  suff H : upper (fun z => F z + G z) - I HF' <= upper G by lra.
  apply: G2 => y [HG' DG' [GG' ->]].
  have [DS IS] := intD HI DF' DG'.
  suff : upper (fun z => F z + G z) <= I HF' + I HG' by lra.
  rewrite -IS; apply: S1; exists (fun z => HF' z + HG' z) => //; split=> // z.
  by have := FF' z; have := GG' z; lra.
- move=> c F c0 HF; have [F1 F2] := upper_glb HF; have [S1 S2] := upper_glb (bddZ c HF).
  case: (Rle_lt_or_eq_dec _ _ c0) => [cp|cE]; last first.
    rewrite -cE Rmult_0_l; apply: (upper_glb (bddZ 0 HF)).1; have [D0 I0] := int_const HI 0.
    by exists (fun=> 0) => //; split=> [z|]; [lra | rewrite I0].
  suff H : / c * upper (fun z => c * F z) <= upper F.
    apply: (Rmult_le_reg_l (/ c)); first exact: Rinv_0_lt_compat.
    by rewrite -Rmult_assoc Rinv_l; lra.
  apply: F2 => x [G DG [FG ->]]; have [DS IS] := intZ HI c DG.
  apply: (Rmult_le_reg_l c) => //; rewrite -Rmult_assoc Rinv_r; last by lra.
  rewrite Rmult_1_l -IS; apply: S1; exists (fun z => c * G z) => //; split=> // z.
  by apply: Rmult_le_compat_l.
by move=> c; have [DC IC] := int_const HI c; rewrite (upper_eq DC (bddC _ _)).
Qed.

(* what is integrable has its integral as mean *)
Theorem upper_mean F : D F -> bdd F -> has_mean upper F (I F).
Proof.
move=> DF HF; have [DN IN] := intZ HI (-1) DF.
have E1 : upper (fun z => - F z) = upper (fun z => -1 * F z).
  by apply: (ex_eq upper_exp) => [|z]; [exact: bddN | ring].
split; first exact: upper_eq.
by rewrite E1 (upper_eq DN (bddZ _ HF)) IN; ring.
Qed.
End Upper.

(* --- the uniform law on [0, 1] *)
Definition unit_itv := {t : R | 0 <= t <= 1}.
Definition val01 (z : unit_itv) : R := proj1_sig z.
Definition clip01 (t : R) : R := Rmax 0 (Rmin 1 t).
Lemma clip01_itv t : 0 <= clip01 t <= 1.
Proof.
rewrite /clip01; split; first exact: Rmax_l.
by apply: Rmax_lub; [lra | exact: Rmin_l].
Qed.
Definition to_unit (t : R) : unit_itv := exist _ (clip01 t) (clip01_itv t).
Lemma to_unitK t : 0 <= t <= 1 -> val01 (to_unit t) = t.
Proof. by move=> t01; rewrite /val01 /= /clip01 Rmin_right; [rewrite Rmax_right|]; lra. Qed.

(* the integral against a density g, over the Riemann-integrable functions *)
Section Density.
Variable g : R -> R.
Hypotheses (g0 : forall t, 0 <= t <= 1 -> 0 <= g t) (gint : ex_RInt g 0 1) (g1 : RInt g 0 1 = 1).
Definition density_dom (F : unit_itv -> R) := ex_RInt (fun t => g t * F (to_unit t)) 0 1.
Definition density_int (F : unit_itv -> R) := RInt (fun t => g t * F (to_unit t)) 0 1.
Lemma density_integral : is_integral density_dom density_int.
Proof.
have ge01 : 0 <= 1 by lra.
split.
- move=> c; rewrite /density_dom /density_int; have H : is_RInt (fun t => g t * c) 0 1 c.
    have := is_RInt_scal _ _ _ c _ (RInt_correct _ _ _ gint); rewrite g1 /scal /= /mult /= Rmult_1_r.
    by apply: is_RInt_ext => t _; rewrite Rmult_comm.
  by split; [exists c | exact: is_RInt_unique].
- move=> F G DF DG; have H := is_RInt_plus _ _ _ _ _ _ (RInt_correct _ _ _ DF) (RInt_correct _ _ _ DG).
  have {}H : is_RInt (fun t => g t * (F (to_unit t) + G (to_unit t))) 0 1 (density_int F + density_int G).
    by apply: is_RInt_ext H => t _; rewrite /plus /=; ring.
  by split; [eexists; exact: H | exact: is_RInt_unique].
- move=> c F DF; have H := is_RInt_scal _ _ _ c _ (RInt_correct _ _ _ DF).
  have {}H : is_RInt (fun t => g t * (c * F (to_unit t))) 0 1 (c * density_int F).
    by apply: is_RInt_ext H => t _; rewrite /scal /= /mult /=; ring.
  by split; [eexists; exact: H | exact: is_RInt_unique].
move=> F G DF DG FG; apply: RInt_le => // t t01; apply: Rmult_le_compat_l => //; apply: g0; lra.
Qed.
Hypothesis gt_int : ex_RInt (fun t => g t * t) 0 1.
Definition density : (unit_itv -> R) -> R := upper density_dom density_int.
Theorem density_exp : is_exp density. Proof. exact: upper_exp density_integral. Qed.
Lemma val01_bdd : bdd val01. Proof. by apply: (@bdd_between _ _ 0 1) => -[z z01]. Qed.
Theorem density_mean : has_mean density val01 (RInt (fun t => g t * t) 0 1).
Proof.
have E1 t : Rmin 0 1 < t < Rmax 0 1 -> g t * t = g t * val01 (to_unit t).
  rewrite Rmin_left ?Rmax_right => [t01||]; [rewrite to_unitK | |]; lra.
rewrite (RInt_ext _ _ _ _ E1); apply: (upper_mean density_integral); last exact: val01_bdd.
by rewrite /density_dom; apply: ex_RInt_ext gt_int.
Qed.
End Density.

Lemma uniform_density : [/\ forall t : R, 0 <= t <= 1 -> 0 <= (fun _ : R => 1) t, ex_RInt (fun _ => 1) 0 1,
  RInt (fun _ => 1) 0 1 = 1 & is_RInt (fun t => 1 * t) 0 1 (1 / 2)].
Proof.
have H : is_RInt (fun _ : R => 1) 0 1 1.
  have := is_RInt_const 0 1 (1 : R); rewrite /scal /= /mult /= (_ : (1 - 0) * 1 = 1) //; ring.
split; [by move=> *; lra | by exists 1 | exact: is_RInt_unique |].
have -> : 1 / 2 = minus (1 ^ 2 / 2) (0 ^ 2 / 2) by rewrite /minus /plus /opp /=; field.
apply: (is_RInt_derive (fun t => t ^ 2 / 2)) => t _.
  by auto_derive => //; field.
by apply: continuous_mult; [exact: continuous_const | exact: continuous_id].
Qed.
Definition uniform01 : (unit_itv -> R) -> R := density (fun _ => 1).
Theorem uniform01_exp : is_exp uniform01.
Proof. by have [H1 H2 H3 _] := uniform_density; exact: density_exp. Qed.
Theorem uniform01_mean : has_mean uniform01 val01 (1 / 2).
Proof.
have [H1 H2 H3 H4] := uniform_density; rewrite -(is_RInt_unique _ _ _ _ H4).
by apply: density_mean => //; exists (1 / 2).
Qed.

(* its distribution function: the step at t is integrable *)
Theorem uniform01_step t : 0 <= t <= 1 ->
  has_mean uniform01 (fun z => if Rle_dec (val01 z) t then 1 else 0) t.
Proof.
move=> t01; have [H1 H2 H3 _] := uniform_density.
pose F (z : unit_itv) : R := if Rle_dec (val01 z) t then 1 else 0.
have I1 : is_RInt (fun s => 1 * F (to_unit s)) 0 t t.
  have := is_RInt_const 0 t (1 : R); rewrite /scal /= /mult /= (_ : (t - 0) * 1 = t); last by ring.
  apply: is_RInt_ext => s; rewrite Rmin_left ?Rmax_right; [move=> s01 | lra | lra].
  by rewrite /F to_unitK; [case: Rle_dec => H; [by rewrite Rmult_1_r | by case: H; lra] | lra].
have I2 : is_RInt (fun s => 1 * F (to_unit s)) t 1 0.
  have := is_RInt_const t 1 (0 : R); rewrite /scal /= /mult /= (_ : (1 - t) * 0 = 0); last by ring.
  apply: is_RInt_ext => s; rewrite Rmin_left ?Rmax_right; [move=> s01 | lra | lra].
  by rewrite /F to_unitK; [case: Rle_dec => H; [lra | by rewrite Rmult_0_r] | lra].
have I : is_RInt (fun s => 1 * F (to_unit s)) 0 1 t.
  by have := is_RInt_Chasles _ _ _ _ _ _ I1 I2; rewrite /plus /= Rplus_0_r.
have B : bdd F by apply: (@bdd_between _ _ 0 1) => z; rewrite /F; case: (Rle_dec (val01 z) t) => ? /=; lra.
have [m1 m2] := upper_mean (density_integral H1 H2 H3) (ex_intro _ t I : density_dom (fun _ => 1) F) B.
have E1 : density_int (fun _ => 1) F = t by exact: is_RInt_unique.
by split; [rewrite -[RHS]E1; exact: m1 | rewrite -[X in - X]E1; exact: m2].
Qed.

(* --- why bounded functions: a functional on ALL functions has only finitely many disjoint events of positive
   probability, so that it is no continuous law, nor a law with infinitely many atoms *)
Theorem all_functions_finite (Z : Type) (U : (Z -> R) -> R) (ev : nat -> Z -> bool) :
  (forall F G, (forall z, F z <= G z) -> U F <= U G) ->
  (forall F G, U (fun z => F z + G z) = U F + U G) -> (forall c F, U (fun z => c * F z) = c * U F) ->
  (forall i j z, ev i z -> ev j z -> i = j) -> ~ (forall i, 0 < U (fun z => ind (ev i z))).
Proof.
move=> le D sc disj pos; pose p i := U (fun z => ind (ev i z)).
(* F is 1/p_i on the event i *)
have sum_dec z : {i | ev i z} + {forall i, ~~ ev i z}.
  case: (LPO (fun i => ev i z)) => [i|[i ei]|no]; first by case: (ev i z); [left | right].
    by left; exists i.
  by right=> i; apply/negP => ei; exact: (no i).
pose F z := match sum_dec z with inleft (exist i _) => / p i | inright _ => 0 end.
have FE i z : ev i z -> F z = / p i.
  move=> ei; rewrite /F; case: (sum_dec z) => [[j ej]|/(_ i)]; last by rewrite ei.
  by rewrite (disj _ _ _ ej ei).
have F0 z : 0 <= F z.
  rewrite /F; case: (sum_dec z) => [[j _]|_]; [exact/Rlt_le/Rinv_0_lt_compat/pos | exact: Rle_refl].
have U0 : U (fun=> 0) = 0 by rewrite -[RHS](Rmult_0_l (U (fun=> 0))) -sc; apply: Rle_antisym; apply: le => z; lra.
have US n : U (fun z => \rsum_(i < n) (/ p i * ind (ev i z))) = INR n.
  elim: n => [|n IH].
    by rewrite -[RHS]U0; apply: Rle_antisym; apply: le => z; rewrite big_ord0; exact: Rle_refl.
  transitivity (U (fun z => \rsum_(i < n) (/ p i * ind (ev i z)) + / p n * ind (ev n z))).
    by apply: Rle_antisym; apply: le => z; rewrite (rsum_recr n (fun i => / p i * ind (ev i z))); exact: Rle_refl.
  by rewrite D IH sc S_INR -/(p n) Rinv_l //; have := pos n; rewrite -/(p n); lra.
have below n : INR n <= U F.
  rewrite -US; apply: le => z.
  case: (pickP (fun i : 'I_n => ev i z)) => [i ei|no].
    rewrite (bigD1 i) //= ei big1 => [|j ji]; first by rewrite Rmult_1_r Rplus_0_r (FE _ _ ei); exact: Rle_refl.
    case ej : (ev j z); last by rewrite /= Rmult_0_r.
    by exfalso; move/eqP: ji; apply; apply/val_inj; exact: (disj _ _ _ ej ei).
  by rewrite big1 // => j _; rewrite no /= Rmult_0_r.
have [n Hn] := nfloor_ex (U F) (below 0%N); have := below n.+1; rewrite S_INR; lra.
Qed.
