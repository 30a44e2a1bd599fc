"""Offering a seat to standby players, and taking the offer back (R12.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout.mail_context import Mail
from pbem.grammar.commands.spec import Command
from pbem.mails.seats import StandbyAnswer, WhyOffered, offer_mail, offered_mail, standby_answer
from pbem.models import GAME, RUNNING, Game, Outbox, Person, Seat, Standby, key_of
from pbem.service.clocks import clock_sentence, shown_deadline
from pbem.service.context import Transaction, log
from pbem.service.game_settings import game_settings_of
from pbem.service.mailing.outbox import addressee_of, is_posted, post
from pbem.service.mailing.robot_seats import is_robots
from pbem.service.players.tokens import service_code
from pbem.service.preferences import zone_for
from pbem.service.seats.standby_rows import join, leave, standby_lines
from pbem.service.transaction import GameTx, on
from pbem.service.word_results import WordResult


def candidates(session: Session, game: Game) -> list[Person]:
    """Those to be asked for a seat: this game's people, then those of any; none who plays in it."""
    seated = set(session.exec(select(Seat.person_id).where(Seat.game_id == game.id)).all())
    found: dict[int, Person] = {}
    for line in standby_lines(session, key_of(game)):
        player = session.exec(select(Person).where(Person.email == line.email)).one()
        if player.id not in seated:
            found.setdefault(key_of(player), player)
    return list(found.values())


def take_code(tx: Transaction, seat: Seat, player: Person) -> str:
    """What lets this player, and nobody else, take the seat as it is offered now."""
    return service_code(tx.session, tx.mail, "take", seat.id, _stamp(seat), player.id)


def offer(tx: GameTx, seat: Seat, why: WhyOffered) -> bool:
    """Offer a seat to standby players and tell its own; False if it is offered already.

    The seat is a locked row; robots' seats and games to learn by are not offered.
    """
    if seat.offered_at is not None or is_robots(seat) or not may_be_offered(tx.game):
        return False
    seat.offered_at = tx.now
    tx.session.add(seat)
    tx.session.flush()
    asked = candidates(tx.session, tx.game)
    for player in asked:
        ask(tx, seat, player)
    stamp = _stamp(seat)
    if why != "resigns":
        is_in_a_row = all(seat.misses[-2:])
        tx.notify_seat(
            seat.name,
            lambda context: offered_mail(context, why, is_in_a_row=is_in_a_row),
            f"offered:{seat.id}:{stamp}",
        )
    text = f"The seat of {seat.name} is offered to {_count(asked)} ({_WHY[why]})."
    if not asked:
        text += f" Find somebody: REPLACE {seat.name} BY address"
    tx.add_notice("seat", text, f"offer:{seat.id}:{stamp}")
    log.info("seat offered", game=tx.id, seat=seat.id, asked=len(asked))
    return True


_WHY = {
    "missed": "missed turns, R12.7",
    "resigns": "its player resigns",
    "moderator": "by the moderator",
}


def may_be_offered(game: Game) -> bool:
    """Whether seats of a game are offered to others at all."""
    return game.phase == RUNNING and game.kind == GAME and game_settings_of(game).standby


def ask(tx: GameTx, seat: Seat, player: Person) -> None:
    """Write to one standby player of a seat that is offered."""
    game = tx.game
    context = tx.context_for(seat.name, deadline_at=shown_deadline(game))
    context = replace(context, seat="", player=player.name, zone=zone_for(player))
    line = f"TAKE {game.name} {seat.name} {take_code(tx, seat, player)}"
    world = tx.snapshot.ruleset.reporter.public_world(tx.snapshot.state, context)
    mail = offer_mail(context, world, seat.name, line, clock_sentence(game))
    key = f"{_key(seat)}{player.id}"
    if not is_posted(tx.session, key):
        notify_player(tx, player, mail, key)


def ask_newcomer(tx: Transaction, player: Person) -> None:
    """Write to somebody who has come onto the list of the seats that are offered now."""
    wanted = select(Seat, Game).where(
        Seat.game_id == Game.id, col(Seat.offered_at).is_not(None), Game.phase == RUNNING
    )
    for seat, game in tx.session.exec(wanted.order_by(col(Seat.id))).all():
        if player.id in [one.id for one in candidates(tx.session, game)]:
            ask(on(tx, game), seat, player)


def answer_standby(tx: Transaction, player: Person, word: Command) -> WordResult:
    """STANDBY and STANDBY OFF: a player joins the list of all games, or leaves it."""
    if word.key == "OFF":
        if leave(tx.session, player, None, tx.now):
            return WordResult("STANDBY OFF: you are no longer asked about free seats.")
        return WordResult("STANDBY OFF: you were not on the standby list.")
    join(tx.session, player, None, tx.now)
    ask_newcomer(tx, player)
    return WordResult(
        "STANDBY: when a seat becomes free in a game that you do not play, you are asked whether "
        "you want it. STANDBY OFF ends that."
    )


def withdraw(tx: GameTx, seat: Seat) -> None:
    """The seat is no longer offered, its player plays on; those who were asked are told."""
    if seat.offered_at is None:
        return
    close_offer(tx, seat, "withdrawn")
    text = f"The seat of {seat.name} is no longer offered: its player plays on."
    tx.add_notice("seat", text, f"kept:{seat.id}:{tx.now:%Y%m%d%H%M%S%f}")


def close_offer(tx: GameTx, seat: Seat, what: StandbyAnswer, but: Person | None = None) -> None:
    """End a seat's offer and tell those who were asked, but the one who has taken it."""
    if seat.offered_at is None:
        return
    for player in asked_for(tx.session, seat):
        if but is None or player.id != but.id:
            mail = standby_answer(what, tx.game.name, seat.name)
            notify_player(tx, player, mail, f"closed:{_key(seat)}{player.id}")
    seat.offered_at = None
    tx.session.add(seat)


def asked_for(session: Session, seat: Seat) -> Sequence[Person]:
    """Those who were asked to take the seat that is offered now.

    Nobody else is asked than who was on the list, and nobody's row of it goes away: each one's mail
    is looked for by its key.
    """
    listed = select(Standby.person_id).where(
        sa.or_(col(Standby.game_id) == seat.game_id, col(Standby.game_id).is_(None))
    )
    keys = {f"{_key(seat)}{number}": number for number in session.exec(listed).all()}
    sent = session.exec(select(Outbox.key).where(col(Outbox.key).in_(sorted(keys)))).all()
    ids = [keys[key] for key in sent]
    return session.exec(
        select(Person).where(col(Person.id).in_(ids)).order_by(col(Person.id))
    ).all()


def notify_player(tx: Transaction, player: Person, mail: Mail, key: str) -> None:
    """Write to a player about no seat of his."""
    post(tx, addressee_of(player), mail, key)


def _key(seat: Seat) -> str:
    return f"offer:{seat.id}:{_stamp(seat)}:"


def _stamp(seat: Seat) -> str:
    assert seat.offered_at is not None, "the seat is offered"
    return f"{seat.offered_at:%Y%m%d%H%M%S%f}"


def _count(asked: Sequence[Person]) -> str:
    if not asked:
        return "nobody, as the standby list is empty"
    return "1 standby player" if len(asked) == 1 else f"{len(asked)} standby players"
