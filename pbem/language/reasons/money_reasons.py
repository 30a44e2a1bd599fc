"""Why money cannot be transferred, given or paid for a card (R2.9, R9.1, R2.12)."""

from __future__ import annotations

MONEY_TEXTS: dict[str, tuple[str, ...]] = {
    "not-enough-to-transfer": (
        "There is not enough money on {card|that card}.",
        "It has {money} MB.",
        "{needed} MB are asked for.",
        "TRANSFER a smaller amount.",
    ),
    "not-enough-for-fee": (
        "There is not enough money on {card|your Illuminati} to pay for privilege.",
        "It has {money} MB.",
        "{needed} MB are asked for, the stake included.",
        "TRANSFER money there first, or attack without privilege.",
    ),
    "not-enough-to-give": (
        "There is not enough money on {card|your Illuminati}, and gifts come from there.",
        "It has {money} MB.",
        "{needed} MB are asked for.",
        "GIVE a smaller amount.",
    ),
    "not-enough-to-buy": (
        "{card|That card} pays {needed} MB from its own treasury.",
        "It has {money} MB.",
        "TRANSFER money to it first, in an earlier turn or AS ACTION.",
    ),
}
