"""Announcing a script: it is frozen, and everybody is told what to answer (R12.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from engine.illuminati.game import Announcement, bulletin, seen_bulletin, view
from pbem.database import Session
from pbem.language import names_for, script_of
from pbem.language.wording.canonical import format_conditions
from pbem.models import ANSWERS, Game
from pbem.reports import Mail
from pbem.reports.mails.bulletin import Told, announced_mail, bulletin_mail
from pbem.service.clocks import open_wait
from pbem.service.desk import Desk
from pbem.service.history.eras import game_key
from pbem.service.history.reporting import told_script
from pbem.service.mailing.outbox import addressee, fresh_seat, post
from pbem.service.mailing.robot_seats import summon
from pbem.service.orders.case import bulletin_key
from pbem.service.orders.policies import reserve_of
from pbem.service.shelf import Shelf, about_for, all_policies, lines_on_file, sheet_on_file
from pbem.service.waits import Announced, announces


@dataclass(frozen=True, slots=True)
class Notice:
    """A script that is to be announced: what is frozen, and its attacks as everybody may know."""

    shelf: Shelf
    announced: Announced
    attacks: tuple[Announcement, ...]


def notice_of(session: Session, shelf: Shelf) -> Notice | None:
    """What is to be announced before the open turn is run; None where it is run at once.

    A script without an attack is, one that has been announced already, and one nobody is left to
    answer.
    """
    state = shelf.state
    mover = state.turn.seat
    if shelf.announced or not announces(state) or len(list(state.seats_in())) < 2:
        return None
    names = shelf.names(mover)
    lines = lines_on_file(sheet_on_file(session, shelf.seats[mover], state), names)
    attacks = bulletin(state, script_of(lines), all_policies(shelf))
    if not attacks:
        return None
    script = tuple(told_script(lines, names))
    numbers = tuple(attack.line for attack in attacks)
    announced = Announced(state.turn.number, state.turn.parts, mover, script, numbers)
    return Notice(shelf, announced, attacks)


def announce(desk: Desk, session: Session, game: Game, notice: Notice, now: datetime) -> None:
    """Freeze the script, set the clock for answers, and write to everybody who is in the game."""
    game.wait, game.announced = ANSWERS, notice.announced.encode()
    open_wait(game, now)
    game.version += 1
    game.error, game.attempts = None, 0
    session.add(game)
    shelf, announced = notice.shelf, notice.announced
    for name, row in shelf.seats.items():
        if shelf.state.seat(name).is_out:
            continue
        post(
            session,
            desk.settings.mail,
            addressee(game, fresh_seat(session, row), shelf.players[name]),
            mail_of(notice, name, game, now),
            key=bulletin_key(game_key(game), announced.turn, announced.part, name),
            now=now,
            turn=game.turn,
        )
    summon(session, desk.settings.mail, replace(shelf, game=game), game, now)


def mail_of(notice: Notice, seat: str, game: Game, now: datetime) -> Mail:
    """One seat's bulletin, or for whoever has announced the confirmation."""
    shelf = notice.shelf
    names = names_for(shelf.state, seat)
    about = about_for(shelf, seat, now, deadline_at=game.deadline_at, wait=ANSWERS)
    told = []
    for attack in notice.attacks:
        known = seen_bulletin(attack, seat, shelf.state)
        conditions = format_conditions(known.conditions, names).strip().rstrip(":")
        told.append(Told(known, conditions))
    others = [other.name for other in shelf.state.seats_in() if other.name != shelf.state.turn.seat]
    sees = view(shelf.state, seat)
    if seat == shelf.state.turn.seat:
        return announced_mail(about, told, others, sees, notice.announced.script)
    reserve = reserve_of(shelf.seats[seat], shelf.names(seat))
    return bulletin_mail(about, told, others, sees, reserve)
