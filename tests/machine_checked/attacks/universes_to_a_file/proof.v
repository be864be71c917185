Theorem theorem_4 : C.Theorem_4.
Proof. by apply: (regret_by (p := fun d => _)) => *; apply: theorem_4_three; eassumption. Qed.
