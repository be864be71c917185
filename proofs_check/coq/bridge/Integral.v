(* Laws of mathcomp-analysis as expectations of Previsions: the integral of a probability measure extends to an expectation
   on all bounded functions, its upper integral (integral_law), and agrees with it on the bounded measurable ones.
     mean P F                  the integral of F
     integral_law P            the expectation; integral_law_exp, integral_law_mean
     law_after P               the process whose next outcome has the law P w after the history w
     iterated P n w A          the integral over n stages after w of the indicator of A, stage by stage
     measurable_stages P n w A at every history the function to be integrated is measurable
     Prl_iterated, Pr_iterated of such an event lower and upper probability are the iterated integral *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
Require Import Previsions.Sums Previsions.Probability Previsions.GeneralLaws.
From mathcomp.classical Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp.analysis Require Import reals ereal signed numfun measure lebesgue_measure lebesgue_integral Rstruct.
Import Order.TTheory GRing.Theory Num.Theory.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Local Open Scope classical_set_scope.
Local Open Scope ereal_scope.

Notation reals := real_realType.

Section Law.
Variables (d : measure_display) (E : measurableType d) (P : {measure set E -> \bar reals}).
Hypothesis P1 : P setT = 1.

Definition bounded_measurable (F : E -> reals) := bdd F /\ measurable_fun setT F.
Definition mean (F : E -> reals) : reals := fine (\int[P]_e (F e)%:E).

Lemma bounded_integrable F : bounded_measurable F -> P.-integrable setT (EFin \o F).
Proof.
move=> [[M HM] mF]; split; first exact/EFin_measurable_fun.
apply: (@le_lt_trans _ _ (\int[P]_(e in setT) (cst M%:E) e)).
  apply: ge0_le_integral => //.
  - by apply: measurable_fun_comp => //; exact/EFin_measurable_fun.
  - by move=> e _ /=; rewrite lee_fin; apply/RleP; apply: Rle_trans (HM e); exact: Rabs_pos.
  - exact: measurable_fun_cst.
  - by move=> e _ /=; rewrite lee_fin; apply/RleP; exact: HM.
by rewrite integral_cst // P1 mule1 ltry.
Qed.

Lemma integral_meanE F : bounded_measurable F -> (mean F)%:E = \int[P]_e (F e)%:E.
Proof.
move=> HF; rewrite /mean fineK //; exact: (integral_fune_fin_num measurableT (bounded_integrable HF)).
Qed.

Lemma bounded_cst c : bounded_measurable (fun=> c).
Proof. by split; [exact: bddC | exact: measurable_fun_cst]. Qed.

Theorem mean_integral : is_integral bounded_measurable mean.
Proof.
split.
- move=> c; split; first exact: bounded_cst.
  by rewrite /mean (_ : (fun=> c%:E) = cst c%:E) // integral_cst // P1 mule1.
- move=> F G HF HG; have [bF mF] := HF; have [bG mG] := HG.
  have HS : bounded_measurable (fun e => Rplus (F e) (G e)).
    by split; [exact: bddD | exact: measurable_funD].
  split=> //; apply: EFin_inj; rewrite integral_meanE // RplusE EFinD !integral_meanE //.
  by rewrite -(integralD_EFin measurableT (bounded_integrable HF) (bounded_integrable HG)).
- move=> c F HF; have [bF mF] := HF.
  have HS : bounded_measurable (fun e => Rmult c (F e)).
    by split; [exact: bddZ | exact: measurable_funrM].
  split=> //; apply: EFin_inj; rewrite integral_meanE // RmultE EFinM integral_meanE //.
  by rewrite -(integralM measurableT (bounded_integrable HF)).
move=> F G HF HG FG; apply/RleP; rewrite -lee_fin !integral_meanE // -sube_ge0; last first.
  by rewrite -integral_meanE.
rewrite -(integralB_EFin measurableT (bounded_integrable HG) (bounded_integrable HF)).
by apply: integral_ge0 => e _; rewrite -EFinB lee_fin subr_ge0; apply/RleP.
Qed.

(* the upper integral: an expectation of Previsions *)
Definition integral_law : (E -> R) -> R := upper bounded_measurable mean.
Lemma integral_law_exp : is_exp integral_law. Proof. exact: upper_exp mean_integral. Qed.
Lemma integral_law_mean F : bounded_measurable F -> has_mean integral_law F (mean F).
Proof. by move=> HF; apply: (upper_mean mean_integral) => //; have [] := HF. Qed.
End Law.

(* ---------------------------------------------------------------- n stages, with a probability measure for each history *)
Section Stages.
Variables (d : measure_display) (E : measurableType d) (P : seq E -> {measure set E -> \bar reals}).
Hypothesis P1 : forall w, P w setT = 1.

Definition law_after (w : seq E) := integral_law (P w).

Lemma law_exp w : is_exp (law_after w). Proof. exact: integral_law_exp. Qed.

Fixpoint iterated n (w : seq E) (A : pred (seq E)) : \bar reals :=
  if n is n'.+1 then \int[P w]_e iterated n' (e :: w) A else (ind (A w))%:E.

Fixpoint measurable_stages n (w : seq E) (A : pred (seq E)) : Prop :=
  if n is n'.+1 then
    measurable_fun setT (fun e => iterated n' (e :: w) A) /\ forall e, measurable_stages n' (e :: w) A
  else True.

Lemma iterated_itv n w A : measurable_stages n w A -> 0 <= iterated n w A <= 1.
Proof.
elim: n w => [|n IH] w /=; first by rewrite /ind !lee_fin; case: (A w); rewrite lexx ler01.
move=> [mA stages]; have it01 e := IH _ (stages e).
apply/andP; split; first by apply: integral_ge0 => e _; have /andP[] := it01 e.
have -> : 1 = \int[P w]_(e in setT) cst 1 e by rewrite integral_cst // P1 mule1.
apply: ge0_le_integral => //; first by move=> e _; have /andP[] := it01 e.
- by move=> e _; rewrite /= lee_fin ler01.
- exact: measurable_fun_cst.
by move=> e _; have /andP[] := it01 e.
Qed.

Lemma iterated_fineK n w A : measurable_stages n w A -> (fine (iterated n w A))%:E = iterated n w A.
Proof.
move=> /iterated_itv /andP[i0 i1]; rewrite fineK // ge0_fin_numE //.
exact: le_lt_trans i1 (ltry _).
Qed.

Lemma stage_bounded n w A : measurable_stages n.+1 w A ->
  bounded_measurable (fun e => fine (iterated n (e :: w) A)).
Proof.
move=> [mA stages]; split; last by apply: measurable_fun_comp mA => //; exact: measurable_fun_fine.
apply: (@bdd_between _ _ (IZR Z0) (IZR (Zpos xH))) => e; have := iterated_itv (stages e).
by rewrite -(iterated_fineK (stages e)) !lee_fin => /andP[/RleP i0 /RleP i1].
Qed.

Lemma Pr_iterated_both n w A : measurable_stages n w A ->
  Pr law_after n w A = fine (iterated n w A) /\
  Pr law_after n w (fun v => ~~ A v) = Rminus (IZR (Zpos xH)) (fine (iterated n w A)).
Proof.
elim: n w => [|n IH] w; first by rewrite /Pr /= => _; case: (A w) => /=; split=> //; lra.
move=> HA; have [mA stages] := HA; have HB := stage_bounded HA.
have [m1 m2] := integral_law_mean (P1 w) HB; have HU := integral_law_exp (P1 w).
have mE : mean (P w) (fun e => fine (iterated n (e :: w) A)) = fine (iterated n.+1 w A).
  by rewrite /mean /=; congr (fine _); apply: eq_integral => e _; exact: (iterated_fineK (stages e)).
have [bF _] := HB; rewrite -mE; split.
  rewrite -m1 /Pr /=; apply: (ex_eq HU) => [|e]; last exact: (IH _ (stages e)).1.
  exact: (Ex_bdd law_exp n w (bdd_ind _)).
transitivity (law_after w (fun e => Rplus (Ropp (fine (iterated n (e :: w) A))) (IZR (Zpos xH)))).
  rewrite /Pr /=; apply: (ex_eq HU) => [|e]; first exact: (Ex_bdd law_exp n w (bdd_ind _)).
  by have [_] := IH _ (stages e); rewrite /Pr => ->; lra.
by rewrite /law_after (ex_addC HU); [rewrite m2; lra | exact: bddN].
Qed.

Theorem Pr_iterated n w A : measurable_stages n w A -> (Pr law_after n w A)%:E = iterated n w A.
Proof. by move=> HA; rewrite -(iterated_fineK HA); congr EFin; exact: (Pr_iterated_both HA).1. Qed.

Theorem Prl_iterated n w A : measurable_stages n w A -> (Prl law_after n w A)%:E = iterated n w A.
Proof.
move=> HA; rewrite -(iterated_fineK HA); congr EFin; rewrite /Prl (Pr_iterated_both HA).2; lra.
Qed.
End Stages.
