(* Wrong hints: hints COUNT SEED [radius] reads a trace that is accepted and changes the hints of its epochs COUNT
   times.  The gap that is found is then at least that of the right hints, up to rounding, or there is none; and
   wrong square roots change nothing.  With `radius` what is changed is no hint, but what the judge computes itself. *)
module J = Judged

let z = Z.of_int
let pick l = List.nth l (Random.int (List.length l))
let another v = match Random.int 6 with
  | 0 -> Z.zero
  | 1 -> Z.neg v
  | 2 -> Z.add v (z (Random.int 2001 - 1000))
  | 3 -> Z.mul v (z (Random.int 5))
  | 4 -> Z.div v (z (1 + Random.int 9))
  | _ -> Z.shift_left (z (Random.int 1000 - 100)) (Random.int 64)

let wrong_row row = match Random.int 4 with
  | 0 -> List.map (fun v -> if Random.bool () then another v else v) row
  | 1 -> another (List.hd row) :: List.tl row
  | 2 -> List.rev row
  | _ -> if Random.bool () then Z.one :: row else List.tl row
let wrong_hint (p : J.pair) =
  if Random.bool () then { p with J.tau = another p.tau } else { p with J.row = wrong_row p.row }
let wrong_radius (p : J.pair) = { p with J.eHi = Z.zero; rHi = Z.zero }

(* one pair of a random layer and state, or every pair with chance 1/4 *)
let changed change layers =
  let everywhere = Random.int 4 = 0 and here = pick (List.concat_map (List.concat_map Fun.id) layers) in
  List.map (List.map (List.map (fun p -> if everywhere || p == here then change p else p))) layers

let () =
  let count = int_of_string Sys.argv.(1) in
  Random.init (int_of_string Sys.argv.(2));
  let change = if Array.length Sys.argv > 3 then wrong_radius else wrong_hint in
  let next () =
    let read st c = J.step0 st Program.table.(Char.code c) in
    Option.get (J.found (String.fold_left read J.start (input_line stdin))) in
  let head, readings = Option.get (J.read_header (next ())) in
  let opened hint = Option.get (J.opening hint head) in
  let k, s = opened (fun a -> Z.sqrt a) and k', s' = opened (fun _ -> z (Random.bits ())) in
  let epochs = ref [] in
  let rec read p p' = match p with
    | J.Running s ->
      let r, _ = Option.get (J.read_record head readings (next ())) in
      (match r with
       | J.REpoch (_, _, e) ->
         let w = J.weights_of (J.rows_of e.J.epol) in
         let before = if Z.sign s.J.num_i = 0 then w else s.J.pol in
         let w = J.complete head.J.hread.J.ccompletion head.J.hA e.J.epol before w in
         let layers = J.layers_of k s.J.tab w in
         epochs := (J.gap_of k.J.cE head.J.hA layers, fst (J.with_hints k.J.cE layers)) :: !epochs
       | _ -> ());
      read (J.feed k head p r) (J.feed k' head p' r)
    | p -> p = p' in
  let roots = read (J.Running s) (J.Running s') in
  let none = ref 0 and larger = ref 0 and same = ref 0 and smaller = ref 0 in
  for _ = 1 to count do
    let gap, layers = pick !epochs in
    let near = Z.add (Option.get gap) (z 4096) in
    match J.gap_if_ok k.J.cE head.J.hA (changed change layers) with
    | None -> incr none
    | Some g when Z.gt g near -> incr larger
    | Some g when Z.gt g (Z.sub near (z 8192)) -> incr same
    | Some _ -> incr smaller
  done;
  Printf.printf "{\"none\": %d, \"larger\": %d, \"same\": %d, \"smaller\": %d, \"roots\": %b}\n"
    !none !larger !same !smaller roots
