(* The judge: is this list of records the trace of a run of Algorithm 1?  Everything over Z and Q. *)
Require Import ZArith QArith UCRLLP.judge.EpochCheck UCRLLP.judge.LogarithmCheck.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope Z_scope.

(* --- what a trace says *)
(* the readings that decide what is judged (spec.md, "Readings"); the first choice is the default *)
Inductive trigger := Max1 | Printed | Printed_inner.          (* R-1: the last is printed-without-x_L *)
Inductive radii := Radii_printed | Union | Union_half.        (* R-37 *)
Inductive completion := Uniform | First_action | Previous | Greedy | Any.      (* R-3 *)
Record choices := Choices { ctrigger : trigger; clog : base; cradii : radii; ccompletion : completion }.
Record header := Header {
  layers : seq nat;               (* X_0, ..., X_L *)
  hA : nat;
  hT : Z;
  hdelta : Q;
  htol : Q;                       (* how far below the optimum a policy may stay; how far recorded rows may be off *)
  hsolve : bool;                  (* R-16: an epoch starts also at t = T *)
  hread : choices }.
Definition episode := seq (nat * nat * Q).                    (* x_h, a_h, r_h *)
Inductive played_policy :=
  | Pi of seq (seq (seq Q))                                   (* pi_i(a|x) *)
  | Qhat of Q & seq (seq (seq (seq Q))).                      (* q_hat_i, entries below the first are 0 (R-6) *)
Record epoch := Epoch {
  eN : option (seq (seq (seq Z)));
  eN3 : option (seq (seq (seq (seq Z))));
  epol : played_policy }.
Inductive record :=
  | REpoch of Z & Z & epoch       (* i, t *)
  | REpisode of Z & episode       (* t *)
  | REnd of Z & Z.                (* episodes, epochs *)

(* why a trace is refused: the ids of `proofs-check trace` *)
Inductive rule := r_order | r_epoch_missing | r_episode_number | r_state | r_action | r_reward | r_played |
  r_last_trigger | r_epoch_early | r_epoch_number | r_N | r_N3 | r_q_hat_1 | r_pi_1 | r_pi_distribution |
  r_pi_optimal of option Z | r_end | r_long.

(* --- sums of rationals: a common denominator, which is seldom a new one *)
Definition common (d e : positive) : positive :=
  if Z.eqb (Zpos d mod Zpos e) 0 then d else if Z.eqb (Zpos e mod Zpos d) 0 then e else (d * e)%positive.
Definition qadd (p q : Q) : Q :=
  if Z.eqb (Zpos (Qden p)) (Zpos (Qden q)) then Qmake (Qnum p + Qnum q) (Qden p)
  else let d := common (Qden p) (Qden q) in
    Qmake (Qnum p * (Zpos d / Zpos (Qden p)) + Qnum q * (Zpos d / Zpos (Qden q))) d.

(* --- counters *)
Record cell := Cell { s3 : seq Z; sn : Z; sb : Z; sr : Q }.   (* N3, N, N at t(i), the sum of the rewards *)
Definition cell0 (n : nat) := Cell (nseq n 0) 0 0 0%Q.
Definition table := seq (seq (seq cell)).
Fixpoint upd (T : Type) (f : T -> T) (i : nat) (s : seq T) : seq T :=
  match s, i with [::], _ => [::] | x :: s', O => f x :: s' | x :: s', S i' => x :: upd f i' s' end.
Definition bump (y : nat) (r : Q) (c : cell) :=
  Cell (upd (Z.add 1) y (s3 c)) (sn c + 1) (sb c) (qadd (sr c) r).
Definition next (e : episode) : nat := match e with ((y, _), _) :: _ => y | [::] => O end.
Fixpoint see (c : table) (e : episode) : table :=
  match c, e with
  | l :: c', ((x, a), r) :: e' => upd (upd (bump (next e') r) a) x l :: see c' e'
  | _, _ => c
  end.
Definition trigc (c : cell) := Z.leb (Z.max 1 (sb c)) (sn c - sb c).
Definition trigp (c : cell) := Z.leb (sb c) (sn c - sb c).    (* as printed *)
Definition any (p : cell -> bool) (c : table) : bool := has (has (has p)) c.
(* is p true of the cell of a pair that the episode visits? *)
Fixpoint seen (p : cell -> bool) (c : table) (e : episode) : bool :=
  match c, e with
  | l :: c', ((x, a), _) :: e' => p (nth (cell0 0) (nth [::] l x) a) || seen p c' e'
  | _, _ => false
  end.
(* alg:main/12 after the episode e: n >= max{1, N} where e went, as nowhere before; 0 >= 0 at x_L *)
Definition triggered (tr : trigger) (c : table) (e : episode) : bool :=
  match tr with Max1 => seen trigc c e | Printed => true | Printed_inner => any trigp c end.
Definition rebase (c : table) : table :=
  map (map (map (fun k => Cell (s3 k) (sn k) (sn k) (sr k)))) c.
Fixpoint init (X : seq nat) (nA : nat) : table :=
  match X with n :: ((m :: _) as X') => nseq n (nseq nA (cell0 m)) :: init X' nA | _ => [::] end.

(* --- episodes *)
Fixpoint states_ok (X : seq nat) (e : episode) : bool :=
  match X, e with
  | [:: _], [::] => true
  | n :: X', ((x, _), _) :: e' => Nat.ltb x n && states_ok X' e'
  | _, _ => false
  end.
Definition actions_ok nA (e : episode) := all (fun s : nat * nat * Q => Nat.ltb s.1.2 nA) e.
Definition rewards_ok (e : episode) := all (fun s : nat * nat * Q => Qle_bool 0 s.2 && Qle_bool s.2 1) e.
Definition weights := seq (seq (seq Z)).                      (* of pi_i, in every row over one denominator *)
Definition played (w : weights) (e : episode) : bool :=
  all (fun u => let: (m, ((x, a), _)) := u in let row := nth [::] m x in
    Z.ltb 0 (nth 0 row a) || Z.eqb (zsum row) 0) (zip w e).

(* --- the policy of an epoch as weights *)
Definition long : positive := Z.to_pos (Z.shiftl 1 65536).    (* the longest denominator *)
Global Opaque long.
Definition common_of (row : seq Q) : positive :=
  foldr (fun q d => if Pos.leb d long then common (Qden q) d else d) 1%positive row.
Definition numerators (d : positive) (row : seq Q) : seq Z := map (fun q => Qnum q * (Zpos d / Zpos (Qden q))) row.
Definition divides (d : positive) (row : seq Q) : bool :=
  Pos.leb d long && all (fun q => Z.eqb (Zpos d mod Zpos (Qden q)) 0) row.
Definition clip (w : seq Z) : seq Z := map (Z.max 0) w.
Definition cut (least : Q) (q : Q) : Q := if Qle_bool least q then q else 0%Q.
Definition marginal (least : Q) (row : seq Q) : Q := foldr (fun q s => qadd (cut least q) s) 0%Q row.
Definition rows_of (p : played_policy) : seq (seq (seq Q)) :=
  match p with Pi rows => rows | Qhat least q => map (map (map (marginal least))) q end.
Definition row_weights (row : seq Q) : seq Z := clip (numerators (common_of row) row).
Definition weights_of (rows : seq (seq (seq Q))) : weights := map (map row_weights) rows.
(* the completion of a state without mass, R-3, where q_hat_i is recorded alone; before: the weights of pi_(i-1).  Weights
   that are all 0 mean the uniform distribution. *)
Definition filled (f : completion) nA (before row : seq Z) : seq Z :=
  if Z.eqb (zsum row) 0 then
    match f with First_action => 1 :: nseq nA.-1 0 | Previous => before | _ => row end
  else row.
Definition filled_layer f nA (before layer : seq (seq Z)) : seq (seq Z) :=
  map (fun x => filled f nA (nth [::] before x) (nth [::] layer x)) (iota 0 (size layer)).
Definition complete f nA (p : played_policy) (before w : weights) : weights :=
  if p is Qhat _ _ then map (fun h => filled_layer f nA (nth [::] before h) (nth [::] w h)) (iota 0 (size w)) else w.
Definition all_rows (p : seq Q -> bool) (rows : seq (seq (seq Q))) : bool := all (all p) rows.

(* |q - b| <= tol *)
Definition near (tol b q : Q) : bool := Qle_bool (b - tol) q && Qle_bool q (b + tol).
(* every entry >= - tol, the sum within tol of 1 *)
Definition distribution (tol : Q) (row : seq Q) : bool :=
  all (Qle_bool (- tol)) row && near tol 1 (foldr qadd 0%Q row).
Definition uniform (tol : Q) nA (row : seq Q) : bool := all (near tol (1 / inject_Z (Z.of_nat nA))) row.
(* q_hat_1(x,a,x') = 1/(X_h A X_{h+1}) *)
Definition uniform_q (tol : Q) nA (X : seq nat) (q : seq (seq (seq (seq Q)))) : bool :=
  all (fun h => let m := nth O X h.+1 in
    let b := (1 / (inject_Z (Z.of_nat (nth O X h)) * inject_Z (Z.of_nat nA) * inject_Z (Z.of_nat m)))%Q in
    all (all (fun row => Nat.eqb (size row) m && all (near tol b) row)) (nth [::] q h)) (iota 0 (size X).-1).

(* --- radii and rewards, eq:11 and eq:14 to eq:16; d = X_{h+1}, or 1 for b.  R-37: with `union` X_{h+1} log 2 + Lam is in
   the place of X_{h+1} Lam, with `union-half` Lam/4 in that of Lam in b, too *)
Record consts := Consts {
  cE : Z; cD : Z; cF : Z;         (* denominators of radii, of values, of Lam *)
  lamlo : Z; lamhi : Z;           (* lamlo/F <= Lam <= lamhi/F *)
  ln2lo : Z; ln2hi : Z;           (* the same of log 2 *)
  cK : radii;
  cR : Z -> Z }.                  (* hint: the integer square root *)
(* --- the bound on the regret, C LX sqrt(TA Lam), in thousandths and rounded up: C^2 is 9, or 8 where every episode ends an
   epoch; None for the readings under which no theorem bounds the regret *)
Definition constant_squared (c : choices) : option Z := match clog c, cradii c, ctrigger c with
  | Log10, _, _ | _, Union, _ | _, Union_half, _ => None | _, _, Printed => Some 8 | _, _, _ => Some 9 end.
Definition regret_bound (K : consts) (hd : header) : option Z :=
  let LX := 1000 * Z.of_nat (size (layers hd)).-1 * Z.of_nat (sumn (layers hd)) in
  if constant_squared (hread hd) is Some C2
  then Some (Z.sqrt (C2 * Z.of_nat (hA hd) * hT hd * LX * LX * lamhi K / cF K + 1) + 1) else None.
Definition root (R : Z -> Z) (a : Z) : Z :=
  let s := R a in if Z.leb (s * s) a && Z.ltb a ((s + 1) * (s + 1)) then s else Z.sqrt a.
Definition rad_lo R (G F lam d N1 : Z) := root R (2 * d * lam * G * G / (F * N1)).
Definition rad_hi R (G F lam d N1 : Z) := root R (2 * d * lam * G * G / (F * N1)) + 1.
Definition eps_lo K d N1 := match cK K with
  | Radii_printed => rad_lo (cR K) (cE K) (cF K) (lamlo K) d N1
  | _ => rad_lo (cR K) (cE K) (cF K) (d * ln2lo K + lamlo K) 1 N1 end.
Definition eps_hi K d N1 := match cK K with
  | Radii_printed => rad_hi (cR K) (cE K) (cF K) (lamhi K) d N1
  | _ => rad_hi (cR K) (cE K) (cF K) (d * ln2hi K + lamhi K) 1 N1 end.
Definition b_over K := match cK K with Union_half => 4 * cF K | _ => cF K end.
Definition mean_lo (G N1 : Z) (s : Q) := G * Qnum s / (Zpos (Qden s) * N1).
Definition mean_hi (G N1 : Z) (s : Q) := ceil (G * Qnum s) (Zpos (Qden s) * N1).
Definition to_pair (K : consts) (cw : cell * Z) : pair :=
  let: (c, w) := cw in let d := Z.of_nat (size (s3 c)) in let N1 := Z.max 1 (sn c) in
  Pair (sn c) (s3 c) (eps_lo K d N1) (eps_hi K d N1)
    (Z.min (cD K) (mean_lo (cD K) N1 (sr c) + rad_lo (cR K) (cD K) (b_over K) (lamlo K) 1 N1))
    (Z.min (cD K) (mean_hi (cD K) N1 (sr c) + rad_hi (cR K) (cD K) (b_over K) (lamhi K) 1 N1)) w 0 [::].
Definition zip3 (c : table) (w : weights) : seq (seq (seq (cell * Z))) :=
  map (fun lw => map (fun sw => zip sw.1 sw.2) (zip lw.1 lw.2)) (zip c w).
Fixpoint same_shape (c : table) (w : weights) : bool :=
  match c, w with
  | [::], [::] => true
  | l :: c', m :: w' => [&& Nat.eqb (size l) (size m),
      all (fun sw => Nat.eqb (size sw.1) (size sw.2)) (zip l m) & same_shape c' w']
  | _, _ => false
  end.
Definition layers_of K c w : seq layer := map (map (map (to_pair K))) (zip3 c w).
Definition gap_of_policy K nA c w : option Z := gap_of (cE K) nA (layers_of K c w).

(* --- recorded counts *)
Fixpoint eqs (T U : Type) (p : T -> U -> bool) (s : seq T) (t : seq U) : bool :=
  match s, t with [::], [::] => true | x :: s', y :: t' => p x y && eqs p s' t' | _, _ => false end.
Definition counts_ok (N : option (seq (seq (seq Z)))) (c : table) : bool :=
  if N is Some N' then eqs (eqs (eqs (fun n k => Z.eqb n (sn k)))) N' c else true.
Definition counts3_ok (N3 : option (seq (seq (seq (seq Z))))) (c : table) : bool :=
  if N3 is Some N3' then eqs (eqs (eqs (fun n k => eqs Z.eqb n (s3 k)))) N3' c else true.

(* --- the trace *)
Record judge := Judge {
  tab : table; due : bool;
  pol : weights; gap : Z;         (* of the epoch in force *)
  num_t : Z; num_i : Z;           (* episodes, epochs so far *)
  worst : Z; lost : Z }.          (* the largest gap; the sum over the episodes of the gap in force *)
Inductive outcome := Next of judge | Done | Refused of rule.

Definition after_episode (tr : trigger) (s : judge) (e : episode) : judge :=
  let c := see (tab s) e in
  Judge c (triggered tr c e) (pol s) (gap s) (num_t s + 1) (num_i s) (worst s) (lost s + gap s).
Definition short (c : cell) := Pos.leb (Qden (sr c)) long.
Definition step_episode (hd : header) (s : judge) (t : Z) (e : episode) : outcome :=
  if Z.eqb (num_i s) 0 then Refused r_order else
  if due s then Refused r_epoch_missing else
  if negb (Z.eqb t (num_t s + 1) && Z.leb t (hT hd)) then Refused r_episode_number else
  if negb (states_ok (layers hd) e) then Refused r_state else
  if negb (actions_ok (hA hd) e) then Refused r_action else
  if negb (rewards_ok e) then Refused r_reward else
  if negb (played (pol s) e) then Refused r_played else
  let s' := after_episode (ctrigger (hread hd)) s e in
  if seen (fun c => ~~ short c) (tab s') e then Refused r_long else Next s'.

(* g / D <= tolerance *)
Definition gap_fits (K : consts) (tol : Q) (g : Z) := Z.leb (g * Zpos (Qden tol)) (Qnum tol * cD K).
Definition step_epoch (K : consts) (hd : header) (s : judge) (i t : Z) (e : epoch) : outcome :=
  let first := Z.eqb (num_i s) 0 in
  let c := tab s in let rows := rows_of (epol e) in let tol := htol hd in
  if negb first && Z.eqb (num_t s) (hT hd) && negb (hsolve hd) then Refused r_last_trigger else
  if negb first && negb (due s) then Refused r_epoch_early else
  if negb (Z.eqb i (num_i s + 1) && Z.eqb t (num_t s + 1)) then Refused r_epoch_number else
  if negb (counts_ok (eN e) c) then Refused r_N else
  if negb (counts3_ok (eN3 e) c) then Refused r_N3 else
  if negb (all_rows (fun row => divides (common_of row) row) rows) then Refused r_long else
  let w0 := weights_of rows in
  let w := complete (ccompletion (hread hd)) (hA hd) (epol e) (if first then w0 else pol s) w0 in
  if negb (same_shape c w0 && same_shape c w) then Refused r_pi_distribution else
  let fit := if first
    then match epol e with
      | Pi _ => if all_rows (uniform tol (hA hd)) rows then None else Some r_pi_1
      | Qhat _ q => if uniform_q tol (hA hd) (layers hd) q then None else Some r_q_hat_1
      end
    else match epol e with
      | Pi _ => if all_rows (distribution tol) rows then None else Some r_pi_distribution
      | Qhat _ _ => None
      end in
  if fit is Some r then Refused r else
  match gap_of_policy K (hA hd) c w with
  | None => Refused (r_pi_optimal None)
  | Some g =>
    if gap_fits K tol g
    then Next (Judge (rebase c) false w g (num_t s) i (Z.max (worst s) g) (lost s))
    else Refused (r_pi_optimal (Some g))
  end.

Definition step_end (hd : header) (s : judge) (n m : Z) : outcome :=
  if Z.eqb (num_i s) 0 then Refused r_order else
  if hsolve hd && Z.eqb (num_t s) (hT hd) && due s then Refused r_last_trigger else
  if Z.eqb n (num_t s) && Z.eqb m (num_i s) then Done else Refused r_end.

Definition step K hd (s : judge) (r : record) : outcome :=
  match r with
  | REpoch i t e => step_epoch K hd s i t e
  | REpisode t e => step_episode hd s t e
  | REnd n m => step_end hd s n m
  end.

(* --- the header *)
Definition header_ok (hd : header) : bool :=
  [&& Nat.ltb 1 (size (layers hd)), Nat.eqb (head O (layers hd)) 1, Nat.eqb (last O (layers hd)) 1,
      all (Nat.ltb 0) (layers hd), Nat.ltb 0 (hA hd) &
  [&& Z.ltb 0 (hT hd), negb (Qle_bool (hdelta hd) 0) & negb (Qle_bool 1 (hdelta hd))]].
(* T X A / delta *)
Definition txa_delta (hd : header) : Q :=
  (inject_Z (hT hd * Z.of_nat (sumn (layers hd)) * Z.of_nat (hA hd)) / hdelta hd)%Q.
Definition bits : Z := 60.
Definition lam_bits : Z := 80.
Definition opening (R : Z -> Z) (hd : header) : option (consts * judge) :=
  if header_ok hd then
    let E := 2 ^ bits in let F := 2 ^ lam_bits in
    match log_box 24 F (clog (hread hd)) (txa_delta hd), ln_box 24 F 2 with
    | Some (lo, hi), Some (lo2, hi2) => if Z.leb F (2 * lo) && Z.leb 0 lo2 then
        Some (Consts E E F lo hi lo2 hi2 (cradii (hread hd)) R,
          Judge (init (layers hd) (hA hd)) false [::] 0 0 0 0 0) else None
    | _, _ => None
    end
  else None.

(* what the program does with a file, in one function: the last state, if the trace is accepted *)
Fixpoint run K hd (s : judge) (rs : seq record) : option judge :=
  match rs with
  | [::] => None
  | r :: rs' =>
    match step K hd s r with
    | Next s' => run K hd s' rs'
    | Done => if rs' is [::] then Some s else None
    | Refused _ => None
    end
  end.
Definition verdict R (hd : header) (rs : seq record) : option judge :=
  if opening R hd is Some (K, s) then run K hd s rs else None.

(* the same, record by record: what the program does with a file *)
Inductive progress := Running of judge | Over of judge | Failed of rule & judge.
Definition feed K hd (p : progress) (r : record) : progress :=
  match p with
  | Running s => match step K hd s r with Next s' => Running s' | Done => Over s | Refused why => Failed why s end
  | Over s => Failed r_end s
  | Failed _ _ => p
  end.
