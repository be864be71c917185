"""`proofs_check`: which statements of the paper hold, and whether a trace is a run of Algorithm 1,
in exact arithmetic. It never imports the algorithm.

- `proofs_check.audit.audit.audit`: the statements of the paper (`proofs_check.statements`).
- `proofs_check.conformance.replay.check`: a trace, read by `reference.trace.reader.read`.
- `proofs_check.lp1.optimum.solve`: LP1's exact optimum for the counts of an epoch.
- `proofs_check.kit.verdict.check_implementation`: an implementation, on generated cases.
- `proofs_check.certificate.checker.check_certificate`: a certificate of LP1's optimum.
- `proofs_check.certificate.lp_file.write_lp`: LP1 as an LP or MPS file.
- `proofs_check.vectors.score.score`: an implementation on the test vectors.

A trace that conforms, and the same one if it claimed the natural logarithm in eq. (11):

    >>> import tempfile
    >>> from dataclasses import replace
    >>> from proofs_check.conformance.replay import check
    >>> from reference import make, read_trace, run
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     played = run(make("tiny").mdp, T=60, choices={"log": "log2"}, out=f"{folder}/run.jsonl")
    ...     header, *records = read_trace(f"{folder}/run.jsonl")
    >>> check([header, *records]).verdict
    'conforms'
    >>> claimed = replace(header, choices={**header.choices, "log": "ln"})
    >>> outcome = check([claimed, *records])
    >>> outcome.verdict, outcome.first.rule, outcome.first.equation
    ('does not conform', 'eps', 'eq. (11)')
"""
