"""The lobby: strangers, games that wait for players, and who joins them."""
