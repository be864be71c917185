Theorem theorem_4 : C.Theorem_4.
Proof. exact: honest. Qed.
