(* The program as a function of one byte at a time; main.ml only does input and output. *)
Require Import ZArith QArith List Bool String.
From Coq.Init Require Import Byte.
Require Import UCRLLP.judge.TraceCheck.
Require Import UCRLLP.judge.JsonGrammar UCRLLP.judge.JsonMachine UCRLLP.judge.Meaning UCRLLP.judge.Decode.
Import ListNotations.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope Z_scope.

Inductive outside := A_reading | A_logarithm | A_lone_q_hat.
Inductive mode :=
  | Judging (K : consts) (p : progress)
  | Outside (why : outside).                            (* the theorem does not cover it; the lines are still read *)
Record body := At {
  hd_ : header; rd_ : list reading; mode_ : mode;
  over : bool;                                          (* after `end` *)
  episodes : Z; epochs : Z;                             (* records so far, to bound a file without end *)
  line : Z; since : Z;                                  (* this line; the last that was judged *)
  unjudged : list bytes }.                              (* keys of what is recorded and not judged *)
Inductive program :=
  | First (st : state) (n : Z)                          (* in the header's line *)
  | Body (b : body) (st : state) (n : Z)
  | Unread (b : option body).                           (* its line is no record of a trace *)
Definition begin_file : program := First start 0.

(* --- limits, about which nothing is proved: beyond them a line is not read *)
Definition none : Z := 0.
Definition beyond_limit : Z := -1.
Definition max_digits : Z := 1000.
Definition max_text : Z := 2003.                        (* 2002 characters after the quotation mark *)
Fixpoint shallow (A : Type) (n : nat) (k : list A) : bool :=
  match k, n with [], _ => true | _ :: k', S n' => shallow n' k' | _, O => false end.
Definition max_depth : nat := 7.                        (* around an array or an object *)
Definition one_more (most n : Z) : Z := if Z.ltb n most then n + 1 else beyond_limit.
(* n: how many digits, or characters of a string, came before *)
Definition length_so_far (st : state) (n : Z) : Z :=
  match st with
  | Whole _ _ _ | Frac _ _ _ _ | ExpDigits _ _ _ _ _ => one_more max_digits n
  | InText _ (Within _ _ _) _ | InKey _ (Within _ _ _) _ _ => n
  | InText _ _ _ | InKey _ _ _ _ => one_more max_text n
  | WantOrEnd k | KeyOrEnd k => if shallow max_depth k then none else beyond_limit
  | _ => none
  end.

(* --- a line is complete *)
Definition ends (r : record) (m : mode) : bool :=
  match r, m with REnd _ _, _ | _, Judging _ (Over _) => true | _, _ => false end.
(* keys for the verdict, about which nothing is proved *)
Definition header_notes := [k_mdp; k_producer; k_seed].
Definition recorded_notes := ks_pair ++ [key "P_bar"; k_V] ++ ks_number.
Definition epoch_notes (v : json) : list bytes :=
  match v with Obj ms => match get k_pi ms with Some _ => k_q :: recorded_notes | None => recorded_notes end | _ => [] end.
Definition among (ks : list bytes) (v : json) : list bytes :=
  match v with
  | Obj ms => filter (fun k => match get k ms with Some Null => false | Some _ => true | None => false end) ks
  | _ => [] end.
Definition merge (old new : list bytes) : list bytes := old ++ filter (fun k => negb (existsb (beq k) old)) new.
Definition after_header (R : Z -> Z) (st : state) : program :=
  match found st with
  | Some v =>
    match read_header v with
    | Some (hd, rd) =>
      let m := if is_covered rd then match opening R hd with
                                     | Some (K, s) => Judging K (Running s)
                                     | None => Outside A_logarithm end
               else Outside A_reading in
      Body (At hd rd m false 0 0 2 1 (among header_notes v)) start none
    | None => Unread None
    end
  | None => Unread None
  end.
Definition after_record (b : body) (st : state) : program :=
  if over b then Unread (Some b) else
  match found st with
  | Some v =>
    match read_record (hd_ b) (rd_ b) v with
    | Some (r, covered) =>
      let e := match r with REpisode _ _ => episodes b + 1 | _ => episodes b end in
      let i := match r with REpoch _ _ _ => epochs b + 1 | _ => epochs b end in
      let w := match r with REpoch _ _ _ => merge (unjudged b) (among (epoch_notes v) v) | _ => unjudged b end in
      if Z.leb e (hT (hd_ b)) && Z.leb i (hT (hd_ b) + 1) then
        match mode_ b with
        | Judging K (Running s) =>
          let m := if covered then Judging K (feed K (hd_ b) (Running s) r) else Outside A_lone_q_hat in
          Body (At (hd_ b) (rd_ b) m (ends r m) e i (line b + 1) (line b) w) start none
        | m => Body (At (hd_ b) (rd_ b) m (ends r m) e i (line b + 1) (since b) w) start none
        end
      else Unread (Some b)
    | None => Unread (Some b)
    end
  | None => Unread (Some b)
  end.
Definition feed_byte (R : Z -> Z) (P : program) (c : byte) : program :=
  match P with
  | First st n =>
    match c with
    | x0a => after_header R st
    | _ => let st' := step st c in let n' := length_so_far st' n in
      if Z.ltb n' 0 then First Fail none else First st' n'
    end
  | Body b st n =>
    match c with
    | x0a => after_record b st
    | _ => let st' := step st c in let n' := length_so_far st' n in
      if Z.ltb n' 0 then Body b Fail none else Body b st' n'
    end
  | Unread _ => P
  end.

(* --- at the end of the file *)
Inductive verdict_ :=
  | Accepted (hd : header) (j : judge)
  | Vacuous (hd : header) (j : judge)                    (* no episode *)
  | Refused_for (why : rule) (at_line : Z) (hd : header) (j : judge)
  | Tolerance_above (hd : header) (j : judge)
  | Not_covered (why : outside)
  | No_end
  | Not_read.
Definition at_line_start (P : program) : bool := match P with Body _ Start _ => true | _ => false end.
Definition state_of (p : progress) : judge := match p with Running s | Over s | Failed _ s => s end.
Definition verdict_of (most : Q) (P : program) : verdict_ :=
  match P with
  | Body b _ _ =>
    if over b then
      match mode_ b with
      | Judging _ p =>
        if Qle_bool (htol (hd_ b)) most then
          match p with
          | Over j => if Z.eqb (num_t j) 0 then Vacuous (hd_ b) j else Accepted (hd_ b) j
          | Failed why j => Refused_for why (since b) (hd_ b) j
          | Running _ => No_end
          end
        else Tolerance_above (hd_ b) (state_of p)
      | Outside why => Not_covered why
      end
    else No_end
  | _ => Not_read
  end.
(* the program at the end: a last line without a newline counts *)
Definition last_line (R : Z -> Z) (P : program) : program := if at_line_start P then P else feed_byte R P newline.
Definition judged (R : Z -> Z) (most : Q) (file : list Byte.byte) : verdict_ :=
  verdict_of most (last_line R (fold_left (feed_byte R) file begin_file)).

(* for main.ml: the bytes in their order *)
Definition all_bytes : list Byte.byte :=
  flat_map (fun n => match Byte.of_nat n with Some c => [c] | None => [] end) (seq 0 256).
