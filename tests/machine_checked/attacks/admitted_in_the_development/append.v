Lemma absurd : False.
Proof. Admitted.
