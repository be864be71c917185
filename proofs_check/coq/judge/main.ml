(* The judge's program: a trace on standard input, its verdict on standard output.  An argument is the largest
   tolerance that a header may declare, "p/q" from 0 to less than 1; without one it is 1/1000000. *)
let usage () = prerr_endline "usage: judge [TOLERANCE] < RUN.jsonl"; exit 4
let () =
  set_binary_mode_in stdin true;
  match Q.of_string (match Sys.argv with [| _ |] -> "1/1000000" | [| _; most |] -> most | _ -> "") with
  | most when Q.classify most <> Q.UNDEF && Q.geq most Q.zero && Q.lt most Q.one -> exit (Program.verdict most)
  | _ -> usage ()
  | exception Invalid_argument _ -> usage ()
