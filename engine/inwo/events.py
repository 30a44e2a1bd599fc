"""Everything that can happen in a game; `evolve` applies it, reports tell it, replay repeats it.

Events record outcomes, so replaying them needs no dice; `draw` is the number of the draw that
made one. Where others may not know which cards were moved, `view.seen` empties `cards`.
"""

from __future__ import annotations

from typing import Literal

from engine.core.arrangement import Laid
from engine.core.dice import Roll
from engine.core.values import Value
from engine.inwo.orders import InwoLine
from engine.inwo.state import (
    AttackPlay,
    Change,
    InwoOptions,
    OnTable,
    OpenAsk,
    Ruin,
    RunningAttack,
    Step,
)

Zone = Literal[
    "plots",
    "groups",
    "plot_deck",
    "group_deck",
    "discards",
    "unseen",
    "bounced",
    "removed",
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
AttackResult = Literal["captured", "destroyed", "killed", "devastated", "stripped", "none"]


class Term(Value):
    """One part of the sum of an attack; the values of all add up to the need (I13.10)."""

    what: TermName
    who: str
    value: int


# --- set-up (I4) ----------------------------------------------------------------------------


class InwoBegan(Value):
    """The seats with their Illuminati, all turned up together (I4.1)."""

    options: InwoOptions
    seats: tuple[tuple[str, str], ...]
    kind: Literal["began"] = "began"


class DeckLocked(Value):
    """A seat's registered deck, not shuffled yet; nobody else may see it (I3.4)."""

    seat: str
    plots: tuple[str, ...]
    groups: tuple[str, ...]
    draw: int
    kind: Literal["deck-locked"] = "deck-locked"


class DeckShuffled(Value):
    """A deck in its new order, known to nobody."""

    seat: str
    deck: DeckZone
    cards: tuple[str, ...]
    draw: int
    kind: Literal["shuffled"] = "shuffled"


class FirstRolled(Value):
    """Two dice of each seat for who goes first, ties again (I4.5)."""

    rolls: tuple[tuple[str, Roll], ...]
    draw: int
    kind: Literal["first-rolled"] = "first-rolled"


class FirstChosen(Value):
    seat: str
    kind: Literal["first-chosen"] = "first-chosen"


# --- cards go from place to place -----------------------------------------------------------


class CardsMoved(Value):
    """Cards of a seat from one zone to another, of the same seat unless `to_seat` is another's.

    `place` is where in a deck they go: 0 is the top, -1 the bottom. `open_`: everybody sees them.
    """

    seat: str
    cards: tuple[str, ...]
    source: Zone
    target: Zone
    why: str
    place: int = 0
    is_open: bool = False
    to_seat: str | None = None
    kind: Literal["moved"] = "moved"


class PlotExposed(Value):
    seat: str
    card: str
    kind: Literal["exposed"] = "exposed"


class CameIntoPlay(Value):
    """A card of a hand or deck lies on the table: a Group, a Resource, a Plot that stays."""

    card: OnTable
    source: Zone
    why: Literal["lead", "takeover", "brought", "played", "by-card"]
    late: bool = False
    kind: Literal["came"] = "came"


class Relinked(Value):
    card: str
    host: str
    kind: Literal["relinked"] = "relinked"


class BranchLaid(Value):
    """A branch moved within a structure or captured: each card on its master's arrow (I9)."""

    seat: str
    laid: tuple[Laid, ...]
    why: Literal["moved", "captured", "given"]
    kind: Literal["laid"] = "laid"


class LeftPlay(Value):
    """Cards of the table go to a zone of the seat named; what is linked to them is told apart.

    To a hand: the Group's last controller's; to a pile: the owner's.
    """

    cards: tuple[tuple[str, str], ...]
    target: Zone
    why: str
    place: int = 0
    kind: Literal["left-play"] = "left-play"


class CopySwapped(Value):
    """Agents take the place of the copy they stood for, which goes to its pile (I14.4)."""

    old: str
    new: str
    kind: Literal["swapped"] = "swapped"


class Devastated(Value):
    """A Place is marked, or marked no more (I19.1, I19.4)."""

    card: str
    is_relieved: bool = False
    kind: Literal["devastated"] = "devastated"


class GroupDestroyed(Value):
    """A card goes to a destroyed pile, with credit or without (I14.5)."""

    seat: str
    ruin: Ruin
    loser: str
    kind: Literal["destroyed"] = "destroyed"


# --- turns and tokens -----------------------------------------------------------------------


class InwoTurnBegan(Value):
    seat: str
    number: int
    kind: Literal["turn-began"] = "turn-began"


class StepBegan(Value):
    step: Step
    kind: Literal["step"] = "step"


class TokensPlaced(Value):
    """Tokens added to cards (I6.1)."""

    seat: str
    rows: tuple[tuple[str, int], ...]
    kind: Literal["tokens-placed"] = "tokens-placed"


class TokensTaken(Value):
    """Tokens spent or lost: of each card so many."""

    seat: str
    rows: tuple[tuple[str, int], ...]
    why: str
    kind: Literal["tokens-taken"] = "tokens-taken"


class TakeoverUsed(Value):
    seat: str
    card: str | None
    kind: Literal["takeover-used"] = "takeover-used"


class OnceUsed(Value):
    """Something that may be done once a turn, or once a game."""

    seat: str
    what: str
    for_game: bool = False
    kind: Literal["once"] = "once"


class ChangeBegan(Value):
    change: Change
    kind: Literal["change"] = "change"


class ChangesEnded(Value):
    """Every change that lasted until this is over."""

    until: str
    kind: Literal["changes-ended"] = "changes-ended"


class ScriptTaken(Value):
    """What is left of the mover's script, to be run when what is open is settled (I31.3)."""

    seat: str
    lines: tuple[InwoLine, ...]
    kind: Literal["script"] = "script"


class LineSettled(Value):
    """The fate of a line, or of a part of it (I11.12): its `part` is empty for the whole."""

    seat: str
    line: int
    status: Literal["ok", "illegal", "skipped"]
    reason: str = ""
    rule: str = ""
    part: str = ""
    kind: Literal["line"] = "line"


class InwoTurnEnded(Value):
    seat: str
    number: int
    kind: Literal["turn-ended"] = "turn-ended"


# --- attacks --------------------------------------------------------------------------------


class AttackAnnounced(Value):
    attack: RunningAttack
    terms: tuple[Term, ...]
    kind: Literal["attack"] = "attack"


class AttackJoined(Value):
    """A play of the running attack, and the need after it."""

    play: AttackPlay
    need: int
    kind: Literal["joined"] = "joined"


class PlayCancelled(Value):
    """A play of the running attack that counts no more; it keeps its place (I22.3)."""

    number: int
    why: str
    kind: Literal["play-cancelled"] = "play-cancelled"


class RoundBegan(Value):
    round: int
    kind: Literal["round"] = "round"


class AttackResolved(Value):
    """The sum as it last stood; no dice below a need of 2 (I14.1)."""

    number: str
    terms: tuple[Term, ...]
    need: int
    roll: Roll | None
    total: int | None
    success: bool
    draw: int
    kind: Literal["resolved"] = "resolved"


class AttackEnded(Value):
    number: str
    seat: str
    result: AttackResult
    failed_card: str | None = None
    kind: Literal["attack-ended"] = "attack-ended"


# --- asks, winning, leaving -----------------------------------------------------------------


class Asked(Value):
    ask: OpenAsk
    kind: Literal["asked"] = "asked"


class AskClosed(Value):
    key: str
    kind: Literal["ask-closed"] = "ask-closed"


class PlayerOut(Value):
    """A player is eliminated, or leaves (I27)."""

    seat: str
    by: str | None
    why: Literal["eliminated", "left"]
    kind: Literal["out"] = "out"


class VictoryDeclared(Value):
    """What a seat wins by, shown to all (I26.7)."""

    seat: str
    goals: tuple[str, ...]
    kind: Literal["declared"] = "declared"


class InwoWon(Value):
    seats: tuple[str, ...]
    kind: Literal["won"] = "won"


InwoEvent = (
    InwoBegan
    | DeckLocked
    | DeckShuffled
    | FirstRolled
    | FirstChosen
    | CardsMoved
    | PlotExposed
    | CameIntoPlay
    | Relinked
    | BranchLaid
    | LeftPlay
    | CopySwapped
    | Devastated
    | GroupDestroyed
    | InwoTurnBegan
    | StepBegan
    | TokensPlaced
    | TokensTaken
    | TakeoverUsed
    | OnceUsed
    | ChangeBegan
    | ChangesEnded
    | ScriptTaken
    | LineSettled
    | InwoTurnEnded
    | AttackAnnounced
    | AttackJoined
    | PlayCancelled
    | RoundBegan
    | AttackResolved
    | AttackEnded
    | Asked
    | AskClosed
    | PlayerOut
    | VictoryDeclared
    | InwoWon
)
