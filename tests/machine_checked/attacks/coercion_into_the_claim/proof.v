Theorem theorem_4 : weak.
Proof. exact: Weak. Qed.
