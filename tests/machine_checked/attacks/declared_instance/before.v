Existing Class False. Global Set Printing Depth 1. Declare Instance absurd : False.
