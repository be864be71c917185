"""Claims, their evidence, the graph of statements and the inventory of the paper."""
