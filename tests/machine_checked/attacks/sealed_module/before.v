Module Type Claim. Parameter proof : C.Theorem_4. End Claim.
Module Sealed : Claim. Axiom proof : C.Theorem_4. End Sealed.
