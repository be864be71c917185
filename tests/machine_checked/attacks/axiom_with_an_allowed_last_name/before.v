Module Logic. Variable classic : False. End Logic.
