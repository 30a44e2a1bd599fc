"""Frozen values that are quickly made: a new one, and one from another."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any

__all__ = ["changed", "changer", "dataclass"]

_UNSET = object()
LEAST_FIELDS = 3
"""Below that a frozen dataclass is made as quickly by its own `__init__`."""

if TYPE_CHECKING:
    # The same contracts, and mypy checks field names and types.
    from dataclasses import dataclass
    from dataclasses import replace as changed
else:

    def dataclass(*, frozen, slots):
        """`dataclasses.dataclass` for frozen slotted classes, whose values are made at a third of
        its price. What it makes is the same class in every other way.
        """
        assert frozen and slots, "only frozen values with slots are made quickly"

        def made(kind):
            kind = dataclasses.dataclass(frozen=True, slots=True)(kind)
            if not hasattr(kind, "__post_init__"):
                kind.__init__ = _maker(kind)
            return kind

        return made

    def changed(value, /, **changes):
        """`dataclasses.replace` for frozen slotted dataclasses without __post_init__, at a tenth
        of its price; TypeError for a field there is not. Rules do little but make the next state.
        """
        return changer(type(value), *changes)(value, *changes.values())


# Both write a function out field by field, as dataclasses writes its own. A value is filled while
# it belongs to a twin of its class that is laid out alike and not frozen: plain assignments to
# slots are what the interpreter does fastest.


def _maker(kind: type) -> Callable[..., None]:
    """The `__init__` of a frozen slotted dataclass, with the arguments of its own."""
    own: Callable[..., None] = kind.__init__  # type: ignore[misc]
    fields = dataclasses.fields(kind)
    if len(fields) < LEAST_FIELDS:
        return own
    lines = [
        f"def __init__({', '.join(('self', *(field.name for field in fields)))}):",
        "    _belong(self, '__class__', _twin)",
    ]
    names: dict[str, Any] = {"_belong": object.__setattr__, "_unset": _UNSET}
    defaults: list[Any] = []
    for field in fields:
        value = field.name
        if field.default_factory is not dataclasses.MISSING:
            names[f"_new_{value}"] = field.default_factory
            value = f"_new_{value}() if {value} is _unset else {value}"
            defaults.append(_UNSET)
        elif field.default is not dataclasses.MISSING:
            defaults.append(field.default)
        lines.append(f"    self.{field.name} = {value}")
    lines.append("    self.__class__ = _kind")
    init = _written(lines, **names, _twin=_twin(kind), _kind=kind)
    init.__defaults__ = tuple(defaults)
    return wraps(own)(init)


@lru_cache(maxsize=512)
def changer(kind: type, *names: str) -> Callable[..., Any]:
    """The function that copies a value of a class and changes these fields, in their order.

    `changed` looks it up; where one change is made in every game again and again it is kept.
    """
    slots = _slots_of(kind)
    for name in names:
        if name not in slots:
            raise TypeError(f"{kind.__name__} has no field {name!r}")
    lines = [
        f"def change({', '.join(('_value', *names))}):",
        "    _new = _twin()",
        *(f"    _new.{name} = _value.{name}" for name in slots if name not in names),
        *(f"    _new.{name} = {name}" for name in names),
        "    _new.__class__ = _kind",
        "    return _new",
    ]
    return _written(lines, _twin=_twin(kind), _kind=kind)


@lru_cache(maxsize=512)
def _twin(kind: type) -> type:
    return type(kind.__name__, (), {"__slots__": _slots_of(kind)})


def _slots_of(kind: type) -> tuple[str, ...]:
    slots: tuple[str, ...] = kind.__slots__  # type: ignore[attr-defined]
    return slots


def _written(lines: list[str], **names: Any) -> Callable[..., Any]:
    """The function these lines define, where the names mean these values."""
    exec("\n".join(lines), names)  # every other name is that of a field of a class of ours
    found: Callable[..., Any] = names[lines[0].split("(")[0].removeprefix("def ")]
    return found
