"""States, events and views to JSON text and back; what is not known is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Literal, get_args, get_origin

from msgspec import DecodeError, Raw, Struct, ValidationError, convert, defstruct
from msgspec.json import Decoder, decode, encode
from msgspec.structs import asdict, fields

from engine.illuminati.events import EVENTS, Event
from engine.illuminati.state import GameOptions, State
from engine.illuminati.view import View


class CodecError(ValueError):
    """Text that is not a state or event list of this version; `place` is the field."""

    def __init__(self, what: str, wrong: str, place: str = "") -> None:
        super().__init__(": ".join(word for word in (what, place, wrong) if word))
        self.place = place


# --- reading ----------------------------------------------------------------------------

_Reader = Callable[[Raw], Any]
_PLACE = re.compile(r"(.*) - at (?:`key` in )?`\$\.?(.*)`")


def _read(read: Callable[[Any], Any], value: object, what: str) -> Any:
    try:
        return read(value)
    except (DecodeError, UnicodeError) as error:
        found = _PLACE.fullmatch(str(error))
        raise CodecError(what, *(found.groups() if found else (str(error),))) from error


def _reader(kind: type[Struct]) -> _Reader:
    """What reads a value; a field that may be one of several classes is read for itself."""
    open_fields = {row.name: _any_of(row.type) for row in fields(kind) if _is_open(row.type)}
    if not open_fields:
        return Decoder(kind).decode
    raw_fields = [(name, Raw) for name in open_fields]
    shell = defstruct(kind.__name__, raw_fields, bases=(kind,), kw_only=True)
    decoder = Decoder(shell)

    def read(raw: Raw) -> Any:
        values = asdict(decoder.decode(raw))
        return kind(**values | {name: one(values[name]) for name, one in open_fields.items()})

    return read


def _is_open(hint: Any) -> bool:
    kinds = [kind for kind in get_args(hint) if isinstance(kind, type) and issubclass(kind, Struct)]
    return len(kinds) > 1


def _any_of(union: Any) -> _Reader:
    """Reads the first class that has just these fields, as no name is written beside them."""
    decoders = [Decoder(kind) for kind in get_args(union)]

    def read(raw: Raw) -> Any:
        for decoder in decoders:
            try:
                return decoder.decode(raw)
            except ValidationError:
                continue
        kinds = ", ".join(kind.__name__ for kind in get_args(union))
        raise ValidationError(f"{bytes(raw).decode()} is none of {kinds}")

    return read


_EVENTS = {kind.__name__: _reader(kind) for kind in EVENTS}
_STATE = Decoder(State)
_VIEW = Decoder(View)
_OPTIONS = Decoder(GameOptions)
_ROWS = Decoder(list[tuple[str, Raw]])
"""Events with the names of their classes, as in ["Drew", {...}]."""


def decode_state(text: str | bytes) -> State:
    """The state that `encode_state` wrote; CodecError for anything else."""
    state: State = _read(_STATE.decode, text, "state")
    return state


def decode_view(text: str | bytes) -> View:
    """The view that `encode_view` wrote; CodecError for anything else."""
    view: View = _read(_VIEW.decode, text, "view")
    return view


def decode_events(text: str | bytes) -> tuple[Event, ...]:
    """The events that `encode_events` wrote; CodecError for anything else."""
    return tuple([_event(at, *row) for at, row in enumerate(_read(_ROWS.decode, text, "events"))])


def _event(at: int, name: str, raw: Raw) -> Event:
    if name not in _EVENTS:
        raise CodecError(f"events[{at}]", f"{name!r} is none of {', '.join(_EVENTS)}")
    event: Event = _read(_EVENTS[name], raw, f"events[{at}]: {name}")
    return event


def decode_options(text: str | bytes) -> GameOptions:
    """The options of a game; CodecError for one there is not or a value it cannot have."""
    return _options(_OPTIONS.decode, text)


def options_of(table: object) -> GameOptions:
    """The options in a table of TOML; CodecError as in `decode_options`."""
    return _options(lambda value: convert(value, GameOptions), table)


def _options(read: Callable[[Any], GameOptions], value: object) -> GameOptions:
    try:
        options: GameOptions = _read(read, value, "options")
    except CodecError as error:
        if right := _right(error.place):
            raise CodecError("options", f"must be {right}", error.place) from error
        raise
    return options


_OTHERS: dict[Any, str] = {
    bool: "true or false",
    int | None: "a whole number",
    tuple[str, ...]: "a list of words",
}


def _right(name: str) -> str:
    """What an option must be, "" where there is none of that name."""
    kind = next((row.type for row in fields(GameOptions) if row.name == name), None)
    is_choice = get_origin(kind) is Literal
    return f"one of {', '.join(get_args(kind))}" if is_choice else _OTHERS.get(kind, "")


# --- writing ----------------------------------------------------------------------------


def encode_state(value: State) -> str:
    """A state as compact JSON; `holdings` keeps its order."""
    return encode(value).decode()


def encode_options(value: GameOptions | None) -> str:
    """The options of a game as a JSON object."""
    return json.dumps(asdict(value or GameOptions()))


def encode_events(values: Sequence[Event]) -> str:
    """Events as a JSON list of rows [class name, fields]."""
    return encode([(type(value).__name__, value) for value in values]).decode()


def encode_view(value: View) -> str:
    """A view as compact JSON."""
    return encode(value).decode()


def plain_events(values: Sequence[Event]) -> list[list[Any]]:
    """Events as plain lists and dicts, ready for `json.dumps`."""
    plain: list[list[Any]] = decode(encode_events(values))
    return plain


def plain_view(value: View) -> dict[str, Any]:
    """A view as a plain dict, ready for `json.dumps`."""
    plain: dict[str, Any] = decode(encode_view(value))
    return plain
