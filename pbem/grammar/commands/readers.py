"""What stands behind each command: its words to the fields of a command."""

from __future__ import annotations

import re

from pbem.grammar.commands.keys import KEYS, RULES, SWITCHES, key_in, sort_of
from pbem.grammar.commands.spec import Fields, InvalidField
from pbem.grammar.commands.typed import SURE, number_of, without_please, word
from pbem.grammar.game_settings import GAME_SETTINGS
from pbem.grammar.preferences import OF_MODERATORS

MY_KEYS = {row.name: row for row in OF_MODERATORS}


def nothing(verb: str, rest: str) -> tuple[Fields, str]:
    """Nothing but a reason."""
    if word(without_please(rest)):
        raise InvalidField(f"Only BECAUSE and a reason may follow {verb}.")
    return {}, ""


def a_setting(_verb: str, rest: str) -> tuple[Fields, str]:
    """A rule of the clock or a choice of the game, and its value."""
    words = rest.split()
    if not words:
        return {}, ""
    found = key_in(words)
    if found is None:
        if word(words[0]).upper() in MY_KEYS and len(words) > 1:
            typed = f"{words[0].upper()} {' '.join(words[1:])[:40]}"
            raise InvalidField(
                f"{words[0].upper()} is not a setting of a game. SET MY {typed} sets it for your "
                "own mails."
            )
        keys = ", ".join(name for name in KEYS if name not in RULES)
        raise InvalidField(
            f"{_typed_key(words)} cannot be SET. You can set DEADLINE, "
            f"{', '.join(RULES)} (with SETUP, SCRIPT, ANSWERS or OFFERS before it for one kind "
            f"of wait), {keys}."
        )
    key, left = found
    if left and left[0].upper() in ("TO", "=", "IS"):
        left = left[1:]
    value = " ".join(left).rstrip(".,;!").strip("\"'")
    example = KEYS[key if key in KEYS else key.split()[-1]][1]
    if not value:
        raise InvalidField(f"SET {key} needs a value, such as SET {key} {example}.")
    sort = sort_of(key)
    if sort == "switch" and value.lower() not in SWITCHES:
        raise InvalidField(f"SET {key} is on or off.")
    if sort == "number" and not (value.isascii() and value.isdigit() and len(value) < 5):
        raise InvalidField(f"SET {key} needs a number of days, such as SET {key} {example}.")
    value = SWITCHES.get(value.lower(), value) if sort == "switch" else value
    value = _chosen(key, value) if sort == "choice" else value
    return {"key": key, "value": value}, f"{key} {value}"


def _chosen(key: str, typed: str) -> str:
    values = GAME_SETTINGS[key].values
    if typed.lower() not in values:
        raise InvalidField(f"SET {key} takes {', '.join(values[:-1])} or {values[-1]}.")
    return typed.lower()


def own_setting(_verb: str, rest: str) -> tuple[Fields, str]:
    """How a moderator has his own mails, and the value of it."""
    words = rest.split()
    if not words:
        return {}, ""
    key = word(words[0]).upper().rstrip(":=")
    left = words[1:]
    if key == "TIME" and left and left[0].upper() == "ZONE":
        key, left = "ZONE", left[1:]
    key = next((row.name for row in OF_MODERATORS if key.lower() in row.aliases), key)
    if key not in MY_KEYS:
        there = ", ".join(MY_KEYS)
        raise InvalidField(
            f"There is no SET MY {key[:20]}; there are {there}, for your mails as moderator."
        )
    if left and left[0].upper() in ("TO", "=", "IS"):
        left = left[1:]
    value = " ".join(left).rstrip(".,;!").strip("\"'")
    if not value:
        raise InvalidField(
            f"SET MY {key} needs a value, such as SET MY {key} {MY_KEYS[key].example}."
        )
    choices = MY_KEYS[key].choices
    if choices and value.lower() not in choices:
        raise InvalidField(f"SET MY {key} is {' or '.join(choices)}.")
    return {"key": key, "value": value}, f"{key} {value}"


def _typed_key(words: list[str]) -> str:
    """What was to be set, with the kind of wait before it."""
    has_kind = word(words[0]).upper() in ("SETUP", "SCRIPT", "ANSWERS", "OFFERS")
    return " ".join(word(one)[:20].upper() for one in words[: 2 if has_kind else 1])


def a_turn(verb: str, rest: str) -> tuple[Fields, str]:
    """The number of a turn."""
    words = [word(one) for one in rest.split()]
    if words and words[0].upper() == "TURN":
        words = words[1:]
    if len(words) != 1:
        raise InvalidField(f"{verb} must name its turn, such as {verb} TURN 12.")
    turn = number_of(words[0], f"{verb} TURN 12")
    return {"turn": turn}, f"TURN {turn}"


def a_letter(verb: str, rest: str) -> tuple[Fields, str]:
    """The number of a letter."""
    words = [word(one) for one in rest.split()]
    if words and words[0].upper() in ("LETTER", "THROUGH"):
        words = words[1:]
    if len(words) != 1:
        raise InvalidField(
            f"{verb} needs the number of a letter, such as {verb} 118; LETTERS lists them."
        )
    try:
        number = number_of(words[0], f"{verb} 118")
    except InvalidField as wrong:
        more = " HOLD SEAT bob keeps all letters of a seat, HOLD SENDER all from an address."
        raise InvalidField(f"{wrong}{more if verb == 'HOLD' else ''}") from None
    return {"number": number}, str(number)


def a_release(verb: str, rest: str) -> tuple[Fields, str]:
    """A turn; a number alone may be a held letter's."""
    fields, line = a_turn(verb, rest)
    if word(rest.split()[0]).upper() == "TURN":
        return fields, line
    return {**fields, "number": fields["turn"]}, str(fields["turn"])


def a_number(verb: str, rest: str) -> tuple[Fields, str]:
    """Nothing, or a number."""
    if not word(rest):
        return {}, ""
    number = number_of(word(rest), f"{verb} 7")
    return {"number": number}, str(number)


_BACK = re.compile(
    r"(?:(?:to\s+)?(?:turn\s+)?(?P<turn>#?[0-9]{1,9}))?(?:\s*,?\s*part\s+(?P<part>[0-9]{1,4}))?"
    r"(?:\s*,?\s*(?:with\s+)?(?:the\s+)?(?P<dice>fresh|same)(?:\s+dice)?)?",
    re.IGNORECASE,
)


def rollback(verb: str, rest: str) -> tuple[Fields, str]:
    """A turn, perhaps a part of it, perhaps with which dice."""
    found = _BACK.fullmatch(rest.strip().rstrip(".,;!"))
    if found is None or found["turn"] is None:
        raise InvalidField(
            f"Write the turn that is to be open again: {verb} TO TURN 12, or {verb} TO TURN 12 "
            "SAME DICE, by which the dice fall as they did."
        )
    return _going(verb, found)


def rollforward(verb: str, rest: str) -> tuple[Fields, str]:
    """The same, or nothing."""
    found = _BACK.fullmatch(rest.strip().rstrip(".,;!"))
    if found is None:
        raise InvalidField(f"Write {verb} TO TURN 12.")
    return _going(verb, found)


def _going(verb: str, found: re.Match[str]) -> tuple[Fields, str]:
    turn = number_of(found["turn"], f"{verb} TO TURN 12") if found["turn"] else None
    part = int(found["part"]) if found["part"] else None
    key = (found["dice"] or "").upper()
    parts = [f"TO TURN {turn}" if turn else "", "" if part is None else f"PART {part}"]
    line = " ".join(one for one in (*parts, f"{key} DICE" if key else "") if one)
    return {"turn": turn, "number": part, "key": key}, line


def an_edit(_verb: str, rest: str) -> tuple[Fields, str]:
    """What is to be changed, and perhaps TRY."""
    words = rest.split()
    is_try = bool(words) and words[-1].upper() == "TRY"
    text = " ".join(words[:-1] if is_try else words)
    if not text:
        raise InvalidField(
            "EDIT needs what is to be changed, BECAUSE and a reason; HELP EDIT lists the forms."
        )
    return {"text": text, "key": "TRY" if is_try else ""}, text + (" TRY" if is_try else "")


def a_text(verb: str, rest: str) -> tuple[Fields, str]:
    """A text."""
    text = rest.strip().removeprefix(":").strip()
    if not text:
        raise InvalidField(f"{verb} needs a text, on the same line or the lines below it.")
    return {"text": text}, text


def a_name(_verb: str, rest: str) -> tuple[Fields, str]:
    """The name of a command, or nothing."""
    key = " ".join(filter(None, map(word, rest.split()))).upper()
    return {"key": key}, key


_ADDRESS = re.compile(r"[^\s<>@,;:\"]{1,64}@[A-Za-z0-9.-]{1,255}")
_SEAT = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,23}")


def _seat_name(text: str, verb: str) -> str:
    name = word(text).removesuffix("'s")
    if not _SEAT.fullmatch(name):
        raise InvalidField(f"{verb} needs the name of a seat, such as {verb} bob; WHO lists them.")
    return name


def a_seat(verb: str, rest: str) -> tuple[Fields, str]:
    """The name of one seat."""
    words = _without_seat(rest)
    if len(words) != 1:
        raise InvalidField(
            f"{verb} needs the name of one seat, such as {verb} bob; WHO lists them."
        )
    name = _seat_name(words[0], verb)
    return {"seat": name}, name


def a_seat_or_none(verb: str, rest: str) -> tuple[Fields, str]:
    """The name of one seat, or nothing."""
    return a_seat(verb, rest) if _without_seat(rest) else ({}, "")


def _without_seat(rest: str) -> list[str]:
    return [one for one in rest.split() if word(one).upper() not in ("SEAT", "ABSENCE")]


def an_address(verb: str, rest: str) -> tuple[Fields, str]:
    """One mail address."""
    words = [word(one.removeprefix("mailto:")) for one in rest.split()]
    if len(words) != 1 or not _ADDRESS.fullmatch(words[0]):
        raise InvalidField(f"{verb} needs a mail address, such as {verb} fay@example.org.")
    return {"value": words[0].lower()}, words[0].lower()


def ejected(verb: str, rest: str) -> tuple[Fields, str]:
    """A seat, and perhaps REALLY."""
    words = rest.split()
    is_sure = len(words) > 1 and word(words[-1]).upper() == SURE
    fields, name = a_seat(verb, " ".join(words[:-1] if is_sure else words))
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
            f"Only NAMED and a name may follow the address: {verb} {address} NAMED …"
        )
    return address.lower(), ""


def _named(name: str) -> str:
    return f" NAMED {name}" if name else ""


def promoted(verb: str, rest: str) -> tuple[Fields, str]:
    """An address and a name, or a seat: of a new moderator."""
    words = rest.split()
    if len(words) == 1 and "@" not in words[0]:
        name = _seat_name(words[0], verb)
        return {"seat": name}, name
    address, name = _person(words, verb)
    return {"value": address, "text": name}, address + _named(name)


def demoted(verb: str, rest: str) -> tuple[Fields, str]:
    """An address or a seat: of a moderator who is to be one no longer."""
    words = rest.split()
    if len(words) == 1 and "@" not in words[0]:
        name = _seat_name(words[0], verb)
        return {"seat": name}, name
    address, _ = _person(words, verb)
    return {"value": address}, address


def replaced(verb: str, rest: str) -> tuple[Fields, str]:
    """A seat BY an address, or by a kind of robot, which is one word."""
    words = rest.split()
    if len(words) < 3 or words[1].upper() not in ("BY", "WITH"):
        raise InvalidField(f"Write {verb} seat BY address, such as {verb} bob BY eve@example.org.")
    seat = _seat_name(words[0], verb)
    if len(words) == 4 and words[2].lower() in ("a", "the"):
        del words[2]
    robot = word(words[2]).lower()
    if len(words) == 3 and robot.isalpha():
        return {"seat": seat, "value": robot}, f"{seat} BY {robot}"
    address, name = _person(words[2:], f"{verb} {seat} BY")
    return {"seat": seat, "value": address, "text": name}, f"{seat} BY {address}{_named(name)}"


def stood_by(verb: str, rest: str) -> tuple[Fields, str]:
    """ADD or REMOVE and an address, or LIST."""
    words = rest.split()
    key = word(words[0]).upper() if words else "LIST"
    if key == "LIST" and len(words) < 2:
        return {"key": "LIST"}, "" if not words else "LIST"
    if key not in ("ADD", "REMOVE"):
        raise InvalidField(f"Write {verb}, {verb} ADD address or {verb} REMOVE address.")
    address, name = _person(words[1:], f"{verb} {key}")
    return {"key": key, "value": address, "text": name}, f"{key} {address}{_named(name)}"


def player_text(verb: str, rest: str) -> tuple[Fields, str]:
    """A seat and a text for its player."""
    seat, text = _seat_and_text(verb, rest)
    if seat.casefold() in ("all", "everybody", "everyone", "players"):
        raise InvalidField(f"{verb} is for one player. NOTICE and a text goes to all of them.")
    if not text:
        raise InvalidField(f"After {verb} {seat} the text is missing.")
    return {"seat": seat, "text": text}, f"{seat}: {text}"


def become(verb: str, rest: str) -> tuple[Fields, str]:
    """A seat and the lines of orders for it."""
    seat, lines = _seat_and_text(verb, rest)
    if not lines:
        raise InvalidField(
            f"Behind {verb} {seat}: his orders are missing; one a line, END after the last."
        )
    return {"seat": seat, "text": lines}, f"{seat}: {lines}"


def _seat_and_text(verb: str, rest: str) -> tuple[str, str]:
    head, _, more = rest.partition("\n")
    name, colon, first = head.partition(":")
    if not colon:
        name, _, first = head.strip().partition(" ")
    text = "\n".join(part.strip() for part in (first, more) if part.strip())
    return _seat_name(name, verb), text
