Module Mine. Module C. Definition Theorem_4 := True. End C. End Mine. Import Mine.
