(* The judge's program: a trace on standard input, its verdict on standard output.  An argument is the largest
   tolerance that a header may declare, "p/q"; without one it is 1/1000000. *)
let () =
  set_binary_mode_in stdin true;
  match Q.of_string (if Array.length Sys.argv > 1 then Sys.argv.(1) else "1/1000000") with
  | most -> exit (Program.verdict most)
  | exception Invalid_argument _ -> prerr_endline "usage: judge [TOLERANCE] < RUN.jsonl"; exit 4
