Unset (* *) Universe (* *) Checking.
Definition U : Type@{Set} := Set.
Set Universe Checking.
