"""Pages of the audit, each built once as a document tree: overview, a statement, the letter, the
findings in full, the generated tables, the summary for a terminal."""
