"""A game goes on: founded, announced, run, closed, and late."""
