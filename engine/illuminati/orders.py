"""What a player may order, as values; the language makes them, the rules judge them."""

from __future__ import annotations

from typing import Literal

from engine.core.arrangement import Laid
from engine.core.geometry import Side
from engine.core.values import Value
from engine.illuminati.abilities import Alignment, AttackForm

AlignmentChange = Literal["add", "remove", "reverse"]
Style = Literal["save", "all-in"]
"""What a player does whose aim is out of his reach: nothing, or all he allows (R12.4)."""
StanceSide = Literal["guard", "oppose", "support", "aside"]
Window = Literal["W1", "W2", "W3", "W4", "T1", "T2"]
"""When a Special may be played (R12.6)."""


class Payment(Value):
    """MB from one treasury; without a card the rules choose the treasury (R5.7)."""

    amount: int
    card: str | None = None


class PuppetPlace(Value):
    """Where a puppet of a captured or moved branch goes on its own master; no arrow: given up."""

    card: str
    arrow: Side | None


class Privilege(Value):
    """PRIVILEGED BY a Special that is discarded, or FOR MB where the Illuminati can (R6.3)."""

    card: str | None = None


class Attack(Value):
    """ATTACK (R4, R5). `ship` is MB moved to the captive from the attacking card (R7.2).

    `aim` (UNTIL or AIM) is the need at which he stops raising, `ceiling` (UP TO) the MB he spends
    at most, the stake included; `by` is a Special that allows the attack (R7.5), `only_if_need`
    the need before any money below which he withdraws (R6.5). `lend` is how many points a card
    that may split its aid gives; without it, all that are left (R11.6).
    """

    form: AttackForm
    target: str
    attacker: str
    aid: tuple[str, ...] = ()
    stake: tuple[Payment, ...] = ()
    arrow: Side | None = None
    ship: int = 0
    wishes: tuple[PuppetPlace, ...] = ()
    aim: int | None = None
    ceiling: int | None = None
    style: Style | None = None
    overshoot: int | None = None
    only_if_need: int | None = None
    privilege: Privilege | None = None
    by: str | None = None
    lend: int | None = None


class Transfer(Value):
    """TRANSFER to an adjacent card (R2.9), or as one of the two actions (R2.7)."""

    amount: int
    source: str
    to: str
    as_action: bool = False


class Move(Value):
    """MOVE a group with its branch to an arrow of another card of the structure (R8.5)."""

    card: str
    master: str
    arrow: Side | None = None
    wishes: tuple[PuppetPlace, ...] = ()


class Drop(Value):
    """DROP a group and its branch (R8.6)."""

    card: str


class Pass(Value):
    """PASS the turn for 5 MB (R2.11)."""


class More(Value):
    """MORE: the script stops here, and he is asked for the rest of his turn (R12.1)."""


class GiveMoney(Value):
    """GIVE MB from Illuminati to Illuminati (R9.1)."""

    to: str
    amount: int


class GiveSpecial(Value):
    """GIVE a Special from the hand (R9.1)."""

    to: str
    card: str


class Show(Value):
    """SHOW a Special of the hand to some seats (R9.5)."""

    card: str
    to: tuple[str, ...]


class Play(Value):
    """PLAY a Special (R9.6); which of the other fields it needs, its effect says.

    `on` is a card, `against` a seat, `master` and `arrow` the place of a bribed group,
    `amounts` what a treasury holds afterwards (the rest goes to the Illuminati). With `line` it
    waits for that attack of the mover's script, with `window` for that moment of a turn (R12.6).
    """

    card: str
    on: str | None = None
    against: str | None = None
    master: str | None = None
    arrow: Side | None = None
    amounts: tuple[tuple[str, int], ...] = ()
    line: int | None = None
    window: Window | None = None


class UseRealign(Value):
    """USE a card that changes one alignment of another group (R2.13)."""

    card: str
    change: AlignmentChange
    alignment: Alignment
    target: str


class UseBuyCard(Value):
    """USE a card that draws one more for money (R2.12)."""

    card: str


class Arrange(Value):
    """ARRANGE the own structure: these cards go to these places, the others stay (R2.10)."""

    laid: tuple[Laid, ...]


class Spread(Value):
    """SPREAD the own money: what these treasuries hold, the rest on the Illuminati (R2.10)."""

    amounts: tuple[tuple[str, int], ...]


class ChooseGoal(Value):
    """GOAL: the special goal of that Illuminati, chosen in secret (R1.5)."""

    illuminati: str


class Resign(Value):
    """RESIGN from the game (R10.3)."""


# Standing orders: they stay until changed and need no answer in a turn.


class PayTaxFrom(Value):
    """PAY TAX FROM these treasuries first (R2.2); empty: the standard order."""

    cards: tuple[str, ...]


class ForegoTax(Value):
    """FOREGO TAX ON these seats (R2.2); empty: tax everybody."""

    seats: tuple[str, ...]


class PayUpkeepFrom(Value):
    """PAY POST OFFICE FROM MASTER, or from the Illuminati (R2.3)."""

    from_master: bool


# Answers to an announced attack, and policies for attacks to come (R12.4 to R12.6).


class Pattern(Value):
    """Which attacks are meant; an empty field means any.

    `line` is a line of the announced script, `by` the attacking seat, `owner` the seat attacked,
    `groups` are targets, `alignments` those of the target (any is enough).
    """

    line: int | None = None
    by: str | None = None
    owner: str | None = None
    groups: tuple[str, ...] = ()
    alignments: tuple[Alignment, ...] = ()
    forms: tuple[AttackForm, ...] = ()


class Stance(Value):
    """GUARD, OPPOSE, SUPPORT or STAND ASIDE (R12.4, R12.5).

    `aim` (UNTIL) is the need at which he stops, `ceiling` (MAX) his MB an attack, `per_round` his
    MB from one of his turns to the next over all attacks, `until_turn` the last turn it is for.
    `until_at` is a moment that the rules only carry: whoever has a clock ends it.
    """

    side: StanceSide
    pattern: Pattern = Pattern()
    aim: int | None = None
    ceiling: int | None = None
    style: Style | None = None
    overshoot: int | None = None
    per_round: int | None = None
    until_turn: int | None = None
    until_at: str | None = None


class FixRoll(Value):
    """PLAY a card that sets the roll, on such an attack, if it would succeed or fail (W3)."""

    card: str
    pattern: Pattern = Pattern()
    if_succeeds: bool | None = None


class Abolish(Value):
    """ABOLISH PRIVILEGE of such an attack with one card made for it, or any two (R6.4)."""

    cards: tuple[str, ...]
    pattern: Pattern = Pattern()


class JoinIn(Value):
    """PLAY a card that lets its user into a privileged attack (R6.4)."""

    card: str
    pattern: Pattern = Pattern()


class Cancel(Value):
    """PLAY a card that cancels a Special as it is played (R9.6).

    `special` and `by` narrow which and whose; `against_me` is for Specials played in an attack on
    his structure, in his own attack, or against him.
    """

    card: str
    special: str | None = None
    by: str | None = None
    against_me: bool = False


class SkipTurn(Value):
    """PLAY a card that costs a player his whole turn, as it begins (R9.7)."""

    card: str
    seat: str


class Reserve(Value):
    """RESERVE: MB that raising leaves in the Illuminati's treasury (R12.8)."""

    amount: int


# Trades (R9.2 to R9.4).


class Goods(Value):
    """What one side of a trade gives: MB, Specials, groups with their branches."""

    money: int = 0
    specials: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()


class Offer(Value):
    """OFFER; a number makes it a COUNTER to that offer. `until_turn` is the last turn it stands.

    `until_at` is a moment that the rules only carry: whoever has a clock ends it.
    """

    to: str
    gives: Goods
    wants: Goods = Goods()
    until_turn: int | None = None
    counters: int | None = None
    until_at: str | None = None


class Accept(Value):
    """ACCEPT an offer; where groups come in, where each is put (R8.3)."""

    number: int
    places: tuple[Laid, ...] = ()
    wishes: tuple[PuppetPlace, ...] = ()


class Decline(Value):
    """DECLINE an offer to oneself, or withdraw one's own."""

    number: int


class GiveGroup(Value):
    """GIVE a group with its branch; the receiver must have accepted or consented (R9.2)."""

    to: str
    card: str


class AcceptGroups(Value):
    """ACCEPT GROUPS FROM a seat: consent given beforehand (R9.2)."""

    seat: str


# Advanced rules (R11).


class Accuse(Value):
    """ACCUSE a hidden Illuminati (R11.3)."""

    seat: str
    illuminati: str


class Understate(Value):
    """POWER n or INCOME n of a hidden Illuminati, lower or with `overstate` higher (R11.3)."""

    what: Literal["power", "income"]
    amount: int


class Copy(Value):
    """COPY an Illuminati in play at the start of his turns, where his own can (R11.6)."""

    illuminati: str


class Cheat(Value):
    """CHEAT (R11.5): which of its kinds needs which field, the rules say.

    "dice": `amount` is 1 or -1, on the attack of `line`. "bank": `amount` MB. "power": `amount`
    more in the attack of `line`. "resistance": `amount` more for the attacked group `card`, in an
    answer. "peek": `amount` cards. "stack": `cards` to the top, in that order.
    """

    what: Literal["dice", "bank", "power", "resistance", "peek", "stack"]
    amount: int = 0
    line: int | None = None
    card: str | None = None
    cards: tuple[str, ...] = ()


class Catch(Value):
    """CATCH a cheat of a turn by its line (R11.5)."""

    turn: int
    line: int


ScriptOrder = (
    Attack
    | Transfer
    | Move
    | Drop
    | Pass
    | More
    | GiveMoney
    | GiveSpecial
    | Show
    | Play
    | UseRealign
    | UseBuyCard
    | Arrange
    | Spread
    | GiveGroup
    | Accuse
    | Cheat
)
Answer = Stance | JoinIn | FixRoll | Abolish | Cancel | SkipTurn
"""What waits for an attack, a card or a turn: in an answer, a policy, or the mover's script."""
Policy = (
    PayTaxFrom | ForegoTax | PayUpkeepFrom | Reserve | AcceptGroups | Understate | Copy | Answer
)
DealOrder = Offer | Accept | Decline
Order = ScriptOrder | ChooseGoal | Resign | Policy | DealOrder | Catch


# Conditions of a line (R12.1): public facts and the results of earlier lines.


class LineResult(Value):
    """IF n SUCCEEDS / IF n FAILS; a skipped line has failed."""

    line: int
    succeeds: bool


class HeldBy(Value):
    """IF a group IS MINE / BOB'S; without a seat: IS FREE (uncontrolled)."""

    card: str
    seat: str | None


class Compare(Value):
    """IF MONEY >= n (own Illuminati's treasury, MB) or IF NEED of line n."""

    left: Literal["money", "need"]
    operator: Literal["<", "<=", "=", ">=", ">"]
    right: int
    line: int | None = None


class Not(Value):
    """ELSE: the condition before did not hold."""

    condition: LineResult | HeldBy | Compare


Condition = LineResult | HeldBy | Compare | Not


class Line(Value):
    """One line of a script; `number` is how other lines and answers call it."""

    number: int
    order: Order
    conditions: tuple[Condition, ...] = ()
    text: str = ""


Script = tuple[Line, ...]
AT_ANY_TIME = (
    *(GiveMoney, GiveSpecial, Show, Play, ChooseGoal, Resign),
    *(Offer, Accept, Decline, Catch),
)
"""Orders that need not be one's own turn (R9.1, R9.6)."""
HANDS_OVER = (GiveMoney, GiveSpecial, GiveGroup, Accept)
"""Orders by which money or Specials change hands, treasuries of groups among them (R6.3)."""
AFTER_PASS = (Resign, Offer, Accept, Decline, Catch)
"""Orders that a seat may give in a turn that it has passed (R2.11)."""
