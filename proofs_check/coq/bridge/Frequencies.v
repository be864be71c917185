(* An example from outside this paper: n independent draws from any probability measure P fall into a measurable set B
   of measure b at least n (b + eps) times with a probability, an iterated integral, of at most exp(- 2 n eps^2). *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
Require Import Previsions.Sums Previsions.Probability Previsions.Coins PrevisionsAnalysis.Integral.
From mathcomp.classical Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp.analysis Require Import reals ereal measure lebesgue_integral numfun Rstruct.
Import Order.TTheory GRing.Theory Num.Theory.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* in the notation of Coq's reals *)
Local Open Scope R_scope.
Definition at_least n (p eps : R) k : bool := Probability.Rleb (INR n * (p + eps)) (INR k).
Definition hoeffding_bound n (eps : R) : R := exp (- (2 * INR n * eps ^ 2)).
Local Close Scope R_scope.

Local Open Scope ring_scope.
Local Open Scope classical_set_scope.
Local Open Scope ereal_scope.

Section Frequency.
Variables (d : measure_display) (E : measurableType d) (P : {measure set E -> \bar reals}) (B : set E).
Hypotheses (P1 : P setT = 1) (mB : measurable B).
Let b : R := fine (P B).
Let inB e : bool := `[< B e >].

Lemma inB_measurable : measurable_fun setT inB.
Proof.
apply: (@measurable_fun_bool _ _ _ _ true); rewrite (_ : _ @^-1` _ = B) //.
by apply/seteqP; split=> e /=; [move/asboolP | move/asboolP].
Qed.
Lemma inB_mean : has_mean (law_after (fun _ => P) [::]) (fun e => ind (inB e)) b.
Proof.
have HB : bounded_measurable (fun e => ind (inB e)).
  split; first exact: bdd_ind.
  by apply: measurable_fun_ifT => //; [exact: inB_measurable | exact: measurable_fun_cst | exact: measurable_fun_cst].
have -> : b = mean P (fun e => ind (inB e)).
  rewrite /mean /b -[B in LHS]setIT -integral_indic //; congr (fine _); apply: eq_integral => e _.
  by rewrite indicE /inB (_ : (e \in B) = `[< B e >]); [case: `[< B e >] | apply/idP/asboolP; rewrite in_setE].
exact: (integral_law_mean P1 HB).
Qed.

(* the event is measurable stage by stage: an iterated integral depends on the number of draws in B alone *)
Fixpoint by_count n (f : nat -> bool) k : \bar reals :=
  if n is n'.+1 then \int[P]_e by_count n' f (inB e + k)%N else (ind (f k))%:E.
Lemma iterated_count n f w : iterated (fun _ => P) n w (fun v => f (count inB v)) = by_count n f (count inB w).
Proof. by elim: n w => [//|n IH] w /=; apply: eq_integral => e _; rewrite IH. Qed.
Lemma count_stages n f w : measurable_stages (fun _ => P) n w (fun v => f (count inB v)).
Proof.
elim: n w => [//|n IH] w; split=> [|e]; last exact: IH.
rewrite (_ : (fun e => _) = fun e => if inB e then by_count n f (count inB w).+1 else by_count n f (count inB w)).
  by apply: measurable_fun_ifT; [exact: inB_measurable | exact: measurable_fun_cst | exact: measurable_fun_cst].
by apply/funext => e; rewrite iterated_count /=; case: (inB e).
Qed.

Theorem draws_in n eps : (0 < n)%N -> Rlt (IZR Z0) eps ->
  iterated (fun _ => P) n [::] (fun w => at_least n b eps (count inB w)) <= (hoeffding_bound n eps)%:E.
Proof.
move=> n0 e0; rewrite -(Pr_iterated (fun _ => P1) (count_stages n (at_least n b eps) [::])).
have [m1 m2] := inB_mean; have HU := law_exp (fun _ => P1).
have iB : bdd (fun e => ind (inB e)) by exact: bdd_ind.
have b01 : Rle 0 b /\ Rle b 1.
  rewrite -m1; split; first by apply: (ex_geC (HU [::])) => // e; exact: ind_ge0.
  by apply: (ex_leC (HU [::])) => // e; exact: ind_le1.
rewrite lee_fin; apply/RleP; apply: (@hoeffding_count _ _ inB _ _ _ HU b01 _ n0 e0) => w.
rewrite [X in Rle X _](_ : _ = law_after (fun=> P) [::] (fun e => Rplus (ind (inB e)) (Ropp b))) //.
by rewrite (ex_addC (HU [::])) // m1; lra.
Qed.
End Frequency.
