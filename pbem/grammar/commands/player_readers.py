"""What stands behind players' commands: its words to the fields of a command."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from rapidfuzz.distance import OSA

from pbem.grammar.commands.spec import Fields, Verb
from pbem.grammar.orders.parsed import ParseError, ParseStatus
from pbem.grammar.orders.prose import is_prose
from pbem.grammar.orders.reader import Reader
from pbem.grammar.orders.slots import seat_slot
from pbem.grammar.orders.spelling import key
from pbem.grammar.preferences import BY_WORD, LENGTH, PREFERENCES, SWITCH
from pbem.grammar.times.dates import MIDNIGHT, NEAR, NOON, WEEKDAYS
from pbem.grammar.times.spans import WITH_UNIT, span_of

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
_DAYS = {key(name) for name in (*WEEKDAYS, *NEAR, *NOON, *MIDNIGHT, "yesterday") if len(name) > 2}
"""Words one of which, or a number, is in every day that the clock can read."""
_ENDS = ("to", "until", "till", "-")
_UNTIL = ("until", "till")
BULLETIN = "BULLETIN"
READY_UNLESS_ATTACKED = "READY UNLESS ATTACKED"
"""A READY that is a command of its own, and stands until it is switched OFF."""
_BULLETINS = ("bulletin", "announcement")
AnyReader = Reader[Any]
Read = tuple[Fields, str]


def _keyed(word: str) -> Read:
    """A key in capitals, or nothing."""
    return {"key": word}, word


def ready(reader: AnyReader) -> Read:
    """READY, READY ANYWAY, or the standing READY UNLESS ATTACKED and its OFF."""
    if reader.take("anyway"):
        return _keyed("ANYWAY")
    at = reader.at
    reader.take(",")
    if not reader.take("unless"):
        reader.at = at
        return _keyed("")
    if reader.take("i"):
        reader.take("am")
    else:
        reader.take("im")
    reader.need("attacked")
    off = "OFF" if reader.take(*_BACK) else ""
    return {"verb": READY_UNLESS_ATTACKED, "key": off}, f"UNLESS ATTACKED {off}".rstrip()


def ask(reader: AnyReader) -> Read:
    """ASK ME: whether the seat is asked about attacks that its policies cover."""
    if not reader.take("me"):
        raise ParseError("ASK ME says about which attacks you are asked", "ignored")
    if reader.is_done or reader.take("always"):
        return _asking("ALWAYS")
    if reader.take("never"):
        return _asking("NEVER")
    if reader.take("own", *_BACK):
        return _asking("OWN")
    raise ParseError("ASK ME takes ALWAYS, OWN, NEVER or OFF", "ignored")


def _asking(which: str) -> Read:
    return {"key": which}, f"ME {which}"


def _rest(reader: AnyReader, end: int | None = None) -> str:
    """Words as typed, hours with their colons and numbers with their commas together again."""
    text = reader.text(reader.at, end)
    reader.at = len(reader.tokens) if end is None else end
    return text.replace(" : ", ":").replace(" ,", ",")


def undo(reader: AnyReader) -> Read:
    """UNDO, or back to the revision of that number."""
    has_link = reader.take("to")
    has_link = reader.take("revision") or has_link
    if reader.is_done and not has_link:
        return {}, ""
    number = reader.number()
    return {"number": number}, str(number)


def send(reader: AnyReader) -> Read:
    """SEND ANYWAY and the number of a text; without one the newest."""
    if not reader.take("anyway"):
        raise ParseError("SEND ANYWAY and a number passes on a text that was held back", "ignored")
    if reader.is_done:
        return {}, "ANYWAY"
    number = reader.number()
    return {"number": number}, f"ANYWAY {number}"


def feed(reader: AnyReader) -> Read:
    """FEED, or FEED NEW."""
    if reader.is_done:
        return {}, ""
    if not reader.take("new"):
        typed, is_last = reader.peek(), reader.at + 1 == len(reader.tokens)
        is_talk = is_prose(reader.tokens, reader.at - 1, reader.names)
        if is_talk or not is_last or OSA.distance(typed, "new", score_cutoff=1) > 1:
            raise ParseError("FEED stands alone, or before NEW", "ignored")
        reader.assumed.append(f"{typed} read as NEW")
        reader.slips += 1
        reader.at += 1
    return {"key": "NEW"}, "NEW"


TAUGHT = ("illuminati", "inwo")
"""The games that have a tutorial, as they are typed; another word behind TUTORIAL is a remark."""


def tutorial(reader: AnyReader) -> Read:
    """TUTORIAL, or TUTORIAL and the name of a game that is taught."""
    name = _rest(reader).casefold()
    near = [game for game in TAUGHT if OSA.distance(name, game, score_cutoff=1) <= 1]
    if near and name not in TAUGHT:
        reader.assumed.append(f"{name} read as {near[0]}")
        reader.slips += 1
        name = near[0]
    if name and name not in TAUGHT:
        known = " or ".join(TAUGHT)
        raise ParseError(f"TUTORIAL stands alone, or before {known}", "ignored")
    return {"key": name}, name


def second_word(reader: AnyReader) -> Read:
    """A verb of two words, of which the second has not been passed yet."""
    reader.at += 1
    return {}, ""


SOMEBODY = "somebody"


def talker(reader: AnyReader) -> Read:
    """A player by the name that his texts bear, or SOMEBODY for those without one."""
    is_off = reader.take("off")
    is_somebody = reader.take(SOMEBODY)
    name = SOMEBODY if is_somebody else reader.name(seat_slot(reader.names))
    shown = name.upper() if is_somebody else name
    if is_off:
        raise ParseError(f"To hear {shown} again, write UNMUTE {shown}")
    if name == reader.names.me:
        raise ParseError("That is you")
    return {"value": name}, shown


def reported(reader: AnyReader) -> Read:
    """Who is reported, and why."""
    end = _next(reader, (":", "because"))
    tokens = reader.tokens
    reader.tokens = tokens[:end]
    fields, text = talker(reader)
    reader.end()
    reader.tokens = tokens
    reader.take(":", "because")
    why = _rest(reader)
    return {**fields, "text": why}, f"{text}: {why}" if why else text


def resend(reader: AnyReader) -> Read:
    turn, length = "", ""
    if reader.take(*_BULLETINS):
        return _keyed(BULLETIN)
    while not reader.is_done:
        if reader.peek() in LENGTH.values and not length:
            length = reader.peek().upper()
            reader.at += 1
        elif turn:
            break
        else:
            reader.take("turn")
            turn = str(reader.number())
    text = " ".join(part for part in (turn, length) if part)
    return {"turn": int(turn) if turn else None, "value": length}, text


def rules(reader: AnyReader) -> Read:
    if is_prose(reader.tokens, reader.at - 1, reader.names):
        raise ParseError("RULES and a word sends the rules about it", "ignored")
    text = _rest(reader)
    return {"text": text}, text


def help_(reader: AnyReader) -> Read:
    """HELP and a verb; what is no verb is told, and all of the help is meant."""
    if reader.is_done:
        return {}, ""
    language, typed = reader.names.language, reader.text(reader.at)
    if typed.upper() in language.help.topics:
        reader.at = len(reader.tokens)
        return _keyed(typed.upper())
    found = language.help_words.get(reader.peek())
    if found is None and reader.may_guess and (found := _nearest_verb(reader)):
        reader.assumed.append(f"{typed} read as {found.name}")
        reader.slips += 1
    if found is None:
        if is_prose(reader.tokens, reader.at - 1, reader.names):
            raise ParseError("HELP stands alone on its line", "ignored")
        if not reader.may_guess:
            raise ParseError(f"HELP has nothing about {typed}: it is not an order")
        reader.assumed.append(f"{typed} is not an order, so all of the help is meant")
    reader.at = len(reader.tokens)
    return _keyed(found.name if found else "")


def _nearest_verb(reader: AnyReader) -> Verb | None:
    """The only verb one slip away from the coming word."""
    near: dict[str, Verb] = {
        verb.name: verb
        for known, verb in reader.names.language.by_word.items()
        if len(known) > 3 and OSA.distance(reader.peek(), known, score_cutoff=1) <= 1
    }
    return next(iter(near.values())) if len(near) == 1 else None


def history(reader: AnyReader) -> Read:
    """HISTORY, or that of the turns from a number on."""
    has_turn = reader.take("turn")
    if reader.is_done or not (has_turn or reader.is_amount()):
        return {}, ""
    turn = reader.number()
    return {"turn": turn}, str(turn)


def card(reader: AnyReader) -> Read:
    language = reader.names.language
    id_ = language.any_card(reader)
    return {"key": id_}, language.label(id_)


def _is_day(text: str) -> bool:
    """Whether there is a number in it, or a word for a day or one a slip away from it."""
    if _is_length(text.removeprefix("in ")):
        return True
    words = [key(word) for word in text.split()]
    return any(char.isdecimal() for char in text) or any(
        word in _DAYS or (len(word) > 4 and OSA.distance(word, day, score_cutoff=1) <= 1)
        for word in words
        for day in _DAYS
    )


def _is_length(text: str) -> bool:
    """Whether it is a length of time with its unit, such as `3 days`."""
    with suppress(ValueError):
        return bool(WITH_UNIT.fullmatch(text) and span_of(text))
    return False


def _away_for(length: str) -> Read:
    if not _is_length(length):
        raise ParseError(f'"{length}" is not a length of time such as 3 days')
    return {"value": "", "when": f"in {length}"}, f"UNTIL in {length}"


def away(reader: AnyReader) -> Read:
    at = reader.at - 1
    if reader.peek(-1) == "back" and not reader.is_done:
        raise ParseError("BACK stands alone on its line", "ignored")
    if reader.peek(-1) == "back" or reader.take(*_BACK):
        return _keyed("OFF")
    has_start = reader.take("from")
    has_length = reader.take("for")
    start = _rest(reader, _next(reader, _ENDS))
    if start and not has_start and reader.is_done and (has_length or _is_length(start)):
        return _away_for(start)
    if start and not has_start and (reader.is_done or _is_near_from(start)):
        raise ParseError("Write AWAY FROM day TO day, AWAY UNTIL day, or AWAY OFF")
    end = ""
    if not reader.is_done:
        reader.at += 1
        end = _rest(reader)
    if not end:
        raise ParseError("I expected TO and the last day you are away")
    if not all(_is_day(day) for day in (start, end) if day):
        status: ParseStatus = "unreadable" if reader.tokens[at].text.isupper() else "ignored"
        raise ParseError(f'"{start} {end}" names no days'.replace('" ', '"'), status)
    return {"value": start, "when": end}, f"FROM {start} TO {end}" if start else f"UNTIL {end}"


def delegate(reader: AnyReader) -> Read:
    """To a seat or an address, until a day; with CODE and what the answer to it said."""
    if reader.take(*_BACK):
        return _keyed("OFF")
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
    who = addresses[0] if addresses else who
    text = f"TO {who} UNTIL {until}" + (f" CODE {code}" if code else "")
    return {"value": who, "when": until, "text": code}, text


def _next(reader: AnyReader, words: tuple[str, ...]) -> int:
    """Where one of these words comes next, or the end."""
    at = reader.at
    while (
        at < len(reader.tokens) and (reader.tokens[at].key or reader.tokens[at].text) not in words
    ):
        at += 1
    return at


def standby(reader: AnyReader) -> Read:
    return _keyed("OFF" if reader.take(*_BACK) else "")


def _is_near_from(start: str) -> bool:
    return OSA.distance(start.split()[0].casefold(), "from", score_cutoff=1) <= 1


def set_(reader: AnyReader) -> Read:
    """A key and its value; SET alone asks for all of them."""
    word = reader.peek()
    if reader.is_done:
        return {}, ""
    if word in _BY_VALUE:
        reader.at += 1
        reader.take(*_LINKS)
        switched = _FORMATS.get((word, reader.peek()))
        reader.at += bool(switched)
        return _set(_BY_VALUE[word], switched or word)
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
        text = " or ".join(values) or "a value"
        raise ParseError(f"I expected {text} after SET {name}")
    return _set(name, value.casefold() if values else value)


def _set(name: str, value: str) -> Read:
    return {"key": name, "value": value}, f"{name} {value}"


def display(reader: AnyReader) -> Read:
    reader.take("test")
    return _keyed("TEST")
