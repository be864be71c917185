Module Type Holds. Parameter absurd : False. End Holds. Declare Module H : Holds.
