"""Test vectors: their reader, and the score of a program that answers them."""
