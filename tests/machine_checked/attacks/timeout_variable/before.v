Timeout 9 Variable absurd : False.
