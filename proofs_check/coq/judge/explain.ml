(* Why a line was not read: the rules of reference/trace/reader.py, in words.  Nothing here is trusted: it is asked only
   after Judged has refused to read a line, and what it says is printed as a reason, never as an acceptance. *)

open Json

let max_triples = 300_000
let max_count = 1_000_000_000_000

(* --- numbers *)

let beyond_doubles = Q.of_bigint (Z.sub (Z.shift_left Z.one 1024) (Z.shift_left Z.one 970))
let range = "a number must be within the range of a double"
let a_number = "must be a number, or a rational written \"p/q\" with q > 0 and no leading zeros"

let of_string field s =
  let natural t = t <> "" && String.for_all is_digit t && (t.[0] <> '0' || t = "0") in
  let after i = String.sub s i (String.length s - i) in
  let p, q = match String.index_opt s '/' with
    | Some i -> String.sub s 0 i, after (i + 1)
    | None -> s, "1" in
  let digits = if p <> "" && p.[0] = '-' then String.sub p 1 (String.length p - 1) else p in
  if not (natural digits && natural q) || q = "0" then refuse field s a_number;
  let r = Q.make (Z.of_string p) (Z.of_string q) in
  if Q.geq (Q.abs r) beyond_doubles then refuse field s range;
  r

(* A number is its nearest double, exactly. *)
let rational field = function
  | Int n -> Q.of_int n
  | Num token ->
    let f = float_of_string token in
    if Float.abs f = infinity then refuse field (shown token 0) range;
    Q.of_float f
  | Str s -> of_string field s
  | v -> refuse field (to_string v) a_number

(* an entry of a table, or a reward: a whole number must not be long *)
let check_entry field = function
  | Int n when abs n <= max_count -> ()
  | Int _ | Num _ as v when is_int (to_string v) ->
    refuse field (shown (to_string v) 0) (Printf.sprintf "must not exceed %d" max_count)
  | Num _ -> ()                                         (* Json has seen that it is a double *)
  | v -> ignore (rational field v)

(* A whole number with a point or an exponent, as 1.0 or 1e+05: the format has it, Judged does not read it. *)
exception Other_spelling of string * string             (* field, token *)
let doubles = 9007199254740992.                           (* 2^53 *)
let spelt field least most = function
  | Num token when not (is_int token) ->
    let f = float_of_string token in
    if Float.is_integer f && f >= least && f <= most then raise (Other_spelling (field, token))
  | _ -> ()

let count field least = function
  | Int n when n >= least && n <= max_count -> n
  | v ->
    spelt field (float_of_int least) (float_of_int max_count) v;
    refuse field (to_string v) (Printf.sprintf "must be a whole number from %d to %d" least max_count)

(* --- fields *)

let given key default fields = Option.value (find key fields) ~default
let value key fields = match find key fields with
  | Some v -> v
  | None -> refuse key "nothing" "is required"
let keys fields required optional =
  List.iter (fun k -> ignore (value k fields)) required;
  List.iter (fun (k, v) ->
      if not (mem k required || mem k optional) then refuse k (to_string v) "is not a key of this record") fields

let items field length = function
  | List l when List.compare_length_with l length = 0 -> l
  | v -> refuse field (match v with List l -> string_of_int (List.length l) | v -> to_string v)
           (Printf.sprintf "must be a list of length %d" length)

type head = {
  sizes : int array;                                    (* X_0, ..., X_L *)
  actions : int;
  t_max : int;
  completion : string;
  uncovered : string option }                           (* a reading that the theorem does not cover *)

(* name[h][x][a], with f for every row of numbers; triples: name[h][x][a][x'] *)
let table head name v f =
  let sizes = head.sizes in
  List.mapi (fun h l -> List.map (fun x -> f h (items name head.actions x)) (items name sizes.(h) l))
    (items name (Array.length sizes - 1) v)
let pairs head name f v = table head name v (fun _ row -> List.map (f name) row)
let triples head name f v =
  table head name v (fun h rows -> List.map (fun row -> List.map (f name) (items name head.sizes.(h + 1) row)) rows)

(* --- the header *)

(* id, key, choices, the default first *)
let readings = [
  "R-1", "trigger", [ "max1"; "printed"; "printed-without-x_L" ];
  "R-2", "x_L", [ "no-pairs"; "printed" ];
  "R-3", "completion", [ "uniform"; "first"; "previous"; "greedy"; "any" ];
  "R-4", "P_q", [ "visited-or-uniform" ];
  "R-5", "glop", [ "unscaled"; "default"; "dual-simplex" ];
  "R-6", "tiny-values", [ "zero-below-1e-9" ];
  "R-7", "lp-form", [ "printed"; "reduced" ];
  "R-8", "ties", [ "solver" ];
  "R-9", "r_bar", [ "running-mean"; "sum-over-N" ];
  "R-10", "log", [ "ln"; "log2"; "log10" ];
  "R-11", "T", [ "known" ];
  "R-13", "reward-law", [ "bernoulli"; "uniform"; "deterministic"; "three-point" ];
  "R-15", "regret", [ "exact" ];
  "R-16", "last-trigger", [ "skip"; "solve" ];
  "R-17", "q_hat_1", [ "layered" ];
  "R-18", "layers-known", [ "known" ];
  "R-19", "P-domain", [ "no-transition" ];
  "R-20", "eps-letter", [ "dev" ];
  "R-21", "r_bar-name", [ "two-names" ];
  "R-37", "radii", [ "printed"; "union"; "union-half" ] ]

let choices v =
  let bad v = refuse "readings" (to_string v) "must map R-ids (or keys) to choices" in
  let one (name, v) = match v, List.find_opt (fun (id, key, _) -> name = id || name = key) readings with
    | Str choice, Some (_, key, known) ->
      if not (List.mem choice known) then refuse ("readings." ^ key) choice "is not one of its choices";
      key, choice
    | Str _, None -> refuse ("readings." ^ name) (to_string v) "unknown"
    | v, _ -> bad v in
  let chosen = match v with Obj l -> List.map one l | v -> bad v in
  List.iter (fun (key, choice) ->
      if List.length (List.filter (fun (k, _) -> k = key) chosen) > 1 then
        refuse ("readings." ^ key) choice "is chosen twice") chosen;
  fun key -> match List.assoc_opt key chosen with
    | Some choice -> choice
    | None -> let _, _, known = List.find (fun (_, k, _) -> k = key) readings in List.hd known

(* `low` <= or < a number < 1 *)
let within field v low inside rule =
  let r = rational field v in
  if not (inside r low && Q.lt r Q.one) then refuse field (to_string v) rule;
  r

let check_layers v =
  let sizes = match v with
    | List l -> Array.of_list (List.mapi (fun h v -> count (Printf.sprintf "layers[%d]" h) 1 v) l)
    | v -> refuse "layers" (to_string v) "must be a list of whole numbers" in
  let n = Array.length sizes in
  if n < 2 then refuse "layers" (to_string v) "must have at least two layers, L >= 1";
  if sizes.(0) <> 1 || sizes.(n - 1) <> 1 then
    refuse "layers" (to_string v) "must be 1: X_0 and X_L are single";
  sizes

(* the truth, which must be an MDP and is not used *)
let check_mdp head = function
  | Null -> ()
  | Obj l ->
    keys l [ "P"; "r" ] [];
    let unit name v =
      let r = rational name v in
      if Q.sign r < 0 || Q.gt r Q.one then refuse name (to_string v) "must lie in [0, 1]";
      r in
    ignore (pairs head "mdp.r" unit (value "r" l));
    let check row =
      let sum = List.fold_left Q.add Q.zero row in
      if not (Q.equal sum Q.one) then refuse "mdp.P" (Q.to_string sum) "must sum to 1 exactly" in
    List.iter (List.iter (List.iter check)) (triples head "mdp.P" unit (value "P" l))
  | v -> refuse "mdp" (to_string v) "must be an object with P and r"

let header fields =
  keys fields [ "record"; "format"; "version"; "algorithm"; "layers"; "A"; "T"; "delta" ]
    [ "readings"; "tolerance"; "producer"; "mdp"; "seed" ];
  let get k = value k fields in
  spelt "version" 1. 1. (get "version");
  List.iter (fun (k, v) -> if get k <> v then refuse k (to_string (get k)) ("must be " ^ quoted (to_string v)))
    [ "format", Str "ucrl-lp-trace"; "version", Int 1; "algorithm", Str "UCRL-LP" ];
  let actions = count "A" 1 (get "A") and sizes = check_layers (get "layers") in
  let total = ref 0. in
  Array.iteri (fun h n -> if h > 0 then total := !total +. (float sizes.(h - 1) *. float actions *. float n)) sizes;
  if !total > float max_triples then
    refuse "layers" (to_string (get "layers")) (Printf.sprintf "more than %d triples (x,a,x')" max_triples);
  let t_max = count "T" 1 (get "T") in
  ignore (within "delta" (get "delta") Q.zero Q.gt "must lie in (0, 1)");
  ignore (within "tolerance" (given "tolerance" (Num "1e-7") fields) Q.zero Q.geq "must lie in [0, 1)");
  let choice = choices (given "readings" (Obj []) fields) in
  (match given "producer" (Obj [ "name", Str ""; "version", Str "" ]) fields with
   | Obj ([ ("name", Str _); ("version", Str _) ] | [ ("version", Str _); ("name", Str _) ]) -> ()
   | v -> refuse "producer" (to_string v) "must be {name, version}, two strings");
  (match given "seed" Null fields with
   | Null -> ()
   | Int n when n >= 0 -> ()
   | Num s when is_int s && s.[0] <> '-' -> ()
   | v -> spelt "seed" 0. doubles v; refuse "seed" (to_string v) "must be a whole number, at least 0");
  let uncovered = List.find_opt (fun (key, covered) -> choice key <> covered)
      [ "x_L", "no-pairs" ] in
  let head = { sizes; actions; t_max; completion = choice "completion";
               uncovered = Option.map (fun (key, _) -> key ^ "=" ^ choice key) uncovered } in
  check_mdp head (given "mdp" Null fields);
  head

(* --- the other records *)

let epoch head fields =
  keys fields [ "record"; "i"; "t" ]
    [ "N"; "r_bar"; "eps"; "b"; "r_hat"; "r_check"; "pi"; "N3"; "P_bar"; "q_hat"; "V"; "value"; "Lam" ];
  ignore (count "i" 1 (value "i" fields));
  ignore (count "t" 1 (value "t" fields));
  if find "pi" fields = None && find "q_hat" fields = None then
    refuse "epoch" (to_string (Obj fields)) "must hold at least one of q_hat and pi";
  let whole name v = ignore (count name 0 v) in
  List.iter (function
      | ("pi" | "r_bar" | "eps" | "b" | "r_hat" | "r_check" as k), v -> ignore (pairs head k check_entry v)
      | ("P_bar" | "q_hat" as k), v -> ignore (triples head k check_entry v)
      | "N", v -> ignore (pairs head "N" whole v)
      | "N3", v -> ignore (triples head "N3" whole v)
      | "V", v ->
        List.iteri (fun h l -> List.iter (fun v -> if v <> Null then check_entry "V" v) (items "V" head.sizes.(h) l))
          (items "V" (Array.length head.sizes - 1) v)
      | ("value" | "Lam" as k), v when v <> Null -> ignore (rational k v)
      | _ -> ()) fields

let episode head fields =
  keys fields [ "record"; "t"; "x"; "a"; "r" ] [];
  let get k = items k (Array.length head.sizes - 1) (value k fields) in
  let natural name = function
    | Int _ -> ()
    | Num token when is_int token -> ()
    | v -> spelt name (-. doubles) doubles v; refuse name (to_string v) "must be a whole number" in
  ignore (count "t" 1 (value "t" fields));
  List.iter (natural "x") (get "x");
  List.iter (natural "a") (get "a");
  List.iter (check_entry "r") (get "r")

let last fields =
  keys fields [ "record"; "episodes"; "epochs" ] [];
  ignore (count "episodes" 0 (value "episodes" fields));
  ignore (count "epochs" 1 (value "epochs" fields))

(* --- a line that Judged did not read *)

let fields text = match parse text with
  | Obj l -> l
  | v -> refuse "record" (to_string v) "every line must be a JSON object"

exception Other_algorithm of string

let first text =
  let l = fields text in
  if find "record" l <> Some (Str "header") then
    refuse "record" (shown text 0) "`header` must be the first line, once";
  match find "algorithm" l with
  | Some (Str ("FPOP" | "O-REPS" | "UC-O-REPS" | "UOB-REPS" as other)) -> raise (Other_algorithm other)
  | _ -> header l

(* after so many episodes and epochs *)
let later head text ~over ~episodes ~epochs =
  if over then refuse "record" (shown text 0) "nothing may follow `end`";
  let bounded what n most =
    if n > most then
      refuse what (Printf.sprintf "%s %d" what n)
        (Printf.sprintf "%s-number: T = %d allows at most %d" what head.t_max most) in
  let l = fields text in
  match find "record" l with
  | Some (Str "epoch") -> epoch head l; bounded "epoch" (epochs + 1) (head.t_max + 1)
  | Some (Str "episode") -> episode head l; bounded "episode" (episodes + 1) head.t_max
  | Some (Str "end") -> last l
  | Some (Str "header") -> refuse "record" "header" "`header` must be the first line, once"
  | v -> refuse "record" (to_string (Option.value v ~default:Null)) "must be header, epoch, episode or end"

(* the reading that the theorem does not cover *)
let uncovered text =
  let head = first text in
  Option.value head.uncovered ~default:("completion=" ^ head.completion ^ " with q_hat alone")
