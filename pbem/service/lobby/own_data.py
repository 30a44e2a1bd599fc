"""EXPORT MY DATA: all that is kept of a person, for him alone, as one JSON file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlmodel import col, select

from pbem.documents.layout.mail_context import AttachedFile
from pbem.grammar.commands.spec import Command
from pbem.mails.lobby import LobbyResult
from pbem.models import (
    NOBODY,
    Absence,
    CpuDay,
    Game,
    Letter,
    Moderator,
    Observer,
    OpenGame,
    OpenSeat,
    Person,
    Seat,
    Standby,
    Talk,
    key_of,
)
from pbem.service.context import ServiceRefusal, Transaction, log
from pbem.service.lobby.places import waiting_seats
from pbem.service.lobby.visitors import LobbyAnswer, Visitor
from pbem.service.players.addresses import addresses_of
from pbem.service.players.deleting import delete_data

MOST_BYTES = 2 * 1024 * 1024
"""Of the letters that a file holds, the newest first: a mail takes no more."""


def export_my_data(tx: Transaction, visitor: Visitor, command: Command) -> LobbyResult:
    """Mail a person the file of what is kept of him."""
    person = visitor.person
    text = json.dumps(data_of(tx, person), indent=1, ensure_ascii=False, default=str)
    file = AttachedFile("my-data.json", "application/json", f"{text}\n".encode())
    log.info("data exported", player=person.id)
    sentence = (
        "The file with this mail holds all that is kept of you: your profile, your addresses, your "
        "seats with what you have said there, and your letters. Keep it to yourself: your plans "
        "are in it."
    )
    return LobbyResult(command.line, True, sentence, files=(file,))


def _cpu_seconds(tx: Transaction, person: Person) -> dict[str, float]:
    """What was used for him on the last day on which anything was."""
    row = tx.session.get(CpuDay, key_of(person))
    return {} if row is None else {row.day: row.seconds}


def delete_my_data(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    """Delete what is kept of a person, whose code has come back."""
    deleted = delete_data(tx, visitor.person)
    if isinstance(deleted, ServiceRefusal):
        return deleted
    log.info("person deleted", player=visitor.person.id)
    text = (
        "Your name, addresses, settings and letters are deleted. What stays is the record of the "
        "games you have played, under the names you had in them, and that this mail was sent."
    )
    return LobbyResult(command.line, True, text)


def data_of(tx: Transaction, person: Person) -> dict[str, Any]:
    """All that is kept of a person, as values that JSON has; times are text."""
    addresses = [row for row in addresses_of(tx.session, person) if row.proved_at is not None]
    known = {person.email, *(row.email for row in addresses)}
    letters, left_out = _letters(tx, person, known)
    return {
        "name": person.name,
        "main_address": person.email,
        "zone": person.zone,
        "settings": dict(person.preferences),
        "since": person.created_at,
        "addresses": [
            {"address": row.email, "added": row.added_at, "confirmed": row.proved_at}
            for row in addresses
        ],
        "seats": [_seat(tx, seat, game, known) for seat, game in _seats(tx, person)],
        **_lists(tx, person),
        "cpu_seconds": _cpu_seconds(tx, person),
        "words_for_games_to_come": {
            game.name: place.words for game, place in waiting_seats(tx, person) if place.words
        },
        "letters": letters,
        "letters_left_out": left_out,
    }


def _seats(tx: Transaction, person: Person) -> list[tuple[Seat, Game]]:
    own = select(Seat, Game).where(Seat.game_id == Game.id, Seat.person_id == person.id)
    return list(tx.session.exec(own.where(Seat.robot == NOBODY).order_by(col(Seat.id))).all())


def _seat(tx: Transaction, seat: Seat, game: Game, known: set[str]) -> Mapping[str, Any]:
    """A seat, with what was said from it in letters from these addresses."""
    rows = tx.session.exec(
        select(Talk, Letter)
        .where(Talk.letter_id == Letter.id, Letter.seat_id == seat.id, Talk.seat == seat.name)
        .order_by(col(Talk.id))
    ).all()
    away = select(Absence).where(Absence.seat_id == seat.id).order_by(col(Absence.id))
    return {
        "game": game.name,
        "seat": seat.name,
        "turn": game.turn,
        "state": game.phase,
        "words_for_the_dice": seat.seed_words_sent,
        "said": [
            {"at": talk.created_at, "kind": talk.kind, "to": talk.hearers, "text": talk.text}
            for talk, letter in rows
            if letter.mail_from.casefold() in known
        ],
        "away": [{"from": row.from_at, "to": row.until_at} for row in tx.session.exec(away).all()],
    }


def _lists(tx: Transaction, person: Person) -> dict[str, list[str]]:
    """The names of the games that he has to do with in other ways."""
    joined = select(OpenGame.name).join(OpenSeat).where(OpenSeat.person_id == key_of(person))
    names = {"joined": joined.order_by(col(OpenGame.id))}
    for what, table in (("watches", Observer), ("moderates", Moderator), ("standby", Standby)):
        mine = select(Game.name).join(table).where(table.person_id == person.id)
        names[what] = mine.order_by(col(Game.id))
    return {what: list(tx.session.exec(wanted).all()) for what, wanted in names.items()}


def _letters(tx: Transaction, person: Person, known: set[str]) -> tuple[list[Any], int]:
    """His letters to his seats as they came, the newest first, and how many have no room."""
    seats = [seat.id for seat, _ in _seats(tx, person)]
    wanted = select(Letter).where(col(Letter.seat_id).in_(seats))
    rows = tx.session.exec(wanted.order_by(col(Letter.id).desc())).all()
    own = [row for row in rows if row.mail_from.casefold() in known and row.raw]
    kept: list[Any] = []
    size = 0
    for row in own:
        size += len(row.raw)
        if size > MOST_BYTES:
            break
        kept.append({"received": row.received_at, "letter": row.raw.decode("utf-8", "replace")})
    return kept, len(own) - len(kept)
