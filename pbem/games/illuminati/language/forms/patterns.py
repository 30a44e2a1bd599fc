"""Reading which attacks an answer or a policy means: a line, a player, groups, kinds (R12.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.illuminati.abilities import ALIGNMENTS, Form
from engine.illuminati.orders import Pattern
from pbem.games.illuminati.language.forms.pattern_draft import PatternDraft
from pbem.games.illuminati.language.forms.raises import RAISING_WORDS
from pbem.games.illuminati.language.names import slots
from pbem.games.illuminati.language.names.slots import GameReader
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.slots import NameSlot, seat_slot
from pbem.grammar.orders.spelling import key

_KINDS: dict[str, tuple[Form, ...]] = {
    **dict.fromkeys(("taking", "capturing", "controlling"), ("control",)),
    **dict.fromkeys(("neutralizing", "neutralising"), ("neutralize",)),
    "destroying": ("destroy",),
    "attacking": (),
}
_TO: dict[str, Form] = {
    **dict.fromkeys(("control", "take", "capture"), "control"),
    **dict.fromkeys(("neutralize", "neutralise"), "neutralize"),
    "destroy": "destroy",
}
_ANYONE = ("anyone", "anybody", "everyone", "everybody")
_ANY = ("any", "all", "every", "each", "everything", "anything")
_WHAT = ("attack", "attacks", "group", "groups", "structure", "player", "players")


def attacks_meant(reader: GameReader, stops: tuple[str, ...] = ()) -> Pattern:
    """ON n, ON ANY ATTACK BY bob …: up to the end or one of the stop words."""
    has_link = reader.take("on", "in", "of")
    if not has_link or reader.is_done:
        problem = "I expected ON and the number of an attack, or ON ANY ATTACK BY a player"
        start = reader.at - has_link
        raise ParseError(problem, span=(start, reader.at), instead=("1",), lead="ON")
    draft = PatternDraft()
    while not reader.is_done and reader.peek() not in stops:
        if not reader.take(",", "and"):
            piece(reader, draft)
    if not draft.is_said:
        raise ParseError("I expected the number of an attack, or ANY ATTACK, after ON")
    return draft.pattern()


def piece(reader: GameReader, draft: PatternDraft) -> None:
    """Reads one thing that is said of the attacks; Misread if there is none."""
    reads = _PIECES.get(reader.peek(), _named)
    reads(reader, draft)
    draft.is_led = reads in (_kind, _to)
    draft.is_said = True


def is_line(reader: GameReader, ahead: int = 0) -> bool:
    """Whether the number of a line comes, and not MB."""
    at = reader.at + ahead
    is_number = at < len(reader.tokens) and reader.tokens[at].text.isdecimal()
    return is_number and reader.peek(ahead + 1) not in ("mb", "mbs", "m")


def _line(reader: GameReader, draft: PatternDraft) -> None:
    reader.take(*_WHAT)
    is_named = reader.take("line")
    if is_named or is_line(reader):
        if draft.line is not None:
            raise ParseError("A line is for one attack; write another for the other")
        draft.line = reader.number()


def _any(reader: GameReader, draft: PatternDraft) -> None:
    if reader.take("everything", "anything"):
        return
    reader.take(*_ANY)
    reader.take("of")
    reader.take("my", "the")
    if not reader.take(*_WHAT) and not _is_over(reader):
        _alignments(reader, draft)


def _alignments(reader: GameReader, draft: PatternDraft) -> None:
    def item() -> None:
        word = reader.name(slots.alignment(reader.names), PATTERN_STOPS)
        draft.alignments.append(next(a for a in ALIGNMENTS if a == word))

    reader.series(item, lambda: not _is_over(reader), ("and", "or"))
    reader.take("group", "groups", "ones")


def _is_over(reader: GameReader) -> bool:
    """Whether no further name comes."""
    return reader.is_done or reader.peek() in _ENDS or reader.is_amount()


def _anyone(reader: GameReader, draft: PatternDraft) -> None:
    reader.take(*_ANYONE)


def _kind(reader: GameReader, draft: PatternDraft) -> None:
    draft.has_kind = True

    def item() -> None:
        draft.forms += _KINDS[reader.peek()]
        reader.at += 1

    reader.series(item, lambda: reader.peek() in _KINDS, ("and", "or"))


def _to(reader: GameReader, draft: PatternDraft) -> None:
    reader.need("to")

    def item() -> None:
        form = _TO.get(reader.peek())
        if form is None:
            raise ParseError("I expected CONTROL, NEUTRALIZE or DESTROY after TO")
        draft.forms.append(form)
        reader.at += 1

    reader.series(item, lambda: reader.peek() in _TO, ("and", "or"))
    draft.has_kind = True


def _by(reader: GameReader, draft: PatternDraft) -> None:
    reader.need("by", "from")
    if not reader.take(*_ANYONE):
        draft.attacked_by(reader.name(attacker(reader), PATTERN_STOPS))


def attacker(reader: GameReader) -> NameSlot:
    """A player who attacks: nobody means himself by ME there."""
    return replace(seat_slot(reader.names), also={})


def _on(reader: GameReader, draft: PatternDraft) -> None:
    reader.need("on", "of")
    draft.has_kind = draft.is_led = True
    piece(reader, draft)


def _against(reader: GameReader, draft: PatternDraft) -> None:
    """AGAINST names who attacks him where he guards, else who is attacked."""
    reader.take("only")
    reader.need("against")
    if reader.take(*_ANYONE) or reader.peek() in _PIECES:
        return
    seat = reader.name(seat_slot(reader.names), PATTERN_STOPS)
    if draft.guards:
        draft.attacked_by(seat)
    else:
        draft.attacks_on(seat)


def _named(reader: GameReader, draft: PatternDraft) -> None:
    """A player who attacks, or groups; behind ATTACKING a player who is attacked."""
    if is_line(reader) and not draft.is_said:
        _line(reader, draft)
        return
    if reader.is_amount():
        raise _needs_max(reader)
    if not draft.guards and _possessive(reader, draft):
        return
    group = slots.own_group(reader.names) if draft.guards else slots.group(reader.names)
    seat = seat_slot(reader.names) if draft.has_kind else attacker(reader)
    kinds = [group] if draft.guards else [seat, group]
    if reader.take("player"):
        kinds = [seat]
    elif reader.take("group", "groups"):
        kinds = [group]
    slot, found = reader.name_of(kinds, PATTERN_STOPS, is_trailing=not draft.is_led)
    if slot.index is seat.index:
        if draft.has_kind:
            draft.attacks_on(found)
        else:
            draft.attacked_by(found)
        return
    draft.groups.append(found)
    while _has_more(reader):
        reader.take("group")
        draft.groups.append(reader.name(group, PATTERN_STOPS))


def _needs_max(reader: GameReader) -> ParseError:
    start, amount = reader.at, reader.amount()
    return ParseError(
        f"Write MAX {amount} for the MB you spend at most, UNTIL {amount} for a need",
        span=(start, reader.at),
        instead=(str(amount),),
        lead="MAX",
    )


def _possessive(reader: GameReader, draft: PatternDraft) -> bool:
    """BOB'S attack 1."""
    typed = reader.text(reader.at, reader.at + 1).casefold()
    if not typed.endswith(("'s", "'")):
        return False
    found = seat_slot(reader.names).find(1, key(typed.removesuffix("'s")))
    if len(found) != 1:
        return False
    reader.at += 1
    draft.attacked_by(found[0])
    return True


def _has_more(reader: GameReader) -> bool:
    """Steps over a comma, AND or OR if another group comes behind it."""
    before = reader.at
    is_parted = reader.take(",")
    is_parted = reader.take("and", "or") or is_parted
    if is_parted and not _is_over(reader):
        return True
    reader.at = before
    return False


_PIECES: dict[str, Callable[[GameReader, PatternDraft], None]] = {
    **dict.fromkeys(("attack", "attacks", "line"), _line),
    **dict.fromkeys(_ANY, _any),
    **dict.fromkeys(_ANYONE, _anyone),
    **dict.fromkeys(_KINDS, _kind),
    **dict.fromkeys(("by", "from"), _by),
    **dict.fromkeys(("on", "of"), _on),
    **dict.fromkeys(("only", "against"), _against),
    "to": _to,
}
PATTERN_STOPS = frozenset(
    (
        *(
            *_PIECES,
            *RAISING_WORDS,
            "and",
            "or",
            "for",
            "this",
            "if",
            "with",
            "using",
            "group",
            "groups",
        ),
        *("expires", "expiring"),
    )
)
"""The words before which a name in a pattern may end."""
_ENDS = PATTERN_STOPS | {",", ":"}
