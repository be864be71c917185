Definition passed (outer : nat -> Type) (seed : nat) : nat -> nat -> Type :=
  fix inner (carry : nat := seed) (p m : nat) {struct m} : Type :=
    match m with O => outer p -> False | S rest => inner carry rest end.
Fixpoint liar (n : nat) : Type := match n with O => True | S m => passed liar n m m end.
