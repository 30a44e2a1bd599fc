"""What players of INWO ask to be shown: HAND, TABLE, PILES, COUNT, SUM, WHATIF, STANDING."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.core.values import changed
from engine.inwo.state import InwoSeat, InwoState, InwoTurn, OpenAsk
from engine.inwo.view import inwo_view
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.render import render, render_part
from pbem.games.contract.orders import GameInput
from pbem.games.contract.reports import Look
from pbem.games.inwo import world
from pbem.games.inwo.attack_story import format_plays, open_attack
from pbem.games.inwo.forecasts import is_asked_for_script
from pbem.games.inwo.language import LANGUAGE, Inwo
from pbem.games.inwo.look_commands import LOOKS
from pbem.games.inwo.suggestions import uses_of
from pbem.grammar.commands.spec import Command

Rows = Iterator[str]


def _hand(game: Inwo, seat: str, _word: Command) -> Rows:
    """Each card with what it says, and a line for what it could do now."""
    view = inwo_view(game.state, seat)
    uses = uses_of(view, seat)
    for card in world.hand(view, seat):
        yield f"{card.name}: {card.text}"
        yield from (f"   now: {line}" for line in uses.get(card.id, ()))
    if not (view.seat(seat).plots or view.seat(seat).groups):
        yield "Your hand is empty."


def _table(game: Inwo, seat: str, _word: Command) -> Rows:
    yield render_part("inwo/structures", world.table(game.state, seat))


def _piles(game: Inwo, seat: str, word: Command) -> Rows:
    """What lies open beside the structures of one seat, or of all."""
    view = inwo_view(game.state, seat)
    yield from world.common_piles(view)
    for one in _seats(view, word):
        yield from world.piles(view, one, seat)


def _count(game: Inwo, seat: str, word: Command) -> Rows:
    """How near one seat is to winning, or everybody, by what is public."""
    view = inwo_view(game.state, seat)
    for one in _seats(view, word):
        yield world.count(view, one, seat)


def _sum(game: Inwo, seat: str, _word: Command) -> Rows:
    """The open attack, part by part, and each play in its order."""
    view = inwo_view(game.state, seat)
    attack = open_attack(view, seat)
    if attack is None:
        yield "No attack is open now."
        return
    yield render_part("inwo/sum", {"attack": attack})
    yield from format_plays(view, seat)


def _whatif(game: Inwo, seat: str, word: Command) -> Rows:
    """Any order tried on paper, as if its turn had come where it has not."""
    state, lead = game.state, ""
    if not _is_asked(state, seat):
        state = _as_if_on_turn(inwo_view(state, seat), seat)
        lead = "Tried as if your turn had just begun."
    given = GameInput(state, lambda who: LANGUAGE.vocabulary(state, who), {}, game.dice)
    for line in LANGUAGE.judge_script(given, seat, f"1: {word.text}"):
        yield f"{line.understood or line.text}: {line.status}"
        yield from (f"   {text}" for text in (line.note, *line.forecast) if text)
    if lead:
        yield lead


def _is_asked(state: InwoState, seat: str) -> bool:
    """Whether an order of a seat would be carried out by what is asked of it now."""
    return is_asked_for_script(state, seat) or any(
        seat in ask.seats and ask.kind == "answers" for ask in state.asks
    )


def _as_if_on_turn(view: InwoState, seat: str) -> InwoState:
    turn = InwoTurn(max(view.turn.number, 1) + len(view.seats), seat, "b3")
    return changed(view, turn=turn, attack=None, asks=(OpenAsk("script", "script", (seat,)),))


def _standing(game: Inwo, seat: str, _word: Command) -> Rows:
    filed = game.standing.get(seat, ())
    yield from (f"{number}: {text}" for number, text in enumerate(filed, 1))
    yield (
        "CANCEL ORDER and its number takes one back."
        if filed
        else "You have no standing orders. HELP GUARD and HELP WHEN explain two of them."
    )


def _seats(view: InwoState, word: Command) -> Sequence[InwoSeat]:
    return [view.seat(word.value)] if word.value else view.seats


_ROWS: dict[str, Callable[[Inwo, str, Command], Rows]] = {
    "HAND": _hand,
    "TABLE": _table,
    "PILES": _piles,
    "COUNT": _count,
    "SUM": _sum,
    "WHATIF": _whatif,
    "STANDING": _standing,
}


def _mail(name: str) -> Callable[[Inwo, MailContext, Sequence[Command]], Mail]:
    def mail(game: Inwo, context: MailContext, words: Sequence[Command]) -> Mail:
        parts = [(word.line, tuple(_ROWS[name](game, context.seat, word))) for word in words]
        values: dict[str, Any] = {"head": letterhead(context), "what": name, "parts": parts}
        return render("inwo/look", values)

    return mail


SHOWN = tuple(Look(spec, _mail(spec.name)) for spec in LOOKS)
"""The words, each with the mail that answers it."""
