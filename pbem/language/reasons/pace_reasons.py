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
    "not-announced": (
        "This attack was not announced with the script, so nobody could answer it.",
        "It could not be made when the script came in; send it again in your next turn.",
    ),
}
"""Sentences of each reason, as in `reasons.TEXTS`."""
