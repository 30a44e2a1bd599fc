"""What is told of acts at once, in one mail to each reader: to every player in general terms, to
the other moderators."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.mails.moderation import ActNotice, acts_mail, acts_to_moderator
from pbem.models import Act, Game, key_of
from pbem.service.clocks import is_due, shown_deadline
from pbem.service.context import ServiceContext
from pbem.service.mailing.outbox import addressee, fresh_seat, post
from pbem.service.moderating.command_context import Applied, CommandContext
from pbem.service.moderating.logbook import tells_hidden
from pbem.service.seats.moderators import is_blind, moderators_of, notify_moderator, watch_for
from pbem.service.snapshots import about_for, load_game
from pbem.service.turns.printed import NOTICE, RULE

WORDS = (NOTICE, RULE)
"""What a moderator says, and does not do."""


@dataclass(frozen=True, slots=True)
class News:
    """An act that is to be told: what each seat reads of it, and to which moderators, by their
    number, it goes with its command, where they may see that."""

    told: ActNotice
    seats: Mapping[str, str]
    moderators: tuple[tuple[int, str], ...]


def news_of(context: CommandContext, act: Act, done: Applied) -> News:
    """Whom an act is told to; what it changed may be who sits where, so it is settled at once.

    Nobody is told twice: a moderator who plays reads of an act as moderator, of words as player.
    """
    ruling = ruling_number(context.session, act.game_id, act.number) if act.verb == RULE else 0
    told = ActNotice(act.by, act.said, act.why, act.number, act.verb, ruling)
    return News(told, _said(context, act, done), tuple(_moderators(context, act, done.greeted)))


def _said(context: CommandContext, act: Act, done: Applied) -> dict[str, str]:
    session, game_id = context.session, key_of(context.game)
    # Read again: the act may have changed who sits where.
    seats = load_game(session, game_id).seats
    moderating = {player.id for _, player in moderators_of(session, game_id)}
    general = {
        name: act.said
        for name, row in seats.items()
        if name not in done.told and (act.verb in WORDS or row.player_id not in moderating)
    }
    said = general | dict(done.own)
    return {name: said[name] for name in seats if said.get(name)}


def _moderators(
    context: CommandContext, act: Act, greeted: int | None
) -> Iterator[tuple[int, str]]:
    session, game = context.session, context.game
    own = context.actor.moderator
    playing = {player.id for player in context.snapshot.players.values()}
    for moderator, player in moderators_of(session, key_of(game)):
        if moderator.id == greeted or (own is not None and moderator.id == own.id):
            continue
        if act.verb in WORDS and player.id in playing:
            continue
        hides = tells_hidden(act.verb) and is_blind(session, game, player, context.now)
        yield key_of(moderator), "" if hides else act.command


def notify_all(
    service: ServiceContext, session: Session, game: Game, news: Sequence[News], now: datetime
) -> None:
    """Mail what was done in one transaction to whom it concerns; nobody gets two mails of it."""
    if news:
        session.flush()
        _notify_players(service, session, game, news, now)
        _notify_moderators(service, session, game, news, now)


def _notify_players(
    service: ServiceContext, session: Session, game: Game, news: Sequence[News], now: datetime
) -> None:
    snapshot = load_game(session, key_of(game))
    deadline_at = _time_left(game, now)
    for name, row in snapshot.seats.items():
        told = [replace(one.told, said=one.seats[name]) for one in news if name in one.seats]
        if not told:
            continue
        about = about_for(snapshot, name, now, deadline_at=deadline_at)
        to = addressee(game, fresh_seat(session, row), snapshot.players[name])
        key = f"notice:{game.id}:{told[0].number}:{name}"
        mail = acts_mail(about, told)
        post(session, service.settings.mail, to, mail, key=key, now=now, turn=game.turn)


def _notify_moderators(
    service: ServiceContext, session: Session, game: Game, news: Sequence[News], now: datetime
) -> None:
    told: defaultdict[int, list[tuple[ActNotice, str]]] = defaultdict(list)
    for one in news:
        for number, command in one.moderators:
            told[number].append((one.told, command))
    for moderator, player in moderators_of(session, key_of(game)):
        own = told.get(key_of(moderator))
        if own is None:
            continue
        mail = acts_to_moderator(watch_for(game, player, now), own)
        key = f"act:{game.id}:{own[0][0].number}:m{moderator.id}"
        notify_moderator(service, session, game, moderator, player, mail, key=key, now=now)


def _time_left(game: Game, now: datetime) -> datetime | None:
    """The deadline, where one is still to come and the turn is not run before it, at once."""
    at = shown_deadline(game)
    return at if at is not None and at > now and not is_due(game, now) else None


def ruling_number(session: Session, game_id: int, act: int) -> int:
    """Which of the game's rulings an act is, from 1."""
    wanted = select(sa.func.count()).select_from(Act).where(Act.game_id == game_id)
    return session.exec(wanted.where(Act.verb == RULE, col(Act.number) <= act)).one()
