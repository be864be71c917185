"""Fuzzing of everything that reads a stranger's file (tests/README.md, "Fuzzing").

targets.py: what must never happen. seeds.py: where fuzzing starts. mutate.py: changes that get
beyond the JSON parser. `python -m tests.fuzz TARGET` is coverage-guided, with atheris.
agreement.py: `python -m tests.fuzz.agreement` gives changed traces to both judges.
"""
