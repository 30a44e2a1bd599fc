"""Hop 2: a letter is sorted, read, filed and answered."""
