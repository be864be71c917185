Extraction "program.ml" verdict_of.
