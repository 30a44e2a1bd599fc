"""What must hold for every order and for any text at all."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.orders import (
    Abolish,
    Accept,
    AcceptGroups,
    Attack,
    Cancel,
    Cheat,
    Drop,
    FixRoll,
    GiveGroup,
    GiveMoney,
    GiveSpecial,
    JoinIn,
    Offer,
    Order,
    PayTaxFrom,
    PayUpkeepFrom,
    Play,
    Privilege,
    Resign,
    SkipTurn,
    Spread,
    Stance,
    Transfer,
)
from pbem.games.illuminati.language import (
    ParsedLine,
    Vocabulary,
    format_line,
    format_order,
    merge,
    read,
    script_of,
)
from pbem.games.illuminati.language.verbs.table import VERBS
from tests.support.each import each
from tests.support.strategies import NAMES, all_orders, conditions, script_orders

EXAMPLES = [example for verb in VERBS for example in verb.examples]
DANGEROUS = (
    *(GiveMoney, GiveSpecial, GiveGroup, Resign, Spread, Drop, PayTaxFrom, PayUpkeepFrom, Play),
    *(FixRoll, Abolish, JoinIn, Cancel, SkipTurn, Offer, Accept, AcceptGroups, Cheat, Stance),
)
ALL_HE_HAS = 1_000_000


@settings(max_examples=250)
@given(all_orders)
def test_an_order_told_is_the_same_order_read(order: Order) -> None:
    (line,) = read(format_order(order, NAMES), NAMES)
    assert (line.status, line.order, line.assumed) == ("order", order, ())


@pytest.mark.long
@settings(max_examples=200)
@given(script_orders, conditions, st.integers(1, 99))
def test_a_line_told_is_the_same_line_read(order, conditions, number) -> None:  # type: ignore[no-untyped-def]
    line = ParsedLine(number, True, "", "order", order=order, conditions=conditions)
    (again,) = read(format_line(line, NAMES), NAMES)
    assert (again.number, again.numbered) == (number, True)
    assert (again.order, again.conditions) == (order, conditions)


@settings(max_examples=100)
@given(st.lists(script_orders, min_size=1, max_size=5), st.sampled_from(["\n", "; ", ". "]))
def test_orders_in_one_letter_are_told_apart(several: list[Order], between: str) -> None:
    text = between.join(format_order(order, NAMES) for order in several)
    lines = read(text, NAMES)
    assert [line.order for line in lines] == several
    assert [line.number for line in script_of(lines)] == list(range(1, len(several) + 1))


def heard(line: ParsedLine) -> tuple[object, ...]:
    """What a line is; words of the player's own are kept as he typed them."""
    control = line.control and (line.control.verb, str(line.control).casefold())
    talk = line.talk and (line.talk.kind, line.talk.to, line.talk.text.casefold().rstrip("."))
    return line.status, line.order, control, talk


@each("example", EXAMPLES)
@each("change", [str.lower, str.upper, str.title, lambda s: f"- {s}."])
def test_an_example_is_read_in_any_capitals(example, change) -> None:  # type: ignore[no-untyped-def]
    (line,) = read(example, NAMES)
    (changed,) = read(change(example), NAMES)
    assert heard(changed) == heard(line)
    assert line.status in ("order", "control", "talk")
    assert line.assumed == ()


# --- any text ------------------------------------------------------------------------------


@settings(max_examples=300)
@given(st.text())
def test_any_text_is_read(text: str) -> None:
    check_sound(read(text, NAMES))


_words = st.sampled_from(
    " ".join(EXAMPLES).split()
    + list(";:.,#()<>=?!*-\n")
    + ["IF", "ELSE", "AND", "NOT", "the", "99"]
)


@settings(max_examples=300)
@given(st.lists(_words, max_size=40).map(" ".join), st.sampled_from([NAMES, Vocabulary()]))
def test_any_order_of_words_is_read(text: str, names: Vocabulary) -> None:
    check_sound(read(text, names))


def check_sound(lines: tuple[ParsedLine, ...]) -> None:
    for line in lines:
        assert (line.order is not None) == (line.status == "order")
        assert (line.control is not None) == (line.status == "control")
        assert bool(line.problem) == (line.status in ("unreadable", "ambiguous", "unread"))
        format_line(line, NAMES)
    assert merge((), lines) == merge(merge((), lines), ())


@settings(max_examples=200)
@example("SAY ALL ATTACK")
@given(st.lists(_words, max_size=12).map(" ".join))
def test_every_suggestion_can_be_read(text: str) -> None:
    for line in read(text, NAMES):
        for suggestion in line.suggestions:
            again = read(suggestion, NAMES)
            assert again
            assert all(line.status in ("order", "control", "talk") for line in again)


# --- slips ---------------------------------------------------------------------------------


def slips_of(text: str) -> list[str]:
    """The text with one letter dropped, doubled, swapped with the next, or changed."""
    found = []
    for at, letter in enumerate(text):
        if not letter.isalpha():
            continue
        found.append(text[:at] + text[at + 1 :])
        found.append(text[:at] + letter + text[at:])
        found.append(text[:at] + ("x" if letter.lower() != "x" else "k") + text[at + 1 :])
        if text[at + 1 : at + 2].isalpha():
            found.append(text[:at] + text[at + 1] + letter + text[at + 2 :])
    return [slipped for slipped in found if slipped.casefold() != text.casefold()]


def cost(order: Order | None) -> int:
    """MB a line spends at most: what no slip may raise."""
    match order:
        case Attack():
            stake = sum(payment.amount for payment in order.stake)
            raises = order.aim is not None or order.style == "all-in"
            fee = 5 if order.privilege == Privilege() else 0
            most = order.ceiling if order.ceiling is not None else ALL_HE_HAS * raises
            return max(stake, most) + order.ship + fee
        case Stance(side="aside"):
            return 0
        case Stance(ceiling=ceiling, per_round=per_round):
            return min(n for n in (ceiling, per_round, ALL_HE_HAS) if n is not None)
        case Offer():
            return order.gives.money
        case GiveMoney() | Transfer():
            return order.amount
        case Spread() | Play():
            return sum(amount for _, amount in order.amounts)
        case _:
            return 0


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("example", EXAMPLES)
def test_a_slip_never_makes_another_deed(example: str) -> None:
    (meant,) = read(example, NAMES)
    for slipped in slips_of(example):
        for line in read(slipped, NAMES):
            assert cost(line.order) <= cost(meant.order), slipped
            is_kind_changed = type(line.order) is not type(meant.order)
            assert not (is_kind_changed and isinstance(line.order, DANGEROUS)), slipped
            if isinstance(line.order, Attack) and line.order.form == "destroy":
                assert isinstance(meant.order, Attack) and meant.order.form == "destroy", slipped


@each("verb", [verb for verb in VERBS if verb.guarded], ids=lambda v: v.name)
def test_a_guarded_verb_is_never_guessed(verb) -> None:  # type: ignore[no-untyped-def]
    for told in verb.examples:
        word, _, rest = told.partition(" ")
        for slipped in slips_of(word):
            if slipped in verb.aliases:
                continue
            for line in read(f"{slipped} {rest}", NAMES):
                assert line.order is None and line.control is None, slipped


def is_exact(word: str) -> bool:
    spelt = word.casefold().strip(",:")
    every = (*CARDS.values(), *SPECIALS.values())
    return any(spelt in (n.casefold() for n in (c.name, c.code, *c.aliases)) for c in every)


AS_GOOD = ("succeed", "fail", "turn", "group")
"""Words one letter away from those of the examples, and as right."""
OTHER_VERBS = {word for verb in VERBS for word in (verb.name, *verb.aliases)} - {
    example.split()[0] for example in EXAMPLES
}


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("example", [e for e in EXAMPLES if not e.startswith("RESIGN ")])
def test_a_slip_is_read_right_or_asked_about(example: str) -> None:
    """Unless the slip makes another card's exact name or another arrow, or loses a keyword."""
    (meant,) = read(example, NAMES)
    for slipped in slips_of(example):
        pairs = list(zip(example.split(), slipped.split(), strict=False))
        changed = [new for old, new in pairs if old != new]
        words = [word.casefold() for word in changed]
        if any(is_exact(word) or len(word.strip(",")) < 4 for word in changed):
            continue
        if slipped.split()[0] in OTHER_VERBS:
            continue
        for line in read(slipped, NAMES):
            if line.status == "order":
                assert line.order == meant.order, slipped
                assert line.assumed or any(word in AS_GOOD for word in words), slipped
