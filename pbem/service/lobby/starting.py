"""A full game asks its players whether they are there and ready, and starts when they are."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from pbem.clock import clock_from
from pbem.documents.layout import clock
from pbem.grammar.commands.spec import Command
from pbem.mails.lobby import LobbyResult, are_you_there
from pbem.models import FULL, OPEN, STARTED, OpenGame, OpenSeat
from pbem.service.context import ServiceRefusal, Transaction, log
from pbem.service.cpu_use import cpu_left
from pbem.service.lobby.places import (
    invitation_to_bring,
    is_ready,
    joining_of,
    options_of,
    person_of,
    seats_of,
)
from pbem.service.lobby.visitors import NAMELESS, LobbyAnswer, LobbyRefusal, Visitor
from pbem.service.lobby.visits import new_visit, visit_code
from pbem.service.mailing.outbox import addressee_of, post
from pbem.service.preferences import zone_for
from pbem.service.turns.founding import Newcomer, NewGame, found, robot_refusal, robots_beside
from pbem.service.turns.tutoring import TIRED, set_up_tutorial, taught_game

ANSWER_TIME = timedelta(hours=48)
"""How long the players of a full game have to say that they are there."""
BEGUN = "{} has begun: your first report is on its way. Reply to it."
STILL_THERE = timedelta(hours=1)
"""Whoever joined so short a while ago has just said so."""


def fill(tx: Transaction, game: OpenGame) -> bool | ServiceRefusal:
    """Start a game whose players are all there, or ask those who may not be; True if it started."""
    seats = seats_of(tx.session, game)[: game.places]
    if len(seats) < game.places:
        game.phase, game.answer_by = OPEN, None
        tx.session.add(game)
        return False
    since = confirmed_since(game, tx.now)
    missing = [seat for seat in seats if not has_confirmed(game, seat, since)]
    if not missing:
        return start(tx, game, seats) or True
    if game.phase == OPEN:
        game.phase, game.answer_by = FULL, tx.now + ANSWER_TIME
        game.alarm_at = game.answer_by
        tx.session.add(game)
        for seat in missing:
            if seat.joined_at != tx.now:
                _ask(tx, game, seat, game.answer_by)
    return False


def has_confirmed(game: OpenGame, seat: OpenSeat, since: datetime) -> bool:
    """Whether a game may start for a seat: its player has been there since, and is ready."""
    return seat.seen_at >= since and is_ready(game, seat)


def confirmed_since(game: OpenGame, now: datetime) -> datetime:
    """Whoever has shown himself after that is there: an hour before the game was full."""
    return (game.answer_by - ANSWER_TIME if game.answer_by else now) - STILL_THERE


def _ask(tx: Transaction, game: OpenGame, seat: OpenSeat, until: datetime) -> None:
    person = person_of(tx.session, seat)
    visit = new_visit(tx, person.email, line=f"HERE {game.name}")
    code = visit_code(tx, visit)
    brings = "" if is_ready(game, seat) else invitation_to_bring(tx.service, game)
    mail = are_you_there(seat.name, game.name, code, clock.full(until, zone_for(person)), brings)
    post(tx, addressee_of(person), mail, f"lobby-full:{visit.id}")


def start(
    tx: Transaction, game: OpenGame, seats: Sequence[OpenSeat], robots: str = ""
) -> ServiceRefusal | None:
    """Make it a Game whose first reports go out; robots of that kind take what places are free.

    What the game refuses is returned.
    """
    newcomers = [_newcomer(tx, game, seat) for seat in seats]
    missing = game.places - len(seats)
    if robots and missing:
        refusal = robot_refusal(robots, game.ruleset)
        if refusal is not None:
            return refusal
        newcomers += robots_beside(newcomers, missing, robots)
    chance = [bytes.fromhex(game.secret), *(tx.service.random_bytes(16) for _ in newcomers)]
    made = found(
        tx.service,
        tx.session,
        NewGame(
            game.name,
            newcomers,
            chance,
            options=options_of(game),
            clock=clock_from(game.clock),
            ruleset=game.ruleset,
            settings=game.settings or {},
        ),
    )
    if isinstance(made, ServiceRefusal):
        return made
    game.game_id, game.phase, game.answer_by = made, STARTED, None
    tx.session.add(game)
    log.info("game started", game=game.game_id)
    return None


def start_tutorial(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    """Begin a game of his own for who wants to learn, unless one of his still runs."""
    if not cpu_left(tx.service, tx.session, visitor.person.id):
        return LobbyRefusal(f"{TIRED[:1].upper()}{TIRED[1:]}")
    seat = visitor.name or NAMELESS
    made = set_up_tutorial(tx, visitor.person, seat, visitor.letter, taught_game(command.key))
    if isinstance(made, ServiceRefusal):
        return made
    name, is_new = made
    if not is_new:
        return LobbyRefusal(
            f"{name} is still running, and there is one at a time. Answer its mails; when it is "
            "over, TUTORIAL begins another."
        )
    text = f"{name} has begun. Its first report is on its way to you; reply to it with your orders."
    return LobbyResult(command.line, True, text)


def _newcomer(tx: Transaction, game: OpenGame, seat: OpenSeat) -> Newcomer:
    person, joining = person_of(tx.session, seat), joining_of(game)
    likes = (*(joining.likes(seat.brought) if joining else ()), *seat.likes)
    return Newcomer(seat.name, person.email, zone_for(person), person.name, likes, words=seat.words)
