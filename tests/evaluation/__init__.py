"""The evaluation of every statement on a run."""

from proofs_check import statements

statements.load()
