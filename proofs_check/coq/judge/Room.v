Require Import ZArith QArith UCRLLP.judge.EpochCheck UCRLLP.judge.LogarithmCheck UCRLLP.judge.TraceCheck UCRLLP.judge.GreedyAccepted.
Open Scope Z_scope.
Definition hd tol := Header (cons 1 (cons 10 (cons 10 (cons 10 (cons 10 (cons 10 (cons 1 nil)))))))%nat 5 100000 (1#100) tol false (Choices Max1 Ln Radii_printed Uniform).
Definition room h := match opening Z.sqrt h with Some (K,_) => Some (roomy K h, spread_of K h, slack_of K h (spread_of K h)) | None => None end.
Eval vm_compute in room (hd (1#10000000)).
Eval vm_compute in room (hd 0).
Print Assumptions exists_accepted_learner.
