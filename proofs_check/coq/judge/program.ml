(* A trace, line by line, to Judged.feed, and the verdict as one line of JSON.  Every decision about Algorithm 1 is
   taken by Judged, which is extracted from the proofs. *)

open Json
open Records
module J = Judged

let max_line = 32 * 1024 * 1024

(* --- lines *)

let source = ref (input stdin)
let number = ref 0                                      (* of the line *)
let chunk = Bytes.create 65536
let next = ref 0 and filled = ref 0
let before = Buffer.create 65536                        (* what earlier chunks have of the line *)

let rec line () =
  if !next >= !filled then begin filled := !source chunk 0 (Bytes.length chunk); next := 0 end;
  let last = match Bytes.index_from_opt chunk !next '\n' with Some i when i < !filled -> i | _ -> !filled in
  Buffer.add_subbytes before chunk !next (last - !next);
  next := last + 1;
  if !filled = 0 && Buffer.length before = 0 then None
  else if Buffer.length before + Bool.to_int (last < !filled) > max_line then begin
    incr number;
    refuse "line" (Buffer.sub before 0 40) (Printf.sprintf "is longer than %d bytes" max_line)
  end
  else if last = !filled && !filled > 0 then line ()
  else begin
    incr number;
    let text = Buffer.contents before in
    if Buffer.length before > 1 lsl 20 then Buffer.reset before else Buffer.clear before;
    Some text
  end

let fields text = match parse text with
  | Obj l -> l
  | v -> refuse "record" (to_string v) "every line must be a JSON object"

(* --- judging *)

type state =
  | Judging of J.consts * J.progress
  | Outside of string                                   (* a reading that the theorem does not cover *)

let judged_at = ref 0                                   (* the last line that Judged was given *)

let feed head state (record, covered) = match state with
  | Judging (k, (J.Running _ as s)) when covered ->
    judged_at := !number;
    (match J.feed k head.header s record with
     | J.Failed (J.R_long, _) ->
       refuse "record" "a rational" "the common denominator of a row, or of a pair's rewards, exceeds 65536 bits"
     | s -> Judging (k, s))
  | Judging (_, J.Running _) -> Outside ("completion=" ^ head.completion ^ " with q_hat alone")
  | state -> state

(* the records up to `end`, and nothing after it *)
let rec read head state episodes epochs =
  let bounded what n most =
    if n > most then
      refuse what (Printf.sprintf "%s %d" what n)
        (Printf.sprintf "%s-number: T = %d allows at most %d" what head.t_max most) in
  match line () with
  | None -> refuse "record" "end of file" "the trace has no `end` record"
  | Some text ->
    let l = fields text in
    match find "record" l with
    | Some (Str "epoch") ->
      let found = epoch head l in
      bounded "epoch" (epochs + 1) (head.t_max + 1);
      read head (feed head state found) episodes (epochs + 1)
    | Some (Str "episode") ->
      let found = episode head l in
      bounded "episode" (episodes + 1) head.t_max;
      read head (feed head state (found, true)) (episodes + 1) epochs
    | Some (Str "end") ->
      let found = last l in
      (match line () with
       | None -> feed head state (found, true)
       | Some text -> refuse "record" (shown text 0) "nothing may follow `end`")
    | Some (Str "header") -> refuse "record" "header" "`header` must be the first line, once"
    | v -> refuse "record" (to_string (Option.value v ~default:Null)) "must be header, epoch, episode or end"

(* --- the verdict *)

let rule : J.rule -> string = function
  | J.R_order -> "order" | J.R_epoch_missing -> "epoch-missing" | J.R_episode_number -> "episode-number"
  | J.R_state -> "state" | J.R_action -> "action" | J.R_reward -> "reward" | J.R_played -> "played"
  | J.R_last_trigger -> "last-trigger" | J.R_epoch_early -> "epoch-early" | J.R_epoch_number -> "epoch-number"
  | J.R_N -> "N" | J.R_N3 -> "N3" | J.R_q_hat_1 -> "q_hat_1" | J.R_pi_1 -> "pi_1"
  | J.R_pi_distribution -> "pi-distribution" | J.R_pi_optimal _ -> "pi-optimal" | J.R_end -> "end"
  | J.R_long -> "long"

let print verdict more =
  print_endline ("{\"verdict\": " ^ quoted verdict ^ String.concat ""
    (List.map (fun (k, v) -> ", " ^ quoted k ^ ": " ^ v) more) ^ ", \"source\": " ^ quoted Digests.source
    ^ ", \"published\": " ^ quoted Digests.published ^ "}")

(* the integer square root, which Judged checks *)
let hint a = if Z.sign a < 0 then Z.zero else Z.sqrt a

let first () = match line () with
  | None -> refuse "record" "end of file" "the trace has no `end` record"
  | Some text ->
    let l = fields text in
    if find "record" l <> Some (Str "header") then
      refuse "record" (shown text 0) "`header` must be the first line, once";
    l

let not_covered reading = print "not covered" [ "reading", quoted reading ]; 2

(* Prints the verdict on a run of UCRL-LP that may declare at most this tolerance; the exit status. *)
let judge most l =
  let head = header l in
  let opened = match head.uncovered, J.opening hint head.header with
    | Some reading, _ -> Outside reading
    | None, Some (k, s) -> Judging (k, J.Running s)
    | None, None -> Outside "log(TXA/delta) could not be enclosed" in
  let over_D k g = Q.make g k.J.cD in
  let figures k (s : J.judge) = [
    "episodes", Z.to_string s.num_t; "T", string_of_int head.t_max; "epochs", Z.to_string s.num_i;
    "largest_gap", quoted (Q.to_string (over_D k s.worst)); "sum_of_gaps", quoted (Q.to_string (over_D k s.lost)) ] in
  let refused k s rule line more =
    print "refused" (figures k s @ [ "rule", quoted rule; "line", string_of_int line ] @ more); 1 in
  match read head opened 0 0 with
  | Outside reading -> not_covered reading
  | Judging (k, (J.Over s | J.Failed (_, s) | J.Running s)) when Q.gt head.tolerance most ->
    refused k s "tolerance" 1 []
  | Judging (k, J.Over s) when Z.sign s.num_t = 0 -> print "vacuous" (figures k s); 2
  | Judging (k, J.Over s) -> print "accepted" (figures k s); 0
  | Judging (k, J.Failed (J.R_pi_optimal (Some g), s)) ->
    refused k s "pi-optimal" !judged_at [ "gap", quoted (Printf.sprintf "%.3g" (Q.to_float (over_D k g))) ]
  | Judging (k, J.Failed (r, s)) -> refused k s (rule r) !judged_at []
  | Judging (k, J.Running s) -> refused k s "end" !number []

let verdict most =
  filled := 0; next := 0; number := 0; Buffer.clear before;
  try
    let l = first () in
    match find "algorithm" l with
    | Some (Str ("FPOP" | "O-REPS" | "UC-O-REPS" | "UOB-REPS" as other)) -> not_covered ("algorithm=" ^ other)
    | _ -> judge most l
  with
  | Malformed (field, value, rule) ->
    print "malformed" [ "line", string_of_int (max 1 !number); "field", quoted field;
                        "value", quoted (shown value 0); "rule", quoted rule ]; 3
  | Stack_overflow | Out_of_memory ->
    print "not covered" [ "limit", quoted (Printf.sprintf "line %d is too large for the program's stack" !number) ]; 2
