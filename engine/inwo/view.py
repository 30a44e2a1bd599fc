"""What a seat may know: a state built up from it, and the events as it sees them (I31.16)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo.cards import card_of
from engine.inwo.state import (
    DECLARES,
    SOUGHT_PAYERS,
    AttackPlay,
    Deal,
    InwoSeat,
    InwoState,
    InwoTurn,
    OpenAsk,
    Question,
    RunningAttack,
)

_PUBLIC = ("agents", "discards", "bounced", "removed", "table")
"""Zones whose cards everybody sees come and go."""
_OWN_USES = (DECLARES, SOUGHT_PAYERS)
"""What a seat has used that nobody else knows of."""


def inwo_view(state: InwoState, reader: str | None) -> InwoState:
    """The game as a seat knows it, or as everybody does: stand-ins for what is hidden."""
    return InwoState(
        options=state.options,
        seats=tuple(_seat(state, seat, reader) for seat in state.seats),
        players_began=state.players_began,
        turn=_turn(state.turn, reader),
        table=state.table,
        tokens=state.tokens,
        changes=state.changes,
        attack=_attack(state.attack, reader) if state.attack else None,
        paused=_attack(state.paused, reader) if state.paused else None,
        segment=tuple(_play(play, reader) for play in state.segment),
        deals=tuple(_deal(deal, reader) for deal in state.deals if reader in (deal.by, deal.to)),
        questions=tuple(_question(one) for one in state.questions if one.seat == reader),
        asks=tuple(_ask(ask, reader) for ask in state.asks),
        first=state.first,
        draws=_draws(state),
        winners=state.winners,
        barred=state.barred,
    )


def _draws(state: InwoState) -> int:
    """What tells one roll from another while dice lie; else it would count hidden shuffles."""
    is_rolled = state.attack is not None and state.attack.roll is not None
    return state.draws if is_rolled else 0


def _turn(turn: InwoTurn, reader: str | None) -> InwoTurn:
    """The open turn; its script, and whether he has acted, its mover alone knows."""
    is_mover = reader == turn.seat
    return InwoTurn(
        turn.number,
        turn.seat,
        turn.step,
        turn.taken_over,
        turn.late,
        turn.results,
        turn.needs,
        turn.totals,
        turn.script if is_mover else (),
        turn.round,
        turn.ruined,
        turn.declared,
        turn.asked,
        tuple(key for key in turn.fired if key.partition(":")[0] == reader),
        acted=turn.acted and is_mover,
        feast=turn.feast,
        lost=turn.lost,
        taken=turn.taken,
        came=turn.came,
        relieved=turn.relieved,
        drawn=_drawn(turn.drawn, reader),
        spent=turn.spent,
        seized_by=turn.seized_by,
        before=turn.before,
        others=turn.others if is_mover else (),
        offered=turn.offered,
        turned=turn.turned,
        provoked=turn.provoked,
        interrupts=turn.interrupts,
        closed=turn.closed,
        paid=turn.paid,
        interrupted=tuple(_ask(ask, reader) for ask in turn.interrupted),
    )


def _drawn(drawn: tuple[str, str] | None, reader: str | None) -> tuple[str, str] | None:
    """Who has drawn a Plot all know; which it is he alone."""
    if drawn is None or drawn[0] == reader:
        return drawn
    (hidden,) = _stand_ins(drawn[1:], "plots")
    return drawn[0], hidden


def _seat(state: InwoState, seat: InwoSeat, reader: str | None) -> InwoSeat:
    letter = chr(ord("a") + state.seats.index(seat))
    is_open = seat.name == reader or bool(state.winners)
    return InwoSeat(
        seat.name,
        seat.illuminati,
        plots=seat.plots
        if is_open
        else _covered(seat.plots, seat.exposed, f"hidden-plot@{letter}p"),
        exposed=seat.exposed,
        groups=seat.groups
        if is_open
        else _covered(seat.groups, seat.failed, f"hidden-group@{letter}g"),
        failed=seat.failed,
        plot_deck=_covered(seat.plot_deck, (), f"hidden-plot@{letter}q"),
        group_deck=_covered(seat.group_deck, (), f"hidden-group@{letter}h"),
        discards=seat.discards,
        unseen=_covered(seat.unseen, (), f"hidden-plot@{letter}u"),
        destroyed=seat.destroyed,
        removed=seat.removed if not seat.is_out else (),
        bounced=seat.bounced,
        agents=seat.agents,
        hidden=seat.hidden if is_open else _covered(seat.hidden, (), f"hidden-group@{letter}w"),
        used=tuple(what for what in seat.used if is_open or not what.startswith(_OWN_USES)),
        used_up=seat.used_up,
        turns_taken=seat.turns_taken,
        is_out=seat.is_out,
        bereft_by=seat.bereft_by,
        ousted=seat.ousted,
        helped=seat.helped,
        kin=seat.kin,
        offers=seat.offers if seat.name == reader else 0,
        stored=_stored(seat, is_open, f"hidden-plot@{letter}p"),
        notes=seat.notes if is_open else {},
    )


def _stored(seat: InwoSeat, is_open: bool, name: str) -> Mapping[str, str]:
    """That a Plot lies under a Group is public, which is not (I38.29)."""
    if is_open:
        return seat.stored
    return {f"{name}{seat.plots.index(plot)}": host for plot, host in seat.stored.items()}


def _covered(cards: Iterable[str], shown: Iterable[str], name: str) -> tuple[str, ...]:
    """The cards with stand-ins, numbered in their places, for those not shown."""
    open_ = frozenset(shown)
    return tuple(card if card in open_ else f"{name}{at}" for at, card in enumerate(cards))


def _play(play: AttackPlay, reader: str | None) -> AttackPlay:
    """A play without the cards of a hand that are named for when it takes effect (I22.10)."""
    deeds = [one for one in card_of(play.card).abilities if isinstance(one, ab.Deed)]
    if play.order is None or play.seat == reader or not deeds:
        return play
    does = deeds[play.deed].does
    if does in ("pick-take", "pick-discard"):
        return changed(play, order=changed(play.order, value=""))
    shown = {"swap-groups": 0, "expose-both": 1}.get(does)
    if shown is None:
        return play
    return changed(play, order=changed(play.order, on=play.order.on[:shown]))


def _attack(attack: RunningAttack, reader: str | None) -> RunningAttack:
    attack = changed(attack, plays=tuple(_play(play, reader) for play in attack.plays))
    if attack.seat == reader:
        return attack
    intent = attack.intent
    if intent is not None:
        intent = changed(
            intent, reserves=(), reserve_plays=(), until=None, only_if_need=None, call_off=()
        )
    return changed(attack, reserves=(), reserve_plays=(), until=None, intent=intent)


def _deal(deal: Deal, reader: str | None) -> Deal:
    """Whether a party will keep it he alone knows (I33.4)."""
    order = deal.accepted
    if order is not None and order.lies and deal.to != reader:
        deal = changed(deal, accepted=changed(order, lies=False))
    return deal if deal.by == reader or not deal.lies else changed(deal, lies=False)


def _question(question: Question) -> Question:
    """Nobody sees the Plot that a rival holds out to him (I36.15)."""
    return changed(question, cards=()) if question.kind == "this-or-rest" else question


def _ask(ask: OpenAsk, reader: str | None) -> OpenAsk:
    """Nobody is told who else was asked for answers, nor who passed (I31.5)."""
    is_open = ask.kind not in ("answers", "question")
    seats = ask.seats if is_open else tuple(seat for seat in ask.seats if seat == reader)
    passed = tuple(seat for seat in ask.passed if seat == reader)
    return OpenAsk(*(ask.key, ask.kind, seats, ask.round, passed, ask.number), moment=ask.moment)


# --- events ---------------------------------------------------------------------------------


def inwo_seen(event: ev.InwoEvent, reader: str | None) -> ev.InwoEvent | None:
    """The event as a seat sees it, or as everybody does; None if it sees nothing of it."""
    if isinstance(event, ev.QuestionAsked):
        event = changed(event, question=_question(event.question))
    if isinstance(event, ev.DealOffered | ev.DealAgreed | ev.DealEnded):
        event = _of_deal(event, reader)
    parties = _parties(event)
    if parties is not None:
        return event if reader in parties else None
    match event:
        case ev.DeckShuffled():
            return changed(event, cards=_stand_ins(event.cards, event.deck))
        case ev.CardsMoved():
            return _moved(event, reader)
        case ev.PlotStored() if event.seat != reader:
            letter = event.card.partition("@")[2][0]
            return changed(event, card=f"hidden-plot@{letter}")
        case ev.PlayMade():
            return changed(event, play=_play(event.play, reader))
        case ev.AttackAnnounced():
            return changed(event, attack=_attack(event.attack, reader))
        case ev.Asked():
            return changed(event, ask=_ask(event.ask, reader))
    return event


def _of_deal(
    event: ev.DealOffered | ev.DealAgreed | ev.DealEnded, reader: str | None
) -> ev.InwoEvent:
    """Nobody sees whether another will keep a trade."""
    deal = _deal(event.deal, reader)
    if isinstance(event, ev.DealAgreed) and reader != deal.to:
        event = changed(event, order=changed(event.order, lies=False))
    return changed(event, deal=deal)


def _parties(event: ev.InwoEvent) -> tuple[str, ...] | None:
    """Who alone sees an event; None where all do."""
    match event:
        case ev.DeckLocked():
            return ()
        case ev.ScriptTaken() | ev.LinesTaken() | ev.LineSettled() | ev.TriggerTested():
            return (event.seat,)
        case ev.NoteWritten():
            return (event.seat,)
        case ev.LieMeant(seat):
            return (seat,)
        case ev.QuestionAsked(question):
            return (question.seat,)
        case ev.DealOffered(deal) | ev.DealAgreed(deal) | ev.DealEnded(deal):
            return (deal.by, deal.to)
        case ev.CardsShown(seat, to) if to:
            return (seat, to)
        case ev.ConsentGiven(seat, to, is_hidden=True):
            return (seat, to)
        case ev.OnceUsed(seat, what) if what.startswith(_OWN_USES):
            return (seat,)
    return None


def _stand_ins(cards: Iterable[str], zone: str) -> tuple[str, ...]:
    face = "hidden-plot" if zone in ("plots", "plot_deck", "unseen") else "hidden-group"
    return tuple(f"{face}@{copy.partition('@')[2][0]}" for copy in cards)


def _moved(event: ev.CardsMoved, reader: str | None) -> ev.CardsMoved:
    is_public = event.is_open or event.source in _PUBLIC or event.target in _PUBLIC
    if is_public or reader in (event.seat, event.to_seat):
        return event
    return changed(event, cards=_stand_ins(event.cards, event.source))
