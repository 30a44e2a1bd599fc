"""What players bring to a game before it starts: the game reads it, here it is put on file."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.contract.joining import Joining
from pbem.games.registry import rulesets
from pbem.grammar.commands.passages import Passage
from pbem.mails.lobby import LobbyResult
from pbem.models import FULL, OpenGame, OpenSeat, Person, skeleton
from pbem.service.context import ServiceRefusal, Transaction
from pbem.service.lobby.places import joining_of, options_of, waiting_seats
from pbem.service.lobby.starting import BEGUN, fill
from pbem.service.lobby.visitors import LobbyAnswer, LobbyRefusal, Visitor


def bring(tx: Transaction, visitor: Visitor, passage: Passage) -> LobbyAnswer:
    """Let the game read what is for it, and keep what it has on file then."""
    waiting = _waiting(tx, visitor.person, passage.verb)
    if not waiting:
        return _asked_only(passage)
    meant = _meant(passage, waiting)
    if isinstance(meant, LobbyResult):
        return meant
    game, seat = meant
    joining = joining_of(game)
    assert joining is not None, "it waits for such lines"
    brought = joining.say(seat.brought, passage.lines, options_of(game))
    seat.brought = brought.filed
    tx.session.add(seat)
    tx.session.flush()
    begins = fill(tx, game) if game.phase == FULL and brought.is_done else False
    if isinstance(begins, ServiceRefusal):
        return begins
    text = f"{game.name}: {brought.text}{f' {BEGUN.format(game.name)}' if begins else ''}"
    return LobbyResult(passage.line, brought.is_done, text, brought.next, rows=brought.rows)


def _waiting(tx: Transaction, person: Person, verb: str) -> list[tuple[OpenGame, OpenSeat]]:
    """The games that a person has joined, that have not started, and that take such lines."""
    rows = waiting_seats(tx, person)
    return [(game, seat) for game, seat in rows if _takes(joining_of(game), verb)]


def _takes(joining: Joining | None, verb: str) -> bool:
    return joining is not None and any(one.name == verb for one in joining.verbs)


def _meant(
    passage: Passage, waiting: Sequence[tuple[OpenGame, OpenSeat]]
) -> tuple[OpenGame, OpenSeat] | LobbyResult:
    """The game that a passage names, or the only one that waits; else which there are."""
    names = [game.name for game, _ in waiting]
    lines = tuple(f"{passage.lines[0]} FOR {name}" for name in names)
    if not passage.game:
        if len(waiting) > 1:
            text = f"You wait in {' and '.join(names)}: write which of them it is for."
            return LobbyResult(passage.line, False, text, lines)
        return waiting[0]
    wanted = skeleton(passage.game)
    found = next((row for row in waiting if skeleton(row[0].name) == wanted), None)
    text = f"{passage.game[:30]} is not a game that waits for it."
    return found or LobbyResult(passage.line, False, text, lines)


def _asked_only(passage: Passage) -> LobbyAnswer:
    """What may be asked without a game: it puts nothing on file."""
    games = [game.joining for game in rulesets() if game.joining]
    joining = next(one for one in games if _takes(one, passage.verb))
    nothing = joining.say("", (passage.verb,), None).filed
    brought = joining.say("", passage.lines, None)
    if brought.is_done and brought.filed == nothing:
        return LobbyResult(passage.line, True, brought.text, (), rows=brought.rows)
    return LobbyRefusal(
        f"You have joined no game that waits for a {passage.verb}. Join one first; once a game has "
        "begun, what was brought to it is locked.",
        "GAMES",
    )
