"""A game of robots by mail: they know the referee's mails and nothing else."""
