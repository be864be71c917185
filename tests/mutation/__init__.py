"""Are faults noticed? A program is changed in one place; tests, the kit or the proof must object.

`mutants`: the modules of both packages, by mutmut. `score`: the twins (`faults`, `apply_faults`),
against the kit and the vectors. `removals`: the checks of the proved judge, against its proof.
"""
