"""Announcing a script: it is frozen, and everybody is told what to answer (R12.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine.illuminati.game import Announcement, bulletin, seen_bulletin, view
from pbem.database import Session
from pbem.language import names_for, script_of
from pbem.language.wording.canonical import format_conditions
from pbem.models import ANSWERS, Game
from pbem.reports import Mail
from pbem.reports.mails.bulletin import Told, announced_mail, bulletin_mail
from pbem.service.clocks import end_early, is_due, leaves_time, open_wait, shown_deadline
from pbem.service.covering import is_covered, still_waited_for
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
    """A script that is to be announced: what is frozen, and its attacks as everybody may know.

    `is_told` says that its player has just been told so, in the answer to his READY.
    """

    shelf: Shelf
    announced: Announced
    attacks: tuple[Announcement, ...]
    is_told: bool = False


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
    sheet = sheet_on_file(session, shelf.seats[mover], state)
    lines = lines_on_file(sheet, names)
    attacks = bulletin(state, script_of(lines), all_policies(shelf))
    if not attacks:
        return None
    script = tuple(told_script(lines, names))
    numbers = tuple(attack.line for attack in attacks)
    announced = Announced(state.turn.number, state.turn.parts, mover, script, numbers)
    is_told = sheet is not None and sheet.is_ready and not leaves_time(shelf.game)
    return Notice(shelf, announced, attacks, is_told)


def announce(desk: Desk, session: Session, game: Game, notice: Notice, now: datetime) -> None:
    """Freeze the script, set the clock for answers, and write to everybody who is in the game."""
    game.wait, game.announced = ANSWERS, notice.announced.encode()
    open_wait(game, now)
    game.version += 1
    game.error, game.attempts = None, 0
    session.add(game)
    announced = notice.announced
    shelf = replace(notice.shelf, game=game)
    for name, row in shelf.seats.items():
        if shelf.state.seat(name).is_out or (name == announced.seat and notice.is_told):
            continue
        post(
            session,
            desk.settings.mail,
            addressee(game, fresh_seat(session, row), shelf.players[name]),
            bulletin_for(shelf, notice.attacks, name, now),
            key=bulletin_key(game_key(game), announced.turn, announced.part, name),
            now=now,
            turn=game.turn,
        )
    summon(session, desk.settings.mail, shelf, game, now)
    if not still_waited_for(session, shelf):
        end_early(game, now)
        if is_due(game, now):
            session.hint("adjudicate", game.id)


def own_bulletin(shelf: Shelf, now: datetime) -> Mail:
    """What whoever has announced is told of it; a letter that said READY was answered so."""
    attacks = bulletin(shelf.state, script_of(shelf.announced_script()), all_policies(shelf))
    return bulletin_for(shelf, attacks, shelf.state.turn.seat, now)


def bulletin_for(shelf: Shelf, attacks: Sequence[Announcement], seat: str, now: datetime) -> Mail:
    """One seat's bulletin, or for whoever has announced the confirmation."""
    names = names_for(shelf.state, seat)
    announced = shelf.announced
    assert announced is not None, "a bulletin tells of what is announced"
    deadline_at = shown_deadline(shelf.game)
    about = about_for(shelf, seat, now, deadline_at=deadline_at, wait=ANSWERS)
    told = []
    for attack in attacks:
        known = seen_bulletin(attack, seat, shelf.state)
        conditions = format_conditions(known.conditions, names).strip().rstrip(":")
        told.append(Told(known, conditions))
    others = [other.name for other in shelf.state.seats_in() if other.name != shelf.state.turn.seat]
    sees = view(shelf.state, seat)
    if seat == shelf.state.turn.seat:
        return announced_mail(about, told, others, sees, announced.script)
    reserve = reserve_of(shelf.seats[seat], shelf.names(seat))
    is_answered = is_covered(shelf, seat)
    return bulletin_mail(about, told, others, sees, reserve, is_answered=is_answered)
