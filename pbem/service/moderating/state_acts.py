"""A moderator's commands for the state of the game: back, forward again, and edits."""

from __future__ import annotations

import json
from collections.abc import Mapping

from engine.illuminati.state import State
from pbem.codec import encode_state
from pbem.commands import Command
from pbem.models import FINISHED, PAUSED, Game
from pbem.service.choices import choices_of
from pbem.service.history.eras import (
    Jump,
    Opening,
    is_roll_told,
    jumps_of,
    line_to,
    openings,
    state_after,
)
from pbem.service.moderating.errand import Done, Errand, Handler, Refused
from pbem.service.moderating.state_words import (
    back_said,
    forward_said,
    never,
    nothing_to_undo,
    range_of,
)
from pbem.service.repairs.edit_checks import named
from pbem.service.repairs.editing import EditError, edited
from pbem.service.repairs.edits import keep_edit
from pbem.service.repairs.jumping import Goal, is_secret_out, jump
from pbem.service.waits import announces

GONE = "Answers to announced scripts and gifts that waited for one are gone: send them again."


def roll_back(errand: Errand) -> Done | Refused:
    """`ROLLBACK TO TURN 12 [PART 1] [SAME DICE]`: the game stands as when that turn opened.

    The dice are fresh once a roll that is to come was told, unless he asks for the same.
    """
    session, game, command = errand.session, errand.game, errand.command
    line = line_to(jumps_of(session, game), game.seq)
    opened = openings(session, game, line)
    if command.turn is None:
        return Refused(f"Which turn? {range_of(opened)} Write ROLLBACK TO TURN n.")
    opening = _opening(command)
    if opening not in opened:
        return Refused(never(opening, opened, game))
    seq = opened[opening]
    over = stays_over(errand)
    if over is not None:
        return over
    is_same = seq == line[-1] and game.announced is None and game.phase != FINISHED
    if is_same and command.key != "FRESH":
        return Refused(nothing_to_undo(opening))
    back = line[: line.index(seq) + 1]
    state = state_after(session, game, back)
    if state is None:
        return Refused(f"Turn {command.turn} cannot be had: its state is not stored.")
    is_known = is_roll_told(session, game, state)
    is_fresh = command.key == "FRESH" or (is_known and command.key != "SAME")
    said = back_said(game, opening, is_fresh=is_fresh, is_known=is_known)
    goal = Goal(tuple(back), state, opening)
    return _go(errand, goal, said, is_fresh=is_fresh)


def roll_forward(errand: Errand) -> Done | Refused:
    """`ROLLFORWARD [TO TURN n]`: the last rollback is undone, the turns it undid count again.

    One that is taken back as far as turn n is in force for what comes behind that.
    """
    session, game, command = errand.session, errand.game, errand.command
    jumps = jumps_of(session, game)
    line = line_to(jumps, game.seq)
    backs = [seq for seq in line if seq in jumps and _has_undone(jumps[seq])]
    if command.key:
        return Refused("ROLLFORWARD brings turns back as they were played; no dice are rolled.")
    if not backs:
        return Refused("No rollback is in force, so there is nothing to take back. LOG lists them.")
    back = jumps[backs[-1]]
    whole = undone = line_to(jumps, back.rest or backs[-1] - 1)
    opened = openings(session, game, undone)
    opening: Opening | None = None
    if command.turn is not None:
        opening, base = _opening(command), back.to
        if opened.get(opening, 0) < base:
            later = {key: seq for key, seq in opened.items() if seq >= base}
            return Refused(never(opening, later, game))
        undone = undone[: undone.index(opened[opening]) + 1]
    else:
        opening = next((key for key, seq in opened.items() if seq == undone[-1]), None)
    state = state_after(session, game, undone)
    left = state if undone == whole else state_after(session, game, whole)
    if state is None or left is None:
        return Refused("What was undone cannot be had any more: its state is not stored.")
    over = stays_over(errand)
    if over is not None:
        return over
    rest = whole[-1] if len(undone) < len(whole) else 0
    goal = Goal(tuple(undone), state, opening, back, left, rest)
    has_played = back.opens is not None and game.turn > back.opens[0]
    where = f"turn {state.turn.number} is open, and its time begins anew"
    where = "the game is over again" if state.winners else where
    said = forward_said(where, has_played=has_played, is_in_part=bool(rest))
    return _go(errand, goal, said)


def _has_undone(jump: Jump) -> bool:
    """Whether what a jump left behind is not on the line that counts."""
    return not jump.is_forward or bool(jump.rest)


def _opening(command: Command) -> Opening:
    """Which is meant; people count the parts of a turn from 1."""
    return (command.turn or 0, max(0, (command.number or 1) - 1))


SECRET_OUT = (
    "The game is over, and its last report has opened the secret of the dice: whoever has read it "
    "can work out every roll to come. So it cannot be played on from here. A new game with the "
    "same players can be."
)

SEEN = (
    "The game is over, so nothing in it is hidden from you any more; as you play in it, or it is a "
    "blind one, you cannot open it again. Another moderator, or the operator, can."
)


def stays_over(errand: Errand) -> Refused | None:
    """Why a finished game is not opened again: somebody may know what is hidden in it."""
    game, actor = errand.game, errand.actor
    if game.phase != FINISHED:
        return None
    if is_secret_out(errand.session, game, errand.now):
        return Refused(SECRET_OUT)
    may_have_looked = actor.is_rival or choices_of(game).blind and not actor.is_operator
    return Refused(SEEN) if may_have_looked else None


def _go(errand: Errand, goal: Goal, said: str, *, is_fresh: bool = False) -> Done:
    game = errand.game
    before = _place(game)
    who = _in_or_out(errand.shelf.state, goal.state)
    gone = GONE if announces(goal.state) else ""
    said = " ".join(part for part in (said, gone, who) if part)
    told = jump(
        errand.desk,
        errand.session,
        game,
        goal,
        errand.now,
        act=errand.number,
        is_fresh=is_fresh,
        why=f"{said} {_signed(errand)}",
    )
    stopped = " The clock stands still until RESUME." if game.phase == PAUSED else ""
    return Done(f"{said}{stopped}", said, before, _place(game), told=told)


def _signed(errand: Errand) -> str:
    """Who has done it and why, where a report tells of it before all else."""
    actor, why = errand.actor, errand.command.why.rstrip(".")
    chair = f"{actor.name}, who moderates this game"
    by = "whoever runs the referee" if actor.is_operator else chair
    reason = f"; the reason given: {why}" if why else ""
    return f"Done by {by}{reason}. It is number {errand.number} in the game's log."


def _in_or_out(before: State, after: State) -> str:
    """Who is in the game again, or no longer."""
    was_out = {seat.name: seat.is_out for seat in before.seats}
    moved = [seat for seat in after.seats if seat.is_out != was_out[seat.name]]
    return " ".join(
        f"{seat.name} is {'out of the game' if seat.is_out else 'in the game'} again."
        for seat in moved
    )


def _place(game: Game) -> str:
    """Where a game stands, for the log."""
    return json.dumps({"turn": game.turn, "record": game.seq, "era": game.era})


def edit(errand: Errand) -> Done | Refused:
    """`EDIT MONEY OF Mafia 7 BECAUSE ...`: another state, if it breaks no invariant."""
    command, shelf = errand.command, errand.shelf
    try:
        change = edited(shelf.state, command.text)
    except EditError as error:
        return Refused(str(error))
    if change.state == shelf.state:
        return Refused(f"Nothing would change: {change.told}")
    if change.broken:
        return Refused(f"{change.told} That breaks what must always hold: {named(change.broken)}.")
    if command.key == "TRY":
        return Done(f"{change.told} It could be done: nothing is broken by it.", is_act=False)
    before = errand.game.state
    more = keep_edit(
        errand.desk,
        errand.session,
        errand.game,
        change,
        errand.now,
        act=errand.number,
        why=command.why,
    )
    told = " ".join([change.told, *more])
    return Done(
        told,
        " ".join([change.said, *more]),
        before,
        encode_state(change.state),
        told=() if more else tuple(change.to),
    )


STATE: Mapping[str, Handler] = {"ROLLBACK": roll_back, "ROLLFORWARD": roll_forward, "EDIT": edit}
"""What does the commands of this module, by verb."""
