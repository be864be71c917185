Definition some n := match n with O => False | S _ => True end.
Definition two_or_more n := match n with O => False | S m => some m end.
Fixpoint turning (n : nat) {struct n} : some n -> False.
Proof.
refine (match n with
  | O => fun h => h
  | S m => fun h =>
    let f (b : bool) (e : b = true) (x : nat) (two : two_or_more x) :=
      let k := match (if b then x else m) with O => m | S i => i end in turning k _ in
    f true (eq_refl true) (S (S O)) I
  end).
by move: two; rewrite {}/k e; case: x => [|[|j]].
Defined.
Lemma absurd : False. Proof. exact (@turning (S O) I). Qed.
