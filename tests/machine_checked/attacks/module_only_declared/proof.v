Theorem theorem_4 : C.Theorem_4.
Proof. case: H.absurd. Qed.
