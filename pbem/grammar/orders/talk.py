"""Reading SAY, RUMOUR, DIARY and PROMISE: for whom a text is, and the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from rapidfuzz.distance import OSA

from pbem.grammar.orders.language import Names, OrderVerb
from pbem.grammar.orders.parsed import ALL, ParseError, TalkKind, TalkText
from pbem.grammar.orders.reader import Reader
from pbem.grammar.orders.slots import EVERYBODY, seat_slot
from pbem.grammar.orders.spelling import key, tokens_of

_KINDS: dict[str, TalkKind] = {
    "SAY": "say",
    "RUMOUR": "rumour",
    "DIARY": "diary",
    "PROMISE": "promise",
}
_MODERATORS = ("moderator", "moderators", "mod", "gm", "operator")
_UNSIGNED = ("anonymously", "anonymous", "unsigned")
_AS_IF = re.compile(r"(?i)\s+as\s+(?:if|though)\s+(?:it\s+were\s+)?(?:to|for)\s+")
LONGEST_HEAD = 100
"""Letters in front of the colon."""


def read_talk(verb: str, text: str, names: Names) -> TalkText:
    """The text that begins with this verb of talk; ParseError if it does not say for whom it is.

    Names are never corrected here: what was said to the wrong player cannot be taken back.
    """
    first, _, more = text.partition("\n")
    head, colon, body = first.partition(":")
    kind = _KINDS[verb]
    if not colon or len(head) > LONGEST_HEAD:
        raise ParseError(_expected(verb), instead=_with_colon(verb, first, names))
    head, *as_if = _AS_IF.split(head, maxsplit=1) if kind == "say" else [head]
    head, signed = _signature(kind, head, names)
    try:
        if kind == "say" and _names_editor(head, names):
            kind = "letter"
        to = _heard_by(kind, head, names)
        if signed and signed in to:
            raise ParseError(f"A text to {signed} cannot bear his own name")
    except ParseError as why:
        heads = _other_heads(kind, head, names)
        signature = _signed(signed) + "".join(f" AS IF TO {other}" for other in as_if)
        instead = (f"{other}{signature}:{body}" for other in heads)
        raise ParseError(why.problem, instead=tuple(instead)) from None
    shown_to = _shown_to(as_if[0], to, signed, names) if as_if else None
    whole = "\n".join(part for part in (body.strip(), more.strip()) if part)
    if not whole:
        raise ParseError(f"There is no text behind {verb}")
    return TalkText(kind, to, whole, signed, shown_to)


def format_talk(talk: TalkText) -> str:
    """The text with for whom it is; read again it is the same.

    END stands behind several lines: without it, one that looks like an order would be asked about.
    """
    verb = next((name for name, kind in _KINDS.items() if kind == talk.kind), "SAY")
    to = "ALL" if talk.to == ALL else ", ".join(talk.to) or "MODERATOR"
    if talk.kind == "say":
        as_if = f" AS IF TO {', '.join(talk.shown_to)}" if talk.shown_to else ""
        verb = f"SAY TO {to}{_signed(talk.signed)}{as_if}"
    elif talk.kind == "letter":
        verb = f"SAY TO EDITOR{_signed(talk.signed)}"
    elif talk.kind == "promise":
        verb = f"PROMISE {to}"
    end = "\nEND" if "\n" in talk.text else ""
    return f"{verb}: {talk.text}{end}"


def _signed(name: str | None) -> str:
    if name is None:
        return ""
    return f" AS {name}" if name else " ANONYMOUSLY"


def _signature(kind: TalkKind, head: str, names: Names) -> tuple[str, str | None]:
    """The head without what its writer signs with, and that name."""
    words = head.split()
    if kind == "say" and len(words) > 2 and words[-1].casefold() in _UNSIGNED:
        return " ".join(words[:-1]), ""
    if kind == "say" and len(words) > 3 and words[-2].casefold() == "as":
        found = seat_slot(names).find(1, key(words[-1]))
        if len(found) != 1 or found == (names.me,):
            others = " or ".join(names.others)
            raise ParseError(f"AS needs the name of another player: {others}")
        return " ".join(words[:-2]), found[0]
    return head, None


def _shown_to(
    head: str, to: tuple[str, ...] | Literal["all"], signed: str | None, names: Names
) -> tuple[str, ...]:
    """Whom each reader sees named beside himself; one reader alone need not be named."""
    if to == ALL or not to:
        raise ParseError("AS IF TO stands behind the names of players, as in SAY TO bob AS IF TO")
    bearer = names.me if signed is None else signed
    reader = Reader(tokens_of(head), names, 0, may_guess=False)
    if reader.take(*EVERYBODY):
        reader.end()
        found = tuple(name for name in names.seats if name != bearer)
    else:
        found = reader.seats()
        reader.end()
    if bearer in found:
        raise ParseError(f"A text from {bearer} cannot look as if it went to {bearer}")
    shown = tuple(name for name in found if len(to) > 1 or name not in to)
    if not shown:
        raise ParseError(f"It is for {to[0]} as it is; AS IF TO names others")
    return shown


def _expected(verb: str) -> str:
    if verb in ("SAY", "PROMISE"):
        return f"I expected for whom it is and a colon before the text, as in {verb} bob: fnord"
    return f"I expected a colon before the text, as in {verb}: fnord"


def _heard_by(kind: TalkKind, head: str, names: Names) -> tuple[str, ...] | Literal["all"]:
    if kind == "letter":
        return ALL
    reader = Reader(tokens_of(head), names, 1, may_guess=False)
    if kind in ("rumour", "diary"):
        reader.end()
        return ALL if kind == "rumour" else ()
    reader.take("to")
    if reader.take(*EVERYBODY):
        reader.end()
        return ALL
    if kind == "say" and _names_moderator(reader):
        return ()
    if reader.is_done:
        raise ParseError("I expected for whom it is: TO ALL, or TO and players")
    found = reader.seats()
    reader.end()
    if names.me in found:
        raise ParseError("A text to yourself is a DIARY")
    return found


def _names_editor(head: str, names: Names) -> bool:
    """Whether it is for the newspaper, unless a player is called so."""
    reader = Reader(tokens_of(head), names, 1, may_guess=False)
    reader.take("to")
    reader.take("the")
    is_editor = reader.take("editor") and reader.is_done
    return is_editor and not seat_slot(names).find(1, "editor")


def _names_moderator(reader: Reader[Names]) -> bool:
    """Whether it is for the moderators, unless a player is called so."""
    typed = reader.peek()
    if typed not in _MODERATORS or seat_slot(reader.names).find(1, typed):
        return False
    reader.at += 1
    reader.end()
    return True


def _other_heads(kind: TalkKind, head: str, names: Names) -> Iterator[str]:
    """The words in front of the colon with one of them put right, as far as that can be read."""
    words = head.replace(",", " , ").split()
    for at, typed in enumerate(words[1:], 1):
        for known in ("TO", "ALL", "MODERATOR", "EDITOR", *names.others):
            if OSA.distance(typed.casefold(), known.casefold(), score_cutoff=1) != 1:
                continue
            text = " ".join([*words[:at], known, *words[at + 1 :]]).replace(" ,", ",")
            try:
                _heard_by(kind, text, names)
            except ParseError:
                continue
            yield text


def _with_colon(verb: str, first: str, names: Names) -> tuple[str, ...]:
    """The first line with the colon it lacks, where it is plain where that belongs."""
    words = first.split()[1:]
    if verb in ("RUMOUR", "DIARY"):
        return (f"{verb}: {' '.join(words)}",) if words else ()
    link, words = (
        (words[:1], words[1:]) if words[:1] and words[0].casefold() == "to" else ([], words)
    )
    if len(words) < 2:
        return ()
    to = words[0].rstrip(",")
    heard = to.casefold() in EVERYBODY or seat_slot(names).find(1, to.casefold())
    return (" ".join([verb, *link, f"{to}:", *words[1:]]),) if heard else ()


TALK_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "SAY",
        "talk",
        "Sends a text to players, in your name.",
        (
            "SAY TO player, player: text",
            "SAY TO ALL: text",
            "SAY TO player ANONYMOUSLY: text (where the table lets you)",
            "SAY TO player AS player: text (where names may be false)",
            "SAY TO player AS IF TO player, player: text (likewise)",
            "SAY TO MODERATOR: text",
            "SAY TO EDITOR: text (a letter that the table's newspaper prints)",
        ),
        (
            "SAY TO bob, cat: shall we?",
            "SAY TO ALL: fnord",
            "SAY TO MODERATOR: fnord",
            "SAY TO EDITOR: fnord",
        ),
        aliases=("TELL",),
        guarded=True,
        gloss="to players, in your name",
    ),
    OrderVerb(
        "RUMOUR",
        "talk",
        "Prints a text in the news, in nobody's name.",
        ("RUMOUR: text",),
        ("RUMOUR: somebody is for sale",),
        aliases=("RUMOR",),
        guarded=True,
        gloss="in the news, unsigned",
    ),
    OrderVerb(
        "DIARY",
        "talk",
        "Keeps a text for yourself; it comes back with your reports.",
        ("DIARY: text",),
        ("DIARY: never trust bob",),
        guarded=True,
        gloss="for yourself",
    ),
    OrderVerb(
        "PROMISE",
        "talk",
        "Promises something to a player; the referee keeps the words, not the promise.",
        ("PROMISE player: text",),
        ("PROMISE bob: I leave you alone",),
        guarded=True,
        gloss="kept in words, not in deed",
    ),
)
