"""Programs under test, in NumPy and C++, and a producer that shares no code with this project.

`python -m tests.implementations.long_run` plays and checks a run too long for the suite.
"""
