Module Type Goes. Parameter Inline on : nat -> False. End Goes.
Module Round (G : Goes). Definition round : nat -> False := G.on. End Round.
Module Never. Local Unset Guard Checking. Fixpoint on (n : nat) : False := on (S n). End Never.
Unset Guard Checking. Module Taken := Round Never. Set Guard Checking.
