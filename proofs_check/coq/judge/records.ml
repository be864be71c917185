(* What a JSON value says: a header, or a record of Judged, by the rules of reference/trace/reader.py; or it is
   malformed.  Recorded tables that the judge computes itself are checked for their form and left out. *)

open Json
module J = Judged

let max_triples = 300_000
let max_count = 1_000_000_000_000

(* --- numbers *)

let judged (r : Q.t) : J.q = { J.qnum = Q.num r; qden = Q.den r }
let zero = judged Q.zero and one = judged Q.one

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
let entry field = function
  | Num "0.0" -> zero                                   (* most rewards *)
  | Num "1.0" -> one
  | v -> check_entry field v; judged (rational field v)

let count field least = function
  | Int n when n >= least && n <= max_count -> n
  | v -> refuse field (to_string v) (Printf.sprintf "must be a whole number from %d to %d" least max_count)

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
  nats : J.nat array;                                   (* 0, 1, ..., one more than any state or action *)
  t_max : int;
  header : J.header;
  tolerance : Q.t;
  completion : string;
  uncovered : string option }                           (* a reading that the theorem does not cover *)

let nat head n = let last = Array.length head.nats - 1 in head.nats.(if n < 0 || n > last then last else n)

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
  List.iter (fun (k, v) -> if get k <> v then refuse k (to_string (get k)) ("must be " ^ quoted (to_string v)))
    [ "format", Str "ucrl-lp-trace"; "version", Int 1; "algorithm", Str "UCRL-LP" ];
  let actions = count "A" 1 (get "A") and sizes = check_layers (get "layers") in
  let total = ref 0. in
  Array.iteri (fun h n -> if h > 0 then total := !total +. (float sizes.(h - 1) *. float actions *. float n)) sizes;
  if !total > float max_triples then
    refuse "layers" (to_string (get "layers")) (Printf.sprintf "more than %d triples (x,a,x')" max_triples);
  let t_max = count "T" 1 (get "T") in
  let delta = within "delta" (get "delta") Q.zero Q.gt "must lie in (0, 1)" in
  let tolerance = within "tolerance" (given "tolerance" (Num "1e-7") fields) Q.zero Q.geq "must lie in [0, 1)" in
  let choice = choices (given "readings" (Obj []) fields) in
  (match given "producer" (Obj [ "name", Str ""; "version", Str "" ]) fields with
   | Obj ([ ("name", Str _); ("version", Str _) ] | [ ("version", Str _); ("name", Str _) ]) -> ()
   | v -> refuse "producer" (to_string v) "must be {name, version}, two strings");
  (match given "seed" Null fields with
   | Null -> ()
   | Int n when n >= 0 -> ()
   | Num s when is_int s && s.[0] <> '-' -> ()
   | v -> refuse "seed" (to_string v) "must be a whole number, at least 0");
  let nats = Array.make (2 + Array.fold_left max actions sizes) J.O in
  for i = 1 to Array.length nats - 1 do nats.(i) <- J.S nats.(i - 1) done;
  let uncovered = List.find_opt (fun (key, covered) -> choice key <> covered)
      [ "trigger", "max1"; "x_L", "no-pairs"; "log", "ln"; "radii", "printed" ] in
  let head = {
    sizes; actions; nats; t_max; tolerance;
    header = { J.layers = List.map (fun n -> nats.(n)) (Array.to_list sizes); hA = nats.(actions);
               hT = Z.of_int t_max; hdelta = judged delta; htol = judged tolerance;
               hsolve = choice "last-trigger" = "solve" };
    completion = choice "completion";
    uncovered = Option.map (fun (key, _) -> key ^ "=" ^ choice key) uncovered } in
  check_mdp head (given "mdp" Null fields);
  head

(* --- the other records *)

let billionth = judged (Q.of_float 1e-9)

(* the record, and whether the theorem covers its reading *)
let epoch head fields =
  keys fields [ "record"; "i"; "t" ]
    [ "N"; "r_bar"; "eps"; "b"; "r_hat"; "r_check"; "pi"; "N3"; "P_bar"; "q_hat"; "V"; "value"; "Lam" ];
  let i = count "i" 1 (value "i" fields) and t = count "t" 1 (value "t" fields) in
  let epol = match find "pi" fields, find "q_hat" fields with
    | Some v, _ -> J.Pi (pairs head "pi" entry v)
    | None, Some v ->
      let exact = ref false in
      let q = triples head "q_hat" (fun k v -> (match v with Str _ -> exact := true | _ -> ()); entry k v) v in
      J.Qhat ((if !exact then zero else billionth), q)
    | None, None -> refuse "epoch" (to_string (Obj fields)) "must hold at least one of q_hat and pi" in
  List.iter (function
      | ("r_bar" | "eps" | "b" | "r_hat" | "r_check" as k), v -> ignore (pairs head k check_entry v)
      | ("P_bar" | "q_hat" as k), v -> ignore (triples head k check_entry v)
      | "V", v ->
        List.iteri (fun h l -> List.iter (fun v -> if v <> Null then check_entry "V" v) (items "V" head.sizes.(h) l))
          (items "V" (Array.length head.sizes - 1) v)
      | ("value" | "Lam" as k), v when v <> Null -> ignore (rational k v)
      | _ -> ()) fields;
  let whole name v = Z.of_int (count name 0 v) in
  let eN = Option.map (pairs head "N" whole) (find "N" fields) in
  let eN3 = Option.map (triples head "N3" whole) (find "N3" fields) in
  let covered = match epol with J.Qhat _ -> i = 1 || head.completion = "uniform" | J.Pi _ -> true in
  J.REpoch (Z.of_int i, Z.of_int t, { J.eN; eN3; epol }), covered

let episode head fields =
  keys fields [ "record"; "t"; "x"; "a"; "r" ] [];
  let get k = items k (Array.length head.sizes - 1) (value k fields) in
  let natural name = function
    | Int n -> nat head n
    | Num token when is_int token -> nat head (-1)
    | v -> refuse name (to_string v) "must be a whole number" in
  let t = count "t" 1 (value "t" fields) in
  let x = List.map (natural "x") (get "x") in
  let a = List.map (natural "a") (get "a") in
  let r = List.map (entry "r") (get "r") in
  J.REpisode (Z.of_int t, List.combine (List.combine x a) r)

let last fields =
  keys fields [ "record"; "episodes"; "epochs" ] [];
  J.REnd (Z.of_int (count "episodes" 0 (value "episodes" fields)), Z.of_int (count "epochs" 1 (value "epochs" fields)))
