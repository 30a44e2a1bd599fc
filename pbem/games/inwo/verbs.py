"""What players of INWO type: a row for every first word of an order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.inwo.state import InwoState
from pbem.games.inwo.adjudication.lines import read_order
from pbem.games.inwo.adjudication.names import NoSuchLine
from pbem.games.inwo.formats import NOBODY, TypedOrder, format_order
from pbem.grammar.commands.spec import VerbKind
from pbem.grammar.orders.language import Names, OrderVerb
from pbem.grammar.orders.parsed import ParseError, ParseStatus
from pbem.grammar.orders.reader import Reader


@dataclass(frozen=True)
class InwoNames(Names):
    """What one seat may name: the cards of the game as it stands."""

    state: InwoState = field(default=NOBODY, kw_only=True, repr=False)


class EndStanding(NamedTuple):
    """A standing order taken back, by its number among those on file."""

    number: int


def _parse(verb: str) -> Callable[[Reader[Any]], TypedOrder | EndStanding]:
    def parse(reader: Reader[Any]) -> TypedOrder | EndStanding:
        names = reader.names
        words = reader.text(reader.at)
        if verb == "CANCEL" and reader.take("order"):
            return EndStanding(reader.number())
        reader.at = len(reader.tokens)
        names.demand(len(reader.tokens))
        me = names.me if names.state is not NOBODY else ""
        try:
            read = read_order(f"{verb} {words}", names.state, me or "")
        except NoSuchLine as why:
            status: ParseStatus = "ambiguous" if why.status == "ambiguous" else "unreadable"
            problem = str(why)
            raise ParseError(problem[:1].upper() + problem[1:], status) from None
        return TypedOrder(read.order, read.window)

    return parse


def _format(order: TypedOrder | EndStanding, _names: object) -> str:
    if isinstance(order, EndStanding):
        return f"CANCEL ORDER {order.number}"
    return format_order(order)


def _row(
    name: str, kind: VerbKind, about: str, gloss: str, rule: str, *forms: str, **more: Any
) -> OrderVerb:
    """A verb; the first of its forms are examples where none are given."""
    examples = more.pop("examples")
    return OrderVerb(
        name,
        kind,
        about,
        forms,
        examples,
        rule,
        gloss=gloss,
        parse=_parse(name),
        makes=(TypedOrder, EndStanding),
        format=_format,
        **more,
    )


_CLAUSES = (
    "WITH group [AT side] [BOOST plot, ...] [AID group, ...] [AGENTS] [PRIVILEGED]",
    "... [PLAY plot, ...] [RESERVES group, ... UNTIL n] [ONLY IF NEED >= n]",
)

VERBS: tuple[OrderVerb, ...] = (
    _row(
        "ATTACK",
        "script",
        "An attack to control, on the table or out of your hand. CONTROL and TAKE mean the same.",
        "to control it",
        "I11",
        "ATTACK target [FROM HAND]",
        *_CLAUSES,
        examples=("ATTACK Trekkies WITH Mafia", "ATTACK Texas FROM HAND WITH Pentagon AT E"),
        aliases=("CONTROL", "TAKE"),
        is_attack=True,
    ),
    _row(
        "DESTROY",
        "script",
        "An attack to destroy.",
        "to destroy it",
        "I11",
        "DESTROY target",
        *_CLAUSES,
        examples=("DESTROY Hackers WITH KKK",),
        is_attack=True,
    ),
    _row(
        "TAKEOVER",
        "script",
        "The automatic takeover of a card of your hand: the first line of a script.",
        "free, once a turn",
        "I8.1",
        "TAKEOVER card [UNDER group AT side] [LINK card]",
        "TAKEOVER card ELSE card ELSE NONE",
        examples=("TAKEOVER Texas", "TAKEOVER Texas ELSE Canada UNDER CIA AT E"),
    ),
    _row(
        "MOVE",
        "script",
        "A Group goes with its branch to another arrow of your structure.",
        "to another arrow",
        "I9.6",
        "MOVE group UNDER group [AT side] [PAYING group]",
        examples=("MOVE Hackers UNDER CIA AT S",),
    ),
    _row(
        "LINK",
        "script",
        "Links a Resource to a Group.",
        "a Resource to a Group",
        "I20",
        "LINK resource TO group",
        examples=("LINK Necronomicon TO BATF",),
    ),
    _row(
        "UNLINK",
        "script",
        "Links a Resource to your Illuminati again.",
        "to your Illuminati again",
        "I20",
        "UNLINK resource",
        examples=("UNLINK Eliza",),
    ),
    _row(
        "BRING",
        "script",
        "A Resource of your hand comes into play for an action of your Illuminati, once a turn.",
        "a Resource into play",
        "I8.4",
        "BRING resource [LINK group]",
        examples=("BRING Clipper Chip",),
    ),
    _row(
        "DRAW",
        "script",
        "DRAW GROUP draws a Group card for an action of your Illuminati, once a turn. DRAW BOTH "
        "says that you draw a Plot and a Group card as your turns begin.",
        "a Group card, for an action",
        "I5.5",
        "DRAW GROUP",
        "DRAW BOTH",
        examples=("DRAW GROUP", "DRAW BOTH"),
    ),
    _row(
        "BUY",
        "script",
        "A Plot for a token of your Illuminati, or for tokens of two other Groups.",
        "a Plot for tokens",
        "I6.6",
        "BUY PLOT WITH Illuminati",
        "BUY PLOT WITH group, group",
        examples=("BUY PLOT WITH Illuminati", "BUY PLOT WITH England, Canada"),
    ),
    _row(
        "PLAY",
        "answer",
        "A Plot of your hand, on what it concerns. What a card must be told comes after a colon.",
        "a Plot of your hand",
        "I7.3",
        "PLAY plot [ON card] [PAYING group, ...] [BOOST plot]",
        "PLAY plot ON 3.2",
        "PLAY plot: word",
        "PLAY plot ON 1 IF IT FAILS",
        examples=("PLAY Hoax ON 3.2 PAYING Mafia", "PLAY Good Polls: Government"),
    ),
    _row(
        "USE",
        "answer",
        "An ability of a card on the table.",
        "what a card can do",
        "I34.2",
        "USE card [ON card or 1]",
        "USE card: word",
        examples=("USE Dentists ON Elvis", "USE Bank of England"),
    ),
    _row(
        "RELIEVE",
        "script",
        "A Devastated Place is Relieved by actions of enough Power.",
        "a Devastated Place",
        "I19.4",
        "RELIEVE place WITH group, ...",
        examples=("RELIEVE Japan WITH NATO, United Nations",),
    ),
    _row(
        "FREE",
        "script",
        "A paralyzed Group is freed by an action of its master or of your Illuminati.",
        "a paralyzed Group",
        "I35.6",
        "FREE group [PAYING MASTER]",
        examples=("FREE Boy Sprouts PAYING Illuminati",),
    ),
    _row(
        "REMOVE",
        "script",
        "A token of yours is taken away; or all Zaps of one player, for an Illuminati action.",
        "a token, or Zaps",
        "I6.3",
        "REMOVE TOKEN FROM group",
        "REMOVE ZAPS FROM player",
        examples=("REMOVE TOKEN FROM Canada", "REMOVE ZAPS FROM ME"),
    ),
    _row(
        "EXPOSE",
        "script",
        "A hidden Plot of your hand lies open for good.",
        "a Plot, for good",
        "I7.2",
        "EXPOSE plot",
        examples=("EXPOSE Jihad",),
    ),
    _row(
        "DISCARD",
        "script",
        "A card of your hand is given up.",
        "a card of your hand",
        "I7.4",
        "DISCARD card",
        examples=("DISCARD Texas",),
    ),
    _row(
        "RETURN",
        "script",
        "A Plot of your hand goes back into its deck.",
        "a Plot into its deck",
        "I7.4",
        "RETURN plot TO TOP",
        "RETURN plot TO BOTTOM",
        "RETURN plot TO 5",
        examples=("RETURN Hoax TO TOP",),
    ),
    _row(
        "STORE",
        "script",
        "A hidden Plot lies under a Group that keeps one.",
        "a Plot under a Group",
        "I38.29",
        "STORE plot UNDER group",
        examples=("STORE Hoax UNDER Texas",),
    ),
    _row(
        "WRITE",
        "script",
        "A secret note on a card of yours.",
        "a secret note",
        "I33.13",
        "WRITE card: name",
        examples=("WRITE Ark of the Covenant: Japan",),
    ),
    _row(
        "KNOCK",
        "script",
        "The end of your turn; it is understood at the end of a script.",
        "the end of your turn",
        "I5.6",
        "KNOCK",
        examples=("KNOCK",),
    ),
    _row(
        "AID",
        "answer",
        "Your Groups join an attack, all or one by one until the need is right.",
        "join an attack",
        "I12",
        "AID [1] WITH group, ... [UNTIL n]",
        examples=("AID 1 WITH England, Canada",),
    ),
    _row(
        "OPPOSE",
        "answer",
        "Your Groups oppose an attack. With a player's name it is a standing order.",
        "join against it",
        "I12",
        "OPPOSE [1] WITH group, ... [UNTIL n]",
        "OPPOSE player UNTIL n [WITH group, ...]",
        examples=("OPPOSE 1 WITH Hackers, Illuminati UNTIL 4",),
    ),
    _row(
        "DEFEND",
        "answer",
        "The target's own tokens defend it; with ALL IN those of all your Groups that may.",
        "with the target's tokens",
        "I12.4",
        "DEFEND [1] [BOOST plot, ...] [UNTIL n] [ALL IN]",
        examples=("DEFEND 1 ALL IN",),
    ),
    _row(
        "AGENTS",
        "answer",
        "A card of your hand that is a copy of the attacked one acts as hidden agents.",
        "hidden agents",
        "I15",
        "AGENTS FOR [1]",
        "AGENTS AGAINST [1]",
        examples=("AGENTS FOR 1", "AGENTS AGAINST 1"),
    ),
    _row(
        "DEEP",
        "answer",
        "DEEP AGENT is short for PLAY Deep Agent.",
        "the Plot of that name",
        "I7.3",
        "DEEP AGENT ON 1",
        examples=("DEEP AGENT ON 1",),
    ),
    _row(
        "CANCEL",
        "answer",
        "An action just announced is cancelled by a card; CANCEL ORDER takes a standing order "
        "back.",
        "an action, or your order",
        "I22.3",
        "CANCEL 2 WITH card",
        "CANCEL group IN 2 WITH card",
        "CANCEL ORDER 7",
        examples=("CANCEL 2 WITH Nuclear Power Companies", "CANCEL ORDER 7"),
    ),
    _row(
        "PASS",
        "answer",
        "Nothing in this round; PASS ALL: in none of this window. On your own turn: no deeds.",
        "nothing, for this round",
        "I31.6",
        "PASS",
        "PASS ALL",
        examples=("PASS", "PASS ALL"),
    ),
    _row(
        "CHOOSE",
        "answer",
        "Your answer to a question of the referee.",
        "to a question",
        "I33.3",
        "CHOOSE card, ...",
        examples=("CHOOSE Texas",),
    ),
    _row(
        "GIVE",
        "deal",
        "A card of your hand, or a Resource, goes to another player.",
        "a card to a player",
        "I21.1",
        "GIVE card TO player",
        examples=("GIVE Hoax TO bob",),
    ),
    _row(
        "OFFER",
        "deal",
        "A trade: what you give, and what you want for it.",
        "a trade",
        "I21.4",
        "OFFER player card [AND card] FOR card [AND A HIDDEN PLOT]",
        examples=("OFFER bob Hoax AND Texas FOR Canada",),
    ),
    _row(
        "ACCEPT",
        "deal",
        "Accepts an offer, by the number that it has for you.",
        "an offer",
        "I21.4",
        "ACCEPT 3 [UNDER group AT side]",
        examples=("ACCEPT 3",),
    ),
    _row(
        "DECLINE",
        "deal",
        "Declines an offer, or takes one back.",
        "an offer",
        "I21.4",
        "DECLINE 3",
        examples=("DECLINE 3",),
    ),
    _row(
        "GUARD",
        "standing",
        "Defends your Groups, or one of them, until the need is at most a number.",
        "defend until the need is low",
        "I31.7",
        "GUARD ALL UNTIL 5 [KEEP 2 TOKENS] [ALL IN]",
        "GUARD group [UNTIL n]",
        examples=("GUARD ALL UNTIL 5 KEEP 2 TOKENS", "GUARD Mafia ALL IN"),
    ),
    _row(
        "SKIP",
        "standing",
        "As your turns begin, one of the two draws is left out.",
        "leave a draw out",
        "I31.1",
        "SKIP PLOT DRAW",
        "SKIP GROUP DRAW",
        examples=("SKIP PLOT DRAW", "SKIP GROUP DRAW"),
    ),
    _row(
        "TAX",
        "standing",
        "Whom you tax as your turns begin, where a card of yours does.",
        "whom you tax",
        "I38.25",
        "TAX player",
        "TAX NOBODY",
        examples=("TAX bob", "TAX NOBODY"),
    ),
    _row(
        "DECLARE",
        "standing",
        "Whether you declare victory as soon as you can.",
        "victory, when you can",
        "I26.13",
        "DECLARE ALWAYS",
        "DECLARE NEVER",
        examples=("DECLARE NEVER",),
    ),
    _row(
        "SHED",
        "standing",
        "Which Plots go first when you hold too many, and where to.",
        "Plots you can spare",
        "I7.8",
        "SHED plot, ... [TO TOP or TO BOTTOM or TO DISCARDS]",
        examples=("SHED Jihad TO BOTTOM",),
    ),
)
INNER = frozenset(
    ("aid", "agents", "play", "link", "use", "boost", "with", "at", "under", "draw", "free")
)
"""First words of orders that stand within them too."""
