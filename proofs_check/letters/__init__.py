"""The letters of the paper, each defined once, over one interface of numbers; expressions in them,
claims between these, and false variants of claims. Imports nothing of the statements."""
