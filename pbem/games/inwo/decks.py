"""Decks before a game: what players send, what is on file, what the start takes (I3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.core.dice import Dice
from engine.core.values import changed
from engine.inwo.cards import INWO_CARDS, LEARNERS_DECK, PRESETS, RIVALS_DECK
from engine.inwo.decks import DeckFault, deck_faults, illuminati_of
from engine.inwo.state import DECK_SIZE, InwoOptions
from pbem.games.contract.building import DeckBuilder
from pbem.games.contract.joining import Joining, JoiningResult
from pbem.games.contract.tools import lazy
from pbem.games.contract.values import RulesetError
from pbem.games.inwo.deck_lines import DeckEntry, deck_entries, format_deck
from pbem.grammar.commands.passages import PassageVerb

_LIKE = "deck:"
"""How a like begins that is a whole deck."""
FORMS = (
    *("DECK LIST", "DECK PRESET Green Tide", "DECK SHOW", "DECK ADD 2 Hoax!"),
    "DECK DROP 2 Texas",
)


class DeckOnFile(msgspec.Struct, frozen=True):
    """The cards as they were last sent, the Illuminati first ("" where none is); and the last
    legal deck, which counts at the start (I3.4)."""

    draft: tuple[str, ...] = ("",)
    deck: tuple[str, ...] = ()


def say(filed: str, lines: tuple[str, ...], options: InwoOptions | None) -> JoiningResult:
    """What lines that begin with DECK come to."""
    on_file = msgspec.json.decode(filed, type=DeckOnFile) if filed else DeckOnFile()
    words = lines[0].rstrip(":").split(maxsplit=2)
    verb = words[1].upper() if len(words) > 1 else ""
    rest = words[2] if len(words) > 2 else ""
    table = options or InwoOptions()
    if verb in _ONE_LINE:
        return _ONE_LINE[verb](on_file, rest, table)
    first = lines[0].partition(" ")[2]
    return _kept(on_file, _sent(deck_entries((first, *lines[1:]))), table)


def likes(filed: str) -> tuple[str, ...]:
    """The deck on file, as `Rules.new` takes it."""
    deck = msgspec.json.decode(filed, type=DeckOnFile).deck if filed else ()
    return (_like(deck),) if deck else ()


def _like(cards: Sequence[str]) -> str:
    return _LIKE + " ".join(cards)


TUTORIAL_DECKS = ((_like(LEARNERS_DECK),), (_like(RIVALS_DECK),))
"""What the seats of a tutorial bring, the learner first."""


# --- what a letter does -------------------------------------------------------------------------


class _Draft(msgspec.Struct, frozen=True):
    """Cards with the lines that they come from, and what is wrong with single lines."""

    cards: tuple[str, ...]
    lines: Mapping[str, int]
    faults: tuple[str, ...] = ()


def _sent(entries: Sequence[DeckEntry]) -> _Draft:
    """A whole deck; the first card, or the one marked, is the Illuminati (I3.1)."""
    good = [entry for entry in entries if not entry.fault]
    faults = [_of_line(entry) for entry in entries if entry.fault]
    marked = [entry for entry in good if entry.leads]
    faults += [
        f"Line {entry.line - 1}, {entry.text}: only one card is marked as LEADER."
        for entry in marked[1:]
    ]
    leader = next(iter(marked or good[:1]), None)
    is_one = leader is not None and INWO_CARDS[leader.card].family == "illuminati"
    cards = [card for entry in good for card in (entry.card,) * entry.copies]
    if leader is not None and is_one:
        cards.remove(leader.card)
    lines = {entry.card: entry.line - 1 for entry in reversed(good)}
    first = leader.card if leader is not None and is_one else ""
    return _Draft((first, *cards), lines, tuple(faults))


def _of_line(entry: DeckEntry) -> str:
    return f"Line {entry.line - 1}, {entry.text[:60]}: {entry.fault.rstrip('.?')}{_stop(entry)}"


def _stop(entry: DeckEntry) -> str:
    return "?" if entry.fault.endswith("?") else "."


def _kept(on_file: DeckOnFile, sent: _Draft, table: InwoOptions) -> JoiningResult:
    """Keep what could be read; the deck counts if nothing is wrong with it."""
    broken = [_format_fault(fault, sent.lines) for fault in _faults_of(sent.cards, table)]
    faults = (*sent.faults, *broken)
    many = len([card for card in sent.cards if card])
    if not faults:
        filed = _encoded(DeckOnFile(sent.cards, sent.cards))
        name = INWO_CARDS[sent.cards[0]].name
        answer = f"Your deck is legal and on file: {name} and {many - 1} other cards."
        locked = "It is locked when the game starts; until then you can send another (I3.4)."
        return JoiningResult(filed, True, f"{answer} {locked}", (), ("DECK SHOW",))
    filed = _encoded(msgspec.structs.replace(on_file, draft=sent.cards))
    before = " Your last legal deck stays on file." if on_file.deck else ""
    read = f"{many} of {DECK_SIZE} cards could be read and are kept, but"
    answer = f"{read} this is no legal deck yet.{before} What is wrong:"
    return JoiningResult(filed, False, answer, faults, ("DECK SHOW", *FORMS[-2:]))


def _faults_of(cards: Sequence[str], table: InwoOptions) -> Iterator[DeckFault]:
    """What is wrong with a deck; that no Illuminati is named is told once."""
    is_headless = not cards[0]
    for fault in deck_faults(cards, table):
        if fault.code == "size" and is_headless:
            if fault.number - 1 != DECK_SIZE:
                yield changed(fault, number=fault.number - 1)
        elif fault.code != "unknown-card":
            yield fault


def _format_fault(fault: DeckFault, lines: Mapping[str, int]) -> str:
    text = _FAULTS[fault.code].format(
        card=INWO_CARDS[fault.card].name if fault.card else "",
        set=INWO_CARDS[fault.card].set.capitalize() if fault.card else "",
        number=fault.number,
        left=abs(DECK_SIZE - fault.number),
        what="too few" if fault.number < DECK_SIZE else "too many",
        size=DECK_SIZE,
    )
    where = f"Line {lines[fault.card]}: " if lines.get(fault.card) else ""
    return f"{where}{text} ({fault.rule})."


_FAULTS = {
    "no-illuminati": "The first card, or the one marked as LEADER, must be the Illuminati that you "
    "play",
    "size": "{number} cards are {left} {what}; a deck has {size} with its Illuminati",
    "no-group": "A deck needs a Group, as you must lead one",
    "copies": "{number} copies of {card} are more than this table allows",
    "set": "{card} is of the set {set}, which this table does not use",
    "table-card": "{card} is made for players at one table, and this game does not use such cards",
}


def _encoded(on_file: DeckOnFile) -> str:
    return msgspec.json.encode(on_file).decode()


def _add(on_file: DeckOnFile, rest: str, table: InwoOptions) -> JoiningResult:
    entries = deck_entries(("", rest))
    more = _sent(entries)
    first, *cards = on_file.draft
    joined = (first or more.cards[0], *cards, *filter(None, more.cards[1:]))
    if first and more.cards[0]:
        joined = (*joined, more.cards[0])
    return _kept(on_file, _Draft(joined, {}, _unplaced(more.faults)), table)


def _drop(on_file: DeckOnFile, rest: str, table: InwoOptions) -> JoiningResult:
    first, *cards = on_file.draft
    entries, faults = deck_entries(("", rest)), []
    for entry in entries:
        has = cards.count(entry.card)
        for _ in range(min(entry.copies, has)):
            cards.remove(entry.card)
        if entry.fault:
            faults.append(_of_line(entry))
        elif entry.card == first and not has:
            first = ""
        elif has < entry.copies:
            faults.append(f"{entry.text}: your deck has {has or 'none'} of it.")
    return _kept(on_file, _Draft((first, *cards), {}, _unplaced(faults)), table)


def _unplaced(faults: Sequence[str]) -> tuple[str, ...]:
    """Faults of a single line, which needs no number."""
    return tuple(
        fault.partition(", ")[2] if fault.startswith("Line 1, ") else fault for fault in faults
    )


def _preset(on_file: DeckOnFile, rest: str, table: InwoOptions) -> JoiningResult:
    try:
        name = preset_called(rest)
    except RulesetError as why:
        return JoiningResult(_encoded(on_file), False, f"{why}.", (), FORMS[:1])
    brought = _kept(on_file, _Draft(PRESETS[name], {}), table)
    if brought.is_done:
        return brought
    text = f"{name} breaks the limits of this table, and is not taken. What is wrong:"
    return JoiningResult(_encoded(on_file), False, text, brought.rows, FORMS[:1])


def _list(on_file: DeckOnFile, _rest: str, table: InwoOptions) -> JoiningResult:
    rows = tuple(
        f"{name}: {INWO_CARDS[cards[0]].name}, with {_most_of(cards)}"
        for name, cards in PRESETS.items()
        if name in presets_for(table)
    )
    text = "These decks are ready; DECK PRESET and a name takes one, and DECK SHOW shows it."
    lines = tuple(f"DECK PRESET {name}" for name in presets_for(table))
    return JoiningResult(_encoded(on_file), True, text, rows, lines)


def _most_of(cards: Sequence[str]) -> str:
    """The strongest Groups of a deck, by name."""
    groups = [INWO_CARDS[card] for card in cards if INWO_CARDS[card].family == "group"]
    best = sorted(groups, key=lambda card: -card.power)[:4]
    return ", ".join(card.name for card in best)


def _show(on_file: DeckOnFile, _rest: str, table: InwoOptions) -> JoiningResult:
    if on_file == DeckOnFile():
        text = "You have no deck on file; without one you play a ready deck, by lot (I3.4)."
        return JoiningResult(_encoded(on_file), True, text, (), FORMS[:2])
    rows = tuple(format_deck(on_file.draft))
    if on_file.draft == on_file.deck:
        return JoiningResult(_encoded(on_file), True, "Your deck is legal and on file:", rows)
    faults = [_format_fault(fault, {}) for fault in _faults_of(on_file.draft, table)]
    stays = " Your last legal deck counts until then." if on_file.deck else ""
    text = f"Your deck is not legal yet. {' '.join(faults)}{stays} It has:"
    return JoiningResult(_encoded(on_file), True, text, rows, FORMS[-2:])


_ONE_LINE = {"PRESET": _preset, "LIST": _list, "SHOW": _show, "ADD": _add, "DROP": _drop}
_BUILDING = "pbem.games.inwo.building"
JOINING = Joining(
    (
        PassageVerb(
            "DECK",
            "DECK ... END | DECK PRESET name | LIST | SHOW | ADD n card | DROP n card",
            "DECK PRESET Green Tide",
            "the deck that you will play",
            single=frozenset(_ONE_LINE),
        ),
    ),
    "You can bring a deck of your own: a line DECK, then 45 cards, your Illuminati first, and END. "
    "DECK LIST shows decks that are ready; without a deck you get one of these by lot.",
    say,
    likes,
    lambda options: options is None or not options.shared,
    DeckBuilder(
        "DECK",
        lazy(f"{_BUILDING}:offer"),
        lazy(f"{_BUILDING}:find"),
        lazy(f"{_BUILDING}:rows"),
        lazy(f"{_BUILDING}:changed"),
        lazy(f"{_BUILDING}:drawn"),
    ),
)
"""What a player of INWO may say before the start."""


# --- the start ----------------------------------------------------------------------------------


def presets_for(table: InwoOptions) -> tuple[str, ...]:
    """The ready decks that keep the limits of a table; all where none does."""
    legal = (name for name, cards in PRESETS.items() if not deck_faults(cards, table))
    return tuple(legal) or tuple(PRESETS)


def decks_for(
    seats: Sequence[str],
    brought: Mapping[str, Sequence[str]],
    table: InwoOptions,
    dice: Dice,
) -> dict[str, tuple[str, ...]]:
    """The deck of each seat: its own, or a ready one that it likes, or one by lot; of a game with
    common decks its Illuminati alone.

    Nobody has a ready deck twice before everybody has one. RulesetError for a deck that is not
    legal.
    """
    if table.shared:
        ids = illuminati_of(table)
        liked = {seat: _illuminati_liked(brought.get(seat, ()), ids) for seat in seats}
        return {seat: (id_,) for seat, id_ in _by_lot(liked, ids, dice, "illuminati").items()}
    own = {seat: _own(seat, brought.get(seat, ()), table) for seat in seats}
    liked = {seat: _liked(brought.get(seat, ())) for seat in seats}
    without = {seat: liked[seat] for seat in seats if not own[seat]}
    ready = _by_lot(without, presets_for(table), dice, "decks")
    return {seat: own[seat] or PRESETS[ready[seat]] for seat in seats}


def _by_lot(
    liked: Mapping[str, Sequence[str]], every: Sequence[str], dice: Dice, purpose: str
) -> dict[str, str]:
    """For each seat what it likes best of what is left, or the next by lot; none is given twice
    before all are given once."""
    free, found = list(dice.shuffle(0, purpose, every)), dict[str, str]()
    for seat, likes in liked.items():
        free = free or list(every)
        found[seat] = next((one for one in likes if one in free), free[0])
        free.remove(found[seat])
    return found


def _illuminati_liked(liked: Sequence[str], ids: Sequence[str]) -> list[str]:
    """The Illuminati that a seat would like to be, of those there are."""
    likes = [like.strip().casefold() for like in liked]
    return [id_ for like in likes for id_ in ids if like in (id_, INWO_CARDS[id_].name.casefold())]


def _own(seat: str, liked: Sequence[str], table: InwoOptions) -> tuple[str, ...]:
    """The deck that a seat has brought, checked again; empty where it has none."""
    deck = next((like for like in liked if like.startswith(_LIKE)), "")
    cards = tuple(deck.removeprefix(_LIKE).split())
    faults = deck_faults(cards, table) if cards else []
    if faults:
        raise RulesetError(f"the deck of {seat}: {_format_fault(faults[0], {})}")
    return cards


def _liked(liked: Sequence[str]) -> list[str]:
    return [preset_called(like) for like in liked if not like.startswith(_LIKE)]


def preset_called(like: str) -> str:
    """The ready deck of that name, or of that Illuminati."""
    wanted = like.strip().casefold()
    for name, cards in PRESETS.items():
        if wanted in (name.casefold(), cards[0], INWO_CARDS[cards[0]].name.casefold()):
            return name
    raise RulesetError(f"{like!r} is not a preset deck; these are: {', '.join(PRESETS)}")
