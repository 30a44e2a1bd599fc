"""What an exported game's file and a game's log are known by, for those who write them too."""

FORMAT = "pbem-game-1"
"""What an exported game's file says it is."""
WORDS = "words"
"""The kind of the record by which players' words are mixed into the dice (R12.10)."""
DRAWS_OF_AN_ERA = 1_000_000
"""Fresh dice begin at the era's number times this."""
