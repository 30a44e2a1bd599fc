"""What waits for an attack, a card or a turn: ABOLISH, and Specials of R6.4, R9.6 and R9.7."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from engine.illuminati.abilities import AbolishPrivilege
from engine.illuminati.cards import SPECIALS
from engine.illuminati.orders import Abolish, Cancel, FixRoll, JoinIn, Pattern, SkipTurn
from pbem.games.illuminati.language.forms.patterns import (
    attacker,
    attacks_meant,
    format_attack_meant,
)
from pbem.games.illuminati.language.forms.raises import once
from pbem.games.illuminati.language.names import slots
from pbem.games.illuminati.language.names.slots import GameReader
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, card_name
from pbem.grammar.orders.language import OrderVerb
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.slots import seat_slot

Waiting: TypeAlias = FixRoll | Abolish | JoinIn | Cancel | SkipTurn

_SUCCEEDS = ("succeeds", "succeed", "succeeded", "works", "successful")

_FAILS = ("fails", "fail", "failed")


def fix_roll(reader: GameReader, card: str) -> FixRoll:
    """PLAY card ON attack IF IT SUCCEEDS: only if the roll that was seen does so."""
    condition = _if_it(reader)
    pattern = attacks_meant(reader, ("if",))
    if condition is None:
        condition = _if_it(reader)
    return FixRoll(card, pattern, condition)


def _if_it(reader: GameReader) -> bool | None:
    if not reader.take("if"):
        return None
    reader.take("it")
    reader.take("would", "is", "has")
    if reader.take(*_SUCCEEDS):
        return True
    if reader.take(*_FAILS):
        return False
    raise ParseError("I expected SUCCEEDS or FAILS after IF IT")


def join_in(reader: GameReader, card: str) -> JoinIn:
    """PLAY card ON attack: its user may spend in it though it is privileged."""
    return JoinIn(card, attacks_meant(reader))


def abolish_by(reader: GameReader, card: str) -> Abolish:
    """PLAY card ON attack, for a card that abolishes privilege alone."""
    return Abolish((card,), attacks_meant(reader))


def abolish(reader: GameReader) -> Abolish:
    """ABOLISH PRIVILEGE ON attack WITH card, card."""
    reader.take("the")
    reader.take("privilege", "privileges")
    cards = _cards(reader)
    pattern: Pattern = attacks_meant(reader, ("with", "using"))
    cards = cards or _cards(reader)
    if not cards:
        raise ParseError(
            "I expected WITH and one card made for it, or any two Specials",
            span=(len(reader.tokens), len(reader.tokens)),
            instead=_that_abolish(reader.names),
            lead="WITH",
        )
    return Abolish(cards, pattern)


def _that_abolish(names: Vocabulary) -> tuple[str, ...]:
    """What of his hand would do, as it is typed."""
    alone = tuple(c for c in names.hand if isinstance(SPECIALS[c].effect, AbolishPrivilege))
    if alone or len(names.hand) < 2:
        return alone
    return (", ".join(card_name(card) for card in names.hand[:2]),)


def _cards(reader: GameReader) -> tuple[str, ...]:
    if not reader.take("with", "using"):
        return ()
    slot = slots.special(reader.names)
    found = reader.series(lambda: reader.name(slot, ("and", "on", "of", "in")))
    for card in found:
        if found.count(card) > SPECIALS[card].copies:
            raise ParseError(f"{card_name(card)} is named more often than there is")
    return found


def cancel(reader: GameReader, card: str) -> Cancel:
    """PLAY card ON ANY Special AGAINST ME, ON a Special BY a player."""
    if not reader.take("on", "against"):
        at = len(reader.tokens) if reader.is_done else reader.at
        problem = "I expected ON and the Special it cancels, or ON ANY Special"
        raise ParseError(problem, span=(at, at), instead=("ANY Special AGAINST ME",), lead="ON")
    special = None
    if reader.take("any", "every"):
        reader.take("special", "card")
    else:
        special = reader.name(slots.any_special(reader.names), ("by", "from", "against"))
    by, is_against_me = None, False
    while reader.peek() in ("by", "from", "against"):
        if reader.take("against"):
            reader.need("me")
            is_against_me = True
        else:
            once("BY", by)
            reader.at += 1
            by = reader.name(attacker(reader), ("by", "from", "against"))
    return Cancel(card, special, by, is_against_me)


def skip_turn(reader: GameReader, card: str) -> SkipTurn:
    """PLAY card ON a player [ON HIS NEXT TURN]: as his next turn begins."""
    if not reader.take("on", "against"):
        at = len(reader.tokens) if reader.is_done else reader.at
        others = reader.names.others[:3]
        problem = "I expected ON and the player who loses his turn"
        raise ParseError(problem, span=(at, at), instead=others, lead="ON")
    seat = reader.name(seat_slot(reader.names), ("on", "in", "at", "his", "next"))
    if not reader.is_done:
        reader.take("on", "in", "at")
        reader.take("his", "her", "their", "the")
        reader.need("next")
        reader.need("turn")
    return SkipTurn(card, seat)


def _format(order: Waiting, names: Vocabulary) -> str:
    match order:
        case FixRoll(card, pattern, if_succeeds):
            text = f"PLAY {card_name(card)} ON {format_attack_meant(pattern, names)}"
            if if_succeeds is None:
                return text
            return f"{text} IF IT {'SUCCEEDS' if if_succeeds else 'FAILS'}"
        case Abolish(cards, pattern):
            paid = ", ".join(card_name(card) for card in cards)
            return f"ABOLISH PRIVILEGE ON {format_attack_meant(pattern, names)} WITH {paid}"
        case JoinIn(card, pattern):
            return f"PLAY {card_name(card)} ON {format_attack_meant(pattern, names)}"
        case Cancel():
            return _format_cancel(order)
        case SkipTurn(card, seat):
            return f"PLAY {card_name(card)} ON {seat}"
        case _:
            assert_never(order)


def _format_cancel(order: Cancel) -> str:
    which = "ANY Special" if order.special is None else card_name(order.special)
    whose = f" BY {order.by}" if order.by is not None else ""
    me = " AGAINST ME" if order.against_me else ""
    return f"PLAY {card_name(order.card)} ON {which}{whose}{me}"


WAITING_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "ABOLISH",
        "answer",
        "Ends the privilege of an attack, with one card made for it or any two Specials.",
        (
            "ABOLISH PRIVILEGE ON n WITH special",
            "ABOLISH PRIVILEGE ON n WITH special, special",
            "ABOLISH PRIVILEGE ON ANY ATTACK BY player WITH special",
        ),
        (
            "ABOLISH PRIVILEGE ON 1 WITH Deep Agent",
            "ABOLISH PRIVILEGE ON 1 WITH Bribery, Slush Fund",
            "ABOLISH PRIVILEGE ON ANY ATTACK BY bob WITH Deep Agent",
        ),
        "R6.4",
        guarded=True,
        gloss="end an attack's privilege",
        parse=abolish,
        makes=(Abolish, FixRoll, JoinIn, Cancel, SkipTurn),
        format=_format,
    ),
)
