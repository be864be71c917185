(* lia for MathComp's natural numbers: what its operations are over Z. *)
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat.
Require Import ZArith Zify ZifyClasses ZifyBool.
Require Export Lia.

Lemma addn_Z m n : Z.of_nat (m + n) = (Z.of_nat m + Z.of_nat n)%Z. Proof. exact: Nat2Z.inj_add. Qed.
Lemma muln_Z m n : Z.of_nat (m * n) = (Z.of_nat m * Z.of_nat n)%Z. Proof. exact: Nat2Z.inj_mul. Qed.
Lemma subn_Z m n : Z.of_nat (m - n) = Z.max 0 (Z.of_nat m - Z.of_nat n).
Proof. exact: Nat2Z.inj_sub_max. Qed.
Lemma leq_Z m n : leq m n = (Z.of_nat m <=? Z.of_nat n)%Z.
Proof. by apply/idP/idP => [/leP H|/Z.leb_le H]; [apply/Z.leb_le | apply/leP]; lia. Qed.
Lemma eqn_Z (m n : nat) : (m == n) = (Z.of_nat m =? Z.of_nat n)%Z.
Proof. by apply/idP/idP => [/eqP ->|/Z.eqb_eq H]; [exact: Z.eqb_refl | apply/eqP; lia]. Qed.
Lemma maxn_Z m n : Z.of_nat (maxn m n) = Z.max (Z.of_nat m) (Z.of_nat n).
Proof. by rewrite /maxn; case: ltnP => /leP H; lia. Qed.
Lemma bool_Z (b : bool) : Z.of_nat b = Z.b2z b. Proof. by case: b. Qed.

#[global] Instance Op_addn : BinOp addn := {TBOp := Z.add; TBOpInj := addn_Z}.
#[global] Instance Op_muln : BinOp muln := {TBOp := Z.mul; TBOpInj := muln_Z}.
#[global] Instance Op_subn : BinOp subn := {TBOp := fun x y => Z.max 0 (x - y); TBOpInj := subn_Z}.
#[global] Instance Op_leq : BinOp leq := {TBOp := Z.leb; TBOpInj := leq_Z}.
#[global] Instance Op_eqn : BinOp (@eq_op _ : nat -> nat -> bool) := {TBOp := Z.eqb; TBOpInj := eqn_Z}.
#[global] Instance Op_maxn : BinOp maxn := {TBOp := Z.max; TBOpInj := maxn_Z}.
#[global] Instance Op_bool : UnOp nat_of_bool := {TUOp := Z.b2z; TUOpInj := bool_Z}.
Add Zify BinOp Op_addn.
Add Zify BinOp Op_muln.
Add Zify BinOp Op_subn.
Add Zify BinOp Op_leq.
Add Zify BinOp Op_eqn.
Add Zify BinOp Op_maxn.
Add Zify UnOp Op_bool.
Ltac Zify.zify_pre_hook ::= unfold is_true in *.
