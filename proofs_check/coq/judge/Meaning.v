(* Specification: what the lines of a trace say (spec.md, "The trace"). *)
Require Import ZArith QArith List String.
From Coq.Init Require Import Byte.
Require Import UCRLLP.judge.LogarithmCheck UCRLLP.judge.TraceCheck UCRLLP.judge.JsonGrammar UCRLLP.judge.NearestDouble.
Import ListNotations.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope Z_scope.

Definition key (s : string) : bytes := list_byte_of_string s.
Definition members := list (bytes * json).

(* distinct keys, all of them known *)
Definition object (known : list bytes) (ms : members) := NoDup (map fst ms) /\ incl (map fst ms) known.
Definition has (ms : members) (k : string) (v : json) := In (key k, v) ms.
Definition lacks (ms : members) (k : string) := ~ In (key k) (map fst ms).

(* --- numbers *)
Inductive count (least : Z) : json -> Z -> Prop :=
  Count n : least <= n <= 10 ^ 12 -> count least (Num true n 0) n.
(* "p/q" or "p" *)
Inductive ratio : bytes -> Q -> Prop :=
  | Ratio_whole g s l ds : sign g s -> whole_part l ds -> ratio (g ++ l) (inject_Z (s * value_of ds))
  | Ratio g s l ds l' ds' : sign g s -> whole_part l ds -> whole_part l' ds' -> 0 < value_of ds' ->
      ratio (g ++ l ++ "/"%byte :: l') (Qmake (s * value_of ds) (Z.to_pos (value_of ds'))).
(* a JSON number is its nearest double, a string that rational *)
Inductive real : json -> Q -> Prop :=
  | Real_num w m e y : nearest (dec m e) y -> real (Num w m e) y
  | Real_text s p q : ratio s p -> (p == q)%Q -> real (Str s) q.
(* a number of a table or a reward: a whole number is at most 10^12 *)
Definition entry (v : json) (q : Q) := real v q /\ forall n, v = Num true n 0 -> Z.abs n <= 10 ^ 12.

(* --- lists and tables; X = X_0, ..., X_L *)
Definition listed A (n : nat) (R : json -> A -> Prop) (v : json) (l : list A) :=
  exists vs, v = Arr vs /\ List.length vs = n /\ Forall2 R vs l.
(* one value for every layer but the last; R is given X_h and X_{h+1} *)
Fixpoint by_layer A (R : nat -> nat -> json -> A -> Prop) (X : list nat) (vs : list json) (ls : list A) : Prop :=
  match X, vs, ls with
  | n :: ((m :: _) as X'), v :: vs', l :: ls' => R n m v l /\ by_layer R X' vs' ls'
  | [_], [], [] => True
  | _, _, _ => False
  end.
Definition layered A (X : list nat) (R : nat -> nat -> json -> A -> Prop) (v : json) (ls : list A) :=
  exists vs, v = Arr vs /\ by_layer R X vs ls.
(* [h][x], [h][x][a], [h][x][a][x'] *)
Definition table2 A X (R : json -> A -> Prop) := layered X (fun n _ => listed n R).
Definition table3 A X nA (R : json -> A -> Prop) := layered X (fun n _ => listed n (listed nA R)).
Definition table4 A X nA (R : json -> A -> Prop) := layered X (fun n m => listed n (listed nA (listed m R))).
Definition optional A (ms : members) (k : string) (R : json -> A -> Prop) (o : option A) :=
  match o with Some x => exists v, has ms k v /\ R v x | None => lacks ms k end.
(* a field that the judge computes itself, or does not use: its form alone *)
Definition formed A (ms : members) (k : string) (R : json -> A -> Prop) := forall v, has ms k v -> exists x, R v x.
Inductive or_null A (R : json -> A -> Prop) : json -> A -> Prop :=
  | Or_null x : or_null R Null x
  | Or_value v x : R v x -> or_null R v x.

(* --- the header *)
(* id, name, choices: the default first; the theorem covers the first alone where the last is true *)
Definition reading_table : list (string * string * list string * bool) := [
  ("R-1", "trigger", ["max1"; "printed"; "printed-without-x_L"], false); ("R-2", "x_L", ["no-pairs"; "printed"], true);
  ("R-3", "completion", ["uniform"; "first"; "previous"; "greedy"; "any"], false);
  ("R-4", "P_q", ["visited-or-uniform"], false); ("R-5", "glop", ["unscaled"; "default"; "dual-simplex"], false);
  ("R-6", "tiny-values", ["zero-below-1e-9"], false); ("R-7", "lp-form", ["printed"; "reduced"], false);
  ("R-8", "ties", ["solver"], false); ("R-9", "r_bar", ["running-mean"; "sum-over-N"], false);
  ("R-10", "log", ["ln"; "log2"; "log10"], false); ("R-11", "T", ["known"], false);
  ("R-13", "reward-law", ["bernoulli"; "uniform"; "deterministic"; "three-point"], false);
  ("R-15", "regret", ["exact"], false); ("R-16", "last-trigger", ["skip"; "solve"], false);
  ("R-17", "q_hat_1", ["layered"], false); ("R-18", "layers-known", ["known"], false);
  ("R-19", "P-domain", ["no-transition"], false); ("R-20", "eps-letter", ["dev"], false);
  ("R-21", "r_bar-name", ["two-names"], false); ("R-37", "radii", ["printed"; "union"; "union-half"], false)]%string.
Definition reading := (bytes * bytes)%type.                   (* id, choice *)
Inductive reading_of : bytes * json -> reading -> Prop :=
  Reading id name choices b n c : In (id, name, choices, b) reading_table -> n = id \/ n = name -> In c choices ->
    reading_of (key n, Str (key c)) (key id, key c).
(* every reading is known, and chosen at most once *)
Inductive readings_of (ms : members) : list reading -> Prop :=
  | Readings_none : lacks ms "readings" -> readings_of ms []
  | Readings rs l : has ms "readings" (Obj rs) -> Forall2 reading_of rs l -> NoDup (map fst l) -> readings_of ms l.
Definition covered (rd : list reading) : Prop := forall id name c choices, In (id, name, c :: choices, true) reading_table ->
  forall c', In (key id, c') rd -> c' = key c.

(* the readings that decide what is judged *)
Definition of_trigger (c : trigger) : string :=
  match c with Max1 => "max1" | Printed => "printed" | Printed_inner => "printed-without-x_L" end.
Definition of_log (c : base) : string := match c with Ln => "ln" | Log2 => "log2" | Log10 => "log10" end.
Definition of_radii (c : radii) : string :=
  match c with Radii_printed => "printed" | Union => "union" | Union_half => "union-half" end.
Definition of_completion (c : completion) : string :=
  match c with Uniform => "uniform" | First_action => "first" | Previous => "previous" | Greedy => "greedy" | Any => "any" end.
(* the choice, or the default where there is none *)
Definition chosen (rd : list reading) (id default c : string) :=
  In (key id, key c) rd \/ c = default /\ ~ In (key id) (map fst rd).
Definition chosen_all (rd : list reading) (ch : choices) :=
  chosen rd "R-1" "max1" (of_trigger (ctrigger ch)) /\ chosen rd "R-10" "ln" (of_log (clog ch)) /\
  chosen rd "R-37" "printed" (of_radii (cradii ch)) /\ chosen rd "R-3" "uniform" (of_completion (ccompletion ch)).

Definition keys (l : list string) : list bytes := map key l.
(* the layered MDP, where it is given: probabilities and means of rewards in [0, 1], rows that sum to 1 *)
Definition unit_ (v : json) (q : Q) := real v q /\ (0 <= q <= 1)%Q.
Definition sum (row : list Q) : Q := fold_right Qplus 0%Q row.
Definition law n (v : json) (row : list Q) := listed n unit_ v row /\ (sum row == 1)%Q.
Definition mdp (X : list nat) (nA : nat) (v : json) (PR : list (list (list (list Q))) * list (list (list Q))) :=
  exists ms vP vr, v = Obj ms /\ object (keys ["P"; "r"]) ms /\ has ms "P" vP /\ has ms "r" vr /\
    layered X (fun n m => listed n (listed nA (law m))) vP (fst PR) /\ table3 X nA unit_ vr (snd PR).
Definition producer (v : json) (nv : bytes * bytes) :=
  exists ms, v = Obj ms /\ object (keys ["name"; "version"]) ms /\ has ms "name" (Str (fst nv)) /\ has ms "version" (Str (snd nv)).
Definition natural_number (v : json) (n : Z) := v = Num true n 0 /\ 0 <= n.
Definition header_keys := keys ["record"; "format"; "version"; "algorithm"; "layers"; "A"; "T"; "delta"; "readings";
  "tolerance"; "producer"; "mdp"; "seed"].
Definition size (v : json) (n : nat) := count 1 v (Z.of_nat n).
Inductive says_header : json -> header -> list reading -> Prop :=
  Says_header ms vl vA vT vd X nA T delta tol rd :
    object header_keys ms ->
    has ms "record" (Str (key "header")) -> has ms "format" (Str (key "ucrl-lp-trace")) ->
    has ms "version" (Num true 1 0) -> has ms "algorithm" (Str (key "UCRL-LP")) ->
    has ms "layers" vl -> listed (List.length X) size vl X -> has ms "A" vA -> size vA nA ->
    has ms "T" vT -> count 1 vT T -> has ms "delta" vd -> real vd delta ->
    (exists v, has ms "tolerance" v /\ real v tol) \/ lacks ms "tolerance" /\ nearest (1 # 10000000) tol ->
    (0 <= tol < 1)%Q ->
    readings_of ms rd -> formed ms "producer" producer -> formed ms "mdp" (or_null (mdp X nA)) ->
    formed ms "seed" (or_null natural_number) ->
    forall (solve : bool) ch, (solve = true <-> In (key "R-16", key "solve") rd) -> chosen_all rd ch ->
    says_header (Obj ms) (Header X nA T delta tol solve ch) rd.

(* --- the other records of a file with the header hd and the readings rd *)
Section Records.
Variables (hd : header) (rd : list reading).
Notation X := (layers hd).
Notation nA := (hA hd).
Definition L_ := pred (List.length X).
(* one more than any state or action: any other whole number stands for it, and for no state or action *)
Definition beyond : nat := S (fold_right Nat.max nA X).
Definition index (v : json) (n : nat) := exists m, v = Num true m 0 /\
  (m = Z.of_nat n /\ (n <= beyond)%nat \/ n = beyond /\ ~ 0 <= m <= Z.of_nat beyond).
Definition epoch_keys := keys ["record"; "i"; "t"; "N"; "r_bar"; "eps"; "b"; "r_hat"; "r_check"; "pi"; "N3"; "P_bar";
  "q_hat"; "V"; "value"; "Lam"].
Fixpoint has_text (v : json) : bool :=
  match v with Str _ => true | Arr l => existsb has_text l | _ => false end.
(* with q_hat alone, a completion that the trace determines; a number below the double 1e-9 is 0 (R-6) unless some entry is a string *)
Inductive says_policy (i : Z) (ms : members) : played_policy -> Prop :=
  | Says_pi v rows : has ms "pi" v -> table3 X nA entry v rows -> says_policy i ms (Pi rows)
  | Says_q v rows least : lacks ms "pi" -> has ms "q_hat" v -> table4 X nA entry v rows ->
      (i = 1 \/ forall c, In (key "R-3", c) rd -> c <> key "greedy" /\ c <> key "any") ->
      (if has_text v then least = 0%Q else nearest (1 # 1000000000) least) ->
      says_policy i ms (Qhat least rows).
Inductive says : json -> record -> Prop :=
  | Says_epoch ms vi vt i t N N3 p :
      object epoch_keys ms -> has ms "record" (Str (key "epoch")) ->
      has ms "i" vi -> count 1 vi i -> has ms "t" vt -> count 1 vt t ->
      optional ms "N" (table3 X nA (count 0)) N -> optional ms "N3" (table4 X nA (count 0)) N3 -> says_policy i ms p ->
      (forall k, In k ["r_bar"; "eps"; "b"; "r_hat"; "r_check"]%string -> formed ms k (table3 X nA entry)) ->
      (forall k, In k ["P_bar"; "q_hat"]%string -> formed ms k (table4 X nA entry)) ->
      formed ms "V" (table2 X (or_null entry)) -> (forall k, In k ["value"; "Lam"]%string -> formed ms k (or_null real)) ->
      says (Obj ms) (REpoch i t (Epoch N N3 p))
  | Says_episode ms vt vx va vr t xs acts rs :
      object (keys ["record"; "t"; "x"; "a"; "r"]) ms -> has ms "record" (Str (key "episode")) ->
      has ms "t" vt -> count 1 vt t -> has ms "x" vx -> listed L_ index vx xs ->
      has ms "a" va -> listed L_ index va acts -> has ms "r" vr -> listed L_ entry vr rs ->
      says (Obj ms) (REpisode t (combine (combine xs acts) rs))
  | Says_end ms vn vm n m :
      object (keys ["record"; "episodes"; "epochs"]) ms -> has ms "record" (Str (key "end")) ->
      has ms "episodes" vn -> count 0 vn n -> has ms "epochs" vm -> count 1 vm m ->
      says (Obj ms) (REnd n m).
Definition denotes (l : bytes) (r : record) := exists v, json_line l v /\ says v r.
End Records.

(* --- the bytes of a file *)
Definition newline : byte := x0a.
Definition joined (ls : list bytes) : bytes := flat_map (fun l => l ++ [newline]) ls.
(* lines, each without a newline; the last newline may be missing *)
Definition lines (file : bytes) (ls : list bytes) :=
  Forall (fun l => ~ In newline l) ls /\ (file = joined ls \/ file ++ [newline] = joined ls).
Definition denotes_header (l : bytes) hd rd := exists v, json_line l v /\ says_header v hd rd.
Inductive file_says (file : bytes) : header -> list record -> Prop :=
  File_says l ls hd rd rs : lines file (l :: ls) -> denotes_header l hd rd -> covered rd ->
    Forall2 (denotes hd rd) ls rs -> file_says file hd rs.
