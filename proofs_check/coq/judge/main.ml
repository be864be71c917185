(* The judge's program: a trace on standard input, its verdict on standard output. *)
let () =
  set_binary_mode_in stdin true;
  exit (Trace.verdict ())
