"""Sitters: somebody else writes for a seat until a day; asked for with a code, ended by renewal."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sqlmodel import col, select

from pbem.clock.moments import NoMoment
from pbem.database import Session
from pbem.documents.layout import clock
from pbem.documents.layout.instants import instant
from pbem.grammar.player_words import PlayerCommand
from pbem.mails.absence import SitterNews, sitter_mail, sitting_mail
from pbem.models import NOBODY, Game, Player, Seat, Sitter, key_of
from pbem.service.clocks import ring_at, shown_deadline
from pbem.service.codes import code_of, is_one_of
from pbem.service.context import ServiceContext
from pbem.service.game_settings import game_settings_of
from pbem.service.mailing.broadcasting import notify_seats
from pbem.service.mailing.outbox import Addressee, post
from pbem.service.notices import add_notice
from pbem.service.players.addresses import player_at
from pbem.service.players.sitters import sitter_of
from pbem.service.players.tokens import renew
from pbem.service.preferences import zone_for
from pbem.service.seats.days_away import Days, days_of
from pbem.service.snapshots import GameSnapshot, about_for, load_game
from pbem.service.word_results import WordResult, refused

OFF = "OFF"


def delegate(
    service: ServiceContext,
    session: Session,
    snapshot: GameSnapshot,
    game: Game,
    seat: Seat,
    word: PlayerCommand,
    now: datetime,
) -> WordResult:
    """Do what DELEGATE says; the sentence that tells of it. Game and seat are locked rows."""
    if word.argument == OFF:
        return WordResult(_delegate_off(service, session, game, seat, now))
    try:
        days = days_of("", word.value, now, zone_for(snapshot.players[seat.name]))
    except NoMoment as why:
        return refused(f"DELEGATE: {why} For example: DELEGATE TO {word.argument} UNTIL Friday")
    most = game_settings_of(game).away_total
    if days.length > timedelta(days=most + 1):
        last = (now + timedelta(days=most)).astimezone(
            ZoneInfo(zone_for(snapshot.players[seat.name]))
        )
        return refused(
            f"DELEGATE: nobody sits in for longer than {most} days in this game, and the last day "
            f"of them is {last.day} {last:%b %Y}. For example: DELEGATE TO {word.argument} UNTIL "
            f"{last.day} {last:%b %Y}"
        )
    found = _sitter_named(session, snapshot, seat, word.argument)
    if isinstance(found, str):
        return refused(f"DELEGATE: {found}")
    before = sitter_of(session, seat.id, now)
    if before is not None:
        who = session.get_one(Player, before.player_id).name
        return refused(
            f"DELEGATE: {who} writes for you already. To choose another, send: DELEGATE OFF"
        )
    code = _code(game, seat, found, days)
    until = clock.short(days.until_at, zone_for(snapshot.players[seat.name]))
    if not is_one_of(word.code, [code]):
        return WordResult(
            f"DELEGATE is not done yet. {found.name} would get your mail, learn your secrets, and "
            f"order in your name until {until}; everybody would be told. If you mean it, "
            f"send: DELEGATE TO {word.argument} UNTIL {days.typed} CODE {code}",
            "ASK",
        )
    _begin(service, session, snapshot, game, seat, found, days, now)
    return WordResult(
        f"DELEGATE: {found.name} writes for you until {until}, and gets what you get. "
        "DELEGATE OFF ends it at once."
    )


def _sitter_named(session: Session, snapshot: GameSnapshot, seat: Seat, typed: str) -> Player | str:
    """The player meant, or why there is none who could."""
    if "@" in typed:
        found = player_at(session, typed)
    else:
        name = next((n for n in snapshot.seats if n.casefold() == typed.casefold()), None)
        if name is not None and snapshot.seats[name].robot != NOBODY:
            return f"{name} is a robot; SET SILENCE bot has one play where you send nothing."
        found = snapshot.players[name] if name else None
    if found is None:
        return (
            f"{typed[:60]} is no player here: write the name of a seat, or the address of "
            "somebody who plays on this service."
        )
    if found.id == seat.player_id:
        return "that is you."
    return found


def _code(game: Game, seat: Seat, who: Player, days: Days) -> str:
    secret = bytes.fromhex(game.secret)
    return code_of(secret, "delegate", seat.name, seat.token_number, who.id, days.until)


def _begin(
    service: ServiceContext,
    session: Session,
    snapshot: GameSnapshot,
    game: Game,
    seat: Seat,
    who: Player,
    days: Days,
    now: datetime,
) -> None:
    row = Sitter(seat_id=key_of(seat), player_id=key_of(who), from_at=now, until_at=days.until_at)
    session.add(row)
    session.flush()
    ring_at(game, row.until_at)
    session.add(game)
    _notify(service, session, snapshot, game, seat, row, who, "begins", now)


def _delegate_off(
    service: ServiceContext, session: Session, game: Game, seat: Seat, now: datetime
) -> str:
    who = end_sitter(service, session, game, seat, now)
    if not who:
        return "DELEGATE OFF: nobody writes for you but yourself."
    return (
        f"DELEGATE OFF: {who} no longer writes for you. Your seat has a new address, the one this "
        "mail is answered to; reply to this mail or to a later one."
    )


def end_sitter(
    service: ServiceContext, session: Session, game: Game, seat: Seat, now: datetime
) -> str:
    """End whoever sits in for a seat, at his time or before it; his name, "" if nobody does.

    The seat's address is renewed at once: he knows the old one. Game and seat are locked rows.
    """
    wanted = select(Sitter).where(Sitter.seat_id == seat.id, col(Sitter.ended_at).is_(None))
    rows = session.exec(wanted.order_by(col(Sitter.id)).with_for_update()).all()
    if not rows:
        return ""
    for row in rows:
        row.ended_at = now
        session.add(row)
    renew(session, service.settings.mail, seat, now, timedelta(0))
    who = session.get_one(Player, rows[-1].player_id)
    snapshot = load_game(session, key_of(game))
    _notify(service, session, snapshot, game, seat, rows[-1], who, "over", now)
    return who.name


def end_sitters_due(
    service: ServiceContext, session: Session, game: Game, seat: Seat, now: datetime
) -> None:
    """The same for a sitter whose time is over."""
    wanted = select(Sitter.id).where(
        Sitter.seat_id == seat.id, col(Sitter.ended_at).is_(None), Sitter.until_at <= now
    )
    if session.exec(wanted).first() is not None:
        end_sitter(service, session, game, seat, now)


def _notify(
    service: ServiceContext,
    session: Session,
    snapshot: GameSnapshot,
    game: Game,
    seat: Seat,
    row: Sitter,
    who: Player,
    what: SitterNews,
    now: datetime,
) -> None:
    """The sitter in a mail of his own, everybody at the table, and the moderators."""
    name, key = seat.name, f"sitter:{row.id}:{what}"
    about = about_for(snapshot, name, now, deadline_at=shown_deadline(game))
    mail = sitter_mail(about, what, name, who.name, row.until_at)
    is_begun = what == "begins"
    to = Addressee(
        who.email,
        who.name,
        game if is_begun else None,
        seat if is_begun else None,
        who.format,
        who,
    )
    post(session, service.settings.mail, to, mail, key=key, now=now)
    notify_seats(
        service,
        session,
        snapshot,
        game,
        lambda about: sitting_mail(about, what, name, who.name, row.until_at),
        key=key,
        now=now,
        but=[other for other, row in snapshot.seats.items() if row.player_id == who.id],
    )
    if is_begun:
        text = f"{who.name} writes for {name} until {instant(row.until_at)}."
        add_notice(session, "seat", text, key=key, now=now, game_id=game.id)
