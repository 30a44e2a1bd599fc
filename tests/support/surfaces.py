"""Everything a seat can get out of the service, as functions of a world: the table SURFACES."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from engine.core.dice import SecretDice
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.abilities import FORMS
from engine.illuminati.advanced.hidden import is_hidden
from engine.illuminati.game import play_turn
from engine.illuminati.gametable import Instructions
from engine.illuminati.options import options
from engine.illuminati.turn.acting import act
from engine.illuminati.turn.announcing import bulletin, seen_bulletin
from engine.illuminati.turn.checking import check
from engine.illuminati.view import public_view, seen, view
from pbem.games.contract.orders import Acknowledgement
from pbem.games.contract.reports import Issue
from pbem.games.illuminati.codec import encode_events, plain_view
from pbem.games.illuminati.judging.context import all_policies
from pbem.games.illuminati.language import ParsedLine, Vocabulary, format_line, vocabulary_for
from pbem.games.illuminati.report.mails.answering import acknowledgement
from pbem.games.illuminati.report.mails.past import news_mail
from pbem.games.illuminati.report.mails.status import OwnStatus, status_mail
from pbem.games.registry import ruleset
from pbem.models import Game, Person, Seat
from pbem.service.history.reporting import report_for
from pbem.service.orders.judging import format_lines, letter_for
from pbem.service.snapshots import GameSnapshot, context_for
from tests.support.twins import World

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
DICE = SecretDice(b"secrecy")
_SHOWN = (ev.SpiedMoney, ev.SpiedHand, ev.Cheated)
"""What a card or a cheat shows to the one who used it, and to him alone."""
MOST_LETTERS = 3
"""Lines that are sent as letters; a letter costs most of all."""
MOST_ANNOUNCED = 12
"""Attacks whose announcements are compared."""


def shelf_of(world: World) -> GameSnapshot:
    """The rows the service would have read, without a database."""
    state = world.state
    row = Game(
        id=1,
        name="Fnord-7",
        ruleset="illuminati",
        turn=state.turn.number,
        to_move=state.turn.seat,
        secret="5e" * 32,
        secret_hash="c0" * 32,
        created_at=NOW,
        deadline_at=NOW + timedelta(hours=72),
    )
    seats = {
        seat.name: Seat(
            id=place,
            game_id=1,
            person_id=place,
            name=seat.name,
            place=place,
            token_hash=f"{place}" * 64,
            policies=world.policies.get(seat.name, ()),
        )
        for place, seat in enumerate(state.seats)
    }
    players = {
        name: Person(id=seat.place, name=name, email=f"{name}@example.org", created_at=NOW)
        for name, seat in seats.items()
    }
    return GameSnapshot(row, 1, ruleset(row.ruleset), state, seats, players)


# --- what a seat can get to see ---------------------------------------------------------


@dataclass(frozen=True)
class Occasion:
    """Who asks, with what lines; lines of the kinds in `tells` may bring out what differs."""

    seat: str
    lines: tuple[od.Line, ...] = ()
    tells: tuple[type, ...] = ()

    @property
    def safe_lines(self) -> tuple[od.Line, ...]:
        return tuple(line for line in self.lines if not isinstance(line.order, self.tells))


Surface = Callable[[World, Occasion], object]
"""Everything told to a seat on one occasion, to be compared."""


def _shown(events: tuple[ev.Event, ...], seat: str, world: World) -> str:
    told = [seen(event, seat, world.state) for event in events]
    return encode_events([event for event in told if event is not None])


def _view(world: World, asked: Occasion) -> object:
    return json.dumps(plain_view(view(world.state, asked.seat)))


def _public_view(world: World, _asked: Occasion) -> object:
    """What a standby player is shown: no more than any seat knows."""
    return json.dumps(plain_view(public_view(world.state)))


def _public_story(world: World, _asked: Occasion) -> object:
    """What who watches is told: no more than any seat."""
    snapshot = shelf_of(world)
    context = replace(context_for(snapshot, world.state.turn.seat, NOW), seat="", player="")
    return snapshot.ruleset.reporter.public_story(world.state, context, world.events)


def _seen(world: World, asked: Occasion) -> object:
    return _shown(world.events, asked.seat, world)


def _options(world: World, asked: Occasion) -> object:
    return options(world.state, asked.seat)


def _names(world: World, asked: Occasion) -> object:
    return vocabulary_for(world.state, asked.seat)


def _checks(world: World, asked: Occasion) -> object:
    """What a check says of each line alone, and of scripts in which one bears on the next."""
    alone = [check(world.state, asked.seat, (line,)) for line in asked.lines]
    tail = (
        od.Line(8, od.UseBuyCard(""), (od.LineResult(1, True),)),
        od.Line(9, od.UseBuyCard(""), (od.LineResult(2, True),)),
        od.Line(10, od.GiveMoney("", 1)),
    )
    scripts = []
    for at in range(0, len(asked.lines), 3):
        three = asked.lines[at : at + 3]
        script = tuple(changed(line, number=number) for number, line in enumerate(three, 1))
        scripts.append(check(world.state, asked.seat, (*script, *tail)))
    return alone, scripts


def _acts(world: World, asked: Occasion) -> object:
    """What becomes of each line carried out at once."""
    found = []
    said = Instructions(all_policies(shelf_of(world).given))
    for line in asked.safe_lines:
        outcome = act(world.state, asked.seat, (line,), DICE, said)
        if isinstance(line.order, od.Resign):
            continue
        events = tuple(event for event in outcome.events if not isinstance(event, _SHOWN))
        after = replace(world, state=outcome.state)
        found.append((outcome.rulings, _shown(events, asked.seat, after)))
    return found


def _refusals(world: World, asked: Occasion) -> object:
    """Why lines are skipped when a script is run: those that a check refuses."""
    if world.state.turn.seat != asked.seat:
        return None
    found = []
    said = Instructions(all_policies(shelf_of(world).given))
    for line in asked.safe_lines:
        if check(world.state, asked.seat, (line,))[0].status != "ok":
            outcome = play_turn(world.state, (line,), DICE, said)
            ruled = tuple(event for event in outcome.events if isinstance(event, ev.LineRuled))
            found.append(_shown(ruled, asked.seat, replace(world, state=outcome.state)))
    return found


def _report(world: World, asked: Occasion) -> object:
    snapshot = shelf_of(world)
    context = context_for(snapshot, asked.seat, NOW)
    return report_for(snapshot, context, Issue(events=world.events, on_file=["PASS"]))


def _status(world: World, asked: Occasion) -> object:
    context = context_for(shelf_of(world), asked.seat, NOW)
    return status_mail(context, view(world.state, asked.seat), OwnStatus(["PASS"]))


def _news(world: World, asked: Occasion) -> object:
    shown = [seen(event, asked.seat, world.state) for event in world.events]
    told = [event for event in shown if event is not None]
    context = context_for(shelf_of(world), asked.seat, NOW)
    return news_mail(context, view(world.state, asked.seat), told) if told else None


def _answers(world: World, asked: Occasion) -> object:
    """The answers to letters: some lines each alone, the same as previews, and all in one."""
    snapshot = shelf_of(world)
    names = snapshot.names(asked.seat)
    lines = [_typed(line, names) for line in asked.safe_lines]
    previews = [_typed(line, names) for line in asked.lines]
    letters = [*lines[:MOST_LETTERS], *(f"PREVIEW\n{line}" for line in previews[:MOST_LETTERS])]
    return [
        _answer(snapshot, asked.seat, text)
        for text in (*letters, "\n".join(lines[: 2 * MOST_LETTERS]))
    ]


def _typed(line: od.Line, names: Vocabulary) -> str:
    number, order, conditions = line.number, line.order, line.conditions
    return format_line(ParsedLine(number, True, line.text, "order", order, conditions), names)


def _answer(snapshot: GameSnapshot, seat: str, text: str) -> str:
    language = snapshot.ruleset.language
    work = language.judge(snapshot.given, letter_for(snapshot, seat, text))
    state = work.done.state if work.done else snapshot.state
    answer = Acknowledgement(
        format_lines(work.lines, is_preview=False),
        work.script.lines,
        snapshot.state.turn.seat == seat,
        False,
        snapshot.game.deadline_at,
    )
    context = context_for(snapshot, seat, NOW, status=snapshot.status_of(state))
    return acknowledgement(context, answer, view(state, seat)).text


def _bulletin(world: World, asked: Occasion) -> object:
    """What is announced of attacks by the Illuminati whose turn it is, on all there is.

    Where nobody may know it, it passes for the same in every world: the figures are told (R11.3).
    """
    state = world.state
    mover = state.seat(state.turn.seat)
    passes_for: tuple[od.Policy, ...] = ()
    if is_hidden(state, mover):
        passes_for = (od.Understate("power", 1),)
        # Set as well as ordered: once a turn has begun, what it passes for stays. It has not
        # attacked yet: a second attack tells by itself which one it is.
        seats = (changed(s, stated_power=1) if s is mover else s for s in state.seats)
        fresh = {card: n for card, n in state.turn.took_part.items() if card != mover.illuminati}
        state = changed(
            state, seats=tuple(seats), turn=changed(state.turn, took_part=fresh, lent=0)
        )
    held = [card for card, holding in state.holdings.items() if holding.master is not None]
    targets = [(form, card) for card in (*held, *state.uncontrolled) for form in FORMS]
    alone = [
        bulletin(
            state,
            (od.Line(1, od.Attack(form, target, mover.illuminati)),),
            {mover.name: passes_for},
        )
        for form, target in targets[-MOST_ANNOUNCED:]
    ]
    return [seen_bulletin(row, asked.seat, state) for rows in alone for row in rows]


SURFACES: Mapping[str, Surface] = {
    "view": _view,
    "public view": _public_view,
    "public story": _public_story,
    "seen": _seen,
    "options": _options,
    "names": _names,
    "check": _checks,
    "act": _acts,
    "refusals": _refusals,
    "report": _report,
    "status": _status,
    "news": _news,
    "answer": _answers,
    "bulletin": _bulletin,
}
"""By name; a line more is one more way to look that must not tell."""
