Module Type Bit. Parameter bit : bool. End Bit.
Module One. Definition bit := true. End One.
Module Zero. Definition bit := false. End Zero.
Module Outer. Module Copy (B : Bit). Module Inner. Definition value := B.bit. End Inner.
Module Same := Inner. End Copy. End Outer.
Include Outer.
Module R1 := Copy One. Module R0 := Copy Zero.
Lemma equal : R1.Same.value = R0.Same.value. Proof. reflexivity. Qed.
Lemma is_one : R1.Same.value = true. Proof. reflexivity. Qed.
Lemma is_zero : R0.Same.value = false. Proof. reflexivity. Qed.
Lemma absurd : False. Proof. have := eq_trans (eq_sym is_one) (eq_trans equal is_zero); discriminate. Qed.
