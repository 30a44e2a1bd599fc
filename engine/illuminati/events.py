"""Everything that can happen in a game; `evolve` applies it, reports tell it, replay repeats it.

Events record outcomes (the roll, the drawn card), so replaying them needs no dice. `draw` is the
number of the dice draw that made it. A field that others may not see is None in what they are
shown (`view.seen`).
"""

from __future__ import annotations

from typing import Literal

from engine.core.arrangement import Laid
from engine.core.dice import Roll
from engine.core.geometry import Side
from engine.core.values import Value
from engine.illuminati.abilities import Alignment, Form
from engine.illuminati.orders import Change, Goods, Play, Policy
from engine.illuminati.state import GameOptions, Scheme

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
FreedWhy = Literal[
    "dropped", "neutralized", "no-room", "master-destroyed", "given-up", "left", "caught"
]
OfferClosedWhy = Literal["accepted", "declined", "withdrawn", "countered", "expired", "left"]
FiredWhy = Literal[
    "reached",
    "capped",
    "round-spent",
    "reserve",
    "purse-empty",
    "out-of-reach",
    "not-needed",
    "privileged",
    "held-back",
    "played",
    "cancelled",
    "no-card",
]
"""What came of something said beforehand: how far its money went, or what became of its card."""
EndedWhy = Literal[
    "turn-passed", "day-passed", "no-card", "group-dead", "seat-out", "out", "unmasked"
]
"""Why a standing instruction can never act again."""
Amounts = tuple[tuple[str, int], ...]


class Part(Value):
    """One term of an attack's sum; the values of all add up to the need (R5.1, R5.2)."""

    what: PartName
    who: str
    value: int


# --- set-up (R1) ------------------------------------------------------------------------


class GameBegan(Value):
    """`preferences` are the Illuminati a seat would like, best first; known to it alone (R1.1)."""

    options: GameOptions
    seats: tuple[str, ...]
    preferences: tuple[tuple[str, tuple[str, ...]], ...] = ()


class LotsDrawn(Value):
    """In which order the seats are given what they would like (R1.1)."""

    seats: tuple[str, ...]
    draw: int


class Dealt(Value):
    seat: str
    illuminati: str
    draw: int


class Shuffled(Value):
    """The deck's new order, top first; nobody sees it."""

    deck: tuple[str, ...] | None
    draw: int


class TurnedUp(Value):
    """The top card; a Group joins the uncontrolled, a Special is about to be shuffled back."""

    card: str


class RolledForOrder(Value):
    seat: str
    roll: Roll
    draw: int


class OrderSettled(Value):
    seats: tuple[str, ...]


class GoalChosen(Value):
    """Private to the seat; `draw` is set where the dice chose for him (R1.5)."""

    seat: str
    goal: str
    draw: int | None = None


# --- the beginning of a turn (R2.1 to R2.6) ---------------------------------------------


class TurnBegan(Value):
    seat: str
    number: int


class RoundOpened(Value):
    """A round begins: income and draw of these seats, then their scripts in this order (R12.2).

    Their turns are numbered on from the last one.
    """

    number: int
    seats: tuple[str, ...]


class TurnCalled(Value):
    """A turn of the round, its income and draw long done, is the one now open (R12.2)."""

    seat: str
    number: int


class IncomePaid(Value):
    seat: str
    amounts: Amounts
    is_repeat: bool = False


class TaxPaid(Value):
    """`amount` MB from the seat onto the owner's card; which treasuries is the payer's secret."""

    seat: str
    owner: str
    card: str
    amount: int
    payments: Amounts | None


class TaxForegone(Value):
    seat: str
    owner: str
    card: str


class UpkeepPaid(Value):
    seat: str
    card: str
    payer: str
    amount: int


class UpkeepUnpaid(Value):
    seat: str
    card: str


class Drew(Value):
    """A Group goes to the uncontrolled area, a Special into the hand, unseen by others."""

    seat: str
    card: str | None
    is_special: bool


class DrewNothing(Value):
    """The deck is empty (R2.5)."""

    seat: str


# --- attacks (R4 to R7) -----------------------------------------------------------------


class Announced(Value):
    """An attack begins: it takes an action, and its cards have taken part."""

    seat: str
    line: int
    form: Form
    attacker: str
    target: str
    owner: str | None
    aid: tuple[str, ...]


class CalledOff(Value):
    """The attack is withdrawn before anybody spent: it costs no action (R6.5)."""

    seat: str
    line: int
    form: Form
    attacker: str
    target: str
    owner: str | None
    parts: tuple[Part, ...]
    need: int


class NotMade(Value):
    """An attack that all were told of was not made; `why` is the code of the reason (R12.2)."""

    seat: str
    line: int
    form: Form
    attacker: str
    target: str
    owner: str | None
    why: str


class Privileged(Value):
    """Nobody else may spend now; paid with a Special, or with MB of the Illuminati (R6.3)."""

    seat: str
    line: int
    card: str | None
    cost: int


class PrivilegeAbolished(Value):
    """The privilege of the attack under way is gone for good (R6.4)."""

    seat: str
    line: int
    cards: tuple[str, ...]


class JoinedIn(Value):
    """Its user may spend in the privileged attack under way (R6.4)."""

    seat: str
    line: int
    card: str


class Cancelled(Value):
    """A Special cancels another as it is played; both are discarded (R9.6)."""

    seat: str
    card: str
    by: str
    special: str


class RollSet(Value):
    """A Special replaces the roll that was seen (R9.6); the last one played governs."""

    seat: str
    line: int
    card: str
    roll: Roll
    total: int


class Spent(Value):
    """MB spent in the attack under way, gone to the bank whatever comes (R5.7).

    `points` is what it changes the need by (2 a MB from the target's treasury), `need` the need
    after it; `is_raise` is false for the stake.
    """

    seat: str
    payments: Amounts
    is_for: bool
    line: int = 0
    points: int = 0
    need: int = 0
    is_raise: bool = False


class Attacked(Value):
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


class Captured(Value):
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


class Freed(Value):
    """Cards become uncontrolled, their money goes to the bank; the first is the branch's root."""

    seat: str
    cards: tuple[str, ...]
    why: FreedWhy


class Destroyed(Value):
    """A group goes to the dead pile, its money to the bank; `seat` has the credit (R7.4)."""

    seat: str
    card: str
    owner: str | None


# --- other deeds (R2.7 to R2.13, R8, R9) ------------------------------------------------


class Transferred(Value):
    seat: str
    source: str
    to: str
    amount: int | None
    why: Literal["transfer", "action", "ship"]


class Moved(Value):
    seat: str
    card: str
    laid: tuple[Laid, ...]
    ordered: Side | None = None


class Arranged(Value):
    seat: str
    laid: tuple[Laid, ...]


class SpreadOut(Value):
    """What every treasury of the seat holds now."""

    seat: str
    amounts: Amounts | None


class GaveMoney(Value):
    seat: str
    to: str
    amount: int | None


class GaveSpecial(Value):
    seat: str
    to: str
    card: str | None


class GaveGroup(Value):
    """A group and its branch change hands for nothing: an action, treasuries go along (R9.2)."""

    seat: str
    to: str
    card: str
    laid: tuple[Laid, ...]


class Offered(Value):
    """A promise that only the two see; `counters` is the offer it answers (R9.3).

    `number` and `counters` are as `seat` counts, `to_number` as `to` does.
    """

    number: int
    seat: str
    to: str
    gives: Goods
    wants: Goods
    until_turn: int | None = None
    counters: int | None = None
    until_at: str | None = None
    to_number: int | None = None


class OfferClosed(Value):
    """An offer `seat` made to `to` is gone; only the two see it. The numbers are as in Offered."""

    number: int
    seat: str
    to: str
    why: OfferClosedWhy
    to_number: int | None = None


class Traded(Value):
    """An accepted offer is carried out at once: `seat` gave, `to` gave back (R9.2, R9.3).

    `groups` and `back_groups` are the roots of branches, each an action of the seat to move;
    `laid` is where all cards of both lie now, their treasuries on them.
    """

    seat: str
    to: str
    groups: tuple[str, ...]
    back_groups: tuple[str, ...]
    laid: tuple[Laid, ...]
    money: int | None
    back_money: int | None
    specials: tuple[str, ...] | None
    back_specials: tuple[str, ...] | None


class Showed(Value):
    """Seen only by those it is shown to (R9.5)."""

    seat: str
    to: tuple[str, ...]
    card: str


class Played(Value):
    """A Special leaves the hand for the discards."""

    seat: str
    card: str


class Gained(Value):
    """MB from the bank onto a card: a Special's worth, or the 5 MB of a pass."""

    seat: str
    card: str
    amount: int


class Bribed(Value):
    seat: str
    card: str
    target: str
    laid: tuple[Laid, ...]
    ordered: Side | None = None


class Revived(Value):
    seat: str
    card: str


class SpiedMoney(Value):
    """The treasury's money is seen by `seat` alone."""

    seat: str
    card: str
    money: int | None


class SpiedHand(Value):
    """The hand is seen by `seat` alone."""

    seat: str
    against: str
    hand: tuple[str, ...] | None


class Realigned(Value):
    """`alignments` is what the target has until the turn ends (R2.13)."""

    seat: str
    card: str
    change: Change
    alignment: Alignment
    target: str
    alignments: tuple[Alignment, ...]


class BoughtCard(Value):
    """MB from the card's own treasury for one more card (R2.12)."""

    seat: str
    card: str
    cost: int


class Passed(Value):
    """No deed this turn; 5 MB follow (R2.11)."""

    seat: str
    is_silent: bool


class LineRuled(Value):
    """What became of a line of a script; private to the seat."""

    seat: str
    line: int
    text: str
    succeeded: bool
    reason: str = ""
    rule: str = ""
    facts: tuple[tuple[str, str | int], ...] = ()


class PolicyFired(Value):
    """An answer or a policy did something, or could not though it was meant; private (R12.4).

    `line` is that of the attack, in the script now run, None outside an attack; `spent` the MB it
    spent there, of a RESERVE those it held back; `need` the attack's when the raising was over.
    """

    seat: str
    order: Policy | Play
    line: int | None
    spent: int
    why: FiredWhy
    need: int | None = None


class PolicyEnded(Value):
    """A policy that can never act again, and why; private (R12.4)."""

    seat: str
    order: Policy
    why: EndedWhy


class GameThrown(Value):
    """What `seat` gives would by itself let `to` win alone; for the moderator only (R9.4).

    `is_refused` where the giver could know it; else it was carried out. No seat is shown it while
    the game runs.
    """

    seat: str
    to: str
    goods: Goods
    is_refused: bool


class ThrowAllowed(Value):
    """The moderator lets a seat give the game away until the turn now open ends (R9.4)."""

    seat: str


# --- advanced rules (R11) ---------------------------------------------------------------


class Copied(Value):
    """Whose power and income its Illuminati has until his next turn (R11.6)."""

    seat: str
    illuminati: str


class Stated(Value):
    """What a hidden Illuminati passes for; None for what it is. Private to the seat (R11.3)."""

    seat: str
    what: Literal["power", "income"]
    amount: int | None


class Accused(Value):
    """An action: a right guess turns the Illuminati face up (R11.3)."""

    seat: str
    against: str
    illuminati: str
    is_right: bool


class Cheated(Value):
    """Private to the seat (R11.5); `deck` is the top of the deck as it is now, where he saw it."""

    seat: str
    scheme: Scheme
    deck: tuple[str, ...] = ()


class Caught(Value):
    """`by` has named a cheat of `seat`: it is told to all, and undone (R11.5).

    `target` is the group of the attack whose result is taken back.
    """

    seat: str
    by: str
    turn: int
    line: int
    what: Literal["dice", "bank", "power", "resistance", "peek", "stack"]
    amount: int
    card: str | None
    target: str | None
    deck: tuple[str, ...] | None = None


class MissedCatch(Value):
    """There was no such cheat; private to the seat, which may not guess at that turn again."""

    seat: str
    turn: int
    line: int


class PaidBack(Value):
    """MB of a cheat that was caught go back to the bank, as far as they are there (R11.5)."""

    seat: str
    payments: Amounts | None


class Restored(Value):
    """A group taken by a cheat is its owner's again, with what hangs under it now (R11.5)."""

    seat: str
    owner: str
    card: str
    laid: tuple[Laid, ...]


# --- the end of a turn (R10) ------------------------------------------------------------


class TurnSkipped(Value):
    """A whole turn is lost (R9.7): what `returned` to the bank, and tax to `repaid` treasuries."""

    seat: str
    by: str
    card: str
    returned: Amounts
    repaid: Amounts


class ScriptAnnounced(Value):
    """The script of the turn now open waits for answers; a mail of its own tells of it (R12.2)."""

    seat: str
    script: tuple[str, ...]
    lines: tuple[int, ...]


class ScriptWithdrawn(Value):
    """What was announced is so no longer: a moderator has set the turn back."""

    seat: str


class TurnPaused(Value):
    """A part of a turn has been run, the first is 1; its player goes on (R12.1, R12.2)."""

    seat: str
    number: int
    part: int


class TurnEnded(Value):
    seat: str
    number: int


class Eliminated(Value):
    """A player without groups is out (R10.1); `by` made it happen and is credited."""

    seat: str
    illuminati: str
    by: str | None


class Resigned(Value):
    """A player leaves (R10.3)."""

    seat: str
    illuminati: str


class Won(Value):
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
    | RoundOpened
    | TurnBegan
    | TurnCalled
    | IncomePaid
    | TaxPaid
    | TaxForegone
    | UpkeepPaid
    | UpkeepUnpaid
    | Drew
    | DrewNothing
    | Announced
    | CalledOff
    | NotMade
    | Privileged
    | PrivilegeAbolished
    | JoinedIn
    | Cancelled
    | RollSet
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
    | GaveGroup
    | Offered
    | OfferClosed
    | Traded
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
    | PolicyFired
    | PolicyEnded
    | GameThrown
    | ThrowAllowed
    | Copied
    | Stated
    | Accused
    | Cheated
    | Caught
    | MissedCatch
    | PaidBack
    | Restored
    | TurnSkipped
    | ScriptAnnounced
    | ScriptWithdrawn
    | TurnPaused
    | TurnEnded
    | Eliminated
    | Resigned
    | Won
)
