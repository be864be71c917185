Theorem theorem_4 : True.
Proof. exact: I. Qed.
