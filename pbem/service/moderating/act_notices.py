"""What is told of acts at once, in one mail to each reader: to every player in general terms, to
the other moderators."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.grammar.commands import MODERATORS
from pbem.mails.moderation import ActNotice, acts_mail, acts_to_moderator
from pbem.models import Act, key_of
from pbem.service.moderating.command_context import Applied, CommandContext
from pbem.service.moderating.logbook import reveals_hidden
from pbem.service.seats.moderators import header_for, is_blind, moderators_of, notify_moderator
from pbem.service.transaction import GameTx
from pbem.service.turns.printed import NOTICE, RULE

WORDS = (NOTICE, RULE)
"""What a moderator says, and does not do."""


@dataclass(frozen=True, slots=True)
class ActNews:
    """An act that is to be told: what each seat reads of it, and to which moderators, by their
    number, it goes with its command, where they may see that."""

    notice: ActNotice
    seats: Mapping[str, str]
    moderators: tuple[tuple[int, str], ...]


def news_of(context: CommandContext, act: Act, done: Applied) -> ActNews:
    """Whom an act is told to; what it changed may be who sits where, so it is settled at once.

    Nobody is told twice: a moderator who plays reads of an act as moderator, of words as player.
    """
    ruling = ruling_number(context.session, act.game_id, act.number) if act.verb == RULE else 0
    notice = ActNotice(
        *(act.by, act.said, act.why, act.number, act.verb),
        ruling=ruling,
        news=MODERATORS[act.verb].news,
    )
    moderators = tuple(_moderators(context, act, done.greeted))
    return ActNews(notice, _texts_by_seat(context, act, done), moderators)


def _texts_by_seat(context: CommandContext, act: Act, done: Applied) -> dict[str, str]:
    # Read again: the act may have changed who sits where.
    seats = context.reload().seats
    moderating = {player.id for _, player in moderators_of(context.session, context.id)}
    general = {
        name: act.said
        for name, row in seats.items()
        if name not in done.notified and (act.verb in WORDS or row.person_id not in moderating)
    }
    texts = general | dict(done.own)
    return {name: texts[name] for name in seats if texts.get(name)}


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
        hides = reveals_hidden(act.verb) and is_blind(session, game, player, context.now)
        yield key_of(moderator), "" if hides else act.command


def notify_all(tx: GameTx, news: Sequence[ActNews]) -> None:
    """Mail what was done in one transaction to whom it concerns; nobody gets two mails of it."""
    if news:
        tx.reload()
        _notify_players(tx, news)
        _notify_moderators(tx, news)


def _notify_players(tx: GameTx, news: Sequence[ActNews]) -> None:
    for name in tx.snapshot.seats:
        notices = [replace(one.notice, said=one.seats[name]) for one in news if name in one.seats]
        if not notices:
            continue
        context = tx.context_for(name)
        at = context.deadline_at
        context = context if at is None or at > tx.now else replace(context, deadline_at=None)
        tx.post_to(name, acts_mail(context, notices), f"notice:{tx.id}:{notices[0].number}:{name}")


def _notify_moderators(tx: GameTx, news: Sequence[ActNews]) -> None:
    notices: defaultdict[int, list[tuple[ActNotice, str]]] = defaultdict(list)
    for one in news:
        for number, command in one.moderators:
            notices[number].append((one.notice, command))
    for moderator, player in moderators_of(tx.session, tx.id):
        own = notices.get(key_of(moderator))
        if own is None:
            continue
        mail = acts_to_moderator(header_for(tx.game, player, tx.now), own)
        key = f"act:{tx.id}:{own[0][0].number}:m{moderator.id}"
        notify_moderator(tx, moderator, player, mail, key)


def ruling_number(session: Session, game_id: int, act: int) -> int:
    """Which of the game's rulings an act is, from 1."""
    wanted = select(sa.func.count()).select_from(Act).where(Act.game_id == game_id)
    return session.exec(wanted.where(Act.verb == RULE, col(Act.number) <= act)).one()
