"""How much work one letter may cause: a count of steps, shared by all that read it."""

A_LETTER = 50_000
"""Steps that all the reading of one letter may take together, in mail and language.

A step is about one pattern tried on one line, or one guess at what a word means: some ten
microseconds. Whoever does more at once spends more. Steps are counted and never timed, so that
a letter is read alike on every machine.
"""


class Exhausted(Exception):
    """The budget does not last: what has not been read by now is left unread."""


class Budget:
    """So many steps, counted down by everyone who works on the same letter.

    `spend` says whether the steps were there, `demand` raises where they were not: the one is for
    loops that stop by themselves, the other for the depths of a parser. A budget that once did
    not last never lasts again, so that nothing cheaper further down is read out of its order.
    """

    def __init__(self, steps: int = A_LETTER) -> None:
        self.renew(steps)

    def renew(self, steps: int) -> None:
        """Begin anew with so many steps: for the next line that is read by itself."""
        self._steps = steps
        self._left = steps
        self._is_exhausted = False

    @property
    def left(self) -> int:
        """Return how many steps are left: none where it did not last."""
        return 0 if self._is_exhausted else self._left

    @property
    def spent(self) -> int:
        """Return how many steps were taken."""
        return self._steps - self._left

    def spend(self, steps: int = 1) -> bool:
        """Take so many steps; say whether they were there."""
        self._is_exhausted = self._is_exhausted or steps > self._left
        if not self._is_exhausted:
            self._left -= steps
        return not self._is_exhausted

    def demand(self, steps: int = 1) -> None:
        """Take so many steps. Raises Exhausted where they are not there."""
        if not self.spend(steps):
            raise Exhausted
