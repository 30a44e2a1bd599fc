"""What a player may look up by mail: rules and cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.illuminati.abilities import Alignment
from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.cards.card import Card, Special
from engine.illuminati.state import State
from engine.illuminati.view import CardView, SeatView, View
from engine.illuminati.view import view as view_of
from pbem.documents.layout.cast import listed, person
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.render import render
from pbem.games.illuminati.report.parts.names import LETTERS, card_name, short_name
from pbem.games.illuminati.report.parts.world import card_facts
from pbem.games.illuminati.rulebook import BOOK

MOST_RULES_OF_A_CARD = 6


@dataclass(frozen=True, slots=True)
class CardNote:
    """All about a card as one player may know it; `where` and `now` are sentences."""

    name: str
    code: str
    kind: str
    facts: str
    text: str
    goal: str
    where: str
    now: str
    rules: tuple[str, ...]


def cards(state: State, context: MailContext, cards: Sequence[str]) -> Mail:
    """All about some cards, by id, each with the numbers of the rules that name it."""
    view = view_of(state, context.seat)
    notes = [_card_note(view, card) for card in cards]
    return render("illuminati/card", {"head": letterhead(context), "cards": notes})


def rules(context: MailContext, words: Sequence[str], rulings: Sequence[tuple[int, str]]) -> Mail:
    """The rules that words or numbers find; the chapters and this game's rulings for ""."""
    return BOOK.mail(context, words, rulings)


def _card_note(view: View, card: str) -> CardNote:
    """A card's figures, text, rules, and where it is as far as the reader of `view` may know."""
    printed = CARDS.get(card) or SPECIALS[card]
    found = BOOK.rules(printed.name.removeprefix("The "))
    return CardNote(
        printed.name,
        printed.code,
        _kind(printed),
        "; ".join(_facts(printed)),
        printed.text,
        printed.goal_text if isinstance(printed, Card) else "",
        _where(view, printed),
        _now(view, printed),
        tuple(rule.number for rule in found[:MOST_RULES_OF_A_CARD]),
    )


def _kind(card: Card | Special) -> str:
    if isinstance(card, Special):
        return "a Special" + (f", {card.copies} copies in the deck" if card.copies > 1 else "")
    return "an Illuminati" if card.is_illuminati else "a Group"


def _facts(card: Card | Special) -> Iterator[str]:
    if isinstance(card, Special):
        return
    if not card.is_illuminati:
        yield from card_facts(card)
        return
    yield f"Power {card.power}/{card.transferable}"
    yield f"Income {card.income}"
    yield "out at " + " ".join(card.outline.arrows_out)


def _found(view: View, card: str) -> tuple[SeatView, CardView] | None:
    return next(((s, c) for s in view.seats for c in s.cards if c.card == card), None)


def _where(view: View, card: Card | Special) -> str:
    if isinstance(card, Special):
        return _where_special(view, card)
    found = _found(view, card.id)
    if found is not None:
        seat, shown = found
        who = person(seat.name, view.seat)
        if shown.master is None:
            return f"{who.cap} play{who.s} it."
        money = _money(shown)
        return f"{who.cap} hold{who.s} it under {short_name(shown.master)} at {shown.arrow}{money}."
    if card.is_illuminati:
        return "Nobody plays it, as far as you know."
    if card.id in view.uncontrolled:
        return "It is uncontrolled."
    if card.id in view.dead:
        by = [person(s.name, view.seat) for s in view.seats if card.id in s.kills]
        return f"It is dead{', destroyed by ' + str(by[0]) if by else ''}."
    return "It has not turned up yet."


def _where_special(view: View, card: Special) -> str:
    places = []
    held = view.hand.count(card.id)
    if held:
        places.append("You hold it." if held == 1 else f"You hold {held} of them.")
    used = view.discards.count(card.id)
    if used:
        places.append("It has been used." if used == 1 else f"{used} have been used.")
    if held + used < card.copies:
        rest = "It is" if not places else "The others are"
        places.append(f"{rest} in the deck or in somebody's hand.")
    return " ".join(places)


def _money(shown: CardView) -> str:
    if shown.money is not None:
        return f", with {shown.money} MB on it"
    return ", with some money on it" if shown.has_money else ", without money"


def _now(view: View, card: Card | Special) -> str:
    """Alignments in force where they are not the printed ones, and arrows that are open."""
    if isinstance(card, Special):
        return ""
    found = _found(view, card.id)
    realigned: dict[str, tuple[Alignment, ...]] = dict(view.realigned)
    now = found[1].alignments if found else realigned.get(card.id, card.alignments)
    sentences = []
    if set(now) != set(card.alignments):
        words = listed([a.capitalize() for a in LETTERS if a in now]) or "no alignment"
        sentences.append(f"Now it counts as: {words}.")
    if found is not None:
        arrows = ", ".join(found[1].open_arrows)
        sentences.append(f"Open arrows: {arrows}." if arrows else "No arrow of it is open.")
        is_deeper = found[1].master not in (None, found[0].illuminati)
        if is_deeper and found[0].name != view.seat:
            sentences.append(f"It belongs to {card_name(found[0].illuminati)}.")
    return " ".join(sentences)
