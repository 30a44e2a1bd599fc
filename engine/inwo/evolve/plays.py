"""What becomes of plays and of the attack under way, event by event (I22, I31)."""

from __future__ import annotations

from typing import Any

from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo.abilities import InstantPlot, MayJoin, NegatePrivilege
from engine.inwo.cards import card_of
from engine.inwo.evolve.zones import EvolveTable, in_turn, with_seat
from engine.inwo.state import (
    BACK,
    OFF,
    REPLACED,
    AttackPlay,
    DiceNote,
    InwoState,
    OnTable,
    RunningAttack,
)

# --- plays (I22) ----------------------------------------------------------------------------


def _made(state: InwoState, event: ev.PlayMade) -> InwoState:
    return _interrupted(_with_plays(state, event.play), event.play.seat, event.play.line)


def _boost_returned(state: InwoState, event: ev.BoostReturned) -> InwoState:
    play = next(play for play in state.plays if play.full == event.number)
    left = tuple(boost for boost in play.boosts if boost != event.card)
    return _each_play(state, event.number, boosts=left)


def _set_off(state: InwoState, event: ev.CardSetOff) -> InwoState:
    card = state.table[event.card]
    marked = changed(card, marks=(*card.marks, f"{REPLACED}{event.by}"))
    return changed(state, table={**state.table, card.copy: marked})


def _round_began(state: InwoState, event: ev.RoundBegan) -> InwoState:
    if state.attack is None:
        return in_turn(state, round=event.round)
    return in_attack(state, round=event.round)


def _closed(state: InwoState) -> InwoState:
    """Nothing is open: what was off is gone, what was kept from another's place stays."""
    table = state.table
    if any(card.marks for card in table.values()):
        table = {copy: _unmarked(card) for copy, card in table.items()}
    # The number of a play is another's in the next window.
    changes = tuple(changed(note, source="") for note in state.changes if not note.off)
    turn = changed(state.turn, round=0, taken="", others=())
    return changed(state, segment=(), table=table, changes=changes, turn=turn)


def _unmarked(card: OnTable) -> OnTable:
    marks = tuple(mark for mark in card.marks if not mark.startswith(BACK))
    return card if marks == card.marks else changed(card, marks=marks)


def _with_plays(state: InwoState, play: AttackPlay) -> InwoState:
    attack = state.attack
    if attack is None:
        return changed(state, segment=(*state.segment, play))
    return changed(state, attack=changed(attack, plays=(*attack.plays, play)))


def with_taken(state: InwoState, number: str, rows: tuple[tuple[str, int], ...]) -> InwoState:
    """The state in which a play has taken these tokens, each once."""
    taken = next((play.taken for play in state.plays if play.full == number), ())
    return _each_play(state, number, taken=tuple(dict.fromkeys((*taken, *rows))))


def _each_play(state: InwoState, number: str, **fields: Any) -> InwoState:
    """The play of that number with other fields, wherever it stands."""

    def new(play: AttackPlay) -> AttackPlay:
        return changed(play, **fields) if play.full == number else play

    segment = tuple(new(play) for play in state.segment)
    attack = state.attack
    if attack is not None:
        is_itself = number == f"{attack.number}.1"
        plays = tuple(new(play) for play in attack.plays)
        attack = changed(attack, plays=plays, **fields if is_itself else {})
    return changed(state, segment=segment, attack=attack)


def _cancelled(state: InwoState, number: str, is_off: bool) -> InwoState:
    """A play and the cards and changes it brought are out of force, or in force again."""
    play = next(play for play in state.plays if play.full == number)
    state = _each_play(state, number, cancelled=is_off)
    changes = tuple(
        changed(note, off=is_off) if note.source == number else note for note in state.changes
    )
    table = dict(state.table)
    card = table.get(play.card)
    if play.what == "effect" and card is not None and _lies_as_plot(card):
        marks = tuple(mark for mark in card.marks if mark != OFF)
        table[card.copy] = changed(card, marks=(*marks, OFF) if is_off else marks)
    before, after = (REPLACED, BACK) if is_off else (BACK, REPLACED)
    for copy, old in state.table.items():
        for by in (play.card, number):
            if f"{before}{by}" in old.marks:
                others = (mark for mark in old.marks if mark != f"{before}{by}")
                table[copy] = changed(old, marks=(*others, f"{after}{by}"))
    return _freed(changed(_made_so(state, play), changes=changes, table=table), play, is_off)


def _made_so(state: InwoState, play: AttackPlay) -> InwoState:
    """The attack without what a Plot makes it that is out, privileged or Instant, or with it again
    (I10.7, I16.3, I22.3)."""
    attack = state.attack
    if attack is None or play.line != attack.number:
        return state
    stands = any(one.full == play.full and not one.cancelled for one in attack.plays)
    if play.claims:
        attack = changed(attack, privileged=stands and not attack.unprivileged)
    if _ends_privilege(play) and (attack.privileged or attack.unprivileged):
        ended = any(_ends_privilege(one) and not one.cancelled for one in attack.plays)
        is_claimed = not any(one.claims and one.cancelled for one in attack.plays)
        attack = changed(attack, privileged=is_claimed and not ended, unprivileged=ended)
    if card_of(play.card).ability(InstantPlot) is not None:
        attack = changed(attack, instant=stands, own_bonuses=stands)
    return changed(state, attack=attack)


def _ends_privilege(play: AttackPlay) -> bool:
    card = card_of(play.card)
    joins = card.ability(MayJoin) if play.what in ("aid", "oppose") else None
    return card.ability(NegatePrivilege) is not None or bool(joins and joins.ends_privilege)


def _freed(state: InwoState, play: AttackPlay, is_off: bool) -> InwoState:
    """What a cancelled play had used once a turn or once a game is free again (I22.3)."""
    if play.once is None:
        return state
    name, what, is_for_game = play.once
    seat, zone = state.seat(name), "used_up" if is_for_game else "used"
    marks: list[str] = [*getattr(seat, zone)]
    if is_off and what in marks:
        marks.remove(what)
    elif not is_off:
        marks.append(what)
    fields: dict[str, Any] = {zone: tuple(marks)}
    return with_seat(state, changed(seat, **fields))


def _lies_as_plot(card: OnTable) -> bool:
    """Whether it is a Plot, or a Group card that was played as one (I37)."""
    family = card_of(card.copy).family
    return family == "plot" or (family == "group" and card.host is not None)


# --- attacks --------------------------------------------------------------------------------


def _with_dice(attack: RunningAttack, event: ev.DiceRolled | ev.DiceChanged) -> RunningAttack:
    if isinstance(event, ev.DiceRolled):
        kept = tuple(note for note in attack.dice if note.op in ("fail", "soften"))
        after = len(attack.plays) if attack.rolled_after is None else attack.rolled_after
        rolled = changed(attack, roll=event.roll, rolled_after=after, dice=kept)
        return changed(rolled, handicap=event.handicap, handicapped_by=event.by)
    return changed(attack, dice=(*attack.dice, DiceNote(event.op, event.amount, event.by)))


def _attack(state: InwoState) -> RunningAttack:
    assert state.attack is not None, "there is an attack that something happens to"
    return state.attack


def in_attack(state: InwoState, **changes: Any) -> InwoState:
    """The state with something else about the attack under way."""
    return changed(state, attack=changed(_attack(state), **changes))


def _announced(state: InwoState, event: ev.AttackAnnounced) -> InwoState:
    state = changed(state, attack=event.attack, paused=_paused(state, event.attack))
    return _interrupted(state, event.attack.seat, event.attack.number)


def _rolled(state: InwoState, event: ev.DiceRolled | ev.DiceChanged) -> InwoState:
    return changed(state, attack=_with_dice(_attack(state), event))


def _attack_ended(state: InwoState, event: ev.AttackEnded) -> InwoState:
    attack = _attack(state)
    is_place = card_of(attack.target).is_struck_as_place
    ruined = event.result if event.result in ("destroyed", "devastated") else ""
    is_eaten = event.result == "destroyed" and attack.attacker is not None
    feast = (attack.attacker or "", attack.target) if is_eaten else ()
    turn = changed(state.turn, ruined=ruined if is_place else "", feast=feast)
    state = changed(state, attack=state.paused, paused=None, turn=turn)
    if event.failed_card is None:
        return state
    return _failed(state, event.seat, event.failed_card)


def _paused(state: InwoState, inner: RunningAttack) -> RunningAttack | None:
    """The attack inside which an Instant one is resolved, that among its plays (I18.5)."""
    outer = state.attack
    if outer is None:
        return None
    number, card = len(outer.plays) + 2, inner.by_card or inner.target
    play = AttackPlay(
        number, inner.seat, "strike", card, line=outer.number, round=outer.round, done=True
    )
    return changed(outer, plays=(*outer.plays, play))


def _interrupted(state: InwoState, seat: str, line: str) -> InwoState:
    """What is played outside any window has the next number of its player (I31.20)."""
    if line != interrupt_of(state, seat):
        return state
    turn = changed(state.turn, interrupts=(*state.turn.interrupts, seat))
    return changed(state, turn=turn)


def interrupt_of(state: InwoState, seat: str) -> str:
    """The number that his next interrupt has: bob.1, bob.2 (I31.20)."""
    return f"{seat}.{state.turn.interrupts.count(seat) + 1}"


def line_of_answer(state: InwoState, seat: str) -> str:
    """The line that an answer belongs to: of what is open, or a line of its own (I31.20)."""
    if state.attack is not None:
        return state.attack.number
    return state.segment[0].line if state.segment else interrupt_of(state, seat)


def _failed(state: InwoState, name: str, card: str) -> InwoState:
    """A Group of the hand that he failed to take, the last tried last (I14.6)."""
    seats = tuple(
        changed(seat, failed=(*(one for one in seat.failed if one != card), card))
        if seat.name == name
        else seat
        for seat in state.seats
    )
    return changed(state, seats=seats)


def resolved(state: InwoState, event: ev.AttackResolved) -> InwoState:
    """What the script knows of the attack of one of its lines."""
    line = event.number
    if not line.isdigit():
        return state
    needs = {**state.turn.needs, int(line): event.need}
    results = {**state.turn.results, int(line): event.success}
    totals = dict(state.turn.totals)
    if event.total is not None:
        totals[int(line)] = event.total
    turn = changed(state.turn, needs=needs, results=results, totals=totals)
    return changed(state, turn=turn)


PLAYS: EvolveTable = {
    ev.PlayMade: _made,
    ev.PlayCancelled: lambda s, e: _cancelled(s, e.number, not e.is_restored),
    ev.BoostReturned: _boost_returned,
    ev.PlayCarriedOut: lambda s, e: _each_play(s, e.number, waits=False, done=True),
    ev.CardSetOff: _set_off,
    ev.SegmentClosed: lambda s, _: _closed(s),
    ev.RoundBegan: _round_began,
    ev.AttackAnnounced: _announced,
    ev.AttackJoined: lambda s, e: in_attack(s, plays=(*_attack(s).plays, e.play)),
    ev.PrivilegeEnded: lambda s, _: in_attack(s, privileged=False, unprivileged=True),
    ev.SeatBarred: lambda s, e: in_attack(s, barred=(*_attack(s).barred, e.seat)),
    ev.DiceRolled: _rolled,
    ev.DiceChanged: _rolled,
    ev.AttackCommitted: lambda s, _: in_attack(s, intent=None),
    ev.AttackEnded: _attack_ended,
    ev.AttackResolved: resolved,
}
"""What comes of each event of plays and attacks."""
