"""Lines as people and their programs type them: read, or answered with the line that works."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.dice import SecretDice
from engine.illuminati.cards import CARDS
from engine.illuminati.orders import Attack
from engine.illuminati.state import GameOptions
from engine.illuminati.turn.setup import new_game
from pbem.games.illuminati.language import ParsedLine, format_line, read, vocabulary_for
from tests.support.each import each
from tests.support.strategies import NAMES

ATTACK = "ATTACK Yuppies WITH Mafia"
RICH = replace(NAMES, money={"mafia": 7, "cia": 0})


def only_line(text: str, names=NAMES) -> ParsedLine:  # type: ignore[no-untyped-def]
    (line,) = read(text, names)
    return line


@each(
    ("typed", "told"),
    [
        (f"{ATTACK} SPEND \uff13", f"{ATTACK} SPEND 3"),
        ("\uff30\uff21\uff33\uff33", "PASS"),
        (f"\u201c{ATTACK}\u201d", ATTACK),
        (f'"{ATTACK}."', ATTACK),
        ("\u2018pass\u2019", "PASS"),
        ("ATTACK Yuppies WITH C.I.A<http://C.I.A>", "ATTACK Yuppies WITH C.I.A."),
        (
            "ATTACK Yuppies WITH C.I.A.<http://c.i.a./> AID F.B.I<https://f.b.i>",
            "ATTACK Yuppies WITH C.I.A. AID F.B.I.",
        ),
    ],
)
def test_what_programs_make_of_an_order_is_read(typed: str, told: str) -> None:
    line = only_line(typed)
    assert (line.status, line.assumed) == ("order", ())
    assert format_line(line, NAMES) == f"1: {told}"


@each(
    ("typed", "told"),
    [
        (f"{ATTACK} SPEND three", f"{ATTACK} SPEND 3"),
        ("GUARD ALL MAX three", "GUARD ALL MAX 3"),
        (f"{ATTACK} \u2014 AID CIA \u2014 SPEND 3", f"{ATTACK} AID C.I.A. SPEND 3"),
        (f"{ATTACK}\u2014AID CIA", f"{ATTACK} AID C.I.A."),
        ("TRANSFER ALL FROM Mafia TO CIA", "TRANSFER 7 FROM Mafia TO C.I.A."),
        ("transfer all mb from the mafia to cia as action", "TRANSFER 7 FROM Mafia TO C.I.A."),
        ("take yuppies using mafia, cia paying 2mb", f"{ATTACK} AID C.I.A. SPEND 2"),
        ("take yuppies with mafia, cia and fbi for 3", f"{ATTACK} AID C.I.A., F.B.I. SPEND 3"),
    ],
)
def test_what_is_not_read_is_answered_with_the_line_that_works(typed: str, told: str) -> None:
    line = only_line(typed, RICH)
    assert line.order is None
    assert line.suggestions and line.suggestions[0].startswith(told)
    assert only_line(line.suggestions[0], RICH).order is not None


def test_nothing_is_suggested_to_be_taken_from_an_empty_card() -> None:
    assert only_line("TRANSFER ALL FROM CIA TO Mafia", RICH).suggestions == ("HELP TRANSFER",)


def test_the_money_of_ones_own_cards_is_known() -> None:
    state = new_game(("ann", "bob", "cat"), GameOptions(), SecretDice(b"fnord")).state
    for seat in ("ann", "bob", "cat"):
        names = vocabulary_for(state, seat)
        assert dict(names.money) == {card: state.money(card) for card in names.mine}


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (f"{ATTACK}\nif that works, attack hackers with cia", "IF 1 SUCCEEDS: ATTACK Hackers WITH"),
        (f"{ATTACK}, if that works pass", "IF 1 SUCCEEDS: PASS"),
        (f"{ATTACK} and if it fails, pass", "IF 1 FAILS: PASS"),
        (f"{ATTACK}\nattack hackers with cia if that works", "IF 1 SUCCEEDS: ATTACK Hackers WITH"),
    ],
)
def test_if_that_works_means_the_attack_before_it(typed: str, told: str) -> None:
    first, second = read(typed, NAMES)
    assert format_line(first, NAMES) == f"1: {ATTACK}"
    assert second.order is None
    assert second.suggestions[0].startswith(told)


# --- texts on consecutive lines ------------------------------------------------------------------


def test_texts_on_consecutive_lines_are_each_their_own() -> None:
    typed = "RUMOUR: the Mafia is for sale\n- PROMISE bob: it is yours\n2. DIARY: trust\nnobody"
    lines = read(typed, NAMES)
    assert [line.status for line in lines] == ["talk"] * 3
    assert [line.talk and (line.talk.kind, line.talk.text) for line in lines] == [
        ("rumour", "the Mafia is for sale"),
        ("promise", "it is yours"),
        ("diary", "trust\nnobody"),
    ]


def test_a_text_that_only_speaks_of_another_is_one() -> None:
    line = only_line("SAY TO ALL: news\nRumour has it: bob is weak\nEND")
    assert line.talk is not None and line.talk.text == "news\nRumour has it: bob is weak"
    assert only_line("SAY TO ALL: news\ntell zoe: the rest").talk is None


def test_what_stands_before_end_is_one_text() -> None:
    line = only_line("SAY TO ALL: a list\nDIARY: of a madman\nEND")
    assert line.talk is not None and line.talk.text == "a list\nDIARY: of a madman"


# --- what is suggested ---------------------------------------------------------------------------

_own = st.sampled_from(["Mafia", "CIA", "FBI", "Texas", "Trekkies"])
_using = st.sampled_from(["with", "using", "by means of", "w"])
_helped = st.sampled_from([",", " and", ", with help from", " aided by", " plus", " helped by"])
_paying = st.sampled_from(["paying {}mb", "for {} mb", "spending {} MB", "at a cost of {}mb"])


@settings(max_examples=150)
@given(
    st.sampled_from(["take", "attack", "capture", "please take", "neutralize"]),
    st.sampled_from(["yuppies", "hackers", "kgb", "pentagon"]),
    _using,
    st.lists(_own, min_size=1, max_size=3, unique=True),
    _helped,
    st.none() | st.tuples(_paying, st.integers(1, 20)),
)
def test_a_suggestion_keeps_every_part(  # type: ignore[no-untyped-def]
    verb, target, using, own, helped, paying
) -> None:
    typed = f"{verb} {target} {using} {f'{helped} '.join(own)}"
    if paying is not None:
        typed += f" {paying[0].format(paying[1])}"
    for line in read(typed, NAMES):
        told = [line.order] if line.order else []
        told += [again.order for one in line.suggestions for again in read(one, NAMES)]
        for order in told:
            if not isinstance(order, Attack):
                continue
            named = {order.target, order.attacker, *order.aid}
            assert named == {target, *(card.casefold() for card in own)} & CARDS.keys(), typed
            paid = sum(part.amount for part in order.stake) or order.ceiling or 0
            assert paid == (paying[1] if paying else 0), typed


_lines = st.builds(
    lambda verb, who, rest: f"{verb} {who} {rest}".strip(),
    st.sampled_from(["oppose", "support", "give", "offer", "show", "accuse", "forego", "help"]),
    st.sampled_from(["ann", "me", "anm", "bob ann", "myself", "for ann", "bavaria", "tax ann"]),
    st.sampled_from(
        ["", "wiht 3", "max three", "5", "bribery", "trekkies for 5", "3 mbs", "please"]
    ),
)


@settings(max_examples=150)
@given(_lines)
def test_nobody_is_proposed_to_himself(typed: str) -> None:
    for line in read(typed, NAMES):
        for one in line.suggestions:
            for again in read(one, NAMES):
                assert again.order is None or not is_for_himself(again), (typed, one)


def is_for_himself(line: ParsedLine) -> bool:
    order = line.order
    whom = (getattr(order, "to", ()), getattr(order, "seat", ()), getattr(order, "seats", ()))
    pattern = getattr(order, "pattern", None)
    return (
        "ann" in whom
        or any("ann" in seats for seats in whom if isinstance(seats, tuple))
        or (pattern is not None and pattern.by == "ann")
    )


# --- exact codes ---------------------------------------------------------------------------------


def test_an_exact_code_is_what_was_typed_though_it_does_not_fit() -> None:
    mad = next(card for card in CARDS.values() if card.code == "MADI")
    near = next(card for card in CARDS.values() if card.code == "MAFI" or card.id == "mafia")
    names = replace(NAMES, mine=(mad.id, "cia"), targets=(near.id, "yuppies"))
    line = only_line("ATTACK MADI WITH CIA", names)
    assert isinstance(line.order, Attack)
    assert (line.order.target, line.assumed) == (mad.id, ())


@each(
    ("typed", "told"),
    [
        ("if i control yuppies, pass", "IF Yuppies IS MINE: PASS"),
        ("if i dont control yuppies, pass", "IF NOT Yuppies IS MINE: PASS"),
        ("if i haven't got yuppies, pass", "IF NOT Yuppies IS MINE: PASS"),
        ("if bob doesn't own yuppies, pass", "IF NOT Yuppies IS bob'S: PASS"),
        ("unless yuppies are free: pass", "IF NOT Yuppies IS FREE: PASS"),
        (f"{ATTACK} unless hackers are free", f"IF NOT Hackers IS FREE: {ATTACK}"),
        ("show my orders", "STATUS"),
        ("show all standing orders", "STATUS"),
    ],
)
def test_what_is_said_is_never_turned_into_its_opposite(typed: str, told: str) -> None:
    line = only_line(typed)
    assert line.order is None and line.suggestions[:1] == (told,)


@pytest.mark.parametrize("typed", [f"otherwise {ATTACK}", f"else: {ATTACK}"])
def test_otherwise_behind_an_attack_is_where_it_fails(typed: str) -> None:
    _, second = read(f"{ATTACK}\n{typed}", NAMES)
    assert second.order is None and second.suggestions == (f"IF 1 FAILS: {ATTACK}",)
