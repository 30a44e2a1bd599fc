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
from engine.core.values import Value, kinds_of
from engine.illuminati.abilities import Alignment, AttackForm
from engine.illuminati.orders import AlignmentChange, Goods, Play, Policy
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


class Event(Value):
    """What happened; everything that can is a class below."""


# --- set-up (R1) ------------------------------------------------------------------------


class GameBegan(Event):
    """`preferences` are the Illuminati a seat would like, best first; known to it alone (R1.1)."""

    options: GameOptions
    seats: tuple[str, ...]
    preferences: tuple[tuple[str, tuple[str, ...]], ...] = ()


class LotsDrawn(Event):
    """In which order the seats are given what they would like (R1.1)."""

    seats: tuple[str, ...]
    draw: int


class Dealt(Event):
    seat: str
    illuminati: str
    draw: int


class Shuffled(Event):
    """The deck's new order, top first; nobody sees it."""

    deck: tuple[str, ...] | None
    draw: int


class TurnedUp(Event):
    """The top card; a Group joins the uncontrolled, a Special is about to be shuffled back."""

    card: str


class RolledForOrder(Event):
    seat: str
    roll: Roll
    draw: int


class OrderSettled(Event):
    seats: tuple[str, ...]


class GoalChosen(Event):
    """Private to the seat; `draw` is set where the dice chose for him (R1.5)."""

    seat: str
    goal: str
    draw: int | None = None


# --- the beginning of a turn (R2.1 to R2.6) ---------------------------------------------


class TurnBegan(Event):
    seat: str
    number: int


class RoundOpened(Event):
    """A round begins: income and draw of these seats, then their scripts in this order (R12.2).

    Their turns are numbered on from the last one.
    """

    number: int
    seats: tuple[str, ...]


class TurnCalled(Event):
    """A turn of the round, its income and draw long done, is the one now open (R12.2)."""

    seat: str
    number: int


class IncomePaid(Event):
    seat: str
    amounts: Amounts
    is_repeat: bool = False


class TaxPaid(Event):
    """`amount` MB from the seat onto the owner's card; which treasuries is the payer's secret."""

    seat: str
    owner: str
    card: str
    amount: int
    payments: Amounts | None


class TaxForegone(Event):
    seat: str
    owner: str
    card: str


class UpkeepPaid(Event):
    seat: str
    card: str
    payer: str
    amount: int


class UpkeepUnpaid(Event):
    seat: str
    card: str


class Drew(Event):
    """A Group goes to the uncontrolled area, a Special into the hand, unseen by others."""

    seat: str
    card: str | None
    is_special: bool


class DrewNothing(Event):
    """The deck is empty (R2.5)."""

    seat: str


# --- attacks (R4 to R7) -----------------------------------------------------------------


class AttackEvent(Event):
    """What happens to an attack: on which line, which it is, and whose its target was."""

    seat: str
    line: int
    form: AttackForm
    attacker: str
    target: str
    owner: str | None


class Announced(AttackEvent):
    """An attack begins: it takes an action, and its cards have taken part."""

    aid: tuple[str, ...]


class CalledOff(AttackEvent):
    """The attack is withdrawn before anybody spent: it costs no action (R6.5)."""

    parts: tuple[Part, ...]
    need: int


class NotMade(AttackEvent):
    """An attack that all were told of was not made; `why` is the code of the reason (R12.2)."""

    why: str


class Privileged(Event):
    """Nobody else may spend now; paid with a Special, or with MB of the Illuminati (R6.3)."""

    seat: str
    line: int
    card: str | None
    cost: int


class PrivilegeAbolished(Event):
    """The privilege of the attack under way is gone for good (R6.4)."""

    seat: str
    line: int
    cards: tuple[str, ...]


class JoinedIn(Event):
    """Its user may spend in the privileged attack under way (R6.4)."""

    seat: str
    line: int
    card: str


class Cancelled(Event):
    """A Special cancels another as it is played; both are discarded (R9.6)."""

    seat: str
    card: str
    by: str
    special: str


class RollSet(Event):
    """A Special replaces the roll that was seen (R9.6); the last one played governs."""

    seat: str
    line: int
    card: str
    roll: Roll
    total: int


class Spent(Event):
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


class Attacked(AttackEvent):
    """The dice decide (R5.8)."""

    parts: tuple[Part, ...]
    need: int
    roll: Roll
    total: int
    success: bool
    draw: int


class Captured(Event):
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


class Freed(Event):
    """Cards become uncontrolled, their money goes to the bank; the first is the branch's root."""

    seat: str
    cards: tuple[str, ...]
    why: FreedWhy


class Destroyed(Event):
    """A group goes to the dead pile, its money to the bank; `seat` has the credit (R7.4)."""

    seat: str
    card: str
    owner: str | None


# --- other deeds (R2.7 to R2.13, R8, R9) ------------------------------------------------


class Transferred(Event):
    seat: str
    source: str
    to: str
    amount: int | None
    why: Literal["transfer", "action", "ship"]


class Moved(Event):
    seat: str
    card: str
    laid: tuple[Laid, ...]
    ordered: Side | None = None


class Arranged(Event):
    seat: str
    laid: tuple[Laid, ...]


class SpreadOut(Event):
    """What every treasury of the seat holds now."""

    seat: str
    amounts: Amounts | None


class GaveMoney(Event):
    seat: str
    to: str
    amount: int | None


class GaveSpecial(Event):
    seat: str
    to: str
    card: str | None


class GaveGroup(Event):
    """A group and its branch change hands for nothing: an action, treasuries go along (R9.2)."""

    seat: str
    to: str
    card: str
    laid: tuple[Laid, ...]


class Offered(Event):
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


class OfferClosed(Event):
    """An offer `seat` made to `to` is gone; only the two see it. The numbers are as in Offered."""

    number: int
    seat: str
    to: str
    why: OfferClosedWhy
    to_number: int | None = None


class Traded(Event):
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


class Showed(Event):
    """Seen only by those it is shown to (R9.5)."""

    seat: str
    to: tuple[str, ...]
    card: str


class Played(Event):
    """A Special leaves the hand for the discards."""

    seat: str
    card: str


class Gained(Event):
    """MB from the bank onto a card: a Special's worth, or the 5 MB of a pass."""

    seat: str
    card: str
    amount: int


class Bribed(Event):
    seat: str
    card: str
    target: str
    laid: tuple[Laid, ...]
    ordered: Side | None = None


class Revived(Event):
    seat: str
    card: str


class SpiedMoney(Event):
    """The treasury's money is seen by `seat` alone."""

    seat: str
    card: str
    money: int | None


class SpiedHand(Event):
    """The hand is seen by `seat` alone."""

    seat: str
    against: str
    hand: tuple[str, ...] | None


class Realigned(Event):
    """`alignments` is what the target has until the turn ends (R2.13)."""

    seat: str
    card: str
    change: AlignmentChange
    alignment: Alignment
    target: str
    alignments: tuple[Alignment, ...]


class BoughtCard(Event):
    """MB from the card's own treasury for one more card (R2.12)."""

    seat: str
    card: str
    cost: int


class Passed(Event):
    """No deed this turn; 5 MB follow (R2.11)."""

    seat: str
    is_silent: bool


class LineRuled(Event):
    """What became of a line of a script; private to the seat."""

    seat: str
    line: int
    text: str
    succeeded: bool
    reason: str = ""
    rule: str = ""
    facts: tuple[tuple[str, str | int], ...] = ()


class PolicyFired(Event):
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


class PolicyEnded(Event):
    """A policy that can never act again, and why; private (R12.4)."""

    seat: str
    order: Policy
    why: EndedWhy


class GameThrown(Event):
    """What `seat` gives would by itself let `to` win alone; for the moderator only (R9.4).

    `is_refused` where the giver could know it; else it was carried out. No seat is shown it while
    the game runs.
    """

    seat: str
    to: str
    goods: Goods
    is_refused: bool


class ThrowAllowed(Event):
    """The moderator lets a seat give the game away until the turn now open ends (R9.4)."""

    seat: str


# --- advanced rules (R11) ---------------------------------------------------------------


class Copied(Event):
    """Whose power and income its Illuminati has until his next turn (R11.6)."""

    seat: str
    illuminati: str


class Stated(Event):
    """What a hidden Illuminati passes for; None for what it is. Private to the seat (R11.3)."""

    seat: str
    what: Literal["power", "income"]
    amount: int | None


class Accused(Event):
    """An action: a right guess turns the Illuminati face up (R11.3)."""

    seat: str
    against: str
    illuminati: str
    is_right: bool


class Cheated(Event):
    """Private to the seat (R11.5); `deck` is the top of the deck as it is now, where he saw it."""

    seat: str
    scheme: Scheme
    deck: tuple[str, ...] = ()


class Caught(Event):
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


class MissedCatch(Event):
    """There was no such cheat; private to the seat, which may not guess at that turn again."""

    seat: str
    turn: int
    line: int


class PaidBack(Event):
    """MB of a cheat that was caught go back to the bank, as far as they are there (R11.5)."""

    seat: str
    payments: Amounts | None


class Restored(Event):
    """A group taken by a cheat is its owner's again, with what hangs under it now (R11.5)."""

    seat: str
    owner: str
    card: str
    laid: tuple[Laid, ...]


# --- the end of a turn (R10) ------------------------------------------------------------


class TurnSkipped(Event):
    """A whole turn is lost (R9.7): what `returned` to the bank, and tax to `repaid` treasuries."""

    seat: str
    by: str
    card: str
    returned: Amounts
    repaid: Amounts


class ScriptAnnounced(Event):
    """The script of the turn now open waits for answers; a mail of its own tells of it (R12.2)."""

    seat: str
    script: tuple[str, ...]
    lines: tuple[int, ...]


class ScriptWithdrawn(Event):
    """What was announced is so no longer: a moderator has set the turn back."""

    seat: str


class LineHeld(Event):
    """A gift waits until the announced attacks have been made; its giver alone knows (R9.1)."""

    seat: str
    line: str


class LineReleased(Event):
    """The oldest line that waited came up and was carried out, or refused with a reason (R9.1)."""

    seat: str
    line: str
    reason: str = ""
    rule: str = ""
    facts: tuple[tuple[str, str | int], ...] = ()


class TurnPaused(Event):
    """A part of a turn has been run, the first is 1; its player goes on (R12.1, R12.2)."""

    seat: str
    number: int
    part: int


class TurnEnded(Event):
    seat: str
    number: int


class Eliminated(Event):
    """A player without groups is out (R10.1); `by` made it happen and is credited."""

    seat: str
    illuminati: str
    by: str | None


class Resigned(Event):
    """A player leaves (R10.3)."""

    seat: str
    illuminati: str


class Won(Event):
    """Everyone who meets a goal now, with what he met (R10.4); `sole` is a sole survivor."""

    winners: tuple[tuple[str, str], ...]


EVENTS: tuple[type[Event], ...] = kinds_of(Event)
"""Every kind of event there is."""
