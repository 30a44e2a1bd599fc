"""Rules of the advanced game as `pbem new --option` gives them (R11)."""

from __future__ import annotations

import json

from msgspec.structs import asdict

from engine.core.values import changed
from engine.illuminati.state import GameOptions
from pbem.cli.output import InputError
from pbem.games.illuminati.codec import CodecError, decode_options


def with_more(options: GameOptions, more: tuple[str, ...]) -> GameOptions:
    """The options with those given as KEY=VALUE; InputError names what there is."""
    values: dict[str, object] = asdict(changed(options, own_cards=()))
    del values["own_cards"]
    for text in more:
        key, _, value = text.partition("=")
        if key not in values:
            raise InputError(f"--option {text!r}: there are {', '.join(values)}")
        is_list = isinstance(values[key], list | tuple)
        values[key] = value.split(",") if is_list else _value(value)
    try:
        return decode_options(json.dumps(values))
    except CodecError as error:
        raise InputError(f"--option: {error}") from error


def _value(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    if text.isdigit():
        return int(text)
    return text
