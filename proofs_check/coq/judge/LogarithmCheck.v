(* A rational enclosure of log: for q = 2^k (1 + z)/(1 - z), log q = k log 2 + 2 artanh z. *)
Require Import ZArith QArith Qround.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope Z_scope.

Fixpoint qpow (z : Q) (n : nat) : Q := match n with O => 1%Q | S n' => (z * qpow z n')%Q end.
Definition qnat (n : nat) : Q := inject_Z (Z.of_nat n).
Fixpoint serQ (n : nat) (z : Q) : Q :=         (* sum_{j<n} z^(2j+1)/(2j+1) *)
  match n with
  | O => 0%Q
  | S n' => (serQ n' z + qpow z (2 * n' + 1) / qnat (2 * n' + 1))%Q
  end.
Definition loQ n z : Q := (2 * serQ n z)%Q.
Definition hiQ n z : Q := (2 * serQ n z + 2 * qpow z (2 * n + 1) / qnat (2 * n + 1) / (1 - z * z))%Q.
Definition z_of (q : Q) (k : nat) : Q := let t := qpow 2 k in ((q - t) / (q + t))%Q.
Definition in_half (z : Q) : bool := Qle_bool 0 z && Qle_bool z (1 # 2).
(* lo <= F log q <= hi; None if q is too small *)
Definition box_lo n F (k : nat) z := Qfloor (inject_Z F * (qnat k * loQ n (1 # 3) + loQ n z))%Q.
Definition box_hi n F (k : nat) z := Qceiling (inject_Z F * (qnat k * hiQ n (1 # 3) + hiQ n z))%Q.
Definition ln_box (n : nat) (F : Z) (q : Q) : option (Z * Z) :=
  let k := Z.to_nat (Z.log2 (Qfloor q)) in
  let z := z_of q k in
  if in_half z && Z.ltb 0 F && negb (Qle_bool q 0) then Some (box_lo n F k z, box_hi n F k z) else None.
(* the same for another base, R-10: log q / log 2 and log q / log 10 *)
Inductive base := Ln | Log2 | Log10.
Definition log_box (n : nat) (F : Z) (b : base) (q : Q) : option (Z * Z) :=
  match b with
  | Ln => ln_box n F q
  | _ =>
    match ln_box n F q, ln_box n F (if b is Log2 then 2%Q else 10%Q) with
    | Some (lo, hi), Some (lo', hi') =>
      if Z.leb 0 lo && Z.ltb 0 lo' then Some (lo * F / hi', - (- (hi * F) / lo')) else None
    | _, _ => None
    end
  end.
