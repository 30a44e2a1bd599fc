"""How a game stands and who plays it, told to whoever asks."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.documents.layout import clock
from pbem.documents.layout.mail_context import Mail
from pbem.games.contract.reports import SeatNotes
from pbem.grammar.commands.spec import Command
from pbem.models import FINISHED, PAUSED, TUTORIAL, Act, Game, key_of
from pbem.service.letters.reply_input import ReplyInput
from pbem.service.moderating.logbook import acts_of
from pbem.service.orders.lookups import since_own_turn
from pbem.service.turns.tutorial import MOST_TURNS

_BY_ITSELF = (
    f"a game to learn by ends when a turn goes by without a letter, or after {MOST_TURNS} of yours"
)


def status_mails(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    snapshot, seat = asked.sheet_context.snapshot, asked.sheet_context.seat
    notes = SeatNotes(
        script=asked.script,
        answers=asked.answers,
        standing=asked.policies,
        asks=asked.standing,
        events=since_own_turn(asked.session, snapshot, seat),
        stopped=_stopped(snapshot.game, asked.context.zone),
        ended=ended(asked),
        is_ready=asked.is_ready,
    )
    return [asked.reporter.status(asked.sheet_context.given, asked.context, notes)]


def _stopped(game: Game, zone: str) -> str:
    """Why no deadline runs, in a sentence; "" where one does."""
    if game.phase == PAUSED:
        until = f" until {clock.full(game.resumes_at, zone)}" if game.resumes_at else ""
        return f"The game is paused{until}; what you send is read and answered."
    return ""


def ended(asked: ReplyInput) -> str:
    """How the game ended where nobody has won it, in a sentence; "" where it did not."""
    snapshot = asked.sheet_context.snapshot
    game, status = snapshot.game, snapshot.status_of(asked.state)
    if game.phase != FINISHED or status.winners:
        return ""
    act = next((act for act in acts_of(asked.session, key_of(game))[::-1] if _ends(act)), None)
    if act is None:
        how = _BY_ITSELF if game.kind == TUTORIAL else "nobody is left to play"
        return f"Nobody has won: {how}."
    why = f": {act.why.strip().rstrip('.')}" if act.why.strip() else ""
    at = clock.full(act.at, asked.context.zone)
    return f"Nobody has won: the moderator ended it {at}{why}."


def _ends(act: Act) -> bool:
    return act.verb == "TERMINATE" and not act.undone
