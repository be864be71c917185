(* A trace, byte by byte, to Judged, and the verdict as one line of JSON.  Every decision is taken by Judged, which is
   extracted from the proofs: here are input, output, and for a line that Judged did not read a reason (explain.ml). *)

module J = Judged

let max_line = 32 * 1024 * 1024
let quoted = Json.quoted

(* --- input *)

let source = ref (input stdin)
let table = Array.of_list J.all_bytes
let chunk = Bytes.create 65536
let text = Buffer.create 65536                          (* this line, for the explanation *)
let header = ref ""                                     (* the first line, likewise *)

exception Too_long

(* what the program goes on with after a line *)
let settled : (J.program -> J.program) ref = ref (fun p -> p)

(* the integer square root: a hint, which Judged checks *)
let root a = if Z.sign a < 0 then Z.zero else Z.sqrt a

(* the bytes of the chunk from i to k, before those of l *)
let rec listed i k l = if k < i then l else listed i (k - 1) (table.(Char.code (Bytes.get chunk k)) :: l)

(* Gives the bytes of the source, in their order, to Judged, those of a line that is in one chunk together; `each` sees
   the program after every line, and says whether to go on. *)
let rec read each p =
  let n = !source chunk 0 (Bytes.length chunk) in
  if n = 0 then p else feed each p 0 n
and feed each p i n =
  if i >= n then read each p
  else begin
    let last = match Bytes.index_from_opt chunk i '\n' with Some k when k < n -> k | _ -> n - 1 in
    Buffer.add_subbytes text chunk i (last - i + 1);
    if Buffer.length text > max_line then raise Too_long;
    let p =
      if Bytes.get chunk last = '\n' then !settled (J.feed_line root p (listed i (last - 1) []))
      else List.fold_left (J.feed_byte root) p (listed i last []) in
    match p with
    | J.Unread _ -> p
    | p when Bytes.get chunk last <> '\n' -> feed each p (last + 1) n
    | p ->
      (match p with J.Body _ when !header = "" -> header := Buffer.contents text | _ -> ());
      if Buffer.length text > 1 lsl 20 then Buffer.reset text else Buffer.clear text;
      if each p then feed each p (last + 1) n else p
  end

(* --- output *)

let rule : J.rule -> string = function
  | J.R_order -> "order" | J.R_epoch_missing -> "epoch-missing" | J.R_episode_number -> "episode-number"
  | J.R_state -> "state" | J.R_action -> "action" | J.R_reward -> "reward" | J.R_played -> "played"
  | J.R_last_trigger -> "last-trigger" | J.R_epoch_early -> "epoch-early" | J.R_epoch_number -> "epoch-number"
  | J.R_N -> "N" | J.R_N3 -> "N3" | J.R_q_hat_1 -> "q_hat_1" | J.R_pi_1 -> "pi_1"
  | J.R_pi_distribution -> "pi-distribution" | J.R_pi_optimal _ -> "pi-optimal" | J.R_end -> "end"
  | J.R_long -> "long"

let print verdict more =
  print_endline ("{\"verdict\": " ^ quoted verdict ^ String.concat ""
    (List.map (fun (k, v) -> ", " ^ quoted k ^ ": " ^ v) more) ^ "}")

let not_covered reading = print "not covered" [ "reading", quoted reading ]; 2
let malformed line field value rule =
  print "malformed" [ "line", Z.to_string line; "field", quoted field; "value", quoted (Json.shown value 0);
                      "rule", quoted rule ];
  3

let rational r = quoted (Q.to_string r)
let whole n = List.fold_left (fun k _ -> k + 1) 0 n
let rec number = function J.O -> 0 | J.S n -> 1 + number n
let bytes l = String.init (whole l) (let a = Array.of_list l in
  fun i -> let rec at k = if table.(k) = a.(i) then Char.chr k else at (k + 1) in at 0)

(* the readings that were judged *)
let readings (h : J.header) =
  [ "trigger", (match h.hread.J.ctrigger with
       J.Max1 -> "max1" | J.Printed -> "printed" | J.Printed_inner -> "printed-without-x_L");
    "log", (match h.hread.J.clog with J.Ln -> "ln" | J.Log2 -> "log2" | J.Log10 -> "log10");
    "radii", (match h.hread.J.cradii with J.Radii_printed -> "printed" | J.Union -> "union" | J.Union_half -> "union-half");
    "completion", (match h.hread.J.ccompletion with
       J.Uniform -> "uniform" | J.First_action -> "first" | J.Previous -> "previous" | J.Greedy -> "greedy" | J.Any -> "any");
    "last-trigger", if h.hsolve then "solve" else "skip"; "x_L", "no-pairs" ]

(* the constant of the bound on the regret and its theorem in JudgedLearner.v; or why there is none *)
let theorem (h : J.header) = match J.constant_squared h.hread, h.hread with
  | Some square, _ when Z.equal square (Z.of_int 9) -> Ok ("3", "judged_learner")
  | Some _, _ -> Ok ("2 sqrt 2", "judged_learner_printed")
  | None, { J.clog = J.Log10; _ } -> Error "no theorem bounds the regret with probability 1 - delta where Lam is below ln(TXA/delta)"
  | None, _ -> Error "no theorem bounds the regret with probability 1 - delta for these radii"
let bound (k : J.consts) (h : J.header) = Option.map (fun m -> Q.make m (Z.of_int 1000)) (J.regret_bound k h)
let or_null = function Some q -> rational q | None -> "null"

let over_D (k : J.consts) g = Q.make g k.cD
let of_judged (q : J.q) = Q.make q.qnum q.qden
let figures (b : J.body) (k : J.consts) (s : J.judge) most =
  let h = b.hd_ in
  let lt = Z.mul h.hT (Z.of_int (List.length h.layers - 1)) and most_regret = bound k h in
  [ "episodes", Z.to_string s.num_t; "T", Z.to_string h.hT; "epochs", Z.to_string s.num_i;
    "judged", quoted (if Z.equal s.num_t h.hT then "a run" else
                        Printf.sprintf "a prefix of %s of T = %s episodes" (Z.to_string s.num_t) (Z.to_string h.hT));
    "not_judged", "[" ^ String.concat ", " (List.map (fun l -> quoted (bytes l)) b.unjudged) ^ "]";
    "tolerance", rational (of_judged h.htol); "largest_tolerance", rational most;
    "largest_gap", rational (over_D k s.worst); "sum_of_gaps", rational (over_D k s.lost);
    "readings", "{" ^ String.concat ", " (List.map (fun (r, c) -> quoted r ^ ": " ^ quoted c) (readings h)) ^ "}";
    "bound", or_null most_regret; "LT", Z.to_string lt;
    "informative", string_of_bool (match most_regret with
      Some q -> Q.lt (Q.add q (over_D k s.lost)) (Q.of_bigint lt) | None -> false) ]
  @ (match theorem h with
      | Ok (constant, name) -> [ "constant", quoted constant; "learner", quoted name ]
      | Error why -> [ "no_bound", quoted why ])

(* --- epoch by epoch *)

let stopped = ref false                                 (* at the first refusal *)

(* Sees the program after every line: prints what is known of an epoch that is closed; whether to go on. *)
let closing most =
  let before = ref None in
  let report (b : J.body) k (s : J.judge) (now : J.judge) =
    Printf.printf "{\"epoch\": %s, \"episodes\": %s, \"gap\": %s, \"sum_of_gaps\": %s, \"bound\": %s}\n%!"
      (Z.to_string s.num_i) (Z.to_string now.num_t) (rational (over_D k s.gap)) (rational (over_D k now.lost))
      (or_null (bound k b.hd_)) in
  function
  | J.Body ({ J.mode_ = J.Judging (k, progress); _ } as b, _, _) ->
    let now = J.state_of progress in
    (match progress, !before with
     | J.Running _, Some (s : J.judge) when Z.gt now.num_i s.num_i && Z.sign s.num_i > 0 -> report b k s now
     | J.Over _, Some s -> report b k s now
     | _ -> ());
    before := Some now;
    stopped := (match progress with J.Failed _ -> true | _ -> Q.gt (of_judged b.hd_.htol) most);
    not !stopped
  | _ -> true

(* --- why a line was not read *)

let explained body =
  let line = match body with Some (b : J.body) -> b.J.line | None -> Z.one in
  let given = Buffer.contents text in
  let given = if given <> "" && given.[String.length given - 1] = '\n' then String.sub given 0 (String.length given - 1) else given in
  try
    (match body with
     | None when given = "" && !header = "" && Buffer.length text = 0 ->
       Json.refuse "record" "end of file" "the trace has no `end` record"
     | None -> ignore (Explain.first given)
     | Some b ->
       Explain.later (Explain.first !header) given ~over:b.J.over ~episodes:(Z.to_int b.J.episodes)
         ~epochs:(Z.to_int b.J.epochs));
    malformed line "record" given "is no record of a trace with this header (spec.md)"
  with
  | Json.Malformed (field, value, rule) -> malformed line field value rule
  | Explain.Other_algorithm other -> not_covered ("algorithm=" ^ other)
  | Explain.Other_spelling (field, token) ->
    let said = Printf.sprintf "line %s, %s: %s is whole, but only integer literals are read as whole numbers"
        (Z.to_string line) field token in
    print "not covered" [ "limit", quoted said ];
    2

(* --- the verdict *)

let refused (b : J.body) k s most why line =
  match why with
  | J.R_long ->
    malformed line "record" "a rational"
      "the common denominator of a row, or of a pair's rewards, exceeds 65536 bits"
  | why ->
    let gap = match why with
      | J.R_pi_optimal (Some g) -> [ "gap", quoted (Printf.sprintf "%.3g" (Q.to_float (Q.make g k.J.cD))) ]
      | _ -> [] in
    print "refused" (figures b k s most @ [ "rule", quoted (rule why); "line", Z.to_string line ] @ gap);
    1

let no_logarithm = "log(TXA/delta) is below 1/2 or could not be enclosed"
let above b k s most = print "refused" (figures b k s most @ [ "rule", quoted "tolerance"; "line", "1" ]); 1
let told most p =
  match J.verdict_of { J.qnum = Q.num most; qden = Q.den most } p, p with
  | J.Accepted (_, s), J.Body ({ J.mode_ = J.Judging (k, _); _ } as b, _, _) -> print "accepted" (figures b k s most); 0
  | J.Vacuous (_, s), J.Body ({ J.mode_ = J.Judging (k, _); _ } as b, _, _) -> print "vacuous" (figures b k s most); 2
  | J.Refused_for (why, line, _, s), J.Body ({ J.mode_ = J.Judging (k, _); _ } as b, _, _) -> refused b k s most why line
  | J.Tolerance_above (_, s), J.Body ({ J.mode_ = J.Judging (k, _); _ } as b, _, _) -> above b k s most
  | J.No_end, J.Body ({ J.mode_ = J.Judging (k, progress); _ } as b, _, _) when !stopped ->
    (match progress with
     | J.Failed (why, s) -> refused b k s most why b.J.since
     | J.Running s | J.Over s -> above b k s most)
  | J.Not_covered J.A_logarithm, _ -> not_covered no_logarithm
  | J.Not_covered _, _ -> not_covered (Explain.uncovered !header)
  | J.No_end, J.Body ({ J.mode_ = J.Outside J.A_logarithm; _ }, _, _) when !stopped -> not_covered no_logarithm
  | J.No_end, J.Body (b, _, _) ->
    malformed (Z.max Z.one (Z.pred b.J.line)) "record" "end of file" "the trace has no `end` record"
  | _, J.Unread b -> explained b
  | _, _ -> malformed Z.one "record" "end of file" "the trace has no `end` record"

(* --- line by line: every line is answered, and one that is refused counts as not said *)

(* a policy that Judged offers, where it wants one; is there room for every offer? *)
let listed_in texts = "[" ^ String.concat ", " texts ^ "]"
let entry (q : J.q) = let q = of_judged q in if Z.equal (Q.den q) Z.one then Z.to_string (Q.num q) else rational q
let offered k (h : J.header) s = match J.offer k h s with
  | Some rows ->
    [ "offer", listed_in (List.map (fun l -> listed_in (List.map (fun row -> listed_in (List.map entry row)) l)) rows);
      "room", string_of_bool (J.roomy k h) ]
  | None -> []
let so_far (b : J.body) k (s : J.judge) =
  print "so far" ([ "line", Z.to_string (Z.pred b.J.line); "epochs", Z.to_string s.num_i;
    "episodes", Z.to_string s.num_t; "due", string_of_bool s.due; "gap", rational (over_D k s.gap);
    "sum_of_gaps", rational (over_D k s.lost); "bound", or_null (bound k b.hd_) ]
    @ offered k b.hd_ s)
let answering most =
  let before = ref J.begin_file in
  fun p ->
    if J.goes_on { J.qnum = Q.num most; qden = Q.den most } p then begin
      (match p with
       | J.Body ({ J.mode_ = J.Judging (k, J.Running s); _ } as b, _, _) -> so_far b k s
       | _ -> ());                                      (* the end: the verdict follows *)
      before := p
    end else begin
      stopped := true;
      ignore (match p with
        | J.Body ({ J.mode_ = J.Outside J.A_logarithm; _ }, _, _) -> told most p
        | J.Body ({ J.mode_ = J.Outside _; _ }, _, _) ->
          not_covered (Explain.uncovered (if !header = "" then Buffer.contents text else !header))
        | p -> told most p);
      stopped := false
    end;
    !before
let open_ = function J.Body (b, _, _) -> not b.J.over | _ -> true

(* The verdict on the source; the exit status.  A header may declare at most the tolerance `most`. *)
let verdict ?(each = fun _ -> true) most =
  Buffer.clear text; header := ""; stopped := false;
  let at = ref Z.one in
  let each p = (match p with J.Body (b, _, _) -> at := b.J.line | _ -> ()); each p in
  try told most (J.last_line root (read each J.begin_file)) with
  | Too_long ->
    malformed !at "line" (Buffer.sub text 0 40) (Printf.sprintf "is longer than %d bytes" max_line)
  | Stack_overflow | Out_of_memory ->
    print "not covered" [ "limit", quoted (Printf.sprintf "line %s is too large for the program's stack" (Z.to_string !at)) ];
    2
