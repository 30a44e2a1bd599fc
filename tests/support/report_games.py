"""Whole games and hand-made events for the tests of reports; the cast is ann, bob, cat, dee."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from typing import get_args

from engine.core.arrangement import Laid
from engine.core.dice import SecretDice
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.game import resolve
from engine.illuminati.orders import Cancel, Goods, Pattern, Stance
from engine.illuminati.robots import chooser, random_script
from engine.illuminati.state import GameOptions, Scheme, State
from engine.illuminati.turn.setup import new_game
from engine.illuminati.view import seen, view
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.games.contract.reports import Issue
from pbem.games.illuminati.language import format_order, vocabulary_for
from pbem.games.illuminati.report.mails.turn import turn_report
from pbem.games.illuminati.report.parts.names import FormatOrder
from pbem.games.illuminati.report.parts.seen_turn import seen_turn
from pbem.games.illuminati.report.parts.standing import count

CAST = ("ann", "bob", "cat", "dee")
NOW = datetime(2025, 4, 21, 15, 0, tzinfo=UTC)
DEADLINE = datetime(2025, 4, 24, 18, 0, tzinfo=UTC)
SECRET_HASH = "c0ffee" * 10 + "c0ff"


@dataclass(frozen=True)
class Step:
    """One resolved turn: the state after it and what happened in it."""

    state: State
    events: tuple[ev.Event, ...]


@cache
def random_game(seed: str, turns: int = 40, options: GameOptions | None = None) -> tuple[Step, ...]:
    """A game of robots from set-up on, until somebody wins or the turns are over."""
    dice = SecretDice(seed.encode())
    began = new_game(CAST, options or GameOptions(), dice)
    steps = [Step(began.state, began.events)]
    for number in range(turns):
        state = steps[-1].state
        if state.winners:
            break
        mover = chooser(SecretDice(f"{seed}:{number}".encode()), "robot")
        tell = teller(state, state.turn.seat)
        script = tuple(
            changed(line, text=tell(line.order))
            for line in random_script(state, state.turn.seat, mover)
        )
        outcome = resolve(state, script, dice)
        steps.append(Step(outcome.state, outcome.events))
    return tuple(steps)


def teller(state: State, seat: str) -> FormatOrder:
    """Orders as that seat would type them."""
    names = vocabulary_for(state, seat)
    return lambda order: format_order(order, names)


def about(state: State, seat: str, **more: object) -> MailContext:
    """Seat's About for the turn now open."""
    known = MailContext(
        game="Fnord-7",
        seat=seat,
        player=f"{seat.capitalize()} Frobisher",
        zone="Europe/Berlin",
        turn=state.turn.number,
        to_move=state.turn.seat,
        deadline_at=None if state.winners else DEADLINE,
        now=NOW,
        secret_hash=SECRET_HASH,
        rules_version="0.1.0",
        last_turn=state.turn.number if state.winners else state.turn.number - 1,
    )
    return replace(known, **more)  # type: ignore[arg-type]


def shown(steps: Sequence[Step], seat: str, state: State) -> list[ev.Event]:
    """The events of these steps as a seat may see them in the end."""
    every = (seen(event, seat, state) for step in steps for event in step.events)
    return [event for event in every if event is not None]


def issue_of(steps: Sequence[Step], seat: str, last: int, **more: object) -> Issue:
    """The rest of a report that tells the last few steps: the steps before, the chart, the dice."""
    own = [at for at in range(1, len(steps)) if steps[at - 1].state.turn.seat == seat]
    since = steps[own[-1] + 1 :] if own else steps[1:]
    counts = tuple(count(step.state.turn.number - 1, step.state) for step in steps[1:][-10:])
    return Issue(
        since=[event for step in since for event in step.events],
        counts=counts,
        **more,  # type: ignore[arg-type]
    )


def report(
    steps: Sequence[Step],
    seat: str,
    on_file: Sequence[str] = (),
    last: int = 4,
    issue: Issue | None = None,
    **more: object,
) -> Mail:
    """The report of one seat after the last of these steps, telling the last few of them."""
    state = steps[-1].state
    events = [event for step in steps[-last:] for event in step.events]
    told = seen_turn(state, seat, replace(issue or Issue(), events=events, on_file=on_file))
    return turn_report(
        about(state, seat, **more), view(state, seat), vocabulary_for(state, seat), told
    )


def cards(count: int, *, with_power: bool = True) -> list[str]:
    """Some Groups, so that no test needs a card's id."""
    groups = [c for c in CARDS.values() if not c.is_illuminati and bool(c.power) == with_power]
    return [card.id for card in groups[:count]]


def _said_beforehand(seat: str, other: str, special: str) -> Iterator[ev.Event]:
    """What policies tell, every why of it, and a game thrown."""
    stance = Stance("oppose", Pattern(by=other), 5, 4)
    for why in get_args(ev.FiredWhy):
        yield ev.PolicyFired(seat, stance, 2, 3, why, 5)
        yield ev.PolicyFired(seat, stance, 2, 0, why, 5)
    yield ev.PolicyFired(seat, Cancel(special), None, 0, "played")
    for ended in get_args(ev.EndedWhy):
        yield ev.PolicyEnded(seat, stance, ended)
    for is_refused in (False, True):
        yield ev.GameThrown(seat, other, Goods(5), is_refused)
    yield ev.ThrowAllowed(seat)
    yield ev.ScriptAnnounced(seat, ("1: PASS",), (1,))
    yield ev.ScriptWithdrawn(seat)
    yield ev.LineHeld(seat, "GIVE 5 TO cat")
    yield ev.LineReleased(seat, "GIVE 5 TO cat")


def every_event(reader: str = "ann") -> Iterator[ev.Event]:
    """Events of every kind in every form that is told differently."""
    a, b, c = cards(3)
    lord = next(card.id for card in CARDS.values() if card.is_illuminati)
    special = next(iter(SPECIALS))
    laid = (Laid(a, b, "N"), Laid(c, a, "E"))
    yield ev.GameBegan(GameOptions(), CAST)
    yield ev.Shuffled(None, 0)
    yield ev.TurnedUp(a)
    yield ev.TurnedUp(special)
    yield ev.LotsDrawn(CAST, 0)
    yield ev.RoundOpened(2, CAST)
    yield ev.OrderSettled(CAST)
    for seat, other in (("ann", "bob"), ("bob", "ann"), ("bob", "cat")):
        yield ev.Dealt(seat, lord, 0)
        yield ev.RolledForOrder(seat, (3, 4), 1)
        yield ev.GoalChosen(seat, lord, None)
        yield ev.GoalChosen(seat, lord, 3)
        yield ev.TurnBegan(seat, 3)
        yield ev.TurnCalled(seat, 3)
        yield ev.TurnPaused(seat, 3, 1)
        for is_repeat in (False, True):
            yield ev.IncomePaid(seat, ((a, 3), (b, 4)), is_repeat)
        yield ev.TaxPaid(seat, other, a, 2, ((b, 2),))
        yield ev.TaxPaid(seat, other, a, 2, None)
        yield ev.TaxForegone(seat, other, a)
        yield ev.UpkeepPaid(seat, a, lord, 1)
        yield ev.UpkeepUnpaid(seat, a)
        yield ev.Drew(seat, a, False)
        yield ev.Drew(seat, special, True)
        yield ev.Drew(seat, None, True)
        yield ev.DrewNothing(seat)
        yield from _attacks(seat, other, a, b, c, laid)
        yield ev.CalledOff(seat, 1, "control", a, b, other, (), 3)
        for why in ("condition-false", "not-enough-money", "target-yours", "lends-too-much", ""):
            yield ev.NotMade(seat, 1, "control", a, b, other, why)
        yield ev.Privileged(seat, 1, special, 0)
        yield ev.Privileged(seat, 1, None, 5)
        yield ev.PrivilegeAbolished(seat, 1, (special, special))
        yield ev.JoinedIn(seat, 1, special)
        yield ev.Cancelled(seat, special, other, special)
        yield ev.RollSet(seat, 1, special, (3, 4), 12)
        yield ev.TurnSkipped(seat, other, special, ((a, 3),), ())
        for why in ("transfer", "action", "ship"):
            yield ev.Transferred(seat, a, b, 5, why)
            yield ev.Transferred(seat, a, b, None, why)
        yield ev.Moved(seat, a, laid)
        yield ev.Arranged(seat, laid)
        yield ev.SpreadOut(seat, ((a, 3),))
        yield ev.SpreadOut(seat, None)
        yield ev.GaveMoney(seat, other, 5)
        yield ev.GaveMoney(seat, other, None)
        yield ev.GaveSpecial(seat, other, special)
        yield ev.GaveSpecial(seat, other, None)
        yield ev.Showed(seat, (other,), special)
        yield from _said_beforehand(seat, other, special)
        yield ev.GaveGroup(seat, other, a, laid)
        yield ev.GaveGroup(seat, other, a, laid[:1])
        yield from _bargains(seat, other, special, a, b, laid)
        yield from _advanced(seat, other, a, lord, laid)
        yield ev.Played(seat, special)
        yield ev.Gained(seat, lord, 5)
        yield ev.Bribed(seat, special, a, laid)
        yield ev.Revived(seat, a)
        yield ev.SpiedMoney(seat, a, 7)
        yield ev.SpiedMoney(seat, a, None)
        yield ev.SpiedHand(seat, other, (special,))
        yield ev.SpiedHand(seat, other, ())
        yield ev.SpiedHand(seat, other, None)
        for change in ("add", "remove", "reverse"):
            yield ev.Realigned(seat, a, change, "violent", b, ("violent",))
        yield ev.BoughtCard(seat, a, 5)
        for is_silent in (False, True):
            yield ev.Passed(seat, is_silent)
        yield ev.LineRuled(seat, 1, "PASS", True)
        yield ev.LineRuled(seat, 2, "ATTACK", False, "not-yours", "R4.3", (("card", a),))
        yield ev.TurnEnded(seat, 3)
        for by in (None, seat, other):
            yield ev.Eliminated(seat, lord, by)
        yield ev.Resigned(seat, lord)
        for goal in ("basic", "sole", "total-power"):
            yield ev.Won(((seat, goal), (other, goal)))


def _advanced(
    seat: str, other: str, a: str, lord: str, laid: tuple[Laid, ...]
) -> Iterator[ev.Event]:
    yield ev.Copied(seat, lord)
    yield ev.Stated(seat, "power", 5)
    yield ev.Stated(seat, "income", None)
    for is_right in (False, True):
        yield ev.Accused(seat, other, lord, is_right)
    for what in ("dice", "bank", "power", "resistance", "peek", "stack"):
        yield ev.Cheated(seat, Scheme(3, 1, what, 1), (a,) if what in ("peek", "stack") else ())
        yield ev.Caught(seat, other, 3, 1, what, 1, a, a)
    yield ev.MissedCatch(seat, 3, 1)
    yield ev.PaidBack(seat, ((a, 3),))
    yield ev.PaidBack(seat, None)
    yield ev.Restored(seat, other, a, laid)


def _bargains(
    seat: str, other: str, special: str, a: str, b: str, laid: tuple[Laid, ...]
) -> Iterator[ev.Event]:
    goods = Goods(5, (special,), (a,))
    yield ev.Offered(1, seat, other, goods, Goods())
    yield ev.Offered(2, other, seat, Goods(groups=(b,)), goods, 9, 1)
    for why in ("accepted", "declined", "withdrawn", "countered", "expired", "left"):
        yield ev.OfferClosed(1, seat, other, why)
    yield ev.Traded(seat, other, (a,), (b,), laid, 5, 0, (special,), ())
    yield ev.Traded(seat, other, (a,), (), laid, None, None, None, None)
    yield ev.Traded(seat, other, (), (), (), 5, 0, (), (special,))


def _attacks(
    seat: str, other: str, a: str, b: str, c: str, laid: tuple[Laid, ...]
) -> Iterator[ev.Event]:
    parts = (
        ev.Part("power", a, 6),
        ev.Part("aid", b, 2),
        ev.Part("bonus", c, 2),
        ev.Part("alignment", "criminal", 4),
        ev.Part("alignment", "straight/weird", -4),
        ev.Part("resistance", c, -3),
        ev.Part("target_power", c, -1),
        ev.Part("proximity", c, -5),
        ev.Part("neutralize", a, 6),
        ev.Part("money", b, 3),
    )
    need = sum(part.value for part in parts)
    for form in ("control", "neutralize", "destroy"):
        for owner in (None, seat, other):
            yield ev.Announced(seat, 1, form, a, c, owner, ())
            yield ev.Announced(seat, 1, form, a, c, owner, (b,))
            yield ev.Attacked(seat, 1, form, a, c, owner, parts, need, (1, 2), 3, True, 9)
            yield ev.Attacked(seat, 1, form, a, c, owner, parts, need, (6, 6), 12, False, 9)
            yield ev.Attacked(seat, 1, form, a, c, owner, parts, need, (6, 6), 2, True, 9)
            yield ev.Attacked(seat, 1, form, a, c, owner, parts[:0], -2, (1, 1), 2, False, 9)
    for is_for in (True, False):
        yield ev.Spent(seat, ((a, 3), (b, 1)), is_for)
    for owner in (None, other):
        yield ev.Captured(seat, b, a, owner, laid, ((a, 3),))
        yield ev.Captured(seat, b, a, owner, laid[:1], None)
        yield ev.Destroyed(seat, a, owner)
    yield ev.Destroyed(seat, a, seat)
    for why in ("dropped", "neutralized", "no-room", "master-destroyed", "given-up", "left"):
        yield ev.Freed(seat, (a,), why)
        yield ev.Freed(seat, (a, b), why)
