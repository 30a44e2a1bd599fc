"""PLAY AGAIN: the people of a game that is over get another one by the same rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from sqlmodel import col, select

from pbem.documents.layout.cast import listed
from pbem.games.contract.fairness import commitment
from pbem.games.contract.ruleset import Ruleset
from pbem.games.contract.values import RulesetError
from pbem.games.registry import ruleset
from pbem.mails.lobby import again_mail
from pbem.models import FINISHED, FULL, NOBODY, OPEN, TUTORIAL, OpenGame, OpenSeat, Seat, key_of
from pbem.service.context import ServiceRefusal
from pbem.service.lobby.places import is_taken, seats_of
from pbem.service.lobby.starting import start
from pbem.service.lobby.visitors import too_many
from pbem.service.transaction import GameTx
from pbem.service.word_results import WordResult, refused

LONGEST = 24
"""Characters of a game's name."""
_NUMBERED = re.compile(r"(.*?)-?(\d{1,4})")


def play_again(tx: GameTx, seat: Seat) -> WordResult:
    """Offer the same game to the same people, or take one's place in it where another has."""
    if tx.game.phase != FINISHED:
        return refused("PLAY AGAIN: this game is not over. When it is, PLAY AGAIN offers another.")
    if tx.game.kind == TUTORIAL:
        return refused("PLAY AGAIN: TUTORIAL begins another game to learn by.")
    waiting = _waiting(tx)
    joined = [] if waiting is None else seats_of(tx.session, waiting)
    if waiting is not None and any(one.person_id == seat.person_id for one in joined):
        return WordResult(
            f"PLAY AGAIN: you are in {waiting.name} already. {_missing(tx, seat, waiting)}"
        )
    refusal = too_many(tx, tx.snapshot.players[seat.name])
    if refusal is not None:
        return refused(f"PLAY AGAIN: {refusal.text}")
    if waiting is None:
        offered = _offered(tx, seat)
        if isinstance(offered, WordResult):
            return offered
        waiting = offered
        _ask_others(tx, seat, waiting)
    return _seated(tx, seat, waiting)


def _waiting(tx: GameTx) -> OpenGame | None:
    """The game in which these people play again, as long as it has not started."""
    wanted = select(OpenGame).where(OpenGame.again_of == tx.id)
    wanted = wanted.where(col(OpenGame.phase).in_((OPEN, FULL)))
    return tx.session.exec(wanted.with_for_update()).first()


def _offered(tx: GameTx, seat: Seat) -> OpenGame | WordResult:
    game, played = tx.game, ruleset(tx.game.ruleset)
    words = options_in_words(played, game.options)
    if words is None:
        return refused(
            f"PLAY AGAIN: {game.name} has rules that only its operator can set up again. CREATE in "
            "a mail to the plain address offers a game by rules of your own."
        )
    robots = [one.robot for one in tx.snapshot.seats.values() if one.robot != NOBODY]
    usual = played.robots.stand_in if played.robots else NOBODY
    secret = tx.service.random_bytes(32)
    row = OpenGame(
        name=next(name for name in _names(game.name) if not is_taken(tx.session, name)),
        ruleset=game.ruleset,
        options=words,
        settings=dict(game.settings),
        clock=dict(game.clock),
        places=len(tx.snapshot.seats),
        robot=(robots or [usual])[0],
        is_private=True,
        secret=secret.hex(),
        secret_hash=commitment(secret),
        creator_id=seat.person_id,
        created_at=tx.now,
        again_of=tx.id,
    )
    tx.session.add(row)
    tx.session.flush()
    return row


def options_in_words(played: Ruleset[Any, Any], kept: str) -> dict[str, str] | None:
    """The options of a game as CREATE has them; None where words cannot say them all."""
    values = json.loads(kept)
    known = {row.name for row in played.options if not row.is_file}
    words = {
        name: _in_words(value)
        for name, value in values.items()
        if name in known and value not in (None, "", [])
    }
    try:
        made = played.codec.encode_options(played.options_from(words) if words else None)
    except RulesetError:
        return None
    return words if json.loads(made) == values else None


def _in_words(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _names(name: str) -> Iterator[str]:
    """Names for the next game: Fnord-8 after Fnord-7, Fnord-2 after Fnord."""
    found = _NUMBERED.fullmatch(name)
    stem, number = (found[1], int(found[2])) if found else (name, 1)
    while True:
        number += 1
        ending = f"-{number}"
        yield f"{stem[: LONGEST - len(ending)].rstrip('-')}{ending}"


def _seated(tx: GameTx, seat: Seat, waiting: OpenGame) -> WordResult:
    row = OpenSeat(
        open_game_id=key_of(waiting),
        person_id=seat.person_id,
        name=seat.name,
        joined_at=tx.now,
        seen_at=tx.now,
    )
    tx.session.add(row)
    tx.session.flush()
    joined = seats_of(tx.session, waiting)
    if len(joined) < len(_people(tx)):
        return WordResult(f"PLAY AGAIN: you are in {waiting.name}. {_missing(tx, seat, waiting)}")
    refusal = start(tx, waiting, joined, waiting.robot)
    if isinstance(refusal, ServiceRefusal):
        return refused(f"PLAY AGAIN: {refusal.text}")
    return WordResult(f"PLAY AGAIN: everybody is in, and {waiting.name} has begun.")


def _people(tx: GameTx) -> dict[int, str]:
    """The seats of the game that is over by their people."""
    return {one.person_id: name for name, one in tx.snapshot.seats.items() if one.robot == NOBODY}


def _missing(tx: GameTx, seat: Seat, waiting: OpenGame) -> str:
    """Who has not said that he plays again, as it is told to one who has."""
    joined = {one.person_id for one in seats_of(tx.session, waiting)}
    names = [name for person, name in _people(tx).items() if person not in joined]
    who = "You" if waiting.creator_id == seat.person_id else "Whoever proposed it"
    return (
        f"It waits for {listed(names)}. {who} can send START {waiting.name} WITH ROBOTS to the "
        "plain address."
    )


def _ask_others(tx: GameTx, seat: Seat, waiting: OpenGame) -> None:
    for name in _people(tx).values():
        if name != seat.name:
            mail = again_mail(tx.game.name, seat.name, waiting.name)
            tx.post_to(name, mail, f"again:{waiting.id}:{name}")
