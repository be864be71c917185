Definition theorem_4 := UCRLLP.Challenge.Challenge.proof.
