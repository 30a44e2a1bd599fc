"""The state of a game: immutable values, changed only by `evolve`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from engine.core.geometry import LANDSCAPE, SQUARE, Shape, Side
from engine.core.values import Value, field
from engine.illuminati.abilities import Alignment, AttackForm
from engine.illuminati.cards.custom import enlisted
from engine.illuminati.orders import Goods

Pace = Literal["announce", "policies", "conclave", "table"]


class GameOptions(Value):
    """What a table may choose beforehand; every default is the standard game by mail.

    `own_cards` are texts as `cards.own.OwnCards` has them; ValueError where they are no cards.
    """

    pace: Pace = "announce"
    deal: Literal["random", "choose"] = "random"
    cards: Literal["square", "landscape"] = "square"
    neutralize_needs_arrow: bool = True
    basic_goal: int | None = None
    treasuries: Literal["stacked", "open"] = "stacked"
    length: Literal["standard", "very-long"] = "standard"
    hidden_goals: bool = False
    hidden_illuminati: bool = False
    overstate: bool = False
    cheating: bool = False
    extras: tuple[str, ...] = ()
    own_cards: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.own_cards:
            enlisted(self.own_cards)

    @property
    def shape(self) -> Shape:
        return LANDSCAPE if self.cards == "landscape" else SQUARE

    @property
    def is_announced(self) -> bool:
        """Whether scripts are announced before they are run (R12.2)."""
        return self.pace in ("announce", "table")


class Holding(Value):
    """A Group or Illuminati in a power structure; only an Illuminati has no master."""

    card: str
    seat: str
    master: str | None
    arrow: Side | None
    money: int = 0


class Crooked(Value):
    """The attack a cheat was done in: what it was, where its target stood, how it came out.

    `owner`, `master` and `arrow` are the target's place before it; `need` and `total` those that
    decided it, the cheat among them (R11.5).
    """

    seat: str
    form: AttackForm
    attacker: str
    target: str
    owner: str | None
    master: str | None
    arrow: Side | None
    need: int = 0
    total: int = 0
    success: bool = False


class Scheme(Value):
    """A cheat that can still be caught, by the turn and the line it was done in (R11.5).

    `amount` is what the need or the total was changed by, MB taken, or cards looked at; `cards`
    the top of the deck before it was touched.
    """

    turn: int
    line: int
    what: Literal["dice", "bank", "power", "resistance", "peek", "stack"]
    amount: int
    card: str | None = None
    attack: Crooked | None = None
    cards: tuple[str, ...] = ()


class SeatState(Value):
    """A chair in one game and what its player has besides his structure.

    `kills` are ids of destroyed Groups and eliminated Illuminati; `bereft_by` is the seat that
    took, neutralized or destroyed his last group (R10.1); `interfered` the MB spent in others'
    attacks since his own turn last began. `neutralized` are Groups, and `copies` is the Illuminati
    imitated (R11.6); `is_identified`, `stated_power` and `stated_income` belong to a hidden
    Illuminati (R11.3); `schemes` are his cheats, `missed` the turns he guessed at (R11.5);
    `offers` counts all that he ever made or got (R9.3).
    """

    name: str
    illuminati: str
    goal: str | None = None
    hand: tuple[str, ...] = ()
    kills: tuple[str, ...] = ()
    turns_taken: int = 0
    is_out: bool = False
    bereft_by: str | None = None
    interfered: int = 0
    neutralized: tuple[str, ...] = ()
    copies: str | None = None
    is_identified: bool = False
    stated_power: int | None = None
    stated_income: int | None = None
    schemes: tuple[Scheme, ...] = ()
    missed: tuple[int, ...] = ()
    offers: int = 0


class TurnState(Value):
    """What has been done in the turn now open; gone when the next one begins.

    `took_part` counts attacks a card, `powers_used` are cards whose once-a-turn power was used,
    `alignments` what the Lasers made of a group, `results` the status of numbered lines,
    `met` whether their conditions held, `needs` that of their attacks, `income` what each card
    was paid (R2.4), `taxes` (payer, taxing card, payments) rows (R9.7), `lent` the points of aid
    that came from a card which may split them, `attackers` the cards of its attacks (R11.6).
    `parts` are scripts of this turn that have been run (R12.1); `results`, `met` and `needs` are
    those of the part now run. `allowed` are the
    seats whose gifts and trades may give the game away (R9.4).
    """

    number: int
    seat: str
    actions: int = 0
    transfers: int = 0
    is_busy: bool = False
    has_passed: bool = False
    took_part: Mapping[str, int] = field(default_factory=dict)
    powers_used: tuple[str, ...] = ()
    alignments: Mapping[str, tuple[Alignment, ...]] = field(default_factory=dict)
    results: Mapping[int, bool] = field(default_factory=dict)
    met: Mapping[int, bool] = field(default_factory=dict)
    needs: Mapping[int, int] = field(default_factory=dict)
    income: tuple[tuple[str, int], ...] = ()
    taxes: tuple[tuple[str, str, tuple[tuple[str, int], ...]], ...] = ()
    lent: int = 0
    attackers: tuple[str, ...] = ()
    parts: int = 0
    allowed: tuple[str, ...] = ()


class OfferObject(Value):
    """An open offer: `by` gives and wants, `to` may accept while `until_turn` has not passed.

    Each of the two counts the offers that he made or got: `number` is `by`'s, `to_number` the
    other's, None where it is the same. So no number tells what others deal with each other.

    Nothing is set aside for it: goods offered are only promised (R9.3). `until_at` is a moment of
    a clock that the rules do not know; they only carry it.
    """

    number: int
    by: str
    to: str
    gives: Goods
    wants: Goods
    until_turn: int | None = None
    until_at: str | None = None
    to_number: int | None = None

    def number_of(self, seat: str) -> int:
        """Its number as one of its two names it."""
        is_makers = seat == self.by or self.to_number is None
        return self.number if is_makers or self.to_number is None else self.to_number


class AnnouncedScript(Value):
    """A script that everybody has been told and nobody can change (R12.2).

    `script` are its lines as they are typed, which the rules only carry; `lines` the numbers of
    its attacks.
    """

    seat: str
    script: tuple[str, ...]
    lines: tuple[int, ...]


class HeldLine(Value):
    """A line that waits for announced attacks, as it is typed; the rules only carry it (R9.1)."""

    seat: str
    line: str


class Most(Value):
    """The most MB that each card, and all cards of each seat together, can hold (R12.9)."""

    cards: Mapping[str, int] = field(default_factory=dict)
    seats: Mapping[str, int] = field(default_factory=dict)


class State(Value):
    """A whole game. `holdings` is in the order the cards joined; `deck` is top first.

    `offers` are those open, `announced` is the script that is being answered, `held` the lines that
    wait until its attacks are made, in the order in which they came. In a game of rounds
    (R12.2) `round` counts them, `initiative` is the order of scripts in the one now open, and
    `waiting` are its turns that come after the one now open, income and draw done. `ledger` is what
    everybody can conclude of others' money (`evolve.ledger`), None where treasuries are open or
    nobody has counted. `happened` counts the events of each kind (`event_counts`).
    """

    options: GameOptions
    seats: tuple[SeatState, ...]
    players_began: int
    turn: TurnState
    holdings: Mapping[str, Holding]
    uncontrolled: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    draws: int = 0
    winners: tuple[str, ...] = ()
    offers: tuple[OfferObject, ...] = ()
    announced: AnnouncedScript | None = None
    held: tuple[HeldLine, ...] = ()
    round: int = 0
    initiative: tuple[str, ...] = ()
    waiting: tuple[TurnState, ...] = ()
    ledger: Most | None = None
    happened: Mapping[str, int] = field(default_factory=dict)

    def seat(self, name: str) -> SeatState:
        """The seat of that name; KeyError if there is none."""
        for seat in self.seats:
            if seat.name == name:
                return seat
        raise KeyError(name)

    def seats_in(self) -> Iterator[SeatState]:
        """The seats still in the game, in order of play."""
        return iter([seat for seat in self.seats if not seat.is_out])

    def seats_after(self, name: str) -> Iterator[SeatState]:
        """The other seats still in the game, in order of play after the named one."""
        at = [seat.name for seat in self.seats].index(name)
        others = self.seats[at + 1 :] + self.seats[:at]
        return iter([seat for seat in others if not seat.is_out])

    def money(self, card: str) -> int:
        """MB in a card's treasury; 0 where it is not in a structure."""
        holding = self.holdings.get(card)
        return holding.money if holding else 0

    def owner(self, card: str) -> str | None:
        """The seat that controls a card, if any does."""
        holding = self.holdings.get(card)
        return holding.seat if holding else None
