Theorem theorem_4 : C.Theorem_4.
Proof. case: absurd. Qed.
