"""The guests' kinds of test vectors: what each states (`kinds`), and their files (`data`). Reader
and score card are the core's."""
