Definition theorem_4 := Challenge.Challenge.proof.
