(* Hypotheses that can be met, computed: that of judged_learner, and that of greedy_asking_bound.  coqchk, which has no
   virtual machine, did not finish this file in ten minutes; proofs-check coq has it check the others. *)
Require Import ZArith QArith UCRLLP.judge.EpochCheck UCRLLP.judge.LogarithmCheck UCRLLP.judge.TraceCheck.
Require Import UCRLLP.judge.Greedy.
Require Import Previsions.Sums UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.judge.EpochSound UCRLLP.judge.Verdict
  UCRLLP.judge.JudgedLearner.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Example always_accepted v : size v = T_of small -> exists j, verdict Z.sqrt small (trace coin always v) = Some j.
Proof.
case: v => [|[[a2 [z2 y2]] u2] [|[[a1 [z1 y1]] u1] [|e v]]] //.
move: a2 a1 => [[|[|m2]] a2] [[|[|m1]] a1] //; case: z2; case: z1 => _; by eexists; vm_compute; reflexivity.
Qed.

(* --- `roomy`: the size of Section VI with the default tolerance has room; where nothing may be lost there is none *)
Definition paper_size (tol : Q) : header :=
  Header [:: 1; 10; 10; 10; 10; 10; 1]%N 5 100000 (1 # 100) tol false (Choices Max1 Ln Radii_printed Uniform).
Definition room (hd : header) : bool := if opening Z.sqrt hd is Some (K, _) then roomy K hd else false.
Example room_paper_size : room (paper_size (1 # 10000000)).
Proof. by vm_compute. Qed.
Example no_room_tolerance_0 : room (paper_size 0) = false.
Proof. by vm_compute. Qed.
