"""What an EDIT would change, for the console to show before it is done: the state now and then."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.games.contract.ruleset import Ruleset
from pbem.games.contract.values import RulesetError
from pbem.service.console.access import access_of
from pbem.service.context import ServiceContext
from pbem.service.snapshots import load_game

MOST_SHOWN = 12
"""Of a longer list, such as the deck, only what goes and what comes is shown."""
NOTHING = "-"


@dataclass(frozen=True, slots=True)
class EditPreview:
    """One edit: `text` what it does, `rows` every field that changes as (path, now, then).

    `problem` says why it would be refused, and is "" where it would be done.
    """

    text: str
    rows: tuple[tuple[str, str, str], ...] = ()
    problem: str = ""


def edits_ahead(
    service: ServiceContext, person_id: int, game_id: int, texts: Sequence[str]
) -> tuple[EditPreview, ...]:
    """What these edits would do one after the other; nothing is told to who may not know."""
    with service.database.read() as session:
        access = access_of(session, person_id, game_id, service.clock())
        if access is None or access.is_blind:
            return ()
        snapshot = load_game(session, game_id)
    played, state = snapshot.ruleset, snapshot.state
    found: list[EditPreview] = []
    for text in texts:
        one, state = _ahead(played, state, text)
        found.append(one)
    return tuple(found)


def _ahead(played: Ruleset[Any, Any], state: Any, text: str) -> tuple[EditPreview, Any]:
    if played.edits is None:
        return EditPreview("", problem=f"A game of {played.title} cannot be edited."), state
    try:
        change = played.edits.edited(state, text)
    except RulesetError as error:
        return EditPreview("", problem=str(error)), state
    if change.state == state:
        return EditPreview(change.text, problem=f"Nothing would change: {change.text}"), state
    if change.broken:
        broken = "; ".join(change.broken)
        problem = f"{change.text} That breaks what must always hold: {broken}."
        return EditPreview(change.text, problem=problem), state
    encode = played.codec.encode_state
    rows = differences(encode(state), encode(change.state))
    return EditPreview(change.text, tuple(rows)), change.state


def differences(before: str, after: str) -> Iterator[tuple[str, str, str]]:
    """Every field in which two stored states differ: its path as EDIT STATE takes it, now, then."""
    old, new = (dict(_fields(_plain(state), "")) for state in (before, after))
    for path in dict.fromkeys([*old, *new]):
        now, then = old.get(path), new.get(path)
        if now != then:
            yield (path, *_format(now, then))


def _plain(state: str) -> dict[str, Any]:
    """A state as it is stored, its seats by their names."""
    whole: dict[str, Any] = json.loads(state)
    if isinstance(whole.get("seats"), list):
        whole["seats"] = {seat["name"]: seat for seat in whole["seats"]}
    return whole


def _fields(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict) and value:
        for key, part in value.items():
            yield from _fields(part, f"{path}.{key}".lstrip("."))
    else:
        yield path, value


def _format(now: Any, then: Any) -> tuple[str, str]:
    lists = [one for one in (now, then) if isinstance(one, list)]
    if len(lists) < 2 or max(map(len, lists)) <= MOST_SHOWN:
        return _sentence(now), _sentence(then)
    goes, comes = (Counter(map(_sentence, one)) for one in lists)
    if goes == comes:
        return "in its order", "in another order"
    return _listed(goes - comes, "with"), _listed(comes - goes, "with")


def _listed(cards: Counter[str], word: str) -> str:
    return f"{word} {', '.join(cards.elements())}" if cards else "without"


def _sentence(value: Any) -> str:
    """A value as it is written; nothing, and what is not there, as a dash."""
    if value is None or value in ([], {}):
        return NOTHING
    if isinstance(value, list):
        return ", ".join(map(_sentence, value))
    return value if isinstance(value, str) else json.dumps(value)
