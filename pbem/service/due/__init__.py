"""Hop 3: what the sweeper finds due."""
