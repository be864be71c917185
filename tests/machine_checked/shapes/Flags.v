(* Flags of the kernel that are off, or on. *)
Unset Positivity Checking.
Inductive negative := negated (f : negative -> nat).
Set Positivity Checking.
Unset Universe Checking.
Definition no_universes := 0.
Set Universe Checking.
Set Definitional UIP.
Definition with_uip := 0.
