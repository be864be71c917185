(* The judge's program: a trace on standard input, its verdict on standard output.  An argument is the largest
   tolerance that a header may declare, "p/q" from 0 to less than 1; without one it is 1/1000000.  With --epochs a line
   for every epoch, as it is closed, precedes the verdict, and nothing is read after the first refusal.  With --lines every
   line is answered by one, and a line that is refused counts as not said. *)
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
  let verdict, words = match words with
    | "--epochs" :: l -> (fun most -> Program.verdict ~each:(Program.closing most) most), l
    | "--lines" :: l ->
      (fun most -> Program.settled := Program.answering most; Program.verdict ~each:Program.open_ most), l
    | l -> (fun most -> Program.verdict most), l in
  match largest words with
  | Some most -> exit (verdict most)
  | None -> prerr_endline "usage: judge [--epochs | --lines] [TOLERANCE] < RUN.jsonl"; exit 4
