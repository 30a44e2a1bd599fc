"""What is said of going back in a game and forward again."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.models import FINISHED, Game
from pbem.service.history.timelines import Opening

KEPT = (
    "What was on file for those turns is on file again, but nobody is READY. Standing "
    "instructions, and who plays which seat, stay as they are now."
)


def format_rolled_back(game: Game, opening: Opening, *, is_fresh: bool, is_known: bool) -> str:
    """What a rollback has done."""
    first, part = opening
    last = game.turn if game.phase == FINISHED else game.turn - 1
    turns = f"Turns {first} to {last} are" if last > first else f"Turn {first} is"
    what = f"{turns} undone" if last >= first else f"What happened in turn {first} is undone"
    when = f"part {part + 1} of turn {first}" if part else f"turn {first}"
    dice = _dice_said(is_fresh=is_fresh, is_known=is_known)
    return (
        f"{what}: the game stands again as it stood when {when} opened, and the time for it "
        f"begins anew. {dice} {KEPT}"
    )


def _dice_said(*, is_fresh: bool, is_known: bool) -> str:
    """Whether anybody can know what the dice will show, in plain words."""
    if is_fresh:
        return "The dice are fresh, and the deck is shuffled again: nobody knows what will fall."
    if is_known:
        return (
            "The moderator keeps the same dice: the next roll is the one that you were told, "
            "whatever is attacked now, and the cards come in the same order. Everybody may use "
            "what he remembers."
        )
    return "Nobody knows a roll that is still to come, so the dice and the deck stay as they were."


def format_rolled_forward(where: str, *, has_played: bool, is_in_part: bool) -> str:
    """What a ROLLFORWARD has done; `is_in_part` where more could be brought back."""
    since = " What was played since does not." if has_played else ""
    counts = "What had been undone counts again."
    if is_in_part:
        counts = "What had been undone before that counts again; ROLLFORWARD brings the rest back."
    return f"The last rollback is taken back: {where}. {counts}{since} {KEPT}"


def nothing_to_undo(opening: Opening) -> str:
    """Why a rollback would change nothing."""
    turn, part = opening
    more = f" PART {part + 1}" if part else ""
    return (
        f"Turn {turn} is the one now open, and nothing has happened in it: there is nothing to "
        f"undo. SET DEADLINE and EXTEND give more time; ROLLBACK TO TURN {turn}{more} FRESH DICE "
        "lets other dice fall."
    )


def never(opening: Opening, opened: Mapping[Opening, int], game: Game) -> str:
    """Why a turn, or a part of it, is none to go to."""
    turn, part = opening
    if part and (turn, 0) in opened:
        parts = [str(key[1] + 1) for key in sorted(opened) if key[0] == turn]
        return f"Turn {turn} had no part {part + 1}; it had: {', '.join(parts)}."
    if turn > game.turn:
        back = " ROLLFORWARD brings back what was undone." if game.era else ""
        return f"Turn {turn} is still to come; turn {game.turn} is open. {range_of(opened)}{back}"
    if turn < 1:
        return f"There is no turn {turn}; the first is turn 1, after the set-up. {range_of(opened)}"
    return f"How turn {turn} opened is not stored. {range_of(opened)}"


def range_of(opened: Mapping[Opening, int]) -> str:
    """Which turns can be gone to."""
    turns = sorted({turn for turn, _ in opened})
    if not turns:
        return "There is no turn to go to."
    return f"It can be any from {turns[0]} to {turns[-1]}."
