"""Sitters: somebody else writes for a seat until a day; asked for with a code, ended by renewal."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

from sqlmodel import col, select

from pbem.documents.layout import clock
from pbem.documents.layout.clock import instant
from pbem.grammar.commands.spec import IF_MEANT, Command
from pbem.grammar.times.dates import NoMoment
from pbem.grammar.times.stretches import Days, days_of
from pbem.mails.absence import SitterNews, sitter_mail, sitting_mail
from pbem.models import NOBODY, Game, Person, Seat, Sitter, key_of
from pbem.service.clocks import ring_at
from pbem.service.codes import code_of, is_one_of
from pbem.service.game_settings import game_settings_of, is_anonymous
from pbem.service.mailing.outbox import Addressee
from pbem.service.players.addresses import player_at
from pbem.service.players.sitters import sitter_of
from pbem.service.players.tokens import renew
from pbem.service.transaction import GameTx
from pbem.service.word_results import WordResult, refused

OFF = "OFF"


def delegate(tx: GameTx, seat: Seat, word: Command) -> WordResult:
    """Do what DELEGATE says; the sentence that tells of it. The seat is a locked row."""
    session, game, now, zone = tx.session, tx.game, tx.now, tx.snapshot.zone_of(seat.name)
    if word.key == OFF:
        return WordResult(_delegate_off(tx, seat))
    try:
        days = days_of("", word.when, now, zone)
    except NoMoment as why:
        return refused(f"DELEGATE: {why} For example: DELEGATE TO {word.value} UNTIL Friday")
    found = _too_long(tx, days, word.value, zone) or _sitter_named(tx, seat, word.value)
    if isinstance(found, str):
        return refused(f"DELEGATE: {found}")
    before = sitter_of(session, seat.id, now)
    if before is not None:
        who = session.get_one(Person, before.person_id).name
        return refused(
            f"DELEGATE: {who} writes for you already. To choose another, send: DELEGATE OFF"
        )
    code = _code(game, seat, found, days)
    until = clock.short(days.until_at, zone)
    if not is_one_of(word.text, [code]):
        return WordResult(
            f"DELEGATE is not done yet. {found.name} would get your mail, learn your secrets, and "
            f"order in your name until {until}; everybody would be told. {IF_MEANT} "
            f"DELEGATE TO {word.value} UNTIL {days.typed} CODE {code}",
            "ASK",
        )
    row = Sitter(seat_id=key_of(seat), person_id=key_of(found), from_at=now, until_at=days.until_at)
    session.add(row)
    session.flush()
    ring_at(game, row.until_at)
    session.add(game)
    _notify(tx, seat, row, found, "begins")
    return WordResult(
        f"DELEGATE: {found.name} writes for you until {until}, and gets your mail too. DELEGATE "
        "OFF ends it at once."
    )


def _too_long(tx: GameTx, days: Days, who: str, zone: str) -> str:
    """Why nobody may sit in so long; "" where one may."""
    most = game_settings_of(tx.game).away_total
    if days.length <= timedelta(days=most + 1):
        return ""
    last = (tx.now + timedelta(days=most)).astimezone(ZoneInfo(zone))
    return (
        f"in this game somebody may write for you for {most} days at most, until "
        f"{last.day} {last:%b %Y}. For example: DELEGATE TO {who} UNTIL {last.day} {last:%b %Y}"
    )


def _sitter_named(tx: GameTx, seat: Seat, typed: str) -> Person | str:
    """The player meant, or why there is none who could."""
    snapshot = tx.snapshot
    if is_anonymous(tx.game):
        return (
            "in an anonymous game nobody can write for you, because he would learn who you are. "
            "AWAY UNTIL day and SET SILENCE bot still work."
        )
    if "@" in typed:
        found = player_at(tx.session, typed)
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
    if found.id == seat.person_id:
        return "that is you."
    return found


def _code(game: Game, seat: Seat, who: Person, days: Days) -> str:
    secret = bytes.fromhex(game.secret)
    return code_of(secret, "delegate", seat.name, seat.token_number, who.id, days.until)


def _delegate_off(tx: GameTx, seat: Seat) -> str:
    who = end_sitter(tx, seat)
    if not who:
        return "DELEGATE OFF: nobody writes for you but yourself."
    return (
        f"DELEGATE OFF: {who} no longer writes for you. Your seat has a new address, the reply "
        f"address of this mail; reply to this mail or to a later one."
    )


def end_sitter(tx: GameTx, seat: Seat) -> str:
    """End whoever sits in for a seat, at his time or before it; his name, "" if nobody does.

    The seat's address is renewed at once: he knows the old one. The seat is a locked row.
    """
    wanted = select(Sitter).where(Sitter.seat_id == seat.id, col(Sitter.ended_at).is_(None))
    rows = tx.session.exec(wanted.order_by(col(Sitter.id)).with_for_update()).all()
    if not rows:
        return ""
    for row in rows:
        row.ended_at = tx.now
        tx.session.add(row)
    renew(tx.session, tx.mail, seat, tx.now, timedelta(0))
    who = tx.session.get_one(Person, rows[-1].person_id)
    tx.reload()
    _notify(tx, seat, rows[-1], who, "over")
    return who.name


def end_sitters_due(tx: GameTx, seat: Seat) -> None:
    """The same for a sitter whose time is over."""
    wanted = select(Sitter.id).where(
        Sitter.seat_id == seat.id, col(Sitter.ended_at).is_(None), Sitter.until_at <= tx.now
    )
    if tx.session.exec(wanted).first() is not None:
        end_sitter(tx, seat)


def _notify(tx: GameTx, seat: Seat, row: Sitter, who: Person, what: SitterNews) -> None:
    """The sitter in a mail of his own, everybody at the table, and the moderators."""
    name, key, until_at = seat.name, f"sitter:{row.id}:{what}", row.until_at
    context = tx.context_for(name, deadline_at=tx.shown_deadline)
    mail = sitter_mail(context, what, name, who.name, until_at)
    is_begun = what == "begins"
    game, row_of = (tx.game, seat) if is_begun else (None, None)
    tx.post(Addressee(who.email, who.name, game, row_of, who.format, who), mail, key)
    tx.notify_seats(
        lambda context: sitting_mail(context, what, name, who.name, until_at),
        key,
        but=[other for other, row in tx.snapshot.seats.items() if row.person_id == who.id],
    )
    if is_begun:
        tx.add_notice("seat", f"{who.name} writes for {name} until {instant(until_at)}.", key)
