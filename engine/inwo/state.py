"""The state of a game: immutable values, changed only by `evolve`.

A card is named by its copy (`cards.card_id`): the id tells what it is, the letter whose it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from engine.core.arrangement import Laid
from engine.core.geometry import SQUARE, Shape, Side
from engine.core.values import Value, field
from engine.inwo.abilities import Aim, AttackPurpose, DeckName, Operation, StatName
from engine.inwo.orders import (
    AcceptDeal,
    Helper,
    InwoLine,
    LaunchAttack,
    Margin,
    PlayPlot,
    UseAbility,
)

InwoPace = Literal["announce", "table", "policies"]
_Steps = Literal["leads", "b0", "b1", "b2", "b3", "b4", "main", "e1", "e2", "e3", "over"]
TurnStep = _Steps | Literal["b0-buy", "b0-drawn", "b1-drawn", "b2-drawn", "e4"]
"""The last are Plots bought in B0, B1 and B2 once the cards are drawn, and E4, where they have
windows (M5, M6)."""
MomentName = Literal["M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8", "M9", "M10", "M11"]
WindowMoment = Literal["", "M5", "M6", "M9", "M11"]
"""One that has a window of its own only where the table wants it, but for dice (I23.1)."""
DECK_SIZE, PLOT_DECK_SIZE = 45, 25
PORTRAIT = Shape(5, 7)


class InwoOptions(Value):
    """What a table may choose beforehand (I30.6); every default is the standard game."""

    pace: InwoPace = "announce"
    sets: tuple[str, ...] = ("unlimited",)
    copies: int = 0
    basic_goal: int | None = None
    cards: Literal["square", "portrait", "free"] = "square"
    hand_in_play: bool = False
    devastated_half: Literal["first", "last"] = "first"
    table_cards: bool = True
    house: Literal["", "pittsburgh"] = ""
    game_form: Literal["standard", "one-big-deck", "subgenius"] = "standard"
    decks: Literal["own", "common-groups"] = "own"
    deck_size: int | None = None
    windows: tuple[MomentName, ...] = ()
    roll_window: Literal["orders", "open"] = "orders"
    jesus_b: Literal["free", "refused"] = "free"

    def has_window(self, moment: WindowMoment) -> bool:
        """Whether a moment gets a window of its own (I23.1)."""
        return moment in self.windows

    @property
    def has_open_rolls(self) -> bool:
        """Whether dice that have fallen get a window of their own (I23.1, I31.12)."""
        is_open = self.roll_window == "open" or "M2" in self.windows or "M7" in self.windows
        return is_open and self.pace != "policies"

    @property
    def shared(self) -> tuple[str, ...]:
        """The decks that all players have in common (I29.1, I30.1, I30.4)."""
        if self.game_form != "standard":
            return ("plot_deck", "group_deck")
        return ("group_deck",) if self.decks == "common-groups" else ()

    @property
    def has_plot_decks(self) -> bool:
        """Whether each brings a Plot deck, and nothing else (I30.4)."""
        return self.shared == ("group_deck",)

    @property
    def cards_brought(self) -> int:
        """How many cards the deck has that each brings, with its Illuminati if it has one."""
        return (self.deck_size or PLOT_DECK_SIZE) if self.has_plot_decks else DECK_SIZE

    @property
    def shape(self) -> Shape:
        return PORTRAIT if self.cards == "portrait" else SQUARE


UNCONTROLLED = ""
"""Who controls the cards of the uncontrolled area (I29.7, I30.2)."""
OFF = "cancelled"
"""Mark of a Plot on the table that is cancelled as things stand."""
REPLACED = "replaced-by:"
"""Mark of a New World Order, with the copy that takes its place; `BACK` if that is cancelled."""
BACK = "kept-from:"


class OnTable(Value):
    """A card on the table: an Illuminati, a Group, a Resource, a Plot that lies for its effect.

    `seat` controls it. A Group has a master and an arrow; a Resource, a linked Plot or a Zap has
    a `host`; an NWO and an Illuminati have neither. `value` is what was chosen for it. A Group may
    be `tied` to a Place or Personality (I20.1). Of several copies in play it may have a `number`
    that is not that of its order (I39.9).
    """

    copy: str
    seat: str
    master: str | None = None
    arrow: Side | None = None
    host: str | None = None
    devastated: bool = False
    marks: tuple[str, ...] = ()
    value: str = ""
    tied: str | None = None
    number: int = 0

    @property
    def counts(self) -> bool:
        """Whether it is in force: not cancelled, and not waiting for what comes first."""
        return not self.is_off and WAITS not in self.marks

    @property
    def is_off(self) -> bool:
        """Whether a play in the open window has taken it out of force (I22.3, I24.2)."""
        return any(mark == OFF or mark.startswith(REPLACED) for mark in self.marks)


VAMPIRE, CHIEF_JUSTICE = "vampire", "chief-justice"
"""Marks of Personalities (I37)."""
WAITS = "waits"
"""Mark of a New World Order that does not count before players have moved Groups (I37)."""
UNSEARCHED = "unsearched"
"""Mark of a Resource with which another comes, which has not been chosen yet (I37)."""
SEEN = "seen"
"""Mark of a Resource that was hidden once, and is never hidden again (I37)."""
HALF = "half"
"""Mark of a Place that is one of two halves (I37)."""
FLU_IMMUNE = "flu-immune"
"""Mark of a Personality that has had a plague (I37)."""
CONSERVATIVE, NOT_CONSERVATIVE = "conservative", "not"
"""What his controller has said of a Personality that may be so (I38.22)."""
DECLARES = "declare:"
"""What a seat has used, with its line, that declares at this knock in any case (I26.13)."""
BARE = "bare"
"""What a seat has used that has lost its last puppet to a rival, and may win by that (I38.77)."""
BARRED: Mapping[DeckName, str] = {"plots": "no-plots", "groups": "no-groups"}
"""What a seat has used that draws no such cards in this turn."""
SEARCHED = "searched:"
"""What a seat has used up that has searched a deck for its draws of this turn."""
SHOWN_PLOTS, SHOWN_BEFORE = "fished", "fished-before"
"""Of a seat that was forced to show hidden Plots, or got one, in this turn or before (I38.62)."""
ONLY_DEFENSE = "only-defense"
"""What a seat has used up that makes no plays but in its defense in this turn (I38.83)."""
SOUGHT_PAYERS = "sought:"
"""What a seat has used that has asked others to pay for a Plot in this turn, with the Groups."""
LATE = ("use-or-lose", "rearrange")
"""Questions that wait for the end of what is being carried out: a Plot to be used, Groups moved."""
PICKS_AGAIN, ASKED_AGAIN = "picks-again", "asked-again"
"""Of a seat whose takeover was undone in this turn, and that was asked for another (I38.45)."""
ONLY_DRAWS = "only-draws"
"""What a seat has used up that does nothing but draw and place tokens in this turn (I38.48)."""
Until = str
"""When a change ends: `turn`, `good`, `action`, `attack`, or `turn-of:` with a seat (I34.6)."""


class Change(Value):
    """A temporary or lasting change by no card on the table (I39.10).

    `on`: a copy, a seat (all its Groups) or `all`, narrowed by the word `among`. `value` is a
    number for `power`, `global` and `resistance`, else a word. `source` is the number of the
    play that made it; while that is cancelled it is `off`. It ends with the card `by` whose
    ability made it. A card in a pile is `unburied` where copies of it may be played again, without
    credit for its end, and `beyond` where nothing brings it back.
    """

    on: str
    stat: (
        StatName
        | Literal[
            "alignment",
            "attribute",
            "arrow",
            "frozen",
            "unplayable",
            "closed",
            "immune",
            "bare",
            "relief",
            "no-token",
            "no-alignment",
            "sultan",
            "action",
            "doom",
            "no-relief",
            "unburied",
            "beyond",
            "arranging",
            "agreed",
            "free-attack",
            "token-gifts",
            "sheltered",
            "token-due",
            "divided",
            "off-hours",
        ]
    )
    op: Operation | Literal["gain", "lose"] = "add"
    value: int | str = 0
    purpose: AttackPurpose = ""
    until: Until = "turn"
    among: str = ""
    source: str = ""
    off: bool = False
    by: str = ""

    @property
    def is_passing_number(self) -> bool:
        """Whether it changes a number for a time: that counts for no Goal (I26.6)."""
        return self.stat in ("power", "global", "resistance") and self.until != "good"


OFF_HOURS = Change("all", "off-hours", "gain", "", until="clock")
"""It is a free day, or evening (I33.7)."""


class Ruin(Value):
    """A destroyed card in its destroyer's pile (I14.5, I20.8): what it counted as is kept.

    `loser` had it last; "" where that is not known.
    One that comes `back` as the turn ends goes to a seat, under its old master (I37).
    """

    copy: str
    words: tuple[str, ...] = ()
    killed: bool = False
    beyond: bool = False
    credit: bool = True
    loser: str = ""
    back: tuple[str, ...] = ()


PlayKind = Literal[
    "attack",
    "aid",
    "oppose",
    "self-defense",
    "boost",
    "defend",
    "agents",
    "plot",
    "effect",
    "cancel",
    "card",
    "strike",
    "move",
    "unzap",
    "free",
    "relief",
]


PASSIVE: tuple[PlayKind, ...] = ("move", "unzap", "free", "relief")
"""Plays whose card is what is acted on, by those that paid."""


class AttackPlay(Value):
    """One play of an attack or of a segment, kept in the order made (I22.1, I31.20).

    `boost` and `defend` are +10 Plots for the attacker's action and for the value attacked,
    `boosts` those of this action. `amount` is what a Plot adds, for the side `favours` says. An
    `effect` changes something beside the sum. What cannot be undone `waits` (I22.10), with the
    `order` and the `deed` of its card; then it is `done`. `cancels` are the numbers of other
    plays; `paid` are the Groups whose actions powered this one, `tokens` and `taken` those
    it has placed and taken away, `round` when it was made. What it has used `once`, for a seat,
    in this turn or in the game, is free again where it is cancelled (I22.3). A move keeps how the
    cards that it `moved` lay and lie, and the roots of what is `lost` by it. The Plot that makes an
    attack privileged `claims` it.
    """

    number: int
    seat: str
    what: PlayKind
    card: str
    boosts: tuple[str, ...] = ()
    favours: Literal["attack", "defense"] = "attack"
    amount: int = 0
    cancelled: bool = False
    line: str = ""
    round: int = 0
    cancels: str = ""
    paid: tuple[str, ...] = ()
    tokens: tuple[tuple[str, int], ...] = ()
    taken: tuple[tuple[str, int], ...] = ()
    waits: bool = False
    done: bool = False
    deed: int = 0
    order: PlayPlot | UseAbility | None = None
    once: tuple[str, str, bool] | None = None
    moved: tuple[tuple[Laid, Laid], ...] = ()
    lost: tuple[str, ...] = ()
    claims: bool = False

    @property
    def full(self) -> str:
        """Its number as reports tell it: the line, a point, the place."""
        return f"{self.line}.{self.number}"


class DiceNote(Value):
    """What the play of that number, or a card by itself, does to dice that lie (I23.2)."""

    op: Literal["set", "shift", "fail", "soften"]
    amount: int = 0
    by: str = ""


class RunningAttack(Value):
    """An attack from its announcement to its result (I11 to I14, I18).

    `attacker` leads it, or `by_card` attacks. `from_hand`: the target is of the attacker's hand.
    A Disaster may have cost the target a token (`token_lost`). Of the dice: the natural `roll`,
    after how many plays it fell first (`rolled_after`), what cards do to them (`dice`), and a
    reroll's `handicap`, with the card that it is `handicapped_by`.
    `fixed` is the target's Power when an Instant attack was announced (I18.2). Its player alone
    knows the `reserves`, which come while the need is below `until` (I31.10). While it is only
    tentative `intent` is the order, of which nothing is spent yet (I11.9). It
    may be to `strip` an alignment, or Instant with the attackers' `own_bonuses`; some seats are
    `barred` from it. One out of turn falls with the Plot that it is `allowed_by`.
    """

    number: str
    seat: str
    form: Aim
    target: str
    attacker: str | None = None
    by_card: str | None = None
    from_hand: bool = False
    at: Side | None = None
    wishes: tuple[tuple[str, Side], ...] = ()
    privileged: bool = False
    unprivileged: bool = False
    instant: bool = False
    disaster: bool = False
    assassination: bool = False
    magic: bool = False
    fixed: int | None = None
    cancelled: bool = False
    token_lost: bool = False
    roll: tuple[int, int] | None = None
    rolled_after: int | None = None
    dice: tuple[DiceNote, ...] = ()
    handicap: int = 0
    handicapped_by: str = ""
    plays: tuple[AttackPlay, ...] = ()
    round: int = 0
    reserves: tuple[Helper, ...] = ()
    reserve_plays: tuple[PlayPlot, ...] = ()
    until: int | None = None
    intent: LaunchAttack | None = None
    strip: str = ""
    own_bonuses: bool = False
    barred: tuple[str, ...] = ()
    payer: str = ""
    allowed_by: str = ""

    @property
    def total(self) -> int:
        """The dice with what cards did to them: impossible rolls do not happen (I10.9).

        What shifts them counts from the last card on that set them (I23.2).
        """
        base, shift = sum(self.roll or ()), 0
        for note in self._in_force():
            if note.op == "set":
                base, shift = note.amount, 0
            elif note.op == "shift":
                shift += note.amount
        return min(12, max(2, base + shift))

    @property
    def failed(self) -> bool:
        """Whether a card makes it fail, whatever the dice (I14.7)."""
        return any(note.op == "fail" for note in self._in_force())

    @property
    def softened(self) -> bool:
        """Whether a card makes less of its success (Near Miss)."""
        return any(note.op == "soften" for note in self._in_force())

    def _in_force(self) -> list[DiceNote]:
        """What cards do to the dice, but for plays that were cancelled."""
        off = {play.full for play in self.plays if play.cancelled}
        return [note for note in self.dice if note.by not in off]

    def standing(self, *what: str) -> Iterator[AttackPlay]:
        """Its plays of these kinds that are not cancelled."""
        return (play for play in self.plays if play.what in what and not play.cancelled)


class InwoSeat(Value):
    """A chair in one game and what its player has besides what lies on the table.

    `plots` are his Plots in the order they came, of which `exposed` lie open; `failed` are those
    of `groups`, the Group cards of his hand, that he failed to take this turn. Piles and decks
    are top first. `used` counts for this turn, `used_up` for the game. `wishes` are his leads in
    order of wish; `bounced` cards wait beside the deck (I4.4). Of his Plots some are `stored` under
    a Group, Resources lie `hidden` under another, the newest last; his `notes` are on cards
    (I33.13). WHEN orders to be made once are `spent` (I31.14).
    """

    name: str
    illuminati: str
    plots: tuple[str, ...] = ()
    exposed: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    plot_deck: tuple[str, ...] = ()
    group_deck: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    destroyed: tuple[Ruin, ...] = ()
    removed: tuple[str, ...] = ()
    bounced: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    used_up: tuple[str, ...] = ()
    turns_taken: int = 0
    is_out: bool = False
    bereft_by: str | None = None
    ousted: int = 0
    helped: int = 0
    kin: int = 0
    offers: int = 0
    spent: tuple[str, ...] = ()
    stored: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)


AskKind = Literal["illuminati", "leads", "script", "answers", "rolls", "victory", "question"]


class OpenAsk(Value):
    """Something the game waits for; several may be open at once (I31.5).

    `key` names it for good. `passed` are the seats that have passed in all its rounds, some only
    until the need `wakes` them, or `unless` another does something. `number` is which of those
    asked in its turn it is. A window of a `moment` is about neither an attack nor plays (I23.1).
    """

    key: str
    kind: AskKind
    seats: tuple[str, ...]
    round: int = 1
    passed: tuple[str, ...] = ()
    number: int = 0
    wakes: tuple[tuple[str, Margin], ...] = ()
    unless: tuple[tuple[str, str], ...] = ()
    moment: WindowMoment = ""


class ReliefOffer(Value):
    """Actions promised for a Place, to be spent when those of others make them enough (I19.5)."""

    place: str
    seat: str
    groups: tuple[str, ...]
    boosts: tuple[str, ...] = ()


class PaidDraw(Value):
    """A draw that a player has paid for, and that others may still answer (M5)."""

    seat: str
    deck: DeckName
    lost: bool = False


class InwoTurn(Value):
    """What has been done in the turn now open; gone when the next one begins.

    `late` are cards that came under control after B4, which get no token (I6.4); `results`, `needs`
    and `totals` of dice are those of numbered lines. `script` is what is left of the announced
    script, `round` how often a window outside attacks has been answered; `ruined` is what became of
    the Place that was attacked last; `declared` are those who declared victory, with the cards they
    would win by; `asked` counts what was asked in it, `closed` what of that was over while more was
    open; `fired` are the occasions of WHEN orders.
    `feast` are the leader of the last attack and the Group it destroyed. The mover has `acted`
    in the main phase; the turn `is_cut` where a card ends it (I5.7). `lost` are the cards that
    went to a pile, who lost them, and why. While his automatic takeover can be answered `taken`
    is the card, and `others` are those he named behind it. `came` is the Group that came from a
    hand last, `relieved` are the Places that were Relieved, `offered` what is promised for others;
    `turned` are those that the mover has turned up as it began.
    Who has just drawn a Plot is told with it in `drawn`, and how often that was in `drawings`;
    `spent` are Illuminati that have spent tokens otherwise than to buy, `provoked` are who in his
    first turn has aimed at whom, and `interrupts` who has played outside any window. It is
    `seized_by` a player, whose turn is `before` that of another. Of moments that an attack has
    `interrupted` the windows are opened again, the last first. Draws that are `paid` for come once
    they can be answered no more.
    """

    number: int
    seat: str
    step: TurnStep = "b0"
    taken_over: bool = False
    late: tuple[str, ...] = ()
    results: Mapping[int, bool] = field(default_factory=dict)
    needs: Mapping[int, int] = field(default_factory=dict)
    totals: Mapping[int, int] = field(default_factory=dict)
    script: tuple[InwoLine, ...] = ()
    round: int = 0
    ruined: str = ""
    declared: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    asked: int = 0
    fired: tuple[str, ...] = ()
    acted: bool = False
    is_cut: bool = False
    feast: tuple[str, ...] = ()
    lost: tuple[tuple[str, str, str], ...] = ()
    taken: str = ""
    others: tuple[str, ...] = ()
    came: str = ""
    drawn: tuple[str, str] | None = None
    drawings: int = 0
    spent: tuple[str, ...] = ()
    seized_by: str = ""
    before: str = ""
    relieved: tuple[str, ...] = ()
    offered: tuple[ReliefOffer, ...] = ()
    turned: tuple[str, ...] = ()
    provoked: tuple[tuple[str, str], ...] = ()
    interrupts: tuple[str, ...] = ()
    closed: int = 0
    interrupted: tuple[OpenAsk, ...] = ()
    paid: tuple[PaidDraw, ...] = ()


class Deal(Value):
    """An offer that lies open (I21.4): `numbers` are those that its maker and the other use.

    `under` and `at` say where a Group that is wanted would lie, `paying` whose token moves one that
    is given. It `expires` with a turn, or at a moment that the game does not know. One that was
    `accepted` waits for what its parties are asked (M11); each keeps or `lies` for himself.
    """

    by: str
    to: str
    gives: tuple[str, ...]
    wants: tuple[str, ...]
    numbers: tuple[int, int]
    under: str | None = None
    at: Side | None = None
    paying: str | None = None
    expires: str = ""
    lies: bool = False
    accepted: AcceptDeal | None = None

    def number_of(self, seat: str) -> int | None:
        """The number by which a party names it; None for others."""
        return {self.by: self.numbers[0], self.to: self.numbers[1]}.get(seat)


class Question(Value):
    """What one player must choose (I33.3): so many of his Plots or Groups, or among some cards.

    The cards are of `victim`'s hand if that is another, and lie `open_` where he takes one; a
    Group lost gives `credit` to a player, or he gets what is given up, or chooses next, or asks for
    consent to a bet of that `amount`, or to an `order` of his that such `cards` pay for, played as
    a part of that `line`. Of a trade `amount` is the number by which he knows it (M11).
    """

    key: str
    seat: str
    kind: Literal[
        "discard-plots",
        "lose-group",
        "pick",
        "take",
        "expose",
        "hold-out",
        "this-or-rest",
        "bury-groups",
        "pay-or-lose",
        "search",
        "consent",
        "use-or-lose",
        "infect",
        "rearrange",
        "hand-on",
        "stock",
        "keep-or-lie",
    ]
    card: str
    number: int = 1
    cards: tuple[str, ...] = ()
    victim: str = ""
    credit: str = ""
    open_: bool = False
    amount: int = 0
    order: PlayPlot | None = None
    line: str = ""


class InwoState(Value):
    """A whole game. `table` is in the order the cards joined; `tokens` lie on cards of it.

    `segment` are plays outside an attack that can still be cancelled (I31.3); `draws` is the
    number of the next draw of chance, `first` the seat that began; of Plots that are `barred` no
    copy is played any more (I37). While an Instant attack runs inside another, that is `paused`.
    """

    options: InwoOptions
    seats: tuple[InwoSeat, ...]
    players_began: int
    turn: InwoTurn
    table: Mapping[str, OnTable] = field(default_factory=dict)
    tokens: Mapping[str, int] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    attack: RunningAttack | None = None
    paused: RunningAttack | None = None
    segment: tuple[AttackPlay, ...] = ()
    deals: tuple[Deal, ...] = ()
    questions: tuple[Question, ...] = ()
    asks: tuple[OpenAsk, ...] = ()
    first: str = ""
    draws: int = 0
    winners: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()

    def seat(self, name: str) -> InwoSeat:
        """The seat of that name; KeyError if there is none."""
        for seat in self.seats:
            if seat.name == name:
                return seat
        raise KeyError(name)

    def may_come(self, name: str) -> tuple[str, ...]:
        """The cards that a takeover could bring: of his hand, or just turned up by him (I29.5)."""
        held = self.seat(name).groups
        if self.options.game_form != "subgenius" or self.turn.seat != name:
            return held
        turned = (copy for copy in self.turn.turned if copy in self.table)
        return (*held, *(copy for copy in turned if self.table[copy].seat == UNCONTROLLED))

    @property
    def has_area(self) -> bool:
        """Whether Group cards lie uncontrolled, and hands hold Plots alone (I29.3)."""
        return self.options.game_form == "subgenius"

    def in_reach(self, name: str) -> tuple[str, ...]:
        """What a card may bring that names Group cards of his hand, or else of the area."""
        if not self.has_area:
            return self.seat(name).groups
        return self.uncontrolled

    @property
    def uncontrolled(self) -> tuple[str, ...]:
        """The Groups and Resources of the area."""
        return tuple(copy for copy, card in self.table.items() if card.seat == UNCONTROLLED)

    def owner_of(self, copy: str) -> InwoSeat:
        """The seat from whose deck a copy came (I1.2)."""
        return self.seats[ord(copy.partition("@")[2][0]) - ord("a")]

    def seats_after(self, name: str) -> Iterator[InwoSeat]:
        """The other seats still in the game, in order of play after the named one."""
        names = [seat.name for seat in self.seats]
        at = names.index(name)
        return (seat for seat in (*self.seats[at + 1 :], *self.seats[:at]) if not seat.is_out)

    def controller(self, copy: str) -> str | None:
        """The seat that controls a card on the table."""
        on_table = self.table.get(copy)
        return on_table.seat or None if on_table else None

    @property
    def is_beginning(self) -> bool:
        """Whether the turn has not come to the script yet (I5.1, I5.2)."""
        return self.turn.step in ("b0", "b0-buy", "b0-drawn", "b1", "b2", "b1-drawn", "b2-drawn")

    @property
    def is_before_tokens(self) -> bool:
        """Whether the tokens of the turn are still to be placed (I5.3)."""
        return self.is_beginning or self.turn.step == "b3"

    @property
    def plays(self) -> tuple[AttackPlay, ...]:
        """Every play that may still be open: of the segment, the attack itself, its plays."""
        attack = self.attack
        if attack is None:
            return self.segment
        card = attack.attacker or attack.by_card
        assert card is not None
        first = AttackPlay(
            1, attack.seat, "attack", card, cancelled=attack.cancelled, line=attack.number
        )
        return (*self.segment, first, *attack.plays)

    @property
    def waiting(self) -> tuple[str, ...]:
        """New World Orders that lie there, and do not count before Groups are moved (I37)."""
        cards = self.table.items()
        return tuple(c for c, card in cards if WAITS in card.marks and not card.is_off)

    def is_rearranging(self, seat: str) -> bool:
        """Whether he is asked to move Groups before a New World Order counts (I37)."""
        return any(one.kind == "rearrange" and one.seat == seat for one in self.questions)

    @property
    def round(self) -> int:
        """How often the open window has been answered."""
        return self.turn.round if self.attack is None else self.attack.round

    def shelters(self, name: str, by: str) -> bool:
        """Whether a first turn keeps a player from touching another, who has not provoked him
        (I4.7)."""
        if name in (by, UNCONTROLLED) or self.seat(name).turns_taken:
            return False
        return (name, by) not in self.turn.provoked

    def is_extra_for(self, seat: str) -> bool:
        """Whether it is a turn that he has seized, in which he plays no Plots (I37)."""
        return bool(self.turn.before) and seat == self.turn.seat

    @property
    def is_duel(self) -> bool:
        """Whether the rules for two players hold (I28)."""
        return self.players_began == 2
