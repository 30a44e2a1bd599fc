"""What dice bring about: links are fixed, cards roll again, an 11 or 12 costs (I20.3, I38.10)."""

from __future__ import annotations

from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.course import SURE_FAILURES, is_success
from engine.inwo.attacks.results import destroy_group
from engine.inwo.attacks.sum import need_now
from engine.inwo.benefits import mark_givers
from engine.inwo.cards import card_of
from engine.inwo.facts import Facts
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import OnTable, RunningAttack


def after_dice(table: InwoTable) -> None:
    """What was in the sum as they fell has given something (I20.3); then cards roll again."""
    if table.attack.roll is not None:
        mark_givers(table, need_now)
    _reroll_by_cards(table)


def _reroll_by_cards(table: InwoTable) -> None:
    """A failed attack of the Group it is linked to, or a successful one on what it covers."""
    for card, rule in tuple(table.known.of_players(ab.AutoReroll)):
        attack = table.attack
        if attack.roll is None:
            return
        target = table.state.table.get(attack.target)
        is_mine = target is not None and target.seat == card.seat
        is_saved = is_mine and table.known.fits(rule.of, attack.target)
        is_led = attack.attacker == card.host and attack.form == "control"
        if is_saved if is_success(table.state) else is_led:
            draw = table.state.draws
            roll = table.dice.roll(draw, "attack")
            table.emit(ev.DiceRolled(attack.number, roll, draw))


def settle_crashes(table: InwoTable, known: Facts, attack: RunningAttack) -> None:
    """An 11 or 12 as it finally stands, in an attack that its Group leads or aids."""
    acted = (attack.attacker, *(play.card for play in attack.standing("aid")))
    for card, rule in known.of_players(ab.Crash):
        if card.host not in acted or card.copy not in table.state.table:
            continue
        is_first = f"spent:{card.copy}" not in table.state.seat(card.seat).used
        if (
            attack.roll is not None
            and attack.total in SURE_FAILURES
            and (is_first or rule.loses == "host")
        ):
            _crash(table, card, rule)
        elif rule.loses == "itself" and is_first:
            # Its own token is the first that the Group spends.
            table.emit(ev.OnceUsed(card.seat, f"spent:{card.copy}"))


def _crash(table: InwoTable, card: OnTable, rule: ab.Crash) -> None:
    """The card goes, and all hidden Plots lie open; or its Group is destroyed, and it stays."""
    seat = table.state.seat(card.seat)
    if rule.loses == "itself":
        owner = table.state.owner_of(card.copy).name
        table.emit(ev.LeftPlay(((card.copy, owner),), "discards", "crashed"))
        for plot in seat.plots:
            if plot not in seat.exposed and plot not in seat.stored:
                table.emit(ev.PlotExposed(card.seat, plot))
    elif card.host is not None and _may_fall(table.known, card.host):
        table.emit(ev.Relinked(card.copy, seat.illuminati))
        # It helps nobody's Goal but that of who needs fewer Groups for what is destroyed.
        is_counted = card_of(seat.illuminati).ability(ab.DestroyGoal) is not None
        destroy_group(table, card.seat, card.host, credit=is_counted)


def _may_fall(known: Facts, copy: str) -> bool:
    return known.is_group(copy) and not lg.is_indestructible(known, copy)
