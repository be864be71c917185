(* Reads a trace line by line and prints the judge's verdict as one line of JSON.  Every decision about Algorithm 1
   is taken by Judged, which is extracted from the proofs; here a line becomes a record, by the rules of
   reference/trace/reader.py, or the file is malformed. *)

open Json
module J = Judged

let max_line = 32 * 1024 * 1024
let max_triples = 300_000
let max_count = 1_000_000_000_000

(* --- numbers *)

(* A double, exactly: mantissa * 2^exponent. *)
let of_double f : J.q =
  if f = 0. then { J.qnum = Z.zero; qden = Z.one }
  else begin
    let fraction, exponent = Float.frexp f in
    let m = Z.of_float (Float.ldexp fraction 53) and e = exponent - 53 in
    if e >= 0 then { J.qnum = Z.shift_left m e; qden = Z.one }
    else begin
      let k = min (Z.trailing_zeros m) (-e) in
      { J.qnum = Z.shift_right m k; qden = Z.shift_left Z.one (-e - k) }
    end
  end

let range = "a number must be within the range of a double"

let of_string field s : J.q =
  let rule = "must be a number, or a rational written \"p/q\" with q > 0 and no leading zeros" in
  let bad () = refuse field s rule in
  let natural t = t <> "" && String.for_all is_digit t && (t.[0] <> '0' || t = "0") in
  let p, q = match String.index_opt s '/' with
    | Some i -> (String.sub s 0 i, String.sub s (i + 1) (String.length s - i - 1))
    | None -> (s, "1") in
  let digits = if p <> "" && p.[0] = '-' then String.sub p 1 (String.length p - 1) else p in
  if not (natural digits && natural q) || q = "0" then bad ();
  let qnum = Z.of_string p and qden = Z.of_string q in
  let bound = Z.sub (Z.shift_left Z.one 1024) (Z.shift_left Z.one 970) in
  if Z.geq (Z.abs qnum) (Z.mul bound qden) then refuse field s range;
  { J.qnum; qden }

let of_int n : J.q = { J.qnum = Z.of_int n; qden = Z.one }
let rational field v : J.q =
  match v with
  | Int n -> of_int n
  | Num "0.0" -> of_int 0
  | Num "1.0" -> of_int 1
  | Num token ->
    let f = float_of_string token in
    if Float.abs f = infinity then refuse field (shown token 0) range;
    of_double f
  | Str s -> of_string field s
  | v -> refuse field (to_string v) "must be a number, or a rational written \"p/q\" with q > 0 and no leading zeros"

(* an entry of a table or a reward: a whole number must not be long *)
let entry field v : J.q =
  (match v with
   | Int n when abs n <= max_count -> ()
   | Int _ -> refuse field (to_string v) (Printf.sprintf "must not exceed %d" max_count)
   | Num token when is_int token -> refuse field (shown token 0) (Printf.sprintf "must not exceed %d" max_count)
   | _ -> ());
  rational field v
let check_entry field v =
  match v with
  | Int n when abs n <= max_count -> ()
  | Num token when not (is_int token) -> ()             (* Json has seen that it is a double *)
  | v -> ignore (entry field v)

let count field least v =
  match v with
  | Int n when n >= least && n <= max_count -> n
  | v -> refuse field (to_string v) (Printf.sprintf "must be a whole number from %d to %d" least max_count)

(* --- records *)

let keys fields required optional =
  List.iter (fun k -> if find k fields = None then refuse k "nothing" "is required") required;
  List.iter (fun (k, v) ->
      if not (mem k required || mem k optional) then
        refuse k (to_string v) "is not a key of this record") fields
let value key fields = match find key fields with Some v -> v | None -> assert false

let items field length v =
  match v with
  | List l when List.compare_length_with l length = 0 -> l
  | List l -> refuse field (string_of_int (List.length l)) (Printf.sprintf "must be a list of length %d" length)
  | v -> refuse field (to_string v) (Printf.sprintf "must be a list of length %d" length)

type head = {
  sizes : int array;                                    (* X_0, ..., X_L *)
  actions : int;
  t_max : int;
  header : J.header;
  completion : string;
  tolerant : bool;                                      (* the tolerance is above 1e-6 *)
  unsupported : string option;                          (* a reading that the theorem does not cover *)
  nats : J.nat array }

let index (v : head) n = v.nats.(if n < 0 || n >= Array.length v.nats then Array.length v.nats - 1 else n)

(* name[h][x][a], with f for every row of numbers; triple: name[h][x][a][x'] *)
let table head name v f =
  let sizes = head.sizes in
  List.mapi (fun h l -> List.map (fun x -> f h (items name head.actions x)) (items name sizes.(h) l))
    (items name (Array.length sizes - 1) v)
let pairs head name v f = table head name v (fun _ row -> List.map (f name) row)
let triples head name v f =
  table head name v (fun h rows -> List.map (fun row -> List.map (f name) (items name head.sizes.(h + 1) row)) rows)

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
  "R-21", "r_bar-name", [ "two-names" ] ]

let chosen v =
  let given = match v with
    | Obj l -> List.map (function (k, Str c) -> (k, c)
        | (_, v) -> refuse "readings" (to_string v) "must map R-ids (or keys) to choices") l
    | v -> refuse "readings" (to_string v) "must map R-ids (or keys) to choices" in
  let keyed = List.map (fun (name, choice) ->
      match List.find_opt (fun (id, key, _) -> name = id || name = key) readings with
      | Some (_, key, choices) when List.mem choice choices -> (key, choice)
      | Some (_, key, _) -> refuse ("readings." ^ key) choice "is not one of its choices"
      | None -> refuse ("readings." ^ name) choice "unknown") given in
  List.iter (fun (key, choice) ->
      if List.length (List.filter (fun (k, _) -> k = key) keyed) > 1 then
        refuse ("readings." ^ key) choice "is chosen twice") keyed;
  fun key -> match List.assoc_opt key keyed with
    | Some choice -> choice
    | None -> let _, _, choices = List.find (fun (_, k, _) -> k = key) readings in List.hd choices

let zero : J.q = { J.qnum = Z.zero; qden = Z.one }
let compare_q (p : J.q) (q : J.q) = Z.compare (Z.mul p.qnum q.qden) (Z.mul q.qnum p.qden)
let one : J.q = { J.qnum = Z.one; qden = Z.one }

let header fields =
  keys fields [ "record"; "format"; "version"; "algorithm"; "layers"; "A"; "T"; "delta" ]
    [ "readings"; "tolerance"; "producer"; "mdp"; "seed" ];
  let get k = value k fields in
  let given k default = match find k fields with Some v -> v | None -> default in
  let fixed k text v = if get k <> v then refuse k (to_string (get k)) ("must be " ^ text) in
  fixed "format" "'ucrl-lp-trace'" (Str "ucrl-lp-trace");
  (match get "version" with
   | Int 1 -> ()
   | Num v when float_of_string v = 1. -> ()
   | v -> refuse "version" (to_string v) "must be 1");
  fixed "algorithm" "'UCRL-LP'" (Str "UCRL-LP");
  let actions = count "A" 1 (get "A") in
  let sizes = match get "layers" with
    | List l -> Array.of_list (List.mapi (fun h v -> count (Printf.sprintf "layers[%d]" h) 1 v) l)
    | v -> refuse "layers" (to_string v) "must be a list of whole numbers" in
  let n = Array.length sizes in
  if n < 2 then refuse "layers" (to_string (get "layers")) "must have at least two layers, L >= 1";
  if sizes.(0) <> 1 || sizes.(n - 1) <> 1 then
    refuse "layers" (to_string (get "layers")) "must be 1: X_0 and X_L are single";
  let total = ref 0. in
  for h = 0 to n - 2 do
    total := !total +. (float sizes.(h) *. float actions *. float sizes.(h + 1))
  done;
  if !total > float max_triples then
    refuse "layers" (to_string (get "layers")) (Printf.sprintf "more than %d triples (x,a,x')" max_triples);
  let t_max = count "T" 1 (get "T") in
  let hdelta = rational "delta" (get "delta") in
  if compare_q hdelta zero <= 0 || compare_q hdelta one >= 0 then
    refuse "delta" (to_string (get "delta")) "must lie in (0, 1)";
  let htol = rational "tolerance" (given "tolerance" (Num "1e-7")) in
  if compare_q htol zero < 0 || compare_q htol one >= 0 then
    refuse "tolerance" (to_string (get "tolerance")) "must lie in [0, 1)";
  let choice = chosen (given "readings" (Obj [])) in
  (match given "producer" (Obj [ "name", Str ""; "version", Str "" ]) with
   | Obj l when List.sort compare (List.map fst l) = [ "name"; "version" ]
                && List.for_all (function _, Str _ -> true | _ -> false) l -> ()
   | v -> refuse "producer" (to_string v) "must be {name, version}, two strings");
  (match given "seed" Null with
   | Null -> ()
   | Int n when n >= 0 -> ()
   | Num s when is_int s && s.[0] <> '-' -> ()
   | v -> refuse "seed" (to_string v) "must be a whole number, at least 0");
  let largest = max actions (Array.fold_left max 1 sizes) in
  let nats = Array.make (largest + 2) J.O in
  for i = 1 to largest + 1 do nats.(i) <- J.S nats.(i - 1) done;
  let unsupported = List.find_opt (fun (key, covered) -> choice key <> covered)
      [ "trigger", "max1"; "x_L", "no-pairs"; "log", "ln" ] in
  let head = {
    sizes; actions; t_max; nats;
    header = { J.layers = List.map (fun n -> nats.(n)) (Array.to_list sizes); hA = nats.(actions);
               hT = Z.of_int t_max; hdelta; htol; hsolve = choice "last-trigger" = "solve" };
    completion = choice "completion";
    tolerant = compare_q htol { J.qnum = Z.one; qden = Z.of_int 1_000_000 } > 0;
    unsupported = Option.map (fun (key, _) -> key ^ "=" ^ choice key) unsupported } in
  (match given "mdp" Null with
   | Null -> ()
   | Obj l ->
     keys l [ "P"; "r" ] [];
     let exactly q = Q.make q.J.qnum q.J.qden in
     let unit name v =
       let q = exactly (rational name v) in
       if Q.sign q < 0 || Q.gt q Q.one then refuse name (to_string v) "must lie in [0, 1]";
       q in
     ignore (pairs head "mdp.r" (value "r" l) unit);
     List.iter (List.iter (List.iter (fun row ->
         if not (Q.equal (List.fold_left Q.add Q.zero row) Q.one) then
           refuse "mdp.P" (Q.to_string (List.fold_left Q.add Q.zero row)) "must sum to 1 exactly")))
       (triples head "mdp.P" (value "P" l) unit)
   | v -> refuse "mdp" (to_string v) "must be an object with P and r");
  head

let pair_keys = [ "N"; "r_bar"; "eps"; "b"; "r_hat"; "r_check"; "pi" ]
let triple_keys = [ "N3"; "P_bar"; "q_hat" ]
let billionth : J.q = of_double 1e-9

exception Unsupported of string

let epoch head fields =
  keys fields [ "record"; "i"; "t" ] (pair_keys @ triple_keys @ [ "value" ]);
  let get k = find k fields in
  let i = count "i" 1 (value "i" fields) and t = count "t" 1 (value "t" fields) in
  if get "q_hat" = None && get "pi" = None then
    refuse "epoch" (to_string (Obj fields)) "must hold at least one of q_hat and pi";
  List.iter (fun (k, v) ->
      if mem k [ "r_bar"; "eps"; "b"; "r_hat"; "r_check" ] then ignore (pairs head k v check_entry)
      else if k = "P_bar" || (k = "q_hat" && get "pi" <> None) then ignore (triples head k v check_entry)
      else if k = "value" && v <> Null then ignore (rational k v)) fields;
  let whole name v = Z.of_int (count name 0 v) in
  let epol = match get "pi", get "q_hat" with
    | Some v, _ -> J.Pi (pairs head "pi" v entry)
    | None, Some v ->
      let exact = ref false in
      let q = triples head "q_hat" v (fun k v -> (match v with Str _ -> exact := true | _ -> ()); entry k v) in
      J.Qhat ((if !exact then zero else billionth), q)
    | None, None -> assert false in
  let eN = Option.map (fun v -> pairs head "N" v whole) (get "N") in
  let eN3 = Option.map (fun v -> triples head "N3" v whole) (get "N3") in
  (match epol with
   | J.Qhat _ when i > 1 && head.completion <> "uniform" ->
     `Unsupported ("completion=" ^ head.completion ^ " with q_hat alone")
   | _ -> `Record (J.REpoch (Z.of_int i, Z.of_int t, { J.eN; eN3; epol })))

let episode head fields =
  keys fields [ "record"; "t"; "x"; "a"; "r" ] [];
  let l = Array.length head.sizes - 1 in
  let get k = items k l (value k fields) in
  let natural name = function
    | Int n -> index head n
    | Num token when is_int token -> index head (-1)
    | v -> refuse name (to_string v) "must be a whole number" in
  let t = count "t" 1 (value "t" fields) in
  let x = List.map (natural "x") (get "x") in
  let a = List.map (natural "a") (get "a") in
  let r = List.map (entry "r") (get "r") in
  J.REpisode (Z.of_int t, List.map2 (fun xa r -> (xa, r)) (List.combine x a) r)

let last fields =
  keys fields [ "record"; "episodes"; "epochs" ] [];
  J.REnd (Z.of_int (count "episodes" 0 (value "episodes" fields)),
          Z.of_int (count "epochs" 1 (value "epochs" fields)))

(* --- lines, none longer than max_line *)

let source = ref (input stdin)
let number = ref 0                                      (* of the line *)
let chunk = Bytes.create 65536
let filled = ref 0 and next = ref 0
let long = Buffer.create 65536
let rec line () =
  if !next >= !filled then begin
    filled := !source chunk 0 (Bytes.length chunk); next := 0
  end;
  if !filled = 0 then (if Buffer.length long = 0 then None else finished 0 0)
  else match Bytes.index_from_opt chunk !next '\n' with
    | Some i when i < !filled -> let first = !next in next := i + 1; finished first (i - first)
    | _ -> Buffer.add_subbytes long chunk !next (!filled - !next); next := !filled; limit 0; line ()
and limit more =
  if Buffer.length long + more > max_line then begin
    incr number;
    refuse "line" (Buffer.sub long 0 40) (Printf.sprintf "is longer than %d bytes" max_line)
  end
and finished first size =
  limit (size + 1);
  if Buffer.length long = 0 then Some (Bytes.sub_string chunk first size)
  else begin
    Buffer.add_subbytes long chunk first size;
    let s = Buffer.contents long in
    if Buffer.length long > 1 lsl 20 then Buffer.reset long else Buffer.clear long;
    Some s
  end

(* --- the verdict *)

let rule : J.rule -> string = function
  | J.R_order -> "order" | J.R_epoch_missing -> "epoch-missing" | J.R_episode_number -> "episode-number"
  | J.R_state -> "state" | J.R_action -> "action" | J.R_reward -> "reward" | J.R_played -> "played"
  | J.R_last_trigger -> "last-trigger" | J.R_epoch_early -> "epoch-early" | J.R_epoch_number -> "epoch-number"
  | J.R_N -> "N" | J.R_N3 -> "N3" | J.R_q_hat_1 -> "q_hat_1" | J.R_pi_1 -> "pi_1"
  | J.R_pi_distribution -> "pi-distribution" | J.R_pi_optimal _ -> "pi-optimal" | J.R_end -> "end"
  | J.R_long -> "long"

let scale = Z.shift_left Z.one 60
let gap g = Printf.sprintf "%.3g" (Q.to_float (Q.make g scale))
let exact g = quoted (Q.to_string (Q.make g scale))

let episodes = ref 0 and epochs = ref 0                 (* records read *)

type reached =
  | Running of J.consts * J.judge
  | Refused of string * J.rule option * int * J.judge   (* the rule, the line, the state before it *)
  | Outside of string                                   (* a reading *)
  | Over of J.judge

let print verdict (more : (string * string) list) =
  print_endline ("{\"verdict\": " ^ quoted verdict ^ String.concat ""
    (List.map (fun (k, v) -> ", " ^ quoted k ^ ": " ^ v) more) ^ ", \"source\": " ^ quoted Digests.source ^ "}")

let figures head (s : J.judge) = [
  "episodes", Z.to_string s.num_t; "T", string_of_int head.t_max; "epochs", Z.to_string s.num_i;
  "largest_gap", exact s.worst; "sum_of_gaps", exact s.lost ]

let step head state record =
  match state with
  | Running (k, s) ->
    (match J.step k head.header s record with
     | J.Next s' -> Running (k, s')
     | J.Done -> Over s
     | J.Refused J.R_long ->
       refuse "record" "a rational" "the common denominator of a row, or of a pair's rewards, exceeds 65536 bits"
     | J.Refused r -> Refused (rule r, Some r, !number, s))
  | state -> state

let rec read head state ended =
  match line () with
  | None -> if ended then state else refuse "record" "end of file" "the trace has no `end` record"
  | Some text ->
    incr number;
    if ended then refuse "record" (shown text 0) "nothing may follow `end`";
    (match parse text with
     | Obj fields ->
       (match find "record" fields with
        | Some (Str "epoch") ->
          let found = epoch head fields in
          incr epochs;
          if !epochs > head.t_max + 1 then
            refuse "epoch" (Printf.sprintf "epoch %d" !epochs)
              (Printf.sprintf "epoch-number: T = %d episodes cannot have more than %d epochs"
                 head.t_max (head.t_max + 1));
          (match found, state with
           | `Record r, _ -> read head (step head state r) false
           | `Unsupported reading, Running _ -> read head (Outside reading) false
           | `Unsupported _, state -> read head state false)
        | Some (Str "episode") ->
          let r = episode head fields in
          incr episodes;
          if !episodes > head.t_max then
            refuse "episode" (Printf.sprintf "episode %d" !episodes)
              (Printf.sprintf "episode-number: no episode may follow episode T = %d" head.t_max);
          read head (step head state r) false
        | Some (Str "end") -> let r = last fields in read head (step head state r) true
        | Some (Str "header") -> refuse "record" "header" "`header` must be the first line, once"
        | v -> refuse "record" (match v with Some v -> to_string v | None -> "nothing")
                 "must be header, epoch, episode or end")
     | v -> refuse "record" (to_string v) "every line must be a JSON object")

let hint a = if Z.sign a < 0 then Z.zero else Z.sqrt a

let main () =
  match line () with
  | None -> number := 1; refuse "record" "end of file" "the trace has no `end` record"
  | Some text ->
    incr number;
    let fields = match parse text with
      | Obj l -> l
      | v -> refuse "record" (to_string v) "every line must be a JSON object" in
    if find "record" fields <> Some (Str "header") then
      refuse "record" (shown text 0) "`header` must be the first line, once";
    let head = header fields in
    let state = match head.unsupported with
      | Some reading -> Outside reading
      | None ->
        (match J.opening hint head.header with
         | Some (_, s) when head.tolerant -> Refused ("tolerance", None, 1, s)
         | Some (k, s) -> Running (k, s)
         | None -> Outside "log(TXA/delta) could not be enclosed") in
    match read head state false with
    | Over s when Z.sign s.num_t = 0 -> print "vacuous" (figures head s); 2
    | Over s -> print "accepted" (figures head s); 0
    | Outside reading -> print "not covered" [ "reading", quoted reading ]; 2
    | Refused (id, r, at, s) ->
      let found = match r with
        | Some (J.R_pi_optimal (Some g)) -> [ "gap", quoted (gap g) ]
        | _ -> [] in
      print "refused" (figures head s @ [ "rule", quoted id; "line", string_of_int at ] @ found); 1
    | Running _ -> assert false

(* Prints the verdict on what `source` gives; the exit status. *)
let verdict () =
  filled := 0; next := 0; Buffer.clear long;
  number := 0; episodes := 0; epochs := 0;
  let malformed field value rule =
    print "malformed" [ "line", string_of_int (max 1 !number); "field", quoted field;
                        "value", quoted (shown value 0); "rule", quoted rule ]; 3 in
  try main () with
  | Malformed (field, value, rule) -> malformed field value rule
  | Stack_overflow | Out_of_memory ->
    print "not covered" [ "limit", quoted (Printf.sprintf "line %d is too large for the program's stack" !number) ]; 2
