Recursive Extraction rsum.
