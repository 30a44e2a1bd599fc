"""Why an order of raising, privilege or the advanced game is refused (R6, R7.5, R11)."""

from __future__ import annotations

ADVANCED_TEXTS: dict[str, tuple[str, ...]] = {
    "target-powerful": (
        "{target|That group} has Power of its own; the Special is for groups of Power 0.",
        "Leave BY out and attack it to destroy as usual.",
    ),
    "no-paid-privilege": (
        "{card|Your Illuminati} cannot pay MB for a privilege; only Bavaria can.",
        "PRIVILEGED BY and a Special of your hand would do.",
    ),
    "privilege-used": (
        "{card|Your Illuminati} has paid for a privilege in this turn.",
        "PRIVILEGED BY and a Special of your hand would do.",
    ),
    "not-hidden": (
        "The Illuminati of {seat|that player} is not hidden.",
        "ACCUSE is for one that is; POWER and INCOME are for your own while it is.",
    ),
    "no-such-illuminati": (
        "{card|That Illuminati} is not dealt in this game.",
        "Name one of the eight, or of those the game was begun with.",
    ),
    "states-too-much": (
        "Your Illuminati cannot show that much.",
        "At most {most} is possible.",
    ),
    "no-cheating": ("Nobody may cheat in this game, so there is nothing to catch either.",),
    "no-such-cheat": (
        "There is no such cheat.",
        "HELP CHEAT lists them and what each needs.",
    ),
    "catch-used": (
        "You have named a line of turn {turn|of that number} already, and it was not a cheat.",
        "Another turn may still be looked at.",
    ),
    "cannot-copy": (
        "{card|That Illuminati} cannot be copied by you.",
        "Only Anonymous copies, and only an Illuminati that another player has in play.",
    ),
    "lends-too-much": (
        "That card cannot lend so many points of aid.",
        "LEND is for Anonymous, aiding its own attack with what is left of its points.",
    ),
}
"""Sentences of each reason, as in `reasons.TEXTS`."""
