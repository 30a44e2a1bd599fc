"""How the table stands, as values for the templates of mails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from engine.inwo.attacks.sum import need_of, terms_of
from engine.inwo.cards import card_id, card_of
from engine.inwo.facts import Facts, facts
from engine.inwo.goals import Count, counts_of
from engine.inwo.options import percent_of
from engine.inwo.selectors import TEN
from engine.inwo.state import InwoSeat, InwoState, Question
from engine.inwo.view import inwo_view
from pbem.games.inwo.card_texts import card_text
from pbem.games.inwo.story import asked_of, format_term, in_words, name_of, names_of

_LETTERS = dict(zip(TEN, "GCLOPVSWRF", strict=True))


class HandCard(NamedTuple):
    """A card of the reader's hand and what it says."""

    name: str
    text: str
    id: str


class OpenAttack(NamedTuple):
    """The attack under way: in a sentence, its sum part by part, its need and chance."""

    sentence: str
    terms: tuple[tuple[str, str], ...]
    need: int
    chance: int


def encode_view(state: InwoState, seat: str) -> str:
    """All that a seat may know, as JSON; what anybody may know for ""."""
    return msgspec.json.encode(inwo_view(state, seat or None)).decode()


def table(state: InwoState, seat: str) -> dict[str, Any]:
    """The table as a seat knows it, or as everybody does."""
    return _table(inwo_view(state, seat or None), seat)


def _table(view: InwoState, seat: str) -> dict[str, Any]:
    return {
        "structures": structures(view),
        "lying_open": lying_open(view),
        "deals": deals(view, seat) if seat else (),
    }


def standing(state: InwoState, seat: str) -> dict[str, Any]:
    """How the game stands for a seat: what it is asked, what it has, how near it is to winning."""
    view = inwo_view(state, seat)
    is_out = view.seat(seat).is_out
    return _table(view, seat) | {
        "illuminati": name_of(view.seat(seat).illuminati),
        "asked": next((ask.kind for ask in view.asks if seat in ask.seats), ""),
        "is_over": bool(view.winners) or not view.asks,
        "is_out": is_out,
        "winners": f"{in_words(view.winners)} won." if view.winners else "",
        "goals": "" if is_out else goals(view, seat),
        "attack": open_attack(view),
        "questions": [format_question(one) for one in view.questions],
        "hand": hand(view, seat),
        "leads": leads(state, seat) if view.turn.step == "leads" else (),
    }


def card_facts(id_: str) -> dict[str, str]:
    """All about a card."""
    card = card_of(id_)
    power = f"Power {card.power}" + (f"/{card.global_power}" if card.global_power else "")
    kind = card.family.capitalize()
    words = sorted(word for word in card.words if word != card.family)
    return {
        "name": card.name,
        "kind": kind if card.is_plot else f"{kind}, {power}, Resistance {card.resistance}",
        "words": ", ".join(words),
        "text": card_text(id_),
        "requires": card.requires,
        "rule": card.listing,
        "set": card.set.capitalize(),
    }


def structures(view: InwoState) -> tuple[str, ...]:
    """Every seat's structure as lines, an empty line between two."""
    known = facts(view)
    blocks = ["\n".join(_structure(known, seat)) for seat in view.seats]
    return tuple("\n\n".join(blocks).split("\n"))


def _structure(known: Facts, seat: InwoSeat) -> Iterator[str]:
    """A seat's head line, what is counted, and its Groups as a tree."""
    if seat.is_out:
        yield f"{seat.name}: out of the game"
        return
    yield f"{seat.name}: {_card(known, seat.illuminati)}"
    yield (
        f"   Plots {len(seat.plots)}, Group cards {len(seat.groups)}, decks "
        f"{len(seat.plot_deck)} and {len(seat.group_deck)}, destroyed {len(seat.destroyed)}"
    )
    if seat.exposed:
        yield f"   exposed: {names_of(seat.exposed)}"
    yield f"   goals: {goals(known.state, seat.name)}"
    yield from _below(known, seat.illuminati, 1)


def _below(known: Facts, master: str, depth: int) -> Iterator[str]:
    for copy in known.puppets.get(master, ()):
        yield f"{'   ' * depth}{known.table[copy].arrow}: {_card(known, copy)}"
        yield from _below(known, copy, depth + 1)


def _card(known: Facts, copy: str) -> str:
    """Mafia 6/6 (*) R7 VR {Necronomicon}."""
    wide = known.value(copy, "global")
    power = f"{known.power(copy)}" + (f"/{wide}" if wide else "")
    tokens = known.state.tokens.get(copy, 0)
    token = "(*)" if tokens == 1 else f"({tokens})" if tokens else "( )"
    words = known.words(copy)
    letters = "".join(letter for word, letter in _LETTERS.items() if word in words)
    is_group = known.is_group(copy)
    resistance = f" R{known.value(copy, 'resistance')} {letters}".rstrip() if is_group else ""
    linked = known.linked.get(copy, ())
    braces = f" {{{', '.join(card_of(one).name for one in linked)}}}" if linked else ""
    ruined = " Devastated" if known.is_devastated(copy) else ""
    return f"{card_of(copy).name} {power} {token}{resistance}{braces}{ruined}"


def counted(view: InwoState, seat: str) -> Sequence[Count]:
    """How near a seat is to its Goals, as far as the reader may know them; the Basic Goal first."""
    is_known = not any(card.startswith("hidden-") for card in view.seat(seat).plots)
    return counts_of(view, seat, is_known)


def goals(view: InwoState, seat: str) -> str:
    basic, *others = counted(view, seat)
    rows = [f"{name_of(one.goal)} {one.has} of {one.needs}" for one in others]
    return "; ".join((f"{basic.has} of {basic.needs} Groups", *rows))


def lying_open(view: InwoState) -> str:
    """The cards that lie on the table for all, such as New World Orders."""
    roots = [seat.illuminati for seat in view.seats]
    return names_of(
        copy
        for copy, card in view.table.items()
        if card.master is None and card.host is None and copy not in roots
    )


def hand(view: InwoState, seat: str) -> tuple[HandCard, ...]:
    """The reader's Plots, then his Group cards; of several copies one is told."""
    mine = view.seat(seat)
    found: dict[str, HandCard] = {}
    for copy in (*mine.plots, *mine.groups):
        card, number = card_of(copy), _number(mine, copy)
        marks = (f" x{number}" if number > 1 else "") + (
            " (exposed)" if copy in mine.exposed else ""
        )
        kind = "" if card.is_plot else f" {card.power} R{card.resistance}"
        found.setdefault(
            card.id + marks, HandCard(f"{card.name}{kind}{marks}", card_text(card.id), card.id)
        )
    return tuple(found.values())


def _number(seat: InwoSeat, copy: str) -> int:
    held = (*seat.plots, *seat.groups)
    return sum(card_id(one) == card_id(copy) for one in held if one not in seat.exposed)


def leads(state: InwoState, seat: str) -> tuple[str, ...]:
    """The Groups of his own deck, by name: its order is nobody's to know."""
    deck = {card_id(copy) for copy in state.seat(seat).group_deck}
    rows = (card_of(id_) for id_ in deck)
    return tuple(sorted(f"{card.name} {card.power}" for card in rows if "group" in card.words))


def open_attack(view: InwoState) -> OpenAttack | None:
    attack = view.attack
    if attack is None:
        return None
    terms = terms_of(view, attack)
    aim = "to destroy" if attack.form == "destroy" else "to control"
    by = attack.attacker or attack.by_card
    with_ = f" with {name_of(by)}" if by else ""
    owner = view.controller(attack.target)
    whose = f" of {owner}" if owner and not attack.from_hand else " out of the hand"
    privileged = ", privileged" if attack.privileged else ""
    privileged += ", tentative" if attack.intent is not None else ""
    sentence = (
        f"Attack {attack.number}, round {attack.round + 1}: {attack.seat} attacks "
        f"{name_of(attack.target)}{whose}{with_} {aim}{privileged}."
    )
    need = need_of(terms)
    rows = tuple((format_term(one), f"{one.value:+d}") for one in terms)
    return OpenAttack(sentence, rows, need, percent_of(need))


def format_question(question: Question) -> str:
    """What the reader must choose."""
    if question.kind == "consent":
        return f"{question.credit} asks: {asked_of(question)}. Answer CONSENT or REFUSE."
    if question.kind == "use-or-lose":
        return (
            f"Because of {name_of(question.card)} you must use {names_of(question.cards)} at once, "
            "or discard it. Answer with PLAY as you would play it, or CHOOSE and its name to "
            "discard it."
        )
    if question.kind == "rearrange":
        return (
            f"Before {name_of(question.card)} takes effect you may move Groups, each for a Plot, "
            "or lay your structure anew for three. Answer MOVE group UNDER group DISCARDING plot, "
            "or ARRANGE with DISCARDING and three Plots; DISCARDING 1 PLOT takes the top one of "
            "your deck. PASS leaves all as it lies."
        )
    wanted = {
        "discard-plots": "of your Plots to give up",
        "lose-group": "of your Groups to lose",
        "pick": "of these to go",
        "take": "of these to take",
        "expose": "of these to expose",
        "hold-out": "of these to hold out",
        "this-or-rest": "way, 1 for the Plot held out, 2 for all others",
        "bury-groups": "of your Group cards to put under your deck",
        "search": "of these cards of your deck to draw",
        "infect": "of these Personalities to get it",
        "stock": "of these Resources to come with it",
        "hand-on": "of these: it is discarded, or goes to the player of that Illuminati",
        "pay-or-lose": "of these: your Illuminati gives a token, a Group is lost",
    }[question.kind]
    among = f": {names_of(question.cards)}" if question.cards else ""
    place = ", or its place in this list" if question.cards else ""
    return (
        f"Because of {name_of(question.card)} you must choose {question.number} {wanted}{among}. "
        f"Answer CHOOSE and the name{place}."
    )


def deals(view: InwoState, seat: str) -> tuple[str, ...]:
    """The offers that lie open between the reader and others, by his own numbers."""
    return tuple(
        f"Offer {deal.number_of(seat)}: {deal.by} gives {deal.to} {names_of(deal.gives)} for "
        f"{names_of(deal.wants) or 'nothing'}."
        for deal in view.deals
    )
