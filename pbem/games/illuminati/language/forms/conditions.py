"""IF and ELSE before an order (R12.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, assert_never

from engine.illuminati.orders import Compare, Condition, HeldBy, LineResult, Not
from pbem.games.illuminati.language.names import slots
from pbem.games.illuminati.language.names.slots import GameReader
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, card_name
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.reader import MOST_WORDS
from pbem.grammar.orders.slots import plain_seat_slot
from pbem.grammar.orders.spelling import key

Operator = Literal["<", "<=", "=", ">=", ">"]

_OPERATORS: dict[str, Operator] = {
    "<": "<",
    "<=": "<=",
    "=<": "<=",
    "=": "=",
    "==": "=",
    ">=": ">=",
    "=>": ">=",
    ">": ">",
}
_IN_WORDS: dict[tuple[str, str], Operator] = {
    ("at", "least"): ">=",
    ("at", "most"): "<=",
    ("more", "than"): ">",
    ("less", "than"): "<",
}
_LINE = ("attack", "order", "number")
_SUCCEEDS = ("succeeds", "succeed", "succeeded", "works", "worked")
_FAILS = ("fails", "fail", "failed")
_FREE = ("free", "uncontrolled", "nobodys")


def conditions(reader: GameReader) -> tuple[Condition, ...]:
    """What stands between IF and the order; the reader is left before the order."""
    found = [_condition(reader)]
    while reader.take("and"):
        reader.take("if")
        found.append(_condition(reader))
    while reader.take(",", ":", "then"):
        pass
    return tuple(found)


def _condition(reader: GameReader) -> Condition:
    if reader.take("not"):
        return _negated(_plain(reader))
    return _plain(reader)


def _negated(condition: Condition) -> Condition:
    return condition.condition if isinstance(condition, Not) else Not(condition)


def _plain(reader: GameReader) -> Condition:
    if reader.peek() == "money":
        reader.take("money")
        operator = _operator(reader)
        return Compare("money", operator, reader.amount())
    if reader.peek() == "need":
        reader.take("need")
        reader.take("of")
        reader.take("line")
        line = reader.number()
        operator = _operator(reader)
        return Compare("need", operator, reader.number(), line)
    if reader.peek() == "line" or reader.is_amount() or _is_line_called_otherwise(reader):
        return _result(reader)
    return _held_by(reader)


def _operator(reader: GameReader) -> Operator:
    reader.take("is")
    sign = _OPERATORS.get(reader.peek())
    words = _IN_WORDS.get((reader.peek(), reader.peek(1)))
    if sign is not None:
        reader.at += 1
        return sign
    if words is not None:
        reader.at += 2
        return words
    raise ParseError("I expected <, <=, =, >= or > in the condition")


def _is_line_called_otherwise(reader: GameReader) -> bool:
    """IF ATTACK 1 FAILS."""
    return reader.may_guess and reader.peek() in _LINE and reader.peek(1).isdecimal()


def _result(reader: GameReader) -> LineResult:
    if _is_line_called_otherwise(reader):
        reader.assumed.append(f"{reader.text(reader.at, reader.at + 2)} read as the line's number")
        reader.at += 1
    reader.take("line")
    line = reader.number()
    if reader.take(*_SUCCEEDS):
        return LineResult(line, True)
    if reader.take(*_FAILS):
        return LineResult(line, False)
    raise ParseError(f"I expected SUCCEEDS or FAILS after IF {line}")


def _held_by(reader: GameReader) -> Condition:
    card = reader.name(slots.any_card(reader.names), ("is", "are"))
    reader.need("is", "are")
    is_not = reader.take("not")
    held = HeldBy(card, _holder(reader))
    return Not(held) if is_not else held


def _holder(reader: GameReader) -> str | None:
    if reader.take(*_FREE):
        return None
    if reader.peek() == "mine":
        if reader.names.me is None:
            raise ParseError("I do not know who you are, so I cannot tell what is MINE")
        reader.take("mine")
        return reader.names.me
    return _possessive(reader)


def _possessive(reader: GameReader) -> str:
    """BOB'S: the seat whose name comes before the 's; names of several words too."""
    slot = plain_seat_slot(reader.names)
    reader.names.demand(MOST_WORDS)
    for end in range(reader.at + 1, min(len(reader.tokens), reader.at + MOST_WORDS) + 1):
        typed = reader.text(reader.at, end).casefold()
        for ending in ("'s", "'"):
            found = slot.find(1, key(typed.removesuffix(ending))) if typed.endswith(ending) else ()
            if len(found) == 1:
                reader.at = end
                return found[0]
    typed = reader.text(reader.at, reader.at + 1)
    near = slot.index.beside(key(typed.casefold().removesuffix("'s")), reader.names.others)
    if near and not slot.find(1, key(typed)):
        span = (reader.at, reader.at + 1)
        raise ParseError(f'"{typed}" is not a player I know', "ambiguous", span, near)
    return reader.name(slot, ("and", "then"))


def format_conditions(conditions: Iterable[Condition], names: Vocabulary) -> str:
    """ "IF 1 FAILS AND MONEY >= 10: ", or "" without any."""
    texts = [_format(condition, names) for condition in conditions]
    return f"IF {' AND '.join(texts)}: " if texts else ""


def _format(condition: Condition, names: Vocabulary) -> str:
    match condition:
        case Not(inner):
            return f"NOT {_format(inner, names)}"
        case LineResult(line, succeeds):
            return f"{line} {'SUCCEEDS' if succeeds else 'FAILS'}"
        case HeldBy(card, seat):
            return f"{card_name(card)} IS {_format_holder(seat, names)}"
        case Compare("need", operator, right, line):
            return f"NEED {line} {operator} {right}"
        case Compare(_, operator, right):
            return f"MONEY {operator} {right}"
        case _:
            assert_never(condition)


def _format_holder(seat: str | None, names: Vocabulary) -> str:
    if seat is None:
        return "FREE"
    return "MINE" if seat == names.me else f"{seat}'S"
