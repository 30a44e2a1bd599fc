"""Sitters: somebody else writes for a seat until a day; asked for with a code, ended by renewal."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sqlmodel import col, select

from pbem.clock.moments import NoMoment
from pbem.database import Session
from pbem.language import Control
from pbem.models import NOBODY, Game, Player, Seat, Sitter, key_of
from pbem.reports.mails.absence import SitterNews, sitter_mail, sitting_mail
from pbem.reports.paper import clock
from pbem.reports.paper.instants import instant
from pbem.service.choices import choices_of
from pbem.service.clocks import ring_at, shown_deadline
from pbem.service.codes import code_of, is_one_of
from pbem.service.desk import Desk
from pbem.service.mailing.broadcasting import tell_seats
from pbem.service.mailing.outbox import Addressee, post
from pbem.service.notices import note
from pbem.service.players.addresses import player_at
from pbem.service.players.sitters import sitter_of
from pbem.service.players.tokens import renew
from pbem.service.said import Said, refused
from pbem.service.seats.days_away import Days, days_of
from pbem.service.shelf import Shelf, about_for, load_shelf
from pbem.service.wishes import zone_for

OFF = "OFF"


def delegate(
    desk: Desk,
    session: Session,
    shelf: Shelf,
    game: Game,
    seat: Seat,
    word: Control,
    now: datetime,
) -> Said:
    """Do what DELEGATE says; the sentence that tells of it. Game and seat are locked rows."""
    if word.argument == OFF:
        return Said(_delegate_off(desk, session, game, seat, now))
    try:
        days = days_of("", word.value, now, zone_for(shelf.players[seat.name]))
    except NoMoment as why:
        return refused(f"DELEGATE: {why} For example: DELEGATE TO {word.argument} UNTIL Friday")
    most = choices_of(game).away_total
    if days.length > timedelta(days=most + 1):
        last = (now + timedelta(days=most)).astimezone(ZoneInfo(zone_for(shelf.players[seat.name])))
        return refused(
            f"DELEGATE: nobody sits in for longer than {most} days in this game, and the last day "
            f"of them is {last.day} {last:%b %Y}. For example: DELEGATE TO {word.argument} UNTIL "
            f"{last.day} {last:%b %Y}"
        )
    found = _sitter_named(session, shelf, seat, word.argument)
    if isinstance(found, str):
        return refused(f"DELEGATE: {found}")
    before = sitter_of(session, seat.id, now)
    if before is not None:
        who = session.get_one(Player, before.player_id).name
        return refused(
            f"DELEGATE: {who} writes for you already. To choose another, send: DELEGATE OFF"
        )
    code = _code(game, seat, found, days)
    until = clock.short(days.until_at, zone_for(shelf.players[seat.name]))
    if not is_one_of(word.code, [code]):
        return Said(
            f"DELEGATE is not done yet. {found.name} would get your mail, learn your secrets, and "
            f"order in your name until {until}; everybody would be told. If you mean it, "
            f"send: DELEGATE TO {word.argument} UNTIL {days.typed} CODE {code}",
            "ASK",
        )
    _begin(desk, session, shelf, game, seat, found, days, now)
    return Said(
        f"DELEGATE: {found.name} writes for you until {until}, and gets what you get. "
        "DELEGATE OFF ends it at once."
    )


def _sitter_named(session: Session, shelf: Shelf, seat: Seat, typed: str) -> Player | str:
    """The player meant, or why there is none who could."""
    if "@" in typed:
        found = player_at(session, typed)
    else:
        name = next((n for n in shelf.seats if n.casefold() == typed.casefold()), None)
        if name is not None and shelf.seats[name].robot != NOBODY:
            return f"{name} is a robot; SET SILENCE bot has one play where you send nothing."
        found = shelf.players[name] if name else None
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
    desk: Desk,
    session: Session,
    shelf: Shelf,
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
    _tell(desk, session, shelf, game, seat, row, who, "begins", now)


def _delegate_off(desk: Desk, session: Session, game: Game, seat: Seat, now: datetime) -> str:
    who = end_sitter(desk, session, game, seat, now)
    if not who:
        return "DELEGATE OFF: nobody writes for you but yourself."
    return (
        f"DELEGATE OFF: {who} no longer writes for you. Your seat has a new address, the one this "
        "mail is answered to; reply to this mail or to a later one."
    )


def end_sitter(desk: Desk, session: Session, game: Game, seat: Seat, now: datetime) -> str:
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
    renew(session, desk.settings.mail, seat, now, timedelta(0))
    who = session.get_one(Player, rows[-1].player_id)
    shelf = load_shelf(session, key_of(game))
    _tell(desk, session, shelf, game, seat, rows[-1], who, "over", now)
    return who.name


def end_sitters_due(desk: Desk, session: Session, game: Game, seat: Seat, now: datetime) -> None:
    """The same for a sitter whose time is over."""
    wanted = select(Sitter.id).where(
        Sitter.seat_id == seat.id, col(Sitter.ended_at).is_(None), Sitter.until_at <= now
    )
    if session.exec(wanted).first() is not None:
        end_sitter(desk, session, game, seat, now)


def _tell(
    desk: Desk,
    session: Session,
    shelf: Shelf,
    game: Game,
    seat: Seat,
    row: Sitter,
    who: Player,
    what: SitterNews,
    now: datetime,
) -> None:
    """The sitter in a mail of his own, everybody at the table, and the moderators."""
    name, key = seat.name, f"sitter:{row.id}:{what}"
    about = about_for(shelf, name, now, deadline_at=shown_deadline(game))
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
    post(session, desk.settings.mail, to, mail, key=key, now=now)
    tell_seats(
        desk,
        session,
        shelf,
        game,
        lambda about: sitting_mail(about, what, name, who.name, row.until_at),
        key=key,
        now=now,
        but=[other for other, row in shelf.seats.items() if row.player_id == who.id],
    )
    if is_begun:
        text = f"{who.name} writes for {name} until {instant(row.until_at)}."
        note(session, "seat", text, key=key, now=now, game_id=game.id)
