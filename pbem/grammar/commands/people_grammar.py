"""What stands behind the verbs about people: seats, addresses, names."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbem.grammar.commands.command import Fields, InvalidField
from pbem.grammar.commands.typed import SURE, word

_ADDRESS = re.compile(r"[^\s<>@,;:\"]{1,64}@[A-Za-z0-9.-]{1,255}")
_SEAT = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,23}")


def _seat_name(text: str, verb: str) -> str:
    name = word(text).removesuffix("'s")
    if not _SEAT.fullmatch(name):
        raise InvalidField(f"{verb} needs the name of a seat, such as {verb} bob; WHO lists them.")
    return name


def one_seat(verb: str, *, may_lack: bool = False) -> Callable[[str], tuple[Fields, str]]:
    """A reader of the name of one seat, which `may_lack`."""

    def read(rest: str) -> tuple[Fields, str]:
        words = [one for one in rest.split() if word(one).upper() not in ("SEAT", "ABSENCE")]
        if not words and may_lack:
            return {}, ""
        if len(words) != 1:
            raise InvalidField(
                f"{verb} needs the name of one seat, such as {verb} bob; WHO lists them."
            )
        name = _seat_name(words[0], verb)
        return {"seat": name}, name

    return read


def one_address(verb: str) -> Callable[[str], tuple[Fields, str]]:
    """A reader of one mail address."""

    def read(rest: str) -> tuple[Fields, str]:
        words = [word(one.removeprefix("mailto:")) for one in rest.split()]
        if len(words) != 1 or not _ADDRESS.fullmatch(words[0]):
            raise InvalidField(f"{verb} needs a mail address, such as {verb} fay@example.org.")
        return {"value": words[0].lower()}, words[0].lower()

    return read


def ejected(rest: str) -> tuple[Fields, str]:
    """A seat, and perhaps REALLY."""
    words = rest.split()
    is_sure = len(words) > 1 and word(words[-1]).upper() == SURE
    fields, name = one_seat("EJECT")(" ".join(words[:-1] if is_sure else words))
    return {**fields, "text": SURE if is_sure else ""}, f"{name} {SURE}" if is_sure else name


def _person(words: list[str], verb: str) -> tuple[str, str]:
    """An address and the name behind NAMED."""
    address = word(words[0].removeprefix("mailto:")) if words else ""
    if not _ADDRESS.fullmatch(address):
        raise InvalidField(
            f"{verb} needs a mail address, such as {verb} eve@example.org NAMED Eve."
        )
    rest = words[1:]
    if rest and rest[0].upper() == "NAMED" and len(rest) > 1:
        return address.lower(), " ".join(rest[1:]).strip("\"'. ")[:60]
    if rest:
        raise InvalidField(
            f"Behind the address only NAMED and a name may stand: {verb} {address} NAMED …"
        )
    return address.lower(), ""


def _named(name: str) -> str:
    return f" NAMED {name}" if name else ""


def promoted(rest: str) -> tuple[Fields, str]:
    """An address and a name, or a seat: of a new moderator."""
    words = rest.split()
    if len(words) == 1 and "@" not in words[0]:
        name = _seat_name(words[0], "PROMOTE")
        return {"seat": name}, name
    address, name = _person(words, "PROMOTE")
    return {"value": address, "text": name}, address + _named(name)


def demoted(rest: str) -> tuple[Fields, str]:
    """An address or a seat: of a moderator who is to be one no longer."""
    words = rest.split()
    if len(words) == 1 and "@" not in words[0]:
        name = _seat_name(words[0], "DEMOTE")
        return {"seat": name}, name
    address, _ = _person(words, "DEMOTE")
    return {"value": address}, address


def replaced(rest: str) -> tuple[Fields, str]:
    """A seat BY an address."""
    words = rest.split()
    if len(words) < 3 or words[1].upper() not in ("BY", "WITH"):
        raise InvalidField("Write REPLACE seat BY address, such as REPLACE bob BY eve@example.org.")
    seat = _seat_name(words[0], "REPLACE")
    address, name = _person(words[2:], f"REPLACE {seat} BY")
    return {"seat": seat, "value": address, "text": name}, f"{seat} BY {address}{_named(name)}"


def stood_by(rest: str) -> tuple[Fields, str]:
    """ADD or REMOVE and an address, or LIST."""
    words = rest.split()
    key = word(words[0]).upper() if words else "LIST"
    if key == "LIST" and len(words) < 2:
        return {"key": "LIST"}, "" if not words else "LIST"
    if key not in ("ADD", "REMOVE"):
        raise InvalidField("Write STANDBY, STANDBY ADD address or STANDBY REMOVE address.")
    address, name = _person(words[1:], f"STANDBY {key}")
    return {"key": key, "value": address, "text": name}, f"{key} {address}{_named(name)}"


def become(rest: str) -> tuple[Fields, str]:
    """A seat and the lines of orders for it."""
    head, _, more = rest.partition("\n")
    name, colon, first = head.partition(":")
    if not colon:
        name, _, first = head.strip().partition(" ")
    seat = _seat_name(name, "BECOME")
    lines = "\n".join(part.strip() for part in (first, more) if part.strip())
    if not lines:
        raise InvalidField(
            f"Behind BECOME {seat}: his orders are missing; one a line, END after the last."
        )
    return {"seat": seat, "text": lines}, f"{seat}: {lines}"
