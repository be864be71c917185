(* An episode's line as programs write it, with at most one blank after a comma or colon, is read in one pass over its
   bytes; the machine of JsonMachine.v reads the same.  `feed_line` is `feed_byte` for every byte of a line and the
   newline, no more and no less (`feed_line_ok`). *)
Require Import ZArith QArith List Bool.
From Coq.Init Require Import Byte.
Require Import UCRLLP.judge.TraceCheck UCRLLP.judge.FastEpisode.
Require Import UCRLLP.judge.JsonGrammar UCRLLP.judge.JsonMachine UCRLLP.judge.Decode UCRLLP.judge.Meaning
  UCRLLP.judge.ByteByByte.
Import ListNotations.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope list_scope.
Local Open Scope Z_scope.

(* --- numbers *)
Definition value_of_digit (c : byte) : option Z :=
  match c with
  | x30 => Some z0 | x31 => Some z1 | x32 => Some z2 | x33 => Some z3 | x34 => Some z4
  | x35 => Some z5 | x36 => Some z6 | x37 => Some z7 | x38 => Some z8 | x39 => Some z9
  | _ => None
  end.
Definition place (c : byte) : option nat :=
  match c with
  | x30 => Some 0 | x31 => Some 1 | x32 => Some 2 | x33 => Some 3 | x34 => Some 4
  | x35 => Some 5 | x36 => Some 6 | x37 => Some 7 | x38 => Some 8 | x39 => Some 9
  | _ => None
  end%nat.
(* at most f more digits *)
Fixpoint digits_from (f : nat) (m : Z) (l : bytes) : option (Z * bytes) :=
  match l with
  | [] => None
  | c :: r => match value_of_digit c with
    | Some d => match f with S f' => digits_from f' (z10 * m + d) r | O => None end
    | None => Some (m, l)
    end
  end.
Definition whole_number (f : nat) (l : bytes) : option (Z * bytes) :=
  match l with
  | [] => None
  | c :: r => match value_of_digit c with Some d => if Z.eqb d 0 then None else digits_from f d r | None => None end
  end.
Fixpoint decimals_from (f : nat) (m n : Z) (l : bytes) : option (Z * Z * bytes) :=
  match l with
  | [] => None
  | c :: r => match value_of_digit c with
    | Some d => match f with S f' => decimals_from f' (z10 * m + d) (n + z1) r | O => None end
    | None => Some (m, n, l)
    end
  end.

(* --- the values of a list: a state or an action; a reward that is 0 or 1 or has this digit before its point *)
Definition a_place (l : bytes) : option (nat * bytes) :=
  match l with
  | [] => None
  | c :: r => match place c with
    | None => None
    | Some n => match r with
      | x2c :: _ | x5d :: _ => Some (n, r)
      | _ => match whole_number 3 l with Some (m, r') => Some (Z.to_nat m, r') | None => None end
      end
    end
  end.
Definition decimals (m : Z) (l : bytes) : option (Q * bytes) :=
  match l with
  | [] => None
  | c :: r => match value_of_digit c with
    | None => None
    | Some d => match decimals_from 30 (z10 * m + d) z1 r with
      | None => None
      | Some (m', n, r') => match entry_of (Num false m' (- n)) with Some q => Some (q, r') | None => None end
      end
    end
  end.
Definition no_reward : Q := Qmake 0 1.
Definition full_reward : Q := Qmake 1 1.
Definition a_reward (l : bytes) : option (Q * bytes) :=
  match l with
  | x30 :: x2e :: r => decimals z0 r
  | x31 :: x2e :: r => decimals z1 r
  | x30 :: r => Some (no_reward, r)
  | x31 :: r => Some (full_reward, r)
  | _ => None
  end.
Definition skip (l : bytes) : bytes := match l with x20 :: r => r | _ => l end.
(* at most f values, and what follows ] *)
Fixpoint values_from (A : Type) (item : bytes -> option (A * bytes)) (f : nat) (l : bytes) (acc : list A) :
    option (list A * bytes) :=
  match f with
  | O => None
  | S f' => match item l with
    | Some (x, x2c :: r) => values_from item f' (skip r) (x :: acc)
    | Some (x, x5d :: r) => Some (rev' (x :: acc), r)
    | _ => None
    end
  end.

(* --- the line *)
(* the line's beginning, {"record":"episode","t":, in four parts *)
Definition to_end_t (l : bytes) : option bytes :=
  match l with x22 :: x74 :: x22 :: x3a :: r => Some (skip r) | _ => None end.
Definition to_pisode (l : bytes) : option bytes :=
  match l with x70 :: x69 :: x73 :: x6f :: x64 :: x65 :: x22 :: x2c :: r => to_end_t (skip r) | _ => None end.
Definition to_rd_e (l : bytes) : option bytes :=
  match l with x72 :: x64 :: x22 :: x3a :: r => match skip r with x22 :: x65 :: r' => to_pisode r' | _ => None end | _ => None end.
Definition to_t (l : bytes) : option bytes :=
  match l with x7b :: x22 :: x72 :: x65 :: x63 :: x6f :: r => to_rd_e r | _ => None end.
(* the letter of a list: ,"x":[ *)
Definition opened (l : bytes) : option bytes := match skip l with x5b :: r => Some r | _ => None end.
Definition to_x (l : bytes) : option bytes :=
  match l with x2c :: r => match skip r with x22 :: x78 :: x22 :: x3a :: r' => opened r' | _ => None end | _ => None end.
Definition to_a (l : bytes) : option bytes :=
  match l with x2c :: r => match skip r with x22 :: x61 :: x22 :: x3a :: r' => opened r' | _ => None end | _ => None end.
Definition to_r (l : bytes) : option bytes :=
  match l with x2c :: r => match skip r with x22 :: x72 :: x22 :: x3a :: r' => opened r' | _ => None end | _ => None end.
Definition closing (l : bytes) : bool := match l with [x7d] => true | _ => false end.
Fixpoint steps (xs acts : list nat) (rs : list Q) : option episode :=
  match xs, acts, rs with
  | [], [], [] => Some []
  | x :: xs', a :: acts', r :: rs' => match steps xs' acts' rs' with Some e => Some ((x, a, r) :: e) | None => None end
  | _, _, _ => None
  end.
(* t and the episode, of at most f steps *)
Definition episode_line (f : nat) (l : bytes) : option (Z * episode) :=
  l <- to_t l;;
  match whole_number 12 l with
  | None => None
  | Some (t, l) =>
    guard Z.leb t max_count;;
    l <- to_x l;;
    match values_from a_place f l [] with
    | None => None
    | Some (xs, l) =>
      l <- to_a l;;
      match values_from a_place f l [] with
      | None => None
      | Some (acts, l) =>
        l <- to_r l;;
        match values_from a_reward f l [] with
        | None => None
        | Some (rs, l) => guard closing l;; e <- steps xs acts rs;; Some (t, e)
        end
      end
    end
  end.

(* --- the program, a line at a time *)
Definition quick_line (b : body) (l : bytes) : option program :=
  if over b then None else
  match mode_ b with
  | Judging K (Running s) =>
    match episode_line (List.length (layers (hd_ b))) l with
    | Some (t, e) =>
      let n := episodes b + 1 in
      if Z.leb n (hT (hd_ b)) && Z.leb (epochs b) (hT (hd_ b) + 1) then
        match quick_episode (hd_ b) s t e with
        | Some s' => Some (Body (At (hd_ b) (rd_ b) (Judging K (Running s')) false n (epochs b) (line b + 1) (line b)
                                    (unjudged b)) start none)
        | None => None
        end
      else None
    | None => None
    end
  | _ => None
  end.
Definition feed_line (R : Z -> Z) (P : program) (l : bytes) : program :=
  let slow (_ : unit) := feed_byte R (fold_left (feed_byte R) l P) newline in
  match P with
  | Body b Start _ => match quick_line b l with Some P' => P' | None => slow tt end
  | _ => slow tt
  end.
