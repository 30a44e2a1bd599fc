"""What a player may order, as values; the language makes them, the rules judge them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.core.arrangement import Laid
from engine.core.geometry import Side
from engine.illuminati.abilities import Alignment, Form

Change = Literal["add", "remove", "reverse"]


@dataclass(frozen=True, slots=True)
class Payment:
    """MB from one treasury; without a card the rules choose the treasury (R5.7)."""

    amount: int
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """Where a puppet of a captured or moved branch goes on its own master; no arrow: given up."""

    card: str
    arrow: Side | None


@dataclass(frozen=True, slots=True)
class Attack:
    """ATTACK (R4, R5). `ship` is MB moved to the captive from the attacking card (R7.2)."""

    form: Form
    target: str
    attacker: str
    aid: tuple[str, ...] = ()
    stake: tuple[Payment, ...] = ()
    arrow: Side | None = None
    ship: int = 0
    wishes: tuple[Wish, ...] = ()


@dataclass(frozen=True, slots=True)
class Transfer:
    """TRANSFER to an adjacent card (R2.9), or as one of the two actions (R2.7)."""

    amount: int
    source: str
    to: str
    as_action: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """MOVE a group with its branch to an arrow of another card of the structure (R8.5)."""

    card: str
    master: str
    arrow: Side | None = None
    wishes: tuple[Wish, ...] = ()


@dataclass(frozen=True, slots=True)
class Drop:
    """DROP a group and its branch (R8.6)."""

    card: str


@dataclass(frozen=True, slots=True)
class Pass:
    """PASS the turn for 5 MB (R2.11)."""


@dataclass(frozen=True, slots=True)
class GiveMoney:
    """GIVE MB from Illuminati to Illuminati (R9.1)."""

    to: str
    amount: int


@dataclass(frozen=True, slots=True)
class GiveSpecial:
    """GIVE a Special from the hand (R9.1)."""

    to: str
    card: str


@dataclass(frozen=True, slots=True)
class Show:
    """SHOW a Special of the hand to some seats (R9.5)."""

    card: str
    to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """PLAY a Special (R9.6); which of the other fields it needs, its effect says.

    `on` is a card, `against` a seat, `master` and `arrow` the place of a bribed group,
    `amounts` what a treasury holds afterwards (the rest goes to the Illuminati).
    """

    card: str
    on: str | None = None
    against: str | None = None
    master: str | None = None
    arrow: Side | None = None
    amounts: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class UseRealign:
    """USE a card that changes one alignment of another group (R2.13)."""

    card: str
    change: Change
    alignment: Alignment
    target: str


@dataclass(frozen=True, slots=True)
class UseBuyCard:
    """USE a card that draws one more for money (R2.12)."""

    card: str


@dataclass(frozen=True, slots=True)
class Arrange:
    """ARRANGE the own structure: these cards go to these places, the others stay (R2.10)."""

    laid: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """SPREAD the own money: what these treasuries hold, the rest on the Illuminati (R2.10)."""

    amounts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class ChooseGoal:
    """GOAL: the special goal of that Illuminati, chosen in secret (R1.5)."""

    illuminati: str


@dataclass(frozen=True, slots=True)
class Resign:
    """RESIGN from the game (R10.3)."""


# Standing instructions: they stay until changed and need no answer in a turn.


@dataclass(frozen=True, slots=True)
class PayTaxFrom:
    """PAY TAX FROM these treasuries first (R2.2); empty: the standard order."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ForegoTax:
    """FOREGO TAX ON these seats (R2.2); empty: tax everybody."""

    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PayUpkeepFrom:
    """PAY POST OFFICE FROM MASTER, or from the Illuminati (R2.3)."""

    from_master: bool


ScriptOrder = (
    Attack
    | Transfer
    | Move
    | Drop
    | Pass
    | GiveMoney
    | GiveSpecial
    | Show
    | Play
    | UseRealign
    | UseBuyCard
    | Arrange
    | Spread
)
Policy = PayTaxFrom | ForegoTax | PayUpkeepFrom
Order = ScriptOrder | ChooseGoal | Resign | Policy


# Conditions of a line (R12.1): public facts and the results of earlier lines.


@dataclass(frozen=True, slots=True)
class LineResult:
    """IF n SUCCEEDS / IF n FAILS; a skipped line has failed."""

    line: int
    succeeds: bool


@dataclass(frozen=True, slots=True)
class HeldBy:
    """IF a group IS MINE / BOB'S; without a seat: IS FREE (uncontrolled)."""

    card: str
    seat: str | None


@dataclass(frozen=True, slots=True)
class Compare:
    """IF MONEY >= n (own Illuminati's treasury, MB) or IF NEED of line n."""

    left: Literal["money", "need"]
    operator: Literal["<", "<=", "=", ">=", ">"]
    right: int
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Not:
    """ELSE: the condition before did not hold."""

    condition: LineResult | HeldBy | Compare


Condition = LineResult | HeldBy | Compare | Not


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a script; `number` is how other lines and answers call it."""

    number: int
    order: Order
    conditions: tuple[Condition, ...] = ()
    text: str = ""


Script = tuple[Line, ...]
