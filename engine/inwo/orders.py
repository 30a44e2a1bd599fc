"""What a player can order, as values; cards are named by id, or by copy where it matters."""

from __future__ import annotations

from typing import Literal, get_args

from engine.core.geometry import Side
from engine.core.values import Value
from engine.inwo.abilities import Aim

RestOfDraw = Literal["", "top", "bottom"]
"""Where the cards go that he looked at and did not draw; unsaid it is the top (I38.27)."""


class _Order(Value, tag=True):
    """An order is stored with the name of its class."""


# --- lines of a script (I31.2) --------------------------------------------------------------


class NameIlluminati(_Order):
    """The Illuminati a seat would be, where the cards are common (I30.1)."""

    card: str


class PlaceLead(_Order):
    """The Groups a seat would lead with, in order of wish, and the arrow (I4.3, I4.6).

    Behind them the strongest of a `word`. `sides` are those of Groups with one of their own.
    """

    cards: tuple[str, ...]
    at: Side | None = None
    word: str = ""
    sides: tuple[tuple[str, Side], ...] = ()

    def side_of(self, card: str) -> Side:
        """The arrow that a Group goes on."""
        return dict(self.sides).get(card, self.at or "N")


class TakeOver(_Order):
    """The automatic takeover: cards in order of wish (I8.1); a Resource is linked, and told.

    Where none of them comes he wants none if he has said so: `or_none` (I38.45).
    """

    cards: tuple[str, ...]
    under: str | None = None
    at: Side | None = None
    link: str | None = None
    value: str = ""
    or_none: bool = False


class Helper(Value):
    """A Group that joins an attack, with the boosts of its action (I12.6)."""

    card: str
    boosts: tuple[str, ...] = ()


class LaunchAttack(_Order):
    """An attack by a Group (I11): `from_hand` is understood where nothing else fits.

    `uses` are cards in play that lend their points. A `tentative` one is called off after the first
    round if all of `call_off` is so (I11.9). `reserves` join in the last place of every round while
    the need is below `until` (I31.10). It is an Assassination where it is of an `assassin`, Instant
    by a Plot, or is to `strip` an alignment (I37); it `bars` one player from it (I38.34).
    With the reserves `reserve_plays` are played. Of `privileged_by` the token is that of
    `privilege_paid_by`, if it takes one (I35.31).
    """

    form: Aim
    attacker: str
    target: str
    from_hand: bool | None = None
    at: Side | None = None
    boosts: tuple[str, ...] = ()
    aid: tuple[Helper, ...] = ()
    plays: tuple[PlayPlot, ...] = ()
    agents: bool = False
    privileged: bool = False
    privileged_by: str | None = None
    privilege_paid_by: str | None = None
    reserves: tuple[Helper, ...] = ()
    until: int | None = None
    only_if_need: int | None = None
    wishes: tuple[tuple[str, Side], ...] = ()
    tentative: bool = False
    call_off: tuple[InwoCondition, ...] = ()
    uses: tuple[str, ...] = ()
    assassin: bool = False
    instant_by: str | None = None
    strip: str = ""
    bars: str | None = None
    reserve_plays: tuple[PlayPlot, ...] = ()


Comparison = Literal["<", "<=", ">", ">=", "="]


class Margin(Value):
    """A number that something is compared with."""

    op: Comparison
    number: int

    def fits(self, found: int) -> bool:
        """Whether what was found stands so to the number."""
        return {
            "<": found < self.number,
            "<=": found <= self.number,
            ">": found > self.number,
            ">=": found >= self.number,
            "=": found == self.number,
        }[self.op]


Fate = Literal["captured", "destroyed", "killed", "devastated"]
FATES: tuple[Fate, ...] = get_args(Fate)
"""What may befall the target as the dice lie (M7)."""
DiceCourse = Literal["", "success", "failure", "roll", Fate]


class PlayPlot(_Order):
    """A Plot of the hand, on what it concerns, with what it must be told and who pays (I7.3).

    One for dice is played `when` they lie so: by a `margin`, or for a roll, what they show. Of its
    costs that one is meant which `discards` so many Plots, or Group cards if it is `of_groups`. Of
    what the letter has `said` to all these are the words, if anybody has looked (I33.6). A card
    that attacks has the points of those that its line `uses`.
    """

    card: str
    on: tuple[str, ...] = ()
    value: str = ""
    paying: tuple[str, ...] = ()
    boosts: tuple[str, ...] = ()
    when: DiceCourse = ""
    margin: Margin | None = None
    discards: int = 0
    of_groups: bool = False
    said: tuple[str, ...] | None = None
    uses: tuple[str, ...] = ()


class UseAbility(_Order):
    """An ability of a card on the table (I34.2); of dice only `when` they lie so (I31.12).

    Of a free one and one for a token the second is meant where it is `by_action`. Cards of the hand
    are given up in `paying`, or so many `discards` from a deck, of Plots or `of_groups`; the
    `payers` act for it. A Group that it moves goes `under` another.
    """

    card: str
    on: tuple[str, ...] = ()
    value: str = ""
    when: DiceCourse = ""
    margin: Margin | None = None
    by_action: bool = False
    paying: tuple[str, ...] = ()
    discards: int = 0
    of_groups: bool = False
    under: str | None = None
    at: Side | None = None
    payers: tuple[str, ...] = ()


class MoveGroup(_Order):
    """A Group goes with its branch to another arrow of its structure (I9.6).

    It may cost a Plot in place of a token, `discarding` it (I37).
    """

    card: str
    under: str
    at: Side | None = None
    paying: str | None = None
    wishes: tuple[tuple[str, Side], ...] = ()
    discarding: tuple[str, ...] = ()


class TurnGroup(_Order):
    """A Group goes to another side of its master, where a card lets it hang on any (I37)."""

    card: str
    at: Side


class LinkResource(_Order):
    """A Resource is linked to a Group, or to the Illuminati again (I20.2)."""

    card: str
    to: str | None = None
    value: str = ""


class UniteHalves(_Order):
    """Two halves of a Place, one directly under the other, are one again (I37)."""

    card: str


class BuyPlot(_Order):
    """A Plot for an Illuminati's token or two others (I6.6); in SubGenius a Group card too."""

    paying: tuple[str, ...]
    is_group: bool = False


class DrawGroupCard(_Order):
    """A Group card for an Illuminati action, once a turn (I5.5)."""


class BringResource(_Order):
    """A Resource of the hand for an Illuminati action, once a turn (I8.4)."""

    card: str
    link: str | None = None
    value: str = ""


class RemoveToken(_Order):
    """A token of his own taken away (I6.3)."""

    card: str


class ExposePlot(_Order):
    """A hidden Plot of the hand laid open for good (I7.2)."""

    card: str


class ShowPlot(_Order):
    """A hidden Plot of the hand shown to one player, or to `also` others (I7.2)."""

    card: str
    to: str
    also: tuple[str, ...] = ()


class DiscardCard(_Order):
    """A card of the hand given up (I7.4)."""

    card: str


class ReturnPlot(_Order):
    """A Plot of the hand put back into its deck at a place from the top (I7.4); -1: the bottom."""

    card: str
    place: int = 0


class Relieve(_Order):
    """A Devastated Place is Relieved by actions of enough Power, some with boosts (I19.4)."""

    card: str
    groups: tuple[str, ...]
    boosts: tuple[str, ...] = ()


class RemoveZaps(_Order):
    """All Zaps taken from one player for an Illuminati action (I35.5)."""

    seat: str


class FreeGroup(_Order):
    """A paralyzed Group freed by an action of its master or of his Illuminati (I35.6)."""

    card: str
    paying: str | None = None


class Choose(_Order):
    """The answer to a question of the referee (I33.3), or the card of a draw (I38.27)."""

    cards: tuple[str, ...]
    rest: RestOfDraw = ""


class StorePlot(_Order):
    """A hidden Plot of the hand laid under a Group that keeps one (I38.29)."""

    card: str
    under: str


class WriteNote(_Order):
    """A secret note on a card of his (I33.13)."""

    card: str
    name: str


class GiveCards(_Order):
    """Cards of the hand or Resources in play for another player (I21.1, I21.2)."""

    to: str
    cards: tuple[str, ...]


class OfferDeal(_Order):
    """A trade offered: what he gives, what he wants, and where a Group would lie (I21.4).

    A Group that he gives is moved by the token of the one named (I9.7). An offer that `expires`
    stands until that time; who `lies` will not give his part, by a card (I33.4).
    """

    to: str
    gives: tuple[str, ...]
    wants: tuple[str, ...] = ()
    under: str | None = None
    at: Side | None = None
    paying: str | None = None
    expires: str = ""
    lies: bool = False


class AcceptDeal(_Order):
    """An offer accepted, by the number that he knows it by (I21.4); `lies` as in an offer."""

    number: int
    under: str | None = None
    at: Side | None = None
    lies: bool = False


class DeclineDeal(_Order):
    """An offer declined, or taken back."""

    number: int


class CounterDeal(_Order):
    """An offer declined, and another made in its place (I21.4)."""

    number: int
    gives: tuple[str, ...]
    wants: tuple[str, ...] = ()


class DeclareVictory(_Order):
    """Victory declared at this knock, or in the window of another's (I26.13)."""


class WithdrawVictory(_Order):
    """A declaration taken back while the window is open (I26.7)."""


class Knock(_Order):
    """The end of a turn (I5.6)."""


# --- answers (I31.6): `attack` is the number of the one meant, None the one under way -------------


class LaySpare(_Order):
    """A spare Illuminati of the hand is laid beside the Resources (I25.6)."""

    card: str


class ArrangeGroups(_Order):
    """Groups of a structure are laid anew by a card: each under which, at which side (I9.9).

    Or for Plots, `discarding` them, where a New World Order lets everybody do so (I37).
    """

    rows: tuple[tuple[str, str, Side | None], ...]
    discarding: tuple[str, ...] = ()


class NameCard(_Order):
    """A name for a card that takes one (I33.10)."""

    card: str
    name: str
    is_male: bool = False


class PlaceBet(_Order):
    """A bet with another player, by a card (I33.11)."""

    number: int
    seat: str
    by: str


class AskAll(_Order):
    """All other players asked to let a card do more than it says, for a Personality (I33.9)."""

    card: str
    on: str


class NameLoosely(_Order):
    """A text to all names cards by less than their full names; nobody types this (I33.5)."""

    cards: tuple[str, ...]


class EndSegment(_Order):
    """MORE: what is announced so far is answered before the rest is seen (I31.3)."""


class JoinAttack(_Order):
    """Groups that aid or oppose an attack, all or one by one until the need is right (I31.7).

    The card `by` is played or used first: it opens the way (I35.23).
    """

    side: str
    groups: tuple[Helper, ...]
    until: int | None = None
    attack: str | None = None
    by: str = ""


class DefendTarget(_Order):
    """The target's own tokens in its defense; with `all_in` those of all who may (I12.4).

    With `groups` these alone, the target among them with its boosts.
    """

    boosts: tuple[str, ...] = ()
    until: int | None = None
    all_in: bool = False
    attack: str | None = None
    groups: tuple[Helper, ...] = ()


class SendAgents(_Order):
    """Hidden agents for or against an attack (I15)."""

    side: str
    attack: str | None = None


class CallOff(_Order):
    """A tentative attack called off (I11.8)."""

    attack: str | None = None


class CommitAttack(_Order):
    """A tentative attack is meant after all (I11.8)."""

    attack: str | None = None


class PassRound(_Order):
    """Nothing in this round, or in all rounds of this ask, or in them until the need is so.

    Or `unless` that player does something. Who `yields` speaks of a declared victory.
    """

    all_rounds: bool = False
    until: Margin | None = None
    unless: str = ""
    yields: bool = False


# --- standing orders ------------------------------------------------------------------------


class GuardPolicy(_Order):
    """Defend his Groups, one of them or all, until the need is at most a number (I31.7).

    With `groups` or `plays` these alone, one by one.
    """

    card: str | None = None
    until: int = 1
    keep: int = 0
    all_in: bool = False
    groups: tuple[str, ...] = ()
    plays: tuple[str, ...] = ()


class OpposePolicy(_Order):
    """Oppose a rival's attacks from his hand and on others while the need is above a number.

    `taking` narrows it to targets of a word, or to one card.
    """

    seat: str
    until: int
    groups: tuple[str, ...] = ()
    taking: str = ""


class SupportPolicy(_Order):
    """Aid a player's attacks, on anybody or one rival, while the need is below a number."""

    seat: str
    until: int
    groups: tuple[str, ...] = ()
    against: str = ""


class DrawPolicy(_Order):
    """Which cards he draws at the start of his turns, or of that turn of his alone (I31.1)."""

    plots: bool = True
    groups: bool = True
    turn: int = 0


class BuyPolicy(_Order):
    """Tokens left over become Plots as his turns begin, but so many to `keep` (I6.6, I31.1).

    With `spares_root` his Illuminati's is not spent.
    """

    keep: int = 0
    spares_root: bool = False


class TaxPolicy(_Order):
    """Whom he taxes at the start of his turns; nobody where it is empty (I38.25).

    None: who has most Plots.
    """

    seat: str | None = ""


class PreferPolicy(_Order):
    """The cards he takes first where a card lets him choose among several (I33.1, I38.27)."""

    wishes: tuple[ShedChoice, ...]
    rest: RestOfDraw = ""


class NephewsPolicy(_Order):
    """From which deck his card more comes (I5.2)."""

    deck: Literal["plots", "groups"] = "plots"


class BushPolicy(_Order):
    """Whether a card that may be Conservative is so, or as it serves him best (I38.22)."""

    way: Literal["conservative", "not", "best"] = "best"


class AllowPolicy(_Order):
    """What a card of his would bar, a player may take over (I33.11)."""

    seat: str
    word: str


class HiddenPolicy(_Order):
    """A card that lies hidden is not shown where that is asked (I8.7)."""

    card: str


class ReceivePolicy(_Order):
    """Groups that a player gives him are taken (I9.7)."""

    seat: str


class ShufflePolicy(_Order):
    """His decks are not shuffled where that is his to say (I36.16)."""


class DeclarePolicy(_Order):
    """Whether he declares victory when he can, or only beside or without others (I26.13)."""

    always: bool = True
    beside: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


class ShedChoice(Value):
    """A Plot to be given up, or any of a word; with neither the newest; and where to (I7.8)."""

    card: str = ""
    word: str = ""
    to: Literal["top", "bottom", "discards"] = "top"


class ShedPolicy(_Order):
    """Plots he gives up first when he holds too many, in order (I7.8)."""

    wishes: tuple[ShedChoice, ...]


class PassPolicy(_Order):
    """Windows in which nobody waits for him: on others, privileged, or all (I31.11)."""

    scope: Literal["others", "privileged", "all"]


class AsidePolicy(_Order):
    """No standing order of his answers attacks on a player, or on a card (I31.7)."""

    on: str


TriggerEvent = Literal[
    "attacks",
    "played",
    "announces",
    "declares",
    "turn-begins",
    "turn-ends",
    "knocks",
    "takes-over",
    "captured",
    "killed",
    "destroyed",
    "devastated",
    "relieved",
    "discarded",
    "draws",
    "about-to-draw",
    "rolls",
    "looks",
    "offers",
]
TriggerForm = Literal[
    "", "control", "destroy", "instant", "from-hand", "privileged", "plots", "groups"
]
"""Of attacks, or of draws."""


TriggerCost = Literal["", "illuminati", "action", "nothing"]
"""What powers a Plot: an action of an Illuminati, any action, none."""


class Trigger(_Order):
    """Orders made WHEN something happens, each if the one before was legal (I31.14).

    `who` did it ("" anybody else), to the card or to one of the word `what` ("" any), but not
    `other_than` this; only to what is `mine`, or to me, or to another player, `whom`. A Plot may be
    meant by its `cost`. It is narrowed: `once` for all, up to and with a turn, while he has more
    tokens than he would `keep`, and `unless` the need is so.
    """

    event: TriggerEvent
    orders: tuple[InwoOrder, ...]
    who: str = ""
    what: str = ""
    mine: bool = False
    form: TriggerForm = ""
    other_than: str = ""
    cost: TriggerCost = ""
    once: bool = False
    until_turn: int = 0
    keep: int = 0
    unless: Margin | None = None
    whom: str = ""


InwoOrder = (
    NameIlluminati
    | PlaceLead
    | TakeOver
    | LaunchAttack
    | PlayPlot
    | UseAbility
    | MoveGroup
    | TurnGroup
    | LinkResource
    | UniteHalves
    | BuyPlot
    | DrawGroupCard
    | BringResource
    | RemoveToken
    | ExposePlot
    | ShowPlot
    | DiscardCard
    | ReturnPlot
    | Relieve
    | RemoveZaps
    | FreeGroup
    | Choose
    | StorePlot
    | WriteNote
    | GiveCards
    | OfferDeal
    | AcceptDeal
    | DeclineDeal
    | CounterDeal
    | DeclareVictory
    | WithdrawVictory
    | Knock
    | EndSegment
    | LaySpare
    | ArrangeGroups
    | NameCard
    | PlaceBet
    | AskAll
    | NameLoosely
    | JoinAttack
    | DefendTarget
    | SendAgents
    | CallOff
    | CommitAttack
    | PassRound
)
InwoPolicy = (
    TaxPolicy
    | BuyPolicy
    | ShufflePolicy
    | PreferPolicy
    | NephewsPolicy
    | BushPolicy
    | AllowPolicy
    | HiddenPolicy
    | ReceivePolicy
    | GuardPolicy
    | OpposePolicy
    | SupportPolicy
    | DrawPolicy
    | DeclarePolicy
    | ShedPolicy
    | PassPolicy
    | AsidePolicy
    | Trigger
)


ConditionAbout = Literal[
    "success",
    "failure",
    "need",
    "roll",
    "token",
    "hold",
    "devastated",
    "in-play",
    "owner",
    "plots",
    "joins",
    "colour",
]


class InwoCondition(Value):
    """What an IF asks: of a line by its number, of a card, or of a player (`subject`).

    `number` is what is compared; of a success or failure by how much it came out so. A need
    without a subject is that of the attack under way.
    """

    about: ConditionAbout
    subject: str
    op: Comparison = "="
    number: int | None = None
    owner: str = ""
    negated: bool = False


class InwoLine(Value):
    """One numbered line of a seat's orders; `window`: an answer in that one alone (I39.6).

    It is carried out if all `conditions` hold.
    """

    number: int
    order: InwoOrder
    window: str = ""
    conditions: tuple[InwoCondition, ...] = ()


ANY_TIME = (
    *(PlayPlot, UseAbility, BuyPlot, ExposePlot, DiscardCard, ReturnPlot),
    *(RemoveToken, Relieve, RemoveZaps, FreeGroup),
    *(GiveCards, OfferDeal, AcceptDeal, DeclineDeal, CounterDeal, ShowPlot),
    *(StorePlot, WriteNote, LaySpare, UniteHalves, TurnGroup),
)
"""Orders that need no turn (I6.6, I7.4, I19.4, I21, I34.4)."""
IN_MAIN_PHASE = (
    *(LaunchAttack, TakeOver, MoveGroup, LinkResource, BringResource),
    DrawGroupCard,
)
"""Orders that only the player whose turn it is can give (I5.5)."""
UNANSWERED = (
    *(BuyPlot, ExposePlot, DiscardCard, ReturnPlot),
    *(GiveCards, OfferDeal, AcceptDeal, DeclineDeal, CounterDeal, ShowPlot),
    *(UniteHalves, TurnGroup, NameLoosely),
)
"""Orders that nobody can answer: they never make a window (I31.3)."""

IN_VICTORY = (DeclareVictory, WithdrawVictory)
"""What answers a declaration of victory."""
BEFORE_TOKENS = (
    *(TakeOver, BuyPlot, ExposePlot, DiscardCard, ReturnPlot, RemoveToken),
    *(OfferDeal, DeclineDeal, TurnGroup, StorePlot, ShowPlot, NameCard, NameLoosely),
)
"""Lines that do not bring B4 about (I5.4, I31.1)."""
