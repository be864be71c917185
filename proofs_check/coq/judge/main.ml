(* The judge's program: a trace on standard input, its verdict on standard output.  An argument is the largest
   tolerance that a header may declare, "p/q" from 0 to less than 1; without one it is 1/1000000.  With --epochs a line
   for every epoch, as it is closed, precedes the verdict, and nothing is read after the first refusal. *)
let largest = function
  | [] -> Some (Q.make Z.one (Z.of_int 1_000_000))
  | [ word ] when word <> "" ->
    (match Q.of_string word with
     | most when Q.classify most <> Q.UNDEF && Q.geq most Q.zero && Q.lt most Q.one -> Some most
     | _ -> None
     | exception Invalid_argument _ -> None)
  | _ -> None
let () =
  set_binary_mode_in stdin true;
  let words = List.tl (Array.to_list Sys.argv) in
  let live, words = match words with "--epochs" :: l -> true, l | l -> false, l in
  match largest words with
  | Some most -> exit (if live then Program.verdict ~each:(Program.closing most) most else Program.verdict most)
  | None -> prerr_endline "usage: judge [--epochs] [TOLERANCE] < RUN.jsonl"; exit 4
