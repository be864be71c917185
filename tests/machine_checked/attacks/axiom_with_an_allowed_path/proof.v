Theorem theorem_4 : C.Theorem_4.
Proof. case: Coq.Logic.Classical_Prop.absurd. Qed.
