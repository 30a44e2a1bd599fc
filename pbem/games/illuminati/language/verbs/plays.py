"""SHOW, PLAY and USE: what comes behind the name of a card, as the card wants it (R9.5, R9.6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine.core.values import changed
from engine.illuminati import abilities as ab
from engine.illuminati import orders
from engine.illuminati.cards import CARDS, SPECIALS
from pbem.games.illuminati.language.forms.patterns import is_line
from pbem.games.illuminati.language.forms.raises import once
from pbem.games.illuminati.language.names import slots
from pbem.games.illuminati.language.names.slots import GameReader
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, card_index, card_name
from pbem.games.illuminati.language.verbs.deeds import amounts_of, format_amounts
from pbem.games.illuminati.language.verbs.waiting import (
    Waiting,
    abolish_by,
    cancel,
    fix_roll,
    join_in,
    skip_turn,
)
from pbem.grammar.orders.language import OrderVerb
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.slots import EVERYBODY, plain_seat_slot
from pbem.grammar.orders.spelling import key

PlayOrder: TypeAlias = orders.Play | Waiting
"""What PLAY may come to; the effect of the card decides which."""

_MOMENT_WORDS = ("before", "after", "when")

_BEFORE_MOMENT = (*_MOMENT_WORDS, "on", "in", "and")

_AFTER_CARD = (*_BEFORE_MOMENT, "under", "at", "against", "to", "for", "if", "by")

_AFTER_POWER = (*_AFTER_CARD, "add", "remove", "reverse")

_MOMENTS: dict[tuple[str, str], orders.Window] = {
    ("when", "announced"): "W1",
    ("before", "dice"): "W2",
    ("before", "roll"): "W2",
    ("after", "dice"): "W3",
    ("after", "roll"): "W3",
    ("after", "result"): "W4",
    ("before", "turn"): "T1",
    ("before", "script"): "T1",
    ("before", "victory"): "T2",
}


def play(reader: GameReader) -> PlayOrder:
    return _played(reader, reader.name(slots.special(reader.names), _AFTER_CARD))


def _played(reader: GameReader, card: str) -> PlayOrder:
    """What comes after the name of a Special, as its effect wants it."""
    effect = SPECIALS[card].effect
    if isinstance(effect, ab.DestroyPowerless):
        text = card_name(card)
        raise ParseError(f"{text} goes with its attack: DESTROY group WITH card BY {text}")
    wait = _WAITS.get(type(effect))
    if wait is not None:
        return wait(reader, card)
    order = _moment(reader, orders.Play(card))
    match effect:
        case ab.Bribe():
            order = _bribe(reader, order)
        case ab.Spy():
            order = _spy(reader, order)
        case ab.Revive() if reader.take("on"):
            order = changed(order, on=reader.name(slots.dead(reader.names), _BEFORE_MOMENT))
        case ab.RearrangeMoney():
            reader.take(":")
            if reader.is_amount():
                order = changed(order, amounts=amounts_of(reader))
    return _moment(reader, order)


_WAITS: dict[type[ab.Effect], Callable[[GameReader, str], PlayOrder]] = {
    ab.SetRoll: fix_roll,
    ab.AbolishPrivilege: abolish_by,
    ab.Interfere: join_in,
    ab.CancelSpecial: cancel,
    ab.SkipTurnEffect: skip_turn,
}


def _moment(reader: GameReader, order: orders.Play) -> orders.Play:
    """ON n, BEFORE DICE, BEFORE VICTORY …: what the card is kept for (R12.6)."""
    while True:
        if reader.peek() in _MOMENT_WORDS:
            once("BEFORE or AFTER", order.window)
            order = changed(order, window=_window(reader))
        elif reader.peek() in ("on", "in") and _is_line(reader):
            once("ON", order.line)
            reader.at += 1
            reader.take("attack")
            reader.take("line")
            order = changed(order, line=reader.number())
        else:
            return order


def _is_line(reader: GameReader) -> bool:
    return is_line(reader, 1) or reader.peek(1) in ("attack", "line")


def _window(reader: GameReader) -> orders.Window:
    word = reader.peek()
    reader.at += 1
    reader.take("the", "is")
    window = _MOMENTS.get((word, reader.peek()))
    if window is None:
        raise ParseError("I expected BEFORE DICE, AFTER DICE, AFTER RESULT or BEFORE VICTORY")
    reader.at += 1
    reader.take("check", "roll")
    return window


def _bribe(reader: GameReader, order: orders.Play) -> orders.Play:
    on = master = arrow = None
    if reader.take("on"):
        on = reader.name(slots.uncontrolled(reader.names), ("under", "at"))
    if reader.take("under"):
        master = reader.name(slots.own_card(reader.names), ("at",))
    if reader.take("at"):
        arrow = reader.arrow()
    if on is None:
        on = reader.only(slots.uncontrolled(reader.names), "ON")
    return changed(order, on=on, master=master, arrow=arrow)


def _spy(reader: GameReader, order: orders.Play) -> orders.Play:
    if not reader.take("on"):
        return order
    seat = plain_seat_slot(reader.names)
    card = slots.any_card(reader.names)
    kinds = [card, seat]
    if reader.take("player"):
        kinds = [seat]
    elif reader.take("card", "group"):
        kinds = [card]
    slot, found = reader.name_of(kinds, _BEFORE_MOMENT)
    if slot.index is seat.index:
        return changed(order, against=found)
    return changed(order, on=found)


def use(reader: GameReader) -> orders.UseRealign | orders.UseBuyCard | PlayOrder:
    kinds = (slots.power(reader.names), slots.special(reader.names))
    _, card = reader.name_of(kinds, _AFTER_POWER)
    if card in SPECIALS:
        return _played(reader, card)
    if CARDS[card].ability(ab.BuyCard) is not None:
        return orders.UseBuyCard(card)
    return _realign(reader, card)


_CHANGES: dict[str, tuple[orders.AlignmentChange, tuple[str, ...]]] = {
    "add": ("add", ("to",)),
    "remove": ("remove", ("from", "of")),
    "reverse": ("reverse", ("of", "on", "for")),
}


def _realign(reader: GameReader, card: str) -> orders.UseRealign:
    reader.take("to")
    found = _CHANGES.get(reader.peek())
    if found is None:
        raise ParseError(f"I expected ADD, REMOVE or REVERSE after {card_name(card)}")
    reader.at += 1
    change, links = found
    slot = slots.alignment(reader.names)
    word = reader.name(slot, links)
    alignment = next(a for a in ab.ALIGNMENTS if a == word)
    reader.need(*links)
    return orders.UseRealign(card, change, alignment, reader.name(slots.any_card(reader.names)))


def show(reader: GameReader) -> orders.Show:
    card = reader.name(slots.special(reader.names), ("to",))
    reader.need("to")
    if reader.take(*EVERYBODY):
        return orders.Show(card, reader.names.others)
    return orders.Show(card, reader.seats())


_WHEN: dict[orders.Window, str] = {
    "W1": "WHEN ANNOUNCED",
    "W2": "BEFORE DICE",
    "W3": "AFTER DICE",
    "W4": "AFTER RESULT",
    "T1": "BEFORE TURN",
    "T2": "BEFORE VICTORY",
}

_LINK = {"add": "TO", "remove": "FROM", "reverse": "OF"}


def format_play(order: orders.Play, names: Vocabulary) -> str:
    """A play with the moment it waits for before the amounts."""
    text = f"PLAY {card_name(order.card)}"
    if order.against:
        is_card = bool(card_index(names.own_cards).exact(key(order.against)))
        text += f" ON {'PLAYER ' if is_card else ''}{order.against}"
    elif order.on:
        is_seat = bool(names.plain_seat_index.exact(key(card_name(order.on))))
        text += f" ON {'CARD ' if is_seat else ''}{card_name(order.on)}"
    if order.master:
        text += f" UNDER {card_name(order.master)}"
    if order.arrow:
        text += f" AT {order.arrow}"
    if order.window is not None:
        text += f" {_WHEN[order.window]}"
    if order.line is not None:
        text += f" ON {order.line}"
    return f"{text}: {format_amounts(order.amounts)}" if order.amounts else text


def _format_use(order: orders.UseRealign | orders.UseBuyCard, _: Vocabulary) -> str:
    match order:
        case orders.UseBuyCard(card):
            return f"USE {card_name(card)}"
        case orders.UseRealign(card, change, alignment, target):
            what = f"{change.upper()} {alignment.capitalize()}"
            return f"USE {card_name(card)} TO {what} {_LINK[change]} {card_name(target)}"


def _format_show(order: orders.Show, names: Vocabulary) -> str:
    everybody = len(order.to) > 1 and order.to == names.others
    return f"SHOW {card_name(order.card)} TO {'ALL' if everybody else ', '.join(order.to)}"


PLAY_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "SHOW",
        "script",
        "Shows a Special of your hand. Free, at any time.",
        ("SHOW special TO player, player", "SHOW special TO ALL"),
        ("SHOW Bribery TO bob, cat", "SHOW Bribery TO ALL"),
        "R9.5",
        ("REVEAL",),
        gloss="let somebody see a Special",
        parse=show,
        makes=(orders.Show,),
        format=_format_show,
    ),
    OrderVerb(
        "PLAY",
        "script",
        "Plays a Special, or says when it is to be played.",
        (
            "PLAY special",
            "PLAY special ON group  |  ON player",
            "PLAY Bribery ON group UNDER card AT arrow",
            "PLAY White Collar Crime: n ON card, n ON card",
            "PLAY special ON n  |  BEFORE DICE ON n  |  AFTER DICE ON n  |  AFTER RESULT ON n",
            "PLAY special BEFORE VICTORY",
            "PLAY Murphys Law ON n IF IT SUCCEEDS  |  ON ANY ATTACK BY player IF IT FAILS",
            "PLAY Interference ON n",
            "PLAY Secrets ON ANY Special AGAINST ME  |  ON special BY player",
            "PLAY Senate ON player",
        ),
        (
            "PLAY Bribery ON Texas UNDER Mafia AT E",
            "PLAY Slush Fund",
            "PLAY Media Campaign ON KGB",
            "PLAY Computer Espionage ON bob",
            "PLAY White Collar Crime: 10 ON Mafia, 5 ON CIA",
            "PLAY Slush Fund BEFORE DICE ON 1",
            "PLAY Slush Fund BEFORE VICTORY",
            "PLAY Murphys Law ON 1 IF IT SUCCEEDS",
            "PLAY Assassination ON ANY ATTACK BY bob IF IT FAILS",
            "PLAY Interference ON 1",
            "PLAY Secrets ON ANY Special AGAINST ME",
            "PLAY Secrets ON Murphys Law BY bob",
            "PLAY Senate ON bob ON HIS NEXT TURN",
        ),
        "R9.6",
        gloss="use a Special",
        parse=play,
        makes=(orders.Play,),
        format=format_play,
    ),
    OrderVerb(
        "USE",
        "script",
        "Uses the power of one of your groups. Free, once a turn.",
        (
            "USE Lasers TO ADD alignment TO group",
            "USE Lasers TO REMOVE alignment FROM group",
            "USE Lasers TO REVERSE alignment OF group",
            "USE Recyclers",
        ),
        (
            "USE Lasers TO ADD Weird TO Texas",
            "USE Lasers TO REMOVE Violent FROM Texas",
            "USE Lasers TO REVERSE Straight OF Pentagon",
            "USE Recyclers",
        ),
        "R2.8",
        gloss="use the power of a group",
        parse=use,
        makes=(orders.UseRealign, orders.UseBuyCard),
        format=_format_use,
    ),
)
