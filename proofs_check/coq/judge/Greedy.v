(* What a learner that asks may fall back on: the policy that is greedy for the judge's own upper values.  Only
   definitions, which compute; GreedyAccepted.v proves that this policy is accepted where `roomy` holds. *)
Require Import ZArith QArith UCRLLP.judge.EpochCheck UCRLLP.judge.LogarithmCheck UCRLLP.judge.TraceCheck.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope Z_scope.

(* --- in every state, from the last layer to the first, one action whose upper value is best *)
Definition uppers E (ups los : seq Z) (st : state) : seq Z :=
  map (fun p => up_pair E ups (zmax ups) (hint_pair E (worst_first ups) (worst_first los) p)) st.
Fixpoint first_best (m : Z) (us : seq Z) : seq Z :=
  if us is u :: us' then (if Z.eqb u m then 1 :: map (fun _ => 0) us' else 0 :: first_best m us') else [::].
Definition best_row (K : consts) (ups los : seq Z) (st : seq cell) : seq Z :=
  let us := uppers (cE K) ups los (map (fun c => to_pair K (c, 0)) st) in first_best (zmax us) us.
Fixpoint best (K : consts) (c : table) : weights :=
  if c is l :: c' then let w := best K c' in
    let: (ups, los) := (with_hints (cE K) (layers_of K c' w)).2 in map (best_row K ups los) l :: w
  else [::].

(* --- the rows that are recorded; in the first epoch those of the uniform policy *)
Definition whole_rows (w : weights) : seq (seq (seq Q)) := map (map (map inject_Z)) w.
Definition evenly (nA : nat) : Q := (1 / inject_Z (Z.of_nat nA))%Q.
Definition even_rows (nA : nat) (c : table) : seq (seq (seq Q)) := map (map (fun _ => nseq nA (evenly nA))) c.

(* the judge wants an epoch next; a policy that it will accept *)
Definition wants (hd : header) (j : judge) : bool :=
  Z.eqb (num_i j) 0 || due j && ~~ (Z.eqb (num_t j) (hT hd) && ~~ hsolve hd).
Definition offer (K : consts) (hd : header) (j : judge) : option (seq (seq (seq Q))) :=
  if wants hd j then Some (if Z.eqb (num_i j) 0 then even_rows (hA hd) (tab j) else whole_rows (best K (tab j)))
  else None.

(* --- what the header must allow: a bound of its gaps, from the constants alone *)
Definition widest (hd : header) : Z := Z.of_nat (foldr maxn 1%N (layers hd)).
(* d is the size of the widest layer *)
Definition narrow (K : consts) (k d : Z) : bool :=
  [&& Z.leb 1 k,
      Z.leb ((lamhi K - lamlo K) * (Z.sqrt (2 * d * lamlo K * cE K * cE K / cF K) + 1)) (k * cF K) &
      Z.leb ((lamhi K - lamlo K) * (Z.sqrt (2 * d * lamlo K * cD K * cD K / cF K) + 1)) (k * cF K)].
Definition steps_of (hd : header) : Z := Z.of_nat (size (layers hd)).-1.
Definition slack_of (K : consts) (hd : header) (k : Z) : Z :=
  steps_of hd * (k + 2 + 1 + ceil ((k + 1) * (steps_of hd * cD K)) (2 * cE K) + 0).
Definition spread_of (K : consts) (hd : header) : Z :=
  Z.max 1 (ceil ((lamhi K - lamlo K) * (Z.sqrt (2 * widest hd * lamlo K * cE K * cE K / cF K) + 1)) (cF K)).
Definition roomy (K : consts) (hd : header) : bool :=
  [&& (if cradii (hread hd) is Radii_printed then true else false), narrow K (spread_of K hd) (widest hd),
      gap_fits K (htol hd) (slack_of K hd (spread_of K hd)) & Pos.leb (Pos.of_succ_nat (hA hd).-1) long].
