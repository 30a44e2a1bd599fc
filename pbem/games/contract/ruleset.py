"""The record of a game, and the sides of it that are no mail and no letter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, Protocol

from pbem.games.contract.editing import Edits
from pbem.games.contract.joining import Joining
from pbem.games.contract.orders import OrderLanguage
from pbem.games.contract.pages import PageSide
from pbem.games.contract.reports import Look, Reporter
from pbem.games.contract.tools import Tools
from pbem.games.contract.values import (
    Ask,
    E,
    Filed,
    GameDice,
    Rank,
    RulesetError,
    S,
    S_contra,
    Status,
    Step,
    ranked,
)


class Rules(Protocol[S, E]):
    """The game itself. Every function is pure; `at` is a moment as a value, never a clock.

    What is rarely needed has a default, for games that subclass this instead of being a module.
    """

    def status(self, state: S, /) -> Status: ...
    def new(
        self,
        seats: Sequence[str],
        options: Any,
        dice: GameDice,
        likes: Mapping[str, Sequence[str]],
        /,
    ) -> Step[S, E]:
        """A game up to its first asks, with what each seat would like to play, best first, or has
        brought (`Joining.likes`).

        Without `options` it is the usual game. RulesetError for what there is not.
        """
        ...

    def evolve(self, state: S | None, event: E, /) -> S: ...
    def audit(self, state: S, /) -> Sequence[str]: ...
    def advance(
        self, state: S, ask: str, filed: Filed, dice: GameDice, at: datetime, /
    ) -> tuple[Step[S, E], ...]:
        """What comes of an ask that is closed, by the lines filed for it.

        After turns that it plays come the lines that had waited for them, each a step of its seat.
        """
        ...

    def excused(self, state: S, ask: str, filed: Filed, /) -> tuple[str, ...]:
        """The seats whose standing lines answer an ask, so that it need not wait for them."""
        return ()

    def settle(self, state: S, filed: Filed, dice: GameDice, at: datetime, /) -> Step[S, E]:
        """What is over by the clock at that moment comes to its end."""
        return Step(state)

    def reopen(self, state: S, /) -> Step[S, E]:
        """The open turn is asked for from its beginning; what was asked meanwhile is not."""
        return Step(state)

    def leave(self, state: S, seat: str, filed: Filed, dice: GameDice, /) -> Step[S, E] | None:
        """A seat leaves the game; None if it is out already."""
        ...

    def may_leave(self, state: S, seat: str, filed: Filed, /) -> bool:
        """Whether nothing that is asked of others counts on the seat."""
        return True

    def share(self, state: S, seats: Sequence[str], /) -> Step[S, E] | None:
        """The game is over and these seats win it together; None where the rules know no such."""
        return None

    def asks_others(self, state: S, /) -> bool:
        """Whether anybody can be asked for more than turns of his own in this game."""
        return True

    def reshuffle(self, state: S, dice: GameDice, /) -> Step[S, E]:
        """What lies hidden by chance is mixed anew."""
        return Step(state)

    def from_draw(self, state: S, number: int, /) -> S:
        """The same state, whose next draw has that number."""
        return state

    def would_repeat(self, state: S, events: Sequence[E], /) -> bool:
        """Whether the events tell a draw that would come again from that state on."""
        return False

    def ranking(self, state: S, /) -> tuple[Rank, ...]:
        """How the seats ended, the winners first."""
        return ranking_by_status(self.status(state))


def ranking_by_status(status: Status) -> tuple[Rank, ...]:
    """The winners, then who is still in, then who is out; how near they were is not known."""
    out = [seat for seat in status.sheets if seat not in status.playing]
    nearness = {seat: float(seat in status.winners) for seat in status.sheets}
    return ranked(nearness, status.winners, out)


class Secrecy(Protocol[S_contra, E]):
    """Who may know what. What a seat may see is built up, never stripped down."""

    def seen(self, event: E, seat: str, state: S_contra, /) -> E | None:
        """The event as the seat may know it; None where it may not."""
        ...

    def concerns(self, event: E, /) -> tuple[str, ...]:
        """The seats that something done between turns touches, beside the one who did it."""
        return ()

    def opened(self, events: Sequence[E], state: S_contra, /) -> tuple[E, ...]:
        """Those events of a game that is over which not everybody had seen whole."""
        return tuple(event for event in events if self.seen(event, "", state) != event)

    def struck(self, event: E, before: S_contra, /) -> tuple[str, str] | None:
        """Who did another seat harm by an event, and whom; None where nobody did.

        `before` is the game as its turn began.
        """
        return None


class Codec(Protocol[S, E]):
    """Values as they are stored; `decode(encode(x)) == x`."""

    def encode_options(self, options: Any, /) -> str:
        """What was chosen for a game as a JSON object; None is the usual game."""
        ...

    def encode_state(self, state: S, /) -> str: ...
    def decode_state(self, text: str, /) -> S: ...
    def encode_events(self, events: Sequence[E], /) -> str: ...
    def decode_events(self, text: str, /) -> tuple[E, ...]: ...


@dataclass(frozen=True, slots=True)
class RobotSeat:
    """A seat that a robot of a kind plays; one that stands in for a person plays his turn alone."""

    seat: str
    kind: str
    is_stand_in: bool = False


@dataclass(frozen=True, slots=True)
class Robots(Generic[S]):
    """Players that know what their seat may know, and write as people do."""

    kinds: tuple[str, ...]
    stand_in: str
    """The kind that plays for a person who sends nothing, and would have it so."""
    writes: Callable[[S, str, Sequence[Ask]], bool]
    """Whether a letter of the seat could matter while these asks are open."""
    letter: Callable[[RobotSeat, S, Sequence[Ask], GameDice], tuple[str, ...]]
    """The lines of its letter; the same every time for the same dice."""
    costly: tuple[str, ...] = ()
    """Kinds that think so long that the stand-in plays where there is no time for them."""


@dataclass(frozen=True, slots=True)
class Tutorial(Generic[S]):
    """A game of one learner against robots of a kind.

    `brings` is what each seat brings (`Joining.likes`), the learner's first; `suits` says whether a
    deal is good for the seat that learns: whether its lessons work out.
    """

    robots: int
    robot: str
    suits: Callable[[S, str, GameDice], bool]
    brings: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class OptionRow:
    """A choice that a table makes before a game starts, as `pbem new` offers it.

    With `values` it is one of these words. With `is_file` its value is the text of a file.
    """

    name: str
    about: str
    default: str = ""
    values: tuple[str, ...] = ()
    is_file: bool = False


def option_of(rows: Sequence[OptionRow], name: str, text: str) -> OptionRow:
    """The row of an option; RulesetError names what there is instead of a wrong one."""
    row = next((row for row in rows if row.name == name), None)
    if row is None:
        known = ", ".join(row.name for row in rows)
        raise RulesetError(f"{name!r} is no option; there are {known}")
    if row.values and text not in row.values:
        *others, last = filter(None, row.values)
        known = " or ".join(filter(None, (", ".join(others), last)))
        raise RulesetError(f"{name} is {known}, not {text!r}")
    return row


def _no_options(words: Mapping[str, str]) -> None:
    """What a game makes of options that has none."""
    if words:
        raise RulesetError(f"{next(iter(words))!r} is no option; this game has none")


@dataclass(frozen=True, slots=True)
class Ruleset(Generic[S, E]):
    """A game as the service knows it: its names, and an object for each side of it.

    `name` is what a game's row says of it, `version` that of its rules, stored with every record;
    `players` is how many may play.
    """

    name: str
    title: str
    version: str
    players: range
    rules: Rules[S, E]
    codec: Codec[S, E]
    dice: Callable[[bytes], GameDice]
    """The game's dice, from a key."""
    language: OrderLanguage[S, E]
    secrecy: Secrecy[S, E]
    reporter: Reporter[S, E]
    robots: Robots[S] | None = None
    edits: Edits[S] | None = None
    joining: Joining | None = None
    tools: Tools = Tools()
    page: PageSide[S] = PageSide()
    looks: tuple[Look[S], ...] = ()
    """Words beside STATUS, CARD and their like that show something of this game."""
    options: tuple[OptionRow, ...] = ()
    options_from: Callable[[Mapping[str, str]], Any] = _no_options
    """The options written as words; RulesetError names what there is instead of a wrong one."""
    format_options: Callable[[str], tuple[str, ...]] = lambda _options: ()
    """A sentence for each option of a game as its codec stores them."""
    about: tuple[str, ...] = ()
    """The game in a few paragraphs, for somebody who has never heard of it."""
    passed: str = "your turn passes"
    """What silence makes of a turn, as a clause with the number of its rule."""
    lost: str = "the seat is empty from now on"
    """What becomes of all that a seat has when it leaves the game, as a clause with its rule."""

    players_for: Callable[[Any], range] | None = None
    """How many may play with some options, where that is not always the same."""

    tutorial: Tutorial[S] | None = None
    """What TUTORIAL begins; None where the game has none."""

    def look(self, verb: str) -> Look[S] | None:
        """The word of this game's own by which something is shown; None where it has none such."""
        return next((look for look in self.looks if look.spec.name == verb), None)

    def players_with(self, options: Any) -> range:
        """How many may play with these options."""
        return self.players if self.players_for is None else self.players_for(options)

    @property
    def edit_forms(self) -> Mapping[str, str]:
        """What may stand behind EDIT, and what it does."""
        return self.edits.forms if self.edits else {}
