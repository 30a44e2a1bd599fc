"""The games: one folder each behind the contract, found through the registry."""
