"""What each order does, and why it would be refused: one row an order (I5.5)."""

from __future__ import annotations

from engine.core.dice import SecretDice
from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks.course import announce
from engine.inwo.attacks.lending import refuse_using, use_in_attack
from engine.inwo.attacks.opportunity import (
    opportunity_of,
    refuse_opportunity,
    seize_opportunity,
)
from engine.inwo.attacks.pairs import is_pair, refuse_pair, strike_as_pair
from engine.inwo.attacks.special import refuse_launch
from engine.inwo.attacks.strikes import refuse_strike, strike, strike_of
from engine.inwo.attacks.throwing import throw_in
from engine.inwo.cards import card_of
from engine.inwo.deeds import (
    arranging,
    consents,
    copying,
    deals,
    freeing,
    halves,
    moves,
    moving,
    relief,
    rolls,
    secrets,
    sides,
    spares,
    takeovers,
    ties,
    trademarks,
)
from engine.inwo.deeds.card_deeds import is_deed, playable_deeds
from engine.inwo.deeds.choosing import refuse_deed
from engine.inwo.deeds.deals import lose_due as lose_due
from engine.inwo.deeds.doing import do_deed
from engine.inwo.deeds.escape import refuse_escape
from engine.inwo.deeds.hidden import show_copies
from engine.inwo.deeds.plots import main_of, play_plot, refuse_plot
from engine.inwo.deeds.questions import refuse_choice
from engine.inwo.evolve.plays import interrupt_of
from engine.inwo.inwotable import InwoTable, find, in_hand, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import ONLY_DEFENSE, InwoState
from engine.inwo.turn import declaring

ANY_TIME = (
    *(od.PlayPlot, od.UseAbility, od.BuyPlot, od.ExposePlot, od.DiscardCard, od.ReturnPlot),
    *(od.RemoveToken, od.Relieve, od.RemoveZaps, od.FreeGroup),
    *(od.GiveCards, od.OfferDeal, od.AcceptDeal, od.DeclineDeal, od.CounterDeal, od.ShowPlot),
    *(od.StorePlot, od.WriteNote, od.LaySpare, od.UniteHalves, od.TurnGroup),
)
"""Orders that need no turn (I6.6, I7.4, I19.4, I21, I34.4)."""
IN_MAIN_PHASE = (
    *(od.LaunchAttack, od.TakeOver, od.MoveGroup, od.LinkResource, od.BringResource),
    od.DrawGroupCard,
)
"""Orders that only the player whose turn it is can give (I5.5)."""
UNANSWERED = (
    *(od.BuyPlot, od.ExposePlot, od.DiscardCard, od.ReturnPlot),
    *(od.GiveCards, od.OfferDeal, od.AcceptDeal, od.DeclineDeal, od.CounterDeal, od.ShowPlot),
    *(od.UniteHalves, od.TurnGroup, od.NameLoosely),
)
"""Orders that nobody can answer: they never make a window (I31.3)."""

IN_VICTORY = (od.DeclareVictory, od.WithdrawVictory)
"""What answers a declaration of victory."""


def carry_out(  # noqa: C901  a row an order
    table: InwoTable, seat: str, line: od.InwoLine, number: str = ""
) -> Refusal | None:
    """Do what a line orders, or say why it cannot be done; one of the script has its `number`."""
    table.line = number or line_of_answer(table.state, seat)
    if barred := refuse_play(table.state, seat, line.order):
        return barred
    if seat == table.state.turn.seat and table.state.turn.step == "main":
        lose_due(table, line.order)
    if isinstance(line.order, od.TakeOver | od.BringResource):
        _show_copies(table, seat, line.order)
    match line.order:
        case od.LaunchAttack() as order:
            return announce(table, seat, line.number, order)
        case od.TakeOver() as order:
            return takeovers.take_over(table, seat, order)
        case od.MoveGroup() as order:
            return moving.move(table, seat, order)
        case od.TurnGroup() as order:
            return sides.turn(table, seat, order)
        case od.BringResource() as order:
            return takeovers.bring(table, seat, order)
        case od.LinkResource() as order:
            return ties.link(table, seat, order)
        case od.PlayPlot() as order:
            return _play(table, seat, order)
        case od.Relieve() as order:
            return relief.relieve(table, seat, order)
        case od.RemoveZaps() as order:
            return freeing.unzap(table, seat, order)
        case od.FreeGroup() as order:
            return freeing.free(table, seat, order)
        case od.UseAbility() as order:
            return _use(table, seat, order)
        case od.BuyPlot() as order:
            return moves.buy(table, seat, order)
        case od.DrawGroupCard():
            return moves.draw_group(table, seat)
        case od.ExposePlot() as order:
            return moves.expose(table, seat, order)
        case od.DiscardCard() as order:
            return moves.give_up(table, seat, order)
        case od.ReturnPlot() as order:
            return moves.put_back(table, seat, order)
        case od.StorePlot() as order:
            return secrets.store_plot(table, seat, order)
        case od.WriteNote() as order:
            return secrets.write_note(table, seat, order)
        case od.GiveCards() as order:
            return deals.give(table, seat, order)
        case od.OfferDeal() as order:
            return deals.offer(table, seat, order)
        case od.AcceptDeal() as order:
            return deals.accept(table, seat, order)
        case od.DeclineDeal() as order:
            return deals.decline(table, seat, order)
        case od.ShowPlot() as order:
            return moves.show(table, seat, order)
        case od.CounterDeal() as order:
            return deals.counter(table, seat, order)
        case od.DeclareVictory():
            return declaring.declare_now(table, seat, line.number)
        case od.WithdrawVictory():
            return declaring.withdraw(table, seat)
        case od.RemoveToken() as order:
            return moves.remove_token(table, seat, order)
        case od.LaySpare() as order:
            return spares.lay_spare(table, seat, order)
        case od.UniteHalves() as order:
            return halves.unite(table, seat, order)
        case od.ArrangeGroups() as order:
            return arranging.arrange_groups(table, seat, order)
        case od.NameCard() as order:
            return rolls.name_card(table, seat, order)
        case od.Choose():
            return refuse(rl.NO_QUESTION, seat=seat)
        case od.PlaceBet() as order:
            return consents.place_bet(table, seat, order)
        case od.AskAll() as order:
            return consents.ask_all(table, seat, order)
        case od.NameLoosely() as order:
            trademarks.pay_for_names(table, seat, order.cards)
            return None
        case _:
            return refuse(rl.NO_ATTACK, seat=seat)


def _show_copies(table: InwoTable, seat: str, order: od.TakeOver | od.BringResource) -> None:
    """Who hides a copy of what comes legally shows it; then that does not come (I8.7)."""
    names = order.cards[:1] if isinstance(order, od.TakeOver) else (order.card,)
    if names and refuse_line(table.state, seat, order) is None:
        show_copies(table, seat, names[0])


def line_of_answer(state: InwoState, seat: str) -> str:
    """The line that an answer belongs to: of what is open, or a line of its own (I31.20)."""
    if state.attack is not None:
        return state.attack.number
    return state.segment[0].line if state.segment else interrupt_of(state, seat)


def number_of(table: InwoTable) -> str:
    """The number of an attack: that of its line, or the next among the answers to one."""
    same = [play for play in table.state.plays if play.line == table.line]
    return f"{table.line}.{len(same) + 1}" if same else table.line


def refuse_play(state: InwoState, seat: str, order: object) -> Refusal | None:
    """Who may only defend himself in this turn does nothing else (I38.83); nor does anybody escape
    what is about to be looked at or taken (I7.9)."""
    if ONLY_DEFENSE not in state.seat(seat).used:
        return refuse_escape(state, seat, order)
    attack = state.attack
    is_defending = attack is not None and attack.seat != seat
    is_defending = is_defending and attack is not None and state.controller(attack.target) == seat
    return None if is_defending else refuse(rl.ONLY_DEFENSE, seat=seat)


def _play(table: InwoTable, seat: str, order: od.PlayPlot) -> Refusal | None:
    number = number_of(table)
    held = in_hand(table.state, seat, order.card)
    barred = secrets.refuse_held(table.state, seat, order)
    if barred:
        return barred
    if any(note.stat == "unplayable" and note.on == held for note in table.state.changes):
        return refuse(rl.NOT_PLAYABLE, card=held or order.card)
    if held is not None and is_pair(held):
        return strike_as_pair(table, seat, number, order)
    if held is not None and opportunity_of(held):
        return seize_opportunity(table, seat, number, order)
    if held is not None and strike_of(held):
        return strike(table, seat, number, order)
    if held is not None and is_deed(held, order):
        return do_deed(table, seat, order)
    return play_plot(table, seat, order)


def _use(table: InwoTable, seat: str, order: od.UseAbility) -> Refusal | None:
    """A deed, or points for the attack under way."""
    if lends(table.state, seat, order):
        return use_in_attack(table, seat, order)
    if copying.copier_of(table.state, seat, order):
        return _refuse_copy(table.state, seat, order) or _play_copy(table, seat, order)
    return do_deed(table, seat, order)


def _refuse_copy(state: InwoState, seat: str, order: od.UseAbility) -> Refusal | None:
    """Why a rival's Plot is not used as a copy: it must be played legally, and at its cost."""
    refusal = copying.refuse_copying(state, seat, order)
    return refusal or _play_copy(InwoTable(state, SecretDice(b"trial")), seat, order)


def _play_copy(table: InwoTable, seat: str, order: od.UseAbility) -> Refusal | None:
    play = copying.make_copy(table, seat, order)
    if "goal" in card_of(play.card).words:
        return declaring.claim_copy(table, seat, play.card)
    if counts_in_attack(table.state, seat, play):
        return throw_in_held(table, seat, play)
    return _play(table, seat, play)


def lends(state: InwoState, seat: str, order: od.UseAbility) -> bool:
    """Whether a card is used for points in the attack under way."""
    copy = on_table(state, order.card, seat)
    held = card_of(copy) if copy is not None else None
    lending = (held.ability(ab.AttackPlot), held.ability(ab.Gamble)) if held is not None else ()
    is_lender = any(one is not None for one in lending)
    return is_lender and state.attack is not None and not order.on


def refuse_line(  # noqa: C901  a row an order
    state: InwoState, seat: str, order: od.InwoOrder
) -> Refusal | None:
    """Why a line would be refused as things stand; the same questions that `carry_out` asks."""
    match order:
        case od.LaunchAttack():
            return refuse_launch(state, seat, order)
        case od.TakeOver():
            return takeovers.refuse_automatic(state, seat, order)
        case od.MoveGroup():
            return moving.refuse_move(state, seat, order)
        case od.TurnGroup():
            return sides.refuse_turning(state, seat, order)
        case od.BringResource():
            return takeovers.refuse_bringing(state, seat, order)
        case od.LinkResource():
            return ties.refuse_link(state, seat, order)
        case od.PlayPlot():
            return _refuse_playing(state, seat, order)
        case od.Relieve():
            return relief.refuse_relief(state, seat, order)
        case od.RemoveZaps():
            return freeing.refuse_unzapping(state, seat, order)
        case od.FreeGroup():
            return freeing.refuse_freeing(state, seat, order)
        case od.UseAbility() if copying.copier_of(state, seat, order):
            return _refuse_copy(state, seat, order)
        case od.UseAbility():
            is_lent = lends(state, seat, order)
            return (refuse_using if is_lent else refuse_deed)(state, seat, order)
        case od.StorePlot():
            return secrets.refuse_storing(state, seat, order)
        case od.WriteNote():
            return secrets.refuse_note(state, seat, order)
        case od.Choose():
            return refuse_choice(state, seat, order)
        case od.GiveCards():
            return deals.refuse_giving(state, seat, order)
        case od.OfferDeal():
            return deals.refuse_offer(state, seat, order)
        case od.AcceptDeal():
            return deals.refuse_accepting(state, seat, order)
        case od.BuyPlot():
            return moves.refuse_buying(state, seat, order)
        case od.DrawGroupCard():
            return moves.refuse_drawing(state, seat)
        case od.LaySpare():
            return spares.refuse_spare(state, seat, order)
        case od.UniteHalves():
            return halves.refuse_uniting(state, seat, order)
        case od.ArrangeGroups():
            return arranging.refuse_arranging(state, seat, order)
        case od.NameCard():
            return rolls.refuse_naming(state, seat, order)
        case od.DeclareVictory():
            return declaring.refuse_declaring(state, seat)
        case od.PlaceBet() | od.AskAll():
            return consents.refuse_consent(state, seat, order)
    return None


def throw_in_held(table: InwoTable, seat: str, order: od.PlayPlot) -> Refusal | None:
    """A Plot for the attack under way, unless it lies where it is for other plays."""
    return secrets.refuse_held(table.state, seat, order) or throw_in(table, seat, order)


def counts_in_attack(state: InwoState, seat: str, order: od.PlayPlot) -> bool:
    """Whether it is a Plot for attacks; any other is played as outside one (I23)."""
    if state.attack is None:
        return False
    held = find(state.seat(seat).plots, order.card)
    if held is None:
        return True
    is_other = opportunity_of(held) is not None or is_strike(state, seat, order)
    return not is_other and main_of(held) is None and not playable_deeds(held)


def is_strike(state: InwoState, seat: str, order: od.InwoOrder) -> bool:
    """Whether a Plot of the hand is to attack a card on the table (I18.1)."""
    if not isinstance(order, od.PlayPlot) or not order.on:
        return False
    held = find(state.seat(seat).plots, order.card)
    is_attack = held is not None and (strike_of(held) is not None or is_pair(held))
    return is_attack and on_table(state, order.on[0]) is not None


def _refuse_playing(state: InwoState, seat: str, order: od.PlayPlot) -> Refusal | None:
    """Why a Plot of the hand is not played so."""
    held = in_hand(state, seat, order.card)
    if barred := secrets.refuse_held(state, seat, order):
        return barred
    if held is not None and is_pair(held):
        return refuse_pair(state, seat, order)
    if held is not None and opportunity_of(held):
        return refuse_opportunity(state, seat, order)
    if held is not None and strike_of(held):
        return refuse_strike(state, seat, order)
    if held is not None and is_deed(held, order):
        return refuse_deed(state, seat, order)
    return refuse_plot(state, seat, order)
