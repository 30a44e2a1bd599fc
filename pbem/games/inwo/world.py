"""How the table stands, as values for the templates of mails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from engine.inwo.cards import InwoCard, card_id, card_of
from engine.inwo.deeds.on_draws import is_about_to_draw
from engine.inwo.facts import Facts, facts
from engine.inwo.goals import Count, GoalUnit, counts_of
from engine.inwo.state import Deal, InwoSeat, InwoState, Question
from engine.inwo.view import inwo_view
from pbem.documents.layout.cast import person
from pbem.documents.layout.plain import one_line
from pbem.games.inwo.attack_story import open_attack
from pbem.games.inwo.card_names import LETTERS, in_words, name_of, names_of
from pbem.games.inwo.card_texts import card_text
from pbem.games.inwo.story import asked_of
from pbem.games.inwo.suggestions import leads_of

NAME_WIDTH, _MOST_RAILS = 42, 21
"""Columns of a tree with its names, and of its branches."""
_UNITS: dict[GoalUnit, str] = {
    "groups": " Groups",
    "power": " Power",
    "destroyed": " destroyed",
    "rivals": " rivals",
    "cards": " cards",
    "": "",
}


class HandCard(NamedTuple):
    """A card of the reader's hand and what it says."""

    name: str
    text: str
    id: str


class TableCard(NamedTuple):
    """A card of a structure; `rails`, its branch and arrow, and `name` fill NAME_WIDTH columns."""

    rails: str
    name: str
    power: str
    tokens: str
    resistance: str
    alignments: str
    note: str


class PowerStructure(NamedTuple):
    """A seat's cards on the table, and sentences on what it holds; no cards of one that is out."""

    seat: str
    rows: tuple[TableCard, ...]
    counts: tuple[str, ...]


def encode_view(state: InwoState, seat: str) -> str:
    """All that a seat may know, as JSON; what anybody may know for ""."""
    return msgspec.json.encode(inwo_view(state, seat or None)).decode()


def table(state: InwoState, seat: str) -> dict[str, Any]:
    """The table as a seat knows it, or as everybody does."""
    return _table(inwo_view(state, seat or None), seat)


def _table(view: InwoState, seat: str) -> dict[str, Any]:
    return {
        "structures": structures(view, seat),
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
        "moment": next((ask.moment for ask in view.asks if ask.moment), ""),
        "has_drawn": view.turn.step not in ("b1", "b2")
        and not (view.turn.paid or is_about_to_draw(view)),
        "game_form": view.options.game_form,
        "has_plot_decks": view.options.has_plot_decks,
        "is_over": bool(view.winners) or not view.asks,
        "is_out": is_out,
        "winners": " ".join(_won(view, winner, seat) for winner in view.winners),
        "goals": "" if is_out else own_goals(view, seat),
        "warning": "" if is_out else _without_puppets(view, seat),
        "attack": open_attack(view, seat),
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


def structures(view: InwoState, reader: str) -> tuple[PowerStructure, ...]:
    """Every seat's structure, with what is counted of it."""
    known = facts(view)
    return tuple(_structure(known, seat, reader) for seat in view.seats)


def _structure(known: Facts, seat: InwoSeat, reader: str) -> PowerStructure:
    name = "YOU" if seat.name == reader else seat.name
    if seat.is_out:
        return PowerStructure(name, (), ("Out of the game.",))
    rows = (_row(known, seat.illuminati, ""), *_below(known, seat.illuminati, ""))
    return PowerStructure(name, rows, tuple(_counts(known.state, seat)))


def _counts(view: InwoState, seat: InwoSeat) -> Iterator[str]:
    """What a seat holds, how much is left in its decks, and how near it is to winning."""
    yield (
        f"In hand: {len(seat.plots)} Plots, {len(seat.groups)} Group cards. In the decks: "
        f"{len(seat.plot_deck)} and {len(seat.group_deck)}."
    )
    if seat.exposed:
        yield f"Exposed: {names_of(seat.exposed)}."
    if seat.destroyed:
        yield f"Cards destroyed: {len(seat.destroyed)}."
    yield f"Goals: {goals(view, seat.name)}."


def _below(known: Facts, master: str, rails: str) -> Iterator[TableCard]:
    """The cards under another, each with its branch and its arrow."""
    puppets = tuple(known.puppets.get(master, ()))
    for copy in puppets:
        is_last = copy == puppets[-1]
        fork = f"{'`-' if is_last else '|-'}{known.table[copy].arrow} "
        yield _row(known, copy, _shortened(rails + fork))
        yield from _below(known, copy, rails + ("   " if is_last else "|  "))


def _shortened(rails: str) -> str:
    """Of many branches the outermost are left out, so that a name fits."""
    return rails if len(rails) <= _MOST_RAILS else "~" + rails[1 - _MOST_RAILS :]


def _row(known: Facts, copy: str, rails: str) -> TableCard:
    is_group = known.is_group(copy)
    wide = known.value(copy, "global")
    words = known.words(copy)
    linked = [f"with {card_of(one).name}" for one in known.linked.get(copy, ())]
    ruined = ["Devastated"] if known.is_devastated(copy) else []
    return TableCard(
        rails,
        one_line(card_of(copy).name, NAME_WIDTH - len(rails)),
        f"{known.power(copy)}" + (f"/{wide}" if wide else ""),
        str(known.state.tokens.get(copy, 0) or "-"),
        str(known.value(copy, "resistance")) if is_group else "-",
        "".join(letter for word, letter in LETTERS.items() if word in words) or "-",
        ", ".join((*ruined, *linked)),
    )


def counted(view: InwoState, seat: str) -> Sequence[Count]:
    """How near a seat is to its Goals, as far as the reader may know them; the Basic Goal first."""
    is_known = not any(card.startswith("hidden-") for card in view.seat(seat).plots)
    return counts_of(view, seat, is_known)


def goals(view: InwoState, seat: str) -> str:
    """How near a seat is to each of its Goals, in a row."""
    basic, *others = counted(view, seat)
    rows = [f"{name_of(one.goal)} {_nearness(one)}" for one in others]
    return "; ".join((_nearness(basic), *rows))


def count(view: InwoState, seat: InwoSeat, reader: str) -> str:
    """The same with whose it is, as it is told to a seat."""
    near = "out of the game" if seat.is_out else goals(view, seat.name)
    return f"{person(seat.name, reader).cap}: {near}"


def common_piles(view: InwoState) -> Iterator[str]:
    """The decks that all have in common, and what was discarded of them (I29.1, I30.1)."""
    shared, first = view.options.shared, view.seats[0]
    if shared:
        yield f"For everybody: {_decks(first, shared)}"
        common = [copy for copy in first.discards if _deck_of(copy) in shared]
        yield f"   discarded: {names_of(common) or 'nothing'}"


def piles(view: InwoState, seat: InwoSeat, reader: str) -> Iterator[str]:
    """A seat's decks, and what it has discarded and destroyed."""
    who = person(seat.name, reader)
    own = [deck for deck in _CARDS_OF if deck not in view.options.shared]
    yield f"{who.cap}: {_decks(seat, own)}" if own else f"{who.cap}:"
    if own:
        discards = [copy for copy in seat.discards if _deck_of(copy) in own]
        yield f"   discarded: {names_of(discards) or 'nothing'}"
    ruins = [name_of(ruin.copy) + _had_by(ruin.loser, reader) for ruin in seat.destroyed]
    yield f"   destroyed by {who}: {in_words(ruins) or 'nothing'}"


_CARDS_OF = {"plot_deck": "Plots", "group_deck": "Group cards"}


def _deck_of(copy: str) -> str:
    return "plot_deck" if card_of(copy).is_plot else "group_deck"


def _decks(seat: InwoSeat, decks: Sequence[str]) -> str:
    """So many cards in some of its decks."""
    parts = [f"{len(getattr(seat, deck))} {_CARDS_OF[deck]}" for deck in decks]
    return f"{' and '.join(parts)} in the deck{'s' if len(parts) > 1 else ''}"


def _had_by(loser: str, reader: str) -> str:
    return f" ({person(loser, reader).yours})" if loser else ""


def own_goals(view: InwoState, seat: str) -> str:
    """The same to the seat itself, in sentences."""
    basic, *others = counted(view, seat)
    rows = [f"{name_of(one.goal)}: {_nearness(one)}." for one in others]
    needs = f"the {basic.needs} Groups you need, your Illuminati included"
    return " ".join((f"You have {basic.has} of {needs}{_why(basic)}.", *rows))


def _without_puppets(view: InwoState, seat: str) -> str:
    """What somebody without a puppet has to fear; nobody before he has had a turn."""
    had = view.seat(seat).turns_taken
    if not 0 < had < 3 or len(facts(view).groups[seat]) > 1:
        return ""
    turns = "one turn" if had == 1 else f"{had} turns"
    return (
        "You control no Group. Whoever has none at the end of his third turn is out of the game; "
        f"you have had {turns}."
    )


def _won(view: InwoState, winner: str, seat: str) -> str:
    who = "You win" if winner == seat else f"{winner} wins"
    return f"{who} with {goals(view, winner)}."


def _nearness(count: Count) -> str:
    """7 of 11 Groups (5 in play, 2 of them counted twice)."""
    return f"{count.has} of {count.needs}{_UNITS[count.unit]}{_why(count)}"


def _why(count: Count) -> str:
    """What makes more of the Groups in play."""
    beside = []
    if count.doubled:
        beside.append(f"{count.doubled} of them counted twice")
    if count.extra:
        beside.append(f"{count.extra} more by the goal")
    in_play = count.has - count.doubled - count.extra
    return f" ({', '.join((f'{in_play} in play', *beside))})" if beside else ""


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
        found.setdefault(
            card.id + marks,
            HandCard(f"{card.name}{_printed(card)}{marks}", card_text(card.id), card.id),
        )
    return tuple(found.values())


def _printed(card: InwoCard) -> str:
    """What a card of the hand has printed on it beside its text."""
    if card.is_plot:
        return ""
    if card.family == "resource":
        return " (Resource)"
    return f" (Power {card.power}, Resistance {card.resistance})"


def _number(seat: InwoSeat, copy: str) -> int:
    held = (*seat.plots, *seat.groups)
    return sum(card_id(one) == card_id(copy) for one in held if one not in seat.exposed)


def leads(state: InwoState, seat: str) -> tuple[str, ...]:
    """The Groups of a deck of his own, by name: its order is nobody's to know."""
    if "group_deck" in state.options.shared:
        return ()
    rows = map(card_of, leads_of(state, seat))
    return tuple(sorted(f"{card.name} {card.power}" for card in rows))


def format_question(question: Question) -> str:
    """What the reader must choose."""
    if question.kind == "consent":
        return (
            f"{question.credit} asks for your consent to {asked_of(question)}. "
            "Answer CONSENT or REFUSE."
        )
    if question.kind == "keep-or-lie":
        return (
            f"Trade {question.amount} below is agreed. Answer CHOOSE KEEP to give your side of it, "
            "or CHOOSE LIE if you have the Plot by which you need not. If you stay silent, you "
            "keep it, unless you have said AND LIE."
        )
    if question.kind == "use-or-lose":
        return (
            f"Because of {name_of(question.card)} you must use {names_of(question.cards)} at once, "
            "or discard it. Answer with PLAY, as you would play it, or with CHOOSE and its name to "
            "discard it."
        )
    if question.kind == "rearrange":
        return (
            f"Before {name_of(question.card)} takes effect you may move Groups, each for a Plot, "
            "or rearrange your whole structure for three. Answer MOVE group UNDER group "
            "DISCARDING plot, or ARRANGE with DISCARDING and three Plots; DISCARDING 1 PLOT takes "
            "the top one of your deck. PASS leaves everything as it is."
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
        f"Answer with CHOOSE and the name{place}."
    )


def deals(view: InwoState, seat: str) -> tuple[str, ...]:
    """The offers that lie open between the reader and others, by his own numbers."""
    return tuple(_deal(deal, seat) for deal in view.deals)


def _deal(deal: Deal, seat: str) -> str:
    by, to = person(deal.by, seat), person(deal.to, seat)
    goods = f"{names_of(deal.gives)} for {names_of(deal.wants) or 'nothing'}"
    what = "Offer" if deal.accepted is None else "Trade"
    return f"{what} {deal.number_of(seat)}: {by} give{by.s} {to} {goods}."
