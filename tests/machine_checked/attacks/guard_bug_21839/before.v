Lemma absurd : False.
Proof.
exact ((fix rec (x : unit) : False :=
  let f (b : False) := match b return False with end in
  let g (y : unit) := y in
  rec ((ltac:(fix same 1; exact g) : unit -> unit) x)) tt).
Qed.
