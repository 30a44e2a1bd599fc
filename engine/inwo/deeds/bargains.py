"""What comes of the consent that a card asks of other players (I33.9, I33.11)."""

from __future__ import annotations

from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.cards import card_of
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import Change, Question

CONSENTS = ("consent", "refuse")
"""What may be answered; silence refuses."""


def settle_consent(table: InwoTable, question: Question, said: str) -> None:
    """One who refuses ends it for all; with the last consent it is agreed."""
    is_given = said == CONSENTS[0]
    seat = question.credit
    table.emit(ev.ConsentGiven(question.seat, seat, question.card, is_given))
    asked = question.key.rpartition(".")[0]
    others = [one for one in table.state.questions if one.key.rpartition(".")[0] == asked]
    if not is_given:
        for other in others:
            table.emit(ev.QuestionClosed(other.key))
            table.emit(ev.AskClosed(other.key))
    elif not others and table.state.controller(question.card) == seat:
        _agree(table, question)


def _agree(table: InwoTable, question: Question) -> None:
    bet = card_of(question.card).ability(ab.Bet)
    if bet is not None:
        _roll(table, question, bet)
        return
    agreed = Change(question.card, "agreed", "gain", question.victim, until="good")
    table.emit(ev.ChangeBegan(agreed))


def _roll(table: InwoTable, question: Question, bet: ab.Bet) -> None:
    """The dice say who draws from whose deck."""
    seat, copy = question.credit, question.card
    if lg.refuse_acting(table.known, copy, rl.NO_TOKEN_TO_USE) is not None:
        return
    table.spend(seat, copy, "ability")
    draw = table.state.draws
    roll = table.dice.roll(draw, "effect")
    table.emit(ev.CardRolled(copy, roll, draw))
    pair = (seat, question.seat)
    loser, winner = pair if sum(roll) <= bet.lost else pair[::-1]
    won = table.state.seat(loser).plot_deck[: question.amount]
    if won and not table.bars_draws(winner, "plot_deck"):
        moved = ev.CardsMoved(loser, won, "plot_deck", "plots", "bet", to_seat=winner)
        table.emit(moved)
