"""Fair dice: every draw is an HMAC of the game's secret, its number and its purpose (R12.10)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")
Roll = tuple[int, int]
DIE = 6
"""The sides of a die."""
_WORD = 2**64
_BLOCK = 64
"""Bytes SHA-256 takes at a time."""
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


class Dice(Protocol):
    """What the rules ask of chance; each call takes one draw number."""

    def pick(self, draw: int, purpose: str, sides: int) -> int:
        """A number from 0 to sides - 1."""
        ...

    def roll(self, draw: int, purpose: str) -> Roll:
        """Two dice."""
        ...

    def shuffle(self, draw: int, purpose: str, things: Sequence[T]) -> tuple[T, ...]:
        """The things in a new order."""
        ...


class SecretDice:
    """Dice that anyone can recompute once the secret is opened.

    A draw is the first 64-bit word below the greatest multiple of `sides` in the stream
    HMAC-SHA256(key, "draw:purpose:index"), taken modulo `sides` (rejection sampling).
    """

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        # Both halves of the HMAC begin with the key (RFC 2104): that is hashed once, then copied.
        padded = (hashlib.sha256(key).digest() if len(key) > _BLOCK else key).ljust(_BLOCK, b"\0")
        self._inner = hashlib.sha256(padded.translate(_INNER))
        self._outer = hashlib.sha256(padded.translate(_OUTER))

    def pick(self, draw: int, purpose: str, sides: int) -> int:
        return self._pick(draw, purpose, sides, 0)[0]

    def roll(self, draw: int, purpose: str) -> Roll:
        first, second = divmod(self.pick(draw, purpose, 36), 6)
        return first + 1, second + 1

    def shuffle(self, draw: int, purpose: str, things: Sequence[T]) -> tuple[T, ...]:
        left, at = list(things), 0
        for last in range(len(left) - 1, 0, -1):
            chosen, at = self._pick(draw, purpose, last + 1, at)
            left[chosen], left[last] = left[last], left[chosen]
        return tuple(left)

    def _pick(self, draw: int, purpose: str, sides: int, at: int) -> tuple[int, int]:
        limit = _WORD - _WORD % sides
        while True:
            inner, outer = self._inner.copy(), self._outer.copy()
            inner.update(f"{draw}:{purpose}:{at}".encode())
            outer.update(inner.digest())
            word = int.from_bytes(outer.digest()[:8], "big")
            at += 1
            if word < limit:
                return word % sides, at


class OneDieError(ValueError):
    """Two dice are rolled where one was laid out."""


class LoadedDice:
    """Rolls laid out beforehand, for examples and tests; other chance comes from `rest`.

    A roll without a second die is of one die alone.
    """

    __slots__ = ("_rolls", "_rest")

    def __init__(self, rolls: Sequence[Roll], rest: Dice) -> None:
        self._rolls = list(rolls)
        self._rest = rest

    def pick(self, draw: int, purpose: str, sides: int) -> int:
        if sides == DIE and self._rolls and not self._rolls[0][1]:
            return self._rolls.pop(0)[0] - 1
        return self._rest.pick(draw, purpose, sides)

    def roll(self, draw: int, purpose: str) -> Roll:
        if not self._rolls:
            return self._rest.roll(draw, purpose)
        first, second = self._rolls.pop(0)
        if not second:
            raise OneDieError(f"two dice are rolled where {first} is one die alone")
        return first, second

    def shuffle(self, draw: int, purpose: str, things: Sequence[T]) -> tuple[T, ...]:
        return self._rest.shuffle(draw, purpose, things)


class ForcedDice:
    """Dice that always fall alike and mix nothing, so that a trial leaves nothing to chance."""

    def __init__(self, roll: Roll) -> None:
        self._roll = roll

    def pick(self, draw: int, purpose: str, sides: int) -> int:
        return 0

    def roll(self, draw: int, purpose: str) -> Roll:
        return self._roll

    def shuffle(self, draw: int, purpose: str, things: Sequence[T]) -> tuple[T, ...]:
        return tuple(things)


BEST_DICE = ForcedDice((1, 1))
WORST_DICE = ForcedDice((6, 6))
"""An attack that can be made always is with the best, and never with the worst."""
