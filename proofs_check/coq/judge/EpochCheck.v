(* The check of one epoch, over the integers: how much less than the optimum of LP1 does a policy reach?
   Values are multiples of 1/D (D does not occur here), radii of 1/E.  The hints tau and row need no proof:
   a wrong one can only make the check fail or the gap larger. *)
Require Import ZArith.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq path.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope Z_scope.

Record pair := Pair {
  cN : Z; cN3 : seq Z;            (* N(x,a), N(x,a,.) *)
  eLo : Z; eHi : Z;               (* eLo/E <= eps <= eHi/E *)
  rLo : Z; rHi : Z;               (* rLo/D <= r_hat <= rHi/D *)
  wt : Z;                         (* pi(a|x) = wt / sum of wt; uniform if the sum is 0 *)
  tau : Z;                        (* hint: where the values of layer h+1 are cut from below *)
  row : seq Z }.                  (* hint: P~(.|x,a) = row / sum of row *)
Definition pair0 := Pair 0 [::] 0 0 0 0 0 0 [::].
Definition state := seq pair.
Definition layer := seq state.

Definition zsum (s : seq Z) : Z := foldr Z.add 0 s.
Definition zmax (s : seq Z) : Z := foldr Z.max (head 0 s) s.
Definition ceil (a b : Z) : Z := - ((- a) / b).
Definition n1 p := Z.max 1 (cN p).
Definition zdot (f : Z -> Z -> Z) (s t : seq Z) : Z := zsum (map (fun vn => f vn.1 vn.2) (zip s t)).

(* an upper bound on r_hat + max over the ball of <P, values>: the dual of the inner LP at tau *)
Definition dz (top t v : Z) : Z := 2 * Z.max v t - (top + t).
Definition up_num (E : Z) (ups : seq Z) (top : Z) p : Z :=
  n1 p * E * (2 * rHi p + top + tau p) + E * zdot (fun v n => dz top (tau p) v * n) ups (cN3 p)
  + eHi p * n1 p * (top - tau p).
Definition up_pair E ups top p : Z := ceil (up_num E ups top p) (2 * n1 p * E).
Definition up_state E ups top (st : state) : Z := zmax (map (up_pair E ups top) st).

(* a lower bound on the value of pi under P~, a point of the ball *)
Definition lo_pair (los : seq Z) p : Z := rLo p + zdot Z.mul los (row p) / zsum (row p).
Definition wts (st : state) : seq Z :=
  let w := map wt st in if Z.eqb (zsum w) 0 then map (fun _ => 1) st else w.
Definition lo_state los (st : state) : Z :=
  zdot Z.mul (wts st) (map (lo_pair los) st) / zsum (wts st).

Definition ok_pair (E : Z) (n : nat) (top : Z) p : bool :=
  [&& Nat.eqb (size (cN3 p)) n, Nat.eqb (size (row p)) n, Z.leb (tau p) top,
      all (Z.leb 0) (row p), Z.ltb 0 (zsum (row p)) &
      Z.leb (E * zdot (fun w c => Z.abs (w * n1 p - c * zsum (row p))) (row p) (cN3 p))
            (eLo p * n1 p * zsum (row p))].
Definition ok_state E nA n top (st : state) : bool :=
  [&& Nat.eqb (size st) nA, all (Z.leb 0) (map wt st) & all (ok_pair E n top) st].

(* upper and lower values of the states of the first layer *)
Fixpoint values (E : Z) (nA : nat) (ls : seq layer) : option (seq Z * seq Z) :=
  match ls with
  | [::] => Some ([:: 0], [:: 0])
  | l :: ls' =>
    match values E nA ls' with
    | Some (ups, los) =>
      let top := zmax ups in
      if Nat.ltb 0 (size l) && all (ok_state E nA (size ups) top) l
      then Some (map (up_state E ups top) l, map (lo_state los) l) else None
    | None => None
    end
  end.
Definition gap_if_ok E nA (ls : seq layer) : option Z :=
  if Z.ltb 0 E && Nat.eqb (size (head [::] ls)) 1 then
    match values E nA ls with
    | Some (u, l) => Some (nth 0 u 0 - nth 0 l 0)
    | None => None
    end
  else None.

(* --- the hints, by extended value iteration *)
Definition entry := (Z * (nat * Z))%type.                       (* value, state, state *)
Fixpoint index (y : nat) (z : Z) (vs : seq Z) : seq entry :=
  match vs with [::] => [::] | v :: vs' => (v, (y, z)) :: index y.+1 (z + 1) vs' end.
Definition worst_first (vs : seq Z) : seq entry := sort (fun u v => Z.leb u.1 v.1) (index 0 0 vs).

Fixpoint find_tau (ord : seq entry) (n3 : seq Z) (E2 budget cum : Z) : Z :=
  match ord with
  | [::] => 0
  | [:: vy] => vy.1
  | vy :: ord' => let cum' := cum + nth 0 n3 vy.2.1 in
    if Z.leb (E2 * cum') budget then find_tau ord' n3 E2 budget cum' else vy.1
  end.
Fixpoint move (ord : seq entry) (n3 : seq Z) (E2 left taken : Z) : seq (Z * Z) :=
  match ord with
  | [::] => [::]
  | [:: vy] => [:: (vy.2.2, E2 * nth 0 n3 vy.2.1 + taken)]
  | vy :: ord' => let m := E2 * nth 0 n3 vy.2.1 in let c := Z.min m left in
    (vy.2.2, m - c) :: move ord' n3 E2 (left - c) (taken + c)
  end.
Definition by_state (s : seq (Z * Z)) : seq Z := map snd (sort (fun u v => Z.leb u.1 v.1) s).
Definition hint_pair (E : Z) (oU oL : seq entry) (p : pair) : pair :=
  let N := cN p in
  let t := if Z.eqb N 0 then last 0 (map fst oU) else find_tau oU (cN3 p) (2 * E) (eHi p * N) 0 in
  let best := last 0 (map (fun vy => vy.2.2) oL) in
  let r := if Z.eqb N 0 then map (fun vy => (vy.2.2, if Z.eqb vy.2.2 best then 1 else 0)) oL
           else move oL (cN3 p) (2 * E) (eLo p * N) 0 in
  Pair (cN p) (cN3 p) (eLo p) (eHi p) (rLo p) (rHi p) (wt p) t (by_state r).

(* the layers with their hints, and the values of the first *)
Fixpoint with_hints (E : Z) (ls : seq layer) : seq layer * (seq Z * seq Z) :=
  match ls with
  | [::] => ([::], ([:: 0], [:: 0]))
  | l :: ls' =>
    let: (fs, (ups, los)) := with_hints E ls' in
    let oU := worst_first ups in let oL := worst_first los in let top := zmax ups in
    let f := map (map (hint_pair E oU oL)) l in
    (f :: fs, (map (up_state E ups top) f, map (lo_state los) f))
  end.
Definition gap_of E nA ls : option Z := gap_if_ok E nA (with_hints E ls).1.
