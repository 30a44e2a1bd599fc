"""Everything that can happen in a game; `evolve` applies it, reports tell it, replay repeats it.

Events record outcomes, so replaying them needs no dice; `draw` is the number of the draw that
made one. Where others may not know which cards were moved, `view.seen` empties `cards`.
"""

from __future__ import annotations

from typing import Literal, get_args

from engine.core.arrangement import Laid
from engine.core.dice import Roll
from engine.core.values import Value
from engine.inwo.orders import AcceptDeal, InwoLine
from engine.inwo.state import (
    AttackPlay,
    Change,
    Deal,
    InwoOptions,
    OnTable,
    OpenAsk,
    PaidDraw,
    Question,
    ReliefOffer,
    Ruin,
    RunningAttack,
    TurnStep,
)

CardZone = Literal[
    "plots",
    "groups",
    "plot_deck",
    "group_deck",
    "discards",
    "unseen",
    "bounced",
    "removed",
    "agents",
    "hidden",
    "table",
]
"""Where a card of a seat can be; `unseen` are discards that nobody may look at (I7.5)."""
DeckZone = Literal["plot_deck", "group_deck"]
TermName = Literal[
    "power",
    "card",
    "boost",
    "aid",
    "bonus",
    "alignment",
    "agents",
    "faction",
    "resistance",
    "target_power",
    "loyalty",
    "position",
    "oppose",
    "defense",
]
PARTS: tuple[TermName, ...] = get_args(TermName)
"""Of a sum, in their order (I13.1)."""
AttackResult = Literal["captured", "destroyed", "killed", "devastated", "stripped", "none"]


class Term(Value):
    """One part of the sum of an attack; the values of all add up to the need (I13.10)."""

    what: TermName
    who: str
    value: int


ComesBy = Literal[
    "lead",
    "takeover",
    "captured",
    "brought",
    "played",
    "by-card",
    "to-light",
    "failed",
    "turned-up",
    "master-destroyed",
]
"""How a card comes into play; the last three to the uncontrolled area."""


class _Event(Value, tag=True):
    """An event is stored with the name of its class."""


# --- set-up (I4) ----------------------------------------------------------------------------


class InwoBegan(_Event):
    """The seats with their Illuminati, all turned up together (I4.1)."""

    options: InwoOptions
    seats: tuple[tuple[str, str], ...]


class IlluminatiNamed(_Event):
    """A seat is known by the Illuminati it has named, shown together with the others' (I30.1)."""

    seat: str
    card: str


class DeckLocked(_Event):
    """A seat's registered deck, not shuffled yet; nobody else may see it (I3.4)."""

    seat: str
    plots: tuple[str, ...]
    groups: tuple[str, ...]
    draw: int


class DeckShuffled(_Event):
    """A deck in its new order, known to nobody."""

    seat: str
    deck: DeckZone
    cards: tuple[str, ...]
    draw: int


class FirstRolled(_Event):
    """Two dice of each seat for who goes first, ties again (I4.5)."""

    rolls: tuple[tuple[str, Roll], ...]
    draw: int


class ClaimRolled(_Event):
    """Two dice of each seat for which of their plays is made, ties again (I31.9)."""

    rolls: tuple[tuple[str, Roll], ...]
    draw: int


class FirstChosen(_Event):
    seat: str


# --- cards go from place to place -----------------------------------------------------------


class CardsMoved(_Event):
    """Cards of a seat from one zone to another, of the same seat unless `to_seat` is another's.

    `place` is where in a deck they go: 0 is the top, -1 the bottom. `open_`: everybody sees them.
    """

    seat: str
    cards: tuple[str, ...]
    source: CardZone
    target: CardZone
    why: str
    place: int = 0
    is_open: bool = False
    to_seat: str | None = None


class PlotExposed(_Event):
    seat: str
    card: str


class PlotsHidden(_Event):
    """Exposed Plots of a hand are turned face down again."""

    seat: str
    cards: tuple[str, ...]


class CardsShown(_Event):
    """Cards of a hand or deck shown to one player, or to all, and to nobody else (I7.2)."""

    seat: str
    to: str
    cards: tuple[str, ...]


class PickedByLot(_Event):
    """So many cards of a hand chosen by lot; which, tells what becomes of them (I1.11)."""

    seat: str
    number: int
    draw: int


class CameIntoPlay(_Event):
    """A card of a hand or deck lies on the table: a Group, a Resource, a Plot that stays."""

    card: OnTable
    source: CardZone
    why: ComesBy
    late: bool = False


class Relinked(_Event):
    card: str
    host: str


class Tied(_Event):
    """A Group is linked to a Place or Personality where a text says so (I20.1)."""

    card: str
    to: str


class Marked(_Event):
    """A card on the table bears a mark from now on, or no more (I39.11)."""

    card: str
    mark: str
    is_off: bool = False


class Chosen(_Event):
    """What was rolled or chosen for a card on the table."""

    card: str
    value: str


class RuinRevived(_Event):
    """A destroyed card comes back from the pile of a seat, without tokens."""

    seat: str
    card: OnTable


class Replaced(_Event):
    """A card takes the place of another on its arrow, with what hangs on that."""

    old: str
    new: str


class LeaderLost(_Event):
    """A card that another has replaced lies destroyed, for no Goal (I37)."""

    seat: str
    ruin: Ruin


class BranchLaid(_Event):
    """A branch moved within a structure or captured: each card on its master's arrow (I9).

    Of one that is captured the `loser` is told.
    """

    seat: str
    laid: tuple[Laid, ...]
    why: Literal["moved", "captured", "given"]
    loser: str = ""


class LeftPlay(_Event):
    """Cards of the table go to a zone of the seat named; what is linked to them is told apart.

    To a hand: the Group's last controller's; to a pile: the owner's.
    """

    cards: tuple[tuple[str, str], ...]
    target: CardZone
    why: str
    place: int = 0


class CopySwapped(_Event):
    """Agents take the place of the copy they stood for, which goes to its pile (I14.4)."""

    old: str
    new: str


class Devastated(_Event):
    """A Place is marked, or marked no more (I19.1, I19.4)."""

    card: str
    is_relieved: bool = False


class RuinTaken(_Event):
    """A destroyed card comes out of the pile into a hand (I38.43)."""

    seat: str
    card: str
    to_seat: str


class RuinRewritten(_Event):
    """A destroyed card counts as having been something else (I36.2)."""

    seat: str
    card: str
    words: tuple[str, ...]


class GroupDestroyed(_Event):
    """A card goes to a destroyed pile, with credit or without (I14.5)."""

    seat: str
    ruin: Ruin
    loser: str


# --- turns and tokens -----------------------------------------------------------------------


class InwoTurnBegan(_Event):
    """A turn; one that was seized comes `before` that of a seat, which begins anew (I37)."""

    seat: str
    number: int
    before: str = ""


class TurnSeized(_Event):
    """A player takes a turn before the one that has just begun (I37)."""

    seat: str


class StepBegan(_Event):
    step: TurnStep


class TokensPlaced(_Event):
    """Tokens added to cards (I6.1)."""

    seat: str
    rows: tuple[tuple[str, int], ...]


class TokensTaken(_Event):
    """Tokens spent or lost: of each card so many; by a `play`, whose cancel brings them back."""

    seat: str
    rows: tuple[tuple[str, int], ...]
    why: str
    play: str = ""


class CardRolled(_Event):
    """Dice that a card asks for (I1.11)."""

    card: str
    roll: Roll
    draw: int


class DieRolled(_Event):
    """One die that a card asks for (I1.11)."""

    card: str
    number: int
    draw: int


class TakeoverUsed(_Event):
    """The automatic takeover, with `others` that he named behind the card; or it is undone."""

    seat: str
    card: str | None
    others: tuple[str, ...] = ()


class OnceUsed(_Event):
    """Something that may be done once a turn, or once a game."""

    seat: str
    what: str
    for_game: bool = False


class ChangeBegan(_Event):
    change: Change


class ChangesEnded(_Event):
    """Every change that lasted until this is over."""

    until: str


class Unmasked(_Event):
    """An Illuminati of the hand takes the place of a player's own, which is discarded (I37)."""

    seat: str
    old: str
    new: str


class AgentsPurged(_Event):
    """Spare Illuminati that lay as agents are gone (I35.34)."""

    seat: str
    cards: tuple[str, ...]


class ActionOver(_Event):
    """A Group has had the action for which its Power was another (I38.15)."""

    card: str


class DrawsPaid(_Event):
    """The draws that are paid for and still to come; the last is `by` a player, or one is over."""

    draws: tuple[PaidDraw, ...]
    by: str = ""


class ScriptTaken(_Event):
    """What is left of the mover's script, to be run when what is open is settled (I31.3)."""

    seat: str
    lines: tuple[InwoLine, ...]


class LinesTaken(_Event):
    """So many of the first lines of what is left of the mover's script are no longer in it.

    Records of older games have a `ScriptTaken` with all that is left instead.
    """

    seat: str
    number: int


class LineSettled(_Event):
    """The status of a line, or of a part of it (I11.12): its `part` is empty for the whole."""

    seat: str
    line: int
    status: Literal["ok", "illegal", "skipped"]
    reason: str = ""
    rule: str = ""
    part: str = ""


class TriggerTested(_Event):
    """A WHEN order was set off: made, or refused for a reason; `number` is its place on file.

    `key` names the occasion: for one that stays open it is made but once (I31.14). One that is made
    once for all has a `mark`.
    """

    seat: str
    number: int
    key: str
    reason: str = ""
    rule: str = ""
    mark: str = ""


class InwoTurnEnded(_Event):
    seat: str
    number: int


# --- attacks --------------------------------------------------------------------------------


class AttackAnnounced(_Event):
    """`owner` controls the target, where anybody does."""

    attack: RunningAttack
    terms: tuple[Term, ...]
    owner: str = ""


class AttackJoined(_Event):
    """A play of the running attack, and the need after it."""

    play: AttackPlay
    need: int


class PlayMade(_Event):
    """A play beside the sum of an attack, that can still be cancelled (I31.3)."""

    play: AttackPlay


class PlayCancelled(_Event):
    """A play that counts no more, or again; it keeps its place (I22.3, I10.7)."""

    number: str
    is_restored: bool = False


class ReliefOffered(_Event):
    """Actions are promised for a Place, which are not enough alone (I19.5)."""

    offer: ReliefOffer


class BoostReturned(_Event):
    """A boost of a helper's action is none any more (I22.5)."""

    number: str
    card: str


class CardSetOff(_Event):
    """A card on the table out of force by a play, for good when the window closes (I24.2)."""

    card: str
    by: str


class PlayCarriedOut(_Event):
    """A play that waited has its effect, and cannot be cancelled any more (I22.10)."""

    number: str


class TurnCut(_Event):
    """A card ends the turn at once (I5.7)."""

    card: str


class SegmentClosed(_Event):
    """What was played can be answered no more."""


class PrivilegeEnded(_Event):
    """The attack is privileged no longer, for good (I16.3)."""

    number: str
    by: str


class PlotCopied(_Event):
    """A copy of a rival's exposed Plot has been made to be played at once (I33.12)."""

    seat: str
    card: str
    of: str


class PlotBarred(_Event):
    """A Plot, by its id, of which no copy is played any more (I37)."""

    seat: str
    name: str
    by: str


class SeatBarred(_Event):
    """A player may do nothing in the attack (I38.34)."""

    number: str
    seat: str


class RoundBegan(_Event):
    round: int


class DiceRolled(_Event):
    """The dice of an attack, or those rolled again at another need `by` a card (I23.2)."""

    number: str
    roll: Roll
    draw: int
    handicap: int = 0
    by: str = ""


class DiceChanged(_Event):
    """By a play of that number, or by a card that does so by itself."""

    number: str
    op: Literal["set", "shift", "fail", "soften"]
    amount: int = 0
    by: str = ""


class AttackResolved(_Event):
    """The sum as it last stood; no dice below a need of 2 (I14.1).

    By whom what of whom was attacked, and how, stands in it for those who read it alone.
    """

    number: str
    terms: tuple[Term, ...]
    need: int
    roll: Roll | None
    total: int | None
    success: bool
    draw: int
    seat: str = ""
    target: str = ""
    owner: str = ""
    form: Literal["control", "destroy", "disaster"] = "control"


class AttackEnded(_Event):
    number: str
    seat: str
    result: AttackResult
    failed_card: str | None = None
    is_cancelled: bool = False
    is_called_off: bool = False


class AttackCommitted(_Event):
    """A tentative attack is meant: its token is spent, what was named is played (I11.8)."""

    number: str


# --- questions, notes, stores (I33) ---------------------------------------------------------


class QuestionAsked(_Event):
    question: Question


class QuestionClosed(_Event):
    key: str


class ConsentGiven(_Event):
    """A player agrees to what another asks by a card, or does not (I33.9, I33.11).

    That of a Plot of a hand is `hidden` from others.
    """

    seat: str
    to: str
    card: str
    is_given: bool
    is_hidden: bool = False


class PlotStored(_Event):
    """A Plot of the hand lies under a Group, or under none any more (I38.29)."""

    seat: str
    card: str
    host: str


class NoteWritten(_Event):
    """A secret note of a player on a card of his; `name` is a card's id."""

    seat: str
    card: str
    name: str


class NoteOpened(_Event):
    """A note that came to matter, told to all."""

    seat: str
    card: str
    name: str


# --- gifts and trades (I21) -----------------------------------------------------------------


class ResourceGiven(_Event):
    """A Resource in play goes to another player, linked to his Illuminati (I21.2)."""

    card: str
    seat: str
    host: str


class DealOffered(_Event):
    deal: Deal


class DealAgreed(_Event):
    """An offer is accepted by this order, and waits for what its parties are asked (M11)."""

    deal: Deal
    order: AcceptDeal


class LieMeant(_Event):
    """What a party of a trade has answered to that: whether he lies (I33.4)."""

    seat: str
    number: int
    is_meant: bool


class DealEnded(_Event):
    deal: Deal
    why: Literal["accepted", "declined", "gone", "expired", "settled"]


# --- asks, winning, leaving -----------------------------------------------------------------


class Asked(_Event):
    ask: OpenAsk


class AskClosed(_Event):
    key: str


class PlayerOut(_Event):
    """A player is eliminated, or leaves (I27); `helped` had a part in it (I26.15)."""

    seat: str
    by: str | None
    why: Literal["eliminated", "left"]
    helped: tuple[str, ...] = ()


class VictoryDeclared(_Event):
    """What a seat wins by, shown to all (I26.7)."""

    seat: str
    goals: tuple[str, ...]


class VictoryWithdrawn(_Event):
    """A seat takes its declaration back (I26.7)."""

    seat: str


class InwoWon(_Event):
    seats: tuple[str, ...]


InwoEvent = (
    InwoBegan
    | DeckLocked
    | IlluminatiNamed
    | DeckShuffled
    | FirstRolled
    | ClaimRolled
    | FirstChosen
    | CardsMoved
    | PlotExposed
    | PlotsHidden
    | CardsShown
    | PickedByLot
    | CameIntoPlay
    | Relinked
    | Tied
    | Marked
    | Chosen
    | RuinRevived
    | Replaced
    | LeaderLost
    | BranchLaid
    | LeftPlay
    | CopySwapped
    | Devastated
    | GroupDestroyed
    | RuinTaken
    | RuinRewritten
    | InwoTurnBegan
    | TurnSeized
    | StepBegan
    | TokensPlaced
    | TokensTaken
    | CardRolled
    | DieRolled
    | TakeoverUsed
    | OnceUsed
    | ChangeBegan
    | ChangesEnded
    | Unmasked
    | AgentsPurged
    | ActionOver
    | DrawsPaid
    | ScriptTaken
    | LinesTaken
    | LineSettled
    | TriggerTested
    | InwoTurnEnded
    | AttackAnnounced
    | AttackJoined
    | PlayMade
    | PlayCancelled
    | BoostReturned
    | ReliefOffered
    | CardSetOff
    | PlayCarriedOut
    | TurnCut
    | SegmentClosed
    | PrivilegeEnded
    | PlotBarred
    | PlotCopied
    | SeatBarred
    | RoundBegan
    | DiceRolled
    | DiceChanged
    | AttackResolved
    | AttackEnded
    | AttackCommitted
    | QuestionAsked
    | QuestionClosed
    | ConsentGiven
    | PlotStored
    | NoteWritten
    | NoteOpened
    | ResourceGiven
    | DealOffered
    | DealAgreed
    | LieMeant
    | DealEnded
    | Asked
    | AskClosed
    | PlayerOut
    | VictoryDeclared
    | VictoryWithdrawn
    | InwoWon
)
