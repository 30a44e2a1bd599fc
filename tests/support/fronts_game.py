"""A game of fronts, for the tests of the service: a seat is asked several things at once.

It has no seats and no rules of its own: what is asked, and whom, stands in CAST and ASKS.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.core.dice import SecretDice
from pbem.games.contract.plain import PlainCodec, PlainLanguage
from pbem.games.contract.plain_mails import PlainReporter
from pbem.games.contract.plain_verbs import PlainOrder, plain_verb
from pbem.games.contract.ruleset import Rules, Ruleset, Secrecy
from pbem.games.contract.values import Ask, Filed, GameDice, SheetKey, Status, Step

CAST = ("ann", "bob")


class State(msgspec.Struct, frozen=True):
    """What was said on each front, by seat; a front is closed once it is here."""

    fronts: dict[str, dict[str, tuple[str, ...]]] = {}


Event = tuple[str, dict[str, tuple[str, ...]]]
ASKS = (
    Ask("east", "answers", CAST, SheetKey("east", 1)),
    Ask("west", "answers", CAST, SheetKey("west", 1)),
    Ask("march", "script", ("ann",), on_silence="miss"),
)


class Fronts(Rules[State, Event]):
    """Both are asked on two fronts, and ann for her own march at the same time."""

    def new(
        self, _seats: Sequence[str], _options: object, _dice: GameDice, _likes: object
    ) -> Step[State, Event]:
        return Step(State())

    def status(self, state: State) -> Status:
        asks = tuple(ask for ask in ASKS if ask.key not in state.fronts)
        sheets = dict.fromkeys(CAST, SheetKey("script", 1))
        return Status(1, len(state.fronts), "ann", CAST, (), not asks, asks, sheets)

    def advance(
        self, state: State, ask: str, filed: Filed, _dice: GameDice, _at: object
    ) -> tuple[Step[State, Event], ...]:
        event = (ask, dict(filed.sheets))
        return (Step(self.evolve(state, event), (event,)),)

    def evolve(self, state: State | None, event: Event) -> State:
        return State({**(state or State()).fronts, event[0]: event[1]})

    def audit(self, _state: State) -> Sequence[str]:
        return []


class FrontsSecrecy(Secrecy[State, Event]):
    def seen(self, event: Event, _seat: str, _state: State) -> Event | None:
        return event


class FrontsLanguage(PlainLanguage[State, Event]):
    def answers(self, order: PlainOrder, ask: Ask, /) -> bool:
        return order.verb.casefold() == ask.key


class FrontsReporter(PlainReporter[State, Event]):
    def format_event(self, event: Event, _seat: str) -> str:
        return f"{event[0]} is over."

    def world(self, _state: State, _seat: str) -> Sequence[str]:
        return ["Two fronts."]


RULES, SECRECY = Fronts(), FrontsSecrecy()
VERBS = [plain_verb(name, f"Go {name}.", number=True) for name in ("EAST", "WEST", "MARCH")]
GAME: Ruleset[State, Event] = Ruleset(
    *("fronts", "Two fronts", "1", range(2, 3), RULES, PlainCodec(State, Event), SecretDice),
    *(FrontsLanguage(RULES.status, VERBS, "Go east and west."), SECRECY),
    FrontsReporter(SECRECY.seen),
)
