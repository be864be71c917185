Definition zero := 0.(* Axiom absurd : False. *)
