"""What follows the end of a game: finale, ratings, proof, and the next game."""
