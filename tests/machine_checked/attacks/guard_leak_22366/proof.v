Theorem theorem_4 : C.Theorem_4.
Proof. case: (Taken.round 0). Qed.
