"""Reading the orders of the advanced game: ACCUSE, POWER, INCOME, COPY, CHEAT, CATCH (R11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from engine.illuminati import orders
from pbem.games.illuminati.language.forms.patterns import is_line
from pbem.games.illuminati.language.names import slots
from pbem.games.illuminati.language.names.slots import GameReader
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.slots import plain_seat_slot

DOWN, UP = -1, 1
"""By how much a misread roll differs from the true one (R11.5)."""


def accuse(reader: GameReader) -> orders.Accuse:
    """ACCUSE player OF Illuminati (R11.3)."""
    seat = reader.name(plain_seat_slot(reader.names), ("of",))
    reader.need("of")
    reader.take("being", "playing")
    return orders.Accuse(seat, reader.name(slots.illuminati(reader.names)))


def understate(reader: GameReader, what: Literal["power", "income"]) -> orders.Understate:
    """POWER n, INCOME n (R11.3)."""
    return orders.Understate(what, reader.amount())


def copy(reader: GameReader) -> orders.Copy:
    """COPY Illuminati (R11.6)."""
    return orders.Copy(reader.name(slots.illuminati(reader.names)))


def cheat(reader: GameReader) -> orders.Cheat:
    """CHEAT and its kind."""
    kind = _KINDS.get(reader.peek())
    if kind is None:
        raise ParseError("I expected DICE, BANK, POWER, RESISTANCE, PEEK or STACK after CHEAT")
    reader.at += 1
    return kind(reader)


def _dice(reader: GameReader) -> orders.Cheat:
    if reader.peek() not in ("up", "down"):
        raise ParseError("I expected DICE UP or DICE DOWN")
    amount = UP if reader.take("up") else DOWN
    reader.take("down")
    return orders.Cheat("dice", amount, line=_line(reader))


def _bank(reader: GameReader) -> orders.Cheat:
    return orders.Cheat("bank", reader.amount())


def _power(reader: GameReader) -> orders.Cheat:
    return _overstated(reader, "power")


def _resistance(reader: GameReader) -> orders.Cheat:
    return _overstated(reader, "resistance")


def _overstated(reader: GameReader, what: Literal["power", "resistance"]) -> orders.Cheat:
    """n FOR card, n ON line, or both."""
    amount = reader.amount()
    card = None
    line = _line(reader)
    if reader.take("for", "of"):
        card = reader.name(slots.any_card(reader.names), ("on",))
    if line is None:
        line = _line(reader)
    return orders.Cheat(what, amount, line, card)


def _line(reader: GameReader) -> int | None:
    if reader.take("on"):
        reader.take("attack")
        reader.take("line")
        if not is_line(reader):
            raise ParseError("I expected the number of an attack after ON")
        return reader.number()
    return None


def _peek(reader: GameReader) -> orders.Cheat:
    reader.take("at")
    return orders.Cheat("peek", reader.number())


def _stack(reader: GameReader) -> orders.Cheat:
    found: list[str] = []
    kinds = (slots.group(reader.names), slots.any_special(reader.names))
    reader.series(
        lambda: found.append(reader.name_of(kinds, ("and", "then"))[1]),
        lambda: True,
        ("and", "then"),
    )
    return orders.Cheat("stack", cards=tuple(found))


_KINDS: dict[str, Callable[[GameReader], orders.Cheat]] = {
    "dice": _dice,
    "bank": _bank,
    "power": _power,
    "resistance": _resistance,
    "peek": _peek,
    "stack": _stack,
}


def catch(reader: GameReader) -> orders.Catch:
    """CATCH TURN n LINE n, in either order (R11.5)."""
    found: dict[str, int] = {}
    while not reader.is_done:
        word = next((word for word in ("turn", "line") if reader.take(word)), None)
        if word is None or word in found:
            raise ParseError("I expected TURN and a number, LINE and a number")
        found[word] = reader.number()
        reader.take(",", "of", "and")
    if len(found) < 2:
        raise ParseError("I expected TURN and a number, LINE and a number")
    return orders.Catch(found["turn"], found["line"])
