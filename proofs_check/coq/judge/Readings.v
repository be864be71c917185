(* The readings of Algorithm 1 that the judge covers, in the words of the development: alg:main/12 as printed (R-1), the
   radii with a union over subsets (R-37).  That of log is in LogarithmSound.v, that of 0/0 in JudgeSound.v. *)
Require Import ZArith QArith UCRLLP.judge.EpochCheck UCRLLP.judge.TraceCheck.
Require Import Previsions.Sums Previsions.Probability UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures
  UCRLLP.model.ConfidenceSets Previsions.Concentration UCRLLP.model.Algorithm.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Readings.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Notation E := (traj S A Z L 0).
Notation cnt := (@cnt S A Z x0 L).

(* --- R-1; s are the episodes before the epoch, w those so far *)
(* n_i(x,a) >= N_i(x,a) at some (x,a) with x not in X_L *)
Definition trig_inner (s w : seq E) : bool := [exists h : 'I_L, exists x : S h, exists a : A,
  (cnt (mkp x a) s <= cnt (mkp x a) w - cnt (mkp x a) s)%N].
Definition trig_in (tr : trigger) (s w : seq E) : bool :=
  match tr with Max1 => trig x0 s w | Printed => trig_printed x0 s w | Printed_inner => trig_inner s w end.
(* it is asked for after an episode *)
Definition due_in tr (s w : seq E) : bool := (size s < size w)%N && trig_in tr s w.
Fixpoint start_in tr (w : seq E) : seq E :=
  if w is e :: w' then (if trig_in tr (start_in tr w') w then w else start_in tr w') else [::].

Lemma start_in_size tr w : (size (start_in tr w) <= size w)%N.
Proof. by elim: w => [//|e w IH]; rewrite [start_in _ _]/=; case: ifP => // _; exact: leqW. Qed.

Lemma start_in_full tr w : (size w <= size (start_in tr w))%N -> start_in tr w = w.
Proof.
case: w => [//|e w]; rewrite [start_in _ _]/=; case: ifP => // _ H.
by have := leq_trans H (start_in_size tr w); rewrite ltnn.
Qed.

Lemma due_self tr w : due_in tr w w = false. Proof. by rewrite /due_in ltnn. Qed.

(* every trigger holds where that of the repaired line does *)
Lemma trig_in_max1 tr s w : trig x0 s w -> trig_in tr s w.
Proof.
case: tr => //= /existsP[h /existsP[x /existsP[a H]]].
  apply/existsP; exists (widen_ord (leqnSn L) h); apply/existsP; exists x; apply/existsP; exists a.
  by apply: leq_trans H; exact: leq_maxr.
apply/existsP; exists h; apply/existsP; exists x; apply/existsP; exists a.
by apply: leq_trans H; exact: leq_maxr.
Qed.

Lemma start_in_schedule tr : schedule x0 (start_in tr).
Proof.
split=> // e w; rewrite [start_in tr (e :: w)]/=; case: (boolP (trig_in _ _ _)) => t; first by left.
by right; split=> //; apply: contra t; exact: trig_in_max1.
Qed.

(* as printed: after every episode, because of x_L *)
Lemma trig_in_printed (x : S L) (a : A) s w : trig_in Printed s w.
Proof. by apply/existsP; exists ord_max; apply/existsP; exists x; apply/existsP; exists a; rewrite !cnt_last. Qed.
Lemma start_in_printed (x : S L) (a : A) w : start_in Printed w = w.
Proof. by case: w => [//|e w]; rewrite [LHS]/=; case: ifP => // /negbT/negP[]; exact: (trig_in_printed x a). Qed.

(* --- R-37 *)
Variables (rv : Z -> R) (Lam : R).
Definition eps_in (k : radii) (w : seq E) h (x : S h) (a : A) : R :=
  match k with
  | Radii_printed => eps x0 Lam w x a
  | _ => sqrt (2 * (INR #|S h.+1| * ln 2 + Lam) / n1 x0 w x a)
  end.
Definition b_in (k : radii) (w : seq E) h (x : S h) (a : A) : R :=
  match k with Union_half => sqrt (Lam / (2 * n1 x0 w x a)) | _ => b x0 Lam w x a end.
Definition rhat_in (k : radii) (w : seq E) : reward S A := fun h x a => Rmin 1 (rbar x0 rv w x a + b_in k w x a).
End Readings.
