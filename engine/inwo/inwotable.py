"""The table of one game of INWO: with what the players have on file (I31)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from engine.core.dice import DIE, Dice
from engine.core.rulings import Refusal
from engine.core.table import Table
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.cards import card_id, card_of, is_resource
from engine.inwo.evolve import evolve_inwo
from engine.inwo.facts import Facts, facts
from engine.inwo.state import SHOWN_PLOTS, UNCONTROLLED, InwoState, OnTable, RunningAttack
from engine.inwo.wards import reaches_player

InwoPolicies = Mapping[str, tuple[od.InwoPolicy, ...]]
InwoAnswers = Mapping[str, tuple[od.InwoLine, ...]]
P = TypeVar("P")


class InwoTable(Table[InwoState, ev.InwoEvent]):
    """Policies stand; answers are for what is open now; both are read-only.

    Answers that were `made` are not made again; `refused` has the last reason of the others, while
    in this round some are `outdone` (I31.9).
    `line` is the number of the line that is being carried out (I31.20), of which the parts that are
    not legal are `left_out` (I11.12); so many events have been `tested` for whether they set off a
    WHEN order. Instant attacks inside another are `held` to the end of the round (I18.5). Who pays
    for a card may have lost that draw (I38.26).
    """

    __slots__ = (
        *(
            "policies",
            "answers",
            "made",
            "refused",
            "outdone",
            "line",
            "left_out",
            "tested",
            "held",
            "has_lost_draw",
            "pends_draw",
        ),
    )

    def __init__(
        self,
        state: InwoState,
        dice: Dice,
        policies: InwoPolicies | None = None,
        answers: InwoAnswers | None = None,
    ) -> None:
        super().__init__(state, dice, evolve_inwo)
        self.policies: InwoPolicies = policies or {}
        self.answers: InwoAnswers = answers or {}
        self.made: set[tuple[str, int]] = set()
        self.refused: dict[tuple[str, int], Refusal] = {}
        self.outdone: set[tuple[str, int]] = set()
        self.line = ""
        self.left_out: list[tuple[str, Refusal]] = []
        self.tested = 0
        self.held: list[tuple[str, od.InwoLine]] = []
        self.has_lost_draw = False
        self.pends_draw = False

    @property
    def known(self) -> Facts:
        return facts(self.state)

    @property
    def attack(self) -> RunningAttack:
        """The attack under way; the caller knows that there is one."""
        attack = self.state.attack
        assert attack is not None
        return attack

    def policies_of(self, seat: str, kind: type[P]) -> Iterator[P]:
        """What a seat has on file of a kind, the newest first."""
        for policy in reversed(self.policies.get(seat, ())):
            if isinstance(policy, kind):
                yield policy

    def leave_out(self, part: str, refusal: Refusal) -> None:
        """A part of the line is not legal; the rest is done without it (I11.12)."""
        self.left_out.append((part, refusal))

    def settle_line(self, seat: str, number: int) -> None:
        """A line on file has been made, whatever was said of it before."""
        self.made.add((seat, number))
        self.refused.pop((seat, number), None)
        self.emit(ev.LineSettled(seat, number, "ok"))

    def report_left_out(self, seat: str, line: int) -> None:
        """What was left out of a line that was made."""
        for part, refusal in self.left_out:
            reason = refusal.reason
            self.emit(ev.LineSettled(seat, line, "illegal", reason.code, reason.rule, part))
        self.left_out.clear()

    def put(
        self, seat: str, cards: Iterable[str], source: ev.CardZone, target: ev.CardZone, why: str
    ) -> None:
        """Cards of a seat go from one zone to another; nothing happens if there are none."""
        moved = tuple(cards)
        if moved:
            self.emit(ev.CardsMoved(seat, moved, source, target, why))

    def discard(self, seat: str, card: str, source: ev.CardZone, why: str) -> None:
        """A card of a hand or deck goes to its owner's pile (I1.2)."""
        owner = self.state.owner_of(card).name
        self.emit(ev.CardsMoved(seat, (card,), source, "discards", why, to_seat=owner))

    def draw(self, seat: str, deck: ev.CardZone, number: int, why: str) -> int:
        """Cards from the top of a deck to the hand; how many there were (I3.5)."""
        if deck == "group_deck" and self._is_barred(seat, "group-draws"):
            deck = "plot_deck"
        if self.bars_draws(seat, deck):
            return 0
        left = number
        self._renew(deck)
        while left > 0 and (card := self._picked(seat, deck)):
            self.take(seat, deck, (card,), "picked")
            left -= 1
        while drawn := getattr(self.state.seat(seat), deck)[: max(0, left)]:
            self.take(seat, deck, drawn, why)
            left -= len(drawn)
            self._renew(deck)
        return number - max(0, left)

    def take(self, seat: str, deck: ev.CardZone, cards: tuple[str, ...], why: str) -> None:
        """Cards of a deck come to the hand; what must be shown of them is."""
        self.put(seat, cards, deck, "plots" if deck == "plot_deck" else "groups", why)
        if deck == "plot_deck" and cards:
            self._show_first(seat, cards[0])
        if deck == "plot_deck" and self._is_barred(seat, "secrecy"):
            for copy in cards:
                self.emit(ev.PlotExposed(seat, copy))

    def _picked(self, seat: str, deck: ev.CardZone) -> str | None:
        """The card that comes for the top one, by one card in play and his wishes (I38.27)."""
        cards: tuple[str, ...] = getattr(self.state.seat(seat), deck)
        looks = [
            (rule, cards[: rule.looks] if rule.looks > 0 else cards[rule.looks :])
            for _, rule in self.known.of_seat(seat, ab.PickDraw)
            if cards and (deck == "plot_deck" or rule.blind)
        ]
        for rule, looked in looks:
            if named := self._named(seat, looked):
                return self._kept(seat, rule, looked, *named)
        policy = next(self.policies_of(seat, od.PreferPolicy), None)
        if not looks or policy is None:
            return None
        # It is used with which the first of his wishes is found, else the first of them.
        found = self.wished(seat, (card for _, looked in looks for card in looked))
        rule, looked = next((one for one in looks if found in one[1]), looks[0])
        found = found or cards[-1 if rule.blind else 0]
        return self._kept(seat, rule, looked, found, policy.rest)

    def _kept(
        self, seat: str, rule: ab.PickDraw, looked: tuple[str, ...], card: str, rest: od.RestOfDraw
    ) -> str:
        """That card of those he looked at; the others lie on top, or go under the deck (I38.27)."""
        self.emit(ev.CardsShown(seat, seat, looked))
        others = tuple(copy for copy in looked if copy != card)
        if rule.returns and rest == "bottom" and others:
            self.emit(ev.CardsMoved(seat, others, "plot_deck", "plot_deck", "rest", -1))
        return card

    def _named(self, seat: str, among: tuple[str, ...]) -> tuple[str, od.RestOfDraw] | None:
        """The card of these that his next CHOOSE line names, which is spent; where others go."""
        for line in self.answers.get(seat, ()):
            is_made = (seat, line.number) in self.made
            if is_made or not isinstance(line.order, od.Choose):
                continue
            found = find(among, line.order.cards[0]) if len(line.order.cards) == 1 else None
            if found is not None:
                self.settle_line(seat, line.number)
                return found, line.order.rest
        return None

    def wished(self, seat: str, among: Iterable[str]) -> str | None:
        """The first card that fits the first of his wishes it can."""
        cards = tuple(among)
        policy = next(self.policies_of(seat, od.PreferPolicy), None)
        for wish in policy.wishes if policy is not None else ():
            fitting = (c for c in cards if wish.card in ("", card_id(c)))
            named = (c for c in fitting if not wish.word or wish.word in card_of(c).words)
            found = next(named, None) if wish.card or wish.word else None
            if found is not None:
                return found
        return None

    def bars_draws(self, seat: str, deck: ev.CardZone) -> bool:
        """Whether a card keeps him from drawing such cards in this turn (I35.18)."""
        mark = "no-plots" if deck == "plot_deck" else "no-groups"
        return mark in self.state.seat(seat).used

    def is_reached(self, seat: str, card: OnTable) -> bool:
        """Whether what a rival's card does to others reaches a seat (I4.7, I17.1)."""
        return reaches_player(self.known, card.copy, card.seat, seat)

    def spare(self, seat: str) -> None:
        """He was forced to show hidden Plots, and is not asked for one so soon (I38.62)."""
        if SHOWN_PLOTS not in self.state.seat(seat).used:
            self.emit(ev.OnceUsed(seat, SHOWN_PLOTS))

    def _show_first(self, seat: str, drawn: str) -> None:
        """The first Plot of a turn is shown to those rivals whose card says so (I36.10)."""
        for card, _ in tuple(self.known.of_kind(ab.SeesDraws)):
            mark = f"shown:{card.copy}"
            if self.is_reached(seat, card) and mark not in self.state.seat(seat).used:
                self.emit(ev.OnceUsed(seat, mark))
                self.emit(ev.CardsShown(seat, card.seat, (drawn,)))
                self.spare(seat)

    def lay_open(self, cards: Iterable[str], zone: ev.CardZone, why: ev.ComesBy) -> None:
        """Cards go to the uncontrolled area (I29.8, I30.2)."""
        for copy in cards:
            self.emit(ev.CameIntoPlay(OnTable(copy, UNCONTROLLED), zone, why))

    def turn_up(self, seat: str, number: int, why: ev.ComesBy = "turned-up") -> None:
        """The top cards of the Group deck go to the uncontrolled area (I29.4)."""
        self._renew("group_deck")
        while cards := self.state.seat(seat).group_deck[: max(0, number)]:
            self.lay_open(cards, "group_deck", why)
            number -= len(cards)
            self._renew("group_deck")

    def _renew(self, deck: ev.CardZone) -> None:
        """An empty deck of SubGenius is made anew from its pile (I29.1)."""
        first, *_ = self.state.seats
        if self.state.options.game_form != "subgenius" or getattr(first, deck):
            return
        for seat in self.state.seats:
            kind = _of_deck(reversed(seat.discards), deck)
            self.put(seat.name, kind, "discards", deck, "renewed")
        self.shuffle(first.name, "plot_deck" if deck == "plot_deck" else "group_deck")

    def shuffle(self, seat: str, deck: ev.DeckZone) -> None:
        """A deck in a new order."""
        draw, cards = self.state.draws, getattr(self.state.seat(seat), deck)
        mixed = self.dice.shuffle(draw, f"{deck} {seat}", cards)
        self.emit(ev.DeckShuffled(seat, deck, mixed, draw))

    def _is_barred(self, seat: str, what: str) -> bool:
        """Whether a Zap changes what the player draws (I38.88)."""
        root = self.state.seat(seat).illuminati
        zaps = (card_of(plot).ability(ab.Zap) for plot in self.known.linked.get(root, ()))
        return any(zap is not None and zap.bars == what for zap in zaps)

    def die(self, card: str) -> int:
        """One die for a card."""
        draw = self.state.draws
        number = self.dice.pick(draw, "die", DIE) + 1
        self.emit(ev.DieRolled(card, number, draw))
        return number

    def spend(self, seat: str, card: str, why: str, number: int = 1) -> None:
        self.emit(ev.TokensTaken(seat, ((card, number),), why))
        if is_resource(card) and link_mark(card) not in self.state.seat(seat).used:
            self.emit(ev.OnceUsed(seat, link_mark(card)))
        is_own = why not in ("attack", "aid", "oppose", "self-defense", "buy", "removed")
        if is_own and any(one.until == f"action:{card}" for one in self.state.changes):
            self.emit(ev.ActionOver(card))


def link_mark(copy: str) -> str:
    """What its controller has used once a link has been moved or has given something (I20.3)."""
    return f"link:{copy}"


def came_mark(copy: str) -> str:
    """What a seat has used that has taken a Resource over in this turn."""
    return f"came:{copy}"


def find(cards: Iterable[str], name: str) -> str | None:
    """The copy of that name among some: itself, or the first copy of that id, or the n-th."""
    if "@" in name:
        return name if name in cards else None
    plain, _, number = name.partition("#")
    fitting = [card for card in cards if card_id(card) in (name, plain)]
    if number and not number.isdecimal():
        return None
    at = int(number or 1) - 1
    return fitting[at] if 0 <= at < len(fitting) else None


def on_table(state: InwoState, name: str, seat: str | None = None) -> str | None:
    """The copy of that name on the table; with a seat, the one it controls comes first."""
    if name in state.table:
        return name
    numbered = name.partition("#")[2]
    if numbered.isdecimal():
        told = [copy for copy, card in state.table.items() if card.number == int(numbered)]
        if found := find(told, name.partition("#")[0]):
            return found
    if seat is not None and not numbered:
        mine = (copy for copy, card in state.table.items() if card.seat == seat)
        found = find(mine, name)
        if found:
            return found
    return find(state.table, name)


def find_among(state: InwoState, cards: Iterable[str], name: str) -> str | None:
    """The copy of that name among some; a number is that of it among all in play (I39.9)."""
    copies = tuple(cards)
    exact = on_table(state, name) if "#" in name else None
    return exact if exact in copies else find(copies, name)


def in_hand(state: InwoState, seat: str, name: str) -> str | None:
    """The copy of that name in a seat's hand, Plots first."""
    holder = state.seat(seat)
    return find((*holder.plots, *holder.groups), name)


def can_draw(state: InwoState, seat: str, deck: str) -> bool:
    """Whether a seat's deck has cards, or is made anew from the pile first (I29.1)."""
    if getattr(state.seat(seat), deck):
        return True
    is_renewed = state.options.game_form == "subgenius"
    return is_renewed and any(_of_deck(holder.discards, deck) for holder in state.seats)


def _of_deck(cards: Iterable[str], deck: str) -> list[str]:
    """Those that lie in a deck of Plots, or in one of Groups."""
    return [card for card in cards if card_of(card).is_plot == (deck == "plot_deck")]


def is_group_card(copy: str) -> bool:
    """Whether a copy is a Group, so may be attacked, lead or be agents."""
    return "group" in card_of(copy).words


class OrderRules(NamedTuple):
    """Why a line with an order of a kind is refused, and what carries it out, or says why not.

    Refusing asks for the state, the seat and the order; carrying out for the table, the seat and
    the whole line.
    """

    refuse: Callable[[InwoState, str, Any], Refusal | None]
    carry_out: Callable[[InwoTable, str, od.InwoLine], Refusal | None]


OrderTable = Mapping[type, OrderRules]


def allowed(_state: InwoState, _seat: str, _order: object) -> None:
    """What nothing is known against before it is carried out."""


def by_order(
    refuse: Callable[[InwoState, str, Any], Refusal | None],
    carry_out: Callable[[InwoTable, str, Any], Refusal | None],
) -> OrderRules:
    """Rules that ask of a line for its order alone."""
    return OrderRules(refuse, lambda table, seat, line: carry_out(table, seat, line.order))
