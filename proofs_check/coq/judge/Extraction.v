(* The judge as an OCaml program: judged.ml.  TRUST.md lists and justifies every directive. *)
Require Import UCRLLP.judge.TraceCheck.
Require Import ZArith QArith Extraction ExtrOcamlBasic ExtrOcamlZBigInt.
Extraction "judged.ml" opening feed.
