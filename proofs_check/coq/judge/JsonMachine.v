(* The reader of JSON: a stack machine that is given one byte at a time. *)
Require Import ZArith List.
From Coq.Init Require Import Byte.
Require Import UCRLLP.judge.JsonGrammar.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope bool_scope.

Definition z0 := 0. Definition z1 := 1. Definition z2 := 2. Definition z3 := 3. Definition z4 := 4.
Definition z5 := 5. Definition z6 := 6. Definition z7 := 7. Definition z8 := 8. Definition z9 := 9.
Definition z10 := 10.

Inductive cls := Cdigit (d : Z) | Cspace | Ctab | Cquote | Ccomma | Ccolon | Clist | Cobj | Cendlist | Cendobj |
  Cminus | Cplus | Cdot | Cexp | Cback | Cplain | Chigh | Cbad.
Definition class (c : byte) : cls :=
  match c with
  | x09 => Ctab
  | x0d => Ctab
  | x20 => Cspace
  | x21 => Cplain
  | x22 => Cquote
  | x23 => Cplain
  | x24 => Cplain
  | x25 => Cplain
  | x26 => Cplain
  | x27 => Cplain
  | x28 => Cplain
  | x29 => Cplain
  | x2a => Cplain
  | x2b => Cplus
  | x2c => Ccomma
  | x2d => Cminus
  | x2e => Cdot
  | x2f => Cplain
  | x30 => Cdigit z0
  | x31 => Cdigit z1
  | x32 => Cdigit z2
  | x33 => Cdigit z3
  | x34 => Cdigit z4
  | x35 => Cdigit z5
  | x36 => Cdigit z6
  | x37 => Cdigit z7
  | x38 => Cdigit z8
  | x39 => Cdigit z9
  | x3a => Ccolon
  | x3b => Cplain
  | x3c => Cplain
  | x3d => Cplain
  | x3e => Cplain
  | x3f => Cplain
  | x40 => Cplain
  | x41 => Cplain
  | x42 => Cplain
  | x43 => Cplain
  | x44 => Cplain
  | x45 => Cexp
  | x46 => Cplain
  | x47 => Cplain
  | x48 => Cplain
  | x49 => Cplain
  | x4a => Cplain
  | x4b => Cplain
  | x4c => Cplain
  | x4d => Cplain
  | x4e => Cplain
  | x4f => Cplain
  | x50 => Cplain
  | x51 => Cplain
  | x52 => Cplain
  | x53 => Cplain
  | x54 => Cplain
  | x55 => Cplain
  | x56 => Cplain
  | x57 => Cplain
  | x58 => Cplain
  | x59 => Cplain
  | x5a => Cplain
  | x5b => Clist
  | x5c => Cback
  | x5d => Cendlist
  | x5e => Cplain
  | x5f => Cplain
  | x60 => Cplain
  | x61 => Cplain
  | x62 => Cplain
  | x63 => Cplain
  | x64 => Cplain
  | x65 => Cexp
  | x66 => Cplain
  | x67 => Cplain
  | x68 => Cplain
  | x69 => Cplain
  | x6a => Cplain
  | x6b => Cplain
  | x6c => Cplain
  | x6d => Cplain
  | x6e => Cplain
  | x6f => Cplain
  | x70 => Cplain
  | x71 => Cplain
  | x72 => Cplain
  | x73 => Cplain
  | x74 => Cplain
  | x75 => Cplain
  | x76 => Cplain
  | x77 => Cplain
  | x78 => Cplain
  | x79 => Cplain
  | x7a => Cplain
  | x7b => Cobj
  | x7c => Cplain
  | x7d => Cendobj
  | x7e => Cplain
  | x7f => Cplain
  | x00 => Cbad
  | x01 => Cbad
  | x02 => Cbad
  | x03 => Cbad
  | x04 => Cbad
  | x05 => Cbad
  | x06 => Cbad
  | x07 => Cbad
  | x08 => Cbad
  | x0a => Cbad
  | x0b => Cbad
  | x0c => Cbad
  | x0e => Cbad
  | x0f => Cbad
  | x10 => Cbad
  | x11 => Cbad
  | x12 => Cbad
  | x13 => Cbad
  | x14 => Cbad
  | x15 => Cbad
  | x16 => Cbad
  | x17 => Cbad
  | x18 => Cbad
  | x19 => Cbad
  | x1a => Cbad
  | x1b => Cbad
  | x1c => Cbad
  | x1d => Cbad
  | x1e => Cbad
  | x1f => Cbad
  | _ => Chigh
  end.

(* --- strings *)
Definition code (c : byte) : Z := Z.of_N (Byte.to_N c).
Definition z16 := 16. Definition z64 := 64. Definition z128 := 128. Definition z192 := 192.
(* where in a character *)
Inductive lex :=
  | Between
  | Within (more : bool * bool) (u : Z) (l : bytes)      (* of several bytes, l; two, one or none to come after the next *)
  | Backslash
  | Digits4 (n : nat) (u : Z) (high : option Z)           (* of \uXXXX; n digits to come after the next *)
  | Low (high : Z)                                      (* after the first half of a pair *)
  | Low_u (high : Z).
Inductive answer := Closed (s : bytes) | Open (s : bytes) (u : lex) | Broken.
Definition is_scalar (u : Z) : bool := (Z.leb 0 u && Z.ltb u 55296) || (Z.leb 57344 u && Z.ltb u 1114112).
Fixpoint beq (s t : bytes) : bool :=
  match s, t with [], [] => true | c :: s', d :: t' => if Byte.eqb c d then beq s' t' else false | _, _ => false end.
Definition put (s : bytes) (u : Z) : answer := Open (rev' (utf8 u) ++ s) Between.
Definition unescaped (c : byte) : option byte :=
  match find (fun p => Byte.eqb c (fst p)) escapes with Some p => Some (snd p) | None => None end.
(* the bytes before, the last one first *)
Definition in_text (s : bytes) (u : lex) (c : byte) : answer :=
  match u with
  | Between =>
    match class c with
    | Cquote => Closed s
    | Cback => Open s Backslash
    | Cbad | Ctab => Broken
    | Chigh => let n := code c in
      if Z.ltb n 192 then Broken else if Z.ltb n 224 then Open s (Within (false, false) (n - 192) [c])
      else if Z.ltb n 240 then Open s (Within (true, false) (n - 224) [c])
      else if Z.ltb n 248 then Open s (Within (true, true) (n - 240) [c]) else Broken
    | _ => Open (c :: s) Between
    end
  | Within more u l =>
    let n := code c in
    if Z.leb z128 n && Z.ltb n z192 then
      let u' := z64 * u + (n - z128) in
      match more with
      | (true, b) => Open s (Within (b, false) u' (c :: l))
      | (false, _) => if is_scalar u' && Z.leb z128 u' && beq (rev' (utf8 u')) (c :: l) then put s u' else Broken
      end
    else Broken
  | Backslash => match unescaped c with
                 | Some d => Open (d :: s) Between
                 | None => if Byte.eqb c x75 then Open s (Digits4 3 0 None) else Broken end
  | Digits4 n u high =>
    match hex c with
    | None => Broken
    | Some d =>
      let u' := z16 * u + d in
      match n, high with
      | S n', _ => Open s (Digits4 n' u' high)
      | O, None => if is_scalar u' then put s u'
                   else if Z.leb 55296 u' && Z.ltb u' 56320 then Open s (Low u') else Broken
      | O, Some h => if Z.leb 56320 u' && Z.ltb u' 57344 then put s (65536 + 1024 * (h - 55296) + (u' - 56320))
                     else Broken
      end
    end
  | Low h => if Byte.eqb c x5c then Open s (Low_u h) else Broken
  | Low_u h => if Byte.eqb c x75 then Open s (Digits4 3 0 (Some h)) else Broken
  end.

(* --- values *)
Inductive frame :=
  | InArr (vs : list json)                              (* the values before, the last one first *)
  | InObj (ms : list (bytes * json)) (key : bytes).
Definition stack := list frame.
Inductive state :=
  | Start                                               (* nothing was read *)
  | Fail
  | Want (k : stack)                                    (* a value *)
  | WantOrEnd (k : stack)                               (* after [ *)
  | KeyOrEnd (k : stack)                                (* after { *)
  | Key (ms : list (bytes * json)) (k : stack)
  | InKey (s : bytes) (u : lex) (ms : list (bytes * json)) (k : stack)
  | Colon (s : bytes) (ms : list (bytes * json)) (k : stack)
  | InText (s : bytes) (u : lex) (k : stack)
  | Literal (rest : bytes) (v : json) (k : stack)
  | Minus (k : stack)
  | Zero (s : Z) (k : stack)
  | Whole (s m : Z) (k : stack)
  | Point (s m : Z) (k : stack)
  | Frac (s m n : Z) (k : stack)
  | Exp (m n : Z) (k : stack)
  | ExpSign (s m n : Z) (k : stack)
  | ExpDigits (s e m n : Z) (k : stack)
  | Have (v : json) (k : stack).

Definition after (v : json) (k : stack) (c : cls) : state :=
  match c with
  | Cspace | Ctab => Have v k
  | Ccomma => match k with InArr vs :: k' => Want (InArr (v :: vs) :: k') | InObj ms s :: k' => Key ((s, v) :: ms) k'
              | [] => Fail end
  | Cendlist => match k with InArr vs :: k' => Have (Arr (rev' (v :: vs))) k' | _ => Fail end
  | Cendobj => match k with InObj ms s :: k' => Have (Obj (rev' ((s, v) :: ms))) k' | _ => Fail end
  | _ => Fail
  end.
Definition minus_one := -1.
Definition begin (k : stack) (c : byte) : state :=
  match class c with
  | Cspace | Ctab => Want k
  | Cquote => InText [] Between k
  | Clist => WantOrEnd k
  | Cobj => KeyOrEnd k
  | Cminus => Minus k
  | Cdigit d => if Z.eqb d 0 then Zero z1 k else Whole z1 d k
  | _ => match c with
         | x6e => Literal [x75; x6c; x6c] Null k
         | x74 => Literal [x72; x75; x65] (Bool true) k
         | x66 => Literal [x61; x6c; x73; x65] (Bool false) k
         | _ => Fail
         end
  end.
Definition step (st : state) (c : byte) : state :=
  match st with
  | Start => begin [] c
  | Fail => Fail
  | Want k => begin k c
  | WantOrEnd k => match class c with Cendlist => Have (Arr []) k | Cspace | Ctab => st | _ => begin (InArr [] :: k) c end
  | KeyOrEnd k => match class c with Cendobj => Have (Obj []) k | Cspace | Ctab => st | Cquote => InKey [] Between [] k
                  | _ => Fail end
  | Key ms k => match class c with Cspace | Ctab => st | Cquote => InKey [] Between ms k | _ => Fail end
  | InKey s u ms k => match in_text s u c with
                      | Closed s => Colon (rev' s) ms k | Open s u => InKey s u ms k | Broken => Fail end
  | Colon s ms k => match class c with Cspace | Ctab => st | Ccolon => Want (InObj ms s :: k) | _ => Fail end
  | InText s u k => match in_text s u c with
                    | Closed s => Have (Str (rev' s)) k | Open s u => InText s u k | Broken => Fail end
  | Literal [] v k => Fail
  | Literal [c'] v k => if Byte.eqb c c' then Have v k else Fail
  | Literal (c' :: r) v k => if Byte.eqb c c' then Literal r v k else Fail
  | Minus k => match class c with Cdigit d => if Z.eqb d 0 then Zero minus_one k else Whole minus_one d k | _ => Fail end
  | Zero s k => match class c with
                | Cdot => Point s 0 k
                | Cexp => Exp 0 0 k
                | cl => after (Num true 0 0) k cl end
  | Whole s m k => match class c with
                   | Cdigit d => Whole s (z10 * m + d) k
                   | Cdot => Point s m k
                   | Cexp => Exp (s * m) 0 k
                   | cl => after (Num true (s * m) 0) k cl end
  | Point s m k => match class c with Cdigit d => Frac s (z10 * m + d) z1 k | _ => Fail end
  | Frac s m n k => match class c with
                    | Cdigit d => Frac s (z10 * m + d) (n + z1) k
                    | Cexp => Exp (s * m) n k
                    | cl => after (Num false (s * m) (- n)) k cl end
  | Exp m n k => match class c with
                 | Cdigit d => ExpDigits z1 d m n k
                 | Cminus => ExpSign minus_one m n k
                 | Cplus => ExpSign z1 m n k
                 | _ => Fail end
  | ExpSign s m n k => match class c with Cdigit d => ExpDigits s d m n k | _ => Fail end
  | ExpDigits s e m n k => match class c with
                           | Cdigit d => ExpDigits s (z10 * e + d) m n k
                           | cl => after (Num false m (s * e - n)) k cl end
  | Have v k => after v k (class c)
  end.

(* at the end of the line *)
Definition flush (st : state) : state :=
  match st with
  | Zero s k => Have (Num true 0 0) k
  | Whole s m k => Have (Num true (s * m) 0) k
  | Frac s m n k => Have (Num false (s * m) (- n)) k
  | ExpDigits s e m n k => Have (Num false m (s * e - n)) k
  | _ => st
  end.
Definition found (st : state) : option json := match flush st with Have v [] => Some v | _ => None end.
Definition start : state := Start.
Definition read (l : bytes) : option json := found (fold_left step l start).
