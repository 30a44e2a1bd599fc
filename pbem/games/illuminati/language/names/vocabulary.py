"""What can be named in a letter: the cards, the seats, and what of them is legal where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from engine.illuminati.abilities import ALIGNMENTS, BuyCard, BuyPrivilege, Realign, Upkeep
from engine.illuminati.advanced.hidden import known
from engine.illuminati.cards import CARDS, ILLUMINATI, SPECIALS, Card, Special
from engine.illuminati.cards.custom import cards_with, groups_with, specials_with
from engine.illuminati.state import State
from pbem.grammar.orders.index import Index
from pbem.grammar.orders.language import Names
from pbem.grammar.orders.spelling import key

SHORTEST_NAME = 4
"""Letters of a word that may be a misspelt name."""
GAMES_KEPT = 32
"""Games whose own cards are kept ready to be looked up; any game is read, if more slowly."""


@dataclass(frozen=True)
class Vocabulary(Names):
    """The names of one game of Illuminati as one seat may use them.

    `illuminati` is the Illuminati card of each seat. `money` is what lies on his own cards,
    `own_cards` are the game's (`GameOptions`). The other fields are card ids and narrow what a
    misspelt or shortened word may stand for; where they are empty, any card may be meant.
    """

    illuminati: Mapping[str, str] = field(default_factory=dict)
    targets: tuple[str, ...] = ()
    mine: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    uncontrolled: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()
    own_cards: tuple[str, ...] = ()
    money: Mapping[str, int] = field(default_factory=dict, compare=False)

    @cached_property
    def seat_index(self) -> Index:
        """Seats by name and by the Illuminati they play."""
        return _seat_index(tuple((seat, self.illuminati.get(seat, "")) for seat in self.seats))

    @cached_property
    def plain_seat_index(self) -> Index:
        """Seats by name only, for places where an Illuminati is a card."""
        return _seat_index(tuple((seat, "") for seat in self.seats))

    def is_own(self, id_: str) -> bool:
        """Whether it is a card of his."""
        return id_ in self.mine

    def is_name(self, word: str) -> bool:
        """Whether a card is called so."""
        return any(index.exact(word) for index in self._cards)

    def is_like_name(self, word: str) -> bool:
        """Whether a card or a player is called so, or nearly so."""
        every = (*self._cards, self.plain_seat_index)
        if any(index.exact(word) or index.parts(word) for index in every):
            return True
        return len(word) >= SHORTEST_NAME and self.may_be_name(word)

    def may_be_name(self, word: str) -> bool:
        """Whether a word is one slip away from a name that is legal somewhere."""
        cards, specials = self._cards
        return bool(
            self.plain_seat_index.beside(word, self.others)
            or cards.beside(word, (*self.mine, *self.targets))
            or specials.beside(word, self.hand)
        )

    @property
    def _cards(self) -> tuple[Index, Index]:
        return card_index(self.own_cards), special_index(self.own_cards)

    @property
    def my_illuminati(self) -> str | None:
        return self.illuminati.get(self.me) if self.me is not None else None


def vocabulary_for(state: State, seat: str, *, is_moderated: bool = True) -> Vocabulary:
    """The names a seat may use in its letters; only public things and its own hand."""
    state = known(state, seat)
    mine = tuple(card for card, held in state.holdings.items() if held.seat == seat)
    theirs = tuple(
        card
        for card, held in state.holdings.items()
        if held.seat != seat and held.master is not None
    )
    return Vocabulary(
        seats=tuple(s.name for s in state.seats),
        me=seat,
        illuminati={s.name: s.illuminati for s in state.seats},
        targets=(*state.uncontrolled, *theirs),
        mine=mine,
        hand=state.seat(seat).hand,
        uncontrolled=state.uncontrolled,
        dead=state.dead,
        turn=state.turn.number,
        own_cards=state.options.own_cards,
        money={card: state.money(card) for card in mine},
        is_moderated=is_moderated,
    )


def _spellings(card: Card | Special | None) -> tuple[str, ...]:
    return (card.name, card.code, card.short_id, *card.aliases) if card else ()


@lru_cache(maxsize=2 * GAMES_KEPT)
def _seat_index(cast: tuple[tuple[str, str], ...]) -> Index:
    """Seats with the Illuminati they may be called by, "" for none."""
    spelt = {seat: (seat, *_spellings(CARDS.get(illuminati))) for seat, illuminati in cast}
    return Index(spelt, shortest_part=2)


@lru_cache(maxsize=GAMES_KEPT)
def card_index(own_cards: tuple[str, ...] = ()) -> Index:
    """Everything that can stand in a structure of a game with such own cards."""
    return Index({id_: _spellings(CARDS[id_]) for id_ in cards_with(own_cards)})


@lru_cache(maxsize=GAMES_KEPT)
def group_index(own_cards: tuple[str, ...] = ()) -> Index:
    """The Groups: what can be attacked, given and traded."""
    return Index({id_: _spellings(CARDS[id_]) for id_ in groups_with(own_cards)})


@lru_cache(maxsize=GAMES_KEPT)
def special_index(own_cards: tuple[str, ...] = ()) -> Index:
    return Index({id_: _spellings(SPECIALS[id_]) for id_ in specials_with(own_cards)})


@lru_cache(maxsize=1)
def illuminati_index() -> Index:
    return Index({id_: _spellings(card) for id_, card in ILLUMINATI.items()})


@lru_cache(maxsize=GAMES_KEPT)
def power_index(own_cards: tuple[str, ...] = ()) -> Index:
    """The groups with a power one says USE for (R2.12, R2.13)."""
    able = _with(Realign, own_cards) + _with(BuyCard, own_cards)
    return Index({id_: _spellings(CARDS[id_]) for id_ in able})


@lru_cache(maxsize=GAMES_KEPT)
def upkeep_index(own_cards: tuple[str, ...] = ()) -> Index:
    """The groups that cost their owner money (R2.3)."""
    costly = _with(Upkeep, own_cards)
    return Index({id_: (*_spellings(CARDS[id_]), "upkeep") for id_ in costly})


@lru_cache(maxsize=1)
def alignment_index() -> Index:
    return Index({alignment: (alignment,) for alignment in ALIGNMENTS})


def _with(ability: type, own_cards: tuple[str, ...] = ()) -> tuple[str, ...]:
    return tuple(id_ for id_ in cards_with(own_cards) if CARDS[id_].ability(ability) is not None)


def first_with_upkeep() -> str:
    """The id of the group by whose name PAY … FROM MASTER is told back (R2.3)."""
    return _with(Upkeep)[0]


def privilege_costs(names: Vocabulary) -> tuple[int, ...]:
    """MB a privilege costs his Illuminati; where it buys none, what it costs any (R6.3)."""
    own = CARDS.get(names.my_illuminati or "")
    cards = (own,) if own and own.ability(BuyPrivilege) else tuple(CARDS.values())
    powers = (card.ability(BuyPrivilege) for card in cards)
    return tuple(dict.fromkeys(power.cost for power in powers if power))


def is_code(id_: str, spelt: str) -> bool:
    """Whether that is the code printed on a card, not its name nor another word for it."""
    card: Card | Special | None = CARDS.get(id_) or SPECIALS.get(id_)
    return card is not None and key(card.code) == spelt


def card_name(id_: str) -> str:
    """The printed name without its "The"; an unknown id is told as it is."""
    card: Card | Special | None = CARDS.get(id_) or SPECIALS.get(id_)
    return card.name.removeprefix("The ") if card else id_
