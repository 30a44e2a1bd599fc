"""A small game's mails: it writes only sentences of what happens and how things stand."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Generic

from pbem.documents.layout import clock
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import one_line
from pbem.games.contract.endings import Award, Finale, OpenedSeat
from pbem.games.contract.orders import Acknowledgement, GameInput
from pbem.games.contract.reports import (
    Issue,
    PastTurn,
    Preview,
    PrintableLetter,
    PrintableLine,
    SeatNotes,
    TableNotes,
)
from pbem.games.contract.values import E, S, Step


def _told_guest(seat: str, name: str) -> str:
    return seat if seat.casefold() == name.casefold() else f"{seat}: {name}"


class PlainReporter(Generic[S, E]):
    """Mails of whole sentences: `format_event` says an event, `world` how things stand, to one
    seat.

    Both get only what `seen` lets the seat know.
    """

    picture_alt: str = ""

    def __init__(self, seen: Callable[[E, str, S], E | None]) -> None:
        self.seen = seen

    def format_event(self, event: E, seat: str, /) -> str:
        """An event as the seat may know it, in a sentence; "" where nothing is to be told."""
        raise NotImplementedError

    def world(self, state: S, seat: str, /) -> Sequence[str]:
        """How things stand as the seat may know it, "" for anybody; a sentence each."""
        raise NotImplementedError

    def report(self, game: GameInput[S], context: MailContext, issue: Issue, /) -> Mail | None:
        rules = context.press if context.is_first else ()
        texts = [*rules, *self._tales(game.state, context.seat, issue.events), *issue.notices]
        talk = [f"{text.by(None)}: {one_line(text.text, 2000)}" for text in issue.talk]
        return self._mail(context, "turn", game.state, f"Turn {context.turn}", (*texts, *talk))

    def asked(self, game: GameInput[S], context: MailContext, /, *, is_answered: bool) -> Mail:
        return self._mail(context, "bulletin", game.state, f"Turn {context.turn}: you are asked")

    def asked_again(
        self, state: S, context: MailContext, mail: Mail, /, *, is_answered: bool = False
    ) -> Mail:
        return mail

    def reminder(
        self,
        game: GameInput[S],
        context: MailContext,
        on_file: str,
        grace_until: datetime | None,
        /,
    ) -> Mail:
        filed = (f"On file: {one_line(on_file, 500)}.",) if on_file else ()
        return self._mail(
            context, "reminder", game.state, f"Turn {context.turn} waits for you", filed
        )

    def preview(self, game: GameInput[S], preview: Preview[S, E], /) -> Mail:
        tales = [str(event) for _, step in preview.turns for event in step.events]
        return Mail(f"[{preview.game}] Preview", "\n\n".join(tales) + "\n", "preview")

    def public_world(self, state: S, context: MailContext, /) -> str:
        return "\n\n".join(self.world(state, ""))

    def public_story(self, state: S, context: MailContext, events: Sequence[E], /) -> str:
        return "\n\n".join(self._tales(state, "", events))

    def count(self, turn: int, state: S, /) -> Any:
        return None

    def printable(self, context: MailContext, answer: Acknowledgement, /) -> PrintableLetter:
        lines = [
            PrintableLine(
                str(one.number or ""),
                one.status,
                one_line(one.text, 200),
                one.understood,
                one.note,
                one.forecast,
            )
            for one in answer.lines
        ]
        at = clock.short(answer.received_at or context.now, context.zone)
        return PrintableLetter(at, tuple(lines), answer.replies, answer.ignored)

    def answer(
        self,
        state: S,
        context: MailContext,
        answer: Acknowledgement,
        letters: Sequence[PrintableLetter],
        /,
    ) -> Mail:
        head = answer.verdict()
        texts = [
            f"{line.status} {line.understood or line.text} {line.note}".rstrip()
            for letter in letters
            for line in letter.lines
        ]
        replies = [text for letter in letters for text in letter.replies]
        filed = [line.understood for line in (*answer.script_on_file, *answer.answers_on_file)]
        on_file = (f"On file: {'; '.join(filed)}.",) if filed else ()
        return self._mail(
            context, "acknowledgement", state, head, (head, *texts, *replies, *on_file)
        )

    def done_later(
        self, before: GameInput[S], context: MailContext, steps: Sequence[Step[S, E]], /
    ) -> Mail:
        events = [event for step in steps for event in step.events]
        texts = self._tales(before.state, context.seat, events)
        return self._mail(context, "held_lines", before.state, "Done now", texts)

    def status(self, game: GameInput[S], context: MailContext, notes: SeatNotes, /) -> Mail:
        filed = " ".join(filter(None, (notes.script, *notes.answers)))
        on_file = (f"On file: {one_line(filed, 500)}.",) if filed else ("Nothing is on file.",)
        return self._mail(context, "status", game.state, "Status", on_file)

    def who(self, state: S, context: MailContext, notes: TableNotes, /) -> Mail:
        cast = [_told_guest(seat, guest.name) for seat, guest in notes.guests.items()]
        cast += [f"{seat} is rated {text}." for seat, text in notes.ratings.items()]
        cast += [f"{seat}: {text}." for seat, text in notes.in_time.items()]
        clock_words = f"The clock: {notes.clock}." if notes.clock else ""
        texts = (*cast, clock_words, *context.press)
        return self._mail(context, "who", state, "Who plays", texts)

    def cards(self, state: S, context: MailContext, cards: Sequence[str], /) -> Mail:
        return self._mail(context, "card", state, "There are no cards in this game")

    def rules(
        self, context: MailContext, words: Sequence[str], rulings: Sequence[tuple[int, str]], /
    ) -> Mail:
        texts = [f"Ruling {number}: {text}" for number, text in rulings] or [
            "HELP tells the rules."
        ]
        return Mail(f"[{context.game}] Rules", "\n\n".join(texts) + "\n", "rules")

    def history(self, state: S, context: MailContext, events: Sequence[E], /) -> Mail:
        texts = self._tales(state, context.seat, events)
        return self._mail(context, "history", state, "What happened so far", texts)

    def past_turn(self, state: S, context: MailContext, turn: PastTurn[S, E], /) -> Mail:
        texts = self._tales(turn.after, context.seat, turn.events)
        return self._mail(context, "history", state, f"Turn {turn.number} as it was", texts)

    def news(self, state: S, context: MailContext, events: Sequence[E], /) -> Mail | None:
        texts = self._tales(state, context.seat, events)
        return self._mail(context, "news", state, "News", texts) if texts else None

    def view(self, state: S, seat: str, /) -> str:
        return json.dumps(list(self.world(state, seat)))

    def picture(self, view: str, /) -> bytes:
        return b""

    def board(self, view: str, /) -> str:
        return ""

    def opened_seats(self, state: S, /) -> tuple[OpenedSeat, ...]:
        """What each seat was after and what it still kept to itself."""
        return ()

    def opens(self, event: E, /) -> bool:
        """Whether an event that not everybody had seen is worth telling at the end."""
        return True

    def awards(self, state: S, events: Sequence[E], /) -> tuple[Award, ...]:
        """Titles for what was done most."""
        return ()

    def finale(self, state: S, context: MailContext, turns: Mapping[int, Sequence[E]], /) -> Finale:
        """Every turn in a sentence, and what in it had been hidden."""
        headlines, secrets = {}, {}
        for turn, events in turns.items():
            known = self._tales(state, "", events)
            hidden = [event for event in events if self.opens(event)]
            whole = [self.format_event(event, "") for event in hidden]
            headlines[turn] = " ".join(known)
            secrets[turn] = tuple(text for text in whole if text and text not in known)
        every = [event for events in turns.values() for event in events]
        return Finale(self.opened_seats(state), headlines, secrets, self.awards(state, every))

    def _tales(self, state: S, seat: str, events: Sequence[E]) -> list[str]:
        shown = [self.seen(event, seat, state) for event in events]
        return [
            text
            for event in shown
            if event is not None and (text := self.format_event(event, seat))
        ]

    def _mail(
        self, context: MailContext, kind: str, state: S, what: str, texts: Sequence[str] = ()
    ) -> Mail:
        until = ""
        if context.deadline_at is not None:
            until = (
                f"The deadline is {clock.full(context.deadline_at, context.zone)}. {context.bank}"
            )
        body = [
            *texts,
            *self.world(state, context.seat),
            until,
            "Reply with your orders; HELP lists them.",
        ]
        return Mail(f"[{context.game}] {what}", "\n\n".join(filter(None, body)) + "\n", kind)
