Fixpoint endless (n c : nat) (f : nat -> nat) {struct n} : nat :=
  match n with S m => endless m (S c) (fun k => endless k O f) | O => S (f c) end.
Lemma endless_S n c f : endless (S n) c f = endless n (S c) (fun k => endless k O f). Proof. reflexivity. Qed.
Lemma endless_O c f : endless O c f = S (f c). Proof. reflexivity. Qed.
Lemma absurd : False.
Proof.
have: endless (S O) O id = S (endless (S O) O id) by rewrite {1}endless_S endless_O.
by elim: (endless (S O) O id) => [//|n IH] [] /IH.
Qed.
