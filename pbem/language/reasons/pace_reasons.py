"""Why a line is not run in this part of a turn, or not in this kind of game (R12.1, R12.2)."""

from __future__ import annotations

PACE_TEXTS: dict[str, tuple[str, ...]] = {
    "after-more": (
        "The script stopped at MORE before this line came up.",
        "Send it again with the rest of your turn.",
    ),
    "runs-last": (
        "Transfers, special powers and cards for the victory check come at the end of a turn, "
        "and your turn goes on.",
        "Send it again with the rest of your turn.",
    ),
    "too-many-parts": (
        "A turn takes at most {parts|so many} scripts, and this is the last.",
        "MORE is left out; what follows it is run now.",
    ),
    "no-more": (
        "All scripts of a round are run in one go, so none can stop on the way.",
        "IF and ELSE say what hangs on how earlier lines went.",
    ),
    "one-action": (
        "In this game a script has one action, and an earlier line was it.",
        "You are asked again after it: send this line then.",
    ),
    "attack-announced": (
        "{seat} has announced attacks, and this would take what they count on.",
        "It is done right after they have been made.",
    ),
    "trade-announced": (
        "{seat} has announced attacks, and until they are made this trade would take what they "
        "count on.",
        "The offer stays open: accept it in a turn of one of you when no attack is announced.",
    ),
    "spoils-announced": (
        "The attack of line {line} is announced, and after this line it could not be made.",
        "Send this line again in your next turn.",
    ),
    "card-cancelled": ("The Special that allows it was cancelled.",),
    "not-announced": (
        "This attack was not announced with the script, so nobody could answer it.",
        "It could not be made when the script came in; send it again in your next turn.",
    ),
}
"""Sentences of each reason, as in `reasons.TEXTS`."""
