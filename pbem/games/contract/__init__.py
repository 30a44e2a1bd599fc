"""What a game is to the service: one record of a few objects, each of a handful of functions.

A game is found by its name in `pbem.games.registry`. The service holds states, events and filed
orders without looking into them: it asks the game. `S` is a game's state and `E` its event; both
are immutable values of the game's own, and only its codec knows how they are stored.
"""
