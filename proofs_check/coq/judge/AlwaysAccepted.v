(* The hypothesis of judged_learner can be met, computed.  coqchk, which has no virtual machine, did not finish
   this file in ten minutes; proofs-check coq has it check the others. *)
Require Import ZArith QArith UCRLLP.judge.EpochCheck UCRLLP.judge.TraceCheck.
Require Import UCRLLP.Sums UCRLLP.Model UCRLLP.Episodes UCRLLP.judge.EpochSound UCRLLP.judge.Verdict
  UCRLLP.judge.JudgedLearner.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Example always_accepted v : size v = T_of small -> exists j, verdict Z.sqrt small (trace coin always v) = Some j.
Proof.
case: v => [|[[a2 [z2 y2]] u2] [|[[a1 [z1 y1]] u1] [|e v]]] //.
move: a2 a1 => [[|[|m2]] a2] [[|[|m1]] a1] //; case: z2; case: z1 => _; by eexists; vm_compute; reflexivity.
Qed.
