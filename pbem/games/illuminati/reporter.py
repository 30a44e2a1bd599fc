"""What Illuminati writes to its players, as the contract has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from engine.illuminati.event_counts import counts_before
from engine.illuminati.events import Event
from engine.illuminati.orders import Order
from engine.illuminati.state import State
from engine.illuminati.turn.announcing import bulletin, seen_bulletin
from engine.illuminati.view import public_view
from engine.illuminati.view import view as view_of
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.games.contract.endings import Finale
from pbem.games.contract.orders import Acknowledgement
from pbem.games.contract.reports import (
    Issue,
    PastTurn,
    Preview,
    PrintableLetter,
    SeatNotes,
    TableNotes,
)
from pbem.games.contract.values import Step
from pbem.games.illuminati.codec import decode_view, encode_view
from pbem.games.illuminati.judging import explain_standing, format_sheet, judge_script
from pbem.games.illuminati.judging.acting import judge_late
from pbem.games.illuminati.judging.context import Given, all_policies, announced_script
from pbem.games.illuminati.judging.standing import reserve_of
from pbem.games.illuminati.language import format_order, script_of, vocabulary_for
from pbem.games.illuminati.language.forms.conditions import format_conditions
from pbem.games.illuminati.report.mails import past
from pbem.games.illuminati.report.mails.answering import (
    acknowledgement,
    held_mail,
    printable_letter,
)
from pbem.games.illuminati.report.mails.bulletin import (
    Bulletin,
    KnownAttack,
    bulletin_again,
    bulletin_mail,
)
from pbem.games.illuminati.report.mails.finale import finale as finale_report
from pbem.games.illuminati.report.mails.helping import card_mail, rules_of_card
from pbem.games.illuminati.report.mails.preview import preview_mail
from pbem.games.illuminati.report.mails.status import OwnStatus
from pbem.games.illuminati.report.mails.status import public_world as public_world
from pbem.games.illuminati.report.mails.status import reminder as reminder
from pbem.games.illuminati.report.mails.status import status as status_mail
from pbem.games.illuminati.report.mails.turn import seen_turn, turn_report
from pbem.games.illuminati.report.mails.who import who_mail
from pbem.games.illuminati.report.parts.lengths import due_length
from pbem.games.illuminati.report.parts.lessons import taught
from pbem.games.illuminati.report.parts.own_matters import matters
from pbem.games.illuminati.report.parts.standing import count as count
from pbem.games.illuminati.report.picture import board as draw_board
from pbem.games.illuminati.report.picture import picture as draw
from pbem.games.illuminati.rulebook import BOOK
from pbem.games.illuminati.secrecy import concerns, seen_by

picture_alt = (
    "The power structures as they lie and the uncontrolled groups. "
    "The tables below say the same in words."
)


def report(given: Given, context: MailContext, issue: Issue) -> Mail | None:
    """What the reader is told when a turn is over; None where he wants nothing now."""
    state, seat = given.state, context.seat
    shown = seen_by(seat, issue.events, state)
    length = due_length(context, issue, shown, is_out=state.seat(seat).is_out)
    if length is None:
        return None
    seen = seen_turn(state, seat, replace(issue, length=length))
    mail = turn_report(context, view_of(state, seat), given.names(seat), seen)
    return taught(given, seat, mail, issue.teaching)


def preview(given: Given, preview: Preview[State, Event]) -> Mail:
    """Everything that would come of the open turn: the whole truth."""
    return preview_mail(given, preview)


def printable(context: MailContext, answer: Acknowledgement) -> PrintableLetter:
    """What the answer says of a letter itself."""
    return printable_letter(context, answer)


def answer(
    state: State,
    context: MailContext,
    answer: Acknowledgement,
    letters: Sequence[PrintableLetter],
) -> Mail:
    """The answer to letters, of which the last is the one that `answer` tells of."""
    *earlier, newest = letters
    return acknowledgement(context, answer, view_of(state, context.seat), earlier, newest)


def done_later(before: Given, context: MailContext, steps: Sequence[Step[State, Event]]) -> Mail:
    """What became of the reader's lines that had waited."""
    return held_mail(context, [judge_late(before, step) for step in steps])


def status(given: Given, context: MailContext, notes: SeatNotes) -> Mail:
    """How things stand now."""
    seat, names = context.seat, given.names(context.seat)

    def tell(order: Order) -> str:
        return format_order(order, names)

    sees = view_of(given.state, seat)
    answers = [line for text in notes.answers for line in format_sheet(given, seat, text)]
    events = seen_by(seat, notes.events, given.state)
    lines = judge_script(given, seat, notes.script)
    own = OwnStatus(
        format_sheet(given, seat, notes.script),
        (*notes.standing, *notes.asks),
        explain_standing(given, seat, notes.standing),
        matters(context, sees, answers, events, tell),
        stopped=notes.stopped,
        ended=notes.ended,
        broken=[line.note if line.status == "REFUSED" else "" for line in lines],
        is_ready=notes.is_ready,
    )
    return status_mail(context, sees, own)


def who(state: State, context: MailContext, notes: TableNotes) -> Mail:
    """Who plays, in order of play."""
    return who_mail(context, view_of(state, context.seat), notes)


def cards(state: State, context: MailContext, cards: Sequence[str]) -> Mail:
    """All about some cards."""
    found = [(card, rules_of_card(card)) for card in cards]
    return card_mail(context, view_of(state, context.seat), found)


def rules(context: MailContext, words: Sequence[str], rulings: Sequence[tuple[int, str]]) -> Mail:
    """The rules that words or numbers find; the chapters and this game's rulings for ""."""
    return BOOK.mail(context, words, rulings)


def history(state: State, context: MailContext, events: Sequence[Event]) -> Mail:
    """Every turn that is over in a line."""
    shown = seen_by(context.seat, events, state)
    return past.history_mail(context, view_of(state, context.seat), shown)


def past_turn(state: State, context: MailContext, turn: PastTurn[State, Event]) -> Mail:
    """What happened in one turn."""
    shown = seen_by(context.seat, turn.events, state)
    before = counts_before(turn.after.happened, turn.events)
    return past.one_turn_mail(context, view_of(state, context.seat), turn.number, shown, before)


def public_story(state: State, context: MailContext, events: Sequence[Event]) -> str:
    """What has just happened as far as anybody may know."""
    shown = seen_by("", events, state)
    return past.public_story(
        context, public_view(state), shown, counts_before(state.happened, events)
    )


def asked(given: Given, context: MailContext, *, is_answered: bool) -> Mail:
    """The bulletin of an announced script, or for whoever has announced it the confirmation."""
    state, seat = given.state, context.seat
    names, mover = vocabulary_for(state, seat), state.turn.seat
    assert state.announced is not None, "a bulletin tells of what is announced"
    shown = []
    for attack in bulletin(state, script_of(announced_script(given)), all_policies(given)):
        known = seen_bulletin(attack, seat, state)
        conditions = format_conditions(known.conditions, names).strip().rstrip(":")
        shown.append(KnownAttack(known, conditions))
    others = [other.name for other in state.seats_in() if other.name != mover]
    if seat == mover:
        announced = Bulletin(shown, others, state.announced.script)
    else:
        reserve = reserve_of(given.standing[seat], given.names(seat))
        announced = Bulletin(shown, others, reserve=reserve, is_answered=is_answered)
    return bulletin_mail(context, view_of(state, seat), announced)


def asked_again(
    state: State, context: MailContext, mail: Mail, *, is_answered: bool = False
) -> Mail:
    """A bulletin once more, with the deadline of now."""
    attacks = len(state.announced.lines) if state.announced else 0
    return bulletin_again(context, mail, attacks, is_answered=is_answered)


def finale(state: State, context: MailContext, turns: Mapping[int, Sequence[Event]]) -> Finale:
    """What the end opens."""
    return finale_report(state, turns)


def news(state: State, context: MailContext, events: Sequence[Event]) -> Mail | None:
    """What has just been done to the reader between turns; None where nothing was."""
    touching = [at for at, event in enumerate(events) if context.seat in concerns(event)]
    if not touching:
        return None
    shown = seen_by(context.seat, [events[at] for at in touching], state)
    before = counts_before(state.happened, events[touching[0] :])
    return past.news(context, view_of(state, context.seat), shown, before)


def view(state: State, seat: str) -> str:
    """What a seat may know, as JSON; what anybody may know for ""."""
    return encode_view(view_of(state, seat) if seat else public_view(state))


def board(view: str) -> str:
    """A view drawn as SVG for a page, each card with an id of its own."""
    return draw_board(decode_view(view))


@lru_cache(maxsize=16)
def picture(view: str) -> bytes:
    """The structures as a seat may know them, as PNG."""
    return draw(decode_view(view))
