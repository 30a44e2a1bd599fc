"""Decks before a game: what players send, what is on file, what the start takes (I3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.core.dice import Dice
from engine.core.values import changed
from engine.inwo.cards import INWO_CARDS, LEARNERS_DECK, PRESETS, RIVALS_DECK
from engine.inwo.decks import DeckFault, deck_faults, illuminati_of
from engine.inwo.state import InwoOptions
from pbem.games.contract.building import DeckBuilder
from pbem.games.contract.joining import Joining, JoiningResult
from pbem.games.contract.tools import lazy
from pbem.games.contract.values import RulesetError
from pbem.games.inwo.deck_lines import DeckEntry, deck_entries, format_deck
from pbem.games.inwo.ready_decks import format_ready, preset_called, ready_decks
from pbem.grammar.commands.passages import PassageVerb

_LIKE = "deck:"
"""How a like begins that is a whole deck."""
FORMS = ("DECK LIST", "DECK PRESET Green Tide", "DECK SHOW")


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
    return _kept(on_file, _sent(deck_entries((first, *lines[1:])), table), table)


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


def _sent(entries: Sequence[DeckEntry], table: InwoOptions) -> _Draft:
    """A whole deck; the first card, or the one marked, is the Illuminati, which a Plot deck has not
    (I3.1, I30.4)."""
    good = [entry for entry in entries if not entry.fault]
    faults = [_of_line(entry) for entry in entries if entry.fault]
    marked = [entry for entry in good if entry.leads]
    fault = _NO_LEADER if table.has_plot_decks else "only one card is marked as LEADER"
    wrong = marked if table.has_plot_decks else marked[1:]
    faults += [f"{_place(entry)}: {fault}." for entry in wrong]
    leader = None if table.has_plot_decks else next(iter(marked or good[:1]), None)
    is_one = leader is not None and INWO_CARDS[leader.card].family == "illuminati"
    cards = [card for entry in good for card in (entry.card,) * entry.copies]
    if leader is not None and is_one:
        cards.remove(leader.card)
    lines = {entry.card: entry.line - 1 for entry in reversed(good)}
    first = leader.card if leader is not None and is_one else ""
    return _Draft((first, *cards), lines, tuple(faults))


_NO_LEADER = (
    "a Plot deck has no LEADER; you name your Illuminati once you have seen your hand (I30.4)"
)


def _of_line(entry: DeckEntry) -> str:
    return f"{_place(entry)}: {entry.fault.rstrip('.?')}{_stop(entry)}"


def _place(entry: DeckEntry) -> str:
    """Lines are counted from the one below the word DECK."""
    line = f"Line {entry.line - 1}" if entry.line > 1 else "Beside DECK"
    return f"{line}, {entry.text[:60]}"


def _stop(entry: DeckEntry) -> str:
    return "?" if entry.fault.endswith("?") else "."


def _kept(on_file: DeckOnFile, sent: _Draft, table: InwoOptions) -> JoiningResult:
    """Keep what could be read; the deck counts if nothing is wrong with it."""
    broken = [_format_fault(fault, sent.lines, table) for fault in _faults_of(sent.cards, table)]
    faults = (*sent.faults, *broken)
    many = len([card for card in sent.cards if card])
    if not faults:
        filed = _encoded(DeckOnFile(sent.cards, sent.cards))
        leader = INWO_CARDS.get(sent.cards[0])
        has = f"{leader.name} and {many - 1} other cards" if leader else f"{many} Plots"
        answer = f"Your deck is legal and on file: {has}."
        locked = "It is locked when the game starts; until then you can send another (I3.4)."
        return JoiningResult(filed, True, f"{answer} {locked}", (), ("DECK SHOW",))
    filed = _encoded(msgspec.structs.replace(on_file, draft=sent.cards))
    before = " Your last legal deck stays on file." if on_file.deck else ""
    read = f"{many} of {table.cards_brought} cards could be read and are kept, but"
    answer = f"{read} this is no legal deck yet.{before} What is wrong:"
    return JoiningResult(filed, False, answer, faults, ("DECK SHOW", *_mending(table)))


def _mending(table: InwoOptions) -> tuple[str, str]:
    """Lines that mend a deck."""
    return "DECK ADD 2 Hoax!", f"DECK DROP 2 {'Jihad' if table.has_plot_decks else 'Texas'}"


def _faults_of(cards: Sequence[str], table: InwoOptions) -> Iterator[DeckFault]:
    """What is wrong with a deck; that no Illuminati is named is told once."""
    is_headless = not cards[0] and not table.has_plot_decks
    for fault in deck_faults(cards, table):
        if fault.code == "size" and is_headless:
            if fault.number - 1 != table.cards_brought:
                yield changed(fault, number=fault.number - 1)
        elif fault.code != "unknown-card":
            yield fault


def _format_fault(fault: DeckFault, lines: Mapping[str, int], table: InwoOptions) -> str:
    size = table.cards_brought
    text = _FAULTS[fault.code].format(
        card=INWO_CARDS[fault.card].name if fault.card else "",
        set=INWO_CARDS[fault.card].set.capitalize() if fault.card else "",
        number=fault.number,
        left=abs(size - fault.number),
        what="too few" if fault.number < size else "too many",
        size=size,
    )
    where = f"Line {lines[fault.card]}: " if lines.get(fault.card) else ""
    return f"{where}{text} ({fault.rule})."


_FAULTS = {
    "no-illuminati": "The first card, or the one marked as LEADER, must be the Illuminati that you "
    "play",
    "size": "{number} cards are {left} {what}; a deck has {size} with its Illuminati",
    "plot-deck-size": "{number} cards are {left} {what}; a Plot deck of this table has {size}",
    "no-group": "A deck needs a Group, as you must lead one",
    "no-plot": "{card} is no Plot, and this table has one Group deck for all",
    "copies": "{number} copies of {card} are more than this table allows",
    "set": "{card} is of the set {set}, which this table does not use",
    "table-card": "{card} is made for players at one table, and this game does not use such cards",
}


def _encoded(on_file: DeckOnFile) -> str:
    return msgspec.json.encode(on_file).decode()


def _add(on_file: DeckOnFile, rest: str, table: InwoOptions) -> JoiningResult:
    entries = deck_entries(("", rest))
    more = _sent(entries, table)
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
    decks = ready_decks(table)
    cards = tuple(decks[name]) if name in decks else PRESETS[name]
    brought = _kept(on_file, _Draft(cards, {}), table)
    if brought.is_done:
        return brought
    text = f"{name} breaks the limits of this table, and is not taken. What is wrong:"
    return JoiningResult(_encoded(on_file), False, text, brought.rows, FORMS[:1])


def _list(on_file: DeckOnFile, _rest: str, table: InwoOptions) -> JoiningResult:
    decks = ready_decks(table)
    rows = tuple(f"{name}: {format_ready(cards)}" for name, cards in decks.items())
    text = "These decks are ready; DECK PRESET and a name takes one, and DECK SHOW shows it."
    lines = tuple(f"DECK PRESET {name}" for name in decks)
    return JoiningResult(_encoded(on_file), True, text, rows, lines)


def _show(on_file: DeckOnFile, _rest: str, table: InwoOptions) -> JoiningResult:
    if on_file == DeckOnFile():
        text = "You have no deck on file; without one you play a ready deck, by lot (I3.4)."
        return JoiningResult(_encoded(on_file), True, text, (), FORMS[:2])
    rows = tuple(format_deck(on_file.draft))[table.has_plot_decks :]
    if on_file.draft == on_file.deck:
        return JoiningResult(_encoded(on_file), True, "Your deck is legal and on file:", rows)
    faults = [_format_fault(fault, {}, table) for fault in _faults_of(on_file.draft, table)]
    stays = " Your last legal deck counts until then." if on_file.deck else ""
    text = f"Your deck is not legal yet. {' '.join(faults)}{stays} It has:"
    return JoiningResult(_encoded(on_file), True, text, rows, _mending(table))


def invitation(options: InwoOptions | None) -> str:
    """What is said to somebody who has brought nothing yet (I3.4, I30.4)."""
    table = options or InwoOptions()
    own, cards = "deck", f"{table.cards_brought} cards, your Illuminati first,"
    if table.has_plot_decks:
        own, cards = "Plot deck", f"{table.cards_brought} Plots,"
    return (
        f"You can bring a {own} of your own: a line DECK, then {cards} and END. DECK LIST shows "
        "decks that are ready; without a deck you get one of these by lot."
    )


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
    invitation,
    say,
    likes,
    lambda options: options is None or "plot_deck" not in options.shared,
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


def decks_for(
    seats: Sequence[str],
    brought: Mapping[str, Sequence[str]],
    table: InwoOptions,
    dice: Dice,
) -> dict[str, tuple[str, ...]]:
    """The deck of each seat: its own, or a ready one that it likes, or one by lot. Where decks are
    common an Illuminati comes before what it brings (I30.1, I30.4).

    Nobody has a ready deck twice before everybody has one. RulesetError for a deck that is not
    legal.
    """
    if not table.shared:
        return _own_decks(seats, brought, table, dice)
    ids = illuminati_of(table)
    liked = {seat: _illuminati_liked(brought.get(seat, ()), ids) for seat in seats}
    roots = _by_lot(liked, ids, dice, "illuminati")
    own = _own_decks(seats, brought, table, dice) if table.has_plot_decks else {}
    return {seat: (roots[seat], *own.get(seat, ("",))[1:]) for seat in seats}


def _own_decks(
    seats: Sequence[str],
    brought: Mapping[str, Sequence[str]],
    table: InwoOptions,
    dice: Dice,
) -> dict[str, tuple[str, ...]]:
    """What each seat has brought, or a ready deck."""
    own = {seat: _own(seat, brought.get(seat, ()), table) for seat in seats}
    liked = {seat: _liked(brought.get(seat, ()), table) for seat in seats}
    without = {seat: liked[seat] for seat in seats if not own[seat]}
    decks = ready_decks(table)
    ready = _by_lot(without, tuple(decks), dice, "decks")
    return {seat: own[seat] or tuple(decks[ready[seat]]) for seat in seats}


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
    if cards and table.has_plot_decks:
        cards = ("", *cards)
    faults = deck_faults(cards, table) if cards else []
    if faults:
        raise RulesetError(f"the deck of {seat}: {_format_fault(faults[0], {}, table)}")
    return cards


def _liked(liked: Sequence[str], table: InwoOptions) -> list[str]:
    """The ready decks that a seat would like."""
    found: list[str] = []
    for like in liked:
        if like.startswith(_LIKE):
            continue
        try:
            found.append(preset_called(like))
        except RulesetError:
            # Of Plot decks another Illuminati says whom he would play, and not what with.
            if not table.has_plot_decks or not _illuminati_liked([like], illuminati_of(table)):
                raise
    return found
