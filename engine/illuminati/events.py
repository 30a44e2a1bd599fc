"""Everything that can happen in a game; `evolve` applies it, reports tell it, replay repeats it.

Events record outcomes (the roll, the drawn card), so replaying them needs no dice. `draw` is the
number of the dice draw that made it. A field that others may not see is None in what they are
shown (`view.seen`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.core.arrangement import Laid
from engine.core.dice import Roll
from engine.core.geometry import Side
from engine.illuminati.abilities import Alignment, Form
from engine.illuminati.orders import Change
from engine.illuminati.state import GameOptions

PartName = Literal[
    "power",
    "aid",
    "bonus",
    "alignment",
    "resistance",
    "target_power",
    "proximity",
    "neutralize",
    "money",
]
FreedWhy = Literal["dropped", "neutralized", "no-room", "master-destroyed", "given-up", "left"]
Amounts = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One term of an attack's sum; the values of all add up to the need (R5.1, R5.2)."""

    what: PartName
    who: str
    value: int


# --- set-up (R1) ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameBegan:
    """`preferences` are the Illuminati a seat would like, best first; known to it alone (R1.1)."""

    options: GameOptions
    seats: tuple[str, ...]
    preferences: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class LotsDrawn:
    """In which order the seats are given what they would like (R1.1)."""

    seats: tuple[str, ...]
    draw: int


@dataclass(frozen=True, slots=True)
class Dealt:
    seat: str
    illuminati: str
    draw: int


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The deck's new order, top first; nobody sees it."""

    deck: tuple[str, ...] | None
    draw: int


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """The top card; a Group joins the uncontrolled, a Special is about to be shuffled back."""

    card: str


@dataclass(frozen=True, slots=True)
class RolledForOrder:
    seat: str
    roll: Roll
    draw: int


@dataclass(frozen=True, slots=True)
class OrderSettled:
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoalChosen:
    """Private to the seat; `draw` is set where the dice chose for him (R1.5)."""

    seat: str
    goal: str
    draw: int | None = None


# --- the beginning of a turn (R2.1 to R2.6) ---------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnBegan:
    seat: str
    number: int


@dataclass(frozen=True, slots=True)
class IncomePaid:
    seat: str
    amounts: Amounts
    is_repeat: bool = False


@dataclass(frozen=True, slots=True)
class TaxPaid:
    """`amount` MB from the seat onto the owner's card; which treasuries is the payer's secret."""

    seat: str
    owner: str
    card: str
    amount: int
    payments: Amounts | None


@dataclass(frozen=True, slots=True)
class TaxForegone:
    seat: str
    owner: str
    card: str


@dataclass(frozen=True, slots=True)
class UpkeepPaid:
    seat: str
    card: str
    payer: str
    amount: int


@dataclass(frozen=True, slots=True)
class UpkeepUnpaid:
    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class Drew:
    """A Group goes to the uncontrolled area, a Special into the hand, unseen by others."""

    seat: str
    card: str | None
    is_special: bool


@dataclass(frozen=True, slots=True)
class DrewNothing:
    """The deck is empty (R2.5)."""

    seat: str


# --- attacks (R4 to R7) -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Announced:
    """An attack begins: it takes an action, and its cards have taken part."""

    seat: str
    line: int
    form: Form
    attacker: str
    target: str
    owner: str | None
    aid: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spent:
    """MB spent in the attack under way, gone to the bank whatever comes (R5.7)."""

    seat: str
    payments: Amounts
    is_for: bool


@dataclass(frozen=True, slots=True)
class Attacked:
    """The dice decide (R5.8)."""

    seat: str
    line: int
    form: Form
    attacker: str
    target: str
    owner: str | None
    parts: tuple[Part, ...]
    need: int
    roll: Roll
    total: int
    success: bool
    draw: int


@dataclass(frozen=True, slots=True)
class Captured:
    """Target and branch join the attacker's structure; `money` is what stays on each (R7.2).

    `ordered` is the arrow the player wanted where it had closed meanwhile (R8.4).
    """

    seat: str
    attacker: str
    target: str
    owner: str | None
    laid: tuple[Laid, ...]
    money: Amounts | None
    ordered: Side | None = None


@dataclass(frozen=True, slots=True)
class Freed:
    """Cards become uncontrolled, their money goes to the bank; the first is the branch's root."""

    seat: str
    cards: tuple[str, ...]
    why: FreedWhy


@dataclass(frozen=True, slots=True)
class Destroyed:
    """A group goes to the dead pile, its money to the bank; `seat` has the credit (R7.4)."""

    seat: str
    card: str
    owner: str | None


# --- other deeds (R2.7 to R2.13, R8, R9) ------------------------------------------------


@dataclass(frozen=True, slots=True)
class Transferred:
    seat: str
    source: str
    to: str
    amount: int | None
    why: Literal["transfer", "action", "ship"]


@dataclass(frozen=True, slots=True)
class Moved:
    seat: str
    card: str
    laid: tuple[Laid, ...]
    ordered: Side | None = None


@dataclass(frozen=True, slots=True)
class Arranged:
    seat: str
    laid: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class SpreadOut:
    """What every treasury of the seat holds now."""

    seat: str
    amounts: Amounts | None


@dataclass(frozen=True, slots=True)
class GaveMoney:
    seat: str
    to: str
    amount: int | None


@dataclass(frozen=True, slots=True)
class GaveSpecial:
    seat: str
    to: str
    card: str | None


@dataclass(frozen=True, slots=True)
class Showed:
    """Seen only by those it is shown to (R9.5)."""

    seat: str
    to: tuple[str, ...]
    card: str


@dataclass(frozen=True, slots=True)
class Played:
    """A Special leaves the hand for the discards."""

    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class Gained:
    """MB from the bank onto a card: a Special's worth, or the 5 MB of a pass."""

    seat: str
    card: str
    amount: int


@dataclass(frozen=True, slots=True)
class Bribed:
    seat: str
    card: str
    target: str
    laid: tuple[Laid, ...]
    ordered: Side | None = None


@dataclass(frozen=True, slots=True)
class Revived:
    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class SpiedMoney:
    """The treasury's money is seen by `seat` alone."""

    seat: str
    card: str
    money: int | None


@dataclass(frozen=True, slots=True)
class SpiedHand:
    """The hand is seen by `seat` alone."""

    seat: str
    against: str
    hand: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Realigned:
    """`alignments` is what the target has until the turn ends (R2.13)."""

    seat: str
    card: str
    change: Change
    alignment: Alignment
    target: str
    alignments: tuple[Alignment, ...]


@dataclass(frozen=True, slots=True)
class BoughtCard:
    """MB from the card's own treasury for one more card (R2.12)."""

    seat: str
    card: str
    cost: int


@dataclass(frozen=True, slots=True)
class Passed:
    """No deed this turn; 5 MB follow (R2.11)."""

    seat: str
    is_silent: bool


@dataclass(frozen=True, slots=True)
class LineRuled:
    """What became of a line of a script; private to the seat."""

    seat: str
    line: int
    text: str
    succeeded: bool
    reason: str = ""
    rule: str = ""
    facts: tuple[tuple[str, str | int], ...] = ()


# --- the end of a turn (R10) ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnEnded:
    seat: str
    number: int


@dataclass(frozen=True, slots=True)
class Eliminated:
    """A player without groups is out (R10.1); `by` made it happen and is credited."""

    seat: str
    illuminati: str
    by: str | None


@dataclass(frozen=True, slots=True)
class Resigned:
    """A player leaves (R10.3)."""

    seat: str
    illuminati: str


@dataclass(frozen=True, slots=True)
class Won:
    """Everyone who meets a goal now, with what he met (R10.4); `sole` is a sole survivor."""

    winners: tuple[tuple[str, str], ...]


Event = (
    GameBegan
    | LotsDrawn
    | Dealt
    | Shuffled
    | TurnedUp
    | RolledForOrder
    | OrderSettled
    | GoalChosen
    | TurnBegan
    | IncomePaid
    | TaxPaid
    | TaxForegone
    | UpkeepPaid
    | UpkeepUnpaid
    | Drew
    | DrewNothing
    | Announced
    | Spent
    | Attacked
    | Captured
    | Freed
    | Destroyed
    | Transferred
    | Moved
    | Arranged
    | SpreadOut
    | GaveMoney
    | GaveSpecial
    | Showed
    | Played
    | Gained
    | Bribed
    | Revived
    | SpiedMoney
    | SpiedHand
    | Realigned
    | BoughtCard
    | Passed
    | LineRuled
    | TurnEnded
    | Eliminated
    | Resigned
    | Won
)
