"""What the words behind a verb say, and that told back."""

from __future__ import annotations

from dataclasses import dataclass

from engine.illuminati.orders import Order, Resign
from pbem.language.fates import Control
from pbem.language.forms import PARSERS
from pbem.language.names import Names
from pbem.language.reader import Reader
from pbem.language.script_verbs import Verb
from pbem.language.verbs import BY_WORD
from pbem.language.wording import format_order


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the words of a statement say; `slips` are corrections of the spelling."""

    verb: Verb
    order: Order | None = None
    control: Control | None = None
    code: str = ""
    assumed: tuple[str, ...] = ()
    slips: int = 0


def parse(verb: Verb, reader: Reader) -> Meaning:
    """The meaning of the words behind a verb; Misread if they have none."""
    order: Order | None = None
    control = None
    code = ""
    if verb.kind == "control":
        control = Control(verb.name, _argument(verb, reader))
    elif verb.name == "RESIGN":
        order = Resign()
        code = _code(reader)
    else:
        order = PARSERS[verb.name](reader)
    reader.end()
    return Meaning(verb, order, control, code, tuple(reader.assumed), reader.slips)


def _argument(verb: Verb, reader: Reader) -> str:
    if reader.is_done:
        return ""
    if verb.name == "HELP" and reader.peek() in BY_WORD:
        found = BY_WORD[reader.peek()]
        reader.at += 1
        return found.name
    if verb.name == "RESEND":
        reader.take("turn")
        return str(reader.number())
    return ""


def _code(reader: Reader) -> str:
    if reader.is_done:
        return ""
    found = reader.text(reader.at, reader.at + 1).strip("?.!'\"")
    reader.at += 1
    return found


def told_back(meaning: Meaning, names: Names) -> str:
    """The canonical text of what was understood."""
    if meaning.control is not None:
        return f"{meaning.control.word} {meaning.control.argument}".strip()
    assert meaning.order is not None
    return f"{format_order(meaning.order, names)} {meaning.code}".strip()
