"""The status of an order as data: a code, the rule that decides it, and the facts of the case."""

from __future__ import annotations

from typing import Literal

from engine.core.rulings import Reason, RefusalFacts
from engine.core.values import Value, field

RulingStatus = Literal["ok", "illegal", "skipped"]
Bares = Literal["", "money", "group", "maybe-group"]
"""What somebody gives away the last of; of a group perhaps, where chance may bring in another."""


class Ruling(Value):
    """What becomes of one line.

    `may_fail` is true where it is legal only if earlier lines go one way; `need` is the highest
    total with which an attack succeeds, before interference, None for other orders. `bares` is
    what the line would give away the last of.
    """

    line: int
    status: RulingStatus
    reason: str = ""
    rule: str = ""
    facts: RefusalFacts = field(default_factory=dict)
    may_fail: bool = False
    need: int | None = None
    bares: Bares = ""


NOT_YOUR_TURN = Reason("not-your-turn", "R2.7")
ACTIONS_SPENT = Reason("actions-spent", "R12.1")
ALREADY_PASSED = Reason("already-passed", "R2.11")
PASS_AFTER_DEEDS = Reason("pass-after-deeds", "R2.11")
NOT_IN_PLAY = Reason("not-in-play", "R4.4")
NOT_YOURS = Reason("not-yours", "R4.3")
NOT_YOURS_TO_ACT = Reason("not-yours-to-act", "R2.7")
NOT_YOURS_TO_TRANSFER = Reason("not-yours-to-transfer", "R2.9")
NOT_YOURS_TO_USE = Reason("not-yours-to-use", "R2.8")
NOT_YOURS_TO_LAY = Reason("not-yours-to-lay", "R2.10")
NOT_YOURS_TO_PLACE = Reason("not-yours-to-place", "R8.4")
NOT_YOURS_TO_MOVE = Reason("not-yours-to-move", "R8.5")
NOT_YOURS_TO_DROP = Reason("not-yours-to-drop", "R8.6")
NOT_YOURS_TO_GIVE = Reason("not-yours-to-give", "R9.2")
NO_POWER = Reason("no-power", "R4.1")
ATTACKED_ALREADY = Reason("attacked-already", "R4.2")
TARGET_ILLUMINATI = Reason("target-illuminati", "R4.3")
AID_ITSELF = Reason("aid-itself", "R4.3")
AID_TWICE = Reason("aid-twice", "R4.2")
NO_TRANSFERABLE = Reason("no-transferable", "R4.3")
TARGET_YOURS = Reason("target-yours", "R4.4")
NEUTRALIZES_OWN = Reason("neutralizes-own", "R4.5")
TARGET_NOT_CONTROLLED = Reason("target-not-controlled", "R4.5")
NO_OPEN_ARROW = Reason("no-open-arrow", "R4.4")
NO_ROOM = Reason("no-room", "R8.4")
ARROW_NOT_OPEN = Reason("arrow-not-open", "R8.4")
ARROW_NOT_PRINTED = Reason("arrow-not-printed", "R8.1")
TARGET_POWERLESS = Reason("target-powerless", "R4.6")
TARGET_POWERFUL = Reason("target-powerful", "R7.5")
NO_PAID_PRIVILEGE = Reason("no-paid-privilege", "R6.3")
PRIVILEGED_OPEN = Reason("privileged-open", "R6.3")
ATTACK_ANNOUNCED = Reason("attack-announced", "R9.1")
TRADE_ANNOUNCED = Reason("trade-announced", "R12.2")
SPOILS_ANNOUNCED = Reason("spoils-announced", "R12.2")
PRIVILEGE_USED = Reason("privilege-used", "R6.3")
ATTACKS_ITSELF = Reason("attacks-itself", "R4.6")
IMMUNE = Reason("immune", "R4.7")
NOT_ENOUGH_MONEY = Reason("not-enough-money", "R5.7")
NO_MONEY_FOR_FEE = Reason("not-enough-for-fee", "R6.3")
NO_MONEY_TO_TRANSFER = Reason("not-enough-to-transfer", "R2.9")
NO_MONEY_TO_GIVE = Reason("not-enough-to-give", "R9.1")
NO_MONEY_TO_BUY = Reason("not-enough-to-buy", "R2.12")
WRONG_TREASURY = Reason("wrong-treasury", "R5.7")
NO_AMOUNT = Reason("no-amount", "R2.9")
NOT_ADJACENT = Reason("not-adjacent", "R2.9")
SAME_CARD = Reason("same-card", "R2.9")
TRANSFERS_SPENT = Reason("transfers-spent", "R2.9")
MOVES_ILLUMINATI = Reason("moves-illuminati", "R8.5")
UNDER_ITSELF = Reason("under-itself", "R8.5")
WISH_NOT_PUPPET = Reason("wish-not-puppet", "R8.3")
DROPS_ILLUMINATI = Reason("drops-illuminati", "R8.6")
NOT_IN_HAND = Reason("not-in-hand", "R9.5")
NO_SUCH_SEAT = Reason("no-such-seat", "R9.1")
GIVES_HIMSELF = Reason("gives-himself", "R9.1")
NO_CONSENT = Reason("no-consent", "R9.2")
NOT_THEIR_TURN = Reason("not-their-turn", "R9.2")
NOT_THEIRS = Reason("not-theirs", "R9.2")
TRADES_ILLUMINATI = Reason("trades-illuminati", "R9.2")
TRADED_TWICE = Reason("traded-twice", "R9.2")
TOO_MANY_GROUPS = Reason("too-many-groups", "R9.2")
NOT_IN_TRADE = Reason("not-in-trade", "R8.3")
NO_GOODS = Reason("no-goods", "R9.3")
NO_SUCH_OFFER = Reason("no-such-offer", "R9.3")
OWN_OFFER = Reason("own-offer", "R9.3")
OFFER_EXPIRED = Reason("offer-expired", "R9.3")
HALF_MISSING = Reason("half-missing", "R9.3")
THROWS_GAME = Reason("throws-game", "R9.4")
SEAT_OUT = Reason("seat-out", "R10.1")
NOT_PLAYABLE = Reason("not-playable", "R12.6")
NOT_UNCONTROLLED = Reason("not-uncontrolled", "R9.6")
NOT_DEAD = Reason("not-dead", "R7.5")
NOT_FIRST = Reason("not-first", "R2.4")
NEEDS_TARGET = Reason("needs-target", "R9.6")
TOO_MUCH_SPREAD = Reason("too-much-spread", "R2.10")
POWER_USED = Reason("power-used", "R2.13")
BUY_USED = Reason("buy-used", "R2.12")
TOO_FEW_TO_ABOLISH = Reason("too-few-to-abolish", "R6.4")
SKIPS_HIMSELF = Reason("skips-himself", "R9.6")
DROPS_TOO_MUCH = Reason("drops-too-much", "R8.3")
NOT_ITS_POWER = Reason("not-its-power", "R2.8")
OTHER_GROUP_ONLY = Reason("other-group-only", "R2.13")
HAS_ALIGNMENT = Reason("has-alignment", "R2.13")
LACKS_ALIGNMENT = Reason("lacks-alignment", "R2.13")
NO_OPPOSITE = Reason("no-opposite", "R2.13")
NOT_ILLUMINATIS_POWER = Reason("not-illuminatis-power", "R2.10")
ARRANGED_TWICE = Reason("arranged-twice", "R2.10")
OVERLAPS = Reason("overlaps", "R8.2")
NO_SECRET_GOAL = Reason("no-secret-goal", "R1.5")
GOAL_TOO_LATE = Reason("goal-too-late", "R1.5")
NO_SUCH_GOAL = Reason("no-such-goal", "R1.5")
GAME_OVER = Reason("game-over", "R10.4")
NOT_HIDDEN = Reason("not-hidden", "R11.3")
NO_SUCH_ILLUMINATI = Reason("no-such-illuminati", "R11.3")
STATES_TOO_MUCH = Reason("states-too-much", "R11.3")
NO_CHEATING = Reason("no-cheating", "R11.5")
NO_SUCH_CHEAT = Reason("no-such-cheat", "R11.5")
CATCH_USED = Reason("catch-used", "R11.5")
CANNOT_COPY = Reason("cannot-copy", "R11.6")
LENDS_TOO_MUCH = Reason("lends-too-much", "R11.6")
TURN_LOST = Reason("turn-lost", "R9.7")
POLICY_OVER = Reason("policy-over", "R12.4")
GROUP_DEAD = Reason("group-dead", "R7.4")
CONDITION_FALSE = Reason("condition-false", "R12.1")
NO_SUCH_LINE = Reason("no-such-line", "R12.1")
AFTER_MORE = Reason("after-more", "R12.1")
RUNS_LAST = Reason("runs-last", "R12.1")
TOO_MANY_PARTS = Reason("too-many-parts", "R12.1")
NO_MORE = Reason("no-more", "R12.2")
ONE_ACTION = Reason("one-action", "R12.2")
NOT_ANNOUNCED = Reason("not-announced", "R12.2")
CARD_CANCELLED = Reason("card-cancelled", "R9.6")

LACKS_MONEY = frozenset(
    reason.code
    for reason in (
        NOT_ENOUGH_MONEY,
        NO_MONEY_FOR_FEE,
        NO_MONEY_TO_TRANSFER,
        NO_MONEY_TO_GIVE,
        NO_MONEY_TO_BUY,
    )
)
"""Codes of refusals that more money would undo."""

HOLDING = (PRIVILEGED_OPEN.code, ATTACK_ANNOUNCED.code)
"""Codes of refusals of what is done later: announced attacks are made first (R9.1)."""

REASONS: tuple[Reason, ...] = tuple(v for v in list(globals().values()) if isinstance(v, Reason))
