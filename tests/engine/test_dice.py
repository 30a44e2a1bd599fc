"""Dice as anyone would compute them: HMAC-SHA256 by the standard library (R12.10)."""

import hmac

from engine.core.dice import SecretDice
from tests.support.each import each

KEYS = [b"", b"ann", bytes(range(32)), b"k" * 64, b"k" * 65, b"long" * 100]


def _word(key: bytes, draw: int, purpose: str, index: int) -> int:
    text = f"{draw}:{purpose}:{index}".encode()
    return int.from_bytes(hmac.digest(key, text, "sha256")[:8], "big")


@each("key", KEYS, ids=len)
def test_a_pick_and_a_roll_are_of_the_first_word(key: bytes) -> None:
    dice = SecretDice(key)
    for draw in range(20):
        assert dice.pick(draw, "attack", 36) == _word(key, draw, "attack", 0) % 36
        first, second = divmod(_word(key, draw, "attack", 0) % 36, 6)
        assert dice.roll(draw, "attack") == (first + 1, second + 1)


@each("key", KEYS, ids=len)
def test_a_shuffle_takes_word_after_word(key: bytes) -> None:
    left = list("abcdefgh")
    for index, last in enumerate(range(7, 0, -1)):
        chosen = _word(key, 3, "deck", index) % (last + 1)
        left[chosen], left[last] = left[last], left[chosen]
    assert SecretDice(key).shuffle(3, "deck", "abcdefgh") == tuple(left)


def test_a_word_above_the_limit_is_passed_over() -> None:
    sides = 2**63 + 1
    passed_over = 0
    for draw in range(20):
        words = [_word(b"ann", draw, "pick", index) for index in range(20)]
        first = next(word for word in words if word < sides)
        passed_over += words[0] != first
        assert SecretDice(b"ann").pick(draw, "pick", sides) == first
    assert passed_over
