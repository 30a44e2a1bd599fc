"""A game as small as a game can be, for the tests of the service: three things asked at once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from types import SimpleNamespace
from typing import Any

from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.games.contract.orders import GameInput
from pbem.games.contract.ruleset import Ruleset
from pbem.games.contract.values import Ask, Filed, GameDice, SheetKey, Status, Step

SEATS = ("ann", "bob", "cat")
ASKS = (
    Ask("bids", "answers", SEATS, SheetKey("bids", 1)),
    Ask("war", "script", ("ann", "bob"), SheetKey("war", 1)),
    Ask("secret", "script", ("cat",), SheetKey("secret", 1), shows_seats=False),
)


@dataclass(frozen=True)
class Toy:
    """What has been answered, by ask and seat; `part` counts the asks that are closed."""

    closed: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    part: int = 0


def status(state: Toy) -> Status:
    asks = tuple(ask for ask in ASKS if ask.key not in state.closed)
    sheets = {seat: SheetKey("script", 1) for seat in SEATS}
    return Status(1, state.part, "ann", SEATS, (), not asks, asks, sheets)


def advance(
    state: Toy, ask: str, filed: Filed, _dice: GameDice, _at: datetime
) -> tuple[Step[Toy, str], ...]:
    after = Toy({**state.closed, ask: dict(filed.sheets)}, state.part + 1)
    return (Step(after, (f"closed {ask}",)),)


def excused(_state: Toy, _ask: str, _filed: Filed) -> tuple[str, ...]:
    return ()


def asked(_game: GameInput[Toy], about: MailContext, *, is_answered: bool) -> Mail:
    return Mail(f"Asked in {about.game}", "Something is asked.\n", "bulletin")


TOY: Ruleset[Toy, str] = Ruleset(
    name="toy",
    title="Toy",
    version="1",
    players=range(2, 4),
    rules=SimpleNamespace(status=status, advance=advance, excused=excused, audit=lambda _: []),
    codec=SimpleNamespace(
        encode_state=lambda state: json.dumps(asdict(state)),
        decode_state=lambda text: Toy(**json.loads(text)),
        encode_events=lambda events: json.dumps(list(events)),
        decode_events=lambda text: tuple(json.loads(text)),
    ),
    dice=lambda _: None,
    reporter=SimpleNamespace(asked=asked),
    robots=None,
    edits=None,
    **dict.fromkeys(("options", "options_from", "options_told", "language", "secrecy", "tools")),
)  # type: ignore[arg-type]


def start() -> Any:
    """A game that has begun."""
    return Toy()
