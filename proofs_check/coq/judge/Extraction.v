(* The judge as an OCaml program: judged.ml.  TRUST.md lists and justifies every directive. *)
Require Import UCRLLP.judge.ByteByByte UCRLLP.judge.LineByLine.
Require Import ZArith QArith Extraction ExtrOcamlBasic ExtrOcamlZBigInt.
Extraction "judged.ml" begin_file feed_byte last_line verdict_of state_of goes_on all_bytes.
