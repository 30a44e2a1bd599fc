"""A moderator's commands for the state of the game: back, forward again, and edits."""

from __future__ import annotations

import json
from collections.abc import Mapping

from engine.illuminati.state import State
from pbem.codec import encode_state
from pbem.commands import Command
from pbem.models import FINISHED, PAUSED, Game
from pbem.service.choices import choices_of
from pbem.service.history.eras import Opening, jumps_of, line_to, openings, state_after
from pbem.service.moderating.errand import Done, Errand, Handler, Refused
from pbem.service.repairs.edit_checks import named
from pbem.service.repairs.editing import EditError, edited
from pbem.service.repairs.edits import keep_edit
from pbem.service.repairs.jumping import Goal, is_secret_out, jump
from pbem.service.waits import announces

KEPT = (
    "What was on file for those turns is on file again, but nobody is READY. Standing "
    "instructions, and who plays which seat, stay as they are now."
)
GONE = "Answers to announced scripts and gifts that waited for one are gone: send them again."


def roll_back(errand: Errand) -> Done | Refused:
    """`ROLLBACK TO TURN 12 [PART 1] [FRESH DICE]`: the game stands as when that turn opened."""
    session, game, command = errand.session, errand.game, errand.command
    line = line_to(jumps_of(session, game), game.seq)
    opened = openings(session, game, line)
    if command.turn is None:
        return Refused(f"Which turn? {_range(opened)} Write ROLLBACK TO TURN n.")
    opening = _opening(command)
    is_fresh = command.key == "FRESH"
    if opening not in opened:
        return Refused(_never(opening, opened, game))
    seq = opened[opening]
    if seq == line[-1] and game.announced is None and not is_fresh:
        return Refused(_nothing_to_undo(opening))
    over = _stays_over(errand)
    if over is not None:
        return over
    back = line[: line.index(seq) + 1]
    state = state_after(session, game, back)
    if state is None:
        return Refused(f"Turn {command.turn} cannot be had: its state is not stored.")
    said = _back_said(game, opening, is_fresh=is_fresh)
    goal = Goal(tuple(back), state, opening)
    return _go(errand, goal, said, is_fresh=is_fresh)


def roll_forward(errand: Errand) -> Done | Refused:
    """`ROLLFORWARD [TO TURN n]`: the last rollback is undone, the turns it undid count again."""
    session, game, command = errand.session, errand.game, errand.command
    jumps = jumps_of(session, game)
    line = line_to(jumps, game.seq)
    backs = [seq for seq in line if seq in jumps and not jumps[seq].is_forward]
    if command.key == "FRESH":
        return Refused("ROLLFORWARD brings turns back as they were played; no dice are rolled.")
    if not backs:
        return Refused("No rollback is in force, so there is nothing to take back. LOG lists them.")
    whole = undone = line_to(jumps, backs[-1] - 1)
    opened = openings(session, game, undone)
    opening: Opening | None = None
    if command.turn is not None:
        opening, base = _opening(command), jumps[backs[-1]].to
        if opened.get(opening, 0) < base:
            later = {key: seq for key, seq in opened.items() if seq >= base}
            return Refused(_never(opening, later, game))
        undone = undone[: undone.index(opened[opening]) + 1]
    else:
        opening = next((key for key, seq in opened.items() if seq == undone[-1]), None)
    state = state_after(session, game, undone)
    left = state if undone == whole else state_after(session, game, whole)
    if state is None or left is None:
        return Refused("What was undone cannot be had any more: its state is not stored.")
    over = _stays_over(errand)
    if over is not None:
        return over
    goal = Goal(tuple(undone), state, opening, jumps[backs[-1]], left)
    began = jumps[backs[-1]].opens
    has_played = began is not None and game.turn > began[0]
    where = f"turn {state.turn.number} is open, and its time begins anew"
    where = "the game is over again" if state.winners else where
    return _go(errand, goal, _forward_said(where, has_played=has_played))


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


def _stays_over(errand: Errand) -> Refused | None:
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


def _back_said(game: Game, opening: Opening, *, is_fresh: bool) -> str:
    first, part = opening
    last = game.turn if game.phase == FINISHED else game.turn - 1
    turns = f"Turns {first} to {last} are" if last > first else f"Turn {first} is"
    what = f"{turns} undone" if last >= first else f"What happened in turn {first} is undone"
    when = f"part {part + 1} of turn {first}" if part else f"turn {first}"
    dice = (
        "The dice are fresh, and the deck is shuffled again: nobody knows what will fall."
        if is_fresh
        else "The dice have not changed: the same orders bring the same rolls and cards."
    )
    return (
        f"{what}: the game stands again as it stood when {when} opened, and the time for it "
        f"begins anew. {dice} {KEPT}"
    )


def _forward_said(where: str, *, has_played: bool) -> str:
    since = " What was played since does not." if has_played else ""
    return (
        f"The last rollback is taken back: {where}. What had been undone counts "
        f"again.{since} {KEPT}"
    )


def _nothing_to_undo(opening: Opening) -> str:
    turn, part = opening
    more = f" PART {part + 1}" if part else ""
    return (
        f"Turn {turn} is the one now open, and nothing has happened in it: there is nothing to "
        f"undo. SET DEADLINE and EXTEND give more time; ROLLBACK TO TURN {turn}{more} FRESH DICE "
        "lets other dice fall."
    )


def _never(opening: Opening, opened: Mapping[Opening, int], game: Game) -> str:
    turn, part = opening
    if part and (turn, 0) in opened:
        parts = [str(key[1] + 1) for key in sorted(opened) if key[0] == turn]
        return f"Turn {turn} had no part {part + 1}; it had: {', '.join(parts)}."
    if turn > game.turn:
        return f"Turn {turn} is still to come; turn {game.turn} is open. {_range(opened)}"
    if turn < 1:
        return f"There is no turn {turn}; the first is turn 1, after the set-up. {_range(opened)}"
    return f"How turn {turn} opened is not stored. {_range(opened)}"


def _range(opened: Mapping[Opening, int]) -> str:
    turns = sorted({turn for turn, _ in opened})
    if not turns:
        return "There is no turn to go to."
    return f"It can be any from {turns[0]} to {turns[-1]}."


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
