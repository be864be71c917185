Require UCRLLP.Challenge.Challenge.
