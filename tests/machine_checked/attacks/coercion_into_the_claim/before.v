Definition from_truth (H : True -> C.Theorem_4) := H.
Inductive weak : Prop := Weak. Definition as_truth (w : weak) : True := I. Coercion as_truth : weak >-> True.
