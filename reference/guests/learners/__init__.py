"""The algorithms that the paper compares itself with (Sec. I-A, Sec. VI), one file each."""
