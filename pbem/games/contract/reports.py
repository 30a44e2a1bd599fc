"""What a game writes to its players, as the service asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, Literal, Protocol

from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.player_texts import PlayerText
from pbem.games.contract.endings import Finale
from pbem.games.contract.orders import Acknowledgement, GameInput
from pbem.games.contract.values import E, S, Step
from pbem.grammar.commands.spec import Command, CommandSpec
from pbem.values import Frozen


def size_of(text: str) -> int:
    """About how many bytes a text takes with the indents and ends of its rows."""
    return 20 + len(text.encode()) * 4 // 3


class PrintableLine(Frozen):
    """A line of an acknowledgement, safe to print."""

    label: str
    status: str
    text: str
    understood: str
    note: str
    odds: tuple[str, ...]
    cost: str = ""

    @property
    def size(self) -> int:
        """About how many bytes it takes, wrapped beside its status."""
        parts = [
            part for part in (self.text, self.understood, self.note, *self.odds, self.cost) if part
        ]
        return 20 + sum(size_of(part) for part in parts)


@dataclass(frozen=True, slots=True)
class PrintableLetter:
    """What became of one letter, safe to print; `at` is when it came, in the player's zone.

    `more` counts by status the lines for which there is no room.
    """

    at: str
    lines: tuple[PrintableLine, ...]
    replies: tuple[str, ...]
    ignored: tuple[str, ...]
    more: dict[str, int] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        replies = sum(size_of(text) for text in (*self.replies, *self.ignored))
        return replies + sum(line.size for line in self.lines)


@dataclass(frozen=True, slots=True)
class Guest:
    """What is said of a player beside the game: his name, his zone, the robot that plays him.

    The zone is "" where nobody may know it.
    """

    name: str
    zone: str
    robot: str = ""


@dataclass(frozen=True, slots=True)
class TableNotes:
    """What WHO tells beside the game: the players, the clock in a sentence, who is away till when.

    `ratings` says how well players play, as far as they have a rating, `in_time` what share of
    their turns came in time.
    `waited_for` are those whose letter is still awaited, None where the table hides who they are;
    `ended` says how the game ended where nobody has won it.
    """

    guests: Mapping[str, Guest]
    waited_for: Sequence[str] | None
    clock: str = ""
    away: Mapping[str, datetime] = field(default_factory=dict)
    moderators: Sequence[str] = ()
    ended: str = ""
    ratings: Mapping[str, str] = field(default_factory=dict)
    in_time: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeatNotes:
    """What STATUS tells of what a seat has on file: sheets as text, standing orders as lines.

    `events` are all since its last turn; `asks` are words about when it is asked. `stopped` says
    why no deadline runs, `ended` how the game ended where nobody has won it.
    """

    script: str
    answers: Sequence[str]
    standing: Sequence[str]
    asks: Sequence[str]
    events: Sequence[Any]
    stopped: str = ""
    ended: str = ""
    is_ready: bool = False


Teaching = Literal["", "lesson", "end"]
"""What a tutorial's report teaches: nothing, the lesson of its turn, or that it has ended."""
Length = Literal["full", "brief", "digest"]
FULL: Length = "full"


@dataclass(frozen=True, slots=True)
class Issue:
    """What a report tells beside how things stand.

    `events` are new to the reader, `since` is everything since his own last turn, both whole.
    `on_file` is his script for his next turn, `talk` the texts he has not read, `notices` the
    moderator's sentences; `counts` are what `Reporter.count` made of the last turns, oldest first.
    He likes reports of that `length`, and once he is out and knows it of that `length_out`; where
    one `is_asked` for it is due whatever it tells, and has that `length`. `legend` asks for the key
    to the tables and what the cards say, as in the first report. `open_turn` is the turn now open
    where an old report is made anew, 0 where it is the newest. `is_anew` says that the reader's
    last report is not what this one goes on from: he is new, or turns were undone.
    """

    events: Sequence[Any] = ()
    since: Sequence[Any] = ()
    on_file: Sequence[str] = ()
    talk: Sequence[PlayerText] = ()
    notices: Sequence[str] = ()
    counts: Sequence[Any] = ()
    length: Length = FULL
    length_out: Length = "digest"
    is_asked: bool = False
    legend: bool = False
    open_turn: int = 0
    is_anew: bool = False
    teaching: Teaching = ""


def as_length(text: str) -> Length:
    """The length of that name; whatever else a table holds is "full"."""
    lengths: Mapping[str, Length] = {"brief": "brief", "digest": "digest"}
    return lengths.get(text, FULL)


@dataclass(frozen=True, slots=True)
class PastTurn(Generic[S, E]):
    """A turn that was run: all its events, and the state they led to."""

    number: int
    events: Sequence[E]
    after: S


@dataclass(frozen=True, slots=True)
class Preview(Generic[S, E]):
    """What would come of the open turn, for a moderator who may see everything.

    `game` and `now`, when it was worked out, are safe to print; `zone` is the reader's. `is_closed`
    says that the results are held for him to let go, `asks_first` that others would be asked
    first, `has_answers` that they are asked already. `turns` are played one after the other, the
    first has the number `turn`; `held` are the lines that had waited, each a step, `after`
    the state they all leave.
    """

    game: str
    turn: int
    now: str
    zone: str
    is_closed: bool
    asks_first: bool
    has_answers: bool
    turns: Sequence[tuple[int, Step[S, E]]]
    held: Sequence[Step[S, E]]
    after: S


@dataclass(frozen=True, slots=True)
class Look(Generic[S]):
    """A word of a game's own that only shows something.

    `mail` answers all its commands in a letter, from the game as the letter has left it; `standing`
    has the writer's standing orders.
    """

    spec: CommandSpec
    mail: Callable[[GameInput[S], MailContext, Sequence[Command]], Mail]


class Reporter(Protocol[S, E]):
    """What a game writes to its players. Events and states are given whole, and told as far as the
    reader may know them."""

    picture_alt: str
    """What a picture shows, for whoever does not see it; "" where the game draws none."""

    def report(self, game: GameInput[S], context: MailContext, issue: Issue, /) -> Mail | None:
        """What the reader is told when a turn is over; None where he wants nothing now."""
        ...

    def preview(self, game: GameInput[S], preview: Preview[S, E], /) -> Mail:
        """Everything that would come of the open turn: the whole truth."""
        ...

    def reminder(
        self,
        game: GameInput[S],
        context: MailContext,
        on_file: str,
        grace_until: datetime | None,
        /,
    ) -> Mail:
        """To somebody who is waited for: until when, what is on file, what silence does.

        `on_file` is what he has filed for it, `grace_until` how long a missing turn is waited for.
        """
        ...

    def public_world(self, state: S, context: MailContext, /) -> str:
        """How things stand as far as anybody may know, as a marked text for a mail."""
        ...

    def public_story(self, state: S, context: MailContext, events: Sequence[E], /) -> str:
        """What has just happened as far as anybody may know, as a marked text; "" for nothing."""
        ...

    def count(self, turn: int, state: S, /) -> Any:
        """What the chart of later reports shows of the state after a turn; opaque."""
        ...

    def printable(self, context: MailContext, answer: Acknowledgement, /) -> PrintableLetter:
        """What the answer says of a letter itself."""
        ...

    def answer(
        self,
        state: S,
        context: MailContext,
        answer: Acknowledgement,
        letters: Sequence[PrintableLetter],
        /,
    ) -> Mail:
        """The answer to letters, of which the last is the one that `answer` tells of."""
        ...

    def done_later(
        self, before: GameInput[S], context: MailContext, steps: Sequence[Step[S, E]], /
    ) -> Mail:
        """What became of the reader's lines that had waited in the game as it was before."""
        ...

    def status(self, game: GameInput[S], context: MailContext, notes: SeatNotes, /) -> Mail:
        """How things stand now."""
        ...

    def who(self, state: S, context: MailContext, notes: TableNotes, /) -> Mail:
        """Who plays, in order of play."""
        ...

    def cards(self, state: S, context: MailContext, cards: Sequence[str], /) -> Mail:
        """All about some cards."""
        ...

    def rules(
        self, context: MailContext, words: Sequence[str], rulings: Sequence[tuple[int, str]], /
    ) -> Mail:
        """The rules that words or numbers find; the chapters and this game's rulings for ""."""
        ...

    def history(self, state: S, context: MailContext, events: Sequence[E], /) -> Mail:
        """Every turn that is over in a line."""
        ...

    def past_turn(self, state: S, context: MailContext, turn: PastTurn[S, E], /) -> Mail:
        """What happened in one turn."""
        ...

    def asked(self, game: GameInput[S], context: MailContext, /, *, is_answered: bool) -> Mail:
        """What is asked now, of the reader or of others; `is_answered` by his standing orders."""
        ...

    def asked_again(
        self, state: S, context: MailContext, mail: Mail, /, *, is_answered: bool = False
    ) -> Mail:
        """A mail that asks for something once more, with the deadline of now."""
        ...

    def news(self, state: S, context: MailContext, events: Sequence[E], /) -> Mail | None:
        """What has just been done to the reader between turns; None where nothing was."""
        ...

    def view(self, state: S, seat: str, /) -> str:
        """What a seat may know, as JSON: for programs, and to draw its picture from; what anybody
        may know for ""."""
        ...

    def picture(self, view: str, /) -> bytes:
        """A view drawn as PNG; the same view makes the same bytes."""
        ...

    def board(self, view: str, /) -> str:
        """A view drawn as SVG, in which a card is a group with the id `card-` and the card's; ""
        for a game that has nothing to draw. Several drawings of class `part` stand beside or
        below one another, one of class `wide` is too broad for a phone."""
        ...

    def finale(self, state: S, context: MailContext, turns: Mapping[int, Sequence[E]], /) -> Finale:
        """What the end opens; `turns` are all events by the turn they happened in, 0 the set-up."""
        ...
