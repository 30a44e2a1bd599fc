"""The one table of verbs, and the help made from it."""
