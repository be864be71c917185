Definition wrong := False. Existing Class wrong. Global Set Printing Depth 1. Declare Instance absurd : wrong.
