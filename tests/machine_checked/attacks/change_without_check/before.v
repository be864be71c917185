Section Changed.
Let zero : nat := O.
Definition wrong : zero = S O := ltac:(change_no_check O with (S O) in zero; vm_compute; reflexivity).
End Changed.
Lemma absurd : False.
Proof. by have := wrong. Qed.
