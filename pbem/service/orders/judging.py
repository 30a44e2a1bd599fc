"""What a letter does to a game, worked out without the tables: the pure middle of hop 2."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from engine.illuminati import orders as od
from engine.illuminati.events import Event
from engine.illuminati.game import Outcome, check
from engine.illuminati.state import State
from pbem.budget import Budget
from pbem.games.contract.orders import JudgedLine, LineStatus
from pbem.games.illuminati.language import (
    ParsedLine,
    Split,
    Vocabulary,
    explain,
    format_line,
    hint_for,
    meant_in,
    read,
    split,
    spoken_orders,
    without_effect,
)
from pbem.games.illuminati.language.verbs.table import BY_WORD
from pbem.grammar.player_words import TalkText
from pbem.service.orders.acting import carry_out, is_act
from pbem.service.orders.ahead import OrdersAhead, Sheets, filed_ahead, for_now
from pbem.service.orders.costs import format_policy
from pbem.service.orders.expiry import after_ended, ends_at, with_moments
from pbem.service.orders.interference import answered_by, answers_in, why_closed, window_for
from pbem.service.orders.policies import odds_of, reserve_of, texts_on_file
from pbem.service.orders.scripts import Amended, Amendment
from pbem.service.orders.texts import texts_in
from pbem.service.orders.verdicts import answer, assumed, judge_on_file, plain
from pbem.service.snapshots import GameSnapshot

_COMMENT = re.compile(r"^ {0,8}# {0,8}([^\s#].{0,200})$", re.MULTILINE)
_MOST_COMMENTS = 20


@dataclass(frozen=True, slots=True)
class Overlooked:
    """`lines` are those that were not read; `commented` is the first order that is a comment.

    `order` says what to send for the first line in which an order stands, `word` for one in which
    the word for an order stands; each is "" where there is none. `doubts` are the lines that may
    well be orders, whatever else is in the letter.
    """

    lines: tuple[str, ...]
    commented: str
    order: str
    word: str
    doubts: tuple[str, ...]


def overlooked_in(
    text: str, lines: Sequence[JudgedLine], names: Vocabulary, budget: Budget
) -> Overlooked:
    """Look through a letter's new text, and what became of its lines."""
    ignored = tuple(line.text.strip() for line in lines if line.fate == "IGNORED")
    meant = meant_in(ignored, names, budget)
    doubts = dict.fromkeys([*([meant[0]] if meant else []), *spoken_orders(ignored)])
    send = f'If "{meant[0][:60]}" is meant as an order, send: {meant[1]}' if meant else ""
    commented = _commented(text, names, budget)
    return Overlooked(ignored, commented, send, hint_for(ignored), tuple(doubts))


def _commented(text: str, names: Vocabulary, budget: Budget) -> str:
    """The first order behind a # that its writer may have forgotten to take away."""
    for typed in _COMMENT.findall(text)[:_MOST_COMMENTS]:
        if any(line.fate == "order" for line in read(typed, names, budget=budget)):
            return str(typed)
    return ""


MOST_NAMED = 4
_VERBS = ("ACCEPT", "DECLINE", "COUNTER")
_EXAMPLES = {BY_WORD[verb.casefold()].examples[0]: verb for verb in _VERBS}
"""The printed example of each verb, whose number is that of no offer of the game."""


def with_open_offers(
    lines: Sequence[ParsedLine], state: State, seat: str
) -> tuple[ParsedLine, ...]:
    """A seat's lines; where an example would be suggested, the offers open to it are (R9.3)."""
    return tuple(_told(line, state, seat) for line in lines)


def _told(line: ParsedLine, state: State, seat: str) -> ParsedLine:
    verbs = [_EXAMPLES.get(text) for text in line.suggestions]
    verb = verbs[0] if len(verbs) == 1 else None
    if verb is None:
        return line
    numbers = [
        offer.number_of(seat)
        for offer in state.offers
        if offer.to == seat or (verb == "DECLINE" and offer.by == seat)
    ]
    if not numbers:
        none = f"{line.problem.rstrip('.')}. No offer is open that you could {verb.casefold()}."
        return replace(line, problem=none, suggestions=())
    rest = line.suggestions[0].split(maxsplit=2)[2:]
    tries = (" ".join((verb, str(number), *rest)) for number in numbers[:MOST_NAMED])
    return replace(line, suggestions=tuple(tries))


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a letter's lines come to, `read` beside `lines`.

    `script` is what is on file afterwards, None where the letter leaves it alone; `policies` the
    standing instructions that are new, as canonical lines; `outcome` what was carried out at
    once, `acted` the lines it came from; `words` the controls. `answers` are what is on file to an
    announced script afterwards, None where left alone; `held` canonical lines that wait for it,
    `is_past` says that the script this letter answers has been run. `budget` is what is left of the
    work that the letter may cause, `ahead` what it files for turns to come.
    """

    lines: tuple[JudgedLine, ...]
    read: tuple[ParsedLine, ...]
    script: tuple[ParsedLine, ...] | None
    on_file: tuple[JudgedLine, ...]
    policies: tuple[str, ...]
    outcome: Outcome | None
    acted: tuple[str, ...]
    words: tuple[ParsedLine, ...]
    resigned: bool
    overlooked: Overlooked
    answers: tuple[ParsedLine, ...] | None = None
    answers_on_file: tuple[JudgedLine, ...] = ()
    held: tuple[str, ...] = ()
    is_past: bool = False
    texts: tuple[TalkText, ...] = ()
    budget: Budget = field(default_factory=Budget)
    ahead: Sheets = field(default_factory=dict)


def judge(
    snapshot: GameSnapshot,
    seat: str,
    text: str,
    filed: Sequence[ParsedLine],
    answered: Sequence[ParsedLine] = (),
    *,
    is_past: bool = False,
    ended: tuple[Event, ...] = (),
    budget: Budget | None = None,
    ahead: OrdersAhead | None = None,
) -> Judgement:
    """Read a letter's new text and say what becomes of every line.

    `filed` is the seat's script, `answered` its answers to what is announced; `is_past`: the letter
    replies to a bulletin whose script has been run; `ended` was over by the clock when it came,
    `ahead` is on file for turns to come.
    """
    budget, ahead, names = budget or Budget(), ahead or OrdersAhead(), snapshot.names(seat)
    every = for_now(snapshot, seat, _lines_of(snapshot, seat, read(text, names, budget=budget)))
    lines = [line for line in every if not line.is_ahead]
    later = filed_ahead(snapshot, seat, every, ahead, names)
    filed = later.script(ahead, filed)
    is_own = snapshot.is_own_turn(seat)
    parts = split(lines, is_mover=is_own)
    window = None if is_past else window_for(snapshot, seat)
    answers = answers_in(parts) if window or is_past else parts.answers
    closed = why_closed(snapshot, seat, is_past=is_past)
    answered_lines = answered_by(window, lines, answers, answered, names, closed=closed)
    told = dict(answered_lines.told)
    acts = _acts_in(lines, parts, is_free=not is_own or snapshot.is_frozen(seat), is_own=is_own)
    is_preview = any(line.word.word == "PREVIEW" for line in parts.controls)
    done = carry_out(snapshot, seat, acts, names, told, is_preview=is_preview)
    state = done.outcome.state if done.outcome else snapshot.state
    rest = _unsettled(lines, (*acts, *answers), answered if window else ())
    clears = _clears(parts) and not (window and (answers or answered))
    letter = Amendment(state, seat, names, filed, lines, parts, is_own, clears)
    amended, texts = _amended(snapshot, letter, rest), texts_in(lines, names, snapshot.game.phase)
    told = amended.told | told | later.told | texts.told
    kept = _policies(snapshot, seat, _without(answers, parts.policies), names, told)
    fates = tuple(told.get(id(line)) or plain(line, names) for line in every)
    return Judgement(
        lines=fates,
        read=every,
        script=amended.script,
        on_file=amended.on_file,
        policies=kept,
        outcome=after_ended(ended, snapshot.state, done.outcome),
        acted=done.acted,
        words=parts.controls,
        resigned=done.resigned,
        overlooked=overlooked_in(text, fates, names, budget),
        answers=answered_lines.script,
        answers_on_file=answered_lines.on_file,
        held=done.held,
        is_past=is_past and bool(answers),
        texts=texts.kept,
        budget=budget,
        ahead=later.sheets,
    )


def _lines_of(
    snapshot: GameSnapshot, seat: str, lines: Sequence[ParsedLine]
) -> Sequence[ParsedLine]:
    """The lines with the moments at which they end, and the offers that they mean."""
    return with_open_offers(with_moments(lines, snapshot, seat), snapshot.state, seat)


def _amended(snapshot: GameSnapshot, letter: Amendment, rest: Sequence[ParsedLine]) -> Amended:
    """The seat's script after the letter; what is announced stays as it is (R12.2)."""
    if not snapshot.is_frozen(letter.seat):
        return letter.with_script(rest)
    on_file = judge_on_file(snapshot, letter.seat, letter.state, snapshot.announced_script())
    return Amended(None, on_file, _refused(rest, letter.parts, letter.names))


FROZEN = "Your script of this turn is announced; it can no longer be changed (R12.2)."


def _refused(lines: Sequence[ParsedLine], parts: Split, names: Vocabulary) -> dict[int, JudgedLine]:
    """What is said of script lines that come after the script was announced."""
    return {
        id(line): answer(line, "REFUSED", names, FROZEN)
        for line in lines
        if line in parts.script or line.fate == "removed"
    }


def _acts_in(
    lines: Sequence[ParsedLine], parts: Split, *, is_free: bool, is_own: bool
) -> list[ParsedLine]:
    """The lines that are carried out when they are read."""
    return [
        line
        for line in lines
        if line in parts.deals or is_act(line, is_free=is_free, is_own=is_own)
    ]


def _unsettled(
    lines: Sequence[ParsedLine], settled: Sequence[ParsedLine], answered: Sequence[ParsedLine]
) -> list[ParsedLine]:
    """The lines that are left for the script."""
    taken_back = {line.number for line in answered}
    return [line for line in lines if not _is_settled(line, settled, taken_back)]


def _is_settled(line: ParsedLine, settled: Sequence[ParsedLine], taken_back: set[int]) -> bool:
    """Whether a line is a deed, an answer, or takes an answer back: no line of a script."""
    return line in settled or (line.fate == "removed" and line.number in taken_back)


def _without(taken: Sequence[ParsedLine], lines: Sequence[ParsedLine]) -> list[ParsedLine]:
    return [line for line in lines if line not in taken]


def _clears(parts: Split) -> bool:
    """CLEAR is for the answers of a writer who has any on file, and else for his script."""
    return any(line.control and line.control.word == "CLEAR" for line in parts.controls)


def _policies(
    snapshot: GameSnapshot,
    seat: str,
    lines: Sequence[ParsedLine],
    names: Vocabulary,
    answered: dict[int, JudgedLine],
) -> tuple[str, ...]:
    """The new standing instructions, each told with what it is at odds with (R12.4)."""
    found: dict[str, ParsedLine] = {}
    for line in lines:
        assert line.order is not None
        ruling = check(snapshot.state, seat, (od.Line(1, line.order),))[0]
        if snapshot.is_frozen(seat) and isinstance(line.order, od.Understate):
            answered[id(line)] = answer(line, "REFUSED", names, FROZEN)
        elif ruling.status == "ok":
            found[format_line(replace(line, number=0), names)] = line
        else:
            note = explain(ruling.reason, ruling.facts, names)
            answered[id(line)] = answer(line, "REFUSED", names, note)
    before = [text for text in texts_on_file(snapshot.seats[seat]) if text not in found]
    odds = odds_of(snapshot.state, seat, [*before, *found], names, len(before)) if found else {}
    reserve = reserve_of(snapshot.seats[seat], names)
    for text, line in found.items():
        assert isinstance(line.order, od.Policy)
        vain = " ".join(without_effect(line.order, names))
        fate: LineStatus = "WARNING" if vain or text in odds else "DONE"
        stands = "" if ends_at(line.order) else _how_long(line.order)
        worst = "" if vain else format_policy(line.order, snapshot.state, names, reserve)
        said = (assumed(line), vain, worst, stands, odds.get(text, ""))
        note = " ".join(part for part in said if part)
        answered[id(line)] = answer(line, fate, names, note)
    return tuple(found)


def _how_long(order: od.Order) -> str:
    last = order.until_turn if isinstance(order, od.Stance) else None
    return f"It stands until turn {last} ends." if last else "It stands until you change it."


def is_late(
    is_own: bool,
    has_script: bool,
    received_at: datetime,
    answers_turn: int | None,
    last: tuple[int, datetime | None, datetime] | None,
    *,
    is_round: bool = False,
) -> bool:
    """Whether a letter with script orders was written for a turn that has been run.

    `last` is the seat's last turn: number, when it was due, when it was run; `answers_turn` the
    turn that was open in the mail it replies to. What replies to an older mail is taken for the
    own turn that is open, except in a game of rounds, where all turns of a round are one.
    """
    if not has_script or last is None:
        return False
    number, due_at, resolved_at = last
    if (not is_own or is_round) and answers_turn is not None and answers_turn <= number:
        return True
    return due_at is not None and due_at < received_at <= resolved_at
