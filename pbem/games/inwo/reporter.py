"""The mails of INWO: what happened, how things stand, what to do next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from engine.inwo.attacks.sum import need_of, terms_of
from engine.inwo.cards import card_of
from engine.inwo.events import InwoEvent
from engine.inwo.facts import Facts, facts
from engine.inwo.goals import counts_of
from engine.inwo.state import InwoSeat, InwoState, Question, RunningAttack
from engine.inwo.view import inwo_seen, inwo_view
from pbem.documents.marks import marked
from pbem.games.contract.plain_mails import PlainReporter
from pbem.games.inwo.language import LANGUAGE
from pbem.games.inwo.story import in_words, name_of, names_of, tell, terms_told

_LETTERS = {
    "government": "G",
    "corporate": "C",
    "liberal": "L",
    "conservative": "O",
    "peaceful": "P",
    "violent": "V",
    "straight": "S",
    "weird": "W",
    "criminal": "R",
    "fanatic": "F",
}
_KEY = (
    "Behind a Group stand its Power, after a slash its Global Power, (*) for a token, R and its "
    "Resistance, and its alignments: Government, Corporate, Liberal, cOnservative, Peaceful, "
    "Violent, Straight, Weird, cRiminal, Fanatic. What is linked to it stands in braces."
)


class InwoReporter(PlainReporter[InwoState, InwoEvent]):
    """Whole sentences, and every structure as a tree."""

    def __init__(self) -> None:
        super().__init__(lambda event, seat, _state: inwo_seen(event, seat))

    def tell(self, event: InwoEvent, seat: str, /) -> str:
        return tell(event, seat)

    def world(self, state: InwoState, seat: str, /) -> Sequence[str]:
        view = inwo_view(state, seat or None)
        return tuple(_world(view, seat))

    def view(self, state: InwoState, seat: str, /) -> str:
        return msgspec.json.encode(inwo_view(state, seat)).decode()


def _world(view: InwoState, seat: str) -> Iterator[str]:
    known = facts(view)
    if view.attack is not None:
        yield from _attack(view, view.attack)
    for question in view.questions:
        yield _question(question)
    for one in view.seats:
        if one.name == seat and not one.is_out:
            yield marked("YOUR HAND", "secret")
            yield f"Plots: {_hand(one.plots, one.exposed)}."
            yield f"Group cards: {_hand(one.groups, ())}."
            yield from _options(view, seat)
    yield marked("THE TABLE", "heading")
    for one in view.seats:
        yield marked("\n".join(_structure(known, one)), "columns")
    lying = [copy for copy, card in view.table.items() if _lies_alone(view, copy)]
    if lying:
        yield f"For all: {names_of(lying)}."
    for deal in view.deals:
        number = deal.number_of(seat)
        wants = names_of(deal.wants) or "nothing"
        yield f"Offer {number}: {deal.by} gives {deal.to} {names_of(deal.gives)} for {wants}."
    yield _KEY


def _attack(view: InwoState, attack: RunningAttack) -> Iterator[str]:
    terms = terms_of(view, attack)
    aim = "to destroy" if attack.form == "destroy" else "to control"
    by = attack.attacker or attack.by_card
    with_ = f" with {name_of(by)}" if by else ""
    yield marked("THE ATTACK", "heading")
    yield (
        f"Attack {attack.number}, round {attack.round + 1}: {attack.seat} attacks "
        f"{name_of(attack.target)}{with_} {aim}: {terms_told(terms)}. The need is {need_of(terms)}."
    )


def _question(question: Question) -> str:
    among = f" Among {names_of(question.cards)}." if question.cards else ""
    return (
        f"You are asked because of {name_of(question.card)}: answer CHOOSE and "
        f"{question.number} of your cards.{among}"
    )


def _hand(cards: Sequence[str], exposed: Sequence[str]) -> str:
    told = [name_of(copy) + (" (exposed)" if copy in exposed else "") for copy in cards]
    return in_words(told) or "none"


def _options(view: InwoState, seat: str) -> Iterator[str]:
    """Attacks that are legal now, to be copied."""
    if view.turn.seat == seat and not view.winners:
        attacks = LANGUAGE.attacks(view, seat)
        if attacks:
            yield f"You could, for instance: {'; '.join(attacks)}."


def _lies_alone(view: InwoState, copy: str) -> bool:
    card = view.table[copy]
    roots = [seat.illuminati for seat in view.seats]
    return card.master is None and card.host is None and copy not in roots


def _structure(known: Facts, seat: InwoSeat) -> Iterator[str]:
    """A seat's head line and its Groups as a tree."""
    if seat.is_out:
        yield f"{seat.name}: out of the game"
        return
    exposed = f" ({names_of(seat.exposed)} exposed)" if seat.exposed else ""
    destroyed = f", {len(seat.destroyed)} destroyed" if seat.destroyed else ""
    yield f"{seat.name}: {_card(known, seat.illuminati)}"
    yield (
        f"  Plots {len(seat.plots)}{exposed}, Group cards {len(seat.groups)}, decks "
        f"{len(seat.plot_deck)} and {len(seat.group_deck)}{destroyed}"
    )
    yield f"  {_goals(known.state, seat.name)}"
    yield from _below(known, seat.illuminati, 1)


def _goals(view: InwoState, seat: str) -> str:
    """How near it is to its Goals, as far as the reader may know them."""
    known = [card for card in view.seat(seat).plots if not card.startswith("hidden-")]
    told = [f"{one.has} of {one.needs}" for one in counts_of(view, seat, bool(known))]
    return f"Basic Goal {told[0]}" + (f"; other Goals {in_words(told[1:])}" if told[1:] else "")


def _below(known: Facts, master: str, depth: int) -> Iterator[str]:
    for copy in known.puppets.get(master, ()):
        yield f"{'  ' * depth}{known.table[copy].arrow}: {_card(known, copy)}"
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
