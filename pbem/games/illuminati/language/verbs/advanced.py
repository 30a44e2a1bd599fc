"""The orders of the advanced game: ACCUSE, POWER, INCOME, COPY, CHEAT, CATCH (R11)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal, TypeAlias, assert_never

from engine.illuminati import orders
from pbem.games.illuminati.language.forms.patterns import is_line
from pbem.games.illuminati.language.names import slots
from pbem.games.illuminati.language.names.slots import GameReader
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, card_name
from pbem.grammar.orders.language import OrderVerb
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.slots import plain_seat_slot

AdvancedOrder: TypeAlias = (
    orders.Accuse | orders.Understate | orders.Copy | orders.Cheat | orders.Catch
)


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
    kinds, links = (slots.group(reader.names), slots.any_special(reader.names)), ("and", "then")
    found = reader.series(lambda: reader.name_of(kinds, links)[1], links=links)
    return orders.Cheat("stack", cards=found)


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


def _format(order: AdvancedOrder, _: Vocabulary) -> str:
    """An accusation, what a hidden Illuminati shows, a cheat or the catching of one."""
    match order:
        case orders.Accuse(seat, illuminati):
            return f"ACCUSE {seat} OF {card_name(illuminati)}"
        case orders.Understate(what, amount):
            return f"{what.upper()} {amount}"
        case orders.Copy(illuminati):
            return f"COPY {card_name(illuminati)}"
        case orders.Cheat():
            return f"CHEAT {order.what.upper()}{_format_cheat(order)}"
        case orders.Catch(turn, line):
            return f"CATCH TURN {turn} LINE {line}"
        case _:
            assert_never(order)


def _format_cheat(order: orders.Cheat) -> str:
    if order.what == "stack":
        return f" {', '.join(card_name(card) for card in order.cards)}"
    if order.what == "dice":
        text = " DOWN" if order.amount == DOWN else " UP"
    else:
        text = f" {order.amount}"
    text += f" FOR {card_name(order.card)}" if order.card is not None else ""
    return text + (f" ON {order.line}" if order.line is not None else "")


ADVANCED_SCRIPT_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "ACCUSE",
        "script",
        "Guesses a hidden Illuminati. An action (advanced game).",
        ("ACCUSE player OF illuminati",),
        ("ACCUSE bob OF Cthulhu",),
        "R11.3",
        guarded=True,
        gloss="name a hidden Illuminati",
        parse=accuse,
        makes=(orders.Accuse,),
        format=_format,
    ),
    OrderVerb(
        "CHEAT",
        "script",
        "Cheats; it shows in the figures of the report only (advanced game).",
        (
            "CHEAT DICE DOWN ON n  |  DICE UP ON n",
            "CHEAT BANK n",
            "CHEAT POWER n ON n  |  RESISTANCE n FOR group",
            "CHEAT PEEK n  |  STACK card, card",
        ),
        (
            "CHEAT DICE DOWN ON 1",
            "CHEAT BANK 3",
            "CHEAT POWER 1 ON 1",
            "CHEAT RESISTANCE 1 FOR Mafia",
            "CHEAT PEEK 3",
            "CHEAT STACK Yuppies, Mafia",
        ),
        "R11.5",
        guarded=True,
        gloss="only where the table allows it",
        parse=cheat,
        makes=(orders.Cheat,),
        format=_format,
    ),
)

ADVANCED_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "POWER",
        "standing",
        "Says how much Power your hidden Illuminati shows (advanced game).",
        ("POWER n",),
        ("POWER 6",),
        "R11.3",
        guarded=True,
        gloss="the Power you claim",
        parse=partial(understate, what="power"),
        makes=(orders.Understate,),
        format=_format,
    ),
    OrderVerb(
        "INCOME",
        "standing",
        "Says how much income your hidden Illuminati shows (advanced game).",
        ("INCOME n",),
        ("INCOME 5",),
        "R11.3",
        guarded=True,
        gloss="the income you claim",
        parse=partial(understate, what="income"),
    ),
    OrderVerb(
        "COPY",
        "standing",
        "Says whose power and income your Illuminati copies (Anonymous).",
        ("COPY illuminati",),
        ("COPY Gnomes",),
        "R11.6",
        gloss="whose power you copy",
        parse=copy,
        makes=(orders.Copy,),
        format=_format,
    ),
    OrderVerb(
        "CATCH",
        "deal",
        "Uncovers a cheat by its turn and line (advanced game).",
        ("CATCH TURN n LINE n",),
        ("CATCH TURN 14 LINE 7",),
        "R11.5",
        guarded=True,
        gloss="say that somebody cheated",
        parse=catch,
        makes=(orders.Catch,),
        format=_format,
    ),
)
