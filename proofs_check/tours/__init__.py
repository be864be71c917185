"""One guided tour per reader, five minutes each: auditor.md, implementer.md, reviewer.md,
student.ipynb.

Notebooks in Markdown: their blocks are commands with output, which tests/report/test_tours.py runs.
`proofs-check site` makes pages of them.
"""
