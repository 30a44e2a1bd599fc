"""A moderator's commands for the letters of his game: see them, hold, try again, let through."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sqlmodel import col, select

from pbem.documents.layout import clock
from pbem.documents.layout.clock import instant
from pbem.models import DEAD, DONE, HELD, NEW, Letter, Seat, key_of
from pbem.service.mailing.unread import hint_next
from pbem.service.moderating.actors import zone_of_actor
from pbem.service.moderating.command_context import (
    Applied,
    CommandContext,
    CommandRefused,
    Handler,
    handles,
)
from pbem.service.moderating.holds import format_holds
from pbem.service.moderating.letter_list import SET_ASIDE, for_rival
from pbem.service.players.tokens import service_key
from pbem.service.seats.confirming import release

MOST_LISTED = 30
HELD_BY_MODERATOR = "held by the moderator"
_HELD = "nothing in it counts, unless the moderator lets it through"
OUTCOMES = {
    "read": "It is read now, as of when it came.",
    "superseded": "It is not used: a later letter of the same player has been read since.",
    "missed": "It is not used: a turn has been run since it came.",
}


@handles("LETTERS")
def letters(context: CommandContext) -> Applied | CommandRefused:
    """`LETTERS`: the newest letters of the game, and what became of each; never what they say."""
    if not context.actor.sees_letters(context.game):
        return _letters_for_rival(context)
    wanted = (
        select(Letter, Seat.name)
        .join(Seat, col(Letter.seat_id) == Seat.id, isouter=True)
        .where(Letter.game_id == context.game.id)
        .order_by(col(Letter.id).desc())
        .limit(MOST_LISTED)
    )
    rows = context.session.exec(wanted).all()
    blind = context.actor.is_blind
    lines = [
        _line(
            context, letter, letter.id or 0, _name(name, letter), _outcome(letter, is_blind=blind)
        )
        for letter, name in reversed(rows)
    ]
    held = format_holds(context.game)
    if not lines:
        return Applied("\n".join(["No letter has come to this game yet.", *held]), is_act=False)
    is_cut = len(lines) == MOST_LISTED
    more = f"The newest {MOST_LISTED} letters, " if is_cut else "The letters, "
    text = (
        "HOLD SEAT keeps all letters of a seat unread, HOLD n one letter.\n"
        "RETRY n tries one again that failed, LET n lets one count."
    )
    return Applied("\n".join([f"{more}oldest first.", "", *lines, "", *held, text]), is_act=False)


def _letters_for_rival(context: CommandContext) -> Applied:
    """What needs a moderator, for one who plays; whose it is only where players may know that."""
    shows = context.actor.sees_waited(context.game)
    names = {seat.id: name for name, seat in context.snapshot.seats.items()}
    lines = []
    for number, letter in _for_rival(context).items():
        seat = _name(names.get(letter.seat_id), letter)
        verb = "RETRY" if letter.state == DEAD else "LET"
        outcome = "set aside" if letter.state == DEAD else f"not read: {letter.outcome}"
        whose = seat if shows or letter.seat_id is None else "a player"
        lines.append(_line(context, letter, number, whose, f"{outcome}, {verb} {number}"))
    if not lines:
        return Applied("No letter needs you. As you play, others are not listed.", is_act=False)
    text = (
        "RETRY n tries one again that failed, LET n lets one count. As you play, you see only the "
        "letters that need a moderator."
    )
    return Applied("\n".join([*lines, "", text]), is_act=False)


def _for_rival(context: CommandContext) -> dict[int, Letter]:
    key = service_key(context.session, context.service.settings.mail)
    return for_rival(context.session, key, key_of(context.game))


def _line(context: CommandContext, letter: Letter, number: int, seat: str, outcome: str) -> str:
    at = clock.short(letter.received_at, zone_of_actor(context.game, context.actor))
    return f"{number:>6}  {at}  {seat:<12}  {outcome}"


def _name(seat: str | None, letter: Letter) -> str:
    return seat or ("a moderator" if letter.moderator_id is not None else "nobody's")


def _outcome(letter: Letter, *, is_blind: bool = True) -> str:
    """What became of a letter; the words of an error may be the letter's own."""
    if letter.state == NEW:
        return f"to be read, {letter.attempts} tries" if letter.attempts else "to be read"
    if letter.state == DEAD:
        last = (letter.error or "").strip().rpartition("\n")[2]
        return f"set aside, RETRY {letter.id}{'' if is_blind else f': {last[:40]}'}"
    if letter.outcome in SET_ASIDE and letter.seat_id is not None:
        return f"{letter.note or letter.outcome}, LET {letter.id}"
    return letter.note or ("read" if letter.outcome in ("-", "orders") else letter.outcome)


LetterHandler = Callable[[CommandContext, Letter], Applied | CommandRefused]


def _handles_letter(verb: str) -> Callable[[LetterHandler], Handler]:
    """Let a function do the command of that name, which names a letter: it is found and locked."""

    def keep(act: LetterHandler) -> Handler:
        @handles(verb)
        def handler(context: CommandContext) -> Applied | CommandRefused:
            letter = _letter(context)
            return letter if isinstance(letter, CommandRefused) else act(context, letter)

        return handler

    return keep


@_handles_letter("HOLD")
def hold(context: CommandContext, letter: Letter) -> Applied | CommandRefused:
    """`HOLD 118`: a letter that is not read yet is kept from being read."""
    number = context.command.number
    if letter.state == DONE and letter.outcome == HELD:
        return CommandRefused(f"Letter {number} is held already. LET {number} lets it count.")
    if letter.state != NEW:
        when = f" {instant(letter.read_at)}" if letter.read_at else ""
        return CommandRefused(
            f"Letter {number} is no longer unread: it was dealt with{when}. BECOME the seat and "
            "CLEAR or UNDO takes back what is not run; ROLLBACK what is."
        )
    if letter.seat_id is None:
        return CommandRefused(f"Letter {number} is no player's; only orders can be held.")
    letter.state, letter.outcome, letter.note = DONE, HELD, HELD_BY_MODERATOR
    letter.asks_player = False
    letter.read_at = context.now
    own = _to_writer(context, letter, f"is held before it was read: {_HELD}. You may write anew.")
    said = f"A letter is held before it was read: {_HELD}."
    answer = f"Letter {number} is held, and its writer is told. LET {number} lets it count."
    return _changed(context, letter, answer, said, own)


@_handles_letter("RETRY")
def retry(context: CommandContext, letter: Letter) -> Applied | CommandRefused:
    """`RETRY 118`: a letter that was set aside after three failures is read again."""
    number = context.command.number
    if letter.state != DEAD:
        return CommandRefused(f"Letter {number} was not set aside: it is {_outcome(letter)}.")
    letter.state, letter.attempts, letter.next_try_at = NEW, 0, context.now
    letter.error = None
    context.session.hint("read_letter", letter.id)
    return _changed(context, letter, f"Letter {number} is read again, as of when it came.")


@_handles_letter("LET")
def let_through(context: CommandContext, letter: Letter) -> Applied | CommandRefused:
    """`LET 118`: a letter that was held counts, unless that would undo a later one or a turn."""
    number = context.command.number
    if letter.state != DONE or letter.outcome not in SET_ASIDE:
        return CommandRefused(f"Letter {number} is not held: it is {_outcome(letter)}.")
    if letter.seat_id is None:
        return CommandRefused(f"Letter {number} names no seat, so nobody's orders are in it.")
    is_known = letter.note == HELD_BY_MODERATOR or letter.hold_act is not None
    outcome = OUTCOMES[release(context.session, letter, "operator", context.now)]
    answer = f"Letter {number}: {outcome}"
    if not is_known:
        return _changed(context, letter, answer)
    own = _to_writer(context, letter, f"is let through. {outcome}")
    said = f"The letter that was held is let through. {outcome}"
    return _changed(context, letter, answer, said, own)


def _to_writer(context: CommandContext, letter: Letter, what: str) -> dict[str, str]:
    """What the player whose letter it is reads, by his seat."""
    name = seat_of(context, letter)
    return {
        name: own_sentence(context, name, f"Your letter of {instant(letter.received_at)} {what}")
    }


def seat_of(context: CommandContext, letter: Letter) -> str:
    """Whose letter it is."""
    seats = context.snapshot.seats
    return next(name for name, seat in seats.items() if seat.id == letter.seat_id)


def own_sentence(context: CommandContext, name: str, text: str) -> str:
    """What a seat's player reads of his letters; "" where he has done it himself and knows."""
    player = context.actor.player
    is_own = player is not None and player.id == context.snapshot.seats[name].person_id
    return "" if is_own else text


def is_held(context: CommandContext, number: int) -> bool:
    """Whether a letter of the game with that number waits to be let through."""
    found = context.session.get(Letter, number)
    is_own = found is not None and found.game_id == context.game.id
    return is_own and found is not None and found.outcome == HELD


def _letter(context: CommandContext) -> Letter | CommandRefused:
    """The letter that is meant, locked; one of another game is none.

    Its reader locks it before the game, so that it is not waited for here.
    """
    session, number = context.session, context.command.number
    letter_id = number
    if not context.actor.sees_letters(context.game):
        meant = _for_rival(context).get(number or 0)
        letter_id = meant.id if meant is not None else None
    own = select(Letter).where(Letter.id == letter_id, Letter.game_id == context.game.id)
    if session.exec(own).first() is None:
        return CommandRefused(f"This game has no letter {number}; LETTERS lists them.")
    locked = own.with_for_update(skip_locked=True).execution_options(populate_existing=True)
    found = session.exec(locked).first()
    if found is None:
        return CommandRefused(
            f"Letter {number} is being read at this moment. Look again with LETTERS."
        )
    return found


def _changed(
    context: CommandContext,
    letter: Letter,
    answer: str,
    said: str = "",
    own: Mapping[str, str] = MappingProxyType({}),
) -> Applied:
    session, game = context.session, context.game
    session.add(letter)
    session.add(game)
    hint_next(session, letter)
    after = {"letter": letter.id, "state": letter.state}
    return Applied(answer, said, None, after, own=own)
