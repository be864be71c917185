(* Specification: the JSON text of a line, as at json.org (RFC 8259).  A string is the UTF-8 bytes that it stands for. *)
Require Import ZArith List.
From Coq.Init Require Import Byte.
From Coq.Strings Require Byte.
Import ListNotations.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope Z_scope.
Local Open Scope byte_scope.
Notation bytes := (list byte).

Inductive json :=
  | Null
  | Bool (b : bool)
  | Num (whole : bool) (m e : Z)          (* m * 10^e; whole: written without point and exponent *)
  | Str (s : bytes)
  | Arr (l : list json)
  | Obj (l : list (bytes * json)).

Definition digit (c : byte) : option Z :=
  match c with
  | "0" => Some 0 | "1" => Some 1 | "2" => Some 2 | "3" => Some 3 | "4" => Some 4
  | "5" => Some 5 | "6" => Some 6 | "7" => Some 7 | "8" => Some 8 | "9" => Some 9
  | _ => None
  end%Z.
Definition digits (l : bytes) (ds : list Z) := Forall2 (fun c d => digit c = Some d) l ds.
Definition value_of (ds : list Z) : Z := fold_left (fun v d => 10 * v + d)%Z ds 0%Z.

(* space, tab, carriage return; a newline ends the line *)
Definition space (l : bytes) := Forall (fun c => In c [" "; x09; x0d]) l.

(* --- strings *)
(* a character: a number that is no surrogate; its bytes in UTF-8 *)
Definition scalar (u : Z) : Prop := (0 <= u < 55296 \/ 57344 <= u < 1114112)%Z.
Definition chr (n : Z) : byte := match Byte.of_N (Z.to_N n) with Some c => c | None => x00 end.
Definition utf8 (u : Z) : bytes :=
  (if u <? 128 then [chr u]
   else if u <? 2048 then [chr (192 + u / 64); chr (128 + u mod 64)]
   else if u <? 65536 then [chr (224 + u / 4096); chr (128 + (u / 64) mod 64); chr (128 + u mod 64)]
   else [chr (240 + u / 262144); chr (128 + (u / 4096) mod 64); chr (128 + (u / 64) mod 64); chr (128 + u mod 64)])%Z.
Definition hex (c : byte) : option Z :=
  match c with
  | "a" | "A" => Some 10 | "b" | "B" => Some 11 | "c" | "C" => Some 12
  | "d" | "D" => Some 13 | "e" | "E" => Some 14 | "f" | "F" => Some 15
  | _ => digit c
  end%Z.
Inductive hex4 : bytes -> Z -> Prop :=
  Hex4 a b c d x y z t : hex a = Some x -> hex b = Some y -> hex c = Some z -> hex d = Some t ->
    hex4 [a; b; c; d] (16 * (16 * (16 * x + y) + z) + t)%Z.
Definition escapes : list (byte * byte) :=
  [("""", """"); ("\", "\"); ("/", "/"); ("b", x08); ("f", x0c); ("n", x0a); ("r", x0d); ("t", x09)].
(* how a character is written, and the bytes that it stands for *)
Inductive character : bytes -> bytes -> Prop :=
  | Plain u : scalar u -> (32 <= u)%Z -> u <> 34%Z -> u <> 92%Z -> character (utf8 u) (utf8 u)
  | Escaped c d : In (c, d) escapes -> character ["\"; c] [d]
  | Escaped_u h u : hex4 h u -> scalar u -> character ("\" :: "u" :: h) (utf8 u)
  | Escaped_pair h u h' u' : hex4 h u -> (55296 <= u < 56320)%Z -> hex4 h' u' -> (56320 <= u' < 57344)%Z ->
      character ("\" :: "u" :: h ++ "\" :: "u" :: h') (utf8 (65536 + 1024 * (u - 55296) + (u' - 56320))).
Inductive text : bytes -> bytes -> Prop :=
  | Text_nil : text [] []
  | Text_snoc l s l' s' : text l s -> character l' s' -> text (l ++ l') (s ++ s').

(* --- numbers *)
(* 0, or digits of which the first is not 0 *)
Inductive whole_part : bytes -> list Z -> Prop :=
  | Zero_part : whole_part ["0"] [0%Z]
  | Whole_part c l d ds : digit c = Some d -> d <> 0%Z -> digits l ds -> whole_part (c :: l) (d :: ds).
Inductive sign : bytes -> Z -> Prop := No_sign : sign [] 1 | Minus_sign : sign ["-"] (-1).
Inductive sign' : bytes -> Z -> Prop := No_sign' l s : sign l s -> sign' l s | Plus_sign : sign' ["+"] 1.
(* whole or not, m, n: m / 10^n *)
Inductive mantissa : bytes -> bool -> Z -> Z -> Prop :=
  | Mantissa_whole g s l ds : sign g s -> whole_part l ds -> mantissa (g ++ l) true (s * value_of ds) 0
  | Mantissa_point g s l ds l' ds' : sign g s -> whole_part l ds -> digits l' ds' -> ds' <> [] ->
      mantissa (g ++ l ++ "." :: l') false (s * value_of (ds ++ ds')) (Z.of_nat (length ds')).
Inductive number : bytes -> json -> Prop :=
  | Number_plain l w m n : mantissa l w m n -> number l (Num w m (- n))
  | Number_exp l w m n c g s l' ds : mantissa l w m n -> In c ["e"; "E"] -> sign' g s -> digits l' ds -> ds <> [] ->
      number (l ++ c :: g ++ l') (Num false m (s * value_of ds - n)).

(* --- values *)
Inductive value : bytes -> json -> Prop :=
  | V_null : value ["n"; "u"; "l"; "l"] Null
  | V_true : value ["t"; "r"; "u"; "e"] (Bool true)
  | V_false : value ["f"; "a"; "l"; "s"; "e"] (Bool false)
  | V_num l v : number l v -> value l v
  | V_str l s : text l s -> value ("""" :: l ++ [""""]) (Str s)
  | V_arr0 w : space w -> value ("[" :: w ++ ["]"]) (Arr [])
  | V_arr l vs : elements l vs -> value ("[" :: l ++ ["]"]) (Arr vs)
  | V_obj0 w : space w -> value ("{" :: w ++ ["}"]) (Obj [])
  | V_obj l ms : members l ms -> value ("{" :: l ++ ["}"]) (Obj ms)
with element : bytes -> json -> Prop :=
  | E_ w l v w' : space w -> value l v -> space w' -> element (w ++ l ++ w') v
with elements : bytes -> list json -> Prop :=
  | E_one l v : element l v -> elements l [v]
  | E_more l v l' vs : element l v -> elements l' vs -> elements (l ++ "," :: l') (v :: vs)
with member : bytes -> bytes -> json -> Prop :=
  | M_ w t s w' l v : space w -> text t s -> space w' -> element l v ->
      member (w ++ """" :: t ++ """" :: w' ++ ":" :: l) s v
with members : bytes -> list (bytes * json) -> Prop :=
  | M_one l s v : member l s v -> members l [(s, v)]
  | M_more l s v l' ms : member l s v -> members l' ms -> members (l ++ "," :: l') ((s, v) :: ms).

(* the line `l` is the JSON text `v` *)
Definition json_line (l : bytes) (v : json) : Prop := element l v.
