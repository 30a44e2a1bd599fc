"""PROFILE: who a person is here, in all his games: name, zone, settings, addresses."""

from __future__ import annotations

from collections.abc import Mapping

from sqlmodel import select

from pbem.documents.layout.plain import proper_name
from pbem.grammar.commands.spec import Command
from pbem.grammar.preferences import ALL_PREFERENCES, DUTIES, PREFERENCES, ZONE, InvalidPreference
from pbem.mails.lobby import LobbyResult
from pbem.models import BAD, Person
from pbem.service.context import Transaction
from pbem.service.lobby.mine import mine
from pbem.service.lobby.own_addresses import address
from pbem.service.lobby.own_data import delete_my_data, export_my_data
from pbem.service.lobby.visitors import NAMELESS, LobbyAnswer, LobbyHandler, LobbyRefusal, Visitor
from pbem.service.players.addresses import addresses_of, used_address
from pbem.service.preferences import set_preference

_LINES = ("REGISTER Ann Lee", "PROFILE ZONE Europe/Berlin", "PROFILE QUIET 22:00-07:00")


def profile(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    """Tell what is kept of a person, or change one thing of it."""
    person = _locked(tx, visitor.person)
    if command.key:
        answer = _changed(person, command)
        if isinstance(answer, LobbyRefusal):
            return answer
        return LobbyResult(command.line, True, answer, ("PROFILE",))
    answer = "This is what the referee keeps of you. It counts in all your games."
    return LobbyResult(command.line, True, answer, _LINES, rows=_rows(tx, person))


def _locked(tx: Transaction, person: Person) -> Person:
    locked = select(Person).where(Person.id == person.id).with_for_update()
    return tx.session.exec(locked.execution_options(populate_existing=True)).one()


def _changed(person: Person, command: Command) -> str | LobbyRefusal:
    """Change one thing; the sentence that says so."""
    if command.key == "NAME":
        name = proper_name(command.value, 40)
        if name == NAMELESS:
            return LobbyRefusal(
                "Guest is what somebody is called who has given no name. Choose another.", _LINES[0]
            )
        person.name = name
        return f"Your name is {name} now, in all your games."
    try:
        return set_preference(person, command.key, command.value)
    except InvalidPreference as why:
        example = ALL_PREFERENCES[command.key].example
        told = str(why).replace(f"SET {command.key}", f"PROFILE {command.key}")
        return LobbyRefusal(f"{told}.", f"PROFILE {command.key} {example}")


def _rows(tx: Transaction, person: Person) -> tuple[str, ...]:
    used = used_address(tx.session, person)
    addresses = [
        f"Address: {row.email}{', which all mail goes to' if row.email == used else ''}"
        f"{', but mail to it comes back' if row.state == BAD else ''}."
        for row in addresses_of(tx.session, person)
        if row.proved_at is not None or row.email == person.email
    ]
    kept = [row for row in PREFERENCES.values() if not row.of_seat]
    kept += [DUTIES] if person.duties_on is not None else []
    settings = [
        f"{row.name}: {person.zone if row is ZONE else row.of(person.preferences)}. {row.about}"
        for row in kept
    ]
    return (f"Name: {proper_name(person.name, 40)}.", *addresses, *settings)


OF_PERSON: Mapping[str, LobbyHandler] = {
    "MINE": mine,
    "REGISTER": profile,
    "PROFILE": profile,
    "ADDRESS": address,
    "EXPORT": export_my_data,
    "DELETE": delete_my_data,
}
"""What is done of a person himself, in no game."""
