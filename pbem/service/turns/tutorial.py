"""A player's own game against robots, to learn by: its lessons, and when it ends itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sqlmodel import col, select

from engine.core.values import changed
from engine.illuminati.advice.advising import advised
from engine.illuminati.game import check
from engine.illuminati.odds import LOWEST
from engine.illuminati.orders import (
    Attack,
    Line,
    LineResult,
    Pass,
    Payment,
    Script,
    Transfer,
)
from engine.illuminati.state import State
from engine.illuminati.structure import groups_of
from pbem.database import Session
from pbem.documents.layout.mail_context import Mail
from pbem.games.illuminati.language import Vocabulary, card_name, format_order, vocabulary_for
from pbem.games.illuminati.language.wording.canonical import format_conditions
from pbem.games.illuminati.report.parts.lessons import LESSONS, with_end, with_lesson
from pbem.models import FINISHED, NOBODY, TUTORIAL, Game, Letter, Person, Seat
from pbem.service.snapshots import GameSnapshot

MOST_TURNS = 90
"""Turns after which a tutorial is over; by then somebody has usually won."""


def running_tutorial(session: Session, player: Person) -> Game | None:
    """The tutorial a player has not finished yet."""
    return session.exec(
        select(Game)
        .join(Seat, col(Seat.game_id) == Game.id)
        .where(Seat.person_id == player.id, Seat.robot == NOBODY)
        .where(Game.kind == TUTORIAL, Game.phase != FINISHED)
        .limit(1)
    ).first()


def tutorial_name(letter: Letter) -> str:
    """A name no other game has; not by the letter's number, which would count all letters."""
    return f"Tutorial-{letter.digest[:10]}"


def is_over(snapshot: GameSnapshot, mover: str, *, is_silent: bool) -> bool:
    """Whether a tutorial ends itself now: its player let a turn pass, left, or has had enough.

    `mover` is whose turn has just been run, `is_silent` that he had nothing on file.
    """
    if snapshot.game.kind != TUTORIAL:
        return False
    people = [name for name, seat in snapshot.seats.items() if seat.robot == NOBODY]
    if not any(snapshot.is_in(name) for name in people):
        return True
    return (is_silent and mover in people) or snapshot.status.turn > MOST_TURNS


def taught(snapshot: GameSnapshot, seat: str, state: State, mail: Mail) -> Mail:
    """The report with its lesson, in the first turns of a tutorial's player; else as it is."""
    if snapshot.game.kind != TUTORIAL or snapshot.seats[seat].robot != NOBODY:
        return mail
    if snapshot.game.phase == FINISHED and not state.winners:
        return replace(mail, body=with_end(mail.body))
    number = state.seat(seat).turns_taken + 1
    if number > len(LESSONS) or not (state.turn.seat == seat or number == 1):
        return mail
    is_own = state.turn.seat == seat
    return replace(mail, body=with_lesson(mail.body, number, _places(state, seat), is_own=is_own))


def _places(state: State, seat: str) -> dict[str, str]:
    """What stands in the lines of a lesson: all of it can be done, and paid, at this table."""
    names, own = vocabulary_for(state, seat), state.seat(seat).illuminati
    orders = [option.order for option in advised(state, seat)]
    attacks = [order for order in orders if isinstance(order, Attack)]
    script = {"attack": Line(1, attacks[0] if attacks else Pass())}
    seconds = [*_if_it_fails(state, seat, attacks), *_if_it_succeeds(attacks)]
    transfers = [Line(3, order) for order in orders if isinstance(order, Transfer)]
    for place, lines in (("second", seconds), ("transfer", transfers)):
        legal = (line for line in lines if _is_legal(state, seat, (*script.values(), line)))
        if best := next(legal, None):
            script[place] = best
    found = {place: _format(line, names) for place, line in script.items()}
    found["card"] = card_name(next(iter(groups_of(state, seat)), own))
    if money := state.money(own):
        found |= {"guard": str(min(4, money)), "reserve": str(min(3, money))}
    return found


def _if_it_fails(state: State, seat: str, attacks: Sequence[Attack]) -> Iterator[Line]:
    """Each attack with no more money than the first of them leaves."""
    spent = sum(payment.amount for attack in attacks[:1] for payment in attack.stake)
    left = max(0, state.money(state.seat(seat).illuminati) - spent)
    for attack in attacks:
        stake = min(left, sum(payment.amount for payment in attack.stake))
        paid = changed(attack, stake=(Payment(stake),) if stake else ())
        yield Line(2, paid, (LineResult(1, succeeds=False),))


def _if_it_succeeds(attacks: Sequence[Attack]) -> list[Line]:
    """Money for the group that the first attack takes."""
    return [
        Line(2, Transfer(1, attack.attacker, attack.target), (LineResult(1, succeeds=True),))
        for attack in attacks[:1]
        if attack.form == "control"
    ]


def _format(line: Line, names: Vocabulary) -> str:
    return format_conditions(line.conditions, names) + format_order(line.order, names)


def _is_legal(state: State, seat: str, script: Script) -> bool:
    """Whether every line can be run whatever is rolled, and every attack succeed."""
    rulings = check(state, seat, script)
    if any(ruling.status != "ok" or ruling.may_fail for ruling in rulings):
        return False
    return all(ruling.need is None or ruling.need >= LOWEST for ruling in rulings)
