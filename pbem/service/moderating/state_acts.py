"""A moderator's commands for the state of the game: back, forward again, and edits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.contract.values import RulesetError, Status
from pbem.grammar.commands import Command
from pbem.models import FINISHED, PAUSED, Game
from pbem.service.game_settings import game_settings_of
from pbem.service.history.timelines import (
    Opening,
    Rewind,
    is_roll_known,
    openings,
    path_to,
    rewinds_of,
    state_after,
)
from pbem.service.moderating.command_context import Applied, CommandContext, CommandRefused, handles
from pbem.service.repairs.edits import keep_edit
from pbem.service.repairs.rewinding import RewindTarget, is_secret_out, rewind

MOST_NAMED = 6
"""What is wrong with a state is named so often to whoever would make it."""
GONE = "Answers to announced scripts and gifts that waited for one are gone: send them again."


@handles("ROLLBACK")
def roll_back(context: CommandContext) -> Applied | CommandRefused:
    """`ROLLBACK TO TURN 12 [PART 1] [SAME DICE]`: the game stands as when that turn opened.

    The dice are fresh once a roll that is to come was told, unless he asks for the same.
    """
    session, game, command = context.session, context.game, context.command
    line = path_to(rewinds_of(session, game), game.seq)
    opened = openings(session, game, line)
    if command.turn is None:
        return CommandRefused(f"Which turn? {range_of(opened)} Write ROLLBACK TO TURN n.")
    opening = _opening(command)
    if opening not in opened:
        return CommandRefused(refuse_opening(opening, opened, game))
    seq = opened[opening]
    over = refuse_reopening(context)
    if over is not None:
        return over
    is_same = seq == line[-1] and not context.snapshot.status.windows and game.phase != FINISHED
    if is_same and command.key != "FRESH":
        return CommandRefused(nothing_to_undo(opening))
    back = line[: line.index(seq) + 1]
    state = state_after(session, game, back)
    if state is None:
        return CommandRefused(f"Turn {command.turn} cannot be restored: its state is not stored.")
    is_known = is_roll_known(session, game, state)
    is_fresh = command.key == "FRESH" or (is_known and command.key != "SAME")
    said = format_rolled_back(game, opening, is_fresh=is_fresh, is_known=is_known)
    goal = RewindTarget(tuple(back), state, opening)
    return _go(context, goal, said, is_fresh=is_fresh)


@handles("ROLLFORWARD")
def roll_forward(context: CommandContext) -> Applied | CommandRefused:
    """`ROLLFORWARD [TO TURN n]`: the last rollback is undone, the turns it undid count again.

    One that is taken back as far as turn n is in force for what comes behind that.
    """
    session, game, command = context.session, context.game, context.command
    rewinds = rewinds_of(session, game)
    line = path_to(rewinds, game.seq)
    backs = [seq for seq in line if seq in rewinds and _has_undone(rewinds[seq])]
    if command.key:
        return CommandRefused(
            "ROLLFORWARD brings turns back as they were played; no dice are rolled."
        )
    if not backs:
        return CommandRefused(
            "No rollback is in force, so there is nothing to take back. LOG lists them."
        )
    back = rewinds[backs[-1]]
    whole = undone = path_to(rewinds, back.rest or backs[-1] - 1)
    opened = openings(session, game, undone)
    opening: Opening | None = None
    if command.turn is not None:
        opening, base = _opening(command), back.to
        if opened.get(opening, 0) < base:
            later = {key: seq for key, seq in opened.items() if seq >= base}
            return CommandRefused(refuse_opening(opening, later, game))
        undone = undone[: undone.index(opened[opening]) + 1]
    else:
        opening = next((key for key, seq in opened.items() if seq == undone[-1]), None)
    state = state_after(session, game, undone)
    left = state if undone == whole else state_after(session, game, whole)
    if state is None or left is None:
        return CommandRefused("What was undone cannot be restored: its state is not stored.")
    over = refuse_reopening(context)
    if over is not None:
        return over
    rest = whole[-1] if len(undone) < len(whole) else 0
    goal = RewindTarget(tuple(undone), state, opening, back, left, rest)
    has_played = back.opens is not None and game.turn > back.opens[0]
    status = _status(context, state)
    where = f"turn {status.turn} is open, and its time begins anew"
    where = "the game is over again" if status.winners else where
    said = format_rolled_forward(where, has_played=has_played, is_in_part=bool(rest))
    return _go(context, goal, said)


def _has_undone(rewind: Rewind) -> bool:
    """Whether what a rewind left behind is not on the line that counts."""
    return not rewind.is_forward or bool(rewind.rest)


def _opening(command: Command) -> Opening:
    """Which is meant; people count the parts of a turn from 1."""
    return (command.turn or 0, max(0, (command.number or 1) - 1))


SECRET_OUT = (
    "The game is over, and its last report has opened the secret of the dice: whoever has read it "
    "can work out every roll to come. So it cannot be continued. You can start a new game with "
    "the same players."
)

SEEN = (
    "The game is over, so nothing in it is hidden from you any more. You cannot open it again, "
    "because you play in it or it is blind; another moderator or the operator can."
)


def refuse_reopening(context: CommandContext) -> CommandRefused | None:
    """Why a finished game is not opened again: somebody may know what is hidden in it."""
    game, actor = context.game, context.actor
    if game.phase != FINISHED:
        return None
    if is_secret_out(context.session, game, context.now):
        return CommandRefused(SECRET_OUT)
    may_have_looked = actor.is_rival or game_settings_of(game).blind and not actor.is_operator
    return CommandRefused(SEEN) if may_have_looked else None


def _go(
    context: CommandContext, goal: RewindTarget, said: str, *, is_fresh: bool = False
) -> Applied:
    game = context.game
    before = _place(game)
    who = _in_or_out(context, goal)
    gone = GONE if context.snapshot.ruleset.rules.asks_others(goal.state) else ""
    said = " ".join(part for part in (said, gone, who) if part)
    why = f"{said} {_signed(context)}"
    notified = rewind(context, goal, context.number, is_fresh=is_fresh, why=why)
    stopped = " The clock stands still until RESUME." if game.phase == PAUSED else ""
    return Applied(f"{said}{stopped}", said, before, _place(game), notified=notified)


def _signed(context: CommandContext) -> str:
    """Who has done it and why, where a report tells of it before all else."""
    actor, why = context.actor, context.command.why.rstrip(".")
    chair = f"{actor.name}, who moderates this game"
    by = "the operator" if actor.is_operator else chair
    reason = f"; the reason given: {why}" if why else ""
    return f"Done by {by}{reason}. It is number {context.number} in the game's log."


def _in_or_out(context: CommandContext, goal: RewindTarget) -> str:
    """Who is in the game again, or no longer."""
    now, then = context.snapshot.status.playing, _status(context, goal.state).playing
    moved = [name for name in context.snapshot.seats if (name in now) != (name in then)]
    return " ".join(
        f"{name} is {'in the game' if name in then else 'out of the game'} again." for name in moved
    )


def _status(context: CommandContext, state: Any) -> Status:
    return context.snapshot.ruleset.rules.status(state)


def _place(game: Game) -> dict[str, int]:
    """Where a game stands, for the log."""
    return {"turn": game.turn, "record": game.seq, "era": game.timeline}


@handles("EDIT")
def edit(context: CommandContext) -> Applied | CommandRefused:
    """`EDIT MONEY OF Mafia 7 BECAUSE ...`: another state, if it breaks no invariant."""
    command, snapshot = context.command, context.snapshot
    edits = snapshot.ruleset.edits
    if edits is None:
        return CommandRefused(f"A game of {snapshot.ruleset.title} cannot be edited.")
    try:
        change = edits.edited(snapshot.state, command.text)
    except RulesetError as error:
        return CommandRefused(str(error))
    if change.state == snapshot.state:
        return CommandRefused(f"Nothing would change: {change.text}")
    if change.broken:
        return CommandRefused(
            f"{change.text} That breaks what must always hold: {_named(change.broken)}."
        )
    if command.key == "TRY":
        return Applied(f"{change.text} It could be done: nothing is broken by it.", is_act=False)
    before = context.game.state
    more = keep_edit(context, change, context.number, command.why)
    text = " ".join([change.text, *more])
    return Applied(
        text,
        " ".join([change.said, *more]),
        before,
        snapshot.ruleset.codec.encode_state(change.state),
        notified=() if more else tuple(change.to),
    )


def _named(broken: Sequence[str]) -> str:
    """What is wrong, as far as it can be told in one sentence."""
    more = len(broken) - MOST_NAMED
    return "; ".join([*broken[:MOST_NAMED], *([f"and {more} more"] if more > 0 else [])])


KEPT = (
    "What was on file for those turns is on file again, but nobody is READY. Standing orders, and "
    "who plays which seat, stay as they are now."
)


def format_rolled_back(game: Game, opening: Opening, *, is_fresh: bool, is_known: bool) -> str:
    """What a rollback has done."""
    first, part = opening
    last = game.turn if game.phase == FINISHED else game.turn - 1
    turns = f"Turns {first} to {last} are" if last > first else f"Turn {first} is"
    what = f"{turns} undone" if last >= first else f"What happened in turn {first} is undone"
    when = f"part {part + 1} of turn {first}" if part else f"turn {first}"
    dice = _dice_sentence(is_fresh=is_fresh, is_known=is_known)
    return (
        f"{what}: the game stands again as it stood when {when} opened, and the time for it "
        f"begins anew. {dice} {KEPT}"
    )


def _dice_sentence(*, is_fresh: bool, is_known: bool) -> str:
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


def refuse_opening(opening: Opening, opened: Mapping[Opening, int], game: Game) -> str:
    """Why a turn, or a part of it, is none to go to."""
    turn, part = opening
    if part and (turn, 0) in opened:
        parts = [str(key[1] + 1) for key in sorted(opened) if key[0] == turn]
        return f"Turn {turn} had no part {part + 1}; it had: {', '.join(parts)}."
    if turn > game.turn:
        back = " ROLLFORWARD brings back what was undone." if game.timeline else ""
        return f"Turn {turn} is still to come; turn {game.turn} is open. {range_of(opened)}{back}"
    if turn < 1:
        return f"There is no turn {turn}; the first is turn 1, after the set-up. {range_of(opened)}"
    return f"How turn {turn} opened is not stored. {range_of(opened)}"


def range_of(opened: Mapping[Opening, int]) -> str:
    """Which turns can be gone to."""
    turns = sorted({turn for turn, _ in opened})
    if not turns:
        return "There is no turn to go to."
    if len(turns) == 1:
        return f"It can be turn {turns[0]} alone."
    return f"It can be any from {turns[0]} to {turns[-1]}."
