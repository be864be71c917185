(* The judge as an OCaml program: judged.ml.  TRUST.md lists and justifies every directive. *)
Require Import UCRLLP.judge.TraceCheck UCRLLP.judge.ByteByByte UCRLLP.judge.LineByLine UCRLLP.judge.FastLine UCRLLP.judge.Greedy.
Require Import ZArith QArith Extraction ExtrOcamlBasic ExtrOcamlZBigInt.
Extraction "judged.ml" begin_file feed_byte feed_line last_line verdict_of state_of goes_on offer roomy
  constant_squared regret_bound all_bytes.
