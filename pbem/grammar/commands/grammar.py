"""What stands behind each verb: its words to the fields of a command."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from pbem.grammar.commands.clock_grammar import deadline, moment, paused, resumed
from pbem.grammar.commands.command import Fields, InvalidField
from pbem.grammar.commands.keys import KEYS, MY_KEYS, RULES, SWITCHES, key_in, sort_of
from pbem.grammar.commands.people_grammar import (
    become,
    demoted,
    ejected,
    one_address,
    one_seat,
    promoted,
    replaced,
    stood_by,
)
from pbem.grammar.commands.typed import number_of, without_please, word


def fields_of(verb: str, rest: str) -> tuple[Fields, str]:
    """The fields that a verb's words fill, and those words in canonical form.

    `rest` is what stands behind the verb, without BECAUSE. Raises InvalidField.
    """
    return _READERS[verb](rest)


def _nothing(verb: str) -> Callable[[str], tuple[Fields, str]]:
    def read(rest: str) -> tuple[Fields, str]:
        if word(without_please(rest)):
            raise InvalidField(f"Nothing stands behind {verb} but BECAUSE and a reason.")
        return {}, ""

    return read


def _set(rest: str) -> tuple[Fields, str]:
    words = rest.split()
    if not words:
        return {}, ""
    found = key_in(words)
    if found is None:
        if word(words[0]).upper() in MY_KEYS and len(words) > 1:
            typed = f"{words[0].upper()} {' '.join(words[1:])[:40]}"
            raise InvalidField(
                f"A game has no {words[0].upper()}: SET MY {typed} is for your own mails."
            )
        keys = ", ".join(name for name in KEYS if name not in RULES)
        raise InvalidField(
            f"There is no such thing to SET as {_typed_key(words)}. There are DEADLINE, "
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
    return {"key": key, "value": value}, f"{key} {value}"


def _set_my(rest: str) -> tuple[Fields, str]:
    words = rest.split()
    if not words:
        return {}, ""
    key = word(words[0]).upper().rstrip(":=")
    left = words[1:]
    if key == "TIME" and left and left[0].upper() == "ZONE":
        key, left = "ZONE", left[1:]
    key = {"TIMEZONE": "ZONE", "DATE": "DATES"}.get(key, key)
    if key not in MY_KEYS:
        there = ", ".join(MY_KEYS)
        raise InvalidField(
            f"There is no SET MY {key[:20]}; there are {there}, for your mails as moderator."
        )
    if left and left[0].upper() in ("TO", "=", "IS"):
        left = left[1:]
    value = " ".join(left).rstrip(".,;!").strip("\"'")
    if not value:
        raise InvalidField(f"SET MY {key} needs a value, such as SET MY {key} {MY_KEYS[key][0]}.")
    if key == "FORMAT" and value.lower() not in ("text", "html"):
        raise InvalidField("SET MY FORMAT is text or html.")
    return {"key": key, "value": value}, f"{key} {value}"


def _typed_key(words: list[str]) -> str:
    """What was to be set, with the kind of wait before it."""
    has_kind = word(words[0]).upper() in ("SETUP", "SCRIPT", "ANSWERS", "OFFERS")
    return " ".join(word(one)[:20].upper() for one in words[: 2 if has_kind else 1])


def _turn(verb: str) -> Callable[[str], tuple[Fields, str]]:
    def read(rest: str) -> tuple[Fields, str]:
        words = [word(one) for one in rest.split()]
        if words and words[0].upper() == "TURN":
            words = words[1:]
        if len(words) != 1:
            raise InvalidField(f"{verb} names its turn, such as {verb} TURN 12.")
        turn = number_of(words[0], f"{verb} TURN 12")
        return {"turn": turn}, f"TURN {turn}"

    return read


def _letter(verb: str) -> Callable[[str], tuple[Fields, str]]:
    def read(rest: str) -> tuple[Fields, str]:
        words = [word(one) for one in rest.split()]
        if words and words[0].upper() in ("LETTER", "THROUGH"):
            words = words[1:]
        if len(words) != 1:
            raise InvalidField(
                f"{verb} needs the number of a letter, such as {verb} 118; LETTERS lists."
            )
        try:
            number = number_of(words[0], f"{verb} 118")
        except InvalidField as wrong:
            more = " HOLD SEAT bob keeps all that a seat sends, HOLD SENDER all from an address."
            raise InvalidField(f"{wrong}{more if verb == 'HOLD' else ''}") from None
        return {"number": number}, str(number)

    return read


def _released(rest: str) -> tuple[Fields, str]:
    """A turn; a number alone may be a held letter's."""
    fields, line = _turn("RELEASE")(rest)
    if word(rest.split()[0]).upper() == "TURN":
        return fields, line
    return {**fields, "number": fields["turn"]}, str(fields["turn"])


def _log(rest: str) -> tuple[Fields, str]:
    if not word(rest):
        return {}, ""
    number = number_of(word(rest), "LOG 7")
    return {"number": number}, str(number)


def _back(verb: str, *, may_lack: bool) -> Callable[[str], tuple[Fields, str]]:
    form = re.compile(
        r"(?:(?:to\s+)?(?:turn\s+)?(?P<turn>#?[0-9]{1,9}))?(?:\s*,?\s*part\s+(?P<part>[0-9]{1,4}))?"
        r"(?:\s*,?\s*(?:with\s+)?(?:the\s+)?(?P<dice>fresh|same)(?:\s+dice)?)?",
        re.IGNORECASE,
    )

    def read(rest: str) -> tuple[Fields, str]:
        found = form.fullmatch(rest.strip().rstrip(".,;!"))
        if found is None or (found["turn"] is None and not may_lack):
            raise InvalidField(
                f"Write {verb} TO TURN 12" + ("." if may_lack else ", or … SAME DICE.")
            )
        turn = number_of(found["turn"], f"{verb} TO TURN 12") if found["turn"] else None
        part = int(found["part"]) if found["part"] else None
        key = (found["dice"] or "").upper()
        told = [f"TO TURN {turn}" if turn else "", "" if part is None else f"PART {part}"]
        line = " ".join(one for one in (*told, f"{key} DICE" if key else "") if one)
        return {"turn": turn, "number": part, "key": key}, line

    return read


def _edit(rest: str) -> tuple[Fields, str]:
    words = rest.split()
    is_try = bool(words) and words[-1].upper() == "TRY"
    text = " ".join(words[:-1] if is_try else words)
    if not text:
        raise InvalidField(
            "EDIT needs what is to be changed, such as EDIT MONEY OF Mafia 7 BECAUSE …"
        )
    return {"text": text, "key": "TRY" if is_try else ""}, text + (" TRY" if is_try else "")


def _text(verb: str) -> Callable[[str], tuple[Fields, str]]:
    def read(rest: str) -> tuple[Fields, str]:
        text = rest.strip().removeprefix(":").strip()
        if not text:
            raise InvalidField(f"{verb} needs a text, on the same line or the lines below it.")
        return {"text": text}, text

    return read


def _help(rest: str) -> tuple[Fields, str]:
    key = " ".join(filter(None, map(word, rest.split()))).upper()
    return {"key": key}, key


_READERS: Mapping[str, Callable[[str], tuple[Fields, str]]] = {
    "SET DEADLINE": deadline,
    "EXTEND": moment("EXTEND", "EXTEND 24h or EXTEND TO Fri 18:00"),
    "SHORTEN": moment("SHORTEN", "SHORTEN 12h or SHORTEN TO Fri 18:00"),
    "PAUSE": paused,
    "RESUME": resumed,
    "SET": _set,
    "SET MY": _set_my,
    "PROCESS": _turn("PROCESS"),
    "RELEASE": _released,
    **{verb: _letter(verb) for verb in ("HOLD", "RETRY", "LET")},
    **{verb: one_seat(verb) for verb in ("ALLOW", "OFFER", "APPROVE", "REFUSE")},
    **{verb: one_seat(verb) for verb in ("HOLD SEAT", "RELEASE SEAT")},
    **{verb: one_address(verb) for verb in ("HOLD SENDER", "RELEASE SENDER")},
    "EJECT": ejected,
    "PREVIEW": one_seat("PREVIEW", may_lack=True),
    "BECOME": become,
    **{verb: _text(verb) for verb in ("NOTICE", "RULE")},
    "LOG": _log,
    "HELP": _help,
    "PROMOTE": promoted,
    "DEMOTE": demoted,
    "REPLACE": replaced,
    "STANDBY": stood_by,
    "ROLLBACK": _back("ROLLBACK", may_lack=False),
    "ROLLFORWARD": _back("ROLLFORWARD", may_lack=True),
    "EDIT": _edit,
    **{verb: _nothing(verb) for verb in ("TERMINATE", "ARCHIVE", "UNARCHIVE")},
    **{verb: _nothing(verb) for verb in ("LETTERS", "STATUS", "WHO", "RULES")},
}
