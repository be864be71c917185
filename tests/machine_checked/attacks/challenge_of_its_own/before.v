Module Challenge. Module Challenge. Definition Theorem_4 := True.
Lemma proof : Theorem_4. Proof. exact: I. Qed. End Challenge. End Challenge.
