"""What is told of an act at once: to every player in general terms, to the other moderators."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.models import Act, Game, key_of
from pbem.reports import About, Mail
from pbem.reports.mails.moderation import (
    Told,
    act_mail,
    act_to_moderator,
    notice_mail,
    ruling_mail,
)
from pbem.service.clocks import is_due, shown_deadline
from pbem.service.mailing.outbox import addressee, fresh_seat, post
from pbem.service.moderating.errand import Done, Errand
from pbem.service.moderating.logbook import tells_hidden
from pbem.service.seats.moderators import is_blind, moderators_of, tell_moderator, watch_for
from pbem.service.shelf import about_for, load_shelf
from pbem.service.turns.printed import NOTICE, RULE

WORDS = (NOTICE, RULE)
"""What a moderator says, and does not do."""


def tell_act(errand: Errand, act: Act, done: Done) -> None:
    """Mail an act to all players, if it says anything to them, and to the other moderators.

    Nobody is told twice: a moderator who plays reads of an act as moderator, of words as player.
    """
    if act.said:
        _tell_players(errand, act, done.told)
    _tell_moderators(errand, act, done.greeted)


def _tell_players(errand: Errand, act: Act, but: Collection[str]) -> None:
    session, game = errand.session, errand.game
    # Read again: the act may have changed the state, and who sits where.
    shelf = load_shelf(session, key_of(game))
    told = Told(act.by, act.said, act.why, act.number, act.verb)
    moderating = {player.id for _, player in moderators_of(session, key_of(game))}
    made = _maker(session, game, act)
    deadline_at = _time_left(game, errand.now)
    for name, row in shelf.seats.items():
        if name in but or (act.verb not in WORDS and row.player_id in moderating):
            continue
        about = about_for(shelf, name, errand.now, deadline_at=deadline_at)
        to = addressee(game, fresh_seat(session, row), shelf.players[name])
        key = f"notice:{game.id}:{act.number}:{name}"
        settings = errand.desk.settings.mail
        post(session, settings, to, made(about, told), key=key, now=errand.now, turn=game.turn)


def _time_left(game: Game, now: datetime) -> datetime | None:
    """The deadline, where one is still to come and the turn is not run before it, at once."""
    at = shown_deadline(game)
    return at if at is not None and at > now and not is_due(game, now) else None


def _maker(session: Session, game: Game, act: Act) -> Callable[[About, Told], Mail]:
    if act.verb == NOTICE:
        return notice_mail
    if act.verb == RULE:
        ruling = ruling_number(session, key_of(game), act.number)
        return lambda about, told: ruling_mail(about, told, ruling)
    return act_mail


def ruling_number(session: Session, game_id: int, act: int) -> int:
    """Which of the game's rulings an act is, from 1."""
    wanted = select(sa.func.count()).select_from(Act).where(Act.game_id == game_id)
    return session.exec(wanted.where(Act.verb == RULE, col(Act.number) <= act)).one()


def _tell_moderators(errand: Errand, act: Act, greeted: int | None) -> None:
    session, game, now = errand.session, errand.game, errand.now
    own = errand.actor.moderator
    playing = {player.id for player in errand.shelf.players.values()}
    hides = tells_hidden(act.verb)
    for moderator, player in moderators_of(session, key_of(game)):
        if moderator.id == greeted or (own is not None and moderator.id == own.id):
            continue
        if act.verb in WORDS and player.id in playing:
            continue
        command = "" if hides and is_blind(session, game, player, now) else act.command
        told = Told(act.by, act.said, act.why, act.number)
        watch, is_text = watch_for(game, player, now), act.verb in WORDS
        mail = act_to_moderator(watch, told, command, is_text=is_text)
        key = f"act:{game.id}:{act.number}:m{moderator.id}"
        tell_moderator(errand.desk, session, game, moderator, player, mail, key=key, now=now)
