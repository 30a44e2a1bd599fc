"""Who plays, who is waited for, and how they did, told to whoever asks."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.documents.layout.mail_context import Mail
from pbem.games.contract.reports import TableNotes
from pbem.grammar.commands.spec import Command
from pbem.models import key_of
from pbem.service.absence import away_until
from pbem.service.clocks import format_clock_now
from pbem.service.endings.ratings import ratings_by_seat
from pbem.service.game_settings import is_anonymous
from pbem.service.letters.reply_input import ReplyInput
from pbem.service.letters.status_replies import ended
from pbem.service.orders.lookups import guests_of
from pbem.service.players.reliability import reliability_by_seat
from pbem.service.seats.moderators import moderators_of
from pbem.service.waits import waited_openly


def who_mails(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    snapshot = asked.sheet_context.snapshot
    game, awaited = snapshot.game, waited_openly(asked.session, snapshot, asked.context.now)
    text = format_clock_now(game, list(snapshot.seats), asked.context.now)
    is_hidden = is_anonymous(game)
    away = {} if is_hidden else away_until(asked.session, snapshot, asked.context.now)
    playing = {player.id for player in snapshot.players.values()} if is_hidden else set()
    found = moderators_of(asked.session, key_of(game))
    own = [player for row, player in found if row.game_id is not None]
    chairs = ["one of the players" if one.id in playing else one.name for one in own]
    ratings = ratings_by_seat(asked.session, snapshot)
    in_time = reliability_by_seat(snapshot)
    notes = TableNotes(
        guests_of(snapshot), awaited, text, away, chairs, ended(asked), ratings, in_time
    )
    return [asked.reporter.who(asked.state, asked.context, notes)]
