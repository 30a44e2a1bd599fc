"""Reading what stands behind the words to the referee, and telling it back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rapidfuzz.distance import OSA

from pbem.grammar.orders.parsed import ParseError, ParseStatus
from pbem.grammar.orders.reader import Reader
from pbem.grammar.orders.spelling import key
from pbem.grammar.player_words import PlayerCommand
from pbem.grammar.preferences import BY_WORD, LENGTH, PREFERENCES, SWITCH

_BY_VALUE = {
    value: row.name
    for row in PREFERENCES.values()
    for value in row.choices
    if row.choices != SWITCH
}
_FORMATS = {("html", "on"): "html", ("html", "off"): "text", ("text", "on"): "text"}
_FORMATS |= {("text", "off"): "html"}
_LINKS = ("is", "to", "=", ":")
_BACK = ("off", "none", "over", "back")
_DAYS = (
    *("mon", "monday", "tue", "tues", "tuesday", "wed", "wednesday", "thu", "thur", "thurs"),
    *("thursday", "fri", "friday", "sat", "saturday", "sun", "sunday", "today", "tonight"),
    *("yesterday",),
    *("tomorrow", "tmrw", "noon", "midnight", "montag", "dienstag", "mittwoch", "donnerstag"),
    *("freitag", "samstag", "sonnabend", "sonntag", "heute", "morgen", "lundi", "mardi"),
    *("mercredi", "jeudi", "vendredi", "samedi", "dimanche", "demain", "aujourdhui"),
)
"""Words one of which, or a number, is in every day that the clock can read."""
_ENDS = ("to", "until", "till", "-")
_UNTIL = ("until", "till")
BULLETIN = "BULLETIN"
READY_UNLESS_ATTACKED = "READY UNLESS ATTACKED"
"""The word of a Control that stands until it is switched OFF."""
_BULLETINS = ("bulletin", "announcement")


def format_command(found: PlayerCommand, label: Callable[[str], str]) -> str:
    """The word as it is written; read again it is the same."""
    argument = found.argument
    if found.word == "CARD" and argument:
        argument = label(argument)
    if found.word == "AWAY" and found.value:
        argument = f"FROM {argument} TO" if argument else "UNTIL"
    value = found.value
    if found.word == "ASK":
        argument = f"ME {argument}"
    if found.word == "DELEGATE" and value:
        argument, value = f"TO {argument} UNTIL", value + (f" CODE {found.code}" * bool(found.code))
    return " ".join(part for part in (found.word, argument, value) if part)


def ready(reader: Reader[Any]) -> PlayerCommand:
    """READY, READY ANYWAY, or the standing READY UNLESS ATTACKED and its OFF."""
    if reader.take("anyway"):
        return PlayerCommand("READY", "ANYWAY")
    at = reader.at
    reader.take(",")
    if not reader.take("unless"):
        reader.at = at
        return PlayerCommand("READY")
    if reader.take("i"):
        reader.take("am")
    else:
        reader.take("im")
    reader.need("attacked")
    return PlayerCommand(READY_UNLESS_ATTACKED, "OFF" if reader.take(*_BACK) else "")


def ask(reader: Reader[Any]) -> PlayerCommand:
    """ASK ME: whether the seat is asked about attacks that its policies cover."""
    if not reader.take("me"):
        raise ParseError("ASK ME says about which attacks you are asked", "ignored")
    if reader.is_done or reader.take("always"):
        return PlayerCommand("ASK", "ALWAYS")
    if reader.take("never"):
        return PlayerCommand("ASK", "NEVER")
    if reader.take("own", *_BACK):
        return PlayerCommand("ASK", "OWN")
    raise ParseError("ASK ME takes ALWAYS, OWN, NEVER or OFF", "ignored")


def _rest(reader: Reader[Any], end: int | None = None) -> str:
    """Words as typed, hours with their colons and numbers with their commas together again."""
    text = reader.text(reader.at, end)
    reader.at = len(reader.tokens) if end is None else end
    return text.replace(" : ", ":").replace(" ,", ",")


def undo(reader: Reader[Any]) -> PlayerCommand:
    """UNDO, or back to the revision of that number."""
    has_link = reader.take("to")
    has_link = reader.take("revision") or has_link
    if reader.is_done and not has_link:
        return PlayerCommand("UNDO")
    return PlayerCommand("UNDO", str(reader.number()))


def resend(reader: Reader[Any]) -> PlayerCommand:
    turn, length = "", ""
    if reader.take(*_BULLETINS):
        return PlayerCommand("RESEND", BULLETIN)
    while not reader.is_done:
        if reader.peek() in LENGTH.values and not length:
            length = reader.peek().upper()
            reader.at += 1
        elif turn:
            break
        else:
            reader.take("turn")
            turn = str(reader.number())
    return PlayerCommand("RESEND", turn, length)


def rules(reader: Reader[Any]) -> PlayerCommand:
    return PlayerCommand("RULES", _rest(reader))


def history(reader: Reader[Any]) -> PlayerCommand:
    """HISTORY, or that of the turns from a number on."""
    has_turn = reader.take("turn")
    if reader.is_done or not (has_turn or reader.is_amount()):
        return PlayerCommand("HISTORY")
    return PlayerCommand("HISTORY", str(reader.number()))


def card(reader: Reader[Any]) -> PlayerCommand:
    return PlayerCommand("CARD", reader.names.language.any_card(reader))


def _is_day(said: str) -> bool:
    """Whether there is a number in it, or a word for a day or one a slip away from it."""
    words = [key(word) for word in said.split()]
    return any(char.isdecimal() for char in said) or any(
        word in _DAYS or (len(word) > 4 and OSA.distance(word, day, score_cutoff=1) <= 1)
        for word in words
        for day in _DAYS
    )


def away(reader: Reader[Any]) -> PlayerCommand:
    at = reader.at - 1
    if reader.peek(-1) == "back" and not reader.is_done:
        raise ParseError("BACK stands alone on its line", "ignored")
    if reader.peek(-1) == "back" or reader.take(*_BACK):
        return PlayerCommand("AWAY", "OFF")
    has_start = reader.take("from")
    start = _rest(reader, _next(reader, _ENDS))
    if start and not has_start and (reader.is_done or _is_near_from(start)):
        raise ParseError("Write AWAY FROM day TO day, AWAY UNTIL day, or AWAY OFF")
    end = ""
    if not reader.is_done:
        reader.at += 1
        end = _rest(reader)
    if not end:
        raise ParseError("I expected TO and the last day you are away")
    if not all(_is_day(said) for said in (start, end) if said):
        fate: ParseStatus = "unreadable" if reader.tokens[at].text.isupper() else "ignored"
        raise ParseError(f'"{start} {end}" names no days'.replace('" ', '"'), fate)
    return PlayerCommand("AWAY", start, end)


def delegate(reader: Reader[Any]) -> PlayerCommand:
    """To a seat or an address, until a day; with CODE and what the answer to it said."""
    if reader.take(*_BACK):
        return PlayerCommand("DELEGATE", "OFF")
    reader.need("to")
    who = _rest(reader, _next(reader, _UNTIL))
    if reader.is_done or not who:
        raise ParseError("Write DELEGATE TO player UNTIL day, or DELEGATE OFF")
    reader.at += 1
    until = _rest(reader, _next(reader, ("code",)))
    code = ""
    if reader.take("code"):
        code = _rest(reader)
    if not until:
        raise ParseError("I expected UNTIL and the last day")
    addresses = [word for word in who.replace("<", " ").replace(">", " ").split() if "@" in word]
    return PlayerCommand("DELEGATE", addresses[0] if addresses else who, until, code)


def _next(reader: Reader[Any], words: tuple[str, ...]) -> int:
    """Where one of these words comes next, or the end."""
    at = reader.at
    while (
        at < len(reader.tokens) and (reader.tokens[at].key or reader.tokens[at].text) not in words
    ):
        at += 1
    return at


def standby(reader: Reader[Any]) -> PlayerCommand:
    return PlayerCommand("STANDBY", "OFF") if reader.take(*_BACK) else PlayerCommand("STANDBY")


def _is_near_from(start: str) -> bool:
    return OSA.distance(start.split()[0].casefold(), "from", score_cutoff=1) <= 1


def set_(reader: Reader[Any]) -> PlayerCommand:
    """A key and its value; SET alone asks for all of them."""
    word = reader.peek()
    if reader.is_done:
        return PlayerCommand("SET")
    if word in _BY_VALUE:
        reader.at += 1
        reader.take(*_LINKS)
        switched = _FORMATS.get((word, reader.peek()))
        reader.at += bool(switched)
        return PlayerCommand("SET", _BY_VALUE[word], switched or word)
    if word == "time" and reader.peek(1) == "zone":
        reader.at += 1
        word = "zone"
    found = BY_WORD.get(word)
    if found is None:
        names = tuple(PREFERENCES)
        problem = f"I expected {', '.join(names[:-1])} or {names[-1]} after SET"
        raise ParseError(problem, "ignored")
    reader.at += 1
    name, values = found.name, found.choices
    reader.take("hours", "policy")
    reader.take(*_LINKS)
    value = _rest(reader)
    if not value or (values and value.casefold() not in values):
        told = " or ".join(values) or "a value"
        raise ParseError(f"I expected {told} after SET {name}")
    return PlayerCommand("SET", name, value.casefold() if values else value)


def display(reader: Reader[Any]) -> PlayerCommand:
    reader.take("test")
    return PlayerCommand("DISPLAY", "TEST")
