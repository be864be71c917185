Theorem theorem_4 : C.Theorem_4.
Proof. case: ((fun x : liar 2 => x x) (fun x : liar 2 => x x)). Qed.
