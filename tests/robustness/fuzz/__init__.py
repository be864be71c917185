"""Fuzzing of everything that reads a stranger's file (tests/README.md, "Fuzzing").

targets.py: what must never happen. seeds.py: where fuzzing starts. mutate.py: changes that get
beyond the JSON parser. `python -m tests.robustness.fuzz TARGET` is coverage-guided, with atheris.
"""
