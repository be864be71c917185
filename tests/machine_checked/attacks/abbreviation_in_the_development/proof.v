Theorem theorem_4 : Challenge.Challenge.Theorem_4.
Proof. exact: I. Qed.
