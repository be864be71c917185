(* Strict JSON, one value a line, by the rules and limits of reference/trace/strict_json.py.  Short whole numbers
   become integers; any other number is kept as it is written and becomes a rational, exactly, where it is used.
   Not trusted: explain.ml asks it why Judged did not read a line. *)

type t =
  | Null
  | Bool of bool
  | Int of int                                         (* at most 16 digits *)
  | Num of string
  | Str of string
  | List of t list
  | Obj of (string * t) list

exception Malformed of string * string * string (* field, value, rule *)

let refuse field value rule = raise (Malformed (field, value, rule))

let max_depth = 8
let max_digits = 1000
let max_string = (2 * max_digits) + 2

let shown s at = String.sub s at (min 40 (String.length s - at))

(* Well-formed UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF. *)
let check_utf8 s =
  let n = String.length s in
  let byte i = if i < n then Char.code s.[i] else 0 in
  let bad i = refuse "encoding" (shown s i) "must be UTF-8" in
  let tail i = byte i land 0xc0 = 0x80 in
  let rec go i =
    if i < n then
      let c = byte i in
      if c < 0x80 then go (i + 1)
      else if c >= 0xc2 && c <= 0xdf && tail (i + 1) then go (i + 2)
      else if c land 0xf0 = 0xe0 && tail (i + 1) && tail (i + 2)
           && not (c = 0xe0 && byte (i + 1) < 0xa0) && not (c = 0xed && byte (i + 1) >= 0xa0)
      then go (i + 3)
      else if c >= 0xf0 && c <= 0xf4 && tail (i + 1) && tail (i + 2) && tail (i + 3)
           && not (c = 0xf0 && byte (i + 1) < 0x90) && not (c = 0xf4 && byte (i + 1) >= 0x90)
      then go (i + 4)
      else bad i
  in
  go 0

let[@inline] is_digit c = c >= '0' && c <= '9'
let is_int token = not (String.exists (fun c -> c = '.' || c = 'e' || c = 'E') token)

module Keys = Set.Make (String)

let rec find key = function
  | [] -> None
  | (k, v) :: l -> if String.equal k key then Some v else find key l
let rec mem key = function
  | [] -> false
  | k :: l -> String.equal k key || mem key l

(* At the end of the text `peek` gives a character that no rule admits. *)
let parse (s : string) : t =
  check_utf8 s;
  let n = String.length s in
  let at = ref 0 in
  let[@inline] peek () = if !at < n then s.[!at] else '\255' in
  let syntax what = refuse "JSON" (if !at < n then shown s !at else "the end of the text")
      (Printf.sprintf "must be valid JSON: %s (byte %d)" what (!at + 1)) in
  let rec space () =
    match peek () with ' ' | '\t' | '\n' | '\r' -> incr at; space () | _ -> () in
  let digits () =
    let first = !at in
    while is_digit (peek ()) do incr at done;
    if !at - first > max_digits then
      refuse "JSON" (shown s first) (Printf.sprintf "a number must not exceed %d digits" max_digits);
    !at - first in
  let number () =
    let first = !at in
    if peek () = '-' then incr at;
    let zero = peek () = '0' in
    let whole = digits () in
    if whole = 0 then syntax "expecting value";
    if zero && whole > 1 then (at := !at - whole + 1; syntax "a leading zero");
    if peek () = '.' then (incr at; if digits () = 0 then syntax "expecting a digit");
    let exponent = peek () = 'e' || peek () = 'E' in
    if exponent then begin
      incr at;
      if peek () = '+' || peek () = '-' then incr at;
      if digits () = 0 then syntax "expecting a digit"
    end;
    if !at - first = whole && whole <= 16 then begin
      let v = ref 0 in
      for i = first to !at - 1 do v := (10 * !v) + (Char.code s.[i] - 48) done;
      Int !v
    end
    else begin
      let token = String.sub s first (!at - first) in
      if (exponent || whole > 200) && not (is_int token) && Float.abs (float_of_string token) = infinity then
        refuse "JSON" (shown token 0) "a number must be within the range of a double";
      if String.length token <= 16 && is_int token then Int (int_of_string token) else Num token
    end in
  let hex () =
    let v = ref 0 in
    for _ = 1 to 4 do
      let d = match peek () with
        | '0' .. '9' as c -> Char.code c - 48
        | 'a' .. 'f' as c -> Char.code c - 87
        | 'A' .. 'F' as c -> Char.code c - 55
        | _ -> syntax "invalid \\uXXXX escape" in
      v := (16 * !v) + d; incr at
    done;
    !v in
  let rec text () =
    let first = !at + 1 in
    let last = ref first in
    while !last < n && (let c = s.[!last] in c >= ' ' && c <> '"' && c <> '\\') do incr last done;
    if !last < n && s.[!last] = '"' && !last - first <= max_digits then begin
      at := !last + 1;
      String.sub s first (!last - first)
    end
    else careful ()
  and careful () =
    incr at;
    let out = Buffer.create 16 and characters = ref 0 and run = ref 0 in
    let rec go () =
      if !at >= n then syntax "unterminated string";
      let c = s.[!at] in
      if c <> '"' then begin
        if Char.code c land 0xc0 <> 0x80 then incr characters;
        if !characters > max_string then
          refuse "JSON" (shown s !at) (Printf.sprintf "a string must not exceed %d characters" max_string);
        run := if is_digit c then !run + 1 else 0;
        if !run > max_digits then
          refuse "JSON" (shown s !at) (Printf.sprintf "a number must not exceed %d digits" max_digits);
        if c < ' ' then syntax "invalid control character";
        incr at;
        if c <> '\\' then Buffer.add_char out c
        else begin
          let escaped = peek () in
          let before = !at in
          incr at;
          (match escaped with
           | '"' | '\\' | '/' -> Buffer.add_char out escaped
           | 'b' -> Buffer.add_char out '\b'
           | 'f' -> Buffer.add_char out '\012'
           | 'n' -> Buffer.add_char out '\n'
           | 'r' -> Buffer.add_char out '\r'
           | 't' -> Buffer.add_char out '\t'
           | 'u' ->
             let surrogate = "must be text that UTF-8 can hold" in
             let u = hex () in
             if u >= 0xdc00 && u <= 0xdfff then refuse "JSON" "a lone surrogate" surrogate
             else if u >= 0xd800 && u <= 0xdbff then begin
               if not (peek () = '\\' && !at + 1 < n && s.[!at + 1] = 'u') then
                 refuse "JSON" "a lone surrogate" surrogate;
               at := !at + 2;
               let v = hex () in
               if v < 0xdc00 || v > 0xdfff then refuse "JSON" "a lone surrogate" surrogate;
               Buffer.add_utf_8_uchar out
                 (Uchar.of_int (0x10000 + ((u - 0xd800) lsl 10) + (v - 0xdc00)))
             end
             else Buffer.add_utf_8_uchar out (Uchar.of_int u)
           | _ -> at := before; syntax "invalid \\escape");
          characters := !characters + (!at - before)
        end;
        go ()
      end in
    go ();
    incr at;
    Buffer.contents out in
  let word w v =
    let k = String.length w in
    if !at + k <= n && String.sub s !at k = w then (at := !at + k; v) else syntax "expecting value" in
  let rec value depth =
    space ();
    match peek () with
    | '[' ->
      deeper depth;
      incr at; space ();
      if peek () = ']' then (incr at; List []) else elements (depth + 1) []
    | '{' ->
      deeper depth;
      incr at; space ();
      if peek () = '}' then (incr at; Obj []) else members (depth + 1) Keys.empty []
    | '"' -> Str (text ())
    | '-' when !at + 1 < n && s.[!at + 1] = 'I' -> finite ()
    | '-' | '0' .. '9' -> number ()
    | 'n' -> word "null" Null
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | 'N' | 'I' -> finite ()
    | _ -> syntax "expecting value"
  and finite () = refuse "JSON" (shown s !at) "a number must be finite"
  and deeper depth =
    if depth >= max_depth then
      refuse "JSON" (shown s !at) (Printf.sprintf "must not nest deeper than %d levels" max_depth)
  and elements depth found =
    let v = value depth in
    space ();
    match peek () with
    | ',' -> incr at; elements depth (v :: found)
    | ']' -> incr at; List (List.rev (v :: found))
    | _ -> syntax "expecting ',' delimiter"
  and members depth seen found =
    space ();
    if peek () <> '"' then syntax "expecting property name enclosed in double quotes";
    let key = text () in
    if Keys.mem key seen then refuse key (shown s !at) "a key must not be given twice";
    space ();
    if peek () <> ':' then syntax "expecting ':' delimiter";
    incr at;
    let v = value depth in
    space ();
    match peek () with
    | ',' -> incr at; members depth (Keys.add key seen) ((key, v) :: found)
    | '}' -> incr at; Obj (List.rev ((key, v) :: found))
    | _ -> syntax "expecting ',' delimiter" in
  let v = value 0 in
  space ();
  if !at < n then syntax "extra data";
  v

let rec take n = function
  | v :: l when n > 0 -> v :: take (n - 1) l
  | _ -> []
let rec to_string = function
  | Null -> "null"
  | Bool b -> string_of_bool b
  | Int n -> string_of_int n
  | Num s -> s
  | Str s -> s
  | List l -> "[" ^ String.concat ", " (List.map to_string (take 4 l)) ^ "]"
  | Obj l -> "{" ^ String.concat ", " (List.map fst (take 4 l)) ^ "}"

let quoted s =
  let out = Buffer.create 32 in
  String.iter (fun c ->
      if c = '"' || c = '\\' then (Buffer.add_char out '\\'; Buffer.add_char out c)
      else if c < ' ' || c > '~' then Printf.bprintf out "\\u%04x" (Char.code c)
      else Buffer.add_char out c) s;
  "\"" ^ Buffer.contents out ^ "\""
