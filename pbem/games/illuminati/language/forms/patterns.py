"""Reading which attacks an answer or a policy means: a line, a player, groups, kinds (R12.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.illuminati.abilities import ALIGNMENTS, Alignment, AttackForm
from engine.illuminati.orders import Pattern
from pbem.games.illuminati.language.forms.raises import RAISING_WORDS
from pbem.games.illuminati.language.names import slots
from pbem.games.illuminati.language.names.slots import GameReader
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, card_name, group_index
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.slots import NameSlot, seat_slot
from pbem.grammar.orders.spelling import key
from pbem.values import changed


@dataclass(slots=True)
class PatternDraft:
    """What was said of the attacks so far.

    `guards` says that they are those on his own groups, so that AGAINST names the attacker;
    `has_kind` that what is named next is a target, not a player who attacks; `is_led` that a word
    came before it behind which only a name can stand, so that a misspelt one is guessed.
    """

    guards: bool = False
    has_prepared: bool = False
    has_kind: bool = False
    is_led: bool = True
    line: int | None = None
    by: str | None = None
    owner: str | None = None
    groups: list[str] = field(default_factory=list)
    alignments: list[Alignment] = field(default_factory=list)
    forms: list[AttackForm] = field(default_factory=list)

    def pattern(self) -> Pattern:
        """What was said, once all of it is read."""
        if self.groups and self.alignments:
            raise ParseError("Groups and alignments in one line would both have to fit; write two")
        return Pattern(
            line=self.line,
            by=self.by,
            owner=self.owner,
            groups=tuple(dict.fromkeys(self.groups)),
            alignments=tuple(dict.fromkeys(self.alignments)),
            forms=tuple(dict.fromkeys(self.forms)),
        )

    def attacked_by(self, seat: str) -> None:
        """Only attacks by that seat; one a line."""
        if self.by not in (None, seat):
            raise ParseError("A line is for the attacks of one player; write another for the other")
        self.by = seat

    def attacks_on(self, seat: str) -> None:
        """Only attacks on that seat; one a line."""
        if self.owner not in (None, seat):
            raise ParseError("A line is for the attacks on one player; write another for the other")
        self.owner = seat


_KINDS: dict[str, tuple[AttackForm, ...]] = {
    **dict.fromkeys(("taking", "capturing", "controlling"), ("control",)),
    **dict.fromkeys(("neutralizing", "neutralising"), ("neutralize",)),
    "destroying": ("destroy",),
    "attacking": (),
}
_TO: dict[str, AttackForm] = {
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
    if not draft.has_prepared:
        raise ParseError("I expected the number of an attack, or ANY ATTACK, after ON")
    return draft.pattern()


def piece(reader: GameReader, draft: PatternDraft) -> None:
    """Reads one thing that is said of the attacks; ParseError if there is none."""
    reads = _PIECES.get(reader.peek(), _named)
    reads(reader, draft)
    draft.is_led = reads in (_kind, _to)
    draft.has_prepared = True


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
    def alignment() -> Alignment:
        word = reader.name(slots.alignment(reader.names), PATTERN_STOPS)
        return next(a for a in ALIGNMENTS if a == word)

    draft.alignments += reader.series(alignment, lambda: not _is_over(reader), ("and", "or"))
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
    return changed(seat_slot(reader.names), also={})


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
    if is_line(reader) and not draft.has_prepared:
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


# --- told back ----

_WORDS: dict[AttackForm, str] = {
    "control": "TAKING",
    "neutralize": "NEUTRALIZING",
    "destroy": "DESTROYING",
}


def format_guarded(pattern: Pattern, names: Vocabulary) -> list[str]:
    """group, group AGAINST player DESTROYING."""
    things = _things(pattern, names)
    parts = [str(pattern.line)] if pattern.line is not None else []
    parts += ["ATTACKING"] if parts and things else []
    parts += things or ([] if parts else ["ALL"])
    if pattern.by is not None or pattern.forms:
        parts += ["AGAINST", pattern.by or "ANYONE", *_kinds(pattern)]
    return parts


def format_attackers(pattern: Pattern, names: Vocabulary) -> list[str]:
    """player TAKING group ONLY AGAINST player."""
    if pattern.line is not None:
        return [format_attack_meant(pattern, names)]
    parts = [_player(pattern.by, names)] if pattern.by is not None else []
    if not parts and (pattern.forms or pattern.owner is not None):
        parts = ["ANYONE"]
    parts += _at_whom(pattern, names, "ATTACKING" if parts else "")
    return parts or ["ALL"]


def format_attack_meant(pattern: Pattern, names: Vocabulary) -> str:
    """n, or ANY ATTACK BY player TAKING group ONLY AGAINST player."""
    parts = ["ANY ATTACK" if pattern.line is None else str(pattern.line)]
    parts += ["BY", pattern.by] if pattern.by is not None else []
    return " ".join([*parts, *_at_whom(pattern, names, "ON")])


def _at_whom(pattern: Pattern, names: Vocabulary, link: str) -> list[str]:
    """The kinds of attack and its targets; `link` stands before targets of any kind of attack."""
    things = _things(pattern, names)
    parts = _kinds(pattern)
    if link and things and not parts:
        parts = [link]
    parts += things
    return parts + (["ONLY AGAINST", pattern.owner] if pattern.owner is not None else [])


def _kinds(pattern: Pattern) -> list[str]:
    return [" OR ".join(_WORDS[form] for form in pattern.forms)] if pattern.forms else []


def _things(pattern: Pattern, names: Vocabulary) -> list[str]:
    if pattern.groups:
        return [", ".join(_group(card, names) for card in pattern.groups)]
    if pattern.alignments:
        return ["ANY " + " OR ".join(a.capitalize() for a in pattern.alignments)]
    return []


def _group(card: str, names: Vocabulary) -> str:
    """Its name, with GROUP where a player is called the same."""
    text = card_name(card)
    return f"GROUP {text}" if names.seat_index.exact(key(text)) else text


def _player(seat: str, names: Vocabulary) -> str:
    """His name, with PLAYER where a group is called the same."""
    is_group = bool(group_index(names.own_cards).exact(key(seat)))
    return f"PLAYER {seat}" if is_group else seat
