"""One slip of the keys: read right, asked about or refused with the right line, never another."""

from functools import cache

import pytest

from engine.illuminati.cards import CARDS, SPECIALS
from pbem.games.illuminati.language.definition import LANGUAGE
from pbem.games.illuminati.language.verbs.table import VERBS
from pbem.grammar.orders.language import Verb
from tests.support import promised
from tests.support.each import each
from tests.support.strategies import NAMES
from tests.tools.slips import FATES, Slip, fate_of, read_one, said, slips, slips_of, table, verb_of

LINES = [*promised.ORDERS, *promised.WORDS, *promised.TALK]
MOST_UNHELPED = 0.01
"""The share of slips of one line that may be told without the line that was meant."""
CODED = [
    f"{verb} {CARDS[target].code} WITH {CARDS[own].code} AID {CARDS[helper].code} SPEND 3"
    for verb in ("TAKE", "DESTROY")
    for target, own, helper in zip(NAMES.targets, NAMES.mine, NAMES.mine[1:], strict=False)
] + [f"GIVE {SPECIALS[card].code} TO bob" for card in NAMES.hand]
"""Lines in which every name is a code, where one letter makes another's code."""


@cache
def slips_in(line: str) -> tuple[Slip, ...]:
    return tuple(slips([line]))


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("line", LINES)
def test_a_slip_is_never_read_as_something_else(line: str) -> None:
    found = slips_in(line)
    assert found
    assert [slip.typed for slip in found if slip.fate == "wrong"] == []


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("line", LINES)
def test_a_slip_is_told_with_what_was_meant(line: str) -> None:
    found = slips_in(line)
    lost = [slip.typed for slip in found if slip.fate in ("unhelped", "ignored")]
    assert len(lost) <= MOST_UNHELPED * len(found), lost


@pytest.mark.long
@pytest.mark.parametrize("line", CODED)
def test_a_slip_makes_no_other_name_but_an_exact_code(line: str) -> None:
    """That is what was written, and refused where it does not fit; to destroy, it has to fit."""
    what = said(read_one(line))
    fitting = {card.code for card in (*CARDS.values(), *SPECIALS.values())}
    if line.startswith("DESTROY"):
        own = {CARDS[card].code for card in NAMES.mine}
        fitting -= own - {line.split()[3], line.split()[5]}
    for _, typed in slips_of(line):
        if fate_of(typed, what) == "wrong":
            changed = [
                new for old, new in zip(line.split(), typed.split(), strict=True) if old != new
            ]
            assert set(changed) <= fitting, typed


def row_of(line: str) -> Verb:
    """The row of a line's verb, which may be two words."""
    two = " ".join(line.split()[:2])
    return LANGUAGE.by_name.get(two) or LANGUAGE.by_word[verb_of(line).casefold()]


GUARDED = [line for line in LINES if row_of(line).guarded]


@each("line", GUARDED)
def test_a_misspelt_verb_that_costs_is_asked_about(line: str) -> None:
    verb, _, rest = promised.plain(line).partition(" ")
    for _, slipped in slips_of(verb):
        if slipped.rstrip(":").casefold() not in LANGUAGE.by_word:
            assert fate_of(f"{slipped} {rest}", None) != "wrong", slipped


def test_digits_and_arrows_are_out_of_reach() -> None:
    typed = [slipped for _, slipped in slips_of("MOVE CIA UNDER FBI AT E")]
    assert typed
    assert all(slipped.endswith(" E") for slipped in typed)
    assert list(slips_of("41 7")) == []


def test_every_kind_of_slip_is_made() -> None:
    made = dict.fromkeys(kind for kind, _ in slips_of("PASS"))
    assert list(made) == ["dropped", "doubled", "swapped", "changed"]
    assert ("swapped", "APSS") in slips_of("PASS")
    assert ("changed", "OASS") in slips_of("PASS")
    assert all(slipped != "PASS" for _, slipped in slips_of("PASS"))


def test_a_wrong_reading_would_be_seen() -> None:
    meant = said(read_one("DROP Texas"))
    assert fate_of("DROP Trekkies", meant) == "wrong"
    assert fate_of("DROP Texas", meant) == "right"
    assert fate_of("DROP Texaz", meant) == "asked"
    moved = said(read_one("MOVE Texas UNDER Mafia"))
    assert fate_of("MOVE Texaz UNDER Mafia", moved) == "assumed"
    assert fate_of("DRIP Texas", meant) == "asked"
    assert fate_of("hello", meant) == "ignored"


def test_the_table_counts_every_slip() -> None:
    found = [Slip("changed", "IF 1 FAILS: PASS", "", "asked"), Slip("changed", "PASS", "", "right")]
    head, row, every = table(found)
    assert head.split() == ["verb", "slips", *FATES]
    assert row.split()[:4] == ["PASS", "2", "50.0", "0.0"]
    assert every.split()[:2] == ["all", "2"]


def test_every_verb_of_the_table_is_promised() -> None:
    """What the table lists and the promise does not would never be slipped in."""
    promises = {row_of(line).name for line in LINES}
    promises |= {line.partition(" ")[0].rstrip(":") for line in LINES}
    assert {verb.name for verb in VERBS} <= promises
