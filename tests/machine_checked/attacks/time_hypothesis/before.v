Time Hypothesis absurd : False.
