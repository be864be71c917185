Global Set Program Mode. Definition absurd : False := _. Admit Obligations.
