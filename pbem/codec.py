"""States, events, orders and views to JSON text and back; what is not known is refused."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from dataclasses import is_dataclass
from types import ModuleType
from typing import Annotated, Any, Union, get_args

from pydantic import ConfigDict, Discriminator, Tag, TypeAdapter, ValidationError, with_config

from engine.core import arrangement
from engine.illuminati import events, orders, state
from engine.illuminati.events import Event
from engine.illuminati.orders import Condition, Line, Order, Policy, Script
from engine.illuminati.state import GameOptions, State
from engine.illuminati.view import View


class CodecError(ValueError):
    """Text that is no state, event list or script of this version; the text names the field."""


def _forbid_unknown(module: ModuleType) -> None:
    """Let pydantic refuse fields the dataclasses of a module do not have."""
    for _, cls in inspect.getmembers(module, is_dataclass):
        if isinstance(cls, type) and cls.__module__ == module.__name__:
            with_config(ConfigDict(extra="forbid"))(cls)


for _module in (arrangement, state, events, orders):
    _forbid_unknown(_module)


def _kind_of(row: Any) -> str | None:
    """The class name that begins a row such as ["Drew", {...}]."""
    return str(row[0]) if isinstance(row, (list, tuple)) and row else None


def _named(union: Any) -> Any:
    """The type of rows [class name, value] over every class of a union."""
    pair: Any = tuple
    rows = tuple(Annotated[pair[str, cls], Tag(cls.__name__)] for cls in get_args(union))
    return Annotated[Union[rows], Discriminator(_kind_of)]  # noqa: UP007


_list: Any = list
_tuple: Any = tuple
_STATE = TypeAdapter(State)
_VIEW = TypeAdapter(View)
_OPTIONS = TypeAdapter(GameOptions)
_EVENTS: TypeAdapter[Any] = TypeAdapter(_list[_named(Event)])
_POLICIES: TypeAdapter[Any] = TypeAdapter(_list[_named(Policy)])
_LINE = _tuple[int, _named(Order), _list[_named(Condition)], str]
_SCRIPT: TypeAdapter[Any] = TypeAdapter(_list[_LINE])


def _rows(values: Iterable[object]) -> list[tuple[str, object]]:
    return [(type(value).__name__, value) for value in values]


def _read(adapter: TypeAdapter[Any], text: str | bytes, what: str) -> Any:
    try:
        return adapter.validate_json(text, strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise CodecError(f"{what}: {where}: {first['msg']}") from error


def encode_state(value: State) -> str:
    """A state as compact JSON; `holdings` keeps its order."""
    return _STATE.dump_json(value).decode()


def decode_state(text: str | bytes) -> State:
    """The state that `encode_state` wrote; CodecError for anything else."""
    decoded: State = _read(_STATE, text, "state")
    return decoded


def decode_options(text: str | bytes) -> GameOptions:
    """The options of a game; CodecError for one there is not or a value it cannot have."""
    decoded: GameOptions = _read(_OPTIONS, text, "options")
    return decoded


def encode_events(values: Sequence[Event]) -> str:
    """Events as a JSON list of rows [class name, fields]."""
    return _EVENTS.dump_json(_rows(values)).decode()


def decode_events(text: str | bytes) -> tuple[Event, ...]:
    """The events that `encode_events` wrote; CodecError for anything else."""
    return tuple(event for _, event in _read(_EVENTS, text, "events"))


def encode_policies(values: Sequence[Policy]) -> str:
    """Standing instructions as rows [class name, fields]."""
    return _POLICIES.dump_json(_rows(values)).decode()


def decode_policies(text: str | bytes) -> tuple[Policy, ...]:
    """The instructions that `encode_policies` wrote; CodecError for anything else."""
    return tuple(policy for _, policy in _read(_POLICIES, text, "policies"))


def encode_script(lines: Script) -> str:
    """A script as rows [number, [order class, fields], [conditions], text]."""
    rows = [(row.number, *_rows([row.order]), _rows(row.conditions), row.text) for row in lines]
    return _SCRIPT.dump_json(rows).decode()


def decode_script(text: str | bytes) -> Script:
    """The script that `encode_script` wrote; CodecError for anything else."""
    return tuple(
        Line(number, order, tuple(condition for _, condition in conditions), words)
        for number, (_, order), conditions, words in _read(_SCRIPT, text, "script")
    )


def encode_view(value: View) -> str:
    """A view as compact JSON."""
    return _VIEW.dump_json(value).decode()


def decode_view(text: str | bytes) -> View:
    """The view that `encode_view` wrote; CodecError for anything else."""
    decoded: View = _read(_VIEW, text, "view")
    return decoded


def plain_events(values: Sequence[Event]) -> list[list[Any]]:
    """Events as plain lists and dicts, ready for `json.dumps`."""
    return [list(row) for row in _EVENTS.dump_python(_rows(values), mode="json")]


def plain_view(value: View) -> dict[str, Any]:
    """A view as a plain dict, ready for `json.dumps`."""
    plain: dict[str, Any] = _VIEW.dump_python(value, mode="json")
    return plain
