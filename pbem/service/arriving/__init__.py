"""Hop 1: letters are stored, whatever brings them."""
