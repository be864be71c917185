Require UCRLLP.judge.AlwaysAccepted.
